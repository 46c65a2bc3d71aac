//! Random kernels of CUDA and HIP: programs that all threads of a grid run, with the same kind of oracle as C programs have, checked on the CPU by
//! the emulator and its checker of races. Owns nothing but its parts.

mod ast;
mod build;
mod campaign;
mod command;
mod emit;
mod generate;
mod harness;
mod interp;
mod memory;
mod oracle;
mod reduce;
#[cfg(test)]
mod tests;
mod visit;

pub(crate) use command::{Arguments, command};
