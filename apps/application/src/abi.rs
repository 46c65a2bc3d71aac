//! The structures of `include/enzyme_rs/application.h`, which says what they mean.
//!
//! Owns: their layout. Must not: call anything.

use std::ffi::{c_char, c_void};

/// Dimensions of a field, at most.
pub(crate) const DIMENSIONS: usize = 3;

/// `ENZYME_RS_APP_CONTROL` and `ENZYME_RS_APP_STATE`.
pub(crate) const CONTROL: i32 = 0;
pub(crate) const STATE: i32 = 1;

/// `enzyme_rs_app_field`.
#[repr(C)]
pub(crate) struct Field {
    pub(crate) name: *const c_char,
    pub(crate) unit: *const c_char,
    pub(crate) role: i32,
    pub(crate) dimensions: i32,
    pub(crate) extent: [i64; DIMENSIONS],
    pub(crate) first: [i64; DIMENSIONS],
    pub(crate) count: [i64; DIMENSIONS],
    pub(crate) origin: [f64; DIMENSIONS],
    pub(crate) spacing: [f64; DIMENSIONS],
    pub(crate) least: f64,
    pub(crate) greatest: f64,
}

type Text = *const c_char;
type Driver = *mut c_void;

/// `enzyme_rs_app_setup`.
#[repr(C)]
pub(crate) struct Setup {
    pub(crate) size: i64,
    pub(crate) driver: Driver,
    pub(crate) number: extern "C" fn(Driver, Text, f64, Text, Text) -> f64,
    pub(crate) integer: extern "C" fn(Driver, Text, i64, Text) -> i64,
    pub(crate) text: extern "C" fn(Driver, Text, Text, Text) -> Text,
    pub(crate) file: extern "C" fn(Driver, Text, Text, Text) -> Text,
    pub(crate) steps: extern "C" fn(Driver, i64),
    pub(crate) field: extern "C" fn(Driver, *const Field),
    pub(crate) refuse: extern "C" fn(Driver, Text, Text),
}

/// `enzyme_rs_app_ranks`.
#[repr(C)]
pub(crate) struct Ranks {
    pub(crate) size: i64,
    pub(crate) begin: extern "C" fn(*mut i32, *mut i32),
    pub(crate) end: extern "C" fn(),
    pub(crate) abort: extern "C" fn(i32),
    pub(crate) any: extern "C" fn(u64) -> u64,
    pub(crate) least: extern "C" fn(u64) -> u64,
    pub(crate) sum: extern "C" fn(*mut f64, i64),
    pub(crate) give: extern "C" fn(*const c_void, i64),
    pub(crate) take: extern "C" fn(i32, *mut c_void, i64),
}

type App = *const c_void;
type In = *const f64;
type Out = *mut f64;

/// `enzyme_rs_app`.
#[repr(C)]
pub(crate) struct Application {
    pub(crate) size: i64,
    pub(crate) name: Text,
    pub(crate) about: Text,
    pub(crate) ranks: *const Ranks,
    pub(crate) create: extern "C" fn(*const Setup) -> *mut c_void,
    pub(crate) destroy: extern "C" fn(*mut c_void),
    pub(crate) guess: extern "C" fn(App, Out),
    pub(crate) initial: extern "C" fn(App, In, Out),
    pub(crate) step: extern "C" fn(App, i64, In, In, Out),
    pub(crate) objective: extern "C" fn(App, In, In) -> f64,
    pub(crate) done: Option<extern "C" fn(App, i64, In) -> i32>,
    pub(crate) initial_adjoint: extern "C" fn(App, In, Out, Out, Out),
    pub(crate) step_adjoint: extern "C" fn(App, i64, In, Out, In, Out, Out, Out),
    pub(crate) objective_adjoint: extern "C" fn(App, In, Out, In, Out),
    pub(crate) initial_tangent: extern "C" fn(App, In, In, Out, Out),
    pub(crate) step_tangent: extern "C" fn(App, i64, In, In, In, In, Out, Out),
    pub(crate) objective_tangent: extern "C" fn(App, In, In, In, In) -> f64,
    pub(crate) whole: Option<extern "C" fn(App, i64, In, i64) -> f64>,
    pub(crate) whole_adjoint: Option<extern "C" fn(App, i64, In, Out, i64)>,
    pub(crate) initial_second: Option<extern "C" fn(App, In, Out, In, Out, Out, Out, Out, Out)>,
    pub(crate) step_second: Option<StepSecond>,
    pub(crate) objective_second: Option<extern "C" fn(App, In, Out, In, Out, In, Out, In, Out)>,
}

type StepSecond = extern "C" fn(App, i64, In, Out, In, Out, In, Out, In, Out, Out, Out, Out, Out);
