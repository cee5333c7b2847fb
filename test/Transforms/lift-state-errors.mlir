// RUN: tp-opt %s --lift-state --split-input-file --verify-diagnostics

tp.program @unknown_operator {
  tp.state buffer @n : tensor<2xf32>
  tp.graph @g {
    // expected-note @+1 {{node 'n': reads state 'n'}}
    %n = tp.get_attr @n : tensor<2xf32>
    tp.output (%n,) : tensor<2xf32>
  }
  %x = tp.placeholder "x" : tensor<2xf32>
  // expected-error @+1 {{node 'mine': expected an operator that is known to pass state on to its subgraph, got "higher_order.mine"}}
  %mine = tp.call_function "higher_order.mine"(@g, [%x]) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output (%mine,) : tensor<2xf32>
}

// -----

tp.program @write_in_subgraph {
  tp.state buffer @n : tensor<2xf32>
  tp.graph @g {
    %x = tp.placeholder "x" : tensor<2xf32>
    // expected-error @+1 {{expected no write of state @n in a subgraph}}
    tp.store_attr %x, @n : tensor<2xf32>
    tp.output (%x,) : tensor<2xf32>
  }
  %x = tp.placeholder "x" : tensor<2xf32>
  tp.output (%x,) : tensor<2xf32>
}
