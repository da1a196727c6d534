//! The conversation with an engine: [`Engine`].

use super::{
    Answer, EngineError, EngineLimits, EngineOption, Event, Fault, OptionKind, Patience, Question,
    engine_folders,
    find::resolve_program,
    parse_line,
    process::{LINES_AHEAD, Process},
    reader::Reader,
};
use std::{
    collections::HashMap,
    ops::ControlFlow,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// How often the caller is given what was found, and can stop it.
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
    /// How many `isready` it has not answered yet.
    unready: u32,
}

impl Engine {
    /// Starts the engine `name`, a path or a program of PATH, and has it play bughouse. `watch` is called about twenty
    /// times a second and can stop that; `None` then.
    ///
    /// # Errors
    /// Why it cannot be used, with the file that was run.
    pub fn start(
        name: &Path,
        setup: Setup,
        limits: EngineLimits,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Option<Self>, EngineError> {
        let path = resolve_program(name, &engine_folders()).map_err(|fault| fault.of(name))?;
        let process = Process::start(&path, limits.write).map_err(|fault| fault.of(&path))?;
        let mut engine = Self {
            process,
            name: path.file_name().unwrap_or_default().to_string_lossy().into(),
            path,
            options: Vec::new(),
            limits,
            reader: Reader::default(),
            set: HashMap::new(),
            unready: 0,
        };
        match engine.begin(setup, watch) {
            Ok(ControlFlow::Continue(())) => Ok(Some(engine)),
            Ok(ControlFlow::Break(())) => Ok(None),
            Err(fault) => Err(fault.of(&engine.path)),
        }
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
    pub fn forget(&mut self) {
        // The next search waits until it has.
        self.process.send("ucinewgame");
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

    fn begin(
        &mut self,
        setup: Setup,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Fault> {
        self.process.send("uci");
        let limit = self.limits.uci;
        let mut reading = Reading::of(limit);
        loop {
            match reading.event(&mut self.process)? {
                Some(Event::Name(name)) if !name.is_empty() => self.name = name,
                Some(Event::Option(option)) => self.options.push(option),
                Some(Event::UciOk) => break,
                None if reading.is_over() => return Err(Fault::NoUci(limit.time)),
                Some(_) | None => {}
            }
            if reading.is_tick() && watch().is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        if !self.set("UCI_Variant", "bughouse") {
            return Err(Fault::NoBughouse);
        }
        self.set("Hash", &setup.hash_mb.to_string());
        self.set("Threads", &setup.threads.to_string());
        self.set("MultiPV", &setup.lines.to_string());
        // Neither side is to be favoured.
        self.set("UCI_AnalyseMode", "true");
        self.set("Contempt", "0");
        self.ready(watch)
    }

    /// Sets an option; `false` where the engine has none of this name that takes this value.
    fn set(&mut self, name: &str, value: &str) -> bool {
        let mut options = self.options.iter();
        let Some(option) = options.find(|option| option.name.eq_ignore_ascii_case(name)) else {
            return false;
        };
        let Some(value) = option.fitted(value) else {
            return false;
        };
        debug_assert_ne!(option.kind, OptionKind::Button);
        if self.set.get(&option.name) != Some(&value) {
            self.process.send(&format!("setoption name {} value {value}", option.name));
            self.set.insert(option.name.clone(), value);
        }
        true
    }

    /// Waits until it has done everything that it was sent and has printed everything that it had to print, or until
    /// `watch` stops that.
    fn ready(
        &mut self,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Fault> {
        self.process.send("isready");
        self.unready += 1;
        let limit = self.limits.ready;
        let mut reading = Reading::of(limit);
        while self.unready > 0 {
            match reading.event(&mut self.process)? {
                Some(Event::ReadyOk) => self.unready = self.unready.saturating_sub(1),
                None if reading.is_over() => return Err(Fault::Silent(limit.time)),
                Some(_) | None => {}
            }
            if reading.is_tick() && watch().is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn found(
        &mut self,
        asked: &Question,
        watch: &mut dyn FnMut(&Answer) -> ControlFlow<()>,
    ) -> Result<Answer, Fault> {
        let chess960 = asked.board.is_chess960();
        self.set("UCI_Chess960", if chess960 { "true" } else { "false" });
        let nothing = Answer::default();
        // What it still prints about the last question comes before it is ready.
        if self.ready(&mut || watch(&nothing))?.is_break() {
            return Ok(nothing);
        }
        self.reader.begin();
        self.process.send(&format!("position fen {}", asked.bfen()));
        self.process.send(&format!("go nodes {}", asked.nodes));
        let mut time = self.limits.search(asked.nodes);
        let mut reading = Reading::of(Patience { time, ..self.limits.best });
        let mut stopping = false;
        loop {
            match reading.event(&mut self.process)? {
                Some(Event::Info(info)) => {
                    self.reader.take(info);
                }
                Some(Event::BestMove(best)) => return self.reader.finish(asked, best.as_deref()),
                None if reading.is_over() => return Err(Fault::Silent(time)),
                Some(_) | None => {}
            }
            if !stopping && reading.is_tick() && watch(self.reader.answer(asked)).is_break() {
                stopping = true;
                self.process.send("stop");
                time = self.limits.stop;
                reading.ends_within(time);
            }
        }
    }
}

/// What an engine prints up to an answer, against the limits of that.
struct Reading {
    end: Instant,
    lines: u32,
    /// When the caller was called last.
    tick: Instant,
}

impl Reading {
    fn of(limit: Patience) -> Self {
        let now = Instant::now();
        Self { end: now + limit.time, lines: limit.lines, tick: now }
    }

    fn ends_within(&mut self, time: Duration) {
        self.end = self.end.min(Instant::now() + time);
    }

    fn is_over(&self) -> bool {
        Instant::now() >= self.end
    }

    /// Whether the caller is to be called again.
    fn is_tick(&mut self) -> bool {
        let is_tick = self.tick.elapsed() >= TICK;
        if is_tick {
            self.tick = Instant::now();
        }
        is_tick
    }

    /// Returns what is printed next, if it comes soon and in time.
    fn event(&mut self, process: &mut Process) -> Result<Option<Event>, Fault> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            // What was read ahead came in time; an engine that prints on and on does not.
            self.lines = self.lines.min(LINES_AHEAD);
        }
        let Some(line) = process.line(left.min(TICK))? else {
            return Ok(None);
        };
        let cost = u32::try_from(1 + line.len() / Patience::LINE_BYTES).unwrap_or(u32::MAX);
        self.lines = self.lines.checked_sub(cost).ok_or(Fault::Flood)?;
        Ok(Some(parse_line(&line)))
    }
}
