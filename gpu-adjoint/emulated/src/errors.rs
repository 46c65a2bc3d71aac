//! Errors of CUDA and HIP.
//!
//! Both have the same numbers and texts, and names that differ at their begin. An error of a kernel stays until the device is reset: all later calls give
//! it, as those of a GPU whose context is lost.
//!
//! Owns: numbers, names, texts, the last error of a thread and the one that stays. Must not: know why there is one.

use std::cell::Cell;
use std::ffi::{CStr, c_char, c_int};
use std::sync::atomic::{AtomicI32, Ordering};

/// What a call gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Error(pub(crate) c_int);

/// What is known of an error.
struct Known {
    number: c_int,
    cuda: &'static CStr,
    hip: &'static CStr,
    text: &'static CStr,
}

macro_rules! errors {
    ($($constant:ident = $number:literal, $cuda:literal, $hip:literal, $text:literal;)*) => {
        impl Error {
            $(#[doc = stringify!($text)] pub(crate) const $constant: Error = Error($number);)*
        }
        const KNOWN: &[Known] = &[$(Known { number: $number, cuda: $cuda, hip: $hip, text: $text },)*];
    };
}

errors! {
    SUCCESS = 0, c"cudaSuccess", c"hipSuccess", c"no error";
    VALUE = 1, c"cudaErrorInvalidValue", c"hipErrorInvalidValue", c"invalid argument";
    MEMORY = 2, c"cudaErrorMemoryAllocation", c"hipErrorOutOfMemory", c"out of memory";
    CONFIGURATION = 9, c"cudaErrorInvalidConfiguration", c"hipErrorInvalidConfiguration", c"invalid configuration argument";
    PITCH = 12, c"cudaErrorInvalidPitchValue", c"hipErrorInvalidPitchValue", c"invalid pitch argument";
    SYMBOL = 13, c"cudaErrorInvalidSymbol", c"hipErrorInvalidSymbol", c"invalid device symbol";
    MISSING_CONFIGURATION = 52, c"cudaErrorMissingConfiguration", c"hipErrorMissingConfiguration", c"__global__ function call is not configured";
    FUNCTION = 98, c"cudaErrorInvalidDeviceFunction", c"hipErrorInvalidDeviceFunction", c"invalid device function";
    DEVICE = 101, c"cudaErrorInvalidDevice", c"hipErrorInvalidDevice", c"invalid device ordinal";
    CONTEXT = 201, c"cudaErrorDeviceUninitialized", c"hipErrorInvalidContext", c"invalid device context";
    HANDLE = 400, c"cudaErrorInvalidResourceHandle", c"hipErrorInvalidHandle", c"invalid resource handle";
    NOT_READY = 600, c"cudaErrorNotReady", c"hipErrorNotReady", c"device not ready";
    RESOURCES = 701, c"cudaErrorLaunchOutOfResources", c"hipErrorLaunchOutOfResources", c"too many resources requested for launch";
    TIMEOUT = 702, c"cudaErrorLaunchTimeout", c"hipErrorLaunchTimeOut", c"the launch timed out and was terminated";
    ASSERT = 710, c"cudaErrorAssert", c"hipErrorAssert", c"device-side assert triggered";
    LAUNCH = 719, c"cudaErrorLaunchFailure", c"hipErrorLaunchFailure", c"unspecified launch failure";
    TOO_LARGE = 720, c"cudaErrorCooperativeLaunchTooLarge", c"hipErrorCooperativeLaunchTooLarge", c"too many blocks in cooperative launch";
    SUPPORT = 801, c"cudaErrorNotSupported", c"hipErrorNotSupported", c"operation not supported";
}

impl Error {
    /// The next step, if this one was no error.
    pub(crate) fn and(self, next: impl FnOnce() -> Error) -> Error {
        match self {
            Error::SUCCESS => next(),
            error => error,
        }
    }
}

thread_local! {
    static LAST: Cell<Error> = const { Cell::new(Error::SUCCESS) };
}

/// The number of the error that stays.
static STAYS: AtomicI32 = AtomicI32::new(0);

fn staying() -> Error {
    Error(STAYS.load(Ordering::Relaxed))
}

/// An error of a kernel: it stays.
pub(crate) fn stays(error: Error) -> Error {
    STAYS.store(error.0, Ordering::Relaxed);
    error
}

/// The device is as new.
pub(crate) fn reset() {
    STAYS.store(0, Ordering::Relaxed);
    LAST.set(Error::SUCCESS);
}

/// What a call gives that has ended so: the error that stays, if there is one. Remembers it.
pub(crate) fn ended(error: Error) -> c_int {
    let error = match staying() {
        Error::SUCCESS => error,
        stays => stays,
    };
    // That something is not ready is an answer.
    if error != Error::SUCCESS && error != Error::NOT_READY {
        LAST.set(error);
    }
    error.0
}

/// Whether calls have anything to do, which they have not once an error stays.
pub(crate) fn is_lost() -> bool {
    staying() != Error::SUCCESS
}

fn last() -> c_int {
    match staying() {
        Error::SUCCESS => LAST.get().0,
        stays => stays.0,
    }
}

fn known(number: c_int) -> Option<&'static Known> {
    KNOWN.iter().find(|known| known.number == number)
}

fn name(number: c_int, of: impl Fn(&'static Known) -> &'static CStr) -> *const c_char {
    known(number)
        .map_or(c"unrecognized error code", of)
        .as_ptr()
}

/// Two functions that differ in their names.
macro_rules! twice {
    ($(#[$doc:meta])* $cuda:ident, $hip:ident ($($argument:ident: $type:ty),*) -> $result:ty, |$names:ident| $body:expr) => {
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub extern "C" fn $cuda($($argument: $type),*) -> $result {
            let $names = |known: &'static Known| known.cuda;
            let _ = $names;
            $body
        }

        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub extern "C" fn $hip($($argument: $type),*) -> $result {
            let $names = |known: &'static Known| known.hip;
            let _ = $names;
            $body
        }
    };
}

twice! {
    /// The last error of the calling thread, which is forgotten if it does not stay.
    cudaGetLastError, hipGetLastError() -> c_int, |_names| {
        let error = last();
        LAST.set(Error::SUCCESS);
        error
    }
}

twice! {
    /// The last error of the calling thread.
    cudaPeekAtLastError, hipPeekAtLastError() -> c_int, |_names| last()
}

twice! {
    /// The name of an error.
    cudaGetErrorName, hipGetErrorName(error: c_int) -> *const c_char, |names| name(error, names)
}

twice! {
    /// What an error means.
    cudaGetErrorString, hipGetErrorString(error: c_int) -> *const c_char, |_names| name(error, |known| known.text)
}
