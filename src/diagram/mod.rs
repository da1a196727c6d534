//! Pictures of matches and of games of Kriegspiel: stills, animations, replay pages and print-outs.
//!
//! A [`Scene`] is the content of a picture, a [`Look`] its appearance. A picture usually shows one *moment*: the
//! position after a number of plies. A scene and a look become a list of elements, such as outlines, pieces and lines of
//! text. SVG is their text, PDF is made from SVG, and pixels are painted from the same elements, so all formats show the
//! same picture.
//!
//! Kriegspiel is chess in which the players do not see each other's pieces. A referee announces checks, captures and
//! illegal tries.
//!
//! ```
//! use tandem::{
//!     diagram::{Scene, Show},
//!     document::Document,
//!     file::{FileRange, Source},
//! };
//!
//! let text = b"1A. e4";
//! let source = Source::from_bytes("match.bpgn", text.as_slice());
//! let document = Document::open(source, FileRange::new(0, text.len() as u64));
//! let scene = Scene::of(&document, 1, &Show::default());
//! assert!(scene.position.starts_with("rnbqkbnr/pppppppp/8/8/4P3/"), "{}", scene.position);
//! ```

mod animation;
mod book_sheet;
mod canvas;
mod columns;
mod drawing;
mod element;
mod escape;
mod face;
mod fallback_fonts;
mod frames;
mod game;
mod game_page;
mod game_print;
mod html;
mod layout;
mod mark;
mod match_print;
mod page_preview;
mod page_variations;
mod painter;
mod palette;
mod path_data;
mod pdf;
mod picture;
mod pieces;
mod print;
mod problem;
mod puzzle_sheet;
mod raster;
mod runs;
mod scene;
mod shapes;
mod sheet;
mod svg;
mod theme;
mod veil;
mod watch;

pub use crate::document::{Mark, MarkColor};
pub use animation::{AnimationError, animation, animation_of_variation};
pub use book_sheet::{PrintedBook, PrintedMistake, PrintedTable, print_book};
pub use columns::columns;
pub use drawing::Look;
pub use face::{Face, Glyph, Weight, missing_characters, missing_characters_text};
pub use game::{
    GameCaption, GameView, game_animation, game_scene, placed_pieces, player_board, referee_board,
};
pub use game_page::game_html;
pub use game_print::{GameSink, GameSource, print_games};
pub use html::{PageFinding, PageFindingKind, PageView, html};
pub use mark::{MarkError, board_mark};
pub use match_print::{missing_characters_in, print};
pub use page_preview::PagePreview;
pub use pdf::{PdfError, pdf};
pub use picture::{PictureError, PictureFormat};
pub use pieces::{PieceSet, PieceSetError, Raster};
pub use puzzle_sheet::{PrintedPuzzle, PuzzleSheet, PuzzlesPerPage, print_puzzles};
pub use raster::{png, raster};
pub use scene::{
    BoardPart, BoardScene, Hidden, LastMove, PlacedPiece, Scene, SeatPart, SeatScene, Show, below,
};
pub use shapes::{Badge, BoardLook, Paint, Point, Shape, board_shapes, mark_shape};
use shapes::{LastSquare, check_shape, last_square_shapes};
pub use sheet::{Excerpt, Sheet};
pub use svg::svg;
pub use theme::{Background, BackgroundError, Rgb, Theme};
pub use veil::{Veil, percent_number, veil_shapes};
pub use watch::{DrawnPart, UNWATCHED, Watch};
