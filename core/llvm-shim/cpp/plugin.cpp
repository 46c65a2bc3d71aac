//===- plugin.cpp - Registration with a host's pass builder ----------------===//
//
// Owns: a module pass that calls back into Rust, where it stands in the host's
// pipelines, and the end of a compilation. Must not: look at the module.
//
//===----------------------------------------------------------------------===//

#include "shim.h"

#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/Signals.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include <cstdlib>
#include <string>

using namespace llvm;

namespace {
class RunPass : public PassInfoMixin<RunPass> {
  EzRunOnModule Run;
  EzStage Stage;
  /// For functions that have come.
  ModulePassManager Simplify;

  PreservedAnalyses simplify(Module &M, ModuleAnalysisManager &AM) {
    AM.invalidate(M, PreservedAnalyses::none());
    Simplify.run(M, AM);
    return PreservedAnalyses::none();
  }

public:
  explicit RunPass(EzRunOnModule Run, EzStage Stage = EzStageLast, ModulePassManager Simplify = ModulePassManager()) : Run(Run), Stage(Stage), Simplify(std::move(Simplify)) {}
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM) {
    switch (Run(wrap(&M), Stage)) {
    case EzStateUnchanged:
      return PreservedAnalyses::all();
    case EzStateChanged:
      return PreservedAnalyses::none();
    case EzStateExtended:
      return simplify(M, AM);
    case EzStateBroken:
      break;
    }
    // Removes what the compiler has registered to be removed when it is interrupted: its unfinished outputs.
    sys::RunInterruptHandlers();
    std::exit(1);
  }
  /// Hooks must go at -O0 and in optnone modules too.
  static bool isRequired() { return true; }
};

/// What libraries of NVIDIA's devices ask their compiler, answered; other targets have no such pass.
ModulePassManager answer(PassBuilder &PB) {
  ModulePassManager MPM;
  if (Error Unknown = PB.parsePassPipeline(MPM, "nvvm-reflect")) {
    consumeError(std::move(Unknown));
    return ModulePassManager();
  }
  return MPM;
}

/// What is due for functions that come when the others are simplified.
ModulePassManager catchUp(PassBuilder &PB, OptimizationLevel Level, ThinOrFullLTOPhase Phase) {
  ModulePassManager MPM = answer(PB);
  if (Level == OptimizationLevel::O0) {
    MPM.addPass(AlwaysInlinerPass(/*InsertLifetimeIntrinsics=*/false));
    return MPM;
  }
  MPM.addPass(PB.buildInlinerPipeline(Level, Phase));
  MPM.addPass(GlobalDCEPass());
  return MPM;
}
} // namespace

static_assert(sizeof(EzPluginInfo) == sizeof(PassPluginLibraryInfo),
              "EzPluginInfo must match the layout of PassPluginLibraryInfo");

extern "C" {

uint32_t ez_plugin_api_version(void) { return LLVM_PLUGIN_API_VERSION; }

void ez_register_pass(void *pass_builder, const char *pass_name, EzRunOnModule run,
                      int32_t automatic) {
  auto &PB = *static_cast<PassBuilder *>(pass_builder);
  std::string Name = pass_name;
  PB.registerPipelineParsingCallback(
      [Name, run](StringRef Asked, ModulePassManager &MPM, ArrayRef<PassBuilder::PipelineElement>) {
        if (Asked != Name)
          return false;
        MPM.addPass(RunPass(run));
        return true;
      });
  if (!automatic)
    return;
  ez_heed_scalar(pass_builder);
  PB.registerPipelineStartEPCallback([run, &PB](ModulePassManager &MPM, OptimizationLevel) {
    MPM.addPass(RunPass(run, EzStageStart, answer(PB)));
  });
  // Simplified and inlined, but not yet vectorised or unrolled.
  PB.registerOptimizerEarlyEPCallback(
      [run, &PB](ModulePassManager &MPM, OptimizationLevel Level, ThinOrFullLTOPhase Phase) {
        bool LinkFollows = Phase == ThinOrFullLTOPhase::ThinLTOPreLink ||
                           Phase == ThinOrFullLTOPhase::FullLTOPreLink;
        MPM.addPass(RunPass(run, LinkFollows ? EzStageBeforeLink : EzStageLast, catchUp(PB, Level, Phase)));
      });
  PB.registerFullLinkTimeOptimizationEarlyEPCallback(
      [run, &PB](ModulePassManager &MPM, OptimizationLevel Level) {
        MPM.addPass(RunPass(run, EzStageLinking, catchUp(PB, Level, ThinOrFullLTOPhase::FullLTOPostLink)));
      });
}

} // extern "C"
