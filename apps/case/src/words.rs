//! Numbers as people read them.
//!
//! Owns: how many digits. Must not: know what they are of.

use bytesize::ByteSize;
use std::time::Duration;

/// A number of bytes.
#[must_use]
pub fn size(bytes: u64) -> String {
    ByteSize::b(bytes).display().si().to_string()
}

/// Units of time below a minute.
const UNITS: [(f64, &str); 4] = [(1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")];

/// A time in seconds, three digits of it.
#[must_use]
pub fn time(seconds: f64) -> String {
    let Ok(whole) = Duration::try_from_secs_f64(seconds.round()) else {
        return "forever".to_owned();
    };
    if seconds >= 60.0 {
        return humantime::format_duration(whole).to_string();
    }
    let fits = UNITS.iter().find(|(unit, _)| seconds >= *unit);
    let (unit, name) = fits.unwrap_or(&UNITS[3]);
    let number = seconds / unit;
    let digits = match number {
        ..10.0 => 2,
        ..100.0 => 1,
        _ => 0,
    };
    format!("{number:.digits$} {name}")
}

/// Units of time from a minute on.
const LONG_UNITS: [(f64, &str); 4] = [
    (365.25 * 86400.0, "years"),
    (86400.0, "days"),
    (3600.0, "h"),
    (60.0, "min"),
];

/// A time in seconds in one unit, three digits of it, however long it is.
#[must_use]
pub fn span(seconds: f64) -> String {
    if seconds.is_infinite() {
        return "forever".to_owned();
    }
    // Two of a unit are more easily read than one and a half.
    let fits = LONG_UNITS.iter().find(|(unit, _)| seconds >= 2.0 * unit);
    match fits {
        None if seconds < 60.0 => time(seconds),
        None => format!("{seconds:.0} s"),
        Some((unit, name)) => {
            let number = seconds / unit;
            match number {
                ..10.0 => format!("{number:.2} {name}"),
                ..100.0 => format!("{number:.1} {name}"),
                _ => format!("{number:.0} {name}"),
            }
        }
    }
}

/// So many of something: 1 member, 2 members.
#[must_use]
pub fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

/// A grid: 64 x 64.
#[must_use]
pub fn grid(extent: &[usize]) -> String {
    match extent {
        [] => "one number".to_owned(),
        [one] => format!("{one} numbers"),
        all => {
            let all: Vec<String> = all.iter().map(usize::to_string).collect();
            all.join(" x ")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{grid, span, time};

    #[test]
    fn three_digits() {
        assert_eq!(time(7.2641e-6), "7.26 µs");
        assert_eq!(time(0.1234), "123 ms");
        assert_eq!(time(0.0), "0.00 ns");
        assert_eq!(time(125.0), "2m 5s");
        assert_eq!(span(0.1234), "123 ms");
        assert_eq!(span(100.0), "100 s");
        assert_eq!(span(7300.0), "2.03 h");
        assert_eq!(span(1e6), "11.6 days");
        assert_eq!(span(1e12), "31688 years");
        assert_eq!(span(f64::INFINITY), "forever");
        assert_eq!(grid(&[3, 4]), "3 x 4");
    }
}
