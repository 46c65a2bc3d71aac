//! Where the shadows lie of memory that the threads of a block share.
//!
//! A shadow lies beside its variable, in memory of the same sort, as long as a kernel has room for both. Where it has not, or an option says so, launches of derivatives bring memory of
//! the device for shadows: then the largest ones lie there, until the others fit. Memory whose size the launch says goes there by the option alone, for only the launch knows whether
//! twice as much fits. A kernel with a hook in it is launched by the program, which brings nothing.
//!
//! Owns: this decision, for one wave of derivatives. Must not: put shadows anywhere (`synth::{apart, sized}`).

use super::Engine;
use crate::diag::Diagnostic;
use crate::frontend::{Hook, brings_shadows, reachable};
use crate::names::readable;
use crate::report::Shadow;
use crate::synth::apart::{Place, may_lie_apart};
use crate::synth::grid::is_of_block;
use crate::synth::sized::{functions_with, is_sized_by_launch};
use crate::view::names::RUN_TIME;
use enzyme_llvm_shim::host::variable_alignment;
use enzyme_llvm_shim::ir::{Module, Value};
use enzyme_rules::GridRule;
use indexmap::{IndexMap, IndexSet};

/// Where any number may lie, in a part of memory that begins there, too.
const ALIGNMENT: u64 = 16;

/// Where shadows lie that do not lie beside their variables, by the variables that stand for them.
#[derive(Default)]
pub(super) struct Apart {
    pub(super) places: IndexMap<Value, Place>,
    pub(super) wrong: Vec<Diagnostic>,
}

/// Variables that the threads of a block share.
struct Shared<'a> {
    module: Module,
    grid: &'a GridRule,
    /// All of them, with the functions that use them.
    users: IndexMap<Value, IndexSet<Value>>,
    /// Those that stand for shadows in this wave, with what these are shadows of.
    twins: IndexMap<Value, Value>,
}

/// What a hook call asks for, and which of such variables the kernel has then.
struct Asked<'a> {
    hook: &'a Hook,
    derivatives: &'a [Value],
    variables: IndexSet<Value>,
    /// Those of them that stand for shadows.
    twins: Vec<Value>,
}

impl Shared<'_> {
    /// Bytes that one takes; none are known of one whose size the launch says.
    fn bytes(&self, variable: Value) -> u64 {
        let bytes = self.module.alloc_size(variable.global_value_type());
        bytes.next_multiple_of(self.alignment(variable))
    }

    fn alignment(&self, variable: Value) -> u64 {
        u64::from(variable_alignment(variable)).max(1)
    }

    fn used_by(&self, functions: &IndexSet<Value>) -> IndexSet<Value> {
        let used = |users: &IndexSet<Value>| users.iter().any(|user| functions.contains(user));
        let all = self.users.iter().filter(|(_, users)| used(users));
        all.map(|(variable, _)| *variable).collect()
    }

    fn asked<'a>(&self, hook: &'a Hook, derivatives: &'a [Value]) -> Asked<'a> {
        let own = derivatives.iter().flat_map(|one| reachable(*one));
        let own: IndexSet<Value> = own.collect();
        let twins = self.used_by(&own).into_iter();
        let twins = twins.filter(|one| self.twins.contains_key(one)).collect();
        let around = reachable(hook.caller).into_iter();
        Asked {
            hook,
            derivatives,
            variables: self.used_by(&own.into_iter().chain(around).collect()),
            twins,
        }
    }

    fn is_sized_by_launch(&self, twin: Value) -> bool {
        is_sized_by_launch(self.twins[&twin], Some(self.grid))
    }
}

impl Asked<'_> {
    /// Bytes of all variables but for some.
    fn bytes(&self, shared: &Shared<'_>, without: impl Fn(&Value) -> bool) -> u64 {
        let all = self.variables.iter().filter(|one| !without(one));
        all.map(|one| shared.bytes(*one)).sum()
    }

    /// Which shadows are to lie apart, the largest first, until the others fit; of what may.
    fn choose(
        &self,
        shared: &Shared<'_>,
        (may, always): (&dyn Fn(Value) -> bool, bool),
        chosen: &mut IndexSet<Value>,
    ) {
        let mut twins = self.twins.clone();
        twins.sort_by_key(|twin| std::cmp::Reverse(shared.bytes(*twin)));
        for twin in twins {
            let fits = self.bytes(shared, |one| chosen.contains(one)) <= shared.grid.shared_bytes;
            let beside = fits || shared.is_sized_by_launch(twin);
            if may(twin) && (always || !beside) {
                chosen.insert(twin);
            }
        }
    }

    /// What is wrong if the shadows that lie beside their variables do not fit, though the variables do; or if one does not lie where an option wants it.
    fn wrong(
        &self,
        shared: &Shared<'_>,
        (chosen, always): (&IndexSet<Value>, bool),
    ) -> Option<(Value, Diagnostic)> {
        let most = shared.grid.shared_bytes;
        let bytes = self.bytes(shared, |one| chosen.contains(one));
        let of_engine = |one: &Value| one.name().starts_with(RUN_TIME);
        let primal = self.bytes(shared, |one| {
            shared.twins.contains_key(one) || of_engine(one)
        });
        let mut beside = self.twins.iter().filter(|twin| !chosen.contains(*twin));
        let name = |twin: &Value| readable(&shared.twins[twin].name(), &[]);
        if bytes > most && primal <= most {
            let Some(largest) = beside.max_by_key(|twin| shared.bytes(**twin)) else {
                let first = self.variables.first()?;
                return Some((*first, self.hook.shared_full((bytes, most))));
            };
            let said = self.hook.shadow_too_large(&name(largest), (bytes, most));
            return Some((*largest, said));
        }
        // What a launch brings depends on where it lies, in all derivatives of a kernel alike.
        let asks = always && self.hook.is_of_launch();
        let left = beside.find(|twin| asks && shared.is_sized_by_launch(**twin))?;
        Some((*left, self.hook.shadow_fixed(&name(left))))
    }
}

impl Engine<'_> {
    /// Decides it, for all that was generated, and tells it.
    pub(super) fn shadows_apart(&mut self, hooks: &[Hook], derivatives: &[Vec<Value>]) -> Apart {
        let Some(grid) = self.registry.grid().filter(|_| self.diagnostics.is_empty()) else {
            return Apart::default();
        };
        let shared = self.shared(grid, hooks);
        let pairs = hooks.iter().zip(derivatives);
        let pairs = pairs.filter(|(hook, _)| !hook.asks_bytes());
        let all: Vec<Asked<'_>> = pairs
            .map(|(hook, derivatives)| shared.asked(hook, derivatives))
            .collect();
        let always = self.options.device_shadows;
        let by_program = all.iter().filter(|asked| !brings(asked));
        let fixed: IndexSet<Value> = by_program.flat_map(|one| one.twins.clone()).collect();
        let twins = shared.twins.keys().copied();
        let may: IndexSet<Value> = twins
            .filter(|twin| !fixed.contains(twin) && may_lie_apart(*twin))
            .collect();
        let mut chosen = IndexSet::new();
        for asked in &all {
            asked.choose(&shared, (&|twin| may.contains(&twin), always), &mut chosen);
        }
        // Of a shadow that several derivatives have, it is said once.
        let mut wrong = IndexMap::new();
        for (twin, said) in all
            .iter()
            .filter_map(|asked| asked.wrong(&shared, (&chosen, always)))
        {
            wrong.entry(twin).or_insert(said);
        }
        for asked in &all {
            self.tell_where(&shared, asked, &chosen);
        }
        Apart {
            places: places(&shared, &all, &chosen),
            wrong: wrong.into_values().collect(),
        }
    }

    fn shared<'a>(&self, grid: &'a GridRule, hooks: &[Hook]) -> Shared<'a> {
        let all = self.module.globals().into_iter();
        let all = all.filter(|one| is_of_block(*one, Some(grid)));
        let users: IndexMap<Value, IndexSet<Value>> =
            all.map(|one| (one, functions_with(one))).collect();
        let widths = hooks.iter().map(|hook| hook.request.width);
        let width = widths.max().unwrap_or(1);
        let twins = users.keys().flat_map(|of| {
            let twins = self.twins.made(self.module, &of.name(), width).into_iter();
            twins.map(|twin| (twin, *of))
        });
        Shared {
            module: self.module,
            grid,
            twins: twins.collect(),
            users,
        }
    }

    /// Says in plans and reports where the shadows of shared memory lie.
    fn tell_where(&mut self, shared: &Shared<'_>, asked: &Asked<'_>, chosen: &IndexSet<Value>) {
        let all = asked.twins.iter().map(|twin| Shadow {
            of: readable(&shared.twins[twin].name(), &[]),
            bytes: Some(shared.bytes(*twin)).filter(|bytes| *bytes > 0),
            on_device: chosen.contains(twin),
        });
        let all: Vec<Shadow> = all.collect();
        for derivative in asked.derivatives {
            self.told.shadows(&derivative.name(), &all);
        }
    }
}

/// Whether a launch of what a hook call stands in brings memory of the device for shadows.
fn brings(asked: &Asked<'_>) -> bool {
    asked.hook.is_of_launch() && brings_shadows(asked.hook.caller)
}

/// Those that some kernel uses together lie behind each other, of different kernels in the same place; what has no size that is known lies behind all others.
fn places(
    shared: &Shared<'_>,
    all: &[Asked<'_>],
    chosen: &IndexSet<Value>,
) -> IndexMap<Value, Place> {
    let mut places: IndexMap<Value, Place> = IndexMap::new();
    let sized = |twin: &&Value| shared.is_sized_by_launch(**twin);
    let order = chosen.iter().filter(|twin| !sized(twin));
    for twin in order.chain(chosen.iter().filter(sized)) {
        let with = all.iter().filter(|asked| asked.twins.contains(twin));
        let others = with.flat_map(|asked| &asked.twins);
        let others = others.filter_map(|other| places.get(other));
        let end = others.map(|place| place.offset + place.bytes).max();
        let alignment = shared.alignment(*twin).max(ALIGNMENT);
        let place = Place {
            offset: end.unwrap_or(0).next_multiple_of(alignment),
            bytes: shared.bytes(*twin),
        };
        places.insert(*twin, place);
    }
    places
}
