//===- clone.cpp - Copying and reshaping function bodies -------------------===//
//
// Owns: primitive transforms of whole functions that LLVM-C does not offer.
// Must not: choose which function to copy or inline.
//
//===----------------------------------------------------------------------===//

#include "shim.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/CallPromotionUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

/// A vector of numbers or integers some of which are undefined. It is no vector of data for that reason alone.
static bool isPlainVector(const Constant *C) {
  auto *Vector = dyn_cast<ConstantVector>(C);
  return Vector && !Vector->getType()->getElementType()->isPointerTy() &&
         all_of(Vector->operands(), [](const Use &U) { return isa<ConstantData>(U.get()); });
}

/// Whether an attribute has code checked when it runs, by a sanitizer.
static bool isWatch(Attribute A) {
  return any_of(ArrayRef{Attribute::SanitizeAddress, Attribute::SanitizeHWAddress, Attribute::SanitizeMemory, Attribute::SanitizeMemTag,
                         Attribute::SanitizeThread, Attribute::SanitizeType, Attribute::SanitizeNumericalStability},
                [&](Attribute::AttrKind Kind) { return A.hasAttribute(Kind); });
}

/// Whether an attribute says how a function's frame is laid out, guarded and unwound.
static bool isOfFrame(Attribute A) {
  if (A.isStringAttribute())
    return is_contained({"frame-pointer", "probe-stack", "stack-probe-size", "stack-protector-buffer-size", "sign-return-address",
                         "sign-return-address-key", "branch-target-enforcement", "guarded-control-stack"},
                        A.getKindAsString());
  return any_of(ArrayRef{Attribute::StackProtect, Attribute::StackProtectReq, Attribute::StackProtectStrong, Attribute::SafeStack,
                         Attribute::ShadowCallStack, Attribute::SpeculativeLoadHardening, Attribute::NoRedZone, Attribute::UWTable},
                [&](Attribute::AttrKind Kind) { return A.hasAttribute(Kind); });
}

/// Whether an attribute says for which machine a function is, and what its instructions mean there.
static bool isMeaning(Attribute A) {
  if (!A.isStringAttribute())
    return A.hasAttribute(Attribute::NullPointerIsValid);
  StringRef Name = A.getKindAsString();
  return Name.starts_with("no-builtin") || is_contained({"target-cpu", "tune-cpu", "target-features", "denormal-fp-math",
                                                         "denormal-fp-math-f32", "min-legal-vector-width", "prefer-vector-width"},
                                                        Name);
}

/// Whether a machine that runs `Caller` has all that `Callee` wants of it.
static bool runsWhere(const Function &Caller, const Function &Callee) {
  SmallVector<StringRef> Wanted, Given;
  Callee.getFnAttribute("target-features").getValueAsString().split(Wanted, ',', -1, false);
  Caller.getFnAttribute("target-features").getValueAsString().split(Given, ',', -1, false);
  SmallSet<StringRef, 32> Has(llvm::from_range, Given);
  return AttributeFuncs::areInlineCompatible(Caller, Callee) && all_of(Wanted, [&](StringRef F) {
           return !F.starts_with("+") || Has.contains(F);
         });
}

/// Constants whose expressions instructions of `F` use directly.
static SmallVector<Constant *> expressionsUsedIn(Function &F) {
  SmallVector<Constant *> Found;
  for (Instruction &I : instructions(F))
    for (Use &U : I.operands())
      if (auto *C = dyn_cast<Constant>(U.get()))
        if (isa<ConstantExpr>(C) || (isa<ConstantAggregate>(C) && !isPlainVector(C)))
          Found.push_back(C);
  return Found;
}

/// Whether a use stands in one of the compiler's lists of what has to stay.
static bool inListOfUsed(const Use &U) {
  auto IsList = [](const User *Holder) {
    auto *G = dyn_cast<GlobalVariable>(Holder);
    return G && G->getName().starts_with("llvm.");
  };
  auto *List = dyn_cast<ConstantArray>(U.getUser());
  return List && !List->use_empty() && all_of(List->users(), IsList);
}

extern "C" {

uint8_t ez_resolve_aliases(LLVMModuleRef module) {
  bool Changed = false;
  for (GlobalAlias &Alias : unwrap(module)->aliases()) {
    // The alias of a weak definition is this definition, whatever takes the place of the weak name.
    const GlobalObject *Object = Alias.getAliaseeObject();
    if (Alias.isInterposable() || !Object || Object->isInterposable())
      continue;
    Constant *Meant = Alias.getAliasee();
    while (auto *Another = dyn_cast<GlobalAlias>(Meant))
      Meant = Another->getAliasee();
    Alias.replaceUsesWithIf(Meant, [&](Use &U) {
      bool Replace = !inListOfUsed(U) && !isa<GlobalAlias>(U.getUser());
      Changed |= Replace;
      return Replace;
    });
  }
  return Changed;
}

LLVMValueRef ez_clone_function(LLVMValueRef function, const char *name) {
  auto *F = unwrap<Function>(function);
  ValueToValueMapTy Map;
  Function *Copy = CloneFunction(F, Map);
  Copy->setName(name);
  Copy->setLinkage(GlobalValue::InternalLinkage);
  Copy->setVisibility(GlobalValue::DefaultVisibility);
  Copy->setComdat(nullptr);
  Copy->removeFnAttr(Attribute::OptimizeNone);
  Copy->removeFnAttr(Attribute::NoInline);
  return wrap(Copy);
}

EzStatus ez_clone_body(LLVMValueRef source, LLVMValueRef target, const LLVMValueRef *arguments,
                       uint32_t n_arguments) {
  auto *From = unwrap<Function>(source);
  auto *To = unwrap<Function>(target);
  if (From->arg_size() != n_arguments)
    return EzStatusFailed;
  ValueToValueMapTy Map;
  for (uint32_t i = 0; i != n_arguments; ++i)
    Map[From->getArg(i)] = unwrap(arguments[i]);
  SmallVector<ReturnInst *> Returns;
  AttributeList Kept = To->getAttributes();
  CallingConv::ID Convention = To->getCallingConv();
  CloneFunctionInto(To, From, Map, CloneFunctionChangeType::LocalChangesOnly, Returns);
  To->setAttributes(Kept);
  To->setCallingConv(Convention);
  return EzStatusOk;
}

void ez_copy_environment(LLVMValueRef to, LLVMValueRef from) {
  auto *To = unwrap<Function>(to);
  auto *From = unwrap<Function>(from);
  for (Attribute A : From->getAttributes().getFnAttrs())
    if (isWatch(A) || isOfFrame(A) || isMeaning(A))
      To->addFnAttr(A);
  // Threads of a GPU may meet in a derivative, be it to add up, where they do not in the function. LLVM takes it back of what has no such place.
  if (From->getParent()->getTargetTriple().isGPU())
    To->setConvergent();
}

EzStatus ez_inline_call(LLVMValueRef call, LLVMValueRef *calls, uint32_t capacity,
                        uint32_t *n_calls) {
  InlineFunctionInfo Info;
  *n_calls = 0;
  auto *Call = unwrap<CallBase>(call);
  if (const Function *Callee = Call->getCalledFunction())
    if (!runsWhere(*Call->getFunction(), *Callee))
      return EzStatusFailed;
  if (!InlineFunction(*Call, Info).isSuccess())
    return EzStatusFailed;
  for (CallBase *Call : Info.InlinedCallSites)
    if (*n_calls != capacity)
      calls[(*n_calls)++] = wrap(Call);
  return EzStatusOk;
}

LLVMValueRef ez_invoke_to_call(LLVMValueRef invoke) {
  if (auto *Invoke = dyn_cast<InvokeInst>(unwrap(invoke)))
    return wrap(changeToCall(Invoke));
  return invoke;
}

void ez_unwind_like(LLVMValueRef call, LLVMValueRef other) {
  auto *Call = dyn_cast<CallInst>(unwrap(call));
  auto *Other = dyn_cast<InvokeInst>(unwrap(other));
  if (!Call || !Other)
    return;
  BasicBlock *Head = Call->getParent();
  BasicBlock *Pad = Other->getUnwindDest();
  changeToInvokeAndSplitBasicBlock(Call, Pad);
  for (PHINode &Phi : Pad->phis())
    Phi.addIncoming(Phi.getIncomingValueForBlock(Other->getParent()), Head);
}

LLVMValueRef ez_own_landing(LLVMBasicBlockRef block) {
  auto *Invoke = dyn_cast<InvokeInst>(unwrap(block)->getTerminator());
  if (!Invoke || !Invoke->getUnwindDest()->isLandingPad())
    return nullptr;
  if (!Invoke->getUnwindDest()->getSinglePredecessor()) {
    SmallVector<BasicBlock *, 2> Made;
    SplitLandingPadPredecessors(Invoke->getUnwindDest(), {Invoke->getParent()}, ".left", ".others", Made);
  }
  return wrap(Invoke->getUnwindDest()->getLandingPadInst()->getNextNode());
}

int32_t ez_is_indirect_call(LLVMValueRef call) { return unwrap<CallBase>(call)->isIndirectCall(); }

void ez_call_as_declared(LLVMValueRef call) {
  auto *Call = unwrap<CallBase>(call);
  const Function &Callee = *Call->getCalledFunction();
  Call->setCallingConv(Callee.getCallingConv());
  Call->setAttributes(Callee.getAttributes());
}

void ez_call_leaves_memory_alone(LLVMValueRef call) {
  auto *Call = unwrap<CallBase>(call);
  Call->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  Call->setDoesNotThrow();
  Call->addFnAttr(Attribute::WillReturn);
}

void ez_place_calls(LLVMValueRef function) {
  auto *F = unwrap<Function>(function);
  DISubprogram *Program = F->getSubprogram();
  if (!Program)
    return;
  for (Instruction &I : instructions(*F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (Callee && Callee->getSubprogram() && !I.getDebugLoc())
      I.setDebugLoc(DILocation::get(F->getContext(), 0, 0, Program));
  }
}

EzStatus ez_promote_call(LLVMValueRef call, LLVMValueRef callee) {
  auto *Call = unwrap<CallBase>(call);
  auto *Callee = unwrap<Function>(callee);
  if (!isLegalToPromote(*Call, Callee))
    return EzStatusFailed;
  promoteCallWithIfThenElse(*Call, Callee);
  return EzStatusOk;
}

void ez_drop_body(LLVMValueRef function) { unwrap<Function>(function)->deleteBody(); }

void ez_end_at(LLVMValueRef instruction) { changeToUnreachable(unwrap<Instruction>(instruction)); }

void ez_expand_constant_expressions(LLVMValueRef function) {
  auto *F = unwrap<Function>(function);
  // An expression becomes an instruction whose operands may be expressions again.
  bool Changed = true;
  while (Changed) {
    auto Found = expressionsUsedIn(*F);
    Changed = convertUsersOfConstantsToInstructions(Found, F, /*RemoveDeadConstants=*/false,
                                                    /*IncludeSelf=*/true);
  }
}

LLVMBasicBlockRef ez_split_block(LLVMBasicBlockRef block, LLVMValueRef instruction,
                                 const char *name) {
  auto *New = SplitBlock(unwrap(block), unwrap<Instruction>(instruction));
  New->setName(name);
  return wrap(New);
}

} // extern "C"
