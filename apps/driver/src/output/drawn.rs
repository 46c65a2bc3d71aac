//! Pictures in a folder of results: what they are called, and that none is left which a later run has not drawn.
//!
//! Owns: their names. Must not: draw, or touch pictures that others have put there.

use crate::results::What;
use crate::{schedule, whole_file};
use std::io::Result;
use std::path::{Path, PathBuf};

/// Those of which there is one.
pub(super) const TAYLOR: &str = "taylor.svg";
pub(super) const COURSE: &str = "course.svg";
pub(super) const TIMELINE: &str = "timeline.svg";

/// How the names of others begin, before a dot and the name of what they show: a field of an ensemble's mean, as one of other results, or a column of its table.
pub(super) const MEAN: &str = "mean";
const ENSEMBLE: &str = "ensemble";

/// The driver's pictures that there are in a folder.
///
/// # Errors
/// The folder cannot be read.
pub(super) fn all(folder: &Path) -> Result<Vec<PathBuf>> {
    let schedules = [false, true].map(|is_doubled| schedule::place(folder, is_doubled));
    let schedules = schedules.map(|place| schedule::picture_path(&place));
    let alone = [TAYLOR, COURSE, TIMELINE].map(|name| folder.join(name));
    let is_ours =
        |path: &PathBuf| schedules.contains(path) || alone.contains(path) || is_of_each(path);
    let files = std::fs::read_dir(folder)?.flatten();
    Ok(files.map(|file| file.path()).filter(is_ours).collect())
}

/// Whether this is the name of a picture that shows a field, or a column.
fn is_of_each(path: &Path) -> bool {
    let [state, gradient, estimate] = [What::State, What::Gradient, What::Estimate].map(What::name);
    let name = path.file_name().and_then(|name| name.to_str());
    let stem = name.and_then(|name| name.strip_suffix(".svg"));
    let (begin, of) = stem
        .and_then(|stem| stem.split_once('.'))
        .unwrap_or_default();
    [state, gradient, estimate, MEAN, ENSEMBLE].contains(&begin) && !of.is_empty()
}

/// Leaves a picture; where nothing was drawn, removes that of an earlier run, which would be taken for one of this run.
///
/// # Errors
/// It cannot be written or removed.
pub(super) fn leave(path: &Path, picture: Option<&str>) -> Result<()> {
    match picture {
        Some(picture) => whole_file::write(path, picture),
        None => forget(path),
    }
}

/// Removes a picture, as SVG and as PNG.
///
/// # Errors
/// It cannot be removed.
pub(super) fn forget(path: &Path) -> Result<()> {
    whole_file::remove(path)?;
    whole_file::remove(&path.with_extension("png"))
}
