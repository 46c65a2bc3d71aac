//! Tasks: pieces of work that a worker hands to whichever worker of its team has time.
//!
//! Compilers have the library make a record, write into it what the task is given, and hand it in with a function that reads it. Here handing in a task
//! becomes a call of a function of its own, marked by an attribute (`Definition::Task`), whose parameters are what that function reads: running a
//! task where it is handed in is a valid order, and so all analyses see a call. In a derivative a run-time library makes tasks of its tangent or of
//! its halves (`synth/task.rs`).
//!
//! Owns: these functions. Must not: know a library. Where it is not known what the function reads of the record, the call stays.

mod at_once;
mod discarded;
mod given;
mod loops;
mod privates;
mod record;
mod resumed;

use crate::prepare::inline::{all_calls, is_said, named};
use crate::view::names::COPY;
use crate::view::steps::TASK;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, Type, TypeKind, Value, ValueKind};
use enzyme_llvm_shim::transform;
use enzyme_rules::{CalleeKind, Registry, TaskRule};
use given::Field;
pub use privates::mark as mark_variables;
use privates::{ALIGNMENT, is_mark};
pub(crate) use privates::{forget as forget_marks, has_marks as has_task_marks};
use record::Record;
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

/// Bytes of the address with which a record begins.
const POINTER: i64 = 8;

/// A call that hands in a task.
struct Task<'a> {
    registry: &'a Registry,
    call: Value,
    rule: Arc<TaskRule>,
    record: Record,
    reader: Value,
}

/// Lets all be seen that is done with records whose variables are marked: what the program does by itself with one comes in line.
///
/// # Errors
/// What LLVM says.
pub(in crate::prepare) fn show_records(copy: Value, registry: &Registry) -> Result<(), String> {
    if !privates::has_marks(copy) {
        return Ok(());
    }
    inline_readers(copy, registry);
    transform::run_function_passes(copy, SPLIT)?;
    match inline_maps(copy) {
        true => transform::run_function_passes(copy, SPLIT),
        false => Ok(()),
    }
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
        .filter_map(|call| Task::of(copy, call, registry))
        .collect();
    let mut any = !tasks.is_empty();
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
    any |= at_once::as_variables(module, copy, registry);
    any |= !privates::settle(module, copy).is_empty();
    match any {
        true => transform::run_function_passes(copy, SPLIT),
        false => Ok(()),
    }
}

/// Brings the function of a task in line where the program runs it by itself: then all that is done with the record is seen.
fn inline_readers(copy: Value, registry: &Registry) {
    for rule in registry.tasks() {
        let calls = all_calls(copy).into_iter();
        for made in calls.filter(|call| Record::of(*call, rule).is_some()) {
            let reader = made.call_args().get(usize::from(rule.body)).copied();
            for user in made.users() {
                let is_call = user.is_instruction() && user.opcode() == Opcode::LLVMCall;
                let callee = is_call.then(|| named(user)).flatten();
                if callee.is_some_and(|f| Some(f) == reader && !f.is_declaration()) {
                    transform::inline_call(user, 0);
                }
            }
        }
    }
}

/// Brings functions in line that only say where the variables of a record lie; says whether there were any.
fn inline_maps(copy: Value) -> bool {
    let mut any = false;
    for call in all_calls(copy) {
        let callee = named(call).filter(|callee| !callee.is_declaration());
        if callee.is_some_and(|callee| is_straight(callee) && privates::has_marks(callee)) {
            transform::inline_call(call, 0);
            any = true;
        }
    }
    any
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
    fn of(copy: Value, call: Value, registry: &'a Registry) -> Option<Self> {
        let (made, rule) = handed_in(call, registry)?;
        let record = Record::of(made, rule)?;
        let reader = *made.call_args().get(usize::from(rule.body))?;
        let is_function = reader.kind() == ValueKind::LLVMFunctionValueKind;
        let known = is_function && !reader.is_declaration() && !reader.is_interposable();
        (known && !privates::keeps_address(copy, made, call)).then_some(Self {
            registry,
            call,
            rule: rule.clone(),
            record,
            reader,
        })
    }

    /// The function that does the task, and what it is given; nothing if it may look at more than that.
    fn function(&self, module: Module, copy: Value) -> Result<Option<(Value, Vec<Field>)>, String> {
        let reading = self.reading(module)?;
        let given = reading.params()[0];
        let Some(mut fields) = given::read_of(given) else {
            transform::erase_functions(&[reading]);
            return Ok(None);
        };
        given::as_numbers(&mut fields, (given, self.record));
        let Record { bytes, shared, .. } = self.record;
        let read: Vec<String> = fields.iter().map(Field::print).collect();
        let read = read.join(",");
        let words = format!("{} {bytes} {shared} {read}", self.reader.name());
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
        // But for the address of what it points to, which is its own.
        let [to, from] = [own.record, given].map(|of| build.ptradd(of, context.i64(POINTER), ""));
        let bytes = context.i64(self.record.bytes as i64 - POINTER);
        build.copy_aligned((to, from), POINTER as u32, bytes);
        let behind = build.ptradd(given, context.i64(own.behind as i64), "");
        let bytes = context.i64(self.record.shared as i64);
        build.copy_aligned((own.shared, behind), ALIGNMENT as u32, bytes);
        build.store(own.shared, own.record);
        let record = own.record;
        let params = self.reader.function_type().params().into_iter();
        let args: Vec<Value> = params
            .map(|ty| match ty.kind() {
                TypeKind::LLVMPointerTypeKind => record,
                _ => ty.zero(),
            })
            .collect();
        let over = discarded::ask(module, (reading, &build), self.rule.discarded);
        let call = build.call(self.reader.function_type(), self.reader, &args, "");
        transform::call_as_declared(call);
        if let Some(over) = over {
            build.br(over);
            build.at_end(over);
        }
        let destroys = self.record.destroy(&build, record);
        build.ret(None);
        transform::inline_call(call, 0);
        if let Some(call) = destroys {
            transform::inline_call(call, 0);
        }
        for _ in 0..MOST_INSIDE {
            transform::run_function_passes(reading, SPLIT)?;
            if resumed::join_parts(reading, record, self.rule.resumed) {
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
        let build = Builder::ahead_of(context, reading.blocks()[0].instructions()[0]);
        for part in privates::settle(module, reading) {
            let from = build.ptradd(given, context.i64(part.offset as i64), "");
            build.copy_aligned(
                (part.variable, from),
                record::alignment(part.offset),
                context.i64(part.bytes as i64),
            );
        }
        privates::forget(reading);
        transform::run_function_passes(reading, SPLIT)?;
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
        let types: Vec<Type> = fields.iter().map(Field::ty).collect();
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
            field.take(&build, (record, param));
        }
        let call = build.call(reading.function_type(), reading, &[record], "");
        let end = build.ret(None);
        transform::inline_call(call, 0);
        let build = Builder::ahead_of(context, end);
        for (field, param) in fields.iter().zip(function.params()) {
            field.take_block(module, &build, (record, param));
        }
        function
    }

    /// Calls the function in the place of the call, with what the record holds then.
    fn hand_in(&self, module: Module, copy: Value, function: Value, fields: &[Field]) {
        let context = module.context();
        let flags = self.record.made.call_args()[usize::from(self.rule.flags)];
        let flags = self.record.without_destroyer(flags, &self.rule);
        let mut own = self.record.become_variables(module, copy);
        // Where it is handed in, and with which flags: a loop has a place of its own for that.
        let (place, flags) = match self.rule.parts {
            Some(parts) => loops::expand(module, copy, (self.call, flags), (own.record, parts)),
            None => (self.call, flags),
        };
        own.come_apart(module, copy, &|user| {
            user == self.call || record::is_around(user, &self.rule)
        });
        let build = Builder::ahead_of(context, place);
        build.set_location(Some(place));
        self.say_next(module, &build, flags);
        let args = fields.iter();
        let args: Vec<Value> = args
            .map(|field| field.hand_on(module, &build, &own))
            .collect();
        build.call(function.function_type(), function, &args, "");
        if place != self.call {
            place.erase_instruction();
        }
        if !self.call.users().is_empty() {
            self.call.replace_all_uses_with(self.call.ty().zero());
        }
        self.call.erase_instruction();
        own.drop_around(copy, &self.rule, self.record);
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
    function.blocks().len() == 1 && all_calls(function).into_iter().all(is_mark)
}
