//! Where a module keeps the addresses of functions, and where a call takes the one from that it calls.
//!
//! Owns: [`Kept`] and [`Source`], and whether they meet. Must not: know types of functions.

use crate::frontend::is_hook;
use enzyme_llvm_shim::analyses::{self, GepOffset};
use enzyme_llvm_shim::ir::{Module, Opcode, TypeKind, Value, ValueKind};
use enzyme_rules::{CalleeKind, Registry};
use indexmap::{IndexMap, IndexSet};

/// What C++ calls a class' virtual table, and its type information.
const TABLE: &str = "_ZTV";
const TYPE_INFO: &str = "_ZTI";

/// Functions that have others run at the end of the program or of a thread.
const AT_END: [&str; 4] = [
    "atexit",
    "at_quick_exit",
    "__cxa_atexit",
    "__cxa_thread_atexit",
];

/// What TBAA calls the pointer to a virtual table.
const TABLE_POINTER: &str = "vtable pointer";

/// Where the address of a function may be found.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    /// By what code does with it: anywhere.
    pub(super) anywhere: bool,
    /// In what globals hold to begin with.
    places: IndexSet<Place>,
    /// In virtual tables: bytes from the address that objects hold.
    virtually: IndexSet<u64>,
    /// In virtual tables as globals.
    in_tables: IndexSet<Place>,
}

/// Where a function's address lies in what a global holds to begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Place {
    global: Value,
    /// Bytes from the beginning of a structure or an array around it.
    offset: u64,
    /// It is a member of a structure, rather than an element of an array.
    member: bool,
}

/// Where a call takes the address from that it calls.
#[derive(Debug, Default)]
pub(super) struct Source {
    /// It is loaded this many bytes from a pointer, and any multiple of the second number further.
    offset: Option<(u64, u64)>,
    /// That pointer is one of these: so many bytes from the beginning of a global.
    globals: Vec<(Value, u64)>,
    /// It is no other, and the globals do not change.
    constant: bool,
    /// It is loaded from memory that the program may be expected to fill: neither a library's variable nor what a library gives, and no virtual
    /// table.
    of_program: bool,
    table: Table,
}

/// Whether a call looks into a virtual table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Table {
    #[default]
    No,
    /// The pointer to it is loaded, too, and nothing says its type.
    Maybe,
    Yes,
}

/// Whether a call finds an address that lies in a global, if nothing is moved to another place in a structure or an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Nearness {
    /// It does not.
    Apart,
    /// As an element of an array, if it looks into one.
    Element,
    /// As a member of a structure, if it looks into one.
    Member,
    /// In a virtual table, if it looks into one.
    Table,
    /// It looks into that global.
    Same,
}

impl Kept {
    /// Whether a call may find the address of the function. What lies in a global may have been moved elsewhere, but not
    /// into a constant.
    pub(super) fn meets(&self, source: &Source) -> bool {
        match source.constant {
            true => {
                let mut places = self.places.iter().chain(&self.in_tables);
                places.any(|place| source.is_at(place))
            }
            false if source.table == Table::Yes => self.lies_in_table(source),
            false => self.anywhere || !self.places.is_empty() || self.lies_in_table(source),
        }
    }

    /// How near the place where a call looks is to one where the address of the function lies.
    pub(super) fn nearness(&self, source: &Source) -> Nearness {
        let mut found = self
            .places
            .iter()
            .filter(|place| source.reads(place.offset));
        let mut tables = self.in_tables.iter();
        if found.clone().any(|place| source.is_at(place)) || tables.any(|place| source.is_at(place))
        {
            Nearness::Same
        } else if self.lies_in_table(source) {
            Nearness::Table
        } else if found.clone().any(|place| place.member) {
            Nearness::Member
        } else if found.next().is_some() {
            Nearness::Element
        } else {
            Nearness::Apart
        }
    }

    fn lies_in_table(&self, source: &Source) -> bool {
        source.table != Table::No && self.virtually.iter().any(|offset| source.reads(*offset))
    }
}

impl Source {
    /// Looks at the pointer that a call calls.
    pub(super) fn of(pointer: Value) -> Self {
        let is = |value: Value, opcode| value.is_instruction() && value.opcode() == opcode;
        if !is(pointer, Opcode::LLVMLoad) {
            return Self::default();
        }
        let Some((base, first, step)) = along(pointer.operands()[0]) else {
            return Self::default();
        };
        let globals = globals(base);
        Self {
            offset: u64::try_from(first).ok().map(|first| (first, step)),
            constant: globals
                .as_ref()
                .is_some_and(|all| all.iter().all(|(global, _)| is_constant(*global))),
            of_program: is_of_program(base),
            globals: globals.unwrap_or_default(),
            table: match is(base, Opcode::LLVMLoad).then(|| base.tbaa_scalar()) {
                Some(ty) if ty == TABLE_POINTER => Table::Yes,
                Some(ty) if ty.is_empty() => Table::Maybe,
                _ => Table::No,
            },
        }
    }

    /// Whether the memory that it is loaded from may be expected to hold what the program has put there.
    pub(super) fn is_of_program(&self) -> bool {
        self.of_program && self.table != Table::Yes
    }

    /// Whether the functions that it may lead to are seen wherever the other modules of the program take theirs from.
    pub(super) fn is_closed(&self) -> bool {
        self.constant
    }

    fn is_at(&self, place: &Place) -> bool {
        let mut starts = self
            .globals
            .iter()
            .filter(|(global, _)| *global == place.global);
        starts.any(|(_, start)| {
            place
                .offset
                .checked_sub(*start)
                .is_some_and(|offset| self.reads(offset))
        })
    }

    fn reads(&self, offset: u64) -> bool {
        self.offset.is_none_or(|(first, step)| match step {
            0 => offset == first,
            _ => offset % step == first % step,
        })
    }
}

/// Whether memory is no library's: neither a variable that is defined elsewhere nor what a function without body gives.
fn is_of_program(base: Value) -> bool {
    if base.kind() == ValueKind::LLVMGlobalVariableValueKind {
        return base.initializer().is_some();
    }
    if !is(base, Opcode::LLVMCall) && !is(base, Opcode::LLVMInvoke) {
        return true;
    }
    base.callee().is_some_and(|callee| {
        callee.kind() == ValueKind::LLVMFunctionValueKind && !callee.is_declaration()
    })
}

/// Whether a call takes its pointer from where its first argument leads, as calls of virtual functions do.
pub(super) fn looks_virtual(call: Value) -> bool {
    let loads = |value: Value| is(value, Opcode::LLVMLoad).then(|| value.operands()[0]);
    let table = call.callee().and_then(loads).and_then(along);
    let object = table.and_then(|(table, ..)| loads(table));
    object.is_some() && object == call.call_args().first().copied()
}

fn is(value: Value, opcode: Opcode) -> bool {
    value.is_instruction() && value.opcode() == opcode
}

/// What address arithmetic began with, how many bytes it goes, and any multiple of how many more.
fn along(pointer: Value) -> Option<(Value, i64, u64)> {
    let mut base = pointer;
    let (mut first, mut step) = (0_i64, 0_u64);
    while base.is_address_arithmetic() {
        let GepOffset { constant, variable } = analyses::gep_offset(base)?;
        first += constant;
        for index in variable {
            step = common(step, (index.stride * index.factor).unsigned_abs());
        }
        base = base.operands()[0];
    }
    Some((base, first, step))
}

/// The globals in which a pointer may lie, with its distance from their beginnings, if it is chosen among nothing else.
fn globals(pointer: Value) -> Option<Vec<(Value, u64)>> {
    let mut found = Vec::new();
    let mut seen = IndexSet::from([pointer]);
    let mut next = 0;
    while let Some(value) = seen.get_index(next).copied() {
        next += 1;
        if is(value, Opcode::LLVMPHI) {
            seen.extend(value.operands());
        } else if is(value, Opcode::LLVMSelect) {
            seen.extend(value.operands().into_iter().skip(1));
        } else {
            let (base, first, step) = along(value)?;
            let known = step == 0 && base.kind() == ValueKind::LLVMGlobalVariableValueKind;
            found.push((base, u64::try_from(first).ok().filter(|_| known)?));
        }
    }
    Some(found)
}

/// Whether a global holds what this module says, always.
fn is_constant(value: Value) -> bool {
    value.is_global_constant() && value.initializer().is_some() && !value.is_interposable()
}

/// The greatest common divisor; that of a number and zero is the number.
fn common(a: u64, b: u64) -> u64 {
    match b {
        0 => a,
        _ => common(b, a % b),
    }
}

/// The functions whose addresses a module keeps.
pub(super) fn in_module(module: Module, registry: &Registry) -> IndexMap<Value, Kept> {
    let mut all: IndexMap<Value, Kept> = IndexMap::new();
    for function in module.functions() {
        if is_used_by_code(function, registry) {
            all.entry(function).or_default().anywhere = true;
        }
    }
    for global in module.globals() {
        let name = global.name();
        let Some(initializer) = global.initializer() else {
            continue;
        };
        if name.starts_with(TABLE) {
            for (function, offset) in virtual_functions(module, initializer) {
                all.entry(function).or_default().virtually.insert(offset);
            }
            for (function, places) in functions_in(module, initializer) {
                all.entry(function)
                    .or_default()
                    .in_tables
                    .extend(placed(global, places));
            }
        // Lists of the compiler, such as that of constructors, call nobody through a pointer of the program.
        } else if !name.starts_with("llvm.") {
            for (function, places) in functions_in(module, initializer) {
                all.entry(function)
                    .or_default()
                    .places
                    .extend(placed(global, places));
            }
        }
    }
    all
}

fn placed(global: Value, places: IndexSet<(u64, bool)>) -> impl Iterator<Item = Place> {
    places.into_iter().map(move |(offset, member)| Place {
        global,
        offset,
        member,
    })
}

/// The functions in a constant, with their places: bytes from the beginnings of structures and arrays around them, and whether
/// they are members of structures.
fn functions_in(module: Module, constant: Value) -> Vec<(Value, IndexSet<(u64, bool)>)> {
    match constant.kind() {
        ValueKind::LLVMFunctionValueKind => vec![(constant, IndexSet::from([(0, true)]))],
        ValueKind::LLVMConstantStructValueKind | ValueKind::LLVMConstantArrayValueKind => {
            let ty = constant.ty();
            let is_structure = ty.kind() == TypeKind::LLVMStructTypeKind;
            let start = |index: u32| match is_structure {
                true => module.field_offset(ty, index),
                false => u64::from(index) * module.alloc_size(ty.element()),
            };
            let mut found = Vec::new();
            for (part, index) in constant.operands().into_iter().zip(0..) {
                let itself = part.kind() == ValueKind::LLVMFunctionValueKind;
                for (function, inner) in functions_in(module, part) {
                    let member = |was: bool| if itself { is_structure } else { was };
                    let shifted = inner
                        .iter()
                        .map(|(at, was)| (at + start(index), member(*was)));
                    // A pointer may lead to a part: a structure, or an element as it walks through an array.
                    let own = inner.iter().filter(|_| !(itself && is_structure));
                    let own = own.map(|(at, was)| (*at, member(*was)));
                    found.push((function, shifted.chain(own).collect()));
                }
            }
            found
        }
        // A difference of addresses, or one that is signed.
        ValueKind::LLVMConstantExprValueKind => {
            let parts = constant.operands().into_iter();
            parts.flat_map(|part| functions_in(module, part)).collect()
        }
        // Numbers, texts and addresses of data.
        _ => Vec::new(),
    }
}

/// The functions of a class' virtual tables, one table for each base with virtual functions.
fn virtual_functions(module: Module, tables: Value) -> Vec<(Value, u64)> {
    let mut found = Vec::new();
    for table in tables.operands() {
        let entries = table.operands();
        let info = entries.iter().position(|e| e.name().starts_with(TYPE_INFO));
        // Without type information there are two entries ahead: how far the object begins, and nothing.
        let first = info.map_or(2, |at| at + 1);
        for (entry, index) in entries.iter().skip(first).zip(0..) {
            if entry.kind() == ValueKind::LLVMFunctionValueKind {
                found.push((*entry, index * module.alloc_size(entry.ty())));
            }
        }
    }
    found
}

/// Whether code does more with a function than call it, have it run by a library's region or at the program's end, or ask for its derivative.
fn is_used_by_code(function: Value, registry: &Registry) -> bool {
    let mut work = function.users();
    let mut seen = IndexSet::new();
    while let Some(user) = work.pop() {
        if !seen.insert(user) {
            continue;
        }
        if user.is_instruction() {
            if !only_calls(user, function, registry) {
                return true;
            }
        } else if user.kind() == ValueKind::LLVMConstantExprValueKind {
            work.extend(user.users());
        }
    }
    false
}

fn only_calls(user: Value, function: Value, registry: &Registry) -> bool {
    let is_call = matches!(user.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke);
    let Some(callee) = user.callee().filter(|_| is_call) else {
        return false;
    };
    let handed = user.call_args().into_iter().enumerate();
    let mut handed = handed.filter(|(_, arg)| *arg == function);
    let name = callee.name();
    let what = registry.lookup(&name).map(|entry| &entry.what);
    match what {
        Some(CalleeKind::Region(rule)) => handed.all(|(at, _)| at == usize::from(rule.body)),
        // Any other: it may keep the address.
        _ => {
            callee == function && handed.next().is_none()
                || is_hook(&name)
                || AT_END.contains(&&*name)
        }
    }
}
