//! What can be known of a prepared function without changing it.
//!
//! [`memory`]: which pointers may point into the same object, and what lies at each byte of an
//! object (types), request-independent. [`activity`]: what varies with the active inputs and is
//! useful to the active outputs, for one request. [`overwritten`]: which loads may be repeated in
//! the reverse pass. [`escape`]: what code that is not analysed may look at. [`ownership`]: heap memory
//! whose end can be put off. [`renewed`]: heap memory that each iteration of a loop obtains anew. [`postponed`]: stores that
//! can wait until the reverse pass is over. [`effect_free`]: functions without side effects. [`mirrored`]:
//! functions that communicate; [`unordered`]: functions that may let workers wait; [`updating`]: functions with atomic operations; all are [`functions`] by name. [`callee`]: what a call calls. [`passage`]: how numbers pass through calls. [`bases`]: which parameters pointers are based on.
//! [`sources`]: whether pointers lead to all of an object. [`workers`]: what other workers of a team may write; [`exclusive`]: what only one of them reads;
//! [`uniform`]: what is the same for all of them; [`copies`]: where the addresses of threads' own variables go. Must not: decide or emit.

pub(crate) mod activity;
pub(crate) mod bases;
pub(crate) mod callee;
pub(crate) mod copies;
pub(crate) mod departures;
pub(crate) mod effect_free;
pub(crate) mod escape;
pub(crate) mod exclusive;
pub(crate) mod functions;
pub(crate) mod memory;
pub(crate) mod mirrored;
pub(crate) mod overwritten;
pub(crate) mod ownership;
mod passage;
pub(crate) mod postponed;
mod renewed;
pub(crate) mod repeatable;
pub(crate) mod restorable;
pub(crate) mod sources;
pub(crate) mod streams;
mod teams_of_one;
pub(crate) mod uniform;
pub(crate) mod unordered;
pub(crate) mod unwritten;
pub(crate) mod updating;
pub(crate) mod workers;
