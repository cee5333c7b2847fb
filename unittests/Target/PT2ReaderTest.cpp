//===- PT2ReaderTest.cpp - The JSON of exported programs ------------------===//

#include "SampleProgram.h"
#include "tp/Target/PT2/Reader.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace tptest;
using namespace mlir::tp::pt2;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

llvm::Expected<Document<ExportedProgram>> read(StringRef text) {
  return readExportedProgram(ArrayRef<char>(text.data(), text.size()));
}

std::string errorOf(StringRef text) {
  auto document = read(text);
  return document ? "<no error>" : llvm::toString(document.takeError());
}

/// The error of the sample program with one place of it replaced.
std::string errorWith(StringRef from, StringRef to) {
  return errorOf(replaced(sampleProgram(), from, to));
}

constexpr char node[] = "$.graph_module.graph.nodes[0]";
std::string input(int index) {
  return std::string(node) + ".inputs[" + std::to_string(index) + "].arg";
}

TEST(PT2Reader, EveryArgument) {
  auto document = read(sampleProgram());
  ASSERT_TRUE(bool(document)) << llvm::toString(document.takeError());
  const Node &everything = (*document)->graphModule.graph.nodes[0];
  EXPECT_EQ(everything.target, "torch.ops.aten.everything.default");
  EXPECT_EQ(everything.name, StringRef("everything"));
  EXPECT_EQ(everything.isHopSingleTensorReturn, false);
  ASSERT_EQ(everything.metadata.size(), 2u);
  EXPECT_EQ(*lookup(everything.metadata, "stack_trace"),
            "File \"a.py\", line 1\n");
  EXPECT_EQ(lookup(everything.metadata, "other"), nullptr);

  // Each argument is named after its arm, perhaps with a number behind.
  unsigned seen = 0;
  for (const NamedArgument &input : everything.inputs) {
    StringRef arm = input.arg.armName();
    EXPECT_TRUE(arm.consume_front("as_"));
    EXPECT_TRUE(input.name == arm || input.name == (arm + "2").str());
    seen |= 1u << unsigned(input.arg.kind());
  }
  EXPECT_EQ(seen, (uint64_t(1) << Argument::numKinds) - 1);

  auto get = [&](StringRef name) -> const Argument & {
    for (const NamedArgument &input : everything.inputs)
      if (input.name == name)
        return input.arg;
    ADD_FAILURE() << name.str();
    return everything.inputs[0].arg;
  };
  EXPECT_EQ(get("tensor").asTensor(), "x");
  ASSERT_EQ(get("tensors").asTensors().size(), 2u);
  EXPECT_EQ(get("tensors").asTensors()[1].name, "y");
  EXPECT_EQ(get("int").asInt(), INT64_MIN);
  EXPECT_EQ(get("ints").asInts(), ArrayRef<int64_t>({1, INT64_MAX}));
  EXPECT_EQ(get("float").asFloat(), 0.5);
  ArrayRef<double> floats = get("floats").asFloats();
  ASSERT_EQ(floats.size(), 5u);
  EXPECT_EQ(floats[0], 1.0);
  EXPECT_EQ(floats[1], INFINITY);
  EXPECT_EQ(floats[2], -INFINITY);
  EXPECT_TRUE(std::isnan(floats[3]));
  EXPECT_TRUE(std::signbit(floats[4]));
  EXPECT_EQ(get("string").asString(), "a\"\xc3\xa9\xf0\x9f\x98\x80\n");
  EXPECT_EQ(get("strings").asStrings(), ArrayRef<StringRef>({"", "b"}));
  EXPECT_TRUE(get("sym_int").asSymInt().isName);
  EXPECT_EQ(get("sym_int").asSymInt().name, "s");
  EXPECT_FALSE(get("sym_int2").asSymInt().isName);
  EXPECT_EQ(get("sym_int2").asSymInt().value, 7);
  EXPECT_EQ(get("sym_ints").asSymInts()[1].value, 3);
  EXPECT_EQ(get("scalar_type").asScalarType(), ScalarType::UInt64);
  EXPECT_EQ(get("memory_format").asMemoryFormat(), MemoryFormat::ChannelsLast);
  EXPECT_EQ(get("layout").asLayout(), Layout::Strided);
  EXPECT_EQ(get("device").asDevice().type, "cuda");
  EXPECT_EQ(get("device").asDevice().index, 1);
  EXPECT_EQ(get("device2").asDevice().index, std::nullopt);
  EXPECT_TRUE(get("bool").asBool());
  EXPECT_EQ(get("bools").asBools(), ArrayRef<bool>({true, false}));
  EXPECT_EQ(get("sym_bool").asSymBool().name, "p");
  EXPECT_TRUE(get("sym_bools").asSymBools()[0].value);
  EXPECT_EQ(get("graph").asGraph().name, "sub");
  EXPECT_TRUE(get("graph").asGraph().graph->isSingleTensorReturn);
  EXPECT_TRUE(
      get("graph").asGraph().graph->outputs[0].is(Argument::Kind::None));
  EXPECT_TRUE(get("optional_tensors").asOptionalTensors()[0].isNone);
  EXPECT_EQ(get("optional_tensors").asOptionalTensors()[1].name, "x");
  EXPECT_EQ(get("custom_obj").asCustomObj().classFqn, "a.B");
  EXPECT_EQ(get("operator").asOperator(), "_operator.add");
  EXPECT_EQ(get("sym_float").asSymFloat().value, 2.5);
  EXPECT_EQ(get("sym_floats").asSymFloats()[1].value, 1.0);
  EXPECT_FALSE(get("optional_tensor").asOptionalTensor().isNone);
  EXPECT_EQ(get("optional_tensor").asOptionalTensor().name, "y");
  EXPECT_EQ(get("complex").asComplex().imag, -2.0);
  EXPECT_EQ(get("nested_tensors").asNestedTensors()[1][0].name, "x");
  EXPECT_EQ(get("int_lists").asIntLists()[0], ArrayRef<int64_t>({1, 2}));
  Dict<Argument> dict = get("string_to_argument").asStringToArgument();
  ASSERT_EQ(dict.size(), 2u);
  EXPECT_EQ(dict[0].key, "k");
  EXPECT_EQ(dict[0].value.asInt(), 1);
  EXPECT_TRUE(dict[1].value.asStringToArgument().empty());
  EXPECT_EQ(get("float_lists").asFloatLists()[0][0], 1.5);

  EXPECT_EQ(everything.inputs[0].kind, ArgumentKind::Positional);
  EXPECT_EQ(everything.inputs[1].kind, ArgumentKind::Keyword);
  EXPECT_EQ(everything.inputs[2].kind, ArgumentKind::Absent);
  EXPECT_EQ(everything.inputs[4].kind, ArgumentKind::Absent);
}

TEST(PT2Reader, ValuesOfAGraph) {
  auto document = read(sampleProgram());
  ASSERT_TRUE(bool(document)) << llvm::toString(document.takeError());
  const Graph &graph = (*document)->graphModule.graph;
  EXPECT_FALSE(graph.isSingleTensorReturn);
  ASSERT_EQ(graph.tensorValues.size(), 1u);
  EXPECT_EQ(graph.tensorValues[0].key, "x");
  const TensorMeta &meta = graph.tensorValues[0].value;
  EXPECT_EQ(meta.dtype, ScalarType::Float);
  EXPECT_EQ(meta.layout, Layout::Strided);
  EXPECT_TRUE(meta.requiresGrad);
  EXPECT_EQ(meta.device.type, "cpu");
  ASSERT_TRUE(meta.sizes[0].isExpr());
  EXPECT_EQ(meta.sizes[0].expr->exprStr, "2*s0");
  EXPECT_EQ(meta.sizes[0].expr->hint.kind, SymExprHint::Kind::Int);
  EXPECT_EQ(meta.sizes[0].expr->hint.asInt, 8);
  EXPECT_FALSE(meta.sizes[1].isExpr());
  EXPECT_EQ(meta.sizes[1].value, 3);
  EXPECT_EQ(meta.strides.size(), 2u);
  EXPECT_EQ(graph.symIntValues[0].value.expr->hint.kind,
            SymExprHint::Kind::None);
  EXPECT_TRUE(graph.symBoolValues[0].value.expr->hint.asBool);
  EXPECT_TRUE(graph.symBoolValues[1].value.value);
  EXPECT_EQ(graph.symFloatValues[0].value.expr->hint.asFloat, 2.0);
  EXPECT_TRUE(std::isnan(graph.symFloatValues[1].value.value));
  EXPECT_EQ(graph.customObjValues[0].value.classFqn, "a.B");
}

TEST(PT2Reader, Signature) {
  auto document = read(sampleProgram());
  ASSERT_TRUE(bool(document)) << llvm::toString(document.takeError());
  const GraphSignature &signature = (*document)->graphModule.signature;
  ASSERT_EQ(signature.inputSpecs.size(), 11u);
  using In = InputSpec::Kind;
  const In kinds[] = {In::UserInput,      In::Parameter, In::Buffer,
                      In::TensorConstant, In::CustomObj, In::Token};
  const StringRef names[] = {"", "p_w", "b_b", "c_c", "o", "t"};
  const StringRef targets[] = {"", "w", "b", "c", "obj", ""};
  for (auto [i, kind] : llvm::enumerate(kinds)) {
    EXPECT_EQ(signature.inputSpecs[i].kind, kind);
    EXPECT_EQ(signature.inputSpecs[i].name, names[i]);
    EXPECT_EQ(signature.inputSpecs[i].target, targets[i]);
  }
  EXPECT_EQ(signature.inputSpecs[0].arg.asTensor(), "x");
  EXPECT_FALSE(signature.inputSpecs[2].persistent);
  EXPECT_EQ(signature.inputSpecs[4].classFqn, "a.B");
  using Constant = ConstantValue::Kind;
  auto constant = [&](int i) { return signature.inputSpecs[5 + i].value; };
  EXPECT_EQ(signature.inputSpecs[6].kind, In::ConstantInput);
  EXPECT_EQ(signature.inputSpecs[6].name, "k1");
  EXPECT_EQ(constant(1).kind, Constant::None);
  EXPECT_EQ(constant(2).asInt, 5);
  EXPECT_EQ(constant(3).asFloat, INFINITY);
  EXPECT_EQ(constant(4).asString, "v");
  EXPECT_TRUE(constant(5).asBool);

  ASSERT_EQ(signature.outputSpecs.size(), 8u);
  const StringRef outNames[] = {"", "l", "m1", "m2", "m3", "m4", "t2", "m5"};
  const StringRef outTargets[] = {"", "", "b", "w", "x", "x", "", "w"};
  for (int i = 0; i != 8; ++i) {
    EXPECT_EQ(unsigned(signature.outputSpecs[i].kind), unsigned(i));
    EXPECT_EQ(signature.outputSpecs[i].name, outNames[i]);
    EXPECT_EQ(signature.outputSpecs[i].target, outTargets[i]);
  }
  EXPECT_EQ(signature.outputSpecs[0].arg.asTensor(), "z");
}

TEST(PT2Reader, Program) {
  auto document = read(sampleProgram());
  ASSERT_TRUE(bool(document)) << llvm::toString(document.takeError());
  const ExportedProgram &program = **document;
  const GraphModule &module = program.graphModule;
  ASSERT_EQ(module.moduleCallGraph.size(), 2u);
  ASSERT_TRUE(module.moduleCallGraph[0].signature);
  EXPECT_EQ(module.moduleCallGraph[0].signature->inSpec, "[1, {}]");
  EXPECT_EQ(module.moduleCallGraph[0].signature->forwardArgNames->front(), "x");
  EXPECT_EQ(module.moduleCallGraph[1].fqn, "l");
  EXPECT_FALSE(module.moduleCallGraph[1].signature);
  EXPECT_EQ(*lookup(module.metadata, "a"), "b");
  EXPECT_EQ(lookup(module.treespecNamedtupleFields, "m.Point")->back(), "y");
  EXPECT_EQ(*lookup(program.opsetVersion, "aten"), 10);
  ASSERT_EQ(program.rangeConstraints.size(), 3u);
  EXPECT_EQ(program.rangeConstraints[0].value.minVal, 2);
  EXPECT_EQ(program.rangeConstraints[0].value.maxVal, 64);
  EXPECT_EQ(program.rangeConstraints[1].value.minVal, std::nullopt);
  EXPECT_EQ(program.rangeConstraints[2].value.maxVal, std::nullopt);
  EXPECT_EQ(program.schemaVersion.minor, 20);
  EXPECT_EQ(program.verifiers, ArrayRef<StringRef>({"TRAINING"}));
  EXPECT_EQ(program.torchVersion, "2.13.0");
  EXPECT_EQ(program.guardsCode, ArrayRef<StringRef>({"L['x'] > 1"}));
  EXPECT_EQ(program.dialect, std::nullopt);
  EXPECT_TRUE(document->unknownFields().empty());
}

TEST(PT2Reader, DefaultsOfAbsentFields) {
  auto document = read(smallProgram());
  ASSERT_TRUE(bool(document)) << llvm::toString(document.takeError());
  EXPECT_EQ((*document)->torchVersion, "<=2.4");
  EXPECT_TRUE((*document)->verifiers.empty());
  EXPECT_FALSE((*document)->graphModule.graph.isSingleTensorReturn);
}

TEST(PT2Reader, TheTextMayGoAndTheStorageStay) {
  std::shared_ptr<const DocumentStorage> storage;
  const ExportedProgram *program = nullptr;
  {
    std::string text = sampleProgram();
    auto document = read(text);
    ASSERT_TRUE(bool(document)) << llvm::toString(document.takeError());
    storage = document->getStorage();
    program = &**document;
    std::fill(text.begin(), text.end(), '#');
  }
  EXPECT_EQ(program->graphModule.graph.nodes[0].inputs[1].arg.asTensor(), "x");
}

TEST(PT2Reader, FieldsInAnyOrderAndWithEscapedKeys) {
  auto document = read(
      R"({"schema_version": {"minor": 1, "major": 8}, "range_constraints": {},
"opset_version": {}, "graph_m\u006fdule": {"module_call_graph": [],
"signature": {"output_specs": [], "input_specs": []}, "graph": {"nodes": [],
"sym_bool_values": {}, "sym_int_values": {}, "tensor_values": {},
"outputs": [{"\u0061s_int": 3}], "inputs": []}}})");
  ASSERT_TRUE(bool(document)) << llvm::toString(document.takeError());
  EXPECT_EQ((*document)->graphModule.graph.outputs[0].asInt(), 3);
}

TEST(PT2Reader, KeepsUnknownFields) {
  std::string text = replaced(sampleProgram(), "\"name\": \"everything\"}",
                              "\"name\": \"everything\", \"new\": [1, {\"a\": "
                              "\"\\u00e9\"}] , \"b\\\"\": 1.50}");
  text = replaced(text, "\"opset_version\":",
                  "\"later\": null, "
                  "\"opset_version\":");
  auto document = read(text);
  ASSERT_TRUE(bool(document)) << llvm::toString(document.takeError());
  ArrayRef<UnknownField> fields = document->unknownFields();
  ASSERT_EQ(fields.size(), 3u);
  EXPECT_EQ(fields[0].objectPath, node);
  EXPECT_EQ(fields[0].key, "new");
  EXPECT_EQ(fields[0].rawJson, "[1, {\"a\": \"\\u00e9\"}]");
  EXPECT_EQ(fields[1].key, "b\"");
  EXPECT_EQ(fields[1].rawJson, "1.50");
  EXPECT_EQ(fields[2].objectPath, "$");
  EXPECT_EQ(fields[2].key, "later");
  EXPECT_EQ(fields[2].rawJson, "null");
}

TEST(PT2Reader, EarlierMajors) {
  std::string text = replaced(smallProgram(), "{\"major\": 8, \"minor\": 20}",
                              "{\"major\": 5, \"minor\": 3}, "
                              "\"dialect\": \"ATEN\"");
  text = replaced(text, "\"outputs\": []", "\"outputs\": [{\"as_none\": []}]");
  auto document = read(text);
  ASSERT_TRUE(bool(document)) << llvm::toString(document.takeError());
  EXPECT_EQ((*document)->schemaVersion.major, 5);
  EXPECT_EQ((*document)->dialect, StringRef("ATEN"));
  EXPECT_TRUE(
      (*document)->graphModule.graph.outputs[0].is(Argument::Kind::None));
}

TEST(PT2Reader, Payloads) {
  std::string text = samplePayloads();
  auto document = readPayloadConfig(ArrayRef<char>(text.data(), text.size()));
  ASSERT_TRUE(bool(document)) << llvm::toString(document.takeError());
  Dict<PayloadMeta> config = (*document)->config;
  ASSERT_EQ(config.size(), 2u);
  EXPECT_EQ(config[0].key, "w");
  EXPECT_EQ(config[0].value.pathName, "weight_0");
  EXPECT_TRUE(config[0].value.isParam);
  EXPECT_FALSE(config[0].value.usePickle);
  ASSERT_TRUE(config[0].value.tensorMeta);
  EXPECT_EQ(config[0].value.tensorMeta->dtype, ScalarType::BFloat16);
  EXPECT_TRUE(config[1].value.usePickle);
  EXPECT_FALSE(config[1].value.tensorMeta);
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

TEST(PT2ReaderErrors, Versions) {
  auto withVersion = [](StringRef version) {
    return errorOf(
        replaced(smallProgram(), "{\"major\": 8, \"minor\": 20}", version));
  };
  const std::string newer = "schema version 9.0 is newer than 8.x, which this "
                            "reader understands, at $.schema_version";
  EXPECT_EQ(withVersion("{\"major\": 9, \"minor\": 0}"), newer);
  EXPECT_EQ(withVersion("{\"major\": 4, \"minor\": 2}"),
            "schema version 4.2 is older than 5.0, the first that this reader "
            "understands, at $.schema_version");
  EXPECT_EQ(withVersion("{\"minor\": 2}"),
            "expected the field 'major' at $.schema_version");
  // A newer version explains what else is not understood.
  std::string text = replaced(sampleProgram(), "\"major\": 8", "\"major\": 9");
  text = replaced(text, "\"minor\": 20", "\"minor\": 0");
  EXPECT_EQ(errorOf(replaced(text, "as_complex", "as_quaternion")), newer);
}

TEST(PT2ReaderErrors, Unions) {
  EXPECT_EQ(errorWith("\"as_complex\"", "\"as_foo\""),
            "unknown argument kind 'as_foo' at " + input(28));
  EXPECT_EQ(errorWith("{\"as_int\": -9223372036854775808}", "{}"),
            "expected one argument kind, got an empty object at " + input(3));
  EXPECT_EQ(
      errorWith("{\"as_float\": 0.5}", "{\"as_float\": 0.5, \"as_int\": 1}"),
      "expected one argument kind, got also 'as_int' at " + input(5));
  EXPECT_EQ(
      errorWith("{\"as_float\": 0.5}", "{\"as_float\": 0.5, \"x\\n\": 1}"),
      "expected one argument kind, got also 'x\\0A' at " + input(5));
  EXPECT_EQ(errorWith("{\"loss_output\"", "{\"win_output\""),
            "unknown output kind 'win_output' at "
            "$.graph_module.signature.output_specs[1]");
  EXPECT_EQ(errorWith("{\"tensor_constant\"", "{\"const\""),
            "unknown input kind 'const' at "
            "$.graph_module.signature.input_specs[3]");
  EXPECT_EQ(errorWith("{\"as_float\": 2.0}", "{\"as_other\": 2.0}"),
            "unknown hint kind 'as_other' at "
            "$.graph_module.graph.sym_float_values.f.as_expr.hint");
}

TEST(PT2ReaderErrors, Fields) {
  EXPECT_EQ(errorWith("\"requires_grad\": true,", ""),
            "expected the field 'requires_grad' at "
            "$.graph_module.graph.tensor_values.x");
  EXPECT_EQ(errorWith("\"requires_grad\": true,",
                      "\"requires_grad\": true, \"dtype\": 6,"),
            "the key stands twice in its object at "
            "$.graph_module.graph.tensor_values.x.dtype");
  EXPECT_EQ(errorWith("\"requires_grad\": true,",
                      "\"requires_grad\": true, \"n\": 6, \"n\": 7,"),
            "the key stands twice in its object at "
            "$.graph_module.graph.tensor_values.x.n");
  EXPECT_EQ(errorWith("\"l\": {\"as_string_to_argument\": {}}",
                      "\"k\": {\"as_int\": 1}"),
            "the key stands twice in its object at " + input(31) +
                ".as_string_to_argument.k");
  EXPECT_EQ(errorOf("{}"), "expected the field 'graph_module' at $");
}

TEST(PT2ReaderErrors, DuplicateKeysOfLongDictionaries) {
  std::string metadata;
  for (int i = 0; i != 100; ++i)
    metadata += "\"k" + std::to_string(i) + "\": \"\", ";
  auto with = [&](StringRef last) {
    return errorWith("\"metadata\": {\"a\": \"b\"}",
                     "\"metadata\": {" + metadata + last.str() + "}");
  };
  EXPECT_EQ(with("\"k100\": \"\""), "<no error>");
  for (StringRef key : {"k0", "k7", "k8", "k99"})
    EXPECT_EQ(with(("\"" + key + "\": \"\"").str()),
              "the key stands twice in its object at $.graph_module.metadata." +
                  key.str());
}

TEST(PT2ReaderErrors, Types) {
  EXPECT_EQ(errorWith("\"as_string\": \"a", "\"as_string\": 1, \"b\": \"a"),
            "expected a string, got a number at " + input(7) + ".as_string");
  EXPECT_EQ(
      errorWith("\"as_bool\": true}, \"kind\"", "\"as_bool\": null}, \"kind\""),
      "expected a boolean, got null at " + input(17) + ".as_bool");
  EXPECT_EQ(errorWith("\"as_strings\": [\"\", \"b\"]", "\"as_strings\": {}"),
            "expected a list, got an object at " + input(8) + ".as_strings");
  EXPECT_EQ(errorWith("\"as_complex\": {\"real\": 1.0, \"imag\": -2.0}",
                      "\"as_complex\": [1, 2]"),
            "expected an object, got a list at " + input(28) + ".as_complex");
  EXPECT_EQ(errorWith("\"as_layout\": 7", "\"as_layout\": \"7\""),
            "expected an integer, got a string at " + input(14) + ".as_layout");
  EXPECT_EQ(errorWith("\"as_float\": 0.5", "\"as_float\": true"),
            "expected a number, got a boolean at " + input(5) + ".as_float");
  EXPECT_EQ(errorWith("{\"as_none\": true}, \"kind\"",
                      "{\"as_none\": false}, \"kind\""),
            "expected true, got false at " + input(0) + ".as_none");
  EXPECT_EQ(errorWith("{\"as_none\": true}, \"kind\"",
                      "{\"as_none\": [1]}, \"kind\""),
            "expected true or an empty list, got a longer list at " + input(0) +
                ".as_none");
  EXPECT_EQ(errorOf("[]"), "malformed JSON: expected an object");
  EXPECT_EQ(errorOf("3"), "malformed JSON: expected an object");
}

TEST(PT2ReaderErrors, Numbers) {
  EXPECT_EQ(errorWith("-9223372036854775808", "-9223372036854775809"),
            "the integer -9223372036854775809 does not fit 64 bits at " +
                input(3) + ".as_int");
  EXPECT_EQ(errorWith("-9223372036854775808", "18446744073709551616"),
            "the integer 18446744073709551616 does not fit 64 bits at " +
                input(3) + ".as_int");
  EXPECT_EQ(errorWith("-9223372036854775808", "1.0"),
            "expected an integer, got '1.0' at " + input(3) + ".as_int");
  EXPECT_EQ(errorWith("\"as_float\": 0.5", "\"as_float\": 1e999"),
            "expected a double, got '1e999' at " + input(5) + ".as_float");
  EXPECT_EQ(errorWith("\"as_float\": 0.5", "\"as_float\": \"inf\""),
            "expected a number, 'Infinity', '-Infinity' or 'NaN', got 'inf' "
            "at " +
                input(5) + ".as_float");
  EXPECT_EQ(errorWith("\"as_scalar_type\": 35", "\"as_scalar_type\": 20"),
            "unknown scalar type 20 at " + input(12) + ".as_scalar_type");
  EXPECT_EQ(errorWith("\"as_memory_format\": 2", "\"as_memory_format\": 5"),
            "unknown memory format 5 at " + input(13) + ".as_memory_format");
  EXPECT_EQ(errorWith("\"as_layout\": 7", "\"as_layout\": -1"),
            "unknown layout -1 at " + input(14) + ".as_layout");
  EXPECT_EQ(errorWith("\"kind\": 2", "\"kind\": 3"),
            "unknown argument kind 3 at " + std::string(node) +
                ".inputs[1].kind");
  EXPECT_EQ(errorWith("\"index\": 1}", "\"index\": 4294967296}"),
            "the device index 4294967296 is out of range at " + input(15) +
                ".as_device.index");
  EXPECT_EQ(errorWith("\"min_val\": 2,", "\"min_val\": \"Infinity\","),
            "expected an integer, null or '-Infinity', got 'Infinity' at "
            "$.range_constraints.s0.min_val");
}

TEST(PT2ReaderErrors, Syntax) {
  EXPECT_NE(errorOf(""), "<no error>");
  EXPECT_EQ(errorOf(smallProgram() + " {}"),
            "malformed JSON: something follows the object");
  std::string text = replaced(smallProgram(), "aten",
                              "at\xff"
                              "en");
  EXPECT_EQ(errorOf(text), "malformed JSON: the text is not UTF-8 at byte " +
                               std::to_string(text.find('\xff')));
  EXPECT_EQ(errorWith("\\ud83d\\ude00", "\\ud83d"),
            "malformed JSON: a string with a bad escape at " + input(7) +
                ".as_string");
  // All that does not end is malformed, wherever it was cut.
  const std::string sample = sampleProgram();
  for (size_t size = 0; size < sample.size(); size += 7)
    EXPECT_NE(errorOf(StringRef(sample).take_front(size)), "<no error>")
        << size;
}

TEST(PT2ReaderErrors, MalformedUnknownFields) {
  auto with = [](StringRef value) {
    return errorOf(
        replaced(smallProgram(), "\"range_constraints\"",
                 ("\"new\": " + value + ", \"range_constraints\"").str()));
  };
  EXPECT_EQ(with("[1, {\"a\": [true, null, \"x\"]}]"), "<no error>");
  for (StringRef bad : {"[1 2]", "{\"a\" 1}", "{1: 2}", "truth", "01", "[,]"})
    EXPECT_TRUE(StringRef(with(bad)).starts_with("malformed JSON: "))
        << bad.str() << ": " << with(bad);
}

TEST(PT2ReaderErrors, Depth) {
  // Built from both ends: wrapping step by step would be quadratic.
  auto nested = [](int depth) {
    std::string inner;
    for (int i = 0; i != depth; ++i)
      inner += "{\"as_string_to_argument\": {\"k\": ";
    inner += "{\"as_int\": 1}";
    for (int i = 0; i != depth; ++i)
      inner += "}}";
    return errorOf(replaced(smallProgram(), "\"outputs\": []",
                            "\"outputs\": [" + inner + "]"));
  };
  EXPECT_EQ(nested(64), "<no error>");
  EXPECT_TRUE(
      StringRef(nested(65))
          .starts_with(
              "graphs and dictionaries are nested deeper than 64 levels at "));
  EXPECT_TRUE(StringRef(nested(100000))
                  .starts_with("graphs and dictionaries are nested deeper "));
  // Nesting in what is only kept is limited by the JSON parser.
  std::string lists(100000, '[');
  EXPECT_TRUE(StringRef(errorOf(replaced(
                            smallProgram(), "\"range_constraints\"",
                            "\"new\": " + lists + std::string(100000, ']') +
                                ", \"range_constraints\"")))
                  .starts_with("malformed JSON: "));
}

TEST(PT2ReaderErrors, DeepGraphs) {
  const StringRef head =
      R"({"as_graph": {"name": "g", "graph": {"inputs": [], "outputs": [)";
  const StringRef tail = R"(], "nodes": [], "tensor_values": {},
"sym_int_values": {}, "sym_bool_values": {}}}})";
  auto nested = [&](int depth) {
    std::string inner;
    for (int i = 0; i != depth; ++i)
      inner += head;
    for (int i = 0; i != depth; ++i)
      inner += tail;
    return errorOf(replaced(smallProgram(), "\"outputs\": []",
                            "\"outputs\": [" + inner + "]"));
  };
  EXPECT_EQ(nested(64), "<no error>");
  EXPECT_TRUE(
      StringRef(nested(65))
          .starts_with(
              "graphs and dictionaries are nested deeper than 64 levels at "));
}

TEST(PT2ReaderErrors, AreOneShortLine) {
  EXPECT_EQ(errorWith("\"as_float\": 0.5", "\"as_float\": \"a\\nb\""),
            "expected a number, 'Infinity', '-Infinity' or 'NaN', got 'a\\0Ab' "
            "at " +
                input(5) + ".as_float");
  EXPECT_EQ(errorWith("\"min_val\": 2,", "\"min_val\": \"a\\nb\","),
            "expected an integer, null or '-Infinity', got 'a\\0Ab' at "
            "$.range_constraints.s0.min_val");
  EXPECT_EQ(
      errorWith("\"s0\": {\"min_val\": 2,", "\"s\\n\": {\"min_val\": {},"),
      "expected an integer, got an object at "
      "$.range_constraints['s\\0A'].min_val");
  const std::string longText(100000, 'x');
  EXPECT_LT(errorWith("\"as_complex\"", "\"" + longText + "\"").size(), 400u);
  EXPECT_LT(errorWith("\"as_float\": 0.5", "\"as_float\": \"" + longText + "\"")
                .size(),
            400u);
}

TEST(PT2ReaderErrors, StartWithWhere) {
  ReadOptions options;
  options.where = "m.pt2: entry 'models/m.json'";
  auto document = readExportedProgram(ArrayRef<char>("{}", 2), options);
  ASSERT_FALSE(bool(document));
  EXPECT_EQ(llvm::toString(document.takeError()),
            "m.pt2: entry 'models/m.json': expected the field 'graph_module' "
            "at $");
}

} // namespace
