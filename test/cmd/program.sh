#!/bin/sh
# The program from outside: exit statuses, what it says about files that are not there, its help.
# usage: program.sh SCREE
# shellcheck disable=SC3045 # limits that every sh here knows
set -u
[ $# -eq 1 ] || { echo "usage: $0 SCREE" >&2; exit 2; }
case $1 in /*) scree=$1 ;; *) scree=$PWD/$1 ;; esac
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
failed=0

# check STATUS TEXT WORDS...: the exit status, and a text of standard output or error
check() {
  want=$1 text=$2
  shift 2
  "$scree" "$@" >out 2>&1
  status=$?
  if [ $status -ne "$want" ] || ! grep -qF -- "$text" out; then
    echo "scree $*: status $status, not $want, or no '$text'"
    sed 's/^/  | /' out
    failed=1
  fi
}

printf 'program echo on\nmodel domain extent -1 1\n' >beads.dat
mkdir folder
check 0 'beads.dat>model' run beads.dat
check 1 "cannot open 'baeds.dat': No such file" run baeds.dat
check 1 "did you mean 'beads.dat'?" run baeds.dat
check 1 "cannot open 'folder'" run folder
check 1 "cannot open 'a.sav'" hash a.sav
# What --set gives counts after a restore and a new model, too.
printf '%s\n' 'model domain extent -1 1' '[size = 1]' "model save 'one'" '[size = 2]' \
  "model restore 'one'" '[io.out(size + 0.5)]' 'model new' '[io.out(size + 0.25)]' >set.dat
check 0 7.5 run --set size=7 set.dat
check 0 7.25 run --set size=7 set.dat
printf 'model domain extent -1 1\nball cre\000ate\n' >zero.dat
check 1 "zero.dat:2:9: error file: 'zero.dat' is no text: a zero byte stands here" run zero.dat
check 1 "zero.dat:2:9: error file: 'zero.dat' is no text: a zero byte stands here" check zero.dat
check 0 'check takes --dim, --strict, --dialect and --set' --help
echo junk >junk.sav
check 1 "scree: error save: 'junk.sav' is not a save file" hash junk.sav
check 1 "cannot open 'a.sav'" export a.sav --out b.vtp
check 1 "scree: error save: 'junk.sav' is not a save file" export junk.sav --out b.vtp
check 2 'is no value for --what' export junk.sav --out b.vtp --what wall
check 2 'no data file is given' run
check 2 'unknown option' run --dmi 2 beads.dat
check 2 'is no value for --dim' run --dim 4 beads.dat
check 2 'expected --threads N, from 1 to 4096' run --threads 100000 beads.dat
check 2 "scree run beads.dat" beads.dat
check 2 "nothing is known about 'nonsense'" help nonsense
check 0 'time from now' help 'model solve'
check 2 "did you mean 'ratio-local'?" help ratio-locl
# a saved state in files for other programs, beside it and elsewhere
cat >state.dat <<'END'
model domain extent -1 1
ball create id 4 radius 0.25 position (0.5, 0, 0)
wall generate plane
ball results add-attribute density
model save 'state'
ball results export 'direct.csv'
END
works() { "$scree" "$@" >out 2>&1 && return; echo "scree $*: $(cat out)"; failed=1; }
works run state.dat
works export state.sav --out folder/balls.csv
cmp -s direct.csv folder/balls.csv ||
  { echo "export: other bytes than those of the run"; failed=1; }
works export state.sav --out all.csv --what all
works export --what=walls state.sav --out w.csv
cmp -s all-walls.csv w.csv || { echo "export: other walls"; failed=1; }
[ "$(echo all*)" = 'all-balls.csv all-walls.csv' ] || { echo "export: $(echo all*)"; failed=1; }
check 1 "'x.foo' ends in none of .vtp," export state.sav --out x.foo
check 1 "'.data' holds balls alone, not walls" export state.sav --out x.data --what walls
check 1 "cannot write 'nowhere/x.vtp'" export state.sav --out nowhere/x.vtp
# the label of an axis with several units names each curve with its own
cat >units.dat <<'END'
model domain extent -1 1
model mechanical timestep fix 1e-3
model energy mechanical on
ball create id 1 radius 0.1
ball attribute density 1000
model history name 't' time-total
ball history name 'z' position-z id 1
ball history name 'y' position-y id 1
model history name 'k' energy kinetic
model cycle 20
history plot 'z' 'y' 'k' vs 't' file 'units'
END
check 0 '20 cycles' run units.dat
grep -qF '>z, y (m), k (J)<' units.svg ||
  { echo "the axis with several units has another label"; failed=1; }

# what a long message becomes: its first 700 and its last 200 characters
awk 'BEGIN { for (k = 0; k < 300; k++) printf "%04d", k; print "" }' >long-word.dat
"$scree" run long-word.dat >out 2>&1
long="unknown command '$(cat long-word.dat)'"
printf '%s ... %s\n' "$(printf %s "$long" | cut -c1-700)" "$(printf %s "$long" | tail -c 200)" |
  sed 's/^/long-word.dat:1:1: error name: /' >want
sed -n 1p out | cmp -s - want || { echo "a long word:"; sed -n 1p out; failed=1; }

# lists about the program itself
cat >lists.dat <<'END'
program list version
program list directory
program list
model domain extent -1 1
model range create 'here' position-x 0 1
program list named-range
program warning 'a word of warning'
END
"$scree" run --quiet --out there lists.dat >out 2>&1
"$scree" --version | sed -n 1p >want
cat >>want <<'END'
there
dimension 3
range  elements
here   position-x 0 1
lists.dat:7:1: warning state: a word of warning
  program warning 'a word of warning'
  ^~~~~~~~~~~~~~~
END
sort out >out.sorted
sort want | cmp -s - out.sorted || { echo "lists about the program:"; cat out; failed=1; }
echo 'fish list intrinsics' >intrinsics.dat
check 0 'math.cosh  ' run intrinsics.dat
grep -q '^math.cosh  *hyperbolic cosine$' out || { echo "a function has no meaning"; failed=1; }
grep -q '^function  *meaning$' out || { echo "the list of intrinsics has no head"; failed=1; }
grep -q '^contact.activate ' out && { echo "what is refused is listed"; failed=1; }

for option in --dim --threads --out --quiet --strict --dialect; do
  check 0 "  $option " --help
  check 0 "  $option " run --help
  check 0 "  $option " help run
done
check 0 'usage: scree hash' help hash
check 0 'FC_CONT_CREATE' help fishcall
check 0 'deformability emod kratio' help deformability
check 0 'keyword: wall attribute multiply' help multiply
check 0 'event contact_activated' help contact_activated
check 0 'stored in springs' help energy-strain

# What was printed before a signal ends the run must not be lost.
printf '%s\n' 'model domain extent -1 1' 'ball create id 1 radius 0.1' 'ball attribute density 1' \
  "[io.out('early')]" 'model mechanical timestep fix 1e-3' 'model cycle 2000000000' >long.dat
for signal in TERM INT; do
  timeout --foreground -s $signal 2 "$scree" run --quiet long.dat >long.out 2>/dev/null
  grep -q early long.out || { echo "SIG$signal: what was printed is lost"; failed=1; }
done

# What went wrong when the output was lost, though other things went wrong later.
cat >much.dat <<'END'
fish define much
  loop local k (1,20000)
    io.out('some text that fills the buffer')
  end_loop
end
[much]
program call 'nowhere'
END
if [ -c /dev/full ]; then
  "$scree" run much.dat >/dev/full 2>err
  grep -q 'cannot write the output: No space left' err ||
    { echo "a full disk has another reason:"; cat err; failed=1; }
fi
"$scree" run much.dat >&- 2>err
grep -q 'cannot write the output: Bad file' err ||
  { echo "a closed output has another reason:"; cat err; failed=1; }

# Memory that is not there: the line and the command. (The address sanitizer needs more than any
# limit.)
cat >grow.dat <<'END'
model domain extent -1 1
fish define grow
  local s = 1
  loop while true
    s = string(s) + string(s)
  end_loop
end
[grow]
END
if (ulimit -v 400000 && "$scree" --version) >/dev/null 2>&1; then
  (ulimit -v 400000 && exec "$scree" run --threads 1 grow.dat) >/dev/null 2>err
  status=$?
  if [ $status -ne 3 ] || ! grep -q '^grow.dat:5: error memory: no [0-9]* bytes are left' err ||
    ! grep -q 's = string' err; then
    echo "memory that is exhausted: status $status"
    cat err
    failed=1
  fi
fi

# Devices without an end, and large files that are no text, are not read until memory is exhausted.
truncate -s 1G zeros.dat
most=unlimited
if (ulimit -v 800000 && "$scree" --version) >/dev/null 2>&1; then most=800000; fi
for line in "program call '/dev/zero'" "program call 'zeros.dat'" "table 't' import '/dev/zero'" \
  "ball import '/dev/zero'" "geometry import '/dev/zero' format stl"; do
  printf 'model domain extent -1 1\n%s\n' "$line" >device.dat
  (ulimit -v $most && exec timeout 20 "$scree" run --threads 1 device.dat) >out 2>&1
  status=$?
  if [ $status -ne 1 ] || ! grep -q 'is a device\|a zero byte stands here' out; then
    echo "$line: status $status"
    cat out
    failed=1
  fi
done
for sub in run check translate; do
  if (ulimit -v $most && exec timeout 20 "$scree" $sub /dev/zero) >out 2>&1 ||
    ! grep -q 'without end' out; then
    echo "$sub /dev/zero"
    cat out
    failed=1
  fi
done
"$scree" run --quiet /dev/null || { echo "an empty device"; failed=1; }

# Pipes that give a file.
mkfifo pipe.dat
for sub in run check; do
  timeout 20 sh -c 'echo "[io.out(1)]" >pipe.dat' &
  timeout 20 "$scree" $sub pipe.dat >out 2>&1 ||
    { echo "a pipe as data file ($sub)"; cat out; failed=1; }
  wait
done
printf "program call 'pipe.dat'\n" >calls.dat
timeout 20 sh -c 'echo "[io.out(1)]" >pipe.dat' &
timeout 20 "$scree" run calls.dat >out 2>&1
grep -q '^1$' out || { echo "a pipe that is called"; cat out; failed=1; }
wait

# A small stack.
printf "program call 'self.dat'\n" >self.dat
awk 'BEGIN { printf "[io.out("; for (k = 0; k < 20000; k++) printf "("; print "1" }' >deep.dat
for file in self.dat deep.dat units.dat; do
  "$scree" run --quiet --threads 2 $file >out.large 2>&1
  want=$?
  (ulimit -s 100 && exec "$scree" run --quiet --threads 2 $file) >out.small 2>&1
  status=$?
  if [ $status -ne $want ] || ! cmp -s out.large out.small; then
    echo "$file with a small stack: status $status, not $want"
    failed=1
  fi
done

[ $failed -eq 0 ] && echo "all as expected"
exit $failed
