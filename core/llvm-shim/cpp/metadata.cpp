//===- metadata.cpp - Facts attached to instructions -----------------------===//
//
// Owns: reading TBAA tags, call effects, address arithmetic and constant bits;
// dropping facts that do not survive a change of the code around them; making
// alias scopes.
// Must not: interpret type names.
//
//===----------------------------------------------------------------------===//

#include "shim.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include <cstring>

using namespace llvm;

static uint32_t copyOut(StringRef Text, char *Buffer, uint32_t Capacity) {
  memcpy(Buffer, Text.data(), std::min<size_t>(Text.size(), Capacity));
  return Text.size();
}

/// The access type's name of a struct-path tag (base, access, offset) or the
/// name of a scalar tag.
static StringRef scalarName(const MDNode *Tag) {
  if (!Tag || Tag->getNumOperands() < 1)
    return "";
  const MDNode *Type = Tag;
  if (isa_and_nonnull<MDNode>(Tag->getOperand(0)) && Tag->getNumOperands() >= 3)
    Type = dyn_cast_or_null<MDNode>(Tag->getOperand(1));
  if (!Type || Type->getNumOperands() < 1)
    return "";
  auto *Name = dyn_cast_or_null<MDString>(Type->getOperand(0));
  return Name ? Name->getString() : "";
}

/// A constant that divides every value of an index: LLVM 22 often spells the element size as a
/// shift or product of the index. Powers of two survive wrapping, other factors need its absence.
static int64_t knownFactor(const Value *Index) {
  using namespace PatternMatch;
  const APInt *C;
  if (match(Index, m_Shl(m_Value(), m_APInt(C))) && C->ult(32))
    return int64_t(1) << C->getZExtValue();
  if (match(Index, m_Mul(m_Value(), m_APInt(C))) && C->isStrictlyPositive() && C->ult(1u << 30))
    if (C->isPowerOf2() || cast<Operator>(Index)->hasPoisonGeneratingFlags())
      return C->getZExtValue();
  return 1;
}

extern "C" {

uint32_t ez_tbaa_scalar(LLVMValueRef instruction, char *buffer, uint32_t capacity) {
  auto *I = unwrap<Instruction>(instruction);
  return copyOut(scalarName(I->getMetadata(LLVMContext::MD_tbaa)), buffer, capacity);
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

int32_t ez_gep_decompose(LLVMValueRef gep, int64_t *offset, int64_t *strides,
                         LLVMValueRef *indices, uint32_t capacity, uint32_t *n) {
  auto *G = cast<GEPOperator>(unwrap(gep));
  const DataLayout &DL = cast<Instruction>(G)->getDataLayout();
  unsigned Bits = DL.getIndexTypeSizeInBits(G->getType());
  SmallMapVector<Value *, APInt, 4> Variable;
  APInt Constant(Bits, 0);
  if (!G->collectOffset(DL, Bits, Variable, Constant) || Variable.size() > capacity)
    return 0;
  *offset = Constant.getSExtValue();
  *n = 0;
  for (auto &[Index, Stride] : Variable) {
    strides[*n] = Stride.getSExtValue() * knownFactor(Index);
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

} // extern "C"
