//! `enzyme-rs explain`: the long text behind a code. Owns the list and the lookup, and the texts of what run-time libraries
//! say (`explain/*.txt`); the others are the engine's.

use crate::exit::{Exit, Failure};
use enzyme_core::Code;
use enzyme_host::settings::nearest;
use std::io::Write;

/// What the run-time libraries say, one file each. A text begins with a line `EZ7001: title`.
const LIBRARIES: [&str; 5] = [
    include_str!("explain/mpi.txt"),
    include_str!("explain/blas.txt"),
    include_str!("explain/openmp.txt"),
    include_str!("explain/threads.txt"),
    include_str!("explain/gpu.txt"),
];

/// A code with its title and its text.
struct Entry {
    code: String,
    title: String,
    text: String,
}

/// Prints the text of one code, or all codes with their titles.
pub(crate) fn run(code: Option<&str>) -> Result<Exit, Failure> {
    let text = match code {
        None => list(),
        Some(name) => {
            let Entry { code, title, text } = find(name).ok_or_else(|| unknown(name))?;
            format!("{code}: {title}\n\n{}\n", text.trim_end())
        }
    };
    // A reader that closes the pipe early has seen what it wanted.
    let _ = std::io::stdout().write_all(text.as_bytes());
    Ok(Exit::Success)
}

/// The entry of `EZ0101`, `ez0101`, `0101` or, as messages have it, `[EZ0101]`.
fn find(name: &str) -> Option<Entry> {
    let is_around = |c: char| c.is_whitespace() || matches!(c, '[' | ']');
    let name = name.trim_matches(is_around).to_ascii_uppercase();
    let digits = name.trim_start_matches("EZ").parse::<u16>().ok()?;
    let code = Code(digits).to_string();
    all().find(|entry| entry.code == code)
}

/// All codes that have a text.
fn all() -> impl Iterator<Item = Entry> {
    let engine = (0..1000).map(Code).filter_map(|code| {
        Some(Entry {
            code: code.to_string(),
            title: code.title().to_owned(),
            text: code.explanation()?.to_owned(),
        })
    });
    let mut all: Vec<Entry> = engine
        .chain(LIBRARIES.into_iter().flat_map(entries))
        .collect();
    all.sort_by(|a, b| a.code.cmp(&b.code));
    all.into_iter()
}

/// All codes with their titles.
pub(crate) fn titles() -> impl Iterator<Item = (String, String)> {
    all().map(|entry| (entry.code, entry.title))
}

/// The texts of one library.
fn entries(file: &str) -> Vec<Entry> {
    let mut all: Vec<Entry> = Vec::new();
    for line in file.lines() {
        let head = line
            .split_once(": ")
            .filter(|(code, _)| code.starts_with("EZ") && code.len() == 6);
        match (head, all.last_mut()) {
            (Some((code, title)), _) => all.push(Entry {
                code: code.to_owned(),
                title: title.to_owned(),
                text: String::new(),
            }),
            (None, Some(entry)) => {
                entry.text.push_str(line);
                entry.text.push('\n');
            }
            (None, None) => {}
        }
    }
    all
}

fn list() -> String {
    all()
        .map(|entry| format!("{}  {}\n", entry.code, entry.title))
        .collect()
}

fn unknown(name: &str) -> Failure {
    let failure = Failure::usage(format!("there is no code `{name}`"));
    let codes: Vec<String> = all().map(|entry| entry.code).collect();
    let codes: Vec<&str> = codes.iter().map(String::as_str).collect();
    let failure = match nearest(&name.to_ascii_uppercase(), &codes) {
        Some(near) => failure.help(format!("did you mean {near}?")),
        None => failure,
    };
    failure
        .help("`enzyme-rs explain` lists all codes")
        .help("codes look like EZ0101 and stand at the end of a message, in brackets")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    /// What is no source of what is installed: builds, tests with codes that do not exist, and this file.
    const OTHER: [&str; 6] = ["target", ".git", "tests", "examples", "out", "explain.rs"];
    const ENDINGS: [&str; 9] = ["rs", "c", "cpp", "h", "hpp", "ll", "f90", "md", "txt"];

    /// The texts of all sources and documents in a folder.
    fn texts(folder: &Path, all: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if OTHER.contains(&&*name) {
                continue;
            }
            let ending = path.extension().unwrap_or_default().to_string_lossy();
            if path.is_dir() {
                texts(&path, all);
            } else if ENDINGS.contains(&&*ending) {
                all.extend(std::fs::read_to_string(&path));
            }
        }
    }

    /// Codes as they are printed or written about, those that have names in the engine, and those of the library for MPI, which adds the letters when it
    /// prints them.
    fn codes(text: &str) -> impl Iterator<Item = String> + '_ {
        let digits = |rest: &str| {
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            (digits.len() == 4).then(|| format!("EZ{digits}"))
        };
        let printed = text.split("EZ").skip(1).filter_map(digits);
        let numbered = text.split(" = 7").skip(1);
        let numbered = numbered.filter_map(move |rest| digits(&format!("7{rest}")));
        let named = text.split("Code = Code(").skip(1).filter_map(|rest| {
            let (number, _) = rest.split_once(')')?;
            Some(Code(number.parse().ok()?).to_string())
        });
        printed.chain(numbered).chain(named)
    }

    #[test]
    fn every_code_that_a_component_prints_is_explained() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut files = Vec::new();
        texts(&root, &mut files);
        for (folder, code) in [
            ("core/src", "EZ0101"),
            ("mpi-adjoint", "EZ7018"),
            ("blas-adjoint", "EZ7301"),
            ("gpu-adjoint", "EZ7501"),
        ] {
            let found = files
                .iter()
                .any(|text| codes(text).any(|found| found == code));
            assert!(found, "{code} of {folder} is not found in the sources");
        }
        let printed: BTreeSet<String> = files.iter().flat_map(|text| codes(text)).collect();
        let codes: Vec<String> = all().map(|entry| entry.code).collect();
        let explained: BTreeSet<String> = codes.iter().cloned().collect();
        assert_eq!(
            explained.len(),
            codes.len(),
            "a code has two texts: {codes:?}"
        );
        let missing: Vec<&String> = printed.difference(&explained).collect();
        assert!(missing.is_empty(), "{missing:?}");
        let unused: Vec<&String> = explained.difference(&printed).collect();
        assert!(unused.is_empty(), "{unused:?}");
    }

    #[test]
    fn texts_of_libraries_say_what_to_do_and_fit_a_terminal() {
        for entry in LIBRARIES.into_iter().flat_map(entries) {
            assert!(entry.text.contains("What to do"), "{}", entry.code);
            assert!(
                entry.text.lines().all(|line| line.len() <= 105),
                "{}",
                entry.code
            );
        }
    }

    #[test]
    fn codes_are_found_however_they_are_written() {
        for name in ["EZ7002", "ez7002", "7002", " EZ0101 ", "101", "[EZ0101]"] {
            assert!(find(name).is_some(), "{name}");
        }
        assert!(find("EZ7777").is_none() && find("nothing").is_none());
    }
}
