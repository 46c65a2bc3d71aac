//! What ranks do over time: a bar for each, whose columns are divided in proportion to what is done meanwhile.
//!
//! Owns: the look. Must not: know what is done, or choose rows.

use crate::palette::Colour;
use crate::svg::{Frame, Pixels, Svg};
use crate::{Drawn, Failed};

/// What one rank does, or several do on average.
#[derive(Clone, Debug)]
pub struct Row {
    /// What it is called, beside the bar.
    pub name: String,
    /// Which part of its time it waits, if that is known: a number beside the bar.
    pub waited: Option<f64>,
    /// For each column, the part of each kind, from below. What is missing of 1 stays white.
    pub columns: Vec<Vec<f64>>,
}

/// A kind of work, and its colour.
pub type Kind<'a> = (&'a str, Colour);

/// Where the bars lie, how long they are, and the room for what is said on their right.
const LEFT: f64 = 104.0;
const TOP: f64 = 92.0;
const WIDTH: f64 = 960.0;
const RIGHT: f64 = 92.0;

/// All bars together are so high; one of them at least and at most.
const HEIGHT: f64 = 620.0;
const LOWEST: f64 = 9.0;
const HIGHEST: f64 = 64.0;

/// Pixels of a bar for each unit of its height.
const FINE: f64 = 3.0;

/// An entry of the legend: its square, and how long a letter is about.
const SQUARE: f64 = 12.0;
const LETTER: f64 = 6.6;

/// Draws rows of columns, each as long as this many seconds, below a title.
///
/// # Errors
/// There is nothing to draw.
pub fn draw(
    title: &str,
    kinds: &[Kind<'_>],
    (rows, seconds): (&[Row], f64),
) -> Result<String, Failed> {
    let columns = rows.iter().map(|row| row.columns.len()).max().unwrap_or(0);
    if columns == 0 {
        return Err("a time line without a rank, or without a time".into());
    }
    let pitch = (HEIGHT / rows.len() as f64).clamp(LOWEST, HIGHEST);
    let bars = Frame {
        left: LEFT,
        top: TOP,
        width: WIDTH,
        height: pitch * rows.len() as f64,
    };
    let mut svg = Svg::begin(bars.right() + RIGHT, bars.bottom() + 48.0);
    svg.text((LEFT, 24.0), "font-size=\"18\"", title);
    legend(&mut svg, &shares(kinds, rows));
    for (at, row) in rows.iter().enumerate() {
        bar(&mut svg, kinds, row, (TOP + pitch * at as f64, pitch))?;
    }
    axis(&mut svg, bars, seconds * columns as f64);
    Ok(svg.end())
}

/// The kinds that there are, each with its part of all.
fn shares<'a>(kinds: &[Kind<'a>], rows: &[Row]) -> Vec<(Kind<'a>, f64)> {
    let mut sums = vec![0.0; kinds.len()];
    for column in rows.iter().flat_map(|row| &row.columns) {
        for (sum, part) in sums.iter_mut().zip(column) {
            *sum += part;
        }
    }
    let all: f64 = sums.iter().sum();
    let parts = kinds.iter().copied().zip(sums);
    let parts = parts.map(|(kind, sum)| (kind, sum / all.max(f64::MIN_POSITIVE)));
    parts.filter(|(_, part)| *part > 0.0005).collect()
}

/// What the colours are, in as many lines as there is room for: two.
fn legend(svg: &mut Svg, shares: &[(Kind<'_>, f64)]) {
    let (mut x, mut y) = (LEFT, 50.0);
    for ((name, Colour(r, g, b)), part) in shares {
        let text = format!("{name} {:.1} %", 100.0 * part);
        let length = 26.0 + SQUARE + LETTER * text.len() as f64;
        if x + length > LEFT + WIDTH + RIGHT {
            (x, y) = (LEFT, y + 22.0);
        }
        let top = y - 10.5;
        svg.add(format_args!(
            "<rect x=\"{x:.1}\" y=\"{top:.1}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"rgb({r},{g},{b})\"/>"
        ));
        svg.text((x + SQUARE + 5.0, y), "", &text);
        x += length;
    }
}

/// One bar with what is said beside it.
fn bar(svg: &mut Svg, kinds: &[Kind<'_>], row: &Row, (top, pitch): (f64, f64)) -> Drawn {
    let frame = Frame {
        left: LEFT,
        top,
        width: WIDTH,
        height: (pitch - 1.0).min(0.9 * pitch),
    };
    let rows = (FINE * frame.height).round() as usize;
    let pixels = Pixels {
        bytes: &pixels(kinds, row, rows),
        columns: row.columns.len(),
        rows,
    };
    svg.image(frame, pixels)?;
    let (middle, size) = (top + 0.5 * frame.height, (0.9 * pitch).min(13.0));
    let looks = format!("dy=\"0.35em\" font-size=\"{size:.1}\"");
    let on_the_left = format!("{looks} text-anchor=\"end\"");
    let rank = format!("rank {}", row.name);
    svg.text((LEFT - 6.0, middle), &on_the_left, &rank);
    if let Some(waited) = row.waited {
        let waits = format!("{:.0} % wait", 100.0 * waited);
        svg.text((frame.right() + 6.0, middle), &looks, &waits);
    }
    Ok(())
}

/// The pixels of a bar, from above.
fn pixels(kinds: &[Kind<'_>], row: &Row, rows: usize) -> Vec<u8> {
    let columns = row.columns.len();
    let mut pixels = vec![255; 4 * rows * columns];
    for (x, column) in row.columns.iter().enumerate() {
        let mut sum = 0.0;
        let mut begun = 0;
        for (part, (_, colour)) in column.iter().zip(kinds) {
            sum += part;
            let end = ((sum * rows as f64).round() as usize).min(rows);
            for y in begun..end {
                let at = 4 * ((rows - 1 - y) * columns + x);
                pixels[at..at + 3].copy_from_slice(&[colour.0, colour.1, colour.2]);
            }
            begun = begun.max(end);
        }
    }
    pixels
}

/// The time below all bars.
fn axis(svg: &mut Svg, bars: Frame, seconds: f64) {
    let (unit, length) = match seconds {
        s if s < 1.0 => ("ms", 1e-3),
        s if s < 300.0 => ("s", 1.0),
        s if s < 3.0 * 3600.0 => ("min", 60.0),
        _ => ("h", 3600.0),
    };
    svg.across(bars, (0.0, seconds / length));
    let middle = (bars.left + 0.5 * bars.width, bars.bottom() + 38.0);
    let words = format!("time, {unit}");
    svg.text(middle, "text-anchor=\"middle\"", &words);
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [Kind<'_>; 2] = [
        ("work", Colour(0, 0, 200)),
        ("wait & see", Colour(200, 0, 0)),
    ];

    fn row(columns: &[[f64; 2]]) -> Row {
        Row {
            name: "0".to_owned(),
            waited: Some(0.25),
            columns: columns.iter().map(|column| column.to_vec()).collect(),
        }
    }

    /// Columns are divided from below: a quarter of waiting is a quarter of the pixels, above the others; the rest is white.
    #[test]
    fn columns_are_divided() {
        let row = row(&[[0.75, 0.25], [0.5, 0.0]]);
        let pixels = pixels(&KINDS, &row, 4);
        let at = |x: usize, y: usize| &pixels[4 * (2 * y + x)..][..3];
        let first: Vec<&[u8]> = (0..4).map(|y| at(0, y)).collect();
        assert_eq!(first, [[200, 0, 0], [0, 0, 200], [0, 0, 200], [0, 0, 200]]);
        assert_eq!(at(1, 1), [255; 3]);
        assert_eq!(at(1, 2), [0, 0, 200]);
    }

    #[test]
    fn names_and_shares_are_said() {
        let rows = [row(&[[0.75, 0.25]])];
        let svg = draw("a < b", &KINDS, (&rows, 0.5)).unwrap();
        for words in [
            "a &lt; b",
            "wait &amp; see 25.0 %",
            "rank 0",
            "25 % wait",
            "time, ms",
        ] {
            assert!(svg.contains(words), "{words}: {svg}");
        }
        assert!(draw("", &KINDS, (&[], 1.0)).is_err());
    }
}
