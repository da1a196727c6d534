//! [`fold_accents`]: text in lower case without accents, for comparing what a person types with what a file has.

/// Returns `text` in lower case without accents: `Épée` becomes `epee`. A letter that is no letter with an accent, such as
/// `ß`, stays.
pub fn fold_accents(text: &str) -> String {
    text.chars().flat_map(folded).collect()
}

/// Returns the number of characters of `text` before the byte `at` of [`fold_accents`].
pub fn chars_before_folded(text: &str, at: usize) -> usize {
    let mut length = 0;
    let before = text.chars().take_while(|c| {
        length += folded(*c).map(char::len_utf8).sum::<usize>();
        length <= at
    });
    before.count()
}

fn folded(c: char) -> impl Iterator<Item = char> {
    // A combining mark is an accent of its own, which follows its letter.
    c.to_lowercase().filter(|c| !('\u{300}'..='\u{36f}').contains(c)).map(base_letter)
}

/// Returns the letter without its accent, for the lower-case letters of the languages that are written in Latin letters.
const fn base_letter(c: char) -> char {
    match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' | 'ạ'..='ặ' => 'a',
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => 'c',
        'ď' | 'đ' => 'd',
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' | 'ẹ'..='ệ' => 'e',
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => 'g',
        'ĥ' | 'ħ' => 'h',
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' | 'ǐ' | 'ỉ' | 'ị' => 'i',
        'ĵ' => 'j',
        'ķ' => 'k',
        'ĺ' | 'ļ' | 'ľ' | 'ł' => 'l',
        'ñ' | 'ń' | 'ņ' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' | 'ơ' | 'ǒ' | 'ọ'..='ợ' => 'o',
        'ŕ' | 'ŗ' | 'ř' => 'r',
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => 's',
        'ţ' | 'ť' | 'ŧ' | 'ț' => 't',
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' | 'ư' | 'ǔ' | 'ụ'..='ự' => 'u',
        'ŵ' => 'w',
        'ý' | 'ÿ' | 'ŷ' | 'ỳ'..='ỹ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_of_every_kind_are_folded() {
        for (text, expect) in [
            ("Épée", "epee"),
            ("E\u{301}pe\u{301}e", "epee"),
            ("ČESKÝ Łódź Ångström", "cesky lodz angstrom"),
            ("Nguyễn Đức", "nguyen duc"),
            ("İstanbul", "istanbul"),
            ("Straße", "straße"),
            ("Дебют", "дебют"),
        ] {
            assert_eq!(fold_accents(text), expect);
        }
    }

    #[test]
    fn characters_are_counted_in_the_text_itself() {
        for (text, word, expect) in
            [("Épée", "epee", 0), ("une Épée", "pee", 5), ("e\u{301}e\u{301} fork", "fork", 5)]
        {
            let at = fold_accents(text).find(word).unwrap();
            assert_eq!(chars_before_folded(text, at), expect, "{text}");
        }
    }
}
