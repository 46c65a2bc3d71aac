//! What a plan keeps, and why, as data that people's tools read.
//!
//! Owns: the words of reasons and remedies. Must not: decide anything: what was not decided elsewhere is not reported.

use super::adjoints::{Adjoint, Called, Halves};
use super::cut::home;
use super::facts::Facts;
use super::item::Item;
use super::raises::{bytes_left, is_raise};
use super::recompute::Recipe;
use super::snapshot::Content;
use super::{Plan, Tangent};
use crate::analysis::callee;
use crate::report::{Argument, Call, Derivative, Kept, Line, Loop, Mode};
use crate::request::Activity;
use crate::request::Mode as Asked;
use crate::view::entity::{Entity, Map};
use crate::view::{InstId, LoopId, Op, ValueId, ValueKind};

/// What the source says.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    /// Where an instruction stands.
    pub(crate) places: &'a dyn Fn(InstId) -> Option<Line>,
    /// How it calls a function, by its symbol.
    pub(crate) names: &'a dyn Fn(&str) -> String,
    /// Whether it is Fortran's.
    pub(crate) is_fortran: bool,
}

/// The report on a plan of reverse mode; none on the reverse half of a split derivative, which reads what the other half keeps.
pub(crate) fn of(
    facts: Facts<'_>,
    plan: &Plan,
    symbol: String,
    source: Source<'_>,
) -> Option<Derivative> {
    let mode = match facts.request.mode {
        Asked::Gradient => Mode::Gradient,
        Asked::Augmented => Mode::Augmented,
        Asked::Forward | Asked::Reverse => return None,
    };
    let reporter = Reporter { facts, source };
    let mut report = reporter.begin(symbol, mode, &plan.adjoints);
    let kept = plan.layout.kept.keys();
    report.kept = kept.map(|item| reporter.kept(plan, *item)).collect();
    report.calls = reporter.calls(&plan.adjoints);
    without_copies(&mut report);
    Some(report)
}

/// The report on a plan of forward mode, which keeps nothing.
pub(crate) fn of_tangent(
    facts: Facts<'_>,
    plan: &Tangent,
    symbol: String,
    source: Source<'_>,
) -> Derivative {
    Reporter { facts, source }.begin(symbol, Mode::Forward, &plan.adjoints)
}

/// Leaves out what is kept in loops that are copies of others: compilers make two of one where a condition is the same in all iterations, and
/// one of them runs. Copies stand at the same place, inlined from the same one, in the same loop or in copies of one.
fn without_copies(report: &mut Derivative) {
    let mut first: Vec<usize> = Vec::new();
    for (index, one) in report.loops.iter().enumerate() {
        let within = |one: &Loop| one.within.map(|outer| first[outer]);
        let is_copy = |other: &usize| {
            let other = &report.loops[*other];
            one.line.is_some() && one.line == other.line && within(one) == within(other)
        };
        first.push((0..index).find(is_copy).unwrap_or(index));
    }
    let mut told: Vec<(Kept, Vec<usize>)> = Vec::new();
    for kept in std::mem::take(&mut report.kept) {
        let nest = kept.loops.clone();
        let loops = nest.iter().map(|l| first[*l]).collect();
        let own = Kept { loops, ..kept };
        let mut others = told.iter().filter(|(_, of)| *of != nest);
        if own.line.is_none() || !others.any(|(other, _)| *other == own) {
            told.push((own, nest));
        }
    }
    report.kept = told.into_iter().map(|(kept, _)| kept).collect();
}

struct Reporter<'a> {
    facts: Facts<'a>,
    source: Source<'a>,
}

impl Reporter<'_> {
    fn begin(&self, symbol: String, mode: Mode, adjoints: &Map<InstId, Adjoint>) -> Derivative {
        let request = self.facts.request;
        Derivative {
            name: (self.source.names)(&symbol),
            symbol,
            function: (self.source.names)(&request.function.name()),
            mode,
            arguments: self.arguments(),
            returns_active: request.returned.active,
            loops: self.loops(),
            active: self.active(adjoints),
            kept: Vec::new(),
            calls: Vec::new(),
            shadows: Vec::new(),
            frame: None,
        }
    }

    fn arguments(&self) -> Vec<Argument> {
        let body = self.facts.body;
        let all = body.params.iter().zip(&self.facts.request.params);
        let argument = |(value, activity): (&ValueId, &Activity)| Argument {
            name: body.values[*value].name.clone(),
            activity: match activity {
                Activity::Const => "const",
                Activity::Dup => "dup",
                Activity::Out => "out",
                Activity::Null => "null",
            }
            .to_owned(),
        };
        all.map(argument).collect()
    }

    fn loops(&self) -> Vec<Loop> {
        let body = self.facts.body;
        let described = |l: LoopId| {
            let l = &body.loops[l];
            // A loop's last jump stands where the loop does.
            let ends = body.blocks[l.latch].insts.iter().rev();
            let begins = body.blocks[l.header].insts.iter();
            let line = ends.chain(begins).find_map(|id| (self.source.places)(*id));
            let last = l.last.map(|last| &body.values[last].kind);
            Loop {
                line,
                within: l.parent.map(Entity::index),
                iterations: match last {
                    Some(ValueKind::ConstInt(Some(last))) => u64::try_from(last + 1).ok(),
                    _ => None,
                },
                counted: last.is_some(),
            }
        };
        body.loops.keys().map(described).collect()
    }

    /// Lines with numbers that are differentiated.
    fn active(&self, adjoints: &Map<InstId, Adjoint>) -> Vec<Line> {
        let contributes = |adjoint: &Adjoint| !matches!(adjoint, Adjoint::None);
        let all = adjoints.iter().filter(|(_, adjoint)| contributes(adjoint));
        let mut lines: Vec<Line> = all.filter_map(|(id, _)| (self.source.places)(id)).collect();
        let key = |line: &Line| (line.file.clone(), line.line);
        lines.sort_by_key(key);
        lines.dedup_by_key(|line| key(line));
        lines
    }

    fn calls(&self, adjoints: &Map<InstId, Adjoint>) -> Vec<Call> {
        let calls = adjoints.iter().filter_map(|(id, adjoint)| {
            let Adjoint::Call(call) = adjoint else {
                return None;
            };
            let how = match call.halves {
                Halves::Split { .. } => "keeps a tape of its own until the reverse pass",
                Halves::Combined => {
                    "runs forward and backward in the reverse pass, and keeps nothing before"
                }
                Halves::Repeated => "runs once more in the reverse pass, and keeps nothing before",
            };
            Some((id, how, &call.called))
        });
        calls
            .map(|(id, how, called)| Call {
                callee: match called {
                    Called::Function(symbol) | Called::Team(symbol) | Called::Task(symbol) => {
                        (self.source.names)(symbol)
                    }
                    Called::Through => self.callee(id),
                },
                line: (self.source.places)(id),
                how: how.to_owned(),
            })
            .collect()
    }

    fn callee(&self, id: InstId) -> String {
        let Some(symbol) = callee::symbol(&self.facts.body.insts[id]) else {
            return "a function".to_owned();
        };
        // LLVM has many functions of mathematics as its own: `llvm.sin.f64`.
        match symbol.strip_prefix("llvm.") {
            Some(own) => own.split('.').next().unwrap_or(own).to_owned(),
            None => (self.source.names)(symbol),
        }
    }

    fn kept(&self, plan: &Plan, item: Item) -> Kept {
        let body = self.facts.body;
        let made = match item {
            Item::Tape(call) => Some(call),
            Item::Primal(value) | Item::Shadow(value) => body.def(value),
            Item::Copied(snapshot, _) => body.blocks[body.loops[snapshot.before].header]
                .insts
                .first()
                .copied(),
        };
        let Reason {
            why,
            because,
            remedy,
        } = self.reason(plan, item);
        Kept {
            what: self.what(item),
            line: made.and_then(|id| (self.source.places)(id)),
            why,
            because: because.and_then(|id| (self.source.places)(id)),
            remedy: remedy.map(str::to_owned),
            bytes: self.bytes(item),
            loops: self.nest(item),
        }
    }

    /// The loops around, outermost first.
    fn nest(&self, item: Item) -> Vec<usize> {
        let home = home(self.facts, item);
        let nest = home
            .into_iter()
            .flat_map(|block| self.facts.body.nest(block));
        let mut nest: Vec<usize> = nest.map(LoopId::index).collect();
        nest.reverse();
        nest
    }

    fn bytes(&self, item: Item) -> Option<u64> {
        let body = self.facts.body;
        match item {
            Item::Primal(value) => Some(body.types.get(body.values[value].ty).store_size.max(1)),
            Item::Shadow(_) => Some(8 * u64::from(self.facts.request.width)),
            Item::Tape(id) => Some(bytes_left(self.facts, id)),
            Item::Copied(..) => None,
        }
    }

    fn what(&self, item: Item) -> String {
        let body = self.facts.body;
        match item {
            Item::Tape(id) if is_raise(self.facts, id) => {
                "whether the thread's number is the largest, or the smallest".to_owned()
            }
            Item::Tape(call) => format!("what `{}` keeps", self.callee(call)),
            Item::Shadow(value) => format!("the shadow of {}", self.value(value)),
            Item::Copied(snapshot, _) => {
                format!("a copy of the memory behind {}", body.in_words(snapshot.of))
            }
            Item::Primal(value) => self.value(value),
        }
    }

    fn value(&self, value: ValueId) -> String {
        let body = self.facts.body;
        let Some(id) = body.def(value) else {
            return body.in_words(value);
        };
        match &body.insts[id].op {
            Op::Load { .. } => "what is read here".to_owned(),
            Op::Call(_) => format!("the result of `{}`", self.callee(id)),
            Op::Float(op) => format!("the result of {}", operation(op.rule())),
            Op::Round => "a rounded number".to_owned(),
            Op::FCmp | Op::ICmp => "the result of a comparison".to_owned(),
            Op::Phi(_) if self.is_way(value) => "which way the program came".to_owned(),
            Op::Phi(_) => {
                "a value that depends on the way the program came, or on the iteration before"
                    .to_owned()
            }
            Op::Select => "a chosen value".to_owned(),
            Op::Gep { .. } => "an address".to_owned(),
            Op::Alloca(_) => "a variable".to_owned(),
            // Any other: the line says what it is.
            _ => "a value".to_owned(),
        }
    }

    /// Whether a merge says where control came from: integers of few bits that are constant on each way.
    fn is_way(&self, value: ValueId) -> bool {
        let body = self.facts.body;
        body.def(value).is_some_and(|id| {
            let mut operands = body.insts[id].operands.iter();
            operands.all(|v| matches!(body.values[*v].kind, ValueKind::ConstInt(_)))
        })
    }

    fn reason(&self, plan: &Plan, item: Item) -> Reason {
        match item {
            Item::Tape(id) if is_raise(self.facts, id) => {
                Reason::only("only the end of the launch tells it")
            }
            Item::Tape(_) => Reason::only("its reverse half reads it"),
            Item::Copied(snapshot, _) => Reason::only(match plan.snapshots.content(snapshot) {
                Content::Whole | Content::Part(_) => {
                    "what the loop reads is overwritten later, and one copy is less than each number that is read"
                }
                Content::Inspected { .. } => {
                    "what the loop reads is overwritten later; whether one copy is less than each number that is read is found out when the program runs"
                }
            }),
            Item::Primal(value) | Item::Shadow(value) => self.of_value(plan, item, value),
        }
    }

    fn of_value(&self, plan: &Plan, item: Item, value: ValueId) -> Reason {
        let body = self.facts.body;
        let Some(id) = body.def(value) else {
            return Reason::only("the reverse pass reads it");
        };
        let is_load = matches!(body.insts[id].op, Op::Load { .. });
        if let Some(writer) = self.facts.overwritten.by(id).filter(|_| is_load) {
            return self.overwritten(id, writer);
        }
        if is_load && self.facts.overwritten.is(id) {
            return Reason::only("the caller may overwrite it before the reverse pass");
        }
        let recipe = plan.recipes.get(&item);
        if recipe.is_some_and(|recipe| *recipe != Recipe::Never) {
            return Reason::only("it takes less room than what it would be computed from again");
        }
        match &body.insts[id].op {
            Op::Call(_) if matches!(plan.adjoints[id], Adjoint::Allocate { .. }) => {
                Reason::only("the reverse pass uses the memory, and frees it")
            }
            Op::Call(_) => Reason::only("a call is not made a second time"),
            Op::FCmp => Reason {
                remedy: Some("without -ffast-math it is compared again"),
                ..Reason::only("computed again, it might come out otherwise in the last bit")
            },
            Op::Phi(_) => Reason::only("nothing else tells the reverse pass"),
            // Any other: it is not cheap to have again.
            _ => Reason::only("the reverse pass reads it, and it is not computed a second time"),
        }
    }

    /// Another instruction may write where a load has read.
    fn overwritten(&self, load: InstId, writer: InstId) -> Reason {
        let body = self.facts.body;
        let [not_written, apart] = match self.source.is_fortran {
            true => [
                "where it does not: let the function be inlined (one file, or -flto), or pass it a copy",
                "where these are different memory: dummy arguments without `target` and `pointer` are, members of one structure are not",
            ],
            false => [
                "where it does not: tell by `const`, `restrict`, or let the function be inlined",
                "where these are different memory: say so by `restrict`",
            ],
        };
        let (why, remedy) = match body.insts[writer].op {
            Op::Call(_) => (
                "this call may overwrite it before the reverse pass reads it again",
                not_written,
            ),
            Op::Store { .. }
                if self.base(body.insts[writer].operands[1])
                    == self.base(body.insts[load].operands[0]) =>
            {
                (
                    "this overwrites it before the reverse pass reads it again",
                    "results that go to another array leave it as it is",
                )
            }
            // Any other: a store elsewhere, or what acts as one.
            _ => (
                "this may overwrite it before the reverse pass reads it again",
                apart,
            ),
        };
        Reason {
            why: why.to_owned(),
            because: Some(writer),
            remedy: Some(remedy),
        }
    }

    /// What an address is reckoned from.
    fn base(&self, mut pointer: ValueId) -> ValueId {
        let body = self.facts.body;
        while let Some(id) = body.def(pointer)
            && matches!(body.insts[id].op, Op::Gep { .. })
        {
            pointer = body.insts[id].operands[0];
        }
        pointer
    }
}

struct Reason {
    why: String,
    because: Option<InstId>,
    remedy: Option<&'static str>,
}

impl Reason {
    fn only(why: &str) -> Self {
        Self {
            why: why.to_owned(),
            because: None,
            remedy: None,
        }
    }
}

/// A word for what is computed.
fn operation(rule: &str) -> &str {
    match rule {
        "fadd" => "an addition",
        "fsub" => "a subtraction",
        "fmul" => "a multiplication",
        "fdiv" => "a division",
        "fneg" => "a change of sign",
        other => other,
    }
}
