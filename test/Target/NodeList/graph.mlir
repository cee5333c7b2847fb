// Nodes, results, nested graphs and outputs of a graph.

// RUN: tp-translate --export-node-list %s \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace

#meta = #tp.meta<stack_trace = "File \22a\22\0A", torch_fn = "é\F0\9F\98\80">

tp.program @forward dims(s0 in [1, 64] hint 5) functional attributes {torch_version = "2.13.0", verifiers = ["ATEN"]} {
  tp.graph @true_graph_0_1 attributes {original_name = "true_graph_0"} {
    tp.graph @inner {
      %i = tp.placeholder "i" : tensor<2xf32>
      tp.output (%i,) : tensor<2xf32>
    }
    %a = tp.placeholder "a" : tensor<2xf32>
    tp.placeholder specialized = 3 : i64
    %c = tp.call_function "higher_order.cond"(True, @inner, @inner, [%a]) as "cond" ["c"] : (tensor<2xf32>) -> (tensor<2xf32>,)
    tp.output (%c,) : tensor<2xf32>
  }
  tp.graph @single attributes {single_tensor_return} {
    %a = tp.placeholder "a" : tensor<2xf32>
    %b = tp.call_function "aten.sin.default"(%a) : (tensor<2xf32>) -> tensor<2xf32>
    tp.output %b : tensor<2xf32>
  }
  %x = tp.placeholder "x" : tensor<2xf32>
  %n = tp.placeholder "n" : !tp.int<s0>
  %g = tp.call_function "_operator.gt"(%n, 4) : (!tp.int<s0>) -> !tp.bool<StrictGreaterThan(s0, 4)>
  %cond = tp.call_function "higher_order.cond"(%g, @true_graph_0_1, @single, [%x]) : (!tp.bool<StrictGreaterThan(s0, 4)>, tensor<2xf32>) -> tensor<2xf32>
  %sym = tp.call_function "higher_order.cond"(%g, @single, @single, []) : (!tp.bool<StrictGreaterThan(s0, 4)>) -> !tp.int<s0>
  tp.call_function "higher_order.while_loop"(%x) as "loop" : (tensor<2xf32>) -> (None,)
  tp.call_function "aten._assert_async.default"(%x) as "_assert_async" : (tensor<2xf32>) -> ()
  tp.call_function "mylib.none.default"(%x) as "none" : (tensor<2xf32>) -> None
  %p, %q = tp.call_function "aten.split.Tensor"(%x, 1) as "split" : (tensor<2xf32>) -> [tensor<1xf32>, tensor<1xf32>]
  %v, %w, %z = tp.call_function "mylib.many.default"(%x) as "many" : (tensor<2xf32>) -> (tensor<2xf32>, None, [tensor<1xf32>, tensor<1xf32>], [])
  %k, %l = tp.call_function "aten.max.dim"(%x, 0, keepdim = True) as "größe" ["k", "max 2"] meta(#meta) : (tensor<2xf32>) -> (tensor<1xf32>, tensor<1xi64>)
  tp.output (%cond, %sym, 3, None, [%p, %q], %l) : tensor<2xf32>, !tp.int<s0>, tensor<1xf32>, tensor<1xf32>, tensor<1xi64>
}

//CHECK:graph /
//CHECK-NEXT:  input x : Tensor(torch.float32, [2], strides=[1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:  input n : SymInt(Symbol('s0', positive=True, integer=True))
//CHECK-NEXT:  node g
//CHECK-NEXT:    target _operator.gt
//CHECK-NEXT:    arg %n
//CHECK-NEXT:    arg 4
//CHECK-NEXT:    result g : SymBool(StrictGreaterThan(Symbol('s0', positive=True, integer=True), Integer(4)))
//CHECK-NEXT:  node cond
//CHECK-NEXT:    target torch.ops.higher_order.cond
//CHECK-NEXT:    arg %g
//CHECK-NEXT:    arg graph:true_graph_0
//CHECK-NEXT:    arg graph:single
//CHECK-NEXT:    arg [%x]
//CHECK-NEXT:    result cond : Tensor(torch.float32, [2], strides=[1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:    hop_single_tensor_return True
//CHECK-NEXT:  node sym
//CHECK-NEXT:    target torch.ops.higher_order.cond
//CHECK-NEXT:    arg %g
//CHECK-NEXT:    arg graph:single
//CHECK-NEXT:    arg graph:single
//CHECK-NEXT:    arg []
//CHECK-NEXT:    result sym : SymInt(Symbol('s0', positive=True, integer=True))
//CHECK-NEXT:  node loop
//CHECK-NEXT:    target torch.ops.higher_order.while_loop
//CHECK-NEXT:    arg %x
//CHECK-NEXT:    result None
//CHECK-NEXT:    hop_single_tensor_return False
//CHECK-NEXT:  node _assert_async
//CHECK-NEXT:    target torch.ops.aten._assert_async.default
//CHECK-NEXT:    arg %x
//CHECK-NEXT:  node none
//CHECK-NEXT:    target torch.ops.mylib.none.default
//CHECK-NEXT:    arg %x
//CHECK-NEXT:    result None
//CHECK-NEXT:  node split
//CHECK-NEXT:    target torch.ops.aten.split.Tensor
//CHECK-NEXT:    arg %x
//CHECK-NEXT:    arg 1
//CHECK-NEXT:    result [p : Tensor(torch.float32, [1], strides=[1], offset=0, device(type='cpu'), torch.strided), q : Tensor(torch.float32, [1], strides=[1], offset=0, device(type='cpu'), torch.strided)]
//CHECK-NEXT:  node many
//CHECK-NEXT:    target torch.ops.mylib.many.default
//CHECK-NEXT:    arg %x
//CHECK-NEXT:    result v : Tensor(torch.float32, [2], strides=[1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:    result None
//CHECK-NEXT:    result [w : Tensor(torch.float32, [1], strides=[1], offset=0, device(type='cpu'), torch.strided), z : Tensor(torch.float32, [1], strides=[1], offset=0, device(type='cpu'), torch.strided)]
//CHECK-NEXT:    result []
//CHECK-NEXT:  node "gr\u00f6\u00dfe"
//CHECK-NEXT:    target torch.ops.aten.max.dim
//CHECK-NEXT:    arg %x
//CHECK-NEXT:    arg 0
//CHECK-NEXT:    kwarg keepdim = True
//CHECK-NEXT:    result k : Tensor(torch.float32, [1], strides=[1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:    result "max 2" : Tensor(torch.int64, [1], strides=[1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:    meta stack_trace "File \"a\"\n"
//CHECK-NEXT:    meta torch_fn "\u00e9\ud83d\ude00"
//CHECK-NEXT:  output %cond
//CHECK-NEXT:  output %sym
//CHECK-NEXT:  output 3
//CHECK-NEXT:  output None
//CHECK-NEXT:  output [%p, %q]
//CHECK-NEXT:  output %"max 2"
//CHECK-NEXT:graph /cond/true_graph_0
//CHECK-NEXT:  input a : Tensor(torch.float32, [2], strides=[1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:  input = 3
//CHECK-NEXT:  node cond
//CHECK-NEXT:    target torch.ops.higher_order.cond
//CHECK-NEXT:    arg True
//CHECK-NEXT:    arg graph:inner
//CHECK-NEXT:    arg graph:inner
//CHECK-NEXT:    arg [%a]
//CHECK-NEXT:    result c : Tensor(torch.float32, [2], strides=[1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:    hop_single_tensor_return False
//CHECK-NEXT:  output %c
//CHECK-NEXT:graph /cond/true_graph_0/cond/inner
//CHECK-NEXT:  input i : Tensor(torch.float32, [2], strides=[1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:  output %i
//CHECK-NEXT:graph /cond/true_graph_0/cond/inner
//CHECK-NEXT:  input i : Tensor(torch.float32, [2], strides=[1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:  output %i
//CHECK-NEXT:graph /cond/single
//CHECK-NEXT:  input a : Tensor(torch.float32, [2], strides=[1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:  node b
//CHECK-NEXT:    target torch.ops.aten.sin.default
//CHECK-NEXT:    arg %a
//CHECK-NEXT:    result b : Tensor(torch.float32, [2], strides=[1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:  single_tensor_return
//CHECK-NEXT:  output %b
//CHECK-NEXT:graph /sym/single
//CHECK-NEXT:  input a : Tensor(torch.float32, [2], strides=[1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:  node b
//CHECK-NEXT:    target torch.ops.aten.sin.default
//CHECK-NEXT:    arg %a
//CHECK-NEXT:    result b : Tensor(torch.float32, [2], strides=[1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:  single_tensor_return
//CHECK-NEXT:  output %b
//CHECK-NEXT:graph /sym/single
//CHECK-NEXT:  input a : Tensor(torch.float32, [2], strides=[1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:  node b
//CHECK-NEXT:    target torch.ops.aten.sin.default
//CHECK-NEXT:    arg %a
//CHECK-NEXT:    result b : Tensor(torch.float32, [2], strides=[1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:  single_tensor_return
//CHECK-NEXT:  output %b
//CHECK-NEXT:signature
//CHECK-NEXT:  input USER_INPUT %x
//CHECK-NEXT:  input USER_INPUT %n
//CHECK-NEXT:  output USER_OUTPUT %cond
//CHECK-NEXT:  output USER_OUTPUT %sym
//CHECK-NEXT:  output USER_OUTPUT 3
//CHECK-NEXT:  output USER_OUTPUT None
//CHECK-NEXT:  output USER_OUTPUT [%p, %q]
//CHECK-NEXT:  output USER_OUTPUT %"max 2"
//CHECK-NEXT:range "s0" in [1, 64]
//CHECK-NEXT:hint Symbol('s0', positive=True, integer=True) = 5
//CHECK-NEXT:verifiers ["ATEN"]
//CHECK-NEXT:torch_version "2.13.0"
//CHECK-NEXT:nodes 13
//CHECK-NOT:{{.+}}
