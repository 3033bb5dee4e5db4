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

scree() { "$program" run --quiet --threads "$threads" --out "$out" "$@"; }
now() { date +%s%N; }
statistics() { # numbers on standard input: median and minimum
  sort -g | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2, v[1] }'
}
seconds() { # FILE: wall time of one run
  start=$(now)
  scree "$1" >/dev/null
  echo "$start $(now)" | awk '{ printf "%.9f\n", ($2 - $1) * 1e-9 }'
}
repeat() { # COMMAND...: its output, so many times
  k=0
  while [ "$k" -lt "$runs" ]; do
    "$@"
    k=$((k + 1))
  done
}
row() { # NAME, MEDIAN MINIMUM, UNIT
  printf '%-44s %10.4g %10.4g  %s\n' "$1" "$2" "$3" "$4"
}

printf '%-44s %10s %10s\n' "case ($threads threads, $runs runs)" median minimum

# shellcheck disable=SC2046 # two words
row "start to the first cycle" $(repeat seconds "$here/start.dat" | awk '{ print 1e3 * $1 }' | statistics) ms
# shellcheck disable=SC2046
row "legacy file, a million cycles of one contact" $(repeat seconds "$root/examples/legacy-burger2d.dat" | statistics) s

bed=${BED:-$out/tile.xyzr}
side=${SIDE:-0.05}
if [ ! -f "$bed" ]; then
  echo "settling 10000 spheres once" >&2
  "$program" run --quiet --out "$out" "$here/settle.dat" >"$bed.part"
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
count=$(wc -l <bed.xyzr)
cycles=${CYCLES:-100}
bed_file() { # CYCLES
  cat <<EOF
; (3D)
model new
[bed = '$out/bed.xyzr']
[lx = 5.0*$side]
[ly = 2.0*$side]
[cycles = $1]
program call '$here/bed.dat'
EOF
}
bed_file 10 >bed-short.dat
bed_file $((cycles + 10)) >bed-long.dat
# The difference of two runs: reading the bed, the first neighbour list and ten cycles drop out.
particle_step() {
  short=$(seconds bed-short.dat)
  long=$(seconds bed-long.dat)
  echo "$short $long $count $cycles" | awk '{ print 1e9 * ($2 - $1) / ($3 * $4) }'
}
# shellcheck disable=SC2046
set -- $(repeat particle_step | statistics)
row "$count settled spheres, hertz" "$1" "$2" "ns a particle-step"
# shellcheck disable=SC2046
row "" $(echo "$1 $2" | awk '{ print 1e3 / $1, 1e3 / $2 }') "million particle-steps a second"
