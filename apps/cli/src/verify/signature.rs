//! What the function takes and returns, from its IR and from what the user says.
//!
//! Owns: matching `--args` to parameters, and guessing what a pointer points to.
//! Must not: generate code.

use super::spec::{ArgSpec, Range, Scalar};
use enzyme_llvm_shim::ir::{Opcode, SourceKind, SourceType, Type, TypeKind, Value};
use std::collections::BTreeSet;
use std::fmt;

/// One argument of the function.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Param {
    /// Name in the source, or its position.
    pub(super) name: String,
    /// A pointer to `length` elements; else a value.
    pub(super) buffer: bool,
    /// Type of the value or of the elements.
    pub(super) scalar: Scalar,
    /// 1 for a value.
    pub(super) length: usize,
    /// Differentiated.
    pub(super) active: bool,
    /// Values.
    pub(super) range: Range,
}

impl Param {
    /// An array, for a sentence.
    pub(super) fn array(&self) -> String {
        let plural = if self.length == 1 { "" } else { "s" };
        let Self { name, length, .. } = self;
        format!("`{name}`, which has {length} element{plural}")
    }
}

impl fmt::Display for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.scalar)?;
        if self.buffer {
            write!(f, "[{}]", self.length)?;
        }
        write!(f, " = {}", self.range)?;
        if self.active {
            Ok(())
        } else {
            f.write_str(" (inactive)")
        }
    }
}

/// The function as the harness calls it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Signature {
    /// Symbol.
    pub(super) symbol: String,
    /// In order.
    pub(super) params: Vec<Param>,
    /// Result, if any.
    pub(super) result: Option<Scalar>,
}

impl Signature {
    /// Whether the result is differentiated.
    pub(super) fn active_result(&self) -> Option<Scalar> {
        self.result.filter(|scalar| scalar.is_float())
    }

    /// Parameters that are differentiated.
    pub(super) fn active(&self) -> impl Iterator<Item = &Param> {
        self.params.iter().filter(|p| p.active)
    }

    /// Whether any number concerned has only single precision.
    pub(super) fn single_precision(&self) -> bool {
        self.active()
            .map(|p| p.scalar)
            .chain(self.active_result())
            .any(|s| s == Scalar::Float)
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let params: Vec<String> = self.params.iter().map(Param::to_string).collect();
        write!(f, "({})", params.join(", "))?;
        self.result
            .map_or(Ok(()), |result| write!(f, " -> {result}"))
    }
}

/// What holds for arguments that the user says nothing about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Defaults {
    /// Elements behind a pointer; also the value of integers.
    pub(super) length: usize,
    /// Values of floating arguments.
    pub(super) range: Range,
}

/// Reads the signature of `function`.
pub(super) fn read(
    function: Value,
    specs: &[ArgSpec],
    defaults: Defaults,
) -> Result<Signature, String> {
    let ty = function.function_type();
    if ty.is_variadic() {
        return Err("it takes variable arguments".into());
    }
    let values = function.params();
    let names: Vec<String> = values
        .iter()
        .enumerate()
        .map(|(i, v)| name(i, *v))
        .collect();
    let specs = assign(specs, &names)?;
    let mut params = Vec::new();
    for (index, value) in values.iter().enumerate() {
        let spec = specs[index].cloned().unwrap_or_default();
        let what = format!("argument `{}`", names[index]);
        for attribute in ["sret", "byval"] {
            if function
                .param_type_attribute(index as u32, attribute)
                .is_some()
            {
                return Err(format!("{what} is a structure passed by value"));
            }
        }
        let known = pointed_to(function.parameter_source_type(index as u32), &spec)
            .map_err(|e| format!("{what} {e}"))?;
        let made = param(&names[index], *value, known, &spec, defaults);
        params.push(made.map_err(|e| format!("{what} {e}"))?);
    }
    let result = result(ty.returned())?;
    let signature = Signature {
        symbol: function.name(),
        params,
        result,
    };
    check(&signature)?;
    Ok(signature)
}

/// The name in the source (the compiler appends to names it had to change), or the position.
fn name(index: usize, value: Value) -> String {
    let name = value.source_name();
    if name.is_empty() {
        format!("#{}", index + 1)
    } else {
        name
    }
}

/// Pairs each parameter with what the user says about it: by name, else by position.
fn assign<'s>(specs: &'s [ArgSpec], names: &[String]) -> Result<Vec<Option<&'s ArgSpec>>, String> {
    let mut assigned: Vec<Option<&ArgSpec>> = vec![None; names.len()];
    let unnamed = names.iter().all(|n| n.starts_with('#'));
    for (position, spec) in specs.iter().enumerate() {
        let by_name = spec
            .name
            .as_ref()
            .map(|wanted| names.iter().position(|n| n == wanted));
        let index = match by_name {
            Some(Some(index)) => index,
            Some(None) if !unnamed => {
                let wanted = spec.name.as_deref().unwrap_or_default();
                return Err(format!(
                    "it has no argument `{wanted}`, only {}",
                    names.join(", ")
                ));
            }
            _ => position,
        };
        match assigned.get_mut(index) {
            Some(slot) if slot.is_none() => *slot = Some(spec),
            Some(_) => return Err(format!("argument `{}` is described twice", names[index])),
            None => return Err(format!("it has only {} arguments", names.len())),
        }
    }
    Ok(assigned)
}

/// What the source says that a pointer leads to.
#[derive(Clone, Copy, Default)]
struct Known {
    /// Numbers of this type.
    scalar: Option<Scalar>,
    /// So many of them.
    length: Option<usize>,
}

/// What the source says of a pointer or reference; nothing where it does not, or the user knows better.
fn pointed_to(source: Option<SourceType>, spec: &ArgSpec) -> Result<Known, String> {
    let Some(source) = source else {
        return Ok(Known::default());
    };
    let kind = source.kind();
    let (behind, length) = match kind {
        SourceKind::Pointer(behind) if source.is_reference() => (behind, Some(1)),
        SourceKind::Pointer(behind) => (behind, None),
        // Fortran passes numbers and arrays by reference without saying so.
        SourceKind::Array(element, count) => (element, Some(count as usize).filter(|n| *n > 0)),
        _ => (Some(source), Some(1)),
    };
    let scalar = behind.and_then(scalar_of);
    if let (Some(behind), None, None) = (behind, scalar, spec.scalar) {
        let what = match behind.kind() {
            SourceKind::Record(_) => "a structure",
            SourceKind::Pointer(_) => "pointers",
            _ => "no plain numbers",
        };
        return Err(format!("leads to {what}"));
    }
    Ok(Known { scalar, length })
}

/// A number of the source that the harness can hold.
fn scalar_of(source: SourceType) -> Option<Scalar> {
    match (source.kind(), source.bytes()) {
        (SourceKind::Float, 4) => Some(Scalar::Float),
        (SourceKind::Float, 8) => Some(Scalar::Double),
        (SourceKind::Float, 16) => Some(Scalar::LongDouble),
        (SourceKind::Other, bytes @ (1 | 2 | 4 | 8)) => Some(Scalar::Int(8 * bytes as u32)),
        _ => None,
    }
}

fn param(
    name: &str,
    value: Value,
    known: Known,
    spec: &ArgSpec,
    defaults: Defaults,
) -> Result<Param, String> {
    let own = scalar(value.ty());
    let buffer = value.ty().kind() == TypeKind::LLVMPointerTypeKind;
    let scalar = match (own, spec.scalar) {
        (Some(own), Some(said)) if own != said => {
            return Err(format!("is a {own}, not a {said}"));
        }
        (Some(own), _) => own,
        (None, Some(said)) if buffer => match known.scalar {
            Some(known) if !is_same(known, said) => {
                return Err(format!("leads to numbers of the type {known}, not {said}"));
            }
            _ => said,
        },
        (None, None) if buffer => known
            .scalar
            .or_else(|| element(value))
            .unwrap_or(Scalar::Double),
        _ => {
            return Err(format!(
                "has the type {}, which is not supported",
                value.ty().print()
            ));
        }
    };
    if spec.length.is_some() && !buffer {
        return Err("is a value, not an array".into());
    }
    let count = defaults.length as f64;
    let whole = Range {
        low: count,
        high: count,
    };
    let default = if scalar.is_float() {
        defaults.range
    } else {
        whole
    };
    let length = if buffer {
        let length = spec.length.or(known.length);
        length.unwrap_or(defaults.length)
    } else {
        1
    };
    Ok(Param {
        name: name.to_owned(),
        buffer,
        scalar,
        length,
        active: scalar.is_float() && !spec.constant,
        range: spec.range.unwrap_or(default),
    })
}

/// A truth value fills a byte.
fn is_same(known: Scalar, said: Scalar) -> bool {
    known == said || (known, said) == (Scalar::Int(8), Scalar::Int(1))
}

fn scalar(ty: Type) -> Option<Scalar> {
    match ty.kind() {
        TypeKind::LLVMFloatTypeKind => Some(Scalar::Float),
        TypeKind::LLVMDoubleTypeKind => Some(Scalar::Double),
        TypeKind::LLVMX86_FP80TypeKind => Some(Scalar::LongDouble),
        TypeKind::LLVMIntegerTypeKind => Some(ty.int_bits())
            .filter(|b| [1, 8, 16, 32, 64].contains(b))
            .map(Scalar::Int),
        _ => None,
    }
}

fn result(ty: Type) -> Result<Option<Scalar>, String> {
    if ty.kind() == TypeKind::LLVMVoidTypeKind {
        return Ok(None);
    }
    scalar(ty)
        .map(Some)
        .ok_or_else(|| format!("it returns {}, which is no scalar", ty.print()))
}

fn check(signature: &Signature) -> Result<(), String> {
    if signature.active().next().is_none() {
        return Err("it has no floating argument that could be differentiated".into());
    }
    if signature.active_result().is_none() && !signature.active().any(|p| p.buffer) {
        return Err("it has neither a floating result nor an array to write one to".into());
    }
    Ok(())
}

/// The type of what is loaded and stored through a pointer, if the function shows it.
fn element(pointer: Value) -> Option<Scalar> {
    let mut seen = BTreeSet::new();
    let mut work = vec![pointer];
    while let Some(value) = work.pop() {
        if !seen.insert(value.print()) || seen.len() > 1000 {
            continue;
        }
        for user in value
            .users()
            .into_iter()
            .filter(|user| user.is_instruction())
        {
            match user.opcode() {
                Opcode::LLVMLoad => match scalar(user.ty()) {
                    Some(found) => return Some(found),
                    None => work.push(user),
                },
                Opcode::LLVMStore => {
                    let (stored, place) = (user.operand(0)?, user.operand(1)?);
                    if place != value {
                        work.push(place);
                    } else if let Some(found) = scalar(stored.ty()) {
                        return Some(found);
                    }
                }
                Opcode::LLVMGetElementPtr | Opcode::LLVMPHI | Opcode::LLVMSelect => {
                    work.push(user);
                }
                _ => {}
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::spec;
    use enzyme_llvm_shim::inkwell::context::Context;
    use enzyme_llvm_shim::io::OwnedModule;

    const IR: &str = "
define double @f(double %x, i32 %n, ptr %a, ptr %out) {
  %slot = alloca ptr
  store ptr %a, ptr %slot
  %p = load ptr, ptr %slot
  %q = getelementptr float, ptr %p, i32 %n
  %v = load float, ptr %q
  %w = fpext float %v to double
  store double %w, ptr %out
  ret double %x
}
define void @g(i64 %n) { ret void }
define void @h(double) { ret void }
define {double, double} @s(double %x) { ret {double, double} zeroinitializer }
";

    fn read_from(symbol: &str, text: &str) -> Result<Signature, String> {
        let context = Context::create();
        let mut module = OwnedModule::parse_text(&context, IR).unwrap();
        let function = module.handle().function(symbol).unwrap();
        let defaults = Defaults {
            length: 4,
            range: Range {
                low: 0.5,
                high: 1.5,
            },
        };
        read(function, &spec::parse(text).unwrap(), defaults)
    }

    #[test]
    fn types_come_from_the_ir() {
        let signature = read_from("f", "").unwrap();
        assert_eq!(
            signature.to_string(),
            "(x: double = 0.5..1.5, n: int = 4 (inactive), a: float[4] = 0.5..1.5, \
             out: double[4] = 0.5..1.5) -> double"
        );
        assert!(signature.single_precision());
    }

    #[test]
    fn the_user_has_the_last_word() {
        let signature = read_from("f", "out:const double[2]=3,a:float[7],n:int=1..3").unwrap();
        let shown: Vec<String> = signature.params.iter().map(Param::to_string).collect();
        assert_eq!(shown[1], "n: int = 1..3 (inactive)");
        assert_eq!(shown[2], "a: float[7] = 0.5..1.5");
        assert_eq!(shown[3], "out: double[2] = 3 (inactive)");
    }

    #[test]
    fn contradictions_are_told() {
        let error = |symbol, text| read_from(symbol, text).unwrap_err();
        assert_eq!(
            error("f", "x:float"),
            "argument `x` is a double, not a float"
        );
        assert_eq!(
            error("f", "x:double[3]"),
            "argument `x` is a value, not an array"
        );
        assert_eq!(
            error("f", "z:double"),
            "it has no argument `z`, only x, n, a, out"
        );
        assert_eq!(
            error("f", "double,x:double"),
            "argument `x` is described twice"
        );
        assert_eq!(error("h", "double,double"), "it has only 1 arguments");
        assert!(error("g", "").contains("no floating argument"));
        assert!(error("h", "").contains("neither a floating result"));
        assert!(error("s", "").contains("is no scalar"));
    }
}
