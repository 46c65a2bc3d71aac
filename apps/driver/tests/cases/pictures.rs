//! Pictures in a folder of results: those of the last run, and none of it but those.
//!
//! Owns: this. Must not: look at what they show.

use crate::bench::{Bench, CASE};

fn is_there(bench: &Bench, name: &str) -> bool {
    bench.0.path().join("case.run").join(name).exists()
}

/// Without numbers above 0 there is no course to draw, and that of an earlier inversion is none of this one.
#[test]
fn an_inversion_may_begin_at_the_minimum() {
    let bench = Bench::new(&format!("pictures = \"both\"\n{CASE}"));
    let run = "case.toml --task invert --set inversion.iterations=2";
    bench.run(run).exits(0);
    assert!(is_there(&bench, "course.svg") && is_there(&bench, "course.png"));
    let ran = bench
        .run(&format!("{run} --set controls.start=0 --fresh"))
        .exits(0);
    ran.says("objective: 0.000000000000000e0");
    assert!(!is_there(&bench, "course.svg") && !is_there(&bench, "course.png"));
    assert!(is_there(&bench, "report.html"));
}

/// A gradient has no Taylor expansion, and that of an earlier check is none of its own.
#[test]
fn a_gradient_leaves_no_expansion() {
    let bench = Bench::new(CASE);
    bench.run("case.toml --task check").exits(0);
    assert!(is_there(&bench, "taylor.svg"));
    bench.run("case.toml").exits(0);
    assert!(!is_there(&bench, "taylor.svg"));
}

/// What the run has taken is in its report, and stays there where nothing is left to run.
#[test]
fn a_finished_run_keeps_its_report() {
    for task in ["gradient", "check", "invert"] {
        let bench = Bench::new(&format!("{CASE}[inversion]\niterations = 2\n"));
        let run = format!("case.toml --task {task}");
        bench.run(&run).exits(0);
        let read = |name: &str| std::fs::read(bench.0.path().join("case.run").join(name)).unwrap();
        let names = ["report.html", "report.json", "timeline.svg"];
        let before = names.map(read);
        let ran = bench.run(&run).exits(0);
        ran.says("finished before: nothing was run");
        assert!(names.map(read) == before, "{task}");
        bench.run(&format!("{run} --fresh")).exits(0);
        assert!(names.map(read) != before, "{task}");
    }
}

/// The report of one case is none of another, be it of the same run.
#[test]
fn another_case_has_a_report_of_its_own() {
    for task in ["gradient", "check", "invert"] {
        let bench = Bench::new(&format!("{CASE}[inversion]\niterations = 2\n"));
        let path = |name: &str| bench.0.path().join(name);
        bench.run(&format!("case.toml --task {task}")).exits(0);
        std::fs::copy(path("case.toml"), path("other.toml")).unwrap();
        let other = format!("other.toml --task {task} --set output='\"case.run\"'");
        bench.run(&other).exits(0).says("report: case.run");
        let page = std::fs::read_to_string(path("case.run/report.html")).unwrap();
        assert!(page.contains("<h1>other</h1>"), "{task}");
        // Nothing was run, and of nothing there is no time line.
        assert!(!page.contains("Time line"), "{task}");
        assert!(!is_there(&bench, "timeline.svg"), "{task}");
    }
}

/// What others have put into the folder of results is neither made PNG, which it may be no picture for, nor removed.
#[test]
fn pictures_of_others_are_left_alone() {
    let bench = Bench::new(&CASE.replace("[parameters]", "output = \".\"\n[parameters]"));
    let path = |name: &str| bench.0.path().join(name);
    let others = ["logo.svg", "logo.png", "report.png"];
    for name in others {
        std::fs::write(path(name), "no picture").unwrap();
    }
    bench.run("case.toml --set pictures='\"both\"'").exits(0);
    assert!(path("gradient.start.png").exists() && path("schedule.png").exists());
    bench.run("case.toml --fresh").exits(0);
    assert!(!path("gradient.start.png").exists() && !path("schedule.png").exists());
    for name in others {
        assert_eq!(std::fs::read(path(name)).unwrap(), b"no picture", "{name}");
    }
}
