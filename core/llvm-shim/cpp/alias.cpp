//===- alias.cpp - Alias questions over unchanging functions ---------------===//
//
// Owns: the alias analyses of functions and queries on them.
// Must not: decide what an answer means for a derivative.
//
//===----------------------------------------------------------------------===//

#include "analyses.h"
#include "shim.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/TypeBasedAliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include <algorithm>
#include <memory>
#include <optional>

using namespace llvm;

namespace {
/// A load that is asked about: its location, and what was found out about it.
struct Row {
  Instruction *Load = nullptr;
  bool InLoop = false;
  std::optional<MemoryLocation> Loc;
  std::unique_ptr<BatchAAResults> AA;
};
} // namespace

struct EzAlias {
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  Row Asked;

  EzAlias() {
    PassBuilder PB;
    PB.registerModuleAnalyses(MAM);
    PB.registerCGSCCAnalyses(CGAM);
    PB.registerFunctionAnalyses(FAM);
    PB.registerLoopAnalyses(LAM);
    PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  }
  AAResults &aliases(Function &F) { return FAM.getResult<AAManager>(F); }
  LoopInfo &loops(Function &F) { return FAM.getResult<LoopAnalysis>(F); }
};

Loops Loops::of(EzAlias &Kept, Function &F) {
  return {Kept.FAM.getResult<DominatorTreeAnalysis>(F), Kept.loops(F),
          Kept.FAM.getResult<ScalarEvolutionAnalysis>(F)};
}

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

/// Memory from where an operand of a call points on.
static MemoryLocation behind(LLVMValueRef call, uint32_t operand) {
  return MemoryLocation::getAfter(unwrap<Instruction>(call)->getOperand(operand));
}

/// The one address through which an instruction accesses memory.
static const Value *addressOf(Instruction *I) {
  if (auto *Store = dyn_cast<StoreInst>(I))
    return Store->getPointerOperand();
  auto Loc = readLocation(I);
  return Loc ? Loc->Ptr : nullptr;
}

/// Whether an instruction reads and writes one place at once, and orders no other accesses by that.
static bool isPlainUpdate(const Instruction *I) {
  if (auto *Update = dyn_cast<AtomicRMWInst>(I))
    return !isStrongerThanMonotonic(Update->getOrdering());
  auto *Exchange = dyn_cast<AtomicCmpXchgInst>(I);
  return Exchange && !isStrongerThanMonotonic(Exchange->getMergedOrdering());
}

/// The one address through which an instruction writes memory.
static const Value *writtenBy(Instruction *I) {
  if (auto *Block = dyn_cast<AnyMemIntrinsic>(I))
    return Block->getDest();
  return isa<StoreInst>(I) || isPlainUpdate(I) ? addressOf(I) : nullptr;
}

static uint64_t sizeOf(Instruction *I) {
  if (!isa<LoadInst, StoreInst, AtomicRMWInst, AtomicCmpXchgInst>(I))
    return 0;
  auto Size = MemoryLocation::get(I).Size;
  return Size.isPrecise() && !Size.isScalable() ? Size.getValue().getFixedValue() : 0;
}

static const Row &rowOf(EzAlias &Alias, Instruction *L) {
  Row &Asked = Alias.Asked;
  if (Asked.Load == L)
    return Asked;
  Function &F = *L->getFunction();
  Asked.Load = L;
  Asked.InLoop = Alias.loops(F).getLoopFor(L->getParent()) != nullptr;
  Asked.Loc = readLocation(L);
  if (Asked.Loc && Asked.InLoop)
    Asked.Loc = acrossIterations(*Asked.Loc);
  // One cache a row: answers are of no use to other rows, and all of them outgrow memory.
  Asked.AA = std::make_unique<BatchAAResults>(Alias.aliases(F));
  if (Asked.InLoop)
    Asked.AA->enableCrossIterationMode();
  return Asked;
}

static EzAccess accessThrough(EzAlias &Alias, Instruction *I, const Value *Address) {
  EzAccess Found = {nullptr, nullptr, 0, sizeOf(I), 0, 0};
  if (isa<LoadInst, StoreInst>(I) && !I->isAtomic())
    Found.type = reinterpret_cast<uintptr_t>(I->getMetadata(LLVMContext::MD_tbaa));
  if (!Address)
    return Found;
  const Value *Object = getUnderlyingObject(Address);
  Found.object = wrap(Object);
  Found.identified = isIdentifiedObject(Object);
  const Value *Base = GetPointerBaseWithConstantOffset(Address, Found.offset, I->getDataLayout());
  auto *Made = dyn_cast<Instruction>(Base);
  // What is made in a loop differs from iteration to iteration.
  if (!Made || !Alias.loops(*I->getFunction()).getLoopFor(Made->getParent()))
    Found.base = wrap(Base);
  return Found;
}

extern "C" {

void ez_look_further(uint32_t uses) {
  // LLVM offers this number as an option alone.
  auto &Known = cl::getRegisteredOptions();
  auto Found = Known.find("capture-tracking-max-uses-to-explore");
  if (Found == Known.end())
    return;
  auto *Option = static_cast<cl::opt<unsigned> *>(Found->second);
  Option->setValue(std::max(unsigned(*Option), uses));
}

EzAliasRef ez_alias_create() { return new EzAlias(); }

void ez_alias_dispose(EzAliasRef alias) { delete alias; }

EzAccess ez_alias_access(EzAliasRef alias, LLVMValueRef instruction) {
  auto *I = unwrap<Instruction>(instruction);
  return accessThrough(*alias, I, addressOf(I));
}

EzAccess ez_alias_write(EzAliasRef alias, LLVMValueRef instruction) {
  auto *I = unwrap<Instruction>(instruction);
  return accessThrough(*alias, I, writtenBy(I));
}

EzClobber ez_alias_clobber(EzAliasRef alias, LLVMValueRef load, LLVMValueRef write) {
  auto *L = unwrap<Instruction>(load), *W = unwrap<Instruction>(write);
  const Row &Asked = rowOf(*alias, L);
  if (!Asked.InLoop && W->getParent() == L->getParent() && W->comesBefore(L))
    return EzApart;
  if (!Asked.Loc || mayWrite(*Asked.AA, W, *Asked.Loc))
    return EzMayWrite;
  if (Asked.Loc->AATags.TBAA && mayWrite(*Asked.AA, W, whateverItsType(*Asked.Loc)))
    return EzApartByType;
  return EzApart;
}

int32_t ez_alias_overwrites(EzAliasRef alias, LLVMValueRef call, uint32_t operand, LLVMValueRef write) {
  BatchAAResults AA(alias->aliases(*unwrap<Instruction>(call)->getFunction()));
  AA.enableCrossIterationMode();
  return mayWrite(AA, unwrap<Instruction>(write), behind(call, operand));
}

int32_t ez_alias_operands_apart(EzAliasRef alias, LLVMValueRef call, uint32_t operand, LLVMValueRef other,
                                uint32_t its) {
  BatchAAResults AA(alias->aliases(*unwrap<Instruction>(call)->getFunction()));
  AA.enableCrossIterationMode();
  return AA.isNoAlias(behind(call, operand), behind(other, its));
}

int32_t ez_alias_types_apart(EzAliasRef alias, LLVMValueRef load, LLVMValueRef store) {
  auto *L = unwrap<Instruction>(load), *S = unwrap<Instruction>(store);
  Function &F = *L->getFunction();
  SimpleAAQueryInfo Query(alias->aliases(F));
  auto &Types = alias->FAM.getResult<TypeBasedAA>(F);
  auto Answer = Types.alias(MemoryLocation::get(L), MemoryLocation::get(S), Query, nullptr);
  return Answer == AliasResult::NoAlias;
}

int32_t ez_alias_objects_apart(EzAliasRef alias, LLVMValueRef function, LLVMValueRef one,
                               LLVMValueRef other) {
  BatchAAResults AA(alias->aliases(*unwrap<Function>(function)));
  AA.enableCrossIterationMode();
  return AA.isNoAlias(MemoryLocation::getBeforeOrAfter(unwrap(one)),
                      MemoryLocation::getBeforeOrAfter(unwrap(other)));
}

/// Memory that is nobody else's as long as it is there, whatever is only read. Parameters that promise so do not count.
static bool isMadeHere(const Value *Object) { return isa<AllocaInst>(Object) || isNoAliasCall(Object); }

int32_t ez_objects_distinct(LLVMValueRef one, LLVMValueRef other) {
  const Value *A = getUnderlyingObject(unwrap(one)), *B = getUnderlyingObject(unwrap(other));
  auto IsKnown = [](const Value *V) { return isMadeHere(V) || isa<GlobalVariable>(V); };
  bool WithParameter = (isMadeHere(A) && isa<Argument>(B)) || (isMadeHere(B) && isa<Argument>(A));
  return A != B && ((IsKnown(A) && IsKnown(B)) || WithParameter);
}

} // extern "C"
