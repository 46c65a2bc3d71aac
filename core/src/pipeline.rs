//! The phases, one call each: the reader's entry point to the engine.
//!
//! Generated functions are cleaned by scalar passes (`optimize=no` shows them as emitted), without vectorising or unrolling: the host's pipeline
//! does that. A callee that was inlined at several places leaves the same loops several times, forwards and reversed; nests of at least a
//! hundred instructions that do the same with what they are given become one function after cleaning (`share.cpp` of the shim), whose alias
//! scopes say which of its parameters never meet. So code is analysed as if inlined and emitted as if it were not. `share-nests=no` turns it off.
//!
//! Owns: the order of phases, the sharing of prepared and generated functions, and the wording of
//! refusals with places. Must not: analyse, decide or emit itself.

use crate::analysis::callee;
use crate::analysis::functions::Functions;
use crate::analysis::memory::{self, Memory, ObjectId, Origins};
use crate::analysis::overwritten::Writers;
use crate::analysis::{activity, foreign, mirrored, overwritten, quiet, repeatable, streams};
use crate::diag::{Diagnostic, codes};
use crate::frontend;
use crate::opened::Opened;
use crate::options::Options;
use crate::plan::refusal::Refusal;
use crate::plan::{self, Facts};
use crate::prepare::{self, Callees, Prepared, Shared};
use crate::request::{Mode, Request, TapeOwner};
use crate::synth::custom;
use crate::synth::derivative;
use crate::synth::frame::{Resolve, Source};
use crate::synth::twins::Twins;
use crate::synth::{own, signature, tape};
use crate::tiled::Tiled;
use crate::truncation;
use crate::view::addresses::Addresses;
use crate::view::ints;
use crate::view::steps;
use crate::view::{Body, Inst, InstId};
use enzyme_llvm_shim::analyses::Alias;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Block, Module, Opcode, Value};
use enzyme_llvm_shim::plugin::LinkFollows;
use enzyme_llvm_shim::transform;
use enzyme_rules::{Custom, CustomRule, Registry, Said};
use indexmap::{IndexMap, IndexSet};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;
use petgraph::unionfind::UnionFind;
use std::rc::Rc;

/// What makes generated code small and regular before the host compiler goes on with it. Blocks in a row are joined before
/// variables become phis: afterwards LLVM looks at all operands of the phis of a `switch` with many cases for each of them.
/// Adjoints that are zero all around a loop, which is entered at each of its exits, are seen to be so by `sccp` alone.
const CLEAN: &str = "function(simplifycfg,sroa<modify-cfg>,sccp,early-cse<memssa>,simplifycfg,instcombine<\
    no-verify-fixpoint>,sroa<modify-cfg>,gvn,loop-simplify,lcssa,loop-mssa(licm),\
    loop(indvars,loop-deletion),gvn,dse,adce,instcombine<no-verify-fixpoint>,simplifycfg)";

/// One loop for shadows that are the primal memory and one for others, where all iterations have the same.
const UNSWITCH: &str = "function(loop-mssa(licm,simple-loop-unswitch<nontrivial;trivial>),simplifycfg,instcombine<no-verify-fixpoint>,gvn,dse,adce)";

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

/// What a run over a module did.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Whether the module was changed.
    pub changed: bool,
    /// Refusals; the module must not be compiled further if there are any.
    pub diagnostics: Vec<Diagnostic>,
    /// What is probably not meant; the compilation goes on.
    pub warnings: Vec<Diagnostic>,
    /// Readable plans by generated function, if [`Options::print_plans`] asks for them.
    pub plans: Vec<(String, String)>,
}

/// Replaces every hook call of the module by generated derivative code.
pub(crate) fn run(module: Module, registry: &Registry, options: &Options) -> Outcome {
    // One name for one global or function, from here on.
    let renamed = frontend::asks(module) && transform::resolve_aliases(module);
    let (expanded, wrong) = expand(module, registry, options);
    let heard = frontend::hear(module, registry);
    let registry = &heard.registry(registry, own::said());
    let (mut hooks, mut diagnostics) = frontend::collect(module, registry, options);
    if !hooks.is_empty() {
        diagnostics.extend(heard.diagnostics);
    }
    diagnostics.extend(wrong);
    let changed = renamed || expanded || !hooks.is_empty();
    let said = hooks.iter().flat_map(|hook| hook.warnings().to_vec());
    let (mut plans, mut warnings) = (Vec::new(), said.collect::<Vec<_>>());
    loop {
        let (now, later) = frontend::wave(hooks);
        let done = differentiate(module, registry, options, (now, diagnostics));
        plans.extend(done.plans);
        warnings.extend(done.warnings);
        diagnostics = done.diagnostics;
        hooks = [done.later, later].concat();
        if hooks.is_empty() || !diagnostics.is_empty() {
            break;
        }
    }
    if changed && diagnostics.is_empty() {
        frontend::tidy(module);
        diagnostics.extend(verified(module, options).err());
    }
    if !diagnostics.is_empty() {
        // One thing after the other: what a warning is about may be different when the errors are mended.
        warnings.clear();
    }
    if options.link_follows == LinkFollows::Linking {
        let said = diagnostics.into_iter();
        diagnostics = said.map(Diagnostic::when_linking).collect();
    }
    let asserted = frontend::drop_assertions(module, options.link_follows);
    let changed = frontend::forget(module, options.link_follows) || asserted || changed;
    Outcome {
        changed,
        diagnostics,
        warnings,
        plans,
    }
}

/// Puts in place what asks for no derivative, so that differentiated code may hold it: copies of functions and calls of them. Says
/// whether there was any, and what is wrong with others where somebody asks for something.
fn expand(module: Module, registry: &Registry, options: &Options) -> (bool, Vec<Diagnostic>) {
    let (asks, follows) = (frontend::asks(module), options.link_follows);
    let steps = [
        (frontend::specialise(module), Vec::new()),
        truncation::expand(module, registry, follows),
        frontend::expand_batches(module, follows),
        frontend::expand_inactive(module, follows),
    ];
    let any = steps.iter().any(|(changed, _)| *changed);
    let wrong = steps.into_iter().flat_map(|(_, wrong)| wrong);
    (any, wrong.filter(|_| asks).collect())
}

/// What one wave of derivatives leaves behind.
struct Done {
    diagnostics: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    plans: Vec<(String, String)>,
    /// Hooks that have not been replaced: what they differentiate is to be prepared in another way.
    later: Vec<frontend::Hook>,
}

/// Replaces hook calls, none of which is inside what another one differentiates, if nothing is wrong with any.
fn differentiate(
    module: Module,
    registry: &Registry,
    options: &Options,
    (mut hooks, diagnostics): (Vec<frontend::Hook>, Vec<Diagnostic>),
) -> Done {
    let all_hooks_are_read = diagnostics.is_empty();
    let virtually = options.virtual_calls || frontend::asks_virtually(module);
    let through = virtually.then(|| registry.clone().calling_through_shadows());
    let attempt = (Opened::default(), Tiled::default());
    let mut engine = Engine::new(module, registry, options, attempt);
    engine.diagnostics = diagnostics;
    let mut derivatives = engine.derivatives(&hooks);
    while all_hooks_are_read && engine.tries_again(&through) {
        derivatives = engine.derivatives(&hooks);
    }
    let mut later = Vec::new();
    while all_hooks_are_read && engine.tiles_again() {
        // A tangent has no use for tiles.
        let forward = |hook: &mut frontend::Hook| hook.request.mode == Mode::Forward;
        later.extend(hooks.extract_if(.., forward));
        derivatives = engine.derivatives(&hooks);
    }
    let shared = hooks.iter().filter_map(|hook| engine.shared_global(hook));
    engine.diagnostics.extend(shared.collect::<Vec<_>>());
    let idle = hooks.iter().filter(|hook| engine.is_idle(hook));
    let warnings = idle.map(frontend::Hook::without_effect).collect();
    if engine.diagnostics.is_empty() {
        for (hook, derivatives) in hooks.into_iter().zip(derivatives) {
            if !hook.is_virtual() {
                engine.zero_globals(&hook);
            }
            let bytes = engine.generated.tapes.get(&hook.request).copied();
            let replaced = frontend::replace(module, hook, &derivatives, bytes);
            engine.diagnostics.extend(replaced.err());
        }
    }
    engine.finish();
    // Refusals point into the copies.
    if engine.diagnostics.is_empty() {
        engine.erase_copies();
    }
    Done {
        diagnostics: engine.diagnostics,
        warnings,
        plans: engine.plans,
        later,
    }
}

struct Engine<'a> {
    module: Module,
    registry: &'a Registry,
    options: &'a Options,
    /// Whether the module's accesses say their types.
    typed: bool,
    /// Globals whose addresses are kept in memory.
    addresses: Addresses,
    callees: Callees,
    opened: Opened,
    tiled: Tiled,
    alias: Rc<Alias>,
    prepared: IndexMap<String, Prepared>,
    memories: IndexMap<String, Memory>,
    /// What may overwrite what loads read, for functions of which a reverse mode was asked, and whether stores wait there.
    writers: IndexMap<(String, bool), Writers>,
    /// Types as all callers below all hooks together see them.
    wide: IndexMap<String, Memory>,
    /// What differentiated code reads of `errno` and its like.
    ints: ints::Read,
    quiet: Functions,
    repeatable: Functions,
    mirrored: Functions,
    giving: Functions,
    twins: Twins,
    generated: Generated,
    /// Functions of which a derivative was refused.
    refused: IndexSet<String>,
    diagnostics: Vec<Diagnostic>,
    plans: Vec<(String, String)>,
    /// Derivatives in reverse mode to which nothing contributes.
    idle: IndexSet<Request>,
}

/// Generated functions by request; those that still lack a body wait in `queue`.
struct Generated {
    module: Module,
    functions: IndexMap<Request, Value>,
    queue: Vec<Request>,
    /// Functions with comparisons of pointers and shadows, which are the same in all iterations of many loops.
    comparing: IndexSet<Value>,
    /// Bytes of the tapes that the program owns, by the requests of their augmented primals.
    tapes: IndexMap<Request, u64>,
}

impl Resolve for Generated {
    fn resolve(&mut self, request: &Request) -> Value {
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

impl<'a> Engine<'a> {
    fn new(
        module: Module,
        registry: &'a Registry,
        options: &'a Options,
        (opened, tiled): (Opened, Tiled),
    ) -> Self {
        Self {
            module,
            registry,
            options,
            typed: states_types(module),
            addresses: Addresses::default(),
            callees: Callees::of(module, registry),
            opened,
            tiled,
            alias: Rc::new(Alias::default()),
            prepared: IndexMap::new(),
            memories: IndexMap::new(),
            writers: IndexMap::new(),
            wide: IndexMap::new(),
            ints: ints::Read::default(),
            quiet: Functions::default(),
            repeatable: Functions::default(),
            mirrored: Functions::default(),
            giving: Functions::default(),
            twins: Twins::fresh(module),
            generated: Generated {
                module,
                functions: IndexMap::new(),
                queue: Vec::new(),
                comparing: IndexSet::new(),
                tapes: IndexMap::new(),
            },
            refused: IndexSet::new(),
            diagnostics: Vec::new(),
            plans: Vec::new(),
            idle: IndexSet::new(),
        }
    }

    /// The derivatives that hooks ask for, and all that they call.
    fn derivatives(&mut self, hooks: &[frontend::Hook]) -> Vec<Vec<Value>> {
        let functions = hooks.iter().map(|hook| hook.request.function);
        let functions: IndexSet<Value> = functions.collect();
        let mut below = functions.clone();
        below.extend(self.opened.all(self.module));
        self.ints = ints::read(self.module, &below);
        self.look_at_all(&functions);
        for hook in hooks {
            self.check_shadows(hook);
            self.check_virtual(hook);
            self.check_repeats(hook);
        }
        let all = hooks.iter().map(frontend::Hook::requests);
        let asked = all.map(|all| all.iter().map(|one| self.derivative(one)).collect());
        asked.collect()
    }

    /// Begins again with more calls through pointers as branches, if something was refused and there are any; at last with
    /// those that are left as calls of what their shadows lead to, where the program has such shadows.
    fn tries_again(&mut self, through: &'a Option<Registry>) -> bool {
        if self.diagnostics.is_empty() {
            return false;
        }
        let (module, refused) = (self.module, &self.refused);
        if !self.opened.more(module, &self.prepared, refused) {
            match through {
                Some(through) if !self.registry.calls_through_shadows() => self.registry = through,
                _ => return false,
            }
        }
        self.begin_again();
        true
    }

    /// Begins again with iterations of loops as functions, if plans wish for it, or without where that was of no use.
    fn tiles_again(&mut self) -> bool {
        let again = self.tiled.more(!self.diagnostics.is_empty());
        if again {
            self.begin_again();
        }
        again
    }

    fn begin_again(&mut self) {
        self.erase_copies();
        let generated: Vec<Value> = self.generated.functions.values().copied().collect();
        transform::erase_functions(&generated);
        let attempt = (
            std::mem::take(&mut self.opened),
            std::mem::take(&mut self.tiled),
        );
        *self = Self::new(self.module, self.registry, self.options, attempt);
    }

    /// The derivative of a request, generated with all that it calls.
    fn derivative(&mut self, request: &Request) -> Value {
        let function = self.generated.resolve(request);
        if !self.wide.contains_key(&request.function.name()) {
            // Its preparation was refused, which has been said.
            self.generated.queue.clear();
            return function;
        }
        while let Some(next) = self.generated.queue.pop() {
            if let Err(refused) = self.generate(&next) {
                self.refused.insert(next.function.name());
                self.report(refused);
            }
        }
        function
    }

    /// Says each thing once: both halves of a derivative are refused for the same reasons.
    fn report(&mut self, refused: Vec<Diagnostic>) {
        for diagnostic in refused {
            let text = diagnostic.to_string();
            if !self.diagnostics.iter().any(|d| d.to_string() == text) {
                self.diagnostics.push(diagnostic);
            }
        }
    }

    fn generate(&mut self, request: &Request) -> Result<(), Vec<Diagnostic>> {
        let name = request.function.name();
        if let Some(rule) = custom_rule(self.registry, request) {
            // What code calls in place of a function has been decided there.
            let once = request.width > 1 && !request.globals && !self.quiet.contains(&name);
            if once || request.tape == (TapeOwner::Program { again: true }) {
                return Err(vec![rule_runs_once(request)]);
            }
            if request.errors {
                return Err(vec![rule_has_no_bound(request)]);
            }
            let function = self.generated.functions[request];
            let bytes = custom::emit(self.module, function, request, rule);
            self.generated.tapes.insert(request.clone(), bytes);
            return Ok(());
        }
        let Prepared { copy, view, .. } = &self.prepared[&name];
        let memory = &self.memories[&name];
        let body = &view.body;
        let inputs = activity::Inputs {
            body,
            memory,
            wide: &self.wide[&name],
            registry: self.registry,
            request,
            giving: &self.giving,
        };
        let activities = activity::analyze(inputs);
        let clobbers = &view.clobbers;
        let known = (self.registry, &self.quiet);
        let waiting = overwritten::waiting(body, memory, self.registry, request.mode);
        let writers = self
            .writers
            .entry((name.clone(), !waiting.is_empty()))
            .or_insert_with(|| overwritten::writers(body, memory, clobbers, known, &waiting));
        let by = (&*writers, waiting);
        let overwritten = overwritten::analyze(body, memory, by, self.registry, request);
        let facts = Facts {
            body,
            memory,
            wide: &self.wide[&name],
            activities: &activities,
            overwritten: &overwritten,
            clobbers,
            quiet: &self.quiet,
            repeatable: &self.repeatable,
            errno: self.ints.errno(),
            mirrored: &self.mirrored,
            registry: self.registry,
            request,
        };
        let scopes = plan::scopes::Scopes::find(body, self.registry, request);
        let source = Source {
            module: self.module,
            prepared: *copy,
            handles: &view.handles,
            facts,
            scopes: &scopes,
            twins: &self.twins,
        };
        let function = self.generated.functions[request];
        if plan::accumulate::asks_at_run_time(facts) {
            self.generated.comparing.insert(function);
        }
        let emitted = match request.mode {
            Mode::Forward => plan::forward(facts).map(|plan| {
                derivative::tangent(source, function, &mut self.generated, &plan).map(|()| 0)
            }),
            Mode::Augmented | Mode::Reverse | Mode::Gradient => plan::reverse(facts, self.options)
                .map(|plan| {
                    self.tiled
                        .wish(&name, &self.prepared[&name], &plan.tiles.tiles);
                    if plan::combine::splits_tile(facts, &plan.adjoints) {
                        self.tiled.fail(&name);
                    }
                    if plan::idle::is_idle(facts, &plan.adjoints) {
                        self.idle.insert(request.clone());
                    }
                    if self.options.print_plans {
                        let line = |id| source_line(view.handles.inst(id));
                        let text = plan::print::plan(facts, &plan, &line);
                        self.plans.push((function.name(), text));
                    }
                    derivative::in_reverse(source, function, &mut self.generated, &plan)
                }),
        };
        let why = |call: Value| self.opened.why(self.module, call);
        let worded = |refusals: Vec<Refusal>| word(request.function, view, &why, refusals);
        let internal = |message: String| {
            vec![Diagnostic::new(codes::INTERNAL, message).at(request.function, None)]
        };
        let bytes = emitted.map_err(worded)?.map_err(internal)?;
        self.generated.tapes.insert(request.clone(), bytes);
        Ok(())
    }

    /// Memory that is passed with a shadow must not be reached by a name that has another one.
    fn check_shadows(&mut self, hook: &frontend::Hook) {
        let Some(memory) = self.memories.get(&hook.request.function.name()) else {
            return;
        };
        let named = |global: &String| {
            let mut objects = memory.objects.iter();
            objects.any(|object| object.origins.globals.contains(global))
        };
        let twice = hook.duplicated_globals().into_iter().filter(named);
        let refused: Vec<Diagnostic> = twice.map(|global| hook.two_shadows(&global)).collect();
        self.report(refused);
    }

    /// Who calls a derivative through a shadow knows nothing of the function but its type: not which globals it uses, nor that it
    /// ends memory.
    fn check_virtual(&mut self, hook: &frontend::Hook) {
        let name = hook.request.function.name();
        let Some(memory) = self.memories.get(&name).filter(|_| hook.is_virtual()) else {
            return;
        };
        let numbers = |global: &ObjectId| {
            let fields = memory.object(*global).fields.iter();
            let mut fields = fields.map(|f| &memory.fields[f.0]);
            fields.any(|field| field.holds_number() || field.target.is_some())
        };
        let used = memory.mutable_globals().find(numbers);
        let global = used.and_then(|object| memory.object(object).origins.globals.first());
        let ends = |origins: &Origins| origins.freed && !origins.is_new();
        let ends = memory.objects.iter().any(|object| ends(&object.origins));
        let what = match global {
            Some(global) => format!("uses the global `{global}`"),
            None if ends => "frees memory of its callers".to_owned(),
            None => return,
        };
        let message =
            format!("`{name}` {what}, and its derivative cannot be called through a shadow");
        let diagnostic = hook
            .refuse(codes::THROUGH_SHADOW, message)
            .note("who calls it through a pointer does not know that")
            .help(
                "let the function use memory that its arguments lead to, and its callers free it",
            );
        self.report(vec![diagnostic]);
    }

    /// A function that runs a second time must leave no trace, and read nothing that may have changed.
    fn check_repeats(&mut self, hook: &frontend::Hook) {
        let name = hook.request.function.name();
        let Some(memory) = self.memories.get(&name).filter(|_| hook.repeats) else {
            return;
        };
        let objects = memory.objects.iter();
        let mut globals = objects.flat_map(|object| &object.origins.globals);
        let fixed = |name: &String| {
            self.module
                .global(name)
                .is_some_and(Value::is_global_constant)
        };
        let what = match self.quiet.contains(&name) {
            false => "writes memory that its callers see, or calls what may",
            true if !globals.all(fixed) => "uses globals that may have changed",
            true => return,
        };
        let refused = hook.cannot_repeat(what);
        self.report(vec![refused]);
    }

    /// Derivatives of globals start at zero in every call of a derivative: what an earlier call left
    /// in their shadows is none of its business.
    fn zero_globals(&self, hook: &frontend::Hook) {
        let Some(memory) = self.memories.get(&hook.request.function.name()) else {
            return;
        };
        let build = Builder::ahead_of(self.module.context(), hook.call);
        let globals = memory
            .objects
            .iter()
            .flat_map(|object| &object.origins.globals);
        for twin in globals.flat_map(|name| self.shadows_of(name, hook)) {
            let bytes = self.module.alloc_size(twin.global_value_type());
            build.zero_memory(twin, self.module.context().i64(bytes as i64));
        }
    }

    /// The shadows of a global in each direction, if derivatives use any.
    fn shadows_of(&self, global: &str, hook: &frontend::Hook) -> Vec<Value> {
        let directions = 0..hook.request.width;
        let twins = directions.map(|direction| self.twins.name(global, direction));
        twins.filter_map(|twin| self.module.global(&twin)).collect()
    }

    /// Whether a hook call adds nothing to any adjoint, which is zero then. Of two halves, the second one says so.
    fn is_idle(&self, hook: &frontend::Hook) -> bool {
        let adjoints = matches!(hook.request.mode, Mode::Gradient | Mode::Reverse);
        adjoints && !hook.is_virtual() && self.idle.contains(&hook.request)
    }

    /// Each call of a derivative clears the shadows of globals, which several threads cannot do at once.
    fn shared_global(&self, hook: &frontend::Hook) -> Option<Diagnostic> {
        let memory = self.memories.get(&hook.request.function.name())?;
        let mut globals = memory
            .objects
            .iter()
            .flat_map(|object| &object.origins.globals);
        let is_shared = |name: &&String| {
            let twins = self.shadows_of(name, hook);
            twins.iter().any(|twin| !twin.is_thread_local())
        };
        let name = globals
            .find(is_shared)
            .filter(|_| hook.request.atomic_add)?;
        Some(hook.shared_global(name))
    }

    /// Prepares and analyses a function and all that it calls, callees first.
    fn look(&mut self, function: Value) -> Result<(), Diagnostic> {
        let mut graph = DiGraph::<String, ()>::new();
        let mut nodes = IndexMap::new();
        let mut work = vec![function];
        while let Some(next) = work.pop() {
            let name = next.name();
            if self.memories.contains_key(&name) || nodes.contains_key(&name) {
                continue;
            }
            if !self.prepared.contains_key(&name) {
                let shared = Shared {
                    callees: &self.callees,
                    targets: self.opened.targets(self.module, &name),
                    alias: &self.alias,
                    options: self.options,
                    typed: self.typed,
                    tiles: self.tiled.of(&name),
                };
                let mut made = prepare::prepare(self.module, next, self.registry, shared)?;
                made.view.body.typed = self.typed;
                let (module, registry) = (self.module, self.registry);
                let addresses = &mut self.addresses;
                let kept = |global: &str| addresses.of(module, registry, global);
                made.view.body.state_kept(kept);
                self.prepared.insert(name.clone(), made);
            }
            self.check_inner(&name)?;
            nodes.insert(name.clone(), graph.add_node(name.clone()));
            let callees = callees_of(&self.prepared[&name].view.body, self.registry);
            work.extend(
                callees
                    .iter()
                    .filter_map(|symbol| self.module.function(symbol)),
            );
        }
        for (name, node) in &nodes {
            for symbol in callees_of(&self.prepared[name].view.body, self.registry) {
                if let Some(target) = nodes.get(&symbol) {
                    graph.add_edge(*node, *target, ());
                }
            }
        }
        for component in kosaraju_scc(&graph) {
            let names: Vec<String> = component.iter().map(|n| graph[*n].clone()).collect();
            self.remember(&names);
        }
        Ok(())
    }

    /// What is differentiated must not ask for derivatives any more: inner ones were replaced before, but for those that wait for
    /// themselves.
    fn check_inner(&self, name: &str) -> Result<(), Diagnostic> {
        let Prepared { view, .. } = &self.prepared[name];
        let asks = |inst: &Inst| callee::symbol(inst).is_some_and(frontend::is_hook);
        let Some((inner, _)) = view.body.insts.iter().find(|(_, inst)| asks(inst)) else {
            return Ok(());
        };
        let message =
            "a derivative is asked for in the very function that is differentiated, or below it";
        let diagnostic = Diagnostic::new(codes::UNSUPPORTED_HOOK, message)
            .note("it would contain itself; a derivative of a derivative is asked for from outside of it")
            .help("let the hook stand in a function that the differentiated function does not call");
        Err(match self.module.function(name) {
            Some(function) => diagnostic.at(function, Some(view.handles.inst(inner))),
            None => diagnostic,
        })
    }

    /// Prepares and analyses everything below the hooks' functions.
    fn look_at_all(&mut self, functions: &IndexSet<Value>) {
        let mut hooked = IndexSet::new();
        for function in functions {
            match self.look(*function) {
                Ok(()) => {
                    hooked.insert(function.name());
                }
                Err(refused) => self.diagnostics.push(refused),
            }
        }
        for names in self.related(&hooked) {
            let bodies: Vec<&Body> = names.iter().map(|n| &self.prepared[n].view.body).collect();
            let found = memory::analyze_closed(&bodies, &hooked, self.registry);
            let below: Vec<_> = bodies.iter().copied().zip(&found).collect();
            let returning = streams::returning(&below, &hooked, self.registry);
            self.diagnostics
                .extend(returning.map(|(function, at)| self.through_file(&names[function], at)));
            self.wide.extend(names.into_iter().zip(found));
        }
    }

    fn through_file(&self, name: &str, at: InstId) -> Diagnostic {
        let Prepared { view, .. } = &self.prepared[name];
        let function = self.module.function(name);
        let message = "numbers are read from a file or a text, and others are written to one, in differentiated code";
        let diagnostic = Diagnostic::new(codes::UNKNOWN_FUNCTION, message)
            .note("whether they are the same is not known, and a derivative passes through neither")
            .help("read before the hook is called, or hand the numbers over in memory")
            .help("printing with printf or puts is allowed");
        match function {
            Some(function) => diagnostic.at(function, Some(view.handles.inst(at))),
            None => diagnostic,
        }
    }

    /// Functions below the hooks' functions, those together that have a callee in common: a generated
    /// function serves all hooks, so that what is known of it must hold for the callers of each.
    fn related(&self, hooked: &IndexSet<String>) -> Vec<Vec<String>> {
        let mut names = hooked.clone();
        let mut calls = Vec::new();
        let mut next = 0;
        while next < names.len() {
            for symbol in callees_of(&self.prepared[&names[next]].view.body, self.registry) {
                calls.push((next, names.insert_full(symbol).0));
            }
            next += 1;
        }
        let mut groups = UnionFind::new(names.len());
        for (caller, callee) in calls {
            groups.union(caller, callee);
        }
        let mut related: IndexMap<usize, Vec<String>> = IndexMap::new();
        for (index, name) in names.into_iter().enumerate() {
            related.entry(groups.find(index)).or_default().push(name);
        }
        related.into_values().collect()
    }

    fn remember(&mut self, names: &[String]) {
        let bodies: Vec<&Body> = names.iter().map(|n| &self.prepared[n].view.body).collect();
        let known = |symbol: &str| self.memories.get(symbol);
        let found = memory::analyze_component(&bodies, self.registry, &known);
        let component: Vec<(&Body, &Memory)> = bodies.into_iter().zip(&found).collect();
        let known = quiet::Known {
            registry: self.registry,
            ints_are_read: self.ints.any(),
        };
        quiet::learn(&mut self.quiet, &component, known);
        repeatable::learn(&mut self.repeatable, &component, self.registry);
        mirrored::learn(&mut self.mirrored, &component, self.registry);
        foreign::learn(&mut self.giving, &component, self.registry);
        self.memories.extend(names.iter().cloned().zip(found));
    }

    /// Simplifies what was generated, if it is valid: LLVM's passes rely on that.
    fn finish(&mut self) {
        let mut functions = self.generated.functions.values();
        let checked = self.diagnostics.is_empty() && self.options.verify;
        if checked && !functions.all(|function| function.is_valid_function()) {
            let invalid = verified(self.module, self.options).err();
            self.diagnostics.extend(invalid);
        }
        if self.diagnostics.is_empty() && self.options.optimize {
            let simplified = self.simplify();
            let internal = |message| Diagnostic::new(codes::INTERNAL, message);
            self.diagnostics.extend(simplified.err().map(internal));
        }
    }

    /// Iterations of loops are simplified as functions, which is quicker, before they are put back.
    fn simplify(&mut self) -> Result<(), String> {
        for function in self.generated.functions.values() {
            let compares = self.generated.comparing.contains(function);
            cleaned(*function, compares, self.options)?;
        }
        for function in self.put_tiles_back() {
            transform::run_function_passes(function, PUT_BACK.0)?;
            transform::obtain_once(function, tape::stack(self.module));
            transform::run_function_passes(function, PUT_BACK.1)?;
        }
        Ok(())
    }

    /// Puts the derivatives of iterations back into the loops that call them; says which functions these stand in.
    fn put_tiles_back(&mut self) -> IndexSet<Value> {
        let mut tiled = IndexSet::new();
        self.generated.functions.retain(|request, function| {
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

    fn erase_copies(&mut self) {
        // Facts about the copies go first.
        let prepared = std::mem::take(&mut self.prepared);
        let copies: Vec<Value> = prepared.into_values().map(|p| p.copy).collect();
        self.alias = Rc::default();
        for copy in copies {
            copy.erase_function();
        }
        prepare::forget_regions(self.module);
    }
}

/// Completes the module, and looks whether it is valid.
fn verified(module: Module, options: &Options) -> Result<(), Diagnostic> {
    prepare::complete(module);
    if !options.verify {
        return Ok(());
    }
    module.verify().map_err(|message| {
        Diagnostic::new(codes::INTERNAL, "the generated code is not valid LLVM IR")
            .note(message)
            .help("please report this with the module as text")
    })
}

/// A rule of the program's gives tangents, whatever they are taken for.
fn rule_has_no_bound(request: &Request) -> Diagnostic {
    let name = request.function.name();
    let message = format!("the rule of `{name}` says nothing of its rounding errors");
    Diagnostic::new(codes::CUSTOM_MISFIT, message)
        .at(request.function, None)
        .help("take the rule out where errors are estimated, or estimate them around the function")
}

/// A rule of the program's uses its tape up, and may be one that runs for one direction only.
fn rule_runs_once(request: &Request) -> Diagnostic {
    let name = request.function.name();
    let (message, help) = match request.tape {
        TapeOwner::Program { again: true } => (
            format!(
                "the rule of `{name}` may use up what it keeps, and `enzyme_nofree` asks for more"
            ),
            "leave enzyme_nofree out, and make a tape with __enzyme_augmentfwd for each pass",
        ),
        TapeOwner::Program { again: false } | TapeOwner::Thread => {
            plan::calls::one_direction(&name)
        }
    };
    Diagnostic::new(codes::CUSTOM_MISFIT, message)
        .at(request.function, None)
        .help(help)
}

/// The rule that the program brings for what is asked.
fn custom_rule<'a>(registry: &'a Registry, request: &Request) -> Option<&'a CustomRule> {
    let Some(Said::Custom(Custom::Rule(rule))) = registry.said(&request.function.name()) else {
        return None;
    };
    callee::looked_at(rule, request.mode).map(|_| &**rule)
}

/// Makes a generated function small.
fn cleaned(function: Value, compares: bool, options: &Options) -> Result<(), String> {
    transform::begin_variables_late(function);
    transform::run_function_passes(function, CLEAN)?;
    if compares {
        transform::run_function_passes(function, UNSWITCH)?;
    }
    if options.share_nests {
        transform::run_function_passes(function, APART.0)?;
        transform::share_nests(function, SHARED);
        transform::run_function_passes(function, APART.1)?;
    }
    Ok(())
}

/// Functions that a body calls and whose bodies are looked into.
fn callees_of(body: &Body, registry: &Registry) -> Vec<String> {
    let insts = body.insts.values();
    let symbols = insts.filter_map(|inst| callee::looked_into(inst, registry));
    symbols.map(str::to_owned).collect()
}

fn states_types(module: Module) -> bool {
    let blocks = module.functions().into_iter().flat_map(Value::blocks);
    let mut instructions = blocks.flat_map(|block| block.instructions());
    let accesses = [Opcode::LLVMLoad, Opcode::LLVMStore];
    instructions.any(|inst| accesses.contains(&inst.opcode()) && !inst.tbaa_scalar().is_empty())
}

/// File and line of an instruction, if debug information says them.
fn source_line(instruction: Value) -> Option<String> {
    let place = instruction.source_location()?;
    let file = place.file.rsplit('/').next().unwrap_or_default();
    Some(format!("{file}:{}", place.line))
}

/// Adds places to refusals.
fn word(
    function: Value,
    view: &crate::view::Imported,
    why: &dyn Fn(Value) -> (String, &'static str),
    refusals: Vec<Refusal>,
) -> Vec<Diagnostic> {
    let worded = |refusal: Refusal| {
        let at = refusal.at.map(|id| view.handles.inst(id));
        let mut diagnostic = Diagnostic::new(refusal.code, refusal.message).at(function, at);
        diagnostic.notes = refusal.notes;
        diagnostic.help = refusal.help;
        if let (codes::INDIRECT_CALL, Some(call)) = (refusal.code, at) {
            let (note, help) = why(call);
            diagnostic.notes.push(note);
            diagnostic.help.insert(0, help.to_owned());
        }
        diagnostic
    };
    refusals.into_iter().map(worded).collect()
}
