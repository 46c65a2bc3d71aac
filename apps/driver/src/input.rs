//! Fields from files that a run has left: HDF5, or plain ones.
//!
//! Owns: reading this rank's part. Must not: write.

use crate::application::Field;
use crate::grid;
use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::path::Path;

/// This rank's numbers of a field: of the dataset of its name in an HDF5 file, or of a plain file of doubles, `.f64`.
///
/// # Errors
/// Why there are none.
pub(crate) fn numbers(path: &Path, field: &Field) -> Result<Vec<f64>, String> {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("f64") => plain(path, field),
        Some("h5" | "hdf5") => dataset(path, field),
        _ => Err("files to read end in .h5 or .f64".to_owned()),
    }
}

fn plain(path: &Path, field: &Field) -> Result<Vec<f64>, String> {
    let words = |error: std::io::Error| error.to_string();
    let file = File::open(path).map_err(words)?;
    let length = file.metadata().map_err(words)?.len();
    let points: usize = field.extent.iter().product();
    if length != 8 * points as u64 {
        return Err(format!(
            "it has {length} bytes, and {} has {points} numbers",
            field.name
        ));
    }
    let block = &field.block;
    let row = block.count.last().copied().unwrap_or(1);
    let mut numbers = vec![0.0; field.range.len()];
    let rows = grid::rows(&block.first, &block.count, &field.extent);
    for (place, row) in rows.zip(numbers.chunks_exact_mut(row.max(1))) {
        let bytes = bytemuck::cast_slice_mut(row);
        file.read_exact_at(bytes, 8 * place).map_err(words)?;
    }
    Ok(numbers)
}

#[cfg(feature = "hdf5")]
fn dataset(path: &Path, field: &Field) -> Result<Vec<f64>, String> {
    let words = |error: hdf5::Error| error.to_string();
    if !path.exists() {
        return Err("there is no such file".to_owned());
    }
    let file = hdf5::File::open(path).map_err(words)?;
    let dataset = file
        .dataset(&field.name)
        .map_err(|_| format!("it has no dataset `{}`", field.name))?;
    let shape = dataset.shape();
    if shape != field.extent {
        return Err(format!(
            "its `{}` has the extents {shape:?}, not {:?}",
            field.name, field.extent
        ));
    }
    let block = &field.block;
    let slices = block.first.iter().zip(&block.count);
    let slab: Vec<hdf5::SliceOrIndex> = slices
        .map(|(start, count)| hdf5::SliceOrIndex::SliceCount {
            start: *start,
            step: 1,
            count: *count,
            block: 1,
        })
        .collect();
    if field.is_number() {
        return Ok(vec![dataset.read_scalar().map_err(words)?]);
    }
    if field.range.is_empty() {
        return Ok(Vec::new());
    }
    let slab = hdf5::Selection::from(hdf5::Hyperslab::from(slab));
    let read = dataset.read_slice::<f64, _, ndarray::IxDyn>(slab);
    Ok(read.map_err(words)?.iter().copied().collect())
}

#[cfg(not(feature = "hdf5"))]
fn dataset(_: &Path, _: &Field) -> Result<Vec<f64>, String> {
    Err("this enzyme-rs was built without HDF5: name a plain file of doubles, .f64".to_owned())
}
