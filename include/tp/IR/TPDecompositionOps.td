//===- TPDecompositionOps.td - Decompositions as data ------*- tablegen -*-===//
//
// Entries of decomposition tables: a replacement graph, and the operations that
// compute at match time and vanish when the graph is instantiated.
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_TPDECOMPOSITIONOPS_TD
#define TP_IR_TPDECOMPOSITIONOPS_TD

include "tp/IR/TPOpBase.td"

def TP_DecompositionOp : TP_Op<"decomposition", [IsolatedFromAbove,
    SingleBlock,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "how an operator is made from others";
  let description = [{
    An entry of a decomposition table (`--decompose=tables=my.mlir`). The target
    is that of a call (`aten.silu.default`), a base name for all its overloads
    (`aten.silu`), or the name of a method or function (`silu`). The arguments
    are the operator's, by the names of its schema; in a call each is bound to a
    value or a literal. `= literal` is the value of an argument that a call
    leaves out; without it the schema's default counts. An argument with a
    default need not be listed: the entry then applies to calls that leave it at
    its default. One that is listed and not used is marked `unused`.

    The body is the replacement: calls, without types, and `tp.expr`, `tp.if`,
    `tp.collect` and `tp.when`, which compute at match time. Several entries for
    one target are tried in the order of the file. Example:

    ```mlir
    tp.decomposition "aten.addcmul.default"(%self, %tensor1, %tensor2, %value = 1) {
      %m = tp.call_function "aten.mul.Tensor"(%tensor1, %tensor2)
      %s = tp.if "value == 1" {
        tp.yield %m
      } else {
        %v = tp.call_function "aten.mul.Scalar"(%m, %value)
        tp.yield %v
      }
      %r = tp.call_function "aten.add.Tensor"(%self, %s)
      tp.yield %r
    }
    ```
  }];
  let arguments = (ins StrAttr:$target, StrArrayAttr:$arg_names,
    ArrayAttr:$defaults, OptionalAttr<StrArrayAttr>:$unused);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

class TP_MatchTimeOp<string mnemonic, list<Trait> traits = []>
    : TP_Op<mnemonic, traits>;

/// A match-time operation with a value, which expressions refer to by the name
/// that its SSA name gives it.
class TP_NamedMatchTimeOp<string mnemonic, list<Trait> traits = []>
    : TP_MatchTimeOp<mnemonic, !listconcat([
        DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>],
        traits)> {
  let hasCustomAssemblyFormat = 1;
}

def TP_WhenOp : TP_MatchTimeOp<"when"> {
  let summary = "the condition of a decomposition";
  let description = [{
    Where the condition is false, or depends on what is known at run time only,
    this entry does not apply and the next one is tried. Example:

    ```mlir
    tp.when "rank(self) == 2 and is_static(size(self, 0))"
    ```

    The expression language is a small part of Python's: literals (`None`,
    `True`, numbers, strings, `float32`, `[1, 2]`), names of the arguments and
    of values of the body, `+ - * / // % **`, comparisons, `is`, `in`,
    `and or not`, `a if c else b`, indexing and slices of lists,
    `[f(i) for i in l if c]`, and the functions listed in
    docs/Decomposition.md.
  }];
  let arguments = (ins StrAttr:$condition);
  let assemblyFormat = "$condition attr-dict";
}

def TP_ExprOp : TP_NamedMatchTimeOp<"expr"> {
  let summary = "a literal that is computed when a decomposition is instantiated";
  let description = [{
    The value of an expression in the language of `tp.when`: a number, a dtype,
    a string, a list. A size that is not static becomes a node
    (`aten.sym_size.int`), and so does arithmetic on it. Examples:

    ```mlir
    %n = tp.expr "size(self, dim) // 2"
    %dims = tp.expr "[i for i in range(rank(self)) if i != dim]"
    ```
  }];
  let arguments = (ins StrAttr:$expression, OptionalAttr<StrAttr>:$name);
  let results = (outs TP_AnyType:$result);
}

def TP_IfOp : TP_NamedMatchTimeOp<"if", [SingleBlock, NoTerminator]> {
  let summary = "one of two graphs, chosen when a decomposition is instantiated";
  let description = [{
    Makes the nodes of one region only; its yielded value is the result. Without
    a result neither region yields, and the second may be missing. Example:

    ```mlir
    %r = tp.if "value == 1" {
      tp.yield %m
    } else {
      %v = tp.call_function "aten.mul.Scalar"(%m, %value)
      tp.yield %v
    }
    ```
  }];
  let arguments = (ins StrAttr:$condition, OptionalAttr<StrAttr>:$name);
  let results = (outs Optional<TP_AnyType>:$result);
  let regions = (region SizedRegion<1>:$then_region, AnyRegion:$else_region);
  let hasVerifier = 1;
}

def TP_CollectOp : TP_NamedMatchTimeOp<"collect", [SingleBlock,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "a list of values, one graph for each element of a list";
  let description = [{
    Makes the nodes of its region once for each element of a list that the
    expression gives, and collects what each yields. Example:

    ```mlir
    %l = tp.collect %i in "range(size(self, dim))" {
      %e = tp.call_function "aten.select.int"(%self, %dim, %i)
      tp.yield %e
    }
    ```
  }];
  let arguments = (ins StrAttr:$list, StrAttr:$variable,
                       OptionalAttr<StrAttr>:$name);
  let results = (outs TP_AnyType:$result);
  let regions = (region SizedRegion<1>:$body);
  let hasVerifier = 1;
}

def TP_YieldOp : TP_MatchTimeOp<"yield", [Pure, Terminator,
    ParentOneOf<["::mlir::tp::DecompositionOp", "::mlir::tp::IfOp",
                 "::mlir::tp::CollectOp"]>]> {
  let summary = "the values of a decomposition, or of a part of it";
  let description = [{
    In a decomposition one operand for each result of the operator; `...` after
    one takes the elements of a list instead. Examples:

    ```mlir
    tp.yield %out, %mean, %rstd
    tp.yield %parts...
    ```
  }];
  let arguments = (ins Variadic<TP_AnyType>:$values,
                       OptionalAttr<DenseBoolArrayAttr>:$spread);
  let hasCustomAssemblyFormat = 1;
}

#endif // TP_IR_TPDECOMPOSITIONOPS_TD
