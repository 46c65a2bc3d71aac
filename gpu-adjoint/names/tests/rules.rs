//! The names against those that the rules know: both say what the vendors' functions compute.
//!
//! Owns: that they agree. Must not: know a derivative.

use enzyme_gpu_names::find;
use enzyme_rules::family::symbols;
use enzyme_rules::{Spelling, families};

/// What a family is called here: arithmetic has names of its own.
fn computes(family: &str) -> &str {
    let mut rounded = families::ROUNDED.iter();
    match family {
        "fdiv" => "div",
        family => rounded
            .find(|(_, of)| *of == family)
            .map_or(family, |(name, _)| name),
    }
}

#[test]
fn what_both_know_computes_the_same() {
    let mut both = 0;
    for (symbol, member) in symbols() {
        if !matches!(member.style, Spelling::Libdevice | Spelling::Ocml) {
            continue;
        }
        // Rules are made from families: some of the names that follow no library has.
        let Some(function) = find(symbol) else {
            continue;
        };
        both += 1;
        let same = function.computes == computes(member.family);
        let quotient = function.computes == "fdivide" && member.family == "fdiv";
        assert!(
            same || quotient,
            "{symbol}: {} here, {} there",
            function.computes,
            member.family
        );
    }
    assert!(both > 300, "{both} names in common");
}
