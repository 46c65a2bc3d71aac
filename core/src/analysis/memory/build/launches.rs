//! Constraints of launches: what a kernel's name says of the memory that it is given.
//!
//! The kernel's code is not there, but C++ puts the types of parameters into names. What a parameter is that is declared as a pointer to numbers, the
//! kernel reads and writes as numbers.
//!
//! Owns: reading such names. Must not: know what a kernel does.

use super::Context;
use crate::analysis::callee;
use crate::analysis::memory::graph::{NodeId, Pointer};
use crate::analysis::memory::origins::Origins;
use crate::analysis::memory::scalar::{Scalar, float_size};
use crate::analysis::memory::touches::Touch;
use crate::analysis::memory::{FieldId, Memory};
use crate::view::{Body, Inst, InstId, Op, Shape, ValueId, ValueKind};
use enzyme_llvm_shim::analyses::demangled_with_parameters;
use enzyme_rules::{DeviceVariable, FloatKind, Launch, Numbers};

/// What stands for variables of the device that another file has. No global has this name.
pub(crate) const ELSEWHERE: &str = "variables of another file";

/// All that is known of these.
const OF_ELSEWHERE: DeviceVariable = DeviceVariable {
    bytes: 0,
    numbers: Numbers::Any,
    read_only: false,
};

impl Context<'_, '_> {
    /// Memory behind arguments of a launch that are declared as pointers to numbers.
    pub(super) fn launched(&mut self, inst: &Inst, launch: Launch) {
        let (function, arguments) = match launch {
            Launch::Listed {
                function,
                arguments,
            } => (function, arguments),
            Launch::Direct => return self.launched_directly(inst),
        };
        let operand = |position: u32| inst.operands.get(position as usize).copied();
        let symbol = operand(function).and_then(|value| self.symbol(value));
        let Some(list) = operand(arguments).and_then(|value| self.pointer(value)) else {
            return;
        };
        let handed = self.graph.targets(self.graph.find(list).node);
        self.handed_variables(|node| handed.contains(&node));
        let kinds = symbol.map(|symbol| pointed_to(&symbol)).unwrap_or_default();
        for (kind, index) in kinds.into_iter().zip(0i64..) {
            let Some(kind) = kind else {
                continue;
            };
            let address = self.behind(list, 8 * index);
            let argument = self.behind(address, 0);
            self.stated_behind(argument, kind);
        }
    }

    /// A kernel may read all variables of the device that the module knows, and write to them. One that another file defines has the variables of that file, which stand for
    /// each other here.
    pub(super) fn device_variables(&mut self, id: InstId, launch: Launch) {
        let elsewhere = (ELSEWHERE.to_owned(), OF_ELSEWHERE);
        let elsewhere = (launch == Launch::Direct).then_some(&elsewhere);
        let others = elsewhere.map(|(name, variable)| (name, variable));
        for (name, variable) in self.registry.device_variables().iter().chain(others) {
            let pointer = self.global(name, Origins::default());
            self.numbers_in(pointer, variable);
            let touch = |writes| Touch {
                pointer,
                size: u64::MAX,
                writes,
                scalar: Scalar::Unknown,
                number: false,
                piece: false,
                copied: false,
                ruled: false,
                leads_on: false,
                hands: false,
            };
            let touches = self.function.touched.entry(id).or_default();
            touches.push(touch(false));
            touches.extend((!variable.read_only).then(|| touch(true)));
        }
    }

    fn numbers_in(&mut self, at: Pointer, variable: &DeviceVariable) {
        /// So many numbers of an array count one by one.
        const MOST: u64 = 64;
        match &variable.numbers {
            Numbers::All(kind) => {
                let bytes = Some(variable.bytes);
                self.numbers(at, *kind, bytes.filter(|n| *n <= MOST * float_size(*kind)));
            }
            Numbers::Any => self.scalars(at, Scalar::Mixed, 8, None),
            Numbers::At(offsets) => {
                for (offset, kind) in offsets {
                    let offset = at.offset + offset.cast_signed();
                    let member = Pointer { offset, ..at };
                    self.graph
                        .access(member, float_size(*kind), Scalar::Float(*kind));
                }
            }
        }
    }

    /// The same of arguments that are handed to the function which stands for the kernel. Where a structure is handed over in parts, which argument a
    /// part belongs to is not known.
    fn launched_directly(&mut self, inst: &Inst) {
        let kinds = callee::symbol(inst).map(pointed_to).unwrap_or_default();
        let operands = inst.operands.iter();
        let pointers = operands.map(|value| self.pointer_operand(*value));
        let pointers: Vec<Option<Pointer>> = pointers.collect();
        let given = pointers.iter().flatten();
        let given: Vec<_> = given.map(|at| self.graph.find(*at).node).collect();
        self.handed_variables(|node| given.contains(&node));
        if kinds.len() != pointers.len() {
            return;
        }
        for (kind, argument) in kinds.into_iter().zip(pointers) {
            if let (Some(kind), Some(argument)) = (kind, argument) {
                self.stated_behind(argument, kind);
            }
        }
    }

    /// What lies behind an argument that is declared so.
    fn stated_behind(&mut self, argument: Pointer, behind: Behind) {
        match behind {
            Behind::Numbers(kind) => self.numbers(argument, kind, None),
            Behind::Integers(bytes) => self.scalars(argument, Scalar::Int, bytes, None),
        }
    }

    /// In a variable that is handed over by value, the kernel reads what its type says, whatever the host does there.
    fn handed_variables(&mut self, is_handed: impl Fn(NodeId) -> bool) {
        /// As many doubles as a kernel is handed at most.
        const MOST: usize = 512;
        let body = self.body();
        let variables = body.insts.values().filter_map(|inst| match inst.op {
            Op::Alloca(ty) => Some((inst.result?, ty)),
            // Any other: it is no variable.
            _ => None,
        });
        for (variable, ty) in variables {
            let Some(at) = self.pointer(variable).map(|at| self.graph.find(at)) else {
                continue;
            };
            if !is_handed(at.node) {
                continue;
            }
            let is_structure = matches!(body.types.shape(ty), Shape::Struct(_));
            for leaf in body.types.leaves(ty, MOST).unwrap_or_default() {
                let scalar = match *body.types.shape(leaf.ty) {
                    Shape::Float(kind) => Scalar::Float(kind),
                    Shape::Int(bits) if bits > 8 => Scalar::Int,
                    // A kernel that takes a number or an address from bytes of its parameter's type is refused. Optimisers have variables of bytes alone, which
                    // say nothing of that type.
                    Shape::Int(_) if is_structure => Scalar::Int,
                    Shape::Pointer => Scalar::Pointer,
                    // Any other: it is not followed, nor moved.
                    _ => continue,
                };
                let offset = at.offset + leaf.offset.cast_signed();
                let member = Pointer { offset, ..at };
                let size = body.types.get(leaf.ty).store_size;
                self.graph.access(member, size, scalar);
            }
        }
    }

    /// Where the pointer leads that lies so many bytes behind another one.
    fn behind(&mut self, pointer: Pointer, offset: i64) -> Pointer {
        let at = Pointer {
            offset: pointer.offset + offset,
            ..pointer
        };
        let cell = self.graph.access(at, 8, Scalar::Pointer);
        self.graph.target_of(cell)
    }

    fn symbol(&self, value: ValueId) -> Option<String> {
        match &self.body().values[value].kind {
            ValueKind::Function(name) | ValueKind::Global { name, .. } => Some(name.clone()),
            // Any other: which kernel it is, the run says.
            _ => None,
        }
    }
}

/// A parameter of a kernel, counted from 1, behind which it accesses other numbers than are declared in its name: the host believes the name. So may the kernel where it
/// only reads what nothing else is known of, and no bits of numbers come from there: without optimisation, nothing but the name says that these are integers.
pub(crate) fn declared_otherwise(memory: &Memory, body: &Body, kernel: &str) -> Option<usize> {
    let writes = |field: &FieldId| {
        let mut all = body.insts.keys();
        all.any(|id| memory.touched(id, true).contains(field))
    };
    let differs = |(index, declared): (usize, Option<Behind>)| {
        let place = memory.param(index)?;
        let ids = memory.object(place.object).fields.iter();
        let mut fields = ids.clone().map(|field| &memory.fields[field.0]);
        let is_other = |id: &FieldId| {
            let field = &memory.fields[id.0];
            let is_open = field.scalar == Scalar::Unknown && !field.carries;
            field.holds_number() && (!is_open || writes(id))
        };
        let differs = match declared? {
            Behind::Integers(_) => ids.clone().any(is_other),
            Behind::Numbers(kind) => fields.any(|field| match field.scalar {
                Scalar::Float(accessed) => accessed != kind,
                scalar => scalar == Scalar::Mixed,
            }),
        };
        differs.then_some(index + 1)
    };
    pointed_to(kernel).into_iter().enumerate().find_map(differs)
}

/// What a parameter points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Behind {
    Numbers(FloatKind),
    /// Of so many bytes.
    Integers(u64),
}

/// Of each parameter in a mangled name, what it points to, if it does.
fn pointed_to(symbol: &str) -> Vec<Option<Behind>> {
    let text = demangled_with_parameters(symbol).unwrap_or_default();
    parameters(&text)
        .into_iter()
        .map(|text| scalars_behind(&text))
        .collect()
}

/// The parameters at the end of a demangled name.
fn parameters(text: &str) -> Vec<String> {
    let Some(inner) = text.strip_suffix(')') else {
        return Vec::new();
    };
    let (mut depth, mut all, mut one) = (0, Vec::new(), String::new());
    // From the end on, since the name in front may hold parentheses of its own.
    for c in inner.chars().rev() {
        match c {
            '(' if depth == 0 => break,
            ')' | '>' | ']' => depth += 1,
            '(' | '<' | '[' => depth -= 1,
            ',' if depth == 0 => {
                all.push(std::mem::take(&mut one));
                continue;
            }
            _ => {}
        }
        one.push(c);
    }
    if !all.is_empty() || !one.is_empty() {
        all.push(one);
    }
    let forwards = all.into_iter().rev();
    forwards
        .map(|reversed| reversed.chars().rev().collect())
        .collect()
}

fn scalars_behind(parameter: &str) -> Option<Behind> {
    let (of, _) = parameter
        .split_once('*')
        .filter(|(_, rest)| !rest.contains('*'))?;
    let words = of.split_whitespace();
    let words: Vec<&str> = words
        .filter(|word| !["const", "volatile", "unsigned"].contains(word))
        .collect();
    match words[..] {
        ["double"] => Some(Behind::Numbers(FloatKind::Double)),
        ["float"] => Some(Behind::Numbers(FloatKind::Float)),
        ["int"] => Some(Behind::Integers(4)),
        ["long"] | ["long", "long"] => Some(Behind::Integers(8)),
        ["short"] => Some(Behind::Integers(2)),
        ["bool"] => Some(Behind::Integers(1)),
        // Any other: characters may be the bytes of anything, and of the rest its own accesses tell.
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Behind, FloatKind, parameters, scalars_behind};

    #[test]
    fn parameters_stand_at_the_end_of_a_name() {
        let text = "void k<double, void (*)(int)>(double const*, std::pair<int, float>, int)";
        let expected = ["double const*", " std::pair<int, float>", " int"];
        assert_eq!(parameters(text), expected);
        assert_eq!(parameters("k"), [""; 0]);
        assert_eq!(parameters("k()"), [""; 0]);
    }

    #[test]
    fn pointers_to_numbers_are_told_from_others() {
        let double = Behind::Numbers(FloatKind::Double);
        assert_eq!(scalars_behind("double const*"), Some(double));
        assert_eq!(
            scalars_behind(" float*"),
            Some(Behind::Numbers(FloatKind::Float))
        );
        assert_eq!(
            scalars_behind("unsigned long const*"),
            Some(Behind::Integers(8))
        );
        for other in ["double**", "char*", "double", "Grid*"] {
            assert_eq!(scalars_behind(other), None);
        }
    }
}
