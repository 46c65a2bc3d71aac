//! What products with a Hessian were compared with, and what that says of them.
//!
//! Owns: verdicts. Must not: compare.

use serde::Serialize;

/// How far a product may be from the nearest difference, and how far from symmetric the Hessian, in parts of the product.
const DIFFERENCE: f64 = 1e-6;
const ASYMMETRY: f64 = 1e-9;

/// Two differences that are apart by no more than this part of what the second is apart from the product have converged, and not to the product.
const AGREED: f64 = 0.1;

/// What was compared.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Second {
    /// The curvature of the objective along the direction v: v·Hv.
    pub(crate) curvature: f64,
    /// How far w·Hv and v·Hw are apart, for another direction w, in parts of the length of both.
    pub(crate) asymmetry: f64,
    /// Central differences of gradients.
    pub(crate) differences: Vec<Difference>,
}

/// A difference of gradients.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Difference {
    pub(crate) step: f64,
    /// How far it is from the product, in parts of that.
    pub(crate) apart: f64,
    /// How far it is from the difference before, in parts of that; nothing for the first.
    pub(crate) moved: Option<f64>,
}

impl Second {
    /// How far the nearest difference is from the product.
    pub(crate) fn apart(&self) -> f64 {
        let all = self.differences.iter().map(|difference| difference.apart);
        all.fold(f64::INFINITY, f64::min)
    }

    /// What all this says of products.
    pub(crate) fn verdict(&self) -> Products {
        let is_elsewhere = |difference: &Difference| {
            let moved = difference.moved.unwrap_or(f64::INFINITY);
            moved <= AGREED * difference.apart
        };
        // A product that is no number is not symmetric.
        if self.asymmetry.is_nan() || self.asymmetry > ASYMMETRY {
            Products::Wrong
        } else if self.apart() <= DIFFERENCE {
            Products::Right
        } else if self.differences.iter().any(is_elsewhere) {
            Products::Wrong
        } else {
            Products::Untold
        }
    }
}

/// What a check says of products with a Hessian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Products {
    Right,
    Wrong,
    /// Differences come to nothing: too curved, or rounding.
    Untold,
}

impl Products {
    /// In words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "WRONG",
            Self::Untold => "symmetric; more is not to be told from differences",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Difference, Products, Second};

    #[test]
    fn what_differences_do_not_tell_is_not_right() {
        let verdict = |asymmetry: f64, all: &[(f64, Option<f64>)]| {
            let each = all.iter().map(|(apart, moved)| Difference {
                step: 1e-3,
                apart: *apart,
                moved: *moved,
            });
            Second {
                curvature: 1.0,
                asymmetry,
                differences: each.collect(),
            }
            .verdict()
        };
        assert_eq!(
            verdict(0.0, &[(1e-4, None), (1e-7, Some(1e-4))]),
            Products::Right
        );
        assert_eq!(verdict(1e-3, &[(1e-7, None)]), Products::Wrong);
        assert_eq!(verdict(f64::NAN, &[(1e-7, None)]), Products::Wrong);
        // Differences have come together, and elsewhere.
        assert_eq!(
            verdict(0.0, &[(1e-2, None), (1e-2, Some(1e-5))]),
            Products::Wrong
        );
        // They are all over the place.
        assert_eq!(
            verdict(0.0, &[(1e3, None), (1e4, Some(1e4))]),
            Products::Untold
        );
    }
}
