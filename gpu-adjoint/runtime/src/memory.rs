//! Memory of devices and of hosts: new, copied, added, cleared.
//!
//! Copies find out by themselves on which side a place lies. Numbers are added on the host.
//!
//! Owns: what generated code does with shadows that it cannot load from. Must not: know kernels.

use crate::failure::{Why, fail_with};
use crate::numbers::{self, Accessed, Kinds};
use crate::vendor::Functions;
use std::ffi::{c_int, c_void};
use std::ops::AddAssign;

type Address = *mut c_void;

/// Kinds of memory, as `gpu-adjoint/rules/src/host.ll` numbers them.
const DEVICE: c_int = 0;
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

pub(crate) fn accumulate(functions: &Functions, to: Address, from: Address, bytes: u64, each: u64) {
    // What is copied onto itself stays.
    if to == from {
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
            .filter(|at| numbers::is_known(*at))
            .all(|at| numbers::note(at, Accessed::Numbers(each)));
        if !agrees {
            fail_with(
                Why::Integers,
                "a kernel has written integers to memory that is copied as numbers with a derivative, and they may be bits of numbers",
                "let kernels move numbers as numbers",
            );
        }
    }
    match (bytes, &all[..]) {
        (0, _) => {}
        (_, [8]) => add::<f64>(functions, to, from, bytes),
        (_, [4]) => add::<f32>(functions, to, from, bytes),
        (_, []) => expect_nothing(
            (functions, from, bytes),
            "nothing in the host's code tells what numbers lie there",
        ),
        (_, [4, 8]) => expect_nothing(
            (functions, from, bytes),
            "kernels have had numbers of float and of double there, or beside each other",
        ),
        _ => fail_with(
            Why::UnknownNumbers,
            &format!(
                "numbers of {all:?} bytes are copied between host and device, and adjoints are added to float and double alone"
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

/// It is not known what lies there. It may be anything without adjoints: indices, or what no derivative is asked of.
fn expect_nothing((functions, from, bytes): (&Functions, Address, u64), why: &str) {
    let mut all = vec![0u8; bytes as usize];
    functions.copy(all.as_mut_ptr().cast(), from, bytes);
    if all.iter().any(|byte| *byte != 0) {
        fail_with(
            Why::UnknownNumbers,
            &format!("memory that is copied to or from a device has an adjoint, and {why}"),
            "say which numbers they are in the differentiated function: `__enzyme_double(pointer)` or `__enzyme_float(pointer)` of the memory of the host",
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
    functions.copy(sum.as_mut_ptr().cast(), to, whole);
    functions.copy(more.as_mut_ptr().cast(), from, whole);
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += more;
    }
    functions.clear(from, bytes);
    functions.copy(to, sum.as_ptr().cast::<c_void>(), whole);
}
