//! [`Marks`]: whether a match is annotated.

/// What readers have left beside the moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// A comment, `{C:…}`.
    pub comment: bool,
    /// An annotation in braces, `{A:…}`.
    pub annotation: bool,
    /// A diagram, `{D:}`.
    pub diagram: bool,
}

impl Marks {
    /// In words, `comments, signs, diagrams`.
    #[must_use]
    pub fn words(self) -> String {
        let marks =
            [(self.comment, "comments"), (self.annotation, "signs"), (self.diagram, "diagrams")];
        let there = marks.into_iter().filter(|(there, _)| *there);
        there.map(|(_, name)| name).collect::<Vec<_>>().join(", ")
    }

    /// As one byte.
    pub(super) const fn bits(self) -> u8 {
        self.comment as u8 | (self.annotation as u8) << 1 | (self.diagram as u8) << 2
    }

    /// From [`Marks::bits`].
    pub(super) const fn of_bits(bits: u8) -> Self {
        Self { comment: bits & 1 != 0, annotation: bits & 2 != 0, diagram: bits & 4 != 0 }
    }
}
