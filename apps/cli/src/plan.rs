//! `enzyme-rs plan`: from budgets to a checkpoint schedule, before the run. Owns the output; the choice is
//! the planner's.

mod plot;
mod trace;

use crate::cli::Plan as Arguments;
use crate::exit::{Exit, Failure};
use enzyme_checkpoint::{Budget, Candidate, Plan, StepCosts, StorageLevel, plan};
use std::fmt::Write as _;
use std::io::Write as _;

/// Steps, those of each adjoint counted, that a picture is made of.
const MOST_DRAWN: u64 = 1_000_000;

/// Plans and prints.
pub(crate) fn run(args: &Arguments) -> Result<Exit, Failure> {
    let budget = budget(args);
    let reversed = args.steps.saturating_mul(args.adjoints.into());
    if args.plot.is_some() && reversed > MOST_DRAWN {
        let text = format!(
            "--plot draws up to {MOST_DRAWN} steps, --steps times --adjoints is {reversed}"
        );
        return Err(Failure::new(Exit::Refused, text).help(
            "leave --plot out, or give --steps and the costs for several steps taken as one",
        ));
    }
    let plan = plan(&budget).map_err(|error| {
        let long = reversed > Budget::MOST_STEPS;
        Failure::new(Exit::Refused, error.to_string()).help(if long {
            "give fewer --adjoints, or --steps and the costs for several steps taken as one"
        } else {
            "give more slots with --ram or --disk"
        })
    })?;
    let text = if args.json {
        json(&plan)
    } else if args.compare {
        table(&plan)
    } else {
        report(&plan)
    };
    if let Some(path) = &args.plot {
        plot::write(plan.best(), &budget, path).map_err(|error| {
            let place = path.display();
            Failure::new(Exit::Environment, format!("cannot write {place}: {error}"))
                .help("name a file in a folder that exists and can be written")
        })?;
    }
    // A reader that closes the pipe early has seen what it wanted.
    let _ = std::io::stdout().write_all(text.as_bytes());
    Ok(Exit::Success)
}

fn budget(args: &Arguments) -> Budget {
    let disk = StorageLevel {
        slots: args.disk.0,
        write: args.write_cost,
        read: args.read_cost,
    };
    let mut levels = vec![StorageLevel::free(args.ram)];
    if disk.slots != Some(0) {
        levels.push(disk);
    }
    Budget {
        steps: args.steps,
        steps_known: !args.unknown_length,
        adjoints: args.adjoints,
        levels,
        step: StepCosts {
            forward: args.step_cost,
            adjoint: args.adjoint_cost.unwrap_or(args.step_cost),
        },
        tape_units: args.tape_units,
    }
}

fn report(plan: &Plan) -> String {
    let Candidate {
        spec,
        count,
        time,
        slowdown,
    } = plan.best();
    let mut text = String::new();
    let mut line = |name: &str, value: String| {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{name:<16} {value}");
    };
    line("schedule", spec.name().into());
    for reason in &plan.reasons {
        line("", reason.clone());
    }
    line(
        "forward steps",
        format!(
            "{} ({:.3} per step)",
            count.forward_steps(),
            plan.best().recomputation()
        ),
    );
    line(
        "predicted time",
        format!("{time:.6} ({slowdown:.3} times that of a run that keeps everything)"),
    );
    for (name, level) in [("memory", count.level(0)), ("disk", count.level(1))] {
        let enzyme_checkpoint::LevelCount {
            writes,
            reads,
            peak,
            ..
        } = level;
        line(
            name,
            format!("at most {peak} checkpoints, {writes} writes, {reads} reads"),
        );
    }
    text
}

fn table(plan: &Plan) -> String {
    let mut text = format!(
        "{:<22} {:>14} {:>10} {:>10} {:>9} {:>9} {:>16} {:>9}\n",
        "schedule", "forward steps", "writes", "reads", "peak ram", "peak disk", "time", "slowdown"
    );
    for Candidate {
        spec,
        count,
        time,
        slowdown,
    } in &plan.candidates
    {
        let (ram, disk) = (count.level(0).peak, count.level(1).peak);
        let (forward, writes, reads) = (count.forward_steps(), count.writes(), count.reads());
        let _ = writeln!(
            text,
            "{:<22} {forward:>14} {writes:>10} {reads:>10} {ram:>9} {disk:>9} {time:>16.3} {slowdown:>9.3}",
            spec.name()
        );
    }
    for rejected in &plan.rejected {
        let _ = writeln!(text, "{:<22} {}", rejected.name, rejected.reason);
    }
    text
}

fn json(plan: &Plan) -> String {
    let numbers = |candidate: &Candidate| {
        let Candidate {
            spec,
            count,
            time,
            slowdown,
        } = candidate;
        serde_json::json!({
            "schedule": spec.name(),
            "spec": spec,
            "forward_steps": count.forward_steps(),
            "writes": count.writes(),
            "reads": count.reads(),
            "peak_ram": count.level(0).peak,
            "peak_disk": count.level(1).peak,
            "disk_writes": count.level(1).writes,
            "disk_reads": count.level(1).reads,
            "recomputation": candidate.recomputation(),
            "time": time,
            "slowdown": slowdown,
        })
    };
    let mut value = numbers(plan.best());
    value["reasons"] = serde_json::json!(plan.reasons);
    value["alternatives"] = plan.candidates[1..].iter().map(numbers).collect();
    value["rejected"] = serde_json::json!(plan.rejected);
    format!("{value:#}\n")
}
