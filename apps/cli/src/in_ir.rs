//! The line of textual IR that a diagnostic is about, for where no line of a source is known.
//!
//! Owns: the search. Must not: know how messages look.

use enzyme_core::Diagnostic;
use enzyme_host::message::Spot;
use std::path::{Path, PathBuf};

/// A file that holds a module, perhaps as text.
pub(crate) struct Module {
    path: PathBuf,
    text: String,
}

impl Module {
    /// The module in this file.
    pub(crate) fn new(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            text: std::fs::read_to_string(path).unwrap_or_default(),
        }
    }

    /// Where the diagnostic's instruction stands, or else its function.
    pub(crate) fn find(&self, diagnostic: &Diagnostic) -> Option<Spot> {
        let subject = diagnostic.subject.as_deref();
        let (line, column) = find(&self.text, &diagnostic.function, subject)?;
        Some(Spot::read(&self.path, line, column))
    }
}

/// Line and column of the instruction in the text of its function, or of the function.
fn find(text: &str, function: &str, subject: Option<&str>) -> Option<(usize, usize)> {
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
    use enzyme_host::message::Message;

    const IR: &str = "\
declare double @g(double)
define double @f(double %x) {
entry:
  %y = call double @g(double %x), !dbg !3
  ret double %y
}
";

    #[test]
    fn an_instruction_is_found_in_textual_ir() {
        let subject = "%y = call double @g(double %x), !dbg !17";
        assert_eq!(find(IR, "f", Some(subject)), Some((4, 3)));
        assert_eq!(find(IR, "f", Some("%z = fneg double %x")), Some((2, 1)));
        assert_eq!(find(IR, "h", None), None);
    }

    #[test]
    fn the_line_of_the_ir_is_shown() {
        let folder = tempfile::tempdir().unwrap();
        let input = folder.path().join("in.ll");
        std::fs::write(&input, IR).unwrap();
        let mut diagnostic = Diagnostic::new(codes::UNKNOWN_FUNCTION, "nothing is known of `g`");
        diagnostic.function = "f".into();
        diagnostic.subject = Some("%y = call double @g(double %x), !dbg !17".into());
        let report = Message::of(&diagnostic).or_at(|| Module::new(&input).find(&diagnostic));
        let expected = format!(
            "nothing is known of `g` [EZ0101]\n --> {}:4:3\n  |\n4 |   %y = call double @g(double %x), \
             !dbg !3\n  |   ^\n  |\n  = note: in function `f`\n  = note: at `%y = call double \
             @g(double %x), !dbg !17`",
            input.display()
        );
        assert_eq!(report.behind_severity(), expected);
    }
}
