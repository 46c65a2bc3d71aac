//! Statements, calls and addresses of the interpreter. Owns control flow, scopes and the limits of
//! an execution; expressions are in `eval`, memory in `memory`. Must follow C exactly on values,
//! and must refuse (never guess at) whatever C leaves undefined.

use std::collections::BTreeMap;

use crate::ast::{Arg, Block, Case, Func, Init, Inputs, Int, Place, Pointer, Program, Stmt, Type};
use crate::dual::{Dual, LANES};
use crate::memory::{Addr, Cell, Checked, Memory, Reject};

/// Limits and accuracy of one execution.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) steps: u64,
    pub(crate) value: f64,
    pub(crate) tangent: f64,
    /// Step size of differences that no comparison may change sides under.
    pub(crate) step_margin: f64,
    /// Round `float` values; off for difference quotients of the oracle itself.
    pub(crate) round_floats: bool,
}

/// The final state of the top function's arguments, and its result.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) ret: Dual,
    pub(crate) x: Vec<Dual>,
    pub(crate) y: Vec<Dual>,
}

/// How a statement ended.
pub(crate) enum Flow {
    Next,
    Break,
    Continue,
    Return(Vec<Cell>),
}

/// One function activation: the object of every variable in scope.
pub(crate) struct Frame<'p> {
    pub(crate) func: &'p Func,
    pub(crate) vars: Vec<Option<usize>>,
    depth: usize,
}

pub(crate) struct Interp<'p> {
    pub(crate) program: &'p Program,
    pub(crate) memory: Memory,
    pub(crate) limits: Limits,
    globals: Vec<usize>,
    steps: u64,
    /// The loop whose iterations may have an ordered part, and whether this one had it.
    pub(crate) ordered: Option<(u64, bool)>,
    /// Whether a worker is in a critical section or has a lock.
    pub(crate) holds: bool,
    /// A variable and its value after the latest iteration.
    pub(crate) last: Option<(usize, Vec<Cell>)>,
    /// What lies in arrays of which each worker has an element.
    pub(crate) totals: BTreeMap<usize, Dual>,
}

/// Runs the top function on `inputs`; the lanes are those of `lane_inputs`.
pub(crate) fn execute(program: &Program, inputs: &Inputs, limits: Limits) -> Checked<Outcome> {
    let mut interp = Interp::new(program, limits);
    let (x, y, a, b) = lane_inputs(inputs);
    let (nx, ny) = (x.len(), y.len());
    let x = interp
        .memory
        .allocate(x.into_iter().map(Cell::Real).collect(), false);
    let y = interp
        .memory
        .allocate(y.into_iter().map(Cell::Real).collect(), false);
    let start = |object| Cell::Ptr(Some(Addr { object, cell: 0 }));
    let mut args = vec![
        vec![start(x)],
        vec![Cell::Int(inputs.n)],
        vec![start(y)],
        vec![Cell::Real(a)],
        vec![Cell::Real(b)],
    ];
    if let Some(w) = &inputs.w {
        let cells = w.iter().map(|v| Cell::Real(Dual::constant(*v)));
        let w = interp.memory.allocate(cells.collect(), false);
        args.push(vec![start(w)]);
    }
    let ret = interp.call(program.top(), args, 0)?;
    let [Cell::Real(ret)] = ret[..] else {
        return Err(Reject::Invalid("no result"));
    };
    Ok(Outcome {
        ret,
        x: interp.reals(x, nx)?,
        y: interp.reals(y, ny)?,
    })
}

/// The inputs as duals: lane order is x, y, a, b.
fn lane_inputs(inputs: &Inputs) -> (Vec<Dual>, Vec<Dual>, Dual, Dual) {
    assert!(inputs.active() <= LANES, "too many active inputs");
    let (nx, ny) = (inputs.x.len(), inputs.y.len());
    let lanes = |values: &[f64], first: usize| {
        values
            .iter()
            .enumerate()
            .map(|(i, v)| Dual::input(*v, first + i))
            .collect()
    };
    (
        lanes(&inputs.x, 0),
        lanes(&inputs.y, nx),
        Dual::input(inputs.a, nx + ny),
        Dual::input(inputs.b, nx + ny + 1),
    )
}

impl<'p> Interp<'p> {
    fn new(program: &'p Program, limits: Limits) -> Interp<'p> {
        let mut memory = Memory::default();
        let globals = program
            .globals
            .iter()
            .map(|g| {
                let cells = match &g.table {
                    Some(t) => t.iter().map(|v| Cell::Real(Dual::constant(*v))).collect(),
                    None => vec![Cell::Uninit; program.cells(&g.ty)],
                };
                memory.allocate(cells, false)
            })
            .collect();
        Interp {
            program,
            memory,
            limits,
            globals,
            steps: 0,
            ordered: None,
            holds: false,
            last: None,
            totals: BTreeMap::new(),
        }
    }

    fn reals(&self, object: usize, len: usize) -> Checked<Vec<Dual>> {
        let cells = self.memory.read(Addr { object, cell: 0 }, len)?;
        cells.iter().map(real_cell).collect()
    }

    /// Counts one step.
    pub(crate) fn tick(&mut self) -> Checked<()> {
        self.steps += 1;
        if self.steps > self.limits.steps {
            Err(Reject::Steps)
        } else {
            Ok(())
        }
    }

    /// Calls function `f`; every argument and the result are the cells of one object.
    pub(crate) fn call(
        &mut self,
        f: usize,
        args: Vec<Vec<Cell>>,
        depth: usize,
    ) -> Checked<Vec<Cell>> {
        let func = self
            .program
            .funcs
            .get(f)
            .ok_or(Reject::Invalid("no such function"))?;
        if depth > 64 || args.len() != func.params {
            return Err(Reject::Invalid("bad call"));
        }
        let mut frame = Frame {
            func,
            vars: vec![None; func.vars.len()],
            depth,
        };
        for (i, cells) in args.into_iter().enumerate() {
            frame.vars[i] = Some(self.memory.allocate(cells, false));
        }
        let flow = self.block(&mut frame, &func.body)?;
        (0..func.params)
            .filter_map(|i| frame.vars[i])
            .for_each(|o| self.memory.end(o));
        match flow {
            Flow::Return(cells) => Ok(cells),
            Flow::Next if func.ret.is_none() => Ok(Vec::new()),
            _ => Err(Reject::Invalid("fell off the end of a function")),
        }
    }

    /// Runs a block and ends the variables it declared.
    pub(crate) fn block(&mut self, frame: &mut Frame<'p>, block: &'p Block) -> Checked<Flow> {
        let mut flow = Flow::Next;
        for stmt in block {
            flow = self.stmt(frame, stmt)?;
            if !matches!(flow, Flow::Next) {
                break;
            }
        }
        for stmt in block {
            if let Stmt::Decl(var, _) = stmt {
                self.leave(frame, *var);
            }
        }
        Ok(flow)
    }

    pub(crate) fn leave(&mut self, frame: &mut Frame<'p>, var: usize) {
        if let Some(object) = frame.vars[var].take() {
            self.memory.end(object);
        }
    }

    fn stmt(&mut self, frame: &mut Frame<'p>, stmt: &'p Stmt) -> Checked<Flow> {
        self.tick()?;
        match stmt {
            Stmt::Decl(var, init) => self.declare(frame, *var, init)?,
            Stmt::Assign(place, value) => self.assign(frame, place, value)?,
            Stmt::Update(op, place, value) => {
                let (at, ty) = self.place(frame, place)?;
                let old = real_cell(&self.load(at)?)?;
                let new = self.update(frame, *op, (old, ty), value)?;
                self.store(at, ty, vec![Cell::Real(new)])?;
            }
            Stmt::Call(into, f, args) => self.call_stmt(frame, into.as_ref(), *f, args)?,
            Stmt::Memcpy {
                dst,
                src,
                elem,
                count,
            } => self.memcpy(frame, (dst, src), elem, count)?,
            Stmt::Memset { dst, elem, count } => self.memset(frame, dst, elem, count)?,
            Stmt::Alloc {
                place,
                elem,
                count,
                zeroed,
            } => {
                self.alloc(frame, place, (elem, *zeroed), count)?;
            }
            Stmt::Realloc { place, elem, count } => self.realloc(frame, place, elem, count)?,
            Stmt::Free(place) => {
                let at = self.place(frame, place)?.0;
                let target = pointer_cell(&self.load(at)?)?;
                self.memory.free(target)?;
            }
            Stmt::Idiom(idiom) => self.idiom(frame, idiom)?,
            Stmt::Mark(checkpoints) => self.named(frame, checkpoints)?,
            Stmt::Steps(steps) => self.steps(frame, steps)?,
            Stmt::Blas(blas) => self.blas(frame, blas)?,
            Stmt::Omp(node) => self.omp(frame, node)?,
            Stmt::For {
                var,
                from,
                to,
                step,
                body,
            } => {
                return self.for_loop(frame, *var, (from, to, *step), body);
            }
            Stmt::While(..) | Stmt::DoWhile(..) => return self.while_loop(frame, stmt),
            Stmt::If(cond, yes, no) => {
                let branch = if self.cond(frame, cond)? { yes } else { no };
                return self.block(frame, branch);
            }
            Stmt::Switch { on, cases, default } => {
                let on = self.int(frame, on)?;
                return self.switch(frame, on, cases, default);
            }
            Stmt::Break => return Ok(Flow::Break),
            Stmt::Continue => return Ok(Flow::Continue),
            Stmt::Return(value) => return self.return_value(frame, value.as_ref()),
        }
        Ok(Flow::Next)
    }

    fn declare(&mut self, frame: &mut Frame<'p>, var: usize, init: &'p Init) -> Checked<()> {
        let ty = &frame.func.vars[var].ty;
        let cells = match init {
            Init::None => vec![Cell::Uninit; self.program.cells(ty)],
            Init::Zero => self.zeros(ty),
            Init::Value(arg) => {
                let cells = self.arg(frame, arg)?;
                self.converted(ty, cells)?
            }
        };
        frame.vars[var] = Some(self.memory.allocate(cells, false));
        Ok(())
    }

    fn assign(&mut self, frame: &mut Frame<'p>, place: &'p Place, value: &'p Arg) -> Checked<()> {
        let cells = self.arg(frame, value)?;
        let (at, ty) = self.place(frame, place)?;
        self.store(at, ty, cells)
    }

    fn call_stmt(
        &mut self,
        frame: &mut Frame<'p>,
        into: Option<&'p Place>,
        f: usize,
        args: &'p [Arg],
    ) -> Checked<()> {
        let result = self.call_with(frame, f, args)?;
        let Some(place) = into else { return Ok(()) };
        let (at, ty) = self.place(frame, place)?;
        self.store(at, ty, result)
    }

    /// Evaluates arguments, converts them to the parameters' types and calls.
    pub(crate) fn call_with(
        &mut self,
        frame: &Frame<'p>,
        f: usize,
        args: &'p [Arg],
    ) -> Checked<Vec<Cell>> {
        let func = self
            .program
            .funcs
            .get(f)
            .ok_or(Reject::Invalid("no such function"))?;
        if args.len() != func.params {
            return Err(Reject::Invalid("wrong number of arguments"));
        }
        let mut cells = Vec::with_capacity(args.len());
        for (arg, param) in args.iter().zip(&func.vars) {
            let value = self.arg(frame, arg)?;
            cells.push(self.converted(&param.ty, value)?);
        }
        self.call(f, cells, frame.depth + 1)
    }

    /// Calls with arguments that are cells already.
    pub(crate) fn call_below(
        &mut self,
        frame: &Frame<'p>,
        f: usize,
        cells: Vec<Vec<Cell>>,
    ) -> Checked<Vec<Cell>> {
        self.call(f, cells, frame.depth + 1)
    }

    fn return_value(&mut self, frame: &Frame<'p>, value: Option<&'p Arg>) -> Checked<Flow> {
        match (value, &frame.func.ret) {
            (None, None) => Ok(Flow::Return(Vec::new())),
            (Some(value), Some(ty)) => {
                let cells = self.arg(frame, value)?;
                Ok(Flow::Return(self.converted(ty, cells)?))
            }
            _ => Err(Reject::Invalid("return does not match the function's type")),
        }
    }

    fn memcpy(
        &mut self,
        frame: &Frame<'p>,
        (dst, src): (&'p Pointer, &'p Pointer),
        elem: &Type,
        count: &'p Int,
    ) -> Checked<()> {
        let (dst, src) = (self.target(frame, dst)?, self.target(frame, src)?);
        let cells = self.count(frame, count)? * self.program.cells(elem);
        if dst.object == src.object && dst.cell.abs_diff(src.cell) < cells {
            return Err(Reject::Invalid("memcpy of overlapping ranges"));
        }
        let data = self.memory.read(src, cells)?.to_vec();
        self.memory.write(dst, &data)
    }

    fn memset(
        &mut self,
        frame: &Frame<'p>,
        dst: &'p Pointer,
        elem: &Type,
        count: &'p Int,
    ) -> Checked<()> {
        let dst = self.target(frame, dst)?;
        let zeros = self.zeros(elem).repeat(self.count(frame, count)?);
        self.memory.write(dst, &zeros)
    }

    fn alloc(
        &mut self,
        frame: &Frame<'p>,
        place: &'p Place,
        (elem, zeroed): (&Type, bool),
        count: &'p Int,
    ) -> Checked<()> {
        let one = if zeroed {
            self.zeros(elem)
        } else {
            vec![Cell::Uninit; self.program.cells(elem)]
        };
        let cells = one.repeat(self.count(frame, count)?);
        let object = self.memory.allocate(cells, true);
        let (at, ty) = self.place(frame, place)?;
        self.store(at, ty, vec![Cell::Ptr(Some(Addr { object, cell: 0 }))])
    }

    fn realloc(
        &mut self,
        frame: &Frame<'p>,
        place: &'p Place,
        elem: &Type,
        count: &'p Int,
    ) -> Checked<()> {
        let (at, ty) = self.place(frame, place)?;
        let old = pointer_cell(&self.load(at)?)?;
        let len = self.count(frame, count)? * self.program.cells(elem);
        let mut cells = self.memory.free(old)?;
        cells.resize(len, Cell::Uninit);
        let object = self.memory.allocate(cells, true);
        self.store(at, ty, vec![Cell::Ptr(Some(Addr { object, cell: 0 }))])
    }

    fn for_loop(
        &mut self,
        frame: &mut Frame<'p>,
        var: usize,
        (from, to, step): (&'p Int, &'p Int, i64),
        body: &'p Block,
    ) -> Checked<Flow> {
        let start = self.int(frame, from)?;
        let object = self.memory.allocate(vec![Cell::Int(start)], false);
        frame.vars[var] = Some(object);
        let at = Addr { object, cell: 0 };
        let mut flow = Flow::Next;
        loop {
            self.tick()?;
            let i = int_cell(&self.load(at)?)?;
            let bound = self.int(frame, to)?;
            if (step > 0 && i >= bound) || (step <= 0 && i <= bound) {
                break;
            }
            match self.block(frame, body)? {
                Flow::Break => break,
                Flow::Return(v) => {
                    flow = Flow::Return(v);
                    break;
                }
                Flow::Next | Flow::Continue => {}
            }
            let i = int_cell(&self.load(at)?)?;
            self.memory.write(at, &[Cell::Int(i + step)])?;
        }
        self.leave(frame, var);
        Ok(flow)
    }

    fn while_loop(&mut self, frame: &mut Frame<'p>, stmt: &'p Stmt) -> Checked<Flow> {
        let (cond, body, test_first) = match stmt {
            Stmt::While(cond, body) => (cond, body, true),
            Stmt::DoWhile(body, cond) => (cond, body, false),
            _ => return Err(Reject::Invalid("not a loop")),
        };
        let mut go = !test_first || self.cond(frame, cond)?;
        while go {
            self.tick()?;
            match self.block(frame, body)? {
                Flow::Break => break,
                Flow::Return(v) => return Ok(Flow::Return(v)),
                Flow::Next | Flow::Continue => {}
            }
            go = self.cond(frame, cond)?;
        }
        Ok(Flow::Next)
    }

    fn switch(
        &mut self,
        frame: &mut Frame<'p>,
        on: i64,
        cases: &'p [Case],
        default: &'p Block,
    ) -> Checked<Flow> {
        let first = cases.iter().position(|c| c.value == on);
        for case in first.map_or(&[][..], |k| &cases[k..]) {
            match self.block(frame, &case.body)? {
                Flow::Next if case.falls_through => {}
                Flow::Next | Flow::Break => return Ok(Flow::Next),
                flow => return Ok(flow),
            }
        }
        // No case matched, or the last one fell through into the default.
        match self.block(frame, default)? {
            Flow::Break => Ok(Flow::Next),
            flow => Ok(flow),
        }
    }

    /// The address and type of a place.
    pub(crate) fn place(
        &mut self,
        frame: &Frame<'p>,
        place: &'p Place,
    ) -> Checked<(Addr, &'p Type)> {
        let object = |object: usize| Addr { object, cell: 0 };
        match place {
            Place::Var(v) => {
                let o = frame.vars.get(*v).copied().flatten();
                let o = o.ok_or(Reject::Invalid("variable out of scope"))?;
                Ok((object(o), &frame.func.vars[*v].ty))
            }
            Place::Global(g) => Ok((object(self.globals[*g]), &self.program.globals[*g].ty)),
            Place::Index(base, index) => self.element(frame, base, index),
            Place::Field(base, k) => self.field(frame, base, *k),
            Place::Deref(base) => {
                let (at, ty) = self.place(frame, base)?;
                let Type::Ptr(elem) = ty else {
                    return Err(Reject::Invalid("not a pointer"));
                };
                let target = pointer_cell(&self.load(at)?)?;
                Ok((target.ok_or(Reject::Invalid("null pointer"))?, elem))
            }
        }
    }

    fn element(
        &mut self,
        frame: &Frame<'p>,
        base: &'p Place,
        index: &'p Int,
    ) -> Checked<(Addr, &'p Type)> {
        let (at, ty) = self.place(frame, base)?;
        let i = self.int(frame, index)?;
        let i = usize::try_from(i).map_err(|_| Reject::Invalid("negative index"))?;
        match ty {
            Type::Array(elem, len) if i < *len => Ok((at.plus(i * self.program.cells(elem)), elem)),
            Type::Ptr(elem) => {
                let target = pointer_cell(&self.load(at)?)?;
                let target = target.ok_or(Reject::Invalid("null pointer"))?;
                Ok((target.plus(i * self.program.cells(elem)), elem))
            }
            _ => Err(Reject::Invalid("index out of range")),
        }
    }

    fn field(&mut self, frame: &Frame<'p>, base: &'p Place, k: usize) -> Checked<(Addr, &'p Type)> {
        let (at, ty) = self.place(frame, base)?;
        let Type::Struct(id) = ty else {
            return Err(Reject::Invalid("not a struct"));
        };
        let fields = &self.program.structs[*id].fields;
        let field = fields.get(k).ok_or(Reject::Invalid("no such field"))?;
        let before: usize = fields[..k].iter().map(|f| self.program.cells(&f.ty)).sum();
        Ok((at.plus(before), &field.ty))
    }

    pub(crate) fn load(&self, at: Addr) -> Checked<Cell> {
        Ok(self.memory.read(at, 1)?[0])
    }

    pub(crate) fn store(&mut self, at: Addr, ty: &Type, cells: Vec<Cell>) -> Checked<()> {
        let cells = self.converted(ty, cells)?;
        self.memory.write(at, &cells)
    }

    /// C's conversion on assignment; also where the limits on values are enforced.
    pub(crate) fn converted(&self, ty: &Type, cells: Vec<Cell>) -> Checked<Vec<Cell>> {
        match (ty, &cells[..]) {
            (Type::Real(p), [Cell::Real(v)]) => {
                let v = if self.limits.round_floats {
                    v.round(*p)
                } else {
                    *v
                };
                self.in_range(&v)?;
                Ok(vec![Cell::Real(v)])
            }
            (Type::Int, [Cell::Int(_)]) | (Type::Ptr(_), [Cell::Ptr(_)]) => Ok(cells),
            (Type::Struct(_), _) if cells.len() == self.program.cells(ty) => Ok(cells),
            _ => Err(Reject::Invalid("type mismatch or uninitialised value")),
        }
    }

    pub(crate) fn in_range(&self, v: &Dual) -> Checked<()> {
        let fits = v.v.abs() <= self.limits.value && v.max_tangent() <= self.limits.tangent;
        if fits { Ok(()) } else { Err(Reject::Range) }
    }

    fn zeros(&self, ty: &Type) -> Vec<Cell> {
        match ty {
            Type::Int => vec![Cell::Int(0)],
            Type::Real(_) => vec![Cell::Real(Dual::constant(0.0))],
            Type::Ptr(_) => vec![Cell::Ptr(None)],
            Type::Array(elem, len) => self.zeros(elem).repeat(*len),
            Type::Struct(id) => self.program.structs[*id]
                .fields
                .iter()
                .flat_map(|f| self.zeros(&f.ty))
                .collect(),
        }
    }

    fn count(&mut self, frame: &Frame<'p>, count: &'p Int) -> Checked<usize> {
        let n = self.int(frame, count)?;
        match usize::try_from(n) {
            Ok(n) if (1..=1024).contains(&n) => Ok(n),
            _ => Err(Reject::Invalid("odd element count")),
        }
    }

    pub(crate) fn target(&mut self, frame: &Frame<'p>, pointer: &'p Pointer) -> Checked<Addr> {
        self.pointer(frame, pointer)?
            .ok_or(Reject::Invalid("null pointer"))
    }
}

pub(crate) fn real_cell(cell: &Cell) -> Checked<Dual> {
    match cell {
        Cell::Real(v) => Ok(*v),
        _ => Err(Reject::Invalid("not an initialised real")),
    }
}

pub(crate) fn int_cell(cell: &Cell) -> Checked<i64> {
    match cell {
        Cell::Int(v) => Ok(*v),
        _ => Err(Reject::Invalid("not an initialised int")),
    }
}

pub(crate) fn pointer_cell(cell: &Cell) -> Checked<Option<Addr>> {
    match cell {
        Cell::Ptr(p) => Ok(*p),
        _ => Err(Reject::Invalid("not an initialised pointer")),
    }
}
