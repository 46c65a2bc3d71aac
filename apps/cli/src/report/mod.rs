//! `enzyme-rs report`: what derivatives keep for their reverse passes, and why, beside the source.
//!
//! Owns: where reports come from, and which are shown. Must not: know what they look like ([`text`], [`page`]), or what is kept.

mod kernels;
mod listing;
mod page;
mod summary;
mod text;
mod time;

use crate::cli::Report;
use crate::exit::{Exit, Failure};
use crate::toolchain::Language;
use enzyme_core::report::Derivative;
use enzyme_host::reports::{self, Reports, VERSION};
use enzyme_host::settings::VARIABLE;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs the command.
pub(crate) fn run(args: &Report) -> Result<Exit, Failure> {
    let mut all = Vec::new();
    for input in &args.inputs {
        all.extend(match input.is_dir() {
            true => of_folder(input)?,
            false => of_file(input, args)?,
        });
    }
    let derivatives = chosen(all, args.function.as_deref())?;
    if let Some(path) = &args.html {
        write(path, &page::page(&derivatives))?;
        println!("wrote {}", path.display());
    } else if args.json {
        let version = VERSION;
        let text = serde_json::to_string_pretty(&Reports {
            version,
            derivatives,
        });
        println!("{}", text.expect("reports can be written as JSON"));
    } else {
        print!("{}", text::text(&derivatives));
    }
    Ok(Exit::Success)
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text)
        .map_err(|e| Failure::environment(format!("cannot write {}: {e}", path.display())))
}

/// What builds have left in a folder.
fn of_folder(folder: &Path) -> Result<Vec<Derivative>, Failure> {
    let unreadable = |e| Failure::input(format!("cannot read {}: {e}", folder.display()));
    let entries = std::fs::read_dir(folder).map_err(unreadable)?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension() == Some(OsStr::new("json")));
    files.sort();
    if files.is_empty() {
        return Err(
            Failure::input(format!("there are no reports in {}", folder.display()))
                .help("build with ENZYME_RS_OPTIONS=report=FOLDER/"),
        );
    }
    let all: Result<Vec<_>, _> = files.iter().map(|file| read(file)).collect();
    Ok(all?.concat())
}

fn of_file(file: &Path, args: &Report) -> Result<Vec<Derivative>, Failure> {
    if !file.is_file() {
        return Err(Failure::input(format!("cannot read {}", file.display())));
    }
    match language(file) {
        Some(language) => compiled(language, file, args),
        None => read(file),
    }
}

fn read(file: &Path) -> Result<Vec<Derivative>, Failure> {
    let failed = |e| {
        Failure::input(format!("{} is no report: {e}", file.display()))
            .help("give C, C++ or Fortran that calls a hook, or what ENZYME_RS_OPTIONS=report=FILE has written")
    };
    Ok(reports::read(file).map_err(failed)?.derivatives)
}

/// The language of a source, by its suffix.
fn language(file: &Path) -> Option<Language> {
    match file.extension()?.to_str()? {
        "c" => Some(Language::C),
        "cc" | "cpp" | "cxx" | "c++" | "C" | "cu" | "hip" => Some(Language::Cxx),
        "f90" | "F90" | "f95" | "f03" | "f08" | "f" | "F" => Some(Language::Fortran),
        _ => None,
    }
}

/// Compiles a source as the wrapper does, for the report alone.
fn compiled(language: Language, file: &Path, args: &Report) -> Result<Vec<Derivative>, Failure> {
    let failed = |e| Failure::environment(format!("cannot compile {}: {e}", file.display()));
    let folder = tempfile::tempdir().map_err(failed)?;
    // In a folder: a source of CUDA or HIP is compiled for the host and for devices.
    let kept = folder.path().join("kept");
    let own = std::env::current_exe().map_err(failed)?;
    let profile = folder.path().join("profile.json");
    let mut command = Command::new(own);
    command
        .arg(language.command())
        .arg(format!("-O{}", args.level))
        .args(&args.flags)
        .arg("-c")
        .arg(file)
        .arg("-o")
        .arg(folder.path().join("kept.o"))
        .env(VARIABLE, options(&kept));
    if args.time {
        if language == Language::Fortran {
            return Err(Failure::usage("flang writes no profile of its time")
                .help("--time is for C and C++"));
        }
        let asked = format!("-ftime-trace={}", profile.display());
        command.args([&asked, "-ftime-trace-granularity=0"]);
    }
    let mut said = String::new();
    let status = match args.kernels {
        true => {
            command.args(kernels::asked(file, &args.flags));
            let output = command.output().map_err(failed)?;
            said = String::from_utf8_lossy(&output.stderr).into_owned();
            output.status
        }
        false => command.status().map_err(failed)?,
    };
    if !status.success() {
        eprint!("{said}");
        let message = format!(
            "{} was not compiled, so that there is nothing to report",
            file.display()
        );
        let failure = Failure::new(Exit::Refused, message);
        let text = std::fs::read_to_string(file).unwrap_or_default();
        return Err(match text.contains("mpi.h") {
            true => failure.help("with MPI: `-- $(mpicc --showme:compile)` behind the file"),
            false => failure,
        });
    }
    let derivatives = match kept.is_dir() {
        true => of_folder(&kept)?,
        false => Vec::new(),
    };
    if args.kernels {
        let table = kernels::text(&said, &derivatives);
        println!("{}", table.ok_or_else(|| without_kernels(file))?);
    }
    if derivatives.is_empty() {
        return Err(Failure::input(format!("{} asks for no derivative", file.display()))
            .help("give the file that calls a hook, such as __enzyme_autodiff")
            .help("where the linker generates derivatives (-flto): ENZYME_RS_OPTIONS=report=kept.json when linking, then `enzyme-rs report kept.json`"));
    }
    if args.time {
        println!("{}", time::text(&profile).map_err(failed)?);
    }
    Ok(derivatives)
}

fn without_kernels(file: &Path) -> Failure {
    Failure::input(format!("nothing is said of kernels in {}", file.display()))
        .help("--kernels is for sources of CUDA and HIP, with the compiler's flags: `-- --offload-arch=sm_80 --cuda-path=/usr/local/cuda`")
        .help("what a kernel takes of a device says the compiler for that device, not --emulate-gpu")
}

fn options(kept: &Path) -> String {
    let before = std::env::var(VARIABLE).ok();
    let parts = before
        .into_iter()
        .chain([format!("report={}/", kept.display())]);
    parts.collect::<Vec<_>>().join(",")
}

/// Those of one function, if that is asked.
fn chosen(all: Vec<Derivative>, function: Option<&str>) -> Result<Vec<Derivative>, Failure> {
    let Some(name) = function else {
        return Ok(all);
    };
    let is_named =
        |d: &&Derivative| d.function == name || d.function.ends_with(&format!("::{name}"));
    let named: Vec<Derivative> = all.iter().filter(is_named).cloned().collect();
    if named.is_empty() {
        let names: Vec<&str> = all.iter().map(|d| d.function.as_str()).collect();
        return Err(
            Failure::usage(format!("no derivative of `{name}` is generated"))
                .help(format!("there are those of: {}", names.join(", "))),
        );
    }
    Ok(named)
}
