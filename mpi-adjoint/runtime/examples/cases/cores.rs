//! Shares the cores among the ranks. MPICH as Debian builds it never gives up its core while it waits: with more
//! ranks than cores a message takes as long as the scheduler's time slices. Owns the timer that ends them early. Must
//! not: know MPI.

use std::ffi::c_int;
use std::ptr;

const NANOSECONDS: libc::c_long = 200_000;

/// From here on, if there are more ranks than cores, this rank lets others run at times.
pub(crate) fn share(ranks: c_int) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if ranks as usize <= cores {
        return;
    }
    let interval = libc::timespec {
        tv_sec: 0,
        tv_nsec: NANOSECONDS,
    };
    let times = libc::itimerspec {
        it_interval: interval,
        it_value: interval,
    };
    // SAFETY: plain C structures, for which zeros are defaults; the handler does what a signal handler may do.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = give_way as *const () as libc::sighandler_t;
        action.sa_flags = libc::SA_RESTART;
        libc::sigaction(libc::SIGURG, &raw const action, ptr::null_mut());
        let mut event: libc::sigevent = std::mem::zeroed();
        event.sigev_notify = libc::SIGEV_SIGNAL;
        event.sigev_signo = libc::SIGURG;
        let mut timer: libc::timer_t = ptr::null_mut();
        libc::timer_create(libc::CLOCK_MONOTONIC, &raw mut event, &raw mut timer);
        libc::timer_settime(timer, 0, &raw const times, ptr::null_mut());
    }
}

extern "C" fn give_way(_: c_int) {
    // SAFETY: a system call.
    unsafe { libc::sched_yield() };
}
