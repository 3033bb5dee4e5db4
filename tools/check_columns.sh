#!/bin/sh
# usage: check_columns.sh ROOT: lines of sources, scripts and Markdown have 100 characters at most
# (CONTRIBUTING.md). Free are, in Markdown, rows of tables, pictures and quoted output; data files;
# results of the bench, which are not kept. An example has 80 lines at most.
set -eu
cd "$1"
LC_ALL=C
export LC_ALL
# shellcheck disable=SC2016 # the program is one for awk
find dev CMakeLists.txt ./*.md cmake docs examples include src test tools verify bench -type f \
  \( -name '*.[ch]' -o -name '*.def' -o -name '*.sh' -o -name '*.py' -o -name '*.cmake' \
  -o -name '*.md' -o -name dev -o -name CMakeLists.txt \) ! -path 'bench/results/*' |
  sort | xargs awk '
  FNR == 1 { quoted = 0; seen++ }
  FILENAME ~ /\.md$/ && /^```/ { quoted = !quoted }
  FILENAME ~ /\.md$/ && (quoted || /^(\||!\[|    )/) { next }
  {
    line = $0
    gsub(/[\200-\277]/, "", line) # the further bytes of a character
    if (length(line) > 100) { print FILENAME ":" FNR ": " length(line) " characters"; bad++ }
  }
  END {
    if (bad || !seen) { print bad + 0 " lines are too long"; exit 1 }
    print seen " files, no line too long"
  }'
# shellcheck disable=SC2016 # the program is one for awk
find examples -type f \( -name '*dat' -o -name '*fis' \) | sort | xargs awk '
  FNR == 81 { print FILENAME ": more than 80 lines"; bad++ }
  END { exit bad > 0 }'
