//! A message as people read it: what is wrong, the line of the source with a caret, why, and what to do.
//!
//! Where a compiler prints the line itself, it gets [`Message::without_place`]; where it does not, [`Message::behind_severity`].
//!
//! Owns: the look of messages, which is that of the crate for it. Must not: print, or word messages.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use enzyme_core::diag::Told;
use enzyme_core::{Diagnostic, Severity};
use std::path::{Path, PathBuf};

/// One message.
#[derive(Clone, Debug)]
pub struct Message {
    severity: Severity,
    told: Told,
    spot: Option<Spot>,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    file: PathBuf,
    line: usize,
    /// From 1; 0 is unknown.
    column: usize,
    /// The line, if the file can be read.
    text: Option<String>,
}

impl Spot {
    /// A place counted from 1, with its line if the file can be read; column 0 is unknown.
    pub fn read(file: &Path, line: usize, column: usize) -> Self {
        let text = std::fs::read(file).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let text = text.lines().nth(line.saturating_sub(1)).map(str::to_owned);
        let here = std::env::current_dir().unwrap_or_default();
        let file = file.strip_prefix(here).unwrap_or(file).to_owned();
        Self {
            file,
            line,
            column,
            text,
        }
    }
}

impl Message {
    /// An error without a place.
    pub fn error(title: impl Into<String>) -> Self {
        let told = Told {
            title: title.into(),
            notes: Vec::new(),
            help: Vec::new(),
        };
        Self {
            severity: Severity::Error,
            told,
            spot: None,
        }
    }

    /// What a diagnostic says, at the place of the source that it names.
    pub fn of(diagnostic: &Diagnostic) -> Self {
        let place = diagnostic.place.as_ref();
        let spot = place.map(|place| {
            let (line, column) = (place.line as usize, place.column as usize);
            Spot::read(Path::new(&place.file), line, column)
        });
        Self {
            severity: diagnostic.severity,
            told: diagnostic.told(),
            spot,
        }
    }

    /// The same at this place, if it has none.
    #[must_use]
    pub fn or_at(mut self, spot: impl FnOnce() -> Option<Spot>) -> Self {
        self.spot = self.spot.or_else(spot);
        self
    }

    /// Adds a reason.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.told.notes.push(text.into());
        self
    }

    /// Adds a remedy.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.told.help.push(text.into());
        self
    }

    /// For a channel that says the severity, the place and the line itself.
    pub fn without_place(&self) -> String {
        self.told.to_string()
    }

    /// For a channel that says the severity, and nothing else.
    pub fn behind_severity(&self) -> String {
        let text = self.render(&Renderer::plain());
        let severity = format!("{}: ", self.severity);
        text.strip_prefix(&severity).unwrap_or(&text).to_owned()
    }

    /// With colours, which whoever prints it takes out where they are of no use.
    pub fn styled(&self) -> String {
        self.render(&Renderer::styled())
    }

    fn render(&self, renderer: &Renderer) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let mut group = Group::with_title(level.primary_title(&*self.told.title));
        if let Some(spot) = &self.spot {
            group = spot.shown(group);
        }
        let notes = self.told.notes.iter();
        let notes = notes.map(|text| Level::NOTE.message(&**text));
        let help = self.told.help.iter();
        let help = help.map(|text| Level::HELP.message(&**text));
        renderer.render(&[group.elements(notes.chain(help))])
    }
}

impl Spot {
    /// A group of the crate's with this place in it.
    fn shown<'a>(&'a self, group: Group<'a>) -> Group<'a> {
        let path = self.file.to_string_lossy();
        let Some(text) = &self.text else {
            let mut origin = Origin::path(path).line(self.line);
            if self.column > 0 {
                origin = origin.char_column(self.column);
            }
            return group.element(origin);
        };
        let snippet = Snippet::source(&**text).line_start(self.line).path(path);
        let (kind, span) = match self.column.checked_sub(1) {
            Some(before) => {
                let mut places = (0..=before.min(text.len())).rev();
                let at = places.find(|at| text.is_char_boundary(*at)).unwrap_or(0);
                (AnnotationKind::Primary, at..at)
            }
            None => (AnnotationKind::Visible, 0..text.len()),
        };
        group.element(snippet.annotation(kind.span(span)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use enzyme_core::diag::codes;
    use enzyme_llvm_shim::ir::SourceLocation;

    fn diagnostic(file: &Path, column: u32) -> Diagnostic {
        let mut diagnostic = Diagnostic::new(codes::UNKNOWN_FUNCTION, "nothing is known of `g`");
        diagnostic.function = "f".into();
        diagnostic.place = Some(SourceLocation {
            file: file.display().to_string(),
            line: 2,
            column,
        });
        diagnostic.help("give `g` a body\nin this file")
    }

    #[test]
    fn the_line_of_the_source_is_shown_with_a_caret() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.c");
        std::fs::write(&file, "double f(double x) {\n\treturn g(x); // \u{fc}\n}\n").unwrap();
        let text = Message::of(&diagnostic(&file, 9)).behind_severity();
        let expected = format!(
            "nothing is known of `g` [EZ0101]
 --> {}:2:9
  |
2 |     return g(x); // \u{fc}
  |            ^
  |
  = note: in function `f`
  = help: give `g` a body
          in this file",
            file.display()
        );
        assert_eq!(text, expected);
    }

    #[test]
    fn a_line_without_a_column_has_no_caret() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.c");
        std::fs::write(&file, "double f(double x) {\nreturn g(x);\n}\n").unwrap();
        let text = Message::of(&diagnostic(&file, 0)).behind_severity();
        assert!(text.contains("\n2 | return g(x);\n"), "{text}");
        assert!(!text.contains('^'), "{text}");
    }

    #[test]
    fn columns_beyond_the_line_and_within_a_letter_are_shown_where_they_can_be() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.c");
        std::fs::write(&file, "\n\u{fc}\n").unwrap();
        for column in [2, 3, 99] {
            let text = Message::of(&diagnostic(&file, column)).behind_severity();
            assert!(text.contains("\n2 | \u{fc}\n"), "{text}");
        }
    }

    #[test]
    fn an_unreadable_source_is_named_without_its_line() {
        let text = Message::of(&diagnostic(Path::new("/nowhere/a.c"), 4)).behind_severity();
        let begin =
            "nothing is known of `g` [EZ0101]\n--> /nowhere/a.c:2:4\n = note: in function `f`\n";
        assert!(text.starts_with(begin), "{text}");
    }

    #[test]
    fn a_compiler_that_shows_the_line_is_not_told_it() {
        let text = Message::of(&diagnostic(Path::new("/nowhere/a.c"), 4)).without_place();
        assert_eq!(
            text,
            "nothing is known of `g` [EZ0101]\n  = note: in function `f`\n  = help: give `g` a body\nin this file"
        );
    }

    #[test]
    fn colours_are_on_request() {
        let report = Message::error("it is broken").help("mend it");
        assert!(report.styled().contains("\u{1b}["));
        assert_eq!(
            report.behind_severity(),
            "it is broken\n |\n = help: mend it"
        );
    }
}
