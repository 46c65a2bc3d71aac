//! Records: what the iterations of a loop of unknown count keep.
//!
//! A record lies on the tape behind a header that leads to the record before it. Where the iterations
//! push nothing else, records lie side by side in pieces, and only a piece has a header: each piece is as
//! large as all before it, up to a limit, so that the loop's counter tells where pieces begin. What the
//! last piece has left over goes back to the tape where the loop ends.
//!
//! Owns: their form, in both sweeps. Must not: decide what is kept in them.

use super::frame::Frame;
use super::lookup::Reverse;
use super::spread::{self, Order};
use super::vault::{Vault, cell_type, record_type};
use crate::plan::Plan;
use crate::view::{BlockId, LoopId};
use enzyme_llvm_shim::ir::{Block, IntPredicate, Value};
use enzyme_llvm_shim::transform;

/// Bytes of the first piece, about: few loops that are entered often run more than a few times.
const FIRST: u64 = 64;

/// Bytes of the largest piece, about.
const MOST: u64 = 1 << 16;

/// The same where each of many threads has little room, and has to be given as much as its last piece ends at.
const MOST_OF_GRIDS: u64 = 1 << 8;

/// How records of one loop lie on the tape.
struct Form {
    /// Bytes of a record.
    record: u64,
    /// Bytes in front of a piece.
    header: u64,
    /// Records of the first piece and of the largest: powers of two.
    first: u64,
    most: u64,
    order: Order,
}

impl Form {
    fn of(frame: &Frame<'_>, plan: &Plan, l: LoopId) -> Self {
        let order = spread::order(frame, &plan.layout.records[&l]);
        let bytes = frame.size_of(record_type(frame, plan, l)).max(1);
        // Headers stand between them.
        let record = match order {
            Order::Together => bytes,
            Order::Spread => bytes.next_multiple_of(8),
        };
        let cells = plan.layout.records[&l].iter();
        // What is aligned to more than eight bytes is larger than that.
        let wide = cells
            .map(|cell| frame.size_of(cell_type(frame, *cell)))
            .any(|bytes| bytes > 8);
        let fit = |bytes: u64| 1 << (bytes / record).max(1).ilog2();
        let (first, most) = match plan.layout.side_by_side.contains(&l) {
            true if frame.source.module.is_for_gpu() => (fit(FIRST), fit(MOST_OF_GRIDS)),
            true => (fit(FIRST), fit(MOST)),
            false => (1, 1),
        };
        Self {
            record,
            header: if wide && order == Order::Together {
                16
            } else {
                8
            },
            first,
            most,
            order,
        }
    }

    fn is_single(&self) -> bool {
        self.most == 1
    }
}

/// `pointer + bytes`, wherever that is.
fn moved(frame: &Frame<'_>, form: &Form, pointer: Value, bytes: i64) -> Value {
    let i8 = frame.context().int(8);
    let distance = frame.context().i64(form.order.distance(bytes));
    frame.build.gep(i8, pointer, &[distance])
}

/// Each iteration of a loop of unknown count gets a record.
pub(super) fn start(frame: &mut Frame<'_>, vault: &mut Vault, plan: &Plan) {
    let mut loops: Vec<LoopId> = plan.layout.records.keys().copied().collect();
    loops.sort_unstable();
    for l in loops {
        let form = Form::of(frame, plan, l);
        let record = match form.is_single() {
            true => start_single(frame, l, &form),
            false => start_side_by_side(frame, l, &form),
        };
        vault.records.insert(l, record);
    }
}

/// A piece for each record.
fn start_single(frame: &mut Frame<'_>, l: LoopId, form: &Form) -> Value {
    let body = frame.source.facts.body;
    let pointer = frame.context().pointer();
    let last = frame.slot(pointer, "record.last");
    frame.before_end(body.loops[l].preheader);
    frame.build.store(pointer.zero(), last);
    frame
        .build
        .before(frame.first_non_phi(body.loops[l].header));
    let previous = frame.build.load(pointer, last, "record.previous");
    let bytes = frame.i64(form.record + form.header);
    let record = push(frame, bytes, previous, form);
    frame.build.store(record, last);
    record
}

/// A piece on the tape, behind its header.
fn push(frame: &Frame<'_>, bytes: Value, previous: Value, form: &Form) -> Value {
    let piece = form.order.push(frame, bytes);
    frame.build.store(previous, piece);
    let header = form.order.distance(form.header as i64);
    frame
        .build
        .ptradd(piece, frame.context().i64(header), "record.first")
}

/// The place behind the last record, and the end of its piece.
struct Places {
    next: Value,
    end: Value,
}

fn start_side_by_side(frame: &mut Frame<'_>, l: LoopId, form: &Form) -> Value {
    let body = frame.source.facts.body;
    let pointer = frame.context().pointer();
    let [next, end] = ["record.next", "record.end"].map(|name| frame.slot(pointer, name));
    let places = Places { next, end };
    frame.before_end(body.loops[l].preheader);
    frame.build.store(pointer.zero(), places.next);
    frame.build.store(pointer.zero(), places.end);
    let first = frame.first_non_phi(body.loops[l].header);
    frame.build.before(first);
    let behind = frame.build.load(pointer, places.next, "");
    let limit = frame.build.load(pointer, places.end, "");
    let full = frame.build.icmp(IntPredicate::LLVMIntEQ, behind, limit);
    let rest = branch_out(frame, first, full);
    grow(frame, l, form, &places, behind);
    frame.build.br(rest);
    frame.build.before(first);
    let record = frame.build.load(pointer, places.next, "record");
    let step = form.order.distance(form.record as i64);
    let behind = frame.build.ptradd(record, frame.context().i64(step), "");
    frame.build.store(behind, places.next);
    give_back(frame, l, form, &places);
    record
}

/// Splits the block before an instruction, with a way around where a condition does not hold, on which
/// the builder stands then. Gives the second half.
fn branch_out(frame: &Frame<'_>, at: Value, condition: Value) -> Block {
    let head = at.block().expect("an instruction stands in a block");
    let rest = transform::split_block(head, at, "record").expect("a block can be split");
    let out = head.function().append_block("record.grow");
    if let Some(branch) = head.terminator() {
        branch.erase_instruction();
    }
    frame.build.at_end(head);
    frame.build.cond_br(condition, out, rest);
    frame.build.at_end(out);
    rest
}

/// The next piece: as many records as there are so far.
fn grow(frame: &Frame<'_>, l: LoopId, form: &Form, places: &Places, behind: Value) {
    let counter = frame.value(frame.source.facts.body.loops[l].counter);
    let count = limited(frame, counter, form);
    let bytes = frame.build.mul_nowrap(count, frame.i64(form.record));
    let all = frame.build.add_nowrap(bytes, frame.i64(form.header));
    let previous = moved(frame, form, behind, -(form.record as i64));
    let start = push(frame, all, previous, form);
    frame.build.store(start, places.next);
    let distance = form.order.words(frame, bytes);
    let end = frame.build.ptradd(start, distance, "");
    frame.build.store(end, places.end);
}

/// Records of the piece that begins at an iteration, if one does.
fn limited(frame: &Frame<'_>, counter: Value, form: &Form) -> Value {
    let so_far = frame.build.add_nowrap(counter, frame.i64(form.first));
    let i64 = frame.context().int(64);
    let least = frame.source.module.intrinsic("llvm.umin", &[i64]);
    let args = [so_far, frame.i64(form.most)];
    frame.build.call(least.function_type(), least, &args, "")
}

/// Where the loop ends, what the last piece has left over goes back.
fn give_back(frame: &Frame<'_>, l: LoopId, form: &Form, places: &Places) {
    let body = frame.source.facts.body;
    let returns = body.reach_exit();
    let left = |b: &BlockId| {
        let mut preds = body.blocks[*b].preds.iter();
        returns[*b] && !body.holds(l, *b) && preds.any(|p| body.holds(l, *p))
    };
    let pointer = frame.context().pointer();
    for block in body.blocks.keys().filter(left) {
        frame.build.before(frame.first_non_phi(block));
        let end = frame.build.load(pointer, places.end, "");
        let used = frame.build.load(pointer, places.next, "");
        form.order.give_back(frame, end, used);
    }
}

impl Reverse<'_, '_> {
    /// The record before that of the iteration which the counter names; the builder may stand in another
    /// block afterwards.
    pub(super) fn previous_record(&mut self, l: LoopId, counter: Value) {
        let Some(variable) = self.records.get(&l).copied() else {
            return;
        };
        let form = Form::of(self.frame, self.plan, l);
        let pointer = self.frame.context().pointer();
        let build = &self.frame.build;
        let record = build.load(pointer, variable, "record");
        let header = moved(self.frame, &form, record, -(form.header as i64));
        if form.is_single() {
            let previous = build.load(pointer, header, "record.previous");
            build.store(previous, variable);
            return;
        }
        let beside = moved(self.frame, &form, record, -(form.record as i64));
        build.store(beside, variable);
        let begins = self.begins_piece(counter, &form);
        let [leave, on] =
            ["reverse.piece", "reverse.record"].map(|name| self.frame.function.append_block(name));
        let build = &self.frame.build;
        build.cond_br(begins, leave, on);
        build.at_end(leave);
        let previous = build.load(pointer, header, "record.previous");
        build.store(previous, variable);
        build.br(on);
        build.at_end(on);
    }

    /// Whether an iteration's record is the first of its piece: behind `first`, `2 first`, `4 first`, …, then
    /// behind each `most` records.
    fn begins_piece(&self, counter: Value, form: &Form) -> Value {
        let frame = &*self.frame;
        let so_far = frame.build.add_nowrap(counter, frame.i64(form.first));
        let piece = limited(frame, counter, form);
        let mask = frame.build.add(piece, frame.context().i64(-1));
        let within = frame.build.and(so_far, mask);
        frame
            .build
            .icmp(IntPredicate::LLVMIntEQ, within, frame.i64(0))
    }
}
