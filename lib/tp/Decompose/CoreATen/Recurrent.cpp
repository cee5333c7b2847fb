//===- Recurrent.cpp - Rules for recurrent networks -----------------------===//
//
// LSTM, GRU and plain recurrent networks, unrolled over the steps of a
// sequence whose length is known, and their cells.
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "NNHelpers.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
enum class CellKind { LSTM, GRU, Tanh, ReLU };

/// What a cell remembers: a hidden state and, for an LSTM, a cell state.
struct CellState {
  Value hidden, cell;
};

/// The parameters of a layer in one direction.
struct CellParameters {
  Value inputWeight, hiddenWeight, inputBias, hiddenBias;
  Value projection; // of the hidden state of an LSTM
};

/// One step of a cell.
class Cell {
public:
  Cell(DecomposeBuilder &b, CellKind kind, const CellParameters &parameters)
      : b(b), kind(kind), parameters(parameters) {}

  /// The part of a step that depends on the input alone.
  Value project(Value input) {
    return linear(input, parameters.inputWeight, parameters.inputBias);
  }
  /// The state after a step; none where the sizes do not fit.
  std::optional<CellState> step(Value projected, CellState state);

private:
  Value linear(Value x, Value weight, Value bias) {
    return b.call("aten.linear.default", x, weight, bias);
  }
  Value add(Value x, Value y) { return b.call("aten.add.Tensor", x, y); }
  Value mul(Value x, Value y) { return b.call("aten.mul.Tensor", x, y); }
  Value tanh(Value x) { return b.call("aten.tanh.default", x); }
  Value sigmoid(Value x) { return b.call("aten.sigmoid.default", x); }
  std::optional<SmallVector<Value>> split(Value gates, int64_t count);
  std::optional<CellState> stepLSTM(Value projected, CellState state);
  std::optional<CellState> stepGRU(Value projected, CellState state);

  DecomposeBuilder &b;
  CellKind kind;
  const CellParameters &parameters;
};
} // namespace

/// `count` equal parts along the last dimension.
std::optional<SmallVector<Value>> Cell::split(Value gates, int64_t count) {
  std::optional<int64_t> size = b.staticSize(gates, -1);
  if (!size || *size % count)
    return std::nullopt;
  SmallVector<Value> parts =
      b.callAll("aten.split_with_sizes.default", gates,
                Arg::getRepeated(*size / count, count), *b.rank(gates) - 1);
  if (int64_t(parts.size()) != count)
    return std::nullopt;
  return parts;
}

std::optional<CellState> Cell::stepLSTM(Value projected, CellState state) {
  Value gates = add(projected, linear(state.hidden, parameters.hiddenWeight,
                                      parameters.hiddenBias));
  std::optional<SmallVector<Value>> parts = split(gates, 4);
  if (!parts)
    return std::nullopt;
  Value input = sigmoid((*parts)[0]), forget = sigmoid((*parts)[1]);
  Value candidate = tanh((*parts)[2]), output = sigmoid((*parts)[3]);
  Value cell = add(mul(forget, state.cell), mul(input, candidate));
  Value hidden = mul(output, tanh(cell));
  if (parameters.projection)
    hidden = linear(hidden, parameters.projection, Value());
  return CellState{hidden, cell};
}

std::optional<CellState> Cell::stepGRU(Value projected, CellState state) {
  Value recurrent =
      linear(state.hidden, parameters.hiddenWeight, parameters.hiddenBias);
  std::optional<SmallVector<Value>> x = split(projected, 3);
  std::optional<SmallVector<Value>> h = split(recurrent, 3);
  if (!x || !h)
    return std::nullopt;
  Value reset = sigmoid(add((*h)[0], (*x)[0]));
  Value update = sigmoid(add((*h)[1], (*x)[1]));
  Value candidate = tanh(add((*x)[2], mul((*h)[2], reset)));
  Value change = b.call("aten.sub.Tensor", state.hidden, candidate);
  return CellState{add(mul(change, update), candidate), Value()};
}

std::optional<CellState> Cell::step(Value projected, CellState state) {
  if (kind == CellKind::LSTM)
    return stepLSTM(projected, state);
  if (kind == CellKind::GRU)
    return stepGRU(projected, state);
  Value sum = add(projected, linear(state.hidden, parameters.hiddenWeight,
                                    parameters.hiddenBias));
  Value hidden =
      kind == CellKind::Tanh ? tanh(sum) : b.call("aten.relu.default", sum);
  return CellState{hidden, Value()};
}

static CellKind getKind(StringRef target) {
  if (target.contains("lstm"))
    return CellKind::LSTM;
  if (target.contains("gru"))
    return CellKind::GRU;
  return target.contains("tanh") ? CellKind::Tanh : CellKind::ReLU;
}

//===----------------------------------------------------------------------===//
// Networks
//===----------------------------------------------------------------------===//

namespace {
class Network {
public:
  explicit Network(DecomposeBuilder &b) : b(b), kind(getKind(b.getTarget())) {}

  bool read();
  Replacement build();

private:
  bool readParameters();
  bool readStates();
  std::optional<Value> runLayer(Value input, int64_t index, bool isReversed);
  Value stack(ArrayRef<Value> values) {
    return b.call("aten.stack.default", Arg(values));
  }

  DecomposeBuilder &b;
  CellKind kind;
  Value input;
  int64_t numLayers = 0, numDirections = 1, numSteps = 0;
  bool isBatchFirst = false;
  double dropout = 0;
  /// By layer, the directions of a layer beside each other.
  SmallVector<CellParameters> parameters;
  SmallVector<CellState> initial;
  SmallVector<Value> finalHidden, finalCell;
};
} // namespace

bool Network::readParameters() {
  Arg list = b.arg("params");
  Arg hasBiases = b.arg("has_biases");
  int64_t numCells = numLayers * numDirections;
  if (!list.isList() || !hasBiases.isBool() || numCells <= 0 ||
      list.size() % numCells)
    return false;
  size_t numEach = list.size() / numCells;
  size_t numPlain = hasBiases.getBool() ? 4 : 2;
  bool isProjected = numEach == numPlain + 1 && kind == CellKind::LSTM;
  if (numEach != numPlain && !isProjected)
    return false;
  for (const Arg &value : list.getElements())
    if (!value.isTensor())
      return false;
  for (int64_t i = 0; i < numCells; ++i) {
    auto at = [&](size_t k) { return list[i * numEach + k].getValue(); };
    CellParameters cell{at(0), at(1), {}, {}, {}};
    if (hasBiases.getBool()) {
      cell.inputBias = at(2);
      cell.hiddenBias = at(3);
    }
    if (isProjected)
      cell.projection = at(numPlain);
    parameters.push_back(cell);
  }
  return true;
}

/// The states ahead of the first step: [layer and direction, batch, size].
bool Network::readStates() {
  Arg states = b.arg("hx");
  if (kind == CellKind::LSTM) {
    if (!states.isList() || states.size() != 2 || !states[0].isTensor() ||
        !states[1].isTensor())
      return false;
  } else if (!states.isTensor()) {
    return false;
  }
  for (int64_t i = 0; i < int64_t(parameters.size()); ++i) {
    auto select = [&](const Arg &from) {
      return b.call("aten.select.int", from, 0, i);
    };
    if (kind == CellKind::LSTM)
      initial.push_back({select(states[0]), select(states[1])});
    else
      initial.push_back({select(states), Value()});
  }
  return true;
}

bool Network::read() {
  input = b.tensor("input");
  Arg batchFirst = b.arg("batch_first"), both = b.arg("bidirectional");
  Arg rate = b.arg("dropout"), train = b.arg("train");
  std::optional<int64_t> layers = b.getInt("num_layers");
  if (b.rank(input) != 3 || !layers || !batchFirst.isBool() || !both.isBool() ||
      !rate.isNumber() || !train.isBool())
    return false;
  isBatchFirst = batchFirst.getBool();
  numLayers = *layers;
  numDirections = both.getBool() ? 2 : 1;
  dropout = train.getBool() ? rate.getNumber() : 0;
  std::optional<int64_t> steps = b.staticSize(input, isBatchFirst ? 1 : 0);
  if (!steps || *steps == 0)
    return false;
  numSteps = *steps;
  return readParameters() && readStates();
}

/// The hidden states of a layer in one direction, for all steps.
std::optional<Value> Network::runLayer(Value layerInput, int64_t index,
                                       bool isReversed) {
  Cell cell(b, kind, parameters[index]);
  Value projected = cell.project(layerInput);
  CellState state = initial[index];
  SmallVector<Value> outputs(numSteps);
  for (int64_t i = 0; i < numSteps; ++i) {
    int64_t step = isReversed ? numSteps - 1 - i : i;
    Value now = b.call("aten.select.int", projected, 0, step);
    std::optional<CellState> next = cell.step(now, state);
    if (!next)
      return std::nullopt;
    state = *next;
    outputs[step] = state.hidden;
  }
  finalHidden.push_back(state.hidden);
  finalCell.push_back(state.cell);
  return stack(outputs);
}

Replacement Network::build() {
  Value current = isBatchFirst ? b.transpose(input, 0, 1) : input;
  for (int64_t layer = 0; layer < numLayers; ++layer) {
    SmallVector<Value> outputs;
    for (int64_t direction = 0; direction < numDirections; ++direction) {
      std::optional<Value> output =
          runLayer(current, layer * numDirections + direction, direction == 1);
      if (!output)
        return std::nullopt;
      outputs.push_back(*output);
    }
    current = outputs.size() == 1 ? outputs.front()
                                  : b.call("aten.cat.default",
                                           Arg(ArrayRef<Value>(outputs)), -1);
    if (dropout > 0 && layer + 1 < numLayers)
      current = b.call("aten.dropout.default", current, dropout, true);
  }
  if (isBatchFirst)
    current = b.transpose(current, 0, 1);
  if (kind == CellKind::LSTM)
    return {current, stack(finalHidden), stack(finalCell)};
  return {current, stack(finalHidden)};
}

static Replacement decomposeNetwork(DecomposeBuilder &b, CallOp call) {
  Network network(b);
  return network.read() ? network.build() : Replacement(std::nullopt);
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

static Replacement decomposeCell(DecomposeBuilder &b, CallOp call) {
  CellKind kind = getKind(b.getTarget());
  Value input = b.tensor("input");
  CellParameters parameters{b.tensor("w_ih"), b.tensor("w_hh"),
                            b.tensor("b_ih"), b.tensor("b_hh"), Value()};
  Arg states = b.arg("hx");
  if (!b.rank(input) || !parameters.inputWeight || !parameters.hiddenWeight)
    return std::nullopt;
  Cell cell(b, kind, parameters);
  CellState state;
  if (kind == CellKind::LSTM) {
    if (!states.isList() || states.size() != 2)
      return std::nullopt;
    state = {states[0].getValue(), states[1].getValue()};
  } else {
    state.hidden = states.getValue();
  }
  if (!state.hidden)
    return std::nullopt;
  std::optional<CellState> next = cell.step(cell.project(input), state);
  if (!next)
    return std::nullopt;
  if (kind == CellKind::LSTM)
    return {next->hidden, next->cell};
  return next->hidden;
}

void core::populateRecurrent(DecompositionTable &table) {
  table.add({"aten.lstm.input", "aten.gru.input", "aten.rnn_tanh.input",
             "aten.rnn_relu.input"},
            decomposeNetwork);
  table.add({"aten.lstm_cell.default", "aten.gru_cell.default",
             "aten.rnn_tanh_cell.default", "aten.rnn_relu_cell.default"},
            decomposeCell);
}
