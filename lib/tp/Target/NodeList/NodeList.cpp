//===- NodeList.cpp - Programs as node lists ------------------------------===//
//
// The signature and the records of a program, and the registration of the
// translation.
//
//===----------------------------------------------------------------------===//

#include "tp/Target/NodeList.h"
#include "NodeListPrinter.h"
#include "Spelling.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "tp/Program/Signature.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::nodelist;

NodeListPrinter::NodeListPrinter(ProgramOp program, raw_ostream &os)
    : program(program), context(program.getContext()), os(os) {
  indexSymbols();
}

void NodeListPrinter::indexSymbols() {
  if (ArrayAttr attrs = program.getDimsAttr())
    for (auto dim : attrs.getAsRange<DimAttr>())
      if (dim.getExpr().isSymbol())
        dims.try_emplace(dim.getExpr().getName(), dim);
  if (ArrayAttr attrs = program.getHintsAttr())
    for (auto hint : attrs.getAsRange<HintAttr>())
      hints.try_emplace(hint.getExpr(), hint.getValue());
}

//===----------------------------------------------------------------------===//
// Signature
//===----------------------------------------------------------------------===//

void NodeListPrinter::printSignatureInput(PlaceholderOp input) {
  InputKind kind = input.getKind();
  os << "  input " << getSignatureName(kind) << ' ';
  if (kind == InputKind::specialized || isa<tp::NoneType>(input.getType())) {
    if (StringAttr name = input.getNodeNameAttr()) {
      printName(os, name);
      os << " = ";
    }
    OperandCursor none(input);
    Attribute value = input.getDefaultValueAttr();
    printArgument(value ? value : tp::NoneAttr::get(context), none);
    os << '\n';
    return;
  }
  printValue(input.getResult());
  if (kind != InputKind::user && kind != InputKind::token) {
    os << " target=";
    printString(os, input.getTargetAttr().getValue());
  }
  if (kind == InputKind::buffer) {
    auto state =
        symbols.lookupSymbolIn<StateOp>(program, input.getTargetAttr());
    bool isPersistent = !state || state.getPersistent().value_or(true);
    os << " persistent=" << (isPersistent ? "True" : "False");
  }
  if (auto object = dyn_cast<ObjectType>(input.getType())) {
    os << " class=";
    printString(os, object.getClassName());
  }
  os << '\n';
}

void NodeListPrinter::printSignatureOutputs(OutputOp output) {
  OperandCursor operands(output);
  auto printLine = [&](Attribute element) {
    auto special = dyn_cast<OutputKindAttr>(element);
    OutputKind kind = special ? special.getKind() : OutputKind::user;
    os << "  output " << getSignatureName(kind) << ' ';
    printArgument(element, operands);
    if (special && special.getTarget()) {
      os << " target=";
      printString(os, special.getTarget());
    }
    os << '\n';
  };
  if (ArrayAttr mutations = output.getMutationsAttr())
    llvm::for_each(mutations, printLine);
  Attribute value = output.getValueAttr();
  auto tuple = dyn_cast_or_null<TupleAttr>(value);
  if (tuple)
    llvm::for_each(tuple.getElements(), printLine);
  else if (value)
    printLine(value);
  else
    while (!operands.rest.empty())
      printLine(OperandAttr::get(context));
}

void NodeListPrinter::printSignature() {
  os << "signature\n";
  for (auto input : program.getBody().front().getOps<PlaceholderOp>())
    printSignatureInput(input);
  printSignatureOutputs(program.getOutput());
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

void NodeListPrinter::printRanges() {
  ArrayAttr attrs = program.getDimsAttr();
  if (!attrs)
    return;
  auto printBound = [&](IntegerAttr bound) {
    if (bound)
      os << bound.getInt();
    else
      os << "None";
  };
  for (auto dim : attrs.getAsRange<DimAttr>()) {
    if (!dim.getHasRange())
      continue;
    std::string key;
    llvm::raw_string_ostream keyStream(key);
    printPlainExpr(keyStream, dim.getExpr());
    os << "range ";
    printString(os, key);
    os << " in [";
    printBound(dim.getMin());
    os << ", ";
    printBound(dim.getMax());
    os << "]\n";
  }
}

void NodeListPrinter::printModuleCall(ModuleCallAttr call) {
  os << "module_call ";
  printString(os, call.getFqn());
  os << '\n';
  if (!call.getHasSignature())
    return;
  OperandCursor none(program);
  auto printAll = [&](StringRef field, ArrayRef<Attribute> arguments) {
    os << "  " << field << " [";
    llvm::interleaveComma(arguments, os, [&](Attribute argument) {
      // An object, too, is named here.
      if (auto ref = dyn_cast<NameRefAttr>(argument)) {
        os << '%';
        printName(os, ref.getName());
      } else {
        printArgument(argument, none);
      }
    });
    os << "]\n";
  };
  auto printSpec = [&](StringRef field, TreeSpecAttr spec) {
    os << "  " << field << ' ';
    printString(os, spec ? spec.getJson().getValue() : StringRef());
    os << '\n';
  };
  printAll("inputs", call.getInputs());
  printAll("outputs", call.getOutputs());
  printSpec("in_spec", call.getInSpec());
  printSpec("out_spec", call.getOutSpec());
  ArrayAttr names = call.getForwardArgNames();
  if (names && !names.empty()) {
    os << "  forward_arg_names ";
    printStrings(names.getValue());
    os << '\n';
  }
}

void NodeListPrinter::printModuleCalls() {
  if (ArrayAttr calls = program.getModuleCallsAttr())
    for (auto call : calls.getAsRange<ModuleCallAttr>())
      printModuleCall(call);
  DictionaryAttr tuples = program.getNamedtupleFieldsAttr();
  if (!tuples)
    return;
  for (NamedAttribute tuple : tuples) {
    auto fields = dyn_cast<ArrayAttr>(tuple.getValue());
    if (!fields || !llvm::all_of(fields, llvm::IsaPred<StringAttr>))
      return fail(program, "expected the field names of the named tuple '" +
                               tuple.getName().getValue() + "'");
    os << "namedtuple ";
    printString(os, tuple.getName());
    os << ' ';
    printStrings(fields.getValue());
    os << '\n';
  }
}

std::string NodeListPrinter::getHint(SymExprAttr expr) {
  auto hintOf = [&](StringAttr name) {
    DimAttr dim = dims.lookup(name);
    return dim ? dim.getHint() : Attribute();
  };
  Attribute known = hints.lookup(expr);
  if (!known && expr.isSymbol())
    known = hintOf(expr.getName());
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (isa_and_nonnull<IntegerAttr, FloatAttr>(known)) {
    printConstant(stream, known);
    return text;
  }
  if (known || expr.isSymbol())
    return "None";
  auto value = evaluate(expr, [&](StringRef name) -> std::optional<int64_t> {
    auto hint =
        dyn_cast_or_null<IntegerAttr>(hintOf(StringAttr::get(context, name)));
    return hint ? std::optional(hint.getInt()) : std::nullopt;
  });
  return value ? std::to_string(*value) : "None";
}

void NodeListPrinter::printHints() {
  SmallVector<std::pair<std::string, std::string>> lines;
  for (SymExprAttr expr : hinted.getArrayRef()) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    printExpr(stream, expr, /*isHinted=*/false);
    lines.emplace_back(std::move(text), getHint(expr));
  }
  llvm::sort(lines);
  for (const auto &[text, hint] : lines)
    os << "hint " << text << " = " << hint << '\n';
}

void NodeListPrinter::printRecords() {
  printRanges();
  for (auto guard : program.getBody().front().getOps<GuardOp>()) {
    os << "guard ";
    printString(os, guard.getCode());
    os << '\n';
  }
  printModuleCalls();
  printHints();
  if (MetaAttr metadata = program.getGraphMetadataAttr())
    for (auto [key, value] :
         llvm::zip_equal(metadata.getKeys(), metadata.getValues())) {
      os << "program_meta " << key.getValue() << ' ';
      printString(os, value);
      os << '\n';
    }
  os << "verifiers ";
  ArrayAttr verifiers = program.getVerifiersAttr();
  printStrings(verifiers ? verifiers.getValue() : ArrayRef<Attribute>());
  os << "\ntorch_version ";
  printString(os, program.getTorchVersion().value_or(""));
  os << "\nnodes " << numNodes << '\n';
}

LogicalResult NodeListPrinter::print() {
  printGraph(program, "");
  printSignature();
  printRecords();
  return result;
}

//===----------------------------------------------------------------------===//
// Translation
//===----------------------------------------------------------------------===//

LogicalResult mlir::tp::exportNodeList(ModuleOp module, raw_ostream &os) {
  SmallVector<ProgramOp> programs(module.getOps<ProgramOp>());
  if (programs.empty())
    return module.emitError("expected a 'tp.program', got none");
  for (ProgramOp program : programs) {
    if (programs.size() > 1) {
      os << "program ";
      printName(os, program.getSymName());
      os << '\n';
    }
    if (failed(NodeListPrinter(program, os).print()))
      return failure();
  }
  return success();
}

void mlir::tp::registerNodeListTranslation() {
  static TranslateFromMLIRRegistration registration(
      "export-node-list", "print programs as node lists",
      [](ModuleOp module, raw_ostream &os) {
        return exportNodeList(module, os);
      },
      [](DialectRegistry &registry) { registry.insert<TPDialect>(); });
}
