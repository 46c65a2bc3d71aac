//! What a check has compared.
//!
//! Owns: what all of it says together. Must not: compare, or judge a part (`along` and `second` do).

use super::again::Again;
use super::along::{Along, Verdict};
use super::second::Second;
use serde::Serialize;

/// What was compared.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Checked {
    #[serde(flatten)]
    pub(crate) along: Along,
    /// The same along the part that each field has of the direction, if there are several.
    pub(crate) fields: Vec<OfField>,
    /// What a copy of the library says, if the objective has a value somewhere else.
    pub(crate) again: Option<Again>,
    /// What products with the Hessian were compared with, if the simulation has second derivatives.
    pub(crate) second: Option<Second>,
}

/// What was compared along one field.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct OfField {
    pub(crate) name: String,
    #[serde(flatten)]
    pub(crate) along: Along,
}

impl Checked {
    /// What all this says of the gradient, and of which field it does, where that is worse than what the whole direction says.
    pub(crate) fn verdict(&self) -> (Verdict, Option<&str>) {
        let whole = self.along.verdict();
        if self.again.as_ref().is_some_and(|again| self.differs(again)) {
            return (Verdict::Remembers, None);
        }
        let by = |wanted| {
            self.fields
                .iter()
                .find(move |field| field.along.verdict() == wanted)
        };
        let worst = match whole {
            Verdict::Wrong | Verdict::Remembers | Verdict::NoNumber => None,
            Verdict::Untold | Verdict::Weak | Verdict::Unmoved => by(Verdict::Wrong),
            Verdict::Right | Verdict::Linear => by(Verdict::Wrong).or_else(|| by(Verdict::Untold)),
        };
        worst.map_or((whole, None), |field| {
            (field.along.verdict(), Some(&*field.name))
        })
    }

    fn differs(&self, again: &Again) -> bool {
        !again.is_same(self.along.objective, self.along.precision)
    }

    /// What is to be told of a copy of the library: that it differs, or that there is none.
    pub(crate) fn to_be_told(&self) -> Option<&Again> {
        let is_none = |again: &Again| matches!(again, Again::LeftOut(_));
        let again = self.again.as_ref();
        again.filter(|again| is_none(again) || self.differs(again))
    }

    /// The same in words.
    pub(crate) fn words(&self) -> String {
        match self.verdict() {
            (verdict, None) => verdict.words().to_owned(),
            (verdict, Some(field)) => format!("by {field}: {}", verdict.words()),
        }
    }

    /// Whether all that speaks against the gradient is rounding of a simulation that computes in single precision, without having said so.
    pub(crate) fn is_maybe_single(&self) -> bool {
        let fields = self.fields.iter().map(|field| &field.along);
        let mut wrong = std::iter::once(&self.along)
            .chain(fields)
            .filter(|along| along.verdict() == Verdict::Wrong)
            .peekable();
        wrong.peek().is_some() && wrong.all(Along::is_maybe_single)
    }

    pub(crate) fn is_right(&self) -> bool {
        matches!(self.verdict().0, Verdict::Right | Verdict::Linear)
    }
}
