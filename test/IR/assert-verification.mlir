// RUN: tp-opt %s --split-input-file --verify-diagnostics

// D7
tp.program @p {
  %x = tp.placeholder "x" : tensor<?x3xf32>
  // expected-error @+1 {{expects a dimension below 2, the rank of 'tensor<?x3xf32>', found 2}}
  tp.assert_dim_range %x[2] in [1, 64], "b" : tensor<?x3xf32>
  tp.output ()
}

// -----

// D7
tp.program @p {
  %x = tp.placeholder "x" : i64
  %y = tp.placeholder "y" : tensor<?xf32>
  // expected-error @+1 {{expects a tensor, found 'i64'}}
  tp.assert_dims_equal %y[0], %x[0], "b" : tensor<?xf32>, i64
  tp.output ()
}

// -----

// D8
tp.program @p {
  %x = tp.placeholder "x" : tensor<?x3xf32>
  // expected-error @+1 {{expects a range with min <= max, found [64, 1]}}
  tp.assert_dim_range %x[0] in [64, 1], "b" : tensor<?x3xf32>
  tp.output ()
}

// -----

// D9
tp.program @p {
  %x = tp.placeholder "x" : tensor<?x?xf32>
  // expected-error @+1 {{expects a scale other than 0}}
  tp.assert_dim_relation %x[0] == 0 * %x[1] + 1, "b" : tensor<?x?xf32>, tensor<?x?xf32>
  tp.output ()
}

// -----

// D10
tp.program @p {
  %x = tp.placeholder "x" : tensor<?xf32>
  // expected-error @+1 {{expects 'root_dim' with a root, and only then}}
  "tp.assert_dim_relation"(%x) <{derived_dim = 0 : i64, name = "b", offset = 0 : i64, root_dim = 0 : i64, scale = 2 : i64}> : (tensor<?xf32>) -> ()
  tp.output ()
}

// -----

// D10
tp.program @p {
  %x = tp.placeholder "x" : tensor<?x?xf32>
  // expected-error @+1 {{expects no range where the root is an operand}}
  tp.assert_dim_relation %x[0] == 2 * %x[1] + 1 in [1, 9], "b" : tensor<?x?xf32>, tensor<?x?xf32>
  tp.output ()
}

// -----

// D11
tp.program @p {
  %x = tp.placeholder "x" : tensor<?xf32>
  // expected-error @+1 {{expects a symbol and a dimension for each of 1 tensors, found 0 symbols and 1 dimensions}}
  "tp.assert_expr"(%x) <{condition = #tp.expr<Eq(s0, 4)>, name = "s0", symbols = [], tensor_dims = array<i64: 0>}> : (tensor<?xf32>) -> ()
  tp.output ()
}

// -----

// D11
tp.program @p {
  %x = tp.placeholder "x" : tensor<?x?xf32>
  // expected-error @+1 {{expects each symbol once, found "s0" twice}}
  tp.assert_expr #tp.expr<Eq(s0, 4)> where(s0 = %x[0], s0 = %x[1]), "s0" : tensor<?x?xf32>, tensor<?x?xf32>
  tp.output ()
}

// -----

// D12
tp.program @p {
  %x = tp.placeholder "x" : tensor<?xf32>
  // expected-error @+1 {{expects every symbol of the condition among its symbols, found "s1"}}
  tp.assert_expr #tp.expr<Eq(s0*s1, 4)> where(s0 = %x[0]), "s0*s1" : tensor<?xf32>
  tp.output ()
}
