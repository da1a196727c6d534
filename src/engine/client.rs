//! The conversation with an engine: [`Engine`].

use super::{
    Answer, EngineError, EngineLimits, EngineOption, Event, Fault, OptionKind, Patience, Question,
    parse_line, process::Process, reader::Reader,
};
use std::{
    collections::HashMap,
    ops::ControlFlow,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// How often it is asked whether to go on, and told what has been found.
const TICK: Duration = Duration::from_millis(50);

/// What a person sets of an engine. What the engine does not have is left alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// How much memory it may use for what it has seen, in megabytes.
    pub hash_mb: u32,
    /// How many threads it may use.
    pub threads: u32,
    /// How many lines it shows.
    pub lines: u32,
}

impl Default for Setup {
    fn default() -> Self {
        Self { hash_mb: 64, threads: 1, lines: 1 }
    }
}

/// An engine that runs, and is ended when this is dropped.
#[derive(Debug)]
pub struct Engine {
    process: Process,
    path: PathBuf,
    name: String,
    options: Vec<EngineOption>,
    limits: EngineLimits,
    reader: Reader,
    /// What its options were set to.
    set: HashMap<String, String>,
}

impl Engine {
    /// Starts the engine at `path` and has it play bughouse.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn start(path: &Path, setup: Setup, limits: EngineLimits) -> Result<Self, EngineError> {
        let process = Process::start(path).map_err(|fault| fault.of(path))?;
        let mut engine = Self {
            process,
            path: path.to_owned(),
            name: path.file_name().unwrap_or_default().to_string_lossy().into(),
            options: Vec::new(),
            limits,
            reader: Reader::default(),
            set: HashMap::new(),
        };
        engine.begin(setup).map_err(|fault| fault.of(path))?;
        Ok(engine)
    }

    /// Its name, as it says.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The options that it has.
    #[must_use]
    pub fn options(&self) -> &[EngineOption] {
        &self.options
    }

    /// Has it forget what it has seen, so that the same questions have the same answers.
    ///
    /// # Errors
    /// Why it cannot be used any more.
    pub fn forget(&mut self) -> Result<(), EngineError> {
        let sent = self.process.send("ucinewgame");
        let ready = sent.and_then(|()| self.ready());
        ready.map_err(|fault| fault.of(&self.path))
    }

    /// Has it search. `watch` is told what has been found, about twenty times a second, and can stop the search, which
    /// then ends with what it has. Where the side to move has no move, mated or waiting for a piece, nothing is asked.
    ///
    /// # Errors
    /// Why there is no answer. The engine can not be used any more then.
    pub fn search(
        &mut self,
        asked: &Question,
        watch: &mut dyn FnMut(&Answer) -> ControlFlow<()>,
    ) -> Result<Answer, EngineError> {
        let mated = asked.board.is_checkmate();
        if mated || asked.board.legal_moves(&asked.own).is_empty() {
            return Ok(Answer { mated, ..Answer::default() });
        }
        let found = self.found(asked, watch);
        found.map_err(|fault| fault.of(&self.path))
    }

    fn begin(&mut self, setup: Setup) -> Result<(), Fault> {
        self.process.send("uci")?;
        let limit = self.limits.uci;
        let mut reading = Reading::of(limit);
        loop {
            let event = reading.event(&self.process, limit.time)?;
            match event.ok_or(Fault::NoUci(limit.time))? {
                Event::Name(name) if !name.is_empty() => self.name = name,
                Event::Option(option) => self.options.push(option),
                Event::UciOk => break,
                _ => {}
            }
        }
        if !self.set("UCI_Variant", "bughouse")? {
            return Err(Fault::NoBughouse);
        }
        self.set("Hash", &setup.hash_mb.to_string())?;
        self.set("Threads", &setup.threads.to_string())?;
        self.set("MultiPV", &setup.lines.to_string())?;
        // Neither side is to be favoured.
        self.set("UCI_AnalyseMode", "true")?;
        self.set("Contempt", "0")?;
        self.ready()
    }

    /// Sets an option; `false` where the engine has none of this name that takes this value.
    fn set(&mut self, name: &str, value: &str) -> Result<bool, Fault> {
        let mut options = self.options.iter();
        let Some(option) = options.find(|option| option.name.eq_ignore_ascii_case(name)) else {
            return Ok(false);
        };
        let Some(value) = option.fitted(value) else {
            return Ok(false);
        };
        debug_assert_ne!(option.kind, OptionKind::Button);
        if self.set.get(&option.name) != Some(&value) {
            self.process.send(&format!("setoption name {} value {value}", option.name))?;
            self.set.insert(option.name.clone(), value);
        }
        Ok(true)
    }

    /// Waits until it has done all that it was told, and has said all that it had to say.
    fn ready(&mut self) -> Result<(), Fault> {
        self.process.send("isready")?;
        let limit = self.limits.ready;
        let mut reading = Reading::of(limit);
        loop {
            let event = reading.event(&self.process, limit.time)?;
            if event.ok_or(Fault::Silent(limit.time))? == Event::ReadyOk {
                return Ok(());
            }
        }
    }

    fn found(
        &mut self,
        asked: &Question,
        watch: &mut dyn FnMut(&Answer) -> ControlFlow<()>,
    ) -> Result<Answer, Fault> {
        let chess960 = asked.board.is_chess960();
        self.set("UCI_Chess960", if chess960 { "true" } else { "false" })?;
        // What it still says about the last question comes before it is ready.
        self.ready()?;
        self.reader.begin();
        self.process.send(&format!("position fen {}", asked.bfen()))?;
        self.process.send(&format!("go nodes {}", asked.nodes))?;
        let mut time = self.limits.search(asked.nodes);
        let mut reading = Reading::of(Patience { time, ..self.limits.best });
        let (mut told, mut stopping) = (Instant::now(), false);
        loop {
            match reading.event(&self.process, TICK)? {
                Some(Event::Info(info)) => {
                    self.reader.take(info);
                }
                Some(Event::BestMove(best)) => return self.reader.finish(asked, best.as_deref()),
                None if reading.is_over() => return Err(Fault::Silent(time)),
                Some(_) | None => {}
            }
            if stopping || told.elapsed() < TICK {
                continue;
            }
            told = Instant::now();
            if watch(self.reader.answer(asked)).is_break() {
                stopping = true;
                self.process.send("stop")?;
                time = self.limits.stop;
                reading.ends_within(time);
            }
        }
    }
}

/// How far an answer has come against its limits.
struct Reading {
    end: Instant,
    lines: u32,
}

impl Reading {
    fn of(limit: Patience) -> Self {
        Self { end: Instant::now() + limit.time, lines: limit.lines }
    }

    fn ends_within(&mut self, time: Duration) {
        self.end = self.end.min(Instant::now() + time);
    }

    fn is_over(&self) -> bool {
        Instant::now() >= self.end
    }

    /// What is said next, if it comes within `patience` and in time.
    fn event(&mut self, process: &Process, patience: Duration) -> Result<Option<Event>, Fault> {
        let left = self.end.saturating_duration_since(Instant::now());
        let Some(line) = process.line(left.min(patience))? else {
            return Ok(None);
        };
        self.lines = self.lines.checked_sub(1).ok_or(Fault::Flood)?;
        Ok(Some(parse_line(&line)))
    }
}
