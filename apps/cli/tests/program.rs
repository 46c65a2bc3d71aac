//! `enzyme-rs` itself: opt's files and failures, explain, man, completions, exit codes.

#[allow(dead_code, reason = "each test program uses a part")]
mod support;

use support::Bench;

const MODULE: &str = "define double @f(double %x) {\n  ret double %x\n}\n";

#[test]
fn opt_reads_and_writes_text_and_bitcode() {
    let bench = Bench::new();
    bench.write("in.ll", MODULE);
    bench.run("enzyme-rs opt in.ll -o out.bc").exits(0);
    assert!(
        std::fs::read(bench.path("out.bc"))
            .unwrap()
            .starts_with(b"BC\xC0\xDE")
    );
    bench.run("enzyme-rs opt out.bc -o out.ll").exits(0);
    assert!(bench.read("out.ll").contains("define double @f(double %x)"));
    let piped = bench.run_with("enzyme-rs opt - -o -", MODULE).exits(0);
    assert!(
        piped.out.contains("define double @f(double %x)"),
        "{}",
        piped.out
    );
}

#[test]
fn opt_says_what_is_wrong_with_its_input() {
    let bench = Bench::new();
    bench.write("syntax.ll", "define double @f(\n");
    bench
        .run("enzyme-rs opt syntax.ll -o -")
        .exits(3)
        .says("[EZ0001]")
        .says("syntax.ll:2:1");
    let jump = "define i32 @f() {\n  ret i32 %x\nb:\n  %x = add i32 1, 2\n  ret i32 %x\n}\n";
    bench.write("rules.ll", jump);
    bench
        .run("enzyme-rs opt rules.ll -o -")
        .exits(3)
        .says("[EZ0001]")
        .says("does not dominate");
    bench
        .run("enzyme-rs opt missing.ll -o -")
        .exits(3)
        .says("cannot read missing.ll");
    bench.write("in.ll", MODULE);
    bench
        .run("enzyme-rs opt in.ll -o /nowhere/out.ll")
        .exits(4)
        .says("cannot write");
    bench
        .run("enzyme-rs opt in.ll --print-plan -o -")
        .exits(2)
        .says("'--print-plans'");
    bench
        .run("ENZYME_RS_OPTIONS=verbose enzyme-rs opt in.ll -o -")
        .exits(2)
        .says("there are:");
}

#[test]
fn colours_are_for_terminals_or_on_request() {
    let bench = Bench::new();
    for (line, coloured) in [
        ("enzyme-rs explain EZ9999", false),
        ("enzyme-rs --color always explain EZ9999", true),
        ("enzyme-rs explain EZ9999 --color always", true),
        ("NO_COLOR=1 enzyme-rs explain EZ9999", false),
        ("CLICOLOR_FORCE=1 enzyme-rs explain EZ9999", true),
        (
            "CLICOLOR_FORCE=1 enzyme-rs --color never explain EZ9999",
            false,
        ),
    ] {
        let said = bench.run(line).exits(2).err;
        assert_eq!(said.contains('\u{1b}'), coloured, "{line}: {said}");
    }
}

#[test]
fn a_crash_of_opt_names_a_report() {
    let bench = Bench::new();
    bench.write(
        "in.ll",
        format!("declare double @__enzyme_autodiff(...)\n{MODULE}"),
    );
    let folder = bench.path("").display().to_string();
    let line = format!("TMPDIR={folder} ENZYME_RS_OPTIONS=provoke-crash enzyme-rs opt in.ll -o -");
    bench
        .run(&line)
        .exits(70)
        .says("[EZ0901]")
        .says("enzyme-rs-crash-")
        .says("help: please report");
}

/// Bits of a bitcode file, in the order in which they are read.
fn bits(bytes: &[u8]) -> Vec<bool> {
    bytes
        .iter()
        .flat_map(|b| (0..8).map(move |i| b >> i & 1 == 1))
        .collect()
}

fn bytes(bits: &[bool]) -> Vec<u8> {
    let byte = |c: &[bool]| {
        c.iter()
            .rev()
            .fold(0u8, |all, bit| all << 1 | u8::from(*bit))
    };
    bits.chunks(8).map(byte).collect()
}

/// Text as bitcode files hold their producer's name: six bits a character.
fn char6(text: &str) -> Vec<bool> {
    let alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
    let index = |c| alphabet.find(c).expect("a char6 character");
    text.chars()
        .flat_map(|c| (0..6).map(move |i| index(c) >> i & 1 == 1))
        .collect()
}

#[test]
fn bitcode_of_a_newer_llvm_is_told_apart_from_damage() {
    let bench = Bench::new();
    bench
        .write("in.ll", MODULE)
        .run("enzyme-rs opt in.ll -o out.bc")
        .exits(0);
    let mut bits = bits(&std::fs::read(bench.path("out.bc")).unwrap());
    let old = char6("LLVM22.");
    let at = bits.windows(old.len()).position(|w| w == old).unwrap();
    bits[at..at + old.len()].copy_from_slice(&char6("LLVM29."));
    // Something that this LLVM does not know: any flipped bit that its reader stumbles over.
    let found = (at + 800..at + 3000).step_by(7).any(|i| {
        let mut damaged = bits.clone();
        damaged[i] = !damaged[i];
        bench.write("new.bc", bytes(&damaged));
        let ran = bench.run("enzyme-rs opt new.bc -o -");
        ran.code == 3 && ran.err.contains("was written by LLVM29.") && ran.err.contains("[EZ0002]")
    });
    assert!(found);
}

#[test]
fn explain_lists_and_explains() {
    let bench = Bench::new();
    let list = bench.run("enzyme-rs explain").exits(0).out;
    assert!(
        list.contains("EZ0101  unknown function on active data"),
        "{list}"
    );
    let text = bench.run("enzyme-rs explain EZ0101").exits(0).out;
    assert!(text.contains("What to do"), "{text}");
    bench
        .run("enzyme-rs explain EZ7777")
        .exits(2)
        .says("`enzyme-rs explain` lists all codes");
}

#[test]
fn version_names_llvm_and_mistakes_name_a_neighbour() {
    let bench = Bench::new();
    assert!(
        bench
            .run("enzyme-rs --version")
            .exits(0)
            .out
            .contains("(LLVM 22.")
    );
    bench.run("enzyme-rs verfy").exits(2).says("'verify'");
    bench.run("enzyme-rs").exits(2).says("Exit codes:");
}

#[test]
fn manual_pages_and_completions_come_from_the_command_line() {
    let bench = Bench::new();
    bench.run("enzyme-rs man pages").exits(0);
    assert!(
        bench
            .read("pages/enzyme-rs-verify.1")
            .contains("central difference")
    );
    assert_eq!(
        bench.read("pages/enzyme-c++.1"),
        ".so man1/enzyme-rs-c++.1\n"
    );
    assert!(bench.path("pages/enzyme-rs-c++.1").is_file());
    // Tables stay as they are, and lines of usage name the values.
    let page = bench.read("pages/enzyme-rs-cc.1");
    assert!(
        page.contains("\n.nf\nAll arguments go to the compiler"),
        "{page}"
    );
    assert!(!page.contains("color"), "{page}");
    let page = bench.read("pages/enzyme-rs-plan.1");
    assert!(
        page.contains("\\-\\-steps <N> \\-\\-ram <SLOTS|SIZE>\n"),
        "{page}"
    );
    // `run` is another program's command line.
    let page = bench.read("pages/enzyme-rs-run.1");
    for words in ["\\-\\-task", "Run this member of the case", "requeue on it"] {
        assert!(page.contains(words), "{words}: {page}");
    }
    for shell in ["bash", "zsh", "fish"] {
        let script = bench
            .run(&format!("enzyme-rs completions {shell}"))
            .exits(0)
            .out;
        assert!(script.contains("verify"), "{shell}");
        assert!(script.contains("EZ0101"), "{shell}");
        assert!(script.contains("invert"), "{shell}");
    }
}

/// What bash completes behind words, as it asks for it.
fn completed(bench: &Bench, words: &str) -> String {
    let all: Vec<&str> = words.split(' ').collect();
    let [.., before, last] = all[..] else {
        panic!("two words at least");
    };
    let place = all.len() - 1;
    let ask = format!(
        "source ./script; COMP_WORDS=({words}); COMP_CWORD={place}
        of=$(complete -p enzyme-rs | sed 's/.*-F \\([^ ]*\\) .*/\\1/')
        $of enzyme-rs '{last}' '{before}'; echo ${{COMPREPLY[@]}}"
    );
    bench.write("ask", ask);
    bench.run("bash ask").exits(0).out
}

#[test]
fn bash_completes_behind_subcommands() {
    let bench = Bench::new();
    let script = bench.run("enzyme-rs completions bash").exits(0).out;
    bench.write("script", script);
    assert_eq!(completed(&bench, "enzyme-rs ver"), "verify\n");
    let options = completed(&bench, "enzyme-rs plan --s");
    for option in ["--steps", "--step-cost", "--state", "--schedule"] {
        assert!(
            options.split_whitespace().any(|word| word == option),
            "{options}"
        );
    }
    assert!(completed(&bench, "enzyme-rs opt --no-").contains("--no-verify"));
    assert!(completed(&bench, "enzyme-rs run --sum").contains("--summary"));
    assert_eq!(completed(&bench, "enzyme-rs run --task in"), "invert\n");
    let codes = completed(&bench, "enzyme-rs explain EZ040");
    assert!(codes.starts_with("EZ0401 EZ0402 "), "{codes}");
    assert_eq!(completed(&bench, "enzyme-rs verify -O "), "0 1 2 3 s\n");
    assert_eq!(
        completed(&bench, "enzyme-rs plan --schedule two"),
        "two-level\n"
    );
}
