//! Shadow communicators: where tangents and adjoints travel, so that they never match a message of the
//! program. Owns the attribute that leads from a communicator to its shadow. Must not: know what is sent.

mod retired;
mod shadow;
mod topology;

pub(crate) use shadow::{Expecting, ShadowComm, alive};
pub(crate) use topology::{End, Listing, lists as neighbours};

use crate::error::{self, Code, Site};
use crate::raw::{self, MPI_Comm, Shared};
use shadow::{Made, quiet, start_duplicate};
use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::{Arc, OnceLock};
use topology::Neighbours;

/// The shadow of a communicator of the program.
pub(crate) fn shadow_of(comm: MPI_Comm, site: &Site) -> Arc<ShadowComm> {
    find(comm).unwrap_or_else(|| {
        error::fail(
            Code::NoShadowCommunicator,
            site,
            "the communicator is not known to the derivatives' library",
            "link -lenzyme_rs_mpi before the MPI library, so that it sees communicators being made; or let \
             all ranks of it call enzyme_rs_mpi_attach(comm) first",
        )
    })
}

/// Gives a communicator its shadow, if it has none, or ends the program. Collective. `call` has made the communicator.
pub(crate) fn attach(comm: MPI_Comm, call: &'static &'static str) {
    if comm == raw::comm_null() || find(comm).is_some() {
        return;
    }
    let agreed = retired::agree(comm);
    if let Some(shadow) = agreed.shadow {
        shadow.retire(false);
        keep(comm, shadow);
        return;
    }
    let shadow = made(call, |shadow| quietly(comm, || duplicate_of(comm, shadow)));
    quiet(shadow);
    let reversed = reverse(shadow, call).map(|comm| Made::Ready(Shared(comm)));
    let neighbours = Neighbours::of(shadow).map(Arc::new);
    let shadow = Made::Ready(Shared(shadow));
    keep(
        comm,
        ShadowComm::new(shadow, agreed.name, reversed, neighbours),
    );
}

/// A communicator that `make` writes, or the end of the program.
fn made(call: &'static &'static str, make: impl FnOnce(*mut MPI_Comm) -> c_int) -> MPI_Comm {
    let mut comm = raw::comm_null();
    let status = make(&raw mut comm);
    if status != raw::SUCCESS {
        // SAFETY: no place is given.
        let site = unsafe { Site::new(call, ptr::null()) };
        error::fail(
            Code::NoShadowCommunicator,
            &site,
            format_args!(
                "the MPI makes no communicator for derivatives, of which there are {}: {}",
                alive(),
                error::text(status)
            ),
            "each communicator takes two more of the MPI, until what was done on it in differentiated code is reversed; \
             use the same ones again, or make them outside of the differentiated function",
        )
    }
    comm
}

/// `MPI_Comm_dup`, which keeps the topology.
fn duplicate_of(comm: MPI_Comm, made: *mut MPI_Comm) -> c_int {
    // SAFETY: a place for the new handle.
    unsafe { raw::PMPI_Comm_dup(comm, made) }
}

/// Calls a function on a communicator of the program without its error handler.
fn quietly(comm: MPI_Comm, call: impl FnOnce() -> c_int) -> c_int {
    let mut handler = raw::errors_return();
    // SAFETY: the handler of the program is put back, and our reference to it is freed.
    unsafe {
        raw::PMPI_Comm_get_errhandler(comm, &raw mut handler);
        quiet(comm);
        let status = call();
        raw::PMPI_Comm_set_errhandler(comm, handler);
        raw::PMPI_Errhandler_free(&raw mut handler);
        status
    }
}

/// Its processes in the reverse order; `None` of an intercommunicator. Collective.
fn reverse(comm: MPI_Comm, call: &'static &'static str) -> Option<MPI_Comm> {
    let (mut inter, mut rank) = (0, 0);
    // SAFETY: places for the answers.
    unsafe {
        raw::PMPI_Comm_test_inter(comm, &raw mut inter);
        raw::PMPI_Comm_rank(comm, &raw mut rank);
    }
    (inter == 0).then(|| {
        let reversed = made(call, |reversed| {
            // SAFETY: a place for the new handle.
            unsafe { raw::PMPI_Comm_split(comm, 0, -rank, reversed) }
        });
        quiet(reversed);
        reversed
    })
}

/// `MPI_Comm_idup` of the program, by `primal`, and one for the shadow. The attribute's copy callback, which
/// MPI calls while it duplicates, leads from the new communicator to the shadow.
pub(crate) fn duplicate(comm: MPI_Comm, primal: impl FnOnce() -> c_int) -> c_int {
    let Some(parent) = find(comm) else {
        return primal();
    };
    // The function of Fortran may call that of C.
    if !HEIR.get().is_null() {
        return primal();
    }
    let reversed = parent
        .reversed()
        .map(|reversed| start_duplicate(reversed.comm()));
    let shadow = match (start_duplicate(comm), reversed.transpose()) {
        (Ok(shadow), Ok(reversed)) => {
            // Of its own: what is not known yet may be asked for on one of the two first.
            let neighbours = parent.neighbours().map(|known| Arc::new((**known).clone()));
            ShadowComm::new(shadow, 0, reversed, neighbours)
        }
        (Err(status), _) | (_, Err(status)) => return status,
    };
    HEIR.set(Arc::into_raw(shadow));
    let status = primal();
    let unclaimed = HEIR.replace(ptr::null());
    if !unclaimed.is_null() {
        // SAFETY: the reference from above; no callback has taken it.
        drop(unsafe { Arc::from_raw(unclaimed) });
    }
    status
}

/// For `MPI_Comm_free` and `MPI_Comm_disconnect` of the program: the shadow goes, too, when the records that need it
/// have gone. The reference is to be dropped behind the call, for MPI must not be entered from the attribute's callback.
pub(crate) fn release(comm: MPI_Comm) -> Option<Arc<ShadowComm>> {
    let shadow = find(comm)?;
    shadow.retire(true);
    retired::note(&shadow);
    Some(shadow)
}

thread_local! {
    /// The shadow of the communicator that this thread is about to duplicate.
    static HEIR: Cell<*const ShadowComm> = const { Cell::new(ptr::null()) };
}

fn keyval() -> c_int {
    static KEYVAL: OnceLock<c_int> = OnceLock::new();
    *KEYVAL.get_or_init(|| {
        let mut keyval = 0;
        // SAFETY: the callbacks have the types that MPI asks for.
        unsafe {
            raw::PMPI_Comm_create_keyval(Some(copy), Some(delete), &raw mut keyval, ptr::null_mut())
        };
        keyval
    })
}

/// The shadow of a communicator, if it has one.
pub(crate) fn find(comm: MPI_Comm) -> Option<Arc<ShadowComm>> {
    let mut found = 0;
    let mut value: *const ShadowComm = ptr::null();
    // SAFETY: the attribute, if set, is a pointer of `keep` or `copy`, which holds one reference.
    unsafe {
        raw::PMPI_Comm_get_attr(comm, keyval(), (&raw mut value).cast(), &raw mut found);
        (found != 0).then(|| {
            Arc::increment_strong_count(value);
            Arc::from_raw(value)
        })
    }
}

fn keep(comm: MPI_Comm, shadow: Arc<ShadowComm>) {
    // SAFETY: the reference belongs to the attribute until `delete`.
    unsafe { raw::PMPI_Comm_set_attr(comm, keyval(), Arc::into_raw(shadow).cast_mut().cast()) };
}

/// A duplicate gets the shadow that was made for it, or none: the shadow of the old one is not its own.
unsafe extern "C" fn copy(
    _: MPI_Comm,
    _: c_int,
    _: *mut c_void,
    _: *mut c_void,
    copied: *mut c_void,
    flag: *mut c_int,
) -> c_int {
    let heir = HEIR.replace(ptr::null());
    // SAFETY: MPI passes the places of the copy and the flag.
    unsafe {
        *flag = c_int::from(!heir.is_null());
        if !heir.is_null() {
            *copied.cast::<*const ShadowComm>() = heir;
        }
    }
    raw::SUCCESS
}

unsafe extern "C" fn delete(_: MPI_Comm, _: c_int, value: *mut c_void, _: *mut c_void) -> c_int {
    // SAFETY: the reference that belongs to the attribute.
    unsafe { Arc::decrement_strong_count(value.cast::<ShadowComm>()) };
    raw::SUCCESS
}

/// The shadows of the communicators that MPI_Init makes.
pub(crate) fn begin() {
    attach(raw::comm_world(), &"MPI_Init");
    attach(raw::comm_self(), &"MPI_Init");
}
