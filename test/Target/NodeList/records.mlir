// Signature and records of a program.

// RUN: tp-translate --export-node-list %s \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace

tp.program @forward dims(s0 in [1, 64], 16*s0 in [16, ?]) functional attributes {
    graph_metadata = #tp.meta<custom = "{}">,
    module_calls = [#tp.module_call<"" : (ref("x", tensor), 3, None) -> (ref("add", tensor),) names ["x", "k"] in_spec #tp.treespec<"[1]"> out_spec #tp.treespec<"[2]">>,
                    #tp.module_call<"sub">,
                    #tp.module_call<"obj" : (ref("o", custom_obj, "my.Class"),) -> () in_spec #tp.treespec<"[]"> out_spec #tp.treespec<"[]">>],
    namedtuple_fields = {"my.Point" = ["x", "y"]},
    torch_version = "2.13.0", verifiers = ["ATEN", "TRAINING"]} {
  tp.state parameter @w : tensor<2xf32>
  tp.state buffer @"sub.n" : tensor<2xf32>
  tp.state buffer @m : tensor<2xf32> {persistent = false}
  tp.state constant @k : tensor<2xf32>
  tp.state object @obj : !tp.object<"my.Class">
  %token = tp.placeholder token : !tp.token
  %p_w = tp.placeholder parameter @w : tensor<2xf32>
  %b_n = tp.placeholder buffer @"sub.n" : tensor<2xf32>
  %b_m = tp.placeholder buffer @m : tensor<2xf32>
  %c_k = tp.placeholder constant @k : tensor<2xf32>
  %obj_obj = tp.placeholder object @obj : !tp.object<"my.Class">
  %x = tp.placeholder "x" : tensor<2xf32>
  %o = tp.placeholder "o" : !tp.object<"my.Class">
  %flag = tp.placeholder specialized "flag" = True : i1
  %text = tp.placeholder specialized "text" = "a" : !tp.str
  %none = tp.placeholder "none" : !tp.none
  tp.guard "L['x'].size()[0] != \221\22"
  %add = tp.call_function "aten.add.Tensor"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  tp.output mutations(%token -> token, %add -> buffer "sub.n", %add -> parameter "w", %add -> input "x"), (%add -> loss, %add -> gradient_parameter "w", %add -> gradient_input "x", %add, 3) : !tp.token, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

//CHECK:graph /
//CHECK-NEXT:  input token : Token
//CHECK-NEXT:  input p_w : Tensor(torch.float32, [2], strides=[1], offset=0, device(type='cpu'), torch.strided, requires_grad)
//CHECK-NEXT:  input b_n : Tensor(torch.float32, [2], strides=[1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:  input b_m : Tensor(torch.float32, [2], strides=[1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:  input c_k : Tensor(torch.float32, [2], strides=[1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:  input obj_obj : Object("my.Class")
//CHECK-NEXT:  input x : Tensor(torch.float32, [2], strides=[1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:  input o : Object("my.Class")
//CHECK-NEXT:  input = True
//CHECK-NEXT:  input = "a"
//CHECK-NEXT:  input = None
//CHECK-NEXT:  node add
//CHECK-NEXT:    target torch.ops.aten.add.Tensor
//CHECK-NEXT:    arg %x
//CHECK-NEXT:    arg %x
//CHECK-NEXT:    result add : Tensor(torch.float32, [2], strides=[1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:  output %token
//CHECK-NEXT:  output %add
//CHECK-NEXT:  output %add
//CHECK-NEXT:  output %add
//CHECK-NEXT:  output %add
//CHECK-NEXT:  output %add
//CHECK-NEXT:  output %add
//CHECK-NEXT:  output %add
//CHECK-NEXT:  output 3
//CHECK-NEXT:signature
//CHECK-NEXT:  input TOKEN %token
//CHECK-NEXT:  input PARAMETER %p_w target="w"
//CHECK-NEXT:  input BUFFER %b_n target="sub.n" persistent=True
//CHECK-NEXT:  input BUFFER %b_m target="m" persistent=False
//CHECK-NEXT:  input CONSTANT_TENSOR %c_k target="k"
//CHECK-NEXT:  input CUSTOM_OBJ %obj_obj target="obj" class="my.Class"
//CHECK-NEXT:  input USER_INPUT %x
//CHECK-NEXT:  input USER_INPUT %o class="my.Class"
//CHECK-NEXT:  input USER_INPUT flag = True
//CHECK-NEXT:  input USER_INPUT text = "a"
//CHECK-NEXT:  input USER_INPUT none = None
//CHECK-NEXT:  output TOKEN %token
//CHECK-NEXT:  output BUFFER_MUTATION %add target="sub.n"
//CHECK-NEXT:  output PARAMETER_MUTATION %add target="w"
//CHECK-NEXT:  output USER_INPUT_MUTATION %add target="x"
//CHECK-NEXT:  output LOSS_OUTPUT %add
//CHECK-NEXT:  output GRADIENT_TO_PARAMETER %add target="w"
//CHECK-NEXT:  output GRADIENT_TO_USER_INPUT %add target="x"
//CHECK-NEXT:  output USER_OUTPUT %add
//CHECK-NEXT:  output USER_OUTPUT 3
//CHECK-NEXT:range "s0" in [1, 64]
//CHECK-NEXT:range "16*s0" in [16, None]
//CHECK-NEXT:guard "L['x'].size()[0] != \"1\""
//CHECK-NEXT:module_call ""
//CHECK-NEXT:  inputs [%x, 3, None]
//CHECK-NEXT:  outputs [%add]
//CHECK-NEXT:  in_spec "[1]"
//CHECK-NEXT:  out_spec "[2]"
//CHECK-NEXT:  forward_arg_names ["x", "k"]
//CHECK-NEXT:module_call "sub"
//CHECK-NEXT:module_call "obj"
//CHECK-NEXT:  inputs [%o]
//CHECK-NEXT:  outputs []
//CHECK-NEXT:  in_spec "[]"
//CHECK-NEXT:  out_spec "[]"
//CHECK-NEXT:namedtuple "my.Point" ["x", "y"]
//CHECK-NEXT:program_meta custom "{}"
//CHECK-NEXT:verifiers ["ATEN", "TRAINING"]
//CHECK-NEXT:torch_version "2.13.0"
//CHECK-NEXT:nodes 1
//CHECK-NOT:{{.+}}
