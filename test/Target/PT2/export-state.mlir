// Every kind of state, and every form of its value.

// RUN: rm -rf %t && mkdir %t
// RUN: tp-opt %s --emit-pt2 -o %t/out.pt2
// RUN: tp-opt %t/out.pt2 --embed-weights | FileCheck %s
// RUN: tp-opt %t/out.pt2 -o %t/out.mlir && FileCheck %s --check-prefix=BLOBS --input-file=%t/out.mlir

// Weights of safetensors files, and parts of entries.
// RUN: tp-opt %s --externalize-weights=%t/w.safetensors -o %t/external.mlir
// RUN: tp-opt %t/external.mlir --emit-pt2 -o %t/external.pt2
// RUN: tp-opt %t/external.pt2 --embed-weights | FileCheck %s

// The state of inputs is declared first.
// BLOBS: @all {{.*}} "data/constants/tensor_0"> {persistent = false}
// BLOBS: @splat {{.*}} "data/weights/weight_0">
// BLOBS: @elements {{.*}} "data/weights/weight_1">
// BLOBS: @strided {{.*}} "data/weights/weight_2">
// BLOBS: @flags {{.*}} "data/weights/weight_3">
// BLOBS: @complex {{.*}} "data/constants/tensor_1">
// BLOBS: @resource {{.*}} "data/constants/tensor_2">
// BLOBS: @empty {{.*}} "data/constants/tensor_3">

tp.program @state {
  // CHECK: tp.state buffer @all : tensor<10xi1> = dense<true> {persistent = false}
  tp.state buffer @all : tensor<10xi1> = dense<true> {persistent = false}
  // CHECK: tp.state parameter @splat : tensor<4x3xf32> = dense<1.500000e+00>
  tp.state parameter @splat : tensor<4x3xf32> = dense<1.5>
  // CHECK: tp.state buffer @elements : tensor<2x2xi64> = dense<{{\[}}[1, 2], [3, -4]]>
  tp.state buffer @elements : tensor<2x2xi64> = dense<[[1, 2], [3, -4]]>
  // Elements are in the order of the indices, whatever the strides of the tensor.
  // CHECK: tp.state buffer @strided : tensor<2x2xi8{{.*}} = dense<{{\[}}[1, 2], [3, 4]]>
  tp.state buffer @strided : tensor<2x2xi8, #tp.shape<[2, 2], strides = [1, 2]>> = dense<[[1, 2], [3, 4]]>
  // CHECK: tp.state buffer @flags : tensor<3xi1> = dense<[true, false, true]>
  tp.state buffer @flags : tensor<3xi1> = dense<[true, false, true]>
  // CHECK: tp.state constant @complex : tensor<2xcomplex<f32>> = dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,-0.000000e+00)]>
  tp.state constant @complex : tensor<2xcomplex<f32>> = dense<[(1.0, 2.0), (3.0, -0.0)]>
  // CHECK: tp.state constant @resource : tensor<2xf32> = dense<[1.000000e+00, 2.000000e+00]>
  tp.state constant @resource : tensor<2xf32> = dense_resource<blob>
  // CHECK: tp.state constant @empty : tensor<0xf32>
  tp.state constant @empty : tensor<0xf32> = dense<>
  // What is not an input is told apart by its place only: weights and constants.
  %b_all = tp.placeholder buffer @all : tensor<10xi1>
  tp.output None
}

{-#
  dialect_resources: {
    builtin: {
      blob: "0x040000000000803F00000040"
    }
  }
#-}
