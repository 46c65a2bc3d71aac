//! Prints calls that a run-time library makes: a context with the arguments, and a function that hands them on. Owns their spelling; the
//! library itself is the product's header.

use std::fmt::Write as _;

use super::Printer;
use crate::ast::{Checkpoints, Int, Steps};

/// The library: the header that programs include.
const LIBRARY: &str = include_str!("../../../../include/enzyme_rs/parallel.h");

/// What `text` needs of the library.
pub(crate) fn library(text: &str) -> &'static str {
    match text.contains("enzyme_rs_") {
        true => LIBRARY,
        false => "",
    }
}

impl Printer<'_> {
    /// `states, memory, bytes...`
    pub(super) fn checkpoints(&self, checkpoints: &Checkpoints) -> String {
        let mut text = checkpoints.states.to_string();
        for named in &checkpoints.named {
            let bytes = self.bytes(&Int::Const(named.count as i64), &named.elem);
            let _ = write!(text, ", {}, {bytes}", self.pointer(&named.at));
        }
        text
    }

    /// A block that fills the context, runs the steps and takes the sum.
    pub(super) fn steps(&self, steps: &Steps, pad: &str) -> String {
        let number = self.steps.borrow().len();
        let step = self.step(steps, number);
        self.steps.borrow_mut().push(step);
        let p = &self.prefix;
        let mut lines = vec![format!("struct {p}context{number} given;")];
        for k in self.handed(steps) {
            lines.push(format!("given.a{k} = {};", self.arg(&steps.args[k])));
        }
        lines.push("given.sum = 0.0;".to_owned());
        let count = self.int(&steps.count);
        lines.push(match &steps.checkpoints {
            None => format!("enzyme_rs_for_each({count}, {p}step{number}, &given);"),
            Some(checkpoints) => {
                let all = self.checkpoints(checkpoints);
                let (states, named) = all.split_once(", ").unwrap_or((&all, ""));
                let named = match named {
                    "" => String::new(),
                    named => format!(", {named}"),
                };
                format!(
                    "enzyme_rs_checkpointed({count}, {states}, {p}step{number}, &given{named});"
                )
            }
        });
        let sum = steps.sum.iter();
        lines.extend(sum.map(|place| format!("{} = given.sum;", self.place(place))));
        let lines: Vec<String> = lines.iter().map(|l| format!("{pad}    {l}\n")).collect();
        format!("{{\n{}{pad}}}", lines.concat())
    }

    /// The context of some steps and the function that the library calls.
    fn step(&self, steps: &Steps, number: usize) -> String {
        let p = &self.prefix;
        let func = &self.program.funcs[steps.f];
        let mut members = String::new();
        for k in self.handed(steps) {
            let member = self.declarator(&func.vars[k].ty, &format!("a{k}"));
            let _ = write!(members, "{member}; ");
        }
        let args: Vec<String> = (0..steps.args.len())
            .map(|k| match steps.index {
                Some(index) if index == k => "(int)number".to_owned(),
                _ => format!("given->a{k}"),
            })
            .collect();
        let call = format!("{p}{}({})", func.name, args.join(", "));
        let call = match steps.sum {
            Some(_) => format!("given->sum += {call}"),
            None => call,
        };
        format!(
            "struct {p}context{number} {{ {members}double sum; }};\n\
             static void {p}step{number}(long number, void *context)\n{{\n\
             \x20   struct {p}context{number} *given = (struct {p}context{number} *)context;\n\
             \x20   {call};\n}}\n"
        )
    }

    /// The arguments that the context holds.
    fn handed<'s>(&self, steps: &'s Steps) -> impl Iterator<Item = usize> + use<'s> {
        (0..steps.args.len()).filter(|k| steps.index != Some(*k))
    }

    /// What is said of a function behind its prototype.
    pub(super) fn marks(&self) -> String {
        let name = format!("{}{}", self.prefix, self.func.name);
        match self.func.recomputed {
            true => format!("void *__enzyme_shouldrecompute_{name}[] = {{(void *){name}}};\n"),
            false => String::new(),
        }
    }
}
