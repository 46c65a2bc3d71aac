//! The command line of campaigns of kernels. Owns its options and what they mean; must not know how kernels are tested.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;

use super::build::{Language, Toolchain};
use super::campaign::{self, Campaign};

/// What `enzyme-fuzz grid` is told.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The engine's plugin; `enzyme-rs` and the emulator's library lie beside it.
    #[arg(long)]
    plugin: PathBuf,
    /// Clang, as typed in a shell.
    #[arg(long, default_value = "clang-22")]
    cc: String,
    /// Size of the programs, 1 to 10.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=10))]
    size: u32,
    /// Number of programs.
    #[arg(long, default_value_t = 100)]
    count: u64,
    /// First seed (random when not given); program k has seed + k.
    #[arg(long)]
    seed: Option<u64>,
    /// Languages of the kernels (comma separated).
    #[arg(long, value_delimiter = ',', default_value = "cuda,hip")]
    language: Vec<Language>,
    /// Optimisation levels (comma separated).
    #[arg(long, value_delimiter = ',', default_value = "O0,O2")]
    opt: Vec<String>,
    /// Options of the engine (ENZYME_RS_OPTIONS).
    #[arg(long, default_value = "", value_name = "LIST")]
    options: String,
    /// Shrink failing programs.
    #[arg(long)]
    reduce: bool,
    /// Longest time to shrink one program, in seconds.
    #[arg(long, default_value_t = 120)]
    reduce_seconds: u64,
    /// Programs per file.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    batch: u64,
    /// Worker threads.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..))]
    workers: u64,
    /// Seconds to compile one program.
    #[arg(long, default_value_t = 60)]
    timeout: u64,
    /// Failures with the same first message to write down.
    #[arg(long, default_value_t = 3)]
    keep: usize,
    /// Stop after this many failures.
    #[arg(long, default_value_t = 200)]
    max_failures: u64,
    /// Runs in a thousand that may be refused before that counts as failure.
    #[arg(long, default_value_t = 0)]
    refusals: u64,
    /// Print the program of the seed in the first language instead of testing it.
    #[arg(long, requires = "seed")]
    show: bool,
    /// Where failing programs are written.
    #[arg(long, default_value = "out/fuzz")]
    out: PathBuf,
}

/// Generates, compiles, runs and compares many kernels; success iff all agree.
pub(crate) fn command(args: &Arguments) -> Result<ExitCode, String> {
    let seed = args
        .seed
        .unwrap_or_else(|| u64::from(rand::random::<u32>()));
    if args.show {
        let language = *args.language.first().ok_or("no language")?;
        let file = campaign::file(seed, args.size, language);
        println!("{}", file.ok_or("no usable program for this seed")?);
        return Ok(ExitCode::SUCCESS);
    }
    let tools = Toolchain {
        cc: args.cc.clone(),
        plugin: args.plugin.clone(),
        options: args.options.clone(),
        timeout: args.timeout,
        dir: std::env::temp_dir().join(format!("enzyme-grid-{}", std::process::id())),
    };
    tools.is_there()?;
    println!("fuzz: {} kernels from seed {seed}, {}", args.count, args.cc);
    let campaign = Campaign {
        tools,
        size: args.size,
        seed,
        count: args.count,
        languages: args.language.clone(),
        opts: args.opt.clone(),
        batch: args.batch,
        workers: args.workers,
        reduce: args
            .reduce
            .then(|| Duration::from_secs(args.reduce_seconds)),
        keep: args.keep,
        max_failures: args.max_failures,
        out: args.out.clone(),
        options: options(args),
    };
    let tally = campaign.run().map_err(|e| e.to_string())?;
    crate::report(&tally, &args.opt, seed);
    let failed = tally.wrong + tally.broken;
    let runs = tally.passed + failed + tally.refused;
    let few = tally.refused * 1000 <= args.refusals * runs;
    // A campaign without programs has tested nothing.
    Ok(match failed == 0 && few && tally.programs > 0 {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// The options of a campaign of kernels that reproduce one of its programs.
fn options(args: &Arguments) -> String {
    let mut text = format!(" --size {} --plugin '{}'", args.size, args.plugin.display());
    if !args.options.is_empty() {
        text += &format!(" --options {}", args.options);
    }
    text + &format!(" --cc '{}'", args.cc.replace('\'', r"'\''"))
}
