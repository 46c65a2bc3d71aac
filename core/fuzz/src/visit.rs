//! One walk over the whole tree, for everything that edits or scans it. Owns the list of children of
//! every node; must not interpret them.

use crate::ast::omp::{Into, Omp, WorkLoop};
use crate::ast::{
    Arg, Block, Case, Checkpoints, Cond, Init, Int, Place, Pointer, Prec, Program, Real, Stmt, Type,
};
use crate::features::Feature;
use crate::idiom;

/// A node handed to the visitor before its children are walked.
pub(crate) enum Node<'a> {
    Block(&'a mut Block),
    Stmt(&'a mut Stmt),
    Real(&'a mut Real),
    Int(&'a mut Int),
    Cond(&'a mut Cond),
    Pointer(&'a mut Pointer),
    Place(&'a mut Place),
}

/// Called for every node, parents first.
pub(crate) type Visitor<'v> = dyn FnMut(Node<'_>) + 'v;

pub(crate) fn block(b: &mut Block, visit: &mut Visitor<'_>) {
    visit(Node::Block(b));
    b.iter_mut().for_each(|s| stmt(s, visit));
}

fn stmt(s: &mut Stmt, visit: &mut Visitor<'_>) {
    visit(Node::Stmt(s));
    match s {
        Stmt::Decl(_, Init::Value(value)) | Stmt::Return(Some(value)) => arg(value, visit),
        Stmt::Decl(_, Init::None | Init::Zero)
        | Stmt::Return(None)
        | Stmt::Break
        | Stmt::Continue => {}
        Stmt::Assign(p, value) => {
            place(p, visit);
            arg(value, visit);
        }
        Stmt::Update(_, p, value) => {
            place(p, visit);
            real(value, visit);
        }
        Stmt::Call(into, _, args) => {
            into.iter_mut().for_each(|p| place(p, visit));
            args.iter_mut().for_each(|a| arg(a, visit));
        }
        Stmt::Memcpy {
            dst, src, count, ..
        } => {
            pointer(dst, visit);
            pointer(src, visit);
            int(count, visit);
        }
        Stmt::Memset { dst, count, .. } => {
            pointer(dst, visit);
            int(count, visit);
        }
        Stmt::Alloc {
            place: p, count, ..
        }
        | Stmt::Realloc {
            place: p, count, ..
        } => {
            place(p, visit);
            int(count, visit);
        }
        Stmt::Free(p) => place(p, visit),
        Stmt::Idiom(idiom) => {
            pointer(&mut idiom.dst, visit);
            pointer(&mut idiom.src, visit);
        }
        Stmt::Mark(checkpoints) => named(checkpoints, visit),
        Stmt::Steps(steps) => {
            int(&mut steps.count, visit);
            steps.args.iter_mut().for_each(|a| arg(a, visit));
            steps.sum.iter_mut().for_each(|p| place(p, visit));
            steps.checkpoints.iter_mut().for_each(|c| named(c, visit));
        }
        Stmt::Blas(blas) => {
            real(&mut blas.alpha, visit);
            real(&mut blas.beta, visit);
            let operands = blas.operands.iter_mut();
            operands.for_each(|o| pointer(&mut o.at, visit));
            blas.into.iter_mut().for_each(|p| place(p, visit));
        }
        Stmt::Omp(inner) => omp(inner, visit),
        Stmt::For { from, to, body, .. } => {
            int(from, visit);
            int(to, visit);
            block(body, visit);
        }
        Stmt::While(c, body) | Stmt::DoWhile(body, c) => {
            cond(c, visit);
            block(body, visit);
        }
        Stmt::If(c, yes, no) => {
            cond(c, visit);
            block(yes, visit);
            block(no, visit);
        }
        Stmt::Switch { on, cases, default } => switch(on, cases, default, visit),
    }
}

fn omp(node: &mut Omp, visit: &mut Visitor<'_>) {
    match node {
        Omp::Parallel(region) => {
            region.threads.iter_mut().for_each(|n| int(n, visit));
            region.on.iter_mut().for_each(|c| cond(c, visit));
            block(&mut region.body, visit);
        }
        Omp::Loop(work) => work_loop(work, visit),
        Omp::Sections(sections) => {
            let bodies = sections.bodies.iter_mut();
            bodies.for_each(|b| block(b, visit));
        }
        Omp::Single { body, .. } | Omp::Master { body, .. } | Omp::Ordered(body) => {
            block(body, visit);
        }
        Omp::Barrier | Omp::Pass(_) => {}
        Omp::Join(_, joins) => {
            for join in joins {
                place(&mut join.place, visit);
                real(&mut join.value, visit);
            }
        }
        Omp::Partial(partial) => {
            work_loop(&mut partial.work, visit);
            if let Into::Guarded(_, into) = &mut partial.into {
                place(into, visit);
            }
        }
        Omp::Total { place: into, .. } => place(into, visit),
    }
}

fn work_loop(work: &mut WorkLoop, visit: &mut Visitor<'_>) {
    for count in &mut work.loops {
        int(&mut count.from, visit);
        int(&mut count.to, visit);
    }
    block(&mut work.body, visit);
}

fn named(checkpoints: &mut Checkpoints, visit: &mut Visitor<'_>) {
    let memory = checkpoints.named.iter_mut();
    memory.for_each(|n| pointer(&mut n.at, visit));
}

fn switch(on: &mut Int, cases: &mut [Case], default: &mut Block, visit: &mut Visitor<'_>) {
    int(on, visit);
    cases.iter_mut().for_each(|c| block(&mut c.body, visit));
    block(default, visit);
}

fn arg(a: &mut Arg, visit: &mut Visitor<'_>) {
    match a {
        Arg::Real(e) => real(e, visit),
        Arg::Int(e) => int(e, visit),
        Arg::Ptr(e) => pointer(e, visit),
        Arg::Struct(p) => place(p, visit),
    }
}

fn place(p: &mut Place, visit: &mut Visitor<'_>) {
    visit(Node::Place(p));
    match p {
        Place::Var(_) | Place::Global(_) => {}
        Place::Index(base, index) => {
            place(base, visit);
            int(index, visit);
        }
        Place::Field(base, _) | Place::Deref(base) => place(base, visit),
    }
}

fn real(e: &mut Real, visit: &mut Visitor<'_>) {
    visit(Node::Real(e));
    match e {
        Real::Const(..) => {}
        Real::Load(p) => place(p, visit),
        Real::FromInt(i) => int(i, visit),
        Real::Neg(a) | Real::Cast(_, a) => real(a, visit),
        Real::Bin(_, a, b) => {
            real(a, visit);
            real(b, visit);
        }
        Real::Math(_, args) => args.iter_mut().for_each(|a| real(a, visit)),
        Real::Select(c, a, b) => {
            cond(c, visit);
            real(a, visit);
            real(b, visit);
        }
        Real::Call(_, args) => args.iter_mut().for_each(|a| arg(a, visit)),
    }
}

fn int(e: &mut Int, visit: &mut Visitor<'_>) {
    visit(Node::Int(e));
    match e {
        Int::Const(_) => {}
        Int::Load(p) => place(p, visit),
        Int::Bin(_, a, b) => {
            int(a, visit);
            int(b, visit);
        }
        Int::Trunc(a) => real(a, visit),
        Int::Select(c, a, b) => {
            cond(c, visit);
            int(a, visit);
            int(b, visit);
        }
    }
}

fn cond(c: &mut Cond, visit: &mut Visitor<'_>) {
    visit(Node::Cond(c));
    match c {
        Cond::Real(_, a, b) => {
            real(a, visit);
            real(b, visit);
        }
        Cond::Int(_, a, b) => {
            int(a, visit);
            int(b, visit);
        }
        Cond::And(a, b) | Cond::Or(a, b) => {
            cond(a, visit);
            cond(b, visit);
        }
        Cond::Not(a) => cond(a, visit),
    }
}

fn pointer(p: &mut Pointer, visit: &mut Visitor<'_>) {
    visit(Node::Pointer(p));
    match p {
        Pointer::Null => {}
        Pointer::Load(at) | Pointer::Decay(at) | Pointer::Addr(at) => place(at, visit),
        Pointer::Offset(base, by) => {
            pointer(base, visit);
            int(by, visit);
        }
        Pointer::Select(c, a, b) => {
            cond(c, visit);
            pointer(a, visit);
            pointer(b, visit);
        }
    }
}

/// The functions a block calls, in any order, with repetitions.
pub(crate) fn callees(body: &Block) -> Vec<usize> {
    let mut found = Vec::new();
    block(&mut body.clone(), &mut |node| match node {
        Node::Stmt(Stmt::Call(_, f, _)) | Node::Real(Real::Call(f, _)) => found.push(*f),
        Node::Stmt(Stmt::Steps(steps)) => found.push(steps.f),
        _ => {}
    });
    found
}

/// The functions reachable from the top one, in order of definition.
pub(crate) fn reachable(program: &Program) -> Vec<usize> {
    let mut seen = vec![false; program.funcs.len()];
    let mut todo = vec![program.top()];
    while let Some(f) = todo.pop() {
        if !std::mem::replace(&mut seen[f], true) {
            todo.extend(callees(&program.funcs[f].body));
        }
    }
    (0..seen.len()).filter(|f| seen[*f]).collect()
}

/// The features of reachable code for which a program may be refused.
pub(crate) fn idiom_features(program: &Program) -> Vec<Feature> {
    let mut found = Vec::new();
    found.extend(program.inputs.w.as_ref().map(|_| Feature::Passive));
    for f in reachable(program) {
        let func = &program.funcs[f];
        found.extend(func.recomputed.then_some(Feature::Recomputed));
        block(&mut func.body.clone(), &mut |node| {
            if let Node::Stmt(stmt) = node {
                found.extend(class(stmt));
            }
        });
    }
    found
}

/// The class of a statement that has one.
fn class(stmt: &Stmt) -> Option<Feature> {
    match stmt {
        Stmt::Idiom(idiom) => Some(idiom::ROWS[idiom.row].feature),
        Stmt::Mark(checkpoints) => Some(of_checkpoints(checkpoints)),
        Stmt::Steps(steps) => Some(match &steps.checkpoints {
            Some(checkpoints) => of_checkpoints(checkpoints),
            None => Feature::Regions,
        }),
        Stmt::Blas(_) => Some(Feature::Blas),
        Stmt::Omp(_) => Some(Feature::Openmp),
        _ => None,
    }
}

fn of_checkpoints(checkpoints: &Checkpoints) -> Feature {
    match checkpoints.forgetful {
        true => Feature::Forgotten,
        false => Feature::Checkpoints,
    }
}

/// Whether any reachable code computes in single precision (decides on tolerances).
pub(crate) fn uses_floats(program: &Program) -> bool {
    reachable(program).into_iter().any(|f| {
        let func = &program.funcs[f];
        func.ret.as_ref().is_some_and(|ty| float_type(program, ty))
            || func.vars.iter().any(|v| float_type(program, &v.ty))
            || float_casts(&func.body)
    })
}

fn float_type(program: &Program, ty: &Type) -> bool {
    match ty {
        Type::Real(p) => *p == Prec::F32,
        Type::Int => false,
        Type::Array(elem, _) => float_type(program, elem),
        // A list node points to its own type: look through pointers to scalars only.
        Type::Ptr(elem) => match &**elem {
            Type::Real(p) => *p == Prec::F32,
            _ => false,
        },
        Type::Struct(id) => program.structs[*id]
            .fields
            .iter()
            .any(|f| float_type(program, &f.ty)),
    }
}

fn float_casts(body: &Block) -> bool {
    let mut found = false;
    block(&mut body.clone(), &mut |node| {
        found |= matches!(
            node,
            Node::Real(Real::Cast(Prec::F32, _) | Real::Const(_, Prec::F32))
        );
    });
    found
}
