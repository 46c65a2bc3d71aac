//! What an inversion has come to.
//!
//! Owns: its course, in numbers. Must not: minimise.

use enzyme_case::words::counted;

/// What an inversion came to.
pub(crate) struct Inverted {
    /// What was found by each evaluation, in order.
    pub(crate) course: Vec<Evaluated>,
    pub(crate) iterations: u64,
    /// Why it ended, in words.
    pub(crate) why: String,
    /// How products with the Hessian were found, in words, if there were any.
    pub(crate) products: Option<&'static str>,
    /// The best controls.
    pub(crate) controls: Vec<f64>,
    pub(crate) objective: f64,
}

impl Inverted {
    /// How many iterations and evaluations, in words.
    pub(crate) fn counted(&self) -> String {
        let gradients = self.gradients().count();
        let mut all = vec![
            counted(self.iterations as usize, "iteration"),
            counted(gradients, "evaluation"),
        ];
        if self.products.is_some() {
            let products = self.course.len() - gradients;
            all.push(counted(products, "Hessian-vector product"));
        }
        all.join(", ")
    }

    /// Which of the evaluations were gradients, with objective and norm.
    pub(crate) fn gradients(&self) -> impl Iterator<Item = (usize, (f64, f64))> {
        let all = self.course.iter().enumerate();
        all.filter_map(|(number, evaluated)| Some((number, evaluated.gradient()?)))
    }
}

/// What an evaluation has found, in a number or two.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Evaluated {
    /// The objective, and the norm of its gradient.
    Gradient { objective: f64, norm: f64 },
    /// A product with the Hessian: the curvature of the objective along the direction, for one that is 1 long.
    Product { curvature: f64 },
}

impl Evaluated {
    /// Of a gradient: objective and norm.
    pub(crate) fn gradient(self) -> Option<(f64, f64)> {
        match self {
            Self::Gradient { objective, norm } => Some((objective, norm)),
            Self::Product { .. } => None,
        }
    }
}
