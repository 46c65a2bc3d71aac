//! Sizes, offsets and numbers as C, C++ and Fortran see them, against those of Rust; and that the library
//! exports what the header declares, no more and no less.

#![allow(clippy::unwrap_used, reason = "a test fails by it")]

#[allow(dead_code, reason = "each test program uses a part")]
mod support;

use enzyme_rs_checkpoint::{
    Action, ActionKind, Budget, Candidate, Check, Count, Data, Error, Event, EventKind, Fault,
    Field, FileOptions, Filter, Format, Info, Kind, Layout as ModelLayout, Level, LevelCount,
    LevelSummary, Model, Number, Part, Peers, RESUME_EXIT_CODE, Spec, Status, Summary,
};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::mem::{offset_of, size_of};
use support::{Bench, MODULES, c_compilers, fortran_compilers, package, present};

/// A structure: its name for C without the prefix, its size, its fields with their offsets.
struct Layout {
    name: &'static str,
    size: usize,
    fields: Vec<(&'static str, usize)>,
}

macro_rules! layouts {
    ($($name:literal $type:ident { $($field:ident)* })*) => {
        vec![$(Layout {
            name: $name,
            size: size_of::<$type>(),
            fields: vec![$((stringify!($field), offset_of!($type, $field))),*],
        }),*]
    };
}

/// All structures, with all their fields: the last one ends where the structure does (see below).
fn layouts() -> Vec<Layout> {
    layouts! {
        "action" Action { kind data step end level reserved slot }
        "level" Level { slots write read }
        "spec" Spec {
            kind adjoints slots disk period stage_units level level_count levels step_costs
            step_cost_count forward write read
        }
        "count" Count { advances records reverses forward_steps writes reads actions levels reserved }
        "level_count" LevelCount { writes reads peak }
        "info" Info { steps drawn tape_units adjoints kind online levels }
        "budget" Budget {
            steps steps_known adjoints levels level_count reserved forward adjoint tape_units
        }
        "candidate" Candidate { name time slowdown recomputation count }
        "peers" Peers { size user rank ranks any least }
        "field" Field { name extents extent_count kind }
        "layout" ModelLayout { fields field_count bytes }
        "part" Part { layout current save load }
        "model" Model {
            size user identity steps done step record seed reverse complete state tape adjoint
        }
        "file_options" FileOptions { format filter filter_level rank chunk }
        "event" Event { kind adjoint steps forward reverse again step seconds }
        "error" Error { status fault callback_result reserved step message file dataset remedy }
        "summary" Summary {
            count steps optimum rebuilt_steps checked saves save_time elapsed processes levels resumable
            exit_code
        }
        "level_summary" LevelSummary {
            writes reads bytes_written bytes_read prefetched cancelled peak write_time read_time
            write_wait read_wait write_overlap read_overlap max_error
        }
    }
}

/// The enumerations' numbers: name for C, name for Fortran, number.
fn numbers() -> Vec<(String, String, i32)> {
    let mut all = Vec::new();
    let mut add = |prefix: &str, fortran: &str, name: String, number: i32| {
        let mut words = String::new();
        for (at, letter) in name.chars().enumerate() {
            if at > 0 && letter.is_uppercase() {
                words.push('_');
            }
            words.push(letter.to_ascii_uppercase());
        }
        all.push((
            format!("ENZYME_RS_CP_{prefix}_{words}"),
            format!("CHECKPOINT_{fortran}{words}"),
            number,
        ));
    };
    use Status::*;
    for status in [
        Ok,
        Done,
        BadArgument,
        NoSchedule,
        Length,
        BadCursor,
        NoPlan,
        Violation,
        Internal,
        Stopped,
        StoreFailed,
        ModelFailed,
        NotReproducible,
        BadJournal,
        SystemFailed,
        PeerFailed,
    ] {
        add("STATUS", "", format!("{status:?}"), status as i32);
    }
    for kind in [
        Kind::None,
        Kind::StoreAll,
        Kind::Periodic,
        Kind::Revolve,
        Kind::Multistage,
        Kind::Online,
        Kind::Dynamic,
        Kind::Levels,
        Kind::PeriodicDisk,
        Kind::Mixed,
        Kind::Stages,
        Kind::TwoLevel,
        Kind::StepCosts,
    ] {
        add("KIND", "", format!("{kind:?}"), kind as i32);
    }
    for kind in [
        ActionKind::Advance,
        ActionKind::Record,
        ActionKind::Reverse,
        ActionKind::Store,
        ActionKind::Restore,
        ActionKind::Discard,
        ActionKind::EndForward,
        ActionKind::EndAdjoint,
    ] {
        add("ACTION_KIND", "", format!("{kind:?}"), kind as i32);
    }
    for data in [Data::Nothing, Data::State, Data::Tape, Data::Stages] {
        add("DATA", "DATA_", format!("{data:?}"), data as i32);
    }
    run_numbers(&mut add);
    all.push((
        "ENZYME_RS_CP_RESUME_EXIT_CODE".into(),
        "CHECKPOINT_RESUME_EXIT_CODE".into(),
        RESUME_EXIT_CODE,
    ));
    all
}

/// The numbers of runs, handed to `add`.
fn run_numbers(add: &mut dyn FnMut(&str, &str, String, i32)) {
    for kind in [Number::U8, Number::I64, Number::F32, Number::F64] {
        add("NUMBER", "NUMBER_", format!("{kind:?}"), kind as i32);
    }
    for format in [Format::Default, Format::Hdf5, Format::Plain] {
        add("FORMAT", "FORMAT_", format!("{format:?}"), format as i32);
    }
    for filter in [Filter::None, Filter::Deflate, Filter::Zstd, Filter::Zfp] {
        add("FILTER", "FILTER_", format!("{filter:?}"), filter as i32);
    }
    for check in [Check::Off, Check::First, Check::Every] {
        add("CHECK", "CHECK_", format!("{check:?}"), check as i32);
    }
    for kind in [
        EventKind::Resumed,
        EventKind::Lost,
        EventKind::Progress,
        EventKind::EndForward,
        EventKind::EndAdjoint,
        EventKind::Saved,
        EventKind::JournalDamaged,
    ] {
        add("EVENT_KIND", "EVENT_", format!("{kind:?}"), kind as i32);
    }
    for fault in [
        Fault::None,
        Fault::Full,
        Fault::Short,
        Fault::Corrupt,
        Fault::Missing,
        Fault::Denied,
        Fault::Unsupported,
        Fault::Busy,
        Fault::Failed,
    ] {
        add("FAULT", "FAULT_", format!("{fault:?}"), fault as i32);
    }
}

/// What every program is to print.
fn expected() -> String {
    let mut lines = String::new();
    for Layout { name, size, fields } in layouts() {
        writeln!(lines, "{name} {size}").unwrap();
        for (field, offset) in fields {
            writeln!(lines, "{name}.{field} {offset}").unwrap();
        }
    }
    for (name, _, number) in numbers() {
        writeln!(lines, "{name} {number}").unwrap();
    }
    lines
}

#[test]
fn in_c_and_cpp() {
    let mut body = String::new();
    for Layout { name, fields, .. } in layouts() {
        let print = format!("P(\"{name}\", sizeof(enzyme_rs_cp_{name}));\n");
        body += &print;
        for (field, _) in fields {
            let offset = format!("offsetof(enzyme_rs_cp_{name}, {field})");
            writeln!(body, "P(\"{name}.{field}\", {offset});").unwrap();
        }
    }
    for (name, _, _) in numbers() {
        writeln!(body, "P(\"{name}\", {name});").unwrap();
    }
    let bench = Bench::new();
    let program = format!(
        "#include <enzyme_rs/checkpoint.h>\n#include <stddef.h>\n#include <stdio.h>\n\
         #define P(name, number) printf(\"%s %d\\n\", name, (int)(number))\n\
         int main(void) {{\n{body}return 0; }}\n"
    );
    std::fs::write(bench.path("layout.c"), program).unwrap();
    let flags = "-Wall -Wextra -Werror -I$PREFIX/include -o program; ./program";
    for cc in c_compilers() {
        for language in ["c -std=c99", "c -std=c11", "c++ -std=c++17"] {
            let what = format!("{cc} -x {language}");
            let printed = bench.shell(&format!("{what} layout.c {flags}"), &what);
            assert_eq!(printed, expected(), "{what}");
        }
    }
}

#[test]
fn in_fortran() {
    let (mut names, mut body) = (String::new(), String::new());
    for Layout { name, fields, .. } in layouts() {
        // There, models and peers are types to extend.
        let own = match name {
            "model" => "callbacks",
            "peers" => "peer_callbacks",
            _ => name,
        };
        writeln!(names, "type(checkpoint_{own}), target :: x_{name}").unwrap();
        writeln!(body, "call p('{name}', c_sizeof(x_{name}))").unwrap();
        for (field, _) in fields {
            writeln!(
                body,
                "call p('{name}.{field}', at(c_loc(x_{name}%{field})) - at(c_loc(x_{name})))"
            )
            .unwrap();
        }
    }
    for (name, fortran, _) in numbers() {
        writeln!(body, "call p('{name}', int({fortran}, c_intptr_t))").unwrap();
    }
    let bench = Bench::new();
    let program = format!(
        "program layout\nuse, intrinsic :: iso_c_binding\nuse enzyme_rs_checkpoint\n\
         use enzyme_rs_checkpoint_run\nimplicit none\n{names}{body}\
         contains\n\
         subroutine p(name, number)\ncharacter(*), intent(in) :: name\n\
         integer(c_intptr_t), intent(in) :: number\nprint '(a,1x,i0)', name, number\nend subroutine\n\
         function at(place)\ntype(c_ptr), intent(in) :: place\ninteger(c_intptr_t) :: at\n\
         at = transfer(place, at)\nend function\nend program\n"
    );
    std::fs::write(bench.path("layout.f90"), program).unwrap();
    let flags = bench.flags().join(" ");
    for fc in fortran_compilers() {
        let line = format!("{fc} {MODULES} layout.f90 {flags} -o program; ./program");
        assert_eq!(bench.shell(&line, fc), expected(), "{fc}");
    }
}

/// The words that begin as the library's functions do and are followed by `(`.
fn functions(text: &str) -> BTreeSet<String> {
    let called = |(at, _)| {
        let rest: &str = &text[at..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
        let before = text[..at].chars().next_back();
        let whole = !before.is_some_and(|c| c.is_alphanumeric() || c == '_');
        (whole && rest[end..].starts_with('(')).then(|| rest[..end].to_string())
    };
    text.match_indices("enzyme_rs_cp_")
        .filter_map(called)
        .collect()
}

#[test]
fn exports_are_what_is_declared() {
    let headers = std::fs::read_dir(package("../../include/enzyme_rs")).unwrap();
    let headers = headers.map(|entry| entry.unwrap().path());
    let headers = headers.filter(|path| path.to_str().unwrap().contains("/checkpoint_"));
    let declared: BTreeSet<String> = headers
        .flat_map(|path| {
            let header = std::fs::read_to_string(path).unwrap();
            let declarations = header.split_once("extern \"C\"");
            functions(declarations.map_or("", |(_, declarations)| declarations))
        })
        .collect();
    let module = |name: &str| {
        let path = package("../../include/enzyme_rs").join(name);
        std::fs::read_to_string(path).unwrap()
    };
    let modules = module("enzyme_rs_checkpoint.f90") + &module("enzyme_rs_checkpoint_calls.f90");
    let bound: BTreeSet<_> = functions(
        &modules
            .lines()
            .filter(|line| line.contains(") bind(c)"))
            .collect::<Vec<_>>()
            .join("\n"),
    );
    assert_eq!(declared, bound, "header against Fortran module");
    if present(&["nm"]).is_empty() {
        println!("SKIPPED: no nm, exports are not compared");
        return;
    }
    let bench = Bench::new();
    let symbols = bench.shell(
        "nm -D --defined-only $PREFIX/lib/libenzyme_rs_checkpoint.so",
        "nm",
    );
    let exported: BTreeSet<_> = symbols
        .lines()
        .filter_map(|line| line.split_whitespace().last())
        .map(str::to_string)
        .collect();
    assert_eq!(declared, exported, "header against library");
}
