//! Inline assembly that is one instruction, as CUDA's headers have it, or a shuffle with a sum, as those of CUB do: a call of a function of the device
//! library.
//!
//! Owns: how its text is read. Must not: know what an instruction does.

use enzyme_gpu_names::{ShuffledSum, shuffled_sum, without_registers};

/// Where memory lies, how it is cached, what becomes of denormal numbers: all of no meaning here.
const LEFT_OUT: [&str; 10] = [
    "global", "ca", "cg", "cs", "lu", "cv", "nc", "wb", "wt", "ftz",
];

/// Several instructions that have one meaning, by a word in them.
const KNOWN: [(&str, &str); 1] = [("%reserved_smem_offset_1", "ptx.reserved_shared")];

/// The name of the instruction, as `meaning` takes it; nothing if it is none, or several.
pub(crate) fn instruction(text: &str) -> Option<String> {
    if let Some((_, name)) = KNOWN.iter().find(|(word, _)| text.contains(word)) {
        return Some((*name).to_owned());
    }
    if without_registers(text) == VOTE {
        return Some("ptx.vote.bit".to_owned());
    }
    if let Some(ShuffledSum { mode, ty, to_own }) = shuffled_sum(text) {
        let sum = if to_own { "add.own" } else { "add" };
        // Sums of integers are the same with a sign or without.
        return Some(format!(
            "ptx.shfl.sync.{mode}.{sum}.{}",
            ty.replace('s', "u")
        ));
    }
    let text = text.replace(['{', '}'], " ");
    let mut all = text.split(';').map(str::trim).filter(|one| !one.is_empty());
    let one = all.next().filter(|_| all.next().is_none())?;
    let (name, operands) = one.split_once(char::is_whitespace).unwrap_or((one, ""));
    let parts = name.split('.').filter(|part| !LEFT_OUT.contains(part));
    let mut name = String::from("ptx");
    for part in parts {
        name.push('.');
        name.push_str(part);
    }
    let mut expected = 0;
    for operand in operands.split(',').map(str::trim).filter(|o| !o.is_empty()) {
        if let Some(register) = operand.strip_prefix('%') {
            name.push('.');
            name.push_str(register);
            continue;
        }
        // The values of the call, in their order: others stand for something else.
        let number = operand.trim_matches(['[', ']', ' ']).strip_prefix('$')?;
        if number.parse() != Ok(expected) {
            return None;
        }
        expected += 1;
    }
    Some(name)
}

/// Which lanes have a bit of a number as this one has it: CUB's sorting by digits.
const VOTE: &str =
    "and.b32$0,$1,$2;setp.ne.u32p,$0,0;vote.ballot.sync.b32$0,p,0xffffffff;@!pnot.b32$0,$0";

#[cfg(test)]
mod tests {
    use super::instruction;

    #[test]
    fn one_instruction_has_a_name() {
        let cases = [
            ("nanosleep.u32 $0;", Some("ptx.nanosleep.u32")),
            ("{  cvt.rn.f16.f32 $0, $1;}\n", Some("ptx.cvt.rn.f16.f32")),
            ("mov.u32 $0, %lanemask_lt;", Some("ptx.mov.u32.lanemask_lt")),
            ("ld.global.cg.f32 $0, [$1];", Some("ptx.ld.f32")),
            ("rcp.approx.ftz.f32 $0,$1;", Some("ptx.rcp.approx.f32")),
            ("membar.gl;", Some("ptx.membar.gl")),
            (
                "{ .reg .f32 r0; .reg .pred p; shfl.sync.down.b32 r0|p, $1, $2, $3, $5; @p add.f32 r0, r0, $4; mov.f32 $0, r0; }",
                Some("ptx.shfl.sync.down.add.f32"),
            ),
            ("sub.f16 $0, $2, $1;", None),
            ("shl.b32 $0, $1, 3;", None),
            ("neg.f16 $0, $1; abs.f16 $0, $0;", None),
            ("", None),
        ];
        for (text, name) in cases {
            assert_eq!(instruction(text).as_deref(), name, "{text}");
        }
    }
}
