//! Parallel Rust that enzyme-rs differentiates: parallel iterators, `join`, `scope` and threads, under the names that rayon and the standard library
//! give them.
//!
//! ```
//! use enzyme_rs_par::prelude::*;
//!
//! let (x, y) = (vec![1.0, 2.0, 3.0], vec![4.0, 5.0, 6.0]);
//! let dot: f64 = x.par_iter().zip(&y).map(|(a, b)| a * b).sum();
//! assert_eq!(dot, 32.0);
//! ```
//!
//! rayon itself cannot be differentiated: what it runs lies behind pointers in the queues of its threads. Here everything comes down to one function
//! of known name that runs a body on the workers of a team (`entry.rs`), and that the compiler plugin knows. The threads are rayon's: its global
//! pool, or the one in which the caller stands ([`ThreadPool::install`]).
//!
//! An iterator is cut into as many parts as there are threads, each of them neighbouring iterations, and each worker runs one. What workers compute
//! is put together in their order: results have the same bits in each run with the same number of threads. `with_max_len` makes more parts,
//! which idle threads take.
//!
//! Owns: the names that programs use. Must not: know what a derivative is, but for what runs the workers' halves (`derivative`).

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
compile_error!("enzyme-rs-par has entry points for x86-64 and AArch64 only");

mod derivative;
mod entry;
pub mod iter;
mod join;
mod memory;
mod scope;
pub mod slice;
mod sort;
mod team;
pub mod thread;
mod workers;

pub use join::join;
pub use rayon_core::{
    ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder, current_num_threads, current_thread_index,
};
pub use scope::{Scope, scope};

/// The traits by which iterators and slices have their parallel methods.
pub mod prelude {
    pub use crate::iter::{
        FromParallelIterator, IndexedParallelIterator, IntoParallelIterator,
        IntoParallelRefIterator, IntoParallelRefMutIterator, ParallelIterator,
    };
    pub use crate::slice::{ParallelSlice, ParallelSliceMut};
}

/// What the page in front of the crate shows, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
