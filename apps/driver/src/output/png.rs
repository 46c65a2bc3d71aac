//! PNG beside the SVG of all pictures of a folder.
//!
//! Owns: that they are those of this run. Must not: know which pictures there are (`drawn` does), or draw.

use super::drawn;
pub(crate) use super::painter::{Painter, prepare};
use crate::whole_file;
use enzyme_case::Complaint;
use std::path::Path;

/// Writes them; without a painter, removes those that an earlier run has left, for they would show something else than the SVG.
///
/// # Errors
/// A file cannot be read or written.
pub(crate) fn leave(painter: Option<&Painter>, folder: &Path) -> Result<(), Complaint> {
    let all = drawn::all(folder).map_err(|why| failed(folder, &why))?;
    all.iter().try_for_each(|path| match painter {
        Some(painter) => paint(painter, path),
        None => whole_file::remove(&path.with_extension("png")).map_err(|why| failed(path, &why)),
    })
}

fn paint(painter: &Painter, path: &Path) -> Result<(), Complaint> {
    let svg = std::fs::read_to_string(path).map_err(|why| failed(path, &why))?;
    let png = painter.png(&svg).map_err(|why| failed(path, &why))?;
    whole_file::write(&path.with_extension("png"), png).map_err(|why| failed(path, &why))
}

fn failed(path: &Path, why: &dyn std::fmt::Display) -> Complaint {
    Complaint::new(format!("no PNG of {}: {why}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::leave;
    use std::collections::BTreeSet;

    /// A folder of results may have pictures of others, and PNG of those.
    #[test]
    fn pictures_of_others_are_left_alone() {
        let ours = [
            "taylor",
            "course",
            "timeline",
            "schedule",
            "schedule_along",
            "state.u",
            "gradient.u.v",
            "estimate.u",
            "mean.u",
            "ensemble.objective",
        ];
        let others = ["logo", "state", "mean.", "my.state.u", "taylors"];
        let folder = tempfile::tempdir().unwrap();
        for name in ours.iter().chain(&others) {
            for ending in ["svg", "png"] {
                std::fs::write(folder.path().join(format!("{name}.{ending}")), "").unwrap();
            }
        }
        leave(None, folder.path()).unwrap();
        let there = std::fs::read_dir(folder.path()).unwrap();
        let there = there.map(|file| file.unwrap().file_name().into_string().unwrap());
        let png: BTreeSet<String> = there.filter(|name| name.ends_with(".png")).collect();
        let expected = others.map(|name| format!("{name}.png"));
        assert_eq!(png, BTreeSet::from(expected));
    }
}
