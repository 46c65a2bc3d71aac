//! Launches of the kernels of `ring.cu`.
//!
//! Owns: what each kernel is handed, and the memory of the device. Must not: know what is differentiated for what.

use cust::context::Context;
use cust::error::CudaResult;
use cust::launch;
use cust::memory::{CopyDestination, DeviceBuffer, DevicePointer};
use cust::module::Module;
use cust::stream::{Stream, StreamFlags};

const PTX: &str = include_str!(concat!(env!("OUT_DIR"), "/ring.ptx"));

const BLOCK: u32 = 128;

/// The device, the kernels on it, and how they are launched.
pub struct Ring {
    module: Module,
    stream: Stream,
    n: usize,
    /// What each thread of `step` keeps for its reverse.
    bytes: u64,
    // Goes last.
    _context: Context,
}

/// Adjoints of what a simulation begins with.
pub struct Gradient {
    pub initial: Vec<f64>,
    pub dt: f64,
}

/// What each thread keeps, by what a kernel says of itself: the layout, bytes, whether there are more, and its parameters.
fn kept(words: &[u64]) -> u64 {
    const LAYOUT: u64 = 7;
    assert_eq!(words[0], LAYOUT, "compiled by another version of enzyme-rs");
    assert_eq!(
        words[2], 0,
        "a kernel with loops of unknown length: give each thread more"
    );
    words[1].next_multiple_of(16)
}

impl Ring {
    pub fn new(n: usize) -> CudaResult<Self> {
        let context = cust::quick_init()?;
        let module = Module::from_ptx(PTX, &[])?;
        let stream = Stream::new(StreamFlags::DEFAULT, None)?;
        let mut ring = Self {
            module,
            stream,
            n,
            bytes: 0,
            _context: context,
        };
        ring.bytes = ring.ask()?;
        Ok(ring)
    }

    fn blocks(&self) -> u32 {
        (self.n as u32).div_ceil(BLOCK)
    }

    /// Memory for one launch: 32 threads share a piece.
    fn room(&self) -> CudaResult<DeviceBuffer<u8>> {
        let threads = u64::from(self.blocks() * BLOCK).next_multiple_of(32);
        DeviceBuffer::zeroed((threads * self.bytes) as usize)
    }

    fn ask(&self) -> CudaResult<u64> {
        /// More than the facts of any kernel.
        const WORDS: usize = 1 << 16;
        let words = DeviceBuffer::<u64>::zeroed(WORDS)?;
        let facts = self.module.get_function("step__enzyme_rs_facts")?;
        let stream = &self.stream;
        // SAFETY: the kernel writes its facts, and no more.
        unsafe { launch!(facts<<<1, 1, 0, stream>>>(words.as_device_ptr()))? };
        self.stream.synchronize()?;
        let mut facts = vec![0; WORDS];
        words.copy_to(&mut facts)?;
        Ok(kept(&facts))
    }

    fn step(&self, u: &DeviceBuffer<f64>, v: &DeviceBuffer<f64>, dt: f64) -> CudaResult<()> {
        let (step, stream) = (self.module.get_function("step")?, &self.stream);
        let (u, v, n) = (u.as_device_ptr(), v.as_device_ptr(), self.n as i32);
        // SAFETY: both arrays have n numbers.
        unsafe { launch!(step<<<self.blocks(), BLOCK, 0, stream>>>(u, v, dt, n)) }
    }

    /// A step that can be reversed.
    fn augmented(&self, launched: &Launched, dt: f64) -> CudaResult<()> {
        let augmented = self.module.get_function("step__enzyme_rs_augmented")?;
        let ([u, du, v, dv], stream) = (launched.arrays, &self.stream);
        let (n, room) = (self.n as i32, launched.room.as_device_ptr());
        // SAFETY: all arrays have n numbers, and the room is for all threads.
        unsafe {
            launch!(augmented<<<self.blocks(), BLOCK, 0, stream>>>(u, du, v, dv, dt, n, room, self.bytes, 0u64))
        }
    }

    /// Its reverse, which adds the adjoint of `dt` to a number of the device.
    fn reverse(&self, launched: &Launched, dt: f64, ddt: DevicePointer<f64>) -> CudaResult<()> {
        let reverse = self.module.get_function("step__enzyme_rs_reverse")?;
        let ([u, du, v, dv], stream) = (launched.arrays, &self.stream);
        let (n, room) = (self.n as i32, launched.room.as_device_ptr());
        // SAFETY: as before.
        unsafe {
            launch!(reverse<<<self.blocks(), BLOCK, 0, stream>>>(u, du, v, dv, dt, ddt, n, room, self.bytes, 0u64))
        }
    }

    /// What comes out of so many steps.
    pub fn simulate(&self, initial: &[f64], dt: f64, steps: usize) -> CudaResult<Vec<f64>> {
        let mut u = DeviceBuffer::from_slice(initial)?;
        let mut v = DeviceBuffer::zeroed(self.n)?;
        for _ in 0..steps {
            self.step(&u, &v, dt)?;
            std::mem::swap(&mut u, &mut v);
        }
        self.numbers(&u)
    }

    /// The gradient of a function of what comes out, by the adjoints of that.
    pub fn gradient(
        &self,
        initial: &[f64],
        dt: f64,
        steps: usize,
        adjoints: impl FnOnce(&[f64]) -> Vec<f64>,
    ) -> CudaResult<Gradient> {
        let [mut u, mut v] = [
            DeviceBuffer::from_slice(initial)?,
            DeviceBuffer::zeroed(self.n)?,
        ];
        let [mut du, mut dv] = [DeviceBuffer::zeroed(self.n)?, DeviceBuffer::zeroed(self.n)?];
        let ddt = DeviceBuffer::zeroed(1)?;
        let mut launches = Vec::new();
        for _ in 0..steps {
            let launched = Launched {
                arrays: [&u, &du, &v, &dv].map(|array| array.as_device_ptr()),
                room: self.room()?,
            };
            self.augmented(&launched, dt)?;
            launches.push(launched);
            std::mem::swap(&mut u, &mut v);
            std::mem::swap(&mut du, &mut dv);
        }
        du.copy_from(&adjoints(&self.numbers(&u)?))?;
        for launched in launches.iter().rev() {
            self.reverse(launched, dt, ddt.as_device_ptr())?;
            std::mem::swap(&mut du, &mut dv);
        }
        Ok(Gradient {
            initial: self.numbers(&du)?,
            dt: self.numbers(&ddt)?[0],
        })
    }

    /// Numbers of the device, when all that was launched is done.
    fn numbers(&self, from: &DeviceBuffer<f64>) -> CudaResult<Vec<f64>> {
        self.stream.synchronize()?;
        let mut numbers = vec![0.0; from.len()];
        from.copy_to(&mut numbers)?;
        Ok(numbers)
    }
}

/// A launch that is reversed later: `u`, its shadow, `v`, its shadow, and what the threads keep.
struct Launched {
    arrays: [DevicePointer<f64>; 4],
    room: DeviceBuffer<u8>,
}
