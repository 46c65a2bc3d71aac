//! Variables of the device that kernels name: `__device__` and `__constant__`.
//!
//! Numbers that vary may lie in such a variable: the host puts them there, or another kernel does. The derivatives of a kernel differentiate a function that is handed
//! a pointer to each variable of numbers in the place of the name, so that to them it is memory like any other, whose shadow the host hands over. Callees that name
//! such a variable come in line for this.
//!
//! A variable keeps its name where that cannot be done: it holds pointers or no numbers, a function names it that stays a function, or no other file and no host knows it.
//! No kernel writes numbers that vary to such a one (`launched`); whether the host has, the host asks when it launches.
//!
//! Owns: which variables these are, and the function that is handed them. Must not: know their shadows.

use super::below::called_below;
use super::beside::{Param, is_number, params};
use crate::diag::{Diagnostic, codes};
use crate::frontend::hooks::is_hook;
use crate::frontend::registrations::{KERNEL, KERNEL_INACTIVE};
use crate::names::readable;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Block, Module, Opcode, Type, TypeKind, Value, ValueKind};
use enzyme_llvm_shim::transform;
use enzyme_rules::{GridRule, Registry};
use indexmap::IndexSet;
use std::cell::OnceCell;

/// How the names of variables begin that are the derivatives' own.
const OWN: &str = "enzyme_rs_";

/// What stands behind the name of a kernel in that of a function which exists until it is known which variables are handed over.
const INLINED: &str = ".inlined";

/// The variables of the device that a kernel names.
#[derive(Clone, Default)]
pub(super) struct Variables {
    /// Those that are handed to the differentiated function, in order.
    pub(super) handed: Vec<Value>,
    /// Those that it names beside, and that may change.
    pub(super) named: Vec<Value>,
    /// What the differentiated function is made of in the place of the kernel.
    pub(super) inlined: Option<Value>,
}

/// What kernels of a module may name.
pub(super) struct Known<'a> {
    pub(super) module: Module,
    registry: &'a Registry,
    /// The variables of the module, and who names them. What is added beside one kernel is nothing that another one runs, so that both are found once.
    variables: OnceCell<Vec<Variable>>,
    /// Functions whose addresses are taken, with all that run below them: who calls an address may run them.
    taken: OnceCell<IndexSet<Value>>,
}

/// A variable, and who names it.
struct Variable {
    global: Value,
    named: Named,
}

impl<'a> Known<'a> {
    pub(super) fn new(module: Module, registry: &'a Registry) -> Self {
        Self {
            module,
            registry,
            variables: OnceCell::new(),
            taken: OnceCell::new(),
        }
    }

    /// The machine on which the kernels run.
    pub(super) fn grid(&self) -> &'a GridRule {
        let grid = self.registry.grid();
        grid.expect("a module with kernels is of a machine that has grids")
    }

    fn variables(&self) -> &[Variable] {
        self.variables.get_or_init(|| {
            let globals = self.module.globals().into_iter();
            let variables = globals.filter(|global| self.is_variable(*global));
            let variable = |global| Variable {
                global,
                named: Named::of(global),
            };
            variables.map(variable).collect()
        })
    }

    fn taken(&self) -> &IndexSet<Value> {
        self.taken.get_or_init(|| {
            let defined = self.module.functions().into_iter();
            let taken = defined.filter(|f| !f.is_declaration()).filter(is_taken);
            taken.flat_map(|f| called_below(f, &|_| true)).collect()
        })
    }

    /// Whether a global is a variable of the device that may change, and that nothing says to have no derivative.
    fn is_variable(&self, global: Value) -> bool {
        let space = global.ty().address_space();
        let of_threads = self
            .registry
            .grid()
            .is_some_and(|grid| [grid.shared, grid.variables].contains(&space) && space != 0);
        let name = global.name();
        let is_own = name.starts_with(OWN) || name.starts_with("llvm.");
        !of_threads
            && !is_own
            && !global.is_global_constant()
            && !self.registry.is_inactive_global(&name)
    }

    /// What a kernel's derivatives are handed: parameters, and variables.
    ///
    /// # Errors
    /// Where they cannot be.
    pub(super) fn handed(&self, kernel: Value) -> Result<(Vec<Param>, Variables), Diagnostic> {
        Ok((params(self.module, kernel)?, self.of(kernel)?))
    }

    /// The variables that a kernel names, itself or below.
    ///
    /// # Errors
    /// Where it names one with numbers that another file defines.
    fn of(&self, kernel: Value) -> Result<Variables, Diagnostic> {
        let named = self.named_by(kernel);
        let mut wanted = Vec::new();
        for variable in &named {
            let global = variable.global;
            let Held { numbers, pointers } = Held::of(global.global_value_type());
            if numbers && global.is_declaration() {
                return Err(elsewhere(kernel, global));
            }
            // Only kernels write to a variable that no other file and no host knows, and none writes numbers that vary to what it is not handed.
            if numbers && !pointers && !variable.named.held && !global.is_local_to_module() {
                wanted.push(*variable);
            }
        }
        let inlined = (!wanted.is_empty()).then(|| self.inlined(kernel, &wanted));
        let handed: Vec<Value> = match inlined {
            Some(function) => {
                let others = self.others(function);
                let is_handed = |variable: &&Variable| {
                    let by = &variable.named.functions;
                    by.is_disjoint(&others)
                };
                let handed = wanted.into_iter().filter(is_handed);
                handed.map(|variable| variable.global).collect()
            }
            None => Vec::new(),
        };
        let named = named.into_iter().map(|variable| variable.global);
        let others = named.filter(|global| may_change(*global) && !handed.contains(global));
        Ok(Variables {
            named: others.collect(),
            inlined,
            handed,
        })
    }

    /// The variables of a kernel without a derivative: it is handed none.
    pub(super) fn of_inactive(&self, kernel: Value) -> Variables {
        let named = self.named_by(kernel).into_iter();
        let named = named.map(|variable| variable.global);
        Variables {
            named: named.filter(|global| may_change(*global)).collect(),
            ..Variables::default()
        }
    }

    /// The variables that a kernel names, itself or below.
    fn named_by(&self, kernel: Value) -> Vec<&Variable> {
        let below = called_below(kernel, &|_| true);
        let runs = |f: &Value| below.contains(f) || self.taken().contains(f);
        let variables = self.variables().iter();
        let named = variables.filter(|variable| variable.named.functions.iter().any(runs));
        named.collect()
    }

    /// Functions that run below one, as far as that is known: what it calls, and all whose addresses are taken.
    fn others(&self, function: Value) -> IndexSet<Value> {
        let mut others = called_below(function, &|_| true);
        others.extend(self.taken().iter().copied());
        others.shift_remove(&function);
        others
    }

    /// A copy of a kernel into which callees have come that name one of these variables, themselves or below.
    fn inlined(&self, kernel: Value, variables: &[&Variable]) -> Value {
        let name = format!("{}{INLINED}", kernel.name());
        let copy = transform::clone_function(kernel, &name).unwrap_or(kernel);
        let by = variables.iter().flat_map(|v| &v.named.functions);
        let naming: IndexSet<Value> = by.copied().collect();
        let mut work = calls_in(copy);
        while let Some(call) = work.pop() {
            let Some(callee) = callee_of(call).filter(|f| !f.is_declaration()) else {
                continue;
            };
            let below = called_below(callee, &|_| true);
            let calls: Vec<Value> = below.iter().flat_map(|f| calls_in(*f)).collect();
            let comes_again = calls.iter().any(|call| callee_of(*call) == Some(callee));
            if comes_again || !below.iter().any(|f| naming.contains(f)) {
                continue;
            }
            let own = calls_in(callee).len();
            work.extend(transform::inline_call(call, own).unwrap_or_default());
        }
        copy
    }
}

impl Variables {
    /// Puts pointers in the places of the names of variables that are handed over.
    pub(super) fn hand_over(&self, module: Module, function: Value, given: &[Value]) {
        transform::expand_constant_expressions(function);
        let first = function.blocks()[0].first_non_phi();
        let build = Builder::ahead_of(module.context(), first.expect("a block has an end"));
        let blocks = function.blocks().into_iter();
        let all: Vec<Value> = blocks.flat_map(|block| block.instructions()).collect();
        for (variable, pointer) in self.handed.iter().zip(given) {
            let mut casted = None;
            for user in &all {
                for (operand, index) in user.operands().into_iter().zip(0..) {
                    if operand == *variable {
                        let is = casted
                            .get_or_insert_with(|| build.address_cast(*pointer, variable.ty()));
                        user.set_operand(index, *is);
                    }
                }
            }
            // A number in a variable that keeps its name would have no derivative, and nobody would be told.
            let named = Named::of(*variable).functions;
            assert!(
                !named.contains(&function),
                "`{}` still names the variable `{}`, which it is handed",
                function.name(),
                variable.name()
            );
        }
    }

    /// The function that stood in the place of the kernel is not needed any more.
    pub(super) fn done(&self) {
        let inlined = self.inlined.into_iter();
        let own: Vec<Value> = inlined.filter(|f| f.name().ends_with(INLINED)).collect();
        transform::erase_functions(&own);
    }
}

/// What a type may hold.
#[derive(Clone, Copy, Default)]
struct Held {
    numbers: bool,
    pointers: bool,
}

impl Held {
    fn of(ty: Type) -> Self {
        let parts = match ty.kind() {
            TypeKind::LLVMStructTypeKind => ty.fields(),
            TypeKind::LLVMArrayTypeKind | TypeKind::LLVMVectorTypeKind => vec![ty.element()],
            TypeKind::LLVMPointerTypeKind => {
                return Self {
                    pointers: true,
                    ..Self::default()
                };
            }
            _ => {
                return Self {
                    numbers: is_number(ty),
                    ..Self::default()
                };
            }
        };
        parts
            .into_iter()
            .map(Self::of)
            .fold(Self::default(), |a, b| Self {
                numbers: a.numbers || b.numbers,
                pointers: a.pointers || b.pointers,
            })
    }
}

/// Who names a global, also within constants.
#[derive(Default)]
struct Named {
    functions: IndexSet<Value>,
    /// Whether another global begins with its address: who reads that one comes to it without its name.
    held: bool,
}

impl Named {
    fn of(global: Value) -> Self {
        let mut named = Self::default();
        let mut seen = IndexSet::from([global]);
        let mut next = 0;
        while let Some(value) = seen.get_index(next).copied() {
            next += 1;
            for user in value.users() {
                let is_global = user.kind() == ValueKind::LLVMGlobalVariableValueKind;
                if user.kind() == ValueKind::LLVMInstructionValueKind {
                    named.functions.extend(user.block().map(Block::function));
                } else if !is_global {
                    // A constant that the address is part of.
                    seen.insert(user);
                } else if !user.name().starts_with("llvm.") {
                    named.held = true;
                    seen.insert(user);
                }
            }
        }
        named
    }
}

/// Whether the host, or a kernel, may write to a variable that this file defines.
fn may_change(global: Value) -> bool {
    let stays = global.is_local_to_module() && is_only_read(global);
    !global.is_declaration() && !stays
}

/// Whether code of the module does nothing with a variable but read it.
pub(super) fn is_only_read(variable: Value) -> bool {
    let mut seen = IndexSet::from([variable]);
    let mut next = 0;
    while let Some(value) = seen.get_index(next).copied() {
        next += 1;
        for user in value.users() {
            let is_instruction = user.kind() == ValueKind::LLVMInstructionValueKind;
            let leads_on = || {
                let opcodes = [Opcode::LLVMGetElementPtr, Opcode::LLVMAddrSpaceCast];
                opcodes.contains(&user.opcode())
            };
            match is_instruction {
                true if user.opcode() == Opcode::LLVMLoad => {}
                true if !leads_on() => return false,
                false if user.kind() == ValueKind::LLVMGlobalVariableValueKind => {
                    if !user.name().starts_with("llvm.") {
                        return false;
                    }
                }
                _ => {
                    seen.insert(user);
                }
            }
        }
    }
    true
}

fn calls_in(function: Value) -> Vec<Value> {
    let blocks = function.blocks().into_iter();
    let all = blocks.flat_map(|block| block.instructions());
    all.filter(|inst| inst.opcode() == Opcode::LLVMCall)
        .collect()
}

fn callee_of(call: Value) -> Option<Value> {
    let callee = call.callee()?;
    (callee.kind() == ValueKind::LLVMFunctionValueKind).then_some(callee)
}

/// Whether a function is more than called, differentiated, and named where marks are: who has its address may run it.
fn is_taken(function: &Value) -> bool {
    let calls = |user: Value| {
        let is_call = user.opcode() == Opcode::LLVMCall;
        let asks = || callee_of(user).is_some_and(|callee| is_hook(&callee.name()));
        is_call && (asks() || !user.call_args().contains(function))
    };
    let mut seen = IndexSet::from([*function]);
    let mut next = 0;
    while let Some(value) = seen.get_index(next).copied() {
        next += 1;
        for user in value.users() {
            match user.kind() {
                ValueKind::LLVMInstructionValueKind if !calls(user) => return true,
                ValueKind::LLVMGlobalVariableValueKind if !user.name().starts_with("llvm.") => {
                    return true;
                }
                ValueKind::LLVMInstructionValueKind | ValueKind::LLVMGlobalVariableValueKind => {}
                // A constant that the address is part of.
                _ => {
                    seen.insert(user);
                }
            }
        }
    }
    false
}

fn elsewhere(kernel: Value, variable: Value) -> Diagnostic {
    let name = readable(&variable.name(), &[]);
    let message =
        format!("the kernel uses the variable `{name}` of the device, which another file defines");
    Diagnostic::new(codes::NO_SHADOW, message)
        .at(kernel, None)
        .note("whether numbers in it vary is not known here, nor where their derivatives are")
        .help("define the variable in the source file of the kernels that use it")
        .help("or hand the kernels a pointer to memory of the device")
        .help(format!("if no derivative of it is wanted, say so: `__enzyme_inactive_global` (docs/user-rules.md); a kernel that only writes integers is marked `{KERNEL_INACTIVE}` in the place of `{KERNEL}`"))
}
