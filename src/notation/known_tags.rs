//! [`KnownTag`]: the tags that the program knows, with every name under which a file may hold them.
//!
//! The table at the end of this file is the only place that knows these names. A new name for a tag is one word
//! there: header, list, filter, BGN, tag panel, diagrams, result and clocks all ask the table.

use super::Tag;
use crate::rules::{Color, Seat};

/// What the value of a tag is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagValue {
    /// Any words.
    Text,
    /// A number, or one of the words for none.
    Rating,
    /// `2006.02.05`.
    Date,
    /// `13:26:00`.
    TimeOfDay,
    /// `180+0`.
    TimeControl,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    Result,
}

/// Where the form of the Tags panel has a field for a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagForm {
    /// Nowhere: the tag is a row among the other tags.
    None,
    /// In the form of a bughouse match.
    Match,
    /// In the form of a game of Kriegspiel.
    Game,
    /// In both forms.
    Both,
}

/// One row of the table.
struct Row {
    label: &'static str,
    value: TagValue,
    form: TagForm,
    names: &'static [&'static str],
}

/// Declares the enum and its table from the same rows.
macro_rules! known_tags {
    ($($(#[$doc:meta])* $tag:ident $label:literal $value:ident $form:ident [$($name:literal)+];)+) => {
        /// A tag that the program knows, whatever name the file uses for it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum KnownTag {
            $($(#[$doc])* $tag,)+
        }

        impl KnownTag {
            /// All of them, in the order of the forms.
            pub const ALL: &'static [Self] = &[$(Self::$tag),+];

            const fn row(self) -> Row {
                match self {
                    $(Self::$tag => Row {
                        label: $label,
                        value: TagValue::$value,
                        form: TagForm::$form,
                        names: &[$($name),+],
                    },)+
                }
            }
        }

        /// Every name with its tag, the names of one tag side by side.
        const NAMES: &[(&str, KnownTag)] = &[$($(($name, KnownTag::$tag),)+)+];
    };
}

impl KnownTag {
    /// The tag of the player at `seat`.
    #[must_use]
    pub const fn player(seat: Seat) -> Self {
        match seat {
            Seat::WhiteA => Self::WhiteA,
            Seat::BlackA => Self::BlackA,
            Seat::WhiteB => Self::WhiteB,
            Seat::BlackB => Self::BlackB,
        }
    }

    /// The tag of the rating of the player at `seat`.
    #[must_use]
    pub const fn rating(seat: Seat) -> Self {
        match seat {
            Seat::WhiteA => Self::WhiteAElo,
            Seat::BlackA => Self::BlackAElo,
            Seat::WhiteB => Self::WhiteBElo,
            Seat::BlackB => Self::BlackBElo,
        }
    }

    /// The tag of the player of `color` in a game on one board.
    #[must_use]
    pub const fn player_of(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }

    /// The tag of that player's rating.
    #[must_use]
    pub const fn rating_of(color: Color) -> Self {
        match color {
            Color::White => Self::WhiteElo,
            Color::Black => Self::BlackElo,
        }
    }

    /// The seat whose player's name the tag holds.
    #[must_use]
    pub fn named_seat(self) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self == Self::player(seat))
    }

    /// The seat whose player's rating the tag holds.
    #[must_use]
    pub fn rated_seat(self) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self == Self::rating(seat))
    }

    /// The name on the screen.
    #[must_use]
    pub const fn label(self) -> &'static str {
        self.row().label
    }

    /// What the value is.
    #[must_use]
    pub const fn value(self) -> TagValue {
        self.row().value
    }

    /// Where the Tags panel has a field for the tag.
    #[must_use]
    pub const fn form(self) -> TagForm {
        self.row().form
    }

    /// The names in a file. The first is written; all are read, an earlier one before a later one.
    #[must_use]
    pub const fn names(self) -> &'static [&'static str] {
        self.row().names
    }

    /// The name that is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.names()[0]
    }

    /// Whether `name` is one of the names, letters of either case.
    #[must_use]
    pub fn is_named(self, name: &str) -> bool {
        let mut names = self.names().iter();
        names.any(|known| known.eq_ignore_ascii_case(name))
    }

    /// The tag that `name` is a name of, letters of either case.
    #[must_use]
    pub fn of_name(name: &[u8]) -> Option<Self> {
        NameId::of(name).map(NameId::tag)
    }

    /// Those of `tags` that stand for this one in `text`: the first tag of each name, in the order of the names.
    pub fn all_in<'r>(self, tags: &'r [Tag], text: &[u8]) -> impl Iterator<Item = &'r Tag> {
        let names = self.names().iter();
        names.filter_map(move |name| name.find_in(tags, text))
    }
}

/// What a tag is sought by: its name as a `&str`, letters of either case, or a [`KnownTag`].
pub trait TagKey: Copy {
    /// The tag that is meant among `tags`, in `text`.
    fn find_in<'r>(self, tags: &'r [Tag], text: &[u8]) -> Option<&'r Tag>;
}

impl TagKey for &str {
    fn find_in<'r>(self, tags: &'r [Tag], text: &[u8]) -> Option<&'r Tag> {
        // Most names differ in their lengths, which is told without a look at the text.
        tags.iter().find(|tag| {
            tag.name.len() == self.len() && tag.name.of(text).eq_ignore_ascii_case(self.as_bytes())
        })
    }
}

impl TagKey for KnownTag {
    /// The tag of the first name that has a value, or else that of the first name that is there.
    fn find_in<'r>(self, tags: &'r [Tag], text: &[u8]) -> Option<&'r Tag> {
        let mut found = self.all_in(tags, text);
        let first = found.next()?;
        if !first.value.is_empty() {
            return Some(first);
        }
        found.find(|tag| !tag.value.is_empty()).or(Some(first))
    }
}

/// A name in the table, by its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NameId(usize);

impl NameId {
    /// How many names there are.
    pub(crate) const COUNT: usize = NAMES.len();

    /// The name that is `name`, letters of either case.
    #[inline]
    pub(crate) fn of(name: &[u8]) -> Option<Self> {
        if name.len() > LONGEST {
            return None;
        }
        Self::of_key(name.len(), key(name))
    }

    /// The name in the first `length` bytes of `text`, letters of either case. Lists ask for every tag of every
    /// record, so that as many bytes as a name may have are read at once, which is faster than `length` of them.
    #[inline]
    pub(crate) fn at_start(text: &[u8], length: usize) -> Option<Self> {
        let Some(bytes) = text.first_chunk() else {
            return Self::of(text.get(..length)?);
        };
        let unused = LONGEST.checked_sub(length)? * 8;
        // A name of no bytes leaves nothing of the number.
        let name = u128::from_le_bytes(*bytes).checked_shl(u32::try_from(unused).ok()?)? >> unused;
        Self::of_key(length, name | SMALL)
    }

    /// The name of `length` bytes with this [`key`], which is compared with the few of its length.
    #[inline]
    fn of_key(length: usize, key: u128) -> Option<Self> {
        let names = *BY_LENGTH.starts.get(length)?..*BY_LENGTH.starts.get(length + 1)?;
        let mut names = BY_LENGTH.names[names].iter();
        names.find(|(known, _)| *known == key).map(|(_, id)| *id)
    }

    /// The tag that it is a name of.
    pub(crate) const fn tag(self) -> KnownTag {
        NAMES[self.0].1
    }

    /// The place in the table.
    pub(crate) const fn place(self) -> usize {
        self.0
    }

    /// The places of the names of `tag`.
    pub(crate) fn places_of(tag: KnownTag) -> std::ops::Range<usize> {
        let first = FIRST_NAMES[tag as usize];
        first..first + tag.names().len()
    }
}

/// No name is longer.
const LONGEST: usize = size_of::<u128>();

/// The names in the order of their lengths.
struct ByLength {
    /// Where the names of each length begin.
    starts: [usize; LONGEST + 2],
    names: [(u128, NameId); NAMES.len()],
}

static BY_LENGTH: ByLength = by_length();

/// The place of the first name of each tag.
const FIRST_NAMES: [usize; KnownTag::ALL.len()] = first_names();

/// `name`, which is not longer than [`LONGEST`], as a number in which capitals are small letters.
const fn key(name: &[u8]) -> u128 {
    let mut bytes = [0; LONGEST];
    bytes.split_at_mut(name.len()).0.copy_from_slice(name);
    // Two names of one length have the same key only if they differ in the case of letters: those in the table hold
    // nothing else.
    u128::from_le_bytes(bytes) | SMALL
}

/// Makes small letters of capitals.
const SMALL: u128 = u128::from_le_bytes([0x20; LONGEST]);

const fn by_length() -> ByLength {
    let mut sorted = ByLength { starts: [0; LONGEST + 2], names: [(0, NameId(0)); NAMES.len()] };
    let (mut length, mut count) = (0, 0);
    while length <= LONGEST {
        sorted.starts[length] = count;
        let mut place = 0;
        while place < NAMES.len() {
            let name = NAMES[place].0.as_bytes();
            if name.len() == length {
                sorted.names[count] = (key(name), NameId(place));
                count += 1;
            }
            place += 1;
        }
        length += 1;
    }
    sorted.starts[length] = count;
    assert!(count == NAMES.len(), "a name is too long");
    sorted
}

const fn first_names() -> [usize; KnownTag::ALL.len()] {
    let mut firsts = [0; KnownTag::ALL.len()];
    let mut place = NAMES.len();
    while place > 0 {
        place -= 1;
        firsts[NAMES[place].1 as usize] = place;
    }
    firsts
}

// The tag, its name on the screen, what its value is, which form has a field for it, and its names in files: the
// first is written, the others are read too.
known_tags! {
    /// The player of White on board A.
    WhiteA "White A" Text Match ["WhiteA"];
    /// That player's rating.
    WhiteAElo "rating" Rating Match ["WhiteAElo"];
    /// The player of Black on board A.
    BlackA "Black A" Text Match ["BlackA"];
    /// That player's rating.
    BlackAElo "rating" Rating Match ["BlackAElo"];
    /// The player of White on board B.
    WhiteB "White B" Text Match ["WhiteB"];
    /// That player's rating.
    WhiteBElo "rating" Rating Match ["WhiteBElo"];
    /// The player of Black on board B.
    BlackB "Black B" Text Match ["BlackB"];
    /// That player's rating.
    BlackBElo "rating" Rating Match ["BlackBElo"];
    /// The player of White in a game on one board.
    White "White" Text Game ["White"];
    /// That player's rating.
    WhiteElo "rating" Rating Game ["WhiteElo"];
    /// The player of Black in a game on one board.
    Black "Black" Text Game ["Black"];
    /// That player's rating.
    BlackElo "rating" Rating Game ["BlackElo"];
    /// The event. A record begins at the tag of the first name.
    Event "Event" Text Both ["Event"];
    /// Where it was played.
    Site "Site" Text Both ["Site"];
    /// The round of the event.
    Round "Round" Text Both ["Round"];
    /// The day on which it began.
    Date "Date" Date Both ["Date" "UTCDate"];
    /// The time of that day.
    Time "Time" TimeOfDay Both ["Time" "UTCTime"];
    /// The time of the day at the end.
    EndTime "End time" TimeOfDay None ["EndTime"];
    /// The first clock and what is added after each ply.
    TimeControl "Time control" TimeControl Match ["TimeControl"];
    /// Who wrote the notes.
    Annotator "Annotator" Text Match ["Annotator"];
    /// The rules of a game of Kriegspiel.
    Variant "Rules" Text Game ["Variant" "Rules"];
    /// Whose view a game of Kriegspiel is.
    Filtered "Filtered" Text None ["Filtered"];
    /// The result.
    Result "Result" Result Game ["Result"];
    /// Whether the `FEN` tag counts.
    SetUp "Set-up" Text None ["SetUp"];
    /// The position before the first ply.
    Fen "FEN" Text None ["FEN"];
    /// The lag of each ply, in milliseconds.
    Lag "Lag" Text None ["Lag"];
    /// Within how many plies a problem of Kriegspiel is to be solved.
    Depth "Depth" Text None ["depth"];
    /// Whether the mate of that problem is forced.
    Forced "Forced" Text None ["forced"];
    /// Whether a plan comes as near to it as one likes.
    Epsilon "Epsilon" Text None ["epsilon"];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_in_any_letters() {
        for (place, &(name, tag)) in NAMES.iter().enumerate() {
            for name in [name.to_owned(), name.to_uppercase(), name.to_lowercase()] {
                let id = NameId::of(name.as_bytes());
                assert_eq!(id.map(NameId::place), Some(place), "{name}");
                assert_eq!(KnownTag::of_name(name.as_bytes()), Some(tag));
            }
            assert!(NameId::places_of(tag).contains(&place));
        }
        for name in ["", "Whitea\0", "White ", "\u{1}vent", "ATagWithALongName", "Elo"] {
            assert_eq!(KnownTag::of_name(name.as_bytes()), None, "{name}");
        }
    }

    #[test]
    fn a_name_is_found_in_front_of_any_text() {
        let text = b"WhiteAElo \"1800\"] and so on";
        for length in 0..text.len() {
            for end in [length, text.len()] {
                let found = NameId::at_start(&text[..end], length);
                assert_eq!(found, NameId::of(&text[..length]), "{length} of {end}");
            }
        }
        assert_eq!(NameId::at_start(b"short", 6), None);
    }

    #[test]
    fn the_first_name_with_a_value_counts() {
        let check = |text: &str, expect: Option<&str>| {
            let record = crate::notation::Record::parse(text.as_bytes());
            let found = record.tag_text(text.as_bytes(), KnownTag::Date);
            assert_eq!(found.as_deref(), expect, "{text}");
        };
        check("[UTCDate \"2006.02.05\"]", Some("2006.02.05"));
        check("[UTCDate \"2006.02.05\"]\n[Date \"2006.02.04\"]", Some("2006.02.04"));
        check("[Date \"\"]\n[utcdate \"2006.02.05\"]", Some("2006.02.05"));
        check("[Date \"\"]", Some(""));
        check("[Event \"x\"]", None);
    }
}
