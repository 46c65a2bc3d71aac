//! What all charts share: the canvas, sizes, axes and legends.
//!
//! The library of charts knows whole numbers for places only, by which curves would have steps. So charts are drawn some times as large as they are shown.
//!
//! Owns: sizes on the screen. Must not: know what is drawn.

use crate::palette::Colour;
use crate::{Drawn, Failed};
use plotters::coord::Shift;
use plotters::coord::ranged1d::{Ranged, ValueFormatter};
use plotters::prelude::*;

pub(crate) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub(crate) type Chart<'a, 'b, X, Y> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<X, Y>>;

/// How many times as large charts are drawn.
const FINE: i32 = 8;

/// So many points on the screen.
pub(crate) fn px(points: i32) -> i32 {
    FINE * points
}

/// Letters of this size.
pub(crate) fn letters(size: i32) -> (&'static str, i32) {
    ("sans-serif", px(size))
}

/// A line of usual width.
pub(crate) fn line(colour: Colour) -> ShapeStyle {
    colour.stroke_width(px(2) as u32)
}

/// What stands for a line in a legend.
pub(crate) fn key(colour: Colour) -> impl Fn((i32, i32)) -> PathElement<(i32, i32)> {
    move |(x, y)| PathElement::new(vec![(x, y), (x + px(18), y)], line(colour))
}

/// Draws on a canvas that is shown in this size.
///
/// # Errors
/// Those of what draws; the size in which the picture is shown cannot be written into it.
pub(crate) fn picture(
    (width, height): (i32, i32),
    draw: impl FnOnce(&Area<'_>) -> Drawn,
) -> Result<String, Failed> {
    let mut picture = String::new();
    let size = (px(width) as u32, px(height) as u32);
    let root = SVGBackend::with_string(&mut picture, size).into_drawing_area();
    root.fill(&WHITE)?;
    draw(&root)?;
    root.present()?;
    drop(root);
    let drawn = format!("<svg width=\"{}\" height=\"{}\"", size.0, size.1);
    let rest = picture.strip_prefix(&drawn);
    let rest = rest.ok_or("the library of charts begins a picture in another way than it did")?;
    Ok(format!("<svg width=\"{width}\" height=\"{height}\"{rest}"))
}

/// A form for the numbers of an axis.
pub(crate) type Form<'a> = &'a dyn Fn(f64) -> String;

/// Two axes: what each is of, and the form of its numbers.
pub(crate) struct Axes<'a> {
    pub(crate) across: (&'a str, Form<'a>),
    pub(crate) up: (&'a str, Form<'a>),
}

/// Draws axes, and a line at each of their numbers.
pub(crate) fn axes<X, Y>(chart: &mut Chart<'_, '_, X, Y>, axes: &Axes<'_>) -> Drawn
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
    Y: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let width = px(1) as u32;
    chart
        .configure_mesh()
        .x_desc(axes.across.0)
        .y_desc(axes.up.0)
        .x_label_formatter(&|x| axes.across.1(*x))
        .y_label_formatter(&|y| axes.up.1(*y))
        .axis_style(BLACK.stroke_width(width))
        .bold_line_style(BLACK.mix(0.15).stroke_width(width))
        .light_line_style(TRANSPARENT)
        .set_all_tick_mark_size(px(5))
        .label_style(letters(14))
        .draw()?;
    Ok(())
}

/// Says what the colours are.
pub(crate) fn legend<'a, 'b: 'a, X, Y>(
    chart: &mut Chart<'a, 'b, X, Y>,
    position: SeriesLabelPosition,
) -> Drawn
where
    X: Ranged<ValueType = f64>,
    Y: Ranged<ValueType = f64>,
{
    chart
        .configure_series_labels()
        .position(position)
        .margin(px(8) as u32)
        .legend_area_size(px(26) as u32)
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.3).stroke_width(px(1) as u32))
        .label_font(letters(14))
        .draw()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{FINE, picture};

    /// The library of charts writes the size that it draws in, and the picture has the one that it is shown in.
    #[test]
    fn pictures_are_drawn_larger_than_they_are_shown() {
        let picture = picture((30, 20), |_| Ok(())).unwrap();
        let drawn = format!("viewBox=\"0 0 {} {}\"", FINE * 30, FINE * 20);
        assert!(
            picture.starts_with(&format!("<svg width=\"30\" height=\"20\" {drawn}")),
            "{picture}"
        );
    }
}
