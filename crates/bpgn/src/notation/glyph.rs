//! Glyphs such as `!?`, and their numbers (NAGs, "numeric annotation glyphs").

/// The glyphs of the NAGs 1 to 6, in this order.
pub const GLYPHS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// The NAGs by which chess programs request a diagram: from White's side, and from Black's side.
const DIAGRAMS: [&str; 2] = ["220", "221"];

/// Returns the glyph of a NAG, or the NAG itself if it has no glyph.
pub fn nag_glyph(nag: &str) -> &str {
    let number = nag.trim_start_matches('$').parse::<usize>();
    let place = number.ok().and_then(|number| number.checked_sub(1));
    place.and_then(|it| GLYPHS.get(it)).copied().unwrap_or(nag)
}

/// Returns the NAG of a glyph such as `!?` or `$14`, or `None` for other text and for a diagram.
pub fn nag_of(glyph: &str) -> Option<String> {
    if let Some(place) = GLYPHS.iter().position(|known| *known == glyph) {
        return Some(format!("${}", place + 1));
    }
    let digits = glyph.strip_prefix('$')?;
    let is_number = (1..=3).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    if is_number && !is_diagram_nag(glyph) { Some(glyph.to_owned()) } else { None }
}

/// The NAG that Tandem writes to request a diagram.
pub const DIAGRAM_NAG: &str = "$220";

pub fn is_diagram_nag(nag: &str) -> bool {
    DIAGRAMS.contains(&nag.trim_start_matches('$'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_and_nags_round_trip() {
        for glyph in GLYPHS {
            let nag = nag_of(glyph).expect("a number");
            assert_eq!(nag_glyph(&nag), glyph);
        }
        assert_eq!(nag_of("$14").as_deref(), Some("$14"));
        assert_eq!(nag_glyph("$14"), "$14");
        for none in ["", "!!!", "$", "$x", "well", "14", "$2201", DIAGRAM_NAG, "$221"] {
            assert_eq!(nag_of(none), None, "{none}");
        }
        assert_eq!(nag_glyph("$0"), "$0");
    }
}
