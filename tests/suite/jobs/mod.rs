mod effects;
mod panics;
mod runner;
