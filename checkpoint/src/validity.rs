//! The machine that replays schedules. Owns what "valid" means; knows no schedule.
//!
//! It knows which state is the working one, whose tape is at hand, what lies in which slot and how far the
//! adjoint has come. An action that reads what is not there, writes where something is, exceeds a limit or
//! leaves the order is a [`Violation`]. A schedule is valid if it draws no such action and, at its end,
//! every adjoint is complete and no slot is in use.

use crate::schedule::{Action, Data, Schedule, Slot};
use std::collections::BTreeMap;

/// What is wrong with an action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("action {number} ({action}): {what}")]
pub struct Violation {
    /// Number of the action, from 0.
    pub number: u64,
    /// The action.
    pub action: String,
    /// What is wrong with it.
    pub what: String,
}

/// What lies in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Content {
    data: Data,
    step: u64,
}

/// The state of a replay.
#[derive(Clone, Debug)]
pub struct Replay {
    steps: u64,
    adjoints: u32,
    limits: Vec<Option<u64>>,
    tape_units: u64,
    number: u64,
    state: Option<u64>,
    tape: Option<u64>,
    ended: bool,
    /// The adjoint of this state is at hand.
    adjoint: Option<u64>,
    done: u32,
    slots: BTreeMap<Slot, Content>,
    live: Vec<u64>,
}

impl Replay {
    /// For `steps` steps and `adjoints` adjoints, within `limits` units per level (`None`: no limit; levels
    /// beyond the list: none allowed), tapes taking `tape_units` units and states one.
    #[must_use]
    pub fn new(steps: u64, adjoints: u32, limits: Vec<Option<u64>>, tape_units: u64) -> Self {
        let levels = limits.len();
        Self {
            steps,
            adjoints,
            limits,
            tape_units,
            number: 0,
            state: Some(0),
            tape: None,
            ended: false,
            adjoint: None,
            done: 0,
            slots: BTreeMap::new(),
            live: vec![0; levels],
        }
    }

    /// For what a schedule promises. Its length must be known.
    #[must_use]
    pub fn of(schedule: &Schedule) -> Self {
        let spec = schedule.spec();
        let steps = schedule.steps().unwrap_or(0);
        Self::new(steps, spec.adjoints(), spec.limits(), spec.tape_units())
    }

    /// Replays all that is left of a schedule and checks that it ended well.
    ///
    /// # Errors
    /// The first violation.
    pub fn run(mut self, schedule: impl IntoIterator<Item = Action>) -> Result<(), Violation> {
        for action in schedule {
            self.apply(action)?;
        }
        self.end()
    }

    /// Replays one action.
    ///
    /// # Errors
    /// If it is not valid here.
    pub fn apply(&mut self, action: Action) -> Result<(), Violation> {
        let checked = self.check(action);
        let number = self.number;
        self.number += 1;
        checked.map_err(|what| Violation {
            number,
            action: action.to_string(),
            what,
        })
    }

    /// Checks that nothing is left to do.
    ///
    /// # Errors
    /// If the schedule stopped too early or left something in a slot.
    pub fn end(&self) -> Result<(), Violation> {
        let fail = |what: String| {
            Err(Violation {
                number: self.number,
                action: "end of schedule".into(),
                what,
            })
        };
        if !self.ended {
            return fail("the forward run has not ended".into());
        }
        if self.done != self.adjoints {
            return fail(format!("{} adjoints of {}", self.done, self.adjoints));
        }
        let left = self.live.iter().map(|live| u128::from(*live)).sum::<u128>();
        if left > 0 {
            return fail(format!("{left} units still in use"));
        }
        Ok(())
    }

    fn check(&mut self, action: Action) -> Result<(), String> {
        match action {
            Action::Advance { from, to } => {
                self.at_state(from)?;
                require(from < to && to <= self.steps, || {
                    format!("no steps {from}..{to}")
                })?;
                self.state = Some(to);
                self.tape = None;
            }
            Action::Record { step } => {
                self.at_state(step)?;
                require(step < self.steps, || format!("no step {step}"))?;
                self.state = Some(step + 1);
                self.tape = Some(step);
            }
            Action::Reverse { step } => {
                require(self.tape == Some(step), || {
                    format!("the tape at hand is {:?}", self.tape)
                })?;
                let next = self.adjoint;
                require(next.is_some() && next == step.checked_add(1), || {
                    format!("the adjoint at hand is {next:?}")
                })?;
                self.adjoint = Some(step);
                self.tape = None;
                self.state = None;
            }
            Action::Store { data, step, slot } => self.store(data, step, slot)?,
            Action::Restore { data, step, slot } => self.restore(data, step, slot)?,
            Action::Discard { slot } => {
                self.within(slot)?;
                let content = self.slots.remove(&slot).ok_or("nothing in this slot")?;
                self.live[usize::from(slot.level)] -= self.units(content.data);
            }
            Action::EndForward => {
                require(!self.ended, || "a second time".into())?;
                self.at_state(self.steps)?;
                self.ended = true;
                self.adjoint = (self.adjoints > 0).then_some(self.steps);
            }
            Action::EndAdjoint => {
                require(self.adjoint == Some(0), || {
                    format!("adjoint at {:?}", self.adjoint)
                })?;
                self.done += 1;
                self.adjoint = (self.done < self.adjoints).then_some(self.steps);
            }
        }
        Ok(())
    }

    fn store(&mut self, data: Data, step: u64, slot: Slot) -> Result<(), String> {
        match data {
            Data::State => self.at_state(step)?,
            Data::Tape => self.at_tape(step)?,
            Data::Stages => {
                self.at_tape(step)?;
                self.at_state(step.saturating_add(1))?;
            }
        }
        let units = self.units(data);
        self.within(slot)?;
        if let Some(content) = self.slots.get(&slot) {
            return Err(format!("the slot holds {} {}", content.data, content.step));
        }
        self.slots.insert(slot, Content { data, step });
        let level = usize::from(slot.level);
        self.live[level] = self.live[level]
            .checked_add(units)
            .ok_or("more units than can be counted")?;
        let (live, limit) = (self.live[level], self.limits[level]);
        require(limit.is_none_or(|limit| live <= limit), || {
            format!("{live} units on level {level}, limit {limit:?}")
        })
    }

    fn restore(&mut self, data: Data, step: u64, slot: Slot) -> Result<(), String> {
        self.within(slot)?;
        let content = *self.slots.get(&slot).ok_or("nothing in this slot")?;
        let fits = match (content.data, data) {
            (Data::State, Data::State) | (Data::Tape | Data::Stages, Data::Tape) => {
                content.step == step
            }
            (Data::Stages, Data::State) => content.step.checked_add(1) == Some(step),
            _ => false,
        };
        require(fits, || {
            format!("the slot holds {} {}", content.data, content.step)
        })?;
        if data == Data::State {
            self.state = Some(step);
        } else {
            self.tape = Some(step);
        }
        Ok(())
    }

    fn at_state(&self, step: u64) -> Result<(), String> {
        require(self.state == Some(step), || {
            format!("the working state is {:?}", self.state)
        })
    }

    fn at_tape(&self, step: u64) -> Result<(), String> {
        require(self.tape == Some(step), || {
            format!("the tape at hand is {:?}", self.tape)
        })
    }

    fn units(&self, data: Data) -> u64 {
        if data == Data::State {
            1
        } else {
            self.tape_units
        }
    }

    fn within(&self, slot: Slot) -> Result<(), String> {
        let limit = self.limits.get(usize::from(slot.level));
        let limit = limit.ok_or_else(|| format!("no level {}", slot.level))?;
        require(
            limit.is_none_or(|limit| u64::from(slot.index) < limit),
            || format!("no slot {slot}"),
        )
    }
}

fn require(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}
