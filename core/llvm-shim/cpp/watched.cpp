//===- watched.cpp - Atomic additions that ThreadSanitizer sees ------------===//
//
// ThreadSanitizer leaves atomic additions of numbers out: it has no function for them. As loops that exchange a number until they succeed, which is
// what processors run anyway, it sees them, and whoever adds plainly to the same number at the same time.
//
// Owns: these loops. Must not: know who adds, or why.
//
//===----------------------------------------------------------------------===//

#include "shim.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace {
/// `void (ptr, TYPE)` that adds to a number atomically and without order.
Function *adds(Module &M, Type *Number) {
  LLVMContext &C = M.getContext();
  std::string Name = "enzyme_rs_add_watched_" + std::to_string(Number->getPrimitiveSizeInBits());
  if (Function *Known = M.getFunction(Name))
    return Known;
  auto *Type = FunctionType::get(Type::getVoidTy(C), {PointerType::get(C, 0), Number}, false);
  auto *F = Function::Create(Type, GlobalValue::InternalLinkage, Name, M);
  F->addFnAttr(Attribute::SanitizeThread);
  F->addFnAttr(Attribute::NoInline);
  F->addFnAttr(Attribute::NoUnwind);
  auto *Entry = BasicBlock::Create(C, "entry", F), *Again = BasicBlock::Create(C, "again", F), *Done = BasicBlock::Create(C, "done", F);
  Value *At = F->getArg(0), *Added = F->getArg(1);
  IRBuilder<> B(Entry);
  IntegerType *Bits = B.getIntNTy(Number->getPrimitiveSizeInBits());
  const Align Natural(Bits->getBitWidth() / 8);
  LoadInst *First = B.CreateAlignedLoad(Bits, At, Natural);
  First->setAtomic(AtomicOrdering::Monotonic);
  B.CreateBr(Again);
  B.SetInsertPoint(Again);
  PHINode *Old = B.CreatePHI(Bits, 2);
  Value *Sum = B.CreateFAdd(B.CreateBitCast(Old, Number), Added);
  Value *Tried = B.CreateAtomicCmpXchg(At, Old, B.CreateBitCast(Sum, Bits), Natural, AtomicOrdering::Monotonic, AtomicOrdering::Monotonic);
  Old->addIncoming(First, Entry);
  Old->addIncoming(B.CreateExtractValue(Tried, 0), Again);
  B.CreateCondBr(B.CreateExtractValue(Tried, 1), Done, Again);
  IRBuilder<>(Done).CreateRetVoid();
  return F;
}

bool isSeen(const AtomicRMWInst &Update) {
  Type *Number = Update.getType();
  bool Ordinary = Number->isFloatTy() || Number->isDoubleTy();
  return Update.getOperation() != AtomicRMWInst::FAdd || !Ordinary || !Update.use_empty() || Update.getPointerAddressSpace() != 0 ||
         Update.getOrdering() != AtomicOrdering::Monotonic;
}
} // namespace

void ez_let_atomics_be_watched(LLVMValueRef function) {
  Function &F = *unwrap<Function>(function);
  if (!F.hasFnAttribute(Attribute::SanitizeThread))
    return;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Update = dyn_cast<AtomicRMWInst>(&I);
    if (!Update || isSeen(*Update))
      continue;
    IRBuilder<> B(Update);
    B.CreateCall(adds(*F.getParent(), Update->getType()), {Update->getPointerOperand(), Update->getValOperand()});
    Update->eraseFromParent();
  }
}
