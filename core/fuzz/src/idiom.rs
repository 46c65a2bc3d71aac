//! The table of idioms: ways to spell a small effect on memory that compilers and engines find hard to
//! see through. Owns effects, spellings and the codes with which an engine may refuse them; must not
//! know how a spelling's effect is computed.

use crate::ast::Idiom;
use crate::features::Feature;
use crate::run;

mod buffers;
mod bytes;
mod calls;
mod containers;
mod copies;
mod disguised;
mod guards;
mod indices;
mod layouts;
mod movers;
mod names;
mod numbers;
mod numerics;
mod owners;
mod pointers;
mod punning;
mod records;
mod regions;
mod rules;
mod tasks;
mod teamwork;
mod threadprivate;
mod workspaces;

/// What a statement does to the elements `to[k]` and `from[k]`; the interpreter executes this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// `to = from`
    Copy,
    Swap,
    /// `to += from`
    Add,
    /// `to = from * from`
    Square,
    /// The square at even, the half at odd places.
    Alternate,
    /// `to = from * 2^power`
    Scale,
    /// `to = -from`
    Negate,
    /// `to = |from|`
    Abs,
    /// `to = from / 2^e` with `1 <= |to| < 2`
    Mantissa,
    /// `to` in ascending order.
    Sort,
    /// `to = from * mean(from)`
    Shared,
    /// `to = from *` the sum of `from[i] * from[j]` over all pairs, over the square of their number.
    Coupled,
    /// `to[k] = from[k] * from[k] + to[k - 1] / 2`
    Chained,
    /// `to[k] = from[k] + from[k - 1] * from[k + 1] / 4`, with what is there at the ends.
    Smoothed,
    /// `to = from * sqrt(1 +` the sum of the squares`)`
    Norm,
    /// `to = from * max(from)`
    Largest,
    /// `to = from *` the last element
    Pivot,
}

impl Effect {
    pub(crate) fn operands(self) -> usize {
        if self == Effect::Sort { 1 } else { 2 }
    }
}

/// The languages a spelling is valid in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dialect {
    Both,
    C,
    Cpp,
}

/// One spelling. Its code sees `to` and `from`; `$n` is the number of elements, `$t` their type, `$k`
/// the power, `$chunks` a schedule and `$p` the prefix of the program's names. Names without a digit are free to use,
/// but for `$pf`, `$plevel`, `$pnode`, `$pscratch`, `$ptable` and `$pindices`.
/// `$s` stands for the letter of a shape of records: `struct $precord_$s`, whose number is `$v` and
/// whose last member `$m`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) feature: Feature,
    pub(crate) name: &'static str,
    pub(crate) effect: Effect,
    /// Any type without pointers; only doubles otherwise.
    pub(crate) any_type: bool,
    /// Fewest elements.
    pub(crate) least: usize,
    pub(crate) dialect: Dialect,
    pub(crate) code: &'static str,
}

/// A row for doubles in both languages.
const fn row(feature: Feature, name: &'static str, effect: Effect, code: &'static str) -> Row {
    Row {
        feature,
        name,
        effect,
        any_type: false,
        least: 1,
        dialect: Dialect::Both,
        code,
    }
}

/// A row for two doubles or more in both languages.
const fn several(feature: Feature, name: &'static str, effect: Effect, code: &'static str) -> Row {
    row(feature, name, effect, code).at_least(2)
}

impl Row {
    const fn any_type(mut self) -> Row {
        self.any_type = true;
        self
    }

    const fn at_least(mut self, least: usize) -> Row {
        self.least = least;
        self
    }

    /// Whether the spelling uses records, of any shape.
    pub(crate) fn has_records(&self) -> bool {
        self.code.contains("$s")
    }

    const fn only_in(mut self, dialect: Dialect) -> Row {
        self.dialect = dialect;
        self
    }
}

/// All tables in one.
pub(crate) static ROWS: std::sync::LazyLock<Vec<Row>> = std::sync::LazyLock::new(|| {
    [
        bytes::ROWS,
        punning::ROWS,
        numbers::ROWS,
        calls::ROWS,
        records::ROWS,
        names::ROWS,
        pointers::ROWS,
        disguised::ROWS,
        layouts::ROWS,
        movers::ROWS,
        workspaces::ROWS,
        indices::ROWS,
        buffers::ROWS,
        containers::ROWS,
        numerics::ROWS,
        owners::ROWS,
        copies::ROWS,
        regions::ROWS,
        rules::ROWS,
        tasks::ROWS,
        guards::ROWS,
        teamwork::ROWS,
        threadprivate::ROWS,
    ]
    .concat()
});

/// A layout of records: its members, the number among them, and the last member. All have an `int id`
/// and a `double *ref`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    members: &'static str,
    number: &'static str,
    last: &'static str,
}

const fn shape(members: &'static str, number: &'static str, last: &'static str) -> Shape {
    Shape {
        members,
        number,
        last,
    }
}

pub(crate) const SHAPES: &[Shape] = &[
    shape("double num; int id; double *ref;", "num", "ref"),
    shape("double *ref; int id, more; double num;", "num", "num"),
    shape("int id; double few[3]; double *ref;", "few[1]", "ref"),
    shape("double *ref; double num; int id;", "num", "id"),
    shape(
        "float weight; int id; double *ref; double few[2];",
        "few[1]",
        "few[1]",
    ),
    shape(
        "struct { int id; struct { double num; }; }; double *other, *ref;",
        "num",
        "ref",
    ),
];

/// Functions that spellings call: name and definition.
type Helper = (&'static str, &'static str);

/// Codes with which programs of a class may be refused: those that the known limitations name for it.
const REFUSALS: &[(Feature, &[&str])] = &[
    (Feature::Bytes, &["EZ0201", "EZ0202", "EZ0203"]),
    (Feature::Punning, &["EZ0201", "EZ0202", "EZ0203"]),
    // Words that are exchanged are neither numbers nor integers for sure.
    (Feature::Atomics, &["EZ0107", "EZ0201", "EZ0203"]),
    // Members that are only moved have no type at -O0.
    (Feature::Retyped, &["EZ0201", "EZ0202", "EZ0203"]),
    // Pairs of a number and an integer that the library sorts have no type at -O0.
    (Feature::Classes, &["EZ0201", "EZ0202"]),
    (Feature::Records, &["EZ0201", "EZ0202", "EZ0203"]),
    (Feature::Moved, &["EZ0201", "EZ0202", "EZ0203"]),
    (Feature::Aliases, &["EZ0302"]),
    (Feature::Weak, &["EZ0101"]),
    (Feature::Addresses, &["EZ0201", "EZ0202", "EZ0302"]),
    (
        Feature::Disguised,
        &["EZ0201", "EZ0202", "EZ0203", "EZ0302"],
    ),
    (Feature::Layouts, &["EZ0201", "EZ0202", "EZ0203", "EZ0302"]),
    (Feature::Movers, &["EZ0201", "EZ0202", "EZ0203", "EZ0302"]),
    // What a copy of run-time length carries is not always told from elsewhere.
    (Feature::Windows, &["EZ0201", "EZ0202"]),
    (Feature::Workspaces, &["EZ0201", "EZ0202", "EZ0203"]),
    // Flags of one byte beside numbers.
    (Feature::Containers, &["EZ0201", "EZ0202", "EZ0203"]),
    // Parts of an arena, whose counter lies beside them.
    (Feature::Owners, &["EZ0201", "EZ0202"]),
    // Arrays that are copied, constants among them, and that nobody accesses.
    (Feature::Copies, &["EZ0201", "EZ0202", "EZ0203"]),
    // Loops whose count is not known, steps that move pointers, copies in steps of what nobody accesses there.
    (
        Feature::Checkpoints,
        &["EZ0108", "EZ0201", "EZ0202", "EZ0203"],
    ),
    // Derivatives of derivatives. Those of functions that return pointers return a pointer and its shadow together.
    (Feature::Blas, &["EZ0101"]),
    (Feature::Nulls, &["EZ0302"]),
    (Feature::Forgotten, &["EZ0108", run::OTHER_STATE]),
    // Several directions at once.
    (Feature::Rules, &["EZ0501"]),
    // Two halves that are called apart.
    (Feature::Threadprivate, &["EZ0402"]),
];

/// Classes that are statements of their own or marks of functions, not rows.
const OTHERS: &[Feature] = &[
    Feature::Checkpoints,
    Feature::Forgotten,
    Feature::Recomputed,
    Feature::Passive,
    Feature::Blas,
    Feature::Openmp,
    Feature::Sweeps,
    Feature::Gathers,
];

pub(crate) fn is_idiom(feature: Feature) -> bool {
    OTHERS.contains(&feature) || ROWS.iter().any(|row| row.feature == feature)
}

/// Whether a program with idioms of these features may be refused with `code`.
pub(crate) fn may_refuse(features: &[Feature], code: &str) -> bool {
    let allowed = |f: &Feature| {
        REFUSALS
            .iter()
            .any(|(g, codes)| f == g && codes.contains(&code))
    };
    features.iter().any(allowed)
}

/// What is said of records, said of those of one shape.
fn shaped(text: &str, shape: usize) -> String {
    let letter = char::from(b'a' + shape as u8);
    text.replace("$members", SHAPES[shape].members)
        .replace("$s", &letter.to_string())
        .replace("$v", SHAPES[shape].number)
        .replace("$m", SHAPES[shape].last)
}

/// A spelling with its gaps filled in.
pub(crate) fn text(code: &str, prefix: &str, idiom: &Idiom, elem: &str) -> String {
    let chunks = match idiom.power {
        -2 => "schedule(static, 1)",
        -1 => "schedule(dynamic)",
        1 => "schedule(guided, 2)",
        _ => "schedule(dynamic, 2)",
    };
    shaped(code, idiom.shape)
        .replace("$chunks", chunks)
        .replace("$n", &idiom.count.to_string())
        .replace("$t", elem)
        .replace("$k", &format!("({})", idiom.power))
        .replace("$p", prefix)
}

/// Definitions of the helpers that `text` calls.
pub(crate) fn helpers(prefix: &str, text: &str) -> String {
    let tables = [
        bytes::HELPERS,
        punning::HELPERS,
        numbers::HELPERS,
        calls::HELPERS,
        records::HELPERS,
        names::HELPERS,
        pointers::HELPERS,
        disguised::HELPERS,
        layouts::HELPERS,
        movers::HELPERS,
        workspaces::HELPERS,
        indices::HELPERS,
        buffers::HELPERS,
        containers::HELPERS,
        numerics::HELPERS,
        owners::HELPERS,
        copies::HELPERS,
        regions::HELPERS,
        rules::HELPERS,
        tasks::HELPERS,
        guards::HELPERS,
        teamwork::HELPERS,
        threadprivate::HELPERS,
    ];
    let mut out = String::new();
    // Last first: a helper may be needed by a later one only.
    for (name, definition) in tables.into_iter().flatten().rev() {
        let shapes = if name.contains("$s") { SHAPES.len() } else { 1 };
        for shape in 0..shapes {
            let name = format!("{prefix}{}", shaped(name, shape));
            if text.contains(&name) || out.contains(&name) {
                let definition = shaped(definition, shape).replace("$p", prefix);
                out.insert_str(0, &(definition + "\n"));
            }
        }
    }
    out
}
