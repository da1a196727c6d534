//! The whole program without a display, driven through accessible names and keys.

#![expect(clippy::string_slice, reason = "a test knows the text that it cuts, and may fail")]

mod access_test;
mod analysis_test;
mod appearance_test;
mod archive_test;
mod asking_test;
mod bgn_test;
mod boards_test;
mod book_test;
mod busy_test;
mod clock_test;
mod composer_test;
mod contradicted_test;
mod dialog_sizes_test;
mod dialogs_test;
#[cfg(unix)]
#[path = "../suite/engine/double.rs"]
#[expect(
    dead_code,
    clippy::disallowed_methods,
    reason = "the tests of the client use all of it, and its transcript is a file"
)]
mod double;
mod drag_test;
#[cfg(unix)]
mod engine_test;
mod errors_test;
mod feedback_test;
mod guard_test;
mod held_keys_test;
mod hidden_test;
mod idle_test;
mod import_test;
mod importing_test;
mod issues_test;
mod keys_test;
mod kriegspiel_test;
mod layout_test;
mod leaks_test;
mod long_text_test;
mod matches_test;
mod names_test;
mod new_match_test;
mod notes_test;
mod notices_test;
mod open_test;
mod painted;
mod picture_test;
mod play_test;
mod puzzles_test;
mod query_page_test;
mod record_test;
mod recovery_test;
#[path = "../pixels/renderer.rs"]
mod renderer;
mod review_test;
mod saving_test;
mod settings_file_test;
mod settings_test;
mod several_files_test;
#[path = "../common/site.rs"]
#[expect(
    dead_code,
    clippy::disallowed_methods,
    reason = "the server has a thread of its own for each connection; the suite uses all of it"
)]
mod site;
mod sizes_test;
#[path = "../common/skip.rs"]
mod skip;
mod step_test;
mod still_test;
mod tabs_test;
mod tags_test;
mod text_test;
mod timeline_test;
mod tooltips_test;
mod touch_test;
mod typed_moves_test;
mod typed_test;
mod unpacking_test;
mod updates_test;
mod variations_test;
mod welcome_test;
mod window;
