//===- SchemaWriter.cpp - Graphs, signatures and programs as JSON ---------===//
//
// The parts of the schema that a program consists of.
//
//===----------------------------------------------------------------------===//

#include "SchemaWriter.h"
#include "tp/Target/PT2/Writer.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir::tp::pt2;

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

void SchemaWriter::node(const Node &node) {
  Object object(*this);
  object.field("target").string(node.target);
  object.field("inputs");
  list(node.inputs, [&](const NamedArgument &input) { namedArgument(input); });
  object.field("outputs");
  arguments(node.outputs);
  object.field("metadata").stringDict(node.metadata);
  object.field("is_hop_single_tensor_return");
  if (node.isHopSingleTensorReturn)
    boolean(*node.isHopSingleTensorReturn);
  else
    null();
  object.field("name");
  if (node.name)
    string(*node.name);
  else
    null();
}

void SchemaWriter::graph(const Graph &graph) {
  Object object(*this);
  object.field("inputs");
  arguments(graph.inputs);
  object.field("outputs");
  arguments(graph.outputs);
  object.field("nodes");
  list(graph.nodes, [&](const Node &value) { node(value); });
  object.field("tensor_values");
  dict(graph.tensorValues, [&](const TensorMeta &meta) { tensorMeta(meta); });
  object.field("sym_int_values");
  dict(graph.symIntValues, [&](const SymInt &value) { symInt(value); });
  object.field("sym_bool_values");
  dict(graph.symBoolValues, [&](const SymBool &value) { symBool(value); });
  object.field("is_single_tensor_return").boolean(graph.isSingleTensorReturn);
  object.field("custom_obj_values");
  dict(graph.customObjValues, [&](const CustomObjArgument &value) {
    customObj(value.name, value.classFqn);
  });
  object.field("sym_float_values");
  dict(graph.symFloatValues, [&](const SymFloat &value) { symFloat(value); });
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

void SchemaWriter::constantValue(const ConstantValue &value) {
  arm(names::constantArms[unsigned(value.kind)], [&] {
    switch (value.kind) {
    case ConstantValue::Kind::None:
      return boolean(true);
    case ConstantValue::Kind::Int:
      return integer(value.asInt);
    case ConstantValue::Kind::Float:
      return real(value.asFloat);
    case ConstantValue::Kind::String:
      return string(value.asString);
    case ConstantValue::Kind::Bool:
      return boolean(value.asBool);
    }
    llvm_unreachable("all kinds are handled");
  });
}

void SchemaWriter::inputSpec(const InputSpec &spec) {
  using Kind = InputSpec::Kind;
  arm(names::inputArms[unsigned(spec.kind)], [&] {
    Object object(*this);
    if (spec.kind == Kind::ConstantInput) {
      object.field("name").string(spec.name);
      object.field("value");
      constantValue(spec.value);
      return;
    }
    object.field("arg");
    if (spec.kind == Kind::UserInput)
      argument(spec.arg);
    else if (spec.kind == Kind::CustomObj)
      customObj(spec.name, spec.classFqn);
    else
      named(spec.name);
    const StringRef target = names::inputTargets[unsigned(spec.kind)];
    if (!target.empty())
      object.field(target).string(spec.target);
    if (spec.kind == Kind::Buffer)
      object.field("persistent").boolean(spec.persistent);
  });
}

void SchemaWriter::outputSpec(const OutputSpec &spec) {
  arm(names::outputArms[unsigned(spec.kind)], [&] {
    Object object(*this);
    object.field("arg");
    if (spec.kind == OutputSpec::Kind::UserOutput)
      argument(spec.arg);
    else
      named(spec.name);
    const StringRef target = names::outputTargets[unsigned(spec.kind)];
    if (!target.empty())
      object.field(target).string(spec.target);
  });
}

void SchemaWriter::signature(const GraphSignature &signature) {
  Object object(*this);
  object.field("input_specs");
  list(signature.inputSpecs, [&](const InputSpec &spec) { inputSpec(spec); });
  object.field("output_specs");
  list(signature.outputSpecs,
       [&](const OutputSpec &spec) { outputSpec(spec); });
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

void SchemaWriter::moduleCallSignature(const ModuleCallSignature &signature) {
  Object object(*this);
  object.field("inputs");
  arguments(signature.inputs);
  object.field("outputs");
  arguments(signature.outputs);
  object.field("in_spec").string(signature.inSpec);
  object.field("out_spec").string(signature.outSpec);
  object.field("forward_arg_names");
  if (signature.forwardArgNames)
    strings(*signature.forwardArgNames);
  else
    null();
}

void SchemaWriter::moduleCall(const ModuleCallEntry &call) {
  Object object(*this);
  object.field("fqn").string(call.fqn);
  object.field("signature");
  if (call.signature)
    moduleCallSignature(*call.signature);
  else
    null();
}

void SchemaWriter::graphModule(const GraphModule &module) {
  Object object(*this);
  object.field("graph");
  graph(module.graph);
  object.field("signature");
  signature(module.signature);
  object.field("module_call_graph");
  list(module.moduleCallGraph,
       [&](const ModuleCallEntry &call) { moduleCall(call); });
  object.field("metadata").stringDict(module.metadata);
  object.field("treespec_namedtuple_fields");
  dict(module.treespecNamedtupleFields, [&](ArrayRef<StringRef> fields) {
    Object(*this).field("field_names").strings(fields);
  });
}

void SchemaWriter::rangeConstraint(const RangeConstraint &range) {
  Object object(*this);
  object.field("min_val");
  optionalInteger(range.minVal);
  object.field("max_val");
  optionalInteger(range.maxVal);
}

void SchemaWriter::program(const ExportedProgram &program) {
  Object object(*this);
  object.field("graph_module");
  graphModule(program.graphModule);
  object.field("opset_version");
  dict(program.opsetVersion, [&](int64_t version) { integer(version); });
  object.field("range_constraints");
  dict(program.rangeConstraints,
       [&](const RangeConstraint &range) { rangeConstraint(range); });
  object.field("schema_version");
  {
    const SchemaVersion version = writtenSchemaVersion(program.schemaVersion);
    Object inner(*this);
    inner.field("major").integer(version.major);
    inner.field("minor").integer(version.minor);
  }
  object.field("verifiers");
  if (program.verifiers.empty() && program.dialect)
    strings(*program.dialect);
  else
    strings(program.verifiers);
  object.field("torch_version").string(program.torchVersion);
  object.field("guards_code").strings(program.guardsCode);
}

void SchemaWriter::payloadMeta(const PayloadMeta &meta) {
  Object object(*this);
  object.field("path_name").string(meta.pathName);
  object.field("is_param").boolean(meta.isParam);
  object.field("use_pickle").boolean(meta.usePickle);
  object.field("tensor_meta");
  if (meta.tensorMeta)
    tensorMeta(*meta.tensorMeta);
  else
    null();
}

void SchemaWriter::payloadConfig(const PayloadConfig &config) {
  Object object(*this);
  object.field("config");
  dict(config.config, [&](const PayloadMeta &meta) { payloadMeta(meta); });
}
