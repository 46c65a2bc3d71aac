//! Where lanes of a warp meet.
//!
//! A call with a mask waits for all lanes of the mask that have not ended and exist. A call without one is met by those that come to its site
//! while nobody else of the warp can go on; if several sites have lanes, the first in the program is met first, for lanes that took a branch come
//! to where it ends later.
//!
//! Owns: who meets. Must not: know what comes of it.

use crate::answers::{Member, answer};
use crate::happened;
use crate::state::{Block, Call, State, Thread, Wish};

/// Lets lanes meet that can; false if none can.
pub(crate) fn release(block: &Block<'_>, warp: u32) -> bool {
    let lanes = block.warp_threads(warp);
    let mut any = false;
    while let Some(wish) = complete(lanes) {
        meets(block, warp, &wish);
        any = true;
    }
    if !any && let Some(wish) = first_in_program(lanes) {
        meets(block, warp, &wish);
        any = true;
    }
    any
}

/// For what a lane waits, if it is something of the warp.
fn waits_for(thread: &Thread) -> Option<Wish> {
    let wish = thread.wish.get();
    let of_block = matches!(wish.call, Call::Barrier(_));
    (thread.state.get() == State::Waits && !of_block).then_some(wish)
}

/// Whether two lanes do the same.
fn same(one: &Wish, other: &Wish) -> bool {
    let comes = one.mask == Wish::WHO_COMES;
    one.call == other.call && one.mask == other.mask && (!comes || one.site.is(&other.site))
}

/// A call with a mask for which all are there.
fn complete(lanes: &[Thread]) -> Option<Wish> {
    let mut incomplete: Option<Wish> = None;
    for thread in lanes {
        let Some(wish) = waits_for(thread) else {
            continue;
        };
        if wish.mask == Wish::WHO_COMES || incomplete.is_some_and(|other| same(&other, &wish)) {
            continue;
        }
        let is_there = |(lane, thread): (usize, &Thread)| {
            wish.mask >> lane & 1 == 0
                || thread.state.get() == State::Ended
                || waits_for(thread).is_some_and(|other| same(&other, &wish))
        };
        if lanes.iter().enumerate().all(is_there) {
            return Some(wish);
        }
        incomplete = Some(wish);
    }
    None
}

/// The call without a mask that comes first.
fn first_in_program(lanes: &[Thread]) -> Option<Wish> {
    let mut first: Option<Wish> = None;
    for wish in lanes.iter().filter_map(waits_for) {
        if wish.mask != Wish::WHO_COMES {
            continue;
        }
        let is_first = match &first {
            None => true,
            Some(other) => !same(other, &wish) && wish.site.rank() < other.site.rank(),
        };
        if is_first {
            first = Some(wish);
        }
    }
    first
}

fn meets(block: &Block<'_>, warp: u32, wish: &Wish) {
    let lanes = block.warp_threads(warp);
    let mut members = [const { None }; 64];
    for (lane, thread) in lanes.iter().enumerate() {
        let met = waits_for(thread).filter(|other| same(other, wish));
        members[lane] = met.map(|w| Member {
            value: w.value,
            lane: w.lane,
            clamp: w.clamp,
        });
    }
    if wish.call == Call::WarpBarrier {
        happened::lanes_meet(block, warp, |lane| members[lane].is_some());
    }
    for (lane, thread) in lanes.iter().enumerate() {
        if members[lane].is_some() {
            let result = answer(wish.call, block.launch.lanes, lane as u32, &members);
            thread.answer.set(result);
            thread.state.set(State::Ready);
        }
    }
}
