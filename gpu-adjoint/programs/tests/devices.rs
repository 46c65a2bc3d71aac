//! Programs of CUDA and HIP for real devices, through the wrappers: compiled, linked and started, without a device.
//!
//! `ENZYME_RS_BUILD` names the folder of the wrapper and of the plugin, `target/release` unless set. Those with CUDA are tried where `scripts/cuda-headers.sh`
//! has fetched it, those with HIP where Debian's packages are (libamdhip64-dev, rocm-device-libs), and are ignored elsewhere.
//!
//! Owns: that device code has the vendor's library behind its derivatives, and that of clang alone if it has none. Must not: look at numbers; what runs is
//! checked on the CPU (`programs.rs`, `derivatives.rs`).

#![allow(clippy::unwrap_used, reason = "tests may")]

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// Where Debian has AMD's library of mathematics, of ROCm 5, and HIP's headers.
const OCML: &str = "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode";
const HIP: &str = "/usr/include/hip/hip_runtime.h";

/// What those headers and that library need of clang 22.
const OF_HIP: &str = "-x hip --rocm-path=/usr -mcode-object-version=5 -D__AMDGCN_WAVEFRONT_SIZE=64 -w --offload-arch=gfx90a";

/// The program in Rust, a workspace of its own.
const CUST: &str = "../../examples/gpu_rust";

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn source(name: &str) -> String {
    here("programs").join(name).display().to_string()
}

/// Where everything is.
#[derive(Clone)]
struct Tools {
    build: PathBuf,
    cuda: Option<String>,
}

impl Tools {
    /// What was built, if it was.
    fn find() -> Option<Self> {
        let usual = || here("../../target/release");
        let build = std::env::var_os("ENZYME_RS_BUILD").map_or_else(usual, PathBuf::from);
        let build = std::path::absolute(build).ok()?;
        let there = |name: &str| build.join(name).exists();
        (there("enzyme-rs") && there("libenzyme_rs.so")).then_some(())?;
        let mut script = Command::new(here("../../scripts/cuda-headers.sh"));
        let check = script.arg("--check").output().ok()?;
        let folder = String::from_utf8_lossy(&check.stdout).trim().to_owned();
        let cuda = check.status.success().then_some(folder);
        Some(Self { build, cuda })
    }

    fn has_cuda(&self) -> bool {
        self.cuda.is_some()
    }

    fn of_cuda(&self) -> String {
        let cuda = self.cuda.as_deref().unwrap_or_default();
        format!("-x cuda --cuda-path={cuda} -Wno-unknown-cuda-version")
    }

    /// What links a program of CUDA.
    fn libraries(&self) -> String {
        let cuda = self.cuda.as_deref().unwrap_or_default();
        format!("-L{cuda}/lib64 -lcudart_static -ldl -lrt -lpthread")
    }
}

/// A folder to work in.
struct Bench<'a> {
    tools: &'a Tools,
    folder: TempDir,
}

impl<'a> Bench<'a> {
    fn new(tools: &'a Tools) -> Result<Self, Failed> {
        let folder = tempfile::tempdir()?;
        Ok(Self { tools, folder })
    }

    /// A line in the folder; `enzyme-c++` is the wrapper, and what is in the folder goes before what is in the path.
    fn run(&self, line: &str) -> Result<Output, Failed> {
        let mut words = line.split_whitespace();
        let name = words.next().ok_or("no command")?;
        let made = self.folder.path().join(name);
        let mut command = match name {
            "enzyme-c++" | "enzyme-rs" => Command::new(self.tools.build.join("enzyme-rs")),
            _ if made.exists() => Command::new(made),
            name => Command::new(name),
        };
        if name == "enzyme-c++" {
            command.arg("c++");
        }
        // Clang looks for what links device code of object files there alone.
        let cuda = self.tools.cuda.as_deref().unwrap_or_default();
        let path = std::env::var("PATH").unwrap_or_default();
        command.env("PATH", format!("{path}:{cuda}/bin"));
        Ok(command
            .args(words)
            .current_dir(self.folder.path())
            .output()?)
    }

    /// What a line that succeeds prints to both outputs.
    fn says(&self, line: &str) -> Result<String, Failed> {
        let ran = self.run(line)?;
        let said = String::from_utf8_lossy(&[ran.stdout, ran.stderr].concat()).into_owned();
        match ran.status.success() {
            true => Ok(said),
            false => Err(format!("{line}\n{said}").into()),
        }
    }

    /// What a line that fails prints as errors.
    fn complains(&self, line: &str) -> Result<String, Failed> {
        let ran = self.run(line)?;
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        match ran.status.success() {
            true => Err(format!("{line} succeeds").into()),
            false => Ok(said),
        }
    }

    fn read(&self, name: &str) -> Result<String, Failed> {
        Ok(std::fs::read_to_string(self.folder.path().join(name))?)
    }

    /// A program that finds no device says so; where there is one, it compares its gradient.
    fn starts(&self, program: &str) -> Result<(), Failed> {
        let said = self.says(program)?;
        let fine = said.starts_with("no device") || said == "the gradient is that of the formula\n";
        expect(fine, &said)
    }
}

fn expect(holds: bool, message: &str) -> Result<(), Failed> {
    holds.then_some(()).ok_or_else(|| message.into())
}

/// The device code of a gradient has all that it calls.
fn has_its_library(text: &str) -> Result<(), Failed> {
    let missing = text.lines().find(|line| {
        let declared = line.starts_with(".extern .func") || line.starts_with("declare");
        let asked = line.contains("__nvvm_reflect") || line.contains("__enzyme");
        asked || declared && ["__nv_", "__ocml_"].iter().any(|name| line.contains(name))
    });
    missing.map_or(Ok(()), |line| {
        Err(format!("not linked: {line}").as_str().into())
    })
}

fn gradients_of_cuda(tools: &Tools) -> Result<(), Failed> {
    let bench = Bench::new(tools)?;
    let (flags, program) = (tools.of_cuda(), source("device.cu"));
    for level in ["-O0", "-O1", "-O2", "-O3 -ffast-math"] {
        let alone =
            format!("enzyme-c++ {flags} {level} --cuda-device-only -S {program} --offload-arch");
        bench.says(&format!("{alone}=sm_80 -o code.ptx"))?;
        has_its_library(&bench.read("code.ptx")?)?;
        bench.says(&format!("{alone}=sm_90 -emit-llvm -o code.ll"))?;
        has_its_library(&bench.read("code.ll")?)?;
    }
    let several = "--offload-arch=sm_70 --offload-arch=sm_80 --offload-arch=sm_90";
    bench.says(&format!(
        "enzyme-c++ {flags} -O2 {several} -c {program} -o device.o"
    ))?;
    bench.says(&format!(
        "enzyme-c++ device.o -o device {}",
        tools.libraries()
    ))?;
    bench.starts("device")?;
    let all = format!("enzyme-c++ {flags} -O2 -flto --offload-arch=sm_80 {program} -o device");
    bench.says(&format!("{all} -x none {}", tools.libraries()))?;
    bench.starts("device")
}

/// Without hooks, the wrapper's device code is that of clang.
fn same_as_clang(tools: &Tools, flags: &str, program: &str) -> Result<(), Failed> {
    let bench = Bench::new(tools)?;
    let program = source(program);
    // Names of variables are in assembly, and what stands for a file in names.
    let same = "-fno-discard-value-names -cuid=1 -w --offload-device-only -S";
    for level in [
        "-O0",
        "-O2",
        "-O2 -ffast-math -fgpu-flush-denormals-to-zero",
    ] {
        let rest = format!("{flags} {same} {level} {program} -o");
        bench.says(&format!("enzyme-c++ {rest} ours.s"))?;
        bench.says(&format!("clang++-22 {rest} clang.s"))?;
        let equal = bench.read("ours.s")? == bench.read("clang.s")?;
        expect(equal, &format!("{program} {level}: not the same code"))?;
    }
    Ok(())
}

fn files_apart(tools: &Tools) -> Result<(), Failed> {
    let bench = Bench::new(tools)?;
    let [apart, elsewhere] = ["apart.cu", "elsewhere.cu"].map(source);
    for lto in ["", "-foffload-lto"] {
        let flags = format!("-fgpu-rdc {lto} -O2 --offload-arch=sm_80");
        let compiles = format!("enzyme-c++ {} {flags} -c", tools.of_cuda());
        bench.says(&format!("{compiles} {apart} -o apart.o"))?;
        bench.says(&format!("{compiles} {elsewhere} -o elsewhere.o"))?;
        let objects = format!("enzyme-c++ {flags} apart.o elsewhere.o -o apart");
        bench.says(&format!("{objects} {}", tools.libraries()))?;
        bench.says("apart")?;
        let refused = bench.complains(&format!("{compiles} -DFAR {apart} -o apart.o"))?;
        expect(refused.contains("[EZ0101]"), &refused)?;
    }
    Ok(())
}

fn nothing_found(tools: &Tools) -> Result<(), Failed> {
    let bench = Bench::new(tools)?;
    let program = source("device.cu");
    let line = format!("enzyme-c++ --offload-arch=sm_80 --cuda-path=nowhere -c {program}");
    let said = bench.complains(&line)?;
    let told = said.contains("cannot find libdevice for sm_80")
        && said.contains("= help: name the folder of CUDA by --cuda-path");
    expect(told, &said)?;
    let line = format!(
        "enzyme-c++ -x hip --offload-arch=gfx90a --rocm-device-lib-path=nowhere -c {program}"
    );
    let said = bench.complains(&line)?;
    let told = said.contains("cannot find ROCm device library")
        && said.contains("= help: name the folder of ROCm by --rocm-path");
    expect(told, &said)
}

/// What is run is shown, and does the same by hand.
fn shown(tools: &Tools) -> Result<(), Failed> {
    let bench = Bench::new(tools)?;
    let line = format!(
        "{} -O2 --offload-arch=sm_80 -c {} -o device.o",
        tools.of_cuda(),
        source("device.cu")
    );
    let shown = bench.says(&format!("enzyme-c++ --showme {line}"))?;
    let begins = shown.starts_with("env ENZYME_RS_OPTIONS=device-library=sm_80:/");
    expect(begins && shown.contains(" -nogpulib "), &shown)?;
    bench.says(&shown)?;
    Ok(())
}

/// What kernels take, by the assembler of each vendor.
fn kernels(tools: &Tools, flags: &str) -> Result<(), Failed> {
    let bench = Bench::new(tools)?;
    let line = format!(
        "enzyme-rs report --kernels {} -- {flags}",
        source("device.cu")
    );
    let said = bench.says(&line)?;
    let row = |name: &str| said.lines().find(|line| line.starts_with(name));
    let registers = |name: &str| -> Option<u64> {
        let mut words = row(name)?.split_whitespace().rev();
        words.nth(3)?.parse().ok()
    };
    let taken = ["primal", "gradient"].map(registers);
    let fine = taken
        .iter()
        .all(|taken| taken.is_some_and(|taken| taken > 0));
    expect(fine && said.contains("\nbody.grad: gradient"), &said)
}

fn project(tools: &Tools) -> Result<(), Failed> {
    let bench = Bench::new(tools)?;
    let (project, build) = (here("project"), bench.folder.path());
    let wrapper = build.join("enzyme-c++");
    std::os::unix::fs::symlink(tools.build.join("enzyme-rs"), &wrapper)?;
    let (project, wrapper, cuda) = (
        project.display(),
        wrapper.display(),
        tools.cuda.as_deref().unwrap_or_default(),
    );
    bench.says(&format!(
        "cmake -S {project} -B build -DCMAKE_CXX_COMPILER={wrapper} -DCMAKE_CUDA_COMPILER={wrapper} -DCMAKE_CUDA_ARCHITECTURES=80 -DCUDAToolkit_ROOT={cuda}"
    ))?;
    bench.says("cmake --build build")?;
    bench.starts("build/device")
}

/// A driver that runs one module on the emulator, in the place of NVIDIA's, as `libcuda.so.1`.
fn emulated_driver(bench: &Bench<'_>, program: &Path) -> Result<(), Failed> {
    let (device, build) = (here("device"), &bench.tools.build);
    let (program, device, build) = (program.display(), device.display(), build.display());
    // Without NVIDIA's library, in whose place the emulator has its own.
    let module = "-nocudalib --cuda-device-only --offload-arch=sm_80 -O2 -emit-llvm";
    bench.says(&format!(
        "enzyme-c++ {} {module} -c {program} -o module.bc",
        bench.tools.of_cuda()
    ))?;
    bench.says("enzyme-rs emulate --module program -o module.o module.bc")?;
    let library = "-shared -fPIC -Wl,-soname,libcuda.so.1 -o libcuda.so.1";
    bench.says(&format!(
        "clang-22 -DVENDOR_CUDA {device}/driver.c module.o {build}/libenzyme_rs_emulator.a -lm -lpthread -ldl {library}"
    ))?;
    Ok(())
}

/// The example in Rust: what it says where a driver finds no device, and with one that is the emulator.
fn by_cust(tools: &Tools) -> Result<(), Failed> {
    let bench = Bench::new(tools)?;
    let (example, target) = (here(CUST), here("../../target/gpu_rust"));
    let cuda = tools.cuda.as_deref().unwrap_or_default();
    // The compiler by its name: `ENZYME_CXX` is one word.
    let compiler = bench.folder.path().join("enzyme-c++");
    std::os::unix::fs::symlink(tools.build.join("enzyme-rs"), &compiler)?;
    bench.says(&format!(
        "env CUDA_LIBRARY_PATH={cuda} ENZYME_CXX={} cargo build --quiet --locked --manifest-path {} --target-dir {}",
        compiler.display(),
        example.join("Cargo.toml").display(),
        target.display()
    ))?;
    let program = target.join("debug/gpu_rust");
    let (program, here) = (program.display(), bench.folder.path().display());
    let run = format!("env LD_LIBRARY_PATH={here} {program}");
    let driver = bench.folder.path().join("libcuda.so.1");
    std::os::unix::fs::symlink(format!("{cuda}/lib64/stubs/libcuda.so"), &driver)?;
    let said = bench.complains(&run)?;
    expect(said == "CUDA: NoDevice\n", &said)?;
    std::fs::remove_file(driver)?;
    emulated_driver(&bench, &example.join("src/ring.cu"))?;
    let said = bench.says(&run)?;
    expect(
        said.ends_with("\nthe gradient is that of differences\n"),
        &said,
    )
}

/// The folder that `make gpu-programs` makes, in part: what it says without a device, and what with one that is the emulator.
fn carried(tools: &Tools) -> Result<(), Failed> {
    let bench = Bench::new(tools)?;
    let (device, build) = (here("device"), tools.build.display());
    let to = bench.folder.path().join("carried");
    let scripts = ["runs.txt", "run-tests", "run-bench"];
    let programs = [
        "host",
        "bench",
        "name",
        "launched",
        "sized",
        "handed",
        "derivative",
    ];
    let goals = [&["update.O2.module"], &scripts[..], &programs].concat();
    let goals: Vec<String> = goals
        .iter()
        .map(|goal| to.join(goal).display().to_string())
        .collect();
    bench.says(&format!(
        "make -C {} ARCH=sm_80 LEVELS=O2 TO={} BUILD={build} {}",
        device.display(),
        to.display(),
        goals.join(" ")
    ))?;
    let finds = bench.says("carried/name")?;
    let without = [
        "launched",
        "sized",
        "handed",
        "derivative",
        "run-tests",
        "run-bench",
    ]
    .iter();
    for program in without.filter(|_| finds.starts_with("SKIPPED")) {
        let said = bench.says(&format!("carried/{program}"))?;
        expect(said.starts_with("SKIPPED: no device"), &said)?;
    }
    emulated_driver(&bench, &here("device/update.cu"))?;
    let folder = bench.folder.path().display();
    let said = bench.says(&format!(
        "env LD_LIBRARY_PATH={folder} carried/run-tests update"
    ))?;
    let passed = said.matches("| passed |").count();
    let fine = said.starts_with("emulator, ") && passed == 2;
    expect(fine, &said)?;
    let said = bench.says(&format!(
        "env LD_LIBRARY_PATH={folder} carried/run-bench update"
    ))?;
    expect(said.contains("\n| update | "), &said)
}

fn gradients_of_hip(tools: &Tools) -> Result<(), Failed> {
    let bench = Bench::new(tools)?;
    let program = source("device.cu");
    for level in ["-O0", "-O2", "-O3 -ffast-math"] {
        let alone = format!("enzyme-c++ {OF_HIP} {level} --offload-device-only {program}");
        // Linked, with nothing undefined.
        bench.says(&format!("{alone} -c -o code.hsaco"))?;
        bench.says(&format!("{alone} -S -emit-llvm -o code.ll"))?;
        has_its_library(&bench.read("code.ll")?)?;
    }
    bench.says(&format!(
        "enzyme-c++ {OF_HIP} -O2 {program} -o device -lamdhip64"
    ))?;
    bench.starts("device")
}

fn main() {
    let arguments = Arguments::from_args();
    let tools = Tools::find();
    let cuda = tools.as_ref().is_some_and(Tools::has_cuda);
    let installed = |program: &str| Command::new(program).arg("--version").output().is_ok();
    let fetched = cuda && installed("clang-linker-wrapper-22");
    let hip = tools.is_some() && Path::new(OCML).is_dir() && Path::new(HIP).exists();
    let mut trials = Vec::new();
    let mut add = |name: &str, there: bool, test: fn(&Tools) -> Result<(), Failed>| {
        let tools = tools.clone();
        let run = move || test(tools.as_ref().unwrap());
        trials.push(Trial::test(name, run).with_ignored_flag(!there));
    };
    add("gradients of CUDA", fetched, gradients_of_cuda);
    add("clang's code of CUDA", cuda, |tools| {
        let flags = format!("{} --offload-arch=sm_80", tools.of_cuda());
        ["cuda.cu", "more.cu"]
            .iter()
            .try_for_each(|program| same_as_clang(tools, &flags, program))
    });
    add("device code of several files", fetched, files_apart);
    add(
        "libraries that are not there",
        tools.is_some(),
        nothing_found,
    );
    add("the command as it is shown", cuda, shown);
    add("a project of CMake", fetched && installed("cmake"), project);
    add("what kernels of CUDA take", fetched, |tools| {
        kernels(tools, &format!("{} --offload-arch=sm_80", tools.of_cuda()))
    });
    // What it needs of crates.io is there, or can be had.
    let fetched_crates = || {
        let manifest = here(CUST).join("Cargo.toml");
        let mut cargo = Command::new("cargo");
        let fetch = cargo.args(["fetch", "--quiet", "--locked", "--manifest-path"]);
        let ran = fetch.arg(manifest).output();
        ran.is_ok_and(|ran| ran.status.success())
    };
    let cust = cuda && fetched_crates();
    add("a program in Rust by cust", cust, by_cust);
    add("a folder to carry", fetched && installed("make"), carried);
    add("what kernels of HIP take", hip, |tools| {
        kernels(tools, OF_HIP)
    });
    add("gradients of HIP", hip, gradients_of_hip);
    add("clang's code of HIP", hip, |tools| {
        let flags = format!("{OF_HIP} --rocm-device-lib-path={OCML}");
        same_as_clang(tools, &flags, "hip.hip")
    });
    libtest_mimic::run(&arguments, trials).exit();
}
