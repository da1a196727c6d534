# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_tandem_global_optspecs
    string join \n game= at= unpack= color= h/help V/version
end

function __fish_tandem_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_tandem_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_tandem_using_subcommand
    set -l cmd (__fish_tandem_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c tandem -n "__fish_tandem_needs_command" -l game -d 'Match to show, counted from 1' -r
complete -c tandem -n "__fish_tandem_needs_command" -l at -d 'Move to go to: 34A, 12b, a number of half-moves, or end' -r
complete -c tandem -n "__fish_tandem_needs_command" -l unpack -d 'Unpack at most MB megabytes of a compressed file (default: 512 MB in memory or 64 GB on disk, and 250 times the size of the file)' -r
complete -c tandem -n "__fish_tandem_needs_command" -l color -d 'When to colour output; auto means on a terminal, unless `NO_COLOR` is set' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_needs_command" -s V -l version -d 'Print version'
complete -c tandem -n "__fish_tandem_needs_command" -a "check" -d 'Check every match: print each issue and a summary'
complete -c tandem -n "__fish_tandem_needs_command" -a "list" -d 'List matches, one row each'
complete -c tandem -n "__fish_tandem_needs_command" -a "openings" -d 'Explore openings: the moves played in a position, with counts, results and times'
complete -c tandem -n "__fish_tandem_needs_command" -a "players" -d 'List players with matches, points and highest rating, or show one player in detail'
complete -c tandem -n "__fish_tandem_needs_command" -a "search" -d 'Find positions, drops, mates and sits'
complete -c tandem -n "__fish_tandem_needs_command" -a "convert" -d 'Convert to another format; bpgn copies the bytes unchanged'
complete -c tandem -n "__fish_tandem_needs_command" -a "diagram" -d 'Draw a position as SVG, PNG or PDF, or a range of moves as an animated GIF'
complete -c tandem -n "__fish_tandem_needs_command" -a "annotate" -d 'Edit an annotation, comment, diagram or tag; leaves all other bytes unchanged'
complete -c tandem -n "__fish_tandem_needs_command" -a "import" -d 'Import single-board exports as matches: chess.com JSON, single-board PGN'
complete -c tandem -n "__fish_tandem_needs_command" -a "fetch" -d 'Download matches from chess.com, both boards of each; exit status 0 if all are complete, 1 if some are missing or incomplete, 2 if there are none'
complete -c tandem -n "__fish_tandem_needs_command" -a "solve" -d 'Solve a Kriegspiel problem: print a mating plan or a position that refutes every plan, or with --all everything a composer needs'
complete -c tandem -n "__fish_tandem_needs_command" -a "analyse" -d 'Report mates found and missed, by player, or by position as JSON'
complete -c tandem -n "__fish_tandem_needs_command" -a "puzzles" -d 'Make a set of puzzles from matches: positions with their solutions, pages with the answers at the end, or JSON'
complete -c tandem -n "__fish_tandem_needs_command" -a "positions" -d 'Print one line of JSON per position: both boards, clocks, lag and match time'
complete -c tandem -n "__fish_tandem_needs_command" -a "merge" -d 'Merge the variations of two files of the same match'
complete -c tandem -n "__fish_tandem_needs_command" -a "completions" -d 'Print shell completions'
complete -c tandem -n "__fish_tandem_needs_command" -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c tandem -n "__fish_tandem_using_subcommand check" -l unpack -d 'Unpack at most MB megabytes of a compressed file (default: 512 MB in memory or 64 GB on disk, and 250 times the size of the file)' -r
complete -c tandem -n "__fish_tandem_using_subcommand check" -l color -d 'When to colour output; auto means on a terminal, unless `NO_COLOR` is set' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand check" -l quiet -d 'Print only the summary'
complete -c tandem -n "__fish_tandem_using_subcommand check" -l json -d 'Print one JSON object per issue, and one for the summary'
complete -c tandem -n "__fish_tandem_using_subcommand check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand list" -l find -d 'Filter: part of a player, event or file name, gnejs vs death, elo>2200, 1-0, mate, 2006..2008, plies>80, tc:180+0, has:comment' -r
complete -c tandem -n "__fish_tandem_using_subcommand list" -l unpack -d 'Unpack at most MB megabytes of a compressed file (default: 512 MB in memory or 64 GB on disk, and 250 times the size of the file)' -r
complete -c tandem -n "__fish_tandem_using_subcommand list" -l color -d 'When to colour output; auto means on a terminal, unless `NO_COLOR` is set' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand list" -l json -d 'Print one JSON object per match'
complete -c tandem -n "__fish_tandem_using_subcommand list" -l count -d 'Print only the number of matches'
complete -c tandem -n "__fish_tandem_using_subcommand list" -l csv -d 'Print a CSV table'
complete -c tandem -n "__fish_tandem_using_subcommand list" -l drops -d 'Add the number of drops; replays every match'
complete -c tandem -n "__fish_tandem_using_subcommand list" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand openings" -l position -d 'Position as FEN (default: the starting position)' -r
complete -c tandem -n "__fish_tandem_using_subcommand openings" -l find -d 'Filter matches, as in tandem list --find' -r
complete -c tandem -n "__fish_tandem_using_subcommand openings" -l as -d 'Only boards on which the player named in --find (player:gnejs or me) has this color' -r -f -a "white\t'White'
black\t'Black'"
complete -c tandem -n "__fish_tandem_using_subcommand openings" -l unpack -d 'Unpack at most MB megabytes of a compressed file (default: 512 MB in memory or 64 GB on disk, and 250 times the size of the file)' -r
complete -c tandem -n "__fish_tandem_using_subcommand openings" -l color -d 'When to colour output; auto means on a terminal, unless `NO_COLOR` is set' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand openings" -l json -d 'Print one JSON object per move'
complete -c tandem -n "__fish_tandem_using_subcommand openings" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand players" -l player -d 'Show one player in detail; without NAME, yourself (“My names” in the settings)' -r
complete -c tandem -n "__fish_tandem_using_subcommand players" -l find -d 'Filter matches, as in tandem list --find' -r
complete -c tandem -n "__fish_tandem_using_subcommand players" -l unpack -d 'Unpack at most MB megabytes of a compressed file (default: 512 MB in memory or 64 GB on disk, and 250 times the size of the file)' -r
complete -c tandem -n "__fish_tandem_using_subcommand players" -l color -d 'When to colour output; auto means on a terminal, unless `NO_COLOR` is set' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand players" -l json -d 'Print one JSON object per player'
complete -c tandem -n "__fish_tandem_using_subcommand players" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand search" -l find -d 'Filter matches, as in tandem list --find' -r
complete -c tandem -n "__fish_tandem_using_subcommand search" -l unpack -d 'Unpack at most MB megabytes of a compressed file (default: 512 MB in memory or 64 GB on disk, and 250 times the size of the file)' -r
complete -c tandem -n "__fish_tandem_using_subcommand search" -l color -d 'When to colour output; auto means on a terminal, unless `NO_COLOR` is set' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand search" -l variations -d 'Include variations, printed as 21B/1/3'
complete -c tandem -n "__fish_tandem_using_subcommand search" -l json -d 'Print one JSON object per result'
complete -c tandem -n "__fish_tandem_using_subcommand search" -l count -d 'Print only the number of results'
complete -c tandem -n "__fish_tandem_using_subcommand search" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand convert" -s o -d 'Output file; - for standard output' -r -F
complete -c tandem -n "__fish_tandem_using_subcommand convert" -l to -d 'Output format (default: from the name of OUT)' -r -f -a "bpgn\t'Unchanged bytes; from BGN, only its matches'
bgn\t'JSON, one match per line'
columns\t'Text in four columns'
html\t'Replay page of one match'
pdf\t'Print-out in four columns with diagrams'
link\t'An address of up to 8 kB that opens one match in a browser'
kriegspiel\t'Kriegspiel PGN 0.9'"
complete -c tandem -n "__fish_tandem_using_subcommand convert" -l game -d 'Only this match, counted from 1; html holds one match (default: the first)' -r
complete -c tandem -n "__fish_tandem_using_subcommand convert" -l find -d 'Filter matches, as in tandem list --find' -r
complete -c tandem -n "__fish_tandem_using_subcommand convert" -l theme -d 'Board colours in html and pdf: green, wood, blue, grey or print' -r
complete -c tandem -n "__fish_tandem_using_subcommand convert" -l pieces -d 'Pieces in html and pdf: tandem (default), cburnett, merida, pirat, letters, or a folder of twelve SVG files' -r
complete -c tandem -n "__fish_tandem_using_subcommand convert" -l as -d 'Side at the bottom of board A in html and pdf; for kriegspiel, the player whose view to write' -r -f -a "white\t'White'
black\t'Black'"
complete -c tandem -n "__fish_tandem_using_subcommand convert" -l at -d 'For kriegspiel: only the first PLIES half-moves' -r
complete -c tandem -n "__fish_tandem_using_subcommand convert" -l page -d 'For link: address of the page that opens it (default: print only the part from #m=)' -r
complete -c tandem -n "__fish_tandem_using_subcommand convert" -l moves -d 'For pdf: only the moves FROM..TO of one bughouse match, such as 12A..20b, 12A.. or ..20b, after a diagram of the position' -r
complete -c tandem -n "__fish_tandem_using_subcommand convert" -l paper -d 'Paper size of pdf (default: a4)' -r -f -a "a4\t'210 × 297 mm'
letter\t'8.5 × 11 inches'"
complete -c tandem -n "__fish_tandem_using_subcommand convert" -l unpack -d 'Unpack at most MB megabytes of a compressed file (default: 512 MB in memory or 64 GB on disk, and 250 times the size of the file)' -r
complete -c tandem -n "__fish_tandem_using_subcommand convert" -l color -d 'When to colour output; auto means on a terminal, unless `NO_COLOR` is set' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand convert" -l plain-variations -d 'For bpgn: write variations in plain ( ) in the movetext, for programs that cannot read them in comments'
complete -c tandem -n "__fish_tandem_using_subcommand convert" -l final-diagram -d 'For pdf: end each match with a diagram of the final position, unless it has one there; a game of Kriegspiel always has one'
complete -c tandem -n "__fish_tandem_using_subcommand convert" -l no-clocks -d 'For pdf of bughouse matches: leave out the clocks of the moves and diagrams'
complete -c tandem -n "__fish_tandem_using_subcommand convert" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l game -d 'Match, counted from 1' -r
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l at -d 'Position after this move: 34A, 12b, a number of half-moves, end (default), or all for one file per move; 21B/1/3 is the third move of the first variation on 21B' -r
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -s o -d 'Output file; - for standard output' -r -F
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l format -d 'Output format (default: from the name of OUT)' -r -f -a "svg\t'Text with a description'
png\t'Bitmap'
pdf\t'Page'
gif\t'Animation'"
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l from -d 'First move of an animation' -r
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l to -d 'Last move of an animation' -r
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l speed -d 'Playback speed: 0.1 to 100 times the original' -r
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l size -d 'Width in pixels: 32 to 8192 (animations: up to 2048)' -r
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l theme -d 'Board colours: green, wood, blue, grey or print' -r
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l as -d 'Side at the bottom of board A (default: white); in a game of Kriegspiel, whose view to draw (default: the referee\'s)' -r -f -a "white\t'White'
black\t'Black'"
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l board -d 'Boards to draw' -r -f -a "a\t'Board A'
b\t'Board B'
both\t'Both'"
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l pieces -d 'Pieces: tandem, cburnett, merida, pirat, letters, or a folder of twelve files wK.svg to bP.svg' -r
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l background -d 'Background: theme, none, or a colour such as #ffffff' -r
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l caption -d 'Caption below the boards' -r
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l mark -d 'Arrow (A:e2e4) or circle (B:f7), optionally with :red, :blue or :yellow; repeatable' -r
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l hide -d 'Elements to hide, separated by commas' -r -f -a "names\t'Players'
clocks\t'Clocks'
reserves\t'Reserves'
coordinates\t'Letters and numbers at the edge'
last-move\t'The last move'"
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l unpack -d 'Unpack at most MB megabytes of a compressed file (default: 512 MB in memory or 64 GB on disk, and 250 times the size of the file)' -r
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l color -d 'When to colour output; auto means on a terminal, unless `NO_COLOR` is set' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l belief -d 'Draw where the opponent\'s pieces may be in a game of Kriegspiel'
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand annotate" -l game -d 'Match, counted from 1' -r
complete -c tandem -n "__fish_tandem_using_subcommand annotate" -l at -d 'Move: 34A, 12b, a number of half-moves (0 for the match itself), or end' -r
complete -c tandem -n "__fish_tandem_using_subcommand annotate" -l glyph -d 'Annotation, such as ! or ?!; empty to remove it' -r
complete -c tandem -n "__fish_tandem_using_subcommand annotate" -l comment -d 'Comment; empty to remove it' -r
complete -c tandem -n "__fish_tandem_using_subcommand annotate" -l diagram -d 'Insert (on) or remove (off) a diagram' -r -f -a "on\t'On'
off\t'Off'"
complete -c tandem -n "__fish_tandem_using_subcommand annotate" -l tag -d 'Tag and value; repeatable' -r
complete -c tandem -n "__fish_tandem_using_subcommand annotate" -s o -d 'Output file; - for standard output' -r -F
complete -c tandem -n "__fish_tandem_using_subcommand annotate" -l unpack -d 'Unpack at most MB megabytes of a compressed file (default: 512 MB in memory or 64 GB on disk, and 250 times the size of the file)' -r
complete -c tandem -n "__fish_tandem_using_subcommand annotate" -l color -d 'When to colour output; auto means on a terminal, unless `NO_COLOR` is set' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand annotate" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand import" -s o -l out -d 'Output file in BPGN (default: standard output)' -r -F
complete -c tandem -n "__fish_tandem_using_subcommand import" -l unpack -d 'Unpack at most MB megabytes of a compressed file (default: 512 MB in memory or 64 GB on disk, and 250 times the size of the file)' -r
complete -c tandem -n "__fish_tandem_using_subcommand import" -l color -d 'When to colour output; auto means on a terminal, unless `NO_COLOR` is set' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand import" -l append -d 'Append to OUT, skipping matches it already has'
complete -c tandem -n "__fish_tandem_using_subcommand import" -l chat -d 'Import the chat of pychess pages as comments'
complete -c tandem -n "__fish_tandem_using_subcommand import" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand fetch" -l month -d 'Only this month of the player (default: with --append, everything since the latest match in FILE; otherwise the latest month with games)' -r
complete -c tandem -n "__fish_tandem_using_subcommand fetch" -l since -d 'The player\'s matches from this day on' -r
complete -c tandem -n "__fish_tandem_using_subcommand fetch" -l last -d 'The player\'s latest N matches' -r
complete -c tandem -n "__fish_tandem_using_subcommand fetch" -s o -l out -d 'Output file in BPGN (default: standard output)' -r -F
complete -c tandem -n "__fish_tandem_using_subcommand fetch" -l unpack -d 'Unpack at most MB megabytes of a compressed file (default: 512 MB in memory or 64 GB on disk, and 250 times the size of the file)' -r
complete -c tandem -n "__fish_tandem_using_subcommand fetch" -l color -d 'When to colour output; auto means on a terminal, unless `NO_COLOR` is set' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand fetch" -l append -d 'Append to FILE, skipping matches it already has'
complete -c tandem -n "__fish_tandem_using_subcommand fetch" -l json -d 'Print the summary as JSON on standard error'
complete -c tandem -n "__fish_tandem_using_subcommand fetch" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand solve" -l game -d 'Problem to solve, counted from 1 (default: the first, or all with --all)' -r
complete -c tandem -n "__fish_tandem_using_subcommand solve" -l limit -d 'Stop after this many million positions; 0 for no limit' -r
complete -c tandem -n "__fish_tandem_using_subcommand solve" -l threads -d 'Number of threads (default: all cores)' -r
complete -c tandem -n "__fish_tandem_using_subcommand solve" -l unpack -d 'Unpack at most MB megabytes of a compressed file (default: 512 MB in memory or 64 GB on disk, and 250 times the size of the file)' -r
complete -c tandem -n "__fish_tandem_using_subcommand solve" -l color -d 'When to colour output; auto means on a terminal, unless `NO_COLOR` is set' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand solve" -l all -d 'Print all keys, set play, tries with refutations and duals, of every problem'
complete -c tandem -n "__fish_tandem_using_subcommand solve" -l json -d 'Print the solution as JSON'
complete -c tandem -n "__fish_tandem_using_subcommand solve" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand analyse" -l game -d 'Only this match, counted from 1' -r
complete -c tandem -n "__fish_tandem_using_subcommand analyse" -l at -d 'Only this position: 34A, 12b, a number of half-moves, or end (default match: the first)' -r
complete -c tandem -n "__fish_tandem_using_subcommand analyse" -l mate -d 'Longest mate to search for, in moves: 1 to 9' -r
complete -c tandem -n "__fish_tandem_using_subcommand analyse" -l deliver -d 'Longest joint win to search for, in moves of the partner: 1 to 6; 0 to skip' -r
complete -c tandem -n "__fish_tandem_using_subcommand analyse" -l engine -d 'Add evaluations of a UCI engine with bughouse support (default: the first found in PATH or /usr/games)' -r -F
complete -c tandem -n "__fish_tandem_using_subcommand analyse" -l nodes -d 'Engine nodes per position' -r
complete -c tandem -n "__fish_tandem_using_subcommand analyse" -l player -d 'Count only this player' -r
complete -c tandem -n "__fish_tandem_using_subcommand analyse" -l find -d 'Filter matches, as in tandem list --find' -r
complete -c tandem -n "__fish_tandem_using_subcommand analyse" -s o -d 'Write the player\'s book of mistakes: counts and mistakes as .pdf (pages for print), .csv or .jsonl' -r -F
complete -c tandem -n "__fish_tandem_using_subcommand analyse" -l unpack -d 'Unpack at most MB megabytes of a compressed file (default: 512 MB in memory or 64 GB on disk, and 250 times the size of the file)' -r
complete -c tandem -n "__fish_tandem_using_subcommand analyse" -l color -d 'When to colour output; auto means on a terminal, unless `NO_COLOR` is set' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand analyse" -l findings -d 'Print the findings: what each player found, missed and gave away'
complete -c tandem -n "__fish_tandem_using_subcommand analyse" -l review -d 'Estimate who was winning, and print the turning points: an estimate by a search of both boards, never against a proof'
complete -c tandem -n "__fish_tandem_using_subcommand analyse" -l summary -d 'Count the findings about each player across all matches'
complete -c tandem -n "__fish_tandem_using_subcommand analyse" -l csv -d 'Print the counts as a CSV table'
complete -c tandem -n "__fish_tandem_using_subcommand analyse" -l json -d 'Print one JSON object per position, per finding, per reviewed match or per player'
complete -c tandem -n "__fish_tandem_using_subcommand analyse" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand puzzles" -l kind -d 'Only this kind: mate, which-piece, must-not-lose, move-or-sit or joint-win; repeatable' -r
complete -c tandem -n "__fish_tandem_using_subcommand puzzles" -l length -d 'Only mates in N moves' -r
complete -c tandem -n "__fish_tandem_using_subcommand puzzles" -l player -d 'Only positions of this player; part of the name is enough' -r
complete -c tandem -n "__fish_tandem_using_subcommand puzzles" -l min-rating -d 'Lowest rating of the player' -r
complete -c tandem -n "__fish_tandem_using_subcommand puzzles" -l max-rating -d 'Highest rating of the player' -r
complete -c tandem -n "__fish_tandem_using_subcommand puzzles" -l theme -d 'Only this theme: drop-mate, contact-mate, smothered, back-rank, double-check, discovered-check, sacrifice, promotion or king-hunt' -r
complete -c tandem -n "__fish_tandem_using_subcommand puzzles" -l find -d 'Filter matches, as in tandem list --find' -r
complete -c tandem -n "__fish_tandem_using_subcommand puzzles" -l count -d 'At most N puzzles, spread evenly over kinds and themes, from easy to hard' -r
complete -c tandem -n "__fish_tandem_using_subcommand puzzles" -l day -d 'Daily puzzles for DATE, such as 2026-11-24; --count sets how many' -r
complete -c tandem -n "__fish_tandem_using_subcommand puzzles" -s o -d 'Output file: .bpgn, .jsonl, or .pdf for a sheet with the answers at the end (default: standard output)' -r -F
complete -c tandem -n "__fish_tandem_using_subcommand puzzles" -l paper -d 'For .pdf: paper size (default: a4)' -r -f -a "a4\t'210 × 297 mm'
letter\t'8.5 × 11 inches'"
complete -c tandem -n "__fish_tandem_using_subcommand puzzles" -l per-page -d 'For .pdf: puzzles on a page: 2, 4 or 6 (default: as many as fit)' -r -f -a "2\t''
4\t''
6\t''"
complete -c tandem -n "__fish_tandem_using_subcommand puzzles" -l title -d 'For .pdf: heading (default: the number of puzzles)' -r
complete -c tandem -n "__fish_tandem_using_subcommand puzzles" -l unpack -d 'Unpack at most MB megabytes of a compressed file (default: 512 MB in memory or 64 GB on disk, and 250 times the size of the file)' -r
complete -c tandem -n "__fish_tandem_using_subcommand puzzles" -l color -d 'When to colour output; auto means on a terminal, unless `NO_COLOR` is set' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand puzzles" -l missed -d 'Only solutions that were missed in the match'
complete -c tandem -n "__fish_tandem_using_subcommand puzzles" -l time-trouble -d 'Only positions with less than 20 seconds on the clock'
complete -c tandem -n "__fish_tandem_using_subcommand puzzles" -l json -d 'Write one JSON object per puzzle'
complete -c tandem -n "__fish_tandem_using_subcommand puzzles" -l name-lines -d 'For .pdf: lines for name and date below the heading and, with --per-page, for answers below the diagrams'
complete -c tandem -n "__fish_tandem_using_subcommand puzzles" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand positions" -l game -d 'Only this match, counted from 1' -r
complete -c tandem -n "__fish_tandem_using_subcommand positions" -l unpack -d 'Unpack at most MB megabytes of a compressed file (default: 512 MB in memory or 64 GB on disk, and 250 times the size of the file)' -r
complete -c tandem -n "__fish_tandem_using_subcommand positions" -l color -d 'When to colour output; auto means on a terminal, unless `NO_COLOR` is set' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand positions" -l variations -d 'Include variations, each after the move it belongs to'
complete -c tandem -n "__fish_tandem_using_subcommand positions" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand merge" -l game -d 'Match in FILE, counted from 1' -r
complete -c tandem -n "__fish_tandem_using_subcommand merge" -l from-game -d 'Match in FROM, counted from 1' -r
complete -c tandem -n "__fish_tandem_using_subcommand merge" -s o -d 'Output file; - for standard output' -r -F
complete -c tandem -n "__fish_tandem_using_subcommand merge" -l unpack -d 'Unpack at most MB megabytes of a compressed file (default: 512 MB in memory or 64 GB on disk, and 250 times the size of the file)' -r
complete -c tandem -n "__fish_tandem_using_subcommand merge" -l color -d 'When to colour output; auto means on a terminal, unless `NO_COLOR` is set' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand merge" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand completions" -l unpack -d 'Unpack at most MB megabytes of a compressed file (default: 512 MB in memory or 64 GB on disk, and 250 times the size of the file)' -r
complete -c tandem -n "__fish_tandem_using_subcommand completions" -l color -d 'When to colour output; auto means on a terminal, unless `NO_COLOR` is set' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand completions" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse puzzles positions merge completions help" -f -a "check" -d 'Check every match: print each issue and a summary'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse puzzles positions merge completions help" -f -a "list" -d 'List matches, one row each'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse puzzles positions merge completions help" -f -a "openings" -d 'Explore openings: the moves played in a position, with counts, results and times'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse puzzles positions merge completions help" -f -a "players" -d 'List players with matches, points and highest rating, or show one player in detail'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse puzzles positions merge completions help" -f -a "search" -d 'Find positions, drops, mates and sits'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse puzzles positions merge completions help" -f -a "convert" -d 'Convert to another format; bpgn copies the bytes unchanged'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse puzzles positions merge completions help" -f -a "diagram" -d 'Draw a position as SVG, PNG or PDF, or a range of moves as an animated GIF'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse puzzles positions merge completions help" -f -a "annotate" -d 'Edit an annotation, comment, diagram or tag; leaves all other bytes unchanged'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse puzzles positions merge completions help" -f -a "import" -d 'Import single-board exports as matches: chess.com JSON, single-board PGN'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse puzzles positions merge completions help" -f -a "fetch" -d 'Download matches from chess.com, both boards of each; exit status 0 if all are complete, 1 if some are missing or incomplete, 2 if there are none'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse puzzles positions merge completions help" -f -a "solve" -d 'Solve a Kriegspiel problem: print a mating plan or a position that refutes every plan, or with --all everything a composer needs'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse puzzles positions merge completions help" -f -a "analyse" -d 'Report mates found and missed, by player, or by position as JSON'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse puzzles positions merge completions help" -f -a "puzzles" -d 'Make a set of puzzles from matches: positions with their solutions, pages with the answers at the end, or JSON'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse puzzles positions merge completions help" -f -a "positions" -d 'Print one line of JSON per position: both boards, clocks, lag and match time'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse puzzles positions merge completions help" -f -a "merge" -d 'Merge the variations of two files of the same match'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse puzzles positions merge completions help" -f -a "completions" -d 'Print shell completions'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse puzzles positions merge completions help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
