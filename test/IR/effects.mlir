// RUN: tp-opt %s --cse --canonicalize | FileCheck %s

// Reads on either side of a write are two values.
// CHECK-LABEL: tp.program @write_between
tp.program @write_between {
  %x = tp.placeholder "x" : tensor<2xf32>
  // CHECK: %a = tp.call_function "aten.sin.default"(%x)
  %a = tp.call_function "aten.sin.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: tp.call_function "aten.add_.Tensor"
  %w = tp.call_function "aten.add_.Tensor"(%x, 1) : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %b = tp.call_function "aten.sin.default"(%x)
  %b = tp.call_function "aten.sin.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output (%a, %b) : tensor<2xf32>, tensor<2xf32>
}

// Two factories stay two, since one of them is written.
// CHECK-LABEL: tp.program @factories
tp.program @factories {
  // CHECK: %a = tp.call_function "aten.zeros.default"
  %a = tp.call_function "aten.zeros.default"([2]) : () -> tensor<2xf32>
  // CHECK: %b = tp.call_function "aten.zeros.default"
  %b = tp.call_function "aten.zeros.default"([2]) : () -> tensor<2xf32>
  // CHECK: tp.call_method "add_"(%a, 1)
  %w = tp.call_method "add_"(%a, 1) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output (%a, %b) : tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: tp.program @random
tp.program @random functional {
  %x = tp.placeholder "x" : tensor<2xf32>
  // CHECK: %a = tp.call_function "aten.rand_like.default"
  %a = tp.call_function "aten.rand_like.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %b = tp.call_function "aten.rand_like.default"
  %b = tp.call_function "aten.rand_like.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output (%a, %b) : tensor<2xf32>, tensor<2xf32>
}

// What is unknown is neither removed nor merged, no input is lost.
// CHECK-LABEL: tp.program @unknown
tp.program @unknown functional {
  // CHECK: tp.placeholder "x"
  %x = tp.placeholder "x" : tensor<2xf32>
  // CHECK: tp.placeholder "unused"
  %unused = tp.placeholder "unused" : tensor<2xf32>
  // CHECK-COUNT-2: tp.call_function "mylib.op.default"
  %a = tp.call_function "mylib.op.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %b = tp.call_function "mylib.op.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: tp.call_method "frobnicate"
  %c = tp.call_method "frobnicate"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: tp.call_module "sub"
  %d = tp.call_module "sub"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output ()
}

// The user's assertions stay, and so do ours.
// CHECK-LABEL: tp.program @assertions
tp.program @assertions functional {
  %x = tp.placeholder "x" : tensor<?xf32, #tp.shape<[b]>>
  // CHECK: tp.assert_dim_range
  tp.assert_dim_range %x[0] in [1, 64], "b" : tensor<?xf32, #tp.shape<[b]>>
  // CHECK: tp.call_function "aten._assert_async.msg"
  tp.call_function "aten._assert_async.msg"(%x, "no") as "a" : (tensor<?xf32, #tp.shape<[b]>>) -> ()
  tp.output ()
}

// In a functional program unused pure nodes go, and equal ones are one. A name is
// part of a node: nodes of two names are two nodes.
// CHECK-LABEL: tp.program @pure
tp.program @pure functional {
  %x = tp.placeholder "x" : tensor<2xf32>
  // CHECK: %a = tp.call_function "aten.sin.default"(%x)
  %a = tp.call_function "aten.sin.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK-NEXT: %[[ONE:.*]] = tp.call_function "aten.cos.default"(%x)
  // CHECK-NOT: tp.call_function
  %0 = tp.call_function "aten.cos.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = tp.call_function "aten.cos.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %c = tp.call_function "aten.exp.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: tp.output (%a, %[[ONE]], %[[ONE]])
  tp.output (%a, %0, %1) : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// batch_norm in training writes its statistics, though its schema is silent.
// CHECK-LABEL: tp.program @unannotated
tp.program @unannotated {
  tp.state buffer @m : tensor<3xf32>
  %m = tp.placeholder buffer @m : tensor<3xf32>
  %x = tp.placeholder "x" : tensor<2x3xf32>
  // CHECK: tp.call_function "aten.clone.default"(%m)
  %a = tp.call_function "aten.clone.default"(%m) : (tensor<3xf32>) -> tensor<3xf32>
  // CHECK: tp.call_function "aten.batch_norm.default"
  %y = tp.call_function "aten.batch_norm.default"(%x, None, None, %m, %m, True, 0.1, 1.0e-05, True) : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: tp.call_function "aten.clone.default"(%m)
  %b = tp.call_function "aten.clone.default"(%m) : (tensor<3xf32>) -> tensor<3xf32>
  tp.output (%a, %b) : tensor<3xf32>, tensor<3xf32>
}

// An operator of the user's own does what its schema says, and no more.
// CHECK-LABEL: tp.program @declared
tp.schema "mylib::pure(Tensor x) -> Tensor"
tp.schema "mylib::fill(Tensor(a!) x) -> ()"
tp.program @declared {
  %x = tp.placeholder "x" : tensor<2xf32>
  // CHECK-NOT: mylib.pure
  %a = tp.call_function "mylib.pure.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: tp.call_function "mylib.fill.default"
  tp.call_function "mylib.fill.default"(%x) as "fill" : (tensor<2xf32>) -> ()
  tp.output (%x,) : tensor<2xf32>
}
