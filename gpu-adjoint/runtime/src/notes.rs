//! What threads need that have too little room in a loop of unknown length.
//!
//! Each launch whose threads keep more than is known when the kernel is compiled has a number in memory of the host that the device writes, too. A thread that has too
//! little notes there what it needs, and ends the grid. Then no call of the vendor's library succeeds any more, but this memory can be read, and says why. Where
//! the program itself finds the error and ends, it is told on the way out.
//!
//! Owns: these numbers, and what is said. Must not: launch.

use crate::failure::{Why, complain, fail_with};
use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};
use std::sync::{Mutex, Once, PoisonError};

/// What a launch has that waits for its reverse.
#[derive(Clone, Debug)]
struct Launched {
    kernel: String,
    /// What a thread has for loops of unknown length, beside the head.
    has: u64,
}

/// By the addresses of the numbers.
static WAITING: Mutex<BTreeMap<usize, Launched>> = Mutex::new(BTreeMap::new());

fn waiting<R>(act: impl FnOnce(&mut BTreeMap<usize, Launched>) -> R) -> R {
    act(&mut WAITING.lock().unwrap_or_else(PoisonError::into_inner))
}

unsafe extern "C" {
    safe fn atexit(act: extern "C" fn()) -> c_int;
}

/// A launch of a kernel begins, whose threads note at this place.
pub(crate) fn begin(at: *mut c_void, kernel: &str, has: u64) {
    static AT_EXIT: Once = Once::new();
    // Behind the vendor's library, which has given memory by now: so this is asked before that one ends.
    AT_EXIT.call_once(|| {
        atexit(tell_at_exit);
    });
    let launched = Launched {
        kernel: kernel.to_owned(),
        has,
    };
    waiting(|all| all.insert(at as usize, launched));
}

/// It is reversed, or did not take place.
pub(crate) fn end(at: *mut c_void) {
    waiting(|all| all.remove(&(at as usize)));
}

/// The largest need of a thread that had too little, and what is known of its launch.
fn largest(all: &BTreeMap<usize, Launched>) -> Option<(u64, Launched)> {
    let needs = all.iter().map(|(at, launched)| {
        // SAFETY: the number is there until the launch has ended. The device may write it.
        let needed = unsafe { (*at as *const u64).read_volatile() };
        (needed.saturating_sub(HEAD), launched.clone())
    });
    needs
        .filter(|(needed, _)| *needed != 0)
        .max_by_key(|(needed, _)| *needed)
}

/// In front of what only the run knows of: how much of it is in use.
pub(crate) const HEAD: u64 = 16;

fn said((needed, launched): &(u64, Launched)) -> (String, String) {
    let Launched { kernel, has } = launched;
    // A loop that goes on until something holds says only how far it came: so the program need not be run often to find enough.
    let enough = needed
        .max(&has.saturating_mul(4))
        .checked_next_power_of_two();
    let enough = enough.unwrap_or(*needed);
    let what = format!(
        "a thread of the kernel `{kernel}` keeps {needed} bytes or more in loops whose length only the run knows, and has {has}"
    );
    let help = format!(
        "give each thread more: ENZYME_RS_GPU_BYTES_PER_THREAD={enough} in the environment, or enzyme_rs_gpu_bytes_per_thread({enough}); if that is too little for what follows, this is said again"
    );
    (what, help)
}

/// Ends the program if a thread had too little.
pub(crate) fn expect_enough() {
    if let Some(found) = waiting(|all| largest(all)) {
        let (what, help) = said(&found);
        fail_with(Why::ThreadNeedsMore, &what, &help);
    }
}

extern "C" fn tell_at_exit() {
    if let Some(found) = waiting(|all| largest(all)) {
        let (what, help) = said(&found);
        complain(Why::ThreadNeedsMore, &what, &help);
    }
}

#[cfg(test)]
mod tests {
    use super::{Launched, largest, said};

    #[test]
    fn the_largest_need_is_told_with_its_kernel() {
        let needs = [0u64, 2064, 1040].map(Box::new);
        let launched = |kernel: &str| Launched {
            kernel: kernel.to_owned(),
            has: 1024,
        };
        let all = needs.iter().zip(["a", "b", "c"]);
        let mut all = all
            .map(|(need, kernel)| (&raw const **need as usize, launched(kernel)))
            .collect();
        let (what, help) = said(&largest(&all).unwrap());
        assert!(
            what.contains("a thread of the kernel `b` keeps 2048 bytes or more")
                && what.ends_with("and has 1024"),
            "{what}"
        );
        assert!(
            help.contains("ENZYME_RS_GPU_BYTES_PER_THREAD=4096 in"),
            "{help}"
        );
        all.retain(|_, launched| launched.kernel == "a");
        assert!(largest(&all).is_none());
    }
}
