//! The files of a new project, for each language, with and without MPI. Their texts lie in `templates`; the word `NAME` stands for the project's name.
//!
//! Owns: which text becomes which file. Must not: write.

use crate::cli::ProjectLanguage as Language;
use std::path::PathBuf;

/// A language, and whether the simulation is one over MPI.
pub(super) type Kind = (Language, bool);

/// A file of a project.
pub(super) struct File {
    pub(super) path: &'static str,
    pub(super) text: String,
}

/// What is particular to a kind of project.
struct Source {
    path: &'static str,
    text: &'static str,
    /// How it is built.
    make: &'static str,
}

/// The text of a template.
macro_rules! template {
    ($name:literal) => {
        include_str!(concat!("templates/", $name))
    };
}

fn source(kind: Kind) -> Source {
    let (path, text, make) = match kind {
        (Language::C, false) => ("NAME.c", template!("channel.c"), template!("c.mk")),
        (Language::C, true) => ("NAME.c", template!("channel_mpi.c"), template!("c_mpi.mk")),
        (Language::Cxx, false) => ("NAME.cpp", template!("channel.cpp"), template!("cpp.mk")),
        (Language::Cxx, true) => (
            "NAME.cpp",
            template!("channel_mpi.cpp"),
            template!("cpp_mpi.mk"),
        ),
        (Language::Fortran, false) => (
            "NAME.F90",
            template!("channel.F90"),
            template!("fortran.mk"),
        ),
        (Language::Rust, false) => ("src/lib.rs", template!("channel.rs"), template!("rust.mk")),
        (Language::Rust, true) => (
            "src/lib.rs",
            template!("channel_mpi.rs"),
            template!("rust_mpi.mk"),
        ),
        (Language::Fortran, true) => (
            "NAME.F90",
            template!("channel_mpi.F90"),
            template!("fortran_mpi.mk"),
        ),
    };
    Source { path, text, make }
}

/// What a package of Rust says of itself. The crate of simulations is that of the sources which this program was built in; a program that was installed names
/// the repository.
fn manifest(kind: Kind) -> Option<String> {
    let text = match kind {
        (Language::Rust, false) => template!("Cargo.toml.in"),
        (Language::Rust, true) => template!("Cargo_mpi.toml.in"),
        (Language::C | Language::Cxx | Language::Fortran, _) => return None,
    };
    let source = match sources() {
        Some(path) => format!("path = {path:?}"),
        None => "git = \"https://github.com/enzyme-rs/enzyme-rs\"".to_owned(),
    };
    Some(text.replace("CRATE", &source))
}

/// The crate of simulations in the sources that lie around this program.
fn sources() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?.canonicalize().ok()?;
    let mut folders = program.ancestors().skip(1);
    let crates = folders.find_map(|folder| {
        let path = folder.join("apps/application");
        path.join("Cargo.toml").exists().then_some(path)
    });
    crates.filter(|path| path.to_str().is_some())
}

/// What the simulation's functions are called in a language: those that name fields, step, and measure.
fn functions(language: Language) -> [&'static str; 3] {
    match language {
        Language::C | Language::Cxx => ["NAME_create", "NAME_step", "NAME_objective"],
        Language::Rust => ["create", "step", "objective"],
        Language::Fortran => [
            "simulation_create",
            "simulation_step",
            "simulation_objective",
        ],
    }
}

/// A text with the project's name in it.
pub(super) fn named(text: &str, name: &str) -> String {
    text.replace("NAME", name)
}

/// What is made.
pub(super) fn about((language, mpi): Kind) -> String {
    let language = match language {
        Language::C => "C",
        Language::Cxx => "C++",
        Language::Fortran => "Fortran",
        Language::Rust => "Rust",
    };
    let over = if mpi { " over MPI" } else { "" };
    format!("a simulation in {language}{over}, for `enzyme-rs run`")
}

/// All files.
pub(super) fn of(kind: Kind) -> Vec<File> {
    let Source { path, text, make } = source(kind);
    let ranks = if kind.1 { "2" } else { "1" };
    let job = |text: &str| text.replace("RANKS", ranks);
    let [create, step, objective] = functions(kind.0);
    let readme = template!("README.md").replace("SOURCE", path);
    let readme = readme.replace("CREATE", create).replace("STEP", step);
    let files = [
        ("README.md", readme.replace("OBJECTIVE", objective)),
        (path, text.to_owned()),
        ("NAME.toml", template!("case.toml").to_owned()),
        ("Makefile", format!("{make}\n{}", template!("targets.mk"))),
        ("jobs/slurm.sh", job(template!("jobs/slurm.sh"))),
        ("jobs/pbs.sh", job(template!("jobs/pbs.sh"))),
        ("jobs/flux.sh", job(template!("jobs/flux.sh"))),
        (".gitignore", template!("gitignore").to_owned()),
    ];
    let manifest = manifest(kind).map(|text| ("Cargo.toml", text));
    let files = files.into_iter().chain(manifest);
    files.map(|(path, text)| File { path, text }).collect()
}
