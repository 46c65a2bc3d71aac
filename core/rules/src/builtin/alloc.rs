//! Allocators: C, C++ `operator new`, Rust.
//!
//! Owns: their sizes, alignments and ways back. Must not: list functions that copy contents too
//! (`strdup`). C++'s names are generated from the shapes of the operators.

use crate::callee::{
    Align, AllocResult, AllocSpec, CalleeKind, Dealloc, DeallocArg, DeallocSpec, DeallocSymbol,
    ReallocSpec, SizeExpr,
};
use crate::registry::Entry;
use std::borrow::Cow;

pub(super) fn entries() -> Vec<Entry> {
    let tables = [c(), cpp_new(), cpp_delete(), rust()];
    tables.into_iter().flatten().collect()
}

/// Memory that `free` ends.
fn free() -> Dealloc {
    named("free", vec![DeallocArg::Pointer])
}

fn named(symbol: impl Into<Cow<'static, str>>, args: Vec<DeallocArg>) -> Dealloc {
    Dealloc {
        symbol: DeallocSymbol::Named(symbol.into()),
        args,
    }
}

/// `malloc` of the operand, the pattern that the others are variations of.
fn malloc(size: u8) -> AllocSpec {
    AllocSpec {
        size: SizeExpr::Arg(size),
        zeroed: false,
        result: AllocResult::Returned,
        align: Align::Default,
        may_fail: true,
        dealloc: free(),
    }
}

fn aligned(align: u8, size: u8) -> AllocSpec {
    AllocSpec {
        align: Align::Arg(align),
        ..malloc(size)
    }
}

fn c() -> Vec<Entry> {
    let alloc = |name: &'static str, spec| Entry::exact(name, CalleeKind::Allocator(spec));
    let calloc = AllocSpec {
        size: SizeExpr::Product(0, 1),
        zeroed: true,
        ..malloc(0)
    };
    let posix = AllocSpec {
        result: AllocResult::Through(0),
        ..aligned(1, 2)
    };
    vec![
        alloc("malloc", malloc(0)),
        alloc("calloc", calloc),
        alloc(
            "valloc",
            AllocSpec {
                align: Align::Page,
                ..malloc(0)
            },
        ),
        alloc(
            "pvalloc",
            AllocSpec {
                align: Align::Page,
                ..malloc(0)
            },
        ),
        alloc("memalign", aligned(0, 1)),
        alloc("aligned_alloc", aligned(0, 1)),
        alloc("posix_memalign", posix),
        realloc("realloc", SizeExpr::Arg(1)),
        realloc("reallocarray", SizeExpr::Product(1, 2)),
        Entry::exact("free", deallocator()),
        Entry::exact("cfree", deallocator()),
    ]
}

fn realloc(name: &'static str, size: SizeExpr) -> Entry {
    let align = Align::Default;
    let spec = ReallocSpec {
        ptr: 0,
        size,
        old_size: None,
        align,
        dealloc: free(),
    };
    Entry::exact(name, CalleeKind::Realloc(spec))
}

fn deallocator() -> CalleeKind {
    CalleeKind::Deallocator(DeallocSpec {
        ptr: 0,
        null_allowed: true,
    })
}

/// `std::size_t` as it is mangled: `unsigned long`, or `unsigned int` on 32 bit machines.
const SIZES: [&str; 2] = ["m", "j"];

const ALIGN: &str = "St11align_val_t";
const NOTHROW: &str = "RKSt9nothrow_t";

/// `operator new` and `operator new[]`: plain or aligned, throwing or not.
fn cpp_new() -> Vec<Entry> {
    let mut entries = Vec::new();
    for (new, delete) in [("_Znw", "_ZdlPv"), ("_Zna", "_ZdaPv")] {
        for size in SIZES {
            for align in ["", ALIGN] {
                for nothrow in ["", NOTHROW] {
                    let name = format!("{new}{size}{align}{nothrow}");
                    let spec = new_spec(delete, align, !nothrow.is_empty());
                    entries.push(Entry::exact(name, CalleeKind::Allocator(spec)));
                }
            }
        }
    }
    entries
}

/// The unsized delete, with the alignment where there was one.
fn new_spec(delete: &str, align: &str, may_fail: bool) -> AllocSpec {
    let mut args = vec![DeallocArg::Pointer];
    if !align.is_empty() {
        args.push(DeallocArg::AllocArg(1));
    }
    let dealloc = named(format!("{delete}{align}"), args);
    let spec = if align.is_empty() {
        malloc(0)
    } else {
        aligned(1, 0)
    };
    AllocSpec {
        may_fail,
        dealloc,
        ..spec
    }
}

/// `operator delete` and `operator delete[]`: sized or not, aligned or not, throwing or not.
fn cpp_delete() -> Vec<Entry> {
    let mut entries = Vec::new();
    for delete in ["_ZdlPv", "_ZdaPv"] {
        for size in ["", "m", "j"] {
            for align in ["", ALIGN] {
                for nothrow in ["", NOTHROW] {
                    // A sized delete never has the nothrow tag.
                    if size.is_empty() || nothrow.is_empty() {
                        let name = format!("{delete}{size}{align}{nothrow}");
                        entries.push(Entry::exact(name, deallocator()));
                    }
                }
            }
        }
    }
    entries
}

/// `std::alloc::alloc` and its siblings, by each name that they have on their way to the system: what crates
/// call, and where optimisation at link time has looked through that, the default or the program's own
/// global allocator.
fn rust() -> Vec<Entry> {
    let layers = ["__rust", "__rdl", "__rg"];
    let spelled = |spelling| layers.map(|layer| RustNames { layer, spelling });
    let all = [RustSpelling::Plain, RustSpelling::Mangled].map(spelled);
    all.into_iter().flatten().flat_map(rust_entries).collect()
}

#[derive(Clone, Copy)]
enum RustSpelling {
    /// The plain symbols of older compilers.
    Plain,
    /// The mangled ones, whose hash differs between crates.
    Mangled,
}

/// The names of one of Rust's layers of allocators.
#[derive(Clone, Copy)]
struct RustNames {
    layer: &'static str,
    spelling: RustSpelling,
}

impl RustNames {
    /// A function's symbol, or the part of it that all compilers agree on. There the length keeps
    /// `__rust_alloc` apart from `__rust_alloc_zeroed`.
    fn symbol(self, function: &str) -> String {
        let name = format!("{}_{function}", self.layer);
        match self.spelling {
            RustSpelling::Plain => name,
            RustSpelling::Mangled => format!("{}_{name}", name.len()),
        }
    }

    fn entry(self, function: &str, what: CalleeKind) -> Entry {
        match self.spelling {
            RustSpelling::Plain => Entry::exact(self.symbol(function), what),
            RustSpelling::Mangled => Entry::contains(self.symbol(function), what),
        }
    }

    /// `dealloc(pointer, size, alignment)` of what a function made; `align` is that function's operand.
    fn dealloc_after(self, function: &str, align: u8) -> Dealloc {
        let to = self.symbol("dealloc").into();
        let symbol = match self.spelling {
            RustSpelling::Plain => DeallocSymbol::Named(to),
            RustSpelling::Mangled => DeallocSymbol::Substitute {
                from: self.symbol(function).into(),
                to,
            },
        };
        let args = vec![
            DeallocArg::Pointer,
            DeallocArg::Size,
            DeallocArg::AllocArg(align),
        ];
        Dealloc { symbol, args }
    }
}

fn rust_entries(names: RustNames) -> Vec<Entry> {
    let alloc = AllocSpec {
        dealloc: names.dealloc_after("alloc", 1),
        ..aligned(1, 0)
    };
    let zeroed = AllocSpec {
        zeroed: true,
        dealloc: names.dealloc_after("alloc_zeroed", 1),
        ..aligned(1, 0)
    };
    let realloc = ReallocSpec {
        ptr: 0,
        size: SizeExpr::Arg(3),
        old_size: Some(1),
        align: Align::Arg(2),
        dealloc: names.dealloc_after("realloc", 2),
    };
    let dealloc = DeallocSpec {
        ptr: 0,
        null_allowed: false,
    };
    vec![
        names.entry("alloc", CalleeKind::Allocator(alloc)),
        names.entry("alloc_zeroed", CalleeKind::Allocator(zeroed)),
        names.entry("realloc", CalleeKind::Realloc(realloc)),
        names.entry("dealloc", CalleeKind::Deallocator(dealloc)),
    ]
}
