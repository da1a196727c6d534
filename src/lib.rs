//! Tandem: bughouse chess matches, read, replayed and shown.
//!
//! The folders in the order in which a file becomes pixels; each names only those before it.

pub mod file;

pub mod rules;

pub mod tactics;

pub mod notation;

pub mod archive;

pub mod replay;

pub mod timeline;

pub mod report;

pub mod search;

pub mod document;

pub mod diagram;

pub mod formats;

pub mod settings;

pub mod app;

pub mod jobs;

#[cfg(feature = "gui")]
pub mod ui;

pub mod cli;
