//! [`FilterForm`]: conversion between the text of a filter and form fields.

use crate::{
    notation::GameResult,
    text::{quoted_word, quoted_words},
};

/// The text of a filter, split into form fields. Terms without a field are kept in [`FilterForm::rest`], so editing a
/// filter in the form loses no terms.
///
/// ```
/// use tandem::archive::FilterForm;
///
/// let mut form = FilterForm::of("elo>2200 player:gnejs");
/// assert_eq!(form.player, "gnejs");
/// form.player = "john doe".to_owned();
/// form.result = "1-0".to_owned();
/// assert_eq!(form.text(), "player:\"john doe\" 1-0 elo>2200");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilterForm {
    /// A part of a player's name.
    pub player: String,
    /// The result: `1-0`, `0-1`, `1/2-1/2`, `*`, or empty for any.
    pub result: String,
    /// A date or a range of dates, `2006..2008`.
    pub date: String,
    /// Terms for which the form has no field, as written.
    pub rest: Vec<String>,
}

impl FilterForm {
    /// Splits `text`, which need not be a valid filter, into fields.
    pub fn of(text: &str) -> Self {
        let mut form = Self::default();
        for word in quoted_words(text) {
            let into = if let Some(player) = word.strip_prefix("player:") {
                Some((&mut form.player, player.replace('"', "")))
            } else if let Some(date) = word.strip_prefix("date:") {
                Some((&mut form.date, date.to_owned()))
            } else if GameResult::parse(word.as_bytes()).is_some() {
                Some((&mut form.result, word.to_owned()))
            } else {
                None
            };
            match into {
                Some((field, value)) if field.is_empty() && !value.is_empty() => *field = value,
                _ => form.rest.push(word.to_owned()),
            }
        }
        form
    }

    pub fn text(&self) -> String {
        let mut words = Vec::new();
        if !self.player.is_empty() {
            words.push(format!("player:{}", quoted_word(&self.player)));
        }
        if !self.result.is_empty() {
            words.push(self.result.clone());
        }
        let date: String = self.date.split_whitespace().collect();
        if !date.is_empty() {
            words.push(format!("date:{date}"));
        }
        words.extend_from_slice(&self.rest);
        words.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::RowFilter;

    #[test]
    fn filter_survives_the_form_unchanged() {
        for text in [
            "gnejs vs death",
            "player:gnejs 1-0",
            "player:\"john doe\" date:2006..2008 *",
            "player:a player:b 1-0 0-1",
            "\"1-0\" -1-0 2006 elo>2200",
            "event:\"two words\" mate",
        ] {
            let filter = |text: &str| text.parse::<RowFilter>().expect("a filter");
            let form = FilterForm::of(text);
            let written = form.text();
            let mut terms = filter(&written).terms;
            let mut expected = filter(text).terms;
            for terms in [&mut terms, &mut expected] {
                terms.sort_by_key(|term| format!("{term:?}"));
            }
            assert_eq!(terms, expected, "{text}: {written}");
            assert_eq!(FilterForm::of(&written), form, "{text}: {written}");
        }
    }

    #[test]
    fn form_accepts_partial_names() {
        let mut form = FilterForm::default();
        for typed in ["j", "john", "john ", "john d"] {
            typed.clone_into(&mut form.player);
            form = FilterForm::of(&form.text());
            assert_eq!(form.player, typed);
        }
    }
}
