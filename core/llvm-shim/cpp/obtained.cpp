//===- obtained.cpp - Memory that each iteration obtains and gives back ----===//
//
// Owns: letting a loop obtain such memory once, where its size does not change: on the heap, or on a stack to whose mark each iteration
// gives back what it has pushed.
// Must not: know what the memory is for.
//
//===----------------------------------------------------------------------===//

#include "analyses.h"
#include "shim.h"

#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace {

/// The functions of the stack.
struct Stack {
  Function *Mark, *Push, *Release;
};

class Once {
  LoopAnalyses &A;
  PostDominatorTree &PDT;
  Loop &L;
  Stack Of;
  BasicBlock *Before;
  SmallVector<BasicBlock *> Exiting, Exits;

  /// Calls that stand in the loop itself and in no inner one.
  SmallVector<CallInst *> calls() {
    SmallVector<CallInst *> Found;
    for (BasicBlock *Block : L.blocks())
      if (A.LI.getLoopFor(Block) == &L)
        for (Instruction &I : *Block)
          if (auto *Call = dyn_cast<CallInst>(&I); Call && !isa<IntrinsicInst>(Call))
            Found.push_back(Call);
    return Found;
  }

  /// Whether all ways out of the loop, or to its next iteration, lead through an instruction.
  bool always(Instruction *I) {
    auto Through = [&](BasicBlock *Block) { return A.DT.dominates(I->getParent(), Block); };
    return all_of(Exiting, Through) && Through(L.getLoopLatch());
  }

  bool fixed(CallInst *Call) {
    return all_of(Call->args(), [&](Value *V) { return L.isLoopInvariant(V); });
  }

  void ahead(Instruction *I) { I->moveBefore(Before->getTerminator()->getIterator()); }

  void atExits(Instruction *I) {
    for (BasicBlock *Exit : Exits)
      I->clone()->insertBefore(Exit->getFirstInsertionPt());
  }

  /// The one call in the loop that gives heap memory back.
  CallInst *end(CallInst *Made) {
    CallInst *Found = nullptr;
    for (User *U : Made->users()) {
      auto *I = cast<Instruction>(U);
      if (!L.contains(I))
        return nullptr;
      auto *Call = dyn_cast<CallInst>(I);
      if (!Call || getFreedOperand(Call, &A.TLI) != Made)
        continue;
      if (Found || Call->arg_size() != 1)
        return nullptr;
      Found = Call;
    }
    return Found && A.LI.getLoopFor(Found->getParent()) == &L ? Found : nullptr;
  }

  /// Whether new memory holds zeros; nothing if it holds something else than zeros or anything.
  std::optional<bool> zeroed(CallInst *Made) {
    Type *Byte = Type::getInt8Ty(Made->getContext());
    Constant *Initial = getInitialValueOfAllocation(Made, &A.TLI, Byte);
    LibFunc Known;
    if (Initial && isa<UndefValue>(Initial))
      return false;
    bool Calloc = A.TLI.getLibFunc(*Made, Known) && Known == LibFunc_calloc;
    return Calloc ? std::optional(true) : std::nullopt;
  }

  void heap(CallInst *Made) {
    if (!isAllocLikeFn(Made, &A.TLI) || !fixed(Made) || !always(Made))
      return;
    CallInst *Free = end(Made);
    auto Zeroed = zeroed(Made);
    if (!Free || !Zeroed || !always(Free) || !A.DT.dominates(Made, Free))
      return;
    if (*Zeroed) {
      IRBuilder<> B(Made->getNextNode());
      Value *Bytes = B.CreateMul(Made->getArgOperand(0), Made->getArgOperand(1));
      B.CreateMemSet(Made, B.getInt8(0), Bytes, MaybeAlign(16));
    }
    ahead(Made);
    atExits(Free);
    Free->eraseFromParent();
  }

  /// What decides in each iteration alike whether a block runs, in the order of the decisions; nothing if something else decides.
  std::optional<SmallVector<std::pair<Value *, bool>>> decisions(BasicBlock *Block) {
    SmallVector<std::pair<Value *, bool>> Found;
    auto *Node = A.DT.getNode(Block);
    for (; Node->getBlock() != L.getHeader(); Node = Node->getIDom()) {
      BasicBlock *Here = Node->getBlock(), *Above = Node->getIDom()->getBlock();
      if (PDT.dominates(Here, Above))
        continue;
      auto *Branch = dyn_cast<BranchInst>(Above->getTerminator());
      if (!Branch || !Branch->isConditional() || !L.isLoopInvariant(Branch->getCondition()))
        return std::nullopt;
      bool First = A.DT.dominates(BasicBlockEdge(Above, Branch->getSuccessor(0)), Here);
      if (!First && !A.DT.dominates(BasicBlockEdge(Above, Branch->getSuccessor(1)), Here))
        return std::nullopt;
      Found.insert(Found.begin(), {Branch->getCondition(), First});
    }
    return Found;
  }

  /// Pushes once what each iteration pushes, or nothing if none does.
  void pushAhead(CallInst *Push) {
    IRBuilder<> B(Before->getTerminator());
    Value *Bytes = Push->getArgOperand(0), *Runs = nullptr;
    for (auto [Condition, Holds] : *decisions(Push->getParent())) {
      Value *Here = Holds ? Condition : B.CreateNot(Condition);
      Runs = Runs ? B.CreateLogicalAnd(Runs, Here) : Here;
    }
    if (Runs)
      Push->setArgOperand(0, B.CreateSelect(Runs, Bytes, B.getInt64(0)));
    ahead(Push);
  }

  /// Where each iteration gives back what it has pushed since a mark.
  CallInst *released(CallInst *Mark) {
    auto *Release = Mark->hasOneUse() ? dyn_cast<CallInst>(Mark->user_back()) : nullptr;
    bool Whole = Release && Release->getCalledFunction() == Of.Release &&
                 A.LI.getLoopFor(Release->getParent()) == &L && always(Release) &&
                 A.DT.dominates(Mark, Release);
    return Whole ? Release : nullptr;
  }

  /// Whether code in the loop may push, or look at the stack.
  bool leavesStackAlone(CallInst *Mark, CallInst *Release) {
    for (BasicBlock *Block : L.blocks())
      for (Instruction &I : *Block) {
        auto *Call = dyn_cast<CallBase>(&I);
        if (!Call || Call == Mark || Call == Release)
          continue;
        Function *F = Call->getCalledFunction();
        if (!F || !F->isDeclaration() || F == Of.Push || F == Of.Mark || F == Of.Release)
          return false;
      }
    return true;
  }

  void stack(CallInst *Mark, ArrayRef<CallInst *> Calls) {
    CallInst *Release = released(Mark);
    if (!Release)
      return;
    SmallVector<CallInst *> Pushes;
    copy_if(Calls, std::back_inserter(Pushes), [&](CallInst *Call) {
      return Call->getCalledFunction() == Of.Push && fixed(Call) && decisions(Call->getParent()) &&
             A.DT.dominates(Mark, Call) && !A.DT.dominates(Release, Call);
    });
    if (Pushes.empty())
      return;
    auto *Outer = cast<CallInst>(Mark->clone());
    Outer->insertBefore(Before->getTerminator()->getIterator());
    for_each(Pushes, [&](CallInst *Push) { pushAhead(Push); });
    auto *Last = cast<CallInst>(Release->clone());
    Last->replaceUsesOfWith(Mark, Outer);
    atExits(Last);
    Last->deleteValue();
    if (leavesStackAlone(Mark, Release)) {
      Release->eraseFromParent();
      Mark->eraseFromParent();
    }
  }

public:
  Once(LoopAnalyses &A, PostDominatorTree &PDT, Loop &L, Stack Of)
      : A(A), PDT(PDT), L(L), Of(Of), Before(L.getLoopPreheader()) {
    L.getExitingBlocks(Exiting);
    L.getUniqueExitBlocks(Exits);
  }

  void run() {
    if (!Before || !L.getLoopLatch() || !L.hasDedicatedExits())
      return;
    SmallVector<CallInst *> Calls = calls();
    for (CallInst *Call : Calls)
      heap(Call);
    for (CallInst *Call : calls())
      if (Of.Mark && Call->getCalledFunction() == Of.Mark) {
        stack(Call, calls());
        return;
      }
  }
};

} // namespace

extern "C" void ez_obtain_once(LLVMValueRef function, LLVMValueRef mark, LLVMValueRef push,
                               LLVMValueRef release) {
  auto &F = *unwrap<Function>(function);
  LoopAnalyses A(F);
  PostDominatorTree PDT(F);
  auto Named = [](LLVMValueRef Of) { return Of ? unwrap<Function>(Of) : nullptr; };
  Stack Of{Named(mark), Named(push), Named(release)};
  for (Loop *L : A.LI.getLoopsInPreorder())
    Once(A, PDT, *L, Of).run();
}
