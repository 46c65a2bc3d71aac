//! What a thread has seen of others but by barriers of its block.
//!
//! Time in a block: how often all have met, and a clock of each thread since.
//!
//! Owns: sets of accesses that have happened before. Must not: know what is accessed.

use std::collections::BTreeMap;

/// A time of a thread: barriers, and its clock.
pub(crate) type Time = (u32, u32);

/// What was seen of a block.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
struct Part {
    /// All that was before so many barriers.
    barriers: u32,
    /// More of some threads.
    threads: BTreeMap<u16, Time>,
}

/// What was seen of blocks, by their numbers.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    blocks: BTreeMap<u32, Part>,
}

impl Known {
    /// All of a block before so many barriers.
    pub(crate) fn add_block(&mut self, block: u32, barriers: u32) {
        let part = self.blocks.entry(block).or_default();
        part.barriers = part.barriers.max(barriers);
    }

    /// What a thread has done until a time.
    pub(crate) fn add_thread(&mut self, block: u32, thread: u16, time: Time) {
        let part = self.blocks.entry(block).or_default();
        let known = part.threads.entry(thread).or_default();
        *known = time.max(*known);
    }

    /// What another has seen.
    pub(crate) fn add_all(&mut self, other: &Known) {
        for (block, part) in &other.blocks {
            self.add_block(*block, part.barriers);
            for (thread, time) in &part.threads {
                self.add_thread(*block, *thread, *time);
            }
        }
    }

    /// Whether what a thread did at a time is in it.
    pub(crate) fn has(&self, block: u32, thread: u16, time: Time) -> bool {
        let part = self.blocks.get(&block);
        part.is_some_and(|part| {
            let known = part.threads.get(&thread);
            time.0 < part.barriers || known.is_some_and(|known| time <= *known)
        })
    }
}

/// What the lanes of a warp have seen of each other since the last barrier of all: clocks.
pub(crate) struct Lanes {
    clocks: Vec<u32>,
}

const LANES: usize = 64;

impl Lanes {
    /// Nothing.
    pub(crate) fn new() -> Self {
        Lanes {
            clocks: vec![0; LANES * LANES],
        }
    }

    /// The clock of `other` that `lane` has seen.
    pub(crate) fn seen(&self, lane: u32, other: u32) -> u32 {
        self.clocks[lane as usize * LANES + other as usize]
    }

    /// Lanes meet; `clock` gives the own clock of each that does.
    pub(crate) fn meet(&mut self, clock: impl Fn(usize) -> Option<u32>) {
        let mut all = [0; LANES];
        for lane in 0..LANES {
            let Some(own) = clock(lane) else {
                continue;
            };
            let seen = &self.clocks[lane * LANES..][..LANES];
            for (most, one) in all.iter_mut().zip(seen) {
                *most = (*most).max(*one);
            }
            all[lane] = all[lane].max(own);
        }
        for lane in (0..LANES).filter(|lane| clock(*lane).is_some()) {
            self.clocks[lane * LANES..][..LANES].copy_from_slice(&all);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_before_a_barrier_is_known_of_all() {
        let mut known = Known::default();
        known.add_block(3, 2);
        known.add_thread(3, 7, (2, 5));
        assert!(known.has(3, 1, (1, 9)));
        assert!(!known.has(3, 1, (2, 1)));
        assert!(known.has(3, 7, (2, 5)));
        assert!(!known.has(3, 7, (2, 6)));
        assert!(!known.has(4, 7, (0, 1)));
        let mut other = Known::default();
        other.add_all(&known);
        assert_eq!(other, known);
    }

    #[test]
    fn lanes_see_what_those_have_seen_whom_they_meet() {
        let mut lanes = Lanes::new();
        lanes.meet(|lane| (lane < 2).then_some(1));
        lanes.meet(|lane| (1..3).contains(&lane).then_some(2));
        assert_eq!(lanes.seen(2, 0), 1);
        assert_eq!(lanes.seen(2, 1), 2);
        assert_eq!(lanes.seen(0, 1), 1);
        assert_eq!(lanes.seen(0, 2), 0);
    }
}
