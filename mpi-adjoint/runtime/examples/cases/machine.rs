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

/// Memory of the program and its shadows, one for each direction: `items` of a shape.
pub(crate) struct Buffer {
    pub(crate) primal: Vec<u8>,
    pub(crate) shadows: Vec<Vec<u8>>,
    /// Where the data of each shadow begin.
    list: Vec<*mut c_void>,
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

    /// Where the shadows of the data begin; null for an inactive buffer.
    pub(crate) fn shadow(&mut self) -> *const *mut c_void {
        if !self.active {
            return std::ptr::null();
        }
        let origin = self.origin;
        let starts = self.shadows.iter_mut();
        self.list = starts
            .map(|shadow| shadow[origin..].as_mut_ptr().cast())
            .collect();
        self.list.as_ptr()
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
            let value = element.read(&self.shadows[0]);
            element.write(&mut self.primal, value);
            for (direction, shadow) in self.shadows.iter_mut().enumerate() {
                element.write(shadow, factor(direction) * value);
            }
        }
    }

    fn set(&mut self, mut value: impl FnMut() -> f64) {
        for shadow in &mut self.shadows {
            for element in &self.elements {
                element.write(shadow, value());
            }
        }
    }

    /// Bytes of the shadow that are no numbers are as they were.
    fn is_intact(&self) -> bool {
        if self.scratch {
            return true;
        }
        self.shadows.iter().all(|shadow| {
            let mut rest = shadow.clone();
            for element in &self.elements {
                rest[element.offset..][..element.kind.size()].fill(FILLER);
            }
            rest.iter().all(|byte| *byte == FILLER)
        })
    }
}

/// Tangents begin as this multiple of the data.
pub(crate) fn factor(direction: usize) -> f64 {
    f64::from(1 << direction)
}

type Reverse = unsafe extern "C" fn(*mut c_void);

/// A run of a program on this rank.
pub(crate) struct Machine {
    pub(crate) mode: Mode,
    /// How many directions there are.
    pub(crate) width: usize,
    pub(crate) rank: i32,
    pub(crate) size: i32,
    pub(crate) buffers: Vec<Buffer>,
    pub(crate) records: Vec<(Reverse, *mut c_void)>,
    random: ChaCha8Rng,
    inputs: Vec<f64>,
}

impl Machine {
    pub(crate) fn new(
        (mode, width): (Mode, usize),
        (rank, size): (i32, i32),
        random: ChaCha8Rng,
    ) -> Machine {
        Machine {
            mode,
            width,
            rank,
            size,
            buffers: Vec::new(),
            records: Vec::new(),
            random,
            inputs: Vec::new(),
        }
    }

    /// A buffer of random numbers; its shadows begin as multiples of them.
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
        let shadow = |direction| {
            let mut shadow = primal.clone();
            for element in &elements {
                element.write(&mut shadow, factor(direction) * element.read(&primal));
            }
            shadow
        };
        let mut shadows: Vec<Vec<u8>> = (0..self.width).map(shadow).collect();
        if !active {
            // What nothing depends on must stay as it is.
            shadows.iter_mut().for_each(|shadow| shadow.fill(FILLER));
            elements.clear();
        }
        self.buffers.push(Buffer {
            primal,
            shadows,
            list: Vec::new(),
            elements,
            origin,
            active,
            scratch: false,
        });
        self.buffers.len() - 1
    }

    /// Memory of which no part is input or output; its shadow begins with zeros.
    pub(crate) fn scratch(&mut self, bytes: usize) -> usize {
        let (primal, shadows) = (vec![0; bytes], vec![vec![0; bytes]; self.width]);
        let (elements, origin) = (Vec::new(), 0);
        self.buffers.push(Buffer {
            primal,
            shadows,
            list: Vec::new(),
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

    /// Where the shadows of a buffer begin.
    pub(crate) fn shadow(&mut self, buffer: usize) -> *const *mut c_void {
        self.buffers[buffer].shadow()
    }

    /// Runs the reverses, last first.
    pub(crate) fn reverse(&mut self) {
        while let Some((reverse, record)) = self.records.pop() {
            // SAFETY: the record of the augmented call, used once.
            unsafe { reverse(record) };
        }
    }

    /// The numbers of all active shadows in a direction.
    pub(crate) fn shadows(&self, direction: usize) -> Vec<f64> {
        self.active()
            .flat_map(|buffer| buffer.numbers(&buffer.shadows[direction]))
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
            buffer.set(|| random.random_range(-1.0..1.0));
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
        let width = $machine.width as std::ffi::c_int;
        let mut record = std::ptr::null_mut();
        #[allow(clippy::macro_metavars_in_unsafe, reason = "arguments are those of a correct program")]
        // SAFETY: the arguments are those of a correct program.
        let status = unsafe {
            match $machine.mode {
                $crate::machine::Mode::Tangent => $name::tangent($($arg,)* $($shadow,)* width, place),
                $crate::machine::Mode::Augmented => {
                    $name::augmented($($arg,)* $($shadow,)* width, place, &raw mut record)
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
