//! Regions in steps that read by tables of indices: bands, permutations, many to one, rows of sparse matrices, beside neighbours in the
//! same or in overlapping memory; and that read several rows of one array, apart or within each other. Owns the tables.

use super::sweeps::Fields;
use crate::ast::omp::WorkLoop;
use crate::ast::{Arg, Block, Init, Int, IntOp, Place, Pointer, Prec, Real, RealOp, Stmt, Type};
use crate::generate::Gen;
use crate::generate::scope::Array;

/// Which element each iteration reads, or writes where no two write the same.
struct Tables {
    any: usize,
    permutation: usize,
    /// From which to which place of `columns` and `weights` the numbers of a row lie.
    begin: usize,
    columns: usize,
    weights: Array,
    /// The old field from its second element on.
    shifted: usize,
    /// How many elements lie between the beginnings of two rows: a number, and a table that holds it.
    apart: (i64, usize),
}

impl Gen {
    /// Steps of loops that read by tables.
    pub(in crate::generate) fn gathers(&mut self, out: &mut Block) {
        if self.body.teams > 0 || self.body.depth > 1 || self.cost_left() < 600 {
            return;
        }
        let len = self.between(6, 20) as usize;
        let Some(fields) = self.fields(len, out) else {
            return;
        };
        let Some(tables) = self.tables(&fields, out) else {
            return;
        };
        let after = match self.chance(30) {
            true => vec![self.moved_on(tables.any, len as i64)],
            false => Block::new(),
        };
        let make = |g: &mut Self, fields: &Fields| {
            let mut loops = vec![g.gather(&tables, fields)];
            if g.chance(30) {
                loops.push(g.gather(&tables, fields));
            }
            if g.chance(30) {
                loops.push(g.beside_rows(&tables, fields));
            }
            loops
        };
        self.steps_of(&fields, out, make, after);
    }

    /// `table[i] = (table[i] + 1) % len` for all `i`: what was found out about the table does not hold any more.
    fn moved_on(&mut self, table: usize, len: i64) -> Stmt {
        let var = self.body.var("i", Type::Int);
        let place = || Place::Var(table).at(Int::var(var));
        let next = Int::bin(IntOp::Rem, Int::add(Int::Load(place()), 1), Int::Const(len));
        Stmt::For {
            var,
            from: Int::Const(0),
            to: Int::Const(len),
            step: 1,
            body: vec![Stmt::Assign(place(), Arg::Int(next))],
        }
    }

    fn tables(&mut self, fields: &Fields, out: &mut Block) -> Option<Tables> {
        let len = fields.len as i64;
        let any = self.table("idx", len, out);
        match self.between(0, 3) {
            0 => self.band(any, len, out),
            1 => self.permutation(any, len, out),
            2 => self.drawn(any, (len, (len / 3).max(1)), out),
            _ => self.drawn(any, (len, len), out),
        }
        let permutation = self.table("order", len, out);
        self.permutation(permutation, len, out);
        let begin = self.table("begin", len + 1, out);
        let total = self.rows(begin, len, out);
        let columns = self.table("col", total, out);
        self.drawn(columns, (total, len), out);
        let weights = self.wide_array(total as usize, out);
        let shifted = self.body.var("v", Type::ptr(Type::F64));
        let second = Pointer::Offset(Box::new(fields.old.pointer()), Int::Const(1));
        out.push(Stmt::Decl(shifted, Init::Value(Arg::Ptr(second))));
        let between = self.between(1, len / 3);
        let apart = self.table("apart", 1, out);
        let number = Place::Var(apart).at(Int::Const(0));
        out.push(Stmt::Assign(number, Arg::Int(Int::Const(between))));
        (weights.prec == Prec::F64).then_some(Tables {
            any,
            permutation,
            begin,
            columns,
            weights,
            shifted,
            apart: (between, apart),
        })
    }

    fn table(&mut self, stem: &str, len: i64, out: &mut Block) -> usize {
        let var = self.body.var(stem, Type::array(Type::Int, len as usize));
        out.push(Stmt::Decl(var, Init::None));
        var
    }

    /// `table[i] = value(i)` for all `i` from `first` on.
    fn tabulated(
        &mut self,
        (table, first, len): (usize, i64, i64),
        value: impl FnOnce(Int) -> Int,
    ) -> Stmt {
        let var = self.body.var("i", Type::Int);
        let place = Place::Var(table).at(Int::var(var));
        Stmt::For {
            var,
            from: Int::Const(first),
            to: Int::Const(len),
            step: 1,
            body: vec![Stmt::Assign(place, Arg::Int(value(Int::var(var))))],
        }
    }

    /// `(i * factor + offset) % most`
    fn scrambled(&mut self, i: Int, most: i64) -> Int {
        let (factor, offset) = (self.between(1, 7), self.between(0, 5));
        let product = Int::bin(IntOp::Mul, i, Int::Const(factor));
        Int::bin(IntOp::Rem, Int::add(product, offset), Int::Const(most))
    }

    fn drawn(&mut self, table: usize, (len, most): (i64, i64), out: &mut Block) {
        let (factor, offset) = (self.between(1, 7), self.between(0, 5));
        out.push(self.tabulated((table, 0, len), |i| {
            let product = Int::bin(IntOp::Mul, i, Int::Const(factor));
            Int::bin(IntOp::Rem, Int::add(product, offset), Int::Const(most))
        }));
    }

    /// Neighbours of the iteration's number.
    fn band(&mut self, table: usize, len: i64, out: &mut Block) {
        let var = self.body.var("i", Type::Int);
        let off = self.scrambled(Int::var(var), 3);
        let value = Int::add(Int::bin(IntOp::Add, Int::var(var), off), -1);
        let set = |at: Int, value: Int| Stmt::Assign(Place::Var(table).at(at), Arg::Int(value));
        out.push(set(Int::Const(0), Int::Const(0)));
        out.push(set(Int::Const(len - 1), Int::Const(len - 1)));
        out.push(Stmt::For {
            var,
            from: Int::Const(1),
            to: Int::Const(len - 1),
            step: 1,
            body: vec![set(Int::var(var), value)],
        });
    }

    /// All numbers in any order, one by one.
    fn permutation(&mut self, table: usize, len: i64, out: &mut Block) {
        let mut order: Vec<i64> = (0..len).collect();
        for k in (1..len).rev() {
            order.swap(k as usize, self.between(0, k) as usize);
        }
        for (k, value) in order.into_iter().enumerate() {
            let place = Place::Var(table).at(Int::Const(k as i64));
            out.push(Stmt::Assign(place, Arg::Int(Int::Const(value))));
        }
    }

    /// Where rows of zero to two numbers begin; how many numbers there are.
    fn rows(&mut self, begin: usize, len: i64, out: &mut Block) -> i64 {
        let (factor, offset) = (self.between(1, 5), self.between(0, 2));
        let at = |i: Int| Place::Var(begin).at(i);
        out.push(Stmt::Assign(at(Int::Const(0)), Arg::Int(Int::Const(0))));
        out.push(self.tabulated((begin, 1, len + 1), |i| {
            let product = Int::bin(IntOp::Mul, i.clone(), Int::Const(factor));
            let more = Int::bin(IntOp::Rem, Int::add(product, offset), Int::Const(3));
            Int::bin(IntOp::Add, Int::Load(at(Int::add(i, -1))), more)
        }));
        let total: i64 = (1..=len).map(|i| (i * factor + offset) % 3).sum();
        total.max(1)
    }

    /// A loop that makes `new` of what the tables say.
    fn gather(&mut self, tables: &Tables, fields: &Fields) -> WorkLoop {
        let margin = i64::from(self.chance(50));
        let range = self.range(fields.len, margin);
        let i = || Int::var(range.count.var);
        let old = |at: Int| Real::Load(fields.old.base.clone().at(at));
        let found = |table: usize| Int::Load(Place::Var(table).at(i()));
        let near = Int::add(i(), self.between(-margin, margin));
        let permuted = self.chance(25);
        let target = match permuted {
            true => found(tables.permutation),
            false => i(),
        };
        let place = fields.new.base.clone().at(target);
        let mut body = Block::new();
        let value = match self.between(0, 6) {
            // The element beside the one that is written, which nobody else reads then, or somebody does.
            _ if permuted && self.chance(60) => {
                let mut all = vec![old(found(tables.permutation))];
                if self.chance(30) {
                    all.push(old(near));
                }
                self.mixed(all)
            }
            // A table of places in another one.
            6 => {
                let second = Place::Var(tables.any).at(found(tables.permutation));
                self.mixed(vec![old(Int::Load(second)), old(near)])
            }
            0 => self.mixed(vec![old(found(tables.any)), old(near)]),
            1 => {
                let both = vec![old(found(tables.any)), old(found(tables.permutation))];
                self.mixed(both)
            }
            // By a pointer into the same memory, whose last element it does not have.
            2 if range.hi + 1 < fields.len as i64 => {
                let next = Real::Load(Place::Var(tables.shifted).at(i()));
                self.mixed(vec![old(found(tables.any)), next])
            }
            kind => {
                let sum = self.row_of(tables, (&fields.old, i()), &mut body);
                match kind {
                    3 => self.mixed(vec![sum, old(near)]),
                    _ => self.mixed(vec![sum]),
                }
            }
        };
        body.push(match self.chance(25) {
            true => Stmt::Update(RealOp::Add, place, Real::scaled(0.5, value)),
            false => Stmt::Assign(place, Arg::Real(value)),
        });
        self.plain_loop(vec![range.count], body)
    }

    /// A loop that reads a number of each of three rows of `old`, whose distance is read from memory.
    fn beside_rows(&mut self, tables: &Tables, fields: &Fields) -> WorkLoop {
        let (between, table) = tables.apart;
        // Rows as long as they are apart, or longer ones, which begin within each other.
        let most = fields.len as i64 - 2 * between;
        let length = match self.chance(60) {
            true => between.min(most),
            false => self.between(1, most),
        };
        let range = self.range(length as usize, 0);
        let i = || Int::var(range.count.var);
        let old = |at: Int| Real::Load(fields.old.base.clone().at(at));
        let apart = || Int::Load(Place::Var(table).at(Int::Const(0)));
        let second = old(Int::bin(IntOp::Add, i(), apart()));
        let twice = Int::bin(IntOp::Mul, Int::Const(2), apart());
        let third = old(Int::bin(IntOp::Add, twice, i()));
        let value = self.mixed(vec![old(i()), second, third]);
        let place = fields.new.base.clone().at(i());
        let body = vec![Stmt::Assign(place, Arg::Real(value))];
        self.plain_loop(vec![range.count], body)
    }

    /// The sum of a row's numbers, each times a number of the field.
    fn row_of(&mut self, tables: &Tables, (old, i): (&Array, Int), body: &mut Block) -> Real {
        let sum = self.body.var("t", Type::F64);
        let k = self.body.var("k", Type::Int);
        let begin = |at: Int| Int::Load(Place::Var(tables.begin).at(at));
        let column = Int::Load(Place::Var(tables.columns).at(Int::var(k)));
        let number = Real::Load(old.base.clone().at(column));
        let weight = Real::Load(tables.weights.base.clone().at(Int::var(k)));
        let number = match self.chance(40) {
            true => Real::mul(number.clone(), number),
            false => number,
        };
        body.push(Stmt::Decl(sum, Init::Value(Arg::Real(Real::c(0.0)))));
        body.push(Stmt::For {
            var: k,
            from: begin(i.clone()),
            to: begin(Int::add(i, 1)),
            step: 1,
            body: vec![Stmt::Update(
                RealOp::Add,
                Place::Var(sum),
                Real::mul(weight, number),
            )],
        });
        Real::Load(Place::Var(sum))
    }
}
