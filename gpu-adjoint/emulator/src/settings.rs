//! What a user can choose: `ENZYME_RS_EMULATOR=key=value,…`.
//!
//! Owns: the keys. Must not: know what follows from them.

use std::cell::RefCell;
use std::ffi::{CStr, c_char};

/// Who is first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sequence {
    Forward,
    Reversed,
    Random(u64),
}

/// What is chosen for a launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    /// Threads of the system at most; none: as many as rayon has.
    pub(crate) threads: Option<usize>,
    pub(crate) order: Sequence,
    pub(crate) check: bool,
    /// Bytes of a thread's stack.
    pub(crate) stack: usize,
    /// Device code may access only memory of which the library was told.
    pub(crate) told_only: bool,
    /// A plain read of global memory races with an atomic update as well.
    pub(crate) strict: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            threads: None,
            order: Sequence::Forward,
            check: true,
            // CUDA has 512 KiB of local memory for a thread, and code of the host needs more.
            stack: 1 << 20,
            told_only: false,
            strict: false,
        }
    }
}

thread_local! {
    /// What stands in the place of the environment for launches of this thread.
    static GIVEN: RefCell<Option<String>> = const { RefCell::new(None) };
}

impl Settings {
    /// Those of the calling thread, or else of the environment.
    pub(crate) fn here() -> Result<Self, String> {
        let text = GIVEN.with_borrow(Clone::clone);
        let text = text.or_else(|| std::env::var("ENZYME_RS_EMULATOR").ok());
        Self::parse(&text.unwrap_or_default())
    }

    fn parse(text: &str) -> Result<Self, String> {
        let mut settings = Settings::default();
        let items = text.split([',', ' ']).filter(|item| !item.is_empty());
        for item in items {
            let refused = || {
                format!(
                    "`{item}` in ENZYME_RS_EMULATOR is none of threads=N, order=forward, order=reversed, order=random:SEED, check=yes, \
                     check=no, stack=KIB, memory=any, memory=told, reads=loose, reads=strict"
                )
            };
            let (key, value) = item.split_once('=').ok_or_else(refused)?;
            settings.set(key, value).ok_or_else(refused)?;
        }
        Ok(settings)
    }

    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        match (key, value) {
            ("threads", n) => self.threads = Some(n.parse().ok().filter(|n| *n > 0)?),
            ("order", "forward") => self.order = Sequence::Forward,
            ("order", "reversed") => self.order = Sequence::Reversed,
            ("order", random) => {
                let seed = random.strip_prefix("random:")?;
                self.order = Sequence::Random(seed.parse().ok()?);
            }
            ("check", "yes") => self.check = true,
            ("check", "no") => self.check = false,
            ("stack", kib) => self.stack = kib.parse::<usize>().ok().filter(in_reach)? << 10,
            ("memory", "any") => self.told_only = false,
            ("memory", "told") => self.told_only = true,
            ("reads", "loose") => self.strict = false,
            ("reads", "strict") => self.strict = true,
            _ => return None,
        }
        Some(())
    }
}

/// A stack that holds the library's own calls, and of which the system has a thousand.
fn in_reach(kib: &usize) -> bool {
    (64..=64 << 10).contains(kib)
}

/// Options for launches of the calling thread instead of those of the environment; null: those of the environment again.
///
/// # Safety
/// `text` is null or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_options(text: *const c_char) {
    let text = match text.is_null() {
        true => None,
        // SAFETY: the caller's promise.
        false => Some(
            unsafe { CStr::from_ptr(text) }
                .to_string_lossy()
                .into_owned(),
        ),
    };
    GIVEN.set(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_understood() {
        let read = |text| Settings::parse(text);
        assert_eq!(read(""), Ok(Settings::default()));
        let settings = read("threads=3,order=random:17 check=no,stack=128").unwrap();
        assert_eq!(settings.threads, Some(3));
        assert_eq!(settings.order, Sequence::Random(17));
        assert!(!settings.check);
        assert_eq!(settings.stack, 128 << 10);
        assert_eq!(read("order=reversed").unwrap().order, Sequence::Reversed);
        assert!(read("memory=told").unwrap().told_only);
    }

    #[test]
    fn others_are_refused() {
        for text in [
            "threads=0",
            "threads",
            "order=random",
            "check=maybe",
            "stack=1",
            "colour=red",
        ] {
            assert!(Settings::parse(text).unwrap_err().contains(text), "{text}");
        }
    }
}
