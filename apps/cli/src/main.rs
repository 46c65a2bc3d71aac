//! `enzyme-rs`: the entry point. Owns the choice between a compiler wrapper (by the name under which
//! the program was started, or by its first argument) and the other commands. Everything else lives
//! in the modules.

#![deny(unsafe_code)]

mod cli;
mod excerpt;
mod exit;
mod explain;
mod generate;
mod opt;
mod plan;
mod toolchain;
mod verify;
mod wrapper;

use clap::Parser;
use cli::{Cli, Command};
use exit::{Exit, Failure};
use std::ffi::OsString;
use std::process::ExitCode;
use toolchain::Language;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let (name, result) = match wrapper_asked_for(&arguments) {
        Some((language, rest)) => (language.wrapper(), wrapper::run(language, rest)),
        None => ("enzyme-rs", dispatch(Cli::parse())),
    };
    match result {
        Ok(exit) => exit.into(),
        Err(failure) => {
            eprintln!("{name}: {failure}");
            failure.exit.into()
        }
    }
}

/// Compilers get their arguments untouched, so they are told apart before anything is parsed.
fn wrapper_asked_for(arguments: &[OsString]) -> Option<(Language, &[OsString])> {
    let (program, rest) = arguments.split_first()?;
    if let Some(language) = Language::of_program(program) {
        return Some((language, rest));
    }
    let (command, rest) = rest.split_first()?;
    Language::of_command(command).map(|language| (language, rest))
}

fn dispatch(cli: Cli) -> Result<Exit, Failure> {
    match cli.command {
        Command::Cc(args) => wrapper::run(Language::C, &args.rest),
        Command::Cxx(args) => wrapper::run(Language::Cxx, &args.rest),
        Command::Fc(args) => wrapper::run(Language::Fortran, &args.rest),
        Command::Opt(args) => opt::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Explain(args) => explain::run(args.code.as_deref()),
        Command::Plan(args) => plan::run(&args),
        Command::Completions(args) => Ok(generate::completions(args.shell)),
        Command::Man(args) => generate::man(&args.folder),
    }
}
