//! The headers are those that the sources make, one for each subject; `BLESS=1 cargo test -p enzyme-checkpoint-capi --test header` writes them anew.
//!
//! Owns: which declaration belongs to which subject, and what a subject's header says of itself.

#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A header `checkpoint_NAME.h`.
struct Subject {
    name: &'static str,
    about: &'static str,
    /// Subjects whose types it uses.
    needs: &'static [&'static str],
    /// What declarations begin with, behind `enzyme_rs_cp_`; of two that fit, the longer one holds.
    owns: &'static [&'static str],
}

const SUBJECTS: &[Subject] = &[
    Subject {
        name: "status",
        about: "what became of a call, and texts that the library hands out",
        needs: &[],
        owns: &[
            "status",
            "fault",
            "error",
            "last_error",
            "last_message",
            "version",
            "text",
        ],
    },
    Subject {
        name: "schedule",
        about: "schedules: what to do next, drawn action by action",
        needs: &["status"],
        owns: &[
            "unknown",
            "no_limit",
            "kind",
            "action",
            "data",
            "level",
            "spec",
            "count",
            "level_count",
            "info",
            "schedule",
            "disk_period",
        ],
    },
    Subject {
        name: "plan",
        about: "the schedules that fit a budget, the fastest first",
        needs: &["schedule"],
        owns: &["plan", "budget", "candidate"],
    },
    Subject {
        name: "replay",
        about: "a machine that proves actions valid",
        needs: &["schedule"],
        owns: &["replay"],
    },
    Subject {
        name: "model",
        about: "what a simulation offers: its data, its callbacks, the ranks that it runs on",
        needs: &["status"],
        owns: &["number", "field", "layout", "part", "model", "peers"],
    },
    Subject {
        name: "store",
        about: "places for checkpoints: memory, files, tiers, the background",
        needs: &["status"],
        owns: &["format", "filter", "file_options", "store"],
    },
    Subject {
        name: "report",
        about: "what a run has done",
        needs: &["schedule"],
        owns: &["report", "summary", "level_summary"],
    },
    Subject {
        name: "run",
        about: "a model's run under a schedule: settings, events, stops, journal",
        needs: &["schedule", "model", "store", "report"],
        owns: &[
            "run",
            "check",
            "event",
            "stop",
            "journal",
            "resume_exit_code",
        ],
    },
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../include/enzyme_rs")
}

#[test]
fn they_are_those_of_the_sources() {
    let made = made();
    let (head, declarations) = made.split_once(" */\n").unwrap();
    let items = items(declarations);
    let all = format!("{head} */\n\n{}", guarded("CHECKPOINT", &includes()));
    let mut wrong = Vec::new();
    for subject in SUBJECTS {
        let own = items.iter().filter(|item| owner(item).name == subject.name);
        let text = header(subject, &own.map(String::as_str).collect::<Vec<_>>());
        wrong.extend(compare(&format!("checkpoint_{}.h", subject.name), &text));
    }
    wrong.extend(compare("checkpoint.h", &all));
    assert!(
        wrong.is_empty(),
        "{wrong:?} are not what the sources say; run this test with BLESS=1 and look at the difference"
    );
}

#[test]
fn each_can_be_included_alone() {
    for compiler in [["cc", "c", "-std=c99"], ["c++", "c++", "-std=c++11"]] {
        for subject in SUBJECTS {
            let [program, language, standard] = compiler;
            let mut command = Command::new(program);
            let header = folder().join(format!("checkpoint_{}.h", subject.name));
            command.args([
                standard,
                "-Wall",
                "-Wextra",
                "-pedantic",
                "-Werror",
                "-fsyntax-only",
            ]);
            command.arg("-I").arg(folder().join(".."));
            command
                .arg("-include")
                .arg(header)
                .args(["-x", language, "/dev/null"]);
            match command.output() {
                Ok(ran) => assert!(
                    ran.status.success(),
                    "{}",
                    String::from_utf8_lossy(&ran.stderr)
                ),
                Err(_) => println!("SKIPPED: no {program}"),
            }
        }
    }
}

/// The one header that the sources make.
fn made() -> String {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(package.join("cbindgen.toml")).unwrap();
    let mut made = Vec::new();
    // From the source alone, which leads to its modules: `cargo metadata` is not needed.
    cbindgen::Builder::new()
        .with_config(config)
        .with_src(package.join("src/lib.rs"))
        .generate()
        .unwrap()
        .write(&mut made);
    plain(&String::from_utf8(made).unwrap())
}

/// Without the headings for Rust's readers, and with comments of one line on one line.
fn plain(header: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in header.replace(" *\n * # Safety\n", "").lines() {
        if line.trim() == "*/"
            && let [.., open, text] = &mut lines[..]
            && open.trim() == "/**"
            && let Some(words) = text.trim_start().strip_prefix("* ")
        {
            *open = open.replace("/**", &format!("/** {words} */"));
            lines.pop();
        } else {
            lines.push(line.into());
        }
    }
    lines.join("\n") + "\n"
}

/// The declarations with their comments, in their order.
fn items(declarations: &str) -> Vec<String> {
    let mut items = vec![String::new()];
    let mut depth = 0;
    for line in declarations.lines() {
        let frame =
            line.starts_with("#if") || line.starts_with("#endif") || line.contains("extern \"C\"");
        let guard = line.starts_with("#include") || line.contains("ENZYME_RS_CHECKPOINT_H");
        if frame || guard || line.starts_with("}  //") || (line.is_empty() && depth == 0) {
            items.push(String::new());
            continue;
        }
        depth += line.matches('{').count();
        depth -= line.matches('}').count();
        items.last_mut().unwrap().push_str(line);
        items.last_mut().unwrap().push('\n');
    }
    items.retain(|item| item.contains("enzyme_rs_cp_") || item.contains("ENZYME_RS_CP_"));
    items
}

/// What an item declares, without the prefix.
fn declared(item: &str) -> String {
    let code = item
        .rsplit_once("*/\n")
        .filter(|(_, code)| !code.starts_with([' ', '}']));
    let code = code.map_or(item, |(_, code)| code);
    // A structure or enumeration has comments inside: what stands behind it is its name.
    let code = item
        .rsplit_once("} ")
        .map_or(code, |(_, name)| name)
        .to_lowercase();
    let names = code.split("enzyme_rs_cp_").skip(1);
    let mut names = names.map(|rest| {
        let end = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        (&rest[..end], rest[end..].starts_with(['(', ')']))
    });
    let first = names.next().unwrap();
    names
        .fold(
            first,
            |found, name| if !found.1 && name.1 { name } else { found },
        )
        .0
        .to_owned()
}

/// The subject that an item belongs to.
fn owner(item: &str) -> &'static Subject {
    let name = declared(item);
    let fits = |prefix: &str| {
        let rest = name.strip_prefix(prefix)?;
        (rest.is_empty() || rest.starts_with('_')).then_some(prefix.len())
    };
    let best = |subject: &Subject| subject.owns.iter().filter_map(|prefix| fits(prefix)).max();
    let found = SUBJECTS.iter().max_by_key(|subject| best(subject)).unwrap();
    assert!(
        best(found).is_some(),
        "no subject owns `{name}`: say which in {}",
        file!()
    );
    found
}

/// A subject's header.
fn header(subject: &Subject, items: &[&str]) -> String {
    let Subject { name, about, .. } = subject;
    let is_type = |item: &&&str| {
        item.contains("typedef") || item.starts_with("#define") || item.contains("\n#define")
    };
    let types: Vec<&str> = items.iter().filter(is_type).copied().collect();
    let functions: Vec<&str> = items
        .iter()
        .filter(|item| !is_type(item))
        .copied()
        .collect();
    let mut body = String::from("#include <stdint.h>\n");
    for need in subject.needs {
        writeln!(body, "#include \"checkpoint_{need}.h\"").unwrap();
    }
    for item in types {
        write!(body, "\n{item}").unwrap();
    }
    if !functions.is_empty() {
        let functions = functions.join("\n");
        write!(
            body,
            "\n#ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n{functions}"
        )
        .unwrap();
        body.push_str("\n#ifdef __cplusplus\n}\n#endif\n");
    }
    let owns = "Part of enzyme_rs/checkpoint.h, which says how its parts go together.";
    let head = format!(
        "/* enzyme_rs/checkpoint_{name}.h - {about}\n *\n * {owns}\n * Made by cbindgen from checkpoint/capi/src; do not edit.\n */\n"
    );
    format!(
        "{head}\n{}",
        guarded(&format!("CHECKPOINT_{}", name.to_uppercase()), &body)
    )
}

/// What includes all subjects.
fn includes() -> String {
    let lines = SUBJECTS.iter().map(|subject| {
        format!(
            "#include \"checkpoint_{}.h\" /* {} */\n",
            subject.name, subject.about
        )
    });
    lines.collect()
}

fn guarded(name: &str, body: &str) -> String {
    format!(
        "#ifndef ENZYME_RS_{name}_H\n#define ENZYME_RS_{name}_H\n\n{body}\n#endif /* ENZYME_RS_{name}_H */\n"
    )
}

/// The name if the file is another one; writes it if asked to.
fn compare(name: &str, text: &str) -> Option<String> {
    let path = folder().join(name);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    (found != text).then(|| name.to_owned())
}
