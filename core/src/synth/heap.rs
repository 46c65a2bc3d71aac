//! Heap memory in the reverse pass.
//!
//! Owns: shadows that the reverse pass makes, and the ends of memory that were put off. Must not: decide
//! which these are; the plan says so.

use super::lookup::Reverse;
use crate::analysis::callee;
use crate::plan::Item;
use crate::view::InstId;
use enzyme_llvm_shim::ir::Value;
use enzyme_rules::{AllocSpec, CalleeKind, DeallocArg, SizeExpr};

impl Reverse<'_, '_> {
    /// Makes the shadow of what an instruction frees, if it has waited until here.
    pub(crate) fn make_late(&mut self, free: InstId) {
        let Some(id) = self.plan.heaps.made_at(free) else {
            return;
        };
        let source = self.frame.source;
        let operands = &source.facts.body.insts[id].operands;
        let args: Vec<Value> = operands
            .iter()
            .map(|v| self.lookup(Item::Primal(*v)))
            .collect();
        let copy = source.handles.inst(id).clone_instruction();
        copy.clear_debug_location();
        for (position, arg) in args.into_iter().enumerate() {
            copy.set_operand(position as u32, arg);
        }
        self.frame.build.insert(copy);
        copy.set_name("late.shadow");
        let spec = self.spec(id).filter(|spec| !spec.zeroed);
        if let Some(spec) = spec {
            let bytes = self.bytes(id, spec.size);
            self.frame.build.zero_memory(copy, bytes);
        }
        let variable = self.late[&(self.frame.shadows.now(), id)];
        self.frame.build.store(copy, variable);
    }

    /// Frees what the forward sweep kept alive, and the shadow.
    pub(crate) fn allocation(&mut self, id: InstId, shadowed: bool) {
        let body = self.frame.source.facts.body;
        let Some(result) = body.insts[id].result else {
            return;
        };
        if shadowed {
            self.each(|this| {
                let shadow = this.lookup(Item::Shadow(result));
                this.end_memory(id, shadow);
            });
        }
        if self.plan.heaps.is_put_off(id) {
            let primal = self.lookup(Item::Primal(result));
            self.end_memory(id, primal);
        }
    }

    fn spec(&self, id: InstId) -> Option<AllocSpec> {
        let source = self.frame.source;
        match callee::known(&source.facts.body.insts[id], source.facts.registry) {
            Some(CalleeKind::Allocator(spec)) => Some(spec.clone()),
            // Any other: it obtains no memory.
            _ => None,
        }
    }

    /// How many bytes were asked for.
    fn bytes(&mut self, id: InstId, size: SizeExpr) -> Value {
        match size {
            SizeExpr::Arg(index) => self.length(id, index),
            SizeExpr::Product(i, j) => {
                let (a, b) = (self.length(id, i), self.length(id, j));
                self.frame.build.mul(a, b)
            }
        }
    }

    fn end_memory(&mut self, id: InstId, pointer: Value) {
        let inst = &self.frame.source.facts.body.insts[id];
        let (Some(spec), Some(symbol)) = (self.spec(id), callee::symbol(inst)) else {
            return;
        };
        let name = spec.dealloc.symbol.resolve(symbol);
        let mut args = Vec::new();
        for arg in &spec.dealloc.args {
            args.push(match arg {
                DeallocArg::Pointer => pointer,
                DeallocArg::AllocArg(index) => self.lookup(Item::Primal(self.argument(id, *index))),
                DeallocArg::Size => self.bytes(id, spec.size),
            });
        }
        let module = self.frame.source.module;
        let types: Vec<_> = args.iter().map(|a| a.ty()).collect();
        let ty = module.context().void().function(&types, false);
        let callee = module.declare(&name, ty);
        self.frame
            .build
            .call(callee.function_type(), callee, &args, "");
    }
}
