//! Questions to all matches of a file, each answered by a thread of its own.

use crate::{
    app::{Action, Answer, Ask, AskAction, AskJob, HitRow, MOST_HITS, Told},
    file::Text,
    search::{Hit, Selection, WalkError, Walked, openings, players, portrait, search},
};
use eframe::egui::Context;
use std::{
    ops::ControlFlow,
    sync::mpsc::Sender,
    time::{Duration, Instant},
};

/// What is found is told this often at most.
const PACE: Duration = Duration::from_millis(60);

/// Starts a thread that answers `job`.
pub fn start(job: AskJob, outbox: Sender<Action>, wake: Context) {
    std::thread::spawn(move || {
        let mut teller = Teller {
            job: &job,
            outbox,
            wake,
            last: None,
        };
        let texts: Vec<&Text> = job.list.files.iter().map(|file| &file.text).collect();
        let selection = Selection {
            index: &job.list.index,
            texts: &texts,
            rows: &job.rows,
        };
        if let Err(WalkError::File(error)) = teller.answer(&selection) {
            teller.tell(Answer::Nothing, None, Some(error.to_string()));
        }
    });
}

struct Teller<'j> {
    job: &'j AskJob,
    outbox: Sender<Action>,
    wake: Context,
    /// When something was told last.
    last: Option<Instant>,
}

impl Teller<'_> {
    fn answer(&mut self, selection: &Selection<'_>) -> Result<(), WalkError> {
        match &self.job.ask {
            Ask::Moments(question) => {
                let (mut listed, mut rows, mut found) = (0, Vec::new(), 0);
                let row = |hit: Hit| Some(HitRow::of(hit, &selection.index.row(hit.record)?));
                search(selection, question, |walked, hits| {
                    found += hits.len();
                    let more = hits.into_iter().take(MOST_HITS - listed).filter_map(row);
                    let before = rows.len();
                    rows.extend(more);
                    listed += rows.len() - before;
                    self.now_and_then(walked, || {
                        let rows = std::mem::take(&mut rows);
                        Answer::Moments(rows, std::mem::take(&mut found))
                    })
                })?;
                self.tell(Answer::Moments(rows, found), None, None);
            }
            Ask::Openings(board) => {
                let mut all = Vec::new();
                openings(selection, board, |walked, moves| {
                    all = moves.to_vec();
                    self.now_and_then(walked, || Answer::Openings(all.clone()))
                })?;
                self.tell(Answer::Openings(all), None, None);
            }
            Ask::Players => {
                let all = players(selection.index, selection.rows);
                self.tell(Answer::Players(all), None, None);
            }
            Ask::Portrait(name) => {
                let whole = portrait(selection, name, |walked, portrait| {
                    self.now_and_then(walked, || Answer::Portrait(Box::new(portrait.clone())))
                })?;
                self.tell(Answer::Portrait(Box::new(whole)), None, None);
            }
        }
        Ok(())
    }

    /// Tells what there is, unless something was told a moment ago.
    fn now_and_then(&mut self, walked: Walked, answer: impl FnOnce() -> Answer) -> ControlFlow<()> {
        if self.job.halt.is_called() {
            return ControlFlow::Break(());
        }
        if self.last.is_none_or(|last| last.elapsed() >= PACE) {
            self.tell(answer(), Some(walked), None);
            self.last = Some(Instant::now());
        }
        ControlFlow::Continue(())
    }

    fn tell(&self, answer: Answer, walked: Option<Walked>, failed: Option<String>) {
        let told = Told {
            number: self.job.number,
            answer,
            walked,
            failed,
        };
        // A window that is closed wants no answer.
        let _ = self
            .outbox
            .send(Action::Ask(AskAction::Told(Box::new(told))));
        self.wake.request_repaint();
    }
}
