//! The registry: one ordered table of callees, one look-up, duplicates refused.
//!
//! Owns: [`RulePack`], [`Entry`], [`Symbols`], [`Registry`]. Must not: hold entries of its own
//! (`builtin/` is a pack like any other). The most specific match wins: exact name, then family,
//! then intrinsic, then the longest prefix, then the longest part. Tests: `tests/registry.rs`.

use crate::callee::CalleeKind;
use crate::custom::Custom;
use crate::families::find;
use crate::family::classify;
use crate::grid::GridRule;
use crate::host::{DeviceVariable, HostRule};
use crate::outs::OutRule;
use crate::region::{Peers, Runs, TaskRule};
use crate::table::ScalarRule;
use crate::thread::ThreadCall;
use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

/// Knowledge about callees that comes from one place.
pub trait RulePack {
    /// The pack's name, for messages.
    fn name(&self) -> &'static str;
    /// What it knows.
    fn entries(&self) -> Vec<Entry>;
    /// Global objects of libraries into which numbers go as text and out of which none comes: the streams of standard output.
    fn sinks(&self) -> &'static [&'static str] {
        &[]
    }
    /// How names of library functions begin that return memory which nobody has accessed before, and access no number themselves. What the shadow of
    /// that memory is, a rule in a header says.
    fn obtains(&self) -> &'static [&'static str] {
        &[]
    }
    /// How names of library functions begin that are given, and return, what leads to no number but by functions that [obtain](Self::obtains) memory.
    /// Nothing is lost where it is its own shadow.
    fn numberless(&self) -> &'static [&'static str] {
        &[]
    }
    /// How names of globals begin that say whether others have been initialised, and how the names of these do instead.
    fn guards(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
    /// What to do where a function is in the way, by how its name begins.
    fn remedies(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
    /// What to do where the data of a library whose functions come in line are in the way, by a part of the symbols of functions that work on them.
    fn data_remedies(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
    /// Remedies that a program has followed already if it has a rule for a function: what to do, and that function.
    fn followed(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
    /// What is said of a library's functions as programs say it of their own: inline functions and templates, of which modules hold bodies,
    /// and functions that write where no number lies. Exact names, prefixes, members and parts of Rust's names only, and only names that no program
    /// gives to what is its own.
    fn said(&self) -> Vec<(Symbols, Said)> {
        Vec::new()
    }
    /// Machines whose threads run functions as those of a grid, and which it knows.
    fn grids(&self) -> &'static [GridRule] {
        &[]
    }
    /// Hosts that launch kernels, and which it knows.
    fn hosts(&self) -> Vec<HostRule> {
        Vec::new()
    }
    /// What is said so of some modules only.
    fn said_where(&self) -> Vec<(Where, Vec<(Symbols, Said)>)> {
        Vec::new()
    }
}

/// Modules, by the functions without a body that they name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Where {
    /// One of these.
    pub some: &'static [&'static str],
    /// And none of those.
    pub none: &'static [&'static str],
}

impl Where {
    fn holds(&self, names: impl Fn(&str) -> bool) -> bool {
        self.some.iter().any(|symbol| names(symbol))
            && !self.none.iter().any(|symbol| names(symbol))
    }
}

/// Which symbols an entry is about.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Symbols {
    /// This name.
    Exact(Cow<'static, str>),
    /// All spellings of a family, see `family.rs`; also an instruction of that name.
    Family(&'static str),
    /// An LLVM intrinsic by its name without type suffixes: `llvm.lifetime.start`.
    Intrinsic(&'static str),
    /// Names that begin so (mangled C++ names).
    Prefix(Cow<'static, str>),
    /// Names that contain this (mangled Rust names, which carry hashes).
    Contains(Cow<'static, str>),
    /// Members of a template of C++: names that begin as those of its members do, and go on with this behind the arguments, which are any. Only in
    /// what packs say of libraries ([`RulePack::said`]).
    Member(&'static str, &'static str),
}

impl Symbols {
    /// The text that is matched, which is also what `replacing` is given.
    pub fn text(&self) -> &str {
        match self {
            Symbols::Exact(text) | Symbols::Prefix(text) => text,
            Symbols::Family(text) | Symbols::Intrinsic(text) => text,
            Symbols::Contains(text) => text,
            Symbols::Member(_, member) => member,
        }
    }
}

impl fmt::Display for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Symbols::Exact(name) => write!(f, "`{name}`"),
            Symbols::Family(name) => write!(f, "family `{name}`"),
            Symbols::Intrinsic(name) => write!(f, "intrinsic `{name}`"),
            Symbols::Prefix(text) => write!(f, "`{text}…`"),
            Symbols::Contains(text) => write!(f, "`…{text}…`"),
            Symbols::Member(class, member) => write!(f, "`{class}…{member}…`"),
        }
    }
}

/// One line of knowledge.
#[derive(Clone, Debug)]
pub struct Entry {
    /// About which symbols.
    pub matcher: Symbols,
    /// What they are.
    pub what: CalleeKind,
}

impl Entry {
    /// About one name.
    pub fn exact(name: impl Into<Cow<'static, str>>, what: CalleeKind) -> Self {
        Entry {
            matcher: Symbols::Exact(name.into()),
            what,
        }
    }

    /// About a family.
    pub fn family(name: &'static str, what: CalleeKind) -> Self {
        Entry {
            matcher: Symbols::Family(name),
            what,
        }
    }

    /// About an intrinsic.
    pub fn intrinsic(name: &'static str, what: CalleeKind) -> Self {
        Entry {
            matcher: Symbols::Intrinsic(name),
            what,
        }
    }

    /// About names with a prefix.
    pub fn prefix(text: impl Into<Cow<'static, str>>, what: CalleeKind) -> Self {
        Entry {
            matcher: Symbols::Prefix(text.into()),
            what,
        }
    }

    /// About names of Rust's with a part.
    pub fn contains(text: impl Into<Cow<'static, str>>, what: CalleeKind) -> Self {
        Entry {
            matcher: Symbols::Contains(text.into()),
            what,
        }
    }
}

/// What a program says of one of its functions, or a pack of a library's, whatever its body or its name may say.
#[derive(Clone, Debug)]
pub enum Said {
    /// It is one of a kind that packs know, too: another function's like, an allocator.
    Known(Entry),
    /// A rule of the program's own, or that it has no derivative.
    Custom(Custom),
}

/// Whether Rust made a name: by its mangling of today, by that of before with a hash at its end, or for its own run-time.
fn is_of_rust(symbol: &str) -> bool {
    let hashed = || {
        let end = symbol.rfind("17h").map(|at| &symbol[at + "17h".len()..]);
        let hash = end
            .and_then(|end| end.split_once('E'))
            .map(|(hash, _)| hash);
        hash.is_some_and(|h| h.len() == 16 && h.bytes().all(|b| b.is_ascii_hexdigit()))
    };
    symbol.starts_with("_R") || symbol.starts_with("__rust") || hashed()
}

/// A registry that cannot be built; always a mistake in a pack or in how packs are put together.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RegistryError {
    /// Two entries about the same symbols.
    #[error(
        "{what} is registered by pack `{first}` and again by pack `{second}`; \
         help: say `.replacing(\"{text}\")` if the second is meant to win"
    )]
    Duplicate {
        /// The matcher, as it is displayed.
        what: String,
        /// Its text.
        text: String,
        /// The earlier pack.
        first: &'static str,
        /// The later pack.
        second: &'static str,
    },
    /// `.replacing` named something that is registered only once.
    #[error("nothing was replaced under the name `{0}`")]
    NothingReplaced(String),
    /// An entry about a family that does not exist.
    #[error("pack `{pack}` has an entry for the unknown family `{family}`")]
    UnknownFamily {
        /// The pack.
        pack: &'static str,
        /// The name that is no family.
        family: &'static str,
    },
    /// A matcher that would match everything.
    #[error("pack `{0}` has an entry that matches the empty text")]
    EmptyMatcher(&'static str),
}

/// Puts packs together.
#[derive(Debug, Default)]
pub struct RegistryBuilder {
    packs: Vec<(&'static str, Vec<Entry>)>,
    sinks: BTreeSet<&'static str>,
    obtains: Vec<&'static str>,
    numberless: Vec<&'static str>,
    guards: Vec<(&'static str, &'static str)>,
    remedies: Vec<(&'static str, &'static str)>,
    data_remedies: Vec<(&'static str, &'static str)>,
    followed: Vec<(&'static str, &'static str)>,
    said: Vec<(Symbols, Said)>,
    said_somewhere: Vec<(Where, Vec<(Symbols, Said)>)>,
    grids: Vec<GridRule>,
    hosts: Vec<HostRule>,
    replacing: BTreeSet<String>,
}

impl RegistryBuilder {
    /// Adds a pack; order matters only for what is replaced.
    #[must_use]
    pub fn with(mut self, pack: &dyn RulePack) -> Self {
        self.packs.push((pack.name(), pack.entries()));
        self.sinks.extend(pack.sinks());
        self.obtains.extend(pack.obtains());
        self.numberless.extend(pack.numberless());
        self.guards.extend(pack.guards());
        self.remedies.extend(pack.remedies());
        self.data_remedies.extend(pack.data_remedies());
        self.followed.extend(pack.followed());
        self.said.extend(pack.said());
        self.said_somewhere.extend(pack.said_where());
        self.grids.extend(pack.grids());
        self.hosts.extend(pack.hosts());
        self
    }

    /// Allows a later pack to replace the entries whose matcher has this text.
    #[must_use]
    pub fn replacing(mut self, text: &str) -> Self {
        self.replacing.insert(text.to_string());
        self
    }

    /// The registry.
    ///
    /// # Errors
    /// On duplicates that were not announced, and on entries that make no sense.
    pub fn build(self) -> Result<Registry, RegistryError> {
        let mut registry = Registry {
            sinks: self.sinks,
            obtains: self.obtains,
            numberless: self.numberless,
            guards: self.guards,
            remedies: self.remedies,
            data_remedies: self.data_remedies,
            followed: self.followed,
            of_libraries: self.said,
            said_somewhere: self.said_somewhere,
            grids: self.grids,
            hosts: self.hosts,
            ..Registry::default()
        };
        let mut unused = self.replacing.clone();
        for (pack, entries) in self.packs {
            for entry in entries {
                check(pack, &entry)?;
                if let Some(error) = registry.insert(pack, entry, &self.replacing, &mut unused) {
                    return Err(error);
                }
            }
        }
        match unused.pop_first() {
            Some(text) => Err(RegistryError::NothingReplaced(text)),
            None => Ok(registry.sorted()),
        }
    }
}

fn check(pack: &'static str, entry: &Entry) -> Result<(), RegistryError> {
    if entry.matcher.text().is_empty() {
        return Err(RegistryError::EmptyMatcher(pack));
    }
    match entry.matcher {
        Symbols::Family(family) if find(family).is_none() => {
            Err(RegistryError::UnknownFamily { pack, family })
        }
        _ => Ok(()),
    }
}

/// All that is known about callees.
#[derive(Clone, Debug, Default)]
pub struct Registry {
    entries: Vec<Entry>,
    packs: Vec<&'static str>,
    index: BTreeMap<Symbols, usize>,
    /// Entries about intrinsics, by name.
    intrinsics: BTreeMap<&'static str, usize>,
    /// Entries with prefixes and parts, longest first.
    prefixes: Vec<usize>,
    parts: Vec<usize>,
    sinks: BTreeSet<&'static str>,
    obtains: Vec<&'static str>,
    numberless: Vec<&'static str>,
    guards: Vec<(&'static str, &'static str)>,
    remedies: Vec<(&'static str, &'static str)>,
    data_remedies: Vec<(&'static str, &'static str)>,
    followed: Vec<(&'static str, &'static str)>,
    said: BTreeMap<String, Said>,
    /// What packs say of functions of libraries, longest names first.
    of_libraries: Vec<(Symbols, Said)>,
    /// What packs say of some modules only.
    said_somewhere: Vec<(Where, Vec<(Symbols, Said)>)>,
    grids: Vec<GridRule>,
    hosts: Vec<HostRule>,
    /// The machine of the module.
    grid: Option<GridRule>,
    inactive_globals: BTreeSet<String>,
    /// Variables of a device, by the names of what stands for them on the host.
    device_variables: BTreeMap<String, DeviceVariable>,
    recomputed: BTreeSet<String>,
    /// Whether shadows of function pointers lead to derivatives.
    calls_through_shadows: bool,
}

impl Registry {
    /// Starts with nothing.
    pub fn builder() -> RegistryBuilder {
        RegistryBuilder::default()
    }

    /// The same with what a program says of its functions, by name, and the globals that it calls inactive.
    #[must_use]
    pub fn hearing(
        mut self,
        said: BTreeMap<String, Said>,
        inactive_globals: BTreeSet<String>,
    ) -> Self {
        self.said.extend(said);
        self.inactive_globals.extend(inactive_globals);
        self
    }

    /// The same with what packs say of a module only that names such functions without giving them a body.
    #[must_use]
    pub fn of_module(mut self, names: impl Fn(&str) -> bool) -> Self {
        for (place, said) in std::mem::take(&mut self.said_somewhere) {
            if place.holds(&names) {
                self.of_libraries.extend(said);
            }
        }
        self.sorted()
    }

    /// The same for a module that is compiled for the machine of this triple.
    #[must_use]
    pub fn on_machine(mut self, triple: &str) -> Self {
        let mut known = self.grids.iter();
        self.grid = known.find(|grid| triple.starts_with(grid.triple)).copied();
        self
    }

    /// What is known of the module's machine, if its threads run functions as those of a grid.
    pub fn grid(&self) -> Option<&GridRule> {
        self.grid.as_ref()
    }

    /// Hosts that launch kernels, of which something is known.
    pub fn hosts(&self) -> &[HostRule] {
        &self.hosts
    }

    /// Whether a file is one of the headers of a vendor of devices.
    pub fn is_header(&self, file: &str) -> bool {
        let mut parts = self.hosts.iter().flat_map(|host| host.headers);
        parts.any(|part| file.contains(part))
    }

    /// The same with functions whose values the program would rather have computed again than kept.
    #[must_use]
    pub fn recomputing(mut self, functions: BTreeSet<String>) -> Self {
        self.recomputed.extend(functions);
        self
    }

    /// Whether what a function of the program computes is better computed again than kept.
    pub fn is_recomputed(&self, symbol: &str) -> bool {
        self.recomputed.contains(symbol)
    }

    /// The same for a program that keeps derivatives of functions behind the shadows of their pointers.
    #[must_use]
    pub fn calling_through_shadows(mut self) -> Self {
        self.calls_through_shadows = true;
        self
    }

    /// Whether shadows of function pointers lead to derivatives.
    pub fn calls_through_shadows(&self) -> bool {
        self.calls_through_shadows
    }

    /// Whether a pack says of a library's function that it returns memory which nobody has accessed before.
    pub fn obtains(&self, symbol: &str) -> bool {
        let mut beginnings = self.obtains.iter();
        beginnings.any(|beginning| symbol.starts_with(beginning))
    }

    /// Whether a pack says of a library's function that what it is given and what it makes lead to no number.
    pub fn is_numberless(&self, symbol: &str) -> bool {
        let mut beginnings = self.numberless.iter();
        beginnings.any(|beginning| symbol.starts_with(beginning))
    }

    /// Whether the program calls a global inactive.
    pub fn is_inactive_global(&self, global: &str) -> bool {
        self.inactive_globals.contains(global)
    }

    /// The same with variables of a device, by the names of globals of the host that stand for them.
    #[must_use]
    pub fn with_device_variables(mut self, variables: BTreeMap<String, DeviceVariable>) -> Self {
        self.device_variables.extend(variables);
        self
    }

    /// Variables of a device that kernels may read, and write to.
    pub fn device_variables(&self) -> &BTreeMap<String, DeviceVariable> {
        &self.device_variables
    }

    /// Whether the program itself says something of a function, and no pack does.
    pub fn is_said_by_program_alone(&self, symbol: &str) -> bool {
        self.said.contains_key(symbol) && self.said_of_library(symbol).is_none()
    }

    /// What the program says of a function of its own, or else a pack of a library's.
    pub fn said(&self, symbol: &str) -> Option<&Said> {
        let own = self.said.get(symbol);
        own.or_else(|| self.said_of_library(symbol))
    }

    fn said_of_library(&self, symbol: &str) -> Option<&Said> {
        let mut said = self.of_libraries.iter();
        let of_rust = LazyCell::new(|| is_of_rust(symbol));
        let found = said.find(|(matcher, _)| match matcher {
            Symbols::Exact(name) => symbol == name,
            Symbols::Prefix(text) => symbol.starts_with(&**text),
            Symbols::Contains(text) => *of_rust && symbol.contains(&**text),
            Symbols::Member(class, member) => {
                let rest = symbol.strip_prefix(class);
                rest.is_some_and(|rest| rest.contains(member))
            }
            Symbols::Family(_) | Symbols::Intrinsic(_) => false,
        });
        found.map(|(_, said)| said)
    }

    /// Whether a pack says of a library's function that it has no derivative, whatever its body does.
    pub fn is_refused(&self, symbol: &str) -> bool {
        let refuses = |entry: &Entry| matches!(entry.what, CalleeKind::Refused(_));
        match self.said(symbol) {
            Some(Said::Known(entry)) => refuses(entry),
            Some(Said::Custom(_)) | None => false,
        }
    }

    /// What is known about a symbol.
    pub fn lookup(&self, symbol: &str) -> Option<&Entry> {
        match self.said(symbol) {
            Some(Said::Known(entry)) => return Some(entry),
            Some(Said::Custom(_)) => return None,
            None => {}
        }
        self.exact(symbol)
            .or_else(|| self.family(classify(symbol)?.family))
            .or_else(|| self.intrinsic(symbol))
            .or_else(|| self.scan(&self.prefixes, |text| symbol.starts_with(text)))
            .or_else(|| {
                let named = |text: &str| symbol.contains(text) && is_of_rust(symbol);
                self.scan(&self.parts, named)
            })
    }

    /// Whether numbers that are written into a global object stay there, as text.
    pub fn is_sink(&self, global: &str) -> bool {
        self.sinks.contains(global)
    }

    /// What to do where a function is in the way.
    pub fn remedy(&self, symbol: &str) -> Option<&'static str> {
        let is_followed = |remedy: &str| {
            let mut followed = self.followed.iter();
            followed.any(|(what, by)| *what == remedy && self.said.contains_key(*by))
        };
        let mut remedies = self.remedies.iter();
        remedies
            .find(|(prefix, remedy)| symbol.starts_with(prefix) && !is_followed(remedy))
            .map(|(_, remedy)| *remedy)
    }

    /// What to do where data are in the way on which a function works.
    pub fn data_remedy(&self, symbol: &str) -> Option<&'static str> {
        let mut remedies = self.data_remedies.iter();
        remedies
            .find(|(part, _)| symbol.contains(part))
            .map(|(_, remedy)| *remedy)
    }

    /// The global of which another one says whether it has been initialised.
    pub fn guarded(&self, global: &str) -> Option<String> {
        let mut guards = self.guards.iter();
        guards.find_map(|(guard, guarded)| {
            let rest = global.strip_prefix(guard)?;
            Some(format!("{guarded}{rest}"))
        })
    }

    /// What is known about a family, or about the instruction of that name (`fadd`).
    pub fn family(&self, family: &str) -> Option<&Entry> {
        self.at(Symbols::Family(find(family)?.name))
    }

    /// The rule of a family or float instruction.
    pub fn scalar(&self, family: &str) -> Option<&Arc<ScalarRule>> {
        match &self.family(family)?.what {
            CalleeKind::Scalar(rule) => Some(rule),
            _ => None,
        }
    }

    /// Every entry, in the order of the packs.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Every entry with the name of its pack.
    pub fn provenance(&self) -> impl Iterator<Item = (&'static str, &Entry)> {
        self.packs.iter().copied().zip(&self.entries)
    }

    /// What those are to each other that run at the same time, for each library by which they are started: by a symbol of which this is so.
    pub fn peers(&self, started_by: impl Fn(&str) -> bool) -> Vec<Peers> {
        let said = self.of_libraries.iter().filter_map(|(_, said)| match said {
            Said::Known(entry) => Some(entry),
            Said::Custom(_) => None,
        });
        let of = |entry: &Entry| match (&entry.what, &entry.matcher) {
            (CalleeKind::Region(region), Symbols::Exact(name)) if started_by(name) => {
                match region.runs {
                    Runs::Team(rule) => Some(rule.peers),
                    Runs::Iterations { .. }
                    | Runs::Steps { .. }
                    | Runs::Sorting(_)
                    | Runs::Searching(_) => None,
                }
            }
            (CalleeKind::Thread(rule), Symbols::Exact(name)) if started_by(name) => {
                match &rule.call {
                    ThreadCall::Start(start) => Some(start.peers),
                    ThreadCall::Join(_) | ThreadCall::End(_) => None,
                }
            }
            _ => None,
        };
        let mut found: Vec<Peers> = Vec::new();
        for peers in self.entries.iter().chain(said).filter_map(of) {
            if !found.contains(&peers) {
                found.push(peers);
            }
        }
        found
    }

    /// Every scalar rule, in order.
    pub fn scalar_rules(&self) -> impl Iterator<Item = &Arc<ScalarRule>> {
        self.entries.iter().filter_map(|entry| match &entry.what {
            CalleeKind::Scalar(rule) => Some(rule),
            _ => None,
        })
    }

    /// Every rule with several results, in order.
    pub fn out_rules(&self) -> impl Iterator<Item = &Arc<OutRule>> {
        self.entries.iter().filter_map(|entry| match &entry.what {
            CalleeKind::OutResults(rule) => Some(rule),
            _ => None,
        })
    }

    /// Every rule of calls that hand in tasks, in order.
    pub fn tasks(&self) -> impl Iterator<Item = &Arc<TaskRule>> {
        self.entries.iter().filter_map(|entry| match &entry.what {
            CalleeKind::Task(rule) => Some(rule),
            _ => None,
        })
    }

    fn at(&self, key: Symbols) -> Option<&Entry> {
        self.index
            .get(&key)
            .map(|&position| &self.entries[position])
    }

    fn exact(&self, symbol: &str) -> Option<&Entry> {
        self.at(Symbols::Exact(Cow::Owned(symbol.to_string())))
    }

    /// Tries `llvm.a.b.c`, `llvm.a.b`, `llvm.a`, in this order.
    fn intrinsic(&self, symbol: &str) -> Option<&Entry> {
        let mut name = symbol.starts_with("llvm.").then_some(symbol)?;
        loop {
            if let Some(&position) = self.intrinsics.get(name) {
                return Some(&self.entries[position]);
            }
            name = name.rsplit_once('.')?.0;
        }
    }

    fn scan(&self, positions: &[usize], fits: impl Fn(&str) -> bool) -> Option<&Entry> {
        positions
            .iter()
            .map(|&p| &self.entries[p])
            .find(|entry| fits(entry.matcher.text()))
    }

    fn insert(
        &mut self,
        pack: &'static str,
        entry: Entry,
        allowed: &BTreeSet<String>,
        unused: &mut BTreeSet<String>,
    ) -> Option<RegistryError> {
        let text = entry.matcher.text().to_string();
        let Some(&position) = self.index.get(&entry.matcher) else {
            if let Symbols::Intrinsic(name) = entry.matcher {
                self.intrinsics.insert(name, self.entries.len());
            }
            self.index.insert(entry.matcher.clone(), self.entries.len());
            self.entries.push(entry);
            self.packs.push(pack);
            return None;
        };
        let first = self.packs[position];
        if first == pack || !allowed.contains(&text) {
            let what = entry.matcher.to_string();
            return Some(RegistryError::Duplicate {
                what,
                text,
                first,
                second: pack,
            });
        }
        unused.remove(&text);
        self.entries[position] = entry;
        self.packs[position] = pack;
        None
    }

    /// Orders the matchers that are tried one after the other: longest first, then by text.
    fn sorted(mut self) -> Self {
        self.prefixes = self.ordered(|matcher| matches!(matcher, Symbols::Prefix(_)));
        self.parts = self.ordered(|matcher| matches!(matcher, Symbols::Contains(_)));
        let longest = |(matcher, _): &(Symbols, Said)| std::cmp::Reverse(matcher.text().len());
        self.of_libraries.sort_by_key(longest);
        self
    }

    fn ordered(&self, wanted: impl Fn(&Symbols) -> bool) -> Vec<usize> {
        let fits = |&position: &usize| wanted(&self.entries[position].matcher);
        let mut found: Vec<usize> = (0..self.entries.len()).filter(fits).collect();
        found.sort_by_key(|&position| {
            let text = self.entries[position].matcher.text();
            (std::cmp::Reverse(text.len()), text.to_string())
        });
        found
    }
}
