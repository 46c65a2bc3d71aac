//! The reference of all rules, `docs/rules.md`, written from the tables.
//!
//! Owns: its text. Must not: say anything that the tables do not. `tests/manual.rs` checks that
//! the committed file is fresh; `BLESS=1` rewrites it.

use crate::callee::CalleeKind;
use crate::needs::Needs;
use crate::outs::{OutResult, OutRule, Place};
use crate::policy::has_infinite_partial;
use crate::registry::{Registry, Symbols};
use crate::render::{Names, formula};
use crate::table::{Param, ParamKind, ScalarRule};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The whole document.
pub fn render(registry: &Registry) -> String {
    let mut text = String::from(INTRODUCTION);
    scalar_section(&mut text, registry);
    points_section(&mut text, registry);
    out_section(&mut text, registry);
    callee_section(&mut text, registry);
    text
}

const INTRODUCTION: &str = "\
# Derivative rules

Generated from the tables of `core/rules/src/builtin`; do not edit. Refresh with
`BLESS=1 cargo test -p enzyme-rules --test manual`. How to read and write rows, and the
conventions at singular points: [rule-author.md](rule-author.md).

A family stands for all its spellings: `sin` is also `sinf`, `sinl`, `llvm.sin.*`, `__nv_sin`,
`__ocml_sin_f64`, `__sin_finite`, …

";

fn scalar_section(text: &mut String, registry: &Registry) {
    text.push_str("## Functions of numbers\n\n");
    text.push_str("*needs*: the primal values that the partials read. *edge*: a partial may be\n");
    text.push_str("infinite or NaN at finite arguments, so that the strong zero matters.\n\n");
    text.push_str("| function | partials | needs | edge |\n|---|---|---|---|\n");
    let mut rows: Vec<&ScalarRule> = registry.scalar_rules().map(|rule| &**rule).collect();
    rows.sort_by_key(|rule| rule.name);
    // Symbols that have no family share rows.
    rows.dedup_by_key(|rule| rule.name);
    for rule in rows {
        let needs = rule.needs(&vec![true; rule.params.len()]);
        let edge = if has_infinite_partial(rule) {
            "yes"
        } else {
            ""
        };
        let needs = needed(needs, &rule.params, &["r"]);
        push(
            text,
            &format!(
                "| `{}` | {} | {needs} | {edge} |",
                head(rule),
                partials(rule)
            ),
        );
    }
}

fn push(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

fn head(rule: &ScalarRule) -> String {
    format!("{}({}) = r", rule.name, signature(&rule.params))
}

fn signature(params: &[Param]) -> String {
    let param = |p: &Param| match p.kind {
        ParamKind::Float => p.name.to_string(),
        ParamKind::Int => format!("int {}", p.name),
    };
    params.iter().map(param).collect::<Vec<_>>().join(", ")
}

fn names(params: &[Param]) -> Vec<&'static str> {
    params.iter().map(|param| param.name).collect()
}

fn partials(rule: &ScalarRule) -> String {
    let args = names(&rule.params);
    let names = Names {
        args: &args,
        results: &["r"],
    };
    let one = |i: usize| {
        let formula = formula(&rule.arena, rule.partials[i]?, names);
        Some(format!("d/d{} = `{formula}`", rule.params[i].name))
    };
    rule.float_params()
        .filter_map(one)
        .collect::<Vec<_>>()
        .join("<br>")
}

fn needed(needs: Needs, params: &[Param], results: &[&'static str]) -> String {
    let args = names(params);
    let args = args
        .iter()
        .enumerate()
        .filter(|&(i, _)| needs.arg(i))
        .map(|(_, name)| *name);
    let has = |&(k, _): &(usize, &&'static str)| needs.results & (1 << k) != 0;
    let results = results
        .iter()
        .enumerate()
        .filter(has)
        .map(|(_, name)| *name);
    args.chain(results).collect::<Vec<_>>().join(", ")
}

fn points_section(text: &mut String, registry: &Registry) {
    text.push_str("\n## Conventions and limits at special points\n\n");
    text.push_str("| at | partials | why |\n|---|---|---|\n");
    let mut rules: Vec<&ScalarRule> = registry.scalar_rules().map(|rule| &**rule).collect();
    rules.sort_by_key(|rule| rule.name);
    rules.dedup_by_key(|rule| rule.name);
    for rule in rules {
        for point in &rule.points {
            let (args, values) = (numbers(&point.args), numbers(&point.partials));
            push(
                text,
                &format!("| `{}({args})` | `{values}` | {} |", rule.name, point.why),
            );
        }
    }
}

fn numbers(values: &[f64]) -> String {
    values
        .iter()
        .map(|value| format!("{value:?}"))
        .collect::<Vec<_>>()
        .join(", ")
}

fn out_section(text: &mut String, registry: &Registry) {
    text.push_str("\n## Functions with several results\n\n");
    text.push_str("| function | result | where | partials |\n|---|---|---|---|\n");
    let mut rules: BTreeMap<&str, &OutRule> = BTreeMap::new();
    for rule in registry.out_rules() {
        rules.insert(rule.name, rule);
    }
    for rule in rules.values() {
        for result in &rule.results {
            let head = format!("{}({})", rule.name, signature(&rule.params));
            let place = place(result.place);
            let label = if result.integer {
                "inactive integer"
            } else {
                "inactive"
            };
            let partials = out_partials(rule, result).unwrap_or_else(|| label.into());
            push(
                text,
                &format!("| `{head}` | {} | {place} | {partials} |", result.name),
            );
        }
    }
}

fn place(place: Place) -> String {
    match place {
        Place::Returned => "returned".into(),
        Place::Through(arg) => format!("through argument {arg}"),
        Place::Field(index) => format!("field {index}"),
    }
}

fn out_partials(rule: &OutRule, result: &OutResult) -> Option<String> {
    let args = names(&rule.params);
    let results: Vec<&'static str> = rule.results.iter().map(|result| result.name).collect();
    let names = Names {
        args: &args,
        results: &results,
    };
    let pairs = result.partials.iter().zip(&rule.params);
    let one = |(partial, param): (&Option<_>, &Param)| {
        let formula = formula(&rule.arena, (*partial)?, names);
        Some(format!("d/d{} = `{formula}`", param.name))
    };
    let partials: Vec<String> = pairs.filter_map(one).collect();
    (!partials.is_empty()).then(|| partials.join("<br>"))
}

fn callee_section(text: &mut String, registry: &Registry) {
    text.push_str("\n## Other callees\n\n");
    let mut groups: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for entry in registry.entries() {
        let has_own_section = matches!(
            entry.what,
            CalleeKind::Scalar(_) | CalleeKind::OutResults(_)
        );
        if !has_own_section {
            groups
                .entry(entry.what.label())
                .or_default()
                .push(shown(&entry.matcher));
        }
    }
    for (label, mut names) in groups {
        names.sort();
        // A String takes any text; the result says nothing.
        let _ = writeln!(
            text,
            "**{label}** ({}): {}\n",
            names.len(),
            names.join(", ")
        );
    }
    let blank_at_end = text.trim_end().len() + 1;
    text.truncate(blank_at_end);
}

fn shown(matcher: &Symbols) -> String {
    match matcher {
        Symbols::Exact(name) => format!("`{name}`"),
        Symbols::Family(name) => format!("family `{name}`"),
        Symbols::Intrinsic(name) => format!("`{name}`"),
        Symbols::Prefix(_) | Symbols::Contains(_) | Symbols::Member(..) => matcher.to_string(),
    }
}
