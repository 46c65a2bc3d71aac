//! Activity of parameters and of the return value, from markers and types.
//!
//! Owns: what each marker means in each mode and on which types it makes sense. Must not: read the
//! argument list (see `parse`).
//! Tests: `frontend/tests.rs`.

use super::layout::{self, describe};
use super::markers::Marker;
use super::site::Site;
use crate::diag::{Diagnostic, codes};
use crate::request::{Activity, Mode, Returned, default_activity};
use enzyme_llvm_shim::ir::{Module, Type};

/// What sorts of scalars a type holds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Contents {
    pub(super) float: bool,
    pub(super) pointer: bool,
    /// Something that is neither.
    pub(super) other: bool,
}

impl Contents {
    /// Looks through a type.
    pub(super) fn of(module: Module, ty: Type) -> Self {
        let mut contents = Self::default();
        for leaf in layout::leaves(module, ty) {
            let (float, pointer) = (layout::is_float(leaf.ty), layout::is_pointer(leaf.ty));
            contents.float |= float;
            contents.pointer |= pointer;
            contents.other |= !float && !pointer;
        }
        contents
    }

    fn only_floats(self) -> bool {
        self.float && !self.pointer && !self.other
    }

    fn is_active(self) -> bool {
        self.float || self.pointer
    }
}

/// A parameter as messages call it.
pub(super) fn parameter_name(site: &Site, index: usize) -> String {
    let param = site.function.params()[index];
    let (number, function, kind) = (index + 1, site.function.name(), describe(param.ty()));
    match param.source_name().as_str() {
        "" => format!("parameter {number} of `{function}` ({kind})"),
        name => format!("parameter {number} `{name}` of `{function}` ({kind})"),
    }
}

/// Activity of a parameter without marker.
pub(super) fn unmarked(site: &Site, mode: Mode, index: usize) -> Activity {
    let param = site.function.params()[index];
    let contents = Contents::of(site.module, param.ty());
    if !layout::is_composite(param.ty()) {
        return default_activity(param, mode);
    }
    match contents {
        Contents { pointer: true, .. } => Activity::Dup,
        Contents { float: false, .. } => Activity::Const,
        _ if mode == Mode::Forward => Activity::Dup,
        _ => Activity::Out,
    }
}

/// Activity of a parameter with or without marker.
pub(super) fn of_parameter(
    site: &Site,
    mode: Mode,
    index: usize,
    marker: Option<&Marker>,
) -> Result<Activity, Diagnostic> {
    let chooser = Chooser { site, mode, index };
    if let Some(of) = site.function.param_type_attribute(index as u32, "byval") {
        return chooser.by_value(of, marker);
    }
    let ty = site.function.params()[index].ty();
    let contents = Contents::of(site.module, ty);
    match marker {
        None => match unmarked(site, mode, index) {
            Activity::Out => chooser.out(contents, "an argument without marker"),
            activity => Ok(activity),
        },
        Some(Marker::Out) => chooser.out(contents, "`enzyme_out`"),
        Some(marker) if marker.is_dup() => chooser.dup(contents),
        Some(_) => Ok(Activity::Const),
    }
}

struct Chooser<'a> {
    site: &'a Site,
    mode: Mode,
    index: usize,
}

impl Chooser<'_> {
    fn refuse(&self, message: &str) -> Diagnostic {
        let name = parameter_name(self.site, self.index);
        self.site
            .refuse(codes::HOOK_ARGUMENTS, format!("{name} {message}"))
    }

    fn out(&self, contents: Contents, how: &str) -> Result<Activity, Diagnostic> {
        if self.mode == Mode::Forward {
            return Err(self
                .refuse("is `enzyme_out`, which forward mode does not have")
                .help("use `enzyme_dup` and pass the tangent behind the value"));
        }
        if contents.only_floats() {
            return Ok(Activity::Out);
        }
        let error = self.refuse("holds more than floating numbers: no adjoint can be returned");
        Err(error
            .note(format!(
                "{how} of this type has its adjoint returned by value"
            ))
            .help("use `enzyme_dup` with a shadow for a pointer, else `enzyme_const`"))
    }

    fn dup(&self, contents: Contents) -> Result<Activity, Diagnostic> {
        if !contents.is_active() {
            return Err(self
                .refuse("is `enzyme_dup`, but integers have no derivative")
                .help("use `enzyme_const`"));
        }
        if self.mode.is_reverse() && !contents.pointer {
            return Err(self
                .refuse("is `enzyme_dup`, but reverse mode cannot add to a shadow by value")
                .help("use `enzyme_out` and take the adjoint from what the hook returns")
                .help("or let the function take the value by pointer"));
        }
        Ok(Activity::Dup)
    }

    /// A structure that the convention passes as a pointer to a copy.
    fn by_value(&self, of: Type, marker: Option<&Marker>) -> Result<Activity, Diagnostic> {
        let contents = Contents::of(self.site.module, of);
        match marker {
            Some(Marker::Const) => Ok(Activity::Const),
            None if !contents.is_active() => Ok(Activity::Const),
            Some(marker) if marker.is_dup() && contents.is_active() => Ok(Activity::Dup),
            Some(marker) if marker.is_dup() => self.dup(contents),
            _ => Err(self
                .refuse("is a structure passed by value, whose adjoint cannot be returned")
                .help("mark it `enzyme_const` if it needs no derivative")
                .help("or let the function take a pointer to it, with `enzyme_dup`")),
        }
    }
}

/// What is asked about the return value.
pub(super) fn returned(
    site: &Site,
    mode: Mode,
    markers: &[Marker],
) -> Result<Returned, Diagnostic> {
    let ty = site.function.function_type().returned();
    let contents = Contents::of(site.module, ty);
    let possible = match mode {
        Mode::Forward | Mode::Augmented | Mode::Reverse => contents.is_active(),
        Mode::Gradient => contents.float,
    };
    let mut returned = Returned {
        active: possible,
        primal: false,
    };
    for marker in markers {
        match marker {
            Marker::PrimalReturn if layout::leaves(site.module, ty).is_empty() => {
                return Err(return_error(site, "returns nothing", marker));
            }
            Marker::PrimalReturn => returned.primal = true,
            Marker::ConstReturn | Marker::NoReturn => returned.active = false,
            Marker::DupReturn if mode == Mode::Gradient => {
                return Err(return_error(
                    site,
                    "is differentiated in reverse mode",
                    marker,
                ));
            }
            _ if !possible => {
                let what = format!("returns {}", describe(ty));
                return Err(return_error(site, &what, marker));
            }
            _ => returned.active = true,
        }
    }
    Ok(returned)
}

fn return_error(site: &Site, fact: &str, marker: &Marker) -> Diagnostic {
    let (name, marker) = (site.function.name(), marker.name());
    site.refuse(
        codes::HOOK_ARGUMENTS,
        format!("the marker `{marker}` does not fit: `{name}` {fact}"),
    )
    .help(format!("leave `{marker}` out"))
}
