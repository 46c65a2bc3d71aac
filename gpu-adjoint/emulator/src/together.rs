//! Cooperative launches: all blocks run at the same time, and may wait for each other.
//!
//! One thread of the system runs all blocks, one after the other, each until its threads wait for what another block does: by atomic operations, or where a
//! thread sleeps. So do barriers of the grid, in the vendors' headers, and here for those who have none: one thread of each block adds to a number and looks at it
//! until all have.
//!
//! Owns: which block is next, and the number. Must not: know how a block runs.

use crate::block::{Running, Stand};
use crate::current::with;
use crate::failure::Failure;
use crate::fibers::{Stacks, Work};
use crate::order::Order;
use crate::shared::Shared;
use crate::state::{Block, BlockShadow, Launch};
use crate::told::told;
use crate::updates::{has_read, will_write};
use std::cell::{RefCell, UnsafeCell};
use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicU32, Ordering};

/// So often nobody has come further, and all have looked: they wait for what nobody does.
const ROUNDS: u32 = 20_000;

/// What lies where a device tells kernels of such launches that blocks meet: bytes, and the number.
#[derive(Default)]
pub(crate) struct Meeting(UnsafeCell<[u32; 2]>);

// SAFETY: only atomic operations of kernels change it.
unsafe impl Sync for Meeting {}

/// Runs all blocks.
pub(crate) fn run(launch: &Launch, work: Work) {
    let count: u32 = launch.grid.iter().product();
    let own = |_| (RefCell::new(Shared::new()), BlockShadow::default());
    let rooms: Vec<(RefCell<Shared>, BlockShadow)> = (0..count).map(own).collect();
    for (shared, _) in &rooms {
        shared.borrow_mut().renew(launch.dynamic, launch.lanes);
    }
    let blocks = rooms.iter().zip(0..).map(|(room, number)| {
        let (shared, shadow) = room;
        Block::of(launch, number, (shared, shadow))
    });
    let blocks: Vec<Block<'_>> = blocks.collect();
    let mut running: Vec<Running<'_>> = blocks.iter().map(Running::of).collect();
    let mut stacks = Stacks::of(launch.settings.stack);
    rounds(launch, work, &mut running, &mut stacks);
    for one in running {
        one.end(&mut stacks);
    }
}

/// Lets one block after the other go on, until all have ended.
fn rounds(launch: &Launch, work: Work, running: &mut [Running<'_>], stacks: &mut Stacks) {
    let mut order = Order::of(launch.settings.order, u32::MAX);
    let mut left: Vec<u32> = (0..running.len() as u32).collect();
    let mut next = Vec::new();
    let mut idle = 0;
    while !left.is_empty() {
        let before = done(running);
        order.next(0, left.len() as u32, &mut next);
        let mut ended = Vec::new();
        for at in &next {
            let number = left[*at as usize];
            match running[number as usize].goes_on(work, stacks) {
                Stand::Ended => ended.push(number),
                Stand::Waits => {}
                Stand::Failed => return,
            }
        }
        left.retain(|number| !ended.contains(number));
        idle = if done(running) == before { idle + 1 } else { 0 };
        if idle == ROUNDS {
            return tell(launch, left.len(), running.len());
        }
    }
}

fn done(running: &[Running<'_>]) -> u64 {
    running.iter().map(Running::done).sum()
}

/// Tells that nobody will go on.
fn tell(launch: &Launch, waiting: usize, all: usize) {
    let message = format!(
        "{waiting} of {all} blocks wait by atomic operations for what no thread does, which never ends on a GPU: do all threads of all blocks come to each barrier of the grid?"
    );
    launch.fails(Failure::Divergence, &message);
}

/// Where blocks meet: the address is null where they do not run at the same time.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_emulator_meeting() -> *mut c_void {
    let meeting = with(|block, _| {
        let meeting = block.launch.meeting.as_ref().map(|m| m.0.get().cast());
        block.misses_others.set(meeting.is_none());
        meeting
    });
    meeting.flatten().unwrap_or(std::ptr::null_mut())
}

const RELEASE: c_int = 3;

/// Adds to a number, and hands on what the thread has done; gives what was there.
unsafe extern "C" fn arrives(address: *mut u32, by: u32, place: usize) -> u32 {
    will_write(address as usize, size_of::<u32>(), RELEASE, true, place);
    // SAFETY: the caller's promise.
    unsafe { AtomicU32::from_ptr(address) }.fetch_add(by, Ordering::AcqRel)
}

/// Looks at a number, and sees what those have done who changed it.
unsafe extern "C" fn looks(address: *mut u32, _place: usize) -> u32 {
    // SAFETY: the caller's promise.
    let number = unsafe { AtomicU32::from_ptr(address) }.load(Ordering::Acquire);
    has_read(address as usize);
    number
}

told! {
    "rdx", "x2";
    enzyme_rs_emulator_arrives(address: *mut u32, by: u32) -> u32 = arrives;
}

told! {
    "rsi", "x1";
    enzyme_rs_emulator_looks(address: *mut u32) -> u32 = looks;
}
