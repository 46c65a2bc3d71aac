//! Functions of the device that kernels call, one for each call. Owns what a function may be given; must not let it see what it is not given.

use super::{Gen, Readable};
use crate::ast::RealOp;
use crate::grid::ast::{Arg, Array, Block, Cond, Func, Int, Place, Real, Stmt, Ty, Var};

/// What grows around a function, put aside while that grows.
struct Aside {
    vars: Vec<Var>,
    reals: Vec<usize>,
    ints: Vec<usize>,
    readable: Vec<Readable>,
    counters: Vec<usize>,
    inside: bool,
    nested: u32,
}

impl Gen {
    /// A call that all threads come to, whose result is taken.
    pub(super) fn called(&mut self, body: &mut Block) {
        if self.inside {
            return self.straight(body, 1);
        }
        match self.range(0, 5) {
            4 => self.call_of_own(body),
            0 => self.call_of_numbers(body),
            1 => self.call_of_records(body),
            2 => self.call_of_inputs(body),
            3 if self.warps => self.call_of_lanes(body),
            _ => self.call_of_the_block(body),
        }
    }

    fn enter(&mut self, params: &[Ty]) -> Aside {
        let params: Vec<Var> = params.iter().map(|ty| Var::one(*ty)).collect();
        let of = |is: fn(Ty) -> bool| -> Vec<usize> {
            let all = params.iter().enumerate();
            all.filter(|(_, v)| is(v.ty)).map(|(k, _)| k).collect()
        };
        let reals = of(|ty| matches!(ty, Ty::F64 | Ty::F32));
        let ints = of(|ty| ty == Ty::Int);
        Aside {
            vars: std::mem::replace(&mut self.vars, params),
            reals: std::mem::replace(&mut self.reals, reals),
            ints: std::mem::replace(&mut self.ints, ints),
            readable: std::mem::take(&mut self.readable),
            counters: std::mem::take(&mut self.counters),
            inside: std::mem::replace(&mut self.inside, true),
            nested: std::mem::take(&mut self.nested),
        }
    }

    /// Ends a function that returns a variable.
    fn leave(
        &mut self,
        aside: Aside,
        (params, pointers): (usize, Vec<Ty>),
        (body, result): (Block, usize),
    ) -> usize {
        let vars = std::mem::replace(&mut self.vars, aside.vars);
        self.reals = aside.reals;
        self.ints = aside.ints;
        self.readable = aside.readable;
        self.counters = aside.counters;
        self.inside = aside.inside;
        self.nested = aside.nested;
        let noinline = self.chance(0.8);
        self.funcs.push(Func {
            vars,
            params,
            pointers,
            body,
            result,
            noinline,
        });
        self.funcs.len() - 1
    }

    fn real_ty(&mut self) -> Ty {
        self.shared_ty()
    }

    /// The result of a function, from all that it has set.
    fn result(&mut self, body: &mut Block) -> usize {
        let value = self.real(2);
        let value = match self.reals.last() {
            Some(last) => Real::add(Real::mul(Real::c(0.5), Real::var(*last)), value),
            None => value,
        };
        let result = self.real_var();
        self.assign(body, result, value);
        result
    }

    fn take_result(&mut self, body: &mut Block, func: usize, args: Vec<Arg>) -> usize {
        let to = self.some_var();
        body.push(Stmt::Call {
            to: Place::var(to),
            func,
            args,
        });
        self.is_set(to);
        to
    }

    /// A number for a function to which all threads come; or one that some of them have, others none, as a condition says.
    fn given(&mut self, body: &mut Block) -> (Arg, Option<Cond>) {
        if self.chance(0.5) {
            return (Arg::Real(self.real(1)), None);
        }
        // What is read is read by those alone: a compiler keeps the two ways.
        let read = match self.inside {
            true => Real::c(1.0),
            false => self.input(),
        };
        let (cond, var) = (self.cond(), self.real_var());
        let value = Real::mul(read, self.real(1));
        let set = |value| vec![Stmt::Set(Place::var(var), value)];
        body.push(Stmt::If(cond.clone(), set(value), set(Real::c(0.0))));
        self.is_set(var);
        (Arg::Real(Real::var(var)), Some(cond))
    }

    /// The result of a function that was given one of these: those alone take it who have given a number.
    fn taken_by(&mut self, body: &mut Block, who: Option<Cond>, result: usize) {
        if let Some(cond) = who {
            let taken = self.branch(|g, b| g.take(b, Real::var(result)));
            body.push(Stmt::If(cond, taken, Vec::new()));
        }
    }

    /// Numbers and an integer, by value.
    fn call_of_numbers(&mut self, body: &mut Block) {
        let params = [self.real_ty(), self.real_ty(), Ty::Int];
        let args = vec![
            Arg::Real(self.real(1)),
            Arg::Real(self.real(1)),
            Arg::Int(self.int()),
        ];
        let aside = self.enter(&params);
        let mut inner = Vec::new();
        self.straight(&mut inner, 2);
        let result = self.result(&mut inner);
        let func = self.leave(aside, (3, Vec::new()), (inner, result));
        self.take_result(body, func, args);
    }

    /// A record by value, and one that is returned.
    fn call_of_records(&mut self, body: &mut Block) {
        let (given, returned) = (self.record(), self.record());
        let place = Place::var(self.new_var(Var::one(Ty::Record(given))));
        self.fill_record(body, &place, given);
        let args = vec![Arg::Record(place), Arg::Real(self.real(1))];
        let ty = self.real_ty();
        let aside = self.enter(&[Ty::Record(given), ty]);
        let mut inner = Vec::new();
        let member = Real::Load(Place::var(0).field(given.fields().len() - 1));
        let var = self.real_var();
        self.assign(&mut inner, var, Real::mul(member, Real::var(1)));
        self.straight(&mut inner, 1);
        let result = self.new_var(Var::one(Ty::Record(returned)));
        self.fill_record(&mut inner, &Place::var(result), returned);
        let func = self.leave(aside, (2, Vec::new()), (inner, result));
        let to = Place::var(self.new_var(Var::one(Ty::Record(returned))));
        body.push(Stmt::Call {
            to: to.clone(),
            func,
            args,
        });
        let last = to.clone().field(returned.fields().len() - 1);
        self.take(body, Real::add(Real::Load(to), Real::Load(last)));
    }

    /// A pointer into x, or to memory of the thread, of which some elements are read.
    fn call_of_inputs(&mut self, body: &mut Block) {
        let readable = self.readable.clone();
        let numbers: Vec<Readable> = readable
            .into_iter()
            .filter(|r| matches!(r.ty, Ty::F64 | Ty::F32))
            // Refused where the function stays a call: of a structure whose address is handed on, integers beside an array count as part of it.
            .filter(|r| !matches!(r.array, Array::Given(_)))
            .collect();
        if numbers.is_empty() {
            return self.call_of_numbers(body);
        }
        let Readable { array, ty, len } = self.pick(&numbers);
        let count = self.range(1, len.min(4) as i64) as usize;
        let from = self.index(len - count + 1);
        let args = vec![
            Arg::Real(self.real(1)),
            Arg::Pointer(Place::of(array, from)),
        ];
        let aside = self.enter(&[Ty::F64]);
        let readable = Readable {
            array: Array::Param(0),
            ty,
            len: count,
        };
        self.readable.push(readable);
        let mut inner = Vec::new();
        self.straight(&mut inner, 2);
        let result = self.result(&mut inner);
        let func = self.leave(aside, (1, vec![ty]), (inner, result));
        self.take_result(body, func, args);
    }

    /// A pointer to the thread's own number, in any memory, which the function changes.
    fn call_of_own(&mut self, body: &mut Block) {
        let threads = self.shape.threads();
        let (ty, place) = match self.range(0, 2) {
            0 => {
                let ty = self.shared_ty();
                let array = self.shared(body, Var::array(ty, threads));
                let place = Place::of(array, Int::THREAD);
                body.push(Stmt::Set(place.clone(), self.real(1)));
                (ty, place)
            }
            1 => (Ty::F64, self.own_place(0)),
            _ => {
                let ty = self.real_ty();
                let array = Array::Local(self.new_var(Var::array(ty, 1)));
                let place = Place::of(array, Int::Const(0));
                body.push(Stmt::Set(place.clone(), self.real(1)));
                (ty, place)
            }
        };
        let args = vec![Arg::Real(self.real(1)), Arg::Pointer(place.clone())];
        let aside = self.enter(&[Ty::F64]);
        let own = Readable {
            array: Array::Param(0),
            ty,
            len: 1,
        };
        self.readable.push(own);
        let to = Place::of(Array::Param(0), Int::Const(0));
        let mut inner = Vec::new();
        self.straight(&mut inner, 1);
        let change = Real::mul(Real::c(0.5), self.real(2));
        inner.push(match self.chance(0.5) {
            true => Stmt::Update(RealOp::Add, to, change),
            false => Stmt::Set(to, change),
        });
        let result = self.result(&mut inner);
        let func = self.leave(aside, (1, vec![ty]), (inner, result));
        self.take_result(body, func, args);
        self.take(body, Real::Load(place));
    }

    /// Numbers that lanes hand each other in the function.
    fn call_of_lanes(&mut self, body: &mut Block) {
        let ty = self.real_ty();
        let (given, who) = self.given(body);
        let aside = self.enter(&[ty]);
        let mut inner = Vec::new();
        match self.range(0, 2) {
            0 => self.shuffles(&mut inner),
            1 => self.warp_reduction(&mut inner),
            _ => self.warp_scan(&mut inner),
        }
        let result = self.result(&mut inner);
        let func = self.leave(aside, (1, Vec::new()), (inner, result));
        let to = self.take_result(body, func, vec![given]);
        self.taken_by(body, who, to);
    }

    /// Shared memory, in which the threads meet in the function.
    fn call_of_the_block(&mut self, body: &mut Block) {
        let ty = self.shared_ty();
        let threads = self.shape.threads();
        let array = self.shared(body, Var::array(ty, threads));
        let (given, who) = self.given(body);
        let args = vec![given, Arg::Pointer(Place::of(array, Int::Const(0)))];
        let aside = self.enter(&[Ty::F64]);
        let mut inner = Vec::new();
        self.tile_in(&mut inner, Array::Param(0));
        let result = self.result(&mut inner);
        let func = self.leave(aside, (1, vec![ty]), (inner, result));
        let to = self.take_result(body, func, args);
        self.taken_by(body, who, to);
        body.push(Stmt::Barrier);
    }
}
