//! Where to keep checkpoints while the length is not known. Owns the two placement rules.
//!
//! **Dynamic** is the rule of Wang, Moin & Iaccarino 2009. Every checkpoint has a rank, and the working state
//! counts as the youngest one. When the run goes on from there, it takes a free slot or that of a
//! *dispensable* checkpoint (one with a higher rank somewhere behind it), and the next state has rank 0.
//! If there is neither, it is not kept, and the next state has the rank above its own.
//!
//! **Online** goes through phases r = 1, 2, …; phase r ends at beta(s, r) steps with exactly the binomial
//! checkpoints of that length, at T_r(k) = sum over i < k of beta(s - i, r - 1). Within phase r a checkpoint
//! is placed at every T_r(k) and, between those, every second step; it takes the slot of one that is not in
//! T_r: of those whose loss leaves every checkpoint k followed by at most beta(s - k, r - 1) steps, the
//! one whose loss costs fewest advances. There always is one: the oldest, whose neighbours lie in one block
//! of T_r and behind full ones. So no step is repeated more than r times.
//!
//! For r <= 2 this is the optimum for every length: with intervals l_k of at most s - k + 1 = beta(s - k, 1)
//! steps, reversing one takes l_k - 1 advances beyond the sweep's, so that the sum depends on the last
//! position only, and is r n - beta(s + 1, r - 1). Writes are about half of Dynamic's.

use super::action::{Action, Data, Slot};
use super::work::{Mark, Work};
use crate::binomial::{beta, least_advances};

/// Decides whether the working state `at`, not the last, is kept, and in whose place.
pub(super) fn place(dynamic: bool, slots: u64, at: u64, work: &mut Work) {
    let count = work.marks.len();
    let free = (count as u64) < slots;
    let rank = work.rank;
    let replaced = if dynamic {
        let replaced = if free { None } else { dispensable(work) };
        // The next state stays dispensable if this one is kept, else it inherits.
        work.rank = if free || replaced.is_some() {
            0
        } else {
            rank + 1
        };
        replaced
    } else if free && at != count as u64 {
        return;
    } else if free {
        None
    } else {
        superfluous(slots, at, work)
    };
    let slot = match replaced {
        _ if free => Slot::ram(count as u32),
        Some(index) => work.marks.remove(index).slot,
        None => return,
    };
    work.marks.push(Mark {
        step: at,
        slot,
        rank,
    });
    work.act(Action::Store {
        data: Data::State,
        step: at,
        slot,
    });
    if !free {
        work.act(Action::Discard { slot });
    }
}

/// The youngest checkpoint with a higher rank behind it. The initial state stays.
fn dispensable(work: &Work) -> Option<usize> {
    let mut highest = work.rank;
    for (index, mark) in work.marks.iter().enumerate().skip(1).rev() {
        if mark.rank < highest {
            return Some(index);
        }
        highest = highest.max(mark.rank);
    }
    None
}

/// Which checkpoint to replace in the phase of `at`, if there is one to place there.
fn superfluous(slots: u64, at: u64, work: &Work) -> Option<usize> {
    let phase = (2..).find(|r| at < beta(slots, *r))?;
    let (mut block, mut index) = (0, 0);
    let mut marks = work.marks.iter().enumerate().skip(1).peekable();
    let mut free = Vec::new();
    // One walk over the blocks of T_r up to `at`, with the checkpoints beside.
    loop {
        let end = block + beta(slots - index, phase - 1);
        while let Some((number, mark)) = marks.next_if(|(_, mark)| mark.step <= end) {
            if mark.step < end {
                free.push(number);
            }
        }
        if at < end || index + 1 == slots {
            break;
        }
        (block, index) = (end, index + 1);
    }
    if !(at - block).is_multiple_of(2) {
        return None;
    }
    cheapest(slots, at, phase, &free, work)
}

/// Which of the checkpoints `free` costs least to lose: those behind it are then reversed with one slot
/// more, the one before it is followed by more steps. It must stay within the phase's repetitions.
fn cheapest(slots: u64, at: u64, phase: u64, free: &[usize], work: &Work) -> Option<usize> {
    let first = *free.first()?;
    let start = |k: usize| work.marks.get(k).map_or(at, |mark| mark.step);
    let cost = |k: usize, to: usize, shift: u64| {
        least_advances(start(to) - start(k), slots - k as u64 + shift).unwrap_or(0)
    };
    // What the checkpoints from k on cost now, and with one slot more.
    let (mut now, mut more) = (0, 0);
    let mut best: Option<(u64, usize)> = None;
    for k in (first..work.marks.len()).rev() {
        now += cost(k, k + 1, 0);
        let (kept, lost) = (now + cost(k - 1, k, 0), more + cost(k - 1, k + 1, 0));
        more += cost(k, k + 1, 1);
        let length = start(k + 1) - start(k - 1);
        if length > beta(slots - k as u64 + 1, phase - 1) || free.binary_search(&k).is_err() {
            continue;
        }
        // `lost` is rarely the less: then it costs less than nothing.
        let price = (lost + PRICE).saturating_sub(kept);
        if best.is_none_or(|(least, _)| price <= least) {
            best = Some((price, k));
        }
    }
    best.map(|(_, k)| k)
}

/// Keeps differences of costs from being negative.
const PRICE: u64 = 1 << 40;
