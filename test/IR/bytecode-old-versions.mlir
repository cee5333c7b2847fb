// Bytecode of every released version is read as the same program; see
// utils/gen-bytecode-golden.

// RUN: tp-opt %S/Inputs/v1.0.mlirbc --allow-unregistered-dialect > %t.from-bytecode
// RUN: tp-opt %S/Inputs/v1.0.mlir --allow-unregistered-dialect | diff %t.from-bytecode -
// RUN: FileCheck %s --input-file=%t.from-bytecode

// CHECK: "test.enums"
// CHECK: tp.program @everything
