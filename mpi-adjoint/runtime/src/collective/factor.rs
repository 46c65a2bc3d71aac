//! Products out of which one factor can be taken again. Owns their form: a factor that is zero, infinite or NaN is
//! counted, the others are multiplied, with an exponent of their own, so that nothing overflows. Must not: know MPI.

use super::number::{Number, multiply};
use std::ffi::c_int;
use std::num::FpCategory;

/// A product of real numbers (`W` is 1) or of complex ones (2), with the sum of the adjoints of results.
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct Factor<T, const W: usize> {
    adjoint: [T; W],
    /// Of the factors that are neither zero nor infinite nor NaN, times 2^-exponent; of infinite ones the sign.
    mantissa: [T; W],
    exponent: c_int,
    zeros: Few,
    infinite: Few,
    undefined: Few,
}

/// How many there are: none, one or more.
#[derive(Clone, Copy)]
#[repr(transparent)]
struct Few(u8);

impl Few {
    fn plus(self, other: Few) -> Few {
        Few((self.0 + other.0).min(2))
    }

    /// There are some besides those of a part, which are none or one.
    fn exceeds(self, part: Few) -> bool {
        self.0 > part.0
    }
}

impl<T: Number, const W: usize> Factor<T, W> {
    pub(super) fn new(number: [T; W], adjoint: [T; W]) -> Self {
        let all = |which: FpCategory| number.iter().all(|part| part.class() == which);
        let any = |which: FpCategory| number.iter().any(|part| part.class() == which);
        let (zero, undefined) = (all(FpCategory::Zero), any(FpCategory::Nan));
        let infinite = !undefined && any(FpCategory::Infinite);
        let (mantissa, exponent) = if zero || undefined || infinite {
            let negative = W == 1 && number[0].less(T::ZERO);
            let mut unit = [T::ZERO; W];
            unit[0] = if negative { T::one().minus() } else { T::one() };
            (unit, 0)
        } else {
            normal(number)
        };
        Factor {
            adjoint,
            mantissa,
            exponent,
            zeros: Few(u8::from(zero)),
            infinite: Few(u8::from(infinite)),
            undefined: Few(u8::from(undefined)),
        }
    }

    pub(super) fn times(self, other: Self) -> Self {
        let (mantissa, exponent) = normal(multiply(self.mantissa, other.mantissa));
        Factor {
            adjoint: std::array::from_fn(|i| self.adjoint[i].plus(other.adjoint[i])),
            mantissa,
            exponent: exponent
                .saturating_add(self.exponent)
                .saturating_add(other.exponent),
            zeros: self.zeros.plus(other.zeros),
            infinite: self.infinite.plus(other.infinite),
            undefined: self.undefined.plus(other.undefined),
        }
    }

    /// The adjoint of one factor.
    pub(super) fn adjoint_of(&self, one: &Self) -> [T; W] {
        let rest = self.without(one);
        let conjugate = std::array::from_fn(|i| if i == 0 { rest[i] } else { rest[i].minus() });
        multiply(self.adjoint, conjugate)
    }

    /// The product of all factors but one; of complex numbers with infinite ones: NaN.
    fn without(&self, one: &Self) -> [T; W] {
        let zero = self.zeros.exceeds(one.zeros);
        let infinite = self.infinite.exceeds(one.infinite);
        let undefined = self.undefined.exceeds(one.undefined);
        if undefined || infinite && (zero || W > 1) {
            return [T::ZERO.over(T::ZERO); W];
        }
        if zero {
            return [T::ZERO; W];
        }
        let quotient = divide(self.mantissa, one.mantissa);
        if infinite {
            return quotient.map(|part| part.over(T::ZERO));
        }
        quotient.map(|part| part.scaled(self.exponent.saturating_sub(one.exponent)))
    }
}

/// A number that is neither zero nor infinite nor NaN, as one near 1 and an exponent.
fn normal<T: Number, const W: usize>(number: [T; W]) -> ([T; W], c_int) {
    let parts = number
        .iter()
        .filter(|part| part.class() != FpCategory::Zero);
    let exponent = parts.map(|part| part.exponent()).max().unwrap_or(0);
    (number.map(|part| part.scaled(-exponent)), exponent)
}

/// Of numbers near 1: a b̄ / |b|², or a / b.
fn divide<T: Number, const W: usize>(a: [T; W], b: [T; W]) -> [T; W] {
    if W == 1 {
        return std::array::from_fn(|i| a[i].over(b[i]));
    }
    let squares = b.iter().map(|part| part.times(*part));
    let square = squares.fold(T::ZERO, T::plus);
    let conjugate = std::array::from_fn(|i| if i == 0 { b[i] } else { b[i].minus() });
    multiply(a, conjugate).map(|part| part.over(square))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The product of all numbers but the first.
    fn rest<const W: usize>(numbers: &[[f64; W]]) -> [f64; W] {
        let factors = numbers.iter().map(|number| Factor::new(*number, [0.0; W]));
        let all = factors.reduce(Factor::times);
        let one = Factor::new(numbers[0], [0.0; W]);
        all.map_or([f64::NAN; W], |all| all.without(&one))
    }

    fn real(numbers: &[f64]) -> f64 {
        let numbers: Vec<[f64; 1]> = numbers.iter().map(|number| [*number]).collect();
        rest(&numbers)[0]
    }

    #[test]
    fn zeros_are_exact() {
        assert_eq!(real(&[0.0, 3.0, -5.0]), -15.0);
        assert_eq!(real(&[2.0, 0.0, -5.0]), 0.0);
        assert_eq!(real(&[0.0, 0.0, 0.0, 7.0]), 0.0);
        assert_eq!(rest(&[[0.0, 0.0], [0.0, 2.0], [0.0, 3.0]]), [-6.0, 0.0]);
        assert_eq!(rest(&[[0.0, 1.0], [0.0, 0.0], [0.0, 3.0]]), [0.0, 0.0]);
    }

    #[test]
    fn products_of_all_numbers_may_overflow() {
        let close = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-15;
        assert!(close(real(&[1e300, 1e200, 1e-200, 1e10]), 1e10));
        assert!(close(real(&[1e-300, 1e-200, 1e-100]), 1e-300));
        assert_eq!(real(&[2.0, 5e-324]), 5e-324);
        assert_eq!(real(&[2.0, 1e200, 1e200]), f64::INFINITY);
        let [re, im] = rest(&[[1e300, -1e300], [1e200, 0.0], [0.0, 1e100]]);
        assert!(re.abs() < 1e285 && close(im, 1e300));
    }

    #[test]
    fn infinities_and_nan() {
        let (infinity, nan) = (f64::INFINITY, f64::NAN);
        assert_eq!(real(&[infinity, 3.0]), 3.0);
        assert_eq!(real(&[nan, 3.0]), 3.0);
        assert_eq!(real(&[-2.0, -infinity, 3.0]), -infinity);
        assert_eq!(real(&[-infinity, -infinity, 3.0]), -infinity);
        assert!(real(&[2.0, infinity, 0.0]).is_nan());
        assert_eq!(real(&[infinity, 0.0, 4.0]), 0.0);
        assert!(real(&[0.0, nan, 3.0]).is_nan());
        assert!(rest(&[[1.0, 2.0], [infinity, 0.0]])[0].is_nan());
    }
}
