//! Collective communication.

use super::{functions, primal};
use crate::adjoint;
use crate::collective as call;
use crate::error::Site;
use crate::p2p::Data;
use crate::raw::{self, MPI_Comm, MPI_Datatype};
use std::ffi::{c_char, c_int, c_void};

functions! {
    Bcast(buf: *mut c_void, count: c_int, datatype: MPI_Datatype, root: c_int, comm: MPI_Comm) [shadow]
        = call::Bcast {
            data: Data { count, datatype, shadow },
            root,
            comm,
            primal: || primal!(PMPI_Bcast(buf, count, datatype, root, comm)),
        };
}
