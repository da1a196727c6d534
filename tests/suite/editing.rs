//! Typing, saving and navigating in unusual orders.

use std::path::PathBuf;
use tandem::{
    app::{
        Action, Command, Dialog, Effect, Field, FileAnswer, JobKind, KriegspielAction,
        LibraryAction, NotesAction, OpenedFiles, Origin, PlaybackAction, Save, SaveOutcome,
        SaveTarget, Saved, SavingAction, ShellAction, State, Storage, WindowEffect, notes,
    },
    archive::Collection,
    document::DocumentEdit,
    file::Source,
    rules::{BoardId, Role, Seat},
    timeline::PlayheadCommand,
};

const MATCH: &str = "[Event \"One\"]\n[WhiteA \"Anna\"]\n[Result \"*\"]\n\n\
                     1A. e4{299} 1a. d5{298} 1B. Nf3{299} 2A. exd5{297} *\n";

fn is_quit(effect: &Effect) -> bool {
    matches!(effect, Effect::Window(WindowEffect::Quit))
}

fn list(text: &str) -> Collection {
    Collection::of(Source::from_bytes("m.bpgn", text))
}

fn state(text: &str) -> State {
    let mut state = State::default();
    state.update(Action::Library(LibraryAction::OpenedFiles(Box::new(OpenedFiles::complete(
        "m.bpgn",
        list(text),
    )))));
    state
}

fn go_to(state: &mut State, moment: usize) {
    state.update(Action::Playback(PlaybackAction::Play(PlayheadCommand::GoTo(moment))));
}

fn text(state: &State) -> String {
    let open = state.open.as_ref().expect("a match");
    String::from_utf8_lossy(open.content.text()).into_owned()
}

fn write(state: &mut State, field: Field, words: &str) {
    state.update(Action::Notes(NotesAction::Type(field, words.to_owned())));
}

/// Returns the save that the effects ask for.
fn job(effects: Vec<Effect>) -> tandem::app::SaveJob {
    let save = effects.into_iter().find_map(|effect| match effect {
        Effect::Save(job) => Some(*job),
        _ => None,
    });
    save.expect("the file is saved")
}

fn whole(job: &tandem::app::SaveJob) -> Vec<u8> {
    job.whole().expect("the file is held")
}

/// Returns the records that `job` writes, each with its position in the saved file.
fn saved_records(job: &tandem::app::SaveJob) -> Vec<(usize, Vec<u8>)> {
    let texts = job.splices.iter().map(|splice| splice.insert.clone());
    job.records.iter().copied().zip(texts).collect()
}

/// The answer after `job` was done.
fn done(job: &tandem::app::SaveJob) -> Action {
    Action::Saving(SavingAction::Saved(Box::new(Saved {
        opened: job.opened,
        number: job.number,
        to: job.to.clone(),
        outcome: SaveOutcome::Done {
            records: saved_records(job),
            list: list(&String::from_utf8_lossy(&whole(job))),
            file: Box::new(list(&String::from_utf8_lossy(&whole(job)))),
            backed_up: false,
        },
    })))
}

#[test]
fn pending_input_is_saved() {
    let mut state = state(MATCH);
    go_to(&mut state, 2);
    write(&mut state, Field::Clock, "277.5");
    let job = job(state.update(Action::RunCommand(Command::Save)));
    assert!(String::from_utf8_lossy(&whole(&job)).contains("d5{277.500}"));
    state.update(done(&job));
    assert!(!state.is_unsaved());
    // The field loses the focus only now.
    state.update(Action::Notes(NotesAction::Leave(Field::Clock)));
    assert!(!state.is_unsaved());
    // A copy has it too.
    write(&mut state, Field::Clock, "276");
    state.update(Action::RunCommand(Command::SaveMatch));
    let path = SavingAction::SavePath(SaveTarget::Match, "/x/copy.bpgn".into());
    let effects = state.update(Action::Saving(path));
    let copies = effects.iter().filter_map(|effect| match effect {
        Effect::Write(job) => Some(String::from_utf8_lossy(&job.bytes)),
        _ => None,
    });
    let copies: Vec<_> = copies.collect();
    assert!(matches!(&copies[..], [copy] if copy.contains("d5{276.000}")), "{copies:?}");
}

#[test]
fn pending_input_belongs_to_its_ply() {
    let mut state = state(MATCH);
    go_to(&mut state, 2);
    write(&mut state, Field::Clock, "277.5");
    go_to(&mut state, 3);
    state.update(Action::Notes(NotesAction::Leave(Field::Clock)));
    assert_eq!(text(&state), MATCH.replace("d5{298}", "d5{277.500}"));
    assert_eq!(state.playhead().moment(), 3);
    assert!(state.drafts().is_empty());
}

#[test]
fn pending_input_belongs_to_its_match() {
    let mut state = state(&MATCH.repeat(2));
    write(&mut state, Field::Reason, "Anna resigns");
    state.update(Action::Library(LibraryAction::Choose(1)));
    state.update(Action::Notes(NotesAction::Leave(Field::Reason)));
    assert_eq!(text(&state), MATCH);
    state.update(Action::Library(LibraryAction::Choose(0)));
    assert!(text(&state).contains("{Anna resigns} *"));
    assert!(state.drafts().is_empty());
}

#[test]
fn adding_an_existing_tag_keeps_its_value() {
    let mut state = state(MATCH);
    write(&mut state, Field::NewTag, "event");
    state.update(Action::Notes(NotesAction::Leave(Field::NewTag)));
    assert_eq!(text(&state), MATCH);
    assert_eq!(notes::field(&state, &Field::NewTag).error, "A tag with this name already exists.");
}

#[test]
fn cancelled_save_drops_its_follow_up() {
    // The file was changed on the disk, and the dialog about this is cancelled.
    let mut state = state(MATCH);
    go_to(&mut state, 1);
    state.update(Action::RunCommand(Command::Glyph(0)));
    state.update(Action::RunCommand(Command::Quit));
    let first = job(state.update(Action::Saving(SavingAction::SaveUnsaved)));
    state.update(Action::Saving(SavingAction::Saved(Box::new(Saved {
        opened: first.opened,
        number: first.number,
        to: first.to,
        outcome: SaveOutcome::ChangedOnDisk(Vec::new()),
    }))));
    assert!(matches!(state.shell.dialog, Some(Dialog::ChangedOnDisk(_))));
    state.update(Action::Shell(ShellAction::Dialog(None)));
    let second = job(state.update(Action::RunCommand(Command::Save)));
    let effects = state.update(done(&second));
    assert!(!effects.iter().any(is_quit), "nobody asked for it now");
    assert!(!state.shell.is_quitting);

    // A “Save as…” instead continues with what was waiting for the save.
    state.update(Action::RunCommand(Command::Glyph(0)));
    state.update(Action::RunCommand(Command::Quit));
    let third = job(state.update(Action::Saving(SavingAction::SaveUnsaved)));
    state.update(Action::Saving(SavingAction::Saved(Box::new(Saved {
        opened: third.opened,
        number: third.number,
        to: third.to,
        outcome: SaveOutcome::ChangedOnDisk(Vec::new()),
    }))));
    let asked = state.update(Action::RunCommand(Command::SaveAs));
    assert!(
        asked
            .iter()
            .any(|effect| matches!(effect, Effect::AskForPath { what: SaveTarget::File, .. }))
    );
    assert_eq!(state.shell.dialog, None);
    let other = FileAnswer::Chosen(PathBuf::from("other.bpgn"));
    let fourth =
        job(state.update(Action::Saving(SavingAction::SaveDialogClosed(SaveTarget::File, other))));
    assert!(state.update(done(&fourth)).iter().any(is_quit));
}

#[test]
fn a_new_match_waits_for_the_end_of_a_save() {
    let mut state = state(MATCH);
    go_to(&mut state, 1);
    state.update(Action::RunCommand(Command::Glyph(0)));
    let job = job(state.update(Action::RunCommand(Command::Save)));
    state.update(Action::RunCommand(Command::NewMatch));
    let saved = text(&state);
    state.update(Action::BeginMatch);
    assert_eq!(text(&state), saved, "a tab cannot be left while it is saved");
    state.update(done(&job));
    assert_eq!(text(&state), saved);
    state.update(Action::RunCommand(Command::NewMatch));
    state.update(Action::BeginMatch);
    assert_ne!(text(&state), saved);
    let file = state.library.file().expect("a file");
    assert_eq!(file.path, PathBuf::from("new match.bpgn"));
    assert_eq!(file.storage, Storage::NoFile);
    assert_eq!(file.save, Save::Idle, "the new match can be saved");
}

#[test]
fn failed_load_keeps_the_open_match() {
    let mut state = state(MATCH);
    go_to(&mut state, 1);
    write(&mut state, Field::Comment(0), "so } it");
    state.update(Action::Library(LibraryAction::Open(PathBuf::from("gone.bpgn"))));
    state.update(Action::Saving(SavingAction::DiscardUnsaved));
    state.update(Action::Library(LibraryAction::OpenedFiles(Box::new(OpenedFiles {
        list: Err(tandem::file::FileError::Missing(PathBuf::from("gone.bpgn")).into()),
        ..OpenedFiles::complete("gone.bpgn", Collection::default())
    }))));
    assert_eq!(notes::field(&state, &Field::Comment(0)).text, "so } it");
}

#[test]
fn input_during_a_load_keeps_its_tab() {
    for is_partial in [false, true] {
        let mut state = state(MATCH);
        let read = Action::Library(LibraryAction::Open(PathBuf::from("other.bpgn")));
        let effects = state.update(read);
        assert!(matches!(&effects[..], [Effect::Read(_)]));
        go_to(&mut state, 1);
        state.update(Action::RunCommand(Command::Glyph(0)));
        let opened = OpenedFiles {
            is_partial,
            ..OpenedFiles::complete("other.bpgn", list(&MATCH.replace("Anna", "Zoe")))
        };
        let effects = state.update(Action::Library(LibraryAction::OpenedFiles(Box::new(opened))));
        assert!(!effects.iter().any(|it| {
            matches!(it, Effect::DeleteOwnRecovery(_) | Effect::Cancel(JobKind::Read))
        }));
        assert_eq!(state.shell.dialog, None, "nothing is lost");
        assert!(text(&state).contains("Zoe") && !state.is_unsaved());
        state.update(Action::RunCommand(Command::PreviousTab));
        assert!(text(&state).contains("{A:!}") && state.is_unsaved());
    }
}

#[test]
fn save_to_another_path_waits_for_the_running_save() {
    let mut state = state(MATCH);
    go_to(&mut state, 1);
    state.update(Action::RunCommand(Command::Glyph(0)));
    let first = job(state.update(Action::RunCommand(Command::Save)));
    let path_asked = |path: &str| {
        let answer = FileAnswer::Chosen(PathBuf::from(path));
        Action::Saving(SavingAction::SaveDialogClosed(SaveTarget::File, answer))
    };
    let effects = state.update(path_asked("other.bpgn"));
    assert!(!effects.iter().any(|it| matches!(it, Effect::Save(_))));
    let second = job(state.update(done(&first)));
    assert_eq!(second.to, PathBuf::from("other.bpgn"));
    assert!(second.replace && !second.check);
    let effects = state.update(done(&second));
    assert!(!effects.iter().any(|it| matches!(it, Effect::Save(_))), "once");
    assert_eq!(state.file_name().as_deref(), Some("other.bpgn"));
    // The save to the second path also takes place if the first one fails.
    state.update(Action::RunCommand(Command::Glyph(1)));
    let third = job(state.update(Action::RunCommand(Command::Save)));
    state.update(path_asked("more.bpgn"));
    let fourth = job(state.update(Action::Saving(SavingAction::Saved(Box::new(Saved {
        opened: third.opened,
        number: third.number,
        to: third.to,
        outcome: SaveOutcome::ChangedOnDisk(Vec::new()),
    })))));
    assert_eq!(fourth.to, PathBuf::from("more.bpgn"));
    assert_eq!(state.shell.dialog, None);
}

#[test]
fn new_match_omits_unknown_tags() {
    let mut state = State::default();
    state.update(Action::RunCommand(Command::NewMatch));
    state.update(Action::BeginMatch);
    let header = |state: &State| {
        state
            .open
            .as_ref()
            .expect("a match")
            .content
            .as_match()
            .expect("two boards")
            .header
            .event
            .clone()
    };
    assert_eq!(header(&state), "");
    write(&mut state, Field::Tag("Date"), "2026.11.??");
    assert_eq!(header(&state), "2026.11.??");
}

#[test]
fn view_does_not_move_while_typing() {
    let mut state = state(MATCH);
    state.update(Action::RunCommand(Command::PlayPause));
    assert!(state.playhead().is_playing());
    state.update(Action::Notes(NotesAction::Enter(Field::Comment(0))));
    assert!(!state.playhead().is_playing());
    state.update(Action::RunCommand(Command::PlayPause));
    state.update(Action::Notes(NotesAction::Enter(Field::Tag("Event"))));
    assert!(state.playhead().is_playing(), "a tag is the same at all times");
}

#[test]
fn match_filtered_out_by_its_edit_can_be_stepped_from() {
    let mut state = state(&MATCH.repeat(3));
    state.update(Action::Library(LibraryAction::Filter("anna".to_owned())));
    state.update(Action::Library(LibraryAction::Choose(1)));
    state.update(Action::Notes(NotesAction::Edit(DocumentEdit::Tag {
        name: "WhiteA".to_owned(),
        value: "Zoe".to_owned(),
    })));
    state.update(Action::Library(LibraryAction::Filter("anna".to_owned())));
    assert_eq!(state.file().expect("a file").filter.rows, [0, 2]);
    state.update(Action::RunCommand(Command::NextMatch));
    assert_eq!(state.library.file().expect("a file").record.id, 2);
    state.update(Action::Library(LibraryAction::Choose(1)));
    state.update(Action::RunCommand(Command::PreviousMatch));
    assert_eq!(state.library.file().expect("a file").record.id, 0);
    state.update(Action::RunCommand(Command::Undo));
    assert_eq!(state.library.file().expect("a file").record.id, 1);
    assert_eq!(
        state.file().expect("a file").filter.rows,
        [0, 1, 2],
        "the list is about what is there"
    );
}

#[test]
fn glyph_key_closes_an_open_promotion() {
    let mut state = state(
        "[Event \"One\"]\n[SetUp \"1\"]\n\
         [FEN \"4k3/P7/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n\
         [Result \"*\"]\n\n1A. Ke2 1a. Kd7 *\n",
    );
    go_to(&mut state, 2);
    let recorded = state.position();
    let on = |name: &str| tandem::rules::Square::from_ascii(name.as_bytes()).expect("a square");
    let from = Origin::Square(on("a7"));
    // A variation of one ply, and then a pawn that reaches the last rank.
    let king = Origin::Square(on("e2"));
    state.update(Action::Playback(PlaybackAction::Drag(Seat::WhiteA, king)));
    state.update(Action::Playback(PlaybackAction::PutDown(Some((BoardId::A, on("e3"))))));
    state.update(Action::Playback(PlaybackAction::Drag(Seat::BlackA, Origin::Square(on("d7")))));
    state.update(Action::Playback(PlaybackAction::PutDown(Some((BoardId::A, on("d6"))))));
    assert_ne!(state.position(), recorded, "a variation is tried");
    state.update(Action::Playback(PlaybackAction::Drag(Seat::WhiteA, from)));
    state.update(Action::Playback(PlaybackAction::PutDown(Some((BoardId::A, on("a8"))))));
    state.update(Action::RunCommand(Command::Glyph(0)));
    assert!(text(&state).contains("Kd6!)"), "{}", text(&state));
    // The variation still begins at the same ply; only the dialog is closed.
    assert!(state.attempt().promotion.is_none());
    let shown = state.position();
    state.update(Action::Playback(PlaybackAction::Promote(Some(Role::Queen))));
    assert_eq!(state.position(), shown, "nothing arrives from nowhere");
}

#[test]
fn undo_and_redo_commit_the_pending_field_first() {
    let mut state = state(MATCH);
    go_to(&mut state, 2);
    state.update(Action::RunCommand(Command::Glyph(0)));
    let glyph = text(&state);
    write(&mut state, Field::Clock, "277.5");
    state.update(Action::RunCommand(Command::Undo));
    assert_eq!(text(&state), glyph, "the clock was changed last");
    assert!(state.drafts().is_empty());
    state.update(Action::RunCommand(Command::Undo));
    assert_eq!(text(&state), MATCH);
    write(&mut state, Field::Clock, "266.5");
    state.update(Action::RunCommand(Command::Redo));
    let clock = MATCH.replace("d5{298}", "d5{266.500}");
    assert_eq!(text(&state), clock, "behind a new change nothing is redone");
    assert!(state.drafts().is_empty());
}

#[test]
fn running_save_is_not_started_twice() {
    let mut state = state(MATCH);
    go_to(&mut state, 1);
    state.update(Action::RunCommand(Command::Glyph(0)));
    let first = job(state.update(Action::RunCommand(Command::Save)));
    let again = state.update(Action::RunCommand(Command::Save));
    let saves = again.iter().filter(|it| matches!(it, Effect::Save(_)));
    assert_eq!(saves.count(), 0, "{again:?}");
    state.update(done(&first));
    assert!(!state.is_unsaved());
}

#[test]
fn unsolved_problem_drops_the_follow_up_of_a_save() {
    let mut state = state(include_str!("../../assets/samples/kriegspiel.pgn"));
    state.update(Action::RunCommand(Command::MakeProblem));
    state.update(Action::Kriegspiel(KriegspielAction::MakeProblem));
    assert!(state.is_unsaved());
    state.update(Action::RunCommand(Command::Quit));
    let refused = state.update(Action::Saving(SavingAction::SaveUnsaved));
    assert!(!refused.iter().any(|it| matches!(it, Effect::Save(_) | Effect::AskForPath { .. })));
    state.update(Action::Kriegspiel(KriegspielAction::StopSolving));
    let path = PathBuf::from("problem.pgn");
    let saved = job(state.update(Action::Saving(SavingAction::SavePath(SaveTarget::File, path))));
    let effects = state.update(done(&saved));
    assert!(!effects.iter().any(is_quit), "nobody asked for it now");
    assert!(!state.shell.is_quitting);
}

#[test]
fn pending_input_is_committed_before_the_view_changes() {
    let mut state = state(include_str!("../../assets/samples/kriegspiel.pgn"));
    write(&mut state, Field::NewTag, "Note");
    state.update(Action::RunCommand(Command::AsWhite));
    assert!(state.drafts().is_empty());
    assert!(text(&state).contains("[Note \"\"]"), "{}", text(&state));
}
