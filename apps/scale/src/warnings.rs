//! What to know before a prediction is believed: how far it lies from what was measured.
//!
//! Owns: these sentences. Must not: change a prediction.

use crate::answer::Residual;
use crate::file::{Measured, Question};
use crate::step::{Origin, Step};

/// What lies farther from the measured runs than by this factor is told.
const FAR: f64 = 4.0;

/// Errors of the model and of sizes that are told.
const LARGE: f64 = 0.1;

/// All of them, the gravest first.
pub(crate) fn of(
    question: &Question,
    steps: &[Step; 2],
    residuals: &[Residual],
    bytes_per_point: f64,
) -> Vec<String> {
    let one_node = one_node(question);
    [
        one_node,
        more_ranks(question),
        other_blocks(question),
        half_empty(question),
        exact(question, steps),
        missed(residuals),
        nothing(steps),
        other_states(question, bytes_per_point),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The greatest number of ranks that was measured.
fn most(question: &Question) -> u64 {
    let ranks = question.measured.iter().map(|run| run.ranks);
    ranks.max().unwrap_or(1)
}

fn one_node(question: &Question) -> Option<String> {
    let (most, node) = (most(question), question.machine.ranks_per_node);
    let asked = question.machine.ranks.iter().any(|ranks| *ranks > node);
    (question.machine.network.is_none() && most <= node && asked).then(|| {
        format!("all runs were measured on one node (up to {most} ranks, {node} on a node): what messages cost between nodes is not in it; write network in [machine], or measure on several nodes")
    })
}

fn more_ranks(question: &Question) -> Option<String> {
    let most = most(question);
    let asked = *question.machine.ranks.last()?;
    let times = asked as f64 / most as f64;
    (times > FAR).then(|| {
        format!(
            "{asked} ranks are {times:.0} times as many as were measured ({most}): an extrapolation"
        )
    })
}

/// Caches hold small blocks and not large ones.
fn other_blocks(question: &Question) -> Option<String> {
    let range = |all: &mut dyn Iterator<Item = f64>| {
        all.fold((f64::INFINITY, 0.0), |(least, most): (f64, f64), points| {
            (least.min(points), most.max(points))
        })
    };
    let of = |run: &Measured| run.points / run.ranks as f64;
    let measured = range(&mut question.measured.iter().map(of));
    let asked = |ranks: &u64| question.run.points(*ranks) / *ranks as f64;
    let asked = range(&mut question.machine.ranks.iter().map(asked));
    let is_far = asked.1 > FAR * measured.1 || asked.0 < measured.0 / FAR;
    is_far.then(|| {
        let words = |(least, most): (f64, f64)| match least == most {
            true => format!("{least:.3e}"),
            false => format!("{least:.3e} to {most:.3e}"),
        };
        let (asked, measured) = (words(asked), words(measured));
        format!("blocks have {asked} points, those measured {measured}: caches may make points faster or slower")
    })
}

fn half_empty(question: &Question) -> Option<String> {
    let (most, node) = (most(question), question.machine.ranks_per_node);
    (most < node).then(|| {
        format!("no run was measured on a full node ({most} ranks, not {node}): ranks that share a node's memory bandwidth are slower")
    })
}

fn exact(question: &Question, steps: &[Step; 2]) -> Option<String> {
    let all = [
        steps[0].point,
        steps[0].halo,
        steps[0].message,
        steps[0].reduction,
    ];
    let fitted = all.iter().filter(|one| one.origin == Origin::Measured);
    let (fitted, runs) = (fitted.count(), question.measured.len());
    (runs <= fitted).then(|| {
        format!("as many coefficients as measured runs ({runs}): that they agree says nothing; measure one more")
    })
}

fn missed(residuals: &[Residual]) -> Option<String> {
    let worst = residuals.iter().flat_map(|one| {
        let ranks = one.run.ranks;
        [(ranks, one.step_error), (ranks, one.adjoint_error)]
    });
    let (ranks, error) = worst.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))?;
    (error.abs() > LARGE).then(|| {
        let percent = 100.0 * error;
        let ranks = match ranks {
            1 => "1 rank".to_owned(),
            ranks => format!("{ranks} ranks"),
        };
        format!("the model misses the run on {ranks} by {percent:+.0} %: something counts that it does not know")
    })
}

/// Coefficients that the fit has put to zero.
fn nothing(steps: &[Step; 2]) -> Option<String> {
    let named = [("a step", &steps[0]), ("its adjoint", &steps[1])];
    let all = named.iter().flat_map(|(of, step)| {
        [
            ("points", step.point),
            ("borders", step.halo),
            ("reductions", step.reduction),
        ]
        .map(|(what, one)| (format!("{what} of {of}"), one))
    });
    let zero = all.filter(|(_, one)| one.origin == Origin::Measured && one.value == 0.0);
    let zero: Vec<String> = zero.map(|(what, _)| what).collect();
    (!zero.is_empty()).then(|| {
        format!(
            "the measured runs show nothing that {} would cost: they are free here",
            zero.join(", ")
        )
    })
}

fn other_states(question: &Question, bytes_per_point: f64) -> Option<String> {
    let of = |run: &Measured| Some(run.state? * run.ranks as f64 / run.points);
    let far = question.measured.iter().filter_map(of);
    let mut far = far.filter(|bytes| (bytes / bytes_per_point - 1.0).abs() > LARGE);
    far.next().map(|bytes| {
        format!("a measured run had states of {bytes:.1} bytes a point, here there are {bytes_per_point:.1}")
    })
}
