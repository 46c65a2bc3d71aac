//! Memory of the device for shadows of memory that blocks share, where the compiler has not put them beside it.
//!
//! Each block has a part. What a launch finds there does not matter: its threads set it to zero.
//!
//! Owns: how much that is, and the memory while a launch uses it. Must not: launch, or know what lies where (`core/src/pipeline/shared.rs`).

use crate::facts::{Facts, Shared};
use crate::failure::{Why, fail_with};
use crate::rooms::Room;
use crate::vendor::{Call, Functions};

/// Parts of blocks begin at such places, so that two of them have no line of a cache together.
const PART: u64 = 256;

/// What a launch is handed.
#[derive(Debug)]
pub(crate) struct Shadows {
    /// Nothing if it uses none.
    room: Option<Room>,
    each: u64,
}

/// Bytes for each block.
fn each(facts: &Facts, call: &Call) -> u64 {
    let known = facts.shadows.map_or(0, |shadows| shadows.bytes);
    let more = match facts.shared {
        Shared::OnDevice => call.distance() as u64,
        Shared::None | Shared::AsMuch | Shared::Twice => 0,
    };
    (known + more).next_multiple_of(PART)
}

impl Shadows {
    /// For a launch of a derivative that uses such memory, or of one that does not: nothing if it is handed none at all.
    ///
    /// # Errors
    /// The bytes that the device has not.
    pub(crate) fn find(
        functions: &Functions,
        (facts, call): (&Facts, &Call),
        uses: bool,
    ) -> Result<Option<Self>, Option<u64>> {
        if facts.shadows.is_none() {
            return Ok(None);
        }
        let each = each(facts, call);
        if !uses || each == 0 {
            return Ok(Some(Self { room: None, each }));
        }
        let bytes = call.blocks().and_then(|all| all.checked_mul(each));
        let room = bytes.and_then(|bytes| Room::find(functions, bytes));
        match room {
            Some(_) => Ok(Some(Self { room, each })),
            None => Err(bytes),
        }
    }

    /// Whether there is memory.
    pub(crate) fn is_there(&self) -> bool {
        self.room.is_some()
    }

    /// Where it is, and bytes for each block.
    pub(crate) fn handed(&self) -> [u64; 2] {
        let at = self.room.as_ref().map_or(0, |room| room.at() as u64);
        [at, self.each]
    }

    /// Nothing on the device uses it any more.
    pub(crate) fn give_back(self) {
        if let Some(room) = self.room {
            room.give_back();
        }
    }
}

/// Ends the program where the device lacks memory: so many bytes, or more than a number holds.
pub(crate) fn missing(kernel: &str, bytes: Option<u64>) -> ! {
    let bytes = bytes.map_or("so many".to_owned(), |bytes| bytes.to_string());
    fail_with(
        Why::NoRoom,
        &format!(
            "the device has no {bytes} bytes for the shadows of what the blocks of the kernel `{kernel}` share"
        ),
        "launch fewer blocks at a time, or share less, so that shadows lie beside what they are shadows of",
    );
}

#[cfg(test)]
mod tests {
    use super::Shadows;
    use crate::facts::{self, Facts, Shared};
    use crate::vendor::mock::{FUNCTIONS, machine};
    use crate::vendor::{Call, Size};

    const ON_DEVICE: facts::Shadows = facts::Shadows {
        bytes: 800,
        forward: false,
    };

    fn facts(shared: Shared, shadows: Option<facts::Shadows>) -> Facts {
        Facts {
            bytes: 0,
            stacks: 0,
            shared,
            shadows,
            settles: false,
            has_tangent: true,
            params: Vec::new(),
            variables: Vec::new(),
        }
    }

    fn call(blocks: u32, shared: usize) -> Call {
        Call {
            kernel: std::ptr::null_mut(),
            grid: Size::new(blocks, 1, 1),
            block: Size::ONE,
            shared,
            stream: std::ptr::null_mut(),
            together: 0,
        }
    }

    #[test]
    fn each_block_has_a_part() {
        let cases = [
            (Shared::None, 0, 1024),
            (Shared::OnDevice, 200, 1024),
            (Shared::OnDevice, 225, 1280),
            (Shared::Twice, 4000, 1024),
        ];
        for (shared, of_launch, expected) in cases {
            let known = facts(shared, Some(ON_DEVICE));
            let found = Shadows::find(&FUNCTIONS, (&known, &call(3, of_launch)), true);
            let found = found.unwrap().unwrap();
            assert!(found.is_there() && found.handed()[1] == expected);
            found.give_back();
        }
    }

    #[test]
    fn what_uses_none_gets_none() {
        let none = Shadows::find(&FUNCTIONS, (&facts(Shared::Twice, None), &call(3, 8)), true);
        assert!(none.unwrap().is_none());
        let known = facts(Shared::None, Some(ON_DEVICE));
        let idle = Shadows::find(&FUNCTIONS, (&known, &call(3, 0)), false);
        assert_eq!(idle.unwrap().unwrap().handed(), [0, 1024]);
        assert_eq!(machine(|machine| machine.in_use()), 0);
    }

    #[test]
    fn memory_that_there_is_not_is_an_answer() {
        machine(|machine| machine.left = 4096);
        let known = facts(Shared::None, Some(ON_DEVICE));
        let found = Shadows::find(&FUNCTIONS, (&known, &call(5, 0)), true);
        assert_eq!(found.err(), Some(Some(5120)));
    }

    #[test]
    #[should_panic(
        expected = "the device has no 5120 bytes for the shadows of what the blocks of the kernel `k` share [EZ7504]"
    )]
    fn it_is_told() {
        super::missing("k", Some(5120));
    }
}
