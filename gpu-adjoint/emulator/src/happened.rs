//! What has happened before what.
//!
//! Barriers of the block order all that its threads did; barriers of a warp what their lanes did, and whatever these had seen. Between blocks,
//! and where threads wait for a flag, atomic operations do: one behind a fence hands on what its thread has done and seen before the fence, and who
//! reads there has seen it. A shuffle orders nothing. Orders that are weaker than these are not told apart.
//!
//! Owns: these rules. Must not: know what is accessed.

use crate::known::{Known, Lanes};
use crate::shadow::Record;
use crate::state::{Block, Thread};
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

/// All threads of a block that have not ended meet.
pub(crate) fn all_meet(block: &Block<'_>) {
    block.barrier.set(block.barrier.get() + 1);
    if !block.launch.settings.check {
        return;
    }
    block.shadow.warps.borrow_mut().clear();
    let mut known = block.shadow.known.borrow_mut();
    for thread in &block.threads {
        thread.clock.set(1);
        if let Some(acquired) = thread.acquired.take() {
            match &mut *known {
                Some(known) => Arc::make_mut(known).add_all(&acquired),
                None => *known = Some(acquired),
            }
        }
    }
}

/// Lanes of a warp meet.
pub(crate) fn lanes_meet(block: &Block<'_>, warp: u32, takes_part: impl Fn(usize) -> bool) {
    if !block.launch.settings.check {
        return;
    }
    let threads = block.warp_threads(warp);
    let clock = |lane: usize| takes_part(lane).then(|| threads[lane].clock.get());
    let mut warps = block.shadow.warps.borrow_mut();
    warps.entry(warp).or_insert_with(Lanes::new).meet(clock);
    let members = || (0..threads.len()).filter(|lane| takes_part(*lane));
    let mut together: Option<Arc<Known>> = None;
    for lane in members() {
        let thread = &threads[lane];
        thread.clock.set(thread.clock.get() + 1);
        if let Some(acquired) = &*thread.acquired.borrow() {
            match &mut together {
                Some(known) => Arc::make_mut(known).add_all(acquired),
                None => together = Some(acquired.clone()),
            }
        }
    }
    if let Some(known) = together {
        for lane in members() {
            threads[lane].acquired.replace(Some(known.clone()));
        }
    }
}

/// A fence: what the thread does from now on is no part of what it hands on, until its next fence.
pub(crate) fn fence(block: &Block<'_>, thread: &Thread) {
    let clock = thread.clock.get();
    thread.fence.set(Some((block.barrier.get(), clock)));
    thread.clock.set(clock + 1);
}

/// An atomic operation writes at an address; `releases`: as if a fence stood before it.
pub(crate) fn hands_on(block: &Block<'_>, thread: &Thread, address: usize, releases: bool) {
    if releases {
        fence(block, thread);
    }
    let Some(time) = thread.fence.get() else {
        return;
    };
    let launch = block.launch;
    launch.published.store(true, Ordering::Relaxed);
    let mut all = launch
        .handed_on
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    let known = Arc::make_mut(all.entry(address).or_default());
    known.add_block(block.number, block.barrier.get());
    known.add_thread(block.number, thread.number as u16, time);
    let warp = block.warp(thread);
    if let Some(lanes) = block.shadow.warps.borrow().get(&warp) {
        let own = block.lane(thread);
        for other in block.warp_threads(warp) {
            let seen = (block.barrier.get(), lanes.seen(own, block.lane(other)));
            known.add_thread(block.number, other.number as u16, seen);
        }
    }
    let (of_block, own) = (block.shadow.known.borrow(), thread.acquired.borrow());
    for seen in [&of_block, &own]
        .into_iter()
        .filter_map(|seen| seen.as_deref())
    {
        known.add_all(seen);
    }
}

/// An atomic operation has read at an address.
pub(crate) fn sees(block: &Block<'_>, thread: &Thread, address: usize) {
    let launch = block.launch;
    if !launch.published.load(Ordering::Relaxed) {
        return;
    }
    let all = launch
        .handed_on
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    let Some(known) = all.get(&address).cloned() else {
        return;
    };
    drop(all);
    let mut acquired = thread.acquired.borrow_mut();
    match &mut *acquired {
        Some(before) if Arc::ptr_eq(before, &known) => {}
        Some(before) => Arc::make_mut(before).add_all(&known),
        None => *acquired = Some(known),
    }
}

/// Whether an access has happened before what the thread does now.
pub(crate) fn before(block: &Block<'_>, thread: &Thread, earlier: &Record) -> bool {
    let time = (earlier.barriers, earlier.clock);
    if earlier.block == block.number {
        if u32::from(earlier.thread) == thread.number || earlier.barriers < block.barrier.get() {
            return true;
        }
        let warp = block.warp(thread);
        let number = u32::from(earlier.thread);
        if number / block.launch.lanes == warp
            && let Some(lanes) = block.shadow.warps.borrow().get(&warp)
            && earlier.clock <= lanes.seen(block.lane(thread), number % block.launch.lanes)
        {
            return true;
        }
    }
    let has = |known: &Option<Arc<Known>>| {
        known
            .as_ref()
            .is_some_and(|k| k.has(earlier.block, earlier.thread, time))
    };
    has(&block.shadow.known.borrow()) || has(&thread.acquired.borrow())
}
