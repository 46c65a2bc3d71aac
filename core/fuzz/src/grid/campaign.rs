//! A campaign of kernels: seeds in batches over some workers, each program in each language and at each level, failures isolated, shrunk and written
//! down. Owns the loop and the files left behind; must not know about CUDA, HIP or derivatives.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::campaign::{Tally, lost, on_workers};
use crate::run::{Failure, Verdict};

use super::ast::Program;
use super::build::{Case, Language, Toolchain};
use super::generate::{self, Knobs};
use super::{harness, oracle, reduce, visit};

/// Settings of a campaign.
#[derive(Clone, Debug)]
pub(crate) struct Campaign {
    pub(crate) tools: Toolchain,
    /// Size of the programs.
    pub(crate) size: u32,
    pub(crate) seed: u64,
    pub(crate) count: u64,
    pub(crate) languages: Vec<Language>,
    pub(crate) opts: Vec<String>,
    pub(crate) batch: u64,
    pub(crate) workers: u64,
    /// Shrink failing programs, at most this long each.
    pub(crate) reduce: Option<Duration>,
    /// Failures of one kind to write down and shrink; further ones are only counted.
    pub(crate) keep: usize,
    /// Stop after this many failures.
    pub(crate) max_failures: u64,
    pub(crate) out: PathBuf,
    /// The options that reproduce a program of this campaign, for the head of its file.
    pub(crate) options: String,
}

/// The whole test file of a seed's program in a language.
pub(crate) fn file(seed: u64, size: u32, language: Language) -> Option<String> {
    let program = generate::program(seed, Knobs { size }, &mut Vec::new())?;
    let expected = oracle::expect(&program, language.warp()).ok()?;
    Some(harness::file(&[(&program, &expected)], ""))
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

impl Shared<'_> {
    /// Takes batches until there are none left.
    fn work(&self, worker: u64) -> io::Result<()> {
        let c = self.campaign;
        loop {
            let start = self.next.fetch_add(c.batch, Ordering::Relaxed);
            let failed = self.count(|t| t.wrong + t.broken + t.refused)?;
            if start >= c.count || failed >= c.max_failures {
                return Ok(());
            }
            let seeds = (start..c.count.min(start + c.batch)).map(|k| c.seed.wrapping_add(k));
            self.batch(&seeds.collect::<Vec<_>>(), worker)?;
        }
    }

    fn batch(&self, seeds: &[u64], worker: u64) -> io::Result<()> {
        let c = self.campaign;
        let knobs = Knobs { size: c.size };
        let made = seeds
            .iter()
            .filter_map(|s| generate::program(*s, knobs, &mut Vec::new()));
        let programs: Vec<Vec<Case>> = made.filter_map(|p| self.cases(&p)).collect();
        self.count(|t| {
            t.programs += programs.len() as u64;
            t.skipped += (seeds.len() - programs.len()) as u64;
        })?;
        for (k, language) in c.languages.iter().enumerate() {
            let cases: Vec<Case> = programs.iter().map(|cases| cases[k].clone()).collect();
            for opt in &c.opts {
                self.level(&cases, (*language, opt), worker)?;
            }
        }
        Ok(())
    }

    /// A program in each language, if all of them have numbers for it.
    fn cases(&self, program: &Program) -> Option<Vec<Case>> {
        let mut cases: Vec<Case> = Vec::new();
        for language in &self.campaign.languages {
            // Where no lane knows its neighbours, languages compute the same.
            let same = cases.first().filter(|_| !visit::uses_warps(program));
            let found = same.cloned().or_else(|| case(program, *language));
            cases.push(found?);
        }
        Some(cases)
    }

    fn level(&self, cases: &[Case], how: (Language, &str), worker: u64) -> io::Result<()> {
        if cases.is_empty() {
            return Ok(());
        }
        let results = self
            .campaign
            .tools
            .test(cases, how, &format!("batch{worker}"))?;
        for (case, result) in cases.iter().zip(results) {
            match result {
                None => self.count(|t| t.passed += 1)?,
                Some(failure) => self.failed(case, how, &failure, worker)?,
            }
        }
        Ok(())
    }

    fn count<T>(&self, change: impl FnOnce(&mut Tally) -> T) -> io::Result<T> {
        Ok(change(&mut *self.tally.lock().map_err(|_| lost())?))
    }

    /// Records a failure; the first few of each label are isolated, shrunk and written down.
    fn failed(
        &self,
        case: &Case,
        how: (Language, &str),
        failure: &Failure,
        worker: u64,
    ) -> io::Result<()> {
        let verdict = failure.verdict(&[]);
        let refused = matches!(verdict, Verdict::Refused { .. });
        let nth = self.count(|t| {
            t.add(verdict);
            let label = match refused {
                true => format!("refused: {}", failure.codes().join(" ")),
                false => failure.label(),
            };
            let n = t.labels.entry(label).or_default();
            *n += 1;
            *n
        })?;
        if nth > self.campaign.keep {
            return Ok(());
        }
        let tag = format!("single{worker}");
        let alone = self.campaign.tools.test_one(case, how, &tag)?;
        let path = self.write(case, how, "")?;
        println!(
            "{} seed {} {} {}: {failure}{}\n    see {}",
            if refused { "REFUSED" } else { "FAIL" },
            case.program.seed,
            how.0.name(),
            how.1,
            if alone.is_none() {
                " (passes when compiled alone)"
            } else {
                ""
            },
            path.display()
        );
        match (self.campaign.reduce, alone) {
            (Some(limit), Some(failure)) => self.shrink(case, how, &failure, (&tag, limit)),
            _ => Ok(()),
        }
    }

    fn shrink(
        &self,
        whole: &Case,
        how: (Language, &str),
        failure: &Failure,
        (tag, limit): (&str, Duration),
    ) -> io::Result<()> {
        let fails = |program: &Program| {
            let result = case(program, how.0)
                .and_then(|c| self.campaign.tools.test_one(&c, how, tag).ok().flatten());
            result.is_some_and(|f| f.same_bug(failure))
        };
        let small = reduce::reduce(&whole.program, Instant::now() + limit, fails);
        if let Some(small) = case(&small, how.0) {
            let path = self.write(&small, how, ".reduced")?;
            println!("    reduced to {}", path.display());
        }
        Ok(())
    }

    /// Writes a stand-alone file with the commands that reproduce its failure.
    fn write(&self, case: &Case, how: (Language, &str), suffix: &str) -> io::Result<PathBuf> {
        let c = self.campaign;
        fs::create_dir_all(&c.out)?;
        let (seed, (language, opt)) = (case.program.seed, how);
        let name = language.name();
        let path = c.out.join(format!("{seed}.{name}{suffix}.cu"));
        let binary = path.with_extension("bin");
        let heading = format!(
            "/* Program {seed}{suffix}, failing in {name} at {opt}.\n   {} && {}\n   \
             enzyme-fuzz grid --count 1 --seed {seed} --language {name} --opt {opt}{} */\n",
            c.tools.command(how, &path, &binary),
            std::path::absolute(&binary)?.display(),
            c.options,
        );
        let text = harness::file(&[(&case.program, &case.expected)], &heading);
        fs::write(&path, text)?;
        Ok(path)
    }
}

/// A program with its expected numbers; `None` when it is no valid test.
fn case(program: &Program, language: Language) -> Option<Case> {
    let expected = oracle::expect(program, language.warp()).ok()?;
    Some(Case {
        program: program.clone(),
        expected,
    })
}
