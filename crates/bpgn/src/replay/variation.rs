//! [`Variations`]: the variations of a record, played through the rules.
//!
//! A group in parentheses follows a ply and is played from before that ply, as in PGN: it is an *alternative*. If it is
//! illegal there but legal after the ply, it is a *continuation*. A group that is illegal in both places stays text. A
//! drop of a piece that the reserve lacks counts as illegal, unless the group is illegal in both places. Then the
//! missing pieces are lent, and both places are tried again.

use super::{Match, Ply, PlyName};
use crate::Span;
use crate::notation::{
    Note, NoteKind, Record, mark_spans,
    variation::{Group, Item, NameInGroup, PlyInGroup},
};
use bughouse::{BoardId, IllegalMove, Position};
use std::ops::Range;

/// The variations of a record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variations {
    /// The variations on plies of the match, in text order.
    pub roots: Vec<Root>,
    /// The groups that contain moves but cannot be played, in text order. They stay plain text.
    pub unplayable: Vec<Span>,
    /// The groups outside comments that cannot be played or contain no moves. These are issues, since the movetext
    /// should contain only variations.
    pub unplayable_in_movetext: Vec<Span>,
}

/// A variation on a ply of the match, not of another variation.
#[derive(Clone, Debug, PartialEq)]
pub struct Root {
    /// The number of plies of the match before the note that contains the variation. The variation is on the last of
    /// these plies.
    pub after: u32,
    /// The index, in the record's notes, of the note that contains the variation.
    pub note: usize,
    pub variation: Variation,
}

/// A sequence of plies that were not played in the match.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation {
    /// The span of the text, including the parentheses. Offset 0 is the start of the record.
    pub span: Span,
    pub kind: VariationKind,
    /// The plies of the variation. Invariant: not empty.
    pub plies: Vec<VariationPly>,
    /// The span of a result such as `1-0` at the end; `None` if there is none.
    pub result: Option<Span>,
}

/// The kind of a variation, by the place from which it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariationKind {
    /// Replaces the ply that the variation is on: starts from the position before that ply.
    Alternative,
    /// Played from after the ply that the variation is on.
    Continuation,
}

/// A ply of a variation.
#[derive(Clone, Debug, PartialEq)]
pub struct VariationPly {
    /// The ply, without clock and lag.
    pub ply: Ply,
    /// The span from the move number to the end of the move.
    pub span: Span,
    pub san_span: Span,
    /// The spans of glyphs such as `!` or `$1`.
    pub glyphs: Vec<Span>,
    /// The spans of requests for a diagram of the position after the ply: of a NAG such as `$220`, or inside a brace such
    /// as `{D:}`.
    pub diagrams: Vec<Span>,
    /// The spans of comments, without braces. A comment before the first ply belongs to the first ply.
    pub comments: Vec<Span>,
    /// The spans of nested groups that cannot be played, including their parentheses.
    pub words: Vec<Span>,
    /// The nested variations on this ply.
    pub branches: Vec<Variation>,
}

impl Variations {
    /// Reads the variations of `record`, whose bytes are `text` and whose replay is `played`.
    pub fn of(record: &Record, text: &[u8], played: &Match) -> Self {
        let mut found = Self::default();
        let mut walk = MatchWalk::of(played);
        for (note_index, note) in record.notes.iter().enumerate() {
            let groups = match note.kind {
                NoteKind::Comment => Group::parse_all(text, note.text),
                NoteKind::Variation => {
                    Group::parse_movetext_group(text, note.span).into_iter().collect()
                }
                _ => continue,
            };
            if groups.is_empty() || !walk.go_to(note.after as usize) {
                continue;
            }
            for group in groups {
                let first_unplayable = found.unplayable.len();
                let variation = found.variation(&group, &walk.here);
                if note.kind == NoteKind::Variation {
                    match variation {
                        Some(_) => found
                            .unplayable_in_movetext
                            .extend_from_slice(&found.unplayable[first_unplayable..]),
                        None => found.unplayable_in_movetext.push(note.span),
                    }
                }
                found.roots.extend(variation.map(|variation| Root {
                    after: note.after,
                    note: note_index,
                    variation,
                }));
            }
        }
        found
    }

    /// Returns the indexes in `roots` of the variations in `span`, such as that of a note.
    pub fn roots_in(&self, span: Span) -> Range<usize> {
        let before = |at: u32| self.roots.partition_point(|root| root.variation.span.start < at);
        before(span.start)..before(span.end)
    }

    /// Returns the span of the outermost variation around `span`, or `None` if `span` is not in a variation.
    pub fn around(&self, span: Span) -> Option<Span> {
        let count = self.roots.partition_point(|root| root.variation.span.start <= span.start);
        let group = self.roots[..count].last()?.variation.span;
        if group.to(span) == group { Some(group) } else { None }
    }

    /// Returns the spans of the variations and marks in `note` of `text`, in order. Marks are arrows and circles. Returns
    /// no spans if `note` is not in a `{C:…}`.
    pub fn non_word_spans(&self, text: &[u8], note: &Note) -> Vec<Span> {
        if note.kind != NoteKind::Comment {
            return Vec::new();
        }
        let in_note = self.roots[self.roots_in(note.span)].iter();
        let mut non_words: Vec<Span> = in_note.map(|root| root.variation.span).collect();
        // Marks inside a variation belong to one of its plies.
        let marks = mark_spans(text, note.text).into_iter();
        non_words.extend(marks.filter(|span| self.around(*span).is_none()));
        non_words.sort_unstable();
        non_words
    }

    /// Returns whether there is no variation that can be played.
    pub const fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    /// Iterates over the variations on ply `after` of the match, counted from 1; 0 is the start of the match.
    pub fn on(&self, after: u32) -> impl Iterator<Item = &Variation> {
        let on = self.roots[self.first_root_on(after)..].iter();
        on.take_while(move |root| root.after == after).map(|root| &root.variation)
    }

    /// Returns the index of the first variation on ply `after` of the match or, without one, on a later ply.
    pub(super) fn first_root_on(&self, after: u32) -> usize {
        self.roots.partition_point(|root| root.after < after)
    }

    /// Returns the index of the first variation on the same ply of the match as variation `root`.
    pub fn first_root_beside(&self, root: usize) -> usize {
        self.first_root_on(self.roots.get(root).map_or(0, |root| root.after))
    }
}

impl VariationPly {
    pub const fn has_diagram(&self) -> bool {
        !self.diagrams.is_empty()
    }
}

impl Variation {
    /// Returns the number of plies, including those of all branches.
    pub fn count(&self) -> usize {
        let branches = self.plies.iter().flat_map(|ply| &ply.branches);
        self.plies.len() + branches.map(Self::count).sum::<usize>()
    }
}

/// A ply that is followed by a group, with the positions before and after the ply.
#[derive(Clone)]
pub struct Place {
    pub before: Position,
    pub after: Position,
    /// The name of the ply; `None` at the start of the match.
    ply: Option<PlyName>,
}

/// Plays the match forwards from one place to the next.
pub struct MatchWalk<'m> {
    played: &'m Match,
    plies: usize,
    pub here: Place,
}

impl<'m> MatchWalk<'m> {
    /// Begins at the start of `played`.
    pub fn of(played: &'m Match) -> Self {
        let start = &played.set_up.position;
        Self {
            played,
            plies: 0,
            here: Place { before: start.clone(), after: start.clone(), ply: None },
        }
    }

    /// Advances to the place after `plies` plies. Returns `false` if the match is shorter.
    pub fn go_to(&mut self, plies: usize) -> bool {
        let Some(next) = self.played.plies.get(self.plies..plies) else {
            return plies == self.plies;
        };
        for ply in next {
            self.here.before.clone_from(&self.here.after);
            ply.play_on(&mut self.here.after);
            self.here.ply = Some(ply.name());
        }
        self.plies = plies;
        true
    }
}

impl Variations {
    /// Returns `group` as a variation at `place`, or `None` if it cannot be played. A group that contains moves but
    /// cannot be played is added to `unplayable`.
    fn variation(&mut self, group: &Group, place: &Place) -> Option<Variation> {
        let found = if group.may_be_variation() { self.first_playable(group, place) } else { None };
        if found.is_none() && group.plies().next().is_some() {
            self.unplayable.push(group.span);
        }
        found
    }

    /// Returns `group` as a variation, or `None` if it cannot be played. Tries it as an alternative, then as a
    /// continuation, then as either of them with lent pieces.
    fn first_playable(&mut self, group: &Group, place: &Place) -> Option<Variation> {
        for may_lend in [false, true] {
            let alternative = place.ply.is_some().then_some((
                VariationKind::Alternative,
                &place.before,
                place.ply,
            ));
            let continuation =
                (VariationKind::Continuation, &place.after, place.ply.map(PlyName::next));
            for (kind, start, expected) in alternative.into_iter().chain([continuation]) {
                if can_play(group, start, expected, may_lend) {
                    let plies = self.play(group, start, expected);
                    let (span, result) = (group.span, group.result());
                    return Some(Variation { span, kind, plies, result });
                }
            }
        }
        None
    }

    /// Plays a group whose moves can be played from `start`. `expected` is the name of the first ply, unless the group
    /// gives another name. Adds nested groups that cannot be played to `unplayable`.
    fn play(
        &mut self,
        group: &Group,
        start: &Position,
        expected: Option<PlyName>,
    ) -> Vec<VariationPly> {
        let mut plies: Vec<VariationPly> = Vec::new();
        let mut place = Place { before: start.clone(), after: start.clone(), ply: None };
        let mut leading_comments = Vec::new();
        for item in &group.items {
            match (item, plies.last_mut()) {
                (Item::Ply(text), _) => {
                    place.before.clone_from(&place.after);
                    let expected = place.ply.map(PlyName::next).or(expected);
                    let name = name(text, expected, &place.after);
                    let Some(ply) = play_one(text, name, &mut place.after, true) else { break };
                    place.ply = Some(name);
                    let attached_glyph = Some(text.glyph).filter(|glyph| !glyph.is_empty());
                    plies.push(VariationPly {
                        ply,
                        span: text.span,
                        san_span: text.san_span,
                        glyphs: attached_glyph.into_iter().collect(),
                        diagrams: Vec::new(),
                        comments: std::mem::take(&mut leading_comments),
                        words: Vec::new(),
                        branches: Vec::new(),
                    });
                }
                (Item::Group(inner), last) => match (self.variation(inner, &place), last) {
                    (Some(branch), Some(last)) => last.branches.push(branch),
                    (None, Some(last)) => last.words.push(inner.span),
                    (_, None) => {}
                },
                (Item::Glyph(span), Some(last)) => last.glyphs.push(*span),
                (Item::Diagram(span), Some(last)) => last.diagrams.push(*span),
                (Item::Comment(span), Some(last)) => last.comments.push(*span),
                (Item::Comment(span), None) => leading_comments.push(*span),
                (Item::Glyph(_) | Item::Diagram(_), None)
                | (Item::Words(_) | Item::Result(_), _) => {}
            }
        }
        // Most variations have a ply or two, but a vector that grows has room for four.
        plies.shrink_to_fit();
        plies.iter_mut().for_each(|ply| ply.branches.shrink_to_fit());
        plies
    }
}

/// Returns whether all plies of `group`, apart from nested groups, can be played from `start`.
fn can_play(group: &Group, start: &Position, expected: Option<PlyName>, may_lend: bool) -> bool {
    let mut position = start.clone();
    let mut expected = expected;
    group.plies().all(|text| {
        let name = name(text, expected, &position);
        expected = Some(name.next());
        play_one(text, name, &mut position, may_lend).is_some()
    })
}

/// Plays the ply `name` on `position`, with the move that `text` names. If `may_lend`, lends a dropped piece that the
/// reserve lacks. Returns `None` if the ply is illegal.
fn play_one(
    text: &PlyInGroup,
    name: PlyName,
    position: &mut Position,
    may_lend: bool,
) -> Option<Ply> {
    let (mv, is_lent) = match position.resolve(name.seat, &text.san) {
        Ok(mv) => (mv, false),
        Err(IllegalMove::EmptyReserve { role, .. }) if may_lend => {
            position.lend(name.seat, role);
            (position.resolve(name.seat, &text.san).ok()?, true)
        }
        Err(_) => return None,
    };
    Some(Ply::play(position, name, mv, is_lent))
}

/// Returns the name of a ply in a group. If its text lacks the number or the seat, takes the missing part from
/// `expected`. Without `expected`, assumes the side to move on board A and the number 1.
fn name(text: &PlyInGroup, expected: Option<PlyName>, position: &Position) -> PlyName {
    let expected = expected.unwrap_or_else(|| {
        let seat = position.turn(BoardId::A);
        PlyName { number: 1, seat }
    });
    match text.name {
        NameInGroup::Full(name) => name,
        NameInGroup::Number(number) => PlyName { number, ..expected },
        NameInGroup::None => expected,
    }
}
