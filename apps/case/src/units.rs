//! Numbers with units: a number in a unit, or in a decimal multiple of it.
//!
//! Owns: the prefixes. Must not: convert between units.

/// The prefixes, each with its power of ten.
const PREFIXES: [(&str, i32); 12] = [
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
    ("n", -9),
];

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
    let power = found.strip_suffix(unit).filter(|_| !unit.is_empty());
    let power = power.and_then(|prefix| PREFIXES.iter().find(|(known, _)| *known == prefix));
    match power {
        // Parsed once more, so that "100 mm" is the number nearest to 0.1.
        Some((_, power)) => format!("{digits}e{power}")
            .parse()
            .or(Ok(number * 10f64.powi(*power))),
        None if unit.is_empty() => Err(format!("it has no unit, and `{found}` is one")),
        None => Err(format!("`{found}` is no multiple of {unit}")),
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn multiples() {
        for (text, unit, value) in [
            ("3", "m", 3.0),
            ("3 km", "m", 3000.0),
            ("100 mm", "m", 0.1),
            ("1e-3 m", "m", 1e-3),
            ("2.5 m", "m", 2.5),
            ("-4 MPa", "Pa", -4e6),
        ] {
            assert_eq!(number(text, unit), Ok(value), "{text}");
        }
        for (text, unit) in [("3 s", "m"), ("three m", "m"), ("1 m", ""), ("", "m")] {
            assert!(number(text, unit).is_err(), "{text}");
        }
    }
}
