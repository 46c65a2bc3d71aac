//===- diagnostics.cpp - The compiler's own error channel ------------------===//
//
// Owns: turning a message and a place into an LLVM diagnostic, and reading
// places. Must not: word messages.
//
//===----------------------------------------------------------------------===//

#include "shim.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/LLVMContext.h"
#include <cstring>

using namespace llvm;

extern "C" {

void ez_emit_error(LLVMValueRef function, LLVMValueRef at, const char *message) {
  auto *F = unwrap<Function>(function);
  DiagnosticLocation Where(F->getSubprogram());
  if (at)
    if (const DebugLoc &Loc = unwrap<Instruction>(at)->getDebugLoc())
      Where = DiagnosticLocation(Loc);
  F->getContext().diagnose(DiagnosticInfoUnsupported(*F, message, Where));
}

uint32_t ez_source_location(LLVMValueRef instruction, char *buffer, uint32_t capacity,
                            uint32_t *line, uint32_t *column) {
  auto *I = dyn_cast<Instruction>(unwrap(instruction));
  const DILocation *Loc = I ? I->getDebugLoc().get() : nullptr;
  *line = Loc ? Loc->getLine() : 0;
  *column = Loc ? Loc->getColumn() : 0;
  if (!Loc)
    return 0;
  std::string Path = Loc->getFilename().str();
  if (!Path.empty() && Path[0] != '/' && !Loc->getDirectory().empty())
    Path = (Loc->getDirectory() + "/" + Loc->getFilename()).str();
  memcpy(buffer, Path.data(), std::min<size_t>(Path.size(), capacity));
  return Path.size();
}

} // extern "C"
