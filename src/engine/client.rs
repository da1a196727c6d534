//! [`Engine`]: a client of the UCI protocol.

use super::{
    EngineError, EngineLimits, EngineOption, EngineRequest, EngineResult, Event, Fault, OptionKind,
    ResponseLimit, engine_folders,
    find::resolve_program,
    parse_line,
    process::{LINES_AHEAD, Process},
    reader::Reader,
};
use crate::clock::Instant;
use std::{
    collections::HashMap,
    ops::ControlFlow,
    path::{Path, PathBuf},
    time::Duration,
};

/// The interval between calls of a `watch` function, which receives partial results and may cancel.
const WATCH_INTERVAL: Duration = Duration::from_millis(50);

/// The user's settings for an engine. Options that the engine lacks are skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The size of the hash table in megabytes.
    pub hash_mb: u32,
    pub threads: u32,
    /// The number of lines per board (`MultiPV`).
    pub lines: u32,
}

impl Default for Setup {
    fn default() -> Self {
        Self { hash_mb: 64, threads: 1, lines: 1 }
    }
}

/// A running engine. Dropping it ends its program.
#[derive(Debug)]
pub struct Engine {
    process: Process,
    path: PathBuf,
    name: String,
    options: Vec<EngineOption>,
    limits: EngineLimits,
    reader: Reader,
    /// The last value sent for each option.
    sent: HashMap<String, String>,
    /// The number of `isready` commands that the engine has not answered yet.
    pending_ready: u32,
}

impl Engine {
    /// Starts the engine `name` in bughouse mode. `name` is a path, or the name of a program in PATH or `/usr/games`.
    /// Calls `watch` about twenty times per second. If `watch` breaks, cancels the start and returns `Ok(None)`.
    ///
    /// # Errors
    /// If the program cannot be started, or is not a UCI engine that supports bughouse.
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
            sent: HashMap::new(),
            pending_ready: 0,
        };
        match engine.begin(setup, watch) {
            Ok(ControlFlow::Continue(())) => Ok(Some(engine)),
            Ok(ControlFlow::Break(())) => Ok(None),
            Err(fault) => Err(fault.of(&engine.path)),
        }
    }

    /// Returns the name that the engine reported.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Changes the settings without a restart. The next search waits until they are in effect.
    pub fn configure(&mut self, setup: Setup) {
        let Setup { hash_mb, threads, lines } = setup;
        self.set("Hash", &hash_mb.to_string());
        self.set("Threads", &threads.to_string());
        self.set("MultiPV", &lines.to_string());
    }

    /// Clears the hash table, so that results are reproducible.
    pub fn forget(&mut self) {
        // The next search waits until the engine is ready.
        self.process.send("ucinewgame");
    }

    /// Searches the position in `request`. `watch` receives the partial result about twenty times per second. If
    /// `watch` breaks, the search stops and returns the partial result. If the side to move has no legal move (it is
    /// mated, or can only wait for a piece), returns a result without lines at once.
    ///
    /// # Errors
    /// If the engine exits, exceeds a limit or returns an illegal move. The engine cannot be used afterwards.
    pub fn search(
        &mut self,
        request: &EngineRequest,
        watch: &mut dyn FnMut(&EngineResult) -> ControlFlow<()>,
    ) -> Result<EngineResult, EngineError> {
        let mated = request.board.is_checkmate();
        if mated || request.board.legal_moves(&request.own).is_empty() {
            return Ok(EngineResult { mated, ..EngineResult::default() });
        }
        let search_result = self.search_result(request, watch);
        search_result.map_err(|fault| fault.of(&self.path))
    }

    /// Performs the UCI handshake and sets the options. Returns `Break` if `watch` breaks first.
    fn begin(
        &mut self,
        setup: Setup,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Fault> {
        self.process.send("uci");
        let limit = self.limits.uci;
        let mut reading = OutputReading::of(limit);
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
        self.configure(setup);
        // Evaluations must favor neither side.
        self.set("UCI_AnalyseMode", "true");
        self.set("Contempt", "0");
        // Some engines, such as newer builds of Hivemind, otherwise search on after their answer.
        self.set("Ponder", "false");
        self.ready(watch)
    }

    /// Sets an option. Returns `false` if the engine lacks the option or does not accept the value.
    fn set(&mut self, name: &str, value: &str) -> bool {
        let mut options = self.options.iter();
        let Some(option) = options.find(|option| option.name.eq_ignore_ascii_case(name)) else {
            return false;
        };
        let Some(value) = option.accepted_value(value) else { return false };
        debug_assert_ne!(option.kind, OptionKind::Button);
        if self.sent.get(&option.name) != Some(&value) {
            self.process.send(&format!("setoption name {} value {value}", option.name));
            self.sent.insert(option.name.clone(), value);
        }
        true
    }

    /// Waits until the engine has processed all commands, which it confirms with `readyok`. Returns `Break` if `watch`
    /// breaks first.
    fn ready(
        &mut self,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Fault> {
        self.process.send("isready");
        self.pending_ready += 1;
        let limit = self.limits.ready;
        let mut reading = OutputReading::of(limit);
        while self.pending_ready > 0 {
            match reading.event(&mut self.process)? {
                Some(Event::ReadyOk) => self.pending_ready = self.pending_ready.saturating_sub(1),
                None if reading.is_over() => return Err(Fault::Silent(limit.time)),
                Some(_) | None => {}
            }
            if reading.is_tick() && watch().is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn search_result(
        &mut self,
        request: &EngineRequest,
        watch: &mut dyn FnMut(&EngineResult) -> ControlFlow<()>,
    ) -> Result<EngineResult, Fault> {
        let chess960 = request.board.is_chess960();
        self.set("UCI_Chess960", if chess960 { "true" } else { "false" });
        let empty = EngineResult::default();
        // The engine sends all output of the previous search before `readyok`.
        if self.ready(&mut || watch(&empty))?.is_break() {
            return Ok(empty);
        }
        self.reader.begin();
        self.process.send(&format!("position fen {}", request.bfen()));
        self.process.send(&format!("go {}", request.limit.arguments()));
        let mut time = self.limits.search(request.limit);
        let mut reading = OutputReading::of(ResponseLimit { time, ..self.limits.best });
        let mut stopping = false;
        loop {
            match reading.event(&mut self.process)? {
                Some(Event::Info(info)) => self.reader.take(info),
                Some(Event::BestMove(best)) => {
                    return self.reader.finish(request, best.as_deref());
                }
                None if reading.is_over() => return Err(Fault::Silent(time)),
                Some(_) | None => {}
            }
            if !stopping
                && reading.is_tick()
                && watch(self.reader.update_result(request)).is_break()
            {
                stopping = true;
                self.process.send("stop");
                time = self.limits.stop;
                reading.ends_within(time);
            }
        }
    }
}

/// Waits for a response of the engine, with limits on time and output.
struct OutputReading {
    /// The time limit.
    end: Instant,
    /// The number of lines that may still be read, as counted by [`ResponseLimit`].
    lines: u32,
    /// The time of the last call of `watch`.
    tick: Instant,
}

impl OutputReading {
    fn of(limit: ResponseLimit) -> Self {
        let now = Instant::now();
        Self { end: now + limit.time, lines: limit.lines, tick: now }
    }

    /// Shortens the time limit to `time` from now, unless it ends earlier already.
    fn ends_within(&mut self, time: Duration) {
        self.end = self.end.min(Instant::now() + time);
    }

    fn is_over(&self) -> bool {
        Instant::now() >= self.end
    }

    /// Returns whether the next call of `watch` is due.
    fn is_tick(&mut self) -> bool {
        let is_tick = self.tick.elapsed() >= WATCH_INTERVAL;
        if is_tick {
            self.tick = Instant::now();
        }
        is_tick
    }

    /// Returns the next event, or `None` if none arrives before the next call of `watch`.
    fn event(&mut self, process: &mut Process) -> Result<Option<Event>, Fault> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            // After the time limit, at most `LINES_AHEAD` more lines are accepted, since they may have been read ahead.
            self.lines = self.lines.min(LINES_AHEAD);
        }
        let Some(line) = process.line(left.min(WATCH_INTERVAL))? else { return Ok(None) };
        let cost = u32::try_from(1 + line.len() / ResponseLimit::LINE_BYTES).unwrap_or(u32::MAX);
        self.lines = self.lines.checked_sub(cost).ok_or(Fault::Flood)?;
        Ok(Some(parse_line(&line)))
    }
}
