//! An ensemble: many runs of one case, its members, each with other values of some keys.
//!
//! Owns: `[ensemble]`, and which member has which values. Must not: start members.

use super::range::{self, MOST};
use super::settings::WHAT;
use enzyme_case::{Complaint, Entry, Place, Section, Table, Value, nearest, overlay};

/// Keys of a case that members may have values of their own for, each with those below it.
const VARIED: [&str; 6] = [
    "application",
    "seed",
    "parameters",
    "controls",
    "checkpoints",
    "inversion",
];

/// A key with the values that members have for it.
#[derive(Clone, Debug)]
pub(crate) struct List {
    /// As `--set` takes it: `parameters.rho`.
    pub(crate) key: String,
    /// Where the key stands.
    at: Place,
    pub(crate) values: Vec<Entry>,
}

/// What a case says of its ensemble.
#[derive(Clone, Debug)]
pub(crate) struct Ensemble {
    /// In the order of the case. Of combinations, the last key changes from member to member.
    pub(crate) lists: Vec<List>,
    is_zipped: bool,
    /// Members at a time on this machine, if that was said.
    pub(crate) jobs: Option<usize>,
    /// What starts a member, if not the driver itself: `mpirun -n 2`.
    pub(crate) command: Option<String>,
    /// How many there are.
    pub(crate) members: usize,
    /// Where `[ensemble]` stands.
    at: Place,
}

impl Ensemble {
    /// Takes it out of a case; nothing, if the case has none.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub(super) fn take(table: &mut Table) -> Result<Option<Self>, Vec<Complaint>> {
        let Some(at) = table.get("ensemble").map(|entry| entry.key.clone()) else {
            return Ok(None);
        };
        let own = table
            .remove("ensemble")
            .map(|entry| ("ensemble".to_owned(), entry));
        let mut whole = Section::whole(own.into_iter().collect(), WHAT);
        let mut section = whole.section("ensemble");
        let mut complaints = whole.finish();
        let jobs = section.count("jobs");
        if jobs == Some(0) {
            section.refuse("jobs", "must be 1 or more");
        }
        let command = section.text("command");
        let is_zipped = section.truth("zip").unwrap_or(false);
        let mut lists = Vec::new();
        for (key, entry) in section.rest() {
            read(&key, entry, &mut lists, &mut complaints);
        }
        complaints.extend(section.finish());
        lists.sort_by_key(|list| (list.at.source, list.at.span.start));
        complaints.extend(wrong_lists(&lists, is_zipped));
        let members = count(&lists, is_zipped);
        if complaints.is_empty() {
            complaints.extend(wrong_count(members, lists.is_empty(), &at));
        }
        match complaints.is_empty() {
            true => Ok(Some(Self {
                lists,
                is_zipped,
                jobs: jobs.map(|jobs| jobs as usize),
                command,
                members: members.unwrap_or(0),
                at,
            })),
            false => Err(complaints),
        }
    }

    /// The values of a member, in the order of the lists.
    pub(crate) fn values(&self, member: usize) -> Vec<&Entry> {
        if self.is_zipped {
            return self.lists.iter().map(|list| &list.values[member]).collect();
        }
        let mut rest = member;
        let mut values = Vec::new();
        for list in self.lists.iter().rev() {
            values.push(&list.values[rest % list.values.len()]);
            rest /= list.values.len();
        }
        values.reverse();
        values
    }

    /// The same as a case writes them.
    pub(crate) fn settings(&self, member: usize) -> Vec<String> {
        let values = self.values(member).into_iter();
        values.map(|entry| entry.value.plain()).collect()
    }

    /// Puts a member's values into a case.
    ///
    /// # Errors
    /// There is no such member.
    pub(super) fn put(&self, member: usize, table: &mut Table) -> Result<(), Complaint> {
        if member >= self.members {
            let last = self.members - 1;
            let what = format!("there is no member {member}: they are numbered from 0 to {last}");
            return Err(Complaint::new(what).at(self.at.clone()));
        }
        for (list, value) in self.lists.iter().zip(self.values(member)) {
            overlay(table, nested(&list.key, value));
        }
        Ok(())
    }

    /// The numbers that members differ by, with their unit, if they differ by the numbers of one key.
    pub(crate) fn axis(&self) -> Option<(&str, String, Vec<f64>)> {
        let [list] = &self.lists[..] else { return None };
        let numbers: Option<Vec<(f64, &str)>> = list.values.iter().map(number).collect();
        let numbers = numbers?;
        let unit = numbers.first()?.1;
        let is_same = numbers.iter().all(|(_, other)| *other == unit);
        is_same.then(|| {
            let numbers = numbers.iter().map(|(number, _)| *number).collect();
            (&*list.key, unit.to_owned(), numbers)
        })
    }
}

/// The number of an entry and its unit.
fn number(entry: &Entry) -> Option<(f64, &str)> {
    match &entry.value {
        Value::Integer(number) => Some((*number as f64, "")),
        Value::Number(number) => Some((*number, "")),
        Value::Text(text) => {
            let (number, unit) = text.trim().split_once(char::is_whitespace)?;
            Some((number.parse().ok()?, unit.trim()))
        }
        _ => None,
    }
}

/// A table with one value in it, below the words of its key.
fn nested(key: &str, value: &Entry) -> Table {
    match key.split_once('.') {
        None => Table::from([(key.to_owned(), value.clone())]),
        Some((first, rest)) => {
            let inner = Entry {
                value: Value::Table(nested(rest, value)),
                at: value.at.clone(),
                key: value.key.clone(),
            };
            Table::from([(first.to_owned(), inner)])
        }
    }
}

/// Whether a key is that of a table in any case, whatever the keys in it are called.
fn is_section(key: &str) -> bool {
    ["parameters", "controls", "checkpoints", "inversion"].contains(&key)
}

/// Reads a key with its values, or the keys below it.
fn read(key: &str, entry: Entry, lists: &mut Vec<List>, complaints: &mut Vec<Complaint>) {
    let first = key.split('.').next().unwrap_or_default();
    if !VARIED.contains(&first) {
        return complaints.push(unknown(key, &entry));
    }
    let values = match entry.value {
        Value::Table(table) if is_section(key) || !range::is_range(&table) => {
            for (inner, entry) in table {
                read(&format!("{key}.{inner}"), entry, lists, complaints);
            }
            return;
        }
        Value::Table(table) => range::values(key, table, &entry.at),
        Value::List(values) => plain_values(key, &entry.at, values),
        other => {
            let what = format!(
                "`{key}` must be a list in `[ensemble]`, not {}",
                other.what()
            );
            let help = "write a value for each member: [26, 28, 30], or { from = 26, to = 30 }";
            Err(vec![Complaint::new(what).at(entry.at).help(help)])
        }
    };
    match values {
        Ok(values) => lists.push(List {
            key: key.to_owned(),
            at: entry.key.clone(),
            values: values
                .into_iter()
                // What the simulation says of a key is said of the one here.
                .map(|value| Entry {
                    key: entry.key.clone(),
                    ..value
                })
                .collect(),
        }),
        Err(wrong) => complaints.extend(wrong),
    }
}

fn plain_values(key: &str, at: &Place, values: Vec<Entry>) -> Result<Vec<Entry>, Vec<Complaint>> {
    if values.is_empty() {
        let complaint = Complaint::new(format!("`{key}` has no values")).at(at.clone());
        return Err(vec![
            complaint.help("write one for each member, or leave the key out"),
        ]);
    }
    let is_wrong = |value: &Value| matches!(value, Value::List(_) | Value::Table(_) | Value::Other);
    let wrong = values.iter().filter(|entry| is_wrong(&entry.value));
    let wrong: Vec<Complaint> = wrong
        .map(|entry| {
            let what = entry.value.what();
            let what = format!("members have numbers, texts, true or false, not {what}");
            Complaint::new(what).at(entry.at.clone())
        })
        .collect();
    if wrong.is_empty() {
        Ok(values)
    } else {
        Err(wrong)
    }
}

fn unknown(key: &str, entry: &Entry) -> Complaint {
    let complaint = match key {
        "output" => {
            Complaint::new("members have folders in `output` of the case, `member0000` and so on")
                .help("leave `output` out of `[ensemble]`")
        }
        "task" => Complaint::new("members have one task")
            .help("write another case for another task, or name it with --task"),
        _ => {
            let first = key.split('.').next().unwrap_or_default();
            let known = ["jobs", "command", "zip"].into_iter().chain(VARIED);
            let complaint = Complaint::new(format!("there is no `{key}` in `[ensemble]`"));
            match nearest(first, known) {
                Some(help) => complaint.help(help),
                None => complaint,
            }
        }
    };
    complaint.at(entry.key.clone())
}

/// Keys that are there twice, and lists of unequal length where they are taken in pairs.
fn wrong_lists(lists: &[List], is_zipped: bool) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for (k, list) in lists.iter().enumerate() {
        if lists[..k].iter().any(|before| before.key == list.key) {
            let complaint = Complaint::new(format!("`{}` is there twice", list.key));
            complaints.push(complaint.at(list.at.clone()));
        }
        let (count, expected) = (list.values.len(), lists[0].values.len());
        if is_zipped && count != expected {
            let what = format!(
                "`{}` has {count} values, and `{}` has {expected}",
                list.key, lists[0].key
            );
            let help = "with `zip = true` the first member has the first value of each list, and so on: let them be equally long";
            complaints.push(Complaint::new(what).at(list.at.clone()).help(help));
        }
    }
    complaints
}

/// How many members there are; nothing, if that is no number.
fn count(lists: &[List], is_zipped: bool) -> Option<usize> {
    let mut lengths = lists.iter().map(|list| list.values.len());
    match is_zipped {
        true => Some(lengths.next().unwrap_or(0)),
        false => lengths.try_fold(1usize, usize::checked_mul),
    }
}

fn wrong_count(members: Option<usize>, is_empty: bool, at: &Place) -> Option<Complaint> {
    if is_empty {
        let complaint = Complaint::new("`[ensemble]` names nothing by which members differ");
        let help = "write a list for a key of the case: parameters.rho = [26, 28, 30]";
        return Some(complaint.at(at.clone()).help(help));
    }
    let is_too_many = members.is_none_or(|members| members > MOST);
    is_too_many.then(|| {
        let members = members.map_or("more than can be counted".to_owned(), |n| n.to_string());
        let complaint = Complaint::new(format!(
            "the ensemble has {members} members, and {MOST} are the most"
        ));
        let help = "shorten its lists, or take them in pairs: zip = true";
        complaint.at(at.clone()).help(help)
    })
}
