//! Times by the number of ranks, on logarithmic axes.
//!
//! Owns: the look. Must not: know what the times are of.

use crate::canvas::{self, Area, Axes, key, letters, line, px};
use crate::palette::LINES;
use crate::{Drawn, Failed};
use plotters::prelude::*;

/// A name, and seconds by ranks.
pub type Curve<'a> = (&'a str, Vec<(f64, f64)>);

/// Draws some curves; times that are not above 0 have no place there.
///
/// # Errors
/// There is nothing to draw.
pub fn draw(title: &str, curves: &[Curve<'_>]) -> Result<String, Failed> {
    canvas::picture((800, 560), |area| draw_into(area, title, curves))
}

fn is_shown((_, seconds): &(f64, f64)) -> bool {
    *seconds > 0.0 && seconds.is_finite()
}

fn draw_into(area: &Area<'_>, title: &str, curves: &[Curve<'_>]) -> Drawn {
    let all = curves.iter().flat_map(|(_, curve)| curve);
    let all: Vec<&(f64, f64)> = all.filter(|point| is_shown(point)).collect();
    let range = |of: fn(&(f64, f64)) -> f64| {
        let least = all
            .iter()
            .map(|point| of(point))
            .fold(f64::INFINITY, f64::min);
        let most = all.iter().map(|point| of(point)).fold(0.0, f64::max);
        (least, most)
    };
    let (across, up) = (range(|point| point.0), range(|point| point.1));
    if all.is_empty() {
        return Err("there is no time above 0 to draw".into());
    }
    // Parts far below the whole are of no interest.
    let least = up.0.max(up.1 * 1e-9);
    let mut chart = ChartBuilder::on(area)
        .caption(title, letters(20))
        .margin(px(16))
        .x_label_area_size(px(44))
        .y_label_area_size(px(76))
        .build_cartesian_2d(
            (across.0 / 1.2..across.1 * 1.2).log_scale(),
            (least / 2.0..up.1 * 2.0).log_scale(),
        )?;
    let power = |number: f64| format!("{number:.0e}");
    let axes = Axes {
        across: ("ranks", &power),
        up: ("seconds", &power),
    };
    canvas::axes(&mut chart, &axes)?;
    for ((name, curve), colour) in curves.iter().zip(LINES.into_iter().cycle()) {
        let points = curve
            .iter()
            .filter(|point| is_shown(point) && point.1 >= least);
        let drawn = LineSeries::new(points.copied(), line(colour));
        chart
            .draw_series(drawn.point_size(px(3) as u32))?
            .label(*name)
            .legend(key(colour));
    }
    canvas::legend(&mut chart, SeriesLabelPosition::UpperRight)
}

#[cfg(test)]
mod tests {
    use super::draw;

    #[test]
    fn curves_have_names() {
        let falls = vec![(10.0, 1.0), (100.0, 0.1)];
        let picture = draw("times", &[("compute", falls)]).unwrap();
        assert!(picture.contains("compute") && picture.contains("ranks"));
        assert!(
            draw(
                "times",
                &[("disk", vec![(10.0, 0.0), (20.0, f64::INFINITY)])]
            )
            .is_err()
        );
    }
}
