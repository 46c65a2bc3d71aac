//! `enzyme-rs verify --in-place`: derivatives compared where the program asks for them.
//!
//! The program is built with the option `check-hooks` and run; each of its processes leaves a report, whose sums are added up
//! (`wrapper/in_place` says what they are).
//!
//! Owns: building and running such a program, and what is shown of the reports. Must not: know what a derivative is.

use super::program::{Source, Workshop};
use super::report::{Row, Tolerances, Verdict};
use crate::cli::Verify;
use crate::exit::{Exit, Failure};
use crate::progress;
use crate::table::table;
use crate::toolchain::Language;
use enzyme_host::settings::VARIABLE;
use indexmap::{IndexMap, IndexSet};
use serde::Serialize;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Where processes leave their reports, and how many calls of each hook are compared: variables of the library's.
const REPORT: &str = "ENZYME_RS_CHECK_REPORT";
const CALLS: &str = "ENZYME_RS_CHECK_CALLS";

/// Device code runs on the CPU.
const EMULATED: &str = "--emulate-gpu";

/// Runs the command.
pub(super) fn run(args: &Verify) -> Result<Exit, Failure> {
    let options = args.engine.to_text();
    let workshop = Workshop::new(args.keep.as_deref(), &args.level, &args.flags, options)?;
    // Not the folder that is kept, in which other reports may lie.
    let reports = tempfile::tempdir()
        .map_err(|e| Failure::environment(format!("cannot make a folder for reports: {e}")))?;
    let folder = reports.path();
    let program = match &args.file {
        Some(file) => Some(build(args, file, &workshop)?),
        None => None,
    };
    let mut command = launch(args, program.as_deref())?;
    command
        .env(REPORT, folder)
        .env(CALLS, args.samples.to_string());
    if args.json {
        // Standard output is for the report.
        command.stdout(std::io::stderr());
    }
    let ended = execute(command, Duration::from_secs(args.timeout));
    let found = Found::read(args, folder)?;
    show(args, &found)?;
    ended?;
    found.outcome()
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Compiles the program as a user does, with the wrappers; over MPI, with its compilers in front of them.
fn build(args: &Verify, file: &Path, workshop: &Workshop) -> Result<PathBuf, Failure> {
    if !file.is_file() {
        return Err(Failure::input(format!("cannot read {}", file.display())));
    }
    let language = match Source::of(file)? {
        Source::Program(language) => language,
        // The wrapper for C++ takes them.
        Source::Gpu => Language::Cxx,
        Source::Module => {
            let message = "a program is compiled from its source, to be compared in place";
            return Err(Failure::usage(message)
                .help("give C (.c), C++ (.cpp), Fortran (.f90), CUDA (.cu) or HIP (.hip)"));
        }
    };
    let ourselves = std::env::current_exe()
        .map_err(|e| Failure::environment(format!("cannot find this program: {e}")))?;
    let mut command = match args.ranks {
        Some(_) => over_mpi(language, &ourselves),
        None => {
            let mut command = Command::new(&ourselves);
            command.arg(language.command());
            command
        }
    };
    let program = absolute(&workshop.path("program"));
    let mut options = OsString::from("check-hooks,");
    options.push(workshop.options());
    command.env(VARIABLE, options);
    // Memory of a device is looked at from the host, which an emulated one allows.
    let emulated = (Source::of(file)? == Source::Gpu).then_some(EMULATED);
    command.args(emulated);
    command.arg(workshop.level()).arg(file).args(&args.flags);
    command.arg("-lm").arg("-o").arg(&program);
    super::program::run(
        &mut command,
        Exit::Refused,
        &format!("cannot build {}", file.display()),
    )
    .map_err(|failure| match args.ranks {
        None => super::with_mpi(file, failure),
        Some(_) => failure,
    })
    .map_err(|failure| failure.help("further sources, flags and libraries stand behind `--`"))?;
    Ok(program)
}

/// MPI's compiler, told to start our wrapper: Open MPI and those like MPICH have variables of different names for that.
fn over_mpi(language: Language, ourselves: &Path) -> Command {
    let (program, variables) = match language {
        Language::C => ("mpicc", ["OMPI_CC", "MPICH_CC"]),
        Language::Cxx => ("mpicxx", ["OMPI_CXX", "MPICH_CXX"]),
        Language::Fortran => ("mpifort", ["OMPI_FC", "MPICH_FC"]),
    };
    let mut command = Command::new(program);
    let wrapper = ourselves.with_file_name(language.wrapper());
    for variable in variables {
        command.env(variable, &wrapper);
    }
    command
}

/// The command that runs the program.
fn launch(args: &Verify, program: Option<&Path>) -> Result<Command, Failure> {
    match (&args.run, program) {
        (Some(text), program) => {
            let mut command = Command::new("sh");
            command.arg("-c");
            match program {
                // Its path may have blanks.
                Some(program) => command.arg(text.replace("{}", "\"$0\"")).arg(program),
                None => command.arg(text),
            };
            Ok(command)
        }
        (None, Some(program)) => match args.ranks {
            Some(ranks) => {
                let mut command = Command::new("mpirun");
                command.arg("-n").arg(ranks.to_string()).arg(program);
                Ok(command)
            }
            None => Ok(Command::new(program)),
        },
        (None, None) => Err(Failure::usage("there is nothing to run").help(
            "give a source, or `--run COMMAND` with a program that was built with ENZYME_RS_OPTIONS=check-hooks",
        )),
    }
}

/// How programs end in which AddressSanitizer has found something.
const WATCHED: i32 = 1;

/// Runs it to its end, or to the limit.
fn execute(mut command: Command, limit: Duration) -> Result<(), Failure> {
    let _under_way = progress::limited("the program runs", limit);
    let ended = super::program::ended(command.stdin(Stdio::null()), limit)?;
    match ended {
        Some(status) if status.success() => Ok(()),
        Some(status) => {
            let failure = Failure::new(Exit::Refused, format!("the program failed: {status}"));
            Err(match status.code() {
                Some(WATCHED) => failure.help("if AddressSanitizer has written a message above: the mistake is there without it as well"),
                _ => failure,
            })
        }
        None => Err(Failure::new(
            Exit::Refused,
            format!("the program ran for more than {} seconds", limit.as_secs()),
        )
        .help("take a longer --timeout, or fewer calls with --samples: each is run 15 times")
        .help("over MPI, all ranks must call the hook, and as often")),
    }
}

/// How far two runs from the same numbers may be apart, relative to what they come to: sums over ranks come in any order.
const REPEATED: f64 = 1e-9;

/// Steps of the differences, as the library has them.
const STEPS: [f64; 5] = [1e-1, 1e-2, 1e-3, 1e-4, 1e-6];

/// What one call of one hook came to, over all processes.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Check {
    function: String,
    place: String,
    call: usize,
    value: f64,
    reverse: f64,
    forward: f64,
    squares: f64,
    /// What two runs from the same numbers come to.
    first: f64,
    second: f64,
    /// Below zero if a process could not move its own.
    numbers: i64,
    least_bytes: u64,
    differences: [f64; STEPS.len()],
}

impl Check {
    /// Reads one line, behind its first word.
    fn parse(words: &[&str]) -> Option<Self> {
        let [function, place, call, numbers @ ..] = words else {
            return None;
        };
        let float = |index: usize| numbers.get(index)?.parse::<f64>().ok();
        let count = |index: usize| numbers.get(index)?.parse::<u64>().ok();
        let mut differences = [0.0; STEPS.len()];
        for (step, difference) in differences.iter_mut().enumerate() {
            *difference = float(8 + step)?;
        }
        Some(Self {
            function: (*function).to_owned(),
            place: (*place).to_owned(),
            call: call.parse().ok()?,
            value: float(0)?,
            reverse: float(1)?,
            forward: float(2)?,
            squares: float(3)?,
            first: float(4)?,
            second: float(5)?,
            numbers: numbers.get(6)?.parse().ok()?,
            least_bytes: count(7)?,
            differences,
        })
    }

    /// Adds the part of another process.
    fn add(&mut self, other: &Self) {
        self.value += other.value;
        self.reverse += other.reverse;
        self.forward += other.forward;
        self.squares += other.squares;
        self.first += other.first;
        self.second += other.second;
        self.numbers = match self.numbers.min(other.numbers) {
            0.. => self.numbers + other.numbers,
            lost => lost,
        };
        // A process of which nothing moves has no smallest number.
        let both = [self.least_bytes, other.least_bytes];
        self.least_bytes = both.into_iter().filter(|b| *b > 0).min().unwrap_or(0);
        for (own, its) in self.differences.iter_mut().zip(other.differences) {
            *own += its;
        }
    }

    /// Differences of two steps, of which the error that falls with the square of the step is taken out (Richardson).
    fn extrapolated(&self) -> impl Iterator<Item = f64> + '_ {
        let steps = STEPS.windows(2).zip(self.differences.windows(2));
        steps.map(|(steps, found)| {
            let ratio = (steps[0] / steps[1]).powi(2);
            (ratio * found[1] - found[0]) / (ratio - 1.0)
        })
    }

    /// The comparison; of the differences, the one that is nearest.
    fn row(&self) -> Row {
        let own = self.differences.iter().copied();
        let all = own.chain(self.extrapolated());
        let distance = |d: &f64| (d - self.reverse).abs();
        let finite = all.filter(|d| d.is_finite());
        let nearest = finite.min_by(|a, b| distance(a).total_cmp(&distance(b)));
        Row {
            sample: self.call - 1,
            argument: None,
            value: self.value,
            reverse: self.reverse,
            forward: self.forward,
            differences: nearest.unwrap_or(f64::NAN),
            scale: self.squares.sqrt(),
        }
    }

    fn verdict(&self, args: &Verify) -> Verdict {
        let change = (self.first - self.second).abs();
        if change > REPEATED * self.first.abs().max(self.second.abs()) {
            return Verdict::NotRepeated;
        }
        let row = self.row();
        let usual = Tolerances::of_precision(self.least_bytes == 4);
        row.judge(super::tolerances(args, usual))
    }

    fn cells(&self, verdict: Verdict) -> [String; 8] {
        let row = self.row();
        // A table has no room for C++'s lists of parameters.
        let short = self.function.split('(').next().unwrap_or_default();
        let place = self.place.rsplit('/').next().unwrap_or_default();
        let name = format!("{short} ({place})");
        let number = |number: f64| format!("{number:.8e}");
        let error = |error: f64| format!("{error:.1e}");
        [
            name,
            self.call.to_string(),
            self.numbers.to_string(),
            number(row.reverse),
            number(row.forward),
            number(row.differences),
            error(row.relative(row.forward)),
            format!(
                "{} {}",
                error(row.relative(row.differences)),
                verdict.word()
            ),
        ]
    }
}

/// All reports.
#[derive(Debug, Default)]
struct Found {
    checks: Vec<(Check, Verdict)>,
    /// Calls that were reached and could not be compared, as notes say.
    left_out: usize,
    notes: IndexSet<String>,
    processes: usize,
}

impl Found {
    fn read(args: &Verify, folder: &Path) -> Result<Self, Failure> {
        let mut found = Self::default();
        let mut checks: IndexMap<(String, String, usize), Check> = IndexMap::new();
        let Ok(entries) = std::fs::read_dir(folder) else {
            return Ok(found);
        };
        let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        files.sort();
        for file in files {
            found.processes += 1;
            let text = std::fs::read_to_string(&file).map_err(|e| {
                Failure::environment(format!("cannot read {}: {e}", file.display()))
            })?;
            for line in text.lines() {
                let words: Vec<&str> = line.split('\t').collect();
                let read = match words[..] {
                    ["note", function, place, text] => {
                        found.notes.insert(format!("{function} ({place}): {text}"));
                        continue;
                    }
                    ["check", ref rest @ ..] => Check::parse(rest),
                    _ => None,
                };
                let check = read.ok_or_else(|| {
                    Failure::environment(format!("{}: unexpected line `{line}`", file.display()))
                })?;
                let key = (check.function.clone(), check.place.clone(), check.call);
                let added = checks.get_mut(&key).map(|all| all.add(&check));
                if added.is_none() {
                    checks.insert(key, check);
                }
            }
        }
        for check in checks.into_values() {
            if check.numbers == 0 {
                let Check {
                    function, place, ..
                } = &check;
                found.notes.insert(format!(
                    "{function} ({place}): no number moves: not compared"
                ));
            }
            match check.numbers {
                1.. => {
                    let verdict = check.verdict(args);
                    found.checks.push((check, verdict));
                }
                _ => found.left_out += 1,
            }
        }
        Ok(found)
    }

    fn verdict(&self) -> Option<Verdict> {
        self.checks.iter().map(|(_, verdict)| *verdict).max()
    }

    /// What follows, as an error if not all agree or nothing was compared.
    fn outcome(&self) -> Result<Exit, Failure> {
        let failed = |message: &str| Failure::new(Exit::Refused, message);
        match self.verdict() {
            Some(Verdict::Agree) if self.left_out == 0 => Ok(Exit::Success),
            Some(Verdict::Agree) => Err(failed(&format!(
                "{} of {} calls could not be compared",
                self.left_out,
                self.left_out + self.checks.len()
            ))
            .help("see the notes above")),
            Some(verdict) => Err(failed(verdict.sentence()).help(help(verdict))),
            None if self.notes.is_empty() => Err(failed("no gradient was computed while the program ran")
                .help("a hook in reverse mode (`__enzyme_autodiff`) must be called in it; the program is built with ENZYME_RS_OPTIONS=check-hooks")),
            None => Err(failed("no gradient could be compared")
                .help("see the notes above")),
        }
    }
}

/// What may be the matter, where the numbers are the program's.
fn help(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Differences => "the function may have a kink or a jump here",
        Verdict::NotRepeated => {
            "what a function keeps in globals and files, or draws at random, is not put back: compare it where it begins afresh each time"
        }
        Verdict::NotFinite => "look for what is infinite or not a number in the program's own run",
        Verdict::Agree | Verdict::Forward | Verdict::Reverse => {
            "look whether each shadow is memory of its own, as long as the primal's (a structure that was copied leads to the primal's arrays), and at rules of your own; otherwise please report this"
        }
    }
}

fn show(args: &Verify, found: &Found) -> Result<(), Failure> {
    if args.json {
        let verdict = found.verdict();
        let told = |(check, verdict): &(Check, Verdict)| serde_json::json!({"check": check, "comparison": check.row(), "verdict": verdict.word()});
        let checks: Vec<_> = found.checks.iter().map(told).collect();
        let json = serde_json::json!({
            "agrees": verdict == Some(Verdict::Agree) && found.left_out == 0,
            "left_out": found.left_out,
            "verdict": verdict.map(Verdict::sentence),
            "processes": found.processes,
            "checks": checks,
            "notes": found.notes.iter().collect::<Vec<_>>(),
        });
        println!("{json:#}");
        return Ok(());
    }
    if !found.checks.is_empty() {
        let header = [
            "gradient",
            "call",
            "numbers",
            "reverse",
            "forward",
            "differences",
            "fwd",
            "diff",
        ];
        let rows = found
            .checks
            .iter()
            .map(|(check, verdict)| check.cells(*verdict))
            .collect();
        println!("\n{}", table(header, rows).trim_end());
    }
    for note in &found.notes {
        println!("note: {note}");
    }
    if let (Some(Verdict::Agree), processes) = (found.verdict(), found.processes) {
        let over = match processes {
            1 => String::new(),
            _ => format!(", summed over {processes} processes"),
        };
        let over = match found.left_out {
            0 => over,
            n => format!("{over}; {n} not compared"),
        };
        println!("verdict: {}{over}", Verdict::Agree.sentence());
    }
    Ok(())
}
