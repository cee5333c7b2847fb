// RUN: tp-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{expected the path of a file}}
tp.archive @m ""

// -----

// expected-error @+1 {{expected an operator schema: }}
tp.schema "no schema"

// -----

tp.program @p {
  // expected-error @+1 {{block with no terminator}}
  tp.guard "True"
}

// -----

// expected-error @+1 {{expected 'tp.output' as the last operation}}
tp.program @p {
  llvm.unreachable
}

// -----

// expected-error @+1 {{expected one range for each dimension, got several for #tp.expr<b>}}
tp.program @p dims(b in [1, 2], b in [3, 4]) {
  tp.output ()
}

// -----

// expected-error @+1 {{expected a range that is not empty, got [4, 3]}}
tp.program @p dims(b in [4, 3]) {
  tp.output ()
}

// -----

// expected-error @+1 {{expected a hint or assumptions on a symbol only}}
tp.program @p dims(2*b in [1, 3] hint 4) {
  tp.output ()
}

// -----

tp.program @p {
  // expected-error @+1 {{expected a condition}}
  tp.guard ""
  tp.output ()
}

// -----

tp.program @p {
  // expected-error @+1 {{unknown kind of state 'weight'}}
  tp.state weight @w : tensor<2xf32>
  tp.output ()
}

// -----

tp.program @p {
  // expected-error @+1 {{expected the type of a tensor, got 'i64'}}
  tp.state buffer @w : i64
  tp.output ()
}

// -----

tp.program @p {
  // expected-error @+1 {{expected an object type, got 'tensor<2xf32>'}}
  tp.state object @w : tensor<2xf32>
  tp.output ()
}

// -----

tp.program @p {
  // expected-error @+1 {{expected 'persistent' on a buffer only}}
  tp.state parameter @w : tensor<2xf32> {persistent = false}
  tp.output ()
}

// -----

tp.program @p {
  // expected-error @+1 {{expected 'requires_grad' on a parameter only}}
  tp.state buffer @w : tensor<2xf32> {requires_grad = false}
  tp.output ()
}

// -----

tp.program @p {
  // expected-error @+1 {{expected a 'tp.archive' of the name @m}}
  tp.state buffer @w : tensor<2xf32> = #tp.blob<@m, "e">
  tp.output ()
}

// -----

tp.program @p {
  // expected-error @+1 {{expected an offset of 0 or more, got -1}}
  tp.state buffer @w : tensor<2xf32> = #tp.blob<@m, "e", offset = -1>
  tp.output ()
}

// -----

tp.program @p {
  // expected-error @+1 {{expected 'offset', 'size' or 'pickled', got 'length'}}
  tp.state buffer @w : tensor<2xf32> = #tp.blob<@m, "e", length = 1>
  tp.output ()
}

// -----

tp.program @p {
  // expected-note @+1 {{first used here}}
  %x = tp.placeholder "x" : !tp.any
  // expected-error @+1 {{duplicate node name "x"}}
  %y = tp.call_function "f"(%x) as "x" : (!tp.any) -> !tp.any
  tp.output ()
}

// -----

tp.program @p {
  // expected-error @+1 {{duplicate result name "a"}}
  %0:2 = tp.call_function "f"() as "f"["a", "a"] : () -> (!tp.any, !tp.any)
  tp.output ()
}

// -----

// expected-error @+1 {{expected inputs as 'tp.placeholder', got block arguments}}
"tp.program"() <{sym_name = "p"}> ({
^bb0(%x: !tp.any):
  "tp.output"() : () -> ()
}) : () -> ()

// -----

tp.program @p {
  // expected-note @+1 {{first call here}}
  %y = tp.call_function "f"() : () -> !tp.any
  // expected-error @+1 {{expected the inputs of a graph ahead of its calls}}
  %x = tp.placeholder "x" : !tp.any
  tp.output ()
}

// -----

tp.program @p {
  // expected-error @+1 {{expected a 'tp.state' of the name "w"}}
  %w = tp.placeholder parameter @w : tensor<2xf32>
  tp.output ()
}

// -----

tp.program @p {
  // expected-note @+1 {{state declared here}}
  tp.state buffer @w : tensor<2xf32>
  // expected-error @+1 {{expected "w" to be a parameter, got a buffer}}
  %w = tp.placeholder parameter @w : tensor<2xf32>
  tp.output ()
}

// -----

tp.program @p {
  tp.state buffer @w : tensor<2xf32>
  // expected-note @+1 {{first input here}}
  %w = tp.placeholder buffer @w : tensor<2xf32>
  // expected-error @+1 {{expected one input for the state "w"}}
  %w2 = tp.placeholder buffer @w : tensor<2xf32>
  tp.output ()
}

// -----

tp.program @p {
  tp.graph @g {
    // expected-error @+1 {{expected a subgraph to take no state as an input}}
    %w = tp.placeholder buffer @w : tensor<2xf32>
    tp.output ()
  }
  tp.output ()
}

// -----

tp.program @p functional {
  %x = tp.placeholder "x" : tensor<2xf32>
  // expected-error @+1 {{expected no write in a functional program, got 'aten.add_.Tensor'}}
  %y = tp.call_function "aten.add_.Tensor"(%x, 1) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output (%y,) : tensor<2xf32>
}

// -----

tp.program @p functional {
  tp.state buffer @n : tensor<2xf32>
  %x = tp.placeholder "x" : tensor<2xf32>
  // expected-error @+1 {{expected no write in a functional program, got a write of @n}}
  tp.store_attr %x, @n : tensor<2xf32>
  tp.output ()
}
