//! [`Content`]: the content of a record, which is a match or a game of Kriegspiel.

use super::{ChangeError, Document, DocumentEdit, GameDocument};
use crate::{
    file::{EditSet, Encoding, LineColumn, Span},
    notation::{GameResult, KnownTag, NoteKind, Tag},
    replay::Point,
    text::count_text,
    timeline::Moment,
};

/// A match or a game of Kriegspiel, by default as an open document. With other types for `M` and `G`, this type holds
/// other data that differs between the two kinds of record, such as view state.
#[derive(Clone, Debug)]
pub enum Content<M = Document, G = GameDocument> {
    Match(Box<M>),
    Game(Box<G>),
}

/// Calls a method that documents of both kinds have.
macro_rules! either {
    ($content:expr, $document:ident => $call:expr) => {
        match $content {
            Content::Match(inner) => {
                let $document = M::as_ref(inner);
                $call
            }
            Content::Game(inner) => {
                let $document = G::as_ref(inner);
                $call
            }
        }
    };
}

impl From<Document> for Content {
    fn from(document: Document) -> Self {
        Self::Match(Box::new(document))
    }
}

impl AsRef<Self> for Document {
    fn as_ref(&self) -> &Self {
        self
    }
}

impl AsRef<Self> for GameDocument {
    fn as_ref(&self) -> &Self {
        self
    }
}

impl<M, G> Content<M, G> {
    pub fn as_match(&self) -> Option<&M> {
        match self {
            Self::Match(inner) => Some(inner),
            Self::Game(_) => None,
        }
    }

    /// Returns the word for the record in texts.
    pub const fn noun(&self) -> &'static str {
        match self {
            Self::Match(_) => "match",
            Self::Game(_) => "game",
        }
    }

    pub fn as_game(&self) -> Option<&G> {
        match self {
            Self::Game(inner) => Some(inner),
            Self::Match(_) => None,
        }
    }
}

impl<M: AsRef<Document>, G: AsRef<GameDocument>> Content<M, G> {
    pub fn text(&self) -> &[u8] {
        either!(self, document => document.text())
    }

    /// Returns the tags in the order of the file.
    pub fn tags(&self) -> &[Tag] {
        either!(self, document => &document.record().tags)
    }

    /// Returns the value of the tag `key`; `None` if it is unknown.
    pub fn known_text(&self, key: KnownTag) -> Option<String> {
        either!(self, document => document.record().known_text(document.text(), key))
    }

    pub fn record_encoding(&self) -> Encoding {
        either!(self, document => document.record().encoding)
    }

    /// Returns the result as written in the record, or `None` if it has none.
    pub fn result(&self) -> Option<GameResult> {
        either!(self, document => document.record().result(document.text()))
    }

    /// Returns the number of replayed plies.
    pub fn played_plies(&self) -> usize {
        match self {
            Self::Match(inner) => M::as_ref(inner).played().plies.len(),
            Self::Game(inner) => G::as_ref(inner).game().plies(),
        }
    }

    pub fn has_issues(&self) -> bool {
        match self {
            Self::Match(inner) => !M::as_ref(inner).played().issues.is_empty(),
            Self::Game(inner) => !G::as_ref(inner).game().issues.is_empty(),
        }
    }

    /// Returns the span of the ply before `moment`, or `None` at the start.
    pub fn ply_span(&self, moment: Moment) -> Option<Span> {
        either!(self, document => Some(document.ply(moment)?.span))
    }

    /// Returns where the plies start.
    pub fn ply_starts(&self) -> Vec<u32> {
        either!(self, document => document.record().plies.iter().map(|it| it.span.start).collect())
    }

    /// Returns the glyph and the annotation of the ply before `moment`, as the user edits them.
    pub fn annotation(&self, moment: Moment) -> Option<String> {
        either!(self, document => document.annotation(moment))
    }

    /// Returns the comment with index `place` at `moment`, without the variations and marks in it.
    pub fn comment(&self, moment: Moment, place: usize) -> Option<String> {
        either!(self, document => document.comment(moment, place))
    }

    pub fn comment_count(&self, moment: Moment) -> usize {
        either!(self, document => document.comment_count(moment))
    }

    /// Returns whether there is a diagram at `moment`.
    pub fn has_diagram(&self, moment: Moment) -> bool {
        either!(self, document => document.has_diagram(moment))
    }

    /// Like [`Document::written_reason`].
    pub fn written_reason(&self) -> String {
        either!(self, document => document.written_reason())
    }

    /// Like [`Document::scan`].
    pub fn scan(&self) {
        either!(self, document => document.scan());
    }

    /// Like [`Document::is_scanned`].
    pub fn is_scanned(&self) -> bool {
        either!(self, document => document.is_scanned())
    }

    /// Like [`Document::known_line_column`].
    pub fn known_line_column(&self, offset: u32) -> LineColumn {
        either!(self, document => document.known_line_column(offset))
    }

    /// Like [`Document::moment_named`].
    pub fn moment_named(&self, name: &str) -> Option<Moment> {
        either!(self, document => document.moment_named(name))
    }

    /// Like [`Document::ply_name`].
    pub fn ply_name(&self, moment: Moment) -> Option<String> {
        either!(self, document => document.ply_name(moment))
    }

    /// Like [`Document::point_named`]. A game has no points in variations.
    pub fn point_named(&self, name: &str) -> Option<Point> {
        match self {
            Self::Match(inner) => M::as_ref(inner).point_named(name),
            Self::Game(_) => self.moment_named(name).map(Point::Match),
        }
    }

    /// Returns the name of `edit` for the Edit menu: `comment on 12b`.
    pub fn name_of(&self, edit: &DocumentEdit) -> String {
        if let Some(name) = either!(self, document => edit.tag_name(document)) {
            return name;
        }
        let at = |what: &str, moment| match either!(self, document => document.ply_name(moment)) {
            Some(ply) => format!("{what} {ply}"),
            None => format!("{what} the {}", self.noun()),
        };
        match edit {
            DocumentEdit::Glyph { moment, .. } => at("annotation of", *moment),
            DocumentEdit::Comment { moment, .. } | DocumentEdit::CommentAt { moment, .. } => {
                at("comment on", *moment)
            }
            DocumentEdit::GameVariation { moment, .. } => at("variation on", *moment),
            DocumentEdit::MoveNote { note, .. } => {
                let note = either!(self, document => document.record().notes.get(*note));
                let what = match note.map(|note| note.kind) {
                    Some(NoteKind::Annotation) => "annotation of",
                    Some(NoteKind::Comment) => "comment on",
                    _ => "note on",
                };
                at(what, note.map_or(0, |note| note.after as usize))
            }
            DocumentEdit::Diagram { moment, .. } => at("diagram at", *moment),
            DocumentEdit::Move { ply, .. } => at("move", ply + 1),
            DocumentEdit::Clock { ply, .. } => at("clock of", ply + 1),
            DocumentEdit::DeleteFrom { ply } => {
                format!("{} and the rest", at("deleting", ply + 1))
            }
            DocumentEdit::Marks { at: Point::Match(moment), .. } => at("drawing on", *moment),
            DocumentEdit::Marks { .. } => "drawing in a variation".to_owned(),
            DocumentEdit::Outcome { .. } | DocumentEdit::Result(_) => "result".to_owned(),
            DocumentEdit::AddGamePly(line) => format!("{}: {}", line.name, line.move_text()),
            _ => match (edit, self) {
                (DocumentEdit::AddPly { seat, mv, .. }, Self::Match(inner)) => {
                    let document = M::as_ref(inner);
                    let plies = document.played().plies.len();
                    let name = document.next_name(&Point::Match(plies), *seat);
                    let position = document.played().position_after(plies);
                    format!("{name}. {}", position.board_of(*seat).san(*mv))
                }
                (DocumentEdit::InsertPly { ply, seat, mv }, Self::Match(inner)) => {
                    let document = M::as_ref(inner);
                    let name = document.next_name(&Point::Match(*ply), *seat);
                    let position = document.played().position_after(*ply);
                    format!("inserting {name}. {}", position.board_of(*seat).san(*mv))
                }
                (DocumentEdit::AddPlies(plies), _) => count_text(plies.len(), "move", "moves"),
                (DocumentEdit::Variation(edit), Self::Match(inner)) => edit.name(M::as_ref(inner)),
                _ => "change".to_owned(),
            },
        }
    }

    /// Applies all `changes` at once. Returns the new record, and the edits of the bytes of the old record. A changed
    /// tag may turn a bughouse match into a game of Kriegspiel.
    ///
    /// # Errors
    /// The reason why a change is impossible, or [`ChangeError::Misread`] if the result would read back differently.
    pub fn changed(&self, changes: &[DocumentEdit]) -> Result<(Content, EditSet), ChangeError> {
        let (set, text) = either!(self, document => document.edited(changes))?;
        let changed = self.with_text(text);
        let is_applied = |edit: &DocumentEdit| match (self, &changed) {
            (Self::Match(before), Content::Match(after)) => {
                edit.is_applied(M::as_ref(before), after)
            }
            (Self::Game(before), Content::Game(after)) => edit.is_applied(G::as_ref(before), after),
            (Self::Match(_), Content::Game(after)) => edit.is_tag_applied(after) == Some(true),
            (Self::Game(_), Content::Match(after)) => edit.is_tag_applied(after) == Some(true),
        };
        if !changes.iter().all(is_applied) {
            return Err(ChangeError::Misread);
        }
        Ok((changed, set))
    }
}
