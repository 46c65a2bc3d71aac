//! Loops whose steps are run again from checkpoints: calls of their driver (`steps.c`).
//!
//! Owns: what the driver is given. Must not: choose such loops; the plan says so.

use super::calls::settle;
use super::frame::Frame;
use super::lookup::Reverse;
use super::shadows;
use super::tape;
use super::team;
use super::vault::Vault;
use crate::plan::Item;
use crate::plan::accumulate;
use crate::plan::steps::{CONTEXT, PIECES};
use crate::request::{Activity, Mode, Request, Returned, Same, TapeOwner};
use crate::view::InstId;
use enzyme_llvm_shim::ir::{Opcode, Value};

/// Bytes of a piece of a state: address and size.
const PIECE: u64 = 16;

/// Reverse mode's forward sweep: the steps, with checkpoints on the way.
pub(crate) fn augmented(frame: &mut Frame<'_>, vault: &mut Vault, (id, links): (InstId, &[i64])) {
    let operands = frame.source.facts.body.insts[id].operands.clone();
    let args: Vec<Value> = operands.iter().map(|v| frame.value(*v)).collect();
    let pairs = &args[PIECES..];
    let bytes = frame.context().int(8).array(pairs.len() as u64 * PIECE / 2);
    let pieces = frame.slot(bytes, "pieces");
    pieces.set_memory_alignment(PIECE as u32);
    let old = frame.inst(id);
    frame.build.before(old);
    frame.build.set_location(Some(old));
    for (k, part) in pairs.iter().enumerate() {
        let place = frame
            .build
            .ptradd(pieces, frame.i64(k as u64 * PIECE / 2), "");
        frame.build.store(*part, place);
    }
    let count = frame.i64(pairs.len() as u64 / 2);
    let given = [
        args[0],
        args[1],
        pieces,
        count,
        step(frame, id),
        args[CONTEXT],
    ];
    let starts_teams = repeat_teams(frame, id);
    let record = tape::steps_forward(frame.source.module, &frame.build, &given);
    if starts_teams {
        tape::steps_apart(frame.source.module, &frame.build, record);
    }
    if !links.is_empty() {
        let context = shadows::shadow(frame, operands[CONTEXT]);
        for at in links {
            let place = frame.build.ptradd(context, frame.i64(*at as u64), "");
            tape::steps_link(frame.source.module, &frame.build, &[record, place]);
        }
    }
    vault.tapes.insert(id, record);
    settle(frame, id, record, None, record);
}

/// Teams that steps start will start again: the library is told before the first one does. Says whether there are any.
///
/// A derivative's workers add up one after the other, and those of the program as its library has them do.
fn repeat_teams(frame: &Frame<'_>, id: InstId) -> bool {
    let facts = frame.source.facts;
    if !facts
        .repeatable
        .starts_team(&facts.body.insts[id], facts.registry)
    {
        return false;
    }
    let is_used = |starter: &str| frame.source.module.function(starter).is_some();
    let libraries = facts.registry.peers(is_used).into_iter();
    for symbol in libraries.filter_map(|peers| peers.again) {
        team::library(frame, symbol, frame.context().void(), &[]);
    }
    true
}

/// The function that is one step: what the body of the steps calls.
fn step(frame: &Frame<'_>, id: InstId) -> Value {
    let steps = frame.source.handles.inst(id).callee();
    let blocks = steps.into_iter().flat_map(Value::blocks);
    let mut insts = blocks.flat_map(|block| block.instructions());
    let call = insts.find(|inst| inst.opcode() == Opcode::LLVMCall);
    call.and_then(Value::callee)
        .expect("steps are calls of a step")
}

impl Reverse<'_, '_> {
    /// Reverses the steps from the last one on.
    pub(crate) fn steps(&mut self, id: InstId, context: Activity) {
        let operand = self.frame.source.facts.body.insts[id].operands[CONTEXT];
        let record = self.lookup(Item::Tape(id));
        let primal = self.lookup(Item::Primal(operand));
        let shadow = match context {
            Activity::Dup => self.lookup(Item::Shadow(operand)),
            Activity::Const | Activity::Null | Activity::Out => primal.ty().zero(),
        };
        let facts = self.frame.source.facts;
        let step = step(self.frame, id);
        let request = Request {
            function: step,
            mode: Mode::Gradient,
            params: vec![Activity::Const, context],
            returned: Returned {
                active: false,
                primal: false,
            },
            overwritten: false,
            same: Same::default(),
            globals: true,
            unneeded: Vec::new(),
            behind: self.frame.source.facts.activities.behind_globals().to_vec(),
            replaced: false,
            tape: TapeOwner::Thread,
            width: 1,
            runtime_activity: accumulate::is_asked_below(facts, &facts.body.insts[id].operands),
            atomic_add: self.frame.request().atomic_add,
            team: self.frame.request().team,
            sweep: false,
            restores: Vec::new(),
            errors: false,
        };
        let adjoint = self.frame.resolve.resolve(&request);
        let given = [record, step, adjoint, primal, shadow];
        tape::steps_reverse(self.frame.source.module, &self.frame.build, &given);
    }
}
