//! The outcome of one instance, and all outcomes as JSON. Owns the ratios that tables and files
//! show, so that both show the same.

use anyhow::Result;
use serde::Serialize;

use crate::build::Failure;
use crate::json::ProgramReport;
use crate::problems::Instance;
use crate::reference::References;
use crate::verdict::{Mode, Verdict};

/// What came of one instance.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    /// What was run.
    pub(crate) instance: Instance,
    /// The numbers with their verdict, or why there are none.
    pub(crate) result: Result<(ProgramReport, Verdict), Failure>,
}

impl Outcome {
    /// Judges what a program reported.
    pub(crate) fn new(
        instance: Instance,
        mode: Mode,
        result: Result<ProgramReport, Failure>,
        references: &References,
    ) -> Self {
        let reference = instance.data.and_then(|file| references.of(file));
        let result = result.map(|report| {
            let verdict = Verdict::of(mode, &report, reference);
            (report, verdict)
        });
        Outcome { instance, result }
    }

    /// Whether it ran and met every tolerance.
    pub(crate) fn passes(&self) -> bool {
        self.result
            .as_ref()
            .is_ok_and(|(_, verdict)| verdict.complaints.is_empty())
    }
}

/// Times over the primal's time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Ratios {
    /// Reverse mode of the engine.
    pub(crate) gradient: Option<f64>,
    /// Forward mode of the engine.
    pub(crate) tangent: Option<f64>,
    /// Hand-written adjoint.
    pub(crate) hand: Option<f64>,
}

impl Ratios {
    /// The ratios of a report; absent where a time is.
    pub(crate) fn of(report: &ProgramReport) -> Self {
        let over = |seconds: Option<f64>| Some(seconds? / report.primal_seconds?);
        Ratios {
            gradient: over(report.gradient_seconds),
            tangent: over(report.tangent_seconds),
            hand: over(report.hand_seconds),
        }
    }
}

/// One entry of bench.json. Times are medians in seconds.
#[derive(Serialize)]
struct Entry<'a> {
    problem: &'a str,
    instance: &'a str,
    passes: bool,
    #[serde(flatten)]
    numbers: Option<Numbers>,
    peer_ratio: (f64, f64),
    complaints: Vec<String>,
}

#[derive(Serialize)]
struct Numbers {
    inputs: u64,
    value: f64,
    primal_seconds: Option<f64>,
    gradient_seconds: Option<f64>,
    tangent_seconds: Option<f64>,
    hand_seconds: Option<f64>,
    ratio: Ratios,
    tape_bytes: Option<u64>,
    value_gap: Option<f64>,
    reference_gap: Option<f64>,
    difference_gap: Option<f64>,
    dot_gap: Option<f64>,
}

/// All outcomes as the text of bench.json.
pub(crate) fn to_json(outcomes: &[Outcome]) -> Result<String> {
    let entries: Vec<Entry<'_>> = outcomes.iter().map(entry).collect();
    Ok(serde_json::to_string_pretty(&entries)? + "\n")
}

fn entry(outcome: &Outcome) -> Entry<'_> {
    let complaints = match &outcome.result {
        Ok((_, verdict)) => verdict.complaints.clone(),
        Err(failure) => vec![failure.summary.clone()],
    };
    Entry {
        problem: outcome.instance.problem.name,
        instance: outcome.instance.label(),
        passes: outcome.passes(),
        numbers: outcome
            .result
            .as_ref()
            .ok()
            .map(|(report, verdict)| numbers(report, verdict)),
        peer_ratio: outcome.instance.problem.peer,
        complaints,
    }
}

fn numbers(report: &ProgramReport, verdict: &Verdict) -> Numbers {
    Numbers {
        inputs: report.inputs,
        value: report.value,
        primal_seconds: report.primal_seconds,
        gradient_seconds: report.gradient_seconds,
        tangent_seconds: report.tangent_seconds,
        hand_seconds: report.hand_seconds,
        ratio: Ratios::of(report),
        tape_bytes: report.tape_bytes,
        value_gap: verdict.value_gap,
        reference_gap: verdict.reference_gap,
        difference_gap: verdict.difference_gap,
        dot_gap: verdict.dot_gap,
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::json::tests::FULL;
    use crate::problems;

    /// A good outcome, for the tests of other modules as well.
    pub(crate) fn good() -> Outcome {
        let report = ProgramReport::parse(FULL);
        let report = report.map_err(|e| failure(&e.to_string()));
        Outcome::new(
            problems::demo()[0],
            Mode::Ad,
            report,
            &References::default(),
        )
    }

    /// An outcome of which there is no report.
    pub(crate) fn broken() -> Outcome {
        let result = Err(failure("cannot compile fft_main.c: exit status: 1"));
        Outcome::new(
            problems::demo()[6],
            Mode::Ad,
            result,
            &References::default(),
        )
    }

    fn failure(summary: &str) -> Failure {
        Failure {
            summary: summary.to_owned(),
            details: "line 1\nline 2\n".to_owned(),
        }
    }

    #[test]
    fn ratios_are_times_over_the_primal() {
        let report = ProgramReport::parse(FULL).unwrap();
        let ratios = Ratios::of(&report);
        assert!((ratios.gradient.unwrap() - 3.0).abs() < 1e-12);
        assert!((ratios.hand.unwrap() - 1.6).abs() < 1e-12);
        let untimed = ProgramReport {
            primal_seconds: None,
            ..report
        };
        assert_eq!(Ratios::of(&untimed).gradient, None);
    }

    #[test]
    fn json_holds_numbers_of_the_good_and_reasons_of_the_broken() {
        assert!(good().passes() && !broken().passes());
        let text = to_json(&[good(), broken()]).unwrap();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value[0]["gradient_seconds"], 0.003);
        assert_eq!(value[0]["passes"], true);
        assert_eq!(value[0]["peer_ratio"][1], 5.7);
        assert_eq!(value[1]["problem"], "fft");
        assert_eq!(value[1]["gradient_seconds"], serde_json::Value::Null);
        assert_eq!(
            value[1]["complaints"][0],
            "cannot compile fft_main.c: exit status: 1"
        );
    }
}
