//===- SchemaReader.cpp - Graphs, signatures and programs -----------------===//
//
// The parts of the schema that a program consists of.
//
//===----------------------------------------------------------------------===//

#include "SchemaReader.h"
#include "SchemaNames.h"
#include "tp/Target/Archive.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir::tp::pt2;

using Value = ondemand::value;

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

bool SchemaReader::node(Value value, Node &out) {
  static constexpr FieldSpec specs[] = {{"target"},
                                        {"inputs"},
                                        {"outputs"},
                                        {"metadata"},
                                        {"is_hop_single_tensor_return", false},
                                        {"name", false}};
  return fields(value, specs, [&](size_t index, Value v) {
    bool isNull = false;
    switch (index) {
    case 0:
      return string(v, out.target);
    case 1:
      return list(v, out.inputs, [&](Value item, NamedArgument &input) {
        return namedArgument(item, input);
      });
    case 2:
      return arguments(v, out.outputs);
    case 3:
      return stringDict(v, out.metadata);
    case 4:
      if (!null(v, isNull) || isNull)
        return !failed();
      out.isHopSingleTensorReturn.emplace();
      return boolean(v, *out.isHopSingleTensorReturn);
    default:
      if (!null(v, isNull) || isNull)
        return !failed();
      out.name.emplace();
      return string(v, *out.name);
    }
  });
}

bool SchemaReader::graph(Value value, Graph &out) {
  static constexpr FieldSpec specs[] = {{"inputs"},
                                        {"outputs"},
                                        {"nodes"},
                                        {"tensor_values"},
                                        {"sym_int_values"},
                                        {"sym_bool_values"},
                                        {"is_single_tensor_return", false},
                                        {"custom_obj_values", false},
                                        {"sym_float_values", false}};
  return fields(value, specs, [&](size_t index, Value v) {
    switch (index) {
    case 0:
      return arguments(v, out.inputs);
    case 1:
      return arguments(v, out.outputs);
    case 2:
      return list(v, out.nodes, [&](Value item, Node &node) {
        return this->node(item, node);
      });
    case 3:
      return dict(v, out.tensorValues, [&](Value item, TensorMeta &meta) {
        return tensorMeta(item, meta);
      });
    case 4:
      return dict(v, out.symIntValues,
                  [&](Value item, SymInt &sym) { return symInt(item, sym); });
    case 5:
      return dict(v, out.symBoolValues,
                  [&](Value item, SymBool &sym) { return symBool(item, sym); });
    case 6:
      return boolean(v, out.isSingleTensorReturn);
    case 7:
      return dict(v, out.customObjValues,
                  [&](Value item, CustomObjArgument &object) {
                    return customObj(item, object);
                  });
    default:
      return dict(v, out.symFloatValues, [&](Value item, SymFloat &sym) {
        return symFloat(item, sym);
      });
    }
  });
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

bool SchemaReader::constantValue(Value value, ConstantValue &out) {
  return arm(value, "constant", names::constantArms, [&](size_t kind, Value v) {
    out.kind = ConstantValue::Kind(kind);
    switch (out.kind) {
    case ConstantValue::Kind::None:
      return none(v);
    case ConstantValue::Kind::Int:
      return integer(v, out.asInt);
    case ConstantValue::Kind::Float:
      return real(v, out.asFloat);
    case ConstantValue::Kind::String:
      return string(v, out.asString);
    case ConstantValue::Kind::Bool:
      return boolean(v, out.asBool);
    }
    llvm_unreachable("all kinds are handled");
  });
}

/// {"arg": {"name": NAME}, TARGETFIELD: TARGET}, or only "arg" if there is no
/// target.
bool SchemaReader::namedTarget(Value value, StringRef targetField,
                               StringRef &name, StringRef &target) {
  auto read = [&](size_t index, Value v) {
    return index == 0 ? named(v, name) : string(v, target);
  };
  if (targetField.empty()) {
    static constexpr FieldSpec specs[] = {{"arg"}};
    return fields(value, specs, read);
  }
  const FieldSpec specs[] = {{"arg"}, {targetField}};
  return fields(value, specs, read);
}

bool SchemaReader::inputSpec(Value value, InputSpec &out) {
  return arm(value, "input", names::inputArms, [&](size_t kind, Value v) {
    out.kind = InputSpec::Kind(kind);
    switch (out.kind) {
    case InputSpec::Kind::UserInput: {
      static constexpr FieldSpec specs[] = {{"arg"}};
      return fields(v, specs,
                    [&](size_t, Value f) { return argument(f, out.arg); });
    }
    case InputSpec::Kind::Parameter:
      return namedTarget(v, names::inputTargets[kind], out.name, out.target);
    case InputSpec::Kind::Buffer: {
      static constexpr FieldSpec specs[] = {
          {"arg"}, {"buffer_name"}, {"persistent"}};
      return fields(v, specs, [&](size_t index, Value f) {
        if (index == 0)
          return named(f, out.name);
        return index == 1 ? string(f, out.target) : boolean(f, out.persistent);
      });
    }
    case InputSpec::Kind::TensorConstant:
      return namedTarget(v, names::inputTargets[kind], out.name, out.target);
    case InputSpec::Kind::CustomObj: {
      static constexpr FieldSpec specs[] = {{"arg"}, {"custom_obj_name"}};
      return fields(v, specs, [&](size_t index, Value f) {
        if (index == 1)
          return string(f, out.target);
        CustomObjArgument object;
        if (!customObj(f, object))
          return false;
        out.name = object.name;
        out.classFqn = object.classFqn;
        return true;
      });
    }
    case InputSpec::Kind::Token:
      return namedTarget(v, "", out.name, out.target);
    case InputSpec::Kind::ConstantInput: {
      static constexpr FieldSpec specs[] = {{"name"}, {"value"}};
      return fields(v, specs, [&](size_t index, Value f) {
        return index == 0 ? string(f, out.name) : constantValue(f, out.value);
      });
    }
    }
    llvm_unreachable("all kinds are handled");
  });
}

bool SchemaReader::outputSpec(Value value, OutputSpec &out) {
  return arm(value, "output", names::outputArms, [&](size_t kind, Value v) {
    out.kind = OutputSpec::Kind(kind);
    if (out.kind != OutputSpec::Kind::UserOutput)
      return namedTarget(v, names::outputTargets[kind], out.name, out.target);
    static constexpr FieldSpec specs[] = {{"arg"}};
    return fields(v, specs,
                  [&](size_t, Value f) { return argument(f, out.arg); });
  });
}

bool SchemaReader::signature(Value value, GraphSignature &out) {
  static constexpr FieldSpec specs[] = {{"input_specs"}, {"output_specs"}};
  return fields(value, specs, [&](size_t index, Value v) {
    if (index == 0)
      return list(v, out.inputSpecs, [&](Value item, InputSpec &spec) {
        return inputSpec(item, spec);
      });
    return list(v, out.outputSpecs, [&](Value item, OutputSpec &spec) {
      return outputSpec(item, spec);
    });
  });
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

bool SchemaReader::moduleCallSignature(Value value, ModuleCallSignature &out) {
  static constexpr FieldSpec specs[] = {{"inputs"},
                                        {"outputs"},
                                        {"in_spec"},
                                        {"out_spec"},
                                        {"forward_arg_names", false}};
  return fields(value, specs, [&](size_t index, Value v) {
    switch (index) {
    case 0:
      return arguments(v, out.inputs);
    case 1:
      return arguments(v, out.outputs);
    case 2:
      return string(v, out.inSpec);
    case 3:
      return string(v, out.outSpec);
    default:
      bool isNull = false;
      if (!null(v, isNull) || isNull)
        return !failed();
      out.forwardArgNames.emplace();
      return strings(v, *out.forwardArgNames);
    }
  });
}

bool SchemaReader::moduleCall(Value value, ModuleCallEntry &out) {
  static constexpr FieldSpec specs[] = {{"fqn"}, {"signature", false}};
  return fields(value, specs, [&](size_t index, Value v) {
    if (index == 0)
      return string(v, out.fqn);
    bool isNull = false;
    if (!null(v, isNull) || isNull)
      return !failed();
    ModuleCallSignature signature;
    if (!moduleCallSignature(v, signature))
      return false;
    out.signature = make(signature);
    return true;
  });
}

bool SchemaReader::graphModule(Value value, GraphModule &out) {
  static constexpr FieldSpec specs[] = {{"graph"},
                                        {"signature"},
                                        {"module_call_graph"},
                                        {"metadata", false},
                                        {"treespec_namedtuple_fields", false}};
  return fields(value, specs, [&](size_t index, Value v) {
    switch (index) {
    case 0:
      return graph(v, out.graph);
    case 1:
      return signature(v, out.signature);
    case 2:
      return list(v, out.moduleCallGraph,
                  [&](Value item, ModuleCallEntry &call) {
                    return moduleCall(item, call);
                  });
    case 3:
      return stringDict(v, out.metadata);
    default:
      return dict(v, out.treespecNamedtupleFields,
                  [&](Value item, ArrayRef<StringRef> &names) {
                    static constexpr FieldSpec specs[] = {{"field_names"}};
                    return fields(item, specs, [&](size_t, Value f) {
                      return strings(f, names);
                    });
                  });
    }
  });
}

/// A bound of a range: null or an infinite float is none.
bool SchemaReader::bound(Value value, StringRef infinity,
                         std::optional<int64_t> &out) {
  bool isNull = false;
  if (!null(value, isNull) || isNull)
    return !failed();
  if (StringRef(value.raw_json_token()).starts_with("\"")) {
    StringRef text;
    if (!string(value, text))
      return false;
    return text == infinity ||
           fail("expected an integer, null or '" + infinity + "', got '" +
                archive::printable(text) + "'");
  }
  out.emplace();
  return integer(value, *out);
}

bool SchemaReader::rangeConstraint(Value value, RangeConstraint &out) {
  static constexpr FieldSpec specs[] = {{"min_val"}, {"max_val"}};
  return fields(value, specs, [&](size_t index, Value v) {
    return index == 0 ? bound(v, "-Infinity", out.minVal)
                      : bound(v, "Infinity", out.maxVal);
  });
}

bool SchemaReader::schemaVersion(Value value, SchemaVersion &out) {
  static constexpr FieldSpec specs[] = {{"major"}, {"minor"}};
  return fields(value, specs, [&](size_t index, Value v) {
    return integer(v, index == 0 ? out.major : out.minor);
  });
}

bool SchemaReader::program(ondemand::object &object, ExportedProgram &out) {
  static constexpr FieldSpec specs[] = {
      {"graph_module"},       {"opset_version"},    {"range_constraints"},
      {"schema_version"},     {"verifiers", false}, {"torch_version", false},
      {"guards_code", false}, {"dialect", false}};
  return fields(object, specs, [&](size_t index, Value v) {
    switch (index) {
    case 0:
      return graphModule(v, out.graphModule);
    case 1:
      return dict(v, out.opsetVersion,
                  [&](Value item, int64_t &n) { return integer(item, n); });
    case 2:
      return dict(v, out.rangeConstraints,
                  [&](Value item, RangeConstraint &range) {
                    return rangeConstraint(item, range);
                  });
    case 3:
      return schemaVersion(v, out.schemaVersion);
    case 4:
      return strings(v, out.verifiers);
    case 5:
      return string(v, out.torchVersion);
    case 6:
      return strings(v, out.guardsCode);
    default:
      out.dialect.emplace();
      return string(v, *out.dialect);
    }
  });
}

bool SchemaReader::payloadMeta(Value value, PayloadMeta &out) {
  static constexpr FieldSpec specs[] = {
      {"path_name"}, {"is_param"}, {"use_pickle"}, {"tensor_meta", false}};
  return fields(value, specs, [&](size_t index, Value v) {
    switch (index) {
    case 0:
      return string(v, out.pathName);
    case 1:
      return boolean(v, out.isParam);
    case 2:
      return boolean(v, out.usePickle);
    default:
      bool isNull = false;
      if (!null(v, isNull) || isNull)
        return !failed();
      TensorMeta meta;
      if (!tensorMeta(v, meta))
        return false;
      out.tensorMeta = make(meta);
      return true;
    }
  });
}

bool SchemaReader::payloadConfig(ondemand::object &object, PayloadConfig &out) {
  static constexpr FieldSpec specs[] = {{"config"}};
  return fields(object, specs, [&](size_t, Value v) {
    return dict(v, out.config, [&](Value item, PayloadMeta &meta) {
      return payloadMeta(item, meta);
    });
  });
}
