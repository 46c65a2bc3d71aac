//! Tasks: pieces of work that a worker hands to whichever worker of its team has time.
//!
//! Compilers have the library make a record, write into it what the task is given, and hand it in with a function that reads it. Here handing in a task
//! becomes a call of a function of its own, marked by an attribute (`Definition::Task`), whose parameters are what that function reads: running a
//! task where it is handed in is a valid order, and so all analyses see a call. In a derivative a run-time library makes tasks of its tangent or of
//! its halves (`synth/task.rs`).
//!
//! Owns: these functions. Must not: know a library. Where the function looks at more than single values of the record, the call stays.

mod at_once;
mod loops;
mod record;
mod resumed;

use crate::prepare::inline::{all_calls, direct_calls, is_said, named};
use crate::view::names::COPY;
use crate::view::steps::TASK;
use enzyme_llvm_shim::analyses;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, Type, TypeKind, Value, ValueKind};
use enzyme_llvm_shim::transform;
use enzyme_rules::{CalleeKind, Registry, TaskRule};
use record::{ALIGNMENT, Record};
use std::sync::Arc;

/// The attribute of such functions that says which function reads the record, and how long the record is.
const READER: &str = "enzyme_rs_task_of";

/// The code that functions with tasks share.
pub(super) const SHARED: [&str; 3] = loops::SHARED;

/// Makes single values of a record: its first word first, then what that leads to. LLVM's other passes copy pointers as integers.
const SPLIT: &str = "function(sroa<modify-cfg>,sroa<modify-cfg>)";

/// Leaves the branches that are taken.
const FOLD: &str = "function(simplifycfg)";

/// Leaves what is read of them alone.
const CLEAN: &str = "function(early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,adce)";

/// Functions that read a record for others, inside of each other.
const MOST_INSIDE: u32 = 4;

/// A call that hands in a task.
struct Task<'a> {
    registry: &'a Registry,
    call: Value,
    rule: Arc<TaskRule>,
    record: Record,
    reader: Value,
}

/// A value in a record.
#[derive(Clone, Copy)]
struct Field {
    offset: u64,
    ty: Type,
}

/// Puts calls of such functions in the place of all calls that hand in tasks.
///
/// # Errors
/// What LLVM says.
pub(in crate::prepare) fn tasks_as_calls(
    module: Module,
    copy: Value,
    registry: &Registry,
) -> Result<(), String> {
    let starts = || all_calls(copy).into_iter();
    // Where the program runs the function of a task by itself, in line.
    for (record, rule) in starts().filter_map(|call| handed_in(call, registry)) {
        resumed::join_parts(copy, record, rule.resumed);
    }
    let tasks: Vec<Task> = starts()
        .filter_map(|call| Task::of(call, registry))
        .collect();
    let mut readers: Vec<Value> = tasks.iter().map(|task| task.reader).collect();
    // What is handed in at several places stays: its record would be several variables.
    let once = |task: &&Task| {
        tasks
            .iter()
            .filter(|other| other.record.made == task.record.made)
            .count()
            == 1
    };
    for task in tasks.iter().filter(once) {
        let may_be_loop = task
            .rule
            .parts
            .is_none_or(|parts| loops::fits(task.call, parts));
        if may_be_loop && let Some((function, fields)) = task.function(module, copy)? {
            task.hand_in(module, copy, function, &fields);
        }
    }
    readers.extend(at_once::as_variables(module, copy, registry));
    if readers.is_empty() {
        return Ok(());
    }
    transform::run_function_passes(copy, SPLIT)?;
    inline_taken(copy, &readers);
    Ok(())
}

/// Puts the functions in line whose addresses those which read records take: they say where things lie in a record.
fn inline_taken(copy: Value, readers: &[Value]) {
    let blocks = readers.iter().flat_map(|reader| reader.blocks());
    let insts = blocks.flat_map(|block| block.instructions());
    let by = |inst: Value| match inst.opcode() {
        Opcode::LLVMCall | Opcode::LLVMInvoke => inst.call_args(),
        _ => inst.operands(),
    };
    let taken: Vec<Value> = insts.flat_map(by).collect();
    for (call, callee) in direct_calls(copy) {
        if taken.contains(&callee) && callee.is_local_to_module() && is_straight(callee) {
            transform::inline_call(call, 0);
        }
    }
}

/// The record that a call hands in.
fn handed_in(call: Value, registry: &Registry) -> Option<(Value, &Arc<TaskRule>)> {
    let callee = named(call).filter(|callee| callee.is_declaration())?;
    let CalleeKind::Task(rule) = &registry.lookup(&callee.name())?.what else {
        return None;
    };
    let record = call.call_args().get(usize::from(rule.record)).copied()?;
    Some((record, rule))
}

impl<'a> Task<'a> {
    fn of(call: Value, registry: &'a Registry) -> Option<Self> {
        let (made, rule) = handed_in(call, registry)?;
        let record = Record::of(made, rule)?;
        let reader = *made.call_args().get(usize::from(rule.body))?;
        let is_function = reader.kind() == ValueKind::LLVMFunctionValueKind;
        let known = is_function && !reader.is_declaration() && !reader.is_interposable();
        known.then_some(Self {
            registry,
            call,
            rule: rule.clone(),
            record,
            reader,
        })
    }

    /// The function that does the task, and the values that it is given; nothing if it looks at more than these.
    fn function(&self, module: Module, copy: Value) -> Result<Option<(Value, Vec<Field>)>, String> {
        let reading = self.reading(module)?;
        let Some(fields) = fields(reading.params()[0]) else {
            transform::erase_functions(&[reading]);
            return Ok(None);
        };
        let Record { bytes, shared, .. } = self.record;
        let words = format!("{} {bytes} {shared}", self.reader.name());
        let mut all = module.functions().into_iter();
        let known = all.find(|f| f.string_attribute(READER).as_deref() == Some(&words));
        let function = known.unwrap_or_else(|| {
            let caller = copy.name();
            let caller = caller.split(COPY).next().unwrap_or_default().to_owned();
            let function = self.doing(module, &caller, (reading, &fields));
            let attribute = module.context().string_attribute(READER, &words);
            function.add_function_attribute(attribute);
            function
        });
        transform::erase_functions(&[reading]);
        Ok(Some((function, fields)))
    }

    /// `void (ptr record)`: the function that reads the record, with a record of its own, and all that reads it for that function in line.
    fn reading(&self, module: Module) -> Result<Value, String> {
        let context = module.context();
        let ty = context.void().function(&[context.pointer()], false);
        let reading = module.add_function("enzyme_rs_task_record", ty);
        reading.set_internal();
        transform::copy_environment(reading, self.reader);
        let build = Builder::new(context);
        build.at_end(reading.append_block("entry"));
        let own = self.record.variables(module, &build);
        let given = reading.params()[0];
        build.copy_memory(own.record, given, context.i64(self.record.bytes as i64));
        let behind = build.ptradd(given, context.i64(own.behind as i64), "");
        build.copy_memory(own.shared, behind, context.i64(self.record.shared as i64));
        build.store(own.shared, own.record);
        let params = self.reader.function_type().params().into_iter();
        let args: Vec<Value> = params
            .map(|ty| match ty.kind() {
                TypeKind::LLVMPointerTypeKind => own.record,
                _ => ty.zero(),
            })
            .collect();
        let call = build.call(self.reader.function_type(), self.reader, &args, "");
        transform::call_as_declared(call);
        build.ret(None);
        transform::inline_call(call, 0);
        for _ in 0..MOST_INSIDE {
            transform::run_function_passes(reading, SPLIT)?;
            if resumed::join_parts(reading, own.record, self.rule.resumed) {
                transform::run_function_passes(reading, FOLD)?;
                transform::run_function_passes(reading, SPLIT)?;
            }
            let calls = all_calls(reading).into_iter();
            let calls: Vec<Value> = calls
                .filter(|call| self.reads_for_it(*call, reading))
                .collect();
            if calls.is_empty() {
                break;
            }
            for call in calls {
                transform::inline_call(call, 0);
            }
        }
        transform::run_function_passes(reading, CLEAN)?;
        Ok(reading)
    }

    /// Whether a call calls a function that nobody else calls, or one that only says where things lie: derivatives that were made before may call it, too.
    fn reads_for_it(&self, call: Value, reading: Value) -> bool {
        let Some(callee) = named(call) else {
            return false;
        };
        let is_here = |user: Value| {
            let within = user.is_instruction().then(|| user.block()).flatten();
            let within = within.map(|block| block.function());
            within.is_some_and(|f| f == self.reader || f == reading)
        };
        !callee.is_declaration()
            && callee.is_local_to_module()
            && !is_said(callee, self.registry)
            && (is_straight(callee) || callee.users().into_iter().all(is_here))
            && callee != self.reader
    }

    /// The function of the task, whose parameters are the values.
    fn doing(&self, module: Module, caller: &str, (reading, fields): (Value, &[Field])) -> Value {
        let context = module.context();
        let types: Vec<Type> = fields.iter().map(|field| field.ty).collect();
        let ty = context.void().function(&types, false);
        let function = module.add_function(&format!("{caller}.task"), ty);
        function.set_internal();
        transform::copy_environment(function, self.reader);
        transform::keep_out_of_line(function);
        let starter = named(self.call).map(|starter| starter.name());
        let attribute = context.string_attribute(TASK, &starter.unwrap_or_default());
        function.add_function_attribute(attribute);
        let build = Builder::new(context);
        build.at_end(function.append_block("entry"));
        let Record { shared, .. } = self.record;
        let whole = context.int(8).array(self.record.behind() + shared.max(1));
        let record = build.alloca(whole, "task");
        record.set_memory_alignment(ALIGNMENT as u32);
        for (field, param) in fields.iter().zip(function.params()) {
            let at = context.i64(field.offset as i64);
            build.store(param, build.ptradd(record, at, ""));
        }
        let call = build.call(reading.function_type(), reading, &[record], "");
        build.ret(None);
        transform::inline_call(call, 0);
        function
    }

    /// Calls the function in the place of the call, with what the record holds then.
    fn hand_in(&self, module: Module, copy: Value, function: Value, fields: &[Field]) {
        let context = module.context();
        let flags = self.record.made.call_args()[usize::from(self.rule.flags)];
        let own = self.record.become_variables(module, copy);
        // Where it is handed in, and with which flags: a loop has a place of its own for that.
        let (place, flags) = match self.rule.parts {
            Some(parts) => loops::expand(module, copy, (self.call, flags), (own.record, parts)),
            None => (self.call, flags),
        };
        let build = Builder::ahead_of(context, place);
        build.set_location(Some(place));
        self.say_next(module, &build, flags);
        let values = fields.iter().map(|field| {
            let address = own.address(&build, field.offset);
            build.load(field.ty, address, "")
        });
        let args: Vec<Value> = values.collect();
        build.call(function.function_type(), function, &args, "");
        if place != self.call {
            place.erase_instruction();
        }
        if !self.call.users().is_empty() {
            self.call.replace_all_uses_with(self.call.ty().zero());
        }
        self.call.erase_instruction();
        own.drop_around(copy, &self.rule);
    }

    /// Tells the library what the program says of the task that is handed in next.
    fn say_next(&self, module: Module, build: &Builder, flags: Value) {
        let context = module.context();
        let operands = self.call.call_args();
        let (count, list) = match self.rule.dependences {
            Some((count, list)) => (operands[usize::from(count)], operands[usize::from(list)]),
            None => (context.int(32).zero(), context.pointer().zero()),
        };
        let args = [flags, count, list];
        let types = args.map(Value::ty);
        let ty = context.void().function(&types, false);
        build.call(ty, module.declare(self.rule.next, ty), &args, "");
    }
}

/// Whether a function is a single block that calls nothing.
fn is_straight(function: Value) -> bool {
    function.blocks().len() == 1 && all_calls(function).is_empty()
}

/// The values that are read of a record, by offset; nothing if it is used otherwise.
fn fields(record: Value) -> Option<Vec<Field>> {
    let mut found: Vec<Field> = Vec::new();
    let mut work = vec![(record, 0)];
    while let Some((address, offset)) = work.pop() {
        for user in address.users() {
            match user.opcode() {
                Opcode::LLVMLoad => found.push(Field {
                    offset,
                    ty: user.ty(),
                }),
                Opcode::LLVMGetElementPtr => {
                    let by = analyses::gep_offset(user).filter(|by| by.variable.is_empty())?;
                    work.push((user, offset + u64::try_from(by.constant).ok()?));
                }
                // Any other: it may look at anything.
                _ => return None,
            }
        }
    }
    found.sort_by_key(|field| field.offset);
    found.dedup_by(|next, field| next.offset == field.offset && next.ty == field.ty);
    let mut pairs = found.iter().zip(found.iter().skip(1));
    pairs
        .all(|(one, next)| one.offset < next.offset)
        .then_some(found)
}
