//===- Passes.td - Passes over exported programs -----------*- tablegen -*-===//
//
// State lifting, inlining of modules, checks of the shape contract, signatures.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TRANSFORMS_PASSES_TD
#define TP_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def LiftState : Pass<"lift-state", "::mlir::tp::ProgramOp"> {
  let summary = "turn the state of a program into inputs";
  let description = [{
    Makes every declared state a placeholder ahead of all user inputs, in the
    order of the declarations, used or not. Its name is `p_` (parameter), `b_`
    (buffer), `c_` (constant) or `obj_` (object) and the path with underscores
    for dots; where a node has that name already, a number follows. A read of
    the state becomes its placeholder.

    Before:

    ```mlir
    tp.program @forward {
      tp.state parameter @"sub.w" : tensor<2xf32>
      tp.state buffer @n : tensor<2xf32>
      %x = tp.placeholder "x" : tensor<2xf32>
      %sub_w = tp.get_attr @"sub.w" : tensor<2xf32>
      %mul = tp.call_method "mul"(%x, %sub_w) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      tp.output (%mul,) : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    tp.program @forward {
      tp.state parameter @"sub.w" : tensor<2xf32>
      tp.state buffer @n : tensor<2xf32>
      %p_sub_w = tp.placeholder parameter @"sub.w" : tensor<2xf32>
      %b_n = tp.placeholder buffer @n : tensor<2xf32>
      %x = tp.placeholder "x" : tensor<2xf32>
      %mul = tp.call_method "mul"(%x, %p_sub_w) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      tp.output (%mul,) : tensor<2xf32>
    }
    ```

    Placeholders of state that exist already stay as they are, so that a lifted
    program does not change. Calls of child modules are inlined first, as
    `--inline-modules` does. State that the subgraph of a higher-order operator
    reads is passed to it as a further operand, where the operator is one whose
    way of passing operands is known (`cond`, `while_loop`, `scan`, `map_impl`
    and others); else it is an error.

    A write back at the end (`tp.store_attr`) becomes a mutation output, any
    other one an `aten.copy_.default` to the placeholder. The metadata of a read
    goes to the placeholder; a name or a place of the read that
    `--unlift-state` would not give it by itself is noted there, under
    `get_attr_name` and `get_attr_before`.

    Precondition: none. Postcondition: no `tp.get_attr` and no `tp.store_attr`
    of the program's state remains.
  }];
  let dependentDialects = ["::mlir::tp::TPDialect"];
}

def UnliftState : Pass<"unlift-state", "::mlir::tp::ProgramOp"> {
  let summary = "turn inputs for state into reads of the state";
  let description = [{
    The inverse of `--lift-state`: the program takes user inputs only. A
    placeholder of state becomes a `tp.get_attr` just before the first node that
    uses it (where symbolic tracing puts it), under the name that tracing gives
    it, unless `--lift-state` noted another place or name; one that nothing uses
    goes. Mutation outputs of state are written back with `tp.store_attr`, and
    the output returns what the user sees. Mutation outputs of user inputs, and
    tokens, stay outputs. A value that is returned or written back and may be
    the old content of a state that is written is cloned before.

    Before:

    ```mlir
    tp.program @forward functional {
      tp.state buffer @n : tensor<2xf32>
      %b_n = tp.placeholder buffer @n : tensor<2xf32>
      %x = tp.placeholder "x" : tensor<2xf32>
      %add = tp.call_method "add"(%b_n, 1) : (tensor<2xf32>) -> tensor<2xf32>
      tp.output mutations(%add -> buffer "n"), (%x,) : tensor<2xf32>, tensor<2xf32>
    }
    ```

    After:

    ```mlir
    tp.program @forward {
      tp.state buffer @n : tensor<2xf32>
      %x = tp.placeholder "x" : tensor<2xf32>
      %n = tp.get_attr @n : tensor<2xf32>
      %add = tp.call_method "add"(%n, 1) : (tensor<2xf32>) -> tensor<2xf32>
      tp.store_attr %add, @n : tensor<2xf32>
      tp.output (%x,) : tensor<2xf32>
    }
    ```

    Precondition: none. Postcondition: no input of state remains; a program that
    writes state is not `functional`. `--lift-state --unlift-state` gives back
    the same program where each state is read once and its reads have the type
    of the state.
  }];
  let dependentDialects = ["::mlir::tp::TPDialect"];
}

def InlineModules : Pass<"inline-modules", "::mlir::tp::ProgramOp"> {
  let summary = "inline calls of child modules";
  let description = [{
    Replaces each `tp.call_module` whose path is that of a `tp.graph` by the
    nodes of that graph, nested calls included. New nodes are named as torch.fx
    names them; the child's path is pushed on the `nn_module_stack` of each, and
    a record of the call (path, argument and result names) is appended to the
    program's `module_calls`. The second call of a child counts as `path@1`. The
    child's graphs go when no call is left. A call of a child that the program
    does not hold stays.

    Before:

    ```mlir
    tp.program @forward {
      tp.graph @sub attributes {path = "sub"} {
        %x = tp.placeholder "x" : tensor<2xf32>
        %relu = tp.call_method "relu"(%x) : (tensor<2xf32>) -> tensor<2xf32>
        tp.output %relu : tensor<2xf32>
      }
      %x = tp.placeholder "x" : tensor<2xf32>
      %sub = tp.call_module "sub"(%x) : (tensor<2xf32>) -> tensor<2xf32>
      tp.output (%sub,) : tensor<2xf32>
    }
    ```

    After, the metadata and the records of the calls left out:

    ```mlir
    tp.program @forward {
      %x = tp.placeholder "x" : tensor<2xf32>
      %relu = tp.call_method "relu"(%x) : (tensor<2xf32>) -> tensor<2xf32>
      tp.output (%relu,) : tensor<2xf32>
    }
    ```

    Precondition: children do not call themselves. Postcondition: only calls of
    opaque children remain.
  }];
  let dependentDialects = ["::mlir::tp::TPDialect"];
}

def MutationOutputs : Pass<"mutation-outputs", "::mlir::tp::ProgramOp"> {
  let summary = "make a program functional, its updates outputs";
  let description = [{
    Replaces every operator that writes a tensor by its pure form. What reads
    the written memory later, through whatever view or container, reads the new
    content: writes through views are put back into their base, and views are
    made again. The final content of each state and input that is written is one
    mutation output, ahead of what the user gets, in the order of the inputs; an
    element of a container is named by its path (`items[0]`). Subgraphs of
    higher-order operators return what they write. Writes to temporaries leave
    nothing behind; random operators keep their order. A constant that is written
    becomes a buffer that is not saved with the module's state.

    Before:

    ```mlir
    tp.program @forward {
      tp.state buffer @n : tensor<2xf32>
      %b_n = tp.placeholder buffer @n : tensor<2xf32>
      %x = tp.placeholder "x" : tensor<2xf32>
      %add_ = tp.call_function "aten.add_.Tensor"(%b_n, 1) : (tensor<2xf32>) -> tensor<2xf32>
      %mul = tp.call_function "aten.mul.Tensor"(%b_n, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      tp.output (%mul,) : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    tp.program @forward functional {
      tp.state buffer @n : tensor<2xf32>
      %b_n = tp.placeholder buffer @n : tensor<2xf32>
      %x = tp.placeholder "x" : tensor<2xf32>
      %add = tp.call_function "aten.add.Tensor"(%b_n, 1) : (tensor<2xf32>) -> tensor<2xf32>
      %mul = tp.call_function "aten.mul.Tensor"(%add, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      tp.output mutations(%add -> buffer "n"), (%mul,) : tensor<2xf32>, tensor<2xf32>
    }
    ```

    Mutation outputs that the program declares already are kept where they are
    values of their own, and derived from the graph where they are what it
    writes, or a view of that. Whether `reshape`, `to` and the like return their argument or
    a copy follows from the recorded types. Where that is not known, and one of
    the two is written and the other read later, the pass fails; so it does
    where an operator has no schema, or writes memory that overlaps itself.
    `--infer-types` ahead of it gives untyped graphs the types that decide; the
    schemas of a file count after `--decompose=tables=FILE`.

    Precondition: state that is written is lifted (`--lift-state`). Inputs share
    no memory. Postcondition: no node writes; the program is `functional`.
  }];
  let options = [
    Option<"functions", "functions", "std::string", /*default=*/"\"\"",
           "The Python module whose functions new nodes call, `tensorplay`; "
           "operators of torch if it is empty and the program calls none of it">
  ];
  let dependentDialects = ["::mlir::tp::TPDialect"];
}

def StripMutationOutputs
    : Pass<"strip-mutation-outputs", "::mlir::tp::ProgramOp"> {
  let summary = "remove mutation outputs";
  let description = [{
    Leaves the output with what the user gets, nested as it was, and effect
    tokens. Updates of state and inputs are lost; nodes that only they needed
    become dead.

    Before:

    ```mlir
    tp.output mutations(%add -> buffer "n"), {"y": %mul} : tensor<2xf32>, tensor<2xf32>
    ```

    After:

    ```mlir
    tp.output {"y": %mul} : tensor<2xf32>
    ```

    Precondition: none. Postcondition: no mutation output remains.
  }];
}

def RewriteContainerReads
    : Pass<"rewrite-container-reads", "::mlir::tp::ProgramOp"> {
  let summary = "read each element of a container once";
  let description = [{
    Replaces a read of a container's element by the first read of the same
    element, so that an update of the one is seen to be one of the other; after
    an update of the container itself, by the new element. Untyped graphs read
    an element anew for each use.

    Before:

    ```mlir
    %getitem = tp.call_function "_operator.getitem"(%items, 0) : (!tp.any) -> !tp.any
    %add_ = tp.call_method "add_"(%getitem, 1) : (!tp.any) -> !tp.any
    %getitem_1 = tp.call_function "_operator.getitem"(%items, 0) : (!tp.any) -> !tp.any
    %mul = tp.call_method "mul"(%getitem_1, 2) : (!tp.any) -> !tp.any
    ```

    After:

    ```mlir
    %getitem = tp.call_function "_operator.getitem"(%items, 0) : (!tp.any) -> !tp.any
    %add_ = tp.call_method "add_"(%getitem, 1) : (!tp.any) -> !tp.any
    %mul = tp.call_method "mul"(%getitem, 2) : (!tp.any) -> !tp.any
    ```

    Precondition: none. Postcondition: no two reads of one element remain, but
    where the container is updated between.
  }];
}

def VerifyFunctional : Pass<"verify-functional", "::mlir::tp::ProgramOp"> {
  let summary = "check that a program writes nothing";
  let description = [{
    Reports every node that writes a tensor, or may write one because nothing is
    known of it, and every mutation output of state that is no input. A view
    whose base is written later shows as the write. The program does not change.
    For this node the error is `node 'add_': expected no write in a functional
    program, got 'aten.add_.Tensor'`:

    ```mlir
    %add_ = tp.call_function "aten.add_.Tensor"(%x, 1) : (tensor<2xf32>) -> tensor<2xf32>
    ```

    Precondition: none. Postcondition: the program is unchanged; the pass fails
    if it is not functional.
  }];
}

def InsertDimAsserts : Pass<"insert-dim-asserts", "::mlir::tp::ProgramOp"> {
  let summary = "check the shape contract of a program at its entry";
  let description = [{
    Inserts, right after the placeholders, assertions that imply what the types
    of the user inputs and the program's `dims` say, and no redundant ones. The
    first dimension that is a symbol stands for it and is checked against its
    range; every other one is checked to agree with it. A dimension that is a
    linear function of a symbol is checked against the symbol's dimension, or,
    where no dimension is the symbol itself, to be of that form and in range.
    Other expressions are checked as they stand, where each of their symbols has
    a dimension; else only against a range of their own. Tensors inside of
    containers are read with `_operator.getitem`.

    Before:

    ```mlir
    tp.program @forward dims(b in [1, 64]) {
      %x = tp.placeholder "x" : tensor<?x3xf32, #tp.shape<[b, 3]>>
      %y = tp.placeholder "y" : tensor<?xf32, #tp.shape<[2*b]>>
      tp.output (%x,) : tensor<?x3xf32, #tp.shape<[b, 3]>>
    }
    ```

    After `--insert-dim-asserts=static=false`:

    ```mlir
    tp.program @forward dims(b in [1, 64]) {
      %x = tp.placeholder "x" : tensor<?x3xf32, #tp.shape<[b, 3]>>
      %y = tp.placeholder "y" : tensor<?xf32, #tp.shape<[2*b]>>
      tp.assert_dim_range %x[0] in [1, 64], "b" : tensor<?x3xf32, #tp.shape<[b, 3]>>
      tp.assert_dim_relation %y[0] == 2 * %x[0] + 0, "2*b" : tensor<?xf32, #tp.shape<[2*b]>>, tensor<?x3xf32, #tp.shape<[b, 3]>>
      tp.output (%x,) : tensor<?x3xf32, #tp.shape<[b, 3]>>
    }
    ```

    A lower bound of 0, and bounds that are infinite, need no check. Symbols
    that occur in no input (those of data-dependent sizes) are not checked.
    Running the pass again adds nothing.

    Precondition: none. Postcondition: inputs that violate the contract of the
    sizes fail an assertion.
  }];
  let options = [
    Option<"checkStatic", "static", "bool", /*default=*/"true",
           "Also check sizes that are constants">
  ];
  let dependentDialects = ["::mlir::tp::TPDialect"];
}

def Decompose : Pass<"decompose", "::mlir::tp::ProgramOp"> {
  let summary = "replace operators by others, as tables say";
  let description = [{
    Replaces each call for which a table has a rule by the nodes that the rule
    makes, until no rule applies. Calls are looked up by their full target
    (`aten.silu.default`), by the base name (`aten.silu`), then by the name of
    the method or function (`silu`). A rule may decline a call; the next one, or
    the next table, is tried, and a call that all decline stays.

    Before:

    ```mlir
    tp.program @forward {
      %x = tp.placeholder "x" : tensor<2xf32>
      %silu = tp.call_function "aten.silu.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
      tp.output (%silu,) : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    tp.program @forward {
      %x = tp.placeholder "x" : tensor<2xf32>
      %sigmoid = tp.call_function "aten.sigmoid.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
      %mul = tp.call_function "aten.mul.Tensor"(%x, %sigmoid) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      tp.output (%mul,) : tensor<2xf32>
    }
    ```

    A table is one that has a name (`core-aten`, `tensorplay`,
    `tensorplay-rows`, `tensorplay-normalize`, those of plugins), or a file of
    `tp.decomposition` operations. The first table is tried first. Without tables, a program that
    calls a function of tensorplay is decomposed by `tensorplay`, another one by
    `core-aten`.

    New nodes are named as torch.fx names them, and inherit the metadata of the
    node that they replace. Their types are inferred; a replacement whose type
    disagrees with the node is an error that names the entry of the table, and
    so are rules that rewrite in a circle. Nodes that nobody uses and that have
    no effect are removed, assertions never. Subgraphs are decomposed, too.

    A target that `preserve` names stays, too, and gets its decomposition as a
    graph beside it, for `--inline-fallbacks`:

    ```mlir
    tp.graph @silu_fallback attributes {single_tensor_return} {
      %arg0 = tp.placeholder "arg0" : tensor<2xf32>
      %sigmoid = tp.call_function "aten.sigmoid.default"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
      %mul = tp.call_function "aten.mul.Tensor"(%arg0, %sigmoid) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      tp.output %mul : tensor<2xf32>
    }
    %silu = tp.call_function "aten.silu.default"(%x) {tp.fallback = @silu_fallback} : (tensor<2xf32>) -> tensor<2xf32>
    ```

    Precondition: none; in a program that is not functional, a rule must not
    replace what is written. Postcondition: every rule declines every call that
    is left.
  }];
  let options = [
    ListOption<"tables", "tables", "std::string",
               "Names or files of tables, the first one tried first; unless "
               "said, core-aten, or tensorplay for its programs">,
    ListOption<"include", "include", "std::string",
               "Decompose only these targets">,
    ListOption<"exclude", "exclude", "std::string",
               "Leave these targets as they are">,
    ListOption<"preserve", "preserve", "std::string",
               "Leave these targets, with their decomposition beside them">,
    ListOption<"patterns", "patterns", "std::string",
               "Files of patterns in PDL (.mlir) or PDLL (.pdll), tried before "
               "the tables">,
    Option<"report", "report", "bool", /*default=*/"false",
           "Print of each entry how often it was tried and applied, and why it "
           "first declined">
  ];
  let dependentDialects = ["::mlir::tp::TPDialect"];
}

def InlineFallbacks : Pass<"inline-fallbacks", "::mlir::tp::ProgramOp"> {
  let summary = "replace preserved operators by their decomposition";
  let description = [{
    Puts what `--decompose=preserve=` has left beside a call in its place: a
    backend that has no kernel for the operator after all still gets the nodes
    that the tables made.

    Before:

    ```mlir
    tp.program @forward {
      tp.graph @relu6_fallback attributes {single_tensor_return} {
        %arg0 = tp.placeholder "arg0" : tensor<2xf32>
        %clamp = tp.call_function "aten.clamp.default"(%arg0, 0, 6) : (tensor<2xf32>) -> tensor<2xf32>
        tp.output %clamp : tensor<2xf32>
      }
      %x = tp.placeholder "x" : tensor<2xf32>
      %relu6 = tp.call_function "aten.relu6.default"(%x) {tp.fallback = @relu6_fallback} : (tensor<2xf32>) -> tensor<2xf32>
      tp.output (%relu6,) : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    tp.program @forward {
      %x = tp.placeholder "x" : tensor<2xf32>
      %clamp = tp.call_function "aten.clamp.default"(%x, 0, 6) : (tensor<2xf32>) -> tensor<2xf32>
      tp.output (%clamp,) : tensor<2xf32>
    }
    ```

    Precondition: none. Postcondition: no call names a fallback.
  }];
  let dependentDialects = ["::mlir::tp::TPDialect"];
}

def StripSymbolicShapes
    : Pass<"strip-symbolic-shapes", "::mlir::tp::ProgramOp"> {
  let summary = "remove symbolic sizes from types";
  let description = [{
    Replaces tensor types with a `#tp.shape` encoding by plain ones, and
    `!tp.int`, `!tp.float` and `!tp.bool` by `i64`, `f64` and `i1`, in values,
    states and subgraphs alike. Upstream's elementwise operations demand equal
    encodings, so this comes before any lowering, and after all that reads
    symbolic sizes (`--insert-dim-asserts`).

    A state whose elements do not lie in a dense row-major order from the start
    of its storage keeps the encoding in its declaration: it says where the
    elements are.

    Before:

    ```mlir
    %x = tp.placeholder "x" : tensor<?x3xf32, #tp.shape<[b, 3]>>
    %n = tp.placeholder "n" : !tp.int<2*b>
    ```

    After:

    ```mlir
    %x = tp.placeholder "x" : tensor<?x3xf32>
    %n = tp.placeholder "n" : i64
    ```

    Precondition: none. Postcondition: no type of a value has a symbolic
    expression.
  }];
  let options = [
    Option<"keepDims", "keep-dims", "bool", /*default=*/"true",
           "Keep the declarations of dimensions on the program">
  ];
  let dependentDialects = ["::mlir::tp::TPDialect"];
}

def InferTypes : Pass<"infer-types", "::mlir::tp::ProgramOp"> {
  let summary = "infer the types of values from the inputs";
  let description = [{
    Goes through the graph from the inputs on and infers the types of each
    call's results from those of its operands: element types as torch promotes
    them, sizes, strides, storage offsets, devices. A value of unknown type
    (`!tp.any`), and a tensor whose sizes are less known than inferred, gets the
    inferred type. A type that contradicts the inferred one, in its element type
    or in a size, is an error that names the node, what was inferred and what
    was found. Subgraphs are inferred likewise.

    Methods and functions of untyped graphs are matched with the operators of
    their name by their arguments. An operator without a rule, or with operands
    of unknown type, leaves its results as they are.

    Before:

    ```mlir
    %x = tp.placeholder "x" : tensor<4x3xf32>
    %relu = tp.call_method "relu"(%x) : (tensor<4x3xf32>) -> !tp.any
    %sum_1 = tp.call_function "aten.sum.dim_IntList"(%relu, [1]) : (!tp.any) -> !tp.any
    ```

    After:

    ```mlir
    %x = tp.placeholder "x" : tensor<4x3xf32>
    %relu = tp.call_method "relu"(%x) : (tensor<4x3xf32>) -> tensor<4x3xf32>
    %sum_1 = tp.call_function "aten.sum.dim_IntList"(%relu, [1]) : (tensor<4x3xf32>) -> tensor<4xf32>
    ```

    With `report`, nothing changes. For each target one line says of how many
    results the inferred type, strides and offset included, agrees with that of
    the program; is open: sizes that agree in the example inputs, and of which
    nothing more is known; is unknown; differs. The last three follow, by node.

    Precondition: none. Postcondition: types of results agree with their
    operands where there is a rule.
  }];
  let options = [
    Option<"report", "report", "bool", /*default=*/"false",
           "Print how the inferred types agree with those of the program">
  ];
  let dependentDialects = ["::mlir::tp::TPDialect"];
}

def PrintSignature : Pass<"print-signature", "::mlir::ModuleOp"> {
  let summary = "print the graph signature of each program";
  let description = [{
    Prints inputs, outputs and ranges, as the exporter's graph signature says
    them, to standard output. They are derived from placeholders and output; the
    program does not change. Where a module has several programs, each has its
    name ahead.

    ```
    inputs:  p_sub_w: PARAMETER target='sub.w'; x: USER_INPUT
    outputs: add: BUFFER_MUTATION target='sub.n'; y: USER_OUTPUT
    ranges:  b in [1, 64]
    ```

    With `json`, one JSON object whose `programs` have the same facts, and the
    types of the values besides.

    Precondition: none. Postcondition: the program is unchanged.
  }];
  let options = [
    Option<"json", "json", "bool", /*default=*/"false",
           "Print JSON instead of text">
  ];
}

def ExternalizeWeights : Pass<"externalize-weights", "::mlir::ModuleOp"> {
  let summary = "move the values of all state to a safetensors file";
  let description = [{
    Writes the value of every state, be it a blob of another archive, elements
    or a resource, to one `.safetensors` file, and makes the state a blob of
    that. `--externalize-weights=w.safetensors` is short for
    `--externalize-weights="file=w.safetensors"`. Archives that no value refers
    to any more go.

    Before:

    ```mlir
    tp.archive @m "m.pt2"
    tp.program @forward {
      tp.state parameter @"sub.w" : tensor<4x3xf32> = #tp.blob<@m, "data/weights/weight_0">
      tp.state parameter @tied : tensor<4x3xf32> = #tp.blob<@m, "data/weights/weight_0">
      tp.state constant @c : tensor<2xf32> = dense<1.0>
      %x = tp.placeholder "x" : tensor<2xf32>
      tp.output (%x,) : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    tp.archive @w "w.safetensors" fingerprint "3f2a5c90d1e4b687"
    tp.program @forward {
      tp.state parameter @"sub.w" : tensor<4x3xf32> = #tp.blob<@w, "sub.w">
      tp.state parameter @tied : tensor<4x3xf32> = #tp.blob<@w, "sub.w">
      tp.state constant @c : tensor<2xf32> = #tp.blob<@w, "c">
      %x = tp.placeholder "x" : tensor<2xf32>
      tp.output (%x,) : tensor<2xf32>
    }
    ```

    Each *storage* becomes one tensor of the file, so tied weights and views of
    one storage stay what they are. It is named, typed and shaped as the first
    state that fills it; a storage that no state fills is a flat list, named as
    its first state. A name that another program of the module uses for other
    bytes gets the program's name in front. Elements are laid out by the strides
    of their state. The element types `complex32` and `complex128`, which the
    format does not have, are written as `F16` and `F64` with a last dimension
    of 2. State without a value stays as it is, and so does what is pickled: it
    cannot be a tensor of the file.

    With `max-shard-size` the tensors are split over files of at most that size,
    `w-00001-of-00002.safetensors` and so on, and the archive is their index,
    `w.safetensors.index.json`. Files appear complete or not at all; in
    `tp-opt` they disappear again where a later pass fails.

    Precondition: blobs can be read; the file is none of the module's archives
    in another format. Postcondition: every value is pickled or a blob of the
    file.
  }];
  let options = [
    Option<"file", "file", "std::string", /*default=*/"",
           "The file to write; its name ends with .safetensors">,
    Option<"maxShardSize", "max-shard-size", "std::string", /*default=*/"",
           "The most bytes in one file, as a number or with a unit (500MB, 5GB, 1GiB)">
  ];
  let dependentDialects = ["::mlir::tp::TPDialect"];
}

def EmbedWeights : Pass<"embed-weights", "::mlir::ModuleOp"> {
  let summary = "move the values of state from files into the program";
  let description = [{
    Reads the blobs of all state, verifies their checksums, and makes them
    elements of the program: up to `elements-limit` bytes as `dense` elements,
    which can be read, larger ones as dialect resources. Values above
    `max-size` stay in their file. Archives that no value refers to any more go.

    Before:

    ```mlir
    tp.archive @m "m.safetensors"
    tp.program @forward {
      tp.state parameter @w : tensor<2xf32> = #tp.blob<@m, "w">
      %x = tp.placeholder "x" : tensor<2xf32>
      tp.output (%x,) : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    tp.program @forward {
      tp.state parameter @w : tensor<2xf32> = dense<[1.0, 2.0]>
      %x = tp.placeholder "x" : tensor<2xf32>
      tp.output (%x,) : tensor<2xf32>
    }
    ```

    Elements have no identity, and a resource is one storage: state of one type
    that shares its bytes shares a resource, whatever its size. State that
    shares a storage otherwise (views of other shapes) cannot be embedded
    without losing that, which is an error; with `unshare` each gets a copy of
    its own. Elements are in row-major order, whatever the strides in the type.
    Pickled blobs stay.

    Precondition: blobs can be read. Postcondition: no blob remains, except for
    those that are pickled or above `max-size`.
  }];
  let options = [
    Option<"elementsLimit", "elements-limit", "uint64_t", /*default=*/"256",
           "The most bytes of a value that becomes dense elements">,
    Option<"maxSize", "max-size", "std::string", /*default=*/"",
           "The most bytes of a value that is embedded, as a number or with a unit">,
    Option<"unshare", "unshare", "bool", /*default=*/"false",
           "Copy the values of state that shares a storage in another shape">
  ];
  let dependentDialects = ["::mlir::tp::TPDialect"];
}

def OpHistogram : Pass<"op-histogram", "::mlir::ModuleOp"> {
  let summary = "print how often each operator is called";
  let description = [{
    Prints a line for each target, subgraphs included, the most frequent first,
    to standard output; methods and child modules say so. Where a module has
    several programs, each has its name ahead. The program does not change.

    ```
           2  aten.relu.default
           1  add_ (method)
    ```

    With `json`, one JSON object whose `programs` have the `targets` with their
    `kind` (function, method, module) and number of `calls`.

    Precondition: none. Postcondition: the program is unchanged.
  }];
  let options = [
    Option<"json", "json", "bool", /*default=*/"false",
           "Print JSON instead of text">
  ];
}

def VerifyOpset : Pass<"verify-opset", "::mlir::tp::ProgramOp"> {
  let summary = "check that a program calls operators of a set only";
  let description = [{
    Every operator outside of the set is an error, named once, with the number
    of its calls, and the first of them: its node and, where it is known, its
    line in the user's Python file. Subgraphs are checked, too.

    The set `core-aten` has the operators that torch tags as core, and what is no
    operator on tensors to decompose: arithmetic on sizes (`_operator.add`,
    `torch.sym_max`), higher-order operators, and operators without results
    (assertions). `allow` and `allow-file` add to it, or, without `core-aten`, are
    the set: full targets (`aten.silu.default`) or names that stand for all
    overloads (`aten.silu`), or both as schemas write them (`aten::silu`). A file has
    one a line; `#` starts a comment.

    ```
    model.py:7:0: error: expected only operators of core-aten, found 'aten.silu.default', 2 calls, first as node 'silu'
    ```

    Precondition: none. Postcondition: the program is unchanged and calls only
    operators of the set.
  }];
  let options = [
    Option<"coreATen", "core-aten", "bool", /*default=*/"false",
           "Check against the Core ATen operators">,
    ListOption<"allow", "allow", "std::string",
               "Further operators, by target or by name without overload">,
    Option<"allowFile", "allow-file", "std::string", /*default=*/"",
           "A file with further operators, one a line">
  ];
}

#endif // TP_TRANSFORMS_PASSES_TD
