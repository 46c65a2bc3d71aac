//! How the functions of a rule are called, by their types.
//!
//! The conventions are those of the known tool. Behind each parameter of the function that leads to memory stands its shadow, in
//! forward mode also behind each number its tangent. Integers have none, or stand twice, all of them.
//!
//! ```text
//! T     function (double x, double *p, int n)
//! {T,T} tangent  (double x, double dx, double *p, double *dp, int n)              primal and tangent of the result
//! {R,T} augmented(double x, double *p, double *dp, int n)                         tape and primal result
//! {x,…} gradient (double x, double *p, double *dp, int n, T seed, R tape)         adjoints of the numbers
//! ```
//!
//! Owns: which rule functions fit a function. Must not: emit calls.

use super::entries::misfit;
use crate::diag::Diagnostic;
use crate::frontend::layout::{self, Leaf};
use enzyme_llvm_shim::ir::{Module, Opcode, Type, TypeKind, Value};
use enzyme_rules::{
    CalleeKind, Entry, ForwardRule, Given, Path, Registry, ReverseRule, RuleFunction,
};
use std::collections::BTreeSet;

/// The functions of a reverse rule.
#[derive(Clone, Copy)]
pub(super) struct Halves {
    pub(super) augmented: Value,
    pub(super) gradient: Value,
}

/// What a parameter is to a rule.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Pointer,
    Integer,
}

/// Whether integers stand twice among the parameters of rule functions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Integers {
    Once,
    Twice,
}

/// A function that a rule is for.
struct Subject {
    module: Module,
    function: Value,
    params: Vec<(Kind, Type)>,
    returned: Type,
}

/// A function of a rule as its types show it.
struct Helper {
    function: Value,
    params: Vec<Type>,
    returned: Type,
    in_memory: bool,
}

/// The reverse rule that two functions are.
pub(super) fn reverse(
    module: Module,
    function: Value,
    halves: Halves,
) -> Result<ReverseRule, Diagnostic> {
    let subject = Subject::of(module, function)?;
    let (augmented, gradient) = (Helper::of(halves.augmented), Helper::of(halves.gradient));
    let plain = |integers| subject.given(Kind::Pointer, integers);
    let tries = [Integers::Once, Integers::Twice];
    let given = tries
        .into_iter()
        .find_map(|i| fits(&plain(i), &augmented.params).map(|given| (i, given)));
    let Some((integers, to_augmented)) = given else {
        return Err(subject.wrong_parameters(&augmented, &plain(Integers::Once)));
    };
    let mut results = subject.augmented_results(&augmented, &gradient, integers)?;
    let mut expected = plain(integers);
    expected.extend(subject.seed());
    let with_tape = |path: Path| {
        let tape = part(augmented.returned, &path);
        subject.with_tape(&expected, tape, &gradient)
    };
    let to_gradient = match results.tape.clone().map(with_tape) {
        Some(Some(given)) => given,
        // Nothing is kept for a gradient that takes no tape.
        Some(None) | None => {
            results.tape = None;
            fits(&expected, &gradient.params)
                .ok_or_else(|| subject.wrong_gradient(&gradient, &expected, &augmented))?
        }
    };
    let adjoints = subject.adjoints(&gradient)?;
    let (augmented, gradient) = (augmented.named(to_augmented), gradient.named(to_gradient));
    let mut shadows = looked_at(halves.augmented, &augmented, |given| {
        matches!(given, Given::Shadow(_))
    });
    let in_gradient = |pick: fn(&Given) -> bool| looked_at(halves.gradient, &gradient, pick);
    let shadows_later = in_gradient(|given| matches!(given, Given::Shadow(_)));
    shadows.extend(&shadows_later);
    let read_later = in_gradient(|given| matches!(given, Given::Primal(_)));
    let is_pointer = |position: &u32| subject.params[*position as usize].0 == Kind::Pointer;
    let pointers = |all: BTreeSet<u32>| all.into_iter().filter(is_pointer).collect();
    Ok(ReverseRule {
        tape: results.tape,
        primal: results.primal,
        shadow: results.shadow,
        adjoints,
        shadows: pointers(shadows),
        read_later: pointers(read_later),
        shadows_later: pointers(shadows_later),
        augmented,
        gradient,
    })
}

/// The forward rule that a function is.
pub(super) fn forward(
    module: Module,
    function: Value,
    tangent: Value,
) -> Result<ForwardRule, Diagnostic> {
    let subject = Subject::of(module, function)?;
    let helper = Helper::of(tangent);
    let expected = |integers| subject.given(Kind::Number, integers);
    let tries = [Integers::Once, Integers::Twice];
    let given = tries
        .into_iter()
        .find_map(|i| fits(&expected(i), &helper.params));
    let given =
        given.ok_or_else(|| subject.wrong_parameters(&helper, &expected(Integers::Once)))?;
    let (primal, shadow) = subject.tangent_results(&helper)?;
    let rule = helper.named(given);
    let shadows = looked_at(tangent, &rule, |given| matches!(given, Given::Shadow(_)));
    let is_pointer = |position: &u32| subject.params[*position as usize].0 == Kind::Pointer;
    Ok(ForwardRule {
        tangent: rule,
        primal,
        shadow,
        shadows: shadows.into_iter().filter(is_pointer).collect(),
    })
}

/// The known function that another one is like.
pub(super) fn like(registry: &Registry, function: Value, name: &str) -> Result<Entry, Diagnostic> {
    let Some(entry) = registry.lookup(name) else {
        return Err(misfit(
            function,
            &format!("is said to be like `{name}`, of which nothing is known"),
        )
        .help("docs/rules.md lists the functions that are known"));
    };
    let params = function.function_type().params();
    let floats = params.iter().filter(|ty| layout::is_float(**ty)).count();
    let fits = match &entry.what {
        CalleeKind::Scalar(rule) => {
            rule.params.len() == params.len()
                && rule
                    .params
                    .iter()
                    .zip(&params)
                    .all(|(param, ty)| match param.kind {
                        enzyme_rules::ParamKind::Float => layout::is_float(*ty),
                        enzyme_rules::ParamKind::Int => layout::is_integer(*ty),
                    })
                && floats > 0
                && layout::is_float(function.function_type().returned())
        }
        // Any other: what it does goes by positions, which the program answers for.
        _ => true,
    };
    match fits {
        true => Ok(Entry::exact(function.name(), entry.what.clone())),
        false => Err(misfit(function, &format!("takes other arguments than `{name}`, which it is said to be like"))
            .help("register a rule of its own instead (`__enzyme_register_gradient`, `__enzyme_register_derivative`)")),
    }
}

/// Parts of what an augmented primal returns.
#[derive(Default)]
struct Results {
    tape: Option<Path>,
    primal: Option<Path>,
    shadow: Option<Path>,
}

impl Subject {
    fn of(module: Module, function: Value) -> Result<Self, Diagnostic> {
        let ty = function.function_type();
        let mut params = Vec::new();
        let refuse = |what: &str| {
            Err(misfit(
                function,
                &format!("{what}, and a rule is registered for it"),
            )
            .help("write a function that passes pointers, and register the rule for that"))
        };
        if ty.is_variadic() {
            return refuse("takes any number of arguments");
        }
        for (position, param) in (0..).zip(ty.params()) {
            let by_value = ["byval", "sret"]
                .into_iter()
                .any(|name| function.param_has_attribute(position, name));
            let kind = match param.kind() {
                _ if by_value => None,
                TypeKind::LLVMPointerTypeKind => Some(Kind::Pointer),
                TypeKind::LLVMIntegerTypeKind => Some(Kind::Integer),
                TypeKind::LLVMVectorTypeKind => {
                    layout::is_float(param.element()).then_some(Kind::Number)
                }
                _ => layout::is_float(param).then_some(Kind::Number),
            };
            match kind {
                Some(kind) => params.push((kind, param)),
                None => return refuse("takes or returns a structure by value"),
            }
        }
        Ok(Self {
            module,
            function,
            params,
            returned: ty.returned(),
        })
    }

    /// What a rule function is given for the parameters; shadows of those kinds that come before `last` in a rule's order: pointers
    /// always, numbers in forward mode.
    fn given(&self, last: Kind, integers: Integers) -> Vec<(Given, Type)> {
        let mut all = Vec::new();
        for (position, (kind, ty)) in (0..).zip(&self.params) {
            all.push((Given::Primal(position), *ty));
            let shadow = match kind {
                Kind::Pointer => true,
                Kind::Number => last == Kind::Number,
                Kind::Integer => integers == Integers::Twice,
            };
            if shadow {
                all.push((Given::Shadow(position), *ty));
            }
        }
        all
    }

    fn is_void(&self) -> bool {
        self.returned.kind() == TypeKind::LLVMVoidTypeKind
    }

    /// Whether the result has an adjoint.
    fn returns_numbers(&self) -> bool {
        let leaves = layout::leaves(self.module, self.returned);
        leaves.iter().any(|leaf| layout::is_float(leaf.ty))
    }

    fn seed(&self) -> Vec<(Given, Type)> {
        match self.returns_numbers() {
            true => vec![(Given::Seed(Path::new()), self.returned)],
            false => Vec::new(),
        }
    }

    /// The parameters of a gradient with a tape of a type: as it is, part by part, or in memory.
    fn with_tape(
        &self,
        expected: &[(Given, Type)],
        tape: Type,
        gradient: &Helper,
    ) -> Option<Vec<Given>> {
        let leaves = layout::leaves(self.module, tape);
        let parts = leaves
            .into_iter()
            .map(|leaf| (Given::Tape(leaf.path), leaf.ty));
        let context = self.module.context();
        let forms = [
            vec![(Given::Tape(Path::new()), tape)],
            parts.collect(),
            vec![(Given::TapeAddress, context.pointer())],
        ];
        let by_reference = gradient
            .function
            .params()
            .len()
            .checked_sub(1)
            .is_some_and(|last| gradient.function.param_has_attribute(last as u32, "byval"));
        let in_memory = |form: &Vec<(Given, Type)>| matches!(form[..], [(Given::TapeAddress, _)]);
        forms
            .into_iter()
            .filter(|form| !form.is_empty() && (!in_memory(form) || by_reference))
            .find_map(|form| {
                let all: Vec<_> = expected.iter().cloned().chain(form).collect();
                fits(&all, &gradient.params)
            })
    }

    /// What an augmented primal returns: the tape, the result, and the result's shadow if that is a pointer.
    fn augmented_results(
        &self,
        augmented: &Helper,
        gradient: &Helper,
        integers: Integers,
    ) -> Result<Results, Diagnostic> {
        let (whole, returned) = (Path::new(), augmented.returned);
        if self.is_void() {
            let nothing = returned.kind() == TypeKind::LLVMVoidTypeKind;
            return Ok(Results {
                tape: (!nothing).then_some(whole),
                ..Results::default()
            });
        }
        let is_pointer = layout::is_pointer(self.returned);
        if returned == self.returned && !is_pointer {
            return Ok(Results {
                primal: Some(whole),
                ..Results::default()
            });
        }
        let parts: Vec<Type> = match returned.kind() {
            TypeKind::LLVMStructTypeKind => returned.fields(),
            TypeKind::LLVMVectorTypeKind => vec![returned.element(); returned.length() as usize],
            _ => Vec::new(),
        };
        let is_result = |index: usize| {
            let part = parts.get(index);
            part.is_some_and(|part| layout::is_kept_as(self.returned, *part))
        };
        // {T, T} without a tape for the gradient is a result and something else that nobody asked for.
        let takes_more =
            gradient.params.len() > self.given(Kind::Pointer, integers).len() + self.seed().len();
        match (parts.len(), is_pointer) {
            (3, true) if is_result(1) && is_result(2) => Ok(Results {
                tape: Some(vec![0]),
                primal: Some(vec![1]),
                shadow: Some(vec![2]),
            }),
            (2, true) if is_result(0) && is_result(1) => Ok(Results {
                tape: None,
                primal: Some(vec![0]),
                shadow: Some(vec![1]),
            }),
            (2, false) if is_result(1) && (takes_more || !is_result(0)) => Ok(Results {
                tape: Some(vec![0]),
                primal: Some(vec![1]),
                shadow: None,
            }),
            _ => {
                let result = layout::describe(self.returned);
                let all = match is_pointer {
                    true => format!("{{tape, {result}, its shadow}}, or {{{result}, its shadow}}"),
                    false => format!("{{tape, {result}}}, or {result} if it keeps nothing"),
                };
                Err(self.wrong(augmented, &format!("returns {}", layout::describe(returned)))
                    .note(format!("the augmented primal of `{}` must return {all}", self.function.name()))
                    .help("make the tape a pointer, or a structure of 8 bytes or more for each member"))
            }
        }
    }

    /// Which parts of what a gradient returns are adjoints.
    fn adjoints(&self, gradient: &Helper) -> Result<Vec<(u32, Path)>, Diagnostic> {
        let numbers = (0u32..)
            .zip(&self.params)
            .filter(|(_, (kind, _))| *kind == Kind::Number);
        let numbers: Vec<(u32, Type)> =
            numbers.map(|(position, (_, ty))| (position, *ty)).collect();
        if let [(position, ty)] = numbers[..]
            && gradient.returned == ty
        {
            return Ok(vec![(position, Path::new())]);
        }
        let leaves = layout::leaves(self.module, gradient.returned);
        let alike = |(leaf, (_, ty)): (&Leaf, &(u32, Type))| leaf.ty == *ty;
        match leaves.len() == numbers.len() && leaves.iter().zip(&numbers).all(alike) {
            true => {
                let pairs = numbers.iter().zip(leaves);
                Ok(pairs
                    .map(|((position, _), leaf)| (*position, leaf.path))
                    .collect())
            }
            false => {
                let types: Vec<String> = numbers
                    .iter()
                    .map(|(_, ty)| layout::describe(*ty))
                    .collect();
                let all = match types.len() {
                    0 => "nothing: it adds to the shadows".to_owned(),
                    1 => format!("the adjoint of the number that it takes ({})", types[0]),
                    _ => format!(
                        "a structure with the adjoints of the numbers that it takes ({})",
                        types.join(", ")
                    ),
                };
                let given = match gradient.returned.kind() {
                    TypeKind::LLVMVoidTypeKind => "nothing".to_owned(),
                    _ => layout::describe(gradient.returned),
                };
                Err(self
                    .wrong(gradient, &format!("returns {given}"))
                    .note(format!(
                        "the gradient of `{}` must return {all}",
                        self.function.name()
                    )))
            }
        }
    }

    /// Which parts of what a tangent returns are the result and its tangent.
    fn tangent_results(
        &self,
        tangent: &Helper,
    ) -> Result<(Option<Path>, Option<Path>), Diagnostic> {
        let given = tangent.returned;
        let leaves = || layout::leaves(self.module, given);
        if self.is_void() && given.kind() == TypeKind::LLVMVoidTypeKind {
            return Ok((None, None));
        }
        let has_tangent = self.returns_numbers() || layout::is_pointer(self.returned);
        if given == self.returned && !layout::is_pointer(given) {
            return Ok(match has_tangent {
                true => (None, Some(Path::new())),
                false => (Some(Path::new()), None),
            });
        }
        if let [primal, tangent] = &leaves()[..]
            && has_tangent
            && primal.ty == self.returned
            && tangent.ty == self.returned
        {
            return Ok((Some(primal.path.clone()), Some(tangent.path.clone())));
        }
        let result = layout::describe(self.returned);
        let all = match self.is_void() {
            true => "nothing".to_owned(),
            false if has_tangent => format!("{{{result}, {result}}}: the result and its tangent"),
            false => result,
        };
        Err(self
            .wrong(tangent, &format!("returns {}", layout::describe(given)))
            .note(format!(
                "the derivative of `{}` must return {all}",
                self.function.name()
            )))
    }

    fn wrong(&self, helper: &Helper, what: &str) -> Diagnostic {
        let text = format!(
            "is registered in a rule for `{}`, and {what}",
            self.function.name()
        );
        misfit(helper.function, &text)
    }

    fn wrong_parameters(&self, helper: &Helper, expected: &[(Given, Type)]) -> Diagnostic {
        let takes: Vec<String> = helper
            .params
            .iter()
            .map(|ty| layout::describe(*ty))
            .collect();
        self.wrong(helper, &format!("takes ({})", takes.join(", ")))
            .note(format!("it must take ({})", self.listed(expected)))
            .help("pass a shadow behind each pointer; structures by pointer")
    }

    fn wrong_gradient(
        &self,
        gradient: &Helper,
        expected: &[(Given, Type)],
        augmented: &Helper,
    ) -> Diagnostic {
        let diagnostic = self.wrong_parameters(gradient, expected);
        match augmented.returned.kind() {
            TypeKind::LLVMVoidTypeKind => diagnostic.note(format!(
                "no tape: `{}` returns none",
                augmented.function.name()
            )),
            _ => diagnostic.note(format!(
                "and behind that the tape, if `{}` returns one",
                augmented.function.name()
            )),
        }
    }

    /// Parameters as a user would list them.
    fn listed(&self, expected: &[(Given, Type)]) -> String {
        let of = |position: &u32| position + 1;
        let one = |(given, ty): &(Given, Type)| {
            let ty = layout::describe(*ty);
            match given {
                Given::Primal(position) => format!("{ty}: argument {}", of(position)),
                Given::Shadow(position) | Given::OwnShadow(position) => {
                    format!("{ty}: its shadow or tangent ({})", of(position))
                }
                Given::Seed(_) => format!("{ty}: adjoint of the result"),
                Given::Tape(_) | Given::TapeAddress => format!("{ty}: tape"),
            }
        };
        expected.iter().map(one).collect::<Vec<_>>().join(", ")
    }
}

impl Helper {
    fn of(function: Value) -> Self {
        let ty = function.function_type();
        let in_memory = function.param_type_attribute(0, "sret");
        let mut params = ty.params();
        if in_memory.is_some() {
            params.remove(0);
        }
        Self {
            function,
            params,
            returned: in_memory.unwrap_or(ty.returned()),
            in_memory: in_memory.is_some(),
        }
    }

    fn named(self, given: Vec<Given>) -> RuleFunction {
        RuleFunction {
            symbol: self.function.name(),
            given,
            in_memory: self.in_memory,
        }
    }
}

/// What parameters of these types are given, if they are those that are expected.
fn fits(expected: &[(Given, Type)], params: &[Type]) -> Option<Vec<Given>> {
    let alike = expected.len() == params.len()
        && expected
            .iter()
            .zip(params)
            .all(|((_, ty), param)| ty == param);
    alike.then(|| expected.iter().map(|(given, _)| given.clone()).collect())
}

/// The type of a part of a value.
fn part(whole: Type, path: &Path) -> Type {
    path.iter().fold(whole, |ty, index| match ty.kind() {
        TypeKind::LLVMStructTypeKind => ty.fields()[*index as usize],
        _ => ty.element(),
    })
}

/// Parameters of the rule's function whose own parameter for them is looked at, of those that `pick` chooses.
fn looked_at(function: Value, rule: &RuleFunction, pick: fn(&Given) -> bool) -> BTreeSet<u32> {
    let first = usize::from(rule.in_memory);
    let params = function.params().into_iter().enumerate().skip(first);
    let picked = params.zip(&rule.given).filter(|(_, given)| pick(given));
    let used = picked.filter(|((index, param), _)| {
        function.is_declaration()
            || !function.param_has_attribute(*index as u32, "readnone") && is_used(*param)
    });
    let position = |given: &Given| match given {
        Given::Primal(position) | Given::Shadow(position) | Given::OwnShadow(position) => {
            Some(*position)
        }
        Given::Seed(_) | Given::Tape(_) | Given::TapeAddress => None,
    };
    used.filter_map(|(_, given)| position(given)).collect()
}

/// Whether a parameter is used for more than to be put where unoptimised code keeps it.
fn is_used(param: Value) -> bool {
    let is = |value: Value, opcode| value.is_instruction() && value.opcode() == opcode;
    // Unoptimised code reads what it is told to ignore: `(void)x`.
    let ignored = |user: &Value| is(*user, Opcode::LLVMLoad) && user.users().is_empty();
    let kept = |user: Value| {
        let stores = is(user, Opcode::LLVMStore);
        let slot = stores.then(|| user.operand(1)).flatten();
        slot.is_some_and(|slot| {
            let mut others = slot.users().into_iter().filter(|other| *other != user);
            slot != param && is(slot, Opcode::LLVMAlloca) && others.all(|other| ignored(&other))
        })
    };
    !param.users().into_iter().all(kept)
}
