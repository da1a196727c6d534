//! The lag of each ply, from the `Lag` tag or from `{L:…}` beside the plies.

use super::{Issue, Problem};
use crate::{
    file::Span,
    notation::{self, KnownTag, NoteKind, Record},
};

/// The maximum number of invalid values that are reported for one match.
const MAX_REPORTED: u32 = 20;

/// Assigns the recorded lag to each ply: from the tag `[Lag "…"]` or, without the tag, from the text beside the plies.
/// The tag holds one integer in milliseconds per ply, in file order. Surplus values are not assigned, and a wrong
/// number of values is an issue. `of` returns the field of a ply that receives the lag.
pub(super) fn read<P>(
    record: &Record,
    text: &[u8],
    plies: &mut [P],
    of: impl Fn(&mut P) -> &mut Option<u32>,
    issues: &mut Vec<Issue>,
) {
    let Some(tag) = record.find_tag(text, KnownTag::Lag) else {
        read_beside_plies(record, text, plies, of);
        return;
    };
    let mut count: u32 = 0;
    let mut bad: u32 = 0;
    let mut plies = plies.iter_mut();
    for lag in record.lag(text) {
        count += 1;
        let ply = plies.next();
        match lag {
            Ok(ms) => {
                if let Some(ply) = ply {
                    *of(ply) = Some(ms);
                }
            }
            Err(span) => {
                bad += 1;
                let problem = match bad {
                    1..=MAX_REPORTED => Problem::Lag,
                    // One issue stands for all further invalid values.
                    _ if bad == MAX_REPORTED + 1 => Problem::Text(notation::Problem::More),
                    _ => continue,
                };
                issues.push(Issue { span, problem });
            }
        }
    }
    let written = u32::try_from(record.plies.len()).unwrap_or(u32::MAX);
    if count != written && count > 0 && record.unreadable_ply.is_none() {
        issues.push(Issue {
            span: Span::at(tag.value.start),
            problem: Problem::LagCount { lags: count, plies: written },
        });
    }
}

fn read_beside_plies<P>(
    record: &Record,
    text: &[u8],
    plies: &mut [P],
    of: impl Fn(&mut P) -> &mut Option<u32>,
) {
    for note in &record.notes {
        if note.kind != NoteKind::Lag {
            continue;
        }
        let digits = note.text.of(text).trim_ascii();
        let ms = std::str::from_utf8(digits).ok().and_then(|t| t.parse().ok());
        let before = (note.after as usize).checked_sub(1);
        if let Some(ply) = before.and_then(|index| plies.get_mut(index)) {
            *of(ply) = ms;
        }
    }
}
