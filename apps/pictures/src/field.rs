//! Numbers on a grid: a map of two dimensions in colours, a curve over one.
//!
//! Owns: scales and colours. Must not: thin out, which is for whoever has the numbers.

use crate::Failed;
use crate::canvas::{self, Area, Axes, Drawn, letters, px};
use crate::numbers::short;
use crate::svg::{embedded, escaped, ticks};
use colorous::{Gradient, RED_BLUE, VIRIDIS};
use plotters::prelude::*;
use std::fmt::Write as _;

/// Where the numbers of a map lie: rows from below, each from the left.
#[derive(Clone, Copy, Debug)]
pub struct Map<'a> {
    /// What the picture is called.
    pub title: &'a str,
    /// The unit of the numbers; empty for pure ones.
    pub unit: &'a str,
    /// So many rows and columns.
    pub rows: usize,
    /// See `rows`.
    pub columns: usize,
    /// From where to where the columns and the rows reach.
    pub across: (f64, f64),
    /// See `across`.
    pub up: (f64, f64),
    /// Row by row.
    pub values: &'a [f64],
}

/// The scale of colours: numbers of both signs have white at 0.
struct Scale {
    low: f64,
    high: f64,
    gradient: Gradient,
    is_reversed: bool,
}

impl Scale {
    fn of(values: &[f64]) -> Self {
        let finite = || values.iter().copied().filter(|value| value.is_finite());
        let (low, high) = (
            finite().fold(f64::INFINITY, f64::min),
            finite().fold(f64::NEG_INFINITY, f64::max),
        );
        if low < 0.0 && high > 0.0 {
            let most = high.max(-low);
            return Self {
                low: -most,
                high: most,
                gradient: RED_BLUE,
                is_reversed: true,
            };
        }
        // One number has a scale as well.
        let room = if low < high { 0.0 } else { low.abs().max(1.0) };
        Self {
            low: low.min(high) - room,
            high: high + room,
            gradient: VIRIDIS,
            is_reversed: false,
        }
    }

    fn colour(&self, value: f64) -> [u8; 4] {
        if !value.is_finite() {
            return [128, 128, 128, 255];
        }
        let part = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        let part = if self.is_reversed { 1.0 - part } else { part };
        let colour = self.gradient.eval_continuous(part);
        [colour.r, colour.g, colour.b, 255]
    }
}

/// Width and height of what is drawn in, and its place.
const ROOM: f64 = 560.0;
const LEFT: f64 = 84.0;
const TOP: f64 = 56.0;
const BAR: f64 = 18.0;

/// Draws a map.
///
/// # Errors
/// The numbers are fewer or more than rows times columns.
pub fn map(map: &Map<'_>) -> Result<String, Failed> {
    if map.rows * map.columns != map.values.len() || map.values.is_empty() {
        return Err("a map without numbers, or with more than it has places".into());
    }
    let scale = Scale::of(map.values);
    // The last row of a picture is the lowest one.
    let rows = map.values.chunks(map.columns).rev();
    let pixels = rows.flatten().flat_map(|value| scale.colour(*value));
    let image = embedded(&pixels.collect::<Vec<u8>>(), map.columns, map.rows)?;
    let bar = (0..=255).rev();
    let bar =
        bar.flat_map(|k| scale.colour(scale.low + (scale.high - scale.low) * f64::from(k) / 255.0));
    let bar = embedded(&bar.collect::<Vec<u8>>(), 1, 256)?;
    let (width, height) = size(map);
    let whole = (LEFT + width + 150.0, TOP + height + 64.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0} {:.0}\" width=\"{:.0}\" height=\"{:.0}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"32\" font-size=\"18\">{}</text>\n",
        whole.0,
        whole.1,
        whole.0,
        whole.1,
        escaped(map.title)
    );
    let pictures = [(LEFT, width, image), (LEFT + width + 28.0, BAR, bar)];
    for (x, width, image) in pictures {
        // A text never fails to take more.
        let _ = write!(
            svg,
            "<image x=\"{x:.1}\" y=\"{TOP}\" width=\"{width:.1}\" height=\"{height:.1}\" preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{image}\"/>\n\
             <rect x=\"{x:.1}\" y=\"{TOP}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"none\" stroke=\"black\" stroke-opacity=\"0.4\"/>\n"
        );
    }
    let bottom = TOP + height;
    for (part, number) in ticks(map.across) {
        let x = LEFT + part * width;
        let _ = writeln!(
            svg,
            "<path d=\"M{x:.1} {bottom:.1}v5\" stroke=\"black\" stroke-opacity=\"0.4\"/>\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{number}</text>",
            bottom + 20.0
        );
    }
    for (part, number) in ticks(map.up) {
        let y = bottom - part * height;
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {y:.1}h-5\" stroke=\"black\" stroke-opacity=\"0.4\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{number}</text>",
            LEFT - 8.0,
            y + 4.0
        );
    }
    for (part, number) in ticks((scale.low, scale.high)) {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\">{number}</text>",
            LEFT + width + 28.0 + BAR + 8.0,
            bottom - part * height + 4.0
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>\n</svg>",
        LEFT + width + 28.0,
        TOP - 10.0,
        escaped(map.unit)
    );
    Ok(svg)
}

/// How large a map is drawn: as long and as wide as the grid, within reason.
fn size(map: &Map<'_>) -> (f64, f64) {
    let length = |(from, to): (f64, f64)| (to - from).abs();
    let (across, up) = (length(map.across), length(map.up));
    let ratio = if across > 0.0 && up > 0.0 {
        up / across
    } else {
        map.rows as f64 / map.columns as f64
    };
    let ratio = ratio.clamp(0.2, 5.0);
    match ratio <= 1.0 {
        true => (ROOM, ROOM * ratio),
        false => (ROOM / ratio, ROOM),
    }
}

const LINE: RGBColor = RGBColor(24, 116, 152);

/// Draws a curve: numbers over places.
///
/// # Errors
/// There are no numbers.
pub fn line(title: &str, unit: &str, points: &[(f64, f64)]) -> Result<String, Failed> {
    canvas::picture((800, 480), |area| line_into(area, (title, unit), points))
}

fn line_into(area: &Area<'_>, (title, unit): (&str, &str), points: &[(f64, f64)]) -> Drawn {
    let least =
        |all: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(all).fold(f64::INFINITY, f64::min);
    let most =
        |all: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(all).fold(f64::NEG_INFINITY, f64::max);
    let (left, right) = (least(&|p| p.0), most(&|p| p.0));
    let (low, high) = (least(&|p| p.1), most(&|p| p.1));
    if !(low.is_finite() && high.is_finite()) {
        return Err("there are no finite numbers to draw".into());
    }
    let room = if low < high {
        0.06 * (high - low)
    } else {
        low.abs().max(1.0)
    };
    let right = if left < right { right } else { left + 1.0 };
    let mut chart = ChartBuilder::on(area)
        .caption(title, letters(20))
        .margin(px(16))
        .x_label_area_size(px(36))
        .y_label_area_size(px(84))
        .build_cartesian_2d(left..right, low - room..high + room)?;
    let axes = Axes {
        across: ("", &|x| short(x, right - left)),
        up: (unit, &|y| short(y, high - low)),
    };
    canvas::axes(&mut chart, &axes)?;
    let points = points.iter().copied();
    chart.draw_series(LineSeries::new(points, canvas::line(LINE)))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_signs_have_white_at_zero() {
        let scale = Scale::of(&[-1.0, 3.0]);
        assert_eq!((scale.low, scale.high), (-3.0, 3.0));
        let middle = scale.colour(0.0);
        assert!(middle[..3].iter().all(|part| *part > 230), "{middle:?}");
        let (cold, warm) = (scale.colour(-3.0), scale.colour(3.0));
        assert!(cold[2] > cold[0] && warm[0] > warm[2], "{cold:?} {warm:?}");
    }

    #[test]
    fn a_map_needs_all_its_numbers() {
        let map = Map {
            title: "a < b",
            unit: "K",
            rows: 2,
            columns: 2,
            across: (0.0, 1.0),
            up: (0.0, 1.0),
            values: &[1.0, 2.0, 3.0, 4.0],
        };
        assert!(super::map(&map).unwrap().contains("a &lt; b"));
        assert!(super::map(&Map { rows: 3, ..map }).is_err());
        assert!(line("x", "", &[]).is_err());
    }
}
