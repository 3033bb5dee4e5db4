#!/bin/sh
# What README.md shows is what the program prints, its figures of speed are rows of bench/README.md,
# and what it counts is what there is.
# usage: readme.sh SCREE ROOT [renew]: renew writes README.md anew
# SCREE_RAN=FOLDER: what tests of examples have printed there is not computed once more
# SCREE_LATER=NAMES: examples of the night; by day what README.md shows of them stays as it is
set -u
[ $# -ge 2 ] || { echo "usage: $0 SCREE ROOT [renew]" >&2; exit 2; }
case $1 in /*) scree=$1 ;; *) scree=$PWD/$1 ;; esac
cd "$2" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0

# What an example prints: as its test has it (test/examples/check.sh), if that ran after the program
# was built.
run() { # FILE
  example=${1##*/}
  printed=${SCREE_RAN:-$work/none}/${example%.*}/printed
  if [ -f "$printed" ] && [ -z "$(find "$scree" "$1" -newer "$printed")" ]; then
    cat "$printed"
  else
    "$scree" run --quiet --threads 1 --out "$work/out" "$1" 2>&1 || echo "fails"
  fi
}

later() { # FILE
  name=${1##*/}
  [ -z "${SCREE_NIGHT:-}" ] && case " ${SCREE_LATER:-} " in *" ${name%.*} "*) ;; *) false ;; esac
}

# What the prompt says of a line goes below it, where README.md shows an answer.
asked='' shown=''
while IFS= read -r line; do
  case $line in
    '    scree> '*) asked=${line#"    scree> "} ;;
    '    '?*)
      [ -z "$asked" ] || line="    $(echo "$asked" | "$scree" repl 2>&1)"
      asked=
      ;;
    *) asked= ;;
  esac
  case $line in
    '```console') shown=yes ;;
    '```') shown= ;;
  esac
  case $shown$line in
    'yes$ scree run '*)
      echo "$line"
      if later "${line#\$ scree run }"; then shown=; else run "${line#\$ scree run }"; fi
      ;;
    'yes```console' | yes'```') echo "$line" ;;
    yes*) ;;
    *) echo "$line" ;;
  esac
done <README.md >"$work/README.md"

if [ "${3:-}" = renew ]; then
  cp "$work/README.md" README.md
elif ! diff README.md "$work/README.md"; then
  echo "README.md does not show what the program prints: ./dev docs renews it"
  failed=1
fi

# The first data file, with what is added to it.
sed -n '/^## A first data file/,/^## [^A]/s/^    //p' README.md | grep -v '^scree> \|^[0-9]' \
  >"$work/ball.dat"
"$scree" check "$work/ball.dat" >"$work/told" 2>&1
"$scree" run --quiet --threads 1 --out "$work/out" "$work/ball.dat" >>"$work/told" 2>&1
sed 's/ at [-0-9.e]* m$/ at X m/; s/^at [0-9.]* s/at T s/' "$work/told" >"$work/got"
printf '%s\n' '0 errors, 0 warnings' 'hello from 1 ball' 'at T s the centre is at X m' >"$work/want"
if ! diff "$work/want" "$work/got"; then
  echo "README.md: the first data file says something else"
  failed=1
fi
[ -s "$work/out/height.his" ] || { echo "README.md: no height.his"; failed=1; }

grep -E '^\| [a-z0-9, -]+ \| [0-9]+ \| [0-9]' README.md >"$work/rows"
[ -s "$work/rows" ] || { echo "README.md has no row of speed"; failed=1; }
while IFS= read -r row; do
  grep -qxF -e "$row" bench/README.md || { echo "no row of bench/README.md: $row"; failed=1; }
done <"$work/rows"

# "3 to 6 times": the least and the largest ratio of these rows, without what is after the point.
awk -F'|' '{
  n = split($(NF - 1), ratio, ",")
  for (k = 1; k <= n; k++)
    if (ratio[k] + 0 > 0) {
      if (!least || ratio[k] + 0 < least) least = ratio[k] + 0
      if (ratio[k] + 0 > most) most = ratio[k] + 0
    }
} END { printf "| speed | %d to %d times that of", least, most }' "$work/rows" >"$work/speed"
grep -qF -f "$work/speed" README.md || { echo "README.md: not '$(cat "$work/speed")'"; failed=1; }

# The contact laws are those that there are.
"$scree" help --names | awk -F'\t' '$1 == "law" { printf "%s`%s`", sep, $2; sep = ", " }' \
  >"$work/laws"
grep -qxF "| contact laws | $(cat "$work/laws") |" README.md ||
  { echo "README.md: the contact laws are $(cat "$work/laws")"; failed=1; }
exit $failed
