// RUN: tp-opt %s --split-input-file --verify-diagnostics

// P10
// expected-error @+1 {{expected a tree specification in JSON: }}
tp.program @p attributes {spec = #tp.treespec<"[1, ">} {
  tp.output ()
}

// -----

// N15
// expected-error @+1 {{duplicate metadata key "k"}}
tp.program @p attributes {graph_metadata = #tp.meta<k = "v", k = "w">} {
  tp.output ()
}

// -----

// S4
tp.program @p {
  // expected-error @+1 {{expected elements of the state's type 'tensor<2xf32>', got 'tensor<3xf32>'}}
  "tp.state"() <{kind = #tp<state_kind buffer>, sym_name = "n", type = tensor<2xf32>, value = dense<1.0> : tensor<3xf32>}> : () -> ()
  tp.output ()
}
