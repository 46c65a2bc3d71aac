//! Plans as text that a person can read.
//!
//! Must not: be parsed by anything; tests match single lines of it.

use super::adjoints::{Adjoint, Halves};
use super::storage::Storage;
use super::{Facts, Item, Plan};
use crate::analysis::callee;
use crate::plan::recompute::Recipe;
use crate::view::InstId;
use std::fmt::Write;

/// The whole plan.
pub(crate) fn plan(facts: Facts<'_>, plan: &Plan) -> String {
    let mut text = format!("plan of {}\n", facts.request);
    let mut line = |parts: std::fmt::Arguments<'_>| {
        let _ = writeln!(text, "  {parts}");
    };
    for item in &plan.needed {
        if let Some(storage) = plan.layout.kept.get(item) {
            let (what, reason) = (name(facts, *item), why(facts, *item));
            line(format_args!(
                "keep {what} in {}{reason}",
                place(facts, storage)
            ));
        }
    }
    for (item, storage) in &plan.layout.kept {
        if !plan.needed.contains(item) {
            let (what, reason) = (name(facts, *item), why(facts, *item));
            line(format_args!(
                "keep {what} in {}{reason}",
                place(facts, storage)
            ));
        }
    }
    for carry in &plan.carries {
        let header = facts.body.loops[carry.within].header;
        line(format_args!(
            "carry adjoints of {} elements through {}",
            carry.span + 1,
            facts.body.blocks[header].name
        ));
    }
    for (id, adjoint) in plan.adjoints.iter() {
        if matches!(adjoint, Adjoint::Call(call) if call.halves == Halves::Combined) {
            line(format_args!("combine {}", called(facts, id)));
        }
    }
    for (item, recipe) in &plan.recipes {
        if !plan.layout.kept.contains_key(item) && !matches!(recipe, Recipe::Free | Recipe::Never) {
            line(format_args!("recompute {}", name(facts, *item)));
        }
    }
    text
}

fn name(facts: Facts<'_>, item: Item) -> String {
    match item {
        Item::Primal(value) => facts.body.label(value),
        Item::Shadow(value) => format!("shadow of {}", facts.body.label(value)),
        Item::Tape(call) => format!("tape of {}", called(facts, call)),
    }
}

/// A call, by its callee and block.
fn called(facts: Facts<'_>, call: InstId) -> String {
    let inst = &facts.body.insts[call];
    let callee = callee::symbol(inst).unwrap_or("a function");
    format!(
        "the call of {callee} in {}",
        facts.body.blocks[inst.block].name
    )
}

fn place(facts: Facts<'_>, storage: &Storage) -> String {
    let header = |l| facts.body.blocks[facts.body.loops[l].header].name.clone();
    match storage {
        Storage::Slot => "a variable".to_owned(),
        Storage::Frame(_) => "the frame".to_owned(),
        Storage::Array { loops, .. } => {
            let dims: Vec<String> = loops.iter().map(|l| header(*l)).collect();
            format!("an array over [{}]", dims.join("]["))
        }
        Storage::Record(l, _) => format!("a record of each iteration of {}", header(*l)),
    }
}

/// Why a load could not be repeated.
fn why(facts: Facts<'_>, item: Item) -> String {
    let (Item::Primal(value) | Item::Shadow(value)) = item else {
        return String::new();
    };
    let Some(load) = facts.body.def(value) else {
        return String::new();
    };
    match facts.overwritten.by(load) {
        Some(writer) => {
            let block = &facts.body.blocks[facts.body.insts[writer].block].name;
            format!(", because {block} may overwrite what it read")
        }
        None => String::new(),
    }
}
