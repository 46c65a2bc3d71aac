//! Fields in an HDF5 file: a dataset for each.
//!
//! Owns: names in the file. Must not: know ranks.

use super::part::Part;
use super::xdmf::Place;
use crate::application::Field;
use crate::whole_file::Unfinished;
use hdf5::{Dataset, Error, File, Hyperslab, Selection, SliceOrIndex};
use std::path::{Path, PathBuf};

/// A file that is being written.
pub(super) struct Writer {
    file: File,
    datasets: Vec<Dataset>,
    unfinished: Unfinished,
}

fn words(error: Error) -> String {
    error.to_string()
}

/// Where the numbers of a field lie, in what was written as `path`.
pub(super) fn file(path: &Path, _: &Field) -> PathBuf {
    path.with_extension("h5")
}

impl Writer {
    /// Makes the file, with room for these fields.
    pub(super) fn begin(path: &Path, fields: &[Field]) -> Result<Self, String> {
        let unfinished = Unfinished::of(path.with_extension("h5"));
        let file = File::create(unfinished.part()).map_err(words)?;
        let dataset = |field: &Field| {
            let made = file.new_dataset::<f64>().shape(&*field.extent);
            made.create(&*field.name).map_err(words)
        };
        Ok(Self {
            datasets: fields.iter().map(dataset).collect::<Result<_, _>>()?,
            file,
            unfinished,
        })
    }

    /// Writes a rank's part of a field.
    pub(super) fn block(
        &mut self,
        index: usize,
        field: &Field,
        part: &Part<'_>,
    ) -> Result<(), String> {
        let dataset = &self.datasets[index];
        if field.is_number() {
            // All ranks have the same number.
            return dataset.write_scalar(&part.numbers[0]).map_err(words);
        }
        if part.numbers.is_empty() {
            return Ok(());
        }
        let slices = part.first.iter().zip(&part.count);
        let slab: Vec<SliceOrIndex> = slices
            .map(|(start, count)| SliceOrIndex::SliceCount {
                start: *start,
                step: 1,
                count: *count,
                block: 1,
            })
            .collect();
        let view = ndarray::ArrayView::from_shape(&*part.count, part.numbers);
        let view = view.map_err(|error| error.to_string())?;
        let slab = Selection::from(Hyperslab::from(slab));
        dataset.write_slice(view, slab).map_err(words)
    }

    /// Closes the file, so that what fails there is heard of, and says where each field will lie.
    pub(super) fn end(self) -> Result<(Vec<Unfinished>, Vec<Place>), String> {
        let Self {
            file,
            datasets,
            unfinished,
        } = self;
        file.flush().map_err(words)?;
        let name = unfinished.path().file_name().unwrap_or_default();
        let place = |dataset: &Dataset| Place {
            form: "HDF",
            path: format!("{}:{}", name.to_string_lossy(), dataset.name()),
        };
        let places = datasets.iter().map(place).collect();
        drop(datasets);
        file.close().map_err(words)?;
        Ok((vec![unfinished], places))
    }
}
