//===- SchemaReader.h - One method for each struct of the schema -*- C++
//-*-===//
//
// The reader of the schema's structs: which fields each has, which of them are
// required, and how each is read. Symbols, tensors and arguments are defined in
// SchemaArguments.cpp, the rest in SchemaReader.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_TARGET_PT2_SCHEMAREADER_H
#define TP_LIB_TARGET_PT2_SCHEMAREADER_H

#include "JsonReader.h"

namespace mlir::tp::pt2 {

using Value = ondemand::value;

class SchemaReader : public JsonReader {
public:
  using JsonReader::JsonReader;

  bool program(ondemand::object &object, ExportedProgram &out);
  bool payloadConfig(ondemand::object &object, PayloadConfig &out);
  bool schemaVersion(Value value, SchemaVersion &out);

private:
  // Symbols and tensors.
  bool symExpr(Value value, const SymExpr *&out);
  bool symInt(Value value, SymInt &out);
  bool symFloat(Value value, SymFloat &out);
  bool symBool(Value value, SymBool &out);
  bool scalarType(Value value, ScalarType &out);
  bool layout(Value value, Layout &out);
  bool memoryFormat(Value value, MemoryFormat &out);
  bool device(Value value, Device &out);
  bool tensorMeta(Value value, TensorMeta &out);
  // Arguments.
  bool named(Value value, StringRef &out);
  bool tensorArgument(Value value, TensorArgument &out);
  bool tensorArguments(Value value, ArrayRef<TensorArgument> &out);
  bool symIntArgument(Value value, SymIntArgument &out);
  bool symFloatArgument(Value value, SymFloatArgument &out);
  bool symBoolArgument(Value value, SymBoolArgument &out);
  bool optionalTensor(Value value, OptionalTensorArgument &out);
  bool customObj(Value value, CustomObjArgument &out);
  bool argument(Value value, Argument &out);
  bool argumentArm(Argument::Kind kind, Value value, Argument &out);
  bool listArm(Argument::Kind kind, Value value, Argument &out);
  bool structArm(Argument::Kind kind, Value value, Argument &out);
  bool arguments(Value value, ArrayRef<Argument> &out);
  bool namedArgument(Value value, NamedArgument &out);
  // Graphs.
  bool node(Value value, Node &out);
  bool graph(Value value, Graph &out);
  // Signatures.
  bool constantValue(Value value, ConstantValue &out);
  bool inputSpec(Value value, InputSpec &out);
  bool outputSpec(Value value, OutputSpec &out);
  bool namedTarget(Value value, StringRef targetField, StringRef &name,
                   StringRef &target);
  bool signature(Value value, GraphSignature &out);
  // Programs.
  bool moduleCall(Value value, ModuleCallEntry &out);
  bool moduleCallSignature(Value value, ModuleCallSignature &out);
  bool graphModule(Value value, GraphModule &out);
  bool bound(Value value, StringRef infinity, std::optional<int64_t> &out);
  bool rangeConstraint(Value value, RangeConstraint &out);
  bool payloadMeta(Value value, PayloadMeta &out);

  bool ints(Value value, ArrayRef<int64_t> &out) {
    return list(value, out,
                [&](Value v, int64_t &number) { return integer(v, number); });
  }
  bool reals(Value value, ArrayRef<double> &out) {
    return list(value, out,
                [&](Value v, double &number) { return real(v, number); });
  }
};

} // namespace mlir::tp::pt2

#endif // TP_LIB_TARGET_PT2_SCHEMAREADER_H
