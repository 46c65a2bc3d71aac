//! Values of an ensemble at equal distances: `{ from = 26, to = 30, points = 5 }`.
//!
//! Owns: these keys, and the numbers between. Must not: know what the numbers are of.

use enzyme_case::{Complaint, Entry, Place, Section, Table, Value};

/// More members than this are a mistake.
pub(super) const MOST: usize = 100_000;

/// Whether a table is a range, rather than one of keys with lists.
pub(super) fn is_range(table: &Table) -> bool {
    let is_list = |entry: &Entry| matches!(entry.value, Value::List(_) | Value::Table(_));
    ["from", "to", "points"]
        .iter()
        .any(|key| table.get(*key).is_some_and(|entry| !is_list(entry)))
}

/// Its values, all of which stand where the range does.
///
/// # Errors
/// All that is wrong with it.
pub(super) fn values(key: &str, table: Table, at: &Place) -> Result<Vec<Entry>, Vec<Complaint>> {
    let is_whole = |key| {
        matches!(
            table.get(key).map(|entry| &entry.value),
            Some(Value::Integer(_))
        )
    };
    let are_whole = is_whole("from") && is_whole("to");
    let mut section = Section::named(key, table);
    let (from, to) = (section.number("from", ""), section.number("to", ""));
    let points = section.count("points");
    let mut complaints = section.finish();
    let complaint = |what: &str| Complaint::new(what).at(at.clone());
    let help = "write { from = 26, to = 30, points = 5 }";
    let (Some(from), Some(to)) = (from, to) else {
        if complaints.is_empty() {
            complaints.push(complaint("a range has `from` and `to`").help(help));
        }
        return Err(complaints);
    };
    // Whole numbers are all of those in between.
    let points = points.or((are_whole && from <= to).then(|| (to - from) as u64 + 1));
    match points {
        None if complaints.is_empty() => {
            complaints
                .push(complaint("the range does not say how many `points` it has").help(help));
        }
        Some(points) if points < 2 || points > MOST as u64 => {
            let what = format!("a range has 2 to {MOST} points, not {points}");
            complaints.push(complaint(&what));
        }
        _ => {}
    }
    match points.filter(|_| complaints.is_empty()) {
        Some(points) => Ok(between(from, to, points, are_whole)
            .map(|value| Entry {
                value,
                at: at.clone(),
                key: at.clone(),
            })
            .collect()),
        None => Err(complaints),
    }
}

/// Numbers at equal distances; whole ones, where all of them are.
fn between(from: f64, to: f64, points: u64, are_whole: bool) -> impl Iterator<Item = Value> {
    let last = points - 1;
    let are_whole = are_whole && (to - from) % last as f64 == 0.0;
    (0..points).map(move |k| {
        let number = match k {
            0 => from,
            k if k == last => to,
            k => (from * (last - k) as f64 + to * k as f64) / last as f64,
        };
        match are_whole {
            true => Value::Integer(number.round() as i64),
            false if k == 0 || k == last => Value::Number(number),
            false => Value::Number(as_written(number)),
        }
    })
}

/// A number between as somebody would write it: 0.045, and not 0.045000000000000005.
fn as_written(number: f64) -> f64 {
    format!("{number:.14e}").parse().unwrap_or(number)
}

#[cfg(test)]
mod tests {
    use super::{Value, between};

    #[test]
    fn ends_belong_to_a_range() {
        let numbers =
            |from, to, points, whole| between(from, to, points, whole).collect::<Vec<_>>();
        assert_eq!(
            numbers(26.0, 30.0, 3, true),
            [26, 28, 30].map(Value::Integer)
        );
        assert_eq!(
            numbers(0.0, 1.0, 3, true),
            [0.0, 0.5, 1.0].map(Value::Number)
        );
        assert_eq!(numbers(0.1, 0.5, 5, false)[4], Value::Number(0.5));
        let ends = numbers(0.1, 0.4, 7, false);
        assert_eq!(
            [&ends[0], &ends[6]],
            [&Value::Number(0.1), &Value::Number(0.4)]
        );
        assert_eq!(numbers(0.01, 0.08, 3, false)[1], Value::Number(0.045));
        assert_eq!(numbers(0.0, 0.3, 4, false)[1], Value::Number(0.1));
        assert_eq!(numbers(3.0, 1.0, 3, true), [3, 2, 1].map(Value::Integer));
    }
}
