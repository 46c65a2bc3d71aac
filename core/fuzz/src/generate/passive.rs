//! Inactive memory: an argument of the top function, and pointers that lead there on one path only. Owns these pointers; what is read through them is
//! read as from any other array.

use super::Gen;
use super::scope::Array;
use crate::ast::{Arg, Block, Init, Language, Place, Pointer, Prec, Stmt, Type};

impl Gen {
    /// The parameter `double *w` of the top function.
    pub(super) fn passive_param(&mut self, len: usize) {
        let w = self.body.named("w".to_owned(), Type::ptr(Type::F64));
        self.body.params += 1;
        self.only_read(Place::Var(w), true, len);
    }

    /// `double *q = cond ? some : other`, where some of it is inactive.
    pub(super) fn passive_pointer(&mut self, out: &mut Block) {
        let arrays = self.body.scope.arrays.clone();
        let doubles = arrays
            .into_iter()
            .filter(|a| a.prec == Prec::F64 && a.len > 1);
        let (passive, others): (Vec<Array>, Vec<Array>) =
            doubles.partition(|a| !a.writable && self.may_lead_to(a));
        let active: Vec<Array> = others
            .into_iter()
            .filter(|a| a.writable && a.addressable)
            .collect();
        let (Some(one), Some(other)) = (self.pick(&passive), self.pick(&active)) else {
            return;
        };
        let len = one.len.min(other.len);
        let (one, other) = (one.pointer(), other.pointer());
        let value = match self.chance(50) {
            true => Pointer::Select(Box::new(self.cond()), Box::new(one), Box::new(other)),
            false => Pointer::Select(Box::new(self.cond()), Box::new(other), Box::new(one)),
        };
        let var = self.body.var("q", Type::ptr(Type::F64));
        out.push(Stmt::Decl(var, Init::Value(Arg::Ptr(value))));
        self.only_read(Place::Var(var), true, len);
        self.assign(out);
    }

    /// A table is constant, which C++ does not let a pointer forget.
    fn may_lead_to(&self, array: &Array) -> bool {
        array.is_pointer || self.language == Language::C
    }

    fn only_read(&mut self, base: Place, is_pointer: bool, len: usize) {
        self.body.scope.arrays.push(Array {
            base,
            is_pointer,
            prec: Prec::F64,
            len,
            writable: false,
            addressable: false,
        });
    }
}
