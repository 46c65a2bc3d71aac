//! Shadows whose communicator the program has freed, while records need them. Owns which of them a new communicator of
//! the same processes gets, so that a program that makes and frees communicators in differentiated code does not use up
//! those that the MPI has. Must not: make or free one.
//!
//! A communicator is made by all of its ranks, each of which has freed the old one by then. So on each rank all that was
//! started on the old one was started before all that is on the new one, and the streams of both are one stream.
//! The exception is a receive that is never matched and is cancelled later: in tangent mode it would be waited for.
//! A shadow with receives under way is not given to another communicator.

use super::shadow::ShadowComm;
use crate::raw::{self, MPI_Comm};
use std::ffi::c_int;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Weak};

/// So many are looked at.
const MOST: usize = 16;

/// What the ranks of a new communicator have agreed on.
pub(super) struct Agreed {
    /// One of the retired shadows.
    pub(super) shadow: Option<Arc<ShadowComm>>,
    /// The name of another one, the same on all of its ranks; 0 if it must not be given on.
    pub(super) name: u64,
}

/// Notes a shadow that may be given to another communicator.
pub(super) fn note(shadow: &Arc<ShadowComm>) {
    if shadow.name() > 0 {
        let mut list = list();
        list.retain(|shadow| shadow.strong_count() > 0);
        list.push(Arc::downgrade(shadow));
    }
}

/// The shadow that all ranks have for the communicator, if they have the same. Collective.
pub(super) fn agree(comm: MPI_Comm) -> Agreed {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let (mut inter, mut topology, mut rank) = (0, 0, 0);
    // SAFETY: places for the answers.
    unsafe {
        raw::PMPI_Comm_test_inter(comm, &raw mut inter);
        raw::PMPI_Topo_test(comm, &raw mut topology);
        raw::PMPI_Comm_rank(comm, &raw mut rank);
    }
    if inter != 0 || topology != raw::MPI_UNDEFINED {
        return Agreed {
            shadow: None,
            name: 0,
        };
    }
    let own = take(comm);
    let name = own.as_ref().map_or(0, |shadow| shadow.name());
    // The first rank names a new one; the same processes in the same order have the same first rank.
    let next = match rank {
        0 => NEXT.fetch_add(1, Ordering::Relaxed),
        _ => 0,
    };
    let [greatest, least, next] = greatest(comm, [name, !name, next]);
    if name > 0 && greatest == name && !least == name {
        return Agreed {
            shadow: own,
            name: 0,
        };
    }
    own.iter().for_each(note);
    Agreed {
        shadow: None,
        name: next,
    }
}

/// Takes the last one that was retired on these processes.
fn take(comm: MPI_Comm) -> Option<Arc<ShadowComm>> {
    let mut list = list();
    let newest = (0..list.len()).rev().take(MOST);
    let found = newest.into_iter().find_map(|i| {
        let shadow = list[i].upgrade()?;
        let mut how = 0;
        // SAFETY: a communicator of ours and one of the program.
        unsafe { raw::PMPI_Comm_compare(shadow.comm(), comm, &raw mut how) };
        let fits = how == raw::MPI_CONGRUENT as c_int && !shadow.is_expected();
        fits.then_some((i, shadow))
    });
    let (i, shadow) = found?;
    list.remove(i);
    Some(shadow)
}

/// Of each number the greatest of all ranks.
fn greatest(comm: MPI_Comm, mut numbers: [u64; 3]) -> [u64; 3] {
    let here = numbers;
    let (from, to) = ((&raw const here).cast(), (&raw mut numbers).cast());
    // SAFETY: three numbers here and there.
    unsafe { raw::PMPI_Allreduce(from, to, 3, raw::long_word(), raw::max(), comm) };
    numbers
}

fn list() -> MutexGuard<'static, Vec<Weak<ShadowComm>>> {
    static LIST: Mutex<Vec<Weak<ShadowComm>>> = Mutex::new(Vec::new());
    LIST.lock().unwrap_or_else(|poison| poison.into_inner())
}
