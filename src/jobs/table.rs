//! The job table: one row per job, with its kind, title, thread or lane, shutdown rule, result type, and work.
//!
//! An [`Effect`] that requests a job selects the row. [`Job::own`] runs on a thread of its own and is cancelled by the
//! next job of its kind; [`Job::queued`] waits for the earlier jobs of its lane.

use super::{
    Dialogs, Job, JobContext, Jobs,
    ShutdownRule::{Cancel, Finish, Leave},
    analyse::analyse,
    dialog,
    download::{add_matches, download},
    endings::replay_list,
    engine::{evaluate, score},
    export::{export, export_book, export_puzzles, export_watch},
    file_check::check_files,
    kriegspiel::run_kriegspiel_job,
    picture::{draw_picture, show},
    puzzle_search::find_puzzles,
    read::ReadJob,
    record::read_record,
    review::{reply, review},
    save::{recovered, save_file, write_match},
    search::search_all,
};
use crate::{
    analysis::review::REVIEW_FOLDER,
    app::{
        Action, AnalysisAction, Effect, EngineAction, EngineTask, JobKind, LibraryAction,
        PuzzleAction, SavingAction, ShellAction, UnpackWhole, Written, analyse_position,
    },
    file::CacheFolder,
    settings::full_path,
};
use std::sync::Arc;

/// The job for an effect, or the effect itself if this part of the table has no job for it.
type Row = Result<Job<JobKind, Action>, Effect>;

/// Shows a file dialog and returns its result.
type Prompt = Box<dyn FnOnce(&dyn Dialogs) -> Action + Send>;

impl Jobs {
    /// Returns the job for `effect`, or `effect` itself if no job performs it.
    pub(super) fn row(&mut self, effect: Effect) -> Row {
        self.file_row(effect)
            .or_else(|effect| self.download_row(effect))
            .or_else(|effect| self.store_row(effect))
            .or_else(calculation_row)
            .or_else(|effect| self.review_row(effect))
            .or_else(|effect| self.engine_row(effect))
            .or_else(|effect| self.dialog_row(effect))
    }

    /// Returns the job for an effect that reads or writes files. Returns any other effect unchanged.
    fn file_row(&self, effect: Effect) -> Row {
        use JobKind::{CheckFiles, Desktop, Picture, Read, Record, Save};
        Ok(match effect {
            Effect::Read { read, keep_mb, with_chat, game, at } => {
                let limit = u64::from(keep_mb) * 1_000_000;
                let folder = if limit > 0 { self.services.cache.as_ref() } else { None };
                let job = ReadJob {
                    read: UnpackWhole {
                        paths: read.paths.iter().map(|path| full_path(path)).collect(),
                        ..read
                    },
                    game,
                    at,
                    with_chat,
                    cache: folder.map(|folder| CacheFolder::new(folder, limit)),
                };
                Job::own(Read, "loading the file", "read", |context| {
                    job.run(context);
                    context.finish(None);
                })
            }
            Effect::ReadRecord(job) => {
                Job::own(Record, "loading the match", "record", move |context| {
                    read_record(&job, context);
                    context.finish(None);
                })
            }
            Effect::CheckFiles(job) => {
                let title = "checking the open files";
                Job::own(CheckFiles, title, "check files", move |context| {
                    context.send(LibraryAction::FilesChecked(Box::new(check_files(&job))));
                    context.finish(None);
                })
            }
            Effect::Save(job) => Job::queued(Save, "saving", ("saving", Finish), move |context| {
                context.send(SavingAction::Saved(Box::new(save_file(&job))));
            }),
            Effect::Write(job) => Job::queued(Save, "saving", ("saving", Finish), move |context| {
                context.send(SavingAction::Written(Box::new(write_match(&job))));
            }),
            Effect::Export(job) => export_job(move |context| export(&job, &export_watch(context))),
            Effect::ExportPuzzles(job) => {
                export_job(move |context| export_puzzles(&job, &export_watch(context)))
            }
            Effect::ExportBook(job) => {
                export_job(move |context| export_book(&job, &export_watch(context)))
            }
            Effect::Draw(job) => {
                let (desktop, lane) = (self.services.desktop, ("pictures", Finish));
                let title = "drawing the picture";
                Job::queued(Picture, title, lane, move |context| {
                    draw_picture(&job, desktop, context);
                })
            }
            Effect::ShowFile(path) => {
                let (desktop, lane) = (self.services.desktop, ("low priority", Leave));
                Job::queued(Desktop, "opening the file", lane, move |context| {
                    show(&path, desktop).into_iter().for_each(|refused| context.send(refused));
                })
            }
            effect => return Err(effect),
        })
    }

    /// Returns the job for an effect on settings, puzzle progress or recovery data. Returns any other effect unchanged.
    fn store_row(&self, effect: Effect) -> Row {
        use JobKind::{LoadProgress, Recover, SaveProgress, Settings};
        Ok(match effect {
            Effect::SaveSettings(settings) => {
                let store = self.services.store.clone();
                store_job(Settings, "saving the settings", move || store.save(&settings))
            }
            Effect::LoadProgress => {
                let store = self.services.progress.clone();
                let title = "loading the puzzle progress";
                Job::own(LoadProgress, title, "load progress", move |context| {
                    let (progress, error) = store.load();
                    context.send(PuzzleAction::ProgressLoaded(Box::new(progress), error));
                })
            }
            Effect::SaveProgress(progress) => {
                let store = self.services.progress.clone();
                let title = "saving the puzzle progress";
                store_job(SaveProgress, title, move || store.save(&progress))
            }
            Effect::Recover(found) => {
                let (id, recovery) = *found;
                let title = "loading the recovered changes";
                Job::own(Recover, title, "recover", move |context| {
                    context.send(SavingAction::Recovered(Box::new(recovered(id, recovery))));
                })
                .concurrent(Cancel)
            }
            effect => return Err(effect),
        })
    }

    /// Returns the job for an effect that downloads matches or adds them to a file. Returns any other effect unchanged.
    fn download_row(&self, effect: Effect) -> Row {
        use JobKind::{Download, Save};
        Ok(match effect {
            Effect::Download(mut job) => {
                if let Some(update) = &mut job.update {
                    update.path = full_path(&update.path);
                }
                let (base, cache) = (self.services.fetch_base.clone(), self.services.cache.clone());
                Job::own(Download, "the download", "download", move |context| {
                    download(&job, base, cache, context);
                })
            }
            Effect::AddMatches(mut job) => {
                job.to = full_path(&job.to);
                Job::queued(Save, "saving", ("saving", Finish), move |context| {
                    context.send(add_matches(*job));
                })
            }
            effect => return Err(effect),
        })
    }

    /// Returns the job for a review, for a query, which may need reviews, or for the program's move. Returns any other
    /// effect unchanged.
    fn review_row(&self, effect: Effect) -> Row {
        use JobKind::{Reply, Review, Search};
        let reviews = self.services.cache.as_ref().map(|folder| folder.join(REVIEW_FOLDER));
        Ok(match effect {
            Effect::ArchiveQuery(job) => {
                let kind = Search(job.query.page());
                let folder = if job.uses_cache { reviews } else { None };
                Job::own(kind, "the search", "search", move |context| {
                    search_all(&job, folder, context);
                })
            }
            Effect::Review(job) => {
                let folder = if job.uses_cache { reviews } else { None };
                Job::own(Review, "the review of this match", "review", move |context| {
                    review(&job, folder, context);
                })
            }
            Effect::Reply(job) => {
                Job::own(Reply, "the search for a move", "reply", move |context| {
                    reply(&job, context);
                })
            }
            effect => return Err(effect),
        })
    }

    /// Returns the job for an engine task. Returns any other effect unchanged.
    fn engine_row(&mut self, effect: Effect) -> Row {
        use JobKind::{Evaluate, FindEngines, Score};
        let Effect::Engine(task) = effect else { return Err(effect) };
        let engine_pool = self.engine.clone();
        // An engine runs one query at a time, on a thread that lives as long as the window.
        let lane = ("engine", Cancel);
        Ok(match task {
            EngineTask::Evaluate(job) => {
                Job::queued(Evaluate, "the engine search", lane, move |context| {
                    evaluate(&job, &engine_pool, context);
                    context.finish(None);
                })
                .replacing()
            }
            EngineTask::End => {
                self.engine.switch_off();
                let end = move |_: &_| engine_pool.clear();
                Job::queued(Evaluate, "the engine search", lane, end).replacing()
            }
            EngineTask::Score(job) => {
                let folder = match &self.services.cache {
                    Some(folder) if job.uses_cache => Some(folder.join("engine")),
                    _ => None,
                };
                let title = "the engine's analysis of this match";
                let lane = ("match analysis", Cancel);
                Job::queued(Score, title, lane, move |context| {
                    score(&job, &engine_pool, folder, context);
                })
                .replacing()
            }
            EngineTask::Find => {
                let (title, lane) = ("looking for engines", ("low priority", Leave));
                Job::queued(FindEngines, title, lane, move |context| {
                    context.send(EngineAction::EnginesFound(engine_pool.engines_in_path()));
                })
            }
        })
    }

    /// Returns the job for an effect that shows a file dialog of the system. A second dialog opens after the first is
    /// closed. Returns any other effect unchanged.
    fn dialog_row(&self, effect: Effect) -> Row {
        let kind = match effect {
            Effect::AskForPath { .. } => JobKind::PathDialog,
            _ => JobKind::Dialog,
        };
        let prompt: Prompt = match effect {
            Effect::AskForFile => Box::new(|dialogs| dialog::prompt_files(dialogs).into()),
            Effect::AskForFolder => Box::new(|dialogs| dialog::prompt_folder(dialogs).into()),
            Effect::AskForPath { what, suggested, title } => Box::new(move |dialogs| {
                dialog::prompt_path(dialogs, what, suggested.as_deref(), &title).into()
            }),
            Effect::AskForProgress => Box::new(|it| dialog::prompt_progress_file(it).into()),
            Effect::AskForPicture(path) => {
                Box::new(move |dialogs| dialog::prompt_picture_path(dialogs, &path).into())
            }
            effect => return Err(effect),
        };
        let dialogs = Arc::clone(&self.services.dialogs);
        let (title, lane) = ("the system's file dialog", ("dialogs", Leave));
        Ok(Job::queued(kind, title, lane, move |context| context.send(prompt(&*dialogs))))
    }
}

/// Returns a job that stores data with `save`. Only the latest data matters, so pending writes are dropped.
fn store_job<E: ToString>(
    kind: JobKind,
    title: &'static str,
    save: impl FnOnce() -> Result<(), E> + Send + 'static,
) -> Job<JobKind, Action> {
    let job = Job::queued(kind, title, ("settings", Finish), move |context| {
        if let Err(error) = save() {
            context.send(ShellAction::ShowError(error.to_string()));
        }
    });
    job.replacing()
}

fn export_job(
    export: impl FnOnce(&JobContext<Action>) -> Written + Send + 'static,
) -> Job<JobKind, Action> {
    let lane = ("exporting", Finish);
    Job::queued(JobKind::Export, "the export", lane, move |context| {
        let written = export(context);
        context.finish(None);
        context.send(SavingAction::Written(Box::new(written)));
    })
}

/// Returns the job for an effect that requests a calculation. Returns any other effect unchanged.
fn calculation_row(effect: Effect) -> Row {
    use JobKind::{Analyse, AnalysePosition, Compose, Endings, List, Plan, Puzzles, TryMove};
    Ok(match effect {
        // Sorting cannot be interrupted: the latest request waits, and requests in between are dropped.
        Effect::List(job) => {
            let lane = ("list", Cancel);
            Job::queued(List, "sorting the list", lane, move |context| {
                context.send(LibraryAction::Listed(job.listing.rows(&job.index, &job.edited)));
                context.finish(None);
            })
            .replacing()
        }
        Effect::ReplayEndings(list) => {
            Job::own(Endings, "replaying the matches", "endings", move |context| {
                replay_list(&list, context);
            })
        }
        Effect::FindPuzzles(job) => {
            let title = "looking for puzzles";
            Job::own(Puzzles, title, "puzzles", move |context| find_puzzles(&job, context))
        }
        Effect::Analyse(job) => {
            let title = "the search for mates in this match";
            Job::own(Analyse, title, "tactics", move |context| {
                analyse(&job, context);
                context.finish(None);
            })
        }
        Effect::AnalysePosition(position) => {
            let title = "the search for mates in this position";
            Job::own(AnalysePosition, title, "position", move |context| {
                context.send(AnalysisAction::PositionAnalysed(analyse_position(&position)));
                context.finish(None);
            })
        }
        Effect::RunKriegspielJob(job) => {
            let kind = job.kind();
            let (title, thread) = match kind {
                TryMove => ("trying the move", "try a move"),
                Plan => ("the search for a plan", "plan"),
                Compose => ("solving the problem", "compose"),
                _ => ("calculating possible positions", "belief"),
            };
            Job::own(kind, title, thread, move |context| {
                run_kriegspiel_job(job, context);
                context.finish(None);
            })
        }
        effect => return Err(effect),
    })
}
