//! Pointers to one of several places in memory that a block of a grid shares, as the number of an array and a distance in it.
//!
//! A kernel that swaps two buffers, or stores to the one end of a tile or to the other, chooses an address when it runs; front ends write indices and branches,
//! which optimisers fold. Such memory lies elsewhere in each launch: where the reverse of a launch is another one, no pointer to it can be kept, but a
//! number and a distance can.
//!
//! Owns: phis and selects of pointers that lead to such memory alone. Must not: follow pointers through memory, or touch those that may lead
//! anywhere else.

use enzyme_llvm_shim::analyses;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{IntPredicate, Module, Opcode, Type, TypeKind, Value};
use indexmap::{IndexMap, IndexSet};

/// Rewrites the choices of a prepared copy; whether there were any. `space` is the address space of memory that a block shares.
pub(super) fn as_distances(module: Module, copy: Value, space: u32) -> bool {
    let arrays = arrays_chosen(copy, space);
    let choices = Choices {
        module,
        places: IndexMap::new(),
        arrays,
    };
    let found = !choices.arrays.is_empty();
    choices.rewrite();
    found
}

/// The choices of pointers that lead to arrays of a block alone, with these arrays.
fn arrays_chosen(copy: Value, space: u32) -> IndexMap<Value, IndexSet<Value>> {
    let all = copy.blocks().into_iter().flat_map(|b| b.instructions());
    let mut arrays: IndexMap<Value, IndexSet<Value>> = all
        .filter(|inst| is_choice(*inst))
        .map(|choice| (choice, IndexSet::new()))
        .collect();
    // From all choices those are taken away that may lead elsewhere, and so what is made from them.
    loop {
        let leads_elsewhere = |choice: &Value| {
            let mut ways = sides(*choice).into_iter().map(start);
            ways.any(|from| from.is_none_or(|v| !arrays.contains_key(&v) && !is_array(v, space)))
        };
        let elsewhere: Vec<Value> = arrays.keys().copied().filter(leads_elsewhere).collect();
        if elsewhere.is_empty() {
            break;
        }
        arrays.retain(|choice, _| !elsewhere.contains(choice));
    }
    loop {
        let mut grown = false;
        for index in 0..arrays.len() {
            let (choice, mut own) = (
                *arrays.get_index(index).expect("in bounds").0,
                IndexSet::new(),
            );
            for from in sides(choice).into_iter().filter_map(start) {
                match arrays.get(&from) {
                    Some(others) => own.extend(others.iter().copied()),
                    None => drop(own.insert(from)),
                }
            }
            grown |= own.len() > arrays[&choice].len();
            arrays[&choice].extend(own);
        }
        if !grown {
            break;
        }
    }
    // Where control never comes, a choice may be made from itself alone.
    match arrays.values().any(IndexSet::is_empty) {
        true => IndexMap::new(),
        false => arrays,
    }
}

/// Whether an instruction gives one of several pointers. LLVM folds a choice that is known.
fn is_choice(inst: Value) -> bool {
    let chooses = match inst.opcode() {
        Opcode::LLVMPHI => true,
        Opcode::LLVMSelect => !inst.operands()[0].is_constant(),
        _ => false,
    };
    chooses && inst.ty().kind() == TypeKind::LLVMPointerTypeKind
}

/// The pointers that a choice is made from.
fn sides(choice: Value) -> Vec<Value> {
    match choice.opcode() {
        Opcode::LLVMPHI => choice
            .incoming()
            .into_iter()
            .map(|(from, _)| from)
            .collect(),
        _ => choice.operands()[1..].to_vec(),
    }
}

fn is_array(value: Value, space: u32) -> bool {
    value.is_constant()
        && value.ty().kind() == TypeKind::LLVMPointerTypeKind
        && value.ty().address_space() == space
        && !value.name().is_empty()
}

fn is_address(value: Value) -> bool {
    value.is_instruction() && value.opcode() == Opcode::LLVMGetElementPtr
}

fn is_cast(value: Value) -> bool {
    value.is_instruction() && value.opcode() == Opcode::LLVMAddrSpaceCast
}

/// Where address arithmetic began; nothing if some of it is not understood.
fn start(pointer: Value) -> Option<Value> {
    let mut at = pointer;
    loop {
        if is_address(at) {
            analyses::gep_offset(at)?;
        } else if !is_cast(at) {
            return Some(at);
        }
        at = at.operand(0)?;
    }
}

/// A place in memory that a block shares.
#[derive(Clone, Copy)]
struct Place {
    /// Which of all arrays.
    array: Value,
    /// Bytes from its beginning.
    distance: Value,
}

struct Choices {
    module: Module,
    /// What is chosen, and the arrays that it may lead to.
    arrays: IndexMap<Value, IndexSet<Value>>,
    places: IndexMap<Value, Place>,
}

impl Choices {
    fn rewrite(mut self) {
        let choices: Vec<Value> = self.arrays.keys().copied().collect();
        for choice in &choices {
            let place = self.chosen(*choice);
            self.places.insert(*choice, place);
        }
        for choice in &choices {
            self.give_sides(*choice);
        }
        for choice in &choices {
            let pointer = self.pointer(*choice);
            choice.replace_all_uses_with(pointer);
        }
        for choice in choices {
            choice.erase_instruction();
        }
    }

    fn distance_type(&self) -> Type {
        self.module.context().int(64)
    }

    fn number_type(&self) -> Type {
        self.module.context().int(32)
    }

    fn number(&self, array: Value) -> Value {
        let all = self.arrays.values().flatten();
        let all: IndexSet<Value> = all.copied().collect();
        let index = all.get_index_of(&array).expect("an array that is chosen");
        self.number_type().constant_int(index as u64)
    }

    /// The same choice of a number and of a distance, as yet without what they are chosen from.
    fn chosen(&self, choice: Value) -> Place {
        let build = Builder::ahead_of(self.module.context(), choice);
        let same = |ty: Type| match choice.opcode() {
            Opcode::LLVMPHI => build.phi(ty, ""),
            _ => build.select(choice.operands()[0], ty.zero(), ty.zero()),
        };
        let distance = same(self.distance_type());
        let arrays = &self.arrays[&choice];
        let array = match arrays.first().filter(|_| arrays.len() == 1) {
            Some(only) => self.number(*only),
            None => same(self.number_type()),
        };
        Place { array, distance }
    }

    fn give_sides(&mut self, choice: Value) {
        let own = self.places[&choice];
        let places: Vec<Place> = sides(choice)
            .into_iter()
            .map(|side| self.place(side))
            .collect();
        let give = |to: Value, part: &dyn Fn(&Place) -> Value| match choice.opcode() {
            Opcode::LLVMPHI => {
                for ((_, block), place) in choice.incoming().into_iter().zip(&places) {
                    to.add_incoming(part(place), block);
                }
            }
            _ => {
                for (operand, place) in (1..).zip(&places) {
                    to.set_operand(operand, part(place));
                }
            }
        };
        give(own.distance, &|place| place.distance);
        if self.arrays[&choice].len() > 1 {
            give(own.array, &|place| place.array);
        }
    }

    /// The place of an address that a choice is made from: computed where the address is.
    fn place(&mut self, address: Value) -> Place {
        let mut steps = Vec::new();
        let mut at = address;
        while is_address(at) || is_cast(at) {
            steps.push(at);
            at = at.operands()[0];
        }
        let beginning = || Place {
            array: self.number(at),
            distance: self.distance_type().zero(),
        };
        let mut place = self.places.get(&at).copied().unwrap_or_else(beginning);
        for step in steps.into_iter().rev().filter(|step| is_address(*step)) {
            let known = self.places.get(&step).copied();
            place = known.unwrap_or_else(|| self.moved(place, step));
            self.places.insert(step, place);
        }
        place
    }

    fn moved(&self, from: Place, step: Value) -> Place {
        let build = Builder::ahead_of(self.module.context(), step);
        let ty = self.distance_type();
        let by = analyses::gep_offset(step).expect("it was understood");
        let mut distance = build.add(from.distance, ty.constant_int(by.constant.cast_unsigned()));
        for index in by.variable {
            let steps = build.int_cast(index.value, ty, true);
            let bytes = build.mul(steps, ty.constant_int(index.stride.cast_unsigned()));
            distance = build.add(distance, bytes);
        }
        Place { distance, ..from }
    }

    /// The pointer to what was chosen.
    fn pointer(&self, choice: Value) -> Value {
        let place = self.places[&choice];
        let ahead = match choice.opcode() {
            Opcode::LLVMPHI => choice.block().and_then(|block| block.first_non_phi()),
            _ => Some(choice),
        };
        let ahead = ahead.expect("a block has an end");
        let build = Builder::ahead_of(self.module.context(), ahead);
        let mut arrays = self.arrays[&choice].iter();
        let cast = |array: &Value| build.address_cast(*array, choice.ty());
        let first = cast(arrays.next().expect("it leads somewhere"));
        let array = arrays.fold(first, |others, array| {
            let this = build.icmp(IntPredicate::LLVMIntEQ, place.array, self.number(*array));
            build.select(this, cast(array), others)
        });
        build.ptradd_anywhere(array, place.distance, "")
    }
}
