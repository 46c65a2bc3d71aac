//! Tapes that the program owns: what their halves do besides what halves on the thread's tape do.
//!
//! Such a tape is one piece of memory that begins with a tag. The augmented primal writes it where the program says, or where it finds
//! memory; what does not fit into a frame, and what callees push, goes to chunks that hang on it. The reverse half looks at the tag first
//! and gives all of it back, unless it will run again.
//!
//! While the augmented half runs, the thread's stack is put aside, and what is pushed makes a stack of its own, whose chunks hang on the frame
//! afterwards. A release of what lies on no chunk of the thread's does nothing, so that such tapes can be used in any order and on any thread. The
//! tag is a hash of the layout: both halves make the same plan, or the program ends with a message.
//!
//! Owns: the tag, and the calls at the ends of both halves. Must not: know what lies in a frame.

use super::frame::Frame;
use super::vault::{cell_place, frame_offsets, on_tape};
use super::{raises, tape};
use crate::plan::Plan;
use crate::plan::storage::Cell;
use crate::request::{Request, TapeOwner};
use enzyme_llvm_shim::ir::Value;
use xxhash_rust::xxh3::xxh3_64;

/// Bytes in which the thread's tape is put aside.
const ASIDE: u64 = 32;

/// Bits of a tag that say whose the memory is, and that chunks hang on it.
const OURS: u64 = 1;
const PUSHED: u64 = 2;

/// What both halves of a derivative, and no others, agree on: made of all that says what lies where.
pub(crate) fn tag(request: &Request, layout: &str, pushes: bool) -> u64 {
    let function = request.function.name();
    let activities = format!("{:?}{:?}", request.params, request.returned.active);
    let text = [function.as_str(), &activities, layout].join("\n");
    let hash = xxh3_64(text.as_bytes());
    // A tape that is used up has no tag: zero is none.
    let kept = hash.max(OURS + PUSHED + 1) & !(OURS | PUSHED);
    kept | if pushes { PUSHED } else { 0 }
}

fn tag_of(frame: &Frame<'_>, plan: &Plan) -> Value {
    let (offsets, size) = frame_offsets(frame, plan);
    let layout = format!("{:?}{offsets:?}{size}", plan.layout);
    let pushes = plan.layout.pushed().is_some();
    frame.i64(tag(frame.request(), &layout, pushes))
}

/// Begins the tape, in the memory and of the size that the program says.
pub(crate) fn begin(frame: &mut Frame<'_>, plan: &Plan, room: (Value, Value), size: u64) -> Value {
    let tag = tag_of(frame, plan);
    let at = if frame.request().tape == TapeOwner::Launch {
        let place = tag_place(frame, plan, room.0);
        on_tape(frame, frame.build.store(tag, place));
        let (offsets, _) = frame_offsets(frame, plan);
        raises::begin(frame, plan, (room.0, &offsets));
        room.0
    } else {
        let about = (frame.i64(size), tag);
        tape::begin(frame.source.module, &frame.build, room, about)
    };
    for (shadow, place) in given(frame, plan, at) {
        on_tape(frame, frame.build.store(shadow, place));
    }
    at
}

/// Where the tag is: the first cell.
fn tag_place(frame: &Frame<'_>, plan: &Plan, at: Value) -> Value {
    let (offsets, _) = frame_offsets(frame, plan);
    cell_place(frame, plan, (at, &offsets), 0)
}

/// The shadows that both halves must be given, and where the tape remembers them.
fn given(frame: &mut Frame<'_>, plan: &Plan, at: Value) -> Vec<(Value, Value)> {
    let (offsets, _) = frame_offsets(frame, plan);
    let pointer = frame.context().pointer();
    let mut all = Vec::new();
    for (index, cell) in plan.layout.frame.iter().enumerate() {
        let Cell::Given(position) = cell else {
            continue;
        };
        let first = cell_place(frame, plan, (at, &offsets), index);
        let param = frame.source.facts.body.params[*position as usize];
        frame.each(|frame| {
            let shadow = frame.shadows[param].expect("the parameter has a shadow");
            let index = frame.i64(frame.shadows.now() as u64);
            all.push((shadow, frame.build.element_ptr(pointer, first, index, "")));
        });
    }
    all
}

/// Puts the thread's tape aside, for what is pushed to come onto the program's; gives the place where it is remembered.
pub(crate) fn enter(frame: &mut Frame<'_>, plan: &Plan) -> Option<Value> {
    plan.layout.pushed()?;
    let aside = frame.context().int(8).array(ASIDE);
    let slot = frame.slot(aside, "aside");
    slot.set_memory_alignment(8);
    tape::enter(frame.source.module, &frame.build, slot);
    Some(slot)
}

/// Hangs what was pushed on the program's tape, and takes up the thread's.
pub(crate) fn leave(frame: &Frame<'_>, plan: &Plan, at: (Value, &[u64]), aside: Value) {
    let (tape, offsets) = at;
    let pushed = tape::leave(frame.source.module, &frame.build, aside);
    let cell = plan.layout.pushed().expect("something is pushed");
    let place = cell_place(frame, plan, (tape, offsets), cell);
    on_tape(frame, frame.build.store(pushed, place));
}

/// The reverse half makes sure that it is given its own tape.
pub(crate) fn check(frame: &mut Frame<'_>, plan: &Plan, at: Value) {
    let tag = tag_of(frame, plan);
    let place = tag_place(frame, plan, at);
    tape::check(frame.source.module, &frame.build, place, tag);
    for (shadow, place) in given(frame, plan, at) {
        let before = frame.build.load(shadow.ty(), place, "");
        on_tape(frame, before);
        tape::check_given(frame.source.module, &frame.build, before, shadow);
    }
}

/// The reverse half gives the tape back, unless it runs again.
pub(crate) fn end(frame: &Frame<'_>, plan: &Plan, at: Value) {
    if frame.request().tape != (TapeOwner::Program { again: true }) {
        let place = tag_place(frame, plan, at);
        tape::free(frame.source.module, &frame.build, place);
    }
}
