//! Where to keep checkpoints while the length is not known. Owns the two placement rules.
//!
//! **Dynamic** is the rule of Wang, Moin & Iaccarino 2009. Every checkpoint has a rank. A new one takes a
//! free slot, else that of a *dispensable* one (one with a higher rank somewhere behind it) with rank 0,
//! else that of the youngest, with the rank above it.
//!
//! **Online** goes through phases r = 1, 2, …; phase r ends at beta(s, r) steps with exactly the binomial
//! checkpoints of that length, at T_r(k) = sum over i < k of beta(s - i, r - 1). Within phase r a checkpoint
//! is placed at every T_r(k) and, between those, every second step; it takes the slot of the oldest one
//! that is not in T_r. So at all times checkpoint k is followed by at most beta(s - k, r - 1) steps (those
//! merged lie within one block of T_r; the others are at most two apart and at most s - 2 in number), hence
//! no step is repeated more than r times.
//!
//! For r <= 2 this is the optimum for every length: with intervals l_k of at most s - k + 1 = beta(s - k, 1)
//! steps, reversing one takes l_k - 1 advances beyond the sweep's, so that the sum depends on the last
//! position only, and is r n - beta(s + 1, r - 1). Writes are about half of Dynamic's.

use super::action::{Action, Data, Slot};
use super::work::{Mark, Work};
use crate::binomial::beta;

/// Decides whether the working state `at`, not the last, is kept, and in whose place.
pub(super) fn place(dynamic: bool, slots: u64, at: u64, work: &mut Work) {
    let count = work.marks.len();
    if (count as u64) < slots {
        if dynamic || at == count as u64 {
            let rank = if at == 0 { u64::MAX } else { 0 };
            keep(Mark { step: at, slot: Slot::ram(count as u32), rank }, work);
        }
        return;
    }
    let replaced = if dynamic { dispensable(work) } else { superfluous(slots, at, work) };
    let Some((index, rank)) = replaced else {
        return;
    };
    let slot = work.marks.remove(index).slot;
    keep(Mark { step: at, slot, rank }, work);
    work.act(Action::Discard { slot });
}

fn keep(mark: Mark, work: &mut Work) {
    work.marks.push(mark);
    work.act(Action::Store { data: Data::State, step: mark.step, slot: mark.slot });
}

/// Which checkpoint to replace after Wang et al., and the rank of the new one. The initial state stays.
fn dispensable(work: &Work) -> Option<(usize, u64)> {
    let mut highest = 0;
    for (index, mark) in work.marks.iter().enumerate().skip(1).rev() {
        if mark.rank < highest {
            return Some((index, 0));
        }
        highest = highest.max(mark.rank);
    }
    let last = work.marks.len() - 1;
    (last > 0).then(|| (last, work.marks[last].rank + 1))
}

/// Which checkpoint to replace in the phase of `at`, if there is one to place there.
fn superfluous(slots: u64, at: u64, work: &Work) -> Option<(usize, u64)> {
    let phase = (2..).find(|r| at < beta(slots, *r))?;
    let (mut block, mut index) = (0, 0);
    let mut boundaries = work.marks.iter().enumerate().skip(1).peekable();
    let mut oldest = None;
    // One walk over the blocks of T_r up to `at`, with the checkpoints beside.
    loop {
        let end = block + beta(slots - index, phase - 1);
        while let Some((number, mark)) = boundaries.next_if(|(_, mark)| mark.step <= end) {
            if mark.step < end && oldest.is_none() {
                oldest = Some((number, 0));
            }
        }
        if at < end || index + 1 == slots {
            break;
        }
        (block, index) = (end, index + 1);
    }
    if (at - block).is_multiple_of(2) { oldest } else { None }
}
