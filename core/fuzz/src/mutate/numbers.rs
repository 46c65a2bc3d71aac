//! Whether a mutant that was differentiated gives right numbers. Owns which mutants can be asked, and running them;
//! must not judge numbers (see `probe`).

use std::io;
use std::path::Path;

use super::text::Text;
use crate::oracle::Expected;
use crate::probe::{self, Judgement};
use crate::run::limited;

/// Seconds a mutant may run.
const LIMIT: u64 = 2;

/// Passes that look at one function alone: what they note of a function may be wrong of its mutant, but they note
/// nothing in its declaration.
pub(super) const PASSES: &str = "function(sroa,instcombine<no-verify-fixpoint>,simplifycfg,early-cse,loop-mssa(loop-rotate,licm),gvn,dse),instnamer";

/// Whether a mutant is as defined as its module, by its text.
pub(super) fn comparable(module: &Text, mutant: &Text) -> bool {
    let undefined = |text: &Text| {
        let all = text.print();
        all.matches("poison").count() + all.matches("undef").count()
    };
    undefined(module) == undefined(mutant)
}

/// Runs what the engine made of a mutant. Of a mutant that does what is not defined nothing is asked.
pub(super) fn judge(
    clang: &str,
    (mutant, result): (&Path, &Path),
    expected: &Expected,
) -> io::Result<Judgement> {
    let binary = result.with_extension("bin");
    let (file, program) = (result.display(), binary.display());
    let command = format!("{clang} -O1 -w '{file}' -o '{program}' -lm && exec '{program}'");
    let output = limited(LIMIT, &command)?;
    let judgement = probe::judge(&String::from_utf8_lossy(&output.stdout), expected);
    match judgement {
        Judgement::Wrong(_) if !is_defined(clang, mutant, &binary)? => Ok(Judgement::Undecided),
        _ => Ok(judgement),
    }
}

/// Whether valgrind has nothing to say of the values alone, in which no derivative is called.
fn is_defined(clang: &str, mutant: &Path, binary: &Path) -> io::Result<bool> {
    let command = format!(
        "{clang} -O0 -w -Wl,--unresolved-symbols=ignore-all '{}' -o '{binary}' -lm && \
         exec valgrind -q --error-exitcode=9 '{binary}' values",
        mutant.display(),
        binary = binary.display(),
    );
    Ok(limited(10 * LIMIT, &command)?.status.success())
}
