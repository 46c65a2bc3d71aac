//===- analyses.h - LLVM's analyses of loops, together ---------------------===//
//
// Owns: making the analyses that reason about loops.
// Must not: ask them anything.
//
//===----------------------------------------------------------------------===//

#ifndef EZ_ANALYSES_H
#define EZ_ANALYSES_H

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"

/// The analyses that reason about loops, built together since they refer to
/// one another.
struct LoopAnalyses {
  llvm::DominatorTree DT;
  llvm::LoopInfo LI;
  llvm::TargetLibraryInfoImpl TLII;
  llvm::TargetLibraryInfo TLI;
  llvm::AssumptionCache AC;
  llvm::ScalarEvolution SE;

  explicit LoopAnalyses(llvm::Function &F)
      : DT(F), LI(DT), TLII(F.getParent()->getTargetTriple()), TLI(TLII), AC(F),
        SE(F, TLI, AC, DT, LI) {}
};

struct EzAlias;

/// Those that are kept for the alias questions about a function.
struct Loops {
  llvm::DominatorTree &DT;
  llvm::LoopInfo &LI;
  llvm::ScalarEvolution &SE;

  static Loops of(EzAlias &Kept, llvm::Function &F);
};

#endif
