//! Launches of derivatives.
//!
//! Owns: what is handed over, in the order of `core/src/frontend/kernels`, and the record from an augmented launch to its reverse. Must not: know what
//! a kernel computes.

use crate::arguments::Argument;
use crate::facts::Facts;
use crate::failure::{Why, fail_with};
use crate::kernels::{self, Beside, Kernel, Said};
use crate::numbers::{self, Accessed};
use crate::rooms::{self, Room};
use crate::vendor::{Call, Functions};
use std::ffi::{c_int, c_void};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

type Address = *mut c_void;

/// What stands between `<<<` and `>>>`, and what is launched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Launch {
    pub(crate) functions: &'static Functions,
    pub(crate) kernel: Address,
    /// Sizes along x and y in the halves of a word, and along z.
    pub(crate) grid: (u64, u32),
    pub(crate) block: (u64, u32),
    pub(crate) shared: usize,
    pub(crate) stream: Address,
}

/// Records of all threads that wait for their reverse. Where there is none, the next one is taken for the beginning of a derivative.
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
}

/// A launch no longer waits for its reverse.
pub(crate) fn waits_no_more() {
    WAITING.fetch_sub(1, Ordering::Relaxed);
}

/// Along x, y and z together.
fn product((xy, z): (u64, u32)) -> u64 {
    (xy & u64::from(u32::MAX)) * (xy >> 32) * u64::from(z)
}

impl Launch {
    fn call(&self, kernel: &Kernel, which: Beside) -> Call {
        Call {
            kernel: kernel.beside(which),
            grid: self.grid,
            block: self.block,
            shared: self.shared,
            stream: self.stream,
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

    /// What a kernel is handed that leads to memory: what it does there, the pointer, and its shadow.
    ///
    /// # Safety
    /// As for [`Self::read`], where there are shadows.
    unsafe fn pointers(
        facts: &Facts,
        (arguments, shadows): (*const Address, *const Address),
    ) -> Vec<(Accessed, u64, u64)> {
        if shadows.is_null() {
            return Vec::new();
        }
        let params = facts.params.iter().enumerate();
        let pointers = params.flat_map(|(index, p)| p.pointers.iter().map(move |at| (index, at)));
        let read = |(index, (offset, what)): (usize, &(usize, Accessed))| {
            // SAFETY: a pointer lies there, as the kernel says.
            let [at, shadow] = [arguments, shadows].map(|list| unsafe {
                let argument = list.add(index).read();
                argument.byte_add(*offset).cast::<u64>().read_unaligned()
            });
            (*what, at, shadow)
        };
        pointers.map(read).collect()
    }

    /// Launches a kernel that is said to have no derivative, as the program does.
    ///
    /// # Safety
    /// As for [`Self::read`].
    unsafe fn by_itself(&self, kernel: &Kernel, arguments: *const Address) -> c_int {
        let call = Call {
            kernel: self.kernel,
            ..self.call(kernel, Beside::Facts)
        };
        self.functions.launch_given(&call, arguments)
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
        // SAFETY: as the caller promises.
        for (what, at, shadow) in unsafe { Self::pointers(facts, (arguments, shadows)) } {
            if what == Accessed::Words && at == shadow {
                continue;
            }
            if kernel.said == Said::Inactive && what == Accessed::Mixed {
                expect_no_derivative(kernel, at == shadow);
                continue;
            }
            let mut places = [at, shadow].into_iter().filter(|at| is_asked(*at));
            let agrees = places.all(|at| numbers::note(at, what));
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
        let kernel = kernels::find(self.kernel);
        let facts = kernel.facts(self.functions);
        // SAFETY: as the caller promises. Nothing tells when a tangent begins, so that other memory may have been something else before.
        unsafe { Self::note(&kernel, &facts, (arguments, tangents), numbers::is_known) };
        if kernel.said == Said::Inactive {
            // SAFETY: as the caller promises.
            return unsafe { self.by_itself(&kernel, arguments) };
        }
        // SAFETY: as the caller promises.
        let mut all = unsafe { self.read(&facts, (arguments, tangents), Argument::with_tangent) };
        let mut given: Vec<Address> = all.iter_mut().flat_map(Argument::addresses).collect();
        let call = self.call(&kernel, Beside::Tangent);
        let error = self.functions.launch(&call, &mut given);
        if error != 0 {
            // SAFETY: as the caller promises.
            unsafe { self.expect_refused(&kernel, arguments) };
        }
        self.functions.wait();
        all.into_iter().for_each(Argument::forget);
        error
    }

    /// Launches the augmented kernel. There is no record where the kernel has no derivative; it waits for its reverse all the same.
    ///
    /// # Safety
    /// As for [`Self::read`], and the shadows stay until the reverse.
    pub(crate) unsafe fn augmented(
        &self,
        list: *const Address,
        shadows: *const Address,
    ) -> (Option<Record>, c_int) {
        let kernel = kernels::find(self.kernel);
        let facts = kernel.facts(self.functions);
        if WAITING.fetch_add(1, Ordering::Relaxed) == 0 {
            numbers::begin_anew();
        }
        // SAFETY: as the caller promises.
        unsafe { Self::note(&kernel, &facts, (list, shadows), |_| true) };
        if kernel.said == Said::Inactive {
            // SAFETY: as the caller promises.
            let error = unsafe { self.by_itself(&kernel, list) };
            return (None, error);
        }
        // SAFETY: as the caller promises.
        let read = unsafe { self.read(&facts, (list, shadows), Argument::with_shadow) };
        let each = rooms::each(&facts);
        let threads = product(self.grid) * product(self.block);
        let mut record = Record {
            launch: *self,
            device: self.functions.device(),
            room: Room::obtain(self.functions, each * threads),
            kernel,
            arguments: read,
            each,
            runs: false,
        };
        let mut handed = record.handed();
        let mut given = record.given(&mut handed);
        let call = self.call(&record.kernel, Beside::Augmented);
        let error = self.functions.launch(&call, &mut given);
        record.runs = error == 0;
        if error != 0 {
            // SAFETY: as the caller promises.
            unsafe { self.expect_refused(&record.kernel, list) };
        }
        (Some(record), error)
    }

    /// A derivative was not launched. If the kernel itself cannot be launched either, it does nothing in the primal program, and neither does its reverse;
    /// else the derivative asks for more than the device has, and the program ends.
    ///
    /// # Safety
    /// As for [`Self::read`].
    unsafe fn expect_refused(&self, kernel: &Kernel, arguments: *const Address) {
        self.functions.forget_error();
        // SAFETY: as the caller promises.
        let error = unsafe { self.by_itself(kernel, arguments) };
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

/// Ends the program where a kernel that is said to have no derivative may write more than integers to memory that has one.
fn expect_no_derivative(kernel: &Kernel, has_none: bool) {
    if has_none {
        return;
    }
    fail_with(
        Why::Inactive,
        &format!(
            "the kernel `{}` is said to have no derivative, and may write numbers to memory that has one",
            kernel.name
        ),
        "mark it ENZYME_RS_KERNEL; one that is said to have no derivative writes integers, or memory that is handed to the derivative as `enzyme_const`",
    );
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
                ..self.launch.call(&self.kernel, Beside::Reverse)
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
