// What a node list has no spelling for.

// RUN: tp-translate --export-node-list %s --split-input-file --verify-diagnostics -o /dev/null

// expected-error @below {{expected a 'tp.program', got none}}
module {}

// -----

tp.program @slice {
  %x = tp.placeholder "x" : tensor<2xf32>
  // expected-error @below {{expected an argument that a node list can spell, got a slice}}
  %y = tp.call_function "_operator.getitem"(%x, slice(0, 1, None)) : (tensor<2xf32>) -> tensor<1xf32>
  tp.output (%y,) : tensor<1xf32>
}

// -----

tp.program @key {
  // expected-error @below {{expected a string as the key of a dict, got an int}}
  %y = tp.call_function "mylib.f.default"({1: 2}) : () -> tensor<1xf32>
  tp.output (%y,) : tensor<1xf32>
}

// -----

tp.program @type {
  // expected-error @below {{expected a type that a node list can spell, got '!tp.any'}}
  %x = tp.placeholder "x" : !tp.any
  tp.output (%x,) : !tp.any
}

// -----

tp.program @unknown_size {
  // expected-error @below {{expected a type that a node list can spell, got 'tensor<?xf32>'}}
  %x = tp.placeholder "x" : tensor<?xf32>
  tp.output (%x,) : tensor<?xf32>
}

// -----

tp.program @method {
  %x = tp.placeholder "x" : tensor<2xf32>
  // expected-error @below {{expected calls of functions only, and state as an input, as in an exported program}}
  %y = tp.call_method "add_"(%x, 1) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output (%y,) : tensor<2xf32>
}
