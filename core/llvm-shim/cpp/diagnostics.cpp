//===- diagnostics.cpp - The compiler's own error channel ------------------===//
//
// Owns: turning a message and a place into an LLVM diagnostic, and reading
// places and names. Must not: word messages, or decide what is an error.
//
//===----------------------------------------------------------------------===//

#include "shim.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include <cstring>

using namespace llvm;

/// Whether a place is in a header of ours, or of C++'s own library, which passes on what the user has written elsewhere.
static bool isPassedOn(const DILocation &At) {
  StringRef File = At.getFilename();
  if (File.contains("/include/c++/"))
    return true;
  auto [Folder, Name] = File.rsplit('/');
  return (Name.ends_with(".hpp") || Name.ends_with(".h")) && Folder.rsplit('/').second == "enzyme_rs";
}

/// Where an instruction stands in the source of the user, as far as inlining shows it.
static const DILocation *placeOf(const Instruction &I) {
  const DILocation *At = I.getDebugLoc().get();
  while (At && At->getInlinedAt() && isPassedOn(*At))
    At = At->getInlinedAt();
  return At;
}

/// Where the file of the function of `I` calls what a place was inlined from, or null.
static const DILocation *outsideOf(const Instruction &I, const DILocation &Place) {
  const DISubprogram *Own = I.getFunction()->getSubprogram();
  const DILocation *At = Place.getInlinedAt();
  while (At && At->getInlinedAt() && !(Own && At->getFile() == Own->getFile()))
    At = At->getInlinedAt();
  return At;
}

extern "C" {

void ez_emit_diagnostic(LLVMValueRef function, LLVMMetadataRef location, int32_t warning,
                        const char *message) {
  auto *F = unwrap<Function>(function);
  DiagnosticLocation Where(F->getSubprogram());
  if (location)
    Where = DiagnosticLocation(DebugLoc(unwrap<DILocation>(location)));
  DiagnosticSeverity Severity = warning ? DS_Warning : DS_Error;
  F->getContext().diagnose(DiagnosticInfoUnsupported(*F, message, Where, Severity));
}

/// What compilers select remarks by (`-Rpass-analysis=enzyme`).
static constexpr const char *Speaker = "enzyme-rs";

int32_t ez_wants_remarks(LLVMModuleRef module) {
  const DiagnosticHandler *Handler = unwrap(module)->getContext().getDiagHandlerPtr();
  return Handler && Handler->isAnalysisRemarkEnabled(Speaker);
}

void ez_emit_remark(LLVMValueRef function, LLVMMetadataRef location, const char *message) {
  auto *F = unwrap<Function>(function);
  DiagnosticLocation Where(F->getSubprogram());
  if (location)
    Where = DiagnosticLocation(DebugLoc(unwrap<DILocation>(location)));
  F->getContext().diagnose(OptimizationRemarkAnalysis(Speaker, "Kept", Where, &F->getEntryBlock()) << message);
}

void ez_emit_plain(LLVMModuleRef module, int32_t warning, const char *message) {
  DiagnosticSeverity Severity = warning ? DS_Warning : DS_Error;
  unwrap(module)->getContext().diagnose(DiagnosticInfoGeneric(message, Severity));
}

LLVMMetadataRef ez_debug_location(LLVMValueRef instruction, int32_t outside) {
  auto *I = dyn_cast<Instruction>(unwrap(instruction));
  const DILocation *At = I ? placeOf(*I) : nullptr;
  return wrap(const_cast<DILocation *>(outside && At ? outsideOf(*I, *At) : At));
}

int32_t ez_has_debug_information(LLVMValueRef function) {
  return unwrap<Function>(function)->getSubprogram() != nullptr;
}

int32_t ez_is_fortran(LLVMValueRef function) {
  auto *F = unwrap<Function>(function);
  if (const DISubprogram *S = F->getSubprogram(); S && S->getUnit()) {
    DISourceLanguageName Language = S->getUnit()->getSourceLanguage();
    if (Language.hasVersionedName())
      return Language.getName() == dwarf::DW_LNAME_Fortran;
    return dwarf::isFortran(static_cast<dwarf::SourceLanguage>(Language.getName()));
  }
  NamedMDNode *Marks = F->getParent()->getNamedMetadata("llvm.ident");
  if (!Marks || Marks->getNumOperands() == 0)
    return 0;
  return all_of(Marks->operands(), [](const MDNode *Mark) {
    auto *Text = Mark->getNumOperands() ? dyn_cast<MDString>(Mark->getOperand(0)) : nullptr;
    return Text && Text->getString().contains("flang");
  });
}

uint32_t ez_source_name(LLVMValueRef value, char *buffer, uint32_t capacity) {
  auto *V = unwrap(value);
  SmallVector<DbgVariableRecord *, 4> Records;
  if (V->isUsedByMetadata())
    findDbgUsers(V, Records);
  // At -O0 a variable holds the parameter, and debug information names the variable.
  if (isa<Argument>(V))
    for (User *U : V->users())
      if (auto *S = dyn_cast<StoreInst>(U); S && S->getValueOperand() == V)
        if (auto *Slot = dyn_cast<AllocaInst>(S->getPointerOperand()))
          append_range(Records, findDVRDeclares(Slot));
  for (DbgVariableRecord *R : Records) {
    bool Whole = R->getExpression()->getNumElements() == 0;
    bool Own = !R->getDebugLoc() || !R->getDebugLoc()->getInlinedAt();
    bool Parameter = R->getVariable()->isParameter() || !isa<Argument>(V);
    StringRef Name = R->getVariable()->getName();
    if (!Whole || !Own || !Parameter || Name.empty())
      continue;
    memcpy(buffer, Name.data(), std::min<size_t>(Name.size(), capacity));
    return Name.size();
  }
  return 0;
}

uint32_t ez_source_location(LLVMValueRef instruction, int32_t outside, char *buffer,
                            uint32_t capacity, uint32_t *line, uint32_t *column) {
  auto *I = dyn_cast<Instruction>(unwrap(instruction));
  const DILocation *Loc = I ? placeOf(*I) : nullptr;
  if (outside && Loc)
    Loc = outsideOf(*I, *Loc);
  *line = Loc ? Loc->getLine() : 0;
  *column = Loc ? Loc->getColumn() : 0;
  if (!Loc)
    return 0;
  std::string Path = Loc->getFilename().str();
  if (!Path.empty() && Path[0] != '/' && !Loc->getDirectory().empty())
    Path = (Loc->getDirectory() + "/" + Loc->getFilename()).str();
  memcpy(buffer, Path.data(), std::min<size_t>(Path.size(), capacity));
  return Path.size();
}

uint32_t ez_scope_name(LLVMValueRef instruction, char *buffer, uint32_t capacity) {
  auto *I = dyn_cast<Instruction>(unwrap(instruction));
  const DILocation *At = I ? placeOf(*I) : nullptr;
  const DISubprogram *Of = At ? At->getScope()->getSubprogram() : nullptr;
  if (!Of)
    return 0;
  StringRef Name = Of->getLinkageName().empty() ? Of->getName() : Of->getLinkageName();
  memcpy(buffer, Name.data(), std::min<size_t>(Name.size(), capacity));
  return Name.size();
}

uint32_t ez_demangled(const char *symbol, uint8_t parameters, char *buffer, uint32_t capacity) {
  std::string Name;
  if (!nonMicrosoftDemangle(symbol, Name, /*CanHaveLeadingDot=*/false, /*ParseParams=*/parameters != 0))
    return 0;
  memcpy(buffer, Name.data(), std::min<size_t>(Name.size(), capacity));
  return Name.size();
}

} // extern "C"
