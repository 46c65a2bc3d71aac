//! What is left to do of a schedule, as a stack of tasks: plain data, so that it is the cursor from which
//! a schedule resumes. Owns the stack and what all schedules share; how tasks unfold is the rules' affair.
//!
//! A task is an action to draw or a chain to reverse, which unfolds into actions and smaller chains when it comes to the top. The stack is as large
//! as what is held; tables are made anew from the parameters. A chain owns the slot that holds its first state and frees it when it is reversed.
//! Forward sweeps keep their checkpoints as marks and are reversed mark by mark, each stretch as a binomial chain with all slots that are free by
//! then; the online placement keeps every stretch within the reach of that. `Spec::bounded` keeps slot numbers within 32 bits and counts within 64.
//!
//! No optimum is a heuristic, but for online lengths beyond beta(slots, 2), periodic and two-level schedules.

use super::action::{Action, Data, Slot};
use crate::binomial::Level;
use serde::{Deserialize, Serialize};

/// Where the state at the start of a chain is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Held {
    pub(crate) slot: Slot,
    /// Whether it stays after the chain is reversed, for the next adjoint.
    pub(crate) keep: bool,
}

impl Held {
    pub(crate) fn once(slot: Slot) -> Self {
        Self { slot, keep: false }
    }
}

/// One thing to do. Chains expect the working state to be `from`; who reverses a chain frees its slot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Task {
    /// Draw this action.
    Do(Action),
    /// Record and reverse one step; the working state is the one before it.
    Leaf { step: u64, held: Option<Held> },
    /// Reverse a chain with `slots` slots, the one that holds `from` included. New checkpoints go to
    /// `Work::places`, by how many are held below them.
    Binomial {
        from: u64,
        to: u64,
        slots: u64,
        held: Held,
    },
    /// The same, where the repetition number is known.
    Split {
        from: u64,
        to: u64,
        slots: u64,
        reach: u64,
        repetitions: u64,
        held: Held,
    },
    /// Reverse a chain with no further slot: back to the start before each step.
    Again { from: u64, to: u64, held: Held },
    /// Reverse a chain with levels `0..=level`; of this level `slots` are free, of those below all.
    Levels {
        from: u64,
        to: u64,
        level: u8,
        slots: u64,
    },
    /// The same with `from` in `held`, one of the `slots` of this level.
    /// `first` while the sweep that wrote `held` goes on.
    LevelsHeld {
        from: u64,
        to: u64,
        slots: u64,
        slot: Slot,
        first: bool,
    },
    /// Reverse a chain with units for states or tapes.
    Units { from: u64, to: u64, units: u64 },
    /// The same with `from` in `slot`, which counts among the free ones.
    UnitsHeld {
        from: u64,
        to: u64,
        units: u64,
        slot: Slot,
    },
    /// The same, while the state `from` can be had again from a slot that stays: that of the stages of
    /// the step before.
    UnitsBeside {
        from: u64,
        to: u64,
        units: u64,
        slot: Slot,
    },
    /// Reverse a chain of steps of different costs.
    Interval {
        from: u64,
        to: u64,
        slots: u64,
        held: Held,
    },
    /// The forward sweep has arrived at state `at`; its checkpoints are in `Work::marks`.
    Sweep { at: u64 },
    /// Reverse up to step `to` from the youngest mark, and so on down to the oldest.
    Unwind { to: u64, mark: usize },
    /// Record the steps `at..to` of the stretch `from..to` and keep their tapes, then reverse it.
    Record { at: u64, from: u64, to: u64 },
    /// Reverse the steps `from..to`, whose tapes are stored.
    Tapes { from: u64, to: u64 },
    /// An adjoint is complete.
    Turn,
}

/// A checkpoint of the forward sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Mark {
    pub(crate) step: u64,
    pub(crate) slot: Slot,
    /// Level of Wang, Moin & Iaccarino; of no meaning to other schedules.
    pub(crate) rank: u64,
}

/// The state of a schedule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Work {
    stack: Vec<Task>,
    /// Slots for the checkpoints of a binomial chain, by depth; the first belongs to the chain's start.
    pub(crate) places: Vec<Slot>,
    pub(crate) marks: Vec<Mark>,
    /// Rank of the working state in a dynamic sweep; the initial state has the highest.
    pub(crate) rank: u64,
    /// The number of steps, once known.
    pub(crate) steps: Option<u64>,
    /// Whether the end of the forward sweep was announced.
    turned: bool,
    pub(crate) adjoints_left: u32,
}

impl Work {
    pub(crate) fn new(steps: Option<u64>, adjoints: u32) -> Self {
        Self {
            stack: Vec::new(),
            places: Vec::new(),
            marks: Vec::new(),
            rank: u64::MAX,
            steps,
            turned: false,
            adjoints_left: adjoints,
        }
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Task> {
        self.stack.pop()
    }

    /// These tasks next, in this order.
    #[inline]
    pub(crate) fn next<const N: usize>(&mut self, tasks: [Task; N]) {
        self.stack.extend(tasks.into_iter().rev());
    }

    /// This action next.
    #[inline]
    pub(crate) fn act(&mut self, action: Action) {
        self.stack.push(Task::Do(action));
    }

    /// Whether `step` is the last one, as far as is known.
    pub(crate) fn is_last(&self, step: u64) -> bool {
        self.steps == Some(step + 1)
    }

    /// True once an adjoint: the end of the forward sweep has to be announced now.
    pub(crate) fn turns(&mut self) -> bool {
        !std::mem::replace(&mut self.turned, true)
    }

    /// Whether another adjoint follows the one going on, so that its checkpoints stay.
    pub(crate) fn keeps(&self) -> bool {
        self.adjoints_left > 1
    }

    /// Record and reverse `step`, then free what is held for it.
    #[inline]
    pub(crate) fn leaf(&mut self, step: u64, held: Option<Held>) {
        if let Some(Held { slot, keep: false }) = held {
            self.act(Action::Discard { slot });
        }
        self.act(Action::Reverse { step });
        if self.is_last(step) && self.turns() {
            self.act(Action::EndForward);
        }
        self.act(Action::Record { step });
    }

    /// Where the forward sweep has arrived, while it goes on.
    pub(crate) fn sweep_at(&self) -> Option<u64> {
        self.stack.iter().find_map(|task| match task {
            Task::Sweep { at } => Some(*at),
            _ => None,
        })
    }

    /// Unfolds a chain of the binomial family. The working state is `from`.
    #[inline]
    pub(crate) fn binomial(&mut self, from: u64, to: u64, slots: u64, held: Held) {
        let steps = to - from;
        if steps <= 1 {
            self.leaf(from, Some(held));
        } else if slots <= 1 {
            self.again(from, to, held);
        } else {
            let slots = slots.min(steps);
            let level = Level::of(steps, slots);
            self.split(from, to, slots, level, held);
        }
    }

    /// Splits a chain of at least two steps at the next checkpoint; at least two slots.
    #[inline]
    pub(crate) fn split(&mut self, from: u64, to: u64, slots: u64, level: Level, held: Held) {
        let steps = to - from;
        let ahead = level.split(steps, slots);
        let middle = from + ahead;
        // The left part comes last.
        if ahead == 1 {
            self.stack.push(Task::Leaf {
                step: from,
                held: Some(held),
            });
        } else {
            let Level { repetitions, reach } = level.for_steps(ahead, slots);
            self.stack.push(Task::Split {
                from,
                to: middle,
                slots,
                reach,
                repetitions,
                held,
            });
        }
        self.act(Action::Restore {
            data: Data::State,
            step: from,
            slot: held.slot,
        });
        if to - middle == 1 {
            self.stack.push(Task::Leaf {
                step: middle,
                held: None,
            });
        } else {
            let slot = self.places[self.places.len() - (slots as usize - 1)];
            let held = Held::once(slot);
            self.stack.push(if slots == 2 {
                Task::Again {
                    from: middle,
                    to,
                    held,
                }
            } else {
                let level = level
                    .with_slot_less(slots)
                    .for_steps(to - middle, slots - 1);
                let Level { repetitions, reach } = level;
                Task::Split {
                    from: middle,
                    to,
                    slots: slots - 1,
                    reach,
                    repetitions,
                    held,
                }
            });
            self.act(Action::Store {
                data: Data::State,
                step: middle,
                slot,
            });
        }
        self.act(Action::Advance { from, to: middle });
    }

    /// Goes on to `middle` for the chain that begins there, then back for the one that ends there. The working state
    /// is `from`, and it is in `slot`, too.
    #[inline]
    pub(crate) fn halves(&mut self, from: u64, middle: u64, slot: Slot, right: Task, left: Task) {
        self.next([
            Task::Do(Action::Advance { from, to: middle }),
            right,
            Task::Do(Action::Restore {
                data: Data::State,
                step: from,
                slot,
            }),
            left,
        ]);
    }

    /// Reverses a chain from its start alone.
    pub(crate) fn again(&mut self, from: u64, to: u64, held: Held) {
        if to - from == 1 {
            return self.leaf(from, Some(held));
        }
        let last = to - 1;
        let right = Task::Leaf {
            step: last,
            held: None,
        };
        let left = Task::Again {
            from,
            to: last,
            held,
        };
        self.halves(from, last, held.slot, right, left);
    }
}
