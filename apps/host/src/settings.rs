//! The engine's options as text: `inline-limit=0,print-plans`.
//!
//! A compiler hands no arguments to a pass plugin that is loaded with `-fpass-plugin=`, so the
//! plugin is steered by the environment variable [`VARIABLE`]. The command line translates its
//! flags into the same text when it starts a compiler.
//!
//! Owns: the names of the settings, their values and the messages about wrong ones.
//! Must not: read the environment itself, or give an option a meaning.

use crate::message::Message;
use enzyme_core::Options;
use std::path::PathBuf;

/// The environment variable that the plugin reads.
pub const VARIABLE: &str = "ENZYME_RS_OPTIONS";

/// The setting that device code is compiled with which runs under a checker.
pub const DEVICE_CHECKER: &str = "device-checker";

/// Options of the engine and of the shell around it.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// What the engine is told.
    pub options: Options,
    /// Say on standard error which modules the pass sees and what it did to them.
    pub trace: bool,
    /// Print the IR instruction that a message is about where a line of the source says it as well.
    pub show_ir: bool,
    /// Where to write what derivatives keep, as JSON: a file, or a folder, for a file of each module there.
    pub report: Option<PathBuf>,
    /// Print the line of the source in messages; `None`: where the compiler does not.
    pub excerpts: Option<bool>,
    /// Libraries of devices, to be linked behind the differentiation, in this order.
    pub device_libraries: Vec<DeviceLibrary>,
    /// Keep LLVM from reading memory in device code where the program does not: a checker would report it.
    pub device_checker: bool,
    /// Break on purpose, so that the way of a crash report can be tried.
    pub provoke_crash: bool,
}

/// A file of bitcode with functions that device code calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceLibrary {
    /// The one device that it is for, as compilers name it; `None`: all.
    pub device: Option<String>,
    /// Where it is.
    pub file: PathBuf,
}

impl DeviceLibrary {
    /// The name of the setting.
    pub const SETTING: &'static str = "device-library";

    /// As a value of the setting: a file, or a device, a colon and a file.
    fn of_value(value: &str) -> Self {
        let (device, file) = match value.split_once(':') {
            Some((device, file)) if !device.contains('/') => (Some(device.to_owned()), file),
            _ => (None, value),
        };
        let file = file.into();
        Self { device, file }
    }
}

/// One setting: its name, what it does, and how it is applied.
pub struct Setting {
    /// As written by the user.
    pub name: &'static str,
    /// One line.
    pub meaning: &'static str,
    apply: Apply,
}

#[derive(Clone, Copy)]
enum Apply {
    Switch(fn(&mut Settings, bool)),
    Number(fn(&mut Settings, usize)),
    File(fn(&mut Settings, PathBuf)),
    Library(fn(&mut Settings, DeviceLibrary)),
    Pattern(fn(&mut Settings, String)),
}

/// All settings, in the order in which they are listed to the user.
pub const SETTINGS: &[Setting] = &[
    Setting {
        name: "inline-limit",
        meaning: "inline callees until the function to be differentiated has this many \
                  instructions; 0 keeps every call",
        apply: Apply::Number(|s, value| s.options.inline_limit = value),
    },
    Setting {
        name: "inline-growth",
        meaning: "inline callees that are called at several places until the function is this many \
                  times as large as it was",
        apply: Apply::Number(|s, value| s.options.inline_growth = value),
    },
    Setting {
        name: "optimize",
        meaning: "optimise the generated functions",
        apply: Apply::Switch(|s, on| s.options.optimize = on),
    },
    Setting {
        name: "minimum-cut",
        meaning: "choose what to keep for the reverse pass by a minimum cut",
        apply: Apply::Switch(|s, on| s.options.minimum_cut = on),
    },
    Setting {
        name: "combine-calls",
        meaning: "run a call's primal and adjoint together in the reverse pass where that is legal",
        apply: Apply::Switch(|s, on| s.options.combine_calls = on),
    },
    Setting {
        name: "tile-loops",
        meaning: "run loops forward and reversed iteration by iteration in the reverse pass where that spares the tape",
        apply: Apply::Switch(|s, on| s.options.tile_loops = on),
    },
    Setting {
        name: "carry-adjoints",
        meaning: "carry the adjoints of neighbouring array elements from iteration to iteration",
        apply: Apply::Switch(|s, on| s.options.carry_adjoints = on),
    },
    Setting {
        name: "share-nests",
        meaning: "make one function of nests of loops that are equal in a generated function",
        apply: Apply::Switch(|s, on| s.options.share_nests = on),
    },
    Setting {
        name: "runtime-activity",
        meaning: "take memory that is its own shadow for inactive, in every derivative",
        apply: Apply::Switch(|s, on| s.options.runtime_activity = on),
    },
    Setting {
        name: "atomic-add",
        meaning: "add atomically to shadows that several threads may share, in every derivative",
        apply: Apply::Switch(|s, on| s.options.atomic_add = on),
    },
    Setting {
        name: "plain-additions",
        meaning: "in launched kernels whose threads have elements of their own, ask whether to add plainly also where an atomic addition is one instruction",
        apply: Apply::Switch(|s, on| s.options.plain_additions = on),
    },
    Setting {
        name: "device-shadows",
        meaning: "in launched kernels, shadows of shared memory lie in memory of the device, also where they may fit beside it",
        apply: Apply::Switch(|s, on| s.options.device_shadows = on),
    },
    Setting {
        name: "check-exclusive",
        meaning: "derivatives find out when they run whether what is marked by enzyme_rs_exclusive is one worker's",
        apply: Apply::Switch(|s, on| s.options.check_exclusive = on),
    },
    Setting {
        name: "check-hooks",
        meaning: "compare gradients with tangents and differences where the program asks for them: \
                  `enzyme-rs verify --in-place` reads what comes out",
        apply: Apply::Switch(|s, on| s.options.check_hooks = on),
    },
    Setting {
        name: "virtual-calls",
        meaning: "call derivatives through the shadows of function pointers where the functions are \
                  not known (always so in a file that names __enzyme_virtualreverse or \
                  __enzyme_virtualforward)",
        apply: Apply::Switch(|s, on| s.options.virtual_calls = on),
    },
    Setting {
        name: "verify",
        meaning: "run LLVM's verifier on every generated function",
        apply: Apply::Switch(|s, on| s.options.verify = on),
    },
    Setting {
        name: "print-plans",
        meaning: "print for every generated function what is kept and what is recomputed",
        apply: Apply::Switch(|s, on| s.options.print_plans = on),
    },
    Setting {
        name: "report",
        meaning: "write to this file, or into this folder, what every generated function keeps, and why, as JSON: \
                  `enzyme-rs report` shows it",
        apply: Apply::File(|s, path| {
            s.options.report = true;
            s.report = Some(path);
        }),
    },
    Setting {
        name: DeviceLibrary::SETTING,
        meaning: "link what device code needs of this bitcode, such as libdevice, behind the differentiation, for one device or for all; \
                  several in their order; the wrappers say it themselves",
        apply: Apply::Library(|s, library| s.device_libraries.push(library)),
    },
    Setting {
        name: "mark-kernels",
        meaning: "differentiate launches of kernels of CUDA and HIP whose names are so as if the source marked them, `*` for any text, such as `RAJA::*`; \
                  several in turn; where a derivative cannot be had, a launch that is differentiated says why",
        apply: Apply::Pattern(|s, pattern| s.options.mark_kernels.push(pattern)),
    },
    Setting {
        name: DEVICE_CHECKER,
        meaning: "device code runs under a checker of races: LLVM reads nothing ahead in it that the program may not come to; \
                  `--emulate-gpu` says it itself",
        apply: Apply::Switch(|s, on| s.device_checker = on),
    },
    Setting {
        name: "file-by-file",
        meaning: "advise no -flto where a function of another file is missing; the wrappers say it with --emulate-gpu, which has none",
        apply: Apply::Switch(|s, on| s.options.file_by_file = on),
    },
    Setting {
        name: "show-ir",
        meaning: "print LLVM's instruction in messages that have a line of the source",
        apply: Apply::Switch(|s, on| s.show_ir = on),
    },
    Setting {
        name: "excerpts",
        meaning: "print the line of the source in messages; if neither is said, where the compiler that loads the plugin does not",
        apply: Apply::Switch(|s, on| s.excerpts = Some(on)),
    },
    Setting {
        name: "trace",
        meaning: "say on standard error which modules the pass sees",
        apply: Apply::Switch(|s, on| s.trace = on),
    },
    Setting {
        name: "provoke-crash",
        meaning: "break on purpose, to try how a crash is reported",
        apply: Apply::Switch(|s, on| s.provoke_crash = on),
    },
];

/// A setting that does not exist or has no such value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingError {
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: String,
}

impl SettingError {
    /// As a message.
    pub fn shown(&self) -> Message {
        Message::error(&*self.message).help(&*self.help)
    }
}

impl Settings {
    /// Reads `name`, `name=value`, `no-name`, separated by commas.
    ///
    /// # Errors
    /// Names the first setting that does not exist or whose value does not fit, and the remedy.
    pub fn parse(text: &str) -> Result<Self, SettingError> {
        let mut settings = Self::default();
        for part in text
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
        {
            settings.apply(part)?;
        }
        Ok(settings)
    }

    fn apply(&mut self, part: &str) -> Result<(), SettingError> {
        let (name, value) = match part.split_once('=') {
            Some((name, value)) => (name.trim(), Some(value.trim())),
            None => (part, None),
        };
        if let Some(setting) = find(name) {
            return self.set(setting, value);
        }
        match (name.strip_prefix("no-").and_then(find), value) {
            (
                Some(Setting {
                    apply: Apply::Switch(set),
                    ..
                }),
                None,
            ) => {
                set(self, false);
                Ok(())
            }
            _ => Err(unknown(name)),
        }
    }

    fn set(&mut self, setting: &Setting, value: Option<&str>) -> Result<(), SettingError> {
        match setting.apply {
            Apply::Switch(set) => set(self, switch(setting.name, value)?),
            Apply::Number(set) => set(self, number(setting.name, value)?),
            Apply::File(set) => set(self, file(setting.name, value)?),
            Apply::Library(set) => set(self, library(setting.name, value)?),
            Apply::Pattern(set) => set(self, pattern(setting.name, value)?),
        }
        Ok(())
    }
}

fn find(name: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.name == name)
}

fn switch(name: &str, value: Option<&str>) -> Result<bool, SettingError> {
    match value {
        None | Some("1" | "on" | "yes" | "true") => Ok(true),
        Some("0" | "off" | "no" | "false") => Ok(false),
        Some(other) => Err(SettingError {
            message: format!("option `{name}` is on or off, not `{other}`"),
            help: format!("write `{name}` or `no-{name}`"),
        }),
    }
}

fn number(name: &str, value: Option<&str>) -> Result<usize, SettingError> {
    let error = |message| SettingError {
        message,
        help: format!("write `{name}=1000`"),
    };
    let text = value.ok_or_else(|| error(format!("option `{name}` needs a number")))?;
    text.parse()
        .map_err(|_| error(format!("option `{name}` needs a number, not `{text}`")))
}

fn file(name: &str, value: Option<&str>) -> Result<PathBuf, SettingError> {
    let path = value.filter(|path| !path.is_empty());
    path.map(PathBuf::from).ok_or_else(|| SettingError {
        message: format!("option `{name}` needs a file or a folder"),
        help: format!("write `{name}=kept.json`, or `{name}=kept/` for a file of each module"),
    })
}

fn library(name: &str, value: Option<&str>) -> Result<DeviceLibrary, SettingError> {
    let value = value.filter(|value| !value.is_empty());
    value
        .map(DeviceLibrary::of_value)
        .ok_or_else(|| SettingError {
            message: format!("option `{name}` needs a file of bitcode"),
            help: format!(
                "write `{name}=libdevice.10.bc`, or `{name}=gfx90a:ocml.bc` for one device"
            ),
        })
}

fn pattern(name: &str, value: Option<&str>) -> Result<String, SettingError> {
    let value = value.filter(|value| !value.is_empty());
    value.map(str::to_owned).ok_or_else(|| SettingError {
        message: format!("option `{name}` needs a name, or a pattern of names"),
        help: format!("write `{name}=*` for all, or `{name}=RAJA::*`"),
    })
}

fn unknown(name: &str) -> SettingError {
    let names: Vec<&str> = SETTINGS.iter().map(|setting| setting.name).collect();
    let bare = name.strip_prefix("no-").unwrap_or(name);
    let help = match nearest(bare, &names) {
        Some(near) => format!("did you mean `{near}`? there are: {}", names.join(", ")),
        None => format!("there are: {}", names.join(", ")),
    };
    SettingError {
        message: format!("unknown option `{name}` in {VARIABLE}"),
        help,
    }
}

/// The candidate that differs least from `name`, if it differs little.
pub fn nearest<'a>(name: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let distances = candidates
        .iter()
        .map(|c| (strsim::levenshtein(name, c), *c));
    let (distance, best) = distances.min()?;
    (distance <= name.chars().count().max(3) / 3).then_some(best)
}

#[cfg(test)]
mod document;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_in_order() {
        let s = Settings::parse(" inline-limit=7, print-plans ,no-optimize,trace=off,").unwrap();
        assert_eq!(s.options.inline_limit, 7);
        assert!(s.options.print_plans && !s.options.optimize && !s.trace);
        assert!(Settings::parse("verify=off,verify").unwrap().options.verify);
    }

    #[test]
    fn nothing_is_the_default() {
        let s = Settings::parse("").unwrap();
        assert_eq!(s.options.inline_limit, Options::default().inline_limit);
    }

    #[test]
    fn a_misspelt_setting_names_its_neighbour() {
        let error = Settings::parse("print-plan").unwrap_err();
        assert!(
            error.message.contains("unknown option `print-plan`"),
            "{error:?}"
        );
        assert!(
            error.help.contains("did you mean `print-plans`"),
            "{error:?}"
        );
        assert!(
            Settings::parse("bogus")
                .unwrap_err()
                .help
                .starts_with("there are: ")
        );
    }

    #[test]
    fn a_wrong_value_says_what_to_write() {
        let error = Settings::parse("inline-limit=lots").unwrap_err();
        assert_eq!(
            error.message,
            "option `inline-limit` needs a number, not `lots`"
        );
        assert_eq!(error.help, "write `inline-limit=1000`");
        assert!(Settings::parse("inline-limit").is_err());
        assert!(Settings::parse("no-inline-limit").is_err());
        assert!(
            Settings::parse("trace=maybe")
                .unwrap_err()
                .help
                .contains("no-trace")
        );
    }

    #[test]
    fn libraries_of_devices_keep_their_order_and_may_be_for_one_device() {
        let s = Settings::parse("device-library=/l/a.bc,device-library=gfx90a:/l/b:c.bc").unwrap();
        let library = |device: Option<&str>, file: &str| DeviceLibrary {
            device: device.map(str::to_owned),
            file: file.into(),
        };
        let wanted = [
            library(None, "/l/a.bc"),
            library(Some("gfx90a"), "/l/b:c.bc"),
        ];
        assert_eq!(s.device_libraries, wanted);
    }

    #[test]
    fn only_what_is_near_is_named() {
        assert_eq!(nearest("kittens", &["sitting", "mitten"]), Some("mitten"));
        assert_eq!(nearest("opt", &["zebra"]), None);
    }
}
