//! A module as lines of text. Owns finding instructions, operands and names in them; must not choose
//! what is changed.

/// The lines of a module whose values all have names.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub(super) lines: Vec<String>,
    /// If given, only functions whose names begin so are changed.
    pub(super) scope: Option<String>,
}

/// The markers and stand-ins that a mutant may name; a module declares those that it lacks.
pub(super) const MARKERS: &[&str] = &[
    "enzyme_dup",
    "enzyme_const",
    "enzyme_out",
    "enzyme_dupnoneed",
];

impl Text {
    pub(super) fn new(module: &str) -> Text {
        let mut lines: Vec<String> = module.lines().map(str::to_owned).collect();
        for marker in MARKERS {
            if !module.contains(&format!("@{marker} =")) {
                lines.push(format!("@{marker} = external global i32"));
            }
        }
        Text { lines, scope: None }
    }

    pub(super) fn print(&self) -> String {
        self.lines.join("\n") + "\n"
    }

    /// The lines that hold one instruction and pass `wanted`.
    pub(super) fn instructions(&self, wanted: impl Fn(&str) -> bool) -> Vec<usize> {
        let mut inside = false;
        let mut found = Vec::new();
        for (k, line) in self.lines.iter().enumerate() {
            if line.starts_with("define ") {
                inside = self.is_in_scope(line);
            } else if line == "}" {
                inside = false;
            }
            let whole = line.starts_with("  ") && !line.starts_with("   ") && line != "  ]";
            if inside && whole && !line.ends_with('[') && wanted(line) {
                found.push(k);
            }
        }
        found
    }

    /// Whether a function that begins with this line may be changed.
    pub(super) fn is_in_scope(&self, define: &str) -> bool {
        let names = |scope: &String| define.contains(&format!("@{scope}"));
        self.scope.as_ref().is_none_or(names)
    }

    /// The lines of the function around line `at`.
    pub(super) fn function(&self, at: usize) -> std::ops::Range<usize> {
        let start = self.lines[..at]
            .iter()
            .rposition(|l| l.starts_with("define "));
        let end = self.lines[at..].iter().position(|l| l == "}");
        start.unwrap_or(0)..end.map_or(self.lines.len(), |n| at + n)
    }

    /// Replaces every use of a local value within the function around `at`.
    pub(super) fn replace_uses(&mut self, at: usize, name: &str, by: &str) {
        for k in self.function(at) {
            if k != at {
                self.lines[k] = replace_name(&self.lines[k], name, by);
            }
        }
    }
}

/// The name of the value that an instruction defines, with its `%`.
pub(super) fn defined(line: &str) -> Option<&str> {
    let (name, _) = line.trim_start().split_once(" = ")?;
    name.starts_with('%').then_some(name)
}

pub(super) fn is_terminator(line: &str) -> bool {
    let text = defined(line).map_or(line, |_| line.split_once(" = ").map_or(line, |(_, t)| t));
    let word = text.split_whitespace().next().unwrap_or_default();
    ["br", "ret", "switch", "unreachable", "invoke", "resume"].contains(&word)
}

fn part_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || "._$-".contains(c)
}

/// Replaces a name where it stands alone.
pub(super) fn replace_name(line: &str, name: &str, by: &str) -> String {
    let (mut out, mut rest) = (String::new(), line);
    while let Some(at) = rest.find(name) {
        let after = &rest[at + name.len()..];
        out += &rest[..at];
        out += match after.starts_with(part_of_name) {
            true => name,
            false => by,
        };
        rest = after;
    }
    out + rest
}

/// The arguments of a call, with the range of bytes they stand in.
pub(super) fn arguments(line: &str) -> Option<(std::ops::Range<usize>, Vec<String>)> {
    let callee = line.rfind("@__enzyme_")?;
    let start = callee + line[callee..].find('(')? + 1;
    let (mut depth, mut last, mut found) = (0, start, Vec::new());
    for (k, c) in line[start..].char_indices() {
        let at = start + k;
        match c {
            '(' | '{' | '[' | '<' => depth += 1,
            ')' if depth == 0 => {
                found.push(line[last..at].trim().to_owned());
                return Some((start..at, found));
            }
            ')' | '}' | ']' | '>' => depth -= 1,
            ',' if depth == 0 => {
                found.push(line[last..at].trim().to_owned());
                last = at + 1;
            }
            _ => {}
        }
    }
    None
}

/// Operands of the form `type %name`: type and name.
pub(super) fn operands(line: &str) -> Vec<(&str, &str)> {
    let body = line.split_once(" = ").map_or(line, |(_, body)| body);
    let words: Vec<&str> = body
        .split([' ', ',', '(', ')'])
        .filter(|w| !w.is_empty())
        .collect();
    words
        .windows(2)
        .filter(|w| w[1].starts_with('%') && TYPES.contains(&w[0]))
        .map(|w| (w[0], w[1]))
        .collect()
}

/// Types of operands that are exchanged.
const TYPES: &[&str] = &["double", "float", "i64", "i32", "i8", "i1", "ptr"];

#[cfg(test)]
mod tests {
    use super::*;

    const CALL: &str = "  %i = call { double, double } (ptr, ...) @__enzyme_autodiff(ptr @f, i32 %d, \
                        <2 x double> <double 1.0, double 2.0>) #1";

    #[test]
    fn arguments_of_a_hook_call() {
        let (range, found) = arguments(CALL).unwrap();
        assert_eq!(found.len(), 3);
        assert_eq!(found[1], "i32 %d");
        assert!(CALL[range.end..].starts_with(") #1"));
    }

    #[test]
    fn names_are_replaced_where_they_stand_alone() {
        assert_eq!(replace_name("%i1, %i12, %i1", "%i1", "x"), "x, %i12, x");
        assert_eq!(defined(CALL), Some("%i"));
        assert_eq!(operands(CALL), [("i32", "%d")]);
    }
}
