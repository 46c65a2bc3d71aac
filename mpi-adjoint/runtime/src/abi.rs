//! The C symbols that compiled code calls. Owns names and arguments: each entry is a row of MPI's argument
//! list, the shadows, and the call that it makes. Must not: hold logic.
#![allow(non_snake_case, reason = "modules are named as the MPI functions")]
#![allow(
    clippy::too_many_arguments,
    reason = "the arguments of the MPI functions"
)]

mod collective;
mod p2p;
mod requests;
mod window;

pub use collective::*;
pub use p2p::*;
pub use requests::*;
pub use window::*;

/// The three symbols of each function: a module with the functions `tangent`, `augmented`, `reverse`.
///
/// `Name(argument: type, …) [shadow, …] = the call;`
macro_rules! functions {
    ($($name:ident($($arg:ident: $type:ty),* $(,)?) [$($shadow:ident),*] = $call:expr;)*) => {$(
        #[doc = concat!("MPI_", stringify!($name))]
        pub mod $name {
            #[allow(unused_imports, reason = "not every entry uses all")]
            use super::*;

            #[doc = concat!("The primal of MPI_", stringify!($name), ", and the same for tangents.")]
            ///
            /// # Safety
            /// Arguments are as for the MPI function. Shadows are a null list, or `width` addresses, each null or that of
            /// memory as large as the buffer.
            /// `place` is null or a text that is never freed.
            #[unsafe(export_name = concat!("enzyme_rs_mpi_tangent_", stringify!($name)))]
            pub unsafe extern "C" fn tangent(
                $($arg: $type,)* $($shadow: *const *mut c_void,)* width: c_int, place: *const c_char,
            ) -> c_int {
                // SAFETY: what the caller owes.
                let site = unsafe { Site::new(&concat!("MPI_", stringify!($name)), place) };
                shadows!(width: $($shadow),*);
                adjoint::tangent(site, $call)
            }

            #[doc = concat!("The primal of MPI_", stringify!($name), ", and a record for its reverse.")]
            ///
            /// # Safety
            /// As for `tangent`. Shadows stay until the reverse. `record` is a place for a pointer.
            #[unsafe(export_name = concat!("enzyme_rs_mpi_augmented_", stringify!($name)))]
            pub unsafe extern "C" fn augmented(
                $($arg: $type,)* $($shadow: *const *mut c_void,)* width: c_int, place: *const c_char,
                record: *mut *mut c_void,
            ) -> c_int {
                // SAFETY: what the caller owes.
                let site = unsafe { Site::new(&concat!("MPI_", stringify!($name)), place) };
                shadows!(width: $($shadow),*);
                let (status, made) = adjoint::augmented(site, $call);
                // SAFETY: what the caller owes.
                unsafe { *record = made };
                status
            }

            #[doc = concat!("The adjoint of MPI_", stringify!($name), "; frees the record.")]
            ///
            /// # Safety
            /// `record` comes from `augmented`, and was not used before.
            #[unsafe(export_name = concat!("enzyme_rs_mpi_reverse_", stringify!($name)))]
            pub unsafe extern "C" fn reverse(record: *mut c_void) {
                // SAFETY: what the caller owes.
                unsafe { adjoint::reverse(record) }
            }
        }
    )*};
}

/// The shadows of each buffer, in all directions.
macro_rules! shadows {
    ($width:ident:) => {
        let _ = $width;
    };
    ($width:ident: $($shadow:ident),+) => {
        // SAFETY: what the caller owes.
        $(let $shadow = unsafe { Bases::read($shadow, $width) };)+
    };
}

/// The primal of an entry.
macro_rules! primal {
    ($function:ident($($arg:expr),*)) => {
        // SAFETY: the arguments are the program's.
        unsafe { raw::$function($($arg),*) }
    };
}

use {functions, primal, shadows};
