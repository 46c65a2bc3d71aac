//! Random programs.
fn main() {}
