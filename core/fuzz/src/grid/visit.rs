//! Walks over kernels. Owns the order: a node after what is in it; must not know what for.

use crate::ast::Prec;

use super::ast::{Arg, Block, Cond, Id, Int, Place, Program, Range, Real, Record, Stmt, Ty, Var};

/// What a walk comes to.
pub(crate) enum Node<'n> {
    Block(&'n mut Block),
    Real(&'n mut Real),
    Int(&'n mut Int),
    Range(&'n mut Range),
}

type Visit<'v> = &'v mut dyn FnMut(Node<'_>);

/// All blocks of a program: its functions' and its kernel's.
pub(crate) fn program(program: &mut Program, visit: Visit<'_>) {
    block(&mut program.body, visit);
    for func in &mut program.funcs {
        block(&mut func.body, visit);
    }
}

fn block(body: &mut Block, visit: Visit<'_>) {
    for stmt in body.iter_mut() {
        statement(stmt, visit);
    }
    visit(Node::Block(body));
}

fn statement(stmt: &mut Stmt, visit: Visit<'_>) {
    match stmt {
        Stmt::Set(to, e) | Stmt::Update(_, to, e) | Stmt::Atomic(to, e) => {
            place(to, visit);
            real(e, visit);
        }
        Stmt::Raise { at, value, .. } => {
            place(at, visit);
            real(value, visit);
        }
        Stmt::SetInt(to, e) => {
            place(to, visit);
            int(e, visit);
        }
        Stmt::Copy(to, from) => {
            place(to, visit);
            place(from, visit);
        }
        Stmt::Shuffle { to, value, by, .. } => {
            place(to, visit);
            real(value, visit);
            int(by, visit);
        }
        Stmt::For { range, body, .. } => {
            let (Range::Up(limit)
            | Range::Down(limit)
            | Range::Halves(limit)
            | Range::Doubles(limit)
            | Range::Over(limit, _)) = range;
            int(limit, visit);
            visit(Node::Range(range));
            block(body, visit);
        }
        Stmt::If(c, yes, no) => {
            cond(c, visit);
            block(yes, visit);
            block(no, visit);
        }
        Stmt::Call { to, args, .. } => {
            place(to, visit);
            args.iter_mut().for_each(|arg| argument(arg, visit));
        }
        Stmt::Vote { to, cond: c, .. } => {
            place(to, visit);
            cond(c, visit);
        }
        Stmt::Barrier | Stmt::WarpBarrier | Stmt::Break | Stmt::Return => {}
    }
}

fn argument(arg: &mut Arg, visit: Visit<'_>) {
    match arg {
        Arg::Real(e) => real(e, visit),
        Arg::Int(e) => int(e, visit),
        Arg::Record(p) | Arg::Pointer(p) => place(p, visit),
    }
}

fn place(place: &mut Place, visit: Visit<'_>) {
    if let Some(index) = &mut place.index {
        int(index, visit);
    }
}

fn real(e: &mut Real, visit: Visit<'_>) {
    match e {
        Real::Const(..) => {}
        Real::Load(p) => place(p, visit),
        Real::FromInt(i) => int(i, visit),
        Real::Neg(a) | Real::Cast(_, a) => real(a, visit),
        Real::Bin(_, a, b) => {
            real(a, visit);
            real(b, visit);
        }
        Real::Math(_, _, args) => args.iter_mut().for_each(|a| real(a, visit)),
        Real::Select(c, a, b) => {
            cond(c, visit);
            real(a, visit);
            real(b, visit);
        }
    }
    visit(Node::Real(e));
}

fn int(e: &mut Int, visit: Visit<'_>) {
    match e {
        Int::Const(_) | Int::Id(_) => {}
        Int::Load(p) => place(p, visit),
        Int::Bin(_, a, b) => {
            int(a, visit);
            int(b, visit);
        }
    }
    visit(Node::Int(e));
}

fn cond(c: &mut Cond, visit: Visit<'_>) {
    match c {
        Cond::Int(_, a, b) => {
            int(a, visit);
            int(b, visit);
        }
        Cond::Real(_, a, b) => {
            real(a, visit);
            real(b, visit);
        }
        Cond::And(a, b) => {
            cond(a, visit);
            cond(b, visit);
        }
    }
}

/// Whether a program may compute otherwise in warps of another width.
pub(crate) fn uses_warps(whole: &Program) -> bool {
    let mut found = false;
    program(&mut whole.clone(), &mut |node| match node {
        Node::Block(body) => {
            let asks = |s: &Stmt| {
                matches!(
                    s,
                    Stmt::Shuffle { .. } | Stmt::Vote { .. } | Stmt::WarpBarrier
                )
            };
            found |= body.iter().any(asks);
        }
        Node::Int(Int::Id(Id::Lane | Id::Width)) => found = true,
        Node::Int(_) | Node::Real(_) | Node::Range(_) => {}
    });
    found
}

/// Whether a program takes maxima or minima in memory of the device.
pub(crate) fn raises(whole: &Program) -> bool {
    let mut found = false;
    program(&mut whole.clone(), &mut |node| {
        if let Node::Block(body) = node {
            found |= body.iter().any(|stmt| matches!(stmt, Stmt::Raise { .. }));
        }
    });
    found
}

/// Whether a program computes in single precision.
pub(crate) fn uses_floats(whole: &Program) -> bool {
    let is_float = |ty: Ty| matches!(ty, Ty::F32 | Ty::Record(Record::Mixed));
    let has = |vars: &[Var]| vars.iter().any(|v| is_float(v.ty));
    let mut found = has(&whole.vars) || whole.shared.iter().any(|s| is_float(s.var.ty));
    found |= whole.funcs.iter().any(|f| has(&f.vars));
    program(&mut whole.clone(), &mut |node| {
        if let Node::Real(e) = node {
            found |= matches!(
                e,
                Real::Const(_, Prec::F32) | Real::Math(_, Prec::F32, _) | Real::Cast(Prec::F32, _)
            );
        }
    });
    found
}
