//! The arguments of a hook call behind the function, read into a request.
//!
//! A split derivative takes more: the augmented primal memory for its tape (or finds some), the reverse half the adjoint of the result
//! (one, if it is left out) and the tape, each behind the others or behind its marker.
//!
//! Owns: the grammar of the argument list, and what is passed for each parameter of the derivative: [`halves`] has what tapes take,
//! [`several`] what several directions take, [`messages`] what is said about what does not fit. Must not: emit anything.
//! Tests: `frontend/tests.rs`.

mod batch;
mod halves;
mod messages;
mod several;

use super::activity::{self, Contents};
use super::convert::{self, Conversion};
use super::layout::{self, describe};
use super::markers::{Marker, marker_of};
use super::site::Site;
use crate::diag::Diagnostic;
use crate::request::{Activity, Mode, Request, Returned, Same, TapeOwner, Team, of_each};
pub(super) use batch::{batch, plain};
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
    /// The address in an argument, moved by as many times as many bytes as another argument says: the shadow of a direction.
    Apart {
        /// Which argument is the address.
        index: u32,
        /// Which one says how many bytes.
        stride: u32,
        /// How many times.
        direction: u32,
        /// Type of the parameter.
        to: Type,
    },
    /// One in every floating part: the seed of the return value, in each of so many directions.
    Seed(Type, u32),
    /// No memory, or no bytes.
    None(Type),
}

impl Passed {
    /// Type of the derivative's parameter.
    pub(super) fn ty(self) -> Type {
        match self {
            Self::Argument { to, .. } | Self::Copy { to, .. } | Self::Apart { to, .. } => to,
            Self::Seed(ty, width) => of_each(ty, width),
            Self::None(ty) => ty,
        }
    }
}

/// What is passed for each parameter of the function: its value, and the shadows behind it.
pub(super) fn by_parameter<'a>(request: &Request, args: &'a [Passed]) -> Vec<(u32, &'a [Passed])> {
    let (mut rest, mut all) = (args, Vec::new());
    for (param, activity) in (0..).zip(&request.params) {
        let count = match activity {
            Activity::Dup => 1 + request.width as usize,
            Activity::Const | Activity::Null | Activity::Out => 1,
        };
        let (own, others) = rest.split_at(count.min(rest.len()));
        all.push((param, own));
        rest = others;
    }
    all
}

/// Which of the two things that belong to a parameter an argument is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Primal,
    Shadow,
}

/// Reads the argument list of a hook call that asks for the bytes of a tape: a marker for each parameter, or none for those that have
/// the activity of their type.
pub(super) fn sizes(site: &Site) -> Result<Request, Diagnostic> {
    let mut parser = Parser::new(site, Mode::Augmented);
    for index in 0..site.function.params().len() {
        let marker = parser.marked()?;
        parser.activity(index, marker.as_ref())?;
    }
    parser.end()?;
    let returned = parser.returned()?;
    Ok(parser.finish(returned).0)
}

/// Reads the argument list of a hook call.
pub(super) fn parse(site: &Site, mode: Mode) -> Result<(Request, Vec<Passed>), Diagnostic> {
    let mut parser = Parser::new(site, mode);
    parser.parameters()?;
    let returned = parser.returned()?;
    match mode {
        Mode::Forward => {}
        Mode::Gradient => parser.seed(returned, None)?,
        Mode::Augmented => parser.room()?,
        Mode::Reverse => parser.reverse(returned)?,
    }
    parser.end()?;
    Ok(parser.finish(returned))
}

/// Reads the argument list of a hook call that asks for a tangent where a tape has been made.
pub(super) fn from_tape(site: &Site) -> Result<(Request, Vec<Passed>), Diagnostic> {
    let mut parser = Parser::new(site, Mode::Forward);
    parser.from_tape = true;
    parser.parameters()?;
    let returned = parser.returned()?;
    parser.unused_tape()?;
    parser.end()?;
    Ok(parser.finish(returned))
}

/// What markers say of the tape.
#[derive(Clone, Copy, Debug, Default)]
struct TapeSaid {
    /// The argument that says how many bytes there are for it.
    room: Option<usize>,
    /// The argument that is the tape, or the memory for it.
    at: Option<usize>,
    /// It outlives the reverse half.
    again: bool,
    /// It is one of those of all threads of a launch.
    of_launch: bool,
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
    /// Parameters marked `enzyme_not_overwritten`.
    same: Vec<u32>,
    tape: TapeSaid,
    /// How many directions there are, once it was said.
    width: Option<u32>,
    /// The argument that says how far apart the shadows of the next argument lie.
    stride: Option<usize>,
    /// Memory that is its own shadow is inactive.
    runtime_activity: bool,
    /// Other threads add to the same shadows.
    atomic_add: bool,
    /// It is about calls, not about a derivative.
    batch: bool,
    /// A tangent is asked for where there is a tape.
    from_tape: bool,
    /// Shadows stand behind all arguments.
    interleaved: bool,
    /// The parameter whose shadow or tangent was read last, and the argument that it was.
    last_shadow: Option<(usize, usize)>,
    /// Parameters whose shadows are still to come, with their markers.
    postponed: Vec<(usize, Option<Marker>)>,
    passed: Vec<Passed>,
}

impl Parser {
    fn new(site: &Site, mode: Mode) -> Self {
        Self {
            site: *site,
            mode,
            args: site.call.call_args(),
            next: site.first as usize + 1,
            returns: Vec::new(),
            activities: Vec::new(),
            unneeded: Vec::new(),
            same: Vec::new(),
            tape: TapeSaid::default(),
            width: None,
            stride: None,
            runtime_activity: false,
            atomic_add: false,
            batch: false,
            from_tape: false,
            interleaved: false,
            last_shadow: None,
            postponed: Vec::new(),
            passed: Vec::new(),
        }
    }

    fn finish(self, returned: Returned) -> (Request, Vec<Passed>) {
        let split = self.is_split();
        let again = self.mode == Mode::Reverse && self.tape.again;
        let tape = match split {
            _ if self.tape.of_launch => TapeOwner::Launch,
            true => TapeOwner::Program { again },
            false => TapeOwner::Thread,
        };
        let request = Request {
            function: self.site.function,
            mode: self.mode,
            params: self.activities,
            returned,
            overwritten: split,
            same: Same {
                memory: if split { self.same } else { Vec::new() },
                behind: Vec::new(),
            },
            tape,
            width: self.width.unwrap_or(1),
            runtime_activity: self.runtime_activity,
            atomic_add: self.atomic_add,
            team: Team::None,
            sweep: false,
            restores: Vec::new(),
            errors: false,
            globals: false,
            unneeded: self.unneeded,
            behind: Vec::new(),
            replaced: false,
        };
        (request, self.passed)
    }

    /// Reads what belongs to all parameters.
    fn parameters(&mut self) -> Result<(), Diagnostic> {
        for index in 0..self.site.function.params().len() {
            self.parameter(index)?;
        }
        if self.interleaved {
            self.postponed_shadows()?;
        }
        self.no_activity()
    }

    /// Reads what belongs to one parameter: marker, value and shadow.
    fn parameter(&mut self, index: usize) -> Result<(), Diagnostic> {
        let marker = self.markers()?;
        let primal = self.take(index, Role::Primal, marker.as_ref())?;
        let activity = self.activity(index, marker.as_ref());
        let activity = activity.map_err(|error| self.perhaps_shifted(error, index))?;
        let bound = self.bind(index, primal, Role::Primal, marker.as_ref())?;
        self.passed.push(bound);
        let no_need = marker.as_ref().is_some_and(Marker::is_no_need);
        if no_need {
            self.unneeded.push(index as u32);
        }
        match (activity, self.interleaved) {
            (Activity::Dup, true) => self.postponed.push((index, marker)),
            (Activity::Dup, false) => self.shadows(index, marker.as_ref())?,
            (Activity::Const | Activity::Null | Activity::Out, _) => {}
        }
        self.check_whole(index, primal, activity)
    }

    /// The shadows or tangents of one argument.
    fn shadows(&mut self, index: usize, marker: Option<&Marker>) -> Result<(), Diagnostic> {
        if let Some(stride) = self.stride.take() {
            return self.shadows_apart(index, stride, marker);
        }
        for _ in 0..self.width.unwrap_or(1) {
            let shadow = self.take(index, Role::Shadow, marker)?;
            self.last_shadow = Some((index, shadow));
            let bound = self.bind(index, shadow, Role::Shadow, marker)?;
            self.passed.push(bound);
        }
        Ok(())
    }

    /// The shadows of all arguments, where they stand behind the arguments: each goes to its argument.
    fn postponed_shadows(&mut self) -> Result<(), Diagnostic> {
        let primals = std::mem::take(&mut self.passed);
        let mut postponed = std::mem::take(&mut self.postponed).into_iter().peekable();
        for (index, primal) in primals.into_iter().enumerate() {
            self.passed.push(primal);
            if let Some((_, marker)) = postponed.next_if(|(param, _)| *param == index) {
                self.shadows(index, marker.as_ref())?;
            }
        }
        Ok(())
    }

    fn activity(&mut self, index: usize, marker: Option<&Marker>) -> Result<Activity, Diagnostic> {
        let activity = activity::of_parameter(&self.site, self.mode, index, marker)?;
        self.activities.push(activity);
        Ok(activity)
    }

    /// What is asked about the return value. A split derivative has its primal result in any case: both halves are made of one plan.
    fn returned(&self) -> Result<Returned, Diagnostic> {
        let returned = activity::returned(&self.site, self.mode, &self.returns)?;
        let primal = returned.primal || self.is_split();
        Ok(Returned { primal, ..returned })
    }

    /// The adjoint of the result: an argument, or one.
    fn seed(&mut self, returned: Returned, argument: Option<usize>) -> Result<(), Diagnostic> {
        let ty = self.site.function.function_type().returned();
        if !returned.active || !Contents::of(self.site.module, ty).float {
            return Ok(());
        }
        let passed = match argument {
            None => Passed::Seed(ty, self.width.unwrap_or(1)),
            Some(index) => {
                let ty = of_each(ty, self.width.unwrap_or(1));
                self.converted(index, ty, "the adjoint of the result")?
            }
        };
        self.passed.push(passed);
        Ok(())
    }

    /// An argument that is for something else than a parameter of the function.
    fn converted(&self, argument: usize, to: Type, what: &str) -> Result<Passed, Diagnostic> {
        let from = self.args[argument].ty();
        let how = convert::between(self.site.module, from, to, true).ok_or_else(|| {
            let (number, kind) = (self.number(argument), describe(from));
            let message = format!(
                "argument {number} of the hook call has the type {kind}, but {what} is due"
            );
            self.refuse(message)
        })?;
        let index = argument as u32;
        Ok(Passed::Argument { index, to, how })
    }

    /// The integer behind a marker.
    fn integer(&mut self, marker: &Marker, what: &str) -> Result<Value, Diagnostic> {
        let argument = self.args.get(self.next).copied();
        let number = argument.filter(|a| marker_of(*a).is_none() && layout::is_integer(a.ty()));
        self.next += 1;
        number.ok_or_else(|| {
            let name = marker.name();
            self.refuse(format!(
                "behind the marker `{name}` stands no integer: {what}"
            ))
        })
    }

    /// Reads markers; those about the return value may stand anywhere.
    fn markers(&mut self) -> Result<Option<Marker>, Diagnostic> {
        let Some(activity) = self.marked()? else {
            return Ok(None);
        };
        match self.marked()? {
            None => Ok(Some(activity)),
            Some(next) => {
                let (previous, next) = (activity.name(), next.name());
                Err(self.refuse(format!(
                    "the marker `{next}` follows `{previous}` without an argument between them"
                )))
            }
        }
    }

    /// Reads markers up to one that says what the next argument is.
    fn marked(&mut self) -> Result<Option<Marker>, Diagnostic> {
        while let Some(marker) = self.args.get(self.next).and_then(|arg| marker_of(*arg)) {
            self.next += 1;
            if matches!(
                marker,
                Marker::Unsupported(_) | Marker::Unknown(_) | Marker::Chosen
            ) {
                return Err(self.no_marker(&marker));
            }
            if marker == Marker::Interleave {
                self.interleave()?;
                continue;
            }
            if marker.is_apart() {
                if self.interleaved {
                    return Err(self.refuse(format!(
                        "the marker `{}` does not go together with `enzyme_interleave`",
                        marker.name()
                    )));
                }
                self.stride = Some(self.next);
                self.integer(
                    &marker,
                    "how many bytes the shadows of two directions are apart",
                )?;
            }
            if marker.is_activity() || marker.is_of_batch() {
                if marker.is_of_batch() != self.batch {
                    return Err(self.other_family(&marker));
                }
                return Ok(Some(marker));
            }
            if marker == Marker::Width {
                self.says_width()?;
                continue;
            }
            match marker {
                Marker::RuntimeActivity => self.runtime_activity = true,
                Marker::AtomicAdd => self.atomic_add = true,
                marker if marker.is_about_tape() => self.about_tape(&marker)?,
                marker => self.returns.push(marker),
            }
        }
        Ok(None)
    }

    /// Shadows come behind all arguments from now on.
    fn interleave(&mut self) -> Result<(), Diagnostic> {
        if !self.activities.is_empty() {
            let message = "`enzyme_interleave` stands in front of all arguments".to_owned();
            return Err(self.refuse(message));
        }
        self.interleaved = true;
        Ok(())
    }

    /// Reads markers where no more parameter follows.
    fn no_activity(&mut self) -> Result<(), Diagnostic> {
        match self.markers()? {
            Some(marker) => Err(self.beyond_parameters(&marker)),
            None => Ok(()),
        }
    }

    fn end(&mut self) -> Result<(), Diagnostic> {
        self.no_activity()?;
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
            && self.mode.is_reverse()
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
        let is_whole = |argument| self.site.call.call_arg_has_attribute(argument, "noundef");
        self.may_take_part(param) && !is_whole(argument as u32)
    }

    /// Whether a parameter takes what may be one part of a structure.
    fn may_take_part(&self, param: usize) -> bool {
        let (call, function) = (self.site.call, self.site.function);
        call.call_arg_has_attribute(self.site.first, "noundef")
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
}
