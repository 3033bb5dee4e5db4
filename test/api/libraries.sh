#!/bin/sh
# usage: libraries.sh BUILD SOURCE CMAKE SHARED: installs the build and builds test/api/hash.c
# against it by pkg-config and by find_package, with the static library and, where SHARED is ON,
# with the shared one. All programs must print the same hash, and the shared library must show what
# the public headers declare, no more.
set -eu
build=$1 source=$2 cmake=$3 shared=$4
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$cmake" --install "$build" --prefix "$dir/prefix" >/dev/null
lib=$(dirname "$(find "$dir/prefix" -name libscree.a)")

# Another place than the one installed to, so that nothing is found by a path that was configured.
mv "$dir/prefix" "$dir/moved"
lib=$dir/moved${lib#"$dir/prefix"}
compile() { # MODULE PROGRAM
  # shellcheck disable=SC2046 # several words
  cc -std=c17 -Wall -Wextra -Werror "$source/test/api/hash.c" \
    $(PKG_CONFIG_PATH=$lib/pkgconfig pkg-config --cflags --libs "$1") -o "$2"
}
compile scree-static "$dir/static"
compile scree "$dir/found"
cat >"$dir/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.20)
project(hash C)
find_package(scree REQUIRED)
foreach(kind static scree)
  add_executable(by_\${kind} "$source/test/api/hash.c")
  target_link_libraries(by_\${kind} PRIVATE scree::\${kind})
endforeach()
END
"$cmake" -S "$dir" -B "$dir/b" -DCMAKE_PREFIX_PATH="$dir/moved" >/dev/null
"$cmake" --build "$dir/b" >/dev/null

"$dir/static" >"$dir/expected.txt"
cat "$dir/expected.txt"
grep -Eq ' [0-9a-f]{32} after 2000 cycles, [1-9][0-9]* contacts$' "$dir/expected.txt"
same() { # PROGRAM...
  "$@" >"$dir/got.txt"
  diff "$dir/expected.txt" "$dir/got.txt"
}
same env LD_LIBRARY_PATH="$lib" "$dir/found"
same "$dir/b/by_static"
same "$dir/b/by_scree"
needs() { objdump -p "$1" | sed -n 's/^ *NEEDED *\(libscree.*\)/\1/p'; }
for program in "$dir/static" "$dir/b/by_static" "$dir/moved/bin/scree"; do
  [ -z "$(needs "$program")" ] || { echo "$program needs the shared library"; exit 1; }
done
if [ "$shared" != ON ]; then
  [ -z "$(find "$lib" -name 'libscree.so*')" ]
  exit 0
fi

# The file, its name for the loader, and the links.
version=$(PKG_CONFIG_PATH=$lib/pkgconfig pkg-config --modversion scree)
soname=libscree.so.${version%.*}
[ -f "$lib/libscree.so.$version" ]
[ ! -L "$lib/libscree.so.$version" ]
[ "$(readlink "$lib/$soname")" = "libscree.so.$version" ]
[ "$(readlink "$lib/libscree.so")" = "$soname" ]
for program in "$dir/found" "$dir/b/by_scree"; do
  [ "$(needs "$program")" = "$soname" ] || { echo "$program does not need $soname"; exit 1; }
done

# What it shows: the functions of the public headers.
nm -D --defined-only "$lib/libscree.so" | awk '{ print $3 }' | sort >"$dir/shown.txt"
include=$dir/moved/include
for header in "$include"/scree/*.h; do cc -std=c17 -I"$include" -E -P "$header"; done |
  grep -Eo '\<(scree|scr)_[a-z0-9_]+\(' | tr -d '(' | sort -u >"$dir/declared.txt"
[ "$(wc -l <"$dir/declared.txt")" -ge 20 ]
diff "$dir/declared.txt" "$dir/shown.txt"
