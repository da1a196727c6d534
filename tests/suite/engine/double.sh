#!/bin/sh
# A fake engine: plays back the transcript beside the link through which it is started.
#
#   > go      wait for a line with this prefix; others are ignored, except `isready`
#   < text    print this line
#   ! die     exit at once
#   ! hang    print and read nothing more
#   ! flood   print the same line for ever
#   ! long    print one endless line
#   ! wide    print 200 lines of 60,000 characters
#   ! ahead   respond to searches for ever and read nothing more
#   ! close   close the input
#   ! fork    start a child that keeps the output open
#   ! escape  the same in a separate session
#
# Input is logged to `heard`, the process id to `process`, and that of the child to `child`. After the transcript it
# waits for the end of its input.
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
