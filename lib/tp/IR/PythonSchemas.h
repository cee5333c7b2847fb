//===- PythonSchemas.h - Signatures of Python functions ---------*- C++ -*-===//
//
// Untyped graphs call functions of Python modules, `torch.add`,
// `tensorplay.nn.functional.batch_norm`. Most have the name and the arguments
// of an operator; the signatures of the others are here.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_IR_PYTHONSCHEMAS_H
#define LIB_TP_IR_PYTHONSCHEMAS_H

#include "tp/Schema/Schema.h"

namespace mlir::tp {

/// The signature of a Python function that differs from the operator's; null
/// where there is none.
const schema::OperatorSchema *lookupPythonSchema(llvm::StringRef path);

/// Whether a path is one of a framework's own functions, so that it means the
/// operator of its name.
bool isPythonFunction(llvm::StringRef path);

} // namespace mlir::tp

#endif // LIB_TP_IR_PYTHONSCHEMAS_H
