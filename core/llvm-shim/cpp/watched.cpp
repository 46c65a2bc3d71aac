//===- watched.cpp - Atomic additions that ThreadSanitizer sees ------------===//
//
// ThreadSanitizer leaves atomic additions of numbers out: it has no function for them. As loops that exchange a number until they succeed, which is
// what processors run anyway, it sees them, and whoever adds plainly to the same number at the same time.
//
// Owns: which additions become loops, and how integers are exchanged for numbers in them. Must not: know who adds, or why.
//
//===----------------------------------------------------------------------===//

#include "shim.h"

#include "llvm/CodeGen/AtomicExpandUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace {
/// One attempt of the loop: exchanges the bits of a number for those of another one.
void exchange(IRBuilderBase &B, Value *At, Value *Expected, Value *New, Align Aligned, AtomicOrdering Order, SyncScope::ID Scope, Value *&Succeeds,
              Value *&Found, Instruction *) {
  Type *Number = New->getType(), *Bits = B.getIntNTy(Number->getPrimitiveSizeInBits());
  Value *Tried = B.CreateAtomicCmpXchg(At, B.CreateBitCast(Expected, Bits), B.CreateBitCast(New, Bits), Aligned, Order,
                                       AtomicCmpXchgInst::getStrongestFailureOrdering(Order), Scope);
  Succeeds = B.CreateExtractValue(Tried, 1);
  Found = B.CreateBitCast(B.CreateExtractValue(Tried, 0), Number);
  // LLVM's first look at the number is a plain one.
  for (Value *Before : cast<PHINode>(Expected)->incoming_values())
    if (auto *First = dyn_cast<LoadInst>(Before))
      First->setAtomic(AtomicOrdering::Monotonic, Scope);
}

bool isLeftOut(const AtomicRMWInst &Update) {
  return Update.getOperation() == AtomicRMWInst::FAdd && (Update.getType()->isFloatTy() || Update.getType()->isDoubleTy());
}
} // namespace

void ez_let_atomics_be_watched(LLVMValueRef function) {
  Function &F = *unwrap<Function>(function);
  if (!F.hasFnAttribute(Attribute::SanitizeThread))
    return;
  SmallVector<AtomicRMWInst *> All;
  for (Instruction &I : instructions(F))
    if (auto *Update = dyn_cast<AtomicRMWInst>(&I); Update && isLeftOut(*Update))
      All.push_back(Update);
  for (AtomicRMWInst *Update : All)
    expandAtomicRMWToCmpXchg(Update, exchange);
}
