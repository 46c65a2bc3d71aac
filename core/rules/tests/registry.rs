//! The registry: look-up order, duplicates, and what the built-in tables say of real symbols.
//!
//! Owns: the contract that packs rely on.

mod common;

use common::registry;
use enzyme_rules::{
    Align, AllocResult, CalleeKind, Custom, DeallocArg, Effects, Entry, MemorySource, Refused,
    Registry, RegistryError, RulePack, Said, SizeExpr, Symbols, builtin,
};

struct Pack(&'static str, Vec<Entry>);

impl RulePack for Pack {
    fn name(&self) -> &'static str {
        self.0
    }
    fn entries(&self) -> Vec<Entry> {
        self.1.clone()
    }
}

fn custom(name: &'static str) -> CalleeKind {
    CalleeKind::Refused(Refused::from(name))
}

fn pack(entries: Vec<Entry>) -> Pack {
    Pack("mine", entries)
}

fn label(registry: &Registry, symbol: &str) -> &'static str {
    registry
        .lookup(symbol)
        .map_or("unknown", |entry| entry.what.label())
}

#[test]
fn duplicates_are_refused_unless_announced() {
    let mine = pack(vec![Entry::exact("malloc", custom("mine"))]);
    let error = Registry::builder()
        .with(&builtin())
        .with(&mine)
        .build()
        .unwrap_err();
    let RegistryError::Duplicate { first, second, .. } = &error else {
        panic!("{error}")
    };
    assert_eq!((*first, *second), ("builtin", "mine"));
    let both = Registry::builder()
        .with(&builtin())
        .with(&mine)
        .replacing("malloc")
        .build();
    assert_eq!(label(&both.unwrap(), "malloc"), "refused");
}

/// A library with templates, records of memory and a function that asks where numbers lie.
struct Library;

impl RulePack for Library {
    fn name(&self) -> &'static str {
        "library"
    }
    fn entries(&self) -> Vec<Entry> {
        Vec::new()
    }
    fn obtains(&self) -> &'static [&'static str] {
        &["_ZN3lib6recordI"]
    }
    fn numberless(&self) -> &'static [&'static str] {
        &["_ZN3lib5count"]
    }
    fn said(&self) -> Vec<(Symbols, Said)> {
        let tiles = Symbols::Member("_ZN3lib6PolicyI", "E5tilesE");
        vec![(tiles, Said::Custom(Custom::Inactive))]
    }
}

#[test]
fn libraries_are_known_by_parts_of_their_names() {
    let known = Registry::builder().with(&Library).build().unwrap();
    let said = |symbol: &str| known.said(symbol).is_some();
    assert!(said("_ZN3lib6PolicyIdLi2EE5tilesEv"));
    assert!(!said("_ZN3lib6PolicyIdLi2EEC1Ev"), "another member");
    assert!(!said("_ZN3own6PolicyIdLi2EE5tilesEv"), "another class");
    assert!(known.obtains("_ZN3lib6recordIdEEPvm") && !known.obtains("_ZN3lib5countEPv"));
    assert!(known.is_numberless("_ZN3lib5countEPv") && !known.is_numberless("malloc"));
}

#[test]
fn what_a_pack_says_stands_for_a_body_whoever_has_the_rule() {
    let known = Registry::builder().with(&Library).build().unwrap();
    let names = ["_ZN3lib6PolicyIdLi2EE5tilesEv", "own"].map(str::to_string);
    let inactive = |name| (name, Said::Custom(Custom::Inactive));
    let heard = known.hearing(names.into_iter().map(inactive).collect(), [].into());
    assert!(heard.is_said_by_program_alone("own"));
    assert!(!heard.is_said_by_program_alone("_ZN3lib6PolicyIdLi2EE5tilesEv"));
}

#[test]
fn a_pack_may_not_contradict_itself() {
    let twice = pack(vec![
        Entry::exact("f", custom("a")),
        Entry::exact("f", custom("b")),
    ]);
    assert!(Registry::builder().with(&twice).build().is_err());
    assert!(
        Registry::builder()
            .with(&twice)
            .replacing("f")
            .build()
            .is_err()
    );
}

#[test]
fn announcements_and_entries_must_make_sense() {
    let idle = Registry::builder()
        .with(&builtin())
        .replacing("malloc")
        .build();
    assert_eq!(
        idle.unwrap_err(),
        RegistryError::NothingReplaced("malloc".into())
    );
    let stranger = pack(vec![Entry::family("sine", custom("a"))]);
    let unknown = Registry::builder().with(&stranger).build().unwrap_err();
    assert_eq!(
        unknown,
        RegistryError::UnknownFamily {
            pack: "mine",
            family: "sine"
        }
    );
    let empty = pack(vec![Entry::prefix("", custom("all"))]);
    let all = Registry::builder().with(&empty).build().unwrap_err();
    assert_eq!(all, RegistryError::EmptyMatcher("mine"));
}

#[test]
fn the_most_specific_entry_wins() {
    let entries = vec![
        Entry::contains("fast", custom("contains")),
        Entry::prefix("lib_", custom("short")),
        Entry::prefix("lib_fast", custom("long")),
        Entry::exact("lib_fast_sum", custom("exact")),
        Entry::exact("sinf", custom("one spelling")),
        Entry::family("sin", custom("family")),
        Entry::intrinsic("llvm.mine", custom("outer")),
        Entry::intrinsic("llvm.mine.inner", custom("inner")),
    ];
    let registry = Registry::builder().with(&pack(entries)).build().unwrap();
    let cases = [
        ("lib_fast_sum", Some("exact")),
        ("lib_fast_max", Some("long")),
        ("lib_slow", Some("short")),
        ("_ZN2my4fast17h0123456789abcdefE", Some("contains")),
        ("_RNvC2my4fast", Some("contains")),
        // Other languages may call anything so.
        ("_ZN2my4fastEd", None),
        ("my_fast", None),
        ("sinf", Some("one spelling")),
        ("llvm.sin.f32", Some("family")),
        ("sin", Some("family")),
        ("llvm.mine.inner.f64", Some("inner")),
        ("llvm.mine.f64", Some("outer")),
        ("llvm.miner", None),
        ("other", None),
    ];
    for (symbol, expected) in cases {
        let found = registry.lookup(symbol).map(|entry| match &entry.what {
            CalleeKind::Refused(why) => why.remedy.as_ref(),
            _ => "not refused",
        });
        assert_eq!(found, expected, "{symbol}");
    }
}

#[test]
fn real_symbols_are_what_they_are() {
    let registry = registry();
    let cases = [
        ("sinf", "scalar"),
        ("llvm.pow.v2f64", "scalar"),
        ("lgammaf_r", "several results"),
        ("sincos", "several results"),
        ("__ocml_sincos_f64", "several results"),
        ("llvm.frexp.f64.i32", "several results"),
        ("floor", "inactive"),
        ("llvm.lround.i64.f64", "inactive"),
        ("llvm.lifetime.start.p0", "inactive"),
        ("llvm.is.fpclass.f64", "inactive"),
        ("llvm.dbg.value", "inactive"),
        ("llvm.umax.i64", "integer operation"),
        ("llvm.expect.i1", "pass-through"),
        ("printf", "inactive"),
        ("strlen", "inactive"),
        ("_ZNSolsEi", "inactive"),
        ("_ZNSo9_M_insertIdEERSoT_", "inactive"),
        (
            "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc",
            "inactive",
        ),
        ("_ZNSt6chrono3_V212steady_clock3nowEv", "inactive"),
        ("_RNvNtNtCsjrHSEGnQ3l9_3std2io5stdio6__print", "inactive"),
        ("_ZN3std2io5stdio6_print17h0123456789abcdefE", "inactive"),
        (
            "_RNvCsfLfy6EI15iL_7___rustc35___rust_no_alloc_shim_is_unstable_v2",
            "inactive",
        ),
        ("abort", "no return"),
        ("_ZSt20__throw_length_errorPKc", "no return"),
        ("_ZSt24__throw_out_of_range_fmtPKcz", "no return"),
        (
            "_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_bounds_check",
            "no return",
        ),
        ("_ZN4core9panicking5panic17h0123456789abcdefE", "no return"),
        ("llvm.trap", "no return"),
        ("malloc", "allocator"),
        ("_Znwm", "allocator"),
        ("_ZnamSt11align_val_tRKSt9nothrow_t", "allocator"),
        ("_RNvCsfLfy6EI15iL_7___rustc12___rust_alloc", "allocator"),
        ("_RNvCsfLfy6EI15iL_7___rustc11___rdl_alloc", "allocator"),
        (
            "_RNvCsfLfy6EI15iL_7___rustc18___rdl_alloc_zeroed",
            "allocator",
        ),
        ("_RNvCsfLfy6EI15iL_7___rustc13___rdl_realloc", "reallocator"),
        ("_RNvCsfLfy6EI15iL_7___rustc10___rg_alloc", "allocator"),
        ("__rdl_dealloc", "deallocator"),
        (
            "_RNvCsfLfy6EI15iL_7___rustc14___rust_realloc",
            "reallocator",
        ),
        ("realloc", "reallocator"),
        ("free", "deallocator"),
        ("_ZdlPvmSt11align_val_t", "deallocator"),
        (
            "_RNvCsfLfy6EI15iL_7___rustc14___rust_dealloc",
            "deallocator",
        ),
        ("llvm.memcpy.p0.p0.i64", "memory operation"),
        ("llvm.memset.p0.i64", "memory operation"),
        ("__memcpy_chk", "memory operation"),
    ];
    for (symbol, expected) in cases {
        assert_eq!(label(&registry, symbol), expected, "{symbol}");
    }
}

/// What could carry active data, or call back, must not be waved through.
#[test]
fn what_may_be_active_is_not_inactive() {
    let registry = registry();
    let unknown = [
        "qsort",
        "bsearch",
        "strdup",
        "my_function",
        "pthread_create",
        "__cxa_begin_catch",
        "llvm.vector.partial.reduce.fadd.v4f64.v8f64",
        "llvm.x86.vcvtps2ph.256",
        // complex + complex, valarray << int
        "_ZStplIdESt7complexIT_ERKS2_S4_",
        "_ZStlsIiESt5_ExprI",
    ];
    for symbol in unknown {
        assert_eq!(label(&registry, symbol), "unknown", "{symbol}");
    }
    for symbol in ["memcpy", "memmove", "bcopy", "mempcpy"] {
        assert_eq!(label(&registry, symbol), "memory operation", "{symbol}");
    }
    for symbol in ["llvm.vector.reduce.fadd.v4f64", "llvm.x86.sse3.hadd.pd"] {
        assert_eq!(label(&registry, symbol), "lanes", "{symbol}");
    }
    let masked = label(&registry, "llvm.masked.load.v4f64.p0");
    assert_eq!(masked, "masked access");
}

#[test]
fn instructions_have_rows_but_no_symbols() {
    let registry = registry();
    for name in ["fadd", "fsub", "fmul", "fdiv", "frem", "fneg"] {
        assert!(registry.scalar(name).is_some(), "{name}");
        assert!(
            registry.lookup(name).is_none(),
            "{name} is a C23 function, or nobody's"
        );
    }
}

#[test]
fn rust_memory_goes_back_where_it_came_from() {
    let registry = registry();
    for (alloc, dealloc) in [
        (
            "_RNvCsA_7___rustc12___rust_alloc",
            "_RNvCsA_7___rustc14___rust_dealloc",
        ),
        (
            "_RNvCsA_7___rustc19___rust_alloc_zeroed",
            "_RNvCsA_7___rustc14___rust_dealloc",
        ),
        (
            "_RNvCsA_7___rustc11___rdl_alloc",
            "_RNvCsA_7___rustc13___rdl_dealloc",
        ),
        ("__rust_alloc", "__rust_dealloc"),
        ("__rdl_alloc", "__rdl_dealloc"),
    ] {
        let CalleeKind::Allocator(spec) = &registry.lookup(alloc).unwrap().what else {
            panic!("{alloc} allocates")
        };
        assert_eq!(spec.dealloc.symbol.resolve(alloc), dealloc);
        assert_eq!(spec.zeroed, alloc.contains("zeroed"));
        assert_eq!(spec.dealloc.args[2], DeallocArg::AllocArg(1));
    }
}

#[test]
fn every_allocator_leads_to_a_known_deallocator() {
    let registry = registry();
    for entry in registry.entries() {
        let (Symbols::Exact(name), CalleeKind::Allocator(spec)) = (&entry.matcher, &entry.what)
        else {
            continue;
        };
        let back = spec.dealloc.symbol.resolve(name);
        assert_eq!(label(&registry, &back), "deallocator", "{name} -> {back}");
    }
}

#[test]
fn sizes_and_places_of_c_allocators() {
    let registry = registry();
    let spec = |name: &str| match &registry.lookup(name).unwrap().what {
        CalleeKind::Allocator(spec) => spec.clone(),
        other => panic!("{name} is {}", other.label()),
    };
    assert_eq!(
        (spec("calloc").size, spec("calloc").zeroed),
        (SizeExpr::Product(0, 1), true)
    );
    assert_eq!(
        (spec("malloc").size, spec("malloc").zeroed),
        (SizeExpr::Arg(0), false)
    );
    let posix = spec("posix_memalign");
    assert_eq!((posix.size, posix.align), (SizeExpr::Arg(2), Align::Arg(1)));
    assert_eq!(posix.result, AllocResult::Through(0));
    assert_eq!(spec("_ZnwmSt11align_val_t").align, Align::Arg(1));
    assert!(!spec("_Znwm").may_fail && spec("_ZnwmRKSt9nothrow_t").may_fail);
}

#[test]
fn memory_operations_know_their_operands() {
    let registry = registry();
    let op = |name: &str| match registry.lookup(name).unwrap().what {
        CalleeKind::Memory(op) => op,
        ref other => panic!("{name} is {}", other.label()),
    };
    assert_eq!(
        (op("bcopy").dst, op("bcopy").source),
        (1, MemorySource::Move(0))
    );
    assert_eq!(
        (op("memcpy").dst, op("memcpy").source),
        (0, MemorySource::Copy(1))
    );
    assert_eq!(op("llvm.memmove.p0.p0.i64").source, MemorySource::Move(1));
    let effects = registry.lookup("memcpy").unwrap().what.effects();
    assert_eq!(effects, Effects::PURE.reading(1).writing(0));
}

#[test]
fn effects_follow_from_what_a_callee_is() {
    let registry = registry();
    let effects = |name: &str| registry.lookup(name).unwrap().what.effects();
    assert_eq!(effects("sin"), Effects::ERRNO);
    assert_eq!(effects("sincos"), Effects::ERRNO.writing(1).writing(2));
    assert_eq!(effects("llvm.umax.i32"), Effects::PURE);
    assert!(effects("strlen").is_repeatable() && !effects("rand").is_repeatable());
    assert!(effects("posix_memalign").writes.has(0));
}

#[test]
fn two_builds_are_equal() {
    let matchers = |registry: Registry| {
        registry
            .entries()
            .iter()
            .map(|entry| entry.matcher.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(matchers(registry()), matchers(registry()));
}

#[test]
fn a_registry_can_be_shared_between_threads() {
    fn shareable<T: Send + Sync>(_: &T) {}
    shareable(&registry());
}
