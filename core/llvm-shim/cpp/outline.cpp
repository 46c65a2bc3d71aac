//===- outline.cpp - The body of a loop as a function ----------------------===//
//
// Owns: moving one iteration of a counted loop into a function of its number.
// Must not: choose loops, or know what calls of the function are for.
//
//===----------------------------------------------------------------------===//

#include "shim.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

using Exits = SmallVector<std::pair<BasicBlock *, BasicBlock *>>;

/// What the loop hands on, from iteration to iteration and out of it, goes through memory; the counter does not.
static void demote(Loop &L, const PHINode *Counter) {
  SmallVector<BasicBlock *> Blocks;
  L.getUniqueExitBlocks(Blocks);
  Blocks.push_back(L.getHeader());
  SmallVector<PHINode *> Phis;
  for (BasicBlock *Block : Blocks)
    for (PHINode &Phi : Block->phis())
      if (&Phi != Counter)
        Phis.push_back(&Phi);
  for (PHINode *Phi : Phis)
    DemotePHIToStack(Phi);
}

/// Whether a variable begins anew in each iteration, as it says.
static bool isOfIteration(const Loop &L, const AllocaInst *Variable) {
  return any_of(Variable->users(), [&](const User *U) {
    auto *Marker = dyn_cast<LifetimeIntrinsic>(U);
    return Marker && Marker->getIntrinsicID() == Intrinsic::lifetime_start && L.contains(Marker);
  });
}

/// Places within variables of an iteration are computed in it, where LLVM has moved that in front of the loop: the extractor takes only those along that nobody
/// outside knows.
static void bringPlacesIn(Function &F, Loop &L) {
  SmallVector<Instruction *> Outside;
  for (BasicBlock &Block : F)
    if (!L.contains(&Block))
      for (Instruction &I : Block)
        if (isa<GetElementPtrInst, AddrSpaceCastInst>(I))
          Outside.push_back(&I);
  auto IsInside = [&](const User *U) { return L.contains(cast<Instruction>(U)); };
  // Those that are computed from others come first.
  for (Instruction *I : reverse(Outside)) {
    auto *Variable = dyn_cast<AllocaInst>(getUnderlyingObject(I));
    if (Variable && isOfIteration(L, Variable) && all_of(I->users(), IsInside))
      I->moveBefore(L.getHeader()->getFirstInsertionPt());
  }
}

/// Lets an iteration that leaves the loop end instead; `Way` is where it says how it left, by position among the exits.
static void leaveAtEnd(const Exits &Edges, BasicBlock *Tail, AllocaInst *Way,
                       SmallVectorImpl<BasicBlock *> &Blocks) {
  for (auto [Position, Edge] : enumerate(Edges)) {
    auto [From, To] = Edge;
    BasicBlock *Leave = BasicBlock::Create(From->getContext(), "leave", From->getParent(), Tail);
    IRBuilder<> B(Leave);
    B.CreateStore(B.getInt32(Position), Way);
    B.CreateBr(Tail);
    From->getTerminator()->replaceSuccessorWith(To, Leave);
    Blocks.push_back(Leave);
  }
}

/// Leaves nothing of the loop's control but the counter, in front of and behind what an iteration does; gives the blocks between.
static SmallVector<BasicBlock *> bare(Loop &L, PHINode *Counter, AllocaInst *Way,
                                      const Exits &Edges, DominatorTree &DT, LoopInfo &LI) {
  BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch();
  BasicBlock *Tail = BasicBlock::Create(Header->getContext(), "tail", Header->getParent());
  Latch->getTerminator()->replaceSuccessorWith(Header, Tail);
  BasicBlock *Body = SplitBlock(Header, Header->getFirstNonPHIIt(), &DT, &LI);
  // The number is a parameter of the function even if an iteration does not ask for it.
  IRBuilder<>(Body, Body->begin()).CreateFreeze(Counter);
  IRBuilder<> B(Tail);
  Value *Next = B.CreateAdd(Counter, B.getInt64(1));
  B.CreateBr(Header);
  Counter->removeIncomingValue(Latch, false);
  Counter->addIncoming(Next, Tail);
  SmallVector<BasicBlock *> Between(L.block_begin(), L.block_end());
  erase(Between, Header);
  // The extractor wants the entry first.
  std::iter_swap(Between.begin(), find(Between, Body));
  Exits Moved = Edges;
  for (auto &[From, To] : Moved)
    if (From == Header)
      From = Body;
  leaveAtEnd(Moved, Tail, Way, Between);
  return Between;
}

/// Goes on, behind the loop, where it was left.
static Instruction *goOn(BasicBlock *Before, AllocaInst *Way, const Exits &Edges) {
  Instruction *Old = Before->getTerminator();
  IRBuilder<> B(Old);
  BasicBlock *Next = BasicBlock::Create(Before->getContext(), "went", Before->getParent());
  Instruction *End = B.CreateBr(Next);
  Old->eraseFromParent();
  B.SetInsertPoint(Next);
  SwitchInst *Choice = B.CreateSwitch(B.CreateLoad(B.getInt32Ty(), Way), Edges[0].second);
  for (unsigned I = 1; I != Edges.size(); ++I)
    Choice->addCase(B.getInt32(I), Edges[I].second);
  return End;
}

extern "C" EzStatus ez_outline_iterations(LLVMValueRef function, LLVMBasicBlockRef header,
                                          LLVMValueRef counter, LLVMValueRef *body,
                                          LLVMValueRef *context, LLVMValueRef *end) {
  auto &F = *unwrap<Function>(function);
  DominatorTree DT(F);
  LoopInfo LI(DT);
  Loop *L = LI.getLoopFor(unwrap(header));
  auto *Counter = unwrap<PHINode>(counter);
  if (!L || L->getHeader() != unwrap(header) || !L->getLoopPreheader() || !L->getLoopLatch())
    return EzStatusFailed;
  Exits Edges;
  L->getExitEdges(Edges);
  if (Edges.empty())
    return EzStatusFailed;
  BasicBlock *Before = L->getLoopPreheader();
  bringPlacesIn(F, *L);
  demote(*L, Counter);
  IRBuilder<> Entry(&F.getEntryBlock(), F.getEntryBlock().begin());
  AllocaInst *Way = Entry.CreateAlloca(Entry.getInt32Ty());
  SmallVector<BasicBlock *> Blocks = bare(*L, Counter, Way, Edges, DT, LI);
  DT.recalculate(F);
  CodeExtractorAnalysisCache Cache(F);
  CodeExtractor Extractor(Blocks, &DT, true, nullptr, nullptr, nullptr, false, true, nullptr,
                          "step");
  if (!Extractor.isEligible())
    return EzStatusFailed;
  Extractor.excludeArgFromAggregate(Counter);
  SetVector<Value *> Inputs, Outputs;
  Function *Body = Extractor.extractCodeRegion(Cache, Inputs, Outputs);
  if (!Body || !Outputs.empty() || Body->arg_size() != 2)
    return EzStatusFailed;
  auto *Call = cast<CallInst>(Body->user_back());
  // What the function is given is the same in all iterations.
  Instruction *End = Before->getTerminator();
  for (Instruction &I : make_early_inc_range(*Call->getParent())) {
    if (&I == Call)
      break;
    I.moveBefore(End->getIterator());
  }
  *body = wrap(Body);
  *context = wrap(Call->getArgOperand(1));
  *end = wrap(goOn(Before, Way, Edges));
  EliminateUnreachableBlocks(F);
  return EzStatusOk;
}
