//! A substance in a channel that is a ring: the flow carries it along, and it spreads, u_t + speed u_x = diffusivity u_xx, over MPI.
//!
//! Controls: the speed, and the concentrations at the beginning. Objective: half the mean of the squares of the concentrations at the end. A beginning:
//! put your own simulation into these functions. The crate's documentation says what they must keep to.
//!
//! Owns: the equation. Must not: know how its gradient is made, checkpointed or drawn.
#![forbid(unsafe_code)]

use enzyme_rs_application::{Field, Refusal, Setup, Simulation, application};
use mpi::request::WaitGuard;
use mpi::topology::SimpleCommunicator;
use mpi::traits::*;

/// The greatest speed that an inversion may try, in m/s.
const GREATEST_SPEED: f64 = 2.0;

/// What never changes during a run. This rank has `count` of the points, from `first` on.
struct Channel {
    points: usize,
    first: usize,
    count: usize,
    world: SimpleCommunicator,
    length: f64,
    spacing: f64,
    time_step: f64,
    diffusivity: f64,
}

application!(Channel, "a substance in a channel, over MPI");

impl Simulation for Channel {
    /// Reads the parameters of the case and names the fields.
    fn create(setup: &mut Setup<'_>) -> Result<Self, Refusal> {
        let points = setup.count("points", 200, "points along the channel");
        let length = setup.number("length", 1000.0, "m", "length of the channel");
        let diffusivity = setup.number("diffusivity", 0.5, "m^2/s", "how fast the substance spreads");
        let time_step = setup.number("time_step", 1.0, "s", "time from step to step");
        let steps = setup.count("steps", 500, "time steps");
        setup.steps(steps);
        if points < 3 {
            return Err(setup.refuse("points", "must be 3 or more"));
        }
        let spacing = length / points as f64;
        if !(length > 0.0) {
            return Err(setup.refuse("length", "must be above 0"));
        }
        if !(diffusivity >= 0.0) {
            return Err(setup.refuse("diffusivity", "must not be below 0"));
        }
        // No step makes concentrations grow: each new one is a mean of old ones, whose weights are not below 0.
        let courant = GREATEST_SPEED * time_step / spacing;
        let spread = diffusivity * time_step / (spacing * spacing);
        if !(time_step > 0.0 && courant + 2.0 * spread <= 1.0) {
            let why = "must be above 0, and at most spacing / (greatest speed + 2 diffusivity / spacing), or the scheme is not stable: \
                       take shorter steps, or fewer points";
            return Err(setup.refuse("time_step", why));
        }
        let world = SimpleCommunicator::world();
        let (rank, ranks) = (world.rank() as usize, world.size() as usize);
        let first = points * rank / ranks;
        let count = points * (rank + 1) / ranks - first;
        if points < ranks {
            return Err(setup.refuse("points", "are too few: some ranks would have none"));
        }
        let concentration = Field::grid("concentration", [points]).block([first], [count]);
        let concentration = concentration.unit("kg/m^3").placed([0.0], [spacing]);
        setup.control(&Field::number("speed").unit("m/s").bounds(0.0, GREATEST_SPEED));
        setup.control(&concentration.named("start"));
        setup.state(&concentration);
        Ok(Self { points, first, count, world, length, spacing, time_step, diffusivity })
    }

    /// The controls to begin with, in the order in which they were named; of `start`, this rank's.
    fn guess(&self, controls: &mut [f64]) {
        controls[0] = 1.0;
        for (i, u) in controls[1..].iter_mut().enumerate() {
            let away = ((self.first + i) as f64 * self.spacing - 0.3 * self.length) / (0.05 * self.length);
            *u = (-away * away).exp();
        }
    }

    /// The first state.
    fn initial(&self, controls: &[f64], state: &mut [f64]) {
        state.copy_from_slice(&controls[1..]);
    }

    /// Upwind differences along the flow, explicit Euler in time. `wide` has the neighbours' points at its ends.
    fn step(&self, _step: usize, controls: &[f64], before: &[f64], after: &mut [f64]) {
        let courant = controls[0] * self.time_step / self.spacing;
        let spread = self.diffusivity * self.time_step / (self.spacing * self.spacing);
        let n = self.count;
        let mut wide = vec![0.0; n + 2];
        wide[1..=n].copy_from_slice(before);
        let [left, right] = self.neighbours(before);
        wide[0] = left;
        wide[n + 1] = right;
        for (new, u) in after.iter_mut().zip(wide.windows(3)) {
            *new = u[1] - courant * (u[1] - u[0]) + spread * (u[0] - 2.0 * u[1] + u[2]);
        }
    }

    /// One number of the last state: the sum of what the ranks return.
    fn objective(&self, _controls: &[f64], state: &[f64]) -> f64 {
        let squares: f64 = state.iter().map(|u| u * u).sum();
        squares / (2.0 * self.points as f64)
    }
}

impl Channel {
    /// The points beside this rank's, which its neighbours have. Messages to the right have the tag 0, those to the left 1.
    fn neighbours(&self, numbers: &[f64]) -> [f64; 2] {
        let (rank, ranks) = (self.world.rank(), self.world.size());
        let left = self.world.process_at_rank((rank + ranks - 1) % ranks);
        let right = self.world.process_at_rank((rank + 1) % ranks);
        let (mut from_left, mut from_right) = ([0.0], [0.0]);
        mpi::request::scope(|scope| {
            let _received = [
                WaitGuard::from(left.immediate_receive_into_with_tag(scope, &mut from_left[..], 0)),
                WaitGuard::from(right.immediate_receive_into_with_tag(scope, &mut from_right[..], 1)),
            ];
            let _sent = [
                WaitGuard::from(right.immediate_send_with_tag(scope, &numbers[self.count - 1..], 0)),
                WaitGuard::from(left.immediate_send_with_tag(scope, &numbers[..1], 1)),
            ];
        });
        [from_left[0], from_right[0]]
    }
}
