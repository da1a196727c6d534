//! [`Jobs`]: turns effects of the state into jobs, and their results into actions.

use super::{
    Desktop, Dialogs, JobContext, Runner,
    analyse::analyse,
    dialog,
    download::{add_matches, download},
    engine::{EnginePool, guess, score},
    export::export,
    kriegspiel::think,
    picture::{self, show},
    pose::pose,
    read::ReadJob,
    record::read_record,
    recovery::{RecoveryKeeper, RecoveryReport},
    save::{recovered, save_file, write_match},
    search::search_all,
    sound::Sounds,
};
use crate::{
    app::{
        Action, AnalysisAction, Effect, EngineAction, EngineTask, JobKind, LibraryAction,
        PictureAction, SavingAction, SettingsAction, ShellAction, Sound, judged_position,
    },
    file::CacheFolder,
    platform,
    settings::{RecoveryStore, Settings, Store},
};
use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{Sender, channel},
    },
    time::Duration,
};

/// On close, the maximum wait for pending writes.
const FINISHING: Duration = Duration::from_secs(10);

/// On close, the maximum wait for cancelled jobs.
const CANCELLED: Duration = Duration::from_millis(300);

/// The external services that jobs use.
pub struct Services {
    /// The settings file.
    pub store: Store,
    /// The recovery data.
    pub recovery: RecoveryStore,
    /// The folder for cached indexes and unpacked files.
    pub cache: Option<PathBuf>,
    /// The server that stands for chess.com in tests.
    pub fetch_base: Option<String>,
    /// The file dialogs.
    pub dialogs: Box<dyn Dialogs>,
    /// Viewers and audio players.
    pub desktop: Desktop,
    /// Search path for engines.
    pub engine_folders: Vec<PathBuf>,
}

/// The jobs of a window.
pub struct Jobs {
    /// Invariant: `Some` until the window closes.
    runner: Option<Runner<JobKind>>,
    store: Arc<Store>,
    cache: Option<PathBuf>,
    fetch_base: Option<String>,
    dialogs: Arc<dyn Dialogs>,
    desktop: Desktop,
    /// The channel to the recovery job; `None` once the window closes.
    #[cfg(not(target_arch = "wasm32"))]
    recovery: Option<Sender<RecoveryReport>>,
    #[cfg(target_arch = "wasm32")]
    recovery: Option<Arc<std::sync::Mutex<RecoveryStore>>>,
    /// Idle engine processes.
    engine: EnginePool,
    /// The channel to the sound job; `None` before the first sound.
    sounds: Option<Sender<Sound>>,
}

impl Jobs {
    /// Starts the recovery job, which first offers the changes of earlier sessions. `wake` is called on a job's
    /// thread whenever a result is available.
    pub fn new(world: Services, wake: impl Fn() + Send + Sync + 'static) -> Self {
        let mut runner = Runner::new(wake);
        #[cfg(not(target_arch = "wasm32"))]
        let recovery = {
            let (recovery, told) = channel();
            let mut store = world.recovery;
            runner.start(JobKind::Recovery, move |desk| {
                RecoveryKeeper::new(&mut store, desk).run(&told);
            });
            recovery
        };
        // There are no threads here, so the store is shared with the caller.
        #[cfg(target_arch = "wasm32")]
        let recovery = {
            let recovery = Arc::new(std::sync::Mutex::new(world.recovery));
            let store = Arc::clone(&recovery);
            runner.start(JobKind::Recovery, move |desk| {
                if let Ok(mut store) = store.lock() {
                    RecoveryKeeper::new(&mut store, desk).look();
                }
            });
            recovery
        };
        Self {
            runner: Some(runner),
            store: Arc::new(world.store),
            cache: world.cache,
            fetch_base: world.fetch_base,
            dialogs: Arc::from(world.dialogs),
            desktop: world.desktop,
            recovery: Some(recovery),
            engine: EnginePool::new(world.engine_folders),
            sounds: None,
        }
    }

    /// Queries the settings of the desktop.
    pub fn look_at_desktop(&mut self) {
        let desktop = self.desktop;
        self.start(JobKind::Desktop, move |desk| {
            if desktop.wants_less_motion() {
                desk.answer(Action::Settings(SettingsAction::LessMotion));
            }
            if let Some(printer) = desktop.printer() {
                desk.answer(Action::Pictures(PictureAction::PrinterFound(printer)));
            }
        });
    }

    /// Starts the job for `effect`. Returns an effect that only the window can perform.
    #[must_use = "some effects are the window's to do"]
    pub fn run(&mut self, effect: Effect) -> Option<Effect> {
        match effect {
            Effect::Cancel(kind) => self.cancel(kind),
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
                self.start(JobKind::Read, move |desk| job.run(desk));
            }
            Effect::Download(job) => {
                let (base, cache) = (self.fetch_base.clone(), self.cache.clone());
                self.start(JobKind::Download, move |desk| download(&job, base, cache, desk));
            }
            Effect::AddMatches(job) => self.answer(JobKind::Save, move || add_matches(*job)),
            Effect::ReadRecord(job) => {
                self.start(JobKind::Record, move |desk| read_record(&job, desk));
            }
            Effect::List(job) => self.start(JobKind::List, move |desk| {
                let rows = job.listing.rows(&job.index, &job.edited);
                desk.answer(Action::Library(LibraryAction::Listed(rows)));
            }),
            Effect::Ask(job) => self.start(JobKind::Search(job.ask.page()), move |desk| {
                search_all(&job, desk);
            }),
            Effect::Analyse(_) | Effect::Judge(_) | Effect::Think(_) | Effect::Pose(_) => {
                self.work_out(effect);
            }
            Effect::Engine(task) => self.ask_engine(task),
            Effect::AskForFile
            | Effect::AskForFolder
            | Effect::AskForPath { .. }
            | Effect::AskForPicture(_) => self.ask(effect),
            Effect::Save(job) => self.answer(JobKind::Save, move || {
                Action::Saving(SavingAction::Saved(Box::new(save_file(&job))))
            }),
            Effect::Write(job) => self.answer(JobKind::Save, move || {
                Action::Saving(SavingAction::Written(Box::new(write_match(&job))))
            }),
            Effect::Export(job) => self.start(JobKind::Export, move |desk| {
                desk.answer(Action::Saving(SavingAction::Written(Box::new(export(
                    &job,
                    desk.cancel(),
                )))));
            }),
            Effect::Draw(job) => {
                let desktop = self.desktop;
                self.start(JobKind::Picture, move |desk| picture::run(&job, desktop, desk));
            }
            Effect::ShowFile(path) => self.show(path),
            Effect::ShowFolder(path) => {
                let folder = path.parent().map(Path::to_path_buf);
                self.show(folder.unwrap_or(path));
            }
            Effect::Keep(settings) => self.keep(*settings),
            Effect::Recover(found) => {
                let (id, recovery) = *found;
                self.answer(JobKind::Recover, move || {
                    Action::Saving(SavingAction::Recovered(Box::new(recovered(id, recovery))))
                });
            }
            Effect::AdoptRecovery(id) => self.tell_recovery(RecoveryReport::Adopt(id)),
            Effect::KeepRecovery(unsaved) => self.tell_recovery(RecoveryReport::Keep(unsaved)),
            Effect::ForgetRecovery => self.tell_recovery(RecoveryReport::Forget),
            Effect::RemoveRecovery(id) => self.tell_recovery(RecoveryReport::Remove(id)),
            Effect::Play(sound) => self.play(sound),
            Effect::Quit
            | Effect::FullScreen
            | Effect::GoToRegion(_)
            | Effect::OpenMenus
            | Effect::Copy(_)
            | Effect::CopyPicture(_)
            | Effect::AskForClipboard => return Some(effect),
        }
        None
    }

    /// Returns the next pending result, if any.
    pub fn next_answer(&mut self) -> Option<Action> {
        self.runner.as_mut()?.answer()
    }

    /// Returns the next result if it arrives within `patience`.
    pub fn wait(&mut self, patience: Duration) -> Option<Action> {
        self.runner.as_mut()?.wait(patience)
    }

    /// See [`Runner::hold`].
    #[doc(hidden)]
    pub fn hold(&mut self, kind: JobKind, passes: usize) {
        if let Some(runner) = &mut self.runner {
            runner.hold(kind, passes);
        }
    }

    /// See [`Runner::release`].
    #[doc(hidden)]
    pub fn release(&mut self, kind: JobKind) {
        if let Some(runner) = &mut self.runner {
            runner.release(kind);
        }
    }

    /// See [`Runner::held`].
    #[doc(hidden)]
    #[must_use]
    pub fn held(&self, kind: JobKind) -> usize {
        self.runner.as_ref().map_or(0, |runner| runner.held(kind))
    }

    fn cancel(&mut self, kind: JobKind) {
        if let Some(runner) = &mut self.runner {
            runner.cancel(kind);
        }
    }

    fn start(&mut self, kind: JobKind, work: impl FnOnce(&JobContext<Action>) + Send + 'static) {
        if let Some(runner) = &mut self.runner {
            runner.start(kind, work);
        }
    }

    /// Starts a job that reports once, at its end.
    fn answer(&mut self, kind: JobKind, work: impl FnOnce() -> Action + Send + 'static) {
        self.start(kind, move |desk| desk.answer(work()));
    }

    /// Starts the computation for `effect`.
    fn work_out(&mut self, effect: Effect) {
        match effect {
            Effect::Analyse(job) => {
                self.start(JobKind::Analyse, move |desk| analyse(&job, desk));
            }
            Effect::Judge(position) => self.answer(JobKind::Judge, move || {
                let judged = judged_position(&position);
                Action::Analysis(AnalysisAction::PositionJudged(judged))
            }),
            Effect::Pose(job) => self.start(JobKind::Exercises, move |desk| pose(&job, desk)),
            Effect::Think(task) => self.start(task.kind(), move |desk| think(task, desk)),
            _ => {}
        }
    }

    /// Starts the job for `task`.
    fn ask_engine(&mut self, task: EngineTask) {
        let shelf = self.engine.clone();
        match task {
            EngineTask::Guess(job) => {
                self.start(JobKind::Guess, move |desk| guess(&job, &shelf, desk));
            }
            EngineTask::Score(job) => {
                let folder = self.cache.as_ref().filter(|_| job.keeps);
                let folder = folder.map(|folder| folder.join("engine"));
                self.start(JobKind::Score, move |desk| {
                    score(&job, &shelf, folder, desk);
                });
            }
            EngineTask::End => {
                self.engine.switch_off();
                self.start(JobKind::Guess, move |_| shelf.clear());
            }
            EngineTask::Find => self.answer(JobKind::FindEngines, move || {
                Action::Engine(EngineAction::Found(shelf.found()))
            }),
        }
    }

    /// Opens the dialog for `effect`.
    fn ask(&mut self, effect: Effect) {
        let dialogs = Arc::clone(&self.dialogs);
        let kind = match effect {
            Effect::AskForPath { .. } => JobKind::PathDialog,
            _ => JobKind::Dialog,
        };
        self.start(kind, move |desk| {
            let dialogs = &*dialogs;
            desk.answer(match effect {
                Effect::AskForFolder => dialog::ask_for_folder(dialogs),
                Effect::AskForPath { what, suggested, title } => {
                    dialog::ask_for_path(dialogs, what, suggested.as_deref(), title)
                }
                Effect::AskForPicture(path) => dialog::ask_for_picture(dialogs, &path),
                _ => dialog::ask_for_files(dialogs),
            });
        });
    }

    fn keep(&mut self, settings: Settings) {
        let store = Arc::clone(&self.store);
        self.start(JobKind::Settings, move |desk| {
            if let Err(error) = store.save(&settings) {
                desk.answer(Action::Shell(ShellAction::Say(error.to_string())));
            }
        });
    }

    #[cfg(target_arch = "wasm32")]
    fn tell_recovery(&mut self, told: RecoveryReport) {
        let Some(store) = self.recovery.clone() else { return };
        self.start(JobKind::Recovery, move |desk| {
            if let Ok(mut store) = store.lock() {
                RecoveryKeeper::new(&mut store, desk).do_now(told);
            }
        });
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn tell_recovery(&self, told: RecoveryReport) {
        if let Some(recovery) = &self.recovery {
            // A failure of that job has already been reported.
            let _ = recovery.send(told);
        }
    }

    fn show(&mut self, path: PathBuf) {
        let desktop = self.desktop;
        self.start(JobKind::Desktop, move |desk| {
            if let Some(refused) = show(&path, desktop) {
                desk.answer(refused);
            }
        });
    }

    fn play(&mut self, sound: Sound) {
        if !platform::HAS_PROCESSES {
            return;
        }
        if self.sounds.is_none() {
            let (sounds, inbox) = channel();
            let desktop = self.desktop;
            self.start(JobKind::Sound, move |_| {
                let mut player = Sounds::on(desktop);
                for sound in inbox {
                    player.play(sound);
                }
            });
            self.sounds = Some(sounds);
        }
        if let Some(sounds) = &self.sounds {
            // Missing sound is not an error.
            let _ = sounds.send(sound);
        }
    }
}

impl Drop for Jobs {
    /// Pending writes are finished and read-only jobs cancelled; open dialogs are not waited for.
    fn drop(&mut self) {
        self.recovery = None;
        self.sounds = None;
        if let Some(runner) = self.runner.take() {
            // Jobs still running now end with the process.
            let _ = runner.end(FINISHING, CANCELLED);
        }
    }
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
