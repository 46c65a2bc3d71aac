//! From LLVM to the snapshot: the only reader of LLVM handles besides `synth`.
//!
//! Owns: the translation and [`Handles`], which map the snapshot back. Must not: interpret.

use super::addresses::{self, Kept};
use super::assembly;
use super::body::Extreme;
use super::body::*;
use super::clobber::Clobbers;
use super::entity::{BlockId, Entity, InstId, LoopId, Map, TyId, ValueId};
use super::names::SETTLED;
use super::rounded;
use super::sorts::Access;
use super::steps::{hands_in, is_tile, marked, starter};
use super::types::{Shape, TyData, Types};
use enzyme_llvm_shim::analyses::{self, Alias, LoopForest, TripCount};
use enzyme_llvm_shim::ir::{self, Module, Opcode, TypeKind, Value};
use enzyme_rules::FloatKind;
use indexmap::{IndexMap, IndexSet};
use std::rc::Rc;

/// Fast-math flags by which the same code may compute another last bit elsewhere: reassociation, reciprocals, contraction,
/// approximate functions.
const LOOSE: u32 = 1 | 16 | 32 | 64;

/// The way back from the snapshot to the prepared function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Handles {
    /// Value handles.
    pub values: Map<ValueId, Option<Value>>,
    /// Instruction handles.
    pub insts: Map<InstId, Option<Value>>,
    /// Type handles.
    pub types: Map<TyId, Option<ir::Type>>,
}

impl Handles {
    /// Handle of a value.
    pub(crate) fn value(&self, id: ValueId) -> Value {
        self.values[id].expect("imported values have handles")
    }

    /// Handle of an instruction.
    pub(crate) fn inst(&self, id: InstId) -> Value {
        self.insts[id].expect("imported instructions have handles")
    }

    /// Handle of a type.
    pub(crate) fn ty(&self, id: TyId) -> ir::Type {
        self.types[id].expect("imported types have handles")
    }
}

/// A snapshot with its way back and the alias facts of the function.
pub(crate) struct Imported {
    /// The snapshot.
    pub body: Body,
    /// The way back.
    pub handles: Handles,
    /// Alias facts.
    pub clobbers: Clobbers,
}

/// What `prepare` knows beyond the IR itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Annotations {
    /// Counters and trip counts by loop, in the order of the forest.
    pub counts: Vec<TripCount>,
    /// "Which predecessor" phis by block.
    pub from: Vec<(ir::Block, Value)>,
    /// Counter values at exits: block, index of the loop, phi.
    pub exits: Vec<(ir::Block, usize, Value)>,
    /// Pairs of parameters that lead to memory which never overlaps, as far as it is written.
    pub apart: Vec<(u32, u32)>,
    /// The same, whatever is done with it.
    pub distinct: Vec<(u32, u32)>,
}

/// Imports a prepared function.
pub(crate) fn import(
    module: Module,
    (function, name): (Value, &str),
    notes: &Annotations,
    alias: &Rc<Alias>,
) -> Imported {
    let forest = analyses::loop_forest(function);
    let mut importer = Importer::new(module, function, name);
    importer.blocks(&forest);
    importer.number_dominated();
    importer.loops(&forest, notes);
    importer.finish_uses();
    importer.walks(function);
    importer.body.distinct.clone_from(&notes.distinct);
    let insts = importer.handles.insts.clone();
    Imported {
        body: importer.body,
        handles: importer.handles,
        clobbers: Clobbers::new(alias.clone(), function, insts)
            .knowing(&notes.apart, &notes.distinct),
    }
}

fn promised(function: Value, position: u32) -> Promised {
    let has = |name: &str| function.param_has_attribute(position, name);
    Promised {
        unshared: has("noalias"),
        present: has("dereferenceable") || has("dereferenceable_or_null"),
    }
}

struct Importer {
    module: Module,
    body: Body,
    handles: Handles,
    known_values: IndexMap<Value, ValueId>,
    known_types: IndexMap<ir::Type, TyId>,
    known_blocks: IndexMap<ir::Block, BlockId>,
}

impl Importer {
    fn new(module: Module, function: Value, name: &str) -> Self {
        let body = Body {
            name: name.to_owned(),
            types: Types::default(),
            blocks: Map::default(),
            insts: Map::default(),
            values: Map::default(),
            loops: Map::default(),
            params: Vec::new(),
            promised: Vec::new(),
            distinct: Vec::new(),
            returns: TyId::at(0),
            exit: None,
            typed: false,
            walks: IndexMap::new(),
            from: Map::default(),
            exit_counters: IndexMap::new(),
        };
        let mut importer = Self {
            module,
            body,
            handles: Handles::default(),
            known_values: IndexMap::new(),
            known_types: IndexMap::new(),
            known_blocks: IndexMap::new(),
        };
        importer.body.returns = importer.ty(function.function_type().returned());
        for (position, param) in function.params().into_iter().enumerate() {
            let id = importer.add_value(param, ValueKind::Param(position as u32));
            importer.body.params.push(id);
            let promised = promised(function, position as u32);
            importer.body.promised.push(promised);
        }
        for (index, block) in function.blocks().into_iter().enumerate() {
            // Compilers drop names; plans speak of blocks all the same.
            let name = match block.name() {
                none if none.is_empty() => format!("b{index}"),
                name => name,
            };
            let id = importer.body.blocks.push(Block {
                name,
                ..Block::default()
            });
            importer.known_blocks.insert(block, id);
        }
        importer
    }

    fn ty(&mut self, ty: ir::Type) -> TyId {
        if let Some(id) = self.known_types.get(&ty) {
            return *id;
        }
        let shape = self.shape(ty);
        let sized = !matches!(shape, Shape::Void | Shape::UnusualFloat | Shape::Other);
        let size = |f: fn(Module, ir::Type) -> u64| if sized { f(self.module, ty) } else { 0 };
        let data = TyData {
            shape,
            store_size: size(Module::store_size),
            alloc_size: size(Module::alloc_size),
        };
        let id = self.body.types.table.push(data);
        self.handles.types.push(Some(ty));
        self.known_types.insert(ty, id);
        id
    }

    fn shape(&mut self, ty: ir::Type) -> Shape {
        match ty.kind() {
            TypeKind::LLVMVoidTypeKind => Shape::Void,
            TypeKind::LLVMHalfTypeKind => Shape::Float(FloatKind::Half),
            TypeKind::LLVMBFloatTypeKind => Shape::Float(FloatKind::BFloat),
            TypeKind::LLVMFloatTypeKind => Shape::Float(FloatKind::Float),
            TypeKind::LLVMDoubleTypeKind => Shape::Float(FloatKind::Double),
            TypeKind::LLVMX86_FP80TypeKind => Shape::Float(FloatKind::X86Fp80),
            TypeKind::LLVMFP128TypeKind => Shape::Float(FloatKind::Fp128),
            TypeKind::LLVMIntegerTypeKind => Shape::Int(ty.int_bits()),
            TypeKind::LLVMPointerTypeKind => Shape::Pointer,
            TypeKind::LLVMVectorTypeKind => Shape::Vector(self.ty(ty.element()), ty.length()),
            TypeKind::LLVMArrayTypeKind => Shape::Array(self.ty(ty.element()), ty.length()),
            TypeKind::LLVMStructTypeKind => {
                let fields = ty.fields().into_iter().enumerate();
                let offset = |i| self.module.field_offset(ty, i as u32);
                let placed: Vec<_> = fields.map(|(i, field)| (field, offset(i))).collect();
                Shape::Struct(placed.into_iter().map(|(f, at)| (self.ty(f), at)).collect())
            }
            TypeKind::LLVMLabelTypeKind
            | TypeKind::LLVMTokenTypeKind
            | TypeKind::LLVMMetadataTypeKind
            | TypeKind::LLVMFunctionTypeKind => Shape::Other,
            _ => Shape::UnusualFloat,
        }
    }

    fn add_value(&mut self, value: Value, kind: ValueKind) -> ValueId {
        let ty = self.ty(value.ty());
        let data = ValueData {
            kind,
            ty,
            name: value.source_name(),
            uses: Vec::new(),
        };
        let id = self.body.values.push(data);
        self.handles.values.push(Some(value));
        self.known_values.insert(value, id);
        id
    }

    fn value(&mut self, value: Value) -> ValueId {
        if let Some(id) = self.known_values.get(&value) {
            return *id;
        }
        self.add_value(value, constant_kind(self.module, value))
    }

    fn block(&self, block: ir::Block) -> BlockId {
        self.known_blocks[&block]
    }

    fn blocks(&mut self, forest: &LoopForest) {
        let blocks: Vec<(ir::Block, BlockId)> =
            self.known_blocks.iter().map(|(b, id)| (*b, *id)).collect();
        // Results first: a phi may use what stands below it.
        for (block, id) in &blocks {
            for inst in block.instructions() {
                self.declare(inst, *id);
            }
        }
        for (block, id) in &blocks {
            for (inst, inst_id) in block
                .instructions()
                .into_iter()
                .zip(self.body.blocks[*id].insts.clone())
            {
                self.fill(inst, inst_id);
            }
            self.edges(*block, *id);
            self.body.blocks[*id].inner = forest.loop_of[id.index()].map(LoopId::at);
            self.body.blocks[*id].idom = forest.idom[id.index()].map(BlockId::at);
        }
    }

    fn declare(&mut self, inst: Value, block: BlockId) {
        let id = self.body.insts.push(Inst {
            op: Op::Unreachable,
            operands: Vec::new(),
            result: None,
            block,
            alignment: 0,
            loose: false,
            tbaa: String::new(),
            members: Vec::new(),
            orders: inst.orders_threads(),
            effects: Effects::default(),
        });
        self.handles.insts.push(Some(inst));
        self.body.blocks[block].insts.push(id);
        if inst.ty().kind() != TypeKind::LLVMVoidTypeKind {
            self.body.insts[id].result = Some(self.add_value(inst, ValueKind::Inst(id)));
        }
    }

    fn fill(&mut self, inst: Value, id: InstId) {
        let (op, operands) = self.operation(inst);
        let operands = operands.into_iter().map(|v| self.value(v)).collect();
        let effects = effects_of(&op, inst);
        let entry = &mut self.body.insts[id];
        entry.loose = inst.fast_math() & LOOSE != 0;
        if matches!(op, Op::Load { .. } | Op::Store { .. }) {
            entry.alignment = inst.memory_alignment();
            entry.tbaa = inst.tbaa_scalar();
        }
        if matches!(op, Op::Call(_)) {
            // The tag of other calls is that of the `errno` which they set.
            if moves_memory(inst) {
                entry.tbaa = inst.tbaa_scalar();
            }
            let members = analyses::tbaa_struct(inst).into_iter();
            entry.members = members.map(|m| (m.offset, m.size, m.name)).collect();
        }
        (entry.op, entry.operands, entry.effects) = (op, operands, effects);
    }

    fn edges(&mut self, block: ir::Block, id: BlockId) {
        let Some(terminator) = block.terminator() else {
            return;
        };
        if terminator.opcode() == Opcode::LLVMRet {
            self.body.exit = Some(id);
        }
        let successors = terminator.successors().into_iter();
        let distinct: IndexSet<BlockId> = successors.map(|to| self.block(to)).collect();
        for to in &distinct {
            self.body.blocks[*to].preds.push(id);
        }
        self.body.blocks[id].succs = distinct.into_iter().collect();
    }

    fn loops(&mut self, forest: &LoopForest, notes: &Annotations) {
        for (raw, count) in forest.loops.iter().zip(&notes.counts) {
            let parent = raw.parent.map(LoopId::at);
            let header = self.block(raw.header);
            let depth = parent.map_or(1, |p| self.body.loops[p].depth + 1);
            let (preheader, latch) = (
                raw.preheader.map(|b| self.block(b)),
                raw.latch.map(|b| self.block(b)),
            );
            let last = count.last.map(|v| self.value(v));
            self.body.loops.push(Loop {
                header,
                preheader: preheader.expect("prepare gave every loop a preheader"),
                latch: latch.expect("prepare gave every loop a single latch"),
                parent,
                depth,
                counter: self.known_values[&count.counter],
                last,
                exits: Vec::new(),
            });
        }
        self.exits();
        self.body.from = Map::filled(self.body.blocks.len(), None);
        for (block, phi) in &notes.from {
            let id = self.block(*block);
            self.body.from[id] = self.known_values.get(phi).copied();
        }
        for (block, index, phi) in &notes.exits {
            let key = (self.block(*block), LoopId::at(*index));
            let counter = self.known_values[phi];
            self.body.exit_counters.insert(key, counter);
        }
    }

    /// The edges that leave each loop, in block order.
    fn exits(&mut self) {
        for block in self.body.blocks.keys() {
            for to in self.body.blocks[block].succs.clone() {
                let left = |l: &LoopId| !self.body.holds(*l, to);
                let loops: Vec<LoopId> = self.body.nest(block).filter(left).collect();
                for l in loops {
                    self.body.loops[l].exits.push((block, to));
                }
            }
        }
    }

    /// Numbers the blocks so that those which a block dominates are neighbours.
    fn number_dominated(&mut self) {
        let mut children = Map::filled(self.body.blocks.len(), Vec::new());
        let mut roots = Vec::new();
        for (id, block) in self.body.blocks.iter() {
            match block.idom {
                Some(parent) => children[parent].push(id),
                None => roots.push(id),
            }
        }
        let mut next = 0;
        let mut work: Vec<(BlockId, bool)> = roots.into_iter().map(|b| (b, false)).collect();
        while let Some((block, done)) = work.pop() {
            if done {
                self.body.blocks[block].dominated.1 = next - 1;
                continue;
            }
            self.body.blocks[block].dominated.0 = next;
            next += 1;
            work.push((block, true));
            work.extend(children[block].iter().map(|child| (*child, false)));
        }
    }

    fn finish_uses(&mut self) {
        for id in self.body.insts.keys() {
            for operand in self.body.insts[id].operands.clone() {
                self.body.values[operand].uses.push(id);
            }
        }
    }

    fn walks(&mut self, function: Value) {
        let is_load =
            |(id, inst): (InstId, &Inst)| matches!(inst.op, Op::Load { .. }).then_some(id);
        let loads: Vec<InstId> = self.body.insts.iter().filter_map(is_load).collect();
        let handles: Vec<Value> = loads.iter().map(|id| self.handles.inst(*id)).collect();
        let found = analyses::walks(function, &handles);
        for (id, walk) in loads.iter().zip(found) {
            let walk = walk.map(|w| Walk {
                leader: loads[w.leader],
                distance: w.distance,
                step: w.step,
            });
            self.body.walks.extend(walk.map(|w| (*id, w)));
        }
    }

    fn operation(&mut self, inst: Value) -> (Op, Vec<Value>) {
        if rounded::is_rounded(inst) {
            return (Op::Round, arguments(inst));
        }
        let operands = inst.operands();
        let op = match inst.opcode() {
            Opcode::LLVMPHI => {
                let incoming = inst.incoming();
                let blocks = incoming.iter().map(|(_, b)| self.block(*b)).collect();
                return (
                    Op::Phi(blocks),
                    incoming.into_iter().map(|(v, _)| v).collect(),
                );
            }
            Opcode::LLVMCall => return self.call(inst),
            Opcode::LLVMGetElementPtr => return gep(inst, &operands),
            Opcode::LLVMBr => return (Op::Br, branch_condition(inst)),
            Opcode::LLVMSwitch => {
                let values = operands.into_iter().filter(|v| !is_label(*v)).collect();
                return (Op::Switch, values);
            }
            Opcode::LLVMAlloca => Op::Alloca(self.ty(inst.allocated_type())),
            Opcode::LLVMLoad => Op::Load {
                ordered: inst.is_volatile() || inst.is_atomic(),
            },
            Opcode::LLVMStore => Op::Store {
                ordered: inst.is_volatile() || inst.is_atomic(),
            },
            Opcode::LLVMExtractValue => Op::ExtractValue(inst.aggregate_indices()),
            Opcode::LLVMInsertValue => Op::InsertValue(inst.aggregate_indices()),
            Opcode::LLVMShuffleVector => Op::Shuffle(inst.shuffle_mask()),
            Opcode::LLVMAtomicRMW => Op::AtomicRmw(update(inst)),
            other => simple_operation(other, inst),
        };
        (op, operands)
    }

    /// Whether a call takes numbers by value and returns one.
    fn maps(&mut self, call: Value) -> bool {
        let given = call.call_args().into_iter().map(Value::ty);
        let mut holds = |ty| {
            let ty = self.ty(ty);
            self.body.types.holds_float(ty)
        };
        holds(call.ty()) && given.into_iter().any(holds)
    }

    fn call(&mut self, inst: Value) -> (Op, Vec<Value>) {
        let mut operands = inst.call_args();
        let Some(callee) = inst.callee() else {
            return (Op::Call(indirect(inst)), operands);
        };
        let target = if callee.is_inline_asm() {
            let (takes_bits, gives_bits) = assembly::bits(&callee.inline_asm().0);
            Callee::Assembly {
                takes_bits,
                gives_bits,
            }
        } else if callee.kind() == ir::ValueKind::LLVMFunctionValueKind {
            Callee::Direct {
                symbol: callee.name(),
                definition: definition(callee),
                builtin: !inst.call_has_attribute("nobuiltin"),
                maps: self.maps(inst),
            }
        } else {
            operands.push(callee);
            indirect(inst)
        };
        (Op::Call(target), operands)
    }
}

fn indirect(call: Value) -> Callee {
    Callee::Indirect {
        variadic: call.called_type().is_variadic(),
    }
}

fn definition(function: Value) -> Definition {
    if function.is_declaration() {
        Definition::Missing
    } else if function.is_interposable() {
        Definition::Replaceable
    } else if function.function_type().is_variadic() {
        Definition::Variadic
    } else if let Some(marked) = marked(function) {
        Definition::Steps { marked }
    } else if is_tile(function) {
        Definition::Tile
    } else if starter(function).is_some() {
        Definition::Team
    } else if hands_in(function).is_some() {
        Definition::Task
    } else {
        Definition::Whole
    }
}

fn is_label(value: Value) -> bool {
    value.kind() == ir::ValueKind::LLVMBasicBlockValueKind
}

fn branch_condition(inst: Value) -> Vec<Value> {
    let labels = inst.operands();
    if labels.len() == 3 {
        vec![labels[0]]
    } else {
        Vec::new()
    }
}

fn gep(inst: Value, operands: &[Value]) -> (Op, Vec<Value>) {
    let base = operands[0];
    match analyses::gep_offset(inst) {
        Some(offset) => {
            let step = |index: &analyses::GepIndex| IndexStep {
                bytes: index.stride,
                factor: index.factor,
            };
            let steps = offset.variable.iter().map(step).collect();
            let mut values = vec![base];
            values.extend(offset.variable.iter().map(|index| index.value));
            (
                Op::Gep {
                    constant: Some(offset.constant),
                    steps,
                },
                values,
            )
        }
        None => (
            Op::Gep {
                constant: None,
                steps: Vec::new(),
            },
            operands.to_vec(),
        ),
    }
}

/// Whether a call is LLVM's copy or fill.
fn moves_memory(call: Value) -> bool {
    let callee = call.callee();
    callee.is_some_and(|callee| callee.name().starts_with("llvm.mem"))
}

fn effects_of(op: &Op, inst: Value) -> Effects {
    let effects = |reads, writes| Effects {
        reads,
        writes,
        noreturn: false,
    };
    match op.access() {
        // What other threads do meanwhile is not looked at.
        Access::None | Access::Order => Effects::default(),
        Access::Read => effects(true, matches!(op, Op::Load { ordered: true, .. })),
        Access::Write => effects(false, true),
        Access::Exchange | Access::Unknown => effects(true, true),
        Access::Call => {
            let e = analyses::call_effects(inst);
            Effects {
                reads: e.reads,
                writes: e.writes,
                noreturn: e.noreturn,
            }
        }
    }
}

/// What an instruction is given, without the function that it calls.
fn arguments(inst: Value) -> Vec<Value> {
    match inst.opcode() {
        Opcode::LLVMCall => inst.call_args(),
        // Any other: all operands are values.
        _ => inst.operands(),
    }
}

fn update(inst: Value) -> Update {
    use ir::AtomicOp as Atomic;
    match inst.atomic_op() {
        _ if inst.has_metadata(SETTLED) => Update::Settled,
        Atomic::LLVMAtomicRMWBinOpFAdd => Update::Sum,
        Atomic::LLVMAtomicRMWBinOpXchg => Update::Exchange,
        Atomic::LLVMAtomicRMWBinOpFMax => Update::Extreme(Extreme::Larger),
        Atomic::LLVMAtomicRMWBinOpFMin => Update::Extreme(Extreme::Smaller),
        Atomic::LLVMAtomicRMWBinOpFMaximum => Update::Extreme(Extreme::LargerOrNone),
        Atomic::LLVMAtomicRMWBinOpFMinimum => Update::Extreme(Extreme::SmallerOrNone),
        Atomic::LLVMAtomicRMWBinOpMax
        | Atomic::LLVMAtomicRMWBinOpMin
        | Atomic::LLVMAtomicRMWBinOpUMax
        | Atomic::LLVMAtomicRMWBinOpUMin => Update::Extreme(Extreme::OfIntegers),
        // Any other: it computes with integers, or subtracts.
        _ => Update::Other,
    }
}

fn simple_operation(opcode: Opcode, inst: Value) -> Op {
    match opcode {
        Opcode::LLVMFAdd => Op::Float(FloatOp::Add),
        Opcode::LLVMFSub => Op::Float(FloatOp::Sub),
        Opcode::LLVMFMul => Op::Float(FloatOp::Mul),
        Opcode::LLVMFDiv => Op::Float(FloatOp::Div),
        Opcode::LLVMFRem => Op::Float(FloatOp::Rem),
        Opcode::LLVMFNeg => Op::Float(FloatOp::Neg),
        Opcode::LLVMAdd | Opcode::LLVMSub => Op::Int(IntOp::Arithmetic),
        Opcode::LLVMMul => Op::Int(IntOp::Product),
        Opcode::LLVMUDiv | Opcode::LLVMSDiv | Opcode::LLVMURem | Opcode::LLVMSRem => {
            Op::Int(IntOp::Division)
        }
        Opcode::LLVMAnd => Op::Int(IntOp::And),
        Opcode::LLVMOr => Op::Int(IntOp::Or),
        Opcode::LLVMXor => Op::Int(IntOp::Xor),
        Opcode::LLVMShl => Op::Int(IntOp::Shl),
        Opcode::LLVMLShr => Op::Int(IntOp::LShr),
        Opcode::LLVMAShr => Op::Int(IntOp::AShr),
        Opcode::LLVMICmp => Op::ICmp,
        Opcode::LLVMFCmp => Op::FCmp,
        Opcode::LLVMSelect => Op::Select,
        Opcode::LLVMExtractElement => Op::ExtractElement,
        Opcode::LLVMInsertElement => Op::InsertElement,
        Opcode::LLVMFreeze => Op::Freeze,
        Opcode::LLVMAtomicCmpXchg => Op::CmpXchg,
        Opcode::LLVMFence => Op::Fence,
        Opcode::LLVMRet => Op::Ret,
        Opcode::LLVMUnreachable => Op::Unreachable,
        other => cast_operation(other)
            .map_or_else(|| Op::Unsupported(opcode_name(other, inst)), Op::Cast),
    }
}

fn cast_operation(opcode: Opcode) -> Option<CastOp> {
    Some(match opcode {
        Opcode::LLVMFPTrunc => CastOp::FpTrunc,
        Opcode::LLVMFPExt => CastOp::FpExt,
        Opcode::LLVMFPToSI | Opcode::LLVMFPToUI => CastOp::FpToInt,
        Opcode::LLVMSIToFP | Opcode::LLVMUIToFP => CastOp::IntToFp,
        Opcode::LLVMTrunc => CastOp::Trunc,
        Opcode::LLVMZExt => CastOp::Extend,
        Opcode::LLVMSExt => CastOp::SignExtend,
        Opcode::LLVMBitCast => CastOp::Bitcast,
        Opcode::LLVMPtrToInt => CastOp::PtrToInt,
        Opcode::LLVMIntToPtr => CastOp::IntToPtr,
        Opcode::LLVMAddrSpaceCast => CastOp::AddrSpace,
        _ => return None,
    })
}

/// The mnemonic, as IR spells it.
fn opcode_name(opcode: Opcode, inst: Value) -> String {
    let text = inst.print();
    let body = text
        .split_once(" = ")
        .map_or(text.as_str(), |(_, right)| right);
    body.split_whitespace()
        .next()
        .map_or_else(|| format!("{opcode:?}"), str::to_owned)
}

/// The integer in all lanes of a constant that are not undefined.
fn splat(vector: Value) -> Option<i128> {
    let undefined = [
        ir::ValueKind::LLVMUndefValueValueKind,
        ir::ValueKind::LLVMPoisonValueKind,
    ];
    let lanes = (0..vector.ty().length()).map(|k| vector.aggregate_element(u32::try_from(k).ok()?));
    let mut all = None;
    for lane in lanes {
        let lane = lane?;
        if undefined.contains(&lane.kind()) {
            continue;
        }
        let value = i128::from(lane.as_i64()?);
        if *all.get_or_insert(value) != value {
            return None;
        }
    }
    all
}

fn constant_kind(module: Module, value: Value) -> ValueKind {
    use ir::ValueKind as K;
    match value.kind() {
        K::LLVMConstantIntValueKind => ValueKind::ConstInt(value.as_i64().map(i128::from)),
        K::LLVMConstantFPValueKind => ValueKind::ConstFloat(value.as_f64().unwrap_or(f64::NAN)),
        K::LLVMConstantPointerNullValueKind
        | K::LLVMConstantAggregateZeroValueKind
        | K::LLVMUndefValueValueKind
        | K::LLVMPoisonValueKind => ValueKind::Zeroish,
        K::LLVMGlobalVariableValueKind if addresses::is_border(value) => ValueKind::Other,
        K::LLVMGlobalVariableValueKind => ValueKind::Global {
            name: value.name(),
            constant: value.is_global_constant(),
            thread_local: value.is_thread_local(),
            space: value.ty().address_space(),
            bytes: (!value.is_declaration()).then(|| module.alloc_size(value.global_value_type())),
            kept: Kept::default(),
        },
        K::LLVMFunctionValueKind => ValueKind::Function(value.name()),
        K::LLVMConstantDataVectorValueKind | K::LLVMConstantVectorValueKind => {
            splat(value).map_or(ValueKind::Constant, ValueKind::Splat)
        }
        _ if value.is_constant() => ValueKind::Constant,
        _ => ValueKind::Other,
    }
}
