//! Shadows that an access may have to leave alone, since they may be the primal memory itself.
//!
//! With run-time activity (`plan::accumulate`), inactive memory is its own shadow. An access of the shadow goes to a variable that
//! nobody reads where that is so, and a length or a mask becomes zero: there is no branch, and where the comparison is the same in
//! all iterations of a loop, LLVM makes two loops of it. Atomic additions of a grid are left out by a branch instead: devices have none to a variable of a thread's
//! own. A number that varies, or a pointer to active memory, must not get lost in
//! such memory: each place that could lose one has a flag, and the program ends where the function does if one is up.
//!
//! Owns: the comparison, the variables and the flags. Must not: choose what is compared; the plan says so.

use super::frame::{Frame, place};
use super::lookup::Reverse;
use super::{shadows, tape};
use crate::plan::Item;
use crate::plan::accumulate::{self, Addition, Guard};
use crate::view::{InstId, ValueId};
use enzyme_llvm_shim::ir::{FloatPredicate, IntPredicate, Type, TypeKind, Value};

/// The shadow behind a pointer.
#[derive(Clone, Copy)]
pub(super) struct Shadow {
    /// Its address.
    pub(super) at: Value,
    /// Whether it is the primal memory itself; none if it never is.
    pub(super) is_primal: Option<Value>,
}

impl Shadow {
    /// Where something of a type may be read and written.
    pub(super) fn place(self, frame: &mut Frame<'_>, ty: Type) -> Value {
        match self.is_primal {
            None => self.at,
            Some(is_primal) => {
                let nowhere = frame.nowhere(ty);
                frame.build.select(is_primal, nowhere, self.at)
            }
        }
    }

    /// Where something of a type is added to by an instruction, and the condition under which it has to leave that out.
    pub(super) fn sum(
        self,
        frame: &mut Frame<'_>,
        way: Addition,
        ty: Type,
    ) -> (Value, Option<Value>) {
        match way {
            Addition::Atomic | Addition::Together | Addition::OfBlock | Addition::Checked
                if frame.source.facts.registry.grid().is_some() =>
            {
                (self.at, self.is_primal)
            }
            Addition::Plain(_)
            | Addition::Atomic
            | Addition::Together
            | Addition::OfBlock
            | Addition::Checked => (self.place(frame, ty), None),
        }
    }

    /// What was read of the shadow: zero where there is none.
    pub(super) fn read(self, frame: &Frame<'_>, value: Value) -> Value {
        match self.is_primal {
            None => value,
            Some(is_primal) => {
                let zero = value.ty().zero();
                frame.build.select(is_primal, zero, value)
            }
        }
    }

    /// What was read of the shadow under a mask, whose other lanes are given: zero in those of the mask where there is no shadow.
    pub(super) fn read_under(
        self,
        frame: &Frame<'_>,
        (mask, given): (Value, Value),
        value: Value,
    ) -> Value {
        match self.is_primal {
            None => value,
            Some(is_primal) => {
                let zero = value.ty().zero();
                let nothing = frame.build.select(mask, zero, given);
                frame.build.select(is_primal, nothing, value)
            }
        }
    }
}

/// A length or a mask, zero where the condition holds, if there is one.
pub(super) fn unless(frame: &Frame<'_>, condition: Option<Value>, extent: Value) -> Value {
    match condition {
        None => extent,
        Some(condition) => frame.build.select(condition, extent.ty().zero(), extent),
    }
}

impl Frame<'_> {
    /// The shadow behind a pointer, in the forward sweep.
    pub(super) fn shadow_behind(&mut self, pointer: ValueId) -> Shadow {
        let guard = accumulate::guard(self.source.facts, pointer);
        let is_primal = guard.map(|Guard { root }| {
            let (primal, shadow) = (self.value(root), shadows::shadow(self, root));
            self.build.icmp(IntPredicate::LLVMIntEQ, primal, shadow)
        });
        Shadow {
            at: shadows::shadow(self, pointer),
            is_primal,
        }
    }

    /// A variable of a type that is written instead of a shadow that there is none of.
    pub(super) fn nowhere(&mut self, ty: Type) -> Value {
        if let Some(variable) = self.nowhere.get(&ty) {
            return *variable;
        }
        let variable = self.slot(ty, "nowhere");
        self.nowhere.insert(ty, variable);
        variable
    }

    /// Remembers that an instruction left something that varies in memory without shadow, if it did.
    pub(super) fn lose(&mut self, id: InstId, lost: Value) {
        let flag = match self.lost.get(&id) {
            Some(flag) => *flag,
            None => {
                let flag = self.slot(self.context().int(1), "lost");
                self.lost.insert(id, flag);
                flag
            }
        };
        let before = self.build.load(lost.ty(), flag, "");
        let now = self.build.or(before, lost);
        self.build.store(now, flag);
    }

    /// Ends the program if something was lost, where the forward sweep ends.
    pub(super) fn check_lost(&self) {
        for (id, flag) in &self.lost {
            let lost = self.build.load(self.context().int(1), *flag, "lost");
            let place = place(self, *id);
            let function = self.source.facts.request.function.name();
            let function = self.source.module.text("ez.function", &function);
            tape::check_lost(self.source.module, &self.build, lost, (place, function));
        }
    }

    /// Whether any lane of a mask is set.
    pub(super) fn any_lane(&self, mask: Value) -> Value {
        let bits = self.context().int(mask.ty().length() as u32);
        let all = self.build.bitcast(mask, bits);
        self.build.icmp(IntPredicate::LLVMIntNE, all, bits.zero())
    }

    /// Whether a tangent is not zero, in any of its numbers.
    pub(super) fn varies(&self, tangent: Value) -> Value {
        let (build, ty) = (&self.build, tangent.ty());
        let parts = match ty.kind() {
            TypeKind::LLVMStructTypeKind => ty.fields().len() as u32,
            TypeKind::LLVMArrayTypeKind => ty.length() as u32,
            TypeKind::LLVMVectorTypeKind => {
                let each = build.fcmp(FloatPredicate::LLVMRealUNE, tangent, ty.zero());
                return self.any_lane(each);
            }
            TypeKind::LLVMIntegerTypeKind | TypeKind::LLVMPointerTypeKind => {
                return self.context().int(1).zero();
            }
            _ => return build.fcmp(FloatPredicate::LLVMRealUNE, tangent, ty.zero()),
        };
        let part = |index| self.varies(build.extract_value(tangent, index));
        let all = (0..parts).map(part);
        let any = all.reduce(|a, b| build.or(a, b));
        any.unwrap_or_else(|| self.context().int(1).zero())
    }
}

impl Reverse<'_, '_> {
    /// The shadow behind a pointer, in the reverse pass.
    pub(super) fn shadow_behind(&mut self, pointer: ValueId) -> Shadow {
        let guard = accumulate::guard(self.frame.source.facts, pointer);
        let is_primal = guard.map(|Guard { root }| {
            let [primal, shadow] =
                [Item::Primal(root), Item::Shadow(root)].map(|item| self.lookup(item));
            let build = &self.frame.build;
            build.icmp(IntPredicate::LLVMIntEQ, primal, shadow)
        });
        Shadow {
            at: self.lookup(Item::Shadow(pointer)),
            is_primal,
        }
    }
}
