//! Shared memory: of one block at a time.
//!
//! Variables lie in one piece of memory with gaps between, in which nobody may write. What a block finds is filled with marked NaNs.
//!
//! Owns: where variables lie, and which of their bytes were written. Must not: know who accesses them.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::ffi::{CStr, c_char};
use std::mem::ManuallyDrop;

/// What lies where nobody has written: as f64 a signalling NaN, as two f32 a signalling and a quiet one.
pub(crate) const MARK: u64 = 0x7ff4_dead_7fa5_dead;

/// What a block of the largest GPU has.
pub(crate) const LIMIT: u64 = 227 << 10;

/// What the variables of a kernel may have of it by themselves, where a warp has so many lanes: assemblers refuse more.
fn most_of_variables(lanes: u32) -> u64 {
    match lanes {
        64 => 64 << 10,
        _ => 48 << 10,
    }
}

/// Room for variables and gaps.
const ROOM: usize = 2 << 20;

/// Bytes between variables at least.
const GAP: usize = 128;

const PAGE: usize = 4096;

/// What is known of a byte.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Byte {
    Outside,
    Fresh,
    Written,
}

/// A variable.
#[derive(Clone, Copy)]
pub(crate) struct Object {
    /// From the begin of the memory.
    pub(crate) start: usize,
    pub(crate) bytes: usize,
    /// None: the dynamic memory.
    name: *const c_char,
}

impl Object {
    /// For messages.
    pub(crate) fn text(&self) -> String {
        let bytes = self.bytes;
        match self.name.is_null() {
            true => format!("dynamic shared memory of {bytes} bytes"),
            false => {
                // SAFETY: names of variables are constants of the program.
                let name = unsafe { CStr::from_ptr(self.name) }.to_string_lossy();
                format!("shared variable `{name}` of {bytes} bytes")
            }
        }
    }
}

/// The memory, and what lies in it for the block that runs.
pub(crate) struct Shared {
    memory: *mut u8,
    states: Vec<Byte>,
    used: usize,
    /// Bytes that are taken, and of those what variables have; how many these may have.
    taken: u64,
    of_variables: u64,
    most: u64,
    objects: Vec<Object>,
    /// Variables by their number in the program.
    places: Vec<Option<usize>>,
}

/// Why there is no place for a variable.
#[derive(Debug)]
pub(crate) enum Full {
    /// All that a block has is taken.
    Memory,
    /// Variables may have so many bytes.
    Variables(u64),
    /// No variable begins at a multiple of so many bytes.
    Alignment(u64),
}

fn layout() -> Layout {
    // SAFETY: a power of two, and a multiple of it.
    unsafe { Layout::from_size_align_unchecked(ROOM, PAGE) }
}

/// Of all memory. Zeros are not written before somebody looks at them: blocks that run at the same time have much of it.
fn outside() -> Vec<Byte> {
    const { assert!(Byte::Outside as u8 == 0 && size_of::<Byte>() == 1) };
    let mut zeros = ManuallyDrop::new(vec![0_u8; ROOM]);
    // SAFETY: it is such memory, which nobody else has, and 0 is a byte outside.
    unsafe { Vec::from_raw_parts(zeros.as_mut_ptr().cast(), ROOM, zeros.capacity()) }
}

impl Shared {
    /// Nothing lies in it.
    pub(crate) fn new() -> Self {
        // SAFETY: it has a size.
        let memory = unsafe { alloc(layout()) };
        if memory.is_null() {
            handle_alloc_error(layout());
        }
        Shared {
            memory,
            states: outside(),
            used: GAP,
            taken: 0,
            of_variables: 0,
            most: 0,
            objects: Vec::new(),
            places: Vec::new(),
        }
    }

    /// For the next block, whose warps have so many lanes, with the dynamic memory first.
    pub(crate) fn renew(&mut self, dynamic: u64, lanes: u32) {
        self.states[..self.used].fill(Byte::Outside);
        self.used = GAP;
        self.taken = 0;
        self.of_variables = 0;
        self.most = most_of_variables(lanes);
        self.objects.clear();
        self.places.clear();
        if self.place(dynamic, PAGE as u64, std::ptr::null()).is_err() {
            // Its limit is checked before a launch.
            self.used = GAP;
        }
    }

    /// The dynamic memory.
    pub(crate) fn dynamic(&self) -> *mut u8 {
        let start = self.objects.first().map_or(0, |o| o.start);
        self.memory.wrapping_add(start)
    }

    /// The variable of a number, if it has a place.
    pub(crate) fn variable(&self, number: usize) -> Option<*mut u8> {
        let start = self.places.get(number).copied().flatten()?;
        Some(self.memory.wrapping_add(start))
    }

    /// Gives a variable its place.
    pub(crate) fn add(
        &mut self,
        number: usize,
        bytes: u64,
        align: u64,
        name: *const c_char,
    ) -> Result<*mut u8, Full> {
        self.of_variables = self.of_variables.saturating_add(bytes);
        if self.of_variables > self.most {
            return Err(Full::Variables(self.most));
        }
        let start = self.place(bytes, align, name)?;
        if self.places.len() <= number {
            self.places.resize(number + 1, None);
        }
        self.places[number] = Some(start);
        Ok(self.memory.wrapping_add(start))
    }

    fn place(&mut self, bytes: u64, align: u64, name: *const c_char) -> Result<usize, Full> {
        self.taken = self.taken.saturating_add(bytes);
        if !align.is_power_of_two() || align > PAGE as u64 {
            return Err(Full::Alignment(align));
        }
        if self.taken > LIMIT {
            return Err(Full::Memory);
        }
        let bytes = bytes as usize;
        let start = self.used.next_multiple_of((align as usize).max(16));
        let end = start + bytes;
        if end + GAP > ROOM {
            return Err(Full::Memory);
        }
        self.fill(start, end);
        self.states[start..end].fill(Byte::Fresh);
        self.objects.push(Object { start, bytes, name });
        self.used = end + GAP;
        Ok(start)
    }

    fn fill(&mut self, start: usize, end: usize) {
        for place in (start..end).step_by(8) {
            let bytes = (end - place).min(8);
            let mark = MARK.to_ne_bytes();
            // SAFETY: the place is in the memory, and only this thread of the system uses it.
            unsafe {
                self.memory
                    .add(place)
                    .copy_from_nonoverlapping(mark.as_ptr(), bytes);
            }
        }
    }

    /// Where in the memory an address is.
    pub(crate) fn offset(&self, address: usize) -> Option<usize> {
        let offset = address.wrapping_sub(self.memory as usize);
        (offset < ROOM).then_some(offset)
    }

    /// Bytes of an access, as far as they lie in the memory.
    pub(crate) fn states(&mut self, offset: usize, bytes: usize) -> &mut [Byte] {
        let end = (offset + bytes).min(ROOM);
        &mut self.states[offset..end]
    }

    /// The variable at a place, or the one that is next to it.
    pub(crate) fn nearest(&self, offset: usize) -> Option<&Object> {
        let distance = |object: &&Object| match offset {
            before if before < object.start => object.start - before,
            behind => behind.saturating_sub(object.start + object.bytes),
        };
        self.objects.iter().min_by_key(distance)
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // SAFETY: it was obtained with this layout, and no block runs.
        unsafe { dealloc(self.memory, layout()) };
    }
}
