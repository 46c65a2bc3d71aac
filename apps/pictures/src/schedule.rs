//! A plan as a picture: the schedule over time, what it holds, and what more or less memory would mean.
//!
//! Owns: the drawing. Must not: make the numbers, which are `trace`'s and the planner's.

use crate::canvas::{self, Area, Axes, Chart, Form, key, letters, line, px};
use crate::numbers::short;
use crate::palette::{BLUE, Colour, GREY, ORANGE, RED};
use crate::trace::Trace;
use crate::{Drawn, Failed};
use enzyme_checkpoint::binomial::least_advances;
use enzyme_checkpoint::{Budget, Candidate};
use plotters::coord::ranged1d::{Ranged, ValueFormatter};
use plotters::prelude::*;

const SIZE: (i32, i32) = (1280, 900);
const FORWARD: Colour = GREY;
const ADJOINT: Colour = RED;
const LEVELS: [(Colour, &str); 2] = [(BLUE, "in memory"), (ORANGE, "on disk")];

/// Steps, those of each adjoint counted, that a picture is made of.
pub const MOST_STEPS: u64 = 1_000_000;

/// The picture of a schedule under a budget, whose costs are times in this unit; empty, if nobody knows it.
///
/// # Errors
/// The schedule cannot be drawn.
pub fn draw(candidate: &Candidate, budget: &Budget, unit: &str) -> Result<String, Failed> {
    canvas::picture(SIZE, |area| draw_into(area, candidate, (budget, unit)))
}

fn draw_into(area: &Area<'_>, candidate: &Candidate, (budget, unit): (&Budget, &str)) -> Drawn {
    let time = match unit {
        "" => "predicted time".to_owned(),
        unit => format!("predicted time, {unit}"),
    };
    let trace = Trace::of(candidate, budget)?;
    let title = format!(
        "{}: {} steps, {} forward steps ({:.2} a step)",
        candidate.spec.name(),
        budget.steps,
        candidate.count.forward_steps(),
        candidate.recomputation()
    );
    let area = area.margin(px(8), 0, 0, 0).titled(&title, letters(24))?;
    let (upper, lower) = area.split_vertically(px(540));
    let (left, right) = lower.split_horizontally(px(660));
    schedule(&upper, (&trace, &time), budget)?;
    held(&left, (&trace, &time))?;
    trade(&right, candidate, budget)
}

/// Steps over time: runs of the primal, the adjoint, checkpoints written.
fn schedule(area: &Area<'_>, (trace, time): (&Trace, &str), budget: &Budget) -> Drawn {
    let top = budget.steps as f64;
    let mut chart = ChartBuilder::on(area)
        .margin(px(12))
        .margin_right(px(24))
        .x_label_area_size(px(38))
        .y_label_area_size(px(70))
        .build_cartesian_2d(0.0..span(trace), 0.0..top * 1.02)?;
    axes(&mut chart, time, "step")?;
    let strokes = trace.forward.iter();
    chart
        .draw_series(strokes.map(|run| PathElement::new(run.to_vec(), line(FORWARD))))?
        .label("forward")
        .legend(key(FORWARD));
    chart
        .draw_series(LineSeries::new(
            trace.adjoint.iter().copied(),
            line(ADJOINT),
        ))?
        .label("adjoint")
        .legend(key(ADJOINT));
    for (level, (colour, name)) in LEVELS.iter().enumerate() {
        let here = trace
            .writes
            .iter()
            .filter(|w| usize::from(w.level) == level);
        let mut here = here.peekable();
        if here.peek().is_none() {
            continue;
        }
        let radius = px(2 + level as i32);
        chart
            .draw_series(
                here.map(|w| Circle::new((w.time, w.step as f64), radius, colour.filled())),
            )?
            .label(format!("checkpoint {name}"))
            .legend(move |(x, y)| Circle::new((x + px(9), y), px(4), colour.filled()));
    }
    canvas::legend(&mut chart, SeriesLabelPosition::UpperRight)
}

/// How long the axis of time is.
fn span(trace: &Trace) -> f64 {
    if trace.end > 0.0 { trace.end } else { 1.0 }
}

/// Checkpoints held over time, by level.
fn held(area: &Area<'_>, (trace, time): (&Trace, &str)) -> Drawn {
    let most = trace.held.iter().flat_map(|(_, held)| held).max();
    let most = *most.unwrap_or(&1) as f64;
    let mut chart = ChartBuilder::on(area)
        .caption("checkpoints held", letters(17))
        .margin(px(12))
        .margin_right(px(24))
        .x_label_area_size(px(38))
        .y_label_area_size(px(70))
        .build_cartesian_2d(0.0..span(trace), 0.0..most.max(1.0) * 1.08)?;
    axes(&mut chart, time, "checkpoints")?;
    for (level, (colour, _)) in LEVELS.iter().enumerate() {
        if trace.held.iter().all(|(_, held)| held[level] == 0) {
            continue;
        }
        let mut steps = Vec::new();
        let mut last = 0.0;
        for (time, held) in &trace.held {
            steps.extend([(*time, last), (*time, held[level] as f64)]);
            last = held[level] as f64;
        }
        chart.draw_series(LineSeries::new(steps, line(*colour)))?;
    }
    Ok(())
}

/// Forward steps a step over the number of checkpoints: what each further checkpoint buys.
fn trade(area: &Area<'_>, candidate: &Candidate, budget: &Budget) -> Drawn {
    let steps = budget.steps;
    let held = candidate.count.level(0).peak + candidate.count.level(1).peak;
    let most = (4 * held.max(8)).min(steps);
    let factor = |slots: u64| {
        let advances = least_advances(steps, slots)? as f64;
        Some((slots as f64, (advances + steps as f64) / steps as f64))
    };
    let curve: Vec<(f64, f64)> = spread(1.min(most), most).filter_map(factor).collect();
    let chosen = (held as f64, candidate.recomputation());
    // The steep left end would flatten everything else.
    let top = (3.0 * chosen.1).max(4.0);
    let shown: Vec<_> = curve.into_iter().filter(|(_, f)| *f <= top).collect();
    let first = shown
        .first()
        .map_or(1.0, |(slots, _)| *slots)
        .min(chosen.0.max(1.0));
    let mut chart = ChartBuilder::on(area)
        .caption("recomputation over checkpoints", letters(17))
        .margin(px(12))
        .margin_right(px(24))
        .x_label_area_size(px(38))
        .y_label_area_size(px(60))
        .build_cartesian_2d((first..most.max(2) as f64).log_scale(), 1.0..top)?;
    axes_with(&mut chart, ("checkpoints", &sparse), "forward steps a step")?;
    chart
        .draw_series(LineSeries::new(shown, line(FORWARD)))?
        .label("best possible, all in memory")
        .legend(key(FORWARD));
    chart
        .draw_series([Circle::new(chosen, px(5), ADJOINT.filled())])?
        .label("this plan")
        .legend(|(x, y)| Circle::new((x + px(9), y), px(4), ADJOINT.filled()));
    canvas::legend(&mut chart, SeriesLabelPosition::UpperRight)
}

/// Both axes, with their names.
fn axes<X, Y>(chart: &mut Chart<'_, '_, X, Y>, across: &str, up: &str) -> Drawn
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
    Y: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let most = chart.x_range().end;
    axes_with(chart, (across, &|x| short(x, most)), up)
}

/// The same with a form for the numbers of the lower one.
fn axes_with<X, Y>(chart: &mut Chart<'_, '_, X, Y>, across: (&str, Form<'_>), up: &str) -> Drawn
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
    Y: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let most = chart.y_range().end;
    let up: (&str, Form<'_>) = (up, &|y| short(y, most));
    canvas::axes(chart, &Axes { across, up })
}

/// A number on a logarithmic axis, where most ticks of a decade stand too close for numbers.
fn sparse(number: f64) -> String {
    let text = short(number, number);
    let first = text.trim_start_matches(['0', '.']).chars().next();
    if first.is_some_and(|digit| "125".contains(digit)) {
        return text;
    }
    String::new()
}

/// Numbers from `first` to `last`, a few in each octave.
fn spread(first: u64, last: u64) -> impl Iterator<Item = u64> {
    let next = move |slots: &u64| {
        let grown = slots + (slots / 12).max(1);
        (*slots < last).then_some(grown.min(last))
    };
    std::iter::successors(Some(first), next)
}
