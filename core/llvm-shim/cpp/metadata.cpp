//===- metadata.cpp - Facts attached to instructions -----------------------===//
//
// Owns: reading TBAA tags, call effects, address arithmetic and constant bits;
// dropping facts that do not survive a change of the code around them; making
// alias scopes.
// Must not: interpret type names.
//
//===----------------------------------------------------------------------===//

#include "shim.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include <cstring>
#include <numeric>

using namespace llvm;

static uint32_t copyOut(StringRef Text, char *Buffer, uint32_t Capacity) {
  memcpy(Buffer, Text.data(), std::min<size_t>(Text.size(), Capacity));
  return Text.size();
}

/// The access type of a struct-path tag (base, access, offset), or a scalar tag itself.
static MDNode *scalarType(MDNode *Tag) {
  bool IsPath = Tag && Tag->getNumOperands() >= 3 && isa_and_nonnull<MDNode>(Tag->getOperand(0));
  return IsPath ? dyn_cast_or_null<MDNode>(Tag->getOperand(1)) : Tag;
}

/// The name of that type.
static StringRef scalarName(MDNode *Tag) {
  const MDNode *Type = scalarType(Tag);
  if (!Type || Type->getNumOperands() < 1)
    return "";
  auto *Name = dyn_cast_or_null<MDString>(Type->getOperand(0));
  return Name ? Name->getString() : "";
}

/// Divisors of values by themselves: 0 divides into everything, like the number zero.
using Divisor = uint64_t;

/// What of a divisor holds where a sum or product wraps: its power of two.
static Divisor wrapping(Divisor D) { return D & (~D + 1); }

static Divisor knownFactor(const Value *V, SmallPtrSetImpl<const Value *> &Open,
                           unsigned Depth);

/// A divisor of all operands from the given one on.
static Divisor commonFactor(const User *U, unsigned First, SmallPtrSetImpl<const Value *> &Open,
                            unsigned Depth) {
  Divisor All = 0;
  for (const Use &Operand : drop_begin(U->operands(), First))
    All = std::gcd(All, knownFactor(Operand, Open, Depth));
  return All;
}

/// A constant that divides every value of an index: LLVM 22 often spells the element size as a
/// shift or product of the index. Powers of two survive wrapping, other factors need its absence.
/// `Open` are the phis that are being asked.
static Divisor knownFactor(const Value *V, SmallPtrSetImpl<const Value *> &Open,
                           unsigned Depth) {
  const auto *Constant = dyn_cast<ConstantInt>(V);
  if (Constant && Constant->getValue().getSignificantBits() <= 32)
    return Constant->getValue().abs().getZExtValue();
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth == 0 || !I->getType()->isIntegerTy())
    return 1;
  // A phi that leads back to itself says nothing new: what divides its other operands divides all
  // that a loop makes of them, as long as it is a power of two.
  if (isa<PHINode>(I)) {
    if (!Open.insert(I).second)
      return 0;
    Divisor D = wrapping(commonFactor(I, 0, Open, Depth - 1));
    Open.erase(I);
    return D;
  }
  auto Operand = [&](unsigned N) { return knownFactor(I->getOperand(N), Open, Depth - 1); };
  // An index is signed. Only as wide as an address it is as good as one that is not.
  const auto *Flags = dyn_cast<OverflowingBinaryOperator>(I);
  bool Whole = Flags && (Flags->hasNoSignedWrap() ||
                         (Flags->hasNoUnsignedWrap() && I->getType()->isIntegerTy(64)));
  auto Kept = [&](Divisor D) { return Whole ? D : wrapping(D); };
  switch (I->getOpcode()) {
  case Instruction::Shl: {
    const auto *By = dyn_cast<ConstantInt>(I->getOperand(1));
    Divisor D = Operand(0);
    return By && By->getValue().ule(32) && D < (1u << 31) ? Kept(D << By->getZExtValue()) : 1;
  }
  case Instruction::AShr:
  case Instruction::LShr: {
    // A shift to the right makes less of what is only assumed of a phi.
    if (!Open.empty())
      return 1;
    const auto *By = dyn_cast<ConstantInt>(I->getOperand(1));
    return By && By->getValue().ult(64)
               ? std::max<Divisor>(wrapping(Operand(0)) >> By->getZExtValue(), 1)
               : 1;
  }
  case Instruction::Mul: {
    Divisor A = Operand(0), B = Operand(1);
    return A < (1u << 31) && B < (1u << 31) ? Kept(A * B) : 1;
  }
  case Instruction::Add:
  case Instruction::Sub:
    return Kept(commonFactor(I, 0, Open, Depth - 1));
  case Instruction::Or:
    return wrapping(commonFactor(I, 0, Open, Depth - 1));
  case Instruction::Select:
    return commonFactor(I, 1, Open, Depth - 1);
  case Instruction::SExt:
    return Operand(0);
  case Instruction::ZExt:
    return wrapping(Operand(0));
  default:
    return 1;
  }
}

/// As above, of an index: never 0.
static int64_t indexFactor(const Value *Index) {
  SmallPtrSet<const Value *, 8> Open;
  Divisor D = knownFactor(Index, Open, 6);
  return D == 0 || D >= (1u << 31) ? 1 : D;
}

extern "C" {

uint32_t ez_tbaa_scalar(LLVMValueRef instruction, char *buffer, uint32_t capacity) {
  auto *I = unwrap<Instruction>(instruction);
  return copyOut(scalarName(I->getMetadata(LLVMContext::MD_tbaa)), buffer, capacity);
}

void ez_tag_as_scalar(LLVMValueRef access, LLVMValueRef source) {
  MDNode *Type = scalarType(unwrap<Instruction>(source)->getMetadata(LLVMContext::MD_tbaa));
  if (!Type)
    return;
  auto *Access = unwrap<Instruction>(access);
  MDBuilder Build(Access->getContext());
  Access->setMetadata(LLVMContext::MD_tbaa, Build.createTBAAStructTagNode(Type, Type, 0));
}

uint32_t ez_tbaa_struct(LLVMValueRef instruction, EzTbaaField *fields, uint32_t capacity) {
  auto *Node = unwrap<Instruction>(instruction)->getMetadata(LLVMContext::MD_tbaa_struct);
  if (!Node)
    return 0;
  uint32_t N = 0;
  for (unsigned i = 0; i + 2 < Node->getNumOperands(); i += 3, ++N) {
    if (N >= capacity)
      continue;
    auto *Offset = mdconst::dyn_extract<ConstantInt>(Node->getOperand(i));
    auto *Size = mdconst::dyn_extract<ConstantInt>(Node->getOperand(i + 1));
    StringRef Name = scalarName(dyn_cast<MDNode>(Node->getOperand(i + 2)));
    fields[N] = {Offset ? Offset->getZExtValue() : 0, Size ? Size->getZExtValue() : 0, {0}};
    memcpy(fields[N].name, Name.data(), std::min<size_t>(Name.size(), 39));
  }
  return N;
}

uint32_t ez_call_effects(LLVMValueRef call) {
  auto *Call = unwrap<CallBase>(call);
  MemoryEffects Effects = Call->getMemoryEffects();
  uint32_t Bits = 0;
  Bits |= isRefSet(Effects.getModRef()) ? 1 : 0;
  Bits |= isModSet(Effects.getModRef()) ? 2 : 0;
  Bits |= Effects.onlyAccessesArgPointees() ? 4 : 0;
  Bits |= Call->doesNotThrow() ? 8 : 0;
  Bits |= Call->doesNotReturn() ? 16 : 0;
  return Bits;
}

/// The module of address arithmetic: where an instruction stands, or a constant begins.
static const Module *moduleOf(const GEPOperator *G) {
  if (auto *I = dyn_cast<Instruction>(G))
    return I->getModule();
  auto *Start = dyn_cast<GlobalValue>(getUnderlyingObject(G));
  return Start ? Start->getParent() : nullptr;
}

int32_t ez_gep_decompose(LLVMValueRef gep, int64_t *offset, int64_t *strides,
                         int64_t *factors, LLVMValueRef *indices, uint32_t capacity,
                         uint32_t *n) {
  auto *G = cast<GEPOperator>(unwrap(gep));
  const Module *M = moduleOf(G);
  if (!M)
    return 0;
  const DataLayout &DL = M->getDataLayout();
  unsigned Bits = DL.getIndexTypeSizeInBits(G->getType());
  SmallMapVector<Value *, APInt, 4> Variable;
  APInt Constant(Bits, 0);
  if (!G->collectOffset(DL, Bits, Variable, Constant) || Variable.size() > capacity)
    return 0;
  *offset = Constant.getSExtValue();
  *n = 0;
  for (auto &[Index, Stride] : Variable) {
    strides[*n] = Stride.getSExtValue();
    factors[*n] = indexFactor(Index);
    indices[(*n)++] = wrap(Index);
  }
  return 1;
}

void ez_drop_fragile_facts(LLVMValueRef function) {
  auto *F = unwrap<Function>(function);
  for (Instruction &I : instructions(F)) {
    for (unsigned Kind : {LLVMContext::MD_invariant_load, LLVMContext::MD_invariant_group,
                          LLVMContext::MD_access_group, LLVMContext::MD_alias_scope,
                          LLVMContext::MD_noalias, LLVMContext::MD_prof,
                          LLVMContext::MD_nontemporal})
      I.setMetadata(Kind, nullptr);
    if (auto *Call = dyn_cast<CallInst>(&I))
      Call->setTailCallKind(CallInst::TCK_None);
    // A derivative's loop does more than the one that the program wants vectorised, and there are warnings if it is not.
    if (MDNode *Wishes = I.getMetadata(LLVMContext::MD_loop))
      if (findOptionMDForLoopID(Wishes, "llvm.loop.vectorize.enable"))
        I.setMetadata(LLVMContext::MD_loop, nullptr);
  }
}

void ez_alias_scopes(LLVMContextRef context, const char *domain, const char *const *names,
                     uint32_t n, LLVMMetadataRef *scopes) {
  MDBuilder Build(*unwrap(context));
  MDNode *Domain = Build.createAnonymousAliasScopeDomain(domain);
  for (uint32_t i = 0; i != n; ++i)
    scopes[i] = wrap(Build.createAnonymousAliasScope(Domain, names[i]));
}

uint64_t ez_constant_word(LLVMValueRef constant, uint32_t word) {
  auto *C = unwrap(constant);
  APInt Bits(64, 0);
  if (auto *I = dyn_cast<ConstantInt>(C))
    Bits = I->getValue();
  else if (auto *R = dyn_cast<ConstantFP>(C))
    Bits = R->getValueAPF().bitcastToAPInt();
  return word < Bits.getNumWords() ? Bits.getRawData()[word] : 0;
}

LLVMValueRef ez_function_metadata(LLVMValueRef function, const char *kind) {
  const MDNode *Node = unwrap<Function>(function)->getMetadata(kind);
  if (!Node || Node->getNumOperands() == 0)
    return nullptr;
  return wrap(mdconst::dyn_extract_or_null<Function>(Node->getOperand(0)));
}

} // extern "C"

void ez_forget_value_promises(LLVMValueRef instruction) { unwrap<Instruction>(instruction)->dropUBImplyingAttrsAndMetadata(); }
