//! Libraries of parallel loops, where they are installed.
//!
//! Owns: which of their programs there are, where a library is looked for, and the flags that it takes. Must not: install anything.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A library, by what CMake would look for.
pub(crate) struct Library {
    /// Variables that name the folder of an installation.
    roots: &'static [&'static str],
    /// A header in it.
    header: &'static str,
    /// What programs are linked with.
    libraries: &'static [&'static str],
    /// Programs that use it.
    pub(crate) programs: &'static [&'static str],
    /// Programs that are differentiated where they are optimised well.
    pub(crate) optimised: &'static [&'static str],
}

/// How to compile and link with a library.
#[derive(Clone)]
pub(crate) struct Flags {
    pub(crate) compile: Vec<OsString>,
    pub(crate) link: Vec<OsString>,
}

pub(crate) const LIBRARIES: &[Library] = &[
    Library {
        roots: &["Kokkos_ROOT", "KOKKOS_ROOT"],
        header: "Kokkos_Core.hpp",
        libraries: &["kokkoscontainers", "kokkoscore", "dl"],
        programs: &[
            "kokkos/allocations.cpp",
            "kokkos/loops.cpp",
            "kokkos/reductions.cpp",
            "kokkos/serial.cpp",
            "kokkos/teams.cpp",
            "kokkos/views.cpp",
        ],
        optimised: &["kokkos/ranges.cpp"],
    },
    Library {
        roots: &["RAJA_ROOT"],
        header: "RAJA/RAJA.hpp",
        libraries: &["RAJA", "camp"],
        programs: &["raja/loops.cpp", "raja/segments.cpp"],
        optimised: &[],
    },
];

impl Library {
    /// The flags, if the library is installed: where its own variable says, where CMake is told to look, or with the system.
    pub(crate) fn found(&self) -> Option<Flags> {
        let named = self.roots.iter().filter_map(env::var_os);
        let told = env::var_os("CMAKE_PREFIX_PATH").unwrap_or_default();
        let told: Vec<PathBuf> = env::split_paths(&told).collect();
        let usual = ["/usr/local", "/usr"].map(PathBuf::from);
        let mut all = named.map(PathBuf::from).chain(told).chain(usual);
        let root = all.find(|root| root.join("include").join(self.header).exists())?;
        Some(self.flags(&root))
    }

    fn flags(&self, root: &Path) -> Flags {
        let flag = |text: &str, path: PathBuf| {
            let mut flag = OsString::from(text);
            flag.push(path);
            flag
        };
        let folders = ["lib", "lib64"].map(|name| root.join(name));
        let paths = folders
            .iter()
            .flat_map(|path| [flag("-L", path.clone()), flag("-Wl,-rpath,", path.clone())]);
        let libraries = self.libraries.iter().map(|name| format!("-l{name}").into());
        Flags {
            compile: vec![flag("-I", root.join("include"))],
            link: paths.chain(libraries).collect(),
        }
    }
}
