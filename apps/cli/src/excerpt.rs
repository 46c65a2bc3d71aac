//! A diagnostic with the source line it is about.
//!
//! Where debug information names a readable file, the excerpt is from there; where the input is
//! textual IR, from the instruction in it; else there is none.
//!
//! Owns: the look of a diagnostic in a terminal. Must not: word messages.

use enzyme_core::Diagnostic;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Files that were looked at, each read once.
pub(crate) struct Sources {
    input: PathBuf,
    files: BTreeMap<PathBuf, Option<String>>,
}

/// A place in a file, counted from 1; column 0 is unknown.
struct Spot {
    file: PathBuf,
    line: usize,
    column: usize,
}

impl Sources {
    /// For diagnostics about this input.
    pub(crate) fn new(input: &Path) -> Self {
        Self {
            input: input.to_owned(),
            files: BTreeMap::new(),
        }
    }

    /// The diagnostic as it is printed.
    pub(crate) fn render(&mut self, diagnostic: &Diagnostic) -> String {
        let mut text = format!(
            "{}[{}]: {}",
            diagnostic.severity, diagnostic.code, diagnostic.message
        );
        if let Some(spot) = self.locate(diagnostic) {
            text.push_str(&self.excerpt(&spot));
        }
        if !diagnostic.function.is_empty() {
            let _ = write!(text, "\n  in function `{}`", diagnostic.function);
        }
        if let Some(subject) = &diagnostic.subject {
            let _ = write!(text, "\n  at `{subject}`");
        }
        for note in &diagnostic.notes {
            let _ = write!(text, "\n  note: {note}");
        }
        for help in &diagnostic.help {
            let _ = write!(text, "\n  help: {help}");
        }
        text
    }

    fn read(&mut self, file: &Path) -> Option<&str> {
        let read = || std::fs::read_to_string(file).ok();
        self.files
            .entry(file.to_owned())
            .or_insert_with(read)
            .as_deref()
    }

    fn locate(&mut self, diagnostic: &Diagnostic) -> Option<Spot> {
        if let Some(place) = &diagnostic.place {
            let (line, column) = (place.line as usize, place.column as usize);
            let spot = Spot {
                file: PathBuf::from(&place.file),
                line,
                column,
            };
            if line > 0 {
                return Some(spot);
            }
        }
        let input = self.input.clone();
        let text = self.read(&input)?;
        let (line, column) = find_in_ir(text, &diagnostic.function, diagnostic.subject.as_deref())?;
        Some(Spot {
            file: input,
            line,
            column,
        })
    }

    fn excerpt(&mut self, spot: &Spot) -> String {
        let column = if spot.column > 0 {
            format!(":{}", spot.column)
        } else {
            String::new()
        };
        let mut text = format!("\n  --> {}:{}{column}", spot.file.display(), spot.line);
        let line = self
            .read(&spot.file)
            .and_then(|t| t.lines().nth(spot.line - 1));
        if let Some(line) = line {
            let number = spot.line.to_string();
            let margin = " ".repeat(number.len());
            let _ = write!(text, "\n {margin} |\n {number} | {line}");
            if spot.column > 0 {
                let _ = write!(text, "\n {margin} | {}^", blanks(line, spot.column - 1));
            }
        }
        text
    }
}

/// As wide as the first `count` bytes of the line: tabs stay tabs.
fn blanks(line: &str, count: usize) -> String {
    let before = line.char_indices().take_while(|(at, _)| *at < count);
    before
        .map(|(_, c)| if c == '\t' { '\t' } else { ' ' })
        .collect()
}

/// Line and column of the instruction in the text of its function, or of the function.
fn find_in_ir(text: &str, function: &str, subject: Option<&str>) -> Option<(usize, usize)> {
    if function.is_empty() {
        return None;
    }
    let heads = [format!("@{function}("), format!("@\"{function}\"(")];
    let is_head = |line: &str| line.starts_with("define") && heads.iter().any(|h| line.contains(h));
    let mut lines = text.lines().enumerate();
    let head = lines.find(|(_, line)| is_head(line))?;
    let wanted = subject.map(essence).filter(|s| !s.is_empty());
    let body = lines.take_while(|(_, line)| !line.starts_with('}'));
    let mut found = body.filter(|(_, line)| wanted.is_some_and(|w| essence(line) == w));
    let (at, line) = found.next().unwrap_or(head);
    Some((at + 1, line.len() - line.trim_start().len() + 1))
}

/// An instruction without its metadata and comment, whose numbers change.
fn essence(line: &str) -> &str {
    let end = [", !", " ;"]
        .iter()
        .filter_map(|mark| line.find(mark))
        .min();
    line[..end.unwrap_or(line.len())].trim()
}

#[cfg(test)]
mod tests {
    use super::*;
    use enzyme_core::diag::codes;
    use enzyme_llvm_shim::ir::SourceLocation;

    const IR: &str = "\
declare double @g(double)
define double @f(double %x) {
entry:
  %y = call double @g(double %x), !dbg !3
  ret double %y
}
";

    fn diagnostic(function: &str, subject: &str) -> Diagnostic {
        let mut d = Diagnostic::new(codes::UNKNOWN_FUNCTION, "no derivative of `g` is known");
        d.function = function.into();
        d.subject = Some(subject.into());
        d.help("give `g` a body")
    }

    #[test]
    fn an_instruction_is_found_in_textual_ir() {
        let subject = "%y = call double @g(double %x), !dbg !17";
        assert_eq!(find_in_ir(IR, "f", Some(subject)), Some((4, 3)));
        assert_eq!(
            find_in_ir(IR, "f", Some("%z = fneg double %x")),
            Some((2, 1))
        );
        assert_eq!(find_in_ir(IR, "h", None), None);
    }

    #[test]
    fn the_line_of_the_ir_is_shown() {
        let folder = tempfile::tempdir().unwrap();
        let input = folder.path().join("in.ll");
        std::fs::write(&input, IR).unwrap();
        let text = Sources::new(&input)
            .render(&diagnostic("f", "%y = call double @g(double %x), !dbg !17"));
        let expected = format!(
            "error[EZ0101]: no derivative of `g` is known\n  --> {}:4:3\n   |\n 4 |   %y = call double \
             @g(double %x), !dbg !3\n   |   ^\n  in function `f`\n  at `%y = call double \
             @g(double %x), !dbg !17`\n  help: give `g` a body",
            input.display()
        );
        assert_eq!(text, expected);
    }

    #[test]
    fn the_source_line_wins_over_the_ir() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.c");
        std::fs::write(&file, "double f(double x) {\n\treturn g(x);\n}\n").unwrap();
        let mut d = diagnostic("f", "call");
        d.place = Some(SourceLocation {
            file: file.display().to_string(),
            line: 2,
            column: 9,
        });
        let text = Sources::new(Path::new("in.ll")).render(&d);
        assert!(
            text.contains("\n 2 | \treturn g(x);\n   | \t       ^\n"),
            "{text}"
        );
    }

    #[test]
    fn an_unreadable_source_is_named_without_excerpt() {
        let mut d = diagnostic("f", "call");
        d.place = Some(SourceLocation {
            file: "/nowhere/a.c".into(),
            line: 2,
            column: 0,
        });
        let text = Sources::new(Path::new("in.ll")).render(&d);
        assert!(
            text.contains("\n  --> /nowhere/a.c:2\n  in function"),
            "{text}"
        );
    }
}
