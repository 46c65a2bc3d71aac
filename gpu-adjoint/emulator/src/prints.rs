//! `printf` of device code.
//!
//! CUDA hands over the format and a block of memory with the arguments, each at a multiple of its size, HIP one piece after the other (`pieces`); the C
//! library formats them one by one.
//!
//! Owns: how formats are read. Must not: format numbers itself.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::io::Write as _;

/// Gives arguments one after the other.
pub(crate) trait Arguments {
    fn narrow(&mut self) -> i32;
    fn wide(&mut self) -> i64;
    fn number(&mut self) -> f64;
    /// A text, or another address.
    fn address(&mut self) -> *const c_char;
}

/// Those of CUDA.
struct Block {
    start: *const u8,
    offset: usize,
}

impl Block {
    fn next<T: Copy>(&mut self) -> T {
        let at = self.offset.next_multiple_of(size_of::<T>());
        self.offset = at + size_of::<T>();
        // SAFETY: the caller of `enzyme_rs_emulator_print` promises that the block has what the format names.
        unsafe { self.start.add(at).cast::<T>().read_unaligned() }
    }
}

impl Arguments for Block {
    fn narrow(&mut self) -> i32 {
        self.next()
    }

    fn wide(&mut self) -> i64 {
        self.next()
    }

    fn number(&mut self) -> f64 {
        self.next()
    }

    fn address(&mut self) -> *const c_char {
        self.next()
    }
}

/// The end of a conversion that begins with `%`, and what it converts.
fn conversion(text: &[u8]) -> Option<(usize, u8)> {
    let end = text[1..]
        .iter()
        .position(|c| c.is_ascii_alphabetic() && !b"hlLqjzt".contains(c) || *c == b'%')?;
    Some((end + 2, text[end + 1]))
}

/// What the C library makes of one conversion.
fn formatted(specification: &[u8], kind: u8, arguments: &mut dyn Arguments) -> Vec<u8> {
    let stars = specification.iter().filter(|c| **c == b'*').count();
    let mut specification = String::from_utf8_lossy(specification).into_owned();
    for _ in 0..stars {
        let width = arguments.narrow();
        specification = specification.replacen('*', &width.to_string(), 1);
    }
    let wide = specification.contains(['l', 'j', 'z', 't', 'q']);
    let format = CString::new(specification).unwrap_or_default();
    let mut buffer = vec![0u8; 512];
    let (to, room) = (buffer.as_mut_ptr().cast::<c_char>(), buffer.len());
    let format = format.as_ptr();
    // SAFETY: each conversion gets an argument of the type that it names, and the buffer's size.
    let written = unsafe {
        match kind {
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' if wide => {
                libc::snprintf(to, room, format, arguments.wide())
            }
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'c' => {
                libc::snprintf(to, room, format, arguments.narrow())
            }
            b's' | b'p' => libc::snprintf(to, room, format, arguments.address()),
            _ => libc::snprintf(to, room, format, arguments.number()),
        }
    };
    buffer.truncate((written.max(0) as usize).min(room - 1));
    buffer
}

/// The text, and how many arguments there were.
pub(crate) fn printed(mut rest: &[u8], arguments: &mut dyn Arguments) -> (Vec<u8>, c_int) {
    let (mut text, mut count) = (Vec::new(), 0);
    while let Some(place) = rest.iter().position(|c| *c == b'%') {
        text.extend_from_slice(&rest[..place]);
        rest = &rest[place..];
        let Some((end, kind)) = conversion(rest) else {
            break;
        };
        if kind == b'%' {
            text.push(b'%');
        } else {
            text.extend(formatted(&rest[..end], kind, arguments));
            count += 1;
        }
        rest = &rest[end..];
    }
    text.extend_from_slice(rest);
    (text, count)
}

/// `vprintf` of device code; gives how many arguments there were.
///
/// # Safety
/// `format` is a C string, `arguments` leads to what it names.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_print(
    format: *const c_char,
    arguments: *const c_void,
) -> c_int {
    // SAFETY: the caller's promise.
    let format = unsafe { CStr::from_ptr(format) }.to_bytes();
    let start = arguments.cast();
    let (text, count) = printed(format, &mut Block { start, offset: 0 });
    // A program that has closed its output prints nothing.
    let _ = std::io::stdout().write_all(&text);
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_read_by_their_formats() {
        #[repr(C)]
        struct Given {
            number: i32,
            value: f64,
            letter: i32,
            width: i32,
            wide: i64,
            text: *const c_char,
        }
        let block = Given {
            number: -3,
            value: 0.25,
            letter: i32::from(b'x'),
            width: 5,
            wide: 1 << 40,
            text: c"end".as_ptr(),
        };
        let mut arguments = Block {
            start: (&raw const block).cast(),
            offset: 0,
        };
        let (text, count) = printed(b"%d %.3f%% %c [%*lld] %s, 100%", &mut arguments);
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text, "-3 0.250% x [1099511627776] end, 100%");
        assert_eq!(count, 5);
    }
}
