//! The program's buffers and our own. Owns the loops over numbers in memory: gather, scatter, accumulate,
//! zero. Must not: know MPI.

use crate::datatype::{Kind, Node, Run, TypeMap};
use crate::pool;
use crate::statistics::Held;
use std::ffi::{c_char, c_void};

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

/// The shadow of a message: numbers in the program's memory, by a type map. A null pointer stands for
/// memory that nothing depends on.
#[derive(Clone, Debug)]
pub(crate) struct Shadow {
    address: *mut u8,
    items: Node,
    bytes: usize,
    /// Only the numbers of one kind are meant.
    only: Option<Kind>,
    /// Packed data, which are moved as bytes, and what of them are numbers, as far as this is needed.
    packed: Option<Box<Node>>,
}

// SAFETY: the memory is the program's, which keeps other threads away from it as for the message itself.
unsafe impl Send for Shadow {}
// SAFETY: as above.
unsafe impl Sync for Shadow {}

impl Shadow {
    /// The shadow of `count` items at `address`.
    ///
    /// # Safety
    /// Until the last use `address` is null, or has these items.
    pub(crate) unsafe fn new(address: *mut c_void, map: &TypeMap, count: usize) -> Shadow {
        let items = map.items(count);
        Shadow {
            address: address.cast(),
            bytes: items.size(),
            items,
            only: None,
            packed: None,
        }
    }

    /// The shadow of packed data.
    ///
    /// # Safety
    /// Until the last use `address` is null, or has so many bytes.
    pub(crate) unsafe fn packed(address: *mut c_void, bytes: usize, numbers: Node) -> Shadow {
        let (address, items) = (
            address.cast(),
            Node::Passive {
                bytes,
                opaque: true,
            },
        );
        Shadow {
            address,
            items,
            bytes,
            only: None,
            packed: Some(Box::new(numbers)),
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
            only: Some(kind),
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
        self.address.is_null()
    }

    /// Bytes of all data of the message.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Bytes of its numbers.
    pub(crate) fn active(&self) -> usize {
        match self.only {
            _ if self.packed.is_some() => self.bytes,
            Some(kind) if self.items.kind() != Some(kind) => {
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
        let there = self.part(staging, start);
        if self.packed.is_some() && !self.is_null() {
            // SAFETY: as many bytes here and there.
            unsafe { there.copy_from_nonoverlapping(self.address, self.bytes) };
        }
        self.each(there, |here, there, kind, count| {
            // SAFETY: see `each`.
            unsafe { std::ptr::copy_nonoverlapping(here, there, kind.size() * count) }
        });
    }

    /// Overwrites the numbers.
    pub(crate) fn scatter(&self, staging: &Staging) {
        self.scatter_from(staging, 0);
    }

    /// Overwrites the numbers by those at a place in a buffer.
    pub(crate) fn scatter_from(&self, staging: &Staging, start: usize) {
        let there = self.part(staging, start);
        if self.packed.is_some() && !self.is_null() {
            // SAFETY: as many bytes here and there.
            unsafe { self.address.copy_from_nonoverlapping(there, self.bytes) };
        }
        self.each(there, |here, there, kind, count| {
            // SAFETY: see `each`.
            unsafe { std::ptr::copy_nonoverlapping(there, here, kind.size() * count) }
        });
    }

    /// Adds to the numbers.
    pub(crate) fn accumulate(&self, staging: &Staging) {
        self.accumulate_from(staging, 0);
    }

    /// Adds those at a place in a buffer to the numbers.
    pub(crate) fn accumulate_from(&self, staging: &Staging, start: usize) {
        let there = self.part(staging, start);
        if let Some(numbers) = &self.packed
            && !self.is_null()
        {
            numbers.runs(numbers.size(), &mut |run| {
                // SAFETY: the numbers lie within the packed bytes, at the same place here and there.
                unsafe {
                    let (to, from) = (
                        self.address.offset(run.offset),
                        there.offset(run.offset).cast_const(),
                    );
                    add(run.kind, to, from, run.count);
                }
            });
        }
        self.each(there, |here, there, kind, count| {
            // SAFETY: see `each`.
            unsafe { add(kind, here, there, count) }
        });
    }

    /// The numbers at a place in a buffer.
    fn part(&self, staging: &Staging, start: usize) -> *mut u8 {
        assert!(start + self.active() <= staging.len(), "as many numbers");
        // SAFETY: within the buffer.
        unsafe { staging.as_ptr().add(start) }.cast_mut()
    }

    /// Sets the numbers to zero.
    pub(crate) fn zero(&self) {
        if self.is_null() {
            return;
        }
        if self.packed.is_some() {
            // SAFETY: all zeros are packed zeros.
            unsafe { self.address.write_bytes(0, self.bytes) };
        }
        self.runs(|run| {
            // SAFETY: the run lies in the items.
            unsafe {
                self.address
                    .offset(run.offset)
                    .write_bytes(0, run.kind.size() * run.count)
            }
        });
    }

    /// Visits the numbers in pairs with their places among packed data: addresses, kind, count. Where one
    /// side is null, so is its address.
    pub(crate) fn beside(
        &self,
        packed: *mut u8,
        mut visit: impl FnMut(*mut u8, *mut u8, Kind, usize),
    ) {
        let offset = |base: *mut u8, by: isize| match base.is_null() {
            true => base,
            false => base.wrapping_offset(by),
        };
        self.runs(|run| {
            let here = offset(self.address, run.offset);
            visit(
                here,
                offset(packed, run.behind as isize),
                run.kind,
                run.count,
            );
        });
    }

    /// Calls `visit` for the numbers that are meant.
    pub(crate) fn runs(&self, mut visit: impl FnMut(Run)) {
        self.items.runs(self.bytes, &mut |run| {
            if self.only.is_none_or(|only| only == run.kind) {
                visit(run);
            }
        });
    }

    /// Visits each run: its address here, and that of its copy in a buffer of [`Shadow::active`] bytes.
    /// Nothing is visited for null.
    fn each(&self, buffer: *mut u8, mut visit: impl FnMut(*mut u8, *mut u8, Kind, usize)) {
        if self.is_null() {
            return;
        }
        let mut at = 0;
        self.runs(|run| {
            // SAFETY: the run lies in the items, its copy in the buffer.
            let (here, there) = unsafe { (self.address.offset(run.offset), buffer.add(at)) };
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
