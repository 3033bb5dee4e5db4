#!/bin/sh
# What bench/run.py refuses before it times anything. usage: arguments.sh PYTHON RUN.PY SCREE
set -u
[ $# -eq 3 ] || { echo "usage: $0 PYTHON RUN.PY SCREE" >&2; exit 2; }
python=$1 run=$2 scree=$3
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0

# refused TEXT WORDS...: status 2, that text, and no table
refused() {
  text=$1
  shift
  "$python" -B "$run" --program "$scree" --work "$work/work" --results "$work/results" "$@" \
    >"$work/out" 2>&1
  status=$?
  if [ $status -ne 2 ] || ! grep -qF -- "$text" "$work/out" || [ -e "$work/results" ]; then
    echo "run.py $*: status $status, not 2, or no '$text', or a table"
    sed 's/^/  | /' "$work/out"
    failed=1
  fi
}

for runs in -3 0 1.5 many ''; do
  refused "argument --runs: '$runs' is no whole number" --runs "$runs" start
done
for threads in -1 0 x; do
  refused "argument --threads: '$threads' is no number of threads" --threads "$threads" start
done
refused "argument --threads: '' is no number of threads" --threads 1, start
refused "no case 'bed-1e2'; did you mean 'bed-1e" bed-1e2
refused "no case 'xyz'. There are: bed-1e3" xyz
# A later --program counts.
refused "no program '$work/none'" --program "$work/none" start
echo text >"$work/text"
refused "'$work/text' does not run, or is not scree" --program "$work/text" start
refused "is not scree" --program /bin/true start
refused "no folder can be made at '$work/text/x'" --work "$work/text/x" start
"$python" -B "$run" --program "$scree" --work "$work/work" --results "$work/text" start \
  >"$work/out" 2>&1
if [ $? -ne 2 ] || ! grep -qF "no folder can be made at '$work/text'" "$work/out"; then
  echo "--results at a file: not refused"
  failed=1
fi
exit $failed
