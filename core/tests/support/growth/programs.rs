//! The text of the programs that grow.
//!
//! Owns: one function a family, which gives a module with a call of the hook, of about a size. Must not: measure.

use std::fmt::Write;

const HEAD: &str = r#"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare double @sin(double) #0
declare double @exp(double) #0
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
attributes #0 = { nounwind willreturn memory(none) }
!0 = !{!"double", !1, i64 0}
!1 = !{!"omnipotent char", !2, i64 0}
!2 = !{!"Simple C/C++ TBAA"}
!3 = !{!0, !0, i64 0}
!4 = !{!"any pointer", !1, i64 0}
!5 = !{!4, !4, i64 0}
!6 = !{!"long", !1, i64 0}
!7 = !{!6, !6, i64 0}
"#;

/// The gradient of `double f(double)`.
const OF_NUMBER: &str = "declare double @__enzyme_autodiff(...)
define double @driver(double %x) {
  %r = call double (...) @__enzyme_autodiff(ptr @f, double %x)
  ret double %r
}
";

/// The gradient of `double f(ptr, ptr, i64)`: numbers, indices, their count.
const OF_ARRAY: &str = "declare void @__enzyme_autodiff(...)
define void @driver(ptr %p, ptr %dp, ptr %at, i64 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, metadata !\"enzyme_dup\", ptr %p, ptr %dp, metadata !\"enzyme_const\", ptr %at, i64 %n)
  ret void
}
";

/// `double f(double x)` with this body, which is to end with a value `%last`.
fn of_number(body: &str) -> String {
    format!(
        "{HEAD}define double @f(double %x) {{\nentry:\n{body}  ret double %last\n}}\n{OF_NUMBER}"
    )
}

/// `double f(double *p, long *at, long n)` with this body, which returns.
fn of_array(body: &str) -> String {
    format!("{HEAD}define double @f(ptr %p, ptr %at, i64 %n) {{\nentry:\n{body}}}\n{OF_ARRAY}")
}

macro_rules! line {
    ($text:ident, $($what:tt)*) => { let _ = writeln!($text, $($what)*); };
}

/// A long expression.
pub(super) fn arithmetic(size: usize) -> String {
    let mut text = String::from("  %v0 = fadd double %x, 1.0\n");
    let rounds = size / 4;
    for i in 0..rounds {
        line!(text, "  %a{i} = fmul double %v{i}, %x");
        line!(text, "  %b{i} = call double @sin(double %a{i})");
        line!(text, "  %c{i} = fadd double %b{i}, {i}.5");
        line!(text, "  %v{} = fmul double %c{i}, %v{i}", i + 1);
    }
    line!(text, "  %last = fadd double %v{rounds}, 0.0");
    of_number(&text)
}

/// Arrays that are copied as a whole, the more of them the larger they are.
pub(super) fn large_copies(size: usize) -> String {
    let mut text = format!("  %copy = alloca [{size} x double]\n");
    let (rounds, bytes) = (size / 8, 8 * size);
    for i in 0..rounds {
        line!(
            text,
            "  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %p, i64 {bytes}, i1 false)"
        );
        line!(text, "  %place{i} = getelementptr i64, ptr %at, i64 {i}");
        line!(text, "  %index{i} = load i64, ptr %place{i}, !tbaa !7");
        line!(
            text,
            "  %from{i} = getelementptr double, ptr %copy, i64 %index{i}"
        );
        line!(text, "  %x{i} = load double, ptr %from{i}, !tbaa !3");
        line!(text, "  %y{i} = call double @sin(double %x{i})");
        line!(
            text,
            "  %to{i} = getelementptr double, ptr %p, i64 %index{i}"
        );
        line!(text, "  store double %y{i}, ptr %to{i}, !tbaa !3");
    }
    line!(text, "  %last = load double, ptr %p, !tbaa !3");
    line!(text, "  ret double %last");
    of_array(&text)
}

/// `if (x > c) v = sin(v) * x`, one after the other.
pub(super) fn conditions(size: usize) -> String {
    let mut text = String::from("  br label %head0\nhead0:\n  %v0 = fadd double %x, 1.0\n");
    let rounds = size / 6;
    for i in 0..rounds {
        line!(text, "  %c{i} = fcmp ogt double %v{i}, {i}.5");
        line!(text, "  br i1 %c{i}, label %then{i}, label %head{}", i + 1);
        line!(text, "then{i}:");
        line!(text, "  %s{i} = call double @sin(double %v{i})");
        line!(text, "  %w{i} = fmul double %s{i}, %x");
        line!(text, "  br label %head{}", i + 1);
        line!(text, "head{}:", i + 1);
        line!(
            text,
            "  %v{} = phi double [ %v{i}, %head{i} ], [ %w{i}, %then{i} ]",
            i + 1
        );
    }
    line!(text, "  %last = fmul double %v{rounds}, %x");
    of_number(&text)
}

/// One switch with many cases.
pub(super) fn cases(size: usize) -> String {
    let mut text =
        String::from("  %k = load i64, ptr %at, !tbaa !7\n  %x = load double, ptr %p, !tbaa !3\n");
    let rounds = size / 4;
    line!(text, "  switch i64 %k, label %end [");
    for i in 0..rounds {
        line!(text, "    i64 {}, label %case{i}", i * 7);
    }
    line!(text, "  ]");
    let mut merge = String::from("end:\n  %r = phi double [ %x, %entry ]");
    for i in 0..rounds {
        line!(text, "case{i}:");
        line!(text, "  %a{i} = call double @sin(double %x)");
        line!(text, "  %b{i} = fmul double %a{i}, {i}.5");
        line!(text, "  br label %end");
        let _ = write!(merge, ", [ %b{i}, %case{i} ]");
    }
    of_array(&format!("{text}{merge}\n  ret double %r\n"))
}

/// Many early returns.
pub(super) fn exits(size: usize) -> String {
    let mut text = String::from("  %v0 = load double, ptr %p, !tbaa !3\n  br label %b0\n");
    let rounds = size / 5;
    for i in 0..rounds {
        line!(text, "b{i}:");
        line!(text, "  %s{i} = call double @sin(double %v{i})");
        line!(text, "  %c{i} = fcmp ogt double %s{i}, {i}.5");
        line!(text, "  br i1 %c{i}, label %out{i}, label %b{}", i + 1);
        line!(text, "out{i}:");
        line!(text, "  ret double %s{i}");
        line!(text, "b{}:", i + 1);
        line!(text, "  %v{} = fmul double %s{i}, %v{i}", i + 1);
        line!(text, "  br label %n{i}");
        line!(text, "n{i}:");
    }
    line!(text, "  ret double %v{rounds}");
    of_array(&renumber(&text))
}

/// A loop of many conditions, at each of which it may be left with a number of its own.
pub(super) fn ways_out(size: usize) -> String {
    let rounds = size / 9;
    let mut text = String::from("  br label %loop\nloop:\n");
    line!(text, "  %i = phi i64 [ 0, %entry ], [ %next, %b{rounds} ]");
    line!(
        text,
        "  %v = phi double [ 1.0, %entry ], [ %v{rounds}, %b{rounds} ]"
    );
    line!(text, "  %q = getelementptr double, ptr %p, i64 %i");
    line!(
        text,
        "  %x = load double, ptr %q, !tbaa !3\n  br label %b0\nb0:"
    );
    line!(text, "  %v0 = call double @sin(double %v)");
    for i in 0..rounds {
        line!(
            text,
            "  %m{i} = fmul double %x, {i}.125\n  %c{i} = fcmp ogt double %m{i}, %v{i}"
        );
        line!(
            text,
            "  br i1 %c{i}, label %then{i}, label %else{i}\nthen{i}:"
        );
        line!(
            text,
            "  %a{i} = fmul double %v{i}, %x\n  br label %b{}\nelse{i}:",
            i + 1
        );
        line!(text, "  %d{i} = fcmp olt double %v{i}, -{i}.5");
        line!(text, "  br i1 %d{i}, label %out{i}, label %b{}", i + 1);
        line!(
            text,
            "out{i}:\n  %r{i} = fmul double %v{i}, {i}.25\n  ret double %r{i}"
        );
        line!(
            text,
            "b{}:\n  %v{} = phi double [ %a{i}, %then{i} ], [ %v{i}, %else{i} ]",
            i + 1,
            i + 1
        );
    }
    line!(
        text,
        "  %next = add i64 %i, 1\n  %more = icmp slt i64 %next, %n"
    );
    line!(
        text,
        "  br i1 %more, label %loop, label %end\nend:\n  ret double %v{rounds}"
    );
    of_array(&text)
}

/// Blocks that were opened twice in a row become one.
fn renumber(text: &str) -> String {
    let mut seen = std::collections::BTreeSet::new();
    let kept = text
        .lines()
        .filter(|line| !line.ends_with(':') || seen.insert(line.to_string()));
    kept.fold(String::new(), |all, line| all + line + "\n")
}

/// `p[at[i]] = sin(p[at[j]]) * p[k]`: any store may overwrite what any load read.
pub(super) fn stores(size: usize) -> String {
    let mut text = String::new();
    let rounds = size / 9;
    for i in 0..rounds {
        line!(text, "  %ia{i} = getelementptr i64, ptr %at, i64 {i}");
        line!(text, "  %i{i} = load i64, ptr %ia{i}, !tbaa !7");
        line!(
            text,
            "  %pa{i} = getelementptr double, ptr %p, i64 {}",
            i * 3
        );
        line!(text, "  %a{i} = load double, ptr %pa{i}, !tbaa !3");
        line!(text, "  %s{i} = call double @sin(double %a{i})");
        line!(text, "  %m{i} = fmul double %s{i}, %a{i}");
        line!(text, "  %pb{i} = getelementptr double, ptr %p, i64 %i{i}");
        line!(text, "  store double %m{i}, ptr %pb{i}, !tbaa !3");
    }
    line!(
        text,
        "  %r = load double, ptr %p, !tbaa !3\n  ret double %r"
    );
    of_array(&text)
}

/// Copies between pieces of one array.
pub(super) fn copies(size: usize) -> String {
    let mut text = String::from("");
    let rounds = size / 6;
    for i in 0..rounds {
        line!(text, "  %ia{i} = getelementptr i64, ptr %at, i64 {i}");
        line!(text, "  %i{i} = load i64, ptr %ia{i}, !tbaa !7");
        line!(text, "  %pa{i} = getelementptr double, ptr %p, i64 %i{i}");
        line!(
            text,
            "  %pb{i} = getelementptr double, ptr %p, i64 {}",
            i * 4
        );
        line!(
            text,
            "  call void @llvm.memcpy.p0.p0.i64(ptr %pb{i}, ptr %pa{i}, i64 32, i1 false), !tbaa.struct !10"
        );
    }
    line!(
        text,
        "  %r = load double, ptr %p, !tbaa !3\n  ret double %r"
    );
    of_array(&text) + "!10 = !{i64 0, i64 32, !3}\n"
}

/// A loop `for (j < n) p[j] = sin(p[j]) * p[i]` in some nest; ends in block `done{i}`.
fn one_loop(text: &mut String, i: usize, before: &str, body: &str) {
    line!(text, "loop{i}:");
    line!(
        text,
        "  %j{i} = phi i64 [ 0, %{before} ], [ %k{i}, %loop{i} ]"
    );
    text.push_str(body);
    line!(text, "  %k{i} = add nuw nsw i64 %j{i}, 1");
    line!(text, "  %c{i} = icmp ult i64 %k{i}, %n");
    line!(text, "  br i1 %c{i}, label %loop{i}, label %done{i}");
    line!(text, "done{i}:");
}

fn body_of_loop(i: usize) -> String {
    let mut text = String::new();
    line!(text, "  %pa{i} = getelementptr double, ptr %p, i64 %j{i}");
    line!(text, "  %a{i} = load double, ptr %pa{i}, !tbaa !3");
    line!(text, "  %s{i} = call double @sin(double %a{i})");
    line!(text, "  %m{i} = fmul double %s{i}, {i}.5");
    line!(text, "  store double %m{i}, ptr %pa{i}, !tbaa !3");
    text
}

/// Loops in sequence over one array.
pub(super) fn loops(size: usize) -> String {
    in_sequence(size / 10, body_of_loop)
}

/// So many loops over one array, each with a body of its own.
fn in_sequence(rounds: usize, body: impl Fn(usize) -> String) -> String {
    let mut text = String::from("  br label %loop0\n");
    for i in 0..rounds {
        let before = match i {
            0 => "entry".to_owned(),
            _ => format!("done{}", i - 1),
        };
        one_loop(&mut text, i, &before, &body(i));
        if i + 1 < rounds {
            line!(text, "  br label %loop{}", i + 1);
        }
    }
    line!(
        text,
        "  %r = load double, ptr %p, !tbaa !3\n  ret double %r"
    );
    of_array(&text)
}

/// Loops in sequence that add up to one number, each of which keeps something for each iteration.
pub(super) fn sums(size: usize) -> String {
    let mut text = String::from("  br label %loop0\n");
    let rounds = size / 11;
    for i in 0..rounds {
        let (before, start) = match i {
            0 => ("entry".to_owned(), "0.0".to_owned()),
            _ => (format!("done{}", i - 1), format!("%sum{}", i - 1)),
        };
        let mut body = String::new();
        line!(
            body,
            "  %v{i} = phi double [ {start}, %{before} ], [ %sum{i}, %loop{i} ]"
        );
        line!(body, "  %pa{i} = getelementptr double, ptr %p, i64 %j{i}");
        line!(body, "  %a{i} = load double, ptr %pa{i}, !tbaa !3");
        line!(body, "  %m{i} = fmul double %a{i}, {i}.5");
        line!(body, "  %s{i} = call double @sin(double %m{i})");
        line!(body, "  %e{i} = call double @exp(double %s{i})");
        line!(body, "  %sum{i} = fadd double %v{i}, %e{i}");
        one_loop(&mut text, i, &before, &body);
        if i + 1 < rounds {
            line!(text, "  br label %loop{}", i + 1);
        }
    }
    line!(text, "  ret double %sum{}", rounds - 1);
    of_array(&text)
}

/// Loops in sequence that add up to one number, each with heap memory that its iterations fill and read.
pub(super) fn scratch(size: usize) -> String {
    let mut text = String::from("  %bytes = shl i64 %n, 3\n  br label %before0\n");
    let rounds = size / 27;
    for i in 0..rounds {
        let start = match i {
            0 => "0.0".to_owned(),
            _ => format!("%sum{}", i - 1),
        };
        line!(text, "before{i}:\n  %row{i} = call ptr @malloc(i64 %bytes)");
        line!(text, "  br label %outer{i}\nouter{i}:");
        line!(
            text,
            "  %o{i} = phi i64 [ 0, %before{i} ], [ %on{i}, %olatch{i} ]"
        );
        line!(
            text,
            "  %v{i} = phi double [ {start}, %before{i} ], [ %sum{i}, %olatch{i} ]"
        );
        line!(text, "  %po{i} = getelementptr double, ptr %p, i64 %o{i}");
        line!(text, "  %x{i} = load double, ptr %po{i}, !tbaa !3");
        line!(text, "  br label %fill{i}\nfill{i}:");
        line!(
            text,
            "  %f{i} = phi i64 [ 0, %outer{i} ], [ %fn{i}, %fill{i} ]"
        );
        line!(text, "  %d{i} = uitofp i64 %f{i} to double");
        line!(text, "  %t{i} = fmul double %x{i}, %d{i}");
        line!(text, "  %s{i} = call double @sin(double %t{i})");
        line!(
            text,
            "  %pf{i} = getelementptr double, ptr %row{i}, i64 %f{i}"
        );
        line!(text, "  store double %s{i}, ptr %pf{i}, !tbaa !3");
        line!(text, "  %fn{i} = add nuw nsw i64 %f{i}, 1");
        line!(text, "  %fc{i} = icmp ult i64 %fn{i}, %n");
        line!(text, "  br i1 %fc{i}, label %fill{i}, label %loop{i}");
        let mut body = String::new();
        line!(
            body,
            "  %q{i} = phi double [ 0.0, %fill{i} ], [ %qn{i}, %loop{i} ]"
        );
        line!(
            body,
            "  %pr{i} = getelementptr double, ptr %row{i}, i64 %j{i}"
        );
        line!(body, "  %r{i} = load double, ptr %pr{i}, !tbaa !3");
        line!(body, "  %rr{i} = fmul double %r{i}, %r{i}");
        line!(body, "  %qn{i} = fadd double %q{i}, %rr{i}");
        one_loop(&mut text, i, &format!("fill{i}"), &body);
        line!(text, "  %e{i} = call double @exp(double %qn{i})");
        line!(text, "  br label %olatch{i}\nolatch{i}:");
        line!(text, "  %sum{i} = fadd double %v{i}, %e{i}");
        line!(text, "  %on{i} = add nuw nsw i64 %o{i}, 1");
        line!(text, "  %oc{i} = icmp ult i64 %on{i}, %n");
        line!(text, "  br i1 %oc{i}, label %outer{i}, label %end{i}");
        line!(text, "end{i}:\n  call void @free(ptr %row{i})");
        if i + 1 < rounds {
            line!(text, "  br label %before{}", i + 1);
        }
    }
    line!(text, "  ret double %sum{}", rounds - 1);
    of_array(&text) + "declare ptr @malloc(i64)\ndeclare void @free(ptr)\n"
}

/// Loops in sequence that read an array by indices, and overwrite it: what they read is looked at in front of each.
pub(super) fn gathers(size: usize) -> String {
    in_sequence(size / 12, |i| gather(i, i))
}

/// One loop that does so at many places.
pub(super) fn one_large_gather(size: usize) -> String {
    in_sequence(1, |_| (0..size / 9).map(|i| gather(i, 0)).collect())
}

fn gather(i: usize, counter: usize) -> String {
    let mut text = String::new();
    line!(
        text,
        "  %place{i} = getelementptr i64, ptr %at, i64 %j{counter}"
    );
    line!(
        text,
        "  %far{i} = getelementptr i64, ptr %place{i}, i64 {i}"
    );
    line!(text, "  %index{i} = load i64, ptr %far{i}, !tbaa !7");
    line!(
        text,
        "  %pa{i} = getelementptr double, ptr %p, i64 %index{i}"
    );
    line!(text, "  %a{i} = load double, ptr %pa{i}, !tbaa !3");
    line!(text, "  %s{i} = call double @sin(double %a{i})");
    line!(text, "  %m{i} = fmul double %s{i}, {i}.5");
    line!(
        text,
        "  %to{i} = getelementptr double, ptr %p, i64 %j{counter}"
    );
    line!(text, "  store double %m{i}, ptr %to{i}, !tbaa !3");
    text
}

/// Nests of three loops in sequence.
pub(super) fn nests(size: usize) -> String {
    let mut text = String::from("  br label %outer0\n");
    let rounds = size / 18;
    for i in 0..rounds {
        let before = if i == 0 {
            "entry".to_owned()
        } else {
            format!("end{}", i - 1)
        };
        line!(text, "outer{i}:");
        line!(
            text,
            "  %o{i} = phi i64 [ 0, %{before} ], [ %on{i}, %olatch{i} ]"
        );
        line!(text, "  br label %middle{i}");
        line!(text, "middle{i}:");
        line!(
            text,
            "  %w{i} = phi i64 [ 0, %outer{i} ], [ %wn{i}, %done{i} ]"
        );
        line!(text, "  br label %loop{i}");
        one_loop(&mut text, i, &format!("middle{i}"), &body_of_loop(i));
        line!(text, "  %wn{i} = add nuw nsw i64 %w{i}, 1");
        line!(text, "  %wc{i} = icmp ult i64 %wn{i}, %n");
        line!(text, "  br i1 %wc{i}, label %middle{i}, label %olatch{i}");
        line!(text, "olatch{i}:");
        line!(text, "  %on{i} = add nuw nsw i64 %o{i}, 1");
        line!(text, "  %oc{i} = icmp ult i64 %on{i}, %n");
        line!(text, "  br i1 %oc{i}, label %outer{i}, label %end{i}");
        line!(text, "end{i}:");
        if i + 1 < rounds {
            line!(text, "  br label %outer{}", i + 1);
        }
    }
    line!(
        text,
        "  %r = load double, ptr %p, !tbaa !3\n  ret double %r"
    );
    of_array(&text)
}

/// Loops in sequence whose counts are not known before they end.
pub(super) fn unknown_loops(size: usize) -> String {
    let mut text = String::from("  %v0 = load double, ptr %p, !tbaa !3\n  br label %loop0\n");
    let rounds = size / 6;
    for i in 0..rounds {
        let before = if i == 0 {
            "entry".to_owned()
        } else {
            format!("done{}", i - 1)
        };
        line!(text, "loop{i}:");
        line!(
            text,
            "  %u{i} = phi double [ %v{i}, %{before} ], [ %v{}, %loop{i} ]",
            i + 1
        );
        line!(text, "  %s{i} = call double @sin(double %u{i})");
        line!(text, "  %v{} = fmul double %s{i}, %u{i}", i + 1);
        line!(text, "  %c{i} = fcmp ogt double %v{}, {i}.5", i + 1);
        line!(text, "  br i1 %c{i}, label %loop{i}, label %done{i}");
        line!(text, "done{i}:");
        if i + 1 < rounds {
            line!(text, "  br label %loop{}", i + 1);
        }
    }
    line!(text, "  ret double %v{rounds}");
    of_array(&text)
}

/// One loop with a long body over many elements.
pub(super) fn long_loop(size: usize) -> String {
    let mut body = String::new();
    let rounds = size / 5;
    line!(body, "  %base = getelementptr double, ptr %p, i64 %j0");
    for i in 0..rounds {
        line!(
            body,
            "  %pa{i} = getelementptr double, ptr %base, i64 {}",
            i * 5
        );
        line!(body, "  %a{i} = load double, ptr %pa{i}, !tbaa !3");
        line!(body, "  %s{i} = call double @sin(double %a{i})");
        line!(body, "  %m{i} = fmul double %s{i}, {i}.5");
        line!(body, "  store double %m{i}, ptr %pa{i}, !tbaa !3");
    }
    let mut text = String::from("  br label %loop0\n");
    one_loop(&mut text, 0, "entry", &body);
    line!(
        text,
        "  %r = load double, ptr %p, !tbaa !3\n  ret double %r"
    );
    of_array(&text)
}

/// One loop that carries many numbers from iteration to iteration.
pub(super) fn recurrence(size: usize) -> String {
    let (mut heads, mut body) = (String::new(), String::new());
    let rounds = size / 4;
    for i in 0..rounds {
        line!(
            heads,
            "  %u{i} = phi double [ {i}.5, %entry ], [ %v{i}, %loop ]"
        );
        line!(body, "  %s{i} = call double @sin(double %u{i})");
        line!(body, "  %v{i} = fmul double %s{i}, %u{}", (i + 1) % rounds);
    }
    let mut text = String::from("  %x = load double, ptr %p, !tbaa !3\n  br label %loop\nloop:\n");
    line!(text, "  %j = phi i64 [ 0, %entry ], [ %k, %loop ]");
    text += &heads.replacen("0.5, %entry", "%x, %entry", 1);
    text += &body;
    line!(text, "  %k = add nuw nsw i64 %j, 1");
    line!(text, "  %c = icmp ult i64 %k, %n");
    line!(text, "  br i1 %c, label %loop, label %done");
    line!(text, "done:\n  ret double %v0");
    of_array(&text)
}

/// A kernel with atomic maxima in memory of the device, beside loads of other memory.
pub(super) fn raises(size: usize) -> String {
    let mut text = String::from(
        r#"target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [17 x i8] c"enzyme_rs_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"
define ptx_kernel void @k(ptr %x, ptr noalias %most) {
"#,
    );
    for i in 0..size / 4 {
        line!(text, "  %at{i} = getelementptr double, ptr %x, i32 {i}");
        line!(text, "  %v{i} = load double, ptr %at{i}");
        line!(text, "  %w{i} = fmul double %v{i}, %v{i}");
        line!(
            text,
            "  %old{i} = atomicrmw fmax ptr %most, double %w{i} monotonic"
        );
    }
    text + "  ret void\n}\n"
}

const SMALL: &str = "  %a = load double, ptr %p, !tbaa !3
  %s = call double @sin(double %a)
  %m = fmul double %s, %a
  store double %m, ptr %p, !tbaa !3
  ret void
}
";

/// Many calls of one function that stays a call.
pub(super) fn call_sites(size: usize) -> String {
    let mut text = String::new();
    for i in 0..size / 2 {
        line!(text, "  %pa{i} = getelementptr double, ptr %p, i64 {i}");
        line!(text, "  call void @g(ptr %pa{i})");
    }
    line!(
        text,
        "  %r = load double, ptr %p, !tbaa !3\n  ret double %r"
    );
    of_array(&text) + "define internal void @g(ptr %p) noinline {\n" + SMALL
}

/// Many calls of one function that is inlined as long as there is room.
pub(super) fn inlined(size: usize) -> String {
    let mut text = String::new();
    for i in 0..size / 7 {
        line!(text, "  %pa{i} = getelementptr double, ptr %p, i64 {i}");
        line!(text, "  call void @g(ptr %pa{i})");
    }
    line!(
        text,
        "  %r = load double, ptr %p, !tbaa !3\n  ret double %r"
    );
    of_array(&text) + "define internal void @g(ptr %p) {\n" + SMALL
}

/// Numbers in many globals.
pub(super) fn globals(size: usize) -> String {
    let (mut text, mut names) = (String::from("  %v0 = fadd double %x, 1.0\n"), String::new());
    let rounds = size / 5;
    for i in 0..rounds {
        line!(names, "@g{i} = internal global double 1.0");
        line!(text, "  store double %v{i}, ptr @g{i}, !tbaa !3");
        line!(text, "  call void @g()");
        line!(text, "  %a{i} = load double, ptr @g{}, !tbaa !3", i / 2);
        line!(text, "  %v{} = fmul double %a{i}, %x", i + 1);
    }
    line!(text, "  %last = fadd double %v{rounds}, 1.0");
    let g = "define internal void @g() noinline {
  %a = load double, ptr @g0, !tbaa !3
  %s = call double @sin(double %a)
  store double %s, ptr @g0, !tbaa !3
  ret void
}
";
    of_number(&text) + &names + g
}

/// Many arrays on the stack.
pub(super) fn stack(size: usize) -> String {
    let (mut memory, mut text) = (
        String::new(),
        String::from("  %x = load double, ptr %p, !tbaa !3\n  %k = load i64, ptr %at, !tbaa !7\n"),
    );
    line!(text, "  %v0 = fadd double %x, 1.0");
    let rounds = size / 8;
    for i in 0..rounds {
        line!(memory, "  %s{i} = alloca [4 x double]");
        line!(
            text,
            "  call void @llvm.memset.p0.i64(ptr %s{i}, i8 0, i64 32, i1 false)"
        );
        line!(text, "  %pa{i} = getelementptr double, ptr %s{i}, i64 %k");
        line!(text, "  store double %v{i}, ptr %pa{i}, !tbaa !3");
        line!(text, "  %pb{i} = getelementptr double, ptr %s{i}, i64 2");
        line!(text, "  %a{i} = load double, ptr %pb{i}, !tbaa !3");
        line!(text, "  %b{i} = call double @sin(double %a{i})");
        line!(text, "  %v{} = fmul double %b{i}, %x", i + 1);
    }
    line!(text, "  ret double %v{rounds}");
    of_array(&(memory + &text)) + "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n"
}

/// Many arrays on the heap.
pub(super) fn heap(size: usize) -> String {
    let mut text = String::from("  %v0 = load double, ptr %p, !tbaa !3\n");
    let rounds = size / 9;
    for i in 0..rounds {
        line!(text, "  %s{i} = call noalias ptr @malloc(i64 64)");
        line!(text, "  %k{i} = load i64, ptr %at, !tbaa !7");
        line!(
            text,
            "  %pa{i} = getelementptr double, ptr %s{i}, i64 %k{i}"
        );
        line!(text, "  store double %v{i}, ptr %s{i}, !tbaa !3");
        line!(text, "  store double 1.0, ptr %pa{i}, !tbaa !3");
        line!(text, "  %a{i} = load double, ptr %s{i}, !tbaa !3");
        line!(text, "  %b{i} = call double @sin(double %a{i})");
        line!(text, "  %v{} = fmul double %b{i}, %a{i}", i + 1);
        line!(text, "  call void @free(ptr %s{i})");
    }
    line!(text, "  ret double %v{rounds}");
    of_array(&text)
        + "declare noalias ptr @malloc(i64) allockind(\"alloc,uninitialized\") allocsize(0) \"alloc-family\"=\"malloc\"\ndeclare void @free(ptr allocptr) allockind(\"free\") \"alloc-family\"=\"malloc\"\n"
}

/// Many members of one structure: numbers and pointers to numbers by turns.
pub(super) fn members(size: usize) -> String {
    let mut text = String::from("  %v0 = load double, ptr %p, !tbaa !3\n");
    let rounds = size / 7;
    for i in 0..rounds {
        line!(
            text,
            "  %pa{i} = getelementptr i8, ptr %p, i64 {}",
            16 * i + 16
        );
        line!(text, "  %a{i} = load double, ptr %pa{i}, !tbaa !3");
        line!(
            text,
            "  %pb{i} = getelementptr i8, ptr %p, i64 {}",
            16 * i + 24
        );
        line!(text, "  %q{i} = load ptr, ptr %pb{i}, !tbaa !5");
        line!(text, "  %b{i} = fmul double %a{i}, %v{i}");
        line!(text, "  store double %b{i}, ptr %q{i}, !tbaa !3");
        line!(text, "  %v{} = fadd double %b{i}, %a{i}", i + 1);
    }
    line!(text, "  ret double %v{rounds}");
    of_array(&text)
}

/// A list that is walked: each pointer comes from the memory of the one before.
pub(super) fn pointers(size: usize) -> String {
    let mut text = String::from(
        "  %v0 = load double, ptr %p, !tbaa !3\n  %q0 = getelementptr i8, ptr %p, i64 0\n",
    );
    let rounds = size / 5;
    for i in 0..rounds {
        line!(text, "  %pa{i} = getelementptr i8, ptr %q{i}, i64 8");
        line!(text, "  %q{} = load ptr, ptr %pa{i}, !tbaa !5", i + 1);
        line!(text, "  %a{i} = load double, ptr %q{}, !tbaa !3", i + 1);
        line!(text, "  %v{} = fmul double %v{i}, %a{i}", i + 1);
        line!(
            text,
            "  store double %v{}, ptr %q{}, !tbaa !3",
            i + 1,
            i + 1
        );
    }
    line!(text, "  ret double %v{rounds}");
    of_array(&text)
}

/// Pointers that are moved several at a time, and taken apart.
pub(super) fn lanes(size: usize) -> String {
    let mut text = String::from(
        "  %v0 = insertelement <2 x ptr> poison, ptr %p, i64 0\n  %v1 = insertelement <2 x ptr> %v0, ptr %p, i64 1\n",
    );
    for i in 1..size {
        line!(
            text,
            "  %v{} = getelementptr double, <2 x ptr> %v{i}, <2 x i64> <i64 1, i64 2>",
            i + 1
        );
    }
    line!(text, "  %q = extractelement <2 x ptr> %v{size}, i64 1");
    line!(text, "  %last = load double, ptr %q, !tbaa !3");
    line!(text, "  ret double %last");
    of_array(&text)
}

/// Many parameters, which do not overlap.
pub(super) fn parameters(size: usize) -> String {
    let rounds = size / 5;
    let (mut declared, mut passed, mut text) = (
        Vec::new(),
        Vec::new(),
        String::from("  %v0 = fadd double 1.0, 0.0\n"),
    );
    for i in 0..rounds {
        declared.push(format!("ptr noalias %p{i}"));
        passed.push("metadata !\"enzyme_dup\", ptr %p, ptr %dp");
        line!(text, "  %a{i} = load double, ptr %p{i}, !tbaa !3");
        line!(text, "  %b{i} = fmul double %a{i}, %v{i}");
        line!(text, "  store double %b{i}, ptr %p{i}, !tbaa !3");
        line!(text, "  %v{} = fadd double %b{i}, %a{i}", i + 1);
    }
    format!(
        "{HEAD}define double @f({}) {{\n{text}  ret double %v{rounds}\n}}\ndeclare void @__enzyme_autodiff(...)
define void @driver(ptr %p, ptr %dp) {{
  call void (...) @__enzyme_autodiff(ptr @f, {})
  ret void
}}\n",
        declared.join(", "),
        passed.join(", ")
    )
}

/// A function that stays a call: works on some of the numbers and calls others with all of them.
fn calling(index: usize, callees: &[usize]) -> String {
    let mut text = format!("define internal void @g{index}(ptr %p) noinline {{\n");
    for callee in callees {
        line!(text, "  call void @g{callee}(ptr %p)");
    }
    line!(
        text,
        "  %q = getelementptr double, ptr %p, i64 {}",
        index % 8
    );
    text + &SMALL.replace("ptr %p", "ptr %q")
}

fn with_functions(functions: &[String]) -> String {
    let body = "  call void @g0(ptr %p)
  %r = load double, ptr %p, !tbaa !3
  ret double %r
";
    of_array(body) + &functions.concat()
}

fn calling_each(size: usize, callees: impl Fn(usize) -> Vec<usize>) -> String {
    let within = |i: usize| {
        callees(i)
            .into_iter()
            .filter(|j| *j < size)
            .collect::<Vec<_>>()
    };
    let all: Vec<String> = (0..size).map(|i| calling(i, &within(i))).collect();
    with_functions(&all)
}

/// Each function calls the next.
pub(super) fn chain(size: usize) -> String {
    calling_each(size, |i| vec![i + 1])
}

/// Each function calls two others of its own.
pub(super) fn tree(size: usize) -> String {
    calling_each(size, |i| vec![2 * i + 1, 2 * i + 2])
}

/// Each function calls the next twice.
pub(super) fn diamonds(size: usize) -> String {
    calling_each(size, |i| vec![i + 1; 2])
}

/// One function calls all others.
pub(super) fn independent(size: usize) -> String {
    calling_each(size, |i| {
        if i == 0 {
            (1..size).collect()
        } else {
            Vec::new()
        }
    })
}

/// Circles of eight functions that call each other, each circle called by the one before.
pub(super) fn recursive(size: usize) -> String {
    let go_on = "noinline {
  %h = load double, ptr %p, !tbaa !3
  %c = fcmp ogt double %h, 0.0
  br i1 %c, label %go, label %stop
stop:
  ret void
go:
";
    let next = |i: usize| match i % 8 {
        7 => vec![i - 7, i + 1],
        _ => vec![i + 1],
    };
    calling_each(size / 8 * 8, next).replace("noinline {\n", go_on)
}

/// Many hook calls, each of a function of its own.
pub(super) fn hooks(size: usize) -> String {
    let mut text = String::from(HEAD) + "declare double @__enzyme_autodiff(...)\n";
    for i in 0..size {
        line!(
            text,
            "define internal double @f{i}(double %x) {{\n  %s = call double @sin(double %x)\n  %m = fmul double %s, {i}.5\n  ret double %m\n}}"
        );
        line!(
            text,
            "define double @driver{i}(double %x) {{\n  %r = call double (...) @__enzyme_autodiff(ptr @f{i}, double %x)\n  ret double %r\n}}"
        );
    }
    text
}
