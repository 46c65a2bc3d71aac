//! A program that prints its values beside the inputs and its derivatives, and the judgement of these numbers: mutants
//! have no numbers that are known before. Owns the protocol between the two; must not know how programs are mutated.

use std::fmt::Write as _;

use crate::ast::Program;
use crate::emit_c;
use crate::harness::{self, Shape};
use crate::oracle::{Expected, STEPS};

/// Relative tolerance on derivatives against difference quotients.
const QUOTIENT_TOLERANCE: f64 = 1e-4;
/// Quotients of different steps that differ by more say nothing: the program has a kink or a jump there.
const STABLE: f64 = 1e-5;
/// Relative tolerance of the dot products of both modes.
const DOT_TOLERANCE: f64 = 1e-8;

/// With an argument, only the values are printed, and no derivative is called.
const MAIN: &str = r#"
static void line(const char *what, const double *v, int n)
{
    printf("%s", what);
    for (int i = 0; i < n; i++) printf(" %.17g", v[i]);
    printf("\n");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    static const double steps[] = {STEPS};
    double in[N + 2], *x = in, *y = in + NX, out[N + 1], d[N + 2];
    for (int k = 0; k < 6; k++) {
        double h = k % 2 ? -steps[k / 2] : steps[k / 2];
        for (int i = 0; i < N + 2; i++) in[i] = P_in[i] + h * P_dir[i];
        out[0] = P_f(x, NX, y, in[N], in[N + 1]);
        memcpy(out + 1, in, N * sizeof(double));
        line("value", out, N + 1);
    }
    if (argc > 1) return 0;
    memcpy(in, P_in, sizeof in);
    memcpy(d, P_dir, sizeof d);
    out[0] = __enzyme_fwddiff((void *)P_f, enzyme_dup, x, d, enzyme_const, NX, enzyme_dup, y, d + NX,
        enzyme_dup, P_in[N], P_dir[N], enzyme_dup, P_in[N + 1], P_dir[N + 1]);
    memcpy(out + 1, d, N * sizeof(double));
    line("forward", out, N + 1);
    memcpy(in, P_in, sizeof in);
    memcpy(d, P_seed, N * sizeof(double));
    struct grads g = __enzyme_autodiff((void *)P_f, enzyme_dup, x, d, enzyme_const, NX, enzyme_dup, y, d + NX,
        enzyme_out, P_in[N], enzyme_out, P_in[N + 1]);
    d[N] = g.da;
    d[N + 1] = g.db;
    line("reverse", d, N + 2);
    return 0;
}
"#;

/// The C file of a program that prints.
pub(crate) fn file(program: &Program, expected: &Expected) -> String {
    let shape = Shape::new(program, expected);
    let steps: Vec<String> = STEPS.iter().map(|s| format!("{s:?}")).collect();
    let (nx, ny) = (program.inputs.x.len(), program.inputs.y.len());
    let mut out = String::from(harness::PRELUDE);
    let text = emit_c::program(program);
    out += emit_c::steps::library(&text);
    out += &text;
    out += &shape.numbers();
    let _ = writeln!(out, "enum {{ NX = {nx}, N = {} }};", nx + ny);
    out + &MAIN
        .replace("{STEPS}", &format!("{{{}}}", steps.join(", ")))
        .replace("P_", &emit_c::prefix(program))
}

/// What printed numbers say of the derivatives.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Judgement {
    Right,
    /// The program has no derivative there, or none that quotients could show.
    Undecided,
    Wrong(String),
}

/// Judges what the program printed by two truths that do not lean on each other: forward mode against quotients, and
/// reverse mode against forward mode. Single precision leaves the second.
pub(crate) fn judge(printed: &str, expected: &Expected) -> Judgement {
    let values = rows(printed, "value");
    let forward = rows(printed, "forward");
    let reverse = rows(printed, "reverse");
    let ([tangents], [adjoints]) = (&forward[..], &reverse[..]) else {
        return Judgement::Wrong("the derivatives did not come to their end".to_owned());
    };
    let finite = |row: &Vec<f64>| row.iter().all(|v| v.is_finite() && v.abs() < 1e6);
    if ![&values, &forward, &reverse]
        .into_iter()
        .flatten()
        .all(finite)
    {
        return Judgement::Undecided;
    }
    let dots = dots(expected, tangents, adjoints);
    if expected.floats {
        return dots;
    }
    let judged: Vec<Judgement> = tangents
        .iter()
        .enumerate()
        .map(|(i, tangent)| against_quotients(&values, i, *tangent))
        .chain([dots])
        .collect();
    let wrong = judged.iter().find(|j| matches!(j, Judgement::Wrong(_)));
    match wrong {
        Some(wrong) => wrong.clone(),
        None if judged.contains(&Judgement::Undecided) => Judgement::Undecided,
        None => Judgement::Right,
    }
}

fn rows(printed: &str, what: &str) -> Vec<Vec<f64>> {
    let row = |line: &str| {
        let numbers = line.strip_prefix(what)?;
        Some(numbers.split_whitespace().map(number).collect())
    };
    printed.lines().filter_map(row).collect()
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

/// The adjoints along the direction against the tangents along the seeds.
fn dots(expected: &Expected, tangents: &[f64], adjoints: &[f64]) -> Judgement {
    let seeds = std::iter::once(&1.0)
        .chain(&expected.seed_x)
        .chain(&expected.seed_y);
    let direction = &expected.direction;
    let directions = direction.x.iter().chain(&direction.y).chain(&direction.ab);
    let terms = |a: &[f64], b: &mut dyn Iterator<Item = &f64>| -> Vec<f64> {
        a.iter().zip(b).map(|(a, b)| a * b).collect()
    };
    let forward = terms(tangents, &mut { seeds });
    let reverse = terms(adjoints, &mut { directions });
    let scale: f64 = forward.iter().chain(&reverse).map(|t| t.abs()).sum();
    let (forward, reverse): (f64, f64) = (forward.iter().sum(), reverse.iter().sum());
    let tolerance = if expected.floats { 1e-3 } else { DOT_TOLERANCE };
    match (forward - reverse).abs() <= tolerance * (1.0 + scale) {
        true => Judgement::Right,
        false => Judgement::Wrong(format!(
            "forward mode gives {forward:e}, reverse mode {reverse:e}"
        )),
    }
}

/// A tangent of an output against the quotients of its values.
fn against_quotients(values: &[Vec<f64>], output: usize, tangent: f64) -> Judgement {
    let pairs = values.chunks_exact(2).zip(STEPS);
    let quotients: Vec<f64> = pairs
        .filter_map(|(pair, step)| {
            Some((pair[0].get(output)? - pair[1].get(output)?) / (2.0 * step))
        })
        .collect();
    let near = |a: f64, b: f64, tolerance: f64| (a - b).abs() <= tolerance * (1.0 + b.abs());
    let agrees = quotients
        .iter()
        .any(|q| near(*q, tangent, QUOTIENT_TOLERANCE));
    let stable = quotients.iter().all(|q| near(*q, quotients[0], STABLE));
    match (agrees, stable && quotients.len() == STEPS.len()) {
        (true, _) => Judgement::Right,
        (false, false) => Judgement::Undecided,
        (false, true) => Judgement::Wrong(format!(
            "output {output}: forward mode gives {tangent:e}, quotients {:e}",
            quotients[0]
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::Language;
    use crate::campaign;
    use crate::features::Features;
    use crate::generate::{self, Knobs};

    /// What a program prints whose result is twice its first input and whose memory stays as it is.
    fn printed(expected: &Expected, slope: f64, back: f64) -> String {
        let d = &expected.direction;
        let along: Vec<f64> = d.x.iter().chain(&d.y).copied().collect();
        let text = |row: &[f64]| row.iter().map(|v| format!(" {v:.17e}")).collect::<String>();
        let mut out = String::new();
        for step in STEPS.iter().flat_map(|h| [*h, -*h]) {
            let outputs = std::iter::once(2.0 * d.x[0]).chain(along.iter().copied());
            let row: Vec<f64> = outputs.map(|o| o * step).collect();
            out += &format!("value{}\n", text(&row));
        }
        let tangents: Vec<f64> = std::iter::once(slope * d.x[0]).chain(along).collect();
        let mut adjoints = [&expected.seed_x[..], &expected.seed_y[..], &[0.0, 0.0]].concat();
        adjoints[0] += back;
        out + &format!("forward{}\nreverse{}\n", text(&tangents), text(&adjoints))
    }

    #[test]
    fn numbers_are_judged() {
        let knobs = Knobs {
            features: Features::standard(),
            size: 3,
            language: Language::C,
        };
        let program = (1..).find_map(|seed| generate::program(seed, knobs));
        let case = program.and_then(campaign::case).expect("a program");
        let mut expected = case.expected;
        expected.floats = false;
        expected.direction.x[0] = 1.0;
        assert_eq!(
            judge(&printed(&expected, 2.0, 2.0), &expected),
            Judgement::Right
        );
        for (slope, back) in [(0.0, 0.0), (2.0, 0.0), (3.0, 3.0)] {
            let judged = judge(&printed(&expected, slope, back), &expected);
            assert!(matches!(judged, Judgement::Wrong(_)), "{slope} {back}");
        }
        assert_eq!(
            judge(&printed(&expected, f64::NAN, 2.0), &expected),
            Judgement::Undecided
        );
    }
}
