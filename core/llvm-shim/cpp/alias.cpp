//===- alias.cpp - Alias questions over one unchanging function ------------===//
//
// Owns: the alias analysis stack of one function and bulk queries on it.
// Must not: decide what an answer means for a derivative.
//
//===----------------------------------------------------------------------===//

#include "shim.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include <optional>

using namespace llvm;

struct EzAlias {
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  Function &F;
  AAResults *AA = nullptr;
  LoopInfo *LI = nullptr;

  explicit EzAlias(Function &F) : F(F) {
    PassBuilder PB;
    PB.registerModuleAnalyses(MAM);
    PB.registerCGSCCAnalyses(CGAM);
    PB.registerFunctionAnalyses(FAM);
    PB.registerLoopAnalyses(LAM);
    PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
    AA = &FAM.getResult<AAManager>(F);
    LI = &FAM.getResult<LoopAnalysis>(F);
  }
};

static std::optional<MemoryLocation> readLocation(Instruction *I) {
  if (auto *Transfer = dyn_cast<AnyMemTransferInst>(I))
    return MemoryLocation::getForSource(Transfer);
  return MemoryLocation::getOrNone(I);
}

/// Scoped-noalias facts speak of one execution of an inlined body; between two
/// iterations of a loop around it they say nothing.
static MemoryLocation acrossIterations(MemoryLocation Loc) {
  Loc.AATags.Scope = nullptr;
  Loc.AATags.NoAlias = nullptr;
  return Loc;
}

static bool mayWrite(BatchAAResults &AA, Instruction *W, const MemoryLocation &Loc) {
  return isModSet(AA.getModRefInfo(W, Loc));
}

extern "C" {

EzAliasRef ez_alias_create(LLVMValueRef function) {
  return new EzAlias(*unwrap<Function>(function));
}

void ez_alias_dispose(EzAliasRef alias) { delete alias; }

void ez_alias_clobbers(EzAliasRef alias, const LLVMValueRef *loads, uint32_t n_loads,
                       const LLVMValueRef *writes, uint32_t n_writes, uint8_t *matrix) {
  BatchAAResults Once(*alias->AA), Repeated(*alias->AA);
  Repeated.enableCrossIterationMode();
  for (uint32_t i = 0; i != n_loads; ++i) {
    auto *L = unwrap<Instruction>(loads[i]);
    bool InLoop = alias->LI->getLoopFor(L->getParent()) != nullptr;
    auto Loc = readLocation(L);
    for (uint32_t j = 0; j != n_writes; ++j) {
      auto *W = unwrap<Instruction>(writes[j]);
      bool May = true;
      if (Loc)
        May = InLoop ? mayWrite(Repeated, W, acrossIterations(*Loc)) : mayWrite(Once, W, *Loc);
      matrix[size_t(i) * n_writes + j] = May;
    }
  }
}

int32_t ez_alias_may_write_object(EzAliasRef alias, LLVMValueRef instruction,
                                  LLVMValueRef pointer) {
  BatchAAResults AA(*alias->AA);
  AA.enableCrossIterationMode();
  return mayWrite(AA, unwrap<Instruction>(instruction),
                  MemoryLocation::getBeforeOrAfter(unwrap(pointer)));
}

} // extern "C"
