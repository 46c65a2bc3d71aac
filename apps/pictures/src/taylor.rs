//! The picture of a Taylor expansion: what is left at each step, without the derivative and with it.
//!
//! Owns: the look. Must not: compute what is not looked at (`expansion` says which steps tell something).

use crate::canvas::{self, Area, Axes, Chart, key, letters, line, px};
use crate::expansion::{Step, told};
use crate::palette::{BLUE, Colour, GREY, ORANGE};
use crate::{Drawn, Failed};
use plotters::prelude::*;

const CHANGE: Colour = GREY;
const REMAINDER: Colour = BLUE;
const RULER: Colour = ORANGE;

/// Where the ruler begins, in parts of what is left at the longest step: beside that, not upon it.
const BELOW: f64 = 0.4;

/// A chart with logarithmic axes.
type Logarithmic<'a, 'b> = Chart<'a, 'b, LogCoord<f64>, LogCoord<f64>>;

/// Draws both, on logarithmic axes.
///
/// # Errors
/// Nothing is left at any step: there is nothing to draw.
pub fn draw(steps: &[Step], title: &str) -> Result<String, Failed> {
    canvas::picture((800, 600), |area| draw_into(area, told(steps), title))
}

fn draw_into(area: &Area<'_>, steps: &[Step], title: &str) -> Drawn {
    let all = steps.iter().flat_map(|step| [step.change, step.remainder]);
    let shown = || all.clone().filter(|y| is_shown(*y));
    let low = shown().fold(f64::INFINITY, f64::min) / 3.0;
    let high = shown().fold(0.0, f64::max) * 2.0;
    if low > high {
        return Err("there is nothing to draw: the function does not change".into());
    }
    let (near, far) = (steps[steps.len() - 1].h, steps[0].h);
    let mut chart = ChartBuilder::on(area)
        .caption(title, letters(20))
        .margin(px(16))
        .x_label_area_size(px(44))
        .y_label_area_size(px(76))
        .build_cartesian_2d((near..far).log_scale(), (low..high).log_scale())?;
    let power = |number: f64| format!("{number:.0e}");
    let axes = Axes {
        across: ("step h", &power),
        up: ("what is left", &power),
    };
    canvas::axes(&mut chart, &axes)?;
    ruler(&mut chart, steps, low)?;
    let (without, with) = ("f(x + h v) - f(x)", "less h times the derivative");
    left(&mut chart, (CHANGE, without), steps, |step| step.change)?;
    left(&mut chart, (REMAINDER, with), steps, |step| step.remainder)?;
    canvas::legend(&mut chart, SeriesLabelPosition::UpperLeft)
}

/// Whether a number has a place on a logarithmic axis.
fn is_shown(number: f64) -> bool {
    number > 0.0 && number.is_finite()
}

/// A line with which what is left can be compared by eye, down to the end of the axis.
fn ruler(chart: &mut Logarithmic<'_, '_>, steps: &[Step], low: f64) -> Drawn {
    let far = &steps[0];
    let square = |step: &Step| BELOW * far.remainder * (step.h / far.h).powi(2);
    let points = steps.iter().map(|step| (step.h, square(step)));
    let points: Vec<(f64, f64)> = points.filter(|(_, y)| is_shown(*y) && *y >= low).collect();
    if points.len() > 1 {
        let thin = RULER.stroke_width(px(1) as u32);
        chart
            .draw_series(LineSeries::new(points, thin))?
            .label("the square of h, for comparison")
            .legend(key(RULER));
    }
    Ok(())
}

/// One number of each step, where it is above 0.
fn left(
    chart: &mut Logarithmic<'_, '_>,
    (colour, name): (Colour, &'static str),
    steps: &[Step],
    of: fn(&Step) -> f64,
) -> Drawn {
    let points = steps.iter().map(|step| (step.h, of(step)));
    let points: Vec<(f64, f64)> = points.filter(|(_, y)| is_shown(*y)).collect();
    chart
        .draw_series(LineSeries::new(points, line(colour)).point_size(px(3) as u32))?
        .label(name)
        .legend(key(colour));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Step, draw};

    /// The longest steps lead to where the function has no value, and are no part of the picture.
    #[test]
    fn steps_without_a_value_are_left_out() {
        let step = |k: i32, number: f64| Step {
            h: f64::from(-k).exp2(),
            change: number,
            remainder: number * number,
        };
        let steps = [
            step(1, f64::NAN),
            step(2, f64::INFINITY),
            step(3, 0.1),
            step(4, 0.05),
        ];
        let picture = draw(&steps, "t").unwrap();
        assert_eq!(picture.matches("<circle").count(), 4, "{picture}");
        assert!(draw(&steps[..2], "t").is_err());
    }
}
