//! A simulation given by callbacks, as the library's `Model`. Owns what is asked of them and what becomes
//! of what they return; knows no schedule and no store.
//!
//! What a callback says where the trait has no error (a layout, the end) is kept, no later callback is asked, and the next that has an error returns
//! it: nothing is stored in between. Handles stay when their content is given away, so that a second use is an error and not a dangling pointer.

use crate::boundary::{Fail, bad, count_or_none, given, signed, text};
use crate::callbacks::{Layout, Model, Part};
use enzyme_checkpoint as lib;
use lib::ModelError;
use std::cell::RefCell;
use std::ffi::c_void;
use std::fmt;
use std::sync::Arc;

/// Why a callback ended the run.
#[derive(Clone, Debug)]
pub(crate) enum Refusal {
    /// It, a member of this part of the model (or of none), returned this number.
    Returned {
        part: &'static str,
        callback: &'static str,
        result: i32,
    },
    /// What it said makes no sense.
    Said(String),
}

impl Refusal {
    /// What the callback returned; 0 if that is not what ended the run.
    pub(crate) fn result(&self) -> i32 {
        match self {
            Self::Returned { result, .. } => *result,
            Self::Said(_) => 0,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Returned {
                part,
                callback,
                result,
            } => {
                let dot = if part.is_empty() { "" } else { "." };
                write!(f, "the callback `{part}{dot}{callback}` returned {result}")
            }
            Self::Said(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for Refusal {}

/// What a callback returned, as a result.
fn good(part: &'static str, callback: &'static str, result: i32) -> Result<(), Refusal> {
    if result == 0 {
        return Ok(());
    }
    Err(Refusal::Returned {
        part,
        callback,
        result,
    })
}

type Step = unsafe extern "C" fn(*mut c_void, i64) -> i32;
type Adjoint = unsafe extern "C" fn(*mut c_void, i32) -> i32;

/// A model of C, checked: what must be there is.
pub(crate) struct Callbacks {
    user: *mut c_void,
    identity: String,
    steps: Option<u64>,
    done: Option<unsafe extern "C" fn(*mut c_void, i64, *mut i32) -> i32>,
    step: Step,
    record: Step,
    seed: Adjoint,
    reverse: Step,
    complete: Option<Adjoint>,
    state: Data,
    tape: Option<Data>,
    adjoint: Data,
    /// Of a callback that was asked where the library cannot be told; every later one is spared and says this.
    refusal: RefCell<Option<Refusal>>,
}

/// One part of its data.
struct Data {
    name: &'static str,
    user: *mut c_void,
    layout: Shape,
    save: unsafe extern "C" fn(*mut c_void, *mut c_void, i64) -> i32,
    load: unsafe extern "C" fn(*mut c_void, *const c_void, i64) -> i32,
}

/// What a part consists of.
enum Shape {
    Fixed(Arc<lib::Layout>),
    Current(unsafe extern "C" fn(*mut c_void, *mut Layout) -> i32),
}

impl Callbacks {
    /// The model that C describes.
    ///
    /// # Safety
    /// `model` is NULL or points to as many bytes as its member `size` says, if that is right. Its lists
    /// and texts are as they should be, and its callbacks are as the header declares them, as long as this
    /// lives.
    pub(crate) unsafe fn read(model: *const Model) -> Result<Self, Fail> {
        if model.is_null() {
            return Err(bad("`model` is NULL"));
        }
        // SAFETY: the first member is there whatever the size of the rest.
        let size = unsafe { (&raw const (*model).size).read() };
        let expected = signed(size_of::<Model>() as u64);
        if size != expected {
            return Err(bad(format!(
                "`size` of the model is {size}: set it to sizeof(enzyme_rs_cp_model), which is {expected} in \
                 this version of the library; compile with its header"
            )));
        }
        // SAFETY: all of it is there.
        let model = unsafe { model.read() };
        let steps = count_or_none("steps", model.steps)?;
        if steps.is_none() && model.done.is_none() {
            return Err(bad(
                "`done` is NULL: without the number of steps it is needed",
            ));
        }
        // SAFETY: promised by the caller, for each of the four.
        let (identity, state, tape, adjoint) = unsafe {
            (
                text("identity", model.identity)?,
                Data::read("state", model.state, model.user)?,
                Data::read_tape(model.tape, model.user)?,
                Data::read("adjoint", model.adjoint, model.user)?,
            )
        };
        Ok(Self {
            user: model.user,
            identity: identity.into(),
            steps,
            done: model.done,
            step: given("step", model.step)?,
            record: given("record", model.record)?,
            seed: given("seed", model.seed)?,
            reverse: given("reverse", model.reverse)?,
            complete: model.complete,
            state,
            tape,
            adjoint,
            refusal: RefCell::new(None),
        })
    }

    /// An error that is waiting to be told.
    fn waiting(&self) -> Result<(), Refusal> {
        self.refusal.borrow().clone().map_or(Ok(()), Err)
    }

    fn call(&self, name: &'static str, callback: Step, step: u64) -> Result<(), ModelError> {
        self.waiting()?;
        // SAFETY: C vouches for its callbacks.
        let result = unsafe { callback(self.user, signed(step)) };
        Ok(good("", name, result)?)
    }

    fn call_adjoint(
        &self,
        name: &'static str,
        callback: Adjoint,
        number: u32,
    ) -> Result<(), ModelError> {
        self.waiting()?;
        let number = i32::try_from(number).unwrap_or(i32::MAX);
        // SAFETY: C vouches for its callbacks.
        let result = unsafe { callback(self.user, number) };
        Ok(good("", name, result)?)
    }

    fn layout(&self, data: &Data) -> Arc<lib::Layout> {
        let found = self.waiting().and_then(|()| data.layout());
        found.unwrap_or_else(|refusal| {
            self.refusal.replace(Some(refusal));
            // Nothing is stored of it: to save it fails.
            Arc::new(lib::Layout::default())
        })
    }

    fn save(&self, data: &Data, out: &mut [u8]) -> Result<(), ModelError> {
        self.waiting()?;
        Ok(data.save(out)?)
    }

    fn load(&self, data: &Data, from: &[u8]) -> Result<(), ModelError> {
        self.waiting()?;
        Ok(data.load(from)?)
    }

    fn tape(&self) -> Result<&Data, ModelError> {
        self.tape
            .as_ref()
            .ok_or_else(|| "the model has no `tape`".into())
    }
}

impl Data {
    /// # Safety
    /// As for [`Callbacks::read`].
    unsafe fn read(name: &'static str, part: Part, user: *mut c_void) -> Result<Self, Fail> {
        let needed = |what: &str, there: bool| match there {
            true => Ok(()),
            false => Err(bad(format!("`{name}.{what}` is NULL"))),
        };
        needed("save", part.save.is_some())?;
        needed("load", part.load.is_some())?;
        Ok(Self {
            name,
            user,
            layout: match part.current {
                Some(current) => Shape::Current(current),
                // SAFETY: promised by the caller.
                None => Shape::Fixed(Arc::new(unsafe { part.layout.read(name) }?)),
            },
            save: given("save", part.save)?,
            load: given("load", part.load)?,
        })
    }

    /// The tape, unless nothing of it is given.
    ///
    /// # Safety
    /// As for [`Callbacks::read`].
    unsafe fn read_tape(part: Part, user: *mut c_void) -> Result<Option<Self>, Fail> {
        if part.save.is_none() && part.load.is_none() && part.current.is_none() {
            return Ok(None);
        }
        // SAFETY: promised by the caller.
        unsafe { Self::read("tape", part, user) }.map(Some)
    }

    fn layout(&self) -> Result<Arc<lib::Layout>, Refusal> {
        let current = match &self.layout {
            Shape::Fixed(layout) => return Ok(Arc::clone(layout)),
            Shape::Current(current) => current,
        };
        let mut layout = Layout {
            fields: std::ptr::null(),
            field_count: 0,
            bytes: 0,
        };
        // SAFETY: C vouches for its callbacks.
        let result = unsafe { current(self.user, &raw mut layout) };
        good(self.name, "current", result)?;
        // SAFETY: what the layout names is there until the next callback.
        let read = unsafe { layout.read(self.name) };
        read.map(Arc::new).map_err(|fail| Refusal::Said(fail.text))
    }

    fn save(&self, out: &mut [u8]) -> Result<(), Refusal> {
        let size = out.len();
        aligned(out, |bytes| {
            // SAFETY: C vouches for its callbacks; the memory is ours and as large as it is told.
            let result = unsafe { (self.save)(self.user, bytes.cast(), signed(size as u64)) };
            good(self.name, "save", result)
        })?;
        if matches!(self.layout, Shape::Fixed(_)) {
            return Ok(());
        }
        let after = self.layout()?.bytes();
        self.same_size("while it was saved", size, after)
    }

    fn load(&self, from: &[u8]) -> Result<(), Refusal> {
        if let Shape::Fixed(layout) = &self.layout {
            self.same_size("since it was saved", from.len(), layout.bytes())?;
        }
        let mut copy;
        let bytes = if from.as_ptr().cast::<u64>().is_aligned() {
            from.as_ptr()
        } else {
            copy = vec![0u64; from.len().div_ceil(8)];
            // SAFETY: the copy is at least as large, and just made.
            unsafe {
                let start = copy.as_mut_ptr().cast::<u8>();
                start.copy_from_nonoverlapping(from.as_ptr(), from.len());
                start.cast_const()
            }
        };
        // SAFETY: C vouches for its callbacks; the memory holds as many bytes as it is told.
        let result = unsafe { (self.load)(self.user, bytes.cast(), signed(from.len() as u64)) };
        good(self.name, "load", result)
    }

    fn same_size(&self, when: &str, before: usize, after: usize) -> Result<(), Refusal> {
        if before == after {
            return Ok(());
        }
        let name = self.name;
        Err(Refusal::Said(format!(
            "`{name}` changed its size {when}: it had {before} bytes and has {after}"
        )))
    }
}

/// Has `out` written through a pointer that is aligned for eight bytes.
fn aligned(
    out: &mut [u8],
    write: impl FnOnce(*mut u8) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    if out.as_ptr().cast::<u64>().is_aligned() {
        return write(out.as_mut_ptr());
    }
    let mut copy = vec![0u64; out.len().div_ceil(8)];
    let start = copy.as_mut_ptr().cast::<u8>();
    write(start)?;
    // SAFETY: the copy is at least as large, and all of it was set above.
    unsafe { start.copy_to_nonoverlapping(out.as_mut_ptr(), out.len()) };
    Ok(())
}

impl lib::Model for Callbacks {
    fn identity(&self) -> String {
        self.identity.clone()
    }

    fn steps(&self) -> Option<u64> {
        self.steps
    }

    fn done(&mut self, step: u64) -> bool {
        let Some(callback) = self.done.filter(|_| self.waiting().is_ok()) else {
            return false;
        };
        let mut done = 0;
        // SAFETY: C vouches for its callbacks.
        let result = unsafe { callback(self.user, signed(step), &raw mut done) };
        if let Err(refusal) = good("", "done", result) {
            self.refusal.replace(Some(refusal));
            return false;
        }
        done != 0
    }

    fn step(&mut self, step: u64) -> Result<(), ModelError> {
        self.call("step", self.step, step)
    }

    fn record(&mut self, step: u64) -> Result<(), ModelError> {
        self.call("record", self.record, step)
    }

    fn seed(&mut self, adjoint: u32) -> Result<(), ModelError> {
        self.call_adjoint("seed", self.seed, adjoint)
    }

    fn reverse(&mut self, step: u64) -> Result<(), ModelError> {
        self.call("reverse", self.reverse, step)
    }

    fn complete(&mut self, adjoint: u32) -> Result<(), ModelError> {
        match self.complete {
            Some(callback) => self.call_adjoint("complete", callback, adjoint),
            None => Ok(self.waiting()?),
        }
    }

    fn state_layout(&self) -> Arc<lib::Layout> {
        self.layout(&self.state)
    }

    fn save_state(&self, out: &mut [u8]) -> Result<(), ModelError> {
        self.save(&self.state, out)
    }

    fn load_state(&mut self, from: &[u8]) -> Result<(), ModelError> {
        self.load(&self.state, from)
    }

    fn tape_layout(&self) -> Option<Arc<lib::Layout>> {
        self.tape.as_ref().map(|tape| self.layout(tape))
    }

    fn save_tape(&self, out: &mut [u8]) -> Result<(), ModelError> {
        self.save(self.tape()?, out)
    }

    fn load_tape(&mut self, from: &[u8]) -> Result<(), ModelError> {
        self.load(self.tape()?, from)
    }

    fn adjoint_layout(&self) -> Arc<lib::Layout> {
        self.layout(&self.adjoint)
    }

    fn save_adjoint(&self, out: &mut [u8]) -> Result<(), ModelError> {
        self.save(&self.adjoint, out)
    }

    fn load_adjoint(&mut self, from: &[u8]) -> Result<(), ModelError> {
        self.load(&self.adjoint, from)
    }
}
