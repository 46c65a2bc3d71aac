//! How far a run has come: a bar on a terminal, a line now and then in a log, on the first rank.
//!
//! Owns: the look. Must not: be needed for anything.

use enzyme_case::words;
use enzyme_checkpoint::{Event, Progress as Come};
use indicatif::{ProgressBar, ProgressStyle};
use std::cell::Cell;
use std::io::IsTerminal as _;
use std::time::Duration;

/// How often a bar moves, and a log gets a line; it gets its first one earlier, for those who look whether it runs.
const TICK: Duration = Duration::from_millis(200);
const LINE: Duration = Duration::from_secs(60);
const FIRST: Duration = Duration::from_secs(10);

/// What shows a run's progress.
pub(crate) enum Shown {
    /// On a terminal.
    Bar(ProgressBar),
    /// Elsewhere; after so much time the next line is due.
    Lines(Cell<Duration>),
    /// On the other ranks.
    Nothing,
}

impl Shown {
    /// On this rank.
    pub(crate) fn begin(is_first: bool) -> Self {
        if !is_first {
            return Self::Nothing;
        }
        if !std::io::stderr().is_terminal() {
            return Self::Lines(Cell::new(FIRST));
        }
        let bar = ProgressBar::no_length();
        let look = "{msg} {wide_bar} {pos}/{len} steps, {elapsed}{prefix}";
        // A look that cannot be read is the usual one.
        if let Ok(style) = ProgressStyle::with_template(look) {
            bar.set_style(style);
        }
        Self::Bar(bar)
    }

    /// How often it wants to hear.
    pub(crate) fn every(&self) -> Duration {
        match self {
            Self::Bar(_) => TICK,
            Self::Lines(_) | Self::Nothing => FIRST,
        }
    }

    /// Shows what happens.
    pub(crate) fn show(&self, event: &Event<'_>) {
        match (self, event) {
            (Self::Bar(bar), Event::Progress(come) | Event::EndForward(come)) => moved(bar, come),
            (Self::Lines(due), Event::Progress(come)) if come.elapsed >= due.get() => {
                due.set(LINE * (come.elapsed.as_secs() / LINE.as_secs() + 1) as u32);
                eprintln!("{}", line(come));
            }
            (Self::Nothing, _) => {}
            (_, Event::Resumed { progress, again }) => self.say(&format!(
                "goes on at {} forward and {} adjoint steps; of checkpoints, {again} {} computed again",
                progress.forward,
                progress.reverse,
                if *again == 1 { "is" } else { "are" }
            )),
            (_, Event::Lost(entry)) => self.say(&format!("{entry} is lost and computed again")),
            (_, Event::JournalDamaged(error)) => self.say(&format!("{error}\ngoes on from the save before")),
            (
                _,
                Event::Progress(_)
                | Event::EndAdjoint(_)
                | Event::Saved { .. }
                | Event::EndForward(_),
            ) => {}
        }
    }

    fn say(&self, text: &str) {
        match self {
            Self::Bar(bar) => bar.suspend(|| eprintln!("note: {text}")),
            Self::Lines(_) => eprintln!("note: {text}"),
            Self::Nothing => {}
        }
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

fn moved(bar: &ProgressBar, come: &Come) {
    if let Some(steps) = come.steps {
        bar.set_length(steps);
    }
    // Forward steps are run again later: only the first way there is shown.
    let (way, at) = match come.reverse {
        0 => ("forward", come.forward),
        at => ("adjoint", at),
    };
    bar.set_position(come.steps.map_or(at, |steps| at.min(steps)));
    bar.set_message(way);
    bar.set_prefix(left(come));
}

fn left(come: &Come) -> String {
    let left = come.left.map(|left| words::time(left.as_secs_f64()));
    left.map_or_else(String::new, |left| format!(", {left} left"))
}

fn line(come: &Come) -> String {
    let steps = come.steps.map_or("?".to_owned(), |steps| steps.to_string());
    format!(
        "{} forward steps, {} adjoint steps of {steps}, {}{}",
        come.forward,
        come.reverse,
        words::time(come.elapsed.as_secs_f64()),
        left(come)
    )
}
