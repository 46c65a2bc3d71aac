//! A run under `mpirun` as the processes that it is.
//!
//! Owns: starting it, finding its ranks, signals, its end. Must not: know why it is disturbed.

use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_enzyme-rs-run");

/// A run that takes longer hangs.
const HANGS: Duration = Duration::from_secs(600);

/// After a kill, `mpirun` hangs if it takes longer to end.
const HANGS_AFTER_KILL: Duration = Duration::from_secs(60);

/// How often it is looked whether something has happened.
const LOOK: Duration = Duration::from_millis(2);

/// Files of more KiB than this are refused where a limit stands for a full disk: a checkpoint has more, a journal's beginning less.
const LIMIT: u32 = 40;

/// A run and its output.
pub(crate) struct Job {
    starter: Child,
    ranks: usize,
    /// The processes of ranks that were seen.
    seen: Vec<i32>,
    log: PathBuf,
}

impl Job {
    /// Starts `case.toml` of a folder. With `limited`, its ranks cannot write large files.
    pub(crate) fn start(ranks: usize, folder: &Path, arguments: &[&str], limited: bool) -> Self {
        let log = (0..).map(|k| folder.join(format!("said-{k}.txt")));
        let log = { log }.find(|path| !path.exists()).unwrap();
        let out = File::create(&log).unwrap();
        let mut command = Command::new("mpirun");
        command.args(["-n", &ranks.to_string()]);
        if limited {
            // A shared memory file of Open MPI would be above the limit.
            command.env("OMPI_MCA_btl", "self,tcp");
            let limit = format!("trap '' XFSZ; ulimit -f {LIMIT}; exec \"$0\" \"$@\"");
            command.args(["bash", "-c", &limit]);
        }
        let starter = command
            .args([PROGRAM, "case.toml"])
            .args(arguments)
            .current_dir(folder)
            .envs([
                ("OMPI_ALLOW_RUN_AS_ROOT", "1"),
                ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"),
                ("OMPI_MCA_rmaps_base_oversubscribe", "1"),
                ("OMPI_MCA_mpi_yield_when_idle", "1"),
            ])
            .stdout(out.try_clone().unwrap())
            .stderr(out)
            .spawn()
            .unwrap();
        Self {
            starter,
            ranks,
            seen: Vec::new(),
            log,
        }
    }

    /// Waits until all ranks have begun; false if the run ends before.
    pub(crate) fn has_ranks(&mut self) -> bool {
        while self.is_alive() {
            self.seen = descendants(self.starter.id() as i32);
            self.seen
                .retain(|process| name(*process) == "enzyme-rs-run");
            self.seen.sort_unstable();
            if self.seen.len() == self.ranks {
                return true;
            }
            sleep(LOOK);
        }
        false
    }

    /// Sleeps for so long; false if the run ends before.
    pub(crate) fn goes_on_for(&mut self, time: Duration) -> bool {
        let begin = Instant::now();
        while begin.elapsed() < time {
            if !self.is_alive() {
                return false;
            }
            sleep(LOOK);
        }
        self.is_alive()
    }

    pub(crate) fn is_alive(&mut self) -> bool {
        self.starter.try_wait().unwrap().is_none()
    }

    /// Sends a signal to a rank.
    pub(crate) fn signal_rank(&self, rank: usize, signal: i32) {
        send(self.seen[rank], signal);
    }

    /// Sends a signal to all ranks.
    pub(crate) fn signal_ranks(&self, signal: i32) {
        self.seen.iter().for_each(|process| send(*process, signal));
    }

    /// Sends a signal to `mpirun`.
    pub(crate) fn signal_starter(&self, signal: i32) {
        send(self.starter.id() as i32, signal);
    }

    /// Waits for the end of a run that was killed. `mpirun` may itself hang then, and is ended as a batch system would do it; that is said.
    pub(crate) fn end_after_kill(&mut self) -> Option<i32> {
        let begin = Instant::now();
        while self.is_alive() {
            if begin.elapsed() > HANGS_AFTER_KILL {
                let left = self
                    .seen
                    .iter()
                    .filter(|rank| name(**rank) == "enzyme-rs-run");
                println!(
                    "     mpirun did not end within a minute, and {} ranks were left: killed",
                    left.count()
                );
                self.signal_ranks(libc::SIGKILL);
                self.signal_starter(libc::SIGKILL);
                break;
            }
            sleep(LOOK);
        }
        self.end()
    }

    /// Waits until `mpirun` has ended; its exit code, if it has one. A run that hangs is a failure, and is ended.
    pub(crate) fn end(&mut self) -> Option<i32> {
        let begin = Instant::now();
        while self.is_alive() {
            if begin.elapsed() > HANGS {
                self.signal_ranks(libc::SIGKILL);
                self.signal_starter(libc::SIGKILL);
                panic!("the run hangs; it said\n{}", self.said());
            }
            sleep(LOOK);
        }
        let status = self.starter.wait().unwrap();
        status
            .code()
            .or_else(|| status.signal().map(|signal| 128 + signal))
    }

    /// Waits until no rank is left.
    pub(crate) fn ranks_end(&self) {
        let begin = Instant::now();
        while self
            .seen
            .iter()
            .any(|process| name(*process) == "enzyme-rs-run")
        {
            assert!(
                begin.elapsed() < HANGS,
                "ranks outlive mpirun: {:?}",
                self.seen
            );
            sleep(LOOK);
        }
    }

    /// What it has printed.
    pub(crate) fn said(&self) -> String {
        String::from_utf8_lossy(&fs::read(&self.log).unwrap()).into_owned()
    }
}

#[expect(unsafe_code, reason = "the standard library sends no signals")]
fn send(process: i32, signal: i32) {
    // SAFETY: a call that takes two numbers. The process is one of ours; if it has ended, the call fails.
    unsafe { libc::kill(process, signal) };
}

/// What a process is called; nothing for one that has ended.
fn name(process: i32) -> String {
    let path = |file: &str| format!("/proc/{process}/{file}");
    let state = fs::read_to_string(path("stat")).unwrap_or_default();
    let has_ended = state
        .rsplit(')')
        .next()
        .is_some_and(|rest| rest.starts_with(" Z"));
    let name = fs::read_to_string(path("comm")).unwrap_or_default();
    if has_ended {
        String::new()
    } else {
        name.trim().to_owned()
    }
}

/// All processes that descend from one.
fn descendants(process: i32) -> Vec<i32> {
    let mut found = Vec::new();
    let threads = fs::read_dir(format!("/proc/{process}/task"));
    for thread in threads.into_iter().flatten().flatten() {
        let children = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        for child in children.split_whitespace().flat_map(str::parse) {
            found.push(child);
            found.extend(descendants(child));
        }
    }
    found
}
