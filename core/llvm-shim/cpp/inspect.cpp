//===- inspect.cpp - What a nest of loops accesses, before it runs --------===//
//
// Where the indices are the program's own, nobody knows what part of an array a nest of loops reads until it has run. Here a copy of the nest is
// put in front of it that computes addresses alone: the lowest and the highest are known then, and how many there are.
//
// Where the caller knows what decides the answers, each thread remembers the last ones of a nest, and does without the copy as long as nothing of that has changed.
//
// Owns: that copy, and what threads remember.
// Must not: choose nests. Whoever does knows that the addresses, and the branches that lead to them, depend on nothing that the nest writes or calls, and that
// loops are left where their counts say.
//
//===----------------------------------------------------------------------===//

#include "shim.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <array>
#include <deque>
#include <optional>

using namespace llvm;

namespace {
/// Branches that do not lead to an access go some way, and loops without one are left at once.
class Copy {
  Loop &Nest;
  SmallPtrSet<const Instruction *, 8> Asked;
  ValueToValueMapTy Map;
  SmallVector<BasicBlock *> Blocks;

  BasicBlock *copied(BasicBlock *B) const { return cast<BasicBlock>(Map.lookup(B)); }

  /// Where control goes on behind a block if that is not asked.
  static BasicBlock *way(BasicBlock *B, const LoopInfo &LI) {
    const Loop *Inner = LI.getLoopFor(B);
    for (BasicBlock *Next : successors(B))
      if (!Inner->contains(Next))
        return Next;
    return *succ_begin(B);
  }

  void straighten(BasicBlock *B, BasicBlock *Behind, const LoopInfo &LI) {
    const Instruction *End = B->getTerminator();
    if (End->getNumSuccessors() < 2 || Asked.contains(End))
      return;
    BasicBlock *Way = way(B, LI);
    BasicBlock *From = copied(B), *To = Nest.contains(Way) ? copied(Way) : Behind;
    Instruction *Old = From->getTerminator();
    bool Kept = false;
    for (BasicBlock *Next : successors(From)) {
      if (Next != To || Kept)
        Next->removePredecessor(From, true);
      Kept |= Next == To;
    }
    BranchInst::Create(To, From);
    Old->eraseFromParent();
  }

  /// What accesses and asked branches depend on. Nothing else may stay: what a branch guards in the nest would run without its guard, and LLVM would
  /// conclude from it what does not hold.
  SmallPtrSet<Instruction *, 32> needed(ArrayRef<Instruction *> Accesses) const {
    SmallPtrSet<Instruction *, 32> Known;
    SmallVector<Value *> Work;
    for (Instruction *Access : Accesses)
      Work.push_back(getLoadStorePointerOperand(Access));
    for (const Instruction *Branch : Asked)
      for (Value *Operand : cast<Instruction>(Map.lookup(Branch))->operands())
        Work.push_back(Operand);
    SmallPtrSet<BasicBlock *, 32> Copies(Blocks.begin(), Blocks.end());
    while (!Work.empty()) {
      auto *I = dyn_cast<Instruction>(Work.pop_back_val());
      if (I && Copies.contains(I->getParent()) && Known.insert(I).second)
        Work.append(I->op_begin(), I->op_end());
    }
    return Known;
  }

  /// The accesses themselves stay as well: an index may be one. They are made under the conditions under which the nest makes them.
  void strip(ArrayRef<Instruction *> Accesses) {
    SmallPtrSet<Instruction *, 32> Kept = needed(Accesses);
    Kept.insert(Accesses.begin(), Accesses.end());
    for (BasicBlock *B : Blocks)
      for (Instruction &I : make_early_inc_range(*B)) {
        I.dropDbgRecords();
        if (I.isTerminator() || Kept.contains(&I))
          continue;
        I.replaceAllUsesWith(PoisonValue::get(I.getType()));
        I.eraseFromParent();
      }
  }

public:
  Copy(Loop &Nest, ArrayRef<LLVMValueRef> Branches) : Nest(Nest) {
    for (LLVMValueRef Branch : Branches)
      Asked.insert(unwrap<Instruction>(Branch));
  }

  Instruction *of(Instruction *I) const { return cast<Instruction>(Map.lookup(I)); }

  BasicBlock *entry(BasicBlock *Preheader) const { return copied(Preheader); }

  /// Makes it between the two blocks in front of the nest.
  void make(BasicBlock *Before, BasicBlock *Behind, ArrayRef<Instruction *> Accesses, LoopInfo &LI, DominatorTree &DT) {
    SmallVector<BasicBlock *> Old(Nest.blocks());
    cloneLoopWithPreheader(Behind, Before, &Nest, Map, ".inspected", &LI, &DT, Blocks);
    remapInstructionsInBlocks(Blocks, Map);
    SmallVector<Instruction *> Copied;
    for (Instruction *Access : Accesses)
      Copied.push_back(of(Access));
    strip(Copied);
    SmallPtrSet<BasicBlock *, 32> Copies(Blocks.begin(), Blocks.end());
    for (BasicBlock *B : Blocks)
      for (Use &Next : B->getTerminator()->operands())
        if (auto *Exit = dyn_cast<BasicBlock>(Next.get()); Exit && !Copies.contains(Exit))
          Next.set(Behind);
    Before->getTerminator()->replaceSuccessorWith(Behind, copied(Behind));
    for (BasicBlock *B : Old)
      straighten(B, Behind, LI);
  }
};

/// How far an address is from its base: an integer times something, and a constant.
struct Distance {
  Value *Index;
  int64_t Times, Constant;
  uint64_t Bytes;

  bool movesLike(const Distance &Other) const {
    return Index->getType() == Other.Index->getType() && Times == Other.Times && Constant == Other.Constant && Bytes == Other.Bytes;
  }

  /// The index as the program has it, if it is one that is not too large; it may be narrow then, as vectors like it.
  static std::optional<Distance> ofIndex(Value *At, const Value *Base, const DataLayout &DL) {
    SmallMapVector<Value *, APInt, 4> Indices;
    APInt Constant(64, 0);
    bool Wraps = false;
    while (At != Base) {
      auto *Step = dyn_cast<GEPOperator>(At);
      if (!Step || !Step->collectOffset(DL, 64, Indices, Constant))
        return std::nullopt;
      Wraps |= !Step->hasNoUnsignedSignedWrap();
      At = Step->getPointerOperand();
    }
    if (Indices.size() != 1 || !Indices.front().second.isStrictlyPositive())
      return std::nullopt;
    auto [Index, Times] = Indices.front();
    if (auto *Cast = dyn_cast<CastInst>(Index); isa_and_nonnull<SExtInst>(Cast) || (isa_and_nonnull<ZExtInst>(Cast) && Cast->hasNonNeg()))
      Index = Cast->getOperand(0);
    if (Index->getType()->getIntegerBitWidth() > 32 && Wraps)
      return std::nullopt;
    return Distance{Index, Times.getSExtValue(), Constant.getSExtValue(), 0};
  }

  static Distance of(IRBuilder<> &B, Instruction *Access, Value *Base, const DataLayout &DL) {
    Value *At = getLoadStorePointerOperand(Access);
    auto Found = ofIndex(At, Base, DL);
    if (!Found) {
      Type *Int = B.getInt64Ty();
      Found = {B.CreateSub(B.CreatePtrToInt(At, Int), B.CreatePtrToInt(Base, Int)), 1, 0, 0};
    }
    Found->Bytes = DL.getTypeStoreSize(getLoadStoreType(Access));
    return *Found;
  }
};

/// The least and the greatest index of addresses that move alike.
struct Range {
  Distance Of;
  AllocaInst *Low, *High;

  /// Before an index is known, the least one is above the greatest.
  Range(const Distance &Of, IRBuilder<> &Slots, IRBuilder<> &First) : Of(Of) {
    Type *Int = Of.Index->getType();
    unsigned Bits = Int->getIntegerBitWidth();
    auto variable = [&](const char *Name, const APInt &Value) {
      AllocaInst *Slot = Slots.CreateAlloca(Int, nullptr, Name);
      First.CreateStore(ConstantInt::get(Int, Value), Slot);
      return Slot;
    };
    Low = variable("low", APInt::getSignedMaxValue(Bits));
    High = variable("high", APInt::getSignedMinValue(Bits));
  }

  void widen(IRBuilder<> &B, Value *Index) const {
    auto lead = [&](AllocaInst *Slot, Intrinsic::ID Least) {
      B.CreateStore(B.CreateBinaryIntrinsic(Least, B.CreateLoad(Index->getType(), Slot), Index), Slot);
    };
    lead(Low, Intrinsic::smin);
    lead(High, Intrinsic::smax);
  }

  /// The distances in bytes of the first byte and of the end; if there is none, the end is before all others, and the first byte behind.
  std::pair<Value *, Value *> ends(IRBuilder<> &B) const {
    Value *First = B.CreateLoad(Low->getAllocatedType(), Low), *Last = B.CreateLoad(High->getAllocatedType(), High);
    Value *IsNone = B.CreateICmpSGT(First, Last);
    auto distance = [&](Value *Index, uint64_t More, int64_t None) {
      Value *Bytes = B.CreateMul(B.CreateSExt(Index, B.getInt64Ty()), B.getInt64(Of.Times));
      return B.CreateSelect(IsNone, B.getInt64(None), B.CreateAdd(Bytes, B.getInt64(Of.Constant + More)));
    };
    return {distance(First, 0, INT64_MAX), distance(Last, Of.Bytes, INT64_MIN)};
  }
};

/// What is found out of a group of accesses.
class Found {
  IRBuilder<> Slots, First;
  SmallVector<Range> Ranges;
  AllocaInst *Count;

public:
  Found(Function &F, BasicBlock *Begin) : Slots(&F.getEntryBlock(), F.getEntryBlock().begin()), First(Begin->getTerminator()) {
    Count = Slots.CreateAlloca(Slots.getInt64Ty(), nullptr, "count");
    First.CreateStore(First.getInt64(0), Count);
  }

  void widen(Instruction *Access, Value *Base, const DataLayout &DL) {
    IRBuilder<> B(Access);
    Distance Of = Distance::of(B, Access, Base, DL);
    auto *Known = find_if(Ranges, [&](const Range &One) { return One.Of.movesLike(Of); });
    if (Known == Ranges.end())
      Known = &Ranges.emplace_back(Of, Slots, First);
    Known->widen(B, Of.Index);
    B.CreateStore(B.CreateAdd(B.CreateLoad(B.getInt64Ty(), Count), B.getInt64(1)), Count);
  }

  /// The least distance, the end of the greatest, and how often something is accessed.
  std::array<Value *, 3> known(IRBuilder<> &B) const {
    Value *Low = nullptr, *End = nullptr;
    for (const Range &One : Ranges) {
      auto [From, To] = One.ends(B);
      Low = Low ? B.CreateBinaryIntrinsic(Intrinsic::smin, Low, From) : From;
      End = End ? B.CreateBinaryIntrinsic(Intrinsic::smax, End, To) : To;
    }
    return {Low, End, B.CreateLoad(B.getInt64Ty(), Count)};
  }
};
} // namespace

/// The answers that a thread has found last, and what has decided them.
class Remembered {
  SmallVector<Value *> Decides;
  StructType *Layout;
  GlobalVariable *Memory;
  Value *At = nullptr;

  Value *field(IRBuilder<> &B, unsigned Index) const { return B.CreateStructGEP(Layout, At, Index); }

  static StructType *layout(ArrayRef<Value *> Decides, size_t Answers, LLVMContext &C) {
    SmallVector<Type *> Fields;
    for (const Value *One : Decides)
      Fields.push_back(One->getType());
    Fields.append(Answers, Type::getInt64Ty(C));
    return StructType::get(C, Fields);
  }

public:
  Remembered(Function &F, ArrayRef<LLVMValueRef> Decide, size_t Answers) {
    for (LLVMValueRef One : Decide)
      Decides.push_back(unwrap(One));
    Layout = layout(Decides, Answers, F.getContext());
    Memory = new GlobalVariable(*F.getParent(), Layout, false, GlobalValue::InternalLinkage, Constant::getNullValue(Layout),
                                F.getName() + ".inspected", nullptr, GlobalValue::GeneralDynamicTLSModel);
  }

  /// Leaves out the copy that a block leads to if the answers are known.
  void ask(BasicBlock *Before, BasicBlock *Copy, BasicBlock *Known) {
    Instruction *Old = Before->getTerminator();
    IRBuilder<> B(Old);
    At = B.CreateThreadLocalAddress(Memory);
    Value *Same = B.getTrue();
    for (unsigned Index = 0; Index != Decides.size(); ++Index) {
      // What nobody looks at may be no value at all.
      Value *&Now = Decides[Index];
      Now = B.CreateFreeze(Now);
      Same = B.CreateAnd(Same, B.CreateICmpEQ(B.CreateLoad(Now->getType(), field(B, Index)), Now));
    }
    B.CreateCondBr(Same, Known, Copy);
    Old->eraseFromParent();
  }

  void keep(IRBuilder<> &B, ArrayRef<Value *> Answers) const {
    unsigned Index = 0;
    for (Value *One : Decides)
      B.CreateStore(One, field(B, Index++));
    for (Value *One : Answers)
      B.CreateStore(One, field(B, Index++));
  }

  void answers(IRBuilder<> &B, MutableArrayRef<Value *> Answers) const {
    unsigned Index = Decides.size();
    for (Value *&One : Answers)
      One = B.CreateLoad(B.getInt64Ty(), field(B, Index++));
  }
};

/// The loops of a function. What dominates what in the copies is not followed: nobody asks.
struct EzInspector {
  DominatorTree DT;
  LoopInfo LI;

  explicit EzInspector(Function &F) : DT(F), LI(DT) {}
};

EzInspector *ez_inspector_new(LLVMValueRef function) { return new EzInspector(*unwrap<Function>(function)); }

void ez_inspector_free(EzInspector *inspector) { delete inspector; }

void ez_inspect_nest(EzInspector *inspector, LLVMBasicBlockRef header, const LLVMValueRef *branches, size_t asked, const LLVMValueRef *accesses,
                     const LLVMValueRef *bases, const uint32_t *groups, size_t n, LLVMValueRef *found, size_t count, const LLVMValueRef *decide,
                     size_t deciding) {
  BasicBlock *Header = unwrap(header);
  Function &F = *Header->getParent();
  auto &[DT, LI] = *inspector;
  Loop *Nest = LI.getLoopFor(Header);
  BasicBlock *Before = Nest->getLoopPreheader();
  BasicBlock *Behind = SplitBlock(Before, Before->getTerminator(), &DT, &LI);
  Copy Made(*Nest, {branches, asked});
  SmallVector<Instruction *> Accesses;
  for (size_t At = 0; At != n; ++At)
    Accesses.push_back(unwrap<Instruction>(accesses[At]));
  Made.make(Before, Behind, Accesses, LI, DT);
  std::deque<Found> Groups;
  for (size_t At = 0; At != count; ++At)
    Groups.emplace_back(F, Made.entry(Behind));
  for (size_t At = 0; At != n; ++At)
    Groups[groups[At]].widen(Made.of(Accesses[At]), unwrap(bases[At]), F.getDataLayout());
  IRBuilder<> B(Behind->getTerminator());
  SmallVector<Value *> Answers;
  for (const Found &One : Groups)
    append_range(Answers, One.known(B));
  if (deciding) {
    Remembered Last(F, {decide, deciding}, Answers.size());
    BasicBlock *Known = SplitBlock(Behind, Behind->getTerminator(), &DT, &LI);
    Last.ask(Before, Made.entry(Behind), Known);
    B.SetInsertPoint(Behind->getTerminator());
    Last.keep(B, Answers);
    B.SetInsertPoint(Known->getTerminator());
    Last.answers(B, Answers);
  }
  for (Value *One : Answers)
    *found++ = wrap(One);
}
