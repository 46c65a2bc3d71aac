//! Prints calls of BLAS, by the names of CBLAS and of Fortran. Owns the order of their arguments.

use super::Printer;
use crate::ast::{Blas, Extent, Routine};

/// What the programs declare themselves.
pub(crate) const PROTOTYPES: &str = r#"#ifdef __cplusplus
extern "C" {
#endif
double cblas_ddot(int, const double *, int, const double *, int);
double cblas_dnrm2(int, const double *, int);
void cblas_dscal(int, double, double *, int);
void cblas_dcopy(int, const double *, int, double *, int);
void cblas_dswap(int, double *, int, double *, int);
void cblas_daxpy(int, double, const double *, int, double *, int);
void cblas_dgemv(int, int, int, int, double, const double *, int, const double *, int, double, double *, int);
void cblas_dger(int, int, int, double, const double *, int, const double *, int, double *, int);
void cblas_dgemm(int, int, int, int, int, int, double, const double *, int, const double *, int, double, double *, int);
double ddot_(const int *, const double *, const int *, const double *, const int *);
double dnrm2_(const int *, const double *, const int *);
void dscal_(const int *, const double *, double *, const int *);
void dcopy_(const int *, const double *, const int *, double *, const int *);
void dswap_(const int *, double *, const int *, double *, const int *);
void daxpy_(const int *, const double *, const double *, const int *, double *, const int *);
void dgemv_(const char *, const int *, const int *, const double *, const double *, const int *, const double *, const int *,
            const double *, double *, const int *);
void dger_(const int *, const int *, const double *, const double *, const int *, const double *, const int *, double *, const int *);
void dgemm_(const char *, const char *, const int *, const int *, const int *, const double *, const double *, const int *,
            const double *, const int *, const double *, double *, const int *);
#ifdef __cplusplus
}
#endif
"#;

/// What `text` needs of them.
pub(crate) fn prototypes(text: &str) -> &'static str {
    match text.contains("/* BLAS */") {
        true => PROTOTYPES,
        false => "",
    }
}

/// An argument: its type and its text.
type Argument = (&'static str, String);

impl Printer<'_> {
    pub(super) fn blas(&self, blas: &Blas, pad: &str) -> String {
        let into = blas.into.as_ref();
        let into = into.map_or(String::new(), |place| self.place(place) + " = ");
        let arguments = self.arguments(blas);
        let name = name(blas.routine);
        if !blas.fortran {
            let texts: Vec<String> = arguments.into_iter().map(|(_, text)| text).collect();
            return format!("{into}cblas_d{name}({}); /* BLAS */", texts.join(", "));
        }
        let (mut lines, mut texts) = (vec!["/* BLAS */".to_owned()], Vec::new());
        for (k, (ty, text)) in arguments.into_iter().enumerate() {
            if ty == "double *" {
                texts.push(text);
            } else {
                lines.push(format!("{ty} z{k} = {text};"));
                texts.push(format!("&z{k}"));
            }
        }
        lines.push(format!("{into}d{name}_({});", texts.join(", ")));
        let lines: Vec<String> = lines.iter().map(|l| format!("{pad}    {l}\n")).collect();
        format!("{{\n{}{pad}}}", lines.concat())
    }

    /// All arguments in order.
    fn arguments(&self, blas: &Blas) -> Vec<Argument> {
        let int = |v: usize| ("int", v.to_string());
        let alpha = ("double", self.real(&blas.alpha));
        let beta = ("double", self.real(&blas.beta));
        let operands = blas.operands.iter().map(|o| {
            let at = ("double *", self.pointer(&o.at));
            vec![at, ("int", o.by.to_string())]
        });
        let operands: Vec<Vec<Argument>> = operands.collect();
        let turned = |k: usize| turned(blas, k);
        let (m, n) = (int(blas.rows), int(blas.columns));
        let order = match blas.fortran {
            true => Vec::new(),
            false => vec![int(if blas.by_rows { 101 } else { 102 })],
        };
        match blas.routine {
            Routine::Dot | Routine::Nrm2 | Routine::Copy | Routine::Swap => {
                [vec![m], operands.concat()].concat()
            }
            Routine::Scal | Routine::Axpy => [vec![m, alpha], operands.concat()].concat(),
            Routine::Gemv => {
                let Extent::Matrix(rows, columns) = blas.extents()[0] else {
                    return Vec::new();
                };
                let head = vec![turned(0), int(rows), int(columns), alpha];
                let [a, x, y] = &operands[..] else {
                    return Vec::new();
                };
                [&order, &head, a, x, &vec![beta], y]
                    .map(Vec::clone)
                    .concat()
            }
            Routine::Ger => [order, vec![m, n, alpha], operands.concat()].concat(),
            Routine::Gemm => {
                let head = vec![turned(0), turned(1), m, n, int(blas.inner), alpha];
                let [a, b, c] = &operands[..] else {
                    return Vec::new();
                };
                [&order, &head, a, b, &vec![beta], c]
                    .map(Vec::clone)
                    .concat()
            }
        }
    }
}

/// Whether a matrix is transposed, as CBLAS or Fortran is told.
fn turned(blas: &Blas, k: usize) -> Argument {
    match (blas.fortran, blas.transposed[k]) {
        (true, transposed) => ("char", if transposed { "'T'" } else { "'N'" }.to_owned()),
        (false, transposed) => ("int", if transposed { "112" } else { "111" }.to_owned()),
    }
}

fn name(routine: Routine) -> &'static str {
    match routine {
        Routine::Dot => "dot",
        Routine::Nrm2 => "nrm2",
        Routine::Scal => "scal",
        Routine::Copy => "copy",
        Routine::Swap => "swap",
        Routine::Axpy => "axpy",
        Routine::Gemv => "gemv",
        Routine::Ger => "ger",
        Routine::Gemm => "gemm",
    }
}
