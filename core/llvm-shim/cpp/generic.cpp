//===- generic.cpp - A function whose pointers lead to any address space ---===//
//
// Processors of graphics have memory of several sorts, and pointers that know the sort, besides others that lead to any. In a function that
// uses these only, a pointer is a pointer; LLVM finds out again what each leads to (InferAddressSpaces).
//
// Owns: that rewriting of one function. Must not: know a processor, or change what is stored, passed or returned.
//
//===----------------------------------------------------------------------===//

#include "shim.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace {

class Generic {
  Function &F;
  uint32_t Last;
  PointerType *Any;
  /// What pointers were that are generic now.
  DenseMap<Value *, Type *> Before;
  /// Generic pointers to where others lead.
  DenseMap<Value *, Value *> Casts;

  bool special(Type *T) {
    auto *P = dyn_cast<PointerType>(T);
    return P && P->getAddressSpace() != 0 && P->getAddressSpace() <= Last;
  }

  /// Pointers that are computed from others.
  static bool derived(const Instruction &I) {
    return isa<GetElementPtrInst, PHINode, SelectInst, FreezeInst>(I);
  }

  /// Where a definition ends: a place for what is made of it.
  Instruction *behind(Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    Instruction *First = &*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    // Variables stand together, if nothing is in between.
    if (!I || (isa<AllocaInst>(I) && I->getParent() == First->getParent() && I->comesBefore(First)))
      return First;
    if (auto *Invoke = dyn_cast<InvokeInst>(I))
      return &*Invoke->getNormalDest()->getFirstInsertionPt();
    return I->getNextNode();
  }

  Value *generic(Value *V) {
    if (!special(V->getType()))
      return V;
    if (auto *C = dyn_cast<Constant>(V); C && !isa<GlobalValue>(C))
      return ConstantExpr::getAddrSpaceCast(C, Any);
    if (auto *Cast = dyn_cast<AddrSpaceCastInst>(V); Cast && Cast->getOperand(0)->getType() == Any)
      return Cast->getOperand(0);
    Value *&Known = Casts[V];
    // A builder would make a constant expression of a global's address.
    if (!Known)
      Known = new AddrSpaceCastInst(V, Any, "", behind(V)->getIterator());
    return Known;
  }

  /// The pointer as it was, for what must not change.
  void giveBack(Instruction &I, Use &U) {
    Type *Was = Before.lookup(U.get());
    if (!Was)
      return;
    IRBuilder<> B(&I);
    U.set(B.CreateAddrSpaceCast(U.get(), Was));
  }

  /// Whether an operand only says where something is done.
  static bool address(const Instruction &I, unsigned Operand) {
    if (isa<StoreInst>(I))
      return Operand == StoreInst::getPointerOperandIndex();
    return derived(I) || isa<LoadInst, ICmpInst, AtomicRMWInst, AtomicCmpXchgInst>(I);
  }

  void intrinsic(MemIntrinsic &Call) {
    for (Use &U : Call.args())
      U.set(generic(U.get()));
    SmallVector<Type *> Types{Call.getRawDest()->getType()};
    if (auto *Transfer = dyn_cast<MemTransferInst>(&Call))
      Types.push_back(Transfer->getRawSource()->getType());
    Types.push_back(Call.getLength()->getType());
    Call.setCalledFunction(
        Intrinsic::getOrInsertDeclaration(F.getParent(), Call.getIntrinsicID(), Types));
  }

  void operands(Instruction &I) {
    if (auto *Call = dyn_cast<MemIntrinsic>(&I))
      return intrinsic(*Call);
    for (Use &U : I.operands()) {
      if (address(I, U.getOperandNo()))
        U.set(generic(U.get()));
      else if (!isa<AddrSpaceCastInst>(I))
        giveBack(I, U);
    }
  }

  /// Casts of what is generic now.
  void drop(AddrSpaceCastInst &Cast) {
    Value *From = Cast.getOperand(0);
    if (Cast.getType() == From->getType()) {
      Cast.replaceAllUsesWith(From);
      Cast.eraseFromParent();
    } else if (Cast.use_empty()) {
      Cast.eraseFromParent();
    }
  }

public:
  Generic(Function &F, uint32_t Last) : F(F), Last(Last), Any(PointerType::get(F.getContext(), 0)) {}

  void run() {
    SmallVector<Instruction *> All(make_pointer_range(instructions(F)));
    for (Instruction *I : All)
      if (derived(*I) && special(I->getType())) {
        Before[I] = I->getType();
        I->mutateType(Any);
      }
    for (Instruction *I : All)
      operands(*I);
    for (Instruction *I : All)
      if (auto *Cast = dyn_cast<AddrSpaceCastInst>(I))
        drop(*Cast);
  }
};

} // namespace

extern "C" void ez_drop_idle_casts(LLVMValueRef function) {
  for (Instruction &I : make_early_inc_range(instructions(*unwrap<Function>(function))))
    if (auto *Cast = dyn_cast<AddrSpaceCastInst>(&I); Cast && Cast->getSrcTy() == Cast->getDestTy()) {
      Cast->replaceAllUsesWith(Cast->getOperand(0));
      Cast->eraseFromParent();
    }
}

extern "C" void ez_make_generic(LLVMValueRef function, uint32_t last) {
  Generic(*unwrap<Function>(function), last).run();
}
