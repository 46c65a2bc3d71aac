//! `enzyme-fuzz`: random C programs, differentiated by a compiler under test and checked against a
//! dual-number interpreter of their syntax tree. Owns the command line only.

mod ast;
mod campaign;
mod dual;
mod emit_c;
mod eval;
mod features;
mod generate;
mod grid;
mod harness;
mod idiom;
mod interp;
mod interp_blas;
mod interp_idiom;
mod interp_omp;
mod interp_steps;
mod memory;
mod monitor;
mod mutate;
mod oracle;
mod probe;
mod reduce;
mod run;
#[cfg(test)]
mod tests;
mod visit;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

use ast::Language;
use campaign::{Campaign, Tally};
use features::{Feature, Features};
use generate::Knobs;
use mutate::Mutants;
use run::{Second, Toolchain};

/// Tests an automatic-differentiation compiler with random C programs.
#[derive(Parser)]
#[command(version, about)]
struct Cli {
    #[command(subcommand)]
    command: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Generate, compile, run and compare many programs; exit 0 iff all agree.
    Run(RunArgs),
    /// Print the C file of one program.
    Show(ShowArgs),
    /// The same for kernels of CUDA and HIP, run on the CPU under a checker of races.
    Grid(grid::Arguments),
    /// Mutate the IR of programs: the engine must refuse with a code or give a valid module with right numbers.
    Mutate(MutateArgs),
    /// List the language features, or with --count how often generation succeeds.
    Features(StatsArgs),
}

#[derive(Args)]
struct KnobArgs {
    /// Only these features (comma separated).
    #[arg(long, value_delimiter = ',', value_name = "LIST")]
    features: Vec<String>,
    /// All but these features (comma separated).
    #[arg(long, value_delimiter = ',', value_name = "LIST")]
    without: Vec<String>,
    /// Also use mutable globals as scratch memory.
    #[arg(long)]
    globals: bool,
    /// Also use parallel regions of OpenMP, with teams of one to four workers.
    #[arg(long)]
    openmp: bool,
    /// Language of the programs: c or c++ (whose feature `classes` C does not have).
    #[arg(long, default_value = "c", value_parser = ["c", "c++"])]
    language: String,
    /// Size of the programs, 1 to 10.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=10))]
    size: u32,
}

impl KnobArgs {
    fn knobs(&self) -> Result<Knobs, String> {
        let mut set = match self.features.is_empty() {
            true => Features::standard(),
            false => Features::only(&self.features)?,
        };
        if self.features.is_empty() && run::openblas(self.clang()).is_some() {
            set.set(Feature::Blas, true);
        }
        let mut set = set.without(&self.without)?;
        if self.globals {
            set.set(Feature::Globals, true);
        }
        if self.openmp {
            let wanted = |f: &Feature| self.features.is_empty() || *f == Feature::Openmp;
            let of_teams = features::OF_TEAMS.iter().filter(|f| wanted(f));
            of_teams.for_each(|f| set.set(*f, true));
            set = set.without(&self.without)?;
        }
        if self.language() == Language::C {
            set.set(Feature::Classes, false);
        }
        Ok(Knobs {
            features: set,
            size: self.size,
            language: self.language(),
        })
    }

    fn language(&self) -> Language {
        match self.language.as_str() {
            "c++" => Language::Cpp,
            _ => Language::C,
        }
    }

    /// The plain compiler of the language.
    fn clang(&self) -> &'static str {
        match self.language() {
            Language::C => "clang-22",
            Language::Cpp => "clang++-22",
        }
    }

    /// These options as typed.
    fn text(&self) -> String {
        let mut text = String::new();
        let lists = [("features", &self.features), ("without", &self.without)];
        for (name, list) in lists.iter().filter(|(_, l)| !l.is_empty()) {
            text += &format!(" --{name} {}", list.join(","));
        }
        if self.globals {
            text += " --globals";
        }
        if self.openmp {
            text += " --openmp";
        }
        if self.language() == Language::Cpp {
            text += " --language c++";
        }
        text + &format!(" --size {}", self.size)
    }
}

#[derive(Args)]
struct RunArgs {
    #[command(flatten)]
    knobs: KnobArgs,
    /// Compiler command prefix, as typed in a shell (clang-22 or clang++-22 when not given).
    #[arg(long)]
    cc: Option<String>,
    /// Plain compiler that decides whether a failure is the host compiler's own, "" for none
    /// (clang-22 or clang++-22 when not given).
    #[arg(long)]
    reference: Option<String>,
    /// Plugin for the levels `vectorised` and `avx512` (beside the compiler when not given).
    #[arg(long)]
    plugin: Option<PathBuf>,
    /// Number of programs.
    #[arg(long, default_value_t = 300)]
    count: u64,
    /// First seed (random when not given); program k has seed + k.
    #[arg(long)]
    seed: Option<u64>,
    /// Optimisation levels (comma separated); `vectorised` differentiates the code of -O3 -mavx2, `avx512` that for such a CPU, `fast` that of -O2 -ffast-math.
    #[arg(long, value_delimiter = ',', default_value = "O0,O2")]
    opt: Vec<String>,
    /// Check values and difference quotients only; needs no derivative support.
    #[arg(long)]
    no_ad: bool,
    /// Also test derivatives of derivatives, the outer mode first (comma separated): ff, fr, rf, rr.
    #[arg(long, value_delimiter = ',', value_name = "ORDERS")]
    second: Vec<Second>,
    /// Also test split derivatives: two tapes at once, the older one used first.
    #[arg(long)]
    split: bool,
    /// Also test two directions at once.
    #[arg(long)]
    several: bool,
    /// Options of the engine (ENZYME_RS_OPTIONS); with runtime-activity, inactive arguments are their own shadows.
    #[arg(long, default_value = "", value_name = "LIST")]
    options: String,
    /// Shrink failing programs.
    #[arg(long)]
    reduce: bool,
    /// Longest time to shrink one program, in seconds.
    #[arg(long, default_value_t = 120)]
    reduce_seconds: u64,
    /// Programs per C file.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..))]
    batch: u64,
    /// Worker threads.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..))]
    workers: u64,
    /// Seconds to compile one program.
    #[arg(long, default_value_t = 60)]
    timeout: u64,
    /// Address space of a test binary in GiB, 0 for no limit (as sanitizers need).
    #[arg(long, default_value_t = 8)]
    memory: u64,
    /// Failures with the same first message to write down.
    #[arg(long, default_value_t = 3)]
    keep: usize,
    /// Stop after this many failures.
    #[arg(long, default_value_t = 200)]
    max_failures: u64,
    /// Runs in a thousand that may be refused for want of type facts before that counts as failure.
    #[arg(long, default_value_t = 0)]
    refusals: u64,
    /// Where failing programs are written.
    #[arg(long, default_value = "out/fuzz")]
    out: PathBuf,
}

#[derive(Args)]
struct ShowArgs {
    #[command(flatten)]
    knobs: KnobArgs,
    #[arg(long)]
    seed: u64,
    /// The whole test file with its driver.
    #[arg(long)]
    driver: bool,
}

#[derive(Args)]
struct StatsArgs {
    #[command(flatten)]
    knobs: KnobArgs,
    /// Generate this many programs and report on rejections.
    #[arg(long, default_value_t = 0)]
    count: u64,
}

#[derive(Args)]
struct MutateArgs {
    #[command(flatten)]
    knobs: KnobArgs,
    /// The engine's plugin for opt.
    #[arg(long)]
    plugin: PathBuf,
    /// Number of programs.
    #[arg(long, default_value_t = 30)]
    programs: u64,
    /// Mutants of each program.
    #[arg(long, default_value_t = 20)]
    each: u64,
    /// First seed (random when not given); program k has seed + k.
    #[arg(long)]
    seed: Option<u64>,
    /// Seconds the engine may take for one module.
    #[arg(long, default_value_t = 20)]
    timeout: u64,
    /// Worker threads.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..))]
    workers: u64,
    /// Where failing modules are written.
    #[arg(long, default_value = "out/mutants")]
    out: PathBuf,
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Action::Run(args) => run_command(&args),
        Action::Show(args) => show(&args),
        Action::Grid(args) => grid::command(&args),
        Action::Mutate(args) => mutate_command(&args),
        Action::Features(args) => stats(&args),
    };
    result.unwrap_or_else(|message| {
        eprintln!("enzyme-fuzz: {message}");
        ExitCode::from(2)
    })
}

impl RunArgs {
    fn compiler(&self) -> String {
        let given = self.cc.clone();
        given.unwrap_or_else(|| self.knobs.clang().to_owned())
    }
}

/// What programs with these features are linked with.
fn libraries(knobs: &KnobArgs) -> Result<String, String> {
    if !knobs.knobs()?.features.has(Feature::Blas) {
        return Ok(String::new());
    }
    let library = run::openblas(knobs.clang());
    library
        .map(str::to_owned)
        .ok_or_else(|| "there is no OpenBLAS".to_owned())
}

/// The plugin in the folder of a compiler.
fn beside(cc: &str) -> PathBuf {
    let program = PathBuf::from(cc.split_whitespace().next().unwrap_or(cc));
    program.with_file_name("libenzyme_rs.so")
}

fn run_command(args: &RunArgs) -> Result<ExitCode, String> {
    let seed = args
        .seed
        .unwrap_or_else(|| u64::from(rand::random::<u32>()));
    let cc = args.compiler();
    println!("fuzz: {} programs from seed {seed}, {cc}", args.count);
    let tools = Toolchain {
        plugin: args.plugin.clone().unwrap_or_else(|| beside(&cc)),
        cc,
        language: args.knobs.language(),
        plain: args.knobs.clang().to_owned(),
        no_ad: args.no_ad,
        second: args.second.clone(),
        split: args.split,
        several: args.several,
        libraries: libraries(&args.knobs)?,
        openmp: args.knobs.knobs()?.features.has(Feature::Openmp),
        options: args.options.clone(),
        timeout: args.timeout,
        memory: args.memory,
        dir: std::env::temp_dir().join(format!("enzyme-fuzz-{}", std::process::id())),
    };
    let reference = args.reference.as_deref().unwrap_or(args.knobs.clang());
    let plain = Toolchain {
        cc: reference.to_owned(),
        no_ad: true,
        ..tools.clone()
    };
    let campaign = Campaign {
        tools,
        reference: (!args.no_ad && !reference.is_empty()).then_some(plain),
        knobs: args.knobs.knobs()?,
        seed,
        count: args.count,
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
    report(&tally, &args.opt, seed);
    let runs = tally.passed + tally.failed() + tally.untyped;
    let few = tally.untyped * 1000 <= args.refusals * runs;
    Ok(if tally.failed() == 0 && few {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The options of a run that reproduce one of its programs.
fn options(args: &RunArgs) -> String {
    let mut mode = String::from(if args.no_ad { " --no-ad" } else { "" });
    for (asked, option) in [(args.split, " --split"), (args.several, " --several")] {
        mode += if asked { option } else { "" };
    }
    if !args.options.is_empty() {
        mode += &format!(" --options {}", args.options);
    }
    if !args.second.is_empty() {
        let orders: Vec<&str> = args.second.iter().map(|order| order.name()).collect();
        mode += &format!(" --second {}", orders.join(","));
    }
    format!(
        "{} --cc '{}'{mode}",
        args.knobs.text(),
        args.compiler().replace('\'', r"'\''")
    )
}

/// Prints what a run has found.
fn report(tally: &Tally, opts: &[String], seed: u64) {
    let mut labels: Vec<_> = tally.labels.iter().collect();
    labels.sort_by_key(|(label, n)| (std::cmp::Reverse(**n), *label));
    for (label, n) in labels.iter().take(20) {
        println!("{n:6} x {label}");
    }
    if tally.skipped > 0 {
        println!("{} seeds gave no usable program", tally.skipped);
    }
    if tally.excused > 0 {
        println!(
            "{} runs excused: the plain compiler is wrong, too",
            tally.excused
        );
    }
    for ((classes, code), n) in &tally.classes {
        println!("{n:6} x refused as allowed: {code} in {classes}");
    }
    println!(
        "fuzz: {} programs x [{}]: {} passed, {} wrong, {} refused as allowed, {} refused otherwise, \
         {} broken (seed {seed})",
        tally.programs,
        opts.join(", "),
        tally.passed,
        tally.wrong,
        tally.allowed,
        tally.refused,
        tally.broken,
    );
}

fn mutate_command(args: &MutateArgs) -> Result<ExitCode, String> {
    let seed = args
        .seed
        .unwrap_or_else(|| u64::from(rand::random::<u32>()));
    let mut knobs = args.knobs.knobs()?;
    // Mutants are linked with no library.
    knobs.features.set(Feature::Blas, false);
    let mutants = Mutants {
        knobs,
        seed,
        programs: args.programs,
        each: args.each,
        clang: args.knobs.clang().to_owned(),
        plugin: args.plugin.clone(),
        timeout: args.timeout,
        workers: args.workers,
        dir: std::env::temp_dir().join(format!("enzyme-mutants-{}", std::process::id())),
        out: args.out.clone(),
    };
    let tally = mutants.run().map_err(|e| e.to_string())?;
    for (label, n) in &tally.labels {
        println!("{n:6} x {label}");
    }
    println!(
        "mutate: {} mutants: {} differentiated ({} with right numbers), {} refused, {} failed, {} invalid (seed {seed})",
        tally.mutants,
        tally.differentiated,
        tally.right,
        tally.refused,
        tally.failed,
        tally.invalid
    );
    Ok(match tally.failed {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

fn show(args: &ShowArgs) -> Result<ExitCode, String> {
    let program = generate::program(args.seed, args.knobs.knobs()?)
        .ok_or("no usable program for this seed and these features")?;
    if args.driver {
        let case = campaign::case(program).ok_or("the oracle rejects the program")?;
        println!("{}", harness::file(&[(&case.program, &case.expected)], ""));
    } else {
        println!("{}", emit_c::program(&program));
    }
    Ok(ExitCode::SUCCESS)
}

fn stats(args: &StatsArgs) -> Result<ExitCode, String> {
    let knobs = args.knobs.knobs()?;
    for (feature, name, what) in features::ALL {
        let state = if knobs.features.has(*feature) {
            "on "
        } else {
            "off"
        };
        println!("{state} {name:10} {what}");
    }
    let (mut rejected, mut made) = (Vec::new(), 0);
    for seed in 0..args.count {
        made += u32::from(generate::program_counting(seed, knobs, &mut rejected).is_some());
    }
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    rejected
        .iter()
        .for_each(|r| *reasons.entry(format!("{r:?}")).or_default() += 1);
    if args.count > 0 {
        println!(
            "{made} of {} seeds gave a program; rejected attempts:",
            args.count
        );
    }
    for (reason, n) in reasons {
        println!("{n:6} x {reason}");
    }
    Ok(ExitCode::SUCCESS)
}
