//! Launches of derivatives.
//!
//! Owns: what is handed over, in the order of `core/src/frontend/kernels`, and the record from an augmented launch to its reverse. Must not: know what
//! a kernel computes.

use crate::arguments::Argument;
use crate::derivatives;
use crate::facts::Facts;
use crate::failure::{Why, fail_with};
use crate::kernels::{self, Beside, Kernel};
use crate::numbers::{self, Accessed};
use crate::rooms::{self, Room};
use crate::vendor::{Call, Functions};
use std::ffi::{c_int, c_void};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

type Address = *mut c_void;

/// A launch in differentiated code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Launch {
    pub(crate) functions: &'static Functions,
    /// That of the primal program.
    pub(crate) call: Call,
}

/// Records of halves that are called apart, of all threads, that wait for their reverse. Where there is none, the next one is taken for the beginning of a derivative.
static WAITING: AtomicUsize = AtomicUsize::new(0);

/// What an augmented launch leaves for its reverse.
#[derive(Debug)]
pub struct Record {
    launch: Launch,
    device: c_int,
    kernel: Arc<Kernel>,
    arguments: Vec<Argument>,
    /// What the threads keep, and bytes for each.
    room: Room,
    each: u64,
    /// Whether the kernel runs: else there is nothing to reverse.
    runs: bool,
    /// Whether it is counted in `WAITING`.
    apart: bool,
}

impl Launch {
    /// The same launch of a derivative.
    fn beside(&self, kernel: &Kernel, which: Beside) -> Call {
        Call {
            kernel: kernel.beside(which),
            ..self.call
        }
    }

    /// # Safety
    /// The arguments, and what stands beside them, lie where these lists say.
    unsafe fn read(
        &self,
        facts: &Facts,
        (arguments, beside): (*const Address, *const Address),
        read: unsafe fn(&Functions, &crate::facts::Param, (Address, Address)) -> Argument,
    ) -> Vec<Argument> {
        let one = |(index, param)| {
            // SAFETY: as the caller promises; without shadows at all, each argument is its own.
            unsafe {
                let at = *arguments.add(index);
                let other = if beside.is_null() {
                    at
                } else {
                    *beside.add(index)
                };
                read(self.functions, param, (at, other))
            }
        };
        facts.params.iter().enumerate().map(one).collect()
    }

    /// Notes what the kernel says of the memory that it is given, where `is_asked`.
    ///
    /// # Safety
    /// As for [`Self::read`].
    unsafe fn note(
        kernel: &Kernel,
        facts: &Facts,
        (arguments, shadows): (*const Address, *const Address),
        is_asked: impl Fn(u64) -> bool,
    ) {
        if shadows.is_null() {
            return;
        }
        let params = facts.params.iter().enumerate();
        let pointers = params.flat_map(|(index, p)| p.pointers.iter().map(move |at| (index, at)));
        for (index, (offset, what)) in pointers {
            // SAFETY: a pointer lies there, as the kernel says.
            let [at, shadow] = [arguments, shadows].map(|list| unsafe {
                let argument = list.add(index).read();
                argument.byte_add(*offset).cast::<u64>().read_unaligned()
            });
            if *what == Accessed::Words && at == shadow {
                continue;
            }
            let mut places = [at, shadow].into_iter().filter(|at| is_asked(*at));
            let agrees = places.all(|at| numbers::note(at, *what));
            if !agrees {
                fail_with(
                    Why::Integers,
                    &format!(
                        "memory with a derivative is given to the kernel `{}`, where one kernel has numbers, and another one writes integers: they may be bits of numbers",
                        kernel.name
                    ),
                    "let kernels move numbers as numbers, and give integers memory of their own",
                );
            }
        }
    }

    /// Launches the tangent, which does what the kernel does as well.
    ///
    /// # Safety
    /// As for [`Self::read`].
    pub(crate) unsafe fn tangent(
        &self,
        arguments: *const Address,
        tangents: *const Address,
    ) -> c_int {
        let kernel = kernels::find(self.call.kernel);
        let facts = kernel.facts(self.functions);
        // Nothing tells when threads that say nothing begin a tangent, so that memory of the program's may have been something else before.
        let is_asked = |at| !derivatives::is_apart() || numbers::is_known(at);
        // SAFETY: as the caller promises.
        unsafe { Self::note(&kernel, &facts, (arguments, tangents), is_asked) };
        // SAFETY: as the caller promises.
        let mut all = unsafe { self.read(&facts, (arguments, tangents), Argument::with_tangent) };
        let mut given: Vec<Address> = all.iter_mut().flat_map(Argument::addresses).collect();
        let call = self.beside(&kernel, Beside::Tangent);
        let error = self.functions.launch(&call, &mut given);
        if error != 0 {
            // SAFETY: as the caller promises.
            unsafe { self.expect_refused(&kernel, arguments) };
        }
        self.functions.wait();
        all.into_iter().for_each(Argument::forget);
        error
    }

    /// Launches the augmented kernel.
    ///
    /// # Safety
    /// As for [`Self::read`], and the shadows stay until the reverse.
    pub(crate) unsafe fn augmented(
        &self,
        list: *const Address,
        shadows: *const Address,
    ) -> (Record, c_int) {
        let kernel = kernels::find(self.call.kernel);
        let facts = kernel.facts(self.functions);
        let apart = derivatives::is_apart();
        if apart && WAITING.fetch_add(1, Ordering::Relaxed) == 0 {
            numbers::forget(derivatives::APART);
        }
        // SAFETY: as the caller promises.
        unsafe { Self::note(&kernel, &facts, (list, shadows), |_| true) };
        // SAFETY: as the caller promises.
        let read = unsafe { self.read(&facts, (list, shadows), Argument::with_shadow) };
        let each = rooms::each(&facts);
        let threads = self.call.grid.product() * self.call.block.product();
        let mut record = Record {
            launch: *self,
            device: self.functions.device(),
            room: Room::obtain(self.functions, each * threads),
            kernel,
            arguments: read,
            each,
            runs: false,
            apart,
        };
        let mut handed = record.handed();
        let mut given = record.given(&mut handed);
        let call = self.beside(&record.kernel, Beside::Augmented);
        let error = self.functions.launch(&call, &mut given);
        record.runs = error == 0;
        if error != 0 {
            // SAFETY: as the caller promises.
            unsafe { self.expect_refused(&record.kernel, list) };
        }
        (record, error)
    }

    /// A derivative was not launched. If the kernel itself cannot be launched either, it does nothing in the primal program, and neither does its reverse;
    /// else the derivative asks for more than the device has, and the program ends.
    ///
    /// # Safety
    /// As for [`Self::read`].
    unsafe fn expect_refused(&self, kernel: &Kernel, arguments: *const Address) {
        self.functions.forget_error();
        let error = self.functions.launch_given(&self.call, arguments);
        // A kernel that has failed leaves nothing to reverse.
        self.functions.wait();
        if error == 0 {
            fail_with(
                Why::TooLarge,
                &format!(
                    "the kernel `{}` can be launched, and its derivative cannot: it needs more registers, or more memory that the block shares",
                    kernel.name
                ),
                "launch it with smaller blocks, or bound its registers: `__launch_bounds__`",
            );
        }
    }
}

impl Record {
    /// What stands behind all arguments: where the threads' memory is, and bytes for each.
    fn handed(&self) -> [u64; 2] {
        [self.room.at() as u64, self.each]
    }

    fn given(&mut self, handed: &mut [u64; 2]) -> Vec<Address> {
        let arguments = self.arguments.iter_mut().flat_map(Argument::addresses);
        let rest = handed.iter_mut().map(|word| (&raw mut *word).cast());
        arguments.chain(rest).collect()
    }

    /// Launches the reverse on the device of the launch, and brings adjoints back.
    ///
    /// # Safety
    /// The shadows of the arguments lie where they were.
    pub(crate) unsafe fn reverse(mut self) {
        if self.apart {
            WAITING.fetch_sub(1, Ordering::Relaxed);
        }
        if !self.runs {
            self.arguments.into_iter().for_each(Argument::forget);
            self.room.give_back();
            return;
        }
        let functions = self.launch.functions;
        functions.on_device(self.device, || {
            // What the host, or another stream, has done to shadows before comes first.
            functions.wait();
            let all = self.arguments.iter_mut();
            all.for_each(|argument| argument.expect_adjoint(functions));
            let mut handed = self.handed();
            let mut given = self.given(&mut handed);
            // The stream may have been destroyed since.
            let call = Call {
                stream: std::ptr::null_mut(),
                ..self.launch.beside(&self.kernel, Beside::Reverse)
            };
            functions.run(&call, &mut given, &self.kernel.name);
            for argument in self.arguments {
                // SAFETY: as the caller promises.
                unsafe { argument.bring_back(functions) };
            }
            self.room.give_back();
        });
    }
}

#[cfg(test)]
mod tests {
    use super::Launch;
    use crate::numbers;
    use crate::rooms::Room;
    use crate::vendor::mock::{FUNCTIONS, INVALID_CONFIGURATION, RESOURCES, fail, kernel, machine};
    use crate::vendor::{Call, Size};
    use crate::{enzyme_rs_gpu_begin, enzyme_rs_gpu_end};
    use std::ffi::{c_int, c_void};

    type Address = *mut c_void;

    /// Layout, bytes for each thread, no more; a pointer to doubles, and a double.
    const FACTS: [u64; 14] = [2, 8, 0, 2, 1, 8, 8, 0, 0, 2, 8, 0, 0, 0];

    /// Memory of the device with a number.
    fn number(value: f64) -> Address {
        let at = FUNCTIONS.malloc(8).unwrap();
        FUNCTIONS.copy(at, (&raw const value).cast(), 8);
        at
    }

    fn read(at: Address) -> f64 {
        let mut value = 0.0;
        FUNCTIONS.copy((&raw mut value).cast(), at, 8);
        value
    }

    /// `x *= a` with shadows.
    struct Case {
        x: Address,
        dx: Address,
        a: f64,
        da: f64,
    }

    impl Case {
        /// x = 3, a = 5, and each shadow's own.
        fn new(dx: f64, da: f64) -> Self {
            Self {
                x: number(3.0),
                dx: number(dx),
                a: 5.0,
                da,
            }
        }

        fn launch(grid: Size, block: Size) -> Launch {
            let call = Call {
                kernel: kernel(&FACTS),
                grid,
                block,
                shared: 0,
                stream: std::ptr::null_mut(),
            };
            Launch {
                functions: &FUNCTIONS,
                call,
            }
        }

        fn lists(&mut self) -> [[Address; 2]; 2] {
            let Self { x, dx, a, da } = self;
            let own = [(&raw mut *x).cast(), (&raw mut *a).cast()];
            [own, [(&raw mut *dx).cast(), (&raw mut *da).cast()]]
        }

        fn augmented(&mut self, launch: &Launch) -> (super::Record, c_int) {
            let [own, shadows] = self.lists();
            // SAFETY: the lists have what the kernel takes.
            unsafe { launch.augmented(own.as_ptr(), shadows.as_ptr()) }
        }

        fn tangent(&mut self, launch: &Launch) -> c_int {
            let [own, tangents] = self.lists();
            // SAFETY: the same.
            unsafe { launch.tangent(own.as_ptr(), tangents.as_ptr()) }
        }
    }

    fn reverse(record: super::Record) {
        // SAFETY: the shadows of a case are there until the end of the test.
        unsafe { record.reverse() };
    }

    #[test]
    fn a_launch_is_reversed() {
        let mut case = Case::new(2.0, 0.25);
        let launch = Case::launch(Size::new(7, 2, 1), Size::new(32, 1, 2));
        let (record, error) = case.augmented(&launch);
        assert_eq!((error, read(case.x)), (0, 15.0));
        reverse(record);
        assert_eq!((read(case.dx), case.da), (10.0, 6.25));
        // Only what waits for the next launch is left, beside what the test has: what the threads keep, and the sum of the adjoints of the number.
        assert_eq!(machine(|machine| machine.in_use()), 4);
        let (record, _) = case.augmented(&launch);
        reverse(record);
        assert_eq!(machine(|machine| machine.in_use()), 4);
        assert_eq!((read(case.dx), case.da), (50.0, 6.25 + 150.0));
    }

    #[test]
    fn a_launch_has_a_tangent() {
        let mut case = Case::new(2.0, 0.25);
        assert_eq!(case.tangent(&Case::launch(Size::ONE, Size::ONE)), 0);
        assert_eq!((read(case.x), read(case.dx)), (15.0, 10.75));
    }

    #[test]
    fn a_reverse_runs_on_the_device_of_its_launch() {
        let mut case = Case::new(2.0, 0.0);
        let (record, _) = case.augmented(&Case::launch(Size::ONE, Size::ONE));
        let own = machine(|machine| std::mem::replace(&mut machine.device, -9));
        reverse(record);
        assert_eq!(FUNCTIONS.device(), -9);
        machine(|machine| machine.device = own);
        // What it gave back waits on that device.
        let calls = machine(|machine| std::mem::take(&mut machine.calls));
        assert!(calls.contains(&"set_device"));
        Room::obtain(&FUNCTIONS, 24);
        assert!(!machine(|machine| machine.calls.contains(&"malloc")));
    }

    #[test]
    fn what_the_primal_program_does_not_launch_is_not_reversed() {
        let mut case = Case::new(2.0, 0.25);
        let launch = Case::launch(Size::ONE, Size::new(2048, 1, 1));
        let (record, error) = case.augmented(&launch);
        assert_eq!(error, INVALID_CONFIGURATION);
        reverse(record);
        assert_eq!((read(case.x), read(case.dx), case.da), (3.0, 2.0, 0.25));
        assert_eq!(case.tangent(&launch), INVALID_CONFIGURATION);
        assert_eq!((read(case.x), read(case.dx), case.da), (3.0, 2.0, 0.25));
    }

    #[test]
    #[should_panic(expected = "the kernel `k` can be launched, and its derivative cannot")]
    fn a_derivative_that_asks_for_more_than_the_device_has_is_told() {
        let mut case = Case::new(2.0, 0.25);
        let launch = Case::launch(Size::ONE, Size::ONE);
        let (record, _) = case.augmented(&launch);
        reverse(record);
        fail("launch", RESOURCES);
        let _ = case.augmented(&launch);
    }

    #[test]
    #[should_panic(
        expected = "a kernel is launched in differentiated code that has no derivatives [EZ7502]"
    )]
    fn a_kernel_without_derivatives_is_told() {
        let mut launch = Case::launch(Size::ONE, Size::ONE);
        launch.call.kernel = 64 as Address;
        let _ = Case::new(0.0, 0.0).augmented(&launch);
    }

    #[test]
    #[should_panic(
        expected = "was compiled by another version of enzyme-rs than this library [EZ7503]"
    )]
    fn a_kernel_of_another_version_is_told() {
        let mut launch = Case::launch(Size::ONE, Size::ONE);
        launch.call.kernel = kernel(&[1, 8, 0, 0]);
        let _ = Case::new(0.0, 0.0).augmented(&launch);
    }

    #[test]
    fn what_kernels_tell_of_memory_lasts_as_long_as_the_derivative() {
        let mut case = Case::new(2.0, 0.0);
        let launch = Case::launch(Size::ONE, Size::ONE);
        enzyme_rs_gpu_begin();
        let (record, _) = case.augmented(&launch);
        reverse(record);
        let other = || {
            enzyme_rs_gpu_begin();
            let mut case = Case::new(2.0, 0.0);
            let (record, _) = case.augmented(&Case::launch(Size::ONE, Size::ONE));
            reverse(record);
            enzyme_rs_gpu_end();
        };
        std::thread::spawn(other).join().unwrap();
        assert_eq!(numbers::kinds(case.dx as u64, 8), [8].into());
        enzyme_rs_gpu_end();
        assert_eq!(numbers::kinds(case.dx as u64, 8), [].into());
    }
}
