//! Whether members can be run at all: simulations are made, and no more. What is wrong with all members is said once, before anything is run or forgotten.
//!
//! Owns: telling what is wrong with all from what is wrong with one. Must not: run a member.

use super::members::Members;
use super::pool::{self, TICK};
use crate::end::End;
use enzyme_case::Complaint;
use enzyme_checkpoint::Stop;
use enzyme_run_cli::Arguments;
use std::io::Read as _;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{ChildStderr, ExitStatus, Stdio};

/// How the making of a member's simulation has ended, and what was said.
#[derive(PartialEq, Eq)]
struct Made {
    how: ExitStatus,
    said: String,
}

/// Has the simulation made for the first member, and where it cannot be, for others, until one can.
///
/// # Errors
/// None can be run; it was told to stop.
pub(super) fn any(members: &Members<'_>, arguments: &Arguments, stop: &Stop) -> Result<(), End> {
    let made = |number| make(members, number, (arguments, stop));
    let first = made(0)?;
    if first.how.success() {
        return Ok(());
    }
    if is_of_all(&first, members) {
        return Err(told(&first, members));
    }
    let last = members.count() - 1;
    // The last one has another value of each key than the first one: what both say is not of their values. Where each says something else, any other may
    // be right, and to try them takes no longer than to run those that are wrong.
    for number in std::iter::once(last).chain(1..last).filter(|n| *n > 0) {
        let other = made(number)?;
        if other.how.success() {
            return Ok(());
        }
        if number == last && other == first {
            break;
        }
    }
    Err(told(&first, members))
}

/// Whether no other member can be run either: their command cannot be started, or there is no library that all have.
fn is_of_all(made: &Made, members: &Members<'_>) -> bool {
    match made.how.code() {
        Some(NOT_STARTED | NOT_FOUND) => true,
        Some(ENVIRONMENT) => !members.keys().contains(&"application"),
        _ => false,
    }
}

/// Exit codes of a shell that cannot start a program, or finds none, and of this program.
const NOT_STARTED: i32 = 126;
const NOT_FOUND: i32 = 127;
const REFUSED: i32 = 1;
const CASE: i32 = 2;
const ENVIRONMENT: i32 = 4;

/// How an ensemble ends, no member of which can be run.
fn told(made: &Made, members: &Members<'_>) -> End {
    eprint!("{}", made.said);
    let says_why = made.said.contains("error: ");
    match (made.how.code(), made.how.signal()) {
        (Some(CASE), _) => End::Case(Vec::new()),
        (Some(REFUSED), _) if says_why => End::Refused(Vec::new()),
        (Some(ENVIRONMENT), _) if says_why => End::Environment(Vec::new()),
        (_, Some(signal)) => {
            let what = format!(
                "no member can be run: the first is ended by signal {signal} while its simulation is made"
            );
            End::Refused(vec![Complaint::new(what).help(
                "see what it does in `create`: enzyme-rs run CASE.toml --member 0 --parameters",
            )])
        }
        (code, _) => {
            let what = format!(
                "no member can be run: the first ends with exit code {}",
                code.unwrap_or_default()
            );
            let complaint = Complaint::new(what);
            End::Environment(vec![match &members.ensemble.command {
                Some(command) => complaint.help(format!(
                    "see that `{command}` can be started here: `command` in `[ensemble]`"
                )),
                None => complaint,
            }])
        }
    }
}

/// Makes the simulation of a member.
fn make(
    members: &Members<'_>,
    number: usize,
    (arguments, stop): (&Arguments, &Stop),
) -> Result<Made, End> {
    let failed = |why: String| {
        let complaint = Complaint::new(format!("members cannot be started: {why}"));
        End::Environment(vec![complaint.help("see `command` in `[ensemble]`")])
    };
    let mut command = pool::command(members, number, 1, arguments).map_err(failed)?;
    command.arg("--parameters").stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| failed(error.to_string()))?;
    let said = child.stderr.take();
    // It is read while it is said: a pipe that is full would keep the process waiting.
    let said = std::thread::spawn(move || said.map(text).unwrap_or_default());
    let mut is_told = false;
    loop {
        if let Some(how) = child
            .try_wait()
            .map_err(|error| failed(error.to_string()))?
        {
            // Nothing panics there.
            let said = said.join().unwrap_or_default();
            // Told to stop, it may have ended by itself: signals come to all processes of a job.
            return match stop.is_requested() {
                true => Err(End::Unfinished),
                false => Ok(Made { how, said }),
            };
        }
        if stop.is_requested() && !is_told {
            is_told = true;
            pool::terminate(&child);
        }
        std::thread::sleep(TICK);
    }
}

fn text(mut said: ChildStderr) -> String {
    let mut bytes = Vec::new();
    // What was read before an error is all that can be told.
    let _ = said.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}
