//! `enzyme-rs emulate`: a module of device code in, an object file for the CPU out.
//!
//! Owns: reading the module, writing the file, and what is printed about what cannot be run here. Must not: know how anything is run.

use crate::cli::Emulate;
use crate::exit::{Exit, Failure};
use crate::opt::read;
use enzyme_gpu_lower::{Error, Options, Refusal, lower};
use enzyme_host::message::Message;
use enzyme_llvm_shim::inkwell::context::Context;
use indexmap::IndexSet;
use std::path::Path;

/// Runs the command.
pub(crate) fn run(args: &Emulate) -> Result<Exit, Failure> {
    let options = Options {
        module: args.module.clone().unwrap_or_default(),
        level: args.level,
        checked: !args.unchecked,
    };
    object(&args.input, &args.output, &options)
}

/// Makes the object file of a module.
pub(crate) fn object(input: &Path, output: &Path, options: &Options) -> Result<Exit, Failure> {
    let context = Context::create();
    let mut module = read(&context, input)?;
    let made = lower(&mut module, options).and_then(|lowered| lowered.write_object(output));
    match made {
        Ok(()) => Ok(Exit::Success),
        Err(Error::Refused(refusals)) => {
            refused(&refusals, input);
            Ok(Exit::Refused)
        }
        Err(Error::Llvm(text)) => {
            let message = format!("cannot make {}", output.display());
            Err(Failure::environment(message).note(text))
        }
    }
}

fn refused(refusals: &[Refusal], input: &Path) {
    // What was inlined into several places is said once.
    let all: IndexSet<String> = refusals.iter().map(Refusal::to_string).collect();
    for refusal in &all {
        anstream::eprintln!("{}", Message::error(refusal.as_str()).styled());
    }
    let count = all.len();
    let plural = if count == 1 { "" } else { "s" };
    let last = Message::error(format!(
        "{} cannot be run on the CPU, because of {count} error{plural}",
        input.display()
    ));
    let helps: IndexSet<&str> = refusals.iter().map(|refusal| refusal.help).collect();
    let last = helps.into_iter().fold(last, |last, help| last.help(help));
    anstream::eprintln!("{}", last.styled());
}
