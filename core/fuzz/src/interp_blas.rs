//! Routines of BLAS on the interpreter's cells, written out as sums. Owns what they compute; must not know how they are called.

use crate::ast::{Blas, Extent, Prec, RealOp, Routine};
use crate::dual::{self, Dual};
use crate::interp::{Frame, Interp, real_cell};
use crate::memory::{Addr, Cell, Checked, Reject};

/// An operand: where it begins, how it lies, and its numbers.
struct Operand {
    at: Addr,
    extent: Extent,
    by: i64,
    by_rows: bool,
    old: Vec<Cell>,
}

impl Operand {
    /// Where element (i, j) lies in the operand's memory; j is 0 for vectors.
    fn place(&self, i: usize, j: usize) -> usize {
        let by = self.by.unsigned_abs() as usize;
        match self.extent {
            Extent::Vector(_) if self.by > 0 => i * by,
            Extent::Vector(len) => (len - 1 - i) * by,
            Extent::Matrix(..) if self.by_rows => i * by + j,
            Extent::Matrix(..) => j * by + i,
        }
    }

    fn get(&self, i: usize, j: usize) -> Checked<Dual> {
        real_cell(&self.old[self.place(i, j)])
    }

    /// Element (i, j) of the matrix or its transpose.
    fn turned(&self, transposed: bool, i: usize, j: usize) -> Checked<Dual> {
        match transposed {
            true => self.get(j, i),
            false => self.get(i, j),
        }
    }
}

fn add(a: &Dual, b: &Dual) -> Dual {
    dual::binary(RealOp::Add, a, b, Prec::F64)
}

fn mul(a: &Dual, b: &Dual) -> Dual {
    dual::binary(RealOp::Mul, a, b, Prec::F64)
}

/// The sum of products.
fn sum(terms: impl Iterator<Item = Checked<(Dual, Dual)>>) -> Checked<Dual> {
    let mut total = Dual::constant(0.0);
    for term in terms {
        let (a, b) = term?;
        total = add(&total, &mul(&a, &b));
    }
    Ok(total)
}

impl<'p> Interp<'p> {
    pub(crate) fn blas(&mut self, frame: &Frame<'p>, blas: &'p Blas) -> Checked<()> {
        let (alpha, beta) = (
            self.real(frame, &blas.alpha)?,
            self.real(frame, &blas.beta)?,
        );
        let operands = self.blas_operands(frame, blas)?;
        apart(blas.routine, &operands)?;
        if let Some(place) = &blas.into {
            let result = self.blas_result(blas, &operands)?;
            self.in_range(&result)?;
            let (at, ty) = self.place(frame, place)?;
            return self.store(at, ty, vec![Cell::Real(result)]);
        }
        if blas.routine == Routine::Swap {
            self.blas_write(&operands[0], |i, _| operands[1].get(i, 0))?;
            return self.blas_write(&operands[1], |i, _| operands[0].get(i, 0));
        }
        let written = &operands[operands.len() - 1];
        self.blas_write(written, |i, j| {
            new(blas, &operands, (&alpha, &beta), (i, j))
        })
    }

    fn blas_operands(&mut self, frame: &Frame<'p>, blas: &'p Blas) -> Checked<Vec<Operand>> {
        let mut operands = Vec::new();
        for (strided, extent) in blas.operands.iter().zip(blas.extents()) {
            let at = self.target(frame, &strided.at)?;
            let reach = extent.reach(strided.by, blas.by_rows);
            operands.push(Operand {
                at,
                extent,
                by: strided.by,
                by_rows: blas.by_rows,
                old: self.memory.read(at, reach)?.to_vec(),
            });
        }
        Ok(operands)
    }

    fn blas_result(&self, blas: &Blas, operands: &[Operand]) -> Checked<Dual> {
        let (x, y) = (&operands[0], &operands[operands.len() - 1]);
        let product = sum((0..blas.rows).map(|i| Ok((x.get(i, 0)?, y.get(i, 0)?))))?;
        if blas.routine == Routine::Dot {
            return Ok(product);
        }
        let norm = product.v.sqrt();
        if norm < 1e-3 {
            return Err(Reject::Tie);
        }
        Ok(product.chain(norm, 0.5 / norm))
    }

    /// Puts new numbers into the elements of an operand.
    fn blas_write(
        &mut self,
        operand: &Operand,
        new: impl Fn(usize, usize) -> Checked<Dual>,
    ) -> Checked<()> {
        let (rows, columns) = match operand.extent {
            Extent::Vector(len) => (len, 1),
            Extent::Matrix(rows, columns) => (rows, columns),
        };
        let mut cells = operand.old.clone();
        for i in 0..rows {
            for j in 0..columns {
                let value = new(i, j)?;
                self.in_range(&value)?;
                cells[operand.place(i, j)] = Cell::Real(value);
            }
        }
        self.memory.write(operand.at, &cells)
    }
}

/// Element (i, j) of the operand that a routine writes.
fn new(
    blas: &Blas,
    operands: &[Operand],
    (alpha, beta): (&Dual, &Dual),
    (i, j): (usize, usize),
) -> Checked<Dual> {
    let (a, b, c) = (&operands[0], operands.get(1), &operands[operands.len() - 1]);
    let b = b.unwrap_or(a);
    let [first, second] = blas.transposed;
    let scaled = |product: Dual, old: Dual| add(&mul(alpha, &product), &mul(beta, &old));
    match blas.routine {
        Routine::Scal => Ok(mul(alpha, &a.get(i, 0)?)),
        Routine::Copy => a.get(i, 0),
        Routine::Axpy => Ok(add(&mul(alpha, &a.get(i, 0)?), &b.get(i, 0)?)),
        Routine::Gemv => {
            let terms = (0..blas.columns).map(|k| Ok((a.turned(first, i, k)?, b.get(k, 0)?)));
            Ok(scaled(sum(terms)?, c.get(i, 0)?))
        }
        Routine::Ger => {
            let product = mul(&a.get(i, 0)?, &b.get(j, 0)?);
            Ok(add(&mul(alpha, &product), &c.get(i, j)?))
        }
        Routine::Gemm => {
            let term = |k| Ok((a.turned(first, i, k)?, b.turned(second, k, j)?));
            Ok(scaled(sum((0..blas.inner).map(term))?, c.get(i, j)?))
        }
        Routine::Dot | Routine::Nrm2 | Routine::Swap => Err(Reject::Invalid("no such result")),
    }
}

/// What is written must not overlap anything else.
fn apart(routine: Routine, operands: &[Operand]) -> Checked<()> {
    if matches!(routine, Routine::Dot | Routine::Nrm2) {
        return Ok(());
    }
    let Some((written, others)) = operands.split_last() else {
        return Err(Reject::Invalid("no operand"));
    };
    let meets = |other: &Operand| {
        let (a, b) = (written.at, other.at);
        let end = |o: &Operand| o.at.cell + o.old.len();
        a.object == b.object && a.cell < end(other) && b.cell < end(written)
    };
    match others.iter().any(meets) {
        true => Err(Reject::Invalid("operands of a routine overlap")),
        false => Ok(()),
    }
}
