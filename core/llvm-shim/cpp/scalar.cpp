//===- scalar.cpp - Code that stays scalar where it is straight ------------===//
//
// LLVM packs neighbouring operations of straight code in vectors (SLP). In the body of a loop that barely fits into a processor's instruction
// cache, the shuffles and the longer encodings of that push it out, in each iteration.
//
// Owns: the mark of functions that have such loops, and that LLVM heeds it.
// Must not: decide how large is too large.
//
//===----------------------------------------------------------------------===//

#include "shim.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

static constexpr StringRef Mark = "enzyme_rs_scalar";

static bool isLarge(const Loop *L, uint32_t Most) {
  uint64_t All = 0;
  for (const BasicBlock *B : L->blocks())
    All += B->size();
  return L->isInnermost() && All > Most;
}

extern "C" {

void ez_leave_scalar(LLVMValueRef function, uint32_t most) {
  auto &F = *unwrap<Function>(function);
  DominatorTree DT(F);
  LoopInfo LI(DT);
  if (any_of(LI.getLoopsInPreorder(), [most](const Loop *L) { return isLarge(L, most); }))
    F.addFnAttr(Mark);
}

void ez_heed_scalar(void *pass_builder) {
  auto *Callbacks = static_cast<PassBuilder *>(pass_builder)->getPassInstrumentationCallbacks();
  if (!Callbacks)
    return;
  Callbacks->registerShouldRunOptionalPassCallback([](StringRef Pass, Any Unit) {
    auto *F = any_cast<const Function *>(&Unit);
    return Pass != "SLPVectorizerPass" || !F || !(*F)->hasFnAttribute(Mark);
  });
}

} // extern "C"
