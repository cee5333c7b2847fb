// What cannot be written is said, with the node and what to do.

// RUN: tp-translate --export-pt2 --split-input-file --verify-diagnostics %s

tp.program @state {
  tp.state buffer @n : tensor<4xf32>
  // expected-error @below {{node 'n': expected lifted state: run --lift-state before the export, since a .pt2 archive passes state as inputs}}
  %n = tp.get_attr @n : tensor<4xf32>
  tp.output (%n,) : tensor<4xf32>
}

// -----

tp.program @store {
  tp.state buffer @n : tensor<4xf32>
  %x = tp.placeholder "x" : tensor<4xf32>
  // expected-error @below {{'tp.store_attr': expected lifted state: run --lift-state}}
  tp.store_attr %x, @n : tensor<4xf32>
  tp.output (%x,) : tensor<4xf32>
}

// -----

tp.program @method {
  %x = tp.placeholder "x" : tensor<4xf32>
  // expected-error @below {{node 'add_': expected calls of functions only, got one of the method 'add_': a .pt2 archive holds typed graphs of operators}}
  %add_ = tp.call_method "add_"(%x, 1.0) : (tensor<4xf32>) -> tensor<4xf32>
  tp.output (%add_,) : tensor<4xf32>
}

// -----

tp.program @module {
  %x = tp.placeholder "x" : tensor<4xf32>
  // expected-error @below {{node 'relu': expected calls of functions only, got one of the module 'block.relu': run --inline-modules before the export}}
  %relu = tp.call_module "block.relu"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  tp.output (%relu,) : tensor<4xf32>
}

// -----

tp.program @untyped {
  // expected-error @below {{node 'x': expected an operand that is a tensor, a symbolic scalar or an object, got one of type '!tp.any' ('x'): a .pt2 archive holds typed values only}}
  %x = tp.placeholder "x" : !tp.any
  tp.output (%x,) : !tp.any
}

// -----

tp.program @dynamic {
  // expected-error @below {{node 'x': expected a size for dimension 0 of 'tensor<?x3xf32>': a number, or an expression in '#tp.shape'}}
  %x = tp.placeholder "x" : tensor<?x3xf32>
  tp.output (%x,) : tensor<?x3xf32>
}

// -----

tp.program @unranked {
  // expected-error @below {{node 'x': expected a ranked tensor, got 'tensor<*xf32>'}}
  %x = tp.placeholder "x" : tensor<*xf32>
  tp.output (%x,) : tensor<*xf32>
}

// -----

tp.program @element {
  // expected-error @below {{node 'x': expected an element type that torch has, got 'index'}}
  %x = tp.placeholder "x" : tensor<2xindex>
  tp.output (%x,) : tensor<2xindex>
}

// -----

tp.program @scalar {
  // expected-error @below {{node 'n': expected the expression of 'n' in its type, got '!tp.int'}}
  %n = tp.placeholder "n" : !tp.int
  tp.output (%n,) : !tp.int
}

// -----

tp.program @number {
  // expected-error @below {{node 'n': expected an operand that is a tensor, a symbolic scalar or an object, got one of type 'i64'}}
  %n = tp.placeholder "n" : i64
  tp.output (%n,) : i64
}

// -----

tp.program @names {
  %x = tp.placeholder "x" : tensor<4xf32>
  // expected-error @below {{node 'y': expected the names of the arguments of 'mylib.op.default', whose schema is not known: declare it by a 'tp.schema'}}
  %y = tp.call_function "mylib.op.default"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  tp.output (%y,) : tensor<4xf32>
}

// -----

tp.program @many {
  %x = tp.placeholder "x" : tensor<4xf32>
  // expected-error @below {{node 'y': expected at most 1 arguments of 'aten.relu.default', got 2}}
  %y = tp.call_function "aten.relu.default"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  tp.output (%y,) : tensor<4xf32>
}

// -----

tp.program @slice {
  %x = tp.placeholder "x" : tensor<4xf32>
  // expected-error @below {{node 'y': expected an argument that a .pt2 archive can hold, got a slice, #tp.slice<slice(None, 1, None)>}}
  %y = tp.call_function "_operator.getitem"(%x, slice(None, 1, None)) : (tensor<4xf32>) -> tensor<1xf32>
  tp.output (%y,) : tensor<1xf32>
}

// -----

tp.program @mixed {
  %x = tp.placeholder "x" : tensor<4xf32>
  // expected-error @below {{node 'y': expected the elements of a list to be of one kind that a .pt2 archive can hold, got #tp.list<[1, "a"]>}}
  %y = tp.call_function "aten.sum.dim_IntList"(%x, [1, "a"]) : (tensor<4xf32>) -> tensor<f32>
  tp.output (%y,) : tensor<f32>
}

// -----

tp.program @member {
  %x = tp.placeholder "x" : tensor<4xf32>
  // expected-error @below {{node 'y': expected the elements of a list to be of one kind, tensors, that a .pt2 archive can hold, got #tp.list<[1]>}}
  %y = tp.call_function "aten.cat.default"(tensors[1]) : () -> tensor<f32>
  tp.output (%y,) : tensor<f32>
}

// -----

tp.program @arm {
  %x = tp.placeholder "x" : tensor<4xf32>
  // expected-error @below {{node 'y': the argument does not fit the member 'sym_int' that it names}}
  %y = tp.call_function "aten.sum.dim_IntList"(%x, sym_int("a")) : (tensor<4xf32>) -> tensor<f32>
  tp.output (%y,) : tensor<f32>
}

// -----

tp.program @key {
  %x = tp.placeholder "x" : tensor<4xf32>
  // expected-error @below {{node 'y': expected a string as a key of a dictionary in a .pt2 archive, got 1 : i64}}
  %y = tp.call_function "higher_order.many"(%x, {1: 2}) : (tensor<4xf32>) -> tensor<f32>
  tp.output (%y,) : tensor<f32>
}

// -----

tp.program @element_of_input {
  %items = tp.placeholder "items" : tensor<4xf32>
  // expected-error @below {{'tp.output': expected the mutation of an input, got one of 'items[0]': a .pt2 archive knows no elements of containers}}
  tp.output mutations(%items -> input "items[0]"), (%items,) : tensor<4xf32>, tensor<4xf32>
}

// -----

tp.program @constant {
  // expected-error @below {{node 'k': expected None, a bool, a number or a string as the value of a specialized input, got #tp.dtype<float32>}}
  %k = tp.placeholder specialized "k" = float32 : !tp.any
  tp.output None
}

// -----

tp.program @version attributes {opset_version = #tp.meta<aten = "ten">} {
  tp.output None
}
// expected-error @-3 {{'tp.program': expected a number as the version of the operators 'aten', got 'ten'}}

// -----

tp.program @object {
  // expected-error @below {{state 'o': expected the pickled bytes of an object, a '#tp.blob', as its value}}
  tp.state object @o : !tp.object<"my.Class">
  tp.output None
}

// -----

tp.program @value {
  // expected-error @below {{state 'w': expected a '#tp.blob', dense elements or a resource as the value, got #tp.none}}
  tp.state parameter @w : tensor<4xf32> = #tp.none
  tp.output None
}

// -----

// expected-error @below {{expected a 'tp.program' to export}}
module {}

// -----

tp.program @condition {
  %x = tp.placeholder "x" : tensor<4xf32>
  // expected-error @below {{'tp.assert_expr': expected functions that Python's operators compute, got 'FloatPow' of 2 arguments in}}
  tp.assert_expr #tp.expr<Eq(FloatPow(s0, 2), 12)> where(s0 = %x[0]), "s0" : tensor<4xf32>
  tp.output None
}

// -----

// What passes leave in attributes of the dialect is what it says.
// expected-error @below {{expected 'tp.sample_inputs' to be a '#tp.blob' of a program}}
tp.program @attribute attributes {tp.sample_inputs = 1} {
  tp.output None
}

// -----

// expected-error @below {{expected 'tp.values' to be the types of values of a graph}}
tp.program @attribute attributes {tp.values = {a = 1}} {
  tp.output None
}

// -----

// expected-error @below {{expected a 'tp.archive' of the name @gone}}
tp.program @attribute attributes {tp.sample_inputs = #tp.blob<@gone, "data/sample_inputs/model.pt">} {
  tp.output None
}

// -----

// expected-error @below {{expected 'tp.files' to be the names of entries of an archive}}
tp.archive @a "a.pt2" {tp.files = [1]}
tp.program @attribute {
  tp.output None
}
