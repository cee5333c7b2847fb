//===- Parser.cpp - parser of operator schemas ----------------------------===//
//
// Parses PyTorch's schema notation into an OperatorSchema.
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"
#include "NoteParser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace mlir::tp::schema {

/// How deep types may nest; see Lexer.cpp.
static constexpr unsigned maxTypeDepth = 32;

class SchemaParser {
public:
  SchemaParser(StringRef text, OperatorSchema &schema)
      : cursor(text, schema.allocator), schema(schema) {}

  /// Parses the whole text. `flags` decide how a dotted name splits.
  bool parse();
  Error takeError() { return cursor.takeError("schema"); }

private:
  bool parseName();
  bool parseArguments();
  bool parseReturns();
  bool parseReturnList(SmallVectorImpl<Argument> &returns);
  bool parseArgument(Argument &argument, bool isReturn);
  bool parseType(Argument &argument);
  const Type *parseBaseType(unsigned depth);
  const Type *parseInnerType(unsigned depth);
  bool parseAlias(const AliasInfo *&alias);
  StringRef parseAliasSets();
  bool parseDefault(Argument &argument);
  bool coerceDefault(size_t where, Literal &literal, const Type *type);
  std::optional<int64_t> parseEnumerator(const Type *type);
  bool parenthesesAreTupleType();

  Cursor cursor;
  OperatorSchema &schema;
};

bool SchemaParser::parse() {
  if (!parseName() || !parseArguments() || !cursor.expect("->") ||
      !parseReturns())
    return false;
  return cursor.atEnd() || cursor.expected("the end of the schema");
}

bool SchemaParser::parseName() {
  StringRef name = cursor.takeName(/*dots=*/true);
  if (name.empty())
    return cursor.expected("the name of an operator");
  if (cursor.take("::")) {
    schema.ns = name;
    size_t where = cursor.getPosition();
    StringRef rest = cursor.takeName(/*dots=*/true);
    bool hasOverload = rest.contains('.');
    std::tie(schema.base, schema.overload) = rest.split('.');
    if (schema.base.empty())
      return cursor.expected("the name of an operator after '::'");
    if (hasOverload && schema.overload.empty())
      return cursor.error(where, "expected an overload name after '" +
                                     schema.base + ".'");
    if (schema.overload.contains('.'))
      return cursor.error(where, "expected one overload name, found '" +
                                     schema.overload + "'");
    if (schema.overload == "default")
      schema.overload = "";
    return true;
  }
  // The spelling of the IR: the overload is always there, except where there
  // cannot be any.
  if (!schema.hasFlag(Flag::Python) && !schema.hasFlag(Flag::HigherOrder)) {
    std::tie(name, schema.overload) = name.rsplit('.');
    if (schema.overload == "default")
      schema.overload = "";
  }
  std::tie(schema.ns, schema.base) = name.rsplit('.');
  if (schema.base.empty() || schema.ns.empty())
    return cursor.expected("'::' after the namespace");
  return true;
}

bool SchemaParser::parseArguments() {
  if (!cursor.expect("("))
    return false;
  SmallVector<Argument, 8> arguments;
  bool kwargOnly = false;
  if (!cursor.take(")")) {
    do {
      if (schema.varArg)
        return cursor.expected("')' after '...'");
      if (cursor.take("...")) {
        schema.varArg = true;
        continue;
      }
      if (!kwargOnly && cursor.take("*")) {
        kwargOnly = true;
        continue;
      }
      size_t where = cursor.getPosition();
      Argument &argument = arguments.emplace_back();
      if (!parseArgument(argument, /*isReturn=*/false))
        return false;
      for (const Argument &other : ArrayRef(arguments).drop_back())
        if (other.name == argument.name)
          return cursor.error(where, "argument '" + argument.name +
                                         "' is there twice");
      argument.kwargOnly = kwargOnly;
      schema.numPositional += !kwargOnly;
    } while (cursor.take(","));
    if (!cursor.take(")"))
      return cursor.expected("',' or ')'");
  }
  schema.arguments = cursor.copy(ArrayRef<Argument>(arguments));
  return true;
}

/// Whether the parenthesis at the cursor belongs to a type, `(str, t)[]`,
/// rather than to the list of returns.
bool SchemaParser::parenthesesAreTupleType() {
  StringRef rest = cursor.rest();
  unsigned depth = 0;
  for (size_t i = 0, e = rest.size(); i != e; ++i) {
    if (rest[i] == '(')
      ++depth;
    else if (rest[i] == ')' && --depth == 0) {
      StringRef after = rest.substr(i + 1).ltrim();
      return after.starts_with("[") || after.starts_with("?");
    }
  }
  return false;
}

bool SchemaParser::parseReturns() {
  if (cursor.take("...")) {
    schema.varRet = true;
    return true;
  }
  SmallVector<Argument, 4> returns;
  if (cursor.peek() == '(' && !parenthesesAreTupleType()) {
    cursor.take("(");
    if (!parseReturnList(returns))
      return false;
  } else if (!parseArgument(returns.emplace_back(), /*isReturn=*/true)) {
    return false;
  }
  schema.returns = cursor.copy(ArrayRef<Argument>(returns));
  return true;
}

/// The returns after '(' up to and with ')'.
bool SchemaParser::parseReturnList(SmallVectorImpl<Argument> &returns) {
  if (cursor.take(")"))
    return true;
  do {
    if (schema.varRet)
      return cursor.expected("')' after '...'");
    if (cursor.take("...")) {
      schema.varRet = true;
      continue;
    }
    if (!parseArgument(returns.emplace_back(), /*isReturn=*/true))
      return false;
  } while (cursor.take(","));
  return cursor.take(")") || cursor.expected("',' or ')'");
}

bool SchemaParser::parseArgument(Argument &argument, bool isReturn) {
  if (!parseType(argument))
    return false;
  argument.name = cursor.takeName();
  if (isReturn)
    return true;
  if (argument.name.empty())
    return cursor.expected("the name of an argument");
  return !cursor.take("=") || parseDefault(argument);
}

/// A type with its alias annotations: `Tensor(a!)`, `Tensor(a!)[]`,
/// `t[](a!)`, `Tensor(a)?` (or `Tensor?(a)`), `(str, t)[]`.
bool SchemaParser::parseType(Argument &argument) {
  argument.type = parseBaseType(0);
  if (!argument.type)
    return false;
  if (!parseAlias(argument.alias))
    return false;
  while (true) {
    if (cursor.take("?")) {
      argument.type = Type::getOptional(argument.type);
      if (!argument.alias && !parseAlias(argument.alias))
        return false;
    } else if (cursor.take("[")) {
      std::optional<uint32_t> size = cursor.takeUnsigned();
      if (!cursor.expect("]"))
        return false;
      if (argument.elementAlias)
        return cursor.expected("no list of an annotated list");
      argument.type = Type::getList(argument.type, size);
      argument.elementAlias = argument.alias;
      argument.alias = nullptr;
      if (!parseAlias(argument.alias))
        return false;
    } else {
      return true;
    }
  }
}

/// A type inside of another, without annotations.
const Type *SchemaParser::parseInnerType(unsigned depth) {
  const Type *type = parseBaseType(depth);
  while (type) {
    if (cursor.take("?")) {
      type = Type::getOptional(type);
    } else if (cursor.take("[")) {
      std::optional<uint32_t> size = cursor.takeUnsigned();
      if (!cursor.expect("]"))
        return nullptr;
      type = Type::getList(type, size);
    } else {
      return type;
    }
  }
  return nullptr;
}

const Type *SchemaParser::parseBaseType(unsigned depth) {
  size_t where = cursor.getPosition();
  if (depth > maxTypeDepth) {
    cursor.error(where, "types nest too deeply");
    return nullptr;
  }
  StringRef name = cursor.takeName(/*dots=*/true);
  auto compound = StringSwitch<std::optional<TypeKind>>(name)
                      .Case("", TypeKind::Tuple)
                      .Case("Dict", TypeKind::Dict)
                      .Case("Union", TypeKind::Union)
                      .Case("Future", TypeKind::Future)
                      .Case("Await", TypeKind::Await)
                      .Case("RRef", TypeKind::RRef)
                      .Default(std::nullopt);
  if (!compound) {
    const Type *type = Type::getNamed(name);
    if (!type)
      cursor.error(where, "expected a type, found '" + name + "'");
    return type;
  }
  if (!cursor.take("(")) {
    if (name.empty())
      cursor.expected("a type");
    else
      cursor.expected("'(' after '" + name + "'");
    return nullptr;
  }
  SmallVector<const Type *, 2> elements;
  if (!cursor.take(")")) {
    do {
      const Type *element = parseInnerType(depth + 1);
      if (!element)
        return nullptr;
      elements.push_back(element);
    } while (cursor.take(","));
    if (!cursor.take(")")) {
      cursor.expected("',' or ')'");
      return nullptr;
    }
  }
  size_t wanted = *compound == TypeKind::Dict ? 2 : 1;
  bool anyCount = *compound == TypeKind::Tuple || *compound == TypeKind::Union;
  if (!anyCount && elements.size() != wanted) {
    cursor.error(where, "expected " + Twine(wanted) + " types in '" + name +
                            "', found " + Twine(elements.size()));
    return nullptr;
  }
  return Type::getCompound(*compound, elements);
}

/// `a`, `*`, `b|a`; empty after an error.
StringRef SchemaParser::parseAliasSets() {
  size_t begin = cursor.getPosition();
  do {
    if (!cursor.take("*") && cursor.takeName().empty()) {
      cursor.expected("an alias set");
      return "";
    }
  } while (cursor.take("|"));
  return cursor.slice(begin, cursor.getPosition()).rtrim();
}

bool SchemaParser::parseAlias(const AliasInfo *&alias) {
  if (!cursor.take("("))
    return true;
  StringRef before = parseAliasSets(), after;
  if (before.empty())
    return false;
  bool isWrite = cursor.take("!");
  if (cursor.take("->") && (after = parseAliasSets()).empty())
    return false;
  if (!cursor.expect(")"))
    return false;
  alias = new (cursor.getAllocator().Allocate<AliasInfo>())
      AliasInfo(before, after, isWrite);
  return true;
}

/// The enumerators that a schema may write for a number, as torch reads them.
std::optional<int64_t> SchemaParser::parseEnumerator(const Type *type) {
  char first = cursor.peek();
  if (!isAlpha(first))
    return std::nullopt;
  Cursor ahead = cursor;
  StringRef name = ahead.takeName();
  StringSwitch<std::optional<int64_t>> cases(name);
  switch (type->getKind()) {
  case TypeKind::Int:
  case TypeKind::SymInt:
    cases.Case("Mean", 1).Case("Sum", 2);
    break;
  case TypeKind::MemoryFormat:
    cases.Case("contiguous_format", 0)
        .Case("preserve_format", 1)
        .Case("channels_last", 2)
        .Case("channels_last_3d", 3);
    break;
  case TypeKind::Layout:
    cases.Case("strided", 0).Case("sparse_coo", 1);
    break;
  case TypeKind::ScalarType:
    cases.Case("uint8", 0)
        .Case("int8", 1)
        .Cases({"int16", "short"}, 2)
        .Cases({"int32", "int"}, 3)
        .Cases({"int64", "long"}, 4)
        .Cases({"float16", "half"}, 5)
        .Cases({"float32", "float"}, 6)
        .Cases({"float64", "double"}, 7)
        .Cases({"complex32", "chalf"}, 8)
        .Cases({"complex64", "cfloat"}, 9)
        .Cases({"complex128", "cdouble"}, 10)
        .Case("bool", 11)
        .Case("bfloat16", 15);
    break;
  default:
    break;
  }
  std::optional<int64_t> value = cases.Default(std::nullopt);
  if (value)
    cursor.takeWord(name);
  return value;
}

bool SchemaParser::parseDefault(Argument &argument) {
  size_t begin = cursor.getPosition();
  Literal literal;
  if (std::optional<int64_t> value =
          parseEnumerator(argument.type->stripOptional())) {
    literal.kind = Literal::Kind::Int;
    literal.integer = *value;
  } else if (!cursor.readLiteral(literal)) {
    return false;
  }
  argument.defaultText = cursor.slice(begin, cursor.getPosition()).rtrim();
  if (!coerceDefault(begin, literal, argument.type))
    return false;
  argument.defaultValue =
      new (cursor.getAllocator().Allocate<Literal>()) Literal(literal);
  return true;
}

/// Makes a literal a value of the type, or complains.
bool SchemaParser::coerceDefault(size_t where, Literal &literal,
                                 const Type *type) {
  using Kind = Literal::Kind;
  auto mismatch = [&] {
    return cursor.error(
        where, "expected a default of type '" + type->str() + "', found '" +
                   cursor.slice(where, cursor.getPosition()).rtrim() + "'");
  };
  switch (type->getKind()) {
  case TypeKind::Optional:
    return literal.isNone() ||
           coerceDefault(where, literal, type->getElement());
  case TypeKind::List: {
    // `int[2] x=1` is [1, 1].
    SmallVector<Literal> elements(literal.elements);
    if (literal.kind != Kind::List) {
      if (!type->getListSize() || *type->getListSize() > 64)
        return mismatch();
      elements.assign(*type->getListSize(), literal);
    }
    for (Literal &element : elements)
      if (!coerceDefault(where, element, type->getElement()))
        return false;
    literal.kind = Kind::List;
    literal.elements = cursor.copy(ArrayRef<Literal>(elements));
    return true;
  }
  case TypeKind::Float:
  case TypeKind::SymFloat:
    if (literal.kind == Kind::Int) {
      literal.floating = static_cast<double>(literal.integer);
      literal.kind = Kind::Float;
    }
    return literal.kind == Kind::Float || mismatch();
  case TypeKind::Bool:
  case TypeKind::SymBool:
    return literal.kind == Kind::Bool || mismatch();
  case TypeKind::Int:
  case TypeKind::SymInt:
  case TypeKind::ScalarType:
  case TypeKind::Layout:
  case TypeKind::MemoryFormat:
    return literal.kind == Kind::Int || mismatch();
  case TypeKind::Scalar:
    return literal.kind == Kind::Int || literal.kind == Kind::Float ||
           literal.kind == Kind::Bool || mismatch();
  case TypeKind::Str:
  case TypeKind::Device:
    return literal.kind == Kind::Str || mismatch();
  case TypeKind::Tensor:
  case TypeKind::Generator:
  case TypeKind::Stream:
  case TypeKind::Storage:
    return literal.isNone() || mismatch();
  default:
    return true;
  }
}

Expected<std::unique_ptr<OperatorSchema>>
OperatorSchema::parseBorrowed(StringRef text, const SchemaTraits &traits) {
  std::unique_ptr<OperatorSchema> schema(new OperatorSchema());
  schema->tags = traits.tags;
  schema->flags = traits.flags;
  SchemaParser parser(text, *schema);
  if (!parser.parse())
    return parser.takeError();
  if (Error error = NoteParser::parse(traits.notes, *schema))
    return error;
  return schema;
}

Expected<std::unique_ptr<OperatorSchema>>
OperatorSchema::parse(StringRef text, const SchemaTraits &traits) {
  std::unique_ptr<OperatorSchema> schema(new OperatorSchema());
  schema->tags = traits.tags;
  schema->flags = traits.flags;
  SchemaParser parser(text.copy(schema->allocator), *schema);
  if (!parser.parse())
    return parser.takeError();
  if (Error error =
          NoteParser::parse(traits.notes.copy(schema->allocator), *schema))
    return error;
  return schema;
}

} // namespace mlir::tp::schema
