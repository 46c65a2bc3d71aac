//! Diagnostics: what was refused, or is worth a warning, where, why, and what to do about it.
//!
//! Owns: the stable codes with their long explanations, and what a message consists of.
//! Must not: print, exit or panic; the ways in decide where a diagnostic goes.

use crate::names::readable;
use enzyme_llvm_shim::ir::{DebugLocation, SourceLocation, Value};
use std::fmt;

/// A stable code of a diagnostic.
///
/// Numbers are grouped: 00 the input, 01 what the engine cannot differentiate, 02 types,
/// 03 activity and shadows, 04 the hook call, 05 what the program says of its own functions, 09 internal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(pub u16);

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EZ{:04}", self.0)
    }
}

impl Code {
    /// Parses `EZ0101` (or `0101`).
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text
            .trim()
            .trim_start_matches("EZ")
            .trim_start_matches("ez");
        let code = Self(digits.parse().ok()?);
        code.explanation().map(|_| code)
    }

    /// The long text that `enzyme-rs explain` prints.
    pub fn explanation(self) -> Option<&'static str> {
        crate::explain::TEXTS
            .iter()
            .find(|(code, _, _)| *code == self.0)
            .map(|(_, _, text)| *text)
    }

    /// One line that says what the code stands for.
    pub fn title(self) -> &'static str {
        let found = crate::explain::TEXTS
            .iter()
            .find(|(code, _, _)| *code == self.0);
        found.map_or("unknown code", |(_, title, _)| title)
    }
}

/// The codes, by name.
pub mod codes {
    use super::Code;

    /// Malformed IR.
    pub const MALFORMED_IR: Code = Code(1);
    /// Bitcode of a newer LLVM.
    pub const NEWER_BITCODE: Code = Code(2);
    /// Code that a sanitizer has been at already.
    pub const INSTRUMENTED: Code = Code(3);
    /// Code for a machine that the engine does not know.
    pub const MACHINE: Code = Code(4);
    /// A call of an unknown function touches active data.
    pub const UNKNOWN_FUNCTION: Code = Code(101);
    /// An indirect call whose target has no known derivative.
    pub const INDIRECT_CALL: Code = Code(102);
    /// An instruction that the engine does not differentiate.
    pub const UNSUPPORTED_INSTRUCTION: Code = Code(103);
    /// Inline assembly on active data.
    pub const INLINE_ASSEMBLY: Code = Code(104);
    /// Unwinding on the active path.
    pub const UNWINDING: Code = Code(105);
    /// Control flow that cannot be reversed.
    pub const IRREVERSIBLE_FLOW: Code = Code(106);
    /// A volatile or atomic access to active memory.
    pub const ATOMIC_ACCESS: Code = Code(107);
    /// The type of copied or moved memory cannot be deduced.
    pub const UNKNOWN_TYPE: Code = Code(201);
    /// One place in memory holds floating and other data.
    pub const MIXED_TYPE: Code = Code(202);
    /// Active data treated as an integer in a way that has no derivative rule.
    pub const ACTIVE_BITS: Code = Code(203);
    /// Active data stored into memory that the caller declared inactive.
    pub const ACTIVE_INTO_INACTIVE: Code = Code(301);
    /// A pointer that needs a shadow and has none.
    pub const NO_SHADOW: Code = Code(302);
    /// Said by programs, at run time: what varies is lost in memory without shadow.
    pub const LOST: Code = Code(303);
    /// The hook's first argument is not a function.
    pub const NOT_A_FUNCTION: Code = Code(401);
    /// The hook was given the wrong number or kind of arguments.
    pub const HOOK_ARGUMENTS: Code = Code(402);
    /// The function to differentiate is only declared.
    pub const NO_DEFINITION: Code = Code(403);
    /// The hook's return type does not match the derivative's results.
    pub const HOOK_RETURN: Code = Code(404);
    /// A hook of this family that is not supported.
    pub const UNSUPPORTED_HOOK: Code = Code(405);
    /// A warning: nothing that the hook call asks for depends on anything that is active.
    pub const NO_EFFECT: Code = Code(406);
    /// A shadow that cannot be the one of its memory.
    pub const WRONG_SHADOW: Code = Code(407);
    /// A rule or a fact that the program registers and that does not fit its function.
    pub const CUSTOM_MISFIT: Code = Code(501);
    /// A rule of the program's looks at a shadow that does not exist, or an inactive function would have to write one.
    pub const CUSTOM_SHADOW: Code = Code(502);
    /// A rule of the program's reads memory in the reverse pass that is overwritten by then.
    pub const CUSTOM_OVERWRITTEN: Code = Code(503);
    /// Steps that cannot be run again from checkpoints.
    pub const STEPS: Code = Code(108);
    /// Workers of a team may wait for each other in an order that is not known.
    pub const UNKNOWN_ORDER: Code = Code(109);
    /// A derivative that is called through the shadow of a function pointer, and what that cannot do.
    pub const THROUGH_SHADOW: Code = Code(504);
    /// A broken invariant of the engine.
    pub const INTERNAL: Code = Code(901);
}

/// Whether the compilation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// It fails.
    Error,
    /// It goes on.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
        })
    }
}

/// One refusal, or one warning.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Which of the two.
    pub severity: Severity,
    /// Stable code.
    pub code: Code,
    /// What is wrong, lower-case, no final full stop.
    pub message: String,
    /// Function in whose body the place lies.
    pub function: String,
    /// The instruction or value concerned, as IR text.
    pub subject: Option<String>,
    /// Where the source says it is.
    pub place: Option<SourceLocation>,
    /// Where the function's file calls what this was inlined from.
    pub inlined_at: Option<SourceLocation>,
    /// Why, one sentence each.
    pub notes: Vec<String>,
    /// What the user can do, one sentence each.
    pub help: Vec<String>,
    /// Symbols of procedures of Fortran outside modules, if the function is of Fortran.
    externals: Vec<String>,
    /// Handles for the compiler's own diagnostic channel: function and place.
    pub handles: Option<(Value, Option<DebugLocation>)>,
    /// What is known of a place in somebody else's header.
    header: Box<Header>,
}

/// What is known of a place in somebody else's header.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Header {
    /// The place for the compiler's own diagnostic channel, of the line that calls what stands there.
    outer: Option<DebugLocation>,
    /// The function whose body has the place, before anything was inlined.
    scope: String,
    /// The place, where that line has taken its place in the diagnostic.
    place: Option<SourceLocation>,
}

impl Diagnostic {
    /// A diagnostic with a code and a message.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code,
            message: message.into(),
            function: String::new(),
            subject: None,
            place: None,
            inlined_at: None,
            notes: Vec::new(),
            help: Vec::new(),
            externals: Vec::new(),
            handles: None,
            header: Box::default(),
        }
    }

    /// The same at the user's own line, where it is about a place in one of the headers of others.
    #[must_use]
    pub fn outside_of(mut self, is_header: impl Fn(&str) -> bool) -> Self {
        let within = self.place.as_ref().is_some_and(|at| is_header(&at.file));
        let outside = self.inlined_at.take_if(|at| within && !is_header(&at.file));
        if let Some(outside) = outside {
            self.header.place = self.place.replace(outside);
            self.handles = self
                .handles
                .map(|(function, _)| (function, self.header.outer));
        }
        self
    }

    /// The same as a warning.
    #[must_use]
    pub fn as_warning(self) -> Self {
        Self {
            severity: Severity::Warning,
            ..self
        }
    }

    /// The same where all files that were compiled with -flto are seen together: that is in use, and no advice.
    #[must_use]
    pub fn when_linking(self) -> Self {
        self.without_lto(
            "-flto is in use, and what was compiled without it is not seen: compile what is missing with -flto as well, libraries too",
        )
    }

    /// The same in code of a device, whose linkers load no plugin.
    #[must_use]
    pub fn on_device(self) -> Self {
        self.without_lto("define it in this source file, or in a header: device code is differentiated file by file, with -flto as well")
    }

    /// The same where the files of the program cannot be seen together.
    #[must_use]
    pub fn file_by_file(self) -> Self {
        self.without_lto("define it in this source file, or in a header: --emulate-gpu differentiates file by file, and there is no -flto with it")
    }

    /// Says something else where the advice is -flto.
    fn without_lto(mut self, instead: &str) -> Self {
        let before = self.help.len();
        self.help.retain(|help| !help.contains("-flto"));
        if self.help.len() < before {
            self.help.insert(0, instead.to_owned());
        }
        self
    }

    /// Says where: a function and, if there is one, an instruction of it.
    #[must_use]
    pub fn at(mut self, function: Value, instruction: Option<Value>) -> Self {
        let placed = instruction.map(placed);
        self.function = function.name();
        self.place = placed.and_then(Value::source_location);
        self.inlined_at = placed.and_then(Value::inlined_at);
        self.subject = instruction.map(|i| i.print().trim().to_owned());
        self.externals = externals(function);
        self.handles = Some((function, placed.and_then(Value::debug_location)));
        self.header.outer = placed.and_then(Value::outer_debug_location);
        self.header.scope = placed.map(Value::scope_name).unwrap_or_default();
        self
    }

    /// Adds a reason.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Adds a remedy.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// A text with names as the source has them.
    fn named(&self, text: &str) -> String {
        readable(text, &self.externals)
    }

    /// What is said, without the place: for whoever shows that.
    pub fn told(&self) -> Told {
        let mut notes = Vec::new();
        if !self.function.is_empty() {
            let reached = |at: &SourceLocation| {
                format!(", reached from {}:{}:{}", at.file, at.line, at.column)
            };
            let reached = self.inlined_at.as_ref().map_or(String::new(), reached);
            notes.push(self.named(&format!("in function `{}`", self.function)) + &reached);
        }
        let in_header = |at: &SourceLocation| {
            let of = match self.header.scope.as_str() {
                "" => "a function".to_owned(),
                scope => self.named(&format!("`{scope}`")),
            };
            format!(
                "{of} has it, which is called here, at {}:{}:{}",
                at.file, at.line, at.column
            )
        };
        notes.extend(self.header.place.as_ref().map(in_header));
        notes.extend(
            self.subject
                .as_ref()
                .map(|subject| format!("at `{subject}`")),
        );
        notes.extend(self.notes.iter().map(|note| self.named(note)));
        let title = format!("{} [{}]", self.named(&self.message), self.code);
        Told {
            title,
            notes,
            help: self.help.iter().map(|help| self.named(help)).collect(),
        }
    }
}

/// What a message may look through for a place in the source, in instructions.
const LOOKS_FOR_PLACE: usize = 64;

/// An instruction with a place in the source: this one, or what uses its result. Optimisers take the place from what they move out of loops.
fn placed(instruction: Value) -> Value {
    let mut seen = vec![instruction];
    let mut next = 0;
    while let Some(one) = seen.get(next).copied() {
        if one.source_location().is_some() {
            return one;
        }
        next += 1;
        let users = one.users().into_iter().filter(|user| user.is_instruction());
        let room = LOOKS_FOR_PLACE.saturating_sub(seen.len());
        let new: Vec<Value> = users
            .filter(|user| !seen.contains(user))
            .take(room)
            .collect();
        seen.extend(new);
    }
    instruction
}

/// Symbols that flang has made of names of procedures outside modules, if this function is of Fortran: in other languages a name may end so itself.
pub(crate) fn externals(function: Value) -> Vec<String> {
    if !function.is_fortran() {
        return Vec::new();
    }
    let names = function.module().functions().into_iter().map(Value::name);
    names.filter(|name| name.ends_with('_')).collect()
}

/// A message in three parts, with names as the source has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// What is wrong, with the code.
    pub title: String,
    /// In which function, about which instruction, and why.
    pub notes: Vec<String>,
    /// What the user can do.
    pub help: Vec<String>,
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title)?;
        let parts = [("note", &self.notes), ("help", &self.help)];
        for (kind, texts) in parts {
            for text in texts {
                write!(f, "\n  = {kind}: {text}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{}:{}:{}: ", place.file, place.line, place.column)?;
        }
        write!(f, "{}: {}", self.severity, self.told())
    }
}
