//! The lists that registration globals are: functions, globals, texts and positions.
//!
//! Owns: reading them, and what is wrong with them. Must not: know what they are for, but for allocators, whose entries are
//! positions.

use crate::diag::{Diagnostic, codes};
use crate::frontend::resolve;
use enzyme_llvm_shim::ir::{TypeKind, Value, ValueKind};
use enzyme_rules::{
    Align, AllocResult, AllocSpec, CalleeKind, Dealloc, DeallocArg, DeallocSpec, DeallocSymbol,
    Entry, SizeExpr,
};

/// The entries of a registration global.
pub(super) struct Entries {
    global: Value,
    list: Vec<Value>,
}

pub(super) fn is_function(value: Value) -> bool {
    value.kind() == ValueKind::LLVMFunctionValueKind
}

impl Entries {
    pub(super) fn of(global: Value) -> Self {
        let initializer = global.initializer().filter(|value| !value.is_null());
        let list = initializer.map_or(Vec::new(), |value| match resolve::function_of(value) {
            // One function without a list around it.
            Ok(function) => vec![function],
            Err(_) if resolve::global_of(value).is_some() => vec![value],
            Err(_) => parts(value),
        });
        Self { global, list }
    }

    /// The functions among the entries: what a rule or a fact is about, and its rule.
    pub(super) fn mentioned(&self) -> Vec<Value> {
        let functions = self.list.iter();
        functions
            .filter_map(|v| resolve::function_of(*v).ok())
            .collect()
    }

    /// The functions that the list begins with.
    pub(super) fn functions<const N: usize>(&self) -> Result<[Value; N], Diagnostic> {
        let found = self
            .list
            .iter()
            .take(N)
            .map(|v| resolve::function_of(*v).ok());
        let found: Vec<Value> = found.flatten().collect();
        found.try_into().map_err(|_| {
            let names = if N == 1 { "a function" } else { "functions" };
            self.wrong(&format!("must begin with {N} {names}"))
        })
    }

    pub(super) fn all_functions(&self) -> Result<Vec<Value>, Diagnostic> {
        let functions = self.listed().map(|v| resolve::function_of(v).ok());
        let found: Option<Vec<Value>> = functions.collect();
        found
            .filter(|list| !list.is_empty())
            .ok_or_else(|| self.wrong("must list functions"))
    }

    pub(super) fn all_globals(&self) -> Result<Vec<Value>, Diagnostic> {
        let found: Option<Vec<Value>> = self.listed().map(resolve::global_of).collect();
        found
            .filter(|list| !list.is_empty())
            .ok_or_else(|| self.wrong("must list globals"))
    }

    /// Entries without the null pointers that some put behind them.
    fn listed(&self) -> impl Iterator<Item = Value> + '_ {
        self.list.iter().copied().filter(|value| !value.is_null())
    }

    /// The text at a position.
    pub(super) fn text(&self, position: usize) -> Result<String, Diagnostic> {
        let text = self.list.get(position).and_then(|value| text(*value));
        text.ok_or_else(|| self.wrong(&format!("must have a text as entry {}", position + 1)))
    }

    /// What stands behind a list is not ignored.
    pub(super) fn nothing_behind(&self, count: usize) -> Result<(), Diagnostic> {
        let mut behind = self
            .list
            .iter()
            .skip(count)
            .filter(|value| !value.is_null());
        match behind.next().map(|value| text(*value)) {
            None => Ok(()),
            Some(Some(text)) => Err(self.wrong(&format!(
                "has the option \"{text}\", which is not supported: pass structures by pointer"
            ))),
            Some(None) => Err(self.wrong(&format!("has more than {count} entries"))),
        }
    }

    /// The position or size that an entry is: an integer in the shape of a pointer.
    fn number(&self, position: usize) -> Result<u8, Diagnostic> {
        let wrong = || self.wrong(&format!("must have a position as entry {}", position + 1));
        let value = self.list.get(position).copied().ok_or_else(wrong)?;
        if value.is_null() {
            return Ok(0);
        }
        let number = value.operand(0).and_then(Value::as_u64);
        number.and_then(|n| u8::try_from(n).ok()).ok_or_else(wrong)
    }

    /// The bytes that an allocator is asked for: by the position of an argument, or of two that are multiplied, "0*1".
    fn bytes(&self, obtain: Value) -> Result<SizeExpr, Diagnostic> {
        let params = obtain.params();
        let fits = |at: &u8| {
            let param = params.get(usize::from(*at));
            param.is_some_and(|param| param.ty().kind() == TypeKind::LLVMIntegerTypeKind)
        };
        let product = self.list.get(1).and_then(|value| text(*value));
        let positions: Vec<u8> = match &product {
            None => vec![self.number(1)?],
            Some(text) => {
                let parts = text.split('*').map(|at| at.trim().parse().ok());
                parts.collect::<Option<_>>().unwrap_or_default()
            }
        };
        match positions[..] {
            [at] if product.is_none() && fits(&at) => Ok(SizeExpr::Arg(at)),
            [a, b] if fits(&a) && fits(&b) => Ok(SizeExpr::Product(a, b)),
            _ => Err(self.wrong("must have the position of the size as entry 2, or \"0*1\" for a product of two arguments, which are integers")),
        }
    }

    /// An allocator and what ends its memory: `{obtain, position of the size, "arguments of the end", end}`, where -1 among the
    /// arguments is the memory and any other one an argument of the allocator.
    pub(super) fn allocation(&self) -> Result<[(Value, Entry); 2], Diagnostic> {
        let [obtain] = self.functions()?;
        let size = self.bytes(obtain)?;
        let list = self.text(2)?;
        let end = self.list.get(3).and_then(|v| resolve::function_of(*v).ok());
        let end = end.ok_or_else(|| self.wrong("must have a function as entry 4"))?;
        let argument = |text: &str| match text.trim() {
            "-1" => Some(DeallocArg::Pointer),
            other => other.parse().ok().map(DeallocArg::AllocArg),
        };
        let args: Option<Vec<DeallocArg>> = list.split(',').map(argument).collect();
        let args = args.filter(|args| args.len() == end.params().len());
        let at = |args: &[DeallocArg]| args.iter().position(|arg| *arg == DeallocArg::Pointer);
        let Some((args, pointer)) = args
            .and_then(|args| Some((at(&args)?, args)))
            .map(|(at, args)| (args, at))
        else {
            return Err(self.wrong("must list the arguments of what ends the memory as entry 3: -1 for the memory, else positions of the allocator's arguments"));
        };
        let named = |function: Value, what| (function, Entry::exact(function.name(), what));
        let spec = AllocSpec {
            size,
            zeroed: false,
            result: AllocResult::Returned,
            align: Align::Default,
            may_fail: true,
            dealloc: Dealloc {
                symbol: DeallocSymbol::Named(end.name().into()),
                args,
            },
        };
        let ends = DeallocSpec {
            ptr: pointer as u8,
            null_allowed: true,
        };
        Ok([
            named(obtain, CalleeKind::Allocator(spec)),
            named(end, CalleeKind::Deallocator(ends)),
        ])
    }

    fn wrong(&self, what: &str) -> Diagnostic {
        if self.list.is_empty() {
            let message = format!(
                "`{}` is empty when the program is compiled",
                self.global.name()
            );
            return Diagnostic::new(codes::CUSTOM_MISFIT, message)
                .note("what it registers is only set when the program runs, or not at all")
                .help("give it constant entries: `void *name[] = {(void *)f, …}`");
        }
        misfit(self.global, what)
            .help("`enzyme-rs explain EZ0501` lists what each registration takes")
    }
}

fn parts(initializer: Value) -> Vec<Value> {
    initializer.operands()
}

/// The text that a pointer leads to.
pub(super) fn text(value: Value) -> Option<String> {
    let global = resolve::global_of(value).filter(|g| !is_function(*g))?;
    let text = global.initializer()?.constant_text();
    (!text.is_empty()).then_some(text)
}

/// The annotations of a module: of what, and their text.
pub(super) fn annotations(list: Value) -> Vec<(Value, String)> {
    let entries = list.initializer().map_or(Vec::new(), Value::operands);
    let read = entries.into_iter().filter_map(|entry| {
        let parts = entry.operands();
        let (subject, stated) = (parts.first()?, parts.get(1)?);
        let subject = resolve::function_of(*subject)
            .ok()
            .or_else(|| resolve::global_of(*subject))?;
        Some((subject, text(*stated)?))
    });
    read.collect()
}

/// That what is said of a function or a global does not fit it.
pub(super) fn misfit(subject: Value, what: &str) -> Diagnostic {
    let message = format!("`{}` {what}", subject.name());
    let diagnostic = Diagnostic::new(codes::CUSTOM_MISFIT, message);
    match is_function(subject) {
        true => diagnostic.at(subject, None),
        false => diagnostic,
    }
}
