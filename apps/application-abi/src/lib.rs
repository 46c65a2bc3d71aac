//! The structures of `include/enzyme_rs/application.h`, which says what they mean.
//!
//! Both sides of the interface use them: simulations in Rust, and the driver that loads simulations in any language. Whoever calls a function of the other side owes
//! what the header says of its arguments.
//!
//! Owns: their layout. Must not: call anything.

#![allow(
    missing_docs,
    reason = "the header says what each member means, and none has a meaning of its own here"
)]

use std::ffi::{c_char, c_void};

/// Dimensions of a field, at most.
pub const DIMENSIONS: usize = 3;

/// `ENZYME_RS_APP_CONTROL` and `ENZYME_RS_APP_STATE`.
pub const CONTROL: i32 = 0;
pub const STATE: i32 = 1;

/// `enzyme_rs_app_field`.
#[repr(C)]
pub struct Field {
    pub name: *const c_char,
    pub unit: *const c_char,
    pub role: i32,
    pub dimensions: i32,
    pub extent: [i64; DIMENSIONS],
    pub first: [i64; DIMENSIONS],
    pub count: [i64; DIMENSIONS],
    pub origin: [f64; DIMENSIONS],
    pub spacing: [f64; DIMENSIONS],
    pub least: f64,
    pub greatest: f64,
}

type Text = *const c_char;
type Driver = *mut c_void;

/// `enzyme_rs_app_setup`.
#[repr(C)]
pub struct Setup {
    pub size: i64,
    pub driver: Driver,
    pub number: unsafe extern "C" fn(Driver, Text, f64, Text, Text) -> f64,
    pub integer: unsafe extern "C" fn(Driver, Text, i64, Text) -> i64,
    pub text: unsafe extern "C" fn(Driver, Text, Text, Text) -> Text,
    pub file: unsafe extern "C" fn(Driver, Text, Text, Text) -> Text,
    pub steps: unsafe extern "C" fn(Driver, i64),
    pub field: unsafe extern "C" fn(Driver, *const Field),
    pub refuse: unsafe extern "C" fn(Driver, Text, Text),
}

/// `enzyme_rs_app_ranks`.
#[repr(C)]
pub struct Ranks {
    pub size: i64,
    pub begin: unsafe extern "C" fn(*mut i32, *mut i32),
    pub end: unsafe extern "C" fn(),
    pub abort: unsafe extern "C" fn(i32),
    pub any: unsafe extern "C" fn(u64) -> u64,
    pub least: unsafe extern "C" fn(u64) -> u64,
    pub sum: unsafe extern "C" fn(*mut f64, i64),
    pub give: unsafe extern "C" fn(*const c_void, i64),
    pub take: unsafe extern "C" fn(i32, *mut c_void, i64),
}

type App = *const c_void;
type In = *const f64;
type Out = *mut f64;

/// `enzyme_rs_app`.
#[repr(C)]
pub struct Application {
    pub size: i64,
    pub name: Text,
    pub about: Text,
    pub ranks: *const Ranks,
    pub create: Option<unsafe extern "C" fn(*const Setup) -> *mut c_void>,
    pub destroy: Option<unsafe extern "C" fn(*mut c_void)>,
    pub guess: Option<unsafe extern "C" fn(App, Out)>,
    pub initial: Option<unsafe extern "C" fn(App, In, Out)>,
    pub step: Option<unsafe extern "C" fn(App, i64, In, In, Out)>,
    pub objective: Option<unsafe extern "C" fn(App, In, In) -> f64>,
    pub done: Option<unsafe extern "C" fn(App, i64, In) -> i32>,
    pub initial_adjoint: Option<unsafe extern "C" fn(App, In, Out, Out, Out)>,
    pub step_adjoint: Option<unsafe extern "C" fn(App, i64, In, Out, In, Out, Out, Out)>,
    pub objective_adjoint: Option<unsafe extern "C" fn(App, In, Out, In, Out)>,
    pub initial_tangent: Option<unsafe extern "C" fn(App, In, In, Out, Out)>,
    pub step_tangent: Option<unsafe extern "C" fn(App, i64, In, In, In, In, Out, Out)>,
    pub objective_tangent: Option<unsafe extern "C" fn(App, In, In, In, In) -> f64>,
    pub whole: Option<unsafe extern "C" fn(App, i64, In, i64) -> f64>,
    pub whole_adjoint: Option<unsafe extern "C" fn(App, i64, In, Out, i64)>,
    pub initial_second: Option<InitialSecond>,
    pub step_second: Option<StepSecond>,
    pub objective_second: Option<ObjectiveSecond>,
}

pub type InitialSecond = unsafe extern "C" fn(App, In, Out, In, Out, Out, Out, Out, Out);
pub type StepSecond =
    unsafe extern "C" fn(App, i64, In, Out, In, Out, In, Out, In, Out, Out, Out, Out, Out);
pub type ObjectiveSecond = unsafe extern "C" fn(App, In, Out, In, Out, In, Out, In, Out);

impl Application {
    /// Bytes of the first edition, which had no second derivatives. Later ones only append to it.
    pub const FIRST_EDITION: usize = std::mem::offset_of!(Self, initial_second);

    /// One without functions, which a library fills in.
    #[must_use]
    pub const fn empty() -> Self {
        Self {
            size: size_of::<Self>() as i64,
            name: std::ptr::null(),
            about: std::ptr::null(),
            ranks: std::ptr::null(),
            create: None,
            destroy: None,
            guess: None,
            initial: None,
            step: None,
            objective: None,
            done: None,
            initial_adjoint: None,
            step_adjoint: None,
            objective_adjoint: None,
            initial_tangent: None,
            step_tangent: None,
            objective_tangent: None,
            whole: None,
            whole_adjoint: None,
            initial_second: None,
            step_second: None,
            objective_second: None,
        }
    }
}
