//! The mean of what members have found as fields: gradients, states or estimates.
//!
//! Owns: the mean, and when there is none. Must not: know forms of files.

use super::summary::Summary;
use crate::application::{Block, Field, Leeway, Ranks};
use crate::case::member_folder;
use crate::end::End;
use crate::input;
use crate::output::fields::{self, Target};
use crate::results::{Found, Shape};

/// Numbers that are held in memory for it at most: 1 GiB of them.
const MOST: usize = 1 << 27;

/// Writes the mean, if all finished members have the same fields, and some of these are more than one number.
pub(super) fn leave(summary: &mut Summary, ranks: Ranks) -> Result<(), End> {
    let mut found = summary.found().map(|(_, found)| found);
    let Some(first) = found.next().cloned() else {
        return Ok(());
    };
    let others: Vec<&Found> = found.collect();
    let is_field = |shape: &Shape| !shape.extent.is_empty();
    if others.is_empty() || !first.fields.iter().any(is_field) {
        return Ok(());
    }
    let is_same = |other: &&Found| other.what == first.what && other.fields == first.fields;
    let why_not = if !others.iter().all(is_same) {
        Some("the fields of members differ: they have no mean".to_owned())
    } else if numbers(&first.fields) > MOST {
        let gib = (MOST * size_of::<f64>()) >> 30;
        Some(format!(
            "the fields of members have more than {gib} GiB: their mean is left out"
        ))
    } else {
        None
    };
    if let Some(why_not) = why_not {
        summary.notes.push(why_not);
        return Ok(());
    }
    let all = whole(&first.fields);
    let mean = match mean(summary, &all) {
        Ok(mean) => mean,
        Err(why) => {
            summary
                .notes
                .push(format!("the mean of fields is left out: {why}"));
            return Ok(());
        }
    };
    let folder = summary.folder.clone();
    let target = Target {
        folder: &folder,
        ranks,
        what: first.what,
        is_mean: true,
    };
    fields::write(&target, &all, &mean)?;
    summary.pictures = all.iter().map(|field| target.picture(field)).collect();
    Ok(())
}

fn numbers(shapes: &[Shape]) -> usize {
    let points = shapes
        .iter()
        .map(|shape| shape.extent.iter().product::<usize>());
    points.sum()
}

/// The mean over all finished members, field by field.
fn mean(summary: &Summary, all: &[Field]) -> Result<Vec<f64>, String> {
    let mut mean = vec![0.0; all.last().map_or(0, |field| field.range.end)];
    let count = summary.found().count() as f64;
    for (row, found) in summary.found() {
        let folder = summary.folder.join(member_folder(row.number));
        for field in all {
            let path = fields::file(&folder.join(found.what.name()), field);
            let numbers = input::numbers(&path, field)
                .map_err(|why| format!("cannot read {}: {why}", path.display()))?;
            for (sum, number) in mean[field.range.clone()].iter_mut().zip(numbers) {
                *sum += number / count;
            }
        }
    }
    Ok(mean)
}

/// Fields of these shapes, with one block each.
fn whole(shapes: &[Shape]) -> Vec<Field> {
    let mut begin = 0;
    let field = |shape: &Shape| {
        let end = begin + shape.extent.iter().product::<usize>();
        let range = begin..end;
        begin = end;
        Field {
            name: shape.name.clone(),
            unit: shape.unit.clone(),
            block: Block {
                first: vec![0; shape.extent.len()],
                count: shape.extent.clone(),
            },
            extent: shape.extent.clone(),
            origin: shape.origin.clone(),
            spacing: shape.spacing.clone(),
            leeway: Leeway::between(0.0, 0.0),
            range,
            is_shared: false,
        }
    };
    shapes.iter().map(field).collect()
}
