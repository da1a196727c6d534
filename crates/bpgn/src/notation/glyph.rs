//! Glyphs such as `!?`, and their numbers (NAGs, "numeric annotation glyphs").

/// The glyphs of the NAGs 1 to 6, in this order.
pub const GLYPHS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// Splits an annotation such as `?! careless` into its sign of `!` and `?`, which may be empty, and what follows.
pub fn split_annotation(annotation: &str) -> (&str, &str) {
    let words = annotation.trim_start_matches(['!', '?']);
    annotation.split_at(annotation.len() - words.len())
}

/// The NAGs by which chess programs request a diagram: from White's side, and from Black's side.
const DIAGRAMS: [&str; 2] = ["220", "221"];

/// A numeric annotation glyph: its number, its sign if it has one, and its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nag {
    pub number: u8,
    /// The sign in print, such as `⩲`; empty if there is none.
    pub sign: &'static str,
    /// The meaning, such as `White has a slight advantage`.
    pub name: String,
}

/// NAGs about the move or about both sides, from section 10 of the PGN standard, and those of its successors in common
/// use.
const SINGLE: [(u8, &str, &str); 23] = [
    (1, "!", "good move"),
    (2, "?", "mistake"),
    (3, "!!", "brilliant move"),
    (4, "??", "blunder"),
    (5, "!?", "interesting move"),
    (6, "?!", "dubious move"),
    (7, "□", "only move"),
    (8, "", "no reasonable alternatives"),
    (9, "", "worst move"),
    (10, "=", "equal"),
    (11, "", "equal chances, quiet position"),
    (12, "", "equal chances, active position"),
    (13, "∞", "unclear"),
    (140, "∆", "with the idea"),
    (141, "∇", "aimed against"),
    (142, "", "better is"),
    (143, "", "worse is"),
    (144, "", "equivalent is"),
    (145, "", "editor's remark"),
    (146, "N", "novelty"),
    (147, "", "weak point"),
    (148, "", "endgame"),
    (239, "⇔", "file"),
];

/// NAGs about one side: the number and the signs for White, then Black, whose number is one more; and the meaning after
/// the name of the side.
const PAIRED: [(u8, [&str; 2], &str); 63] = [
    (14, ["⩲", "⩱"], "has a slight advantage"),
    (16, ["±", "∓"], "has a moderate advantage"),
    (18, ["+−", "−+"], "has a decisive advantage"),
    (20, ["", ""], "has a crushing advantage"),
    (22, ["⨀", "⨀"], "is in zugzwang"),
    (24, ["", ""], "has a slight space advantage"),
    (26, ["○", "○"], "has a moderate space advantage"),
    (28, ["", ""], "has a decisive space advantage"),
    (30, ["", ""], "is slightly ahead in development"),
    (32, ["⟳", "⟳"], "is ahead in development"),
    (34, ["", ""], "is decisively ahead in development"),
    (36, ["↑", "↑"], "has the initiative"),
    (38, ["", ""], "has a lasting initiative"),
    (40, ["→", "→"], "has the attack"),
    (42, ["", ""], "has insufficient compensation for the material"),
    (44, ["", ""], "has compensation for the material"),
    (46, ["", ""], "has more than enough compensation for the material"),
    (48, ["", ""], "has slightly more control of the centre"),
    (50, ["", ""], "has more control of the centre"),
    (52, ["", ""], "has decisive control of the centre"),
    (54, ["", ""], "has slightly more control of the kingside"),
    (56, ["", ""], "has more control of the kingside"),
    (58, ["", ""], "has decisive control of the kingside"),
    (60, ["", ""], "has slightly more control of the queenside"),
    (62, ["", ""], "has more control of the queenside"),
    (64, ["", ""], "has decisive control of the queenside"),
    (66, ["", ""], "has a vulnerable first rank"),
    (68, ["", ""], "has a well-protected first rank"),
    (70, ["", ""], "has a poorly protected king"),
    (72, ["", ""], "has a well-protected king"),
    (74, ["", ""], "has a poorly placed king"),
    (76, ["", ""], "has a well-placed king"),
    (78, ["", ""], "has a very weak pawn structure"),
    (80, ["", ""], "has a weak pawn structure"),
    (82, ["", ""], "has a strong pawn structure"),
    (84, ["", ""], "has a very strong pawn structure"),
    (86, ["", ""], "has a poorly placed knight"),
    (88, ["", ""], "has a well-placed knight"),
    (90, ["", ""], "has a poorly placed bishop"),
    (92, ["", ""], "has a well-placed bishop"),
    (94, ["", ""], "has a poorly placed rook"),
    (96, ["", ""], "has a well-placed rook"),
    (98, ["", ""], "has a poorly placed queen"),
    (100, ["", ""], "has a well-placed queen"),
    (102, ["", ""], "has poor piece coordination"),
    (104, ["", ""], "has good piece coordination"),
    (106, ["", ""], "played the opening very poorly"),
    (108, ["", ""], "played the opening poorly"),
    (110, ["", ""], "played the opening well"),
    (112, ["", ""], "played the opening very well"),
    (114, ["", ""], "played the middlegame very poorly"),
    (116, ["", ""], "played the middlegame poorly"),
    (118, ["", ""], "played the middlegame well"),
    (120, ["", ""], "played the middlegame very well"),
    (122, ["", ""], "played the ending very poorly"),
    (124, ["", ""], "played the ending poorly"),
    (126, ["", ""], "played the ending well"),
    (128, ["", ""], "played the ending very well"),
    (130, ["", ""], "has slight counterplay"),
    (132, ["⇆", "⇆"], "has counterplay"),
    (134, ["", ""], "has decisive counterplay"),
    (136, ["", ""], "is in moderate time trouble"),
    (138, ["⊕", "⊕"], "is in severe time trouble"),
];

/// Returns all NAGs that have a meaning, in the order of their numbers, except requests for diagrams.
pub fn nags() -> Vec<Nag> {
    let single = SINGLE.map(|(number, sign, name)| Nag { number, sign, name: name.to_owned() });
    let paired = PAIRED.iter().flat_map(|&(number, signs, name)| {
        let sides = [("White", 0_u8), ("Black", 1)];
        sides.map(|(side, place)| Nag {
            number: number + place,
            sign: signs[usize::from(place)],
            name: format!("{side} {name}"),
        })
    });
    let mut nags: Vec<Nag> = single.into_iter().chain(paired).collect();
    nags.sort_by_key(|nag| nag.number);
    nags
}

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

/// Returns whether `nag`, with or without `$`, requests a diagram.
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

    #[test]
    fn nags_are_unique_and_begin_with_the_glyphs() {
        let nags = nags();
        assert!(nags.is_sorted_by(|one, other| one.number < other.number), "each number once");
        let first: Vec<&str> = nags.iter().map(|nag| nag.sign).take(6).collect();
        assert_eq!(first, GLYPHS);
        let black = nags.iter().find(|nag| nag.sign == "∓").expect("a sign");
        assert_eq!((black.number, black.name.as_str()), (17, "Black has a moderate advantage"));
        assert!(nags.iter().all(|nag| nag_of(&format!("${}", nag.number)).is_some()));
    }
}
