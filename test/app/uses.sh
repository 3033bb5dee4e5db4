#!/bin/sh
# What the program says to each use of its command line, word for word, with its exit status.
# MANY is scree, run many times in one process (test/support/many_runs.c).
# usage: uses.sh MANY WANT [renew]: a line `$ WORDS` of WANT is a command line, ~ in it a blank;
# `= STATUS` and lines after `| ` are what becomes of it. renew writes them.
set -u
[ $# -ge 2 ] || { echo "usage: $0 MANY WANT [renew]" >&2; exit 2; }
case $1 in /*) many=$1 ;; *) many=$PWD/$1 ;; esac
case $2 in /*) want=$2 ;; *) want=$PWD/$2 ;; esac
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
mkdir "$work/in" && cd "$work/in" || exit 2

# The files that the lines are about.
cat >a.dat <<'END'
[io.out('a ' + string(global.dim) + ' ' + string(size))]
END
cat >old.dat <<'END'
new
set random
ball id=1 rad=0.5
END
cat >wrong.dat <<'END'
model domain extent -1 1
ball create id 1 radius 0.1
ball list range id 9
ball nonsense
END
cat >warns.dat <<'END'
model domain extent -1 1
ball create id 1 radius 0.1
ball list range id 9
END
cat >saves.dat <<'END'
model domain extent -1 1
contact cmat default model linear property kn 1e4
wall create id 3 vertices (-1,-1,-0.5) (1,-1,-0.5) (0,1,-0.5)
ball create id 1 radius 0.25 position 0.1 0 0
ball create id 2 radius 0.25 position 0.55 0 0
ball attribute density 1000
model clean
model save 'state'
END
cat >plane.p2dat <<'END'
model domain extent -1 1
ball create id 1 radius 0.25 position 0.1 0
ball create id 2 radius 0.25 position 0.65 0.5 group 'a'
model save 'plane'
END
mkdir folder

awk -v work="$work" '/^\$ / {
  n++
  line = work "/in\t\t" work "/" n ".out\t" work "/" n ".out\t"
  for (k = 2; k <= NF; k++) { word = $k; gsub(/~/, " ", word); line = line "\t" word }
  print line
}' "$want" >"$work/runs"
"$many" <"$work/runs" >"$work/statuses" 2>"$work/report" || { cat "$work/report"; exit 1; }
awk -v work="$work" '
  FILENAME != ARGV[2] { status[$1] = $2; next }
  /^[=|]/ || $0 == "" { next }
  { if (n) print ""; print }
  /^\$ / {
    n++
    print "= " status[n]
    file = work "/" n ".out"
    while ((getline line <file) > 0) print "| " line
    close(file)
  }' "$work/statuses" "$want" >"$work/got"
if [ "${3:-}" = renew ]; then
  cp "$work/got" "$want"
fi
diff "$want" "$work/got" && echo "as expected"
