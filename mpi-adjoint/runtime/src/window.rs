//! One-sided communication between fences. Owns the shadow windows, and what is accessed in an epoch.
//!
//! A window has a shadow in each direction: that of its memory, exposed in the same way; a rank whose memory is inactive
//! exposes zeros instead. With w for the target's numbers, x for the origin's:
//!
//! | Call | Tangent | Adjoint |
//! |---|---|---|
//! | Put, Accumulate(MPI_REPLACE) | ẇ = ẋ | x̄ += w̄; w̄ = 0 |
//! | Get | ẋ = ẇ | w̄ += x̄; x̄ = 0 |
//! | Accumulate(MPI_SUM) | ẇ += ẋ | x̄ += w̄ |
//!
//! All adjoint communication of an epoch is done by the reverse of the fence that ends it, between two fences
//! of the shadow: before it all adjoints of later code are complete on every rank, and no rank touches its
//! shadow meanwhile, although memory that is only read in the epoch may be read by its owner as well. The
//! reverse of a call then only adds what has been fetched, for code before it in the same epoch.
//!
//! Two ranks that replace the same number in one epoch leave it to MPI who is last (MPI 4.0, 12.7.1): then
//! the adjoint goes to one of the two. Must not: cover epochs of other kinds.

mod access;

pub(crate) use access::{Access, Sort, What};

use crate::adjoint::{Adjoint, Call, Queue, Reverse};
use crate::bases::Bases;
use crate::communicator::{self, ShadowComm};
use crate::error::{self, Code, Site};
use crate::memory::Staging;
use crate::order::Place;
use crate::raw::{self, Handle, MPI_Aint, MPI_Comm, MPI_Status, MPI_Win, Shared};
use crate::statistics::{self, Traffic};
use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};
use std::sync::{Arc, Mutex, MutexGuard};

/// The shadows of a window.
pub(crate) struct Window {
    /// One for each direction.
    handles: Vec<Shared<MPI_Win>>,
    /// Exposed where nothing depends on the memory.
    _zeros: Vec<Staging>,
    /// The window was made on it.
    _comm: Arc<ShadowComm>,
    /// Of the epoch that has not ended.
    epoch: Mutex<Vec<Arc<Access>>>,
}

impl Window {
    fn epoch(&self) -> MutexGuard<'_, Vec<Arc<Access>>> {
        self.epoch
            .lock()
            .unwrap_or_else(|poison| poison.into_inner())
    }

    fn fence(&self, traffic: Traffic, site: &Site) {
        for handle in &self.handles {
            statistics::sent(traffic, 0);
            // SAFETY: a window of ours.
            error::check(unsafe { raw::PMPI_Win_fence(0, handle.0) }, site);
        }
    }

    fn free(&self, site: &Site) {
        for handle in &self.handles {
            let mut handle = handle.0;
            // SAFETY: a window of ours, which is no longer used.
            error::check(unsafe { raw::PMPI_Win_free(&raw mut handle) }, site);
        }
    }
}

/// The windows of the program that have shadows, by their handles.
fn windows() -> MutexGuard<'static, BTreeMap<usize, Arc<Window>>> {
    static WINDOWS: Mutex<BTreeMap<usize, Arc<Window>>> = Mutex::new(BTreeMap::new());
    WINDOWS.lock().unwrap_or_else(|poison| poison.into_inner())
}

fn find(window: MPI_Win) -> Option<Arc<Window>> {
    windows().get(&window.bits()).cloned()
}

/// The shadow of a window with active numbers.
fn shadow_of(window: MPI_Win, site: &Site) -> Arc<Window> {
    find(window).unwrap_or_else(|| {
        error::fail(
            Code::Window,
            site,
            "the window is not known to the derivatives' library",
            "make it by MPI_Win_create in differentiated code, on memory of the program; \
             MPI_Win_allocate, MPI_Win_allocate_shared and MPI_Win_create_dynamic are not covered",
        )
    })
}

/// Ends the program if the window begins elsewhere than it was asked for: MPICH 4.0 takes the beginning of what
/// UCX has registered, and all accesses go astray.
fn check_base(window: MPI_Win, base: *mut c_void, bytes: usize, site: &Site) {
    let (mut found, mut known): (*mut c_void, c_int) = (std::ptr::null_mut(), 0);
    let place = (&raw mut found).cast();
    // SAFETY: two places for the answer.
    unsafe { raw::PMPI_Win_get_attr(window, raw::win_base(), place, &raw mut known) };
    if bytes > 0 && known != 0 && found != base {
        error::fail(
            Code::Window,
            site,
            "the MPI has made a window that does not begin at the given address, so that accesses to it, of the \
             program's own, too, would go astray",
            "this is a fault of MPICH 4.0 with UCX; set UCX_RCACHE_ENABLE=n, or begin windows, and their shadows, at \
             multiples of 16 bytes, each on memory of its own",
        )
    }
}

/// MPI_Win_create.
pub(crate) struct Create<F> {
    pub(crate) base: *mut c_void,
    pub(crate) shadow: Bases,
    pub(crate) bytes: MPI_Aint,
    pub(crate) unit: c_int,
    pub(crate) comm: MPI_Comm,
    /// Tells the window, too.
    pub(crate) primal: F,
}

impl<F: FnOnce() -> (c_int, MPI_Win)> Create<F> {
    fn run(self, site: &Site) -> (c_int, Option<Arc<Window>>) {
        let (status, window) = (self.primal)();
        if status != raw::SUCCESS {
            return (status, None);
        }
        let comm = communicator::shadow_of(self.comm, site);
        let bytes = usize::try_from(self.bytes).unwrap_or(0);
        check_base(window, self.base, bytes, site);
        let (mut handles, mut zeros) = (Vec::new(), Vec::new());
        for base in self.shadow.each() {
            let base = match base.is_null() {
                true => {
                    zeros.push(Staging::new(bytes));
                    zeros.last_mut().map_or(base, Staging::as_mut_ptr)
                }
                false => base,
            };
            let room = (self.bytes, self.unit);
            handles.push(Shared(expose(base.cast(), room, &comm, site)));
        }
        let shadow = Arc::new(Window {
            handles,
            _zeros: zeros,
            _comm: comm,
            epoch: Mutex::new(Vec::new()),
        });
        windows().insert(window.bits(), Arc::clone(&shadow));
        (status, Some(shadow))
    }
}

/// A window on a shadow of the program's memory.
fn expose(
    base: *mut c_void,
    (bytes, unit): (MPI_Aint, c_int),
    comm: &ShadowComm,
    site: &Site,
) -> MPI_Win {
    // SAFETY: a constant of the MPI.
    let (mut handle, info) = unsafe { (raw::RSMPI_WIN_NULL, raw::RSMPI_INFO_NULL) };
    // SAFETY: the shadow is as large as the memory, and stays until the reverse; a place for the handle.
    let made =
        unsafe { raw::PMPI_Win_create(base, bytes, unit, info, comm.comm(), &raw mut handle) };
    error::check(made, site);
    check_base(handle, base, usize::try_from(bytes).unwrap_or(0), site);
    handle
}

impl<F: FnOnce() -> (c_int, MPI_Win)> Call for Create<F> {
    fn tangent(self, site: Site) -> c_int {
        self.run(&site).0
    }

    fn augmented(self, site: Site) -> (c_int, Reverse) {
        match self.run(&site) {
            (status, Some(window)) => (status, local(move || window.free(&site))),
            (status, None) => (status, Reverse::Nothing),
        }
    }
}

/// MPI_Win_fence.
pub(crate) struct Fence<F> {
    pub(crate) window: MPI_Win,
    pub(crate) primal: F,
}

impl<F: FnOnce() -> c_int> Call for Fence<F> {
    fn tangent(self, site: Site) -> c_int {
        let status = (self.primal)();
        if status == raw::SUCCESS
            && let Some(window) = find(self.window)
        {
            window.fence(Traffic::Tangent, &site);
            for access in std::mem::take(&mut *window.epoch()) {
                access.tangent_end();
            }
        }
        status
    }

    fn augmented(self, site: Site) -> (c_int, Reverse) {
        statistics::sent(Traffic::Primal, 0);
        let status = (self.primal)();
        match find(self.window) {
            Some(window) if status == raw::SUCCESS => {
                let epoch = std::mem::take(&mut *window.epoch());
                (status, local(move || reverse_epoch(&window, &epoch, &site)))
            }
            _ => (status, Reverse::Nothing),
        }
    }
}

fn reverse_epoch(window: &Window, epoch: &[Arc<Access>], site: &Site) {
    window.fence(Traffic::Adjoint, site);
    for access in epoch.iter().rev() {
        access.start_adjoint(&window.handles);
    }
    window.fence(Traffic::Adjoint, site);
    for access in epoch {
        access.end_adjoint();
    }
}

/// MPI_Win_free.
pub(crate) struct Free<F> {
    pub(crate) window: MPI_Win,
    pub(crate) primal: F,
}

impl<F: FnOnce() -> c_int> Free<F> {
    fn run(self, site: &Site) -> (c_int, Option<Arc<Window>>) {
        let window = windows().remove(&self.window.bits());
        if let Some(window) = &window
            && !window.epoch().is_empty()
        {
            error::fail(
                Code::Window,
                site,
                "the window is freed, and no fence has ended the epoch of an access to active numbers",
                "end epochs by MPI_Win_fence; other kinds of synchronization are not covered",
            );
        }
        ((self.primal)(), window)
    }
}

impl<F: FnOnce() -> c_int> Call for Free<F> {
    fn tangent(self, site: Site) -> c_int {
        let (status, window) = self.run(&site);
        if let Some(window) = window {
            window.free(&site);
        }
        status
    }

    /// The shadow stays until the reverse of MPI_Win_create.
    fn augmented(self, site: Site) -> (c_int, Reverse) {
        (self.run(&site).0, Reverse::Nothing)
    }
}

/// MPI_Put, MPI_Get or MPI_Accumulate.
pub(crate) struct Reach<F> {
    pub(crate) what: What,
    pub(crate) window: MPI_Win,
    pub(crate) primal: F,
}

/// An access to a window.
type Reached = (Arc<Access>, Arc<Window>);

impl<F: FnOnce() -> c_int> Reach<F> {
    fn run(self, site: &Site) -> (c_int, Option<Reached>) {
        let access = Access::new(self.what, site);
        let status = (self.primal)();
        if status != raw::SUCCESS {
            return (status, None);
        }
        let known = access.map(|access| {
            let window = shadow_of(self.window, site);
            if access.width() != window.handles.len() {
                error::fail(
                    Code::Directions,
                    site,
                    "the window was made by a derivative with another number of directions",
                    "make the window, and access it, in one differentiated function",
                );
            }
            let access = Arc::new(access);
            window.epoch().push(Arc::clone(&access));
            (access, window)
        });
        (status, known)
    }
}

impl<F: FnOnce() -> c_int> Call for Reach<F> {
    fn tangent(self, site: Site) -> c_int {
        let (status, known) = self.run(&site);
        if let Some((access, window)) = known {
            access.start_tangent(&window.handles);
        }
        status
    }

    fn augmented(self, site: Site) -> (c_int, Reverse) {
        let (status, known) = self.run(&site);
        let reverse = match known {
            Some((access, _)) => local(move || access.take_adjoint()),
            None => Reverse::Nothing,
        };
        (status, reverse)
    }
}

/// A reverse that keeps no order with other communicators' calls.
fn local(action: impl FnOnce() + Send + 'static) -> Reverse {
    Reverse::of(vec![Arc::new(Local(Mutex::new(Some(Box::new(action)))))])
}

struct Local(Mutex<Option<Box<dyn FnOnce() + Send>>>);

impl Adjoint for Local {
    fn completed(&self, _: &MPI_Status) {}

    fn place(&self) -> Option<Place<Queue>> {
        None
    }

    fn start(&self) {}

    fn finish(&self) {
        let mut action = self.0.lock().unwrap_or_else(|poison| poison.into_inner());
        if let Some(action) = action.take() {
            action();
        }
    }
}
