//! The MPI functions that make and free communicators, as the program sees them: MPI's profiling interface.
//! Owns their definitions. Must not: change what they do; a communicator that comes out has a shadow.

use crate::collective;
use crate::communicator;
use crate::error::{self, Code, Site};
use crate::last_action;
use crate::raw::{self, MPI_Comm, MPI_Group, MPI_Info, MPI_Request};
use crate::request;
use crate::transport;
use std::ffi::{CStr, c_char, c_int};
use std::ptr;

/// Functions whose last argument is the place of a new communicator.
macro_rules! makers {
    ($($name:ident by $primal:ident($($arg:ident: $type:ty),*);)*) => {$(
        /// As the MPI standard has it.
        ///
        /// # Safety
        /// That of the MPI function.
        #[unsafe(no_mangle)]
        #[allow(clippy::too_many_arguments, reason = "the arguments of the MPI function")]
        #[allow(non_snake_case, reason = "the name of the MPI function")]
        pub unsafe extern "C" fn $name($($arg: $type,)* made: *mut MPI_Comm) -> c_int {
            // SAFETY: what the caller owes.
            let status = unsafe { raw::$primal($($arg,)* made) };
            if status == raw::SUCCESS {
                // SAFETY: MPI has written the handle.
                communicator::attach(unsafe { *made }, &stringify!($name));
            }
            status
        }
    )*};
}

makers! {
    MPI_Comm_dup by PMPI_Comm_dup(comm: MPI_Comm);
    MPI_Comm_dup_with_info by PMPI_Comm_dup_with_info(comm: MPI_Comm, info: MPI_Info);
    MPI_Comm_split by PMPI_Comm_split(comm: MPI_Comm, color: c_int, key: c_int);
    MPI_Comm_split_type by PMPI_Comm_split_type(
        comm: MPI_Comm, split_type: c_int, key: c_int, info: MPI_Info);
    MPI_Comm_create by PMPI_Comm_create(comm: MPI_Comm, group: MPI_Group);
    MPI_Comm_create_group by PMPI_Comm_create_group(comm: MPI_Comm, group: MPI_Group, tag: c_int);
    MPI_Cart_create by PMPI_Cart_create(
        comm: MPI_Comm, dimensions: c_int, sizes: *const c_int, periodic: *const c_int, reorder: c_int);
    MPI_Cart_sub by PMPI_Cart_sub(comm: MPI_Comm, remain: *const c_int);
    MPI_Graph_create by PMPI_Graph_create(
        comm: MPI_Comm, nodes: c_int, index: *const c_int, edges: *const c_int, reorder: c_int);
    MPI_Dist_graph_create by PMPI_Dist_graph_create(
        comm: MPI_Comm, count: c_int, sources: *const c_int, degrees: *const c_int,
        destinations: *const c_int, weights: *const c_int, info: MPI_Info, reorder: c_int);
    MPI_Dist_graph_create_adjacent by PMPI_Dist_graph_create_adjacent(
        comm: MPI_Comm, sources: c_int, source: *const c_int, source_weights: *const c_int,
        destinations: c_int, destination: *const c_int, destination_weights: *const c_int,
        info: MPI_Info, reorder: c_int);
    MPI_Intercomm_create by PMPI_Intercomm_create(
        local: MPI_Comm, local_leader: c_int, bridge: MPI_Comm, remote_leader: c_int, tag: c_int);
    MPI_Intercomm_merge by PMPI_Intercomm_merge(comm: MPI_Comm, high: c_int);
}

/// As the MPI standard has it.
///
/// # Safety
/// That of the MPI function.
#[unsafe(no_mangle)]
#[allow(non_snake_case, reason = "the name of the MPI function")]
pub unsafe extern "C" fn MPI_Comm_idup(
    comm: MPI_Comm,
    made: *mut MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    // SAFETY: what the caller owes.
    let status =
        communicator::duplicate(comm, || unsafe { raw::PMPI_Comm_idup(comm, made, request) });
    // It may be waited for in differentiated code.
    // SAFETY: the program's place, which the primal has written; there is no text.
    let (request, site) = unsafe { (*request, Site::new(&"MPI_Comm_idup", ptr::null())) };
    request::passive(status, request, site);
    status
}

/// Functions that end a communicator.
macro_rules! enders {
    ($($name:ident by $primal:ident;)*) => {$(
        /// As the MPI standard has it.
        ///
        /// # Safety
        /// That of the MPI function.
        #[unsafe(no_mangle)]
        #[allow(non_snake_case, reason = "the name of the MPI function")]
        pub unsafe extern "C" fn $name(comm: *mut MPI_Comm) -> c_int {
            // SAFETY: what the caller owes.
            unsafe {
                let shadow = communicator::release(*comm);
                let status = raw::$primal(comm);
                drop(shadow);
                status
            }
        }
    )*};
}

enders! {
    MPI_Comm_free by PMPI_Comm_free;
    MPI_Comm_disconnect by PMPI_Comm_disconnect;
}

/// As the MPI standard has it.
///
/// # Safety
/// That of the MPI function.
#[unsafe(no_mangle)]
#[allow(non_snake_case, reason = "the name of the MPI function")]
pub unsafe extern "C" fn MPI_Init(count: *mut c_int, arguments: *mut *mut *mut c_char) -> c_int {
    // SAFETY: what the caller owes.
    begun(unsafe { raw::PMPI_Init(count, arguments) })
}

/// As the MPI standard has it.
///
/// # Safety
/// That of the MPI function.
#[unsafe(no_mangle)]
#[allow(non_snake_case, reason = "the name of the MPI function")]
pub unsafe extern "C" fn MPI_Init_thread(
    count: *mut c_int,
    arguments: *mut *mut *mut c_char,
    required: c_int,
    provided: *mut c_int,
) -> c_int {
    // SAFETY: what the caller owes.
    begun(unsafe { raw::PMPI_Init_thread(count, arguments, required, provided) })
}

/// As the MPI standard has it.
///
/// # Safety
/// That of the MPI function.
#[unsafe(no_mangle)]
#[allow(non_snake_case, reason = "the name of the MPI function")]
pub unsafe extern "C" fn MPI_Finalize() -> c_int {
    ending();
    // SAFETY: what the caller owes.
    unsafe { raw::PMPI_Finalize() }
}

/// What has to be done before MPI ends.
pub(crate) fn ending() {
    // SAFETY: no place is given.
    let site = unsafe { Site::new(&"MPI_Finalize", ptr::null()) };
    transport::drain(&site);
    collective::end();
}

/// What has to be done when MPI has begun.
pub(crate) fn begun(status: c_int) -> c_int {
    if status == raw::SUCCESS {
        communicator::begin();
        explain_errors();
    }
    status
}

/// Fatal errors, which are the default, say where they happened.
fn explain_errors() {
    let mut handler = raw::errors_return();
    // SAFETY: the handler has the type that MPI asks for.
    unsafe {
        raw::PMPI_Comm_create_errhandler(
            Some(enzyme_rs_mpi_internal_handle_error),
            &raw mut handler,
        );
        for comm in [raw::comm_world(), raw::comm_self()] {
            raw::PMPI_Comm_set_errhandler(comm, handler);
        }
        raw::PMPI_Errhandler_free(&raw mut handler);
    }
}

unsafe extern "C" {
    /// In errors.c, since a handler has any number of arguments; calls the function below.
    fn enzyme_rs_mpi_internal_handle_error(comm: *mut MPI_Comm, code: *mut c_int, ...);
}

/// So many communicators of derivatives may be why an MPI makes no more.
const MANY: usize = 500;

/// Reports an error of the program's own communication, and ends all ranks.
#[unsafe(no_mangle)]
extern "C" fn enzyme_rs_mpi_internal_explain(code: c_int) {
    // SAFETY: the last action is a text of C.
    let action = unsafe { CStr::from_ptr(last_action::text()) };
    let held = communicator::alive();
    let remedy = if held < MANY {
        "this is an error of the program's own communication; MPI_Comm_set_errhandler lets it go on"
            .into()
    } else {
        format!(
            "this is an error of the program's own communication; if it is about too many communicators: {held} are \
             held for derivatives until their calls are reversed; make them outside of the differentiated function"
        )
    };
    error::report(
        Code::Mpi,
        format_args!("last action: {}", action.to_string_lossy()),
        error::text(code),
        &remedy,
    );
    error::abort(Code::Mpi)
}
