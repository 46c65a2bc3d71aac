//! The interpreter's memory: objects made of scalar cells. Owns bounds, lifetime and initialisation
//! checks, so that a program with undefined behaviour is refused; must not evaluate anything.

use std::cell::RefCell;

use crate::dual::Dual;
use crate::monitor::{Access, Monitor};

/// Why a program (with its inputs) cannot serve as a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reject {
    /// A comparison or kink too close to a tie.
    Tie,
    /// Too many steps.
    Steps,
    /// A value or tangent too large or not a number.
    Range,
    /// Undefined behaviour or a malformed tree.
    Invalid(&'static str),
    /// The result hardly depends on the inputs.
    Dull,
}

pub(crate) type Checked<T> = Result<T, Reject>;

/// An object and a cell within it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Addr {
    pub(crate) object: usize,
    pub(crate) cell: usize,
}

impl Addr {
    /// The address `cells` further on.
    pub(crate) fn plus(self, cells: usize) -> Addr {
        Addr {
            object: self.object,
            cell: self.cell + cells,
        }
    }
}

/// One scalar of memory.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Cell {
    Uninit,
    Real(Dual),
    Int(i64),
    Ptr(Option<Addr>),
}

struct Object {
    cells: Vec<Cell>,
    alive: bool,
    heap: bool,
}

/// All objects of one execution. Identifiers are never reused, so a dangling pointer stays one.
#[derive(Default)]
pub(crate) struct Memory {
    objects: Vec<Object>,
    /// Told of all accesses, reads as well.
    pub(crate) monitor: RefCell<Monitor>,
}

impl Memory {
    pub(crate) fn allocate(&mut self, cells: Vec<Cell>, heap: bool) -> usize {
        self.objects.push(Object {
            cells,
            alive: true,
            heap,
        });
        let object = self.objects.len() - 1;
        self.monitor.get_mut().born(object);
        object
    }

    /// Ends an object's life (its scope was left).
    pub(crate) fn end(&mut self, object: usize) {
        self.objects[object].alive = false;
        self.objects[object].cells = Vec::new();
    }

    /// `free`
    pub(crate) fn free(&mut self, addr: Option<Addr>) -> Checked<Vec<Cell>> {
        let Some(addr) = addr else {
            return Ok(Vec::new());
        };
        let object = &mut self.objects[addr.object];
        if !object.alive || !object.heap || addr.cell != 0 {
            return Err(Reject::Invalid("free of what was not allocated"));
        }
        let cells = object.cells.len();
        self.monitor.get_mut().note(addr, cells, Access::Write)?;
        object.alive = false;
        Ok(std::mem::take(&mut object.cells))
    }

    pub(crate) fn read(&self, at: Addr, cells: usize) -> Checked<&[Cell]> {
        self.monitor.borrow_mut().note(at, cells, Access::Read)?;
        self.peek(at, cells)
    }

    /// A read that is no access of the program's.
    pub(crate) fn peek(&self, at: Addr, cells: usize) -> Checked<&[Cell]> {
        let object = &self.objects[at.object];
        if !object.alive {
            return Err(Reject::Invalid("read of a dead object"));
        }
        object
            .cells
            .get(at.cell..at.cell + cells)
            .ok_or(Reject::Invalid("read out of bounds"))
    }

    pub(crate) fn write(&mut self, at: Addr, cells: &[Cell]) -> Checked<()> {
        self.write_as(at, cells, Access::Write)
    }

    /// A write that is, with the read before it, one access.
    pub(crate) fn write_as(&mut self, at: Addr, cells: &[Cell], access: Access) -> Checked<()> {
        self.monitor.get_mut().note(at, cells.len(), access)?;
        self.put(at, cells)
    }

    /// A write that is no access of the program's.
    pub(crate) fn put(&mut self, at: Addr, cells: &[Cell]) -> Checked<()> {
        let object = &mut self.objects[at.object];
        if !object.alive {
            return Err(Reject::Invalid("write to a dead object"));
        }
        let range = at.cell..at.cell + cells.len();
        let target = object
            .cells
            .get_mut(range)
            .ok_or(Reject::Invalid("write out of bounds"))?;
        target.copy_from_slice(cells);
        Ok(())
    }

    /// Whether a pointer may be formed to `at` (inside, or one past the end).
    pub(crate) fn may_point(&self, at: Addr) -> bool {
        let object = &self.objects[at.object];
        object.alive && at.cell <= object.cells.len()
    }
}
