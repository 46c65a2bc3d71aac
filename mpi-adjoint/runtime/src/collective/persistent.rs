//! Persistent collective calls: MPI_Bcast_init and its kin. Each start is a nonblocking call of its own.
//!
//! What the program passes to `_init` is the call's until the request is freed (MPI 4.0, 2.4.1), but for handles of
//! datatypes, which may be freed before: [`Keep`].

use super::scheme::{Mirror, Scheme, Underway};
use crate::adjoint::{Adjoint, Call, Reverse, Tangent};
use crate::datatype::Kept;
use crate::error::Site;
use crate::raw::{self, MPI_Aint, MPI_Comm, MPI_Datatype, MPI_Op, MPI_Request};
use crate::request::{self, Begun, Sort, Template};
use std::ffi::{c_int, c_void};
use std::sync::{Arc, Mutex};

/// MPI_Bcast_init and its kin.
pub(crate) struct Persistent<M, F> {
    /// The derivative of one start; `None` if no numbers are passed on any rank.
    pub(crate) make: M,
    /// Tells the request, too.
    pub(crate) primal: F,
}

impl<M, F> Call for Persistent<M, F>
where
    M: Fn(&Site) -> Option<Box<dyn Scheme>> + 'static,
    F: FnOnce() -> (c_int, MPI_Request),
{
    fn tangent(self, _: Site) -> c_int {
        let (status, request) = (self.primal)();
        if status == raw::SUCCESS {
            request::register_persistent(request, Arc::new(Repeated(self.make)));
        }
        status
    }

    fn augmented(self, site: Site) -> (c_int, Reverse) {
        (self.tangent(site), Reverse::Nothing)
    }
}

/// A collective call that may be started, by how its derivative is made.
struct Repeated<M>(M);

// SAFETY: what the closure holds are arguments of the program's call, which any thread may start.
unsafe impl<M> Send for Repeated<M> {}
// SAFETY: as above; making a derivative changes none of them.
unsafe impl<M> Sync for Repeated<M> {}

impl<M: Fn(&Site) -> Option<Box<dyn Scheme>>> Template for Repeated<M> {
    fn begin(&self, number: u64, site: Site) -> Option<Box<dyn Begun>> {
        let scheme = (self.0)(&site)?;
        Some(Box::new(Start { number, scheme }))
    }

    fn sort(&self) -> Sort {
        Sort::Receive
    }
}

/// A call that is being started.
struct Start {
    number: u64,
    scheme: Box<dyn Scheme>,
}

impl Begun for Start {
    fn tangent(mut self: Box<Self>, _: MPI_Request) -> Arc<dyn Tangent> {
        self.scheme.tangent(true);
        Arc::new(Underway(Mutex::new(self.scheme)))
    }

    fn adjoint(mut self: Box<Self>) -> Arc<dyn Adjoint> {
        self.scheme.record(true);
        Mirror::of(self.scheme, self.number)
    }
}

/// An argument as it is kept from `_init` to the last start.
pub(crate) trait Keep: Sized {
    /// What is kept.
    type Kept: 'static;
    /// Keeps it.
    fn keep(self) -> Self::Kept;
    /// The argument again.
    fn of(kept: &Self::Kept) -> Self;
}

impl Keep for MPI_Datatype {
    type Kept = Kept;

    fn keep(self) -> Kept {
        Kept::new(self)
    }

    fn of(kept: &Kept) -> MPI_Datatype {
        kept.datatype
    }
}

macro_rules! kept_as_they_are {
    ($($type:ty),*) => {$(
        impl Keep for $type {
            type Kept = $type;

            fn keep(self) -> $type {
                self
            }

            fn of(kept: &$type) -> $type {
                *kept
            }
        }
    )*};
}

kept_as_they_are!(
    c_int,
    MPI_Comm,
    MPI_Op,
    *const c_void,
    *mut c_void,
    *const c_int,
    *const MPI_Aint,
    *const MPI_Datatype
);
