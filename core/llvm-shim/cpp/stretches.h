//===- stretches.h - Bytes that accesses span, loop by loop ---------------===//
//
// Owns: what an access, and the loops around it, span of the memory behind its base; comparing such ends.
// Must not: know why it is asked, or change anything.
//
//===----------------------------------------------------------------------===//

#ifndef EZ_STRETCHES_H
#define EZ_STRETCHES_H

#include "analyses.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <optional>

namespace ez {

using namespace llvm;

/// Bytes from one address to another, behind a base.
struct Stretch {
  const SCEV *From, *To;
};

/// What an instruction accesses for certain, behind a base.
struct Access {
  Instruction *At;
  const SCEV *Base, *From, *Bytes;
};

class Stretches {
  /// What holds where a loop begins.
  DenseMap<Loop *, ScalarEvolution::LoopGuards> Guards;

  const ScalarEvolution::LoopGuards &guards(Loop *M) {
    auto Known = Guards.find(M);
    if (Known == Guards.end())
      Known = Guards.try_emplace(M, ScalarEvolution::LoopGuards::collect(M, A.SE)).first;
    return Known->second;
  }

  /// Whether a recurrence may come around to where it began. With small steps no loop runs long enough for that.
  bool mayWrap(const SCEVAddRecExpr *Rec) {
    auto *Step = dyn_cast<SCEVConstant>(Rec->getStepRecurrence(A.SE));
    return !Rec->hasNoSelfWrap() && !(Step && Step->getAPInt().abs().ult(1 << 16));
  }

protected:
  const Loops &A;

  explicit Stretches(const Loops &A) : A(A) {}

  std::optional<Access> access(Instruction *I, Value *Pointer, const SCEV *Bytes,
                               const Loop *Around) {
    const SCEV *Address = A.SE.getSCEV(Pointer);
    const SCEV *Base = A.SE.getPointerBase(Address);
    if (!isa<SCEVUnknown>(Base) || !A.SE.isLoopInvariant(Base, Around))
      return std::nullopt;
    return Access{I, Base, A.SE.getMinusSCEV(Address, Base), Bytes};
  }

  const SCEV *size(Type *Ty, const DataLayout &DL) {
    TypeSize Size = DL.getTypeStoreSize(Ty);
    return Size.isScalable() ? nullptr : A.SE.getConstant(APInt(64, Size.getFixedValue()));
  }

  /// What a store, or a copy, writes behind a base that does not change in a loop.
  std::optional<Access> write(Instruction &I, const Loop *Around) {
    const DataLayout &DL = I.getDataLayout();
    if (auto *Store = dyn_cast<StoreInst>(&I)) {
      const SCEV *Bytes = size(Store->getValueOperand()->getType(), DL);
      return Bytes ? access(Store, Store->getPointerOperand(), Bytes, Around) : std::nullopt;
    }
    if (auto *Memory = dyn_cast<AnyMemIntrinsic>(&I)) {
      const SCEV *Bytes = A.SE.getSCEV(Memory->getLength());
      bool Wide = Bytes->getType()->isIntegerTy(64);
      return Wide ? access(Memory, Memory->getRawDest(), Bytes, Around) : std::nullopt;
    }
    return std::nullopt;
  }

  /// The stretches that expressions span over all iterations of a loop, if they move evenly in it.
  std::optional<Stretch> over(Stretch S, Loop *M) {
    const SCEV *Last = A.SE.getBackedgeTakenCount(M);
    if (isa<SCEVCouldNotCompute>(Last) || A.SE.getTypeSizeInBits(Last->getType()) > 64)
      return std::nullopt;
    Last = A.SE.getNoopOrZeroExtend(Last, Type::getInt64Ty(M->getHeader()->getContext()));
    auto End = [&](const SCEV *E, bool Low) -> const SCEV * {
      if (A.SE.isLoopInvariant(E, M))
        return E;
      auto *Rec = dyn_cast<SCEVAddRecExpr>(E);
      if (!Rec || Rec->getLoop() != M || !Rec->isAffine() || mayWrap(Rec))
        return nullptr;
      const SCEV *Step = Rec->getStepRecurrence(A.SE);
      bool Up = A.SE.isKnownNonNegative(Step);
      if (!Up && !A.SE.isKnownNonPositive(Step))
        return nullptr;
      return Up == Low ? Rec->getStart() : Rec->evaluateAtIteration(Last, A.SE);
    };
    const SCEV *From = End(S.From, true), *To = End(S.To, false);
    if (!From || !To)
      return std::nullopt;
    return Stretch{From, To};
  }

  /// What an access may touch in all iterations of the loops around it, up to one of these.
  std::optional<Stretch> touched(const Access &R, const Loop *Around) {
    std::optional<Stretch> S = Stretch{R.From, A.SE.getAddExpr(R.From, R.Bytes)};
    for (Loop *M = A.LI.getLoopFor(R.At->getParent()); S && M != Around; M = M->getParentLoop())
      S = over(*S, M);
    return S;
  }

  /// Whether one end is known not to lie before another one where a block runs.
  bool notLess(const SCEV *More, const SCEV *Less, BasicBlock *Where) {
    const SCEV *Difference = A.SE.getMinusSCEV(More, Less);
    if (A.SE.isKnownNonNegative(Difference))
      return true;
    for (Loop *M = A.LI.getLoopFor(Where); M; M = M->getParentLoop())
      if (A.SE.isKnownNonNegative(A.SE.applyLoopGuards(Difference, guards(M))))
        return true;
    return false;
  }
};

} // namespace ez

#endif
