//! Records of tasks, which compilers have the library make.
//!
//! Owns: records as variables of the caller's. Must not: know a library, or when a task is done.

use super::privates::{self, ALIGNMENT, Part};
use crate::prepare::inline::{all_calls, named};
use crate::prepare::offsets::addresses;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, TypeKind, Value, ValueKind};
use enzyme_llvm_shim::transform;
use enzyme_rules::TaskRule;

/// How what lies so many bytes behind the beginning of a record is aligned.
pub(super) fn alignment(offset: u64) -> u32 {
    let bits = offset.trailing_zeros().min(ALIGNMENT.trailing_zeros());
    1 << bits
}

/// What the library would make for a task.
#[derive(Clone, Copy)]
pub(super) struct Record {
    /// The call that makes it.
    pub(super) made: Value,
    /// The function that is to be called with the record when the task is over: it destroys objects there.
    destroyer: Option<Value>,
    /// Bytes of the record, and of what it points to behind it.
    pub(super) bytes: u64,
    pub(super) shared: u64,
}

/// A record of the caller's, and what it points to.
pub(super) struct Variables {
    pub(super) record: Value,
    pub(super) shared: Value,
    /// Where the latter begins, counted from the former.
    pub(super) behind: u64,
    /// Variables that were in the record.
    pub(super) parts: Vec<Part>,
}

impl Record {
    /// The record that a call makes.
    pub(super) fn of(made: Value, rule: &TaskRule) -> Option<Self> {
        let is_call = made.is_instruction() && made.opcode() == Opcode::LLVMCall;
        let maker = named(made).filter(|_| is_call)?;
        let operands = made.call_args();
        let bytes = |at: u8| operands.get(usize::from(at))?.as_u64();
        if maker.name() != rule.made_by {
            return None;
        }
        let functions = functions(made);
        let destroyer = match functions[..] {
            [] => None,
            [(function, at)] if at == rule.destroyer.at => Some(function),
            // The library may call them for something else.
            _ => return None,
        };
        Some(Self {
            made,
            destroyer: destroyer.filter(|function| !function.is_declaration()),
            bytes: bytes(rule.bytes)?,
            shared: bytes(rule.shared)?,
        })
    }

    /// Calls what destroys the objects of a record.
    pub(super) fn destroy(self, build: &Builder, record: Value) -> Option<Value> {
        let function = self.destroyer?;
        let params = function.function_type().params().into_iter();
        let args: Vec<Value> = params
            .map(|ty| match ty.kind() {
                TypeKind::LLVMPointerTypeKind => record,
                _ => ty.zero(),
            })
            .collect();
        Some(build.call(function.function_type(), function, &args, ""))
    }

    /// Flags that say nothing of such a function: the task itself calls it.
    pub(super) fn without_destroyer(self, flags: Value, rule: &TaskRule) -> Value {
        match flags.as_u64() {
            Some(said) if self.destroyer.is_some() => flags
                .ty()
                .constant_int(said & !u64::from(rule.destroyer.flag)),
            _ => flags,
        }
    }

    /// Where what it points to begins, behind it.
    pub(super) fn behind(self) -> u64 {
        self.bytes.next_multiple_of(ALIGNMENT)
    }

    /// Variables for it and for what it points to: apart, so that LLVM can make values of both.
    pub(super) fn variables(self, module: Module, build: &Builder) -> Variables {
        let variable = |bytes: u64| {
            let ty = module.context().int(8).array(bytes.max(1));
            let variable = build.alloca(ty, "task");
            variable.set_memory_alignment(ALIGNMENT as u32);
            variable
        };
        Variables {
            record: variable(self.bytes),
            shared: variable(self.shared),
            behind: self.behind(),
            parts: Vec::new(),
        }
    }

    /// Puts variables of the caller's in its place.
    pub(super) fn become_variables(self, module: Module, copy: Value) -> Variables {
        let context = module.context();
        let first = copy.blocks()[0].instructions()[0];
        let own = self.variables(module, &Builder::ahead_of(context, first));
        let build = Builder::ahead_of(context, self.made);
        build.set_location(Some(self.made));
        build.store(own.shared, own.record);
        self.made.replace_all_uses_with(own.record);
        self.made.erase_instruction();
        own
    }
}

impl Variables {
    pub(super) fn address(&self, build: &Builder, offset: u64) -> Value {
        let mut parts = self.parts.iter();
        let part = parts.find(|part| (part.offset..part.offset + part.bytes).contains(&offset));
        match part {
            Some(part) => address(build, part.variable, offset - part.offset),
            None => self.address_in_whole(build, offset),
        }
    }

    fn address_in_whole(&self, build: &Builder, offset: u64) -> Value {
        match offset.checked_sub(self.behind) {
            Some(at) => address(build, self.shared, at),
            None => address(build, self.record, offset),
        }
    }

    /// Copies bytes of the record and of what was in it.
    pub(super) fn copy(&self, build: &Builder, to: Value, (begin, bytes): (u64, u64)) {
        let context = to.context();
        let end = begin + bytes;
        let is_whole = |part: &Part| part.offset <= begin && end <= part.offset + part.bytes;
        if !self.parts.iter().any(is_whole) {
            let from = self.address_in_whole(build, begin);
            build.copy_aligned((to, from), alignment(begin), context.i64(bytes as i64));
        }
        for part in &self.parts {
            let first = part.offset.max(begin);
            let last = (part.offset + part.bytes).min(end);
            if first < last {
                let (there, here) = (first - begin, first - part.offset);
                let ends = (
                    address(build, to, there),
                    address(build, part.variable, here),
                );
                let length = context.i64((last - first) as i64);
                build.copy_aligned(ends, alignment(there | here), length);
            }
        }
    }

    /// Makes variables of their own of those in the record, if nothing but accesses and some calls uses that.
    pub(super) fn come_apart(
        &mut self,
        module: Module,
        function: Value,
        but: &dyn Fn(Value) -> bool,
    ) {
        match privates::is_plain(self.record, but) {
            true => self.parts = privates::apart(module, function, self.record),
            false => privates::unmark(self.record),
        }
    }

    /// Tells the library no more where the program runs the function of the record by itself, and does at the end what the library would do.
    pub(super) fn drop_around(&self, copy: Value, rule: &TaskRule, of: Record) {
        for call in all_calls(copy) {
            if is_around(call, rule) && call.call_args().contains(&self.record) {
                let ends = named(call).map(|callee| callee.name()).as_deref()
                    == rule.around.last().copied();
                let build = Builder::ahead_of(copy.context(), call);
                if let Some(made) = ends.then(|| of.destroy(&build, self.record)).flatten() {
                    transform::inline_call(made, 0);
                }
                call.erase_instruction();
            }
        }
    }
}

fn address(build: &Builder, of: Value, bytes: u64) -> Value {
    build.ptradd(of, of.context().i64(bytes as i64), "")
}

/// Whether a call tells the library that the program runs the function of a record by itself.
pub(super) fn is_around(call: Value, rule: &TaskRule) -> bool {
    let name = named(call).map(|callee| callee.name());
    name.is_some_and(|name| rule.around.contains(&&*name))
}

/// The functions whose addresses are written into a record, each with where.
fn functions(record: Value) -> Vec<(Value, u64)> {
    let mut found = Vec::new();
    for (address, at) in addresses(record).unwrap_or_default() {
        let users = address.users().into_iter();
        let stored = users.filter(|user| user.opcode() == Opcode::LLVMStore);
        let stored = stored.filter_map(|store| store.operand(0));
        let is_function = |value: &Value| value.kind() == ValueKind::LLVMFunctionValueKind;
        found.extend(stored.filter(is_function).map(|function| (function, at)));
    }
    found
}
