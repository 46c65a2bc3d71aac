//! Derivatives of routines on vectors. They move as much memory as they compute, so that loops of our own serve.
//!
//! A bar is an adjoint, a dot a tangent; with complex numbers as `number` says.
//!
//! Owns: dot, nrm2, asum, axpy, scal, copy, swap, rot. Must not: know how arguments are passed.

use crate::call::Arguments;
use crate::memory::Vector;
use crate::number::Number;
use crate::operand::{Adjoints, Factor, Line};
use crate::routine::Routine;
use std::ffi::c_void;

/// Writes a returned number's tangent.
fn give<T>(to: *mut c_void, tangent: T) {
    if !to.is_null() {
        // SAFETY: generated code wants a number of the result's kind there.
        unsafe { to.cast::<T>().write_unaligned(tangent) };
    }
}

/// `r = Σ x y`, or `Σ conj(x) y`:
/// `x̄ += conj(y) r̄`, `ȳ += conj(x) r̄`, and `x̄ += y conj(r̄)`, `ȳ += x r̄`.
struct Dot<T> {
    x: Line<T>,
    y: Line<T>,
    conjugates: bool,
    /// The result's shadows, where it is returned through a pointer.
    through: Vec<*mut T>,
}

pub(crate) fn dot<T: Number>(args: &mut Arguments<'_>, conjugates: bool) -> Box<dyn Routine> {
    let n = args.size();
    let (x, y) = (args.line(n), args.line(n));
    let through = match T::IS_COMPLEX && args.library().cblas {
        true => args.through(),
        false => Vec::new(),
    };
    Box::new(Dot::<T> {
        x,
        y,
        conjugates,
        through,
    })
}

impl<T: Number> Dot<T> {
    fn product(&self, x: T, y: T) -> T {
        if self.conjugates { x.conj() * y } else { x * y }
    }
}

impl<T: Number> Routine for Dot<T> {
    fn keep_before(&mut self) {
        self.x.keep_if(self.y.active());
        self.y.keep_if(self.x.active());
    }

    fn tangent_after(&mut self, direction: usize, to: *mut c_void) {
        let mut tangent = T::ZERO;
        for i in 0..self.x.primal.n {
            if let Some(dx) = self.x.shadows.get(direction) {
                tangent += self.product(dx.get(i), self.y.primal.get(i));
            }
            if let Some(dy) = self.y.shadows.get(direction) {
                tangent += self.product(self.x.primal.get(i), dy.get(i));
            }
        }
        give(to, tangent);
        if let Some(at) = self.through.get(direction) {
            give(at.cast(), tangent);
        }
    }

    fn reverse(&mut self, adjoints: &Adjoints) {
        let mut seed: T = adjoints.result();
        if let Some(at) = self.through.get(adjoints.direction) {
            // SAFETY: the result's shadow, a number of this kind. What was there before is overwritten.
            unsafe {
                seed = at.read_unaligned();
                at.write_unaligned(T::ZERO);
            }
        }
        let (x, y) = (self.x.value(), self.y.value());
        if let Some(bar) = self.x.shadows.get(adjoints.direction) {
            bar.map(|i, old| match self.conjugates {
                true => old + y.get(i) * seed.conj(),
                false => old + y.get(i).conj() * seed,
            });
        }
        if let Some(bar) = self.y.shadows.get(adjoints.direction) {
            bar.map(|i, old| match self.conjugates {
                true => old + x.get(i) * seed,
                false => old + x.get(i).conj() * seed,
            });
        }
    }
}

/// `r = ‖x‖`: `x̄ += x r̄ / r`, nothing where `r = 0`.
struct Norm<T: Number> {
    x: Line<T>,
    r: T::Real,
}

pub(crate) fn nrm2<T: Number>(args: &mut Arguments<'_>) -> Box<dyn Routine> {
    let n = args.size();
    Box::new(Norm::<T> {
        x: args.line(n),
        r: T::Real::ZERO,
    })
}

impl<T: Number> Routine for Norm<T> {
    fn keep_before(&mut self) {
        let needed = self.x.active();
        self.x.keep_if(needed);
    }

    fn learn(&mut self, result: *const c_void) {
        // SAFETY: what the routine returned.
        self.r = unsafe { result.cast::<T::Real>().read_unaligned() };
    }

    fn tangent_after(&mut self, direction: usize, to: *mut c_void) {
        let dx = self.x.shadows.get(direction);
        let along = dx.map_or(T::ZERO, |dx| self.x.primal.inner(dx));
        give(to, along.real() * self.r.inverse_or_zero());
    }

    fn reverse(&mut self, adjoints: &Adjoints) {
        let seed: T::Real = adjoints.result();
        let by_norm = T::of_real(seed * self.r.inverse_or_zero());
        if let Some(bar) = self.x.shadows.get(adjoints.direction) {
            bar.add(by_norm, &self.x.value());
        }
    }
}

/// `r = Σ |Re x| + |Im x|`: `x̄ += (sign Re x, sign Im x) r̄`, with the sign 0 of 0.
struct Sum<T> {
    x: Line<T>,
}

pub(crate) fn asum<T: Number>(args: &mut Arguments<'_>) -> Box<dyn Routine> {
    let n = args.size();
    Box::new(Sum::<T> {
        x: args.upward_line(n),
    })
}

impl<T: Number> Routine for Sum<T> {
    fn keep_before(&mut self) {
        let needed = self.x.active();
        self.x.keep_if(needed);
    }

    fn tangent_after(&mut self, direction: usize, to: *mut c_void) {
        let along = |dx: &Vector<T>| {
            let parts = (0..dx.n).map(|i| self.x.primal.get(i).signs().conj() * dx.get(i));
            parts.fold(T::ZERO, |sum, part| sum + part).real()
        };
        let dx = self.x.shadows.get(direction);
        give(to, dx.map_or(T::Real::ZERO, along));
    }

    fn reverse(&mut self, adjoints: &Adjoints) {
        let seed = T::of_real(adjoints.result());
        let x = self.x.value();
        if let Some(bar) = self.x.shadows.get(adjoints.direction) {
            bar.map(|i, old| old + x.get(i).signs() * seed);
        }
    }
}

/// `y = a x + y`: `x̄ += conj(a) ȳ`, `ā += Σ conj(x) ȳ`.
struct Axpy<T> {
    a: Factor<T>,
    x: Line<T>,
    y: Line<T>,
}

pub(crate) fn axpy<T: Number>(args: &mut Arguments<'_>) -> Box<dyn Routine> {
    let n = args.size();
    Box::new(Axpy::<T> {
        a: args.factor::<T, T>(),
        x: args.line(n),
        y: args.line(n),
    })
}

impl<T: Number> Routine for Axpy<T> {
    fn tangent_before(&mut self, direction: usize) {
        let Some(dy) = self.y.shadows.get(direction) else {
            return;
        };
        if let Some(dx) = self.x.shadows.get(direction) {
            dy.add(self.a.value, dx);
        }
        if self.a.active {
            dy.add(self.a.tangent(direction), &self.x.primal);
        }
    }

    fn keep_before(&mut self) {
        self.x.keep_if(self.a.active);
        // Programs write `y = a y + y` so.
        let overwritten = self.x.primal.overlaps(&self.y.primal);
        self.x.keep_now(self.a.active && overwritten);
    }

    fn reverse(&mut self, adjoints: &Adjoints) {
        let Some(bar) = self.y.shadows.get(adjoints.direction) else {
            return;
        };
        if self.a.active {
            self.a.add(self.x.value().inner(bar), adjoints);
        }
        if let Some(to) = self.x.shadows.get(adjoints.direction) {
            to.add(self.a.value.conj(), bar);
        }
    }
}

/// `x = a x`: `ā += Σ conj(x) x̄` with what `x` held, `x̄ = conj(a) x̄`. A real factor of complex numbers gets the real part.
struct Scal<T, F> {
    a: Factor<F>,
    x: Line<T>,
    part: fn(T) -> F,
    whole: fn(F) -> T,
}

pub(crate) fn scal<T: Number, F: Number<Real = T::Real> + Within<T>>(
    args: &mut Arguments<'_>,
    part: fn(T) -> F,
) -> Box<dyn Routine> {
    let n = args.size();
    Box::new(Scal::<T, F> {
        a: args.factor::<T, F>(),
        x: args.upward_line(n),
        part,
        whole: F::within,
    })
}

/// Factors of numbers of another kind.
pub(crate) trait Within<T> {
    fn within(self) -> T;
}

impl<T: Number, F: Number<Real = T::Real>> Within<T> for F {
    fn within(self) -> T {
        // The same number, or a real one as a complex one.
        let mut whole = T::of_real(self.real());
        if F::IS_COMPLEX {
            // SAFETY: a complex factor is only used with complex numbers, of the same kind.
            whole = unsafe { std::mem::transmute_copy(&self) };
        }
        whole
    }
}

impl<T: Number, F: Number> Routine for Scal<T, F> {
    fn tangent_before(&mut self, direction: usize) {
        let Some(dx) = self.x.shadows.get(direction) else {
            return;
        };
        let a = (self.whole)(self.a.value);
        let da = (self.whole)(self.a.tangent(direction));
        dx.map(|i, old| match a == T::ZERO {
            true => da * self.x.primal.get(i),
            false => a * old + da * self.x.primal.get(i),
        });
    }

    fn keep_before(&mut self) {
        let needed = self.a.active;
        self.x.keep_now(needed);
    }

    fn reverse(&mut self, adjoints: &Adjoints) {
        let Some(bar) = self.x.shadows.get(adjoints.direction) else {
            return;
        };
        if self.a.active {
            let all = self.x.value().inner(bar);
            self.a.add((self.part)(all), adjoints);
        }
        let a = (self.whole)(self.a.value).conj();
        bar.map(|_, old| if a == T::ZERO { a } else { a * old });
    }
}

/// `y = x`: `x̄ += ȳ`, `ȳ = 0`.
struct Copy<T> {
    x: Line<T>,
    y: Line<T>,
}

pub(crate) fn copy<T: Number>(args: &mut Arguments<'_>) -> Box<dyn Routine> {
    let n = args.size();
    Box::new(Copy::<T> {
        x: args.line(n),
        y: args.line(n),
    })
}

impl<T: Number> Routine for Copy<T> {
    fn tangent_before(&mut self, direction: usize) {
        let Some(dy) = self.y.shadows.get(direction) else {
            return;
        };
        let dx = self.x.shadows.get(direction);
        dy.map(|i, _| dx.map_or(T::ZERO, |dx| dx.get(i)));
    }

    fn reverse(&mut self, adjoints: &Adjoints) {
        let Some(bar) = self.y.shadows.get(adjoints.direction) else {
            return;
        };
        let to = self.x.shadows.get(adjoints.direction);
        for i in 0..bar.n {
            // Taken before it is added: the two may be the same.
            let adjoint = bar.get(i);
            bar.set(i, T::ZERO);
            if let Some(to) = to {
                to.set(i, to.get(i) + adjoint);
            }
        }
    }
}

/// `x, y = y, x`, and so do the shadows; what has none gets zeros.
struct Swap<T> {
    x: Line<T>,
    y: Line<T>,
}

pub(crate) fn swap<T: Number>(args: &mut Arguments<'_>) -> Box<dyn Routine> {
    let n = args.size();
    Box::new(Swap::<T> {
        x: args.line(n),
        y: args.line(n),
    })
}

impl<T: Number> Swap<T> {
    fn exchange(&self, direction: usize) {
        let (x, y) = (self.x.shadows.get(direction), self.y.shadows.get(direction));
        for i in 0..self.x.primal.n {
            let of = |line: Option<&Vector<T>>| line.map_or(T::ZERO, |line| line.get(i));
            let (from_x, from_y) = (of(x), of(y));
            x.inspect(|x| x.set(i, from_y));
            y.inspect(|y| y.set(i, from_x));
        }
    }
}

impl<T: Number> Routine for Swap<T> {
    fn tangent_before(&mut self, direction: usize) {
        self.exchange(direction);
    }

    fn reverse(&mut self, adjoints: &Adjoints) {
        self.exchange(adjoints.direction);
    }
}

/// `x, y = c x + s y, c y - s x` with real `c` and `s`:
/// `c̄ += Re Σ conj(x) x̄ + conj(y) ȳ`, `s̄ += Re Σ conj(y) x̄ - conj(x) ȳ`, `x̄, ȳ = c x̄ - s ȳ, s x̄ + c ȳ`.
struct Rot<T: Number> {
    x: Line<T>,
    y: Line<T>,
    c: Factor<T::Real>,
    s: Factor<T::Real>,
}

pub(crate) fn rot<T: Number>(args: &mut Arguments<'_>) -> Box<dyn Routine> {
    let n = args.size();
    Box::new(Rot::<T> {
        x: args.line(n),
        y: args.line(n),
        c: args.factor::<T, T::Real>(),
        s: args.factor::<T, T::Real>(),
    })
}

impl<T: Number> Routine for Rot<T> {
    fn tangent_before(&mut self, direction: usize) {
        let (c, s) = (T::of_real(self.c.value), T::of_real(self.s.value));
        let dc = T::of_real(self.c.tangent(direction));
        let ds = T::of_real(self.s.tangent(direction));
        let (dx, dy) = (self.x.shadows.get(direction), self.y.shadows.get(direction));
        for i in 0..self.x.primal.n {
            let of = |line: Option<&Vector<T>>| line.map_or(T::ZERO, |line| line.get(i));
            let (x, y) = (self.x.primal.get(i), self.y.primal.get(i));
            let (tx, ty) = (of(dx), of(dy));
            dx.inspect(|dx| dx.set(i, c * tx + s * ty + dc * x + ds * y));
            dy.inspect(|dy| dy.set(i, c * ty - s * tx + dc * y - ds * x));
        }
    }

    fn keep_before(&mut self) {
        let needed = self.c.active || self.s.active;
        self.x.keep_now(needed);
        self.y.keep_now(needed);
    }

    fn reverse(&mut self, adjoints: &Adjoints) {
        let (c, s) = (T::of_real(self.c.value), T::of_real(self.s.value));
        let bars = (
            self.x.shadows.get(adjoints.direction),
            self.y.shadows.get(adjoints.direction),
        );
        let needed = self.c.active || self.s.active;
        let (x, y) = (self.x.value(), self.y.value());
        let (mut by_c, mut by_s) = (T::ZERO, T::ZERO);
        for i in 0..self.x.primal.n {
            let of = |line: Option<&Vector<T>>| line.map_or(T::ZERO, |line| line.get(i));
            let (bx, by) = (of(bars.0), of(bars.1));
            if needed {
                let (x, y) = (x.get(i).conj(), y.get(i).conj());
                by_c += x * bx + y * by;
                by_s += y * bx - x * by;
            }
            bars.0.inspect(|bar| bar.set(i, c * bx - s * by));
            bars.1.inspect(|bar| bar.set(i, s * bx + c * by));
        }
        self.c.add(by_c.real(), adjoints);
        self.s.add(by_s.real(), adjoints);
    }
}
