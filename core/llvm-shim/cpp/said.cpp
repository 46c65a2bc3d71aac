//===- said.cpp - Functions and lists of which the program says something ---===//
//
// Owns: keeping them as the program wrote them while the compiler optimises.
// Must not: read what is said of them, or know functions by their names.
//
//===----------------------------------------------------------------------===//

#include "shim.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

/// The operations of a name, an intrinsic's or an instruction's, on numbers of the type that a function takes first.
static SmallVector<Instruction *> operationsOf(StringRef Name, Function &F) {
  SmallVector<Instruction *> Found;
  for (Function &In : *F.getParent())
    for (Instruction &I : instructions(In)) {
      auto *Call = dyn_cast<IntrinsicInst>(&I);
      StringRef Is = Call ? Intrinsic::getBaseName(Call->getIntrinsicID()) : I.getOpcodeName();
      if (Is == Name && I.getOperand(0)->getType() == F.getArg(0)->getType())
        Found.push_back(&I);
    }
  return Found;
}

/// The call of a function in the place of what the compiler has made of it. What it returns by way of pointers is a structure there: of its own result, if it has
/// one, and of what these lead to (`modf`, `sincos`). None if it is called in another way.
static Value *calledAgain(IRBuilder<> &Builder, Function &F, Instruction &Made) {
  auto *Intrinsic = dyn_cast<CallBase>(&Made);
  SmallVector<Value *> Given(Intrinsic ? Intrinsic->args() : Made.operands());
  auto *All = dyn_cast<StructType>(Made.getType());
  unsigned First = F.getReturnType()->isVoidTy() ? 0 : 1;
  ArrayRef<Type *> ByPointer = All ? All->elements().drop_front(First) : ArrayRef<Type *>();
  SmallVector<Type *> Types(map_range(Given, [](Value *V) { return V->getType(); }));
  Types.append(ByPointer.size(), Builder.getPtrTy());
  Type *Returned = !All ? Made.getType() : First ? All->getElementType(0) : Builder.getVoidTy();
  if (F.getFunctionType() != FunctionType::get(Returned, Types, false))
    return nullptr;
  SmallVector<Value *> Places;
  BasicBlock::iterator Entry = Made.getFunction()->getEntryBlock().getFirstInsertionPt();
  for (Type *Part : ByPointer)
    Places.push_back(new AllocaInst(Part, 0, "", Entry));
  Given.append(Places);
  CallInst *Call = Builder.CreateCall(&F, Given);
  if (isa<FPMathOperator>(Call))
    Call->copyFastMathFlags(&Made);
  if (!All)
    return Call;
  Value *Result = PoisonValue::get(All);
  if (First)
    Result = Builder.CreateInsertValue(Result, Call, 0);
  for (auto [At, Place] : enumerate(Places)) {
    Value *Part = Builder.CreateLoad(All->getElementType(First + At), Place);
    Result = Builder.CreateInsertValue(Result, Part, First + At);
  }
  return Result;
}

extern "C" {

int32_t ez_forget_library(LLVMValueRef function, const char *made) {
  auto *F = unwrap<Function>(function);
  // Once only: later, the compiler makes such operations of comparisons as well.
  if (!F->isDeclaration() || F->isIntrinsic() || F->hasFnAttribute(Attribute::NoBuiltin) || F->arg_empty() ||
      !F->getArg(0)->getType()->isFloatingPointTy())
    return 0;
  F->addFnAttr(Attribute::NoBuiltin);
  for (Instruction *I : operationsOf(made, *F)) {
    IRBuilder<> Builder(I);
    if (Value *Call = calledAgain(Builder, *F, *I)) {
      I->replaceAllUsesWith(Call);
      I->eraseFromParent();
    }
  }
  return 1;
}

void ez_leave_list_to_code(LLVMValueRef list) { unwrap<GlobalVariable>(list)->setExternallyInitialized(true); }

/// Says of a function that it is kept out of line for us, and whether the program wants it inlined always.
static constexpr StringLiteral Kept = "enzyme_rs_kept", Always = "always";

void ez_keep_out_of_line(LLVMValueRef function) {
  auto *F = unwrap<Function>(function);
  if (F->hasFnAttribute(Attribute::NoInline))
    return;
  F->addFnAttr(Kept, F->hasFnAttribute(Attribute::AlwaysInline) ? Always : "");
  F->removeFnAttr(Attribute::AlwaysInline);
  F->addFnAttr(Attribute::NoInline);
}

void ez_let_in_line(LLVMValueRef function) {
  auto *F = unwrap<Function>(function);
  Attribute Was = F->getFnAttribute(Kept);
  if (!Was.isValid())
    return;
  F->removeFnAttr(Kept);
  F->removeFnAttr(Attribute::NoInline);
  if (Was.getValueAsString() == Always)
    F->addFnAttr(Attribute::AlwaysInline);
}

/// What the declaration is called that calls go to in a function's place; what says of the function that nothing but that keeps it in the module.
static constexpr StringLiteral StandIn = ".enzyme_rs_called", Held = "enzyme_rs_held";

void ez_hold(LLVMValueRef function) {
  auto *F = unwrap<Function>(function);
  SmallVector<GlobalValue *> Used;
  Module &M = *F->getParent();
  collectUsedGlobalVariables(M, Used, /*CompilerUsed=*/false);
  collectUsedGlobalVariables(M, Used, /*CompilerUsed=*/true);
  if (is_contained(Used, F))
    return;
  appendToCompilerUsed(M, {F});
  F->addFnAttr(Held);
}

/// Undoes `ez_hold`.
static void letGo(Function *F) {
  if (!F->hasFnAttribute(Held))
    return;
  F->removeFnAttr(Held);
  removeFromUsedLists(*F->getParent(), [&](Constant *C) { return C == F; });
}

/// Whether a use of a function may be one of a declaration in its place: what is a pointer to it now may be called when the compiler knows more. Lists of what must
/// stay name the function itself, an alias is one of a definition, and so is what leads to its blocks.
static bool goesElsewhere(Use &U) {
  auto *C = dyn_cast<Constant>(U.getUser());
  if (!C)
    return true;
  auto isList = [](User *Of) {
    auto *List = dyn_cast<GlobalVariable>(Of);
    return List && (List->getName() == "llvm.used" || List->getName() == "llvm.compiler.used");
  };
  bool NamesItself = isa<GlobalAlias, GlobalIFunc, BlockAddress, DSOLocalEquivalent, NoCFIValue, Function>(C);
  return !NamesItself && none_of(C->users(), isList);
}

void ez_call_stand_in(LLVMValueRef function) {
  auto *F = unwrap<Function>(function);
  Module &M = *F->getParent();
  SmallVector<GlobalValue *> Names = {F};
  for (GlobalAlias &Alias : M.aliases())
    if (!Alias.isInterposable() && Alias.getAliasee()->stripPointerCasts() == F)
      Names.push_back(&Alias);
  if (none_of(Names, [](GlobalValue *Name) { return any_of(Name->uses(), goesElsewhere); }))
    return;
  auto *Declared = Function::Create(F->getFunctionType(), GlobalValue::ExternalLinkage, F->getAddressSpace(), F->getName() + StandIn,
                                    F->getParent());
  Declared->setAttributes(F->getAttributes());
  Declared->setCallingConv(F->getCallingConv());
  for (GlobalValue *Name : Names)
    Name->replaceUsesWithIf(Declared, goesElsewhere);
  ez_hold(function);
}

int32_t ez_call_themselves(LLVMModuleRef module) {
  Module &M = *unwrap(module);
  SmallVector<Function *> StandIns;
  for (Function &F : M)
    if (F.isDeclaration() && F.getName().ends_with(StandIn))
      StandIns.push_back(&F);
  for (Function *Declared : StandIns) {
    Function *F = M.getFunction(Declared->getName().drop_back(StandIn.size()));
    SmallSetVector<Function *, 8> Callers;
    for (User *U : Declared->users())
      if (auto *Invoke = dyn_cast<InvokeInst>(U); Invoke && F->doesNotThrow())
        Callers.insert(Invoke->getFunction());
    // What was found out of the body meanwhile need not hold of a rule: what that reads must not be taken for memory that nobody does.
    bool ThrowsNothing = F->doesNotThrow();
    letGo(F);
    F->setAttributes(Declared->getAttributes());
    if (ThrowsNothing)
      F->setDoesNotThrow();
    Declared->replaceAllUsesWith(F);
    Declared->eraseFromParent();
    // Or users of a call would take its argument for the result.
    for (Argument &A : F->args())
      A.removeAttr(Attribute::Returned);
    // Of the declaration, nobody knew that it throws nothing.
    for (Function *Caller : Callers) {
      for (BasicBlock &Block : *Caller)
        if (auto *Invoke = dyn_cast<InvokeInst>(Block.getTerminator()); Invoke && Invoke->getCalledFunction() == F)
          removeUnwindEdge(&Block);
      EliminateUnreachableBlocks(*Caller);
    }
  }
  bool Changed = !StandIns.empty();
  for (Function &F : M) {
    Changed |= F.hasFnAttribute(Held);
    letGo(&F);
  }
  return Changed;
}

void ez_erase_listed(LLVMValueRef global) {
  auto *Global = unwrap<GlobalVariable>(global);
  removeFromUsedLists(*Global->getParent(), [&](Constant *C) { return C == Global; });
  Global->removeDeadConstantUsers();
  // What the program uses besides is its own.
  if (Global->use_empty())
    Global->eraseFromParent();
}

void ez_keep_local(LLVMValueRef global) {
  auto *Global = unwrap<GlobalVariable>(global);
  Global->setComdat(nullptr);
  Global->setLinkage(GlobalValue::InternalLinkage);
  appendToCompilerUsed(*Global->getParent(), {Global});
}

} // extern "C"
