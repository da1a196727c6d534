//! [`Jobs`]: starts a job for each effect of the state, and returns the results as actions.

use super::{
    Desktop, Dialogs, Job, JobContext, Runner, ShutdownRule,
    engine::EnginePool,
    recovery::{RecoveryKeeper, RecoveryMessage},
    sound::Sounds,
};
use crate::{
    app::{Action, Effect, JobKind, PictureAction, SettingsAction, Sound},
    platform,
    settings::{ProgressStore, RecoveryStore, Store},
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
    recovery_store: Arc<Mutex<RecoveryStore>>,
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
        let recovery_store = Arc::new(Mutex::new(store));
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
        let (desktop, lane) = (self.services.desktop, ("low priority", ShutdownRule::Leave));
        let title = "reading the desktop settings";
        self.runner.start(Job::queued(JobKind::Desktop, title, lane, move |context| {
            if desktop.wants_less_motion() {
                context.send(SettingsAction::LessMotion);
            }
        }));
        let title = "looking for a printer";
        self.runner.start(Job::queued(JobKind::Desktop, title, lane, move |context| {
            if let Some(printer) = desktop.printer() {
                context.send(PictureAction::PrinterFound(printer));
            }
        }));
    }

    /// Performs `effect`, usually in a job. Returns the effect if only the window can perform it.
    #[must_use = "some effects are the window's to do"]
    pub fn run(&mut self, effect: Effect) -> Option<Effect> {
        match effect {
            Effect::Cancel(kind) => self.runner.cancel(kind),
            Effect::AdoptRecovery(id) => self.send_recovery(RecoveryMessage::Adopt(id)),
            Effect::SaveRecovery(unsaved) => self.send_recovery(RecoveryMessage::Save(unsaved)),
            Effect::DeleteOwnRecovery => self.send_recovery(RecoveryMessage::DeleteOwn),
            Effect::DiscardOwnRecovery => self.send_recovery(RecoveryMessage::DiscardOwn),
            Effect::DiscardEarlierRecovery(id) => self.send_recovery(RecoveryMessage::Discard(id)),
            Effect::Play(sound) => self.play(sound),
            effect => match self.row(effect) {
                Ok(job) => {
                    self.runner.start(job);
                }
                Err(effect) => return Some(effect),
            },
        }
        None
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
        let job = Job::own(JobKind::Sound, "playing sounds", "sound", work);
        self.runner.start(job.concurrent(ShutdownRule::Cancel));
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
    store: &Arc<Mutex<RecoveryStore>>,
    work: impl FnOnce(RecoveryKeeper<'_>) + Send + 'static,
) -> Job<JobKind, Action> {
    let store = Arc::clone(store);
    let work = move |context: &JobContext<Action>| {
        // The store holds only the lock of its files, which a panic of an earlier job has not damaged.
        let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
        work(RecoveryKeeper::new(&mut store, context));
    };
    let title = "saving recovery data";
    Job::own(JobKind::Recovery, title, "recovery", work).concurrent(ShutdownRule::Finish)
}
