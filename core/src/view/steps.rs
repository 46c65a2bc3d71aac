//! Functions that the preparation makes of parts of others: how they are told from those of the program.
//!
//! Owns: the attributes that it gives them. Must not: know how they are made.

use enzyme_llvm_shim::ir::Value;

/// The attribute of functions of steps that a reverse pass runs again from checkpoints.
pub(crate) const STEPS: &str = "enzyme_rs_steps";

/// The attribute of functions that are an iteration of a loop.
pub(crate) const TILE: &str = "enzyme_rs_tile";

/// The attribute of functions that each worker of a team runs; it names the function that starts the team.
pub(crate) const TEAM: &str = "enzyme_rs_team";

/// The attribute of such functions that names what the program's own team runs.
pub(crate) const REGION: &str = "enzyme_rs_region";

/// The attribute of functions that start the program's own team for such a function.
pub(crate) const START: &str = "enzyme_rs_start";

/// The attribute of functions that are tasks of a team; it names the function that hands them in.
pub(crate) const TASK: &str = "enzyme_rs_task";

/// The attribute of functions of teams that lists parameters, by position, which alone lead to a variable of the caller's.
pub(crate) const ALONE: &str = "enzyme_rs_alone";

/// The attributes of such functions that list pairs of parameters, by position, which lead to memory that never overlaps: as far as it is written,
/// and whatever is done with it.
pub(crate) const APART: &str = "enzyme_rs_apart";
pub(crate) const DISTINCT: &str = "enzyme_rs_distinct";

/// What that attribute says of steps that are the iterations of a loop with a mark.
pub(crate) const MARKED: &str = "marked";

/// Whether a function is one of steps, and then whether they are the iterations of a loop with a mark.
pub(crate) fn marked(function: Value) -> Option<bool> {
    let said = function.string_attribute(STEPS)?;
    Some(said == MARKED)
}

/// Whether a function is one of steps.
pub(crate) fn is_steps(function: Value) -> bool {
    function.has_string_attribute(STEPS)
}

/// Parameters that alone lead to a variable of the caller's.
pub(crate) fn alone(function: Value) -> Vec<u32> {
    let said = function.string_attribute(ALONE).unwrap_or_default();
    said.split(',')
        .filter_map(|word| word.parse().ok())
        .collect()
}

/// Pairs of parameters of which one of these attributes speaks.
pub(crate) fn pairs(function: Value, key: &str) -> Vec<(u32, u32)> {
    let said = function.string_attribute(key).unwrap_or_default();
    let pair = |word: &str| {
        let (one, other) = word.split_once('-')?;
        Some((one.parse().ok()?, other.parse().ok()?))
    };
    said.split(',').filter_map(pair).collect()
}

/// The function of a library that starts a team of workers for this one, if it is run by a team.
pub(crate) fn starter(function: Value) -> Option<String> {
    function.string_attribute(TEAM)
}

/// The function of a library that hands in this one as a task, if it is one.
pub(crate) fn hands_in(function: Value) -> Option<String> {
    function.string_attribute(TASK)
}

/// Whether a function is an iteration of a loop.
pub(crate) fn is_tile(function: Value) -> bool {
    function.has_string_attribute(TILE)
}
