//! The functions of the vendor's library, which generated code hands over.
//!
//! Owns: their order, which `gpu-adjoint/rules/src/host.ll` has as well, and calls of them that end the program where they fail. Must not: know
//! derivatives.

#[cfg(test)]
pub(crate) mod mock;

use crate::failure::{Why, fail};
use crate::notes;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ops::Range;

type Address = *mut c_void;

/// Every place of memory says by itself where it is: the kind `Default` of copies.
const ANYWHERE: c_int = 4;

/// A kernel, the grid, a block, arguments, bytes of shared memory, a stream.
type Launches = extern "C" fn(Address, u64, u32, u64, u32, *mut Address, usize, Address) -> c_int;

/// What is called of the vendor's library. CUDA and HIP have the same.
#[repr(C)]
#[derive(Debug)]
pub struct Functions {
    malloc: extern "C" fn(*mut Address, usize) -> c_int,
    free: extern "C" fn(Address) -> c_int,
    malloc_managed: extern "C" fn(*mut Address, usize, u32) -> c_int,
    malloc_host: extern "C" fn(*mut Address, usize) -> c_int,
    free_host: extern "C" fn(Address) -> c_int,
    memcpy: extern "C" fn(Address, *const c_void, usize, c_int) -> c_int,
    memset: extern "C" fn(Address, c_int, usize) -> c_int,
    synchronize: extern "C" fn() -> c_int,
    launch: Launches,
    device: extern "C" fn(*mut c_int) -> c_int,
    set_device: extern "C" fn(c_int) -> c_int,
    last_error: extern "C" fn() -> c_int,
    peek_error: extern "C" fn() -> c_int,
    error_text: extern "C" fn(c_int) -> *const c_char,
    /// The most shared memory that launches of a kernel may ask for.
    most_shared: extern "C" fn(*mut c_int, Address) -> c_int,
    set_attribute: extern "C" fn(Address, c_int, c_int) -> c_int,
    symbol_address: extern "C" fn(*mut Address, *const c_void) -> c_int,
    symbol_size: extern "C" fn(*mut usize, *const c_void) -> c_int,
    /// Where the memory begins that holds an address, and its bytes.
    address_range: extern "C" fn(*mut Address, *mut usize, Address) -> c_int,
    /// The same as `launch`, of a grid whose blocks all run at the same time.
    launch_together: Launches,
}

/// A kernel, and what stands between `<<<` and `>>>`. `gpu-adjoint/rules/src/host.ll` fills one.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Call {
    pub(crate) kernel: Address,
    pub(crate) grid: Size,
    pub(crate) block: Size,
    pub(crate) shared: usize,
    pub(crate) stream: Address,
    /// Not 0: a cooperative launch, whose blocks all run at the same time and may wait for each other.
    pub(crate) together: u32,
}

impl Call {
    /// How many threads the launch has, if a number holds it.
    pub(crate) fn threads(&self) -> Option<u64> {
        self.grid.product()?.checked_mul(self.block.product()?)
    }

    /// How many blocks it has, if a number holds it.
    pub(crate) fn blocks(&self) -> Option<u64> {
        self.grid.product()
    }

    /// How far from shared memory whose size the launch says its shadow begins.
    pub(crate) fn distance(&self) -> usize {
        /// Where any number may lie.
        const ALIGNMENT: usize = 16;
        self.shared.next_multiple_of(ALIGNMENT)
    }

    /// The bytes of such memory and of its shadow.
    pub(crate) fn shared_and_shadow(&self) -> usize {
        2 * self.distance()
    }
}

// As `host.ll` has it.
const _: () = assert!(size_of::<Call>() == 64);

/// `dim3`, as compilers hand it over: along x and y in the halves of a word, and along z.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    xy: u64,
    z: u32,
}

impl Size {
    /// One thread, or one block.
    pub(crate) const ONE: Self = Self {
        xy: 1 | 1 << 32,
        z: 1,
    };

    #[cfg(test)]
    pub(crate) fn new(x: u32, y: u32, z: u32) -> Self {
        let xy = u64::from(x) | u64::from(y) << 32;
        Self { xy, z }
    }

    /// Along x, y and z together, if a number holds it.
    fn product(self) -> Option<u64> {
        let (x, y) = (self.xy & u64::from(u32::MAX), self.xy >> 32);
        x.checked_mul(y)?.checked_mul(self.z.into())
    }
}

impl Functions {
    /// Ends the program if something went wrong.
    fn expect(&self, error: c_int, doing: &str) {
        if error == 0 {
            return;
        }
        // After a grid that has ended no call succeeds; why it has says more.
        notes::expect_enough();
        let text = (self.error_text)(error);
        // SAFETY: the library gives texts that end with a zero byte.
        let text = (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy());
        let text = text.unwrap_or_else(|| "unknown error".into());
        fail(Why::Vendor, &format!("{doing}: {text} (error {error})"));
    }

    /// Memory of the device.
    pub(crate) fn malloc(&self, bytes: u64) -> Option<Address> {
        obtained(|to| (self.malloc)(to, bytes as usize))
    }

    /// The same where there is no going on without it.
    pub(crate) fn need(&self, bytes: u64, what: &str) -> Address {
        let mut at = std::ptr::null_mut();
        self.expect(
            (self.malloc)(&mut at, bytes as usize),
            &format!("the device gives no memory for {what}"),
        );
        at
    }

    /// Memory that both sides use.
    pub(crate) fn malloc_managed(&self, bytes: u64) -> Option<Address> {
        /// To which all streams may attach.
        const GLOBAL: u32 = 1;
        obtained(|to| (self.malloc_managed)(to, bytes as usize, GLOBAL))
    }

    /// Memory of the host that the device may use.
    pub(crate) fn malloc_host(&self, bytes: u64) -> Option<Address> {
        obtained(|to| (self.malloc_host)(to, bytes as usize))
    }

    /// Whether the library remembers an error for who asks next.
    pub(crate) fn has_error(&self) -> bool {
        (self.peek_error)() != 0
    }

    /// Forgets it.
    pub(crate) fn forget_error(&self) {
        (self.last_error)();
    }

    pub(crate) fn free(&self, at: Address) {
        self.expect((self.free)(at), "memory of the device cannot be freed");
    }

    pub(crate) fn free_host(&self, at: Address) {
        self.expect((self.free_host)(at), "memory of the host cannot be freed");
    }

    /// Copies when all that was begun before is done, and is done itself then.
    pub(crate) fn copy(&self, to: Address, from: *const c_void, bytes: u64) {
        self.wait();
        let error = (self.memcpy)(to, from, bytes as usize, ANYWHERE);
        self.expect(error, "a derivative cannot copy memory of the device");
        self.wait();
    }

    /// The same with bytes that become zero.
    pub(crate) fn clear(&self, at: Address, bytes: u64) {
        self.wait();
        let error = (self.memset)(at, 0, bytes as usize);
        self.expect(error, "a derivative cannot clear memory of the device");
        self.wait();
    }

    /// Waits for all that was begun on the device.
    pub(crate) fn wait(&self) {
        let error = (self.synchronize)();
        self.expect(error, "a kernel has failed before a derivative");
    }

    /// The present device.
    pub(crate) fn device(&self) -> c_int {
        let mut device = 0;
        self.expect((self.device)(&mut device), "no device can be used");
        device
    }

    /// Where a variable of the device lies, for which one of the host stands, and its bytes.
    pub(crate) fn symbol(&self, symbol: *const c_void) -> (Address, u64) {
        const WHAT: &str = "a variable of the device is not found";
        let (mut at, mut bytes) = (std::ptr::null_mut(), 0);
        self.expect((self.symbol_address)(&mut at, symbol), WHAT);
        self.expect((self.symbol_size)(&mut bytes, symbol), WHAT);
        (at, bytes as u64)
    }

    /// The memory of the device, or of the host for it, that was obtained as a whole and holds an address, if there is such.
    pub(crate) fn range(&self, at: u64) -> Option<Range<u64>> {
        let (mut begin, mut bytes) = (std::ptr::null_mut(), 0);
        let was_failed = (self.peek_error)() != 0;
        let error = (self.address_range)(&mut begin, &mut bytes, at as Address);
        if error != 0 && !was_failed {
            // An address of which the vendor's library knows nothing is no error of the program's.
            (self.last_error)();
        }
        let begin = begin as u64;
        (error == 0 && bytes > 0).then(|| begin..begin.saturating_add(bytes as u64))
    }

    /// Does something with another device as the present one.
    pub(crate) fn on_device<R>(&self, device: c_int, act: impl FnOnce() -> R) -> R {
        let before = self.device();
        if before == device {
            return act();
        }
        self.expect((self.set_device)(device), "a device cannot be used");
        let result = act();
        self.expect((self.set_device)(before), "a device cannot be used");
        result
    }

    /// Whether launches of a kernel may ask for so much shared memory.
    pub(crate) fn may_share(&self, kernel: Address, bytes: usize) -> bool {
        let mut most = 0;
        let error = (self.most_shared)(&mut most, kernel);
        error == 0 && usize::try_from(most).is_ok_and(|most| bytes <= most)
    }

    /// Lets them; gives the error.
    pub(crate) fn let_share(&self, kernel: Address, bytes: usize) -> c_int {
        /// `cudaFuncAttributeMaxDynamicSharedMemorySize`, and HIP's.
        const MOST: c_int = 8;
        let bytes = c_int::try_from(bytes).unwrap_or(c_int::MAX);
        (self.set_attribute)(kernel, MOST, bytes)
    }

    /// Launches; gives the error.
    pub(crate) fn launch(&self, call: &Call, arguments: &mut [Address]) -> c_int {
        self.launch_given(call, arguments.as_mut_ptr())
    }

    /// The same with a list of the program's.
    pub(crate) fn launch_given(&self, call: &Call, all: *const Address) -> c_int {
        let (grid, block) = (call.grid, call.block);
        let launch = match call.together {
            0 => self.launch,
            _ => self.launch_together,
        };
        launch(
            call.kernel,
            grid.xy,
            grid.z,
            block.xy,
            block.z,
            all.cast_mut(),
            call.shared,
            call.stream,
        )
    }

    /// Launches, and waits until it is done.
    pub(crate) fn run(&self, call: &Call, arguments: &mut [Address], name: &str) {
        let error = self.launch(call, arguments);
        self.expect(
            error,
            &format!("the derivative of the kernel `{name}` cannot be launched"),
        );
        let error = (self.synchronize)();
        self.expect(
            error,
            &format!("the derivative of the kernel `{name}` has failed"),
        );
    }
}

fn obtained(obtain: impl FnOnce(*mut Address) -> c_int) -> Option<Address> {
    let mut at = std::ptr::null_mut();
    let error = obtain(&mut at);
    (error == 0 && !at.is_null()).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::mock::{FUNCTIONS, INVALID_VALUE, NO_MEMORY, fail, machine};
    use super::{Address, Call, Size};
    use std::panic::catch_unwind;

    /// What a program ends with that does something.
    #[track_caller]
    fn told(act: impl FnOnce() + std::panic::UnwindSafe) -> String {
        *catch_unwind(act).unwrap_err().downcast::<String>().unwrap()
    }

    #[test]
    fn each_function_that_fails_ends_the_program() {
        const SOME: u64 = 8;
        fn nothing() -> Address {
            std::ptr::null_mut()
        }
        fn call() -> Call {
            Call {
                kernel: nothing(),
                grid: Size::ONE,
                block: Size::ONE,
                shared: 0,
                stream: nothing(),
                together: 0,
            }
        }
        let cases: [(&str, fn(), &str); 10] = [
            (
                "malloc",
                || {
                    FUNCTIONS.need(SOME, "facts");
                },
                "the device gives no memory for facts",
            ),
            (
                "free",
                || FUNCTIONS.free(nothing()),
                "memory of the device cannot be freed",
            ),
            (
                "free_host",
                || FUNCTIONS.free_host(nothing()),
                "memory of the host cannot be freed",
            ),
            (
                "memcpy",
                || FUNCTIONS.copy(nothing(), nothing(), SOME),
                "a derivative cannot copy memory",
            ),
            (
                "memset",
                || FUNCTIONS.clear(nothing(), SOME),
                "a derivative cannot clear memory",
            ),
            (
                "synchronize",
                || FUNCTIONS.wait(),
                "a kernel has failed before a derivative",
            ),
            (
                "device",
                || {
                    FUNCTIONS.device();
                },
                "no device can be used",
            ),
            (
                "set_device",
                || FUNCTIONS.on_device(-1, || ()),
                "a device cannot be used",
            ),
            (
                "launch",
                || FUNCTIONS.run(&call(), &mut [], "k"),
                "the derivative of the kernel `k` cannot be launched",
            ),
            (
                "launch",
                || FUNCTIONS.run(&call(), &mut [], "k"),
                "cannot be launched: unknown error (error 1)",
            ),
        ];
        for (function, act, expected) in cases {
            fail(function, INVALID_VALUE);
            let told = told(act);
            let is_told = told.contains(expected) && told.ends_with("(error 1) [EZ7501]");
            assert!(is_told, "{function}: {told}");
        }
        fail("malloc", NO_MEMORY);
        let told = told(|| {
            FUNCTIONS.need(SOME, "facts");
        });
        assert!(told.contains("out of memory (error 2)"), "{told}");
    }

    #[test]
    fn memory_that_there_is_not_is_an_answer() {
        for function in ["malloc", "malloc_managed", "malloc_host"] {
            fail(function, NO_MEMORY);
        }
        assert_eq!(FUNCTIONS.malloc(8), None);
        assert_eq!(FUNCTIONS.malloc_managed(8), None);
        assert_eq!(FUNCTIONS.malloc_host(8), None);
        let all = [FUNCTIONS.malloc(8), FUNCTIONS.malloc_managed(8)];
        all.into_iter().for_each(|at| FUNCTIONS.free(at.unwrap()));
        FUNCTIONS.free_host(FUNCTIONS.malloc_host(8).unwrap());
        assert_eq!(machine(|machine| machine.in_use()), 0);
    }

    #[test]
    fn another_device_is_the_present_one_for_a_while() {
        let own = FUNCTIONS.device();
        let other = || FUNCTIONS.device();
        assert_eq!(FUNCTIONS.on_device(-7, other), -7);
        assert_eq!(FUNCTIONS.device(), own);
        machine(|machine| machine.calls.clear());
        FUNCTIONS.on_device(own, || ());
        assert_eq!(machine(|machine| machine.calls.clone()), ["device"]);
    }
}
