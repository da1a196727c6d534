//! An engine that is asked about what is shown, and about every moment of a match.

use super::{Desk, Pace};
use crate::{
    app::{Action, EngineAction, GuessJob, GuessPart, Guessed, PieceWorth, ScoreJob, Scored},
    engine::{
        Answer, Engine, EngineError, EngineLimits, MatchScores, Question, Setup, found_engines,
    },
    file::CacheFolder,
    rules::{BoardId, Color, Reserve, Seat},
};
use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::Duration,
};

/// How often it is told what has been found.
const INTERVAL: Duration = Duration::from_millis(100);

/// So many positions of each board are looked at, one board after the other, before there is anything else to ask.
const FIRST: [u64; 2] = [20_000, 100_000];

/// The same after that. Then the engine rests.
const LATER: [u64; 2] = [500_000, 2_000_000];

/// So many positions tell what a piece more would be worth, or what is threatened.
const ASIDE: u64 = 20_000;

/// So many bytes of scores are kept.
const KEPT: u64 = 20_000_000;

/// The engine between two questions. It is ended when it is taken off, and when the last of these is dropped.
#[derive(Clone, Default)]
pub(super) struct EngineShelf(Arc<Mutex<Option<Running>>>);

struct Running {
    engine: Engine,
    path: Option<PathBuf>,
    setup: Setup,
}

impl EngineShelf {
    /// Ends the engine.
    pub(super) fn clear(&self) {
        self.take();
    }

    fn take(&self) -> Option<Running> {
        self.0.lock().ok()?.take()
    }

    fn put(&self, running: Running) {
        if let Ok(mut shelf) = self.0.lock() {
            *shelf = Some(running);
        }
    }
}

fn start(path: Option<&Path>, setup: Setup) -> Result<Engine, EngineError> {
    let found = || found_engines().into_iter().next();
    let path = path.map(Path::to_owned).or_else(found);
    let path = path.ok_or(EngineError::NoneFound)?;
    Engine::start(&path, setup, EngineLimits::default())
}

/// Does `job`: searches both boards deeper and deeper, in turn.
pub(super) fn guess(job: &GuessJob, shelf: &EngineShelf, desk: &Desk<Action>) {
    let say = |what| desk.answer(Action::Engine(what));
    let same = |running: &Running| running.path == job.path && running.setup == job.setup;
    let running = match shelf.take().filter(same) {
        Some(running) => Ok(running),
        None => start(job.path.as_deref(), job.setup).map(|engine| Running {
            engine,
            path: job.path.clone(),
            setup: job.setup,
        }),
    };
    let asked = running.and_then(|mut running| {
        say(EngineAction::Started(running.engine.name().to_owned()));
        Asking {
            job,
            engine: &mut running.engine,
            desk,
            pace: Pace::every(INTERVAL),
        }
        .ask()?;
        Ok(running)
    });
    match asked {
        Ok(running) => shelf.put(running),
        Err(error) => say(EngineAction::Failed(error.to_string())),
    }
}

struct Asking<'a> {
    job: &'a GuessJob,
    engine: &'a mut Engine,
    desk: &'a Desk<Action>,
    pace: Pace,
}

impl Asking<'_> {
    fn ask(&mut self) -> Result<(), EngineError> {
        let mut boards = BoardId::ALL;
        // The board on which something is waited for comes first.
        boards.sort_by_key(|id| self.job.reply != Some(*id));
        for nodes in FIRST {
            for id in boards {
                self.lines(id, nodes)?;
            }
        }
        if let Some(id) = self.job.reply.filter(|_| !self.desk.is_cancelled()) {
            self.say(id, GuessPart::Reply);
        }
        for id in boards {
            self.threat(id)?;
            self.worth(id)?;
        }
        for nodes in LATER {
            for id in boards {
                self.lines(id, nodes)?;
            }
        }
        Ok(())
    }

    fn say(&self, board: BoardId, what: GuessPart) {
        self.desk
            .answer(Action::Engine(EngineAction::Guessed(Box::new(Guessed {
                board,
                about: self.job.questions[board].clone(),
                what,
            }))));
    }

    /// Searches board `id` and tells its lines as they come.
    fn lines(&mut self, id: BoardId, nodes: u64) -> Result<(), EngineError> {
        if self.desk.is_cancelled() {
            return Ok(());
        }
        let asked = Question {
            nodes,
            ..self.job.questions[id].clone()
        };
        let (desk, pace, job) = (self.desk, &mut self.pace, self.job);
        let answer = self.engine.search(&asked, &mut |answer: &Answer| {
            // A new search begins with what was known before.
            if pace.is_due() && answer.nodes > nodes / 2 && !answer.lines.is_empty() {
                let guessed = Guessed {
                    board: id,
                    about: job.questions[id].clone(),
                    what: GuessPart::Lines(answer.clone()),
                };
                desk.answer(Action::Engine(EngineAction::Guessed(Box::new(guessed))));
            }
            desk.cancel().flow()
        })?;
        if !self.desk.is_cancelled() {
            self.say(id, GuessPart::Lines(answer));
        }
        Ok(())
    }

    /// The answer to a question aside; `None` where it was stopped.
    fn aside(&mut self, asked: Question) -> Result<Option<Answer>, EngineError> {
        if self.desk.is_cancelled() {
            return Ok(None);
        }
        let asked = Question {
            nodes: ASIDE,
            ..asked
        };
        let desk = self.desk;
        let answer = self.engine.search(&asked, &mut |_| desk.cancel().flow())?;
        Ok((!desk.is_cancelled()).then_some(answer))
    }

    /// What the other side would play if it were to move.
    fn threat(&mut self, id: BoardId) -> Result<(), EngineError> {
        let threat = match self.job.questions[id].passed() {
            Some(passed) => match self.aside(passed)? {
                Some(answer) => answer.best_line().cloned(),
                None => return Ok(()),
            },
            None => None,
        };
        self.say(id, GuessPart::Threat(threat));
        Ok(())
    }

    /// What one more piece would be worth in either reserve: the change of the owner's chance.
    fn worth(&mut self, id: BoardId) -> Result<(), EngineError> {
        let asked = &self.job.questions[id];
        let turn = asked.board.turn();
        let Some(before) = self.aside(asked.clone())? else {
            return Ok(());
        };
        let mut worth = Vec::new();
        for color in Color::ALL {
            for role in Reserve::ROLES {
                let Some(answer) = self.aside(asked.with_piece(color, role))? else {
                    return Ok(());
                };
                if let (Some(before), Some(after)) = (before.chance(), answer.chance()) {
                    let change = after - before;
                    worth.push(PieceWorth {
                        seat: Seat::new(id, color),
                        role,
                        change: if color == turn { change } else { -change },
                    });
                }
            }
        }
        self.say(id, GuessPart::Worth(worth));
        Ok(())
    }
}

/// Does `job`: looks up what was kept of the match in `folder`, and has the engine go on from there if it shall.
pub(super) fn score(job: &Arc<ScoreJob>, folder: Option<PathBuf>, desk: &Desk<Action>) {
    let cache = folder.map(|folder| CacheFolder::new(folder, KEPT));
    let played = &job.played;
    let name = MatchScores::kept_name(played);
    let kept = cache.as_ref().and_then(|cache| {
        let text = std::fs::read_to_string(cache.file(&name)).ok()?;
        MatchScores::from_text(&text, played)
    });
    let say = |scores: &MatchScores, is_going, failed| {
        desk.answer(Action::Engine(EngineAction::Scored(Box::new(Scored {
            job: Arc::clone(job),
            scores: scores.clone(),
            is_going,
            failed,
        }))));
    };
    if !job.asks {
        return say(&kept.unwrap_or_default(), false, None);
    }
    let mut engine = match start(job.path.as_deref(), job.setup) {
        Ok(engine) => engine,
        Err(error) => {
            return say(&kept.unwrap_or_default(), false, Some(error.to_string()));
        }
    };
    // What another engine has said, or with other limits, is no beginning.
    let fits = |kept: &MatchScores| kept.engine == engine.name() && kept.nodes == job.nodes;
    let done = kept.into_iter().chain([job.done.clone()]).filter(fits);
    let mut scores = done
        .max_by_key(|scores| scores.moments.len())
        .unwrap_or_else(|| MatchScores::new(&engine, job.nodes));
    let mut pace = Pace::every(INTERVAL);
    let mut told = None;
    let gone = scores.go_on(played, &mut engine, &mut |scores| {
        if told != Some(scores.moments.len()) && pace.is_due() {
            told = Some(scores.moments.len());
            say(scores, true, None);
        }
        match desk.is_cancelled() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    if let Some(cache) = &cache {
        // What cannot be kept is made again.
        let _ = cache.keep(&name, scores.to_text(played).as_bytes());
    }
    say(&scores, false, gone.err().map(|error| error.to_string()));
}
