//! The arguments of a hook call behind the function, read into a request.
//!
//! Owns: the grammar of the argument list, what is passed for each parameter of the derivative,
//! and the messages about what does not fit. Must not: emit anything.
//! Tests: `frontend/tests.rs`.

use super::activity::{self, Contents};
use super::convert::{self, Conversion};
use super::layout::{self, describe};
use super::markers::{Marker, marker_of};
use super::site::Site;
use crate::diag::{Diagnostic, codes};
use crate::request::{Activity, Mode, Request, Returned};
use enzyme_llvm_shim::ir::{Type, Value};

/// What is passed for one parameter of the derivative. Arguments are kept by index: earlier
/// replacements may put other values in their place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Passed {
    /// An argument of the hook call.
    Argument {
        /// Which one.
        index: u32,
        /// Type of the parameter.
        to: Type,
        /// How it gets that type.
        how: Conversion,
    },
    /// A copy of what an argument points to: structures passed by value.
    Copy {
        /// Which argument.
        index: u32,
        /// Type of the structure.
        of: Type,
        /// Type of the parameter.
        to: Type,
    },
    /// One in every floating part: the seed of the return value.
    Seed(Type),
}

impl Passed {
    /// Type of the derivative's parameter.
    pub(super) fn ty(self) -> Type {
        match self {
            Self::Argument { to, .. } | Self::Copy { to, .. } => to,
            Self::Seed(ty) => ty,
        }
    }
}

/// Which of the two things that belong to a parameter an argument is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Primal,
    Shadow,
}

/// Reads the argument list of a hook call.
pub(super) fn parse(site: &Site, mode: Mode) -> Result<(Request, Vec<Passed>), Diagnostic> {
    let mut parser = Parser {
        site: *site,
        mode,
        args: site.call.call_args(),
        next: site.first as usize + 1,
        returns: Vec::new(),
        activities: Vec::new(),
        unneeded: Vec::new(),
        passed: Vec::new(),
    };
    for index in 0..site.function.params().len() {
        parser.parameter(index)?;
    }
    parser.end()?;
    let returned = activity::returned(site, mode, &parser.returns)?;
    if mode == Mode::Gradient && returned.active {
        parser
            .passed
            .push(Passed::Seed(site.function.function_type().returned()));
    }
    Ok(parser.finish(returned))
}

struct Parser {
    site: Site,
    mode: Mode,
    args: Vec<Value>,
    next: usize,
    /// Markers about the return value.
    returns: Vec<Marker>,
    activities: Vec<Activity>,
    /// Parameters marked `enzyme_dupnoneed`, in forward mode.
    unneeded: Vec<u32>,
    passed: Vec<Passed>,
}

impl Parser {
    fn finish(self, returned: Returned) -> (Request, Vec<Passed>) {
        let request = Request {
            function: self.site.function,
            mode: self.mode,
            params: self.activities,
            returned,
            overwritten: false,
            globals: false,
            unneeded: self.unneeded,
            behind: Vec::new(),
            replaced: false,
        };
        (request, self.passed)
    }

    /// Reads what belongs to one parameter: marker, value and shadow.
    fn parameter(&mut self, index: usize) -> Result<(), Diagnostic> {
        let marker = self.markers()?;
        let primal = self.take(index, Role::Primal, marker.as_ref())?;
        let activity = activity::of_parameter(&self.site, self.mode, index, marker.as_ref())?;
        let bound = self.bind(index, primal, Role::Primal, marker.as_ref())?;
        self.passed.push(bound);
        self.activities.push(activity);
        if self.mode == Mode::Forward && matches!(marker, Some(Marker::DupNoNeed)) {
            self.unneeded.push(index as u32);
        }
        if activity == Activity::Dup {
            let shadow = self.take(index, Role::Shadow, marker.as_ref())?;
            let bound = self.bind(index, shadow, Role::Shadow, marker.as_ref())?;
            self.passed.push(bound);
        }
        self.check_whole(index, primal, activity)
    }

    /// Reads markers; those about the return value may stand anywhere.
    fn markers(&mut self) -> Result<Option<Marker>, Diagnostic> {
        let mut activity: Option<Marker> = None;
        while let Some(marker) = self.args.get(self.next).and_then(|arg| marker_of(*arg)) {
            self.next += 1;
            if matches!(
                marker,
                Marker::Unsupported(_) | Marker::Unknown(_) | Marker::Chosen
            ) {
                return Err(self.no_marker(&marker));
            }
            if !marker.is_activity() {
                self.returns.push(marker);
            } else if let Some(previous) = activity.replace(marker.clone()) {
                let (previous, marker) = (previous.name(), marker.name());
                return Err(self.refuse(format!(
                    "the marker `{marker}` follows `{previous}` without an argument between them"
                )));
            }
        }
        Ok(activity)
    }

    fn end(&mut self) -> Result<(), Diagnostic> {
        if let Some(marker) = self.markers()? {
            let name = marker.name();
            return Err(self.refuse(format!("the marker `{name}` has no argument behind it")));
        }
        if self.next < self.args.len() {
            return Err(self.left_over());
        }
        Ok(())
    }

    /// The index of the next argument, which is to be a value.
    fn take(
        &mut self,
        param: usize,
        role: Role,
        marker: Option<&Marker>,
    ) -> Result<usize, Diagnostic> {
        let index = self.next;
        let Some(argument) = self.args.get(index) else {
            return Err(self.missing(param, role, marker));
        };
        if let Some(found) = marker_of(*argument) {
            let (found, what) = (found.name().to_owned(), self.part(param, role));
            let number = self.number(index);
            let error = self.refuse(format!(
                "argument {number} of the hook call is the marker `{found}`, where {what} is due"
            ));
            return Err(self.explain(error, param, role, marker));
        }
        self.next += 1;
        Ok(index)
    }

    fn bind(
        &self,
        param: usize,
        argument: usize,
        role: Role,
        marker: Option<&Marker>,
    ) -> Result<Passed, Diagnostic> {
        let index = argument as u32;
        let by_value = self
            .site
            .call
            .call_arg_type_attribute(index, "byval")
            .is_some();
        let (from, to) = (self.args[argument].ty(), self.type_of(param));
        if let Some(of) = self.by_value(param) {
            if !layout::is_pointer(from) {
                return Err(self.mismatch(param, argument, role, marker));
            }
            if by_value || role == Role::Primal {
                self.check_kept(param, of, role)?;
                return Ok(Passed::Copy { index, of, to });
            }
        } else if by_value {
            return Err(self.structure_for_pointer(param, argument, role));
        }
        let signed = !self.site.call.call_arg_has_attribute(index, "zeroext")
            && !self
                .site
                .function
                .param_has_attribute(param as u32, "zeroext");
        let how = convert::between(self.site.module, from, to, signed)
            .ok_or_else(|| self.mismatch(param, argument, role, marker))?;
        Ok(Passed::Argument { index, to, how })
    }

    /// A shadow by value takes its adjoints with it when the call returns.
    fn check_kept(&self, param: usize, of: Type, role: Role) -> Result<(), Diagnostic> {
        let lost = role == Role::Shadow
            && self.mode == Mode::Gradient
            && !Contents::of(self.site.module, of).pointer;
        if !lost {
            return Ok(());
        }
        let what = self.part(param, role);
        Err(self
            .refuse(format!(
                "{what} is passed by value, so its adjoints would be lost"
            ))
            .help("pass the address of the shadow instead"))
    }

    /// Conventions split a small structure into several arguments; a marker in front of it then
    /// reaches the first only, and shadows would be taken for primal parts.
    fn check_whole(
        &self,
        param: usize,
        argument: usize,
        activity: Activity,
    ) -> Result<(), Diagnostic> {
        let Some(next) = self.args.get(self.next) else {
            return Ok(());
        };
        let more = param + 1 < self.site.function.params().len();
        if !more || marker_of(*next).is_some() {
            return Ok(());
        }
        let split = self.is_part(param, argument) && self.is_part(param + 1, self.next);
        let following = activity::unmarked(&self.site, self.mode, param + 1);
        let matters = match activity {
            Activity::Dup => true,
            Activity::Const => self.was_marked(argument) && following != Activity::Const,
            Activity::Out | Activity::Null => false,
        };
        if !split || !matters {
            return Ok(());
        }
        let what = self.parameter_name(param);
        Err(self
            .refuse(format!(
                "{what} looks like one part of a structure passed by value"
            ))
            .note("the calling convention passes its parts one by one, a marker covers only one")
            .help("let the function take a pointer to the structure"))
    }

    /// Front ends that say which arguments are well defined say so of all but parts of structures.
    fn is_part(&self, param: usize, argument: usize) -> bool {
        let (call, function) = (self.site.call, self.site.function);
        call.call_arg_has_attribute(self.site.first, "noundef")
            && !call.call_arg_has_attribute(argument as u32, "noundef")
            && !function.param_has_attribute(param as u32, "noundef")
    }

    fn was_marked(&self, argument: usize) -> bool {
        argument > 0 && marker_of(self.args[argument - 1]).is_some_and(|m| m.is_activity())
    }

    fn by_value(&self, param: usize) -> Option<Type> {
        self.site
            .function
            .param_type_attribute(param as u32, "byval")
    }

    fn type_of(&self, param: usize) -> Type {
        self.site.function.params()[param].ty()
    }

    // --- messages ------------------------------------------------------------------------------

    fn refuse(&self, message: String) -> Diagnostic {
        self.site.refuse(codes::HOOK_ARGUMENTS, message)
    }

    /// Number of an argument as the user counts, who does not see where structures are returned.
    fn number(&self, argument: usize) -> usize {
        argument + 1 - self.site.first as usize
    }

    fn parameter_name(&self, param: usize) -> String {
        activity::parameter_name(&self.site, param)
    }

    fn part(&self, param: usize, role: Role) -> String {
        let name = self.parameter_name(param);
        match role {
            Role::Primal => format!("the value of {name}"),
            Role::Shadow if self.mode == Mode::Forward => format!("the tangent of {name}"),
            Role::Shadow => format!("the shadow of {name}"),
        }
    }

    /// Says why a shadow is due.
    fn explain(
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

    fn no_marker(&self, marker: &Marker) -> Diagnostic {
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

    fn missing(&self, param: usize, role: Role, marker: Option<&Marker>) -> Diagnostic {
        let what = self.part(param, role);
        let count = self.site.function.params().len();
        let name = self.site.function.name();
        let error = self
            .refuse(format!("{what} is missing: the hook call ends before it"))
            .note(format!("`{name}` takes {}", plural(count, "parameter")));
        self.explain(error, param, role, marker)
    }

    fn left_over(&self) -> Diagnostic {
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

    fn mismatch(
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

    fn structure_for_pointer(&self, param: usize, argument: usize, role: Role) -> Diagnostic {
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
