//! [`KeptMoves`]: the moves of a large file, kept beside its index.

use super::{
    Selection, WalkError, Walked,
    kept_file::{KeptBlock, KeptFile, KeptForm, KeptPlace, NewBlock},
    kept_record::{KeptRecord, RecordKeeper},
    walk::PIECE,
};
use crate::archive::{Collection, RecordId, RowNumber};
use std::ops::ControlFlow;

const FORM: KeptForm = KeptForm { name: "moves", number: 1, piece: PIECE };

/// The moves of a file, of which no more than a table is held.
#[derive(Debug)]
pub struct KeptMoves(KeptFile);

impl KeptMoves {
    /// What is kept of the only file of `list`, if that is of the file as it is.
    #[must_use]
    pub fn open(list: &Collection) -> Option<Self> {
        let kept = KeptPlace::of(list, FORM)?.open()?;
        kept.is_whole().then_some(Self(kept))
    }

    /// Whether they are of what `selection` is about, whose text has not changed since it was opened.
    pub(super) fn is_of(&self, selection: &Selection<'_>) -> bool {
        self.0.is_of(selection)
    }

    /// Of how many records they are.
    pub(super) fn records(&self) -> usize {
        self.0.records()
    }

    /// What is kept of record `id`; nothing where that cannot be read as it was written. `block` keeps what was read.
    pub(super) fn record<'b>(
        &self,
        id: RecordId,
        block: &'b mut KeptBlock,
    ) -> Option<KeptRecord<'b>> {
        KeptRecord::decode(self.0.record(id, block)?)
    }

    /// Keeps the moves of the only file of `list`, where anything is kept of it and this is not kept already. It takes
    /// one core: nobody waits for it. `each` is told how far it has come, and may break off; nothing is then kept.
    ///
    /// # Errors
    /// What the disk says, that it is nearly full, or that it was broken off.
    pub fn keep(
        list: &Collection,
        mut each: impl FnMut(Walked) -> ControlFlow<()>,
    ) -> Result<(), WalkError> {
        let (Some(place), [file]) = (KeptPlace::of(list, FORM), list.files.as_slice()) else {
            return Ok(());
        };
        if Self::open(list).is_some() {
            return Ok(());
        }
        let rows: Vec<RowNumber> = (0..).take(list.index.len()).collect();
        let selection =
            Selection { index: &list.index, texts: &[&file.text], rows: &rows, moves: None };
        let mut writer = place.begin()?;
        let (mut keeper, mut buffer) = (RecordKeeper::default(), Vec::new());
        let mut block = NewBlock::default();
        let mut walked = Walked::none_of(rows.len());
        for piece in rows.chunks(PIECE) {
            block.clear();
            selection.read(piece, &mut buffer, |record| {
                block.push(|out| keeper.encode(record.text, record.notation, out));
            })?;
            writer.write(&block)?;
            walked.records += piece.len();
            if each(walked).is_break() {
                return Err(WalkError::Cancelled);
            }
        }
        writer.finish()?;
        Ok(())
    }
}
