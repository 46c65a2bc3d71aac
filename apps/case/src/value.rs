//! What a file of settings says, with the place of each word.
//!
//! Owns: reading TOML, overriding by the command line. Must not: know which keys there are.

use crate::complaint::{Complaint, Place, Sources};
use std::collections::BTreeMap;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// In quotes.
    Text(String),
    /// Without a point.
    Integer(i64),
    /// With a point or an exponent.
    Number(f64),
    /// True or false.
    Truth(bool),
    /// Values one after the other.
    List(Vec<Entry>),
    /// Values by their keys.
    Table(Table),
    /// A date.
    Other,
}

impl Value {
    /// What it is, in words.
    #[must_use]
    pub fn what(&self) -> &'static str {
        match self {
            Self::Text(_) => "a text",
            Self::Integer(_) => "a whole number",
            Self::Number(number) if number.fract() != 0.0 => "a number with a fraction",
            Self::Number(_) => "a number",
            Self::Truth(_) => "true or false",
            Self::List(_) => "a list",
            Self::Table(_) => "a table",
            Self::Other => "a date",
        }
    }

    /// A text without its quotes; all else as a case has it.
    #[must_use]
    pub fn plain(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            other => other.written(),
        }
    }

    /// As a case has it, the keys of a table in their order. Equal values are written in the same way.
    #[must_use]
    pub fn written(&self) -> String {
        match self {
            Self::Text(text) => format!("{text:?}"),
            Self::Integer(number) => number.to_string(),
            Self::Number(number) => format!("{number}"),
            Self::Truth(truth) => truth.to_string(),
            Self::List(entries) => {
                let all = entries.iter().map(|entry| entry.value.written());
                format!("[{}]", all.collect::<Vec<_>>().join(", "))
            }
            Self::Table(table) => {
                let all = table.iter();
                let all = all.map(|(key, entry)| format!("{key} = {}", entry.value.written()));
                format!("{{ {} }}", all.collect::<Vec<_>>().join(", "))
            }
            Self::Other => "a date".to_owned(),
        }
    }
}

/// A value with its place, and that of its key.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The value.
    pub value: Value,
    /// Its place.
    pub at: Place,
    /// The place of its key.
    pub key: Place,
}

/// Values by their keys.
pub type Table = BTreeMap<String, Entry>;

/// Reads one of the sources.
///
/// # Errors
/// It is no TOML, or has a number that cannot be read.
pub fn read(sources: &Sources, source: usize) -> Result<Table, Complaint> {
    let text = sources.text(source);
    let parsed = DeTable::parse(text).map_err(|error| {
        let complaint = Complaint::new(error.message().trim().to_owned());
        match error.span() {
            Some(span) => complaint.at(Place { source, span }),
            None => complaint,
        }
    })?;
    table(parsed.get_ref(), source)
}

fn table(from: &DeTable<'_>, source: usize) -> Result<Table, Complaint> {
    let entry = |(key, value): (&Spanned<_>, &Spanned<DeValue<'_>>)| {
        let name: &std::borrow::Cow<'_, str> = key.get_ref();
        let key = Place {
            source,
            span: key.span(),
        };
        Ok((name.to_string(), entry(value, key, source)?))
    };
    from.iter().map(entry).collect()
}

fn entry(from: &Spanned<DeValue<'_>>, key: Place, source: usize) -> Result<Entry, Complaint> {
    let at = Place {
        source,
        span: from.span(),
    };
    let value = match from.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => {
            let read = i64::from_str_radix(number.as_str(), number.radix());
            let too_large = || Complaint::new("the number is too large").at(at.clone());
            Value::Integer(read.map_err(|_| too_large())?)
        }
        DeValue::Float(number) => {
            let read = number.as_str().parse();
            let wrong = || Complaint::new("this is no number").at(at.clone());
            Value::Number(read.map_err(|_| wrong())?)
        }
        DeValue::Boolean(truth) => Value::Truth(*truth),
        DeValue::Datetime(_) => Value::Other,
        DeValue::Array(list) => {
            let entries = list.iter().map(|value| {
                let key = Place {
                    source,
                    span: value.span(),
                };
                entry(value, key, source)
            });
            Value::List(entries.collect::<Result<_, _>>()?)
        }
        DeValue::Table(inner) => Value::Table(table(inner, source)?),
    };
    Ok(Entry { value, at, key })
}

/// Puts the values of another table in the place of those that are there.
pub fn overlay(table: &mut Table, other: Table) {
    for (key, entry) in other {
        match (table.get_mut(&key), entry.value) {
            (
                Some(Entry {
                    value: Value::Table(own),
                    ..
                }),
                Value::Table(inner),
            ) => overlay(own, inner),
            (_, value) => {
                table.insert(key, Entry { value, ..entry });
            }
        }
    }
}
