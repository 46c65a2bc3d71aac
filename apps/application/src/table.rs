//! The functions of a simulation as the driver calls them, and their derivatives.
//!
//! Each is a function for any type of simulation, which Rust compiles for the one that `application!` names; the hooks in them are what `enzyme-rs
//! cargo` has the linker replace by derivatives.
//!
//! Owns: the way from pointers to slices, and back. Must not: know what a simulation computes.

use crate::panics;
use crate::setup::Setup;
use crate::{Simulation, Until};
use enzyme_rs_application_abi as abi;
use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ffi::{CStr, c_int, c_void};
use std::slice;

unsafe extern "C" {
    static enzyme_const: c_int;
    static enzyme_dup: c_int;
    static enzyme_dupnoneed: c_int;
    fn __enzyme_autodiff_application_may_be_zero(function: *const c_void, ...);
    fn __enzyme_fwddiff_application(function: *const c_void, ...);
    fn __enzyme_fwddiff_number_of_application(function: *const c_void, ...) -> f64;
    /// Says that numbers lie there, where a function only copies them.
    fn __enzyme_double_of_application(numbers: *const f64, ...);
}

/// A simulation, and how many numbers its arrays have on this rank.
struct Instance<T> {
    simulation: T,
    controls: usize,
    state: usize,
}

/// What the driver looks for in a library. `application!` makes one.
#[repr(transparent)]
pub struct Application(abi::Application);

// SAFETY: the table is constant, and what its pointers lead to is as well.
unsafe impl Sync for Application {}

impl Application {
    /// Of a simulation whose number of steps is known before.
    pub const fn of<T: Simulation>(name: &'static CStr, about: &'static CStr) -> Self {
        let mut table = table::<T>(name, about);
        table.whole = Some(whole::<T>);
        table.whole_adjoint = Some(whole_adjoint::<T>);
        Self(table)
    }

    /// The same with second derivatives.
    pub const fn of_twice<T: Simulation>(name: &'static CStr, about: &'static CStr) -> Self {
        Self(with_second::<T>(Self::of::<T>(name, about).0))
    }

    /// Of one that says when its run is over, with second derivatives.
    pub const fn until_twice<T: Until>(name: &'static CStr, about: &'static CStr) -> Self {
        Self(with_second::<T>(Self::until::<T>(name, about).0))
    }

    /// Of one that says when its run is over.
    pub const fn until<T: Until>(name: &'static CStr, about: &'static CStr) -> Self {
        let mut table = table::<T>(name, about);
        table.done = Some(done::<T>);
        Self(table)
    }
}

const fn table<T: Simulation>(name: &'static CStr, about: &'static CStr) -> abi::Application {
    abi::Application {
        name: name.as_ptr(),
        about: about.as_ptr(),
        #[cfg(feature = "mpi")]
        ranks: &raw const crate::ranks::RANKS,
        #[cfg(not(feature = "mpi"))]
        ranks: std::ptr::null(),
        create: Some(create::<T>),
        destroy: Some(destroy::<T>),
        guess: Some(guess::<T>),
        initial: Some(initial::<T>),
        step: Some(step::<T>),
        objective: Some(objective::<T>),
        initial_adjoint: Some(initial_adjoint::<T>),
        step_adjoint: Some(step_adjoint::<T>),
        objective_adjoint: Some(objective_adjoint::<T>),
        initial_tangent: Some(initial_tangent::<T>),
        step_tangent: Some(step_tangent::<T>),
        objective_tangent: Some(objective_tangent::<T>),
        ..abi::Application::empty()
    }
}

const fn with_second<T: Simulation>(mut table: abi::Application) -> abi::Application {
    table.initial_second = Some(initial_second::<T>);
    table.step_second = Some(step_second::<T>);
    table.objective_second = Some(objective_second::<T>);
    table
}

type App = *const c_void;
type In = *const f64;
type Out = *mut f64;

/// What the driver was given by `create`.
///
/// # Safety
/// It comes from `create`, and has not been given to `destroy`.
unsafe fn instance<'a, T>(app: App) -> &'a Instance<T> {
    // SAFETY: as above.
    unsafe { &*app.cast() }
}

extern "C" fn create<T: Simulation>(setup: *const abi::Setup) -> *mut c_void {
    panics::end_the_process();
    // SAFETY: the driver gives a structure that lives during the call.
    let mut setup = Setup::new(unsafe { &*setup });
    match T::create(&mut setup) {
        Ok(simulation) if !setup.is_refused => Box::into_raw(Box::new(Instance {
            simulation,
            controls: setup.controls,
            state: setup.state,
        }))
        .cast(),
        _ => std::ptr::null_mut(),
    }
}

extern "C" fn destroy<T>(app: *mut c_void) {
    // SAFETY: `create` has made it of a box, and the driver gives it back once.
    drop(unsafe { Box::from_raw(app.cast::<Instance<T>>()) });
}

extern "C" fn guess<T: Simulation>(app: App, controls: Out) {
    // SAFETY: of `create`; the array is as long as the controls that it named.
    unsafe {
        let app = instance::<T>(app);
        let controls = slice::from_raw_parts_mut(controls, app.controls);
        app.simulation.guess(controls);
    }
}

extern "C" fn initial<T: Simulation>(app: App, controls: In, state: Out) {
    // SAFETY: of `create`; arrays are as long as the fields that it named, and lie apart.
    unsafe {
        let app = instance::<T>(app);
        let controls = slice::from_raw_parts(controls, app.controls);
        let state = slice::from_raw_parts_mut(state, app.state);
        initial_of(app, controls, state);
    }
}

extern "C" fn step<T: Simulation>(app: App, step: i64, controls: In, before: In, after: Out) {
    // SAFETY: as in `initial`.
    unsafe {
        let app = instance::<T>(app);
        let controls = slice::from_raw_parts(controls, app.controls);
        let before = slice::from_raw_parts(before, app.state);
        let after = slice::from_raw_parts_mut(after, app.state);
        step_of(app, step, controls, before, after);
    }
}

extern "C" fn objective<T: Simulation>(app: App, controls: In, state: In) -> f64 {
    // SAFETY: as in `initial`.
    unsafe {
        let app = instance::<T>(app);
        let controls = slice::from_raw_parts(controls, app.controls);
        let state = slice::from_raw_parts(state, app.state);
        objective_of(app, controls, state)
    }
}

// The functions that hooks differentiate. They take slices, which the compiler promises to lie apart: of pointers it does not, and a derivative would have
// to think that a step writes what it reads. A slice is two arguments, a pointer and a length.

fn initial_of<T: Simulation>(app: &Instance<T>, controls: &[f64], state: &mut [f64]) {
    // SAFETY: these calls have no effect.
    unsafe {
        __enzyme_double_of_application(controls.as_ptr(), i64::MAX);
        __enzyme_double_of_application(state.as_ptr(), i64::MAX);
    }
    app.simulation.initial(controls, state);
}

fn step_of<T: Simulation>(
    app: &Instance<T>,
    step: i64,
    controls: &[f64],
    before: &[f64],
    after: &mut [f64],
) {
    // SAFETY: as in `initial_of`.
    unsafe {
        __enzyme_double_of_application(before.as_ptr(), i64::MAX);
        __enzyme_double_of_application(after.as_ptr(), i64::MAX);
    }
    app.simulation.step(step as usize, controls, before, after);
}

fn objective_of<T: Simulation>(app: &Instance<T>, controls: &[f64], state: &[f64]) -> f64 {
    app.simulation.objective(controls, state)
}

extern "C" fn done<T: Until>(app: App, step: i64, state: In) -> i32 {
    // SAFETY: as in `initial`.
    unsafe {
        let app = instance::<T>(app);
        let state = slice::from_raw_parts(state, app.state);
        app.simulation.done(step as usize, state).into()
    }
}

extern "C" fn whole<T: Simulation>(app: App, steps: i64, controls: In, numbers: i64) -> f64 {
    // SAFETY: two arrays of so many numbers. Vectors, which give them back by themselves, would be refused below opt-level 2.
    unsafe {
        let (layout, before) = zeros(numbers as usize);
        let (_, after) = zeros(numbers as usize);
        initial::<T>(app, controls, before);
        for number in 0..steps {
            step::<T>(app, number, controls, before, after);
            before.copy_from_nonoverlapping(after, numbers as usize);
        }
        let value = objective::<T>(app, controls, before);
        dealloc(before.cast(), layout);
        dealloc(after.cast(), layout);
        value
    }
}

/// So many zeros in memory of their own.
fn zeros(numbers: usize) -> (Layout, Out) {
    let Ok(layout) = Layout::array::<f64>(numbers.max(1)) else {
        panic!("{numbers} numbers fit into no memory");
    };
    // SAFETY: the layout is not empty.
    let memory = unsafe { alloc_zeroed(layout) };
    if memory.is_null() {
        handle_alloc_error(layout);
    }
    (layout, memory.cast())
}

extern "C" fn initial_adjoint<T: Simulation>(
    app: App,
    controls: In,
    dcontrols: Out,
    state: Out,
    dstate: Out,
) {
    // SAFETY: a hook and the arguments of the function; shadows are as long as their arrays.
    unsafe {
        let app: *const Instance<T> = app.cast();
        __enzyme_autodiff_application_may_be_zero(
            initial_of::<T> as *const c_void,
            enzyme_const,
            app,
            enzyme_dup,
            controls,
            dcontrols,
            enzyme_const,
            (*app).controls,
            enzyme_dup,
            state,
            dstate,
            enzyme_const,
            (*app).state,
        );
    }
}

#[allow(clippy::too_many_arguments, reason = "the interface has them")]
extern "C" fn step_adjoint<T: Simulation>(
    app: App,
    number: i64,
    controls: In,
    dcontrols: Out,
    before: In,
    dbefore: Out,
    after: Out,
    dafter: Out,
) {
    // SAFETY: as in `initial_adjoint`.
    unsafe {
        let app: *const Instance<T> = app.cast();
        __enzyme_autodiff_application_may_be_zero(
            step_of::<T> as *const c_void,
            enzyme_const,
            app,
            enzyme_const,
            number,
            enzyme_dup,
            controls,
            dcontrols,
            enzyme_const,
            (*app).controls,
            enzyme_dup,
            before,
            dbefore,
            enzyme_const,
            (*app).state,
            enzyme_dupnoneed,
            after,
            dafter,
            enzyme_const,
            (*app).state,
        );
    }
}

extern "C" fn objective_adjoint<T: Simulation>(
    app: App,
    controls: In,
    dcontrols: Out,
    state: In,
    dstate: Out,
) {
    // SAFETY: as in `initial_adjoint`.
    unsafe {
        let app: *const Instance<T> = app.cast();
        __enzyme_autodiff_application_may_be_zero(
            objective_of::<T> as *const c_void,
            enzyme_const,
            app,
            enzyme_dup,
            controls,
            dcontrols,
            enzyme_const,
            (*app).controls,
            enzyme_dup,
            state,
            dstate,
            enzyme_const,
            (*app).state,
        );
    }
}

extern "C" fn whole_adjoint<T: Simulation>(
    app: App,
    steps: i64,
    controls: In,
    dcontrols: Out,
    numbers: i64,
) {
    // SAFETY: as in `initial_adjoint`.
    unsafe {
        __enzyme_autodiff_application_may_be_zero(
            whole::<T> as *const c_void,
            enzyme_const,
            app,
            enzyme_const,
            steps,
            enzyme_dup,
            controls,
            dcontrols,
            enzyme_const,
            numbers,
        );
    }
}

extern "C" fn initial_tangent<T: Simulation>(
    app: App,
    controls: In,
    dcontrols: In,
    state: Out,
    dstate: Out,
) {
    // SAFETY: as in `initial_adjoint`.
    unsafe {
        __enzyme_double_of_application(controls, i64::MAX);
        __enzyme_double_of_application(dcontrols, i64::MAX);
        __enzyme_double_of_application(state, i64::MAX);
        __enzyme_double_of_application(dstate, i64::MAX);
        let app: *const Instance<T> = app.cast();
        __enzyme_fwddiff_application(
            initial_of::<T> as *const c_void,
            enzyme_const,
            app,
            enzyme_dup,
            controls,
            dcontrols,
            enzyme_const,
            (*app).controls,
            enzyme_dup,
            state,
            dstate,
            enzyme_const,
            (*app).state,
        );
    }
}

#[allow(clippy::too_many_arguments, reason = "the interface has them")]
extern "C" fn step_tangent<T: Simulation>(
    app: App,
    number: i64,
    controls: In,
    dcontrols: In,
    before: In,
    dbefore: In,
    after: Out,
    dafter: Out,
) {
    // SAFETY: as in `initial_adjoint`.
    unsafe {
        __enzyme_double_of_application(before, i64::MAX);
        __enzyme_double_of_application(dbefore, i64::MAX);
        __enzyme_double_of_application(after, i64::MAX);
        __enzyme_double_of_application(dafter, i64::MAX);
        let app: *const Instance<T> = app.cast();
        __enzyme_fwddiff_application(
            step_of::<T> as *const c_void,
            enzyme_const,
            app,
            enzyme_const,
            number,
            enzyme_dup,
            controls,
            dcontrols,
            enzyme_const,
            (*app).controls,
            enzyme_dup,
            before,
            dbefore,
            enzyme_const,
            (*app).state,
            enzyme_dup,
            after,
            dafter,
            enzyme_const,
            (*app).state,
        );
    }
}

extern "C" fn objective_tangent<T: Simulation>(
    app: App,
    controls: In,
    dcontrols: In,
    state: In,
    dstate: In,
) -> f64 {
    // SAFETY: as in `initial_adjoint`.
    unsafe {
        let app: *const Instance<T> = app.cast();
        __enzyme_fwddiff_number_of_application(
            objective_of::<T> as *const c_void,
            enzyme_const,
            app,
            enzyme_dup,
            controls,
            dcontrols,
            enzyme_const,
            (*app).controls,
            enzyme_dup,
            state,
            dstate,
            enzyme_const,
            (*app).state,
        )
    }
}

#[allow(clippy::too_many_arguments, reason = "the interface has them")]
extern "C" fn initial_second<T: Simulation>(
    app: App,
    controls: In,
    dcontrols: Out,
    vcontrols: In,
    dvcontrols: Out,
    state: Out,
    dstate: Out,
    vstate: Out,
    dvstate: Out,
) {
    // SAFETY: as in `initial_adjoint`.
    unsafe {
        __enzyme_autodiff_application_may_be_zero(
            initial_tangent::<T> as *const c_void,
            enzyme_const,
            app,
            enzyme_dup,
            controls,
            dcontrols,
            enzyme_dup,
            vcontrols,
            dvcontrols,
            enzyme_dupnoneed,
            state,
            dstate,
            enzyme_dupnoneed,
            vstate,
            dvstate,
        );
    }
}

#[allow(clippy::too_many_arguments, reason = "the interface has them")]
extern "C" fn step_second<T: Simulation>(
    app: App,
    number: i64,
    controls: In,
    dcontrols: Out,
    vcontrols: In,
    dvcontrols: Out,
    before: In,
    dbefore: Out,
    vbefore: In,
    dvbefore: Out,
    after: Out,
    dafter: Out,
    vafter: Out,
    dvafter: Out,
) {
    // SAFETY: as in `initial_adjoint`.
    unsafe {
        __enzyme_autodiff_application_may_be_zero(
            step_tangent::<T> as *const c_void,
            enzyme_const,
            app,
            enzyme_const,
            number,
            enzyme_dup,
            controls,
            dcontrols,
            enzyme_dup,
            vcontrols,
            dvcontrols,
            enzyme_dup,
            before,
            dbefore,
            enzyme_dup,
            vbefore,
            dvbefore,
            enzyme_dupnoneed,
            after,
            dafter,
            enzyme_dupnoneed,
            vafter,
            dvafter,
        );
    }
}

#[allow(clippy::too_many_arguments, reason = "the interface has them")]
extern "C" fn objective_second<T: Simulation>(
    app: App,
    controls: In,
    dcontrols: Out,
    vcontrols: In,
    dvcontrols: Out,
    state: In,
    dstate: Out,
    vstate: In,
    dvstate: Out,
) {
    // SAFETY: as in `initial_adjoint`.
    unsafe {
        __enzyme_autodiff_application_may_be_zero(
            objective_tangent::<T> as *const c_void,
            enzyme_const,
            app,
            enzyme_dup,
            controls,
            dcontrols,
            enzyme_dup,
            vcontrols,
            dvcontrols,
            enzyme_dup,
            state,
            dstate,
            enzyme_dup,
            vstate,
            dvstate,
        );
    }
}
