#!/bin/sh
# usage: coverage.sh BUILD: lines reached in each source file and each floor, branches reached in
# the contact laws, and whether that meets the goals.
# A file that is compiled several times (kernels, laws, headers) counts a line as reached when any
# of its copies was. It counts a branch as reached when a copy with as many branches in that line
# reached it: 2D and 3D may differ, instruction sets do not.
set -eu
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
find "$build" -name '*.gcda' -path '*/CMakeFiles/libscree.dir/*' \
  -o -name '*.gcda' -path '*/CMakeFiles/kernel_*' \
  -o -name '*.gcda' -path '*/CMakeFiles/scree.dir/*' |
  while read -r data; do
    case $data in
      */src/model/*) branches='-b -c' ;;
      *) branches= ;;
    esac
    # shellcheck disable=SC2086 # no word, or two
    (cd "$build" && gcov $branches -t -o "$(dirname "$data")" "$data" 2>/dev/null)
  done |
  awk -F: -v root="$root/" '
    function floor_of(f) { sub(/\/[^\/]*$/, "", f); return f }
    function end_of_line(i, key) { # the branches that gcov showed after a line
      for (i = 0; i < nbranch; i++) {
        key = file SUBSEP at SUBSEP nbranch SUBSEP i
        if (!(key in taken)) { taken[key] = 0; branches[file]++ }
        if (reached[i]) taken[key] = 1
      }
      nbranch = 0
    }
    function percent(hit, all) { return all ? 100 * hit / all : 100 }
    function row(hit, all, what) {
      return sprintf("%6.1f %%  %5d of %5d  %s", percent(hit, all), hit, all, what)
    }
    function goal(hit, all, want, what) {
      printf "goal %3d %% %s: %.1f %%, %s\n", want, what, percent(hit, all),
        (100 * hit >= want * all ? "reached" : "missed")
    }
    /^branch / { if (keep) reached[nbranch++] = $0 ~ /taken [1-9]/; next }
    /^(call|unconditional|function) / { next }
    { end_of_line() }
    $2 + 0 == 0 && $3 == "Source" {
      file = substr($0, index($0, "Source:") + 7)
      keep = index(file, root "src/") == 1
      file = substr(file, length(root) + 1)
      next
    }
    !keep || $2 + 0 == 0 { next }
    { at = $2 + 0; count = $1; gsub(/ /, "", count) }
    count == "-" { next }
    { key = file SUBSEP at
      if (!(key in seen)) { seen[key] = 0; lines[file]++ }
      if (count !~ /^[#=]/ && !seen[key]) { seen[key] = 1; hit[file]++ } }
    END {
      end_of_line()
      for (f in lines) {
        print row(hit[f], lines[f], f) | "sort -k6"
        dir = floor_of(f)
        floor_lines[dir] += lines[f]; floor_hit[dir] += hit[f]
        a += lines[f]; h += hit[f]
      }
      close("sort -k6")
      for (dir in floor_lines)
        print row(floor_hit[dir], floor_lines[dir], "lines of " dir) | "sort -k8"
      close("sort -k8")
      print row(h, a, "lines of src")
      for (key in taken) {
        split(key, part, SUBSEP)
        if (floor_of(part[1]) != "src/model") continue
        b++
        if (taken[key]) { bh++; continue }
        printf "branch %d of %d not reached: %s:%d\n",
          part[4] + 1, part[3], part[1], part[2] | "sort -k7"
      }
      close("sort -k7")
      print row(bh, b, "branches of src/model")
      goal(floor_hit["src/cmd"], floor_lines["src/cmd"], 95,
        "lines of the parser and the commands, src/cmd")
      goal(floor_hit["src/script"], floor_lines["src/script"], 95, "lines of FISH, src/script")
      goal(bh, b, 100, "branches of the contact laws, src/model")
    }'
