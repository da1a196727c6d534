//! The help pages about bughouse, Kriegspiel and search.

use super::dialog_width;
use crate::{
    app::{Action, Command, Guide},
    ui::theme::{self, Tokens},
};
use eframe::egui::{Grid, RichText, ScrollArea, Ui};

/// A term and its explanation.
type Row = (&'static str, &'static str);

const BUGHOUSE: &[Row] = &[
    (
        "Match",
        "Two boards, two teams of two. Partners have different colours: White A and Black B play against Black A and White B.",
    ),
    (
        "Reserve",
        "What a player captures goes to the partner's reserve. A promoted piece goes there as a pawn.",
    ),
    (
        "Drop",
        "In place of a move a player may put a piece from the reserve on an empty square; no pawn on the first or last rank. N@f7 is a knight dropped on f7.",
    ),
    (
        "End",
        "The first mate or fallen flag on either board ends the match for all four. Mate is where no piece that could still arrive would help.",
    ),
    (
        "Sit",
        "To let one's own clock run and wait for a piece from the partner. Stretches in the team's colour on the timeline.",
    ),
    (
        "Diagonal",
        "White A and White B, or Black A and Black B: opponents who never meet. Who has more time of the two can sit longer.",
    ),
    (
        "25b.",
        "The number of a move and its seat: A and B are White, a and b Black, on board A or B.",
    ),
];

const KRIEGSPIEL: &[Row] = &[
    (
        "Rules",
        "Each player sees only their own pieces. A referee sees all, says whether a try is legal, and announces what both may know.",
    ),
    ("(:)", "The move was legal, and nothing else is said."),
    ("(Xd6:)", "Something was captured on d6. What it was is not said."),
    (
        "(C…:)",
        "Check, with the direction: R on the rank, F on the file, L or S on the long or short diagonal, N by a knight.",
    ),
    ("(P2:)", "The player who moves next has so many captures by a pawn."),
    ("(:3)", "So many tries were refused before this move."),
    (
        "Try",
        "A move that was refused: it is illegal in the true position, which tells something. Red on the board.",
    ),
    (
        "Notes",
        "Glyphs, comments, diagrams and variations are the referee's, or those of the player whose view the file is. In a referee's file a player's side shows none of them: who writes there has seen the whole game.",
    ),
    (
        "Enter",
        "New game of Kriegspiel, or E at the end of one. The referee moves every piece: what is announced is worked out, and an illegal move is noted as a try. A player tells what was heard.",
    ),
    (
        "Task",
        "A problem opens on its Problem tab, at its end, from the side of the player to move: is mate forced within so many plies, wherever the hidden pieces stand? Say yes or no; the answer is told at once. The first answer counts for the score, which is kept. Next unsolved goes on.",
    ),
    (
        "Tries",
        "On a problem's last board, click a piece and a square, or type a move: in how many of the possible positions it is legal, and what the referee would say. A try that is refused is no lost move: another may follow.",
    ),
    (
        "Solve",
        "Searches for a plan: moves to be tried in order, and after each answer how to go on. A click on a move of the plan shows it on the board. If there is none, a position that escapes is shown.",
    ),
    (
        "New problem",
        "Make a problem from here: the game up to this moment, as the side to move heard it, and within how many plies it asks for mate. Solve checks it before it is saved.",
    ),
    (
        "Belief",
        "All positions that fit what one player has heard. A square's number is the part of them in which a hostile piece stands there, in per cent.",
    ),
];

const SEARCHING: &[Row] = &[
    (
        "Filter",
        "Above the list, over tags: gnejs vs death, elo>2200, 1-0, mate, 2006..2008, tc:180+0, plies>80. A minus turns a word round.",
    ),
    ("Question", "In the Search tab, over positions. All words must be so at one moment."),
    (
        "Nf3,pe5,-e4",
        "Pieces on squares: capitals are White's, small letters Black's, a minus is an empty square.",
    ),
    ("N@f7   @f7   N@", "A drop of this piece, on this square, or both."),
    ("mate", "The moment is a mate."),
    ("sit>20", "Somebody begins to sit for more than 20 s."),
    ("[NNp]", "A reserve holds at least these pieces."),
    ("turn:w", "White is to move on the board."),
    ("A:N@f7", "Board A alone. Without a letter either board will do, but all words the same."),
];

/// Shows the page.
pub fn guide_ui(ui: &mut Ui, tokens: &Tokens, guide: Guide, actions: &mut Vec<Action>) {
    dialog_width(ui, 520.0);
    ui.heading(guide.name());
    ui.add_space(4.0);
    let rows = match guide {
        Guide::Bughouse => BUGHOUSE,
        Guide::Kriegspiel => KRIEGSPIEL,
        Guide::Searching => SEARCHING,
    };
    let height = (ui.ctx().content_rect().height() - 150.0).max(80.0);
    let words_width = (ui.available_width() - 130.0).max(120.0);
    ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
        Grid::new("guide").num_columns(2).max_col_width(words_width).spacing([14.0, 8.0]).show(
            ui,
            |ui| {
                for (word, meaning) in rows {
                    ui.label(RichText::new(*word).font(theme::semibold(theme::TEXT)));
                    ui.label(RichText::new(*meaning).color(tokens.text));
                    ui.end_row();
                }
            },
        );
    });
    ui.add_space(4.0);
    if ui.button("All keys").clicked() {
        actions.push(Action::Do(Command::Keys));
    }
}
