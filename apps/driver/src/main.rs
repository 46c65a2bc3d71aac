//! `enzyme-rs-run`: simulations, their gradients and checks from case files, one process for each rank.
//!
//! `enzyme-rs run` starts it. It links no LLVM and no MPI: a simulation brings its ranks with it.
//!
//! Owns: the order of things. Must not: know what a task does.

mod another;
mod application;
mod case;
mod controls;
mod costs;
mod end;
mod ensemble;
mod grid;
mod input;
mod kinds;
mod lock;
mod member;
mod memory;
mod output;
mod precision;
mod progress;
mod results;
mod run;
mod schedule;
mod setting;
mod simulation;
mod started;
mod stop;
mod timeline;
mod whole_file;

use application::Ranks;
use case::{Case, Overrides};
use clap::Parser as _;
use end::{End, together};
use enzyme_case::{Complaint, Section, Sources, Table};
use enzyme_checkpoint::Peers as _;
use enzyme_run_cli::Arguments;
use std::process::ExitCode;

fn main() -> ExitCode {
    sigpipe::reset();
    memory::keep();
    let arguments = Arguments::parse();
    arguments.color.write_global();
    let mut sources = Sources::default();
    let overrides = Overrides {
        set: arguments.set.clone(),
        task: arguments.task,
    };
    let opened = case::open(&arguments.case, &overrides, &mut sources).map_err(End::Case);
    let begun = opened.and_then(|written| begin(&written, &arguments));
    let (case, loaded) = match begun {
        Ok(Some(both)) => both,
        Ok(None) => return ExitCode::SUCCESS,
        Err(end) => return tell_alone(&end, &sources),
    };
    let ranks = loaded.begin();
    if let Some(end) = alone(&loaded, &arguments, ranks) {
        ranks.end();
        return tell_alone(&end, &sources);
    }
    let ended = perform(case, loaded, &arguments, ranks);
    let code = conclude(ended, ranks, &sources);
    ranks.end();
    code
}

/// Loads the simulation of a case, or of a member of its ensemble. Where the ensemble as a whole is wanted, it is run, and nothing is left to do.
fn begin(
    written: &case::Written,
    arguments: &Arguments,
) -> Result<Option<(Case, application::Loaded)>, End> {
    stop::end_at_signals()?;
    let is_one = arguments.member.is_some() || arguments.plan || arguments.parameters;
    let case = match &written.ensemble {
        Some(ensemble) if !is_one => {
            return ensemble::run(written, ensemble, arguments).map(|()| None);
        }
        Some(_) => written.case(arguments.member.or(Some(0))),
        None if arguments.summary => Err(vec![written.no_ensemble()]),
        None => written.case(arguments.member),
    };
    let case = case.map_err(End::Case)?;
    let loaded = application::load(&case.application);
    let loaded = loaded.map_err(|complaint| End::Environment(vec![complaint]))?;
    Ok(Some((case, loaded)))
}

/// Refuses several processes that do not know of each other: each would do the whole run, and write over what the others write.
fn alone(loaded: &application::Loaded, arguments: &Arguments, ranks: Ranks) -> Option<End> {
    let started = started::with();
    // Members of an ensemble keep others away by themselves.
    if started == 1 || ranks.size() > 1 || arguments.member.is_some() {
        return None;
    }
    let what = format!(
        "{started} processes were started, and the simulation knows of one: each would do the whole run"
    );
    let help = match loaded.has_ranks() {
        true => "start it with the mpirun of the MPI that it was compiled with",
        false => {
            "start it without mpirun, or compile it with mpicc, and <mpi.h> in front of <enzyme_rs/application.h>"
        }
    };
    let own = format!(
        "where each is to be a run of its own, with an `output` of its own: env {} enzyme-rs run ...",
        started::SIZES.map(|name| format!("-u {name}")).join(" ")
    );
    Some(End::Refused(vec![
        Complaint::new(what).help(help).help(own),
    ]))
}

fn perform(
    mut case: Case,
    loaded: application::Loaded,
    arguments: &Arguments,
    ranks: Ranks,
) -> Result<(), End> {
    let nothing = || Section::whole(Table::new(), case::WHAT);
    let parameters = std::mem::replace(&mut case.parameters, nothing());
    let of_controls = std::mem::replace(&mut case.controls, nothing());
    let made = loaded.create(parameters, &case.home).map_err(End::Case);
    let mut app = together(made, ranks)?;
    app.share(ranks)
        .map_err(|why| End::Refused(why.into_iter().map(Complaint::new).collect()))?;
    let room = app.see_room();
    together(
        room.map_err(|complaint| End::Refused(vec![complaint])),
        ranks,
    )?;
    if arguments.parameters {
        if ranks.is_first() {
            output::text::parameters(&app);
        }
        return Ok(());
    }
    let controls = controls::read(&mut app, of_controls, &case.home).map_err(End::Case);
    let controls = together(controls, ranks)?;
    run::task(&app, controls, &case, arguments, ranks)
}

/// Ends all ranks with one code; the first one that has something to say says it.
fn conclude(ended: Result<(), End>, ranks: Ranks, sources: &Sources) -> ExitCode {
    let (code, speaks) = match &ended {
        Ok(()) => (0, false),
        Err(end) => (end.code(), !end.complaints().is_empty()),
    };
    let speaker = ranks.min(if speaks {
        u64::from(ranks.rank())
    } else {
        u64::MAX
    });
    let all = ranks.max(code.into());
    if let Err(end) = &ended
        && speaker == u64::from(ranks.rank())
    {
        tell(end, sources);
    }
    ExitCode::from(all as u8)
}

/// Ends this process before ranks know of each other. What is wrong with a case is so on all of them, and said once; a library may be missing on one node only.
fn tell_alone(end: &End, sources: &Sources) -> ExitCode {
    match (started::rank(), end) {
        (0, _) => tell(end, sources),
        (rank, End::Environment(_)) => {
            anstream::eprint!("rank {rank}: ");
            tell(end, sources)
        }
        (_, End::Refused(_) | End::Case(_) | End::Unfinished) => end.code().into(),
    }
}

fn tell(end: &End, sources: &Sources) -> ExitCode {
    let all = end.complaints().iter();
    let all: Vec<String> = all.map(|complaint| complaint.styled(sources)).collect();
    if !all.is_empty() {
        anstream::eprintln!("{}", all.join("\n\n"));
    }
    end.code().into()
}
