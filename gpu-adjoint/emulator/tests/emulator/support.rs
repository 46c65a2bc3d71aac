//! How tests launch kernels, and how kernels access memory.

use enzyme_rs_emulator::tsan::*;
use enzyme_rs_emulator::*;
use std::ffi::{CStr, CString, c_char, c_void};
use std::sync::Mutex;

/// What a kernel is given.
pub(crate) type Arguments = *const *const c_void;

/// A launch, and what it was told to be.
#[derive(Clone)]
pub(crate) struct Run {
    kernel: Kernel,
    grid: [u32; 3],
    block: [u32; 3],
    shared: u64,
    warp: u32,
    together: bool,
    options: CString,
}

/// What came of it.
pub(crate) struct Outcome {
    pub(crate) code: i32,
    pub(crate) messages: Vec<String>,
}

extern "C" fn hears(text: *const c_char, data: *mut c_void) {
    // SAFETY: `go` has the list as long as the launch runs.
    let (text, list) = unsafe {
        let list = &*data.cast_const().cast::<Mutex<Vec<String>>>();
        (CStr::from_ptr(text), list)
    };
    list.lock().unwrap().push(text.to_str().unwrap().to_owned());
}

pub(crate) fn run(kernel: Kernel, grid: u32, block: u32) -> Run {
    Run {
        kernel,
        grid: [grid, 1, 1],
        block: [block, 1, 1],
        shared: 0,
        warp: 32,
        together: false,
        options: CString::default(),
    }
}

impl Run {
    pub(crate) fn grid(mut self, grid: [u32; 3], block: [u32; 3]) -> Self {
        (self.grid, self.block) = (grid, block);
        self
    }

    pub(crate) fn shared(mut self, bytes: u64) -> Self {
        self.shared = bytes;
        self
    }

    pub(crate) fn warp(mut self, lanes: u32) -> Self {
        self.warp = lanes;
        self
    }

    /// All blocks at the same time.
    pub(crate) fn together(mut self) -> Self {
        self.together = true;
        self
    }

    pub(crate) fn options(mut self, options: &str) -> Self {
        self.options = CString::new(options).unwrap();
        self
    }

    /// With pointers to these.
    pub(crate) fn go(&self, arguments: &[*const c_void]) -> Outcome {
        let messages = Mutex::new(Vec::<String>::new());
        let list: *const Mutex<Vec<String>> = &raw const messages;
        enzyme_rs_emulator_listen(Some(hears), list.cast_mut().cast());
        // SAFETY: kernels of these tests fit their arguments.
        let code = unsafe {
            enzyme_rs_emulator_options(self.options.as_ptr());
            let launch = match self.together {
                false => enzyme_rs_emulator_launch,
                true => enzyme_rs_emulator_launch_together,
            };
            launch(
                Some(self.kernel),
                c"test".as_ptr(),
                self.grid.as_ptr(),
                self.block.as_ptr(),
                self.shared,
                arguments.as_ptr(),
                self.warp,
            )
        };
        enzyme_rs_emulator_listen(None, std::ptr::null_mut());
        Outcome {
            code,
            messages: messages.into_inner().unwrap(),
        }
    }

    /// The same, and nothing may be wrong.
    pub(crate) fn succeeds(&self, arguments: &[*const c_void]) {
        let outcome = self.go(arguments);
        assert_eq!(outcome.messages, Vec::<String>::new());
        assert_eq!(outcome.code, 0);
    }

    /// The same, and this must be wrong.
    pub(crate) fn fails(&self, arguments: &[*const c_void], why: Failure, texts: &[&str]) {
        let outcome = self.go(arguments);
        let all = outcome.messages.join("\n");
        for text in texts {
            assert!(all.contains(text), "`{text}` is not in:\n{all}");
        }
        assert_eq!(outcome.code, why as i32, "{all}");
    }
}

/// Memory of the device for a test: with room before and behind it, and known to the library.
pub(crate) struct Device<T> {
    all: Vec<T>,
    gap: usize,
    address: *mut T,
}

impl<T: Copy + Default> Device<T> {
    pub(crate) fn of(values: &[T]) -> Self {
        let gap = enzyme_rs_emulator_redzone() as usize / size_of::<T>();
        let mut all = vec![T::default(); values.len() + 2 * gap];
        all[gap..gap + values.len()].copy_from_slice(values);
        let address = all[gap..].as_mut_ptr();
        enzyme_rs_emulator_allocated(address.cast(), size_of_val(values) as u64);
        Device { all, gap, address }
    }

    pub(crate) fn zeros(length: usize) -> Self {
        Self::of(&vec![T::default(); length])
    }

    /// As an argument of a kernel.
    pub(crate) fn argument(&self) -> *const c_void {
        (&raw const self.address).cast()
    }

    pub(crate) fn address(&self) -> *mut T {
        self.address
    }

    pub(crate) fn values(&self) -> &[T] {
        &self.all[self.gap..self.all.len() - self.gap]
    }
}

impl<T> Drop for Device<T> {
    fn drop(&mut self) {
        // The host uses the memory again.
        enzyme_rs_emulator_allocated(self.address.cast(), 0);
    }
}

/// A value as an argument.
pub(crate) fn value<T>(value: &T) -> *const c_void {
    std::ptr::from_ref(value).cast()
}

/// A kernel's argument.
pub(crate) fn argument<T: Copy>(arguments: Arguments, number: usize) -> T {
    // SAFETY: kernels of these tests fit their arguments.
    unsafe { *(*arguments.add(number)).cast::<T>() }
}

/// A load, as the compiler instruments it.
#[inline(always)]
pub(crate) fn load<T: Copy>(address: *const T, index: usize) -> T {
    let address = address.wrapping_add(index);
    // SAFETY: tests keep room before and behind what they access.
    unsafe {
        match size_of::<T>() {
            1 => __tsan_read1(address.cast()),
            2 => __tsan_read2(address.cast()),
            4 => __tsan_read4(address.cast()),
            _ => __tsan_read8(address.cast()),
        }
        address.read_volatile()
    }
}

/// A store.
#[inline(always)]
pub(crate) fn store<T: Copy>(address: *mut T, index: usize, value: T) {
    let address = address.wrapping_add(index);
    // SAFETY: as above.
    unsafe {
        match size_of::<T>() {
            1 => __tsan_write1(address.cast()),
            2 => __tsan_write2(address.cast()),
            4 => __tsan_write4(address.cast()),
            _ => __tsan_write8(address.cast()),
        }
        address.write_volatile(value);
    }
}

/// `atomicAdd`, in the order that clang gives it.
#[inline(always)]
pub(crate) fn add(address: *mut u32, index: usize, value: u32) -> u32 {
    // SAFETY: as above.
    unsafe { __tsan_atomic32_fetch_add(address.wrapping_add(index), value, 5) }
}

pub(crate) fn thread() -> usize {
    enzyme_rs_emulator_thread(0) as usize
}

pub(crate) fn block() -> usize {
    enzyme_rs_emulator_block(0) as usize
}

/// Of the whole grid.
pub(crate) fn global() -> usize {
    block() * enzyme_rs_emulator_block_size(0) as usize + thread()
}

/// A place in the program.
macro_rules! site {
    () => {
        concat!(file!(), ":", line!(), ":", column!(), "\0")
            .as_ptr()
            .cast::<std::ffi::c_char>()
    };
}
pub(crate) use site;

macro_rules! barrier {
    () => {
        // SAFETY: the site is constant.
        unsafe { enzyme_rs_emulator::enzyme_rs_emulator_barrier($crate::support::site!()) }
    };
}
pub(crate) use barrier;

/// A shared variable of a kernel, and its address.
macro_rules! shared {
    ($name:ident: [$type:ty; $length:expr]) => {{
        use std::sync::atomic::AtomicU64;
        static $name: enzyme_rs_emulator::SharedVariable = enzyme_rs_emulator::SharedVariable {
            bytes: ($length * size_of::<$type>()) as u64,
            align: align_of::<$type>() as u64,
            name: concat!(stringify!($name), "\0").as_ptr().cast(),
            place: AtomicU64::new(0),
        };
        let variable = (&raw const $name).cast();
        // SAFETY: it describes itself.
        unsafe { enzyme_rs_emulator::enzyme_rs_emulator_shared(variable).cast::<$type>() }
    }};
}
pub(crate) use shared;

pub(crate) fn dynamic<T>() -> *mut T {
    enzyme_rs_emulator_dynamic_shared().cast()
}

/// Random numbers; prints from which seed, of `SEED` or the time.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new() -> Self {
        let given = std::env::var("SEED").ok().map(|s| s.parse().unwrap());
        let time = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap();
        let seed = given.unwrap_or(time.as_nanos() as u64);
        println!("SEED={seed}");
        Random(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }
}
