//! Shrinks a kernel that fails, as `crate::reduce` does programs in C: tries one small simplification after the other, and keeps those after which it is
//! still a test and still fails. Owns the list of simplifications; must not know what failing means.

use std::time::Instant;

use super::ast::{Block, Int, Program, Range, Real, Stmt};
use super::visit::{self, Node};

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
            if candidate != best && fails(&candidate) {
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
    let mut left = target;
    for simpler in smaller_grids(program) {
        if left == 0 {
            return Some(simpler);
        }
        left -= 1;
    }
    let mut candidate = program.clone();
    let mut left = Some(left);
    visit::program(&mut candidate, &mut |node| {
        if let Some(k) = left {
            left = apply(node, k);
        }
    });
    left.is_none().then_some(candidate)
}

fn smaller_grids(program: &Program) -> Vec<Program> {
    let [blocks, rows] = program.shape.grid;
    let grids = [[1, 1], [blocks, 1], [1, rows]];
    let smaller = grids.into_iter().filter(|g| *g != program.shape.grid);
    smaller
        .map(|grid| {
            let mut simpler = program.clone();
            simpler.shape.grid = grid;
            simpler
        })
        .collect()
}

/// Applies the `k`-th simplification of a node; when it has fewer, what is left of `k`.
fn apply(node: Node<'_>, k: usize) -> Option<usize> {
    match node {
        Node::Block(block) => shrink_block(block, k),
        Node::Real(e) => replace(e, simpler_real(e), k),
        Node::Int(e) => replace(e, simpler_int(e), k),
        Node::Range(range) => replace(range, simpler_range(range), k),
    }
}

fn replace<T>(node: &mut T, simpler: Vec<T>, k: usize) -> Option<usize> {
    let count = simpler.len();
    match simpler.into_iter().nth(k) {
        Some(option) => {
            *node = option;
            None
        }
        None => Some(k - count),
    }
}

/// Drops halves and single statements; then puts what is in a statement in its place.
fn shrink_block(block: &mut Block, k: usize) -> Option<usize> {
    let n = block.len();
    let halves = if n >= 4 { 2 } else { 0 };
    if k < halves {
        block.drain(if k == 0 { n / 2..n } else { 0..n / 2 });
        return None;
    }
    let k = k - halves;
    if k < n {
        block.remove(n - 1 - k);
        return None;
    }
    unwrap(block, k - n)
}

fn unwrap(block: &mut Block, mut k: usize) -> Option<usize> {
    for at in 0..block.len() {
        let inner = match &block[at] {
            Stmt::If(_, yes, no) => vec![yes.clone(), no.clone()],
            Stmt::For { body, .. } => vec![body.clone()],
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

fn simpler_real(e: &Real) -> Vec<Real> {
    match e {
        Real::Const(..) => Vec::new(),
        Real::Load(_) | Real::FromInt(_) => vec![Real::c(0.5)],
        Real::Neg(a) | Real::Cast(_, a) => vec![(**a).clone()],
        Real::Bin(_, a, b) | Real::Select(_, a, b) => vec![(**a).clone(), (**b).clone()],
        Real::Math(_, _, args) => args.clone(),
    }
}

fn simpler_int(e: &Int) -> Vec<Int> {
    match e {
        Int::Const(_) | Int::Id(_) => Vec::new(),
        Int::Load(_) => vec![Int::Const(1)],
        Int::Bin(_, a, b) => vec![(**a).clone(), (**b).clone()],
    }
}

fn simpler_range(range: &Range) -> Vec<Range> {
    let (Range::Up(limit)
    | Range::Down(limit)
    | Range::Halves(limit)
    | Range::Doubles(limit)
    | Range::Over(limit, _)) = range;
    let simpler = [
        Range::Up(limit.clone()),
        Range::Up(Int::Const(2)),
        Range::Up(Int::Const(1)),
    ];
    let plain = simpler.iter().position(|s| s == range);
    simpler
        .into_iter()
        .skip(plain.map_or(0, |k| k + 1))
        .collect()
}
