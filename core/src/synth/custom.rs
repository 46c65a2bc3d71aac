//! Derivatives that a program brings for one of its functions: generated functions that call them.
//!
//! A caller need not know that a function has a rule: it calls what it would call otherwise, with the signatures of `request.rs`.
//!
//! A rule knows one direction. Of several, each has a run of its functions, in the order of the directions forward and against it in the
//! reverse; the primal result is that of the first. Whether the function may be run so often is the plan's affair.
//!
//! Owns: passing arguments to the functions of a rule, and taking their results apart. Must not: choose which function fits; the
//! rule says so.

use super::directions::{apart, together};
use super::{owned, signature, tape};
use crate::analysis::callee;
use crate::request::{Activity, Mode, Request, TapeOwner, of_each};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Type, TypeKind, Value};
use enzyme_llvm_shim::transform;
use enzyme_rules::{CustomRule, ForwardRule, Given, Path, ReverseRule, RuleFunction};

/// Where a tape that the program owns has what the rule keeps: behind its tag.
const KEPT: u64 = tape::ALIGNMENT as u64;

/// Emits the body of a request whose function has a rule for its mode. Gives the bytes of a tape that the program owns.
pub(crate) fn emit(module: Module, function: Value, request: &Request, rule: &CustomRule) -> u64 {
    let build = Builder::new(module.context());
    build.at_end(function.append_block("entry"));
    let thunk = Thunk::new(module, build, function, request);
    let looked_at = callee::looked_at(rule, request.mode);
    if request.runtime_activity && request.mode != Mode::Reverse {
        looked_at
            .into_iter()
            .flatten()
            .for_each(|position| thunk.check_shadow(*position as usize));
    }
    let results = match (request.mode, &rule.forward, &rule.reverse) {
        (Mode::Forward, Some(rule), _) => thunk.tangent(rule),
        (Mode::Augmented, _, Some(rule)) => thunk.augmented(rule),
        (Mode::Reverse, _, Some(rule)) => thunk.reverse(rule),
        (Mode::Gradient, _, Some(rule)) => thunk.gradient(rule),
        _ => panic!("the plan asks for a rule that there is"),
    };
    thunk.finish(&results);
    rule.reverse
        .as_ref()
        .map_or(0, |rule| thunk.tape_bytes(rule))
}

/// A generated function under construction.
struct Thunk<'a> {
    module: Module,
    build: Builder,
    request: &'a Request,
    returned: Type,
    primals: Vec<Value>,
    /// In each direction; none of a parameter that has no shadow.
    shadows: Vec<Vec<Value>>,
    seed: Option<Value>,
    tape: Option<Value>,
    /// Memory that the program has for the tape, and how many bytes.
    room: Option<(Value, Value)>,
}

impl<'a> Thunk<'a> {
    fn new(module: Module, build: Builder, function: Value, request: &'a Request) -> Self {
        let mut given = function.params().into_iter();
        let mut next = || given.next().expect("the signature has a parameter for it");
        let (mut primals, mut shadows) = (Vec::new(), Vec::new());
        for position in 0..request.params.len() {
            primals.push(next());
            let width = if request.has_shadow(position) {
                request.width
            } else {
                0
            };
            shadows.push((0..width).map(|_| next()).collect());
        }
        let seed = signature::has_seed(request).then(&mut next);
        let tape = (request.mode == Mode::Reverse).then(&mut next);
        let room = signature::has_room(request).then(|| (next(), next()));
        Self {
            module,
            build,
            request,
            returned: function.function_type().returned(),
            primals,
            shadows,
            seed,
            tape,
            room,
        }
    }

    /// A rule takes every shadow for one: it ends the program if a parameter's is the primal memory, that is, if there is none.
    fn check_shadow(&self, position: usize) {
        let primal = self.primals[position];
        let pointer = primal.ty().kind() == TypeKind::LLVMPointerTypeKind;
        for shadow in self.shadows[position].iter().filter(|_| pointer) {
            let name = self
                .module
                .text("ez.function", &self.request.function.name());
            tape::check_own_shadow(self.module, &self.build, (primal, *shadow), name);
        }
    }

    /// The primal result and its tangent.
    fn tangent(&self, rule: &ForwardRule) -> Vec<Value> {
        let mut results = Vec::new();
        let wanted = self.request.returned;
        let is_void = self.source().returned().kind() == TypeKind::LLVMVoidTypeKind;
        // A rule that gives the tangent alone goes with a function that writes nothing.
        let itself = (wanted.primal && !is_void && rule.primal.is_none()).then(|| {
            let function = self.request.function;
            let call = self.build.call(self.source(), function, &self.primals, "");
            transform::call_as_declared(call);
            call
        });
        let given = self.calls(&rule.tangent);
        if wanted.primal && !is_void {
            results.extend(itself.or_else(|| self.part(given[0], rule.primal.as_ref())));
        }
        if wanted.active {
            results.extend(self.parts(&given, rule.shadow.as_ref()));
        }
        results
    }

    fn augmented(&self, rule: &ReverseRule) -> Vec<Value> {
        let given = self.calls(&rule.augmented);
        let kept = self.parts(&given, rule.tape.as_ref());
        let pointer = self.module.context().pointer();
        let mut results = vec![match (self.room, kept) {
            (Some(room), kept) => self.keep_owned(rule, room, kept),
            (None, None) => pointer.zero(),
            (None, Some(tape)) if tape.ty() == pointer => tape,
            (None, Some(tape)) => self.keep(tape),
        }];
        results.extend(self.primal(given[0], rule));
        if self.request.returned.active {
            results.extend(self.parts(&given, rule.shadow.as_ref()));
        }
        results
    }

    fn reverse(&self, rule: &ReverseRule) -> Vec<Value> {
        let at = self.tape.expect("a reverse half is given the tape");
        let pointer = self.module.context().pointer();
        let kept = rule.tape.as_ref().map(|path| self.tape_type(rule, path));
        match kept {
            kept if self.request.tape != TapeOwner::Thread => self.reverse_owned(rule, at, kept),
            None => self.adjoints(rule, None),
            Some(ty) if ty == pointer => self.adjoints(rule, Some(at)),
            Some(ty) => {
                let tape = self.build.load(ty, at, "tape");
                tape.set_memory_alignment(self.module.alignment(ty).min(tape::ALIGNMENT));
                let results = self.adjoints(rule, Some(tape));
                tape::release(self.module, &self.build, at);
                results
            }
        }
    }

    /// Puts what the rule keeps onto a tape that the program owns.
    fn keep_owned(&self, rule: &ReverseRule, room: (Value, Value), kept: Option<Value>) -> Value {
        let i64 = |value: u64| self.module.context().i64(value as i64);
        let about = (i64(self.tape_bytes(rule)), i64(self.tag(rule)));
        let room = (self.own_tape(rule, room.0), room.1);
        let at = tape::begin(self.module, &self.build, room, about);
        if let Some(kept) = kept {
            let place = self.build.ptradd(at, i64(KEPT), "");
            self.build.store(kept, place).set_memory_alignment(1);
        }
        at
    }

    /// The gradient from a tape that the program owns, which is given back then.
    fn reverse_owned(&self, rule: &ReverseRule, at: Value, kept: Option<Type>) -> Vec<Value> {
        let i64 = |value: u64| self.module.context().i64(value as i64);
        let at = self.own_tape(rule, at);
        tape::check(self.module, &self.build, at, i64(self.tag(rule)));
        let tape = kept.map(|ty| {
            let place = self.build.ptradd(at, i64(KEPT), "");
            let tape = self.build.load(ty, place, "tape");
            tape.set_memory_alignment(1);
            tape
        });
        let results = self.adjoints(rule, tape);
        tape::free(self.module, &self.build, at);
        results
    }

    /// The thread's tape among those of a launch is one piece.
    fn own_tape(&self, rule: &ReverseRule, tape: Value) -> Value {
        if self.request.tape != TapeOwner::Launch {
            return tape;
        }
        let i64 = |value: u64| self.module.context().i64(value as i64);
        let bytes = self
            .tape_bytes(rule)
            .next_multiple_of(u64::from(tape::ALIGNMENT));
        tape::cell(self.module, &self.build, tape, (i64(0), i64(bytes)))
    }

    fn tape_bytes(&self, rule: &ReverseRule) -> u64 {
        let kept = rule.tape.as_ref().map(|path| self.tape_type(rule, path));
        KEPT + kept.map_or(0, |ty| self.module.alloc_size(ty))
    }

    fn tag(&self, rule: &ReverseRule) -> u64 {
        let layout = format!("{rule:?}{}", self.request.width);
        owned::tag(self.request, &layout, false)
    }

    fn gradient(&self, rule: &ReverseRule) -> Vec<Value> {
        let given = self.calls(&rule.augmented);
        let tape = self.parts(&given, rule.tape.as_ref());
        let mut results: Vec<Value> = self.primal(given[0], rule).into_iter().collect();
        results.extend(self.adjoints(rule, tape));
        results
    }

    fn primal(&self, given: Value, rule: &ReverseRule) -> Option<Value> {
        let wanted = rule
            .primal
            .as_ref()
            .filter(|_| self.request.returned.primal);
        let part = self.part(given, wanted)?;
        let returned = self.source().returned();
        Some(match part.ty() == returned {
            true => part,
            // C's `bool` is a byte in a structure.
            false => self.build.int_cast(part, returned, false),
        })
    }

    /// Calls the gradient, whose tapes were made in the order of the directions; gives the adjoints that the caller asks for.
    fn adjoints(&self, rule: &ReverseRule, tapes: Option<Value>) -> Vec<Value> {
        let width = self.request.width as usize;
        let gradient = |direction| {
            let tape = tapes.map(|all| apart(&self.build, all, width, direction));
            self.call(&rule.gradient, direction, tape)
        };
        let mut given: Vec<Value> = (0..width).rev().map(gradient).collect();
        given.reverse();
        let wanted = rule
            .adjoints
            .iter()
            .filter(|(position, _)| self.request.params[*position as usize] == Activity::Out);
        wanted
            .filter_map(|(_, path)| self.parts(&given, Some(path)))
            .collect()
    }

    /// Puts a value on the tape.
    fn keep(&self, tape: Value) -> Value {
        let bytes = self.module.alloc_size(tape.ty());
        let bytes = self.module.context().i64(bytes as i64);
        let at = tape::push(self.module, &self.build, bytes);
        let store = self.build.store(tape, at);
        store.set_memory_alignment(self.module.alignment(tape.ty()).min(tape::ALIGNMENT));
        at
    }

    /// Type of the tapes of all directions.
    fn tape_type(&self, rule: &ReverseRule, path: &Path) -> Type {
        let augmented = self.named(&rule.augmented.symbol);
        let whole = match rule.augmented.in_memory {
            true => result_in_memory(augmented),
            false => augmented.function_type().returned(),
        };
        let one = path.iter().fold(whole, |ty, index| match ty.kind() {
            TypeKind::LLVMStructTypeKind => ty.fields()[*index as usize],
            _ => ty.element(),
        });
        of_each(one, self.request.width)
    }

    /// A part of what a function of the rule returned.
    fn part(&self, whole: Value, path: Option<&Path>) -> Option<Value> {
        path.map(|path| self.extract(whole, path))
    }

    /// The same of each direction, as one value.
    fn parts(&self, wholes: &[Value], path: Option<&Path>) -> Option<Value> {
        let parts = wholes.iter().map(|whole| self.part(*whole, path));
        let parts: Vec<Value> = parts.collect::<Option<_>>()?;
        Some(together(&self.build, &parts))
    }

    fn extract(&self, whole: Value, path: &Path) -> Value {
        path.iter()
            .fold(whole, |value, index| match value.ty().kind() {
                TypeKind::LLVMVectorTypeKind => {
                    let lane = self.module.context().i64(i64::from(*index));
                    self.build.extract_element(value, lane)
                }
                _ => self.build.extract_value(value, *index),
            })
    }

    fn source(&self) -> Type {
        self.request.function.function_type()
    }

    fn named(&self, symbol: &str) -> Value {
        let function = self.module.function(symbol);
        function.expect("rules name functions of the module")
    }

    /// Calls a function of the rule that gets no tape for each direction.
    fn calls(&self, rule: &RuleFunction) -> Vec<Value> {
        let directions = 0..self.request.width as usize;
        directions.map(|d| self.call(rule, d, None)).collect()
    }

    /// Calls a function of the rule for a direction; gives its result, wherever that is returned.
    fn call(&self, rule: &RuleFunction, direction: usize, tape: Option<Value>) -> Value {
        let callee = self.named(&rule.symbol);
        let result = rule.in_memory.then(|| {
            let ty = result_in_memory(callee);
            (self.build.alloca(ty, "result"), ty)
        });
        let mut args: Vec<Value> = result.iter().map(|(slot, _)| *slot).collect();
        let given = rule.given.iter();
        args.extend(given.map(|given| self.given(given, direction, tape)));
        let call = self.build.call(callee.function_type(), callee, &args, "");
        transform::call_as_declared(call);
        result.map_or(call, |(slot, ty)| self.build.load(ty, slot, ""))
    }

    fn given(&self, given: &Given, direction: usize, tape: Option<Value>) -> Value {
        let kept = || tape.expect("a tape is given where there is one");
        match given {
            Given::Primal(position) => self.primals[*position as usize],
            Given::Shadow(position) => self.shadow(*position as usize, direction),
            Given::OwnShadow(position) => {
                let primal = self.primals[*position as usize];
                let is_pointer = primal.ty().kind() == TypeKind::LLVMPointerTypeKind;
                let known = self.shadows[*position as usize].get(direction);
                match known {
                    None if is_pointer => primal,
                    _ => self.shadow(*position as usize, direction),
                }
            }
            Given::Seed(path) => {
                // A result that nobody differentiates has a zero adjoint.
                let width = self.request.width as usize;
                let seed = self
                    .seed
                    .map(|all| apart(&self.build, all, width, direction));
                let seed = seed.unwrap_or_else(|| self.source().returned().zero());
                self.extract(seed, path)
            }
            Given::Tape(path) => self.extract(kept(), path),
            Given::TapeAddress => {
                let slot = self.build.alloca(kept().ty(), "tape");
                self.build.store(kept(), slot);
                slot
            }
        }
    }

    /// The shadow or tangent of a parameter: zero or null where it has none, and an integer itself.
    fn shadow(&self, position: usize, direction: usize) -> Value {
        let primal = self.primals[position];
        match primal.ty().kind() {
            TypeKind::LLVMIntegerTypeKind => primal,
            _ => match self.shadows[position].get(direction) {
                Some(shadow) => *shadow,
                None => primal.ty().zero(),
            },
        }
    }

    fn finish(&self, results: &[Value]) {
        match (self.returned.kind(), results) {
            (TypeKind::LLVMVoidTypeKind, _) => self.build.ret(None),
            (_, [only]) if only.ty() == self.returned => self.build.ret(Some(*only)),
            _ => {
                let mut all = self.returned.undef();
                for (index, value) in results.iter().enumerate() {
                    all = self.build.insert_value(all, *value, index as u32);
                }
                self.build.ret(Some(all))
            }
        };
    }
}

/// The type that a function writes its result as, to where its first parameter says.
fn result_in_memory(function: Value) -> Type {
    let ty = function.param_type_attribute(0, "sret");
    ty.expect("its first parameter is the place of the result")
}
