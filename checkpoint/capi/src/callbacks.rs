//! A simulation as C describes it: plain structures with callbacks. Owns their layout, which is the ABI;
//! calls nothing.

use std::ffi::{c_char, c_void};

/// Kind of the numbers in a field.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// Bytes without further meaning.
    U8 = 0,
    /// int64_t.
    I64 = 1,
    /// float.
    F32 = 2,
    /// double.
    F64 = 3,
}

/// One array among the data of a model.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name, which becomes that of a dataset: not empty, without '/', different from those beside it.
    pub name: *const c_char,
    /// Its extents, slowest first; each 1 or more.
    pub extents: *const i64,
    /// Entries of `extents`; 0 for a single number.
    pub extent_count: i32,
    /// Kind of its numbers, of enum enzyme_rs_cp_number.
    pub kind: i32,
}

/// Arrays that lie one after the other without gaps, so that files can show them for what they are; or
/// plainly bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The fields; NULL for plain bytes.
    pub fields: *const Field,
    /// Entries of `fields`.
    pub field_count: i64,
    /// Without fields, the number of bytes; else 0.
    pub bytes: i64,
}

/// How one part of a model's data (state, tape or adjoint) is copied out and set again. Memory that is
/// handed to `save` and `load` is aligned for doubles and belongs to the library.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// What the data are, if that never changes.
    pub layout: Layout,
    /// What the data are at this time, where that changes from step to step (adaptive meshes); else NULL.
    /// What `layout` points to must stay until the next call of any callback.
    pub current: Option<unsafe extern "C" fn(user: *mut c_void, layout: *mut Layout) -> i32>,
    /// Copies the data into `bytes`; `size` is as the layout says.
    pub save: Option<unsafe extern "C" fn(user: *mut c_void, bytes: *mut c_void, size: i64) -> i32>,
    /// Sets the data from what `save` gave.
    pub load:
        Option<unsafe extern "C" fn(user: *mut c_void, bytes: *const c_void, size: i64) -> i32>,
}

/// A simulation with its adjoint. It holds one working state, one working tape (of the step recorded or
/// loaded last) and one adjoint. State i is the state before step i. Steps must be reproducible: from equal
/// bytes of a state, step i leads to equal bytes, every time and in every process.
///
/// Callbacks return 0 if all is well. Anything else ends the run with ENZYME_RS_CP_STATUS_MODEL_FAILED, and the
/// number is in the message and in enzyme_rs_cp_error. They are called by the thread that runs the model,
/// and must return: no longjmp and no C++ exception may leave them.
///
/// Zero the structure before filling it; members that are NULL are left out. The structure and the texts
/// and lists it names are read when a run begins.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Model {
    /// sizeof(enzyme_rs_cp_model).
    pub size: i64,
    /// Handed to every callback.
    pub user: *mut c_void,
    /// Names the simulation and everything besides the initial state that its result depends on:
    /// parameters, resolution, version. A saved run is resumed only under the same name.
    pub identity: *const c_char,
    /// Number of steps, or ENZYME_RS_CP_UNKNOWN.
    pub steps: i64,
    /// Sets `*done` to 1 if the working state, that before step `step`, is the final one. Needed, and asked,
    /// only if `steps` is ENZYME_RS_CP_UNKNOWN: once at each state of the first forward run.
    pub done: Option<unsafe extern "C" fn(user: *mut c_void, step: i64, done: *mut i32) -> i32>,
    /// Runs a step from the working state.
    pub step: Option<unsafe extern "C" fn(user: *mut c_void, step: i64) -> i32>,
    /// Runs a step from the working state and keeps in the working tape what its adjoint needs.
    pub record: Option<unsafe extern "C" fn(user: *mut c_void, step: i64) -> i32>,
    /// Evaluates the objective at the working state, the final one, and sets the adjoint to its derivative.
    /// Of several adjoints of one forward run, `adjoint` counts from 0; from 1 on the working state is not
    /// the final one, so the first call keeps what the others need, as part of the adjoint.
    pub seed: Option<unsafe extern "C" fn(user: *mut c_void, adjoint: i32) -> i32>,
    /// Applies the adjoint of a step, reading the working tape. The working state need not survive.
    pub reverse: Option<unsafe extern "C" fn(user: *mut c_void, step: i64) -> i32>,
    /// This adjoint has arrived at state 0: its gradient is at hand. May be NULL.
    pub complete: Option<unsafe extern "C" fn(user: *mut c_void, adjoint: i32) -> i32>,
    /// All that later steps depend on, running sums of an objective included.
    pub state: Part,
    /// What the adjoint of one step needs of the primal; all NULL if the model cannot give tapes away. Needed
    /// for store-all, periodic, mixed and stages.
    pub tape: Part,
    /// All that `seed` sets and `reverse` changes: adjoint variables, gradients by parameters, and the value
    /// of the objective if it is wanted at the end.
    pub adjoint: Part,
}
