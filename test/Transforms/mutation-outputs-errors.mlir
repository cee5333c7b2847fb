// RUN: tp-opt %s --mutation-outputs --split-input-file --verify-diagnostics

// What an operator without a schema writes is not known.
tp.program @unknown {
  %x = tp.placeholder "x" : tensor<2xf32>
  // expected-error @+1 {{node 'y': expected an operator with a schema, got "mylib.op.default": what it writes is not known; declare it with 'tp.schema'}}
  %y = tp.call_function "mylib.op.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output (%y,) : tensor<2xf32>
}

// -----

tp.program @module {
  %x = tp.placeholder "x" : tensor<2xf32>
  // expected-error @+1 {{node 'y': expected the graph of module "sub": what an opaque module writes is not known}}
  %y = tp.call_module "sub"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output (%y,) : tensor<2xf32>
}

// -----

tp.program @method {
  %x = tp.placeholder "x" : tensor<2xf32>
  // expected-error @+1 {{node 'y': expected a method that is an operator, got "frobnicate": what it writes is not known}}
  %y = tp.call_method "frobnicate"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output (%y,) : tensor<2xf32>
}

// -----

// A write to elements that share memory.
tp.program @expanded {
  %x = tp.placeholder "x" : tensor<1x3xf32>
  %e = tp.call_function "aten.expand.default"(%x, [4, 3]) : (tensor<1x3xf32>) -> tensor<4x3xf32, #tp.shape<[4, 3], strides = [0, 1]>>
  // expected-error @+1 {{node 'y': expected to write a tensor whose elements do not share memory, got 'tensor<4x3xf32, #tp.shape<[4, 3], strides = [0, 1]>>'}}
  %y = tp.call_function "aten.add_.Tensor"(%e, 1) : (tensor<4x3xf32, #tp.shape<[4, 3], strides = [0, 1]>>) -> tensor<4x3xf32, #tp.shape<[4, 3], strides = [0, 1]>>
  tp.output ()
}

// -----

// Two targets of one call that overlap.
tp.program @overlapping {
  %x = tp.placeholder "x" : tensor<4xf32>
  %a = tp.call_function "aten.slice.Tensor"(%x, 0, 0, 3) : (tensor<4xf32>) -> tensor<3xf32>
  %b = tp.call_function "aten.slice.Tensor"(%x, 0, 1, 4) : (tensor<4xf32>) -> tensor<3xf32, #tp.shape<[3], offset = 1>>
  // expected-error @+1 {{node 'y': expected to write tensors that share no memory, got two that may overlap}}
  tp.call_function "aten._foreach_add_.Scalar"([%a, %b], 1) as "y" : (tensor<3xf32>, tensor<3xf32, #tp.shape<[3], offset = 1>>) -> ()
  tp.output ()
}

// -----

// Whether `reshape` copied shows in strides that are not known here.
tp.program @reshape dims(s0 in [2, 9], s1 in [2, 9]) {
  %x = tp.placeholder "x" : tensor<?x4xf32, #tp.shape<[s0, 4], strides = [s1, 1]>>
  // expected-error @+1 {{node 'r': it is not known whether the result shares the memory of 'self', and one of them is written}}
  %r = tp.call_function "aten.reshape.default"(%x, [-1]) : (tensor<?x4xf32, #tp.shape<[s0, 4], strides = [s1, 1]>>) -> tensor<?xf32, #tp.shape<[4*s0]>>
  // expected-note @+1 {{written here}}
  %w = tp.call_function "aten.add_.Tensor"(%x, 1) : (tensor<?x4xf32, #tp.shape<[s0, 4], strides = [s1, 1]>>) -> tensor<?x4xf32, #tp.shape<[s0, 4], strides = [s1, 1]>>
  // expected-note @+1 {{read here}}
  %s = tp.call_function "aten.sum.default"(%r) : (tensor<?xf32, #tp.shape<[4*s0]>>) -> tensor<f32>
  tp.output (%s,) : tensor<f32>
}

// -----

// The shape of an input is the caller's.
tp.program @shape {
  // expected-note @+1 {{input here}}
  %x = tp.placeholder "x" : tensor<2x3xf32>
  // expected-error @+1 {{node 't': expected the shape and the storage of input 'x' to stay: only elements can be a mutation output}}
  %t = tp.call_function "aten.t_.default"(%x) : (tensor<2x3xf32>) -> tensor<3x2xf32, #tp.shape<[3, 2], strides = [1, 3]>>
  tp.output ()
}

// -----

tp.program @grows {
  %x = tp.placeholder "x" : tensor<2xf32>
  %c = tp.call_function "aten.clone.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error @+1 {{node 'r': expected a size that fits the memory of the tensor, got 'tensor<5xf32>' for 'tensor<2xf32>'}}
  %r = tp.call_function "aten.resize_.default"(%c, [5]) : (tensor<2xf32>) -> tensor<5xf32>
  tp.output ()
}

// -----

tp.program @unlifted {
  tp.state buffer @n : tensor<2xf32>
  // expected-error @+1 {{node 'n': expected written state to be an input; run '--lift-state' first}}
  %n = tp.get_attr @n : tensor<2xf32>
  %y = tp.call_function "aten.add_.Tensor"(%n, 1) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output ()
}

// -----

tp.program @store {
  tp.state buffer @n : tensor<2xf32>
  %x = tp.placeholder "x" : tensor<2xf32>
  // expected-error @+1 {{expected the state "n" to be an input; run '--lift-state' first}}
  tp.store_attr %x, @n : tensor<2xf32>
  tp.output ()
}

// -----

// Whether this writes shows at run time only.
tp.program @condition {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %m = tp.placeholder "m" : tensor<3xf32>
  %training = tp.placeholder "training" : i1
  // expected-error @+1 {{node 'y': it is not known whether 'running_mean' is written: that depends on a value of the graph}}
  %y = tp.call_function "aten.batch_norm.default"(%x, None, None, %m, %m, %training, 0.1, 1.0e-05, False) : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, i1) -> tensor<2x3xf32>
  tp.output ()
}

// -----

// An untyped input may be a list or a tensor.
tp.program @guess {
  %items = tp.placeholder "items" : !tp.any
  // expected-error @+1 {{node 'e': it is not known whether this reads a container or is a view of a tensor, and one of them is written}}
  %e = tp.call_function "_operator.getitem"(%items, 0) : (!tp.any) -> !tp.any
  // expected-note @+1 {{written here}}
  %y = tp.call_method "add_"(%e, 1) : (!tp.any) -> !tp.any
  // expected-note @+1 {{read here}}
  tp.output ()
}

// -----

tp.program @replaces_element {
  %items = tp.placeholder "items" : !tp.list<tensor<2xf32>>
  %x = tp.placeholder "x" : tensor<2xf32>
  // expected-error @+1 {{node 'y': expected to update elements of a tensor, got a value of type '!tp.list<tensor<2xf32>>'}}
  %y = tp.call_function "_operator.setitem"(%items, 0, %x) : (!tp.list<tensor<2xf32>>, tensor<2xf32>) -> !tp.any
  tp.output ()
}

// -----

// The calls of a map have no order.
tp.program @map {
  // expected-note @+1 {{subgraph here}}
  tp.graph @body {
    %x = tp.placeholder "x" : tensor<2xf32>
    %n = tp.placeholder "n" : tensor<2xf32>
    %a = tp.call_function "aten.add_.Tensor"(%n, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %r = tp.call_function "aten.mul.Tensor"(%a, 2) : (tensor<2xf32>) -> tensor<2xf32>
    tp.output (%r,) : tensor<2xf32>
  }
  %xs = tp.placeholder "xs" : tensor<3x2xf32>
  %n = tp.placeholder "n" : tensor<2xf32>
  // expected-error @+1 {{expected a subgraph that does not write its input 1: the calls of a map have no order}}
  %y = tp.call_function "higher_order.map_impl"(@body, [%xs], [%n]) : (tensor<3x2xf32>, tensor<2xf32>) -> (tensor<3x2xf32>,)
  tp.output ()
}

// -----

// A custom operator must not return what it writes.
tp.schema "mylib::op_(Tensor(a!) x) -> Tensor(a!)"
tp.program @custom {
  %x = tp.placeholder "x" : tensor<2xf32>
  // expected-error @+1 {{node 'y': expected a custom operator that returns none of the tensors that it writes}}
  %y = tp.call_function "mylib.op_.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output ()
}

// -----

// What the output declares has to be of an input.
tp.program @declared {
  %x = tp.placeholder "x" : tensor<2xf32>
  %y = tp.call_function "aten.add.Tensor"(%x, 1) : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error @+1 {{expected an input for the mutation of "x[2]"; state has to be lifted by '--lift-state' first}}
  tp.output mutations(%y -> input "x[2]"), (%y,) : tensor<2xf32>, tensor<2xf32>
}

// -----

// No operator has the name of this one without the underscore.
tp.program @pure {
  %x = tp.placeholder "x" : tensor<2xf32>
  // expected-error @+1 {{node 'y': expected an operator with a pure form, got "prims.copy_to.default"}}
  %y = tp.call_function "prims.copy_to.default"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  tp.output ()
}

// -----

tp.program @number {
  %x = tp.placeholder "x" : !tp.int
  // expected-error @+1 {{node 'y': expected to write a tensor, or a list whose elements are known, got '!tp.int'}}
  %y = tp.call_function "aten.add_.Tensor"(%x, 1) : (!tp.int) -> !tp.any
  tp.output ()
}

// -----

// What is in a list of unknown type is not known.
tp.program @list {
  %x = tp.placeholder "x" : !tp.any
  // expected-error @+1 {{node 'y': expected to write a tensor, or a list whose elements are known, got '!tp.any'}}
  %y = tp.call_function "torch._foreach_add_"(%x, 1) : (!tp.any) -> !tp.any
  tp.output ()
}

// -----

tp.program @arguments {
  %x = tp.placeholder "x" : tensor<2xf32>
  // expected-error @+1 {{node 'y': expected arguments that fit 'aten::add_.Tensor(}}
  %y = tp.call_function "aten.add_.Tensor"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output ()
}

// -----

tp.program @python {
  %x = tp.placeholder "x" : !tp.dict<"a": tensor<2xf32>>
  // expected-error @+1 {{node 'y': expected an update of a tensor, got "_operator.delitem" of a value that is none, or of unknown kind}}
  %y = tp.call_function "_operator.delitem"(%x, "a") : (!tp.dict<"a": tensor<2xf32>>) -> !tp.any
  tp.output ()
}

// -----

tp.program @key {
  %x = tp.placeholder "x" : !tp.list<tensor<2xf32>>
  %i = tp.placeholder "i" : !tp.int
  // expected-error @+1 {{node 'y': expected a constant key of a container, got}}
  %y = tp.call_function "_operator.getitem"(%x, %i) : (!tp.list<tensor<2xf32>>, !tp.int) -> !tp.any
  tp.output ()
}

// -----

// An index of unknown type may be a number, and then selects a view.
tp.program @index {
  %x = tp.placeholder "x" : tensor<4xf32>
  %i = tp.placeholder "i" : !tp.any
  // expected-error @+1 {{node 'y': expected an index whose parts are known, got one of unknown type}}
  %y = tp.call_function "_operator.setitem"(%x, %i, 1.0) : (tensor<4xf32>, !tp.any) -> !tp.any
  tp.output ()
}

// -----

// A read by such an index, and a write after it.
tp.program @index_read {
  %x = tp.placeholder "x" : tensor<4xf32>
  %i = tp.placeholder "i" : !tp.any
  // expected-error @+1 {{node 'y': it is not known what the index selects, and one of the tensors is written}}
  %y = tp.call_function "_operator.getitem"(%x, %i) : (tensor<4xf32>, !tp.any) -> !tp.any
  // expected-note @+1 {{written here}}
  %z = tp.call_function "aten.add_.Tensor"(%x, 1) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-note @+1 {{read here}}
  %w = tp.call_method "relu"(%y) : (!tp.any) -> !tp.any
  tp.output (%w,) : !tp.any
}

// -----

// `x.T` is a view.
tp.program @attribute {
  %x = tp.placeholder "x" : tensor<4x2xf32>
  // expected-error @+1 {{node 'y': it is not known whether the result shares the memory of the argument, and one of them is written}}
  %y = tp.call_function "builtins.getattr"(%x, "T") : (tensor<4x2xf32>) -> !tp.any
  // expected-note @+1 {{written here}}
  %z = tp.call_function "aten.add_.Tensor"(%x, 1) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  // expected-note @+1 {{read here}}
  tp.output (%y,) : !tp.any
}

// -----

// Without types, whether `reshape` copies is not known; types may be had.
tp.program @untyped {
  %x = tp.placeholder "x" : !tp.any
  // expected-error @+1 {{node 'y': it is not known whether the result shares the memory of 'self', and one of them is written; '--infer-types' may find out}}
  %y = tp.call_method "reshape"(%x, -1) : (!tp.any) -> !tp.any
  // expected-note @+1 {{written here}}
  %z = tp.call_method "add_"(%x, 1) : (!tp.any) -> !tp.any
  // expected-note @+1 {{read here}}
  tp.output (%y,) : !tp.any
}

// -----

tp.program @set {
  %x = tp.placeholder "x" : tensor<2xf32>
  %s = tp.placeholder "s" : !tp.any
  // expected-error @+1 {{node 'y': expected to take over another tensor, got a storage}}
  %y = tp.call_function "aten.set_.source_Storage"(%x, %s) : (tensor<2xf32>, !tp.any) -> tensor<2xf32>
  tp.output ()
}

// -----

tp.program @fill_diagonal dims(s0 in [2, 9]) {
  %x = tp.placeholder "x" : tensor<?x4xf32, #tp.shape<[s0, 4]>>
  // expected-error @+1 {{node 'y': expected a tensor of constant sizes and two dimensions or more, got}}
  %y = tp.call_function "aten.fill_diagonal_.default"(%x, 1.0) : (tensor<?x4xf32, #tp.shape<[s0, 4]>>) -> tensor<?x4xf32, #tp.shape<[s0, 4]>>
  tp.output ()
}

// -----

tp.program @instance_norm dims(s0 in [2, 9]) {
  %x = tp.placeholder "x" : tensor<?x4x3xf32, #tp.shape<[s0, 4, 3]>>
  %m = tp.placeholder "m" : tensor<4xf32>
  %v = tp.placeholder "v" : tensor<4xf32>
  // expected-error @+1 {{node 'y': expected an input with a constant number of instances and channels, got}}
  %y = tp.call_function "aten.instance_norm.default"(%x, None, None, %m, %v, True, 0.1, 1.0e-05, False) : (tensor<?x4x3xf32, #tp.shape<[s0, 4, 3]>>, tensor<4xf32>, tensor<4xf32>) -> tensor<?x4x3xf32, #tp.shape<[s0, 4, 3]>>
  tp.output ()
}

// -----

// Tensors of a list that is no argument of its own.
tp.program @broadcast {
  %x = tp.placeholder "x" : !tp.list<tensor<2xf32>, tensor<2xf32>>
  // expected-error @+1 {{node 'y': expected tensors where the result is a view of one, got a '!tp.list<tensor<2xf32>, tensor<2xf32>>'}}
  %y, %z = tp.call_function "aten.broadcast_tensors.default"(%x) as "y" : (!tp.list<tensor<2xf32>, tensor<2xf32>>) -> [tensor<2xf32>, tensor<2xf32>]
  tp.output ()
}

// -----

// Which of unknown many pieces the last one is.
tp.program @last {
  %x = tp.placeholder "x" : tensor<4xf32>
  %c = tp.call_method "split"(%x, 2) : (tensor<4xf32>) -> !tp.any
  // expected-error @+1 {{node 'p': it is not known which tensor the element shares memory with, and one of them is written}}
  %p = tp.call_function "_operator.getitem"(%c, -1) : (!tp.any) -> !tp.any
  // expected-note @+1 {{written here}}
  %y = tp.call_method "add_"(%p, 1) : (!tp.any) -> !tp.any
  // expected-note @+1 {{read here}}
  tp.output (%x,) : tensor<4xf32>
}
