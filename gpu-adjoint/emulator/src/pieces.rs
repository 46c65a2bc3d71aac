//! `printf` of HIP, which hands over the format and the arguments one piece after the other.
//!
//! Owns: these pieces, between the first and the last, and their C ABI. Must not: read formats.

use crate::prints::{Arguments, printed};
use std::collections::VecDeque;
use std::ffi::{CString, c_char, c_int};
use std::io::Write as _;

/// One piece.
enum Piece {
    Number(u64),
    Text(CString),
}

/// What has been handed over.
struct Print {
    /// To the standard error.
    is_error: bool,
    pieces: VecDeque<Piece>,
    /// Texts that were given to the C library, until it has ended.
    used: Vec<CString>,
}

impl Print {
    fn next(&mut self) -> u64 {
        match self.pieces.pop_front() {
            Some(Piece::Number(number)) => number,
            Some(Piece::Text(text)) => {
                let address = text.as_ptr() as u64;
                self.used.push(text);
                address
            }
            None => 0,
        }
    }

    fn ends(mut self) -> c_int {
        let Some(Piece::Text(format)) = self.pieces.pop_front() else {
            return -1;
        };
        let is_error = self.is_error;
        let (text, count) = printed(format.as_bytes(), &mut self);
        // A program that has closed its output prints nothing.
        let _ = match is_error {
            true => std::io::stderr().write_all(&text),
            false => std::io::stdout().write_all(&text),
        };
        count
    }
}

impl Arguments for Print {
    fn narrow(&mut self) -> i32 {
        self.next() as i32
    }

    fn wide(&mut self) -> i64 {
        self.next() as i64
    }

    fn number(&mut self) -> f64 {
        f64::from_bits(self.next())
    }

    fn address(&mut self) -> *const c_char {
        self.next() as *const c_char
    }
}

/// Adds pieces, and ends if there are no more. Gives what the next call is given, or how many arguments there were.
unsafe fn added(print: u64, last: u32, pieces: impl IntoIterator<Item = Piece>) -> u64 {
    // SAFETY: the caller hands on what `enzyme_rs_emulator_print_begin` gave, until the last piece.
    let mut whole = unsafe { Box::from_raw(print as *mut Print) };
    whole.pieces.extend(pieces);
    match last {
        0 => Box::into_raw(whole) as u64,
        _ => whole.ends() as u64,
    }
}

/// A print begins: to the standard error, or to the standard output.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_emulator_print_begin(is_error: bool) -> u64 {
    let print = Print {
        is_error,
        pieces: VecDeque::new(),
        used: Vec::new(),
    };
    Box::into_raw(Box::new(print)) as u64
}

/// The format, or a text.
///
/// # Safety
/// `print` is what the call before gave, and `text` leads to so many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_print_text(
    print: u64,
    text: *const c_char,
    bytes: u64,
    last: u32,
) -> u64 {
    let bytes = match text.is_null() {
        true => &[],
        // SAFETY: the caller's promise.
        false => unsafe { std::slice::from_raw_parts(text.cast::<u8>(), bytes as usize) },
    };
    let text: Vec<u8> = bytes.iter().copied().take_while(|c| *c != 0).collect();
    let piece = Piece::Text(CString::new(text).unwrap_or_default());
    // SAFETY: as above.
    unsafe { added(print, last, [piece]) }
}

/// Numbers, of which there are `count`.
///
/// # Safety
/// `print` is what the call before gave, and `numbers` leads to so many.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_print_numbers(
    print: u64,
    count: u32,
    numbers: *const u64,
    last: u32,
) -> u64 {
    // SAFETY: the caller's promise.
    let numbers = unsafe { std::slice::from_raw_parts(numbers, count as usize) };
    let pieces = numbers.iter().map(|number| Piece::Number(*number));
    // SAFETY: as above.
    unsafe { added(print, last, pieces) }
}
