//! Programs of CUDA and HIP for real devices.
//!
//! The compiler links the vendor's library of mathematics in front of all passes. Derivatives are made by the names of its functions, so that the plugin links it
//! behind them: the compiler is asked which files it would take for which device, and told to take none, and the plugin is told the files in its
//! options.
//!
//! Owns: the question, the flags and the options. Must not: know where libraries are, but for one place that clang does not know.

use super::arguments::{Shape, expanded};
use super::flags;
use super::gpu::Gpu;
use super::words::split;
use crate::exit::Failure;
use crate::toolchain::Compiler;
use enzyme_host::settings::DeviceLibrary;
use std::ffi::OsString;
use std::path::Path;

/// What is added for device code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Devices {
    /// In front of the user's flags.
    pub(super) flags: Vec<OsString>,
    /// The plugin's options, with those that the environment has, if they are others.
    pub(super) options: Option<OsString>,
}

/// The compiler links no library of devices.
const NO_LIBRARY: &str = "-nogpulib";

/// Whoever says one of these links the library by himself, or has no need of one.
const OWN_LIBRARY: [&str; 3] = [NO_LIBRARY, "-nocudalib", "--no-offloadlib"];

/// Whoever says one of these knows how device code of several files is linked.
const LINKED: [&str; 3] = ["--offload-link", "--hip-link", "--no-offload-new-driver"];

/// Where Debian has AMD's libraries, and clang does not look.
const DEBIAN: &str = "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode";

impl Devices {
    /// What a command line needs.
    pub(super) fn of(compiler: &Compiler, user: &[OsString]) -> Result<Self, Failure> {
        let words = expanded(user);
        let own = |word: &String| OWN_LIBRARY.contains(&word.as_str());
        let Some(gpu) = Gpu::of_words(&words) else {
            return Ok(Self::of_link(&words));
        };
        if words.iter().any(own) {
            return Ok(Self::default());
        }
        let mut flags: Vec<OsString> = vec![NO_LIBRARY.into()];
        let mut answer = Answer::of(compiler, user)?;
        if answer.missing.is_some() && gpu == Gpu::Hip && may_look_further(&words) {
            let place: OsString = format!("{}{DEBIAN}", PLACES[0]).into();
            let placed: Vec<OsString> = [std::slice::from_ref(&place), user].concat();
            answer = Answer::of(compiler, &placed)?;
            flags.push(place);
        }
        if let Some(missing) = answer.missing {
            return Err(without_library(gpu, &missing));
        }
        if answer.libraries.is_empty() {
            return Ok(Self::default());
        }
        // Without the library the compiler does not say its front end which CUDA it has found, and names of functions depend on it.
        let version = answer.version.iter().map(OsString::from);
        flags.extend(version.flat_map(|version| ["-Xclang".into(), version]));
        let options = Some(options(&answer.libraries)?);
        Ok(Self { flags, options })
    }

    /// What object files need: where there is no source for a device, clang links device code of several files only if it is told, and says nothing.
    fn of_link(words: &[String]) -> Self {
        let says = |flag: &str| words.iter().any(|word| word == flag);
        let asked = says("-fgpu-rdc") && !LINKED.iter().any(|flag| says(flag));
        let flags = match asked && Shape::of_words(words).links {
            true => vec!["--offload-link".into()],
            false => Vec::new(),
        };
        Self {
            flags,
            options: None,
        }
    }
}

/// What the compiler says of its jobs for devices.
#[derive(Debug, Default, PartialEq, Eq)]
struct Answer {
    /// In the order in which they are linked.
    libraries: Vec<DeviceLibrary>,
    /// The flag of the front end for the version of CUDA.
    version: Option<String>,
    /// Its error, if it has not found a library.
    missing: Option<String>,
}

impl Answer {
    fn of(compiler: &Compiler, user: &[OsString]) -> Result<Self, Failure> {
        let failed = |e| {
            let name = compiler.words[0].display();
            Failure::environment(format!("cannot start {name}: {e}"))
        };
        let mut command = compiler.command();
        let output = command.args(user).arg("-###").output().map_err(failed)?;
        Ok(Self::read(&String::from_utf8_lossy(&output.stderr)))
    }

    /// Reads what `-###` prints: errors, and a line for each job.
    fn read(text: &str) -> Self {
        let mut answer = Self::default();
        for line in text.lines() {
            if let Some((_, error)) = line.split_once("error: ")
                && LIBRARIES.iter().any(|library| error.contains(library))
            {
                answer.missing.get_or_insert(error.to_owned());
            }
            if line.contains("\"-fcuda-is-device\"") {
                answer.job(&split(line));
            }
        }
        answer
    }

    fn job(&mut self, words: &[String]) {
        let behind = |flag: &str| {
            let pairs = words.windows(2).filter(move |pair| pair[0] == flag);
            pairs.map(|pair| pair[1].clone()).collect::<Vec<_>>()
        };
        let device = behind("-target-cpu").pop();
        for file in behind("-mlink-builtin-bitcode") {
            let (device, file) = (device.clone(), file.into());
            let library = DeviceLibrary { device, file };
            // There may be two jobs for a device, with and without a feature.
            if !self.libraries.contains(&library) {
                self.libraries.push(library);
            }
        }
        let mut all = words.iter();
        let version = all.find(|word| word.starts_with("-target-sdk-version="));
        self.version = self.version.take().or(version.cloned());
    }
}

/// What clang calls a library that it does not find.
const LIBRARIES: [&str; 2] = ["cannot find libdevice", "cannot find ROCm device library"];

/// The flag for the folder of AMD's libraries, by its name and by that of old.
const PLACES: [&str; 2] = ["--rocm-device-lib-path=", "--hip-device-lib-path="];

/// Whether the user has not named the folder, and there is another one.
fn may_look_further(words: &[String]) -> bool {
    let named = |word: &String| PLACES.iter().any(|place| word.starts_with(place));
    !words.iter().any(named) && Path::new(DEBIAN).is_dir()
}

fn without_library(gpu: Gpu, missing: &str) -> Failure {
    let help = match gpu {
        Gpu::Cuda => {
            "name the folder of CUDA by --cuda-path: clang 22 knows those up to 12.9, and `scripts/cuda-headers.sh`, in the source \
             of enzyme-rs, fetches what compiling needs of that"
        }
        Gpu::Hip if missing.contains("ABI version") => {
            "add -mcode-object-version=5, for code objects that the libraries which are installed know, or install those of a newer ROCm"
        }
        Gpu::Hip if missing.contains("library for gfx") => {
            "the libraries that are installed are older than the device: name the folder of those of a newer ROCm by --rocm-device-lib-path"
        }
        Gpu::Hip => {
            "name the folder of ROCm by --rocm-path, or that of the libraries by --rocm-device-lib-path (Debian: apt-get install \
             rocm-device-libs)"
        }
    };
    Failure::environment(missing).help(help)
}

/// The plugin's options: what the user has set, and the libraries.
fn options(libraries: &[DeviceLibrary]) -> Result<OsString, Failure> {
    let mut all = Vec::new();
    for library in libraries {
        let file = library.file.display().to_string();
        if file.contains(',') {
            return Err(Failure::environment(format!("the name of {file} has a comma in it"))
                .help("name its folder by a link without one: the plugin's options are separated by commas"));
        }
        let device = library.device.as_deref().unwrap_or_default();
        let setting = DeviceLibrary::SETTING;
        all.push(format!("{setting}={device}:{file}").into());
    }
    Ok(flags::options(all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compilers_jobs_say_which_libraries_are_for_which_device() {
        let job = |device: &str, library: &str| {
            format!(
                r#" "/bin/clang" "-cc1" "-fcuda-is-device" "-mlink-builtin-bitcode" "{library}" "-target-sdk-version=12.9" "-target-cpu" "{device}" "a.cu""#
            )
        };
        let text = [
            "clang version 22".to_owned(),
            job("sm_80", "/l/a b.bc"),
            job("sm_90", "/l/a b.bc"),
            job("sm_90", "/l/a b.bc"),
            r#" "/bin/clang" "-cc1" "-target-cpu" "x86-64" "a.cu""#.to_owned(),
        ];
        let answer = Answer::read(&text.join("\n"));
        let library = |device: &str| DeviceLibrary {
            device: Some(device.to_owned()),
            file: "/l/a b.bc".into(),
        };
        assert_eq!(answer.libraries, [library("sm_80"), library("sm_90")]);
        assert_eq!(answer.version.as_deref(), Some("-target-sdk-version=12.9"));
        assert_eq!(answer.missing, None);
    }

    #[test]
    fn device_code_of_several_files_is_linked() {
        let flags = |line: &str| {
            let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            Devices::of_link(&words).flags
        };
        assert_eq!(flags("-fgpu-rdc a.o b.o -o p"), ["--offload-link"]);
        assert!(flags("a.o b.o -o p").is_empty());
        assert!(flags("-fgpu-rdc -c a.cpp").is_empty());
    }

    #[test]
    fn a_library_that_is_missing_is_told_with_the_remedy() {
        let text = "clang: error: cannot find ROCm device library for ABI version 6, which requires ROCm 6.3 or higher";
        let missing = Answer::read(text).missing.unwrap();
        let failure = without_library(Gpu::Hip, &missing);
        assert!(
            failure
                .message
                .starts_with("cannot find ROCm device library")
        );
        assert!(failure.help[0].contains("-mcode-object-version=5"));
        assert_eq!(Answer::read("clang: error: no such file").missing, None);
    }
}
