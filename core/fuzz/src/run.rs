//! Compiles and runs batches of programs and finds the one to blame. Owns the compiler command, time
//! limits and the reading of the driver's output; must not know what a correct result is.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::ast::Program;
use crate::harness;
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

    /// Whether the engine declined because it could not deduce a type (codes EZ02xx).
    pub(crate) fn is_refusal(&self) -> bool {
        matches!(self, Failure::Compile(text) if text.contains("[EZ02"))
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

/// How to compile and run.
#[derive(Clone, Debug)]
pub(crate) struct Toolchain {
    /// Command prefix, as typed in a shell.
    pub(crate) cc: String,
    pub(crate) no_ad: bool,
    /// Seconds one program may take to compile (a batch gets more).
    pub(crate) timeout: u64,
    /// Address space a test binary may use, in GiB; 0 for no limit (sanitizers need that).
    pub(crate) memory: u64,
    /// Directory for temporary files.
    pub(crate) dir: PathBuf,
}

impl Toolchain {
    /// The command line that compiles `source` to `binary`.
    pub(crate) fn command(&self, opt: &str, source: &Path, binary: &Path) -> String {
        let define = if self.no_ad { " -DNO_AD" } else { "" };
        format!(
            "{} -{opt} -ffp-contract=off -w{define} '{}' -o '{}' -lm",
            self.cc,
            source.display(),
            binary.display()
        )
    }

    /// Tests a batch; one result per case. `tag` keeps the files of concurrent workers apart.
    pub(crate) fn test(
        &self,
        cases: &[Case],
        opt: &str,
        tag: &str,
    ) -> io::Result<Vec<Option<Failure>>> {
        let source = self.dir.join(format!("{tag}.c"));
        let binary = self.dir.join(format!("{tag}.bin"));
        let pairs: Vec<_> = cases.iter().map(|c| (&c.program, &c.expected)).collect();
        fs::write(&source, harness::file(&pairs, ""))?;
        let limit = self.timeout + 2 * cases.len() as u64;
        let built = limited(limit, &self.command(opt, &source, &binary))?;
        let results = if built.status.success() {
            self.run_all(&binary, cases.len())?
        } else if let [_] = cases {
            vec![Some(compile_failure(&built))]
        } else {
            // Some program of the batch does not compile: halve until it stands alone.
            let (left, right) = cases.split_at(cases.len() / 2);
            let mut results = self.test(left, opt, tag)?;
            results.extend(self.test(right, opt, tag)?);
            results
        };
        remove(&source);
        remove(&binary);
        Ok(results)
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

    /// Runs a test binary, restarting behind every program that crashes it.
    fn run_all(&self, binary: &Path, count: usize) -> io::Result<Vec<Option<Failure>>> {
        let mut results = vec![None; count];
        let mut first = 0;
        while first < count {
            // Bounds the harm of derivative code that allocates without end.
            let limit = match self.memory {
                0 => String::new(),
                gib => format!("ulimit -v {}; ", gib << 20),
            };
            let command = format!("{limit}exec '{}' {first}", binary.display());
            let output = limited(20 + count as u64, &command)?;
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
}

fn remove(path: &Path) {
    // Left-over temporary files are harmless.
    let _ = fs::remove_file(path);
}

/// Runs a shell command with a time limit (exit code 124 when it is exceeded).
fn limited(seconds: u64, command: &str) -> io::Result<Output> {
    let seconds = seconds.to_string();
    Command::new("timeout")
        .args(["-k", "5", &seconds, "sh", "-c", command])
        .output()
}

fn timed_out(output: &Output) -> bool {
    matches!(output.status.code(), Some(124 | 137))
}

fn compile_failure(output: &Output) -> Failure {
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
    fn mismatch_labels_name_the_quantity() {
        let m = Failure::Mismatch("reverse dx[3]: got 1, want 2\n".to_owned());
        assert_eq!(m.label(), "mismatch: reverse dx[#]");
    }
}
