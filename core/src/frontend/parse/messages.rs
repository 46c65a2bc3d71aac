//! What does not fit in the argument list of a hook, in words.
//!
//! Owns: the messages. Must not: decide what fits.

use super::{Parser, Role};
use crate::diag::{Diagnostic, codes};
use crate::frontend::activity;
use crate::frontend::layout::{self, describe};
use crate::frontend::markers::Marker;
use crate::request::Mode;

impl Parser {
    pub(super) fn refuse(&self, message: String) -> Diagnostic {
        self.site.refuse(codes::HOOK_ARGUMENTS, message)
    }

    /// Number of an argument as the user counts, who does not see where structures are returned.
    pub(super) fn number(&self, argument: usize) -> usize {
        argument + 1 - self.site.first as usize
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
            return error;
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

    pub(super) fn without_argument(&self, marker: &Marker) -> Diagnostic {
        let name = marker.name();
        self.refuse(format!("the marker `{name}` has no argument behind it"))
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
        self.refuse(format!(
            "{} of the hook call {verb} left over, from argument {number} on",
            plural(rest, "argument")
        ))
        .note(format!(
            "`{name}` takes {count}, all of which have what they need"
        ))
        .note(
            "without markers a pointer takes a shadow behind it, a floating argument takes a \
             tangent in forward mode only, an integer takes nothing",
        )
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
        if layout::is_float(to) && layout::is_integer(from) {
            return error.help("give the number a decimal point, or cast it");
        }
        if self.is_part(param, argument) {
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
        .help("pass its address")
    }
}

fn plural(count: usize, noun: &str) -> String {
    match count {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}
