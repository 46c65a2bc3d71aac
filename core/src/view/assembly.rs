//! What inline assembly says of the integers that it takes and gives.
//!
//! Languages without a type for short numbers hand their bits to assembly as integers: so do those of devices. The types stand in the names of instructions there:
//! `mul.f16`, `cvt.f32.f16`, `fma.rn.bf16x2`.
//!
//! Owns: reading these. Must not: know what an instruction computes.

/// Whether it takes bits of numbers, and whether it gives some.
pub(super) fn bits(text: &str) -> (bool, bool) {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_');
    let words = text.split(|c: char| !is_word(c));
    words
        .map(of_word)
        .fold((false, false), |all, one| (all.0 | one.0, all.1 | one.1))
}

fn of_word(word: &str) -> (bool, bool) {
    // What stands in front of the first full stop is the instruction.
    let types: Vec<Type> = word.split('.').skip(1).filter_map(Type::read).collect();
    let is_number = |ty: Option<&Type>| ty == Some(&Type::Number);
    match word.starts_with("cvt") {
        // To one type, from another.
        true => (is_number(types.last()), is_number(types.first())),
        false => {
            let any = types.contains(&Type::Number);
            (any, any)
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Type {
    Number,
    Other,
}

impl Type {
    fn read(part: &str) -> Option<Self> {
        let kinds = [
            ("bf", Self::Number),
            ("tf", Self::Number),
            ("f", Self::Number),
            ("e", Self::Number),
        ];
        let others = ["b", "u", "s"].map(|kind| (kind, Self::Other));
        let all = kinds.into_iter().chain(others);
        let sized = |kind: &str| {
            let size = part.strip_prefix(kind)?;
            size.starts_with(|c: char| c.is_ascii_digit()).then_some(())
        };
        all.into_iter()
            .find_map(|(kind, ty)| sized(kind).map(|()| ty))
    }
}

#[cfg(test)]
mod tests {
    use super::bits;

    #[test]
    fn instructions_name_the_types_of_what_they_take_and_give() {
        for (text, expected) in [
            ("{mul.f16 $0,$1,$2;\n}", (true, true)),
            ("{  cvt.f32.f16 $0, $1;}\n", (true, true)),
            ("cvt.rn.f32.s32 $0, $1;", (false, true)),
            ("cvt.rzi.s32.bf16 $0, $1;", (true, false)),
            ("fma.rn.bf16x2 $0, $1, $2, $3;", (true, true)),
            (
                "{ .reg .pred p; shfl.sync.down.b32 $0|p, $1, $2, $3, $4; @p add.f64 $0, $0, $1; }",
                (true, true),
            ),
            ("bfe.u32 $0, $1, $2, $3;", (false, false)),
            ("mov.u32 $0, %laneid;", (false, false)),
            ("f2xm1", (false, false)),
            ("", (false, false)),
        ] {
            assert_eq!(bits(text), expected, "{text}");
        }
    }
}
