//! Basic datatypes. Owns what they are made of. Must not: know constructors.

use super::kind::Kind;
use super::map::TypeMap;
use super::node::Node;
use std::ffi::c_int;

/// What a basic datatype is made of. Must match `enum basic` in constants.c.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Basic {
    Integer,
    Real,
    /// Two reals.
    Complex,
    /// A real and the integer of MINLOC and MAXLOC.
    Pair,
    /// Bytes of unknown content.
    Opaque,
}

impl Basic {
    fn of_code(code: c_int) -> Option<Basic> {
        [
            Basic::Integer,
            Basic::Real,
            Basic::Complex,
            Basic::Pair,
            Basic::Opaque,
        ]
        .into_iter()
        .find(|basic| *basic as c_int == code)
    }
}

/// The map of a row of the table; `None` where a real has a size of no known kind.
pub(super) fn map(code: c_int, size: usize, extent: isize) -> Option<TypeMap> {
    let node = match Basic::of_code(code)? {
        Basic::Integer => Node::Passive {
            bytes: size,
            opaque: false,
        },
        Basic::Opaque => Node::Passive {
            bytes: size,
            opaque: true,
        },
        Basic::Real => Node::Block {
            kind: Kind::of_size(size)?,
            count: 1,
        },
        Basic::Complex => Node::Block {
            kind: Kind::of_size(size / 2)?,
            count: 2,
        },
        Basic::Pair => {
            let integer = size_of::<c_int>();
            let kind = Kind::of_size(size.checked_sub(integer)?)?;
            Node::Parts(vec![
                (0, Node::Block { kind, count: 1 }),
                (
                    kind.size() as isize,
                    Node::Passive {
                        bytes: integer,
                        opaque: false,
                    },
                ),
            ])
        }
    };
    Some(TypeMap::new(node, extent))
}
