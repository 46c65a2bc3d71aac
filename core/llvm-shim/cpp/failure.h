//===- failure.h - Why a call of the shim failed ---------------------------===//
//
// Owns: the text that ez_last_error gives. Must not: end anything.
//
//===----------------------------------------------------------------------===//

#ifndef ENZYME_RS_LLVM_SHIM_FAILURE_H
#define ENZYME_RS_LLVM_SHIM_FAILURE_H

#include "shim.h"

#include "llvm/ADT/Twine.h"

/// Keeps the text for whoever asks on this thread.
EzStatus fail(const llvm::Twine &Message);

#endif
