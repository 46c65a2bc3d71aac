//===- paths.cpp - How loops move an address --------------------------------===//
//
// Owns: addresses as a base, an origin behind it, and what an iteration of each loop around adds to that.
// Must not: know how often loops run, or what is accessed.
//
//===----------------------------------------------------------------------===//

#include "analyses.h"
#include "polynomials.h"
#include "shim.h"

using namespace llvm;
using namespace ez;

namespace {
/// A sum, and the header of the loop that adds it in each iteration; null for the origin.
struct Part {
  LLVMBasicBlockRef Header;
  SmallVector<Term> Terms;
};

/// An address, or a number.
struct Sum {
  /// What an address is made from.
  Value *Base = nullptr;
  SmallVector<Part> Parts;
};

class Paths {
  ScalarEvolution &SE;
  Polynomials Products;
  Addresses Accessed;

  bool use(Sum &All, LLVMBasicBlockRef Header, const SCEV *S) {
    auto Terms = Products.of(S);
    if (Terms)
      All.Parts.push_back({Header, std::move(*Terms)});
    return Terms.has_value();
  }

  std::optional<Sum> sum(const SCEV *S, bool IsAddress) {
    Sum All;
    while (auto *Rec = dyn_cast<SCEVAddRecExpr>(S)) {
      if (!Rec->isAffine() || !use(All, wrap(Rec->getLoop()->getHeader()), Rec->getStepRecurrence(SE)))
        return std::nullopt;
      S = Rec->getStart();
    }
    if (IsAddress) {
      auto *Base = dyn_cast<SCEVUnknown>(SE.getPointerBase(S));
      if (!Base)
        return std::nullopt;
      All.Base = Base->getValue();
      S = SE.getMinusSCEV(S, Base);
    }
    return use(All, nullptr, S) ? std::optional(std::move(All)) : std::nullopt;
  }

  /// Whether something that an index is made of may not wrap around: then the source computes with signed numbers, of which LLVM may have lost that.
  static bool isSigned(Value *V, unsigned Depth = 0) {
    if (Depth > 8 || isa<PHINode>(V))
      return false;
    auto *Part = dyn_cast<OverflowingBinaryOperator>(V);
    if (Part && Part->hasNoSignedWrap())
      return true;
    auto *I = dyn_cast<Instruction>(V);
    return I && (Part || isa<CastInst, GetElementPtrInst>(I)) &&
           any_of(I->operands(), [&](Value *Operand) { return isSigned(Operand, Depth + 1); });
  }

  /// Writes signed numbers of 32 bits as if they did not wrap around; says which.
  const SCEV *widen(const SCEV *S, SmallVectorImpl<const SCEV *> &Narrow) {
    struct Rewriter : SCEVRewriteVisitor<Rewriter> {
      Paths &Own;
      SmallVectorImpl<const SCEV *> &Narrow;
      Rewriter(Paths &Own, SmallVectorImpl<const SCEV *> &Narrow) : SCEVRewriteVisitor(Own.SE), Own(Own), Narrow(Narrow) {}

      const SCEV *visitSignExtendExpr(const SCEVSignExtendExpr *S) {
        if (SE.getTypeSizeInBits(S->getOperand()->getType()) != 32 || Own.Products.of(S))
          return S;
        const SCEV *Wide = Widener(SE, S->getType(), false).widened(S->getOperand());
        if (!Wide)
          return S;
        Narrow.push_back(Wide);
        return Wide;
      }
    };
    return Rewriter(*this, Narrow).visit(S);
  }

public:
  Paths(ScalarEvolution &SE, const DataLayout &DL) : SE(SE), Products(SE), Accessed(SE, DL) {}

  /// The address, and the numbers in it that must fit into 32 bits for that; none if something is no sum of products.
  SmallVector<Sum> of(Value *Address) {
    SmallVector<const SCEV *> Narrow;
    const SCEV *Whole = Accessed.of(Address);
    if (isSigned(Address))
      Whole = widen(Whole, Narrow);
    SmallVector<Sum> All;
    auto Add = [&](const SCEV *S, bool IsAddress) {
      auto One = sum(S, IsAddress);
      if (One)
        All.push_back(std::move(*One));
      return One.has_value();
    };
    if (!Add(Whole, true) || !all_of(Narrow, [&](const SCEV *S) { return Add(S, false); }))
      All.clear();
    return All;
  }
};
} // namespace

void ez_paths(LLVMValueRef function, const LLVMValueRef *addresses, uint32_t n, LLVMValueRef *bases,
              void (*term)(void *, uint32_t, uint32_t, LLVMBasicBlockRef, int64_t, const EzFactor *, uint32_t), void *context) {
  LoopAnalyses A(*unwrap<Function>(function));
  Paths All(A.SE, unwrap<Function>(function)->getDataLayout());
  for (uint32_t K = 0; K < n; ++K) {
    auto Sums = All.of(unwrap(addresses[K]));
    bases[K] = Sums.empty() ? nullptr : wrap(Sums.front().Base);
    for (auto [Which, Own] : enumerate(Sums))
      for (const Part &P : Own.Parts)
        for (const Term &T : P.Terms)
          term(context, K, uint32_t(Which), P.Header, T.Coefficient, T.Factors.data(), T.Factors.size());
  }
}
