//! Derivatives of OpenMP programs at run time: `libenzyme_rs_omp`.
//!
//! Generated code starts teams for the halves of a derivative through this library (`team`), and puts its functions in the place of barriers
//! and other places where tasks are done (`tasks`) and of code that one worker after the other runs (`sections`). `enzyme_rules::region` and `enzyme_rules::mirror` have the
//! conventions. The team that is started in the reverse pass has as many workers as it had before, and each consumes the tape of the worker of its
//! number.
//!
//! Owns: the C ABI. Must not: know LLVM, or what the compiler decides; link an OpenMP of its own.

mod barrier;
mod cancel;
mod context;
mod copies;
mod fatal;
mod openmp;
mod parts;
mod promises;
mod sections;
mod shared_memory;
mod spans;
mod tasks;
mod team;

use enzyme_order::{passages as order, sanitizer, updates};
use enzyme_tapes::{self as arena, ending, given, words};
