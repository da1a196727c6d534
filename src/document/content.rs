//! [`Content`]: what a record holds, a match or a game of Kriegspiel.

use super::{
    ChangeError, Document, DocumentEdit, GameDocument,
    change::{applied, edit_set},
    open::Tagged,
};
use crate::{
    file::{EditSet, Encoding, LineColumn},
    notation::Tag,
    replay::Point,
    timeline::Moment,
};

/// An open record: a match on two boards, or a game of Kriegspiel.
#[derive(Clone, Debug)]
pub enum Content {
    /// A match.
    Match(Box<Document>),
    /// A game.
    Game(Box<GameDocument>),
}

/// Calls a method that both kinds of documents have.
macro_rules! either {
    ($content:expr, $document:ident => $call:expr) => {
        match $content {
            Content::Match($document) => $call,
            Content::Game($document) => $call,
        }
    };
}

impl From<Document> for Content {
    fn from(document: Document) -> Self {
        Self::Match(Box::new(document))
    }
}

impl Content {
    /// The match, unless it is a game of Kriegspiel.
    #[must_use]
    pub fn as_match(&self) -> Option<&Document> {
        match self {
            Self::Match(document) => Some(document),
            Self::Game(_) => None,
        }
    }

    /// The game, where it is Kriegspiel.
    #[must_use]
    pub fn as_game(&self) -> Option<&GameDocument> {
        match self {
            Self::Game(document) => Some(document),
            Self::Match(_) => None,
        }
    }

    /// The bytes of the record.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        either!(self, document => document.text())
    }

    /// The tags in file order.
    #[must_use]
    pub fn tags(&self) -> &[Tag] {
        either!(self, document => document.content.tags())
    }

    /// The record's own encoding.
    #[must_use]
    pub fn record_encoding(&self) -> Encoding {
        either!(self, document => document.content.encoding())
    }

    /// Whether anything is wrong with the record.
    #[must_use]
    pub fn has_issues(&self) -> bool {
        match self {
            Self::Match(document) => !document.played().issues.is_empty(),
            Self::Game(document) => !document.game().issues.is_empty(),
        }
    }

    /// As [`Document::scan`].
    pub fn scan(&self) {
        either!(self, document => document.scan());
    }

    /// As [`Document::is_scanned`].
    #[must_use]
    pub fn is_scanned(&self) -> bool {
        either!(self, document => document.is_scanned())
    }

    /// As [`Document::known_line_column`].
    #[must_use]
    pub fn known_line_column(&self, offset: u32) -> LineColumn {
        either!(self, document => document.known_line_column(offset))
    }

    /// As [`Document::moment_named`].
    #[must_use]
    pub fn moment_named(&self, name: &str) -> Option<Moment> {
        either!(self, document => document.moment_named(name))
    }

    /// As [`Document::point_named`]; a game has no variations.
    #[must_use]
    pub fn point_named(&self, name: &str) -> Option<Point> {
        match self {
            Self::Match(document) => document.point_named(name),
            Self::Game(document) => document.moment_named(name).map(Point::Match),
        }
    }

    /// What `edit` changes, as a person is told of it: `comment on 12b`.
    #[must_use]
    pub fn name_of(&self, edit: &DocumentEdit) -> String {
        match self {
            Self::Match(document) => edit.name(document),
            Self::Game(document) => edit.name_in_game(document),
        }
    }

    /// The record in which all of `changes` are made at once, and the edits that made them. A tag may make a game of a
    /// match.
    ///
    /// # Errors
    /// Why one of them cannot be made, or would be read as something else than what is wanted.
    pub fn changed(&self, changes: &[DocumentEdit]) -> Result<(Self, EditSet), ChangeError> {
        let set = edit_set(self.text(), changes, |change| match self {
            Self::Match(document) => change.edits(document),
            Self::Game(document) => change.edits_of_game(document),
        })?;
        let changed = self.with_text(applied(&set, self.text())?);
        let holds = |edit: &DocumentEdit| match (self, &changed) {
            (Self::Match(before), Self::Match(after)) => edit.holds_in(before, after),
            (Self::Game(before), Self::Game(after)) => edit.holds_in_game(before, after),
            (Self::Match(_), Self::Game(after)) => edit.tag_holds(after),
            (Self::Game(_), Self::Match(after)) => edit.tag_holds(after),
        };
        if !changes.iter().all(holds) {
            return Err(ChangeError::Misread);
        }
        Ok((changed, set))
    }
}
