//! What lanes of warps do together: shuffles, votes, reductions, scans, exchanges in shared memory. Owns the patterns; all threads of a block come to each,
//! and warps are full.

use super::Gen;
use crate::ast::{Cmp, MathFn, Prec, RealOp};
use crate::grid::ast::{Block, Cond, Id, Int, IntOp, Place, Range, Real, Shuffle, Stmt, Ty, Var};

impl Gen {
    /// Numbers that lanes hand each other in some way.
    pub(super) fn shuffles(&mut self, body: &mut Block) {
        for _ in 0..self.range(1, 2) {
            let how = self.pick(&[Shuffle::Xor, Shuffle::Up, Shuffle::Down, Shuffle::From]);
            let by = Int::Const(self.range(0, 31));
            let by = match (how, self.range(0, 3)) {
                (Shuffle::From, 0 | 1) => {
                    let by = self.range(1, 13);
                    Int::bin(
                        IntOp::Rem,
                        Int::Id(Id::Lane).times(by).plus(by),
                        Int::Id(Id::Width),
                    )
                }
                (_, 0) => self.int().rem(8),
                _ => by,
            };
            let part = match self.chance(0.3) {
                true => Some(self.pick(&[4, 8, 16, 32])),
                false => None,
            };
            let value = self.real(2);
            let var = self.some_var();
            body.push(Stmt::Shuffle {
                to: Place::var(var),
                how,
                value,
                by,
                part,
            });
            self.is_set(var);
        }
    }

    /// A branch that all lanes of a warp take.
    pub(super) fn vote(&mut self, body: &mut Block) {
        let var = self.new_var(Var::one(Ty::Int));
        let (all, cond) = (self.chance(0.5), self.cond());
        body.push(Stmt::Vote {
            to: Place::var(var),
            all,
            cond,
        });
        self.ints.push(var);
        let holds = Cond::Int(Cmp::Eq, Int::var(var), Int::Const(1));
        let yes = self.branch(|g, b| g.straight(b, 1));
        body.push(Stmt::If(holds, yes, Vec::new()));
    }

    /// Numbers that lanes hand each other in shared memory.
    pub(super) fn warp_tile(&mut self, body: &mut Block) {
        let array = self.shared_array(body);
        let value = self.real(2);
        body.push(Stmt::Set(Self::mine(array), value));
        body.push(Stmt::WarpBarrier);
        let by = self.range(1, 31);
        let other = Int::bin(IntOp::Xor, Int::THREAD, Int::Const(by));
        let factor = self.real(1);
        let other = Real::Load(Place::of(array, other));
        self.take(body, Real::mul(factor, other));
        if self.chance(0.5) {
            body.push(Stmt::WarpBarrier);
            let value = self.real(1);
            body.push(Stmt::Set(Self::mine(array), value));
        }
        self.last_barrier(body);
    }

    /// All lanes of a warp joined.
    pub(super) fn warp_reduction(&mut self, body: &mut Block) {
        let value = self.real(1);
        let (sum, got) = (self.real_var(), self.real_var());
        self.assign(body, sum, value);
        let counter = self.new_var(Var::one(Ty::Int));
        let how = self.pick(&[Shuffle::Xor, Shuffle::Down]);
        let (sum, got) = (Place::var(sum), Place::var(got));
        let both = vec![Real::Load(sum.clone()), Real::Load(got.clone())];
        let join = match self.range(0, 3) {
            0 => Stmt::Set(sum.clone(), Real::Math(MathFn::Fmin, Prec::F64, both)),
            1 => {
                let half = Real::mul(Real::c(0.5), Real::Load(got.clone()));
                Stmt::Update(RealOp::Add, sum.clone(), half)
            }
            _ => Stmt::Update(RealOp::Add, sum.clone(), Real::Load(got.clone())),
        };
        let shuffle = Stmt::Shuffle {
            to: got,
            how,
            value: Real::Load(sum),
            by: Int::var(counter),
            part: None,
        };
        let half = Int::bin(IntOp::Div, Int::Id(Id::Width), Int::Const(2));
        body.push(Stmt::For {
            counter,
            range: Range::Halves(half),
            body: vec![shuffle, join],
        });
    }

    /// Sums of all lanes before.
    pub(super) fn warp_scan(&mut self, body: &mut Block) {
        let value = self.real(1);
        let (sum, got) = (self.real_var(), self.real_var());
        self.assign(body, sum, Real::mul(Real::c(0.25), value));
        let counter = self.new_var(Var::one(Ty::Int));
        let far = Cond::Int(Cmp::Ge, Int::Id(Id::Lane), Int::var(counter));
        let add = Stmt::Update(RealOp::Add, Place::var(sum), Real::var(got));
        body.push(Stmt::For {
            counter,
            range: Range::Doubles(Int::Id(Id::Width)),
            body: vec![
                Stmt::Shuffle {
                    to: Place::var(got),
                    how: Shuffle::Up,
                    value: Real::var(sum),
                    by: Int::var(counter),
                    part: None,
                },
                Stmt::If(far, vec![add], Vec::new()),
            ],
        });
    }

    /// A sum of the block: of each warp by shuffles, and of these in shared memory.
    pub(super) fn block_sum(&mut self, body: &mut Block) {
        self.warp_reduction(body);
        let Some(sum) = self.reals.last().copied() else {
            return;
        };
        let ty = self.shared_ty();
        let array = self.shared(body, Var::array(ty, self.threads() / 32));
        let warp = Int::bin(IntOp::Div, Int::THREAD, Int::Id(Id::Width));
        let first = Cond::Int(Cmp::Eq, Int::Id(Id::Lane), Int::Const(0));
        let keep = Stmt::Set(Place::of(array, warp), Real::var(sum));
        body.push(Stmt::If(first, vec![keep], Vec::new()));
        self.barrier(body);
        let (counter, all) = (self.new_var(Var::one(Ty::Int)), self.real_var());
        self.assign(body, all, Real::c(0.0));
        let each = Real::Load(Place::of(array, Int::var(counter)));
        let warps = Int::bin(IntOp::Div, Int::Id(Id::Threads), Int::Id(Id::Width));
        let scaled = Real::mul(Real::c(0.0625), each);
        body.push(Stmt::For {
            counter,
            range: Range::Up(warps),
            body: vec![Stmt::Update(RealOp::Add, Place::var(all), scaled)],
        });
        self.last_barrier(body);
    }
}
