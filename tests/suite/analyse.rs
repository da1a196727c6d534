//! `tandem analyse --summary`: its sums; `tests/cmd/analyse.md` shows the output.

use std::ops::ControlFlow;
use tandem::{
    analysis::{
        report::{MatchTactics, Missed, Outcome, Report},
        tactics::Limits,
    },
    archive::Collection,
    file::Source,
    replay::Match,
    search::{Selection, missed},
    timeline::Timeline,
};

/// The sums over the corpus equal those of the reports of its matches.
#[test]
fn sums_agree_with_the_reports() {
    let Some(matches) = crate::tactics::corpus_texts() else { return };
    let (mut mates, mut partner, mut lost) = (0, 0, 0);
    for (record, text) in &matches {
        let played = Match::replay(record, text);
        let tactics = MatchTactics::of(&played, Limits::default());
        let report = Report::of(&played, &Timeline::of(&played), &tactics);
        let is_missed = |outcome: Outcome| matches!(outcome, Outcome::Missed { .. });
        for seat in report.seats.iter() {
            mates += seat.chances.iter().filter(|it| is_missed(it.outcome)).count();
            partner += seat.joint.iter().filter(|it| is_missed(it.outcome)).count();
            lost += seat.decisive_losses.len();
        }
    }
    let all: Vec<u8> = matches.iter().flat_map(|(_, text)| [text, &b"\n\n"[..]].concat()).collect();
    let list = Collection::of(Source::from_bytes("/x/all.bpgn", all));
    let texts: Vec<_> = list.files.iter().map(|file| &file.text).collect();
    let rows: Vec<_> = (0..).take(list.index.len()).collect();
    let selection = Selection { index: &list.index, texts: &texts, rows: &rows, moves: None };
    let players =
        missed(&list, &selection, |_, _| ControlFlow::Continue(())).expect("all is in memory");
    let sum = |of: fn(&Missed) -> usize| players.iter().map(|it| of(&it.missed)).sum::<usize>();
    assert_eq!(sum(Missed::mates), mates);
    assert_eq!((sum(|it| it.partner), sum(|it| it.lost)), (partner, lost));
    assert!(mates >= 11 && partner > 5 && lost >= 12, "{mates} {partner} {lost}");
}
