// Bytecode of every released version is read as the same program; see
// utils/gen-bytecode-golden.

// RUN: tp-opt %S/Inputs/v1.0.mlirbc --allow-unregistered-dialect > %t.from-bytecode
// RUN: tp-opt %S/Inputs/v1.0.mlir --allow-unregistered-dialect | diff %t.from-bytecode -
// RUN: FileCheck %s --input-file=%t.from-bytecode

// CHECK: "test.enums"
// CHECK: tp.program @everything

// RUN: tp-opt %S/Inputs/v1.0-tables.mlirbc > %t.tables
// RUN: tp-opt %S/Inputs/v1.0-tables.mlir | diff %t.tables -
// RUN: FileCheck %s --input-file=%t.tables --check-prefix=TABLES

// TABLES: tp.decomposition "aten.addcmul.default"

// The files hold every kind of operation.
// RUN: %python %S/Inputs/missing_kinds.py %tp_src/include/tp/IR %S/Inputs/v1.0.mlir %S/Inputs/v1.0-tables.mlir | \
// RUN:   FileCheck %s --check-prefix=KINDS

// KINDS: 23 kinds
// KINDS-NOT: missing
