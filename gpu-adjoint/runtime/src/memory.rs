//! Memory of devices and of hosts: new, copied, added, cleared.
//!
//! Copies find out by themselves on which side a place lies. Numbers are added on the host.
//!
//! Owns: what generated code does with shadows that it cannot load from. Must not: know kernels.

use crate::failure::{fail, fail_with};
use crate::numbers;
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
    let each = match each {
        0 => [to, from]
            .into_iter()
            .find_map(|at| numbers::each(at as u64))
            .unwrap_or(0),
        each => each,
    };
    match (bytes, each) {
        (0, _) => {}
        (_, 8) => add::<f64>(functions, to, from, bytes),
        (_, 4) => add::<f32>(functions, to, from, bytes),
        (_, 0) => expect_nothing(functions, from, bytes),
        _ => fail(&format!(
            "numbers of {each} bytes are copied between host and device, whose adjoints are not known"
        )),
    }
}

/// Nothing tells what lies there. It may be anything without adjoints: indices, or what no derivative is asked of.
fn expect_nothing(functions: &Functions, from: Address, bytes: u64) {
    let mut all = vec![0u8; bytes as usize];
    functions.copy(all.as_mut_ptr().cast(), from, bytes);
    if all.iter().any(|byte| *byte != 0) {
        fail_with(
            "memory that is copied between host and device has an adjoint, and nothing in the host's code tells what numbers lie there",
            "say so in the differentiated function: `__enzyme_double(pointer)` or `__enzyme_float(pointer)` of the memory of the host",
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
