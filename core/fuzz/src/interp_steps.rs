//! Calls that a run-time library makes, and checkpoints, which change nothing. Owns their meaning on the interpreter's cells; must not know
//! how they are spelt.

use crate::ast::{Arg, Checkpoints, Place, Prec, RealOp, Steps, Type};
use crate::dual::{self, Dual};
use crate::interp::{Frame, Interp};
use crate::memory::{Cell, Checked, Reject};

impl<'p> Interp<'p> {
    /// Memory that is named must be there.
    pub(crate) fn named(&mut self, frame: &Frame<'p>, checkpoints: &'p Checkpoints) -> Checked<()> {
        for memory in &checkpoints.named {
            let at = self.target(frame, &memory.at)?;
            let cells = memory.count * self.program.cells(&memory.elem);
            self.memory.read(at, cells)?;
        }
        Ok(())
    }

    pub(crate) fn steps(&mut self, frame: &Frame<'p>, steps: &'p Steps) -> Checked<()> {
        if let Some(checkpoints) = &steps.checkpoints {
            self.named(frame, checkpoints)?;
        }
        let given = self.given(frame, steps)?;
        let mut sum = Dual::constant(0.0);
        for number in 0..self.int(frame, &steps.count)? {
            self.tick()?;
            let mut cells = given.clone();
            if let Some(index) = steps.index {
                cells[index] = vec![Cell::Int(number)];
            }
            let result = self.call_below(frame, steps.f, cells)?;
            if let ([Cell::Real(more)], Some(_)) = (&result[..], &steps.sum) {
                sum = dual::binary(RealOp::Add, &sum, more, Prec::F64);
            }
        }
        match &steps.sum {
            Some(place) => self.store_sum(frame, place, sum),
            None => Ok(()),
        }
    }

    /// The arguments, converted to the types of the parameters.
    fn given(&mut self, frame: &Frame<'p>, steps: &'p Steps) -> Checked<Vec<Vec<Cell>>> {
        let func = self.program.funcs.get(steps.f);
        let func = func.ok_or(Reject::Invalid("no such function"))?;
        if steps.args.len() != func.params {
            return Err(Reject::Invalid("wrong number of arguments"));
        }
        let params = func.vars.iter();
        let one = |(arg, param): (&'p Arg, &'p crate::ast::Var)| {
            let value = self.arg(frame, arg)?;
            self.converted(&param.ty, value)
        };
        steps.args.iter().zip(params).map(one).collect()
    }

    fn store_sum(&mut self, frame: &Frame<'p>, place: &'p Place, sum: Dual) -> Checked<()> {
        let (at, ty) = self.place(frame, place)?;
        match ty {
            Type::Real(_) => self.store(at, ty, vec![Cell::Real(sum)]),
            _ => Err(Reject::Invalid("sum of no number")),
        }
    }
}
