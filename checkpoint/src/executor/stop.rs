//! When a run is to stop before its end: signals, a deadline, or a word from the caller. Also the clock that says
//! when something is due, so that the run itself never looks at the time.

use std::env;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Exit code for "not finished; run the same command again": `EX_TEMPFAIL` of sysexits.h. Job scripts requeue on it.
pub const RESUME_EXIT_CODE: u8 = 75;

/// A request to stop cleanly. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    flag: Arc<AtomicBool>,
    pub(super) deadline: Option<Instant>,
}

impl Stop {
    /// No request yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops on SIGTERM and SIGUSR1, as batch systems send them before they kill (`sbatch --signal=B:USR1@120`).
    ///
    /// # Errors
    /// If the system does not let the signals be caught.
    pub fn on_signals(self) -> io::Result<Self> {
        for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGUSR1] {
            signal_hook::flag::register(signal, Arc::clone(&self.flag))?;
        }
        Ok(self)
    }

    /// Stops at `deadline`.
    #[must_use]
    pub fn at(mut self, deadline: Instant) -> Self {
        self.deadline = Some(self.deadline.map_or(deadline, |old| old.min(deadline)));
        self
    }

    /// Stops `margin` before the end of the Slurm job this is part of (`SLURM_JOB_END_TIME`); elsewhere, nothing.
    #[must_use]
    pub fn before_job_end(self, margin: Duration) -> Self {
        let end = env::var("SLURM_JOB_END_TIME").ok();
        let Some(end) = end.and_then(|text| text.trim().parse::<u64>().ok()) else {
            return self;
        };
        let Some(end) = UNIX_EPOCH.checked_add(Duration::from_secs(end)) else {
            return self;
        };
        let left = end.duration_since(SystemTime::now()).unwrap_or_default();
        match Instant::now().checked_add(left.saturating_sub(margin)) {
            Some(deadline) => self.at(deadline),
            // No clock comes that far.
            None => self,
        }
    }

    /// Stops now.
    pub fn request(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether it is to stop now: for whoever runs several runs, each of which has a stop of its own.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.is_requested()
            || self
                .deadline
                .is_some_and(|deadline| deadline <= Instant::now())
    }

    /// Whether a signal or the caller has asked for it, and not only the clock.
    #[must_use]
    pub fn is_requested(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }
}

/// Longer than any run.
const YEAR: Duration = Duration::from_secs(366 * 86_400);

/// So much later, or a year: what is further away is beyond what clocks can say.
fn after(now: Instant, wait: Duration) -> Instant {
    now + wait.min(YEAR)
}

pub(super) const DEADLINE: u8 = 1;
pub(super) const SAVE: u8 = 2;
pub(super) const PROGRESS: u8 = 4;

/// Raises flags when their time has come; looking at them costs the run one load.
pub(super) struct Clock {
    flags: Arc<AtomicU8>,
    end: Arc<(Mutex<bool>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

impl Clock {
    pub(super) fn start(
        deadline: Option<Instant>,
        save: Option<Duration>,
        progress: Option<Duration>,
    ) -> io::Result<Self> {
        let flags = Arc::new(AtomicU8::new(0));
        let end = Arc::new((Mutex::new(false), Condvar::new()));
        let repeated = [(SAVE, save), (PROGRESS, progress)];
        let mut clock = Self {
            flags: Arc::clone(&flags),
            end: Arc::clone(&end),
            thread: None,
        };
        let now = Instant::now();
        let mut alarms: Vec<(u8, Instant, Option<Duration>)> = Vec::new();
        alarms.extend(deadline.map(|at| (DEADLINE, at, None)));
        for (flag, every) in repeated {
            alarms.extend(every.map(|every| (flag, after(now, every), Some(every))));
        }
        if !alarms.is_empty() {
            let thread = thread::Builder::new().name("checkpoint-clock".into());
            clock.thread = Some(thread.spawn(move || tick(&mut alarms, &flags, &end))?);
        }
        Ok(clock)
    }

    pub(super) fn flags(&self) -> u8 {
        self.flags.load(Ordering::Relaxed)
    }

    pub(super) fn lower(&self, flag: u8) {
        self.flags.fetch_and(!flag, Ordering::Relaxed);
    }
}

fn tick(
    alarms: &mut [(u8, Instant, Option<Duration>)],
    flags: &AtomicU8,
    (ended, changed): &(Mutex<bool>, Condvar),
) {
    let mut guard = ended.lock().unwrap_or_else(PoisonError::into_inner);
    while !*guard {
        let now = Instant::now();
        for (flag, at, every) in alarms.iter_mut() {
            if *at <= now {
                flags.fetch_or(*flag, Ordering::Relaxed);
                // A clock that was held up does not catch up.
                *at = after(now, every.unwrap_or(YEAR).max(Duration::from_micros(100)));
            }
        }
        let next = alarms.iter().map(|(_, at, _)| *at).min().unwrap_or(now);
        let waited = changed.wait_timeout(guard, next.saturating_duration_since(now));
        guard = waited.unwrap_or_else(PoisonError::into_inner).0;
    }
}

impl Drop for Clock {
    fn drop(&mut self) {
        *self.end.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.end.1.notify_all();
        if let Some(thread) = self.thread.take() {
            // It cannot panic; if it did, nothing of the run depends on it any more.
            let _ = thread.join();
        }
    }
}
