//! [`KnownTag`]: the tags that the program knows, with their names in files.
//!
//! The table at the end of this file is the only place for these names. A name added there is recognized everywhere: in
//! the header, lists, filters, BGN, the Tags panel, diagrams, results and clocks.

use super::Tag;
use bughouse::{Color, Seat};

/// The kind of value that a tag has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagValue {
    Text,
    /// A number, or text such as `UNR` for "unrated".
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

/// The form in the Tags panel that has a field for a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagForm {
    /// No form: the tag is in the list of other tags.
    None,
    /// For bughouse matches.
    Match,
    /// For games of Kriegspiel.
    Game,
    Both,
}

struct Row {
    label: &'static str,
    value: TagValue,
    form: TagForm,
    names: &'static [&'static str],
}

/// Declares the enum and the table from the same rows.
macro_rules! known_tags {
    ($($(#[$doc:meta])* $tag:ident $label:literal $value:ident $form:ident [$($name:literal)+];)+) => {
        /// A tag that the program knows, under any of its names.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum KnownTag {
            $($(#[$doc])* $tag,)+
        }

        impl KnownTag {
            /// All tags in the order of the table. The fields in the forms have the same order.
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

        /// All names and their tags. The names of a tag are adjacent.
        const NAMES: &[(&str, KnownTag)] = &[$($(($name, KnownTag::$tag),)+)+];
    };
}

impl KnownTag {
    /// Returns the tag with the name of the player of `seat`.
    pub const fn player(seat: Seat) -> Self {
        [Self::WhiteA, Self::BlackA, Self::WhiteB, Self::BlackB][seat as usize]
    }

    /// Returns the tag with the rating of the player of `seat`.
    pub const fn rating(seat: Seat) -> Self {
        [Self::WhiteAElo, Self::BlackAElo, Self::WhiteBElo, Self::BlackBElo][seat as usize]
    }

    /// Returns the tag of the player of `color` in a game on one board.
    pub fn player_of(color: Color) -> Self {
        color.fold_wb(Self::White, Self::Black)
    }

    /// Returns the tag of the rating of the player of `color` in a game on one board.
    pub fn rating_of(color: Color) -> Self {
        color.fold_wb(Self::WhiteElo, Self::BlackElo)
    }

    /// Returns the seat whose player this tag names, such as White A for `WhiteA`. Returns `None` for any other tag.
    pub fn named_seat(self) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self == Self::player(seat))
    }

    /// Returns the seat whose rating this tag holds, or `None` for any other tag.
    pub fn rated_seat(self) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self == Self::rating(seat))
    }

    /// Returns the label on the screen.
    pub const fn label(self) -> &'static str {
        self.row().label
    }

    /// Returns the kind of value.
    pub const fn value(self) -> TagValue {
        self.row().value
    }

    /// Returns the form with a field for the tag.
    pub const fn form(self) -> TagForm {
        self.row().form
    }

    /// Returns the names of the tag in files. The first name is used for writing. If a file uses several of the names,
    /// the first name in this order that has a value counts.
    pub const fn names(self) -> &'static [&'static str] {
        self.row().names
    }

    /// Returns the name that is used for writing.
    pub const fn name(self) -> &'static str {
        self.names()[0]
    }

    /// Returns whether `name` is one of the names of the tag, ignoring case.
    pub fn is_named(self, name: &str) -> bool {
        let mut names = self.names().iter();
        names.any(|known| known.eq_ignore_ascii_case(name))
    }

    /// Looks up a tag by name, ignoring case.
    pub fn from_name(name: &[u8]) -> Option<Self> {
        NameId::of(name).map(NameId::tag)
    }

    /// Iterates over the entries of `tags` that have one of this tag's names, in the order of the names. Yields at most
    /// one entry for each name.
    pub fn find_all(self, tags: &[Tag]) -> impl Iterator<Item = &Tag> {
        let has_name = |tag: &Tag, place: usize| tag.id.is_some_and(|id| id.place() == place);
        let places = NameId::indices_of(self);
        places.filter_map(move |place| tags.iter().find(|tag| has_name(tag, place)))
    }
}

/// A key for tag lookup: a name as `&str`, ignoring case, or a [`KnownTag`] with all its names.
pub trait TagKey: Copy {
    /// Finds the tag among `tags`, which belong to the record `text`.
    fn find_in<'r>(self, tags: &'r [Tag], text: &[u8]) -> Option<&'r Tag>;
}

impl TagKey for &str {
    fn find_in<'r>(self, tags: &'r [Tag], text: &[u8]) -> Option<&'r Tag> {
        // Compare the lengths first, which needs no access to the text.
        tags.iter().find(|tag| {
            tag.name.len() == self.len() && tag.name.of(text).eq_ignore_ascii_case(self.as_bytes())
        })
    }
}

impl TagKey for KnownTag {
    /// Returns the first tag with a value, in the order of the names, or the first tag if all are empty.
    fn find_in<'r>(self, tags: &'r [Tag], _: &[u8]) -> Option<&'r Tag> {
        let mut found = self.find_all(tags);
        let first = found.next()?;
        if !first.value.is_empty() {
            return Some(first);
        }
        found.find(|tag| !tag.value.is_empty()).or(Some(first))
    }
}

/// A tag name, as its index in the table of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameId(u8);

impl NameId {
    /// The number of names.
    pub const COUNT: usize = NAMES.len();

    /// Returns the id of `name`, ignoring case, or `None` if the table lacks it.
    #[inline]
    pub fn of(name: &[u8]) -> Option<Self> {
        if name.len() > MAX_NAME_BYTES {
            return None;
        }
        Self::from_key(name.len(), key(name))
    }

    /// Returns the id of the first `length` bytes of `text`, ignoring case. If `text` is long enough, reads a fixed
    /// number of bytes, which is faster: lists look up every tag of every record.
    #[inline]
    pub fn at_start(text: &[u8], length: usize) -> Option<Self> {
        let Some(bytes) = text.first_chunk() else { return Self::of(text.get(..length)?) };
        let unused = MAX_NAME_BYTES.checked_sub(length)? * 8;
        // For length 0, the shift returns `None`.
        let name = u128::from_le_bytes(*bytes).checked_shl(u32::try_from(unused).ok()?)? >> unused;
        Self::from_key(length, name | CASE_BITS)
    }

    /// Returns the id of the name with this `length` and [`key`]. The search is linear, since few names share a length.
    #[inline]
    fn from_key(length: usize, key: u128) -> Option<Self> {
        let names = *BY_LENGTH.starts.get(length)?..*BY_LENGTH.starts.get(length + 1)?;
        let mut names = BY_LENGTH.names[names].iter();
        names.find(|(known, _)| *known == key).map(|(_, id)| *id)
    }

    /// Returns the tag of this name.
    pub const fn tag(self) -> KnownTag {
        NAMES[self.0 as usize].1
    }

    /// Returns the index in the table, below [`NameId::COUNT`].
    pub const fn place(self) -> usize {
        self.0 as usize
    }

    /// Returns the indexes of the names of `tag`.
    pub fn indices_of(tag: KnownTag) -> std::ops::Range<usize> {
        let first = FIRST_NAMES[tag as usize];
        first..first + tag.names().len()
    }
}

/// The maximum length of a name in the table, in bytes.
const MAX_NAME_BYTES: usize = size_of::<u128>();

/// All names, sorted by length.
struct ByLength {
    /// For each length, the index of the first name of this length.
    starts: [usize; MAX_NAME_BYTES + 2],
    /// The [`key`] and the id of each name.
    names: [(u128, NameId); NAMES.len()],
}

static BY_LENGTH: ByLength = by_length();

/// The index of the first name of each tag.
const FIRST_NAMES: [usize; KnownTag::ALL.len()] = first_names();

/// Packs `name` in lower case into a number. `name` must have at most [`MAX_NAME_BYTES`] bytes.
const fn key(name: &[u8]) -> u128 {
    let mut bytes = [0; MAX_NAME_BYTES];
    bytes.split_at_mut(name.len()).0.copy_from_slice(name);
    // All names in the table consist of letters. Setting the case bit turns only letters into lower-case letters, so no
    // other text gets the key of a name.
    u128::from_le_bytes(bytes) | CASE_BITS
}

const CASE_BITS: u128 = u128::from_le_bytes([0x20; MAX_NAME_BYTES]);

#[expect(clippy::cast_possible_truncation, reason = "under 256 names")]
const fn by_length() -> ByLength {
    assert!(NAMES.len() <= u8::MAX as usize);
    let mut sorted =
        ByLength { starts: [0; MAX_NAME_BYTES + 2], names: [(0, NameId(0)); NAMES.len()] };
    let (mut length, mut count) = (0, 0);
    while length <= MAX_NAME_BYTES {
        sorted.starts[length] = count;
        let mut place = 0;
        while place < NAMES.len() {
            let name = NAMES[place].0.as_bytes();
            if name.len() == length {
                sorted.names[count] = (key(name), NameId(place as u8));
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

// Columns: tag, label on the screen, type of value, form with a field for it, names in files.
known_tags! {
    WhiteA "White A" Text Match ["WhiteA"];
    WhiteAElo "rating" Rating Match ["WhiteAElo"];
    BlackA "Black A" Text Match ["BlackA"];
    BlackAElo "rating" Rating Match ["BlackAElo"];
    WhiteB "White B" Text Match ["WhiteB"];
    WhiteBElo "rating" Rating Match ["WhiteBElo"];
    BlackB "Black B" Text Match ["BlackB"];
    BlackBElo "rating" Rating Match ["BlackBElo"];
    /// The player of White in a game on one board.
    White "White" Text Game ["White"];
    WhiteElo "rating" Rating Game ["WhiteElo"];
    /// The player of Black in a game on one board.
    Black "Black" Text Game ["Black"];
    BlackElo "rating" Rating Game ["BlackElo"];
    /// A record begins at this tag, even inside a line.
    Event "Event" Text Both ["Event"];
    Site "Site" Text Both ["Site"];
    Round "Round" Text Both ["Round"];
    Date "Date" Date Both ["Date" "UTCDate"];
    Time "Time" TimeOfDay Both ["Time" "UTCTime"];
    EndTime "End time" TimeOfDay None ["EndTime"];
    TimeControl "Time control" TimeControl Match ["TimeControl"];
    Annotator "Annotator" Text Match ["Annotator"];
    /// The rules of a game of Kriegspiel.
    Variant "Rules" Text Game ["Variant" "Rules"];
    /// The view in which a game of Kriegspiel is recorded: that of a player or, for `no`, of the referee.
    Filtered "Filtered" Text None ["Filtered"];
    Result "Result" Result Game ["Result"];
    /// Whether the `FEN` tag applies.
    SetUp "Set-up" Text None ["SetUp"];
    Fen "FEN" Text None ["FEN"];
    /// The opponent's pieces whose squares are not known in a position of Kriegspiel.
    Hidden "Hidden pieces" Text None ["Hidden"];
    /// The lag of each ply, in milliseconds.
    Lag "Lag" Text None ["Lag"];
    /// The maximum number of plies to the mate in a Kriegspiel problem.
    Depth "Depth" Text None ["depth"];
    /// Whether the mate in a Kriegspiel problem is forced.
    Forced "Forced" Text None ["forced"];
    /// Whether a Kriegspiel problem is solved by a plan that mates with a probability arbitrarily close to 1.
    Epsilon "Epsilon" Text None ["epsilon"];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_lookup_ignores_case() {
        for (place, &(name, tag)) in NAMES.iter().enumerate() {
            for name in [name.to_owned(), name.to_uppercase(), name.to_lowercase()] {
                let id = NameId::of(name.as_bytes());
                assert_eq!(id.map(NameId::place), Some(place), "{name}");
                assert_eq!(KnownTag::from_name(name.as_bytes()), Some(tag));
            }
            assert!(NameId::indices_of(tag).contains(&place));
        }
        for name in ["", "Whitea\0", "White ", "\u{1}vent", "ATagWithALongName", "Elo"] {
            assert_eq!(KnownTag::from_name(name.as_bytes()), None, "{name}");
        }
    }

    #[test]
    fn name_lookup_ignores_following_text() {
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
    fn first_name_with_a_value_wins() {
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
