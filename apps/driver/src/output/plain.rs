//! Fields in plain files, one for each: doubles in the machine's order, the last dimension fastest.
//!
//! Owns: names of files. Must not: know ranks.

use super::part::Part;
use super::xdmf::Place;
use crate::application::Field;
use crate::whole_file::Unfinished;
use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

/// Files that are being written.
pub(super) struct Writer {
    files: Vec<(Unfinished, File)>,
}

/// Where the numbers of a field lie, in what was written as `path`.
pub(super) fn file(path: &Path, field: &Field) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.f64", field.name));
    PathBuf::from(name)
}

impl Writer {
    /// Makes the files.
    pub(super) fn begin(path: &Path, fields: &[Field]) -> Result<Self, String> {
        let make = |field: &Field| {
            let unfinished = Unfinished::of(file(path, field));
            let file = File::create(unfinished.part()).map_err(|error| error.to_string())?;
            Ok((unfinished, file))
        };
        let files = fields.iter().map(make).collect::<Result<_, String>>()?;
        Ok(Self { files })
    }

    /// Writes a rank's part of a field: row by row, each of which lies in one piece.
    pub(super) fn block(
        &mut self,
        index: usize,
        field: &Field,
        part: &Part<'_>,
    ) -> Result<(), String> {
        let (_, file) = &self.files[index];
        let row = part.count.last().copied().unwrap_or(1);
        let rows = part.numbers.chunks_exact(row.max(1));
        for (place, row) in crate::grid::rows(&part.first, &part.count, &field.extent).zip(rows) {
            let bytes = bytemuck::cast_slice(row);
            let at = 8 * place;
            file.write_all_at(bytes, at)
                .map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// Closes the files and says where each field will lie.
    pub(super) fn end(self) -> Result<(Vec<Unfinished>, Vec<Place>), String> {
        let files: Vec<Unfinished> = self.files.into_iter().map(|(file, _)| file).collect();
        let place = |file: &Unfinished| {
            let name = file.path().file_name().unwrap_or_default();
            Place {
                form: "Binary",
                path: name.to_string_lossy().into_owned(),
            }
        };
        let places = files.iter().map(place).collect();
        Ok((files, places))
    }
}
