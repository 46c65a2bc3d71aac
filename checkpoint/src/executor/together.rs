//! How ranks agree. Owns meetings: what is said there, and after how many steps the next one is due; what follows
//! from them is the run's affair.
//!
//! A *meeting* is one message: each rank says in bits what it knows, and learns what any rank has said. All ranks
//! come to the same meetings in the same order, for these depend on the schedule and on numbers that were agreed on
//! before, never on a rank's own clock. A rank that fails says so at its next meeting and leaves.
//!
//! A message is one reduction of 8 bytes, at each checkpoint moved, each state compared and each save, and after a number of steps that all ranks know.
//! What could differ between ranks (clocks, signals, errors, lost files, saves) is said there and nowhere else. Each rank's two saves are needed
//! here, too: a crash can come between two ranks' writing of one. Old files go when all ranks have the new save.

use super::error::RunError;
use crate::peers::Peers;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// This rank has failed.
const FAILED: u64 = 1;
/// The run is to stop.
pub(super) const STOP: u64 = 2;
/// It is time for a save.
pub(super) const SAVE: u64 = 4;
/// The working state is the final one.
pub(super) const DONE: u64 = 8;
/// The working state is not the final one.
pub(super) const NOT_DONE: u64 = 16;
/// From here on: bit k says that 2^k steps until the next meeting are enough.
const FIRST_PACE: u32 = 16;
/// At most 2^40 steps.
const LAST_PACE: u32 = FIRST_PACE + 40;

/// Time between two meetings while nothing but steps are run: what a stop waits for.
const INTERVAL: Duration = Duration::from_millis(200);

pub(super) struct Together<'a> {
    peers: Rc<dyn Peers + 'a>,
    several: bool,
    /// Said at meetings and not dealt with yet: [`STOP`], [`SAVE`].
    asked: u64,
    /// The next meeting is due after 2^pace steps.
    pace: u32,
    /// Steps since the last one, and when it was.
    steps: u64,
    last: Instant,
    pub(super) meetings: u64,
}

impl<'a> Together<'a> {
    pub(super) fn new(peers: Rc<dyn Peers + 'a>) -> Self {
        Self {
            several: peers.size() > 1,
            peers,
            asked: 0,
            pace: 0,
            steps: 0,
            last: Instant::now(),
            meetings: 0,
        }
    }

    #[inline]
    pub(super) fn several(&self) -> bool {
        self.several
    }

    pub(super) fn peers(&self) -> &dyn Peers {
        &*self.peers
    }

    /// What meetings have asked for.
    #[inline]
    pub(super) fn asked(&self) -> u64 {
        self.asked
    }

    /// A save is made.
    pub(super) fn saved(&mut self) {
        self.asked &= !SAVE;
    }

    /// A step is run; whether a meeting is due.
    #[inline]
    pub(super) fn step(&mut self) -> bool {
        self.steps += 1;
        self.several && self.steps >> self.pace != 0
    }

    /// Meets the others; what all of them have said.
    pub(super) fn meet(&mut self, said: u64) -> Result<u64, RunError> {
        let all = self
            .peers
            .union(said | 1 << (FIRST_PACE + self.wanted_pace()));
        self.meetings += 1;
        self.steps = 0;
        self.last = Instant::now();
        if all & FAILED != 0 {
            let rank = self.peers.min(u64::MAX);
            return Err(RunError::Peer { rank });
        }
        self.asked |= all & (STOP | SAVE);
        self.pace = (all >> FIRST_PACE).trailing_zeros();
        Ok(all)
    }

    /// A meeting, if there are others to meet.
    pub(super) fn check(&mut self) -> Result<(), RunError> {
        if self.several {
            self.meet(0)?;
        }
        Ok(())
    }

    /// As many steps as fit between two meetings, by those run since the last; at most twice as many as before.
    fn wanted_pace(&self) -> u32 {
        if self.steps == 0 {
            return self.pace;
        }
        let step = self.last.elapsed().as_secs_f64() / self.steps as f64;
        let fit = (INTERVAL.as_secs_f64() / step).log2().floor();
        // Whatever time says, from zero up.
        let fit = fit.clamp(0.0, f64::from(LAST_PACE - FIRST_PACE)) as u32;
        fit.min(self.pace + 1)
    }

    /// The error if ranks have different ones of `what`.
    pub(super) fn same(&self, what: &str, mine: u64) -> Result<(), RunError> {
        if self.peers.min(mine) == self.peers.max(mine) {
            return Ok(());
        }
        Err(RunError::Apart { what: what.into() })
    }

    /// Which of `missing` are missing on any rank. All ranks ask about as many.
    pub(super) fn any(&self, missing: &mut [bool]) {
        for chunk in missing.chunks_mut(64) {
            let bits = chunk.iter().enumerate();
            let mine = bits.fold(0, |word, (k, is)| word | u64::from(*is) << k);
            let all = self.peers.union(mine);
            for (k, is) in chunk.iter_mut().enumerate() {
                *is = all >> k & 1 != 0;
            }
        }
    }
}

/// At the meeting that the others are waiting in, or will come to: this rank has failed. Not where all ranks have
/// found the error together.
pub(super) fn leave(peers: &dyn Peers, error: &RunError) {
    if peers.size() > 1 && !error.is_common() {
        peers.union(FAILED | 1 << FIRST_PACE);
        peers.min(peers.rank().into());
    }
}
