#!/bin/sh
# Stands in for an engine: plays back the transcript beside the link that it is started by.
#
#   > go      wait for a line that begins with this; others are passed over, but for `isready`
#   < text    say this
#   ! die     end at once
#   ! hang    say nothing more and read nothing more, for ever
#   ! flood   say the same line without end
#   ! long    say one line without end
#
# What it reads is kept in `heard`, its number in `process`. After the transcript it waits for the end of its input.
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
    esac
done
exec cat >/dev/null
