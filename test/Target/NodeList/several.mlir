// Two programs in one module; nodes without names get some.

// RUN: tp-translate --export-node-list %s \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace

tp.program @forward functional {
  %0 = tp.placeholder "x" : tensor<2xf32>
  %1 = tp.call_function "aten.add.Tensor"(%0, %0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = tp.call_function "_operator.add"(%1, 1) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output %2 : tensor<2xf32>
}

tp.program @"other program" functional {
  tp.output ()
}

//CHECK:program forward
//CHECK-NEXT:graph /
//CHECK-NEXT:  input x : Tensor(torch.float32, [2], strides=[1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:  node add
//CHECK-NEXT:    target torch.ops.aten.add.Tensor
//CHECK-NEXT:    arg %x
//CHECK-NEXT:    arg %x
//CHECK-NEXT:    result add : Tensor(torch.float32, [2], strides=[1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:  node add_1
//CHECK-NEXT:    target _operator.add
//CHECK-NEXT:    arg %add
//CHECK-NEXT:    arg 1
//CHECK-NEXT:    result add_1 : Tensor(torch.float32, [2], strides=[1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:  single_tensor_return
//CHECK-NEXT:  output %add_1
//CHECK-NEXT:signature
//CHECK-NEXT:  input USER_INPUT %x
//CHECK-NEXT:  output USER_OUTPUT %add_1
//CHECK-NEXT:verifiers []
//CHECK-NEXT:torch_version ""
//CHECK-NEXT:nodes 2
//CHECK-NEXT:program "other program"
//CHECK-NEXT:graph /
//CHECK-NEXT:signature
//CHECK-NEXT:verifiers []
//CHECK-NEXT:torch_version ""
//CHECK-NEXT:nodes 0
//CHECK-NOT:{{.+}}
