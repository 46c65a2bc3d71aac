//! Functions: the top one, helpers of every signature, recursive and mutually recursive ones, and
//! the calls to them. Owns the contracts between callers and callees.

use rand::Rng as _;

use super::Gen;
use super::scope::{Aggregate, Array, Body, Matrix, Param, Ret, Sig};
use super::stmt::ends_in_jump;
use crate::ast::{
    Arg, Block, Cmp, Cond, Func, Init, Int, Place, Pointer, Prec, Real, RealOp, Stmt, Type,
};
use crate::features::Feature;

/// Deepest recursion of a helper that calls itself once, and of one that does so twice.
const DEPTH: [i64; 2] = [4, 3];

impl Gen {
    pub(super) fn helpers(&mut self) {
        for _ in 0..self.between(1, 3) {
            let params = self.params(false);
            let ret = self.ret();
            self.helper(params, ret);
        }
        if self.maybe(Feature::Recursion, 60) {
            match self.chance(30) {
                true => self.mutual_recursion(),
                false => self.recursion(),
            }
        }
    }

    fn params(&mut self, recursive: bool) -> Vec<Param> {
        let scalars_only = self.chance(30);
        let count = self.between(1, 3);
        let mut params: Vec<Param> = (0..count).map(|_| self.param(scalars_only)).collect();
        params.push(Param::Real(self.real_prec()));
        if recursive {
            params.insert(0, Param::Int(0, DEPTH[0]));
        }
        params
    }

    fn param(&mut self, scalars_only: bool) -> Param {
        let structs = self.features.has(Feature::Structs);
        let kind = if scalars_only {
            self.between(0, 2)
        } else {
            self.between(0, 9)
        };
        match (kind, self.any_struct()) {
            (2, _) => Param::Int(0, self.between(1, 4)),
            (3..=5, _) if self.features.has(Feature::Arrays) => {
                let len = if self.chance(20) {
                    1
                } else {
                    self.between(2, 4) as usize
                };
                Param::Array(self.real_prec(), len)
            }
            (6, _) if self.features.has(Feature::Matrices) => {
                Param::Matrix(2, self.between(2, 3) as usize)
            }
            (7..=8, Some(id)) if structs => Param::StructPtr(id),
            (9, Some(id)) if structs => Param::Struct(id),
            _ => Param::Real(self.real_prec()),
        }
    }

    fn ret(&mut self) -> Ret {
        match self.between(0, 9) {
            0..=1 => Ret::Void,
            2 => Ret::Int(3),
            3 => match self.any_struct() {
                Some(id) if !self.has_pointer(&Type::Struct(id)) => Ret::Struct(id),
                _ => Ret::Real(Prec::F64),
            },
            _ => Ret::Real(self.real_prec()),
        }
    }

    fn pure(&self, params: &[Param]) -> bool {
        let by_value = |p: &Param| matches!(p, Param::Real(_) | Param::Int(..));
        params.iter().all(by_value) && !self.features.has(Feature::Globals)
    }

    /// Starts a function: parameters and globals in scope.
    pub(super) fn enter(&mut self, params: &[Param], ret: &Ret, out: &mut Block) {
        let budget = self.between(2, 2 + 2 * i64::from(self.size)) as u32;
        self.body = Body::new(ret.clone(), budget);
        for (k, param) in params.iter().enumerate() {
            let var = self
                .body
                .named(format!("{}{k}", param_stem(param)), param.ty());
            self.add_param(var, param);
        }
        self.body.params = params.len();
        if let Ret::Struct(id) = ret {
            // The convention of `return_value`: the result is the first struct in scope.
            let var = self.body.var("s", Type::Struct(*id));
            out.push(Stmt::Decl(var, Init::Zero));
            let base = Place::Var(var);
            self.body.scope.structs.insert(
                0,
                Aggregate {
                    base,
                    id: *id,
                    len: None,
                },
            );
        }
        self.add_globals();
    }

    fn add_param(&mut self, var: usize, param: &Param) {
        let base = Place::Var(var);
        match param {
            Param::Real(prec) => self.body.add_scalar(var, *prec),
            Param::Int(lo, hi) => {
                self.body.add_int(var, *lo, *hi);
            }
            Param::Array(prec, len) => self.add_array(var, true, *prec, *len),
            Param::Matrix(rows, cols) => self.body.scope.matrices.push(Matrix {
                base,
                is_pointer: true,
                rows: *rows,
                cols: *cols,
            }),
            Param::StructPtr(id) => {
                let base = base.deref();
                self.int_fields(&base, *id);
                self.body.scope.structs.push(Aggregate {
                    base,
                    id: *id,
                    len: None,
                });
            }
            Param::Struct(id) => {
                self.int_fields(&base, *id);
                self.body.scope.structs.push(Aggregate {
                    base,
                    id: *id,
                    len: None,
                });
            }
        }
    }

    /// Ends a function with its return statement and frees.
    pub(super) fn leave(&mut self, out: &mut Block) {
        if ends_in_jump(out) {
            return;
        }
        let mut value = self.return_value();
        if let (Some(Arg::Real(e)), Ret::Real(Prec::F64)) = (&value, &self.body.ret) {
            value = Some(Arg::Real(self.with_sum(e.clone(), out)));
        }
        let frees = self.body.scope.frees();
        match value {
            Some(Arg::Real(e)) if !frees.is_empty() => {
                let Ret::Real(prec) = self.body.ret else {
                    return;
                };
                let var = self.body.named("result".to_owned(), Type::Real(prec));
                out.push(Stmt::Decl(var, Init::Value(Arg::Real(e))));
                out.extend(frees);
                out.push(Stmt::Return(Some(Arg::Real(Real::Load(Place::Var(var))))));
            }
            value => {
                out.extend(frees);
                out.extend(value.map(|v| Stmt::Return(Some(v))));
            }
        }
    }

    fn helper(&mut self, params: Vec<Param>, ret: Ret) {
        let mut out = Block::new();
        self.enter(&params, &ret, &mut out);
        let budget = self.body.budget;
        self.statements(budget, &mut out);
        self.leave(&mut out);
        let (pure, cost) = (self.pure(&params), self.body.cost + 2);
        self.add_function(
            "h",
            out,
            Sig {
                params,
                ret,
                pure,
                cost,
            },
        );
    }

    pub(super) fn add_function(&mut self, stem: &str, body: Block, sig: Sig) {
        let name = format!("{stem}{}", self.funcs.len());
        let noinline = self.chance(50);
        let finished = std::mem::replace(&mut self.body, Body::new(Ret::Void, 0));
        let mut func = finished.finish(name, body, noinline);
        let number = matches!(sig.ret, Ret::Real(_));
        func.recomputed = number && self.maybe(Feature::Recomputed, 60);
        self.reentrant.push(self.is_reentrant(&func.body));
        self.funcs.push(func);
        self.sigs.push(sig);
        self.callable.push(true);
    }

    fn recursion(&mut self) {
        let params = self.params(true);
        let twice = self.chance(25);
        let me = self.funcs.len();
        self.recursive_function(params, me, twice);
    }

    /// Two functions that call each other; the second exists only as a contract while the first is
    /// made, and neither may be called by other means until both are there.
    fn mutual_recursion(&mut self) {
        let params = self.params(true);
        let first = self.funcs.len();
        self.recursive_function(params.clone(), first + 1, false);
        self.callable[first] = false;
        self.recursive_function(params, first, false);
        self.callable[first] = true;
        let cost = self.sigs[first].cost + self.sigs[first + 1].cost;
        self.sigs[first].cost = cost;
        self.sigs[first + 1].cost = cost;
    }

    /// `if (d <= 0) return ...; ...; t = callee(d - 1, ...); ...; return ...;`
    fn recursive_function(&mut self, mut params: Vec<Param>, callee: usize, twice: bool) {
        let depth = DEPTH[usize::from(twice)];
        params[0] = Param::Int(0, depth);
        let ret = Ret::Real(Prec::F64);
        let mut out = Block::new();
        self.enter(&params, &ret, &mut out);
        // What is computed before the base case's test must not count on d >= 1.
        let done = Cond::Int(Cmp::Le, Int::var(0), Int::Const(0));
        let base = self.return_value();
        out.push(Stmt::If(done, vec![Stmt::Return(base)], Block::new()));
        self.body.scope.ints.retain(|i| i.place != Place::Var(0));
        self.body.add_int(0, 1, depth);
        let count = self.between(1, 3) as u32;
        self.statements(count, &mut out);
        for _ in 0..=usize::from(twice) {
            self.recursive_call(&params, callee, &mut out);
            self.statements(1, &mut out);
        }
        self.leave(&mut out);
        let levels = if twice {
            (1 << depth) + 1
        } else {
            depth as u64 + 1
        };
        let (pure, cost) = (self.pure(&params), (self.body.cost + 4) * levels);
        self.add_function(
            "r",
            out,
            Sig {
                params,
                ret,
                pure,
                cost,
            },
        );
    }

    fn recursive_call(&mut self, params: &[Param], callee: usize, out: &mut Block) {
        let mut args = vec![Arg::Int(Int::add(Int::var(0), -1))];
        for (k, param) in params.iter().enumerate().skip(1) {
            // Own parameters always fit; anything else in scope is more interesting.
            let other = if self.chance(50) {
                self.arg(param)
            } else {
                None
            };
            args.push(other.unwrap_or_else(|| own(k, param)));
        }
        let var = self.body.var("t", Type::F64);
        out.push(Stmt::Decl(
            var,
            Init::Value(Arg::Real(Real::Call(callee, args))),
        ));
        self.body.add_scalar(var, Prec::F64);
    }

    /// An argument for a parameter from what is in scope.
    fn arg(&mut self, param: &Param) -> Option<Arg> {
        match param {
            Param::Real(_) => {
                let e = self.real(1);
                Some(Arg::Real(self.tamed(e)))
            }
            Param::Int(lo, hi) => Some(Arg::Int(self.int_in(*lo, *hi))),
            Param::Array(prec, len) => self.array_arg(*prec, *len).map(Arg::Ptr),
            Param::Matrix(rows, cols) => {
                let mut fitting = self.body.scope.matrices.clone();
                fitting.retain(|m| m.rows >= *rows && m.cols == *cols);
                let m = self.pick(&fitting)?;
                Some(Arg::Ptr(match m.is_pointer {
                    true => Pointer::Load(m.base),
                    false => Pointer::Decay(m.base),
                }))
            }
            Param::StructPtr(id) => self.struct_arg(*id).map(|p| Arg::Ptr(Pointer::Addr(p))),
            Param::Struct(id) => self.struct_arg(*id).map(Arg::Struct),
        }
    }

    fn array_arg(&mut self, prec: Prec, len: usize) -> Option<Pointer> {
        let mut scalars = self.body.scope.scalars.clone();
        scalars.retain(|s| s.prec == prec);
        if len == 1
            && self.chance(60)
            && let Some(s) = self.pick(&scalars)
        {
            return Some(Pointer::Addr(s.place));
        }
        let array: Array = self.addressable(prec, len)?;
        let spare = (array.len - len) as i64;
        let skip = if self.chance(30) {
            self.between(0, spare)
        } else {
            0
        };
        Some(match skip {
            0 => array.pointer(),
            k => Pointer::Addr(array.base.at(Int::Const(k))),
        })
    }

    fn struct_arg(&mut self, id: usize) -> Option<Place> {
        let mut fitting = self.body.scope.structs.clone();
        fitting.retain(|s| s.id == id);
        let s: Aggregate = self.pick(&fitting)?;
        Some(self.struct_place(&s))
    }

    /// Calls some helper, declaring what its parameters need.
    pub(super) fn call_helper(&mut self, out: &mut Block) {
        let ceiling = self.cost_left();
        let affordable: Vec<usize> = self
            .callable()
            .filter(|f| self.sigs[*f].cost <= ceiling)
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
        self.body.cost += self.body.trips * sig.cost;
        self.store_result(f, args, &sig.ret, out);
    }

    /// An argument in scope, else one declared for the purpose.
    pub(super) fn arg_or_declare(&mut self, param: &Param, out: &mut Block) -> Option<Arg> {
        if let Some(arg) = self.arg(param) {
            return Some(arg);
        }
        match param {
            Param::Array(prec, len) => {
                let var = self.body.var("u", Type::array(Type::Real(*prec), *len));
                out.push(Stmt::Decl(var, Init::None));
                out.push(self.fill(&Place::Var(var), Int::Const(*len as i64), *len, *prec));
                self.add_array(var, false, *prec, *len);
            }
            Param::Matrix(rows, cols) => {
                let ty = Type::array(Type::array(Type::F64, *cols), *rows);
                let var = self.body.var("m", ty);
                out.push(Stmt::Decl(var, Init::Zero));
                let (base, is_pointer) = (Place::Var(var), false);
                let matrix = Matrix {
                    base,
                    is_pointer,
                    rows: *rows,
                    cols: *cols,
                };
                self.body.scope.matrices.push(matrix);
            }
            Param::StructPtr(id) | Param::Struct(id) => {
                self.new_struct(*id, out)?;
            }
            Param::Real(_) | Param::Int(..) => {}
        }
        self.arg(param)
    }

    fn store_result(&mut self, f: usize, args: Vec<Arg>, ret: &Ret, out: &mut Block) {
        match ret {
            Ret::Void => out.push(Stmt::Call(None, f, args)),
            Ret::Real(prec) => {
                let scalars = self.body.scope.scalars.clone();
                match self.pick(&scalars) {
                    // A plain variable only: C does not order the call and the left side.
                    Some(s) if self.chance(30) => out.push(Stmt::Call(Some(s.place), f, args)),
                    _ => {
                        self.new_scalar(*prec, Real::Call(f, args), out);
                    }
                }
            }
            Ret::Int(hi) => {
                let var = self.body.var("k", Type::Int);
                out.push(Stmt::Decl(var, Init::None));
                out.push(Stmt::Call(Some(Place::Var(var)), f, args));
                self.body.add_int(var, 0, *hi);
            }
            Ret::Struct(id) => {
                let var = self.body.var("s", Type::Struct(*id));
                out.push(Stmt::Decl(var, Init::None));
                out.push(Stmt::Call(Some(Place::Var(var)), f, args));
                let base = Place::Var(var);
                self.body.scope.structs.push(Aggregate {
                    base,
                    id: *id,
                    len: None,
                });
            }
        }
    }

    /// `double f(double *x, int n, double *y, double a, double b)`
    pub(super) fn top(&mut self, nx: usize, ny: usize, nw: Option<usize>) {
        let size = i64::from(self.size);
        let budget = self.between(3 + size, 4 + 7 * size) as u32;
        self.body = Body::new(Ret::Real(Prec::F64), budget);
        self.top_params(nx, ny);
        nw.into_iter().for_each(|nw| self.passive_param(nw));
        let mut out = Block::new();
        self.init_globals(&mut out);
        self.add_globals();
        self.statements(budget, &mut out);
        self.write_y(ny, &mut out);
        let result = Real::Load(self.combination(&mut out));
        let result = self.with_sum(result, &mut out);
        out.extend(self.body.scope.frees());
        out.push(Stmt::Return(Some(Arg::Real(result))));
        let body = std::mem::replace(&mut self.body, Body::new(Ret::Void, 0));
        let func: Func = body.finish(if nw.is_some() { "g" } else { "f" }.to_owned(), out, true);
        self.funcs.push(func);
    }

    fn top_params(&mut self, nx: usize, ny: usize) {
        let x = self.body.named("x".to_owned(), Type::ptr(Type::F64));
        let n = self.body.named("n".to_owned(), Type::Int);
        let y = self.body.named("y".to_owned(), Type::ptr(Type::F64));
        self.add_array(x, true, Prec::F64, nx);
        self.body.scope.arrays[0].writable = self.maybe(Feature::Inplace, 60);
        self.body.add_int(n, nx as i64, nx as i64);
        self.add_array(y, true, Prec::F64, ny);
        for name in ["a", "b"] {
            let var = self.body.named(name.to_owned(), Type::F64);
            self.body.add_scalar(var, Prec::F64);
        }
        self.body.params = self.body.vars.len();
    }

    /// Makes sure that some outputs depend on what was computed.
    fn write_y(&mut self, ny: usize, out: &mut Block) {
        let y = Place::Var(2);
        if self.maybe(Feature::Loops, 50) {
            out.push(self.fill(&y, Int::Const(ny as i64), ny, Prec::F64));
        }
        for k in 0..ny {
            if self.chance(50) {
                let place = y.clone().at(Int::Const(k as i64));
                let value = self.next_value(&place, 1);
                out.push(Stmt::Assign(place, Arg::Real(value)));
            }
        }
    }

    /// Declares the result: a weighted sum of most of what is in scope.
    fn combination(&mut self, out: &mut Block) -> Place {
        let scope = self.body.scope.clone();
        let mut terms = vec![self.real(1)];
        for s in scope
            .scalars
            .into_iter()
            .filter(|_| self.rng.random_bool(0.7))
        {
            terms.push(Real::Load(s.place));
        }
        for a in scope.arrays.iter().filter(|a| a.writable) {
            if self.chance(60) {
                let index = self.index(a.len);
                terms.push(Real::Load(a.base.clone().at(index)));
            }
        }
        for found in [
            self.matrix_element(true),
            self.struct_real(true).map(|(p, _)| p),
        ] {
            terms.extend(found.map(Real::Load));
        }
        let weighted = terms.into_iter().map(|t| Real::scaled(self.number(), t));
        let sum = weighted.reduce(Real::add).unwrap_or(Real::c(0.0));
        let result = self.new_scalar(Prec::F64, sum, out);
        self.sum_arrays(&result, out);
        result
    }

    /// `result += weight * array[i]` over whole arrays. The caller's arrays are always among them: where
    /// a program does no more than copy some of their elements, the IR does not say what those hold.
    fn sum_arrays(&mut self, result: &Place, out: &mut Block) {
        let loops = self.features.has(Feature::Loops);
        for a in self.body.scope.arrays.clone() {
            let given = matches!(a.base, Place::Var(0 | 2));
            let wanted = loops && a.writable && self.chance(50);
            if !given && !wanted {
                continue;
            }
            if !loops {
                for k in 0..a.len {
                    let element = Real::Load(a.base.clone().at(Int::Const(k as i64)));
                    let term = Real::scaled(self.number(), element);
                    out.push(Stmt::Update(RealOp::Add, result.clone(), term));
                }
                continue;
            }
            let i = self.body.var("i", Type::Int);
            let element = Real::Load(a.base.at(Int::var(i)));
            let term = Real::scaled(self.number(), element);
            let body = vec![Stmt::Update(RealOp::Add, result.clone(), term)];
            let to = Int::Const(a.len as i64);
            out.push(Stmt::For {
                var: i,
                from: Int::Const(0),
                to,
                step: 1,
                body,
            });
        }
    }
}

/// The function's own parameter `k` as an argument.
fn own(k: usize, param: &Param) -> Arg {
    let place = Place::Var(k);
    match param {
        Param::Real(_) => Arg::Real(Real::Load(place)),
        Param::Int(..) => Arg::Int(Int::Load(place)),
        Param::Array(..) | Param::Matrix(..) | Param::StructPtr(_) => {
            Arg::Ptr(Pointer::Load(place))
        }
        Param::Struct(_) => Arg::Struct(place),
    }
}

fn param_stem(param: &Param) -> &'static str {
    match param {
        Param::Real(_) => "a",
        Param::Int(..) => "d",
        Param::Array(..) => "p",
        Param::Matrix(..) => "m",
        Param::StructPtr(_) => "s",
        Param::Struct(_) => "v",
    }
}
