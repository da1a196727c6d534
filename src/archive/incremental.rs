//! [`IncrementalIndex`]: the index of a text that arrives in parts during decompression.

use super::{
    Index, Progress, WalkError, index_chunk::Scanned, merge::Merge, scan::scan, strings::StringId,
    window::Input,
};
use crate::notation::EVENT;
use memchr::memmem;
use std::{
    ops::ControlFlow,
    sync::{Arc, atomic::AtomicBool},
};

/// The number of bytes after which the text is scanned for the first time.
const FIRST_CHUNK_BYTES: usize = 256 << 10;
/// The number of further bytes after which the text is scanned again.
const CHUNK_BYTES: usize = 16 << 20;

/// The maximum length of a record in bytes. A longer record stops indexing.
const MAX_RECORD_BYTES: usize = 256 << 20;

/// The maximum number of bytes between two progress reports. A report is also the opportunity to cancel.
const MAX_UNREPORTED_BYTES: usize = CHUNK_BYTES;

pub(super) struct IncrementalIndex {
    pub(super) index: Index,
    found: Scanned,
    merge: Merge,
    map: Vec<StringId>,
    /// The bytes that are not indexed yet. Invariant: begins at a record.
    pending: Vec<u8>,
    /// The offset of `pending` in the text.
    base: u64,
    /// The length that `pending` must reach before its next scan; `usize::MAX` once indexing has stopped.
    scan_at: usize,
    max_record_bytes: usize,
    /// The number of bytes since the last progress report.
    unreported_bytes: usize,
}

impl IncrementalIndex {
    pub(super) fn new() -> Self {
        Self {
            index: Index::default(),
            found: Scanned::default(),
            merge: Merge::default(),
            map: vec![0],
            pending: Vec::new(),
            base: 0,
            scan_at: FIRST_CHUNK_BYTES,
            max_record_bytes: MAX_RECORD_BYTES,
            unreported_bytes: 0,
        }
    }

    #[cfg(test)]
    fn with_limit(max_record_bytes: usize) -> Self {
        Self { max_record_bytes, ..Self::new() }
    }

    /// Adds the next bytes of the text. Calls `on_progress` after every scan, and at intervals between scans. Cancels
    /// if `on_progress` returns `Break`.
    pub(super) fn feed(
        &mut self,
        bytes: &[u8],
        progress: Progress,
        on_progress: &mut dyn FnMut(Progress, &Index) -> ControlFlow<()>,
    ) -> Result<(), WalkError> {
        self.unreported_bytes += bytes.len();
        if !self.has_stopped() {
            self.pending.extend_from_slice(bytes);
        }
        if self.pending.len() >= self.scan_at {
            self.scan_complete_records()?;
            if self.pending.len() >= self.max_record_bytes {
                self.pending = Vec::new();
                self.scan_at = usize::MAX;
            }
        } else if self.unreported_bytes < MAX_UNREPORTED_BYTES {
            return Ok(());
        }
        self.unreported_bytes = 0;
        let progress = Progress { records: self.index.len(), ..progress };
        WalkError::if_break(on_progress(progress, &self.index))
    }

    /// Returns whether indexing has stopped at a record that is too long. The caller must then index the finished text.
    pub(super) const fn has_stopped(&self) -> bool {
        self.scan_at == usize::MAX
    }

    /// Returns the index. The text must be complete.
    pub(super) fn finish(mut self) -> Result<Index, WalkError> {
        let end = self.pending.len();
        self.scan(end, end)?;
        Arc::make_mut(&mut self.index.strings).finish();
        Ok(self.index)
    }

    /// Scans `pending` up to and including the last `[Event "`. Adds all records except the last one, which may be
    /// incomplete and stays in `pending`.
    fn scan_complete_records(&mut self) -> Result<(), WalkError> {
        if let Some(at) = memmem::rfind(&self.pending, EVENT).filter(|&at| at > 0) {
            let scanned = self.scan(at + EVENT.len(), 0)?;
            self.pending.drain(..scanned);
            self.base += scanned as u64;
        }
        let length = self.pending.len();
        self.scan_at = (2 * length).max(CHUNK_BYTES).min(self.max_record_bytes.max(length + 1));
        Ok(())
    }

    /// Scans the first `length` bytes of `pending` and adds their records. `end` is the end of the last record. If
    /// `end` is 0, the last record may be incomplete and is not added. Returns the end of the added records as an
    /// offset in `pending`.
    fn scan(&mut self, length: usize, end: usize) -> Result<usize, WalkError> {
        let never = AtomicBool::new(false);
        let input = Input::Bytes(&self.pending[..length]);
        scan(input, 0, length as u64, &never, &mut self.found)?;
        let mut part = self.found.take();
        let mut to = end as u64;
        if end == 0
            && let Some(block) = part.blocks.pop()
        {
            to = block.start(block.len() - 1);
            part.blocks.push(block.remove_last());
        }
        for block in &mut part.blocks {
            block.base += self.base;
        }
        part.end = if to == 0 { 0 } else { self.base + to };
        self.index.add(part, &mut self.merge, &mut self.map);
        Ok(usize::try_from(to).unwrap_or(length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::block::Block;

    #[test]
    fn unterminated_record_is_not_buffered() {
        let mut growing = IncrementalIndex::with_limit(3 * FIRST_CHUNK_BYTES);
        let piece = vec![b' '; FIRST_CHUNK_BYTES];
        let progress = Progress { bytes: 0, total: 0, records: 0 };
        let mut progress_calls = 0;
        let mut on_progress = |_, _: &Index| {
            progress_calls += 1;
            ControlFlow::Continue(())
        };
        let mut most = 0;
        for _ in 0..200 {
            growing.feed(&piece, progress, &mut on_progress).unwrap();
            most = most.max(growing.pending.len());
        }
        assert!(growing.has_stopped());
        assert!(most <= 4 * FIRST_CHUNK_BYTES, "{most}");
        assert_eq!(growing.pending.capacity(), 0);
        assert!(
            progress_calls >= 200 * FIRST_CHUNK_BYTES / MAX_UNREPORTED_BYTES,
            "{progress_calls}"
        );
        let mut cancel = |_, _: &Index| ControlFlow::Break(());
        let fed = (0..MAX_UNREPORTED_BYTES / FIRST_CHUNK_BYTES)
            .try_for_each(|_| growing.feed(&piece, progress, &mut cancel));
        assert!(matches!(fed, Err(WalkError::Cancelled)));
    }

    #[test]
    fn block_whose_only_row_is_removed_is_skipped() {
        let short = |count| "[Event \"a\"]\n1A. e4 *\n\n".repeat(count);
        // The first chunk ends within this record, which is the only one of its block.
        let long = format!("[Event \"b\"]\n1A. e4 {{C:{}}} *\n\n", "word ".repeat(40_000));
        let text = short(Block::MAX_ROWS) + &long + &short(2000);
        let mut growing = IncrementalIndex::new();
        let progress = Progress { bytes: 0, total: 0, records: 0 };
        for piece in text.as_bytes().chunks(FIRST_CHUNK_BYTES) {
            growing.feed(piece, progress, &mut |_, _| ControlFlow::Continue(())).unwrap();
        }
        let index = growing.finish().unwrap();
        let expected = Index::from_bytes(text.as_bytes());
        assert_eq!(index.len(), Block::MAX_ROWS + 1 + 2000);
        assert!((0..index.len()).all(|row| index.range(row) == expected.range(row)));
    }
}
