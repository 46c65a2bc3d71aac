//! `enzyme-adbench`: the entry point. Owns the command line and the order of the work; what a
//! problem is, how it is built, judged and shown lives in the modules.

mod build;
mod json;
mod problems;
mod reference;
mod report;
mod table;
mod verdict;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Args, Parser, Subcommand};

use build::Toolchain;
use problems::Instance;
use reference::References;
use report::Outcome;
use verdict::Mode;

/// Checks and times derivatives of benchmark programs built with a differentiating compiler.
#[derive(Parser)]
#[command(name = "enzyme-adbench", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build and check every problem once, and print a table with a verdict per problem.
    Demo {
        #[command(flatten)]
        common: Common,
    },
    /// Time every problem with more repetitions, next to hand-written adjoints and published
    /// ratios; writes bench.txt and bench.json.
    Bench {
        #[command(flatten)]
        common: Common,
        /// Folder for bench.txt and bench.json.
        #[arg(long, default_value = "out", value_name = "DIR")]
        out: PathBuf,
    },
}

#[derive(Args)]
struct Common {
    /// The compiler [default: target/release/enzyme-cc, or clang-22 with --no-ad].
    #[arg(long, value_name = "PATH")]
    cc: Option<PathBuf>,
    /// A flag for the compiler, instead of -O2; may be repeated.
    #[arg(long = "flag", value_name = "FLAG", allow_hyphen_values = true)]
    flags: Vec<String>,
    /// Without the engine: check the hand-written adjoints only, with any C compiler.
    #[arg(long)]
    no_ad: bool,
    /// Only problems whose name or instance contains this text; may be repeated.
    #[arg(long, value_name = "TEXT")]
    only: Vec<String>,
    /// Timing samples per median [default: 3 for demo, 15 for bench].
    #[arg(long, value_name = "N")]
    reps: Option<u32>,
    /// Least length of a timing sample in milliseconds.
    #[arg(long, default_value_t = 50, value_name = "MS")]
    min_ms: u32,
    /// Folder that holds c/ and data/ [default: where this program was built from].
    #[arg(long, value_name = "DIR")]
    source: Option<PathBuf>,
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("enzyme-adbench: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Runs the command; false if any problem failed.
fn run(cli: Cli) -> Result<bool> {
    match cli.command {
        Command::Demo { common } => {
            let outcomes = run_all(&common, &problems::demo(), 3)?;
            print!("{}", table::demo(&outcomes));
            Ok(all_pass(&outcomes))
        }
        Command::Bench { common, out } => {
            let outcomes = run_all(&common, &problems::bench(), 15)?;
            let text = table::bench(&outcomes);
            print!("{text}");
            write_results(&out, &text, &report::to_json(&outcomes)?)?;
            Ok(all_pass(&outcomes))
        }
    }
}

fn all_pass(outcomes: &[Outcome]) -> bool {
    outcomes.iter().all(Outcome::passes)
}

/// Builds and runs the selected instances one after the other; a failure of one stops no other.
fn run_all(common: &Common, instances: &[Instance], reps: u32) -> Result<Vec<Outcome>> {
    let mode = if common.no_ad { Mode::NoAd } else { Mode::Ad };
    let source = source_folder(common);
    let references = References::load(&source.join("data/reference.json"))?;
    let work = tempfile::tempdir().context("cannot make a folder to build in")?;
    let mut toolchain =
        Toolchain::new(common.cc.clone(), &common.flags, mode, &source, work.path());
    let timing = build::Timing {
        reps: common.reps.unwrap_or(reps),
        min_ms: common.min_ms,
    };

    let selected: Vec<_> = instances
        .iter()
        .filter(|i| is_selected(i, &common.only))
        .collect();
    anyhow::ensure!(!selected.is_empty(), "--only selects no problem");
    let outcomes = selected
        .into_iter()
        .map(|instance| {
            eprintln!("{} ({}) ...", instance.problem.name, instance.label());
            let result = toolchain.measure(instance, &timing);
            let outcome = Outcome::new(*instance, mode, result, &references);
            eprint!("{}", table::complaints(&outcome));
            outcome
        })
        .collect();
    Ok(outcomes)
}

fn is_selected(instance: &Instance, only: &[String]) -> bool {
    let matches =
        |text: &String| instance.problem.name.contains(text) || instance.label().contains(text);
    only.is_empty() || only.iter().any(matches)
}

fn source_folder(common: &Common) -> PathBuf {
    common
        .source
        .clone()
        .unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")))
}

fn write_results(out: &Path, text: &str, json: &str) -> Result<()> {
    std::fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    for (name, content) in [("bench.txt", text), ("bench.json", json)] {
        let path = out.join(name);
        std::fs::write(&path, content)
            .with_context(|| format!("cannot write {}", path.display()))?;
        eprintln!("wrote {}", path.display());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_line_is_well_formed() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn only_selects_by_problem_or_instance() {
        let gmm = problems::demo()[0];
        assert!(is_selected(&gmm, &[]));
        assert!(is_selected(&gmm, &["gmm".into()]));
        assert!(is_selected(&gmm, &["fft".into(), "d2_K5".into()]));
        assert!(!is_selected(&gmm, &["fft".into()]));
    }

    #[test]
    fn flags_may_begin_with_a_hyphen() {
        let cli = Cli::parse_from(["x", "demo", "--flag", "-O3", "--flag=-march=native"]);
        let Command::Demo { common } = cli.command else {
            panic!("not demo")
        };
        assert_eq!(common.flags, ["-O3", "-march=native"]);
    }
}
