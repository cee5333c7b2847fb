//===- Signature.h - The signature of a program -----------------*- C++ -*-===//
//
// What goes into a program and what comes out, as the exporter's graph
// signature says it. It is derived from the placeholders and the output and
// stored nowhere, so it cannot disagree with the graph.
//
//===----------------------------------------------------------------------===//

#ifndef TP_PROGRAM_SIGNATURE_H
#define TP_PROGRAM_SIGNATURE_H

#include "tp/IR/TPOps.h"

#include <optional>

namespace llvm::json {
class OStream;
} // namespace llvm::json

namespace mlir::tp {

/// What kind of thing an input or an output is, besides its role.
enum class ArgumentKind {
  tensor,
  symInt,
  symFloat,
  symBool,
  constant,
  customObject,
  token,
  /// A value of an untyped graph, or a container.
  other,
};
StringRef stringifyArgumentKind(ArgumentKind kind);

/// One flat input or output.
struct ArgumentSpec {
  ArgumentKind kind = ArgumentKind::other;
  /// The name of the value in the graph. Null for a constant output and for a
  /// value that has no name.
  StringAttr name;
  /// The literal of a constant: a specialised input, or an output that is no
  /// value of the graph. Else null.
  Attribute constant;
  /// The type of the value; null for a constant output.
  Type type;
};

struct InputSpec {
  InputKind kind = InputKind::user;
  ArgumentSpec arg;
  /// The path of the state that is passed; null for what the user passes.
  StringAttr target;
  /// Only of buffers: whether the module's saved state holds it.
  std::optional<bool> persistent;
  PlaceholderOp placeholder;
};

struct OutputSpec {
  OutputKind kind = OutputKind::user;
  ArgumentSpec arg;
  /// The path of the mutated state, the name of the mutated input, or what a
  /// gradient belongs to; null for a plain output.
  StringAttr target;
};

/// The names under which torch prints the kinds: `USER_INPUT`, `PARAMETER`,
/// `BUFFER_MUTATION`, ...
StringRef getSignatureName(InputKind kind);
StringRef getSignatureName(OutputKind kind);

/// The inputs in the order of the placeholders, the outputs flat: mutations and
/// tokens first, then the leaves of what the user gets, from left to right.
struct GraphSignature {
  SmallVector<InputSpec> inputs;
  SmallVector<OutputSpec> outputs;
  /// The dimensions and expressions of the program that have a range.
  SmallVector<DimAttr> ranges;

  /// Derives the signature of a program, in time linear in its inputs, outputs
  /// and states.
  static GraphSignature get(ProgramOp program);

  /// Three lines, `inputs:`, `outputs:`, `ranges:`, each with its entries as
  /// torch prints them, separated by `; `.
  void print(raw_ostream &os) const;
  /// One JSON object: `inputs`, `outputs`, `ranges`.
  void printJSON(llvm::json::OStream &json) const;
};

/// `w: PARAMETER target='w'`, as torch prints a specification.
void printSpec(raw_ostream &os, const InputSpec &spec);
void printSpec(raw_ostream &os, const OutputSpec &spec);

} // namespace mlir::tp

#endif // TP_PROGRAM_SIGNATURE_H
