# Does standard error hold what a case expects? (run_cases.sh)
# usage: awk -v errors=FILE -v warnings=N -v silent=1 -f messages.awk STDERR; prints what is wrong.
BEGIN {
  while ((getline line <errors) > 0) want[++wanted] = line
}

/^scree: [0-9]+ cycles? in / { next } # values of clocks: test/app

{
  any = 1
  if (/: warning [a-z]*: /) got++
  for (k = 1; k <= wanted; k++)
    if (index($0, want[k])) found[k] = 1
}

END {
  for (k = 1; k <= wanted; k++)
    if (!(k in found)) print "no message '" want[k] "'"
  if (warnings != "" && got + 0 != warnings + 0) print got + 0 " warnings, not " warnings
  if (silent && any) print "messages where none belong"
}
