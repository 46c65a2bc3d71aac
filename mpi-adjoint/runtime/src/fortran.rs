//! The symbols that code compiled from Fortran calls, by the conventions of MPI's Fortran bindings: everything by
//! reference, handles as integers, the error code through the last argument. Each entry turns the arguments into
//! those of the C symbol of the same function (`crate::abi`), calls it, and gives back what it has written.
//!
//! Owns: names and the kind of each argument. Must not: know what a call means; how an argument is turned is the
//! business of `argument`, what the special addresses are that of `special`.

mod argument;
mod interpose;
mod rows;
mod special;
mod waiting;

pub use interpose::*;
pub use rows::*;
pub use waiting::*;

/// The three symbols of each function, for Fortran.
///
/// `Name fortran_name_(argument: Kind[length], …) [shadow, …];` where the length of a list is said by arguments as
/// Fortran passes them.
macro_rules! functions {
    ($($name:ident $fortran:ident($($arg:ident: $kind:ident $([$length:expr])?),* $(,)?) [$($shadow:ident),*];)*) => {$(
        #[doc = concat!("MPI_", stringify!($name), " of Fortran")]
        pub mod $fortran {
            use super::*;

            #[doc = concat!("The primal of MPI_", stringify!($name), ", and the same for tangents.")]
            ///
            /// # Safety
            /// Arguments are as for the function of Fortran, the rest as for the symbol of C.
            #[unsafe(export_name = concat!("enzyme_rs_mpi_tangent_", stringify!($fortran)))]
            pub unsafe extern "C" fn tangent(
                $($arg: *mut c_void,)* ierror: *mut MPI_Fint,
                $($shadow: *const *mut c_void,)* width: c_int, place: *const c_char,
            ) {
                // SAFETY: what the caller owes.
                unsafe {
                    let site = Site::new(&concat!("MPI_", stringify!($name)), place);
                    let ($(mut $arg,)*) = ($($kind::take($arg, length!($($length)?), &site),)*);
                    *ierror = abi::$name::tangent($($arg.pass(),)* $($shadow,)* width, place);
                    $($arg.give_back();)*
                }
            }

            #[doc = concat!("The primal of MPI_", stringify!($name), ", and a record for its reverse.")]
            ///
            /// # Safety
            /// As for `tangent`, and as for the symbol of C.
            #[unsafe(export_name = concat!("enzyme_rs_mpi_augmented_", stringify!($fortran)))]
            pub unsafe extern "C" fn augmented(
                $($arg: *mut c_void,)* ierror: *mut MPI_Fint,
                $($shadow: *const *mut c_void,)* width: c_int, place: *const c_char, record: *mut *mut c_void,
            ) {
                // SAFETY: what the caller owes.
                unsafe {
                    let site = Site::new(&concat!("MPI_", stringify!($name)), place);
                    let ($(mut $arg,)*) = ($($kind::take($arg, length!($($length)?), &site),)*);
                    *ierror = abi::$name::augmented($($arg.pass(),)* $($shadow,)* width, place, record);
                    $($arg.give_back();)*
                }
            }

            #[doc = concat!("The adjoint of MPI_", stringify!($name), "; frees the record.")]
            ///
            /// # Safety
            /// As for the symbol of C.
            #[unsafe(export_name = concat!("enzyme_rs_mpi_reverse_", stringify!($fortran)))]
            pub unsafe extern "C" fn reverse(record: *mut c_void) {
                // SAFETY: what the caller owes.
                unsafe { abi::$name::reverse(record) }
            }
        }
    )*};
}

/// The length of an argument's list; nothing asks for that of a single value.
macro_rules! length {
    () => {
        1
    };
    ($length:expr) => {
        $length
    };
}

use {functions, length};
