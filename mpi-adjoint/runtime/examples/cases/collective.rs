//! Cases of collective communication. Owns the forms in which each is tried: blocking, nonblocking or persistent, with
//! its own buffers or in place.

mod closed;
mod movement;
mod neighbours;
mod order;
mod reduction;

use super::Case;

/// How a call is completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Blocking,
    Immediate,
    #[cfg_attr(
        not(persistent_collectives),
        allow(dead_code, reason = "the MPI has none")
    )]
    Persistent,
}

/// In which form a function is called.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    pub(crate) way: Way,
    pub(crate) in_place: bool,
}

/// How often a persistent call is started. In place the second start would use the results of the first one, which is
/// not what the cases compare with. MPICH 4.0, whose handles are integers, takes away a reference to the datatype and
/// the communicator with each start, and aborts.
#[cfg(persistent_collectives)]
pub(crate) fn starts(form: Form) -> usize {
    if form.in_place || size_of::<mpi_sys::MPI_Comm>() == 4 {
        1
    } else {
        2
    }
}

/// The cases of a function in its forms: `Name in place: function` adds those with MPI_IN_PLACE.
macro_rules! forms {
    ($($name:literal $constructor:ident: $function:expr;)*) => {
        &[$(
            $crate::collective::forms!($name, $constructor, $function, Blocking, false),
            $crate::collective::forms!(concat!($name, ", nonblocking"), $constructor, $function, Immediate, false),
            $crate::collective::forms!(concat!($name, ", in place"), $constructor, $function, Blocking, true),
            $crate::collective::forms!(
                concat!($name, ", nonblocking in place"), $constructor, $function, Immediate, true),
            #[cfg(persistent_collectives)]
            $crate::collective::forms!(concat!($name, ", persistent"), $constructor, $function, Persistent, false),
            #[cfg(persistent_collectives)]
            $crate::collective::forms!(
                concat!($name, ", persistent in place"), $constructor, $function, Persistent, true),
        )*]
    };
    ($name:expr, $constructor:ident, $function:expr, $way:ident, $in_place:literal) => {
        $crate::Case::$constructor($name, |m, shape, items| {
            let way = $crate::collective::Way::$way;
            $function(m, shape, items, $crate::collective::Form { way, in_place: $in_place })
        })
    };
}

/// Calls a function in a form, and waits for it.
macro_rules! collective {
    ($m:expr, $form:expr, $name:ident $immediate:ident $persistent:ident($($arg:expr),* $(,)?)[$($shadow:expr),*]) => {
        match $form.way {
            $crate::collective::Way::Blocking => {
                $crate::call!($m, $name($($arg),*)[$($shadow),*]);
            }
            $crate::collective::Way::Immediate => {
                let mut request = $crate::tools::no_request();
                $crate::call!($m, $immediate($($arg,)* &raw mut request)[$($shadow),*]);
                $crate::call!($m, Wait(&raw mut request, $crate::tools::ignore())[]);
            }
            $crate::collective::Way::Persistent => {
                #[cfg(persistent_collectives)]
                {
                    let mut request = $crate::tools::no_request();
                    let info = $crate::tools::no_info();
                    $crate::call!($m, $persistent($($arg,)* info, &raw mut request)[$($shadow),*]);
                    for _ in 0..$crate::collective::starts($form) {
                        $crate::call!($m, Start(&raw mut request)[]);
                        $crate::call!($m, Wait(&raw mut request, $crate::tools::ignore())[]);
                    }
                    $crate::call!($m, Request_free(&raw mut request)[]);
                }
            }
        }
    };
}

use {collective, forms};

pub(crate) fn cases() -> impl Iterator<Item = &'static Case> {
    let lists = [
        movement::CASES,
        reduction::CASES,
        neighbours::CASES,
        order::CASES,
        closed::CASES,
    ];
    lists.into_iter().flatten()
}
