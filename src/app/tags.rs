//! The Tags panel: a form for the common tags, a table of all other tags, and values that are derived from the record.

use crate::app::{Content, Field};
use crate::{
    document::Document,
    notation::{GameResult, KnownTag, TagForm, TagValue, TimeControl},
    replay::InitialClocks,
    timeline::Basis,
};

/// Returns the tags that have a field in the form for `content`. The result of a match is not among these tags, because
/// it has its own control.
pub fn tag_form(content: &Content) -> Vec<KnownTag> {
    let form = match content {
        Content::Game(_) => TagForm::Game,
        Content::Match(_) => TagForm::Match,
    };
    let tags = KnownTag::ALL.iter().copied();
    tags.filter(|tag| tag.form() == form || tag.form() == TagForm::Both).collect()
}

/// Returns the indices of the tags in the table, in file order: the tags of `content` that have no field in the form. The
/// result of a match is not among them, because it has its own control.
pub fn tag_rows(content: &Content) -> Vec<usize> {
    let text = content.text();
    let form = tag_form(content);
    let in_form = |name: &[u8]| {
        let mut tags = form.iter().chain([&KnownTag::Result]);
        tags.any(|tag| name.eq_ignore_ascii_case(tag.name().as_bytes()))
    };
    let tags = content.tags().iter().enumerate();
    tags.filter(|(_, tag)| !in_form(tag.name.of(text))).map(|(index, _)| index).collect()
}

/// Returns the field in which the tag at `index` is edited, in the form or in the table. Returns `None` if there is no
/// such tag, and for the result of a match, which is not edited as text.
pub fn tag_field(content: &Content, index: usize) -> Option<Field> {
    let text = content.text();
    let name = content.tags().get(index)?.name.of(text);
    let is_named = |tag: &&KnownTag| name.eq_ignore_ascii_case(tag.name().as_bytes());
    if content.as_match().is_some() && is_named(&&KnownTag::Result) {
        return None;
    }
    let form_tag = tag_form(content).iter().find(is_named).map(|tag| tag.name());
    Some(form_tag.map_or(Field::TagValue(index), Field::Tag))
}

/// Returns a hint if other programs may not understand `value` as the value of tag `name`. The value is saved
/// nevertheless.
pub fn tag_hint(name: &str, value: &str) -> Option<&'static str> {
    let value = value.trim();
    if matches!(value, "" | "?" | "-") {
        return None;
    }
    let matches_pattern = |pattern: &str| {
        value.len() == pattern.len()
            && value.bytes().zip(pattern.bytes()).all(|(byte, like)| match like {
                b'0' => byte.is_ascii_digit() || byte == b'?',
                b'.' => matches!(byte, b'.' | b'-'),
                like => byte == like,
            })
    };
    let (is_valid, hint) = match KnownTag::from_name(name.as_bytes())?.value() {
        TagValue::Text => return None,
        TagValue::Date => (
            matches_pattern("0000.00.00"),
            "Enter a date such as 2006.02.05, with ?? for unknown parts.",
        ),
        TagValue::Result => {
            (GameResult::parse(value.as_bytes()).is_some(), "Enter 1-0, 0-1, 1/2-1/2 or *.")
        }
        TagValue::TimeOfDay => (matches_pattern("00:00:00"), "Enter a time such as 13:26:00."),
        TagValue::TimeControl => (
            TimeControl::parse(value).is_some(),
            "Enter seconds and increment (180+0) or minutes and increment (3 0).",
        ),
        TagValue::Rating => (
            value.parse::<u16>().is_ok() || matches!(value, "UNR" | "++++" | "----"),
            "Enter a number, or UNR, ++++ or ---- for no rating.",
        ),
    };
    if !is_valid { Some(hint) } else { None }
}

/// Returns a label and a description for each value derived from the record: the match time and, if they had to be
/// estimated, the initial clocks.
pub fn derived_values(document: &Document) -> Vec<(&'static str, String)> {
    let mut rows = Vec::new();
    if document.played().set_up.clocks_from == InitialClocks::LargestClock {
        let value = "no time control; estimated from the largest clock, in steps of 30 s";
        rows.push(("Initial clocks", value.to_owned()));
    }
    rows.push(("Match time", basis_text(document.timeline().basis)));
    rows
}

/// Describes the source of the match times, such as `from the clocks`.
pub fn basis_text(basis: Basis) -> String {
    use crate::rules::BoardId::{A, B};
    match basis {
        Basis::Nothing => "no recorded clocks: one second per move".to_owned(),
        Basis::Recorded => "recorded with each move".to_owned(),
        Basis::Lag => "from the clocks and the recorded lag".to_owned(),
        Basis::Clocks => "from the clocks".to_owned(),
        Basis::Estimated(delays) => format!(
            "estimated from the clocks, with a delay of {} ms per move on board A and {} ms on \
             board B",
            delays[A], delays[B]
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::{FileRange, Source};

    #[test]
    fn initial_clocks_are_derived_without_a_time_control() {
        let names = |tag: &str| {
            let text = format!("{tag}\n\n1A. e4{{175}} 1a. e5{{174}} *\n");
            let range = FileRange::new(0, text.len() as u64);
            let document = Document::open(Source::from_bytes("match.bpgn", text), range);
            let rows = derived_values(&document).into_iter();
            rows.map(|(name, _)| name).collect::<Vec<_>>()
        };
        assert_eq!(names("[Event \"x\"]"), ["Initial clocks", "Match time"]);
        assert_eq!(names("[TimeControl \"180+0\"]"), ["Match time"]);
    }

    #[test]
    fn incompatible_tag_values_have_a_hint() {
        for (name, value, fine) in [
            ("Date", "2006.02.05", true),
            ("Date", "2006-02-??", true),
            ("Date", "5 February", false),
            ("Time", "13:26:00", true),
            ("Time", "half past", false),
            ("TimeControl", "180+0", true),
            ("TimeControl", "blitz", false),
            ("WhiteAElo", "2126", true),
            ("BlackBElo", "++++", true),
            ("BlackBElo", "good", false),
            ("Result", "1-0", true),
            ("Result", "won", false),
            ("Event", "anything at all", true),
        ] {
            assert_eq!(tag_hint(name, value).is_none(), fine, "{name} {value}");
        }
    }
}
