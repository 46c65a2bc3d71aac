//===- libraries.cpp - Bitcode of libraries, as compilers link it ----------===//
//
// Owns: what a module needs of a file of bitcode, linked for it alone and for its machine. Must not: decide when, or of which file.
//
//===----------------------------------------------------------------------===//

#include "failure.h"
#include "shim.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Transforms/IPO/Internalize.h"
#include <memory>

using namespace llvm;

namespace {
/// What clang says of every function that it makes for a machine, and says of functions of such a library, too.
constexpr StringLiteral OfMachine[] = {"target-cpu", "tune-cpu", "target-features", "no-trapping-math", "frame-pointer", "stack-protector-buffer-size",
                                    "no-infs-fp-math", "no-nans-fp-math", "no-signed-zeros-fp-math", "unsafe-fp-math", "approx-func-fp-math", "less-precise-fpmad"};

constexpr StringLiteral OfDenormals[] = {"denormal-fp-math", "denormal-fp-math-f32"};

/// A function of the module of which clang has said it.
const Function *madeForMachine(const Module &M) {
  for (const Function &F : M)
    if (!F.isDeclaration() && F.hasFnAttribute("target-cpu"))
      return &F;
  return nullptr;
}

/// The library leaves open how denormal numbers are treated: the program says that.
void settleDenormals(Function &F, const Function &Like) {
  for (StringRef Kind : OfDenormals) {
    if (F.hasFnAttribute(Kind) && !F.getFnAttribute(Kind).getValueAsString().contains("dynamic"))
      continue;
    F.removeFnAttr(Kind);
    if (Like.hasFnAttribute(Kind))
      F.addFnAttr(Like.getFnAttribute(Kind));
  }
}

void runWhere(Function &F, const Function &Like) {
  for (StringRef Kind : OfMachine)
    if (Like.hasFnAttribute(Kind))
      F.addFnAttr(Like.getFnAttribute(Kind));
  settleDenormals(F, Like);
  for (Attribute::AttrKind Kind : {Attribute::Convergent, Attribute::NoUnwind})
    if (Like.hasFnAttribute(Kind))
      F.addFnAttr(Kind);
}

/// What a file holds, of which no more is read than what is needed.
Expected<std::unique_ptr<Module>> opened(const char *File, LLVMContext &Context) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Content = MemoryBuffer::getFile(File);
  if (!Content)
    return errorCodeToError(Content.getError());
  return getOwningLazyBitcodeModule(std::move(*Content), Context);
}

/// Nobody else sees what comes from the library.
void internalize(Module &M, const StringSet<> &Linked) {
  internalizeModule(M, [&Linked](const GlobalValue &Value) { return !Value.hasName() || !Linked.contains(Value.getName()); });
}
} // namespace

extern "C" {

EzStatus ez_link_needed(LLVMModuleRef module, const char *file) {
  Module &M = *unwrap(module);
  Expected<std::unique_ptr<Module>> Library = opened(file, M.getContext());
  if (!Library)
    return fail(toString(Library.takeError()));
  if (const Function *Like = madeForMachine(M))
    for (Function &F : **Library)
      if (!F.isIntrinsic())
        runWhere(F, *Like);
  if (Linker::linkModules(M, std::move(*Library), Linker::LinkOnlyNeeded, internalize))
    return fail("it does not fit the module");
  return EzStatusOk;
}

} // extern "C"
