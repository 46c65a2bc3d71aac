//! What a case says of controls: `[controls]`, with a number, a file or a table for each.
//!
//! Owns: these keys, and the controls that a run begins with. Must not: know tasks.

use crate::application::{Application, Field, Leeway, Source};
use crate::input;
use enzyme_case::{Complaint, Section};
use std::path::Path;

/// What a control begins with, if not with the simulation's own first guess.
enum Start {
    Number(f64),
    /// The numbers of this rank.
    Numbers(Vec<f64>),
}

/// Sets leeways, and gives the controls to begin with.
///
/// # Errors
/// What is wrong with the section.
pub(crate) fn read(
    app: &mut Application,
    mut section: Section,
    home: &Path,
) -> Result<Vec<f64>, Vec<Complaint>> {
    let mut controls = app.first_guess().map_err(|complaint| vec![complaint])?;
    let mut complaints = Vec::new();
    let mut files = Vec::new();
    for field in &mut app.controls {
        let name = field.name.clone();
        let numbers = &mut controls[field.range.clone()];
        match section.is_table(&name) {
            true => {
                let mut own = section.section(&name);
                let start = own_start(&mut own, "start", field, (home, &mut files));
                field.leeway = leeway(&mut own, field);
                begin(numbers, start);
                let keys = ["start", "least", "greatest"];
                complaints.extend(outside(&mut own, &keys, numbers, field));
                complaints.extend(own.finish());
            }
            false => {
                let start = own_start(&mut section, &name, field, (home, &mut files));
                begin(numbers, start);
                complaints.extend(outside(&mut section, &[&name], numbers, field));
            }
        };
    }
    complaints.extend(section.finish());
    app.begins_with = files;
    match complaints.is_empty() {
        true => Ok(controls),
        false => Err(complaints),
    }
}

fn begin(numbers: &mut [f64], start: Option<Start>) {
    match start {
        Some(Start::Number(number)) => numbers.fill(number),
        Some(Start::Numbers(all)) => numbers.copy_from_slice(&all),
        None => (),
    }
}

/// A number with a unit, or a file that a run has left.
fn own_start(
    section: &mut Section,
    key: &str,
    field: &Field,
    (home, files): (&Path, &mut Vec<Source>),
) -> Option<Start> {
    let Some(file) = section.file(key) else {
        return section.number(key, &field.unit).map(Start::Number);
    };
    let path = home.join(&file);
    match input::numbers(&path, field) {
        Ok(numbers) => {
            files.push(Source::of(&field.name, &path));
            Some(Start::Numbers(numbers))
        }
        Err(why) => {
            section.refuse(key, &format!("names {file}: {why}"));
            None
        }
    }
}

fn leeway(section: &mut Section, field: &Field) -> Leeway {
    let Field { unit, leeway, .. } = field;
    let all = Leeway {
        least: limit(section, "least", unit).unwrap_or(leeway.least),
        greatest: limit(section, "greatest", unit).unwrap_or(leeway.greatest),
        scale: section.number("scale", unit).or(leeway.scale),
        is_fixed: section.truth("fixed").unwrap_or(false),
    };
    if all
        .scale
        .is_some_and(|scale| !(scale > 0.0 && scale.is_finite()))
    {
        section.refuse("scale", "must be above 0, and finite");
    }
    if let (Some(least), Some(greatest)) = (all.least, all.greatest)
        && least.partial_cmp(&greatest) != Some(std::cmp::Ordering::Less)
    {
        let key = if section.place("greatest").is_some() {
            "greatest"
        } else {
            "least"
        };
        section.refuse(
            key,
            &format!("makes the range empty: from {least} to {greatest} {unit}"),
        );
    }
    all
}

/// A limit that a case says: none, where it is infinite on its own side, for all numbers are within it.
fn limit(section: &mut Section, key: &str, unit: &str) -> Option<Option<f64>> {
    let number = section.number(key, unit)?;
    let without = if key == "least" {
        -f64::INFINITY
    } else {
        f64::INFINITY
    };
    if number == without {
        return Some(None);
    }
    if !number.is_finite() {
        section.refuse(
            key,
            &format!("is {number}: no finite number is within that limit"),
        );
        return None;
    }
    Some(Some(number))
}

/// Complains of numbers to begin with that are not allowed: at the key that has led to them, or else of the simulation's own guess.
fn outside(
    section: &mut Section,
    keys: &[&str],
    numbers: &[f64],
    field: &Field,
) -> Option<Complaint> {
    let Leeway {
        least, greatest, ..
    } = field.leeway;
    let is_outside = |number: &&f64| {
        !number.is_finite()
            || least.is_some_and(|least| **number < least)
            || greatest.is_some_and(|greatest| **number > greatest)
    };
    let number = numbers.iter().find(is_outside)?;
    let Some(key) = keys.iter().find(|key| section.place(key).is_some()) else {
        let name = &field.name;
        let what = format!(
            "the simulation's first guess of `{name}` is {number}, outside of the limits that it gives the field"
        );
        let help = format!("let `[controls]` say where it begins: {name} = NUMBER");
        return Some(Complaint::new(what).help(help));
    };
    let limits = match (least, greatest) {
        (Some(least), Some(greatest)) => format!("from {least} to {greatest}"),
        (Some(least), None) => format!("{least} or more"),
        (None, Some(greatest)) => format!("{greatest} or less"),
        (None, None) => "finite numbers".to_owned(),
    };
    // The limit that it is beyond is to blame before the other one.
    let is_below = least.is_some_and(|least| *number < least);
    let limit = if is_below { "least" } else { "greatest" };
    let is_limit = ["least", "greatest"].contains(key);
    let key = if is_limit && section.place(limit).is_some() {
        limit
    } else {
        key
    };
    let why = format!(
        "leaves the control outside of its limits: it begins with {number}, and may be {limits}"
    );
    section.refuse(key, &why);
    None
}
