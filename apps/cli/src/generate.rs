//! Completion scripts and manual pages, generated from the command line's definition. Owns nothing
//! but the choice of files.

use crate::cli::Cli;
use crate::exit::{Exit, Failure};
use crate::toolchain::Language;
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use std::io::Write;
use std::path::Path;

/// The whole command line, with that of the program behind `run` in the place of the subcommand that hands everything on to it.
fn command() -> Command {
    Cli::command().mut_subcommand("run", |run| {
        let about = run.get_about().cloned().unwrap_or_default();
        enzyme_run_cli::Arguments::command()
            .name("run")
            .about(about)
    })
}

/// Prints the script for a shell.
pub(crate) fn completions(shell: Shell) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(), "enzyme-rs", &mut script);
    let mut script = mended(&String::from_utf8_lossy(&script));
    if shell == Shell::Fish {
        script.extend(crate::explain::titles().map(fish_code));
    }
    // A reader that closes the pipe early has seen what it wanted.
    let _ = std::io::stdout().write_all(script.as_bytes());
    Exit::Success
}

/// `clap_complete` 4.6 writes the dash of a program's name in two ways in the script for bash, which completes nothing behind a subcommand then.
fn mended(script: &str) -> String {
    script.replace("enzyme__subcmd__rs", "enzyme__rs")
}

/// `clap_complete` 4.6 has fish complete options alone: a line for each code of `explain`.
fn fish_code((code, title): (String, String)) -> String {
    let title = title.replace('\\', "\\\\").replace('\'', "\\'");
    let behind = "__fish_enzyme_rs_using_subcommand explain";
    format!("complete -c enzyme-rs -n \"{behind}\" -f -a \"{code}\" -d '{title}'\n")
}

/// Writes one page for each command, and short ones for the wrappers' own names.
pub(crate) fn man(folder: &Path) -> Result<Exit, Failure> {
    let failed = |error: std::io::Error| {
        Failure::environment(format!("cannot write {}: {error}", folder.display()))
    };
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut all = command().disable_help_subcommand(true);
    all.build();
    for command in std::iter::once(&all).chain(all.get_subcommands()) {
        let name = command.get_display_name().unwrap_or(command.get_name());
        let text = page(command).map_err(failed)?;
        std::fs::write(folder.join(format!("{name}.1")), text).map_err(failed)?;
    }
    for language in Language::ALL {
        let page = folder.join(format!("{}.1", language.wrapper()));
        let target = format!(".so man1/enzyme-rs-{}.1\n", language.command());
        std::fs::write(page, target).map_err(failed)?;
    }
    Ok(Exit::Success)
}

/// One command's page: with clap's line of usage, which names the values of options, and with tables that stay as they are.
fn page(command: &Command) -> std::io::Result<Vec<u8>> {
    let version = format!("enzyme-rs {}", env!("CARGO_PKG_VERSION"));
    let mut command = command.clone();
    // Wrappers hand all arguments on.
    if command.is_disable_help_flag_set() {
        command = command.mut_arg("color", |color| color.hide(true));
    }
    let usage = command.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").trim();
    let notes = command.get_after_help().map(ToString::to_string);
    let man = Man::new(command.clone())
        .source(version)
        .manual("enzyme-rs");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    page.extend(section("SYNOPSIS", usage).into_bytes());
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    page.extend(notes.map_or_else(Vec::new, |notes| section("NOTES", &notes).into_bytes()));
    Ok(page)
}

/// A section whose lines are not filled.
fn section(title: &str, text: &str) -> String {
    let escaped = |line: &str| {
        let line = line.replace('\\', "\\e").replace('-', "\\-");
        match line.starts_with(['.', '\'']) {
            true => format!("\\&{line}\n"),
            false => line + "\n",
        }
    };
    let lines: String = text.lines().map(escaped).collect();
    format!(".SH {title}\n.nf\n{lines}.fi\n")
}
