//! The machine on which figures were measured, and what else it did.
//!
//! Owns: these words. Must not: measure.

/// How many cores there are, and their load before.
pub(crate) fn described() -> String {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let information = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = information
        .lines()
        .find(|line| line.starts_with("model name"));
    let model = model
        .and_then(|line| line.split(": ").nth(1))
        .unwrap_or("unknown processor");
    format!("{cores} cores, {model}; {}", load())
}

/// Processes that wanted a core, on average over one, five and fifteen minutes: what is above the cores makes figures worse.
pub(crate) fn load() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let numbers: Vec<&str> = load.split(' ').take(3).collect();
    format!("load {}", numbers.join(" "))
}

/// The time of the processor that all processes have had which this one has started and which have ended, in seconds.
#[expect(unsafe_code, reason = "the standard library does not tell it")]
pub(crate) fn time_of_children() -> f64 {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::uninit();
    // SAFETY: the call fills in the structure that it is given.
    let usage = unsafe {
        let done = libc::getrusage(libc::RUSAGE_CHILDREN, usage.as_mut_ptr());
        assert_eq!(done, 0, "getrusage");
        usage.assume_init()
    };
    let seconds = |time: libc::timeval| time.tv_sec as f64 + 1e-6 * time.tv_usec as f64;
    seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

/// The middle one.
pub(crate) fn median(numbers: impl IntoIterator<Item = f64>) -> f64 {
    let mut numbers: Vec<f64> = numbers.into_iter().collect();
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
