//===- target.cpp - What a module is compiled for -------------------------===//
//
// Owns: questions about targets.
// Must not: judge which of them may be differentiated.
//
//===----------------------------------------------------------------------===//

#include "shim.h"

#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

uint8_t ez_is_for_gpu(LLVMModuleRef module) { return unwrap(module)->getTargetTriple().isGPU(); }
