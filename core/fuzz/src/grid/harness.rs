//! The test file: kernels for the device's compiler, and for the host's the same file as C, with what is expected and a driver that launches them on the
//! emulator. Owns the file's form; must not decide what is expected.

use super::ast::Program;
use super::emit;
use super::oracle::Expected;
use super::visit;

const DEVICE: &str = include_str!("device.h");
const DRIVER: &str = include_str!("driver.c");

/// A file with some programs.
pub(crate) fn file(cases: &[(&Program, &Expected)], heading: &str) -> String {
    let kernels: String = cases.iter().map(|(p, _)| emit::program(p)).collect();
    let numbers: String = cases.iter().map(|(p, e)| numbers(p, e)).collect();
    let table: String = cases.iter().map(|(p, _)| row(p)).collect();
    format!(
        "{heading}#ifdef __cplusplus /* the device's code */\n{DEVICE}\n{kernels}\n#else /* the host's, as C */\n{DRIVER}\n\
         {numbers}static const struct program programs[] = {{\n{table}}};\n\nint main(int count, char **arguments)\n{{\n    \
         return run(programs, (int)(sizeof programs / sizeof *programs), count > 1 ? atoi(arguments[1]) : 0);\n}}\n#endif\n"
    )
}

fn array(name: &str, values: &[f64]) -> String {
    let values: Vec<String> = values.iter().map(|v| format!("{v:?}")).collect();
    format!(
        "static const double {name}[] = {{{}}};\n",
        values.join(", ")
    )
}

fn numbers(program: &Program, expected: &Expected) -> String {
    let prefix = emit::prefix(program);
    let arrays: [(&str, &[f64]); 11] = [
        ("x", &program.x),
        ("y", &program.y),
        ("vx", &expected.direction[0]),
        ("vy", &expected.direction[1]),
        ("value", &expected.value),
        ("tangent", &expected.tangent),
        ("wx", &expected.seed[0]),
        ("wy", &expected.seed[1]),
        ("ax", &expected.adjoint[0]),
        ("ay", &expected.adjoint[1]),
        ("tolerance", &expected.tolerance),
    ];
    let arrays = arrays.iter();
    arrays
        .map(|(name, values)| array(&format!("{prefix}_{name}"), values))
        .collect()
}

fn row(program: &Program) -> String {
    let p = emit::prefix(program);
    let shape = program.shape;
    format!(
        "    {{\"{p}\", {{{}, {}, 1}}, {{{}, {}, 1}}, {}, {}, {}, {p}_x, {p}_y, {p}_vx, {p}_vy, {p}_value, {p}_tangent, {p}_wx, {p}_wy, {p}_ax, \
         {p}_ay, {p}_tolerance, {}, {}}},\n",
        shape.grid[0],
        shape.grid[1],
        shape.block[0],
        shape.block[1],
        program.n,
        program.x.len(),
        program.y.len(),
        u8::from(visit::raises(program)),
        u8::from(program.given),
    )
}
