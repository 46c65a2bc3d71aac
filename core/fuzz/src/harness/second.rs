//! Second derivatives in the test driver: one vector, the Hessian of a weighted sum of all outputs times a direction, by derivatives of
//! derivatives in all four orders. Owns their C code; must not decide what is expected.

use super::Shape;
use crate::oracle::QUOTIENT_TOLERANCE;
use std::fmt::Write as _;

/// How much less exact second derivatives may be than first ones: they divide more often.
const SLACK: f64 = 100.0;

impl Shape<'_> {
    /// Functions that take derivatives of the program, to be differentiated themselves.
    pub(super) fn second_functions(&self) -> String {
        let Shape {
            prefix: p,
            nx,
            ny,
            top,
            tail: [tail, _],
            ..
        } = self;
        let (ia, ib) = (nx + ny, nx + ny + 1);
        let n = nx + ny + 2;
        let call =
            "enzyme_dup, x, dx, enzyme_const, NX, enzyme_dup, y, dy".replace("NX", &nx.to_string());
        let arguments = "double *x, double *y, double a, double b";
        let mut out = String::from("#if defined SECOND && !defined NO_AD\n");
        let _ = write!(
            out,
            "static void {p}grad(double *x, double *dx, double *y, double *dy, double a, double b, double *ab)\n{{\n\
             \x20   struct grads g = __enzyme_autodiff((void *){p}{top}, {call}, {a}a, {a}b{tail});\n\
             \x20   ab[0] = g.da;\n    ab[1] = g.db;\n}}\n",
            a = self.mark("enzyme_out"),
        );
        let _ = write!(
            out,
            "static double {p}slope({arguments})\n{{\n\
             \x20   double dx[{nx}], dy[{ny}];\n\
             \x20   memcpy(dx, {p}dir, sizeof dx);\n    memcpy(dy, {p}dir + {nx}, sizeof dy);\n\
             \x20   double t = __enzyme_fwddiff((void *){p}{top}, {call}, {a}a, {p}dir[{ia}], {a}b, {p}dir[{ib}]{tail});\n\
             \x20   for (int i = 0; i < {nx}; i++) t += {p}seed[i] * dx[i];\n\
             \x20   for (int i = 0; i < {ny}; i++) t += {p}seed[{nx} + i] * dy[i];\n\
             \x20   return t;\n}}\n",
            a = self.mark("enzyme_dup"),
        );
        let _ = write!(
            out,
            "static double {p}pulled({arguments})\n{{\n\
             \x20   double dx[{nx}], dy[{ny}], ab[2];\n\
             \x20   memcpy(dx, {p}seed, sizeof dx);\n    memcpy(dy, {p}seed + {nx}, sizeof dy);\n\
             \x20   {p}grad(x, dx, y, dy, a, b, ab);\n\
             \x20   double t = ab[0] * {p}dir[{ia}] + ab[1] * {p}dir[{ib}];\n\
             \x20   for (int i = 0; i < {nx}; i++) t += {p}dir[i] * dx[i];\n\
             \x20   for (int i = 0; i < {ny}; i++) t += {p}dir[{nx} + i] * dy[i];\n\
             \x20   return t;\n}}\n",
        );
        let _ = write!(
            out,
            "static void {p}second(void)\n{{\n\
             \x20   double x[{nx}], y[{ny}], vx[{nx}], vy[{ny}], h[{n}], first[{n}];\n\
             \x20   int known = 0;\n"
        );
        out += &self.forward_over_reverse();
        for (guard, what, inner) in [
            ("REVERSE_FORWARD", "reverse over forward", "slope"),
            ("REVERSE_REVERSE", "reverse over reverse", "pulled"),
        ] {
            out += &self.reverse_over(guard, what, inner);
        }
        out += &self.forward_over_forward();
        out + "}\n#endif\n"
    }

    pub(super) fn mark(&self, marker: &str) -> String {
        match self.program.explicit_markers {
            true => format!("{marker}, "),
            false => String::new(),
        }
    }

    /// Compares with difference quotients of the oracle's gradients, and with the first order that was tried.
    fn compare(&self, what: &str) -> String {
        let p = &self.prefix;
        let n = self.nx + self.ny + 2;
        let tolerance = self.expected.tolerance * SLACK;
        let quotients = self.expected.second.len();
        format!(
            "    near(\"{what}\", h, *{p}hess, {n}, {quotients}, {QUOTIENT_TOLERANCE:?});\n\
             \x20   if (known) same(\"{what} beside another order\", h, first, {n}, {tolerance:?} * SLACK);\n\
             \x20   memcpy(first, h, sizeof h);\n    known = 1;\n"
        )
    }

    fn directions(&self) -> String {
        let Shape { prefix: p, nx, .. } = self;
        format!(
            "{}    memcpy(vx, {p}dir, sizeof vx);\n    memcpy(vy, {p}dir + {nx}, sizeof vy);\n",
            self.reset("    ")
        )
    }

    fn forward_over_reverse(&self) -> String {
        let Shape {
            prefix: p, nx, ny, ..
        } = self;
        let (ia, ib) = (nx + ny, nx + ny + 1);
        format!(
            "#ifdef FORWARD_REVERSE\n{}\
             \x20   {{\n\
             \x20   double dx[{nx}], dy[{ny}], ab[2];\n\
             \x20   memcpy(dx, {p}seed, sizeof dx);\n    memcpy(dy, {p}seed + {nx}, sizeof dy);\n\
             \x20   memset(h, 0, sizeof h);\n\
             \x20   __enzyme_fwddiff((void *){p}grad, enzyme_dup, x, vx, enzyme_dup, dx, h, enzyme_dup, y, vy, enzyme_dup, dy, h + {nx},\n\
             \x20       enzyme_dup, {p}in[{ia}], {p}dir[{ia}], enzyme_dup, {p}in[{ib}], {p}dir[{ib}], enzyme_dup, ab, h + {ia});\n\
             \x20   }}\n{}#endif\n",
            self.directions(),
            self.compare("forward over reverse"),
        )
    }

    fn reverse_over(&self, guard: &str, what: &str, inner: &str) -> String {
        let Shape {
            prefix: p, nx, ny, ..
        } = self;
        let (ia, ib) = (nx + ny, nx + ny + 1);
        format!(
            "#ifdef {guard}\n{}\
             \x20   memset(h, 0, sizeof h);\n\
             \x20   {{\n\
             \x20   struct grads g = __enzyme_autodiff((void *){p}{inner}, enzyme_dup, x, h, enzyme_dup, y, h + {nx}, \
             enzyme_out, {p}in[{ia}], enzyme_out, {p}in[{ib}]);\n\
             \x20   h[{ia}] = g.da;\n    h[{ib}] = g.db;\n\
             \x20   }}\n{}#endif\n",
            self.reset("    "),
            self.compare(what),
        )
    }

    /// One number: the direction's product with the vector.
    fn forward_over_forward(&self) -> String {
        let Shape {
            prefix: p, nx, ny, ..
        } = self;
        let (ia, ib) = (nx + ny, nx + ny + 1);
        let n = nx + ny + 2;
        let tolerance = self.expected.tolerance * SLACK;
        format!(
            "#ifdef FORWARD_FORWARD\n{}\
             \x20   double t = __enzyme_fwddiff((void *){p}slope, enzyme_dup, x, vx, enzyme_dup, y, vy, \
             enzyme_dup, {p}in[{ia}], {p}dir[{ia}], enzyme_dup, {p}in[{ib}], {p}dir[{ib}]);\n\
             \x20   if (known) {{\n\
             \x20       double sum = 0, most = 0;\n\
             \x20       for (int i = 0; i < {n}; i++) sum += first[i] * {p}dir[i];\n\
             \x20       for (int i = 0; i < {n}; i++) most = fmax(most, fabs(first[i]));\n\
             \x20       same(\"forward over forward\", &t, &sum, 1, {tolerance:?} * SLACK * (1 + most));\n\
             \x20   }}\n#endif\n",
            self.directions(),
        )
    }
}
