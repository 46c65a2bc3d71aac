//! Where memory comes from.
//!
//! Owns: [`Origins`], and [`Maker`]. Must not: know how objects are merged.

use crate::view::InstId;
use std::rc::Rc;

/// An instruction that gives a pointer of which nothing is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Maker {
    /// The function in which it stands.
    pub(crate) function: Rc<str>,
    pub(crate) inst: InstId,
    /// What it calls, if that has a name.
    pub(crate) callee: Option<Rc<str>>,
}

/// Where an object's memory comes from; a merged object has several origins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Origins {
    /// Parameters that point to it.
    pub(crate) params: Vec<u32>,
    /// Stack memory of this function or a callee.
    pub(crate) stack: bool,
    /// Heap memory.
    pub(crate) heap: bool,
    /// This function frees it.
    pub(crate) freed: bool,
    /// A callee frees it, given a way to it.
    pub(crate) freed_below: bool,
    /// Mutable globals.
    pub(crate) globals: Vec<String>,
    /// Some of these globals may be named by code that is not analysed.
    pub(crate) shared: bool,
    /// Globals that may hold the address of some of these globals when differentiated code begins.
    pub(crate) kept_in: Vec<String>,
    /// A hook is given the address of some of these globals.
    pub(crate) given: bool,
    /// A function may have the address of some of these globals in a parameter.
    pub(crate) passed: bool,
    /// Any memory may hold it then.
    pub(crate) kept: bool,
    /// Globals, read-only ones too, whose initializers hold addresses.
    pub(crate) preset: bool,
    /// Read-only data.
    pub(crate) constant: bool,
    /// What a handle of a library leads to; it counts as read-only data.
    pub(crate) handle: bool,
    /// Results of calls and conversions of which nothing is known.
    pub(crate) unknown: bool,
    /// One of these, for the user to know.
    pub(crate) maker: Option<Maker>,
    /// An integer that was moved as a whole is taken for the address.
    pub(crate) from_integer: bool,
    /// The address was computed with integers: it may be that of any memory.
    pub(crate) computed: bool,
    /// Code that is not analysed may know its address: it was given to such code, or lies where that
    /// can read it.
    pub(crate) escaped: bool,
    /// Some number in it is accessed as one that is aligned to less than its size: where such numbers repeat, they may lie
    /// anywhere.
    pub(crate) packed: bool,
}

impl Origins {
    /// Where a library's handle leads: to memory that the program does not access, as constants are memory that it does not write.
    pub(super) fn of_handle() -> Self {
        Self {
            constant: true,
            handle: true,
            ..Self::default()
        }
    }

    /// Heap memory that lives and dies in this function: its end can be put off.
    pub(crate) fn deferrable(&self) -> bool {
        self.is_new() && !self.freed_below
    }

    /// Heap memory that is obtained here or below, and no other.
    pub(crate) fn is_new(&self) -> bool {
        self.heap
            && !self.stack
            && !self.constant
            && !self.unknown
            && !self.from_integer
            && !self.computed
            && self.params.is_empty()
            && self.globals.is_empty()
    }

    /// Whether it is memory that functions make while they run, and no other.
    pub(crate) fn made_here(&self) -> bool {
        (self.stack || self.heap)
            && !self.constant
            && !self.unknown
            && !self.from_integer
            && !self.computed
            && !self.escaped
            && self.params.is_empty()
            && self.globals.is_empty()
    }

    /// Whether it is known memory: its address is an address, whoever moves it.
    pub(super) fn is_made(&self) -> bool {
        self.stack || self.heap || self.constant || !self.globals.is_empty()
    }

    /// Whether nothing here says who made the memory.
    pub(crate) fn unmade(&self) -> bool {
        let made = self.stack || self.heap || self.constant || self.unknown || self.computed;
        !made && self.params.is_empty() && self.globals.is_empty()
    }

    /// Whether the memory is that of globals alone which functions access by their names, and by no pointer that they are given or find somewhere.
    pub(crate) fn is_named_alone(&self) -> bool {
        let of_globals = Self {
            globals: self.globals.clone(),
            shared: self.shared,
            packed: self.packed,
            ..Self::default()
        };
        !self.globals.is_empty() && *self == of_globals
    }

    pub(super) fn join(&mut self, other: Self) {
        for param in other.params {
            if !self.params.contains(&param) {
                self.params.push(param);
            }
        }
        for global in other.globals {
            if !self.globals.contains(&global) {
                self.globals.push(global);
            }
        }
        for holder in other.kept_in {
            if !self.kept_in.contains(&holder) {
                self.kept_in.push(holder);
            }
        }
        self.shared |= other.shared;
        self.given |= other.given;
        self.passed |= other.passed;
        self.kept |= other.kept;
        self.preset |= other.preset;
        self.stack |= other.stack;
        self.heap |= other.heap;
        self.freed |= other.freed;
        self.freed_below |= other.freed_below;
        self.constant |= other.constant;
        self.handle |= other.handle;
        self.unknown |= other.unknown;
        self.maker = self.maker.take().or(other.maker);
        self.from_integer |= other.from_integer;
        self.computed |= other.computed;
        self.escaped |= other.escaped;
        self.packed |= other.packed;
    }
}
