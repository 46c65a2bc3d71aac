//! What a step takes: its points, the border of a rank's block, reductions over all ranks.
//!
//! Owns: these terms, and where their coefficients come from. Must not: know schedules or disks.

use crate::block::Block;
use crate::fit::least_squares;
use crate::predict::Parts;
use serde::Serialize;

/// The network between ranks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Network {
    /// Seconds that a message takes whatever its size.
    pub latency: f64,
    /// Bytes a second.
    pub bandwidth: f64,
    /// Bytes that a neighbour needs of each point of the border.
    pub bytes_per_point: f64,
}

/// Where a coefficient comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// It is fitted to measured runs.
    Measured,
    /// It follows from what the file says of the machine.
    Machine,
    /// The file says that there is no such part.
    Absent,
}

/// A coefficient, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Coefficient {
    /// Its value.
    pub value: f64,
    /// Where it comes from.
    pub origin: Origin,
}

/// The time of a step forward, or of one with its adjoint: a sum of
///
/// - `point` for each point of a rank's block;
/// - `message` for each neighbour and `halo` for each point that a neighbour needs, the linear model of R. W. Hockney, "The
///   communication challenge for MPP", 1994, doi 10.1016/S0167-8191(06)80021-9;
/// - `reduction` for each doubling of the ranks: recursive doubling, as in R. Thakur, R. Rabenseifner & W. Gropp, "Optimization of
///   collective communication operations in MPICH", 2005, doi 10.1177/1094342005051521.
///
/// What is measured on few ranks does not tell messages from their sizes. So they are one coefficient there, `halo`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Step {
    /// Of a point.
    pub point: Coefficient,
    /// Of a point of the border.
    pub halo: Coefficient,
    /// Of a message to a neighbour.
    pub message: Coefficient,
    /// Of all reductions of a step, for each doubling of the ranks.
    pub reduction: Coefficient,
}

/// A measured time: on so many ranks with such blocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sample {
    pub(crate) ranks: u64,
    pub(crate) block: Block,
    pub(crate) time: f64,
}

/// What can be said of a step before it is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Given {
    /// Reductions over all ranks in a step.
    pub(crate) reductions: f64,
    pub(crate) network: Option<Network>,
    /// How often a step exchanges: once, and its adjoint once more.
    pub(crate) passes: f64,
}

/// The part of a step that no measured run tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Untold {
    Halo,
    Reductions,
}

/// A part besides points, and how much of it a run has.
type Term = (Untold, fn(&Sample) -> f64);

impl Step {
    /// Fits what is not given to what was measured. All runs count alike: what is least is the sum of squares of relative errors.
    pub(crate) fn fit(samples: &[Sample], given: &Given) -> Result<Self, Untold> {
        let mut step = Self::of_network(given);
        let mut terms: Vec<Term> = Vec::new();
        if given.network.is_none() {
            terms.push((Untold::Halo, |sample| sample.block.halo));
            if given.reductions > 0.0 {
                terms.push((Untold::Reductions, |sample| doublings(sample.ranks)));
            }
        }
        let relative = |of: &dyn Fn(&Sample) -> f64| -> Vec<f64> {
            let all = samples.iter().map(|sample| of(sample) / sample.time);
            all.collect()
        };
        let mut columns = vec![relative(&|sample| sample.block.points)];
        columns.extend(terms.iter().map(|(_, of)| relative(of)));
        let values =
            relative(&|sample| sample.time - step.parts(&sample.block, sample.ranks).sum());
        let found = least_squares(&columns, &values);
        // Each run has points, so that the first column tells always.
        let found = found.map_err(|column| terms[column.saturating_sub(1)].0)?;
        let measured = |value| Coefficient {
            value,
            origin: Origin::Measured,
        };
        step.point = measured(found[0]);
        for ((term, _), value) in terms.iter().zip(&found[1..]) {
            match term {
                Untold::Halo => step.halo = measured(*value),
                Untold::Reductions => step.reduction = measured(*value),
            }
        }
        Ok(step)
    }

    /// Without anything measured.
    fn of_network(given: &Given) -> Self {
        let absent = Coefficient {
            value: 0.0,
            origin: Origin::Absent,
        };
        let machine = |value: f64| Coefficient {
            value: value * given.passes,
            origin: Origin::Machine,
        };
        let mut step = Self {
            point: absent,
            halo: absent,
            message: absent,
            reduction: absent,
        };
        if let Some(network) = &given.network {
            step.halo = machine(network.bytes_per_point / network.bandwidth);
            step.message = machine(network.latency);
            if given.reductions > 0.0 {
                step.reduction = machine(given.reductions * network.latency);
            }
        }
        step
    }

    /// What it takes a rank.
    #[must_use]
    pub fn parts(&self, block: &Block, ranks: u64) -> Parts {
        Parts {
            compute: self.point.value * block.points,
            halo: self.halo.value * block.halo + self.message.value * block.neighbours,
            reductions: self.reduction.value * doublings(ranks),
        }
    }
}

fn doublings(ranks: u64) -> f64 {
    (ranks as f64).log2()
}

#[cfg(test)]
mod tests {
    use super::{Given, Network, Origin, Sample, Step, Untold, doublings};
    use crate::block::Grid;

    const GIVEN: Given = Given {
        reductions: 1.0,
        network: None,
        passes: 1.0,
    };

    fn samples(ranks: &[u64], time: impl Fn(&Sample) -> f64) -> Vec<Sample> {
        let grid = Grid {
            points: 1e6,
            dimensions: 3,
            cut: 3,
        };
        let sample = |ranks: &u64| {
            let block = grid.block(*ranks).unwrap();
            let mut sample = Sample {
                ranks: *ranks,
                block,
                time: 0.0,
            };
            sample.time = time(&sample);
            sample
        };
        ranks.iter().map(sample).collect()
    }

    #[test]
    fn coefficients_come_back_from_times_made_of_them() {
        let (point, halo, reduction) = (3e-9, 2e-8, 5e-6);
        let all = samples(&[1, 2, 4, 8, 16], |sample| {
            point * sample.block.points
                + halo * sample.block.halo
                + reduction * doublings(sample.ranks)
        });
        let step = Step::fit(&all, &GIVEN).unwrap();
        for (found, expected) in [
            (step.point, point),
            (step.halo, halo),
            (step.reduction, reduction),
        ] {
            assert!((found.value / expected - 1.0).abs() < 1e-11, "{step:?}");
            assert_eq!(found.origin, Origin::Measured);
        }
    }

    #[test]
    fn what_no_run_tells_is_named() {
        let time = |sample: &Sample| 1e-9 * sample.block.points;
        assert_eq!(Step::fit(&samples(&[1], time), &GIVEN), Err(Untold::Halo));
        let two = samples(&[1, 2], time);
        assert_eq!(Step::fit(&two, &GIVEN), Err(Untold::Reductions));
        let none = Given {
            reductions: 0.0,
            ..GIVEN
        };
        let step = Step::fit(&two, &none).unwrap();
        assert!((step.point.value - 1e-9).abs() < 1e-20);
        assert_eq!(step.reduction.origin, Origin::Absent);
    }

    #[test]
    fn a_network_leaves_points_to_be_fitted() {
        let network = Network {
            latency: 2e-6,
            bandwidth: 1e10,
            bytes_per_point: 8.0,
        };
        let given = Given {
            network: Some(network),
            passes: 2.0,
            ..GIVEN
        };
        let step = Step::fit(&samples(&[1], |_| 1e-3), &given).unwrap();
        assert!((step.point.value - 1e-9).abs() < 1e-20);
        assert!((step.message.value - 4e-6).abs() < 1e-20);
        assert!((step.halo.value - 1.6e-9).abs() < 1e-22);
        assert_eq!(step.reduction.origin, Origin::Machine);
    }
}
