//! Expressions of the interpreter: reals, integers, conditions, pointers. Owns the tie checks that
//! make control flow and kinks robust against rounding and small steps; must have no side effects
//! besides counting steps.

use crate::ast::{Arg, Cmp, Cond, Int, IntOp, MathFn, Pointer, Prec, Real, RealOp, Type};
use crate::dual::{self, Dual};
use crate::interp::{Frame, Interp, int_cell, pointer_cell, real_cell};
use crate::memory::{Addr, Cell, Checked, Reject};

/// How close, relative to the operands, a comparison may come to a tie.
const TIE: f64 = 1e-6;

impl<'p> Interp<'p> {
    pub(crate) fn arg(&mut self, frame: &Frame<'p>, arg: &'p Arg) -> Checked<Vec<Cell>> {
        match arg {
            Arg::Real(e) => Ok(vec![Cell::Real(self.real(frame, e)?)]),
            Arg::Int(e) => Ok(vec![Cell::Int(self.int(frame, e)?)]),
            Arg::Ptr(e) => Ok(vec![Cell::Ptr(self.pointer(frame, e)?)]),
            Arg::Struct(place) => {
                let (at, ty) = self.place(frame, place)?;
                Ok(self.memory.read(at, self.program.cells(ty))?.to_vec())
            }
        }
    }

    /// `old op value` in C's precision, for `place op= value`.
    pub(crate) fn update(
        &mut self,
        frame: &Frame<'p>,
        op: RealOp,
        (old, ty): (Dual, &Type),
        value: &'p Real,
    ) -> Checked<Dual> {
        let new = self.real(frame, value)?;
        let float =
            *ty == Type::Real(Prec::F32) && self.program.prec(frame.func, value) == Prec::F32;
        let prec = if float { Prec::F32 } else { Prec::F64 };
        Ok(dual::binary(op, &old, &new, self.rounding(prec)))
    }

    /// The precision to round in: doubles throughout when float rounding is off.
    fn rounding(&self, prec: Prec) -> Prec {
        if self.limits.round_floats {
            prec
        } else {
            Prec::F64
        }
    }

    pub(crate) fn real(&mut self, frame: &Frame<'p>, e: &'p Real) -> Checked<Dual> {
        self.tick()?;
        let prec = self.rounding(self.program.prec(frame.func, e));
        match e {
            Real::Const(v, _) => Ok(Dual::constant(*v).round(prec)),
            Real::Load(place) => {
                let at = self.place(frame, place)?.0;
                real_cell(&self.load(at)?)
            }
            Real::FromInt(i) => Ok(Dual::constant(self.int(frame, i)? as f64)),
            Real::Neg(a) => Ok(self.real(frame, a)?.neg()),
            Real::Bin(op, a, b) => {
                let (a, b) = (self.real(frame, a)?, self.real(frame, b)?);
                finite(dual::binary(*op, &a, &b, prec))
            }
            Real::Math(f, args) => self.math(frame, (*f, prec), args),
            Real::Cast(_, a) => Ok(self.real(frame, a)?.round(prec)),
            Real::Select(c, a, b) => {
                let chosen = if self.cond(frame, c)? { a } else { b };
                self.real(frame, chosen)
            }
            Real::Call(f, args) => match self.call_with(frame, *f, args)?[..] {
                [Cell::Real(v)] => Ok(v),
                _ => Err(Reject::Invalid("call without a real result")),
            },
        }
    }

    fn math(
        &mut self,
        frame: &Frame<'p>,
        (f, prec): (MathFn, Prec),
        args: &'p [Real],
    ) -> Checked<Dual> {
        let mut values = Vec::with_capacity(2);
        for arg in args {
            values.push(self.real(frame, arg)?);
        }
        match (f, &values[..]) {
            (MathFn::Fabs, [a]) => self.apart(a, &Dual::constant(0.0))?,
            (MathFn::Fmax | MathFn::Fmin, [a, b]) => self.apart(a, b)?,
            _ => {}
        }
        finite(dual::math(f, &values, prec))
    }

    /// Refuses `a` and `b` that could change order by rounding or within a difference step.
    pub(crate) fn apart(&self, a: &Dual, b: &Dual) -> Checked<()> {
        let distance = (a.v - b.v).abs();
        if a.is_constant() && b.is_constant() && distance == 0.0 {
            return Ok(());
        }
        let scale = a.v.abs().max(b.v.abs()).max(1e-3);
        let margin = TIE * scale + self.limits.step_margin * a.tangent_gap(b);
        if distance > margin {
            Ok(())
        } else {
            Err(Reject::Tie)
        }
    }

    pub(crate) fn int(&mut self, frame: &Frame<'p>, e: &'p Int) -> Checked<i64> {
        self.tick()?;
        let value = match e {
            Int::Const(v) => *v,
            Int::Load(place) => {
                let at = self.place(frame, place)?.0;
                int_cell(&self.load(at)?)?
            }
            Int::Bin(op, a, b) => {
                let (a, b) = (self.int(frame, a)?, self.int(frame, b)?);
                int_op(*op, a, b)?
            }
            Int::Trunc(e) => {
                let v = self.real(frame, e)?;
                self.apart(&v, &Dual::constant(v.v.round()))?;
                v.v as i64
            }
            Int::Select(c, a, b) => {
                let chosen = if self.cond(frame, c)? { a } else { b };
                self.int(frame, chosen)?
            }
        };
        let fits = i32::try_from(value).is_ok();
        if fits {
            Ok(value)
        } else {
            Err(Reject::Invalid("integer overflow"))
        }
    }

    pub(crate) fn cond(&mut self, frame: &Frame<'p>, c: &'p Cond) -> Checked<bool> {
        match c {
            Cond::Real(cmp, a, b) => {
                let (a, b) = (self.real(frame, a)?, self.real(frame, b)?);
                self.apart(&a, &b)?;
                Ok(compare(*cmp, &a.v, &b.v))
            }
            Cond::Int(cmp, a, b) => {
                let (a, b) = (self.int(frame, a)?, self.int(frame, b)?);
                Ok(compare(*cmp, &a, &b))
            }
            Cond::And(a, b) => Ok(self.cond(frame, a)? && self.cond(frame, b)?),
            Cond::Or(a, b) => Ok(self.cond(frame, a)? || self.cond(frame, b)?),
            Cond::Not(a) => Ok(!self.cond(frame, a)?),
        }
    }

    /// Evaluates a pointer; `None` is the null pointer.
    pub(crate) fn pointer(&mut self, frame: &Frame<'p>, p: &'p Pointer) -> Checked<Option<Addr>> {
        self.tick()?;
        match p {
            Pointer::Null => Ok(None),
            Pointer::Load(place) => {
                let at = self.place(frame, place)?.0;
                pointer_cell(&self.load(at)?)
            }
            Pointer::Decay(place) | Pointer::Addr(place) => Ok(Some(self.place(frame, place)?.0)),
            Pointer::Offset(base, by) => self.offset(frame, base, by),
            Pointer::Select(c, a, b) => {
                let chosen = if self.cond(frame, c)? { a } else { b };
                self.pointer(frame, chosen)
            }
        }
    }

    fn offset(
        &mut self,
        frame: &Frame<'p>,
        base: &'p Pointer,
        by: &'p Int,
    ) -> Checked<Option<Addr>> {
        let at = self
            .pointer(frame, base)?
            .ok_or(Reject::Invalid("offset of null"))?;
        let elem = self
            .program
            .pointee(frame.func, base)
            .map_or(1, |ty| self.program.cells(ty));
        let by = usize::try_from(self.int(frame, by)?)
            .map_err(|_| Reject::Invalid("negative pointer offset"))?;
        let at = at.plus(by * elem);
        if self.memory.may_point(at) {
            Ok(Some(at))
        } else {
            Err(Reject::Invalid("wild pointer"))
        }
    }
}

fn finite(v: Dual) -> Checked<Dual> {
    let sane = v.v.abs() < 1e9 && v.max_tangent() < 1e9;
    if sane { Ok(v) } else { Err(Reject::Range) }
}

fn int_op(op: IntOp, a: i64, b: i64) -> Checked<i64> {
    match op {
        IntOp::Add => Ok(a + b),
        IntOp::Sub => Ok(a - b),
        IntOp::Mul => Ok(a * b),
        IntOp::Rem if b != 0 => Ok(a % b),
        IntOp::Rem => Err(Reject::Invalid("remainder by zero")),
    }
}

fn compare<T: PartialOrd>(cmp: Cmp, a: &T, b: &T) -> bool {
    match cmp {
        Cmp::Lt => a < b,
        Cmp::Le => a <= b,
        Cmp::Gt => a > b,
        Cmp::Ge => a >= b,
        Cmp::Eq => a == b,
        Cmp::Ne => a != b,
    }
}
