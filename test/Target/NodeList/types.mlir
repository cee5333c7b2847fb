// Types, and the hints of the expressions in them.

// RUN: tp-translate --export-node-list %s \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace

tp.program @forward dims(s0 in [2, 64] hint 5, s1 in [2, ?], u0 in [0, ?] hint 7 assume "integer=True", 2*s0 in [?, 128], zuf0 assume "") functional attributes {hints = [#tp.hint<s0 + s1 = 9>, #tp.hint<3*s0 = None>, #tp.hint<ToFloat(s0) = 5.0>]} {
  tp.state parameter @p : tensor<2x3xf32>
  tp.state parameter @frozen : tensor<f32> {requires_grad = false}
  %p = tp.placeholder parameter @p : tensor<2x3xf32>
  %frozen = tp.placeholder parameter @frozen {requires_grad = false} : tensor<f32>
  %a = tp.placeholder "a" : tensor<?x3xbf16, #tp.shape<[s0, 3]>>
  %b = tp.placeholder "b" : tensor<?x?xui8, #tp.shape<[2*s0, s1], strides = [1, 2*s0], offset = u0, device = device("cuda", 0), requires_grad>>
  %c = tp.placeholder "c" : tensor<?x?xcomplex<f64>, #tp.shape<[s0 + s1, 3*s0], strides = [0, 0], layout = sparse_coo>>
  %i = tp.placeholder "i" : !tp.int<u0 + 1>
  %j = tp.placeholder "j" : !tp.int<-3>
  %f = tp.placeholder "f" : !tp.float<ToFloat(s0)>
  %g = tp.placeholder "g" : !tp.float<0.5>
  %z = tp.placeholder "z" : !tp.float<zuf0>
  %t = tp.placeholder "t" : !tp.bool<atom(true)>
  %u = tp.placeholder "u" : !tp.bool<StrictGreaterThan(s1, 100)>
  %o = tp.placeholder "o" : !tp.object<"my.Class">
  tp.output (%a,) : tensor<?x3xbf16, #tp.shape<[s0, 3]>>
}

//CHECK:graph /
//CHECK-NEXT:  input p : Tensor(torch.float32, [2, 3], strides=[3, 1], offset=0, device(type='cpu'), torch.strided, requires_grad)
//CHECK-NEXT:  input frozen : Tensor(torch.float32, [], strides=[], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:  input a : Tensor(torch.bfloat16, [Symbol('s0', positive=True, integer=True), 3], strides=[3, 1], offset=0, device(type='cpu'), torch.strided)
//CHECK-NEXT:  input b : Tensor(torch.uint8, [Mul(Integer(2), Symbol('s0', positive=True, integer=True)), Symbol('s1', positive=True, integer=True)], strides=[1, Mul(Integer(2), Symbol('s0', positive=True, integer=True))], offset=Symbol('u0', integer=True), device(type='cuda', index=0), torch.strided, requires_grad)
//CHECK-NEXT:  input c : Tensor(torch.complex128, [Add(Symbol('s0', positive=True, integer=True), Symbol('s1', positive=True, integer=True)), Mul(Integer(3), Symbol('s0', positive=True, integer=True))], strides=[0, 0], offset=0, device(type='cpu'), torch.sparse_coo)
//CHECK-NEXT:  input i : SymInt(Add(Symbol('u0', integer=True), Integer(1)))
//CHECK-NEXT:  input j : SymInt(-3)
//CHECK-NEXT:  input f : SymFloat(ToFloat(Symbol('s0', positive=True, integer=True)))
//CHECK-NEXT:  input g : SymFloat(0.5)
//CHECK-NEXT:  input z : SymFloat(Symbol('zuf0'))
//CHECK-NEXT:  input t : SymBool(True)
//CHECK-NEXT:  input u : SymBool(StrictGreaterThan(Symbol('s1', positive=True, integer=True), Integer(100)))
//CHECK-NEXT:  input o : Object("my.Class")
//CHECK-NEXT:  output %a
//CHECK-NEXT:signature
//CHECK-NEXT:  input PARAMETER %p target="p"
//CHECK-NEXT:  input PARAMETER %frozen target="frozen"
//CHECK-NEXT:  input USER_INPUT %a
//CHECK-NEXT:  input USER_INPUT %b
//CHECK-NEXT:  input USER_INPUT %c
//CHECK-NEXT:  input USER_INPUT %i
//CHECK-NEXT:  input USER_INPUT %j
//CHECK-NEXT:  input USER_INPUT %f
//CHECK-NEXT:  input USER_INPUT %g
//CHECK-NEXT:  input USER_INPUT %z
//CHECK-NEXT:  input USER_INPUT %t
//CHECK-NEXT:  input USER_INPUT %u
//CHECK-NEXT:  input USER_INPUT %o class="my.Class"
//CHECK-NEXT:  output USER_OUTPUT %a
//CHECK-NEXT:range "s0" in [2, 64]
//CHECK-NEXT:range "s1" in [2, None]
//CHECK-NEXT:range "u0" in [0, None]
//CHECK-NEXT:range "2*s0" in [None, 128]
//CHECK-NEXT:hint Add(Symbol('s0', positive=True, integer=True), Symbol('s1', positive=True, integer=True)) = 9
//CHECK-NEXT:hint Add(Symbol('u0', integer=True), Integer(1)) = 8
//CHECK-NEXT:hint Mul(Integer(2), Symbol('s0', positive=True, integer=True)) = 10
//CHECK-NEXT:hint Mul(Integer(3), Symbol('s0', positive=True, integer=True)) = None
//CHECK-NEXT:hint Symbol('s0', positive=True, integer=True) = 5
//CHECK-NEXT:hint Symbol('s1', positive=True, integer=True) = None
//CHECK-NEXT:hint Symbol('u0', integer=True) = 7
//CHECK-NEXT:hint Symbol('zuf0') = None
//CHECK-NEXT:hint ToFloat(Symbol('s0', positive=True, integer=True)) = 5.0
//CHECK-NEXT:verifiers []
//CHECK-NEXT:torch_version ""
//CHECK-NEXT:nodes 0
//CHECK-NOT:{{.+}}
