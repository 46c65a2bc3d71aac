//! Chains whose storage holds states or tapes: Mixed and stage checkpoints. Owns how their table's choices
//! become actions.

use super::action::{Action, Data, Slot};
use super::tables::Tables;
use super::work::{Held, Task, Work};
use crate::dp::units;
use crate::mixed;

/// What to do with a chain that is held nowhere.
fn alone(table: Option<&units::Table>, steps: u64, free: u64) -> units::Choice {
    match table {
        Some(table) => table.alone(steps, free),
        None => mixed::split(steps, free).map_or(units::Choice::Tape, units::Choice::State),
    }
}

impl Tables {
    /// A chain whose first state is held nowhere.
    pub(super) fn units_alone(&self, from: u64, to: u64, free: u64, work: &mut Work) {
        let Self::Units { table, units, .. } = self else {
            return;
        };
        if to - from == 1 {
            return work.leaf(from, None);
        }
        if alone(table.as_deref(), to - from, free) == units::Choice::Tape {
            return self.keep_tape(from, to, free, work);
        }
        let slot = Slot::ram((units - free) as u32);
        work.next([
            Task::Do(Action::Store {
                data: Data::State,
                step: from,
                slot,
            }),
            Task::UnitsHeld {
                from,
                to,
                units: free,
                slot,
            },
        ]);
    }

    /// What is held is kept on only if it would be stored again.
    pub(super) fn units_held(&self, from: u64, to: u64, free: u64, slot: Slot, work: &mut Work) {
        let Self::Units { table, .. } = self else {
            return;
        };
        if to - from == 1 {
            return work.leaf(from, Some(Held::once(slot)));
        }
        let units::Choice::State(ahead) = alone(table.as_deref(), to - from, free) else {
            self.keep_tape(from, to, free, work);
            return work.act(Action::Discard { slot });
        };
        let middle = from + ahead;
        let right = Task::Units {
            from: middle,
            to,
            units: free - 1,
        };
        let left = Task::UnitsHeld {
            from,
            to: middle,
            units: free,
            slot,
        };
        work.halves(from, middle, slot, right, left);
    }

    pub(super) fn units_beside(&self, from: u64, to: u64, free: u64, slot: Slot, work: &mut Work) {
        let Self::Units {
            table: Some(table), ..
        } = self
        else {
            return;
        };
        if to - from == 1 {
            return work.leaf(from, None);
        }
        match table.beside(to - from, free) {
            units::Choice::Beside(ahead) => {
                let middle = from + ahead;
                let right = Task::Units {
                    from: middle,
                    to,
                    units: free,
                };
                let left = Task::UnitsBeside {
                    from,
                    to: middle,
                    units: free,
                    slot,
                };
                work.halves(from, middle, slot, right, left);
            }
            units::Choice::Tape => self.keep_tape(from, to, free, work),
            _ => work.next([Task::Units {
                from,
                to,
                units: free,
            }]),
        }
    }

    /// Records the first step, keeps its tape, reverses the rest, then the step.
    fn keep_tape(&self, from: u64, to: u64, free: u64, work: &mut Work) {
        let Self::Units { table, units, tape } = self else {
            return;
        };
        let slot = Slot::ram((units - free) as u32);
        let data = if table.is_some() {
            Data::Stages
        } else {
            Data::Tape
        };
        let rest = if table.is_some() {
            Task::UnitsBeside {
                from: from + 1,
                to,
                units: free - tape,
                slot,
            }
        } else {
            Task::Units {
                from: from + 1,
                to,
                units: free - tape,
            }
        };
        work.next([
            Task::Do(Action::Record { step: from }),
            Task::Do(Action::Store {
                data,
                step: from,
                slot,
            }),
            rest,
            Task::Do(Action::Restore {
                data: Data::Tape,
                step: from,
                slot,
            }),
            Task::Do(Action::Reverse { step: from }),
            Task::Do(Action::Discard { slot }),
        ]);
    }
}
