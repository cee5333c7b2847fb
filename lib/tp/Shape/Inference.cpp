//===- Inference.cpp - Result types of operators --------------------------===//
//
// Binds the arguments of a call to its schema and applies the rule.
//
//===----------------------------------------------------------------------===//

#include "tp/Shape/Inference.h"
#include "Call.h"
#include "Resolve.h"
#include "mlir/IR/Builders.h"
#include "tp/IR/Arguments.h"
#include "tp/IR/TPDialect.h"
#include "tp/IR/TensorPlay.h"
#include "tp/Schema/Registry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// RuleTable
//===----------------------------------------------------------------------===//

RuleTable::RuleTable() {
  addPointwiseRules(*this);
  addReductionRules(*this);
  addViewRules(*this);
  addMatmulRules(*this);
  addConvolutionRules(*this);
  addFactoryRules(*this);
  addFourierRules(*this);
  addIndexingRules(*this);
  addLinearAlgebraRules(*this);
  addNormalizationRules(*this);
  addPoolingRules(*this);
  addSortingRules(*this);
  addSymbolicRules(*this);
  addCompositeRules(*this);
}

const RuleTable &RuleTable::get() {
  static const RuleTable table;
  return table;
}

void RuleTable::addAll(ArrayRef<StringRef> names, void (*apply)(Call &),
                       unsigned variant) {
  for (StringRef name : names)
    add(("aten." + name).str(), apply, variant);
}

const Rule *RuleTable::lookup(const schema::OperatorSchema &schema) const {
  auto found = rules.find(schema.getTarget());
  if (found != rules.end())
    return &found->second;
  SmallString<64> base(schema.getNamespace());
  base += '.';
  base += schema.getBaseName();
  found = rules.find(base);
  return found == rules.end() ? nullptr : &found->second;
}

//===----------------------------------------------------------------------===//
// OperatorInfo
//===----------------------------------------------------------------------===//

/// A default of a schema as the literal that a call would have.
static Attribute getDefaultLiteral(Builder &builder,
                                   const schema::Literal &literal) {
  using Kind = schema::Literal::Kind;
  MLIRContext *context = builder.getContext();
  switch (literal.kind) {
  case Kind::None:
    return NoneAttr::get(context);
  case Kind::Bool:
    return builder.getBoolAttr(literal.boolean);
  case Kind::Int:
    return builder.getI64IntegerAttr(literal.integer);
  case Kind::Float:
    return builder.getF64FloatAttr(literal.floating);
  case Kind::Str:
    return builder.getStringAttr(literal.string);
  case Kind::List: {
    SmallVector<Attribute> elements;
    for (const schema::Literal &element : literal.elements)
      elements.push_back(getDefaultLiteral(builder, element));
    return ListAttr::get(context, elements);
  }
  }
  llvm_unreachable("unknown kind of literal");
}

/// The argument that the operator writes and gives back as return `index`, or
/// -1.
static int getWrittenArgument(const schema::OperatorSchema &schema,
                              unsigned index) {
  const schema::AliasInfo *alias = schema.getReturns()[index].getAlias();
  if (!alias || !alias->isWrite())
    return -1;
  for (auto [number, argument] : llvm::enumerate(schema.getArguments()))
    if (argument.getAlias() && argument.getAlias()->isWrite() &&
        argument.getAlias()->sharesSetWith(*alias))
      return static_cast<int>(number);
  return -1;
}

static std::unique_ptr<OperatorInfo>
makeOperatorInfo(MLIRContext *context, const schema::OperatorSchema &schema) {
  Builder builder(context);
  auto info = std::make_unique<OperatorInfo>();
  info->schema = &schema;
  if (const Rule *rule = RuleTable::get().lookup(schema))
    info->rule = *rule;
  for (const schema::Argument &argument : schema.getArguments()) {
    const schema::Literal *value = argument.getDefault();
    info->defaults.push_back(value ? getDefaultLiteral(builder, *value)
                                   : NoneAttr::get(context));
  }
  for (unsigned i = 0, e = schema.getReturns().size(); i != e; ++i)
    info->writtenReturns.push_back(getWrittenArgument(schema, i));
  info->returnsArguments = !info->writtenReturns.empty() &&
                           !llvm::is_contained(info->writtenReturns, -1) &&
                           !schema.hasTag(schema::Tag::inplace_view);
  return info;
}

//===----------------------------------------------------------------------===//
// TypeInference
//===----------------------------------------------------------------------===//

class TypeInference::Impl {
public:
  Impl(MLIRContext *context, ArrayAttr dims)
      : context(context), arith(context, dims), decoder(arith) {}

  const OperatorInfo &getInfo(const schema::OperatorSchema &schema) {
    std::unique_ptr<OperatorInfo> &info = operators[&schema];
    if (!info)
      info = makeOperatorInfo(context, schema);
    return *info;
  }

  const schema::OperatorSchema *lookupSchema(Operation *from,
                                             StringAttr target);

  void apply(const OperatorInfo &info, ArrayRef<TypedArgument> args,
             InferredTypes &result);
  void applyToCall(Operation *from, StringAttr target, bool isMethod,
                   ArgsAttr args, ArrayAttr names, ArrayRef<Type> types,
                   InferredTypes &result);

  /// Whether the program of an operation calls functions of tensorplay.
  bool isTensorPlay(Operation *from) {
    if (!callsTensorPlayCache) {
      auto program = dyn_cast_or_null<ProgramOp>(from);
      if (from && !program)
        program = from->getParentOfType<ProgramOp>();
      callsTensorPlayCache = program && callsTensorPlay(program);
    }
    return *callsTensorPlayCache;
  }

  MLIRContext *context;
  SymArith arith;
  TypeDecoder decoder;

private:
  std::optional<bool> callsTensorPlayCache;
  llvm::DenseMap<const void *, std::unique_ptr<OperatorInfo>> operators;
  llvm::DenseMap<StringAttr, const schema::OperatorSchema *> schemas;
};

TypeInference::TypeInference(MLIRContext *context, ArrayAttr dims)
    : impl(std::make_unique<Impl>(context, dims)) {}
TypeInference::~TypeInference() = default;

SymArith &TypeInference::getArith() { return impl->arith; }

bool TypeInference::hasRule(const schema::OperatorSchema &schema) {
  const OperatorInfo &info = impl->getInfo(schema);
  return info.rule.apply || info.returnsArguments ||
         (schema.hasKnownSignature() && schema.getReturns().empty());
}

const schema::OperatorSchema *
TypeInference::Impl::lookupSchema(Operation *from, StringAttr target) {
  auto [entry, isNew] = schemas.try_emplace(target, nullptr);
  if (isNew) {
    auto *dialect = context->getOrLoadDialect<TPDialect>();
    entry->second = from ? dialect->lookupSchema(from, target.getValue())
                         : dialect->getSchemas().lookup(target.getValue());
  }
  return entry->second;
}

/// The results of an operator that gives back what it writes.
static void applyWrites(const OperatorInfo &info, Call &call) {
  for (int written : info.writtenReturns) {
    TypedArgument argument = call.getArgument(static_cast<unsigned>(written));
    if (argument.types.size() != 1) {
      call.setUnknown("expected a value as the argument that is written");
      return;
    }
    Type type = argument.types.front();
    const TensorInfo *tensor = call.decode(type);
    if (tensor && tensor->requiresGrad)
      call.addTensor(*tensor);
    else
      call.addType(type);
  }
}

void TypeInference::Impl::apply(const OperatorInfo &info,
                                ArrayRef<TypedArgument> args,
                                InferredTypes &result) {
  Call call(info, args, arith, decoder, result);
  if (info.rule.apply)
    info.rule.apply(call);
  else if (info.returnsArguments)
    applyWrites(info, call);
  else if (!info.schema->hasKnownSignature() ||
           !info.schema->getReturns().empty())
    call.setUnknown("no rule for '" + info.schema->getTarget() + "'");
  call.finish();
}

InferredTypes TypeInference::infer(const schema::OperatorSchema &schema,
                                   ArrayRef<TypedArgument> args) {
  InferredTypes result;
  impl->apply(impl->getInfo(schema), args, result);
  return result;
}

/// Puts the arguments of a call where the schema has them. False where one
/// does not fit.
static bool bindArguments(const schema::OperatorSchema &schema, ArgsAttr args,
                          ArrayAttr names, ArrayRef<Type> types,
                          SmallVectorImpl<TypedArgument> &bound) {
  unsigned count = schema.getArguments().size();
  bound.resize(count);
  auto bind = [&](unsigned index, Attribute literal) {
    unsigned places =
        isa<OperandAttr>(literal) ? 1 : countOperandPlaces(literal);
    if (index >= count || places > types.size())
      return false;
    if (isUndefinedDType(literal))
      literal = NoneAttr::get(literal.getContext());
    bound[index] = {literal, types.take_front(places)};
    types = types.drop_front(places);
    return true;
  };
  if (!args) {
    Attribute place;
    for (unsigned i = 0, e = types.size(); i != e; ++i) {
      if (i >= count)
        return false;
      if (!place)
        place = OperandAttr::get(types.front().getContext());
      bound[i] = {place, types.slice(i, 1)};
    }
    return true;
  }
  for (auto [position, literal] : llvm::enumerate(args.getPositional())) {
    unsigned index = position;
    if (names && position < names.size())
      if (auto found =
              schema.findArgument(cast<StringAttr>(names[position]).getValue()))
        index = *found;
    if (!bind(index, literal))
      return false;
  }
  for (auto [keyword, literal] :
       llvm::zip_equal(args.getKeywords(), args.getKeywordValues())) {
    std::optional<unsigned> index = schema.findArgument(keyword.getValue());
    if (!index || !bind(*index, literal))
      return false;
  }
  return true;
}

/// `x.reshape(2, -1)` as `x.reshape([2, -1])`; null where it has no integers to
/// put in a list.
static ArgsAttr packIntegers(ArgsAttr args) {
  if (!args || args.getPositional().size() < 2)
    return {};
  ArrayRef<Attribute> sizes = args.getPositional().drop_front();
  if (!llvm::all_of(sizes, [](Attribute size) {
        return isOperandPlace(size) || isa<IntegerAttr>(size);
      }))
    return {};
  MLIRContext *context = args.getContext();
  Attribute packed[] = {args.getPositional().front(),
                        ListAttr::get(context, sizes)};
  return ArgsAttr::get(context, packed, args.getKeywords(),
                       args.getKeywordValues());
}

/// The arguments without `inplace`, which does not change the type: functions
/// of `nn.functional` have it, operators have not.
static ArgsAttr dropInPlace(ArgsAttr args) {
  SmallVector<StringAttr> names;
  SmallVector<Attribute> values;
  for (auto [name, value] :
       llvm::zip_equal(args.getKeywords(), args.getKeywordValues()))
    if (name != "inplace" || !isa<BoolAttr>(value)) {
      names.push_back(name);
      values.push_back(value);
    }
  if (names.size() == args.getKeywords().size())
    return args;
  return ArgsAttr::get(args.getContext(), args.getPositional(), names, values);
}

void TypeInference::Impl::applyToCall(Operation *from, StringAttr target,
                                      bool isMethod, ArgsAttr args,
                                      ArrayAttr names, ArrayRef<Type> types,
                                      InferredTypes &result) {
  const schema::OperatorSchema *schema =
      isMethod ? nullptr : lookupSchema(from, target);
  bool isUntyped = !schema || schema->hasFlag(schema::Flag::Python);
  if (!schema && args)
    args = dropInPlace(args);
  if (schema && schema->hasFlag(schema::Flag::Python) &&
      llvm::any_of(types, llvm::IsaPred<TensorType>))
    if (auto *other = resolveOverload(target.getValue(), args, types))
      schema = other;
  if (!schema)
    schema = resolveOverload(target.getValue(), args, types);
  if (ArgsAttr packed = schema ? ArgsAttr() : packIntegers(args))
    if ((schema = resolveOverload(target.getValue(), packed, types)))
      args = packed;
  bool isPython = schema && schema->hasFlag(schema::Flag::Python);
  auto isOwn = [&] {
    return isTensorPlayFunction(target.getValue()) || isTensorPlay(from);
  };
  if (isUntyped && !isPython &&
      differsInTensorPlay(target.getValue(), args, types, isOwn)) {
    result.message = ("tensorplay's '" + target.getValue() +
                      "' has a type of its own for these operands")
                         .str();
    return;
  }
  if (!schema) {
    result.message =
        ("no operator is known as '" + target.getValue() + "'").str();
    return;
  }
  SmallVector<TypedArgument, 8> bound;
  if (!bindArguments(*schema, args, names, types, bound)) {
    result.message = "expected arguments that the schema of '" +
                     schema->getTarget() + "' has";
    return;
  }
  apply(getInfo(*schema), bound, result);
}

/// The type of one value that holds results which nest as `tree` says; null
/// where that cannot be said.
static Type packTypes(MLIRContext *context, Attribute tree,
                      ArrayRef<Type> &types) {
  if (isa<NoneAttr>(tree))
    return tp::NoneType::get(context);
  if (isa<OperandAttr>(tree)) {
    Type type = types.front();
    types = types.drop_front();
    return type;
  }
  auto list = dyn_cast<tp::ListAttr>(tree);
  auto tuple = dyn_cast<tp::TupleAttr>(tree);
  if (!list && !tuple)
    return {};
  SmallVector<Type> elements;
  for (Attribute part : list ? list.getElements() : tuple.getElements())
    if (Type type = packTypes(context, part, types))
      elements.push_back(type);
    else
      return {};
  return list ? Type(tp::ListType::get(context, elements))
              : Type(tp::TupleType::get(context, elements));
}

/// A call of an untyped graph has one result, whatever it returns.
static void packResults(MLIRContext *context, InferredTypes &result) {
  Attribute tree = result.tree;
  if (result.types.size() == 1 && !tree)
    return;
  if (!tree)
    tree = tp::TupleAttr::get(
        context,
        SmallVector<Attribute>(result.types.size(), OperandAttr::get(context)));
  ArrayRef<Type> rest = result.types;
  Type type = packTypes(context, tree, rest);
  result.tree = nullptr;
  result.types.assign(1, type ? type : AnyType::get(context));
}

InferredTypes TypeInference::infer(CallOp call) {
  InferredTypes result;
  if (isa<CallModuleOp>(call)) {
    result.message = "a module may return anything";
    return result;
  }
  SmallVector<Type, 8> types(call->getOperandTypes());
  impl->applyToCall(call, call.getTargetAttr(), isa<CallMethodOp>(call),
                    call.getArgsAttr(), call.getArgNamesAttr(), types, result);
  bool isUntyped = isa<CallMethodOp>(call) ||
                   !impl->lookupSchema(call, call.getTargetAttr());
  if (result.isKnown() && isUntyped && call->getNumResults() == 1 &&
      !call.getResultTreeAttr())
    packResults(impl->context, result);
  return result;
}

InferredTypes TypeInference::infer(Operation *from, StringAttr target,
                                   ArgsAttr args, TypeRange operands) {
  InferredTypes result;
  SmallVector<Type, 8> types(operands);
  impl->applyToCall(from, target, /*isMethod=*/false, args,
                    /*names=*/ArrayAttr(), types, result);
  return result;
}

//===----------------------------------------------------------------------===//
// Compatibility
//===----------------------------------------------------------------------===//

bool mlir::tp::areCompatible(Type expected, Type found, SymArith &arith,
                             std::string *why) {
  auto refuse = [&](const Twine &reason) {
    if (why)
      *why = reason.str();
    return false;
  };
  if (expected == found || isa<AnyType>(expected) || isa<AnyType>(found))
    return true;
  auto left = dyn_cast<TensorType>(expected),
       right = dyn_cast<TensorType>(found);
  if (!left || !right) {
    // i64 and !tp.int<2*s0> are both integers.
    auto kindOf = [](Type type) {
      if (isa<BoolType>(type) || type.isInteger(1))
        return 1;
      if (isa<IntType>(type) || type.isInteger(64))
        return 2;
      if (isa<tp::FloatType>(type) || type.isF64())
        return 3;
      return 0;
    };
    if (left || right || kindOf(expected) != kindOf(found) ||
        kindOf(expected) == 0)
      return refuse("another kind of value");
    auto lhs = dyn_cast<IntType>(expected), rhs = dyn_cast<IntType>(found);
    if (lhs && rhs && lhs.getExpr() && rhs.getExpr() &&
        arith.isEqual(lhs.getExpr(), rhs.getExpr()) == false)
      return refuse("another value");
    return true;
  }
  if (left.getElementType() != right.getElementType())
    return refuse("another element type");
  std::optional<TensorInfo> lhs = TensorInfo::get(expected, arith),
                            rhs = TensorInfo::get(found, arith);
  if (!lhs || !rhs)
    return true;
  if (lhs->rank() != rhs->rank())
    return refuse("another rank");
  for (auto [i, a] : llvm::enumerate(lhs->sizes))
    if (arith.isEqual(a, rhs->sizes[i]) == false)
      return refuse("another size of dimension " + Twine(i));
  return true;
}
