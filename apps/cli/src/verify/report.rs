//! Judging and showing the numbers of the driver.
//!
//! Owns: tolerances, the verdict and the table. Must not: compute derivatives.

use super::signature::Signature;
use crate::exit::{Exit, Failure};
use crate::table::table;
use bytesize::ByteSize;
use enzyme_pictures::expansion::{Step, slope};
use serde::Serialize;
use std::time::Duration;

/// Accepted relative differences.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tolerances {
    /// Reverse against forward.
    pub(super) modes: f64,
    /// Reverse against differences.
    pub(super) differences: f64,
}

impl Tolerances {
    /// What can be expected of the number formats concerned.
    pub(super) fn of(signature: &Signature) -> Self {
        Self::of_precision(signature.single_precision())
    }

    /// The same where the narrowest numbers have single precision, or not.
    pub(super) fn of_precision(is_single: bool) -> Self {
        let (modes, differences) = match is_single {
            true => (1e-4, 1e-2),
            false => (1e-10, 1e-6),
        };
        Self { modes, differences }
    }
}

/// Runs that take less, in seconds, are too short for the clock.
const SHORTEST: f64 = 5e-7;

/// What the derivatives cost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Cost {
    /// Seconds of the function, of forward and of reverse mode.
    primal: f64,
    forward: f64,
    reverse: f64,
    /// The most bytes that the tape has held.
    tape: f64,
}

impl Cost {
    fn text(&self) -> String {
        if self.primal < SHORTEST {
            return String::new();
        }
        let time = |seconds: f64| format!("{:.2?}", Duration::from_secs_f64(seconds));
        let times = |seconds: f64| format!("{} ({:.1})", time(seconds), seconds / self.primal);
        let tape = ByteSize::b(self.tape as u64).display().iec().to_string();
        format!(
            "time: primal {}, reverse mode {}, forward mode {}; tape {tape}\n",
            time(self.primal),
            times(self.reverse),
            times(self.forward)
        )
    }
}

/// One comparison: a line of the driver's output.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Row {
    /// Number of the random point.
    pub(super) sample: usize,
    /// Index of the only argument that moves, if not all do.
    pub(super) argument: Option<usize>,
    pub(super) value: f64,
    pub(super) reverse: f64,
    pub(super) forward: f64,
    pub(super) differences: f64,
    /// Root of the sum of squares of the products that make up `reverse`.
    pub(super) scale: f64,
}

impl Row {
    /// Reads one line, behind its first word.
    fn parse(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let sample = words.next()?.parse().ok()?;
        let argument: i64 = words.next()?.parse().ok()?;
        let numbers: Option<Vec<f64>> = words.map(|word| word.parse().ok()).collect();
        let [value, reverse, forward, differences, scale] = numbers?[..] else {
            return None;
        };
        let argument = usize::try_from(argument).ok();
        Some(Self {
            sample,
            argument,
            value,
            reverse,
            forward,
            differences,
            scale,
        })
    }

    /// Relative to the larger number, or to the products if they cancel.
    pub(super) fn relative(&self, other: f64) -> f64 {
        let distance = (self.reverse - other).abs();
        let size = self.reverse.abs().max(other.abs()).max(self.scale);
        if distance == 0.0 {
            0.0
        } else {
            distance / size
        }
    }

    pub(super) fn judge(&self, tolerances: Tolerances) -> Verdict {
        // Written so that anything that is not a number fails.
        if !(self.value.is_finite() && self.reverse.is_finite() && self.forward.is_finite()) {
            Verdict::NotFinite
        } else if self.relative(self.forward) <= tolerances.modes {
            if self.relative(self.differences) <= tolerances.differences {
                Verdict::Agree
            } else {
                Verdict::Differences
            }
        } else if self.relative(self.differences) <= tolerances.differences {
            Verdict::Forward
        } else {
            Verdict::Reverse
        }
    }
}

/// What follows from the numbers; the worst of all points counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Verdict {
    /// All three agree.
    Agree,
    /// Only the differences disagree.
    Differences,
    /// Value or derivative is infinite or not a number.
    NotFinite,
    /// Reverse mode and differences agree, forward mode does not.
    Forward,
    /// Reverse mode agrees with nothing.
    Reverse,
    /// Two runs of the function from the same numbers do not.
    NotRepeated,
}

impl Verdict {
    pub(super) fn word(self) -> &'static str {
        match self {
            Verdict::Agree => "ok",
            Verdict::Differences => "DIFFERENCES",
            Verdict::NotFinite => "NOT FINITE",
            Verdict::Forward => "FORWARD",
            Verdict::Reverse => "REVERSE",
            Verdict::NotRepeated => "NOT REPEATED",
        }
    }

    pub(super) fn sentence(self) -> &'static str {
        match self {
            Verdict::Agree => "reverse mode, forward mode and central differences agree",
            Verdict::Differences => "reverse and forward mode agree, central differences do not",
            Verdict::NotFinite => "a value or derivative is not finite",
            Verdict::Forward => "forward mode disagrees with reverse mode and differences",
            Verdict::Reverse => "reverse mode disagrees with forward mode",
            Verdict::NotRepeated => {
                "the function comes to another result when it runs once more from the same numbers"
            }
        }
    }

    pub(super) fn help(self) -> Option<&'static str> {
        match self {
            Verdict::Agree => None,
            Verdict::Differences => Some(
                "the function may have kinks or jumps here, or be too steep for differences; try --range",
            ),
            Verdict::NotFinite => {
                Some("choose points inside the domain of the function with --range or in --args")
            }
            Verdict::Forward | Verdict::Reverse | Verdict::NotRepeated => {
                Some("please report this if the function has no state of its own")
            }
        }
    }
}

/// All comparisons of a run.
pub(super) struct Report<'s> {
    rows: Vec<Row>,
    steps: Vec<Step>,
    cost: Option<Cost>,
    signature: &'s Signature,
    tolerances: Tolerances,
}

impl<'s> Report<'s> {
    /// Reads the driver's output.
    ///
    /// # Errors
    /// Names the first line that makes no sense.
    pub(super) fn parse(
        text: &str,
        signature: &'s Signature,
        tolerances: Tolerances,
    ) -> Result<Self, String> {
        let mut report = Self {
            rows: Vec::new(),
            steps: Vec::new(),
            cost: None,
            signature,
            tolerances,
        };
        for line in text.lines() {
            report
                .read(line)
                .ok_or_else(|| format!("unexpected line `{line}`"))?;
        }
        if report.rows.is_empty() {
            return Err("the program reported nothing".into());
        }
        Ok(report)
    }

    fn read(&mut self, line: &str) -> Option<()> {
        let (what, rest) = line.split_once(' ')?;
        let numbers = || rest.split(' ').map(|word| word.parse().ok());
        let numbers = || numbers().collect::<Option<Vec<f64>>>();
        match what {
            "point" => self.rows.push(Row::parse(rest)?),
            "taylor" => {
                let [h, change, remainder] = numbers()?[..] else {
                    return None;
                };
                self.steps.push(Step {
                    h,
                    change,
                    remainder,
                });
            }
            "cost" => {
                let [primal, forward, reverse, tape] = numbers()?[..] else {
                    return None;
                };
                self.cost = Some(Cost {
                    primal,
                    forward,
                    reverse,
                    tape,
                });
            }
            _ => return None,
        }
        Some(())
    }

    /// The steps of the Taylor expansion at the first point.
    pub(super) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Times, and how the remainder of the expansion falls.
    pub(super) fn notes(&self) -> String {
        let cost = self.cost.map(|cost| cost.text()).unwrap_or_default();
        let taylor = match slope(&self.steps, 0.0) {
            Some(slope) => format!("Taylor: the remainder falls with h^{slope:.2}\n"),
            None => String::new(),
        };
        cost + &taylor
    }

    /// All of it, for tools.
    pub(super) fn json(&self, function: &str) -> serde_json::Value {
        serde_json::json!({
            "function": function,
            "verdict": self.verdict().sentence(),
            "agrees": self.verdict() == Verdict::Agree,
            "tolerances": {"modes": self.tolerances.modes, "differences": self.tolerances.differences},
            "arguments": self.signature.params.iter().map(|param| &param.name).collect::<Vec<_>>(),
            "points": self.rows,
            "taylor": self.steps,
            "slope": slope(&self.steps, 0.0),
            "cost": self.cost,
        })
    }

    /// The worst of all points.
    pub(super) fn verdict(&self) -> Verdict {
        let judged = self.rows.iter().map(|row| row.judge(self.tolerances));
        judged.max().unwrap_or(Verdict::NotFinite)
    }

    /// A line for each point, and for each argument of points that fail.
    pub(super) fn table(&self) -> String {
        let header = [
            "point",
            "value",
            "reverse",
            "forward",
            "differences",
            "fwd",
            "diff",
            "",
        ];
        let shown = self.rows.iter().filter(|row| self.is_shown(row));
        table(header, shown.map(|row| self.cells(row)).collect())
    }

    /// What follows from the numbers, as an error if they do not agree.
    pub(super) fn outcome(&self) -> Result<String, Failure> {
        let verdict = self.verdict();
        let (sentence, help) = (verdict.sentence(), verdict.help());
        if verdict != Verdict::Agree {
            let failure = Failure::new(Exit::Refused, sentence);
            return Err(help.into_iter().fold(failure, Failure::help));
        }
        let mut text = format!("verdict: {sentence}\n");
        if self.rows.iter().all(|row| row.reverse == 0.0) {
            text.push_str("  = note: all derivatives are zero; does the result depend on them?\n");
        }
        Ok(text)
    }

    /// Single arguments are shown only where they tell more than the whole point does.
    fn is_shown(&self, row: &Row) -> bool {
        let fails = row.judge(self.tolerances) != Verdict::Agree;
        row.argument.is_none() || (fails && self.signature.active().nth(1).is_some())
    }

    fn cells(&self, row: &Row) -> [String; 8] {
        let label = match row.argument {
            None => format!("{}", row.sample + 1),
            Some(k) => format!("  along {}", self.signature.params[k].name),
        };
        let number = |number: f64| format!("{number:.8e}");
        let error = |error: f64| format!("{error:.1e}");
        [
            label,
            number(row.value),
            number(row.reverse),
            number(row.forward),
            number(row.differences),
            error(row.relative(row.forward)),
            error(row.relative(row.differences)),
            row.judge(self.tolerances).word().to_owned(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::signature::Param;
    use crate::verify::spec::{Range, Scalar};

    fn signature() -> Signature {
        let range = Range {
            low: 0.0,
            high: 1.0,
        };
        let param = |name: &str| Param {
            name: name.into(),
            buffer: false,
            scalar: Scalar::Double,
            length: 1,
            active: true,
            range,
        };
        let params = vec![param("x"), param("y")];
        Signature {
            symbol: "f".into(),
            params,
            result: Some(Scalar::Double),
        }
    }

    fn verdict(text: &str) -> (Verdict, String) {
        let signature = signature();
        let tolerances = Tolerances::of(&signature);
        let lines: String = text.lines().map(|line| format!("point {line}\n")).collect();
        let report = Report::parse(&lines, &signature, tolerances).unwrap();
        let outcome = report.outcome().unwrap_or_else(|failure| failure.message);
        (report.verdict(), report.table() + &outcome)
    }

    #[test]
    fn three_numbers_that_agree() {
        let (verdict, table) = verdict("0 -1 5 2 2 2.00000001 2\n0 0 5 1 1 1 1\n");
        assert_eq!(verdict, Verdict::Agree);
        assert!(!table.contains("along"), "{table}");
    }

    #[test]
    fn the_worst_point_decides_and_names_the_argument() {
        let (verdict, table) =
            verdict("0 -1 5 2 2 2 2\n1 -1 5 2 3 3 2\n1 0 5 1 2 2 1\n1 1 5 1 1 1 1\n");
        assert_eq!(verdict, Verdict::Reverse);
        assert!(
            table.contains("  along x") && !table.contains("  along y"),
            "{table}"
        );
    }

    #[test]
    fn cancellation_is_no_failure_and_nan_is() {
        assert_eq!(verdict("0 -1 5 1e-13 0 0 10").0, Verdict::Agree);
        assert_eq!(verdict("0 -1 nan 1 1 1 1").0, Verdict::NotFinite);
        assert_eq!(verdict("0 -1 1 1 1 nan 1").0, Verdict::Differences);
        assert_eq!(verdict("0 -1 1 1 2 1 1").0, Verdict::Forward);
        assert_eq!(verdict("0 -1 1 nan 2 1 1").0, Verdict::NotFinite);
    }

    #[test]
    fn zero_derivatives_are_pointed_out() {
        assert!(
            verdict("0 -1 5 0 0 0 0")
                .1
                .contains("all derivatives are zero")
        );
    }
}
