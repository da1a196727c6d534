use super::*;
use crate::diagram::PictureFormat;
use std::path::Path;

#[test]
fn each_format_has_one_row_and_its_own_extensions() {
    for (place, row) in FORMATS.iter().enumerate() {
        assert!(FORMATS[place + 1..].iter().all(|other| other.format != row.format));
        assert_eq!(row.format.row().name, row.name);
        for extension in row.extensions {
            let path = format!("a.b.{}", extension.to_uppercase());
            assert_eq!(format_for_path(Path::new(&path), &[row.format]), Some(row.format));
            assert_eq!(check_name(Path::new(&path), row.format), Ok(()));
        }
        for extension in row.other_extensions {
            let path = format!("a.{extension}");
            assert_eq!(format_for_path(Path::new(&path), &[row.format]), None);
            assert_eq!(check_name(Path::new(&path), row.format), Ok(()));
        }
        for name in ["-", "a", "a.", ".bpgn", "a.dat"] {
            assert_eq!(check_name(Path::new(name), row.format), Ok(()), "{name}");
        }
    }
}

#[test]
fn every_format_has_a_row() {
    let mut count = 0;
    let mut row = |format: FileFormat| {
        count += 1;
        match format {
            FileFormat::Bpgn
            | FileFormat::Kriegspiel
            | FileFormat::Bgn
            | FileFormat::Link
            | FileFormat::Csv
            | FileFormat::Columns
            | FileFormat::Page
            | FileFormat::Print
            | FileFormat::Animation
            | FileFormat::Picture(PictureFormat::Svg | PictureFormat::Png | PictureFormat::Pdf) => {
                assert_eq!(format.row().format, format);
            }
        }
    };
    FORMATS.iter().for_each(|it| row(it.format));
    assert_eq!(count, 12, "the formats above");
}

#[test]
fn mismatched_extensions_are_rejected() {
    let refused = |name: &str, form: FileFormat| {
        let refused = check_name(Path::new(name), form);
        refused.expect_err("no such name").to_string()
    };
    assert_eq!(
        refused("a.SVG", FileFormat::Picture(PictureFormat::Png)),
        "a.SVG: the extension is for SVG, but the format is PNG"
    );
    assert_eq!(
        refused("b.jsonl", FileFormat::Bpgn),
        "b.jsonl: the extension is for BGN, but the format is BPGN"
    );
    for packed in PACKED {
        let name = format!("c.bpgn.{packed}");
        assert_eq!(
            refused(&name, FileFormat::Bpgn),
            format!("{name}: compressed output is not supported")
        );
    }
}

#[test]
fn open_dialog_filters_equal_readable_formats() {
    let read = [FileFormat::Bpgn, FileFormat::Bgn, FileFormat::Kriegspiel].map(FileFormat::row);
    let mut all: Vec<&str> = Vec::new();
    for end in read.iter().flat_map(|row| row.extensions.iter().chain(row.other_extensions)) {
        if !all.contains(end) {
            all.push(end);
        }
    }
    // The compressions that can be read.
    all.extend(&PACKED[..3]);
    let mut offered = READABLE.to_vec();
    offered.sort_unstable();
    all.sort_unstable();
    assert_eq!(all, offered);
}

#[test]
fn desktop_file_has_the_media_type_of_bpgn() {
    let mime = include_str!("../../packaging/tandem-mime.xml");
    assert!(mime.contains("<mime-type type=\"application/x-bpgn\">"));
    let desktop = include_str!("../../packaging/tandem.desktop");
    assert!(desktop.contains("MimeType=application/x-bpgn;"));
}

#[test]
fn lossless_formats_are_the_writable_ones() {
    for row in FORMATS {
        assert_eq!(row.limitations.is_none(), row.format == FileFormat::Bpgn, "{}", row.name);
    }
}

#[test]
fn export_choices_are_writable_and_distinct() {
    let mut labels = Vec::new();
    let mut values = Vec::new();
    for row in FORMATS {
        if let Some(label) = row.export_label {
            assert!(!labels.contains(&label), "{label}");
            labels.push(label);
            let written = !matches!(row.format.kind(), FormatKind::Records);
            assert!(written, "{label} is offered, but no single-match writer supports it");
        }
        if let Some((value, help)) = row.value {
            let value = (row.is_drawn(), value);
            assert!(!values.contains(&value), "{value:?}");
            values.push(value);
            assert!(!help.is_empty() && !help.ends_with('.'), "{help}");
            assert!(row.is_drawn() != row.is_converted());
        }
        let is_offered = row.export_label.is_some() || row.value.is_some();
        assert!(is_offered || LIST_FORMATS.contains(&row.format), "{}", row.name);
    }
}
