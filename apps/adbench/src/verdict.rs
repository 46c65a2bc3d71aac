//! Judges a program's report. Owns the tolerances and the rule how two numbers are compared; every
//! check that a mode owes must be there, so that a missing number never passes.

use std::collections::BTreeMap;

use crate::json::ProgramReport;
use crate::reference::Reference;

/// Gradient and value against reference.json, a closed form or the hand-written adjoint.
pub(crate) const REFERENCE_TOLERANCE: f64 = 1e-10;
/// Against differences.
pub(crate) const DIFFERENCE_TOLERANCE: f64 = 1e-6;
/// Reverse against forward mode.
pub(crate) const DOT_TOLERANCE: f64 = 1e-12;

/// Whether the engine takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// The engine's derivatives are checked.
    Ad,
    /// Only the hand-written adjoints are checked.
    NoAd,
}

/// The gaps of one report, and what is wrong with them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Verdict {
    /// Value against reference.json or a closed form.
    pub(crate) value_gap: Option<f64>,
    /// Gradient against reference.json and a closed form or the hand-written adjoint.
    pub(crate) reference_gap: Option<f64>,
    /// Gradient against differences.
    pub(crate) difference_gap: Option<f64>,
    /// Reverse against forward mode.
    pub(crate) dot_gap: Option<f64>,
    /// One line for each tolerance missed; empty if all is well.
    pub(crate) complaints: Vec<String>,
}

impl Verdict {
    /// Compares a report with the reference of its data, if there is one.
    pub(crate) fn of(mode: Mode, report: &ProgramReport, reference: Option<&Reference>) -> Self {
        let mut verdict = Verdict::default();
        let (values, derivatives) = verdict.reference_gaps(report, reference);
        verdict.value_gap = worst(values, report.closed_value_gap);
        verdict.reference_gap = worst(derivatives, report.closed_gap);
        verdict.difference_gap = match mode {
            Mode::Ad => report.difference_gap,
            Mode::NoAd => report.hand_difference_gap,
        };
        verdict.dot_gap = report.dot_gap;
        verdict.judge(mode, reference.is_some(), report);
        verdict
    }

    /// Gaps of the named values and derivatives; a name the program does not print is a complaint.
    fn reference_gaps(
        &mut self,
        report: &ProgramReport,
        reference: Option<&Reference>,
    ) -> (Option<f64>, Option<f64>) {
        let Some(reference) = reference else {
            return (None, None);
        };
        for name in reference.keys() {
            if !report.values.contains_key(name) && !report.derivatives.contains_key(name) {
                self.complaints
                    .push(format!("the program prints no `{name}`"));
            }
        }
        (
            named_gap(&report.values, reference),
            named_gap(&report.derivatives, reference),
        )
    }

    fn judge(&mut self, mode: Mode, has_reference: bool, report: &ProgramReport) {
        let engine = mode == Mode::Ad;
        let closed_value = has_reference || report.closed_value_gap.is_some();
        let checks = [
            (
                "value against reference",
                self.value_gap,
                REFERENCE_TOLERANCE,
                closed_value,
            ),
            (
                "gradient against reference",
                self.reference_gap,
                REFERENCE_TOLERANCE,
                engine || has_reference,
            ),
            (
                "gradient against differences",
                self.difference_gap,
                DIFFERENCE_TOLERANCE,
                true,
            ),
            (
                "reverse against forward mode",
                self.dot_gap,
                DOT_TOLERANCE,
                engine,
            ),
        ];
        for (what, gap, tolerance, required) in checks {
            self.complaints
                .extend(complaint(what, gap, tolerance, required));
        }
        if engine && report.gradient_seconds.is_none() && report.primal_seconds.is_some() {
            self.complaints
                .push("the program timed no gradient of the engine".to_owned());
        }
        if !report.value.is_finite() {
            self.complaints
                .push(format!("the value is {}", report.value));
        }
    }
}

/// What is wrong with a gap, if anything. A NaN is larger than any tolerance.
fn complaint(what: &str, gap: Option<f64>, tolerance: f64, required: bool) -> Option<String> {
    match gap {
        Some(gap) if gap <= tolerance => None,
        Some(gap) => Some(format!("{what}: {gap:.1e} exceeds {tolerance:.0e}")),
        None if required => Some(format!("{what}: not measured")),
        None => None,
    }
}

/// The larger of two gaps that may be absent; NaN is the largest.
fn worst(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if a.is_nan() || a > b { a } else { b }),
        (a, b) => a.or(b),
    }
}

/// Largest relative gap over the names known to both; numbers below a millionth of the largest
/// reference are compared on that scale, as exact zeros are among them.
fn named_gap(measured: &BTreeMap<String, f64>, reference: &Reference) -> Option<f64> {
    let pairs: Vec<(f64, f64)> = measured
        .iter()
        .filter_map(|(name, value)| Some((*value, *reference.get(name)?)))
        .collect();
    let largest = pairs
        .iter()
        .fold(0.0, |max: f64, (_, reference)| max.max(reference.abs()));
    pairs.into_iter().fold(None, |gap, (value, reference)| {
        let scale = reference.abs().max(1e-6 * largest);
        let own = if value == reference {
            0.0
        } else {
            (value - reference).abs() / scale
        };
        worst(gap, Some(own))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::tests::FULL;

    fn report() -> ProgramReport {
        ProgramReport::parse(FULL).unwrap()
    }

    fn reference() -> Reference {
        Reference::from([
            ("objective".to_owned(), -5240.590562549577),
            ("d/alpha[0]".to_owned(), 167.21527511000082),
        ])
    }

    /// The complaints after one change to a report that has none.
    fn complaints(mode: Mode, change: impl FnOnce(&mut ProgramReport)) -> Vec<String> {
        let mut report = report();
        change(&mut report);
        Verdict::of(mode, &report, Some(&reference())).complaints
    }

    #[test]
    fn a_good_report_passes_in_both_modes() {
        assert!(complaints(Mode::Ad, |_| ()).is_empty());
        assert!(complaints(Mode::NoAd, |r| r.dot_gap = None).is_empty());
    }

    #[test]
    fn every_tolerance_is_enforced() {
        let misses: [fn(&mut ProgramReport); 6] = [
            |r| r.closed_gap = Some(2e-10),
            |r| r.difference_gap = Some(2e-6),
            |r| r.dot_gap = Some(2e-12),
            |r| r.closed_value_gap = Some(2e-10),
            |r| *r.derivatives.get_mut("d/alpha[0]").unwrap() *= 1.0 + 1e-9,
            |r| *r.values.get_mut("objective").unwrap() *= 1.0 + 1e-9,
        ];
        for (i, miss) in misses.into_iter().enumerate() {
            assert_eq!(complaints(Mode::Ad, miss).len(), 1, "miss {i}");
        }
    }

    #[test]
    fn nan_and_absence_never_pass() {
        assert_eq!(
            complaints(Mode::Ad, |r| r.dot_gap = Some(f64::NAN)).len(),
            1
        );
        assert_eq!(complaints(Mode::Ad, |r| r.dot_gap = None).len(), 1);
        assert_eq!(complaints(Mode::Ad, |r| r.gradient_seconds = None).len(), 1);
        assert_eq!(
            complaints(Mode::NoAd, |r| r.hand_difference_gap = None).len(),
            1
        );
        assert_eq!(complaints(Mode::Ad, |r| r.value = f64::INFINITY).len(), 1);
        let nan = |r: &mut ProgramReport| {
            r.derivatives.insert("d/alpha[0]".to_owned(), f64::NAN);
        };
        assert_eq!(complaints(Mode::Ad, nan).len(), 1);
    }

    #[test]
    fn a_missing_name_is_a_complaint() {
        // The name is missing, and so no derivative is left to compare but the closed gap.
        let found = complaints(Mode::Ad, |r| r.derivatives.clear());
        assert_eq!(found, ["the program prints no `d/alpha[0]`"]);
    }

    #[test]
    fn exact_zeros_are_compared_on_the_scale_of_the_others() {
        let reference = Reference::from([("a".to_owned(), 0.0), ("b".to_owned(), 100.0)]);
        let measured = BTreeMap::from([("a".to_owned(), 1e-16), ("b".to_owned(), 100.0)]);
        assert!(named_gap(&measured, &reference).is_some_and(|gap| (gap - 1e-12).abs() < 1e-15));
        assert_eq!(named_gap(&BTreeMap::new(), &reference), None);
    }

    #[test]
    fn worst_keeps_nan() {
        assert!(worst(Some(f64::NAN), Some(1.0)).is_some_and(f64::is_nan));
        assert!(worst(Some(1.0), Some(f64::NAN)).is_some_and(f64::is_nan));
        assert_eq!(worst(Some(1.0), Some(2.0)), Some(2.0));
        assert_eq!(worst(None, Some(2.0)), Some(2.0));
    }
}
