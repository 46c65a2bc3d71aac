//! What the members of an ensemble have found, side by side.
//!
//! Owns: the columns, means and their errors. Must not: print or write (`text` and `report` do).

use super::members::Members;
use crate::member::Kept;
use crate::results::{Found, Single, What};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// A member.
pub(super) struct Row {
    pub(super) number: usize,
    /// The values of the keys by which members differ.
    pub(super) settings: Vec<String>,
    /// `finished`, `failed` or `not finished`.
    pub(super) state: &'static str,
    pub(super) kept: Option<Kept>,
}

/// What a column is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The objective, or a field that is one number: it has a curve.
    Result,
    Norm,
    /// Seconds.
    Time,
}

/// A number that each finished member has.
pub(super) struct Column {
    /// In words, and as a word for programs.
    pub(super) title: String,
    pub(super) name: String,
    pub(super) unit: String,
    /// Of each row; none of those that are not finished, or have no such number.
    pub(super) values: Vec<Option<f64>>,
    pub(super) kind: Kind,
}

/// Mean, standard error of the mean, least and greatest of some numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spread {
    pub(super) mean: f64,
    /// Two numbers or more have one.
    pub(super) error: Option<f64>,
    pub(super) least: f64,
    pub(super) greatest: f64,
}

impl Spread {
    /// Of numbers; nothing of none.
    fn of(numbers: &[f64]) -> Option<Self> {
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
        let error = (squares / (count - 1.0) / count).sqrt();
        (!numbers.is_empty()).then(|| Self {
            mean,
            error: (numbers.len() > 1).then_some(error),
            least: numbers.iter().copied().fold(f64::INFINITY, f64::min),
            greatest: numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        })
    }
}

impl Column {
    pub(super) fn spread(&self) -> Option<Spread> {
        let there: Vec<f64> = self.values.iter().copied().flatten().collect();
        Spread::of(&there)
    }
}

/// The number that members differ by, where it is one.
pub(super) struct Axis {
    pub(super) key: String,
    pub(super) unit: String,
    /// Of each row.
    pub(super) values: Vec<f64>,
}

/// All of it.
pub(super) struct Summary {
    /// What the case is called.
    pub(super) name: String,
    pub(super) folder: PathBuf,
    /// The keys by which members differ.
    pub(super) keys: Vec<String>,
    pub(super) rows: Vec<Row>,
    pub(super) columns: Vec<Column>,
    pub(super) axis: Option<Axis>,
    /// Pictures of fields that are means.
    pub(super) pictures: Vec<PathBuf>,
    /// What else is to be said.
    pub(super) notes: Vec<String>,
}

impl Summary {
    pub(super) fn of(members: &Members<'_>, kept: Vec<Option<Kept>>, failed: &[usize]) -> Self {
        let ensemble = members.ensemble;
        let rows = kept.into_iter().enumerate().map(|(number, kept)| Row {
            number,
            settings: ensemble.settings(number),
            state: match &kept {
                Some(_) => "finished",
                None if failed.contains(&number) => "failed",
                None => "not finished",
            },
            kept,
        });
        let rows: Vec<Row> = rows.collect();
        let notes = unlike(&rows).into_iter().collect();
        let axis = ensemble.axis().map(|(key, unit, values)| Axis {
            key: key.to_owned(),
            unit,
            values,
        });
        Self {
            name: members.written.name(),
            folder: members.folder.clone(),
            keys: ensemble.lists.iter().map(|list| list.key.clone()).collect(),
            columns: columns(&rows),
            rows,
            axis,
            pictures: Vec::new(),
            notes,
        }
    }

    /// What the finished members have found.
    pub(super) fn found(&self) -> impl Iterator<Item = (&Row, &Found)> {
        let rows = self.rows.iter();
        rows.filter_map(|row| Some((row, &row.kept.as_ref()?.found)))
    }
}

/// That members were run on different numbers of ranks, of which sums in another order come.
fn unlike(rows: &[Row]) -> Option<String> {
    let ranks = rows.iter().filter_map(|row| Some(row.kept.as_ref()?.ranks));
    let ranks: BTreeSet<u32> = ranks.collect();
    let numbers: Vec<String> = ranks.iter().map(u32::to_string).collect();
    (ranks.len() > 1).then(|| {
        format!(
            "members were run on different numbers of ranks, {}: their results differ by rounding at least, and their times by more",
            numbers.join(" and ")
        )
    })
}

fn columns(rows: &[Row]) -> Vec<Column> {
    let column = |title: &str, name: &str, kind, of: &dyn Fn(&Kept) -> Option<f64>| Column {
        title: title.to_owned(),
        name: name.to_owned(),
        unit: String::new(),
        values: rows.iter().map(|row| of(row.kept.as_ref()?)).collect(),
        kind,
    };
    let mut columns = vec![
        column("objective", "objective", Kind::Result, &|kept| {
            Some(kept.found.objective)
        }),
        column(
            "norm of the gradient",
            "gradient_norm",
            Kind::Norm,
            &|kept| kept.found.norm,
        ),
    ];
    columns.extend(singles(rows));
    let seconds = column("time", "seconds", Kind::Time, &|kept| kept.seconds);
    columns.push(seconds);
    columns.retain(|column| column.values.iter().any(Option::is_some));
    columns
}

/// A column for each field that is one number with some member.
fn singles(rows: &[Row]) -> Vec<Column> {
    let found = || {
        rows.iter()
            .filter_map(|row| Some(&row.kept.as_ref()?.found))
    };
    let mut known: Vec<(What, &Single)> = Vec::new();
    for found in found() {
        for single in &found.singles {
            if !known.iter().any(|(_, other)| other.name == single.name) {
                known.push((found.what, single));
            }
        }
    }
    let columns = known.into_iter().map(|(what, Single { name, unit, .. })| {
        let value = |row: &Row| {
            let singles = row.kept.as_ref()?.found.singles.iter();
            let mut same = singles.filter(|single| single.name == *name);
            same.next().map(|single| single.value)
        };
        let (title, word, unit) = match what {
            What::State => (name.clone(), name.clone(), unit.clone()),
            What::Estimate => (format!("{name}, estimated"), name.clone(), unit.clone()),
            What::Gradient => {
                let unit = if unit.is_empty() {
                    String::new()
                } else {
                    format!("per {unit}")
                };
                (format!("derivative by {name}"), format!("by_{name}"), unit)
            }
        };
        Column {
            title,
            name: word,
            unit,
            values: rows.iter().map(value).collect(),
            kind: Kind::Result,
        }
    });
    columns.collect()
}

#[cfg(test)]
mod tests {
    use super::Spread;

    #[test]
    fn the_error_is_that_of_the_mean() {
        let spread = Spread::of(&[1.0, 2.0, 3.0, 6.0]).unwrap();
        assert_eq!(
            (spread.mean, spread.least, spread.greatest),
            (3.0, 1.0, 6.0)
        );
        // Variance 14/3, of four numbers.
        assert!((spread.error.unwrap() - (14.0f64 / 12.0).sqrt()).abs() < 1e-15);
        assert_eq!(Spread::of(&[5.0]).unwrap().error, None);
        assert_eq!(Spread::of(&[]), None);
    }
}
