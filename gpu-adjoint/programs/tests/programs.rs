//! Programs of CUDA and HIP, through the wrappers.
//!
//! `ENZYME_RS_BUILD` names the folder of the wrappers and of the library, `target/release` unless set; without, the tests are skipped. Those with the headers of
//! CUDA are tried where `scripts/cuda-headers.sh` has fetched them, those with HIP's where `ENZYME_RS_ROCM` names their installation.

#![allow(clippy::unwrap_used, reason = "helpers of tests, which may")]

use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A folder to work in, and the wrappers.
struct Bench {
    folder: TempDir,
    build: PathBuf,
}

/// What a command did.
struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl Bench {
    fn new() -> Option<Self> {
        let usual = || here("../../target/release");
        let build = std::env::var_os("ENZYME_RS_BUILD").map_or_else(usual, PathBuf::from);
        let build = std::path::absolute(build).unwrap();
        for needed in [
            "enzyme-rs",
            "libenzyme_rs.so",
            "libenzyme_rs_emulated_gpu.so",
        ] {
            if !build.join(needed).exists() {
                println!("SKIPPED: no {needed} in {}", build.display());
                return None;
            }
        }
        let folder = tempfile::tempdir().unwrap();
        Some(Bench { folder, build })
    }

    /// Runs a line in the folder; `enzyme-c++` is the wrapper.
    fn run(&self, line: &str) -> Ran {
        self.run_with("", line)
    }

    /// The same with options of the engine.
    fn run_with(&self, options: &str, line: &str) -> Ran {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap();
        let mut command = match name {
            "enzyme-c++" => {
                let mut wrapper = Command::new(self.build.join("enzyme-rs"));
                wrapper.arg("c++");
                wrapper
            }
            "enzyme-rs" => Command::new(self.build.join("enzyme-rs")),
            program => Command::new(self.folder.path().join(program)),
        };
        command
            .args(words)
            .current_dir(self.folder.path())
            .env("ENZYME_RS_OPTIONS", options)
            .env_remove("ENZYME_RS_EMULATOR");
        let output = command.output().unwrap();
        Ran {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    #[track_caller]
    fn succeeds(&self, line: &str) -> Ran {
        let ran = self.run(line);
        assert_eq!(ran.code, 0, "{line}: {}{}", ran.out, ran.err);
        ran
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.folder.path().join(name), text).unwrap();
    }
}

/// Flags of a language without headers, and the begin of names of errors.
const LANGUAGES: [(&str, &str); 2] = [("-x cuda -nocudainc", "cuda"), ("-x hip -nogpuinc", "hip")];

/// The wrapper with the flags of a language, and where programs lie.
fn compiles(flags: &str) -> String {
    let bare = here("programs/bare");
    format!("enzyme-c++ --emulate-gpu -I{} {flags}", bare.display())
}

fn source(name: &str) -> String {
    here("programs").join(name).display().to_string()
}

#[test]
fn programs_of_two_files_run() {
    let Some(bench) = Bench::new() else { return };
    let (all, other) = (source("all.cu"), source("other.cu"));
    for (flags, _) in LANGUAGES {
        for level in ["-O0", "-O2"] {
            let compile = format!("{} {level}", compiles(flags));
            bench.succeeds(&format!("{compile} {all} {other} -o together -lm"));
            let ran = bench.succeeds("together");
            assert_eq!(
                (ran.out.as_str(), ran.err.as_str()),
                ("all is well\n", ""),
                "{flags} {level}"
            );

            bench.succeeds(&format!("{compile} -c {all} {other}"));
            bench.succeeds("enzyme-c++ --emulate-gpu all.o other.o -o apart");
            assert_eq!(
                bench.succeeds("apart").out,
                "all is well\n",
                "{flags} {level}"
            );
        }
        let unchecked = compiles(flags).replace("--emulate-gpu", "--emulate-gpu=unchecked");
        bench.succeeds(&format!("{unchecked} -O2 {all} {other} -o unchecked"));
        assert_eq!(bench.succeeds("unchecked").out, "all is well\n", "{flags}");
    }
}

#[test]
fn launches_are_differentiated_with_the_host() {
    let Some(bench) = Bench::new() else { return };
    let all = std::env::var("ENZYME_RS_LEVELS").is_ok_and(|levels| levels == "all");
    let levels: &[&str] = match all {
        true => &["-O0", "-O1", "-O2", "-O3"],
        false => &["-O0", "-O2"],
    };
    // Where the default stream is one of the calling thread, launches have another name.
    let own_stream = "-O2 -fgpu-default-stream=per-thread";
    for (flags, _) in LANGUAGES {
        for level in levels.iter().chain([&own_stream]) {
            for program in ["launched", "sized", "handed", "maxima", "variables", "rows"] {
                let source = source(&format!("{program}.cu"));
                let compiler = format!("{} {level}", compiles(flags));
                let told = bench.succeeds(&format!("{compiler} {source} -o {program}"));
                assert_eq!(told.err, "", "{program} {flags} {level}");
                let ran = bench.succeeds(program);
                let said = (ran.out.as_str(), ran.err.as_str());
                assert_eq!(said, ("all is well\n", ""), "{program} {flags} {level}");
            }
        }
    }
}

/// Numbers that vary in variables whose shadows the derivatives of a kernel do not know.
#[test]
fn variables_without_a_shadow_are_told() {
    let Some(bench) = Bench::new() else { return };
    const PROGRAM: &str = r#"#include "launches.h"
#include <enzyme_rs/parallel.h>
struct Half {
  void *tape;
  double value;
};
template <class... A> Half __enzyme_augmentfwd(void *, A...);
struct Pointing {
  double a;
  double *p;
};
__device__ Pointing pointing;
__constant__ char bytes[16];
__device__ double number, left;
__device__ double *leads = &left;
ENZYME_RS_KERNEL __global__ void member(double *v) { v[thread()] *= pointing.a; }
ENZYME_RS_KERNEL __global__ void hidden(double *v) {
  double by;
  __builtin_memcpy(&by, bytes, sizeof by);
  v[thread()] *= by;
}
ENZYME_RS_KERNEL __global__ void plain(double *v) { v[thread()] *= number; }
ENZYME_RS_KERNEL __global__ void held(double *v) { v[thread()] *= left; }
ENZYME_RS_KERNEL __global__ void writes(double *v) { v[thread()] *= number, number = 0.5; }
struct State {
  double *v;
  bool writes;
};
void advance(long, void *context) {
  State *state = (State *)context;
  if (state->writes) writes<<<1, 1>>>(state->v);
  else plain<<<1, 32>>>(state->v);
}
double steps(const double *x, long n) {
  double *v = obtained<double>(32), result;
  GPU(Memcpy)(v, x, 32 * sizeof(double), TO_DEVICE);
  GPU(MemcpyToSymbol)(&number, x + 2, sizeof(double), 0, TO_DEVICE);
  State state{v, n == 6};
  enzyme_rs_checkpointed(6, 2, advance, &state, v, 32 * sizeof(double));
  if (n == 7) GPU(MemcpyToSymbol)(&number, x, sizeof(double), 0, TO_DEVICE);
  GPU(Memcpy)(&result, v + 3, sizeof(double), TO_HOST);
  GPU(Free)(v);
  return result;
}
double f(const double *x, int n) {
  double *v = obtained<double>(32), result;
  GPU(Memcpy)(v, x, 32 * sizeof(double), TO_DEVICE);
  switch (n) {
  case 1: GPU(MemcpyToSymbol)(&pointing, x, sizeof(double), 0, TO_DEVICE), member<<<1, 32>>>(v); break;
  case 2: GPU(MemcpyToSymbol)(bytes, x, sizeof(double), 0, TO_DEVICE), hidden<<<1, 32>>>(v); break;
  case 3: GPU(MemcpyToSymbol)(&left, x, sizeof(double), 0, TO_DEVICE), held<<<1, 32>>>(v); break;
  case 4: GPU(MemcpyToSymbol)(&number, x, sizeof(double), 0, TO_DEVICE), plain<<<1, 32>>>(v); break;
  default: member<<<1, 32>>>(v), hidden<<<1, 32>>>(v), held<<<1, 32>>>(v), plain<<<1, 32>>>(v);
  }
  GPU(Memcpy)(&result, v + 3, sizeof(double), TO_HOST);
  GPU(Free)(v);
  return result;
}
int main(int, char **arguments) {
  double x[32], dx[32] = {};
  for (int i = 0; i < 32; i++) x[i] = i;
  int which = atoi(arguments[1]);
  if (which == 5) return !__enzyme_augmentfwd((void *)f, enzyme_dup, x, dx, enzyme_const, 4).tape;
  if (which < 6) __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, which);
  else __enzyme_autodiff((void *)steps, enzyme_dup, x, dx, enzyme_const, (long)which);
  printf("%g\n", which < 6 ? dx[0] : dx[2]);
}
"#;
    bench.write("told.cu", PROGRAM);
    let cases = [
        (
            "1",
            "in the variable `pointing` of the device, and to the derivatives of the kernel `member` nothing in it varies: it holds pointers",
        ),
        (
            "2",
            "in the variable `bytes` of the device, and to the derivatives of the kernel `hidden`",
        ),
        (
            "3",
            "in the variable `left` of the device, and to the derivatives of the kernel `held`",
        ),
        ("5", "the halves of the derivative are called apart"),
        (
            "6",
            "writes to a variable of the device in steps that run again from checkpoints",
        ),
        (
            "7",
            "uses the variable `number` of the device, which was written to since, in steps",
        ),
    ];
    for (flags, _) in LANGUAGES {
        for level in ["-O0", "-O2"] {
            bench.succeeds(&format!("{} {level} told.cu -o told", compiles(flags)));
            for (case, says) in cases {
                let ran = bench.run(&format!("told {case}"));
                let told = ran.err.contains(says) && ran.err.contains("[EZ7511]");
                assert!(ran.code != 0 && told, "{flags} {level} {case}: {}", ran.err);
            }
            assert_eq!(
                bench.succeeds("told 4").out,
                "3
",
                "{flags} {level}"
            );
            // Of x³ · numberⁿ: 6 · 3 · 2⁵.
            assert_eq!(bench.succeeds("told 8").out, "576\n", "{flags} {level}");
            assert_eq!(
                bench.succeeds("told 0").out,
                "0
",
                "{flags} {level}"
            );
        }
    }
}

/// A source is compiled for the host and for a device, and each has derivatives.
#[test]
fn a_report_has_kernels_beside_the_functions_that_launch_them() {
    let Some(bench) = Bench::new() else { return };
    let (source, flags) = (source("launched.cu"), compiles(LANGUAGES[0].0));
    let flags = flags.strip_prefix("enzyme-c++ ").unwrap();
    let said = bench
        .succeeds(&format!("enzyme-rs report {source} -- -w {flags}"))
        .out;
    for heading in [
        ".aug: forward sweep, with a reverse pass of its own",
        ".grad: gradient: ",
    ] {
        assert!(said.contains(heading), "{heading}: {said}");
    }
}

/// Gradients of the host's functions are compared in place, after launches: what is compared runs in copies of the process, which have one thread.
#[test]
fn gradients_with_launches_are_compared_in_place() {
    let Some(bench) = Bench::new() else { return };
    const PROGRAM: &str = r#"#include "gpu.h"
extern int enzyme_dup, enzyme_out, enzyme_const;
template <class... A> double __enzyme_autodiff(void *, A...);
__global__ __attribute__((annotate("enzyme_rs_kernel"))) void scale(double *x, double by) {
  int i = block() * threads() + thread();
  x[i] = by * x[i] * x[i];
}
__global__ void fill(double *x) {
  int i = block() * threads() + thread();
  x[i] = 0.01 * i + 1;
}
double sum(const double *x, double by, int n) {
  double *y, host[256], all = 0;
  GPU(Malloc)((void **)&y, n * sizeof(double));
  GPU(Memcpy)(y, x, n * sizeof(double), 4);
  scale<<<4, n / 4>>>(y, by);
  GPU(Memcpy)(host, y, n * sizeof(double), 2);
  for (int i = 0; i < n; i++) all += host[i];
  GPU(Free)(y);
  return all;
}
int main() {
  double *x, *dx;
  GPU(Malloc)((void **)&x, 256 * sizeof(double));
  GPU(Malloc)((void **)&dx, 256 * sizeof(double));
  fill<<<4, 64>>>(x);
  GPU(Memset)(dx, 0, 256 * sizeof(double));
  __enzyme_autodiff((void *)sum, enzyme_dup, x, dx, enzyme_out, 0.5, enzyme_const, 256);
}
"#;
    let bare = here("programs/bare");
    for (name, flags) in [("sum.cu", "-nocudainc"), ("sum.hip", "-nogpuinc")] {
        bench.write(name, PROGRAM);
        for level in ["-O0", "-O2"] {
            let flags = format!("-I{} {flags}", bare.display());
            let line = format!("enzyme-rs verify --in-place {level} {name} -- {flags}");
            let ran = bench.succeeds(&line);
            let agree = "\nverdict: reverse mode, forward mode and central differences agree";
            let numbers = ran.out.contains(" 257 ") && ran.out.contains(agree);
            assert!(numbers, "{line}: {}{}", ran.out, ran.err);
        }
    }
}

/// A derivative that an exception leaves is over: what it knew of memory is forgotten.
#[test]
fn an_exception_ends_a_derivative() {
    let Some(bench) = Bench::new() else { return };
    const PROGRAM: &str = r#"#include "gpu.h"
extern int enzyme_dup, enzyme_const;
template <class... A> void __enzyme_autodiff(void *, A...);
#define MARK __attribute__((annotate("enzyme_rs_kernel")))
__global__ MARK void numbers(double *x) { x[thread()] *= 2; }
__global__ MARK void integers(int *x) { x[thread()] = 1; }
void doubles(double *x, int n) {
  numbers<<<1, 4>>>(x);
  if (GPU(DeviceSynchronize)() == 0 && n > 0) throw n;
}
void ints(int *x) { integers<<<1, 8>>>(x); GPU(DeviceSynchronize)(); }
int main() {
  double *x, *dx;
  GPU(MallocManaged)((void **)&x, 64), GPU(MallocManaged)((void **)&dx, 64);
  for (int i = 0; i < 8; i++) x[i] = 1, dx[i] = 0;
  for (int k = 0; k < 2; k++)
  try { __enzyme_autodiff((void *)doubles, enzyme_dup, x, dx, enzyme_const, 1); } catch (int) { puts("thrown"); }
  __enzyme_autodiff((void *)ints, enzyme_dup, (int *)x, (int *)dx);
  puts("all is well");
}
"#;
    bench.write("thrown.cu", PROGRAM);
    for (flags, _) in LANGUAGES {
        for level in ["-O0", "-O2"] {
            bench.succeeds(&format!("{} {level} thrown.cu -o thrown", compiles(flags)));
            let ran = bench.succeeds("thrown");
            assert_eq!(ran.out, "thrown\nthrown\nall is well\n", "{flags} {level}");
        }
    }
}

/// Kernels of a library, which an option names.
#[test]
fn launches_of_kernels_that_are_not_marked_are_differentiated_where_an_option_names_them() {
    let Some(bench) = Bench::new() else { return };
    let file = source("unmarked.cu");
    let named = "mark-kernels=library::*,mark-kernels=(anonymous namespace)::*";
    for (flags, _) in LANGUAGES {
        for level in ["-O0", "-O2"] {
            let line = format!("{} {level} {file} -o unmarked", compiles(flags));
            for options in [named, "mark-kernels=*"] {
                let told = bench.run_with(options, &line);
                assert_eq!((told.code, told.err.as_str()), (0, ""), "{flags} {level}");
                assert_eq!(bench.succeeds("unmarked").out, "all is well\n");
            }
            // One of them has no derivative, which is told where it is launched.
            let ran = bench.run("unmarked leaving");
            let says = [
                "the kernel `library::impl::leave<double>` is launched in differentiated code, and has no derivative: \
                 the kernel gives numbers that vary to the variable `library::impl::last` of the device [EZ0302]",
                "[EZ7510]",
                "help: hand the kernels a pointer to memory of the device",
            ];
            let all = says.iter().all(|text| ran.err.contains(text));
            assert!(ran.code != 0 && all, "{flags} {level}: {}", ran.err);
            // Of what the option does not name, there is none.
            bench.run_with("mark-kernels=library::*", &line);
            let ran = bench.run("unmarked");
            let says = "the kernel `(anonymous namespace)::scale` is launched in differentiated code, and has no derivatives [EZ7502]";
            assert!(ran.code != 0 && ran.err.contains(says), "{}", ran.err);
        }
    }
}

/// Kernels that another file defines.
#[test]
fn launches_of_kernels_of_another_file_are_differentiated() {
    let Some(bench) = Bench::new() else { return };
    let (launches, defines) = (source("launches.cu"), source("defines.cu"));
    for (flags, _) in LANGUAGES {
        for level in ["-O0", "-O2"] {
            let compile = format!("{} {level}", compiles(flags));
            let about = format!("{flags} {level}");
            let told = bench.succeeds(&format!("{compile} {launches} {defines} -o together"));
            assert_eq!(told.err, "", "{about}");
            let ran = bench.succeeds("together");
            assert_eq!((&*ran.out, &*ran.err), ("all is well\n", ""), "{about}");
            // Of one that is not marked there, nothing is offered.
            let ran = bench.run("together unmarked");
            let says = "the kernel `unmarked` is launched in differentiated code, and the source file that defines it offers no derivatives of it [EZ7502]";
            assert!(
                ran.code != 0 && ran.err.contains(says),
                "{about}: {}",
                ran.err
            );

            // With an option for the file that defines them, all are marked; one has no derivative.
            bench.succeeds(&format!("{compile} -c {launches}"));
            let line = format!("{compile} -c {defines}");
            assert_eq!(bench.run_with("mark-kernels=*", &line).code, 0, "{about}");
            bench.succeeds("enzyme-c++ --emulate-gpu launches.o defines.o -o apart");
            for run in ["apart", "apart unmarked"] {
                assert_eq!(bench.succeeds(run).out, "all is well\n", "{about}");
            }
            let ran = bench.run("apart leaving");
            let says = "the kernel `leave` is launched in differentiated code, and has no derivative: the kernel gives numbers that vary";
            assert!(
                ran.code != 0 && ran.err.contains(says),
                "{about}: {}",
                ran.err
            );
        }
    }
}

/// What is told of launches whose derivative cannot be had.
#[test]
fn launches_without_a_derivative_are_told() {
    let Some(bench) = Bench::new() else { return };
    let program = |mark: &str, body: &str| {
        format!(
            "#include \"gpu.h\"\nextern int enzyme_dup;\ntemplate <class... A> double __enzyme_autodiff(void *, A...);\n\
             __global__ {mark} void k(double *x, int n) {{ {body} }}\n\
             double f(double *x, int n) {{ k<<<1, 8>>>(x, n); GPU(DeviceSynchronize)(); return x[0]; }}\n\
             int main() {{ double *x, *dx; GPU(MallocManaged)((void **)&x, 64); GPU(MallocManaged)((void **)&dx, 64);\n\
             for (int i = 0; i < 8; i++) x[i] = 1, dx[i] = 0;\n\
             __enzyme_autodiff((void *)f, enzyme_dup, x, dx, 100); printf(\"%g\\n\", dx[0]); }}\n"
        )
    };
    const MARK: &str = "__attribute__((annotate(\"enzyme_rs_kernel\")))";
    let line = compiles(LANGUAGES[0].0);
    bench.write("plain.cu", &program("", "x[thread()] *= 2;"));
    bench.succeeds(&format!("{line} -O2 plain.cu -o plain"));
    let ran = bench.run("plain");
    assert!(
        ran.code != 0
            && ran
                .err
                .contains("help: mark it: `__global__ ENZYME_RS_KERNEL")
            && ran.err.contains("the kernel `k` is launched"),
        "{}",
        ran.err
    );

    // Of one that is said to have no derivative, and gives numbers to memory that has one.
    const INACTIVE: &str = "__attribute__((annotate(\"enzyme_rs_kernel_inactive\")))";
    bench.write("inactive.cu", &program(INACTIVE, "x[thread()] = 2;"));
    bench.succeeds(&format!("{line} -O2 inactive.cu -o inactive"));
    let ran = bench.run("inactive");
    let says = "the kernel `k` is said to have no derivative, and may write numbers";
    assert!(ran.code != 0 && ran.err.contains(says), "{}", ran.err);

    // In forward mode, of a maximum in memory of the device.
    let raise = "double v = x[thread()]; meet(); __scoped_atomic_fetch_max(x, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);";
    let forward = program(MARK, raise).replace("__enzyme_autodiff", "__enzyme_fwddiff");
    bench.write("forward.cu", &forward);
    bench.succeeds(&format!("{line} -O2 forward.cu -o forward"));
    let ran = bench.run("forward");
    let says = "the kernel `k` is launched in forward mode, and has no tangent";
    assert!(ran.code != 0 && ran.err.contains(says), "{}", ran.err);

    // Of unknown length, and more than a thread has.
    let loops =
        "double v = x[thread()]; for (int i = 0; i < n; i++) v = v * v + 1; x[thread()] = v;";
    bench.write("long.cu", &program(MARK, loops));
    bench.succeeds(&format!("{line} -O2 long.cu -o long"));
    bench.succeeds("long");
    bench.write("longer.cu", &program(MARK, loops).replace("100)", "1000)"));
    bench.succeeds(&format!("{line} -O2 longer.cu -o longer"));
    let ran = bench.run("longer");
    assert!(
        ran.code != 0
            && ran.err.contains("a thread of the kernel `k` keeps 8000 bytes or more in loops whose length only the run knows, and has 1024 [EZ7509]")
            && ran.err.contains("ENZYME_RS_GPU_BYTES_PER_THREAD=8192 in the environment")
            && !ran.err.contains("EZ7501"),
        "{}{}",
        ran.out,
        ran.err
    );
    let enough = program(MARK, loops).replace("100)", "1000)").replace(
        "int main() {",
        "extern \"C\" void enzyme_rs_gpu_bytes_per_thread(unsigned long long);\nint main() { enzyme_rs_gpu_bytes_per_thread(8192);",
    );
    bench.write("enough.cu", &enough);
    bench.succeeds(&format!("{line} -O2 enough.cu -o enough"));
    bench.succeeds("enough");
    // On AMD's devices a structure is handed to a function as a variable of the thread, which what is kept from one launch to the other is not.
    let by_value = program(
        MARK,
        "Nine m{{x[0], x[1], 1}}; for (int k = 0; k < n; k++) m = twice(m); x[thread()] = m.x[0] + m.x[2];",
    )
    .replace(
        "__global__",
        "struct Nine { double x[9]; };\n__device__ __attribute__((noinline)) Nine twice(Nine a) { Nine c = a; c.x[0] = a.x[0] * a.x[1]; return c; }\n__global__",
    );
    bench.write("by_value.cu", &by_value);
    let refused = bench.run(&format!(
        "{} -O2 by_value.cu -o by_value",
        compiles(LANGUAGES[1].0)
    ));
    let says = "is handed to a function by value, as memory [EZ0302]";
    assert!(
        refused.code != 0 && refused.err.contains(says),
        "{}",
        refused.err
    );

    // Integers that are bits of numbers, moved by a kernel of its own.
    let moving = program(MARK, "x[thread()] *= 2;")
        .replace(
            "double f(",
            &format!(
                "__global__ {MARK} void words(const int *from, int *to) {{ to[thread()] = from[thread()]; }}\ndouble f("
            ),
        )
        .replace(
            "k<<<1, 8>>>(x, n);",
            "k<<<1, 8>>>(x, n); words<<<1, 2>>>((int *)x + 2, (int *)x);",
        );
    bench.write("moving.cu", &moving);
    bench.succeeds(&format!("{line} -O2 moving.cu -o moving"));
    let ran = bench.run("moving");
    assert!(
        ran.code != 0 && ran.err.contains("another one writes integers"),
        "{}{}",
        ran.out,
        ran.err
    );
}

/// Integers that are bits of numbers, moved within memory that the program brings, to where no kernel is told that numbers begin; and integers that are none, in memory of their own.
#[test]
fn integers_that_may_be_bits_of_numbers_are_told_wherever_they_go() {
    let Some(bench) = Bench::new() else { return };
    const PROGRAM: &str = r#"#include "launches.h"
ENZYME_RS_KERNEL __global__ void scale(double *x) { x[thread()] *= 3; }
ENZYME_RS_KERNEL __global__ void words(const int *from, int *to) { to[thread()] = from[thread()]; }
ENZYME_RS_KERNEL __global__ void count(int *at) { at[thread()] += 1; }
ENZYME_RS_KERNEL __global__ void sum(const double *x, double *s) { add(s, x[thread()]); }
double f(double *v, int *ints, double *s, int which) {
  double result;
  if (which != 3) scale<<<1, 8>>>(v);
  if (which == 0) words<<<1, 8>>>(ints, ints + 8), count<<<1, 16>>>(ints);
  if (which == 1) words<<<1, 8>>>((int *)v, (int *)(v + 4));
  if (which == 2) count<<<1, 8>>>((int *)v + 8);
  if (which == 3) words<<<1, 8>>>((int *)v, (int *)(v + 4)), scale<<<1, 8>>>(v);
  sum<<<1, 8>>>(v, s);
  GPU(Memcpy)(&result, s, sizeof(double), TO_HOST);
  return result;
}
int main(int, char **arguments) {
  double *v = obtained<double>(8), *dv = obtained<double>(8), *s = obtained<double>(1), *ds = obtained<double>(1), dx[8];
  int *ints = obtained<int>(16), *shadow = obtained<int>(16);
  GPU(Memset)(v, 0, 64), GPU(Memset)(dv, 0, 64), GPU(Memset)(s, 0, 8), GPU(Memset)(ds, 0, 8);
  GPU(Memset)(ints, 0, 64), GPU(Memset)(shadow, 0, 64);
  __enzyme_autodiff((void *)f, enzyme_dup, v, dv, enzyme_dup, ints, shadow, enzyme_dup, s, ds, enzyme_const, atoi(arguments[1]));
  GPU(Memcpy)(dx, dv, 64, TO_HOST);
  for (double d : dx) printf("%g ", d);
}
"#;
    bench.write("bits.cu", PROGRAM);
    for (flags, _) in LANGUAGES {
        bench.succeeds(&format!("{} -O2 bits.cu -o bits", compiles(flags)));
        assert_eq!(bench.succeeds("bits 0").out, "3 3 3 3 3 3 3 3 ", "{flags}");
        for case in ["1", "2", "3"] {
            let ran = bench.run(&format!("bits {case}"));
            let told = ran.err.contains("they may be bits of numbers [EZ7505]");
            assert!(
                ran.code != 0 && told,
                "{flags} {case}: {}{}",
                ran.out,
                ran.err
            );
        }
    }
}

/// The shadow is too small: the adjoint of what the seventh line reads is behind its end.
#[test]
fn mistakes_in_derivatives_have_the_line_whose_adjoint_it_is() {
    let Some(bench) = Bench::new() else { return };
    const PROGRAM: &str = r#"#include "gpu.h"
extern int enzyme_dup;
template <class... A> double __enzyme_autodiff(void *, A...);
__global__ __attribute__((annotate("enzyme_rs_kernel"))) void k(double *x, double *y) {
  double v = x[thread()];
  double w = v * v;
  double next = x[thread() + 1];
  y[thread()] = w * next;
}
double f(double *x, double *y) { k<<<1, 8>>>(x, y); GPU(DeviceSynchronize)(); return y[0]; }
double *numbers(int n) {
  double *all;
  GPU(MallocManaged)((void **)&all, n * sizeof(double));
  for (int i = 0; i < n; i++) all[i] = 0;
  return all;
}
int main() {
  __enzyme_autodiff((void *)f, enzyme_dup, numbers(9), numbers(8), enzyme_dup, numbers(8), numbers(8));
}
"#;
    bench.write("small.cu", PROGRAM);
    for (flags, _) in LANGUAGES {
        for level in ["-O0", "-O2"] {
            bench.succeeds(&format!("{} {level} small.cu -o small", compiles(flags)));
            let ran = bench.run("small");
            let told = ran.err.contains("out of bounds: ") && ran.err.contains("small.cu:7, ");
            assert!(ran.code != 0 && told, "{flags} {level}: {}", ran.err);
        }
    }
}

#[test]
fn errors_have_names_and_stay_if_a_kernel_made_them() {
    let Some(bench) = Bench::new() else { return };
    for (flags, _) in LANGUAGES {
        bench.succeeds(&format!(
            "{} {} -o errors",
            compiles(flags),
            source("errors.cu")
        ));
        let ran = bench.succeeds("errors");
        assert_eq!(ran.out, "all is well\n", "{flags}: {}", ran.err);
        assert!(ran.err.contains("errors.cu:6"), "{}", ran.err);
    }
}

/// The number of the line of `mistakes.cu` with a comment.
fn line(comment: &str) -> usize {
    let text = std::fs::read_to_string(source("mistakes.cu")).unwrap();
    let mut lines = text.lines().zip(1..);
    lines
        .find(|(line, _)| line.ends_with(&format!("// {comment}")))
        .unwrap()
        .1
}

#[test]
fn mistakes_are_told_and_the_launch_fails() {
    let Some(bench) = Bench::new() else { return };
    let cases = [
        ("0", "race", "race in a block"),
        ("1", "beyond", "out of bounds"),
        ("2", "behind the table", "out of bounds"),
        ("3", "late", "use after free"),
    ];
    for (flags, begin) in LANGUAGES {
        for level in ["-O0", "-O2"] {
            bench.succeeds(&format!(
                "{} {level} {} -o mistakes",
                compiles(flags),
                source("mistakes.cu")
            ));
            for (number, comment, text) in cases {
                let ran = bench.succeeds(&format!("mistakes {number}"));
                let about = format!("{flags} {level} {comment}: {}", ran.err);
                assert_eq!(ran.out, format!("{begin}ErrorLaunchFailure\n"), "{about}");
                assert!(ran.err.contains(text), "no {text}: {about}");
                let place = format!("mistakes.cu:{},", line(comment));
                assert!(ran.err.contains(&place), "no {place}: {about}");
            }
        }
    }
}

#[test]
fn what_cannot_be_run_is_an_error_of_the_compilation() {
    let Some(bench) = Bench::new() else { return };
    let text = "#include \"gpu.h\"\n__global__ void k(int *x) {\n  asm volatile(\"brkpt;\");\n}\nint main() {}\n";
    bench.write("asm.cu", text);
    let ran = bench.run(&format!("{} asm.cu -o asm", compiles(LANGUAGES[0].0)));
    assert_eq!(ran.code, 1, "{}", ran.err);
    for text in [
        "asm.cu:3: inline assembly of the device: `brkpt;`, in `k`",
        "help: ",
    ] {
        assert!(ran.err.contains(text), "no {text}: {}", ran.err);
    }
    let ran = bench.run("enzyme-c++ --emulate-gpu -fgpu-rdc a.cu");
    assert_eq!(ran.code, 2);
    assert!(
        ran.err
            .contains("-fgpu-rdc cannot be used with --emulate-gpu"),
        "{}",
        ran.err
    );
    // A function of another file is not seen, and -flto is no way out.
    let text = "#include \"gpu.h\"\ntemplate <class... A> double __enzyme_autodiff(void *, A...);\n\
                double other(double);\nint main() { return __enzyme_autodiff((void *)other, 1.0) > 0; }\n";
    bench.write("hook.cu", text);
    let line = compiles(LANGUAGES[0].0);
    let ran = bench.run(&format!("{line} hook.cu -c"));
    let said = ["[EZ0403]", "in a header: --emulate-gpu differentiates"];
    let all = said.iter().all(|text| ran.err.contains(text));
    assert!(
        ran.code != 0 && all && !ran.err.contains("build with -flto"),
        "{}",
        ran.err
    );
    let ran = bench.run(&format!("{line} -flto hook.cu -c"));
    assert!(
        ran.err.contains("-flto cannot be used with --emulate-gpu"),
        "{}",
        ran.err
    );
    let ran = bench.run("enzyme-c++ --emulate-gpu --showme a.cu");
    assert_eq!(ran.code, 2, "{}", ran.err);
}

#[test]
fn a_program_whose_device_code_is_for_a_gpu_says_so() {
    let Some(bench) = Bench::new() else { return };
    let text = "#include \"gpu.h\"\n__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n";
    bench.write("k.cu", text);
    bench.write("binary", "a binary of a device");
    let flags = LANGUAGES[0].0;
    let bare = here("programs/bare");
    let host = "--cuda-host-only --no-offload-new-driver -Xclang -target-sdk-version=12.9 -Xclang -fcuda-include-gpubinary -Xclang binary";
    bench.succeeds(&format!(
        "enzyme-c++ -I{} {flags} {host} -c k.cu -o k.o",
        bare.display()
    ));
    bench.succeeds("enzyme-c++ --emulate-gpu k.o -o k");
    let ran = bench.run("k");
    assert_eq!(ran.code, 1);
    assert!(
        ran.err
            .contains("compile all of its files with --emulate-gpu"),
        "{}",
        ran.err
    );
}

/// Programs with headers of a vendor, and what they print.
fn print(bench: &Bench, flags: &str, file: &str, expected: &str) {
    for level in ["-O0", "-O2"] {
        print_at(bench, (flags, level), file, expected);
    }
}

#[track_caller]
fn print_at(bench: &Bench, (flags, level): (&str, &str), file: &str, expected: &str) {
    let source = source(file);
    bench.succeeds(&format!(
        "enzyme-c++ --emulate-gpu {flags} {level} {source} -o program"
    ));
    let ran = bench.succeeds("program");
    assert_eq!(
        (ran.out.as_str(), ran.err.as_str()),
        (expected, ""),
        "{file} {level}"
    );
}

/// The folder of CUDA's headers, if they were fetched.
fn cuda() -> Option<String> {
    let script = here("../../scripts/cuda-headers.sh");
    let found = Command::new(script).arg("--check").output().unwrap();
    if !found.status.success() {
        println!("SKIPPED: {}", String::from_utf8_lossy(&found.stderr));
        return None;
    }
    let folder = String::from_utf8(found.stdout).unwrap();
    Some(folder.trim().to_owned())
}

#[test]
fn programs_with_the_headers_of_cuda_run() {
    let Some(bench) = Bench::new() else { return };
    let Some(folder) = cuda() else { return };
    let flags = format!("--cuda-path={folder} -std=c++17 -lcudart");
    let expected = "sum of 256: 32640.0, from the device aaaaaaaa\n1 1 no error\n32640 cudaSuccess\n\
        7.3891 0.70711 0.97725 6 1 2.8284 0.9093 -0.41615 39 1 2 \n7.0 32\n";
    print(&bench, &flags, "cuda.cu", expected);
    let expected = "7\nno error 8 8\nno error 1984\nno error 64 32 3 5 32 4 63 2.5 7\n\
        no error 21.2837\nno error 3\n";
    print(&bench, &flags, "more.cu", expected);
    let expected = "the gradient is that of the formula\n";
    print(&bench, &flags, "device.cu", expected);
    let names = [
        "as_longlong",
        "halves",
        "as_int",
        "as_uint",
        "signs",
        "integers",
    ];
    let expected = names.map(|name| format!("{name}: as the formula\n"));
    print(&bench, &flags, "bits.cu", &expected.concat());
    let names = ["tries", "floats", "cached", "peaks", "places"];
    let expected = names.map(|name| format!("{name}: as differences\n"));
    let flags_of_atomics = format!("{flags} --offload-arch=sm_80");
    print(&bench, &flags_of_atomics, "atomics.cu", &expected.concat());
    derivative(&bench, &flags);
}

/// A gradient, and what is said where its threads have no room for what they keep.
#[track_caller]
fn derivative(bench: &Bench, flags: &str) {
    let expected = "the gradient is that of differences\n";
    print(bench, flags, "derivative.cu", expected);
    let ran = bench.run("program without");
    // How many bytes, depends on the block that comes there first.
    let says = " bytes or more for each thread, and has 0 for each of 0 threads\n  \
        help: give each thread of the grid more before the launch: enzyme_rs::room_for_threads(bytes, threads) (docs/gpu.md)\n";
    // Kernels print to the standard output; those of HIP only stop.
    let told = ran
        .out
        .starts_with("enzyme-rs: a derivative in the kernel `gradient` keeps ")
        && ran.out.contains(says);
    let told = told || flags.contains("hip");
    assert!(
        told && ran.err.contains("the kernel stops itself"),
        "{}{}",
        ran.out,
        ran.err
    );
}

#[test]
fn programs_with_cub_and_thrust_run() {
    let Some(bench) = Bench::new() else { return };
    let Some(folder) = cuda() else { return };
    let flags = format!("--cuda-path={folder} -std=c++17 -w");
    print(&bench, &flags, "cub.cu", &"no error 8128 4950\n".repeat(6));
    let expected = "-4.4985e+06 14\n1\n4.4985e+06 no error\n";
    print(&bench, &flags, "thrust.cu", expected);
    for level in ["-O0", "-O2 -DOPTIMISED"] {
        print_at(&bench, (&flags, level), "reduced.cu", "all is well\n");
    }
}

#[test]
fn programs_with_the_headers_of_hip_run() {
    let Some(bench) = Bench::new() else { return };
    let Ok(folder) = std::env::var("ENZYME_RS_ROCM") else {
        println!("SKIPPED: ENZYME_RS_ROCM names no folder");
        return;
    };
    let flags = format!("--rocm-path={folder} -w -lamdhip64");
    let expected = "sum of 256: 32640.0, from the device\n0 1 no error\n32640 hipSuccess\n\
        enzyme-rs emulator 9.0 warp 64\n";
    print(&bench, &flags, "hip.hip", expected);
    derivative(&bench, &format!("{flags} -x hip"));
}
