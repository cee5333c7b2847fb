//===- NodeSyntax.cpp - Text that nodes share -----------------------------===//
//
// Names, metadata and nested results of nodes.
//
//===----------------------------------------------------------------------===//

#include "NodeSyntax.h"
#include "mlir/IR/Builders.h"
#include "tp/IR/ArgSyntax.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::tp;

bool mlir::tp::isSSAName(OpAsmPrinter &printer, Value value, StringRef name) {
  SmallString<32> text;
  llvm::raw_svector_ostream os(text);
  printer.printOperand(value, os);
  StringRef printed = text;
  return printed.consume_front("%") && printed == name;
}

StringRef mlir::tp::getNameFromSSA(OpAsmParser &parser, unsigned i) {
  auto [name, number] = parser.getResultName(i);
  if (name.empty() || number != 0 || llvm::isDigit(name.front()))
    return {};
  if (i + 1 < parser.getNumResults() && parser.getResultName(i + 1).second == 1)
    return {};
  return name;
}

void mlir::tp::printNodeName(OpAsmPrinter &printer, StringAttr name,
                             Value value) {
  if (!name || (value && isSSAName(printer, value, name.getValue())))
    return;
  printer << " as ";
  printString(printer.getStream(), name.getValue());
}

void mlir::tp::printMeta(OpAsmPrinter &printer, MetaAttr meta) {
  if (meta)
    printer << " meta(" << meta << ')';
}

ParseResult mlir::tp::parseOptionalMeta(OpAsmParser &parser,
                                        NamedAttrList &attributes) {
  if (failed(parser.parseOptionalKeyword("meta")))
    return success();
  // The attribute must not take the type of the operation for its own: in
  // parentheses nothing follows it.
  MetaAttr meta;
  return failure(parser.parseLParen() ||
                 parser.parseAttribute(meta, "metadata", attributes) ||
                 parser.parseRParen());
}

//===----------------------------------------------------------------------===//
// Nested results
//===----------------------------------------------------------------------===//

static ParseResult parseResultTree(OpAsmParser &parser,
                                   SmallVectorImpl<Type> &types,
                                   Attribute &tree, unsigned depth) {
  MLIRContext *context = parser.getContext();
  if (depth > 64)
    return parser.emitError(parser.getCurrentLocation())
           << "results are nested more than 64 deep";
  if (succeeded(parser.parseOptionalKeyword("None"))) {
    tree = NoneAttr::get(context);
    return success();
  }
  SmallVector<Attribute> elements;
  if (succeeded(parser.parseOptionalLParen())) {
    while (failed(parser.parseOptionalRParen())) {
      if (parseResultTree(parser, types, elements.emplace_back(), depth + 1))
        return failure();
      if (succeeded(parser.parseOptionalComma()))
        continue;
      if (parser.parseRParen())
        return failure();
      break;
    }
    tree = TupleAttr::get(context, elements);
    return success();
  }
  if (succeeded(parser.parseOptionalLSquare())) {
    while (failed(parser.parseOptionalRSquare())) {
      if (parseResultTree(parser, types, elements.emplace_back(), depth + 1))
        return failure();
      if (succeeded(parser.parseOptionalComma()))
        continue;
      if (parser.parseRSquare())
        return failure();
      break;
    }
    tree = ListAttr::get(context, elements);
    return success();
  }
  tree = OperandAttr::get(context);
  return parser.parseType(types.emplace_back());
}

ParseResult mlir::tp::parseResultTypes(OpAsmParser &parser,
                                       SmallVectorImpl<Type> &types,
                                       Attribute &tree) {
  if (parseResultTree(parser, types, tree, 0))
    return failure();
  // One value by itself, and a plain tuple of any other number, go without.
  auto tuple = dyn_cast<TupleAttr>(tree);
  if (isa<OperandAttr>(tree) ||
      (tuple && tuple.getElements().size() != 1 &&
       llvm::all_of(tuple.getElements(), llvm::IsaPred<OperandAttr>)))
    tree = nullptr;
  return success();
}

static void printResultTree(OpAsmPrinter &printer, Attribute tree,
                            TypeRange::iterator &next) {
  if (isa<OperandAttr>(tree)) {
    printer << *next++;
    return;
  }
  if (isa<NoneAttr>(tree)) {
    printer << "None";
    return;
  }
  auto list = dyn_cast<ListAttr>(tree);
  ArrayRef<Attribute> elements =
      list ? list.getElements() : cast<TupleAttr>(tree).getElements();
  printer << (list ? '[' : '(');
  llvm::interleave(
      elements, printer.getStream(),
      [&](Attribute element) { printResultTree(printer, element, next); },
      ", ");
  if (!list && elements.size() == 1)
    printer << ',';
  printer << (list ? ']' : ')');
}

void mlir::tp::printResultTypes(OpAsmPrinter &printer, TypeRange types,
                                Attribute tree) {
  if (tree) {
    auto next = types.begin();
    printResultTree(printer, tree, next);
    return;
  }
  if (types.size() == 1) {
    printer << types.front();
    return;
  }
  printer << '(';
  llvm::interleaveComma(types, printer);
  printer << ')';
}
