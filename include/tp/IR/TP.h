//===- TP.h - The tp dialect, all of it -------------------------*- C++ -*-===//
//
// Umbrella header for users who build or read programs.
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_TP_H
#define TP_IR_TP_H

#include "tp/IR/TPAttributes.h"
#include "tp/IR/TPDialect.h"
#include "tp/IR/TPOps.h"
#include "tp/IR/TPTypes.h"

#endif // TP_IR_TP_H
