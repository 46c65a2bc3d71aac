//! Memory of devices and of hosts: new, copied, added, cleared.
//!
//! Copies find out by themselves on which side a place lies. Numbers are added on the host.
//!
//! Owns: what generated code does with shadows that it cannot load from. Must not: know kernels.

use crate::alone::alone;
use crate::failure::{Why, fail_with};
use crate::numbers::{self, Accessed, Kinds};
use crate::vendor::Functions;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::fmt::{self, Display, Formatter};
use std::ops::AddAssign;

type Address = *mut c_void;

/// Kinds of memory, as `gpu-adjoint/rules/src/host.ll` numbers them.
pub(crate) const DEVICE: c_int = 0;
const MANAGED: c_int = 1;

pub(crate) fn obtain(functions: &Functions, kind: c_int, bytes: u64) -> Address {
    let made = match kind {
        DEVICE => functions.malloc(bytes),
        MANAGED => functions.malloc_managed(bytes),
        _ => functions.malloc_host(bytes),
    };
    let Some(at) = made else {
        return std::ptr::null_mut();
    };
    if bytes > 0 {
        functions.clear(at, bytes);
    }
    numbers::begin(at as u64, bytes);
    at
}

pub(crate) fn release(functions: &Functions, kind: c_int, at: Address) {
    if at.is_null() {
        return;
    }
    numbers::end(at as u64);
    match kind {
        DEVICE | MANAGED => functions.free(at),
        _ => functions.free_host(at),
    }
}

pub(crate) fn copy(functions: &Functions, to: Address, from: Address, bytes: u64) {
    if bytes > 0 {
        functions.copy(to, from, bytes);
    }
}

pub(crate) fn clear(functions: &Functions, at: Address, bytes: u64) {
    if bytes > 0 {
        functions.clear(at, bytes);
    }
}

/// A copy of the program's, of which the adjoint goes back.
#[derive(Clone, Copy)]
pub(crate) struct Copied<'a> {
    bytes: u64,
    /// Where the source has it, if that is known.
    place: Option<&'a CStr>,
}

impl Copied<'_> {
    /// # Safety
    /// The place is null, or leads to a text.
    pub(crate) unsafe fn at(place: *const c_char, bytes: u64) -> Self {
        // SAFETY: as promised.
        let place = (!place.is_null()).then(|| unsafe { CStr::from_ptr(place) });
        Self { bytes, place }
    }
}

impl Display for Copied<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(f, "{}: ", place.to_string_lossy())?;
        }
        write!(f, "a copy of {} bytes to or from a device", self.bytes)
    }
}

pub(crate) fn accumulate(
    functions: &Functions,
    (to, from): (Address, Address),
    each: u64,
    copy: Copied<'_>,
) {
    let bytes = copy.bytes;
    // What is copied onto itself stays.
    if to == from || bytes == 0 {
        return;
    }
    let kinds = match each {
        0 => kinds(to as u64, from as u64, bytes),
        each => Kinds::from([each]),
    };
    let all: Vec<u64> = kinds.into_iter().collect();
    if let [each] = all[..] {
        // Copies in front of this one may ask.
        let known = [to as u64, from as u64].into_iter();
        let agrees = known
            .filter(|at| numbers::is_known(*at) || functions.range(*at).is_some())
            .all(|at| numbers::note(at, Accessed::Numbers(each)));
        if !agrees || numbers::numbers_have_moved() {
            fail_with(
                Why::Integers,
                &format!(
                    "{copy} moves numbers with a derivative, a kernel has written integers to the same memory, and they may be bits of numbers"
                ),
                "let kernels move numbers as numbers",
            );
        }
    }
    match (bytes, &all[..]) {
        (0, _) => {}
        (_, [8]) => add::<f64>(functions, to, from, bytes),
        (_, [4]) => add::<f32>(functions, to, from, bytes),
        (_, []) => expect_nothing(
            (functions, from, copy),
            (
                "nothing in the host's code tells what numbers lie there",
                SAY,
            ),
        ),
        (_, [4, 8]) => expect_nothing(
            (functions, from, copy),
            (
                "kernels have had data of several kinds there (float and double, or integers beside numbers)",
                SAY,
            ),
        ),
        _ => fail_with(
            Why::UnknownNumbers,
            &format!(
                "{copy} moves numbers of {all:?} bytes, and adjoints are added to float and double alone"
            ),
            "use these in differentiated code of the host",
        ),
    }
}

/// What kernels tell of either side of a copy.
fn kinds(to: u64, from: u64, bytes: u64) -> Kinds {
    let mut kinds = numbers::kinds(to, bytes);
    kinds.extend(numbers::kinds(from, bytes));
    kinds
}

/// What tells which numbers an array has.
const SAY: &str = "say which numbers they are in the differentiated function: `__enzyme_double(pointer, bytes)` or `__enzyme_float(pointer, bytes)` of the memory of the host, also of structures with integers between the numbers; of a structure, name all members, `S copy = {given->a, given->b}`, and copy that";

/// Of a structure, only the members that the host's code accesses were added to others.
pub(crate) fn spent(functions: &Functions, at: Address, copy: Copied<'_>) {
    expect_nothing(
        (functions, at, copy),
        (
            "it lies in a member of a structure that the host's code does not access",
            "name all members in the differentiated function, `S copy = {given->a, given->b}`, and copy that; or hand the structure to the kernel by value",
        ),
    );
}

/// It is not known what lies there. It may be anything without adjoints: indices, or what no derivative is asked of.
fn expect_nothing(
    (functions, from, copy): (&Functions, Address, Copied<'_>),
    (why, help): (&str, &str),
) {
    let mut all = vec![0u8; copy.bytes as usize];
    functions.copy(all.as_mut_ptr().cast(), from, copy.bytes);
    if let Some(at) = all.iter().position(|byte| *byte != 0) {
        let (first, last) = (at & !7, at | 7);
        fail_with(
            Why::UnknownNumbers,
            &format!("{copy} moves what has an adjoint, in its bytes {first} to {last}, and {why}"),
            help,
        );
    }
}

/// By way of the host: a copy moves as much in the primal program.
fn add<N: Copy + Default + AddAssign>(
    functions: &Functions,
    to: Address,
    from: Address,
    bytes: u64,
) {
    let count = bytes as usize / size_of::<N>();
    let whole = (count * size_of::<N>()) as u64;
    let [mut sum, mut more] = [vec![N::default(); count], vec![N::default(); count]];
    alone(functions.device(), || {
        functions.copy(sum.as_mut_ptr().cast(), to, whole);
        functions.copy(more.as_mut_ptr().cast(), from, whole);
        for (sum, more) in sum.iter_mut().zip(more) {
            *sum += more;
        }
        functions.clear(from, bytes);
        functions.copy(to, sum.as_ptr().cast::<c_void>(), whole);
    });
}

#[cfg(test)]
mod tests {
    use super::{Copied, DEVICE, MANAGED, accumulate, clear, copy, obtain, release};
    use crate::numbers::{self, Accessed};
    use crate::vendor::mock::{FUNCTIONS, fail, machine};
    use std::ffi::{c_int, c_void};

    type Address = *mut c_void;
    const HOST: c_int = 2;

    fn address<T>(numbers: &mut [T]) -> Address {
        numbers.as_mut_ptr().cast()
    }

    /// A copy in the seventh line.
    fn copied(bytes: u64) -> Copied<'static> {
        // SAFETY: it is a text.
        unsafe { Copied::at(c"a.cu:7".as_ptr(), bytes) }
    }

    /// What lies there.
    fn read<const N: usize>(at: Address) -> [f64; N] {
        let mut all = [0.0; N];
        FUNCTIONS.copy(address(&mut all), at, size_of_val(&all) as u64);
        all
    }

    #[test]
    fn shadows_are_zero_also_in_memory_that_is_handed_out_again() {
        for kind in [DEVICE, MANAGED, HOST] {
            let first = obtain(&FUNCTIONS, kind, 32);
            copy(&FUNCTIONS, first, address(&mut [1.0; 4]), 32);
            release(&FUNCTIONS, kind, first);
            let second = obtain(&FUNCTIONS, kind, 32);
            assert_eq!((second, read(second)), (first, [0.0; 4]));
            release(&FUNCTIONS, kind, second);
        }
        assert_eq!(machine(|machine| machine.in_use()), 0);
        release(&FUNCTIONS, DEVICE, std::ptr::null_mut());
        for (kind, function) in [
            (DEVICE, "malloc"),
            (MANAGED, "malloc_managed"),
            (HOST, "malloc_host"),
        ] {
            fail(function, 2);
            assert!(obtain(&FUNCTIONS, kind, 32).is_null());
        }
    }

    #[test]
    fn nothing_may_be_left_of_a_structure() {
        super::spent(&FUNCTIONS, address(&mut [0.0; 3]), copied(24));
    }

    #[test]
    #[should_panic(
        expected = "a.cu:7: a copy of 24 bytes to or from a device moves what has an adjoint, in its bytes 8 to 15, and it lies in a member of a structure that the host's code does not access"
    )]
    fn what_is_left_of_a_structure_is_told() {
        super::spent(&FUNCTIONS, address(&mut [0.0, 1.0, 0.0]), copied(24));
    }

    #[test]
    fn what_was_noted_of_memory_is_forgotten_when_it_is_handed_out_again() {
        let first = obtain(&FUNCTIONS, DEVICE, 16);
        assert!(numbers::note(first as u64, Accessed::Numbers(8)));
        release(&FUNCTIONS, DEVICE, first);
        let second = obtain(&FUNCTIONS, DEVICE, 16);
        assert!(numbers::note(second as u64, Accessed::Numbers(4)));
        copy(&FUNCTIONS, second, address(&mut [1f32, 2.0, 3.0, 4.0]), 16);
        let mut sum = [0.5f32; 4];
        accumulate(&FUNCTIONS, (address(&mut sum), second), 0, copied(16));
        assert_eq!(sum, [1.5, 2.5, 3.5, 4.5]);
        release(&FUNCTIONS, DEVICE, second);
    }

    #[test]
    fn copies_and_sums_go_in_all_directions() {
        let device = || obtain(&FUNCTIONS, DEVICE, 16);
        let (mut first, mut second) = ([1.0, 2.0], [10.0, 20.0]);
        let (on_device, also) = (device(), device());
        let all = [
            (on_device, address(&mut first)),
            (also, on_device),
            (address(&mut second), also),
        ];
        for (to, from) in all {
            copy(&FUNCTIONS, to, from, 16);
            assert_eq!(read(to), [1.0, 2.0]);
        }
        // The adjoint of a copy goes back, and there is none left where it was.
        for (from, to) in all {
            for place in [from, to] {
                copy(&FUNCTIONS, place, address(&mut [1.0, 2.0]), 16);
            }
            accumulate(&FUNCTIONS, (to, from), 8, copied(16));
            assert_eq!((read(to), read(from)), ([2.0, 4.0], [0.0; 2]));
        }
        let (mut first, mut second) = ([1.0, 2.0], [10.0, 20.0]);
        accumulate(
            &FUNCTIONS,
            (address(&mut second), address(&mut first)),
            8,
            copied(16),
        );
        assert_eq!((first, second), ([0.0; 2], [11.0, 22.0]));
        copy(&FUNCTIONS, on_device, address(&mut [1.0, 2.0]), 16);
        accumulate(&FUNCTIONS, (on_device, on_device), 8, copied(16));
        assert_eq!(read(on_device), [1.0, 2.0]);
        clear(&FUNCTIONS, on_device, 8);
        assert_eq!(read(on_device), [0.0, 2.0]);
    }

    #[test]
    fn nothing_is_nothing_to_do() {
        machine(|machine| machine.calls.clear());
        let nowhere = std::ptr::null_mut();
        copy(&FUNCTIONS, nowhere, nowhere, 0);
        clear(&FUNCTIONS, nowhere, 0);
        accumulate(&FUNCTIONS, (nowhere, address(&mut [0u8])), 8, copied(0));
        assert!(machine(|machine| machine.calls.is_empty()));
    }

    #[test]
    #[should_panic(expected = "nothing in the host's code tells what numbers lie there [EZ7506]")]
    fn unknown_numbers_with_an_adjoint_are_told() {
        let mut zero = [0.0, 0.0];
        let memory = obtain(&FUNCTIONS, DEVICE, 16);
        accumulate(&FUNCTIONS, (address(&mut zero), memory), 0, copied(16));
        copy(&FUNCTIONS, memory, address(&mut [1.0, 2.0]), 16);
        accumulate(&FUNCTIONS, (address(&mut zero), memory), 0, copied(16));
    }

    #[test]
    #[should_panic(expected = "[EZ7505]")]
    fn integers_that_are_added_as_numbers_are_told() {
        let memory = obtain(&FUNCTIONS, DEVICE, 16);
        assert!(numbers::note(memory as u64, Accessed::Words));
        accumulate(
            &FUNCTIONS,
            (address(&mut [0.0, 0.0]), memory),
            8,
            copied(16),
        );
    }
}
