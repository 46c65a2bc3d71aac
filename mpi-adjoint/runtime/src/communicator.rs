//! Shadow communicators: where tangents and adjoints travel, so that they never match a message of the
//! program. Owns the attribute that leads from a communicator to its shadow, and the shadow's life.
//! Must not: know what is sent.

mod retired;

use crate::collective::Neighbours;
use crate::error::{self, Code, Site};
use crate::raw::{self, MPI_Comm, MPI_Request, Shared};
use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

/// The shadow of a communicator. It lives as long as the communicator, or a record that needs it.
#[derive(Debug)]
pub(crate) struct ShadowComm {
    comm: Mutex<Made>,
    /// Differs between all shadows of this process.
    id: u64,
    /// The same on all of its ranks, if another communicator may get it; otherwise 0.
    name: u64,
    /// The same processes in the reverse order, with a context of its own; none of an intercommunicator.
    reversed: Option<Arc<ShadowComm>>,
    /// Who passes what to whom in neighbourhood collectives, if it has a topology.
    neighbours: Option<Arc<Neighbours>>,
    /// Its communicator is freed, or about to be.
    retired: AtomicBool,
}

/// Each rank frees its part when its last record is gone. The standard calls that collective, so that an MPI might
/// wait for the others; none does, for communicators that nobody sends on any more.
impl Drop for ShadowComm {
    fn drop(&mut self) {
        ALIVE.fetch_sub(1, Ordering::Relaxed);
        if *self.retired.get_mut() {
            let mut comm = self.comm();
            // SAFETY: ours, and this was the last reference.
            unsafe { raw::PMPI_Comm_free(&raw mut comm) };
        }
    }
}

#[derive(Debug)]
enum Made {
    Ready(Shared<MPI_Comm>),
    /// By `MPI_Comm_idup`, which writes to the box.
    Underway(Box<Shared<MPI_Comm>>, Shared<MPI_Request>),
}

impl ShadowComm {
    fn new(
        comm: Made,
        name: u64,
        reversed: Option<Made>,
        neighbours: Option<Arc<Neighbours>>,
    ) -> Arc<ShadowComm> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        ALIVE.fetch_add(1, Ordering::Relaxed);
        Arc::new(ShadowComm {
            comm: Mutex::new(comm),
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            name,
            reversed: reversed.map(|comm| ShadowComm::new(comm, 0, None, None)),
            neighbours,
            retired: AtomicBool::new(false),
        })
    }

    /// The same processes, counted from the last; none of an intercommunicator.
    pub(crate) fn reversed(&self) -> Option<&Arc<ShadowComm>> {
        self.reversed.as_ref()
    }

    pub(crate) fn neighbours(&self) -> Option<&Arc<Neighbours>> {
        self.neighbours.as_ref()
    }

    /// Whether it goes when nobody needs it any more.
    fn retire(&self, retired: bool) {
        self.retired.store(retired, Ordering::Relaxed);
        if let Some(reversed) = &self.reversed {
            reversed.retire(retired);
        }
    }

    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// The communicator, made by then.
    pub(crate) fn comm(&self) -> MPI_Comm {
        let mut made = self
            .comm
            .lock()
            .unwrap_or_else(|poison| poison.into_inner());
        if let Made::Underway(comm, request) = &mut *made {
            // SAFETY: a request of `MPI_Comm_idup`, which every rank has called.
            unsafe { raw::PMPI_Wait(&raw mut request.0, raw::status_ignore()) };
            let comm = **comm;
            quiet(comm.0);
            *made = Made::Ready(comm);
        }
        match &*made {
            Made::Ready(comm) => comm.0,
            Made::Underway(comm, _) => comm.0,
        }
    }
}

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

/// Communicators of the MPI that are held for derivatives.
static ALIVE: AtomicUsize = AtomicUsize::new(0);

/// How many communicators of the MPI are held for derivatives.
pub(crate) fn alive() -> usize {
    ALIVE.load(Ordering::Relaxed)
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

/// Starts to duplicate a communicator.
fn start_duplicate(comm: MPI_Comm) -> Result<Made, c_int> {
    let mut made = Box::new(Shared(raw::comm_null()));
    let mut request = raw::request_null();
    // SAFETY: the box stays where it is until the request is completed.
    let status = unsafe { raw::PMPI_Comm_idup(comm, &raw mut made.0, &raw mut request) };
    if status == raw::SUCCESS {
        Ok(Made::Underway(made, Shared(request)))
    } else {
        Err(status)
    }
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

/// Errors on a shadow come back, so that they are reported with the call they belong to.
fn quiet(comm: MPI_Comm) {
    // SAFETY: a communicator of ours.
    unsafe { raw::PMPI_Comm_set_errhandler(comm, raw::errors_return()) };
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
