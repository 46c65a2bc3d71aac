//===- alias.cpp - Alias questions over one unchanging function ------------===//
//
// Owns: the alias analysis stack of one function and bulk queries on it.
// Must not: decide what an answer means for a derivative.
//
//===----------------------------------------------------------------------===//

#include "shim.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include <optional>

using namespace llvm;

struct EzAlias {
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  Function &F;
  AAResults *AA = nullptr;
  LoopInfo *LI = nullptr;

  explicit EzAlias(Function &F) : F(F) {
    PassBuilder PB;
    PB.registerModuleAnalyses(MAM);
    PB.registerCGSCCAnalyses(CGAM);
    PB.registerFunctionAnalyses(FAM);
    PB.registerLoopAnalyses(LAM);
    PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
    AA = &FAM.getResult<AAManager>(F);
    LI = &FAM.getResult<LoopAnalysis>(F);
  }
};

static std::optional<MemoryLocation> readLocation(Instruction *I) {
  if (auto *Transfer = dyn_cast<AnyMemTransferInst>(I))
    return MemoryLocation::getForSource(Transfer);
  if (auto *Call = dyn_cast<IntrinsicInst>(I); Call && Call->getIntrinsicID() == Intrinsic::masked_load)
    return MemoryLocation::getForArgument(Call, 0, nullptr);
  return MemoryLocation::getOrNone(I);
}

/// Scoped-noalias facts speak of one execution of an inlined body; between two
/// iterations of a loop around it they say nothing.
static MemoryLocation acrossIterations(MemoryLocation Loc) {
  Loc.AATags.Scope = nullptr;
  Loc.AATags.NoAlias = nullptr;
  return Loc;
}

/// Without what the types of accesses say: heap memory may change its type between two accesses.
static MemoryLocation whateverItsType(MemoryLocation Loc) {
  Loc.AATags.TBAA = nullptr;
  Loc.AATags.TBAAStruct = nullptr;
  return Loc;
}

static bool mayWrite(BatchAAResults &AA, Instruction *W, const MemoryLocation &Loc) {
  return isModSet(AA.getModRefInfo(W, Loc));
}

/// The one object that an instruction writes, where it writes through one pointer.
static const Value *writtenObject(Instruction *W) {
  auto *Store = dyn_cast<StoreInst>(W);
  return Store ? getUnderlyingObject(Store->getPointerOperand()) : nullptr;
}

namespace {
/// Which objects never overlap, whatever the iteration. Asked once a pair of objects, which are few, before
/// the pairs of accesses, which are many.
class ObjectPairs {
  AAResults &AA;
  DenseMap<std::pair<const Value *, const Value *>, bool> Known;

public:
  explicit ObjectPairs(AAResults &AA) : AA(AA) {}

  bool apart(const Value *A, const Value *B) {
    auto [At, New] = Known.try_emplace({A, B}, false);
    // An instruction may be another object in another iteration.
    if (New && isIdentifiedObject(A) && isIdentifiedObject(B) && A != B)
      At->second = AA.isNoAlias(MemoryLocation::getBeforeOrAfter(A), MemoryLocation::getBeforeOrAfter(B));
    return At->second;
  }
};
} // namespace

extern "C" {

EzAliasRef ez_alias_create(LLVMValueRef function) {
  return new EzAlias(*unwrap<Function>(function));
}

void ez_alias_dispose(EzAliasRef alias) { delete alias; }

void ez_alias_clobbers(EzAliasRef alias, const LLVMValueRef *loads, uint32_t n_loads,
                       const LLVMValueRef *writes, uint32_t n_writes, uint8_t *matrix) {
  ObjectPairs Pairs(*alias->AA);
  SmallVector<const Value *> Written;
  for (uint32_t j = 0; j != n_writes; ++j)
    Written.push_back(writtenObject(unwrap<Instruction>(writes[j])));
  for (uint32_t i = 0; i != n_loads; ++i) {
    auto *L = unwrap<Instruction>(loads[i]);
    bool InLoop = alias->LI->getLoopFor(L->getParent()) != nullptr;
    auto Loc = readLocation(L);
    if (Loc && InLoop)
      Loc = acrossIterations(*Loc);
    auto *Object = Loc ? getUnderlyingObject(Loc->Ptr) : nullptr;
    // One cache a row: answers are of no use to other rows, and a matrix of them outgrows memory.
    BatchAAResults AA(*alias->AA);
    if (InLoop)
      AA.enableCrossIterationMode();
    for (uint32_t j = 0; j != n_writes; ++j) {
      auto *W = unwrap<Instruction>(writes[j]);
      bool Before = !InLoop && W->getParent() == L->getParent() && W->comesBefore(L);
      bool Apart = Object && Written[j] && Pairs.apart(Object, Written[j]);
      uint8_t &Answer = matrix[size_t(i) * n_writes + j];
      Answer = EzApart;
      if (Before || Apart)
        continue;
      if (!Loc || mayWrite(AA, W, *Loc))
        Answer = EzMayWrite;
      else if (Loc->AATags.TBAA && mayWrite(AA, W, whateverItsType(*Loc)))
        Answer = EzApartByType;
    }
  }
}

int32_t ez_alias_may_write_object(EzAliasRef alias, LLVMValueRef instruction,
                                  LLVMValueRef pointer) {
  BatchAAResults AA(*alias->AA);
  AA.enableCrossIterationMode();
  return mayWrite(AA, unwrap<Instruction>(instruction),
                  MemoryLocation::getBeforeOrAfter(unwrap(pointer)));
}

} // extern "C"
