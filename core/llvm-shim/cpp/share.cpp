//===- share.cpp - Equal loop nests as one function --------------------------===//
//
// Owns: finding nests of a function that do the same with what they are given, and
// putting calls of one new function in their place.
// Must not: know where equal nests come from, or how large one must be.
//
//===----------------------------------------------------------------------===//

#include "locations.h"
#include "shim.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BasicAliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include <optional>

using namespace llvm;

/// Nests of one size and hash that differ all the same: more than so many are not told apart.
static constexpr size_t MostKinds = 8;

namespace {
/// A loop with all that is in it: one way in, one way out.
struct Nest {
  BasicBlock *Before, *Behind, *Exiting;
  SmallVector<BasicBlock *> Blocks; // the header first; equal nests have the same order
  SmallPtrSet<BasicBlock *, 8> Inside;
  SmallVector<Instruction *> Instructions;
  hash_code Hash = 0;

  bool holds(const Value *V) const {
    auto *I = dyn_cast<Instruction>(V);
    return I && Inside.contains(I->getParent());
  }
};
} // namespace

/// Whether an instruction does in another function what it does in this one.
static bool movable(const Instruction &I) {
  if (I.getType()->isTokenTy() || isa<AllocaInst>(I))
    return false;
  if (I.isTerminator())
    return isa<BranchInst>(I) || isa<SwitchInst>(I);
  auto *Call = dyn_cast<CallBase>(&I);
  return !Call || !Call->hasFnAttr(Attribute::ReturnsTwice);
}

static std::optional<Nest> nestOf(Loop *L, LoopInfo &LI) {
  Nest N{L->getLoopPreheader(), L->getExitBlock(), L->getExitingBlock()};
  if (!N.Before || !N.Behind || !N.Exiting || N.Behind->getSinglePredecessor() != N.Exiting)
    return std::nullopt;
  LoopBlocksRPO Order(L);
  Order.perform(&LI);
  for (BasicBlock *Block : Order) {
    if (Block->hasAddressTaken() || !all_of(*Block, movable))
      return std::nullopt;
    N.Blocks.push_back(Block);
    N.Inside.insert(Block);
    for (Instruction &I : *Block) {
      N.Instructions.push_back(&I);
      N.Hash = hash_combine(N.Hash, I.getOpcode(), I.getType());
    }
  }
  return N;
}

namespace {
/// Whether one nest does with its values what another does with those in their places.
class Match {
  const Nest &One, &Other;
  DenseMap<const Value *, Value *> Places;

public:
  Match(const Nest &One, const Nest &Other) : One(One), Other(Other) {}

  Value *operator()(const Value *V) const { return Places.lookup(V); }

  bool holds() {
    if (One.Blocks.size() != Other.Blocks.size() ||
        One.Instructions.size() != Other.Instructions.size())
      return false;
    Places[One.Before] = Other.Before;
    Places[One.Behind] = Other.Behind;
    for (auto [A, B] : zip(One.Blocks, Other.Blocks))
      Places[A] = B;
    for (auto [A, B] : zip(One.Instructions, Other.Instructions))
      Places[A] = B;
    return Places[One.Exiting] == Other.Exiting &&
           all_of(zip(One.Instructions, Other.Instructions), [&](auto Pair) {
             return instruction(*std::get<0>(Pair), *std::get<1>(Pair));
           });
  }

private:
  bool instruction(Instruction &A, Instruction &B) {
    if (Places.lookup(A.getParent()) != B.getParent() || !A.isSameOperationAs(&B) ||
        !A.hasSameSubclassOptionalData(&B) || facts(A) != facts(B))
      return false;
    if (auto *Phi = dyn_cast<PHINode>(&A))
      return phi(*Phi, *cast<PHINode>(&B));
    return all_of(zip(A.operands(), B.operands()),
                  [&](auto Pair) { return value(std::get<0>(Pair), std::get<1>(Pair)); });
  }

  bool phi(PHINode &A, PHINode &B) {
    return all_of(A.blocks(), [&](BasicBlock *From) {
      auto *Twin = cast_or_null<BasicBlock>(Places.lookup(From));
      int At = Twin ? B.getBasicBlockIndex(Twin) : -1;
      return At >= 0 && value(A.getIncomingValueForBlock(From), B.getIncomingValue(At));
    });
  }

  bool value(Value *A, Value *B) {
    bool Fixed = isa<Constant>(A) || isa<Constant>(B);
    if (Fixed || isa<MetadataAsValue>(A) || isa<InlineAsm>(A))
      return A == B;
    // What comes from outside of one must come from outside of the other.
    if (One.holds(A) != Other.holds(B))
      return false;
    return Places.try_emplace(A, B).first->second == B;
  }

  /// Metadata that says something of what an instruction does.
  static SmallVector<std::pair<unsigned, MDNode *>, 4> facts(const Instruction &I) {
    SmallVector<std::pair<unsigned, MDNode *>, 4> Facts;
    I.getAllMetadataOtherThanDebugLoc(Facts);
    erase_if(Facts, [](auto &Fact) { return Fact.first == LLVMContext::MD_loop; });
    return Facts;
  }
};

/// Where a nest stands: what it is given, and the values that are used behind it.
struct Site {
  Nest *Of;
  SmallVector<Value *> Inputs;
  SmallVector<Instruction *> Outputs;
};
} // namespace

/// Values from outside that a nest uses, in the order of their first uses.
static SmallVector<Value *> inputsOf(const Nest &N) {
  SmallSetVector<Value *, 16> Inputs;
  for (Instruction *I : N.Instructions)
    for (Value *V : I->operands())
      if (isa<Argument>(V) || (isa<Instruction>(V) && !N.holds(V)))
        Inputs.insert(V);
  return Inputs.takeVector();
}

static bool isUsedOutside(const Nest &N, const Instruction *I) {
  return any_of(I->users(), [&](const User *U) { return !N.holds(U); });
}

/// All equal nests with what is in the places of the first one's inputs; outputs of one are outputs of all.
static SmallVector<Site> sitesOf(ArrayRef<Nest *> Equal) {
  SmallVector<Match> Matches;
  SmallVector<Site> Sites;
  auto Inputs = inputsOf(*Equal[0]);
  for (Nest *N : Equal) {
    Match &M = Matches.emplace_back(*Equal[0], *N);
    M.holds();
    Site &S = Sites.emplace_back(Site{N});
    for (Value *V : Inputs)
      S.Inputs.push_back(M(V));
  }
  for (Instruction *I : Equal[0]->Instructions) {
    auto Used = [&](auto Pair) {
      return isUsedOutside(*std::get<0>(Pair), cast<Instruction>(std::get<1>(Pair)(I)));
    };
    if (any_of(zip(Equal, Matches), Used))
      for (auto [S, M] : zip(Sites, Matches))
        S.Outputs.push_back(cast<Instruction>(M(I)));
  }
  return Sites;
}

namespace {
/// Pairs of inputs that lead to different memory at every site.
class Apart {
  DenseSet<std::pair<unsigned, unsigned>> Pairs;

public:
  Apart(Function &F, ArrayRef<Site> Sites) {
    DominatorTree DT(F);
    AssumptionCache AC(F);
    TargetLibraryInfoImpl TLII(F.getParent()->getTargetTriple());
    TargetLibraryInfo TLI(TLII);
    BasicAAResult Basic(F.getDataLayout(), F, TLI, AC, &DT);
    AAResults AA(TLI);
    AA.addAAResult(Basic);
    auto Differ = [&](unsigned One, unsigned Other) {
      return all_of(Sites, [&](const Site &S) {
        return AA.isNoAlias(MemoryLocation::getBeforeOrAfter(S.Inputs[One]),
                            MemoryLocation::getBeforeOrAfter(S.Inputs[Other]));
      });
    };
    auto IsPointer = [&](unsigned At) { return Sites[0].Inputs[At]->getType()->isPointerTy(); };
    for (unsigned Other = 0; Other != Sites[0].Inputs.size(); ++Other)
      for (unsigned One = 0; One != Other; ++One)
        if (IsPointer(One) && IsPointer(Other) && Differ(One, Other))
          Pairs.insert({One, Other});
  }

  bool are(unsigned One, unsigned Other) const { return Pairs.contains(std::minmax(One, Other)); }
  bool none() const { return Pairs.empty(); }
};
} // namespace

/// The parameters that an access's address is made from; none if it is made from anything else, too.
static SmallVector<unsigned> basesOf(const Instruction &Access) {
  SmallVector<const Value *> Objects;
  if (const Value *Pointer = getLoadStorePointerOperand(&Access))
    getUnderlyingObjects(Pointer, Objects, nullptr, 0);
  SmallVector<unsigned> Bases;
  if (all_of(Objects, IsaPred<Argument>))
    for (const Value *Object : Objects)
      Bases.push_back(cast<Argument>(Object)->getArgNo());
  return Bases;
}

/// Says of a function's accesses which of them never meet, by a scope for each parameter.
static void stateApart(Function &New, const Apart &Apart) {
  if (Apart.none())
    return;
  LLVMContext &C = New.getContext();
  MDBuilder Build(C);
  MDNode *Domain = Build.createAnonymousAliasScopeDomain(New.getName());
  IRBuilder<> AtStart(&*New.getEntryBlock().getFirstInsertionPt());
  SmallVector<Metadata *> Scopes;
  for (unsigned At = 0; At != New.arg_size(); ++At) {
    MDNode *Scope = Build.createAnonymousAliasScope(Domain);
    Scopes.push_back(Scope);
    // True of one call: where it is inlined into a loop, of one iteration.
    if (New.getArg(At)->getType()->isPointerTy())
      AtStart.CreateNoAliasScopeDeclaration(MDNode::get(C, Scope));
  }
  for (Instruction &I : instructions(New)) {
    auto Bases = basesOf(I);
    if (Bases.empty())
      continue;
    SmallVector<Metadata *> Own, Others;
    for (unsigned Base : Bases)
      Own.push_back(Scopes[Base]);
    for (unsigned At = 0; At != Scopes.size(); ++At)
      if (all_of(Bases, [&](unsigned Base) { return Apart.are(Base, At); }))
        Others.push_back(Scopes[At]);
    auto Add = [&](unsigned Kind, ArrayRef<Metadata *> More) {
      if (!More.empty())
        I.setMetadata(Kind, MDNode::concatenate(I.getMetadata(Kind), MDNode::get(C, More)));
    };
    Add(LLVMContext::MD_alias_scope, Own);
    Add(LLVMContext::MD_noalias, Others);
  }
}

/// An empty function for the nest, compiled as `F` is.
static Function *declare(Function &F, const Site &S) {
  SmallVector<Type *> Params, Results;
  for (Value *V : S.Inputs)
    Params.push_back(V->getType());
  for (Instruction *I : S.Outputs)
    Results.push_back(I->getType());
  Type *Result = StructType::get(F.getContext(), Results);
  auto *Type = FunctionType::get(Result, Params, false);
  auto *New = Function::Create(Type, GlobalValue::InternalLinkage, F.getAddressSpace(),
                               F.getName() + ".nest", F.getParent());
  New->setCallingConv(CallingConv::Fast);
  AttrBuilder Attributes(F.getContext(), F.getAttributes().getFnAttrs());
  // What is promised of all of `F`'s accesses is said in terms of its own parameters.
  for (auto Kind : {Attribute::Memory, Attribute::AllocSize, Attribute::AllocKind})
    Attributes.removeAttribute(Kind);
  Attributes.removeAttribute(Attribute::AlwaysInline);
  New->addFnAttrs(Attributes);
  return New;
}

/// Variables of the source whose values an instruction was said to be.
static void forgetVariables(Instruction &I) {
  I.dropDbgRecords();
  SmallVector<DbgVariableRecord *> Records;
  findDbgUsers(&I, Records);
  for (DbgVariableRecord *Record : Records)
    Record->setKillLocation();
}

/// Moves the blocks of a nest into a new function.
static Function *outline(Function &F, const Site &S) {
  Function *New = declare(F, S);
  const Nest &N = *S.Of;
  for (Instruction *I : N.Instructions)
    forgetVariables(*I);
  auto *Entry = BasicBlock::Create(F.getContext(), "", New);
  for (BasicBlock *Block : N.Blocks)
    New->splice(New->end(), &F, Block->getIterator());
  auto *Exit = BasicBlock::Create(F.getContext(), "", New);
  IRBuilder<>(Entry).CreateBr(N.Blocks[0]);
  N.Blocks[0]->replacePhiUsesWith(N.Before, Entry);
  N.Exiting->getTerminator()->replaceSuccessorWith(N.Behind, Exit);
  for (auto [Param, V] : zip(New->args(), S.Inputs))
    V->replaceUsesWithIf(&Param, [&](Use &U) { return N.holds(U.getUser()); });
  IRBuilder<> Build(Exit);
  Value *Result = PoisonValue::get(New->getReturnType());
  for (auto [Index, I] : enumerate(S.Outputs))
    Result = Build.CreateInsertValue(Result, I, unsigned(Index));
  Build.CreateRet(Result);
  return New;
}

/// Calls the function where the nest stood. What other sites are given may be what this one gives.
static void call(Function &F, Function *New, const Site &S, MutableArrayRef<Site> Sites) {
  const Nest &N = *S.Of;
  Instruction *Jump = N.Before->getTerminator();
  IRBuilder<> Build(Jump);
  if (DISubprogram *Whole = F.getSubprogram(); Whole && !Jump->getDebugLoc())
    Build.SetCurrentDebugLocation(DILocation::get(F.getContext(), 0, 0, Whole));
  auto *Call = Build.CreateCall(New, S.Inputs);
  Call->setCallingConv(New->getCallingConv());
  for (auto [Index, I] : enumerate(S.Outputs)) {
    Value *Given = Build.CreateExtractValue(Call, unsigned(Index));
    auto Stays = [&](Use &U) {
      auto *User = cast<Instruction>(U.getUser());
      return !N.holds(User) && User->getFunction() != New;
    };
    I->replaceUsesWithIf(Given, Stays);
    for (Site &Other : Sites)
      std::replace(Other.Inputs.begin(), Other.Inputs.end(), static_cast<Value *>(I), Given);
  }
  Jump->replaceSuccessorWith(N.Blocks[0], N.Behind);
  N.Behind->replacePhiUsesWith(N.Exiting, N.Before);
}

static void erase(const Nest &N) {
  for (BasicBlock *Block : N.Blocks)
    Block->dropAllReferences();
  for (BasicBlock *Block : N.Blocks)
    Block->eraseFromParent();
}

/// Puts a function in the place of nests that are equal; their blocks are gone then.
static void share(Function &F, ArrayRef<Nest *> Equal) {
  SmallVector<Site> Sites = sitesOf(Equal);
  Apart Differ(F, Sites);
  Function *New = outline(F, Sites[0]);
  stateApart(*New, Differ);
  for (Site &S : Sites) {
    call(F, New, S, Sites);
    if (&S != &Sites[0])
      erase(*S.Of);
  }
  ez::locateWithin(*New, F.getSubprogram());
}

/// Nests of a function that are large enough, the larger ones first.
static SmallVector<Nest> nestsOf(Function &F, uint32_t Least) {
  DominatorTree DT(F);
  LoopInfo LI(DT);
  SmallVector<Nest> Nests;
  for (Loop *L : LI.getLoopsInPreorder())
    if (auto N = nestOf(L, LI); N && N->Instructions.size() >= Least)
      Nests.push_back(std::move(*N));
  stable_sort(Nests, [](const Nest &A, const Nest &B) {
    return A.Instructions.size() > B.Instructions.size();
  });
  return Nests;
}

/// Nests that are equal, where several are.
static SmallVector<SmallVector<Nest *>> kindsOf(ArrayRef<Nest *> Alike) {
  SmallVector<SmallVector<Nest *>> Kinds;
  for (Nest *N : Alike) {
    auto *Kind = find_if(Kinds, [&](auto &Kind) { return Match(*Kind[0], *N).holds(); });
    if (Kind != Kinds.end())
      Kind->push_back(N);
    else if (Kinds.size() < MostKinds)
      Kinds.push_back({N});
  }
  erase_if(Kinds, [](auto &Kind) { return Kind.size() == 1; });
  return Kinds;
}

extern "C" uint32_t ez_share_nests(LLVMValueRef function, uint32_t least) {
  auto &F = *unwrap<Function>(function);
  SmallVector<Nest> Nests = nestsOf(F, least);
  MapVector<std::pair<size_t, size_t>, SmallVector<Nest *>> Alike;
  for (Nest &N : Nests)
    Alike[{N.Instructions.size(), size_t(N.Hash)}].push_back(&N);
  SmallPtrSet<BasicBlock *, 32> Gone;
  uint32_t Shared = 0;
  for (auto &[_, Candidates] : Alike) {
    erase_if(Candidates, [&](Nest *N) { return Gone.contains(N->Blocks[0]); });
    for (auto &Equal : kindsOf(Candidates)) {
      for (Nest *N : Equal)
        Gone.insert_range(N->Blocks);
      share(F, Equal);
      Shared += Equal.size();
    }
  }
  return Shared;
}
