//===- SchemaWriter.h - The schema's structs as JSON ------------*- C++ -*-===//
//
// One method for each dataclass of torch's schema that writes it, with its
// fields in the order of the dataclass. The inverse of SchemaReader.
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_TARGET_PT2_SCHEMAWRITER_H
#define TP_LIB_TARGET_PT2_SCHEMAWRITER_H

#include "JsonWriter.h"

namespace mlir::tp::pt2 {

class SchemaWriter : public JsonWriter {
public:
  using JsonWriter::JsonWriter;

  void program(const ExportedProgram &program);
  void payloadConfig(const PayloadConfig &config);

private:
  // SchemaArgumentWriter.cpp
  void symExpr(const SymExpr &expr);
  void symInt(const SymInt &value);
  void symFloat(const SymFloat &value);
  void symBool(const SymBool &value);
  void device(const Device &device);
  void tensorMeta(const TensorMeta &meta);
  void named(StringRef name);
  void tensors(ArrayRef<TensorArgument> values);
  void symIntArgument(const SymIntArgument &value);
  void symFloatArgument(const SymFloatArgument &value);
  void symBoolArgument(const SymBoolArgument &value);
  void optionalTensor(const OptionalTensorArgument &value);
  void customObj(StringRef name, StringRef classFqn);
  void graphArgument(const GraphArgument &value);
  void complex(ComplexValue value);
  void ints(ArrayRef<int64_t> values);
  void reals(ArrayRef<double> values);
  void argument(const Argument &value);
  void scalarArm(const Argument &value);
  void listArm(const Argument &value);
  void arguments(ArrayRef<Argument> values);
  void namedArgument(const NamedArgument &value);

  // SchemaWriter.cpp
  void node(const Node &node);
  void graph(const Graph &graph);
  void constantValue(const ConstantValue &value);
  void namedTarget(StringRef targetField, StringRef name, StringRef target);
  void inputSpec(const InputSpec &spec);
  void outputSpec(const OutputSpec &spec);
  void signature(const GraphSignature &signature);
  void moduleCallSignature(const ModuleCallSignature &signature);
  void moduleCall(const ModuleCallEntry &call);
  void graphModule(const GraphModule &module);
  void rangeConstraint(const RangeConstraint &range);
  void payloadMeta(const PayloadMeta &meta);

  template <typename T> void optionalInteger(const std::optional<T> &value) {
    if (value)
      integer(*value);
    else
      null();
  }
};

} // namespace mlir::tp::pt2

#endif // TP_LIB_TARGET_PT2_SCHEMAWRITER_H
