//! Launches of derivatives.
//!
//! Owns: what is handed over, in the order of `core/src/frontend/kernels`, and the record from an augmented launch to its reverse. Must not: know what
//! a kernel computes.

use crate::alone::alone;
use crate::arguments::Argument;
use crate::derivatives;
use crate::facts::{Facts, Param, Shared};
use crate::failure::{Why, fail_with};
use crate::kernels::{self, Beside, Kernel, Said};
use crate::notes;
use crate::numbers::{self, Accessed};
use crate::rooms::{self, Room};
use crate::shadows::{self, Shadows};
use crate::steps;
use crate::variables;
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
    /// Nothing if the kernel does not run: then there is nothing to reverse.
    kept: Option<Kept>,
    /// Whether it is counted in `WAITING`.
    apart: bool,
}

/// What is handed to both launches.
#[derive(Debug)]
struct Kept {
    arguments: Vec<Argument>,
    /// The shadows of variables of the device that the kernel names.
    variables: Vec<u64>,
    /// What the threads keep, and bytes for each.
    room: Room,
    each: u64,
    note: Option<Note>,
    /// Where shadows of shared memory lie, if derivatives are told: in a launch that uses them.
    shadows: Option<Shadows>,
}

/// The address of an argument.
fn address<T>(argument: &mut T) -> Address {
    (&raw mut *argument).cast()
}

/// Where the threads of a launch note what they need, if they have too little.
#[derive(Debug)]
struct Note(Address);

impl Note {
    /// For a launch whose threads have so much, if there is memory: else nothing is said of it.
    fn begin(functions: &Functions, kernel: &Kernel, has: u64) -> Option<Self> {
        let at = rooms::note(functions)?;
        notes::begin(at, &kernel.name, has);
        Some(Self(at))
    }

    fn end(self) {
        notes::end(self.0);
        rooms::give_note_back(self.0);
    }
}

impl Launch {
    /// What stands behind all else that derivatives are handed: how far shadows of shared memory are; where those lie that the device has memory for, and bytes for each block.
    fn of_shared(&self, facts: &Facts, shadows: Option<&Shadows>) -> impl Iterator<Item = u64> {
        let distance = (facts.shared != Shared::None).then(|| self.call.distance() as u64);
        let shadows = shadows.map(Shadows::handed);
        distance.into_iter().chain(shadows.into_iter().flatten())
    }

    /// Launches a derivative in the same way; gives the error.
    fn beside(&self, kernel: &Kernel, which: Beside, given: &mut [Address]) -> c_int {
        let call = kernel.in_place_of((self.functions, &self.call), which);
        call.map_or_else(|error| error, |call| self.functions.launch(&call, given))
    }

    /// # Safety
    /// The arguments, and what stands beside them, lie where these lists say.
    unsafe fn read(
        &self,
        facts: &Facts,
        (arguments, beside): (*const Address, *const Address),
        read: unsafe fn(&Functions, &Param, (Address, Address)) -> Argument,
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

    /// Whether nothing that a kernel is handed varies, and it names no variable, so that nothing varies of what it writes either.
    ///
    /// # Safety
    /// As for [`Self::read`].
    unsafe fn is_constant(
        facts: &Facts,
        (arguments, shadows): (*const Address, *const Address),
    ) -> bool {
        if !facts.variables.is_empty() {
            return false;
        }
        if shadows.is_null() {
            return true;
        }
        let is_own = |(index, param): (usize, &Param)| {
            // SAFETY: as the caller promises.
            !param.has_numbers() || unsafe { *arguments.add(index) == *shadows.add(index) }
        };
        // SAFETY: as the caller promises.
        let mut pointers = unsafe { Self::pointers(facts, (arguments, shadows)) }.into_iter();
        facts.params.iter().enumerate().all(is_own) && pointers.all(|(_, at, shadow)| at == shadow)
    }

    /// Tells of the variables that a kernel names: they are these, and it may read or write them.
    fn name_variables(&self, kernel: &Kernel, facts: &Facts) {
        for variable in &facts.variables {
            variables::names(self.functions, (variable.at, variable.bytes));
            let place = (variable.at, variable.name.as_str());
            steps::is_used(self.functions, place, &kernel.name);
            if variable.changed {
                let by = format!("the kernel `{}`", kernel.name);
                steps::is_written(self.functions, variable.at, &by);
            }
        }
    }

    /// The shadows of variables that derivatives are handed; a variable itself where nothing in it varies.
    fn variables(&self, kernel: &Kernel, facts: &Facts) -> Vec<u64> {
        let mut handed = Vec::new();
        for variable in &facts.variables {
            let shadow = match variable.written {
                true => Some(variables::need(
                    self.functions,
                    (variable.at, variable.bytes),
                )),
                false => variables::find(self.functions, variable.at),
            };
            if !variable.handed {
                if shadow.is_some() {
                    variables::is_named(&kernel.name, &variable.name);
                }
                continue;
            }
            let shadow = shadow.unwrap_or(variable.at);
            for at in [variable.at, shadow] {
                if !numbers::note(at, variable.accessed) {
                    integers_and_numbers(&kernel.name);
                }
            }
            handed.push(shadow);
        }
        handed
    }

    /// Notes what the kernel says of the memory that it is given, where `is_asked`.
    ///
    /// # Safety
    /// As for [`Self::read`].
    unsafe fn note(
        &self,
        kernel: &Kernel,
        facts: &Facts,
        (arguments, shadows): (*const Address, *const Address),
        is_asked: impl Fn(u64) -> bool,
    ) {
        let (mut read, mut written) = (Vec::new(), Vec::new());
        // SAFETY: as the caller promises.
        for (what, at, shadow) in unsafe { Self::pointers(facts, (arguments, shadows)) } {
            let changes = [Accessed::Words, Accessed::ChangedWords].contains(&what);
            let reads = [Accessed::ReadWords, Accessed::ChangedWords].contains(&what);
            // Also of memory without a derivative: bits of numbers may go on from there.
            if (reads || changes) && at != 0 {
                let whole = numbers::whole(at, || self.functions.range(at));
                read.extend(reads.then(|| whole.clone()));
                written.extend(changes.then_some(whole));
            }
            if changes && at == shadow {
                continue;
            }
            if kernel.said == Said::Inactive && what == Accessed::Mixed {
                expect_no_derivative(kernel, at == shadow);
                continue;
            }
            let mut places = [at, shadow].into_iter().filter(|at| is_asked(*at));
            let agrees = places.all(|at| numbers::note(at, what));
            if !agrees {
                integers_and_numbers(&kernel.name);
            }
        }
        for to in &written {
            read.iter()
                .for_each(|from| numbers::moves(from.clone(), to.clone()));
        }
        if numbers::numbers_have_moved() {
            integers_and_numbers(&kernel.name);
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
        unsafe { self.note(&kernel, &facts, (arguments, tangents), is_asked) };
        self.name_variables(&kernel, &facts);
        // SAFETY: as the caller promises.
        let is_constant = unsafe { Self::is_constant(&facts, (arguments, tangents)) };
        if kernel.said == Said::Inactive || is_constant {
            return self.functions.launch_given(&self.call, arguments);
        }
        if !facts.has_tangent {
            fail_with(
                Why::NoTangent,
                &format!(
                    "the kernel `{}` is launched in forward mode, and has no tangent: it takes the maximum or minimum of numbers atomically, in memory of the device",
                    kernel.name
                ),
                "differentiate in reverse mode; or take the maximum of each block in shared memory, and that of all blocks in another kernel, or on the host",
            );
        }
        let shadows = match Shadows::find(self.functions, (&facts, &self.call), true) {
            Ok(shadows) => shadows,
            Err(bytes) => {
                // SAFETY: as the caller promises.
                return unsafe {
                    self.expect_refused(arguments, || shadows::missing(&kernel.name, bytes))
                };
            }
        };
        // SAFETY: as the caller promises.
        let mut all = unsafe { self.read(&facts, (arguments, tangents), Argument::with_tangent) };
        let mut variables = self.variables(&kernel, &facts);
        variables.extend(self.of_shared(&facts, shadows.as_ref()));
        let behind = variables.iter_mut().map(address);
        let mut given: Vec<Address> = all
            .iter_mut()
            .flat_map(Argument::addresses)
            .chain(behind)
            .collect();
        let mut error = self.beside(&kernel, Beside::Tangent, &mut given);
        if error != 0 {
            // SAFETY: as the caller promises.
            error = unsafe {
                self.expect_refused(arguments, || too_large(&kernel, (&facts, &self.call)))
            };
        }
        self.functions.wait();
        all.into_iter().for_each(Argument::forget);
        if let Some(shadows) = shadows {
            shadows.give_back();
        }
        error
    }

    /// Launches the augmented kernel. A kernel without a derivative leaves nothing to reverse.
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
        unsafe { self.note(&kernel, &facts, (list, shadows), |_| true) };
        self.name_variables(&kernel, &facts);
        // SAFETY: as the caller promises.
        let is_constant = unsafe { Self::is_constant(&facts, (list, shadows)) };
        let (kept, error) = match kernel.said {
            Said::Inactive => (None, self.functions.launch_given(&self.call, list)),
            _ if is_constant => (None, self.functions.launch_given(&self.call, list)),
            // SAFETY: as the caller promises.
            Said::Differentiated | Said::Nothing => unsafe {
                self.keep(&kernel, &facts, (list, shadows))
            },
        };
        let record = Record {
            launch: *self,
            device: self.functions.device(),
            kernel,
            kept,
            apart,
        };
        (record, error)
    }

    /// The launch itself: what it leaves for its reverse, if it takes place, and its error.
    ///
    /// # Safety
    /// As for [`Self::read`].
    unsafe fn keep(
        &self,
        kernel: &Kernel,
        facts: &Facts,
        (list, shadows): (*const Address, *const Address),
    ) -> (Option<Kept>, c_int) {
        let each = rooms::each(facts);
        let threads = self.call.threads();
        let bytes = threads.and_then(|all| rooms::of_all(each.bytes, all));
        let Some(room) = bytes.and_then(|bytes| Room::find(self.functions, bytes)) else {
            // SAFETY: as the caller promises.
            let error = unsafe { self.expect_refused(list, || rooms::missing(bytes)) };
            return (None, error);
        };
        let uses = facts.shadows.is_some_and(|shadows| shadows.forward);
        let of_shared = match Shadows::find(self.functions, (facts, &self.call), uses) {
            Ok(of_shared) => of_shared,
            Err(bytes) => {
                room.give_back();
                // SAFETY: as the caller promises.
                let error =
                    unsafe { self.expect_refused(list, || shadows::missing(&kernel.name, bytes)) };
                return (None, error);
            }
        };
        // SAFETY: as the caller promises.
        let arguments = unsafe { self.read(facts, (list, shadows), Argument::with_shadow) };
        let mut kept = Kept {
            arguments,
            variables: self.variables(kernel, facts),
            room,
            each: each.bytes,
            note: each
                .more
                .and_then(|has| Note::begin(self.functions, kernel, has)),
            shadows: of_shared,
        };
        let mut handed = kept.handed((self, facts));
        let mut given = kept.given(&mut handed);
        if facts.settles {
            // A launch in another stream may change the same numbers.
            self.functions.wait();
        }
        if self.beside(kernel, Beside::Augmented, &mut given) == 0 {
            if facts.settles {
                self.settle(kernel, &kept);
            }
            return (Some(kept), 0);
        }
        // Where launches are done when they return, it may have begun, and ended for this.
        notes::expect_enough();
        kept.forget();
        // SAFETY: as the caller promises.
        let error = unsafe { self.expect_refused(list, || too_large(kernel, (facts, &self.call))) };
        (None, error)
    }

    /// Behind the augmented launch: has its threads look which of their numbers are there in the end, before anyone writes others there.
    fn settle(&self, kernel: &Kernel, kept: &Kept) {
        let call = Call {
            kernel: kernel.beside(Beside::Settled),
            shared: 0,
            together: 0,
            ..self.call
        };
        let [room, bytes, _] = kept.room();
        let mut handed = [room, bytes];
        let mut given: Vec<Address> = handed.iter_mut().map(address).collect();
        self.functions.run(&call, &mut given, &kernel.name);
    }

    /// A derivative was not launched. If the kernel itself cannot be launched either, the primal program gets this error, and nothing is done, nor is anything in
    /// the reverse; else the program ends.
    ///
    /// # Safety
    /// As for [`Self::read`].
    unsafe fn expect_refused(&self, arguments: *const Address, end: impl FnOnce()) -> c_int {
        let error = self.functions.launch_given(&self.call, arguments);
        // A kernel that has failed leaves nothing to reverse.
        self.functions.wait();
        if error == 0 {
            end();
        }
        error
    }
}

/// The device does not have what a derivative asks for.
fn too_large(kernel: &Kernel, (facts, call): (&Facts, &Call)) -> ! {
    let shared = match facts.shared {
        Shared::Twice if call.shared > 0 => format!(
            "more memory that the block shares ({} bytes of that whose size the launch says, half of them for shadows)",
            call.shared_and_shadow()
        ),
        _ => "more memory that the block shares".to_owned(),
    };
    let (fewer, smaller) = match call.together {
        0 => ("", "smaller blocks"),
        _ => (
            ", so that fewer of its blocks run at the same time",
            "smaller blocks or fewer",
        ),
    };
    // What lies in memory of the device does not lack there.
    let elsewhere = match facts.shared {
        Shared::Twice if call.shared > 0 => {
            "\n  help: or compile it with ENZYME_RS_OPTIONS=device-shadows: shadows of what a block shares lie in memory of the device then"
        }
        _ => "",
    };
    fail_with(
        Why::TooLarge,
        &format!(
            "the kernel `{}` can be launched, and its derivative cannot: it needs more registers, or {shared}{fewer}",
            kernel.name
        ),
        &format!(
            "launch it with {smaller}, or bound its registers: `__launch_bounds__`{elsewhere}"
        ),
    );
}

/// Ends the program where one kernel has numbers, and another one integers.
fn integers_and_numbers(kernel: &str) -> ! {
    fail_with(
        Why::Integers,
        &format!(
            "memory with a derivative is given to the kernel `{kernel}`, where one kernel has numbers, and another one writes integers: they may be bits of numbers"
        ),
        "let kernels move numbers as numbers, and give integers memory of their own",
    )
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

impl Kept {
    /// What stands behind all arguments: shadows of variables; where the threads' memory is, bytes for each, and where they note what they need; what is said of shadows of shared memory.
    fn handed(&self, (launch, facts): (&Launch, &Facts)) -> Vec<u64> {
        let variables = self.variables.iter().copied();
        let of_shared = launch.of_shared(facts, self.shadows.as_ref());
        variables.chain(self.room()).chain(of_shared).collect()
    }

    /// Memory that the reverse alone needs.
    fn obtain(&mut self, (launch, facts): (&Launch, &Facts), kernel: &Kernel) {
        if self.shadows.as_ref().is_some_and(Shadows::is_there) {
            return;
        }
        let found = Shadows::find(launch.functions, (facts, &launch.call), true);
        self.shadows = found.unwrap_or_else(|bytes| shadows::missing(&kernel.name, bytes));
    }

    /// The reverse is done, or nothing was launched.
    fn give_back(self) {
        self.room.give_back();
        if let Some(note) = self.note {
            note.end();
        }
        if let Some(shadows) = self.shadows {
            shadows.give_back();
        }
    }

    /// Where the threads' memory is, bytes for each, and where they note what they need.
    fn room(&self) -> [u64; 3] {
        let note = self.note.as_ref().map_or(0, |note| note.0 as u64);
        [self.room.at() as u64, self.each, note]
    }

    fn given(&mut self, handed: &mut [u64]) -> Vec<Address> {
        let arguments = self.arguments.iter_mut().flat_map(Argument::addresses);
        let rest = handed.iter_mut().map(address);
        arguments.chain(rest).collect()
    }

    /// Nothing was launched.
    fn forget(mut self) {
        let arguments = std::mem::take(&mut self.arguments);
        arguments.into_iter().for_each(Argument::forget);
        self.give_back();
    }
}

impl Record {
    /// Launches the reverse on the device of the launch, and brings adjoints back.
    ///
    /// # Safety
    /// The shadows of the arguments lie where they were.
    pub(crate) unsafe fn reverse(self) {
        if self.apart {
            WAITING.fetch_sub(1, Ordering::Relaxed);
        }
        let Some(mut kept) = self.kept else {
            return;
        };
        let functions = self.launch.functions;
        functions.on_device(self.device, || {
            // What the host, or another stream, has done to shadows before comes first.
            functions.wait();
            let all = kept.arguments.iter_mut();
            all.for_each(|argument| argument.expect_adjoint(functions));
            let facts = self.kernel.facts(functions);
            kept.obtain((&self.launch, &facts), &self.kernel);
            let mut handed = kept.handed((&self.launch, &facts));
            let mut given = kept.given(&mut handed);
            // The stream may have been destroyed since.
            let call = Call {
                stream: std::ptr::null_mut(),
                ..self.launch.call
            };
            let call = self.kernel.in_place_of((functions, &call), Beside::Reverse);
            let call =
                call.unwrap_or_else(|_| too_large(&self.kernel, (&facts, &self.launch.call)));
            alone(self.device, || {
                functions.run(&call, &mut given, &self.kernel.name);
            });
            for argument in std::mem::take(&mut kept.arguments) {
                // SAFETY: as the caller promises.
                unsafe { argument.bring_back(functions) };
            }
            kept.give_back();
        });
    }
}

#[cfg(test)]
mod tests;
