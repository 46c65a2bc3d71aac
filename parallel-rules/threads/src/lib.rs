//! Derivatives of programs with threads of their own at run time: `libenzyme_rs_threads`.
//!
//! Generated code starts threads for the halves of a derivative through this library (`threads`), and puts its functions in the place of mutexes and
//! condition variables (`sections`) and of barriers (`barriers`). `enzyme_rules::thread` and `enzyme_rules::mirror` have the conventions.
//!
//! Owns: the C ABI. Must not: know LLVM, or what the compiler decides.

mod barriers;
mod fatal;
mod posix;
mod sections;
mod threads;

use enzyme_order::{passages, sanitizer, updates};
use enzyme_tapes::{self as arena, ending, given};
