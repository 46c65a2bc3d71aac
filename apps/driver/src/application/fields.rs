//! Fields of a simulation: where their numbers lie, on this rank and on the grid.
//!
//! Owns: these facts. Must not: hold numbers.

use super::blocks::{self, Block};
use super::ranks::Ranks;
use enzyme_checkpoint::Peers as _;
use enzyme_rs_application_abi as abi;
use std::cmp::Ordering;
use std::ffi::{CStr, c_char};
use std::ops::Range;

/// What a field is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// What the gradient is wanted of.
    Control,
    /// What steps take from one time to the next.
    State,
}

impl Role {
    /// That of a field of this name.
    fn of(raw: i32, name: &str) -> Result<Self, String> {
        match raw {
            abi::CONTROL => Ok(Self::Control),
            abi::STATE => Ok(Self::State),
            other => Err(format!(
                "field `{name}` has the role {other}, which is none"
            )),
        }
    }

    /// What all fields of it are together, in words.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Control => "controls",
            Self::State => "state",
        }
    }
}

/// Which values of a control an inversion may try.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Leeway {
    pub(crate) least: Option<f64>,
    pub(crate) greatest: Option<f64>,
    /// How much is a moderate change, in the control's unit, if that was said.
    pub(crate) scale: Option<f64>,
    /// Whether it stays as it is.
    pub(crate) is_fixed: bool,
}

impl Leeway {
    /// Between limits; without, if both are 0, and without those that are infinite.
    pub(crate) fn between(least: f64, greatest: f64) -> Self {
        let is_limited = least != 0.0 || greatest != 0.0;
        let limit = |value: f64| (is_limited && value.is_finite()).then_some(value);
        Self {
            least: limit(least),
            greatest: limit(greatest),
            scale: None,
            is_fixed: false,
        }
    }
}

/// A field, as this rank has it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) unit: String,
    /// Points of the whole grid.
    pub(crate) extent: Vec<usize>,
    /// This rank's.
    pub(crate) block: Block,
    /// Where the grid's first point lies, and how far it is to the next.
    pub(crate) origin: Vec<f64>,
    pub(crate) spacing: Vec<f64>,
    /// Of controls: which values an inversion may try.
    pub(crate) leeway: Leeway,
    /// Where its numbers lie among those of its role.
    pub(crate) range: Range<usize>,
    /// Whether each rank has all of it, rather than a block.
    pub(crate) is_shared: bool,
}

impl Field {
    /// One number, rather than a grid of them.
    pub(crate) fn is_number(&self) -> bool {
        self.extent.is_empty()
    }

    /// Whether this rank's block is all of it.
    fn is_whole(&self) -> bool {
        self.block.count == self.extent
    }

    /// Those of these fields that are numbers, with their values among all numbers of their role.
    pub(crate) fn single<'a>(
        fields: &'a [Self],
        numbers: &'a [f64],
    ) -> impl Iterator<Item = (&'a Self, f64)> {
        let single = fields.iter().filter(|field| field.is_number());
        single.map(|field| (field, numbers[field.range.start]))
    }

    /// Finds out which of these fields all ranks have as a whole.
    pub(super) fn share(fields: &mut [Self], ranks: Ranks) {
        for field in fields {
            field.is_shared = ranks.agree(field.is_whole());
        }
    }

    /// Sees to it that each point of those of these fields that ranks share out is one rank's.
    ///
    /// # Errors
    /// What is wrong with the blocks of a field, on the first rank; the others know that something is.
    pub(super) fn share_out(fields: &[Self], ranks: Ranks) -> Result<(), Option<String>> {
        for field in fields.iter().filter(|field| !field.is_shared) {
            let why = field.untiled(ranks);
            if !ranks.agree(why.is_none()) {
                return Err(why);
            }
        }
        Ok(())
    }

    /// Why the blocks of all ranks do not make up the grid, on the first rank.
    fn untiled(&self, ranks: Ranks) -> Option<String> {
        let numbers = |list: &[usize]| list.iter().map(|n| *n as f64).collect::<Vec<_>>();
        let mine = [numbers(&self.block.first), numbers(&self.block.count)].concat();
        let mut blocks = Vec::new();
        ranks.gather(&mine, |rank, theirs| {
            let theirs: Vec<usize> = theirs.iter().map(|n| *n as usize).collect();
            let (first, count) = theirs.split_at(theirs.len() / 2);
            let (first, count) = (first.to_vec(), count.to_vec());
            blocks.push((rank, Block { first, count }));
        });
        if !ranks.is_first() {
            return None;
        }
        let why = blocks::untiled(&self.extent, blocks)?;
        Some(format!("the blocks of field `{}` {why}", self.name))
    }

    /// What a simulation has named, behind so many numbers of its role.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn read(raw: &abi::Field, begin: usize) -> Result<(Role, Self), String> {
        let name = text(raw.name);
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(is_word) {
            return Err(format!(
                "the simulation calls a field `{name}`: names are letters, digits and underscores"
            ));
        }
        let role = Role::of(raw.role, &name)?;
        let (extent, block) = grid(raw, &name)?;
        let is_open = raw.least == 0.0 && raw.greatest == 0.0;
        if !is_open && raw.least.partial_cmp(&raw.greatest) != Some(Ordering::Less) {
            return Err(format!(
                "field `{name}` has the limits {} and {}, between which there is nothing",
                raw.least, raw.greatest
            ));
        }
        let numbers = counted(&extent).and(counted(&block.count));
        let end = numbers.and_then(|numbers| begin.checked_add(numbers));
        let end = end.ok_or_else(|| {
            format!("field `{name}` has the extents {extent:?}: more points than memory has room for numbers")
        })?;
        let dimensions = extent.len();
        let spacing = raw.spacing[..dimensions].iter();
        Ok((
            role,
            Self {
                name,
                unit: text(raw.unit),
                extent,
                block,
                origin: raw.origin[..dimensions].to_vec(),
                spacing: spacing.map(|s| if *s == 0.0 { 1.0 } else { *s }).collect(),
                leeway: Leeway::between(raw.least, raw.greatest),
                range: begin..end,
                is_shared: false,
            },
        ))
    }
}

/// How many points there are, if so many numbers can be in memory at all.
fn counted(lengths: &[usize]) -> Option<usize> {
    let points = lengths
        .iter()
        .try_fold(1usize, |points, length| points.checked_mul(*length))?;
    points.checked_mul(size_of::<f64>()).map(|_| points)
}

/// The extents of a field's grid, and this rank's block.
fn grid(raw: &abi::Field, name: &str) -> Result<(Vec<usize>, Block), String> {
    let dimensions = usize::try_from(raw.dimensions).unwrap_or(usize::MAX);
    if dimensions > abi::DIMENSIONS {
        return Err(format!(
            "field `{name}` has {} dimensions; 0 to {} there may be",
            raw.dimensions,
            abi::DIMENSIONS
        ));
    }
    let lengths = |from: &[i64]| -> Option<Vec<usize>> {
        let mut all = from[..dimensions].iter();
        all.try_fold(Vec::new(), |mut lengths, length| {
            lengths.push(usize::try_from(*length).ok()?);
            Some(lengths)
        })
    };
    let negative = || format!("field `{name}` has a negative extent");
    let extent = lengths(&raw.extent).ok_or_else(negative)?;
    let first = lengths(&raw.first).ok_or_else(negative)?;
    let count = lengths(&raw.count).ok_or_else(negative)?;
    let is_within = (0..dimensions).all(|d| first[d].saturating_add(count[d]) <= extent[d]);
    if !is_within {
        return Err(format!(
            "the block of field `{name}` begins at {first:?} with {count:?} points and ends outside of the grid, which has {extent:?}"
        ));
    }
    Ok((extent, Block { first, count }))
}

/// A text of the simulation's; empty for none.
pub(super) fn text(raw: *const c_char) -> String {
    if raw.is_null() {
        return String::new();
    }
    // SAFETY: the interface asks for texts that end in a zero byte and live during the call.
    let text = unsafe { CStr::from_ptr(raw) };
    text.to_string_lossy().into_owned()
}
