//! Lanes of vectors that have an adjoint.
//!
//! Vectorisers leave lanes that nobody uses poison, or computed from whatever was there. Their adjoints are
//! zero, but a product of zero and a primal value is zero only where that value is a number. Where lanes are
//! summed (the adjoint of a splat) the others must contribute exactly nothing.
//!
//! Owns: [`UsedLanes`]. Must not: emit.

use super::adjoints::Adjoint;
use super::facts::Facts;
use crate::view::entity::Map;
use crate::view::{InstId, Op, Shape, ValueId, ValueKind};
use indexmap::IndexMap;

/// One bit a lane; longer vectors are taken to be used in all of them.
type Lanes = u128;

/// Lanes with an adjoint, by vector.
#[derive(Clone, Debug, Default)]
pub(crate) struct UsedLanes(IndexMap<ValueId, Lanes>);

impl UsedLanes {
    /// Finds them, given what each instruction contributes.
    pub(crate) fn find(facts: Facts<'_>, adjoints: &Map<InstId, Adjoint>) -> Self {
        Self(used_lanes(facts, adjoints))
    }

    /// Which lanes of a vector have an adjoint; `None` if all have.
    pub(crate) fn used(&self, vector: ValueId, lanes: u64) -> Option<Vec<bool>> {
        let used = *self.0.get(&vector)?;
        (used != all_of(lanes)).then(|| (0..lanes).map(|lane| used >> lane & 1 != 0).collect())
    }

    /// First lane and number of each run of lanes of a loaded vector that have an adjoint; `None` if all have. Vectorisers load
    /// over what lies between the numbers that they want: a sum with zero there would change what is no number.
    pub(crate) fn runs(&self, vector: ValueId, lanes: u64) -> Option<Vec<(u64, u64)>> {
        let mut runs: Vec<(u64, u64)> = Vec::new();
        for (lane, _) in (0..)
            .zip(self.used(vector, lanes)?)
            .filter(|(_, used)| *used)
        {
            match runs.last_mut() {
                Some((first, count)) if *first + *count == lane => *count += 1,
                _ => runs.push((lane, 1)),
            }
        }
        Some(runs)
    }
}

fn all_of(lanes: u64) -> Lanes {
    match lanes {
        128.. => Lanes::MAX,
        _ => (1 << lanes) - 1,
    }
}

/// Lanes of a vector of numbers that is not too long.
fn lanes_of(facts: Facts<'_>, value: ValueId) -> Option<u64> {
    match *facts.body.shape(value) {
        Shape::Vector(_, lanes) if lanes <= 128 => {
            let ty = facts.body.values[value].ty;
            facts.body.types.float_lanes(ty).map(|_| lanes)
        }
        _ => None,
    }
}

/// The least solution: a lane is used if an adjoint may flow into it.
fn used_lanes(facts: Facts<'_>, adjoints: &Map<InstId, Adjoint>) -> IndexMap<ValueId, Lanes> {
    let body = facts.body;
    let vectors = body.values.keys().filter(|v| lanes_of(facts, *v).is_some());
    let mut used: IndexMap<ValueId, Lanes> = vectors.map(|v| (v, 0)).collect();
    if used.is_empty() {
        return used;
    }
    loop {
        let mut changed = false;
        for id in body.insts.keys().rev() {
            for (operand, lanes) in flow(facts, &adjoints[id], id, &used) {
                if let Some(known) = used.get_mut(&operand) {
                    changed |= *known | lanes != *known;
                    *known |= lanes;
                }
            }
        }
        if !changed {
            return used;
        }
    }
}

/// Into which lanes of its operands an instruction's adjoint flows.
fn flow(
    facts: Facts<'_>,
    adjoint: &Adjoint,
    id: InstId,
    used: &IndexMap<ValueId, Lanes>,
) -> Vec<(ValueId, Lanes)> {
    let inst = &facts.body.insts[id];
    let result = inst.result.and_then(|r| used.get(&r).copied());
    let each = |lanes: Lanes| inst.operands.iter().map(move |v| (*v, lanes)).collect();
    let all = |v: &ValueId| lanes_of(facts, *v).map(|lanes| (*v, all_of(lanes)));
    let wholly = || inst.operands.iter().filter_map(all).collect();
    match (adjoint, result) {
        (Adjoint::None, _) if inst.op != Op::Ret => Vec::new(),
        (
            Adjoint::Rule { .. }
            | Adjoint::FloatCast
            | Adjoint::Same(_)
            | Adjoint::Phi
            | Adjoint::Select,
            Some(lanes),
        ) => each(lanes),
        (Adjoint::Bitcast, Some(lanes)) => {
            let same = |v: &ValueId| {
                inst.result
                    .is_some_and(|r| lanes_of(facts, *v) == lanes_of(facts, r))
            };
            match inst.operands.iter().all(same) {
                true => each(lanes),
                false => wholly(),
            }
        }
        (Adjoint::Shuffle, _) => moved(facts, id, result).unwrap_or_else(wholly),
        // Any other: all lanes are taken to be used.
        _ => wholly(),
    }
}

/// The same for moves of single lanes.
fn moved(facts: Facts<'_>, id: InstId, result: Option<Lanes>) -> Option<Vec<(ValueId, Lanes)>> {
    let inst = &facts.body.insts[id];
    let constant = |v: ValueId| match facts.body.values[v].kind {
        ValueKind::ConstInt(Some(lane)) => u32::try_from(lane).ok().filter(|lane| *lane < 128),
        _ => None,
    };
    match &inst.op {
        Op::ExtractElement => Some(vec![(inst.operands[0], 1 << constant(inst.operands[1])?)]),
        Op::InsertElement => {
            let own = constant(inst.operands[2]).map_or(0, |lane| 1 << lane);
            Some(vec![(inst.operands[0], result? & !own)])
        }
        Op::Shuffle(mask) => {
            let (result, width) = (result?, lanes_of(facts, inst.operands[0])?);
            let mut into = [0; 2];
            let lanes = (0..).zip(mask).filter(|(from, _)| result >> from & 1 != 0);
            for lane in lanes.filter_map(|(_, to)| u64::try_from(*to).ok()) {
                into[usize::from(lane >= width)] |= 1 << (lane % width);
            }
            Some(inst.operands.iter().copied().zip(into).collect())
        }
        // Any other: all lanes are taken to be used.
        _ => None,
    }
}
