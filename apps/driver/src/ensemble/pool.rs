//! Members as processes of this program, some at a time.
//!
//! Owns: starting and ending them. Must not: know what they find.

use super::ended::{Ended, Failure};
use super::members::Members;
use super::text;
use crate::case::Ensemble;
use crate::member::{self, Kept};
use enzyme_checkpoint::{RESUME_EXIT_CODE, Stop};
use enzyme_run_cli::Arguments;
use rustix::process::{Pid, Signal, kill_process};
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;
/// A member that runs.
struct Running {
    number: usize,
    child: Child,
    log: PathBuf,
    /// Where this process's words begin in the log.
    from: u64,
}

/// How often it is looked whether one has ended.
pub(super) const TICK: Duration = Duration::from_millis(10);

/// Lines of a member that has failed, and bytes of its log in which they are looked for.
const LINES: usize = 20;
const BYTES: u64 = 16 << 10;

/// How many members run at a time: one, where a command starts them on processors that only it knows; else as many as there are processors.
pub(super) fn jobs(ensemble: &Ensemble, left: usize) -> usize {
    let usual = match ensemble.command {
        Some(_) => 1,
        None => processors(),
    };
    ensemble.jobs.unwrap_or(usual).min(left.max(1))
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Runs these members; gives those that have ended, in that order. Once it is to stop, members that run are told so, and no others are started.
pub(super) fn run(
    members: &Members<'_>,
    left: &[usize],
    jobs: usize,
    (arguments, stop): (&Arguments, &Stop),
) -> Vec<(usize, Ended)> {
    let mut waiting = left.iter().copied();
    let (mut running, mut ended) = (Vec::new(), Vec::new());
    let mut is_stopped = false;
    loop {
        if stop.is_due() && !is_stopped {
            is_stopped = true;
            running
                .iter()
                .for_each(|one: &Running| terminate(&one.child));
        }
        while !is_stopped && running.len() < jobs {
            let Some(number) = waiting.next() else { break };
            match start(members, number, jobs, arguments) {
                Ok(one) => running.push(one),
                Err(how) => {
                    let lines = String::new();
                    ended.push((number, Ended::Failed(Failure { how, lines })));
                }
            }
        }
        if running.is_empty() {
            return ended;
        }
        let before = ended.len();
        running.retain_mut(|one: &mut Running| match one.child.try_wait() {
            Ok(None) => true,
            Ok(Some(status)) => {
                ended.push((one.number, how(members, one, status, is_stopped)));
                false
            }
            Err(error) => {
                let (how, lines) = (error.to_string(), String::new());
                ended.push((one.number, Ended::Failed(Failure { how, lines })));
                false
            }
        });
        for (k, (number, how)) in ended.iter().enumerate().skip(before) {
            text::ended(members, *number, how, (k + 1, left.len()));
        }
        if before == ended.len() {
            std::thread::sleep(TICK);
        }
    }
}

/// Starts a member; what it says goes behind what is in its log.
fn start(
    members: &Members<'_>,
    number: usize,
    jobs: usize,
    arguments: &Arguments,
) -> Result<Running, String> {
    let words =
        |what: &Path, error: std::io::Error| format!("cannot open {}: {error}", what.display());
    let case = members
        .case(number)
        .map_err(|_| "its case is wrong".to_owned())?;
    let folder = case.output;
    std::fs::create_dir_all(&folder).map_err(|error| words(&folder, error))?;
    let log = folder.join("log.txt");
    let opened = File::options().create(true).append(true).open(&log);
    let out = opened.map_err(|error| words(&log, error))?;
    let from = out.metadata().map_err(|error| words(&log, error))?.len();
    let err = out.try_clone().map_err(|error| words(&log, error))?;
    let mut command = command(members, number, jobs, arguments)?;
    command.stdin(Stdio::null()).stdout(out).stderr(err);
    let child = command.spawn();
    Ok(Running {
        number,
        child: child.map_err(|error| format!("it cannot be started: {error}"))?,
        log,
        from,
    })
}

/// The command of a member: this program, with the command of the ensemble in front, whose words a shell splits.
pub(super) fn command(
    members: &Members<'_>,
    number: usize,
    jobs: usize,
    arguments: &Arguments,
) -> Result<Command, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = match &members.ensemble.command {
        Some(front) => {
            let mut shell = Command::new("sh");
            shell
                .args(["-c", &format!("exec {front} \"$@\""), "sh"])
                .arg(program);
            shell
        }
        None => Command::new(program),
    };
    command
        .arg(&arguments.case)
        .args(["--member", &number.to_string()]);
    if let Some(task) = arguments.task {
        command.args(["--task", task.name()]);
    }
    for set in &arguments.set {
        command.args(["--set", set]);
    }
    // Members at a time share the processors, unless somebody else has seen to that.
    const THREADS: &str = "OMP_NUM_THREADS";
    if members.ensemble.command.is_none() && std::env::var_os(THREADS).is_none() {
        command.env(THREADS, (processors() / jobs).max(1).to_string());
    }
    Ok(command)
}

/// Asks a process to stop.
pub(super) fn terminate(child: &Child) {
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    if let Some(pid) = pid {
        // It may have ended just now.
        let _ = kill_process(pid, Signal::TERM);
    }
}

fn how(members: &Members<'_>, one: &Running, status: ExitStatus, is_stopped: bool) -> Ended {
    let failed = |how: String| {
        let lines = last_lines(&one.log, one.from);
        Ended::Failed(Failure { how, lines })
    };
    match (status.code(), status.signal()) {
        (Some(0), _) => match result(members, one.number) {
            Some(kept) => Ended::Finished(Box::new(kept)),
            None => failed("without a result".to_owned()),
        },
        (Some(code), _) if code == i32::from(RESUME_EXIT_CODE) => Ended::Stopped,
        _ if is_stopped => Ended::Stopped,
        (Some(code), _) => failed(format!("with exit code {code}")),
        (None, Some(signal)) => failed(format!("by signal {signal}")),
        (None, None) => failed("in a way that the system does not tell".to_owned()),
    }
}

/// What a member that ended well has left: nothing, if the command has started something else, or the case was changed meanwhile.
fn result(members: &Members<'_>, number: usize) -> Option<Kept> {
    let case = members.case(number).ok()?;
    let kept = member::read(&case.output).ok().flatten()?;
    kept.is_of(&case, None).is_ok().then_some(kept)
}

/// What stands last in a log, from this place on.
fn last_lines(log: &Path, from: u64) -> String {
    let read = || {
        let mut file = File::open(log)?;
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(from.max(length.saturating_sub(BYTES))))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = read().unwrap_or_else(|error: std::io::Error| error.to_string().into_bytes());
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.trim_end().lines().collect();
    // An error is enough; what came before it is of no use.
    let begin = lines.iter().position(|line| line.starts_with("error:"));
    let begin = begin.unwrap_or(0).max(lines.len().saturating_sub(LINES));
    lines[begin..].join("\n")
}
