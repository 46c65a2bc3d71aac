//! Inline assembly of PTX, as CUDA's headers and libraries have it.
//!
//! ```text
//! ld.global.cs.v2.f32 {$0,$1}, [$2];                loads and stores that say how they are cached, which changes no value
//! st.global.wt.f64 [$0], $1;
//! red.add.relaxed.gpu.f64 [$0], $1;                 an atomic update with a memory order which CUDA's functions do not offer
//! atom.add.relaxed.gpu.f64 $0, [$1], $2;            the same, with what was there
//! tex.1d.v4.f32.s32 {$0,$1,$2,$3}, [$4, {$5}];      what is refused by its name
//! ```
//!
//! Some updates ask whether the address is one of global memory, and have both instructions, which do the same. One that orders other accesses is not read.
//! Of what is loaded and stored only types are whose register has their size: others are extended or cut off.
//!
//! Owns: reading these texts. Must not: know what becomes of them.

use super::refused;
use enzyme_gpu_names::shuffled_sum;
use enzyme_rules::{
    AssemblyMeaning, AssemblyNumber, AssemblyUpdate, AssemblyValues, AtomicOperation,
};

/// What a text does.
pub(crate) fn meaning(text: &str) -> Option<AssemblyMeaning> {
    let update = || update(text).map(AssemblyMeaning::Update);
    let others = || shuffle(text).or_else(|| moved(text));
    let refused = || refused::instruction(text).map(AssemblyMeaning::Refused);
    sum(text).or_else(update).or_else(others).or_else(refused)
}

/// A shuffle of one word.
fn shuffle(text: &str) -> Option<AssemblyMeaning> {
    let text = text.trim().trim_end_matches(';');
    let (mode, operands) = text.strip_prefix("shfl.sync.")?.split_once(".b32")?;
    let operands: String = operands.split_whitespace().collect();
    let symbol = match mode {
        "up" => "llvm.nvvm.shfl.sync.up.i32",
        "down" => "llvm.nvvm.shfl.sync.down.i32",
        "bfly" => "llvm.nvvm.shfl.sync.bfly.i32",
        "idx" => "llvm.nvvm.shfl.sync.idx.i32",
        _ => return None,
    };
    (operands == "$0,$1,$2,$3,$4").then_some(AssemblyMeaning::Function {
        symbol,
        number: AssemblyNumber::Unsigned(32),
        operands: &[3, 0, 1, 2],
    })
}

/// A shuffle with a sum of numbers. (Those of integers are not differentiated, and may stay what they are.)
fn sum(text: &str) -> Option<AssemblyMeaning> {
    let found = shuffled_sum(text)?;
    let number = AssemblyNumber::of(found.ty)?;
    let symbol = match (found.mode, number) {
        ("up", AssemblyNumber::Float(32)) => "enzyme_rs_shuffled_sum_up_f32",
        ("up", AssemblyNumber::Float(64)) => "enzyme_rs_shuffled_sum_up_f64",
        ("down", AssemblyNumber::Float(32)) => "enzyme_rs_shuffled_sum_down_f32",
        ("down", AssemblyNumber::Float(64)) => "enzyme_rs_shuffled_sum_down_f64",
        _ => return None,
    };
    Some(AssemblyMeaning::Function {
        symbol,
        number,
        // Mask, value, distance, bounds.
        operands: match found.mask() {
            3 => &[3, 0, 1, 2],
            _ => &[4, 0, 1, 2],
        },
    })
}

/// How instructions are called that load or store, before the types.
const LOADS: [&str; 5] = [
    "ld.global.ca",
    "ld.global.cg",
    "ld.global.cs",
    "ld.global.lu",
    "ld.global.nc",
];
const STORES: [&str; 4] = [
    "st.global.wb",
    "st.global.cg",
    "st.global.cs",
    "st.global.wt",
];

/// One instruction that loads or stores; or that does nothing.
fn moved(text: &str) -> Option<AssemblyMeaning> {
    let one = text.trim().trim_end_matches(';');
    let (name, operands) = one.split_once(char::is_whitespace)?;
    if one.contains(';') {
        return None;
    }
    let (operation, types) = name
        .match_indices('.')
        .nth(2)
        .map_or((name, ""), |(at, _)| (&name[..at], &name[at + 1..]));
    let (count, ty) = match types.split_once('.') {
        Some(("v2", ty)) => (2, ty),
        Some(("v4", ty)) => (4, ty),
        Some(_) => return None,
        None => (1, types),
    };
    let operands: String = operands.split_whitespace().collect();
    let values = |number| AssemblyValues { count, number };
    if LOADS.contains(&operation) && operands == format!("{},[${count}]", places(0, count)) {
        return AssemblyNumber::of(ty).map(|number| AssemblyMeaning::Loads(values(number)));
    }
    if STORES.contains(&operation) && operands == format!("[$0],{}", places(1, count)) {
        return AssemblyNumber::of(ty).map(|number| AssemblyMeaning::Stores(values(number)));
    }
    // A thread that sleeps, or asks for memory that it will need.
    let is_nothing = ["nanosleep.", "prefetch."].map(|begin| name.starts_with(begin));
    is_nothing
        .contains(&true)
        .then_some(AssemblyMeaning::Nothing)
}

/// The places of so many values from the first on.
fn places(first: u32, count: u32) -> String {
    let all = (first..first + count).map(|at| format!("${at}"));
    let all: Vec<String> = all.collect();
    match count {
        1 => all.concat(),
        _ => format!("{{{}}}", all.join(",")),
    }
}

/// The update that a text is.
fn update(text: &str) -> Option<AssemblyUpdate> {
    let text = text.replace(['{', '}'], " ");
    let all = text.split(';').map(str::trim).filter(|one| !one.is_empty());
    let is_asking = |one: &&str| one.starts_with(".reg") || one.starts_with("isspacep.global");
    let all: Vec<&str> = all.filter(|one| !is_asking(one)).collect();
    match all[..] {
        [one] => instruction(one),
        [one, other] => {
            let [one, other] = [
                one.strip_prefix("@p ")?.trim(),
                other.strip_prefix("@!p ")?.trim(),
            ];
            let found = instruction(one)?;
            (one.replacen(".global", "", 1) == other).then_some(found)
        }
        _ => None,
    }
}

fn instruction(text: &str) -> Option<AssemblyUpdate> {
    let (name, operands) = text.split_once(char::is_whitespace)?;
    let operands: String = operands.split_whitespace().collect();
    let (word, rest) = name.split_once('.')?;
    let expected = match word {
        "red" => "[$0],$1",
        "atom" => "$0,[$1],$2",
        _ => return None,
    };
    let parts: Vec<&str> = rest.split('.').filter(|part| *part != "global").collect();
    let [first, second, third, number] = parts[..] else {
        return None;
    };
    // The operation stands behind the order, or in front of it.
    let (operation, order, scope) = match first {
        "relaxed" => (third, first, second),
        _ => (first, second, third),
    };
    let number = AssemblyNumber::of(number)?;
    let known = AssemblyUpdate {
        operation: operation_of(operation)?,
        number,
        scope: scope_of(scope)?,
    };
    (order == "relaxed" && operands == expected).then_some(known)
}

fn operation_of(word: &str) -> Option<AtomicOperation> {
    Some(match word {
        "add" => AtomicOperation::Add,
        "and" => AtomicOperation::And,
        "or" => AtomicOperation::Or,
        "xor" => AtomicOperation::Xor,
        "min" => AtomicOperation::Min,
        "max" => AtomicOperation::Max,
        "exch" => AtomicOperation::Exchange,
        _ => return None,
    })
}

fn scope_of(word: &str) -> Option<&'static str> {
    Some(match word {
        "cta" => "block",
        "gpu" => "device",
        "sys" => "",
        _ => return None,
    })
}

trait Named: Sized {
    fn of(word: &str) -> Option<Self>;
}

impl Named for AssemblyNumber {
    fn of(word: &str) -> Option<Self> {
        let (sort, bits) = word.split_at_checked(1)?;
        let bits: u32 = bits.parse().ok()?;
        match (sort, bits) {
            ("f", 32 | 64) => Some(Self::Float(bits)),
            ("s", 16 | 32 | 64) => Some(Self::Signed(bits)),
            ("u" | "b", 16 | 32 | 64) => Some(Self::Unsigned(bits)),
            // Any other: no register of LLVM's has its size.
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{meaning, update};
    use enzyme_rules::{
        AssemblyMeaning, AssemblyNumber, AssemblyUpdate, AssemblyValues, AtomicOperation,
    };

    const ADD: AssemblyUpdate = AssemblyUpdate {
        operation: AtomicOperation::Add,
        number: AssemblyNumber::Float(64),
        scope: "device",
    };

    #[test]
    fn updates_are_read_with_the_question_where_they_are_or_without() {
        for text in [
            "red.add.relaxed.gpu.f64 [$0],$1;",
            "atom.relaxed.gpu.global.add.f64 $0, [$1], $2;",
            "{\n\t.reg .pred p;\n\tisspacep.global p, $0;\n\t@p  red.add.global.relaxed.gpu.f64 [$0],$1;\n\t@!p red.add.relaxed.gpu.f64 [$0],$1;\n\t}\n\t",
        ] {
            assert_eq!(update(text), Some(ADD), "{text}");
        }
        let count = update("atom.max.relaxed.cta.u32 $0,[$1],$2;").unwrap();
        assert_eq!(
            (count.operation, count.number, count.scope),
            (AtomicOperation::Max, AssemblyNumber::Unsigned(32), "block")
        );
    }

    #[test]
    fn what_orders_or_does_something_else_is_none() {
        for text in [
            "atom.add.acq_rel.gpu.f64 $0,[$1],$2;",
            "red.add.relaxed.gpu.f64 [$1],$0;",
            "atom.cas.relaxed.gpu.b32 $0,[$1],$2,$3;",
            "@p red.add.relaxed.gpu.f64 [$0],$1; @!p red.add.relaxed.gpu.f32 [$0],$1;",
            "red.add.relaxed.gpu.f64 [$0],$1; membar.gl;",
            "add.f64 $0,$1,$2;",
            "",
        ] {
            assert_eq!(update(text), None, "{text}");
        }
    }

    #[test]
    fn loads_and_stores_are_read_with_types_that_fit_a_register() {
        let values = |count, number| AssemblyValues { count, number };
        let loads = |count, number| Some(AssemblyMeaning::Loads(values(count, number)));
        let stores = |count, number| Some(AssemblyMeaning::Stores(values(count, number)));
        let (single, double) = (AssemblyNumber::Float(32), AssemblyNumber::Float(64));
        for (text, expected) in [
            ("ld.global.cg.f64 $0, [$1];", loads(1, double)),
            ("ld.global.cs.v2.f32 {$0,$1}, [$2];", loads(2, single)),
            ("st.global.wt.f64 [$0], $1;", stores(1, double)),
            (
                "st.global.cs.v4.f32 [$0], {$1,$2,$3,$4};",
                stores(4, single),
            ),
            (
                "ld.global.nc.u16 $0, [$1];",
                loads(1, AssemblyNumber::Unsigned(16)),
            ),
            ("nanosleep.u32 $0;", Some(AssemblyMeaning::Nothing)),
            ("prefetch.global.L2 [$0];", Some(AssemblyMeaning::Nothing)),
            ("ld.global.cv.f64 $0, [$1];", None),
            ("ld.global.cg.u8 $0, [$1];", None),
            ("ld.global.cg.f64 $1, [$0];", None),
            ("ld.global.cg.f64 $0, [$1]; add.f64 $0, $0, $0;", None),
            ("ld.global.cg.L2.f64 $0, [$1];", None),
        ] {
            assert_eq!(meaning(text), expected, "{text}");
        }
    }

    #[test]
    fn sums_of_lanes_are_functions_of_numbers_only() {
        let text = |ty: &str| {
            format!(
                "{{ .reg .{ty} r0; .reg .pred p; shfl.sync.down.b32 r0|p, $1, $2, $3, $5; @p add.{ty} r0, r0, $4; mov.{ty} $0, r0; }}"
            )
        };
        let expected = AssemblyMeaning::Function {
            symbol: "enzyme_rs_shuffled_sum_down_f32",
            number: AssemblyNumber::Float(32),
            operands: &[4, 0, 1, 2],
        };
        assert_eq!(meaning(&text("f32")), Some(expected));
        assert_eq!(meaning(&text("u32")), None);
    }
}
