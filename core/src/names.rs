//! Names of functions as the source has them.
//!
//! Owns: which words of a text are symbols of compilers, and how Fortran's are made. C++'s and Rust's are read by LLVM.
//! Must not: know what a text says.

use enzyme_llvm_shim::analyses::demangled;

/// A text with the names of functions in the place of their symbols. What follows a symbol's first full stop says which derivative of it is meant, and stays.
pub(crate) fn readable(text: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
    let mut readable = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(begin) = rest.find(is_word) {
        let (before, from) = rest.split_at(begin);
        let end = from.find(|c| !is_word(c)).unwrap_or(from.len());
        let (word, behind) = from.split_at(end);
        readable.push_str(before);
        readable.push_str(&of_symbol(word));
        rest = behind;
    }
    readable + rest
}

fn of_symbol(word: &str) -> String {
    let (symbol, suffix) = word.split_at(word.find('.').unwrap_or(word.len()));
    let name = match symbol.strip_prefix("_Q") {
        Some(parts) => of_fortran(parts),
        None if symbol.starts_with("_Z") || symbol.starts_with("_R") => demangled(symbol),
        None => None,
    };
    name.map_or_else(|| word.to_owned(), |name| name + suffix)
}

/// What flang calls the main program, behind the `_Q` of all its symbols.
const MAIN_PROGRAM: &str = "Qmain";

/// `MmoduleFhostPprocedure` is `module::host::procedure`: names are in lower case, with a letter before each that says what it is the name of.
fn of_fortran(parts: &str) -> Option<String> {
    if parts == MAIN_PROGRAM {
        return Some("main program".to_owned());
    }
    let is_known = |c: char| matches!(c, 'M' | 'S' | 'F' | 'P');
    let mut names = parts.split(|c: char| c.is_ascii_uppercase());
    let known = parts.chars().filter(char::is_ascii_uppercase).all(is_known);
    let first = names.next()?;
    let names: Vec<&str> = names.collect();
    let complete = first.is_empty() && !names.is_empty() && !names.contains(&"");
    (known && complete).then(|| names.join("::"))
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn symbols_become_names_and_all_else_stays() {
        for (text, expected) in [
            (
                "`_Z1fPKdPdi` calls `_ZN4mesh4moveERd.rev`, and `f_`",
                "`f` calls `mesh::move.rev`, and `f_`",
            ),
            (
                "_QMheatPstep, _QMheatFstepPflux and _QPmain of `_QQmain`",
                "heat::step, heat::step::flux and main of `main program`",
            ),
            ("_RNvCs1234_4main1f", "main::f"),
            ("_Z and `_Zq7`, 3.5 % of é", "_Z and `_Zq7`, 3.5 % of é"),
            (
                "@_ZZ4pushR4MeshENKUliE_clEi(i32 %3)",
                "@push(Mesh&)::'lambda'(int)::operator()(i32 %3)",
            ),
        ] {
            assert_eq!(readable(text), expected);
        }
    }
}
