//! Budgets as people write them: numbers such as `1e5`, checkpoints by number or by the room for them.
//!
//! Owns: reading them, and how many checkpoints a room holds. Must not: choose a schedule.

use crate::exit::{Exit, Failure};
use bytesize::ByteSize;

/// Room for checkpoints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Room {
    /// So many checkpoints.
    Slots(u64),
    /// So many bytes, divided by the size of a state.
    Bytes(ByteSize),
    /// As many as there will be.
    Unlimited,
}

const NO_ROOM: &str = "neither a number nor a size such as 64G (10^9 bytes) or 64GiB (2^30)";

/// Room: a number of checkpoints, or of bytes with a unit behind it.
pub(crate) fn room(text: &str) -> Result<Room, String> {
    let has_unit = text.ends_with(|c: char| c.is_ascii_alphabetic());
    match has_unit {
        true => size(text).map(Room::Bytes),
        false => whole(text).map(Room::Slots).map_err(|_| NO_ROOM.into()),
    }
}

/// The same, or `unlimited`.
pub(crate) fn room_or_unlimited(text: &str) -> Result<Room, String> {
    match text {
        "unlimited" => Ok(Room::Unlimited),
        _ => room(text).map_err(|error| format!("{error}, nor `unlimited`")),
    }
}

/// A number of bytes with a unit behind it.
pub(crate) fn size(text: &str) -> Result<ByteSize, String> {
    match text.parse::<ByteSize>() {
        Ok(size) if size.as_u64() > 0 => Ok(size),
        _ => Err(NO_ROOM.into()),
    }
}

/// A whole number, also with an exponent.
pub(crate) fn whole(text: &str) -> Result<u64, String> {
    if let Ok(number) = text.parse() {
        return Ok(number);
    }
    let wrong = || "no whole number, as 100000 or 1e5".to_owned();
    let exponent = text.contains(['e', 'E']).then(|| text.parse::<f64>().ok());
    let number = exponent.flatten().ok_or_else(wrong)?;
    // Whole numbers up to 2^53 are what they seem.
    let is_exact = number.fract() == 0.0 && (0.0..=9e15).contains(&number);
    is_exact.then_some(number as u64).ok_or_else(wrong)
}

impl Room {
    /// How many states of this size it holds; nothing if there is no limit. The option is named where the answer is none.
    ///
    /// # Errors
    /// The size is not known, or is larger than the room.
    pub(super) fn slots(
        self,
        state: Option<ByteSize>,
        option: &str,
    ) -> Result<Option<u64>, Failure> {
        let bytes = match self {
            Self::Slots(slots) => return Ok(Some(slots)),
            Self::Unlimited => return Ok(None),
            Self::Bytes(bytes) => bytes,
        };
        let Some(state) = state else {
            let bytes = bytes.display().si();
            let text = format!("{option} {bytes} holds checkpoints of a size that is not known");
            let help = "say how large a checkpoint is, as --state 3.5G, or give their number";
            return Err(Failure::new(Exit::Usage, text).help(help));
        };
        match bytes.as_u64() / state.as_u64() {
            0 => {
                let (bytes, state) = (bytes.display().si(), state.display().si());
                let text = format!("{option} {bytes} is less than a checkpoint takes, {state}");
                Err(Failure::new(Exit::Refused, text).help("give more room, or 0 for none"))
            }
            slots => Ok(Some(slots)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_have_an_exponent() {
        for (text, number) in [
            ("7", Some(7)),
            ("1e5", Some(100_000)),
            ("2.5E3", Some(2500)),
        ] {
            assert_eq!(whole(text).ok(), number, "{text}");
        }
        for text in ["", "e", "1.5", "1e-1", "-1e3", "1e40", "inf", "many"] {
            assert!(whole(text).is_err(), "{text}");
        }
    }

    #[test]
    fn room_is_checkpoints_or_bytes() {
        let state = Some(ByteSize::gb(3));
        let slots =
            |text: &str| room_or_unlimited(text).map(|room| room.slots(state, "--ram").ok());
        assert_eq!(slots("12"), Ok(Some(Some(12))));
        assert_eq!(slots("64G"), Ok(Some(Some(21))));
        assert_eq!(slots("64GiB"), Ok(Some(Some(22))));
        assert_eq!(slots("unlimited"), Ok(Some(None)));
        assert_eq!(slots("2G"), Ok(None));
        assert!(slots("64 parsecs").is_err());
    }
}
