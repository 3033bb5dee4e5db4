#!/bin/sh
# usage: installed.sh BUILD SOURCE CMAKE: installs the build below a temporary prefix and builds examples/c/drop.c against it, by
# pkg-config and by find_package. Both programs must print the same eleven heights. The installed program finds its cases.
set -eu
build=$1 source=$2 cmake=$3
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$cmake" --install "$build" --prefix "$dir/prefix" >/dev/null

pc=$(dirname "$(find "$dir/prefix" -name scree.pc)")
# shellcheck disable=SC2046 # several words
cc -std=c17 -Wall -Wextra -Werror "$source/examples/c/drop.c" \
  $(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs scree) -o "$dir/drop"
"$dir/drop" >"$dir/one.txt"

cat >"$dir/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.20)
project(drop C)
find_package(scree REQUIRED)
add_executable(drop "$source/examples/c/drop.c")
target_link_libraries(drop PRIVATE scree::scree)
END
"$cmake" -S "$dir" -B "$dir/b" -DCMAKE_PREFIX_PATH="$dir/prefix" >/dev/null
"$cmake" --build "$dir/b" >/dev/null
"$dir/b/drop" >"$dir/two.txt"

cmp "$dir/one.txt" "$dir/two.txt"
[ "$(grep -c ' m$' "$dir/one.txt")" = 11 ]
head -1 "$dir/one.txt" | grep -q '^ 0.000 s   0.50000 m$'

# The cases are found from the program, through a link to it too, also where a folder `verify` without any lies in the way.
mkdir -p "$dir/empty/verify/other"
ln -s "$dir/prefix/bin/scree" "$dir/scree"
for program in "$dir/prefix/bin/scree" "$dir/scree"; do
  (cd "$dir/empty" && "$program" verify --list) >"$dir/list.txt"
  [ "$(wc -l <"$dir/list.txt")" = "$(find "$source/verify" -name about.md | wc -l)" ]
done
