//! The host's side of kernels whose launches are differentiated.
//!
//! A program says when it starts which kernels its device code has, and gives each an address by which it is launched. It says the same of the
//! derivatives, which stand beside a kernel in the device code ([`kernels`](super::kernels)), and tells the run-time library under which
//! addresses.
//!
//! To other files it offers their launches ([`elsewhere`]).
//!
//! Owns: what is said so. Must not: know what launches become (the packs' rules), or a vendor.

use super::elsewhere;
use super::kernels::{Beside, Optional, is_beside, is_named};
use super::registrations::{KERNEL, KERNEL_INACTIVE, with_annotation};
use super::resolve;
use crate::names::readable;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::host;
use enzyme_llvm_shim::ir::{IntPredicate, Module, Opcode, Value, ValueKind};
use enzyme_rules::{HostRule, Registry};

/// Positions of the operands of such a call: the address, and the name, twice.
const ADDRESS: u32 = 1;
const NAMES: [u32; 2] = [2, 3];

/// Positions of the members of an entry in the section of entries: whose it is, what else is said of it, the address, the name, the size of a variable.
const ENTRY_KIND: u32 = 2;
const ENTRY_FLAGS: u32 = 3;
const ENTRY_ADDRESS: u32 = 4;
const ENTRY_NAME: u32 = 5;
const ENTRY_SIZE: u32 = 6;

/// What a program says of a kernel. The numbers are those of the run-time library.
#[derive(Clone, Copy)]
enum Said {
    Nothing = 0,
    Differentiated = 1,
    Inactive = 2,
}

impl Said {
    /// What stands beside such a kernel.
    fn beside(self) -> &'static [Beside] {
        match self {
            Self::Nothing => &[],
            Self::Differentiated => &Beside::ALL,
            Self::Inactive => &[Beside::Facts],
        }
    }
}

/// Registers what stands beside kernels that are marked or named by a pattern, and the names of others in a module that asks for derivatives. Says whether there
/// are any.
pub(crate) fn register(
    module: Module,
    registry: &Registry,
    (asks, patterns): (bool, &[String]),
) -> bool {
    let [marked, inactive] = [KERNEL, KERNEL_INACTIVE].map(|mark| with_annotation(module, mark));
    if !asks && marked.is_empty() && inactive.is_empty() && patterns.is_empty() {
        return false;
    }
    let said = |kernel: Value, name: &str| match kernel {
        kernel if marked.contains(&kernel) => Said::Differentiated,
        kernel if inactive.contains(&kernel) => Said::Inactive,
        _ if is_named(patterns, name) => Said::Differentiated,
        _ => Said::Nothing,
    };
    let mut any = false;
    for rule in registry.hosts() {
        for kernel in registered(module, rule) {
            let said = said(stands_for(kernel.address), &kernel.name);
            derivatives(module, rule, &kernel, said);
            any = true;
        }
    }
    any
}

/// Offers launches of kernels of this module to other files, where these can name what stands for the kernel.
pub(crate) fn offer(module: Module, registry: &Registry, patterns: &[String]) -> Vec<Optional> {
    let marked = with_annotation(module, KERNEL);
    let inactive = with_annotation(module, KERNEL_INACTIVE);
    let is_function = |value: Value| value.kind() == ValueKind::LLVMFunctionValueKind;
    let mut offered = Vec::new();
    for rule in registry.hosts() {
        let named = registered(module, rule).into_iter();
        let named = named.map(|kernel| (stands_for(kernel.address), kernel.name));
        let is_meant = |(stub, name): &(Value, String)| {
            let is_said = marked.contains(stub) || inactive.contains(stub);
            let is_known = is_function(*stub) && !stub.is_declaration() && !stub.is_discardable();
            is_known && (is_said || is_named(patterns, name))
        };
        let stubs = named.filter(is_meant).map(|(stub, _)| stub).collect();
        offered.extend(elsewhere::offer(module, rule, stubs));
    }
    let offered = offered.into_iter().map(Box::new);
    offered.map(Optional::Launch).collect()
}

/// How a module says that there is a kernel.
#[derive(Clone, Copy)]
enum Saying {
    /// By a call.
    Call(Value),
    /// By a constant, which the linker puts beside others.
    Entry(Value),
}

/// A kernel of the program that a module registers.
struct Registered {
    by: Saying,
    /// What it is launched by.
    address: Value,
    name: String,
}

/// The kernels of the program that a module registers.
fn registered(module: Module, rule: &HostRule) -> Vec<Registered> {
    let function = module.function(rule.registers).into_iter();
    let calls = function.flat_map(Value::users);
    let calls = calls.filter(|user| resolve::is_instruction(*user, Opcode::LLVMCall));
    let by_call = calls.filter_map(|call| {
        let args = call.call_args();
        let address = *args.get(ADDRESS as usize)?;
        registration(Saying::Call(call), (address, *args.get(NAMES[0] as usize)?))
    });
    let (section, _) = rule.entries;
    let globals = module.globals().into_iter();
    let entries = globals.filter(|global| global.section().as_deref() == Some(section));
    let by_entry = entries.filter_map(|entry| {
        let said = entry.initializer()?;
        let part = |index| said.aggregate_element(index);
        let is_kernel = part(ENTRY_SIZE)?.as_u64() == Some(0);
        let is_vendors = part(ENTRY_KIND)?.as_u64() == Some(rule.entries.1);
        (is_kernel && is_vendors).then_some(())?;
        let given = (part(ENTRY_ADDRESS)?, part(ENTRY_NAME)?);
        registration(Saying::Entry(entry), given)
    });
    by_call.chain(by_entry).collect()
}

/// Variables of the device that a module names by entries: what stands for each, and its flags.
pub(super) fn variable_entries(module: Module, rule: &HostRule) -> Vec<(Value, u64)> {
    let (section, vendor) = rule.entries;
    let globals = module.globals().into_iter();
    let entries = globals.filter(|global| global.section().as_deref() == Some(section));
    let known = entries.filter_map(|entry| {
        let said = entry.initializer()?;
        let part = |index| said.aggregate_element(index);
        let is_variable = part(ENTRY_SIZE)?.as_u64() != Some(0);
        let is_vendors = part(ENTRY_KIND)?.as_u64() == Some(vendor);
        let flags = part(ENTRY_FLAGS)?.as_u64()?;
        (is_variable && is_vendors).then_some((part(ENTRY_ADDRESS)?, flags))
    });
    known.collect()
}

/// The kernel of an address and a name, if these are constants, as compilers do it.
fn registration(by: Saying, (address, name): (Value, Value)) -> Option<Registered> {
    let name = resolve::global_of(name)?.initializer()?.constant_text();
    let is_own = address.is_constant() && !is_beside(&name);
    is_own.then_some(Registered { by, address, name })
}

/// Whether one of the patterns names a kernel that a host's module registers.
pub fn are_named(module: Module, registry: &Registry, patterns: &[String]) -> bool {
    let all = registry.hosts().iter().filter(|_| !patterns.is_empty());
    let mut all = all.flat_map(|rule| registered(module, rule));
    all.any(|kernel| is_named(patterns, &kernel.name))
}

/// The function of the host that stands for a kernel: the address itself, or what a constant there holds.
fn stands_for(address: Value) -> Value {
    let global = resolve::global_of(address);
    let held = global
        .and_then(Value::initializer)
        .and_then(|held| resolve::function_of(held).ok());
    held.or_else(|| resolve::function_of(address).ok())
        .unwrap_or(address)
}

/// Beside what registers a kernel.
fn derivatives(module: Module, rule: &HostRule, kernel: &Registered, said: Said) {
    let context = module.context();
    let name = kernel.name.as_str();
    let build = Builder::new(context);
    let bytes = context.int(8).array(Beside::ALL.len() as u64);
    let addresses = module.add_global(&format!("{name}.derivatives"), bytes);
    addresses.set_initializer(bytes.zero());
    addresses.set_internal();
    if let Saying::Call(call) = kernel.by {
        build.before(call.next_instruction().expect("a call ends no block"));
    }
    for (beside, index) in said.beside().iter().zip(0..) {
        let address = build.ptradd(addresses, context.i64(index), "");
        let name = beside.name(name);
        let text = module.text("ez.kernel", &name);
        match kernel.by {
            Saying::Call(call) => {
                let copy = call.clone_instruction();
                NAMES.into_iter().for_each(|at| copy.set_operand(at, text));
                copy.set_operand(ADDRESS, address);
                build.insert(copy);
            }
            Saying::Entry(entry) => {
                let known = entry.initializer().expect("an entry says something");
                let of_name = build.insert_value(known, text, ENTRY_NAME);
                let made = build.insert_value(of_name, address, ENTRY_ADDRESS);
                module.add_global_beside(entry, &format!(".offloading.entry.{name}"), made);
            }
        }
    }
    let shown = module.text("ez.kernel", &readable(name, &[]));
    let said = context.int(32).constant_int(said as u64);
    tell(module, rule, &[kernel.address, addresses, shown, said]);
}

/// The run-time library is told when the program starts, if the program has it.
fn tell(module: Module, rule: &HostRule, given: &[Value]) {
    let context = module.context();
    let pointer = context.pointer();
    let types = [pointer, pointer, pointer, context.int(32)];
    let ty = context.void().function(&types, false);
    let library = module.declare(rule.tells, ty);
    host::let_be_missing(library);
    let function = module.add_function("enzyme_rs.tells", context.void().function(&[], false));
    function.set_internal();
    let [entry, there, done] = ["entry", "there", "done"].map(|name| function.append_block(name));
    let build = Builder::new(context);
    build.at_end(entry);
    let is_there = build.icmp(IntPredicate::LLVMIntNE, library, pointer.zero());
    build.cond_br(is_there, there, done);
    build.at_end(there);
    build.call(ty, library, given, "");
    build.br(done);
    build.at_end(done);
    build.ret(None);
    host::run_at_start(function);
}
