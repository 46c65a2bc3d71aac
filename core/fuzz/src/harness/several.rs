//! Two directions at once in the test driver: tangents along a direction and its double, opposite; adjoints of the first and of the second
//! pass. Owns their C code; must not decide what is expected.

use super::Shape;

/// What the driver declares for it.
pub(super) const SEVERAL: &str = r#"
#if defined SEVERAL && !defined NO_AD
extern int enzyme_width;
struct tangents { double d[2]; };
struct pairs { double da[2], db[2]; };
extern struct tangents __enzyme_fwddiff_several(void *, ...);
extern struct pairs __enzyme_autodiff_several(void *, ...);
#endif
"#;

impl Shape<'_> {
    /// The check of one program in two directions.
    pub(super) fn several_function(&self) -> String {
        let Shape {
            prefix: p,
            nx,
            ny,
            top,
            tail: [_, tail],
            ..
        } = self;
        let (ia, ib, t) = (nx + ny, nx + ny + 1, self.expected.tolerance);
        let (dup, out) = (self.mark("enzyme_dup"), self.mark("enzyme_out"));
        let memory = format!(
            "(void *){p}{top}, enzyme_width, 2, enzyme_dup, x, dx[0], dx[1], enzyme_const, {nx}, enzyme_dup, y, dy[0], dy[1]"
        );
        let after = 1 + nx;
        format!(
            "#if defined SEVERAL && !defined NO_AD\n\
             static void {p}several(void)\n{{\n\
             \x20   static const double *const adjoints[] = {{{p}rev0, {p}rev1}};\n\
             \x20   double x[{nx}], y[{ny}], dx[2][{nx}], dy[2][{ny}];\n{reset}\
             \x20   for (int i = 0; i < {nx}; i++) dx[1][i] = -2 * (dx[0][i] = {p}dir[i]);\n\
             \x20   for (int i = 0; i < {ny}; i++) dy[1][i] = -2 * (dy[0][i] = {p}dir[{nx} + i]);\n\
             \x20   struct tangents t = __enzyme_fwddiff_several({memory},\n\
             \x20       {dup}{p}in[{ia}], {p}dir[{ia}], -2 * {p}dir[{ia}], {dup}{p}in[{ib}], {p}dir[{ib}], -2 * {p}dir[{ib}]{tail});\n\
             \x20   for (int k = 0; k < 2; k++) {{\n\
             \x20       double scale = k ? -0.5 : 1;\n\
             \x20       t.d[k] *= scale;\n\
             \x20       for (int i = 0; i < {nx}; i++) dx[k][i] *= scale;\n\
             \x20       for (int i = 0; i < {ny}; i++) dy[k][i] *= scale;\n\
             \x20       same(\"result in one of two directions\", &t.d[k], {p}tan, 1, {t:?} * SLACK);\n\
             \x20       same(\"dx in one of two directions\", dx[k], {p}tan + 1, {nx}, {t:?} * SLACK);\n\
             \x20       same(\"dy in one of two directions\", dy[k], {p}tan + {after}, {ny}, {t:?} * SLACK);\n    }}\n{reset}\
             \x20   memcpy(dx[0], {p}seed, sizeof dx[0]);\n    memcpy(dy[0], {p}seed + {nx}, sizeof dy[0]);\n\
             \x20   memcpy(dx[1], {p}rev0, sizeof dx[1]);\n    memcpy(dy[1], {p}rev0 + {nx}, sizeof dy[1]);\n\
             \x20   struct pairs g = __enzyme_autodiff_several({memory}, {out}{p}in[{ia}], {out}{p}in[{ib}]{tail});\n\
             \x20   for (int k = 0; k < 2; k++) {{\n\
             \x20       const double *want = adjoints[k];\n\
             \x20       double ab[2] = {{g.da[k], g.db[k]}};\n\
             \x20       same(\"reverse dx, one of two\", dx[k], want, {nx}, {t:?} * SLACK);\n\
             \x20       same(\"reverse dy, one of two\", dy[k], want + {nx}, {ny}, {t:?} * SLACK);\n\
             \x20       same(\"reverse da, db, one of two\", ab, want + {ia}, 2, {t:?} * SLACK);\n    }}\n}}\n#endif\n",
            reset = self.reset("    "),
        )
    }
}
