//! What lies where in an object, told by the pointers of the accesses themselves.
//!
//! The unification graph knows offsets modulo one stride an object: one pointer that walks an array
//! inside a structure costs it the offsets of all other members. Here every access keeps the
//! stride of its own pointer, so that members beside the array keep their places.
//!
//! A pointer made by an index has that index's stride, a phi the strides of what it may be. From this comes the layout of copied
//! structures whose arrays are indexed at run time. It rests on strict aliasing: an array ends where a member of another sort is accessed.
//!
//! Owns: [`Shapes`], and the layout of a byte range by them. Must not: decide what may meet; that
//! is the graph's invariant and stays coarse.

use super::graph::{Access, Graph, NodeId, Pointer, View, gcd};
use super::scalar::{Proof, Run, Scalar, Spot, float_size};
use super::touches::Copied;
use indexmap::IndexSet;
use std::collections::BTreeMap;

/// Accesses of one object beyond which its shape is given up.
const MOST_ACCESSES: usize = 512;

/// A scalar somewhere in an object: at `offset`, or any number of `stride` bytes from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PlacedAccess {
    pub(super) offset: i64,
    pub(super) stride: u64,
    pub(super) size: u64,
    /// Bytes of the access that it is a lane of.
    pub(super) width: u64,
    pub(super) scalar: Scalar,
    pub(super) proof: Proof,
}

/// The accesses of all objects; none where there are too many to tell.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shapes {
    by_object: BTreeMap<NodeId, Option<IndexSet<PlacedAccess>>>,
}

impl Shapes {
    /// What was seen through the pointers of a settled graph, and what copies carry on.
    pub(super) fn gather(graph: &Graph, copies: &[Copied]) -> Self {
        let mut shapes = Self::default();
        for access in &graph.accesses {
            let view = graph.view(access.pointer);
            let scalar = match (access.scalar, access.cell) {
                (Scalar::Unknown, Some(cell)) => graph.scalar(cell),
                (stated, _) => stated,
            };
            if access.size == 0 {
                shapes.by_object.insert(view.node, None);
                continue;
            }
            let access = PlacedAccess {
                offset: view.offset,
                stride: view.stride,
                size: access.size,
                width: access.width,
                scalar,
                proof: access.proof,
            };
            shapes.add(view.node, access);
        }
        while copies
            .iter()
            .map(|copy| shapes.carry(graph, copy))
            .fold(false, |any, one| any | one)
        {}
        shapes
    }

    fn add(&mut self, object: NodeId, access: PlacedAccess) -> bool {
        let entry = self
            .by_object
            .entry(object)
            .or_insert(Some(IndexSet::new()));
        let Some(list) = entry else {
            return false;
        };
        if list.contains(&access) {
            return false;
        }
        if list.len() == MOST_ACCESSES {
            *entry = None;
        } else {
            list.insert(access);
        }
        true
    }

    /// What is seen on one side of a copy lies on the other, too.
    fn carry(&mut self, graph: &Graph, copy: &Copied) -> bool {
        let (to, from) = (graph.view(copy.to), graph.view(copy.from));
        let mut changed = false;
        for (source, target) in [(from, to), (to, from)] {
            match self.by_object.get(&source.node).cloned() {
                Some(Some(list)) => {
                    let moved = list
                        .iter()
                        .filter_map(|access| access.moved(source, target, copy.length));
                    for access in moved {
                        changed |= self.add(target.node, access);
                    }
                }
                Some(None) => {
                    changed |= !matches!(self.by_object.insert(target.node, None), Some(None));
                }
                None => {}
            }
        }
        changed
    }

    /// What is seen of each object; nothing of those whose accesses are too many.
    pub(super) fn objects(
        &self,
    ) -> impl Iterator<Item = (NodeId, Option<&IndexSet<PlacedAccess>>)> {
        let objects = self.by_object.iter();
        objects.map(|(node, placed)| (*node, placed.as_ref()))
    }

    /// Where numbers are accessed behind a pointer; `None` if there are too many accesses to tell.
    pub(super) fn numbers(&self, at: View) -> Option<Vec<Spot>> {
        let placed = self.by_object.get(&at.node)?.as_ref()?;
        let is_number = |access: &&PlacedAccess| access.scalar.holds_number();
        let numbers = placed.iter().filter(is_number);
        let spots = numbers.map(|access| Spot {
            offset: access.offset - at.offset,
            every: gcd(access.stride, at.stride),
        });
        Some(spots.collect())
    }

    /// Bytes after which all arrays repeat that are accessed in an object; 0 if there is none.
    pub(super) fn period(&self, at: View) -> u64 {
        let placed = self.by_object.get(&at.node).into_iter().flatten().flatten();
        placed.fold(0, |all, access| gcd(all, access.stride))
    }

    /// Whether a number may begin before a border behind an exact pointer and end after it: one that is accessed there, or
    /// an element of an array where no integer or pointer is accessed at a known place.
    pub(super) fn may_straddle(&self, at: View, distance: i64) -> bool {
        let Some(Some(placed)) = self.by_object.get(&at.node) else {
            return true;
        };
        let border = at.offset + distance;
        let taken = |from: i64, size: i64| {
            let other = |s: &PlacedAccess| {
                s.stride == 0
                    && matches!(s.scalar, Scalar::Int | Scalar::Pointer)
                    && s.offset < from + size
                    && from < s.offset + s.size as i64
            };
            placed.iter().any(other)
        };
        let numbers = placed
            .iter()
            .filter(|s| matches!(s.scalar, Scalar::Float(_) | Scalar::Mixed));
        numbers.into_iter().any(|number| {
            let size = number.size as i64;
            let over = |from: &i64| match number.stride {
                0 => *from == number.offset,
                stride => (*from - number.offset) % stride as i64 == 0 && !taken(*from, size),
            };
            (border - size + 1..border).any(|from| over(&from))
        })
    }

    /// Scalars of `length` bytes behind a pointer, offsets folded into `period` (0: not folded).
    /// A stretch that no access names takes the sort of the array that reaches it; if others see
    /// the memory, only if that array begins in the stretch. `None`: it cannot be told.
    pub(super) fn layout(
        &self,
        at: View,
        length: Option<u64>,
        period: u64,
        visible: bool,
    ) -> Option<Vec<Run>> {
        let placed = match self.by_object.get(&at.node) {
            Some(list) => list.as_ref()?,
            None => return Some(Vec::new()),
        };
        let window = match (period, length) {
            (0, length) => length?,
            (period, length) => length.map_or(period, |n| n.min(period)),
        };
        let period = gcd(at.stride, period);
        let mut runs = Vec::new();
        for access in placed {
            if gcd(access.stride, period) == period {
                runs.extend(access.placed(at, length, period, window));
            }
        }
        let named = runs.clone();
        for access in placed {
            let stride = gcd(access.stride, period);
            if stride != period {
                runs.extend(access.spread(at, (stride, period, window), &named, visible));
            }
        }
        let mut runs: Vec<Run> = runs.into_iter().flat_map(singly).collect();
        runs.dedup();
        Some(runs)
    }
}

/// The numbers of one kind that a word carries, one by one.
fn singly(run: Run) -> Vec<Run> {
    let each = match run.scalar {
        Scalar::Float(kind) if run.size.is_multiple_of(float_size(kind)) => float_size(kind),
        _ => return vec![run],
    };
    let one = |offset| Run {
        offset,
        size: each,
        scalar: run.scalar,
    };
    let offsets = (run.offset..run.offset + run.size).step_by(each as usize);
    offsets.map(one).collect()
}

impl PlacedAccess {
    /// The same scalar on the other side of a copy.
    fn moved(&self, from: View, to: View, length: Option<u64>) -> Option<Self> {
        let stride = gcd(self.stride, from.stride);
        let within = |d: i64| d >= 0 && length.is_none_or(|n| (d as u64) < n);
        // Where an array begins is worth knowing if it begins in what is copied.
        let straight = self.offset - from.offset;
        let known = length.is_some() || stride == 0;
        let distance = match within(straight) && known {
            true => straight,
            false => canonical(straight, stride),
        };
        within(distance).then(|| Self {
            offset: to.offset + distance,
            stride: gcd(stride, to.stride),
            ..*self
        })
    }

    /// Where the scalar lies behind a pointer that is as exact.
    fn placed(&self, at: View, length: Option<u64>, period: u64, window: u64) -> Option<Run> {
        let distance = self.offset - at.offset;
        let exact = self.stride == 0 && at.stride == 0;
        let behind = |n: u64| distance >= 0 && distance as u64 >= n;
        let before = distance + self.size as i64 <= 0;
        if exact && (before || length.is_some_and(behind)) {
            return None;
        }
        let folded = canonical(distance, period);
        if folded < 0 && folded + self.size as i64 > 0 {
            return Some(Run {
                offset: 0,
                scalar: Scalar::Mixed,
                size: 1,
            });
        }
        (folded >= 0 && (folded as u64) < window).then_some(Run {
            offset: folded as u64,
            scalar: self.scalar,
            size: self.size,
        })
    }

    /// Where an array may have elements that no other access names.
    fn spread(
        &self,
        at: View,
        (stride, period, window): (u64, u64, u64),
        named: &[Run],
        visible: bool,
    ) -> Vec<Run> {
        let start = self.offset - at.offset;
        let begin = u64::try_from(canonical(start, period)).ok();
        let free = |p: u64| {
            !named.iter().any(|r| {
                (visible || r.scalar != Scalar::Unknown)
                    && r.offset < p + self.size
                    && p < r.offset + r.size
            })
        };
        let first = start.rem_euclid(stride as i64) as u64;
        let places: Vec<u64> = (first..window).step_by(stride.max(1) as usize).collect();
        let own = |p: u64| {
            let mine = |r: &Run| (r.offset, r.size, r.scalar) == (p, self.size, self.scalar);
            named.iter().any(mine)
        };
        // From its beginning on, an array goes on behind elements that are named.
        let joined = |p: u64| {
            let Some(begin) = begin.filter(|b| places.contains(b)) else {
                return false;
            };
            let at = |q: &&u64| (p.min(begin)..=p.max(begin)).contains(q);
            let part = |q: &u64| free(*q) || (p > begin && own(*q));
            places.iter().filter(at).all(part)
        };
        let taken = places
            .iter()
            .filter(|p| free(**p) && (!visible || joined(**p)));
        let run = |p: &u64| Run {
            offset: *p,
            scalar: self.scalar,
            size: self.size,
        };
        taken.map(run).collect()
    }
}

/// An offset as it is, or within one stride.
fn canonical(offset: i64, stride: u64) -> i64 {
    match stride {
        0 => offset,
        stride => offset.rem_euclid(stride as i64),
    }
}

impl Graph {
    /// Takes over what a callee sees of the objects that were copied.
    pub(super) fn import_sightings(&mut self, map: &BTreeMap<NodeId, NodeId>, shapes: &Shapes) {
        for (node, copy) in map {
            let base = Pointer {
                node: *copy,
                offset: 0,
            };
            let known = shapes.by_object.get(node);
            if matches!(known, Some(None)) {
                // Too much to tell: no bytes at all say so.
                self.accesses.push(Access {
                    pointer: base,
                    size: 0,
                    width: 0,
                    scalar: Scalar::Mixed,
                    proof: Proof::None,
                    cell: None,
                });
            }
            for access in known.into_iter().flatten().flatten() {
                let pointer = self.step(base, access.offset, access.stride);
                let unknown = access.scalar == Scalar::Unknown;
                let cell = unknown.then(|| self.cell_at(pointer, access.size, access.scalar));
                self.accesses.push(Access {
                    pointer,
                    size: access.size,
                    width: access.width,
                    scalar: access.scalar,
                    proof: access.proof,
                    cell,
                });
            }
        }
    }
}
