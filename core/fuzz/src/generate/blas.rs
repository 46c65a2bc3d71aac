//! Calls of BLAS. Owns their sizes, strides and operands, which are arrays in scope where some fit.

use super::Gen;
use crate::ast::{
    Blas, Block, Extent, Init, Int, Place, Pointer, Prec, Real, Routine, Stmt, Strided, Type,
};

const ROUTINES: [Routine; 9] = [
    Routine::Dot,
    Routine::Nrm2,
    Routine::Scal,
    Routine::Copy,
    Routine::Swap,
    Routine::Axpy,
    Routine::Gemv,
    Routine::Ger,
    Routine::Gemm,
];

impl Gen {
    pub(super) fn blas(&mut self, out: &mut Block) {
        if self.cost_left() < 60 {
            return;
        }
        let routine = ROUTINES[self.between(0, ROUTINES.len() as i64 - 1) as usize];
        let mut size = || self.between(1, 3) as usize;
        let (rows, columns, inner) = (size(), size(), size());
        let by_rows = self.chance(50);
        let transposed = [self.chance(40), self.chance(40)];
        let (alpha, beta) = (self.factor(), self.factor());
        let mut blas = Blas {
            routine,
            rows,
            columns,
            inner,
            by_rows,
            transposed,
            alpha,
            beta,
            operands: Vec::new(),
            into: None,
            fortran: !by_rows && self.chance(50),
        };
        for extent in blas.extents() {
            let operand = self.strided(extent, by_rows, &blas.operands, out);
            blas.operands.push(operand);
        }
        // These two do nothing where the increment is negative.
        if matches!(routine, Routine::Nrm2 | Routine::Scal) {
            let operands = blas.operands.iter_mut();
            operands.for_each(|operand| operand.by = operand.by.abs());
        }
        if matches!(routine, Routine::Dot | Routine::Nrm2) {
            blas.into = Some(self.new_scalar(Prec::F64, Real::c(0.0), out));
        }
        self.body.cost += self.body.trips * (4 + (rows * columns * inner) as u64);
        out.push(Stmt::Blas(blas));
    }

    /// A number that a product is multiplied with.
    fn factor(&mut self) -> Real {
        match self.between(0, 4) {
            0 => Real::c(0.0),
            1 => Real::c(1.0),
            2 => Real::c(self.number()),
            _ => {
                let e = self.leaf();
                self.tamed(e)
            }
        }
    }

    /// Memory for an operand, now and then the same as of another one, which is right where both are read.
    fn strided(
        &mut self,
        extent: Extent,
        by_rows: bool,
        others: &[Strided],
        out: &mut Block,
    ) -> Strided {
        let by = match extent {
            Extent::Vector(_) => [1, 1, 1, 2, -1, -2][self.between(0, 5) as usize],
            Extent::Matrix(..) => extent.leading(by_rows) as i64 + i64::from(self.chance(30)),
        };
        let need = extent.reach(by, by_rows);
        let mut arrays = self.body.scope.arrays.clone();
        arrays.retain(|a| a.writable && a.addressable && a.prec == Prec::F64 && a.len >= need);
        let taken = |at: &Pointer| others.iter().any(|o| o.at == *at);
        if self.chance(85) {
            arrays.retain(|a| !taken(&a.pointer()));
        }
        let at = match self.pick(&arrays) {
            Some(array) if self.chance(75) => array.pointer(),
            _ => self.fresh(need, out),
        };
        Strided { at, by }
    }

    /// An array of its own for an operand.
    fn fresh(&mut self, len: usize, out: &mut Block) -> Pointer {
        let var = self.body.var("u", Type::array(Type::F64, len));
        out.push(Stmt::Decl(var, Init::None));
        out.push(self.fill(&Place::Var(var), Int::Const(len as i64), len, Prec::F64));
        self.add_array(var, false, Prec::F64, len);
        Pointer::Decay(Place::Var(var))
    }
}
