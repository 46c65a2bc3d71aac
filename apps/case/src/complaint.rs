//! What is wrong with a file of settings, at its place: the line with a caret, and what to do.
//!
//! Owns: the look of these messages, by the crate for it. Must not: judge settings.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::ops::Range;

/// The texts that settings are made of: a file, and what the command line sets.
#[derive(Clone, Debug, Default)]
pub struct Sources(Vec<(String, String)>);

impl Sources {
    /// Adds a text and says its number.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> usize {
        self.0.push((name.into(), text.into()));
        self.0.len() - 1
    }

    /// A text.
    #[must_use]
    pub fn text(&self, source: usize) -> &str {
        &self.0[source].1
    }
}

/// A place in one of the texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Number of the text.
    pub source: usize,
    /// Its bytes in the text.
    pub span: Range<usize>,
}

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Complaint {
    title: String,
    at: Option<Place>,
    help: Vec<String>,
}

impl Complaint {
    /// Lower-case, no full stop.
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            at: None,
            help: Vec::new(),
        }
    }

    /// Of a library whose errors have remedies in lines that begin with `help: `.
    #[must_use]
    pub fn of(error: &dyn std::fmt::Display) -> Self {
        let text = error.to_string();
        let mut parts = text.split("\n  help: ");
        let complaint = Self::new(parts.next().unwrap_or_default());
        parts.fold(complaint, Self::help)
    }

    /// With the place of what is wrong.
    #[must_use]
    pub fn at(self, at: Place) -> Self {
        Self {
            at: Some(at),
            ..self
        }
    }

    /// With a remedy.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// What is wrong, without place and help.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// With colours, which whoever prints it takes out where they are of no use.
    #[must_use]
    pub fn styled(&self, sources: &Sources) -> String {
        let mut group = Group::with_title(Level::ERROR.primary_title(&*self.title));
        if let Some(at) = &self.at {
            let (name, text) = &sources.0[at.source];
            let mark = AnnotationKind::Primary.span(at.span.clone());
            group = group.element(Snippet::source(&**text).path(&**name).annotation(mark));
        }
        for help in &self.help {
            group = group.element(Level::HELP.message(&**help));
        }
        Renderer::styled().render(&[group])
    }
}

/// The nearest of some names, as a remedy; all of them, if none is near.
#[must_use]
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let known: Vec<&str> = known.into_iter().collect();
    // Any two names of one letter are one step apart.
    let most = if name.len() < 2 {
        0
    } else {
        1 + name.len() / 4
    };
    let near = |other: &&&str| strsim::damerau_levenshtein(name, other) <= most;
    let distance = |other: &&&str| strsim::damerau_levenshtein(name, other);
    match known.iter().filter(near).min_by_key(distance) {
        Some(other) => Some(format!("did you mean `{other}`?")),
        None if known.is_empty() => None,
        None => Some(format!("there are {}", listed(&known))),
    }
}

fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}
