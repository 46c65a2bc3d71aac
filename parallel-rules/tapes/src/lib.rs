//! What libraries of workers have in common: the memory of a worker's tape, what a task or a thread is given, how the program ends.
//!
//! Generated code puts the thread's tape aside and takes up that of the arena while it works for a worker; so a worker's tape lies in its arena,
//! whichever thread of the system runs it. Arenas that were consumed keep their memory for the next team.
//!
//! Owns: [`Arena`], and those that wait. Must not: look into one; know who starts workers.

pub mod ending;
pub mod given;
pub mod words;

use enzyme_order::sanitizer;
use std::cell::UnsafeCell;
use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};

/// Words of a worker that belong to generated code: null at first.
#[derive(Default)]
pub struct Arena {
    words: UnsafeCell<[usize; 5]>,
}

// SAFETY: only the worker to which an arena belongs hands it to generated code.
unsafe impl Sync for Arena {}

static WAITING: Mutex<Vec<Arena>> = Mutex::new(Vec::new());

/// An arena that nobody else uses.
pub fn obtain() -> Arena {
    let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
    sanitizer::acquired(&WAITING);
    waiting.pop().unwrap_or_default()
}

/// Takes back arenas whose tapes were consumed, the first one to be used first.
pub fn give_back(arenas: impl DoubleEndedIterator<Item = Arena>) {
    let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
    waiting.extend(arenas.rev());
    sanitizer::released(&WAITING);
}

impl Arena {
    /// As generated code is handed it.
    pub fn as_mut_ptr(&self) -> *mut c_void {
        self.words.get().cast()
    }
}
