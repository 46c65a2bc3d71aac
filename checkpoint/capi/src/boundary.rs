//! What every function of the ABI goes through: no panic leaves, every error leaves its text behind, and
//! pointers become references. Owns the unsafe code; knows no schedule.

use crate::types::Status;
use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// An error on its way out.
#[derive(Debug)]
pub(crate) struct Fail {
    pub(crate) status: Status,
    pub(crate) text: String,
    pub(crate) place: Place,
}

/// Where an error occurred, as far as that can be said; the rest is empty, zero or -1.
#[derive(Debug)]
pub(crate) struct Place {
    /// Of `Fault`.
    pub(crate) fault: i32,
    pub(crate) callback_result: i32,
    pub(crate) step: i64,
    pub(crate) file: String,
    pub(crate) dataset: String,
    pub(crate) remedy: String,
}

impl Default for Place {
    fn default() -> Self {
        Self {
            fault: 0,
            callback_result: 0,
            step: -1,
            file: String::new(),
            dataset: String::new(),
            remedy: String::new(),
        }
    }
}

impl Fail {
    pub(crate) fn new(status: Status, text: impl Into<String>) -> Self {
        Self {
            status,
            text: text.into(),
            place: Place::default(),
        }
    }
}

/// The last error of a thread, in texts for C.
pub(crate) struct Last {
    pub(crate) status: i32,
    /// Without its texts, which stand below.
    pub(crate) place: Place,
    pub(crate) message: CString,
    pub(crate) file: CString,
    pub(crate) dataset: CString,
    pub(crate) remedy: CString,
}

thread_local! {
    static LAST: RefCell<Last> = RefCell::new(Last {
        status: 0,
        place: Place::default(),
        message: CString::default(),
        file: CString::default(),
        dataset: CString::default(),
        remedy: CString::default(),
    });
}

/// The text of the last error on this thread.
pub(crate) fn message() -> *const c_char {
    with_last(|last| last.message.as_ptr())
}

/// Reads the last error on this thread; its texts stay where they are until the next one.
pub(crate) fn with_last<T>(read: impl FnOnce(&Last) -> T) -> T {
    LAST.with_borrow(read)
}

fn remember(mut fail: Fail) {
    let place = &mut fail.place;
    let [file, dataset, remedy] =
        [&mut place.file, &mut place.dataset, &mut place.remedy].map(std::mem::take);
    LAST.set(Last {
        status: fail.status as i32,
        place: fail.place,
        message: c_text(fail.text),
        file: c_text(file),
        dataset: c_text(dataset),
        remedy: c_text(remedy),
    });
}

/// Runs the body of an ABI function.
pub(crate) fn guarded(body: impl FnOnce() -> Result<Status, Fail>) -> i32 {
    let result = catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|panic| {
        Err(Fail::new(
            Status::Internal,
            format!("mistake in the library: {}", panic_text(panic.as_ref())),
        ))
    });
    match result {
        Ok(status) => status as i32,
        Err(fail) => {
            let status = fail.status;
            remember(fail);
            status as i32
        }
    }
}

/// Runs the body of an ABI function that cannot fail.
pub(crate) fn quietly<T>(otherwise: T, body: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(otherwise)
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without text")
}

pub(crate) fn bad(what: impl Into<String>) -> Fail {
    Fail::new(Status::BadArgument, what)
}

/// The argument `name`, which must not be NULL.
pub(crate) fn given<T>(name: &str, argument: Option<T>) -> Result<T, Fail> {
    argument.ok_or_else(|| bad(format!("`{name}` is NULL")))
}

/// The argument `name` as a count.
pub(crate) fn count(name: &str, value: i64) -> Result<u64, Fail> {
    u64::try_from(value).map_err(|_| bad(format!("`{name}` is {value}: it is a count, 0 or more")))
}

/// The argument `name` as a count of 32 bits.
pub(crate) fn count32(name: &str, value: i32) -> Result<u32, Fail> {
    u32::try_from(value).map_err(|_| bad(format!("`{name}` is {value}: it is a count, 0 or more")))
}

/// The argument `name` as a count, or nothing for -1.
pub(crate) fn count_or_none(name: &str, value: i64) -> Result<Option<u64>, Fail> {
    match value {
        -1 => Ok(None),
        0.. => Ok(Some(value.cast_unsigned())),
        _ => Err(bad(format!(
            "`{name}` is {value}: it is a count, or -1 for unknown or unlimited"
        ))),
    }
}

/// The longest time that can be given: thirty years.
const LONGEST: f64 = 1e9;

/// The argument `name` as a time, given in seconds.
pub(crate) fn seconds(name: &str, value: f64) -> Result<Duration, Fail> {
    if (0.0..=LONGEST).contains(&value) {
        return Ok(Duration::from_secs_f64(value));
    }
    Err(bad(format!(
        "`{name}` is {value}: it is a time in seconds, 0 to 1e9"
    )))
}

/// A count for C. What does not fit is as good as without limit, and no schedule comes that far.
pub(crate) fn signed(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// The `count` elements at `start`.
///
/// # Errors
/// A negative count, or NULL with elements.
///
/// # Safety
/// `start` is NULL, or points to `count` elements that nobody changes while the slice is in use.
pub(crate) unsafe fn elements<'a, T>(
    name: &str,
    start: *const T,
    count: i64,
) -> Result<&'a [T], Fail> {
    let len = usize::try_from(count)
        .map_err(|_| bad(format!("`{name}` has {count} entries: give 0 or more")))?;
    if len == 0 {
        return Ok(&[]);
    }
    if start.is_null() {
        return Err(bad(format!("`{name}` is NULL, but has {len} entries")));
    }
    // SAFETY: not NULL, and the caller vouches for `len` elements at rest.
    Ok(unsafe { std::slice::from_raw_parts(start, len) })
}

/// The `count` elements at `start`, to be written.
///
/// # Errors
/// A negative count, or NULL with elements.
///
/// # Safety
/// `start` is NULL, or points to room for `count` elements that nobody else uses meanwhile.
pub(crate) unsafe fn room<'a, T>(
    name: &str,
    start: *mut T,
    count: i32,
) -> Result<&'a mut [MaybeUninit<T>], Fail> {
    let len = count32(name, count)? as usize;
    if len == 0 {
        return Ok(&mut []);
    }
    if start.is_null() {
        return Err(bad(format!("`{name}` is NULL, but has room for {len}")));
    }
    // SAFETY: not NULL, the caller vouches for the room, and it need not hold values yet.
    Ok(unsafe { std::slice::from_raw_parts_mut(start.cast(), len) })
}

/// The text at `text`.
///
/// # Errors
/// NULL, or no UTF-8.
///
/// # Safety
/// `text` is NULL, or points to a text that ends in a zero byte and that nobody changes meanwhile.
pub(crate) unsafe fn text<'a>(name: &str, text: *const c_char) -> Result<&'a str, Fail> {
    if text.is_null() {
        return Err(bad(format!("`{name}` is NULL")));
    }
    // SAFETY: not NULL, and the caller vouches for the end.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str()
        .map_err(|error| bad(format!("`{name}` is not UTF-8: {error}")))
}

/// A text for C; zero bytes, which it cannot hold, are left out.
fn c_text(text: String) -> CString {
    CString::new(text).unwrap_or_else(|error| {
        let mut bytes = error.into_vec();
        bytes.retain(|byte| *byte != 0);
        CString::new(bytes).unwrap_or_default()
    })
}

/// Hands a text over to C, which gives it back by [`take_text`].
pub(crate) fn give_text(text: String, out: &mut MaybeUninit<*mut c_char>) {
    out.write(c_text(text).into_raw());
}

/// Takes back a text and drops it.
///
/// # Safety
/// `text` is NULL, or comes from [`give_text`] and was not taken back before.
pub(crate) unsafe fn take_text(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: the caller vouches that `into_raw` made it and that it is still ours.
        drop(unsafe { CString::from_raw(text) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_status_with_its_text() {
        let status = guarded(|| panic!("index {} is out of range", 7));
        assert_eq!(status, Status::Internal as i32);
        // SAFETY: the message lives until the next failure on this thread.
        let words = unsafe { text("message", message()) };
        assert_eq!(
            words.ok(),
            Some("mistake in the library: index 7 is out of range")
        );
        assert_eq!(quietly(5, || panic!("no value")), 5);
    }
}
