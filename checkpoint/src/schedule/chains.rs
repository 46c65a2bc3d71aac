//! Schedules of a known length that unfold a chain: Revolve, Multistage, and those made from tables. Owns
//! how a table's choices become actions.

use super::action::{Action, Data, Slot};
use super::spec::Spec;
use super::tables::Tables;
use super::work::{Held, Task, Work};
use crate::binomial::Level;
use crate::dp::{hierarchy, intervals};
use std::collections::BTreeMap;

impl Tables {
    pub(super) fn expand(&self, task: Task, work: &mut Work) {
        match (self, task) {
            (
                Self::Levels { .. },
                Task::Levels {
                    from,
                    to,
                    level,
                    slots,
                },
            ) => {
                self.levels(from, to, level, slots, work);
            }
            (
                Self::Levels { .. },
                Task::LevelsHeld {
                    from,
                    to,
                    slots,
                    slot,
                    first,
                },
            ) => {
                self.levels_held(from, to, slots, slot, first, work);
            }
            (Self::Units { .. }, Task::Units { from, to, units }) => {
                self.units_alone(from, to, units, work);
            }
            (
                Self::Units { .. },
                Task::UnitsHeld {
                    from,
                    to,
                    units,
                    slot,
                },
            ) => {
                self.units_held(from, to, units, slot, work);
            }
            (
                Self::Units { .. },
                Task::UnitsBeside {
                    from,
                    to,
                    units,
                    slot,
                },
            ) => {
                self.units_beside(from, to, units, slot, work);
            }
            (
                Self::Intervals(table),
                Task::Interval {
                    from,
                    to,
                    slots,
                    held,
                },
            ) => {
                interval(table, (from, to), slots, held, work);
            }
            _ => unreachable!("a task of another schedule"),
        }
    }

    /// A chain whose first state is held nowhere.
    fn levels(&self, from: u64, to: u64, level: u8, free: u64, work: &mut Work) {
        let Self::Levels { table, slots } = self else {
            return;
        };
        if to - from == 1 {
            return work.leaf(from, None);
        }
        if table.free(level, to - from, free) == hierarchy::Choice::Below {
            let below = slots[usize::from(level) - 1];
            return work.next([Task::Levels {
                from,
                to,
                level: level - 1,
                slots: below,
            }]);
        }
        let open = table.is_open(level);
        let index = if open {
            free
        } else {
            slots[usize::from(level)] - free
        };
        let slot = Slot {
            level,
            index: index as u32,
        };
        if table.is_closed(level) {
            work.next([Task::Binomial {
                from,
                to,
                slots: free,
                held: Held::once(slot),
            }]);
        } else {
            work.next([Task::LevelsHeld {
                from,
                to,
                slots: free,
                slot,
                first: true,
            }]);
        }
        work.act(Action::Store {
            data: Data::State,
            step: from,
            slot,
        });
    }

    /// A chain whose first state is in `slot`. It is freed at the end even if only the levels below are
    /// used: it does no harm there, and a run that is interrupted can resume from it.
    fn levels_held(&self, from: u64, to: u64, free: u64, slot: Slot, first: bool, work: &mut Work) {
        let Self::Levels { table, slots } = self else {
            return;
        };
        let level = slot.level;
        if to - from == 1 {
            return work.leaf(from, Some(Held::once(slot)));
        }
        let below = |from, level: u8| Task::Levels {
            from,
            to,
            level: level - 1,
            slots: slots[usize::from(level) - 1],
        };
        let (middle, right) = match table.held(level, to - from, free, first) {
            hierarchy::Choice::Ahead(ahead) => {
                let free = if table.is_open(level) {
                    free + 1
                } else {
                    free - 1
                };
                let middle = from + ahead;
                let right = Task::Levels {
                    from: middle,
                    to,
                    level,
                    slots: free,
                };
                (middle, right)
            }
            hierarchy::Choice::AheadBelow(ahead) => (from + ahead, below(from + ahead, level)),
            _ if level == 0 => return work.again(from, to, Held::once(slot)),
            _ => return work.next([below(from, level), Task::Do(Action::Discard { slot })]),
        };
        let left = Task::LevelsHeld {
            from,
            to: middle,
            slots: free,
            slot,
            first: false,
        };
        work.halves(from, middle, slot, right, left);
    }
}

/// A chain of steps of different costs.
fn interval(
    table: &intervals::Table,
    (from, to): (u64, u64),
    slots: u64,
    held: Held,
    work: &mut Work,
) {
    if to - from == 1 {
        return work.leaf(from, Some(held));
    }
    if slots <= 1 {
        return work.again(from, to, held);
    }
    let middle = table.middle(from, to, slots);
    work.next([
        Task::Do(Action::Restore {
            data: Data::State,
            step: from,
            slot: held.slot,
        }),
        Task::Interval {
            from,
            to: middle,
            slots,
            held,
        },
    ]);
    if to - middle == 1 {
        work.next([Task::Leaf {
            step: middle,
            held: None,
        }]);
    } else {
        let slot = Slot::ram(held.slot.index + 1);
        work.next([
            Task::Do(Action::Store {
                data: Data::State,
                step: middle,
                slot,
            }),
            Task::Interval {
                from: middle,
                to,
                slots: slots - 1,
                held: Held::once(slot),
            },
        ]);
    }
    work.act(Action::Advance { from, to: middle });
}

/// The first tasks of a chain of `steps` steps.
pub(super) fn start(spec: &Spec, steps: u64, work: &mut Work) {
    work.next([Task::Turn]);
    if steps == 0 {
        work.turns();
        return work.act(Action::EndForward);
    }
    match spec {
        Spec::Levels { levels, .. } => {
            let top = levels.len() - 1;
            let slots = levels[top].slots.map_or(0, |slots| slots.min(steps));
            let memory = levels[0].slots.unwrap_or(0).min(steps);
            work.places = (0..memory).map(|index| Slot::ram(index as u32)).collect();
            work.next([Task::Levels {
                from: 0,
                to: steps,
                level: top as u8,
                slots,
            }]);
        }
        Spec::Mixed { units } | Spec::Stages { units, .. } => {
            let units = (*units).min(steps.saturating_mul(spec.tape_units()));
            work.next([Task::Units {
                from: 0,
                to: steps,
                units,
            }]);
        }
        Spec::StepCosts { slots, .. } => {
            let held = Held::once(Slot::ram(0));
            let slots = (*slots).min(steps);
            held_at_start(
                Task::Interval {
                    from: 0,
                    to: steps,
                    slots,
                    held,
                },
                held,
                steps,
                work,
            );
        }
        Spec::Multistage {
            ram,
            disk,
            write,
            read,
        } => {
            let slots = ram.saturating_add(*disk).min(steps);
            work.places = by_access(steps, slots, *ram, *write, *read);
            binomial(steps, work);
        }
        Spec::Revolve { slots, .. } => {
            work.places = (0..(*slots).min(steps))
                .map(|index| Slot::ram(index as u32))
                .collect();
            binomial(steps, work);
        }
        _ => unreachable!("a schedule that begins by a sweep"),
    }
}

/// Revolve over the whole length with the slots in `places`.
fn binomial(steps: u64, work: &mut Work) {
    let slots = work.places.len() as u64;
    let slot = work.places.first().copied().unwrap_or(Slot::ram(0));
    let held = Held {
        slot,
        keep: work.keeps(),
    };
    held_at_start(
        Task::Binomial {
            from: 0,
            to: steps,
            slots,
            held,
        },
        held,
        steps,
        work,
    );
}

/// Stores the initial state if there is any use for it.
fn held_at_start(chain: Task, held: Held, steps: u64, work: &mut Work) {
    if steps == 1 && !held.keep {
        return work.leaf(0, None);
    }
    work.next([
        Task::Do(Action::Store {
            data: Data::State,
            step: 0,
            slot: held.slot,
        }),
        chain,
    ]);
}

/// The next adjoint by Revolve: the initial state was kept.
pub(super) fn restart(work: &mut Work) {
    let (Some(&slot), Some(steps)) = (work.places.first(), work.steps) else {
        return work.next([Task::Turn]);
    };
    let held = Held {
        slot,
        keep: work.keeps(),
    };
    work.next([
        Task::Do(Action::Restore {
            data: Data::State,
            step: 0,
            slot,
        }),
        Task::Binomial {
            from: 0,
            to: steps,
            slots: work.places.len() as u64,
            held,
        },
        Task::Turn,
    ]);
}

/// The slots of Multistage by depth: those that cost most are in memory (Stumm & Walther 2009).
fn by_access(steps: u64, slots: u64, ram: u64, write: f64, read: f64) -> Vec<Slot> {
    let accesses = accesses(steps, slots);
    let cost = |depth: usize| {
        let (writes, reads) = accesses.get(depth).copied().unwrap_or((0, 0));
        writes as f64 * write + reads as f64 * read
    };
    let mut depths: Vec<usize> = (0..slots as usize).collect();
    depths.sort_by(|a, b| cost(*b).total_cmp(&cost(*a)));
    let mut places = vec![Slot::ram(0); slots as usize];
    let (memory, disk) = depths.split_at((ram.min(slots)) as usize);
    for (index, depth) in memory.iter().enumerate() {
        places[*depth] = Slot::ram(index as u32);
    }
    for (index, depth) in disk.iter().enumerate() {
        places[*depth] = Slot::disk(index as u32);
    }
    places
}

/// Writes and reads of the slots of Revolve, by depth, up to the last one used. Chains of one length and depth
/// unfold alike, and there are few lengths: each is looked at once.
fn accesses(steps: u64, slots: u64) -> Vec<(u64, u64)> {
    let mut all = Vec::new();
    let mut chains = BTreeMap::from([(steps, 1)]);
    for slots in (1..=slots).rev() {
        let mut deeper = BTreeMap::new();
        let (writes, mut reads) = (chains.values().sum(), 0);
        while let Some((length, count)) = chains.pop_last() {
            if slots == 1 {
                reads += count * (length - 1);
                continue;
            }
            let ahead = Level::of(length, slots).split(length, slots);
            reads += count;
            for (part, into) in [(ahead, &mut chains), (length - ahead, &mut deeper)] {
                if part > 1 {
                    *into.entry(part).or_insert(0) += count;
                }
            }
        }
        all.push((writes, reads));
        chains = deeper;
        if chains.is_empty() {
            break;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accesses_are_those_of_the_schedule() {
        for (steps, slots) in [
            (2, 1),
            (2, 2),
            (10, 3),
            (57, 1),
            (100, 5),
            (1000, 20),
            (12_345, 7),
            (300, 300),
        ] {
            let mut drawn = vec![(0, 0); slots as usize];
            let spec = Spec::Revolve { slots, adjoints: 1 };
            for action in super::super::Schedule::new(spec, Some(steps)).unwrap() {
                match action {
                    Action::Store { slot, .. } => drawn[slot.index as usize].0 += 1,
                    Action::Restore { slot, .. } => drawn[slot.index as usize].1 += 1,
                    _ => {}
                }
            }
            let mut counted = accesses(steps, slots);
            counted.resize(slots as usize, (0, 0));
            assert_eq!(counted, drawn, "{steps} steps, {slots} slots");
        }
    }
}
