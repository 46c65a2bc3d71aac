//! The C test driver: embeds inputs, directions and expected numbers, calls the programs and their
//! derivatives, and prints a line per mismatch. Owns the protocol that `run` reads; must not decide
//! what is expected.

mod second;
mod several;
mod split;

use std::fmt::Write as _;

use crate::ast::Program;
use crate::emit_c;
use crate::features::OF_TEAMS;
use crate::oracle::{Expected, Gradient, QUOTIENT_TOLERANCE, STEPS};
use crate::visit;

/// Relative tolerance on values: only differences of libm calls folded at compile time.
const PRIMAL_TOLERANCE: f64 = 1e-13;
/// The same where workers add in any order.
const TEAM_PRIMAL_TOLERANCE: f64 = 1e-11;
/// The same for single precision, where one folded `tanhf` may differ in its last bit.
const FLOAT_PRIMAL_TOLERANCE: f64 = 1e-5;

pub(crate) const PRELUDE: &str = r#"#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for qsort_r */
#endif
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __cplusplus
#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>
#endif

#if defined AD_HEADER /* a stand-in for the declarations below */
#include AD_HEADER
#elif !defined NO_AD
extern int enzyme_dup, enzyme_dupnoneed, enzyme_const, enzyme_out;
struct grads { double da, db; };
extern double __enzyme_fwddiff(void *, ...);
extern struct grads __enzyme_autodiff(void *, ...);
#endif

#ifdef RUNTIME_ACTIVITY /* the inactive argument is its own shadow */
extern int enzyme_runtime_activity;
#define PASSIVE(w) enzyme_runtime_activity, enzyme_dup, w, w
#define PASSIVE_TWICE(w) enzyme_runtime_activity, enzyme_dup, w, w, w
#else
#define PASSIVE(w) enzyme_const, w
#define PASSIVE_TWICE(w) enzyme_const, w
#endif

#ifndef SLACK /* factor on the tolerances of derivatives, for inexact stand-ins */
#define SLACK 1.0
#endif
static int bad;

static void same(const char *what, const double *got, const double *want, int n, double tolerance)
{
    double scale = 1.0;
    for (int i = 0; i < n; i++) {
        if (fabs(want[i]) > scale) scale = fabs(want[i]);
    }
    for (int i = 0; i < n; i++) {
        if (!(fabs(got[i] - want[i]) <= tolerance * scale)) {
            printf("  %s[%d]: got %.17g, want %.17g\n", what, i, got[i], want[i]);
            bad++;
        }
    }
}

"#;

/// Second derivatives: with those of one of several step sizes each number must agree.
const SECOND: &str = r#"
#ifdef SECOND
static void near(const char *what, const double *got, const double *wants, int n, int steps, double tolerance)
{
    double scale = 1.0;
    for (int i = 0; i < n * steps; i++) scale = fmax(scale, fabs(wants[i]));
    for (int i = 0; i < n; i++) {
        int agrees = steps == 0;
        for (int k = 0; k < steps; k++) agrees |= fabs(got[i] - wants[k * n + i]) <= tolerance * scale;
        if (!agrees) {
            printf("  %s[%d]: got %.17g, want %.17g\n", what, i, got[i], wants[i]);
            bad++;
        }
    }
}
#endif
"#;

/// The difference-quotient check, used when there are no derivatives to call.
const QUOTIENT: &str = r#"
#ifdef NO_AD
enum { MOST = 32 };
typedef double program(double *, int, double *, double, double);
/* Inputs and directions are packed as x, y, a, b; outputs as result, x, y. */
static void at(program *f, int nx, int ny, const double *in, const double *v, double h, double *out)
{
    double p[MOST];
    for (int i = 0; i < nx + ny + 2; i++) p[i] = in[i] + h * v[i];
    out[0] = f(p, nx, p + nx, p[nx + ny], p[nx + ny + 1]);
    memcpy(out + 1, p, (size_t)(nx + ny) * sizeof(double));
}

static void quotient(program *f, int nx, int ny, const double *in, const double *v, const double *want)
{
    static const double steps[] = {STEPS};
    double up[MOST], down[MOST], got = 0;
    int n = 1 + nx + ny;
    for (int i = 0; i < n; i++) {
        int agrees = 0;
        for (int k = 0; k < 3 && !agrees; k++) {
            at(f, nx, ny, in, v, steps[k], up);
            at(f, nx, ny, in, v, -steps[k], down);
            got = (up[i] - down[i]) / (2 * steps[k]);
            agrees = fabs(got - want[i]) <= TOLERANCE * (1 + fabs(want[i]));
        }
        if (!agrees) same("quotient", &got, &want[i], 1, TOLERANCE);
    }
}
#endif
"#;

const MAIN: &str = r#"
int main(int argc, char **argv)
{
    int total = 0, count = (int)(sizeof checks / sizeof *checks);
    for (int k = argc > 1 ? atoi(argv[1]) : 0; k < count; k++) {
        printf("@ %d\n", k);
        fflush(stdout);
        bad = 0;
        for (int size = 1; size <= TEAMS; size++) {
            int before = bad;
            team(size);
            checks[k]();
            if (TEAMS > 1 && bad > before) printf("  that was a team of %d\n", size);
        }
        printf("%s %d\n", bad ? "BAD" : "OK", k);
        total += bad;
    }
    fflush(stdout);
    return total != 0;
}
"#;

/// One C file that tests all the given programs.
pub(crate) fn file(programs: &[(&Program, &Expected)], heading: &str) -> String {
    let mut out = format!("{heading}{PRELUDE}");
    let steps: Vec<String> = STEPS.iter().map(|s| format!("{s:?}")).collect();
    let quotient = QUOTIENT
        .replace("{STEPS}", &format!("{{{}}}", steps.join(", ")))
        .replace("TOLERANCE", &format!("{QUOTIENT_TOLERANCE:?}"));
    out += &quotient;
    out += SECOND;
    out += split::HALVES;
    out += several::SEVERAL;
    let mut texts = String::new();
    for (program, expected) in programs {
        let _ = write!(texts, "\n/* ---- program {} ---- */\n", program.seed);
        texts += &emit_c::program(program);
        texts += &check(program, expected);
    }
    out += emit_c::steps::library(&texts);
    out += emit_c::blas::prototypes(&texts);
    out += emit_c::omp::library(&texts);
    out += emit_c::omp::TEAMS;
    out += &texts;
    let names: Vec<String> = programs
        .iter()
        .map(|(p, _)| format!("{}check", emit_c::prefix(p)))
        .collect();
    let _ = write!(
        out,
        "\nstatic void (*const checks[])(void) = {{{}}};\n{MAIN}",
        names.join(", ")
    );
    out
}

/// The names and sizes a program's check is written with.
pub(crate) struct Shape<'p> {
    prefix: String,
    /// The function that is differentiated.
    top: &'p str,
    /// What it is given behind x, n, y, a and b, in one direction and in two.
    tail: [String; 2],
    nx: usize,
    ny: usize,
    program: &'p Program,
    expected: &'p Expected,
}

/// The numbers of one program and its `check` function.
fn check(program: &Program, expected: &Expected) -> String {
    let shape = Shape::new(program, expected);
    let mut out = shape.numbers();
    out += &shape.second_functions();
    out += &shape.split_function();
    out += &shape.several_function();
    let _ = write!(out, "\nstatic void {}check(void)\n{{\n", shape.prefix);
    out += &shape.primal();
    out += "#ifdef NO_AD\n";
    if !expected.floats {
        out += &shape.quotient();
    }
    out += "#else\n";
    out += &shape.derivatives();
    for (when, what) in [("SPLIT", "split"), ("SEVERAL", "several")] {
        let _ = write!(
            out,
            "#ifdef {when}\n    {}{what}();\n#endif\n",
            shape.prefix
        );
    }
    let _ = write!(
        out,
        "#ifdef SECOND\n    {}second();\n#endif\n",
        shape.prefix
    );
    out + "#endif\n}\n"
}

impl<'p> Shape<'p> {
    pub(crate) fn new(program: &'p Program, expected: &'p Expected) -> Self {
        Self {
            prefix: emit_c::prefix(program),
            top: &program.funcs[program.top()].name,
            tail: tail(program),
            nx: program.inputs.x.len(),
            ny: program.inputs.y.len(),
            program,
            expected,
        }
    }
}

/// The inactive argument, if there is one.
fn tail(program: &Program) -> [String; 2] {
    let p = emit_c::prefix(program);
    let given = program.inputs.w.as_ref();
    ["PASSIVE", "PASSIVE_TWICE"]
        .map(|name| given.map_or(String::new(), |_| format!(", {name}({p}w)")))
}

impl Shape<'_> {
    fn array(&self, name: &str, values: impl IntoIterator<Item = f64>) -> String {
        let values: Vec<String> = values.into_iter().map(|v| format!("{v:?}")).collect();
        format!(
            "static const double {}{name}[] = {{{}}};\n",
            self.prefix,
            values.join(", ")
        )
    }

    /// An array in the order of the inputs: x, y, a, b.
    fn packed(&self, name: &str, g: &Gradient) -> String {
        self.array(name, g.x.iter().chain(&g.y).chain(&g.ab).copied())
    }

    /// Inputs, directions, seeds and what is expected, as arrays.
    pub(crate) fn numbers(&self) -> String {
        let (e, i) = (self.expected, &self.program.inputs);
        let o = &e.outcome;
        let inputs = Gradient {
            x: i.x.clone(),
            y: i.y.clone(),
            ab: [i.a, i.b],
        };
        let ret = std::iter::once(&o.ret);
        let values = ret.chain(&o.x).chain(&o.y).map(|d| d.v);
        let tangents = std::iter::once(&e.tangent_ret)
            .chain(&e.tangent_x)
            .chain(&e.tangent_y);
        let mut out = String::from("\n");
        out += &self.packed("in", &inputs);
        out += &self.array("out", values);
        out += &self.packed("dir", &e.direction);
        out += &self.array("tan", tangents.copied());
        out += &self.array("seed", e.seed_x.iter().chain(&e.seed_y).copied());
        out += &self.packed("rev0", &e.reverse[0]);
        out += &self.packed("rev1", &e.reverse[1]);
        out += &self.hessian();
        out
    }

    /// The second derivatives of one step size after the other.
    fn hessian(&self) -> String {
        let n = self.nx + self.ny + 2;
        let row = |g: &Gradient| {
            let all = g.x.iter().chain(&g.y).chain(&g.ab);
            let all: Vec<String> = all.map(|v| format!("{v:?}")).collect();
            format!("{{{}}}", all.join(", "))
        };
        let rows: Vec<String> = self.expected.second.iter().map(row).collect();
        let rows = match rows.is_empty() {
            true => "{0}".to_owned(),
            false => rows.join(", "),
        };
        format!(
            "#ifdef SECOND\nstatic const double {}hess[][{n}] = {{{rows}}};\n#endif\n",
            self.prefix
        )
    }

    fn primal(&self) -> String {
        let Shape {
            prefix: p, nx, ny, ..
        } = self;
        format!(
            "    double x[{nx}], y[{ny}];\n{}\
             \x20   double r = {p}f(x, {nx}, y, {p}in[{ia}], {p}in[{ib}]);\n\
             \x20   same(\"value of result\", &r, {p}out, 1, {t:?});\n{}",
            self.reset("    "),
            self.same_state("value", "    "),
            ia = nx + ny,
            ib = nx + ny + 1,
            t = self.primal_tolerance(),
        )
    }

    fn primal_tolerance(&self) -> f64 {
        if self.expected.floats {
            FLOAT_PRIMAL_TOLERANCE
        } else if visit::idiom_features(self.program)
            .iter()
            .any(|f| OF_TEAMS.contains(f))
        {
            TEAM_PRIMAL_TOLERANCE
        } else {
            PRIMAL_TOLERANCE
        }
    }

    /// Sets x and y to their inputs.
    fn reset(&self, pad: &str) -> String {
        let Shape { prefix: p, nx, .. } = self;
        format!("{pad}memcpy(x, {p}in, sizeof x);\n{pad}memcpy(y, {p}in + {nx}, sizeof y);\n")
    }

    /// How the arrays are passed.
    fn arrays(&self) -> &'static str {
        match self.program.unneeded_arrays {
            true => "enzyme_dupnoneed",
            false => "enzyme_dup",
        }
    }

    /// Checks the primal state after a run.
    fn same_state(&self, what: &str, pad: &str) -> String {
        let Shape {
            prefix: p, nx, ny, ..
        } = self;
        let t = self.primal_tolerance();
        format!(
            "{pad}same(\"{what} of x\", x, {p}out + 1, {nx}, {t:?});\n\
             {pad}same(\"{what} of y\", y, {p}out + {}, {ny}, {t:?});\n",
            1 + nx
        )
    }

    /// The same behind a derivative, if somebody looks.
    fn needed_state(&self, what: &str, pad: &str) -> String {
        match self.program.unneeded_arrays {
            true => String::new(),
            false => self.same_state(what, pad),
        }
    }

    fn quotient(&self) -> String {
        let Shape {
            prefix: p, nx, ny, ..
        } = self;
        format!("    quotient({p}f, {nx}, {ny}, {p}in, {p}dir, {p}tan);\n")
    }

    fn derivatives(&self) -> String {
        let Shape { nx, ny, .. } = self;
        format!(
            "    double dx[{nx}], dy[{ny}];\n{}{}",
            self.forward(),
            self.reverse()
        )
    }

    fn forward(&self) -> String {
        let Shape {
            prefix: p,
            nx,
            ny,
            top,
            tail: [tail, _],
            ..
        } = self;
        let (ia, ib, t) = (nx + ny, nx + ny + 1, self.expected.tolerance);
        let arrays = self.arrays();
        let mark = if self.program.explicit_markers {
            "enzyme_dup, "
        } else {
            ""
        };
        format!(
            "{}    memcpy(dx, {p}dir, sizeof dx);\n    memcpy(dy, {p}dir + {nx}, sizeof dy);\n\
             \x20   double t = __enzyme_fwddiff((void *){p}{top}, {arrays}, x, dx, enzyme_const, {nx}, {arrays}, y, dy,\n\
             \x20       {mark}{p}in[{ia}], {p}dir[{ia}], {mark}{p}in[{ib}], {p}dir[{ib}]{tail});\n\
             \x20   same(\"forward result\", &t, {p}tan, 1, {t:?} * SLACK);\n\
             \x20   same(\"forward dx\", dx, {p}tan + 1, {nx}, {t:?} * SLACK);\n\
             \x20   same(\"forward dy\", dy, {p}tan + {}, {ny}, {t:?} * SLACK);\n{}",
            self.reset("    "),
            1 + nx,
            self.needed_state("value after forward", "    "),
        )
    }

    fn reverse(&self) -> String {
        let Shape {
            prefix: p,
            nx,
            ny,
            top,
            tail: [tail, _],
            ..
        } = self;
        let (ia, ib, t) = (nx + ny, nx + ny + 1, self.expected.tolerance);
        let arrays = self.arrays();
        let mark = if self.program.explicit_markers {
            "enzyme_out, "
        } else {
            ""
        };
        let pad = "        ";
        format!(
            "    memcpy(dx, {p}seed, sizeof dx);\n    memcpy(dy, {p}seed + {nx}, sizeof dy);\n\
             \x20   for (int pass = 0; pass < 2; pass++) {{\n\
             {pad}const double *want = pass ? {p}rev1 : {p}rev0;\n{}\
             {pad}struct grads g = __enzyme_autodiff((void *){p}{top}, {arrays}, x, dx, enzyme_const, {nx}, {arrays}, y, dy,\n\
             {pad}    {mark}{p}in[{ia}], {mark}{p}in[{ib}]{tail});\n\
             {pad}double ab[2] = {{g.da, g.db}};\n\
             {pad}same(pass ? \"second reverse dx\" : \"reverse dx\", dx, want, {nx}, {t:?} * SLACK);\n\
             {pad}same(pass ? \"second reverse dy\" : \"reverse dy\", dy, want + {nx}, {ny}, {t:?} * SLACK);\n\
             {pad}same(pass ? \"second reverse da, db\" : \"reverse da, db\", ab, want + {ia}, 2, {t:?} * SLACK);\n\
             {}    }}\n",
            self.reset(pad),
            self.needed_state("value after reverse", pad),
        )
    }
}
