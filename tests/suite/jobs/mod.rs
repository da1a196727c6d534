mod effects;
mod runner;
