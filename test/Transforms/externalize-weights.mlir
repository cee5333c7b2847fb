// Every kind of value goes to the file, each storage once; and back.

// RUN: rm -rf %t && mkdir -p %t && cp %s %t/in.mlir && cd %t
// RUN: tp-opt in.mlir --externalize-weights=w.safetensors -o out.mlir
// RUN: FileCheck %s < out.mlir
// RUN: tp-opt in.mlir --externalize-weights="file=other.safetensors max-shard-size=1GB" | FileCheck %s --check-prefix=OPTIONS
// RUN: %python %tp_src/test/Target/Safetensors/Inputs/weights.py list w.safetensors | FileCheck %s --check-prefix=FILE
// RUN: %python %tp_src/test/Target/Safetensors/Inputs/weights.py check w.safetensors \
// RUN:   f32=0000803f00000040 f16=003c0040 bf16=803f0040 f8=38 f8b=3c flag=010001 \
// RUN:   u16=ffff u32=ffffffff u64=ffffffffffffffff c64=0000803f00000040 \
// RUN:   c128=000000000000f03f0000000000000040 strided=0000000001000000030000000200000004000000 \
// RUN:   splat=07070707070707 res=0100000002000000 scalar=0000c03f empty=
// RUN: tp-opt out.mlir --embed-weights -o back.mlir
// RUN: FileCheck %s --check-prefix=BACK < back.mlir
// RUN: tp-opt in.mlir -o plain.mlir && diff plain.mlir back.mlir
// RUN: tp-opt out.mlir --embed-weights=elements-limit=0 | FileCheck %s --check-prefix=RESOURCE
// RUN: tp-opt out.mlir --embed-weights=max-size=7 | FileCheck %s --check-prefix=LIMIT
// RUN: tp-opt out.mlir --emit-bytecode | tp-opt | diff out.mlir -

// The same in one run; files of a run may be read in it.
// RUN: tp-opt in.mlir --externalize-weights=x.safetensors --embed-weights | sed s/res_1/res/ | diff plain.mlir -

// Onto itself.
// RUN: cp w.safetensors before.safetensors && tp-opt out.mlir --externalize-weights=w.safetensors -o again.mlir
// RUN: cmp before.safetensors w.safetensors && diff out.mlir again.mlir

// CHECK: tp.archive @w "w.safetensors" fingerprint "{{[0-9a-f]+}}"
// CHECK: @f32 : tensor<2xf32> = #tp.blob<@w, "f32">
// CHECK: @c128 : tensor<1xcomplex<f64>> = #tp.blob<@w, "c128">
// CHECK: @strided : tensor<2x2xi32, #tp.shape<[2, 2], strides = [1, 2], offset = 1>> = #tp.blob<@w, "strided">
// CHECK: @tied : tensor<2xi32> = #tp.blob<@w, "res">
// CHECK: @none : tensor<2xf32>{{$}}
// CHECK: tp.program @second
// CHECK: @f32 : tensor<1xi8> = #tp.blob<@w, "second.f32">

// OPTIONS: tp.archive @other "other.safetensors"

// FILE: u64 U64 [1]
// FILE-NEXT: c64 C64 [1]
// FILE-NEXT: c128 F64 [1, 2]
// FILE-NEXT: f32 F32 [2]
// FILE-NEXT: u32 U32 [1]
// FILE-NEXT: strided I32 [5]
// FILE-NEXT: res I32 [2]
// FILE-NEXT: scalar F32 []
// FILE-NEXT: empty F32 [0, 3]
// FILE-NEXT: f16 F16 [2]
// FILE-NEXT: bf16 BF16 [2]
// FILE-NEXT: u16 U16 [1]
// FILE-NEXT: f8 F8_E4M3 [1]
// FILE-NEXT: f8b F8_E5M2 [1]
// FILE-NEXT: flag BOOL [3]
// FILE-NEXT: splat I8 [7]
// FILE-NEXT: second.f32 I8 [1]

// BACK-NOT: tp.archive

// RESOURCE: @f32 : tensor<2xf32> = dense_resource<f32>
// RESOURCE: @flag : tensor<3xi1> = dense_resource<flag>
// RESOURCE: flag: "0x40000000010001"

// LIMIT: tp.archive @w
// LIMIT: @f32 : tensor<2xf32> = #tp.blob<@w, "f32">
// LIMIT: @f16 : tensor<2xf16> = dense<[1.0{{.*}}, 2.0

tp.program @first {
  tp.state parameter @f32 : tensor<2xf32> = dense<[1.0, 2.0]>
  tp.state buffer @f16 : tensor<2xf16> = dense<[1.0, 2.0]>
  tp.state buffer @bf16 : tensor<2xbf16> = dense<[1.0, 2.0]>
  tp.state buffer @f8 : tensor<1xf8E4M3FN> = dense<1.0>
  tp.state buffer @f8b : tensor<1xf8E5M2> = dense<1.0>
  tp.state buffer @flag : tensor<3xi1> = dense<[true, false, true]>
  tp.state buffer @u16 : tensor<1xui16> = dense<65535>
  tp.state buffer @u32 : tensor<1xui32> = dense<4294967295>
  tp.state buffer @u64 : tensor<1xui64> = dense<18446744073709551615>
  tp.state buffer @c64 : tensor<1xcomplex<f32>> = dense<(1.0, 2.0)>
  tp.state buffer @c128 : tensor<1xcomplex<f64>> = dense<(1.0, 2.0)>
  tp.state buffer @strided : tensor<2x2xi32, #tp.shape<[2, 2], strides = [1, 2], offset = 1>> = dense<[[1, 2], [3, 4]]>
  tp.state buffer @splat : tensor<7xi8> = dense<7>
  tp.state buffer @res : tensor<2xi32> = dense_resource<res>
  tp.state buffer @tied : tensor<2xi32> = dense_resource<res>
  tp.state buffer @scalar : tensor<f32> = dense<1.5>
  tp.state buffer @empty : tensor<0x3xf32> = dense<>
  tp.state buffer @none : tensor<2xf32>
  %x = tp.placeholder "x" : tensor<2xf32>
  tp.output (%x,) : tensor<2xf32>
}
tp.program @second {
  tp.state constant @f32 : tensor<1xi8> = dense<1>
  %x = tp.placeholder "x" : tensor<2xf32>
  tp.output (%x,) : tensor<2xf32>
}

{-#
  dialect_resources: {
    builtin: {
      res: "0x400000000100000002000000"
    }
  }
#-}
