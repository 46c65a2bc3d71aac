//! PNG beside the SVG of all pictures of a folder.
//!
//! Owns: which files that are. Must not: draw (`enzyme-pictures` does).

use crate::whole_file;
use enzyme_case::Complaint;
pub(crate) use enzyme_pictures::png_files::Painter;
use std::path::Path;

/// Finds out whether there will be PNG: at the end of a run it is too late to say that there is none.
///
/// # Errors
/// There are no letters for it.
pub(crate) fn prepare() -> Result<Painter, Complaint> {
    Painter::new().map_err(|why| {
        Complaint::new(format!("pictures cannot be written as PNG: {why}")).help(
            "install some (fonts-dejavu-core), or leave `pictures = \"both\"` out of the case",
        )
    })
}

/// Writes them; without a painter, removes those that an earlier run has left, for they would show something else than the SVG.
///
/// # Errors
/// A file cannot be read or written.
pub(crate) fn leave(painter: Option<&Painter>, folder: &Path) -> Result<(), Complaint> {
    let files = std::fs::read_dir(folder).map_err(|why| failed(folder, &why))?;
    let files = files.flatten().map(|file| file.path());
    for path in files.filter(|path| path.extension().is_some_and(|kind| kind == "svg")) {
        match painter {
            Some(painter) => paint(painter, &path)?,
            None => forget(&path.with_extension("png"))?,
        }
    }
    Ok(())
}

fn paint(painter: &Painter, path: &Path) -> Result<(), Complaint> {
    let svg = std::fs::read_to_string(path).map_err(|why| failed(path, &why))?;
    let png = painter.png(&svg).map_err(|why| failed(path, &why))?;
    whole_file::write(&path.with_extension("png"), png).map_err(|why| failed(path, &why))
}

fn forget(path: &Path) -> Result<(), Complaint> {
    whole_file::remove(path).map_err(|why| failed(path, &why))
}

fn failed(path: &Path, why: &dyn std::fmt::Display) -> Complaint {
    Complaint::new(format!("no PNG of {}: {why}", path.display()))
}
