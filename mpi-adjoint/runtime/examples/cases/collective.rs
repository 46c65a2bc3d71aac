//! Cases of collective communication. Owns the forms in which each is tried: blocking or not, with its own
//! buffers or in place.

mod closed;
mod movement;
mod neighbours;
mod order;
mod reduction;

use super::Case;

/// In which form a function is called.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    pub(crate) immediate: bool,
    pub(crate) in_place: bool,
}

/// The cases of a function in its forms: `Name in place: function` adds those with MPI_IN_PLACE.
macro_rules! forms {
    ($($name:literal $constructor:ident: $function:expr;)*) => {
        &[$(
            $crate::Case::$constructor($name, |m, shape, items| {
                $function(m, shape, items, $crate::collective::Form { immediate: false, in_place: false })
            }),
            $crate::Case::$constructor(concat!($name, ", nonblocking"), |m, shape, items| {
                $function(m, shape, items, $crate::collective::Form { immediate: true, in_place: false })
            }),
            $crate::Case::$constructor(concat!($name, ", in place"), |m, shape, items| {
                $function(m, shape, items, $crate::collective::Form { immediate: false, in_place: true })
            }),
            $crate::Case::$constructor(concat!($name, ", nonblocking in place"), |m, shape, items| {
                $function(m, shape, items, $crate::collective::Form { immediate: true, in_place: true })
            }),
        )*]
    };
}

/// Calls a function in a form, and waits for it.
macro_rules! collective {
    ($m:expr, $form:expr, $name:ident $immediate:ident($($arg:expr),* $(,)?)[$($shadow:expr),*]) => {
        if $form.immediate {
            let mut request = $crate::tools::no_request();
            $crate::call!($m, $immediate($($arg,)* &raw mut request)[$($shadow),*]);
            $crate::call!($m, Wait(&raw mut request, $crate::tools::ignore())[]);
        } else {
            $crate::call!($m, $name($($arg),*)[$($shadow),*]);
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
