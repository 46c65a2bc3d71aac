//! A plan as a picture: the schedule over time, what it holds, and what more or less memory would mean.
//!
//! Owns: the drawing. Must not: make the numbers, which are `trace`'s and the planner's.

use crate::Failed;
use crate::numbers::short;
use crate::trace::Trace;
use enzyme_checkpoint::binomial::least_advances;
use enzyme_checkpoint::{Budget, Candidate};
use plotters::coord::Shift;
use plotters::coord::ranged1d::{Ranged, ValueFormatter};
use plotters::prelude::*;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a, 'b, X, Y> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<X, Y>>;
type Drawn = Result<(), Failed>;

const SIZE: (u32, u32) = (1280, 900);
const FORWARD: RGBColor = RGBColor(150, 160, 175);
const ADJOINT: RGBColor = RGBColor(196, 48, 43);
const LEVELS: [(RGBColor, &str); 2] = [
    (RGBColor(24, 116, 152), "in memory"),
    (RGBColor(230, 140, 20), "on disk"),
];
const FONT: &str = "sans-serif";

/// Steps, those of each adjoint counted, that a picture is made of.
pub const MOST_STEPS: u64 = 1_000_000;

/// The picture of a schedule under a budget, whose costs are times in this unit; empty, if nobody knows it.
///
/// # Errors
/// The schedule cannot be drawn.
pub fn draw(candidate: &Candidate, budget: &Budget, unit: &str) -> Result<String, Failed> {
    let mut picture = String::new();
    let root = SVGBackend::with_string(&mut picture, SIZE).into_drawing_area();
    draw_into(&root, candidate, (budget, unit))?;
    drop(root);
    Ok(picture)
}

fn draw_into(root: &Area<'_>, candidate: &Candidate, (budget, unit): (&Budget, &str)) -> Drawn {
    let time = match unit {
        "" => "predicted time".to_owned(),
        unit => format!("predicted time, {unit}"),
    };
    let trace = Trace::of(candidate, budget)?;
    root.fill(&WHITE)?;
    let title = format!(
        "{}: {} steps, {} forward steps ({:.2} a step)",
        candidate.spec.name(),
        budget.steps,
        candidate.count.forward_steps(),
        candidate.recomputation()
    );
    let root = root.titled(&title, (FONT, 24))?;
    let (upper, lower) = root.split_vertically(540);
    let (left, right) = lower.split_horizontally(660);
    schedule(&upper, (&trace, &time), budget)?;
    held(&left, (&trace, &time))?;
    trade(&right, candidate, budget)?;
    root.present()?;
    Ok(())
}

/// Steps over time: runs of the primal, the adjoint, checkpoints written.
fn schedule(area: &Area<'_>, (trace, time): (&Trace, &str), budget: &Budget) -> Drawn {
    let top = budget.steps as f64;
    let mut chart = ChartBuilder::on(area)
        .margin(12)
        .margin_right(24)
        .x_label_area_size(38)
        .y_label_area_size(70)
        .build_cartesian_2d(0.0..span(trace), 0.0..top * 1.02)?;
    axes(&mut chart, time, "step")?;
    let strokes = trace.forward.iter();
    chart
        .draw_series(strokes.map(|run| PathElement::new(run.to_vec(), FORWARD.stroke_width(2))))?
        .label("forward")
        .legend(|(x, y)| PathElement::new(vec![(x, y), (x + 18, y)], FORWARD.stroke_width(2)));
    chart
        .draw_series(LineSeries::new(
            trace.adjoint.iter().copied(),
            ADJOINT.stroke_width(2),
        ))?
        .label("adjoint")
        .legend(|(x, y)| PathElement::new(vec![(x, y), (x + 18, y)], ADJOINT.stroke_width(2)));
    for (level, (colour, name)) in LEVELS.iter().enumerate() {
        let here = trace
            .writes
            .iter()
            .filter(|w| usize::from(w.level) == level);
        let mut here = here.peekable();
        if here.peek().is_none() {
            continue;
        }
        let radius = 2 + level as i32;
        chart
            .draw_series(
                here.map(|w| Circle::new((w.time, w.step as f64), radius, colour.filled())),
            )?
            .label(format!("checkpoint {name}"))
            .legend(move |(x, y)| Circle::new((x + 9, y), 4, colour.filled()));
    }
    legend(&mut chart)
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
        .caption("checkpoints held", (FONT, 17))
        .margin(12)
        .margin_right(24)
        .x_label_area_size(38)
        .y_label_area_size(70)
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
        chart.draw_series(LineSeries::new(steps, colour.stroke_width(2)))?;
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
        .caption("recomputation over checkpoints", (FONT, 17))
        .margin(12)
        .margin_right(24)
        .x_label_area_size(38)
        .y_label_area_size(60)
        .build_cartesian_2d((first..most.max(2) as f64).log_scale(), 1.0..top)?;
    axes_with(&mut chart, "checkpoints", &sparse, "forward steps a step")?;
    chart
        .draw_series(LineSeries::new(shown, FORWARD.stroke_width(2)))?
        .label("best possible, all in memory")
        .legend(|(x, y)| PathElement::new(vec![(x, y), (x + 18, y)], FORWARD.stroke_width(2)));
    chart
        .draw_series([Circle::new(chosen, 5, ADJOINT.filled())])?
        .label("this plan")
        .legend(|(x, y)| Circle::new((x + 9, y), 4, ADJOINT.filled()));
    legend(&mut chart)
}

/// Both axes, with their names.
fn axes<X, Y>(chart: &mut Chart<'_, '_, X, Y>, across: &str, up: &str) -> Drawn
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
    Y: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let most = chart.x_range().end;
    axes_with(chart, across, &|x| short(x, most), up)
}

/// The same with a form for the numbers of the lower one.
fn axes_with<X, Y>(
    chart: &mut Chart<'_, '_, X, Y>,
    across: &str,
    number: &dyn Fn(f64) -> String,
    up: &str,
) -> Drawn
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
    Y: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let most = chart.y_range().end;
    chart
        .configure_mesh()
        .x_desc(across)
        .y_desc(up)
        .x_label_formatter(&|x| number(*x))
        .y_label_formatter(&|y| short(*y, most))
        .light_line_style(TRANSPARENT)
        .label_style((FONT, 14))
        .draw()?;
    Ok(())
}

/// What the colours are.
fn legend<'a, 'b: 'a, X, Y>(chart: &mut Chart<'a, 'b, X, Y>) -> Drawn
where
    X: Ranged<ValueType = f64>,
    Y: Ranged<ValueType = f64>,
{
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.3))
        .label_font((FONT, 14))
        .draw()?;
    Ok(())
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
