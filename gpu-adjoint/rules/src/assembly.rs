//! Inline assembly of PTX that is an atomic update, as libraries have it that want a memory order which CUDA's functions do not offer.
//!
//! ```text
//! red.add.relaxed.gpu.f64 [$0], $1;                 nothing is returned
//! atom.add.relaxed.gpu.f64 $0, [$1], $2;            what was there
//! ```
//!
//! Some ask whether the address is one of global memory, and have both instructions, which do the same. An update that orders other accesses is not read.
//!
//! Owns: reading these texts. Must not: know what becomes of it.

use enzyme_rules::{AssemblyUpdate, AtomicNumber, AtomicOperation};

/// The update that a text is.
pub(crate) fn update(text: &str) -> Option<AssemblyUpdate> {
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
    let number = AtomicNumber::of(number)?;
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

impl Named for AtomicNumber {
    fn of(word: &str) -> Option<Self> {
        Some(match word {
            "f32" => Self::Float(32),
            "f64" => Self::Float(64),
            "s32" => Self::Signed(32),
            "s64" => Self::Signed(64),
            "u32" | "b32" => Self::Unsigned(32),
            "u64" | "b64" => Self::Unsigned(64),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::update;
    use enzyme_rules::{AssemblyUpdate, AtomicNumber, AtomicOperation};

    const ADD: AssemblyUpdate = AssemblyUpdate {
        operation: AtomicOperation::Add,
        number: AtomicNumber::Float(64),
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
            (AtomicOperation::Max, AtomicNumber::Unsigned(32), "block")
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
}
