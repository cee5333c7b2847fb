// RUN: tp-opt %s --split-input-file --verify-diagnostics

tp.program @p {
  // expected-error @+1 {{unknown kind of input 'weights'}}
  %x = tp.placeholder weights "x" : !tp.any
  tp.output ()
}

// -----

tp.program @p {
  // expected-error @+1 {{expected the path of the state that is passed for a 'buffer' input}}
  %x = "tp.placeholder"() {kind = #tp<input_kind buffer>} : () -> !tp.any
  tp.output ()
}

// -----

tp.program @p {
  // expected-error @+1 {{expected the value of a specialized input}}
  %x = tp.placeholder specialized "x" : i64
  tp.output ()
}

// -----

tp.program @p {
  // expected-error @+1 {{expected a literal as the value of an input, got a list}}
  %x = tp.placeholder "x" = [?] : i64
  tp.output ()
}

// -----

tp.program @p {
  // expected-error @+1 {{expected 'requires_grad' on a parameter only: other inputs have it in their type}}
  %x = tp.placeholder "x" {requires_grad = false} : tensor<2xf32>
  tp.output ()
}

// -----

tp.program @p {
  // expected-error @+1 {{expected a 'tp.state' of the name @w}}
  %w = tp.get_attr @w : tensor<2xf32>
  tp.output ()
}

// -----

tp.program @p {
  // expected-note @+1 {{state declared here}}
  tp.state buffer @w : tensor<2xf32>
  // expected-error @+1 {{expected the type of the state, 'tensor<2xf32>', got 'tensor<3xf32>'}}
  %w = tp.get_attr @w : tensor<3xf32>
  tp.output ()
}

// -----

tp.program @p {
  %x = tp.placeholder "x" : tensor<2xf32>
  // expected-error @+1 {{expected a 'tp.state' of the name @w}}
  tp.store_attr %x, @w : tensor<2xf32>
  tp.output ()
}

// -----

tp.program @p {
  // expected-error @+1 {{expected a target}}
  tp.call_function ""() : () -> ()
  tp.output ()
}

// -----

tp.program @p {
  %x = tp.placeholder "x" : !tp.any
  // expected-error @+1 {{expected 2 operands as its arguments say, got 1}}
  "tp.call_function"(%x) {target = "f", args = #tp.args<(?, [?])>} : (!tp.any) -> ()
  tp.output ()
}

// -----

tp.program @p {
  // expected-error @+1 {{expected 2 results as their nesting says, got 1}}
  %0 = "tp.call_function"() {target = "f", result_tree = #tp.list<[?, ?]>} : () -> !tp.any
  tp.output ()
}

// -----

tp.program @p {
  // expected-error @+1 {{expected results to nest in lists and tuples, got #tp.slice<slice(?, None, None)>}}
  %0 = "tp.call_function"() {target = "f", result_tree = #tp.slice<slice(?, None, None)>} : () -> !tp.any
  tp.output ()
}

// -----

tp.program @p {
  // expected-error @+1 {{expected a name for each of the 2 results, got 1}}
  %0:2 = tp.call_function "f"() as "f"["a"] : () -> (!tp.any, !tp.any)
  tp.output ()
}

// -----

tp.program @p {
  // expected-error @+1 {{expected the object as the first argument}}
  tp.call_method "add"(other = 1) : () -> ()
  tp.output ()
}

// -----

tp.program @p {
  // expected-error @+1 {{expected a 'tp.graph' of the name @g}}
  tp.call_function "higher_order.cond"(True, @g) : () -> ()
  tp.output ()
}

// -----

tp.program @p {
  // expected-error @+1 {{expected an argument}}
  tp.output (1, , 2)
}

// -----

tp.program @p {
  // expected-error @+1 {{expected a number after '-'}}
  tp.output (-)
}

// -----

tp.program @p {
  // expected-error @+1 {{unknown argument literal 'nil'}}
  tp.call_function "f"(nil) : () -> ()
  tp.output ()
}

// -----

tp.program @p {
  // expected-error @+1 {{positional argument follows keyword argument}}
  tp.call_function "f"(a = 1, 2) : () -> ()
  tp.output ()
}

// -----

tp.program @p {
  // expected-error @+1 {{duplicate keyword argument "a"}}
  tp.call_function "f"(a = 1, a = 2) : () -> ()
  tp.output ()
}

// -----

tp.program @p {
  // expected-error @+1 {{duplicate key in a dict: 1}}
  tp.call_function "f"({1: 1, 1: 2}) : () -> ()
  tp.output ()
}

// -----

tp.program @p {
  // expected-error @+1 {{expected ',' after the only element of a tuple}}
  tp.call_function "f"((1)) : () -> ()
  tp.output ()
}

// -----

tp.program @p {
  %x = tp.placeholder "x" : !tp.any
  // expected-error @+1 {{unknown output kind 'weight'}}
  tp.output mutations(%x -> weight "w"), () : !tp.any
}

// -----

tp.program @p {
  %x = tp.placeholder "x" : !tp.any
  // expected-error @+1 {{expected a 'tp.state' of the name "w"}}
  tp.output mutations(%x -> buffer "w"), () : !tp.any
}

// -----

tp.program @p {
  %x = tp.placeholder "x" : !tp.any
  // expected-error @+1 {{expected a user input of the name "y"}}
  tp.output mutations(%x -> input "y"), () : !tp.any
}

// -----

tp.program @p {
  %x = tp.placeholder "x" : !tp.any
  // expected-error @+1 {{expected one mutation of "x"}}
  tp.output mutations(%x -> input "x", %x -> input "x"), () : !tp.any, !tp.any
}

// -----

tp.program @p {
  %x = tp.placeholder "x" : !tp.any
  // expected-error @+1 {{expected a mutation or a token, got 'loss'}}
  tp.output mutations(%x -> loss), () : !tp.any
}

// -----

tp.program @p {
  tp.graph @g {
    %x = tp.placeholder "x" : !tp.any
    // expected-error @+1 {{expected a subgraph to mutate nothing}}
    tp.output mutations(%x -> input "x"), () : !tp.any
  }
  tp.output ()
}

// -----

tp.program @p {
  %x = tp.placeholder "x" : !tp.any
  // expected-error @+1 {{expected 2 operands as its value says, got 1}}
  "tp.output"(%x) {value = #tp.tuple<(?, ?, 1)>} : (!tp.any) -> ()
}

// -----

// expected-error @+1 {{expected dimension 0 to be '?' as its expression is symbolic, got 2}}
func.func private @f(tensor<2xf32, #tp.shape<[b]>>)

// -----

// expected-error @+1 {{expected dimension 0 to be 3 as its expression says, got 2}}
func.func private @f(tensor<2xf32, #tp.shape<[3]>>)

// -----

// expected-error @+1 {{expected an expression for each of the 1 dimensions, got 2}}
func.func private @f(tensor<2xf32, #tp.shape<[2, 3]>>)

// -----

// expected-error @+1 {{expected a stride for each of the 1 sizes, got 2}}
func.func private @f(tensor<2xf32, #tp.shape<[2], strides = [1, 2]>>)

// -----

// expected-error @+1 {{expected 'strides', 'offset', 'device', 'layout' or 'requires_grad', got 'stride'}}
func.func private @f(tensor<2xf32, #tp.shape<[2], stride = [1]>>)
