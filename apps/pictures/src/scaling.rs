//! Times by the number of ranks, on logarithmic axes.
//!
//! Owns: the look. Must not: know what the times are of.

use crate::Failed;
use plotters::coord::Shift;
use plotters::prelude::*;

const FONT: &str = "sans-serif";
const COLOURS: [RGBColor; 7] = [
    RGBColor(30, 30, 30),
    RGBColor(24, 116, 152),
    RGBColor(230, 140, 20),
    RGBColor(120, 90, 170),
    RGBColor(150, 160, 175),
    RGBColor(90, 150, 60),
    RGBColor(190, 40, 50),
];

/// A name, and seconds by ranks.
pub type Curve<'a> = (&'a str, Vec<(f64, f64)>);

/// Draws some curves; times that are not above 0 have no place there.
///
/// # Errors
/// There is nothing to draw.
pub fn draw(title: &str, curves: &[Curve<'_>]) -> Result<String, Failed> {
    let mut picture = String::new();
    let root = SVGBackend::with_string(&mut picture, (800, 560)).into_drawing_area();
    draw_into(&root, title, curves)?;
    drop(root);
    Ok(picture)
}

fn is_shown((_, seconds): &(f64, f64)) -> bool {
    *seconds > 0.0 && seconds.is_finite()
}

fn draw_into(
    root: &DrawingArea<SVGBackend<'_>, Shift>,
    title: &str,
    curves: &[Curve<'_>],
) -> Result<(), Failed> {
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
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(root)
        .caption(title, (FONT, 20))
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(76)
        .build_cartesian_2d(
            (across.0 / 1.2..across.1 * 1.2).log_scale(),
            (least / 2.0..up.1 * 2.0).log_scale(),
        )?;
    let power = |number: &f64| format!("{number:.0e}");
    chart
        .configure_mesh()
        .x_desc("ranks")
        .y_desc("seconds")
        .x_label_formatter(&power)
        .y_label_formatter(&power)
        .label_style((FONT, 14))
        .draw()?;
    for ((name, curve), colour) in curves.iter().zip(COLOURS.iter().cycle()) {
        let points = curve
            .iter()
            .filter(|point| is_shown(point) && point.1 >= least);
        let line = LineSeries::new(points.copied(), colour.stroke_width(2));
        chart
            .draw_series(line.point_size(3))?
            .label(*name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
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
