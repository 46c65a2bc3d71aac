//! Mutations of a module's text. Owns what is changed; whether the result is valid IR, LLVM's verifier
//! says afterwards.

use rand::Rng as _;
use rand_chacha::ChaCha8Rng;

use super::text::{MARKERS, Text, arguments, defined, is_terminator, operands};

type Op = fn(&mut Text, &mut ChaCha8Rng) -> Option<()>;

/// What may be drawn.
struct Mutation {
    weight: u32,
    name: &'static str,
    op: Op,
    /// Whether what comes out is again a program that says itself what it computes, not one that lies about itself.
    keeps_faith: bool,
}

const fn mutation(weight: u32, name: &'static str, op: Op, keeps_faith: bool) -> Mutation {
    Mutation {
        weight,
        name,
        op,
        keeps_faith,
    }
}

const MUTATIONS: &[Mutation] = &[
    mutation(6, "hook arguments swapped", swap_arguments, false),
    mutation(6, "hook argument deleted", delete_argument, false),
    mutation(6, "hook argument duplicated", duplicate_argument, false),
    mutation(6, "hook argument replaced", replace_argument, false),
    mutation(6, "marker exchanged", exchange_marker, false),
    mutation(4, "hook exchanged", exchange_hook, false),
    mutation(12, "instruction deleted", delete, true),
    mutation(8, "instruction duplicated", duplicate, true),
    mutation(6, "alignment changed", change_alignment, false),
    mutation(10, "attribute changed", change_attribute, false),
    mutation(6, "type facts changed", change_tbaa, false),
    mutation(10, "loaded as another type", load_as, true),
    mutation(8, "stored as another type", store_as, true),
    mutation(10, "operand exchanged", exchange_operand, true),
    mutation(8, "operand made constant", constant_operand, true),
    mutation(8, "operation exchanged", exchange_operation, true),
    mutation(4, "branch turned", turn_branch, true),
];

/// What takes the place of a hook's argument.
const CONSTANTS: &[&str] = &[
    "i32 7",
    "i32 -1",
    "i64 3",
    "i8 0",
    "i1 true",
    "i128 1",
    "float 1.0",
    "half 1.0",
    "fp128 0xL00000000000000003FFF000000000000",
    "double undef",
    "double poison",
    "ptr null",
    "ptr undef",
    "ptr @enzyme_dup",
    "<2 x double> zeroinitializer",
    "<4 x i32> zeroinitializer",
    "{ double, double } zeroinitializer",
    "[3 x double] zeroinitializer",
    "{ ptr, i32 } zeroinitializer",
    "ptr @free",
    "ptr @printf",
];

/// One mutation, of all or of those that keep faith, if the module has a place for the one drawn.
pub(super) fn mutate(
    text: &mut Text,
    faithful: bool,
    rng: &mut ChaCha8Rng,
) -> Option<&'static str> {
    let drawn = || MUTATIONS.iter().filter(|m| m.keeps_faith || !faithful);
    let total: u32 = drawn().map(|m| m.weight).sum();
    let mut ticket = rng.random_range(0..total);
    for mutation in drawn() {
        if ticket < mutation.weight {
            return (mutation.op)(text, rng).map(|()| mutation.name);
        }
        ticket -= mutation.weight;
    }
    None
}

fn pick<T: Clone>(items: &[T], rng: &mut ChaCha8Rng) -> Option<T> {
    match items.len() {
        0 => None,
        n => Some(items[rng.random_range(0..n)].clone()),
    }
}

/// An instruction that passes `wanted`.
fn find(text: &Text, rng: &mut ChaCha8Rng, wanted: impl Fn(&str) -> bool) -> Option<usize> {
    pick(&text.instructions(wanted), rng)
}

fn is_hook(line: &str) -> bool {
    line.contains("call ") && line.contains("@__enzyme_")
}

/// Changes the arguments of some hook call.
fn edit_arguments(
    text: &mut Text,
    rng: &mut ChaCha8Rng,
    edit: impl Fn(&mut Vec<String>, &mut ChaCha8Rng) -> Option<()>,
) -> Option<()> {
    let at = find(text, rng, is_hook)?;
    let (range, mut found) = arguments(&text.lines[at])?;
    edit(&mut found, rng)?;
    text.lines[at].replace_range(range, &found.join(", "));
    Some(())
}

fn swap_arguments(text: &mut Text, rng: &mut ChaCha8Rng) -> Option<()> {
    edit_arguments(text, rng, |args, rng| {
        let (a, b) = (
            rng.random_range(0..args.len()),
            rng.random_range(0..args.len()),
        );
        args.swap(a, b);
        (a != b).then_some(())
    })
}

fn delete_argument(text: &mut Text, rng: &mut ChaCha8Rng) -> Option<()> {
    edit_arguments(text, rng, |args, rng| {
        args.remove(rng.random_range(0..args.len()));
        Some(())
    })
}

fn duplicate_argument(text: &mut Text, rng: &mut ChaCha8Rng) -> Option<()> {
    edit_arguments(text, rng, |args, rng| {
        let twin = pick(args, rng)?;
        args.insert(rng.random_range(0..=args.len()), twin);
        Some(())
    })
}

fn replace_argument(text: &mut Text, rng: &mut ChaCha8Rng) -> Option<()> {
    let functions: Vec<String> = text
        .lines
        .iter()
        .filter(|l| l.starts_with("define "))
        .filter_map(|l| l.split_once('@')?.1.split_once('('))
        .map(|(name, _)| format!("ptr @{name}"))
        .collect();
    edit_arguments(text, rng, |args, rng| {
        let at = rng.random_range(0..args.len());
        args[at] = match rng.random_range(0..4) {
            0 => pick(&functions, rng)?,
            _ => (*pick(CONSTANTS, rng)?).to_owned(),
        };
        Some(())
    })
}

fn exchange_marker(text: &mut Text, rng: &mut ChaCha8Rng) -> Option<()> {
    let at = find(text, rng, |l| l.contains("@enzyme_"))?;
    let (old, new) = (
        MARKERS.iter().find(|m| names(&text.lines[at], m))?,
        pick(MARKERS, rng)?,
    );
    text.lines[at] =
        super::text::replace_name(&text.lines[at], &format!("@{old}"), &format!("@{new}"));
    Some(())
}

fn names(line: &str, marker: &str) -> bool {
    super::text::replace_name(line, &format!("@{marker}"), "") != line
}

/// Forward for reverse, and hooks that are not supported.
fn exchange_hook(text: &mut Text, rng: &mut ChaCha8Rng) -> Option<()> {
    let at = find(text, rng, is_hook)?;
    let line = &text.lines[at];
    let start = line.rfind("@__enzyme_")? + 1;
    let old = line[start..].split('(').next()?.to_owned();
    let others = [
        "__enzyme_autodiff",
        "__enzyme_fwddiff",
        "__enzyme_virtualreverse",
        "__enzyme_batch",
    ];
    let new = pick(&others, rng)?.to_owned() + if rng.random_bool(0.5) { "2" } else { "" };
    let result = line
        .split("call ")
        .nth(1)?
        .split(" (ptr")
        .next()?
        .to_owned();
    text.lines[at] = line.replace(&old, &new);
    let known = format!("@{new}(");
    if !text
        .lines
        .iter()
        .any(|l| l.starts_with("declare ") && l.contains(&known))
    {
        text.lines
            .push(format!("declare {result} @{new}(ptr, ...)"));
    }
    Some(())
}

fn delete(text: &mut Text, rng: &mut ChaCha8Rng) -> Option<()> {
    let at = find(text, rng, |l| !is_terminator(l))?;
    if let Some(name) = defined(&text.lines[at]).map(str::to_owned) {
        let by = pick(&["poison", "undef", "zeroinitializer"], rng)?;
        text.replace_uses(at, &name, by);
    }
    text.lines.remove(at);
    Some(())
}

fn duplicate(text: &mut Text, rng: &mut ChaCha8Rng) -> Option<()> {
    let at = find(text, rng, |l| !is_terminator(l) && !l.contains(" phi "))?;
    let mut twin = text.lines[at].clone();
    if let Some(name) = defined(&twin).map(str::to_owned) {
        let fresh = format!("{name}.twin{}", rng.random_range(0..1000));
        twin = twin.replacen(&name, &fresh, 1);
        // Half of the twins are used in place of the first.
        if rng.random_bool(0.5) {
            text.replace_uses(at, &name, &fresh);
        }
    }
    text.lines.insert(at + 1, twin);
    Some(())
}

fn change_alignment(text: &mut Text, rng: &mut ChaCha8Rng) -> Option<()> {
    let at = find(text, rng, |l| l.contains(", align "))?;
    let line = &text.lines[at];
    let start = line.find(", align ")? + 8;
    let digits = line[start..]
        .chars()
        .take_while(char::is_ascii_digit)
        .count();
    let new = pick(&["1", "2", "4", "16", "64", "4096"], rng)?;
    text.lines[at].replace_range(start..start + digits, new);
    Some(())
}

/// Words of attributes and flags, and what may stand there instead.
const ATTRIBUTES: &[(&str, &[&str])] = &[
    (" nsw", &["", " nuw", " nuw nsw"]),
    (" nuw", &["", " nsw"]),
    (" noundef", &["", " noundef"]),
    (" nonnull", &[""]),
    (" inbounds", &["", " inbounds nuw"]),
    (" readonly", &["", " writeonly", " readnone"]),
    (
        " captures(none)",
        &[
            "",
            " captures(address)",
            " captures(ret: address, provenance)",
        ],
    ),
    (" noalias", &[""]),
    (" local_unnamed_addr", &["", " unnamed_addr"]),
    (" tail call", &[" call", " notail call", " musttail call"]),
    (
        "memory(argmem: read)",
        &["memory(none)", "memory(readwrite)", "memory(argmem: write)"],
    ),
    (
        "memory(none)",
        &["memory(read)", "memory(argmem: readwrite)"],
    ),
    (
        "memory(argmem: readwrite)",
        &["memory(none)", "memory(argmem: read)"],
    ),
    (" nofree", &[""]),
    (" noinline", &["", " alwaysinline", " optnone noinline"]),
    (" willreturn", &["", " noreturn"]),
    (" nounwind", &["", " convergent"]),
    ("dso_local ", &["", "internal ", "linkonce_odr ", "weak "]),
    (" load ", &[" load volatile "]),
    ("  store ", &["  store volatile "]),
    (" fadd ", &[" fadd fast ", " fadd nnan "]),
    (" fmul ", &[" fmul fast ", " fmul reassoc "]),
    (" fcmp ", &[" fcmp fast "]),
    (" call double", &[" call fast double", " call nnan double"]),
];

fn change_attribute(text: &mut Text, rng: &mut ChaCha8Rng) -> Option<()> {
    let (old, others) = pick(ATTRIBUTES, rng)?;
    let found: Vec<usize> = (0..text.lines.len())
        .filter(|k| text.lines[*k].contains(old))
        .collect();
    let at = pick(&found, rng)?;
    text.lines[at] = text.lines[at].replacen(old, pick(others, rng)?, 1);
    Some(())
}

/// Drops a `!tbaa`, or puts another number in its place.
fn change_tbaa(text: &mut Text, rng: &mut ChaCha8Rng) -> Option<()> {
    let tag = |line: &str| line.find(", !tbaa !").map(|at| line[at..].to_owned());
    let at = find(text, rng, |l| tag(l).is_some())?;
    let other = find(text, rng, |l| tag(l).is_some())?;
    let (old, new) = (tag(&text.lines[at])?, tag(&text.lines[other])?);
    let new = if rng.random_bool(0.5) {
        new
    } else {
        String::new()
    };
    text.lines[at] = text.lines[at].replace(&old, &new);
    Some(())
}

/// Types of the same size, with the cast from the second to the first.
const SAME_SIZE: &[(&str, &str, &str)] = &[
    ("double", "i64", "bitcast"),
    ("double", "<2 x float>", "bitcast"),
    ("double", "<8 x i8>", "bitcast"),
    ("float", "i32", "bitcast"),
    ("i32", "float", "bitcast"),
    ("i64", "double", "bitcast"),
    ("i64", "<2 x i32>", "bitcast"),
    ("ptr", "i64", "inttoptr"),
    ("<2 x double>", "i128", "bitcast"),
    ("<2 x double>", "<4 x float>", "bitcast"),
    ("<2 x double>", "<2 x i64>", "bitcast"),
];

fn load_as(text: &mut Text, rng: &mut ChaCha8Rng) -> Option<()> {
    let (old, new, cast) = pick(SAME_SIZE, rng)?;
    let load = format!("load {old},");
    let at = find(text, rng, |l| l.contains(&load))?;
    let name = defined(&text.lines[at])?.to_owned();
    let raw = format!("{name}.raw{}", rng.random_range(0..1000));
    let line = text.lines[at].replacen(&name, &raw, 1);
    text.lines[at] = line.replacen(&load, &format!("load {new},"), 1);
    text.lines
        .insert(at + 1, format!("  {name} = {cast} {new} {raw} to {old}"));
    Some(())
}

fn store_as(text: &mut Text, rng: &mut ChaCha8Rng) -> Option<()> {
    let (old, new, cast) = pick(SAME_SIZE, rng)?;
    let back = if cast == "inttoptr" { "ptrtoint" } else { cast };
    let store = format!("store {old} ");
    let at = find(text, rng, |l| l.contains(&store))?;
    let line = &text.lines[at];
    let value = line.split_once(&store)?.1.split_once(", ptr")?.0.to_owned();
    let raw = format!("%raw{}", rng.random_range(0..1_000_000));
    text.lines[at] = line.replacen(&format!("{store}{value}"), &format!("store {new} {raw}"), 1);
    text.lines
        .insert(at, format!("  {raw} = {back} {old} {value} to {new}"));
    Some(())
}

/// Another value of the same type of the same function in an operand's place.
fn exchange_operand(text: &mut Text, rng: &mut ChaCha8Rng) -> Option<()> {
    let at = find(text, rng, |l| !operands(l).is_empty())?;
    let (ty, name) = pick(&operands(&text.lines[at]), rng)?;
    let others: Vec<String> = text.lines[text.function(at)]
        .iter()
        .flat_map(|l| operands(l))
        .filter(|(t, n)| *t == ty && *n != name)
        .map(|(_, n)| n.to_owned())
        .collect();
    let other = pick(&others, rng)?;
    let (old, new) = (format!("{ty} {name}"), format!("{ty} {other}"));
    text.lines[at] = super::text::replace_name(&text.lines[at], &old, &new);
    Some(())
}

fn constant_operand(text: &mut Text, rng: &mut ChaCha8Rng) -> Option<()> {
    let at = find(text, rng, |l| !operands(l).is_empty())?;
    let (ty, name) = pick(&operands(&text.lines[at]), rng)?;
    let by = pick(&["poison", "undef", "zeroinitializer"], rng)?;
    let (old, new) = (format!("{ty} {name}"), format!("{ty} {by}"));
    text.lines[at] = super::text::replace_name(&text.lines[at], &old, &new);
    Some(())
}

/// Operations that take the same operands.
const OPERATIONS: &[&[&str]] = &[
    &[" fadd ", " fsub ", " fmul ", " fdiv ", " frem "],
    &[
        " add ", " sub ", " mul ", " xor ", " and ", " or ", " shl ", " lshr ", " udiv ", " srem ",
    ],
    &[" zext ", " sext "],
    &[" sitofp ", " uitofp "],
    &[
        "fcmp olt",
        "fcmp ogt",
        "fcmp une",
        "fcmp uno",
        "fcmp true",
        "fcmp ueq",
    ],
    &[
        "icmp eq", "icmp ne", "icmp slt", "icmp ult", "icmp sge", "icmp ugt",
    ],
    &["@sin(", "@cos(", "@exp(", "@tanh(", "@llvm.fabs.f64("],
];

fn exchange_operation(text: &mut Text, rng: &mut ChaCha8Rng) -> Option<()> {
    let group = pick(OPERATIONS, rng)?;
    let at = find(text, rng, |l| group.iter().any(|o| l.contains(o)))?;
    let old = group.iter().find(|o| text.lines[at].contains(**o))?;
    let new = pick(group, rng)?;
    let line = text.lines[at]
        .replacen(" nsw", "", 1)
        .replacen(" nuw", "", 1);
    text.lines[at] = line.replacen(*old, new, 1);
    Some(())
}

/// The two ways of a branch exchanged, or both the same.
fn turn_branch(text: &mut Text, rng: &mut ChaCha8Rng) -> Option<()> {
    let at = find(text, rng, |l| l.starts_with("  br i1"))?;
    let line = text.lines[at].clone();
    let mut parts = line.splitn(3, ", ");
    let (cond, yes, rest) = (parts.next()?, parts.next()?, parts.next()?);
    let no = rest.split(", ").next()?;
    text.lines[at] = match rng.random_range(0..3) {
        0 => format!("{cond}, {no}, {yes}"),
        1 => format!("  br {yes}"),
        _ => format!("  br i1 poison, {yes}, {no}"),
    };
    Some(())
}
