//! What idioms do, on the interpreter's cells. Owns the effects; must not know how they are spelt, so
//! that a spelling that does something else is noticed.

use crate::ast::Idiom;
use crate::ast::{Prec, RealOp};
use crate::dual::{self, Dual};
use crate::idiom::{Effect, ROWS};
use crate::interp::{Frame, Interp, real_cell};
use crate::memory::{Cell, Checked, Reject};

impl<'p> Interp<'p> {
    pub(crate) fn idiom(&mut self, frame: &Frame<'p>, idiom: &'p Idiom) -> Checked<()> {
        let effect = ROWS[idiom.row].effect;
        let len = idiom.count * self.program.cells(&idiom.elem);
        let dst = self.target(frame, &idiom.dst)?;
        let old = self.memory.read(dst, len)?.to_vec();
        if effect.operands() == 1 {
            let new = self.one_operand(effect, &old)?;
            return self.memory.write(dst, &new);
        }
        let src = self.target(frame, &idiom.src)?;
        if dst.object == src.object && dst.cell.abs_diff(src.cell) < len {
            return Err(Reject::Invalid("operands of an idiom overlap"));
        }
        let read = self.memory.read(src, len)?.to_vec();
        // Bytes may be copied whatever they are; what else is done with them needs a value.
        if read.contains(&Cell::Uninit) || (effect == Effect::Swap && old.contains(&Cell::Uninit)) {
            return Err(Reject::Invalid("idiom on uninitialised memory"));
        }
        let new = self.two_operands((effect, idiom.power), &old, &read)?;
        self.memory.write(dst, &new)?;
        if effect == Effect::Swap {
            self.memory.write(src, &old)?;
        }
        Ok(())
    }

    fn one_operand(&mut self, effect: Effect, old: &[Cell]) -> Checked<Vec<Cell>> {
        let mut values = old.iter().map(real_cell).collect::<Checked<Vec<Dual>>>()?;
        if effect != Effect::Sort {
            return Err(Reject::Invalid("effect without its operand"));
        }
        for (k, a) in values.iter().enumerate() {
            values[..k].iter().try_for_each(|b| self.apart(a, b))?;
        }
        values.sort_by(|a, b| a.v.total_cmp(&b.v));
        Ok(values.into_iter().map(Cell::Real).collect())
    }

    fn two_operands(
        &mut self,
        (effect, power): (Effect, i64),
        old: &[Cell],
        read: &[Cell],
    ) -> Checked<Vec<Cell>> {
        if matches!(effect, Effect::Copy | Effect::Swap) {
            return Ok(read.to_vec());
        }
        let mut new = Vec::with_capacity(read.len());
        for (k, (old, read)) in old.iter().zip(read).enumerate() {
            let value = real_cell(read)?;
            let result = match effect {
                Effect::Add => dual::binary(RealOp::Add, &real_cell(old)?, &value, Prec::F64),
                Effect::Square => square(&value),
                Effect::Alternate if k % 2 == 0 => square(&value),
                Effect::Alternate => value.chain(0.5 * value.v, 0.5),
                _ => self.of_bits((effect, power), &value)?,
            };
            self.in_range(&result)?;
            new.push(Cell::Real(result));
        }
        Ok(new)
    }

    /// Effects on sign and exponent, which are what they seem for normal numbers only.
    fn of_bits(&self, (effect, power): (Effect, i64), value: &Dual) -> Checked<Dual> {
        if !(1e-200..1e200).contains(&value.v.abs()) {
            return Err(Reject::Invalid("bits of a number that is not normal"));
        }
        match effect {
            Effect::Scale => {
                let factor = 2.0_f64.powi(power as i32);
                Ok(value.chain(value.v * factor, factor))
            }
            Effect::Negate => Ok(value.neg()),
            Effect::Abs => {
                self.apart(value, &Dual::constant(0.0))?;
                Ok(value.chain(value.v.abs(), value.v.signum()))
            }
            Effect::Mantissa => {
                let exponent = ((value.v.to_bits() >> 52) & 0x7ff) as i32 - 1023;
                let factor = 2.0_f64.powi(-exponent);
                let mantissa = value.chain(value.v * factor, factor);
                let size = mantissa.chain(mantissa.v.abs(), mantissa.v.signum());
                self.apart(&size, &Dual::constant(1.0))?;
                self.apart(&size, &Dual::constant(2.0))?;
                Ok(mantissa)
            }
            _ => Err(Reject::Invalid("not an effect on bits")),
        }
    }
}

fn square(value: &Dual) -> Dual {
    dual::binary(RealOp::Mul, value, value, Prec::F64)
}
