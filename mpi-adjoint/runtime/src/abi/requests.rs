//! Completion and start of requests, and calls that have no derivative.

use super::{functions, primal, shadows};
use crate::adjoint;
use crate::completion::{Begin, Complete, Free, Passive, Requests, Statuses};
use crate::error::Site;
use crate::raw::{self, MPI_Comm, MPI_Datatype, MPI_Request, MPI_Status};
use std::ffi::{c_char, c_int, c_void};

/// The handles that the program passes.
macro_rules! requests {
    ($requests:expr, $count:expr) => {
        // SAFETY: the program's list of handles.
        unsafe { Requests::read($requests, $count) }
    };
}

/// `indices` if the flag is set.
macro_rules! if_set {
    ($flag:expr, $indices:expr) => {
        // SAFETY: the program's place for the flag, which the primal has written.
        if unsafe { *$flag } != 0 {
            $indices.collect()
        } else {
            Vec::new()
        }
    };
}

functions! {
    Wait(request: *mut MPI_Request, status: *mut MPI_Status) []
        = Complete {
            requests: requests!(request, 1),
            looks: false,
            statuses: Statuses::one(status),
            primal: |status| primal!(PMPI_Wait(request, status)),
            done: || vec![0],
        };

    Test(request: *mut MPI_Request, flag: *mut c_int, status: *mut MPI_Status) []
        = Complete {
            requests: requests!(request, 1),
            looks: false,
            statuses: Statuses::one(status),
            primal: |status| primal!(PMPI_Test(request, flag, status)),
            done: || if_set!(flag, 0..1),
        };

    Request_get_status(request: MPI_Request, flag: *mut c_int, status: *mut MPI_Status) []
        = Complete {
            requests: requests!(&raw const request, 1),
            looks: true,
            statuses: Statuses::one(status),
            primal: |status| primal!(PMPI_Request_get_status(request, flag, status)),
            done: || if_set!(flag, 0..1),
        };

    Waitall(count: c_int, requests: *mut MPI_Request, statuses: *mut MPI_Status) []
        = Complete {
            requests: requests!(requests, count),
            looks: false,
            statuses: Statuses::many(statuses, count),
            primal: |statuses| primal!(PMPI_Waitall(count, requests, statuses)),
            done: || (0..count).collect(),
        };

    Testall(count: c_int, requests: *mut MPI_Request, flag: *mut c_int, statuses: *mut MPI_Status) []
        = Complete {
            requests: requests!(requests, count),
            looks: false,
            statuses: Statuses::many(statuses, count),
            primal: |statuses| primal!(PMPI_Testall(count, requests, flag, statuses)),
            done: || if_set!(flag, 0..count),
        };

    Waitany(count: c_int, requests: *mut MPI_Request, index: *mut c_int, status: *mut MPI_Status) []
        = Complete {
            requests: requests!(requests, count),
            looks: false,
            statuses: Statuses::one(status),
            primal: |status| primal!(PMPI_Waitany(count, requests, index, status)),
            // MPI_UNDEFINED is negative, and so no index.
            // SAFETY: the program's place for the index, which the primal has written.
            done: || vec![unsafe { *index }],
        };

    Testany(count: c_int, requests: *mut MPI_Request, index: *mut c_int, flag: *mut c_int,
        status: *mut MPI_Status) []
        = Complete {
            requests: requests!(requests, count),
            looks: false,
            statuses: Statuses::one(status),
            primal: |status| primal!(PMPI_Testany(count, requests, index, flag, status)),
            // SAFETY: as above.
            done: || if_set!(flag, std::iter::once(unsafe { *index })),
        };

    Waitsome(count: c_int, requests: *mut MPI_Request, outcount: *mut c_int, indices: *mut c_int,
        statuses: *mut MPI_Status) []
        = Complete {
            requests: requests!(requests, count),
            looks: false,
            statuses: Statuses::many(statuses, count),
            primal: |statuses| primal!(PMPI_Waitsome(count, requests, outcount, indices, statuses)),
            done: || list(outcount, indices),
        };

    Testsome(count: c_int, requests: *mut MPI_Request, outcount: *mut c_int, indices: *mut c_int,
        statuses: *mut MPI_Status) []
        = Complete {
            requests: requests!(requests, count),
            looks: false,
            statuses: Statuses::many(statuses, count),
            primal: |statuses| primal!(PMPI_Testsome(count, requests, outcount, indices, statuses)),
            done: || list(outcount, indices),
        };

    Start(request: *mut MPI_Request) []
        = Begin {
            requests: requests!(request, 1),
            primal: || primal!(PMPI_Start(request)),
        };

    Startall(count: c_int, requests: *mut MPI_Request) []
        = Begin {
            requests: requests!(requests, count),
            primal: || primal!(PMPI_Startall(count, requests)),
        };

    Request_free(request: *mut MPI_Request) []
        = Free {
            request: requests!(request, 1),
            primal: || primal!(PMPI_Request_free(request)),
        };

    Cancel(request: *mut MPI_Request) [] = Passive(|| primal!(PMPI_Cancel(request)));

    Probe(source: c_int, tag: c_int, comm: MPI_Comm, status: *mut MPI_Status) []
        = Passive(|| primal!(PMPI_Probe(source, tag, comm, status)));

    Iprobe(source: c_int, tag: c_int, comm: MPI_Comm, flag: *mut c_int, status: *mut MPI_Status) []
        = Passive(|| primal!(PMPI_Iprobe(source, tag, comm, flag, status)));

    Pack_size(incount: c_int, datatype: MPI_Datatype, comm: MPI_Comm, size: *mut c_int) []
        = Passive(|| primal!(PMPI_Pack_size(incount, datatype, comm, size)));
}

/// The indices that a call has written; none where it says MPI_UNDEFINED, which is negative.
fn list(count: *const c_int, indices: *const c_int) -> Vec<c_int> {
    // SAFETY: the program's places for the count and the indices, which the primal has written.
    unsafe {
        (0..usize::try_from(*count).unwrap_or(0))
            .map(|i| *indices.add(i))
            .collect()
    }
}
