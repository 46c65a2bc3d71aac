//! Programs of CUDA and HIP, through the wrappers.
//!
//! `ENZYME_RS_BUILD` names the folder of the wrappers and of the library, `target/release` unless set; without, the tests are skipped. Those with the headers of
//! CUDA are tried where `scripts/cuda-headers.sh` has fetched them, those with HIP's where `ENZYME_RS_ROCM` names their installation.

#![allow(clippy::unwrap_used, reason = "helpers of tests, which may")]

#[path = "support/bench.rs"]
mod bench;

use bench::{Bench, LANGUAGES, compiles, here, source};
use std::process::Command;

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

/// Programs that differentiate functions which launch kernels.
const LAUNCHING: [&str; 10] = [
    "bytes",
    "launched",
    "sized",
    "large",
    "handed",
    "maxima",
    "variables",
    "rows",
    "together",
    "common",
];

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
            for program in LAUNCHING {
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

/// Shared memory whose size the launch says, of which a device has less than twice as much, has its shadow in memory of the device by an option; so has what would fit.
#[test]
fn shadows_of_shared_memory_lie_in_memory_of_the_device_by_an_option() {
    let Some(bench) = Bench::new() else { return };
    for (flags, _) in LANGUAGES {
        let file = source("outgrown.cu");
        bench.succeeds(&format!("{} -O2 {file} -o beside", compiles(flags)));
        let ran = bench.run("beside");
        let says = [
            "the kernel `smoothed` can be launched, and its derivative cannot",
            "(240000 bytes of that whose size the launch says, half of them for shadows) [EZ7507]",
            "help: or compile it with ENZYME_RS_OPTIONS=device-shadows",
        ];
        let all = says.iter().all(|text| ran.err.contains(text));
        assert!(ran.code != 0 && all, "{flags}: {}", ran.err);
        for program in ["outgrown", "sized"] {
            for level in ["-O0", "-O2"] {
                let file = source(&format!("{program}.cu"));
                let line = format!("{} {level} {file} -o apart", compiles(flags));
                let told = bench.run_with("device-shadows", &line);
                assert_eq!((told.code, told.err.as_str()), (0, ""), "{flags} {level}");
                let ran = bench.succeeds("apart");
                let said = (ran.out.as_str(), ran.err.as_str());
                assert_eq!(said, ("all is well\n", ""), "{program} {flags} {level}");
            }
        }
    }
}

/// Plans and reports say where shadows of shared memory lie.
#[test]
fn it_is_told_where_shadows_of_shared_memory_lie() {
    let Some(bench) = Bench::new() else { return };
    let (file, flags) = (source("large.cu"), compiles(LANGUAGES[0].0));
    let told = bench.run_with("print-plans", &format!("{flags} -O2 {file} -o large"));
    let beside = "the shadow of `beside(double*)::cells` lies in shared memory, beside it: 1024 B for each block";
    let apart = "the shadow of `turned(double, int)::hall` lies in memory of the device: 24000 B for each block";
    let all = [beside, apart].iter().all(|line| told.err.contains(line));
    assert!(told.code == 0 && all, "{}", told.err);
    let flags = flags.strip_prefix("enzyme-c++ ").unwrap();
    let said = bench
        .succeeds(&format!("enzyme-rs report {file} -- -w {flags}"))
        .out;
    assert!(said.contains(apart), "{said}");
}

/// Also where the machine would add atomically by itself.
#[test]
fn threads_add_plainly_to_what_is_their_own() {
    let Some(bench) = Bench::new() else { return };
    // What is left are those of `with_first`, and of `by_blocks`, `with_next` and `swapped`.
    for (program, least, atomically) in [("threads", 10, 2), ("directions", 40, 10)] {
        let source = source(&format!("{program}.cu"));
        for (flags, _) in LANGUAGES {
            for level in ["-O0", "-O2"] {
                let compile = format!("{} {level} {source} -o {program}", compiles(flags));
                let told = bench.run_with("plain-additions,print-plans", &compile);
                let what = format!("{program} {flags} {level}");
                let plain = told.err.matches("each thread reads elements of its own");
                assert_eq!(told.code, 0, "{what}: {}", told.err);
                assert!(plain.count() >= least, "{what}: {}", told.err);
                let others = told.err.matches("other threads may add there, too");
                assert!(others.count() >= atomically, "{what}: {}", told.err);
                let ran = bench.succeeds(program);
                let said = (ran.out.as_str(), ran.err.as_str());
                assert_eq!(said, ("all is well\n", ""), "{what}");
            }
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

/// A kernel that is handed constants alone writes constants: memory without a shadow will do.
#[test]
fn a_launch_of_constants_needs_no_shadow() {
    let Some(bench) = Bench::new() else { return };
    const PROGRAM: &str = r#"#include "launches.h"
ENZYME_RS_KERNEL __global__ void square(const double *a, double *b, double by) { b[thread()] = by * a[thread()] * a[thread()]; }
double f(double *u, double *v, const double *by) {
  double all[8], sum = 0;
  square<<<1, 8>>>(u, v, 2);
  GPU(Memcpy)(all, v, sizeof all, TO_HOST);
  for (double one : all) sum += one;
  return sum * *by;
}
int main() {
  double *u = obtained<double>(8), *v = obtained<double>(8), x[8], by = 3, dby = 0, one = 1;
  for (int i = 0; i < 8; i++) x[i] = i;
  GPU(Memcpy)(u, x, sizeof x, TO_DEVICE);
  __enzyme_autodiff((void *)f, enzyme_const, u, enzyme_const, v, enzyme_dup, &by, &dby);
  printf("%g %g\n", dby, __enzyme_fwddiff((void *)f, enzyme_const, u, enzyme_const, v, enzyme_dup, &by, &one));
}
"#;
    bench.write("constants.cu", PROGRAM);
    for (flags, _) in LANGUAGES {
        for level in ["-O0", "-O2"] {
            bench.succeeds(&format!(
                "{} {level} constants.cu -o constants",
                compiles(flags)
            ));
            // Twice the sum of squares.
            let ran = bench.succeeds("constants");
            assert_eq!((ran.out.as_str(), ran.err.as_str()), ("280 280\n", ""));
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
    let expected = "the gradient is that of differences\n";
    print(&bench, &flags_of_atomics, "groups.cu", expected);
    derivative(&bench, &flags);
    print(&bench, &flags, "random.cu", "all is well\n");
}

/// A gradient, and what is said where its threads have no room for what they keep.
#[track_caller]
fn derivative(bench: &Bench, flags: &str) {
    let expected = "the gradient is that of differences\n";
    print(bench, flags, "derivative.cu", expected);
    let ran = bench.run("program without");
    // How many bytes, depends on the block that comes there first.
    let says = " bytes or more for each thread, and has 0 for each of 0 threads\n  \
        help: give each thread of the grid more before the launch: enzyme_rs::room_for_threads(bytes, threads) (docs/gpu-kernels.md)\n";
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
    // Exceptions are on, and nothing that is called throws any.
    let whole = source("whole.cu");
    let line = format!("enzyme-c++ --emulate-gpu {flags} -O2 {whole} -o whole");
    let told = bench.run_with("mark-kernels=cub::*", &line);
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    assert_eq!(bench.succeeds("whole").out, "all is well\n");
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
        enzyme-rs emulator 9.0 warp 64\nhipErrorNotSupported, 1 1 01\n1\n";
    print(&bench, &flags, "hip.hip", expected);
    let expected = "the gradient is that of differences\n";
    print(&bench, &format!("{flags} -x hip"), "groups.cu", expected);
    derivative(&bench, &format!("{flags} -x hip"));
}
