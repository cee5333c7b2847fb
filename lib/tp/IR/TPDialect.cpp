//===- TPDialect.cpp - The tp dialect -------------------------------------===//
//
// Registers what the dialect holds.
//
//===----------------------------------------------------------------------===//

#include "tp/IR/TPDialect.h"
#include "TPDialectInterfaces.h"
#include "tp/IR/TPOps.h"

using namespace mlir;
using namespace mlir::tp;

#include "tp/IR/TPDialect.cpp.inc"

void TPDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "tp/IR/TPOps.cpp.inc"
      >();
  addAsmInterface(*this);
  addBytecodeInterface(*this);
}
