//! The colours of all pictures.
//!
//! Owns: which there are. Must not: say what they stand for.

#![allow(missing_docs, reason = "a colour's name says all of it")]

pub use plotters::style::RGBColor as Colour;

pub const BLUE: Colour = Colour(24, 116, 152);
pub const ORANGE: Colour = Colour(230, 140, 20);
pub const GREEN: Colour = Colour(90, 150, 60);
pub const VIOLET: Colour = Colour(120, 90, 165);
pub const RED: Colour = Colour(196, 40, 43);
pub const GREY: Colour = Colour(150, 160, 175);

/// For what goes with the one of that name.
pub const LIGHT_BLUE: Colour = Colour(135, 190, 210);
pub const LIGHT_GREEN: Colour = Colour(170, 205, 120);
pub const LIGHT_VIOLET: Colour = Colour(178, 165, 205);
pub const LIGHT_GREY: Colour = Colour(215, 215, 215);

/// Those of lines in one chart, in their order.
pub(crate) const LINES: [Colour; 6] = [BLUE, ORANGE, GREY, VIOLET, GREEN, RED];
