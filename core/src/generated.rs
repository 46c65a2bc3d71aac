//! Generated functions: one for each request, and how they are made small.
//!
//! Functions are cleaned by scalar passes (`optimize=no` shows them as emitted), without vectorising or unrolling: the host's pipeline
//! does that. A callee that was inlined at several places leaves the same loops several times, forwards and reversed; nests of at least a
//! hundred instructions that do the same with what they are given become one function after cleaning (`share.cpp` of the shim), whose alias
//! scopes say which of its parts never meet. So code is analysed as if inlined and emitted as if it were not. `share-nests=no` turns it off.
//!
//! Owns: [`Generated`], and the passes that run on it. Must not: emit.

use crate::options::Options;
use crate::phases;
use crate::request::{Request, Team};
use crate::synth::frame::Resolve;
use crate::synth::{signature, tape, team};
use crate::view::steps;
use enzyme_llvm_shim::ir::{Block, Module, Value};
use enzyme_llvm_shim::transform;
use indexmap::{IndexMap, IndexSet};

/// What makes generated code small and regular before the host compiler goes on with it. Blocks in a row are joined before
/// variables become phis: afterwards LLVM looks at all operands of the phis of a `switch` with many cases for each of them.
/// Adjoints that are zero all around a loop, which is entered at each of its exits, are seen to be so by `sccp` alone.
const CLEAN: &str = "function(simplifycfg,sroa<modify-cfg>,sccp,early-cse<memssa>,simplifycfg,instcombine<\
    no-verify-fixpoint>,sroa<modify-cfg>,gvn,loop-simplify,lcssa,loop-mssa(licm),\
    loop(indvars,loop-deletion),gvn,dse,adce,instcombine<no-verify-fixpoint>,simplifycfg)";

/// One loop for shadows that are the primal memory and one for others, where all iterations have the same.
const UNSWITCH: &str = "function(loop-mssa(licm,simple-loop-unswitch<nontrivial;trivial>),simplifycfg,instcombine<no-verify-fixpoint>,gvn,dse,adce)";

/// What is the same in all iterations stands in front of the loop.
const INVARIANT: &str = "function(loop-mssa(licm))";

/// Loops of no more instructions get a version without atomic additions: in a larger one they hardly show, and it would be much code.
const VERSIONED: u32 = 4000;

/// Innermost loops of more instructions fill a processor's instruction cache (32 KiB in most): their straight code stays scalar, for vectors make it larger.
const SCALAR: u32 = 2000;

/// Callees that were inlined at several places leave equal nests of loops, which become one function each if they are
/// as large as this: in a smaller one the call would show.
const SHARED: u32 = 100;

/// Loops as sharing wants them, and what that shape leaves behind.
const APART: (&str, &str) = ("function(loop-simplify)", "function(simplifycfg)");

/// What loops are in which iterations were put back: before and after these obtain once what each iteration has for itself, and what it
/// keeps.
const PUT_BACK: (&str, &str) = (
    "function(simplifycfg,sroa<modify-cfg>,early-cse<memssa>,loop-simplify,lcssa,loop-mssa(licm))",
    "function(instcombine<no-verify-fixpoint>,gvn,dse,adce,simplifycfg)",
);

/// So many bytes of what a thread of a grid keeps are variables of its derivative: a thread may have some hundred KiB of these, which its machine
/// lays out so that neighbouring threads access neighbouring memory.
const OF_THREAD: u64 = 65536;

/// What is kept in variables may be registers.
const IN_FRAME: &str = "function(sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,gvn,dse,adce,simplifycfg)";

/// Generated functions by request; those that still lack a body wait in `queue`.
pub(crate) struct Generated {
    module: Module,
    pub(crate) functions: IndexMap<Request, Value>,
    pub(crate) queue: Vec<Request>,
    /// What was asked for since somebody began to watch.
    asked: IndexSet<Request>,
    /// Functions with comparisons of pointers and shadows, which are the same in all iterations of many loops.
    pub(crate) comparing: IndexSet<Value>,
    /// Bytes of the tapes that the program owns, by the requests of their augmented primals.
    pub(crate) tapes: IndexMap<Request, u64>,
}

impl Resolve for Generated {
    fn resolve(&mut self, request: &Request) -> Value {
        self.asked.insert(request.clone());
        if let Some(function) = self.functions.get(request) {
            return *function;
        }
        let name = format!("{}.{}", request.function.name(), request.suffix());
        let function = signature::declare(self.module, request, &name);
        self.functions.insert(request.clone(), function);
        self.queue.push(request.clone());
        function
    }

    fn source(&self, symbol: &str) -> Value {
        self.module
            .function(symbol)
            .expect("calls name functions of the module")
    }
}

impl Generated {
    pub(crate) fn new(module: Module) -> Self {
        Self {
            module,
            functions: IndexMap::new(),
            queue: Vec::new(),
            asked: IndexSet::new(),
            comparing: IndexSet::new(),
            tapes: IndexMap::new(),
        }
    }

    /// Generates something, and says what that asks for.
    pub(crate) fn watched<R>(
        &mut self,
        generate: impl FnOnce(&mut Self) -> R,
    ) -> (R, IndexSet<Request>) {
        self.asked.clear();
        let made = generate(self);
        (made, std::mem::take(&mut self.asked))
    }

    /// Whether the code of all functions is valid: LLVM's passes rely on that.
    pub(crate) fn are_valid(&self) -> bool {
        let mut functions = self.functions.values();
        functions.all(|function| function.is_valid_function())
    }

    /// All functions, with those that do a team's work for them.
    pub(crate) fn all(&self) -> Vec<Value> {
        let functions = self.functions.values();
        let with_work = |f: &Value| [Some(*f), team::made(self.module, *f)];
        functions.flat_map(with_work).flatten().collect()
    }

    /// Erases all functions.
    pub(crate) fn erase(&self) {
        transform::erase_functions(&self.all());
    }

    /// Iterations of loops are simplified as functions, which is quicker, before they are put back.
    pub(crate) fn simplify(&mut self, options: &Options) -> Result<(), String> {
        for (request, function) in &self.functions {
            let _simplifying = phases::begin(phases::SIMPLIFY, &function.name());
            let compares = self.comparing.contains(function);
            let share = options.share_nests && request.team != Team::Grid;
            cleaned(*function, compares, share)?;
        }
        for function in self.put_tiles_back() {
            transform::run_function_passes(function, PUT_BACK.0)?;
            transform::obtain_once(function, tape::stack(self.module));
            transform::run_function_passes(function, PUT_BACK.1)?;
        }
        for function in self.functions.values() {
            transform::leave_scalar(*function, SCALAR);
        }
        self.keep_in_frames()
    }

    /// What threads of grids keep is in variables, where its size is known.
    fn keep_in_frames(&self) -> Result<(), String> {
        let Some(stack) = tape::stack(self.module) else {
            return Ok(());
        };
        let all = self.functions.iter();
        for (_, function) in all.filter(|(request, _)| request.team == Team::Grid) {
            transform::keep_in_frame(*function, stack, OF_THREAD);
            transform::run_function_passes(*function, IN_FRAME)?;
        }
        Ok(())
    }

    /// Puts the derivatives of iterations back into the loops that call them; says which functions these stand in.
    fn put_tiles_back(&mut self) -> IndexSet<Value> {
        let mut tiled = IndexSet::new();
        self.functions.retain(|request, function| {
            if !steps::is_tile(request.function) {
                return true;
            }
            for call in function.users() {
                tiled.extend(call.block().map(Block::function));
                transform::inline_call(call, 0);
            }
            let called = !function.users().is_empty();
            if !called {
                function.erase_function();
            }
            called
        });
        tiled
    }
}

/// Makes a generated function small.
fn cleaned(function: Value, compares: bool, share: bool) -> Result<(), String> {
    transform::begin_variables_late(function);
    transform::run_function_passes(function, CLEAN)?;
    if compares {
        transform::run_function_passes(function, INVARIANT)?;
        transform::version_loops(function, VERSIONED);
        transform::run_function_passes(function, UNSWITCH)?;
    }
    if share {
        transform::run_function_passes(function, APART.0)?;
        transform::share_nests(function, SHARED);
        transform::run_function_passes(function, APART.1)?;
    }
    Ok(())
}
