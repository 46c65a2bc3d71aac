//! Numbers beside axes.
//!
//! Owns: how many digits they have. Must not: choose ticks.

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
        return format!("{number:.2e}");
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
    use super::short;

    #[test]
    fn numbers_are_short() {
        for (number, range, text) in [
            (0.25, 1.0, "0.25"),
            (1000.0, 1000.0, "1000"),
            (1e-9, 1e-9, "1.00e-9"),
            (1e-17, 1.0, "0"),
        ] {
            assert_eq!(short(number, range), text);
        }
    }
}
