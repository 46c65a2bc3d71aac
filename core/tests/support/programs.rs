//! What the tests of whole programs share: the plugin, commands, and how a program's output is judged.
//!
//! Owns: the reading of PASS and FAIL lines, and of which refusals a program allows. Must not: know a language.

use libtest_mimic::Failed;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Where a program stands still instead of ending.
pub(crate) const SECONDS: &str = "120";

/// The plugin: the one named by the environment, else the release build, else that of this build.
pub(crate) fn plugin() -> Result<PathBuf, String> {
    let name = "libenzyme_rs.so";
    if let Some(given) = env::var_os("ENZYME_RS_PLUGIN") {
        let path = PathBuf::from(given);
        return match path.exists() {
            true => Ok(path),
            false => Err(format!(
                "ENZYME_RS_PLUGIN={} does not exist",
                path.display()
            )),
        };
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let target = env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    let path = target.join("release").join(name);
    match path.exists() {
        true => Ok(path),
        false => Err(format!("no {}; `make build` makes it", path.display())),
    }
}

pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// What the head of a program says behind a word, in its own comment.
pub(crate) fn stated(program: &Path, word: &str) -> Vec<String> {
    let text = fs::read_to_string(program).unwrap();
    let line = text.lines().take(4).find_map(|line| line.split_once(word));
    let said = line.map_or("", |(_, said)| said.trim_end_matches("*/"));
    let words = said.split_whitespace().map(|w| w.trim_end_matches('.'));
    words.map(str::to_owned).collect()
}

/// A refusal is right if all its codes are among those that the program allows.
pub(crate) fn may_be_refused(program: &Path, message: &str) -> Result<(), Failed> {
    let allowed = stated(program, "May be refused:");
    let codes = message
        .match_indices("[EZ")
        .map(|(at, _)| &message[at + 1..at + 7]);
    let codes: Vec<&str> = codes.collect();
    match !codes.is_empty() && codes.iter().all(|c| allowed.iter().any(|a| a == c)) {
        true => Ok(()),
        false => Err(message.to_owned().into()),
    }
}

/// All lines PASS, at least one, and the program ends well.
pub(crate) fn judge(output: &Output) -> Result<(), Failed> {
    let text = String::from_utf8_lossy(&output.stdout);
    let wrong: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with("PASS "))
        .collect();
    if !wrong.is_empty() || text.is_empty() || !output.status.success() {
        return Err(format!("{}\n{}", output.status, wrong.join("\n")).into());
    }
    Ok(())
}
