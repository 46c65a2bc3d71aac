//! Split derivatives in the test driver: two tapes at once, of which the older one is used first, after the program's arguments were
//! overwritten. Owns their C code; must not decide what is expected.

use super::Shape;

/// What the driver declares for it.
pub(super) const HALVES: &str = r#"
#if defined SPLIT && !defined NO_AD
struct halves { void *tape; double value; };
extern struct halves __enzyme_augmentfwd(void *, ...);
extern struct grads __enzyme_reverse(void *, ...);
#endif
"#;

impl Shape<'_> {
    /// The check of one program's halves.
    pub(super) fn split_function(&self) -> String {
        let Shape {
            prefix: p,
            nx,
            ny,
            top,
            tail: [tail, _],
            ..
        } = self;
        let (ia, ib, t) = (nx + ny, nx + ny + 1, self.expected.tolerance);
        let primal = self.primal_tolerance();
        let mark = self.mark("enzyme_out");
        let call = format!(
            "(void *){p}{top}, enzyme_dup, x[k], dx[k], enzyme_const, {nx}, enzyme_dup, y[k], dy[k], \
             {mark}{p}in[{ia}], {mark}{p}in[{ib}]{tail}"
        );
        format!(
            "#if defined SPLIT && !defined NO_AD\n\
             static void {p}split(void)\n{{\n\
             \x20   double x[2][{nx}], y[2][{ny}], dx[2][{nx}], dy[2][{ny}];\n\
             \x20   struct halves h[2];\n\
             \x20   for (int k = 0; k < 2; k++) {{\n\
             \x20       memcpy(x[k], {p}in, sizeof x[k]);\n        memcpy(y[k], {p}in + {nx}, sizeof y[k]);\n\
             \x20       memcpy(dx[k], {p}seed, sizeof dx[k]);\n        memcpy(dy[k], {p}seed + {nx}, sizeof dy[k]);\n\
             \x20       h[k] = __enzyme_augmentfwd({call});\n\
             \x20       same(\"augmented result\", &h[k].value, {p}out, 1, {primal:?});\n\
             \x20       same(\"augmented x\", x[k], {p}out + 1, {nx}, {primal:?});\n\
             \x20       same(\"augmented y\", y[k], {p}out + {after}, {ny}, {primal:?});\n\
             \x20       for (int i = 0; i < {nx}; i++) x[k][i] = 0.375 - i;\n\
             \x20       for (int i = 0; i < {ny}; i++) y[k][i] = i - 0.625;\n    }}\n\
             \x20   for (int k = 0; k < 2; k++) {{\n\
             \x20       struct grads g = __enzyme_reverse({call}, 1.0, h[k].tape);\n\
             \x20       double ab[2] = {{g.da, g.db}};\n\
             \x20       same(\"split reverse dx\", dx[k], {p}rev0, {nx}, {t:?} * SLACK);\n\
             \x20       same(\"split reverse dy\", dy[k], {p}rev0 + {nx}, {ny}, {t:?} * SLACK);\n\
             \x20       same(\"split reverse da, db\", ab, {p}rev0 + {ia}, 2, {t:?} * SLACK);\n    }}\n}}\n#endif\n",
            after = 1 + nx,
        )
    }
}
