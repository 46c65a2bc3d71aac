//! Inline assembly that is one instruction, as CUDA's headers have it, or a shuffle with a sum, as those of CUB do: a call of a function of the device
//! library.
//!
//! Owns: how its text is read. Must not: know what an instruction does.

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
    if let Some(name) = of_cub(text) {
        return Some(name);
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

/// What CUB has of several instructions: mostly a shuffle, and the sum of what it gives if the other lane is one of the warp's.
fn of_cub(text: &str) -> Option<String> {
    let words: String = text.split_whitespace().collect();
    let words = words.trim_matches(['{', '}']);
    // What declares registers says nothing.
    let instructions = words.split(';').filter(|one| !one.starts_with(".reg"));
    let instructions: Vec<&str> = instructions.filter(|one| !one.is_empty()).collect();
    let written = instructions.join(";");
    if written == VOTE {
        return Some("ptx.vote.bit".to_owned());
    }
    for mode in ["up", "down"] {
        for ty in ["s32", "u32", "f32", "s64", "u64", "f64"] {
            // Sums of integers are the same with a sign or without.
            let name = |sum: &str| format!("ptx.shfl.sync.{mode}.{sum}.{}", ty.replace('s', "u"));
            if written == as_written(mode, ty) {
                return Some(name("add"));
            }
            if written == with_own(mode, ty) {
                return Some(name("add.own"));
            }
        }
    }
    None
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
    use super::instruction;

    #[test]
    fn a_shuffle_with_a_sum_is_one_function() {
        let text = |sum: &str| {
            format!(
                "{{  .reg .s32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  {sum} r0, r0, $4;  mov.s32 $0, r0;}}"
            )
        };
        let name = instruction(&text("@p add.s32"));
        assert_eq!(name.as_deref(), Some("ptx.shfl.sync.up.add.u32"));
        assert_eq!(instruction(&text("@!p add.s32")), None);
        assert_eq!(instruction(&text("@p min.s32")), None);
    }

    #[test]
    fn one_instruction_has_a_name() {
        let cases = [
            ("nanosleep.u32 $0;", Some("ptx.nanosleep.u32")),
            ("{  cvt.rn.f16.f32 $0, $1;}\n", Some("ptx.cvt.rn.f16.f32")),
            ("mov.u32 $0, %lanemask_lt;", Some("ptx.mov.u32.lanemask_lt")),
            ("ld.global.cg.f32 $0, [$1];", Some("ptx.ld.f32")),
            ("rcp.approx.ftz.f32 $0,$1;", Some("ptx.rcp.approx.f32")),
            ("membar.gl;", Some("ptx.membar.gl")),
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
