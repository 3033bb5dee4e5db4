#!/bin/sh
# usage: draw.sh PROGRAM: scree draw makes the same picture with any number of threads and
# instruction set, names what it wrote, and says what is wrong.
set -eu
program=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >model.dat <<END
model new
model random 3
model domain extent -1 1
contact cmat default model linear property kn 1e5
wall generate box -0.5 0.5
ball generate number 40 box -0.45 0.45 radius 0.06 0.1
ball attribute density 1000
ball group 'low' range position-z -1 0
model gravity 10
model cycle 40
model save 'state'
END
cat >flat.dat <<END
model new
model domain extent -1 1
contact cmat default model linear property kn 1e5
wall generate box -0.5 0.5
ball generate number 60 box -0.45 0.45 radius 0.03 0.05
ball attribute density 1000
model gravity 10
model cycle 40
model save 'flat'
fracture create position (0,0) size 0.5 dip 30 dfn 'cracks'
model save 'cracked'
END
"$program" run --quiet --dim 3 model.dat
"$program" run --quiet --dim 2 flat.dat
[ "$("$program" draw state.sav --size 200x150)" = state.png ]
isas=base
for isa in avx2 avx512; do
  if SCREE_ISA=$isa "$program" --version >/dev/null 2>&1; then isas="$isas $isa"; fi
done
for words in "--by velocity" "--by contact-force --dark" "--by group --view -1,-2,1"; do
  # shellcheck disable=SC2086 # words
  "$program" draw state.sav --size 200x150 $words --threads 1 --out one.png >said 2>&1
  [ "$(cat said)" = one.png ]
  for threads in 2 3 7; do
    # shellcheck disable=SC2086
    "$program" draw state.sav --size 200x150 $words --threads $threads --out more.png >said
    cmp one.png more.png
  done
  for isa in $isas; do
    # shellcheck disable=SC2086
    SCREE_ISA=$isa "$program" draw state.sav --size 200x150 $words --out more.png >said
    cmp one.png more.png
  done
done
# Each word changes the picture.
"$program" draw state.sav --size 200x150 --out plain.png >said
differs() {
  "$program" draw state.sav --size 200x150 "$@" --out more.png >said
  if cmp -s plain.png more.png; then echo "no effect: $*"; exit 1; fi
}
differs --by radius
differs --dark
differs --view top
differs --view 1,0,0
differs --range 'id 1'
"$program" draw flat.sav --by contact-force --out flat.svg >said
[ "$(grep -c '<circle' flat.svg)" = 60 ]
grep -q '>contact force (N)<' flat.svg
# A picture is as large as it was asked to be: bytes 16 to 23 of a PNG say so.
"$program" draw flat.sav --size 200x150 --out small.png >said
[ "$(od -An -tu1 -j16 -N8 small.png | tr -s ' ')" = " 0 0 0 200 0 0 0 150" ]
# What broke is seen.
for of in flat cracked; do
  "$program" draw $of.sav --out $of.svg >said
  grep -c '<line' $of.svg >$of.lines || true
done
[ "$(cat cracked.lines)" -gt "$(cat flat.lines)" ]
grep -q '>cracks<' cracked.svg

complains() { # TEXT WORDS...
  text=$1
  shift
  if "$program" draw "$@" >said 2>&1; then echo "no error: $*"; exit 1; fi
  grep -qF -- "$text" said || { cat said; exit 1; }
}
complains "did you mean 'velocity'?" state.sav --by velocty
complains "'sideways' is no direction" state.sav --view sideways
complains "'1,2' is no direction" state.sav --view 1,2
complains "are not written as '.gif'" state.sav --out a.gif
complains "is no keyword" state.sav --range 'groop a'
[ ! -e a.gif ]
