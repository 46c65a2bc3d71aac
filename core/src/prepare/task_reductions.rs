//! Reductions of tasks: each task adds to a part that belongs to the worker which does it, and whoever ends the group of tasks joins the parts.
//!
//! The library is given a list of variables, each with functions of the program that begin a part and join it with the variable. Here these become plain
//! code: where the list is given, a loop that begins a part for each worker, and behind the end of the group a loop that joins them, in the order of
//! workers. Only finding a part is left to a library (`enzyme_rules::TaskReduction`).
//!
//! Owns: these loops. Must not: know a library. Where the list or the end of the group is not known, the call becomes one that is refused.

use super::offsets::{addresses, last_ahead};
use enzyme_llvm_shim::analyses;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Block, IntPredicate, Module, Opcode, Type, Value, ValueKind};
use enzyme_llvm_shim::transform;
use enzyme_rules::TaskReduction;
use indexmap::IndexSet;

/// Groups of tasks inside of each other.
const MOST_INSIDE: usize = 16;

/// A variable of the list.
struct Variable {
    item: Value,
    original: Value,
    bytes: u64,
    begin: Value,
    join: Value,
}

/// Puts such code in the place of a call that gives the list.
pub(super) fn exchange(module: Module, copy: Value, call: Value, rule: &TaskReduction) {
    let variables = variables(call, rule);
    let ends = ends(copy, call, rule);
    let Some((variables, ends)) = variables.zip(ends) else {
        call.set_callee(module.declare(rule.otherwise, call.called_type()));
        return;
    };
    let context = module.context();
    let build = Builder::ahead_of(context, call);
    build.set_location(Some(call));
    if let Some(group) = rule.group {
        let args = &call.call_args()[..2];
        let types: Vec<Type> = args.iter().map(|arg| arg.ty()).collect();
        let ty = context.void().function(&types, false);
        build.call(ty, module.declare(group, ty), args, "");
    }
    let ty = context.int(32).function(&[], false);
    let workers = build.call(ty, module.declare(rule.workers, ty), &[], "workers");
    for variable in &variables {
        let parts = Parts {
            module,
            rule,
            variable,
        };
        parts.begin(&build, workers);
        for end in &ends {
            let behind = Builder::ahead_of(context, next(*end));
            behind.set_location(Some(*end));
            parts.join(&behind, workers);
        }
    }
    call.replace_all_uses_with(call.ty().zero());
    call.erase_instruction();
}

/// The list that a call gives; nothing if anything in it is not known.
fn variables(call: Value, rule: &TaskReduction) -> Option<Vec<Variable>> {
    let operands = call.call_args();
    let count = operands.get(usize::from(rule.count))?.as_u64()?;
    let list = addresses(*operands.get(usize::from(rule.entries))?)?;
    let stored = |offset: u64| {
        let at = list.iter().filter(|(_, at)| *at == offset);
        let stores = at.flat_map(|(address, _)| {
            let users = address.users().into_iter();
            users.filter(|user| {
                user.opcode() == Opcode::LLVMStore && user.operand(1) == Some(*address)
            })
        });
        last_ahead(call, &stores.collect::<Vec<_>>())?.operand(0)
    };
    let is_defined = |function: &Value| {
        function.kind() == ValueKind::LLVMFunctionValueKind && !function.is_declaration()
    };
    let entry = rule.entry;
    let all = (0..count).map(|at| {
        let field = |offset: u64| stored(at * entry.bytes + offset);
        field(entry.end).filter(|end| end.is_null())?;
        Some(Variable {
            item: field(entry.item)?,
            original: field(entry.original)?,
            bytes: field(entry.size)?.as_u64()?,
            begin: field(entry.begin).filter(is_defined)?,
            join: field(entry.join).filter(is_defined)?,
        })
    });
    all.collect()
}

/// The calls that end the group, to one of which every way leads; nothing if some way leads elsewhere.
fn ends(copy: Value, call: Value, rule: &TaskReduction) -> Option<Vec<Value>> {
    let blocks = copy.blocks();
    let forest = analyses::loop_forest(copy);
    let first = call.block()?;
    let mut work: Vec<(Block, usize, usize)> = vec![(first, position(call)? + 1, 0)];
    let mut seen = IndexSet::new();
    let mut found = Vec::new();
    while let Some((block, from, mut inside)) = work.pop() {
        let insts = block.instructions();
        let mut end = None;
        for inst in &insts[from..] {
            match called(*inst) {
                Some(name) if name == rule.ends && inside == 0 => {
                    end = Some(*inst);
                    break;
                }
                Some(name) if name == rule.ends => inside -= 1,
                Some(name) if name == rule.begins => inside += 1,
                _ => {}
            }
        }
        if let Some(end) = end {
            let follows = block == first && from > 0 || forest.dominates(&blocks, first, block);
            if !follows {
                return None;
            }
            if !found.contains(&end) {
                found.push(end);
            }
            continue;
        }
        let last = block.terminator()?;
        if last.opcode() == Opcode::LLVMRet || inside > MOST_INSIDE {
            return None;
        }
        for next in last.successors() {
            let number = blocks.iter().position(|other| *other == next)?;
            if seen.insert((number, inside)) {
                work.push((next, 0, inside));
            }
        }
    }
    (!found.is_empty()).then_some(found)
}

fn position(inst: Value) -> Option<usize> {
    let all = inst.block()?.instructions();
    all.iter().position(|other| *other == inst)
}

fn called(inst: Value) -> Option<String> {
    let is_call = inst.opcode() == Opcode::LLVMCall;
    Some(is_call.then(|| inst.callee()).flatten()?.name())
}

/// The parts of a variable.
struct Parts<'a> {
    module: Module,
    rule: &'a TaskReduction,
    variable: &'a Variable,
}

impl Parts<'_> {
    /// Begins one for each worker.
    fn begin(&self, build: &Builder, workers: Value) {
        let Variable {
            item,
            original,
            begin,
            bytes,
            ..
        } = *self.variable;
        let bytes = self.module.context().i64(bytes as i64);
        self.for_each(
            build,
            workers,
            &[item, original],
            &|build, given, worker| {
                let part = self.part(build, self.rule.new_part, &[given[0], worker, bytes]);
                build.call(begin.function_type(), begin, &[part, given[1]], "")
            },
        );
    }

    /// Joins each with the variable.
    fn join(&self, build: &Builder, workers: Value) {
        let Variable { item, join, .. } = *self.variable;
        self.for_each(build, workers, &[item], &|build, given, worker| {
            let part = self.part(build, self.rule.part, &[given[0], worker]);
            build.call(join.function_type(), join, &[given[0], part], "")
        });
    }

    fn part(&self, build: &Builder, symbol: &str, args: &[Value]) -> Value {
        let types: Vec<Type> = args.iter().map(|arg| arg.ty()).collect();
        let ty = self.module.context().pointer().function(&types, false);
        build.call(ty, self.module.declare(symbol, ty), args, "part")
    }

    /// A loop over all workers, in a function that comes in line at once: its body is a call, which comes in line, too.
    fn for_each(
        &self,
        build: &Builder,
        workers: Value,
        given: &[Value],
        body: &dyn Fn(&Builder, &[Value], Value) -> Value,
    ) {
        let (context, int) = (self.module.context(), workers.ty());
        let mut types: Vec<Type> = given.iter().map(|value| value.ty()).collect();
        types.push(int);
        let function = self
            .module
            .add_function("enzyme_rs_parts", context.void().function(&types, false));
        function.set_internal();
        transform::copy_environment(function, self.variable.join);
        let [entry, each, done] = ["entry", "each", "done"].map(|name| function.append_block(name));
        let params = function.params();
        let (given_inside, workers_inside) = params.split_at(given.len());
        let inside = Builder::new(context);
        inside.at_end(entry);
        inside.br(each);
        inside.at_end(each);
        let worker = inside.phi(int, "worker");
        let call = body(&inside, given_inside, worker);
        let next = inside.add(worker, int.constant_int(1));
        worker.add_incoming(int.zero(), entry);
        worker.add_incoming(next, each);
        let more = inside.icmp(IntPredicate::LLVMIntSLT, next, workers_inside[0]);
        inside.cond_br(more, each, done);
        inside.at_end(done);
        inside.ret(None);
        transform::call_as_declared(call);
        transform::inline_call(call, 0);
        let args: Vec<Value> = given.iter().copied().chain([workers]).collect();
        let made = build.call(function.function_type(), function, &args, "");
        transform::inline_call(made, 0);
        transform::erase_functions(&[function]);
    }
}

fn next(call: Value) -> Value {
    call.next_instruction()
        .expect("a call does not end a block")
}
