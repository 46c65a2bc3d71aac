//! Prints a program as readable C. Owns spelling and layout of the program's own text; the test
//! driver around it is in `harness`. Must print exactly what the interpreter executes.

pub(crate) mod blas;
pub(crate) mod omp;
pub(crate) mod steps;

use std::cell::RefCell;
use std::fmt::Write as _;

use crate::ast::{
    Arg, Block, Case, Cmp, Cond, Func, Global, Idiom, Init, Int, IntOp, Language, MathFn, Place,
    Pointer, Prec, Program, Real, RealOp, Stmt, StructDef, Type,
};
use crate::idiom;
use crate::visit;

/// The prefix of all names of a program, so that many fit into one file.
pub(crate) fn prefix(program: &Program) -> String {
    format!("p{}_", program.seed)
}

/// Structs, globals, prototypes and functions of a program.
pub(crate) fn program(program: &Program) -> String {
    let (mut prototypes, mut functions) = (String::new(), String::new());
    let live = visit::reachable(program);
    let steps = RefCell::new(Vec::new());
    let printer = |f: usize| Printer {
        program,
        prefix: prefix(program),
        func: &program.funcs[f],
        steps: &steps,
    };
    for &f in live.iter().filter(|f| **f != program.top()) {
        let p = printer(f);
        let _ = writeln!(prototypes, "{};", p.signature(p.func));
        prototypes += &p.marks();
    }
    for f in live {
        let p = printer(f);
        let (head, block) = (p.signature(p.func), p.block(&p.func.body, 1));
        let _ = writeln!(functions, "\n{head}\n{{\n{block}}}");
    }
    functions += &entry(program);
    let steps = steps.borrow().concat();
    let omp = omp::helpers(&prefix(program), &functions);
    printer(program.top()).with_data(omp + &prototypes + &steps + &functions)
}

/// The function of x, n, y, a and b alone, where the top one has an inactive argument.
fn entry(program: &Program) -> String {
    let Some(w) = &program.inputs.w else {
        return String::new();
    };
    let p = prefix(program);
    let numbers: Vec<String> = w.iter().map(|v| format!("{v:?}")).collect();
    format!(
        "\nstatic double {p}w[] = {{{}}};\n\
         double {p}f(double *x, int n, double *y, double a, double b)\n\
         {{\n    return {p}g(x, n, y, a, b, {p}w);\n}}\n",
        numbers.join(", ")
    )
}

struct Printer<'p> {
    program: &'p Program,
    prefix: String,
    func: &'p Func,
    /// Functions that a run-time library calls, with their contexts.
    steps: &'p RefCell<Vec<String>>,
}

impl Printer<'_> {
    /// Puts the structs and globals that `text` mentions in front of it.
    fn with_data(&self, mut text: String) -> String {
        let mentioned = |text: &str, name: &str| text.contains(&format!("{}{name}", self.prefix));
        let mut structs = String::new();
        // Last first: a struct may be needed only by a later one.
        for def in self.program.structs.iter().rev() {
            if mentioned(&text, &def.name) || mentioned(&structs, &def.name) {
                structs.insert_str(0, &self.struct_def(def));
            }
        }
        let helpers = idiom::helpers(&self.prefix, &text);
        for global in self.program.globals.iter().rev() {
            if mentioned(&text, &global.name) {
                text.insert_str(0, &self.global(global));
            }
        }
        structs + &helpers + &text
    }

    fn struct_def(&self, def: &StructDef) -> String {
        let mut out = format!("struct {}{} {{\n", self.prefix, def.name);
        for field in &def.fields {
            let _ = writeln!(out, "    {};", self.declarator(&field.ty, &field.name));
        }
        out + "};\n"
    }

    fn global(&self, global: &Global) -> String {
        let name = format!("{}{}", self.prefix, global.name);
        match &global.table {
            None => format!("static {};\n", self.declarator(&global.ty, &name)),
            Some(values) => {
                let values: Vec<String> = values.iter().map(|v| format!("{v:?}")).collect();
                let decl = self.declarator(&global.ty, &name);
                format!("static const {decl} = {{{}}};\n", values.join(", "))
            }
        }
    }

    /// C's inside-out declarator of `name` with type `ty`.
    fn declarator(&self, ty: &Type, name: &str) -> String {
        let spaced = |base: &str| {
            if name.is_empty() {
                base.to_owned()
            } else {
                format!("{base} {name}")
            }
        };
        match ty {
            Type::Int => spaced("int"),
            Type::Real(Prec::F64) => spaced("double"),
            Type::Real(Prec::F32) => spaced("float"),
            Type::Struct(id) => spaced(&format!(
                "struct {}{}",
                self.prefix, self.program.structs[*id].name
            )),
            Type::Array(elem, len) => self.declarator(elem, &format!("{name}[{len}]")),
            Type::Ptr(elem) if matches!(**elem, Type::Array(..)) => {
                self.declarator(elem, &format!("(*{name})"))
            }
            Type::Ptr(elem) => self.declarator(elem, &format!("*{name}")),
        }
    }

    fn signature(&self, func: &Func) -> String {
        let is_top = std::ptr::eq(func, &self.program.funcs[self.program.top()]);
        let alone = is_top && self.program.unneeded_arrays;
        let params = func.vars[..func.params].iter().map(|v| match &v.ty {
            Type::Ptr(_) if alone => self.declarator(&v.ty, &format!("__restrict {}", v.name)),
            _ => self.declarator(&v.ty, &v.name),
        });
        let params: Vec<String> = params.collect();
        let params = if params.is_empty() {
            "void".to_owned()
        } else {
            params.join(", ")
        };
        let head = format!("{}{}({params})", self.prefix, func.name);
        let head = func
            .ret
            .as_ref()
            .map_or(format!("void {head}"), |ty| self.declarator(ty, &head));
        let storage = if is_top { "" } else { "static " };
        let attribute = if func.noinline {
            "__attribute__((noinline)) "
        } else {
            ""
        };
        format!("{storage}{attribute}{head}")
    }

    fn block(&self, block: &Block, level: usize) -> String {
        block.iter().map(|s| self.stmt(s, level)).collect()
    }

    fn braced(&self, block: &Block, level: usize) -> String {
        format!(
            "{{\n{}{}}}",
            self.block(block, level + 1),
            "    ".repeat(level)
        )
    }

    fn stmt(&self, stmt: &Stmt, level: usize) -> String {
        let pad = "    ".repeat(level);
        let text = match stmt {
            Stmt::For { .. } | Stmt::While(..) | Stmt::DoWhile(..) => self.loop_stmt(stmt, level),
            Stmt::If(cond, yes, no) => {
                let tail = match no.is_empty() {
                    true => String::new(),
                    false => format!(" else {}", self.braced(no, level)),
                };
                format!("if ({}) {}{tail}", self.cond(cond), self.braced(yes, level))
            }
            Stmt::Switch { on, cases, default } => self.switch(on, cases, default, level),
            Stmt::Idiom(idiom) => self.idiom(idiom, &pad),
            Stmt::Steps(steps) => self.steps(steps, &pad),
            Stmt::Blas(blas) => self.blas(blas, &pad),
            Stmt::Omp(node) => self.omp(node, level),
            _ => format!("{};", self.simple(stmt)),
        };
        format!("{pad}{text}\n")
    }

    fn loop_stmt(&self, stmt: &Stmt, level: usize) -> String {
        match stmt {
            Stmt::For {
                var,
                from,
                to,
                step,
                body,
            } => {
                let i = &self.func.vars[*var].name;
                let (from, to) = (self.int(from), self.int(to));
                let cmp = if *step > 0 { "<" } else { ">" };
                let advance = match step {
                    1 => format!("{i}++"),
                    -1 => format!("{i}--"),
                    s if *s > 0 => format!("{i} += {s}"),
                    s => format!("{i} -= {}", -s),
                };
                let body = self.braced(body, level);
                format!("for (int {i} = {from}; {i} {cmp} {to}; {advance}) {body}")
            }
            Stmt::While(cond, body) => {
                format!("while ({}) {}", self.cond(cond), self.braced(body, level))
            }
            Stmt::DoWhile(body, cond) => {
                format!(
                    "do {} while ({});",
                    self.braced(body, level),
                    self.cond(cond)
                )
            }
            _ => String::new(),
        }
    }

    fn switch(&self, on: &Int, cases: &[Case], default: &Block, level: usize) -> String {
        let pad = "    ".repeat(level);
        let mut out = format!("switch ({}) {{\n", self.int(on));
        for case in cases {
            let end = if case.falls_through {
                "/* fall through */"
            } else {
                "break;"
            };
            let body = self.braced(&case.body, level);
            let _ = writeln!(out, "{pad}case {}: {body} {end}", case.value);
        }
        let _ = writeln!(out, "{pad}default: {}", self.braced(default, level));
        out + &pad + "}"
    }

    /// A statement without a nested block, without its semicolon.
    fn simple(&self, stmt: &Stmt) -> String {
        match stmt {
            Stmt::Decl(var, init) => self.declaration(*var, init),
            Stmt::Assign(place, value) => format!("{} = {}", self.place(place), self.arg(value)),
            Stmt::Update(op, place, value) => {
                format!(
                    "{} {}= {}",
                    self.place(place),
                    real_op(*op),
                    self.real(value)
                )
            }
            Stmt::Call(into, f, args) => {
                let into = into
                    .as_ref()
                    .map_or(String::new(), |p| self.place(p) + " = ");
                into + &self.call(*f, args)
            }
            Stmt::Free(place) => format!("free({})", self.place(place)),
            Stmt::Mark(checkpoints) => {
                format!("enzyme_rs_checkpoint({})", self.checkpoints(checkpoints))
            }
            Stmt::Break => "break".to_owned(),
            Stmt::Continue => "continue".to_owned(),
            Stmt::Return(None) => "return".to_owned(),
            Stmt::Return(Some(value)) => format!("return {}", self.arg(value)),
            _ => self.memory_stmt(stmt),
        }
    }

    /// Copies, clears and allocations.
    fn memory_stmt(&self, stmt: &Stmt) -> String {
        match stmt {
            Stmt::Memcpy {
                dst,
                src,
                elem,
                count,
            } => {
                let size = self.bytes(count, elem);
                format!(
                    "memcpy({}, {}, {size})",
                    self.pointer(dst),
                    self.pointer(src)
                )
            }
            Stmt::Memset { dst, elem, count } => {
                format!(
                    "memset({}, 0, {})",
                    self.pointer(dst),
                    self.bytes(count, elem)
                )
            }
            Stmt::Alloc {
                place,
                elem,
                count,
                zeroed: false,
            } => {
                format!(
                    "{} = {}malloc({})",
                    self.place(place),
                    self.heap_cast(elem),
                    self.bytes(count, elem)
                )
            }
            Stmt::Alloc {
                place,
                elem,
                count,
                zeroed: true,
            } => {
                let size = self.declarator(elem, "");
                format!(
                    "{} = {}calloc({}, sizeof({size}))",
                    self.place(place),
                    self.heap_cast(elem),
                    self.int(count)
                )
            }
            Stmt::Realloc { place, elem, count } => {
                let p = self.place(place);
                let cast = self.heap_cast(elem);
                format!("{p} = {cast}realloc({p}, {})", self.bytes(count, elem))
            }
            _ => String::new(),
        }
    }

    /// What C++ wants in front of an allocation.
    fn heap_cast(&self, elem: &Type) -> String {
        match self.program.language {
            Language::C => String::new(),
            Language::Cpp => {
                let pointer = Type::ptr(elem.clone());
                format!("({})", self.declarator(&pointer, ""))
            }
        }
    }

    /// A block that names the operands and spells the effect out.
    fn idiom(&self, idiom: &Idiom, pad: &str) -> String {
        let row = &idiom::ROWS[idiom.row];
        let elem = self.declarator(&idiom.elem, "");
        let mut lines = vec![format!("{elem} *to = {};", self.pointer(&idiom.dst))];
        if row.effect.operands() == 2 {
            lines.push(format!("{elem} *from = {};", self.pointer(&idiom.src)));
        }
        let text = idiom::text(row.code, &self.prefix, idiom, &elem);
        lines.extend(text.lines().map(|l| l.trim_end().to_owned()));
        let lines: Vec<String> = lines.iter().map(|l| format!("{pad}    {l}\n")).collect();
        format!("{{ /* {} */\n{}{pad}}}", row.name, lines.concat())
    }

    fn declaration(&self, var: usize, init: &Init) -> String {
        let var = &self.func.vars[var];
        let decl = self.declarator(&var.ty, &var.name);
        match init {
            Init::None => decl,
            Init::Zero => format!("{decl} = {{0}}"),
            Init::Value(value) => format!("{decl} = {}", self.arg(value)),
        }
    }

    fn bytes(&self, count: &Int, elem: &Type) -> String {
        let size = format!("sizeof({})", self.declarator(elem, ""));
        match count {
            Int::Const(1) => size,
            _ => format!("{} * {size}", self.int_operand(count)),
        }
    }

    fn call(&self, f: usize, args: &[Arg]) -> String {
        let args: Vec<String> = args.iter().map(|a| self.arg(a)).collect();
        format!(
            "{}{}({})",
            self.prefix,
            self.program.funcs[f].name,
            args.join(", ")
        )
    }

    fn arg(&self, arg: &Arg) -> String {
        match arg {
            Arg::Real(e) => self.real(e),
            Arg::Int(e) => self.int(e),
            Arg::Ptr(e) => self.pointer(e),
            Arg::Struct(place) => self.place(place),
        }
    }

    fn place(&self, place: &Place) -> String {
        match place {
            Place::Var(v) => self.func.vars[*v].name.clone(),
            Place::Global(g) => format!("{}{}", self.prefix, self.program.globals[*g].name),
            Place::Index(base, index) => format!("{}[{}]", self.place(base), self.int(index)),
            Place::Field(base, k) => match &**base {
                Place::Deref(pointer) => {
                    format!("{}->{}", self.place(pointer), self.field(base, *k))
                }
                _ => format!("{}.{}", self.place(base), self.field(base, *k)),
            },
            Place::Deref(base) => format!("(*{})", self.place(base)),
        }
    }

    fn field(&self, base: &Place, k: usize) -> &str {
        match self.program.place_type(self.func, base) {
            Some(Type::Struct(id)) => &self.program.structs[*id].fields[k].name,
            _ => "malformed",
        }
    }

    fn real(&self, e: &Real) -> String {
        match e {
            Real::Const(v, Prec::F64) => format!("{v:?}"),
            Real::Const(v, Prec::F32) => format!("{v:?}f"),
            Real::Load(place) => self.place(place),
            Real::FromInt(i) => format!("(double){}", self.int_operand(i)),
            Real::Neg(a) => format!("-{}", self.real_operand(a)),
            Real::Bin(op, a, b) => {
                format!(
                    "{} {} {}",
                    self.real_operand(a),
                    real_op(*op),
                    self.real_operand(b)
                )
            }
            Real::Math(f, args) => {
                let suffix = if self.program.prec(self.func, e) == Prec::F32 {
                    "f"
                } else {
                    ""
                };
                let args: Vec<String> = args.iter().map(|a| self.real(a)).collect();
                format!("{}{suffix}({})", math_name(*f), args.join(", "))
            }
            Real::Cast(Prec::F64, a) => format!("(double){}", self.real_operand(a)),
            Real::Cast(Prec::F32, a) => format!("(float){}", self.real_operand(a)),
            Real::Select(c, a, b) => {
                format!(
                    "({}) ? {} : {}",
                    self.cond(c),
                    self.real_operand(a),
                    self.real_operand(b)
                )
            }
            Real::Call(f, args) => self.call(*f, args),
        }
    }

    fn real_operand(&self, e: &Real) -> String {
        match e {
            Real::Const(v, _) if *v >= 0.0 => self.real(e),
            Real::Load(_) | Real::Math(..) | Real::Call(..) => self.real(e),
            _ => format!("({})", self.real(e)),
        }
    }

    fn int(&self, e: &Int) -> String {
        match e {
            Int::Const(v) => v.to_string(),
            Int::Load(place) => self.place(place),
            Int::Bin(op, a, b) => {
                format!(
                    "{} {} {}",
                    self.int_operand(a),
                    int_op(*op),
                    self.int_operand(b)
                )
            }
            Int::Trunc(a) => format!("(int){}", self.real_operand(a)),
            Int::Select(c, a, b) => {
                format!(
                    "({}) ? {} : {}",
                    self.cond(c),
                    self.int_operand(a),
                    self.int_operand(b)
                )
            }
        }
    }

    fn int_operand(&self, e: &Int) -> String {
        match e {
            Int::Const(v) if *v >= 0 => self.int(e),
            Int::Load(_) => self.int(e),
            _ => format!("({})", self.int(e)),
        }
    }

    fn cond(&self, c: &Cond) -> String {
        match c {
            Cond::Real(op, a, b) => {
                format!(
                    "{} {} {}",
                    self.real_operand(a),
                    cmp(*op),
                    self.real_operand(b)
                )
            }
            Cond::Int(op, a, b) => {
                format!(
                    "{} {} {}",
                    self.int_operand(a),
                    cmp(*op),
                    self.int_operand(b)
                )
            }
            Cond::And(a, b) => format!("({}) && ({})", self.cond(a), self.cond(b)),
            Cond::Or(a, b) => format!("({}) || ({})", self.cond(a), self.cond(b)),
            Cond::Not(a) => format!("!({})", self.cond(a)),
        }
    }

    fn pointer(&self, p: &Pointer) -> String {
        match p {
            Pointer::Null => "NULL".to_owned(),
            Pointer::Load(place) | Pointer::Decay(place) => self.place(place),
            Pointer::Addr(Place::Deref(inner)) => self.place(inner),
            Pointer::Addr(place) => format!("&{}", self.place(place)),
            Pointer::Offset(base, by) => {
                format!("{} + {}", self.pointer_operand(base), self.int_operand(by))
            }
            Pointer::Select(c, a, b) => {
                let (a, b) = (self.pointer_operand(a), self.pointer_operand(b));
                format!("({}) ? {a} : {b}", self.cond(c))
            }
        }
    }

    fn pointer_operand(&self, p: &Pointer) -> String {
        match p {
            Pointer::Offset(..) | Pointer::Select(..) => format!("({})", self.pointer(p)),
            _ => self.pointer(p),
        }
    }
}

pub(crate) fn real_op(op: RealOp) -> &'static str {
    match op {
        RealOp::Add => "+",
        RealOp::Sub => "-",
        RealOp::Mul => "*",
        RealOp::Div => "/",
    }
}

fn int_op(op: IntOp) -> &'static str {
    match op {
        IntOp::Add => "+",
        IntOp::Sub => "-",
        IntOp::Mul => "*",
        IntOp::Rem => "%",
    }
}

pub(crate) fn cmp(cmp: Cmp) -> &'static str {
    match cmp {
        Cmp::Lt => "<",
        Cmp::Le => "<=",
        Cmp::Gt => ">",
        Cmp::Ge => ">=",
        Cmp::Eq => "==",
        Cmp::Ne => "!=",
    }
}

pub(crate) fn math_name(f: MathFn) -> &'static str {
    match f {
        MathFn::Sin => "sin",
        MathFn::Cos => "cos",
        MathFn::Tan => "tan",
        MathFn::Exp => "exp",
        MathFn::Log => "log",
        MathFn::Log1p => "log1p",
        MathFn::Sqrt => "sqrt",
        MathFn::Cbrt => "cbrt",
        MathFn::Tanh => "tanh",
        MathFn::Sinh => "sinh",
        MathFn::Atan => "atan",
        MathFn::Asin => "asin",
        MathFn::Fabs => "fabs",
        MathFn::Pow => "pow",
        MathFn::Fmax => "fmax",
        MathFn::Fmin => "fmin",
        MathFn::Atan2 => "atan2",
        MathFn::Hypot => "hypot",
    }
}
