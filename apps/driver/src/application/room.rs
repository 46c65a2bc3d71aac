//! Whether there is memory for a simulation's fields.
//!
//! Owns: asking the system for as much as a trial of one step takes. Must not: keep it.

use super::instance::Application;
use super::steps::Steps as _;
use enzyme_case::{Complaint, words};

/// A trial has two states and the controls twice, each with as much room around it.
const OF_STATE: usize = 4;
const OF_CONTROLS: usize = 4;

impl Application {
    /// Complains where the fields do not fit into memory, rather than end in the middle of a run.
    ///
    /// # Errors
    /// They do not.
    pub(crate) fn see_room(&self) -> Result<(), Complaint> {
        let numbers = self.state_numbers().saturating_mul(OF_STATE);
        let numbers = numbers.saturating_add(self.control_numbers().saturating_mul(OF_CONTROLS));
        match Vec::<f64>::new().try_reserve_exact(numbers) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.too_large()),
        }
    }

    /// What is said, with the largest field.
    fn too_large(&self) -> Complaint {
        let fields = self.controls.iter().chain(&self.state);
        let largest = fields.max_by_key(|field| field.range.len());
        let (name, numbers) = largest.map_or(("", 0), |field| (&*field.name, field.range.len()));
        let bytes = words::size(8 * numbers as u64);
        Complaint::new(format!(
            "there is no memory for the simulation's fields: the largest, `{name}`, has {numbers} numbers on this rank, which take {bytes}, and a run has several of each"
        ))
        .help("let fields have fewer points, or run on more ranks and nodes, among which a simulation over MPI shares them out")
    }
}
