//! What is left of a Taylor expansion, and how fast it falls.
//!
//! With a derivative that is right, f(x + h v) - f(x) - h f'(x) v falls with the square of h; without the last term, with h.
//!
//! Owns: the slopes, and their picture. Must not: compute derivatives.

use crate::Failed;
use crate::canvas::{self, Area, Axes, Drawn, key, letters, line, px};
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

const CHANGE: RGBColor = RGBColor(150, 160, 175);
const REMAINDER: RGBColor = RGBColor(24, 116, 152);
const RULER: RGBColor = RGBColor(230, 140, 20);

/// Where the ruler begins, in parts of what is left at the longest step: beside that, not upon it.
const BELOW: f64 = 0.4;

/// Draws both, on logarithmic axes.
///
/// # Errors
/// Nothing is left at any step: there is nothing to draw.
pub fn draw(steps: &[Step], title: &str) -> Result<String, Failed> {
    canvas::picture((800, 600), |area| draw_into(area, steps, title))
}

fn draw_into(area: &Area<'_>, steps: &[Step], title: &str) -> Drawn {
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
    let mut chart = ChartBuilder::on(area)
        .caption(title, letters(20))
        .margin(px(16))
        .x_label_area_size(px(44))
        .y_label_area_size(px(76))
        .build_cartesian_2d((near..far).log_scale(), (low / 3.0..high * 2.0).log_scale())?;
    let power = |number: f64| format!("{number:.0e}");
    let axes = Axes {
        across: ("step h", &power),
        up: ("what is left", &power),
    };
    canvas::axes(&mut chart, &axes)?;
    let begin = BELOW * steps[0].remainder;
    let square = steps
        .iter()
        .map(|step| (step.h, begin * (step.h / far).powi(2)));
    let square: Vec<(f64, f64)> = square.filter(|(_, y)| *y >= low / 3.0).collect();
    if square.len() > 1 {
        let thin = RULER.stroke_width(px(1) as u32);
        chart
            .draw_series(LineSeries::new(square, thin))?
            .label("the square of h, for comparison")
            .legend(key(RULER));
    }
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
            .draw_series(LineSeries::new(points, line(colour)).point_size(px(3) as u32))?
            .label(name)
            .legend(key(colour));
    }
    canvas::legend(&mut chart, SeriesLabelPosition::UpperLeft)
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
