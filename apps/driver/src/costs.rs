//! What steps, adjoints and checkpoints of a simulation cost here, measured before a run.
//!
//! Owns: the clocks. Must not: draw conclusions.

use crate::application::{Guarded, Missing, Overrun, Ranks, Role, Steps};
use crate::end::End;
use enzyme_case::Complaint;
use enzyme_checkpoint::Peers as _;
use rustix::fs::{Advice, fadvise};
use std::fs::File;
use std::io::{Error, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long each kind is measured, and how often at most.
const TIME: Duration = Duration::from_millis(200);
const MOST: u64 = 20;

/// What was measured: times in seconds of the slowest rank, sizes of the largest.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Costs {
    /// Bytes of a state.
    pub(crate) state: u64,
    /// A step forward.
    pub(crate) step: f64,
    /// The derivative of a step, which runs it once more.
    pub(crate) adjoint: f64,
    /// Writing a state to disk, and reading it.
    pub(crate) write: f64,
    pub(crate) read: f64,
}

/// Measures steps from the initial state, and says what of them has written around an array, if something has. The first of each kind is not counted: memory is touched for the
/// first time.
///
/// # Errors
/// The simulation has no adjoint.
pub(crate) fn of_steps(
    app: &dyn Steps,
    ranks: Ranks,
    controls: &[f64],
) -> Result<(Costs, Option<Overrun>), Missing> {
    let numbers = || Guarded::zeros(app.state_numbers(), Role::State);
    let (mut before, mut after) = (numbers(), numbers());
    let adjoints = || Guarded::added_to(app.state_numbers(), Role::State);
    let (mut dbefore, mut dafter) = (adjoints(), adjoints());
    let mut dcontrols = Guarded::added_to(controls.len(), Role::Controls);
    app.initial(controls, &mut before);
    let limit = app.steps().unwrap_or(MOST).clamp(1, MOST);
    let step = median(ranks, limit, |n| {
        // The last step of a run may be another one; none is run behind it.
        app.step(n.min(limit - 1), controls, &before, &mut after);
        Ok(())
    })?;
    let is_kept = before.is_intact() && after.is_intact();
    let by_step = (!is_kept).then_some(("later `step`", Role::State));
    let adjoint = median(ranks, limit, |n| {
        dafter.fill(1.0);
        let (controls, before) = ((controls, &mut *dcontrols), (&*before, &mut *dbefore));
        app.step_adjoint(
            n.min(limit - 1),
            controls,
            before,
            (&mut after, &mut dafter),
        )
    })?;
    let arrays = [&before, &after, &dbefore, &dafter, &dcontrols];
    let by_adjoint = arrays.into_iter().find(|array| !array.is_intact());
    let by_adjoint = by_adjoint.map(|array| ("adjoint", array.role()));
    let costs = Costs {
        state: ranks.max((8 * app.state_numbers()) as u64),
        step,
        adjoint,
        ..Costs::default()
    };
    Ok((costs, by_step.or(by_adjoint)))
}

/// The median of the times that calls take, on the slowest rank. All ranks make the same number of calls.
fn median(
    ranks: Ranks,
    most: u64,
    mut call: impl FnMut(u64) -> Result<(), Missing>,
) -> Result<f64, Missing> {
    call(0)?;
    let begin = Instant::now();
    let mut times = Vec::new();
    let mut goes_on = true;
    while goes_on {
        let start = Instant::now();
        call(times.len() as u64)?;
        times.push(start.elapsed().as_secs_f64());
        goes_on = ranks.agree((times.len() as u64) < most && begin.elapsed() < TIME);
    }
    times.sort_by(f64::total_cmp);
    Ok(ranks.extremes(times[times.len() / 2]).1)
}

/// Measures a state's way to a folder and back.
///
/// # Errors
/// Nothing can be written there, on this rank.
pub(crate) fn of_disk(costs: &mut Costs, ranks: Ranks, folder: &Path) -> Result<(), End> {
    let bytes = vec![0x5a_u8; costs.state as usize];
    let path = folder.join(format!("rank{:04}.measured", ranks.rank()));
    let measured = made(folder).and_then(|()| measured(&bytes, &path));
    // Of what was measured, only the times are wanted; of two errors, the first says more.
    let _ = std::fs::remove_file(&path);
    let (write, read) = measured.as_ref().copied().unwrap_or_default();
    costs.write = ranks.extremes(write).1;
    costs.read = ranks.extremes(read).1;
    measured.map(drop).map_err(|error| {
        let what = format!(
            "checkpoints cannot be written to {}: {error}",
            folder.display()
        );
        let help =
            "name a folder with room that can be written on all nodes: `folder` in [checkpoints]";
        End::Environment(vec![Complaint::new(what).help(help)])
    })
}

/// Makes a folder. What is not even in a folder of the file system's first level is taken for a slip: it would fill the first disk of a node.
fn made(folder: &Path) -> std::io::Result<()> {
    let folder = std::path::absolute(folder)?;
    let first: PathBuf = folder.components().take(2).collect();
    if !first.exists() {
        let what = format!("there is no {}", first.display());
        return Err(Error::new(ErrorKind::NotFound, what));
    }
    std::fs::create_dir_all(folder)
}

fn measured(bytes: &[u8], path: &Path) -> std::io::Result<(f64, f64)> {
    let start = Instant::now();
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_data()?;
    let write = start.elapsed().as_secs_f64();
    // What the system has in memory says nothing of the disk. A file system that does not let go of it reads from there in the run, too.
    let _ = fadvise(&file, 0, None, Advice::DontNeed);
    let start = Instant::now();
    let mut back = Vec::with_capacity(bytes.len());
    File::open(path)?.read_to_end(&mut back)?;
    let read = start.elapsed().as_secs_f64();
    Ok((write, read))
}
