//! The job table: one row per job, with its kind, title, thread or lane, end, type of answer, and work.
//!
//! A row is made from the [`Effect`] that requests the job. [`Job::own`] has a thread of its own and is cancelled by the
//! next job of its kind; [`Job::queued`] waits for the earlier jobs of its lane.

use super::{
    Job, Jobs,
    ShutdownRule::{Cancel, Finish, Leave},
    analyse::analyse,
    dialog,
    download::{add_matches, download},
    engine::{guess, score},
    export::export,
    kriegspiel::think,
    picture::{draw_picture, show},
    pose::pose,
    read::ReadJob,
    record::read_record,
    save::{recovered, save_file, write_match},
    search::search_all,
    update::update,
};
use crate::{
    app::{
        Action, AnalysisAction, Effect, EngineAction, EngineTask, JobKind, LibraryAction,
        PuzzleAction, SavingAction, ShellAction, judged_position,
    },
    file::CacheFolder,
};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// The row of an effect, or the effect if another part of the table has its row.
type Row = Result<Job<JobKind, Action>, Effect>;

impl Jobs {
    /// Returns the job for `effect`, or the effect if it is no job.
    pub(super) fn row(&mut self, effect: Effect) -> Row {
        self.file_row(effect)
            .or_else(|effect| self.download_row(effect))
            .or_else(|effect| self.store_row(effect))
            .or_else(calculation_row)
            .or_else(|effect| self.engine_row(effect))
            .or_else(|effect| self.dialog_row(effect))
    }

    /// Jobs that read and write files.
    fn file_row(&self, effect: Effect) -> Row {
        use JobKind::{Desktop, Export, Picture, Read, Record, Save};
        Ok(match effect {
            Effect::Read { paths, keep_mb, with_chat, game, at, unpack_whole } => {
                let limit = u64::from(keep_mb) * 1_000_000;
                let folder = self.cache.as_ref().filter(|_| limit > 0);
                let job = ReadJob {
                    paths: paths.iter().map(|path| full(path)).collect(),
                    game,
                    at,
                    unpack_whole,
                    with_chat,
                    cache: folder.map(|folder| CacheFolder::new(folder, limit)),
                };
                Job::own(Read, "loading the file", "read", Action::Library, |desk| job.run(desk))
            }
            Effect::ReadRecord(job) => {
                Job::own(Record, "loading the match", "record", Action::Library, move |desk| {
                    read_record(&job, desk);
                })
            }
            Effect::Save(job) => {
                Job::queued(Save, "saving", ("saving", Finish), Action::Saving, move |desk| {
                    desk.answer(SavingAction::Saved(Box::new(save_file(&job))));
                })
            }
            Effect::Write(job) => {
                Job::queued(Save, "saving", ("saving", Finish), Action::Saving, move |desk| {
                    desk.answer(SavingAction::Written(Box::new(write_match(&job))));
                })
            }
            Effect::Export(job) => {
                let lane = ("exporting", Finish);
                Job::queued(Export, "the export", lane, Action::Saving, move |desk| {
                    let written = export(&job, desk.cancel());
                    desk.answer(SavingAction::Written(Box::new(written)));
                })
            }
            Effect::Draw(job) => {
                let (desktop, lane) = (self.desktop, ("pictures", Finish));
                Job::queued(Picture, "drawing the picture", lane, Action::Pictures, move |desk| {
                    draw_picture(&job, desktop, desk);
                })
            }
            Effect::ShowFile(path) => {
                let (desktop, lane) = (self.desktop, ("low priority", Leave));
                Job::queued(Desktop, "opening the file", lane, Action::Shell, move |desk| {
                    show(&path, desktop).into_iter().for_each(|refused| desk.answer(refused));
                })
            }
            effect => return Err(effect),
        })
    }

    /// Jobs that read and write settings, puzzle progress and recovery data.
    fn store_row(&self, effect: Effect) -> Row {
        use JobKind::{KeepProgress, LoadProgress, Recover, Settings};
        Ok(match effect {
            Effect::Keep(settings) => {
                let store = Arc::clone(&self.store);
                let lane = ("settings", Finish);
                // Only the latest settings matter; pending writes are dropped.
                Job::queued(Settings, "saving the settings", lane, Action::Shell, move |desk| {
                    if let Err(error) = store.save(&settings) {
                        desk.answer(ShellAction::Say(error.to_string()));
                    }
                })
                .replacing()
            }
            Effect::LoadProgress => {
                let store = self.progress.clone();
                let title = "loading the puzzle progress";
                Job::own(LoadProgress, title, "load progress", Action::Puzzles, move |desk| {
                    let (progress, error) = store.load();
                    desk.answer(PuzzleAction::ProgressLoaded(Box::new(progress), error));
                })
            }
            Effect::KeepProgress(progress) => {
                let store = self.progress.clone();
                let (title, lane) = ("saving the puzzle progress", ("settings", Finish));
                Job::queued(KeepProgress, title, lane, Action::Shell, move |desk| {
                    if let Err(error) = store.save(&progress) {
                        desk.answer(ShellAction::Say(error.to_string()));
                    }
                })
                .replacing()
            }
            Effect::Recover(found) => {
                let (id, recovery) = *found;
                let title = "loading the recovered changes";
                Job::own(Recover, title, "recover", Action::Saving, move |desk| {
                    desk.answer(SavingAction::Recovered(Box::new(recovered(id, recovery))));
                })
                .keeping(Cancel)
            }
            effect => return Err(effect),
        })
    }

    /// Jobs that download matches and add them to a file.
    fn download_row(&self, effect: Effect) -> Row {
        use JobKind::{Download, Save, Update};
        Ok(match effect {
            Effect::Download(job) => {
                let (base, cache) = (self.fetch_base.clone(), self.cache.clone());
                Job::own(Download, "the download", "download", Action::Importing, move |desk| {
                    download(&job, base, cache, desk);
                })
            }
            Effect::Update { names, path } => {
                let (path, site) = (full(&path), (self.fetch_base.clone(), self.cache.clone()));
                let title = "updating your matches";
                Job::own(Update, title, "update", Action::Library, move |desk| {
                    update(&names, &path, site, desk);
                })
            }
            Effect::AddMatches(job) => {
                Job::queued(Save, "saving", ("saving", Finish), Action::Importing, move |desk| {
                    desk.answer(add_matches(*job));
                })
            }
            effect => return Err(effect),
        })
    }

    /// Jobs that talk to engines.
    fn engine_row(&mut self, effect: Effect) -> Row {
        use JobKind::{FindEngines, Guess, Score};
        let Effect::Engine(task) = effect else { return Err(effect) };
        let shelf = self.engine.clone();
        // One engine answers one query at a time, on a thread that lives as long as the window.
        let lane = ("engine", Cancel);
        Ok(match task {
            EngineTask::Guess(job) => {
                Job::queued(Guess, "the engine search", lane, Action::Engine, move |desk| {
                    guess(&job, &shelf, desk);
                })
                .replacing()
            }
            EngineTask::End => {
                self.engine.switch_off();
                let end = move |_: &_| shelf.clear();
                Job::queued(Guess, "the engine search", lane, Action::Engine, end).replacing()
            }
            EngineTask::Score(job) => {
                let folder = self.cache.as_ref().filter(|_| job.keeps);
                let folder = folder.map(|folder| folder.join("engine"));
                let title = "the engine's analysis of this match";
                let lane = ("match analysis", Cancel);
                Job::queued(Score, title, lane, Action::Engine, move |desk| {
                    score(&job, &shelf, folder, desk);
                })
                .replacing()
            }
            EngineTask::Find => {
                let lane = ("low priority", Leave);
                Job::queued(FindEngines, "looking for engines", lane, Action::Engine, move |desk| {
                    desk.answer(EngineAction::Found(shelf.found()));
                })
            }
        })
    }

    /// The system's file dialogs. A second dialog opens after the first is closed.
    fn dialog_row(&self, effect: Effect) -> Row {
        use JobKind::{Dialog, PathDialog};
        let dialogs = Arc::clone(&self.dialogs);
        let (title, lane) = ("the system's file dialog", ("dialogs", Leave));
        Ok(match effect {
            Effect::AskForFile | Effect::AskForFolder => {
                let asks = match effect {
                    Effect::AskForFile => dialog::ask_for_files,
                    _ => dialog::ask_for_folder,
                };
                Job::queued(Dialog, title, lane, Action::Library, move |desk| {
                    desk.answer(asks(&*dialogs));
                })
            }
            Effect::AskForPath { what, suggested, title: question } => {
                Job::queued(PathDialog, title, lane, Action::Saving, move |desk| {
                    let suggested = suggested.as_deref();
                    desk.answer(dialog::ask_for_path(&*dialogs, what, suggested, question));
                })
            }
            Effect::AskForProgress => {
                Job::queued(Dialog, title, lane, Action::Puzzles, move |desk| {
                    desk.answer(dialog::ask_for_progress(&*dialogs));
                })
            }
            Effect::AskForPicture(path) => {
                Job::queued(Dialog, title, lane, Action::Pictures, move |desk| {
                    desk.answer(dialog::ask_for_picture(&*dialogs, &path));
                })
            }
            effect => return Err(effect),
        })
    }
}

/// Jobs that only calculate.
fn calculation_row(effect: Effect) -> Row {
    use JobKind::{Analyse, Judge, List, Plan, Puzzles, Search, TryMove};
    Ok(match effect {
        // Sorting cannot be interrupted: the next request waits for it, and those in between are dropped.
        Effect::List(job) => {
            let lane = ("list", Cancel);
            Job::queued(List, "sorting the list", lane, Action::Library, move |desk| {
                desk.answer(LibraryAction::Listed(job.listing.rows(&job.index, &job.edited)));
            })
            .replacing()
        }
        Effect::Ask(job) => {
            let kind = Search(job.ask.page());
            Job::own(kind, "the search", "search", Action::Search, move |desk| {
                search_all(&job, desk);
            })
        }
        Effect::Pose(job) => {
            let title = "looking for puzzles";
            Job::own(Puzzles, title, "puzzles", Action::Puzzles, move |desk| {
                pose(&job, desk);
            })
        }
        Effect::Analyse(job) => {
            let title = "the search for mates in this match";
            Job::own(Analyse, title, "tactics", Action::Analysis, move |desk| analyse(&job, desk))
        }
        Effect::Judge(position) => {
            let title = "the search for mates in this position";
            Job::own(Judge, title, "position", Action::Analysis, move |desk| {
                desk.answer(AnalysisAction::PositionJudged(judged_position(&position)));
            })
        }
        Effect::Think(job) => {
            let kind = job.kind();
            let (title, thread) = match kind {
                TryMove => ("trying the move", "try a move"),
                Plan => ("the search for a plan", "plan"),
                _ => ("calculating possible positions", "belief"),
            };
            Job::own(kind, title, thread, Action::Kriegspiel, move |desk| think(job, desk))
        }
        effect => return Err(effect),
    })
}

/// Returns the absolute path of a file, which stays valid in other working folders; `~` is the user's folder. `-`
/// (standard input) is returned as is.
fn full(path: &Path) -> PathBuf {
    let at_home = path.strip_prefix("~").ok().filter(|_| !Path::new("~").exists());
    let at_home =
        at_home.and_then(|rest| Some(directories::BaseDirs::new()?.home_dir().join(rest)));
    match std::path::absolute(at_home.as_deref().unwrap_or(path)) {
        Ok(full) if path != Path::new("-") => full,
        _ => path.to_owned(),
    }
}
