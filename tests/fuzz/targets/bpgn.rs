//! Any bytes as a BPGN file: every record is parsed, replayed, timed and displayed, and its spans are valid.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tandem::{
    document::{Content, Document, DocumentEdit},
    file::Source,
    notation::{record_ranges, tokens},
    timeline::Playhead,
    app::{Content as Shown, IssueRow, MatchState, tag_rows},
};

fuzz_target!(|bytes: &[u8]| {
    let mut at = 0;
    for token in tokens(bytes) {
        assert_eq!(token.span.start, at, "no gap between tokens");
        assert!(token.span.end > at, "no empty token");
        at = token.span.end;
    }
    assert_eq!(at as usize, bytes.len(), "every byte has a token");
    let source = Source::from_bytes("fuzz", bytes);
    for range in record_ranges(bytes).into_iter().take(8) {
        let document = Document::open(source.clone(), range);
        let content = Content::Match(Box::new(document.clone()));
        let record = document.record();
        let len = document.text().len();
        for span in record
            .plies
            .iter()
            .map(|ply| ply.span)
            .chain(record.notes.iter().map(|note| note.span))
            .chain(record.tags.iter().map(|tag| tag.span))
            .chain(document.played().issues.iter().map(|issue| issue.span))
        {
            assert!(span.start <= span.end && span.end as usize <= len);
        }
        let _ = IssueRow::all(&content);
        let shown = MatchState::of(document.clone(), Playhead::default());
        let _ = tag_rows(&Shown::Match(Box::new(shown)));
        let change = DocumentEdit::Comment {
            moment: record.plies.len(),
            text: "x".to_owned(),
        };
        if let Ok((changed, set)) = document.changed(&[change]) {
            let back = set.invert(document.text()).apply(changed.text());
            assert_eq!(back, document.text());
        }
    }
});
