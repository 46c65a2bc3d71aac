//===- exits.cpp - One way out of a loop for several ----------------------===//
//
// Owns: joining ways out of a loop that are taken on the same condition.
// Must not: choose loops.
//
//===----------------------------------------------------------------------===//

#include "analyses.h"
#include "shim.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include <optional>

using namespace llvm;

namespace {
/// A comparison by which a block leaves a loop or goes to its latch.
struct Exit {
  BranchInst *Branch;
  BasicBlock *To;
  CmpInst::Predicate Leaves;
  const SCEV *Left, *Right;

  bool isLike(const Exit &Other) const {
    return Leaves == Other.Leaves && Left == Other.Left && Right == Other.Right;
  }
};
} // namespace

static std::optional<Exit> exitOf(const Loop &L, BasicBlock *From, ScalarEvolution &SE) {
  auto *Branch = dyn_cast<BranchInst>(From->getTerminator());
  auto *Compare = Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
  if (!Compare)
    return std::nullopt;
  unsigned Stay = Branch->getSuccessor(0) == L.getLoopLatch() ? 0 : 1;
  BasicBlock *To = Branch->getSuccessor(1 - Stay);
  if (Branch->getSuccessor(Stay) != L.getLoopLatch() || L.contains(To))
    return std::nullopt;
  CmpInst::Predicate Leaves =
      Stay == 1 ? Compare->getPredicate() : Compare->getInversePredicate();
  return Exit{Branch, To, Leaves, SE.getSCEV(Compare->getOperand(0)),
              SE.getSCEV(Compare->getOperand(1))};
}

/// The exits of a loop, if each way through it comes by one of them and all leave it in the same iteration.
static SmallVector<Exit> alike(const Loop &L, LoopAnalyses &A) {
  SCEVExpander Expand(A.SE, "left");
  const Instruction *Head = &*L.getHeader()->getFirstInsertionPt();
  auto Known = [&](const SCEV *S) {
    return A.SE.dominates(S, L.getHeader()) && Expand.isSafeToExpandAt(S, Head);
  };
  SmallVector<Exit> Exits;
  SmallVector<BasicBlock *> From;
  L.getExitingBlocks(From);
  SmallPtrSet<BasicBlock *, 4> Ways(From.begin(), From.end());
  bool AllPass = From.size() > 1 && L.getLoopLatch() &&
                 all_of(predecessors(L.getLoopLatch()), [&](BasicBlock *B) { return Ways.contains(B); });
  if (!AllPass)
    return {};
  for (BasicBlock *Block : From) {
    std::optional<Exit> Found = exitOf(L, Block, A.SE);
    if (!Found || !Known(Found->Left) || !Known(Found->Right) ||
        !Found->isLike(Exits.empty() ? *Found : Exits.front()))
      return {};
    Exits.push_back(*Found);
  }
  return Exits;
}

/// Lets what a block's phis get from the exits come from one block, by way of `Join`; from exits that do not lead there comes poison.
static void handOn(BasicBlock *Block, BasicBlock *Join, BasicBlock *From, ArrayRef<Exit> Exits) {
  for (PHINode &Phi : Block->phis()) {
    IRBuilder<> B(Join, Join->begin());
    PHINode *All = B.CreatePHI(Phi.getType(), Exits.size());
    for (const Exit &E : Exits) {
      BasicBlock *Source = E.Branch->getParent();
      bool Leads = Phi.getBasicBlockIndex(Source) >= 0;
      All->addIncoming(
          Leads ? Phi.getIncomingValueForBlock(Source) : PoisonValue::get(Phi.getType()), Source);
      if (Leads)
        Phi.removeIncomingValue(Source, false);
    }
    Phi.addIncoming(All, From);
  }
}

/// The exits' condition, computed at the head of the loop.
static Value *condition(const Loop &L, const Exit &Any, LoopAnalyses &A) {
  Instruction *At = &*L.getHeader()->getFirstInsertionPt();
  SCEVExpander Expand(A.SE, "left");
  Value *Left = Expand.expandCodeFor(Any.Left, Any.Left->getType(), At->getIterator());
  Value *Right = Expand.expandCodeFor(Any.Right, Any.Right->getType(), At->getIterator());
  return IRBuilder<>(At).CreateICmp(Any.Leaves, Left, Right);
}

static void join(const Loop &L, ArrayRef<Exit> Exits, LoopAnalyses &A) {
  Value *Leaves = condition(L, Exits.front(), A);
  BasicBlock *Latch = L.getLoopLatch();
  Function &F = *Latch->getParent();
  BasicBlock *Join = BasicBlock::Create(F.getContext(), "joined", &F, Latch);
  BasicBlock *Leave = BasicBlock::Create(F.getContext(), "left", &F);
  SetVector<BasicBlock *> Targets;
  for (const Exit &E : Exits)
    Targets.insert(E.To);
  handOn(Latch, Join, Join, Exits);
  for (BasicBlock *To : Targets)
    handOn(To, Join, Leave, Exits);
  IRBuilder<> B(Join);
  PHINode *Way = B.CreatePHI(B.getInt32Ty(), Exits.size());
  for (const Exit &E : Exits) {
    Way->addIncoming(B.getInt32(find(Targets, E.To) - Targets.begin()), E.Branch->getParent());
    IRBuilder<>(E.Branch).CreateBr(Join);
    E.Branch->eraseFromParent();
  }
  B.CreateCondBr(Leaves, Leave, Latch);
  B.SetInsertPoint(Leave);
  SwitchInst *Choice = B.CreateSwitch(Way, Targets.front(), Targets.size() - 1);
  for (unsigned I = 1; I != Targets.size(); ++I)
    Choice->addCase(B.getInt32(I), Targets[I]);
}

extern "C" int32_t ez_join_exits(LLVMValueRef instruction) {
  auto *Inside = unwrap<Instruction>(instruction);
  LoopAnalyses A(*Inside->getFunction());
  Loop *L = A.LI.getLoopFor(Inside->getParent());
  SmallVector<Exit> Exits = L ? alike(*L, A) : SmallVector<Exit>();
  if (Exits.empty())
    return 0;
  join(*L, Exits, A);
  return 1;
}
