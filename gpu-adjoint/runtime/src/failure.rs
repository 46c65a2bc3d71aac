//! The end of a program whose derivative cannot go on.
//!
//! Owns: how that looks, and its codes. Must not: decide when.

/// Why a program ends. `enzyme-rs explain` has a text for each.
#[derive(Clone, Copy)]
pub(crate) enum Why {
    /// A function of the vendor's library has failed.
    Vendor,
    /// A kernel has no derivatives.
    Unmarked,
    /// A kernel's derivatives are not those of this library.
    OtherVersion,
    /// The device has no memory for what threads keep.
    NoRoom,
    /// One kernel writes integers where another one has numbers.
    Integers,
    /// Nobody says what numbers are copied.
    UnknownNumbers,
    /// A kernel can be launched, and its derivative cannot.
    TooLarge,
    /// A kernel that is said to have no derivative writes where there is one.
    Inactive,
    /// A thread keeps more than it has room for.
    ThreadNeedsMore,
    /// The compiler has left out a kernel's derivatives, and said why.
    LeftOut,
    /// A kernel is launched in forward mode that has no tangent.
    NoTangent,
    /// Numbers that vary lie in a variable of the device whose shadow is not known where it is needed.
    Variable,
}

impl Why {
    fn code(self) -> &'static str {
        match self {
            Self::Vendor => "EZ7501",
            Self::Unmarked => "EZ7502",
            Self::OtherVersion => "EZ7503",
            Self::NoRoom => "EZ7504",
            Self::Integers => "EZ7505",
            Self::UnknownNumbers => "EZ7506",
            Self::TooLarge => "EZ7507",
            Self::Inactive => "EZ7508",
            Self::ThreadNeedsMore => "EZ7509",
            Self::LeftOut => "EZ7510",
            Self::NoTangent => "EZ7511",
            Self::Variable => "EZ7512",
        }
    }
}

/// Says why, and ends the program: nobody gets a number that is not the derivative.
pub(crate) fn fail(why: Why, what: &str) -> ! {
    end(why, what, "");
}

/// The same, with what to do.
pub(crate) fn fail_with(why: Why, what: &str, help: &str) -> ! {
    end(why, what, &format!("\n  help: {help}"));
}

/// Says it in a program that ends by itself.
pub(crate) fn complain(why: Why, what: &str, help: &str) {
    eprintln!("{}", text(why, what, &format!("\n  help: {help}")));
}

fn text(why: Why, what: &str, more: &str) -> String {
    format!("enzyme-rs: {what} [{}]{more}", why.code())
}

fn end(why: Why, what: &str, more: &str) -> ! {
    let told = text(why, what, more);
    // Tests go on, and read it.
    if cfg!(test) {
        panic!("{told}");
    }
    eprintln!("{told}");
    std::process::abort();
}
