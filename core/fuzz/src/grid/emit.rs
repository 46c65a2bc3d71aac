//! Prints kernels as source that is CUDA and HIP alike, with the names of `device.h`. Owns the spelling; must not know what programs compute.

use crate::ast::Prec;
use crate::emit_c::{cmp, math_name, real_op};

use super::ast::{
    Arg, Array, Cond, Func, Id, Int, IntOp, Part, Place, Program, Range, Real, Record, Scope,
    Shuffle, Stmt, Ty, Var,
};
use super::visit;

/// What the names of a program begin with.
pub(crate) fn prefix(program: &Program) -> String {
    format!("p{}", program.seed)
}

/// Shared variables, functions and kernels of a program: those that it uses.
pub(crate) fn program(program: &Program) -> String {
    let prefix = prefix(program);
    let scope = Scope {
        program,
        func: None,
    };
    let text = Text {
        scope,
        prefix: &prefix,
    };
    let body = text.block(&program.body, 1);
    let called = |k: &usize| mentions(&body, &format!("{prefix}_f{k}"));
    let functions: String = (0..program.funcs.len())
        .filter(called)
        .map(|k| function(program, &prefix, k))
        .collect();
    let (mut outside, mut inside) = (String::new(), String::new());
    let shared = program.shared.iter().enumerate();
    for (k, shared) in shared.filter(|(k, _)| mentions(&body, &shared_name(&prefix, *k))) {
        let variable = shared_variable(&prefix, k, &shared.var);
        match shared.outside {
            true => outside += &format!("static SHARED {variable};\n"),
            false => inside += &format!("    SHARED {variable};\n"),
        }
    }
    let kernels = match (visit::raises(program), program.given) {
        (true, false) => "OF_LAUNCH",
        (true, true) => "OF_LAUNCH_GIVEN",
        (false, false) => "KERNELS",
        (false, true) => "KERNELS_GIVEN",
    };
    let given = if program.given { ", given g" } else { "" };
    // That no thread writes what is read through `x` holds for all programs. Some say so.
    let promise = match program.seed.is_multiple_of(2) {
        true => "__restrict__",
        false => "",
    };
    format!(
        "{outside}{functions}\nDEVICE void {prefix}_body(const double *x, double *y, int n{given})\n{{\n{inside}{}{body}}}\n{kernels}({prefix}, {promise})\n",
        declarations(0, &program.vars, &body)
    )
}

/// Whether a text has a name that ends with a number.
fn mentions(text: &str, name: &str) -> bool {
    let mut found = text.match_indices(name);
    found.any(|(at, _)| {
        let behind = text[at + name.len()..].chars().next();
        !behind.is_some_and(|c| c.is_ascii_digit())
    })
}

fn type_name(ty: Ty) -> &'static str {
    match ty {
        Ty::F64 => "double",
        Ty::F32 => "float",
        Ty::Int => "int",
        Ty::Record(Record::Pair) => "struct pair",
        Ty::Record(Record::Mixed) => "struct mixed",
    }
}

fn shared_name(prefix: &str, k: usize) -> String {
    format!("{prefix}_s{k}")
}

fn shared_variable(prefix: &str, k: usize, var: &Var) -> String {
    let (ty, name) = (type_name(var.ty), shared_name(prefix, k));
    match (var.len, var.row) {
        (Some(len), Some(row)) => format!("{ty} {name}[{}][{row}]", len.div_ceil(row)),
        (Some(len), None) => format!("{ty} {name}[{len}]"),
        (None, _) => format!("{ty} {name}"),
    }
}

fn variable(k: usize, var: &Var) -> String {
    match var.len {
        Some(len) => format!("{} v{k}[{len}]", type_name(var.ty)),
        None => format!("{} v{k}", type_name(var.ty)),
    }
}

/// Variables of which the first has this number, if the text behind mentions them.
fn declarations(first: usize, vars: &[Var], text: &str) -> String {
    let used = (first..).zip(vars);
    used.filter(|(k, _)| mentions(text, &format!("v{k}")))
        .map(|(k, var)| format!("    {};\n", variable(k, var)))
        .collect()
}

fn function(program: &Program, prefix: &str, k: usize) -> String {
    let func: &Func = &program.funcs[k];
    let scope = Scope {
        program,
        func: Some(func),
    };
    let (given, own) = func.vars.split_at(func.params);
    let mut params: Vec<String> = given
        .iter()
        .enumerate()
        .map(|(k, v)| variable(k, v))
        .collect();
    let pointers = func.pointers.iter().enumerate();
    params.extend(pointers.map(|(k, ty)| format!("{} *q{k}", type_name(*ty))));
    let text = Text { scope, prefix };
    let body = format!(
        "{}    return v{};\n",
        text.block(&func.body, 1),
        func.result
    );
    let result = func.vars.get(func.result).map_or(Ty::Int, |v| v.ty);
    format!(
        "DEVICE {}{} {prefix}_f{k}({})\n{{\n{}{body}}}\n",
        if func.noinline { "NOINLINE " } else { "" },
        type_name(result),
        params.join(", "),
        declarations(func.params, own, &body),
    )
}

/// Prints what stands in one function.
struct Text<'p> {
    scope: Scope<'p>,
    prefix: &'p str,
}

impl Text<'_> {
    fn block(&self, body: &[Stmt], depth: usize) -> String {
        body.iter().map(|s| self.statement(s, depth)).collect()
    }

    fn statement(&self, stmt: &Stmt, depth: usize) -> String {
        let indent = "    ".repeat(depth);
        let line = match stmt {
            Stmt::Set(place, e) => format!("{} = {};", self.place(place), self.real(e)),
            Stmt::Update(op, place, e) => {
                format!("{} {}= {};", self.place(place), real_op(*op), self.real(e))
            }
            Stmt::SetInt(place, e) => format!("{} = {};", self.place(place), self.int(e)),
            Stmt::Copy(to, from) => format!("{} = {};", self.element(to), self.element(from)),
            Stmt::Atomic(place, e) => {
                let add = match place.array {
                    Array::Y => "add_to",
                    _ => "add_here",
                };
                // Half of them as programs write them for machines without such an operation.
                let tries = match (self.scope.program.seed + depth as u64).is_multiple_of(2) {
                    true => "_by_tries",
                    false => "",
                };
                format!("{add}{tries}(&{}, {});", self.place(place), self.real(e))
            }
            Stmt::Raise { at, value, most } => {
                let name = if *most { "raise" } else { "lower" };
                let tries = match self.scope.program.seed.is_multiple_of(2) {
                    true => "_by_tries",
                    false => "",
                };
                format!("{name}{tries}(&{}, {});", self.place(at), self.real(value))
            }
            Stmt::Barrier => "barrier();".to_owned(),
            Stmt::WarpBarrier => "warp_barrier();".to_owned(),
            Stmt::Shuffle {
                to,
                how,
                value,
                by,
                part,
            } => {
                let name = self.shuffle(*how, to);
                let (to, value, by) = (self.place(to), self.real(value), self.int(by));
                let part = part.map_or("WIDTH".to_owned(), |lanes| lanes.to_string());
                format!("{to} = {name}({value}, {by}, {part});")
            }
            Stmt::Vote { to, all, cond } => {
                let name = if *all { "all_lanes" } else { "any_lane" };
                format!("{} = {name}({});", self.place(to), self.cond(cond))
            }
            Stmt::For {
                counter,
                range,
                body,
            } => {
                let head = self.range(*counter, range);
                format!("{head} {{\n{}{indent}}}", self.block(body, depth + 1))
            }
            Stmt::If(cond, yes, no) => {
                let mut text = format!("if ({}) {{\n", self.cond(cond));
                text += &self.block(yes, depth + 1);
                if !no.is_empty() {
                    text += &format!("{indent}}} else {{\n{}", self.block(no, depth + 1));
                }
                format!("{text}{indent}}}")
            }
            Stmt::Break => "break;".to_owned(),
            Stmt::Return => "return;".to_owned(),
            Stmt::Call { to, func, args } => {
                let args: Vec<String> = self.arguments(*func, args);
                format!(
                    "{} = {}_f{func}({});",
                    self.target(*func, to),
                    self.prefix,
                    args.join(", ")
                )
            }
        };
        format!("{indent}{line}\n")
    }

    fn shuffle(&self, how: Shuffle, to: &Place) -> String {
        let name = match how {
            Shuffle::Xor => "turn",
            Shuffle::Up => "up",
            Shuffle::Down => "down",
            Shuffle::From => "from",
        };
        match self.scope.scalar(to) {
            Ty::F32 => format!("{name}_float"),
            _ => name.to_owned(),
        }
    }

    fn range(&self, counter: usize, range: &Range) -> String {
        let k = format!("v{counter}");
        match range {
            Range::Up(limit) => format!("for ({k} = 0; {k} < {}; {k}++)", self.int(limit)),
            Range::Down(count) => format!("for ({k} = {} - 1; {k} >= 0; {k}--)", self.int(count)),
            Range::Halves(start) => format!("for ({k} = {}; {k} > 0; {k} /= 2)", self.int(start)),
            Range::Doubles(limit) => {
                format!("for ({k} = 1; {k} < {}; {k} *= 2)", self.int(limit))
            }
            Range::Over(limit, step) => {
                let (first, step) = (self.int(&Int::GLOBAL), self.int(&Int::Id(*step)));
                let limit = self.int(limit);
                format!("for ({k} = {first}; {k} < {limit}; {k} += {step})")
            }
        }
    }

    /// The result of a function is a scalar or a whole record.
    fn target(&self, func: usize, to: &Place) -> String {
        let func = self.scope.program.funcs.get(func);
        let result = func.and_then(|f| f.vars.get(f.result)).map(|v| v.ty);
        match result {
            Some(Ty::Record(_)) => self.element(to),
            _ => self.place(to),
        }
    }

    /// Values first, pointers behind them, as functions declare them.
    fn arguments(&self, func: usize, args: &[Arg]) -> Vec<String> {
        let (mut values, mut pointers) = (Vec::new(), Vec::new());
        let func = &self.scope.program.funcs[func];
        for arg in args {
            match arg {
                Arg::Real(e) => values.push(self.real(e)),
                Arg::Int(e) => values.push(self.int(e)),
                Arg::Record(place) => values.push(self.element(place)),
                Arg::Pointer(place) => {
                    let ty = func.pointers.get(pointers.len()).copied();
                    let ty = type_name(ty.unwrap_or(Ty::Int));
                    // What x points to is constant, and no function writes there.
                    pointers.push(format!("({ty} *)&{}", self.element(place)));
                }
            }
        }
        values.extend(pointers);
        values
    }

    fn element(&self, place: &Place) -> String {
        let name = match place.array {
            Array::X => "x".to_owned(),
            Array::Y => "y".to_owned(),
            Array::Given(Part::A) => "g.a".to_owned(),
            // It is no array.
            Array::Given(Part::S) => return "g.s".to_owned(),
            Array::Given(Part::B) => "g.b".to_owned(),
            Array::Shared(k) => shared_name(self.prefix, k),
            Array::Local(k) => format!("v{k}"),
            Array::Param(k) => format!("q{k}"),
            Array::Turns { by, shared } => {
                let [even, odd] = shared.map(|k| shared_name(self.prefix, k));
                format!("(v{by} % 2 == 0 ? {even} : {odd})")
            }
        };
        let row = match place.array {
            Array::Shared(k) => self.scope.program.shared.get(k).and_then(|s| s.var.row),
            _ => None,
        };
        match (&place.index, row) {
            (Some(index), Some(row)) => {
                let index = self.int_operand(index);
                format!("{name}[{index} / {row}][{index} % {row}]")
            }
            (Some(index), None) => format!("{name}[{}]", self.int(index)),
            (None, _) => name,
        }
    }

    fn place(&self, place: &Place) -> String {
        let element = self.element(place);
        match self.scope.element(place.array) {
            Ty::Record(record) => {
                let field = record.fields().get(place.field).map_or("", |f| f.0);
                format!("{element}.{field}")
            }
            Ty::F64 | Ty::F32 | Ty::Int => element,
        }
    }

    fn real(&self, e: &Real) -> String {
        match e {
            Real::Const(v, Prec::F64) => format!("{v:?}"),
            Real::Const(v, Prec::F32) => format!("{v:?}f"),
            Real::Load(place) => self.place(place),
            Real::FromInt(i) => format!("(double){}", self.int_operand(i)),
            Real::Neg(a) => format!("-{}", self.operand(a)),
            Real::Bin(op, a, b) => {
                format!("{} {} {}", self.operand(a), real_op(*op), self.operand(b))
            }
            Real::Math(f, prec, args) => {
                let args: Vec<String> = args.iter().map(|a| self.real(a)).collect();
                let bits = if *prec == Prec::F32 { 32 } else { 64 };
                format!("MATH{bits}({})({})", math_name(*f), args.join(", "))
            }
            Real::Cast(Prec::F64, a) => format!("(double){}", self.operand(a)),
            Real::Cast(Prec::F32, a) => format!("(float){}", self.operand(a)),
            Real::Select(c, a, b) => {
                format!(
                    "({}) ? {} : {}",
                    self.cond(c),
                    self.operand(a),
                    self.operand(b)
                )
            }
        }
    }

    fn operand(&self, e: &Real) -> String {
        match e {
            Real::Const(v, _) if *v >= 0.0 => self.real(e),
            Real::Load(_) | Real::Math(..) => self.real(e),
            _ => format!("({})", self.real(e)),
        }
    }

    fn int(&self, e: &Int) -> String {
        match e {
            Int::Const(v) => v.to_string(),
            Int::Id(Id::Global) if self.scope.program.shape.is_row() => "row_id()".to_owned(),
            Int::Id(Id::All) if self.scope.program.shape.is_row() => "all_x()".to_owned(),
            Int::Id(id) => id_name(*id).to_owned(),
            Int::Load(place) => self.place(place),
            Int::Bin(op, a, b) => {
                let (a, b) = (self.int_operand(a), self.int_operand(b));
                match op {
                    IntOp::Min => format!("LEAST({a}, {b})"),
                    IntOp::Max => format!("MOST({a}, {b})"),
                    IntOp::Add => format!("{a} + {b}"),
                    IntOp::Sub => format!("{a} - {b}"),
                    IntOp::Mul => format!("{a} * {b}"),
                    IntOp::Div => format!("{a} / {b}"),
                    IntOp::Rem => format!("{a} % {b}"),
                    IntOp::Xor => format!("{a} ^ {b}"),
                }
            }
        }
    }

    fn int_operand(&self, e: &Int) -> String {
        match e {
            Int::Const(v) if *v >= 0 => self.int(e),
            Int::Load(_) | Int::Id(_) => self.int(e),
            _ => format!("({})", self.int(e)),
        }
    }

    fn cond(&self, c: &Cond) -> String {
        match c {
            Cond::Int(op, a, b) => {
                format!(
                    "{} {} {}",
                    self.int_operand(a),
                    cmp(*op),
                    self.int_operand(b)
                )
            }
            Cond::Real(op, a, b) => {
                format!("{} {} {}", self.operand(a), cmp(*op), self.operand(b))
            }
            Cond::And(a, b) => format!("({}) && ({})", self.cond(a), self.cond(b)),
        }
    }
}

fn id_name(id: Id) -> &'static str {
    match id {
        Id::Thread => "thread_id()",
        Id::Global => "global_id()",
        Id::Block => "block_id()",
        Id::GlobalX => "global_x()",
        Id::GlobalY => "global_y()",
        Id::ThreadX => "thread_x()",
        Id::ThreadY => "thread_y()",
        Id::Lane => "lane()",
        Id::Width => "WIDTH",
        Id::Threads => "threads()",
        Id::All => "(all_x() * all_y())",
        Id::N => "n",
        Id::Given => "g.k",
    }
}
