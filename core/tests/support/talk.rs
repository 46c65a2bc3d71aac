//! A pack for tests: a library of two functions whose calls are mirrored, for C and for Fortran.

use enzyme_rules::{
    Again, CalleeKind, Convention, Data, Element, ElementName, Elements, Entry, FloatKind, Meeting,
    MirrorRule, Role, RulePack,
};
use std::sync::Arc;

/// `talk_send(data, count, element)`, `talk_receive(data, count, element)`, and the same by reference with the names
/// `talk_send_` and `talk_receive_`; anything else of that prefix is refused.
pub(crate) struct Talk;

impl RulePack for Talk {
    fn name(&self) -> &'static str {
        "talk"
    }

    fn entries(&self) -> Vec<Entry> {
        let elements = Elements::from([
            (
                ElementName::Symbol("talk_double".into()),
                Element::Numbers(FloatKind::Double, 8),
            ),
            (ElementName::Symbol("talk_int".into()), Element::Passive),
            (
                ElementName::Number(8),
                Element::Numbers(FloatKind::Double, 8),
            ),
            (ElementName::Number(4), Element::Passive),
        ]);
        let elements = Arc::new(elements);
        let row = |name: &str, reads: bool, convention: Convention| {
            let data = Role::Data(Data {
                reads,
                writes: !reads,
                count: Some(1),
                element: Some(2),
            });
            let rule = MirrorRule {
                params: vec![data, Role::Value, Role::Value],
                convention,
                elements: elements.clone(),
                meeting: Meeting::None,
                again: Again::Never,
                team_of_one: None,
                own_adjoint: false,
                shares: None,
                tangent: format!("talk_tangent_{name}"),
                augmented: format!("talk_augmented_{name}"),
                reverse: format!("talk_reverse_{name}"),
            };
            Entry::exact(format!("talk_{name}"), CalleeKind::Mirrored(Arc::new(rule)))
        };
        vec![
            row("send", true, Convention::C),
            row("receive", false, Convention::C),
            row("send_", true, Convention::Fortran),
            row("receive_", false, Convention::Fortran),
            Entry::prefix("talk_", CalleeKind::Refused("send it instead".into())),
        ]
    }
}
