//===- variables.cpp - Where variables of generated functions begin --------===//
//
// Owns: moving the first stores of variables to where the variables are used.
// Must not: know what the variables hold.
//
//===----------------------------------------------------------------------===//

#include "shim.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/CycleInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

/// The store of a constant to a variable in its own block, if that is the only access there and all others are
/// plain loads and stores.
static StoreInst *beginning(AllocaInst &Variable) {
  StoreInst *Found = nullptr;
  for (User *U : Variable.users()) {
    auto *Access = cast<Instruction>(U);
    auto *Store = dyn_cast<StoreInst>(Access);
    const Value *Pointer = getLoadStorePointerOperand(Access);
    if (Pointer != &Variable || (Store && Store->getValueOperand() == &Variable))
      return nullptr;
    if (Access->getParent() != Variable.getParent())
      continue;
    if (Found || !Store || !isa<Constant>(Store->getValueOperand()))
      return nullptr;
    Found = Store;
  }
  return Found;
}

/// The last block that every way to each of the blocks comes through, and comes through once.
static BasicBlock *runsOnceBefore(ArrayRef<BasicBlock *> Blocks, DominatorTree &DT,
                                  CycleInfo &Cycles) {
  BasicBlock *Found = nullptr;
  auto Meet = [&](BasicBlock *Block) {
    Found = Found ? DT.findNearestCommonDominator(Found, Block) : Block;
  };
  for_each(Blocks, Meet);
  // A cycle may have several entries: reversed, a loop is entered at each of its exits.
  while (auto *Cycle = Found ? Cycles.getTopLevelParentCycle(Found) : nullptr) {
    for_each(Cycle->getEntries(), Meet);
    if (Cycle->contains(Found))
      Found = DT.getNode(Found)->getIDom()->getBlock();
  }
  return Found;
}

extern "C" {

void ez_begin_variables_late(LLVMValueRef function) {
  auto *F = unwrap<Function>(function);
  DominatorTree DT(*F);
  CycleInfo Cycles;
  Cycles.compute(*F);
  BasicBlock &Entry = F->getEntryBlock();
  SmallVector<AllocaInst *> Variables;
  for (Instruction &I : Entry)
    if (auto *Variable = dyn_cast<AllocaInst>(&I))
      Variables.push_back(Variable);
  for (AllocaInst *Variable : Variables) {
    StoreInst *First = beginning(*Variable);
    if (!First)
      continue;
    SmallVector<BasicBlock *> Blocks;
    for (User *U : Variable->users())
      if (auto *Block = cast<Instruction>(U)->getParent();
          Block != &Entry && DT.isReachableFromEntry(Block))
        Blocks.push_back(Block);
    BasicBlock *At = runsOnceBefore(Blocks, DT, Cycles);
    if (At && At != &Entry)
      First->moveBefore(*At, At->getFirstInsertionPt());
  }
}

} // extern "C"
