#!/bin/sh
# Files as Windows and DOS leave them: each variant of a data file gives what the plain one gives.
# usage: windows.sh SCREE
set -u
[ $# -eq 1 ] || { echo "usage: $0 SCREE" >&2; exit 2; }
case $1 in /*) scree=$1 ;; *) scree=$PWD/$1 ;; esac
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
failed=0 count=0
tab=$(printf '\t')

# same NAME: the file NAME prints what `want` holds, and nothing is said
same() {
  count=$((count + 1))
  "$scree" run --threads 1 --dim 2 --quiet "$1" >out 2>err
  status=$?
  if [ $status -eq 0 ] && cmp -s want out && [ ! -s err ]; then return; fi
  echo "$1: status $status"
  diff want out | sed 's/^/  | /'
  sed 's/^/  | /' err
  failed=1
}

# says NAME LINE...: the file NAME fails, and standard error is these lines (formats of printf)
says() {
  count=$((count + 1))
  file=$1
  shift
  # shellcheck disable=SC2059
  for line in "$@"; do printf "$line\n"; done >want
  "$scree" run --threads 1 --dim 2 "$file" >out 2>err
  status=$?
  if [ $status -eq 1 ] && cmp -s want err; then return; fi
  echo "$file: status $status"
  diff want err | sed 's/^/  | /'
  failed=1
}

# variants PLAIN: the file as other systems and editors write it
variants() {
  plain=$1 stem=${1%.dat}
  "$scree" run --threads 1 --dim 2 --quiet "$plain" >want 2>err || { cat err; failed=1; }
  sed 's/$/\r/' "$plain" >"$stem-crlf.dat"
  tr '\n' '\r' <"$plain" >"$stem-cr.dat"
  { printf '\357\273\277'; cat "$plain"; } >"$stem-bom.dat"
  { printf '\357\273\277'; sed 's/$/\r/' "$plain"; } >"$stem-bom-crlf.dat"
  sed "s/ /$tab/g; s/^/$tab/; s/\$/$tab/" "$plain" >"$stem-tabs.dat"
  printf '%s' "$(cat "$plain")" >"$stem-no-end.dat"
  { sed 's/$/\r/' "$plain"; printf '\032'; } >"$stem-ctrl-z.dat"
  { sed 's/$/\r/' "$plain"; printf '\032\032\000\r\n'; } >"$stem-padded.dat"
  { cat "$plain"; printf '; \344\366\374 \200 \377\n'; } >"$stem-latin1.dat"
  sed 's/$/ ; \o344\o366/' "$plain" >"$stem-latin1-each.dat"
  for file in "$stem"-*.dat; do same "$file"; done
}

cat >modern.dat <<'END'
model new
model domain extent -1 1
ball create id 1 radius 0.125 ...
  position 0.5 0
fish define f(x)
  local y = x + 1
  if y > 1 then
    f = y
  end_if
end
[io.out(f(2))]
ball list
END
cat >legacy.dat <<'END'
new
set random
def f
  f = 3 / 2
end
prop dens 1000
ball id = 1 rad = 0.125 x = 0.5 y = 0
print f
print ball
END
variants modern.dat
variants legacy.dat

# Bytes of strings go out as they came in.
printf '[io.out("\344\366")]\r\n' >bytes.dat
printf '\344\366\n' >want
same bytes.dat

# Messages show such bytes by their number. Columns count characters, and the caret stands below
# its word.
printf "\tball\tcrate\r\n" >tabs.dat
says tabs.dat \
  "tabs.dat:1:7: error name: unknown command 'ball crate'" \
  "  \tball\tcrate" \
  "  \t    \t^~~~~" \
  "  did you mean 'ball create'?"
printf "table 'gr\303\266\303\237e' crate\n" >caret.dat
says caret.dat \
  "caret.dat:1:15: error name: 'crate' is no keyword of this command" \
  "  table 'gr\303\266\303\237e' crate" \
  "                ^~~~~" \
  "  expected one of: add, insert, clear, delete, export, import, label, list, plot, sort"
printf "model title 'a\344' crate\r" >caret2.dat
says caret2.dat \
  "caret2.dat:1:18: error syntax: 'crate' is not expected here" \
  "  model title 'a\\\\xe4' crate" \
  "                      ^~~~~" \
  "  the command is complete before it"
printf 'new\r\nset random\r\nprop dens 1\r\n\tball crate \344\r\n' >caret3.dat
"$scree" run --dim 2 caret3.dat 2>&1 >out | grep -q '\\xe4' ||
  { echo "caret3.dat: the byte is not shown by its number"; failed=1; }

# Paths: \ separates, and the case of letters does not matter, of folders either.
mkdir -p Folder/Inner
printf '[io.out("called")]\r\n' >Folder/Inner/Sub.DAT
printf "x,y,radius\r\n0.5,0,0.125\r\n" >Folder/Balls.CSV
printf '1 2\r\n3 4\r\n' >Folder/Points.TAB
cat >paths.dat <<'END'
program call 'Folder\Inner\Sub.DAT'
program call "folder\inner\sub"
program call FOLDER/INNER/SUB.dat
model domain extent -1 1
ball import 'folder\balls.csv'
[io.out(ball.num)]
table 't' import 'FOLDER\points'
table 't' export 'Folder\copy'
[io.out(table.y('t', 2))]
model save 'Folder\state'
model new
model restore 'folder\STATE.SAV'
[io.out(ball.num)]
model history name 'h' time-total
history export 'h' file 'Folder\h'
END
printf 'called\ncalled\ncalled\n1\n4.0\n1\n' >want
same paths.dat
for file in Folder/copy.tab Folder/state.sav Folder/h.his; do
  [ -f "$file" ] || { echo "$file was not written"; failed=1; }
done
printf '%s\r\n' 'new' 'set random' 'prop dens 1' 'call folder\inner\sub.dat' \
  'save Folder\old.sav' 'restore FOLDER\OLD.sav' >paths-legacy.dat
printf 'called\n' >want
same paths-legacy.dat
[ -f Folder/old.sav ] || { echo "Folder/old.sav was not written"; failed=1; }

[ $failed -eq 0 ] && echo "$count files, all as expected"
exit $failed
