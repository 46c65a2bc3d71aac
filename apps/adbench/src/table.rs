//! Outcomes as text for people. Owns columns, units and alignment; computes nothing but what to
//! show.

use crate::json::ProgramReport;
use crate::report::{Outcome, Ratios};
use crate::verdict::{DIFFERENCE_TOLERANCE, DOT_TOLERANCE, REFERENCE_TOLERANCE, Verdict};

/// What stands where nothing was measured.
const ABSENT: &str = "-";
/// Most lines of a compiler's output to quote.
const QUOTED_LINES: usize = 12;

/// The table of `demo`: every check, then times.
pub(crate) fn demo(outcomes: &[Outcome]) -> String {
    let header = [
        "problem",
        "instance",
        "value",
        "d value",
        "d refer.",
        "d differ.",
        "d fwd/rev",
        "primal",
        "gradient",
        "ratio",
        "tape",
        "verdict",
    ];
    let rows = outcomes
        .iter()
        .map(|o| row(o, header.len(), demo_cells))
        .collect();
    let legend = format!(
        "d value, d refer.: value and gradient against reference.json, closed form or hand-written \
         adjoint (tolerance {REFERENCE_TOLERANCE:.0e})\n\
         d differ.: gradient against differences ({DIFFERENCE_TOLERANCE:.0e}); \
         d fwd/rev: reverse against forward mode ({DOT_TOLERANCE:.0e}); all relative\n"
    );
    format!("{}\n{legend}{}", align(&header, rows), summary(outcomes))
}

/// The table of `bench`: times and ratios, next to hand-written and published ones.
pub(crate) fn bench(outcomes: &[Outcome]) -> String {
    let header = [
        "problem", "instance", "inputs", "primal", "forward", "gradient", "hand", "fwd/pr",
        "grad/pr", "hand/pr", "peer/pr", "tape", "verdict",
    ];
    let rows = outcomes
        .iter()
        .map(|o| row(o, header.len(), bench_cells))
        .collect();
    let legend = "times are medians; /pr: over the primal's time; hand: hand-written adjoint; \
                  peer: published ratios of the peer engine\n";
    format!("{}\n{legend}{}", align(&header, rows), summary(outcomes))
}

/// What is wrong with an outcome, with the beginning of what the compiler said; empty if nothing
/// is.
pub(crate) fn complaints(outcome: &Outcome) -> String {
    let lines: Vec<&str> = match &outcome.result {
        Ok((_, verdict)) => verdict.complaints.iter().map(String::as_str).collect(),
        Err(failure) => std::iter::once(failure.summary.as_str())
            .chain(failure.details.lines().take(QUOTED_LINES))
            .collect(),
    };
    lines.iter().map(|line| format!("    {line}\n")).collect()
}

/// One line per failure, and a last line with the count.
fn summary(outcomes: &[Outcome]) -> String {
    let mut text = String::new();
    for outcome in outcomes.iter().filter(|o| !o.passes()) {
        let reason = match &outcome.result {
            Ok((_, verdict)) => verdict.complaints.join("; "),
            Err(failure) => failure.summary.clone(),
        };
        let name = outcome.instance.problem.name;
        text += &format!("FAIL {name} ({}): {reason}\n", outcome.instance.label());
    }
    let passed = outcomes.iter().filter(|o| o.passes()).count();
    text + &format!("{passed} of {} passed\n", outcomes.len())
}

/// The cells of an outcome; of one without a report only names and the verdict.
fn row(
    outcome: &Outcome,
    columns: usize,
    cells: fn(&Outcome, &ProgramReport, &Verdict) -> Vec<String>,
) -> Vec<String> {
    let mut row = vec![
        outcome.instance.problem.name.to_owned(),
        instance_name(outcome),
    ];
    match &outcome.result {
        Ok((report, verdict)) => row.extend(cells(outcome, report, verdict)),
        Err(_) => row.resize(columns - 1, ABSENT.to_owned()),
    }
    row.push(if outcome.passes() { "ok" } else { "FAIL" }.to_owned());
    row
}

/// The data file, or the program's own words for data it made.
fn instance_name(outcome: &Outcome) -> String {
    match (&outcome.instance.data, &outcome.result) {
        (None, Ok((report, _))) => report.instance.clone(),
        _ => outcome.instance.label().to_owned(),
    }
}

fn demo_cells(_: &Outcome, report: &ProgramReport, verdict: &Verdict) -> Vec<String> {
    vec![
        format!("{:.12e}", report.value),
        gap(verdict.value_gap),
        gap(verdict.reference_gap),
        gap(verdict.difference_gap),
        gap(verdict.dot_gap),
        time(report.primal_seconds),
        time(report.gradient_seconds),
        ratio(Ratios::of(report).gradient),
        bytes(report.tape_bytes),
    ]
}

fn bench_cells(outcome: &Outcome, report: &ProgramReport, _: &Verdict) -> Vec<String> {
    let ratios = Ratios::of(report);
    vec![
        report.inputs.to_string(),
        time(report.primal_seconds),
        time(report.tangent_seconds),
        time(report.gradient_seconds),
        time(report.hand_seconds),
        ratio(ratios.tangent),
        ratio(ratios.gradient),
        ratio(ratios.hand),
        peer(outcome.instance.problem.peer),
        bytes(report.tape_bytes),
    ]
}

fn gap(gap: Option<f64>) -> String {
    gap.map_or(ABSENT.to_owned(), |gap| format!("{gap:.1e}"))
}

fn ratio(ratio: Option<f64>) -> String {
    ratio.map_or(ABSENT.to_owned(), |ratio| format!("{ratio:.2}"))
}

fn peer((low, high): (f64, f64)) -> String {
    if low == high {
        format!("{low:.1}")
    } else {
        format!("{low:.1}-{high:.1}")
    }
}

/// A time with three digits and a unit that suits it.
fn time(seconds: Option<f64>) -> String {
    let Some(seconds) = seconds else {
        return ABSENT.to_owned();
    };
    let (scaled, unit) = match seconds {
        s if s < 1e-3 => (s * 1e6, "us"),
        s if s < 1.0 => (s * 1e3, "ms"),
        s => (s, "s"),
    };
    let decimals = if scaled < 10.0 {
        2
    } else {
        usize::from(scaled < 100.0)
    };
    format!("{scaled:.decimals$} {unit}")
}

fn bytes(bytes: Option<u64>) -> String {
    match bytes {
        None => ABSENT.to_owned(),
        Some(bytes) if bytes < 10_240 => format!("{bytes} B"),
        Some(bytes) if bytes < 10_485_760 => format!("{} KiB", bytes / 1024),
        Some(bytes) => format!("{} MiB", bytes / 1_048_576),
    }
}

/// Columns as wide as their widest cell; names and the verdict to the left, numbers to the right.
fn align(header: &[&str], rows: Vec<Vec<String>>) -> String {
    let widths: Vec<usize> = (0..header.len())
        .map(|c| {
            rows.iter()
                .map(|r| r[c].len())
                .chain([header[c].len()])
                .max()
                .unwrap_or(0)
        })
        .collect();
    let rule = widths.iter().map(|w| "-".repeat(*w)).collect();
    let head = header.iter().map(|h| (*h).to_owned()).collect();
    [head, rule]
        .iter()
        .chain(&rows)
        .map(|cells| line(cells, &widths))
        .collect()
}

fn line(cells: &[String], widths: &[usize]) -> String {
    let is_text = |c: usize| c < 2 || c + 1 == cells.len();
    let padded: Vec<String> = cells
        .iter()
        .zip(widths)
        .enumerate()
        .map(|(c, (cell, &width))| {
            if is_text(c) {
                format!("{cell:<width$}")
            } else {
                format!("{cell:>width$}")
            }
        })
        .collect();
    padded.join("  ").trim_end().to_owned() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::{broken, good};

    #[test]
    fn units_suit_the_size() {
        assert_eq!(time(Some(1.234e-5)), "12.3 us");
        assert_eq!(time(Some(1.234e-3)), "1.23 ms");
        assert_eq!(time(Some(0.1234)), "123 ms");
        assert_eq!(time(Some(12.34)), "12.3 s");
        assert_eq!(time(None), "-");
        assert_eq!(bytes(Some(4096)), "4096 B");
        assert_eq!(bytes(Some(6_553_600)), "6400 KiB");
        assert_eq!(bytes(Some(65_536_000)), "62 MiB");
        assert_eq!(peer((8.0, 8.0)), "8.0");
        assert_eq!(peer((1.1, 1.6)), "1.1-1.6");
    }

    #[test]
    fn columns_line_up() {
        let table = align(
            &["a", "b", "number", "verdict"],
            vec![
                vec!["x".into(), "long name".into(), "1".into(), "ok".into()],
                vec!["yy".into(), "n".into(), "12345678".into(), "FAIL".into()],
            ],
        );
        let expected = "\
a   b            number  verdict
--  ---------  --------  -------
x   long name         1  ok
yy  n          12345678  FAIL
";
        assert_eq!(table, expected);
    }

    #[test]
    fn demo_shows_the_good_and_the_broken() {
        let text = demo(&[good(), broken()]);
        assert!(text.contains("3.00 ms   3.00  4096 B  ok"), "{text}");
        assert!(
            text.contains("FAIL fft (built-in data): cannot compile fft_main.c"),
            "{text}"
        );
        assert!(text.ends_with("1 of 2 passed\n"), "{text}");
    }

    #[test]
    fn bench_shows_hand_written_and_published_ratios() {
        let text = bench(&[good()]);
        assert!(
            text.contains("2.00     3.00     1.60  3.2-5.7  4096 B  ok"),
            "{text}"
        );
    }

    #[test]
    fn complaints_quote_the_compiler() {
        assert_eq!(complaints(&good()), "");
        let text = complaints(&broken());
        assert!(
            text.contains("    cannot compile") && text.contains("    line 2\n"),
            "{text}"
        );
    }
}
