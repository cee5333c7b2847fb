//===- Samples.cpp - An attribute and type of each kind -------------------===//
//
// Builds them in C++, so that they do not depend on the parser.
//
//===----------------------------------------------------------------------===//

#include "Samples.h"
#include "mlir/IR/Builders.h"
#include "tp/IR/TPAttributes.h"
#include "tp/IR/TPTypes.h"

namespace mlir::tp {
namespace {

/// Builds the samples; a member per group of attributes.
class Samples {
public:
  explicit Samples(MLIRContext *context)
      : context(context), builder(context), place(OperandAttr::get(context)),
        none(NoneAttr::get(context)), one(builder.getI64IntegerAttr(1)),
        s0(SymExprAttr::getSymbol(context, "s0")),
        three(SymExprAttr::getInteger(context, 3)),
        product(SymExprAttr::getCall(context, "Mul", {three, s0})) {}

  SmallVector<Attribute> getAttributes() {
    addEnums();
    addLiterals();
    addContainers();
    addSizes();
    addRecords();
    return std::move(attributes);
  }
  SmallVector<Type> getTypes();

private:
  StringAttr str(StringRef text) { return builder.getStringAttr(text); }
  template <typename T, typename... Args> void add(Args &&...args) {
    attributes.push_back(T::get(context, std::forward<Args>(args)...));
  }
  /// Adds every value of an enumeration whose numbers are below 64.
  template <typename T, typename Symbolize> void addEnum(Symbolize symbolize) {
    for (uint32_t number = 0; number < 64; ++number)
      if (auto value = symbolize(number))
        add<T>(*value);
  }

  void addEnums();
  void addLiterals();
  void addContainers();
  void addSizes();
  void addRecords();

  MLIRContext *context;
  Builder builder;
  Attribute place, none, one;
  SymExprAttr s0, three, product;
  SmallVector<Attribute> attributes;
};

void Samples::addEnums() {
  using Number = uint32_t;
  addEnum<DTypeAttr>([](Number n) { return symbolizeScalarType(n); });
  addEnum<LayoutAttr>([](Number n) { return symbolizeLayout(n); });
  addEnum<MemoryFormatAttr>([](Number n) { return symbolizeMemoryFormat(n); });
  addEnum<StateKindAttr>([](Number n) { return symbolizeStateKind(n); });
  addEnum<InputKindAttr>([](Number n) { return symbolizeInputKind(n); });
  for (uint32_t number = 0; number < 64; ++number) {
    if (auto kind = symbolizeOutputKind(number)) {
      add<OutputKindAttr>(*kind, StringAttr());
      add<OutputKindAttr>(*kind, str("sub.n"));
    }
    auto arm = symbolizeArgArm(number);
    if (arm && *arm != ArgArm::inferred) {
      add<ArmAttr>(*arm, one);
      add<NameRefAttr>(str("add_1"), *arm, StringAttr());
    }
  }
}

void Samples::addLiterals() {
  attributes.append({place, none});
  add<EllipsisAttr>();
  add<ComplexAttr>(builder.getF64FloatAttr(1.0), builder.getF64FloatAttr(-2.5));
  add<DeviceAttr>(str("cpu"), int64_t(-1));
  add<DeviceAttr>(str("cuda"), int64_t(1));
  add<OperatorAttr>(str("aten.sin.default"));
  add<FunctionAttr>(str("builtins.int"));
  add<SliceAttr>(none, place, one);
  add<NameRefAttr>(str("obj"), ArgArm::custom_obj, str("my.Packed"));
}

void Samples::addContainers() {
  Attribute list = ListAttr::get(context, {one, place});
  add<ListAttr>(ArrayRef<Attribute>());
  add<ListAttr>(ArrayRef<Attribute>(), ArgArm::tensors);
  add<ListAttr>(ArrayRef<Attribute>({list, none, str("a \"b\"\n")}));
  add<ListAttr>(ArrayRef<Attribute>({one, one}), ArgArm::sym_ints);
  add<TupleAttr>(ArrayRef<Attribute>());
  add<TupleAttr>(ArrayRef<Attribute>({place}));
  add<TupleAttr>(ArrayRef<Attribute>({place, list}));
  add<DictAttr>(ArrayRef<Attribute>(), ArrayRef<Attribute>());
  add<DictAttr>(ArrayRef<Attribute>({str("b"), one}),
                ArrayRef<Attribute>({place, list}));
  add<ArgsAttr>(ArrayRef<Attribute>(), ArrayRef<StringAttr>(),
                ArrayRef<Attribute>());
  add<ArgsAttr>(ArrayRef<Attribute>({place, list, builder.getBoolAttr(true),
                                     builder.getF64FloatAttr(0.5)}),
                ArrayRef<StringAttr>({str("dtype"), str("a key")}),
                ArrayRef<Attribute>(
                    {DTypeAttr::get(context, ScalarType::float32), place}));
}

void Samples::addSizes() {
  attributes.append({three, s0, product});
  add<SymExprAttr>(SymExprKind::integer, StringAttr(), INT64_MIN,
                   ArrayRef<SymExprAttr>());
  add<SymExprAttr>(SymExprKind::number, str("0.5"), int64_t(53),
                   ArrayRef<SymExprAttr>());
  attributes.push_back(SymExprAttr::getAtom(context, "oo"));
  attributes.push_back(SymExprAttr::getCall(
      context, "Max",
      {three, SymExprAttr::getCall(context, "Add", {product, three})}));

  Layout strided = Layout::strided;
  ArrayRef<SymExprAttr> noExprs;
  add<ShapeAttr>(noExprs, noExprs, SymExprAttr(), DeviceAttr(), strided, false);
  add<ShapeAttr>(ArrayRef({s0, three}), noExprs, SymExprAttr(), DeviceAttr(),
                 strided, false);
  add<ShapeAttr>(ArrayRef({s0, three}), ArrayRef({three, product}), product,
                 DeviceAttr::get(context, str("cuda"), 0), Layout::sparse_coo,
                 true);

  auto bound = [&](int64_t value) { return builder.getI64IntegerAttr(value); };
  add<DimAttr>(s0, IntegerAttr(), IntegerAttr(), false, Attribute(),
               StringAttr());
  add<DimAttr>(s0, bound(1), bound(64), true, bound(5), str("integer=True"));
  add<DimAttr>(product, bound(-3), IntegerAttr(), true, Attribute(),
               StringAttr());
  add<DimAttr>(s0, IntegerAttr(), bound(INT64_MAX), true, none, StringAttr());
  add<HintAttr>(product, none);
  add<HintAttr>(s0, one);
}

void Samples::addRecords() {
  auto archive = FlatSymbolRefAttr::get(context, "m");
  add<BlobAttr>(archive, str("data/weights/weight_0"), int64_t(0), int64_t(-1),
                false);
  add<BlobAttr>(archive, str("data/constants/object"), int64_t(64), int64_t(48),
                true);
  add<MetaAttr>(ArrayRef<StringAttr>(), ArrayRef<StringAttr>());
  add<MetaAttr>(ArrayRef({str("stack_trace"), str("a key")}),
                ArrayRef({str("File \"m.py\", line 3"), str("")}));
  auto spec = TreeSpecAttr::get(
      context, str("[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", "
                   "\"children_spec\": []}]"));
  attributes.push_back(spec);
  auto ref = NameRefAttr::get(context, str("x"), ArgArm::tensor, StringAttr());
  ArrayRef<Attribute> nothing;
  add<ModuleCallAttr>(str("sub"), false, nothing, nothing, TreeSpecAttr(),
                      TreeSpecAttr(), ArrayAttr());
  add<ModuleCallAttr>(str(""), true, ArrayRef<Attribute>({ref, one}),
                      ArrayRef<Attribute>({ref}), spec, spec,
                      builder.getStrArrayAttr({"x", "y"}));
  add<ModuleCallAttr>(str("sub"), true, nothing, nothing, TreeSpecAttr(), spec,
                      ArrayAttr());
}

SmallVector<Type> Samples::getTypes() {
  Type f32 = builder.getF32Type(), any = AnyType::get(context);
  auto shape = ShapeAttr::get(context, {s0}, {}, {}, {}, Layout::strided, true);
  Type tensor = RankedTensorType::get({ShapedType::kDynamic}, f32, shape);
  return {
      IntType::get(context, nullptr),
      IntType::get(context, product),
      FloatType::get(context, nullptr),
      FloatType::get(context, s0),
      BoolType::get(context, nullptr),
      BoolType::get(context, SymExprAttr::getCall(context, "Eq", {s0, three})),
      StrType::get(context),
      NoneType::get(context),
      TokenType::get(context),
      any,
      ListType::get(context, {}),
      ListType::get(context, {any, tensor}),
      TupleType::get(context, {}),
      TupleType::get(context, {ListType::get(context, {tensor}), f32}),
      DictType::get(context, {}, {}),
      DictType::get(context, {str("a"), str("b c")}, {tensor, any}),
      ObjectType::get(context, str("__torch__.my.Packed"))};
}

} // namespace

SmallVector<Attribute> getSampleAttributes(MLIRContext *context) {
  return Samples(context).getAttributes();
}

SmallVector<Type> getSampleTypes(MLIRContext *context) {
  return Samples(context).getTypes();
}

} // namespace mlir::tp
