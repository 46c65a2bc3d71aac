//! Runs a program of communications in tangent mode, or in augmented and reverse mode. Owns the buffers and
//! the records. Must not: know what is communicated.

use super::shapes::{Element, Shape};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use std::ffi::c_void;

/// How the program is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Tangent,
    Augmented,
}

/// Memory of the program and its shadow: `items` of a shape.
pub(crate) struct Buffer {
    pub(crate) primal: Vec<u8>,
    pub(crate) shadow: Vec<u8>,
    elements: Vec<Element>,
    origin: usize,
    active: bool,
    /// Neither input nor output.
    scratch: bool,
}

/// What lies in shadows where no numbers are.
const FILLER: u8 = 0xA5;

impl Buffer {
    /// Where the data begin.
    pub(crate) fn data(&mut self) -> *mut c_void {
        self.primal[self.origin..].as_mut_ptr().cast()
    }

    /// Where the shadow of the data begins; null for an inactive buffer.
    pub(crate) fn shadow(&mut self) -> *mut c_void {
        if !self.active {
            return std::ptr::null_mut();
        }
        self.shadow[self.origin..].as_mut_ptr().cast()
    }

    /// Offset of the data in the memory.
    pub(crate) fn origin(&self) -> usize {
        self.origin
    }

    fn numbers(&self, of: &[u8]) -> Vec<f64> {
        self.elements
            .iter()
            .map(|element| element.read(of))
            .collect()
    }

    /// The primal has no meaning behind these items, where the tangents stay: it takes their values, to be compared.
    pub(crate) fn forget_behind(&mut self, shape: &Shape, items: usize) {
        for element in self.elements.iter().skip(shape.parts.len() * items) {
            element.write(&mut self.primal, element.read(&self.shadow));
        }
    }

    fn set(&mut self, mut value: impl FnMut(usize) -> f64) {
        for (i, element) in self.elements.iter().enumerate() {
            element.write(&mut self.shadow, value(i));
        }
    }

    /// Bytes of the shadow that are no numbers are as they were.
    fn is_intact(&self) -> bool {
        if self.scratch {
            return true;
        }
        let mut rest = self.shadow.clone();
        for element in &self.elements {
            rest[element.offset..][..element.kind.size()].fill(FILLER);
        }
        rest.iter().all(|byte| *byte == FILLER)
    }
}

type Reverse = unsafe extern "C" fn(*mut c_void);

/// A run of a program on this rank.
pub(crate) struct Machine {
    pub(crate) mode: Mode,
    pub(crate) rank: i32,
    pub(crate) size: i32,
    pub(crate) buffers: Vec<Buffer>,
    pub(crate) records: Vec<(Reverse, *mut c_void)>,
    random: ChaCha8Rng,
    inputs: Vec<f64>,
}

impl Machine {
    pub(crate) fn new(mode: Mode, rank: i32, size: i32, random: ChaCha8Rng) -> Machine {
        Machine {
            mode,
            rank,
            size,
            buffers: Vec::new(),
            records: Vec::new(),
            random,
            inputs: Vec::new(),
        }
    }

    /// A buffer of random numbers; its shadow begins as a copy of them.
    pub(crate) fn buffer(&mut self, shape: &Shape, items: usize) -> usize {
        self.make(shape, items, true)
    }

    /// A buffer that the compiler found inactive: it has no shadow.
    pub(crate) fn inactive(&mut self, shape: &Shape, items: usize) -> usize {
        self.make(shape, items, false)
    }

    fn make(&mut self, shape: &Shape, items: usize, active: bool) -> usize {
        let (origin, bytes) = shape.room(items);
        let mut elements = shape.elements(items);
        let mut primal = vec![FILLER; bytes];
        for element in &mut elements {
            element.offset += origin;
            element.write(&mut primal, self.random.random_range(-1.0..1.0));
        }
        if active {
            self.inputs
                .extend(elements.iter().map(|element| element.read(&primal)));
        }
        let mut shadow = primal.clone();
        if !active {
            // What nothing depends on must stay as it is.
            shadow.fill(FILLER);
            elements.clear();
        }
        self.buffers.push(Buffer {
            primal,
            shadow,
            elements,
            origin,
            active,
            scratch: false,
        });
        self.buffers.len() - 1
    }

    /// Memory of which no part is input or output; its shadow begins with zeros.
    pub(crate) fn scratch(&mut self, bytes: usize) -> usize {
        let (primal, shadow) = (vec![0; bytes], vec![0; bytes]);
        let (elements, origin) = (Vec::new(), 0);
        self.buffers.push(Buffer {
            primal,
            shadow,
            elements,
            origin,
            active: true,
            scratch: true,
        });
        self.buffers.len() - 1
    }

    /// The ranks after this one and before it.
    pub(crate) fn ring(&self) -> (i32, i32) {
        (
            (self.rank + 1) % self.size,
            (self.rank + self.size - 1) % self.size,
        )
    }

    /// Where the data of a buffer begin.
    pub(crate) fn data(&mut self, buffer: usize) -> *mut c_void {
        self.buffers[buffer].data()
    }

    /// Where the shadow of a buffer begins.
    pub(crate) fn shadow(&mut self, buffer: usize) -> *mut c_void {
        self.buffers[buffer].shadow()
    }

    /// Runs the reverses, last first.
    pub(crate) fn reverse(&mut self) {
        while let Some((reverse, record)) = self.records.pop() {
            // SAFETY: the record of the augmented call, used once.
            unsafe { reverse(record) };
        }
    }

    /// The numbers of all active shadows.
    pub(crate) fn shadows(&self) -> Vec<f64> {
        self.active()
            .flat_map(|buffer| buffer.numbers(&buffer.shadow))
            .collect()
    }

    /// The numbers that all active buffers began with.
    pub(crate) fn inputs(&self) -> Vec<f64> {
        self.inputs.clone()
    }

    /// The numbers of all active buffers.
    pub(crate) fn primals(&self) -> Vec<f64> {
        self.active()
            .flat_map(|buffer| buffer.numbers(&buffer.primal))
            .collect()
    }

    fn active(&self) -> impl Iterator<Item = &Buffer> {
        self.buffers.iter().filter(|buffer| buffer.active)
    }

    /// Overwrites all active shadows.
    pub(crate) fn seed(&mut self, mut random: ChaCha8Rng) {
        for buffer in self.buffers.iter_mut().filter(|buffer| buffer.active) {
            buffer.set(|_| random.random_range(-1.0..1.0));
        }
    }

    pub(crate) fn is_intact(&self) -> bool {
        self.buffers.iter().all(Buffer::is_intact)
    }
}

/// Calls a function of MPI in the machine's mode: `call!(machine, Name(arguments)[shadows])`.
#[macro_export]
macro_rules! call {
    ($machine:expr, $name:ident($($arg:expr),* $(,)?)[$($shadow:expr),*]) => {{
        use enzyme_rs_mpi::abi::$name;
        let place = concat!(file!(), ":", line!(), "\0").as_ptr().cast();
        let mut record = std::ptr::null_mut();
        #[allow(clippy::macro_metavars_in_unsafe, reason = "arguments are those of a correct program")]
        // SAFETY: the arguments are those of a correct program.
        let status = unsafe {
            match $machine.mode {
                $crate::machine::Mode::Tangent => $name::tangent($($arg,)* $($shadow,)* place),
                $crate::machine::Mode::Augmented => {
                    $name::augmented($($arg,)* $($shadow,)* place, &raw mut record)
                }
            }
        };
        if $machine.mode == $crate::machine::Mode::Augmented {
            assert!(!record.is_null());
            $machine.records.push(($name::reverse, record));
        }
        status
    }};
}
