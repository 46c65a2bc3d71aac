//! `enzyme-rs`: the entry point. Owns the choice between a compiler wrapper (by the name under which
//! the program was started, or by its first argument) and the other commands. Everything else lives
//! in the modules.

#![deny(unsafe_code)]

mod cargo;
mod cli;
mod emulate;
mod exit;
mod explain;
mod generate;
mod in_ir;
mod new;
mod opt;
mod plan;
mod progress;
mod report;
mod run;
mod suggest;
mod table;
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
    // Whoever reads our output may stop: `enzyme-rs explain EZ0101 | head`. Compilers that we become expect the usual as well.
    sigpipe::reset();
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let result = match wrapper_asked_for(&arguments) {
        Some((language, rest)) => wrapper::run(language, rest),
        None => match Cli::try_parse() {
            Ok(cli) => {
                cli.color.write_global();
                dispatch(cli)
            }
            Err(error) => return misread(&error, &arguments),
        },
    };
    match result {
        Ok(exit) => exit.into(),
        Err(failure) => {
            anstream::eprintln!("{}", failure.shown().styled());
            failure.exit.into()
        }
    }
}

/// Says what is wrong with the arguments, or prints the help that was asked for.
fn misread(error: &clap::Error, arguments: &[OsString]) -> ExitCode {
    // What cannot be printed has nobody to read it.
    let _ = error.print();
    let mut flags = arguments.iter().skip(2).filter_map(|text| text.to_str());
    let is_flag = |text: &str| text.starts_with('-') && !text.starts_with("--") && text.len() > 2;
    let takes_flags = arguments
        .get(1)
        .is_some_and(|command| command == "verify" || command == "report");
    if error.use_stderr()
        && takes_flags
        && let Some(flag) = flags.find(|text| is_flag(text))
    {
        eprintln!("\n  tip: flags for the compiler and the linker stand behind `--`: `-- {flag}`");
    }
    u8::try_from(error.exit_code()).unwrap_or(2).into()
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
        Command::Cargo(args) => cargo::run(&args.rest),
        Command::Opt(args) => opt::run(&args),
        Command::Emulate(args) => emulate::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Explain(args) => explain::run(args.code.as_deref()),
        Command::Plan(args) => plan::run(&args),
        Command::Run(args) => run::run(&args.rest),
        Command::New(args) => new::run(&args),
        Command::Completions(args) => Ok(generate::completions(args.shell)),
        Command::Man(args) => generate::man(&args.folder),
    }
}
