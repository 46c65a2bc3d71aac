//! The documents: no dead links, here and where they are installed; all environment variables have their place.

#![allow(clippy::unwrap_used, reason = "tests may")]

#[allow(dead_code, reason = "each test program uses a part")]
mod support;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(files(&path, ending));
        } else if path.to_str().unwrap().ends_with(ending) {
            all.push(path);
        }
    }
    all
}

/// Links of a page that lead to no file.
fn dead(page: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(page).unwrap();
    let targets = text.split("](").skip(1);
    let targets = targets.filter_map(|rest| rest.split_once(')').map(|(target, _)| target));
    let is_file = |target: &&str| {
        let elsewhere = target.starts_with("http") || target.starts_with('#');
        !elsewhere && !target.contains(char::is_whitespace) && !target.is_empty()
    };
    let lost = targets.filter(is_file).filter(|target| {
        let file = target.split('#').next().unwrap();
        !page.parent().unwrap().join(file).exists()
    });
    lost.map(|target| format!("{}: {target}", page.display()))
        .collect()
}

#[test]
fn no_link_is_dead() {
    let root = root();
    let mut pages = files(&root.join("docs"), ".md");
    let others = [
        "README.md",
        "CHANGELOG.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
    ];
    pages.extend(others.map(|name| root.join(name)));
    let lost: Vec<String> = pages.iter().flat_map(|page| dead(page)).collect();
    assert!(lost.is_empty(), "{lost:#?}");
}

#[test]
fn no_link_is_dead_where_documents_are_installed() {
    let folder = tempfile::tempdir().unwrap();
    let script = root().join("scripts/install-docs.sh");
    let status = Command::new(script).arg(folder.path()).status().unwrap();
    assert!(status.success());
    let pages = files(folder.path(), ".md");
    assert!(pages.len() > 15, "{pages:?}");
    let lost: Vec<String> = pages.iter().flat_map(|page| dead(page)).collect();
    assert!(lost.is_empty(), "{lost:#?}");
    let readme = std::fs::read_to_string(folder.path().join("README.md")).unwrap();
    assert!(readme.contains("](docs/fortran.md)") && !readme.contains("](apps/"));
    // Nothing to make or to bootstrap there, and no remark for who edits the page.
    for word in ["make demo", "make install", "scripts/bootstrap.sh", "<!--"] {
        assert!(!readme.contains(word), "{word} in\n{readme}");
    }
    assert!(
        readme.contains("they\nmean the source: <https://"),
        "{readme}"
    );
}

/// Words that begin with our prefix.
fn variables(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split("ENZYME_RS_").skip(1).map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_uppercase() && c != '_');
        format!("ENZYME_RS_{}", &rest[..end.unwrap_or(rest.len())])
    })
}

#[test]
fn all_environment_variables_are_in_the_page_of_options() {
    let root = root();
    let page = std::fs::read_to_string(root.join("docs/options.md")).unwrap();
    let listed: BTreeSet<String> = variables(&page).collect();
    let mut sources = files(&root.join("apps/cli/src"), ".rs");
    sources.extend(files(&root.join("apps/host/src"), ".rs"));
    sources.push(root.join("core/src/synth/runtime.ll"));
    let read = |path: &PathBuf| std::fs::read_to_string(path).unwrap();
    let texts: Vec<String> = sources.iter().map(read).collect();
    let used: BTreeSet<String> = texts.iter().flat_map(|text| variables(text)).collect();
    let missing: Vec<&String> = used.difference(&listed).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(used.len() > 8, "{used:?}");
}

#[test]
fn every_flag_of_the_wrappers_is_in_the_page_of_options() {
    let page = std::fs::read_to_string(root().join("docs/options.md")).unwrap();
    let help = support::Bench::new()
        .run("enzyme-rs cc --showme:help")
        .exits(0)
        .out;
    let words = help.split(|c: char| c.is_whitespace() || c == ',');
    let flags = words.filter_map(|word| word.trim_start_matches("--showme").strip_prefix(':'));
    let flags: Vec<&str> = flags.collect();
    assert!(flags.len() > 7, "{help}");
    for flag in flags {
        assert!(page.contains(&format!("`--showme:{flag}`")), "{flag}");
    }
}
