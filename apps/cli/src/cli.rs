//! The command line, as clap sees it. Owns the flags and their help texts; must not act on them.

use crate::exit::EXIT_CODES;
use crate::plan::budget::{Room, room, room_or_unlimited, size, whole};
use crate::suggest;
use bytesize::ByteSize;
use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use enzyme_host::settings::VARIABLE;
use enzyme_llvm_shim::io::llvm_version;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::LazyLock;

/// Own version and that of the LLVM that is loaded.
pub(crate) static VERSION: LazyLock<String> = LazyLock::new(|| {
    let (major, minor, patch) = llvm_version();
    format!(
        "{} (LLVM {major}.{minor}.{patch})",
        env!("CARGO_PKG_VERSION")
    )
});

/// Derivatives of programs, from their LLVM IR.
#[derive(Parser)]
#[command(
    name = "enzyme-rs",
    version = VERSION.as_str(),
    after_help = EXIT_CODES,
    subcommand_required = true,
    arg_required_else_help = true
)]
pub(crate) struct Cli {
    /// When messages are coloured; in `auto`, on a terminal and unless NO_COLOR is set.
    #[command(flatten)]
    pub(crate) color: colorchoice_clap::Color,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Compile C as clang does, with derivatives; also as `enzyme-cc`.
    Cc(Rest),
    /// Compile C++ as clang++ does, with derivatives; also as `enzyme-c++`.
    #[command(name = "c++")]
    Cxx(Rest),
    /// Compile Fortran as flang does, with derivatives; also as `enzyme-fc`.
    Fc(Rest),
    /// Build Rust with derivatives: cargo, with the settings that this takes.
    Cargo(Cargo),
    /// Differentiate one module of LLVM IR or bitcode.
    Opt(Opt),
    /// Make an object file for the CPU of a module of GPU code, to be run and checked there.
    Emulate(Emulate),
    /// Compare reverse mode, forward mode and central differences of one function.
    Verify(Verify),
    /// Show what derivatives keep for their reverse passes, and why, beside the source.
    Report(Report),
    /// Say what a diagnostic code means and what to do; without a code, list all.
    Explain(Explain),
    /// Plan the checkpoints of a long time loop: which schedule fits the budgets and takes least time.
    Plan(Plan),
    /// Run a simulation, its gradient or a check from a case file, also under MPI.
    Run(Run),
    /// Make a project with a simulation for `enzyme-rs run`, to put your own in its place.
    New(New),
    /// Print a completion script for a shell.
    Completions(Completions),
    /// Write the manual pages into a folder.
    Man(Man),
}

/// Help that follows the arguments of `enzyme-rs cc` and its siblings.
pub(crate) const WRAPPER_HELP: &str = "\
All arguments go to the compiler; these only print:
  --showme            the whole command
  --showme:compile    the flags that are added when compiling
  --showme:link       the flags that are added when linking; say -flto,
                      -lmpi, -lopenblas as well if you use them
  --showme:command, :incdirs, :libdirs, :libs, :plugin, :version, :help

Programs of CUDA and HIP are compiled for devices by clang's flags, and
linked with libdevice or OCML behind their derivatives:
docs/gpu-compiling.md.
  --emulate-gpu       compile device code for the CPU, and link what
                      checks it there; =unchecked: without checks

Environment:
  ENZYME_RS_CC, ENZYME_RS_CXX, ENZYME_RS_FC
                      the compiler to start
  ENZYME_RS_OPTIONS   options of the engine: inline-limit=0,print-plans
  ENZYME_RS_PLUGIN    the plugin, if it is elsewhere
  ENZYME_RS_INCLUDE   the folder of the headers, if they are elsewhere
  ENZYME_RS_MPI       folder of libenzyme_rs_mpi; none: do not link it
  ENZYME_RS_BLAS      the same of libenzyme_rs_blas
  ENZYME_RS_OPENMP    the same of libenzyme_rs_omp
  ENZYME_RS_THREADS   the same of libenzyme_rs_threads
  ENZYME_RS_GPU       the same of libenzyme_rs_gpu
  ENZYME_RS_EMULATED_GPU
                      the same of libenzyme_rs_emulated_gpu";

/// Arguments of a compiler wrapper. They never reach clap: `main` hands them on untouched.
#[derive(Args)]
#[command(disable_help_flag = true, after_help = WRAPPER_HELP)]
pub(crate) struct Rest {
    /// The compiler's arguments; `--showme` prints what would be run, `--showme:help` says more.
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "ARGUMENT"
    )]
    pub(crate) rest: Vec<OsString>,
}

/// `cargo`.
#[derive(Args)]
#[command(
    disable_help_flag = true,
    after_help = "\
  enzyme-rs cargo build --release
  enzyme-rs cargo +1.90 test

Sets CARGO_ENCODED_RUSTFLAGS (behind RUSTFLAGS; flags of
.cargo/config.toml are not read then), and fat link-time optimisation for
the profiles release and dev. Code goes to the linker, which makes the
derivatives."
)]
pub(crate) struct Cargo {
    /// Arguments of cargo.
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "ARGUMENT",
        required = true
    )]
    pub(crate) rest: Vec<OsString>,
}

/// `run`.
#[derive(Args)]
#[command(
    disable_help_flag = true,
    after_help = "\
  enzyme-rs run CASE.toml
  mpirun -n 4 enzyme-rs run CASE.toml --task check

Starts enzyme-rs-run, which needs no compiler: `enzyme-rs run --help`."
)]
pub(crate) struct Run {
    /// The case, and options.
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "ARGUMENT",
        required = true
    )]
    pub(crate) rest: Vec<OsString>,
}

/// `new`.
#[derive(Args)]
#[command(after_help = "\
  enzyme-rs new shelf --lang c++ --mpi
  cd shelf && make check

The project is a working simulation: source, case file, Makefile, a check
of its gradient, and scripts for Slurm, PBS and Flux.")]
pub(crate) struct New {
    /// The folder to make, which gives the project its name.
    #[arg(value_name = "NAME", value_hint = clap::ValueHint::DirPath)]
    pub(crate) folder: PathBuf,
    /// The simulation's language.
    #[arg(long, default_value = "c")]
    pub(crate) lang: ProjectLanguage,
    /// With ranks, over MPI.
    #[arg(long)]
    pub(crate) mpi: bool,
}

/// A language that `new` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ProjectLanguage {
    /// C.
    C,
    /// C++.
    #[value(name = "c++", alias = "cpp", alias = "cxx")]
    Cxx,
    /// Fortran.
    #[value(alias = "f90")]
    Fortran,
    /// Rust.
    #[value(alias = "rs")]
    Rust,
}

/// Flags for the engine, on top of the environment variable `ENZYME_RS_OPTIONS`.
#[derive(Args, Default)]
#[command(next_help_heading = "Engine")]
pub(crate) struct EngineFlags {
    /// Inline callees until the function holds N instructions; 0 keeps every call.
    #[arg(long, value_name = "N")]
    inline_limit: Option<usize>,
    /// Do not optimise the generated functions.
    #[arg(long)]
    no_optimize: bool,
    /// Keep every value that is not free to recompute, instead of a minimum cut.
    #[arg(long)]
    no_minimum_cut: bool,
    /// Do not run LLVM's verifier on the generated functions.
    #[arg(long)]
    no_verify: bool,
    /// Print what is kept and what is recomputed, for every generated function.
    #[arg(long)]
    print_plans: bool,
}

impl EngineFlags {
    /// The flags in the language of the environment variable, after what that already says.
    pub(crate) fn to_text(&self) -> String {
        let mut parts: Vec<String> = std::env::var(VARIABLE).ok().into_iter().collect();
        parts.extend(self.inline_limit.map(|n| format!("inline-limit={n}")));
        let switches = [
            (self.no_optimize, "no-optimize"),
            (self.no_minimum_cut, "no-minimum-cut"),
            (self.no_verify, "no-verify"),
            (self.print_plans, "print-plans"),
        ];
        parts.extend(
            switches
                .iter()
                .filter(|(on, _)| *on)
                .map(|(_, text)| (*text).to_owned()),
        );
        parts.join(",")
    }
}

/// `opt`.
#[derive(Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Opt {
    /// Textual IR or bitcode; `-` is standard input.
    #[arg(value_name = "IN")]
    pub(crate) input: PathBuf,
    /// Where to write: bitcode if it ends in `.bc`, else text; `-` is standard output.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) engine: EngineFlags,
}

/// `emulate`.
#[derive(Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Emulate {
    /// Textual IR or bitcode of CUDA or HIP: what clang makes with `--cuda-device-only -emit-llvm`.
    #[arg(value_name = "DEVICE")]
    pub(crate) input: PathBuf,
    /// The object file to write; programs with it are linked with libenzyme_rs_emulated_gpu, or libenzyme_rs_emulator.
    #[arg(short, long, value_name = "OBJECT")]
    pub(crate) output: PathBuf,
    /// The name under which kernels and variables are made known; empty if not given.
    #[arg(long, value_name = "NAME")]
    pub(crate) module: Option<String>,
    /// The level of optimisation.
    #[arg(short = 'O', long = "level", value_name = "0..3", default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=3))]
    pub(crate) level: u8,
    /// Do not check accesses: faster, and no race is found.
    #[arg(long)]
    pub(crate) unchecked: bool,
}

/// Help that follows the flags of `verify`.
const VERIFY_HELP: &str = "\
Arguments are described by name, or by position where they have none:
  --args 'x:double[16], n:int=16, tol:const double=1e-3, y:double=-1..1'
NAME:TYPE is a value, NAME:TYPE[N] an array behind a pointer; `=` gives a
value or an interval; `const` takes an argument out of the
differentiation, as integers always are. What is left open is read off
the function: types from its code, --length for arrays and integers,
--range for floats. Fortran passes all by reference: sizes are
`n:int[1]=8`.

Reverse mode computes J^T w, forward mode J v, for random weights w of
the result and of all arrays, and a random direction v; <J^T w, v> must
equal <w, J v> and a central difference along v. What is left of
f(x + h v) - f(x) - h f'(x) v is to fall with the square of h.

A program that calls `__enzyme_autodiff` is compared in place, with its
own data, structures, containers and main program, alone or over MPI:
  enzyme-rs verify --in-place model.cpp --run '{} input.dat' -- -lm
  enzyme-rs verify --in-place heat.c --ranks 4
  ENZYME_RS_OPTIONS=check-hooks make
  enzyme-rs verify --in-place --run 'mpirun -n 4 ./heat input.dat'

Exit codes:
  0   all agree
  1   they do not, no derivative was generated, or a program to be
      compared in place was not built
  2   wrong command line
  3   the file cannot be compiled or read
  4   compiler or plugin missing or failing";

/// `verify`.
#[derive(Args)]
#[command(after_help = VERIFY_HELP)]
pub(crate) struct Verify {
    /// C, C++, Fortran, textual IR or bitcode that defines the function; with `--in-place`, the program.
    #[arg(value_name = "FILE", required_unless_present = "run")]
    pub(crate) file: Option<PathBuf>,
    /// The function: its symbol, or its bare name in C++ and Fortran.
    #[arg(short, long, value_name = "NAME", required_unless_present = "in_place")]
    pub(crate) function: Option<String>,
    /// Build and run a program, and compare the gradients where it asks for them, with what it has there.
    #[arg(long, conflicts_with_all = ["function", "args", "plot", "length", "range", "seed"])]
    pub(crate) in_place: bool,
    /// Run the program on so many ranks of MPI.
    #[arg(long, value_name = "N", requires = "in_place", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) ranks: Option<u32>,
    /// Run the program by this command of the shell, in which `{}` stands for the program.
    #[arg(long, value_name = "COMMAND", requires = "in_place")]
    pub(crate) run: Option<String>,
    /// What the arguments are: `x:double[16],n:int=16,tol:const double=1e-3,y:double[16]=-1..1`.
    #[arg(
        long,
        value_name = "SPEC",
        default_value = "",
        hide_default_value = true
    )]
    pub(crate) args: String,
    /// Elements of arrays, and value of integers, that `--args` leaves open.
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub(crate) length: usize,
    /// Interval of the random values of arguments that `--args` leaves open.
    #[arg(
        long,
        value_name = "LOW..HIGH",
        default_value = "0.5..1.5",
        allow_hyphen_values = true
    )]
    pub(crate) range: String,
    /// Random points; with `--in-place`, calls of each hook that are compared.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(crate) samples: u32,
    /// Seed of the random points.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Optimisation level: 0, 1, 2, 3, s.
    #[arg(short = 'O', value_name = "LEVEL", default_value = "2", value_parser = suggest::levels(), hide_possible_values = true)]
    pub(crate) level: String,
    /// Accepted relative difference of reverse and forward mode [default: 1e-10; 1e-4 if floats
    /// are involved].
    #[arg(long, value_name = "T")]
    pub(crate) tolerance: Option<f64>,
    /// Accepted relative difference to central differences [default: 1e-6; 1e-2 if floats are
    /// involved].
    #[arg(long, value_name = "T")]
    pub(crate) difference_tolerance: Option<f64>,
    /// Seconds that the program may run.
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    pub(crate) timeout: u64,
    /// Draw what is left of a Taylor expansion at the first point, as SVG.
    #[arg(long, value_name = "FILE", value_parser = svg)]
    pub(crate) plot: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// Build in this folder and leave everything there.
    #[arg(long, value_name = "DIR")]
    pub(crate) keep: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) engine: EngineFlags,
    /// Flags for the compiler and linker, after `--`: `-- -Iinclude -DN=4 other.c -lblas`.
    #[arg(last = true, value_name = "FLAG")]
    pub(crate) flags: Vec<OsString>,
}

/// `report`.
#[derive(Args)]
#[command(after_help = "\
A source is compiled once more, for the report alone; it calls a hook.
Of a whole build:

  ENZYME_RS_OPTIONS=report=kept/ make
  enzyme-rs report kept --html kept.html

Of kernels, what a device is asked for, gradients beside the others:

  enzyme-rs report --kernels a.cu -- --offload-arch=sm_80

`-Rpass-analysis=enzyme` has compilers say the same beside their own
remarks.")]
pub(crate) struct Report {
    /// C, C++ or Fortran that calls a hook; reports that a build has written, or the folder of them.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) inputs: Vec<PathBuf>,
    /// Only the derivatives of this function.
    #[arg(short, long, value_name = "NAME")]
    pub(crate) function: Option<String>,
    /// Write a page for browsers.
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub(crate) html: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// Say where compile time goes, too, of C and C++.
    #[arg(long, conflicts_with = "json")]
    pub(crate) time: bool,
    /// Say what kernels take of a device, too, of CUDA and HIP: what a thread keeps between launches, registers, memory of each thread, what had no room in registers.
    #[arg(long, conflicts_with = "json")]
    pub(crate) kernels: bool,
    /// Optimisation level: 0, 1, 2, 3, s.
    #[arg(short = 'O', value_name = "LEVEL", default_value = "2", value_parser = suggest::levels(), hide_possible_values = true)]
    pub(crate) level: String,
    /// Flags for the compiler, after `--`: `-- -Iinclude -DN=4 -fopenmp`.
    #[arg(last = true, value_name = "FLAG")]
    pub(crate) flags: Vec<OsString>,
}

/// `explain`.
#[derive(Args)]
pub(crate) struct Explain {
    /// Such as EZ0101.
    #[arg(value_name = "CODE", value_parser = suggest::codes(), hide_possible_values = true)]
    pub(crate) code: Option<String>,
}

/// `plan`.
#[derive(Args)]
#[command(
    override_usage = "\
enzyme-rs plan [OPTIONS] --steps <N> --ram <SLOTS|SIZE>
       enzyme-rs plan [OPTIONS] --cluster <FILE>",
    after_help = "\
All costs share a unit, such as seconds. Slots count checkpoints of one
state each. Times are rounded, for costs are known by a few digits;
--json has all digits.

  enzyme-rs plan --steps 1e5 --ram 50
  enzyme-rs plan --steps 1e5 --ram 64G --disk 2T --state 3.5G --compare
  enzyme-rs plan --steps 1e5 --ram 50 --disk 500 --write-cost 2 --compare
  enzyme-rs plan --steps 1e5 --ram 50 --disk unlimited --json
  enzyme-rs plan --steps 200 --ram 6 --disk 4 --plot plan.svg
  enzyme-rs plan --cluster cluster.toml --plot times.svg"
)]
pub(crate) struct Plan {
    /// Steps of the time loop; with --unknown-length, those expected.
    #[arg(long, value_name = "N", value_parser = steps, required_unless_present = "cluster")]
    pub(crate) steps: Option<u64>,
    /// The number of steps is not known before the run: only schedules that can do without it.
    #[arg(long)]
    pub(crate) unknown_length: bool,
    /// Checkpoints that fit into memory, the initial state included; or the room for them, as 64G, with --state.
    #[arg(long, value_name = "SLOTS|SIZE", value_parser = room, required_unless_present = "cluster")]
    pub(crate) ram: Option<Room>,
    /// Checkpoints that fit on disk, or the room for them, or `unlimited`.
    #[arg(long, value_name = "SLOTS|SIZE", default_value = "0", value_parser = room_or_unlimited)]
    pub(crate) disk: Room,
    /// Size of one checkpoint, as 3.5G or 800MiB.
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) state: Option<ByteSize>,
    /// Take this schedule instead of the fastest one.
    #[arg(long, value_name = "NAME", value_parser = suggest::schedules(), hide_possible_values = true)]
    pub(crate) schedule: Option<String>,
    /// Cost of one step forward.
    #[arg(long, value_name = "COST", default_value_t = 1.0, value_parser = cost)]
    pub(crate) step_cost: f64,
    /// Cost of recording and reversing one step [default: as one step forward].
    #[arg(long, value_name = "COST", value_parser = cost)]
    pub(crate) adjoint_cost: Option<f64>,
    /// Cost of writing one checkpoint to disk.
    #[arg(long, value_name = "COST", default_value_t = 1.0, value_parser = cost)]
    pub(crate) write_cost: f64,
    /// Cost of reading one checkpoint from disk.
    #[arg(long, value_name = "COST", default_value_t = 1.0, value_parser = cost)]
    pub(crate) read_cost: f64,
    /// Room that the tape of one step takes, in states, if tapes can be stored.
    #[arg(long, value_name = "STATES", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) tape_units: Option<u64>,
    /// Adjoints to compute of one forward run.
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) adjoints: u32,
    /// Print a table of all schedules.
    #[arg(long, conflicts_with = "json")]
    pub(crate) compare: bool,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// Say what a run takes on a cluster: time, memory and what limits it, for some to many ranks, as FILE (TOML) describes run, machine and what was measured.
    #[arg(long, value_name = "FILE", conflicts_with_all = NOT_FOR_CLUSTERS)]
    pub(crate) cluster: Option<PathBuf>,
    /// Draw the schedule, what it holds, and what more memory would buy, as SVG: up to a million steps; with --cluster, times by ranks.
    #[arg(long, value_name = "FILE", value_parser = svg)]
    pub(crate) plot: Option<PathBuf>,
}

/// What the file of a cluster says itself.
const NOT_FOR_CLUSTERS: [&str; 13] = [
    "steps",
    "unknown_length",
    "ram",
    "disk",
    "state",
    "schedule",
    "step_cost",
    "adjoint_cost",
    "write_cost",
    "read_cost",
    "tape_units",
    "adjoints",
    "compare",
];

/// More steps than these are not planned one by one.
const MOST_STEPS: u64 = 100_000_000;

fn steps(text: &str) -> Result<u64, String> {
    match whole(text)? {
        steps @ 1..=MOST_STEPS => Ok(steps),
        _ => Err(format!("not in 1..={MOST_STEPS}")),
    }
}

/// A picture is drawn as SVG, whatever the file is called: so it had better be called so.
fn svg(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path
        .extension()
        .is_some_and(|suffix| suffix.eq_ignore_ascii_case("svg"))
    {
        true => Ok(path),
        false => Err("pictures are SVG: name a file that ends in .svg".into()),
    }
}

fn cost(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(cost) if f64::is_finite(cost) && cost >= 0.0 => Ok(cost),
        _ => Err("a cost is a number, finite and not negative".into()),
    }
}

/// `completions`.
#[derive(Args)]
pub(crate) struct Completions {
    /// The shell.
    pub(crate) shell: Shell,
}

/// `man`.
#[derive(Args)]
pub(crate) struct Man {
    /// Made if it does not exist.
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    /// In a terminal of 80 columns, where manual pages have a margin.
    #[test]
    fn what_follows_the_options_fits_a_terminal() {
        for command in Cli::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string);
            for line in help.unwrap_or_default().lines() {
                assert!(line.chars().count() <= 73, "{}: {line}", command.get_name());
            }
        }
    }

    #[test]
    fn engine_flags_become_settings() {
        let line = [
            "enzyme-rs",
            "opt",
            "a.ll",
            "-o",
            "-",
            "--inline-limit",
            "0",
            "--print-plans",
        ];
        let Command::Opt(opt) = Cli::parse_from(line).command else {
            panic!("not opt")
        };
        assert_eq!(opt.engine.to_text(), "inline-limit=0,print-plans");
    }

    #[test]
    fn verify_takes_a_level_as_compilers_do_and_flags_after_two_dashes() {
        let line = [
            "enzyme-rs",
            "verify",
            "a.c",
            "-f",
            "f",
            "-Os",
            "--",
            "-DN=3",
            "-lm",
        ];
        let Command::Verify(verify) = Cli::parse_from(line).command else {
            panic!("not verify")
        };
        assert_eq!(verify.level, "s");
        assert_eq!(verify.flags, ["-DN=3", "-lm"]);
    }
}
