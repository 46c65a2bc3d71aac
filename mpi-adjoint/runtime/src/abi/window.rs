//! One-sided communication.

use super::{functions, primal, shadows};
use crate::adjoint;
use crate::bases::Bases;
use crate::data::Data;
use crate::error::Site;
use crate::raw::{self, MPI_Aint, MPI_Comm, MPI_Datatype, MPI_Info, MPI_Op, MPI_Win};
use crate::window::{Create, Fence, Free, Reach, Sort, What};
use std::ffi::{c_char, c_int, c_void};

functions! {
    Win_create(base: *mut c_void, size: MPI_Aint, unit: c_int, info: MPI_Info, comm: MPI_Comm,
        window: *mut MPI_Win) [shadow]
        = Create {
            base,
            shadow,
            bytes: size,
            unit,
            comm,
            primal: || {
                let status = primal!(PMPI_Win_create(base, size, unit, info, comm, window));
                // SAFETY: the program's place for the handle.
                (status, unsafe { *window })
            },
        };

    Win_fence(assert: c_int, window: MPI_Win) []
        = Fence { window, primal: || primal!(PMPI_Win_fence(assert, window)) };

    Win_free(window: *mut MPI_Win) []
        = Free {
            // SAFETY: the program's place of the handle.
            window: unsafe { *window },
            primal: || primal!(PMPI_Win_free(window)),
        };

    Put(origin: *const c_void, count: c_int, datatype: MPI_Datatype, rank: c_int,
        displacement: MPI_Aint, target_count: c_int, target_datatype: MPI_Datatype, window: MPI_Win)
        [shadow]
        = Reach {
            what: What {
                sort: Sort::Put,
                origin: Data { address: origin, count, datatype, shadow },
                rank,
                displacement,
                count: target_count,
                datatype: target_datatype,
            },
            window,
            primal: || primal!(PMPI_Put(
                origin, count, datatype, rank, displacement, target_count, target_datatype, window)),
        };

    Get(origin: *mut c_void, count: c_int, datatype: MPI_Datatype, rank: c_int,
        displacement: MPI_Aint, target_count: c_int, target_datatype: MPI_Datatype, window: MPI_Win)
        [shadow]
        = Reach {
            what: What {
                sort: Sort::Get,
                origin: Data { address: origin, count, datatype, shadow },
                rank,
                displacement,
                count: target_count,
                datatype: target_datatype,
            },
            window,
            primal: || primal!(PMPI_Get(
                origin, count, datatype, rank, displacement, target_count, target_datatype, window)),
        };

    Accumulate(origin: *const c_void, count: c_int, datatype: MPI_Datatype, rank: c_int,
        displacement: MPI_Aint, target_count: c_int, target_datatype: MPI_Datatype, op: MPI_Op,
        window: MPI_Win) [shadow]
        = Reach {
            what: What {
                sort: Sort::Accumulate(op),
                origin: Data { address: origin, count, datatype, shadow },
                rank,
                displacement,
                count: target_count,
                datatype: target_datatype,
            },
            window,
            primal: || primal!(PMPI_Accumulate(
                origin, count, datatype, rank, displacement, target_count, target_datatype, op, window)),
        };
}
