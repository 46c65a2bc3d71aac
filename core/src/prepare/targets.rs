//! Calls through pointers, as branches to calls of the functions that the pointers may lead to.
//!
//! A program with a `main` shows which functions it takes the addresses of, and which ones its virtual tables hold. A call
//! through a pointer becomes one comparison and one direct call for each that fits. What is left, a function from a
//! library or from another part of the program, ends the program with a message: no derivative is computed without it.
//! So does the call of a member of a structure that no function fits: a callback that the program never sets.
//!
//! Candidates have the call's type, and their address is taken somewhere or lies at the call's place in a virtual table. A load from a
//! constant table says them exactly. The pipeline does this only where it has to (`opened`).
//!
//! What is left of calls through pointers is called through shadows, if the program asks for that (`Target::Through`), in a last attempt when branches
//! did not do. Analyses take such a call for code that is not seen and may do anything with what its arguments lead to; the plan knows one
//! convention for each type of function (`plan::through`).
//!
//! Owns: which functions a call may reach, and the branches. Must not: decide whether a call touches active data.

mod kept;

use super::inline::all_calls;
use super::stops;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Type, Value};
use enzyme_llvm_shim::transform;
use enzyme_rules::Registry;
use indexmap::{IndexMap, IndexSet};
use kept::{Kept, Nearness, Source};

/// More functions than this are not told apart by branches.
const MOST: usize = 32;

/// Functions that calls through pointers may reach.
pub(crate) struct Targets {
    by_type: IndexMap<Type, Vec<(Value, Kept)>>,
    /// Whether the program's `main` is here: a part of a program knows nothing of the others.
    closed: bool,
}

/// Which functions a call is believed to reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Belief {
    /// All of its type.
    All,
    /// Those that constants keep where the call takes its pointer from, and those whose addresses code uses.
    ByPlace,
}

impl Targets {
    /// Looks at a module, of which these functions are the program's.
    pub(crate) fn of(module: Module, program: &IndexSet<Value>, registry: &Registry) -> Self {
        let mut by_type: IndexMap<Type, Vec<(Value, Kept)>> = IndexMap::new();
        let all = kept::in_module(module, registry).into_iter();
        for (function, kept) in all.filter(|(function, _)| program.contains(function)) {
            let of_type = by_type.entry(function.function_type()).or_default();
            of_type.push((function, kept));
        }
        let main = module.function("main");
        Self {
            by_type,
            closed: main.is_some_and(|main| !main.is_declaration()),
        }
    }

    /// All functions that calls through pointers may reach.
    pub(crate) fn all(&self) -> Vec<Value> {
        let functions = self.by_type.values().flatten();
        functions.map(|(function, _)| *function).collect()
    }

    /// Rewrites the calls through pointers of a prepared copy whose targets are known; says whether there were any.
    pub(super) fn as_branches(&self, module: Module, copy: Value, belief: Belief) -> bool {
        let calls = self.resolved(copy, belief);
        for (call, targets) in &calls {
            branch(module, *call, targets);
        }
        !calls.is_empty()
    }

    /// The calls through pointers of a function whose targets are known, and these: none, if the program never sets the pointer.
    pub(crate) fn resolved(
        &self,
        function: Value,
        belief: Belief,
    ) -> Vec<(Value, IndexSet<Value>)> {
        let calls = all_calls(function)
            .into_iter()
            .filter(|c| transform::is_indirect_call(*c));
        let calls = calls.map(|call| (call, self.reached(call, belief)));
        let tellable = |(call, targets): &(Value, IndexSet<Value>)| match targets.len() {
            0 => self.is_never_set(*call),
            many => many <= MOST,
        };
        calls.filter(tellable).collect()
    }

    /// The functions of a call's type that it may reach, as far as they can be known. Too many are fewer by place.
    fn reached(&self, call: Value, belief: Belief) -> IndexSet<Value> {
        let source = call.callee().map(Source::of).unwrap_or_default();
        if !self.closed && !source.is_closed() {
            return IndexSet::new();
        }
        let of_type = self.of_type(call).iter();
        let mut reached: Vec<&(Value, Kept)> =
            of_type.filter(|(_, kept)| kept.meets(&source)).collect();
        if belief == Belief::ByPlace || reached.len() > MOST {
            // Arrays have elements wherever structures have members: those only if there is nothing nearer.
            let nearest = reached.iter().map(|(_, kept)| kept.nearness(&source)).max();
            let least = nearest.map_or(Nearness::Element, |nearest| nearest.max(Nearness::Element));
            reached.retain(|(_, kept)| kept.anywhere || kept.nearness(&source) >= least);
        }
        reached.into_iter().map(|(function, _)| *function).collect()
    }

    /// Whether a call takes its pointer from memory of the program's, which takes the address of no function that fits: not even of one that is called
    /// by a pointer of another type.
    fn is_never_set(&self, call: Value) -> bool {
        let source = call.callee().map(Source::of).unwrap_or_default();
        self.closed
            && source.is_of_program()
            && !kept::looks_virtual(call)
            && !call.called_type().is_variadic()
            && !self.all().into_iter().any(|function| takes(function, call))
    }

    /// All functions of a call's type whose addresses the program takes.
    fn of_type(&self, call: Value) -> &[(Value, Kept)] {
        let of_type = self.by_type.get(&call.called_type());
        of_type.map_or(&[], Vec::as_slice)
    }

    /// Why the targets of a call are not known, and what helps.
    pub(crate) fn why(&self, call: Value) -> (String, &'static str) {
        if call
            .block()
            .is_some_and(|block| block.function().module().is_for_gpu())
        {
            let why = "which objects and functions come to a kernel, the host decides: its code is compiled apart from the device's";
            let help = "choose the function by a number, in a `switch`, or make its class a parameter of a template";
            return (why.to_owned(), help);
        }
        if !self.closed {
            let why = "the program's `main` is not in this module: other modules may pass functions that are not seen here";
            let help = "build with -flto, not -flto=thin, and let the linker load the plugin";
            return (why.to_owned(), help);
        }
        match self.reached(call, Belief::ByPlace).len() {
            0 => (
                "no function of this type has its address taken in the program".to_owned(),
                "make the function visible: same translation unit, or -flto; call it by a pointer of the type with which it is defined",
            ),
            many => (
                format!(
                    "{many} functions of this type have their addresses taken, and {MOST} at most are told apart"
                ),
                "choose the function by a switch",
            ),
        }
    }
}

/// Whether a function takes what a call gives, whatever it returns.
fn takes(function: Value, call: Value) -> bool {
    let params = function.params().into_iter().map(Value::ty);
    params.eq(call.call_args().into_iter().map(Value::ty))
}

/// One comparison and one direct call for each target; what is none of them ends the program. If what the call passes does not
/// fit a target, the call stays.
fn branch(module: Module, call: Value, targets: &IndexSet<Value>) {
    let mut all_fit = true;
    for target in targets {
        all_fit &= transform::promote_call(call, *target);
    }
    if !all_fit {
        return;
    }
    let build = Builder::ahead_of(module.context(), call);
    stops::UNKNOWN.call(module, &build, call);
    transform::end_at(call);
}
