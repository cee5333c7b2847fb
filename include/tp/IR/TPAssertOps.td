//===- TPAssertOps.td - Assertions on dimensions -----------*- tablegen -*-===//
//
// The checked form of a program's dynamic-shape contract.
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_TPASSERTOPS_TD
#define TP_IR_TPASSERTOPS_TD

include "tp/IR/TPOpBase.td"

class TP_AssertOp<string mnemonic> : TP_Op<mnemonic,
    [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let hasVerifier = 1;
}

def TP_AssertDimRangeOp : TP_AssertOp<"assert_dim_range"> {
  let summary = "checks that a dimension lies in a range";
  let description = [{
    Fails at run time with `runtime assertion failed for 'b': expected dimension
    0 in [1, 64], got 65`. A missing bound is written `?`. Example:

    ```mlir
    tp.assert_dim_range %x[0] in [1, 64], "b" : tensor<?x3xf32>
    ```
  }];
  let arguments = (ins AnyType:$tensor, I64Attr:$dim, OptionalAttr<I64Attr>:$min,
                   OptionalAttr<I64Attr>:$max, StrAttr:$name);
  let hasCustomAssemblyFormat = 1;
}

def TP_AssertDimsEqualOp : TP_AssertOp<"assert_dims_equal"> {
  let summary = "checks that two dimensions agree";
  let description = [{
    Fails at run time with `runtime assertion failed for 'b': dimensions 0 and 1
    must agree, got 2 and 3`. Example:

    ```mlir
    tp.assert_dims_equal %x[0], %y[1], "b" : tensor<?x3xf32>, tensor<2x?xf32>
    ```
  }];
  let arguments = (ins AnyType:$lhs, AnyType:$rhs, I64Attr:$lhs_dim,
                   I64Attr:$rhs_dim, StrAttr:$name);
  let assemblyFormat = [{
    $lhs `` `[` $lhs_dim `]` `,` $rhs `` `[` $rhs_dim `]` `,` $name attr-dict
    `:` type($lhs) `,` type($rhs)
  }];
}

def TP_AssertDimRelationOp : TP_AssertOp<"assert_dim_relation"> {
  let summary = "checks that a dimension is a linear function of another";
  let description = [{
    `derived == scale * root + offset`, with the root's range where it is on no
    input. Without `root`: the derived dimension minus `offset` must be a
    multiple of `scale` and the quotient lie in the range. Fails at run time
    with `runtime assertion failed for '2*b': expected dimension 0 == 2 * dim 0
    + 0 (8), got 7`. Examples:

    ```mlir
    tp.assert_dim_relation %y[0] == 2 * %x[0] + 0, "2*b" : tensor<?xf32>, tensor<?xf32>
    tp.assert_dim_relation %y[0] == 2 * ? + 1 in [1, 9], "2*b + 1" : tensor<?xf32>
    ```
  }];
  let arguments = (ins AnyType:$derived, Optional<AnyType>:$root,
                   I64Attr:$derived_dim, OptionalAttr<I64Attr>:$root_dim,
                   I64Attr:$scale, I64Attr:$offset, OptionalAttr<I64Attr>:$min,
                   OptionalAttr<I64Attr>:$max, StrAttr:$name);
  let hasCustomAssemblyFormat = 1;
}

def TP_AssertExprOp : TP_AssertOp<"assert_expr"> {
  let summary = "checks a condition over dimensions";
  let description = [{
    For what the other assertions cannot say. `symbols` names the dimensions
    that the operands' dimensions stand for. Example:

    ```mlir
    tp.assert_expr #tp.expr<Eq(s0*s1, 12)> where(s0 = %x[0], s1 = %x[1]), "s0*s1" : tensor<?x?xf32>, tensor<?x?xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$tensors, TP_SymExprAttr:$condition,
                   StrArrayAttr:$symbols, DenseI64ArrayAttr:$tensor_dims, StrAttr:$name);
  let hasCustomAssemblyFormat = 1;
}

#endif // TP_IR_TPASSERTOPS_TD
