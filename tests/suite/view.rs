//! The state without a window: rows of the panels, and effects of actions.

use std::path::PathBuf;
use tandem::{
    app::{
        Action, COMMANDS, Center, Command, Dialog, Effect, FileAnswer, ImportSource, IssuesAction,
        JobKind, JobReport, LibraryAction, LoadState, MoveRow, OpenedFiles, Origin, Panel,
        PlaybackAction, SearchAction, ShellAction, Sound, State, Switch, WindowEffect, palette,
    },
    archive::Collection,
    diagram::board_mark,
    file::{FileError, Source},
    replay::Point,
    rules::{BoardId, Seat, Square},
    settings::Settings,
    timeline::PlayheadCommand as Play,
};

const SAMPLE_1_0: &str = include_str!("../../assets/samples/bpgn-1.0.bpgn");
const SAMPLE_1_1: &str = include_str!("../../assets/samples/bpgn-1.1.bpgn");
const SAMPLE_BFEN: &str = include_str!("../../assets/samples/bpgn-1.1-bfen.bpgn");

fn opened(path: &str, text: &str) -> Action {
    let list = Collection::of(Source::from_bytes(path, text));
    Action::Library(LibraryAction::OpenedFiles(Box::new(OpenedFiles::complete(path, list))))
}

pub fn state(text: &str) -> State {
    let mut state = State::new(Settings::default());
    state.update(opened("/x/match.bpgn", text));
    state
}

/// Returns the rows as text, with columns separated by `|`.
fn rows(text: &str, range: std::ops::Range<usize>) -> String {
    let state = state(text);
    let list = &state.open.as_ref().expect("a match").content.as_match().expect("two boards").moves;
    let row = |row: &MoveRow| match row {
        MoveRow::Plies(cells) => cells
            .each_ref()
            .map(|cell| {
                cell.as_ref().map_or(String::new(), |cell| {
                    let struck = if cell.played { "" } else { "~" };
                    format!("{}. {struck}{}{} {}", cell.number, cell.san, cell.glyph, cell.clock)
                })
            })
            .join("|"),
        MoveRow::Comment { moment, text } | MoveRow::VariationText { moment, text } => {
            format!("{moment}: {text}")
        }
        MoveRow::Variation(row) => {
            let document = state.match_document().expect("a match");
            let plies = &document.variations().get(&row.path).expect("is there").plies;
            let words = plies.iter().map(|ply| document.variation_ply_words(ply));
            let words = format!("({})", words.collect::<Vec<_>>().join(" "));
            if row.plies == (0..plies.len()) { words } else { format!("{words} {:?}", row.plies) }
        }
        MoveRow::Diagram { at: Point::Match(moment) } => format!("diagram {moment}"),
        MoveRow::Diagram { at: Point::Variation(place) } => {
            let document = state.match_document().expect("a match");
            format!("diagram {}", document.variation_san(place).expect("is there"))
        }
        MoveRow::Ending(text) => format!("= {text}"),
    };
    let shown = list.rows.iter().map(row).collect::<Vec<_>>();
    shown[range.start..range.end.min(shown.len())].join("\n")
}

#[test]
fn row_takes_plies_while_the_columns_advance() {
    assert_eq!(
        rows(SAMPLE_1_0, 0..6),
        "1. d4 298|1. e6 298||\n\
         2. e4 296|2. Nf6 297||\n\
         3. Bd3 294||1. e4 290|1. Nc6 299\n\
         |3. Nc6 295||\n\
         4. e5 292||2. Nc3 287|2. Nf6 298\n\
         |4. Nd5 293|3. Nf3 285|3. d5 297"
    );
}

#[test]
fn annotations_comments_and_diagrams_have_their_file_positions() {
    let text = "[Result \"*\"]\n{C:a match}\n1A. e4! {9} {A:?} {C:one} {C:two} {D:} 1a. e5 $1 {A:only move} (1a. d5) {L:3} {odd} *";
    assert_eq!(
        rows(text, 0..99),
        "0: a match\n\
         1. e4!? 9|||\n\
         1: one\n\
         1: two\n\
         diagram 1\n\
         |1. e5! only move ||\n\
         (1a. d5)\n\
         = odd"
    );
}

#[test]
fn unplayable_moves_are_struck_out() {
    assert_eq!(rows("1A. e4 1a. Ke4 2A. d4 *", 0..9), "1. e4 |1. ~Ke4 ||\n2. ~d4 |||\n= *");
}

#[test]
fn diagram_of_a_variation_is_a_row_of_its_own() {
    let text =
        "\n1A. e4 1a. e5 {C:(1a. c5 $220 2A. Nf3 2a. d6 $220)} 2A. d4 (2A. Bc4 {D:} 2a. d6) *\n";
    assert_eq!(
        rows(text, 1..20),
        "(1a. c5 2A. Nf3 2a. d6) 0..1\n\
         diagram 1a. c5\n\
         (1a. c5 2A. Nf3 2a. d6) 1..3\n\
         diagram 2a. d6\n\
         2. d4 |||\n\
         (2A. Bc4 2a. d6) 0..1\n\
         diagram 2A. Bc4\n\
         (2A. Bc4 2a. d6) 1..2\n\
         = *"
    );
}

#[test]
fn rows_are_stepped_by_their_last_ply() {
    let mut state = state(SAMPLE_1_0);
    let mut moments = vec![state.playhead().moment()];
    for command in [Command::RowDown, Command::RowDown, Command::RowDown, Command::RowUp] {
        state.update(Action::RunCommand(command));
        moments.push(state.playhead().moment());
    }
    assert_eq!(moments, [0, 2, 4, 7, 4]);
    state.update(Action::RunCommand(Command::End));
    let end = state.playhead().moment();
    state.update(Action::RunCommand(Command::RowDown));
    assert_eq!(state.playhead().moment(), end);
    state.update(Action::RunCommand(Command::Start));
    state.update(Action::RunCommand(Command::RowUp));
    assert_eq!(state.playhead().moment(), 0);
}

#[test]
fn shift_steps_on_the_current_board() {
    let mut state = state(SAMPLE_1_0);
    state.update(Action::Playback(PlaybackAction::StepOn(BoardId::B)));
    state.update(Action::RunCommand(Command::BoardForward));
    assert_eq!(state.playhead().moment(), 6, "1B is the sixth ply");
    state.update(Action::RunCommand(Command::BoardForward));
    assert_eq!(state.playhead().moment(), 7);
    state.update(Action::RunCommand(Command::BoardBack));
    assert_eq!(state.playhead().moment(), 6);
}

#[test]
fn opening_remembers_the_file_and_names_the_window() {
    let mut state = State::new(Settings::default());
    assert_eq!(state.title(), "Tandem");
    let effects =
        state.update(Action::Library(LibraryAction::Open(PathBuf::from("/x/match.bpgn"))));
    assert!(
        matches!(&effects[..], [Effect::Read(job)] if job.read.paths[0].ends_with("match.bpgn"))
    );
    let effects = state.update(opened("/x/match.bpgn", SAMPLE_1_0));
    assert!(
        matches!(&effects[..], [Effect::SaveSettings(kept), Effect::Analyse(_)] if kept.recent.len() == 1)
    );
    assert_eq!(state.title(), "match.bpgn – Tandem");
    assert!(!state.shell.matches, "one match needs no list");
}

#[test]
fn invalid_paste_is_reported_and_the_match_stays() {
    let mut state = state(SAMPLE_1_0);
    let notices = |state: &State| {
        let texts = state.shell.notices.iter().map(|notice| notice.text.clone());
        texts.collect::<Vec<_>>()
    };
    state.update(opened("/x/empty.bpgn", ""));
    state.update(opened("/x/prose.txt", "once upon a time"));
    state.update(Action::Library(LibraryAction::OpenedFiles(Box::new(OpenedFiles {
        list: Err(FileError::Missing(PathBuf::from("/x/gone.bpgn")).into()),
        ..OpenedFiles::complete("/x/gone.bpgn", Collection::default())
    }))));
    assert_eq!(
        notices(&state),
        [
            "The file is empty: /x/empty.bpgn.",
            "No bughouse match in this file: /x/prose.txt.",
            "No such file: /x/gone.bpgn.",
        ]
    );
    assert_eq!(state.title(), "match.bpgn – Tandem");
    let number = state.shell.notices[1].number;
    state.update(Action::Shell(ShellAction::CloseNotice(number)));
    assert_eq!(state.shell.notices.len(), 2);
}

#[test]
fn match_and_ply_arguments_are_resolved_or_reported() {
    let two = format!("{SAMPLE_1_0}\n{SAMPLE_BFEN}");
    let show = |game, at: &str| {
        let mut state = State::new(Settings::default());
        let list = Collection::of(Source::from_bytes("two.bpgn", two.as_str()));
        state.update(Action::Library(LibraryAction::OpenedFiles(Box::new(OpenedFiles {
            game: Some(game),
            at: Some(at.to_owned()),
            ..OpenedFiles::complete("two.bpgn", list)
        }))));
        let said = state.shell.notices.iter().map(|notice| notice.text.as_str());
        let chosen = state.library.file().map_or(0, |file| file.record.id);
        (chosen, state.playhead().moment(), said.collect::<Vec<_>>().join(" "))
    };
    assert_eq!(show(2, "11a"), (1, 2, String::new()));
    assert_eq!(show(1, "end"), (0, 88, String::new()));
    assert_eq!(show(1, "3"), (0, 3, String::new()));
    assert_eq!(
        show(9, "99A"),
        (
            0,
            0,
            "Match 9 doesn’t exist. The file has 2 matches. Move 99A doesn’t exist in this match. \
             Showing it from the start."
                .to_owned()
        )
    );
}

#[test]
fn filtered_matches_can_be_stepped_through() {
    let many = format!("{SAMPLE_1_0}\n{SAMPLE_BFEN}\n{SAMPLE_1_1}");
    let mut state = state(&many);
    assert!(state.shell.matches);
    state.update(Action::Library(LibraryAction::Filter("GNEJS 1996".to_owned())));
    assert_eq!(state.file().expect("a file").filter.rows, [0, 2]);
    state.update(Action::RunCommand(Command::NextMatch));
    assert_eq!(state.library.file().unwrap().record.id, 2);
    state.update(Action::RunCommand(Command::NextMatch));
    assert_eq!(state.library.file().unwrap().record.id, 2);
    state.update(Action::RunCommand(Command::PreviousMatch));
    assert_eq!(state.library.file().unwrap().record.id, 0);
    state.update(Action::Library(LibraryAction::Filter(String::new())));
    assert_eq!(state.file().expect("a file").filter.rows.len(), 3);
}

#[test]
fn an_issue_leads_to_its_ply_and_its_place_in_the_text() {
    let mut state = state("[Event \"x\"]\n\n1A. e4 1a. Ke4 2A. d4 *");
    let open = state.open.as_ref().unwrap();
    let issue = &open.issues[0];
    assert_eq!((issue.place.line, issue.place.column), (3, 12));
    assert_eq!(issue.text, "1a is illegal: no black king can reach e4; replay stops here.");
    state.update(Action::Issues(IssuesAction::Show(0)));
    assert_eq!(state.playhead().moment(), 1);
    assert_eq!(state.shell.panel, Panel::Text);
    let highlight = state.highlighted_span().unwrap();
    let text = state.open.as_ref().unwrap().content.text();
    assert_eq!(highlight.of(text), b"Ke4");
    state.update(Action::RunCommand(Command::StepBack));
    assert_eq!(state.highlighted_span(), None, "nothing is lit at the start");
}

#[test]
fn a_position_is_copied_and_pasted() {
    let mut state = state(SAMPLE_BFEN);
    state.update(Action::Playback(PlaybackAction::Play(Play::GoTo(1))));
    let [Effect::Window(WindowEffect::Copy(text))] =
        &state.update(Action::RunCommand(Command::CopyPosition))[..]
    else {
        panic!("nothing was copied");
    };
    let before = state.position();
    let text = text.clone();
    state.update(Action::Library(LibraryAction::Pasted(text)));
    assert_eq!(state.position().boards, before.boards);
    assert_eq!(state.position().reserves, before.reserves);
    let [Effect::Window(WindowEffect::Copy(tag))] =
        &state.update(Action::RunCommand(Command::CopyFenTag))[..]
    else {
        panic!("nothing was copied");
    };
    assert!(tag.contains(" | "), "{tag}");
    state.update(Action::Library(LibraryAction::Pasted(SAMPLE_1_0.to_owned())));
    // The position, which is in no file, keeps its tab.
    assert_eq!(state.shell.dialog, None);
    assert_eq!(
        state
            .open
            .as_ref()
            .unwrap()
            .content
            .as_match()
            .expect("two boards")
            .header
            .seats
            .iter()
            .next()
            .unwrap()
            .name,
        "raven"
    );
    state.update(Action::Library(LibraryAction::Pasted("7/8 w".to_owned())));
    assert_eq!(
        state.shell.notices[0].text,
        "The clipboard holds no match or position: board A: rank 8 has 7 squares."
    );
}

#[test]
fn without_a_system_dialog_a_path_can_be_typed() {
    let mut state = State::new(Settings::default());
    let effects = state.update(Action::RunCommand(Command::Open));
    assert!(matches!(effects[..], [Effect::AskForFile]), "{effects:?}");
    state.update(Action::Library(LibraryAction::OpenDialogClosed(FileAnswer::Unavailable)));
    assert_eq!(state.shell.dialog, Some(Dialog::Import));
    assert!(state.import.form.replaces_file_dialog());
    assert!(state.import.form.failure_notes.is_empty(), "nothing has failed");
    // The field reads a name as a path only where it replaces that dialog.
    state.import.form.set_text("gnejs".to_owned());
    assert_eq!(*state.import.form.source(), ImportSource::Path);
    state.update(Action::RunCommand(Command::Import));
    assert!(
        matches!(state.import.form.source(), ImportSource::Site(_)),
        "{:?}",
        state.import.form.source()
    );
    let effects = state.update(Action::Library(LibraryAction::Open(PathBuf::from("a.bpgn"))));
    assert!(matches!(&effects[..], [Effect::Read(_)]));
    assert_eq!(state.shell.dialog, None);
}

#[test]
fn switches_are_saved() {
    let mut state = state(SAMPLE_1_0);
    for command in [Command::Switch(Switch::SwitchBoards), Command::Faster, Command::SkipWaits] {
        let effects = state.update(Action::RunCommand(command));
        assert!(matches!(&effects[..], [Effect::SaveSettings(_)]), "{command:?}");
    }
    let settings = &state.settings;
    assert!(settings.switched && settings.skip_waits);
    assert_eq!(settings.speed, 3);
    let review = State::new(settings.clone());
    assert_eq!(review.playhead().speed(), 2.0);
    assert!(review.playhead().skips_waits());
}

#[test]
fn each_switch_changes_only_its_own_setting() {
    let on = |state: &State| -> Vec<bool> {
        let switches = Switch::ALL.iter();
        switches
            .map(|switch| palette::is_on(state, Command::Switch(*switch)).expect("a switch"))
            .collect()
    };
    for (place, &switch) in Switch::ALL.iter().enumerate() {
        let command = Command::Switch(switch);
        let rows = COMMANDS.iter().filter(|info| info.command == command);
        assert_eq!(rows.count(), 1, "{switch:?}");
        // Stored keys refer to the command by this id.
        assert_eq!(command.info().id, format!("{switch:?}"));
        // Without an address, this switch can only be turned off.
        let updates = switch == Switch::Updates;
        let mut state = State::new(Settings { updates, ..Settings::default() });
        let mut expect = on(&state);
        expect[place] = !expect[place];
        let effects = state.update(Action::RunCommand(command));
        assert!(matches!(&effects[..], [Effect::SaveSettings(_)]), "{switch:?}");
        assert_eq!(on(&state), expect, "{switch:?}");
        state.update(Action::RunCommand(command));
        assert_eq!(state.settings, Settings::default(), "{switch:?}");
    }
}

/// Returns the sounds after `action`.
fn sounds_after(state: &mut State, action: Action) -> Vec<Sound> {
    let effects = state.update(action);
    let sounds = effects.into_iter().filter_map(|effect| match effect {
        Effect::Play(sound) => Some(sound),
        _ => None,
    });
    sounds.collect()
}

#[test]
fn sounds_play_for_moves_drops_and_flags_but_not_jumps() {
    let text = "[Event \"?\"]\n[Result \"0-1\"]\n\n1A. e4{10} 1a. d5{10} 2A. exd5{9} 1B. e4{10} 1b. P@e6{9} \
                {Anna forfeits on time} 0-1\n";
    let text = text.replace("[Result", "[WhiteA \"Anna\"]\n[Result");
    let mut state = state(&text);
    assert_eq!(sounds_after(&mut state, Action::RunCommand(Command::StepForward)), []);
    state.update(Action::RunCommand(Command::Start));
    state.update(Action::RunCommand(Command::Switch(Switch::Sounds)));
    for expect in [Sound::Move, Sound::Move, Sound::Move, Sound::Move, Sound::Flag] {
        assert_eq!(sounds_after(&mut state, Action::RunCommand(Command::StepForward)), [expect]);
    }
    assert_eq!(sounds_after(&mut state, Action::RunCommand(Command::StepForward)), []);
    assert_eq!(sounds_after(&mut state, Action::RunCommand(Command::StepBack)), []);
    assert_eq!(sounds_after(&mut state, Action::RunCommand(Command::Start)), []);
    assert_eq!(sounds_after(&mut state, Action::RunCommand(Command::End)), []);
    let drop = text.replace(" {Anna forfeits on time}", "");
    let mut state = self::state(&drop);
    state.update(Action::RunCommand(Command::Switch(Switch::Sounds)));
    state.update(Action::RunCommand(Command::End));
    state.update(Action::RunCommand(Command::StepBack));
    assert_eq!(sounds_after(&mut state, Action::RunCommand(Command::StepForward)), [Sound::Drop]);
}

#[test]
fn redrawn_arrow_is_removed_or_recoloured() {
    let mut state = state(SAMPLE_1_0);
    let mark = |board, text: &str| (board, board_mark(text).expect("a mark").1);
    let green = mark(BoardId::A, "A:e2e4");
    let red = mark(BoardId::A, "A:e2e4:red");
    let circle = mark(BoardId::A, "A:e2");
    let other_board = mark(BoardId::B, "B:e2e4");
    let mut draw = |(board, mark)| {
        state.update(Action::Playback(PlaybackAction::Mark(board, mark, None)));
        state.marks()
    };
    // A file holds circles before arrows.
    assert_eq!(draw(green), [green]);
    assert_eq!(draw(circle), [circle, green]);
    assert_eq!(draw(other_board), [circle, green, other_board]);
    assert_eq!(draw(red), [circle, red, other_board]);
    assert_eq!(draw(red), [circle, other_board]);
    assert_eq!(draw(green), [circle, green, other_board]);
}

#[test]
fn board_step_defaults_to_the_last_played_board() {
    // 1A, 1a, 2A, 1B: the board changes with the fourth ply.
    let text = "[Event \"x\"]\n\n1A. e4 1a. e5 2A. d4 1B. d4 1b. d5 2a. d5 *\n";
    for (moment, back, forward) in [(3, 2, 6), (4, 3, 5), (5, 4, 5), (6, 5, 6)] {
        for (command, expected) in [(Command::BoardBack, back), (Command::BoardForward, forward)] {
            let mut state = state(text);
            state.update(Action::Playback(PlaybackAction::Play(Play::GoTo(moment))));
            state.update(Action::RunCommand(command));
            assert_eq!(state.playhead().moment(), expected, "{command:?} at {moment}");
        }
    }
}

#[test]
fn next_ply_prompts_only_at_a_branch() {
    let text = "[Event \"x\"]\n\n1A. e4 1a. e5 {C:(1a. c5 2A. Nf3)} 2A. d4 *\n";
    let mut state = state(text);
    // At the start there is only one ply.
    state.update(Action::RunCommand(Command::ChooseVariation));
    assert_eq!((state.playhead().moment(), &state.shell.dialog), (1, &None));
    // Then there are two, and playback stops.
    state.update(Action::RunCommand(Command::PlayPause));
    assert!(state.playhead().is_playing());
    state.update(Action::RunCommand(Command::ChooseVariation));
    assert_eq!(state.playhead().moment(), 1);
    assert_eq!(state.shell.dialog, Some(Dialog::Variations));
    assert!(!state.playhead().is_playing());
    // At the end there is none.
    let mut state = crate::view::state(text);
    state.update(Action::RunCommand(Command::End));
    state.update(Action::RunCommand(Command::ChooseVariation));
    assert_eq!((state.playhead().moment(), &state.shell.dialog), (3, &None));
}

#[test]
fn panicked_load_is_no_longer_pending() {
    let mut state = state(SAMPLE_1_0);
    state.update(Action::Library(LibraryAction::Open(PathBuf::from("/x/a.bpgn"))));
    assert!(state.library.requested().is_some());
    state.update(Action::Job(JobKind::Read, JobReport::Panicked("loading the file")));
    assert!(state.library.requested().is_none());
    let words = "Loading the file failed because of an internal error. Nothing else is affected.";
    assert_eq!(state.shell.notices[0].text, words);
    // The same for a partly shown load, and for the requested match in it.
    let list = Collection::of(Source::from_bytes("/x/b.bpgn", SAMPLE_1_0));
    state.update(Action::Library(LibraryAction::OpenedFiles(Box::new(OpenedFiles {
        game: Some(7),
        is_partial: true,
        ..OpenedFiles::complete("/x/b.bpgn", list)
    }))));
    let file = |state: &State| {
        let file = state.library.file().expect("a file");
        (file.is_loading(), matches!(file.load, LoadState::Growing { pending_match: Some(_) }))
    };
    assert_eq!(file(&state), (true, true));
    state.update(Action::Job(JobKind::Read, JobReport::Panicked("loading the file")));
    assert_eq!(file(&state), (false, false));
}

#[test]
fn piece_released_on_an_illegal_square_returns() {
    let mut state = state("[Event \"x\"]\n\n1A. e4 *\n");
    let origin = Origin::Square(Square::E2);
    let mut try_e6 = |dragged| {
        let pick_up = if dragged { PlaybackAction::Drag } else { PlaybackAction::PickUp };
        state.update(Action::Playback(pick_up(Seat::WhiteA, origin)));
        assert!(state.attempt().hand.is_some());
        let to = Some((BoardId::A, Square::E6));
        state.update(Action::Playback(PlaybackAction::PutDown(to)));
        assert_eq!(state.playhead().moment(), 0);
        state.attempt().hand.is_some()
    };
    assert!(try_e6(false), "a piece that was clicked waits for another square");
    assert!(!try_e6(true));
}

#[test]
fn match_list_appears_for_several_matches() {
    let mut state = state(SAMPLE_1_0);
    assert!(!state.shell.matches);
    let two = format!("{SAMPLE_1_0}\n{SAMPLE_1_0}");
    state.update(opened("/x/two.bpgn", &two));
    assert!(state.shell.matches && state.shell.center == Center::Boards);
    state.update(Action::RunCommand(Command::Table));
    state.update(opened("/x/other.bpgn", &two));
    assert!(state.shell.center == Center::Boards, "of a tab of its own");
    state.update(opened("/x/match.bpgn", SAMPLE_1_0));
    assert!(!state.shell.matches && state.shell.center == Center::Boards);
}

#[test]
fn search_visits_matches_in_file_order() {
    let two = format!("{SAMPLE_1_0}\n{SAMPLE_1_1}");
    let mut state = state(&two);
    state.update(Action::Library(LibraryAction::Listed(vec![1, 0])));
    state.search.form.set_query("mate".to_owned());
    let effects = state.update(Action::Search(SearchAction::Start));
    let rows = effects.iter().find_map(|effect| match effect {
        Effect::ArchiveQuery(job) => Some(job.rows.clone()),
        _ => None,
    });
    assert_eq!(rows, Some(vec![0, 1]));
}
