//! Unsaved changes: after a save, when replaced, and the cost of recovery data.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};
use tandem::{
    app::{
        Action, Command, DeferredAction, Dialog, Effect, Field, Imported, LibraryAction,
        NotesAction, OpenedFiles, PlaybackAction, Recovered, Save, SaveJob, SaveOutcome, Saved,
        SavingAction, State, UnsavedWork, WindowEffect, notes,
    },
    archive::{Collection, TextOrigin},
    file::{FileError, Source},
    settings::{ChangedRecord, Recovery, RecoveryStore},
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

fn opened(path: &str, text: &str) -> Action {
    Action::Library(LibraryAction::OpenedFiles(Box::new(OpenedFiles::complete(path, list(text)))))
}

fn edited() -> State {
    let mut state = State::default();
    state.update(opened("m.bpgn", MATCH));
    state.update(Action::Playback(PlaybackAction::Play(PlayheadCommand::GoTo(1))));
    state.update(Action::RunCommand(Command::Glyph(0)));
    state
}

fn text(state: &State) -> String {
    let open = state.open.as_ref().expect("a match");
    String::from_utf8_lossy(open.content.text()).into_owned()
}

fn save(state: &State) -> &Save {
    &state.file().expect("a file").save
}

fn save_job(effects: Vec<Effect>) -> SaveJob {
    let save = effects.into_iter().find_map(|effect| match effect {
        Effect::Save(job) => Some(*job),
        _ => None,
    });
    save.expect("the file is saved")
}

fn ends(job: &SaveJob, outcome: SaveOutcome) -> Action {
    let to = job.to.clone();
    Action::Saving(SavingAction::Saved(Box::new(Saved {
        opened: job.opened,
        number: job.number,
        to,
        outcome,
    })))
}

fn done(job: &SaveJob) -> Action {
    let records =
        job.records.iter().copied().zip(job.splices.iter().map(|splice| splice.insert.clone()));
    let whole = job.whole().expect("the file is held");
    let outcome = SaveOutcome::Done {
        records: records.collect(),
        list: list(&String::from_utf8_lossy(&whole)),
        file: Box::new(list(&String::from_utf8_lossy(&whole))),
        backed_up: false,
    };
    ends(job, outcome)
}

#[test]
fn failed_save_drops_its_follow_up() {
    let missing = || FileError::Missing(PathBuf::from("m.bpgn"));
    for (outcome, said) in [
        (SaveOutcome::Unread(missing().into()), "Your changes stay marked as unsaved"),
        (SaveOutcome::Failed(missing()), "Your changes are still open here"),
    ] {
        let mut state = edited();
        state.update(Action::RunCommand(Command::Quit));
        let job = save_job(state.update(Action::Saving(SavingAction::SaveUnsaved)));
        let effects = state.update(ends(&job, outcome));
        assert!(!effects.iter().any(is_quit), "{said}");
        assert!(state.shell.notices.iter().any(|notice| notice.text.contains(said)), "{said}");
        assert!(state.is_unsaved() && text(&state).contains("{A:!}"), "{said}");
        assert!(state.title().starts_with("• "), "{said}");
        assert_eq!(*save(&state), Save::Idle);
        let job = save_job(state.update(Action::RunCommand(Command::Save)));
        let effects = state.update(done(&job));
        assert!(!effects.iter().any(is_quit) && !state.shell.is_quitting, "{said}");
        assert!(!state.is_unsaved(), "{said}");
    }
}

#[test]
fn a_conflict_about_one_file_writes_no_other_over_it() {
    let mut state = edited();
    state.update(Action::Library(LibraryAction::Open(PathBuf::from("other.bpgn"))));
    state.update(Action::Saving(SavingAction::DiscardUnsaved));
    // While the other file is read, the first one is saved, and another program has changed it.
    let job = save_job(state.update(Action::RunCommand(Command::Save)));
    state.update(ends(&job, SaveOutcome::ChangedOnDisk(Vec::new())));
    assert!(matches!(state.shell.dialog, Some(Dialog::ChangedOnDisk(_))));
    state.update(opened("other.bpgn", &MATCH.replace("Anna", "Zoe")));
    assert!(text(&state).contains("{A:!}"), "a file whose save has failed keeps its tab");
    assert!(matches!(state.shell.dialog, Some(Dialog::Unsaved(DeferredAction::Open(_)))));
    let effects = state.update(Action::Saving(SavingAction::KeepMine));
    let writes_other =
        |effect: &Effect| matches!(effect, Effect::Save(job) if job.to != Path::new("m.bpgn"));
    assert!(!effects.iter().any(writes_other), "{effects:?}");
}

#[test]
fn load_waits_for_a_running_save() {
    let mut state = edited();
    state.update(Action::Library(LibraryAction::Open(PathBuf::from("other.bpgn"))));
    state.update(Action::Saving(SavingAction::DiscardUnsaved));
    let job = save_job(state.update(Action::RunCommand(Command::Save)));
    state.update(opened("other.bpgn", &MATCH.replace("Anna", "Zoe")));
    assert!(text(&state).contains("{A:!}"), "it is still shown");
    assert!(matches!(state.shell.dialog, Some(Dialog::Unsaved(DeferredAction::Open(_)))));
    state.update(Action::Saving(SavingAction::SaveUnsaved));
    let effects = state.update(done(&job));
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Read(_))), "{effects:?}");
}

/// An earlier window has left `MATCH` with another player, which is offered to this state.
fn offered(state: &mut State) -> (tempfile::TempDir, Recovery) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let record = ChangedRecord {
        file: 0,
        range: list(MATCH).index.range(0).expect("a record"),
        bytes: MATCH.replace("Anna", "Zoe").into_bytes(),
    };
    let path = Some("m.bpgn".into());
    let recovery = Recovery { path, records: vec![record], ..Recovery::default() };
    RecoveryStore::at(folder.path()).save(&recovery).expect("should be writable");
    let (found, _) = RecoveryStore::at(folder.path()).orphans();
    state.update(Action::Saving(SavingAction::RecoveryFound(found)));
    (folder, recovery)
}

fn recovered(effects: &[Effect]) -> Action {
    let recover = effects.iter().find_map(|effect| match effect {
        Effect::Recover(found) => Some((**found).clone()),
        _ => None,
    });
    let (id, recovery) = recover.expect("it is read");
    Action::Saving(SavingAction::Recovered(Box::new(Recovered {
        id,
        list: list(MATCH),
        recovery,
        on_disk: true,
        changed_files: Vec::new(),
        missing_files: Vec::new(),
        originals: vec![MATCH.into()],
    })))
}

#[test]
fn input_during_recovery_prompts() {
    let mut state = State::default();
    state.update(opened("m.bpgn", MATCH));
    let _folder = offered(&mut state);
    let effects =
        state.update(Action::Saving(SavingAction::Recover(state.saving.recoverable[0].0.clone())));
    state.update(Action::Playback(PlaybackAction::Play(PlayheadCommand::GoTo(1))));
    state.update(Action::Notes(NotesAction::Type(Field::Comment(0), "} mine".to_owned())));
    let late = state.update(recovered(&effects));
    assert!(matches!(state.shell.dialog, Some(Dialog::Unsaved(DeferredAction::Recover(_)))));
    assert_eq!(notes::field(&state, &Field::Comment(0)).text, "} mine");
    assert!(!late.iter().any(|effect| matches!(effect, Effect::AdoptRecovery(_))), "{late:?}");
    assert_eq!(state.saving.recoverable.len(), 1, "it is still offered");
    // The answer reads the recovery data again.
    let effects = state.update(Action::Saving(SavingAction::DiscardUnsaved));
    let shown = state.update(recovered(&effects));
    assert!(text(&state).contains("Zoe"));
    assert!(state.saving.recoverable.is_empty());
    // The recovery data is adopted before anything is written under its name.
    let adopts = shown.iter().position(|effect| matches!(effect, Effect::AdoptRecovery(_)));
    let keeps = shown.iter().position(|effect| matches!(effect, Effect::SaveRecovery(_)));
    assert!(adopts.is_some() && adopts < keeps, "{shown:?}");
}

fn recovery_work(effects: Vec<Effect>) -> UnsavedWork {
    let recovery_work = effects.into_iter().find_map(|effect| match effect {
        Effect::SaveRecovery(unsaved) => Some(*unsaved),
        _ => None,
    });
    recovery_work.expect("it is kept")
}

/// Writes `words` as a comment of the match at `id`.
fn comment(state: &mut State, id: usize, words: &str) -> UnsavedWork {
    state.update(Action::Library(LibraryAction::Choose(id)));
    state.update(Action::Playback(PlaybackAction::Play(PlayheadCommand::GoTo(1))));
    recovery_work(
        state.update(Action::Notes(NotesAction::Type(Field::Comment(0), words.to_owned()))),
    )
}

#[test]
fn typing_copies_only_the_edited_record() {
    const MATCHES: usize = 40;
    let mut state = State::default();
    let effects =
        state.update(Action::Library(LibraryAction::Pasted(format!("{MATCH}\n").repeat(MATCHES))));
    // Nothing has been changed or copied yet; everything is kept.
    let pasted = recovery_work(effects);
    assert!(pasted.changed.is_empty());
    assert_eq!(pasted.recovery().records.len(), MATCHES);
    for id in 0..MATCHES {
        comment(&mut state, id, "one");
    }
    let before = comment(&mut state, 7, "one b");
    let after = comment(&mut state, 7, "one by");
    assert_eq!((before.changed.len(), after.changed.len()), (MATCHES, MATCHES));
    let shared = |id: &usize| Arc::ptr_eq(&before.changed[id], &after.changed[id]);
    let copied: Vec<usize> = (0..MATCHES).filter(|id| !shared(id)).collect();
    assert_eq!(copied, [7]);
    let recovery = after.recovery();
    assert_eq!(recovery.records.len(), MATCHES);
    let bytes = String::from_utf8_lossy(&recovery.records[7].bytes).into_owned();
    assert!(bytes.contains("{C:one by}"), "{bytes}");
}

#[test]
fn opened_files_get_recovery_data_once_changed() {
    let mut state = State::default();
    let effects = state.update(opened("m.bpgn", MATCH));
    let keeps = |effects: &[Effect]| effects.iter().any(|it| matches!(it, Effect::SaveRecovery(_)));
    assert!(!keeps(&effects) && !state.is_unsaved());
    let imported = OpenedFiles {
        imported: Some(Imported::default()),
        ..OpenedFiles::complete("1.json", list(MATCH).with_origin(TextOrigin::Paired))
    };
    let effects = state.update(Action::Library(LibraryAction::OpenedFiles(Box::new(imported))));
    assert!(state.is_unsaved(), "it is in no file");
    assert!(!keeps(&effects), "it can be imported again");
    comment(&mut state, 0, "mine");
    // Standard input cannot be read again.
    let mut state = State::default();
    let effects = state.update(opened("-", MATCH));
    assert!(keeps(&effects) && state.is_unsaved());
    state.show(Path::new("sample"), list(MATCH), None, None);
    assert_eq!(state.file_name().as_deref(), Some("-"), "not even the sample replaces it");
}
