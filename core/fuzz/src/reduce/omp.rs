//! Simplifications of OpenMP: constructs without clauses, with fewer parts, in simpler kinds. What becomes a race is refused by the interpreter.

use super::beyond;
use crate::ast::omp::{
    Clauses, Count, Guard, Into, Join, JoinOp, Omp, Parallel, Partial, Schedule, Sections, WorkLoop,
};
use crate::ast::{Block, Int, Place, Stmt};

/// The code in a construct that one worker could run without it.
pub(super) fn inner(node: &Omp) -> Vec<Block> {
    match node {
        Omp::Parallel(region) => vec![region.body.clone()],
        Omp::Single { body, .. } | Omp::Master { body, .. } | Omp::Ordered(body) => {
            vec![body.clone()]
        }
        Omp::Loop(work) => serial(work).into_iter().collect(),
        Omp::Sections(sections) => sections.bodies.clone(),
        Omp::Partial(_) | Omp::Join(..) | Omp::Total { .. } => Vec::new(),
        Omp::Barrier | Omp::Pass(_) => Vec::new(),
    }
}

/// A loop without its directive.
fn serial(work: &WorkLoop) -> Option<Block> {
    let mut counts = work.loops.iter().rev();
    let around = |count: &Count, body| Stmt::For {
        var: count.var,
        from: count.from.clone(),
        to: count.to.clone(),
        step: count.step,
        body,
    };
    let first = around(counts.next()?, work.body.clone());
    Some(vec![counts.fold(first, |inner, c| around(c, vec![inner]))])
}

/// Variables that a construct declares, and those that its clauses name.
pub(super) fn declares(node: &Omp) -> (Vec<usize>, Vec<usize>) {
    let counters = |work: &WorkLoop| work.loops.iter().map(|c| c.var).collect::<Vec<_>>();
    match node {
        Omp::Parallel(region) => (Vec::new(), region.clauses.vars().collect()),
        Omp::Loop(work) => (counters(work), work.clauses.vars().collect()),
        Omp::Sections(sections) => (Vec::new(), sections.clauses.vars().collect()),
        Omp::Partial(partial) => {
            let mut own = counters(&partial.work);
            own.push(partial.var);
            let mut named: Vec<usize> = partial.work.clauses.vars().collect();
            if let Into::Number(var) = partial.into {
                named.push(var);
            }
            (own, named)
        }
        Omp::Total { var, .. } => (Vec::new(), vec![*var]),
        Omp::Single { .. } | Omp::Master { .. } => Default::default(),
        Omp::Barrier | Omp::Pass(_) | Omp::Ordered(_) | Omp::Join(..) => Default::default(),
    }
}

pub(super) fn simpler(node: &Omp) -> Vec<Omp> {
    match node {
        Omp::Parallel(region) => regions(region).into_iter().map(Omp::Parallel).collect(),
        Omp::Loop(work) => loops(work).into_iter().map(Omp::Loop).collect(),
        Omp::Sections(sections) => fewer(sections).into_iter().map(Omp::Sections).collect(),
        Omp::Single { nowait, body } if *nowait => vec![Omp::Single {
            nowait: false,
            body: body.clone(),
        }],
        Omp::Master { masked, body } if *masked => vec![Omp::Master {
            masked: false,
            body: body.clone(),
        }],
        Omp::Join(guard, joins) => plainer(*guard, joins),
        Omp::Partial(partial) => {
            let with = |work| {
                Omp::Partial(Partial {
                    work,
                    ..partial.clone()
                })
            };
            loops(&partial.work).into_iter().map(with).collect()
        }
        _ => Vec::new(),
    }
}

fn regions(region: &Parallel) -> Vec<Parallel> {
    let mut options = Vec::new();
    let mut changed = |change: fn(&mut Parallel)| {
        let mut other = region.clone();
        change(&mut other);
        options.push(other);
    };
    if region.threads.is_some() {
        changed(|r| r.threads = None);
    }
    if region.on.is_some() {
        changed(|r| r.on = None);
    }
    if region.bind {
        changed(|r| r.bind = false);
    }
    if region.combined {
        changed(|r| r.combined = false);
    }
    options.extend(
        without(&region.clauses)
            .into_iter()
            .map(|clauses| Parallel {
                clauses,
                ..region.clone()
            }),
    );
    options
}

/// Clauses that name one variable less.
fn without(clauses: &Clauses) -> Vec<Clauses> {
    let mut options = Vec::new();
    let lists: [fn(&mut Clauses) -> &mut Vec<usize>; 3] = [
        |c| &mut c.private,
        |c| &mut c.firstprivate,
        |c| &mut c.lastprivate,
    ];
    for list in lists {
        for k in 0..list(&mut clauses.clone()).len() {
            let mut fewer = clauses.clone();
            list(&mut fewer).remove(k);
            options.push(fewer);
        }
    }
    for k in 0..clauses.reductions.len() {
        let mut fewer = clauses.clone();
        fewer.reductions.remove(k);
        options.push(fewer);
        for item in 0..clauses.reductions[k].items.len() {
            let mut fewer = clauses.clone();
            if fewer.reductions[k].items.len() > 1 {
                fewer.reductions[k].items.remove(item);
                options.push(fewer);
            }
        }
    }
    options
}

fn loops(work: &WorkLoop) -> Vec<WorkLoop> {
    let mut options = Vec::new();
    for schedule in [Schedule::Unsaid, Schedule::Static(None)] {
        if work.schedule != Schedule::Unsaid && work.schedule != schedule {
            options.push(WorkLoop {
                schedule,
                ..work.clone()
            });
        }
    }
    for (is, flag) in [(work.nowait, true), (work.ordered, false)] {
        if is {
            let mut plain = work.clone();
            *(if flag {
                &mut plain.nowait
            } else {
                &mut plain.ordered
            }) = false;
            options.push(plain);
        }
    }
    for k in 0..work.loops.len() {
        options.extend(shorter(&work.loops[k]).into_iter().map(|count| {
            let mut fewer = work.clone();
            fewer.loops[k] = count;
            fewer
        }));
    }
    options.extend(without(&work.clauses).into_iter().map(|clauses| WorkLoop {
        clauses,
        ..work.clone()
    }));
    options
}

/// The same loop with two iterations, then with one, if those are fewer.
fn shorter(count: &Count) -> Vec<Count> {
    let trips = match (&count.from, &count.to) {
        (Int::Const(from), Int::Const(to)) => (to - from) / count.step,
        // As short as one that is not known gets.
        (from, to) if *to == beyond(from, count.step) => 1,
        _ => i64::MAX,
    };
    let fewer = [2, 1].into_iter().filter(|n| *n < trips);
    let with = |n| Count {
        to: beyond(&count.from, n * count.step),
        ..count.clone()
    };
    fewer.map(with).collect()
}

fn fewer(sections: &Sections) -> Vec<Sections> {
    let mut options = Vec::new();
    for k in 0..sections.bodies.len() {
        let mut fewer = sections.clone();
        fewer.bodies.remove(k);
        options.extend((!fewer.bodies.is_empty()).then_some(fewer));
    }
    if sections.nowait {
        options.push(Sections {
            nowait: false,
            ..sections.clone()
        });
    }
    options.extend(
        without(&sections.clauses)
            .into_iter()
            .map(|clauses| Sections {
                clauses,
                ..sections.clone()
            }),
    );
    options
}

fn plainer(guard: Guard, joins: &[Join]) -> Vec<Omp> {
    let mut options = Vec::new();
    if joins.len() > 1 {
        options.extend((0..joins.len()).map(|k| {
            let mut fewer = joins.to_vec();
            fewer.remove(k);
            Omp::Join(guard, fewer)
        }));
    }
    if !matches!(guard, Guard::Reduction | Guard::Critical(None)) {
        options.push(Omp::Join(Guard::Critical(None), joins.to_vec()));
    }
    for (k, join) in joins.iter().enumerate() {
        let additive = matches!(join.op, JoinOp::Add | JoinOp::Sub | JoinOp::Mul);
        if additive && join.spelling != 0 {
            let mut plain = joins.to_vec();
            plain[k].spelling = 0;
            options.push(Omp::Join(guard, plain));
        }
        if matches!(join.place, Place::Index(..)) && join.op == JoinOp::Sub {
            let mut plain = joins.to_vec();
            plain[k].op = JoinOp::Add;
            options.push(Omp::Join(guard, plain));
        }
    }
    options
}
