//! [`KeptMates`]: what is so of forced mates in the records of a large file, kept beside its index.

use super::{
    Question, Selection,
    forced::USUAL_MOVES,
    kept_file::{KeptBlock, KeptFile, KeptForm, KeptPlace},
    kept_record::{BY_TEXT, NO_MATCH, VARIATIONS},
    match_facts::MatchFacts,
};
use crate::archive::{Collection, RecordId};
use memchr::memchr;

/// So many records are a block, and a piece of work: about a quarter of a second of it, so that who breaks off need not
/// wait and loses little.
pub(super) const PIECE: usize = 32;

/// Where it is kept of `list` what is so where mates up to `moves` are looked for.
pub(super) fn place(list: &Collection, moves: u8) -> Option<KeptPlace<'_>> {
    let name = match moves {
        1 => "mates1",
        2 => "mates2",
        3 => "mates3",
        4 => "mates4",
        _ => return None,
    };
    KeptPlace::of(list, KeptForm { name, number: 1, piece: PIECE })
}

/// What is known of a record.
#[derive(Debug)]
pub(super) enum KnownRecord {
    /// It is a game of Kriegspiel.
    NoMatch,
    /// Too much is so in it to be kept.
    ByText,
    /// What is so in the match.
    Match { facts: MatchFacts, may_have_variations: bool },
}

impl KnownRecord {
    /// Reads what [`encode`] has written.
    fn decode(bytes: &[u8]) -> Option<Self> {
        let (&flags, rest) = bytes.split_first()?;
        Some(if flags & NO_MATCH > 0 {
            Self::NoMatch
        } else if flags & BY_TEXT > 0 {
            Self::ByText
        } else {
            Self::Match {
                facts: MatchFacts::read(rest)?,
                may_have_variations: flags & VARIATIONS > 0,
            }
        })
    }
}

/// Adds to `out` what is kept of a match whose bytes are `text`; of what is no match there are none.
pub(super) fn encode(found_out: Option<(&[u8], &MatchFacts)>, out: &mut Vec<u8>) {
    let Some((text, facts)) = found_out else {
        return out.push(NO_MATCH);
    };
    let may_have_variations = memchr(b'(', text).is_some();
    out.push(if may_have_variations { VARIATIONS } else { 0 });
    facts.write(out);
}

/// The blocks that were read last, of each file.
pub(super) type MateBlocks = [KeptBlock; USUAL_MOVES as usize];

/// What is kept that answers a question about forced mates.
#[derive(Debug, Default)]
pub(super) struct KeptMates {
    /// Any of them answers it: first, if it is there, that of mates as long as the question looks for, then those of
    /// longer ones. A mate in 2 is one too where one in 3 was looked for, and whoever asks more than that looks for mates
    /// up to [`USUAL_MOVES`] at least. So what is in the others may be copied to the first.
    files: Vec<KeptFile>,
}

impl KeptMates {
    /// What is kept of the only file of `list` that answers `question`, which looks for mates up to `moves`; nothing where
    /// `selection` is not of that file as it is.
    pub(super) fn open(
        list: &Collection,
        selection: &Selection<'_>,
        (question, moves): (&Question, u8),
    ) -> Self {
        let longest = if question.asks_more_than_mates() { moves } else { moves.max(USUAL_MOVES) };
        let files = (moves..=longest).filter_map(|moves| place(list, moves)?.open());
        Self { files: files.filter(|kept| kept.is_of(selection)).collect() }
    }

    /// The files, each of which answers the question.
    pub(super) fn files(&self) -> &[KeptFile] {
        &self.files
    }

    /// Whether it answers for all records.
    pub(super) fn is_whole(&self) -> bool {
        let mut files = self.files.iter();
        files.any(|kept| kept.is_whole() && kept.is_sound())
    }

    /// How many records of the beginning it is about.
    pub(super) fn records(&self) -> usize {
        let records = self.files.iter().map(KeptFile::records);
        records.max().unwrap_or(0)
    }

    /// What is kept of record `id`, and the bytes that say so; nothing where that cannot be read as it was written.
    /// `blocks` keeps what was read.
    pub(super) fn record<'b>(
        &self,
        id: RecordId,
        blocks: &'b mut MateBlocks,
    ) -> Option<(KnownRecord, &'b [u8])> {
        let mut files = self.files.iter().zip(blocks);
        files.find_map(|(kept, block)| {
            let bytes = kept.record(id, block)?;
            Some((KnownRecord::decode(bytes)?, bytes))
        })
    }
}
