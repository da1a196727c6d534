#!/bin/sh
# Stands in for an engine: plays back the transcript beside the link that it is started by.
#
#   > go      wait for a line that begins with this; others are passed over, but for `isready`
#   < text    say this
#   ! die     end at once
#   ! hang    say nothing more and read nothing more, for ever
#   ! flood   say the same line without end
#   ! long    say one line without end
#   ! wide    say 200 lines of 60,000 letters
#   ! ahead   answer searches without end, and read nothing more
#   ! close   read nothing more, as the input is closed
#   ! fork    start a program that holds the output open, for ever
#   ! escape  the same in a session of its own
#
# What it reads is kept in `heard`, its number in `process`, and that of the program it starts in `child`. After the
# transcript it waits for the end of its input.
folder=${0%/*}
echo $$ >"$folder/process"
exec 3<"$folder/transcript"
while IFS= read -r line <&3; do
    text=${line#??}
    case $line in
    '> '*)
        while :; do
            IFS= read -r said || exit 0
            printf '%s\n' "$said" >>"$folder/heard"
            case $said in
            "$text"*) break ;;
            isready) echo readyok ;;
            esac
        done
        ;;
    '< '*) printf '%s\n' "$text" ;;
    '! die') exit 1 ;;
    '! hang') exec sleep 100000 ;;
    '! flood') exec yes info string nothing ;;
    '! long') yes info | tr -d '\n' ;;
    '! wide') yes "info string $(printf '%060000d' 0)" | head -n 200 ;;
    '! ahead')
        exec yes 'readyok
bestmove e2e4'
        ;;
    '! close') exec <&- ;;
    '! fork')
        sleep 100000 &
        echo $! >"$folder/child"
        ;;
    '! escape')
        setsid sleep 100000 &
        echo $! >"$folder/child"
        ;;
    esac
done
exec cat >/dev/null
