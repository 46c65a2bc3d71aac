//! The ways in which a run is disturbed, and how one goes on.
//!
//! Owns: what happens to a run from its start to its last bit. Must not: choose which ways come when.

use crate::case::{self, Case, Reference};
use crate::disk::{self, Disk};
use crate::files;
use crate::job::Job;
use rand::Rng as _;
use rand_chacha::ChaCha8Rng;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The exit code of a run that stopped in good order.
const UNFINISHED: i32 = 75;

/// What it says then.
const STOPPED: &str = "stopped: the same command goes on from here";

/// What a run says while another one is there: that has the folder of results, or its journal.
const BUSY: [&str; 2] = [
    "error: another process runs in",
    "help: let the other run end first",
];

/// Longer than it takes to find that out.
const A_MOMENT: Duration = Duration::from_secs(1);

/// So often a moment may come when the run is over.
const TRIES: usize = 8;

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Way {
    Rank,
    AllRanks,
    Starter,
    Terminate,
    Notify,
    FullDisk,
    CutCheckpoint,
    FlippedCheckpoint,
    DamagedJournal,
    LostNode,
}

impl Way {
    pub(crate) const ALL: [Self; 10] = [
        Self::Rank,
        Self::AllRanks,
        Self::Starter,
        Self::Terminate,
        Self::Notify,
        Self::FullDisk,
        Self::CutCheckpoint,
        Self::FlippedCheckpoint,
        Self::DamagedJournal,
        Self::LostNode,
    ];
}

/// One run from its first start to its end.
pub(crate) struct Scene<'a> {
    case: &'a Case,
    reference: &'a Reference,
    folder: TempDir,
    disk: Option<Disk>,
    output: PathBuf,
    set: String,
    /// Whether the run was last disturbed before its end, and has left a journal from which it must go on.
    journalled: bool,
}

impl<'a> Scene<'a> {
    pub(crate) fn new(case: &'a Case, reference: &'a Reference) -> Self {
        let folder = case.folder();
        let at = folder.path().join("disk");
        let disk = disk::can_mount().then(|| Disk::mounted(&at)).flatten();
        let output = at.join("run");
        let set = "output=\"disk/run\"".to_owned();
        Self {
            case,
            reference,
            folder,
            disk,
            output,
            set,
            journalled: false,
        }
    }

    /// Disturbs the run in these ways, one after the other, and lets it go on until it is done. Says each with its number.
    ///
    /// # Errors
    /// What is wrong. The folder is kept.
    pub(crate) fn play(
        mut self,
        ways: &[Way],
        first: usize,
        random: &mut ChaCha8Rng,
    ) -> Result<(), String> {
        let mut played = Ok(());
        for (number, way) in (first + 1..).zip(ways) {
            played = self.disturb(*way, random).map(|what| {
                println!("{number:4} {}: {what}", self.case.name);
            });
            if played.is_err() {
                break;
            }
        }
        let done = played.and_then(|()| self.finish());
        done.map_err(|why| format!("{why}\nkept: {}", self.keep().display()))
    }

    fn keep(mut self) -> PathBuf {
        if let Some(disk) = &mut self.disk {
            disk.keep();
        }
        self.folder.keep()
    }

    fn start(&self, limited: bool) -> Job {
        Job::start(
            self.case.ranks,
            self.folder.path(),
            &["--set", &self.set],
            limited,
        )
    }

    /// Starts the run and disturbs it at a random moment. Where it is done before, it is begun anew, with less time.
    fn disturb(&mut self, way: Way, random: &mut ChaCha8Rng) -> Result<String, String> {
        let mut longest = self.reference.time;
        for _ in 0..TRIES {
            let limited = way == Way::FullDisk && self.disk.is_none();
            let mut job = self.start(limited);
            let moment = longest.mul_f64(random.random_range(0.0..0.9));
            let is_there = job.has_ranks() && (limited || job.goes_on_for(moment));
            if is_there && let Some(what) = self.happens(way, &mut job, random)? {
                let is_there = |file: &str| self.output.join(file).exists();
                self.journalled = is_there("journal/rank0000.journal") && !is_there("report.json");
                return Ok(format!("{what}, after {moment:.2?}"));
            }
            self.is_over(&mut job)?;
            longest = longest.mul_f64(0.6);
        }
        Err(format!("{way:?}: the run was done before, {TRIES} times"))
    }

    /// A run that came to its end undisturbed must be right, too; it makes room for a new one.
    fn is_over(&mut self, job: &mut Job) -> Result<(), String> {
        match job.end() {
            Some(0) => self.compare()?,
            code => return Err(format!("ended with {code:?} by itself\n{}", job.said())),
        }
        std::fs::remove_dir_all(&self.output).map_err(|error| error.to_string())
    }

    /// What happens; nothing, if the run came to its end before.
    fn happens(
        &self,
        way: Way,
        job: &mut Job,
        random: &mut ChaCha8Rng,
    ) -> Result<Option<String>, String> {
        match way {
            Way::Rank => {
                let rank = random.random_range(0..self.case.ranks);
                job.signal_rank(rank, libc::SIGKILL);
                Ok(ended(job).map(|code| format!("rank {rank} killed (exit code {code})")))
            }
            Way::Starter => {
                job.signal_starter(libc::SIGKILL);
                let begin = Instant::now();
                let Some(code) = left(job) else {
                    return Ok(None);
                };
                let next = match random.random() {
                    true => self.at_once()?,
                    false => "",
                };
                job.ranks_end();
                let outlived = begin.elapsed();
                Ok(Some(format!(
                    "mpirun killed{next} (exit code {code}, its ranks gone {outlived:.1?} later)"
                )))
            }
            Way::Terminate => {
                job.signal_starter(libc::SIGTERM);
                Ok(ended(job).map(|code| format!("SIGTERM to mpirun ({})", stopped(code, job))))
            }
            Way::Notify => {
                job.signal_starter(libc::SIGUSR1);
                let Some(code) = ended(job) else {
                    return Ok(None);
                };
                let how = stopped(code, job);
                // A signal that comes before the run waits for it kills.
                match code == UNFINISHED || !job.said().contains(STOPPED) {
                    true => Ok(Some(format!("SIGUSR1 to mpirun ({how})"))),
                    false => Err(format!("SIGUSR1: {how}\n{}", job.said())),
                }
            }
            Way::FullDisk => self.full_disk(job),
            _ => {
                job.signal_ranks(libc::SIGKILL);
                let Some(code) = ended(job) else {
                    return Ok(None);
                };
                let damage = self.damage(way, random);
                Ok(Some(format!("all ranks killed (exit code {code}){damage}")))
            }
        }
    }

    /// Starts the run while ranks of the one before may still be there: it goes on, which a kill ends, or is refused with words that say so.
    fn at_once(&self) -> Result<&'static str, String> {
        let mut job = self.start(false);
        if job.has_ranks() && job.goes_on_for(A_MOMENT) {
            job.signal_ranks(libc::SIGKILL);
            ended(&mut job);
            return Ok(", started at once and killed once more");
        }
        match ended(&mut job) {
            None => Ok(", started at once"),
            Some(_) if BUSY.iter().any(|words| job.said().contains(words)) => {
                Ok(", refused at once")
            }
            Some(code) => Err(format!(
                "started at once, it ended with {code}\n{}",
                job.said()
            )),
        }
    }

    /// Fills the disk until the run ends by that, and makes room again.
    fn full_disk(&self, job: &mut Job) -> Result<Option<String>, String> {
        while job.is_alive() {
            if let Some(disk) = &self.disk {
                disk.fill();
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        let code = ended(job);
        if let Some(disk) = &self.disk {
            disk.clear();
        }
        let said = job.said();
        match code {
            Some(code) if said.contains("error:") => {
                let kind = if self.disk.is_some() {
                    "disk full"
                } else {
                    "limited"
                };
                Ok(Some(format!("{kind} (exit code {code})")))
            }
            Some(code) => Err(format!("exit code {code} without an error\n{said}")),
            None => Ok(None),
        }
    }

    /// What happens to files between two starts.
    fn damage(&self, way: Way, random: &mut ChaCha8Rng) -> String {
        let output = &self.output;
        let done = match way {
            Way::CutCheckpoint => {
                files::checkpoint(output, random).map(|path| files::cut(&path, random))
            }
            Way::FlippedCheckpoint => {
                files::checkpoint(output, random).map(|path| files::flip(&path, random))
            }
            Way::DamagedJournal => {
                files::journal(output, random).map(|path| files::flip(&path, random))
            }
            Way::LostNode => Some(files::lose(output, random.random_range(0..self.case.ranks))),
            _ => return String::new(),
        };
        format!(", {}", done.as_deref().unwrap_or("no file there yet"))
    }

    /// The same command until the run is done; its bits.
    fn finish(&mut self) -> Result<(), String> {
        loop {
            let mut job = self.start(false);
            match job.end() {
                Some(0) => break,
                Some(UNFINISHED) => {}
                code => {
                    return Err(format!(
                        "the same command ended with {code:?}\n{}",
                        job.said()
                    ));
                }
            }
        }
        if self.journalled && case::processes(&self.output) < 2 {
            return Err("it began anew, although there was a journal".to_owned());
        }
        self.compare()
    }

    fn compare(&self) -> Result<(), String> {
        let found = case::bits(Path::new(&self.output));
        match found == self.reference.bits {
            true => Ok(()),
            false => Err("other bits".to_owned()),
        }
    }
}

/// How a run ended whose ranks are all gone; nothing, if it is done.
fn ended(job: &mut Job) -> Option<i32> {
    let code = left(job);
    job.ranks_end();
    code
}

/// The same, and its ranks may still be there. Each run that ends here was disturbed.
fn left(job: &mut Job) -> Option<i32> {
    job.end_after_kill().filter(|code| *code != 0)
}

/// An exit code, and whether the run says that it stopped in good order.
fn stopped(code: i32, job: &Job) -> String {
    let order = if job.said().contains(STOPPED) {
        "in"
    } else {
        "not in"
    };
    format!("exit code {code}, {order} good order")
}
