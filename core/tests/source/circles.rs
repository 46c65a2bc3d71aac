//! Files lie in layers: none uses, through whatever others, a file that uses it.
//!
//! A file uses another if one of its paths, in a `use` or elsewhere, leads to what the other defines. A `mod` declaration is no
//! use, and neither is the re-export of a name from a child: whoever names what is re-exported uses the child. Files that are one
//! module, each with other features, count as one.
//!
//! Owns: this rule, and how paths are followed to files. Must not: know what any file is about.

use crate::{driver, root, sources};
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use proc_macro2::TokenStream;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Expr, Item, ItemMod, ItemUse, Lit, Meta, Token, UseTree, Visibility};

/// A path of modules from the root of the crate, or of names that follow them.
type Names = Vec<String>;

#[test]
fn no_file_uses_a_file_that_uses_it() {
    refuse_circles(FILES);
}

#[test]
fn no_folder_uses_a_folder_that_uses_it() {
    refuse_circles(FOLDERS);
}

/// How many names of a module count: all, or that of the folder right below the root.
const FILES: usize = usize::MAX;
const FOLDERS: usize = 1;

fn refuse_circles(depth: usize) {
    for root in [root(), driver()] {
        let read = |path: &Path| {
            let file = syn::parse_file(&fs::read_to_string(path).unwrap()).unwrap();
            (module(path.strip_prefix(&root).unwrap()), file)
        };
        let circles = circles(depth, sources(&root).iter().map(|path| read(path)));
        assert!(
            circles.is_empty(),
            "parts of {} that use each other, and what they take:\n{}\n\
             Move what both need into a file of its own below them.",
            root.display(),
            circles.join("\n")
        );
    }
}

/// The module that a file is, if no attribute says another one.
fn module(path: &Path) -> Names {
    let path = path.with_extension("");
    let names = path.iter().map(|n| n.to_str().unwrap().to_owned());
    let mut names: Names = names.collect();
    names.pop_if(|n| matches!(n.as_str(), "mod" | "lib" | "main"));
    names
}

/// The circles, each as the lines that say who takes what from whom.
fn circles(depth: usize, files: impl Iterator<Item = (Names, syn::File)>) -> Vec<String> {
    let all = Crate::of(&files.collect::<Vec<_>>());
    let arrows = all.arrows(depth);
    let ends: BTreeSet<&[String]> = arrows.keys().flat_map(|(from, to)| [*from, *to]).collect();
    let mut graph = DiGraph::<(), ()>::new();
    let nodes: BTreeMap<_, _> = ends
        .iter()
        .map(|part| (*part, graph.add_node(())))
        .collect();
    for (from, to) in arrows.keys() {
        graph.add_edge(nodes[from], nodes[to], ());
    }
    let circles = tarjan_scc(&graph).into_iter().filter(|c| c.len() > 1);
    let say = |circle: Vec<NodeIndex>| {
        let inside = |part: &[String]| circle.contains(&nodes[part]);
        let inside = arrows
            .iter()
            .filter(|((from, to), _)| inside(from) && inside(to));
        let line = |((from, to), names): (&Arrow<'_>, &BTreeSet<&str>)| {
            let names: Vec<&str> = names.iter().copied().collect();
            format!(
                "  {} -> {}: {}",
                from.join("::"),
                to.join("::"),
                names.join(", ")
            )
        };
        let lines: Vec<String> = inside.map(line).collect();
        format!("{} of them:\n{}", circle.len(), lines.join("\n"))
    };
    circles.map(say).collect()
}

/// Who uses whom: the first names of both modules.
type Arrow<'a> = (&'a [String], &'a [String]);

/// What each module's file uses.
struct Crate(BTreeMap<Names, Uses>);

impl Crate {
    fn of(files: &[(Names, syn::File)]) -> Self {
        let renamed: BTreeMap<Names, Names> = files
            .iter()
            .flat_map(|(module, file)| renamed(module, file))
            .collect();
        let mut all: BTreeMap<Names, Uses> = BTreeMap::new();
        for (place, file) in files {
            let module = renamed.get(place).unwrap_or(place);
            let Uses { paths, names } = Uses::of(file);
            let known = all.entry(module.clone()).or_default();
            known.paths.extend(paths);
            known.names.extend(names);
        }
        Self(all)
    }

    /// Who uses what of whom. The root of the crate is a part like any other.
    fn arrows(&self, depth: usize) -> BTreeMap<Arrow<'_>, BTreeSet<&str>> {
        let mut found: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        let part = |module| -> &[String] {
            let module: &Names = module;
            &module[..module.len().min(depth)]
        };
        for (module, uses) in &self.0 {
            for path in &uses.paths {
                let to = self.resolve(module, path).map(part);
                if let Some(to) = to.filter(|to| *to != part(module)) {
                    let names = found.entry((part(module), to)).or_default();
                    names.extend(path.last().map(String::as_str));
                }
            }
        }
        found
    }

    /// The module whose file defines what a path in a module leads to. None if it is not a path of this crate.
    fn resolve(&self, module: &Names, path: &Names) -> Option<&Names> {
        let (mut at, mut rest) = match path[0].as_str() {
            "crate" => (Names::new(), &path[1..]),
            "self" => (module.clone(), &path[1..]),
            "super" => (parent(module), &path[1..]),
            first if path.len() > 1 => match self.child(module, first) {
                Some(_) => (module.clone(), &path[..]),
                None => return self.resolve(module, &self.spelled_out(module, path)?),
            },
            _ => return None,
        };
        while let Some((name, left)) = rest.split_first() {
            if let Some(child) = self.child(&at, name) {
                at = child;
            } else if name == "super" {
                at = parent(&at);
            } else {
                break;
            }
            rest = left;
        }
        let (found, uses) = self.0.get_key_value(&at)?;
        let imported = rest.first().and_then(|name| uses.names.get(name));
        imported
            .and_then(|path| self.resolve(found, path))
            .or(Some(found))
    }

    /// A path that begins with a name that the module has imported from this crate, with what that stands for.
    fn spelled_out(&self, module: &Names, path: &Names) -> Option<Names> {
        let import = self.0.get(module)?.names.get(&path[0])?;
        let is_own = matches!(import[0].as_str(), "crate" | "self" | "super")
            || self.child(module, &import[0]).is_some();
        is_own.then(|| [&import[..], &path[1..]].concat())
    }

    fn child(&self, module: &Names, name: &str) -> Option<Names> {
        let child: Names = module.iter().cloned().chain([name.to_owned()]).collect();
        self.0.contains_key(&child).then_some(child)
    }
}

fn parent(module: &Names) -> Names {
    module
        .split_last()
        .map_or(Names::new(), |(_, above)| above.to_vec())
}

/// What `#[path]` says of a module's children: as which module the file of another name is read.
fn renamed(module: &Names, file: &syn::File) -> Vec<(Names, Names)> {
    let child = |name: &str| [&module[..], &[name.to_owned()]].concat();
    let mut found = Vec::new();
    for item in &file.items {
        if let Item::Mod(item) = item {
            let paths = item.attrs.iter().filter_map(|attr| path_said(&attr.meta));
            found.extend(paths.map(|path| {
                let name = path.strip_suffix(".rs").unwrap();
                (child(name), child(&item.ident.to_string()))
            }));
        }
    }
    found
}

/// The path that an attribute says, be it under a condition.
fn path_said(meta: &Meta) -> Option<String> {
    match meta {
        Meta::NameValue(said) if said.path.is_ident("path") => match &said.value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        },
        Meta::List(list) if list.path.is_ident("cfg_attr") => {
            let inner = Punctuated::<Meta, Token![,]>::parse_terminated;
            let inner = list.parse_args_with(inner).unwrap();
            inner.iter().find_map(path_said)
        }
        _ => None,
    }
}

/// What a file's paths are.
#[derive(Default)]
struct Uses {
    /// All paths but those of re-exports from children.
    paths: Vec<Names>,
    /// The names that `use` brings into the module, and what they stand for.
    names: BTreeMap<String, Names>,
}

impl Uses {
    fn of(file: &syn::File) -> Self {
        let mut uses = Self::default();
        uses.visit_file(file);
        // Who uses a name of a child himself does not only hand it on.
        let own = |path: &Names| uses.names.get(&path[0]).cloned();
        let own: Vec<Names> = uses.paths.iter().filter_map(own).collect();
        uses.paths.extend(own);
        uses
    }

    fn tree(&mut self, public: bool, before: &Names, tree: &UseTree) {
        let after = |name: &syn::Ident| [&before[..], &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.tree(public, &after(&path.ident), &path.tree),
            UseTree::Group(group) => group
                .items
                .iter()
                .for_each(|t| self.tree(public, before, t)),
            UseTree::Name(name) if name.ident == "self" => {
                self.import(public, before.clone(), before.last().unwrap())
            }
            UseTree::Name(name) => self.import(public, after(&name.ident), &name.ident.to_string()),
            UseTree::Rename(name) => {
                self.import(public, after(&name.ident), &name.rename.to_string())
            }
            UseTree::Glob(_) => self.paths.push(before.clone()),
        }
    }

    fn import(&mut self, public: bool, path: Names, name: &str) {
        let above = matches!(path[0].as_str(), "crate" | "super");
        self.names.insert(name.to_owned(), path.clone());
        if above || !public {
            self.paths.push(path);
        }
    }

    /// Paths in what is given to a macro.
    fn tokens(&mut self, tokens: &TokenStream) {
        let text = tokens.to_string().replace(" :: ", "::");
        let words = text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | ':')));
        let names = |word: &str| {
            word.split("::")
                .filter(|n| !n.is_empty())
                .map(str::to_owned)
                .collect()
        };
        let paths = words.map(names).filter(|path: &Names| path.len() > 1);
        self.paths.extend(paths);
    }
}

impl<'ast> Visit<'ast> for Uses {
    /// Modules inside a file take what they use from it.
    fn visit_item_mod(&mut self, _: &'ast ItemMod) {}

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let public = !matches!(item.vis, Visibility::Inherited);
        self.tree(public, &Names::new(), &item.tree);
    }

    /// The path of `pub(super)` and its like is no use.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names = path.segments.iter().map(|s| s.ident.to_string());
        self.paths.push(names.collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.tokens(&call.tokens);
        visit::visit_macro(self, call);
    }
}

/// The circles of files with these texts.
fn circles_of(files: &[(&str, &str)]) -> Vec<String> {
    let parsed = files
        .iter()
        .map(|(path, text)| (module(Path::new(path)), syn::parse_file(text).unwrap()));
    circles(FILES, parsed)
}

#[test]
fn a_circle_is_seen_through_reexports_and_in_macros() {
    let top = ("mod.rs", "mod a;\nmod b;\npub use a::A;");
    let a = ("a.rs", "pub struct A;\nfn f() { assert!(crate::b::g()) }");
    let b = ("b.rs", "use super::A;\npub fn g() -> bool { true }");
    assert_eq!(
        circles_of(&[top, a, b]),
        ["2 of them:\n  a -> b: g\n  b -> a: A"]
    );
}

#[test]
fn a_child_that_uses_what_lies_beside_it_is_no_circle() {
    let top = (
        "mod.rs",
        "mod a;\nmod b;\npub use a::A;\nfn f() -> b::B { b::B }",
    );
    let a = ("a.rs", "pub struct A;");
    let b = ("b.rs", "use super::A;\npub(super) struct B(pub A);");
    assert!(circles_of(&[top, a, b]).is_empty());
}

#[test]
fn a_file_that_uses_its_child_which_uses_it_is_in_a_circle() {
    let top = ("x/mod.rs", "mod a;\nuse a::f;\npub struct X;");
    let a = ("x/a.rs", "use super::X;\npub(super) fn f(_: X) {}");
    assert_eq!(circles_of(&[top, a]).len(), 1);
}

#[test]
fn files_that_are_one_module_count_as_one() {
    let top = (
        "mod.rs",
        "#[cfg_attr(feature = \"x\", path = \"x.rs\")]\n\
         #[cfg_attr(not(feature = \"x\"), path = \"no_x.rs\")]\nmod form;\nmod a;",
    );
    let a = ("a.rs", "pub struct A;\nfn f() { super::form::write() }");
    let x = ("x.rs", "pub fn write() {}");
    let other = ("no_x.rs", "pub fn write() { let _ = super::a::A; }");
    assert_eq!(
        circles_of(&[top, a, x, other]),
        ["2 of them:\n  a -> form: write\n  form -> a: A"]
    );
}

#[test]
fn a_circle_is_seen_through_an_imported_module() {
    let top = ("mod.rs", "mod a;\nmod x;");
    let a = ("a.rs", "use super::x;\nfn f() { x::b::g() }\npub struct A;");
    let x = ("x/mod.rs", "pub mod b;");
    let b = ("x/b.rs", "use crate::a::A;\npub fn g() {}");
    assert_eq!(
        circles_of(&[top, a, x, b]),
        ["2 of them:\n  a -> x::b: g\n  x::b -> a: A"]
    );
}
