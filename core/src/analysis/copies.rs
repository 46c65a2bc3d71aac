//! Where the addresses of threads' copies of variables go.
//!
//! A thread finds its own copy by a call (`ShadowOf::Copy`). Other threads come to it only if they are handed its address: as `copyin` does it, as an argument of the
//! function that a team is started for. Where an address is stored, or goes where nobody follows it, it may be anywhere.
//!
//! Owns: [`Copies`], for all functions below the hooks at once. Must not: know when threads read there.

use super::callee::{self, Target};
use crate::view::{Body, Inst, InstId, Op, ValueId, ValueKind};
use enzyme_rules::{CalleeKind, Registry};
use indexmap::{IndexMap, IndexSet};

/// An address of a copy: the function, the value in it, the variable.
type Address<'a> = (&'a str, ValueId, &'a str);

/// What is known of these addresses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Copies {
    /// Variables the addresses of whose copies may be anywhere.
    anywhere: IndexSet<String>,
    /// Parameters that may be the address of a copy, by function: the parameter, the variable.
    given: IndexMap<String, Vec<(ValueId, String)>>,
}

impl Copies {
    pub(crate) fn of(bodies: &IndexMap<&str, &Body>, registry: &Registry) -> Self {
        let mut known = Self::default();
        let mut seen = IndexSet::new();
        for (name, body) in bodies {
            for (id, variable) in found(body, registry) {
                let result = body.insts[id].result;
                seen.extend(result.map(|result| (*name, result, variable)));
                if is_kept(body, id) {
                    known.anywhere.insert(variable.to_owned());
                }
            }
        }
        let mut next = 0;
        while let Some(address) = seen.get_index(next).copied() {
            next += 1;
            let further = known.follow(address, bodies, registry);
            seen.extend(further);
        }
        known
    }

    /// What else is that address, here and in functions that are given it.
    fn follow<'a>(
        &mut self,
        (function, value, variable): Address<'a>,
        bodies: &IndexMap<&'a str, &'a Body>,
        registry: &Registry,
    ) -> Vec<Address<'a>> {
        let body = bodies[function];
        let mut further = Vec::new();
        for user in &body.values[value].uses {
            match goes(&body.insts[*user], value, registry) {
                Goes::Nowhere => {}
                Goes::On(result) => further.push((function, result, variable)),
                Goes::Into(callee, positions) => {
                    let Some((callee, body)) = bodies.get_key_value(callee) else {
                        self.anywhere.insert(variable.to_owned());
                        continue;
                    };
                    let given = self.given.entry((*callee).to_owned()).or_default();
                    let params = positions.iter().map(|position| body.params[*position]);
                    given.extend(params.clone().map(|param| (param, variable.to_owned())));
                    further.extend(params.map(|param| (*callee, param, variable)));
                }
                Goes::Anywhere => {
                    self.anywhere.insert(variable.to_owned());
                }
            }
        }
        further
    }

    /// Whether a pointer of a function, which is not what finds the calling thread's copy, may lead to some thread's copy of a variable.
    pub(crate) fn may_lead(
        &self,
        (function, body): (&str, &Body),
        pointer: ValueId,
        variable: &str,
    ) -> bool {
        let start = body.start_of(pointer);
        let given = self.given.get(function).map_or(&[][..], Vec::as_slice);
        let mut given = given.iter();
        self.anywhere.contains(variable)
            || given.any(|(param, of)| *param == start && of == variable)
    }
}

/// What finds the calling thread's copies, with the variables.
fn found<'a>(body: &'a Body, registry: &'a Registry) -> impl Iterator<Item = (InstId, &'a str)> {
    let insts = body.insts.keys();
    insts.filter_map(|id| Some((id, variable_of(body, id, registry)?)))
}

/// The variable of which an instruction finds the calling thread's copy.
pub(crate) fn variable_of<'a>(body: &'a Body, id: InstId, registry: &Registry) -> Option<&'a str> {
    let inst = &body.insts[id];
    let (at, _) = callee::known(inst, registry)?.copied()?;
    match &body.values[inst.operands[usize::from(at)]].kind {
        ValueKind::Global { name, .. } => Some(name),
        // Any other: it is no variable.
        _ => None,
    }
}

/// Whether code that is not looked at here may have left the address of a copy somewhere.
fn is_kept(body: &Body, finds: InstId) -> bool {
    let mut operands = body.insts[finds].operands.iter();
    operands.any(|operand| match &body.values[*operand].kind {
        ValueKind::Global { kept, .. } => kept.anywhere || kept.given || !kept.holders.is_empty(),
        // Any other: it is not the variable.
        _ => false,
    })
}

/// Where an instruction takes an address.
enum Goes<'a> {
    /// It only looks there, or compares.
    Nowhere,
    /// Its result leads there, too.
    On(ValueId),
    /// Into a function, as these arguments.
    Into(&'a str, Vec<usize>),
    /// Nobody knows.
    Anywhere,
}

fn goes<'a>(user: &'a Inst, value: ValueId, registry: &'a Registry) -> Goes<'a> {
    match user.op {
        Op::Load { .. } | Op::ICmp => Goes::Nowhere,
        Op::Store { .. } if user.operands[0] != value => Goes::Nowhere,
        Op::Gep { .. } if user.operands[0] == value => user.result.map_or(Goes::Nowhere, Goes::On),
        Op::Call(_) => match callee::target(user, registry) {
            Some(Target::Known(entry)) if matches!(entry.what, CalleeKind::Memory(_)) => {
                Goes::Nowhere
            }
            Some(Target::Defined(symbol)) => {
                let all = user.operands.iter().enumerate();
                let given = all.filter(|(_, operand)| **operand == value);
                Goes::Into(symbol, given.map(|(position, _)| position).collect())
            }
            // Any other: it may keep what it is given.
            _ => Goes::Anywhere,
        },
        // Any other: it is not followed.
        _ => Goes::Anywhere,
    }
}
