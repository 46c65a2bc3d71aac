//===- polynomials.h - Addresses as sums of products ------------------------===//
//
// Owns: expressions of LLVM's analysis of loops in this form, and addresses as they are where something is accessed.
// Must not: know what is asked of them.
//
//===----------------------------------------------------------------------===//

#ifndef EZ_POLYNOMIALS_H
#define EZ_POLYNOMIALS_H

#include "shim.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include <optional>

namespace ez {
using namespace llvm;

/// A product of numbers, with a coefficient.
struct Term {
  int64_t Coefficient;
  SmallVector<EzFactor> Factors;
};

/// An expression of 64 bits as a sum of products; equal factors may stand in several terms.
class Polynomials {
  ScalarEvolution &SE;

  static SmallVector<Term> product(ArrayRef<Term> One, ArrayRef<Term> Other) {
    SmallVector<Term> All;
    for (const Term &A : One)
      for (const Term &B : Other) {
        All.push_back({int64_t(uint64_t(A.Coefficient) * uint64_t(B.Coefficient)), A.Factors});
        All.back().Factors.append(B.Factors.begin(), B.Factors.end());
      }
    return All;
  }

  using Result = std::optional<SmallVector<Term>>;

  Result sum(ArrayRef<const SCEV *> Parts, function_ref<Result(const SCEV *)> Of) {
    SmallVector<Term> All;
    for (const SCEV *Part : Parts) {
      auto Own = Of(Part);
      if (!Own)
        return std::nullopt;
      All.append(Own->begin(), Own->end());
    }
    return All;
  }

  Result product(ArrayRef<const SCEV *> Parts, function_ref<Result(const SCEV *)> Of) {
    SmallVector<Term> All = {{1, {}}};
    for (const SCEV *Part : Parts) {
      auto Own = Of(Part);
      if (!Own || Own->size() * All.size() > 16)
        return std::nullopt;
      All = product(All, *Own);
    }
    return All;
  }

  /// A narrow expression, widened.
  Result widened(const SCEV *S, bool Signed) {
    auto Of = [&](const SCEV *Part) { return widened(Part, Signed); };
    if (auto *Constant = dyn_cast<SCEVConstant>(S)) {
      const APInt &Value = Constant->getAPInt();
      return SmallVector<Term>{{Signed ? Value.getSExtValue() : int64_t(Value.getZExtValue()), {}}};
    }
    if (auto *Unknown = dyn_cast<SCEVUnknown>(S))
      return SmallVector<Term>{{1, {EzFactor{wrap(Unknown->getValue()), nullptr, Signed}}}};
    auto *Several = dyn_cast<SCEVNAryExpr>(S);
    if (!Several || !isa<SCEVAddExpr, SCEVMulExpr>(S) || !(Signed ? Several->hasNoSignedWrap() : Several->hasNoUnsignedWrap()))
      return std::nullopt;
    return isa<SCEVAddExpr>(S) ? sum(Several->operands(), Of) : product(Several->operands(), Of);
  }

public:
  explicit Polynomials(ScalarEvolution &SE) : SE(SE) {}

  Result of(const SCEV *S) {
    auto Of = [&](const SCEV *Part) { return of(Part); };
    if (SE.getTypeSizeInBits(S->getType()) != 64)
      return std::nullopt;
    if (auto *Wider = dyn_cast<SCEVCastExpr>(S))
      return isa<SCEVSignExtendExpr, SCEVZeroExtendExpr>(S) ? widened(Wider->getOperand(), isa<SCEVSignExtendExpr>(S))
                                                            : std::nullopt;
    if (isa<SCEVConstant>(S) || (isa<SCEVUnknown>(S) && S->getType()->isIntegerTy()))
      return widened(S, true);
    if (auto *Sum = dyn_cast<SCEVAddExpr>(S))
      return sum(Sum->operands(), Of);
    if (auto *Product = dyn_cast<SCEVMulExpr>(S))
      return product(Product->operands(), Of);
    return std::nullopt;
  }

  /// How far a loop moves an address.
  Result span(const SCEVAddRecExpr *Rec) {
    auto Step = of(Rec->getStepRecurrence(SE));
    if (!Step)
      return std::nullopt;
    Term Last = {1, {EzFactor{nullptr, wrap(Rec->getLoop()->getHeader()), false}}};
    return product(ArrayRef<Term>(*Step), ArrayRef<Term>(Last));
  }
};

/// An expression of a narrow type in a wider one, as if nothing ever wrapped: where it is made of constants, values, and what was wide before.
class Widener {
  ScalarEvolution &SE;
  Type *Wide;
  bool Unsigned;

public:
  Widener(ScalarEvolution &SE, Type *Wide, bool Unsigned) : SE(SE), Wide(Wide), Unsigned(Unsigned) {}

  const SCEV *widened(const SCEV *S) {
    if (auto *Narrow = dyn_cast<SCEVTruncateExpr>(S))
      return Narrow->getOperand()->getType() == Wide ? Narrow->getOperand() : nullptr;
    if (isa<SCEVConstant>(S))
      return SE.getSignExtendExpr(S, Wide);
    if (isa<SCEVUnknown>(S))
      return Unsigned ? SE.getZeroExtendExpr(S, Wide) : SE.getSignExtendExpr(S, Wide);
    if (!isa<SCEVAddExpr, SCEVMulExpr, SCEVAddRecExpr>(S))
      return nullptr;
    SmallVector<const SCEV *> Operands;
    for (const SCEV *Operand : S->operands()) {
      const SCEV *Own = widened(Operand);
      if (!Own)
        return nullptr;
      Operands.push_back(Own);
    }
    if (auto *Rec = dyn_cast<SCEVAddRecExpr>(S))
      return SE.getAddRecExpr(Operands, Rec->getLoop(), SCEV::FlagAnyWrap);
    return isa<SCEVAddExpr>(S) ? SE.getAddExpr(Operands) : SE.getMulExpr(Operands);
  }
};

/// Addresses as they are where they are accessed. There nothing that they are made of has wrapped against the source's promise: the access would be
/// undefined. (Expressions of LLVM's analysis hold wherever they are computed, and know such promises of few.)
class Addresses {
  ScalarEvolution &SE;
  const DataLayout &DL;

  const SCEV *extended(const SCEV *S, Type *Wide, bool Signed) {
    return Signed ? SE.getSignExtendExpr(S, Wide) : SE.getZeroExtendExpr(S, Wide);
  }

  /// A narrow number, extended.
  const SCEV *wide(Value *V, Type *Wide, bool Signed, unsigned Depth = 0) {
    if (auto *Cut = dyn_cast<TruncInst>(V);
        Cut && Cut->getSrcTy() == Wide && (Signed ? Cut->hasNoSignedWrap() : Cut->hasNoUnsignedWrap()))
      return SE.getSCEV(Cut->getOperand(0));
    auto *Whole = dyn_cast<OverflowingBinaryOperator>(V);
    if (!Whole || Depth > 8 || !(Signed ? Whole->hasNoSignedWrap() : Whole->hasNoUnsignedWrap()))
      return extended(SE.getSCEV(V), Wide, Signed);
    auto Part = [&](unsigned At) { return wide(Whole->getOperand(At), Wide, Signed, Depth + 1); };
    auto *By = dyn_cast<ConstantInt>(Whole->getOperand(1));
    switch (Whole->getOpcode()) {
    case Instruction::Add:
      return SE.getAddExpr(Part(0), Part(1));
    case Instruction::Sub:
      return SE.getMinusSCEV(Part(0), Part(1));
    case Instruction::Mul:
      return SE.getMulExpr(Part(0), Part(1));
    case Instruction::Shl:
      if (By && By->getValue().ult(By->getBitWidth()))
        return SE.getMulExpr(Part(0), SE.getConstant(APInt::getOneBitSet(Wide->getIntegerBitWidth(), By->getZExtValue())));
      break;
    default:
      break;
    }
    return extended(SE.getSCEV(V), Wide, Signed);
  }

  const SCEV *index(Value *V, Type *Wide) {
    if (auto *Extension = dyn_cast<CastInst>(V); Extension && isa<SExtInst, ZExtInst>(V) && V->getType() == Wide)
      return wide(Extension->getOperand(0), Wide, isa<SExtInst>(V));
    return SE.getTruncateOrSignExtend(SE.getSCEV(V), Wide);
  }

public:
  Addresses(ScalarEvolution &SE, const DataLayout &DL) : SE(SE), DL(DL) {}

  const SCEV *of(Value *Pointer) {
    auto *Step = dyn_cast<GEPOperator>(Pointer);
    if (!Step || !Step->getType()->isPointerTy())
      return SE.getSCEV(Pointer);
    unsigned Bits = DL.getIndexTypeSizeInBits(Step->getType());
    SmallMapVector<Value *, APInt, 4> Variable;
    APInt Constant(Bits, 0);
    if (!Step->collectOffset(DL, Bits, Variable, Constant))
      return SE.getSCEV(Pointer);
    Type *Wide = IntegerType::get(Pointer->getContext(), Bits);
    const SCEV *Offset = SE.getConstant(Constant);
    for (auto &[V, Scale] : Variable)
      Offset = SE.getAddExpr(Offset, SE.getMulExpr(SE.getConstant(Scale), index(V, Wide)));
    return SE.getAddExpr(of(Step->getPointerOperand()), Offset);
  }
};
} // namespace ez

#endif
