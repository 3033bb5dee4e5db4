# What the comments of the cases say (run_cases.sh): for case number n the files n.expect and
# n.errors in `work`, and a line for the shell: n|case|status|warnings|silent|leaves|creates|blocks|
# args. Cases without such comments are called by others, and left out.
# usage: awk -v work=DIR -v part=K -v parts=N -f cases.awk CASE...
function finish() {
  if (!chosen || !told) return
  printf "" >(work "/" n ".expect")
  printf "" >(work "/" n ".errors")
  close(work "/" n ".expect")
  close(work "/" n ".errors")
  printf "%d|%s|%s|%s|%s|%s|%s|%s|%s\n", n, name, status, warnings, silent, leaves, creates, blocks,
    args
}

FNR == 1 {
  finish()
  n++
  name = FILENAME
  chosen = n % parts == part - 1
  told = 0
  status = warnings = silent = leaves = creates = blocks = args = ""
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
  else if (tag == "error") print text >(work "/" n ".errors")
  else if (tag == "status") status = text
  else if (tag == "warnings") warnings = text
  else if (tag == "blocks") blocks = text
  else if (tag == "creates") creates = creates " " text
  else if (tag == "leaves") leaves = "=" text
  else if (tag == "args") args = args " " text
}

END { finish() }
