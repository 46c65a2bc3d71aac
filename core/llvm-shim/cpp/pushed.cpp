//===- pushed.cpp - Memory of a stack as variables of a function -----------===//
//
// A function that marks a stack, pushes a known number of bytes and gives all back to the mark needs no stack: its own variables do, which processors
// of graphics reach faster than other memory.
//
// Owns: which pushes are such, and putting variables in their places.
// Must not: know what the memory is for.
//
//===----------------------------------------------------------------------===//

#include "shim.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace {

class Pushed {
  Function &F;
  Function *Push, *Release;
  DominatorTree DT;
  LoopInfo LI;
  SmallVector<CallInst *> Marks, Pushes;
  uint64_t Left;

  bool releases(const CallInst *Mark, const Loop *Around) {
    return any_of(Mark->users(), [&](const User *U) {
      auto *Call = dyn_cast<CallInst>(U);
      return Call && Call->getCalledFunction() == Release &&
             LI.getLoopFor(Call->getParent()) == Around;
    });
  }

  /// Whether what is pushed ends in the same run through the innermost loop around it, or in the same call.
  bool ends(const CallInst *Call) {
    const Loop *Around = LI.getLoopFor(Call->getParent());
    return any_of(Marks, [&](const CallInst *Mark) {
      return LI.getLoopFor(Mark->getParent()) == Around && DT.dominates(Mark, Call) &&
             releases(Mark, Around);
    });
  }

  void replace(CallInst *Call, uint64_t Bytes) {
    IRBuilder<> B(&*F.getEntryBlock().getFirstInsertionPt());
    auto *Slot = B.CreateAlloca(ArrayType::get(B.getInt8Ty(), Bytes));
    Slot->setAlignment(Align(16));
    Value *At = B.CreateAddrSpaceCast(Slot, Call->getType());
    Call->replaceAllUsesWith(At);
    Call->eraseFromParent();
  }

public:
  Pushed(Function &F, Function *Mark, Function *Push, Function *Release, uint64_t Most)
      : F(F), Push(Push), Release(Release), DT(F), LI(DT), Left(Most) {
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I)) {
        if (Call->getCalledFunction() == Mark)
          Marks.push_back(Call);
        if (Call->getCalledFunction() == Push)
          Pushes.push_back(Call);
      }
  }

  /// Whether a stack is still needed.
  bool run() {
    bool Needed = false;
    for (CallInst *Call : Pushes) {
      auto *Bytes = dyn_cast<ConstantInt>(Call->getArgOperand(0));
      if (!Bytes || Bytes->getValue().ugt(Left) || !ends(Call)) {
        Needed = true;
        continue;
      }
      Left -= Bytes->getZExtValue();
      replace(Call, Bytes->getZExtValue());
    }
    return Needed;
  }

  /// Forgets marks; what is called may still push, and releases by itself.
  void forgetMarks() {
    for (CallInst *Mark : Marks) {
      for (User *U : make_early_inc_range(Mark->users()))
        if (auto *Call = dyn_cast<CallInst>(U); Call && Call->getCalledFunction() == Release)
          Call->eraseFromParent();
      if (Mark->use_empty())
        Mark->eraseFromParent();
    }
  }
};

/// Whether a function calls one that has a body, which may leave something on the stack.
bool callsOthers(Function &F) {
  return any_of(instructions(F), [](Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || Call->isInlineAsm())
      return false;
    Function *Callee = Call->getCalledFunction();
    return !Callee || (!Callee->isDeclaration() && !Callee->getName().starts_with("enzyme_rs_"));
  });
}

} // namespace

extern "C" void ez_keep_in_frame(LLVMValueRef function, LLVMValueRef mark, LLVMValueRef push,
                                 LLVMValueRef release, uint64_t most) {
  auto &F = *unwrap<Function>(function);
  Pushed All(F, unwrap<Function>(mark), unwrap<Function>(push), unwrap<Function>(release), most);
  if (!All.run() && !callsOthers(F))
    All.forgetMarks();
}
