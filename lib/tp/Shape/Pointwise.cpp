//===- Pointwise.cpp - Pointwise operators --------------------------------===//
//
// Operands broadcast against each other; the element type is promoted from
// them, and the operator says what becomes of it.
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Strides.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::tp;
using llvm::StringLiteral;

namespace {
/// What an operator makes of the promoted type.
enum Variant : unsigned {
  /// The type itself.
  same,
  /// Integers become the default float.
  floating,
  /// bool becomes int64.
  counting,
  /// bool, whatever the operands.
  boolean,
  /// Complex ones become real.
  real,
  /// Both of the last but one: integers float, complex real.
  floatingReal,
  /// double, or complex128.
  wide,
};
} // namespace

static ScalarType applyVariant(unsigned variant, ScalarType type) {
  switch (variant) {
  case floating:
    return toFloatType(type);
  case counting:
    return isBool(type) ? ScalarType::int64 : type;
  case boolean:
    return ScalarType::boolean;
  case real:
    return toRealType(type);
  case floatingReal:
    return toRealType(toFloatType(type));
  case wide:
    return isComplex(type) ? ScalarType::complex128 : ScalarType::float64;
  default:
    return type;
  }
}

/// Numbers that take part in promotion; others (alpha, value, bounds of a
/// clipping function) convert to the type of the result.
static bool isOperandName(StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases({"self", "other", "exponent", "min", "max", "a", "b"}, true)
      .Default(false);
}

namespace {
/// The operands of a pointwise operator.
struct Operands {
  SmallVector<const TensorInfo *, 4> tensors;
  /// The type of the first one, if all are of the same.
  Type commonType;
  bool sameType = true;
  bool hasNumber = false;
  TypePromotion promotion;
};
} // namespace

static void addOperandTensor(Call &call, Type type, bool promotes,
                             Operands &operands) {
  const TensorInfo *info = call.decode(type);
  if (!info) {
    call.setUnknown("expected tensors of known rank and element type");
    return;
  }
  if (operands.tensors.empty())
    operands.commonType = type;
  operands.sameType &= operands.commonType == type;
  operands.tensors.push_back(info);
  if (promotes)
    operands.promotion.addTensor(info->dtype, info->rank());
}

/// Reads tensors, and the numbers among the operands.
static Operands readOperands(Call &call) {
  Operands operands;
  for (auto [index, declared] :
       llvm::enumerate(call.getSchema().getArguments())) {
    const schema::Type *type = declared.getType()->stripOptional();
    bool isTensor = type->is(schema::TypeKind::Tensor);
    bool isNumber =
        type->is(schema::TypeKind::Scalar) || type->is(schema::TypeKind::Any);
    if (!isTensor && !isNumber)
      continue;
    TypedArgument argument = call.getArgument(index);
    if (isa<NoneAttr>(argument.literal))
      continue;
    bool promotes = declared.getName() != "condition";
    if (isTensor && argument.types.size() == 1 &&
        isa<TensorType>(argument.types.front())) {
      addOperandTensor(call, argument.types.front(), promotes, operands);
    } else if (isTensor || isOperandName(declared.getName())) {
      Number number = call.number(declared.getName());
      operands.hasNumber = true;
      if (promotes)
        operands.promotion.addNumber(number.kind);
    }
    if (!call)
      break;
  }
  return operands;
}

static bool isStaticPlain(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return !tensor.getEncoding() && tensor.hasStaticShape();
}

/// The operators that torch gives strides by a rule of their own.
static bool isArithmetic(Call &call) {
  return call.getOverload() == "Tensor" &&
         llvm::is_contained(ArrayRef<StringRef>{"add", "sub", "mul", "div"},
                            call.getName());
}

static void finishPointwise(Call &call, Operands &operands, ScalarType dtype) {
  // The usual case: operands of one plain type.
  if (!operands.tensors.empty() && operands.sameType &&
      operands.tensors.front()->dtype == dtype &&
      isStaticPlain(operands.commonType))
    return call.addType(operands.commonType);
  SmallVector<ArrayRef<SymInt>, 4> sizes;
  for (const TensorInfo *tensor : operands.tensors)
    sizes.push_back(tensor->sizes);
  std::string error;
  std::optional<SymInts> result = broadcastSizes(sizes, call.arith, error);
  if (!result)
    return call.setInvalid(error);
  TensorInfo info;
  info.dtype = dtype;
  info.sizes = std::move(*result);
  for (const TensorInfo *tensor : operands.tensors)
    if (tensor->device && !info.device)
      info.device = tensor->device;
  if (llvm::all_of(info.sizes, [](SymInt size) { return size.isKnown(); })) {
    static const TensorInfo number;
    std::optional<SymInts> strides;
    if (isArithmetic(call))
      strides = getArithmeticStrides(info.sizes, operands.tensors, call.arith);
    if (operands.hasNumber)
      operands.tensors.push_back(&number);
    info.strides =
        strides ? std::move(*strides)
                : getPointwiseStrides(info.sizes, operands.tensors, call.arith);
  } else {
    info.strides.assign(info.sizes.size(), SymInt());
  }
  call.addTensor(std::move(info));
}

static void inferPointwise(Call &call) {
  Operands operands = readOperands(call);
  if (!call)
    return;
  std::optional<ScalarType> promoted = operands.promotion.getResult();
  if (!promoted)
    return call.setInvalid("expected element types that promote to one");
  finishPointwise(call, operands, applyVariant(call.getVariant(), *promoted));
}

/// A quotient is a float unless it is rounded.
static void inferDivision(Call &call) {
  Operands operands = readOperands(call);
  if (!call)
    return;
  std::optional<ScalarType> promoted = operands.promotion.getResult();
  if (!promoted)
    return call.setInvalid("expected element types that promote to one");
  bool isRounded = call.has("rounding_mode") && call.isGiven("rounding_mode");
  finishPointwise(call, operands,
                  isRounded ? *promoted : toFloatType(*promoted));
}

/// Of the type of `self`, contiguous.
static void inferMaskedFill(Call &call) {
  const TensorInfo &self = call.tensor("self");
  const TensorInfo &mask = call.tensor("mask");
  if (!call)
    return;
  ArrayRef<SymInt> shapes[] = {self.sizes, mask.sizes};
  std::string error;
  std::optional<SymInts> sizes = broadcastSizes(shapes, call.arith, error);
  if (!sizes)
    return call.setInvalid(error);
  call.addFresh(*sizes, self.dtype);
}

/// A function that is a sum of others: contiguous.
static void inferSumOfFunctions(Call &call) {
  const TensorInfo &self = call.tensor("self");
  if (call)
    call.addFresh(self.sizes, toFloatType(self.dtype));
}

//===----------------------------------------------------------------------===//
// prims
//===----------------------------------------------------------------------===//

/// prims take operands of one type and of the same sizes.
static void inferConvert(Call &call) {
  const TensorInfo &self = call.tensor("a");
  std::optional<ScalarType> dtype = call.dtype();
  if (!call)
    return;
  TensorInfo info = self;
  info.dtype = dtype.value_or(self.dtype);
  info.offset = 0;
  info.strides = getPreservedStrides(self, call.arith);
  call.addTensor(std::move(info));
}

static void addPrims(RuleTable &table) {
  for (StringRef name : {"abs",
                         "acos",
                         "acosh",
                         "asin",
                         "asinh",
                         "atan",
                         "atanh",
                         "cos",
                         "cosh",
                         "bessel_i0",
                         "bessel_i0e",
                         "bessel_i1",
                         "bessel_i1e",
                         "bessel_j0",
                         "bessel_j1",
                         "bitwise_not",
                         "cbrt",
                         "ceil",
                         "conj_physical",
                         "digamma",
                         "erf",
                         "erf_inv",
                         "erfc",
                         "erfcx",
                         "exp",
                         "expm1",
                         "exp2",
                         "floor",
                         "lgamma",
                         "log",
                         "log1p",
                         "log2",
                         "log10",
                         "ndtri",
                         "neg",
                         "reciprocal",
                         "round",
                         "sign",
                         "sin",
                         "sinh",
                         "spherical_bessel_j0",
                         "sqrt",
                         "rsqrt",
                         "tan",
                         "tanh",
                         "trunc",
                         "add",
                         "atan2",
                         "bitwise_and",
                         "bitwise_or",
                         "bitwise_xor",
                         "div",
                         "fmax",
                         "fmin",
                         "fmod",
                         "gcd",
                         "hypot",
                         "igamma",
                         "igammac",
                         "maximum",
                         "minimum",
                         "mul",
                         "nextafter",
                         "pow",
                         "remainder",
                         "shift_left",
                         "shift_right_arithmetic",
                         "sub",
                         "zeta",
                         "fill"})
    table.add(("prims." + name).str(), inferPointwise,
              name == "abs" ? real : same);
  for (StringRef name :
       {"eq", "ne", "lt", "le", "gt", "ge", "signbit", "isfinite"})
    table.add(("prims." + name).str(), inferPointwise, boolean);
  table.add("prims.convert_element_type", inferConvert);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// Operators that keep the promoted type.
static constexpr StringLiteral sameNames[] = {"neg",
                                              "negative",
                                              "relu",
                                              "ceil",
                                              "floor",
                                              "round",
                                              "trunc",
                                              "fix",
                                              "sign",
                                              "sgn",
                                              "positive",
                                              "bitwise_not",
                                              "frac",
                                              "nan_to_num",
                                              "relu6",
                                              "hardtanh",
                                              "leaky_relu",
                                              "elu",
                                              "gelu",
                                              "silu",
                                              "mish",
                                              "hardswish",
                                              "hardsigmoid",
                                              "selu",
                                              "celu",
                                              "softplus",
                                              "softshrink",
                                              "hardshrink",
                                              "threshold",
                                              "conj_physical",
                                              "_conj_physical",
                                              "log_sigmoid",
                                              "special_round",
                                              "clip",
                                              "clamp",
                                              "clamp_min",
                                              "clamp_max",
                                              "rrelu",
                                              "add",
                                              "sub",
                                              "subtract",
                                              "mul",
                                              "multiply",
                                              "rsub",
                                              "maximum",
                                              "minimum",
                                              "fmax",
                                              "fmin",
                                              "remainder",
                                              "fmod",
                                              "floor_divide",
                                              "bitwise_and",
                                              "bitwise_or",
                                              "bitwise_xor",
                                              "bitwise_left_shift",
                                              "bitwise_right_shift",
                                              "__and__",
                                              "__or__",
                                              "__xor__",
                                              "__lshift__",
                                              "__rshift__",
                                              "gcd",
                                              "lcm",
                                              "hypot",
                                              "nextafter",
                                              "heaviside",
                                              "pow",
                                              "lerp",
                                              "addcmul",
                                              "addcdiv",
                                              "logaddexp",
                                              "logaddexp2",
                                              "where",
                                              "igamma",
                                              "igammac",
                                              "special_gammainc",
                                              "special_gammaincc",
                                              "prelu",
                                              "_prelu_kernel",
                                              "gelu_backward",
                                              "sigmoid_backward",
                                              "tanh_backward",
                                              "silu_backward",
                                              "threshold_backward",
                                              "hardtanh_backward",
                                              "elu_backward",
                                              "leaky_relu_backward",
                                              "softplus_backward",
                                              "hardswish_backward",
                                              "hardsigmoid_backward",
                                              "mish_backward",
                                              "softshrink_backward",
                                              "hardshrink_backward",
                                              "logit_backward",
                                              "max.other",
                                              "min.other"};

/// Operators whose result is a float.
static constexpr StringLiteral floatingNames[] = {
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "arccos",
    "arccosh",
    "arcsin",
    "arcsinh",
    "arctan",
    "arctanh",
    "cos",
    "cosh",
    "sin",
    "sinh",
    "tan",
    "tanh",
    "exp",
    "exp2",
    "expm1",
    "log",
    "log2",
    "log10",
    "log1p",
    "sqrt",
    "rsqrt",
    "reciprocal",
    "sigmoid",
    "erf",
    "erfc",
    "erfinv",
    "digamma",
    "lgamma",
    "logit",
    "sinc",
    "i0",
    "deg2rad",
    "rad2deg",
    "polygamma",
    "special_bessel_j0",
    "special_bessel_j1",
    "special_bessel_y0",
    "special_bessel_y1",
    "special_airy_ai",
    "special_digamma",
    "special_entr",
    "special_erf",
    "special_erfc",
    "special_erfcx",
    "special_erfinv",
    "special_exp2",
    "special_expit",
    "special_expm1",
    "special_gammaln",
    "special_i0",
    "special_i0e",
    "special_i1",
    "special_i1e",
    "special_log1p",
    "special_log_ndtr",
    "special_logit",
    "special_modified_bessel_i0",
    "special_modified_bessel_i1",
    "special_modified_bessel_k0",
    "special_modified_bessel_k1",
    "special_scaled_modified_bessel_k0",
    "special_scaled_modified_bessel_k1",
    "special_ndtr",
    "special_ndtri",
    "special_psi",
    "special_sinc",
    "special_spherical_bessel_j0",
    "special_polygamma",
    "native_dropout_backward",
    "atan2",
    "arctan2",
    "copysign",
    "xlogy",
    "special_xlogy",
    "special_xlog1py",
    "special_zeta",
    "true_divide",
    "special_chebyshev_polynomial_t",
    "special_chebyshev_polynomial_u",
    "special_chebyshev_polynomial_v",
    "special_chebyshev_polynomial_w",
    "special_hermite_polynomial_h",
    "special_hermite_polynomial_he",
    "special_laguerre_polynomial_l",
    "special_legendre_polynomial_p",
    "special_shifted_chebyshev_polynomial_t",
    "special_shifted_chebyshev_polynomial_u",
    "special_shifted_chebyshev_polynomial_v",
    "special_shifted_chebyshev_polynomial_w",
    "ldexp"};

/// Operators whose result is a truth value.
static constexpr StringLiteral booleanNames[] = {"isnan",
                                                 "isinf",
                                                 "isfinite",
                                                 "isposinf",
                                                 "isneginf",
                                                 "isreal",
                                                 "signbit",
                                                 "logical_not",
                                                 "eq",
                                                 "ne",
                                                 "lt",
                                                 "le",
                                                 "gt",
                                                 "ge",
                                                 "not_equal",
                                                 "less",
                                                 "less_equal",
                                                 "greater",
                                                 "greater_equal",
                                                 "logical_and",
                                                 "logical_or",
                                                 "logical_xor",
                                                 "isclose"};

void mlir::tp::addPointwiseRules(RuleTable &table) {
  table.addTable(sameNames, inferPointwise, same);
  table.addTable(floatingNames, inferPointwise, floating);
  table.addTable(booleanNames, inferPointwise, boolean);
  table.addAll({"square"}, inferPointwise, counting);
  table.addAll({"abs", "absolute"}, inferPointwise, real);
  table.addAll({"angle"}, inferPointwise, floatingReal);
  table.addAll({"float_power"}, inferPointwise, wide);
  table.addAll({"div", "divide"}, inferDivision);
  table.addAll({"masked_fill"}, inferMaskedFill);
  table.addAll({"mvlgamma", "special_multigammaln"}, inferSumOfFunctions);
  addPrims(table);
}
