//! `[inversion]`: how the least objective is looked for.
//!
//! Owns: these keys. Must not: look for it.

use enzyme_case::Section;

/// By which method the least objective is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    Lbfgs,
    /// Newton's, with conjugate gradients in a trust region.
    NewtonCg,
}

const METHODS: [(&str, Method); 2] = [("lbfgs", Method::Lbfgs), ("newton-cg", Method::NewtonCg)];

/// How the least objective is looked for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Inversion {
    pub(crate) method: Method,
    /// Iterations at most.
    pub(crate) iterations: u64,
    /// Steps that L-BFGS remembers.
    pub(crate) memory: usize,
    /// Products with the Hessian that an iteration of Newton-CG has, at most.
    pub(crate) products: usize,
    /// It is over where the norm of the gradient is this part of what it was at first.
    pub(crate) tolerance: f64,
}

/// Reads it.
pub(super) fn read(section: &mut Section) -> Inversion {
    let memory = section.count("memory").unwrap_or(10);
    if memory == 0 {
        section.refuse("memory", "must be 1 or more");
    }
    let products = section.count("products").unwrap_or(20);
    if products == 0 {
        section.refuse("products", "must be 1 or more");
    }
    let tolerance = section.number("tolerance", "").unwrap_or(1e-5);
    if !(0.0..1.0).contains(&tolerance) {
        section.refuse("tolerance", "must be 0 or more, and less than 1");
    }
    Inversion {
        method: section.choice("method", &METHODS).unwrap_or(Method::Lbfgs),
        iterations: section.count("iterations").unwrap_or(20),
        memory: memory as usize,
        products: products as usize,
        tolerance,
    }
}
