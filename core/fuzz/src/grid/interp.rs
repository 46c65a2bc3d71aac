//! Runs a kernel: block after block, all threads of a block in lockstep, statement by statement. For a program without races that is as good an order as
//! any, barriers only end a phase, and a shuffle is a permutation. Owns statements and calls; must not know C, nor anything of derivatives but duals.

mod eval;
mod warps;

use crate::ast::RealOp;
use crate::dual::{self, Dual};
use crate::memory::{Checked, Reject};

use super::ast::{Arg, Array, Func, GIVEN, Int, Place, Program, Range, Scope, Stmt, Ty, Var};
use super::memory::{Memory, Who};

/// What a program may do and still be a test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) steps: usize,
    pub(crate) value: f64,
    pub(crate) tangent: f64,
    /// How close, relative to the operands, a comparison may come to a tie.
    pub(crate) tie: f64,
}

/// The final y of a program that begins with these numbers, on a machine whose warps have so many lanes.
pub(crate) fn execute(
    program: &Program,
    warp: usize,
    (x, y): (&[Dual], &[Dual]),
    limits: Limits,
) -> Checked<Vec<Dual>> {
    let mut machine = Machine {
        program,
        warp,
        limits,
        x: Memory::of(x.iter().copied()),
        y: Memory::of(y.iter().copied()),
        shared: Memory::default(),
        stacks: Vec::new(),
        block: 0,
        phase: 0,
        turn: 0,
        steps: 0,
    };
    for block in 0..program.shape.blocks() {
        machine.block(block)?;
    }
    Ok(machine.y.values())
}

struct Machine<'p> {
    program: &'p Program,
    warp: usize,
    limits: Limits,
    x: Memory,
    y: Memory,
    /// All variables of the block, one behind the other.
    shared: Memory,
    /// Variables of each thread, those of a called function behind those of its caller.
    stacks: Vec<Vec<Option<Dual>>>,
    block: usize,
    /// Barriers of the block, and of warps, that have been passed.
    phase: usize,
    turn: usize,
    steps: usize,
}

/// Whether a thread goes on where it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Here,
    /// Has left the innermost loop.
    Broke,
    Returned,
}

/// A call of a function, by all threads that take part.
struct Frame<'p> {
    scope: Scope<'p>,
    /// Where the variables begin in each stack.
    base: usize,
    /// Of each thread, where the pointers lead that it was given.
    pointers: Vec<Vec<Object>>,
    states: Vec<State>,
}

#[derive(Clone, Copy)]
enum Space {
    X,
    Y,
    Shared,
    Local,
}

/// Some elements, from one on.
#[derive(Clone, Copy)]
struct Object {
    space: Space,
    /// The first one's cell.
    cell: usize,
    elements: usize,
    ty: Ty,
}

fn cells<'v>(vars: impl IntoIterator<Item = &'v Var>) -> usize {
    vars.into_iter().map(Var::cells).sum()
}

impl<'p> Frame<'p> {
    fn new(scope: Scope<'p>, base: usize, threads: usize) -> Frame<'p> {
        Frame {
            scope,
            base,
            pointers: vec![Vec::new(); threads],
            states: vec![State::Here; threads],
        }
    }

    fn here(&self, threads: &[usize]) -> Vec<usize> {
        let here = |t: &&usize| self.states[**t] == State::Here;
        threads.iter().filter(here).copied().collect()
    }

    /// Where the next function's variables begin.
    fn end(&self) -> usize {
        self.base + cells(self.scope.vars())
    }
}

impl<'p> Machine<'p> {
    fn block(&mut self, block: usize) -> Checked<()> {
        let program = self.program;
        let threads = program.shape.threads();
        self.block = block;
        (self.phase, self.turn) = (0, 0);
        self.shared = Memory::unset(cells(program.shared.iter().map(|s| &s.var)));
        self.stacks = vec![vec![None; cells(&program.vars)]; threads];
        let scope = Scope {
            program,
            func: None,
        };
        let mut frame = Frame::new(scope, 0, threads);
        let all: Vec<usize> = (0..threads).collect();
        self.run(&mut frame, &program.body, &all)
    }

    fn run(&mut self, frame: &mut Frame<'p>, body: &'p [Stmt], threads: &[usize]) -> Checked<()> {
        for stmt in body {
            let here = frame.here(threads);
            if here.is_empty() {
                return Ok(());
            }
            self.statement(frame, stmt, &here)?;
        }
        Ok(())
    }

    fn statement(
        &mut self,
        frame: &mut Frame<'p>,
        stmt: &'p Stmt,
        threads: &[usize],
    ) -> Checked<()> {
        match stmt {
            Stmt::Barrier => return self.barrier(threads),
            Stmt::WarpBarrier => return self.warp_barrier(threads),
            Stmt::Vote { .. } => return self.vote(frame, stmt, threads),
            Stmt::Shuffle { .. } => return self.shuffle(frame, stmt, threads),
            Stmt::For {
                counter,
                range,
                body,
            } => return self.repeat(frame, (*counter, range, body), threads),
            Stmt::If(..) => return self.branch(frame, stmt, threads),
            Stmt::Call { to, func, args } => return self.call(frame, (to, *func, args), threads),
            Stmt::Break => threads.iter().for_each(|t| frame.states[*t] = State::Broke),
            Stmt::Return => {
                let returned = |t: &usize| frame.states[*t] = State::Returned;
                threads.iter().for_each(returned);
            }
            Stmt::Set(..)
            | Stmt::Update(..)
            | Stmt::SetInt(..)
            | Stmt::Copy(..)
            | Stmt::Atomic(..)
            | Stmt::Raise { .. } => {
                for t in threads {
                    self.simple(frame, stmt, *t)?;
                }
            }
        }
        Ok(())
    }

    /// What each thread does by itself.
    fn simple(&mut self, frame: &Frame<'p>, stmt: &'p Stmt, t: usize) -> Checked<()> {
        match stmt {
            Stmt::Set(place, value) => {
                let value = self.real(frame, value, t)?;
                self.store(frame, place, t, value)
            }
            Stmt::Update(op, place, value) => {
                let new = self.real(frame, value, t)?;
                let old = self.load(frame, place, t)?;
                let prec = frame.scope.prec(value);
                let float = frame.scope.scalar(place) == Ty::F32 && prec == crate::ast::Prec::F32;
                let prec = if float { prec } else { crate::ast::Prec::F64 };
                self.store(frame, place, t, dual::binary(*op, &old, &new, prec))
            }
            Stmt::SetInt(place, value) => {
                let value = self.int(frame, value, t)?;
                self.store(frame, place, t, Dual::constant(value as f64))
            }
            Stmt::Copy(to, from) => {
                let record = self.record(frame, from, t)?;
                self.store_record(frame, to, t, &record)
            }
            Stmt::Atomic(place, value) => self.atomic(frame, (place, value), t),
            Stmt::Raise { at, value, most } => self.raise(frame, (at, value, *most), t),
            _ => Err(Reject::Invalid("not a statement of one thread")),
        }
    }

    fn atomic(
        &mut self,
        frame: &Frame<'p>,
        (place, value): (&'p Place, &'p super::ast::Real),
        t: usize,
    ) -> Checked<()> {
        let prec = frame.scope.scalar(place).prec();
        let value = self.real(frame, value, t)?.round(prec);
        let (space, cell) = self.place(frame, place, t)?;
        let who = self.who(t);
        let join = |old: &Dual| dual::binary(RealOp::Add, old, &value, prec);
        match space {
            Space::X => self.x.sum(cell, who, join),
            Space::Y => self.y.sum(cell, who, join),
            Space::Shared => self.shared.sum(cell, who, join),
            Space::Local => Err(Reject::Invalid("an atomic sum in a thread's own memory")),
        }
    }

    /// Which of two numbers is larger must not hang on rounding.
    fn raise(
        &mut self,
        frame: &Frame<'p>,
        (place, value, most): (&'p Place, &'p super::ast::Real, bool),
        t: usize,
    ) -> Checked<()> {
        let value = self.real(frame, value, t)?;
        let (space, cell) = self.place(frame, place, t)?;
        let Space::Y = space else {
            return Err(Reject::Invalid("a maximum elsewhere than in y"));
        };
        let who = self.who(t);
        let mut before = None;
        self.y.sum(cell, who, |old| {
            before = Some(*old);
            match (value.v > old.v) == most {
                true => value,
                false => *old,
            }
        })?;
        before.map_or(Ok(()), |before| self.apart(&before, &value))
    }

    fn all(&self, threads: &[usize]) -> Checked<()> {
        match threads.len() == self.program.shape.threads() {
            true => Ok(()),
            false => Err(Reject::Invalid("not all threads meet")),
        }
    }

    fn barrier(&mut self, threads: &[usize]) -> Checked<()> {
        self.all(threads)?;
        self.phase += 1;
        Ok(())
    }

    fn branch(&mut self, frame: &mut Frame<'p>, stmt: &'p Stmt, threads: &[usize]) -> Checked<()> {
        let Stmt::If(cond, yes, no) = stmt else {
            return Err(Reject::Invalid("not a branch"));
        };
        let (mut holds, mut fails) = (Vec::new(), Vec::new());
        for t in threads {
            let side = match self.cond(frame, cond, *t)? {
                true => &mut holds,
                false => &mut fails,
            };
            side.push(*t);
        }
        self.run(frame, yes, &holds)?;
        self.run(frame, no, &fails)
    }

    fn repeat(
        &mut self,
        frame: &mut Frame<'p>,
        (counter, range, body): (usize, &'p Range, &'p [Stmt]),
        threads: &[usize],
    ) -> Checked<()> {
        let counter = Place::var(counter);
        for t in threads {
            let first = match range {
                Range::Up(_) => 0,
                Range::Down(count) => self.int(frame, count, *t)? - 1,
                Range::Halves(start) => self.int(frame, start, *t)?,
                Range::Doubles(_) => 1,
                Range::Over(..) => self.int(frame, &Int::GLOBAL, *t)?,
            };
            self.store(frame, &counter, *t, Dual::constant(first as f64))?;
        }
        let mut going = threads.to_vec();
        loop {
            let mut next = Vec::with_capacity(going.len());
            for t in frame.here(&going) {
                if self.goes_on(frame, (&counter, range), t)? {
                    next.push(t);
                }
            }
            if next.is_empty() {
                break;
            }
            self.run(frame, body, &next)?;
            for t in frame.here(&next) {
                let now = self.load(frame, &counter, t)?.v as i64;
                let then = match range {
                    Range::Up(_) => now + 1,
                    Range::Down(_) => now - 1,
                    Range::Halves(_) => now / 2,
                    Range::Doubles(_) => now * 2,
                    Range::Over(_, step) => now + self.id(*step, t),
                };
                self.store(frame, &counter, t, Dual::constant(then as f64))?;
            }
            going = next;
        }
        let broke = |t: &&usize| frame.states[**t] == State::Broke;
        let broke: Vec<usize> = threads.iter().filter(broke).copied().collect();
        broke.iter().for_each(|t| frame.states[*t] = State::Here);
        Ok(())
    }

    fn goes_on(
        &mut self,
        frame: &Frame<'p>,
        (counter, range): (&Place, &'p Range),
        t: usize,
    ) -> Checked<bool> {
        self.tick()?;
        let now = self.load(frame, counter, t)?.v as i64;
        Ok(match range {
            Range::Up(limit) | Range::Doubles(limit) | Range::Over(limit, _) => {
                now < self.int(frame, limit, t)?
            }
            Range::Down(_) => now >= 0,
            Range::Halves(_) => now > 0,
        })
    }

    fn call(
        &mut self,
        frame: &Frame<'p>,
        (to, func, args): (&'p Place, usize, &'p [Arg]),
        threads: &[usize],
    ) -> Checked<()> {
        let program = self.program;
        let func = program
            .funcs
            .get(func)
            .ok_or(Reject::Invalid("no function"))?;
        let scope = Scope {
            program,
            func: Some(func),
        };
        let mut called = Frame::new(scope, frame.end(), self.stacks.len());
        for t in threads {
            self.pass((frame, &mut called), (func, args), *t)?;
        }
        self.run(&mut called, &func.body, threads)?;
        let result = func.vars.get(func.result);
        let result = result.ok_or(Reject::Invalid("no result"))?;
        let from = Place::var(func.result);
        for t in threads {
            if called.states[*t] != State::Here {
                return Err(Reject::Invalid("a function that returns nothing"));
            }
            if let Ty::Record(_) = result.ty {
                let record = self.record(&called, &from, *t)?;
                self.store_record(frame, to, *t, &record)?;
            } else {
                let value = self.load(&called, &from, *t)?;
                self.store(frame, to, *t, value)?;
            }
        }
        Ok(())
    }

    /// Gives a function what it is called with.
    fn pass(
        &mut self,
        (frame, called): (&Frame<'p>, &mut Frame<'p>),
        (func, args): (&'p Func, &'p [Arg]),
        t: usize,
    ) -> Checked<()> {
        let stack = &mut self.stacks[t];
        stack.truncate(called.base);
        stack.resize(called.end(), None);
        let mut param = 0;
        for arg in args {
            let place = Place::var(param);
            match arg {
                Arg::Pointer(to) => {
                    let object = self.object(frame, to, t)?;
                    called.pointers[t].push(object);
                    continue;
                }
                Arg::Real(value) => {
                    let value = self.real(frame, value, t)?;
                    self.store(called, &place, t, value)?;
                }
                Arg::Int(value) => {
                    let value = Dual::constant(self.int(frame, value, t)? as f64);
                    self.store(called, &place, t, value)?;
                }
                Arg::Record(from) => {
                    let record = self.record(frame, from, t)?;
                    self.store_record(called, &place, t, &record)?;
                }
            }
            param += 1;
        }
        let complete = param == func.params && called.pointers[t].len() == func.pointers.len();
        match complete {
            true => Ok(()),
            false => Err(Reject::Invalid("other arguments than parameters")),
        }
    }

    fn who(&self, thread: usize) -> Who {
        Who {
            block: self.block,
            thread,
            phase: self.phase,
            warp: thread / self.warp,
            turn: self.turn,
        }
    }

    /// The elements from a place on, to the end of what it lies in.
    fn object(&mut self, frame: &Frame<'p>, place: &'p Place, t: usize) -> Checked<Object> {
        let whole = self.whole(frame, place.array, t)?;
        let index = match &place.index {
            Some(index) => self.int(frame, index, t)?,
            None => 0,
        };
        let index = usize::try_from(index).ok().filter(|k| *k < whole.elements);
        let index = index.ok_or(Reject::Invalid("out of bounds"))?;
        Ok(Object {
            cell: whole.cell + index * whole.ty.cells(),
            elements: whole.elements - index,
            ..whole
        })
    }

    /// All elements of an array.
    fn whole(&mut self, frame: &Frame<'p>, array: Array, t: usize) -> Checked<Object> {
        let program = self.program;
        let object = |space, cell, elements, ty| {
            Ok(Object {
                space,
                cell,
                elements,
                ty,
            })
        };
        match array {
            Array::X => object(Space::X, 0, program.x.len(), Ty::F64),
            Array::Y => object(Space::Y, 0, program.y.len(), Ty::F64),
            Array::Given(part) => {
                let (first, count) = part.numbers();
                let begin = program.x.len().checked_sub(GIVEN);
                let begin = begin.filter(|_| program.given);
                let begin = begin.ok_or(Reject::Invalid("no structure"))?;
                object(Space::X, begin + first, count, Ty::F64)
            }
            Array::Shared(k) => {
                let vars = program.shared.iter().map(|s| &s.var);
                let var = vars.clone().nth(k).ok_or(Reject::Invalid("no variable"))?;
                object(Space::Shared, cells(vars.take(k)), var.elements(), var.ty)
            }
            Array::Local(k) => {
                let vars = frame.scope.vars();
                let var = vars.get(k).ok_or(Reject::Invalid("no variable"))?;
                let cell = frame.base + cells(&vars[..k]);
                object(Space::Local, cell, var.elements(), var.ty)
            }
            Array::Param(k) => {
                let found = frame.pointers[t].get(k).copied();
                found.ok_or(Reject::Invalid("no parameter"))
            }
            Array::Turns { by, shared } => {
                let odd = self.int(frame, &Int::var(by), t)? % 2 != 0;
                self.whole(frame, Array::Shared(shared[usize::from(odd)]), t)
            }
        }
    }
}
