//! Kernels without mistakes give what plain loops give, and nothing is said of them.

use crate::support::{Bench, LANGUAGES, has_clang, ran, source};
use enzyme_gpu_lower::Options;

#[test]
fn kernels_compute_what_plain_loops_do() {
    if !has_clang() {
        return;
    }
    for language in LANGUAGES {
        for level in 0..=3 {
            let bench = Bench::new();
            let program = bench.built(language, level, "programs.cu", "programs.c");
            let (printed, told) = ran(&program, &[]);
            assert_eq!(told, "", "{language:?} -O{level}: {printed}");
            assert_eq!(printed, "all is well\n", "{language:?} -O{level}");
        }
    }
}

#[test]
fn what_only_one_language_has_works_as_well() {
    if !has_clang() {
        return;
    }
    for language in LANGUAGES {
        for level in [0, 2] {
            let bench = Bench::new();
            let program = bench.built(language, level, "special.cu", "special.c");
            let (printed, told) = ran(&program, &[]);
            assert_eq!(printed, "all is well\n", "{language:?} -O{level}: {told}");
        }
    }
}

#[test]
fn the_same_without_the_checker() {
    if !has_clang() {
        return;
    }
    for language in LANGUAGES {
        let bench = Bench::new();
        let module = bench.device(language, 2, &source("programs.cu"));
        let options = Options {
            module: "test".to_owned(),
            level: 2,
            checked: false,
        };
        let object = bench.lowered(&module, &options).unwrap();
        let program = bench.program(&object, "programs.c", language.warp());
        assert_eq!(ran(&program, &[]).0, "all is well\n", "{language:?}");
    }
}
