//! How one number varies with another, by the values at some places.
//!
//! Owns: the look. Must not: choose what is shown.

use crate::canvas::{self, Area, Axes, letters, line, px};
use crate::numbers::{is_shown, short};
use crate::palette::BLUE;
use crate::{Drawn, Failed};
use plotters::prelude::*;

/// So many points have a mark each; those of more would lie upon each other.
const MARKED: usize = 100;

/// Draws points in their order and a line from one to the next; `across` and `up` say what the axes are.
///
/// # Errors
/// No point is finite.
pub fn draw(
    title: &str,
    (across, up): (&str, &str),
    points: &[(f64, f64)],
) -> Result<String, Failed> {
    let finite = points.iter().copied();
    let finite: Vec<_> = finite
        .filter(|(x, y)| is_shown(*x) && is_shown(*y))
        .collect();
    canvas::picture((800, 480), |area| {
        draw_into(area, title, (across, up), finite)
    })
}

/// From the least to the greatest, with a little room around.
fn reach(numbers: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let low = numbers.clone().fold(f64::INFINITY, f64::min);
    let high = numbers.fold(f64::NEG_INFINITY, f64::max);
    let room = match low < high {
        true => 0.06 * (high - low),
        // Equal numbers lie in the middle.
        false => 0.06 * low.abs().max(1.0),
    };
    (low - room, high + room)
}

fn draw_into(
    area: &Area<'_>,
    title: &str,
    (across, up): (&str, &str),
    points: Vec<(f64, f64)>,
) -> Drawn {
    if points.is_empty() {
        return Err("there are no finite numbers to draw".into());
    }
    let (left, right) = reach(points.iter().map(|point| point.0));
    let (low, high) = reach(points.iter().map(|point| point.1));
    let mut chart = ChartBuilder::on(area)
        .caption(title, letters(20))
        .margin(px(16))
        .x_label_area_size(px(48))
        .y_label_area_size(px(96))
        .build_cartesian_2d(left..right, low..high)?;
    let axes = Axes {
        across: (across, &|x| short(x, right - left)),
        up: (up, &|y| short(y, high - low)),
    };
    canvas::axes(&mut chart, &axes)?;
    let mark = if points.len() <= MARKED { px(3) } else { 0 };
    chart.draw_series(LineSeries::new(points, line(BLUE)).point_size(mark as u32))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::draw;

    #[test]
    fn few_points_have_marks() {
        let points = [(26.0, 1.0), (28.0, f64::NAN), (30.0, 3.0)];
        let picture = draw("z", ("rho", "mean of z"), &points).unwrap();
        assert_eq!(picture.matches("<circle").count(), 2, "{picture}");
        assert!(picture.contains("rho") && picture.contains("mean of z"));
        let many: Vec<(f64, f64)> = (0..1000).map(|x| (f64::from(x), 0.0)).collect();
        assert!(!draw("z", ("", ""), &many).unwrap().contains("<circle"));
        assert!(draw("z", ("", ""), &[(1.0, f64::NAN)]).is_err());
        assert!(draw("z", ("", ""), &[(1.0, 1.0)]).is_ok());
        let ends = [(0.0, -f64::MAX), (1.0, 2.0), (2.0, f64::MAX)];
        assert_eq!(
            draw("z", ("", ""), &ends)
                .unwrap()
                .matches("<circle")
                .count(),
            1
        );
    }
}
