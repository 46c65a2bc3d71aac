//! How far a command that takes long has come, on a terminal; elsewhere nothing.
//!
//! Owns: the look. Must not: be needed for anything.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// How often it moves.
const TICK: Duration = Duration::from_millis(100);

/// Says that something is under way of which nobody knows how long it takes, until it is dropped.
pub(crate) fn busy(what: &'static str) -> Progress {
    show(
        ProgressBar::new_spinner(),
        "{spinner} {msg}, {elapsed}",
        what,
    )
}

/// Says that something is under way which is ended when the time is over.
pub(crate) fn limited(what: &'static str, limit: Duration) -> Progress {
    let bar = ProgressBar::new(limit.as_secs());
    show(bar, "{spinner} {msg}, {elapsed} of at most {len} s", what)
}

fn show(bar: ProgressBar, look: &str, what: &'static str) -> Progress {
    // A look that cannot be read is the usual one.
    if let Ok(style) = ProgressStyle::with_template(look) {
        bar.set_style(style);
    }
    bar.set_message(what);
    bar.enable_steady_tick(TICK);
    Progress(bar)
}

/// What is shown.
pub(crate) struct Progress(ProgressBar);

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
