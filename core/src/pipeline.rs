//! The phases, one call each: the reader's entry point to the engine.
//!
//! Owns: the order of phases, and the sharing of prepared and generated functions. Must not: analyse, decide or emit itself.

mod hooks;
mod kernels;
mod shared;
mod shares;
mod told;
mod worded;

use crate::analysed::Analysed;
use crate::analysis::activity::Activities;
use crate::analysis::exclusive::{Exclusive, Readers};
use crate::analysis::memory::Memory;
use crate::analysis::overwritten::Overwritten;
use crate::analysis::uniform::Uniform;
use crate::analysis::unwritten;
use crate::analysis::workers::Workers;
use crate::analysis::{activity, callee, overwritten};
use crate::checks;
use crate::diag::{Diagnostic, codes};
use crate::frontend;
use crate::generated::Generated;
use crate::launched::{kept_of_launch, left_in_global};
use crate::opened::Opened;
use crate::options::Options;
use crate::phases;
use crate::plan::refusal::Refusal;
use crate::plan::{self, Facts};
use crate::prepare::{self, Prepared};
use crate::report::Derivative;
use crate::request::{Mode, Request, TapeOwner, Team};
use crate::synth::custom;
use crate::synth::derivative;
use crate::synth::frame::{Resolve, Source};
use crate::synth::grid;
use crate::synth::host;
use crate::synth::own;
use crate::synth::several;
use crate::synth::sized;
use crate::synth::tape;
use crate::synth::twins::Twins;
use crate::tiled::Tiled;
use crate::truncation;
use crate::view::paths::{self, Moved};
use crate::view::{Body, Imported, InstId, Op, ints, steps};
use enzyme_llvm_shim::ir::{Module, Value};
use enzyme_llvm_shim::plugin::LinkFollows;
use enzyme_llvm_shim::transform;
use enzyme_rules::{Custom, CustomRule, Registry, Said};
use indexmap::{IndexMap, IndexSet};
use kernels::{Chosen, kernels_of, launches, launches_elsewhere, of_inactive_kernels};
use told::Told;
use worded::Wording;

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
    /// What generated functions keep, if [`Options::report`] asks for it.
    pub reports: Vec<Derivative>,
}

/// Replaces every hook call of the module by generated derivative code.
pub(crate) fn run(module: Module, registry: &Registry, options: &Options) -> Outcome {
    let _all = phases::begin(phases::ENGINE, "");
    // One name for one global or function, from here on.
    let renamed = frontend::asks(module) && transform::resolve_aliases(module);
    let (expanded, wrong) = expand(module, registry, options);
    let heard = frontend::hear(module, registry);
    let claimed = frontend::claim(module, &heard);
    let mut said = own::said();
    if !module.is_for_gpu() && frontend::asks(module) {
        said.extend(frontend::take_launches(module, registry));
    }
    let heard_all = heard.registry(registry, said);
    let is_named = |symbol: &str| module.function(symbol).is_some_and(|f| f.is_declaration());
    let known = heard_all.of_module(is_named).on_machine(&module.triple());
    let variables = frontend::device_variables(module, &known);
    let registry = &known.with_device_variables(variables);
    let patterns = options.mark_kernels.as_slice();
    let (kernels, is_host) = kernels_of(module, registry, options);
    let (mut hooks, mut diagnostics) = frontend::collect(module, registry, options);
    let optional = Chosen::of(kernels.optional, &mut hooks, &mut diagnostics);
    diagnostics.extend(kernels.wrong);
    if !hooks.is_empty() {
        diagnostics.extend(heard.diagnostics);
    }
    diagnostics.extend(wrong);
    if options.check_hooks && diagnostics.is_empty() {
        frontend::check(module, &mut hooks);
    }
    let any_hooks = !hooks.is_empty() || !optional.is_empty();
    if let Some(rule) = registry.grid().filter(|_| any_hooks) {
        sized::as_one(module, Some(rule));
        grid::link(module, rule, kernels.derivatives);
    }
    // The library of a host names what launches.
    let is_launching = is_host && launches(module, registry);
    if is_host && any_hooks {
        host::link(module, registry, |rule| launches_elsewhere(module, rule));
    }
    if is_launching {
        hooks
            .iter_mut()
            .for_each(frontend::Hook::find_activity_at_run_time);
    }
    let said = (!hooks.is_empty(), patterns);
    let registered = is_host && frontend::register_kernels(module, registry, said);
    let asked = kernels.any || any_hooks;
    let changed = renamed || expanded || claimed || registered || asked;
    let said = hooks.iter().flat_map(|hook| hook.warnings().to_vec());
    let (mut plans, mut reports) = (Vec::new(), Vec::new());
    let mut warnings = said.collect::<Vec<_>>();
    for kernel in optional.into_iter().filter(|_| diagnostics.is_empty()) {
        let done = differentiate_if_possible(module, registry, options, kernel);
        plans.extend(done.plans);
        reports.extend(done.reports);
    }
    loop {
        let (now, later) = frontend::wave(hooks);
        let done = differentiate(module, registry, options, (now, diagnostics));
        plans.extend(done.plans);
        reports.extend(done.reports);
        warnings.extend(done.warnings);
        diagnostics = done.diagnostics;
        hooks = [done.later, later].concat();
        if hooks.is_empty() || !diagnostics.is_empty() {
            break;
        }
    }
    if kernels.any && diagnostics.is_empty() {
        diagnostics.extend(of_inactive_kernels(module, registry, options));
    }
    if changed && diagnostics.is_empty() {
        frontend::tidy(module);
        several::as_library(module, registry);
        host::tell_of_steps(module, registry);
        host::let_steps_move(module, registry);
        host::tidy(module, registry);
        if kernels.any {
            frontend::complete_kernels(module);
        }
        if module.is_for_gpu() {
            frontend::name_where_room_is_missing(module);
        }
        tape::watch(module);
        // Behind all waves: a derivative of a derivative knows additions, not the loops.
        if !module.is_for_gpu() {
            for function in module.functions() {
                transform::let_atomics_be_watched(function);
            }
        }
        diagnostics.extend(verified(module, options).err());
    }
    diagnostics = worded((diagnostics, &mut warnings), (registry, options), is_host);
    let unmarked = options.link_follows != LinkFollows::Yes && prepare::forget_all_marks(module);
    let asserted = frontend::drop_assertions(module, options.link_follows);
    let changed = frontend::forget(module, options.link_follows) || asserted || unmarked || changed;
    Outcome {
        changed,
        diagnostics: once(diagnostics),
        warnings: once(warnings),
        plans,
        reports,
    }
}

/// Ends what a run has done: warnings wait for errors to be mended, and advice is what fits the way of compiling.
fn worded(
    (diagnostics, warnings): (Vec<Diagnostic>, &mut Vec<Diagnostic>),
    (registry, options): (&Registry, &Options),
    is_host: bool,
) -> Vec<Diagnostic> {
    if !diagnostics.is_empty() {
        // One thing after the other: what a warning is about may be different when the errors are mended.
        warnings.clear();
    }
    let outside = |said: Diagnostic| said.outside_of(|file| registry.is_header(file));
    *warnings = std::mem::take(warnings).into_iter().map(outside).collect();
    let said = diagnostics.into_iter().map(outside);
    match options.link_follows {
        _ if options.file_by_file => said.map(Diagnostic::file_by_file).collect(),
        _ if !is_host => said.map(Diagnostic::on_device).collect(),
        LinkFollows::Linking => said.map(Diagnostic::when_linking).collect(),
        LinkFollows::Yes | LinkFollows::No => said.collect(),
    }
}

/// Replaces the hook calls beside a kernel, or leaves its derivatives out: what is wrong with them concerns only who launches it in differentiated code.
fn differentiate_if_possible(
    module: Module,
    registry: &Registry,
    options: &Options,
    Chosen {
        kernel,
        mut hooks,
        mut wrong,
    }: Chosen,
) -> Done {
    let mut all = Done::default();
    while !hooks.is_empty() && wrong.is_empty() {
        let done = differentiate(module, registry, options, (hooks, Vec::new()));
        all.plans.extend(done.plans);
        all.reports.extend(done.reports);
        hooks = done.later;
        wrong = done.diagnostics;
        all.refused = done.refused;
    }
    if !wrong.is_empty() {
        frontend::leave_kernel_out(module, &kernel, (&wrong, &all.refused));
        prepare::forget_regions(module);
        (all.plans, all.reports) = (Vec::new(), Vec::new());
    }
    all
}

/// Each refusal or warning once, where a line of the source says that several are about one thing: it may stand in a function and in those that it came into.
fn once(all: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut told: Vec<Diagnostic> = Vec::new();
    for one in all {
        let same = |other: &Diagnostic| {
            one.place.is_some()
                && (one.code, &one.message, &one.place)
                    == (other.code, &other.message, &other.place)
        };
        if !told.iter().any(same) {
            told.push(one);
        }
    }
    told
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
#[derive(Default)]
struct Done {
    diagnostics: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    plans: Vec<(String, String)>,
    reports: Vec<Derivative>,
    /// Hooks that have not been replaced: what they differentiate is to be prepared in another way.
    later: Vec<frontend::Hook>,
    /// If something is wrong: functions that were made until then, into which diagnostics point.
    refused: Vec<Value>,
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
    let attempt = (Opened::new(module, registry), Tiled::default());
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
    let copied = hooks.iter().filter_map(|hook| engine.copied_global(hook));
    let left = hooks.iter().filter_map(|hook| engine.left_global(hook));
    let hidden = hooks.iter().filter_map(|hook| engine.hidden_number(hook));
    let apart = hooks.iter().flat_map(|hook| engine.kept_of_launch(hook));
    let sized = hooks.iter().filter_map(|hook| engine.sized_by_launch(hook));
    let wrong = shared.chain(copied).chain(left).chain(hidden).chain(sized);
    let wrong: Vec<Diagnostic> = wrong.chain(apart).collect();
    engine.diagnostics.extend(wrong);
    let apart = engine.shadows_apart(&hooks, &derivatives);
    engine.diagnostics.extend(apart.wrong);
    // Of a kernel nobody asks by itself: one that sets memory has no derivative, and is right.
    let own = hooks
        .iter()
        .filter(|hook| hook.is_of_program() && !hook.may_be_zero() && !hook.is_of_launch());
    let idle = own.filter(|hook| engine.is_idle(hook));
    let warnings = idle.map(frontend::Hook::without_effect).collect();
    if engine.diagnostics.is_empty() {
        for (hook, derivatives) in hooks.into_iter().zip(derivatives) {
            if !hook.is_virtual() {
                engine.clear_globals(&hook);
            }
            let bytes = engine.generated.tapes.get(&hook.request).copied();
            let told = engine.told_of(&hook, &derivatives);
            let replaced = frontend::replace(module, hook, &derivatives, bytes, &told);
            engine.diagnostics.extend(replaced.err());
        }
        engine.place_shadows(&apart.places);
    }
    frontend::tell_of_kernels(module, &|function, param, offset| {
        let memory = engine.analysed.memories.get(function)?;
        Some(memory.pointee_bytes(param, offset))
    });
    frontend::tell_of_variables(module, &|function, param| {
        let body = &engine.analysed.prepared.get(function)?.view.body;
        let memory = engine.analysed.memories.get(function)?;
        Some(memory.written_behind(body, param, None))
    });
    engine.finish();
    // Refusals point into the copies.
    let refused = match engine.diagnostics.is_empty() {
        true => {
            engine.analysed.erase_copies();
            Vec::new()
        }
        false => engine.made(),
    };
    Done {
        refused,
        diagnostics: engine.diagnostics,
        warnings,
        plans: engine.told.plans,
        reports: engine.told.reports,
        later,
    }
}

struct Engine<'a> {
    module: Module,
    registry: &'a Registry,
    options: &'a Options,
    opened: Opened<'a>,
    tiled: Tiled,
    analysed: Analysed<'a>,
    twins: Twins,
    generated: Generated,
    /// Functions of which a derivative was refused.
    refused: IndexSet<String>,
    diagnostics: Vec<Diagnostic>,
    told: Told,
    /// Derivatives in reverse mode to which nothing contributes but what these others do.
    idle: IndexMap<Request, IndexSet<Request>>,
    /// What derivatives ask for, and why halves cannot be launched one by one.
    halves: IndexMap<Request, (IndexSet<Request>, Option<Refusal>)>,
    /// Globals in which functions that hooks ask for leave numbers that vary, though nothing in these functions has a use for them.
    left: IndexMap<Request, String>,
}

impl<'a> Engine<'a> {
    fn new(
        module: Module,
        registry: &'a Registry,
        options: &'a Options,
        (opened, tiled): (Opened<'a>, Tiled),
    ) -> Self {
        Self {
            module,
            registry,
            options,
            opened,
            tiled,
            analysed: Analysed::new(module, registry, options),
            twins: Twins::fresh(module),
            generated: Generated::new(module),
            refused: IndexSet::new(),
            diagnostics: Vec::new(),
            told: Told::default(),
            idle: IndexMap::new(),
            halves: IndexMap::new(),
            left: IndexMap::new(),
        }
    }

    /// The derivatives that hooks ask for, and all that they call.
    fn derivatives(&mut self, hooks: &[frontend::Hook]) -> Vec<Vec<Value>> {
        let functions = hooks.iter().map(|hook| hook.request.function);
        let functions: IndexSet<Value> = functions.collect();
        let mut below = functions.clone();
        below.extend(self.opened.all(self.module));
        self.analysed.ints = ints::read(self.module, &below);
        let attempt = (&self.opened, &self.tiled);
        let (refused, through_files) = self.analysed.look_at_all(&functions, attempt);
        self.diagnostics.extend(refused);
        for hook in hooks {
            let wrong = checks::of_hook((self.module, self.registry), &self.analysed, hook);
            self.report(wrong);
        }
        let all = hooks.iter().map(frontend::Hook::requests);
        let asked = all.map(|all| all.iter().map(|one| self.derivative(one)).collect());
        let asked = asked.collect();
        // What a function that is refused leaves in memory may be taken for what a file gave.
        if self.diagnostics.is_empty() {
            self.diagnostics.extend(through_files);
        }
        asked
    }

    /// Begins again with more calls through pointers as branches, if something was refused and there are any; at last with
    /// those that are left as calls of what their shadows lead to, where the program has such shadows.
    fn tries_again(&mut self, through: &'a Option<Registry>) -> bool {
        if self.diagnostics.is_empty() {
            return false;
        }
        // Such a function stays refused, and what lies below it may be all of a run-time library.
        if self.opened.has_none() && self.analysed.calls_refused() {
            return false;
        }
        let (module, refused) = (self.module, &self.refused);
        if !self.opened.more(module, &self.analysed.prepared, refused) {
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

    /// All functions that it has made.
    fn made(&self) -> Vec<Value> {
        let copies = self.analysed.prepared.values().map(|made| made.copy);
        copies.chain(self.generated.all()).collect()
    }

    fn begin_again(&mut self) {
        self.analysed.erase_copies();
        self.generated.erase();
        let attempt = (
            std::mem::replace(&mut self.opened, Opened::new(self.module, self.registry)),
            std::mem::take(&mut self.tiled),
        );
        *self = Self::new(self.module, self.registry, self.options, attempt);
    }

    /// The derivative of a request, generated with all that it calls.
    fn derivative(&mut self, request: &Request) -> Value {
        let function = self.generated.resolve(request);
        if !self
            .analysed
            .closed_world
            .contains_key(&request.function.name())
        {
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

    /// A derivative that a rule of the program's gives.
    fn generate_custom(
        &mut self,
        request: &Request,
        rule: &CustomRule,
    ) -> Result<(), Vec<Diagnostic>> {
        let effect_free = &self.analysed.effect_free;
        let effect_free = effect_free.contains(&request.function.name());
        if let Some(wrong) = checks::of_rule(request, effect_free) {
            return Err(vec![wrong]);
        }
        let function = self.generated.functions[request];
        let bytes = custom::emit(self.module, function, request, rule);
        self.generated.tapes.insert(request.clone(), bytes);
        Ok(())
    }

    /// What is active in a function.
    fn activities(&self, body: &Body, request: &Request) -> Activities {
        let name = request.function.name();
        activity::analyze(activity::Inputs {
            body,
            memory: &self.analysed.memories[&name],
            closed_world: &self.analysed.closed_world[&name],
            registry: self.registry,
            request,
            escaping: &self.analysed.escaping,
            launching: &self.analysed.launching,
        })
    }

    fn generate(&mut self, request: &Request) -> Result<(), Vec<Diagnostic>> {
        let name = request.function.name();
        if let Some(rule) = custom_rule(self.registry, request) {
            return self.generate_custom(request, rule);
        }
        let planning = phases::begin(phases::PLAN, &name);
        let Prepared { copy, view, .. } = &self.analysed.prepared[&name];
        let memory = &self.analysed.memories[&name];
        let body = &view.body;
        let activities = self.activities(body, request);
        let left = left_in_global((self.module, memory, &activities), request, self.registry);
        self.left
            .extend(left.map(|global| (request.clone(), global)));
        let clobbers = &view.clobbers;
        let known = (
            self.registry,
            &self.analysed.effect_free,
            &self.analysed.ints,
        );
        let waiting = overwritten::waiting(body, memory, self.registry, request.mode);
        let analysed = (&self.analysed, self.registry);
        let asked = (request, self.options);
        let team = team((*copy, view, memory), analysed, asked, &activities);
        let workers = team.as_ref().map(|(workers, _)| workers);
        let aligned = workers.map(Workers::are_aligned);
        let key = (name.clone(), !waiting.is_empty(), aligned);
        let find = || overwritten::writers(body, memory, clobbers, known, &waiting, workers);
        let writers = self.analysed.writers.entry(key).or_insert_with(find);
        let by = (&*writers, waiting);
        let overwritten = overwritten::analyze(body, memory, by, self.registry, request);
        let paths = paths_of((*copy, view), &overwritten, (team.as_ref(), request));
        let facts = Facts {
            body,
            memory,
            paths: &paths,
            closed_world: &self.analysed.closed_world[&name],
            activities: &activities,
            overwritten: &overwritten,
            clobbers,
            effect_free: &self.analysed.effect_free,
            repeatable: &self.analysed.repeatable,
            unordered: &self.analysed.unordered,
            ints: &self.analysed.ints,
            updating: &self.analysed.updating,
            mirrored: &self.analysed.mirrored,
            filling: &self.analysed.filling,
            restorable: &self.analysed.restorable,
            restored: &plan::restored::Restored::default(),
            registry: self.registry,
            request,
            team: team.as_ref().map(|(workers, own)| (workers, own)),
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
                self.told
                    .tangent(self.options, function, facts, (&plan, view));
                let _emitting = phases::next(planning, phases::EMIT, &name);
                derivative::tangent(source, function, &mut self.generated, &plan).map(|()| 0)
            }),
            Mode::Augmented | Mode::Reverse | Mode::Gradient => plan::reverse(facts, self.options)
                .map(|plan| {
                    self.tiled
                        .wish(&name, &self.analysed.prepared[&name], &plan.tiles.tiles);
                    if plan::combine::splits_tile(facts, &plan.adjoints) {
                        self.tiled.fail(&name);
                    }
                    self.told.plan(self.options, function, facts, (&plan, view));
                    let _emitting = phases::next(planning, phases::EMIT, &name);
                    let (emitted, asked) = self.generated.watched(|generated| {
                        derivative::in_reverse(source, function, generated, &plan)
                    });
                    let kept = kept_of_launch((self.module, self.registry), facts, &plan);
                    let on_grid = request.team == Team::Grid;
                    self.halves
                        .extend(on_grid.then(|| (request.clone(), (asked.clone(), kept))));
                    let idle = plan::idle::is_idle(facts, &plan.adjoints);
                    self.idle.extend(idle.then(|| (request.clone(), asked)));
                    emitted
                }),
        };
        let worded = |refusals: Vec<Refusal>| self.word(request.function, view, refusals);
        let internal = |message: String| {
            vec![Diagnostic::new(codes::INTERNAL, message).at(request.function, None)]
        };
        let bytes = emitted.map_err(worded)?.map_err(internal)?;
        self.keeps(request, function, bytes);
        Ok(())
    }

    /// Notes how much a function keeps.
    fn keeps(&mut self, request: &Request, function: Value, bytes: u64) {
        self.told.keeps(&function.name(), bytes);
        self.generated.tapes.insert(request.clone(), bytes);
    }

    /// Adds places to refusals.
    fn word(&self, function: Value, view: &Imported, refusals: Vec<Refusal>) -> Vec<Diagnostic> {
        let wording = Wording {
            module: self.module,
            registry: self.registry,
            analysed: &self.analysed,
            opened: &self.opened,
        };
        let worded = |refusal| wording.word(function, view, refusal);
        refusals.into_iter().map(worded).collect()
    }

    /// Simplifies what was generated, if it is valid.
    fn finish(&mut self) {
        if self.diagnostics.is_empty() && self.options.verify && !self.generated.are_valid() {
            let invalid = verified(self.module, self.options).err();
            self.diagnostics.extend(invalid);
        }
        if self.diagnostics.is_empty() && self.options.optimize {
            let simplified = self.generated.simplify(self.options);
            let internal = |message| Diagnostic::new(codes::INTERNAL, message);
            self.diagnostics.extend(simplified.err().map(internal));
        }
    }
}

/// How loops move the addresses of loads whose memory is overwritten before the reverse pass, or is remembered to have been read, and of stores, which what is read
/// may be compared with.
fn paths_of(
    prepared: (Value, &Imported),
    overwritten: &Overwritten<'_>,
    (team, request): (Option<&(Workers<'_>, Exclusive)>, &Request),
) -> IndexMap<InstId, Moved> {
    if !request.mode.is_reverse() {
        return IndexMap::new();
    }
    let body = &prepared.1.body;
    let insts = body.insts.iter();
    let is_remembered = |id: &InstId| team.is_some_and(|(_, own)| own.spans().contains_key(id));
    let asked = insts.filter(|(id, inst)| {
        let concerned = match inst.op {
            Op::Load { ordered: false } => overwritten.is(*id) || is_remembered(id),
            Op::Store { ordered: false } => true,
            // Any other: nobody asks.
            _ => false,
        };
        concerned && body.nest(inst.block).next().is_some()
    });
    let asked: Vec<InstId> = asked.map(|(id, _)| id).collect();
    paths::paths(prepared, &asked)
}

/// Where workers meet in a function that a team runs in reverse mode, and what is each one's own.
fn team<'a>(
    (prepared, imported, memory): (Value, &'a Imported, &'a Memory),
    (analysed, registry): (&Analysed<'_>, &Registry),
    (request, options): (&Request, &Options),
    activities: &Activities,
) -> Option<(Workers<'a>, Exclusive)> {
    if !request.team.is_some() || !request.mode.is_reverse() {
        return None;
    }
    let body = &imported.body;
    let uniform = Uniform::new(body, memory, registry);
    let is_root = steps::starter(request.function).is_some() && request.team == Team::One;
    // All threads of a launch run its kernel with the same arguments; they meet in their blocks only.
    let is_launched = request.tape == TapeOwner::Launch && request.team == Team::Grid;
    let launched = Some(&uniform).filter(|_| is_launched);
    let uniform = Some(&uniform).filter(|_| is_root);
    let mut workers = Workers::of((body, memory), registry, &analysed.mirrored, uniform);
    if let Some(uniform) = launched {
        workers.find_alike(uniform, |loads| {
            let known = (registry, &analysed.effect_free);
            let result = |load: &InstId| body.insts[*load].result;
            let active = |load: &InstId| result(load).is_some_and(|value| activities.active(value));
            let loads = loads.iter().copied();
            let loads = loads.filter(|load| analysed.sums_fit && active(load));
            unwritten::among(loads, (imported, memory), known)
        });
    }
    let readers = Readers {
        prepared,
        source: request.function,
        imported,
        memory,
        registry,
        workers: &workers,
        function: &request.function.name(),
        copies: &analysed.copies,
        uniform,
        launched: launched.filter(|_| asks_before_adding(registry, options)),
        is_active: &|value| activities.active(value),
    };
    let exclusive = Exclusive::of(&readers);
    Some((workers, exclusive))
}

/// Whether threads of a grid look before they add atomically whether there is a need to.
fn asks_before_adding(registry: &Registry, options: &Options) -> bool {
    let dear = registry.grid().is_some_and(|grid| grid.adds_by_loops);
    dear || options.plain_additions
}

/// Completes the module, and looks whether it is valid.
fn verified(module: Module, options: &Options) -> Result<(), Diagnostic> {
    prepare::complete(module);
    tape::complete(module);
    if !options.verify {
        return Ok(());
    }
    module.verify().map_err(|message| {
        Diagnostic::new(codes::INTERNAL, "the generated code is not valid LLVM IR")
            .note(message)
            .help("please report this with the module as text")
    })
}

/// The rule that the program brings for what is asked.
fn custom_rule<'a>(registry: &'a Registry, request: &Request) -> Option<&'a CustomRule> {
    let Some(Said::Custom(Custom::Rule(rule))) = registry.said(&request.function.name()) else {
        return None;
    };
    callee::looked_at(rule, request.mode).map(|_| &**rule)
}
