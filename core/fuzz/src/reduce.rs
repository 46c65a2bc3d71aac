//! A greedy shrinker: tries one small simplification after the other and keeps those after which the
//! program is still a valid test and still fails. Owns the list of simplifications; must not know
//! what failing means.

mod omp;

use std::time::Instant;

use crate::ast::{Block, Cond, Func, Int, Place, Pointer, Program, Real, Stmt};
use crate::idiom;
use crate::visit::{self, Node};

/// Shrinks `program` while `fails` holds, until nothing helps or the time is up.
pub(crate) fn reduce(
    program: &Program,
    deadline: Instant,
    mut fails: impl FnMut(&Program) -> bool,
) -> Program {
    let mut best = program.clone();
    loop {
        let mut progress = false;
        let mut target = 0;
        while let Some(candidate) = simplified(&best, target) {
            if Instant::now() > deadline {
                return best;
            }
            let smaller = candidate != best && well_formed(&candidate);
            if smaller && fails(&candidate) {
                best = candidate;
                progress = true;
            } else {
                target += 1;
            }
        }
        if !progress {
            return best;
        }
    }
}

/// The program after its `target`-th simplification; `None` when there are not that many.
fn simplified(program: &Program, target: usize) -> Option<Program> {
    let mut candidate = program.clone();
    let mut left = Some(target);
    // The top function first: most of what can go is there.
    for f in visit::reachable(program).into_iter().rev() {
        visit::block(&mut candidate.funcs[f].body, &mut |node| {
            if let Some(k) = left {
                left = apply(node, k);
            }
        });
    }
    left.is_none().then_some(candidate)
}

/// Applies the `k`-th simplification of a node; when it has fewer, what is left of `k`.
fn apply(node: Node<'_>, k: usize) -> Option<usize> {
    match node {
        Node::Block(block) => shrink_block(block, k),
        Node::Stmt(stmt) => replace(stmt, simpler_stmt, k),
        Node::Real(e) => replace(e, simpler_real, k),
        Node::Int(e) => replace(e, simpler_int, k),
        Node::Cond(c) => replace(c, simpler_cond, k),
        Node::Pointer(p) => replace(p, simpler_pointer, k),
        Node::Place(_) => Some(k),
    }
}

fn replace<T>(node: &mut T, simpler: fn(&T) -> Vec<T>, k: usize) -> Option<usize> {
    let options = simpler(node);
    let count = options.len();
    match options.into_iter().nth(k) {
        Some(option) => {
            *node = option;
            None
        }
        None => Some(k - count),
    }
}

/// Drops halves, then single statements; then unwraps branches.
fn shrink_block(block: &mut Block, k: usize) -> Option<usize> {
    let n = block.len();
    let halves = if n >= 4 { 2 } else { 0 };
    if k < halves {
        let middle = n / 2;
        block.drain(if k == 0 { middle..n } else { 0..middle });
        return None;
    }
    let k = k - halves;
    if k < n {
        block.remove(n - 1 - k);
        return None;
    }
    unwrap(block, k - n)
}

/// Replaces the `k`-th (statement, inner block) pair by the inner block's statements.
fn unwrap(block: &mut Block, mut k: usize) -> Option<usize> {
    for at in 0..block.len() {
        let inner = match &block[at] {
            Stmt::If(_, yes, no) => vec![yes.clone(), no.clone()],
            Stmt::Switch { cases, default, .. } => cases
                .iter()
                .map(|c| c.body.clone())
                .chain([default.clone()])
                .collect(),
            Stmt::Omp(node) => omp::inner(node),
            _ => continue,
        };
        if k < inner.len() {
            block.splice(at..=at, inner[k].clone());
            return None;
        }
        k -= inner.len();
    }
    Some(k)
}

fn simpler_stmt(stmt: &Stmt) -> Vec<Stmt> {
    match stmt {
        Stmt::For {
            var,
            from,
            to,
            step,
            body,
        } => {
            let once = beyond(from, *step);
            let (var, step, body) = (*var, *step, body.clone());
            match *to == once {
                true => Vec::new(),
                false => vec![Stmt::For {
                    var,
                    from: from.clone(),
                    to: once,
                    step,
                    body,
                }],
            }
        }
        Stmt::DoWhile(body, cond) => vec![Stmt::While(cond.clone(), body.clone())],
        Stmt::Update(_, place, value) => {
            vec![Stmt::Assign(
                place.clone(),
                crate::ast::Arg::Real(value.clone()),
            )]
        }
        Stmt::Omp(node) => {
            let simpler = omp::simpler(node).into_iter();
            simpler.map(|o| Stmt::Omp(Box::new(o))).collect()
        }
        Stmt::Idiom(idiom) if idiom.count > idiom::ROWS[idiom.row].least => {
            let mut shorter = idiom.clone();
            shorter.count -= 1;
            vec![Stmt::Idiom(shorter)]
        }
        _ => Vec::new(),
    }
}

/// `from + by`, as a constant if it is one: what may be simplified further would be put back in the next round.
fn beyond(from: &Int, by: i64) -> Int {
    match from {
        Int::Const(from) => Int::Const(from + by),
        _ => Int::add(from.clone(), by),
    }
}

fn simpler_real(e: &Real) -> Vec<Real> {
    let mut options = match e {
        Real::Const(..) => return Vec::new(),
        Real::Load(_) | Real::FromInt(_) | Real::Call(..) => Vec::new(),
        Real::Neg(a) | Real::Cast(_, a) => vec![(**a).clone()],
        Real::Bin(_, a, b) | Real::Select(_, a, b) => vec![(**a).clone(), (**b).clone()],
        Real::Math(_, args) => args.clone(),
    };
    options.push(Real::c(0.5));
    options
}

fn simpler_int(e: &Int) -> Vec<Int> {
    match e {
        Int::Const(_) => Vec::new(),
        Int::Bin(_, a, _) => vec![Int::Const(0), Int::Const(1), (**a).clone()],
        Int::Load(_) | Int::Trunc(_) | Int::Select(..) => vec![Int::Const(0), Int::Const(1)],
    }
}

fn simpler_cond(c: &Cond) -> Vec<Cond> {
    match c {
        Cond::Real(..) | Cond::Int(..) => Vec::new(),
        Cond::And(a, b) | Cond::Or(a, b) => vec![(**a).clone(), (**b).clone()],
        Cond::Not(a) => vec![(**a).clone()],
    }
}

fn simpler_pointer(p: &Pointer) -> Vec<Pointer> {
    match p {
        Pointer::Null | Pointer::Load(_) | Pointer::Decay(_) | Pointer::Addr(_) => Vec::new(),
        Pointer::Offset(base, _) => vec![(**base).clone()],
        Pointer::Select(_, a, b) => vec![(**a).clone(), (**b).clone()],
    }
}

/// Whether every variable mentioned is still declared (the interpreter sees executed code only).
fn well_formed(program: &Program) -> bool {
    visit::reachable(program)
        .into_iter()
        .all(|f| declared(&program.funcs[f]))
}

fn declared(func: &Func) -> bool {
    let mut known = vec![false; func.vars.len()];
    known[..func.params].fill(true);
    let mut mentioned = Vec::new();
    visit::block(&mut func.body.clone(), &mut |node| match node {
        Node::Stmt(Stmt::Decl(v, _) | Stmt::For { var: v, .. }) => known[*v] = true,
        Node::Stmt(Stmt::Omp(node)) => {
            let (declared, named) = omp::declares(node);
            declared.into_iter().for_each(|v| known[v] = true);
            mentioned.extend(named);
        }
        Node::Place(Place::Var(v)) => mentioned.push(*v),
        _ => {}
    });
    mentioned.into_iter().all(|v| known[v])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::{ALL, Features};
    use crate::generate::{Knobs, program};
    use crate::idiom;
    use crate::oracle;
    use std::time::Duration;

    /// Keeping only "the result depends on b" must leave next to nothing else.
    #[test]
    fn shrinks_to_the_cause() {
        // Without idioms, whose number grows, so that these programs stay the same ones.
        let idioms = ALL.iter().filter(|(f, ..)| idiom::is_idiom(*f));
        let names: Vec<String> = idioms.map(|(_, name, _)| (*name).to_owned()).collect();
        let knobs = Knobs {
            features: Features::standard().without(&names).unwrap(),
            size: 3,
            language: crate::ast::Language::C,
        };
        let start = (0..)
            .find_map(|seed| program(seed, knobs).filter(depends_on_b))
            .unwrap();
        let deadline = Instant::now() + Duration::from_secs(30);
        let end = reduce(&start, deadline, depends_on_b);
        assert!(depends_on_b(&end));
        assert!(
            end.funcs[end.top()].body.len() <= 3,
            "{:#?}",
            end.funcs[end.top()].body
        );
    }

    fn depends_on_b(program: &Program) -> bool {
        let lane = program.inputs.active() - 1;
        oracle::evaluate(program).is_ok_and(|o| o.ret.d[lane] != 0.0)
    }
}
