//! Memory of the device for what threads keep, and for what launches hand over.
//!
//! A piece that a launch is done with waits for the next one of its size: steps of a simulation launch the same kernels again and again.
//!
//! Owns: these pieces, and how much a thread gets. Must not: launch.

use crate::facts::Facts;
use crate::failure::{Why, fail_with};
use crate::notes::HEAD;
use crate::vendor::Functions;
use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// What a thread gets by itself where only the run knows how much it keeps.
const BY_ITSELF: u64 = 1024;

/// The environment may say another number.
const VARIABLE: &str = "ENZYME_RS_GPU_BYTES_PER_THREAD";

static BYTES: AtomicU64 = AtomicU64::new(0);

/// What a thread gets beyond what its kernel says, from now on.
pub(crate) fn set_bytes_per_thread(bytes: u64) {
    BYTES.store(bytes.max(1), Ordering::Relaxed);
}

fn bytes_per_thread() -> u64 {
    match BYTES.load(Ordering::Relaxed) {
        0 => {
            let said = std::env::var(VARIABLE)
                .ok()
                .and_then(|text| text.trim().parse().ok());
            said.unwrap_or(BY_ITSELF)
        }
        said => said,
    }
}

/// What each thread of a launch gets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Each {
    /// All bytes.
    pub(crate) bytes: u64,
    /// Those for what only the run knows of, if there is such, in each of the stacks.
    pub(crate) more: Option<u64>,
}

/// What each thread of a kernel gets.
pub(crate) fn each(facts: &Facts) -> Each {
    let first = facts.bytes.next_multiple_of(16);
    let more = (facts.stacks > 0).then(|| bytes_per_thread().next_multiple_of(16));
    Each {
        bytes: first + more.map_or(0, |more| facts.stacks * (HEAD + more)),
        more,
    }
}

/// Bytes of all threads of a launch, of which so many share a piece each; nothing of more than there can be.
pub(crate) fn of_all(each: u64, threads: u64) -> Option<u64> {
    const TOGETHER: u64 = 32;
    let threads = threads.checked_next_multiple_of(TOGETHER)?;
    threads.checked_mul(each)
}

/// Of each device, and of each size.
type Free = BTreeMap<c_int, BTreeMap<u64, Vec<usize>>>;

static FREE: Mutex<Free> = Mutex::new(BTreeMap::new());

/// A piece of memory of a device.
#[derive(Debug)]
pub(crate) struct Room {
    device: c_int,
    bytes: u64,
    at: usize,
}

impl Room {
    /// One of the present device.
    pub(crate) fn obtain(functions: &Functions, bytes: u64) -> Self {
        Self::find(functions, bytes).unwrap_or_else(|| missing(Some(bytes)))
    }

    /// The same, if it has one.
    pub(crate) fn find(functions: &Functions, bytes: u64) -> Option<Self> {
        let device = functions.device();
        let bytes = bytes.max(1).checked_next_multiple_of(256)?;
        let waiting = pieces(|free| free.get_mut(&device)?.get_mut(&bytes)?.pop());
        let at = waiting.or_else(|| new(functions, bytes))?;
        Some(Self { device, bytes, at })
    }

    pub(crate) fn at(&self) -> *mut c_void {
        self.at as *mut c_void
    }

    /// Nothing on the device uses it any more.
    pub(crate) fn give_back(self) {
        pieces(|free| {
            let of_device = free.entry(self.device).or_default();
            of_device.entry(self.bytes).or_default().push(self.at);
        });
    }
}

fn pieces<R>(act: impl FnOnce(&mut Free) -> R) -> R {
    act(&mut FREE.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Frees what waits on the present device.
fn give_up(functions: &Functions) {
    functions.wait();
    let device = functions.device();
    let waiting = pieces(|free| free.remove(&device).unwrap_or_default());
    for at in waiting.into_values().flatten() {
        functions.free(at as *mut c_void);
    }
}

/// New memory; where there is none, what waits is given up first. The program hears nothing of the first try.
fn new(functions: &Functions, bytes: u64) -> Option<usize> {
    // An error of the program's that it has not asked for yet would be forgotten with that of the first try. So there is one try only.
    if functions.has_error() {
        give_up(functions);
    } else if let Some(at) = functions.malloc(bytes) {
        return Some(at as usize);
    } else {
        functions.forget_error();
        give_up(functions);
    }
    functions.malloc(bytes).map(|at| at as usize)
}

/// Numbers in memory of the host that devices write, too. All are zero.
static NOTES: Mutex<Vec<usize>> = Mutex::new(Vec::new());

fn notes<R>(act: impl FnOnce(&mut Vec<usize>) -> R) -> R {
    act(&mut NOTES.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Such a number, if there is memory.
pub(crate) fn note(functions: &Functions) -> Option<*mut c_void> {
    const TOGETHER: usize = 512;
    const BYTES: usize = size_of::<u64>();
    if let Some(at) = notes(Vec::pop) {
        return Some(at as *mut c_void);
    }
    // The program would not hear of its own error if this failed.
    if functions.has_error() {
        return None;
    }
    let Some(all) = functions.malloc_host((TOGETHER * BYTES) as u64) else {
        functions.forget_error();
        return None;
    };
    // SAFETY: the memory is the host's, of so many bytes.
    unsafe { std::ptr::write_bytes(all.cast::<u8>(), 0, TOGETHER * BYTES) };
    let all = all as usize;
    notes(|free| free.extend((1..TOGETHER).map(|index| all + index * BYTES)));
    Some(all as *mut c_void)
}

/// Nobody writes it any more.
pub(crate) fn give_note_back(at: *mut c_void) {
    notes(|free| free.push(at as usize));
}

/// Ends the program where the device lacks memory: so many bytes, or more than a number holds.
pub(crate) fn missing(bytes: Option<u64>) -> ! {
    let bytes = bytes.map_or("so many".to_owned(), |bytes| bytes.to_string());
    fail_with(
        Why::NoRoom,
        &format!(
            "the device has no {bytes} bytes for what the threads of a launch keep until its reverse"
        ),
        "differentiate fewer launches at a time, or launch smaller grids",
    );
}

#[cfg(test)]
mod tests {
    use super::Room;
    use crate::vendor::mock::{FUNCTIONS, INVALID_VALUE, machine};

    #[test]
    fn a_room_waits_for_the_next_launch_of_its_size() {
        let first = Room::obtain(&FUNCTIONS, 1000);
        let at = first.at();
        first.give_back();
        let (other, same) = (
            Room::obtain(&FUNCTIONS, 5000),
            Room::obtain(&FUNCTIONS, 900),
        );
        assert!(other.at() != at && same.at() == at);
        let third = Room::obtain(&FUNCTIONS, 1000);
        assert!(third.at() != at);
        assert_eq!(machine(|machine| machine.in_use()), 3);
    }

    #[test]
    fn what_waits_is_given_up_where_there_is_too_little_memory() {
        machine(|machine| machine.left = 4096);
        let waiting = [
            Room::obtain(&FUNCTIONS, 1024),
            Room::obtain(&FUNCTIONS, 2048),
        ];
        waiting.into_iter().for_each(Room::give_back);
        let whole = Room::obtain(&FUNCTIONS, 4096);
        assert_eq!(machine(|machine| (machine.in_use(), machine.last)), (1, 0));
        whole.give_back();
    }

    #[test]
    fn an_error_of_the_program_is_still_there() {
        machine(|machine| machine.left = 4096);
        Room::obtain(&FUNCTIONS, 1024).give_back();
        machine(|machine| machine.last = INVALID_VALUE);
        Room::obtain(&FUNCTIONS, 4096).give_back();
        assert_eq!(machine(|machine| machine.last), INVALID_VALUE);
    }

    #[test]
    #[should_panic(
        expected = "the device has no 8192 bytes for what the threads of a launch keep until its reverse [EZ7504]"
    )]
    fn a_room_that_there_is_not_is_told() {
        machine(|machine| machine.left = 4096);
        Room::obtain(&FUNCTIONS, 8192);
    }
}
