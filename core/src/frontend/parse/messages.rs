//! What does not fit in the argument list of a hook, in words.
//!
//! Owns: the messages. Must not: decide what fits.

use super::{Parser, Role};
use crate::diag::{Diagnostic, codes};
use crate::frontend::activity;
use crate::frontend::layout::{self, describe, is_float};
use crate::frontend::markers::Marker;
use crate::frontend::resolve;
use crate::request::Mode;
use enzyme_llvm_shim::ir::{Opcode, Value};

impl Parser {
    pub(super) fn refuse(&self, message: String) -> Diagnostic {
        self.site.refuse(codes::HOOK_ARGUMENTS, message)
    }

    /// Number of an argument as the user counts, who does not see where structures are returned.
    pub(super) fn number(&self, argument: usize) -> usize {
        argument + 1 - self.site.first as usize
    }

    /// A parameter cannot have the activity that it is given; the last argument may be meant for another one.
    pub(super) fn perhaps_shifted(&self, mut error: Diagnostic, param: usize) -> Diagnostic {
        let last = self.next - 1;
        let (given, due) = (
            self.args[last].ty(),
            self.site.function.params()[param].ty(),
        );
        if is_float(given) && !is_float(due) {
            let (number, kind) = (self.number(last), describe(given));
            error.help.insert(
                0,
                format!("argument {number} of the hook call, a {kind}, was taken for it: look whether one in front of it is missing, or two are exchanged"),
            );
        }
        error
    }

    pub(super) fn parameter_name(&self, param: usize) -> String {
        activity::parameter_name(&self.site, param)
    }

    pub(super) fn part(&self, param: usize, role: Role) -> String {
        let name = self.parameter_name(param);
        match role {
            Role::Primal => format!("the value of {name}"),
            Role::Shadow if self.mode == Mode::Forward => format!("the tangent of {name}"),
            Role::Shadow => format!("the shadow of {name}"),
        }
    }

    /// Says why a shadow is due.
    pub(super) fn explain(
        &self,
        error: Diagnostic,
        param: usize,
        role: Role,
        marker: Option<&Marker>,
    ) -> Diagnostic {
        if role == Role::Primal {
            return self.one_too_far(error);
        }
        let kind = describe(self.type_of(param));
        match marker {
            Some(marker) => error.note(format!(
                "`{}` announces two arguments: the value and what belongs to it",
                marker.name()
            )),
            None => error
                .note(format!(
                    "an argument without marker is `enzyme_dup` if it is a {kind}"
                ))
                .help("put `enzyme_const` in front of an argument that needs no derivative"),
        }
    }

    /// Adds what was taken for a shadow: it may have been meant for what is missing now.
    fn one_too_far(&self, error: Diagnostic) -> Diagnostic {
        let Some((param, argument)) = self.last_shadow else {
            return error;
        };
        let (number, what) = (self.number(argument), self.part(param, Role::Shadow));
        error.note(format!(
            "argument {number} was taken for {what}, which is missing if it is something else"
        ))
    }

    pub(super) fn no_marker(&self, marker: &Marker) -> Diagnostic {
        if *marker == Marker::Chosen {
            return self
                .refuse("a marker is chosen at run time".to_owned())
                .note("the source chooses it, or the optimiser made one hook call of several that differ in their markers")
                .help("keep the calls apart: each in a function of its own that is marked noinline")
                .help("use the same marker in all of them: the shadow of what has no derivative may be a buffer that nobody reads");
        }
        let name = marker.name();
        let what = match marker {
            Marker::Unknown(_) => format!("`{name}` is no marker"),
            _ => format!("the marker `{name}` is not supported"),
        };
        self.refuse(what).help(marker.remedy())
    }

    pub(super) fn other_family(&self, marker: &Marker) -> Diagnostic {
        let name = marker.name();
        let (what, help) = match self.batch {
            true => (
                "derivatives",
                "`__enzyme_batch` calls a function and asks for no derivative",
            ),
            false => ("`__enzyme_batch`", "leave it out"),
        };
        self.refuse(format!("the marker `{name}` belongs to {what}"))
            .help(help)
    }

    /// A marker where the function takes nothing more; it has just been read.
    pub(super) fn beyond_parameters(&self, marker: &Marker) -> Diagnostic {
        let (number, marker) = (self.number(self.next - 1), marker.name());
        let function = self.site.function.name();
        let takes = plural(self.site.function.params().len(), "parameter");
        self.refuse(format!(
            "argument {number} of the hook call is the marker `{marker}`, but no parameter of `{function}` is left for it"
        ))
        .note(format!(
            "`{function}` takes {takes}, and what stands in front of the marker is for these"
        ))
        .help("leave the marker out, with what stands behind it, or let the function take one parameter more")
    }

    /// A marker about the tape at the end of the call.
    pub(super) fn without_argument(&self, marker: &Marker, what: &str) -> Diagnostic {
        let (number, marker) = (self.number(self.next - 1), marker.name());
        self.refuse(format!(
            "argument {number} of the hook call is the marker `{marker}`, and {what} is missing behind it: the hook call ends there"
        ))
    }

    /// Adds how markers are declared, if an argument may be one that is an integer like any other.
    fn maybe_marker(&self, error: Diagnostic, argument: Value) -> Diagnostic {
        // An enumerator is a small number.
        let small = argument.is_constant() && argument.as_u64().is_none_or(|number| number < 32);
        if !layout::is_integer(argument.ty()) || !(small || unset(argument)) {
            return error;
        }
        error.help(
            "if this is meant as a marker: markers are known by their names, and are declared at the top of the file as \
             `extern int enzyme_dup;` (or by #include <enzyme_rs/enzyme.h>), never as local or static variables, \
             enumerators or macros",
        )
    }

    pub(super) fn missing(&self, param: usize, role: Role, marker: Option<&Marker>) -> Diagnostic {
        let what = self.part(param, role);
        let count = self.site.function.params().len();
        let name = self.site.function.name();
        let error = self
            .refuse(format!("{what} is missing: the hook call ends before it"))
            .note(format!("`{name}` takes {}", plural(count, "parameter")));
        self.explain(error, param, role, marker)
    }

    pub(super) fn left_over(&self) -> Diagnostic {
        let number = self.number(self.next);
        let rest = self.args.len() - self.next;
        let name = self.site.function.name();
        let count = plural(self.site.function.params().len(), "parameter");
        let verb = if rest == 1 { "is" } else { "are" };
        let error = self
            .refuse(format!(
                "{} of the hook call {verb} left over, from argument {number} on",
                plural(rest, "argument")
            ))
            .note(format!(
                "`{name}` takes {count}, all of which have what they need"
            ))
            .note(
                "without markers a pointer takes a shadow behind it, a floating argument takes a \
             tangent in forward mode only, an integer takes nothing",
            );
        let error = self.maybe_marker(error, self.args[self.next]);
        let hook = self.site.call.callee().map(Value::name);
        // The names of Fortran's external procedures end so.
        match hook.is_some_and(|name| name.ends_with('_')) {
            true => error.help(
                "in Fortran, markers are integers in common blocks of their names: `integer :: enzyme_dup` and `common /enzyme_dup/ enzyme_dup` (docs/fortran.md)",
            ),
            false => error,
        }
    }

    pub(super) fn mismatch(
        &self,
        param: usize,
        argument: usize,
        role: Role,
        marker: Option<&Marker>,
    ) -> Diagnostic {
        let (from, to) = (self.args[argument].ty(), self.type_of(param));
        let (number, what) = (self.number(argument), self.part(param, role));
        let error = self.refuse(format!(
            "argument {number} of the hook call has the type {}, but {what} is due",
            describe(from)
        ));
        let error = self.explain(error, param, role, marker);
        let error = match role {
            Role::Primal => self.maybe_marker(error, self.args[argument]),
            Role::Shadow => error,
        };
        if is_float(to) && layout::is_integer(from) {
            return error.help("give the number a decimal point, or cast it");
        }
        if is_float(to) && layout::is_pointer(from) && !self.may_take_part(param) {
            return error.help(match resolve::global_of(self.args[argument]) {
                Some(global) => format!("pass `{}` itself, not its address", global.name()),
                None => "pass the number itself, not its address".to_owned(),
            });
        }
        let may_be_address = layout::is_pointer(from) && self.may_take_part(param);
        if may_be_address || self.is_part(param, argument) {
            return error.help(
                "if this is part of a structure passed by value: let the function take a pointer \
                 to the structure",
            );
        }
        error
    }

    pub(super) fn structure_for_pointer(
        &self,
        param: usize,
        argument: usize,
        role: Role,
    ) -> Diagnostic {
        let (number, what) = (self.number(argument), self.part(param, role));
        self.refuse(format!(
            "argument {number} of the hook call is a structure passed by value, but {what} is due"
        ))
        .help(match layout::is_pointer(self.type_of(param)) {
            true => "pass its address",
            false => "let the function take a pointer to the structure, and pass its address",
        })
    }
}

/// Whether a value was never set: a local variable that is read.
fn unset(value: Value) -> bool {
    let slot = resolve::is_instruction(value, Opcode::LLVMLoad)
        .then(|| value.operand(0))
        .flatten();
    let slot = slot.filter(|slot| resolve::is_instruction(*slot, Opcode::LLVMAlloca));
    let stored = |user: &Value| resolve::is_instruction(*user, Opcode::LLVMStore);
    slot.is_some_and(|slot| !slot.users().iter().any(stored))
}

fn plural(count: usize, noun: &str) -> String {
    match count {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}
