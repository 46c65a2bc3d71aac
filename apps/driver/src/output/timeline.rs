//! What the ranks did over time: a picture, numbers for programs, and what it means for the next run.
//!
//! Owns: the words, and `timeline.svg`. Must not: measure.

use super::drawn::{self, TIMELINE};
use crate::setting::Setting;
use crate::timeline::{Lines, PHASES, Phase, Seconds};
use crate::whole_file;
use enzyme_case::words;
use enzyme_pictures::palette::{
    BLUE, Colour, GREEN, LIGHT_BLUE, LIGHT_GREEN, LIGHT_GREY, LIGHT_VIOLET, ORANGE, RED, VIOLET,
};
use enzyme_pictures::timeline::{self, Kind, Row};
use maud::{Markup, PreEscaped, html};
use serde_json::{Map, Value, json};

/// Shares of waiting, of all ranks' time: little, and much.
const LITTLE: f64 = 0.05;
const MUCH: f64 = 0.2;

/// One rank keeps the others waiting, if it waits for less than this part of what the others do on average.
const SLOWEST: f64 = 0.5;

/// What is told of the time lines of a run.
pub(crate) struct Told {
    lines: Lines,
    picture: String,
}

/// Draws the time lines of all ranks, on the first one, and says there who waited. Where nothing was run there is nothing to tell: an earlier picture is that of
/// another case.
///
/// # Errors
/// The picture cannot be written.
pub(crate) fn leave(setting: &Setting<'_>) -> std::io::Result<Option<Told>> {
    let path = setting.case.output.join(TIMELINE);
    let Some(lines) = setting.clock.lines(setting.ranks) else {
        return Ok(None);
    };
    if !setting.has_computed.get() {
        drawn::leave(&path, None)?;
        return Ok(None);
    }
    let title = format!("{}: what ranks do", setting.case.name);
    let picture = timeline::draw(&title, &kinds(), (&rows(&lines), lines.width));
    let picture = picture.map_err(|error| std::io::Error::other(error.to_string()))?;
    whole_file::write(&path, &picture)?;
    if let Some(sentence) = sentence(&lines) {
        println!("waiting: {sentence}");
    }
    Ok(Some(Told { lines, picture }))
}

/// The phases with their colours, and waiting behind them.
fn kinds() -> [Kind<'static>; PHASES.len() + 1] {
    let mut kinds = [("waiting for others (MPI)", RED); PHASES.len() + 1];
    for (kind, phase) in kinds.iter_mut().zip(PHASES) {
        *kind = (phase.name(), colour(phase));
    }
    kinds
}

fn colour(phase: Phase) -> Colour {
    match phase {
        Phase::Around => LIGHT_GREY,
        Phase::Measuring => LIGHT_VIOLET,
        Phase::Primal => BLUE,
        Phase::Repeated => LIGHT_BLUE,
        Phase::Adjoint => ORANGE,
        Phase::Writing => GREEN,
        Phase::Reading => LIGHT_GREEN,
        Phase::Check => VIOLET,
    }
}

fn rows(lines: &Lines) -> Vec<Row> {
    let rows = lines.rows.iter();
    rows.map(|row| Row {
        name: match row.first == row.last {
            true => format!("{}", row.first),
            false => format!("{} to {}", row.first, row.last),
        },
        waited: (lines.is_told && lines.ranks.len() > 1).then(|| {
            let own = &lines.ranks[row.first as usize..=row.last as usize];
            mean(own.iter().map(|rank| rank.waiting().1))
        }),
        columns: row
            .bins
            .iter()
            .map(|bin| shares(bin, lines.width))
            .collect(),
    })
    .collect()
}

/// Which part of a bin each kind has: phases without waiting, and waiting.
fn shares(bin: &Seconds, width: f64) -> Vec<f64> {
    let phases = bin.spent.iter().zip(bin.waited);
    let worked = phases.map(|(spent, waited)| (spent - waited).max(0.0) / width);
    worked
        .chain([bin.waited.iter().sum::<f64>() / width])
        .collect()
}

fn mean(numbers: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = numbers.len();
    numbers.sum::<f64>() / count as f64
}

/// Who waited, for how much of the run, and what that means for the next one; nothing, where there is one rank.
fn sentence(lines: &Lines) -> Option<String> {
    if lines.ranks.len() < 2 {
        return None;
    }
    if !lines.is_told {
        return Some("not measured, for the simulation is not linked with libenzyme_rs_mpi; its compiler wrapper links it".to_owned());
    }
    let shares = lines.ranks.iter().map(|rank| rank.waiting().1);
    let waiting: Vec<f64> = shares.collect();
    let mean = mean(waiting.iter().copied());
    let by_share = |a: &(usize, &f64), b: &(usize, &f64)| a.1.total_cmp(b.1);
    let (longest, most) = waiting.iter().enumerate().max_by(by_share)?;
    let (busiest, least) = waiting.iter().enumerate().min_by(by_share)?;
    let (seconds, _) = lines.ranks[longest].waiting();
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    let others = (mean * waiting.len() as f64 - least) / (waiting.len() - 1) as f64;
    let remedy = if mean < LITTLE {
        "ranks hardly wait: more may help".to_owned()
    } else if *least < SLOWEST * others {
        format!(
            "rank {busiest} waited least, {}: the others wait for it, so give it less to do",
            percent(*least)
        )
    } else if mean > MUCH {
        "all wait alike, for messages: take fewer ranks, or larger blocks, and one core for each"
            .to_owned()
    } else {
        "no rank keeps the others waiting".to_owned()
    };
    Some(format!(
        "rank {longest} most, {} of its time ({}), all ranks {}; {remedy}",
        percent(*most),
        words::time(seconds),
        percent(mean)
    ))
}

impl Told {
    /// As a part of the report.
    pub(super) fn page(&self) -> Markup {
        html! {
            h2 { "Time line" }
            figure { (PreEscaped(&self.picture)) }
            @if let Some(sentence) = sentence(&self.lines) { p { "Waiting: " (sentence) "." } }
        }
    }

    /// Seconds of each rank, for programs.
    pub(super) fn data(&self) -> Value {
        let named = |numbers: &[f64; PHASES.len()]| -> Map<String, Value> {
            let named = PHASES.iter().zip(numbers);
            named
                .map(|(phase, number)| (phase.name().to_owned(), (*number).into()))
                .collect()
        };
        let is_told = self.lines.is_told;
        let ranks = self.lines.ranks.iter();
        let ranks: Vec<Value> = ranks
            .map(|rank| {
                json!({
                    "seconds": named(&rank.spent),
                    "waiting": is_told.then(|| named(&rank.waited)),
                    "waited": is_told.then(|| rank.waited.iter().sum::<f64>()),
                })
            })
            .collect();
        json!({ "ranks": ranks, "says": sentence(&self.lines) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(waited: &[f64]) -> Lines {
        let seconds = |waited: &f64| {
            let mut seconds = Seconds::default();
            seconds.spent[2] = 10.0;
            seconds.waited[2] = *waited;
            seconds
        };
        Lines {
            width: 1.0,
            rows: Vec::new(),
            ranks: waited.iter().map(seconds).collect(),
            is_told: true,
        }
    }

    #[test]
    fn who_waits_is_said_with_what_to_do() {
        let say = |waited: &[f64]| sentence(&lines(waited)).unwrap_or_default();
        assert_eq!(say(&[3.0]), "");
        let slow = say(&[8.0, 0.5, 7.0]);
        assert!(
            slow.starts_with("rank 0 most, 80 % of its time (8"),
            "{slow}"
        );
        assert!(slow.contains("rank 1 waited least, 5 %"), "{slow}");
        assert!(say(&[0.1, 0.2]).ends_with("ranks hardly wait: more may help"));
        assert!(say(&[4.0, 5.0]).contains("all wait alike"));
        assert!(say(&[1.0, 1.2]).ends_with("no rank keeps the others waiting"));
    }
}
