// RUN: tp-opt %s --verify-functional --split-input-file --verify-diagnostics

// All writes are reported, and those that cannot be excluded.
tp.program @writes {
  tp.state buffer @n : tensor<2xf32>
  tp.graph @g {
    %x = tp.placeholder "x" : tensor<2xf32>
    // expected-error @+1 {{node 'y': expected no write in a functional program, got 'aten.neg_.default'}}
    %y = tp.call_function "aten.neg_.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
    tp.output (%y,) : tensor<2xf32>
  }
  %x = tp.placeholder "x" : tensor<2xf32>
  // expected-error @+1 {{node 'a': expected no write in a functional program, got 'aten.add_.Tensor'}}
  %a = tp.call_function "aten.add_.Tensor"(%x, 1) : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error @+1 {{node 'b': expected no write in a functional program, got 'add_'}}
  %b = tp.call_method "add_"(%x, 1) : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error @+1 {{node 'c': expected an operator whose writes are known, got 'mylib.op.default'}}
  %c = tp.call_function "mylib.op.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error @+1 {{node 'd': expected no call of an opaque module, got 'sub'}}
  %d = tp.call_module "sub"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error @+1 {{expected no write of state, got a write of @n}}
  tp.store_attr %x, @n : tensor<2xf32>
  tp.output (%x,) : tensor<2xf32>
}

// -----

tp.program @unlifted {
  tp.state buffer @n : tensor<2xf32>
  %x = tp.placeholder "x" : tensor<2xf32>
  // expected-error @+1 {{expected lifted state as the target of a mutation, got "n"}}
  tp.output mutations(%x -> buffer "n"), (%x,) : tensor<2xf32>, tensor<2xf32>
}

// -----

// In evaluation, batch norm only reads.
tp.program @reads functional {
  %x = tp.placeholder "x" : tensor<4x2xf32>
  %m = tp.placeholder "m" : tensor<2xf32>
  %y = tp.call_function "aten.batch_norm.default"(%x, None, None, %m, %m, False, 0.1, 1.0e-05, False) : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  tp.output (%y,) : tensor<4x2xf32>
}
