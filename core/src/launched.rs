//! What must hold of a kernel so that each launch of it can be differentiated by itself, and its reverse be a launch of its own; and of one that is said to
//! have no derivative.
//!
//! Owns: these questions, asked of one function's analysis or plan. Must not: word what is said (`frontend`), or decide when it is asked (`pipeline`).

use crate::analysis::activity::Activities;
use crate::analysis::callee::{self, Unseen};
use crate::analysis::memory::{FieldId, Memory, ObjectId, Scalar, Spot};
use crate::diag::codes;
use crate::frontend::{Beyond, Found};
use crate::plan::Facts;
use crate::plan::refusal::Refusal;
use crate::plan::{Plan, apart};
use crate::request::{Request, Team};
use crate::synth::grid::is_of_block;
use crate::view::{Body, Inst, InstId, Op, ValueId};
use enzyme_llvm_shim::ir::Module;
use enzyme_rules::{CalleeKind, Registry};

/// What a half of a derivative would keep, and another launch cannot use.
pub(crate) fn kept_of_launch(
    (module, registry): (Module, &Registry),
    facts: Facts<'_>,
    plan: &Plan,
) -> Option<Refusal> {
    let grid = registry.grid()?;
    let ends_with_launch = |name: &str| {
        let global = module.global(name);
        global.is_some_and(|global| is_of_block(global, Some(grid)))
    };
    apart::check(facts, plan, &ends_with_launch).or_else(|| read_beyond(facts))
}

/// Numbers that a half of a derivative reads where none of its pointers leads that it is handed: nobody can say whether they vary, or where their
/// adjoints are.
fn read_beyond(facts: Facts<'_>) -> Option<Refusal> {
    let Facts { memory, body, .. } = facts;
    let handed = body.params.iter().filter_map(|param| memory.place(*param));
    let handed = memory.all_reachable(handed.map(|place| place.object));
    let is_inactive = |object: &ObjectId| {
        let names = &memory.object(*object).origins.globals;
        names
            .iter()
            .any(|name| facts.registry.is_inactive_global(name))
    };
    let all = (0..memory.objects.len()).map(ObjectId);
    let said: Vec<ObjectId> = all.clone().filter(is_inactive).collect();
    let said = memory.all_reachable(said);
    let is_beyond = |object: &ObjectId| {
        let origins = &memory.object(*object).origins;
        let is_made_up = origins.unknown || origins.computed || origins.from_integer;
        let is_own = origins.stack || origins.heap || origins.constant;
        let is_known = is_own || !origins.globals.is_empty();
        (is_made_up || !is_known) && !handed.contains(object) && !said.contains(object)
    };
    let fields = all.filter(is_beyond).flat_map(|object| {
        let fields = memory.object(object).fields.iter().copied();
        fields.filter(|field| memory.fields[field.0].holds_number())
    });
    let beyond: Vec<FieldId> = fields.collect();
    let reads = |id: InstId| {
        // Of memory that nobody knows, such as what a launch says of itself, integers are read.
        let inst = &body.insts[id];
        let is_integer = matches!(inst.op, Op::Load { .. })
            && inst
                .result
                .is_none_or(|result| !body.types.holds_float(body.values[result].ty));
        let read = memory.touched(id, false);
        !is_integer && read.iter().any(|field| beyond.contains(field))
    };
    let at = body.insts.keys().find(|id| reads(*id))?;
    Some(
        Refusal::new(
            codes::NO_SHADOW,
            at,
            "the kernel reads numbers behind a pointer that it is not handed",
        )
        .note("it lies in a variable of the device, or was made of an integer: whether the numbers vary is not known")
        .help("hand the pointer over as an argument of the kernel, or in a structure that is one")
        .help("if they never vary, say so of the variable: `void *__enzyme_inactive_global = &variable;`"),
    )
}

/// What is known of the parameters of a kernel.
pub(crate) struct Parameters<'a> {
    pub(crate) memory: &'a Memory,
    pub(crate) params: &'a [ValueId],
}

impl Found for Parameters<'_> {
    fn numbers(&self, param: usize) -> Vec<Spot> {
        let place = self.memory.param(param);
        place.map_or_else(Vec::new, |place| self.memory.numbers_behind(place))
    }

    fn addresses(&self, param: usize) -> Vec<i64> {
        let place = self.memory.param(param);
        // Members that are reached by an index count as one array: which of them is a pointer is not known.
        let place = place.filter(|place| self.memory.object(place.object).stride == 0);
        let Some(place) = place else {
            return Vec::new();
        };
        let fields = self.memory.object(place.object).fields.iter();
        let fields = fields.map(|id| &self.memory.fields[id.0]);
        let pointers = fields.filter(|field| field.scalar == Scalar::Pointer);
        pointers.map(|field| field.offset - place.offset).collect()
    }

    fn is_number(&self, param: usize) -> bool {
        self.memory.is_punned(self.params[param])
    }
}

/// What a kernel that is said to have no derivative does that no launch can ask about: writing anything but integers where none of the pointers leads that it is
/// handed.
pub(crate) fn written_beyond(
    (module, body, memory): (Module, &Body, &Memory),
    handed: &[(usize, Option<u64>)],
    registry: &Registry,
) -> Option<Beyond> {
    let behind = handed
        .iter()
        .filter_map(|(param, offset)| memory.behind(*param, *offset));
    let given: Vec<ObjectId> = behind.collect();
    let is_own = |name: &String| {
        let global = module.global(name);
        let is_of_block = global.is_some_and(|global| is_of_block(global, registry.grid()));
        is_of_block || registry.is_inactive_global(name)
    };
    let beyond = |object: ObjectId| {
        let origins = &memory.object(object).origins;
        let variable = origins.globals.iter().find(|name| !is_own(name));
        let is_made_up = origins.unknown || origins.computed || origins.from_integer;
        let is_known = given.contains(&object) || !origins.globals.is_empty();
        match variable {
            Some(name) => Some(Beyond::Variable(name.clone())),
            None if is_made_up || !is_known => Some(Beyond::Elsewhere),
            None => None,
        }
    };
    let written = memory.written_beside_integers(body).into_iter();
    let mut shared = written.filter(|object| !memory.is_private_object(*object));
    shared.find_map(beyond)
}

/// Instructions that run code which may write anything.
pub(crate) fn running_unseen(body: &Body, registry: &Registry) -> Vec<InstId> {
    let leads = |inst: &Inst| {
        inst.operands
            .iter()
            .any(|v| body.types.holds_pointer(body.values[*v].ty))
    };
    // What has no derivative whatever it is given may still write: a matrix unit.
    let is_refused = |inst: &Inst| {
        let known = callee::known(inst, registry);
        matches!(known, Some(CalleeKind::Refused(_))) && inst.effects.writes && leads(inst)
    };
    let runs =
        |inst: &Inst| callee::unseen(body, inst, registry) != Unseen::Nothing || is_refused(inst);
    let all = body.insts.iter().filter(|(_, inst)| runs(inst));
    all.map(|(id, _)| id).collect()
}

/// A global of a device, shared by all blocks, to which a function that a hook asks for gives numbers that vary, and has no use for them itself.
pub(crate) fn left_in_global(
    (module, memory, activities): (Module, &Memory, &Activities),
    request: &Request,
    registry: &Registry,
) -> Option<String> {
    if request.team != Team::Grid || request.globals {
        return None;
    }
    let varies = |object: &ObjectId| {
        let mut fields = memory.object(*object).fields.iter();
        fields.any(|f| activities.varied_field(*f) && memory.fields[f.0].holds_number())
    };
    let of_all = |name: &&String| {
        let global = module.global(name);
        global.is_some_and(|global| !is_of_block(global, registry.grid()))
    };
    let mut left = memory
        .mutable_globals()
        .filter(|object| varies(object) && !activities.shadowed(*object));
    left.find_map(|object| {
        let names = &memory.object(object).origins.globals;
        names.iter().find(of_all).cloned()
    })
}
