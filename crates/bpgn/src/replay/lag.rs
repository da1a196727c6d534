//! The lag of each ply, from the `Lag` tag or from `{L:…}` beside the plies.

use super::{Issue, Problem};
use crate::Span;
use crate::notation::{self, KnownTag, NoteKind, Record};

/// The maximum number of invalid values that are reported for one match.
const MAX_REPORTED: u32 = 20;

/// Assigns the recorded lag to each ply: from the tag `[Lag "…"]` or, without the tag, from the text beside the plies.
/// The tag holds one integer in milliseconds per ply, in file order. Surplus values are ignored. Adds an issue if the
/// tag has too few or too many values. `lag_of` returns the lag field of a ply.
pub(super) fn read<P>(
    record: &Record,
    text: &[u8],
    plies: &mut [P],
    lag_of: impl Fn(&mut P) -> &mut Option<u32>,
    issues: &mut Vec<Issue>,
) {
    let Some(tag) = record.find_tag(text, KnownTag::Lag) else {
        read_beside_plies(record, text, plies, lag_of);
        return;
    };
    let mut count: u32 = 0;
    let mut invalid: u32 = 0;
    let mut plies = plies.iter_mut();
    for lag in record.lag(text) {
        count += 1;
        let ply = plies.next();
        match lag {
            Ok(ms) => {
                if let Some(ply) = ply {
                    *lag_of(ply) = Some(ms);
                }
            }
            Err(span) => {
                invalid += 1;
                let problem = match invalid {
                    1..=MAX_REPORTED => Problem::Lag,
                    // All further invalid values share one issue.
                    _ if invalid == MAX_REPORTED + 1 => Problem::Text(notation::Problem::More),
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

/// Assigns the lag from the notes `{L:…}`, each to the ply before it.
fn read_beside_plies<P>(
    record: &Record,
    text: &[u8],
    plies: &mut [P],
    lag_of: impl Fn(&mut P) -> &mut Option<u32>,
) {
    for note in record.notes.iter().filter(|note| note.kind == NoteKind::Lag) {
        let digits = note.text.of(text).trim_ascii();
        let ms = std::str::from_utf8(digits).ok().and_then(|t| t.parse().ok());
        let before = (note.after as usize).checked_sub(1);
        if let Some(ply) = before.and_then(|index| plies.get_mut(index)) {
            *lag_of(ply) = ms;
        }
    }
}
