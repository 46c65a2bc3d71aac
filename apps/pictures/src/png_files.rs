//! Pictures as PNG, for programs that take no SVG.
//!
//! Owns: how large they become, and with which letters. Must not: draw.

use crate::Failed;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Family, Query};
use resvg::usvg::{Options, Tree};
use std::sync::Arc;

/// Pixels for each unit of the SVG: sharp on slides and in print.
const FINE: f32 = 2.0;

/// Fonts without serifs, the first one that there is.
const SANS: [&str; 5] = [
    "DejaVu Sans",
    "Liberation Sans",
    "Noto Sans",
    "Arial",
    "Helvetica",
];

/// What makes PNG.
pub struct Painter(Options<'static>);

impl Painter {
    /// With the letters of the system.
    ///
    /// # Errors
    /// There are none.
    pub fn new() -> Result<Self, Failed> {
        let mut fonts = Database::new();
        fonts.load_system_fonts();
        let is_there = |name: &str| {
            let families = &[Family::Name(name)];
            let query = Query {
                families,
                ..Query::default()
            };
            fonts.query(&query).is_some()
        };
        let known = SANS
            .iter()
            .find(|name| is_there(name))
            .map(|name| (*name).to_owned());
        let any = || {
            let face = fonts.faces().next()?;
            Some(face.families.first()?.0.clone())
        };
        let sans = known.or_else(any).ok_or("there are no fonts here")?;
        fonts.set_sans_serif_family(&sans);
        Ok(Self(Options {
            font_family: sans,
            fontdb: Arc::new(fonts),
            ..Options::default()
        }))
    }

    /// A picture as a PNG file.
    ///
    /// # Errors
    /// It is no SVG.
    pub fn png(&self, svg: &str) -> Result<Vec<u8>, Failed> {
        let tree = Tree::from_str(svg, &self.0)?;
        let pixels = |length: f32| (FINE * length).ceil() as u32;
        let size = tree.size();
        let room = Pixmap::new(pixels(size.width()), pixels(size.height()));
        let mut room = room.ok_or("a picture without a size")?;
        resvg::render(&tree, Transform::from_scale(FINE, FINE), &mut room.as_mut());
        Ok(room.encode_png()?)
    }
}

#[cfg(test)]
mod tests {
    use super::Painter;
    use resvg::tiny_skia::Pixmap;

    /// A picture has its size, its colours and its letters: those are darker than what they lie on.
    #[test]
    fn a_picture_is_painted() {
        let Ok(painter) = Painter::new() else {
            return eprintln!("SKIPPED: no fonts");
        };
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"60\" height=\"40\" font-family=\"sans-serif\">\
            <rect width=\"60\" height=\"40\" fill=\"white\"/><rect width=\"10\" height=\"40\" fill=\"rgb(200,0,0)\"/>\
            <text x=\"20\" y=\"30\" font-size=\"24\">M</text></svg>";
        let painted = Pixmap::decode_png(&painter.png(svg).unwrap()).unwrap();
        assert_eq!((painted.width(), painted.height()), (120, 80));
        let red = |x, y| {
            let pixel = painted.pixel(x, y).unwrap();
            (pixel.red(), pixel.green())
        };
        assert_eq!(red(10, 40), (200, 0));
        let dark = (40..110).filter(|x| red(*x, 50).0 < 60).count();
        assert!((4..60).contains(&dark), "{dark}");
        assert!(painter.png("no picture").is_err());
    }
}
