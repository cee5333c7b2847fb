//===- ImportContext.h - What the parts of the importer share ---*- C++ -*-===//
//
// Values of the document as literals, types and symbols of one program.
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_TARGET_TENSORPLAY_IMPORTCONTEXT_H
#define TP_LIB_TARGET_TENSORPLAY_IMPORTCONTEXT_H

#include "Json.h"
#include "Layout.h"
#include "mlir/IR/Builders.h"
#include "tp/Target/TensorPlay/Pickle.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::tp::tensorplay {

/// A tensor inside of a pickle.
struct PickledTensor {
  StringRef bytes;
  SmallVector<int64_t> sizes, strides;
  ScalarType dtype = ScalarType::float32;
  int64_t deviceKind = 0, deviceIndex = -1;
  bool requiresGrad = false;
};

/// Where messages about a pickled object point to.
using ErrorEmitter = function_ref<InFlightDiagnostic()>;

/// The tensor that `object` is: none where it is another object, an error where
/// it is a tensor that makes no sense.
FailureOr<std::optional<PickledTensor>>
readPickledTensor(const pickle::Object &object, ErrorEmitter emitError);

/// Elements of a pickled tensor, of the type `type`.
FailureOr<ElementsAttr> readElements(const PickledTensor &tensor, Type type,
                                     ErrorEmitter emitError);

/// The type of a pickled tensor; `sizes`, if given, has the sizes that are
/// symbolic.
Type getPickledType(MLIRContext *context, const PickledTensor &tensor,
                    ArrayRef<SymExprAttr> sizes, bool withGradient);

/// The type of a contiguous tensor with these sizes.
Type makeTensorType(MLIRContext *context, ScalarType dtype,
                    ArrayRef<SymExprAttr> sizes, ArrayRef<SymExprAttr> strides,
                    DeviceAttr device, bool requiresGrad);

/// Reads pickled literals. `place` takes tensors: it gives the literal that
/// stands for one, or null after an error.
class PickleReader {
public:
  PickleReader(MLIRContext *context, ErrorEmitter emitError,
               function_ref<Attribute(const PickledTensor &)> place)
      : context(context), emitError(emitError), place(place) {}

  /// Null after an error.
  Attribute read(const pickle::Object &object, unsigned depth = 0);
  /// The type of an example value; `!tp.any` where it has none. Null after an
  /// error.
  Type readType(const pickle::Object &object, ArrayRef<SymExprAttr> sizes,
                unsigned depth = 0);

private:
  bool enter(unsigned depth);
  Attribute readScalar(const pickle::Object &object);
  Attribute readCall(const pickle::Object &object, unsigned depth);
  Attribute readEnum(const pickle::Object &object, StringRef callee);
  Attribute readItems(const pickle::Object &object, unsigned depth);
  Attribute readDict(ArrayRef<const pickle::Object *> items, unsigned depth);

  MLIRContext *context;
  ErrorEmitter emitError;
  function_ref<Attribute(const PickledTensor &)> place;
  unsigned budget = 1u << 20;
};

/// The path of a pickled function or class; empty for another object.
std::string getPickledPath(const pickle::Object &object);

/// The path of a function as the dialect names it.
std::string canonicalPath(StringRef module, StringRef name);

/// Decodes base64, or reports an error.
FailureOr<std::string> decodeBase64(const Json &value);

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

struct Bounds {
  std::optional<int64_t> min, max;
};

/// Symbols, ranges and symbolic sizes of the inputs of a program.
class Dimensions {
public:
  explicit Dimensions(MLIRContext *context) : context(context) {}

  /// Reads `range_constraints` and `dynamic_shapes`.
  LogicalResult read(const Json &document);
  /// The sizes of the input with these example sizes; empty where all are
  /// static. Learns the hints of symbols from the example.
  SmallVector<SymExprAttr> getSizes(StringRef input, ArrayRef<int64_t> example);
  bool isDynamic(StringRef input) const { return inputs.contains(input); }
  /// The `dims` clause; null where there is none.
  ArrayAttr getDims() const;

private:
  struct Site {
    int64_t dim = 0;
    SymExprAttr expr;
    /// A linear function of the symbol `root`.
    StringRef root;
    int64_t scale = 1, offset = 0;
  };

  FailureOr<Bounds> readBounds(const Json &value);
  LogicalResult readInput(StringRef name, const Json &value);
  LogicalResult readSite(StringRef input, int64_t dim, const Json &value);
  LogicalResult readNamed(Site &site, const Json &value);
  LogicalResult readDerived(Site &site, const Json &value);
  LogicalResult readRanges(const Json &value);
  SymExprAttr symbol(StringRef name) {
    return SymExprAttr::getSymbol(context, name);
  }

  MLIRContext *context;
  llvm::StringMap<SmallVector<Site, 2>> inputs;
  /// Names of derived dimensions, which are not always what they say.
  llvm::StringMap<SymExprAttr> derived;
  llvm::MapVector<SymExprAttr, Bounds> declared;
  llvm::MapVector<SymExprAttr, Bounds> ranges;
  llvm::DenseMap<SymExprAttr, int64_t> hints;
};

/// A tree of containers as torch spells it, from tensorplay's; null after an
/// error.
TreeSpecAttr importTree(MLIRContext *context, const Json &tree);

} // namespace mlir::tp::tensorplay

#endif // TP_LIB_TARGET_TENSORPLAY_IMPORTCONTEXT_H
