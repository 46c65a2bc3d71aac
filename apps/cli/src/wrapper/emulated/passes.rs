//! One source for a GPU, and the object file that it becomes.
//!
//! Owns: how the compiler is called for the device and for the host. Must not: know what device code becomes.

use super::line::{Line, Source};
use super::{as_object, defined, for_front_end, status};
use crate::emulate;
use crate::exit::{Exit, Failure};
use crate::toolchain::{Compiler, Language};
use crate::wrapper::arguments::Lto;
use crate::wrapper::gpu::Gpu;
use crate::wrapper::{checked, flags};
use enzyme_gpu_lower::Options;
use enzyme_host::settings::{DEVICE_CHECKER, VARIABLE};
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use xxhash_rust::xxh3::xxh3_64;

/// Programs see that their device code runs on the CPU.
const EMULATED: &str = "__ENZYME_RS_EMULATED__";

/// What stands in the place of a GPU's binary: behind it come the name of the device code, and for which device it was compiled. `gpu-adjoint/emulated` reads it.
const PREFIX: &str = "enzyme-rs emulated device code: ";

/// Without headers of CUDA, for which clang knows their version: kernels are launched as those of this one are.
const VERSION: &str = "-target-sdk-version=12.9";

/// What compiling needs.
pub(super) struct Passes<'a> {
    pub(super) language: Language,
    pub(super) compiler: &'a Compiler,
    pub(super) line: &'a Line,
    /// The flags of the toolchain, in front of the user's.
    pub(super) added: Vec<OsString>,
    pub(super) folder: &'a Path,
}

impl Passes<'_> {
    /// Makes the object file. Gives the exit code of what failed, or 0.
    pub(super) fn object(&self, source: &Source, to: &Path) -> Result<i32, Failure> {
        let module = module(source, to);
        let path = |name: &str| self.folder.join(name);
        let (ir, device, host) = (path("device.bc"), path("device.o"), path("host.o"));
        let code = status(self.device(source, &module, &ir))?;
        if code != 0 {
            return Ok(code);
        }
        let options = Options {
            module: module.clone(),
            level: self.line.level,
            checked: self.line.checked,
        };
        match emulate::object(&ir, &device, &options)? {
            Exit::Success => {}
            failed => return Ok(failed as i32),
        }
        let name = path("name");
        let version = match source.gpu {
            Gpu::Cuda => self.line.capability,
            Gpu::Hip => 90,
        };
        write(&name, &format!("{PREFIX}{module} {version}\0"))?;
        let code = status(self.host(source, &module, &name, &host))?;
        if code != 0 {
            return Ok(code);
        }
        let mut joins = self.compiler.command();
        joins.args(["-r", "-nostdlib", "-o"]).arg(to);
        status_of(joins.args(as_object(&host)).args(as_object(&device)))
    }

    /// What both passes have.
    fn pass(&self, source: &Source, module: &str) -> Command {
        let mut command = self.compiler.command();
        command.env(VARIABLE, flags::options(vec!["file-by-file".into()]));
        command.args(&self.added).args(self.line.flags());
        // The flags are those of the link as well.
        command.arg("-Wno-unused-command-line-argument");
        command.arg(defined(EMULATED));
        // Both passes are for it: names in headers depend on it, those of kernels in CUB.
        let capability = self.line.capability;
        match source.gpu {
            Gpu::Cuda => command
                .arg(format!("--offload-arch=sm_{capability}"))
                .arg("-Wno-unknown-cuda-version"),
            // Headers before HIP 7 ask for the size, and clang 22 does not define it.
            Gpu::Hip => command.args(["--offload-arch=gfx90a", "-D__AMDGCN_WAVEFRONT_SIZE=64"]),
        };
        // Names of static kernels are made of it, for both passes the same.
        command.arg(format!("-cuid={module}"));
        command.args(["-x", source.gpu.name()]).arg(&source.path);
        command
    }

    fn device(&self, source: &Source, module: &str, to: &Path) -> Command {
        let mut command = self.pass(source, module);
        // Without the vendor's library, whose functions have a meaning here by their names.
        command.args(["--offload-device-only", "-nogpulib"]);
        if source.gpu == Gpu::Cuda {
            // The lowest that the architecture is for; without CUDA clang takes a lower one.
            command.arg("--cuda-feature=+ptx78");
            let version = self.cuda_version(source);
            let version = version.as_deref().unwrap_or(VERSION);
            command.args(["-Xclang", version]);
        }
        if !self.line.debugs {
            command.arg("-gline-tables-only");
        }
        let inherited = std::env::var(VARIABLE).unwrap_or_default();
        let checker = self.line.checked.then_some(DEVICE_CHECKER);
        // What is compared is compared by the host.
        let hooks = checked::is_asked().then_some("no-check-hooks");
        let options = [Some(inherited.as_str()), checker, hooks].into_iter();
        let options = options.flatten().filter(|part| !part.is_empty());
        command.env(VARIABLE, options.collect::<Vec<_>>().join(","));
        command.args(["-emit-llvm", "-c", "-o"]).arg(to);
        command
    }

    /// Clang's driver says its front end which CUDA it has found, but not for a device without the vendor's library.
    fn cuda_version(&self, source: &Source) -> Option<String> {
        let mut command = self.compiler.command();
        command.args(self.line.flags());
        command.args(["-###", "-c", "--cuda-host-only", "-x", "cuda"]);
        let output = command.arg(&source.path).output().ok()?;
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let mut words = text.split(['"', ' ', '\n']);
        let found = words.find(|word| word.starts_with("-target-sdk-version="));
        found.map(str::to_owned)
    }

    fn host(&self, source: &Source, module: &str, name: &Path, to: &Path) -> Command {
        let mut command = self.pass(source, module);
        command.args(["--offload-host-only", "--no-offload-new-driver"]);
        if source.gpu == Gpu::Cuda && self.cuda_version(source).is_none() {
            command.args(["-Xclang", VERSION]);
        }
        command.args(for_front_end("-fcuda-include-gpubinary", name));
        if checked::is_asked() {
            command.args(checked::flags(self.language, Lto::Off));
        }
        command.args(["-c", "-o"]).arg(to);
        command
    }
}

/// The same for the same source and object file, and another one for others: a program may have several of them.
fn module(source: &Source, to: &Path) -> String {
    let source = std::fs::canonicalize(&source.path).unwrap_or_else(|_| (&source.path).into());
    let text = format!("{}\n{}", source.display(), to.display());
    format!("{:016x}", xxh3_64(text.as_bytes()))
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |e| Failure::environment(format!("cannot write {}: {e}", path.display()));
    std::fs::write(path, text).map_err(failed)
}

fn status_of(command: &mut Command) -> Result<i32, Failure> {
    let failed = |e| Failure::environment(format!("cannot start the linker: {e}"));
    let status = command.status().map_err(failed)?;
    Ok(status.code().unwrap_or(Exit::Environment as i32))
}
