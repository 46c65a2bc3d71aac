//! The driver program: a generated prelude in front of `driver.c`.
//!
//! Owns: the table of arguments as C. Must not: know LLVM.

use super::signature::{Param, Signature};
use super::spec::Scalar;
use std::fmt::Write;

const PROGRAM: &str = include_str!("driver.c");

/// The source of the whole program.
pub(super) fn generate(signature: &Signature, samples: u32, seed: u64) -> String {
    let mut text = String::from(PRELUDE);
    let _ = writeln!(text, "#define EZV_ARGS {}", signature.params.len());
    let _ = writeln!(text, "#define EZV_SAMPLES {samples}");
    let _ = writeln!(text, "#define EZV_SEED {seed}u");
    let result = signature.active_result().map_or("-1", ty);
    let _ = writeln!(text, "#define EZV_RETURN {result}");
    text.push_str("static const struct ezv_arg ezv_args[EZV_ARGS] = {\n");
    signature
        .params
        .iter()
        .for_each(|param| text.push_str(&row(param)));
    text.push_str("};\n");
    text + PROGRAM
}

const PRELUDE: &str = "\
#include <stddef.h>
enum { EZV_FLOAT, EZV_DOUBLE, EZV_LONG_DOUBLE, EZV_INT8, EZV_INT16, EZV_INT32, EZV_INT64 };
struct ezv_arg {
  size_t length;
  int type, buffer, active;
  double low, high;
};
void ezv_primal(void **x, void *result);
void ezv_forward(void **x, void **dx, void *result);
void ezv_reverse(void **x, void **dx);
";

fn ty(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Float => "EZV_FLOAT",
        Scalar::Double => "EZV_DOUBLE",
        Scalar::LongDouble => "EZV_LONG_DOUBLE",
        Scalar::Int(1 | 8) => "EZV_INT8",
        Scalar::Int(16) => "EZV_INT16",
        Scalar::Int(32) => "EZV_INT32",
        Scalar::Int(_) => "EZV_INT64",
    }
}

fn row(param: &Param) -> String {
    format!(
        "    {{{}, {}, {}, {}, {:e}, {:e}}},\n",
        param.length,
        ty(param.scalar),
        i32::from(param.buffer),
        i32::from(param.active),
        param.range.low,
        param.range.high
    )
}
