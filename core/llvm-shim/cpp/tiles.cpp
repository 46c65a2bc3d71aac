//===- tiles.cpp - An iteration as a function of what it reads -------------===//
//
// Owns: moving what one iteration of a counted loop computes into a function that is given all that it reads, and returns what the
// loop adds up.
// Must not: choose loops, or know whether an iteration's memory can be another one each time.
//
//===----------------------------------------------------------------------===//

#include "shim.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace {

class Tile {
  Function &F;
  DominatorTree &DT;
  LoopInfo &LI;
  Loop &L;
  PHINode *Counter;
  Value *Last;
  /// What the loop adds up.
  SmallVector<PHINode *> Sums;
  SmallVector<AllocaInst *> Variables;
  BasicBlock *Body = nullptr, *Tail = nullptr;
  /// What each iteration has for itself: what makes it, and what ends it.
  ArrayRef<LLVMValueRef> Made, Freed;
  /// What an iteration has for itself in the place of values from outside.
  MapVector<Value *, Value *> Own;

  Value *atEnd(PHINode *Sum) { return Sum->getIncomingValueForBlock(L.getLoopLatch()); }

  /// Finds the sums; whether nothing else goes from iteration to iteration.
  bool findSums() {
    for (PHINode &Phi : L.getHeader()->phis()) {
      if (&Phi == Counter)
        continue;
      auto *End = dyn_cast<Instruction>(atEnd(&Phi));
      if (!Phi.getType()->isFPOrFPVectorTy() || !End || End == &Phi || !L.contains(End))
        return false;
      Sums.push_back(&Phi);
    }
    return !Sums.empty();
  }

  /// Whether nothing but the sums and the counter leaves the loop.
  bool closed() {
    SmallPtrSet<Value *, 8> Known{Counter};
    for (PHINode *Sum : Sums)
      Known.insert(atEnd(Sum));
    for (BasicBlock *Block : L.blocks())
      for (Instruction &I : *Block)
        for (User *U : I.users())
          if (!L.contains(cast<Instruction>(U)) && !Known.contains(&I))
            return false;
    return true;
  }

  /// Lets an iteration begin a sum at zero, and adds what it comes to in the loop.
  void addBehind(PHINode *Sum, Value *Own, IRBuilder<> &B) {
    Sum->replaceUsesWithIf(Constant::getNullValue(Sum->getType()), [&](Use &U) {
      auto *User = cast<Instruction>(U.getUser());
      return L.contains(User) && User != Sum;
    });
    Value *Next = B.CreateFAdd(Sum, Own);
    Own->replaceUsesWithIf(Next, [&](Use &U) {
      return !L.contains(cast<Instruction>(U.getUser())) || U.getUser() == Sum;
    });
  }

  /// Puts the counter, the sums and the way back behind what an iteration computes.
  void apart() {
    BasicBlock *Header = L.getHeader();
    Body = SplitBlock(Header, Header->getFirstNonPHIIt(), &DT, &LI);
    BasicBlock *Latch = L.getLoopLatch();
    auto *Branch = cast<BranchInst>(Latch->getTerminator());
    Tail = SplitBlock(Latch, Branch->getIterator(), &DT, &LI);
    IRBuilder<> B(Branch);
    for (PHINode *Sum : Sums)
      addBehind(Sum, atEnd(Sum), B);
    Value *Next = B.CreateAdd(Counter, B.getInt64(1), "", true, true);
    Counter->setIncomingValueForBlock(Tail, Next);
    Value *Old = Branch->getCondition();
    bool BackFirst = Branch->getSuccessor(0) == Header;
    Branch->setCondition(BackFirst ? B.CreateICmpULT(Counter, Last)
                                   : B.CreateICmpUGE(Counter, Last));
    RecursivelyDeleteTriviallyDeadInstructions(Old);
  }

  /// The address recomputed from the iteration's own copy of the allocation.
  Value *own(Value *V) {
    if (auto *Known = Own.find(V); Known != Own.end())
      return Known->second;
    auto *GEP = dyn_cast<GetElementPtrInst>(V);
    if (!GEP || L.contains(GEP))
      return V;
    Value *Base = own(GEP->getPointerOperand());
    Instruction *Copy = GEP->clone();
    Copy->setOperand(0, Base);
    Copy->insertBefore(Body->getTerminator()->getIterator());
    return Own[V] = Copy;
  }

  /// Lets an iteration obtain memory of its own.
  void obtain(Instruction *Made, CallInst *Freed, BasicBlock *End) {
    Instruction *Copy = Made->clone();
    Copy->insertBefore(Body->getTerminator()->getIterator());
    Own[Made] = Copy;
    if (auto *Variable = dyn_cast<AllocaInst>(Copy)) {
      Variables.push_back(Variable);
      return;
    }
    auto *Free = cast<CallInst>(Freed->clone());
    Free->insertBefore(End->getTerminator()->getIterator());
    Free->replaceUsesOfWith(Made, Copy);
  }

  /// Gives an iteration its own memory and addresses.
  void separate() {
    // What is computed first stands in a block of its own.
    SplitBlock(Body, Body->begin(), &DT, &LI);
    BasicBlock *End = Tail->getSinglePredecessor();
    for (auto [By, Free] : zip(Made, Freed))
      obtain(unwrap<Instruction>(By), Free ? unwrap<CallInst>(Free) : nullptr, End);
    for (BasicBlock *Block : L.blocks())
      if (Block != L.getHeader() && Block != Tail && Block != Body)
        for (Instruction &I : *Block)
          for (Use &Operand : I.operands())
            Operand.set(own(Operand.get()));
  }

  /// The function that is given inputs and writes outputs through pointers becomes one that returns them.
  Function *returning(Function *Extracted, ArrayRef<Value *> Inputs, ArrayRef<Value *> Outputs) {
    LLVMContext &C = F.getContext();
    SmallVector<Type *> Given, Results;
    for (Value *In : Inputs)
      Given.push_back(In->getType());
    for (Value *Out : Outputs)
      Results.push_back(Out->getType());
    Type *Result = Results.size() == 1 ? Results[0] : StructType::get(C, Results);
    auto *Made = Function::Create(FunctionType::get(Result, Given, false),
                                  GlobalValue::InternalLinkage, F.getName() + ".tile", F.getParent());
    IRBuilder<> B(BasicBlock::Create(C, "entry", Made));
    SmallVector<Value *> Arguments;
    for (Argument &A : Made->args())
      Arguments.push_back(&A);
    SmallVector<Value *> Places;
    for (Type *Ty : Results)
      Places.push_back(B.CreateAlloca(Ty));
    append_range(Arguments, Places);
    CallInst *Call = B.CreateCall(Extracted, Arguments);
    Value *Returned = PoisonValue::get(Result);
    for (auto [I, Ty, Place] : enumerate(Results, Places)) {
      Value *Number = B.CreateLoad(Ty, Place);
      Returned = Results.size() == 1 ? Number : B.CreateInsertValue(Returned, Number, I);
    }
    B.CreateRet(Returned);
    // Places in the source are those of the function that they stand in.
    Made->setSubprogram(Extracted->getSubprogram());
    Extracted->setSubprogram(nullptr);
    InlineFunctionInfo Info;
    InlineFunction(*Call, Info);
    return Made;
  }

  /// Says of parameters that nothing else leads to what they lead to, where the function that the loop stood in knows that.
  void promise(Function *Made, ArrayRef<Value *> Inputs) {
    auto Unshared = [](Value *In) {
      auto *A = dyn_cast<Argument>(In);
      bool Local = isNoAliasCall(In) || isa<AllocaInst>(In);
      return A ? A->hasNoAliasAttr() : Local && !PointerMayBeCaptured(In, false);
    };
    auto Named = [&](Value *In) {
      return !In->getType()->isPointerTy() || isa<Argument>(In) || Unshared(In);
    };
    if (!all_of(Inputs, Named))
      return;
    for (auto [I, In] : enumerate(Inputs))
      if (In->getType()->isPointerTy() && Unshared(In))
        Made->addParamAttr(I, Attribute::NoAlias);
  }

public:
  Tile(Function &F, DominatorTree &DT, LoopInfo &LI, Loop &L, const EzTile &Of)
      : F(F), DT(DT), LI(LI), L(L), Counter(unwrap<PHINode>(Of.counter)), Last(unwrap(Of.last)),
        Made(Of.made, Of.n), Freed(Of.freed, Of.n) {}

  bool fits() {
    BasicBlock *Latch = L.getLoopLatch();
    auto *Branch = Latch ? dyn_cast<BranchInst>(Latch->getTerminator()) : nullptr;
    return L.getLoopPreheader() && Branch && Branch->isConditional() &&
           L.getExitingBlock() == Latch && findSums() && closed() &&
           CodeExtractor(L.getBlocks(), &DT).isEligible();
  }

  /// Leaves nothing of the loop in front of and behind what an iteration computes but the counter and the sums.
  void prepare() {
    apart();
    separate();
  }

  Function *outline() {
    SmallVector<BasicBlock *> Blocks(L.block_begin(), L.block_end());
    erase(Blocks, L.getHeader());
    erase(Blocks, Tail);
    // The extractor wants the entry first.
    std::iter_swap(Blocks.begin(), find(Blocks, Body));
    CodeExtractor Extractor(Blocks, nullptr, false, nullptr, nullptr, nullptr, false, true, nullptr,
                            "extracted");
    if (!Extractor.isEligible())
      return nullptr;
    SetVector<Value *> Inputs, Outputs;
    // Each time anew: extraction takes variables out of the function.
    CodeExtractorAnalysisCache Cache(*L.getHeader()->getParent());
    Function *Extracted = Extractor.extractCodeRegion(Cache, Inputs, Outputs);
    if (!Extracted || Outputs.empty() || !Extracted->getReturnType()->isVoidTy() ||
        Extracted->arg_size() != Inputs.size() + Outputs.size())
      return nullptr;
    auto *Old = cast<CallInst>(Extracted->user_back());
    SmallVector<Value *> Given(Old->arg_begin(), Old->arg_begin() + Inputs.size());
    SmallVector<Value *> Places(Old->arg_begin() + Inputs.size(), Old->arg_end());
    for (AllocaInst *Variable : Variables)
      Variable->moveBefore(Extracted->getEntryBlock().begin());
    Function *Tile = returning(Extracted, Given, Outputs.getArrayRef());
    IRBuilder<> B(Old->getNextNode());
    B.SetCurrentDebugLocation(Old->getDebugLoc());
    // The call is gone when it is asked whether anything has captured what it is given.
    Old->eraseFromParent();
    promise(Tile, Given);
    CallInst *Call = B.CreateCall(Tile, Given);
    for (auto [I, Place] : enumerate(Places))
      B.CreateStore(Places.size() == 1 ? Call : B.CreateExtractValue(Call, I), Place);
    Extracted->eraseFromParent();
    ez_copy_environment(wrap(Tile), wrap(&F));
    return Tile;
  }
};

} // namespace

extern "C" void ez_outline_tiles(LLVMValueRef function, EzTile *tiles, uint32_t n) {
  auto &F = *unwrap<Function>(function);
  DominatorTree DT(F);
  LoopInfo LI(DT);
  SmallVector<std::pair<Tile, EzTile *>, 0> Fitting;
  for (EzTile &Of : MutableArrayRef(tiles, n)) {
    Of.function = nullptr;
    Loop *L = LI.getLoopFor(unwrap(Of.header));
    if (!L || L->getHeader() != unwrap(Of.header))
      continue;
    Tile Made(F, DT, LI, *L, Of);
    if (Made.fits())
      Fitting.push_back({std::move(Made), &Of});
  }
  for (auto &[Made, Of] : Fitting)
    Made.prepare();
  for (auto &[Made, Of] : Fitting)
    Of->function = wrap(Made.outline());
  // The calls stand where the loops began. What has been looked at is gone then.
  for (auto &[Made, Of] : Fitting)
    if (Of->function)
      MergeBlockIntoPredecessor(cast<CallInst>(unwrap<Function>(Of->function)->user_back())->getParent());
}
