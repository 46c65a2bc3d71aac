//! Where in the program a call stands, as the compiler has told it: `file:line`, `file:line:column`, with `#number` behind it or without.
//!
//! Owns: these texts. Must not: hold them: they are constants of the program.

use std::ffi::{CStr, c_char};

/// A text of the program, or none.
#[derive(Clone, Copy)]
pub(crate) struct Site(pub(crate) *const c_char);

impl Site {
    pub(crate) const NONE: Site = Site(std::ptr::null());

    fn bytes(&self) -> &[u8] {
        match self.0.is_null() {
            true => &[],
            // SAFETY: sites of the C ABI are null or constant C strings.
            false => unsafe { CStr::from_ptr(self.0) }.to_bytes(),
        }
    }

    /// For messages.
    pub(crate) fn text(&self) -> String {
        match self.bytes() {
            [] => "an unknown place".to_owned(),
            bytes => String::from_utf8_lossy(bytes).into_owned(),
        }
    }

    /// Calls of the same text are the same call, wherever the compiler has put the text.
    pub(crate) fn is(&self, other: &Site) -> bool {
        self.0 == other.0 || self.bytes() == other.bytes()
    }

    /// What comes first in the program: by the number behind `#`, or else by line and column.
    pub(crate) fn rank(&self) -> (u64, u64) {
        let text = String::from_utf8_lossy(self.bytes());
        if let Some((_, number)) = text.rsplit_once('#') {
            return (number.parse().unwrap_or(u64::MAX), 0);
        }
        let mut parts = text.rsplit(':').map(str::parse::<u64>);
        match (parts.next(), parts.next()) {
            (Some(Ok(column)), Some(Ok(line))) => (line, column),
            (Some(Ok(line)), _) => (line, 0),
            _ => (u64::MAX, 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_numbers_give_the_rank() {
        let rank = |text: &CStr| Site(text.as_ptr()).rank();
        assert_eq!(rank(c"a.cu:12"), (12, 0));
        assert_eq!(rank(c"a.cu:12:7"), (12, 7));
        assert_eq!(rank(c"a.cu:12#3"), (3, 0));
        assert_eq!(rank(c"somewhere"), (u64::MAX, 0));
        assert_eq!(Site::NONE.rank(), (u64::MAX, 0));
    }
}
