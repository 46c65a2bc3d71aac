//! Numbers with units: a number in a unit, or in a decimal multiple of it; times also in minutes, hours and days.
//!
//! Owns: the prefixes, and minutes, hours and days. Must not: convert between other units.

/// The prefixes, each with its power of ten. A millionth is written with one of two characters that look the same, the micro sign and the Greek letter, or without
/// them.
const PREFIXES: [(&str, i32); 14] = [
    ("", 0),
    ("da", 1),
    ("h", 2),
    ("k", 3),
    ("M", 6),
    ("G", 9),
    ("T", 12),
    ("d", -1),
    ("c", -2),
    ("m", -3),
    ("u", -6),
    ("\u{b5}", -6),
    ("\u{3bc}", -6),
    ("n", -9),
];

/// Times that are no decimal multiples of a second, as people write them.
const TIMES: [(&str, f64); 3] = [("min", 60.0), ("h", 3600.0), ("d", 86_400.0)];

/// The number that a text says, in a unit.
///
/// # Errors
/// Why it cannot be read.
pub(crate) fn number(text: &str, unit: &str) -> Result<f64, String> {
    let text = text.trim();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let (digits, found) = (&text[..end], text[end..].trim());
    let wrong = || format!("`{digits}` is no number");
    let number: f64 = digits.parse().map_err(|_| wrong())?;
    if found.is_empty() {
        return Ok(number);
    }
    if let Some((_, seconds)) = TIMES.iter().find(|(name, _)| *name == found && unit == "s") {
        return Ok(number * seconds);
    }
    match power(found, unit) {
        // Parsed once more, so that "100 mm" is the number nearest to 0.1.
        Some(power) => format!("{digits}e{power}")
            .parse()
            .or(Ok(number * 10f64.powi(power))),
        None if unit.is_empty() => Err(format!("it has no unit, and `{found}` is one")),
        None => Err(format!(
            "`{found}` is not understood as a multiple of {unit}"
        )),
    }
}

/// The power of ten that a unit is of another, if it is that with a prefix. The prefix is the first factor's, and raised to the power of it: a cm^2/s is 1e-4 m^2/s.
fn power(found: &str, unit: &str) -> Option<i32> {
    let prefix = found.strip_suffix(unit).filter(|_| !unit.is_empty())?;
    let (_, power) = PREFIXES.iter().find(|(known, _)| *known == prefix)?;
    match prefix {
        "" => Some(0),
        _ => Some(power * exponent(unit)?),
    }
}

/// The power to which the first factor of a unit is raised, if it is one that takes prefixes: a name without a prefix of its own, and a whole power as in m^2, m2
/// or s^-1.
pub(crate) fn exponent(unit: &str) -> Option<i32> {
    let name = unit
        .find(|c: char| !c.is_alphabetic())
        .unwrap_or(unit.len());
    let (name, rest) = unit.split_at(name);
    if name.is_empty() || name == "kg" {
        return None;
    }
    let (is_raised, rest) = match rest.strip_prefix('^') {
        Some(power) => (true, power),
        None => (false, rest),
    };
    let is_part = |(at, c): (usize, char)| c.is_ascii_digit() || at == 0 && c == '-';
    let end = rest.char_indices().find(|place| !is_part(*place));
    let (digits, behind) = rest.split_at(end.map_or(rest.len(), |(at, _)| at));
    let is_whole = behind.is_empty() || behind.starts_with(['*', '/', ' ', '·']);
    match digits {
        _ if !is_whole => None,
        "" => (!is_raised).then_some(1),
        digits => digits.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::{exponent, number};

    #[test]
    fn multiples() {
        for (text, unit, value) in [
            ("3", "m", 3.0),
            ("3 km", "m", 3000.0),
            ("100 mm", "m", 0.1),
            ("1e-3 m", "m", 1e-3),
            ("2.5 m", "m", 2.5),
            ("-4 MPa", "Pa", -4e6),
            ("1 cm^2/s", "m^2/s", 1e-4),
            ("0.5 mm2", "m2", 5e-7),
            ("1 um^2/s", "m^2/s", 1e-12),
            ("7.26 \u{b5}s", "s", 7.26e-6),
            ("7.26 \u{3bc}s", "s", 7.26e-6),
            ("1 ms^-1", "s^-1", 1e3),
            ("3 km/s2", "m/s2", 3e3),
            ("2 kW/m^2", "W/m^2", 2e3),
            ("7 kg/m^3", "kg/m^3", 7.0),
            ("7 1/s", "1/s", 7.0),
            ("1.5 min", "s", 90.0),
            ("2 h", "s", 7200.0),
        ] {
            assert_eq!(number(text, unit), Ok(value), "{text}");
        }
        let wrong = [
            ("3 s", "m"),
            ("three m", "m"),
            ("1 m", ""),
            ("1 min", "1/s"),
            ("", "m"),
            ("1 mkg/m^3", "kg/m^3"),
            ("1 k1/s", "1/s"),
            ("1 km^0.5", "m^0.5"),
            ("1 km^(1/2)", "m^(1/2)"),
        ];
        for (text, unit) in wrong {
            assert!(number(text, unit).is_err(), "{text}");
        }
        assert_eq!(exponent("m²"), None);
    }
}
