//! The program's buffers and our own. Owns the loops over numbers in memory: gather, scatter, accumulate,
//! zero. Must not: know MPI.

use crate::bases::Bases;
use crate::datatype::{Kind, Node, Run, TypeMap};
use crate::pool;
use crate::shared;
use crate::statistics::Held;
use std::ffi::c_char;

unsafe extern "C" {
    fn enzyme_rs_mpi_internal_add_long_double(to: *mut c_char, from: *const c_char, count: usize);
}

/// A contiguous buffer of the library, aligned for every kind of number, zero at first.
#[derive(Debug, Default)]
pub(crate) struct Staging {
    words: Vec<u128>,
    held: Held,
}

impl Staging {
    pub(crate) fn new(bytes: usize) -> Staging {
        Staging {
            words: pool::take(bytes.div_ceil(size_of::<u128>())),
            held: Held::new(bytes),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.held.bytes()
    }

    pub(crate) fn as_ptr(&self) -> *const u8 {
        self.words.as_ptr().cast()
    }

    pub(crate) fn as_mut_ptr(&mut self) -> *mut u8 {
        self.words.as_mut_ptr().cast()
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        pool::give(std::mem::take(&mut self.words));
    }
}

/// The shadow of a message: numbers in the program's memory, by a type map, in each direction. A null pointer stands
/// for memory that nothing depends on. In a buffer of the library's the directions lie one behind the other.
#[derive(Clone, Debug)]
pub(crate) struct Shadow {
    bases: Bases,
    items: Node,
    bytes: usize,
    /// What is special about it. Few messages are, and each record has one.
    special: Option<Box<Special>>,
}

/// What is meant of a message, other than all numbers.
#[derive(Clone, Debug)]
enum Special {
    /// Only the numbers of one kind.
    Of(Kind),
    /// Packed data, which are moved as bytes, and what of them are numbers, as far as this is needed.
    Packed(Node),
}

impl Shadow {
    /// The shadow of `count` items.
    ///
    /// # Safety
    /// Until the last use each of `bases` is null, or has these items.
    pub(crate) unsafe fn new(bases: Bases, map: &TypeMap, count: usize) -> Shadow {
        let items = map.items(count);
        Shadow {
            bases,
            bytes: items.size(),
            items,
            special: None,
        }
    }

    /// The shadow of packed data.
    ///
    /// # Safety
    /// Until the last use each of `bases` is null, or has so many bytes.
    pub(crate) unsafe fn of_packed(bases: Bases, bytes: usize, numbers: Node) -> Shadow {
        Shadow {
            bases,
            items: Node::Passive {
                bytes,
                opaque: true,
            },
            bytes,
            special: Some(Box::new(Special::Packed(numbers))),
        }
    }

    /// Only the first `bytes` bytes of data.
    pub(crate) fn shortened(&self, bytes: usize) -> Shadow {
        Shadow {
            bytes: bytes.min(self.bytes),
            ..self.clone()
        }
    }

    /// Only the numbers of a kind.
    pub(crate) fn of(&self, kind: Kind) -> Shadow {
        Shadow {
            special: Some(Box::new(Special::Of(kind))),
            ..self.clone()
        }
    }

    /// The kinds of its numbers; the same on all ranks that share a type signature.
    pub(crate) fn kinds(&self) -> Vec<Kind> {
        let all = [Kind::F32, Kind::F64, Kind::LongDouble];
        match self.items.kind() {
            Some(kind) => vec![kind],
            None => all
                .into_iter()
                .filter(|kind| self.of(*kind).active() > 0)
                .collect(),
        }
    }

    /// Nothing depends on this memory.
    pub(crate) fn is_null(&self) -> bool {
        self.bases.is_null()
    }

    /// How many directions there are.
    pub(crate) fn width(&self) -> usize {
        self.bases.width()
    }

    /// Bytes of all data of the message.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Bytes of its numbers, in all directions.
    pub(crate) fn active(&self) -> usize {
        self.width() * self.of_one()
    }

    /// Bytes of its numbers in one direction.
    pub(crate) fn of_one(&self) -> usize {
        match self.special.as_deref() {
            Some(Special::Packed(_)) => self.bytes,
            Some(Special::Of(kind)) if self.items.kind() != Some(*kind) => {
                let mut bytes = 0;
                self.runs(|run| bytes += kind.size() * run.count);
                bytes
            }
            _ => self.items.active_within(self.bytes),
        }
    }

    /// A copy of the numbers, one behind the other; zeros for null.
    pub(crate) fn gather(&self) -> Staging {
        let mut staging = Staging::new(self.active());
        self.gather_at(&mut staging, 0);
        staging
    }

    /// Copies the numbers to a place in a buffer.
    pub(crate) fn gather_at(&self, staging: &mut Staging, start: usize) {
        self.each(staging, start, |here, there, bytes| {
            // SAFETY: see `each`.
            unsafe { std::ptr::copy_nonoverlapping(here, there, bytes) }
        });
    }

    /// Overwrites the numbers.
    pub(crate) fn scatter(&self, staging: &Staging) {
        self.scatter_from(staging, 0);
    }

    /// Overwrites the numbers by those at a place in a buffer.
    pub(crate) fn scatter_from(&self, staging: &Staging, start: usize) {
        self.each(staging, start, |here, there, bytes| {
            // SAFETY: see `each`.
            unsafe { std::ptr::copy_nonoverlapping(there, here, bytes) }
        });
    }

    /// Adds to the numbers.
    pub(crate) fn accumulate(&self, staging: &Staging) {
        self.accumulate_from(staging, 0);
    }

    /// Adds those at a place in a buffer to the numbers.
    pub(crate) fn accumulate_from(&self, staging: &Staging, start: usize) {
        self.directions(staging, start, |base, there| match self.packed() {
            Some(numbers) => numbers.runs(numbers.size(), &mut |run| {
                // SAFETY: the numbers lie within the packed bytes, at the same place here and there.
                unsafe {
                    let from = there.offset(run.offset);
                    add(run.kind, base.offset(run.offset), from, run.count);
                }
            }),
            None => self.runs_at(base, there, |here, there, kind, count| {
                // SAFETY: see `runs_at`.
                unsafe { add(kind, here, there, count) }
            }),
        });
    }

    /// Sets the numbers to zero.
    pub(crate) fn zero(&self) {
        for base in self.bases.known() {
            if self.packed().is_some() {
                // SAFETY: all zeros are packed zeros.
                unsafe { base.write_bytes(0, self.bytes) };
            }
            self.runs(|run| {
                // SAFETY: the run lies in the items.
                unsafe {
                    base.offset(run.offset)
                        .write_bytes(0, run.kind.size() * run.count)
                }
            });
        }
    }

    /// Visits the numbers in pairs with their places among packed data, direction by direction: addresses, kind,
    /// count. Where one side is null, so is its address.
    pub(crate) fn beside(
        &self,
        packed: &Bases,
        mut visit: impl FnMut(*mut u8, *mut u8, Kind, usize),
    ) {
        let offset = |base: *mut u8, by: isize| match base.is_null() {
            true => base,
            false => base.wrapping_offset(by),
        };
        for (base, packed) in self.bases.each().zip(packed.each()) {
            self.runs(|run| {
                let (here, there) = (
                    offset(base, run.offset),
                    offset(packed, run.behind as isize),
                );
                visit(here, there, run.kind, run.count);
            });
        }
    }

    /// Calls `visit` for the numbers that are meant.
    pub(crate) fn runs(&self, mut visit: impl FnMut(Run)) {
        self.items
            .runs(self.bytes, &mut |run| match self.special.as_deref() {
                Some(Special::Of(kind)) if *kind != run.kind => {}
                _ => visit(run),
            });
    }

    /// The numbers among packed data.
    fn packed(&self) -> Option<&Node> {
        match self.special.as_deref() {
            Some(Special::Packed(numbers)) => Some(numbers),
            Some(Special::Of(_)) | None => None,
        }
    }

    /// Visits what is copied: its address here, that of its copy at a place in a buffer, and how many bytes it has.
    /// Nothing is visited for null.
    fn each(
        &self,
        staging: &Staging,
        start: usize,
        mut visit: impl FnMut(*mut u8, *mut u8, usize),
    ) {
        self.directions(staging, start, |base, there| match self.packed() {
            Some(_) => visit(base, there, self.bytes),
            None => self.runs_at(base, there, |here, there, kind, count| {
                visit(here, there, kind.size() * count);
            }),
        });
    }

    /// Visits the directions that have a shadow: where it begins, and where its part begins at a place in a buffer.
    fn directions(&self, staging: &Staging, start: usize, mut visit: impl FnMut(*mut u8, *mut u8)) {
        let each = self.of_one();
        let end = start + self.width() * each;
        assert!(end <= staging.len(), "as many numbers");
        for (direction, base) in self.bases.each().enumerate() {
            if !base.is_null() {
                // SAFETY: within the buffer.
                let there = unsafe { staging.as_ptr().add(start + direction * each) };
                visit(base, there.cast_mut());
            }
        }
    }

    /// Visits each run of one direction: its address here, and that of its copy, of which all lie one behind the other.
    fn runs_at(
        &self,
        base: *mut u8,
        buffer: *mut u8,
        mut visit: impl FnMut(*mut u8, *mut u8, Kind, usize),
    ) {
        let mut at = 0;
        self.runs(|run| {
            // SAFETY: the run lies in the items, its copy in the buffer.
            let (here, there) = unsafe { (base.offset(run.offset), buffer.add(at)) };
            visit(here, there, run.kind, run.count);
            at += run.kind.size() * run.count;
        });
    }
}

/// `to[i] += from[i]`; addresses need not be aligned.
///
/// # Safety
/// Both have `count` numbers of the kind, and do not overlap.
pub(crate) unsafe fn add(kind: Kind, to: *mut u8, from: *const u8, count: usize) {
    if shared::is_shared() {
        // SAFETY: what the caller owes.
        return unsafe { shared::add(kind, to, from, count) };
    }
    // SAFETY: what the caller owes.
    unsafe {
        match kind {
            Kind::F32 => add_primitive::<f32>(to.cast(), from.cast(), count),
            Kind::F64 => add_primitive::<f64>(to.cast(), from.cast(), count),
            Kind::LongDouble => {
                enzyme_rs_mpi_internal_add_long_double(to.cast(), from.cast(), count);
            }
        }
    }
}

/// # Safety
/// As [`add`].
unsafe fn add_primitive<T: Copy + std::ops::Add<Output = T>>(
    to: *mut T,
    from: *const T,
    count: usize,
) {
    for i in 0..count {
        // SAFETY: what the caller owes.
        unsafe {
            let (to, from) = (to.add(i), from.add(i));
            to.write_unaligned(to.read_unaligned() + from.read_unaligned());
        }
    }
}
