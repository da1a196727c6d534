//! Playback during any user action: one clock, and frames while it runs.

use proptest::prelude::*;
use tandem::{
    app::{Action, Command, NotesAction, PlaybackAction, SettingsAction, State},
    diagram::{Mark, MarkColor},
    document::{DocumentEdit, VariationEdit},
    replay::{BranchIndex, Point, VariationPath},
    rules::{BoardId, Square},
    timeline::{Playback, PlayheadCommand as Play, Repeat},
};

const TEXT: &str = "[TimeControl \"180+0\"]\n\n1A. e4{179} 1a. e5{178} \
    {C:(1a. c5 2A. Nf3 (2A. d4 2a. cxd4) 2a. d6)} 1B. d4{170} 2A. d4{170} {C:(2A. Nc3)} 2a. d5{175} *\n";

/// A place in the match or in a variation.
fn any_point() -> impl Strategy<Value = Point> {
    let path = prop_oneof![
        Just(VariationPath::root(0)),
        Just(VariationPath::root(1)),
        Just(VariationPath::root(0).branch(BranchIndex { ply: 1, branch: 0 })),
    ];
    prop_oneof![
        (0_usize..6).prop_map(Point::Match),
        (path, 1_usize..4).prop_map(|(path, plies)| Point::Variation(path.after(plies))),
    ]
}

fn any_action() -> impl Strategy<Value = ActionKind> {
    let commands = vec![
        Command::PlayPause,
        Command::PlayPause,
        Command::StepForward,
        Command::StepBack,
        Command::BoardForward,
        Command::BoardBack,
        Command::RowDown,
        Command::RowUp,
        Command::Start,
        Command::End,
        Command::Faster,
        Command::Slower,
        Command::SkipWaits,
        Command::Loop,
        Command::ChooseVariation,
        Command::LeaveVariation,
        Command::DeleteVariation,
        Command::PromoteVariation,
        Command::DeleteFrom,
        Command::InsertVariation,
        Command::EditComment,
        Command::Undo,
        Command::Redo,
        Command::PuzzlesOfMatch,
        Command::LeavePuzzles,
        Command::ClearMarks,
    ];
    prop_oneof![
        6 => proptest::sample::select(commands).prop_map(ActionKind::Do),
        3 => any_point().prop_map(ActionKind::GoTo),
        3 => (0.0..3.0_f32).prop_map(ActionKind::Tick),
        1 => (0_u32..20_000).prop_map(ActionKind::Seek),
        1 => Just(ActionKind::Mark),
        1 => Just(ActionKind::Comment),
    ]
}

/// Actions that can be repeated.
#[derive(Clone, Debug)]
enum ActionKind {
    Do(Command),
    GoTo(Point),
    Tick(f32),
    Seek(u32),
    Mark,
    Comment,
}

const MARK: Mark = Mark { from: Square::E4, to: Some(Square::D5), color: MarkColor::Green };

impl ActionKind {
    fn action(&self, state: &State) -> Action {
        match self {
            Self::Do(command) => Action::RunCommand(*command),
            Self::GoTo(point) => Action::Playback(PlaybackAction::GoToPoint(point.clone())),
            Self::Tick(dt_s) => Action::Playback(PlaybackAction::Tick(*dt_s)),
            Self::Seek(time) => Action::Playback(PlaybackAction::Play(Play::Seek(*time))),
            Self::Mark => Action::Playback(PlaybackAction::Mark(BoardId::A, MARK, None)),
            Self::Comment => {
                let text = "words".to_owned();
                Action::Notes(NotesAction::Edit(match &state.attempt().variation {
                    Some(at) => DocumentEdit::Variation(VariationEdit::Glyph {
                        at: at.clone(),
                        text: "!".to_owned(),
                    }),
                    None => DocumentEdit::add_comment(state.playhead().moment(), text),
                }))
            }
        }
    }
}

/// Ticks until nothing plays, after ending any loop.
fn play_out(state: &mut State) {
    state.update(Action::RunCommand(Command::LeavePuzzles));
    for _ in 0..2 {
        if state.playhead().repeat() != Repeat::None {
            state.update(Action::Playback(PlaybackAction::Play(Play::Loop)));
        }
    }
    for _ in 0..100 {
        state.update(Action::Playback(PlaybackAction::Tick(10.0)));
    }
    assert!(!state.is_playing(), "{:?} never ends", state.playhead());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn playback_shows_each_moment_and_ends(
        actions in proptest::collection::vec(any_action(), 1..40),
    ) {
        let mut state = crate::view::state(TEXT);
        // The analysis runs in another thread, which is missing here.
        state.update(Action::Settings(SettingsAction::LessMotion));
        for kind in actions {
            let action = kind.action(&state);
            state.update(action);
            let in_variation = state.attempt().variation.is_some();
            let clock = state.playhead().playback();
            match clock {
                Playback::Stopped => {}
                Playback::Match => prop_assert!(!in_variation, "{kind:?}"),
                Playback::Variation { waited_s } => {
                    prop_assert!(in_variation && (0.0..1.0).contains(&waited_s), "{kind:?}");
                }
            }
            let left = state.until_change_s(1000.0);
            prop_assert_eq!(left.is_some(), state.is_playing(), "{:?}", kind);
            prop_assert!(state.puzzle().is_none() || !state.is_playing(), "{kind:?}");
            prop_assert!(left.is_none_or(|left| (0.0..10.0).contains(&left)), "{left:?}");
        }
        play_out(&mut state);
        prop_assert_eq!(state.until_change_s(1000.0), None);
    }
}
