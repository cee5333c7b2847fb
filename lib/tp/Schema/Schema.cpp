//===- Schema.cpp - operator schemas --------------------------------------===//
//
// What a schema answers, and how it prints.
//
//===----------------------------------------------------------------------===//

#include "tp/Schema/Schema.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace mlir::tp::schema {

bool Literal::operator==(const Literal &other) const {
  if (kind != other.kind)
    return false;
  switch (kind) {
  case Kind::None:
    return true;
  case Kind::Bool:
    return boolean == other.boolean;
  case Kind::Int:
    return integer == other.integer;
  case Kind::Float:
    return floating == other.floating;
  case Kind::Str:
    return string == other.string;
  case Kind::List:
    return elements == other.elements;
  }
  llvm_unreachable("not a literal kind");
}

StringRef stringifyAliasRule(AliasRule rule) {
  switch (rule) {
  case AliasRule::Unknown:
    return "unknown";
  case AliasRule::Unchanged:
    return "unchanged";
  case AliasRule::Viewable:
    return "viewable";
  case AliasRule::Contiguous:
    return "contiguous";
  case AliasRule::SameShape:
    return "same_shape";
  case AliasRule::Real:
    return "real";
  case AliasRule::Single:
    return "single";
  }
  llvm_unreachable("not an alias rule");
}

static std::optional<double> getNumber(const Literal &literal) {
  switch (literal.kind) {
  case Literal::Kind::Bool:
    return literal.boolean;
  case Literal::Kind::Int:
    return static_cast<double>(literal.integer);
  case Literal::Kind::Float:
    return literal.floating;
  default:
    return std::nullopt;
  }
}

bool Condition::holdsFor(const Literal &actual) const {
  std::optional<double> wanted = getNumber(value), number = getNumber(actual);
  bool equal = wanted && number ? *wanted == *number : value == actual;
  return equal == (kind == Kind::Equal);
}

std::optional<Flag> symbolizeFlag(StringRef name) {
  return StringSwitch<std::optional<Flag>>(name)
      .Case("higher_order", Flag::HigherOrder)
      .Case("python", Flag::Python)
      .Case("side_effect", Flag::SideEffect)
      .Case("composite_implicit", Flag::CompositeImplicit)
      .Default(std::nullopt);
}

//===----------------------------------------------------------------------===//
// AliasInfo
//===----------------------------------------------------------------------===//

static SmallVector<StringRef, 2> splitSets(StringRef text) {
  SmallVector<StringRef, 2> sets;
  text.split(sets, '|');
  for (StringRef &set : sets)
    set = set.trim();
  return sets;
}

SmallVector<StringRef, 2> AliasInfo::getBefore() const {
  return splitSets(before);
}

SmallVector<StringRef, 2> AliasInfo::getAfter() const {
  return splitSets(after.empty() ? before : after);
}

bool AliasInfo::isWildcard() const {
  return is_contained(getBefore(), "*") || is_contained(getAfter(), "*");
}

bool AliasInfo::sharesSetWith(const AliasInfo &other) const {
  auto all = [](const AliasInfo &info) {
    SmallVector<StringRef, 4> sets(info.getBefore());
    append_range(sets, info.getAfter());
    return sets;
  };
  SmallVector<StringRef, 4> mine = all(*this), theirs = all(other);
  return any_of(mine, [&](StringRef set) { return is_contained(theirs, set); });
}

void AliasInfo::print(raw_ostream &os) const {
  os << '(' << before;
  if (writes)
    os << '!';
  if (!after.empty())
    os << " -> " << after;
  os << ')';
}

//===----------------------------------------------------------------------===//
// Argument
//===----------------------------------------------------------------------===//

void Argument::print(raw_ostream &os) const {
  const Type *inner = type->stripOptional();
  if (inner->is(TypeKind::List)) {
    os << inner->getElement()->str();
    if (elementAlias)
      elementAlias->print(os);
    // The rest of the spelling of the list: `[]`, `[2]`.
    os << inner->str().drop_front(inner->getElement()->str().size());
  } else {
    os << inner->str();
  }
  if (alias)
    alias->print(os);
  if (inner != type)
    os << '?';
  if (!name.empty())
    os << ' ' << name;
  if (hasDefault())
    os << '=' << defaultText;
}

//===----------------------------------------------------------------------===//
// OperatorSchema
//===----------------------------------------------------------------------===//

std::string OperatorSchema::getTarget() const {
  std::string target = (ns + "." + base).str();
  if (!hasFlag(Flag::Python) && !hasFlag(Flag::HigherOrder))
    target += ("." + (overload.empty() ? "default" : overload)).str();
  return target;
}

std::optional<unsigned> OperatorSchema::findArgument(StringRef name) const {
  for (auto [index, argument] : enumerate(arguments))
    if (argument.getName() == name)
      return index;
  return std::nullopt;
}

bool OperatorSchema::isMutable() const {
  return any_of(arguments, [](const Argument &a) { return a.isWritten(); });
}

bool OperatorSchema::isView() const {
  for (unsigned result = 0, e = returns.size(); result != e; ++result)
    if (any_of(getAliasedArguments(result),
               [&](unsigned index) { return !arguments[index].isWritten(); }))
      return true;
  return false;
}

bool OperatorSchema::isOut() const {
  return any_of(arguments, [](const Argument &a) {
    return a.isKwargOnly() && a.isWritten();
  });
}

bool OperatorSchema::isFactory() const {
  auto holdsTensor = [](const Argument &a) {
    return a.getType()->mayHoldTensor();
  };
  return hasKnownSignature() && any_of(returns, holdsTensor) &&
         none_of(arguments, holdsTensor);
}

bool OperatorSchema::hasSideEffects() const {
  // What returns nothing and writes nothing is called for something else.
  return hasFlag(Flag::SideEffect) ||
         (hasKnownSignature() && returns.empty() && !isMutable());
}

SmallVector<unsigned, 2> OperatorSchema::getWrittenArguments() const {
  SmallVector<unsigned, 2> written;
  for (auto [index, argument] : enumerate(arguments))
    if (argument.isWritten())
      written.push_back(index);
  return written;
}

SmallVector<const Note *, 2>
OperatorSchema::getAliasNotes(unsigned result) const {
  SmallVector<const Note *, 2> found;
  for (const Note &note : notes)
    if ((note.kind == Note::Kind::Aliases ||
         note.kind == Note::Kind::MayAlias) &&
        note.result == result)
      found.push_back(&note);
  return found;
}

SmallVector<unsigned, 2>
OperatorSchema::getAliasedArguments(unsigned result) const {
  SmallVector<unsigned, 2> aliased;
  const Argument &value = returns[result];
  auto shares = [](const AliasInfo *a, const AliasInfo *b) {
    return a && b && a->sharesSetWith(*b);
  };
  for (auto [index, argument] : enumerate(arguments))
    // A list and its elements may share either way: `Tensor(a)` is split into
    // `Tensor(a)[]`.
    if (shares(value.getAlias(), argument.getAlias()) ||
        shares(value.getAlias(), argument.getElementAlias()) ||
        shares(value.getElementAlias(), argument.getAlias()) ||
        shares(value.getElementAlias(), argument.getElementAlias()))
      aliased.push_back(index);
  return aliased;
}

void OperatorSchema::print(raw_ostream &os) const {
  os << ns << "::" << base;
  if (!overload.empty())
    os << '.' << overload;
  os << '(';
  ListSeparator comma;
  bool kwargOnly = false;
  for (const Argument &argument : arguments) {
    os << comma;
    if (argument.isKwargOnly() && !kwargOnly) {
      kwargOnly = true;
      os << "*, ";
    }
    argument.print(os);
  }
  if (varArg)
    os << comma << "...";
  os << ") -> ";

  if (varRet && returns.empty()) {
    os << "...";
    return;
  }
  bool parenthesized = returns.size() != 1 || varRet ||
                       returns[0].getType()->str().starts_with("(");
  if (parenthesized)
    os << '(';
  ListSeparator returnComma;
  for (const Argument &value : returns) {
    os << returnComma;
    value.print(os);
  }
  if (varRet)
    os << returnComma << "...";
  if (parenthesized)
    os << ')';
}

std::string OperatorSchema::str() const {
  std::string text;
  raw_string_ostream os(text);
  print(os);
  return text;
}

} // namespace mlir::tp::schema
