//! The numbers that routines come for.
//!
//! An adjoint of a complex number is the pair of the derivatives by its parts: for `r = f(z)` real, `z̄ = ∂r/∂x + i ∂r/∂y`.
//! So a product `w = a z` gives `z̄ += conj(a) w̄`.
//!
//! Owns: [`Number`]. Must not: know memory.

use num_complex::Complex;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A number of one of the four kinds.
pub(crate) trait Number:
    Copy
    + PartialEq
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + 'static
{
    /// Its parts.
    type Real: Number<Real = Self::Real>;
    /// How CBLAS passes it.
    type Passed: Copy;
    const ZERO: Self;
    const ONE: Self;
    const HALF: Self;
    const IS_COMPLEX: bool;
    fn conj(self) -> Self;
    fn real(self) -> Self::Real;
    fn of_real(real: Self::Real) -> Self;
    /// The reciprocal; zero for zero.
    fn inverse_or_zero(self) -> Self;
    /// The derivative of the sum of the parts' absolute values, by the parts.
    fn signs(self) -> Self;
    /// What CBLAS is given; a pointer to the number itself, if that is complex.
    fn passed(&self) -> Self::Passed;
}

macro_rules! real {
    ($ty:ty) => {
        impl Number for $ty {
            type Real = $ty;
            type Passed = $ty;
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const HALF: Self = 0.5;
            const IS_COMPLEX: bool = false;
            fn conj(self) -> Self {
                self
            }
            fn real(self) -> Self {
                self
            }
            fn of_real(real: Self) -> Self {
                real
            }
            fn inverse_or_zero(self) -> Self {
                if self == 0.0 { 0.0 } else { 1.0 / self }
            }
            fn signs(self) -> Self {
                if self == 0.0 { 0.0 } else { self.signum() }
            }
            fn passed(&self) -> Self {
                *self
            }
        }

        impl Number for Complex<$ty> {
            type Real = $ty;
            type Passed = *const Self;
            const ZERO: Self = Complex { re: 0.0, im: 0.0 };
            const ONE: Self = Complex { re: 1.0, im: 0.0 };
            const HALF: Self = Complex { re: 0.5, im: 0.0 };
            const IS_COMPLEX: bool = true;
            fn conj(self) -> Self {
                Complex::conj(&self)
            }
            fn real(self) -> $ty {
                self.re
            }
            fn of_real(real: $ty) -> Self {
                Complex { re: real, im: 0.0 }
            }
            fn inverse_or_zero(self) -> Self {
                if self == Self::ZERO { self } else { self.inv() }
            }
            fn signs(self) -> Self {
                Complex {
                    re: self.re.signs(),
                    im: self.im.signs(),
                }
            }
            fn passed(&self) -> *const Self {
                self
            }
        }
    };
}

real!(f32);
real!(f64);
