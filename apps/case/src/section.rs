//! One table of settings, asked for its keys one by one; what nobody has asked for is a mistake.
//!
//! Owns: kinds of values: texts, numbers with units, sizes, times. Must not: know what a key means.

use crate::complaint::{Complaint, Place, nearest};
use crate::units;
use crate::value::{Entry, Table, Value};
use bytesize::ByteSize;
use std::time::Duration;

/// A table that is being asked.
#[derive(Clone, Debug)]
pub struct Section {
    /// Its name; what the file is, for the file as a whole: "a case".
    name: String,
    is_whole: bool,
    /// Where it begins, if it is there.
    at: Option<Place>,
    table: Table,
    asked: Vec<String>,
    complaints: Vec<Complaint>,
}

impl Section {
    /// The table of a whole file, and what that is, as "a case".
    #[must_use]
    pub fn whole(table: Table, what: &str) -> Self {
        Self {
            is_whole: true,
            ..Self::named(what, table)
        }
    }

    /// A table of this name.
    #[must_use]
    pub fn named(name: &str, table: Table) -> Self {
        Self {
            name: name.to_owned(),
            is_whole: false,
            at: None,
            table,
            asked: Vec::new(),
            complaints: Vec::new(),
        }
    }

    /// An inner table; empty if it is not there.
    pub fn section(&mut self, name: &str) -> Self {
        let (table, at) = match self.ask(name) {
            Some(Entry {
                value: Value::Table(table),
                key,
                ..
            }) => (table, Some(key)),
            Some(other) => {
                let help = format!("write `[{name}]` and keys below it");
                self.wrong(&other, name, "a table", &help);
                (Table::new(), None)
            }
            None => (Table::new(), None),
        };
        let name = match self.is_whole {
            true => name.to_owned(),
            false => format!("{}.{name}", self.name),
        };
        Self {
            at,
            ..Self::named(&name, table)
        }
    }

    /// What it is called in messages.
    fn called(&self) -> String {
        match self.is_whole {
            true => self.name.clone(),
            false => format!("`[{}]`", self.name),
        }
    }

    /// Whether a key is there. It counts as asked for.
    pub fn has(&mut self, key: &str) -> bool {
        self.ask(key).is_some()
    }

    /// A list, each element of which is read as if it stood behind the key alone; one value is a list of one.
    pub fn list<T>(
        &mut self,
        key: &str,
        mut read: impl FnMut(&mut Self, &str) -> Option<T>,
    ) -> Option<Vec<T>> {
        let entry = self.ask(key)?;
        let all = match entry.value {
            Value::List(all) => all,
            _ => vec![entry],
        };
        let mut found = Vec::new();
        for entry in all {
            let mut alone = Self {
                is_whole: self.is_whole,
                ..Self::whole(Table::from([(key.to_owned(), entry)]), &self.name)
            };
            found.extend(read(&mut alone, key));
            self.complaints.append(&mut alone.complaints);
        }
        Some(found)
    }

    /// Complains that a key is not there, with an example of it.
    pub fn missing(&mut self, key: &str, example: &str) {
        let called = self.called();
        let complaint = Complaint::new(format!("there is no `{key}` in {called}"));
        let complaint = complaint.help(format!("write {example} in {called}"));
        let complaint = match &self.at {
            Some(at) => complaint.at(at.clone()),
            None => complaint,
        };
        self.complain(complaint);
    }

    /// Whether there is an inner table of this name.
    #[must_use]
    pub fn is_table(&self, name: &str) -> bool {
        let entry = self.table.get(name);
        entry.is_some_and(|entry| matches!(entry.value, Value::Table(_)))
    }

    fn ask(&mut self, key: &str) -> Option<Entry> {
        if !self.asked.iter().any(|asked| asked == key) {
            self.asked.push(key.to_owned());
        }
        self.table.get(key).cloned()
    }

    /// Complains of the value of a key.
    pub fn complain(&mut self, complaint: Complaint) {
        self.complaints.push(complaint);
    }

    /// Where the value of a key stands.
    #[must_use]
    pub fn place(&self, key: &str) -> Option<Place> {
        self.table.get(key).map(|entry| entry.at.clone())
    }

    fn wrong(&mut self, entry: &Entry, key: &str, expected: &str, help: &str) {
        let found = entry.value.what();
        let complaint = Complaint::new(format!("`{key}` must be {expected}, not {found}"));
        self.complain(complaint.at(entry.at.clone()).help(help));
    }

    /// A text.
    pub fn text(&mut self, key: &str) -> Option<String> {
        let entry = self.ask(key)?;
        match entry.value {
            Value::Text(text) => Some(text),
            _ => {
                self.wrong(&entry, key, "a text", "put it in quotes");
                None
            }
        }
    }

    /// The path of a file with numbers, where the text is none of a number with a unit.
    pub fn file(&mut self, key: &str) -> Option<String> {
        match self.ask(key)?.value {
            Value::Text(text)
                if [".h5", ".hdf5", ".f64"]
                    .iter()
                    .any(|end| text.ends_with(end)) =>
            {
                Some(text)
            }
            _ => None,
        }
    }

    /// True or false.
    pub fn truth(&mut self, key: &str) -> Option<bool> {
        let entry = self.ask(key)?;
        match entry.value {
            Value::Truth(truth) => Some(truth),
            _ => {
                self.wrong(&entry, key, "true or false", "write it without quotes");
                None
            }
        }
    }

    /// A whole number.
    pub fn integer(&mut self, key: &str) -> Option<i64> {
        let entry = self.ask(key)?;
        match entry.value {
            Value::Integer(number) => Some(number),
            // Exponents make a number of a whole one: 1e5.
            Value::Number(number) if number.fract() == 0.0 && number.abs() <= 9e15 => {
                Some(number as i64)
            }
            _ => {
                let help = "write it as 100000 or 1e5, without a fraction";
                self.wrong(&entry, key, "a whole number", help);
                None
            }
        }
    }

    /// A whole number of 0 or more.
    pub fn count(&mut self, key: &str) -> Option<u64> {
        let number = self.integer(key)?;
        let count = u64::try_from(number).ok();
        if count.is_none() {
            self.refuse(key, "must not be negative");
        }
        count
    }

    /// A number, in this unit or in multiples of it.
    pub fn number(&mut self, key: &str, unit: &str) -> Option<f64> {
        let entry = self.ask(key)?;
        let read = match &entry.value {
            Value::Number(number) => Ok(*number),
            Value::Integer(number) => Ok(*number as f64),
            Value::Text(text) => units::number(text, unit),
            other => Err(format!("it is {}", other.what())),
        };
        read.map_err(|why| {
            let what = match unit {
                "" => "a number".to_owned(),
                unit => format!("a number in {unit}"),
            };
            let complaint = Complaint::new(format!("`{key}` must be {what}: {why}"));
            let help = match unit {
                "" => "write it as 0.1 or 1e-3".to_owned(),
                unit if units::exponent(unit) != Some(1) => format!("write it as 0.1 (in {unit})"),
                unit => format!("write it as 0.1 (in {unit}) or \"100 m{unit}\""),
            };
            self.complain(complaint.at(entry.at.clone()).help(help));
        })
        .ok()
    }

    /// A number of bytes: "8 GiB".
    pub fn size(&mut self, key: &str) -> Option<u64> {
        let entry = self.ask(key)?;
        let read = match &entry.value {
            Value::Text(text) => text.parse::<ByteSize>().ok(),
            _ => None,
        };
        if read.is_none() {
            let help = "write it as \"8 GiB\" (2^30 bytes) or \"8 GB\" (10^9 bytes)";
            self.wrong(&entry, key, "a number of bytes with a unit", help);
        }
        read.map(|size| size.as_u64())
    }

    /// A time: "2 min".
    pub fn time(&mut self, key: &str) -> Option<Duration> {
        let entry = self.ask(key)?;
        let read = match &entry.value {
            Value::Text(text) => humantime::parse_duration(text),
            _ => {
                self.wrong(&entry, key, "a time with a unit", TIMES);
                return None;
            }
        };
        match read {
            Ok(time) => return Some(time),
            Err(humantime::DurationError::UnknownUnit { unit, .. }) if !unit.is_empty() => {
                let what = format!("`{key}` has the unit `{unit}`, which is none of a time");
                let complaint = Complaint::new(what).at(entry.at.clone());
                self.complain(complaint.help(UNITS));
            }
            Err(_) if is_negative(&entry.value) => self.refuse(key, "must not be negative"),
            Err(_) => self.wrong(&entry, key, "a time with a unit", TIMES),
        }
        None
    }

    /// One of some names.
    pub fn choice<T: Copy>(&mut self, key: &str, among: &[(&str, T)]) -> Option<T> {
        let text = self.text(key)?;
        let found = among.iter().find(|(name, _)| *name == text);
        if found.is_none() {
            let place = self.place(key);
            let mut complaint = Complaint::new(format!("`{key}` cannot be `{text}`"));
            complaint = place.map_or(complaint.clone(), |place| complaint.at(place));
            let help = nearest(&text, among.iter().map(|(name, _)| *name));
            self.complain(help.map_or(complaint.clone(), |help| complaint.help(help)));
        }
        found.map(|(_, what)| *what)
    }

    /// What nobody has asked for so far. Whoever takes it complains of what is wrong with it.
    pub fn rest(&mut self) -> Vec<(String, Entry)> {
        let entries = self.table.iter();
        let rest = entries.filter(|(key, _)| !self.asked.contains(key));
        let rest: Vec<(String, Entry)> = rest
            .map(|(key, entry)| (key.clone(), entry.clone()))
            .collect();
        self.asked.extend(rest.iter().map(|(key, _)| key.clone()));
        rest
    }

    /// Says that the value of a key cannot be had.
    pub fn refuse(&mut self, key: &str, why: &str) {
        let complaint = Complaint::new(format!("`{key}` {why}"));
        let place = self.place(key);
        self.complain(match place {
            Some(place) => complaint.at(place),
            None => complaint,
        });
    }

    /// What was complained of.
    #[must_use]
    pub fn refused(self) -> Vec<Complaint> {
        self.complaints
    }

    /// What is wrong: what was complained of, and keys that nobody has asked for.
    #[must_use]
    pub fn finish(self) -> Vec<Complaint> {
        let called = self.called();
        let Self {
            table,
            asked,
            mut complaints,
            ..
        } = self;
        let unknown = table.into_iter().filter(|(key, _)| !asked.contains(key));
        complaints.extend(unknown.map(|(key, entry)| {
            let complaint = Complaint::new(format!("there is no `{key}` in {called}"));
            let help = nearest(&key, asked.iter().map(String::as_str));
            let complaint = complaint.at(entry.key);
            help.map_or(complaint.clone(), |help| complaint.help(help))
        }));
        complaints
    }
}

/// How times are written, and the units that they may have.
const TIMES: &str = "write it as \"90 s\", \"10 min\" or \"2 h 30 min\"";
const UNITS: &str = "units are ns, us, ms, s, min, h, days, weeks, months and years";

fn is_negative(value: &Value) -> bool {
    matches!(value, Value::Text(text) if text.trim_start().starts_with('-'))
}

#[cfg(test)]
mod tests {
    use super::Section;
    use crate::{Sources, read};

    fn section(text: &str, read_keys: impl Fn(&mut Section)) -> Vec<String> {
        let mut sources = Sources::default();
        let source = sources.add("file.toml", text);
        let table = read(&sources, source).expect("it is TOML");
        let mut whole = Section::whole(table, "a file");
        let mut inner = whole.section("run");
        read_keys(&mut inner);
        let mut complaints = whole.finish();
        complaints.extend(inner.finish());
        let shown = complaints
            .iter()
            .map(|complaint| complaint.styled(&sources));
        shown.collect()
    }

    #[test]
    fn elements_of_lists_have_places() {
        let said = section("[run]\nranks = [1, -2]\nmore = 3\n", |run| {
            assert_eq!(run.list("ranks", Section::count), Some(vec![1]));
            assert_eq!(run.list("more", Section::count), Some(vec![3]));
            assert_eq!(run.list("none", Section::count), None);
        });
        assert_eq!(said.len(), 1);
        assert!(said[0].contains("must not be negative"), "{said:?}");
        assert!(said[0].contains("file.toml") && said[0].contains(":2:13"));
    }

    #[test]
    fn what_is_wrong_with_a_time_is_said() {
        let said = |time: &str| {
            let text = format!("[run]\nlimit = {time}\n");
            let said = section(&text, |run| assert_eq!(run.time("limit"), None));
            said.concat()
        };
        assert!(said("\"-1 s\"").contains("`limit` must not be negative"));
        let unit = said("\"1 fortnight\"");
        assert!(unit.contains("`limit` has the unit `fortnight`"), "{unit}");
        assert!(unit.contains("s, min, h, days"), "{unit}");
        for time in ["3", "\"soon\"", "\"3\""] {
            assert!(said(time).contains("must be a time with a unit"), "{time}");
        }
    }

    #[test]
    fn a_wrong_name_is_told_those_that_there_are() {
        let said = section("[run]\ntask = \"rest\"\n", |run| {
            let names = [("walk", 1), ("run", 2), ("swim", 3)];
            assert_eq!(run.choice("task", &names), None);
        });
        assert!(said[0].contains("`task` cannot be `rest`"), "{said:?}");
        assert!(
            said[0].contains("there are `walk`, `run`, `swim`"),
            "{said:?}"
        );
    }

    #[test]
    fn what_is_missing_is_said_where_it_belongs() {
        let said = section("[run]\n", |run| run.missing("steps", "steps = 100"));
        assert!(said[0].contains("there is no `steps` in `[run]`"));
        assert!(said[0].contains(":1:2"), "{said:?}");
    }
}
