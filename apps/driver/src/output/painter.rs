//! What makes PNG of pictures.
//!
//! Owns: what is said if there is none. Must not: draw (`enzyme-pictures` does).

use enzyme_case::Complaint;
pub(crate) use enzyme_pictures::png_files::Painter;

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
