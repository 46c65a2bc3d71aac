//! How time and memory of heat's gradient grow with steps, grid and ranks.
//!
//! Owns: these three tables. Must not: know how a figure is measured.

use crate::applications::TIMES;
use crate::driver::{Bench, Built, Ran, Wanted};
use crate::machine::median;
use crate::table::{Table, bytes, count, ratio, seconds, word};

/// Room for checkpoints on all ranks together.
const RAM: u64 = 40 << 20;

pub(crate) fn tables(bench: &Bench, heat: &Built) -> Vec<Table> {
    let mut steps = new(
        "Heat over steps: 256 x 256 points, one rank, 40 MiB for checkpoints",
        "steps",
    );
    for number in [250, 500, 1000, 2000] {
        row(
            bench,
            heat,
            &mut steps,
            &number.to_string(),
            (1, 256, number),
        );
    }
    let mut grid = new(
        "Heat over the grid: 250 steps, one rank, 40 MiB for checkpoints",
        "points",
    );
    for points in [128, 256, 512, 1024] {
        row(
            bench,
            heat,
            &mut grid,
            &format!("{points} x {points}"),
            (1, points, 250),
        );
    }
    let mut ranks = new(
        "Heat over ranks: 512 x 512 points, 250 steps, 40 MiB for checkpoints on all ranks together",
        "ranks",
    );
    for number in [1, 2, 4] {
        row(
            bench,
            heat,
            &mut ranks,
            &number.to_string(),
            (number, 512, 250),
        );
    }
    vec![steps, grid, ranks]
}

fn new(title: &str, over: &'static str) -> Table {
    Table::new(
        title,
        &[
            over,
            "a state of a rank",
            "checkpoints",
            "forward steps for each",
            "gradient",
            "a forward step or derivative",
            "most memory of a rank",
        ],
    )
}

fn row(
    bench: &Bench,
    heat: &Built,
    table: &mut Table,
    name: &str,
    (ranks, points, steps): (usize, u64, u64),
) {
    let wanted = Wanted {
        ranks,
        ram: RAM / ranks as u64,
        disk: 0,
        schedule: None,
        more: vec![("points", points.to_string()), ("steps", steps.to_string())],
    };
    let runs: Vec<Ran> = (0..TIMES).map(|_| bench.gradient(heat, &wanted)).collect();
    let first = &runs[0];
    let elapsed = median(runs.iter().map(Ran::elapsed));
    let resident = runs.iter().map(|ran| ran.resident).max().unwrap_or(0);
    table.row(vec![
        word(name),
        bytes(8 * points * points / ranks as u64),
        count(first.peak(0)),
        ratio(first.forward() as f64 / steps as f64),
        seconds(elapsed),
        seconds(elapsed / (first.advances() + steps) as f64),
        bytes(resident),
    ]);
}
