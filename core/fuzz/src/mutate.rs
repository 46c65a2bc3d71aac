//! Mutants of the IR of generated programs: the engine must refuse them with a code or give a module
//! that verifies, with right numbers where the mutant is a program that has any. Owns the loop, the fates and the
//! files left behind; must not know what a mutation is.

mod numbers;
mod ops;
mod text;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::ast::Language;
use crate::campaign;
use crate::emit_c;
use crate::generate::{self, Knobs};
use crate::harness;
use crate::probe::{self, Judgement};
use crate::run::{Case, INTERNAL, codes, limited, timed_out};
use text::Text;

/// Most mutations of one module.
const MOST: u64 = 3;
/// Tries for a mutant that is valid IR.
const TRIES: u64 = 20;

/// Settings of a run.
#[derive(Clone, Debug)]
pub(crate) struct Mutants {
    pub(crate) knobs: Knobs,
    pub(crate) seed: u64,
    pub(crate) programs: u64,
    /// Mutants of each program.
    pub(crate) each: u64,
    pub(crate) clang: String,
    pub(crate) plugin: PathBuf,
    /// Seconds the engine may take for one module.
    pub(crate) timeout: u64,
    pub(crate) workers: u64,
    /// Temporary files, and failing modules.
    pub(crate) dir: PathBuf,
    pub(crate) out: PathBuf,
}

/// What became of a mutant.
#[derive(Clone, PartialEq, Debug)]
enum Fate {
    Differentiated,
    /// Differentiated, and it computes what it must.
    Right,
    Refused(Vec<String>),
    /// Why it must not be.
    Failed(String),
}

/// What a run found.
#[derive(Default, Debug)]
pub(crate) struct Tally {
    pub(crate) mutants: u64,
    pub(crate) differentiated: u64,
    /// Those of them whose numbers were found to be right.
    pub(crate) right: u64,
    pub(crate) refused: u64,
    pub(crate) failed: u64,
    /// Mutants that were no valid IR.
    pub(crate) invalid: u64,
    /// Refusals by code, failures by reason.
    pub(crate) labels: BTreeMap<String, u64>,
}

/// What mutants are made of.
struct Original {
    text: Text,
    case: Case,
    /// Whether it prints numbers, and its mutants are programs that have some.
    prints: bool,
}

impl Mutants {
    pub(crate) fn run(&self) -> io::Result<Tally> {
        fs::create_dir_all(&self.dir)?;
        let (next, tally) = (AtomicU64::new(0), Mutex::new(Tally::default()));
        let outcome = std::thread::scope(|scope| {
            let work = |worker| {
                let (next, tally) = (&next, &tally);
                scope.spawn(move || self.work(worker, next, tally))
            };
            let workers: Vec<_> = (0..self.workers).map(work).collect();
            workers
                .into_iter()
                .try_for_each(|w| w.join().unwrap_or_else(|_| Err(lost())))
        });
        // Left-over temporary files are harmless.
        let _ = fs::remove_dir_all(&self.dir);
        outcome?;
        tally.into_inner().map_err(|_| lost())
    }

    fn work(&self, worker: u64, next: &AtomicU64, tally: &Mutex<Tally>) -> io::Result<()> {
        loop {
            let k = next.fetch_add(1, Ordering::Relaxed);
            if k >= self.programs {
                return Ok(());
            }
            let seed = self.seed.wrapping_add(k);
            let Some(original) = self.original(seed, worker)? else {
                continue;
            };
            for mutant in 0..self.each {
                self.mutant(&original, (seed, mutant), worker, tally)?;
            }
        }
    }

    /// The IR of a program and its driver, every value with a name: of one seed as clang optimises it, of the next one
    /// such that its mutants may run.
    fn original(&self, seed: u64, worker: u64) -> io::Result<Option<Original>> {
        let Some(case) = generate::program(seed, self.knobs).and_then(campaign::case) else {
            return Ok(None);
        };
        let prints = seed % 2 == 1;
        let extension = match self.knobs.language {
            Language::C => "c",
            Language::Cpp => "cpp",
        };
        let source = self.dir.join(format!("program{worker}.{extension}"));
        let module = self.dir.join(format!("program{worker}.ll"));
        let text = match prints {
            true => probe::file(&case.program, &case.expected),
            false => harness::file(&[(&case.program, &case.expected)], ""),
        };
        fs::write(&source, text)?;
        let (flags, passes) = match prints {
            true => (" -Xclang -disable-llvm-passes", numbers::PASSES),
            false => ("", "instnamer"),
        };
        let command = format!(
            "{} -O1 -w -ffp-contract=off{flags} -emit-llvm -S '{}' -o - | opt-22 -passes='{passes}' -S -o '{}'",
            self.clang,
            source.display(),
            module.display()
        );
        if !limited(60, &command)?.status.success() {
            return Ok(None);
        }
        let mut text = Text::new(&fs::read_to_string(&module)?);
        text.scope = prints.then(|| emit_c::prefix(&case.program));
        Ok(Some(Original { text, case, prints }))
    }

    fn mutant(
        &self,
        original: &Original,
        (seed, mutant): (u64, u64),
        worker: u64,
        tally: &Mutex<Tally>,
    ) -> io::Result<()> {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..16].copy_from_slice(&mutant.to_le_bytes());
        let mut rng = ChaCha8Rng::from_seed(key);
        let file = self.dir.join(format!("mutant{worker}.ll"));
        let count = |change: &dyn Fn(&mut Tally)| -> io::Result<()> {
            change(&mut *tally.lock().map_err(|_| lost())?);
            Ok(())
        };
        for _ in 0..TRIES {
            let mut text = original.text.clone();
            let done: Vec<&str> = (0..rng.random_range(1..=MOST))
                .filter_map(|_| ops::mutate(&mut text, original.prints, &mut rng))
                .collect();
            fs::write(&file, text.print())?;
            if !verifies(&file)? {
                count(&|t| t.invalid += 1)?;
                continue;
            }
            let fate = self.judge(original, &text, &file, worker)?;
            count(&|t| t.add(&fate))?;
            if let Fate::Failed(why) = fate {
                self.keep(&text, (seed, mutant), &done, &why)?;
            }
            return Ok(());
        }
        Ok(())
    }

    /// Leaves a mutant that failed, with its history.
    fn keep(
        &self,
        text: &Text,
        (seed, mutant): (u64, u64),
        done: &[&str],
        why: &str,
    ) -> io::Result<()> {
        fs::create_dir_all(&self.out)?;
        let kept = self.out.join(format!("{seed}-{mutant}.ll"));
        let heading = format!("; {}: {}\n", done.join(", "), why.replace('\n', " "));
        fs::write(&kept, heading + &text.print())?;
        println!("FAIL {}: {}\n    {why}", kept.display(), done.join(", "));
        Ok(())
    }

    fn judge(
        &self,
        original: &Original,
        mutant: &Text,
        file: &Path,
        worker: u64,
    ) -> io::Result<Fate> {
        let result = self.dir.join(format!("result{worker}.ll"));
        let command = format!(
            "exec opt-22 -load-pass-plugin='{}' -passes=enzyme -S '{}' -o '{}'",
            self.plugin.display(),
            file.display(),
            result.display()
        );
        let output = limited(self.timeout, &command)?;
        let fate = fate(&output);
        if fate == Fate::Differentiated && !verifies(&result)? {
            return Ok(Fate::Failed("the result does not verify".to_owned()));
        }
        let asked = original.prints && numbers::comparable(&original.text, mutant);
        if fate != Fate::Differentiated || !asked {
            return Ok(fate);
        }
        let expected = &original.case.expected;
        let judged = numbers::judge(&self.clang, (file, &result), expected)?;
        Ok(match judged {
            Judgement::Right => Fate::Right,
            Judgement::Undecided => Fate::Differentiated,
            Judgement::Wrong(why) => Fate::Failed(format!("wrong number\n{why}")),
        })
    }
}

impl Tally {
    fn add(&mut self, fate: &Fate) {
        self.mutants += 1;
        match fate {
            Fate::Differentiated => self.differentiated += 1,
            Fate::Right => {
                self.differentiated += 1;
                self.right += 1;
            }
            Fate::Refused(codes) => {
                self.refused += 1;
                for code in codes {
                    *self.labels.entry(format!("refused: {code}")).or_default() += 1;
                }
            }
            Fate::Failed(why) => {
                self.failed += 1;
                let line = why.lines().next().unwrap_or_default();
                let label: String = line.chars().filter(|c| !c.is_ascii_digit()).collect();
                *self.labels.entry(format!("FAILED: {label}")).or_default() += 1;
            }
        }
    }
}

fn lost() -> io::Error {
    io::Error::other("a worker panicked")
}

fn verifies(file: &Path) -> io::Result<bool> {
    let command = format!(
        "exec opt-22 -passes=verify -disable-output '{}'",
        file.display()
    );
    Ok(limited(60, &command)?.status.success())
}

/// What the engine made of a valid module; that a success verifies is for the caller to see.
fn fate(output: &Output) -> Fate {
    let text = String::from_utf8_lossy(&output.stderr);
    let found = codes(&text);
    if timed_out(output) {
        return Fate::Failed("time limit".to_owned());
    }
    if text.contains("panicked at") || found.contains(&INTERNAL) {
        let at = text.find(INTERNAL).or_else(|| text.find("panicked at"));
        let line = text[..at.unwrap_or(0)].rfind('\n').map_or(0, |n| n + 1);
        return Fate::Failed(text[line..].lines().take(3).collect::<Vec<_>>().join("\n"));
    }
    match output.status.code() {
        Some(0) => Fate::Differentiated,
        Some(1) if !found.is_empty() => {
            Fate::Refused(found.into_iter().map(str::to_owned).collect())
        }
        _ => {
            let head: Vec<&str> = text.lines().take(3).collect();
            Fate::Failed(format!("{}\n{}", output.status, head.join("\n")))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt as _;
    use std::process::ExitStatus;

    use super::*;

    fn ended(raw: i32, stderr: &str) -> Fate {
        fate(&Output {
            status: ExitStatus::from_raw(raw),
            stdout: Vec::new(),
            stderr: stderr.as_bytes().to_vec(),
        })
    }

    #[test]
    fn only_codes_and_results_are_good_ends() {
        assert_eq!(ended(0, ""), Fate::Differentiated);
        let refused = ended(1 << 8, "error: no [EZ0402]\n");
        assert_eq!(refused, Fate::Refused(vec!["EZ0402".to_owned()]));
        let bad = [
            ended(1 << 8, "LLVM ERROR: out of memory\n"),
            ended(1 << 8, "error: bad [EZ0901]\n"),
            ended(0, "thread 'main' panicked at x.rs:1\n"),
            ended(11, ""),
            ended(124 << 8, ""),
        ];
        for end in bad {
            assert!(matches!(end, Fate::Failed(_)), "{end:?}");
        }
    }

    /// Mutations find a place in a small module, too.
    #[test]
    fn mutants_of_a_module() {
        let module = "@enzyme_dup = external global i32\n\
            define double @f(ptr %x) {\n  %a = load double, ptr %x, align 8\n  \
            %b = fmul double %a, %a\n  ret double %b\n}\n";
        let text = Text::new(module);
        let mut rng = ChaCha8Rng::from_seed([7; 32]);
        let changed = (0..200).filter(|_| {
            let mut mutant = text.clone();
            ops::mutate(&mut mutant, false, &mut rng).is_some() && mutant.print() != text.print()
        });
        assert!(changed.count() > 20);
    }
}
