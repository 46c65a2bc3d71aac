//! What the workers of a region have in common. Owns which of it may be read or written next without a race; must not make code.

use std::collections::BTreeSet;

use super::mentions;
use crate::ast::omp::{JoinOp, WorkLoop};
use crate::ast::{Block, Place, Pointer, Stmt};
use crate::generate::scope::{Aggregate, Array, Matrix, Scalar, Scope};
use crate::visit::{self, Node};

/// Pointers, each with the arrays that it may lead to.
pub(super) type Views = Vec<(Array, Vec<usize>)>;

/// What the workers of a region have in common, and what happened to it since the last barrier.
#[derive(Default)]
pub(super) struct Pool {
    /// Arrays each with memory of its own; pointers may lead to those that are not `fresh`.
    pub(super) arrays: Vec<Array>,
    pub(super) grids: Vec<Matrix>,
    /// Arrays of structs.
    pub(super) records: Vec<Aggregate>,
    pub(super) scalars: Vec<Scalar>,
    pub(super) fresh: BTreeSet<usize>,
    /// Pointers to some of the arrays.
    pub(super) views: Views,
    /// What the region does not write.
    pub(super) rest: Scope,
    /// What leads to memory that may be that of others.
    pub(super) unknown: Vec<Array>,
    pub(super) unknown_structs: Vec<Aggregate>,
    /// What each worker has of its own.
    pub(super) privates: Scope,
    /// Variables that the whole region reduces.
    pub(super) reduced: Vec<(Scalar, JoinOp)>,
    pub(super) written: BTreeSet<usize>,
    pub(super) read: BTreeSet<usize>,
    /// It is that of a function which all workers call.
    pub(super) in_function: bool,
    /// Statements around the region.
    pub(super) before: Block,
    pub(super) after: Block,
    /// Variables that have a value after the region only because of it.
    pub(super) exports: Vec<Scalar>,
}

pub(super) fn var_of(place: &Place) -> Option<usize> {
    match place {
        Place::Var(v) => Some(*v),
        _ => None,
    }
}

impl Pool {
    /// Whether no worker has accessed it since the last barrier.
    pub(super) fn is_free(&self, var: usize) -> bool {
        !self.written.contains(&var) && !self.read.contains(&var)
    }

    pub(super) fn is_clean(&self) -> bool {
        self.written.is_empty() && self.read.is_empty()
    }

    /// Arrays that a construct may write.
    pub(super) fn free_arrays(&self) -> Vec<Array> {
        let free = |a: &&Array| var_of(&a.base).is_some_and(|v| self.is_free(v));
        self.arrays.iter().filter(free).cloned().collect()
    }

    pub(super) fn free_scalars(&self) -> Vec<Scalar> {
        let free = |s: &&Scalar| var_of(&s.place).is_some_and(|v| self.is_free(v));
        self.scalars.iter().filter(free).cloned().collect()
    }

    /// What may be read by any worker while `writes` are written.
    pub(super) fn scope(&self, writes: &[usize]) -> Scope {
        let mut scope = self.rest.clone();
        let written = |v: usize| writes.contains(&v) || self.written.contains(&v);
        let stays = |place: &Place| var_of(place).is_some_and(|v| !written(v));
        let fixed = |a: &Array| Array {
            writable: false,
            addressable: false,
            ..a.clone()
        };
        let arrays = self.arrays.iter().filter(|a| stays(&a.base));
        scope.arrays.extend(arrays.map(fixed));
        let views = self.views.iter();
        let views = views.filter(|(_, roots)| !roots.iter().any(|v| written(*v)));
        scope.arrays.extend(views.map(|(a, _)| fixed(a)));
        let old = writes.iter().chain(&self.written);
        if old.into_iter().all(|v| self.fresh.contains(v)) {
            scope.arrays.extend(self.unknown.iter().map(fixed));
            let structs = self.unknown_structs.iter().cloned();
            scope.fixed.structs.extend(structs);
        }
        scope.arrays.extend(self.privates.arrays.iter().map(fixed));
        let scalars = self.scalars.iter().filter(|s| stays(&s.place));
        let own = self.privates.scalars.iter();
        scope.fixed.scalars.extend(scalars.chain(own).cloned());
        let grids = self.grids.iter().filter(|m| stays(&m.base));
        scope.fixed.matrices.extend(grids.cloned());
        let records = self.records.iter().filter(|s| stays(&s.base));
        scope.fixed.structs.extend(records.cloned());
        scope
    }

    /// What all workers may read, and write of their own.
    pub(super) fn together(&self) -> Scope {
        let mut scope = self.scope(&[]);
        let own = |v: Option<usize>| {
            let mut places = self.privates.scalars.iter().map(|s| &s.place);
            v.is_some_and(|v| places.any(|p| *p == Place::Var(v)))
        };
        scope.fixed.scalars.retain(|s| !own(var_of(&s.place)));
        scope.scalars.extend(self.privates.scalars.iter().cloned());
        let arrays = &self.privates.arrays;
        scope
            .arrays
            .retain(|a| arrays.iter().all(|b| b.base != a.base));
        scope.arrays.extend(arrays.iter().cloned());
        scope
    }

    /// Notes what a construct accesses, and whether its end is a barrier.
    pub(super) fn note(&mut self, stmt: &Stmt, writes: &[usize], waits: bool) {
        if waits {
            self.written.clear();
            self.read.clear();
            return;
        }
        let unknown = |v: usize| self.unknown.iter().any(|a| a.base == Place::Var(v));
        let mut seen = BTreeSet::new();
        for v in mentions(std::slice::from_ref(stmt)) {
            seen.insert(v);
            let views = self.views.iter().filter(|(a, _)| a.base == Place::Var(v));
            seen.extend(views.flat_map(|(_, roots)| roots));
            if unknown(v) {
                let old = self.arrays.iter().filter_map(|a| var_of(&a.base));
                seen.extend(old.filter(|v| !self.fresh.contains(v)));
            }
        }
        if !self.unknown_structs.is_empty() {
            let old = self.arrays.iter().filter_map(|a| var_of(&a.base));
            seen.extend(old.filter(|v| !self.fresh.contains(v)));
        }
        self.read.extend(seen);
        self.written.extend(writes);
    }
}

impl Pool {
    /// Whether a loop's code reads a variable and does nothing else with it.
    pub(super) fn is_read_only(&self, var: usize, work: &WorkLoop) -> bool {
        let mut written = false;
        visit::block(&mut work.body.clone(), &mut |node| {
            let target = match node {
                Node::Stmt(Stmt::Assign(p, _) | Stmt::Update(_, p, _)) => Some(&*p),
                Node::Stmt(Stmt::Call(Some(p), ..)) => Some(&*p),
                Node::Stmt(Stmt::Omp(_)) => {
                    written = true;
                    None
                }
                Node::Pointer(Pointer::Addr(p)) => Some(&*p),
                _ => None,
            };
            written |= target == Some(&Place::Var(var));
        });
        !written
    }
}
