//! Schedules that begin by a forward sweep with checkpoints at steps that do not depend on the length.
//! Owns the sweep and its reversal, stretch by stretch; where online schedules put theirs is in `online`.

use super::action::{Action, Data, Slot};
use super::online;
use super::spec::Spec;
use super::work::{Held, Mark, Task, Work};

/// The sweep has arrived at state `at`: keep it or not, and go on.
pub(super) fn sweep(spec: &Spec, at: u64, work: &mut Work) {
    if work.steps == Some(at) {
        return ended(spec, at, work);
    }
    let last = work.is_last(at);
    match *spec {
        Spec::None => advance(at, work.steps.unwrap_or(at + 1), work),
        Spec::StoreAll { .. } if last && !work.keeps() => {
            work.next([
                Task::Leaf {
                    step: at,
                    held: None,
                },
                Task::Tapes { from: 0, to: at },
                Task::Turn,
            ]);
        }
        Spec::StoreAll { .. } => work.next([
            Task::Do(Action::Record { step: at }),
            Task::Do(Action::Store {
                data: Data::Tape,
                step: at,
                slot: tape_slot(at),
            }),
            Task::Sweep { at: at + 1 },
        ]),
        Spec::Periodic { period, level, .. } => sweep_periodic(at, period, level, work),
        Spec::PeriodicDisk { ram, period } => sweep_periodic_disk(at, ram, period, work),
        Spec::TwoLevel { period, .. } => {
            if at.is_multiple_of(period) && (!last || work.keeps()) {
                mark(at, 1, at / period, work);
            } else if last {
                turn_at_last(at, work);
            } else {
                let next = (at / period + 1) * period;
                advance(
                    at,
                    work.steps.map_or(at + 1, |steps| next.min(steps - 1)),
                    work,
                );
            }
        }
        Spec::Online { slots } | Spec::Dynamic { slots } => {
            if last {
                return turn_at_last(at, work);
            }
            work.next([
                Task::Do(Action::Advance {
                    from: at,
                    to: at + 1,
                }),
                Task::Sweep { at: at + 1 },
            ]);
            online::place(matches!(spec, Spec::Dynamic { .. }), slots, at, work);
        }
        _ => unreachable_sweep(),
    }
}

/// The state `n` is reached and nothing of it was recorded.
fn ended(spec: &Spec, at: u64, work: &mut Work) {
    match spec {
        Spec::None => {}
        Spec::StoreAll { .. } => work.next([Task::Tapes { from: 0, to: at }, Task::Turn]),
        _ => work.next([Task::Unwind {
            to: at,
            mark: work.marks.len(),
        }]),
    }
    if work.turns() {
        work.act(Action::EndForward);
    }
}

/// The working state is that before the last step: record it at once.
fn turn_at_last(at: u64, work: &mut Work) {
    work.next([
        Task::Leaf {
            step: at,
            held: None,
        },
        Task::Unwind {
            to: at,
            mark: work.marks.len(),
        },
    ]);
}

fn advance(from: u64, to: u64, work: &mut Work) {
    work.next([
        Task::Do(Action::Advance { from, to }),
        Task::Sweep { at: to },
    ]);
}

/// Keeps the state `at`, then goes on. Must be called once for it: the sweep goes on by one step.
fn mark(at: u64, level: u8, index: u64, work: &mut Work) {
    let slot = Slot {
        level,
        index: index as u32,
    };
    work.marks.push(Mark {
        step: at,
        slot,
        rank: 0,
    });
    // Once the length is known, the next stop may be further on; one step is right in any case.
    if work.is_last(at) {
        turn_at_last(at, work);
    } else {
        advance(at, at + 1, work);
    }
    work.act(Action::Store {
        data: Data::State,
        step: at,
        slot,
    });
}

fn sweep_periodic(at: u64, period: u64, level: u8, work: &mut Work) {
    if !at.is_multiple_of(period) {
        // The length became known on the way, or is not known.
        return advance(at, at + 1, work);
    }
    let ends = work.steps.filter(|steps| at + period >= *steps);
    let slot = Slot {
        level,
        index: (at / period) as u32,
    };
    let keeps = ends.is_none() || work.keeps();
    let marks = work.marks.len();
    if keeps {
        work.marks.push(Mark {
            step: at,
            slot,
            rank: 0,
        });
    }
    match ends {
        Some(to) => work.next([
            Task::Record { at, from: at, to },
            // What is kept of this stretch is for later adjoints.
            Task::Unwind {
                to: at,
                mark: marks,
            },
        ]),
        None => advance(at, work.steps.map_or(at + 1, |_| at + period), work),
    }
    if keeps {
        work.act(Action::Store {
            data: Data::State,
            step: at,
            slot,
        });
    }
}

fn sweep_periodic_disk(at: u64, ram: u64, period: u64, work: &mut Work) {
    let steps = work.steps.unwrap_or(at);
    // A single step at the end is not worth a write.
    if at + period + 1 >= steps {
        work.next([Task::Unwind {
            to: at,
            mark: work.marks.len(),
        }]);
        return in_memory(at, steps, ram, work);
    }
    let slot = Slot::disk((at / period) as u32);
    work.marks.push(Mark {
        step: at,
        slot,
        rank: 0,
    });
    advance(at, at + period, work);
    work.act(Action::Store {
        data: Data::State,
        step: at,
        slot,
    });
}

/// Reverses a stretch with all of memory, its first state being the working state.
fn in_memory(from: u64, to: u64, ram: u64, work: &mut Work) {
    if to - from == 1 {
        return work.leaf(from, None);
    }
    work.places.clear();
    work.places
        .extend((0..ram.min(to - from)).map(|index| Slot::ram(index as u32)));
    let slot = Slot::ram(0);
    work.next([
        Task::Do(Action::Store {
            data: Data::State,
            step: from,
            slot,
        }),
        Task::Binomial {
            from,
            to,
            slots: ram,
            held: Held::once(slot),
        },
    ]);
}

/// Reverses the steps below `to` that follow the mark number `mark - 1`, then those before it.
pub(super) fn unwind(spec: &Spec, to: u64, mark: usize, work: &mut Work) {
    let Some(above) = mark.checked_sub(1) else {
        return work.next([Task::Turn]);
    };
    let Mark {
        step: from, slot, ..
    } = work.marks[above];
    work.next([Task::Unwind {
        to: from,
        mark: above,
    }]);
    let keep = work.keeps();
    if from == to {
        // The sweep ended right there.
        if !keep {
            work.act(Action::Discard { slot });
        }
        return;
    }
    let held = Held { slot, keep };
    match *spec {
        Spec::Periodic { .. } => {
            if !keep {
                work.act(Action::Discard { slot });
            }
            work.next([Task::Record { at: from, from, to }]);
        }
        Spec::PeriodicDisk { ram, .. } => {
            work.act(Action::Discard { slot });
            in_memory(from, to, ram, work);
        }
        Spec::TwoLevel { ram, .. } => {
            let memory = (0..ram.min(to - from)).map(|index| Slot::ram(index as u32));
            let places = [slot].into_iter().chain(memory).collect();
            from_mark(from, to, places, held, work);
        }
        Spec::Online { slots } | Spec::Dynamic { slots } => {
            // Those of the marks behind, and those never taken: marks take slots in order.
            let behind = work.marks[mark..].iter().map(|mark| mark.slot);
            let never = work.marks.len() as u32..slots.min(to) as u32;
            let free = behind
                .chain(never.map(Slot::ram))
                .take((to - from) as usize);
            let places = [slot].into_iter().chain(free).collect();
            from_mark(from, to, places, held, work);
        }
        _ => unreachable_sweep(),
    }
    work.act(Action::Restore {
        data: Data::State,
        step: from,
        slot,
    });
}

/// Reverses a stretch from its mark by Revolve, with `places` for checkpoints, the mark's first.
fn from_mark(from: u64, to: u64, places: Vec<Slot>, held: Held, work: &mut Work) {
    let slots = places.len() as u64;
    work.places = places;
    work.next([Task::Binomial {
        from,
        to,
        slots,
        held,
    }]);
}

/// The working state is `at`: records up to `to`, keeping all tapes but the last one, then reverses.
pub(super) fn record(spec: &Spec, at: u64, from: u64, to: u64, work: &mut Work) {
    if at + 1 == to {
        return work.next([
            Task::Leaf {
                step: at,
                held: None,
            },
            Task::Tapes { from, to: at },
        ]);
    }
    let slot = stretch_slot(spec, at - from, work);
    work.next([
        Task::Do(Action::Record { step: at }),
        Task::Do(Action::Store {
            data: Data::Tape,
            step: at,
            slot,
        }),
        Task::Record {
            at: at + 1,
            from,
            to,
        },
    ]);
}

/// Reverses the steps `from..to` from their tapes.
pub(super) fn tapes(spec: &Spec, from: u64, to: u64, work: &mut Work) {
    if from == to {
        return;
    }
    let step = to - 1;
    let periodic = matches!(spec, Spec::Periodic { .. });
    let slot = if periodic {
        stretch_slot(spec, step - from, work)
    } else {
        tape_slot(step)
    };
    work.next([Task::Tapes { from, to: step }]);
    // A stretch is recorded anew for the next adjoint; what was stored of the whole run stays.
    if periodic || !work.keeps() {
        work.act(Action::Discard { slot });
    }
    work.act(Action::Reverse { step });
    work.act(Action::Restore {
        data: Data::Tape,
        step,
        slot,
    });
}

/// The next adjoint: what the sweep kept is still there.
pub(super) fn restart(spec: &Spec, work: &mut Work) {
    let to = work.steps.unwrap_or(0);
    match spec {
        Spec::StoreAll { .. } => work.next([Task::Tapes { from: 0, to }, Task::Turn]),
        _ => work.next([Task::Unwind {
            to,
            mark: work.marks.len(),
        }]),
    }
}

/// The slot of a tape when all are kept.
fn tape_slot(step: u64) -> Slot {
    Slot::ram(step as u32)
}

/// The slot of the tape `offset` steps into a stretch: beside the states, if they are on level 0.
fn stretch_slot(spec: &Spec, offset: u64, work: &Work) -> Slot {
    let states = if matches!(spec, Spec::Periodic { level: 0, .. }) {
        work.marks.len()
    } else {
        0
    };
    Slot::ram(states as u32 + offset as u32)
}

/// Only the schedules of this module begin by a sweep.
fn unreachable_sweep() -> ! {
    unreachable!("no forward sweep in this schedule")
}
