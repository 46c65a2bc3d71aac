//! The answer as a whole: steps fitted to what was measured, and a row for each number of ranks.
//!
//! Owns: its data. Must not: print.

use crate::file::{Measured, Question};
use crate::predict::{Outcome, Row, predict};
use crate::step::{Given, Sample, Step, Untold};
use crate::warnings;
use serde::Serialize;

/// By what part the model misses a measured run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Residual {
    /// The run.
    #[serde(flatten)]
    pub run: Measured,
    /// Of the step forward: 0.01, if the model says 1 % more.
    pub step_error: f64,
    /// Of the step with its adjoint.
    pub adjoint_error: f64,
}

/// What is said of a cluster.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// The step forward.
    pub step: Step,
    /// The step with its adjoint.
    pub adjoint: Step,
    /// Bytes of a state for each point.
    pub bytes_per_point: f64,
    /// How well it fits.
    pub residuals: Vec<Residual>,
    /// What to know before any of it is believed.
    pub warnings: Vec<String>,
    /// The smallest number of ranks first.
    pub rows: Vec<Row>,
}

/// Answers.
///
/// # Errors
/// What was measured does not tell all that is needed: what, and what to do about it.
pub fn answer(question: &Question) -> Result<Answer, (String, String)> {
    let bytes_per_point = bytes_per_point(question)?;
    let steps = [
        fitted(question, bytes_per_point, 1.0, |run| run.step)?,
        fitted(question, bytes_per_point, 2.0, |run| run.adjoint)?,
    ];
    let residuals = question.measured.iter().map(|run| {
        let block = question.run.grid(run.points).block(run.ranks);
        let of = |step: &Step, time: f64| {
            let said = block.map(|block| step.parts(&block, run.ranks).sum());
            said.map_or(f64::NAN, |said| said / time - 1.0)
        };
        Residual {
            run: run.clone(),
            step_error: of(&steps[0], run.step),
            adjoint_error: of(&steps[1], run.adjoint),
        }
    });
    let residuals: Vec<Residual> = residuals.collect();
    let rows = question.machine.ranks.iter().map(|ranks| {
        let outcome = match predict(question, bytes_per_point, &steps, *ranks) {
            Ok(prediction) => Outcome::Possible(Box::new(prediction)),
            Err(impossible) => Outcome::Impossible { impossible },
        };
        Row {
            ranks: *ranks,
            outcome,
        }
    });
    let mut rows: Vec<Row> = rows.collect();
    compare(&mut rows);
    Ok(Answer {
        warnings: warnings::of(question, &steps, &residuals, bytes_per_point),
        step: steps[0],
        adjoint: steps[1],
        bytes_per_point,
        residuals,
        rows,
    })
}

/// As the file says, or as the largest state that was measured has it.
fn bytes_per_point(question: &Question) -> Result<f64, (String, String)> {
    let of = |run: &Measured| Some(run.state? * run.ranks as f64 / run.points);
    let measured = question.measured.iter().filter_map(of);
    let measured = measured.reduce(f64::max);
    question.run.bytes_per_point.or(measured).ok_or_else(|| {
        let what = "nothing says how large a state is";
        let help = "write bytes_per_point = 40 in [run], or `state` in each of `runs`";
        (what.to_owned(), help.to_owned())
    })
}

fn fitted(
    question: &Question,
    bytes_per_point: f64,
    passes: f64,
    time: fn(&Measured) -> f64,
) -> Result<Step, (String, String)> {
    let sample = |run: &Measured| -> Result<Sample, (String, String)> {
        let block = question.run.grid(run.points).block(run.ranks);
        let block = block.ok_or_else(|| {
            let (ranks, points) = (run.ranks, run.points);
            let what = format!(
                "{ranks} ranks cannot have measured {points} points: in some direction the grid has fewer points than ranks"
            );
            let help = "correct `points` in [measured], or `dimensions` and `cut` in [run]";
            (what, help.to_owned())
        })?;
        Ok(Sample {
            ranks: run.ranks,
            block,
            time: time(run),
        })
    };
    let samples = question.measured.iter().map(sample);
    let samples: Vec<Sample> = samples.collect::<Result<_, _>>()?;
    let given = Given {
        reductions: question.run.reductions,
        network: question.network(bytes_per_point),
        passes,
    };
    Step::fit(&samples, &given).map_err(|untold| said(untold, samples.len()))
}

fn said(untold: Untold, runs: usize) -> (String, String) {
    let (what, help) = match untold {
        Untold::Halo => (
            "what the borders of blocks cost",
            "measure on 2 ranks as well, or write network in [machine]",
        ),
        Untold::Reductions => (
            "what reductions over all ranks cost",
            "measure on more numbers of ranks (1, 2, 4 and 8), write network in [machine], or reductions = 0 in [run] if a step has none",
        ),
    };
    let runs = match runs {
        1 => "the measured run does".to_owned(),
        runs => format!("the {runs} measured runs do"),
    };
    (format!("{runs} not tell {what}"), help.to_owned())
}

/// Efficiencies, as against the smallest number of ranks on which the run comes to an end.
fn compare(rows: &mut [Row]) {
    let mut first = None;
    for row in rows {
        if let Outcome::Possible(prediction) = &mut row.outcome {
            let rate = prediction.points / (row.ranks as f64 * prediction.time);
            prediction.efficiency = match rate > 0.0 {
                true => rate / *first.get_or_insert(rate),
                false => 0.0,
            };
        }
    }
}
