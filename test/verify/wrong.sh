#!/bin/sh
# What `scree verify` says of wrong cases and wrong use; and that it fails where a gate fails.
# usage: wrong.sh SCREE
set -u
[ $# -eq 1 ] || { echo "usage: $0 SCREE" >&2; exit 2; }
case $1 in /*) scree=$1 ;; *) scree=$PWD/$1 ;; esac
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
failed=0

complain() {
  echo "$1"
  sed 's/^/  | /' said
  failed=1
}

# expect STATUS TEXT WORDS...: the exit status of scree verify, and a text of either output
expect() {
  want=$1 text=$2
  shift 2
  "$scree" verify "$@" >said 2>&1
  status=$?
  [ $status -eq "$want" ] || complain "verify $*: status $status, not $want"
  grep -qF -- "$text" said || complain "verify $*: no '$text'"
}

# A good case: x = 2 k, with an error of 1e-3 dt^2.
make() {
  rm -rf cases out && mkdir -p cases/good
  # shellcheck disable=SC2016 # the quotes are the text
  printf '# A good case\n\nIt is good, and `code` and a < b & c.\n' >cases/good/about.md
  printf 'model domain extent -1 1\n[x = 4.0 + 1e-3*dt^2]\n' >cases/good/case.dat
  printf "%s\n" "verify vary 'dt' 8 4 2 1" \
    "verify quantity 'x' value [x] expected 4 gate [2e-3*dt^2] unit 'm' because 'second order'" \
    "verify order of 'x' over 'dt' expected 2 within 0.01 because 'why'" \
    "verify published 'A < B' of 'x' error 0.5" >cases/good/check.dat
}

# broken TEXT FILE LINES...: with these lines for a file of the case the message comes, and nothing
# is written
broken() {
  text=$1 file=$2
  shift 2
  make
  printf '%s\n' "$@" >"cases/good/$file"
  expect 1 "$text" --cases cases --out out
  [ ! -e out ] || complain "$text: something was written"
}

make
expect 0 '5 quantities of 1 cases: 5 pass, 0 FAIL' --cases cases --out out
grep -q '^good,x (dt = 8),4.064,4,0.06' out/results.csv ||
  { cp out/results.csv said; complain "results.csv"; }
grep -q '^case,quantity,value,expected,error,gate,verdict$' out/results.csv ||
  complain "results.csv has another head"
grep -q 'All 5 quantities of 1 cases pass' out/report.html || complain "report.html: no verdict"
grep -q 'and <code>code</code> and a &lt; b &amp; c' out/report.html ||
  complain "report.html: the paragraph"
grep -q 'A &lt; B' out/report.html || complain "report.html: what was published"
grep -qF '<p class="soft">Gate of x: second order</p>' out/report.html ||
  complain "report.html: no reason of a gate"
[ "$(grep -c 'Gate of' out/report.html)" = 2 ] || complain "report.html: a reason twice"
if grep -qE '(src|href)="?(https?:)?//' out/report.html; then
  complain "report.html needs something from outside"
fi
printf '%s\n' "verify vary 'dt' 2 1" \
  "verify quantity 'x, y \"z\"' value [x] expected 4 gate 1 relative because 'why'" \
  >cases/good/check.dat
expect 0 'error 0.001 relative' --cases cases --out out
grep -q '^good,"x, y ""z"" (dt = 2) \[relative error\]",4.004,4,0.0009' out/results.csv ||
  { cp out/results.csv said; complain "results.csv: relative"; }
make
expect 0 'pass' --cases cases --out out
cp -r out first
expect 0 'pass' --cases cases --out out --threads 3
cmp -s out/verification.md first/verification.md ||
  complain "another number of threads, another text"
expect 0 'good  A good case' --cases cases --list
[ ! -e verify-report ] || complain "--list wrote something"

# cases by name: each alone, both, and one that is not there
cp -r cases/good cases/afar
for named in afar good; do
  rm -rf out
  expect 0 '5 quantities of 1 cases: 5 pass, 0 FAIL' --cases cases --out out $named
  [ "$(cd out && echo */)" = $named/ ] || complain "$named alone: other folders were written"
done
expect 0 '10 quantities of 2 cases: 10 pass, 0 FAIL' --cases cases --out out good afar
expect 0 '10 quantities of 2 cases: 10 pass, 0 FAIL' --cases cases --out out
rm -rf out
expect 1 "scree: error: there is no case 'goood'" --cases cases --out out afar goood
grep -qF "  hint: did you mean 'good'?" said || complain "goood: no case is near"
expect 1 "  hint: scree verify --list shows them" --cases cases --out out entirely-different
[ ! -e out ] || complain "a case is not there, but something was written"
rm -rf cases/afar

# gates
printf '%s\n' "verify vary 'dt' 8 4 2 1" \
  "verify quantity 'x' value [x] expected 4 gate [2e-3*dt] because 'why'" >cases/good/check.dat
expect 1 '4 quantities of 1 cases: 2 pass, 2 FAIL' --cases cases --out out
grep -q ',FAIL$' out/results.csv || complain "results.csv without FAIL"
printf '%s\n' "verify vary 'dt' 8 4 2 1" \
  "verify quantity 'x' value [x] expected 4 gate 1 because 'why'" \
  "verify order of 'x' over 'dt' expected 1 within 0.1 because 'why'" >cases/good/check.dat
expect 1 'FAIL  order of x over dt' --cases cases --out out
printf '%s\n' "verify vary 'dt' 1" "verify quantity 'x' value [x] gate 1 because 'why'" \
  >cases/good/check.dat
expect 1 'FAIL' --cases cases --out out


# figures of two quantities whose names differ in signs alone
printf '%s\n' "verify vary 'dt' 8 4 2 1" \
  "verify quantity 'x < 1' value [x] expected 4 gate 1 because 'why'" \
  "verify quantity 'x = 1' value [x] expected 4 gate 1 because 'why'" \
  "verify order of 'x < 1' over 'dt' expected 2 within 0.1 because 'why'" \
  "verify order of 'x = 1' over 'dt' expected 2 within 0.1 because 'why'" >cases/good/check.dat
expect 0 'pass' --cases cases --out out
grep -qF 'Convergence: x &lt; 1' out/good/order-x-1.svg || complain "order-x-1.svg"
grep -qF 'Convergence: x = 1' out/good/order-x-1-2.svg || complain "order-x-1-2.svg"
grep -qF 'good/order-x-1-2.svg' out/verification.md || complain "verification.md lacks a figure"

# a figure of many series, of two orders, names each of them
make
printf '%s\n' "verify vary 'k' $(seq -s ' ' 1 26)" "verify vary 'dt' 8 4 2 1" \
  "verify quantity 'x' value [(x - 4.0)^(1.0 - 0.5*(k//14))] gate 1 because 'why'" \
  "verify order of 'x' over 'dt' expected [2 - k//14] within 0.01 because 'why'" \
  >cases/good/check.dat
expect 0 '130 quantities of 1 cases: 130 pass, 0 FAIL' --cases cases --out out
names=$(grep -c '>k = [0-9]*</text>' out/good/order-x.svg)
[ "$names" = 26 ] || complain "order-x.svg names $names series of 26"
for slope in 1 2; do
  grep -qF ">order $slope</text>" out/good/order-x.svg || complain "order-x.svg: no slope $slope"
done

# without --cases: the folder `verify` of the sources that the program was built in
make
mkdir -p tree/build/release elsewhere && cp "$scree" tree/build/release/scree &&
  cp -r cases tree/verify
(cd elsewhere && ../tree/build/release/scree verify --list) >said 2>&1
[ "$(cat said)" = 'good  A good case' ] ||
  complain "the program does not find the cases of its sources"

# what is missing
make
expect 1 "there is no case 'goood'" --cases cases --out out goood
expect 1 "did you mean 'good'?" --cases cases --out out goood
expect 1 "cannot read the folder of cases 'nowhere'" --cases nowhere --out out
mkdir empty && expect 1 "'empty' holds no case" --cases empty --out out
for file in about.md check.dat case.dat; do
  make && rm cases/good/$file
  expect 1 "the case 'good' has no $file" --cases cases --out out
  [ ! -e out ] || complain "no $file, but something was written"
done
broken 'does not begin with a title' about.md 'no title'
make
printf '# A title alone' >cases/good/about.md
expect 1 'does not begin with a title' --cases cases --out out

# what is wrong in it
broken "'ball craete'" case.dat 'model domain extent -1 1' 'ball craete' '[x = 1]'
broken "expected value <f>" check.dat "verify vary 'dt' 1" \
  "verify quantity 'x' gate 1 because 'why'"
broken "expected gate <f>" check.dat "verify vary 'dt' 1" \
  "verify quantity 'x' value [x] because 'why'"
broken "expected because <s>, the reason of the gate" check.dat "verify vary 'dt' 1" \
  "verify quantity 'x' value [x] gate 1"
broken "expected because <s>, the reason of the order" check.dat "verify vary 'dt' 1 2 3 4" \
  "verify quantity 'x' value [x] gate 1 because 'why'" \
  "verify order of 'x' over 'dt' expected 1 within 1"
broken "the reason is empty" check.dat "verify vary 'dt' 1" \
  "verify quantity 'x' value [x] gate 1 because ' '"
broken "a warning counts as an error" case.dat 'model domain extent -1 1' '[x = 1.0]' \
  '[unused = 0.0]'
broken "check.dat:2:18: error file: no file 'a.tab' is found" check.dat "verify vary 'dt' 1 2" \
  "table import 'a' 'a.tab'" \
  "verify quantity 'x' value [x] gate 1 because 'why'"
grep -qF '1 error, 0 warnings' said || complain "more than one message for a missing table"
broken "relative to what?" check.dat "verify vary 'dt' 1" \
  "verify quantity 'x' value [x] gate 1 relative because 'why'"
broken "given twice" check.dat "verify vary 'dt' 1" \
  "verify quantity 'x' value [x] gate 1 value 2 because 'why'"
broken "needs at least 4 values, 'dt' has 3" check.dat "verify vary 'dt' 1 2 3" \
  "verify quantity 'x' value [x] gate 1 because 'why'" \
  "verify order of 'x' over 'dt' expected 1 within 1 because 'why'"
broken "'dt' has 3" check.dat "verify vary 'dt' 1 2 3 2.0" \
  "verify quantity 'x' value [x] gate 1 because 'why'" \
  "verify order of 'x' over 'dt' expected 1 within 1 because 'why'"
broken "not all values of 'dt' are" check.dat "verify vary 'dt' 1 2 3 -4" \
  "verify quantity 'x' value [x] gate 1 because 'why'" \
  "verify order of 'x' over 'dt' expected 1 within 1 because 'why'"
broken "'other' is assigned but never used" check.dat "verify vary 'dt' 1" \
  "verify vary 'other' 1 2" "verify quantity 'x' value [x] gate 1 because 'why'"
broken "'dd' is not varied" check.dat "verify vary 'dt' 1 2 3 4" \
  "verify quantity 'x' value [x] gate 1 because 'why'" \
  "verify order of 'x' over 'dd' expected 1 within 1 because 'why'"
broken "there is no quantity 'y'" check.dat "verify vary 'dt' 1 2 3 4" \
  "verify quantity 'x' value [x] gate 1 because 'why'" \
  "verify order of 'y' over 'dt' expected 1 within 1 because 'why'"
broken "'dt' is varied already" check.dat "verify vary 'dt' 1" "verify vary 'dt' 2" \
  "verify quantity 'x' value [x] gate 1 because 'why'"
broken "needed before anything runs" check.dat "verify vary 'dt' [mech.time.total]" \
  "verify quantity 'x' value [x] gate 1 because 'why'"
broken "unknown command 'verify quantiti'" check.dat "verify vary 'dt' 1" \
  "verify quantiti 'x' value [x] gate 1"

# what goes wrong while it runs
make
printf '%s\n' "verify vary 'dt' 1 2" "table import 'a' 'a.tab'" \
  "verify quantity 'x' value [x] gate 9 because 'why'" >cases/good/check.dat
printf '1 2\n3 four\n' >cases/good/a.tab
expect 1 "a.tab:2" --cases cases --out out
grep -qF '<td class="message" colspan="5">run <span class="run">(dt = 1)</span>: a.tab:2:1: ' \
  out/report.html || complain "report.html: a message"
grep -q 'run (dt = 1)' out/results.csv || complain "a run that failed is not in the results"
printf '%s\n' "verify vary 'dt' 1 2" "table add 't' (1,2) (2,3)" "table plot 't' file 'same'" \
  "verify quantity 'x' value [x] gate 9 because 'why'" >cases/good/check.dat
expect 1 "an earlier run drew the same figure" --cases cases --out out
printf '%s\n' "verify vary 'dt' 1 2" "verify quantity 'x' value [x] gate 9 because 'why'" \
  "verify quantity 'x' value [x] gate 9 because 'why'" >cases/good/check.dat
expect 1 "the quantity 'x' is there already" --cases cases --out out
printf '%s\n' "verify vary 'dt' 1 2" "verify quantity 'x' value [x] gate [-1] because 'why'" \
  >cases/good/check.dat
expect 1 "a gate cannot be negative" --cases cases --out out
printf '%s\n' "verify vary 'dt' 8 4 2 1" "verify quantity 'x' value [x - x] gate 1 because 'why'" \
  "verify order of 'x' over 'dt' expected 2 within 1 because 'why'" >cases/good/check.dat
expect 1 "an order cannot be found" --cases cases --out out
printf '%s\n' "verify vary 'dt' 1 2" "[io.out(x)]" >cases/good/check.dat
expect 1 "names no quantity" --cases cases --out out

# what cannot be written, wrong words, and the command elsewhere
make
: >taken
expect 2 "cannot write to the directory 'taken/good'" --cases cases --out taken
mkdir -p odd/report.html
expect 2 "cannot write 'odd/report.html': it is there, and is no file" --cases cases --out odd
[ ! -e odd/good ] || complain "a report cannot be written, but something was"
cp -r cases/good cases/later
in_the_way() {
  expect 2 "cannot write to the directory '$1': $2" --cases cases --out odd
  [ ! -e odd/good ] || complain "$1 is in the way, but another case was begun"
}
rm -rf odd && mkdir odd && : >odd/later
in_the_way odd/later 'Not a directory'
rm -rf odd && mkdir -p odd/later && : >odd/later/run-2
in_the_way odd/later/run-2 'Not a directory'
rm -rf odd && mkdir -p odd/later && ln -s nowhere odd/later/run-2
in_the_way odd/later/run-2 'No such file or directory'
# a folder where a figure would go
for folder in good later later/run-2; do
  rm -rf odd && mkdir -p odd/$folder/order-x.svg
  expect 2 "cannot write 'odd/$folder/order-x.svg': it is there, and is no file" \
    --cases cases --out odd
  [ "$(find odd -type f -o -name run-1)" = '' ] ||
    complain "odd/$folder/order-x.svg is in the way, but another case was begun"
done
rm -rf odd cases/later
# the reason is that of what cannot be made, not that what lies below it is missing
if [ -d /sys ]; then
  expect 2 "cannot write to the directory '/sys/scree/cases/good'" \
    --cases cases --out /sys/scree/cases
  grep -qF 'No such file or directory' said && complain "/sys/scree/cases: not the first reason"
fi
# whoever may write anywhere is told nothing
if mkdir shut && chmod 555 shut && ! touch shut/a 2>/dev/null; then
  expect 2 "cannot write to the directory 'shut/a/good': Permission denied" \
    --cases cases --out shut/a
fi
expect 0 "/o%20%23%C3%A4/report.html" --cases cases --out 'o #ä'
expect 2 "unknown option" --cases cases --outt out
printf "verify quantity 'x' value 1 gate 1 because 'why'\n" >plain.dat
"$scree" run plain.dat >said 2>&1 && complain "verify in a plain file"
grep -qF 'verify belongs to the check file of a verification case' said ||
  complain "verify in a plain file"

# --set
printf '[io.out(list(a,b,c))]\nmodel new\n[io.out(list(a,b,c))]\n' >set.dat
"$scree" run --quiet --set a=1 --set b=2.5 --set=c=word set.dat >said 2>&1 || complain "--set"
[ "$(cat said)" = '{1,2.5,word}
{1,2.5,word}' ] || complain "--set gave other values"
"$scree" run --set 9=1 set.dat >said 2>&1 && complain "--set takes a wrong name"
grep -qF "'9=1' is no value for --set" said || complain "--set 9=1"
"$scree" check --set a=1 --set b=2 --set c=3 set.dat >said 2>&1 || complain "check --set"
grep -qF '0 errors, 0 warnings' said || complain "check --set"

# It holds again after a restore, whatever the state has and the file assigned; what is not set is
# as it was saved.
printf "[a = 0.1]\n[d = 7]\nfish define b\n  b = 8\nend\nmodel save 'state'\n" >make.dat
printf '%s\n' "[a = 9]" "[d = 9]" "model restore 'state'" "[io.out(list(a,d,c))]" "[d = 1]" \
  "model restore 'state'" "[io.out(list(a,d,c))]" >study.dat
"$scree" run make.dat || complain "a state for a study"
"$scree" run --quiet --set a=0.5 --set c=word study.dat >said 2>&1 || complain "--set and a restore"
[ "$(cat said)" = '{0.5,7,word}
{0.5,7,word}' ] || complain "--set and a restore gave other values"
"$scree" run --set b=1 --set c=2 study.dat >said 2>&1 ||
  complain "--set of what is a function in the state"
warning="'b' is a function of the saved state: --set b=1 changes nothing"
grep -qF "study.dat:3:15: warning name: $warning" said ||
  complain "--set of what is a function in the state is silent"
"$scree" check --set a=1 --set c=3 study.dat >said 2>&1 || complain "check --set and a restore"

[ $failed -eq 0 ] && echo "all as expected"
exit $failed
