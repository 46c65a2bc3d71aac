//! Copies from the variables of one worker to those of all others of its team.
//!
//! The library has each worker call a function of the program with its own variables and the one's. The latter lie on another thread's stack, where
//! no shadow can be found. Here the one copies to memory of the team, and the others from there, in the order of workers: plain code, but for the
//! calls that find that memory and let workers wait (`enzyme_rules::FromOne`). The adjoints of all workers meet in the shadow of that memory, and go on
//! to the one's.
//!
//! Owns: that code. Must not: know a library. Where the function that copies does more than that, the call becomes one that is refused.

use super::inline::all_calls;
use super::offsets::addresses;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{IntPredicate, Module, Opcode, Type, Value, ValueKind};
use enzyme_llvm_shim::transform;
use enzyme_rules::FromOne;

/// Alignment of a team's memory, in bytes.
const ALIGNMENT: u32 = 16;

/// Makes values of what the function keeps on its stack.
const SPLIT: &str = "function(sroa<modify-cfg>,instcombine<no-verify-fixpoint>,simplifycfg)";

/// Copies of bytes, by how their names begin, and what may stand beside copies.
const COPIES: &str = "llvm.memcpy.";
const PLAIN: &[&str] = &[COPIES, "llvm.dbg.", "llvm.experimental.noalias."];

/// The variables that are copied.
#[derive(PartialEq, Eq)]
enum Variables {
    /// The call is given the address of the only one, of so many bytes.
    One(u64),
    /// The call is given a list of addresses: of each variable in the list, how many bytes it has.
    Listed(Vec<u64>),
}

/// Puts such code in the place of a call.
pub(super) fn exchange(module: Module, call: Value, rule: FromOne) {
    let operands = call.call_args();
    let operand = |at: u8| operands.get(usize::from(at)).copied();
    let copy = operand(rule.copy).filter(|copy| copy.kind() == ValueKind::LLVMFunctionValueKind);
    let known = copy.and_then(|copy| Some((copy, variables(module, copy)?)));
    let Some((copy, variables)) = known else {
        call.set_callee(module.declare(rule.otherwise, call.called_type()));
        return;
    };
    let code = Code {
        module,
        rule,
        copy,
        types: [operands[0].ty(), operands[1].ty()],
    };
    let function = code.function(&variables, operands[usize::from(rule.is_one)].ty());
    let build = Builder::ahead_of(module.context(), call);
    build.set_location(Some(call));
    let given = [rule.variables, rule.is_one].map(|at| operands[usize::from(at)]);
    let args = [operands[0], operands[1], given[0], given[1]];
    let made = build.call(function.function_type(), function, &args, "");
    call.erase_instruction();
    transform::inline_call(made, 0);
    transform::erase_functions(&[function]);
}

/// What a function copies from its second parameter to its first; nothing if it does anything else.
fn variables(module: Module, copy: Value) -> Option<Variables> {
    let context = module.context();
    let ty = context
        .void()
        .function(&[context.pointer(), context.pointer()], false);
    if copy.is_declaration() || copy.is_interposable() || copy.function_type() != ty {
        return None;
    }
    let looked_at = module.add_function("enzyme_rs_copied", ty);
    looked_at.set_internal();
    transform::copy_environment(looked_at, copy);
    let build = Builder::new(context);
    build.at_end(looked_at.append_block("entry"));
    let call = build.call(ty, copy, &looked_at.params(), "");
    build.ret(None);
    transform::inline_call(call, 0);
    let split = transform::run_function_passes(looked_at, SPLIT);
    let found = split.is_ok().then(|| copied(module, looked_at)).flatten();
    transform::erase_functions(&[looked_at]);
    found
}

fn copied(module: Module, function: Value) -> Option<Variables> {
    let calls = all_calls(function).into_iter();
    let mut names = calls.map(|call| call.callee().map_or_else(String::new, |f| f.name()));
    let is_plain = |name: String| PLAIN.iter().any(|prefix| name.starts_with(prefix));
    if !names.all(is_plain) || function.blocks().len() != 1 {
        return None;
    }
    let [to, from] = function.params()[..] else {
        return None;
    };
    let [to, from] = match is_written(to)? {
        true => [to, from].map(|only| extent(module, only).map(Variables::One)),
        false => [to, from].map(|list| listed(module, list).map(Variables::Listed)),
    };
    to.filter(|to| Some(to) == from.as_ref())
}

/// Whether an instruction writes where a pointer leads.
fn writes(inst: Value, pointer: Value) -> bool {
    let to = match inst.opcode() {
        Opcode::LLVMStore => 1,
        Opcode::LLVMCall if is_copy(inst) => 0,
        // Any other: it writes nowhere.
        _ => return false,
    };
    inst.operand(to) == Some(pointer)
}

fn is_copy(call: Value) -> bool {
    let callee = call.callee();
    callee.is_some_and(|callee| callee.name().starts_with(COPIES))
}

fn is_written(pointer: Value) -> Option<bool> {
    let mut all = addresses(pointer)?.into_iter();
    Some(all.any(|(address, _)| {
        address
            .users()
            .into_iter()
            .any(|user| writes(user, address))
    }))
}

/// How many bytes are read or written of the memory that a pointer leads to; nothing if it is used otherwise.
fn extent(module: Module, pointer: Value) -> Option<u64> {
    let mut most = 0;
    for (address, offset) in addresses(pointer)? {
        for user in address.users() {
            let bytes = match user.opcode() {
                Opcode::LLVMGetElementPtr => 0,
                Opcode::LLVMLoad => module.alloc_size(user.ty()),
                Opcode::LLVMStore if writes(user, address) => {
                    module.alloc_size(user.operand(0)?.ty())
                }
                Opcode::LLVMCall if is_copy(user) => user.operand(2)?.as_u64()?,
                // Any other: it may look at anything.
                _ => return None,
            };
            most = most.max(offset + bytes);
        }
    }
    Some(most)
}

/// The bytes of each variable in a list of addresses, all of which are read, and nothing else.
fn listed(module: Module, list: Value) -> Option<Vec<u64>> {
    let entry = module.alloc_size(module.context().pointer());
    let mut found = Vec::new();
    for (address, offset) in addresses(list)? {
        for user in address.users() {
            match user.opcode() {
                Opcode::LLVMGetElementPtr => {}
                Opcode::LLVMLoad if user.ty() == list.ty() => {
                    found.push((offset / entry, extent(module, user)?));
                }
                // Any other: it is no list.
                _ => return None,
            }
        }
    }
    found.sort_unstable();
    let are_in_order = (0..).zip(&found).all(|(at, (entry, _))| at == *entry);
    let sizes = found.iter().map(|(_, bytes)| *bytes).collect();
    (are_in_order && !found.is_empty()).then_some(sizes)
}

/// The code of a call.
struct Code {
    module: Module,
    rule: FromOne,
    copy: Value,
    /// Of the operands that all functions are given.
    types: [Type; 2],
}

impl Code {
    /// `void (a, b, ptr variables, int is_one)`.
    fn function(&self, variables: &Variables, is_one: Type) -> Value {
        let context = self.module.context();
        let [a, b] = self.types;
        let ty = context
            .void()
            .function(&[a, b, context.pointer(), is_one], false);
        let function = self.module.add_function("enzyme_rs_from_one", ty);
        function.set_internal();
        transform::copy_environment(function, self.copy);
        let blocks =
            ["entry", "give", "meet", "take", "leave"].map(|name| function.append_block(name));
        let [entry, give, meet, take, leave] = blocks;
        let params = function.params();
        let (both, own, is_one) = ([params[0], params[1]], params[2], params[3]);
        let build = Builder::new(context);
        build.at_end(entry);
        let (key, first, shared) = self.shared(&build, variables);
        let is_one = build.icmp(IntPredicate::LLVMIntNE, is_one, is_one.ty().zero());
        let is_team = build.icmp(IntPredicate::LLVMIntNE, first, first.ty().zero());
        build.cond_br(build.and(is_one, is_team), give, meet);
        build.at_end(give);
        self.copies(&build, shared, own);
        build.br(meet);
        build.at_end(meet);
        self.calls(&build, self.rule.barrier, &both);
        self.calls(&build, self.rule.turn, &[both[0], both[1], key]);
        build.cond_br(is_one, leave, take);
        build.at_end(take);
        self.copies(&build, own, shared);
        build.br(leave);
        build.at_end(leave);
        self.calls(&build, self.rule.end_turn, &[both[0], both[1], key]);
        build.ret(None);
        function
    }

    /// Memory of the team for all variables: the first one's key and memory, and what the function that copies is given.
    fn shared(&self, build: &Builder, variables: &Variables) -> (Value, Value, Value) {
        match variables {
            Variables::One(bytes) => {
                let (key, memory) = self.memory(build, *bytes);
                (key, memory, memory)
            }
            Variables::Listed(sizes) => {
                let pointer = self.module.context().pointer();
                let list = build.alloca(pointer.array(sizes.len() as u64), "shared");
                let all = (0..).zip(sizes).map(|(at, bytes)| {
                    let (key, memory) = self.memory(build, *bytes);
                    let index = self.module.context().i64(at);
                    build.store(memory, build.element_ptr(pointer, list, index, ""));
                    (key, memory)
                });
                let all: Vec<(Value, Value)> = all.collect();
                (all[0].0, all[0].1, list)
            }
        }
    }

    /// Memory of the team for one variable, and its key: to all analyses, the memory is the key's.
    fn memory(&self, build: &Builder, bytes: u64) -> (Value, Value) {
        let context = self.module.context();
        let ty = context.int(8).array(bytes);
        let key = self.module.add_global("enzyme_rs_shared", ty);
        key.set_internal();
        key.set_initializer(ty.zero());
        key.set_memory_alignment(ALIGNMENT);
        let ty = context
            .pointer()
            .function(&[context.pointer(), context.int(64)], false);
        let memory = self.module.declare(self.rule.memory, ty);
        let args = [key, context.i64(bytes as i64)];
        (key, build.call(ty, memory, &args, "shared"))
    }

    fn copies(&self, build: &Builder, to: Value, from: Value) {
        let call = build.call(self.copy.function_type(), self.copy, &[to, from], "");
        transform::call_as_declared(call);
        transform::inline_call(call, 0);
    }

    fn calls(&self, build: &Builder, symbol: &str, args: &[Value]) {
        let types: Vec<Type> = args.iter().map(|arg| arg.ty()).collect();
        let ty = self.module.context().void().function(&types, false);
        build.call(ty, self.module.declare(symbol, ty), args, "");
    }
}
