//===- settled.cpp - Reads of what the same iteration wrote ----------------===//
//
// Owns: proving that all bytes which a load in a loop reads were written before it in the same iteration, so that the memory can be
// another one in each iteration (array privatisation: Tu and Padua, "Automatic Array Privatization", 1993).
// Must not: know why it is asked, or change anything.
//
//===----------------------------------------------------------------------===//

#include "shim.h"
#include "stretches.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;
using namespace ez;

namespace {

class Iteration : Stretches {
  Loop &L;
  SmallVector<Access> Writes;

  /// What a loop writes without gaps, if its iterations write one behind the other, or each the same.
  std::optional<Stretch> filled(Stretch S, Loop *M) {
    const SCEV *Length = A.SE.getMinusSCEV(S.To, S.From);
    auto *Rec = dyn_cast<SCEVAddRecExpr>(S.From);
    bool Same = A.SE.isLoopInvariant(S.From, M);
    if (!A.SE.isLoopInvariant(Length, M))
      return std::nullopt;
    if (!Same) {
      if (!Rec || Rec->getLoop() != M || !Rec->isAffine())
        return std::nullopt;
      const SCEV *Step = Rec->getStepRecurrence(A.SE);
      const SCEV *Forward = A.SE.isKnownNonNegative(Step) ? Step : A.SE.getNegativeSCEV(Step);
      if (!A.SE.isKnownNonNegative(A.SE.getMinusSCEV(Length, Forward)))
        return std::nullopt;
    }
    return over(S, M);
  }

  /// The outermost loop around a block that lies in another loop, or none.
  Loop *outermostIn(BasicBlock *Block, Loop *Around) {
    Loop *M = A.LI.getLoopFor(Block);
    if (M == Around)
      return nullptr;
    while (M->getParentLoop() != Around)
      M = M->getParentLoop();
    return M;
  }

  Loop *commonLoop(BasicBlock *X, BasicBlock *Y) {
    Loop *C = A.LI.getLoopFor(X);
    while (!C->contains(Y))
      C = C->getParentLoop();
    return C;
  }

  using Blocks = SmallPtrSet<BasicBlock *, 4>;
  using Known = SmallVector<std::pair<Value *, bool>>;

  /// Conditions that do not change in a loop, and what they are where a block of it runs.
  Known conditions(BasicBlock *Block, Loop *C) {
    Known Found;
    for (auto *Node = A.DT.getNode(Block); Node && Node->getBlock() != C->getHeader();
         Node = Node->getIDom()) {
      BasicBlock *Above = Node->getIDom()->getBlock();
      auto *Branch = dyn_cast<BranchInst>(Above->getTerminator());
      if (!Branch || !Branch->isConditional() || !C->isLoopInvariant(Branch->getCondition()))
        continue;
      for (unsigned Way : {0u, 1u})
        if (A.DT.dominates(BasicBlockEdge(Above, Branch->getSuccessor(Way)), Block))
          Found.push_back({Branch->getCondition(), Way == 0});
    }
    return Found;
  }

  /// Whether a branch may be taken where conditions are known.
  bool mayTake(BasicBlock *From, BasicBlock *To, Loop *C, const Known &Facts) {
    auto *Branch = dyn_cast<BranchInst>(From->getTerminator());
    if (!Branch || !Branch->isConditional() || Branch->getSuccessor(0) == Branch->getSuccessor(1) ||
        !C->isLoopInvariant(Branch->getCondition()))
      return true;
    bool First = To == Branch->getSuccessor(0);
    for (auto [Condition, Holds] : Facts) {
      std::optional<bool> Implied;
      if (Condition == Branch->getCondition())
        Implied = Holds;
      else
        Implied =
            isImpliedCondition(Condition, Branch->getCondition(), From->getDataLayout(), Holds);
      if (Implied && *Implied != First)
        return false;
    }
    return true;
  }

  /// Whether all ways from the header of a loop to a block of it lead, within one iteration, through one of some others. Ways that
  /// contradict what is known where the block runs do not count.
  bool leadsThrough(Loop *C, BasicBlock *To, const Blocks &Through) {
    Known Facts = conditions(To, C);
    SmallPtrSet<BasicBlock *, 16> Seen;
    SmallVector<BasicBlock *> Work;
    auto Visit = [&](BasicBlock *B) {
      if (!Through.contains(B) && Seen.insert(B).second)
        Work.push_back(B);
    };
    Visit(C->getHeader());
    while (!Work.empty()) {
      BasicBlock *B = Work.pop_back_val();
      if (B == To)
        return false;
      for (BasicBlock *Next : successors(B))
        if (Next != C->getHeader() && C->contains(Next) && mayTake(B, Next, C, Facts))
          Visit(Next);
    }
    return true;
  }

  /// What a write fills before a loop around it goes on to its next iteration.
  std::optional<Stretch> written(const Access &W, Loop *C) {
    std::optional<Stretch> S = Stretch{W.From, A.SE.getAddExpr(W.From, W.Bytes)};
    BasicBlock *Inner = W.At->getParent();
    for (Loop *M = A.LI.getLoopFor(Inner); S && M != C; M = M->getParentLoop()) {
      BasicBlock *Latch = M->getLoopLatch();
      if (!Latch || M->getExitingBlock() != Latch || !leadsThrough(M, Latch, {Inner}))
        return std::nullopt;
      S = filled(*S, M);
      Inner = M->getHeader();
    }
    return S;
  }

  bool covers(const Access &W, const Access &R, Loop *C) {
    if (W.Base != R.Base)
      return false;
    auto Full = written(W, C), Asked = touched(R, C);
    BasicBlock *Reads = R.At->getParent();
    return Full && Asked && notLess(Asked->From, Full->From, Reads) &&
           notLess(Full->To, Asked->To, Reads);
  }

  /// Whether each way to a read, in one iteration of the innermost loop around it and some writes, leads through a write of all
  /// that it reads.
  bool settlesIn(Loop *C, const Access &R) {
    BasicBlock *Reads = R.At->getParent();
    Blocks Gates;
    for (const Access &W : Writes) {
      BasicBlock *Wrote = W.At->getParent();
      bool Later = Wrote == Reads && !W.At->comesBefore(R.At);
      if (!C->contains(Wrote) || Later || commonLoop(Wrote, Reads) != C || !covers(W, R, C))
        continue;
      if (Wrote == Reads)
        return true;
      Loop *Around = outermostIn(Wrote, C);
      Gates.insert(Around ? Around->getHeader() : Wrote);
    }
    return leadsThrough(C, Reads, Gates);
  }

public:
  Iteration(const Loops &A, Loop &L) : Stretches(A), L(L) {
    for (BasicBlock *Block : L.blocks())
      for (Instruction &I : *Block)
        if (auto W = write(I, &L))
          Writes.push_back(*W);
  }

  bool settles(LoadInst *Load) {
    const SCEV *Bytes = size(Load->getType(), Load->getDataLayout());
    auto R = Bytes ? access(Load, Load->getPointerOperand(), Bytes, &L) : std::nullopt;
    if (!R)
      return false;
    for (Loop *C = A.LI.getLoopFor(Load->getParent());; C = C->getParentLoop()) {
      if (settlesIn(C, *R))
        return true;
      if (C == &L)
        return false;
    }
  }
};

} // namespace

extern "C" void ez_settled_reads(EzAliasRef alias, LLVMValueRef function, LLVMBasicBlockRef header,
                                 const LLVMValueRef *loads, uint32_t n_loads, uint8_t *settled) {
  Loops A = Loops::of(*alias, *unwrap<Function>(function));
  Loop *L = A.LI.getLoopFor(unwrap(header));
  std::fill_n(settled, n_loads, 0);
  if (!L || L->getHeader() != unwrap(header))
    return;
  Iteration Of(A, *L);
  for (uint32_t I = 0; I != n_loads; ++I) {
    auto *Load = dyn_cast<LoadInst>(unwrap(loads[I]));
    settled[I] = Load && L->contains(Load) && Of.settles(Load);
  }
}
