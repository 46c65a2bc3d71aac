//===- unroll.cpp - Loops over local arrays, iteration by iteration --------===//
//
// Owns: which loops of constant length choose the members of a local array, so that the array becomes
// values once they are unrolled; unrolling them.
// Must not: know why arrays should be values.
//
//===----------------------------------------------------------------------===//

#include "analyses.h"
#include "shim.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace {

using LoopSet = SmallSetVector<Loop *, 4>;

/// The loops that choose members of one array: all that must be unrolled for constant places.
class Choosers {
  LoopAnalyses &A;
  AllocaInst *Array;
  SmallPtrSet<Value *, 16> Decided, Walked;

  /// Whether a value is a constant, or at a constant place of the array, in each iteration of some loops of constant length.
  bool isDecided(Value *V) {
    if (V == Array || isa<Constant>(V) || !Decided.insert(V).second)
      return true;
    if (auto *Phi = dyn_cast<PHINode>(V))
      return isCounted(Phi);
    if (auto *Load = dyn_cast<LoadInst>(V))
      return readsTable(Load);
    if (auto *Choice = dyn_cast<MinMaxIntrinsic>(V))
      return all_of(Choice->args(), [&](Value *Of) { return isDecided(Of); });
    return isa<CastInst, BinaryOperator, SelectInst, CmpInst, GetElementPtrInst, FreezeInst>(V) &&
           all_of(cast<Instruction>(V)->operands(), [&](Value *Of) { return isDecided(Of); });
  }

  bool isCounted(PHINode *Phi) {
    Loop *L = A.LI.getLoopFor(Phi->getParent());
    // What a loop leaves behind itself is known with it.
    bool IsLeft = Phi->getNumIncomingValues() == 1;
    if (!IsLeft && (!L || L->getHeader() != Phi->getParent() || !A.SE.getSmallConstantTripCount(L)))
      return false;
    if (!IsLeft)
      Loops.insert(L);
    return all_of(Phi->incoming_values(), [&](Value *In) { return isDecided(In); });
  }

  bool readsTable(LoadInst *Load) {
    auto *Table = dyn_cast<GlobalVariable>(getUnderlyingObject(Load->getPointerOperand()));
    return Load->isSimple() && Table && Table->isConstant() && Table->hasDefinitiveInitializer() &&
           isDecided(Load->getPointerOperand());
  }

  static bool isCopy(IntrinsicInst *Call) {
    auto *Copy = dyn_cast<MemIntrinsic>(Call);
    return Call->isLifetimeStartOrEnd() || (Copy && !Copy->isVolatile() && isa<ConstantInt>(Copy->getLength()));
  }

  bool isPlainUse(Use &U) {
    auto *User = cast<Instruction>(U.getUser());
    if (auto *Load = dyn_cast<LoadInst>(User))
      return Load->isSimple();
    if (auto *Store = dyn_cast<StoreInst>(User))
      return Store->isSimple() && U.getOperandNo() == StoreInst::getPointerOperandIndex();
    if (isa<GetElementPtrInst, PHINode, AddrSpaceCastInst>(User))
      return isDecided(User) && arePlain(User);
    auto *Call = dyn_cast<IntrinsicInst>(User);
    return isa<ICmpInst>(User) || (Call && isCopy(Call));
  }

  bool arePlain(Value *Pointer) {
    return !Walked.insert(Pointer).second || all_of(Pointer->uses(), [&](Use &U) { return isPlainUse(U); });
  }

public:
  LoopSet Loops;

  Choosers(LoopAnalyses &A, AllocaInst *Array) : A(A), Array(Array) {}

  /// Whether unrolling these loops leaves nothing but accesses at constant places.
  bool suffice() { return arePlain(Array) && !Loops.empty(); }
};

/// Instructions of a loop when some loops are unrolled.
class Sizes {
  const LoopSet &Unrolled;
  ScalarEvolution &SE;

public:
  Sizes(const LoopSet &Unrolled, ScalarEvolution &SE) : Unrolled(Unrolled), SE(SE) {}

  uint64_t of(Loop *L) const {
    uint64_t Once = 0;
    for (BasicBlock *Block : L->blocks())
      Once += Block->sizeWithoutDebug();
    for (Loop *Inner : *L) {
      for (BasicBlock *Block : Inner->blocks())
        Once -= Block->sizeWithoutDebug();
      Once += of(Inner);
    }
    return Unrolled.contains(L) ? Once * SE.getSmallConstantTripCount(L) : Once;
  }
};

} // namespace

/// The loops of a function whose unrolling makes local arrays values, and no nest larger than that.
static LoopSet choose(Function &F, LoopAnalyses &A, uint32_t MostBytes, uint32_t MostInstructions) {
  LoopSet Chosen;
  for (Instruction &I : F.getEntryBlock()) {
    auto *Array = dyn_cast<AllocaInst>(&I);
    std::optional<TypeSize> Bytes = Array ? Array->getAllocationSize(F.getDataLayout()) : std::nullopt;
    if (!Bytes || Bytes->isScalable() || Bytes->getFixedValue() > MostBytes)
      continue;
    Choosers Needed(A, Array);
    if (!Needed.suffice())
      continue;
    LoopSet All = Chosen;
    All.insert_range(Needed.Loops);
    Sizes Size(All, A.SE);
    if (all_of(All, [&](Loop *L) { return Size.of(L) <= MostInstructions; }))
      Chosen = All;
  }
  return Chosen;
}

extern "C" uint32_t ez_unroll_over_arrays(LLVMValueRef function, uint32_t most_bytes, uint32_t most_instructions) {
  auto &F = *unwrap<Function>(function);
  LoopAnalyses A(F);
  LoopSet Chosen = choose(F, A, most_bytes, most_instructions);
  SmallVector<Loop *> InnermostFirst(Chosen.begin(), Chosen.end());
  stable_sort(InnermostFirst, [](Loop *X, Loop *Y) { return X->getLoopDepth() > Y->getLoopDepth(); });
  TargetTransformInfo TTI(F.getDataLayout());
  OptimizationRemarkEmitter ORE(&F);
  uint32_t Unrolled = 0;
  for (Loop *L : InnermostFirst) {
    UnrollLoopOptions Options{};
    Options.Count = A.SE.getSmallConstantTripCount(L);
    Options.Force = true;
    auto Result = UnrollLoop(L, Options, &A.LI, &A.SE, &A.DT, &A.AC, &TTI, &ORE, true);
    Unrolled += Result != LoopUnrollResult::Unmodified;
  }
  return Unrolled;
}
