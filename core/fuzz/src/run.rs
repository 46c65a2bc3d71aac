//! Compiles and runs batches of programs and finds the one to blame. Owns the compiler command, time
//! limits and the reading of the driver's output; must not know what a correct result is.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::ast::{Language, Program};
use crate::emit_c;
use crate::features::Feature;
use crate::harness;
use crate::idiom;
use crate::oracle::Expected;

/// A program with the numbers it must give.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) program: Program,
    pub(crate) expected: Expected,
}

/// How a program failed.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Failure {
    Compile(String),
    CompileTimeout,
    Crash(String),
    Timeout,
    Mismatch(String),
}

/// What a failure means for the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Wrong,
    /// Refused with codes that the table of idioms allows for the program's classes.
    Allowed,
    /// Refused with other codes; `untyped` if all of them are about types of memory (EZ02xx).
    Refused {
        untyped: bool,
    },
    /// Crashes, time limits, internal errors, and programs the compiler does not take.
    Broken,
}

/// The code of internal errors, which no program may meet.
pub(crate) const INTERNAL: &str = "EZ0901";

/// How the end of a program is counted whose steps, run again, gave another state.
pub(crate) const OTHER_STATE: &str = "another state";

/// The level at which the code is vectorised before it is differentiated.
const VECTORISED: &str = "vectorised";

/// The same, for the widest vectors of x86-64: it gathers what members of structures point to.
const AVX512: &str = "avx512";

/// The flags of the two, and whether the level is one of them.
fn vectors(opt: &str) -> Option<&'static str> {
    match opt {
        VECTORISED => Some("-mavx2"),
        AVX512 => Some("-march=skylake-avx512 -mprefer-vector-width=512"),
        _ => None,
    }
}

/// The level at which the compiler may count otherwise than the source says, and its flags: NaN, infinities and `errno` stay.
const FAST: &str = "fast";
const FAST_FLAGS: &str = "-O2 -ffast-math -fhonor-nans -fhonor-infinities -fmath-errno";

/// The codes in a compiler's output, `[EZ0203]` and the like.
pub(crate) fn codes(text: &str) -> Vec<&str> {
    let starts = text.match_indices("[EZ");
    let mut found: Vec<&str> = starts
        .filter_map(|(at, _)| text[at + 1..].split_once(']').map(|(code, _)| code))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

impl Failure {
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Failure::Compile(_) => "compile error",
            Failure::CompileTimeout => "compile timeout",
            Failure::Crash(_) => "crash",
            Failure::Timeout => "timeout",
            Failure::Mismatch(_) => "mismatch",
        }
    }

    /// How the failure is counted, for a program with idioms of these features.
    pub(crate) fn verdict(&self, features: &[Feature]) -> Verdict {
        let codes = match self {
            Failure::Mismatch(_) => return Verdict::Wrong,
            _ => self.codes(),
        };
        if codes.is_empty() || codes.contains(&INTERNAL) {
            Verdict::Broken
        } else if codes.iter().all(|c| idiom::may_refuse(features, c)) {
            Verdict::Allowed
        } else {
            let untyped = codes
                .iter()
                .all(|c| c.starts_with("EZ02") || idiom::may_refuse(features, c));
            Verdict::Refused { untyped }
        }
    }

    /// The codes of an engine's diagnostics.
    pub(crate) fn codes(&self) -> Vec<&str> {
        match self {
            Failure::Crash(text) if text.contains(OTHER_STATE) => vec![OTHER_STATE],
            _ => codes(self.text()),
        }
    }

    fn text(&self) -> &str {
        match self {
            Failure::Compile(t) | Failure::Crash(t) | Failure::Mismatch(t) => t,
            Failure::CompileTimeout | Failure::Timeout => "",
        }
    }

    /// A label that groups failures of the same cause: the first error line without its numbers.
    pub(crate) fn label(&self) -> String {
        let line = match self {
            Failure::Mismatch(t) => t.lines().next().map(|l| l.split(':').next().unwrap_or(l)),
            _ => error_line(self.text()),
        };
        let line = line.unwrap_or("").trim();
        let mut label = String::new();
        for c in line.chars().take(120) {
            match (c.is_ascii_digit(), label.ends_with('#')) {
                (true, true) => {}
                (true, false) => label.push('#'),
                (false, _) => label.push(c),
            }
        }
        format!("{}: {label}", self.kind())
    }

    /// Whether two failures look like the same bug (used while shrinking).
    pub(crate) fn same_bug(&self, other: &Failure) -> bool {
        match (self, other) {
            (Failure::Compile(_), Failure::Compile(_)) => self.label() == other.label(),
            _ => self.kind() == other.kind(),
        }
    }
}

/// The line of a compiler's output that says what went wrong.
fn error_line(text: &str) -> Option<&str> {
    let markers = [
        "undefined reference",
        "error",
        "panicked",
        "Assertion",
        "LLVM ERROR",
        "signal",
    ];
    let found = text
        .lines()
        .position(|l| markers.iter().any(|m| l.contains(m)));
    let line = text.lines().nth(found.unwrap_or(0))?;
    // A panic's message is on the line after its location.
    match line.contains("panicked at") {
        true => found.and_then(|k| text.lines().nth(k + 1)).or(Some(line)),
        false => Some(
            line.split_once("error: ")
                .map_or(line, |(_, message)| message),
        ),
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind())?;
        for line in self.text().lines().take(12) {
            write!(f, "\n    {line}")?;
        }
        Ok(())
    }
}

/// A derivative of a derivative: the outer mode first.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Second {
    #[value(name = "ff")]
    ForwardForward,
    #[value(name = "fr")]
    ForwardReverse,
    #[value(name = "rf")]
    ReverseForward,
    #[value(name = "rr")]
    ReverseReverse,
}

impl Second {
    /// What makes the test driver try it.
    fn define(self) -> &'static str {
        match self {
            Second::ForwardForward => " -DFORWARD_FORWARD",
            Second::ForwardReverse => " -DFORWARD_REVERSE",
            Second::ReverseForward => " -DREVERSE_FORWARD",
            Second::ReverseReverse => " -DREVERSE_REVERSE",
        }
    }

    /// As typed.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Second::ForwardForward => "ff",
            Second::ForwardReverse => "fr",
            Second::ReverseForward => "rf",
            Second::ReverseReverse => "rr",
        }
    }
}

/// How to compile and run.
#[derive(Clone, Debug)]
pub(crate) struct Toolchain {
    /// Command prefix, as typed in a shell.
    pub(crate) cc: String,
    pub(crate) no_ad: bool,
    /// Orders of derivatives of derivatives to test as well.
    pub(crate) second: Vec<Second>,
    /// Test the halves of split derivatives as well.
    pub(crate) split: bool,
    /// Test two directions at once as well.
    pub(crate) several: bool,
    /// Libraries that programs are linked with, beside that of mathematical functions.
    pub(crate) libraries: String,
    /// Programs have regions of OpenMP.
    pub(crate) openmp: bool,
    /// Options of the engine.
    pub(crate) options: String,
    /// Seconds one program may take to compile (a batch gets more).
    pub(crate) timeout: u64,
    /// Address space a test binary may use, in GiB; 0 for no limit (sanitizers need that).
    pub(crate) memory: u64,
    /// Directory for temporary files.
    pub(crate) dir: PathBuf,
    pub(crate) language: Language,
    /// A plain compiler and the engine's plugin, for the vectorised level.
    pub(crate) plain: String,
    pub(crate) plugin: PathBuf,
}

impl Toolchain {
    /// The command line that compiles `source` to `binary`, under the engine's options.
    pub(crate) fn command(&self, opt: &str, source: &Path, binary: &Path) -> String {
        let command = self.compile(opt, source, binary);
        match self.options.is_empty() {
            true => command,
            false => format!("export ENZYME_RS_OPTIONS='{}' && {command}", self.options),
        }
    }

    fn compile(&self, opt: &str, source: &Path, binary: &Path) -> String {
        let mut define = String::from(if self.no_ad { " -DNO_AD" } else { "" });
        if !self.second.is_empty() {
            define += " -DSECOND";
        }
        if self.split {
            define += " -DSPLIT";
        }
        if self.several {
            define += " -DSEVERAL";
        }
        if self.options.contains("runtime-activity") {
            define += " -DRUNTIME_ACTIVITY";
        }
        let orders = self.second.iter().map(|order| order.define());
        define.extend(orders);
        let openmp = if self.openmp { " -fopenmp" } else { "" };
        let flags = format!("-ffp-contract=off -w{openmp}{define}");
        let (source, binary) = (source.display(), binary.display());
        let libraries = &self.libraries;
        match (opt, self.no_ad) {
            (level, false) if let Some(vectors) = vectors(level) => format!(
                "{plain} -O3 {vectors} {flags} -emit-llvm -c '{source}' -o '{binary}.bc' && \
                 opt-22 -load-pass-plugin='{plugin}' -passes=enzyme '{binary}.bc' -o '{binary}.ad.bc' && \
                 {plain} -O2 {vectors} -w '{binary}.ad.bc' -o '{binary}' {own}{libraries} -lm",
                plain = self.plain,
                plugin = self.plugin.display(),
                own = self.own_library(),
            ),
            (level, true) if let Some(vectors) = vectors(level) => {
                format!(
                    "{} -O3 {vectors} {flags} '{source}' -o '{binary}' {libraries} -lm",
                    self.cc
                )
            }
            (FAST, _) => format!(
                "{} {flags} {FAST_FLAGS} '{source}' -o '{binary}' {libraries} -lm",
                self.cc
            ),
            _ => format!(
                "{} -{opt} {flags} '{source}' -o '{binary}' {libraries} -lm",
                self.cc
            ),
        }
    }

    /// The engine's libraries for BLAS and OpenMP, which its wrappers link by themselves.
    fn own_library(&self) -> String {
        let mut names = String::new();
        if !self.libraries.is_empty() {
            names += "-lenzyme_rs_blas ";
        }
        if self.openmp {
            names += "-lenzyme_rs_omp -fopenmp ";
        }
        match self.plugin.parent() {
            Some(folder) if !names.is_empty() => format!(
                "-L'{folder}' {names}-Wl,-rpath,'{folder}' ",
                folder = folder.display()
            ),
            _ => String::new(),
        }
    }

    /// Tests a batch; one result per case. `tag` keeps the files of concurrent workers apart.
    pub(crate) fn test(
        &self,
        cases: &[Case],
        opt: &str,
        tag: &str,
    ) -> io::Result<Vec<Option<Failure>>> {
        let source = self.dir.join(format!("{tag}.{}", self.extension()));
        let binary = self.dir.join(format!("{tag}.bin"));
        let pairs: Vec<_> = cases.iter().map(|c| (&c.program, &c.expected)).collect();
        fs::write(&source, harness::file(&pairs, ""))?;
        let limit = self.timeout + 2 * cases.len() as u64;
        let built = limited(limit, &self.command(opt, &source, &binary))?;
        let results = if built.status.success() {
            run_all(cases.len(), |first| {
                self.execute(&binary, (first, cases.len()))
            })?
        } else if let [_] = cases {
            vec![Some(compile_failure(&built))]
        } else {
            let text = String::from_utf8_lossy(&built.stderr);
            let blamed = |case: &Case| refusal(&emit_c::prefix(&case.program), &text);
            isolate(cases, blamed, |cases| self.test(cases, opt, tag))?
        };
        remove(&source);
        remove(&binary);
        remove(&binary.with_extension("bin.bc"));
        remove(&binary.with_extension("bin.ad.bc"));
        Ok(results)
    }

    /// The ending of source files.
    pub(crate) fn extension(&self) -> &'static str {
        match self.language {
            Language::C => "c",
            Language::Cpp => "cpp",
        }
    }

    /// Tests one case on its own.
    pub(crate) fn test_one(
        &self,
        case: &Case,
        opt: &str,
        tag: &str,
    ) -> io::Result<Option<Failure>> {
        let results = self.test(std::slice::from_ref(case), opt, tag)?;
        Ok(results.into_iter().next().flatten())
    }

    /// Runs a test binary from this program of so many on.
    fn execute(&self, binary: &Path, (first, count): (usize, usize)) -> io::Result<Output> {
        // Bounds the harm of derivative code that allocates without end.
        let limit = match self.memory {
            0 => String::new(),
            gib => format!("ulimit -v {}; ", gib << 20),
        };
        let command = format!(
            "{limit}export OPENBLAS_NUM_THREADS=1 OMP_WAIT_POLICY=passive; exec '{}' {first}",
            binary.display()
        );
        limited(STANDS_STILL + count as u64, &command)
    }
}

/// Tests a batch of which some program does not compile: without those that the diagnostics blame,
/// or, where they blame none, in halves.
pub(crate) fn isolate<C: Clone>(
    cases: &[C],
    blamed: impl Fn(&C) -> Option<Failure>,
    test: impl Fn(&[C]) -> io::Result<Vec<Option<Failure>>>,
) -> io::Result<Vec<Option<Failure>>> {
    let blamed: Vec<Option<Failure>> = cases.iter().map(blamed).collect();
    if blamed.iter().all(Option::is_none) {
        let (left, right) = cases.split_at(cases.len() / 2);
        let mut results = test(left)?;
        results.extend(test(right)?);
        return Ok(results);
    }
    let others = cases.iter().zip(&blamed).filter(|(_, b)| b.is_none());
    let others: Vec<C> = others.map(|(c, _)| c.clone()).collect();
    let mut results = match others.is_empty() {
        true => Vec::new(),
        false => test(&others)?,
    }
    .into_iter();
    let result = |b: Option<Failure>| b.or_else(|| results.next().flatten());
    Ok(blamed.into_iter().map(result).collect())
}

/// Runs the programs of a test binary from the one on that `execute` is given, again behind every program that crashes it.
pub(crate) fn run_all(
    count: usize,
    execute: impl Fn(usize) -> io::Result<Output>,
) -> io::Result<Vec<Option<Failure>>> {
    let mut results = vec![None; count];
    let mut first = 0;
    while first < count {
        let output = execute(first)?;
        let last = read_results(&output, &mut results);
        if !matches!(output.status.code(), Some(0 | 1)) {
            let at = last.unwrap_or(first);
            results[at] = Some(run_failure(&output));
            first = at + 1;
        } else {
            first = count;
        }
    }
    Ok(results)
}

fn remove(path: &Path) {
    // Left-over temporary files are harmless.
    let _ = fs::remove_file(path);
}

/// Seconds after which a test binary stands still: on a busy machine, teams of more workers than cores wait long for each other.
const STANDS_STILL: u64 = 120;

/// Runs a shell command with a time limit (exit code 124 when it is exceeded).
pub(crate) fn limited(seconds: u64, command: &str) -> io::Result<Output> {
    let seconds = seconds.to_string();
    Command::new("timeout")
        .args(["-k", "5", &seconds, "sh", "-c", command])
        .output()
}

pub(crate) fn timed_out(output: &Output) -> bool {
    matches!(output.status.code(), Some(124 | 137))
}

/// The diagnostics with a code that mention names of a program, which begin like this.
pub(crate) fn refusal(name: &str, text: &str) -> Option<Failure> {
    let mut found = String::new();
    let mut section = String::new();
    let mut close = |section: &mut String| {
        if section.contains(name) && !codes(section).is_empty() {
            found += section;
        }
        section.clear();
    };
    for line in text.lines() {
        if line.contains("error: ") {
            close(&mut section);
        }
        section += line;
        section.push('\n');
    }
    close(&mut section);
    (!found.is_empty()).then_some(Failure::Compile(found))
}

pub(crate) fn compile_failure(output: &Output) -> Failure {
    if timed_out(output) {
        return Failure::CompileTimeout;
    }
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    Failure::Compile(if text.is_empty() {
        output.status.to_string()
    } else {
        text
    })
}

fn run_failure(output: &Output) -> Failure {
    if timed_out(output) {
        return Failure::Timeout;
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    Failure::Crash(format!("{}\n{stderr}", output.status))
}

/// Fills in the verdicts of the driver; returns the last program it began.
fn read_results(output: &Output, results: &mut [Option<Failure>]) -> Option<usize> {
    let text = String::from_utf8_lossy(&output.stdout);
    let (mut current, mut details) = (None, String::new());
    for line in text.lines() {
        match line.split_once(' ') {
            Some(("@", k)) => {
                current = k.parse().ok();
                details.clear();
            }
            Some(("BAD", _)) => {
                if let Some(slot) = current.and_then(|k: usize| results.get_mut(k)) {
                    *slot = Some(Failure::Mismatch(details.clone()));
                }
            }
            Some(("OK", _)) => {}
            _ => {
                details += line.trim();
                details.push('\n');
            }
        }
    }
    current
}

/// The option that links OpenBLAS, if the compiler finds it.
pub(crate) fn openblas(clang: &str) -> Option<&'static str> {
    let option = "-lopenblas";
    let command =
        format!("echo 'int main(void) {{ return 0; }}' | {clang} -xc - {option} -o /dev/null");
    let found = limited(20, &command).is_ok_and(|output| output.status.success());
    found.then_some(option)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_group_by_cause() {
        let a = Failure::Compile("x.c:3:1: error: EZ0101 at %12\nmore".to_owned());
        let b = Failure::Compile("y.c:77:9: error: EZ0101 at %9\n".to_owned());
        assert_eq!(a.label(), b.label());
        assert!(a.same_bug(&b));
        assert!(!a.same_bug(&Failure::Timeout));
    }

    #[test]
    fn refusals_are_allowed_by_class() {
        let refused = Failure::Compile("x.c:1:1: error: bits [EZ0203]\n".to_owned());
        assert_eq!(refused.verdict(&[Feature::Punning]), Verdict::Allowed);
        let other = Verdict::Refused { untyped: true };
        assert_eq!(refused.verdict(&[Feature::Sorted]), other);
        let unknown = Failure::Compile("error: calls [EZ0102]\nerror: bits [EZ0203]\n".to_owned());
        let other = Verdict::Refused { untyped: false };
        assert_eq!(unknown.verdict(&[Feature::Punning]), other);
        let internal = Failure::Compile("error: internal [EZ0901]\n".to_owned());
        assert_eq!(internal.verdict(&[Feature::Punning]), Verdict::Broken);
    }

    #[test]
    fn mismatch_labels_name_the_quantity() {
        let m = Failure::Mismatch("reverse dx[3]: got 1, want 2\n".to_owned());
        assert_eq!(m.label(), "mismatch: reverse dx[#]");
    }
}
