//! `enzyme-rs plan`: from budgets to a checkpoint schedule, before the run. Owns the output; the choice is
//! the planner's.

pub(crate) mod budget;
mod cluster;

use crate::cli::Plan as Arguments;
use crate::exit::{Exit, Failure};
use crate::progress;
use crate::table::table;
use bytesize::ByteSize;
use enzyme_checkpoint::{Budget, Candidate, Plan, Rejected, StepCosts, StorageLevel, plan_with};
use enzyme_pictures::schedule::{self, MOST_STEPS};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

/// Digits of what is told of times and ratios: costs are not known by more.
const DIGITS: i32 = 3;

/// Plans and prints.
pub(crate) fn run(args: &Arguments) -> Result<Exit, Failure> {
    if let Some(file) = &args.cluster {
        return cluster::run(file, args);
    }
    let budget = budget(args)?;
    let reversed = budget.steps.saturating_mul(args.adjoints.into());
    if args.plot.is_some() && reversed > MOST_STEPS {
        let text = format!(
            "--plot draws up to {MOST_STEPS} steps, --steps times --adjoints is {reversed}"
        );
        return Err(Failure::new(Exit::Refused, text).help(
            "leave --plot out, or give --steps and the costs for several steps taken as one",
        ));
    }
    let under_way = progress::busy("drawing schedules");
    let found = plan_with(&budget, args.schedule.as_deref().unwrap_or_default());
    drop(under_way);
    let mut plan = found.map_err(|error| {
        let long = reversed > Budget::MOST_STEPS;
        Failure::new(Exit::Refused, error.to_string()).help(if long {
            "give fewer --adjoints, or --steps and the costs for several steps taken as one"
        } else {
            "give more slots with --ram or --disk"
        })
    })?;
    if let Some(name) = &args.schedule {
        take(&mut plan, name)?;
    }
    let text = if args.json {
        json(&plan)
    } else if args.compare {
        compared(&plan)
    } else {
        report(&plan, args.state)
    };
    if let Some(path) = &args.plot {
        let drawn = schedule::draw(plan.best(), &budget, "");
        write(path, drawn)?;
    }
    // A reader that closes the pipe early has seen what it wanted.
    let _ = std::io::stdout().write_all(text.as_bytes());
    Ok(Exit::Success)
}

/// Writes a picture.
fn write(path: &Path, drawn: Result<String, enzyme_pictures::Failed>) -> Result<(), Failure> {
    let written = drawn.and_then(|picture| Ok(std::fs::write(path, picture)?));
    written.map_err(|error| {
        let place = path.display();
        Failure::environment(format!("cannot write {place}: {error}"))
            .help("name a file in a folder that exists and can be written")
    })
}

/// Puts the schedule that the user names first, and says how it compares.
fn take(plan: &mut Plan, name: &str) -> Result<(), Failure> {
    let found = |candidate: &Candidate| candidate.spec.name() == name;
    let Some(place) = plan.candidates.iter().position(found) else {
        let rejected = plan.rejected.iter().find(|rejected| rejected.name == name);
        let names: Vec<&str> = plan.candidates.iter().map(|c| c.spec.name()).collect();
        let text = match rejected {
            Some(rejected) => format!("{name} does not fit: {}", rejected.reason),
            None => format!("there is no schedule `{name}`"),
        };
        let help = format!("take one of those that fit: {}", names.join(", "));
        return Err(Failure::new(Exit::Refused, text).help(help));
    };
    let fastest = plan.best().clone();
    let taken = plan.candidates.remove(place);
    let times = taken.time / fastest.time;
    plan.reasons = vec![match place {
        0 => "as asked for, and the fastest that fits".into(),
        _ => {
            let name = fastest.spec.name();
            format!(
                "as asked for: it takes {} times as long as {name}, the fastest that fits",
                rounded(times, DIGITS)
            )
        }
    }];
    plan.candidates.insert(0, taken);
    Ok(())
}

fn budget(args: &Arguments) -> Result<Budget, Failure> {
    let (Some(steps), Some(ram)) = (args.steps, args.ram) else {
        return Err(Failure::usage(
            "--steps and --ram say what is to be planned",
        ));
    };
    let ram = ram.slots(args.state, "--ram")?;
    let disk = StorageLevel {
        slots: args.disk.slots(args.state, "--disk")?,
        write: args.write_cost,
        read: args.read_cost,
    };
    let mut levels = vec![StorageLevel::free(ram.unwrap_or(u64::MAX))];
    if disk.slots != Some(0) {
        levels.push(disk);
    }
    Ok(Budget {
        steps,
        steps_known: !args.unknown_length,
        adjoints: args.adjoints,
        levels,
        step: StepCosts {
            forward: args.step_cost,
            adjoint: args.adjoint_cost.unwrap_or(args.step_cost),
        },
        tape_units: args.tape_units,
    })
}

/// The number with so many digits that count; whole numbers of fewer have no point.
fn rounded(number: f64, digits: i32) -> String {
    if number == 0.0 || !number.is_finite() {
        return number.to_string();
    }
    let places = digits - 1 - number.abs().log10().floor() as i32;
    let unit = 10f64.powi(-places);
    match usize::try_from(places) {
        Ok(places) if number.fract() != 0.0 => format!("{number:.places$}"),
        Ok(_) => format!("{number:.0}"),
        Err(_) => format!("{:.0}", (number / unit).round() * unit),
    }
}

fn report(plan: &Plan, state: Option<ByteSize>) -> String {
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
            "{} ({} per step)",
            count.forward_steps(),
            rounded(plan.best().recomputation(), DIGITS)
        ),
    );
    line(
        "predicted time",
        format!(
            "{} ({} times that of a run that keeps everything)",
            rounded(*time, DIGITS + 1),
            rounded(*slowdown, DIGITS)
        ),
    );
    for (name, level) in [("memory", count.level(0)), ("disk", count.level(1))] {
        let enzyme_checkpoint::LevelCount {
            writes,
            reads,
            peak,
            ..
        } = level;
        let state = state.filter(|_| peak > 0);
        let room = state.map(|state| ByteSize::b(state.as_u64().saturating_mul(peak)));
        let room = room.map_or_else(String::new, |room| format!(" ({})", room.display().si()));
        line(
            name,
            format!("at most {peak} checkpoints{room}, {writes} writes, {reads} reads"),
        );
    }
    text
}

fn compared(plan: &Plan) -> String {
    let row = |candidate: &Candidate| {
        let count = &candidate.count;
        [
            candidate.spec.name().to_owned(),
            count.forward_steps().to_string(),
            count.writes().to_string(),
            count.reads().to_string(),
            count.level(0).peak.to_string(),
            count.level(1).peak.to_string(),
            rounded(candidate.time, DIGITS + 1),
            rounded(candidate.slowdown, DIGITS + 1),
        ]
    };
    let header = [
        "schedule",
        "forward steps",
        "writes",
        "reads",
        "peak ram",
        "peak disk",
        "time",
        "slowdown",
    ];
    let mut text = table(header, plan.candidates.iter().map(row).collect());
    for Rejected { name, reason } in &plan.rejected {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{name}: {reason}");
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_digits_that_count() {
        let cases = [
            (374_798.0, "374800"),
            (325_691.46, "325700"),
            (9_999.96, "10000"),
            (1_234.5, "1234"),
            (30.0, "30"),
            (1.955_4, "1.955"),
            (0.000_123_456, "0.0001235"),
            (0.0, "0"),
        ];
        for (number, text) in cases {
            assert_eq!(rounded(number, 4), text);
        }
    }
}
