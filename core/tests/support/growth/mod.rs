//! Families of programs that grow, the same shape in any size, and what it takes to differentiate them.
//!
//! Owns: the list of families, the measuring of one program, and the fit. Must not: judge.

pub(crate) mod code;
mod programs;

use enzyme_core::{Options, differentiate_module};
use enzyme_llvm_shim::clock::computed_nanoseconds;
use enzyme_llvm_shim::inkwell::context::Context;
use enzyme_llvm_shim::io::OwnedModule;
use enzyme_llvm_shim::ir::Module;
use enzyme_rules::{Registry, builtin};

/// A shape of program. Its size counts what there is many of: instructions or functions.
pub(crate) struct Family {
    /// Name in tables.
    pub(crate) name: &'static str,
    /// What its size counts.
    pub(crate) counts: Counts,
    /// A module with a call of the hook, of about this size.
    pub(crate) program: fn(usize) -> String,
}

/// What the size of a program counts.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Counts {
    /// Instructions, 10^3 to 10^5.
    Instructions,
    /// Functions, 10^2 to 10^4.
    Functions,
}

/// All families.
pub(crate) fn families() -> Vec<Family> {
    use Counts::{Functions, Instructions};
    let family = |name, counts, program| Family {
        name,
        counts,
        program,
    };
    vec![
        family("arithmetic", Instructions, programs::arithmetic),
        family("large copies", Instructions, programs::large_copies),
        family("conditions", Instructions, programs::conditions),
        family("cases", Instructions, programs::cases),
        family("exits", Instructions, programs::exits),
        family("ways out", Instructions, programs::ways_out),
        family("stores", Instructions, programs::stores),
        family("copies", Instructions, programs::copies),
        family("loops", Instructions, programs::loops),
        family("nests", Instructions, programs::nests),
        family("gathers", Instructions, programs::gathers),
        family("one large gather", Instructions, programs::one_large_gather),
        family("sums", Instructions, programs::sums),
        family("scratch", Instructions, programs::scratch),
        family("unknown loops", Instructions, programs::unknown_loops),
        family("one long loop", Instructions, programs::long_loop),
        family("recurrence", Instructions, programs::recurrence),
        family("call sites", Instructions, programs::call_sites),
        family("inlined", Instructions, programs::inlined),
        family("globals", Instructions, programs::globals),
        family("stack", Instructions, programs::stack),
        family("heap", Instructions, programs::heap),
        family("members", Instructions, programs::members),
        family("pointers", Instructions, programs::pointers),
        family("lanes", Instructions, programs::lanes),
        family("parameters", Instructions, programs::parameters),
        family("raises", Instructions, programs::raises),
        family("chain", Functions, programs::chain),
        family("tree", Functions, programs::tree),
        family("diamonds", Functions, programs::diamonds),
        family("independent", Functions, programs::independent),
        family("recursive", Functions, programs::recursive),
        family("hooks", Functions, programs::hooks),
    ]
}

/// What the differentiation of one program took.
pub(crate) struct Grown {
    /// Instructions of the module before.
    pub(crate) before: usize,
    /// Instructions that were added.
    pub(crate) made: usize,
    /// Seconds of the processor.
    pub(crate) total: f64,
    /// Without LLVM's passes and analyses of loops.
    pub(crate) own: f64,
}

/// Differentiates the hook calls of a module.
///
/// # Errors
/// A diagnostic, or what is wrong with the text.
pub(crate) fn grow(text: &str) -> Result<Grown, String> {
    let context = Context::create();
    let mut owned = OwnedModule::parse_text(&context, text)?;
    let module = owned.handle();
    let builder = Registry::builder().with(&builtin());
    let registry = builder.with(&enzyme_gpu_rules::Nvidia).build();
    let registry = registry.map_err(|error| error.to_string())?;
    let before = instructions(module);
    let (start, passes) = computed_nanoseconds();
    let outcome = differentiate_module(module, &registry, &Options::default());
    let (end, passed) = computed_nanoseconds();
    if let Some(refused) = outcome.diagnostics.first() {
        return Err(refused.to_string());
    }
    let seconds = |nanoseconds: u64| nanoseconds as f64 * 1e-9;
    Ok(Grown {
        before,
        made: instructions(module) - before,
        total: seconds(end - start),
        own: seconds((end - start) - (passed - passes)),
    })
}

fn instructions(module: Module) -> usize {
    let blocks = module.functions().into_iter().flat_map(|f| f.blocks());
    blocks.map(|block| block.instructions().len()).sum()
}

/// The power of the size with which a time grows: the slope of the line through the logarithms that is nearest to all.
pub(crate) fn exponent(grown: &[Grown], time: impl Fn(&Grown) -> f64) -> f64 {
    let points: Vec<(f64, f64)> = grown
        .iter()
        .map(|run| ((run.before as f64).ln(), time(run).max(1e-6).ln()))
        .collect();
    let n = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let rise: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let run: f64 = points.iter().map(|p| (p.0 - x).powi(2)).sum();
    rise / run
}
