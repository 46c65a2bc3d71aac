//! Names of functions as the source has them.
//!
//! Owns: which words of a text are symbols of compilers, and how Fortran's are made. C++'s and Rust's are read by LLVM.
//! Must not: know what a text says.

use enzyme_llvm_shim::analyses::demangled;

/// A text with the names of functions in the place of their symbols. What follows a symbol's first full stop says which derivative of it is meant, and stays.
/// `externals` are symbols of Fortran's procedures outside modules: flang adds an underscore to their names.
pub(crate) fn readable(text: &str, externals: &[String]) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
    let mut readable = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(begin) = rest.find(is_word) {
        let (before, from) = rest.split_at(begin);
        let end = from.find(|c| !is_word(c)).unwrap_or(from.len());
        let (word, behind) = from.split_at(end);
        readable.push_str(before);
        let quoted = before.ends_with('`') && behind.starts_with('`');
        readable.push_str(&of_symbol(word, externals, quoted));
        rest = behind;
    }
    readable + rest
}

fn of_symbol(word: &str, externals: &[String], quoted: bool) -> String {
    let (symbol, suffix) = word.split_at(word.find('.').unwrap_or(word.len()));
    if let Some(parts) = symbol.strip_prefix("_Q") {
        let name = Fortran::read(parts);
        return name.map_or_else(|| word.to_owned(), |name| name.say(suffix, quoted));
    }
    let name = match symbol {
        _ if symbol.starts_with("_Z") || symbol.starts_with("_R") => demangled(symbol),
        _ if externals.iter().any(|external| external == symbol) => {
            symbol.strip_suffix('_').map(str::to_owned)
        }
        _ => None,
    };
    let name = name.map(|name| match passed_on(&name) {
        Some(function) => function.to_owned(),
        None => name,
    });
    let text = name.map_or_else(|| word.to_owned(), |name| name + suffix);
    match launches(symbol) {
        true => text.replacen(LAUNCHES, "", 1),
        false => text,
    }
}

/// What clang puts in front of the name of a kernel: that is what the function of the host is called that launches it.
const LAUNCHES: &str = "__device_stub__";

/// Whether a symbol is that of a function which the compiler has made for launching a kernel.
pub(crate) fn launches(symbol: &str) -> bool {
    let begins = |text: &str| text.starts_with(LAUNCHES);
    // In a name of C++, the number of its letters stands in front.
    let digits = |text: &str| {
        text.find(LAUNCHES)
            .is_some_and(|at| text[..at].ends_with(|c: char| c.is_ascii_digit()))
    };
    begins(symbol) || symbol.starts_with("_Z") && digits(symbol)
}

/// How the names of hooks, assertions and registrations begin.
const OURS: &str = "__enzyme_";

/// What stands behind the beginning of a name of ours, if a symbol is one. Mangled names count; the function that launches a kernel called `enzyme_…` is none.
pub fn own(symbol: &str) -> Option<&str> {
    let of_kernel = launches(symbol);
    let own = symbol.split_once(OURS).filter(|_| !of_kernel);
    own.map(|(_, tail)| tail)
}

/// How functions of our C++ interface are called that only pass on what another function is given; that one is their first argument.
const PASSES_ON: &str = "enzyme_rs::detail::Call<";

/// How the interface wraps a function's address, and the type of what is called as a function.
const NAMED: &str = "enzyme_rs::detail::Named<&";
const CALLED: &str = "enzyme_rs::detail::Called<";

/// The function that the user has passed to our C++ interface, if this is the interface's own around it.
fn passed_on(name: &str) -> Option<&str> {
    let given = first_argument(name.strip_prefix(PASSES_ON)?)?;
    let wrapped = [NAMED, CALLED]
        .iter()
        .find_map(|wrap| given.strip_prefix(wrap));
    first_argument(wrapped?)
}

/// What stands in front of the comma or bracket that ends the first argument of a template.
fn first_argument(text: &str) -> Option<&str> {
    let mut open = 0;
    let end = text.find(|c| {
        open += i32::from(matches!(c, '<' | '(' | '{')) - i32::from(matches!(c, '>' | ')' | '}'));
        open < 0 || (open == 0 && c == ',')
    });
    text.get(..end?)
}

/// What flang calls the main program, behind the `_Q` of all its symbols.
const MAIN_PROGRAM: &str = "Qmain";

/// A name, and those that it is within, each behind the letter that flang puts before it: `MmoduleSsubmoduleFhostPprocedure`.
/// Names are in lower case.
struct Fortran<'a> {
    outer: Vec<(char, &'a str)>,
    name: &'a str,
}

impl<'a> Fortran<'a> {
    fn read(parts: &'a str) -> Option<Self> {
        if parts == MAIN_PROGRAM {
            return Some(Self {
                outer: Vec::new(),
                name: "main program",
            });
        }
        let mut outer: Vec<(char, &str)> = Vec::new();
        let mut rest = parts;
        while let Some(kind) = rest.chars().next() {
            let from = rest.strip_prefix(['M', 'S', 'F', 'P'])?;
            let end = from.find(|c: char| c.is_ascii_uppercase());
            let (name, behind) = from.split_at(end.unwrap_or(from.len()));
            if name.is_empty() {
                return None;
            }
            outer.push((kind, name));
            rest = behind;
        }
        let (_, name) = outer.pop()?;
        Some(Self { outer, name })
    }

    /// As a sentence has it where it is quoted, else as one word.
    fn say(&self, suffix: &str, quoted: bool) -> String {
        let outer = self.outer.iter();
        if !quoted {
            let outer = outer.map(|(_, name)| format!("{name}::"));
            return outer.collect::<String>() + self.name + suffix;
        }
        let within = outer.rev().map(|(kind, name)| match kind {
            'M' => format!("` of module `{name}"),
            'S' => format!("` of submodule `{name}"),
            _ => format!("` in `{name}"),
        });
        format!("{}{suffix}", self.name) + &within.collect::<String>()
    }
}

#[cfg(test)]
mod tests {
    use super::{own, readable};

    #[test]
    fn names_of_ours_are_found_and_kernels_are_none() {
        assert_eq!(own("__enzyme_autodiff"), Some("autodiff"));
        assert_eq!(own("_Z17__enzyme_fwddiffPv"), Some("fwddiffPv"));
        for kernel in [
            "_Z29__device_stub__enzyme_iteratePdi",
            "__device_stub__enzyme_iterate",
            "_Z14enzyme_iteratePdi",
        ] {
            assert_eq!(own(kernel), None, "{kernel}");
        }
    }

    #[test]
    fn symbols_become_names_and_all_else_stays() {
        let externals = ["smooth_".to_owned()];
        for (text, expected) in [
            (
                "`_Z1fPKdPdi` calls `_ZN4mesh4moveERd.rev`, and `f_`",
                "`f` calls `mesh::move.rev`, and `f_`",
            ),
            (
                "_QMheatPstep, _QMheatFstepPflux and _QPmain of `_QQmain`",
                "heat::step, heat::step::flux and main of `main program`",
            ),
            (
                "`_QMheatPstep.rev` calls `_QMheatSinnerFstepPflux`, `_QFhostPinner`, `_QPalone`",
                "`step.rev` of module `heat` calls `flux` in `step` of submodule `inner` of module `heat`, \
                 `inner` in `host`, `alone`",
            ),
            (
                "`_QMheat2P` and `_QBdata` and `_Q`",
                "`_QMheat2P` and `_QBdata` and `_Q`",
            ),
            (
                "`smooth_` and `smooth_.rev`, not `other_` or `smooth__`",
                "`smooth` and `smooth.rev`, not `other_` or `smooth__`",
            ),
            ("_RNvCs1234_4main1f", "main::f"),
            (
                "`_Z19__device_stub__stepPd` and `__device_stub__plain` launch, `___device_stub__` not",
                "`step` and `plain` launch, `___device_stub__` not",
            ),
            ("_Z and `_Zq7`, 3.5 % of é", "_Z and `_Zq7`, 3.5 % of é"),
            (
                "`_ZN9enzyme_rs6detail4CallINS0_5NamedIXadL_ZNK4Data6misfitERKSt6vectorIdSaIdEEEEEEdJNS0_2AtIRS3_EENSA_IRS6_EEEE5valueEPS3_PS6_.rev`",
                "`Data::misfit(std::vector<double, std::allocator<double>> const&) const.rev`",
            ),
            (
                "_ZN9enzyme_rs6detail4CallINS0_6CalledIZ4mainE3$_0EEdJNS0_2AtIRS3_EENS0_5ValueIdEEEE5valueEPS3_d",
                "main::$_0",
            ),
            (
                "@_ZZ4pushR4MeshENKUliE_clEi(i32 %3)",
                "@push(Mesh&)::'lambda'(int)::operator()(i32 %3)",
            ),
        ] {
            assert_eq!(readable(text, &externals), expected);
        }
    }
}
