# Did the cases do what they expect? (run_cases.sh)
# usage: awk -v work=DIR -f judge.awk STATUSES LIST: what many_runs.c printed, and what cases.awk
# wrote. Prints what is wrong; lines `@creates` and `@leaves` are for the shell, which sees folders.
function complain(text) {
  if (!bad) print name ":"
  print "  " text
  bad = 1
}

function read(file, into, count, line) {
  while ((getline line <file) > 0) into[++count] = line
  close(file)
  return count + 0
}

function same_output(wanted, printed, k, want, got) {
  wanted = read(work "/" n ".expect", want)
  printed = read(work "/" n ".stdout", got)
  for (k = 1; k <= wanted || k <= printed; k++) {
    if (k <= wanted && k <= printed && want[k] "" == got[k] "") continue
    if (k <= wanted) complain("line " k " expected: '" want[k] "'")
    if (k <= printed) complain("line " k " printed:  '" got[k] "'")
    if (k >= 20) return
  }
}

function same_messages(errors, lines, k, m, want, got, found, any, warned) {
  errors = read(work "/" n ".errors", want)
  lines = read(work "/" n ".stderr", got)
  for (k = 1; k <= lines; k++) {
    if (got[k] ~ /^scree: [0-9]+ cycles? in /) continue # values of clocks: test/app
    any = 1
    if (got[k] ~ /: warning [a-z]*: /) warned++
    for (m = 1; m <= errors; m++)
      if (index(got[k], want[m])) found[m] = 1
  }
  for (m = 1; m <= errors; m++)
    if (!(m in found)) complain("no message '" want[m] "'")
  if (warnings != "" && warned + 0 != warnings + 0) complain(warned + 0 " warnings, not " warnings)
  if (silent && any) complain("messages where none belong")
  if (bad)
    for (k = 1; k <= lines; k++) print "  | " got[k]
}

function same_state(got) {
  if (state == "") return
  read(work "/" n ".hash", got)
  if (got[1] != state) complain("it leaves the state " got[1] ", not " state)
}

BEGIN { FS = "|" }
FNR == NR { split($0, pair, " "); status[FNR] = pair[2]; next }
{
  n = $1; name = $2; warnings = $4; silent = $5; state = $8; bad = 0
  if (!(FNR in status) || status[FNR] == "") complain("it ended the program")
  else if (status[FNR] + 0 != $3 + 0) complain("exit status " status[FNR] ", not " $3 + 0)
  same_output()
  same_messages()
  same_state()
  if ($7 != "") print "@creates|" n "|" name "|" $7
  if ($6 != "") print "@leaves|" n "|" name "|" substr($6, 2)
}
