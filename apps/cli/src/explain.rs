//! `enzyme-rs explain`: the long text behind a code. Owns the list and the lookup; the words are the
//! engine's.

use crate::exit::{Exit, Failure};
use enzyme_core::Code;
use std::io::Write;

/// Prints the text of one code, or all codes with their titles.
pub(crate) fn run(code: Option<&str>) -> Result<Exit, Failure> {
    let text = match code {
        None => list(),
        Some(name) => {
            let code = Code::parse(name).ok_or_else(|| unknown(name))?;
            let text = code.explanation().unwrap_or_default();
            format!("{code}: {}\n\n{}\n", code.title(), text.trim_end())
        }
    };
    // A reader that closes the pipe early has seen what it wanted.
    let _ = std::io::stdout().write_all(text.as_bytes());
    Ok(Exit::Success)
}

/// All codes that have a text.
fn all() -> impl Iterator<Item = Code> {
    (0..1000)
        .map(Code)
        .filter(|code| code.explanation().is_some())
}

fn list() -> String {
    all()
        .map(|code| format!("{code}  {}\n", code.title()))
        .collect()
}

fn unknown(name: &str) -> Failure {
    Failure::usage(format!("there is no code `{name}`"))
        .help("`enzyme-rs explain` lists all codes")
        .help("codes look like EZ0101 and stand at the end of a message, in brackets")
}
