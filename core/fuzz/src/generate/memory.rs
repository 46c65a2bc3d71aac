//! Arrays of all kinds: local, on the heap, growing, selected by pointers, copied and cleared; linked
//! lists. Owns lengths and lifetimes; every element is written before it can be read.

use super::Gen;
use super::scope::{Array, IntArray, Matrix};
use crate::ast::{
    Arg, Block, Cmp, Cond, Field, Init, Int, IntOp, Place, Pointer, Prec, Real, RealOp, Stmt,
    StructDef, Type,
};
use crate::features::Feature;

impl Gen {
    /// `for (i = 0; i < len; i++) base[i] = e`
    pub(super) fn fill(&mut self, base: &Place, len: Int, most: usize, prec: Prec) -> Stmt {
        let mark = self.body.scope.mark();
        let var = self.body.var("i", Type::Int);
        let value = self.in_loop(most as u64, |g| {
            g.body.add_int(var, 0, most as i64 - 1);
            let e = g.real(1);
            let e = g.tamed(e);
            if prec == Prec::F32 {
                Real::Cast(prec, Box::new(e))
            } else {
                e
            }
        });
        self.body.cost += self.body.trips * most as u64;
        self.body.scope.restore(mark);
        let body = vec![Stmt::Assign(
            base.clone().at(Int::var(var)),
            Arg::Real(value),
        )];
        Stmt::For {
            var,
            from: Int::Const(0),
            to: len,
            step: 1,
            body,
        }
    }

    pub(super) fn add_array(&mut self, var: usize, is_pointer: bool, prec: Prec, len: usize) {
        let base = Place::Var(var);
        let array = Array {
            base,
            is_pointer,
            prec,
            len,
            writable: true,
            addressable: true,
        };
        self.body.scope.arrays.push(array);
    }

    pub(super) fn local_array(&mut self, out: &mut Block) {
        let prec = self.real_prec();
        let len = self.between(2, 6) as usize;
        let var = self.body.var("u", Type::array(Type::Real(prec), len));
        let zero = self.chance(35);
        out.push(Stmt::Decl(var, if zero { Init::Zero } else { Init::None }));
        if !zero {
            let n = Int::Const(len as i64);
            out.push(self.fill(&Place::Var(var), n, len, prec));
        }
        self.add_array(var, false, prec, len);
    }

    pub(super) fn int_array(&mut self, out: &mut Block) {
        let len = self.between(2, 4);
        let hi = self.between(1, 4);
        let var = self.body.var("idx", Type::array(Type::Int, len as usize));
        out.push(Stmt::Decl(var, Init::None));
        let i = self.body.var("i", Type::Int);
        let (factor, offset) = (self.between(1, 3), self.between(0, 3));
        let scaled = Int::bin(IntOp::Mul, Int::var(i), Int::Const(factor));
        let value = Int::bin(IntOp::Rem, Int::add(scaled, offset), Int::Const(hi + 1));
        let body = vec![Stmt::Assign(
            Place::Var(var).at(Int::var(i)),
            Arg::Int(value),
        )];
        out.push(Stmt::For {
            var: i,
            from: Int::Const(0),
            to: Int::Const(len),
            step: 1,
            body,
        });
        self.body.scope.int_arrays.push(IntArray {
            base: Place::Var(var),
            len: len as usize,
            hi,
        });
    }

    pub(super) fn local_matrix(&mut self, out: &mut Block) {
        let (rows, cols) = (self.between(2, 3) as usize, self.between(2, 3) as usize);
        let var = self
            .body
            .var("m", Type::array(Type::array(Type::F64, cols), rows));
        let base = Place::Var(var);
        if self.chance(30) {
            out.push(Stmt::Decl(var, Init::Zero));
        } else {
            out.push(Stmt::Decl(var, Init::None));
            let mark = self.body.scope.mark();
            let i = self.body.var("i", Type::Int);
            let inner = self.in_loop(rows as u64, |g| {
                g.body.add_int(i, 0, rows as i64 - 1);
                g.fill(
                    &base.clone().at(Int::var(i)),
                    Int::Const(cols as i64),
                    cols,
                    Prec::F64,
                )
            });
            self.body.scope.restore(mark);
            let to = Int::Const(rows as i64);
            out.push(Stmt::For {
                var: i,
                from: Int::Const(0),
                to,
                step: 1,
                body: vec![inner],
            });
        }
        self.body.scope.matrices.push(Matrix {
            base,
            is_pointer: false,
            rows,
            cols,
        });
    }

    /// An in-place recurrence along an array: every element is read after its neighbour was written.
    pub(super) fn recurrence(&mut self, out: &mut Block) {
        let mut arrays = self.body.scope.arrays.clone();
        arrays.retain(|a| a.writable && a.len >= 2);
        let Some(array) = self.pick(&arrays) else {
            return;
        };
        if self.cost_left() < 2 * array.len as u64 {
            return;
        }
        self.body.cost += array.len as u64 * self.body.trips;
        let i = self.body.var("i", Type::Int);
        let at = |by: i64| array.base.clone().at(Int::add(Int::var(i), by));
        let last = array.len as i64;
        let backwards = self.chance(30);
        let (from, to, step, neighbour) = match backwards {
            false => (Int::Const(1), Int::Const(last), 1, at(-1)),
            true => (Int::Const(last - 2), Int::Const(-1), -1, at(1)),
        };
        let mark = self.body.scope.mark();
        self.body
            .add_int(i, i64::from(!backwards), last - 1 - i64::from(backwards));
        let l = self.leaf();
        let source = self.tamed(l);
        self.body.scope.restore(mark);
        let coupling = Real::mul(Real::Load(at(0)), Real::Load(neighbour.clone()));
        let kept = Real::add(
            Real::scaled(0.5, Real::Load(neighbour)),
            Real::scaled(0.25, coupling),
        );
        let value = Arg::Real(Real::add(kept, source));
        out.push(Stmt::For {
            var: i,
            from,
            to,
            step,
            body: vec![Stmt::Assign(at(0), value)],
        });
    }

    /// Declares `double *p` for a block this scope will free.
    fn heap_pointer(&mut self, stem: &str, elem: Type, out: &mut Block) -> usize {
        let var = self.body.var(stem, Type::ptr(elem));
        out.push(Stmt::Decl(var, Init::None));
        var
    }

    pub(super) fn heap_array(&mut self, out: &mut Block) {
        let prec = self.real_prec();
        let (count, len) = self.heap_count();
        let elem = Type::Real(prec);
        let var = self.heap_pointer("h", elem.clone(), out);
        let place = Place::Var(var);
        let zeroed = self.chance(35);
        out.push(Stmt::Alloc {
            place: place.clone(),
            elem,
            count: count.clone(),
            zeroed,
        });
        self.body.scope.heap.push(place.clone());
        if !zeroed || self.chance(30) {
            out.push(self.fill(&place, count, len, prec));
        }
        self.add_array(var, true, prec, len);
    }

    /// A run-time or constant element count; runtime ones are exactly known to the generator.
    fn heap_count(&mut self) -> (Int, usize) {
        let mut exact = self.body.scope.ints.clone();
        exact.retain(|i| i.lo == i.hi && i.lo >= 1);
        let extra = self.between(1, 3);
        match self.pick(&exact) {
            Some(i) if self.chance(50) => {
                (Int::add(Int::Load(i.place), extra), (i.lo + extra) as usize)
            }
            _ => (Int::Const(1 + extra), 1 + extra as usize),
        }
    }

    /// A buffer that doubles its capacity by realloc while values are appended, then is summed up.
    pub(super) fn growing_buffer(&mut self, out: &mut Block) {
        if self.cost_left() < 40 {
            return;
        }
        let total = self.between(3, 7);
        let buffer = self.heap_pointer("g", Type::F64, out);
        let place = Place::Var(buffer);
        let cap = self.body.var("cap", Type::Int);
        out.push(Stmt::Decl(cap, Init::Value(Arg::Int(Int::Const(2)))));
        let count = Int::var(cap);
        out.push(Stmt::Alloc {
            place: place.clone(),
            elem: Type::F64,
            count,
            zeroed: false,
        });
        self.body.scope.heap.push(place.clone());
        let i = self.body.var("i", Type::Int);
        let doubled = Int::bin(IntOp::Mul, Int::var(cap), Int::Const(2));
        let (elem, count) = (Type::F64, Int::var(cap));
        let grow = vec![
            Stmt::Assign(Place::Var(cap), Arg::Int(doubled)),
            Stmt::Realloc {
                place: place.clone(),
                elem,
                count,
            },
        ];
        let full = Cond::Int(Cmp::Ge, Int::var(i), Int::var(cap));
        let mark = self.body.scope.mark();
        self.body.add_int(i, 0, total - 1);
        let e = self.real(1);
        let value = self.tamed(e);
        self.body.scope.restore(mark);
        let append = Stmt::Assign(place.clone().at(Int::var(i)), Arg::Real(value));
        let body = vec![Stmt::If(full, grow, Block::new()), append];
        let to = Int::Const(total);
        out.push(Stmt::For {
            var: i,
            from: Int::Const(0),
            to,
            step: 1,
            body,
        });
        self.body.cost += 2 * total as u64 * self.body.trips;
        let len = total as usize;
        let array = Array {
            base: place,
            is_pointer: true,
            prec: Prec::F64,
            len,
            writable: true,
            addressable: false,
        };
        self.body.scope.arrays.push(array);
    }

    /// An array whose address may be taken, at least `len` long.
    pub(super) fn addressable(&mut self, prec: Prec, len: usize) -> Option<Array> {
        let mut arrays = self.body.scope.arrays.clone();
        arrays.retain(|a| a.addressable && a.writable && a.prec == prec && a.len >= len);
        self.pick(&arrays)
    }

    /// Two arrays with different names (pointers may still make them overlap).
    fn two_arrays(&mut self, prec: Prec, len: usize) -> Option<(Array, Array)> {
        let a = self.addressable(prec, len)?;
        let mut others = self.body.scope.arrays.clone();
        others.retain(|b| {
            b.addressable && b.writable && b.prec == prec && b.len >= len && b.base != a.base
        });
        let b = self.pick(&others)?;
        Some((a, b))
    }

    /// An array as a pointer, perhaps to its middle; with the remaining length.
    fn part(&mut self, array: &Array, need: usize) -> (Pointer, usize) {
        let spare = (array.len - need) as i64;
        match self.between(0, spare) {
            skip if skip > 0 && self.chance(40) => {
                let pointer = Pointer::Offset(Box::new(array.pointer()), Int::Const(skip));
                (pointer, array.len - skip as usize)
            }
            _ => (array.pointer(), array.len),
        }
    }

    /// `double *p = cond ? a : b;`, or a pointer into one array, or to one of two scalars.
    pub(super) fn pointer(&mut self, out: &mut Block) {
        let (value, len) = if self.chance(20) {
            let Some(value) = self.scalar_pointer() else {
                return;
            };
            (value, 1)
        } else {
            let Some(a) = self.addressable(Prec::F64, 2) else {
                return;
            };
            let Some(b) = self.addressable(Prec::F64, 2) else {
                return;
            };
            let ((p, n), (q, m)) = (self.part(&a, 2), self.part(&b, 2));
            match self.maybe(Feature::Branches, 65) {
                true => (
                    Pointer::Select(Box::new(self.cond()), Box::new(p), Box::new(q)),
                    n.min(m),
                ),
                false => (p, n),
            }
        };
        let var = self.body.var("p", Type::ptr(Type::F64));
        out.push(Stmt::Decl(var, Init::Value(Arg::Ptr(value))));
        self.add_array(var, true, Prec::F64, len);
    }

    fn scalar_pointer(&mut self) -> Option<Pointer> {
        let mut doubles = self.body.scope.scalars.clone();
        doubles.retain(|s| s.prec == Prec::F64);
        let (s, t) = (self.pick(&doubles)?, self.pick(&doubles)?);
        let (s, t) = (Pointer::Addr(s.place), Pointer::Addr(t.place));
        Some(match self.features.has(Feature::Branches) {
            true => Pointer::Select(Box::new(self.cond()), Box::new(s), Box::new(t)),
            false => s,
        })
    }

    /// Two buffers exchanged in every time step, with a stencil between them.
    pub(super) fn ping_pong(&mut self, out: &mut Block) {
        let Some((a, b)) = self.two_arrays(Prec::F64, 3) else {
            return;
        };
        let (len, steps) = (a.len.min(b.len) as i64, self.between(2, 4));
        if self.cost_left() < 3 * (len * steps) as u64 {
            return;
        }
        self.body.cost += self.body.trips * (len * steps) as u64;
        let [old, new, swap] =
            ["old", "new", "swap"].map(|s| self.body.var(s, Type::ptr(Type::F64)));
        let init = |p: Pointer| Init::Value(Arg::Ptr(p));
        out.push(Stmt::Decl(old, init(a.pointer())));
        out.push(Stmt::Decl(new, init(b.pointer())));
        let (step, i) = (self.body.var("i", Type::Int), self.body.var("i", Type::Int));
        let at = |p: usize, by: i64| Place::Var(p).at(Int::add(Int::var(i), by));
        let l = self.leaf();
        let source = self.tamed(l);
        let around = Real::add(Real::Load(at(old, -1)), Real::Load(at(old, 1)));
        let middle = Real::mul(Real::Load(at(old, 0)), Real::Load(at(new, 0)));
        let sum = Real::add(Real::scaled(0.375, around), Real::scaled(0.125, middle));
        let stencil = vec![Stmt::Assign(at(new, 0), Arg::Real(Real::add(sum, source)))];
        let load = |p: usize| Pointer::Load(Place::Var(p));
        let (from, to) = (Int::Const(1), Int::Const(len - 1));
        let body = vec![
            Stmt::For {
                var: i,
                from,
                to,
                step: 1,
                body: stencil,
            },
            Stmt::Decl(swap, init(load(old))),
            Stmt::Assign(Place::Var(old), Arg::Ptr(load(new))),
            Stmt::Assign(Place::Var(new), Arg::Ptr(load(swap))),
        ];
        let (from, to) = (Int::Const(0), Int::Const(steps));
        out.push(Stmt::For {
            var: step,
            from,
            to,
            step: 1,
            body,
        });
        self.add_array(old, true, Prec::F64, len as usize);
    }

    /// A pointer moved along an array, reading and updating through `*p`.
    pub(super) fn pointer_walk(&mut self, out: &mut Block) {
        let Some(array) = self.addressable(Prec::F64, 2) else {
            return;
        };
        if self.cost_left() < 3 * array.len as u64 {
            return;
        }
        self.body.cost += array.len as u64 * self.body.trips * 2;
        let start = self.leaf();
        let sum = self.new_scalar(Prec::F64, start, out);
        let p = self.body.var("w", Type::ptr(Type::F64));
        out.push(Stmt::Decl(p, Init::Value(Arg::Ptr(array.pointer()))));
        let here = Place::Var(p).deref();
        let i = self.body.var("i", Type::Int);
        let l = self.leaf();
        let gain = self.tamed(l);
        let next = Pointer::Offset(Box::new(Pointer::Load(Place::Var(p))), Int::Const(1));
        let product = Real::mul(Real::Load(here.clone()), gain);
        let mut body = vec![Stmt::Update(RealOp::Add, sum.clone(), product)];
        if self.chance(50) {
            let kept = Real::scaled(0.75, Real::Load(here.clone()));
            let value = Real::add(kept, Real::scaled(0.125, Real::Load(sum)));
            body.push(Stmt::Assign(here, Arg::Real(value)));
        }
        body.push(Stmt::Assign(Place::Var(p), Arg::Ptr(next)));
        let to = Int::Const(array.len as i64);
        out.push(Stmt::For {
            var: i,
            from: Int::Const(0),
            to,
            step: 1,
            body,
        });
    }

    pub(super) fn memcpy(&mut self, out: &mut Block) {
        let prec = self.real_prec();
        let Some((a, b)) = self.two_arrays(prec, 2) else {
            return;
        };
        let most = a.len.min(b.len) as i64;
        let count = self.between(1, most);
        let ((dst, _), (src, _)) = (self.part(&a, count as usize), self.part(&b, count as usize));
        let count = Int::Const(count);
        out.push(Stmt::Memcpy {
            dst,
            src,
            elem: Type::Real(prec),
            count,
        });
    }

    pub(super) fn memset(&mut self, out: &mut Block) {
        let Some(a) = self.addressable(Prec::F64, 2) else {
            return;
        };
        let count = self.between(1, a.len as i64);
        let (dst, _) = self.part(&a, count as usize);
        out.push(Stmt::Memset {
            dst,
            elem: Type::F64,
            count: Int::Const(count),
        });
    }

    /// The struct of list nodes, created on first use.
    fn node_struct(&mut self) -> usize {
        if let Some(id) = self.structs.iter().position(|s| s.name == "node") {
            return id;
        }
        let id = self.structs.len();
        let field = |name: &str, ty| Field {
            name: name.to_owned(),
            ty,
        };
        let fields = vec![
            field("value", Type::F64),
            field("tag", Type::Int),
            field("next", Type::ptr(Type::Struct(id))),
        ];
        self.structs.push(StructDef {
            name: "node".to_owned(),
            fields,
        });
        id
    }

    /// Builds a list of heap nodes, folds over it, and frees it.
    pub(super) fn linked_list(&mut self, out: &mut Block) {
        let length = self.between(2, 4);
        if self.cost_left() < 15 * length as u64 {
            return;
        }
        self.body.cost += self.body.trips * 12 * length as u64;
        let node = Type::Struct(self.node_struct());
        let head = self.body.var("head", Type::ptr(node.clone()));
        out.push(Stmt::Decl(head, Init::Value(Arg::Ptr(Pointer::Null))));
        out.push(self.build_list(head, node.clone(), length));
        let start = self.leaf();
        let sum = self.new_scalar(Prec::F64, start, out);
        out.extend(self.fold_list(head, &sum, length));
        out.push(free_list(
            head,
            self.body.var("dead", Type::ptr(node)),
            length,
            &mut self.body,
        ));
    }

    fn build_list(&mut self, head: usize, node: Type, length: i64) -> Stmt {
        let new = self.body.var("new", Type::ptr(node.clone()));
        let i = self.body.var("i", Type::Int);
        let mark = self.body.scope.mark();
        self.body.add_int(i, 0, length - 1);
        let e = self.real(1);
        let value = self.tamed(e);
        self.body.scope.restore(mark);
        let of = |k| Place::Var(new).deref().field(k);
        let (place, count) = (Place::Var(new), Int::Const(1));
        let load = |v| Arg::Ptr(Pointer::Load(Place::Var(v)));
        let body = vec![
            Stmt::Decl(new, Init::None),
            Stmt::Alloc {
                place,
                elem: node,
                count,
                zeroed: false,
            },
            Stmt::Assign(of(0), Arg::Real(value)),
            Stmt::Assign(of(1), Arg::Int(Int::var(i))),
            Stmt::Assign(of(2), load(head)),
            Stmt::Assign(Place::Var(head), load(new)),
        ];
        Stmt::For {
            var: i,
            from: Int::Const(0),
            to: Int::Const(length),
            step: 1,
            body,
        }
    }

    /// Walks the list by a counted loop (there are no pointer comparisons in the language).
    fn fold_list(&mut self, head: usize, sum: &Place, length: i64) -> Block {
        let ty = self.body.vars[head].ty.clone();
        let (cursor, i) = (self.body.var("q", ty), self.body.var("i", Type::Int));
        let start = Init::Value(Arg::Ptr(Pointer::Load(Place::Var(head))));
        let of = |k| Place::Var(cursor).deref().field(k);
        let product = Real::mul(Real::Load(of(0)), Real::Load(sum.clone()));
        let kept = Real::scaled(0.5, Real::Load(of(0)));
        let tag = Real::FromInt(Box::new(Int::Load(of(1))));
        let value = Real::add(kept, Real::scaled(0.125, Real::mul(product, tag)));
        let mut body = vec![Stmt::Update(RealOp::Add, sum.clone(), value)];
        if self.chance(50) {
            let update = Real::scaled(0.5, Real::Load(sum.clone()));
            body.push(Stmt::Assign(of(0), Arg::Real(update)));
            body.push(Stmt::Update(RealOp::Sub, sum.clone(), Real::Load(of(0))));
        }
        let next = Arg::Ptr(Pointer::Load(of(2)));
        body.push(Stmt::Assign(Place::Var(cursor), next));
        let to = Int::Const(length);
        vec![
            Stmt::Decl(cursor, start),
            Stmt::For {
                var: i,
                from: Int::Const(0),
                to,
                step: 1,
                body,
            },
        ]
    }
}

fn free_list(head: usize, dead: usize, length: i64, body: &mut super::scope::Body) -> Stmt {
    let load = |p: Place| Arg::Ptr(Pointer::Load(p));
    let i = body.var("i", Type::Int);
    let next = Place::Var(head).deref().field(2);
    let stmts = vec![
        Stmt::Decl(dead, Init::Value(load(Place::Var(head)))),
        Stmt::Assign(Place::Var(head), load(next)),
        Stmt::Free(Place::Var(dead)),
    ];
    Stmt::For {
        var: i,
        from: Int::Const(0),
        to: Int::Const(length),
        step: 1,
        body: stmts,
    }
}
