//! A fuzzing run: seeds in batches over two workers, failures isolated, shrunk and written down. Owns
//! the loop, the report and the files left behind; must not know about C or derivatives.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::ast::Program;
use crate::features::Feature;
use crate::generate::{self, Knobs};
use crate::harness;
use crate::idiom;
use crate::oracle;
use crate::reduce;
use crate::run::{Case, Failure, Toolchain, Verdict};
use crate::visit;

/// Settings of a run.
#[derive(Clone, Debug)]
pub(crate) struct Campaign {
    pub(crate) tools: Toolchain,
    /// A plain compiler: what it gets wrong by itself is no fault of the one under test.
    pub(crate) reference: Option<Toolchain>,
    pub(crate) knobs: Knobs,
    pub(crate) seed: u64,
    pub(crate) count: u64,
    pub(crate) opts: Vec<String>,
    pub(crate) batch: u64,
    pub(crate) workers: u64,
    /// Shrink failing programs, at most this long each.
    pub(crate) reduce: Option<Duration>,
    /// Failures of one kind (same label) to write down and shrink; further ones are only counted.
    pub(crate) keep: usize,
    /// Stop after this many failures.
    pub(crate) max_failures: u64,
    pub(crate) out: PathBuf,
    /// The options that reproduce a program of this run, for the head of its file.
    pub(crate) options: String,
}

/// What a run found.
#[derive(Default, Debug)]
pub(crate) struct Tally {
    pub(crate) programs: u64,
    pub(crate) passed: u64,
    /// Runs with wrong numbers.
    pub(crate) wrong: u64,
    /// Crashes, time limits and internal errors.
    pub(crate) broken: u64,
    /// Runs that the engine refused with a code that the table of idioms allows.
    pub(crate) allowed: u64,
    /// Runs that the engine refused otherwise; `untyped` are those about types only.
    pub(crate) refused: u64,
    pub(crate) untyped: u64,
    /// Refusals by class and code, as allowed.
    pub(crate) classes: BTreeMap<(String, String), u64>,
    /// Runs left out because the plain compiler computes wrong values, too.
    pub(crate) excused: u64,
    /// Seeds for which no usable program was found.
    pub(crate) skipped: u64,
    /// Number of failures by label.
    pub(crate) labels: BTreeMap<String, usize>,
}

impl Tally {
    /// Runs that count against `--max-failures`.
    pub(crate) fn failed(&self) -> u64 {
        self.wrong + self.broken + self.refused - self.untyped
    }

    pub(crate) fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Wrong => self.wrong += 1,
            Verdict::Broken => self.broken += 1,
            Verdict::Allowed => self.allowed += 1,
            Verdict::Refused { untyped } => {
                self.refused += 1;
                self.untyped += u64::from(untyped);
            }
        }
    }
}

/// Shared between workers.
struct Shared<'c> {
    campaign: &'c Campaign,
    next: AtomicU64,
    tally: Mutex<Tally>,
}

impl Campaign {
    /// Runs everything and reports failures as they come.
    pub(crate) fn run(&self) -> io::Result<Tally> {
        fs::create_dir_all(&self.tools.dir)?;
        let shared = Shared {
            campaign: self,
            next: AtomicU64::new(0),
            tally: Mutex::new(Tally::default()),
        };
        let outcome = on_workers(self.workers, |worker| shared.work(worker));
        // Left-over temporary files are harmless.
        let _ = fs::remove_dir_all(&self.tools.dir);
        outcome?;
        shared.tally.into_inner().map_err(|_| lost())
    }
}

pub(crate) fn lost() -> io::Error {
    io::Error::other("a worker panicked")
}

/// Does this on so many threads, which are told their numbers.
pub(crate) fn on_workers(
    workers: u64,
    work: impl Fn(u64) -> io::Result<()> + Sync,
) -> io::Result<()> {
    std::thread::scope(|scope| {
        let begin = |worker| {
            let work = &work;
            scope.spawn(move || work(worker))
        };
        let workers: Vec<_> = (0..workers).map(begin).collect();
        let mut ends = workers.into_iter().map(|w| w.join());
        ends.try_for_each(|end| end.unwrap_or_else(|_| Err(lost())))
    })
}

impl Shared<'_> {
    /// Takes batches until there are none left.
    fn work(&self, worker: u64) -> io::Result<()> {
        let c = self.campaign;
        loop {
            let start = self.next.fetch_add(c.batch, Ordering::Relaxed);
            if start >= c.count || self.count(|t| t.failed())? >= c.max_failures {
                return Ok(());
            }
            let seeds = (start..c.count.min(start + c.batch)).map(|k| c.seed.wrapping_add(k));
            self.batch(&seeds.collect::<Vec<_>>(), worker)?;
        }
    }

    fn batch(&self, seeds: &[u64], worker: u64) -> io::Result<()> {
        let c = self.campaign;
        let programs: Vec<Program> = seeds
            .iter()
            .filter_map(|s| generate::program(*s, c.knobs))
            .collect();
        let skipped = seeds.len() - programs.len();
        self.count(|t| {
            t.programs += programs.len() as u64;
            t.skipped += skipped as u64;
        })?;
        for program in &programs {
            self.self_check(program)?;
        }
        let cases: Vec<Case> = programs.into_iter().filter_map(case).collect();
        if cases.is_empty() {
            return Ok(());
        }
        for opt in &c.opts {
            let results = c.tools.test(&cases, opt, &format!("batch{worker}"))?;
            for (case, result) in cases.iter().zip(results) {
                match result {
                    None => self.count(|t| t.passed += 1)?,
                    Some(failure) if self.excused(case, opt, (&failure, worker))? => {
                        println!(
                            "EXCUSED seed {} {opt}: plain compiler is wrong",
                            case.program.seed
                        );
                        self.count(|t| t.excused += 1)?;
                    }
                    Some(failure) => self.failed(case, opt, failure, worker)?,
                }
            }
        }
        Ok(())
    }

    /// Whether the plain compiler fails on the program's values at this level (LLVM 22 does, about
    /// once in 10,000 programs: a memcpy of a memset at an offset), or ends itself (in the body of a parallel region).
    fn excused(
        &self,
        case: &Case,
        opt: &str,
        (failure, worker): (&Failure, u64),
    ) -> io::Result<bool> {
        match &self.campaign.reference {
            _ if !may_be_excused(failure) => Ok(false),
            None => Ok(false),
            Some(plain) => Ok(plain
                .test_one(case, opt, &format!("plain{worker}"))?
                .is_some()),
        }
    }

    /// Without derivatives to test, the oracle tests itself.
    fn self_check(&self, program: &Program) -> io::Result<()> {
        if !self.campaign.tools.no_ad {
            return Ok(());
        }
        match oracle::self_check(program) {
            Ok(()) => Ok(()),
            Err(message) => {
                self.count(|t| {
                    t.wrong += 1;
                    *t.labels.entry("oracle".to_owned()).or_default() += 1;
                })?;
                println!("FAIL oracle: {message}");
                Ok(())
            }
        }
    }

    fn count<T>(&self, change: impl FnOnce(&mut Tally) -> T) -> io::Result<T> {
        Ok(change(&mut *self.tally.lock().map_err(|_| lost())?))
    }

    /// Records a failure; the first few of each label are isolated, shrunk and written down.
    fn failed(&self, case: &Case, opt: &str, failure: Failure, worker: u64) -> io::Result<()> {
        let label = failure.label();
        let features = visit::idiom_features(&case.program);
        let verdict = failure.verdict(&features);
        if verdict == Verdict::Allowed {
            return self.allowed(&features, &failure);
        }
        let nth = self.count(|t| {
            t.add(verdict);
            let n = t.labels.entry(label).or_default();
            *n += 1;
            *n
        })?;
        let seed = case.program.seed;
        if nth > self.campaign.keep {
            return Ok(());
        }
        let tag = format!("single{worker}");
        let alone = self.campaign.tools.test_one(case, opt, &tag)?;
        let note = if alone.is_none() {
            " (passes when compiled alone)"
        } else {
            ""
        };
        let path = self.write(case, opt, "")?;
        println!(
            "{} seed {seed} {opt}: {failure}{note}\n    see {}",
            match verdict {
                Verdict::Refused { .. } => "REFUSED",
                _ => "FAIL",
            },
            path.display()
        );
        if let (Some(limit), Some(failure)) = (self.campaign.reduce, alone) {
            self.shrink(case, opt, &failure, (&tag, limit))?;
        }
        Ok(())
    }

    /// Counts a refusal under each class of the program that may be refused so.
    fn allowed(&self, features: &[Feature], failure: &Failure) -> io::Result<()> {
        self.count(|t| {
            t.add(Verdict::Allowed);
            for code in failure.codes() {
                let mut names: Vec<&str> = features
                    .iter()
                    .filter(|f| idiom::may_refuse(&[**f], code))
                    .map(|f| f.name())
                    .collect();
                names.sort_unstable();
                names.dedup();
                let key = (names.join("+"), code.to_owned());
                *t.classes.entry(key).or_default() += 1;
            }
        })
    }

    fn shrink(
        &self,
        whole: &Case,
        opt: &str,
        failure: &Failure,
        (tag, limit): (&str, Duration),
    ) -> io::Result<()> {
        let fails = |program: &Program| {
            let result = case(program.clone())
                .and_then(|c| self.campaign.tools.test_one(&c, opt, tag).ok().flatten());
            result.is_some_and(|f| f.same_bug(failure))
        };
        let small = reduce::reduce(&whole.program, Instant::now() + limit, fails);
        if let Some(small) = case(small) {
            let path = self.write(&small, opt, ".reduced")?;
            println!("    reduced to {}", path.display());
        }
        Ok(())
    }

    /// Writes a stand-alone file with the commands that reproduce its failure.
    fn write(&self, case: &Case, opt: &str, suffix: &str) -> io::Result<PathBuf> {
        let c = self.campaign;
        fs::create_dir_all(&c.out)?;
        let seed = case.program.seed;
        let path = c
            .out
            .join(format!("{seed}{suffix}.{}", c.tools.extension()));
        let binary = path.with_extension("bin");
        let heading = format!(
            "/* Program {seed}{suffix}, failing at {opt}.\n   {} && {}\n   \
             enzyme-fuzz run --count 1 --seed {seed} --opt {opt}{} */\n",
            c.tools.command(opt, &path, &binary),
            std::path::absolute(&binary)?.display(),
            c.options,
        );
        fs::write(
            &path,
            harness::file(&[(&case.program, &case.expected)], &heading),
        )?;
        Ok(path)
    }
}

/// A program with its expected numbers; `None` when it is no valid test.
pub(crate) fn case(program: Program) -> Option<Case> {
    let expected = oracle::expect(&program).ok()?;
    Some(Case { program, expected })
}

/// Whether a failure may be the plain compiler's: a program that it does not take is one of ours.
fn may_be_excused(failure: &Failure) -> bool {
    match failure {
        Failure::CompileTimeout => false,
        Failure::Compile(said) => said.contains("Stack dump:"),
        _ => true,
    }
}
