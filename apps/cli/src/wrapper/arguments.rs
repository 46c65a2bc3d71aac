//! What a compiler will do with its arguments, as far as it decides which flags we add.
//!
//! Owns: reading the user's arguments. Must not: change them.

use super::behind::Behind;
use super::fortran::Fortran;
use super::gpu::Gpu;
use super::mpi::Mpi;
use super::words::split;
use std::ffi::OsString;

/// Link-time optimisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lto {
    /// None.
    Off,
    /// All modules merged.
    Full,
    /// Summaries.
    Thin,
}

/// What is going to happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// There is something to link and nothing stops the compiler before.
    pub(crate) links: bool,
    /// The last `-flto` counts.
    pub(crate) lto: Lto,
    /// The user names a linker that is not lld.
    pub(crate) other_linker: bool,
    /// The MPI that is linked.
    pub(crate) mpi: Option<Mpi>,
    /// The libraries that may be linked behind all.
    pub(crate) behind: Vec<Behind>,
    /// What concerns Fortran.
    pub(crate) fortran: Fortran,
    /// Whether there are sources for a GPU.
    pub(crate) has_device_code: bool,
}

/// Flags after which the compiler does not link.
const NO_LINK: &[&str] = &[
    "-c",
    "-S",
    "-E",
    "-M",
    "-MM",
    "-fsyntax-only",
    "--analyze",
    "--precompile",
    "--version",
    "-dumpversion",
    "-dumpmachine",
    "--help",
    "-help",
];

/// Flags whose value is the next argument.
pub(super) const TAKES_VALUE: &[&str] = &[
    "-o",
    "-x",
    "-I",
    "-L",
    "-D",
    "-U",
    "-T",
    "-u",
    "-z",
    "-B",
    "-J",
    "-F",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-isysroot",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-mllvm",
    "-target",
    "-arch",
    "-Xclang",
    "-Xflang",
    "-Xpreprocessor",
    "-Xassembler",
    "-Xanalyzer",
    "--param",
];

impl Shape {
    /// Reads the user's arguments; those in response files count too.
    pub(crate) fn of(user: &[OsString]) -> Self {
        Self::of_words(&expanded(user))
    }

    /// The same of words that are read already.
    pub(super) fn of_words(words: &[String]) -> Self {
        let mut shape = Self {
            links: true,
            lto: Lto::Off,
            other_linker: false,
            mpi: Mpi::of_words(words),
            behind: Behind::of_words(words),
            fortran: Fortran::of_words(words),
            has_device_code: Gpu::of_words(words).is_some(),
        };
        let mut has_input = false;
        let mut all_inputs = false;
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            if all_inputs || !word.starts_with('-') || word == "-" {
                has_input = true;
            } else if word == "--" {
                all_inputs = true;
            } else if TAKES_VALUE.contains(&word.as_str()) {
                rest.next();
            } else {
                has_input |= word.starts_with("-l") || word.starts_with("-Wl,");
                shape.flag(word);
            }
        }
        shape.links &= has_input;
        shape
    }

    fn flag(&mut self, word: &str) {
        match word {
            "-flto" | "-flto=full" | "-flto=auto" | "-flto=jobserver" => self.lto = Lto::Full,
            "-flto=thin" => self.lto = Lto::Thin,
            "-fno-lto" => self.lto = Lto::Off,
            _ if NO_LINK.contains(&word) || word.starts_with("-print-") => self.links = false,
            _ => {
                let linker = word
                    .strip_prefix("-fuse-ld=")
                    .or(word.strip_prefix("--ld-path="));
                if let Some(linker) = linker {
                    self.other_linker = !linker.contains("lld");
                }
            }
        }
    }
}

/// The words of the user's arguments, and of the response files among them.
pub(super) fn expanded(user: &[OsString]) -> Vec<String> {
    let mut words = Vec::new();
    user.iter()
        .for_each(|argument| expand(&argument.to_string_lossy(), 0, &mut words));
    words
}

/// `@file` stands for the words in the file; response files may name others.
fn expand(argument: &str, depth: u32, words: &mut Vec<String>) {
    let content = argument
        .strip_prefix('@')
        .and_then(|file| std::fs::read_to_string(file).ok());
    match content {
        Some(text) if depth < 8 => {
            split(&text)
                .iter()
                .for_each(|word| expand(word, depth + 1, words));
        }
        _ => words.push(argument.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(line: &str) -> Shape {
        Shape::of(
            &line
                .split_whitespace()
                .map(OsString::from)
                .collect::<Vec<_>>(),
        )
    }

    #[test]
    fn linking_needs_an_input_and_nothing_that_stops_before() {
        assert!(shape("a.c -o a").links);
        assert!(shape("-shared a.o b.o -lm").links);
        assert!(shape("-xc -").links);
        for line in [
            "-c a.c",
            "-S a.c",
            "-E a.c",
            "-v",
            "--version",
            "a.c -fsyntax-only",
            "-o a",
        ] {
            assert!(!shape(line).links, "{line}");
        }
        assert!(shape("-print-search-dirs a.c").lto == Lto::Off);
        assert!(!shape("-print-search-dirs a.c").links);
    }

    #[test]
    fn the_last_lto_flag_counts() {
        assert_eq!(shape("-flto=thin -flto a.c").lto, Lto::Full);
        assert_eq!(shape("-flto -flto=thin a.c").lto, Lto::Thin);
        assert_eq!(shape("-flto -fno-lto a.c").lto, Lto::Off);
    }

    #[test]
    fn values_are_not_flags() {
        assert!(shape("-o -c a.c").links);
        assert!(shape("-- -c").links);
    }

    #[test]
    fn other_linkers_are_seen() {
        assert!(shape("a.c -fuse-ld=bfd").other_linker);
        assert!(!shape("a.c -fuse-ld=lld-22").other_linker);
        assert!(!shape("a.c --ld-path=/opt/bin/ld.lld").other_linker);
    }

    #[test]
    fn response_files_count() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("flags");
        std::fs::write(&file, "-flto=thin -c \"a b.c\"\n").unwrap();
        let seen = Shape::of(&[format!("@{}", file.display()).into()]);
        assert_eq!((seen.lto, seen.links), (Lto::Thin, false));
    }
}
