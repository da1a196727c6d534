//! [`Marks`]: the kinds of notes in a match.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Comments, `{C:…}`.
    pub comment: bool,
    /// Annotation signs in braces, `{A:…}`.
    pub annotation: bool,
    /// Diagrams, `{D:}`.
    pub diagram: bool,
}

impl Marks {
    /// Returns the kinds in words: `comments, annotations, diagrams`.
    pub fn words(self) -> String {
        let marks = [
            (self.comment, "comments"),
            (self.annotation, "annotations"),
            (self.diagram, "diagrams"),
        ];
        let present = marks.into_iter().filter(|(present, _)| *present);
        present.map(|(_, name)| name).collect::<Vec<_>>().join(", ")
    }

    pub(super) const fn bits(self) -> u8 {
        self.comment as u8 | (self.annotation as u8) << 1 | (self.diagram as u8) << 2
    }

    pub(super) const fn from_bits(bits: u8) -> Self {
        Self { comment: bits & 1 != 0, annotation: bits & 2 != 0, diagram: bits & 4 != 0 }
    }
}
