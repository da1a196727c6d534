//! The whole program without a display: driven by accessible names and keys, as a person drives it.

mod archive_test;
mod boards_test;
mod dialogs_test;
mod errors_test;
mod issues_test;
mod lines_test;
mod looks_test;
mod matches_test;
mod names_test;
mod notes_test;
mod open_test;
mod picture_test;
mod play_test;
mod record_test;
mod recovery_test;
mod rest_test;
mod saving_test;
mod settings_test;
mod step_test;
mod tags_test;
mod text_test;
mod timeline_test;
mod window;
