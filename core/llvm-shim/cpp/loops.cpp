//===- loops.cpp - Loop forest, canonical counters, trip counts ------------===//
//
// Owns: what LoopInfo, DominatorTree and ScalarEvolution know, as arrays, and
// the transforms that put that knowledge into the IR.
// Must not: know why a caller wants counters.
//
//===----------------------------------------------------------------------===//

#include "analyses.h"
#include "failure.h"
#include "shim.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/LoopPeel.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include <optional>
#include <string>

using namespace llvm;

static thread_local std::string LastError;

EzStatus fail(const Twine &Message) {
  LastError = Message.str();
  return EzStatusFailed;
}

/// The phi that counts from 0 by 1, by its shape: hosts may discard names.
static PHINode *counterOf(Loop *L) {
  using namespace PatternMatch;
  for (PHINode &Phi : L->getHeader()->phis())
    if (Phi.getType()->isIntegerTy(64) &&
        match(Phi.getIncomingValueForBlock(L->getLoopPreheader()), m_Zero()) &&
        match(Phi.getIncomingValueForBlock(L->getLoopLatch()),
              m_c_Add(m_Specific(&Phi), m_One())))
      return &Phi;
  return nullptr;
}

static PHINode *insertCounter(Loop *L) {
  auto *Header = L->getHeader();
  auto *I64 = Type::getInt64Ty(Header->getContext());
  auto *Phi = PHINode::Create(I64, 2, "ez.iv");
  Phi->insertBefore(Header->begin());
  IRBuilder<> B(L->getLoopLatch()->getTerminator());
  // 2^63 iterations do not happen: the counter cannot wrap, signed or not.
  auto *Next = B.CreateAdd(Phi, ConstantInt::get(I64, 1), "ez.iv.next", true, true);
  Phi->addIncoming(ConstantInt::get(I64, 0), L->getLoopPreheader());
  Phi->addIncoming(Next, L->getLoopLatch());
  return Phi;
}

/// start + index * step for pointers, with a constant step as element size.
static Value *pointerStep(IRBuilder<> &B, Value *Start, Value *Index, Value *Offset, Value *Step) {
  auto *C = dyn_cast<ConstantInt>(Step);
  if (!C || !C->getValue().isStrictlyPositive() || C->getValue().ugt(1u << 20))
    return B.CreatePtrAdd(Start, Offset);
  auto *Element = ArrayType::get(B.getInt8Ty(), C->getZExtValue());
  return B.CreateGEP(Element, Start, Index);
}

/// start + counter * step, at the head of the loop.
static Value *affineValue(PHINode &Phi, const SCEVAddRecExpr *Rec, PHINode *Counter, Value *Start,
                          Value *Step) {
  auto *Header = Phi.getParent();
  IRBuilder<> B(Header, Header->getFirstInsertionPt());
  auto *StepTy = Step->getType();
  Value *Index = B.CreateZExtOrTrunc(Counter, StepTy);
  bool Wide = StepTy->getIntegerBitWidth() == 64;
  bool NSW = Wide && Rec->getStart()->isZero() && Rec->hasNoSignedWrap();
  bool One = isa<ConstantInt>(Step) && cast<ConstantInt>(Step)->isOne();
  Value *Offset = One ? Index : B.CreateMul(Index, Step, "", false, NSW);
  if (Phi.getType()->isPointerTy())
    return pointerStep(B, Start, Index, Offset, Step);
  if (auto *C = dyn_cast<ConstantInt>(Start); C && C->isZero())
    return Offset;
  return B.CreateAdd(Start, Offset, "", false, Wide && Rec->hasNoSignedWrap());
}

static bool rewriteAffine(PHINode &Phi, Loop *L, PHINode *Counter, LoopAnalyses &A) {
  if (!A.SE.isSCEVable(Phi.getType()))
    return false;
  auto *Rec = dyn_cast<SCEVAddRecExpr>(A.SE.getSCEV(&Phi));
  if (!Rec || Rec->getLoop() != L || !Rec->isAffine())
    return false;
  auto *Step = Rec->getStepRecurrence(A.SE);
  if (Step->getType()->getIntegerBitWidth() > 64)
    return false;
  auto *At = L->getLoopPreheader()->getTerminator();
  SCEVExpander Expander(A.SE, "ez");
  if (!Expander.isSafeToExpandAt(Step, At))
    return false;
  // The phi's own start is already a value: no need to expand it anew.
  Value *Start = Phi.getIncomingValueForBlock(L->getLoopPreheader());
  Value *StepValue = Expander.expandCodeFor(Step, Step->getType(), At);
  Value *New = affineValue(Phi, Rec, Counter, Start, StepValue);
  New->takeName(&Phi);
  A.SE.forgetValue(&Phi);
  Phi.replaceAllUsesWith(New);
  Phi.eraseFromParent();
  return true;
}

/// Expands `Count` before the outermost loop in which it does not vary.
static Value *expandOutermost(const SCEV *Count, Loop *L, LoopAnalyses &A) {
  SCEVExpander Expander(A.SE, "ez.count");
  auto *I64 = Type::getInt64Ty(L->getHeader()->getContext());
  Value *Best = nullptr;
  Instruction *At = nullptr;
  for (Loop *Outer = L; Outer; Outer = Outer->getParentLoop()) {
    if (!A.SE.isLoopInvariant(Count, Outer))
      break;
    auto *Candidate = Outer->getLoopPreheader()->getTerminator();
    if (!Expander.isSafeToExpandAt(Count, Candidate))
      break;
    At = Candidate;
  }
  if (At)
    Best = Expander.expandCodeFor(A.SE.getNoopOrZeroExtend(Count, I64), I64, At);
  return Best;
}

/// Whether two invariant expressions are equal wherever the loop is entered.
static bool equalInside(const SCEV *A, const SCEV *B, Loop *L, ScalarEvolution &SE) {
  if (A->getType() != B->getType())
    return false;
  const SCEV *GuardedA = SE.applyLoopGuards(A, L), *GuardedB = SE.applyLoopGuards(B, L);
  if (A == B || GuardedA == GuardedB)
    return true;
  // Sums extended before or after an addition: equal in the low half, and nothing above it.
  unsigned Half = SE.getTypeSizeInBits(A->getType()) / 2;
  auto Fits = [&](const SCEV *S) { return SE.getUnsignedRangeMax(S).getActiveBits() <= Half; };
  if (!A->getType()->isIntegerTy(64) || !Fits(GuardedA) || !Fits(GuardedB))
    return false;
  auto *Low = IntegerType::get(A->getType()->getContext(), Half);
  return SE.getTruncateExpr(A, Low) == SE.getTruncateExpr(B, Low);
}

/// The iteration in which a comparison's sides are equal, and in no other.
static EzIteration onlyEqualIn(ICmpInst *Cmp, Loop *L, ScalarEvolution &SE) {
  const SCEV *Left = SE.getSCEV(Cmp->getOperand(0)), *Right = SE.getSCEV(Cmp->getOperand(1));
  auto *Rec = dyn_cast<SCEVAddRecExpr>(Left);
  const SCEV *Fixed = Right;
  if (!Rec) {
    Rec = dyn_cast<SCEVAddRecExpr>(Right);
    Fixed = Left;
  }
  const SCEV *Taken = SE.getBackedgeTakenCount(L);
  if (!Rec || Rec->getLoop() != L || !Rec->isAffine() || isa<SCEVCouldNotCompute>(Taken) ||
      !SE.isLoopInvariant(Fixed, L) || !Rec->getStepRecurrence(SE)->isOne() ||
      SE.getTypeSizeInBits(Taken->getType()) > SE.getTypeSizeInBits(Rec->getType()))
    return EzIterationNone;
  if (equalInside(Rec->getStart(), Fixed, L, SE))
    return EzIterationFirst;
  bool Last = equalInside(Rec->evaluateAtIteration(Taken, SE), Fixed, L, SE);
  return Last && canPeelLastIteration(*L, SE) ? EzIterationLast : EzIterationNone;
}

/// Whether a comparison decides by a select which integer or pointer is taken.
static bool choosesIndex(ICmpInst *Cmp) {
  return any_of(Cmp->users(), [](User *U) {
    auto *Select = dyn_cast<SelectInst>(U);
    return Select && !Select->getType()->isFPOrFPVectorTy();
  });
}

static Loop *loopOf(LLVMBasicBlockRef Header, LoopAnalyses &A) {
  auto *BB = unwrap(Header);
  Loop *L = A.LI.getLoopFor(BB);
  return L && L->getHeader() == BB ? L : nullptr;
}

/// The most bytes that an allocation can have; 0 if nothing is known.
static uint64_t mostBytes(const Value *Object, ScalarEvolution &SE, const DataLayout &DL) {
  auto Most = [&](Value *V) {
    int64_t Largest = SE.getSignedRangeMax(SE.getSCEV(V)).getSExtValue();
    return Largest > 0 ? uint64_t(Largest) : 0;
  };
  if (auto *Stack = dyn_cast<AllocaInst>(Object)) {
    auto Size = Stack->getAllocationSize(DL);
    return Size && !Size->isScalable() ? Size->getFixedValue() : 0;
  }
  auto *Call = dyn_cast<CallBase>(Object);
  auto Attribute = Call ? Call->getFnAttr(Attribute::AllocSize) : llvm::Attribute();
  if (!Attribute.isValid())
    return 0;
  // No object has more bytes than a signed 64-bit integer counts.
  auto [Size, Count] = Attribute.getAllocSizeArgs();
  uint64_t Bytes = Most(Call->getArgOperand(Size));
  return Count ? SaturatingMultiply(Bytes, Most(Call->getArgOperand(*Count))) : Bytes;
}

namespace {
/// An access at an index of an array.
struct Indexed {
  Instruction *Access;
  GetElementPtrInst *Address;
  const SCEV *Low; // the index, cut to 32 bits
  uint64_t Stride;
};
} // namespace

static std::optional<Indexed> indexedAccess(Instruction &I, ScalarEvolution &SE) {
  auto *Address = dyn_cast_if_present<GetElementPtrInst>(getLoadStorePointerOperand(&I));
  if (!Address || Address->getNumIndices() != 1 || !Address->hasNoUnsignedSignedWrap())
    return std::nullopt;
  Value *Index = Address->getOperand(1);
  auto Stride = I.getDataLayout().getTypeAllocSize(Address->getSourceElementType());
  if (!Index->getType()->isIntegerTy(64) || Stride.isScalable() || Stride.isZero())
    return std::nullopt;
  auto *I32 = Type::getInt32Ty(I.getContext());
  return Indexed{&I, Address, SE.getTruncateExpr(SE.getSCEV(Index), I32), Stride.getFixedValue()};
}

/// Whether an iteration that runs `B` runs `A`, too.
static bool runsWith(Instruction *A, Instruction *B, DominatorTree &DT) {
  if (DT.dominates(A, B))
    return true;
  if (A->getParent() != B->getParent())
    return false;
  auto Goes = [](Instruction &I) { return isGuaranteedToTransferExecutionToSuccessor(&I); };
  return all_of(make_range(B->getIterator(), A->getIterator()), Goes);
}

/// Bytes from one access to another of the same array. Indices that agree in 32 bits agree, if the
/// array is too small for two that do not.
static const SCEVConstant *distance(const Indexed &To, const Indexed &From, LoopAnalyses &A) {
  uint64_t Bytes = mostBytes(getUnderlyingObject(To.Address), A.SE, To.Access->getDataLayout());
  bool Small = Bytes != 0 && Bytes / To.Stride < (uint64_t(1) << 31);
  if (!Small || To.Stride != From.Stride || !runsWith(From.Access, To.Access, A.DT))
    return nullptr;
  auto *C = dyn_cast<SCEVConstant>(A.SE.getMinusSCEV(To.Low, From.Low));
  if (!C)
    return nullptr;
  int64_t Elements = C->getAPInt().getSExtValue();
  auto *I64 = Type::getInt64Ty(To.Access->getContext());
  return cast<SCEVConstant>(A.SE.getConstant(I64, Elements * int64_t(To.Stride), true));
}

/// The address of an access before another instruction of the iteration.
static Value *addressBefore(Instruction *At, const Indexed &Of, LoopAnalyses &A,
                            SCEVExpander &Expander) {
  if (A.DT.dominates(Of.Address, At))
    return Of.Address;
  const SCEV *Address = A.SE.getSCEV(Of.Address);
  if (!Expander.isSafeToExpandAt(Address, At))
    return nullptr;
  return Expander.expandCodeFor(Address, Of.Address->getType(), At);
}

static void relateInLoop(Loop *L, LoopAnalyses &A, SCEVExpander &Expander) {
  SmallVector<Indexed> Even, Odd;
  for (auto *BB : L->blocks())
    for (auto &I : *BB)
      if (auto Found = indexedAccess(I, A.SE)) {
        auto *Rec = dyn_cast<SCEVAddRecExpr>(A.SE.getSCEV(Found->Address));
        (Rec && Rec->getLoop() == L && Rec->isAffine() ? Even : Odd).push_back(*Found);
      }
  for (auto &To : Odd)
    for (auto &From : Even) {
      if (From.Address->getPointerOperand() != To.Address->getPointerOperand())
        continue;
      auto *Bytes = distance(To, From, A);
      if (!Bytes)
        continue;
      Value *Start = addressBefore(To.Access, From, A, Expander);
      if (!Start)
        continue;
      IRBuilder<> B(To.Access);
      unsigned Operand = isa<StoreInst>(To.Access) ? StoreInst::getPointerOperandIndex()
                                                   : LoadInst::getPointerOperandIndex();
      To.Access->setOperand(Operand, B.CreatePtrAdd(Start, Bytes->getValue()));
      break;
    }
}

/// Blocks from which the function can return.
static SmallPtrSet<BasicBlock *, 32> returning(Function &F) {
  SmallPtrSet<BasicBlock *, 32> Found;
  SmallVector<BasicBlock *> Work;
  for (auto &BB : F)
    if (isa<ReturnInst>(BB.getTerminator()))
      Work.push_back(&BB);
  while (!Work.empty()) {
    auto *BB = Work.pop_back_val();
    if (Found.insert(BB).second)
      append_range(Work, predecessors(BB));
  }
  return Found;
}

/// How often a loop's backedge is taken if the function returns: exits to where it does not, such as a
/// failed assertion or a throw, are none.
static const SCEV *takenCount(Loop *L, const SmallPtrSetImpl<BasicBlock *> &Returning,
                              ScalarEvolution &SE) {
  const SCEV *Taken = SE.getBackedgeTakenCount(L);
  if (!isa<SCEVCouldNotCompute>(Taken))
    return Taken;
  SmallVector<Loop::Edge> Exits;
  L->getExitEdges(Exits);
  erase_if(Exits, [&](const Loop::Edge &E) { return !Returning.contains(E.second); });
  if (Exits.empty() || !all_equal(make_first_range(Exits)))
    return Taken;
  return SE.getExitCount(L, Exits.front().first);
}

extern "C" {

const char *ez_last_error(void) { return LastError.c_str(); }

uint32_t ez_loops(LLVMValueRef function, EzLoop *loops, uint32_t capacity, int32_t *loop_of,
                  int32_t *idom) {
  auto &F = *unwrap<Function>(function);
  DominatorTree DT(F);
  LoopInfo LI(DT);
  DenseMap<Loop *, int32_t> Index;
  uint32_t Count = 0;
  for (Loop *L : LI.getLoopsInPreorder()) {
    Index[L] = Count;
    if (Count < capacity)
      loops[Count] = {wrap(L->getHeader()), wrap(L->getLoopPreheader()), wrap(L->getLoopLatch()),
                      L->getParentLoop() ? Index[L->getParentLoop()] : -1};
    ++Count;
  }
  DenseMap<BasicBlock *, int32_t> Number;
  int32_t Next = 0;
  for (auto &BB : F)
    Number[&BB] = Next++;
  for (auto &BB : F) {
    auto *L = LI.getLoopFor(&BB);
    loop_of[Number[&BB]] = L ? Index[L] : -1;
    auto *Node = DT.getNode(&BB);
    idom[Number[&BB]] = Node && Node->getIDom() ? Number[Node->getIDom()->getBlock()] : -1;
  }
  return Count;
}

EzStatus ez_canonicalize_counters(LLVMValueRef function) {
  auto &F = *unwrap<Function>(function);
  LoopAnalyses A(F);
  auto Loops = A.LI.getLoopsInPreorder();
  for (Loop *L : Loops)
    if (!L->getLoopPreheader() || !L->getLoopLatch())
      return fail("loop at block " + L->getHeader()->getName() + " has no single entry and latch");
  for (Loop *L : Loops) {
    PHINode *Counter = insertCounter(L);
    SmallVector<PHINode *> Phis;
    for (PHINode &Phi : L->getHeader()->phis())
      if (&Phi != Counter)
        Phis.push_back(&Phi);
    for (PHINode *Phi : Phis)
      rewriteAffine(*Phi, L, Counter, A);
    A.SE.forgetAllLoops();
  }
  return EzStatusOk;
}

uint32_t ez_trip_counts(LLVMValueRef function, EzTripCount *counts, uint32_t capacity) {
  auto &F = *unwrap<Function>(function);
  LoopAnalyses A(F);
  auto Returning = returning(F);
  uint32_t N = 0;
  for (Loop *L : A.LI.getLoopsInPreorder()) {
    Value *Last = nullptr;
    const SCEV *Taken = takenCount(L, Returning, A.SE);
    if (!isa<SCEVCouldNotCompute>(Taken) && Taken->getType()->isIntegerTy() &&
        Taken->getType()->getIntegerBitWidth() <= 64)
      Last = expandOutermost(Taken, L, A);
    if (N < capacity)
      counts[N] = {wrap(L->getHeader()), wrap(static_cast<Value *>(counterOf(L))), wrap(Last)};
    ++N;
  }
  return N;
}

uint32_t ez_index_choices(LLVMValueRef function, EzIndexChoice *choices, uint32_t capacity) {
  LoopAnalyses A(*unwrap<Function>(function));
  uint32_t N = 0;
  for (Loop *L : A.LI.getLoopsInPreorder()) {
    if (!L->isInnermost() || !canPeel(L))
      continue;
    uint32_t Size = 0;
    for (auto *BB : L->blocks())
      Size += BB->sizeWithoutDebug();
    for (auto *BB : L->blocks())
      for (auto &I : *BB) {
        auto *Cmp = dyn_cast<ICmpInst>(&I);
        if (!Cmp || !Cmp->isEquality() || !choosesIndex(Cmp))
          continue;
        EzIteration In = onlyEqualIn(Cmp, L, A.SE);
        if (In == EzIterationNone)
          continue;
        if (N < capacity)
          choices[N] = {wrap(L->getHeader()), wrap(static_cast<Value *>(Cmp)), In, Size};
        ++N;
      }
  }
  return N;
}

EzStatus ez_peel(LLVMValueRef function, LLVMBasicBlockRef header, EzIteration iteration,
                 const LLVMValueRef *equalities, uint32_t n_equalities) {
  auto &F = *unwrap<Function>(function);
  LoopAnalyses A(F);
  Loop *L = loopOf(header, A);
  bool Last = iteration == EzIterationLast;
  ValueToValueMapTy Map;
  if (!L || !canPeel(L) || (Last && !canPeelLastIteration(*L, A.SE)) ||
      !peelLoop(L, 1, Last, &A.LI, &A.SE, A.DT, &A.AC, true, Map))
    return fail("the loop cannot be peeled");
  for (uint32_t I = 0; I != n_equalities; ++I) {
    auto *Cmp = unwrap<ICmpInst>(equalities[I]);
    bool Equal = Cmp->getPredicate() == ICmpInst::ICMP_EQ;
    auto Become = [&](Value *V, bool Holds) {
      V->replaceAllUsesWith(ConstantInt::getBool(F.getContext(), Holds));
    };
    if (Value *Peeled = Map.lookup(Cmp))
      Become(Peeled, Equal);
    Become(Cmp, !Equal);
  }
  return EzStatusOk;
}

void ez_relate_neighbours(LLVMValueRef function) {
  LoopAnalyses A(*unwrap<Function>(function));
  SCEVExpander Expander(A.SE, "ez.neighbour");
  for (Loop *L : A.LI.getLoopsInPreorder())
    if (L->isInnermost())
      relateInLoop(L, A, Expander);
}

void ez_walks(LLVMValueRef function, const LLVMValueRef *loads, uint32_t n_loads, EzWalk *walks) {
  LoopAnalyses A(*unwrap<Function>(function));
  DenseMap<std::pair<Loop *, int64_t>, SmallVector<std::pair<uint32_t, const SCEV *>>> Leaders;
  for (uint32_t I = 0; I != n_loads; ++I) {
    walks[I] = {-1, 0, 0};
    auto *Load = unwrap<LoadInst>(loads[I]);
    Loop *L = A.LI.getLoopFor(Load->getParent());
    auto *Rec = dyn_cast<SCEVAddRecExpr>(A.SE.getSCEV(Load->getPointerOperand()));
    if (!L || !Rec || Rec->getLoop() != L || !Rec->isAffine())
      continue;
    auto *Step = dyn_cast<SCEVConstant>(Rec->getStepRecurrence(A.SE));
    if (!Step || Step->isZero() || Step->getAPInt().getSignificantBits() > 32)
      continue;
    int64_t Bytes = Step->getAPInt().getSExtValue();
    auto &Known = Leaders[{L, Bytes}];
    walks[I] = {int32_t(I), 0, Bytes};
    for (auto &[Leader, Address] : Known)
      if (auto *C = dyn_cast<SCEVConstant>(A.SE.getMinusSCEV(Rec, Address));
          C && C->getAPInt().getSignificantBits() <= 32) {
        walks[I] = {int32_t(Leader), C->getAPInt().getSExtValue(), Bytes};
        break;
      }
    if (walks[I].leader == int32_t(I))
      Known.push_back({I, Rec});
  }
}

} // extern "C"
