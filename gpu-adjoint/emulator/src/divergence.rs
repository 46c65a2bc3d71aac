//! What is told where threads wait for each other in different places.
//!
//! Owns: the message. Must not: find out whether they do.

use crate::failure::Failure;
use crate::state::{Block, State, Thread, Wish};

/// So many threads of a group are named.
const NAMED: usize = 4;

/// Tells who waits where, and ends the launch.
pub(crate) fn tell(block: &Block<'_>) {
    let mut groups: Vec<(String, Vec<&Thread>)> = Vec::new();
    for thread in &block.threads {
        let place = place(thread);
        match groups.iter_mut().find(|(other, _)| *other == place) {
            Some((_, members)) => members.push(thread),
            None => groups.push((place, vec![thread])),
        }
    }
    let mut message = format!(
        "block {:?}: threads wait for each other in different places, which never ends on a GPU or does what nobody knows:",
        block.index
    );
    for (place, members) in groups {
        message.push_str(&format!(
            "\n  {} {place}: {}",
            count(members.len()),
            names(&members)
        ));
    }
    block.launch.fails(Failure::Divergence, &message);
}

fn place(thread: &Thread) -> String {
    match thread.state.get() {
        State::Ended => "ended".to_owned(),
        State::Fresh | State::Ready | State::Yielded => "run".to_owned(),
        State::Waits => waits_for(&thread.wish.get()),
    }
}

fn waits_for(wish: &Wish) -> String {
    let place = format!("at {}, {}", wish.call.name(), wish.site.text());
    match wish.mask {
        Wish::WHO_COMES => place,
        mask => format!("{place}, with the mask {mask:#x}"),
    }
}

fn count(threads: usize) -> String {
    match threads {
        1 => "1 thread".to_owned(),
        n => format!("{n} threads"),
    }
}

fn names(members: &[&Thread]) -> String {
    let named = members.iter().take(NAMED);
    let mut names: Vec<String> = named.map(|t| format!("{:?}", t.index)).collect();
    if members.len() > NAMED {
        names.push("…".to_owned());
    }
    names.join(", ")
}
