//! Who can reach an object: pointers in memory, callers, and code that is not analysed.
//!
//! Owns: these questions. Must not: know what lies in an object.

use super::Memory;
use crate::analysis::memory::component::{Object, ObjectId, Place, mutable_globals};
use indexmap::{IndexMap, IndexSet};

impl Memory {
    /// Objects that can be reached from one through pointers, itself included.
    pub(crate) fn reachable(&self, from: ObjectId) -> IndexSet<ObjectId> {
        self.all_reachable([from])
    }

    /// Objects that can be reached from some through pointers, themselves included.
    pub(crate) fn all_reachable(
        &self,
        from: impl IntoIterator<Item = ObjectId>,
    ) -> IndexSet<ObjectId> {
        self.component.reachable(from)
    }

    /// Objects in which pointers to an object may lie.
    pub(crate) fn holders(&self, of: ObjectId) -> Vec<ObjectId> {
        let leads = |object: &Object| {
            let mut fields = object.fields.iter();
            fields.any(|field| self.fields[field.0].target == Some(of))
        };
        let numbered = self.objects.iter().enumerate();
        let holders = numbered.filter(|(_, object)| leads(object));
        holders.map(|(number, _)| ObjectId(number)).collect()
    }

    /// Objects that are mutable globals.
    pub(crate) fn mutable_globals(&self) -> impl Iterator<Item = ObjectId> + '_ {
        mutable_globals(&self.objects)
    }

    /// Names of mutable globals.
    pub(crate) fn named_globals(&self) -> impl Iterator<Item = &String> + '_ {
        self.objects
            .iter()
            .flat_map(|object| &object.origins.globals)
    }

    /// Whether a launch hands memory over by value: what the kernel reads there is not known here.
    pub(crate) fn is_handed(&self, place: Place) -> bool {
        let mut lists = self.touched.by_all.iter().filter(|touch| touch.hands);
        lists.any(|list| {
            let list = self.place_of(list.pointer).object;
            let mut fields = self.objects[list.0].fields.iter();
            fields.any(|field| self.fields[field.0].target == Some(place.object))
        })
    }

    /// Memory of the analysed functions that no caller can reach, through pointers or globals.
    pub(crate) fn is_private(&self, place: Place) -> bool {
        self.is_private_object(place.object)
    }

    /// The same of an object.
    pub(crate) fn is_private_object(&self, object: ObjectId) -> bool {
        let origins = &self.object(object).origins;
        // What ends in the function is nobody else's behind it.
        let kept = origins.escaped && origins.heap && !origins.freed;
        let behind = &self.component.behind_mutable;
        self.is_local(object) && !kept && !behind.contains(&object)
    }

    /// Memory of which no function that is not analysed here knows the address.
    pub(crate) fn is_unseen(&self, place: Place) -> bool {
        self.is_unseen_object(place.object)
    }

    fn is_unseen_object(&self, object: ObjectId) -> bool {
        let named = self.outside.globals && self.component.behind_named.contains(&object);
        self.is_local(object) && !self.object(object).origins.escaped && !named
    }

    /// Whether a place is copied, at once or through other memory, to where others may look.
    pub(crate) fn is_copied_out(&self, place: Place) -> bool {
        let known = self.outside.copied_out.get_or_init(|| self.copied_out());
        known.contains(&place.object)
    }

    fn copied_out(&self) -> IndexSet<ObjectId> {
        let mut sources: IndexMap<ObjectId, Vec<ObjectId>> = IndexMap::new();
        let mut found = IndexSet::new();
        for copy in &self.component.copies {
            let [from, to] = [copy.from, copy.to].map(|p| self.component.object_of(p));
            sources.entry(to).or_default().push(from);
            if !self.is_unseen_object(to) {
                found.insert(from);
            }
        }
        let mut next = 0;
        while let Some(object) = found.get_index(next).copied() {
            next += 1;
            found.extend(sources.get(&object).into_iter().flatten().copied());
        }
        found
    }

    /// Memory made here that leaves through no pointer.
    fn is_local(&self, object: ObjectId) -> bool {
        let origins = &self.objects[object.0].origins;
        let local = (origins.stack || origins.heap)
            && !origins.unknown
            && origins.globals.is_empty()
            && origins.params.is_empty();
        local && !self.outside.passed.contains(&object)
    }
}
