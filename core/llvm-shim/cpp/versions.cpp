//===- versions.cpp - Loops without the atomic operations that some run without --===//
//
// A derivative asks before it adds whether it may do so without an atomic operation, and mostly the answer is the same for all iterations of a
// nest of loops. LLVM takes such questions out of small loops only, and one by one. Here the nest gets a second version in which the answer to
// all of them is yes: it has no atomic operations left that keep LLVM from vectorising it.
//
// Owns: that version, and the question in front of both.
// Must not: know what the questions are.
//
//===----------------------------------------------------------------------===//

#include "analyses.h"
#include "shim.h"

#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace {
/// A branch that avoids an atomic addition if its condition has this value.
struct Question {
  BranchInst *Branch;
  bool Answer;
};

/// The loops of a function as it is now.
class Versions {
  DominatorTree DT;
  LoopInfo LI;
  unsigned Most;
  /// Where the answers stay open.
  SmallPtrSetImpl<BasicBlock *> &Open;

  static bool isAtomic(const Instruction &I) {
    auto *Update = dyn_cast<AtomicRMWInst>(&I);
    return Update && Update->getOperation() == AtomicRMWInst::FAdd;
  }

  /// Whether a block adds atomically, or asks so many questions more whether it has to.
  static bool addsAtomically(const BasicBlock &B, unsigned More = 2) {
    if (!B.getSinglePredecessor())
      return false;
    auto *Asks = dyn_cast<BranchInst>(B.getTerminator());
    bool MayAsk = More && Asks && Asks->isConditional();
    return any_of(B, isAtomic) ||
           (MayAsk && any_of(Asks->successors(), [&](const BasicBlock *Next) { return addsAtomically(*Next, More - 1); }));
  }

  /// Whether a block runs only if the answer to another question was no: what it asks matters in no version.
  static bool isBehindAnother(const BasicBlock &B) {
    const BasicBlock *Before = B.getSinglePredecessor();
    auto *Asks = Before ? dyn_cast<BranchInst>(Before->getTerminator()) : nullptr;
    return Asks && Asks->isConditional() && any_of(Asks->successors(), [&](const BasicBlock *Other) { return !addsAtomically(*Other); });
  }

  /// The questions in a loop whose answers are the same in all iterations.
  SmallVector<Question> questions(const Loop &L) const {
    SmallVector<Question> All;
    for (BasicBlock *B : L.blocks()) {
      auto *Branch = dyn_cast<BranchInst>(B->getTerminator());
      if (!Branch || !Branch->isConditional() || !L.isLoopInvariant(Branch->getCondition()) || isa<Constant>(Branch->getCondition()))
        continue;
      bool First = addsAtomically(*Branch->getSuccessor(0)), Second = addsAtomically(*Branch->getSuccessor(1));
      if (First != Second && !isBehindAnother(*B))
        All.push_back({Branch, Second});
    }
    return All;
  }

  bool isSmall(const Loop &L) const {
    unsigned Size = 0;
    for (const BasicBlock *B : L.blocks())
      Size += B->size();
    return Size <= Most;
  }

  /// Whether threads of a grid meet in a loop, or hand each other numbers: they do so in one place, and the answers of two threads may differ.
  static bool isMetIn(const Loop &L) {
    return any_of(L.blocks(), [](const BasicBlock *B) {
      return any_of(*B, [](const Instruction &I) {
        auto *Call = dyn_cast<CallBase>(&I);
        return Call && Call->isConvergent();
      });
    });
  }

  /// Whether all answers are yes: asked in front of the loop.
  static Value *answers(IRBuilder<> &B, ArrayRef<Question> All) {
    SetVector<PointerIntPair<Value *, 1, bool>> Known;
    for (const Question &Q : All)
      Known.insert({Q.Branch->getCondition(), Q.Answer});
    Value *Whole = B.getTrue();
    for (auto Asked : Known) {
      Value *Own = B.CreateFreeze(Asked.getPointer());
      Whole = B.CreateAnd(Whole, Asked.getInt() ? Own : B.CreateNot(Own));
    }
    return Whole;
  }

  /// Where the loop is left, values that it has computed now come from either version.
  static void join(const Loop &L, const ValueToValueMapTy &Other) {
    SmallVector<BasicBlock *> Exits;
    L.getUniqueExitBlocks(Exits);
    for (BasicBlock *Exit : Exits)
      for (PHINode &Phi : Exit->phis())
        for (unsigned At = 0, End = Phi.getNumIncomingValues(); At != End; ++At) {
          Value *Left = Phi.getIncomingValue(At), *Same = Other.lookup(Left);
          Phi.addIncoming(Same ? Same : Left, cast<BasicBlock>(Other.lookup(Phi.getIncomingBlock(At))));
        }
  }

  bool version(Loop &L) {
    simplifyLoop(&L, &DT, &LI, nullptr, nullptr, nullptr, false);
    formLCSSARecursively(L, DT, &LI, nullptr);
    auto All = questions(L);
    BasicBlock *Before = L.getLoopPreheader();
    if (All.empty() || !Before || !L.hasDedicatedExits() || !L.isSafeToClone())
      return false;
    BasicBlock *Preheader = SplitBlock(Before, Before->getTerminator(), &DT, &LI);
    ValueToValueMapTy Map;
    SmallVector<BasicBlock *> Blocks;
    cloneLoopWithPreheader(Preheader, Before, &L, Map, ".atomic", &LI, &DT, Blocks);
    remapInstructionsInBlocks(Blocks, Map);
    Instruction *Old = Before->getTerminator();
    IRBuilder<> B(Old);
    B.CreateCondBr(answers(B, All), Preheader, cast<BasicBlock>(Map.lookup(Preheader)));
    Old->eraseFromParent();
    join(L, Map);
    for (const Question &Q : All)
      Q.Branch->setCondition(B.getInt1(Q.Answer));
    Open.insert(Blocks.begin(), Blocks.end());
    return true;
  }

public:
  Versions(Function &F, unsigned Most, SmallPtrSetImpl<BasicBlock *> &Open) : DT(F), LI(DT), Most(Most), Open(Open) {}

  /// Makes one; what is known of the loops does not hold behind it.
  bool once() {
    for (Loop *L : LI.getLoopsInPreorder())
      if (!Open.contains(L->getHeader()) && isSmall(*L) && !isMetIn(*L) && !questions(*L).empty() && version(*L))
        return true;
    return false;
  }
};
} // namespace

void ez_version_loops(LLVMValueRef function, uint32_t most) {
  SmallPtrSet<BasicBlock *, 32> Open;
  while (Versions(*unwrap<Function>(function), most, Open).once()) {
  }
}
