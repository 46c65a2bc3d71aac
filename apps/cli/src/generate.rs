//! Completion scripts and manual pages, generated from the command line's definition. Owns nothing
//! but the choice of files.

use crate::cli::Cli;
use crate::exit::{Exit, Failure};
use crate::toolchain::Language;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::Write;
use std::path::Path;

/// Prints the script for a shell.
pub(crate) fn completions(shell: Shell) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "enzyme-rs", &mut script);
    let script = String::from_utf8_lossy(&script);
    // A reader that closes the pipe early has seen what it wanted.
    let _ = std::io::stdout().write_all(mended(&script).as_bytes());
    Exit::Success
}

/// `clap_complete` 4.6 writes the dash of a program's name in two ways in the script for bash, which completes nothing behind a subcommand then.
fn mended(script: &str) -> String {
    script.replace("enzyme__subcmd__rs", "enzyme__rs")
}

/// Writes one page for each command, and short ones for the wrappers' own names.
pub(crate) fn man(folder: &Path) -> Result<Exit, Failure> {
    let failed = |error: std::io::Error| {
        Failure::environment(format!("cannot write {}: {error}", folder.display()))
    };
    std::fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(Cli::command(), folder).map_err(failed)?;
    for language in Language::ALL {
        let page = folder.join(format!("{}.1", language.wrapper()));
        let target = format!(".so man1/enzyme-rs-{}.1\n", language.command());
        std::fs::write(page, target).map_err(failed)?;
    }
    Ok(Exit::Success)
}
