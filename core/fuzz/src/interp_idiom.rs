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
        if let Some(whole) = self.of_all(effect, read)? {
            return Ok(whole);
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

    /// Effects in which each element depends on several.
    fn of_all(&mut self, effect: Effect, read: &[Cell]) -> Checked<Option<Vec<Cell>>> {
        let values = read.iter().map(real_cell).collect::<Checked<Vec<Dual>>>()?;
        let zero = Dual::constant(0.0);
        let count = values.len() as f64;
        let sum = |of: Vec<Dual>| of.iter().fold(zero, |s, v| plus(&s, v));
        let (first, last) = (0, values.len() - 1);
        let factor = match effect {
            Effect::Shared => scaled(&sum(values.clone()), 1.0 / count),
            Effect::Coupled => {
                let pairs = (0..values.len())
                    .flat_map(|j| (0..j).map(move |i| (i, j)))
                    .map(|(i, j)| times(&values[i], &values[j]));
                scaled(&sum(pairs.collect()), 1.0 / (count * count))
            }
            Effect::Norm => {
                let squares = sum(values.iter().map(square).collect());
                let root = (1.0 + squares.v).sqrt();
                squares.chain(root, 0.5 / root)
            }
            Effect::Largest => {
                for (k, a) in values.iter().enumerate() {
                    values[..k].iter().try_for_each(|b| self.apart(a, b))?;
                }
                let larger = |a: Dual, b: &Dual| if b.v > a.v { *b } else { a };
                values.iter().fold(values[first], larger)
            }
            Effect::Pivot => values[last],
            Effect::Chained => {
                let mut state = zero;
                let chain = values.iter().map(|v| {
                    state = plus(&square(v), &scaled(&state, 0.5));
                    state
                });
                return self.cells(chain.collect()).map(Some);
            }
            Effect::Smoothed => {
                let around = (first..=last).map(|k| {
                    let (left, right) = (k.saturating_sub(1), (k + 1).min(last));
                    let product = times(&values[left], &values[right]);
                    plus(&values[k], &scaled(&product, 0.25))
                });
                return self.cells(around.collect()).map(Some);
            }
            _ => return Ok(None),
        };
        let all = values.iter().map(|v| times(v, &factor));
        self.cells(all.collect()).map(Some)
    }

    fn cells(&self, values: Vec<Dual>) -> Checked<Vec<Cell>> {
        values.iter().try_for_each(|v| self.in_range(v))?;
        Ok(values.into_iter().map(Cell::Real).collect())
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

fn plus(a: &Dual, b: &Dual) -> Dual {
    dual::binary(RealOp::Add, a, b, Prec::F64)
}

fn times(a: &Dual, b: &Dual) -> Dual {
    dual::binary(RealOp::Mul, a, b, Prec::F64)
}

fn scaled(value: &Dual, factor: f64) -> Dual {
    value.chain(value.v * factor, factor)
}

fn square(value: &Dual) -> Dual {
    times(value, value)
}
