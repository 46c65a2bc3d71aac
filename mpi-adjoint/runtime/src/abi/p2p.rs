//! Point-to-point communication.

use super::{functions, primal};
use crate::adjoint;
use crate::error::Site;
use crate::p2p::{self as call, Data, Envelope};
use crate::raw::{self, MPI_Comm, MPI_Datatype, MPI_Status};
use std::ffi::{c_char, c_int, c_void};

/// Blocking sends.
macro_rules! sends {
    ($($name:ident by $primal:ident;)*) => {
        functions! {$(
            $name(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int,
                comm: MPI_Comm) [shadow]
                = call::Send {
                    data: Data { count, datatype, shadow },
                    to: Envelope { rank: dest, tag, comm },
                    primal: || primal!($primal(buf, count, datatype, dest, tag, comm)),
                };
        )*}
    };
}

sends! {
    Send by PMPI_Send;
    Ssend by PMPI_Ssend;
    Bsend by PMPI_Bsend;
    Rsend by PMPI_Rsend;
}

functions! {
    Recv(buf: *mut c_void, count: c_int, datatype: MPI_Datatype, source: c_int, tag: c_int,
        comm: MPI_Comm, status: *mut MPI_Status) [shadow]
        = call::Receive {
            data: Data { count, datatype, shadow },
            from: Envelope { rank: source, tag, comm },
            status,
            primal: |status| primal!(PMPI_Recv(buf, count, datatype, source, tag, comm, status)),
        };
}
