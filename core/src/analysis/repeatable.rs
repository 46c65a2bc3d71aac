//! Functions that may be run again from a state of memory, and do the same: they use no state that the program cannot see, obtain no
//! memory that outlives them, and end none but their own. What the workers of a team tell its library ends with the team: a function that starts one
//! may be run again where its workers may, all together, and so may what a team of one does in a function.
//!
//! Owns: what repeatable means. Must not: know which memory they change.

use super::callee::{self, Asked, Target};
use super::functions::{Component, Functions};
use super::memory::Memory;
use super::teams_of_one;
use crate::view::{Access, Body, Inst, ValueId};
use enzyme_rules::{Again, CalleeKind, Custom, Registry};
use indexmap::IndexMap;

/// Functions that may be run again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Repeatable {
    /// By whoever calls them.
    alone: Functions,
    /// By all workers of a team, which begins with them.
    by_teams: Functions,
    /// Functions that start teams, whatever these do.
    starts: Functions,
    /// For a function that may not be run again, what it or a function below it calls that may not.
    obstacles: IndexMap<String, String>,
}

impl Repeatable {
    /// Whether an instruction calls one.
    pub(crate) fn is_call(&self, inst: &Inst, registry: &Registry) -> bool {
        match callee::is_team(inst) {
            true => self.by_teams.is_call(inst, registry),
            false => self.alone.is_call(inst, registry),
        }
    }

    /// Whether an instruction calls a function that starts a team.
    pub(crate) fn starts_team(&self, inst: &Inst, registry: &Registry) -> bool {
        callee::is_team(inst) || self.starts.is_call(inst, registry)
    }

    /// Adds the repeatable functions of a component. All are presumed so until one is found that is not.
    pub(crate) fn learn(&mut self, component: &Component<'_>, registry: &Registry) {
        let Self {
            alone,
            by_teams,
            starts,
            obstacles,
        } = self;
        starts.grow(component, |known, body, _| {
            let mut insts = body.insts.values();
            insts.any(|inst| callee::is_team(inst) || known.is_call(inst, registry))
        });
        by_teams.shrink(component, |known, body, memory| {
            let asking = Asking::of(memory, registry, Again::Team);
            asking.holds(body, &|call| known.is_call(call, registry))
        });
        let cannot = |known: &Functions, (body, memory): (&Body, &Memory)| {
            let asking = Asking::of(memory, registry, Again::Always);
            let of_one = Asking::of(memory, registry, Again::Team);
            let within = teams_of_one::within(body, registry);
            let in_team = |call: &Inst| by_teams.is_call(call, registry);
            let outside = |call: &Inst| match callee::is_team(call) {
                true => in_team(call),
                false => known.is_call(call, registry),
            };
            let mut insts = body.insts.iter();
            let found = insts.find(|(id, inst)| match within.contains(id) {
                true => !of_one.can_be_repeated(inst, &in_team),
                false => !asking.can_be_repeated(inst, &outside),
            });
            found.map(|(id, _)| id)
        };
        alone.shrink(component, |known, body, memory| {
            cannot(known, (body, memory)).is_none()
        });
        for (body, memory) in component {
            let found = cannot(alone, (body, memory));
            let callee = found.and_then(|id| callee::symbol(&body.insts[id]));
            // What stands in the way of a callee is said of its callers.
            let told = callee.map(|symbol| obstacles.get(symbol).cloned().unwrap_or(symbol.into()));
            obstacles.extend(told.map(|told| (body.name.clone(), told)));
        }
    }

    /// What keeps the function that an instruction calls from being run again: a function that it calls, if it is one.
    pub(crate) fn obstacle(&self, inst: &Inst, registry: &Registry) -> Option<&str> {
        let symbol = callee::looked_into(inst, registry)?;
        self.obstacles.get(symbol).map(String::as_str)
    }
}

/// A question about instructions: whether they may be run again by whom this names.
struct Asking<'a> {
    memory: &'a Memory,
    registry: &'a Registry,
    least: Again,
}

impl<'a> Asking<'a> {
    fn of(memory: &'a Memory, registry: &'a Registry, least: Again) -> Self {
        Self {
            memory,
            registry,
            least,
        }
    }

    fn holds(&self, body: &Body, calls: &dyn Fn(&Inst) -> bool) -> bool {
        let mut insts = body.insts.values();
        insts.all(|inst| self.can_be_repeated(inst, calls))
    }

    fn can_be_repeated(&self, inst: &Inst, calls: &dyn Fn(&Inst) -> bool) -> bool {
        match inst.op.access() {
            Access::Read | Access::Write => !inst.is_ordered(),
            Access::Exchange | Access::Order | Access::Unknown => false,
            Access::None => true,
            Access::Call => match callee::target(inst, self.registry) {
                Some(Target::Known(entry)) => self.known_call(inst, &entry.what),
                Some(Target::Defined(_)) => calls(inst),
                // What the program calls inactive, it may call as often as it is run.
                Some(Target::Custom(Asked {
                    what: Custom::Inactive,
                    ..
                })) => true,
                // What it computes depends on the memory alone that its arguments lead to.
                Some(Target::Custom(_)) if callee::is_launch(inst, self.registry) => true,
                Some(
                    Target::Custom(_)
                    | Target::Unknown(_)
                    | Target::Through
                    | Target::Indirect
                    | Target::Assembly,
                )
                | None => false,
            },
        }
    }

    fn known_call(&self, inst: &Inst, kind: &CalleeKind) -> bool {
        let own = |pointer: ValueId| {
            let place = self.memory.place(pointer);
            place.is_some_and(|place| self.memory.is_private(place))
        };
        match kind {
            CalleeKind::Deallocator(spec) => own(inst.operands[usize::from(spec.ptr)]),
            CalleeKind::Allocator(_) => inst.result.is_some_and(own),
            CalleeKind::NoReturn => true,
            // Any other: it may be run again unless it uses state that nobody sees, or that does not end with the team.
            _ => {
                let effects = kind.effects();
                let kept = effects.state && effects.again < self.least;
                !kept && !effects.emits && !effects.takes
            }
        }
    }
}
