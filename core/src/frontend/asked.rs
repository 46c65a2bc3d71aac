//! What one hook call asks for, once it is understood.
//!
//! Owns: [`Hook`], and diagnostics that are about it as a whole. Must not: read calls, or replace them.

use super::elsewhere::is_offered;
use super::kernels::is_beside;
use super::parse::Passed;
use super::results::Tape;
use super::site::Site;
use super::{convert, parse, resolve, specialise};
use crate::diag::{Code, Diagnostic, codes};
use crate::request::{Activity, Mode, Request, Team};
use enzyme_llvm_shim::ir::{Module, Value};
use enzyme_rules::Registry;

/// One hook call understood.
#[derive(Clone, Debug)]
pub struct Hook {
    /// The call or invoke.
    pub call: Value,
    /// The function that holds it.
    pub caller: Value,
    /// The derivative that it asks for, or asks about.
    pub request: Request,
    /// The function has run before, and runs again for the derivative.
    pub repeats: bool,
    pub(super) site: Site,
    pub(super) wants: Wants,
    /// What is probably not meant.
    pub(super) warnings: Vec<Diagnostic>,
    /// It is none of the program's, but what a check compares one with.
    pub(super) is_of_check: bool,
}

/// What takes the place of a hook call.
#[derive(Clone, Debug)]
pub(super) enum Wants {
    /// A call of the derivative with these arguments.
    Call(Vec<Passed>, Tape),
    /// The bytes of its tape.
    TapeSize,
    /// The address of the function's derivatives.
    Virtual,
}

impl Hook {
    /// Memory that is its own shadow has no derivative: the derivative finds out which is.
    pub(crate) fn find_activity_at_run_time(&mut self) {
        self.request.runtime_activity = true;
    }

    /// Differentiates a copy of the function that knows the functions which the call passes as constants. A function of which the
    /// program says what it is stays itself.
    pub(super) fn know_functions(&mut self, module: Module, registry: &Registry) {
        let function = self.request.function;
        let Wants::Call(args, _) = &self.wants else {
            return;
        };
        let known = self.constant_functions(args);
        if known.is_empty() || registry.said(&function.name()).is_some() {
            return;
        }
        if let Some(copy) = specialise::with(module, function, &known) {
            self.request.function = copy;
            self.site.function = copy;
        }
    }

    /// Parameters that are given a function by name, with it.
    fn constant_functions(&self, args: &[Passed]) -> Vec<(u32, Value)> {
        let given = self.call.call_args();
        let primals = self.primals(args);
        let function = |passed: Passed| match passed {
            Passed::Argument {
                index,
                how: convert::Conversion::Same,
                ..
            } => resolve::function_of(given[index as usize]).ok(),
            // Any other: no function by name.
            _ => None,
        };
        let constant = |(_, activity, _): &(u32, Activity, Passed)| *activity == Activity::Const;
        let constants = primals.into_iter().filter(constant);
        let known = constants.filter_map(|(param, _, passed)| Some((param, function(passed)?)));
        known.collect()
    }

    /// What is passed for each parameter of the function, without shadows.
    fn primals(&self, args: &[Passed]) -> Vec<(u32, Activity, Passed)> {
        let all = parse::by_parameter(&self.request, args).into_iter();
        let activities = self.request.params.iter();
        let primal = |((param, passed), activity): ((u32, &[Passed]), &Activity)| {
            Some((param, *activity, *passed.first()?))
        };
        all.zip(activities).filter_map(primal).collect()
    }

    /// Globals whose memory is passed with a shadow, as far as the call itself says so.
    #[must_use]
    pub fn duplicated_globals(&self, registry: &Registry) -> Vec<String> {
        let Wants::Call(args, _) = &self.wants else {
            return Vec::new();
        };
        let given = self.call.call_args();
        let mut names = Vec::new();
        for (_, activity, primal) in self.primals(args) {
            let (Passed::Argument { index, .. }, Activity::Dup) = (primal, activity) else {
                continue;
            };
            let base = given
                .get(index as usize)
                .and_then(|v| resolve::variable_of(*v, registry));
            names.extend(base.map(|global| global.name()));
        }
        names
    }

    /// That a global has one shadow for all threads, which each call clears.
    #[must_use]
    pub fn shared_global(&self, global: &str) -> Diagnostic {
        let threads = match self.request.team {
            Team::Grid => "all threads of a grid run this derivative",
            Team::None | Team::One | Team::Nested => {
                "several threads run this derivative (enzyme_atomic_add)"
            }
        };
        let message = format!("the global `{global}` holds active data, and {threads}");
        self.site
            .refuse(codes::HOOK_ARGUMENTS, message)
            .note("the shadow of a global is zeroed where a derivative is called: one thread would clear what another has added")
            .help(match self.request.team {
                Team::Grid => "pass the data as an argument, with its shadow",
                Team::None | Team::One | Team::Nested => {
                    "pass the data as an argument, or make the global thread-local"
                }
            })
    }

    /// That memory whose size the launch says has no shadow.
    #[must_use]
    pub fn sized_by_launch(&self, global: &str) -> Diagnostic {
        let message = format!(
            "`{global}`, whose size only the launch says (`extern __shared__`), holds active data"
        );
        self.site
            .refuse(codes::NO_SHADOW, message)
            .note("its shadow would need as much memory again, of which the launch of a kernel with a hook in it does not know")
            .help("differentiate the function of the host that launches the kernel: launches of derivatives ask for twice the memory (docs/gpu.md)")
            .help(format!("or give `{global}` the largest size that a launch asks for, as a constant: `__shared__ double tile[256]` instead of `extern __shared__ double tile[]`; launches then ask for none"))
            .help("or launch with twice the memory, and pass both halves to the hook (enzyme_dup), the second one set to zero by the block before")
    }

    /// That a variable of a block and its shadow take more than all such variables of a kernel may.
    #[must_use]
    pub fn shadow_too_large(&self, variable: &str, (bytes, most): (u64, u64)) -> Diagnostic {
        let message = format!(
            "`{variable}` and its shadow do not fit into the memory that a block shares: with them the kernel has {bytes} bytes of variables there, of {most} that there may be"
        );
        if self.is_of_launch() {
            return fixed(
                Diagnostic::new(codes::NO_SHADOW, message).at(self.request.function, None),
            );
        }
        self.site
            .refuse(codes::NO_SHADOW, message)
            .note("where a hook stands in a kernel, the shadow lies beside the variable: the launch brings no memory of the device for it")
            .help("differentiate the function of the host that launches the kernel: such shadows lie in memory of the device then (docs/gpu.md)")
            .help("or make the array smaller; or pass memory of the device to the hook instead, with its shadow (enzyme_dup)")
    }

    /// That all such variables of a kernel leave no room for what its derivative has there.
    #[must_use]
    pub fn shared_full(&self, (bytes, most): (u64, u64)) -> Diagnostic {
        let message = format!(
            "the kernel's variables leave no room in the memory that a block shares for what its derivative has there: together that is {bytes} bytes, of {most} that there may be"
        );
        Diagnostic::new(codes::NO_SHADOW, message)
            .at(self.request.function, None)
            .help(format!("make an array smaller, by {} bytes", bytes - most))
    }

    /// That the shadow of a variable whose size the launch says does not lie in memory of the device, where an option wants it.
    #[must_use]
    pub fn shadow_fixed(&self, variable: &str) -> Diagnostic {
        let message = format!("the shadow of `{variable}` cannot lie in memory of the device");
        fixed(Diagnostic::new(codes::NO_SHADOW, message).at(self.request.function, None))
            .help("or compile it without the option `device-shadows`")
    }

    /// Whether it stands in a derivative that the host launches.
    #[must_use]
    pub fn is_of_launch(&self) -> bool {
        is_beside(&self.caller.name())
    }

    /// Whether it asks for the bytes of a tape alone, and calls no derivative.
    #[must_use]
    pub fn asks_bytes(&self) -> bool {
        matches!(self.wants, Wants::TapeSize)
    }

    /// Whether it stands in what a file offers others of a launch.
    #[must_use]
    pub fn is_offered(&self) -> bool {
        is_offered(&self.caller.name())
    }

    /// That a kernel leaves numbers that vary in a global, where others may read them.
    #[must_use]
    pub fn left_global(&self, global: &str) -> Diagnostic {
        let message =
            format!("the kernel gives numbers that vary to the variable `{global}` of the device");
        Diagnostic::new(codes::NO_SHADOW, message)
            .at(self.request.function, None)
            .note("each kernel is differentiated by itself: to others that read the variable, nothing in it varies")
            .help("hand the kernels a pointer to memory of the device")
            .help("if no derivative of it is wanted, say so: `__enzyme_inactive_global` (docs/user-rules.md)")
    }

    /// That a kernel takes a number from a parameter, counted from 1, whose type has none.
    #[must_use]
    pub fn hidden_number(&self, param: usize) -> Diagnostic {
        let message = format!(
            "the kernel takes the bits of a number from its parameter {param}, where the type has integers or bytes"
        );
        Diagnostic::new(codes::MIXED_TYPE, message)
            .at(self.request.function, None)
            .note("launches bring adjoints of numbers back to the host by the types of parameters")
            .help("declare the number as such in the parameter's type")
    }

    /// That a kernel takes an address from a parameter, counted from 1, whose type has none there.
    #[must_use]
    pub fn hidden_address(&self, param: usize) -> Diagnostic {
        let message = format!(
            "the kernel takes an address from its parameter {param}, where the type has integers or bytes"
        );
        Diagnostic::new(codes::NO_SHADOW, message)
            .at(self.request.function, None)
            .note("launches hand over shadows of pointers by the types of parameters")
            .help("declare the pointer as such in the parameter's type")
    }

    /// That a kernel accesses other numbers behind a parameter, counted from 1, than its type says.
    #[must_use]
    pub fn declared_otherwise(&self, param: usize) -> Diagnostic {
        let message =
            format!("the kernel's parameter {param} leads to other numbers than its type says");
        Diagnostic::new(codes::MIXED_TYPE, message)
            .at(self.request.function, None)
            .note("the host's code knows of the memory of a device what the types of kernels' parameters say")
            .help("declare the parameter as a pointer to the numbers that lie there")
    }

    /// That threads have copies of a variable, whose shadows last as long as one call of a derivative.
    #[must_use]
    pub fn copied_global(&self, global: &str) -> Diagnostic {
        let message = format!(
            "each thread has a copy of `{global}`, which holds active data, and the two halves of this derivative are called apart"
        );
        self.site
            .refuse(codes::HOOK_ARGUMENTS, message)
            .note("the shadows of the copies last from the beginning of one call to its end")
            .help("compute the gradient in one call (`__enzyme_autodiff`)")
    }

    /// All derivatives that it asks for: one, or both halves.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        let mut all = vec![self.request.clone()];
        if self.is_virtual() && self.request.mode == Mode::Augmented {
            all.push(Request {
                mode: Mode::Reverse,
                ..self.request.clone()
            });
        }
        all
    }

    /// Whether it asks for the address of derivatives that are called through shadows.
    #[must_use]
    pub fn is_virtual(&self) -> bool {
        matches!(self.wants, Wants::Virtual)
    }

    /// A diagnostic at the hook call.
    #[must_use]
    pub fn refuse(&self, code: Code, message: String) -> Diagnostic {
        self.site.refuse(code, message)
    }

    /// Whether the program has it, and nobody has added it.
    #[must_use]
    pub fn is_of_program(&self) -> bool {
        !self.is_of_check
    }

    /// Whether its name says that a derivative that is zero is meant.
    #[must_use]
    pub fn may_be_zero(&self) -> bool {
        let callee = self.call.callee();
        callee.is_some_and(|hook| hook.name().ends_with("_may_be_zero"))
    }

    /// What the call itself shows that is probably not meant.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// That no active result depends on an active argument: a warning.
    #[must_use]
    pub fn without_effect(&self) -> Diagnostic {
        let name = self.site.function.name();
        let active = |activity: &Activity| matches!(activity, Activity::Dup | Activity::Out);
        let asks = self.request.params.iter().any(active);
        let message = match asks {
            false => format!("no argument of `{name}` is active: this derivative is zero"),
            true => format!(
                "no active result of `{name}` depends on an active argument: this derivative is zero"
            ),
        };
        let warning = self.site.refuse(codes::NO_EFFECT, message).as_warning();
        let outputs = "pass the memory in which it stores its results as `enzyme_dup`, with the seed in the shadow";
        let inputs = match self.site.caller.is_fortran() {
            true => "mark what the derivative is wanted of `enzyme_dup`, with its shadow behind it",
            false => {
                "mark what the derivative is wanted of `enzyme_dup` (a pointer and its shadow) or `enzyme_out` (a number)"
            }
        };
        // The likelier mistake first.
        let remedies = match asks {
            true => [outputs, inputs],
            false => [inputs, outputs],
        };
        let returned = match self.request.returned.active {
            true => {
                "active results are the number that it returns, and memory behind `enzyme_dup` arguments in which it stores"
            }
            false => {
                "its active results are memory behind `enzyme_dup` arguments in which it stores, and nothing that it returns"
            }
        };
        let told = warning.note(returned);
        remedies
            .into_iter()
            .fold(told, |told, remedy| told.help(remedy))
    }

    /// That the function leaves traces when it runs again, or reads what may have changed.
    #[must_use]
    pub fn cannot_repeat(&self, what: &str) -> Diagnostic {
        let name = self.request.function.name();
        let message = format!("a tangent from a tape runs `{name}` again, but it {what}");
        self.site
            .refuse(codes::UNSUPPORTED_HOOK, message)
            .help("use `__enzyme_fwddiff` in the place of `__enzyme_augmentfwd`: it runs the function and gives its tangent")
    }

    /// That a global has two shadows: the one that is passed, and the one of its name.
    #[must_use]
    pub fn two_shadows(&self, global: &str) -> Diagnostic {
        let message = format!(
            "`{global}` is passed with a shadow and used by its name in the differentiated code"
        );
        self.site
            .refuse(codes::HOOK_ARGUMENTS, message)
            .note("its derivative would come apart: what goes through the name is not added to the shadow that is passed")
            .help("use the parameter everywhere below the hook, or do not pass the global")
    }
}

/// Why a shadow must lie where its variable does, in a kernel that the host launches.
fn fixed(said: Diagnostic) -> Diagnostic {
    said.note("the kernel has its address as a number, or hands it over as one of shared memory, or a hook within a kernel uses it, too: the shadow must be of the same sort of memory")
        .help("use pointers to the array as plain pointers, in functions of its own")
}
