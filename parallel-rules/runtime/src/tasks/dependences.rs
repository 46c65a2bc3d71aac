//! Which of the tasks that one parent handed in depend on which.
//!
//! Owns: the last tasks by address. Must not: wait for any.

use super::Task;
use crate::openmp::Dependence;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The tasks that said an address.
#[derive(Default)]
struct Last {
    /// The last one that writes there.
    writer: Option<Arc<Task>>,
    /// Those that have read there since.
    readers: Vec<Arc<Task>>,
}

/// The last tasks by address.
#[derive(Default)]
pub(super) struct Dependences {
    by_address: BTreeMap<usize, Last>,
}

impl Dependences {
    /// Adds a task; gives those that it depends on.
    pub(super) fn add(&mut self, task: &Arc<Task>, said: &[Dependence]) -> Vec<Arc<Task>> {
        let mut earlier = Vec::new();
        for dependence in said {
            let last = self.by_address.entry(dependence.address).or_default();
            earlier.extend(last.writer.clone());
            match dependence.writes() {
                true => {
                    earlier.append(&mut last.readers);
                    last.writer = Some(task.clone());
                }
                false => last.readers.push(task.clone()),
            }
        }
        // A task may say an address twice.
        earlier.retain(|other| !Arc::ptr_eq(other, task));
        earlier
    }
}
