//! The Search panel, with its pages for openings and players.

use super::{
    missed::missed_ui,
    moments::moments_ui,
    player_profile::profile_ui,
    table::{Columns, LINE, is_whole, percent, progress_ui, row_ui, score_text},
};
use crate::{
    app::{PlaybackAction, QueryResult, SearchAction, SearchForm, SearchPage, State},
    archive::FilterForm,
    kriegspiel::notation::color_title,
    rules::{BoardId, Color, Seat},
    search::{MoveTally, NextMove},
    text::{capital, count_text, grouped, plural},
    ui::{
        outbox::{SendAction as _, SendOnClick as _},
        theme::Tokens,
        widgets::{Stage, small, subheading},
    },
};
use eframe::egui::{Button, CornerRadius, Rect, Response, Ui, vec2};

/// The minimum width of the list of players with the column of their highest ratings, in points.
const MIN_WIDTH_WITH_BEST: f32 = 300.0;

pub fn search_ui(ui: &mut Ui, stage: &mut Stage<'_>, state: &State) {
    let tokens = &stage.tokens.clone();
    let before = stage.forms.search.clone();
    if state.game().is_some() {
        // The other pages are about bughouse.
        stage.forms.search.page = SearchPage::Moments;
    } else {
        ui.horizontal_wrapped(|ui| {
            for page in SearchPage::TABS {
                choice_ui(ui, &mut stage.forms.search.page, page, page.name());
            }
        });
        ui.add_space(4.0);
    }
    match stage.forms.search.page {
        SearchPage::Moments => moments_ui(ui, stage, state),
        SearchPage::Openings => openings_ui(ui, tokens, state, &mut stage.forms.search),
        SearchPage::Players => players_ui(ui, tokens, state),
        SearchPage::Missed => missed_ui(ui, tokens, state),
        // The book replaces the boards instead.
        SearchPage::Book => {}
    }
    if stage.forms.search != before {
        ui.send(SearchAction::Refresh);
    }
}

/// Shows a button that sets `chosen` to `value`, highlighted if it is set.
fn choice_ui<T: PartialEq>(
    ui: &mut Ui,
    chosen: &mut T,
    value: T,
    name: impl Into<String>,
) -> Response {
    let button = ui.add(Button::new(name.into()).selected(*chosen == value));
    if button.clicked() {
        *chosen = value;
    }
    button
}

fn openings_ui(ui: &mut Ui, tokens: &Tokens, state: &State, form: &mut SearchForm) {
    ui.horizontal_wrapped(|ui| {
        for board in BoardId::ALL {
            choice_ui(ui, &mut form.board, board, format!("From board {}", board.letter()));
        }
    });
    let turn = state.position().turn(form.board);
    ui.label(small(format!("{} to move", turn.name())));
    ui.horizontal_wrapped(|ui| {
        ui.label(small("Played by"));
        for on in [None, Some(BoardId::A), Some(BoardId::B)] {
            let name = on.map_or("Either", |on| Seat::new(on, turn.color()).name());
            choice_ui(ui, &mut form.played_on, on, name);
        }
    });
    played_as_ui(ui, state, form);
    let query = state.search.page_state(SearchPage::Openings);
    progress_ui(ui, state, SearchPage::Openings, None);
    let QueryResult::Openings(moves) = &query.answer else { return };
    if moves.is_empty() && is_whole(state, SearchPage::Openings) {
        ui.label(small("No listed match continues from here."));
        if form.played_as.is_some() {
            ui.label(small("The player’s name must be complete."));
        }
        return;
    }
    let rows = moves.iter().map(|next| (next, next.tally(form.played_on)));
    let boards = |row: &OpeningRow<'_>| row.1.score.games();
    let mut moves: Vec<_> = rows.filter(|row| boards(row) > 0).collect();
    moves.sort_by_key(|row| std::cmp::Reverse(boards(row)));
    // Points and counts are per board. If only one of the two boards is counted (`played_on`), that is the same as per
    // match.
    let counted = if form.played_on.is_some() { "Matches" } else { "Boards" };
    let columns = [(counted, "0000"), ("Points", "100.0%"), ("Time", "00.0 s")];
    let max_boards = moves.first().map_or(1, boards);
    Columns::list_ui(ui, tokens, ("Move", columns), moves.len(), |ui, columns, index| {
        let (row, counts_both) = (moves[index], form.played_on.is_none());
        if next_ui(ui, tokens, columns, row, max_boards, counts_both) {
            let number = state.position().boards[form.board].fullmoves();
            let typed = format!("{number}{}. {}", turn.letter(), row.0.san);
            ui.send(PlaybackAction::PlayTyped(typed));
        }
    });
}

/// Shows buttons that choose a colour. Only boards on which the player named by the filter has that colour are then
/// counted.
fn played_as_ui(ui: &mut Ui, state: &State, form: &mut SearchForm) {
    let Some(filter) = state.file().map(|file| &file.filter) else { return };
    if !filter.listing.filter.names_player() {
        ui.label(small("For one player’s openings, filter the matches by player:NAME."));
        return;
    }
    let player = match FilterForm::of(&filter.words).player {
        name if name.is_empty() || name == "me" => "you play".to_owned(),
        name => format!("{name} plays"),
    };
    ui.horizontal_wrapped(|ui| {
        ui.label(small(capital(&player)));
        for color in [None, Some(Color::White), Some(Color::Black)] {
            let name = color.map_or("Any seat", color_title);
            let hint = match color {
                Some(color) => format!("Only boards on which {player} {}", color_title(color)),
                None => "Both boards of every match".to_owned(),
            };
            choice_ui(ui, &mut form.played_as, color, name).on_hover_text(hint);
        }
    });
}

/// A next move, and its counts on the chosen board or on both.
type OpeningRow<'a> = (&'a NextMove, MoveTally);

/// Shows a next move. `counts_both` is whether both boards of each match are counted.
fn next_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    columns: &Columns,
    (next, tally): OpeningRow<'_>,
    max_boards: u32,
    counts_both: bool,
) -> bool {
    let san = &next.san;
    let seconds = tally.mean_ms().map(|ms| format!("{:.1} s", ms as f64 / 1000.0));
    let time = seconds.unwrap_or_else(|| "–".to_owned());
    let (points, words) = (percent(tally.score), score_text(tally.score));
    let boards = tally.score.games();
    let count = if counts_both {
        let matches = count_text(next.matches, "match", "matches");
        format!("on {} of {matches}", count_text(boards, "board", "boards"))
    } else {
        format!("in {}", count_text(boards, "match", "matches"))
    };
    let name = format!("Play {san}: {count}, {words}, {time}");
    let response = row_ui(ui, tokens, LINE, &name);
    let rect = response.rect;
    // The number of boards with this move, as a fraction of the number for the most frequent move.
    let part = boards as f32 / max_boards as f32;
    let corner = rect.left_bottom() + vec2(2.0, -4.0);
    let bar = Rect::from_min_size(corner, vec2((rect.width() - 4.0) * part, 2.0));
    ui.painter().rect_filled(bar, CornerRadius::same(1), tokens.line);
    columns.row(ui, rect, san, [&boards.to_string(), &points, &time]);
    response.clicked()
}

fn players_ui(ui: &mut Ui, tokens: &Tokens, state: &State) {
    let search = &state.search;
    if let Some(name) = &search.player {
        ui.horizontal_wrapped(|ui| {
            ui.button("All players").on_click(|| SearchAction::Player(None));
            ui.label(subheading(name));
        });
        ui.horizontal_wrapped(|ui| {
            ui.label(small("Openings as"));
            for color in Color::ALL {
                ui.button(color_title(color))
                    .on_hover_text("List the matches of this player and show the moves played")
                    .on_click(|| SearchAction::OpeningsOf(name.clone(), color));
            }
        });
    }
    let query = search.page_state(SearchPage::Players);
    progress_ui(ui, state, SearchPage::Players, None);
    match &query.answer {
        QueryResult::Players(players) => {
            let noun = plural(players.len(), "player", "players");
            ui.label(small(format!("{} {noun} in the listed matches", grouped(players.len()))));
            // In a narrow panel, the names need the room.
            let has_best = ui.available_width() >= MIN_WIDTH_WITH_BEST;
            let best = if has_best { ("Best", "0000") } else { ("", "") };
            let columns = [("Matches", "0000"), ("Points", "100.0%"), best];
            Columns::list_ui(
                ui,
                tokens,
                ("Player", columns),
                players.len(),
                |ui, columns, index| {
                    let player = &players[index];
                    let best = match player.best {
                        _ if !has_best => String::new(),
                        Some(best) => best.to_string(),
                        None => "–".to_owned(),
                    };
                    let games = player.score.games().to_string();
                    let numbers = [&*games, &percent(player.score), &best];
                    if columns.player_ui(ui, LINE, &player.name, player.score, numbers) {
                        ui.send(SearchAction::Player(Some(player.name.clone())));
                    }
                },
            );
        }
        QueryResult::PlayerProfile(profile) => {
            if let Some(name) = profile_ui(ui, tokens, profile) {
                ui.send(SearchAction::Player(Some(name)));
            }
        }
        _ => {}
    }
}
