//===- locations.cpp - Lines of the source in functions that we make -------===//
//
// Debuggers and profilers show functions by the names in debug information, and find lines by locations, each of which belongs to the
// subprogram of the function that holds it.
//
// Owns: names and subprograms of functions that we make, and the locations within. Must not: know why a function was made.
//
//===----------------------------------------------------------------------===//

#include "locations.h"
#include "shim.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

/// How debuggers call a function that was made for one that stands in the source: as that, with what its symbol has behind the other's (`f.grad`).
static std::string nameOf(const Function &Made, const DISubprogram &Of) {
  StringRef Symbol = Of.getLinkageName().empty() ? Of.getName() : Of.getLinkageName(), Rest = Made.getName();
  return Rest.consume_front(Symbol) ? (Of.getName() + Rest).str() : Made.getName().str();
}

/// A subprogram for `Made`, where `Of` stands in the source.
static DISubprogram *subprogram(Function &Made, DISubprogram &Of) {
  DIBuilder Build(*Made.getParent(), false, Of.getUnit());
  auto *Type = Build.createSubroutineType(Build.getOrCreateTypeArray({}));
  auto Flags = DISubprogram::SPFlagDefinition | DISubprogram::SPFlagOptimized | DISubprogram::SPFlagLocalToUnit;
  DISubprogram *Own = Build.createFunction(Of.getUnit(), nameOf(Made, Of), Made.getName(), Of.getFile(), Of.getLine(), Type, Of.getLine(),
                                           DINode::FlagArtificial, Flags);
  Build.finalizeSubprogram(Own);
  return Own;
}

void ez::locateWithin(Function &Made, DISubprogram *Of) {
  DISubprogram *Own = Of && Of->getUnit() ? subprogram(Made, *Of) : nullptr;
  if (Own)
    Made.setSubprogram(Own);
  DenseMap<const MDNode *, MDNode *> Cache;
  auto Moved = [&](const DebugLoc &At) {
    return Own ? DebugLoc::replaceInlinedAtSubprogram(At, *Own, Made.getContext(), Cache) : DebugLoc();
  };
  for (Instruction &I : instructions(Made)) {
    if (DebugLoc At = I.getDebugLoc())
      I.setDebugLoc(Moved(At));
    updateLoopMetadataDebugLocations(I, [&](Metadata *Part) -> Metadata * {
      auto *At = dyn_cast_or_null<DILocation>(Part);
      return At ? Moved(At).get() : Part;
    });
  }
}

extern "C" {

void ez_locate_within(LLVMValueRef made, LLVMValueRef of) { ez::locateWithin(*unwrap<Function>(made), unwrap<Function>(of)->getSubprogram()); }

void ez_name_subprogram(LLVMValueRef function) {
  auto *F = unwrap<Function>(function);
  DISubprogram *Own = F->getSubprogram();
  if (!Own || !Own->isDistinct())
    return;
  constexpr unsigned Scope = 1, Name = 2, LinkageName = 3, Declaration = 6;
  LLVMContext &Context = F->getContext();
  MDString *Called = MDString::get(Context, nameOf(*F, *Own));
  // What has a declaration, a member of a class, has its name from there.
  if (Own->getDeclaration()) {
    Own->replaceOperandWith(Declaration, nullptr);
    Own->replaceOperandWith(Scope, Own->getFile());
  }
  Own->replaceOperandWith(Name, Called);
  Own->replaceOperandWith(LinkageName, MDString::get(Context, F->getName()));
}

} // extern "C"
