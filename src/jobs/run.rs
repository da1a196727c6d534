//! [`Jobs`]: starts a job for each effect of the state, and returns the results as actions.

use super::{
    Desktop, Dialogs, Job, JobContext, Lane, Runner,
    analyse::AnalysePosition,
    dialog::{self, Prompt},
    download::{AddMatches, DownloadMatches},
    endings::ReplayEndings,
    engine::{EndEngines, EnginePool, Evaluate, FindEngines},
    export::ExportTask,
    kriegspiel::{CalculateBelief, Compose, Plan, TryMove},
    picture::DrawPicture,
    read::LoadFiles,
    recover::Recover,
    recovery::{RecoveryKeeper, RecoveryMessage, RecoveryStores},
    review::ReviewMatch,
    score::Score,
    search::RunQuery,
    sound::Sounds,
    stored::{LoadProgress, SaveValue},
    system::{FindPrinter, QueryMotion, ShowFile},
    task::Task,
    version::CheckVersion,
};
use crate::{
    analysis::review::REVIEW_FOLDER,
    app::{Action, DownloadJob, Effect, EngineTask, JobKind, KriegspielJob, Sound, WindowEffect},
    file::{CacheFolder, UnpackLimits},
    platform,
    settings::{ProgressStore, RecoveryStore, Store, full_path},
};
use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Sender, channel},
    },
    time::Duration,
};

/// The maximum time that the closing window waits for pending writes.
const FINISH_TIMEOUT: Duration = Duration::from_secs(10);

/// The maximum time that the closing window waits for cancelled jobs.
const CANCEL_TIMEOUT: Duration = Duration::from_millis(300);

/// The files, folders and external programs that jobs use.
pub struct Services {
    pub store: Store,
    pub progress: ProgressStore,
    pub recovery: RecoveryStore,
    /// The folder for cached indexes and unpacked files.
    pub cache: Option<PathBuf>,
    /// The limits on unpacking a file, unless the user lifts them.
    pub unpack: UnpackLimits,
    /// In tests, the address of a local server that replaces chess.com.
    pub fetch_base: Option<String>,
    pub dialogs: Arc<dyn Dialogs>,
    pub desktop: Desktop,
    /// The folders searched for engines.
    pub engine_folders: Vec<PathBuf>,
}

pub struct Jobs {
    runner: Runner<JobKind, Action>,
    /// All but the store of the recovery data, which belongs to the recovery job.
    pub(super) services: Services,
    /// The recovery data. Held by the recovery job, which is started again after a panic.
    recovery_store: Arc<Mutex<RecoveryStores>>,
    /// The channel to the recovery job; `None` once the window has closed.
    #[cfg(not(target_arch = "wasm32"))]
    recovery: Option<Sender<RecoveryMessage>>,
    pub(super) engine: EnginePool,
    /// The channel to the sound job; `None` before the first sound.
    sounds: Option<Sender<Sound>>,
}

impl Jobs {
    /// Starts the recovery job, which first offers the changes of earlier sessions. `wake` is called on the thread of a
    /// job when a result is available.
    pub fn new(mut services: Services, wake: impl Fn() + Send + Sync + 'static) -> Self {
        let mut runner = Runner::new(wake, Action::Job);
        let store = std::mem::replace(&mut services.recovery, RecoveryStore::nowhere());
        let recovery_store = Arc::new(Mutex::new(RecoveryStores::new(store)));
        #[cfg(not(target_arch = "wasm32"))]
        let recovery = {
            let (recovery, inbox) = channel();
            runner.start(recovery_job(&recovery_store, move |mut keeper| {
                keeper.offer_orphans();
                keeper.run(&inbox);
            }));
            Some(recovery)
        };
        // A browser has no thread for a permanent recovery job, so each message starts a job.
        #[cfg(target_arch = "wasm32")]
        runner.start(recovery_job(&recovery_store, |mut keeper| keeper.offer_orphans()));
        let engine = EnginePool::new(services.engine_folders.clone());
        Self {
            runner,
            services,
            recovery_store,
            #[cfg(not(target_arch = "wasm32"))]
            recovery,
            engine,
            sounds: None,
        }
    }

    /// Queries the setting for reduced motion and the default printer, in jobs.
    pub fn query_desktop(&mut self) {
        self.start(JobKind::Desktop, QueryMotion(self.services.desktop));
        self.start(JobKind::Desktop, FindPrinter(self.services.desktop));
    }

    fn start<T: Task>(&mut self, kind: JobKind, task: T) {
        self.runner.start(Job::new(kind, T::TITLE, T::LANE, |context| task.run(context)));
    }

    /// Performs `effect`, usually in a job. Returns the effect if only the window can perform it.
    #[must_use = "some effects are the window's to do"]
    pub fn run(&mut self, effect: Effect) -> Option<WindowEffect> {
        let (desktop, unpack) = (self.services.desktop, self.services.unpack);
        match effect {
            Effect::Window(effect) => return Some(effect),
            Effect::Cancel(kind) => self.runner.cancel(kind),
            Effect::Play(sound) => self.play(sound),

            Effect::Read(mut job) => {
                for path in &mut job.read.paths {
                    *path = full_path(path);
                }
                let cache = self.text_cache(job.keep_mb);
                self.start(JobKind::Read, LoadFiles { job, cache, unpack });
            }
            Effect::ReadRecord(job) => self.start(JobKind::Record, *job),
            Effect::CheckFiles(job) => self.start(JobKind::CheckFiles, *job),
            Effect::Save(job) => self.start(JobKind::Save, *job),
            Effect::Write(job) => self.start(JobKind::Save, *job),
            Effect::Export(job) => self.start(JobKind::Export, ExportTask(job)),
            Effect::ExportPuzzles(job) => self.start(JobKind::Export, ExportTask(job)),
            Effect::ExportBook(job) => self.start(JobKind::Export, ExportTask(job)),
            Effect::Draw(job) => self.start(JobKind::Picture, DrawPicture { job, desktop }),
            Effect::ShowFile(path) => self.start(JobKind::Desktop, ShowFile { path, desktop }),

            Effect::CheckVersion(page) => self.start(JobKind::Version, CheckVersion(page)),
            Effect::Download(job) => self.download(job),
            Effect::AddMatches(job) => self.start(JobKind::Save, AddMatches(job, unpack)),

            Effect::SaveSettings(settings) => {
                self.start(JobKind::Settings, SaveValue(self.services.store.clone(), settings));
            }
            Effect::LoadProgress => {
                self.start(JobKind::LoadProgress, LoadProgress(self.services.progress.clone()));
            }
            Effect::SaveProgress(progress) => {
                let save = SaveValue(self.services.progress.clone(), progress);
                self.start(JobKind::SaveProgress, save);
            }
            Effect::Recover(found) => {
                self.start(JobKind::Recover, Recover(found.0, found.1, unpack));
            }
            Effect::AdoptRecovery(adopted) => {
                self.send_recovery(RecoveryMessage::Adopt(adopted));
            }
            Effect::SaveRecovery(unsaved) => self.send_recovery(RecoveryMessage::Save(unsaved)),
            Effect::DeleteOwnRecovery(own) => self.send_recovery(RecoveryMessage::DeleteOwn(own)),
            Effect::DiscardOwnRecovery(own) => self.send_recovery(RecoveryMessage::DiscardOwn(own)),
            Effect::DiscardEarlierRecovery(id) => self.send_recovery(RecoveryMessage::Discard(id)),

            Effect::List(job) => self.start(JobKind::List, *job),
            Effect::ReplayEndings(list) => self.start(JobKind::Endings, ReplayEndings(list)),
            Effect::FindPuzzles(job) => self.start(JobKind::Puzzles, *job),
            Effect::Analyse(job) => self.start(JobKind::Analyse, job),
            Effect::AnalysePosition(position) => {
                self.start(JobKind::AnalysePosition, AnalysePosition(position));
            }
            Effect::ArchiveQuery(job) => {
                let reviews = self.cache_folder(REVIEW_FOLDER, job.uses_cache);
                self.start(JobKind::Search(job.query.page()), RunQuery { reviews, job });
            }
            Effect::Review(job) => {
                let folder = self.cache_folder(REVIEW_FOLDER, job.uses_cache);
                self.start(JobKind::Review, ReviewMatch { job, folder });
            }
            Effect::Reply(job) => self.start(JobKind::Reply, job),
            Effect::RunKriegspielJob(job) => self.run_kriegspiel_job(job),
            Effect::Engine(task) => self.run_engine_task(task),

            Effect::AskForFile => self.prompt(JobKind::Dialog, dialog::prompt_files),
            Effect::AskForFolder => self.prompt(JobKind::Dialog, dialog::prompt_folder),
            Effect::AskForProgress => self.prompt(JobKind::Dialog, dialog::prompt_progress_file),
            Effect::AskForPath { what, suggested, title } => {
                self.prompt(JobKind::PathDialog, move |dialogs| {
                    dialog::prompt_path(dialogs, what, suggested.as_deref(), &title)
                });
            }
            Effect::AskForPicture(path) => self.prompt(JobKind::Dialog, move |dialogs| {
                dialog::prompt_picture_path(dialogs, &path)
            }),
        }
        None
    }

    /// Returns the cache of unpacked texts, which keeps up to `keep_mb` megabytes; `None` if it keeps none.
    fn text_cache(&self, keep_mb: u32) -> Option<CacheFolder> {
        let limit = u64::from(keep_mb) * 1_000_000;
        let folder = self.services.cache.as_ref()?;
        if limit > 0 { Some(CacheFolder::new(folder, limit)) } else { None }
    }

    fn download(&mut self, mut job: Box<DownloadJob>) {
        if let Some(update) = &mut job.update {
            update.path = full_path(&update.path);
        }
        let Services { fetch_base, cache, unpack, .. } = &self.services;
        let (base, cache, unpack) = (fetch_base.clone(), cache.clone(), *unpack);
        self.start(JobKind::Download, DownloadMatches { job, base, cache, unpack });
    }

    fn run_kriegspiel_job(&mut self, job: KriegspielJob) {
        let kind = job.kind();
        match job {
            KriegspielJob::CalculateBelief(hearing) => self.start(kind, CalculateBelief(hearing)),
            KriegspielJob::TryMove(belief, attempt) => self.start(kind, TryMove(belief, attempt)),
            KriegspielJob::Plan(belief, depth) => self.start(kind, Plan(belief, depth)),
            KriegspielJob::Compose(text) => self.start(kind, Compose(text)),
        }
    }

    fn run_engine_task(&mut self, task: EngineTask) {
        let pool = self.engine.clone();
        match task {
            EngineTask::Evaluate(job) => self.start(JobKind::Evaluate, Evaluate { job, pool }),
            EngineTask::End => {
                self.engine.switch_off();
                self.start(JobKind::Evaluate, EndEngines(pool));
            }
            EngineTask::Score(job) => {
                let folder = self.cache_folder("engine", job.uses_cache);
                self.start(JobKind::Score, Score { job, pool, folder });
            }
            EngineTask::Find => self.start(JobKind::FindEngines, FindEngines(pool)),
        }
    }

    /// Starts a job that shows a dialog of the system with `show`.
    fn prompt<A: Into<Action>>(
        &mut self,
        kind: JobKind,
        show: impl FnOnce(&dyn Dialogs) -> A + Send + 'static,
    ) {
        let dialogs = Arc::clone(&self.services.dialogs);
        let show = Box::new(|dialogs: &dyn Dialogs| show(dialogs).into());
        self.start(kind, Prompt { dialogs, show });
    }

    /// Returns the folder `name` of cached results; `None` without a cache, and if `uses_cache` is off.
    fn cache_folder(&self, name: &str, uses_cache: bool) -> Option<PathBuf> {
        if !uses_cache {
            return None;
        }
        self.services.cache.as_ref().map(|folder| folder.join(name))
    }

    /// Returns the next pending result, if any.
    pub fn next_action(&mut self) -> Option<Action> {
        self.runner.next_result()
    }

    /// Returns the next result if one arrives within `patience`.
    pub fn wait(&mut self, patience: Duration) -> Option<Action> {
        self.runner.wait(patience)
    }

    /// Returns the runner, so that a test can pause a job.
    #[doc(hidden)]
    pub const fn runner(&mut self) -> &mut Runner<JobKind, Action> {
        &mut self.runner
    }

    #[cfg(target_arch = "wasm32")]
    fn send_recovery(&mut self, message: RecoveryMessage) {
        let store = &self.recovery_store;
        self.runner.start(recovery_job(store, |mut keeper| keeper.handle(message)));
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn send_recovery(&mut self, message: RecoveryMessage) {
        let Some(recovery) = &self.recovery else { return };
        // Sending fails if the recovery job has panicked. The next message starts it again.
        let Err(error) = recovery.send(message) else { return };
        let message = error.0;
        let (recovery, inbox) = channel();
        let _ = recovery.send(message);
        self.recovery = Some(recovery);
        let store = &self.recovery_store;
        self.runner.start(recovery_job(store, move |keeper| keeper.run(&inbox)));
    }

    fn play(&mut self, sound: Sound) {
        if !platform::HAS_PROCESSES {
            return;
        }
        // Sending fails if the sound job has panicked. The next sound starts it again.
        if self.sounds.as_ref().is_some_and(|sounds| sounds.send(sound).is_ok()) {
            return;
        }
        let (sounds, inbox) = channel();
        let desktop = self.services.desktop;
        let work = move |context: &JobContext<Action>| {
            let mut player = Sounds::on(desktop);
            for sound in inbox {
                context.panic_if_requested();
                player.play(sound);
            }
        };
        self.runner.start(Job::new(JobKind::Sound, "playing sounds", Lane::Parallel, work));
        let _ = sounds.send(sound);
        self.sounds = Some(sounds);
    }
}

impl Drop for Jobs {
    /// Waits for pending writes and cancels the other jobs, without waiting for open dialogs.
    fn drop(&mut self) {
        #[cfg(not(target_arch = "wasm32"))]
        {
            self.recovery = None;
        }
        self.sounds = None;
        // Jobs that are still running end with the process.
        let _ = self.runner.end(FINISH_TIMEOUT, CANCEL_TIMEOUT);
    }
}

/// Returns a job that reads or writes recovery data in `store`. The closing window waits for the job.
fn recovery_job(
    store: &Arc<Mutex<RecoveryStores>>,
    work: impl FnOnce(RecoveryKeeper<'_>) + Send + 'static,
) -> Job<JobKind, Action> {
    let store = Arc::clone(store);
    let work = move |context: &JobContext<Action>| {
        // The store holds only the lock of its files, which a panic of an earlier job has not damaged.
        let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
        work(RecoveryKeeper::new(&mut store, context));
    };
    Job::new(JobKind::Recovery, "saving recovery data", Lane::Recovery, work)
}
