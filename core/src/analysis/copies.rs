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
        let mut seen: IndexSet<Address<'_>> = IndexSet::new();
        for (name, body) in bodies {
            let found = body.insts.iter();
            let found = found.filter_map(|(id, _)| Some((id, variable_of(body, id, registry)?)));
            for (id, variable) in found {
                seen.extend(
                    body.insts[id]
                        .result
                        .map(|result| (*name, result, variable)),
                );
                if is_kept(body, id) {
                    known.anywhere.insert(variable.to_owned());
                }
            }
        }
        let mut next = 0;
        while let Some((function, value, variable)) = seen.get_index(next).copied() {
            next += 1;
            let body = bodies[function];
            for user in &body.values[value].uses {
                match goes(&body.insts[*user], value, registry) {
                    Goes::Nowhere => {}
                    Goes::On(further) => {
                        seen.insert((function, further, variable));
                    }
                    Goes::Into(callee, positions) if bodies.contains_key(callee) => {
                        let (callee, body) = (bodies.get_key_value(callee), bodies[callee]);
                        let (callee, _) = callee.expect("it was found");
                        for position in positions {
                            let param = body.params[position];
                            seen.insert((callee, param, variable));
                            let given = known.given.entry((*callee).to_owned()).or_default();
                            given.push((param, variable.to_owned()));
                        }
                    }
                    Goes::Into(..) | Goes::Anywhere => {
                        known.anywhere.insert(variable.to_owned());
                    }
                }
            }
        }
        known
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
