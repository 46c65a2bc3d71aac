//! The user's arguments of a program with device code.
//!
//! Owns: which of them are sources for a GPU, and which concern devices alone. Must not: run anything.

use super::{FLAG, UNCHECKED};
use crate::exit::Failure;
use crate::wrapper::arguments::TAKES_VALUE;
use crate::wrapper::gpu::Gpu;
use std::ffi::OsString;

/// A source for a GPU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Source {
    pub(super) path: String,
    pub(super) gpu: Gpu,
}

/// One thing in the user's arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A flag with its values.
    Flag(Vec<OsString>),
    Gpu(Source),
    /// Another input, or a library, with the language that `-x` says.
    Other {
        path: OsString,
        language: Option<OsString>,
    },
}

/// All of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) items: Vec<Item>,
    pub(super) output: Option<OsString>,
    /// Whether it ends with object files.
    pub(super) compiles: bool,
    /// Whether accesses are checked.
    pub(super) checked: bool,
    /// The level of optimisation of device code.
    pub(super) level: u8,
    /// Whether the user says which debug information there is.
    pub(super) debugs: bool,
    /// The compute capability of CUDA for which device code is compiled, times ten.
    pub(super) capability: u32,
}

/// The lowest for which all that blocks do together has a meaning: headers have ways for later ones that the emulator does not have.
const CAPABILITY: u32 = 70;

/// Libraries of devices, in whose place is ours.
const REPLACED: [&str; 5] = [
    "-lcudart",
    "-lcudart_static",
    "-lcudadevrt",
    "-lcuda",
    "-lamdhip64",
];

/// What says for which device code is.
const ARCHITECTURES: [&str; 2] = ["--offload-arch=", "--cuda-gpu-arch="];

/// What cannot be done together with it, and what can be done instead.
const REFUSED: [(&str, &str); 8] = [
    (
        "-fgpu-rdc",
        "define device functions in the files that call them",
    ),
    (
        "--cuda-device-only",
        "`enzyme-rs emulate` takes IR of the device alone",
    ),
    (
        "--offload-device-only",
        "`enzyme-rs emulate` takes IR of the device alone",
    ),
    ("--cuda-host-only", "leave it out"),
    ("--offload-host-only", "leave it out"),
    ("-S", "-c makes object files"),
    ("-E", "preprocess without --emulate-gpu"),
    (
        "-fsanitize=thread",
        "the emulator checks device code; leave it out, or the emulator",
    ),
];

/// Whether a flag says something of devices alone, which compilers have no use for where they only link.
pub(super) fn is_of_devices(flag: &[OsString]) -> bool {
    const STARTS: [&str; 8] = [
        "--cuda-",
        "--rocm",
        "--hip-",
        "--no-cuda",
        "-nogpu",
        "-nocuda",
        "--libomptarget",
        "-fcuda-",
    ];
    let word = flag
        .first()
        .map(|word| word.to_string_lossy().into_owned())
        .unwrap_or_default();
    STARTS.iter().any(|start| word.starts_with(start))
}

impl Line {
    /// Reads the words of a command line.
    pub(super) fn read(words: &[String]) -> Result<Self, Failure> {
        let mut line = Line {
            checked: true,
            level: 1,
            capability: CAPABILITY,
            ..Line::default()
        };
        let mut language: Option<String> = None;
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let mut value = || rest.next().cloned().unwrap_or_default();
            match word.as_str() {
                FLAG => {}
                UNCHECKED => line.checked = false,
                "-c" => line.compiles = true,
                "-o" => line.output = Some(value().into()),
                "-x" => language = Some(value()),
                w if w.starts_with("-o") => line.output = Some(w[2..].into()),
                w if w.starts_with("-x") => language = Some(w[2..].to_owned()),
                w if TAKES_VALUE.contains(&w) => {
                    let flag = vec![w.into(), value().into()];
                    line.items.push(Item::Flag(flag));
                }
                w if w.starts_with('-') && w != "-" => line.flag(w)?,
                w => line.input(w, language.as_deref()),
            }
        }
        line.expect_objects()?;
        Ok(line)
    }

    /// Host code and device code of a source become one object file, which is none for -flto.
    fn expect_objects(&self) -> Result<(), Failure> {
        let lto = |word: &&OsString| word.to_string_lossy().starts_with("-flto");
        match self.flags().find(lto) {
            Some(flag) if self.sources().next().is_some() => {
                let message = format!(
                    "{} cannot be used with {FLAG} for sources of CUDA and HIP",
                    flag.display()
                );
                Err(Failure::usage(message)
                    .help("leave it out, and let a hook stand in the file that defines its function, or that function in a header"))
            }
            _ => Ok(()),
        }
    }

    fn flag(&mut self, word: &str) -> Result<(), Failure> {
        if let Some((_, help)) = REFUSED.iter().find(|(refused, _)| *refused == word) {
            return Err(Failure::usage(format!("{word} cannot be used with {FLAG}")).help(*help));
        }
        if REPLACED.contains(&word) {
            return Ok(());
        }
        if let Some(device) = ARCHITECTURES.iter().find_map(|a| word.strip_prefix(a)) {
            self.capability = capability(device).unwrap_or(self.capability);
            return Ok(());
        }
        if let Some(level) = word.strip_prefix("-O") {
            self.level = level_of(level);
        }
        self.debugs |= word.starts_with("-g") && word != "-g0";
        // Libraries and the linker's flags keep their places among the inputs.
        self.items.push(Item::Flag(vec![word.into()]));
        Ok(())
    }

    fn input(&mut self, path: &str, language: Option<&str>) {
        let language = language.filter(|language| *language != "none");
        self.items.push(match Gpu::of_input(path, language) {
            Some(gpu) => Item::Gpu(Source {
                path: path.to_owned(),
                gpu,
            }),
            None => Item::Other {
                path: path.into(),
                language: language.map(OsString::from),
            },
        });
    }

    /// Sources for a GPU.
    pub(super) fn sources(&self) -> impl Iterator<Item = &Source> {
        self.items.iter().filter_map(|item| match item {
            Item::Gpu(source) => Some(source),
            Item::Flag(_) | Item::Other { .. } => None,
        })
    }

    /// How many inputs there are.
    pub(super) fn inputs(&self) -> usize {
        let inputs = self
            .items
            .iter()
            .filter(|item| !matches!(item, Item::Flag(_)));
        inputs.count()
    }

    /// Flags for compiling.
    pub(super) fn flags(&self) -> impl Iterator<Item = &OsString> {
        let flags = self.items.iter().filter_map(|item| match item {
            Item::Flag(flag) => Some(flag),
            Item::Gpu(_) | Item::Other { .. } => None,
        });
        flags.flatten()
    }
}

/// That of `sm_80` or `sm_90a`. Devices of AMD have none.
fn capability(device: &str) -> Option<u32> {
    let number = device.strip_prefix("sm_")?;
    number
        .trim_end_matches(|c: char| !c.is_ascii_digit())
        .parse()
        .ok()
}

/// The level that `-O` says.
fn level_of(word: &str) -> u8 {
    match word {
        "0" => 0,
        "" | "1" | "g" => 1,
        "3" | "4" | "fast" => 3,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Line {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        Line::read(&words).unwrap()
    }

    #[test]
    fn sources_for_a_gpu_are_known_by_name_or_by_language() {
        let all = line("--emulate-gpu a.cu b.cpp -x hip c.cpp -x none d.o e.hip -o p -O3 -lm");
        let sources: Vec<_> = all.sources().map(|s| (s.path.as_str(), s.gpu)).collect();
        assert_eq!(
            sources,
            [
                ("a.cu", Gpu::Cuda),
                ("c.cpp", Gpu::Hip),
                ("e.hip", Gpu::Hip)
            ]
        );
        assert_eq!(all.inputs(), 5);
        assert_eq!(all.output, Some("p".into()));
        assert_eq!((all.level, all.compiles, all.checked), (3, false, true));
        assert!(!line("--emulate-gpu=unchecked -c a.cu").checked);
        assert_eq!(all.capability, 70);
        assert_eq!(
            line("a.cu --offload-arch=gfx90a --cuda-gpu-arch=sm_90a").capability,
            90
        );
    }

    #[test]
    fn links_have_object_files_in_their_places() {
        let all = line("a.cu -lcudart --offload-arch=sm_80 --cuda-path=/c -L/l b.c -lm");
        let words = all.plain(|_| Some("0.o".into()));
        assert_eq!(
            words,
            ["-x", "none", "0.o", "-L/l", "-x", "none", "b.c", "-lm"]
        );
    }

    #[test]
    fn what_makes_no_sense_together_is_refused() {
        for flag in [
            "-fgpu-rdc",
            "-S",
            "-E",
            "--cuda-host-only",
            "-fsanitize=thread",
            "-flto",
            "-flto=full",
        ] {
            let words = ["--emulate-gpu", flag, "a.cu"].map(str::to_owned);
            let failure = Line::read(&words).unwrap_err();
            assert!(failure.message.contains(flag), "{}", failure.message);
            assert!(!failure.help.is_empty());
        }
        // Of other files alone, it is the linker's affair.
        line("--emulate-gpu -flto a.cpp b.o");
    }
}
