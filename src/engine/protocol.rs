//! [`parse_line`]: parses a line of UCI output as an event.

use super::EngineOption;

/// The maximum length of an engine's name in characters. Longer names are truncated.
const MAX_NAME_LEN: usize = 80;

/// A parsed line of engine output.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The name of the engine, without control characters.
    Name(String),
    Option(EngineOption),
    UciOk,
    ReadyOk,
    Info(Info),
    /// The end of a search, with the best move as printed; `None` if there is no move.
    BestMove(Option<String>),
    Other,
}

/// The progress of a search. Fields that the engine did not print are `None` or empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// The depth of the search, in plies.
    pub depth: Option<u32>,
    /// The `MultiPV` rank of the line, counted from 1.
    pub rank: Option<usize>,
    /// The score for the side to move.
    pub score: Option<RawScore>,
    /// Whether the score is only an upper or lower bound.
    pub bound: bool,
    pub nodes: Option<u64>,
    pub nodes_per_second: Option<u64>,
    /// The moves of the line, as printed.
    pub moves: Vec<String>,
}

/// A score as printed, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RawScore {
    /// A score in hundredths of a pawn.
    Centipawns(i32),
    /// A mate in this number of moves. Zero or a negative number means that the side to move is mated.
    Mate(i32),
}

/// Parses `line` as an event. Returns [`Event::Other`] for an invalid line, and for a line that Tandem does not use.
pub fn parse_line(line: &str) -> Event {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match first {
        "id" => match rest.trim().strip_prefix("name ") {
            Some(name) => Event::Name(printable(name.trim(), MAX_NAME_LEN)),
            None => Event::Other,
        },
        "option" => EngineOption::parse(rest).map_or(Event::Other, Event::Option),
        "uciok" => Event::UciOk,
        "readyok" => Event::ReadyOk,
        "info" => Event::Info(info(rest)),
        "bestmove" => {
            let is_move = |word: &&str| !matches!(*word, "(none)" | "0000" | "NULL");
            let best = rest.split_whitespace().next();
            Event::BestMove(best.filter(is_move).map(str::to_owned))
        }
        _ => Event::Other,
    }
}

/// Returns the first `max` characters of engine output, without control characters.
pub(super) fn printable(text: &str, max: usize) -> String {
    text.chars().filter(|character| !character.is_control()).take(max).collect()
}

fn info(text: &str) -> Info {
    let mut info = Info::default();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = number(&mut words),
            "multipv" => info.rank = number(&mut words),
            "nodes" => info.nodes = number(&mut words),
            "nps" => info.nodes_per_second = number(&mut words),
            "score" => {
                info.score = match words.next() {
                    Some("cp") => number(&mut words).map(RawScore::Centipawns),
                    Some("mate") => number(&mut words).map(RawScore::Mate),
                    _ => None,
                }
            }
            "lowerbound" | "upperbound" => info.bound = true,
            "pv" => {
                info.moves = words.map(str::to_owned).collect();
                break;
            }
            // The rest of the line is free text.
            "string" => break,
            _ => {}
        }
    }
    info
}

fn number<'a, T: std::str::FromStr>(words: &mut impl Iterator<Item = &'a str>) -> Option<T> {
    words.next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::OptionKind;

    #[test]
    fn info_line_is_parsed() {
        let line = "info depth 5 seldepth 6 multipv 2 score cp -1542 nodes 2823 nps 564600 tbhits 0 time 5 pv d4e5 Q@b5";
        let expect = Info {
            depth: Some(5),
            rank: Some(2),
            score: Some(RawScore::Centipawns(-1542)),
            bound: false,
            nodes: Some(2823),
            nodes_per_second: Some(564_600),
            moves: vec!["d4e5".to_owned(), "Q@b5".to_owned()],
        };
        assert_eq!(parse_line(line), Event::Info(expect));
        let mate = parse_line("info depth 3 score mate -2 upperbound nodes 10");
        let Event::Info(mate) = mate else { panic!() };
        assert_eq!((mate.score, mate.bound), (Some(RawScore::Mate(-2)), true));
        let best = |text: &str| Event::BestMove(Some(text.to_owned()));
        assert_eq!(parse_line("bestmove N@f7 ponder g8f7"), best("N@f7"));
        assert_eq!(parse_line("bestmove (none)"), Event::BestMove(None));
        assert_eq!(parse_line("bestmove"), Event::BestMove(None));
    }

    #[test]
    fn options_are_read_with_blanks_in_their_names() {
        let option = |line: &str| match parse_line(line) {
            Event::Option(option) => (option.name, option.kind),
            other => panic!("{other:?}"),
        };
        assert_eq!(
            option("option name Clear Hash type button"),
            ("Clear Hash".to_owned(), OptionKind::Button)
        );
        assert_eq!(
            option("option name Hash type spin default 16 min 1 max 1024").1,
            OptionKind::Spin { min: 1, max: 1024 }
        );
        assert_eq!(
            option("option name UCI_Variant type combo default chess var 3check var bughouse").1,
            OptionKind::Combo(vec!["3check".to_owned(), "bughouse".to_owned()])
        );
        assert_eq!(option("option name Debug Log File type string default").1, OptionKind::Text);
    }

    #[test]
    fn every_line_is_accepted() {
        for line in [
            "",
            " ",
            "info",
            "info depth",
            "info depth x score cp pv",
            "option",
            "option name",
            "option name a type",
            "option name a type spin min max",
            "option name a type what",
            "id name \u{7}\u{1b}[31mred",
            "bestmove",
            "\u{fffd}\u{fffd}",
        ] {
            let _ = parse_line(line);
        }
        let name = Event::Name("[31mred".to_owned());
        assert_eq!(parse_line("id name \u{7}\u{1b}[31mred"), name);
        let Event::Name(long) = parse_line(&format!("id name {}", "x".repeat(9000))) else {
            panic!()
        };
        assert_eq!(long.len(), MAX_NAME_LEN);
    }

    #[test]
    fn option_accepts_its_listed_values() {
        let spin = EngineOption::parse("name Hash type spin default 16 min 1 max 64").unwrap();
        assert_eq!(spin.accepted_value("100"), Some("64".to_owned()));
        assert_eq!(spin.accepted_value("many"), None);
        let combo = EngineOption::parse("name V type combo default a var a var Bughouse").unwrap();
        assert_eq!(combo.accepted_value("bughouse"), Some("Bughouse".to_owned()));
        assert_eq!(combo.accepted_value("chess"), None);
        // An inverted range does not panic.
        let odd = EngineOption::parse("name Hash type spin min 9 max 3").unwrap();
        assert_eq!(odd.accepted_value("5"), Some("9".to_owned()));
    }
}
