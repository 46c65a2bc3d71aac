//! Expressions of kernels, thread by thread, and the memory that they read. Owns the checks of ties and of ranges, which make control flow and kinks
//! robust against rounding; must have no side effects besides counting steps and who has read what.

use crate::ast::{Cmp, MathFn, Prec};
use crate::dual::{self, Dual};
use crate::memory::{Checked, Reject};

use super::{Frame, Machine, Space};
use crate::grid::ast::{Cond, GIVEN_INT, Id, Int, IntOp, Place, Real, Ty};

impl<'p> Machine<'p> {
    pub(super) fn tick(&mut self) -> Checked<()> {
        self.steps += 1;
        match self.steps > self.limits.steps {
            true => Err(Reject::Steps),
            false => Ok(()),
        }
    }

    pub(super) fn real(&mut self, frame: &Frame<'p>, e: &Real, t: usize) -> Checked<Dual> {
        self.tick()?;
        let value = match e {
            Real::Const(v, prec) => Dual::constant(*v).round(*prec),
            Real::Load(place) => self.load(frame, place, t)?,
            Real::FromInt(i) => Dual::constant(self.int(frame, i, t)? as f64),
            Real::Neg(a) => self.real(frame, a, t)?.neg(),
            Real::Bin(op, a, b) => {
                let prec = frame.scope.prec(e);
                let (a, b) = (self.real(frame, a, t)?, self.real(frame, b, t)?);
                dual::binary(*op, &a, &b, prec)
            }
            Real::Math(f, prec, args) => self.math(frame, (*f, *prec), args, t)?,
            Real::Cast(prec, a) => self.real(frame, a, t)?.round(*prec),
            Real::Select(cond, a, b) => {
                let chosen = if self.cond(frame, cond, t)? { a } else { b };
                self.real(frame, chosen, t)?
            }
        };
        let sane = value.v.abs() < self.limits.value && value.max_tangent() < self.limits.tangent;
        if sane { Ok(value) } else { Err(Reject::Range) }
    }

    fn math(
        &mut self,
        frame: &Frame<'p>,
        (f, prec): (MathFn, Prec),
        args: &[Real],
        t: usize,
    ) -> Checked<Dual> {
        let mut values = Vec::with_capacity(2);
        for arg in args {
            values.push(self.real(frame, arg, t)?.round(prec));
        }
        match (f, &values[..]) {
            (MathFn::Fabs, [a]) => self.apart(a, &Dual::constant(0.0))?,
            (MathFn::Fmax | MathFn::Fmin, [a, b]) => self.apart(a, b)?,
            _ => {}
        }
        Ok(dual::math(f, &values, prec))
    }

    /// Refuses two numbers that rounding could change in order, unless that would change nothing.
    pub(super) fn apart(&self, a: &Dual, b: &Dual) -> Checked<()> {
        let distance = (a.v - b.v).abs();
        let same = distance == 0.0 && a.tangent_gap(b) == 0.0;
        let scale = a.v.abs().max(b.v.abs()).max(1e-3);
        match same || distance > self.limits.tie * scale {
            true => Ok(()),
            false => Err(Reject::Tie),
        }
    }

    pub(super) fn cond(&mut self, frame: &Frame<'p>, c: &Cond, t: usize) -> Checked<bool> {
        match c {
            Cond::Int(cmp, a, b) => {
                let (a, b) = (self.int(frame, a, t)?, self.int(frame, b, t)?);
                Ok(compare(*cmp, &a, &b))
            }
            Cond::Real(cmp, a, b) => {
                let (a, b) = (self.real(frame, a, t)?, self.real(frame, b, t)?);
                self.apart(&a, &b)?;
                Ok(compare(*cmp, &a.v, &b.v))
            }
            Cond::And(a, b) => Ok(self.cond(frame, a, t)? && self.cond(frame, b, t)?),
        }
    }

    pub(super) fn int(&mut self, frame: &Frame<'p>, e: &Int, t: usize) -> Checked<i64> {
        self.tick()?;
        match e {
            Int::Const(v) => Ok(*v),
            Int::Id(id) => Ok(self.id(*id, t)),
            Int::Load(place) => Ok(self.load(frame, place, t)?.v as i64),
            Int::Bin(op, a, b) => {
                let (a, b) = (self.int(frame, a, t)?, self.int(frame, b, t)?);
                int_op(*op, a, b)
            }
        }
    }

    pub(super) fn id(&self, id: Id, t: usize) -> i64 {
        let shape = self.program.shape;
        let value = match id {
            Id::Thread => t,
            Id::Global => self.block * shape.threads() + t,
            Id::Block => self.block,
            Id::GlobalX => self.block % shape.grid[0] * shape.block[0] + t % shape.block[0],
            Id::GlobalY => self.block / shape.grid[0] * shape.block[1] + t / shape.block[0],
            Id::ThreadX => t % shape.block[0],
            Id::ThreadY => t / shape.block[0],
            Id::Lane => t % self.warp,
            Id::Width => self.warp,
            Id::Threads => shape.threads(),
            Id::All => shape.total(),
            Id::N => return self.program.n,
            Id::Given => return GIVEN_INT,
        };
        value as i64
    }

    /// The scalar that a place is.
    pub(super) fn place(
        &mut self,
        frame: &Frame<'p>,
        place: &Place,
        t: usize,
    ) -> Checked<(Space, usize)> {
        let whole = self.whole(frame, place.array, t)?;
        let index = match place.index.as_deref() {
            Some(index) => self.index(frame, index, t)?,
            None => 0,
        };
        let inside = index < whole.elements && place.field < whole.ty.cells();
        match inside {
            true => Ok((
                whole.space,
                whole.cell + index * whole.ty.cells() + place.field,
            )),
            false => Err(Reject::Invalid("out of bounds")),
        }
    }

    fn index(&mut self, frame: &Frame<'p>, index: &Int, t: usize) -> Checked<usize> {
        let value = self.int(frame, index, t)?;
        usize::try_from(value).map_err(|_| Reject::Invalid("out of bounds"))
    }

    pub(super) fn load(&mut self, frame: &Frame<'p>, place: &Place, t: usize) -> Checked<Dual> {
        let at = self.place(frame, place, t)?;
        let value = self.cell(at, t)?;
        value.ok_or(Reject::Invalid("uninitialised"))
    }

    fn cell(&mut self, (space, cell): (Space, usize), t: usize) -> Checked<Option<Dual>> {
        let who = self.who(t);
        match space {
            Space::X => self.x.read(cell, who),
            Space::Y => self.y.read(cell, who),
            Space::Shared => self.shared.read(cell, who),
            Space::Local => Ok(self.stacks[t][cell]),
        }
    }

    fn set(&mut self, (space, cell): (Space, usize), t: usize, value: Dual) -> Checked<()> {
        let who = self.who(t);
        match space {
            Space::X => Err(Reject::Invalid("x is written")),
            Space::Y => self.y.write(cell, who, value),
            Space::Shared => self.shared.write(cell, who, value),
            Space::Local => {
                self.stacks[t][cell] = Some(value);
                Ok(())
            }
        }
    }

    pub(super) fn store(
        &mut self,
        frame: &Frame<'p>,
        place: &Place,
        t: usize,
        value: Dual,
    ) -> Checked<()> {
        let at = self.place(frame, place, t)?;
        let value = value.round(frame.scope.scalar(place).prec());
        self.set(at, t, value)
    }

    /// All members of a record.
    pub(super) fn record(
        &mut self,
        frame: &Frame<'p>,
        place: &Place,
        t: usize,
    ) -> Checked<Vec<Dual>> {
        let members = members(frame.scope.element(place.array))?;
        let (space, first) = self.place(frame, place, t)?;
        (0..members)
            .map(|k| {
                let cell = self.cell((space, first + k), t)?;
                cell.ok_or(Reject::Invalid("uninitialised"))
            })
            .collect()
    }

    pub(super) fn store_record(
        &mut self,
        frame: &Frame<'p>,
        place: &Place,
        t: usize,
        record: &[Dual],
    ) -> Checked<()> {
        if members(frame.scope.element(place.array))? != record.len() {
            return Err(Reject::Invalid("records of two types"));
        }
        let (space, first) = self.place(frame, place, t)?;
        for (k, value) in record.iter().enumerate() {
            self.set((space, first + k), t, *value)?;
        }
        Ok(())
    }
}

fn members(ty: Ty) -> Checked<usize> {
    match ty {
        Ty::Record(_) => Ok(ty.cells()),
        Ty::F64 | Ty::F32 | Ty::Int => Err(Reject::Invalid("no record")),
    }
}

fn int_op(op: IntOp, a: i64, b: i64) -> Checked<i64> {
    let value = match op {
        IntOp::Add => a + b,
        IntOp::Sub => a - b,
        IntOp::Mul => a * b,
        IntOp::Div | IntOp::Rem if b <= 0 || a < 0 => {
            return Err(Reject::Invalid("division of a negative number"));
        }
        IntOp::Div => a / b,
        IntOp::Rem => a % b,
        IntOp::Xor => a ^ b,
        IntOp::Min => a.min(b),
        IntOp::Max => a.max(b),
    };
    match i32::try_from(value) {
        Ok(_) => Ok(value),
        Err(_) => Err(Reject::Invalid("an integer overflows")),
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
