//! Tasks that are handed to nobody (`if(0)`): the program makes a record, and runs the function that reads it by itself.
//!
//! The library is told that it begins and ends, and never gets to see what it does. So the record becomes a variable, and the task is the code that it
//! is. What the task hands in itself, its caller waits for as well.
//!
//! Owns: these records. Must not: know a library; touch a record that the library is given for more.

use super::record::{Record, is_around};
use crate::prepare::inline::{all_calls, named};
use enzyme_llvm_shim::ir::{Module, Opcode, Value};
use enzyme_rules::{Registry, TaskRule};

/// Puts variables in the place of all such records; says whether there were any.
pub(super) fn as_variables(module: Module, copy: Value, registry: &Registry) -> bool {
    let mut any = false;
    for rule in registry.tasks() {
        let calls = all_calls(copy).into_iter();
        let records = calls.filter_map(|call| Record::of(call, rule));
        let records: Vec<Record> = records
            .filter(|record| is_alone(record.made, rule))
            .collect();
        for record in records {
            let own = record.become_variables(module, copy);
            own.drop_around(copy, rule, record);
            any = true;
        }
    }
    any
}

/// Whether the library is told of a record where the program runs its function, and is given it for nothing else.
fn is_alone(record: Value, rule: &TaskRule) -> bool {
    let users = record.users().into_iter();
    let calls: Vec<Value> = users
        .filter(|user| user.opcode() == Opcode::LLVMCall)
        .collect();
    let is_ours = |call: &Value| named(*call).is_some_and(|callee| !callee.is_declaration());
    calls.iter().any(|call| is_around(*call, rule))
        && calls
            .iter()
            .all(|call| is_ours(call) || is_around(*call, rule))
}
