//! Any input is accepted or rejected with a message; no character of any script causes a panic.

use proptest::prelude::*;
use std::path::PathBuf;
use tandem::{
    app::{
        Action, Command, Dialog, Field, ImportingAction, KriegspielAction, LibraryAction,
        NotesAction, OpenedFiles, PlaybackAction, SaveTarget, SavingAction, SearchAction,
        ShellAction, Shortcut, State, notes,
    },
    archive::{Collection, Index, RowFilter},
    diagram::{Background, board_mark},
    document::DocumentEdit,
    file::Source,
    notation::{GameResult, TimeControl, read_time},
    rules::{Bfen, Numbers, San},
    search::SearchQuery,
    settings::Settings,
};

const MATCH: &str = "[Event \"x\"]\n[WhiteA \"José\"]\n[Result \"*\"]\n\n\
    1A. e4{299} {C:Grüße} 1a. d5{298} 1B. Nf3{299} *";

const KRIEGSPIEL: &str = include_str!("data/kriegspiel-problems.pgn");

/// Realistic names, and characters that break code that counts bytes.
const NAMES: [&str; 18] = [
    "José",
    "Renée",
    "王伟",
    "김철수",
    "Łukasz",
    "Дмитрий",
    "Ἀριστοτέλης",
    "محمد",
    "नरेन्द्र",
    "ß",
    "İstanbul",
    "ﬃ",
    "👩‍👩‍👧",
    "e\u{301}\u{301}\u{301}",
    "\u{202e}abc",
    "\u{feff}",
    "\u{0}\u{1b}[31m",
    "200é",
];

/// Valid input of the fields, into which characters are inserted.
const WRITTEN: [&str; 30] = [
    "gnejs vs death",
    "elo:2000..2200",
    "date>=2006.05.17",
    "2006..2008",
    "length>5:00",
    "tc:180+0",
    "has:comment",
    "-\"john doe\"",
    "N@f7 mate",
    "Nf3,pe5,-e4",
    "A:Nf3 B:sit>20",
    "turn:w [NNp]",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qq] w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ w KQkq e3 300 300 | 8/8/8 b - -",
    "12b. P@e4",
    "exd8=Q+",
    "O-O-O#",
    "A:e2e4:red",
    "#ff00aa",
    "1/2-1/2",
    "300+2.5",
    "1:02:03.4",
    "Ctrl+Shift+F5",
    "Ctrl+",
    "transparent",
    "Anna",
    "x.bpgn",
    "{A:!?} words",
    "[Event \"x\"]",
    "$1",
];

fn letters() -> impl Strategy<Value = String> {
    let name = || prop::sample::select(&NAMES[..]);
    let between = (prop::sample::select(&WRITTEN[..]), any::<prop::sample::Index>(), name());
    prop_oneof![
        name().prop_map(str::to_owned),
        "\\PC{0,12}",
        proptest::collection::vec(any::<char>(), 0..12)
            .prop_map(|letters| letters.into_iter().collect()),
        between.prop_map(|(text, at, name)| {
            let letters = text.chars().count();
            let at = at.index(letters + 1);
            let (head, tail): (Vec<_>, Vec<_>) =
                text.chars().enumerate().partition(|(i, _)| *i < at);
            let text =
                |part: Vec<(usize, char)>| part.into_iter().map(|(_, c)| c).collect::<String>();
            format!("{}{name}{}", text(head), text(tail))
        }),
        // One character of a valid input is replaced by another.
        (prop::sample::select(&WRITTEN[..]), any::<prop::sample::Index>(), any::<char>()).prop_map(
            |(text, at, letter)| {
                let at = at.index(text.chars().count());
                let put = |(i, c)| if i == at { letter } else { c };
                text.chars().enumerate().map(put).collect()
            }
        ),
    ]
}

/// Passes `text` to every parser of typed text outside the window.
fn read_by_all(text: &str) {
    let index = Index::from_bytes(MATCH.as_bytes());
    if let Ok(query) = text.parse::<RowFilter>() {
        let _ = index.filter(&query);
    }
    let _ = text.parse::<SearchQuery>();
    let _ = Bfen::parse(text, None);
    let _ = Bfen::parse(text, Some(300));
    let _ = Bfen::parse_numbers_as(text, Numbers::Counts);
    let _ = San::parse(text.as_bytes());
    let _ = read_time(text.as_bytes());
    let _ = TimeControl::parse(text);
    let _ = GameResult::parse(text.as_bytes());
    let _ = board_mark(text);
    let _ = text.parse::<Background>();
    let _ = Shortcut::parse(text);
}

fn opened(text: &str) -> State {
    let mut state = State::new(Settings::default());
    let list = Collection::of(Source::from_bytes("/x/match.bpgn", text.as_bytes()));
    state.update(Action::Library(LibraryAction::OpenedFiles(Box::new(OpenedFiles::complete(
        "/x/match.bpgn",
        list,
    )))));
    state
}

/// Types `text` into every field of the window, at the start and after the first ply.
fn type_everywhere(state: &mut State, text: &str) {
    let fields = [
        Field::Annotation,
        Field::Comment(0),
        Field::Comment(1),
        Field::TagValue(0),
        Field::TagName(1),
        Field::Tag("Site"),
        Field::NewTag,
        Field::Move,
        Field::Clock,
        Field::Reason,
    ];
    for field in fields {
        state.update(Action::Notes(NotesAction::Enter(field.clone())));
        state.update(Action::Notes(NotesAction::Type(field.clone(), text.to_owned())));
        let _ = notes::field(state, &field);
        state.update(Action::Notes(NotesAction::Leave(field)));
    }
    for glyph in 0..6 {
        state.update(Action::RunCommand(Command::Glyph(glyph)));
    }
    let typed = || text.to_owned();
    let mut forms = state.take_forms();
    forms.search.set_query(typed());
    forms.import.set_text(typed());
    forms.import.month = typed();
    forms.game.typed_try = typed();
    state.put_forms(forms);
    let actions = [
        Action::Library(LibraryAction::Filter(typed())),
        Action::Search(SearchAction::Start),
        Action::Search(SearchAction::Player(Some(typed()))),
        Action::Playback(PlaybackAction::PlayTyped(typed())),
        Action::Playback(PlaybackAction::PlayTyped(format!("1a. {text}"))),
        Action::Kriegspiel(KriegspielAction::TryTyped),
        Action::Shell(ShellAction::Dialog(Some(Dialog::Palette(typed(), 0)))),
        Action::Importing(ImportingAction::Start),
        Action::Saving(SavingAction::SavePath(SaveTarget::Match, PathBuf::from(text))),
        Action::Library(LibraryAction::Pasted(typed())),
        Action::Shell(ShellAction::ShowError(typed())),
        Action::Notes(NotesAction::Edit(DocumentEdit::Tag {
            name: "Site".to_owned(),
            value: typed(),
        })),
    ];
    for action in actions {
        state.update(action);
    }
}

#[test]
fn names_of_all_scripts_find_their_players() {
    let players = |words: &str| {
        let text: String = NAMES
            .iter()
            .map(|name| format!("[Event \"x\"]\n[WhiteA \"{name}\"]\n\n1A. e4 *\n\n"))
            .collect();
        let query: RowFilter = words.parse().expect("a word");
        Index::from_bytes(text.as_bytes()).filter(&query).len()
    };
    for name in ["José", "josé", "Renée", "王伟", "김철수", "ДМИТРИЙ", "محمد"] {
        assert_eq!(players(name), 1, "{name}");
    }
    for name in NAMES {
        read_by_all(name);
    }
    // Four bytes of a longer word are not a year.
    for year in ["200é", "2006é..", "20é6", "..200é", "éé..éé"] {
        read_by_all(year);
    }
}

#[test]
fn names_of_all_scripts_can_be_typed_into_every_field() {
    for text in NAMES {
        let mut state = opened(MATCH);
        type_everywhere(&mut state, text);
        state.update(Action::RunCommand(Command::StepForward));
        type_everywhere(&mut state, text);
        let mut game = opened(KRIEGSPIEL);
        type_everywhere(&mut game, text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn any_letters_are_read_or_refused(text in letters()) {
        read_by_all(&text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_letters_can_be_typed_into_every_field(texts in proptest::collection::vec(letters(), 1..3)) {
        let mut state = opened(MATCH);
        for text in texts {
            type_everywhere(&mut state, &text);
            state.update(Action::RunCommand(Command::StepForward));
        }
    }
}
