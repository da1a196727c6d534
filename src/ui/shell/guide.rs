//! The Help pages.

use super::dialog_width;
use crate::{
    app::{Command, Guide},
    ui::outbox::SendOnClick as _,
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
        "Captured pieces go to the partner’s reserve. A promoted piece becomes a pawn again.",
    ),
    (
        "Drop",
        "Instead of moving, a player may put a piece from the reserve on an empty square (pawns \
         not on the first or last rank). N@f7 is a knight drop on f7.",
    ),
    (
        "End",
        "The first checkmate or time-out on either board ends the match for all four. It is mate \
         only if no drop could help, not even one of a piece the player doesn’t have yet.",
    ),
    (
        "Sit",
        "Letting your own clock run while you wait for a piece from your partner. Shown on the \
         timeline in the team’s colour.",
    ),
    (
        "Diagonal",
        "White A and White B, or Black A and Black B: opponents on different boards. The one \
         with more time can sit longer.",
    ),
    ("25b.", "A move number and its seat: A and B are White, a and b are Black, on board A or B."),
];

const REPLAY: &[Row] = &[
    (
        "Play",
        "Both boards follow the clocks of the match. “Skip idle time” shortens waits over 3 s. The \
         wheel over a board steps through its moves.",
    ),
    (
        "Timeline",
        "A tick per move, one lane per board. Grey dot below: capture. Wedge above: drop. Red dot: \
         check. Ring: mate. Coloured stretches are sits. Drag the playhead to look at any moment.",
    ),
    (
        "Plot",
        "The difference of the clocks on both diagonals: solid for the white clocks, dashed for \
         the black ones. Above the line White A and Black B are ahead.",
    ),
    (
        "Piece flow",
        "Rest the pointer on a dropped piece or a capture: a curve shows where the piece came \
         from and where it was dropped.",
    ),
    (
        "Variations",
        "Drag a piece: the move starts a variation, which is saved in the file; the match itself is \
         unchanged. At a branch Shift+Down and Shift+Up select the next move and Right plays it; \
         Down goes to the end of a variation, Up out of it, Escape back to the main line. A right \
         click in the move list offers more.",
    ),
    (
        "Record",
        "With “Record moves” the moves on the boards are added to the match, each with a clock field \
         below the move list. The Notes tab corrects moves, clocks and the result.",
    ),
    (
        "Notes",
        "1 to 6 annotate a move, Enter writes a comment, D inserts a diagram. Right-drag draws an \
         arrow, a right click a circle; both are saved with the move.",
    ),
    (
        "Saving",
        "Saving writes only your changes; the rest of the file stays the same, byte for byte.",
    ),
];

const ANALYSIS: &[Row] = &[
    (
        "Tactics",
        "Exact, for both boards: forced mates, the piece that would mate, and pieces that must not \
         be lost. The line below each board begins with the player it is about.",
    ),
    (
        "Diamonds",
        "On the timeline and beside a board: a forced mate. Filled: it was played, or needs no \
         further piece. Hollow: it was missed, or needs another piece.",
    ),
    (
        "Arrows",
        "Green: the next move of the match. Blue: variations from here. With “Tactics arrows” on, also the moves of a mate.",
    ),
    (
        "Report",
        "The mates and wins each player found or missed, and the decisive pieces they lost. Click a \
         row to go to the move.",
    ),
    (
        "Engine",
        "A separate program that estimates each board on its own; it sees neither the clocks nor \
         the other board. Bars show the win probability of the player to move; a click on a move \
         of a line saves the line up to there as a variation.",
    ),
    (
        "Extra piece",
        "The number beside a reserve piece: how many percentage points of win probability one \
         more such piece would add.",
    ),
    (
        "Puzzles",
        "Positions with exactly one solution, from this match, the listed matches or the search \
         results. Your first answer counts.",
    ),
];

const KRIEGSPIEL: &[Row] = &[
    (
        "Rules",
        "Each player sees only their own pieces. A referee sees both sides, says whether a try \
         is legal, and makes the announcements both players hear.",
    ),
    ("(:)", "The move was legal; nothing else to announce."),
    ("(Xd6:)", "A capture on d6. The captured piece isn’t announced."),
    ("(C…:)", "Check and its direction: R rank, F file, L or S long or short diagonal, N knight."),
    ("(P2:)", "Number of pawn captures available to the player who moves next."),
    ("(:3)", "Number of illegal tries before this move."),
    (
        "Try",
        "A move the referee refused as illegal, which reveals something about the position. \
         Shown in red on the board.",
    ),
    (
        "Notes",
        "Glyphs, comments, diagrams and variations belong to the author of the file: the referee \
         or one player. In a referee’s file the players’ views hide them, because they may reveal \
         hidden information.",
    ),
    (
        "Enter",
        "Start with “New game of Kriegspiel”, or press E at the end of a game. As referee, move \
         every piece: announcements are calculated, and illegal moves are recorded as tries. As a \
         player, enter what you heard.",
    ),
    (
        "Task",
        "A problem opens in its Problem tab and asks: can the side to move force mate within \
         the given number of half-moves, wherever the hidden pieces are? Answer yes or no; your first \
         answer counts for your score. “Next unsolved” opens another problem.",
    ),
    (
        "Tries",
        "At the end of a problem, click a piece and a square, or type a move, to see in \
         how many possible positions it is legal and what the referee would announce. An illegal \
         try costs nothing: you may try again.",
    ),
    (
        "Solve",
        "Searches for a plan: moves to try in order, with a continuation for each announcement. \
         Click a move of the plan to show it on the board. If there is no plan, “Solve” shows a \
         position that escapes.",
    ),
    (
        "New problem",
        "“Create problem from here” saves the game up to this move, as the side to move heard it, \
         with a number of half-moves to mate. The problem is solved before it is saved.",
    ),
    (
        "Belief",
        "All positions that match what one player has heard. The number on a square is the \
         probability, in per cent, that an enemy piece is there.",
    ),
];

const SEARCHING: &[Row] = &[
    (
        "Filter",
        "The field above the match list searches tags: gnejs vs death, elo>2200, 1-0, mate, \
         2006..2008, tc:180+0, plies>80. Prefix a term with - to exclude it.",
    ),
    ("Search", "The Search tab searches positions. All terms must match the same position."),
    (
        "Nf3,pe5,-e4",
        "Pieces on squares: upper case is White, lower case is Black, a minus means an empty \
         square.",
    ),
    (
        "N@f7   @f7   N@",
        "A drop of this piece on this square, of any piece on this square, or of this piece on any \
         square.",
    ),
    ("mate", "The position is checkmate."),
    ("sit>20", "A player sits for more than 20 s."),
    (
        "missed-mate",
        "A forced mate that the player to move did not play. Also: mate-in:2, a forced mate in 2 moves; \
         wanted:N, a knight more would mate; fatal, a capture that hands over the mating piece; \
         joint and missed-joint, a win if one partner sits.",
    ),
    (
        "by:gnejs",
        "This player is to move, so missed-mate by:gnejs lists the mates that gnejs missed. by:me \
         is you, by “My names” in the settings; by:\"First Last\" is a name with a space. The \
         Missed mates tab counts them by player.",
    ),
    ("[NNp]", "A reserve holds at least these pieces."),
    ("turn:w", "White to move on the board."),
    ("A:N@f7", "Board A only. Without a letter, all terms must match the same board, A or B."),
];

const IMPORTING: &[Row] = &[
    (
        "Import…",
        "In the File menu. One field accepts all of the following, and shows what it recognises \
         while you type.",
    ),
    (
        "Link",
        "A chess.com match, or just its number; links to bughouse.aronteh.com and bughouse-viewer work too. Both boards are downloaded, and the match opens at the linked move.",
    ),
    (
        "Player",
        "A name on chess.com. Downloads the latest month with bughouse, one month, or everything \
         since the last time: up to 20 matches at once, then the rest on request.",
    ),
    (
        "File, text",
        "A path (~ is your home folder), or pasted text: matches, a position, or boards as chess.com \
         exports them. Two boards of one match are joined.",
    ),
    ("pychess", "Save the page of the match in your browser, and open that file."),
    (
        "Requests",
        "Nothing is requested before you press a button that says so. For a match, two requests go \
         to www.chess.com; for a player’s games, two more to api.chess.com. They carry the \
         number or the name and “Tandem” with its version, nothing about you. Requests go out one at a time, at most four a second. Responses are cached and not requested again.",
    ),
    (
        "Off",
        "Turn off “Allow downloads from chess.com” in the settings under Matches. The dialog then shows the address \
         of the page; copy and paste its text.",
    ),
];

pub fn guide_ui(ui: &mut Ui, tokens: &Tokens, guide: Guide) {
    dialog_width(ui, 520.0);
    ui.heading(guide.name());
    ui.add_space(4.0);
    let rows = match guide {
        Guide::Bughouse => BUGHOUSE,
        Guide::Replay => REPLAY,
        Guide::Analysis => ANALYSIS,
        Guide::Kriegspiel => KRIEGSPIEL,
        Guide::Searching => SEARCHING,
        Guide::Importing => IMPORTING,
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
    ui.button("Keyboard shortcuts").on_click(|| Command::Keys);
}
