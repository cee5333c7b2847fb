// RUN: tp-opt %s --mutation-outputs --split-input-file --verify-diagnostics

// What subgraphs cannot write.

// How the operands go to the graph is not known.
tp.program @unknown {
  // expected-note @+1 {{subgraph here}}
  tp.graph @body {
    %x = tp.placeholder "x" : tensor<2xf32>
    %a = tp.call_function "aten.add_.Tensor"(%x, 1) : (tensor<2xf32>) -> tensor<2xf32>
    tp.output (%a,) : tensor<2xf32>
  }
  %x = tp.placeholder "x" : tensor<2xf32>
  // expected-error @+1 {{node 'y': expected a subgraph that does not write its input 0: how the operator passes it is not known}}
  %y = tp.call_function "higher_order.associative_scan"(@body, [%x]) as "y" : (tensor<2xf32>) -> (tensor<2xf32>,)
  tp.output ()
}

// -----

// The condition of a loop may run more often than its body.
tp.program @condition {
  // expected-note @+1 {{subgraph here}}
  tp.graph @test attributes {single_tensor_return} {
    %i = tp.placeholder "i" : tensor<i64>
    %n = tp.placeholder "n" : tensor<2xf32>
    %a = tp.call_function "aten.add_.Tensor"(%n, 1) : (tensor<2xf32>) -> tensor<2xf32>
    %c = tp.call_function "aten.gt.Scalar"(%i, 0) : (tensor<i64>) -> tensor<i1>
    tp.output %c : tensor<i1>
  }
  tp.graph @step {
    %i = tp.placeholder "i" : tensor<i64>
    %n = tp.placeholder "n" : tensor<2xf32>
    %j = tp.call_function "aten.sub.Tensor"(%i, 1) : (tensor<i64>) -> tensor<i64>
    tp.output (%j,) : tensor<i64>
  }
  %i = tp.placeholder "i" : tensor<i64>
  %n = tp.placeholder "n" : tensor<2xf32>
  // expected-error @+1 {{node 'loop': expected a subgraph that does not write its input 1: it is the condition of a loop}}
  %r = tp.call_function "higher_order.while_loop"(@test, @step, [%i], [%n]) as "loop" : (tensor<i64>, tensor<2xf32>) -> (tensor<i64>,)
  tp.output ()
}

// -----

// The next run gets what the graph returns, and not what it wrote.
tp.program @carried {
  tp.graph @test attributes {single_tensor_return} {
    %i = tp.placeholder "i" : tensor<i64>
    %c = tp.call_function "aten.gt.Scalar"(%i, 0) : (tensor<i64>) -> tensor<i1>
    tp.output %c : tensor<i1>
  }
  // expected-note @+1 {{subgraph here}}
  tp.graph @step {
    %i = tp.placeholder "i" : tensor<i64>
    %w = tp.call_function "aten.sub_.Tensor"(%i, 1) : (tensor<i64>) -> tensor<i64>
    %j = tp.call_function "aten.add.Tensor"(%i, 0) : (tensor<i64>) -> tensor<i64>
    tp.output (%j,) : tensor<i64>
  }
  %i = tp.placeholder "i" : tensor<i64>
  // expected-error @+1 {{node 'loop': expected a subgraph that does not write its input 0: it is carried, and the graph returns another tensor for it}}
  %r = tp.call_function "higher_order.while_loop"(@test, @step, [%i], []) as "loop" : (tensor<i64>) -> (tensor<i64>,)
  tp.output ()
}

// -----

// Inside of a graph, inputs share no memory.
tp.program @shared {
  tp.graph @yes {
    %a = tp.placeholder "a" : tensor<2xf32>
    %b = tp.placeholder "b" : tensor<2xf32>
    %w = tp.call_function "aten.add_.Tensor"(%a, 1) : (tensor<2xf32>) -> tensor<2xf32>
    %r = tp.call_function "aten.neg.default"(%b) : (tensor<2xf32>) -> tensor<2xf32>
    tp.output (%r,) : tensor<2xf32>
  }
  tp.graph @no {
    %a = tp.placeholder "a" : tensor<2xf32>
    %b = tp.placeholder "b" : tensor<2xf32>
    %r = tp.call_function "aten.neg.default"(%b) : (tensor<2xf32>) -> tensor<2xf32>
    tp.output (%r,) : tensor<2xf32>
  }
  %x = tp.placeholder "x" : tensor<2xf32>
  %p = tp.placeholder "p" : tensor<i1>
  // expected-error @+1 {{node 'cond': expected operands that share no memory where a subgraph writes one, got operands 0 and 1 of one tensor}}
  %r = tp.call_function "higher_order.cond"(%p, @yes, @no, [%x, %x]) as "cond" : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>,)
  tp.output ()
}

// -----

// A change of shape inside of a graph.
tp.program @shape {
  tp.graph @yes {
    %a = tp.placeholder "a" : tensor<2x3xf32>
    // expected-error @+1 {{node 't': expected the shape of an input of a subgraph to stay}}
    %t = tp.call_function "aten.t_.default"(%a) : (tensor<2x3xf32>) -> tensor<3x2xf32, #tp.shape<[3, 2], strides = [1, 3]>>
    %r = tp.call_function "aten.sum.default"(%t) : (tensor<3x2xf32, #tp.shape<[3, 2], strides = [1, 3]>>) -> tensor<f32>
    tp.output (%r,) : tensor<f32>
  }
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "higher_order.strict_mode"(@yes, [%x]) as "region" : (tensor<2x3xf32>) -> (tensor<f32>,)
  tp.output ()
}

// -----

// A token orders effects; a write is none.
tp.program @token {
  %token = tp.placeholder token "token" : !tp.token
  %x = tp.placeholder "x" : tensor<2xf32>
  // expected-error @+1 {{node 'e': expected an operator that writes no tensor in "higher_order.with_effects", got 'aten::relu_(Tensor(a!) self) -> Tensor(a!)'}}
  %t, %y = tp.call_function "higher_order.with_effects"(%token, operator("aten.relu_.default"), %x) as "e" : (!tp.token, tensor<2xf32>) -> (!tp.token, tensor<2xf32>)
  tp.output mutations(%t -> token), (%y,) : !tp.token, tensor<2xf32>
}

// -----

tp.program @mutation {
  %x = tp.placeholder "x" : tensor<2xf32>
  // expected-error @+1 {{node 'y': expected a pure higher-order operator, got "higher_order.triton_kernel_wrapper_mutation"}}
  tp.call_function "higher_order.triton_kernel_wrapper_mutation"(kernel_idx = 0, kwargs = {"x": %x}) as "y" : (tensor<2xf32>) -> ()
  tp.output ()
}

// -----

// Which branch ran decides whether the result changes.
tp.program @doubt {
  tp.state buffer @n : tensor<4xf32>
  tp.graph @yes {
    %a = tp.placeholder "a" : tensor<4xf32>
    %v = tp.call_function "aten.slice.Tensor"(%a, 0, 0, 2) : (tensor<4xf32>) -> tensor<2xf32>
    tp.output (%v,) : tensor<2xf32>
  }
  tp.graph @no {
    %a = tp.placeholder "a" : tensor<4xf32>
    %v = tp.call_function "aten.slice.Tensor"(%a, 0, 0, 2) : (tensor<4xf32>) -> tensor<2xf32>
    %c = tp.call_function "aten.neg.default"(%v) : (tensor<2xf32>) -> tensor<2xf32>
    tp.output (%c,) : tensor<2xf32>
  }
  %b_n = tp.placeholder buffer @n : tensor<4xf32>
  %p = tp.placeholder "p" : tensor<i1>
  // expected-error @+1 {{node 'cond': it is not known whether a result of the subgraph shares the memory of an operand, and one of them is written}}
  %r = tp.call_function "higher_order.cond"(%p, @yes, @no, [%b_n]) as "cond" : (tensor<i1>, tensor<4xf32>) -> (tensor<2xf32>,)
  // expected-note @+1 {{written here}}
  %w = tp.call_function "aten.add_.Tensor"(%b_n, 1) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-note @+1 {{read here}}
  %y = tp.call_function "aten.neg.default"(%r) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output (%y,) : tensor<2xf32>
}

// -----

// The next run of a loop gets what it writes under two names.
tp.program @loop {
  tp.graph @test attributes {single_tensor_return} {
    %i = tp.placeholder "i" : tensor<2xf32>
    %n = tp.placeholder "n" : tensor<4xf32>
    %c = tp.call_function "aten.any.default"(%i) : (tensor<2xf32>) -> tensor<i1>
    tp.output %c : tensor<i1>
  }
  // expected-note @+1 {{subgraph here}}
  tp.graph @step {
    %i = tp.placeholder "i" : tensor<2xf32>
    %n = tp.placeholder "n" : tensor<4xf32>
    %w = tp.call_function "aten.sub_.Tensor"(%n, 1) : (tensor<4xf32>) -> tensor<4xf32>
    %v = tp.call_function "aten.slice.Tensor"(%n, 0, 0, 2) : (tensor<4xf32>) -> tensor<2xf32>
    tp.output (%v,) : tensor<2xf32>
  }
  %i = tp.placeholder "i" : tensor<2xf32>
  %n = tp.placeholder "n" : tensor<4xf32>
  // expected-error @+1 {{node 'loop': expected a subgraph that does not write its input 1: the next run gets its memory as input 0 too}}
  %r = tp.call_function "higher_order.while_loop"(@test, @step, [%i], [%n]) as "loop" : (tensor<2xf32>, tensor<4xf32>) -> (tensor<2xf32>,)
  tp.output (%r,) : tensor<2xf32>
}
