// The spelling of every kind of argument.

// RUN: tp-translate --export-node-list %s \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace

tp.program @forward dims(s0 in [1, 64] hint 5) functional {
  %x = tp.placeholder "x" : tensor<2xf32>
  %n = tp.placeholder "n" : !tp.int<s0>
  %l = tp.call_function "mylib.literals.default"(None, True, False, -3, "a\22b\5C\09", complex(1.0, -0.0), operator("aten.sin.default"), operator("math.trunc"), device("cpu"), device("cuda", 1), ref("obj", custom_obj, "my.Class")) : () -> tensor<2xf32>
  %f = tp.call_function "mylib.floats.default"(1.0, 0.0001, 0.00001, 0.1, 123456789012345.0, 1234567890123456.0, 1.0e16, 1.5e300, 5.0e-324, -0.0, inf, -inf, nan, 100.0) : () -> tensor<2xf32>
  %e = tp.call_function "mylib.enums.default"(dtype = bool, other = float8_e4m3fn, layout = strided, mkldnn = _mkldnn, memory_format = channels_last_3d) : () -> tensor<2xf32>
  %c = tp.call_function "mylib.containers.default"([], sym_ints[%n, 3], (%x, (None,)), optional_tensors[%x, None], [[1, 2], []], {"b": %x, "a": [1.0]}, {}, sym_int(3), optional_tensor(%x)) : (!tp.int<s0>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %t = tp.call_function "math.trunc"(%n, "odd name" = 1) : (!tp.int<s0>) -> !tp.int<s0>
  tp.output (%l,) : tensor<2xf32>
}

//CHECK:graph /
//CHECK-NEXT:  input x : Tensor(torch.float32, [2], strides=[1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:  input n : SymInt(Symbol('s0', positive=True, integer=True))
//CHECK-NEXT:  node l
//CHECK-NEXT:    target torch.ops.mylib.literals.default
//CHECK-NEXT:    arg None
//CHECK-NEXT:    arg True
//CHECK-NEXT:    arg False
//CHECK-NEXT:    arg -3
//CHECK-NEXT:    arg "a\"b\\\t"
//CHECK-NEXT:    arg complex(1.0, -0.0)
//CHECK-NEXT:    arg operator:torch.ops.aten.sin.default
//CHECK-NEXT:    arg operator:math.trunc
//CHECK-NEXT:    arg device(type='cpu')
//CHECK-NEXT:    arg device(type='cuda', index=1)
//CHECK-NEXT:    arg object("my.Class")
//CHECK-NEXT:    result l : Tensor(torch.float32, [2], strides=[1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:  node f
//CHECK-NEXT:    target torch.ops.mylib.floats.default
//CHECK-NEXT:    arg 1.0
//CHECK-NEXT:    arg 0.0001
//CHECK-NEXT:    arg 1e-05
//CHECK-NEXT:    arg 0.1
//CHECK-NEXT:    arg 123456789012345.0
//CHECK-NEXT:    arg 1234567890123456.0
//CHECK-NEXT:    arg 1e+16
//CHECK-NEXT:    arg 1.5e+300
//CHECK-NEXT:    arg 5e-324
//CHECK-NEXT:    arg -0.0
//CHECK-NEXT:    arg inf
//CHECK-NEXT:    arg -inf
//CHECK-NEXT:    arg nan
//CHECK-NEXT:    arg 100.0
//CHECK-NEXT:    result f : Tensor(torch.float32, [2], strides=[1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:  node e
//CHECK-NEXT:    target torch.ops.mylib.enums.default
//CHECK-NEXT:    kwarg dtype = torch.bool
//CHECK-NEXT:    kwarg other = torch.float8_e4m3fn
//CHECK-NEXT:    kwarg layout = torch.strided
//CHECK-NEXT:    kwarg mkldnn = torch._mkldnn
//CHECK-NEXT:    kwarg memory_format = torch.channels_last_3d
//CHECK-NEXT:    result e : Tensor(torch.float32, [2], strides=[1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:  node c
//CHECK-NEXT:    target torch.ops.mylib.containers.default
//CHECK-NEXT:    arg []
//CHECK-NEXT:    arg [%n, 3]
//CHECK-NEXT:    arg [%x, [None]]
//CHECK-NEXT:    arg [%x, None]
//CHECK-NEXT{LITERAL}:    arg [[1, 2], []]
//CHECK-NEXT:    arg {"b": %x, "a": [1.0]}
//CHECK-NEXT:    arg {}
//CHECK-NEXT:    arg 3
//CHECK-NEXT:    arg %x
//CHECK-NEXT:    result c : Tensor(torch.float32, [2], strides=[1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:  node t
//CHECK-NEXT:    target math.trunc
//CHECK-NEXT:    arg %n
//CHECK-NEXT:    kwarg "odd name" = 1
//CHECK-NEXT:    result t : SymInt(Symbol('s0', positive=True, integer=True))
//CHECK-NEXT:  output %l
//CHECK-NEXT:signature
//CHECK-NEXT:  input USER_INPUT %x
//CHECK-NEXT:  input USER_INPUT %n
//CHECK-NEXT:  output USER_OUTPUT %l
//CHECK-NEXT:range "s0" in [1, 64]
//CHECK-NEXT:hint Symbol('s0', positive=True, integer=True) = 5
//CHECK-NEXT:verifiers []
//CHECK-NEXT:torch_version ""
//CHECK-NEXT:nodes 5
//CHECK-NOT:{{.+}}
