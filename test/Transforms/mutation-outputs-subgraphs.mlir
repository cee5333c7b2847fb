// RUN: tp-opt %s --mutation-outputs --verify-functional | FileCheck %s

// One branch writes what it closes over: both return it.
// CHECK-LABEL: tp.program @cond functional
// CHECK: tp.graph @yes
// CHECK: %[[ADD:.*]] = tp.call_function "aten.add.Tensor"(%{{.*}}, 1)
// CHECK: tp.output (%{{.*}}, %[[ADD]])
// CHECK: tp.graph @no
// CHECK: %[[N:.*]] = tp.placeholder "n"
// CHECK: tp.output (%{{.*}}, %[[N]])
// CHECK: %[[R:.*]], %[[B:.*]] = tp.call_function "higher_order.cond"(%p, @yes, @no, [%x, %b_n]) as "cond"
// CHECK: %[[S:.*]] = tp.call_function "aten.sum.default"(%[[B]])
// CHECK: tp.output mutations(%[[B]] -> buffer "n"), (%[[R]], %[[S]])
tp.program @cond {
  tp.state buffer @n : tensor<2xf32>
  tp.graph @yes {
    %x = tp.placeholder "x" : tensor<2xf32>
    %n = tp.placeholder "n" : tensor<2xf32>
    %a = tp.call_function "aten.add_.Tensor"(%n, 1) : (tensor<2xf32>) -> tensor<2xf32>
    %r = tp.call_function "aten.mul.Tensor"(%x, %n) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    tp.output (%r,) : tensor<2xf32>
  }
  tp.graph @no {
    %x = tp.placeholder "x" : tensor<2xf32>
    %n = tp.placeholder "n" : tensor<2xf32>
    %r = tp.call_function "aten.neg.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
    tp.output (%r,) : tensor<2xf32>
  }
  %b_n = tp.placeholder buffer @n : tensor<2xf32>
  %p = tp.placeholder "p" : tensor<i1>
  %x = tp.placeholder "x" : tensor<2xf32>
  %r = tp.call_function "higher_order.cond"(%p, @yes, @no, [%x, %b_n]) as "cond" : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>,)
  %s = tp.call_function "aten.sum.default"(%b_n) : (tensor<2xf32>) -> tensor<f32>
  tp.output (%r, %s) : tensor<2xf32>, tensor<f32>
}

// A region that runs once, with a write that it returns: the result is the
// written tensor.
// CHECK-LABEL: tp.program @region functional
// CHECK: tp.output (%{{[a-z0-9_]*}},) : tensor<2xf32>
// CHECK: %[[W:.*]] = tp.call_function "higher_order.wrap_with_set_grad_enabled"(False, @body, %p_w)
// CHECK: tp.output mutations(%[[W]] -> parameter "w"), (%[[W]],)
tp.program @region {
  tp.state parameter @w : tensor<2xf32>
  tp.graph @body {
    %w = tp.placeholder "w" : tensor<2xf32>
    %d = tp.call_function "aten.div_.Tensor"(%w, 2) : (tensor<2xf32>) -> tensor<2xf32>
    tp.output (%d,) : tensor<2xf32>
  }
  %p_w = tp.placeholder parameter @w : tensor<2xf32>
  %d = tp.call_function "higher_order.wrap_with_set_grad_enabled"(False, @body, %p_w) as "region" : (tensor<2xf32>) -> (tensor<2xf32>,)
  tp.output (%d,) : tensor<2xf32>
}

// What a loop closes over and writes is carried from one run to the next.
// CHECK-LABEL: tp.program @while_loop functional
// CHECK: tp.graph @test
// CHECK-NEXT: %[[I:.*]] = tp.placeholder "i"
// CHECK-NEXT: %{{.*}} = tp.placeholder "n"
// CHECK-NEXT: %{{.*}} = tp.placeholder "x"
// CHECK: tp.output %{{[a-z0-9_]*}} :
// CHECK: tp.graph @step
// CHECK-NEXT: %[[I:.*]] = tp.placeholder "i"
// CHECK-NEXT: %[[N:.*]] = tp.placeholder "n"
// CHECK-NEXT: %[[X:.*]] = tp.placeholder "x"
// CHECK: %[[ADD:.*]] = tp.call_function "aten.add.Tensor"(%[[N]], %[[X]])
// CHECK: tp.output (%{{.*}}, %[[ADD]])
// CHECK: %[[R:.*]], %[[F:.*]] = tp.call_function "higher_order.while_loop"(@test, @step, [%i, %b_n], [%x]) as "loop"
// CHECK: tp.output mutations(%[[F]] -> buffer "n"), (%[[R]],)
tp.program @while_loop {
  tp.state buffer @n : tensor<2xf32>
  tp.graph @test attributes {single_tensor_return} {
    %i = tp.placeholder "i" : tensor<i64>
    %x = tp.placeholder "x" : tensor<2xf32>
    %n = tp.placeholder "n" : tensor<2xf32>
    %c = tp.call_function "aten.gt.Scalar"(%i, 0) : (tensor<i64>) -> tensor<i1>
    tp.output %c : tensor<i1>
  }
  tp.graph @step {
    %i = tp.placeholder "i" : tensor<i64>
    %x = tp.placeholder "x" : tensor<2xf32>
    %n = tp.placeholder "n" : tensor<2xf32>
    %d = tp.call_function "aten.sub.Tensor"(%i, 1) : (tensor<i64>) -> tensor<i64>
    %a = tp.call_function "aten.add_.Tensor"(%n, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    tp.output (%d,) : tensor<i64>
  }
  %b_n = tp.placeholder buffer @n : tensor<2xf32>
  %i = tp.placeholder "i" : tensor<i64>
  %x = tp.placeholder "x" : tensor<2xf32>
  %r = tp.call_function "higher_order.while_loop"(@test, @step, [%i], [%x, %b_n]) as "loop" : (tensor<i64>, tensor<2xf32>, tensor<2xf32>) -> (tensor<i64>,)
  tp.output (%r,) : tensor<i64>
}

// Slices that a scan writes come back as a new tensor, last; what it closes
// over is carried.
// CHECK-LABEL: tp.program @scan functional
// CHECK: tp.graph @combine
// CHECK-NEXT: %[[C:.*]] = tp.placeholder "c"
// CHECK-NEXT: %[[N:.*]] = tp.placeholder "n"
// CHECK-NEXT: %[[X:.*]] = tp.placeholder "x"
// CHECK: %[[SLICE:.*]] = tp.call_function "aten.mul.Tensor"(%[[X]], 2)
// CHECK: %[[ADD:.*]] = tp.call_function "aten.add.Tensor"(%[[N]], %[[SLICE]])
// CHECK: tp.output (%[[NEXT:.*]], %[[ADD]], %[[NEXT]], %[[SLICE]])
// CHECK: %[[R:.*]], %[[F:.*]], %[[Y:.*]], %[[XS:.*]] = tp.call_function "higher_order.scan"(@combine, [%c, %b_n], [%xs], [])
// CHECK: tp.output mutations(%[[F]] -> buffer "n", %[[XS]] -> input "xs"), (%[[R]], %[[Y]])
tp.program @scan {
  tp.state buffer @n : tensor<2xf32>
  tp.graph @combine {
    %c = tp.placeholder "c" : tensor<2xf32>
    %x = tp.placeholder "x" : tensor<2xf32>
    %n = tp.placeholder "n" : tensor<2xf32>
    %m = tp.call_function "aten.mul_.Tensor"(%x, 2) : (tensor<2xf32>) -> tensor<2xf32>
    %a = tp.call_function "aten.add_.Tensor"(%n, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %r = tp.call_function "aten.add.Tensor"(%c, %n) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    tp.output (%r, %r) : tensor<2xf32>, tensor<2xf32>
  }
  %b_n = tp.placeholder buffer @n : tensor<2xf32>
  %c = tp.placeholder "c" : tensor<2xf32>
  %xs = tp.placeholder "xs" : tensor<3x2xf32>
  %r, %y = tp.call_function "higher_order.scan"(@combine, [%c], [%xs], [%b_n]) as "scan" : (tensor<2xf32>, tensor<3x2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<3x2xf32>)
  tp.output (%r, %y) : tensor<2xf32>, tensor<3x2xf32>
}

// A custom operator that writes is wrapped.
tp.schema "mylib::bump_(Tensor(a!) x, Tensor y) -> Tensor"
// CHECK-LABEL: tp.program @custom functional
// CHECK: %[[R:.*]], %[[N:.*]] = tp.call_function "higher_order.auto_functionalized"(operator("mylib.bump_.default"), x = %b_n, y = %x)
// CHECK: tp.output mutations(%[[N]] -> buffer "n"), (%[[R]],)
tp.program @custom {
  tp.state buffer @n : tensor<2xf32>
  %b_n = tp.placeholder buffer @n : tensor<2xf32>
  %x = tp.placeholder "x" : tensor<2xf32>
  %r = tp.call_function "mylib.bump_.default"(%b_n, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  tp.output (%r,) : tensor<2xf32>
}

// A region whose operands share memory is inlined, and its graph goes.
// CHECK-LABEL: tp.program @inlined functional
// CHECK-NOT: tp.graph
// CHECK: %[[V:.*]] = tp.call_function "aten.slice.Tensor"(%{{.*}}, 0, 1, 4)
// CHECK: %[[ADD:.*]] = tp.call_function "aten.add.Tensor"(%[[V]], 1)
// CHECK: %[[T:.*]] = tp.call_function "aten.slice_scatter.default"(%{{.*}}, %[[ADD]], 0, 1, 4)
// CHECK: tp.call_function "aten.mul.Tensor"(%[[T]], 2)
// CHECK-NOT: higher_order
tp.program @inlined {
  tp.graph @region {
    %v = tp.placeholder "v" : tensor<3xf32, #tp.shape<[3], offset = 1>>
    %t = tp.placeholder "t" : tensor<4xf32>
    %a = tp.call_function "aten.add_.Tensor"(%v, 1) : (tensor<3xf32, #tp.shape<[3], offset = 1>>) -> tensor<3xf32, #tp.shape<[3], offset = 1>>
    %u = tp.call_function "aten.mul.Tensor"(%t, 2) : (tensor<4xf32>) -> tensor<4xf32>
    tp.output (%u,) : tensor<4xf32>
  }
  %x = tp.placeholder "x" : tensor<4xf32>
  %t = tp.call_function "aten.neg.default"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %v = tp.call_function "aten.slice.Tensor"(%t, 0, 1, 4) : (tensor<4xf32>) -> tensor<3xf32, #tp.shape<[3], offset = 1>>
  %u = tp.call_function "higher_order.wrap_with_set_grad_enabled"(False, @region, %v, %t) as "r" : (tensor<3xf32, #tp.shape<[3], offset = 1>>, tensor<4xf32>) -> (tensor<4xf32>,)
  tp.output (%u,) : tensor<4xf32>
}

// Effects stay in their order between writes; the operator under a token gets
// what was written before.
// CHECK-LABEL: tp.program @effects functional
// CHECK: %[[N:.*]] = tp.call_function "aten.add.Tensor"(%b_n, 1)
// CHECK: %[[T:.*]] = tp.call_function "higher_order.with_effects"(%token, operator("aten._print.default"), "between")
// CHECK: %[[M:.*]] = tp.call_function "aten.mul.Tensor"(%[[N]], 2)
// CHECK: tp.output mutations(%[[T]] -> token, %[[M]] -> buffer "n"), (%[[M]],)
tp.program @effects {
  tp.state buffer @n : tensor<2xf32>
  %token = tp.placeholder token "token" : !tp.token
  %b_n = tp.placeholder buffer @n : tensor<2xf32>
  %a = tp.call_function "aten.add_.Tensor"(%b_n, 1) : (tensor<2xf32>) -> tensor<2xf32>
  %t = tp.call_function "higher_order.with_effects"(%token, operator("aten._print.default"), "between") as "e" : (!tp.token) -> (!tp.token, None)
  %m = tp.call_function "aten.mul_.Tensor"(%b_n, 2) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output mutations(%t -> token), (%b_n,) : !tp.token, tensor<2xf32>
}

// What graphs return keeps its strides: a written view its gaps, and what it
// is cut out of is the final content. The call's results are recorded so.
// CHECK-LABEL: tp.program @gaps functional
// CHECK: tp.graph @region
// CHECK: %[[ADD:.*]] = tp.call_function "aten.add.Tensor"(%{{.*}}, 1)
// CHECK: %[[T:.*]] = tp.call_function "aten.slice_scatter.default"(%t, %[[ADD]], 1, 0, 4, 2)
// CHECK: %[[V:.*]] = tp.call_function "aten.slice.Tensor"(%[[T]], 1, 0, 4, 2) : {{.*}} -> tensor<3x2xf32, #tp.shape<[3, 2], strides = [4, 2]>>
// CHECK: tp.output (%[[V]], %[[T]])
// CHECK: %[[R:.*]], %[[X:.*]] = tp.call_function "higher_order.wrap_with_autocast"("cpu", bfloat16, True, False, @region, %x)
// CHECK-SAME: -> (tensor<3x2xf32, #tp.shape<[3, 2], strides = [4, 2]>>, tensor<3x4xf32>)
// CHECK: %[[Y:.*]] = tp.call_function "aten.neg.default"(%[[R]])
// CHECK: tp.output mutations(%[[X]] -> input "x"), (%[[Y]],)
tp.program @gaps {
  tp.graph @region {
    %t = tp.placeholder "t" : tensor<3x4xf32>
    %v = tp.call_function "aten.slice.Tensor"(%t, 1, 0, 4, 2) : (tensor<3x4xf32>) -> tensor<3x2xf32, #tp.shape<[3, 2], strides = [4, 2]>>
    %w = tp.call_function "aten.add_.Tensor"(%v, 1) : (tensor<3x2xf32, #tp.shape<[3, 2], strides = [4, 2]>>) -> tensor<3x2xf32, #tp.shape<[3, 2], strides = [4, 2]>>
    tp.output (%w,) : tensor<3x2xf32, #tp.shape<[3, 2], strides = [4, 2]>>
  }
  %x = tp.placeholder "x" : tensor<3x4xf32>
  %r = tp.call_function "higher_order.wrap_with_autocast"("cpu", bfloat16, True, False, @region, %x) as "r" : (tensor<3x4xf32>) -> (tensor<3x2xf32, #tp.shape<[3, 2], strides = [4, 2]>>,)
  %y = tp.call_function "aten.neg.default"(%r) : (tensor<3x2xf32, #tp.shape<[3, 2], strides = [4, 2]>>) -> tensor<3x2xf32>
  tp.output (%y,) : tensor<3x2xf32>
}

// Each branch by itself: one cuts a tensor of its own, one its input.
// CHECK-LABEL: tp.program @gaps_of_branches functional
// CHECK: tp.graph @yes
// CHECK: %[[N:.*]] = tp.call_function "aten.slice_scatter.default"
// CHECK: %[[V:.*]] = tp.call_function "aten.slice.Tensor"(%[[N]], 0, 0, 4, 2)
// CHECK: tp.output (%[[V]],) : tensor<2xf32, #tp.shape<[2], strides = [2]>>
// CHECK: tp.graph @no
// CHECK: %[[C:.*]] = tp.call_function "aten.slice.Tensor"(%a, 0, 0, 4, 2)
// CHECK-NEXT: tp.output (%[[C]],) : tensor<2xf32, #tp.shape<[2], strides = [2]>>
tp.program @gaps_of_branches {
  tp.graph @yes {
    %a = tp.placeholder "a" : tensor<4xf32>
    %t = tp.call_function "aten.neg.default"(%a) : (tensor<4xf32>) -> tensor<4xf32>
    %v = tp.call_function "aten.slice.Tensor"(%t, 0, 0, 4, 2) : (tensor<4xf32>) -> tensor<2xf32, #tp.shape<[2], strides = [2]>>
    %w = tp.call_function "aten.mul_.Tensor"(%v, 2) : (tensor<2xf32, #tp.shape<[2], strides = [2]>>) -> tensor<2xf32, #tp.shape<[2], strides = [2]>>
    tp.output (%w,) : tensor<2xf32, #tp.shape<[2], strides = [2]>>
  }
  tp.graph @no {
    %a = tp.placeholder "a" : tensor<4xf32>
    %v = tp.call_function "aten.slice.Tensor"(%a, 0, 0, 4, 2) : (tensor<4xf32>) -> tensor<2xf32, #tp.shape<[2], strides = [2]>>
    tp.output (%v,) : tensor<2xf32, #tp.shape<[2], strides = [2]>>
  }
  %p = tp.placeholder "p" : tensor<i1>
  %x = tp.placeholder "x" : tensor<4xf32>
  %r = tp.call_function "higher_order.cond"(%p, @yes, @no, [%x]) as "cond" : (tensor<i1>, tensor<4xf32>) -> (tensor<2xf32, #tp.shape<[2], strides = [2]>>,)
  tp.output (%r,) : tensor<2xf32, #tp.shape<[2], strides = [2]>>
}

// A view of what a branch wrote has the final content; only what is written
// after the call is in doubt.
// CHECK-LABEL: tp.program @view_of_written functional
// CHECK: %[[R:.*]], %[[N:.*]] = tp.call_function "higher_order.cond"
// CHECK: %[[Y:.*]] = tp.call_function "aten.neg.default"(%[[R]])
// CHECK: tp.output mutations(%[[N]] -> buffer "n"), (%[[Y]],)
tp.program @view_of_written {
  tp.state buffer @n : tensor<4xf32>
  tp.graph @yes {
    %a = tp.placeholder "a" : tensor<4xf32>
    %v = tp.call_function "aten.slice.Tensor"(%a, 0, 0, 2) : (tensor<4xf32>) -> tensor<2xf32>
    %w = tp.call_function "aten.mul_.Tensor"(%v, 2) : (tensor<2xf32>) -> tensor<2xf32>
    tp.output (%w,) : tensor<2xf32>
  }
  tp.graph @no {
    %a = tp.placeholder "a" : tensor<4xf32>
    %v = tp.call_function "aten.slice.Tensor"(%a, 0, 0, 2) : (tensor<4xf32>) -> tensor<2xf32>
    %c = tp.call_function "aten.neg.default"(%v) : (tensor<2xf32>) -> tensor<2xf32>
    tp.output (%c,) : tensor<2xf32>
  }
  %b_n = tp.placeholder buffer @n : tensor<4xf32>
  %p = tp.placeholder "p" : tensor<i1>
  %r = tp.call_function "higher_order.cond"(%p, @yes, @no, [%b_n]) as "cond" : (tensor<i1>, tensor<4xf32>) -> (tensor<2xf32>,)
  %y = tp.call_function "aten.neg.default"(%r) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output (%y,) : tensor<2xf32>
}
