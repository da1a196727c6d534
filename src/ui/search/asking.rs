//! What is asked of all matches: positions, openings, players.

use super::portrait::portrait_ui;
use crate::{
    app::{
        Action, Answer, AskPage, Focus, HitRow, MOST_HITS, PlaybackAction, SearchAction,
        SearchState, State,
    },
    rules::BoardId,
    search::{NextMove, PlayerRow, Score},
    timeline::duration_text,
    ui::{
        keys,
        theme::{self, Tokens},
    },
};
use eframe::egui::{
    Align, Button, CornerRadius, Layout, ProgressBar, Rect, RichText, ScrollArea, Sense, TextEdit,
    Ui, WidgetInfo,
    accesskit::Role,
    pos2,
    text::{LayoutJob, TextFormat, TextWrapping},
    vec2,
};

/// Height of a row of two lines, and of one.
const ROW: f32 = 42.0;
const LINE: f32 = 26.0;

/// Shows the page that is chosen.
pub fn asking_ui(ui: &mut Ui, tokens: &Tokens, state: &State, actions: &mut Vec<Action>) {
    let asking = &state.search;
    ui.horizontal_wrapped(|ui| {
        for page in AskPage::ALL {
            let button = Button::new(page.name()).selected(asking.page == page);
            if ui.add(button).clicked() {
                ask(actions, SearchAction::Page(page));
            }
        }
    });
    ui.add_space(4.0);
    match asking.page {
        AskPage::Moments => moments_ui(ui, tokens, state, actions),
        AskPage::Openings => openings_ui(ui, tokens, state, actions),
        AskPage::Players => players_ui(ui, tokens, asking, actions),
    }
}

fn ask(actions: &mut Vec<Action>, action: SearchAction) {
    actions.push(Action::Search(action));
}

fn moments_ui(ui: &mut Ui, tokens: &Tokens, state: &State, actions: &mut Vec<Action>) {
    let asking = &state.search;
    let mut text = asking.question.clone();
    let field = ui.add(
        TextEdit::singleline(&mut text)
            .id(keys::question_id())
            .hint_text("N@f7 mate   Nf3,pe5,-e4   sit>20")
            .desired_width(f32::INFINITY)
            .margin(vec2(8.0, 6.0)),
    );
    field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Find a position"));
    if state.shell.focus == Some(Focus::Question) {
        field.request_focus();
    }
    if text != asking.question {
        ask(actions, SearchAction::Type(text));
    }
    field.on_hover_text(
        "Pieces (Nf3,pe5; -e4 is empty), a drop (N@f7, @f7, N@), mate, sit>20 for a sit of more than 20 s,\n\
         a reserve ([NNp]), turn:w, or a position, in which ? is any square and * the rest of a rank.\n\
         A: or B: before a word names the board. All of it must be so at one moment.",
    );
    ui.horizontal_wrapped(|ui| {
        if ui.button("Find").clicked() {
            ask(actions, SearchAction::Start);
        }
        for board in BoardId::ALL {
            let button = ui.button(format!("Board {} as it stands", board.letter()));
            if button.clicked() {
                ask(actions, SearchAction::TakeBoard(board));
            }
        }
    });
    let mut too = asking.in_variations;
    if ui.checkbox(&mut too, "In variations too").changed() {
        ask(actions, SearchAction::InVariations(too));
    }
    refused_ui(ui, tokens, asking);
    progress_ui(ui, asking, actions);
    if asking.question.is_empty() {
        return examples_ui(ui, tokens, actions);
    }
    let Answer::Moments(rows, count) = &asking.answer else {
        return;
    };
    let words = match *count {
        0 if asking.walked.is_some() => return,
        0 => "Nowhere in the matches that are listed.".to_owned(),
        1 => "1 moment".to_owned(),
        count if count > MOST_HITS => format!("{count} moments, the first {MOST_HITS} of them:"),
        count => format!("{count} moments"),
    };
    small(ui, tokens, &words);
    ui.spacing_mut().item_spacing.y = 2.0;
    let area = ScrollArea::vertical().id_salt("moments").auto_shrink(false);
    area.show_rows(ui, ROW, rows.len(), |ui, range| {
        for (place, row) in range.clone().zip(&rows[range]) {
            if hit_ui(ui, tokens, row) {
                ask(actions, SearchAction::GoTo(place));
            }
        }
    });
}

/// What can be asked, in words, each with what it is written as.
const EXAMPLES: [(&str, &str); 6] = [
    ("A knight dropped on f7 gives mate", "N@f7 mate"),
    ("Any piece dropped on h7 gives mate", "@h7 mate"),
    ("Somebody begins to sit for more than 20 s", "sit>20"),
    ("A queen and two knights lie in one reserve", "[QNN]"),
    ("White has a knight on f6 and a queen on h6", "Nf6,Qh6"),
    ("A pawn dropped on f7 on board A", "A:P@f7"),
];

/// The examples; a click asks.
fn examples_ui(ui: &mut Ui, tokens: &Tokens, actions: &mut Vec<Action>) {
    ui.add_space(6.0);
    small(ui, tokens, "For example");
    for (words, question) in EXAMPLES {
        let name = format!("{words}: {question}");
        let (rect, clicked) = row_ui(ui, tokens, ROW, &name);
        let body = TextFormat::simple(theme::regular(theme::TEXT), tokens.text);
        let dim = TextFormat::simple(theme::regular(theme::SMALL), tokens.dim);
        line(ui, rect, (8.0, 5.0), words, body);
        line(ui, rect, (8.0, 23.0), question, dim);
        if clicked {
            ask(actions, SearchAction::Type(question.to_owned()));
            ask(actions, SearchAction::Start);
        }
    }
}

fn hit_ui(ui: &mut Ui, tokens: &Tokens, row: &HitRow) -> bool {
    let words = format!("{}, {}", row.names, row.detail);
    let (rect, clicked) = row_ui(ui, tokens, ROW, &words);
    let body = TextFormat::simple(theme::regular(theme::TEXT), tokens.text);
    let dim = TextFormat::simple(theme::regular(theme::SMALL), tokens.dim);
    line(ui, rect, (8.0, 5.0), &row.names, body);
    line(ui, rect, (8.0, 23.0), &row.detail, dim);
    clicked
}

fn openings_ui(ui: &mut Ui, tokens: &Tokens, state: &State, actions: &mut Vec<Action>) {
    let asking = &state.search;
    ui.horizontal_wrapped(|ui| {
        for board in BoardId::ALL {
            let name = format!("On board {}", board.letter());
            let button = Button::new(name).selected(asking.board == board);
            if ui.add(button).clicked() {
                ask(actions, SearchAction::Board(board));
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let turn = state.position().turn(asking.board);
            small(ui, tokens, &format!("{} to move", turn.name()));
        });
    });
    refused_ui(ui, tokens, asking);
    progress_ui(ui, asking, actions);
    let Answer::Openings(moves) = &asking.answer else {
        return;
    };
    if moves.is_empty() && asking.walked.is_none() {
        small(ui, tokens, "No match that is listed goes on from here.");
        return;
    }
    columns(ui, tokens, ["Move", "Games", "Points", "Time"]);
    let turn = state.position().turn(asking.board);
    let most = moves.first().map_or(1, |next| next.score.games().max(1));
    let area = ScrollArea::vertical()
        .id_salt("openings")
        .auto_shrink(false);
    area.show_rows(ui, LINE, moves.len(), |ui, range| {
        for next in &moves[range] {
            if next_ui(ui, tokens, next, most) {
                let number = state.position().boards[asking.board].fullmoves();
                let typed = format!("{number}{}. {}", turn.letter(), next.san);
                actions.push(Action::Playback(PlaybackAction::PlayTyped(typed)));
            }
        }
    });
}

fn next_ui(ui: &mut Ui, tokens: &Tokens, next: &NextMove, most: u32) -> bool {
    let games = next.score.games();
    let time = next
        .mean_ms()
        .map_or_else(|| "–".to_owned(), |ms| format!("{:.1} s", seconds(ms)));
    let (points, words) = (percent(next.score), score_words(next.score));
    let name = format!("Play {}: {words}, {time}", next.san);
    let (rect, clicked) = row_ui(ui, tokens, LINE, &name);
    // How often, beside the most frequent.
    #[expect(clippy::cast_precision_loss, reason = "a length on the screen")]
    let part = games as f32 / most as f32;
    let bar = Rect::from_min_size(
        pos2(rect.left() + 2.0, rect.bottom() - 4.0),
        vec2((rect.width() - 4.0) * part, 2.0),
    );
    ui.painter()
        .rect_filled(bar, CornerRadius::same(1), tokens.line);
    cells(
        ui,
        tokens,
        rect,
        [&next.san, &games.to_string(), &points, &time],
    );
    clicked
}

fn players_ui(ui: &mut Ui, tokens: &Tokens, asking: &SearchState, actions: &mut Vec<Action>) {
    if let Some(name) = &asking.player {
        ui.horizontal_wrapped(|ui| {
            if ui.button("All players").clicked() {
                ask(actions, SearchAction::Player(None));
            }
            ui.label(RichText::new(name).font(theme::semibold(theme::TEXT)));
        });
    }
    refused_ui(ui, tokens, asking);
    progress_ui(ui, asking, actions);
    match &asking.answer {
        Answer::Players(players) => {
            small(
                ui,
                tokens,
                &format!("{} players in the matches that are listed", players.len()),
            );
            columns(ui, tokens, ["Player", "Games", "Points", "Best"]);
            let area = ScrollArea::vertical().id_salt("players").auto_shrink(false);
            area.show_rows(ui, LINE, players.len(), |ui, range| {
                for player in &players[range] {
                    if player_ui(ui, tokens, player) {
                        ask(actions, SearchAction::Player(Some(player.name.clone())));
                    }
                }
            });
        }
        Answer::Portrait(portrait) => {
            if let Some(name) = portrait_ui(ui, tokens, portrait) {
                ask(actions, SearchAction::Player(Some(name)));
            }
        }
        _ => {}
    }
}

fn player_ui(ui: &mut Ui, tokens: &Tokens, player: &PlayerRow) -> bool {
    let words = format!("{}: {}", player.name, score_words(player.score));
    let (rect, clicked) = row_ui(ui, tokens, LINE, &words);
    let best = player
        .best
        .map_or_else(|| "–".to_owned(), |best| best.to_string());
    let games = player.score.games().to_string();
    cells(
        ui,
        tokens,
        rect,
        [&player.name, &games, &percent(player.score), &best],
    );
    clicked
}

/// A row that can be clicked.
fn row_ui(ui: &mut Ui, tokens: &Tokens, height: f32, words: &str) -> (Rect, bool) {
    let size = vec2(ui.available_width(), height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, words));
    if response.hovered() || response.has_focus() {
        ui.painter()
            .rect_filled(rect, CornerRadius::same(4), tokens.card);
    }
    (rect, response.clicked())
}

fn line(ui: &Ui, rect: Rect, (x, y): (f32, f32), text: &str, format: TextFormat) {
    let ink = format.color;
    let mut job = LayoutJob::single_section(text.to_owned(), format);
    job.wrap = TextWrapping::truncate_at_width(rect.width() - x - 8.0);
    let galley = ui.painter().layout_job(job);
    ui.painter().galley(rect.min + vec2(x, y), galley, ink);
}

/// Where the columns behind the first end, as parts of the width.
const ENDS: [f32; 3] = [0.62, 0.8, 0.98];

fn columns(ui: &mut Ui, tokens: &Tokens, names: [&str; 4]) {
    let size = vec2(ui.available_width(), 18.0);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let format = TextFormat::simple(theme::regular(theme::SMALL), tokens.dim);
    row(ui, rect, names, &format);
}

pub(super) fn cells(ui: &Ui, tokens: &Tokens, rect: Rect, texts: [&str; 4]) {
    let format = TextFormat::simple(theme::regular(theme::TEXT), tokens.text);
    row(ui, rect, texts, &format);
}

fn row(ui: &Ui, rect: Rect, [first, others @ ..]: [&str; 4], format: &TextFormat) {
    let first_end = rect.width() * (ENDS[0] - 0.16);
    let left = Rect::from_min_size(rect.min, vec2(first_end, rect.height()));
    line(ui, left, (8.0, 4.0), first, format.clone());
    for (end, text) in ENDS.into_iter().zip(others) {
        let job = LayoutJob::single_section(text.to_owned(), format.clone());
        let galley = ui.painter().layout_job(job);
        let place = pos2(
            rect.left() + rect.width() * end - galley.size().x,
            rect.top() + 4.0,
        );
        ui.painter().galley(place, galley, format.color);
    }
}

fn refused_ui(ui: &mut Ui, tokens: &Tokens, asking: &SearchState) {
    if let Some(words) = &asking.refused {
        ui.label(
            RichText::new(words)
                .color(tokens.warning)
                .size(theme::SMALL),
        );
    }
}

fn progress_ui(ui: &mut Ui, asking: &SearchState, actions: &mut Vec<Action>) {
    let Some(walked) = asking.walked else { return };
    #[expect(clippy::cast_precision_loss, reason = "a part on the screen")]
    let part = walked.records as f32 / walked.total.max(1) as f32;
    ui.horizontal(|ui| {
        let width = (ui.available_width() - 64.0).max(40.0);
        ui.add(
            ProgressBar::new(part)
                .desired_width(width)
                .desired_height(8.0),
        );
        if ui.small_button("Stop").clicked() {
            ask(actions, SearchAction::Stop);
        }
    });
}

pub(super) fn small(ui: &mut Ui, tokens: &Tokens, words: &str) {
    ui.label(RichText::new(words).color(tokens.dim).size(theme::SMALL));
}

/// `52.3%`, or a dash.
pub(super) fn percent(score: Score) -> String {
    let tell = |permille: u32| format!("{}.{}%", permille / 10, permille % 10);
    score.permille().map_or_else(|| "–".to_owned(), tell)
}

/// `12 games, 7 won, 1 drawn, 4 lost`.
pub(super) fn score_words(score: Score) -> String {
    let games = score.games();
    let noun = if games == 1 { "game" } else { "games" };
    let Score {
        won, drawn, lost, ..
    } = score;
    format!("{games} {noun}, {won} won, {drawn} drawn, {lost} lost")
}

#[expect(clippy::cast_precision_loss, reason = "a time that a person reads")]
fn seconds(ms: u64) -> f64 {
    ms as f64 / 1000.0
}

/// `3:41`, or a dash.
pub(super) fn minutes(ms: Option<u64>) -> String {
    let ms = ms.and_then(|ms| u32::try_from(ms).ok());
    ms.map_or_else(|| "–".to_owned(), duration_text)
}

#[cfg(test)]
mod tests {
    use super::EXAMPLES;
    use crate::search::Question;

    #[test]
    fn every_example_can_be_asked() {
        for (words, question) in EXAMPLES {
            assert!(question.parse::<Question>().is_ok(), "{words}: {question}");
        }
    }
}
