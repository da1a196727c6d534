//! Matches in four columns: as text, PDF and replay page.
#![expect(clippy::disallowed_methods, reason = "tests look at the files that were written")]

use super::cli::{check, program};
use crate::skip::skipped;
use std::{
    cell::{Cell, RefCell},
    io::Read as _,
    ops::ControlFlow,
    path::Path,
    process::Command,
};
use tandem::{
    diagram::{
        Background, DrawnPart, Look, PageFinding, PageFindingKind, PageView, PdfError, PieceSet,
        Scene, Sheet, Show, Theme, UNWATCHED, Watch, columns, html, print, svg,
    },
    document::Document,
    file::{FileRange, Source},
    rules::{BoardId, Seat},
};

/// A match with everything: comments of several paragraphs, markup in names and comments, diagrams, and a ply that
/// cannot be played.
const ANNOTATED: &str = "[WhiteA \"</script><script>alert(1)</script>\"][WhiteAElo \"1900\"]\n\
    [BlackA \"b & c\"][Event \"an <i>event</i>\"][TimeControl \"180+0\"]\n\
    {C:Before <b>all</b>} 1A. e4 {179.5} {A:!} {D:} 1B. d4 {178} {C:one\n\ntwo <!-- three} 1a. d5 {177} 2A. exd5 {170}\n\
    1b. P@e5 {160} {D:} {C:</script>} 2a. Ke4 {150} {over} 1-0\n";

fn open(text: &[u8]) -> Document {
    let range = FileRange::new(0, text.len() as u64);
    Document::open(Source::from_bytes("test.bpgn", text), range)
}

fn sample(name: &str) -> Document {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples");
    open(&std::fs::read(path.join(name)).expect("a sample"))
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

#[test]
fn first_sample_equals_section_2_3_of_the_standard() {
    let text = columns(&sample("bpgn-1.0.bpgn"));
    assert_eq!(words(&text), words(include_str!("data/columns.txt")));
    insta::assert_snapshot!("columns_of_the_first_sample", text);
}

#[test]
fn columns_with_comments_and_diagrams() {
    insta::assert_snapshot!("columns_annotated", columns(&open(ANNOTATED.as_bytes())));
    // No line of a comment is wider than a terminal, and no word is lost.
    let long = format!("{{C:{}}} 1A. e4", "words and words ".repeat(40));
    let text = columns(&open(long.as_bytes()));
    assert!(text.lines().all(|line| line.chars().count() <= 80));
    assert_eq!(text.matches("words").count(), 80);
}

#[test]
fn columns_of_many_matches_keep_their_order() {
    let record = |number: usize| {
        let moves = if number == 500 { "Ke5" } else { "e4 1-0" };
        format!("[WhiteA \"{number}\"]\n1A. {moves}\n\n")
    };
    let many: String = (1..=700).map(record).collect();
    let texts: Vec<String> =
        (1..=700).map(|number| columns(&open(record(number).as_bytes()))).collect();
    check(
        &["convert", "-", "--to", "columns", "-o", "-"],
        many.as_bytes(),
        1,
        &texts.join("\n"),
        "tandem: game 500 stops at an illegal move\n",
    );
}

fn pages(document: &Document) -> Vec<u8> {
    let pieces = PieceSet::load("tandem").expect("our own set");
    let theme = Theme::named("print").expect("a theme");
    let sheet = Sheet::new(Sheet::A4, theme, &pieces);
    print(std::slice::from_ref(document), &sheet, UNWATCHED).expect("a PDF")
}

/// If set to 1, this variable states that the tools for PDF and pages are installed.
const TOOLS: &str = "TANDEM_TOOLS";

/// Runs a tool on `bytes`, saved under `name`. Without [`TOOLS`] the result is `None`, because installed tools differ
/// between machines.
fn tool(tool: &str, arguments: &[&str], name: &str, bytes: &[u8]) -> Option<String> {
    if std::env::var_os(TOOLS).is_none_or(|value| value != "1") {
        skipped(&format!("it needs {tool}; set {TOOLS}=1 where that is installed"));
        return None;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).expect("a file");
    let run = Command::new(tool).args(arguments).arg(&path).output();
    let output = run.unwrap_or_else(|error| panic!("{tool}: {error}"));
    assert!(output.status.success(), "{tool}: {}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns the words of a PDF, as found by pdftotext; `None` without the tools.
fn text_of(pdf: &[u8]) -> Option<String> {
    // pdftotext expects the file before the target.
    let arguments = ["-c", "pdftotext -layout \"$1\" -", "sh"];
    tool("sh", &arguments, "a.pdf", pdf)
}

#[test]
fn paper_has_every_move_comment_and_page_number() {
    let file = pages(&sample("bpgn-1.2.bpgn"));
    assert!(file.starts_with(b"%PDF-"));
    let Some(info) = tool("pdfinfo", &[], "a.pdf", &file) else { return };
    assert!(info.contains("Pages:           2") && info.contains("595.28 x 841.89"), "{info}");
    let text = text_of(&file).expect("its words");
    for expect in ["31. R@d8# 1:25", "37. Q@d6+ 1:52", "izicik checkmated", "1/2", "2/2"] {
        // Blanks between words depend on the tool.
        let close = words(&text).join(" ").replace(" / ", "/");
        assert!(close.contains(expect), "{expect}");
    }
    let moves = words(&text).iter().filter(|w| w.ends_with('.') && w.len() < 4).count();
    assert_eq!(moves, 135);
}

/// Returns the unpacked streams of a PDF.
fn streams(pdf: &[u8]) -> String {
    let starts = memchr::memmem::find_iter(pdf, b"stream\n").map(|at| at + 7);
    let mut unpacked = Vec::new();
    for start in starts {
        // What ends a stream begins none.
        let _ = flate2::read::ZlibDecoder::new(&pdf[start..]).read_to_end(&mut unpacked);
    }
    String::from_utf8_lossy(&unpacked).into_owned()
}

#[test]
fn text_on_paper_is_filled_and_begins_within_the_margins() {
    let drawn = streams(&pages(&sample("bpgn-1.2.bpgn")));
    assert!(!drawn.contains("BT 2 Tr"), "outlined");
    // `/FONT SIZE Tf`, then a matrix whose last row is the place.
    let texts: Vec<&str> = drawn.split("BT 0 Tr").skip(1).collect();
    assert!(texts.len() > 135, "{}", texts.len());
    for text in texts {
        let x: f32 = text.split(' ').nth(7).expect("a place").parse().expect("a number");
        assert!((42.0..553.3).contains(&x), "{x}");
    }
}

#[test]
fn puzzles_on_paper_and_their_answers_have_the_same_numbers() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/puzzles.in/match.bpgn");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("set.pdf");
    program(&["puzzles", file, "-o", path.to_str().expect("a name in UTF-8")], b"");
    let Some(text) = text_of(&std::fs::read(path).expect("a PDF")) else { return };
    let text = words(&text).join(" ");
    for expect in [
        "1. White on board A to move: Ann. Mate in 1.",
        "2. White on board A to move: Ann. You sit.",
        "1. White on board A. 1. Q@a7# (or Q@b7#) Ann & Di – Bo & Cy · match.bpgn, after 1b",
        "2. White on board A. Sit; board B: 1… dxc5; board A: 1. Q@a7#",
    ] {
        assert!(text.contains(expect), "{expect}: {text}");
    }
}

#[test]
fn glyphs_of_a_move_on_paper_leave_room_for_its_announcement() {
    let game =
        b"[Variant \"Kriegspiel\"]\n\n1. e4 {(:)} d5 {(:)} 2. exd5 $1 $2 $10 $13 $14 {(Xd5:)} *\n";
    let output = program(&["convert", "-", "--to", "pdf", "-o", "-"], game);
    let Some(text) = text_of(&output.stdout) else { return };
    assert!(words(&text).join(" ").contains("\u{2026} A piece is captured on d5"), "{text}");
}

#[test]
fn print_out_accepts_any_comment() {
    let mut document = open(ANNOTATED.as_bytes());
    assert!(pages(&document).len() > 1000);
    let long = format!("[WhiteA \"{0}\"]\n{{C:{0} \u{7} ♞ 中文}} 1A. e4 {{D:}}", "x".repeat(3000));
    document = open(long.as_bytes());
    let Some(info) = tool("pdfinfo", &[], "a.pdf", &pages(&document)) else { return };
    // The name and the comment are wrapped, each over more than a page.
    assert!(info.contains("Pages:           3"), "{info}");
}

/// Prints `text` as PDF. Returns the file and the number of pages. `watch` may cancel the printing.
fn print_watched(text: &str, watch: Watch<'_>) -> Result<(Vec<u8>, usize), PdfError> {
    let pieces = PieceSet::load("tandem").expect("our own set");
    let theme = Theme::named("print").expect("a theme");
    let sheet = Sheet::new(Sheet::A4, theme, &pieces);
    let all = Cell::new(0);
    let counted = |part: DrawnPart| {
        all.set(part.all);
        watch(part)
    };
    Ok((print([open(text.as_bytes())], &sheet, &counted)?, all.get()))
}

/// Returns a match of `count` plies with `note` on each.
fn knights(count: usize, note: &str) -> String {
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let ply =
        |at: usize| format!("{}{}. {} {note} ", at / 2 + 1, ["A", "a"][at % 2], moves[at % 4]);
    (0..count).map(ply).collect()
}

/// Squares, pieces, names and clocks are in the file only once.
#[test]
fn additional_pdf_diagram_is_cheap() {
    let size = |count| {
        let text = knights(count, "{D:}");
        print_watched(&text, UNWATCHED).expect("a PDF").0.len()
    };
    let each = (size(120) - size(60)) / 60;
    assert!(each < 2500, "{each} bytes");
}

#[test]
fn long_ending_is_wrapped() {
    for (text, pages) in [
        ("1A. e4 {a word}", 1),
        (&format!("1A. e4 {{{}}}", "word ".repeat(20_000)), 20),
        (&format!("1A. e4 {{C:{}}} *", "word ".repeat(20_000)), 16),
        (&format!("1A. e4 {{C:{}}} *", "word".repeat(20_000)), 15),
        (&format!("[Event \"{}\"]\n1A. e4 *", "word ".repeat(20_000)), 19),
    ] {
        let (_, found) = print_watched(text, UNWATCHED).expect("a PDF");
        assert_eq!(found, pages, "{}", text.len());
    }
}

#[test]
fn printing_can_be_cancelled_in_layout_and_painting() {
    let text = knights(40, "{D:}");
    let (reports, stop) = (RefCell::new(Vec::new()), Cell::new(usize::MAX));
    let watch = |part: DrawnPart| {
        let mut reports = reports.borrow_mut();
        reports.push((part.done, part.all));
        if reports.len() > stop.get() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let (_, pages) = print_watched(&text, &watch).expect("a PDF");
    let laid_out = (1..=pages).map(|all| (0, all));
    let expect: Vec<_> = laid_out.chain((0..pages).map(|done| (done, pages))).collect();
    assert!(pages > 10, "{pages}");
    assert_eq!(*reports.borrow(), expect);
    for calls in [0, 1, pages - 1, pages, 2 * pages - 1] {
        reports.borrow_mut().clear();
        stop.set(calls);
        assert!(matches!(print_watched(&text, &watch), Err(PdfError::Stopped)), "{calls}");
        assert_eq!(reports.borrow().len(), calls + 1);
    }
}

fn page_view<'a>(
    theme: &'a Theme,
    pieces: &'a PieceSet,
    findings: &'a [PageFinding],
) -> PageView<'a> {
    PageView { theme, pieces, flipped: false, moment: 0, findings }
}

fn page(text: &str) -> String {
    let pieces = PieceSet::load("tandem").expect("our own set");
    html(&open(text.as_bytes()), &page_view(&Theme::ALL[0], &pieces, &[]))
}

#[test]
fn page_escapes_names_and_comments_and_loads_nothing() {
    let page = page(ANNOTATED);
    assert_eq!(page.matches("<script").count(), 2, "its own, and the match");
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(page.contains("&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert!(page.contains("an &lt;i&gt;event&lt;/i&gt;"));
    assert!(!page.contains("{{"));
    // The only addresses are names of namespaces.
    let addresses: Vec<_> = page
        .match_indices("http:")
        .chain(page.match_indices("https:"))
        .map(|(at, _)| &page[at..at + 18])
        .collect();
    assert!(addresses.iter().all(|a| *a == "http://www.w3.org/"), "{addresses:?}");
    assert!(page.contains("default-src 'none'"));
}

/// Returns the definition of `id` in `page`.
fn defined<'p>(page: &'p str, id: &str) -> &'p str {
    let (_, rest) = page
        .split_once(&format!(r#"<g id="{id}">"#))
        .unwrap_or_else(|| panic!("{id} is not defined"));
    // A coordinate is a group within the definition.
    let end = match rest.find(r#"<g id=""#).into_iter().chain(rest.find("</defs>")).min() {
        Some(end) => end,
        None => rest.len(),
    };
    rest[..end].strip_suffix("</g>").expect("it ends")
}

#[test]
fn a_page_places_the_shapes_that_a_picture_prints() {
    let document = open(ANNOTATED.as_bytes());
    let pieces = PieceSet::load("cburnett").expect("built in");
    for theme in &Theme::ALL {
        let page = html(&document, &page_view(theme, &pieces, &[]));
        let look = Look { theme, pieces: &pieces, background: Background::Theme };
        let scene = Scene::of(&document, 0, &Show::default());
        // The boards of a picture are beside its upper left corner.
        let without_numbers =
            |text: &str| text.replace(|c: char| c.is_ascii_digit() || " .-".contains(c), "");
        let picture = without_numbers(&svg(&scene, &look, 800));
        for id in ["ground", "white-below", "black-below"] {
            let shapes = without_numbers(defined(&page, id));
            assert!(shapes.len() > 100, "{id}");
            assert!(picture.contains(&shapes), "{}: {id}", theme.name);
        }
        for id in ["from", "to", "drop"] {
            for shade in ["light", "dark"] {
                assert!(!defined(&page, &format!("{id}-{shade}")).is_empty());
            }
        }
        assert!(!defined(&page, "in-check").is_empty());
    }
}

/// Shows a page in frames with the sizes of phones, and imitates a finger.
#[test]
fn a_page_fits_a_phone_and_takes_taps_and_swipes() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples/bpgn-1.2.bpgn");
    let text = std::fs::read_to_string(sample).expect("a sample");
    let text = text.replacen("1a. Nc6{179.900}", "1a. Nc6{179.900} {D:}", 1);
    let inner = serde_json::to_string(&page(&text)).expect("a text");
    let driven = format!(
        r##"<!DOCTYPE html><html><body><script type="application/json" id="page">{}</script><script>(async () => {{
            const seen = [];
            for (const [width, height] of [[360, 640], [390, 844], [844, 390]]) {{
                const frame = document.createElement("iframe");
                frame.style.cssText = `width:${{width}}px;height:${{height}}px;border:0`;
                const loaded = new Promise((done) => {{ frame.onload = done; }});
                frame.srcdoc = JSON.parse(document.getElementById("page").textContent);
                document.body.append(frame);
                await loaded;
                const page = frame.contentDocument, view = frame.contentWindow;
                const wrong = [];
                if (page.documentElement.scrollWidth > width) wrong.push("scrolls to the side");
                for (const node of page.querySelectorAll("body *:not(script):not(defs *):not(.board *):not(.reserve *)")) {{
                    const rect = node.getBoundingClientRect();
                    if (!rect.width || !rect.height) continue;
                    const name = node.id || node.className || node.tagName;
                    if (rect.left < -0.5 || rect.right > width + 0.5) wrong.push(name + " is beside the page");
                    const cut = node.scrollWidth > node.clientWidth + 1 && view.getComputedStyle(node).overflowX === "hidden";
                    if (cut) wrong.push(name + " is cut");
                }}
                const rect = (id) => page.getElementById(id).getBoundingClientRect();
                const [a, b] = [rect("board0"), rect("board1")];
                const over = b.top > a.bottom, beside = a.top === b.top && b.left > a.right;
                const part = page.querySelector(".part").getBoundingClientRect();
                const transport = page.querySelector(".transport").getBoundingClientRect();
                const track = rect("track");
                if (over && (b.bottom > track.top || track.bottom > transport.top)) wrong.push("not all is in sight");
                if (beside && transport.bottom > height) wrong.push("the buttons are below the screen");
                if (transport.bottom > height + 0.5) wrong.push("the buttons are out of sight");
                const now = () => page.querySelector("[aria-current]")?.dataset.m ?? "0";
                const board = page.getElementById("board0");
                const finger = (type, x, y) => board.dispatchEvent(new view.PointerEvent(type, {{
                    bubbles: true, isPrimary: true, pointerId: 7, pointerType: "touch", clientX: x, clientY: y }}));
                const drag = (x, y, toX, toY) => {{ finger("pointerdown", x, y); finger("pointerup", toX, toY); return now(); }};
                const [left, right, middle] = [a.left + 20, a.right - 20, a.top + a.height / 2];
                const touched = [drag(right, middle, right, middle), drag(right, middle, right - 60, middle + 10),
                    drag(left, middle, left + 60, middle), drag(left, middle, left, middle), drag(right, middle, right, middle - 80)];
                const diagram = page.querySelectorAll(".diagram svg.reserve").length;
                const wide = a.width >= 0.9 * page.documentElement.clientWidth;
                seen.push([width, wide ? "wide" : "small", over ? "over" : beside ? "beside" : "neither",
                    touched.join(","), diagram, wrong.join("; ")].join(" "));
            }}
            const result = document.createElement("pre");
            result.id = "seen"; result.textContent = seen.join("|"); document.body.append(result);
        }})();</script></body></html>"##,
        inner.replace('<', "\\u003c")
    );
    let arguments = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--virtual-time-budget=60000",
        "--dump-dom",
    ];
    let Some(dom) = tool("chromium", &arguments, "phones.html", driven.as_bytes()) else { return };
    let seen = dom.rsplit("<pre id=\"seen\">").next().expect("an end");
    let seen = seen.split("</pre>").next().expect("an end");
    // A tap and a swipe step forward, a swipe and a tap step back, and a scrolling finger does nothing.
    let touched = "1,2,1,0,0 4 ";
    let expect = [
        format!("360 small over {touched}"),
        format!("390 small over {touched}"),
        format!("844 small beside {touched}"),
    ];
    assert_eq!(seen, expect.join("|"));
}

#[test]
fn a_page_replays_in_a_browser() {
    let page = page(
        &std::fs::read_to_string(
            Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples/bpgn-1.2.bpgn"),
        )
        .unwrap(),
    );
    // A person's actions, each followed by what the page shows.
    let driven = page.replace(
        "</body>",
        r##"<script>(async () => {
            const seen = [], id = (name) => document.getElementById(name);
            const see = () => seen.push(document.querySelector("[aria-current]")?.dataset.m ?? "0");
            // A busy machine paints late, and the page plays from frame to frame.
            const wait = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
            const key = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key }));
            key("ArrowRight"); see();
            key("End"); see(); seen.push(id("clock0").textContent, id("board1").getAttribute("aria-label"));
            key("f"); seen.push(id("seat0").className); key("f");
            document.querySelector('a[data-m="PROMOTION"]').click(); see();
            seen.push(id("board1").querySelectorAll('use[href="#promoted"]').length);
            key("Home"); see();
            id("speed").value = "16"; id("play").click();
            const begun = id("clock0").textContent;
            for (let tries = 0; tries < 200 && id("clock0").textContent === begun; tries++) await wait();
            seen.push(id("play").textContent, id("clock0").textContent !== begun);
            const result = document.createElement("pre");
            result.id = "seen"; result.textContent = seen.join("|"); document.body.append(result);
        })();</script></body>"##,
    );
    let promotion = sample("bpgn-1.2.bpgn").moment_named("25B").unwrap();
    let driven = driven.replace("PROMOTION", &promotion.to_string());
    let Some(dom) = browse(&driven) else { return };
    let document = sample("bpgn-1.2.bpgn");
    let end = document.played().position_after(135).bfen(BoardId::B);
    let expect = format!("1|135|1:29|Board B, 31B. R@d8#: {end}|seat|{promotion}|1|0|Pause|true");
    assert_eq!(seen(&dom), expect);
}

/// The timeline has the plies, the sits and the findings; below it are the leads and what is to be said.
#[test]
fn page_shows_sits_diagonals_and_findings() {
    let text = "[WhiteA \"Ann\"][BlackA \"Bo\"][WhiteB \"Cy\"][BlackB \"Di\"][TimeControl \"60+0\"]\n\
        1A. f3{59} 1B. e4{58} 1a. e5{57} 1b. e5{57} 2A. g4{30} 2a. Qh4+{55} 0-1";
    let finding =
        |moment, seat, kind, text: &str| PageFinding { moment, seat, kind, text: text.to_owned() };
    let findings = [
        finding(3, Seat::WhiteA, PageFindingKind::Sit, "Ann sits for nothing."),
        finding(5, Seat::BlackA, PageFindingKind::Found, "Bo <mates>."),
    ];
    let pieces = PieceSet::load("tandem").expect("our own set");
    let page = html(&open(text.as_bytes()), &page_view(&Theme::ALL[0], &pieces, &findings));
    let driven = page.replace(
        "</body>",
        r##"<script>(() => {
            const seen = [], all = (list) => [...document.querySelectorAll(list)].map((node) => node.textContent);
            seen.push(document.querySelectorAll("#track .tick").length, all("#track .sits text"));
            seen.push(document.querySelectorAll("#track .found").length, all(".findings a"));
            const see = () => seen.push(document.getElementById("facts").textContent + "/" + document.getElementById("note").textContent);
            see();
            for (const link of document.querySelectorAll(".findings a")) { link.click(); see(); }
            const result = document.createElement("pre");
            result.id = "seen"; result.textContent = seen.join("|"); document.body.append(result);
        })();</script></body>"##,
    );
    let Some(dom) = browse(&driven) else { return };
    let facts = [
        "Diagonals — White: level  - -  Black: level/",
        "Diagonals — White: Ann +1 s  - -  Black: Di +1 s/Ann sits for nothing.",
        "Diagonals — White: level  - -  Black: level/Bo &lt;mates&gt;. Cy sits for 30 s.",
    ];
    let expect =
        format!("6|29 s,30 s|1|Ann sits for nothing.,Bo &lt;mates&gt;.|{}", facts.join("|"));
    assert_eq!(seen(&dom), expect);
}

/// Saved arrows and circles belong to their plies, in the match and in variations.
#[test]
fn page_shows_saved_arrows_and_circles() {
    let page = page(
        "1A. e4{59}{C:[%cal Ge2e4,Rd7d5] (1A. d4 (C:[%csl Yd5]) 1a. d5)} 1a. e5{58} 1B. d4{57}{C:[%csl Bd4]} *",
    );
    for (part, count) in [
        (r##""marks":[[0,"e2","e4","#15781b"],[0,"d7","d5","#b02020"]]"##, 1),
        (r##""marks":[[1,"d4",null,"#0040a8"]]"##, 1),
        (r##""marks":[[0,"d5",null,"#e68f00"]]"##, 1),
        (r#""marks":"#, 3),
    ] {
        assert_eq!(page.matches(part).count(), count, "{part}");
    }
    let driven = page.replace(
        "</body>",
        r##"<script>(() => {
            const seen = [], key = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key }));
            const see = () => seen.push([0, 1].map((n) => document.querySelectorAll(`#board${n} .mark`).length));
            see();
            key("ArrowRight"); see();
            seen.push(document.querySelector("#board0 .mark").getAttribute("transform"));
            key("f"); seen.push(document.querySelector("#board0 .mark").getAttribute("transform"));
            key("ArrowRight"); see();
            key("ArrowRight"); see();
            const result = document.createElement("pre");
            result.id = "seen"; result.textContent = seen.join("|"); document.body.append(result);
        })();</script></body>"##,
    );
    let Some(dom) = browse(&driven) else { return };
    let up = "translate(202.5 292.5) rotate(-90)";
    let down = "translate(157.5 67.5) rotate(90)";
    assert_eq!(seen(&dom), format!("0,0|2,0|{up}|{down}|0,0|0,1"));
}

/// Two variations on one ply, the first with a branch, text and markup, and a continuation at the end.
const TRIED: &str = "[WhiteA \"Ann\"][BlackA \"Bo\"][WhiteB \"Cy\"][BlackB \"Di\"][TimeControl \"60+0\"]\n\
    1A. e4 {59} 1a. e5 {58} 2A. Nf3 {50} {C:Slow <b>. (2A. Bc4! 2a. Nc6 (2a. d6 (why <i>) 3A. Qh5 1B. d4) 3A. Qf3)\n\
    (2A. d4)} 2a. Nc6 {40} {C:(3A. Bb5)} *\n";

#[test]
fn paper_columns_and_page_have_the_variations() {
    let document = open(TRIED.as_bytes());
    let columns = columns(&document);
    for words in [
        "Slow <b>.",
        "(2A. Bc4! 2a. Nc6 (2a. d6 (why <i>) 3A. Qh5 1B. d4) 3A. Qf3)",
        "(2A. d4)",
        "(3A. Bb5)",
    ] {
        assert!(columns.contains(words), "{words} in {columns}");
    }
    let page = page(TRIED);
    let mut text = page.clone();
    for (open, close) in [("<script", "</script>"), ("<style", "</style>"), ("<", ">")] {
        while let Some(start) = text.find(open) {
            let end = text[start..].find(close).expect("closed") + start + close.len();
            text.replace_range(start..end, "");
        }
    }
    for words in [
        "Slow &lt;b&gt;.",
        "(2A. Bc4! 2a. Nc6 (2a. d6 (why &lt;i&gt;) 3A. Qh5 1B. d4) 3A. Qf3)",
        "(2A. d4)",
        "(3A. Bb5)",
    ] {
        assert!(text.contains(words), "{words} in {text}");
    }
    assert_eq!(page.matches("href=\"#\" data-v=").count(), 8, "each ply can be clicked");
    let Some(paper) = text_of(&pages(&document)) else { return };
    let paper = words(&paper).join(" ");
    for words in ["(2A. d4)", "(3A. Bb5)", "3A. Qh5 1B. d4) 3A. Qf3)"] {
        assert!(paper.contains(words), "{words} in {paper}");
    }
}

#[test]
fn a_page_steps_into_variations() {
    let driven = page(TRIED).replace(
        "</body>",
        r##"<script>(async () => {
            const seen = [], id = (name) => document.getElementById(name);
            const see = () => {
                const link = document.querySelector("[aria-current]");
                seen.push(link ? link.textContent.split(" ").slice(0, 2).join(" ") : "start");
            };
            const wait = () => new Promise((done) => setTimeout(done, 50));
            const key = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key }));
            // A click leads into a branch; from there back to the match, ply by ply.
            document.querySelector('a[data-v="3"]').click(); see();
            seen.push(id("time").textContent, id("clock0").textContent || "no clock");
            seen.push(id("board0").getAttribute("aria-label").split(" ").slice(0, 4).join(" "));
            key("ArrowRight"); see(); key("ArrowRight"); see();
            for (let n = 0; n < 4; n++) { key("ArrowLeft"); see(); }
            // Down leads to the next alternative, up back; at the end down goes on.
            for (const name of ["Right", "Down", "Down", "Down", "Up", "Right", "Down", "Right", "Up", "Up"]) {
                key("Arrow" + name); see();
            }
            key("End"); see(); key("ArrowDown"); see(); key("ArrowUp"); see(); key("Home"); see();
            // A variation is played too.
            document.querySelector('a[data-v="0"]').click();
            id("speed").value = "16"; id("play").click();
            seen.push(id("play").textContent);
            for (let tries = 0; tries < 200 && id("play").textContent === "Pause"; tries++) await wait();
            see(); seen.push(id("play").textContent);
            const result = document.createElement("pre");
            result.id = "seen"; result.textContent = seen.join("|"); document.body.append(result);
        })();</script></body>"##,
    );
    let Some(dom) = browse(&driven) else { return };
    let expect = "3A. Qh5|variation, no clock times|no clock|Board A, 3A. Qh5:|1B. d4|1B. d4\
                  |3A. Qh5|2a. d6|2A. Bc4!|1. e5\
                  |2. Nf3|2A. Bc4!|2A. d4|2A. d4|2A. Bc4!|2a. Nc6|2a. d6|3A. Qh5|2a. Nc6|2. Nf3\
                  |2. Nc6|3A. Bb5|2. Nc6|start\
                  |Pause|3A. Qf3|Play";
    assert_eq!(seen(&dom), expect);
}

/// A game of Kriegspiel from White's side: the same script draws one veiled board, without clocks and reserves.
#[test]
fn game_page_replays_one_sides_announcements() {
    let game = include_str!("../../assets/samples/kriegspiel.pgn");
    let arguments = ["convert", "-", "-o", "-", "--to", "html", "--as", "white"];
    let page = String::from_utf8(program(&arguments, game.as_bytes()).stdout).expect("UTF-8");
    let driven = page.replace(
        "</body>",
        r##"<script>(() => {
            const seen = [], id = (name) => document.getElementById(name);
            const count = (name) => id("board0").querySelectorAll(`use[href="#${name}"]`).length;
            const see = () => seen.push(id("time").textContent, count("veil"), count("taken"));
            const key = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key }));
            see(); key("ArrowRight"); see(); seen.push(count("to-light") + count("to-dark"));
            document.querySelector('a[data-m="8"]').click(); see();
            seen.push(id("board0").getAttribute("aria-label"), id("seek").getAttribute("aria-valuetext"));
            seen.push(id("seat0").className, count("white-letters"));
            key("f"); seen.push(id("seat0").className, count("black-letters")); key("f");
            seen.push(document.querySelectorAll(".reserve, .clock, #board1").length);
            key("Home"); id("play").click(); seen.push(id("time").textContent, id("play").textContent);
            const result = document.createElement("pre");
            result.id = "seen"; result.textContent = seen.join("|"); document.body.append(result);
        })();</script></body>"##,
    );
    let Some(dom) = browse(&driven) else { return };
    let expect = "at the start|48|0|1. e4 (:)|48|0|1\
                  |4... ?? (Xh5:2)|50|1\
                  |Board, 4... ?? (Xh5:2): 8/8/8/8/8/8/PPPPBPPP/RNB1K1NR|4... ?? (Xh5:2)\
                  |seat below|1|seat|1|0\
                  |at the start|Pause";
    assert_eq!(seen(&dom), expect);
}

/// Returns the page after its scripts have run. On a busy machine the browser sometimes exits too early, and is then
/// restarted.
fn browse(page: &str) -> Option<String> {
    let arguments = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--virtual-time-budget=60000",
        "--dump-dom",
    ];
    let run = || tool("chromium", &arguments, "page.html", page.as_bytes());
    let mut dom = run()?;
    for _ in 0..4 {
        if dom.contains("<pre id=\"seen\">") {
            break;
        }
        dom = run()?;
    }
    Some(dom)
}

/// Returns the results recorded by a script.
fn seen(dom: &str) -> &str {
    let seen = dom.split("<pre id=\"seen\">").nth(1);
    let seen = seen.expect("the script came to its end");
    &seen[..seen.find("</pre>").expect("closed")]
}

/// Several problems are a sheet of numbered diagrams in two columns, four a page, and then their solutions.
#[test]
fn problems_on_paper_are_a_sheet_with_solutions() {
    let problem = |number: usize| {
        format!(
            "[Event \"Author {number}\"]\n[Variant \"Kriegspiel (English)\"]\n[SetUp \"1\"]\n\
             [FEN \"k7/8/1K6/8/8/8/8/7R w - - 0 1\"]\n[depth \"1\"]\n\n\
             {{Solution: keys: Rh8 (shortest 1 half-move, 1 move in all); plan: Rh8#}}\n*\n\n"
        )
    };
    let print = |count: usize| {
        let text: String = (1..=count).map(problem).collect();
        program(&["convert", "-", "--to", "pdf", "-o", "-"], text.as_bytes()).stdout
    };
    let sheet = print(5);
    // The numbers of the diagrams stand at two distances from the margin.
    let drawn = streams(&sheet);
    let places: Vec<f32> = drawn
        .split("BT 0 Tr")
        .skip(1)
        .map(|text| text.split(' ').nth(7).expect("a place").parse().expect("a number"))
        .collect();
    let distances: std::collections::BTreeSet<String> =
        places.iter().map(|x| format!("{x:.0}")).collect();
    assert!(distances.len() >= 3, "the margin and two columns: {distances:?}");
    let Some(text) = text_of(&sheet) else { return };
    let text = words(&text).join(" ");
    for number in 1..=5 {
        assert!(text.contains(&format!("{number}. #1, English rules 2+1 keys: Rh8")), "{text}");
    }
    assert!(text.contains("Solutions") && text.contains("3/3"), "{text}");
    // One problem stands on one page with its solution.
    let one = words(&text_of(&print(1)).expect("its words")).join(" ");
    assert!(one.contains("keys: Rh8") && one.contains("plan: Rh8#"), "{one}");
    assert!(one.contains("1/1") || !one.contains("/2"), "{one}");
}

#[test]
fn diagram_of_a_variation_is_in_columns_and_pages() {
    let text = "\n1A. e4 1a. e5 {C:(1a. c5 2A. Nf3 $220 2a. d6)} *\n";
    let columns = columns(&open(text.as_bytes()));
    let shown: Vec<&str> = columns.lines().collect();
    let first = shown.iter().position(|line| line.trim() == "(1a. c5 2A. Nf3").expect("{columns}");
    assert_eq!(shown[first + 2], "    8  r n b q k b n r      1  R N B K Q B N R", "{columns}");
    assert!(shown[first + 7].contains(". . . . . N . ."), "{columns}");
    assert_eq!(shown[first + 12].trim(), "2a. d6)", "{columns}");
    let page = page(text);
    assert!(page.contains(
        "2A. Nf3</a><span class=\"diagram\"><a href=\"#\" data-v=\"1\" aria-label=\"Diagram\"></a></span>"
    ));
}
