//! Kernels that an option names: nobody has looked whether they have a derivative, and most are never launched where one is asked for.
//!
//! No compilation fails for them. Where a derivative cannot be had, the facts of the kernel hold the reason as a text, which the host's library tells if such a
//! launch is differentiated; in the place of the derivatives stand kernels that do nothing, so that the host finds all that it registers.
//!
//! Owns: what is left out, and the text. Must not: find out whether there is a derivative (`pipeline`).

use super::beside::{BODY, Beside, body};
use super::emit::{self, Shares};
use super::variables::Known;
use crate::diag::{Diagnostic, codes};
use crate::frontend::elsewhere::{self, Offered};
use enzyme_llvm_shim::ir::{Module, Value};
use enzyme_llvm_shim::transform;

/// Derivatives that may be left out.
pub(crate) enum Optional {
    /// A kernel, and what stands beside it for now.
    Kernel(Value, Vec<Value>),
    /// What other files are offered of the host's side of one.
    Launch(Box<Offered>),
}

impl Optional {
    /// Whether a function is one of these: what is wrong there is wrong with them.
    pub(crate) fn has(&self, function: Value) -> bool {
        match self {
            Self::Kernel(kernel, beside) => function == *kernel || beside.contains(&function),
            Self::Launch(offered) => offered.beside.contains(&function),
        }
    }

    fn functions(&self) -> &[Value] {
        match self {
            Self::Kernel(_, beside) => beside,
            Self::Launch(offered) => &offered.beside,
        }
    }
}

/// Adds what stands beside these kernels, of which some ask for derivatives themselves.
pub(super) fn add(
    known: &Known<'_>,
    kernels: Vec<Value>,
    (asking, shares): (&[Value], Shares),
) -> Vec<Optional> {
    let module = known.module;
    let mut added = Vec::new();
    for kernel in kernels {
        let handed = match asking.contains(&kernel) {
            true => Err(asks(kernel)),
            false => known.handed(kernel),
        };
        match handed {
            Ok((params, variables)) => {
                emit::beside(
                    (module, known.grid()),
                    kernel,
                    (&params, &variables),
                    shares,
                );
                added.push(optional(module, kernel));
            }
            Err(wrong) => emit::without(module, kernel, &text(&[wrong])),
        }
    }
    added
}

fn optional(module: Module, kernel: Value) -> Optional {
    let name = kernel.name();
    let names = Beside::ALL.map(|which| which.name(&name));
    let all = names.into_iter().chain([body(kernel)]);
    let beside = all.filter_map(|name| module.function(&name)).collect();
    Optional::Kernel(kernel, beside)
}

/// Takes back what stands beside a kernel, whose hook calls are gone with it, and functions that were made for these: what is wrong is told when it is launched.
pub(crate) fn leave_out(
    module: Module,
    optional: &Optional,
    (wrong, made): (&[Diagnostic], &[Value]),
) {
    let text = text(wrong);
    transform::erase_functions(&[optional.functions(), made].concat());
    match optional {
        Optional::Kernel(kernel, _) => emit::without(module, *kernel, &text),
        Optional::Launch(offered) => elsewhere::leave_out(module, offered, &text),
    }
}

/// What is told: the first reason with its place, then what can be done, one line each.
fn text(wrong: &[Diagnostic]) -> String {
    let Some(first) = wrong.first() else {
        return String::new();
    };
    let told = first.told();
    let place = first.place.as_ref();
    let place = place.map_or_else(String::new, |at| {
        let file = at.file.rsplit('/').next().unwrap_or_default();
        format!(" at {file}:{}", at.line)
    });
    let title = told.title.replace(BODY, "") + &place;
    let lines = [title].into_iter().chain(told.help);
    lines.collect::<Vec<_>>().join("\n")
}

fn asks(kernel: Value) -> Diagnostic {
    let message = "the kernel asks for a derivative itself";
    Diagnostic::new(codes::UNSUPPORTED_HOOK, message)
        .at(kernel, None)
        .help(
            "mark it in the source, if a derivative of the derivative is wanted: ENZYME_RS_KERNEL",
        )
}
