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

complete -c tandem -n "__fish_tandem_needs_command" -l game -d 'The match to show, counted from 1' -r
complete -c tandem -n "__fish_tandem_needs_command" -l at -d 'Where to stand in it: 34A, 12b, a number of plies, or end' -r
complete -c tandem -n "__fish_tandem_needs_command" -l unpack -d 'Take up to so much text out of a packed file, however short the file is: 1 GB in memory or 64 GB on the disk, and 250 times as much as the file is long, are usual' -r
complete -c tandem -n "__fish_tandem_needs_command" -l color -d 'Colours in what is written; auto is a terminal alone, and none where the environment has a `NO_COLOR`' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_needs_command" -s V -l version -d 'Print version'
complete -c tandem -n "__fish_tandem_needs_command" -a "check" -d 'Read and replay every match; a line for each issue, and a sum at the end'
complete -c tandem -n "__fish_tandem_needs_command" -a "list" -d 'A row for each match'
complete -c tandem -n "__fish_tandem_needs_command" -a "openings" -d 'What was played next in a position on one board: how often, with what result, in what time'
complete -c tandem -n "__fish_tandem_needs_command" -a "players" -d 'Who plays: games, points, highest rating; or one player by seat, partners, opponents, time and ratings'
complete -c tandem -n "__fish_tandem_needs_command" -a "search" -d 'The moments at which something is so, each with its ply, its match and the match\'s row'
complete -c tandem -n "__fish_tandem_needs_command" -a "convert" -d 'Write a file in another form; as bpgn it is the same bytes'
complete -c tandem -n "__fish_tandem_needs_command" -a "diagram" -d 'Draw a moment of a match, or a position, as SVG, PNG or PDF, or a stretch of it as GIF'
complete -c tandem -n "__fish_tandem_needs_command" -a "annotate" -d 'Change an annotation, a comment, a diagram or a tag, and no other byte'
complete -c tandem -n "__fish_tandem_needs_command" -a "import" -d 'Make matches of boards that sites give out one at a time: JSON of chess.com, PGN of one board'
complete -c tandem -n "__fish_tandem_needs_command" -a "fetch" -d 'Download matches from chess.com, both boards of each; exit 0 if all came whole, 1 if some are missing or half, 2 if nothing came'
complete -c tandem -n "__fish_tandem_needs_command" -a "solve" -d 'Answer a Kriegspiel problem: print the plan that mates and exit with 0, or a position that escapes and exit with 1'
complete -c tandem -n "__fish_tandem_needs_command" -a "analyse" -d 'What was there: forced mates, and what one piece more would have done; by player, or by moment as JSON'
complete -c tandem -n "__fish_tandem_needs_command" -a "positions" -d 'A line of JSON for each moment: both positions, clock, lag and match time'
complete -c tandem -n "__fish_tandem_needs_command" -a "merge" -d 'Add the variations of one match to another file of the same match: same start, same plies'
complete -c tandem -n "__fish_tandem_needs_command" -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c tandem -n "__fish_tandem_using_subcommand check" -l unpack -d 'Take up to so much text out of a packed file, however short the file is: 1 GB in memory or 64 GB on the disk, and 250 times as much as the file is long, are usual' -r
complete -c tandem -n "__fish_tandem_using_subcommand check" -l color -d 'Colours in what is written; auto is a terminal alone, and none where the environment has a `NO_COLOR`' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand check" -l quiet -d 'Say nothing but the sum'
complete -c tandem -n "__fish_tandem_using_subcommand check" -l json -d 'An object an issue instead of a line, and one for the sum'
complete -c tandem -n "__fish_tandem_using_subcommand check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand list" -l find -d 'Only those that fit: gnejs vs death, elo>2200, 1-0, mate, 2006..2008, plies>80, tc:180+0, has:comment' -r
complete -c tandem -n "__fish_tandem_using_subcommand list" -l unpack -d 'Take up to so much text out of a packed file, however short the file is: 1 GB in memory or 64 GB on the disk, and 250 times as much as the file is long, are usual' -r
complete -c tandem -n "__fish_tandem_using_subcommand list" -l color -d 'Colours in what is written; auto is a terminal alone, and none where the environment has a `NO_COLOR`' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand list" -l json -d 'An object a match instead of a row'
complete -c tandem -n "__fish_tandem_using_subcommand list" -l count -d 'Only how many there are'
complete -c tandem -n "__fish_tandem_using_subcommand list" -l csv -d 'A table of comma-separated values instead of rows'
complete -c tandem -n "__fish_tandem_using_subcommand list" -l drops -d 'With each, how many pieces were dropped; every match is replayed for it'
complete -c tandem -n "__fish_tandem_using_subcommand list" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand openings" -l position -d 'The position, as FEN; the start where none is given' -r
complete -c tandem -n "__fish_tandem_using_subcommand openings" -l find -d 'Only in matches that fit, as of list' -r
complete -c tandem -n "__fish_tandem_using_subcommand openings" -l unpack -d 'Take up to so much text out of a packed file, however short the file is: 1 GB in memory or 64 GB on the disk, and 250 times as much as the file is long, are usual' -r
complete -c tandem -n "__fish_tandem_using_subcommand openings" -l color -d 'Colours in what is written; auto is a terminal alone, and none where the environment has a `NO_COLOR`' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand openings" -l json -d 'An object a move instead of a row'
complete -c tandem -n "__fish_tandem_using_subcommand openings" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand players" -l player -d 'Only this one, in detail' -r
complete -c tandem -n "__fish_tandem_using_subcommand players" -l find -d 'Only in matches that fit, as of list' -r
complete -c tandem -n "__fish_tandem_using_subcommand players" -l unpack -d 'Take up to so much text out of a packed file, however short the file is: 1 GB in memory or 64 GB on the disk, and 250 times as much as the file is long, are usual' -r
complete -c tandem -n "__fish_tandem_using_subcommand players" -l color -d 'Colours in what is written; auto is a terminal alone, and none where the environment has a `NO_COLOR`' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand players" -l json -d 'An object a player instead of a row; of one player, one object'
complete -c tandem -n "__fish_tandem_using_subcommand players" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand search" -l find -d 'Only in matches that fit, as of list' -r
complete -c tandem -n "__fish_tandem_using_subcommand search" -l unpack -d 'Take up to so much text out of a packed file, however short the file is: 1 GB in memory or 64 GB on the disk, and 250 times as much as the file is long, are usual' -r
complete -c tandem -n "__fish_tandem_using_subcommand search" -l color -d 'Colours in what is written; auto is a terminal alone, and none where the environment has a `NO_COLOR`' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand search" -l variations -d 'In variations too, each place with its name: 21B/1/3'
complete -c tandem -n "__fish_tandem_using_subcommand search" -l json -d 'An object a moment instead of a row'
complete -c tandem -n "__fish_tandem_using_subcommand search" -l count -d 'Only how many there are'
complete -c tandem -n "__fish_tandem_using_subcommand search" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand convert" -s o -d 'Where to write it; - for standard output' -r -F
complete -c tandem -n "__fish_tandem_using_subcommand convert" -l to -d 'The form, where the name of OUT does not tell it' -r -f -a "bpgn\t'As it is; a file of BGN as the matches that it holds'
bgn\t'JSON, one match a line'
columns\t'Text in four columns'
html\t'A page that replays one match'
pdf\t'Pages to print, in four columns with diagrams'
link\t'An address that opens one match in a browser, of 8 kB at most'
kriegspiel\t'Kriegspiel PGN 0.9'"
complete -c tandem -n "__fish_tandem_using_subcommand convert" -l game -d 'Only this match, counted from 1; html is of one match, the first where none is named' -r
complete -c tandem -n "__fish_tandem_using_subcommand convert" -l theme -d 'The colours in html and pdf: green, wood, blue, grey or print' -r
complete -c tandem -n "__fish_tandem_using_subcommand convert" -l pieces -d 'The pieces in html and pdf: tandem, cburnett, merida, pirat, letters, or a folder of twelve files' -r
complete -c tandem -n "__fish_tandem_using_subcommand convert" -l as -d 'Who sits below on board A, in html and pdf; as kriegspiel, only what this player could know' -r -f -a "white\t'White'
black\t'Black'"
complete -c tandem -n "__fish_tandem_using_subcommand convert" -l at -d 'As kriegspiel: only the first plies' -r
complete -c tandem -n "__fish_tandem_using_subcommand convert" -l page -d 'As a link: the address of the page that opens it; without one, what comes behind the address' -r
complete -c tandem -n "__fish_tandem_using_subcommand convert" -l paper -d 'The paper of a pdf' -r -f -a "a4\t'210 × 297 mm'
letter\t'8.5 × 11 inches'"
complete -c tandem -n "__fish_tandem_using_subcommand convert" -l unpack -d 'Take up to so much text out of a packed file, however short the file is: 1 GB in memory or 64 GB on the disk, and 250 times as much as the file is long, are usual' -r
complete -c tandem -n "__fish_tandem_using_subcommand convert" -l color -d 'Colours in what is written; auto is a terminal alone, and none where the environment has a `NO_COLOR`' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand convert" -l plain-variations -d 'As bpgn: variations out of the comments, as plain ( ) in the movetext, for programs that read those alone'
complete -c tandem -n "__fish_tandem_using_subcommand convert" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l game -d 'The match, counted from 1' -r
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l at -d 'After which ply: 34A, 12b, a number of plies, end (the usual), or all for a file each; 21B/1/3 is in the first variation on 21B after three of its plies' -r
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -s o -d 'Where to draw it; - for standard output' -r -F
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l format -d 'The form, where the name of OUT does not tell it' -r -f -a "svg\t'Text that describes it'
png\t'Pixels'
pdf\t'A page'
gif\t'An animation'"
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l from -d 'The ply with which an animation begins' -r
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l to -d 'The ply with which it ends' -r
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l speed -d 'How many times as fast as the match was played: 0.1 to 100' -r
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l size -d 'How many pixels wide: 32 to 8192, an animation to 2048' -r
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l theme -d 'The colours: green, wood, blue, grey or print' -r
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l as -d 'Who sits below on board A, or on the only board, where White is the usual; of a game of Kriegspiel, whose side it is seen from, where the referee\'s is the usual' -r -f -a "white\t'White'
black\t'Black'"
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l board -d 'Which boards' -r -f -a "a\t'Board A'
b\t'Board B'
both\t'Both'"
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l pieces -d 'The pieces: tandem, cburnett, merida, pirat, letters, or a folder of twelve files wK.svg to bP.svg' -r
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l background -d 'What is behind: theme, none, or a colour such as #ffffff' -r
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l caption -d 'A line below the boards' -r
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l mark -d 'An arrow (A:e2e4) or a circle (B:f7), with :red, :blue or :yellow; may be given several times' -r
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l hide -d 'What is left out, separated by commas' -r -f -a "names\t'Players'
clocks\t'Clocks'
reserves\t'Reserves'
coordinates\t'Letters and numbers at the edge'
last-move\t'The last move'"
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l unpack -d 'Take up to so much text out of a packed file, however short the file is: 1 GB in memory or 64 GB on the disk, and 250 times as much as the file is long, are usual' -r
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l color -d 'Colours in what is written; auto is a terminal alone, and none where the environment has a `NO_COLOR`' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -l belief -d 'Draw where the other side\'s pieces may stand in a game of Kriegspiel'
complete -c tandem -n "__fish_tandem_using_subcommand diagram" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand annotate" -l game -d 'The match, counted from 1' -r
complete -c tandem -n "__fish_tandem_using_subcommand annotate" -l at -d 'The ply: 34A, 12b, a number of plies (0 for the match itself), or end' -r
complete -c tandem -n "__fish_tandem_using_subcommand annotate" -l glyph -d 'The annotation, such as ! or ?!; empty to take it away' -r
complete -c tandem -n "__fish_tandem_using_subcommand annotate" -l comment -d 'The comment; empty to take it away' -r
complete -c tandem -n "__fish_tandem_using_subcommand annotate" -l diagram -d 'Whether a diagram is asked for' -r -f -a "on\t'On'
off\t'Off'"
complete -c tandem -n "__fish_tandem_using_subcommand annotate" -l tag -d 'A tag and its value; may be given several times' -r
complete -c tandem -n "__fish_tandem_using_subcommand annotate" -s o -d 'Where to write the file; - for standard output' -r -F
complete -c tandem -n "__fish_tandem_using_subcommand annotate" -l unpack -d 'Take up to so much text out of a packed file, however short the file is: 1 GB in memory or 64 GB on the disk, and 250 times as much as the file is long, are usual' -r
complete -c tandem -n "__fish_tandem_using_subcommand annotate" -l color -d 'Colours in what is written; auto is a terminal alone, and none where the environment has a `NO_COLOR`' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand annotate" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand import" -s o -l out -d 'Where the matches go as BPGN; standard output if it is not given' -r -F
complete -c tandem -n "__fish_tandem_using_subcommand import" -l unpack -d 'Take up to so much text out of a packed file, however short the file is: 1 GB in memory or 64 GB on the disk, and 250 times as much as the file is long, are usual' -r
complete -c tandem -n "__fish_tandem_using_subcommand import" -l color -d 'Colours in what is written; auto is a terminal alone, and none where the environment has a `NO_COLOR`' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand import" -l append -d 'Put the matches behind those that OUT has, without those that are there already'
complete -c tandem -n "__fish_tandem_using_subcommand import" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand fetch" -l month -d 'Only this month of the player; the latest month with games if nothing is given' -r
complete -c tandem -n "__fish_tandem_using_subcommand fetch" -l since -d 'The player\'s matches from this day on' -r
complete -c tandem -n "__fish_tandem_using_subcommand fetch" -l last -d 'The player\'s latest N matches' -r
complete -c tandem -n "__fish_tandem_using_subcommand fetch" -s o -l out -d 'Where the matches go as BPGN; standard output if it is not given' -r -F
complete -c tandem -n "__fish_tandem_using_subcommand fetch" -l unpack -d 'Take up to so much text out of a packed file, however short the file is: 1 GB in memory or 64 GB on the disk, and 250 times as much as the file is long, are usual' -r
complete -c tandem -n "__fish_tandem_using_subcommand fetch" -l color -d 'Colours in what is written; auto is a terminal alone, and none where the environment has a `NO_COLOR`' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand fetch" -l append -d 'Add the matches to those in FILE, without those that are there already'
complete -c tandem -n "__fish_tandem_using_subcommand fetch" -l json -d 'A summary as JSON on standard error'
complete -c tandem -n "__fish_tandem_using_subcommand fetch" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand solve" -l game -d 'The problem, counted from 1' -r
complete -c tandem -n "__fish_tandem_using_subcommand solve" -l limit -d 'Give up after so many million positions; 0 for never' -r
complete -c tandem -n "__fish_tandem_using_subcommand solve" -l unpack -d 'Take up to so much text out of a packed file, however short the file is: 1 GB in memory or 64 GB on the disk, and 250 times as much as the file is long, are usual' -r
complete -c tandem -n "__fish_tandem_using_subcommand solve" -l color -d 'Colours in what is written; auto is a terminal alone, and none where the environment has a `NO_COLOR`' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand solve" -l json -d 'The answer as an object'
complete -c tandem -n "__fish_tandem_using_subcommand solve" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand analyse" -l game -d 'Only this match, counted from 1' -r
complete -c tandem -n "__fish_tandem_using_subcommand analyse" -l at -d 'Only this moment: 34A, 12b, a number of plies, or end; of the first match where none is named' -r
complete -c tandem -n "__fish_tandem_using_subcommand analyse" -l mate -d 'The longest mate that is looked for, in moves: 1 to 9' -r
complete -c tandem -n "__fish_tandem_using_subcommand analyse" -l deliver -d 'Longest joint win to look for, in moves of the partner: 0 (off) to 6' -r
complete -c tandem -n "__fish_tandem_using_subcommand analyse" -l engine -d 'Ask a UCI engine that knows bughouse, too: the one at PATH, or the first that is found in PATH and /usr/games' -r -F
complete -c tandem -n "__fish_tandem_using_subcommand analyse" -l nodes -d 'How many positions the engine looks at each time' -r
complete -c tandem -n "__fish_tandem_using_subcommand analyse" -l unpack -d 'Take up to so much text out of a packed file, however short the file is: 1 GB in memory or 64 GB on the disk, and 250 times as much as the file is long, are usual' -r
complete -c tandem -n "__fish_tandem_using_subcommand analyse" -l color -d 'Colours in what is written; auto is a terminal alone, and none where the environment has a `NO_COLOR`' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand analyse" -l json -d 'An object a moment instead of a report'
complete -c tandem -n "__fish_tandem_using_subcommand analyse" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand positions" -l game -d 'Only this match, counted from 1' -r
complete -c tandem -n "__fish_tandem_using_subcommand positions" -l unpack -d 'Take up to so much text out of a packed file, however short the file is: 1 GB in memory or 64 GB on the disk, and 250 times as much as the file is long, are usual' -r
complete -c tandem -n "__fish_tandem_using_subcommand positions" -l color -d 'Colours in what is written; auto is a terminal alone, and none where the environment has a `NO_COLOR`' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand positions" -l variations -d 'The moments of its variations too, each behind the ply on which its variation stands'
complete -c tandem -n "__fish_tandem_using_subcommand positions" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand merge" -l game -d 'The match that takes them, counted from 1' -r
complete -c tandem -n "__fish_tandem_using_subcommand merge" -l from-game -d 'The match that has them, counted from 1' -r
complete -c tandem -n "__fish_tandem_using_subcommand merge" -s o -d 'Where to write the first file with the variations; - for standard output' -r -F
complete -c tandem -n "__fish_tandem_using_subcommand merge" -l unpack -d 'Take up to so much text out of a packed file, however short the file is: 1 GB in memory or 64 GB on the disk, and 250 times as much as the file is long, are usual' -r
complete -c tandem -n "__fish_tandem_using_subcommand merge" -l color -d 'Colours in what is written; auto is a terminal alone, and none where the environment has a `NO_COLOR`' -r -f -a "auto\t'On a terminal'
always\t'Everywhere'
never\t'Nowhere'"
complete -c tandem -n "__fish_tandem_using_subcommand merge" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse positions merge help" -f -a "check" -d 'Read and replay every match; a line for each issue, and a sum at the end'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse positions merge help" -f -a "list" -d 'A row for each match'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse positions merge help" -f -a "openings" -d 'What was played next in a position on one board: how often, with what result, in what time'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse positions merge help" -f -a "players" -d 'Who plays: games, points, highest rating; or one player by seat, partners, opponents, time and ratings'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse positions merge help" -f -a "search" -d 'The moments at which something is so, each with its ply, its match and the match\'s row'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse positions merge help" -f -a "convert" -d 'Write a file in another form; as bpgn it is the same bytes'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse positions merge help" -f -a "diagram" -d 'Draw a moment of a match, or a position, as SVG, PNG or PDF, or a stretch of it as GIF'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse positions merge help" -f -a "annotate" -d 'Change an annotation, a comment, a diagram or a tag, and no other byte'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse positions merge help" -f -a "import" -d 'Make matches of boards that sites give out one at a time: JSON of chess.com, PGN of one board'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse positions merge help" -f -a "fetch" -d 'Download matches from chess.com, both boards of each; exit 0 if all came whole, 1 if some are missing or half, 2 if nothing came'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse positions merge help" -f -a "solve" -d 'Answer a Kriegspiel problem: print the plan that mates and exit with 0, or a position that escapes and exit with 1'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse positions merge help" -f -a "analyse" -d 'What was there: forced mates, and what one piece more would have done; by player, or by moment as JSON'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse positions merge help" -f -a "positions" -d 'A line of JSON for each moment: both positions, clock, lag and match time'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse positions merge help" -f -a "merge" -d 'Add the variations of one match to another file of the same match: same start, same plies'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list openings players search convert diagram annotate import fetch solve analyse positions merge help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
