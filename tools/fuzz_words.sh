#!/bin/sh
# usage: fuzz_words.sh PROGRAM: the words that scree knows, as a dictionary for fuzzers.
set -eu
"$1" help --names | cut -f 2 | tr ' ' '\n' | sort -u | sed 's/.*/"&"/'
printf '%s\n' '"range"' '"@"' '"["' '"]"' '"..."' '"end"' '"loop"' '"local"' '"if"' '"case_of"' \
  '"command"' '"foreach"'
# Numbers at the ends of their types, and signs that are words to nobody.
printf '"%s"\n' 0 -1 1e300 -1e300 1e-300 1e-17 2147483647 2147483648 4294967295 4294967296 \
  9223372036854775807 -9223372036854775808 '(0,0,0)' \
  "''" ' ...' ' ; ' "[']" '::' '->'
