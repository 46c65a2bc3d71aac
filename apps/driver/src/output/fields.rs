//! Fields as files, one for all ranks, which rank 0 writes.
//!
//! Owns: how numbers come to rank 0. Must not: know forms of files.

use super::{form::Writer, xdmf};
use crate::application::{Block, Field};
use crate::case::Complaint;
use crate::run::Setting;
use crate::{End, together};

/// Writes NAME, in the form that this build has, and `NAME.xdmf`, by which programs that draw read it, with some fields, whose numbers on this rank are these.
///
/// # Errors
/// A file cannot be written.
pub(crate) fn write(
    setting: &Setting<'_>,
    name: &str,
    fields: &[Field],
    numbers: &[f64],
) -> Result<(), End> {
    let path = setting.case.output.join(name);
    let mut written = match setting.ranks.is_first() {
        true => Writer::begin(&path, fields).map(Some),
        false => Ok(None),
    };
    for (index, field) in fields.iter().enumerate() {
        // All ranks give, also if the first one cannot write.
        setting.ranks.gather(&packed(field, numbers), |_, theirs| {
            if let Ok(Some(writer)) = &mut written
                && let Err(error) = writer.block(index, field, &Part::of(field, theirs))
            {
                written = Err(error);
            }
        });
    }
    let ended = written.and_then(|writer| {
        writer.map_or(Ok(()), |writer| {
            let places = writer.end()?;
            xdmf::write(&path.with_extension("xdmf"), fields, &places)
                .map_err(|error| error.to_string())
        })
    });
    let failed = |why: String| {
        let complaint = Complaint::new(format!("cannot write {}: {why}", path.display()));
        End::Environment(vec![
            complaint.help("see that there is room, and the right to write there"),
        ])
    };
    together(ended.map_err(failed), setting.ranks)
}

/// A rank's numbers of a field with its block in front, as rank 0 is sent them.
fn packed(field: &Field, numbers: &[f64]) -> Vec<f64> {
    let Block { first, count } = &field.block;
    let block = first.iter().chain(count).map(|n| *n as f64);
    block
        .chain(numbers[field.range.clone()].iter().copied())
        .collect()
}

/// A rank's numbers of a field on the whole grid.
pub(super) struct Part<'a> {
    pub(super) first: Vec<usize>,
    pub(super) count: Vec<usize>,
    pub(super) numbers: &'a [f64],
}

impl<'a> Part<'a> {
    fn of(field: &Field, packed: &'a [f64]) -> Self {
        let dimensions = field.extent.len();
        let (block, numbers) = packed.split_at(2 * dimensions);
        let lengths = |from: &[f64]| from.iter().map(|n| *n as usize).collect();
        Self {
            first: lengths(&block[..dimensions]),
            count: lengths(&block[dimensions..]),
            numbers,
        }
    }
}
