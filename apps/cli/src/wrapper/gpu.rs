//! Which inputs are sources for a GPU.
//!
//! Owns: the languages of device code, and how they are told by names and by `-x`. Must not: know how they are compiled.

use super::arguments::TAKES_VALUE;

/// A language of device code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gpu {
    Cuda,
    Hip,
}

impl Gpu {
    /// As `-x` has it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Gpu::Cuda => "cuda",
            Gpu::Hip => "hip",
        }
    }

    /// That of an input behind `-x`, or without it.
    pub(super) fn of_input(path: &str, language: Option<&str>) -> Option<Self> {
        match language {
            Some(language) => Self::of_name(language),
            None => Self::of_file(path),
        }
    }

    /// That of the first source for a GPU among the words of a command line.
    pub(super) fn of_words(words: &[String]) -> Option<Self> {
        let mut language: Option<&str> = None;
        let mut rest = words.iter().map(String::as_str);
        while let Some(word) = rest.next() {
            match word {
                "-x" => language = rest.next(),
                _ if TAKES_VALUE.contains(&word) => drop(rest.next()),
                _ if word.starts_with("-x") => language = Some(&word[2..]),
                _ if word.starts_with('-') && word != "-" => {}
                input => {
                    let said = language.filter(|language| *language != "none");
                    if let Some(gpu) = Self::of_input(input, said) {
                        return Some(gpu);
                    }
                }
            }
        }
        None
    }

    fn of_name(name: &str) -> Option<Self> {
        [Gpu::Cuda, Gpu::Hip]
            .into_iter()
            .find(|gpu| gpu.name() == name)
    }

    fn of_file(path: &str) -> Option<Self> {
        match path.rsplit_once('.')?.1 {
            "cu" => Some(Gpu::Cuda),
            "hip" => Some(Gpu::Hip),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_found_by_name_or_by_language() {
        let found = |line: &str| {
            let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            Gpu::of_words(&words)
        };
        assert_eq!(found("-c a.c b.cu"), Some(Gpu::Cuda));
        assert_eq!(found("-x hip a.cpp"), Some(Gpu::Hip));
        assert_eq!(found("-xcuda -"), Some(Gpu::Cuda));
        assert_eq!(found("-x hip -x none a.cpp -o a.cu"), None);
        assert_eq!(found("a.o -lcudart"), None);
    }
}
