//! [`is_binary`]: tells text from pictures, programs and other binary files.

/// The number of bytes at the start of a file that are examined.
const HEAD_BYTES: usize = 8 << 10;

/// The minimum number of control characters in a binary file. The smallest pictures have more.
const MIN_CONTROLS: usize = 8;

/// Returns whether a file whose text begins with `head` is binary: more than 2 % of its first bytes are control characters,
/// and it has no tag. Compressed data has 12 % of control characters, and damaged text few. A text of
/// which a part was overwritten with zeros is still text if a tag is left.
pub fn is_binary(head: &[u8]) -> bool {
    let head = &head[..head.len().min(HEAD_BYTES)];
    let controls = head.iter().filter(|&&byte| is_control(byte)).count();
    controls >= MIN_CONTROLS && controls * 50 > head.len() && !has_tag(head)
}

/// Returns whether `byte` is a control character other than white space, the end-of-file mark of DOS, and escape.
const fn is_control(byte: u8) -> bool {
    matches!(byte, 0..=8 | 11 | 14..=25 | 28..=31 | 127)
}

/// Returns whether a line of `head` begins like a tag: `[Name "`.
fn has_tag(head: &[u8]) -> bool {
    head.split(|&byte| matches!(byte, b'\n' | b'\r')).any(|line| {
        let Some(tag) = line.trim_ascii_start().strip_prefix(b"[") else { return false };
        let length = tag.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        length > 0 && tag[length..].trim_ascii_start().starts_with(b"\"")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_binary_and_damaged_text_is_not() {
        let zeros = |text: &str, count: usize| [text.as_bytes(), &vec![0; count]].concat();
        for text in [
            Vec::new(),
            b"1A. e4{1\0\x01\x02} 1a. e5".to_vec(),
            b"\x1b[31mred\x1b[0m\x1a".repeat(100),
            zeros("[Event \"x\"]\n\n1A. e4 *\n", 5000),
            "[WhiteA \"王伟\"]\n".as_bytes().to_vec(),
            b"caf\xe9 \x93quoted\x94".repeat(20),
        ] {
            assert!(!is_binary(&text), "{:?}", text.escape_ascii().to_string());
        }
        for binary in [
            include_bytes!("../../assets/icon/tandem-64.png").to_vec(),
            zeros("1A. e4 *\n", 5000),
            b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\0\0\0!\xf9\x04\x01\0\0\0\0,\0\0\0\0".to_vec(),
            b"\xfd7zXZ\0\0\x04\xe6\xd6\xb4F\x02\0!\x01\x16\0\0\0".to_vec(),
            b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0".to_vec(),
        ] {
            assert!(is_binary(&binary), "{:?}", binary.escape_ascii().to_string());
        }
    }
}
