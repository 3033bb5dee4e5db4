#!/bin/sh
# usage: skips.sh PROGRAM [WORDS]: runs cmocka tests; the exit status is 77 if all went well but
# something was skipped, else its own.
out=$("$@" 2>&1)
status=$?
printf '%s\n' "$out"
case $status$out in
0*'[  SKIPPED ]'*)
  echo "Skipped: what this test needs is missing here, see above"
  exit 77
  ;;
esac
exit $status
