//===- slices.cpp - Which part of memory an iteration accesses -------------===//
//
// A worker of a team runs some iterations of a loop, whose numbers I lie between a lower bound that a library wrote and an upper one. An access is in a
// *slice* if its address is Base + Origin + I * Stride + something, where Base, Origin and Stride are the same for all workers and iterations, and what
// is left lies in a known window. Programs often number iterations with 64 bits and index arrays with 32; for such addresses it is said which numbers fit.
//
// Owns: addresses in this form.
// Must not: know who else accesses memory, or whether two workers have the same values.
//
//===----------------------------------------------------------------------===//

#include "analyses.h"
#include "polynomials.h"
#include "shim.h"

using namespace llvm;
using namespace ez;

namespace {
/// Coefficient * (the bound) + Rest.
struct Linear {
  const SCEV *Coefficient, *Rest;
};

/// Numbers of iterations I for which an address has its form.
struct Iterations {
  /// -2^Bits <= I < 2^Bits; 64, if nothing must hold.
  unsigned Bits = 64;
  bool NotNegative = false;
  /// What must lie there, too, if anything.
  Value *Offset = nullptr;
};

/// An address by the parts of it.
struct Parts {
  const SCEV *Stride, *Base, *Origin;
  Iterations Holds;
  /// The loop whose iterations are numbered.
  const Loop *Shared;
  /// Where what is accessed ends, from Origin on; null if a loop inside may move the address by a negative step.
  const SCEV *High;
  /// How loops inside move it.
  SmallVector<const SCEVAddRecExpr *> Inside;
};

class Slices {
  ScalarEvolution &SE;
  Addresses Accessed;
  ArrayRef<LLVMValueRef> Bounds, Advances;

  bool isOneOf(const SCEV *S, ArrayRef<LLVMValueRef> Values) const {
    auto *Unknown = dyn_cast<SCEVUnknown>(S);
    return Unknown && is_contained(Values, wrap(Unknown->getValue()));
  }

  bool holds(const SCEV *S, ArrayRef<LLVMValueRef> Values) const {
    return SCEVExprContains(S, [&](const SCEV *Part) { return isOneOf(Part, Values); });
  }

  const SCEV *zero(const SCEV *Like) { return SE.getZero(SE.getEffectiveSCEVType(Like->getType())); }

  /// An expression by the bound in it.
  std::optional<Linear> linear(const SCEV *S) {
    if (!holds(S, Bounds))
      return Linear{zero(S), S};
    if (isOneOf(S, Bounds))
      return Linear{SE.getOne(S->getType()), zero(S)};
    if (auto *Wider = dyn_cast<SCEVCastExpr>(S))
      return isa<SCEVSignExtendExpr, SCEVZeroExtendExpr>(S) && isOneOf(Wider->getOperand(), Bounds)
                 ? std::optional(Linear{SE.getOne(S->getType()), zero(S)})
                 : std::nullopt;
    if (auto *Sum = dyn_cast<SCEVAddExpr>(S)) {
      SmallVector<const SCEV *> Coefficients, Rests;
      for (const SCEV *Part : Sum->operands()) {
        auto Own = linear(Part);
        if (!Own)
          return std::nullopt;
        Coefficients.push_back(Own->Coefficient);
        Rests.push_back(Own->Rest);
      }
      return Linear{SE.getAddExpr(Coefficients), SE.getAddExpr(Rests)};
    }
    if (auto *Product = dyn_cast<SCEVMulExpr>(S)) {
      std::optional<Linear> Own;
      SmallVector<const SCEV *> Others;
      for (const SCEV *Factor : Product->operands()) {
        if (!holds(Factor, Bounds)) {
          Others.push_back(Factor);
          continue;
        }
        if (Own || !(Own = linear(Factor)))
          return std::nullopt;
      }
      const SCEV *Scale = SE.getMulExpr(Others);
      return Linear{SE.getMulExpr(Own->Coefficient, Scale), SE.getMulExpr(Own->Rest, Scale)};
    }
    return std::nullopt;
  }

  /// Whether a step goes on to the next chunk of the same worker: the bound moves by a multiple of what the library said.
  bool isAdvance(const SCEV *Step, const SCEV *Stride) {
    auto *Product = dyn_cast<SCEVMulExpr>(Step);
    SmallVector<const SCEV *> Others;
    bool Found = false;
    auto Look = [&](const SCEV *Factor) {
      const SCEV *Narrow = Factor;
      if (auto *Wider = dyn_cast<SCEVCastExpr>(Factor))
        Narrow = Wider->getOperand();
      if (!Found && isOneOf(Narrow, Advances))
        Found = true;
      else
        Others.push_back(Factor);
    };
    if (Product)
      for (const SCEV *Factor : Product->operands())
        Look(Factor);
    else
      Look(Step);
    const SCEV *Rest = Others.empty() ? SE.getOne(Step->getType()) : SE.getMulExpr(Others);
    return Found && Rest == Stride;
  }

  /// For which iterations and which offset a narrow expression, once widened, is Factor * I + Offset + Constant and fits into its type of so many bits.
  /// A quarter of the type's range is for each of the three.
  std::optional<Iterations> fits(const SCEV *Widened, unsigned Bits, bool Unsigned) {
    SmallVector<const SCEVAddRecExpr *> Recs;
    while (auto *Rec = dyn_cast<SCEVAddRecExpr>(Widened)) {
      Recs.push_back(Rec);
      Widened = Rec->getStart();
    }
    auto Own = linear(Widened);
    auto *Factor = Own ? dyn_cast<SCEVConstant>(Own->Coefficient) : nullptr;
    if (!Factor || Factor->isZero())
      return std::nullopt;
    APInt Inside(64, 0);
    for (const SCEVAddRecExpr *Rec : Recs) {
      const SCEV *Step = Rec->getStepRecurrence(SE);
      if (Step == Own->Coefficient || isAdvance(Step, Own->Coefficient))
        continue;
      // A loop inside of the iteration, of a known length.
      auto *Paces = dyn_cast<SCEVConstant>(Step);
      unsigned Often = SE.getSmallConstantTripCount(Rec->getLoop());
      if (!Paces || Paces->getAPInt().isNegative() || Paces->getAPInt().getActiveBits() > 31 || !Often)
        return std::nullopt;
      Inside += APInt(64, Paces->getAPInt().getZExtValue()) * Often;
    }
    const SCEV *Constant = zero(Own->Rest), *Rest = Own->Rest;
    if (auto *Sum = dyn_cast<SCEVAddExpr>(Rest); Sum && Sum->getNumOperands() == 2 && isa<SCEVConstant>(Sum->getOperand(0))) {
      Constant = Sum->getOperand(0);
      Rest = Sum->getOperand(1);
    } else if (isa<SCEVConstant>(Rest)) {
      std::swap(Constant, Rest);
    }
    const APInt &Scale = Factor->getAPInt(), &Fixed = cast<SCEVConstant>(Constant)->getAPInt();
    // Taken no more often than the iteration's number.
    if (auto *Times = dyn_cast<SCEVMulExpr>(Rest); Times && Times->getNumOperands() == 2)
      if (auto *Often = dyn_cast<SCEVConstant>(Times->getOperand(0)); Often && Often->getAPInt().abs().ule(Scale.abs()) && !(Unsigned && Often->getAPInt().isNegative()))
        Rest = Times->getOperand(1);
    if (auto *Wider = dyn_cast<SCEVCastExpr>(Rest); Wider && isa<SCEVUnknown>(Wider->getOperand()))
      Rest = Wider->getOperand();
    auto *Offset = dyn_cast<SCEVUnknown>(Rest);
    if (!Offset && !Rest->isZero())
      return std::nullopt;
    unsigned Taken = Scale.abs().ceilLogBase2() + 3;
    if (Bits <= Taken || (Fixed.abs().zextOrTrunc(64) + Inside).getActiveBits() + 3 > Bits || (Unsigned && (Scale.isNegative() || Fixed.isNegative())))
      return std::nullopt;
    return Iterations{Bits - Taken, Unsigned, Offset ? Offset->getValue() : nullptr};
  }

  /// Writes narrow numbers of iterations in an expression as if they were as wide as the bounds; adds what must hold for that.
  const SCEV *widen(const SCEV *S, Iterations &Holds) {
    struct Rewriter : SCEVRewriteVisitor<Rewriter> {
      Slices &Own;
      Iterations &Holds;
      Rewriter(Slices &Own, Iterations &Holds) : SCEVRewriteVisitor(Own.SE), Own(Own), Holds(Holds) {}

      const SCEV *wide(const SCEVCastExpr *S, bool Unsigned) {
        const SCEV *Narrow = S->getOperand();
        if (!Own.holds(Narrow, Own.Bounds) || Own.isOneOf(Narrow, Own.Bounds))
          return nullptr;
        const SCEV *Wide = Widener(SE, S->getType(), Unsigned).widened(Narrow);
        auto Fits = Wide ? Own.fits(Wide, SE.getTypeSizeInBits(Narrow->getType()), Unsigned) : std::nullopt;
        if (!Fits || (Holds.Offset && Fits->Offset && Holds.Offset != Fits->Offset))
          return nullptr;
        Holds = {std::min(Holds.Bits, Fits->Bits), Holds.NotNegative || Unsigned, Fits->Offset ? Fits->Offset : Holds.Offset};
        return Wide;
      }
      const SCEV *visitSignExtendExpr(const SCEVSignExtendExpr *S) {
        const SCEV *Wide = wide(S, false);
        return Wide ? Wide : SCEVRewriteVisitor::visitSignExtendExpr(S);
      }
      const SCEV *visitZeroExtendExpr(const SCEVZeroExtendExpr *S) {
        const SCEV *Wide = wide(S, true);
        return Wide ? Wide : SCEVRewriteVisitor::visitZeroExtendExpr(S);
      }
    };
    return Rewriter(*this, Holds).visit(S);
  }

  /// How far a recurrence gets, if that is a multiple of a step that is not negative.
  const SCEV *reach(const SCEVAddRecExpr *Rec) {
    const SCEV *Step = Rec->getStepRecurrence(SE), *Last = SE.getBackedgeTakenCount(Rec->getLoop());
    if (isa<SCEVCouldNotCompute>(Last) || !SE.isKnownNonNegative(Step) || SE.getTypeSizeInBits(Last->getType()) > 64)
      return nullptr;
    return SE.getMulExpr(Step, SE.getNoopOrZeroExtend(Last, Step->getType()));
  }

public:
  Slices(ScalarEvolution &SE, const DataLayout &DL, ArrayRef<LLVMValueRef> Bounds, ArrayRef<LLVMValueRef> Advances)
      : SE(SE), Accessed(SE, DL), Bounds(Bounds), Advances(Advances) {}

  std::optional<Parts> parts(Value *Address, uint64_t Bytes) {
    SmallVector<const SCEVAddRecExpr *> Recs;
    Iterations Holds;
    const SCEV *S = widen(Accessed.of(Address), Holds);
    while (auto *Rec = dyn_cast<SCEVAddRecExpr>(S)) {
      if (!Rec->isAffine())
        return std::nullopt;
      Recs.push_back(Rec);
      S = Rec->getStart();
    }
    const SCEV *Base = SE.getPointerBase(S);
    auto Own = isa<SCEVUnknown>(Base) ? linear(SE.getMinusSCEV(S, Base)) : std::nullopt;
    if (!Own || Own->Coefficient->isZero() || SCEVExprContains(Own->Rest, [](const SCEV *P) { return isa<SCEVAddRecExpr>(P); }))
      return std::nullopt;
    // The outermost loop that moves as the bound does is the one whose iterations are shared out.
    auto IsIndex = [&](const SCEVAddRecExpr *Rec) { return Rec->getStepRecurrence(SE) == Own->Coefficient; };
    auto Index = find_if(reverse(Recs), IsIndex);
    if (Index == Recs.rend())
      return std::nullopt;
    const Loop *Shared = (*Index)->getLoop();
    const SCEV *High = SE.getConstant(Own->Coefficient->getType(), Bytes);
    SmallVector<const SCEVAddRecExpr *> Inside;
    for (const SCEVAddRecExpr *Rec : Recs) {
      if (Rec == *Index)
        continue;
      if (!Shared->contains(Rec->getLoop())) {
        if (!Rec->getLoop()->contains(Shared) || !isAdvance(Rec->getStepRecurrence(SE), Own->Coefficient))
          return std::nullopt;
        continue;
      }
      const SCEV *Last = SE.getBackedgeTakenCount(Rec->getLoop());
      if (isa<SCEVCouldNotCompute>(Last) || !SE.isLoopInvariant(Last, Shared) || !SE.isLoopInvariant(Rec->getStepRecurrence(SE), Shared))
        return std::nullopt;
      Inside.push_back(Rec);
      const SCEV *Far = High ? reach(Rec) : nullptr;
      High = Far ? SE.getAddExpr(High, Far) : nullptr;
    }
    return Parts{Own->Coefficient, Base, Own->Rest, Holds, Shared, High, Inside};
  }

  /// A constant distance between the origins of two addresses with the same stride, each behind its base.
  std::optional<int64_t> distance(const Parts &One, const Parts &Other) {
    if (One.Stride != Other.Stride)
      return std::nullopt;
    auto *Apart = dyn_cast<SCEVConstant>(SE.getMinusSCEV(Other.Origin, One.Origin));
    return Apart ? Apart->getAPInt().trySExtValue() : std::nullopt;
  }

  /// Whether what is accessed lies between the origin and the next one.
  bool isWithin(const Parts &P) { return P.High && SE.isKnownPredicate(CmpInst::ICMP_SLE, P.High, P.Stride); }

  static Value *base(const Parts &P) { return cast<SCEVUnknown>(P.Base)->getValue(); }

  /// What the workers must have the same values of, for base, origin and stride to be the same.
  void leaves(const Parts &P, function_ref<void(Value *)> Use) {
    SmallVector<const SCEV *> All = {P.Stride, P.Base, P.Origin};
    for (const SCEVAddRecExpr *Rec : P.Inside) {
      All.push_back(Rec->getStepRecurrence(SE));
      All.push_back(SE.getBackedgeTakenCount(Rec->getLoop()));
    }
    for (const SCEV *Whole : All)
      SCEVExprContains(Whole, [&](const SCEV *Part) {
        if (auto *Unknown = dyn_cast<SCEVUnknown>(Part))
          Use(Unknown->getValue());
        return false;
      });
  }

  /// Stride, origin and what loops inside add to it, each as a polynomial, if all are.
  void terms(const Parts &P, function_ref<void(EzPart, const Term &)> Use) {
    Polynomials All(SE);
    auto Stride = All.of(P.Stride), Origin = All.of(P.Origin);
    if (!Stride || !Origin)
      return;
    SmallVector<Term> Spans;
    for (const SCEVAddRecExpr *Rec : P.Inside) {
      auto Span = All.span(Rec);
      if (!Span)
        return;
      Spans.append(Span->begin(), Span->end());
    }
    for (auto [Part, Terms] : {std::pair(EzStride, ArrayRef(*Stride)), {EzOrigin, *Origin}, {EzSpan, Spans}})
      for (const Term &T : Terms)
        Use(Part, T);
  }
};
} // namespace

struct EzLoops {
  const DataLayout &Layout;
  LoopAnalyses A;

  explicit EzLoops(Function &F) : Layout(F.getDataLayout()), A(F) {}
};

EzLoops *ez_loops_of(LLVMValueRef function) { return new EzLoops(*unwrap<Function>(function)); }

void ez_loops_forget(EzLoops *loops) { delete loops; }

void ez_slices(EzLoops *loops, const EzShared *shared, const LLVMValueRef *addresses, const uint64_t *bytes,
               uint32_t n, EzSlice *slices, void (*leaf)(void *, uint32_t, LLVMValueRef),
               void (*term)(void *, uint32_t, EzPart, int64_t, const EzFactor *, uint32_t), void *context) {
  Slices All(loops->A.SE, loops->Layout, {shared->bounds, shared->n_bounds}, {shared->advances, shared->n_advances});
  SmallVector<std::optional<Parts>> Known;
  for (uint32_t K = 0; K < n; ++K) {
    Known.push_back(All.parts(unwrap(addresses[K]), bytes[K]));
    slices[K] = {-1, 0, 0, 0, 0, 64, 0, nullptr, nullptr, nullptr};
    auto &Own = Known.back();
    if (!Own)
      continue;
    for (uint32_t Leader = 0; Leader <= K; ++Leader) {
      auto Apart = Known[Leader] && slices[Leader].leader == int32_t(Leader) ? All.distance(*Known[Leader], *Own) : std::nullopt;
      if (Leader != K && !Apart)
        continue;
      auto *High = dyn_cast_or_null<SCEVConstant>(Own->High);
      auto *Stride = dyn_cast<SCEVConstant>(Own->Stride);
      int64_t From = Leader == K ? 0 : *Apart;
      slices[K] = {int32_t(Leader), From, High ? From + High->getAPInt().getSExtValue() : From,
                   Stride ? Stride->getAPInt().getSExtValue() : 0, From == 0 && All.isWithin(*Own), int32_t(Own->Holds.Bits),
                   Own->Holds.NotNegative, wrap(Own->Holds.Offset), wrap(Slices::base(*Own)), wrap(Own->Shared->getHeader())};
      break;
    }
    All.leaves(*Own, [&](Value *V) { leaf(context, K, wrap(V)); });
    All.terms(*Own, [&](EzPart Part, const Term &T) { term(context, K, Part, T.Coefficient, T.Factors.data(), T.Factors.size()); });
  }
}
