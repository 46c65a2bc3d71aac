//! What has no meaning here is refused, by its name and with its line.

use crate::support::{Bench, Language, has_clang, options};
use enzyme_gpu_lower::{Error, Refusal};

fn refused(language: Language, text: &str) -> Vec<Refusal> {
    refused_with(&[], language, text).expect("something is refused")
}

/// What is refused of code that is compiled with more flags, if anything is.
fn refused_with(flags: &[&str], language: Language, text: &str) -> Option<Vec<Refusal>> {
    let bench = Bench::new();
    let folder = env!("CARGO_MANIFEST_DIR");
    let file = bench.path("refused.cu");
    let head = format!("#include \"{folder}/tests/device/device.h\"\n");
    std::fs::write(&file, head + text).unwrap();
    let module = bench.device_with(flags, language, 1, &file);
    match bench.lowered(&module, &options(1)) {
        Err(Error::Refused(all)) => Some(all),
        Err(other) => panic!("{other:?}"),
        Ok(_) => None,
    }
}

fn says(refusal: &Refusal, texts: &[&str]) {
    let shown = refusal.to_string();
    for text in texts {
        assert!(shown.contains(text), "`{text}` is not in: {shown}");
    }
    assert!(!refusal.help.is_empty());
}

#[test]
fn what_is_not_known_is_refused() {
    if !has_clang() {
        return;
    }
    let assembly =
        "GLOBAL void k(int *x) {\n  asm volatile(\"mov.u32 %0, %%envreg0;\" : \"=r\"(*x));\n}\n";
    let all = refused(Language::Cuda, assembly);
    assert_eq!(all.len(), 1);
    says(
        &all[0],
        &[
            "refused.cu:3: ",
            "inline assembly",
            "mov.u32 $0, %envreg0;",
            "in `k`",
        ],
    );

    let unknown = "GLOBAL void k(int *x) {\n  __nvvm_barrier_cluster_arrive();\n  *x = __nvvm_read_ptx_sreg_pm0();\n}\n";
    let all = refused(Language::Cuda, unknown);
    assert_eq!(all.len(), 2);
    says(
        &all[0],
        &["refused.cu:3: ", "`nvvm.barrier.cluster.arrive`", "in `k`"],
    );
    says(&all[1], &["refused.cu:4: ", "`nvvm.read.ptx.sreg.pm0`"]);

    let permute = "GLOBAL void k(int *x) {\n  *x = __builtin_amdgcn_ds_permute(*x, 3);\n}\n";
    let all = refused(Language::Hip, permute);
    says(&all[0], &["refused.cu:3: ", "`amdgcn.ds.permute`"]);
}

#[test]
fn implicit_arguments_of_old_code_objects_are_refused() {
    if !has_clang() {
        return;
    }
    let text =
        "GLOBAL void k(int *x) {\n  *x = *(const int *)__builtin_amdgcn_implicitarg_ptr();\n}\n";
    let of_version = |flag| refused_with(&[flag], Language::Hip, text);
    let all = of_version("-mcode-object-version=4").unwrap();
    let said = [
        "refused.cu:3: ",
        "implicit arguments of AMD's code objects before version 5",
    ];
    says(&all[0], &said);
    assert_eq!(of_version("-mcode-object-version=5"), None);
}

#[test]
fn functions_of_nobody_are_refused() {
    if !has_clang() {
        return;
    }
    let text = "extern \"C\" DEVICE int elsewhere(int);\nGLOBAL void k(int *x) {\n  *x = elsewhere(*x);\n}\n";
    let all = refused(Language::Cuda, text);
    says(&all[0], &["refused.cu:4: ", "`elsewhere`"]);
}

#[test]
fn variables_of_nobody_are_refused() {
    if !has_clang() {
        return;
    }
    let text = "extern DEVICE int elsewhere;\nGLOBAL void k(int *x) { *x = elsewhere; }\n";
    let all = refused(Language::Hip, text);
    says(&all[0], &["the variable `elsewhere`"]);
}

#[test]
fn code_of_the_host_is_no_device_code() {
    if !has_clang() {
        return;
    }
    let bench = Bench::new();
    let module = bench.path("host.ll");
    std::fs::write(&module, "target triple = \"x86_64-pc-linux-gnu\"\n").unwrap();
    let Err(Error::Refused(all)) = bench.lowered(&module, &options(1)) else {
        panic!("it is lowered");
    };
    says(&all[0], &["`x86_64-pc-linux-gnu`, which is no GPU"]);
}
