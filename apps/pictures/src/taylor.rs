//! What is left of a Taylor expansion, and how fast it falls.
//!
//! With a derivative that is right, f(x + h v) - f(x) - h f'(x) v falls with the square of h; without the last term, with h.
//!
//! Owns: the slopes, and their picture. Must not: compute derivatives.

use crate::Failed;
use plotters::coord::Shift;
use plotters::prelude::*;
use serde::Serialize;

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Step {
    /// Its length.
    pub h: f64,
    /// What is left without the derivative.
    pub change: f64,
    /// What is left with it.
    pub remainder: f64,
}

/// Remainders below this part of the largest change are rounding.
const ROUNDING: f64 = 1e-11;

/// Remainders up to this are rounding: `noise`, which is the function's own, or a part of the largest change.
#[must_use]
pub fn floor(steps: &[Step], noise: f64) -> f64 {
    let largest = steps.iter().map(|step| step.change).fold(0.0, f64::max);
    noise.max(largest * ROUNDING)
}

/// The powers of the step with which remainders fall from each step to the next, as long as they are above rounding ([`floor`]).
#[must_use]
pub fn orders(steps: &[Step], noise: f64) -> Vec<f64> {
    let least = floor(steps, noise);
    let counts = |step: &&Step| step.remainder > least;
    let counted: Vec<&Step> = steps.iter().take_while(counts).collect();
    let orders = counted.windows(2).map(|pair| {
        let [far, near] = [pair[0], pair[1]];
        (far.remainder / near.remainder).log2() / (far.h / near.h).log2()
    });
    orders.collect()
}

/// The median of these orders; none if all remainders are rounding: the function is linear there.
#[must_use]
pub fn slope(steps: &[Step], noise: f64) -> Option<f64> {
    let mut slopes = orders(steps, noise);
    slopes.sort_by(f64::total_cmp);
    // The smallest steps tell most, as long as rounding is far.
    slopes.get(slopes.len() / 2).copied()
}

const FONT: &str = "sans-serif";
const CHANGE: RGBColor = RGBColor(150, 160, 175);
const REMAINDER: RGBColor = RGBColor(24, 116, 152);

/// Draws both, on logarithmic axes.
///
/// # Errors
/// Nothing is left at any step: there is nothing to draw.
pub fn draw(steps: &[Step], title: &str) -> Result<String, Failed> {
    let mut picture = String::new();
    let root = SVGBackend::with_string(&mut picture, (800, 600)).into_drawing_area();
    draw_into(&root, steps, title)?;
    drop(root);
    Ok(picture)
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn draw_into(root: &Area<'_>, steps: &[Step], title: &str) -> Result<(), Failed> {
    let all = steps.iter().flat_map(|step| [step.change, step.remainder]);
    let positive = || all.clone().filter(|y| *y > 0.0);
    let (low, high) = (
        positive().fold(f64::INFINITY, f64::min),
        positive().fold(0.0, f64::max),
    );
    if low > high {
        return Err("there is nothing to draw: the function does not change".into());
    }
    let (near, far) = (steps[steps.len() - 1].h, steps[0].h);
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(root)
        .caption(title, (FONT, 20))
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(76)
        .build_cartesian_2d((near..far).log_scale(), (low / 2.0..high * 2.0).log_scale())?;
    let power = |number: &f64| format!("{number:.0e}");
    chart
        .configure_mesh()
        .x_desc("step h")
        .y_desc("what is left")
        .x_label_formatter(&power)
        .y_label_formatter(&power)
        .label_style((FONT, 14))
        .draw()?;
    let lines = [
        (
            CHANGE,
            "f(x + h v) - f(x)",
            (|step: &Step| step.change) as fn(&Step) -> f64,
        ),
        (REMAINDER, "less h times the derivative", |step: &Step| {
            step.remainder
        }),
    ];
    for (colour, name, of) in lines {
        let points = steps
            .iter()
            .map(|step| (step.h, of(step)))
            .filter(|(_, y)| *y > 0.0);
        let points: Vec<(f64, f64)> = points.collect();
        chart
            .draw_series(LineSeries::new(points, colour.stroke_width(2)).point_size(3))?
            .label(name)
            .legend(move |(x, y)| {
                PathElement::new(vec![(x, y), (x + 18, y)], colour.stroke_width(2))
            });
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .label_font((FONT, 14))
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.2))
        .draw()?;
    root.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(remainder: impl Fn(f64) -> f64) -> Vec<Step> {
        let all = (3..17).map(|k| f64::from(-k).exp2());
        all.map(|h| Step {
            h,
            change: h,
            remainder: remainder(h),
        })
        .collect()
    }

    #[test]
    fn the_slope_is_the_power_of_the_remainder() {
        let square = slope(&steps(|h| h * h + h * h * h), 0.0).unwrap();
        assert!((square - 2.0).abs() < 0.05, "{square}");
        let wrong = slope(&steps(|h| 0.3 * h), 0.0).unwrap();
        assert!((wrong - 1.0).abs() < 1e-9, "{wrong}");
        assert_eq!(slope(&steps(|_| 1e-16), 0.0), None);
    }
}
