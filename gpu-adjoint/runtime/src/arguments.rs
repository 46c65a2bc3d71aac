//! The arguments of a launch and their shadows, as a record keeps them.
//!
//! A launch is handed the addresses of its arguments; beside these stand addresses of their shadows, or the same ones where an argument has none. A
//! pointer's shadow is a pointer, which is the same where its memory has no derivative. What a structure holds is on the device, where all
//! threads add to its numbers.
//!
//! Owns: reading and keeping both, and bringing adjoints of numbers back. Must not: launch.

use crate::facts::{Kind, Number, Param};
use crate::rooms::Room;
use crate::vendor::Functions;
use std::ffi::c_void;

type Address = *mut c_void;

/// Bytes of the sum of what all threads add to the adjoint of a number, whatever the number is.
const SUM: usize = size_of::<f64>();

/// One argument.
#[derive(Debug)]
pub(crate) struct Argument {
    param: Param,
    /// Its bytes, aligned as any argument is.
    value: Vec<u128>,
    /// Where the host has its shadow, if it has one.
    shadow: Option<usize>,
    beside: Beside,
}

/// What stands behind an argument when a derivative is launched.
#[derive(Debug)]
enum Beside {
    Nothing,
    /// Its bytes.
    Value(Vec<u128>),
    /// The address of this memory of the device.
    Memory(Room, u64),
}

fn bytes_at(at: Address, bytes: usize) -> Vec<u128> {
    let mut copy = vec![0u128; bytes.div_ceil(size_of::<u128>()).max(1)];
    // SAFETY: an argument lies there, as the launch says.
    unsafe {
        std::ptr::copy_nonoverlapping(at.cast::<u8>(), copy.as_mut_ptr().cast::<u8>(), bytes)
    };
    copy
}

fn as_bytes(words: &mut [u128]) -> &mut [u8] {
    let bytes = size_of_val(words);
    // SAFETY: the same memory, whose every byte is one.
    unsafe { std::slice::from_raw_parts_mut(words.as_mut_ptr().cast(), bytes) }
}

impl Argument {
    /// An argument of a tangent: behind a number stands its tangent.
    ///
    /// # Safety
    /// The argument and its tangent lie there.
    pub(crate) unsafe fn with_tangent(
        functions: &Functions,
        param: &Param,
        (at, tangent): (Address, Address),
    ) -> Self {
        let shadow = (at != tangent).then_some(tangent);
        let value = bytes_at(at, param.bytes);
        let beside = match (&param.kind, shadow) {
            _ if param.is_plain() => Beside::Nothing,
            (Kind::Integer, _) => Beside::Nothing,
            (Kind::Number, None) => Beside::Value(vec![0]),
            (Kind::Number | Kind::Pointer, _) => Beside::Value(bytes_at(tangent, param.bytes)),
            (Kind::Record(numbers), shadow) => {
                let mut words = bytes_at(tangent, param.bytes);
                if shadow.is_none() {
                    clear(&mut words, numbers);
                }
                on_device(functions, param.bytes as u64, &words)
            }
        };
        Self {
            param: param.clone(),
            value,
            shadow: shadow.map(|at| at as usize),
            beside,
        }
    }

    /// An argument of a launch that is reversed later: behind a number stands nothing, until [`Self::expect_adjoint`].
    ///
    /// # Safety
    /// The argument and its shadow lie there.
    pub(crate) unsafe fn with_shadow(
        functions: &Functions,
        param: &Param,
        (at, shadow): (Address, Address),
    ) -> Self {
        let beside = match &param.kind {
            _ if param.is_plain() => Beside::Nothing,
            Kind::Integer | Kind::Number => Beside::Nothing,
            Kind::Pointer => Beside::Value(bytes_at(shadow, param.bytes)),
            Kind::Record(numbers) => {
                let mut words = bytes_at(shadow, param.bytes);
                clear(&mut words, numbers);
                on_device(functions, param.bytes as u64, &words)
            }
        };
        Self {
            param: param.clone(),
            value: bytes_at(at, param.bytes),
            shadow: (at != shadow).then_some(shadow as usize),
            beside,
        }
    }

    /// From now on, behind a number stands where its adjoint is added to: nowhere, if it has no shadow.
    pub(crate) fn expect_adjoint(&mut self, functions: &Functions) {
        if self.param.kind != Kind::Number {
            return;
        }
        self.beside = match self.shadow {
            None => Beside::Value(vec![0]),
            Some(_) => on_device(functions, SUM as u64, &[0]),
        };
    }

    /// Addresses of it and of what stands behind it.
    pub(crate) fn addresses(&mut self) -> impl Iterator<Item = Address> {
        let behind = match &mut self.beside {
            Beside::Nothing => None,
            Beside::Value(words) => Some(words.as_mut_ptr().cast()),
            Beside::Memory(_, at) => Some((&raw mut *at).cast()),
        };
        [Some(self.value.as_mut_ptr().cast()), behind]
            .into_iter()
            .flatten()
    }

    /// Adds adjoints that the device has to those of the host, and gives memory of the device back.
    ///
    /// # Safety
    /// The shadow still lies where it was.
    pub(crate) unsafe fn bring_back(self, functions: &Functions) {
        let Beside::Memory(room, _) = self.beside else {
            return;
        };
        match (self.shadow, &self.param.kind) {
            (Some(shadow), Kind::Record(numbers)) if !numbers.is_empty() => {
                let mut words = vec![0u128; self.value.len()];
                functions.copy(
                    words.as_mut_ptr().cast(),
                    room.at(),
                    self.param.bytes as u64,
                );
                let bytes = as_bytes(&mut words);
                for number in numbers {
                    let more = read(&bytes[number.offset..], number.bytes);
                    // SAFETY: as the caller promises; the number lies within the argument.
                    unsafe { add(shadow + number.offset, number.bytes, more) };
                }
            }
            (Some(shadow), Kind::Number) => {
                let mut sum = 0f64;
                functions.copy((&raw mut sum).cast(), room.at(), SUM as u64);
                // SAFETY: as the caller promises.
                unsafe { add(shadow, self.param.bytes, sum) };
            }
            _ => {}
        }
        room.give_back();
    }

    /// Gives memory of the device back.
    pub(crate) fn forget(self) {
        if let Beside::Memory(room, _) = self.beside {
            room.give_back();
        }
    }
}

/// A number of so many bytes that other bytes begin with.
fn read(from: &[u8], bytes: usize) -> f64 {
    // SAFETY: a slice is as long as it says, and longer than a number.
    unsafe {
        match bytes {
            4 => from[..4].as_ptr().cast::<f32>().read_unaligned().into(),
            _ => from[..8].as_ptr().cast::<f64>().read_unaligned(),
        }
    }
}

/// Adds to a number of so many bytes.
///
/// # Safety
/// It lies there.
unsafe fn add(at: usize, bytes: usize, more: f64) {
    // SAFETY: as the caller promises.
    unsafe {
        match bytes {
            4 => {
                let at = at as *mut f32;
                at.write_unaligned((f64::from(at.read_unaligned()) + more) as f32);
            }
            _ => {
                let at = at as *mut f64;
                at.write_unaligned(at.read_unaligned() + more);
            }
        }
    }
}

fn clear(words: &mut [u128], numbers: &[Number]) {
    let bytes = as_bytes(words);
    for number in numbers {
        bytes[number.offset..number.offset + number.bytes].fill(0);
    }
}

fn on_device(functions: &Functions, bytes: u64, words: &[u128]) -> Beside {
    let room = Room::obtain(functions, bytes);
    functions.copy(room.at(), words.as_ptr().cast(), bytes);
    let at = room.at() as u64;
    Beside::Memory(room, at)
}

#[cfg(test)]
mod tests {
    use super::{Address, Argument};
    use crate::facts::{Kind, Number, Param};
    use crate::numbers::Accessed;
    use crate::vendor::mock::{FUNCTIONS, machine};

    /// A pointer, a float and a double, as a structure that is handed over by value.
    #[repr(C)]
    #[derive(Clone, Copy, PartialEq, Debug)]
    struct Body {
        to: usize,
        scale: f32,
        shift: f64,
    }

    fn body() -> Param {
        let numbers = [(8, 4), (16, 8)].map(|(offset, bytes)| Number { offset, bytes });
        Param {
            kind: Kind::Record(numbers.into()),
            bytes: size_of::<Body>(),
            pointers: vec![(0, Accessed::Numbers(8))],
        }
    }

    fn at<T>(value: &mut T) -> Address {
        (&raw mut *value).cast()
    }

    /// What stands behind an argument, where the device has it.
    fn behind(argument: &mut Argument) -> *mut Body {
        let all: Vec<Address> = argument.addresses().collect();
        // SAFETY: the address of memory stands there.
        unsafe { all[1].cast::<*mut Body>().read() }
    }

    #[test]
    fn adjoints_within_a_structure_come_back() {
        let (to, scale, shift) = (64, 3.0, 4.0);
        let mut own = Body { to, scale, shift };
        let mut shadow = Body { to: 128, ..own };
        // SAFETY: both are there.
        let mut argument =
            unsafe { Argument::with_shadow(&FUNCTIONS, &body(), (at(&mut own), at(&mut shadow))) };
        let on_device = behind(&mut argument);
        // SAFETY: a shadow lies there, with the pointer of the host's, and without adjoints.
        let there = unsafe { on_device.read() };
        assert_eq!((there.to, there.scale, there.shift), (128, 0.0, 0.0));
        let adjoints = Body {
            to: 128,
            scale: 0.5,
            shift: 0.25,
        };
        // SAFETY: the same memory, and the shadow on the host.
        unsafe {
            on_device.write(adjoints);
            argument.bring_back(&FUNCTIONS);
        }
        assert_eq!(
            shadow,
            Body {
                to: 128,
                scale: 3.5,
                shift: 4.25
            }
        );
    }

    #[test]
    fn a_structure_without_a_shadow_has_one_that_nobody_reads() {
        let mut own = Body {
            to: 64,
            scale: 3.0,
            shift: 4.0,
        };
        // SAFETY: it is there.
        let mut argument =
            unsafe { Argument::with_tangent(&FUNCTIONS, &body(), (at(&mut own), at(&mut own))) };
        // SAFETY: as above.
        let there = unsafe { behind(&mut argument).read() };
        assert_eq!((there.to, there.scale, there.shift), (64, 0.0, 0.0));
        argument.forget();
        // It waits.
        assert_eq!(machine(|machine| machine.in_use()), 1);
    }

    #[test]
    fn adjoints_of_floats_are_added_up_as_doubles() {
        let param = Param {
            kind: Kind::Number,
            bytes: 4,
            pointers: Vec::new(),
        };
        let (mut own, mut shadow) = (2f32, 0.5f32);
        // SAFETY: both are there.
        let mut argument =
            unsafe { Argument::with_shadow(&FUNCTIONS, &param, (at(&mut own), at(&mut shadow))) };
        assert_eq!(argument.addresses().count(), 1);
        argument.expect_adjoint(&FUNCTIONS);
        let sum = behind(&mut argument).cast::<f64>();
        // SAFETY: a sum lies there, and the shadow on the host.
        unsafe {
            assert_eq!(sum.read(), 0.0);
            sum.write(0.125);
            argument.bring_back(&FUNCTIONS);
        }
        assert_eq!(shadow, 0.625);
    }
}
