//! What clang emits for `<immintrin.h>` where LLVM has no generic instruction: SSE2 to AVX-512.
//!
//! Owns: rows, guards around them, and operations said with generic instructions. Must not: list
//! operations on integers (without a rule they are inactive, and refused on the bits of numbers).
//! Not here, and so refused by name on active data: conversions to half as integers, `scalef`,
//! `range`, `fixupimm`, and `compress` and `expand` in registers.

use super::sharing::sharing;
use crate::callee::CalleeKind;
use crate::calls::{if_eq, if_gt, if_lt};
use crate::derivatives;
use crate::effects::Effects;
use crate::lanes::LaneMemory::{IndexedGather, IndexedScatter, LoadBySign, StoreBySign};
use crate::lanes::LaneOp::{
    AddSub, BySign, CompareFirst, Dot, FmaAddSub, Memory, Narrow, NarrowFirst, Pairs, Permute,
};
use crate::lanes::{Guard, LaneOp, Step};
use crate::registry::{Entry, Symbols};
use crate::table::ScalarRule;

pub(super) fn entries() -> Vec<Entry> {
    let lanes = LANES
        .iter()
        .map(|&(name, op)| Entry::exact(name, CalleeKind::Lanes(op)));
    let inactive = INACTIVE
        .iter()
        .map(|&name| Entry::exact(name, CalleeKind::inactive(Effects::PURE)));
    let steps = GUARDED
        .iter()
        .filter(|(_, row, _)| *row == STEP)
        .map(|&(name, ..)| Entry::exact(name, CalleeKind::inactive(Effects::PURE)));
    let plain = ROWS.iter().copied();
    let guarded = GUARDED
        .iter()
        .filter(|(_, row, _)| *row != STEP)
        .map(|&(name, row, _)| (name, row));
    sharing(rules(), plain.chain(guarded), |name| {
        Symbols::Exact(name.into())
    })
    .chain(lanes)
    .chain(inactive)
    .chain(steps)
    .collect()
}

/// Lanes of a call that its row is not about.
pub(super) fn guard(symbol: &str) -> Option<Guard> {
    let found = GUARDED.iter().find(|(name, ..)| *name == symbol);
    found.map(|(_, _, guard)| *guard)
}

/// A row that is constant between jumps.
const STEP: &str = "";

#[rustfmt::skip] // a table
fn rules() -> Vec<ScalarRule> {
    derivatives! {
        // The second operand at ties and where one is NaN: these are comparisons and choices.
        x86_max(x: -9.0..9.0, y: -9.0..9.0) at { (2.0, 2.0) => [0.0, 1.0], "tie: the second" }
            => if_gt(x, y, 1.0, 0.0), if_gt(x, y, 0.0, 1.0);
        x86_min(x: -9.0..9.0, y: -9.0..9.0) at { (2.0, 2.0) => [0.0, 1.0], "tie: the second" }
            => if_lt(x, y, 1.0, 0.0), if_lt(x, y, 0.0, 1.0);
        // Of the functions that are approximated.
        x86_rcp  (x: 0.1..9.0) -> r => -(r * r);
        x86_rsqrt(x: 0.1..9.0) -> r => -0.5 * (r / x);
        // What is left of x behind a rounding, and x by a power of 2.
        x86_reduce (x: -9.0..9.0) => 1.0;
        x86_getmant(x: 0.1..9.0) -> r => if_eq(x, 0.0, 0.0, r / x);
    }
}

/// Element-wise operations, by the row that is theirs.
#[rustfmt::skip] // a table
const ROWS: &[(&str, &str)] = &[
    ("llvm.x86.sse.min.ps", "x86_min"), ("llvm.x86.sse2.min.pd", "x86_min"),
    ("llvm.x86.avx.min.ps.256", "x86_min"), ("llvm.x86.avx.min.pd.256", "x86_min"),
    ("llvm.x86.avx512.min.ps.512", "x86_min"), ("llvm.x86.avx512.min.pd.512", "x86_min"),
    ("llvm.x86.sse.max.ps", "x86_max"), ("llvm.x86.sse2.max.pd", "x86_max"),
    ("llvm.x86.avx.max.ps.256", "x86_max"), ("llvm.x86.avx.max.pd.256", "x86_max"),
    ("llvm.x86.avx512.max.ps.512", "x86_max"), ("llvm.x86.avx512.max.pd.512", "x86_max"),
    ("llvm.x86.sse.rcp.ps", "x86_rcp"), ("llvm.x86.avx.rcp.ps.256", "x86_rcp"),
    ("llvm.x86.sse.rsqrt.ps", "x86_rsqrt"), ("llvm.x86.avx.rsqrt.ps.256", "x86_rsqrt"),
    ("llvm.x86.avx512.add.ps.512", "fadd"), ("llvm.x86.avx512.add.pd.512", "fadd"),
    ("llvm.x86.avx512.sub.ps.512", "fsub"), ("llvm.x86.avx512.sub.pd.512", "fsub"),
    ("llvm.x86.avx512.mul.ps.512", "fmul"), ("llvm.x86.avx512.mul.pd.512", "fmul"),
    ("llvm.x86.avx512.div.ps.512", "fdiv"), ("llvm.x86.avx512.div.pd.512", "fdiv"),
    ("llvm.x86.avx512.sqrt.ps.512", "sqrt"), ("llvm.x86.avx512.sqrt.pd.512", "sqrt"),
    ("llvm.x86.avx512.vfmadd.ps.512", "fma"), ("llvm.x86.avx512.vfmadd.pd.512", "fma"),
    ("llvm.x86.avx512.vfmadd.f32", "fma"), ("llvm.x86.avx512.vfmadd.f64", "fma"),
];

/// Rows that hold for some lanes, and which.
#[rustfmt::skip] // a table
const GUARDED: &[(&str, &str, Guard)] = &[
    ("llvm.x86.sse.min.ss",  "x86_min", Guard::FIRST), ("llvm.x86.sse2.min.sd", "x86_min", Guard::FIRST),
    ("llvm.x86.sse.max.ss",  "x86_max", Guard::FIRST), ("llvm.x86.sse2.max.sd", "x86_max", Guard::FIRST),
    ("llvm.x86.sse.rcp.ss",  "x86_rcp", Guard::FIRST), ("llvm.x86.sse.rsqrt.ss", "x86_rsqrt", Guard::FIRST),
    ("llvm.x86.sse41.round.ss", STEP, Guard::SECOND),  ("llvm.x86.sse41.round.sd", STEP, Guard::SECOND),
    ("llvm.x86.avx512.mask.min.ss.round", "x86_min", Guard::FIRST.under(3, 2)),
    ("llvm.x86.avx512.mask.min.sd.round", "x86_min", Guard::FIRST.under(3, 2)),
    ("llvm.x86.avx512.mask.max.ss.round", "x86_max", Guard::FIRST.under(3, 2)),
    ("llvm.x86.avx512.mask.max.sd.round", "x86_max", Guard::FIRST.under(3, 2)),
    ("llvm.x86.avx512.mask.add.ss.round", "fadd", Guard::FIRST.under(3, 2)),
    ("llvm.x86.avx512.mask.add.sd.round", "fadd", Guard::FIRST.under(3, 2)),
    ("llvm.x86.avx512.mask.sub.ss.round", "fsub", Guard::FIRST.under(3, 2)),
    ("llvm.x86.avx512.mask.sub.sd.round", "fsub", Guard::FIRST.under(3, 2)),
    ("llvm.x86.avx512.mask.mul.ss.round", "fmul", Guard::FIRST.under(3, 2)),
    ("llvm.x86.avx512.mask.mul.sd.round", "fmul", Guard::FIRST.under(3, 2)),
    ("llvm.x86.avx512.mask.div.ss.round", "fdiv", Guard::FIRST.under(3, 2)),
    ("llvm.x86.avx512.mask.div.sd.round", "fdiv", Guard::FIRST.under(3, 2)),
    ("llvm.x86.avx512.mask.sqrt.ss", "sqrt", Guard::SECOND.under(3, 2)),
    ("llvm.x86.avx512.mask.sqrt.sd", "sqrt", Guard::SECOND.under(3, 2)),
    ("llvm.x86.avx512.rcp14.ss", "x86_rcp", Guard::SECOND.under(3, 2)),
    ("llvm.x86.avx512.rcp14.sd", "x86_rcp", Guard::SECOND.under(3, 2)),
    ("llvm.x86.avx512.rsqrt14.ss", "x86_rsqrt", Guard::SECOND.under(3, 2)),
    ("llvm.x86.avx512.rsqrt14.sd", "x86_rsqrt", Guard::SECOND.under(3, 2)),
    ("llvm.x86.avx512.rcp14.ps.128", "x86_rcp", Guard::masked(2, 1)),
    ("llvm.x86.avx512.rcp14.ps.256", "x86_rcp", Guard::masked(2, 1)),
    ("llvm.x86.avx512.rcp14.ps.512", "x86_rcp", Guard::masked(2, 1)),
    ("llvm.x86.avx512.rcp14.pd.128", "x86_rcp", Guard::masked(2, 1)),
    ("llvm.x86.avx512.rcp14.pd.256", "x86_rcp", Guard::masked(2, 1)),
    ("llvm.x86.avx512.rcp14.pd.512", "x86_rcp", Guard::masked(2, 1)),
    ("llvm.x86.avx512.rsqrt14.ps.128", "x86_rsqrt", Guard::masked(2, 1)),
    ("llvm.x86.avx512.rsqrt14.ps.256", "x86_rsqrt", Guard::masked(2, 1)),
    ("llvm.x86.avx512.rsqrt14.ps.512", "x86_rsqrt", Guard::masked(2, 1)),
    ("llvm.x86.avx512.rsqrt14.pd.128", "x86_rsqrt", Guard::masked(2, 1)),
    ("llvm.x86.avx512.rsqrt14.pd.256", "x86_rsqrt", Guard::masked(2, 1)),
    ("llvm.x86.avx512.rsqrt14.pd.512", "x86_rsqrt", Guard::masked(2, 1)),
    ("llvm.x86.avx512.mask.rndscale.ps.128", STEP, Guard::masked(3, 2)),
    ("llvm.x86.avx512.mask.rndscale.ps.256", STEP, Guard::masked(3, 2)),
    ("llvm.x86.avx512.mask.rndscale.ps.512", STEP, Guard::masked(3, 2)),
    ("llvm.x86.avx512.mask.rndscale.pd.128", STEP, Guard::masked(3, 2)),
    ("llvm.x86.avx512.mask.rndscale.pd.256", STEP, Guard::masked(3, 2)),
    ("llvm.x86.avx512.mask.rndscale.pd.512", STEP, Guard::masked(3, 2)),
    ("llvm.x86.avx512.mask.rndscale.ss", STEP, Guard::SECOND.under(3, 2)),
    ("llvm.x86.avx512.mask.rndscale.sd", STEP, Guard::SECOND.under(3, 2)),
    ("llvm.x86.avx512.mask.getexp.ps.128", STEP, Guard::masked(2, 1)),
    ("llvm.x86.avx512.mask.getexp.ps.256", STEP, Guard::masked(2, 1)),
    ("llvm.x86.avx512.mask.getexp.ps.512", STEP, Guard::masked(2, 1)),
    ("llvm.x86.avx512.mask.getexp.pd.128", STEP, Guard::masked(2, 1)),
    ("llvm.x86.avx512.mask.getexp.pd.256", STEP, Guard::masked(2, 1)),
    ("llvm.x86.avx512.mask.getexp.pd.512", STEP, Guard::masked(2, 1)),
    ("llvm.x86.avx512.mask.getexp.ss", STEP, Guard::SECOND.under(3, 2)),
    ("llvm.x86.avx512.mask.getexp.sd", STEP, Guard::SECOND.under(3, 2)),
    ("llvm.x86.avx512.mask.reduce.ps.128", "x86_reduce", Guard::masked(3, 2)),
    ("llvm.x86.avx512.mask.reduce.ps.256", "x86_reduce", Guard::masked(3, 2)),
    ("llvm.x86.avx512.mask.reduce.ps.512", "x86_reduce", Guard::masked(3, 2)),
    ("llvm.x86.avx512.mask.reduce.pd.128", "x86_reduce", Guard::masked(3, 2)),
    ("llvm.x86.avx512.mask.reduce.pd.256", "x86_reduce", Guard::masked(3, 2)),
    ("llvm.x86.avx512.mask.reduce.pd.512", "x86_reduce", Guard::masked(3, 2)),
    ("llvm.x86.avx512.mask.getmant.ps.128", "x86_getmant", Guard::masked(3, 2)),
    ("llvm.x86.avx512.mask.getmant.ps.256", "x86_getmant", Guard::masked(3, 2)),
    ("llvm.x86.avx512.mask.getmant.ps.512", "x86_getmant", Guard::masked(3, 2)),
    ("llvm.x86.avx512.mask.getmant.pd.128", "x86_getmant", Guard::masked(3, 2)),
    ("llvm.x86.avx512.mask.getmant.pd.256", "x86_getmant", Guard::masked(3, 2)),
    ("llvm.x86.avx512.mask.getmant.pd.512", "x86_getmant", Guard::masked(3, 2)),
];

const fn pairs(step: Step) -> LaneOp {
    Pairs { step, block: 128 }
}

#[rustfmt::skip] // a table
const LANES: &[(&str, LaneOp)] = &[
    ("llvm.x86.sse3.hadd.ps", pairs(Step::Add)), ("llvm.x86.sse3.hadd.pd", pairs(Step::Add)),
    ("llvm.x86.sse3.hsub.ps", pairs(Step::Sub)), ("llvm.x86.sse3.hsub.pd", pairs(Step::Sub)),
    ("llvm.x86.avx.hadd.ps.256", pairs(Step::Add)), ("llvm.x86.avx.hadd.pd.256", pairs(Step::Add)),
    ("llvm.x86.avx.hsub.ps.256", pairs(Step::Sub)), ("llvm.x86.avx.hsub.pd.256", pairs(Step::Sub)),
    ("llvm.x86.sse3.addsub.ps", AddSub), ("llvm.x86.sse3.addsub.pd", AddSub),
    ("llvm.x86.avx.addsub.ps.256", AddSub), ("llvm.x86.avx.addsub.pd.256", AddSub),
    ("llvm.x86.fma.vfmaddsub.ps", FmaAddSub), ("llvm.x86.fma.vfmaddsub.pd", FmaAddSub),
    ("llvm.x86.fma.vfmaddsub.ps.256", FmaAddSub), ("llvm.x86.fma.vfmaddsub.pd.256", FmaAddSub),
    ("llvm.x86.avx512.vfmaddsub.ps.512", FmaAddSub), ("llvm.x86.avx512.vfmaddsub.pd.512", FmaAddSub),
    ("llvm.x86.sse41.dpps", Dot), ("llvm.x86.sse41.dppd", Dot), ("llvm.x86.avx.dp.ps.256", Dot),
    ("llvm.x86.sse41.blendvps", BySign), ("llvm.x86.sse41.blendvpd", BySign),
    ("llvm.x86.avx.blendv.ps.256", BySign), ("llvm.x86.avx.blendv.pd.256", BySign),
    ("llvm.x86.sse.cmp.ss", CompareFirst), ("llvm.x86.sse2.cmp.sd", CompareFirst),
    ("llvm.x86.sse2.cvtpd2ps", Narrow), ("llvm.x86.avx.cvt.pd2.ps.256", Narrow),
    ("llvm.x86.avx512.mask.cvtpd2ps.512", Narrow), ("llvm.x86.sse2.cvtsd2ss", NarrowFirst),
    ("llvm.x86.avx.vpermilvar.ps", Permute { block: 128, low: 0 }), ("llvm.x86.avx.vpermilvar.ps.256", Permute { block: 128, low: 0 }),
    ("llvm.x86.avx.vpermilvar.pd", Permute { block: 128, low: 1 }), ("llvm.x86.avx.vpermilvar.pd.256", Permute { block: 128, low: 1 }),
    ("llvm.x86.avx512.vpermilvar.ps.512", Permute { block: 128, low: 0 }), ("llvm.x86.avx512.vpermilvar.pd.512", Permute { block: 128, low: 1 }),
    ("llvm.x86.avx2.permps", Permute { block: 0, low: 0 }), ("llvm.x86.avx512.permvar.df.256", Permute { block: 0, low: 0 }),
    ("llvm.x86.avx512.permvar.df.512", Permute { block: 0, low: 0 }), ("llvm.x86.avx512.permvar.sf.512", Permute { block: 0, low: 0 }),
    ("llvm.x86.avx.maskload.ps", Memory(LoadBySign)), ("llvm.x86.avx.maskload.ps.256", Memory(LoadBySign)),
    ("llvm.x86.avx.maskload.pd", Memory(LoadBySign)), ("llvm.x86.avx.maskload.pd.256", Memory(LoadBySign)),
    ("llvm.x86.avx2.maskload.d", Memory(LoadBySign)), ("llvm.x86.avx2.maskload.d.256", Memory(LoadBySign)),
    ("llvm.x86.avx2.maskload.q", Memory(LoadBySign)), ("llvm.x86.avx2.maskload.q.256", Memory(LoadBySign)),
    ("llvm.x86.avx.maskstore.ps", Memory(StoreBySign)), ("llvm.x86.avx.maskstore.ps.256", Memory(StoreBySign)),
    ("llvm.x86.avx.maskstore.pd", Memory(StoreBySign)), ("llvm.x86.avx.maskstore.pd.256", Memory(StoreBySign)),
    ("llvm.x86.avx2.maskstore.d", Memory(StoreBySign)), ("llvm.x86.avx2.maskstore.d.256", Memory(StoreBySign)),
    ("llvm.x86.avx2.maskstore.q", Memory(StoreBySign)), ("llvm.x86.avx2.maskstore.q.256", Memory(StoreBySign)),
    ("llvm.x86.avx2.gather.d.ps", Memory(IndexedGather)), ("llvm.x86.avx2.gather.d.ps.256", Memory(IndexedGather)),
    ("llvm.x86.avx2.gather.d.pd", Memory(IndexedGather)), ("llvm.x86.avx2.gather.d.pd.256", Memory(IndexedGather)),
    ("llvm.x86.avx2.gather.q.ps", Memory(IndexedGather)), ("llvm.x86.avx2.gather.q.ps.256", Memory(IndexedGather)),
    ("llvm.x86.avx2.gather.q.pd", Memory(IndexedGather)), ("llvm.x86.avx2.gather.q.pd.256", Memory(IndexedGather)),
    ("llvm.x86.avx2.gather.d.d", Memory(IndexedGather)), ("llvm.x86.avx2.gather.d.d.256", Memory(IndexedGather)),
    ("llvm.x86.avx2.gather.d.q", Memory(IndexedGather)), ("llvm.x86.avx2.gather.d.q.256", Memory(IndexedGather)),
    ("llvm.x86.avx2.gather.q.d", Memory(IndexedGather)), ("llvm.x86.avx2.gather.q.d.256", Memory(IndexedGather)),
    ("llvm.x86.avx2.gather.q.q", Memory(IndexedGather)), ("llvm.x86.avx2.gather.q.q.256", Memory(IndexedGather)),
    ("llvm.x86.avx512.mask.gather.dpd.512", Memory(IndexedGather)), ("llvm.x86.avx512.mask.gather.dps.512", Memory(IndexedGather)),
    ("llvm.x86.avx512.mask.gather.qpd.512", Memory(IndexedGather)), ("llvm.x86.avx512.mask.gather.qps.512", Memory(IndexedGather)),
    ("llvm.x86.avx512.mask.gather3div2.df", Memory(IndexedGather)), ("llvm.x86.avx512.mask.gather3div4.df", Memory(IndexedGather)),
    ("llvm.x86.avx512.mask.gather3div4.sf", Memory(IndexedGather)), ("llvm.x86.avx512.mask.gather3div8.sf", Memory(IndexedGather)),
    ("llvm.x86.avx512.mask.gather3siv2.df", Memory(IndexedGather)), ("llvm.x86.avx512.mask.gather3siv4.df", Memory(IndexedGather)),
    ("llvm.x86.avx512.mask.gather3siv4.sf", Memory(IndexedGather)), ("llvm.x86.avx512.mask.gather3siv8.sf", Memory(IndexedGather)),
    ("llvm.x86.avx512.mask.scatter.dpd.512", Memory(IndexedScatter)), ("llvm.x86.avx512.mask.scatter.dps.512", Memory(IndexedScatter)),
    ("llvm.x86.avx512.mask.scatter.qpd.512", Memory(IndexedScatter)), ("llvm.x86.avx512.mask.scatter.qps.512", Memory(IndexedScatter)),
    ("llvm.x86.avx512.mask.scatterdiv2.df", Memory(IndexedScatter)), ("llvm.x86.avx512.mask.scatterdiv4.df", Memory(IndexedScatter)),
    ("llvm.x86.avx512.mask.scatterdiv4.sf", Memory(IndexedScatter)), ("llvm.x86.avx512.mask.scatterdiv8.sf", Memory(IndexedScatter)),
    ("llvm.x86.avx512.mask.scattersiv2.df", Memory(IndexedScatter)), ("llvm.x86.avx512.mask.scattersiv4.df", Memory(IndexedScatter)),
    ("llvm.x86.avx512.mask.scattersiv4.sf", Memory(IndexedScatter)), ("llvm.x86.avx512.mask.scattersiv8.sf", Memory(IndexedScatter)),
];

/// Masks, comparisons, conversions to integers, packed steps.
#[rustfmt::skip] // a table
const INACTIVE: &[&str] = &[
    "llvm.x86.avx.cmp.pd.256", "llvm.x86.avx.cmp.ps.256", "llvm.x86.avx.cvt.pd2dq.256", "llvm.x86.avx.cvt.ps2dq.256",
    "llvm.x86.avx.cvtt.pd2dq.256", "llvm.x86.avx.cvtt.ps2dq.256", "llvm.x86.avx.movmsk.pd.256", "llvm.x86.avx.movmsk.ps.256",
    "llvm.x86.avx.round.pd.256", "llvm.x86.avx.round.ps.256", "llvm.x86.avx.vtestc.pd", "llvm.x86.avx.vtestc.pd.256",
    "llvm.x86.avx.vtestc.ps", "llvm.x86.avx.vtestc.ps.256", "llvm.x86.avx.vtestnzc.pd", "llvm.x86.avx.vtestnzc.pd.256",
    "llvm.x86.avx.vtestnzc.ps", "llvm.x86.avx.vtestnzc.ps.256", "llvm.x86.avx.vtestz.pd", "llvm.x86.avx.vtestz.pd.256",
    "llvm.x86.avx.vtestz.ps", "llvm.x86.avx.vtestz.ps.256", "llvm.x86.avx512.cvttsd2si", "llvm.x86.avx512.cvttsd2si64",
    "llvm.x86.avx512.cvttsd2usi", "llvm.x86.avx512.cvttsd2usi64", "llvm.x86.avx512.cvttss2si", "llvm.x86.avx512.cvttss2si64",
    "llvm.x86.avx512.cvttss2usi", "llvm.x86.avx512.cvttss2usi64", "llvm.x86.avx512.fpclass.pd.128", "llvm.x86.avx512.fpclass.pd.256",
    "llvm.x86.avx512.fpclass.pd.512", "llvm.x86.avx512.fpclass.ps.128", "llvm.x86.avx512.fpclass.ps.256",
    "llvm.x86.avx512.fpclass.ps.512", "llvm.x86.avx512.mask.cmp.pd.128", "llvm.x86.avx512.mask.cmp.pd.256",
    "llvm.x86.avx512.mask.cmp.pd.512", "llvm.x86.avx512.mask.cmp.ps.128", "llvm.x86.avx512.mask.cmp.ps.256",
    "llvm.x86.avx512.mask.cmp.ps.512", "llvm.x86.avx512.mask.cmp.sd", "llvm.x86.avx512.mask.cmp.ss",
    "llvm.x86.avx512.mask.cvtpd2dq.128", "llvm.x86.avx512.mask.cvtpd2dq.512", "llvm.x86.avx512.mask.cvtpd2qq.128",
    "llvm.x86.avx512.mask.cvtpd2qq.256", "llvm.x86.avx512.mask.cvtpd2qq.512", "llvm.x86.avx512.mask.cvtpd2udq.128",
    "llvm.x86.avx512.mask.cvtpd2udq.256", "llvm.x86.avx512.mask.cvtpd2udq.512", "llvm.x86.avx512.mask.cvtpd2uqq.128",
    "llvm.x86.avx512.mask.cvtpd2uqq.256", "llvm.x86.avx512.mask.cvtpd2uqq.512", "llvm.x86.avx512.mask.cvtps2dq.128",
    "llvm.x86.avx512.mask.cvtps2dq.256", "llvm.x86.avx512.mask.cvtps2dq.512", "llvm.x86.avx512.mask.cvtps2qq.128",
    "llvm.x86.avx512.mask.cvtps2qq.256", "llvm.x86.avx512.mask.cvtps2qq.512", "llvm.x86.avx512.mask.cvtps2udq.128",
    "llvm.x86.avx512.mask.cvtps2udq.256", "llvm.x86.avx512.mask.cvtps2udq.512", "llvm.x86.avx512.mask.cvtps2uqq.128",
    "llvm.x86.avx512.mask.cvtps2uqq.256", "llvm.x86.avx512.mask.cvtps2uqq.512", "llvm.x86.avx512.mask.cvttpd2dq.128",
    "llvm.x86.avx512.mask.cvttpd2dq.512", "llvm.x86.avx512.mask.cvttpd2qq.128", "llvm.x86.avx512.mask.cvttpd2qq.256",
    "llvm.x86.avx512.mask.cvttpd2qq.512", "llvm.x86.avx512.mask.cvttpd2udq.128", "llvm.x86.avx512.mask.cvttpd2udq.256",
    "llvm.x86.avx512.mask.cvttpd2udq.512", "llvm.x86.avx512.mask.cvttpd2uqq.128", "llvm.x86.avx512.mask.cvttpd2uqq.256",
    "llvm.x86.avx512.mask.cvttpd2uqq.512", "llvm.x86.avx512.mask.cvttps2dq.512", "llvm.x86.avx512.mask.cvttps2qq.128",
    "llvm.x86.avx512.mask.cvttps2qq.256", "llvm.x86.avx512.mask.cvttps2qq.512", "llvm.x86.avx512.mask.cvttps2udq.128",
    "llvm.x86.avx512.mask.cvttps2udq.256", "llvm.x86.avx512.mask.cvttps2udq.512", "llvm.x86.avx512.mask.cvttps2uqq.128",
    "llvm.x86.avx512.mask.cvttps2uqq.256", "llvm.x86.avx512.mask.cvttps2uqq.512", "llvm.x86.avx512.mask.fpclass.sd",
    "llvm.x86.avx512.mask.fpclass.ss", "llvm.x86.avx512.vcomi.sd", "llvm.x86.avx512.vcomi.ss", "llvm.x86.avx512.vcvtsd2si32",
    "llvm.x86.avx512.vcvtsd2si64", "llvm.x86.avx512.vcvtsd2usi32", "llvm.x86.avx512.vcvtsd2usi64", "llvm.x86.avx512.vcvtss2si32",
    "llvm.x86.avx512.vcvtss2si64", "llvm.x86.avx512.vcvtss2usi32", "llvm.x86.avx512.vcvtss2usi64", "llvm.x86.sse.cmp.ps",
    "llvm.x86.sse.comieq.ss", "llvm.x86.sse.comige.ss", "llvm.x86.sse.comigt.ss", "llvm.x86.sse.comile.ss", "llvm.x86.sse.comilt.ss",
    "llvm.x86.sse.comineq.ss", "llvm.x86.sse.cvtss2si", "llvm.x86.sse.cvtss2si64", "llvm.x86.sse.cvttss2si",
    "llvm.x86.sse.cvttss2si64", "llvm.x86.sse.movmsk.ps", "llvm.x86.sse.ucomieq.ss", "llvm.x86.sse.ucomige.ss",
    "llvm.x86.sse.ucomigt.ss", "llvm.x86.sse.ucomile.ss", "llvm.x86.sse.ucomilt.ss", "llvm.x86.sse.ucomineq.ss",
    "llvm.x86.sse2.cmp.pd", "llvm.x86.sse2.comieq.sd", "llvm.x86.sse2.comige.sd", "llvm.x86.sse2.comigt.sd",
    "llvm.x86.sse2.comile.sd", "llvm.x86.sse2.comilt.sd", "llvm.x86.sse2.comineq.sd", "llvm.x86.sse2.cvtpd2dq",
    "llvm.x86.sse2.cvtps2dq", "llvm.x86.sse2.cvtsd2si", "llvm.x86.sse2.cvtsd2si64", "llvm.x86.sse2.cvttpd2dq",
    "llvm.x86.sse2.cvttps2dq", "llvm.x86.sse2.cvttsd2si", "llvm.x86.sse2.cvttsd2si64", "llvm.x86.sse2.movmsk.pd",
    "llvm.x86.sse2.ucomieq.sd", "llvm.x86.sse2.ucomige.sd", "llvm.x86.sse2.ucomigt.sd", "llvm.x86.sse2.ucomile.sd",
    "llvm.x86.sse2.ucomilt.sd", "llvm.x86.sse2.ucomineq.sd", "llvm.x86.sse41.round.pd", "llvm.x86.sse41.round.ps",
];
