//! Records of tasks, which compilers have the library make.
//!
//! Owns: records as variables of the caller's. Must not: know a library, or when a task is done.

use crate::prepare::inline::{all_calls, named};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, Value, ValueKind};
use enzyme_rules::TaskRule;

/// Alignment of records, and of what the program writes behind them, in bytes.
pub(super) const ALIGNMENT: u64 = 16;

/// What the library would make for a task.
#[derive(Clone, Copy)]
pub(super) struct Record {
    /// The call that makes it.
    pub(super) made: Value,
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
}

impl Record {
    /// The record that a call makes.
    pub(super) fn of(made: Value, rule: &TaskRule) -> Option<Self> {
        let is_call = made.is_instruction() && made.opcode() == Opcode::LLVMCall;
        let maker = named(made).filter(|_| is_call)?;
        let operands = made.call_args();
        let bytes = |at: u8| operands.get(usize::from(at))?.as_u64();
        (maker.name() == rule.made_by && !holds_functions(made)).then_some(Self {
            made,
            bytes: bytes(rule.bytes)?,
            shared: bytes(rule.shared)?,
        })
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
        let (of, at) = match offset.checked_sub(self.behind) {
            Some(at) => (self.shared, at),
            None => (self.record, offset),
        };
        build.ptradd(of, of.context().i64(at as i64), "")
    }

    /// Tells the library no more where the program runs the function of the record by itself.
    pub(super) fn drop_around(&self, copy: Value, rule: &TaskRule) {
        for call in all_calls(copy) {
            if is_around(call, rule) && call.call_args().contains(&self.record) {
                call.erase_instruction();
            }
        }
    }
}

/// Whether a call tells the library that the program runs the function of a record by itself.
pub(super) fn is_around(call: Value, rule: &TaskRule) -> bool {
    let name = named(call).map(|callee| callee.name());
    name.is_some_and(|name| rule.around.contains(&&*name))
}

/// Whether the address of a function is written into a record: the library would call it when the task is over.
fn holds_functions(record: Value) -> bool {
    let mut work = vec![record];
    while let Some(address) = work.pop() {
        for user in address.users() {
            let is_function = |value: Value| value.kind() == ValueKind::LLVMFunctionValueKind;
            match user.opcode() {
                Opcode::LLVMGetElementPtr => work.push(user),
                Opcode::LLVMStore if user.operand(0).is_some_and(is_function) => return true,
                // Any other: what it writes is no function that the library knows of.
                _ => {}
            }
        }
    }
    false
}
