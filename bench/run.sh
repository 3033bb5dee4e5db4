#!/bin/sh
# usage: run.sh PROGRAM [N]: median and minimum of N (default 5) measurements of each case; see bench/README.md.
# Environment: BED, a file of settled spheres `x y z radius`, periodic over SIDE m in x and y; THREADS (default 1).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
runs=${2:-5}
threads=${THREADS:-1}
out=$root/build/bench
mkdir -p "$out"
cd "$out"

scree() { "$program" --quiet --threads "$threads" --out "$out" "$@"; }
now() { date +%s%N; }
statistics() { # numbers on standard input: median and minimum
  sort -g | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2, v[1] }'
}
seconds() { # FILE: wall time of each of the runs
  k=0
  while [ "$k" -lt "$runs" ]; do
    start=$(now)
    scree "$1" >/dev/null
    echo "$start $(now)" | awk '{ print ($2 - $1) * 1e-9 }'
    k=$((k + 1))
  done
}
row() { # NAME, MEDIAN MINIMUM, UNIT
  printf '%-44s %10.4g %10.4g  %s\n' "$1" "$2" "$3" "$4"
}

printf '%-44s %10s %10s\n' "case ($threads threads, $runs runs)" median minimum

# shellcheck disable=SC2046 # two words
row "start to the first cycle" $(seconds "$here/start.dat" | awk '{ print 1e3 * $1 }' | statistics) ms
# shellcheck disable=SC2046
row "legacy file, a million cycles of one contact" $(seconds "$root/examples/legacy-burger2d.dat" | statistics) s

bed=${BED:-$out/tile.xyzr}
side=${SIDE:-0.05}
if [ ! -f "$bed" ]; then
  echo "settling 10000 spheres once" >&2
  "$program" --quiet --out "$out" "$here/settle.dat" >"$bed.part"
  mv "$bed.part" "$bed"
fi
awk -v side="$side" '
  { x[NR] = $1; y[NR] = $2; z[NR] = $3; r[NR] = $4 }
  function wrap(a) { a -= side * int(a / side); return a < 0 ? a + side : a }
  END {
    for (i = 0; i < 5; i++)
      for (j = 0; j < 2; j++)
        for (k = 1; k <= NR; k++) printf "%.17g %.17g %.17g %.17g\n", wrap(x[k]) + i * side, wrap(y[k]) + j * side, z[k], r[k]
  }' "$bed" >bed.xyzr
cat >bed-run.dat <<EOF
; (3D)
model new
[bed = '$out/bed.xyzr']
[lx = 5.0*$side]
[ly = 2.0*$side]
[cycles = ${CYCLES:-100}]
[repeats = $runs]
program call '$here/bed.dat'
EOF
scree bed-run.dat >bed.ns
# shellcheck disable=SC2046
set -- $(statistics <bed.ns)
row "$(wc -l <bed.xyzr) settled spheres, hertz" "$1" "$2" "ns a particle-step"
# shellcheck disable=SC2046
row "" $(echo "$1 $2" | awk '{ print 1e3 / $1, 1e3 / $2 }') "million particle-steps a second"
