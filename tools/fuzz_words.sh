#!/bin/sh
# usage: fuzz_words.sh PROGRAM: the words that scree knows, as a dictionary for fuzzers.
set -eu
"$1" help --names | cut -f 2 | tr ' ' '\n' | sort -u | sed 's/.*/"&"/'
printf '%s\n' '"range"' '"@"' '"["' '"]"' '"..."' '"end"' '"loop"' '"local"' '"if"' '"case_of"' '"command"' '"foreach"'
