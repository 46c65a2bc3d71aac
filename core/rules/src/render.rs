//! Formulas as text, with as few parentheses as a reader needs.
//!
//! Owns: [`formula`]. Must not: be parsed back by anyone. Used by the manual and by messages.

use crate::expr::{Expr, ExprArena, Node};

/// How tightly a piece of text binds.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Binding {
    Select,
    Sum,
    Product,
    Sign,
    Atom,
}

/// The names that stand for arguments and results.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// Of the arguments.
    pub args: &'a [&'static str],
    /// Of the results.
    pub results: &'a [&'static str],
}

/// The formula as text. What is used twice and is long gets a name, explained at the end, so that
/// the text grows with the formula and not with its expansion.
pub fn formula(arena: &ExprArena, root: Expr, names: Names<'_>) -> String {
    let uses = uses(arena, root);
    let mut texts: Vec<(String, Binding)> = Vec::new();
    let mut shared: Vec<String> = Vec::new();
    for (index, node) in arena.prefix(root).iter().enumerate() {
        let mut text = write(node, names, &texts);
        if uses[index] > 1 && text.0.len() > LONG {
            let name = format!("t{}", shared.len() + 1);
            shared.push(format!("{name} = {}", text.0));
            text = (name, Binding::Atom);
        }
        texts.push(text);
    }
    let body = texts.pop().map(|(text, _)| text).unwrap_or_default();
    if shared.is_empty() {
        body
    } else {
        format!("{body} where {}", shared.join(", "))
    }
}

/// Length from which a repeated piece of text is named.
const LONG: usize = 14;

/// How often each node up to the root is read by nodes that the root reaches.
fn uses(arena: &ExprArena, root: Expr) -> Vec<usize> {
    let mut uses = vec![0; root.index() + 1];
    for expr in arena.reachable(&[root]) {
        for operand in arena.node(expr).operands().as_slice() {
            uses[operand.index()] += 1;
        }
    }
    uses
}

fn write(node: &Node, names: Names<'_>, texts: &[(String, Binding)]) -> (String, Binding) {
    let at = |expr: Expr, least: Binding| operand(&texts[expr.index()], least);
    let infix =
        |a, b, symbol: &str, left, right| format!("{} {symbol} {}", at(a, left), at(b, right));
    use Binding::{Atom, Product, Select, Sign, Sum};
    match *node {
        Node::Arg(i) | Node::IntArg(i) => (name(names.args, i, 'a'), Atom),
        Node::Result(i) => (name(names.results, i, 'r'), Atom),
        Node::Const(value) => constant(value),
        Node::Neg(a) => (format!("-{}", at(a, Sign)), Sign),
        Node::Add(a, b) => (infix(a, b, "+", Sum, Product), Sum),
        Node::Sub(a, b) => (infix(a, b, "-", Sum, Product), Sum),
        Node::Mul(a, b) => (infix(a, b, "*", Product, Sign), Product),
        Node::Div(a, b) => (infix(a, b, "/", Product, Sign), Product),
        Node::Call(family, operands) => {
            let list: Vec<String> = operands.as_slice().iter().map(|&e| at(e, Select)).collect();
            (format!("{family}({})", list.join(", ")), Atom)
        }
        Node::Select {
            cmp,
            lhs,
            rhs,
            then,
            otherwise,
        } => {
            let condition = infix(lhs, rhs, cmp.symbol(), Sum, Sum);
            (
                format!(
                    "{condition} ? {} : {}",
                    at(then, Sum),
                    at(otherwise, Select)
                ),
                Select,
            )
        }
        Node::IntToFloat(a) => (at(a, Select), texts[a.index()].1),
        Node::IntAddConst(a, c) if c < 0 => (format!("{} - {}", at(a, Sum), -c), Sum),
        Node::IntAddConst(a, c) => (format!("{} + {c}", at(a, Sum)), Sum),
    }
}

fn operand((text, binding): &(String, Binding), least: Binding) -> String {
    if *binding < least {
        format!("({text})")
    } else {
        text.clone()
    }
}

fn name(names: &[&'static str], index: u8, fallback: char) -> String {
    match names.get(usize::from(index)) {
        Some(name) => (*name).to_string(),
        None => format!("{fallback}{index}"),
    }
}

fn constant(value: f64) -> (String, Binding) {
    let binding = if value.is_sign_negative() {
        Binding::Sign
    } else {
        Binding::Atom
    };
    (format!("{value}"), binding)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calls::{if_eq, sin};
    use crate::{Sketch, Term};

    fn text(write: impl Fn(Term<'_>, Term<'_>) -> String) -> String {
        let sketch = Sketch::new();
        write(Term::arg(&sketch, 0), Term::arg(&sketch, 1))
    }

    fn show(term: Term<'_>) -> String {
        let Term::Node(sketch, expr) = term else {
            return "constant".into();
        };
        // A copy of the arena, since the sketch is still borrowed by the term.
        let copy = Sketch::new();
        let mut index = 0;
        while index <= expr.index() {
            copy.intern(sketch.node(index));
            index += 1;
        }
        formula(
            &copy.finish(),
            expr,
            Names {
                args: &["x", "y"],
                results: &["r"],
            },
        )
    }

    #[test]
    fn parentheses_stand_only_where_they_matter() {
        assert_eq!(text(|x, y| show((x + y) * x)), "(x + y) * x");
        assert_eq!(text(|x, y| show(x - (y - x))), "x - (y - x)");
        assert_eq!(text(|x, y| show(x - y - x)), "x - y - x");
        assert_eq!(text(|x, y| show(-(x / y))), "-(x / y)");
        assert_eq!(text(|x, y| show(-x / y)), "-x / y");
        assert_eq!(text(|x, y| show(1.0 / (3.0 * x * y))), "1 / (3 * x * y)");
        assert_eq!(
            text(|x, y| show(sin(if_eq(x, 0.0, 1.0, y)))),
            "sin(x == 0 ? 1 : y)"
        );
    }
}
