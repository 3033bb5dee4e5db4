# What the comments of the cases say (run_cases.sh), for case number n: the files n.expect and
# n.errors in `work`; a line of `work`/list for judge.awk: n|case|status|warnings|silent|leaves|
# creates|state; and a line for many_runs.c on standard output, one in `work`/hashes where the state
# is told. Cases without such comments are called by others, and left out.
# usage: awk -v work=DIR -v here=DIR -v part=K -v parts=N [-v fish=1] -f cases.awk CASE...
# fish: cases of test/script, which are the only word of their program's command line.
function finish(k, word, line) {
  if (!chosen || !(told || fish)) return
  printf "" >(work "/" n ".expect")
  printf "" >(work "/" n ".errors")
  close(work "/" n ".expect")
  close(work "/" n ".errors")
  if (fish && !messages) silent = 1
  printf "%d|%s|%s|%s|%s|%s|%s|%s\n", n, name, status, warnings, silent, leaves, creates, state \
    >(work "/list")
  line = here "\t" input "\t" work "/" n ".stdout\t" work "/" n ".stderr\t" blocks
  if (!fish) line = line "\trun\t--threads\t1\t--out\t" work "/" n ".out"
  count = split(args, word, " ")
  for (k = 1; k <= count; k++) line = line "\t" word[k]
  line = line "\t" name
  print line (state == "" ? "" : "\t" work "/end.dat")
  if (state == "") return
  line = work "/" n ".hash\t" work "/" n ".unhashed"
  print here "\t\t" line "\t\thash\t" work "/" n ".out/end.sav" >(work "/hashes")
}

FNR == 1 {
  finish()
  n++
  name = FILENAME
  chosen = n % parts == part - 1
  told = 0
  status = warnings = silent = leaves = creates = blocks = args = input = state = ""
  messages = 0
}

chosen && /^ *; [a-z]+/ {
  sub(/\r$/, "")
  tag = text = $0
  sub(/^ *; /, "", tag)
  sub(/[^a-z].*/, "", tag)
  if (tag ~ /^(expect|error|status|silent|creates|leaves)/) told = 1
  if (tag ~ /^silent/) silent = 1
  if (text !~ /^ *; [a-z]+:/) next
  sub(/^ *; [a-z]+: ?/, "", text)
  if (tag == "expect") print text >(work "/" n ".expect")
  else if (tag == "error" || (fish && tag == "warning")) {
    print text >(work "/" n ".errors")
    if (fish && tag == "error") status = 1
    messages++
  } else if (fish && tag == "input") {
    input = work "/" n ".input"
    print text >input
  }
  else if (tag == "status") status = text
  else if (tag == "warnings") warnings = text
  else if (tag == "blocks") blocks = text
  else if (tag == "creates") creates = creates " " text
  else if (tag == "leaves") leaves = "=" text
  else if (tag == "args") args = args " " text
  else if (tag == "state") state = text
}

END { finish() }
