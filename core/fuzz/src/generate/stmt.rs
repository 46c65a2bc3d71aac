//! Choice of statements, blocks, scalar declarations and assignments. Owns the table of statement
//! kinds; must leave every scope balanced (what a block allocates it frees).

use super::Gen;
use super::scope::Scalar;
use crate::ast::{Arg, Block, Init, Place, Prec, Real, RealOp, Stmt, Type};
use crate::features::Feature;

/// Appends statements of one kind, or nothing when that is impossible here.
type Action = fn(&mut Gen, &mut Block);

/// Statement kinds: weight, feature needed, how.
const ACTIONS: &[(u32, Feature, Action)] = &[
    (8, Feature::Arith, Gen::declare_scalar),
    (24, Feature::Arith, Gen::assign),
    (14, Feature::Loops, Gen::for_loop),
    (6, Feature::Branches, Gen::branch),
    (4, Feature::While, Gen::while_loop),
    (2, Feature::While, Gen::iteration),
    (6, Feature::Exits, Gen::exit),
    (3, Feature::Switch, Gen::switch),
    (5, Feature::Arrays, Gen::local_array),
    (3, Feature::Arrays, Gen::recurrence),
    (3, Feature::Matrices, Gen::local_matrix),
    (3, Feature::IntData, Gen::int_array),
    (4, Feature::Heap, Gen::heap_array),
    (2, Feature::Realloc, Gen::growing_buffer),
    (5, Feature::Pointers, Gen::pointer),
    (3, Feature::Pointers, Gen::ping_pong),
    (2, Feature::Pointers, Gen::pointer_walk),
    (2, Feature::Lists, Gen::linked_list),
    (4, Feature::Memcpy, Gen::memcpy),
    (2, Feature::Memcpy, Gen::memset),
    (5, Feature::Structs, Gen::declare_struct),
    (3, Feature::Structs, Gen::copy_struct),
    (2, Feature::Structs, Gen::set_int_field),
    (9, Feature::Calls, Gen::call_helper),
    (8, Feature::Bytes, |g, out| g.idiom(Feature::Bytes, out)),
    (8, Feature::Punning, |g, out| g.idiom(Feature::Punning, out)),
    (8, Feature::Atomics, |g, out| g.idiom(Feature::Atomics, out)),
    (8, Feature::Retyped, |g, out| g.idiom(Feature::Retyped, out)),
    (8, Feature::Callbacks, |g, out| {
        g.idiom(Feature::Callbacks, out);
    }),
    (8, Feature::Sorted, |g, out| g.idiom(Feature::Sorted, out)),
    (8, Feature::Classes, |g, out| g.idiom(Feature::Classes, out)),
    (8, Feature::Records, |g, out| g.idiom(Feature::Records, out)),
    (8, Feature::Moved, |g, out| g.idiom(Feature::Moved, out)),
    (8, Feature::Disguised, |g, out| {
        g.idiom(Feature::Disguised, out);
    }),
    (8, Feature::Layouts, |g, out| {
        g.idiom(Feature::Layouts, out);
    }),
    (8, Feature::Movers, |g, out| g.idiom(Feature::Movers, out)),
    (8, Feature::Windows, |g, out| g.idiom(Feature::Windows, out)),
    (8, Feature::Workspaces, |g, out| {
        g.idiom(Feature::Workspaces, out);
    }),
    (8, Feature::Indices, |g, out| g.idiom(Feature::Indices, out)),
    (8, Feature::Buffers, |g, out| g.idiom(Feature::Buffers, out)),
    (8, Feature::Containers, |g, out| {
        g.idiom(Feature::Containers, out);
    }),
    (8, Feature::Numerics, |g, out| {
        g.idiom(Feature::Numerics, out);
    }),
    (8, Feature::Owners, |g, out| g.idiom(Feature::Owners, out)),
    (8, Feature::Copies, |g, out| g.idiom(Feature::Copies, out)),
    (8, Feature::Aliases, |g, out| g.idiom(Feature::Aliases, out)),
    (8, Feature::Regions, |g, out| g.idiom(Feature::Regions, out)),
    (10, Feature::Regions, |g, out| g.steps(false, out)),
    (14, Feature::Checkpoints, Gen::marked_loop),
    (8, Feature::Checkpoints, |g, out| g.steps(true, out)),
    (14, Feature::Blas, Gen::blas),
    (12, Feature::Passive, Gen::passive_pointer),
    (8, Feature::Rules, |g, out| g.idiom(Feature::Rules, out)),
    (8, Feature::Batches, |g, out| g.idiom(Feature::Batches, out)),
    (18, Feature::Openmp, Gen::region),
    (14, Feature::Sweeps, Gen::sweeps),
    (14, Feature::Gathers, Gen::gathers),
    (14, Feature::Tasks, |g, out| g.idiom(Feature::Tasks, out)),
    (14, Feature::Guards, |g, out| g.idiom(Feature::Guards, out)),
    (14, Feature::Teamwork, |g, out| {
        g.idiom(Feature::Teamwork, out);
    }),
    (14, Feature::Threadprivate, |g, out| {
        g.idiom(Feature::Threadprivate, out);
    }),
    (8, Feature::Weak, |g, out| g.idiom(Feature::Weak, out)),
    (8, Feature::Nulls, |g, out| g.idiom(Feature::Nulls, out)),
    (8, Feature::Errno, |g, out| g.idiom(Feature::Errno, out)),
    (8, Feature::Addresses, |g, out| {
        g.idiom(Feature::Addresses, out)
    }),
];

impl Gen {
    /// A block of up to `count` statements with a scope of its own.
    pub(super) fn block(&mut self, count: u32) -> Block {
        let mut out = Block::new();
        let mark = self.body.scope.mark();
        self.statements(count, &mut out);
        if out.is_empty() {
            self.assign(&mut out);
        }
        self.close(mark, &mut out);
        out
    }

    /// Ends a scope: frees what it allocated, unless the block was left by a jump (which freed it).
    pub(super) fn close(&mut self, mark: super::scope::Mark, out: &mut Block) {
        if !ends_in_jump(out) {
            out.extend(self.body.scope.frees_since(mark));
        }
        self.body.scope.restore(mark);
    }

    /// Up to `count` statements in the current scope.
    pub(super) fn statements(&mut self, count: u32, out: &mut Block) {
        for _ in 0..count {
            if self.body.budget == 0 || ends_in_jump(out) {
                return;
            }
            self.statement(out);
        }
    }

    fn statement(&mut self, out: &mut Block) {
        let enabled = |g: &Gen, f: Feature| g.features.has(f);
        let total: u32 = ACTIONS
            .iter()
            .filter(|(_, f, _)| enabled(self, *f))
            .map(|a| a.0)
            .sum();
        let mut ticket = self.between(0, i64::from(total) - 1) as u32;
        for (weight, feature, action) in ACTIONS {
            if !enabled(self, *feature) {
                continue;
            }
            if ticket < *weight {
                self.body.spend();
                return action(self, out);
            }
            ticket -= weight;
        }
    }

    fn declare_scalar(&mut self, out: &mut Block) {
        let prec = self.real_prec();
        let value = self.real(2);
        let value = if self.body.trips > 8 {
            self.tamed(value)
        } else {
            value
        };
        self.new_scalar(prec, value, out);
    }

    pub(super) fn real_prec(&mut self) -> Prec {
        if self.maybe(Feature::Floats, 20) {
            Prec::F32
        } else {
            Prec::F64
        }
    }

    /// Declares a scalar with a value and puts it in scope.
    pub(super) fn new_scalar(&mut self, prec: Prec, value: Real, out: &mut Block) -> Place {
        let var = self.body.var("t", Type::Real(prec));
        out.push(Stmt::Decl(var, Init::Value(Arg::Real(value))));
        self.body.add_scalar(var, prec);
        Place::Var(var)
    }

    /// Something real that may be written.
    pub(super) fn target(&mut self) -> Option<Scalar> {
        for _ in 0..6 {
            let found = match self.between(0, 9) {
                0..=3 => self
                    .pick(&self.body.scope.scalars.clone())
                    .map(|s| (s.place, s.prec)),
                4..=6 => self.array_element(true),
                7 => self.matrix_element(true).map(|p| (p, Prec::F64)),
                _ => self.struct_real(true),
            };
            if let Some((place, prec)) = found {
                return Some(Scalar { place, prec });
            }
        }
        None
    }

    /// `target = e` in one of several forms.
    pub(super) fn assign(&mut self, out: &mut Block) {
        let Some(Scalar { place, prec }) = self.target() else {
            return;
        };
        let stmt = match self.between(0, 9) {
            0..=1 => {
                let e = self.real(2);
                let scale = self.number() / 4.0;
                Stmt::Update(RealOp::Add, place, Real::scaled(scale, e))
            }
            2 => Stmt::Update(RealOp::Sub, place, self.tamed_leaf()),
            3 => Stmt::Update(RealOp::Mul, place, self.damping()),
            _ => {
                let value = self.next_value(&place, 2);
                let value = match prec {
                    Prec::F32 => Real::Cast(Prec::F32, Box::new(value)),
                    Prec::F64 => value,
                };
                Stmt::Assign(place, Arg::Real(value))
            }
        };
        out.push(stmt);
    }

    fn tamed_leaf(&mut self) -> Real {
        let l = self.leaf();
        self.tamed(l)
    }

    /// A factor below one in magnitude most of the time.
    pub(super) fn damping(&mut self) -> Real {
        let l = self.leaf();
        let wobble = self.tamed(l);
        Real::add(Real::c(0.625), Real::scaled(0.25, wobble))
    }
}

/// Whether control never reaches the end of this block.
pub(super) fn ends_in_jump(block: &Block) -> bool {
    matches!(
        block.last(),
        Some(Stmt::Break | Stmt::Continue | Stmt::Return(_))
    )
}
