//! Sums of two lanes' numbers in CUDA's CUB, which has them as inline assembly of PTX: a shuffle, and an addition where the other lane is one of the warp's.
//!
//! Owns: how these texts are read. Must not: know what becomes of them.

/// A shuffle with a sum. Operands of the assembly: the value, a distance and the bounds of the shuffle; for some the value once more; the mask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShuffledSum {
    /// Where the other lane is: `up` or `down`.
    pub mode: &'static str,
    /// What is added, as PTX calls it.
    pub ty: &'static str,
    /// What the other lane has is added to the value as it came in, by its own name.
    pub to_own: bool,
}

impl ShuffledSum {
    /// Which operand is the mask of lanes.
    #[must_use]
    pub fn mask(self) -> u8 {
        if self.to_own || self.ty == "f64" {
            3
        } else {
            4
        }
    }
}

/// The sum that a text is.
#[must_use]
pub fn shuffled_sum(text: &str) -> Option<ShuffledSum> {
    let written = without_registers(text);
    let modes = ["up", "down"].into_iter();
    let types = ["s32", "u32", "f32", "s64", "u64", "f64"];
    let mut all = modes.flat_map(|mode| types.map(|ty| (mode, ty)));
    all.find_map(|(mode, ty)| {
        let to_own = written == with_own(mode, ty);
        (to_own || written == as_written(mode, ty)).then_some(ShuffledSum { mode, ty, to_own })
    })
}

/// A text of several instructions without blanks, and without what declares registers, which says nothing.
#[must_use]
pub fn without_registers(text: &str) -> String {
    let words: String = text.split_whitespace().collect();
    let words = words.trim_matches(['{', '}']);
    let instructions = words.split(';').filter(|one| !one.starts_with(".reg"));
    let instructions: Vec<&str> = instructions.filter(|one| !one.is_empty()).collect();
    instructions.join(";")
}

/// The text of CUB's reductions of 64 bits.
fn with_own(mode: &str, ty: &str) -> String {
    let shuffle = format!("shfl.sync.{mode}.b32");
    format!(
        "mov.b64{{lo,hi}},$1;{shuffle}lo|p,lo,$2,$3,$4;{shuffle}hi|p,hi,$2,$3,$4;\
         mov.b64$0,{{lo,hi}};@padd.{ty}$0,$0,$1"
    )
}

/// The text of CUB, without blanks.
fn as_written(mode: &str, ty: &str) -> String {
    let shuffle = format!("shfl.sync.{mode}.b32");
    match ty {
        "s32" | "u32" | "f32" => {
            format!("{shuffle}r0|p,$1,$2,$3,$5;@padd.{ty}r0,r0,$4;mov.{ty}$0,r0")
        }
        "f64" => format!(
            "mov.b64$0,$1;mov.b64{{lo,hi}},$1;{shuffle}lo|p,lo,$2,$3,$4;{shuffle}hi|p,hi,$2,$3,$4;\
             mov.b64r0,{{lo,hi}};@padd.f64$0,$0,r0"
        ),
        _ => format!(
            "mov.b64{{lo,hi}},$1;{shuffle}lo|p,lo,$2,$3,$5;{shuffle}hi|p,hi,$2,$3,$5;\
             mov.b64r0,{{lo,hi}};@padd.{ty}r0,r0,$4;mov.{ty}$0,r0"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::{ShuffledSum, shuffled_sum};

    #[test]
    fn a_shuffle_with_a_sum_is_one() {
        let text = |sum: &str| {
            format!(
                "{{  .reg .s32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  {sum} r0, r0, $4;  mov.s32 $0, r0;}}"
            )
        };
        let found = ShuffledSum {
            mode: "up",
            ty: "s32",
            to_own: false,
        };
        assert_eq!(shuffled_sum(&text("@p add.s32")), Some(found));
        assert_eq!(shuffled_sum(&text("@!p add.s32")), None);
        assert_eq!(shuffled_sum(&text("@p min.s32")), None);
    }
}
