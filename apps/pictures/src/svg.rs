//! Parts of pictures that are written as SVG by hand.
//!
//! Owns: texts, axes and pixels in SVG. Must not: know a picture.

use crate::Failed;
use crate::numbers::{round, short};
use base64::Engine as _;

/// Places of an axis, as parts of it, and their numbers.
pub(crate) fn ticks((from, to): (f64, f64)) -> impl Iterator<Item = (f64, String)> {
    let length = to - from;
    round(from, to).into_iter().map(move |number| {
        let part = if length == 0.0 {
            0.5
        } else {
            (number - from) / length
        };
        (part, short(number, length.abs()))
    })
}

/// A text between tags.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Pixels as the text of a PNG file.
pub(crate) fn embedded(pixels: &[u8], width: usize, height: usize) -> Result<String, Failed> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(base64::engine::general_purpose::STANDARD.encode(file))
}
