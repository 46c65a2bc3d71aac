//===- target.cpp - What a module is compiled for -------------------------===//
//
// Owns: questions about targets, and what a module says of itself for them.
// Must not: judge which of them may be differentiated.
//
//===----------------------------------------------------------------------===//

#include "shim.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

uint8_t ez_is_for_gpu(LLVMModuleRef module) { return unwrap(module)->getTargetTriple().isGPU(); }

uint8_t ez_module_flag(LLVMModuleRef module, const char *name, uint64_t *value) {
  auto *Number = mdconst::dyn_extract_or_null<ConstantInt>(unwrap(module)->getModuleFlag(name));
  if (!Number || Number->getBitWidth() > 64)
    return 0;
  *value = Number->getZExtValue();
  return 1;
}
