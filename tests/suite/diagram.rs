//! Diagrams: the contents of a picture in every format, and the errors if there can be none.
#![expect(clippy::disallowed_methods, reason = "tests look at the files that were written")]

use super::cli::{check, program};
use image::AnimationDecoder as _;
use std::path::Path;
use tandem::{
    diagram::{
        Background, Look, PieceSet, Scene, Show, Theme, UNWATCHED, animation, pdf, png, raster, svg,
    },
    document::Document,
    file::{FileRange, Source},
    replay::Ply,
    rules::Move,
};

const SAMPLE: &str = "assets/samples/bpgn-1.2.bpgn";

fn sample() -> Document {
    open(
        &std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(SAMPLE))
            .expect("what the tests name is there"),
    )
}

fn open(text: &[u8]) -> Document {
    let range = FileRange::new(0, text.len() as u64);
    Document::open(Source::from_bytes("test.bpgn", text), range)
}

/// Returns the picture of `document` at `at`, a moment as a person names it.
fn draw(document: &Document, at: &str, theme: &str, show: &Show) -> String {
    let pieces = PieceSet::load("tandem").expect("what the tests name is there");
    let look = Look {
        theme: Theme::named(theme).expect("what the tests name is there"),
        pieces: &pieces,
        background: Background::Theme,
    };
    let moment = document.moment_named(at).expect("what the tests name is there");
    svg(&Scene::of(document, moment, show), &look, 1200)
}

/// Returns the body of a picture without the parts that all pictures share: one drawn thing per line.
fn outline(picture: &str) -> String {
    let body = &picture[picture.find("</defs>").expect("what the tests name is there") + 7..];
    body.replace("><", ">\n<")
}

#[test]
fn a_picture_as_text() {
    let show = Show {
        marks: ["A:e2e4", "B:f7:red"]
            .map(|mark| tandem::diagram::board_mark(mark).unwrap())
            .to_vec(),
        caption: "Two queens".to_owned(),
        ..Show::default()
    };
    let both = draw(&sample(), "25B", "green", &show);
    insta::assert_snapshot!("both_boards", outline(&both));
    let one = Show { boards: vec![tandem::rules::BoardId::B], flipped: true, ..Show::default() };
    let print = draw(&sample(), "end", "print", &one);
    insta::assert_snapshot!("board_b_in_print", outline(&print));
}

#[test]
fn every_moment_is_small_well_formed_and_self_contained() {
    let document = sample();
    let plies = &document.played().plies;
    // The first check and the first promotion are among the moments.
    let first =
        |wanted: &dyn Fn(&Ply) -> bool| plies.iter().position(wanted).map(|index| index + 1);
    let check = first(&|ply| ply.check).expect("a check");
    let promotes = |ply: &Ply| matches!(ply.mv, Move::Normal { promotion: Some(_), .. });
    let promoted = first(&promotes).expect("a promotion");
    for moment in (0..=plies.len()).step_by(9).chain([check, promoted]) {
        let picture = draw(&document, &moment.to_string(), "wood", &Show::default());
        assert!(picture.len() < 60_000, "{moment}: {}", picture.len());
        assert!(moment != check || picture.contains("url(#check)"));
        let options = roxmltree::ParsingOptions::default();
        let tree = roxmltree::Document::parse_with_options(&picture, options).unwrap();
        for node in tree.descendants() {
            for attribute in node.attributes() {
                let value = attribute.value();
                let painted = value.strip_prefix("url(#").and_then(|id| id.strip_suffix(')'));
                let used = (attribute.name() == "href")
                    .then(|| value.strip_prefix('#').expect("no address"));
                if let Some(id) = painted.or(used) {
                    let defined = tree.descendants().any(|n| n.attribute("id") == Some(id));
                    assert!(defined, "{id}");
                }
            }
            assert!(!matches!(node.tag_name().name(), "image" | "style" | "script" | "text"));
        }
        // Each piece is defined once, and used once for every square on which it stands.
        let position = document.played().position_after(moment);
        for id in tandem::rules::BoardId::ALL {
            let pieces = position.boards[id].pieces().occupied().count();
            assert!(pieces > 0);
        }
        let ids: Vec<_> = tree.descendants().filter_map(|n| n.attribute("id")).collect();
        let mut once = ids.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), ids.len(), "an id is defined twice");
        let on_boards = picture.matches(r##"<use xlink:href="#w"##).count()
            + picture.matches(r##"<use xlink:href="#b"##).count();
        let standing: usize = tandem::rules::BoardId::ALL
            .map(|id| position.boards[id].pieces().occupied().count())
            .iter()
            .sum();
        // Four reserves of five pieces.
        assert_eq!(on_boards, standing + 20);
    }
}

#[test]
fn names_and_captions_are_text_and_never_markup() {
    let document = open(
        b"[WhiteA \"</title><script>alert(1)</script>\"][BlackA \"a&b\x01\"]\n[WhiteAElo \"1\"] 1A. e4",
    );
    let show = Show { caption: "<b>\"&'\u{0}".to_owned(), ..Show::default() };
    let picture = draw(&document, "end", "green", &show);
    let tree = roxmltree::Document::parse(&picture).unwrap();
    let title =
        tree.descendants().find(|n| n.has_tag_name(("http://www.w3.org/2000/svg", "title")));
    assert_eq!(
        title.unwrap().text().unwrap(),
        "</title><script>alert(1)</script> & Black B – a&b  & White B, after 1A. e4"
    );
    assert!(!picture.contains("<script"));
}

#[test]
fn picture_has_the_requested_width_and_transparency() {
    let document = sample();
    let pieces = PieceSet::load("tandem").unwrap();
    for (width, background) in
        [(32, Background::Theme), (333, Background::Transparent), (1600, Background::Theme)]
    {
        let look = Look { theme: &Theme::ALL[0], pieces: &pieces, background };
        let raster = raster(&Scene::of(&document, 9, &Show::default()), &look, width);
        assert_eq!(raster.width, width);
        let corner = [0, raster.width as usize - 1, (raster.width * (raster.height - 1)) as usize];
        for pixel in corner {
            let alpha = raster.rgba[pixel * 4 + 3];
            assert_eq!(alpha, if background == Background::Theme { 255 } else { 0 });
        }
        let file = png(&raster).unwrap();
        let read = image::load_from_memory(&file).unwrap();
        assert_eq!((read.width(), read.height()), (raster.width, raster.height));
        assert_eq!(read.color().has_alpha(), background == Background::Transparent);
    }
}

/// Renders `svg` with a library for SVG, as pixels with premultiplied alpha.
fn rendered(svg: &[u8]) -> Vec<u8> {
    let tree =
        usvg::Tree::from_data(svg, &usvg::Options::default()).expect("the program writes SVG");
    let size = tree.size().to_int_size();
    let mut pixmap =
        resvg::tiny_skia::Pixmap::new(size.width(), size.height()).expect("a picture has pixels");
    resvg::render(&tree, resvg::tiny_skia::Transform::identity(), &mut pixmap.as_mut());
    pixmap.take_demultiplied()
}

/// SVG, which a library renders, is the oracle of the pixels that the program paints.
#[test]
fn painted_pictures_match_their_svg() {
    const KRIEGSPIEL: &str = "assets/samples/kriegspiel.pgn";
    let arguments: [(&str, &str); 12] = [
        (SAMPLE, "--at 25B --size 811 --mark A:e2e4 --mark B:f7:red"),
        (SAMPLE, "--at end --size 1511 --theme wood --pieces cburnett --caption 0123456789"),
        (SAMPLE, "--at 40 --size 333 --theme print --pieces merida --board b --as black"),
        (SAMPLE, "--at 77 --size 653 --theme blue --pieces pirat --background none"),
        (SAMPLE, "--at 0 --size 64 --theme grey --pieces letters --hide names,clocks"),
        ("assets/samples/bpgn-1.1-bfen.bpgn", "--at 1 --size 517"),
        ("assets/samples/missed-mate.bpgn", "--at end --size 517 --background none --caption x"),
        (KRIEGSPIEL, "--at 9 --size 413"),
        (KRIEGSPIEL, "--at 8 --size 413 --as white --belief"),
        (KRIEGSPIEL, "--at 7 --size 517 --as black --theme print"),
        ("assets/samples/kriegspiel-problem.pgn", "--at 0 --size 461"),
        ("assets/samples/kriegspiel-problem.pgn", "--at 0 --size 461 --as white --theme print"),
    ];
    for (file, options) in arguments {
        let draw = |format: &str| {
            let words = options.split(' ');
            let fixed = ["diagram", file, "--format", format, "-o", "-"];
            program(&fixed.into_iter().chain(words).collect::<Vec<_>>(), b"").stdout
        };
        let painted = image::load_from_memory(&draw("png")).expect(options).to_rgba8();
        let rendered = rendered(&draw("svg"));
        assert_eq!(painted.len(), rendered.len(), "{options}");
        let off = |(a, b): (&u8, &u8)| a.abs_diff(*b);
        let differences: Vec<u8> = painted.iter().zip(&rendered).map(off).collect();
        let many = differences.iter().filter(|&&off| off > 8).count();
        let most = differences.iter().max().expect("pixels");
        assert!(many * 1000 < differences.len() && *most <= 64, "{options}: {many}, {most}");
    }
}

#[test]
fn pdf_contains_vectors_only() {
    let picture = draw(&sample(), "37a", "green", &Show::default());
    let file = pdf(&picture, "a title").unwrap();
    let holds = |what: &[u8]| memchr::memmem::find(&file, what).is_some();
    assert!(file.starts_with(b"%PDF-"));
    assert!(holds(b"a title"));
    assert!(!holds(b"/Subtype/Image") && !holds(b"/Subtype /Image"));
    // 1200 pixels at 96 per inch are 900 points.
    assert!(holds(b"/MediaBox [0 0 900 ") || holds(b"/MediaBox[0 0 900 "));
}

#[test]
fn folder_with_twelve_drawings_is_a_piece_set() {
    let folder = tempfile::tempdir().unwrap();
    for piece in PieceSet::FILES {
        let name = format!("assets/pieces/cburnett/{piece}.svg");
        std::fs::copy(
            Path::new(env!("CARGO_MANIFEST_DIR")).join(name),
            folder.path().join(format!("{piece}.svg")),
        )
        .unwrap();
    }
    let draw = |pieces: &str| {
        let arguments =
            ["diagram", SAMPLE, "--pieces", pieces, "--size", "400", "--format", "png", "-o", "-"];
        let file = program(&arguments, b"").stdout;
        image::load_from_memory(&file).unwrap().to_rgb8().into_raw()
    };
    // Read again and written in short form, the pieces are the same except for rounding.
    let (ours, theirs) = (draw("cburnett"), draw(folder.path().to_str().unwrap()));
    assert_eq!(ours.len(), theirs.len());
    let off = ours.iter().zip(&theirs).filter(|(a, b)| a.abs_diff(**b) > 24);
    assert!(off.count() * 1000 < ours.len());
    std::fs::write(folder.path().join("wQ.svg"), "no drawing").unwrap();
    let path = folder.path().to_str().unwrap();
    let output = program(&["diagram", SAMPLE, "--pieces", path, "-o", "x.svg"], b"");
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(
        err.starts_with(&format!("tandem: cannot read wQ.svg of the piece set {path} (")),
        "{err}"
    );
}

#[test]
fn a_bare_position_in_either_form_is_drawn() {
    let one = b"r2k1r2/pbppNppp/1p2p1nb/1P5N/3N4/4Pn1q/PPP1QP1P/2KR2R1/BrpBBqppN w - - 45 56 | Q~4rk1/8/8/8/8/8/8/R3K2R w KQ - 45 60";
    let other = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[QNPrbp] w KQkq - 0 1";
    for (text, promoted) in [(&one[..], 1), (&other[..], 0)] {
        let output = program(&["diagram", "-", "--format", "svg", "-o", "-"], text);
        assert_eq!(output.status.code(), Some(0));
        let picture = String::from_utf8(output.stdout).unwrap();
        assert_eq!(picture.matches("<use xlink:href=\"#promoted\"").count(), promoted);
    }
}

#[test]
fn all_moments_can_be_requested_together() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("m.svg");
    check(
        &["diagram", "-", "--at", "all", "-o", out.to_str().unwrap()],
        b"1A. e4 1a. e5 1B. d4",
        0,
        "",
        "",
    );
    let mut names: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["m-000.svg", "m-001.svg", "m-002.svg", "m-003.svg"]);
    let last = std::fs::read_to_string(folder.path().join("m-003.svg")).unwrap();
    assert!(last.contains("after 1B. d4"));
}

#[test]
fn animation_has_the_length_and_the_end_of_the_match() {
    let document =
        open(b"[TimeControl \"60+0\"]\n1A. e4 {58} 1a. e5 {59.5} 1B. d4 {57} 2A. Nf3 {50}");
    let pieces = PieceSet::load("tandem").unwrap();
    let look = Look { theme: &Theme::ALL[0], pieces: &pieces, background: Background::Theme };
    let show = Show::default();
    let single = animation(&document, &show, &look, 4..=4, 1.0, 64, UNWATCHED).unwrap();
    let decoder = image::codecs::gif::GifDecoder::new(std::io::Cursor::new(&single)).unwrap();
    assert_eq!(decoder.into_frames().count(), 1, "a single moment has no position before it");
    for speed in [1.0, 4.0] {
        let file = animation(&document, &show, &look, 1..=4, speed, 200, UNWATCHED).unwrap();
        let decoder = image::codecs::gif::GifDecoder::new(std::io::Cursor::new(&file)).unwrap();
        let frames = decoder.into_frames().collect_frames().unwrap();
        let delays = frames.iter().map(|frame| frame.delay().numer_denom_ms());
        let shown_ms: u32 = delays.map(|(ms, _)| ms).sum();
        let timeline = document.timeline();
        let played_ms = f64::from(timeline.time_of(4) - timeline.time_of(1)) / speed;
        // The position before the first ply takes a second, the last frame longer.
        let expect_ms = 1000.0 + played_ms + 2500.0;
        assert!((f64::from(shown_ms) - expect_ms).abs() <= 20.0, "{shown_ms} {expect_ms}");
        // The clocks run visibly between the plies.
        assert!(frames.len() > 8, "{}", frames.len());
        // The first and last frames are the pictures of their moments, but for the number of colours.
        for (frame, moment) in [(&frames[0], 0), (&frames[frames.len() - 1], 4)] {
            let picture = raster(&Scene::of(&document, moment, &show), &look, 200);
            let off = |(a, b): (&u8, &u8)| u64::from(a.abs_diff(*b));
            let sum: u64 = frame.buffer().as_raw().iter().zip(&picture.rgba).map(off).sum();
            assert!(sum / (picture.rgba.len() as u64) < 4, "{moment}: {sum}");
        }
    }
}

#[test]
fn every_set_is_clean_and_makes_a_small_picture() {
    let document = sample();
    for name in PieceSet::NAMES {
        let pieces = PieceSet::load(name).unwrap();
        assert_eq!(pieces.name(), name);
        for theme in &Theme::ALL {
            let look = Look { theme, pieces: &pieces, background: Background::Theme };
            let moment = document.moment_named("25B").unwrap();
            let show = Show {
                caption: "A line below the boards, of many letters: 0123456789 (xyz)!".to_owned(),
                ..Show::default()
            };
            let picture = svg(&Scene::of(&document, moment, &show), &look, 1200);
            assert!(picture.len() < 60_000, "{name}: {}", picture.len());
        }
        for piece in PieceSet::FILES {
            let path = format!("assets/pieces/{name}/{piece}.svg");
            let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&path));
            let text = text.unwrap();
            let start = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45">"#;
            assert!(text.starts_with(start), "{path}");
            for unwanted in [" id=", "<style", "<script", "href", "url("] {
                assert!(!text.contains(unwanted), "{path}: {unwanted}");
            }
        }
    }
}
