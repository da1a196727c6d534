//! Pictures and pages of a match: the cost of `tandem diagram` and `tandem convert` for the sample match of the BPGN
//! standard.

use divan::{Bencher, black_box};
use std::sync::OnceLock;
use tandem::{
    diagram::{
        Background, Look, PageView, PieceSet, Scene, Sheet, Show, Theme, UNWATCHED, animation,
        columns, html, pdf, png, print, raster, svg,
    },
    document::Document,
    file::{FileRange, Source},
};

fn main() {
    divan::main();
}

fn sample() -> &'static Document {
    static SAMPLE: OnceLock<Document> = OnceLock::new();
    SAMPLE.get_or_init(|| {
        let text = include_bytes!("../assets/samples/bpgn-1.2.bpgn");
        let range = FileRange::new(0, text.len() as u64);
        Document::open(Source::from_bytes("sample.bpgn", text), range)
    })
}

fn pieces() -> &'static PieceSet {
    static PIECES: OnceLock<PieceSet> = OnceLock::new();
    PIECES.get_or_init(|| PieceSet::load(PieceSet::NAMES[0]).expect("our own set"))
}

fn look() -> Look<'static> {
    Look { theme: &Theme::ALL[0], pieces: pieces(), background: Background::Theme }
}

/// The moment with the most pieces on the boards and in reserve.
const MOMENT: usize = 80;

fn picture(width: u32) -> String {
    svg(&Scene::of(sample(), MOMENT, &Show::default()), &look(), width)
}

/// Both boards as SVG.
#[divan::bench]
fn svg_of_both_boards(bencher: Bencher<'_, '_>) {
    bencher.bench(|| picture(black_box(1200)));
}

/// Both boards as PNG.
#[divan::bench(args = [400, 800, 1600])]
fn png_of_both_boards(bencher: Bencher<'_, '_>, width: u32) {
    let show = Show::default();
    bencher.bench(|| {
        let scene = Scene::of(sample(), MOMENT, &show);
        png(&raster(&scene, &look(), black_box(width)))
    });
}

/// Both boards as PDF.
#[divan::bench]
fn pdf_of_both_boards(bencher: Bencher<'_, '_>) {
    bencher.bench(|| pdf(&picture(black_box(1200)), "title"));
}

/// 60 s of playback as a GIF 800 pixels wide, with a frame for every change of a clock.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn gif_of_60_s(bencher: Bencher<'_, '_>) {
    let timeline = sample().timeline();
    let from = MOMENT;
    let to = timeline.moment_at(timeline.time_of(from) + 60_000);
    bencher
        .bench(|| animation(sample(), &Show::default(), &look(), from..=to, 1.0, 800, UNWATCHED));
}

/// The match as text in four columns.
#[divan::bench]
fn columns_of_match(bencher: Bencher<'_, '_>) {
    bencher.bench(|| columns(black_box(sample())));
}

/// The match as a replay page.
#[divan::bench]
fn html_of_match(bencher: Bencher<'_, '_>) {
    let (theme, pieces) = (&Theme::ALL[0], pieces());
    let view = PageView { theme, pieces, flipped: false, moment: 0, findings: &[] };
    bencher.bench(|| html(black_box(sample()), &view));
}

/// The match as PDF.
#[divan::bench]
fn pages_of_match(bencher: Bencher<'_, '_>) {
    let sheet = Sheet::new(Sheet::A4, &Theme::ALL[4], pieces());
    bencher.bench(|| print(black_box(std::slice::from_ref(sample())), &sheet, UNWATCHED));
}
