//! Loops with checkpoints, and calls of helpers that a run-time library makes. Owns which memory is named as part of a state; what steps do
//! is made as any other code.

use super::Gen;
use super::scope::{Param, Ret, Sig};
use crate::ast::{
    Arg, Block, Checkpoints, Init, Int, Named, Place, Pointer, Prec, Real, Steps, Stmt, Type,
};
use crate::features::Feature;

use super::expr::POINTER_FIELD;

impl Gen {
    /// A loop with a mark. Most have no exit: whose number of iterations is not known is refused.
    pub(super) fn marked_loop(&mut self, out: &mut Block) {
        let all = self.features;
        if self.chance(90) {
            self.features.set(Feature::Exits, false);
        }
        let mark = Stmt::Mark(self.checkpoints(Vec::new()));
        self.counted_loop(vec![mark], out);
        self.features = all;
    }

    /// States to keep, and names for what steps may change: memory of callers, what else is given, and now and then something is forgotten.
    fn checkpoints(&mut self, given: Vec<Named>) -> Checkpoints {
        let mut named = self.memory_of_callers();
        named.extend(given);
        let forgetful = self.maybe(Feature::Forgotten, 40) && !named.is_empty();
        if forgetful {
            let lost = self.between(0, named.len() as i64 - 1) as usize;
            named.remove(lost);
        }
        Checkpoints {
            states: self.between(1, 4),
            named,
            forgetful,
        }
    }

    /// Memory that parameters lead to, and mutable globals.
    fn memory_of_callers(&self) -> Vec<Named> {
        let scope = &self.body.scope;
        let given = |base: &Place| matches!(base, Place::Var(v) if *v < self.body.params);
        let arrays = scope.arrays.iter().filter(|a| a.writable);
        let arrays = arrays
            .filter(|a| given(&a.base) || matches!(a.base, Place::Global(_)))
            .map(|a| named(a.pointer(), Type::Real(a.prec), a.len));
        let matrices = scope.matrices.iter().filter(|m| given(&m.base));
        let matrices = matrices.map(|m| {
            let row = Type::array(Type::F64, m.cols);
            named(Pointer::Load(m.base.clone()), row, m.rows)
        });
        let scalars = scope.scalars.iter();
        let scalars = scalars
            .filter(|s| matches!(s.place, Place::Global(_)))
            .map(|s| named(Pointer::Addr(s.place.clone()), Type::Real(s.prec), 1));
        let structs = scope.structs.iter().filter(|s| s.len.is_none());
        let structs = structs.flat_map(|s| match &s.base {
            Place::Deref(pointer) if given(pointer) => {
                let whole = named(Pointer::Load((**pointer).clone()), Type::Struct(s.id), 1);
                [vec![whole], self.behind(&s.base, s.id)].concat()
            }
            base if given(base) => self.behind(base, s.id),
            _ => Vec::new(),
        });
        let all = arrays.chain(matrices).chain(scalars);
        all.chain(structs).collect()
    }

    /// Memory that the pointers in a struct lead to.
    fn behind(&self, base: &Place, id: usize) -> Vec<Named> {
        let fields = self.structs[id].fields.iter().enumerate();
        let pointers = fields.filter(|(_, f)| matches!(f.ty, Type::Ptr(_)));
        pointers
            .map(|(k, _)| {
                let pointer = Pointer::Load(base.clone().field(k));
                named(pointer, Type::F64, POINTER_FIELD)
            })
            .collect()
    }

    /// Calls of a helper one after the other.
    pub(super) fn steps(&mut self, checkpointed: bool, out: &mut Block) {
        let most = self.between(2, if checkpointed { 9 } else { 5 });
        let affordable: Vec<usize> = self
            .callable()
            .filter(|f| self.sigs[*f].cost * most as u64 <= self.cost_left())
            .filter(|f| matches!(self.sigs[*f].ret, Ret::Void | Ret::Real(_)))
            .collect();
        let Some(f) = self.pick(&affordable) else {
            return;
        };
        let sig = self.sigs[f].clone();
        let mut args = Vec::new();
        for param in &sig.params {
            let Some(arg) = self.arg_or_declare(param, out) else {
                return;
            };
            args.push(arg);
        }
        let (index, count) = self.numbered(&sig, most);
        self.body.cost += self.body.trips * sig.cost * most as u64;
        let checkpoints = checkpointed.then(|| {
            let given = sig.params.iter().zip(&args).filter_map(memory);
            self.checkpoints(given.collect())
        });
        let sum = matches!(sig.ret, Ret::Real(_)).then(|| {
            let var = self.body.var("t", Type::F64);
            out.push(Stmt::Decl(var, Init::Value(Arg::Real(Real::c(0.0)))));
            self.body.add_scalar(var, Prec::F64);
            Place::Var(var)
        });
        out.push(Stmt::Steps(Steps {
            count,
            f,
            index,
            args,
            sum,
            checkpoints,
        }));
    }

    /// Which parameter gets the number of the call, and how many calls it allows.
    fn numbered(&mut self, sig: &Sig, most: i64) -> (Option<usize>, Int) {
        let counts = |p: &Param| matches!(p, Param::Int(0, _));
        let index = sig.params.iter().position(counts);
        let index = index.filter(|_| self.chance(80));
        let limit = match index.map(|k| &sig.params[k]) {
            Some(Param::Int(_, hi)) => most.min(hi + 1),
            _ => most,
        };
        let lengths: Vec<Place> = self
            .body
            .scope
            .ints
            .iter()
            .filter(|i| i.lo >= 0 && i.hi <= limit)
            .map(|i| i.place.clone())
            .collect();
        match self.pick(&lengths) {
            Some(place) if self.chance(40) => (index, Int::Load(place)),
            _ => (index, Int::Const(limit)),
        }
    }
}

fn named(at: Pointer, elem: Type, count: usize) -> Named {
    Named { at, elem, count }
}

/// The memory that an argument leads to.
fn memory((param, arg): (&Param, &Arg)) -> Option<Named> {
    let Arg::Ptr(at) = arg else { return None };
    let at = at.clone();
    match param {
        Param::Array(prec, len) => Some(named(at, Type::Real(*prec), *len)),
        Param::Matrix(rows, cols) => Some(named(at, Type::array(Type::F64, *cols), *rows)),
        Param::StructPtr(id) => Some(named(at, Type::Struct(*id), 1)),
        Param::Real(_) | Param::Int(..) | Param::Struct(_) => None,
    }
}
