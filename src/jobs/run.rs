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
        Arc,
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
    /// The channel to the recovery job; `None` once the window has closed.
    #[cfg(not(target_arch = "wasm32"))]
    recovery: Option<Sender<RecoveryMessage>>,
    #[cfg(target_arch = "wasm32")]
    recovery: Option<Arc<std::sync::Mutex<RecoveryStore>>>,
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
        #[cfg(not(target_arch = "wasm32"))]
        let recovery = {
            let (recovery, inbox) = channel();
            let mut store = store;
            runner.start(recovery_job(move |context| {
                RecoveryKeeper::new(&mut store, context).run(&inbox);
            }));
            recovery
        };
        // A browser has no thread for a permanent recovery job, so the store is shared and each message starts a job.
        #[cfg(target_arch = "wasm32")]
        let recovery = {
            let recovery = Arc::new(std::sync::Mutex::new(store));
            let store = Arc::clone(&recovery);
            runner.start(recovery_job(move |context| {
                if let Ok(mut store) = store.lock() {
                    RecoveryKeeper::new(&mut store, context).offer_orphans();
                }
            }));
            recovery
        };
        let engine = EnginePool::new(services.engine_folders.clone());
        Self { runner, services, recovery: Some(recovery), engine, sounds: None }
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
            Effect::DeleteEarlierRecovery(id) => self.send_recovery(RecoveryMessage::Remove(id)),
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
        let Some(store) = self.recovery.clone() else { return };
        self.runner.start(recovery_job(move |context| {
            if let Ok(mut store) = store.lock() {
                RecoveryKeeper::new(&mut store, context).handle(message);
            }
        }));
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn send_recovery(&self, message: RecoveryMessage) {
        if let Some(recovery) = &self.recovery {
            // Sending fails only if the recovery job has panicked, and the panic was reported.
            let _ = recovery.send(message);
        }
    }

    fn play(&mut self, sound: Sound) {
        if !platform::HAS_PROCESSES {
            return;
        }
        if self.sounds.is_none() {
            let (sounds, inbox) = channel();
            let desktop = self.services.desktop;
            let work = move |_: &_| {
                let mut player = Sounds::on(desktop);
                for sound in inbox {
                    player.play(sound);
                }
            };
            let job = Job::own(JobKind::Sound, "playing sounds", "sound", work);
            self.runner.start(job.concurrent(ShutdownRule::Cancel));
            self.sounds = Some(sounds);
        }
        if let Some(sounds) = &self.sounds {
            // Sending fails only if the sound job has ended. Missing sound is not an error.
            let _ = sounds.send(sound);
        }
    }
}

impl Drop for Jobs {
    /// Waits for pending writes and cancels the other jobs, without waiting for open dialogs.
    fn drop(&mut self) {
        self.recovery = None;
        self.sounds = None;
        // Jobs that are still running end with the process.
        let _ = self.runner.end(FINISH_TIMEOUT, CANCEL_TIMEOUT);
    }
}

/// Returns a job that reads or writes recovery data. The closing window waits for the job.
fn recovery_job(work: impl FnOnce(&JobContext<Action>) + Send + 'static) -> Job<JobKind, Action> {
    let title = "saving recovery data";
    Job::own(JobKind::Recovery, title, "recovery", work).concurrent(ShutdownRule::Finish)
}
