//! Numbers beside axes.
//!
//! Owns: which are there, and how many digits they have. Must not: draw.

/// Numbers further from 0 are none for a picture: the room between two of them would have no end.
const FURTHEST: f64 = 1e300;

/// Whether a number has a place in a picture.
#[must_use]
pub fn is_shown(number: f64) -> bool {
    number.abs() <= FURTHEST
}

/// Round numbers between two, three to six of them: multiples of 1, 2 or 5 times a power of ten.
pub(crate) fn round(from: f64, to: f64) -> Vec<f64> {
    let (low, high) = (from.min(to), from.max(to));
    let rough = (high - low) / 6.0;
    if rough <= 0.0 || !rough.is_finite() {
        return vec![low];
    }
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|part| part * power);
    let step = step.into_iter().find(|step| *step >= rough * 0.999);
    let step = step.unwrap_or(rough);
    // A little beyond the ends, which round-off may have moved.
    let (first, last) = ((low / step - 1e-6).ceil(), (high / step + 1e-6).floor());
    (first as i64..=last as i64)
        .map(|k| k as f64 * step)
        .collect()
}

/// A number with as many digits as tell it from its neighbours.
pub(crate) fn short(number: f64, range: f64) -> String {
    let range = range.max(number.abs());
    if number == 0.0 || range == 0.0 {
        return "0".to_owned();
    }
    if number.abs() < range * 1e-9 {
        return "0".to_owned();
    }
    if !(1e-3..1e5).contains(&range) {
        let text = format!("{number:.2e}");
        let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
        let digits = digits.trim_end_matches('0').trim_end_matches('.');
        return format!("{digits}e{power}");
    }
    let digits = (3 - range.log10().floor() as i32).clamp(0, 6) as usize;
    let text = format!("{number:.digits$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::{round, short};

    #[test]
    fn numbers_are_round() {
        assert_eq!(round(1.25e3, 5.99e5), [1e5, 2e5, 3e5, 4e5, 5e5]);
        assert_eq!(round(-1400.0, 200.0), [-1000.0, -500.0, 0.0]);
        assert_eq!(round(0.0, 10.0), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(round(3.0, 3.0), [3.0]);
    }

    #[test]
    fn numbers_are_short() {
        for (number, range, text) in [
            (0.25, 1.0, "0.25"),
            (1000.0, 1000.0, "1000"),
            (1e-9, 1e-9, "1e-9"),
            (-2.5e5, 1e6, "-2.5e5"),
            (1e-17, 1.0, "0"),
        ] {
            assert_eq!(short(number, range), text);
        }
    }
}
