//! [`write_matches`]: random legal matches as BPGN.
//!
//! The matches look like exports of a server, with tags, clocks in milliseconds and lag, and have realistic shares of
//! captures, drops and checks. Benchmarks and tests use them as files of any size. The same [`Recipe`] produces the
//! same bytes on every machine.

#[path = "sites.rs"]
mod sites;

use super::rng::Rng;
use sites::Pace;
pub use sites::Site;
use std::io::{self, Write};
use tandem::rules::{BoardId, ByBoard, BySeat, Color, Move, Position, Role, San, Seat, Square};

/// The parameters of a generated file.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// The minimum size in bytes. Matches are written until it is reached.
    pub bytes: u64,
    /// The random seed.
    pub seed: u64,
    /// Whether lines end in CRLF.
    pub crlf: bool,
    /// The minimum and maximum number of plies per match.
    pub plies: (usize, usize),
    /// The number of players. The first ones play the most matches.
    pub players: usize,
    /// The number of distinct games, which are then repeated with other tags; 0 if every game is distinct.
    pub pool: usize,
    /// Whether one match in nine has no moves, and one in nine of the rest no result.
    pub gaps: bool,
    /// The site whose format is written.
    pub site: Site,
    /// The way in which players choose their moves.
    pub style: Style,
}

/// The way in which players choose their moves and use their time.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The number of captures in ten moves, if one is possible.
    pub captures: usize,
    /// The number of drops in ten moves, if one is possible.
    pub drops: usize,
    /// The number of moves drawn at random for each choice. A check among them is preferred.
    pub draws: usize,
    /// Whether players behave like people: they play both boards at the same time, take long thinks, and often play a
    /// mate that is on the board.
    pub paced: bool,
}

impl Style {
    /// Random moves. The boards do not wait for each other.
    pub const RANDOM: Self = Self { captures: 3, drops: 3, draws: 1, paced: false };

    /// Moves with the shares of captures, drops and checks in real matches.
    pub const REAL: Self = Self { captures: 5, drops: 5, draws: 5, paced: true };
}

impl Recipe {
    /// Returns the recipe for `bytes` bytes of matches with 60 to 200 plies.
    pub const fn with_size(bytes: u64) -> Self {
        Self {
            bytes,
            seed: 1,
            crlf: false,
            plies: (60, 200),
            players: TREES.len(),
            pool: 0,
            gaps: false,
            site: Site::Fics,
            style: Style::RANDOM,
        }
    }

    /// Returns the recipe for `bytes` bytes in the format of `site`. Matches are as long as real ones, and few games
    /// are distinct.
    #[allow(dead_code, reason = "not every benchmark that shares this file is about sites")]
    pub const fn of_site(bytes: u64, site: Site) -> Self {
        let style = Style::REAL;
        Self { plies: (75, 170), players: 1000, pool: 300, site, style, ..Self::with_size(bytes) }
    }

    /// Returns the recipe for `bytes` bytes that resemble a year of matches on a server: 45,000 players, and some
    /// matches without moves or result.
    #[allow(dead_code, reason = "not every benchmark that shares this file is about archives")]
    pub const fn archive(bytes: u64) -> Self {
        Self { players: 45_000, pool: 3000, gaps: true, ..Self::with_size(bytes) }
    }
}

/// The contents of a generated file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Written {
    /// The number of bytes.
    pub bytes: u64,
    /// The number of matches.
    pub matches: u64,
    /// The number of plies in all matches.
    pub plies: u64,
}

/// Writes matches to `out`, which should be buffered, at about 20 MB per second.
///
/// # Errors
/// If writing to `out` fails.
pub fn write_matches(recipe: &Recipe, out: &mut impl Write) -> io::Result<Written> {
    let mut rng = Rng::new(recipe.seed);
    let mut written = Written::default();
    let mut text = Vec::new();
    let mut pool = Vec::new();
    let mut fresh;
    while written.bytes < recipe.bytes {
        text.clear();
        let played = if recipe.gaps && rng.below(9) == 0 {
            fresh = Played::default();
            &fresh
        } else if pool.len() < recipe.pool {
            pool.push(play(recipe, &mut rng));
            &pool[pool.len() - 1]
        } else if recipe.pool > 0 {
            rng.pick(&pool)
        } else {
            fresh = play(recipe, &mut rng);
            &fresh
        };
        written.matches += 1;
        written.plies += played.plies.len() as u64;
        played.write(written.matches, recipe, &mut rng, &mut text)?;
        out.write_all(&text)?;
        written.bytes += text.len() as u64;
    }
    Ok(written)
}

struct Ply {
    number: u16,
    seat: Seat,
    san: San,
    /// The origin square; `None` for a drop.
    from: Option<Square>,
    /// The match time in milliseconds; 0 on sites that write lag.
    at_ms: i32,
    /// The suffix for check or mate: `+`, `#` or nothing.
    suffix: &'static str,
    clock_ms: i32,
    lag_ms: u32,
}

#[derive(Default)]
struct Played {
    plies: Vec<Ply>,
    initial_ms: i32,
    /// The seat that loses, and how it loses, in words; `None` for a draw.
    end: Option<(Seat, &'static str)>,
}

/// Plays one match with as many plies as `recipe` requests, or fewer if neither board can move.
fn play(recipe: &Recipe, rng: &mut Rng) -> Played {
    let (least, most) = recipe.plies;
    let mut position = Position::default();
    let initial_ms = *rng.pick(&[120_000, 180_000, 180_000, 300_000]);
    let mut clocks = BySeat::from_fn(|_| initial_ms);
    let mut numbers = ByBoard::new(1, 1);
    let length = least + rng.below(most - least + 1);
    let mut plies = Vec::with_capacity(length);
    let mut end = None;
    let mut pace = recipe.style.paced.then(|| Pace::of(recipe.site));
    while plies.len() < length {
        let first = match &pace {
            Some(pace) => pace.next(),
            None => *rng.pick(&BoardId::ALL),
        };
        // A player without a move can only wait for a piece to drop, while the other board continues.
        let Some((seat, mv)) = [first, first.other()].into_iter().find_map(|board| {
            let seat = position.turn(board);
            choose(&position, seat, plies.len() >= least, recipe.style, rng).map(|mv| (seat, mv))
        }) else {
            break;
        };
        let board = seat.board();
        let san = position.boards[board].san(mv);
        position.play(seat, mv);
        let check = position.boards[board].is_check();
        let mate = check && position.boards[board].is_checkmate();
        // chess.com takes the delay of the network from the clock.
        let lag_ms = if recipe.site == Site::ChessCom { 0 } else { lag_ms(rng) };
        let think_ms = match &mut pace {
            Some(pace) => pace.take(board, lag_ms, clocks[seat.opponent()], rng),
            None => think_ms(clocks[seat], rng),
        };
        clocks[seat] = (clocks[seat] - think_ms).max(0);
        plies.push(Ply {
            number: numbers[board],
            seat,
            san,
            from: mv.from(),
            at_ms: pace.as_ref().map_or(0, |pace| pace.time_ms(board)),
            suffix: match (mate, check) {
                (true, _) => "#",
                (_, true) => "+",
                _ => "",
            },
            clock_ms: clocks[seat],
            lag_ms,
        });
        if seat.color() == Color::Black {
            numbers[board] += 1;
        }
        if mate {
            end = Some((seat.opponent(), "checkmated"));
            break;
        }
    }
    if end.is_none() && rng.below(20) > 0 {
        let how = rng.pick(&["resigns", "forfeits on time", "resigns"]);
        end = Some((*rng.pick(&Seat::ALL), how));
    }
    Played { plies, initial_ms, end }
}

/// Chooses a move of `seat` in `style`, or returns `None` if `seat` has none. The move gives mate only if `may_mate`.
pub fn choose(
    position: &Position,
    seat: Seat,
    may_mate: bool,
    style: Style,
    rng: &mut Rng,
) -> Option<Move> {
    let moves = position.legal_moves(seat);
    if style.paced && may_mate && rng.below(4) == 0 {
        let mate = moves.iter().find(|&&mv| mates(position, seat, mv));
        if mate.is_some() {
            return mate.copied();
        }
    }
    let occupied = position.board_of(seat).pieces().occupied();
    let kind = match rng.below(10) {
        tenth if tenth < style.captures => Kind::Capture,
        tenth if tenth < style.captures + style.drops => Kind::Drop,
        _ => Kind::Quiet,
    };
    let fits = |mv: &Move| match *mv {
        Move::Drop { .. } => kind == Kind::Drop,
        Move::EnPassant { .. } => kind == Kind::Capture,
        Move::Castle { .. } => kind == Kind::Quiet,
        Move::Normal { to, .. } => (kind == Kind::Capture) == occupied.contains(to),
    };
    let mut chosen = None;
    for draw in 1..6 {
        let mv = *rng.pick_where(&moves, fits)?;
        let mut board = position.board_of(seat).clone();
        board.play(mv);
        if may_mate || !board.is_checkmate() {
            chosen = Some(mv);
            if draw >= style.draws || board.is_check() {
                break;
            }
        }
    }
    if chosen.is_some() {
        return chosen;
    }
    moves.into_iter().find(|&mv| !mates(position, seat, mv))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Capture,
    Drop,
    Quiet,
}

fn mates(position: &Position, seat: Seat, mv: Move) -> bool {
    let mut board = position.board_of(seat).clone();
    board.play(mv);
    board.is_checkmate()
}

/// Returns the thinking time of a player with `left` on the clock, both in milliseconds.
pub fn think_ms(left: i32, rng: &mut Rng) -> i32 {
    let most = if rng.below(8) == 0 { 12_000 } else { 2_500 };
    let ms = 100 + i32::try_from(rng.below(most)).unwrap_or(0);
    ms.min(left / 8)
}

fn lag_ms(rng: &mut Rng) -> u32 {
    let most = if rng.below(30) == 0 { 900 } else { 60 };
    90 + u32::try_from(rng.below(most)).unwrap_or(0)
}

const TREES: [&str; 8] =
    ["Alder", "Birch", "Cedar", "Dogwood", "Elm", "Firethorn", "Ginkgo", "Hazel"];

/// Returns four of `count` distinct player names. The names are those of trees, with numbers if there are not enough
/// trees.
fn names(count: usize, rng: &mut Rng) -> BySeat<String> {
    // As on a server, a few players play most of the matches: half of the first players are among 7 % of all.
    let first = (0..3).fold(count, |below, _| rng.below(below.max(1)));
    BySeat::from_fn(|seat: Seat| {
        let spread = if count > TREES.len() { 1 + first % 97 } else { 1 };
        let number = (first + seat as usize * spread) % count;
        let tree = TREES[number % TREES.len()];
        match number / TREES.len() {
            0 => tree.to_owned(),
            more => format!("{tree}{more}"),
        }
    })
}

impl Played {
    /// Writes the match as number `index` of its file.
    fn write(
        &self,
        index: u64,
        recipe: &Recipe,
        rng: &mut Rng,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        if recipe.site != Site::Fics {
            return self.write_of_site(index, recipe, rng, out);
        }
        let eol = if recipe.crlf { "\r\n" } else { "\n" };
        let (day, month, year) = if recipe.gaps {
            // On a server, matches are numbered by time. Here, a day has a thousand matches.
            let days = usize::try_from(index / 1000).unwrap_or(0);
            (1 + days % 28, 1 + days / 28 % 12, 2005 + days / 336)
        } else {
            (1 + rng.below(28), 1 + rng.below(12), 2005 + rng.below(18))
        };
        let (hour, minute) = (rng.below(24), rng.below(60));
        let names = names(recipe.players, rng);
        let open = self.plies.is_empty() || (recipe.gaps && rng.below(9) == 0);
        write!(out, "[Event \"rated bughouse match\"]{eol}")?;
        write!(out, "[Site \"example.org\"]{eol}")?;
        write!(out, "[Date \"{year}-{month:02}-{day:02}\"]{eol}")?;
        write!(out, "[Time \"{hour:02}:{minute:02}:00\"]{eol}")?;
        for (seat, tag) in Seat::ALL.into_iter().zip(["WhiteA", "BlackA", "WhiteB", "BlackB"]) {
            let rating = 1200 + rng.below(1200);
            write!(out, "[{tag} \"{}\"][{tag}Elo \"{rating}\"]{eol}", names[seat])?;
        }
        write!(out, "[TimeControl \"{}+0\"]{eol}", self.initial_ms / 1000)?;
        out.extend_from_slice(b"[Lag \"");
        for (index, ply) in self.plies.iter().enumerate() {
            let space = if index > 0 { " " } else { "" };
            write!(out, "{space}{}", ply.lag_ms)?;
        }
        let result = match self.end {
            _ if open => "*",
            Some((Seat::BlackA | Seat::WhiteB, _)) => "1-0",
            Some(_) => "0-1",
            None => "1/2-1/2",
        };
        write!(out, "\"]{eol}[Result \"{result}\"]{eol}")?;
        write!(out, "{{C:This is match {index}}}{eol}")?;
        for (index, ply) in self.plies.iter().enumerate() {
            let space = if index > 0 { " " } else { "" };
            write!(out, "{space}{}{}. ", ply.number, ply.seat.letter())?;
            write_san(&ply.san, out)?;
            write!(out, "{}{{", ply.suffix)?;
            write_seconds(ply.clock_ms, out)?;
            out.push(b'}');
        }
        match self.end {
            _ if open => {}
            Some((seat, how)) => write!(out, "{eol}{{{} {how}}}", names[seat])?,
            None => write!(out, "{eol}{{Game drawn by mutual agreement}}")?,
        }
        write!(out, " {result}{eol}{eol}")
    }
}

/// Writes `san` without `+` or `#`.
pub fn write_san(san: &San, out: &mut Vec<u8>) -> io::Result<()> {
    // A fast path for the most frequent forms, without formatting machinery.
    if let San::Normal { role, file: None, rank: None, to, capture, promotion: None } = *san {
        if role != Role::Pawn {
            out.push(role.upper_char() as u8);
        }
        if capture {
            out.push(b'x');
        }
        out.push(to.file().char() as u8);
        out.push(to.rank().char() as u8);
        return Ok(());
    }
    write!(out, "{san}")
}

/// Writes milliseconds as seconds without trailing zeros: `178.839`.
pub fn write_seconds(ms: i32, out: &mut Vec<u8>) -> io::Result<()> {
    let (seconds, fraction) = (ms / 1000, ms % 1000);
    match fraction {
        0 => write!(out, "{seconds}"),
        f if f % 100 == 0 => write!(out, "{seconds}.{}", f / 100),
        f if f % 10 == 0 => write!(out, "{seconds}.{:02}", f / 10),
        f => write!(out, "{seconds}.{f:03}"),
    }
}
