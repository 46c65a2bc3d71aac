//! Parts of pictures that are written as SVG by hand.
//!
//! Owns: texts, axes and pixels in SVG. Must not: know a picture.

use crate::Failed;
use crate::numbers::{round, short};
use base64::Engine as _;
use std::fmt::Write as _;

/// A picture that is being written.
pub(crate) struct Svg(String);

/// What is drawn in: from its left upper corner, so wide and so high.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Frame {
    pub(crate) fn right(&self) -> f64 {
        self.left + self.width
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.top + self.height
    }
}

/// Pixels: row by row from above, four bytes each.
#[derive(Clone, Copy)]
pub(crate) struct Pixels<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) columns: usize,
    pub(crate) rows: usize,
}

/// How axes look.
const FAINT: &str = "stroke=\"black\" stroke-opacity=\"0.4\"";

impl Svg {
    /// A white one of this size.
    pub(crate) fn begin(width: f64, height: f64) -> Self {
        Self(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"sans-serif\" font-size=\"13\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        ))
    }

    /// As it is written.
    pub(crate) fn end(self) -> String {
        self.0 + "</svg>\n"
    }

    /// A line of the file.
    pub(crate) fn add(&mut self, line: std::fmt::Arguments<'_>) {
        // A text never fails to take more.
        let _ = writeln!(self.0, "{line}");
    }

    /// Words that begin at a place; `looks` has more attributes.
    pub(crate) fn text(&mut self, (x, y): (f64, f64), looks: &str, words: &str) {
        let words = escaped(words);
        self.add(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" {looks}>{words}</text>"
        ));
    }

    /// Pixels that fill a frame, with sharp edges.
    pub(crate) fn image(&mut self, frame: Frame, pixels: Pixels<'_>) -> Result<(), Failed> {
        let (place, image) = (placed(frame), embedded(pixels)?);
        self.add(format_args!(
            "<image {place} preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{image}\"/>"
        ));
        Ok(())
    }

    /// A line around a frame.
    pub(crate) fn border(&mut self, frame: Frame) {
        let place = placed(frame);
        self.add(format_args!("<rect {place} fill=\"none\" {FAINT}/>"));
    }

    /// Marks and numbers below a frame, which reaches from one number to another.
    pub(crate) fn across(&mut self, frame: Frame, range: (f64, f64)) {
        let bottom = frame.bottom();
        for (part, number) in ticks(range) {
            let x = frame.left + part * frame.width;
            self.add(format_args!("<path d=\"M{x:.1} {bottom:.1}v5\" {FAINT}/>"));
            self.text((x, bottom + 20.0), "text-anchor=\"middle\"", &number);
        }
    }

    /// The same on its left side.
    pub(crate) fn up(&mut self, frame: Frame, range: (f64, f64)) {
        for (part, number) in ticks(range) {
            let (x, y) = (frame.left, frame.bottom() - part * frame.height);
            self.add(format_args!("<path d=\"M{x:.1} {y:.1}h-5\" {FAINT}/>"));
            self.text((x - 8.0, y + 4.0), "text-anchor=\"end\"", &number);
        }
    }

    /// What the numbers below a frame are, and those on its left side.
    pub(crate) fn names(&mut self, frame: Frame, (across, up): (&str, &str)) {
        let middle = "text-anchor=\"middle\"";
        let below = (frame.left + frame.width / 2.0, frame.bottom() + 46.0);
        self.text(below, middle, across);
        let (x, y) = (frame.left - 62.0, frame.top + frame.height / 2.0);
        let turned = format!("{middle} transform=\"rotate(-90 {x:.1} {y:.1})\"");
        self.text((x, y), &turned, up);
    }

    /// Numbers alone on its right side.
    pub(crate) fn beside(&mut self, frame: Frame, range: (f64, f64)) {
        for (part, number) in ticks(range) {
            let y = frame.bottom() - part * frame.height;
            self.text((frame.right() + 8.0, y + 4.0), "", &number);
        }
    }
}

/// A frame as attributes.
fn placed(frame: Frame) -> String {
    let Frame {
        left,
        top,
        width,
        height,
    } = frame;
    format!("x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"")
}

/// Places of an axis, as parts of it, and their numbers.
fn ticks((from, to): (f64, f64)) -> impl Iterator<Item = (f64, String)> {
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
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Pixels as the text of a PNG file.
fn embedded(pixels: Pixels<'_>) -> Result<String, Failed> {
    let mut file = Vec::new();
    let (columns, rows) = (pixels.columns as u32, pixels.rows as u32);
    let mut encoder = png::Encoder::new(&mut file, columns, rows);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels.bytes)?;
    writer.finish()?;
    Ok(base64::engine::general_purpose::STANDARD.encode(file))
}
