//! How numbers fall from one evaluation to the next, on a logarithmic axis.
//!
//! Owns: the look. Must not: choose what is shown.

use crate::Failed;
use plotters::coord::Shift;
use plotters::prelude::*;

const FONT: &str = "sans-serif";
const COLOURS: [RGBColor; 3] = [
    RGBColor(24, 116, 152),
    RGBColor(230, 140, 20),
    RGBColor(150, 160, 175),
];

/// A name, and numbers with the evaluations that have found them.
pub type Course<'a> = (&'a str, Vec<(f64, f64)>);

/// Draws some courses; numbers that are not above 0 have no place there.
///
/// # Errors
/// There is nothing to draw.
pub fn draw(title: &str, across: &str, courses: &[Course<'_>]) -> Result<String, Failed> {
    let mut picture = String::new();
    let root = SVGBackend::with_string(&mut picture, (800, 520)).into_drawing_area();
    draw_into(&root, (title, across), courses)?;
    drop(root);
    Ok(picture)
}

fn draw_into(
    root: &DrawingArea<SVGBackend<'_>, Shift>,
    (title, across): (&str, &str),
    courses: &[Course<'_>],
) -> Result<(), Failed> {
    let all = || courses.iter().flat_map(|(_, course)| course);
    let shown = || all().map(|(_, y)| *y).filter(|y| *y > 0.0 && y.is_finite());
    let low = shown().fold(f64::INFINITY, f64::min);
    let high = shown().fold(0.0, f64::max);
    if low > high {
        return Err("there is nothing above 0 to draw".into());
    }
    let last = all().fold(1.0, |last: f64, (x, _)| last.max(*x));
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(root)
        .caption(title, (FONT, 20))
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(76)
        .build_cartesian_2d(0.0..last, (low / 2.0..high * 2.0).log_scale())?;
    chart
        .configure_mesh()
        .x_desc(across)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| format!("{y:.0e}"))
        .label_style((FONT, 14))
        .draw()?;
    for ((name, course), colour) in courses.iter().zip(COLOURS) {
        let points = course.iter().copied();
        let points: Vec<(f64, f64)> = points.filter(|(_, y)| *y > 0.0).collect();
        chart
            .draw_series(LineSeries::new(points, colour.stroke_width(2)).point_size(3))?
            .label(*name)
            .legend(move |(x, y)| {
                PathElement::new(vec![(x, y), (x + 18, y)], colour.stroke_width(2))
            });
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .label_font((FONT, 14))
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.2))
        .draw()?;
    root.present()?;
    Ok(())
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
    }
}
