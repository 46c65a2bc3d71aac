//! Fields as HDF5 files, one for all ranks, which rank 0 writes.
//!
//! Owns: how blocks become a grid. Must not: know what the numbers are.

use super::xdmf;
use crate::application::{Block, Field};
use crate::case::Complaint;
use crate::run::Setting;
use crate::{End, together};
use hdf5::{Dataset, File, Hyperslab, Selection, SliceOrIndex};
use std::path::{Path, PathBuf};

/// Writes `NAME.h5` and `NAME.xdmf` with some fields, whose numbers on this rank are these.
///
/// # Errors
/// A file cannot be written.
pub(crate) fn write(
    setting: &Setting<'_>,
    name: &str,
    fields: &[Field],
    numbers: &[f64],
) -> Result<(), End> {
    let path = setting.case.output.join(name).with_extension("h5");
    let mut written = match setting.ranks.is_first() {
        true => Writer::begin(&path, fields).map(Some),
        false => Ok(None),
    };
    for (index, field) in fields.iter().enumerate() {
        // All ranks give, also if the first one cannot write.
        setting.ranks.gather(&packed(field, numbers), |_, theirs| {
            if let Ok(Some(writer)) = &mut written
                && let Err(error) = writer.block(index, field, theirs)
            {
                written = Err(error);
            }
        });
    }
    let ended = written.and_then(|writer| writer.map_or(Ok(()), |writer| writer.end(fields)));
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

struct Writer {
    path: PathBuf,
    file: File,
    datasets: Vec<Dataset>,
}

impl Writer {
    fn begin(path: &Path, fields: &[Field]) -> Result<Self, String> {
        let file = File::create(path).map_err(|error| error.to_string())?;
        let dataset = |field: &Field| {
            let made = file.new_dataset::<f64>().shape(&*field.extent);
            made.create(&*field.name).map_err(|error| error.to_string())
        };
        Ok(Self {
            datasets: fields.iter().map(dataset).collect::<Result<_, _>>()?,
            path: path.to_owned(),
            file,
        })
    }

    fn block(&mut self, index: usize, field: &Field, packed: &[f64]) -> Result<(), String> {
        let dimensions = field.extent.len();
        let (block, numbers) = packed.split_at(2 * dimensions);
        let dataset = &self.datasets[index];
        let done = if field.is_shared() {
            // All ranks have the same number.
            dataset.write_scalar(&numbers[0])
        } else if numbers.is_empty() {
            Ok(())
        } else {
            let slice = |d: usize| SliceOrIndex::SliceCount {
                start: block[d] as usize,
                step: 1,
                count: block[dimensions + d] as usize,
                block: 1,
            };
            let slab: Vec<SliceOrIndex> = (0..dimensions).map(slice).collect();
            let count: Vec<usize> = block[dimensions..].iter().map(|n| *n as usize).collect();
            let view = ndarray::ArrayView::from_shape(count, numbers);
            let view = view.map_err(|error| error.to_string())?;
            dataset.write_slice(view, Selection::from(Hyperslab::from(slab)))
        };
        done.map_err(|error| error.to_string())
    }

    /// Closes the file, so that what fails there is heard of, and describes it for programs that draw.
    fn end(self, fields: &[Field]) -> Result<(), String> {
        let Self {
            path,
            file,
            datasets,
        } = self;
        let words = |error: hdf5::Error| error.to_string();
        file.flush().map_err(words)?;
        drop(datasets);
        file.close().map_err(words)?;
        xdmf::write(&path, fields).map_err(|error| error.to_string())
    }
}
