//! How numbers fall from one evaluation to the next, on a logarithmic axis.
//!
//! Owns: the look. Must not: choose what is shown.

use crate::canvas::{self, Area, Axes, key, letters, line, px};
use crate::palette::LINES;
use crate::{Drawn, Failed};
use plotters::prelude::*;

/// A name, and numbers with the evaluations that have found them.
pub type Course<'a> = (&'a str, Vec<(f64, f64)>);

/// Draws some courses; numbers that are not above 0 have no place there.
///
/// # Errors
/// There is nothing to draw.
pub fn draw(title: &str, across: &str, courses: &[Course<'_>]) -> Result<String, Failed> {
    canvas::picture((800, 520), |area| draw_into(area, (title, across), courses))
}

fn draw_into(area: &Area<'_>, (title, across): (&str, &str), courses: &[Course<'_>]) -> Drawn {
    let all = || courses.iter().flat_map(|(_, course)| course);
    let shown = || all().map(|(_, y)| *y).filter(|y| *y > 0.0 && y.is_finite());
    let low = shown().fold(f64::INFINITY, f64::min);
    let high = shown().fold(0.0, f64::max);
    if low > high {
        return Err("there is nothing above 0 to draw".into());
    }
    let last = all().fold(1.0, |last: f64, (x, _)| last.max(*x));
    let mut chart = ChartBuilder::on(area)
        .caption(title, letters(20))
        .margin(px(16))
        .x_label_area_size(px(44))
        .y_label_area_size(px(76))
        .build_cartesian_2d(0.0..last, (low / 2.0..high * 2.0).log_scale())?;
    let axes = Axes {
        across: (across, &|x| whole(x)),
        up: ("", &|y| format!("{y:.0e}")),
    };
    canvas::axes(&mut chart, &axes)?;
    for ((name, course), colour) in courses.iter().zip(LINES.into_iter().cycle()) {
        let points = course.iter().copied();
        let points: Vec<(f64, f64)> = points.filter(|(_, y)| *y > 0.0).collect();
        chart
            .draw_series(LineSeries::new(points, line(colour)).point_size(px(3) as u32))?
            .label(*name)
            .legend(key(colour));
    }
    canvas::legend(&mut chart, SeriesLabelPosition::UpperRight)
}

/// The number of an evaluation. There is none between two.
fn whole(x: f64) -> String {
    match (x - x.round()).abs() < 1e-9 {
        true => format!("{x:.0}"),
        false => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::draw;

    #[test]
    fn nothing_above_zero_is_nothing() {
        assert!(draw("a", "b", &[("c", vec![(0.0, 0.0), (1.0, -1.0)])]).is_err());
        let picture = draw(
            "a",
            "b",
            &[("falls", vec![(0.0, 1.0), (1.0, 0.1), (2.0, 0.0)])],
        )
        .unwrap();
        assert!(picture.contains("falls"));
        let labels = |text: &str| picture.matches(&format!("\n{text}\n")).count();
        assert_eq!(
            (labels("0"), labels("1"), labels("2")),
            (1, 1, 1),
            "{picture}"
        );
    }
}
