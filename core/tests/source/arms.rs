//! A match on what instructions, callees and contributions are names every variant, so that a new one must be thought of.
//! Where the rest is safe whatever it is, its arm begins with a comment `// Any other: …` that says why.
//!
//! Owns: this rule. Must not: judge what the comments say.

use crate::{root, sources};
use proc_macro2::Span;
use std::fs;
use std::path::Path;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Arm, ExprMatch, Pat};

/// Enumerations whose variants decide about derivatives.
const WATCHED: [&str; 8] = [
    "Op",
    "CastOp",
    "IntOp",
    "FloatOp",
    "Callee",
    "Target",
    "CalleeKind",
    "Adjoint",
];

/// What the comment at an arm for all other variants begins with.
const REASON: &str = "// Any other: ";

#[test]
fn nothing_is_decided_by_default() {
    let mut found = Vec::new();
    for path in sources(&root()) {
        found.extend(silent_arms(&fs::read_to_string(&path).unwrap(), &path));
    }
    assert!(
        found.is_empty(),
        "arms that decide for variants which nobody has thought of:\n{}\n\
         Name the variants, match on a classification of them (`view/sorts.rs`), or say above the arm why it is safe: \
         `{REASON}…`",
        found.join("\n")
    );
}

/// Places of arms in a file that decide for all variants left, and do not say why.
fn silent_arms(text: &str, path: &Path) -> Vec<String> {
    let mut matches = Matches {
        lines: text.lines().collect(),
        found: Vec::new(),
    };
    matches.visit_file(&syn::parse_file(text).unwrap());
    let place = |(line, of): (usize, &str)| format!("{}:{line}: of `{of}`", path.display());
    matches.found.into_iter().map(place).collect()
}

struct Matches<'a> {
    lines: Vec<&'a str>,
    found: Vec<(usize, &'static str)>,
}

impl<'ast> Visit<'ast> for Matches<'_> {
    fn visit_expr_match(&mut self, all: &'ast ExprMatch) {
        let mut names = Names::default();
        all.arms.iter().for_each(|arm| names.visit_pat(&arm.pat));
        if let Some(of) = names.watched {
            let silent = all
                .arms
                .iter()
                .filter(|arm| takes_any(&arm.pat) && !self.gives_reason(arm));
            let lines: Vec<usize> = silent.map(|arm| line(arm.pat.span())).collect();
            self.found.extend(lines.into_iter().map(|line| (line, of)));
        }
        visit::visit_expr_match(self, all);
    }
}

impl Matches<'_> {
    /// Whether the comment above an arm is a reason.
    fn gives_reason(&self, arm: &Arm) -> bool {
        let above = self.lines[..line(arm.span()) - 1].iter().rev();
        let mut comments = above.map(|l| l.trim()).take_while(|l| l.starts_with("//"));
        comments.any(|l| l.starts_with(REASON))
    }
}

fn line(span: Span) -> usize {
    span.start().line
}

/// Whether a pattern takes whatever variant is left: `_`, a name, or a tuple of such. With a guard, too: what
/// the guard lets through is as little thought of.
fn takes_any(pattern: &Pat) -> bool {
    match pattern {
        Pat::Wild(_) | Pat::Rest(_) => true,
        Pat::Ident(name) => name.subpat.is_none() && starts_small(&name.ident.to_string()),
        Pat::Tuple(tuple) => tuple.elems.iter().all(takes_any),
        Pat::Reference(inner) => takes_any(&inner.pat),
        Pat::Or(or) => or.cases.iter().any(takes_any),
        _ => false,
    }
}

/// A binding and not the name of a variant.
fn starts_small(name: &str) -> bool {
    name.starts_with(|c: char| c.is_lowercase() || c == '_')
}

/// The first enumeration that a pattern names, if it is watched.
#[derive(Default)]
struct Names {
    watched: Option<&'static str>,
}

impl<'ast> Visit<'ast> for Names {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        let mut segments = path
            .segments
            .iter()
            .map(|s| s.ident.to_string())
            .rev()
            .skip(1);
        let named = segments.next();
        let watched = WATCHED.iter().find(|w| named.as_deref() == Some(**w));
        self.watched = self.watched.or(watched.copied());
        visit::visit_path(self, path);
    }
}

#[test]
fn arms_for_all_others_are_seen() {
    let text = "fn f(op: &Op) -> bool {\n match (op, 1) {\n (Op::Ret, _) => true,\n _ if true => false,\n \
                // Any other: it is kept.\n _ => false,\n }\n}";
    assert_eq!(silent_arms(text, Path::new("x.rs")), ["x.rs:4: of `Op`"]);
}

#[test]
fn arms_that_name_a_variant_are_none() {
    let text = "fn f(op: &Op, k: u8) -> bool {\n match op {\n Op::Load { .. } if k == 1 => true,\n Op::Load { .. } => false,\n }\n}";
    assert!(silent_arms(text, Path::new("x.rs")).is_empty());
}
