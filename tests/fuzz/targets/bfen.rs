//! Any text as a position: if it can be read, it is written and reads back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tandem::rules::{Bfen, BoardId};

fuzz_target!(|text: &str| {
    let Ok(read) = Bfen::parse(text, None) else { return };
    let written = BoardId::ALL.map(|id| read.position.bfen(id)).join(" | ");
    let again = Bfen::parse(&written, None).expect("what is written is read");
    for id in BoardId::ALL {
        assert_eq!(again.position.bfen(id), read.position.bfen(id), "{written}");
        let seat = read.position.turn(id);
        for mv in read.position.legal_moves(seat) {
            let san = read.position.boards[id].san(mv);
            assert_eq!(read.position.resolve(seat, &san), Ok(mv), "{san} in {written}");
        }
    }
});
