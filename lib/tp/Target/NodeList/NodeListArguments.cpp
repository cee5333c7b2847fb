//===- NodeListArguments.cpp - Arguments and types of node lists ----------===//
//
// The spelling of arguments, values and types.
//
//===----------------------------------------------------------------------===//

#include "NodeListPrinter.h"
#include "Spelling.h"
#include "tp/Target/PT2/Targets.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::nodelist;

void NodeListPrinter::fail(Operation *op, const Twine &message) {
  if (succeeded(result))
    result = op->emitOpError(message);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

StringRef NodeListPrinter::getNodeName(NodeOp node) {
  if (StringAttr name = node.getNodeNameAttr())
    return name.getValue();
  auto made = newNodeNames.find(node.getOperation());
  return made == newNodeNames.end() ? StringRef() : StringRef(made->second);
}

StringRef NodeListPrinter::getName(Value value) {
  auto node = value.getDefiningOp<NodeOp>();
  if (!node)
    return {};
  unsigned index = cast<OpResult>(value).getResultNumber();
  if (StringAttr name = node.getResultNameAttr(index))
    return name.getValue();
  auto made = newValueNames.find(value);
  return made == newValueNames.end() ? getNodeName(node)
                                     : StringRef(made->second);
}

void NodeListPrinter::printValue(Value value) {
  os << '%';
  printName(os, getName(value));
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static void printDevice(raw_ostream &os, DeviceAttr device) {
  os << "device(type='" << device.getKind().getValue() << '\'';
  if (device.getIndex() >= 0)
    os << ", index=" << device.getIndex();
  os << ')';
}

void NodeListPrinter::printStrings(ArrayRef<Attribute> strings) {
  os << '[';
  llvm::interleaveComma(strings, os, [&](Attribute string) {
    printString(os, cast<StringAttr>(string).getValue());
  });
  os << ']';
}

static void printInteger(raw_ostream &os, IntegerAttr attr) {
  if (attr.getType().isSignlessInteger(1))
    os << (attr.getValue().isZero() ? "False" : "True");
  else
    attr.getValue().print(os, !attr.getType().isUnsignedInteger());
}

bool NodeListPrinter::printConstant(raw_ostream &os, Attribute literal) {
  return llvm::TypeSwitch<Attribute, bool>(literal)
      .Case([&](tp::NoneAttr) { return os << "None", true; })
      .Case([&](IntegerAttr attr) { return printInteger(os, attr), true; })
      .Case([&](FloatAttr attr) {
        return printFloat(os, attr.getValue().convertToDouble()), true;
      })
      .Case([&](StringAttr attr) {
        return printString(os, attr.getValue()), true;
      })
      .Case([&](ComplexAttr attr) {
        os << "complex(";
        printFloat(os, attr.getReal().getValueAsDouble());
        os << ", ";
        printFloat(os, attr.getImag().getValueAsDouble());
        return os << ')', true;
      })
      .Case([&](DTypeAttr attr) {
        return os << "torch." << stringifyScalarType(attr.getValue()), true;
      })
      .Case([&](LayoutAttr attr) {
        return os << "torch." << stringifyLayout(attr.getValue()), true;
      })
      .Case([&](MemoryFormatAttr attr) {
        return os << "torch." << stringifyMemoryFormat(attr.getValue()), true;
      })
      .Case([&](DeviceAttr attr) { return printDevice(os, attr), true; })
      .Case([&](OperatorAttr attr) {
        os << "operator:";
        return printName(os, getArchiveTarget(attr.getTarget())), true;
      })
      .Case([&](NameRefAttr attr) {
        // An object of the archive; what is an input is an operand.
        if (attr.getArm() != ArgArm::custom_obj || !attr.getClassName()) {
          os << '%';
          return printName(os, attr.getName()), true;
        }
        os << "object(";
        printString(os, attr.getClassName());
        return os << ')', true;
      })
      .Default([](Attribute) { return false; });
}

void NodeListPrinter::printGraphReference(FlatSymbolRefAttr symbol,
                                          Operation *op,
                                          SmallVectorImpl<GraphOp> *uses) {
  auto graph = symbols.lookupNearestSymbolFrom<GraphOp>(op, symbol);
  if (!graph || !uses)
    return fail(op, "expected a graph as an argument of a call only, and a "
                    "'tp.graph' of its name, got '@" +
                        symbol.getValue() + "'");
  StringAttr original = graph.getOriginalNameAttr();
  os << "graph:";
  printName(os, original ? original.getValue() : graph.getSymName());
  uses->push_back(graph);
}

void NodeListPrinter::printContainer(Attribute literal, OperandCursor &operands,
                                     SmallVectorImpl<GraphOp> *uses) {
  if (auto dict = dyn_cast<DictAttr>(literal)) {
    os << '{';
    llvm::interleaveComma(
        llvm::zip_equal(dict.getKeys(), dict.getValues()), os, [&](auto entry) {
          auto [key, value] = entry;
          if (!isa<StringAttr>(key))
            fail(operands.op, "expected a string as the key of a dict, got " +
                                  describeLiteral(key));
          else
            printConstant(os, key);
          os << ": ";
          printArgument(value, operands, uses);
        });
    os << '}';
    return;
  }
  auto list = dyn_cast<ListAttr>(literal);
  ArrayRef<Attribute> elements =
      list ? list.getElements() : cast<TupleAttr>(literal).getElements();
  os << '[';
  llvm::interleaveComma(elements, os, [&](Attribute element) {
    printArgument(element, operands, uses);
  });
  os << ']';
}

void NodeListPrinter::printArgument(Attribute literal, OperandCursor &operands,
                                    SmallVectorImpl<GraphOp> *uses) {
  if (isOperandPlace(literal)) {
    if (Value value = operands.take())
      return printValue(value);
    return fail(operands.op, "expected an operand for each place of its "
                             "arguments, got too few");
  }
  if (auto arm = dyn_cast<ArmAttr>(literal))
    return printArgument(arm.getValue(), operands, uses);
  if (isa<ListAttr, TupleAttr, DictAttr>(literal))
    return printContainer(literal, operands, uses);
  if (auto symbol = dyn_cast<FlatSymbolRefAttr>(literal))
    return printGraphReference(symbol, operands.op, uses);
  if (!printConstant(os, literal))
    fail(operands.op, "expected an argument that a node list can spell, got " +
                          describeLiteral(literal));
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

void NodeListPrinter::printExpr(raw_ostream &text, SymExprAttr expr,
                                bool isHinted) {
  if (isHinted)
    hinted.insert(expr);
  printSympyExpr(text, expr, [&](StringRef name) -> StringRef {
    DimAttr dim = dims.lookup(StringAttr::get(context, name));
    if (dim && dim.getAssumptions())
      return dim.getAssumptions().getValue();
    return "positive=True, integer=True";
  });
}

void NodeListPrinter::printSize(raw_ostream &text, SymExprAttr size) {
  if (size.isInteger())
    text << size.getValue();
  else
    printExpr(text, size);
}

bool NodeListPrinter::printTensorType(raw_ostream &text, RankedTensorType type,
                                      bool requiresGrad) {
  std::optional<ScalarType> scalar = getScalarType(type.getElementType());
  auto shape = dyn_cast_or_null<ShapeAttr>(type.getEncoding());
  if (!scalar || (!shape && (type.getEncoding() || !type.hasStaticShape())))
    return false;
  SmallVector<SymExprAttr> sizes, strides;
  if (shape)
    llvm::append_range(sizes, shape.getSizes());
  else
    for (int64_t size : type.getShape())
      sizes.push_back(SymExprAttr::getInteger(context, size));
  if (shape && !shape.getStrides().empty())
    llvm::append_range(strides, shape.getStrides());
  else
    strides = getContiguousStrides(context, sizes);

  auto printSizes = [&](ArrayRef<SymExprAttr> exprs) {
    text << '[';
    llvm::interleave(
        exprs, text, [&](SymExprAttr expr) { printSize(text, expr); }, ", ");
    text << ']';
  };
  text << "Tensor(torch." << stringifyScalarType(*scalar) << ", ";
  printSizes(sizes);
  text << ", strides=";
  printSizes(strides);
  text << ", offset=";
  if (shape && shape.getStorageOffset())
    printSize(text, shape.getStorageOffset());
  else
    text << 0;
  text << ", ";
  if (DeviceAttr device = shape ? shape.getDevice() : DeviceAttr())
    printDevice(text, device);
  else
    text << "device(type='cpu')";
  text << ", torch."
       << stringifyLayout(shape ? shape.getLayout() : Layout::strided);
  if (requiresGrad || (shape && shape.getRequiresGrad()))
    text << ", requires_grad";
  text << ')';
  return true;
}

/// Prints a literal as a floating point number.
static bool printNumber(raw_ostream &text, SymExprAttr expr) {
  double value;
  if (expr.getKind() != SymExprKind::number ||
      expr.getName().getValue().getAsDouble(value))
    return false;
  printFloat(text, value);
  return true;
}

bool NodeListPrinter::printType(raw_ostream &text, Type type,
                                bool requiresGrad) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return printTensorType(text, tensor, requiresGrad);
  if (auto integer = dyn_cast<IntType>(type); integer && integer.getExpr()) {
    text << "SymInt(";
    printSize(text, integer.getExpr());
  } else if (auto real = dyn_cast<tp::FloatType>(type);
             real && real.getExpr()) {
    text << "SymFloat(";
    if (!printNumber(text, real.getExpr()))
      printExpr(text, real.getExpr());
  } else if (auto truth = dyn_cast<BoolType>(type); truth && truth.getExpr()) {
    SymExprAttr expr = truth.getExpr();
    bool isAtom = expr.getKind() == SymExprKind::atom;
    text << "SymBool(";
    if (isAtom && expr.getName().getValue() == "true")
      text << "True";
    else if (isAtom && expr.getName().getValue() == "false")
      text << "False";
    else
      printExpr(text, expr, /*isHinted=*/false);
  } else if (auto object = dyn_cast<ObjectType>(type)) {
    text << "Object(";
    printString(text, object.getClassName());
  } else if (isa<TokenType>(type)) {
    text << "Token";
    return true;
  } else {
    return false;
  }
  text << ')';
  return true;
}

StringRef NodeListPrinter::getType(Operation *op, Type type,
                                   bool requiresGrad) {
  auto [entry, isNew] = types[requiresGrad].try_emplace(type);
  if (!isNew)
    return entry->second;
  llvm::raw_string_ostream text(entry->second);
  if (!printType(text, type, requiresGrad) && succeeded(result))
    result = op->emitOpError("expected a type that a node list can spell, got ")
             << type;
  return entry->second;
}
