//! Where compile time goes, as the compiler's own profile has it.
//!
//! Owns: sums of the profile, and how they look. Must not: measure.

use crate::table::table;
use enzyme_core::phases::{ALL, ENGINE};
use serde::Deserialize;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

/// What the compiler calls all that it does.
const COMPILER: &str = "ExecuteCompiler";

/// A profile, as compilers write it for the viewers of browsers.
#[derive(Deserialize)]
struct Profile {
    #[serde(rename = "traceEvents")]
    events: Vec<Event>,
}

#[derive(Deserialize)]
struct Event {
    name: String,
    /// Microseconds.
    #[serde(default)]
    dur: u64,
}

/// Seconds of the whole, of the engine and of its phases, each with its part.
pub(super) fn text(profile: &Path) -> io::Result<String> {
    let profile: Profile = serde_json::from_slice(&fs::read(profile)?)?;
    Ok(shown(&profile))
}

fn shown(profile: &Profile) -> String {
    let of = |name: &str| -> u64 {
        let named = profile.events.iter().filter(|event| event.name == name);
        named.map(|event| event.dur).sum()
    };
    let (whole, engine) = (of(COMPILER), of(ENGINE));
    let row = |label: &str, microseconds: u64| {
        let part = 100.0 * microseconds as f64 / whole.max(1) as f64;
        [
            label.to_owned(),
            format!("{:.1?}", Duration::from_micros(microseconds)),
            format!("{part:.0} %"),
        ]
    };
    let mut rows = vec![row("compile time", whole), row("  derivatives", engine)];
    let short = |name: &'static str| name.rsplit(' ').next().unwrap_or(name);
    rows.extend(ALL.map(|phase| row(&format!("    {}", short(phase)), of(phase))));
    table(["", "", ""], rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_are_parts_of_the_whole() {
        let text = r#"{"traceEvents": [{"name": "ExecuteCompiler", "dur": 2000000}, {"name": "enzyme-rs", "dur": 500000},
            {"name": "enzyme-rs: plan", "dur": 100000}, {"name": "enzyme-rs: plan", "dur": 100000}, {"name": "process_name"}]}"#;
        let shown = shown(&serde_json::from_str(text).unwrap());
        let line = |word: &str| {
            shown
                .lines()
                .find(|line| line.trim_start().starts_with(word))
                .unwrap()
        };
        let words = |word| line(word).split_whitespace().collect::<Vec<_>>();
        assert_eq!(words("compile"), ["compile", "time", "2.0s", "100", "%"]);
        assert_eq!(words("derivatives"), ["derivatives", "500.0ms", "25", "%"]);
        assert_eq!(words("plan"), ["plan", "200.0ms", "10", "%"]);
    }
}
