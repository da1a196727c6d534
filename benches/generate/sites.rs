//! The formats in which sites write matches, modelled on real files.

use super::{Played, Ply, Recipe, Rng, names, write_san, write_seconds};
use std::io::{self, Write};
use tandem::rules::{BoardId, ByBoard, Role, San, Seat};

/// A site whose exports are imitated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    /// FICS, as exported by bughousedb.com: clocks in milliseconds, and lag.
    Fics,
    /// FICS, as saved by HyViewer: clocks in whole seconds, and tags without line ends. Where lines were joined, plies
    /// have no separator.
    HyViewer,
    /// chess.com, as converted to BPGN: every move with its origin, clocks in tenths of a second, a comment of three
    /// lines, no result after the moves. One match in 19 has a set-up and `%clk`, as another converter writes them.
    ChessCom,
    /// bughouse.pro: match times instead of clocks, lines of 80 bytes, no `+` for check. Two matches in three have a
    /// set-up.
    BughousePro,
}

/// The tags of a match that begins with a set-up.
const SET_UP: &str = "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ w KQkq - 0 1 | \
                      rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ w KQkq - 0 1\"]\n";

/// The length of a line of bughouse.pro, in bytes.
const LINE_BYTES: usize = 80;

impl Site {
    /// All sites.
    #[allow(dead_code, reason = "not every benchmark that shares this file is about sites")]
    pub const ALL: [Self; 4] = [Self::Fics, Self::HyViewer, Self::ChessCom, Self::BughousePro];

    /// Returns the name.
    #[allow(dead_code, reason = "not every benchmark that shares this file is about sites")]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fics => "fics",
            Self::HyViewer => "hyviewer",
            Self::ChessCom => "chesscom",
            Self::BughousePro => "bughouse-pro",
        }
    }
}

/// The times of both boards, which are played at once. Apart from network delay, the clocks agree with the order of the
/// plies.
pub(super) struct Pace {
    /// The number of plies per thousand that take more than 5 s.
    long_thinks: usize,
    /// The match time of the last ply on each board, in milliseconds.
    played: ByBoard<i32>,
    /// The thinking time of the next ply on each board, in milliseconds.
    think: ByBoard<i32>,
}

impl Pace {
    pub(super) fn of(site: Site) -> Self {
        let long_thinks = match site {
            Site::Fics => 130,
            Site::HyViewer => 150,
            Site::ChessCom => 62,
            Site::BughousePro => 80,
        };
        Self { long_thinks, played: ByBoard::default(), think: ByBoard::default() }
    }

    /// Returns the board on which the next ply is played.
    pub(super) fn next(&self) -> BoardId {
        let due = |board| self.played[board] + self.think[board];
        if due(BoardId::A) <= due(BoardId::B) { BoardId::A } else { BoardId::B }
    }

    /// Plays the next ply of `board`, and returns its thinking time in milliseconds. `left_ms` is the clock of the
    /// player who moves next on that board.
    pub(super) fn take(&mut self, board: BoardId, lag_ms: u32, left_ms: i32, rng: &mut Rng) -> i32 {
        let think_ms = self.think[board];
        self.played[board] += think_ms + lag_ms.cast_signed();
        // Half of the long thinks are under 10 s, a sixth over 30 s.
        let next = if rng.below(1000) < self.long_thinks {
            5_000_000 / (1 + i32::try_from(rng.below(1000)).unwrap_or(0))
        } else {
            100 + i32::try_from(rng.below(2_500)).unwrap_or(0)
        };
        self.think[board] = next.min(left_ms / 3);
        think_ms
    }

    /// Returns the match time of the last ply on `board`, in milliseconds.
    pub(super) fn time_ms(&self, board: BoardId) -> i32 {
        self.played[board]
    }
}

impl Played {
    /// Writes the match as number `index` of its file, in the format of a site other than FICS.
    pub(super) fn write_of_site(
        &self,
        index: u64,
        recipe: &Recipe,
        rng: &mut Rng,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        let site = recipe.site;
        let eol = if site == Site::HyViewer { "" } else { "\n" };
        let (site_name, form) = match site {
            Site::Fics | Site::HyViewer => {
                ("fics, Oklahoma City, OK USA", "fics rated bughouse match")
            }
            Site::ChessCom => ("Chess.com", "Live Chess - Bughouse"),
            Site::BughousePro => ("bughouse.pro", "Unrated Bughouse Match"),
        };
        let day = 1 + rng.below(28);
        let (hour, minute) = (rng.below(24), rng.below(60));
        let names = names(recipe.players, rng);
        let ratings = Seat::ALL.map(|_| 1200 + rng.below(1200));
        write!(
            out,
            "[Event \"{form}\"]{eol}[Site \"{site_name}\"]{eol}[Date \"2025.12.{day:02}\"]{eol}"
        )?;
        match site {
            Site::ChessCom => writeln!(out, "[Time \"{hour:02}:{minute:02}:49 GMT+0000\"]")?,
            Site::BughousePro => {
                writeln!(out, "[UTCTime \"{hour:02}:{minute:02}:00\"]\n[Round \"1\"]")?;
            }
            Site::Fics | Site::HyViewer => {}
        }
        for (seat, tag) in Seat::ALL.into_iter().zip(["WhiteA", "BlackA", "WhiteB", "BlackB"]) {
            let rating = ratings[seat as usize];
            write!(out, "[{tag} \"{}\"][{tag}Elo \"{rating}\"]{eol}", names[seat])?;
        }
        let increment = if site == Site::HyViewer { "+0" } else { "" };
        write!(out, "[TimeControl \"{}{increment}\"]{eol}", self.initial_ms / 1000)?;
        if site == Site::BughousePro {
            write!(
                out,
                "[Variant \"Bughouse\"]\n[Promotion \"Upgrade\"]\n[DropAggression \"Mate allowed\"]\n[PawnDropRanks \"2-7\"]\n"
            )?;
        }
        let result = match self.end {
            Some((Seat::BlackA | Seat::WhiteB, _)) => "1-0",
            Some(_) => "0-1",
            None => "1/2-1/2",
        };
        write!(out, "[Result \"{result}\"]{eol}")?;
        let has_set_up = match site {
            Site::Fics | Site::HyViewer => false,
            Site::ChessCom => index.is_multiple_of(19),
            Site::BughousePro => !index.is_multiple_of(3),
        };
        if has_set_up {
            out.extend_from_slice(SET_UP.as_bytes());
        }
        if site == Site::BughousePro {
            write!(out, "[Termination \"normal\"]\n[Outcome \"{} won\"]\n", names[Seat::WhiteA])?;
        }
        if site == Site::ChessCom {
            let [white_a, black_a, white_b, black_b] = Seat::ALL.map(|seat| &names[seat]);
            write!(
                out,
                "\n{{C:2025.12.{day:02} {hour:02}:{minute:02}:49 GMT+0000 bughouse game between {white_a} ({}) and {black_b} \
                 ({}) vs. {black_a} ({}) and {white_b} ({}).\nboard A: chess.com/live/game/{}\nboard B: \
                 chess.com/live/game/{}}} ",
                ratings[0],
                ratings[3],
                ratings[1],
                ratings[2],
                160_842_422_747 + 2 * index,
                160_842_422_748 + 2 * index
            )?;
        }
        self.write_plies(site, has_set_up, out)?;
        let loser = self.end.map_or("", |(seat, _)| names[seat].as_str());
        let how = self.end.map_or("drawn", |(_, how)| how);
        match site {
            Site::Fics | Site::HyViewer => write!(out, "{{{loser} {how}}} {result}\n\n"),
            Site::ChessCom => write!(out, "{{{loser} lost by checkmate}}  *\n\n"),
            Site::BughousePro => write!(out, "\n\n"),
        }
    }

    fn write_plies(&self, site: Site, has_set_up: bool, out: &mut Vec<u8>) -> io::Result<()> {
        let mut line = out.len();
        for ply in &self.plies {
            let start = out.len();
            write!(out, "{}{}. ", ply.number, ply.seat.letter())?;
            write_san(&san_of(ply, site), out)?;
            match site {
                Site::Fics | Site::HyViewer => {
                    write!(out, "{} {{{}}}", ply.suffix, ply.clock_ms / 1000)?;
                }
                Site::ChessCom if has_set_up => {
                    let (minutes, ms) = (ply.clock_ms / 60_000, ply.clock_ms % 60_000);
                    write!(out, " {{[%clk 0:{minutes:02}:{:02}.{}]}}", ms / 1000, ms % 1000 / 100)?;
                }
                Site::ChessCom => {
                    out.extend_from_slice(b" {");
                    write_seconds(ply.clock_ms / 100 * 100, out)?;
                    out.push(b'}');
                }
                Site::BughousePro => {
                    write!(out, " {{[ts={}.{:03}]}}", ply.at_ms / 1000, ply.at_ms % 1000)?;
                }
            }
            // The blank before the ply is replaced by the line end, or omitted where HyViewer joined the lines.
            let is_full = out.len() - line > LINE_BYTES && site != Site::ChessCom;
            if is_full {
                line = start;
            }
            if start > line {
                out.insert(start, b' ');
            } else if is_full && site == Site::BughousePro {
                out.insert(start, b'\n');
                line += 1;
            }
        }
        Ok(())
    }
}

/// Returns the move of `ply` as `site` writes it. chess.com writes the origin of every piece.
fn san_of(ply: &Ply, site: Site) -> San {
    match (ply.san, ply.from) {
        (San::Normal { role, to, capture, promotion, .. }, Some(from))
            if site == Site::ChessCom && role != Role::Pawn =>
        {
            San::Normal {
                role,
                file: Some(from.file()),
                rank: Some(from.rank()),
                to,
                capture,
                promotion,
            }
        }
        (san, _) => san,
    }
}
