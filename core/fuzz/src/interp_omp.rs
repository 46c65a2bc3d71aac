//! OpenMP on the interpreter's cells: what a team of one worker does, unit by unit. Owns the meaning of constructs and clauses, and refuses
//! what would depend on the number of workers, on a schedule or on who comes first; races are noticed by `monitor`.

use crate::ast::omp::{
    Clauses, Count, Guard, Into, Join, JoinOp, NUMBERS, Omp, Parallel, Partial, Pass, Reducer,
    Schedule, Sections, TALLY, WorkLoop,
};
use crate::ast::{Block, Place, Prec, RealOp, Type};
use crate::dual::{self, Dual};
use crate::interp::{Flow, Frame, Interp, real_cell};
use crate::memory::{Addr, Cell, Checked, Reject};
use crate::monitor::{ALL, Access, FIRST, Unit};

/// Variables that a construct replaced, with the objects they had before.
struct Replaced {
    vars: Vec<(usize, Option<usize>)>,
    reductions: usize,
}

impl<'p> Interp<'p> {
    pub(crate) fn omp(&mut self, frame: &mut Frame<'p>, node: &'p Omp) -> Checked<()> {
        match node {
            Omp::Parallel(region) => self.region(frame, region),
            Omp::Loop(work) => {
                self.meet()?;
                self.work_loop(frame, work)?;
                self.end(work.nowait);
                Ok(())
            }
            Omp::Sections(sections) => self.sections(frame, sections),
            Omp::Single { nowait, body } => {
                self.meet()?;
                let unit = self.memory.monitor.get_mut().fresh();
                self.unit(frame, unit, body)?;
                self.end(*nowait);
                Ok(())
            }
            Omp::Master { body, .. } => {
                self.meet()?;
                self.unit(frame, FIRST, body)
            }
            Omp::Barrier => {
                self.meet()?;
                self.end(false);
                Ok(())
            }
            Omp::Pass(Pass::Barrier(_)) => self.meet(),
            Omp::Pass(_) => Ok(()),
            Omp::Ordered(body) => self.ordered(frame, body),
            Omp::Join(guard, joins) => joins
                .iter()
                .try_for_each(|join| self.join(frame, *guard, join)),
            Omp::Partial(partial) => self.partial(frame, partial),
            Omp::Total { place, var } => self.total(frame, place, *var),
        }
    }

    /// All workers must come to the construct, outside of any other one.
    fn meet(&mut self) -> Checked<()> {
        match self.memory.monitor.get_mut().together() {
            true => Ok(()),
            false => Err(Reject::Invalid("construct that not all workers come to")),
        }
    }

    fn end(&mut self, nowait: bool) {
        if !nowait {
            self.memory.monitor.get_mut().barrier();
        }
    }

    fn region(&mut self, frame: &mut Frame<'p>, region: &'p Parallel) -> Checked<()> {
        if let Some(threads) = &region.threads
            && self.int(frame, threads)? < 1
        {
            return Err(Reject::Invalid("no worker"));
        }
        if let Some(on) = &region.on {
            self.cond(frame, on)?;
        }
        self.memory.monitor.get_mut().enter();
        let replaced = self.replace(frame, &region.clauses)?;
        let flow = self.block(frame, &region.body)?;
        straight(&flow)?;
        // What workers do to their own variables, they all do.
        self.restore(frame, &region.clauses, replaced, true)?;
        self.memory.monitor.get_mut().leave();
        Ok(())
    }

    /// Runs a block as one unit of work.
    fn unit(&mut self, frame: &mut Frame<'p>, unit: Unit, body: &'p Block) -> Checked<()> {
        let before = self.memory.monitor.get_mut().switch(unit);
        let flow = self.block(frame, body)?;
        straight(&flow)?;
        self.memory.monitor.get_mut().switch(before);
        Ok(())
    }

    fn sections(&mut self, frame: &mut Frame<'p>, sections: &'p Sections) -> Checked<()> {
        self.meet()?;
        self.reducible(frame, &sections.clauses)?;
        for body in &sections.bodies {
            let unit = self.memory.monitor.get_mut().fresh();
            self.work(frame, (unit, &sections.clauses), |interp, frame| {
                let flow = interp.block(frame, body)?;
                straight(&flow)
            })?;
        }
        self.end(sections.nowait);
        Ok(())
    }

    fn work_loop(&mut self, frame: &mut Frame<'p>, work: &'p WorkLoop) -> Checked<()> {
        self.reducible(frame, &work.clauses)?;
        let counts = work.loops.iter().map(|c| self.counts(frame, c));
        let counts = counts.collect::<Checked<Vec<Vec<i64>>>>()?;
        let order = self.memory.monitor.get_mut().fresh();
        let was = std::mem::replace(&mut self.ordered, work.ordered.then_some((order, false)));
        let trips: usize = counts.iter().map(Vec::len).product();
        for k in 0..trips {
            self.tick()?;
            if let Some((_, done)) = &mut self.ordered {
                *done = false;
            }
            let monitor = self.memory.monitor.get_mut();
            let unit = match work.schedule {
                Schedule::Static(chunk) if !work.ordered => {
                    monitor.alike(chunk, trips as u64, k as u64)
                }
                _ => monitor.fresh(),
            };
            let values = match &counts[..] {
                [outer, inner] => vec![outer[k / inner.len()], inner[k % inner.len()]],
                _ => vec![counts[0][k]],
            };
            self.work(frame, (unit, &work.clauses), |interp, frame| {
                interp.iteration(frame, work, &values)
            })?;
            if k + 1 == trips {
                self.hand_back(frame, &work.clauses, unit)?;
            }
        }
        self.ordered = was;
        Ok(())
    }

    /// The values of a loop's variable.
    fn counts(&mut self, frame: &Frame<'p>, count: &'p Count) -> Checked<Vec<i64>> {
        let (from, to) = (self.int(frame, &count.from)?, self.int(frame, &count.to)?);
        let mut values = Vec::new();
        let mut i = from;
        while (count.step > 0 && i < to) || (count.step < 0 && i > to) {
            self.tick()?;
            values.push(i);
            i += count.step;
        }
        match values.is_empty() {
            true => Err(Reject::Invalid("worksharing loop without iterations")),
            false => Ok(values),
        }
    }

    fn iteration(
        &mut self,
        frame: &mut Frame<'p>,
        work: &'p WorkLoop,
        values: &[i64],
    ) -> Checked<()> {
        for (count, value) in work.loops.iter().zip(values) {
            let object = self.memory.allocate(vec![Cell::Int(*value)], false);
            frame.vars[count.var] = Some(object);
        }
        let flow = self.block(frame, &work.body)?;
        for count in &work.loops {
            self.leave(frame, count.var);
        }
        match flow {
            Flow::Next | Flow::Continue => Ok(()),
            _ => Err(Reject::Invalid("jump out of a worksharing loop")),
        }
    }

    /// Does a unit of work with the variables that its construct's clauses give it.
    fn work(
        &mut self,
        frame: &mut Frame<'p>,
        (unit, clauses): (Unit, &'p Clauses),
        body: impl FnOnce(&mut Self, &mut Frame<'p>) -> Checked<()>,
    ) -> Checked<()> {
        let before = self.memory.monitor.get_mut().switch(unit);
        let replaced = self.replace(frame, clauses)?;
        body(self, frame)?;
        self.restore(frame, clauses, replaced, false)?;
        self.memory.monitor.get_mut().switch(before);
        Ok(())
    }

    /// Copies that are reduced, and what is handed in or back, belong to the team.
    fn reducible(&mut self, frame: &Frame<'p>, clauses: &'p Clauses) -> Checked<()> {
        let reduced = clauses.reductions.iter().flat_map(|r| &r.items);
        let vars = reduced.map(|item| &item.var);
        for var in vars
            .chain(&clauses.firstprivate)
            .chain(&clauses.lastprivate)
        {
            let object = frame.vars[*var].ok_or(UNKNOWN)?;
            if !self.memory.monitor.get_mut().shared(object) {
                return Err(Reject::Invalid("clause that names a worker's own"));
            }
        }
        Ok(())
    }

    /// Gives workers variables of their own.
    fn replace(&mut self, frame: &mut Frame<'p>, clauses: &'p Clauses) -> Checked<Replaced> {
        let mut vars = Vec::new();
        for var in clauses.private.iter().chain(&clauses.lastprivate) {
            let cells = vec![Cell::Uninit; self.program.cells(&frame.func.vars[*var].ty)];
            let own = self.memory.allocate(cells, false);
            vars.push((*var, frame.vars[*var].replace(own)));
        }
        for var in &clauses.firstprivate {
            let object = frame.vars[*var].ok_or(UNKNOWN)?;
            let len = self.program.cells(&frame.func.vars[*var].ty);
            let cells = self.memory.read(Addr { object, cell: 0 }, len)?.to_vec();
            let own = self.memory.allocate(cells, false);
            vars.push((*var, frame.vars[*var].replace(own)));
        }
        if vars.iter().any(|(_, before)| before.is_none()) {
            return Err(UNKNOWN);
        }
        let reductions = self.memory.monitor.get_mut().reductions();
        for reduction in &clauses.reductions {
            for item in &reduction.items {
                self.reduce(frame, reduction.op, (item.var, item.section))?;
            }
        }
        Ok(Replaced { vars, reductions })
    }

    fn reduce(
        &mut self,
        frame: &Frame<'p>,
        op: Reducer,
        (var, section): (usize, Option<(usize, usize)>),
    ) -> Checked<()> {
        let object = frame.vars[var].ok_or(UNKNOWN)?;
        let whole = self.program.cells(&frame.func.vars[var].ty);
        let own = Addr { object, cell: 0 };
        let (at, len) = match (section, &frame.func.vars[var].ty) {
            (None, _) => (own, whole),
            (Some((first, len)), Type::Ptr(_)) => match self.load(own)? {
                Cell::Ptr(Some(start)) => (start.plus(first), len),
                _ => return Err(Reject::Invalid("reduction of nothing")),
            },
            (Some((first, len)), _) => (own.plus(first), len),
        };
        self.memory.peek(at, len)?;
        let monitor = self.memory.monitor.get_mut();
        match op {
            Reducer::By(op) => monitor.reduce(at, len, op),
            Reducer::Declared => {
                let mut cell = 0;
                for (_, op, len) in TALLY {
                    monitor.reduce(at.plus(cell), len, op);
                    cell += len;
                }
            }
        }
        Ok(())
    }

    /// Takes workers' variables away again. Those that were there before may have been overwritten where nobody understands OpenMP, and so
    /// nobody may read them any more.
    fn restore(
        &mut self,
        frame: &mut Frame<'p>,
        clauses: &'p Clauses,
        replaced: Replaced,
        together: bool,
    ) -> Checked<()> {
        let monitor = self.memory.monitor.get_mut();
        monitor.end_reductions(replaced.reductions);
        for (var, before) in replaced.vars {
            let object = before.ok_or(UNKNOWN)?;
            let own = frame.vars[var].replace(object).ok_or(UNKNOWN)?;
            let len = self.program.cells(&frame.func.vars[var].ty);
            let start = |object| Addr { object, cell: 0 };
            let cells = self.memory.peek(start(own), len)?.to_vec();
            let changed = cells != self.memory.peek(start(object), len)?;
            if clauses.firstprivate.contains(&var) && changed {
                if !together {
                    return Err(Reject::Invalid("copy that lives on in other iterations"));
                }
                self.forget(start(object), len)?;
            }
            if clauses.private.contains(&var) {
                self.forget(start(object), len)?;
            }
            if clauses.lastprivate.contains(&var) {
                self.last = Some((var, cells));
            }
            self.memory.end(own);
        }
        Ok(())
    }

    fn forget(&mut self, at: Addr, len: usize) -> Checked<()> {
        self.memory.put(at, &vec![Cell::Uninit; len])
    }

    /// Gives a variable its value from the last iteration.
    fn hand_back(
        &mut self,
        frame: &mut Frame<'p>,
        clauses: &'p Clauses,
        unit: Unit,
    ) -> Checked<()> {
        if clauses.lastprivate.is_empty() {
            return Ok(());
        }
        let Some((var, cells)) = self.last.take() else {
            return Ok(());
        };
        if clauses.lastprivate != [var] {
            return Err(Reject::Invalid("more than one variable handed back"));
        }
        let object = frame.vars[var].ok_or(UNKNOWN)?;
        let before = self.memory.monitor.get_mut().switch(unit);
        self.memory.write(Addr { object, cell: 0 }, &cells)?;
        self.memory.monitor.get_mut().switch(before);
        Ok(())
    }

    fn ordered(&mut self, frame: &mut Frame<'p>, body: &'p Block) -> Checked<()> {
        let Some((order, false)) = self.ordered else {
            return Err(Reject::Invalid("ordered outside of its loop"));
        };
        self.ordered = None;
        self.memory.monitor.get_mut().order(Some(order));
        let flow = self.block(frame, body)?;
        straight(&flow)?;
        self.memory.monitor.get_mut().order(None);
        self.ordered = Some((order, true));
        Ok(())
    }

    fn join(&mut self, frame: &Frame<'p>, guard: Guard, join: &'p Join) -> Checked<()> {
        let holds = !matches!(guard, Guard::Atomic | Guard::Reduction);
        // Within one the value is computed, and who waits for another one may wait for ever.
        if holds && std::mem::replace(&mut self.holds, true) {
            return Err(Reject::Invalid("guard within a guard"));
        }
        let value = self.real(frame, &join.value)?;
        let (at, ty) = self.place(frame, &join.place)?;
        let ty = ty.clone();
        if holds {
            self.holds = false;
        }
        let narrow = self.program.prec(frame.func, &join.value) == Prec::F32;
        self.join_at((at, &ty), guard, join.op, (value, narrow))
    }

    fn join_at(
        &mut self,
        (at, ty): (Addr, &Type),
        guard: Guard,
        op: JoinOp,
        (value, narrow): (Dual, bool),
    ) -> Checked<()> {
        let old = real_cell(&self.memory.peek(at, 1)?[0])?;
        let float = *ty == Type::Real(Prec::F32) && narrow && self.limits.round_floats;
        let prec = if float { Prec::F32 } else { Prec::F64 };
        let new = match op {
            JoinOp::Add => dual::binary(RealOp::Add, &old, &value, prec),
            JoinOp::Sub => dual::binary(RealOp::Sub, &old, &value, prec),
            JoinOp::Mul => dual::binary(RealOp::Mul, &old, &value, prec),
            JoinOp::Max | JoinOp::Min => {
                self.apart(&old, &value)?;
                let larger = value.v > old.v;
                if larger == (op == JoinOp::Max) {
                    value
                } else {
                    old
                }
            }
        };
        let cells = self.converted(ty, vec![Cell::Real(new)])?;
        self.memory.write_as(at, &cells, Access::Join(op, guard))
    }

    fn partial(&mut self, frame: &mut Frame<'p>, partial: &'p Partial) -> Checked<()> {
        self.meet()?;
        let own = self
            .memory
            .allocate(vec![Cell::Real(Dual::constant(0.0))], false);
        frame.vars[partial.var] = Some(own);
        let monitor = self.memory.monitor.get_mut();
        let count = monitor.reductions();
        let start = Addr {
            object: own,
            cell: 0,
        };
        monitor.reduce(start, 1, JoinOp::Add);
        // Outside of any unit, the copies are the workers'.
        monitor.adopt(own);
        self.work_loop(frame, &partial.work)?;
        self.memory.monitor.get_mut().end_reductions(count);
        let sum = real_cell(&self.memory.peek(start, 1)?[0])?;
        self.leave(frame, partial.var);
        let monitor = self.memory.monitor.get_mut();
        let unit = monitor.fresh();
        monitor.switch(unit);
        match &partial.into {
            Into::Guarded(guard, place) => {
                if self.holds && *guard != Guard::Atomic {
                    return Err(Reject::Invalid("guard within a guard"));
                }
                let (at, ty) = self.place(frame, place)?;
                let ty = ty.clone();
                self.join_at((at, &ty), *guard, JoinOp::Add, (sum, false))?;
            }
            Into::Number(var) => {
                let object = frame.vars[*var].ok_or(UNKNOWN)?;
                let before = self.totals.remove(&object);
                let before = before.unwrap_or(Dual::constant(0.0));
                let sum = dual::binary(RealOp::Add, &before, &sum, Prec::F64);
                self.totals.insert(object, sum);
                // Which element it is, nobody knows.
                self.forget(Addr { object, cell: 0 }, NUMBERS)?;
            }
        }
        self.memory.monitor.get_mut().switch(ALL);
        Ok(())
    }

    fn total(&mut self, frame: &Frame<'p>, place: &'p Place, var: usize) -> Checked<()> {
        let object = frame.vars[var].ok_or(UNKNOWN)?;
        let sum = self.totals.remove(&object);
        let sum = sum.ok_or(Reject::Invalid("total of nothing"))?;
        let (at, ty) = self.place(frame, place)?;
        let old = real_cell(&self.load(at)?)?;
        let new = dual::binary(RealOp::Add, &old, &sum, Prec::F64);
        self.store(at, ty, vec![Cell::Real(new)])
    }
}

const UNKNOWN: Reject = Reject::Invalid("clause that names no variable");

/// No jump leaves a construct.
fn straight(flow: &Flow) -> Checked<()> {
    match flow {
        Flow::Next => Ok(()),
        _ => Err(Reject::Invalid("jump out of a construct")),
    }
}
