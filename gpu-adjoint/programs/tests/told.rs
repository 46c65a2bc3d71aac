//! What programs of CUDA and HIP are told that are wrong, or of which no derivative can be had: by the compiler, by the library of launches, by the emulator.
//!
//! Owns: these messages. Must not: check derivatives (`programs`, `derivatives`).

#![allow(clippy::unwrap_used, reason = "helpers of tests, which may")]

#[path = "support/bench.rs"]
mod bench;

use bench::{Bench, LANGUAGES, compiles, here, source};

/// Variables of the device whose shadows nobody knows.
const VARIABLES: &str = r#"#include "launches.h"
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

/// Numbers that vary in variables whose shadows the derivatives of a kernel do not know.
#[test]
fn variables_without_a_shadow_are_told() {
    let Some(bench) = Bench::new() else { return };
    bench.write("told.cu", VARIABLES);
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
                let told = ran.err.contains(says) && ran.err.contains("[EZ7512]");
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

/// A kernel with it is differentiated.
const MARK: &str = "__attribute__((annotate(\"enzyme_rs_kernel\")))";

/// A program that differentiates a function which launches a kernel with a mark and a body.
fn program(mark: &str, body: &str) -> String {
    format!(
        "#include \"gpu.h\"\nextern int enzyme_dup;\ntemplate <class... A> double __enzyme_autodiff(void *, A...);\n\
         __global__ {mark} void k(double *x, int n) {{ {body} }}\n\
         double f(double *x, int n) {{ k<<<1, 8>>>(x, n); GPU(DeviceSynchronize)(); return x[0]; }}\n\
         int main() {{ double *x, *dx; GPU(MallocManaged)((void **)&x, 64); GPU(MallocManaged)((void **)&dx, 64);\n\
         for (int i = 0; i < 8; i++) x[i] = 1, dx[i] = 0;\n\
         __enzyme_autodiff((void *)f, enzyme_dup, x, dx, 100); printf(\"%g\\n\", dx[0]); }}\n"
    )
}

/// What is told of launches whose derivative cannot be had.
#[test]
fn launches_without_a_derivative_are_told() {
    let Some(bench) = Bench::new() else { return };
    let line = compiles(LANGUAGES[0].0);
    bench.write("plain.cu", &program("", "x[thread()] *= 2;"));
    bench.succeeds(&format!("{line} -O2 plain.cu -o plain"));
    let ran = bench.run("plain");
    assert!(
        ran.code != 0
            && ran
                .err
                .contains("help: mark it: `__global__ ENZYME_RS_KERNEL")
            && ran.err.contains("the kernel `k` is launched")
            && ran.err.contains("ENZYME_RS_OPTIONS=mark-kernels=k\n"),
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
}

/// Integers that are bits of numbers, moved by a kernel of its own.
#[test]
fn numbers_that_a_kernel_moves_as_integers_are_told() {
    let Some(bench) = Bench::new() else { return };
    let line = compiles(LANGUAGES[0].0);
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

/// A structure that is copied to a device, of which the host reads what `READ` says.
const STRUCTURE: &str = r#"#include "launches.h"
struct Law {
  double a, b, c;
  int n;
};
ENZYME_RS_KERNEL __global__ void apply(const Law *law, double *v) {
  int i = thread();
  v[i] = law->a * i + SIN(law->b * i) + law->c * law->c * law->n;
}
double f(const Law *given) {
  Law *law = obtained<Law>(1);
  double *v = obtained<double>(32), last[32], sum = 0;
  GPU(Memcpy)(law, given, sizeof(Law), TO_DEVICE);
  apply<<<1, 32>>>(law, v);
  GPU(Memcpy)(last, v, sizeof last, TO_HOST);
  GPU(Free)(law), GPU(Free)(v);
  for (int i = 0; i < 32; i++) sum += last[i] * last[i];
  return sum + READ;
}
int main() {
  Law law{0.1, 0.2, 0.3, 4}, d{};
  __enzyme_autodiff((void *)f, enzyme_dup, &law, &d);
  double worst = 0, h = 1e-6, got[] = {d.a, d.b, d.c};
  double Law::*members[] = {&Law::a, &Law::b, &Law::c};
  for (int k = 0; k < 3; k++) {
    Law ahead = law, behind = law;
    ahead.*members[k] += h, behind.*members[k] -= h;
    double slope = (f(&ahead) - f(&behind)) / (2 * h);
    worst = std::fmax(worst, std::fabs(got[k] - slope) / std::fabs(slope));
  }
  puts(worst < 1e-7 ? "as differences" : "wrong");
}
"#;

#[test]
fn members_of_a_structure_that_only_kernels_access_are_told() {
    let Some(bench) = Bench::new() else { return };
    bench.write("structure.cu", STRUCTURE);
    let left = "it lies in a member of a structure that the host's code does not access [EZ7506]";
    let unlike = "kernels have had data of several kinds there (float and double, or integers beside numbers) [EZ7506]";
    let cases = [
        ("given->a*given->b*given->c*given->n", None),
        ("given->a*given->n", Some(left)),
        ("given->n", Some(unlike)),
        ("0", Some(unlike)),
    ];
    for (flags, _) in LANGUAGES {
        for level in ["-O0", "-O2"] {
            for (read, says) in cases {
                let compiler = format!("{} {level} -DREAD={read}", compiles(flags));
                bench.succeeds(&format!("{compiler} structure.cu -o structure"));
                let ran = bench.run("structure");
                let is_right = match says {
                    None => ran.out == "as differences\n" && ran.err.is_empty(),
                    Some(says) => {
                        let copy = "structure.cu:13: a copy of 32 bytes to or from a device moves what has an adjoint, in its bytes ";
                        ran.code != 0 && ran.err.contains(copy) && ran.err.contains(says)
                    }
                };
                assert!(is_right, "{flags} {level} {read}: {}{}", ran.out, ran.err);
            }
        }
    }
}

/// Variables of the device that kernels change in steps which run again, or that only a function names whose address is taken.
const CHANGED: &str = r#"#include "launches.h"
#include <enzyme_rs/parallel.h>
__device__ int phase;
static __device__ int counter;
__device__ double number;
__device__ double get() { return number; }
__device__ __attribute__((noinline)) double call(double (*function)()) { return function(); }
ENZYME_RS_KERNEL_INACTIVE __global__ void advance() { phase++; }
ENZYME_RS_KERNEL __global__ void by_phase(double *u) { u[thread()] *= phase & 1 ? 2 : u[thread()]; }
ENZYME_RS_KERNEL __global__ void by_counter(double *u) { u[thread()] *= counter & 1 ? 2 : u[thread()], counter++; }
ENZYME_RS_KERNEL __global__ void by_function(double *u) { u[thread()] *= call(get); }
double f(const double *x, int n) {
  double *u = obtained<double>(1), last;
  GPU(Memcpy)(u, x, sizeof *u, TO_DEVICE);
  if (WHICH == 2) GPU(MemcpyToSymbol)(&number, x + 1, sizeof *u, 0, TO_DEVICE);
  for (int k = 0; k < n; k++) {
    MARK
    if (WHICH == 0) advance<<<1, 1>>>(), by_phase<<<1, 1>>>(u);
    if (WHICH == 1) by_counter<<<1, 1>>>(u);
    if (WHICH == 2) by_function<<<1, 1>>>(u);
  }
  GPU(Memcpy)(&last, u, sizeof *u, TO_HOST);
  GPU(Free)(u);
  return last;
}
int main() {
  double x[2] = {1.5, 2}, dx[2] = {};
  __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 3);
  puts("no word");
}
"#;

#[test]
fn variables_that_are_changed_or_named_out_of_sight_are_told() {
    let Some(bench) = Bench::new() else { return };
    let writes = |kernel: &str| {
        format!("the kernel `{kernel}` writes to a variable of the device in steps that run again")
    };
    let lies = "numbers that vary lie in the variable `number` of the device".to_owned();
    let mark = "enzyme_rs_checkpoint(2);";
    for (which, mark, says) in [
        (0, mark, Some(writes("advance"))),
        (1, mark, Some(writes("by_counter"))),
        (0, "", None),
        (1, "", None),
        (2, "", Some(lies)),
    ] {
        for (flags, _) in LANGUAGES {
            let program = CHANGED.replace("MARK", mark);
            bench.write("changed.cu", &program);
            bench.succeeds(&format!(
                "{} -O0 -DWHICH={which} changed.cu -o changed",
                compiles(flags)
            ));
            let ran = bench.run("changed");
            let is_right = match &says {
                None => ran.out == "no word\n" && ran.err.is_empty(),
                Some(says) => ran.err.contains(says) && ran.err.contains("[EZ7512]"),
            };
            assert!(is_right, "{which} {mark} {flags}: {}{}", ran.out, ran.err);
        }
    }
}
