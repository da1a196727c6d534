# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_tandem_global_optspecs
    string join \n game= at= h/help V/version
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
complete -c tandem -n "__fish_tandem_needs_command" -s h -l help -d 'Print help'
complete -c tandem -n "__fish_tandem_needs_command" -s V -l version -d 'Print version'
complete -c tandem -n "__fish_tandem_needs_command" -a "check" -d 'Read and replay every match; a line for each issue, and a sum at the end'
complete -c tandem -n "__fish_tandem_needs_command" -a "list" -d 'A row for each match'
complete -c tandem -n "__fish_tandem_needs_command" -a "convert" -d 'Write a file in another form; as bpgn it is the same bytes'
complete -c tandem -n "__fish_tandem_needs_command" -a "annotate" -d 'Change an annotation, a comment, a diagram or a tag, and no other byte'
complete -c tandem -n "__fish_tandem_needs_command" -a "positions" -d 'A line of JSON for each moment: both positions, clock, lag and match time'
complete -c tandem -n "__fish_tandem_needs_command" -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c tandem -n "__fish_tandem_using_subcommand check" -l quiet -d 'Say nothing but the sum'
complete -c tandem -n "__fish_tandem_using_subcommand check" -s h -l help -d 'Print help'
complete -c tandem -n "__fish_tandem_using_subcommand list" -l json -d 'An object a match instead of a row'
complete -c tandem -n "__fish_tandem_using_subcommand list" -l count -d 'Only how many there are'
complete -c tandem -n "__fish_tandem_using_subcommand list" -s h -l help -d 'Print help'
complete -c tandem -n "__fish_tandem_using_subcommand convert" -s o -d 'Where to write it; - for standard output' -r -F
complete -c tandem -n "__fish_tandem_using_subcommand convert" -l to -d 'The form' -r -f -a "bpgn\t'As it is'"
complete -c tandem -n "__fish_tandem_using_subcommand convert" -l game -d 'Only this match, counted from 1' -r
complete -c tandem -n "__fish_tandem_using_subcommand convert" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand annotate" -l game -d 'The match, counted from 1' -r
complete -c tandem -n "__fish_tandem_using_subcommand annotate" -l at -d 'The ply: 34A, 12b, a number of plies (0 for the match itself), or end' -r
complete -c tandem -n "__fish_tandem_using_subcommand annotate" -l glyph -d 'The annotation, such as ! or ?!; empty to take it away' -r
complete -c tandem -n "__fish_tandem_using_subcommand annotate" -l comment -d 'The comment; empty to take it away' -r
complete -c tandem -n "__fish_tandem_using_subcommand annotate" -l diagram -d 'Whether a diagram is asked for' -r -f -a "on\t'On'
off\t'Off'"
complete -c tandem -n "__fish_tandem_using_subcommand annotate" -l tag -d 'A tag and its value; may be given several times' -r
complete -c tandem -n "__fish_tandem_using_subcommand annotate" -s o -d 'Where to write the file; - for standard output' -r -F
complete -c tandem -n "__fish_tandem_using_subcommand annotate" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tandem -n "__fish_tandem_using_subcommand positions" -l game -d 'Only this match, counted from 1' -r
complete -c tandem -n "__fish_tandem_using_subcommand positions" -s h -l help -d 'Print help'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list convert annotate positions help" -f -a "check" -d 'Read and replay every match; a line for each issue, and a sum at the end'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list convert annotate positions help" -f -a "list" -d 'A row for each match'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list convert annotate positions help" -f -a "convert" -d 'Write a file in another form; as bpgn it is the same bytes'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list convert annotate positions help" -f -a "annotate" -d 'Change an annotation, a comment, a diagram or a tag, and no other byte'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list convert annotate positions help" -f -a "positions" -d 'A line of JSON for each moment: both positions, clock, lag and match time'
complete -c tandem -n "__fish_tandem_using_subcommand help; and not __fish_seen_subcommand_from check list convert annotate positions help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
