//! Pictures of fields, as fine as a screen is: made of some points of each rank's block.
//!
//! Owns: which points. Must not: draw (`enzyme-pictures` does).

use super::drawn;
use super::part::Part;
use crate::application::Field;
use enzyme_pictures::curve;
use enzyme_pictures::field::{Map, map};
use enzyme_pictures::numbers::is_shown;
use std::path::Path;

/// Points of a picture in each of two dimensions, and of a curve, at most.
const MOST: usize = 512;
const MOST_OF_CURVE: usize = 2000;

/// What a picture shows of a field. Of three dimensions it shows the middle of the first one.
pub(super) struct Thinned<'a> {
    field: &'a Field,
    /// The dimensions shown: how many points each has in the picture, and how far apart they are.
    shown: Vec<(usize, usize)>,
    values: Vec<f64>,
}

impl<'a> Thinned<'a> {
    /// Nothing yet; a number alone has no picture.
    pub(super) fn begin(field: &'a Field) -> Option<Self> {
        let dimensions = field.extent.len();
        let most = if dimensions == 1 { MOST_OF_CURVE } else { MOST };
        let shown = field.extent.iter().skip(dimensions.saturating_sub(2));
        let shown = shown.map(|extent| {
            let stride = extent.div_ceil(most).max(1);
            (extent.div_ceil(stride), stride)
        });
        let shown: Vec<(usize, usize)> = shown.collect();
        let points: usize = shown.iter().map(|(points, _)| points).product();
        let is_drawn = dimensions > 0 && points > 0;
        is_drawn.then(|| Self {
            field,
            shown,
            values: vec![f64::NAN; points],
        })
    }

    /// Takes its points of a rank's block.
    pub(super) fn take(&mut self, part: &Part<'_>) {
        let dimensions = self.field.extent.len();
        let hidden = dimensions - self.shown.len();
        let mut begin = 0;
        if hidden > 0 {
            let middle = self.field.extent[0] / 2;
            if !(part.first[0]..part.first[0] + part.count[0]).contains(&middle) {
                return;
            }
            begin = (middle - part.first[0]) * part.count[1] * part.count[2];
        }
        // Of a curve, the rows are one.
        let one = (1, 1);
        let (rows, columns) = match self.shown[..] {
            [columns] => (one, columns),
            _ => (self.shown[0], self.shown[1]),
        };
        let last = dimensions - 1;
        let (first_row, row_count) = match self.shown.len() {
            1 => (0, 1),
            _ => (part.first[last - 1], part.count[last - 1]),
        };
        for row in sampled(first_row, row_count, rows.1) {
            for column in sampled(part.first[last], part.count[last], columns.1) {
                let at = (row - first_row) * part.count[last] + column - part.first[last];
                let to = row / rows.1 * columns.0 + column / columns.1;
                self.values[to] = part.numbers[begin + at];
            }
        }
    }

    /// What it shows.
    pub(super) fn field(&self) -> &Field {
        self.field
    }

    /// Draws it, with its title and the unit of its numbers. Where none of them can be shown, there is no picture.
    pub(super) fn draw(&self, (title, unit): (String, String), path: &Path) -> Result<(), String> {
        let is_drawn = self.values.iter().any(|value| is_shown(*value));
        let picture = is_drawn.then(|| match self.shown[..] {
            [_] => curve::draw(&title, ("dimension 1", &unit), &self.curve()),
            _ => {
                let last = self.field.extent.len();
                let names = [last, last - 1].map(|number| format!("dimension {number}"));
                map(&Map {
                    names: (&names[0], &names[1]),
                    ..self.map(&title, &unit)
                })
            }
        });
        let picture = picture.transpose().map_err(|error| error.to_string())?;
        drawn::leave(path, picture.as_deref()).map_err(|error| error.to_string())
    }

    fn curve(&self) -> Vec<(f64, f64)> {
        let field = self.field;
        let stride = self.shown[0].1;
        let place = |k: usize| field.origin[0] + field.spacing[0] * (k * stride) as f64;
        let points = self.values.iter().enumerate();
        points.map(|(k, value)| (place(k), *value)).collect()
    }

    /// The map, without names of what lies along its sides.
    fn map<'s>(&'s self, title: &'s str, unit: &'s str) -> Map<'s> {
        let field = self.field;
        let last = field.extent.len() - 1;
        let [rows, columns] = [self.shown[0], self.shown[1]];
        // Each point lies in the middle of what has its colour.
        let reach = |d: usize, (points, stride): (usize, usize)| {
            let length = field.spacing[d] * stride as f64;
            let from = field.origin[d] - length / 2.0;
            (from, from + length * points as f64)
        };
        Map {
            title,
            unit,
            rows: rows.0,
            columns: columns.0,
            across: reach(last, columns),
            up: reach(last - 1, rows),
            names: ("", ""),
            values: &self.values,
        }
    }
}

/// Multiples of a stride within a range.
fn sampled(first: usize, count: usize, stride: usize) -> impl Iterator<Item = usize> {
    let begin = first.div_ceil(stride) * stride;
    (begin..first + count).step_by(stride)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::application::{Block, Leeway};

    fn field(extent: &[usize]) -> Field {
        Field {
            name: "u".into(),
            unit: String::new(),
            extent: extent.to_vec(),
            block: Block {
                first: vec![0; extent.len()],
                count: extent.to_vec(),
            },
            origin: vec![0.0; extent.len()],
            spacing: vec![1.0; extent.len()],
            leeway: Leeway::between(0.0, 0.0),
            is_shared: false,
            range: 0..0,
        }
    }

    /// Two blocks of a grid that is thinned out: each point of the picture is that of the grid.
    #[test]
    fn points_are_those_of_the_grid() {
        let field = field(&[3, 1500, 4]);
        let mut thinned = Thinned::begin(&field).unwrap();
        assert_eq!(thinned.shown, [(500, 3), (4, 1)]);
        for (first, count) in [(0, 700), (700, 800)] {
            let first = vec![0, first, 0];
            let count = vec![3, count, 4];
            let mut numbers = Vec::new();
            for i in 0..3 {
                for j in first[1]..first[1] + count[1] {
                    numbers.extend((0..4).map(|k| (i * 100_000 + j * 10 + k) as f64));
                }
            }
            thinned.take(&Part {
                first,
                count,
                numbers: &numbers,
            });
        }
        for (at, value) in thinned.values.iter().enumerate() {
            let expected = 100_000 + (at / 4 * 3) * 10 + at % 4;
            assert!((value - expected as f64).abs() < 0.5, "{at}: {value}");
        }
    }

    #[test]
    fn curves_and_numbers() {
        let field = field(&[5]);
        let mut thinned = Thinned::begin(&field).unwrap();
        let part = Part {
            first: vec![2],
            count: vec![3],
            numbers: &[2.0, 3.0, 4.0],
        };
        thinned.take(&part);
        assert_eq!(thinned.curve()[4], (4.0, 4.0));
        assert!(Thinned::begin(&self::field(&[])).is_none());
    }

    /// The middle of what has a point's colour is where the point lies, on a coarse grid and on one of which some points are shown.
    #[test]
    fn colours_lie_around_their_points() {
        let middles = |(from, to): (f64, f64), points: usize| {
            let length = (to - from) / points as f64;
            let middle = move |k: usize| from + length * (k as f64 + 0.5);
            (0..points).map(middle).collect::<Vec<f64>>()
        };
        let coarse = Field {
            origin: vec![10.0, -1.0],
            spacing: vec![2.0, 0.5],
            ..field(&[2, 3])
        };
        let thinned = Thinned::begin(&coarse).unwrap();
        let map = thinned.map("u", "");
        assert_eq!(middles(map.up, map.rows), [10.0, 12.0]);
        assert_eq!(middles(map.across, map.columns), [-1.0, -0.5, 0.0]);
        let fine = field(&[2, 1027]);
        let thinned = Thinned::begin(&fine).unwrap();
        let map = thinned.map("u", "");
        let places = middles(map.across, map.columns);
        let expected = (0..1027).step_by(3).map(f64::from);
        assert_eq!(places, expected.collect::<Vec<f64>>());
    }
}
