//===- hosted.cpp - Device code that is to run on the host -----------------===//
//
// Owns: what a module says of the machine that it was made for, and that LLVM knows the one it runs on. Must not: decide what calls become.
//
//===----------------------------------------------------------------------===//

#include "shim.h"

#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace {
/// Whether a fact of the whole module is one of debug information.
bool isOfDebugging(StringRef Flag) { return Flag == "Debug Info Version" || Flag == "Dwarf Version"; }

void forgetFlags(Module &M) {
  SmallVector<Module::ModuleFlagEntry> All;
  M.getModuleFlagsMetadata(All);
  if (NamedMDNode *Flags = M.getModuleFlagsMetadata())
    M.eraseNamedMetadata(Flags);
  for (const Module::ModuleFlagEntry &Flag : All)
    if (isOfDebugging(Flag.Key->getString()))
      M.addModuleFlag(Flag.Behavior, Flag.Key->getString(), Flag.Val);
  M.setPICLevel(PICLevel::BigPIC);
}

void forgetNamed(Module &M) {
  for (NamedMDNode &Named : make_early_inc_range(M.named_metadata()))
    if (!Named.getName().starts_with("llvm."))
      M.eraseNamedMetadata(&Named);
}

/// Attributes that are texts are all about targets, but for those of arithmetic, which hold for this target's alone.
void forgetTexts(Function &F) {
  AttributeMask Texts;
  for (Attribute A : F.getAttributes().getFnAttrs())
    if (A.isStringAttribute())
      Texts.addAttribute(A.getKindAsString());
  F.removeFnAttrs(Texts);
}

/// Line directives are for assemblers of devices alone, and clang makes nothing else for optimised device code: they become tables of lines.
void keepLines(Module &M) {
  if (any_of(M.debug_compile_units(), [](const DICompileUnit *Unit) { return Unit->getEmissionKind() == DICompileUnit::DebugDirectivesOnly; }))
    stripNonLineTableDebugInfo(M);
}

void forgetOf(Instruction &I) {
  if (auto *Call = dyn_cast<CallBase>(&I))
    Call->setCallingConv(CallingConv::C);
  if (I.isAtomic() || isa<FenceInst>(I))
    setAtomicSyncScopeID(&I, SyncScope::System);
  // How loops are to be unrolled was said to the device's compiler.
  if (I.isTerminator())
    I.setMetadata(LLVMContext::MD_loop, nullptr);
}
} // namespace

void ez_forget_target(LLVMModuleRef module) {
  Module &M = *unwrap(module);
  forgetFlags(M);
  forgetNamed(M);
  keepLines(M);
  for (GlobalObject &Object : M.global_objects()) {
    Object.setComdat(nullptr);
    Object.setSection("");
    Object.setVisibility(GlobalValue::DefaultVisibility);
  }
  for (Function &F : M) {
    if (!F.isIntrinsic())
      F.setCallingConv(CallingConv::C);
    forgetTexts(F);
    for (Instruction &I : instructions(F))
      forgetOf(I);
  }
}

uint32_t ez_calling_convention(LLVMValueRef function) { return unwrap<Function>(function)->getCallingConv(); }

int32_t ez_is_fence_of_group(LLVMValueRef instruction) {
  auto *Fence = dyn_cast<FenceInst>(unwrap(instruction));
  if (!Fence)
    return 0;
  SmallVector<StringRef> Names;
  Fence->getContext().getSyncScopeNames(Names);
  return Names[Fence->getSyncScopeID()].starts_with("workgroup");
}

void ez_run_at_start(LLVMValueRef function) { appendToGlobalCtors(*unwrap<Function>(function)->getParent(), unwrap<Function>(function), 65535); }

int32_t ez_erase_unused(LLVMValueRef variable) {
  auto *Variable = unwrap<GlobalVariable>(variable);
  Variable->removeDeadConstantUsers();
  if (!Variable->use_empty())
    return 0;
  Variable->eraseFromParent();
  return 1;
}

void ez_leave_unwatched(LLVMValueRef instruction) {
  auto *I = unwrap<Instruction>(instruction);
  I->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(I->getContext(), {}));
}

EzStatus ez_initialize_host(void) { return InitializeNativeTarget() || InitializeNativeTargetAsmPrinter() ? EzStatusFailed : EzStatusOk; }
