//! Runs for C: the executor with its settings. Owns the handle, and that it runs once.

use crate::boundary::{Fail, bad, count, count32, given, guarded, quietly, seconds, text};
use crate::callbacks::Model;
use crate::event::{Event, EventCallback};
use crate::model::Callbacks;
use crate::peers::{Peers, Ranks};
use crate::report::Report;
use crate::schedule::spec_of;
use crate::stop::Stop;
use crate::store::{Place, Store};
use crate::types::{Spec, Status};
use enzyme_checkpoint as lib;
use std::ffi::{c_char, c_void};
use std::mem::MaybeUninit;
use std::time::Duration;

/// Which recomputed states are compared with their first computation.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// None.
    Off = 0,
    /// Each checkpoint of the first forward run, and its end, when the steps that led there are run for the
    /// second time. This is so unless something else is set.
    First = 1,
    /// Every checkpoint ever taken, each time that the run comes by again.
    Every = 2,
}

/// A model's run under a schedule: settings first, then enzyme_rs_cp_run_execute(), once.
pub struct Run(Option<Settings>);

struct Settings {
    spec: lib::Spec,
    stores: Vec<Place>,
    journal: Option<lib::Journal>,
    check: lib::Check,
    test: Option<lib::AdjointTest<'static>>,
    stop: lib::Stop,
    events: Option<(EventCallback, *mut c_void)>,
    progress: Option<Duration>,
    peers: Option<Ranks>,
}

impl Settings {
    fn new(spec: lib::Spec) -> Self {
        Self {
            spec,
            stores: Vec::new(),
            journal: None,
            check: lib::Check::default(),
            test: None,
            stop: lib::Stop::new(),
            events: None,
            progress: None,
            peers: None,
        }
    }

    fn executor(self) -> lib::Executor<'static> {
        let start = lib::Executor::new(self.spec)
            .check(self.check)
            .stop(self.stop);
        let mut executor = self
            .stores
            .into_iter()
            .fold(start, |executor, store| store.add_to(executor));
        if let Some(test) = self.test {
            executor = executor.test_adjoint(test);
        }
        if let Some(journal) = self.journal {
            executor = executor.journal(journal);
        }
        if let Some(every) = self.progress {
            executor = executor.progress_every(every);
        }
        if let Some(peers) = self.peers {
            executor = executor.peers(peers);
        }
        if let Some((Some(callback), user)) = self.events {
            executor = executor.on_event(move |event| {
                let event = Event::from(event);
                // SAFETY: C vouches for its callbacks.
                unsafe { callback(user, &raw const event) };
            });
        }
        executor
    }
}

fn executed() -> Fail {
    bad(
        "`run` was executed before: open another one, which goes on from the journal if there is one",
    )
}

/// Hands a new run over, or NULL with the error.
fn open(
    out: Option<&mut MaybeUninit<Option<Box<Run>>>>,
    make: impl FnOnce() -> Result<lib::Spec, Fail>,
) -> i32 {
    guarded(|| {
        let out = given("out", out)?.write(None);
        *out = Some(Box::new(Run(Some(Settings::new(make()?)))));
        Ok(Status::Ok)
    })
}

fn change(
    run: Option<&mut Run>,
    how: impl FnOnce(&mut Settings) -> Result<(), Fail>,
) -> Result<Status, Fail> {
    how(given("run", run)?.0.as_mut().ok_or_else(executed)?)?;
    Ok(Status::Ok)
}

/// Opens a run under a schedule. On an error `*out` is NULL.
///
/// # Safety
/// The lists of `spec` have the lengths that it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_cp_run_open(
    spec: Option<&Spec>,
    out: Option<&mut MaybeUninit<Option<Box<Run>>>>,
) -> i32 {
    open(out, || {
        // SAFETY: promised by the caller.
        unsafe { given("spec", spec)?.read() }
    })
}

/// The same from a specification as text, as enzyme_rs_cp_schedule_spec() and the JSON of a plan have it.
///
/// # Safety
/// `spec` ends in a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_cp_run_open_text(
    spec: *const c_char,
    out: Option<&mut MaybeUninit<Option<Box<Run>>>>,
) -> i32 {
    // SAFETY: promised by the caller.
    open(out, || unsafe { spec_of(spec) })
}

/// Frees a run, executed or not, with the stores that it was given. NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_run_free(run: Option<Box<Run>>) {
    quietly((), || drop(run));
}

/// Gives the run the store of its next storage level; the first is that of level 0.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_run_store(run: Option<&mut Run>, store: Option<&mut Store>) -> i32 {
    guarded(|| {
        let store = given("store", store)?;
        change(run, |run| {
            run.stores.push(store.take()?);
            Ok(())
        })
    })
}

/// Makes the run resumable: every so many seconds (60 is a good value; 0 is at every possible point) it writes
/// into `folder` where it stands. A run with such a journal goes on from there, and gives the same bits; if
/// it was finished, the adjoint is loaded and nothing is run. `rank` tells processes apart that share a
/// folder.
///
/// # Safety
/// `folder` ends in a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_cp_run_journal(
    run: Option<&mut Run>,
    folder: *const c_char,
    every: f64,
    rank: i32,
) -> i32 {
    guarded(|| {
        // SAFETY: promised by the caller.
        let folder = unsafe { text("folder", folder) }?;
        let every = seconds("every", every)?;
        let rank = count32("rank", rank)?;
        change(run, |run| {
            run.journal = Some(lib::Journal::new(folder).every(every).rank(rank));
            Ok(())
        })
    })
}

/// Which recomputed states are compared with their first computation, of enum enzyme_rs_cp_check.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_run_check(run: Option<&mut Run>, check: i32) -> i32 {
    guarded(|| {
        let check = match check {
            0 => lib::Check::Off,
            1 => lib::Check::First,
            2 => lib::Check::Every,
            _ => return Err(bad(format!("`check` is {check}: no such check"))),
        };
        change(run, |run| {
            run.check = check;
            Ok(())
        })
    })
}

/// Before the first step of a new run, tests the adjoint of step `step` by the dot-product test, and refuses to begin
/// with ENZYME_RS_CP_STATUS_WRONG_ADJOINT if the error is above `tolerance` (1e-6 suits most models): a long run would
/// compute a wrong gradient. The model is run to that step and back. `state` names a field of doubles of the state,
/// `adjoint` that of the adjoint with the adjoints of its numbers, which may have more behind them; several calls name
/// several fields, and the last says which step and tolerance. NULL for both: all fields for which the adjoint has one of
/// the same size and name, or of that name behind "adjoint_". All numbers of the fields must be some that the adjoint is
/// for. A run that goes on from a journal is not tested again, one of several ranks cannot be.
///
/// # Safety
/// `state` and `adjoint` are NULL or end in a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_cp_run_test_adjoint(
    run: Option<&mut Run>,
    state: *const c_char,
    adjoint: *const c_char,
    step: i64,
    tolerance: f64,
) -> i32 {
    guarded(|| {
        let pair = match (state.is_null(), adjoint.is_null()) {
            (true, true) => None,
            // SAFETY: promised by the caller.
            _ => Some(unsafe { (text("state", state)?, text("adjoint", adjoint)?) }),
        };
        let step = count("step", step)?;
        if tolerance.is_nan() || tolerance < 0.0 {
            return Err(bad(format!("`tolerance` is {tolerance}: it is 0 or more")));
        }
        change(run, |run| {
            let mut test = run.test.take().unwrap_or_default();
            if let Some((state, adjoint)) = pair {
                test = test.pair(state, adjoint);
            }
            run.test = Some(test.at(step).tolerance(tolerance));
            Ok(())
        })
    })
}

/// What makes the run stop before its end, as `stop` is set at this time; requests come through later, too.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_run_stop(run: Option<&mut Run>, stop: Option<&Stop>) -> i32 {
    guarded(|| {
        let stop = given("stop", stop)?.0.clone();
        change(run, |run| {
            run.stop = stop;
            Ok(())
        })
    })
}

/// Has `callback` told what happens; NULL for nobody. If `every` is above 0, every so many seconds how far
/// the run has come.
///
/// # Safety
/// The callback may be called with `user` until the run has ended, and returns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_cp_run_on_event(
    run: Option<&mut Run>,
    callback: EventCallback,
    user: *mut c_void,
    every: f64,
) -> i32 {
    guarded(|| {
        let every = seconds("every", every)?;
        change(run, |run| {
            run.events = Some((callback, user));
            run.progress = Some(every).filter(|every| !every.is_zero());
            Ok(())
        })
    })
}

/// Tells the run of the other ranks: they stop, save, resume and fail together. The number of the rank goes
/// to the journal, too; files have theirs in enzyme_rs_cp_file_options.
///
/// # Safety
/// The callbacks may be called with `user` until the run has ended, and return.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_cp_run_peers(
    run: Option<&mut Run>,
    peers: Option<&Peers>,
) -> i32 {
    guarded(|| {
        let peers = given("peers", peers)?.read()?;
        change(run, |run| {
            run.peers = Some(peers);
            Ok(())
        })
    })
}

/// Runs the model, whose working state is the initial one, forward and back; afterwards its adjoint is the
/// result. ENZYME_RS_CP_STATUS_OK, or ENZYME_RS_CP_STATUS_STOPPED if it was asked to stop before: then end
/// the program with the report's exit code. After an error `*report` is NULL, and the journal is as it was
/// written last. `report` may be NULL.
///
/// If `model` is refused, the run is as it was; else it cannot be executed again.
///
/// # Safety
/// The model's lists and texts are as its structure says, and its callbacks may be called with its `user`
/// until this function returns. The run is not freed meanwhile by another thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_cp_run_execute(
    run: *mut Run,
    model: *const Model,
    report: Option<&mut MaybeUninit<Option<Box<Report>>>>,
) -> i32 {
    guarded(|| {
        let report = report.map(|report| report.write(None));
        // SAFETY: promised by the caller.
        let mut model = unsafe { Callbacks::read(model) }?;
        // SAFETY: NULL or a run. It is not borrowed any longer than this: a callback that comes by finds it empty.
        let settings = given("run", unsafe { run.as_mut() })?.0.take();
        let executor = settings.ok_or_else(executed)?.executor();
        let outcome = executor.run(&mut model)?;
        let status = if outcome.is_done() {
            Status::Ok
        } else {
            Status::Stopped
        };
        if let Some(report) = report {
            *report = Some(Box::new(Report(outcome)));
        }
        Ok(status)
    })
}
