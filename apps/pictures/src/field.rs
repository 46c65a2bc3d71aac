//! Numbers on a grid of two dimensions: a map in colours.
//!
//! Owns: scales and colours. Must not: thin out, which is for whoever has the numbers.

use crate::numbers::is_shown;
use crate::svg::{Frame, Pixels, Svg};
use crate::{Drawn, Failed};
use colorous::{Gradient, RED_BLUE, VIRIDIS};

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
    /// From where to where the columns and the rows reach: from the beginning of the first to the end of the last, each with its number in its middle.
    pub across: (f64, f64),
    /// See `across`.
    pub up: (f64, f64),
    /// What both directions are called.
    pub names: (&'a str, &'a str),
    /// Row by row.
    pub values: &'a [f64],
}

/// Numbers of one sign that are smaller than this part of the others share their scale: half of the colours would be for nothing.
const SMALL: f64 = 0.05;

/// The scale of colours: numbers of both signs have white at 0.
struct Scale {
    low: f64,
    high: f64,
    gradient: Gradient,
    is_reversed: bool,
}

impl Scale {
    fn of(values: &[f64]) -> Self {
        let finite = || values.iter().copied().filter(|value| is_shown(*value));
        let (low, high) = (
            finite().fold(f64::INFINITY, f64::min),
            finite().fold(f64::NEG_INFINITY, f64::max),
        );
        let most = high.max(-low);
        if high.min(-low) > SMALL * most {
            return Self {
                low: -most,
                high: most,
                gradient: RED_BLUE,
                is_reversed: true,
            };
        }
        // Equal numbers have a scale around them.
        let room = if low < high { 0.0 } else { low.abs().max(1.0) };
        Self {
            low: low.min(high) - room,
            high: high + room,
            gradient: VIRIDIS,
            is_reversed: false,
        }
    }

    fn colour(&self, value: f64) -> [u8; 4] {
        if !is_shown(value) {
            return [128, 128, 128, 255];
        }
        let part = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        let part = if self.is_reversed { 1.0 - part } else { part };
        let colour = self.gradient.eval_continuous(part);
        [colour.r, colour.g, colour.b, 255]
    }
}

/// Longest side of what is drawn in, and its place.
const ROOM: f64 = 560.0;
const LEFT: f64 = 84.0;
const TOP: f64 = 56.0;

/// How wide the bar of colours is, how far from the map, and how many colours it has.
const BAR: f64 = 18.0;
const AWAY: f64 = 28.0;
const COLOURS: usize = 256;

/// Draws a map.
///
/// # Errors
/// The numbers are fewer or more than rows times columns.
pub fn map(map: &Map<'_>) -> Result<String, Failed> {
    if map.rows * map.columns != map.values.len() || map.values.is_empty() {
        return Err("a map without numbers, or with more than it has places".into());
    }
    let scale = Scale::of(map.values);
    let (width, height) = size(map);
    let field = Frame {
        left: LEFT,
        top: TOP,
        width,
        height,
    };
    let mut svg = Svg::begin(field.right() + 150.0, field.bottom() + 72.0);
    svg.text((LEFT, 32.0), "font-size=\"18\"", map.title);
    coloured(&mut svg, field, map, &scale)?;
    bar(&mut svg, field, &scale, map.unit)?;
    Ok(svg.end())
}

/// The numbers as colours, and where they lie.
fn coloured(svg: &mut Svg, field: Frame, map: &Map<'_>, scale: &Scale) -> Drawn {
    // The last row of a picture is the lowest one.
    let rows = map.values.chunks(map.columns).rev();
    let bytes = rows.flatten().flat_map(|value| scale.colour(*value));
    let pixels = Pixels {
        bytes: &bytes.collect::<Vec<u8>>(),
        columns: map.columns,
        rows: map.rows,
    };
    svg.image(field, pixels)?;
    svg.border(field);
    svg.across(field, map.across);
    svg.up(field, map.up);
    svg.names(field, map.names);
    Ok(())
}

/// The scale of colours beside the map.
fn bar(svg: &mut Svg, field: Frame, scale: &Scale, unit: &str) -> Drawn {
    let bar = Frame {
        left: field.right() + AWAY,
        width: BAR,
        ..field
    };
    let length = scale.high - scale.low;
    let number = |k: usize| scale.low + length * k as f64 / (COLOURS - 1) as f64;
    let bytes = (0..COLOURS).rev().flat_map(|k| scale.colour(number(k)));
    let pixels = Pixels {
        bytes: &bytes.collect::<Vec<u8>>(),
        columns: 1,
        rows: COLOURS,
    };
    svg.image(bar, pixels)?;
    svg.border(bar);
    svg.beside(bar, (scale.low, scale.high));
    svg.text((bar.left, TOP - 10.0), "", unit);
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_signs_have_white_at_zero() {
        let one_sided = Scale::of(&[-0.1, 3.0]);
        assert_eq!((one_sided.low, one_sided.high), (-0.1, 3.0));
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
            names: ("x", "y"),
            values: &[1.0, 2.0, 3.0, 4.0],
        };
        assert!(super::map(&map).unwrap().contains("a &lt; b"));
        assert!(super::map(&Map { rows: 3, ..map }).is_err());
    }
}
