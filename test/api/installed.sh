#!/bin/sh
# usage: installed.sh BUILD SOURCE CMAKE: installs the build below a temporary prefix and builds
# examples/c/drop.c against it, by pkg-config and by find_package. Both programs must print the same
# eleven heights. The installed program finds its cases.
set -eu
build=$1 source=$2 cmake=$3
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$cmake" --install "$build" --prefix "$dir/prefix" >/dev/null

pc=$(dirname "$(find "$dir/prefix" -name scree.pc)")
# shellcheck disable=SC2046 # several words
cc -std=c17 -Wall -Wextra -Werror "$source/examples/c/drop.c" \
  $(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs scree) -o "$dir/drop"
LD_LIBRARY_PATH=$(dirname "$pc") "$dir/drop" >"$dir/one.txt"

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

# The cases are found from the program, through a link to it too, and where a folder `verify`
# without any lies in the way.
mkdir -p "$dir/empty/verify/other"
ln -s "$dir/prefix/bin/scree" "$dir/scree"
for program in "$dir/prefix/bin/scree" "$dir/scree"; do
  (cd "$dir/empty" && "$program" verify --list) >"$dir/list.txt"
  [ "$(wc -l <"$dir/list.txt")" = "$(find "$source/verify" -name about.md | wc -l)" ]
done

# Documents, examples and licence are there, and the examples run from where they lie.
share=$dir/prefix/share
for file in doc/scree/README.md doc/scree/LICENSE doc/scree/CHANGELOG.md \
  doc/scree/docs/language.md doc/scree/docs/physics.md doc/scree/docs/verification.md \
  doc/scree/bench/README.md doc/scree/examples/bed.dat doc/scree/examples/c/drop.c \
  man/man1/scree.1 bash-completion/completions/scree zsh/site-functions/_scree; do
  [ -s "$share/$file" ] || { echo "$file is not installed"; exit 1; }
done
# Where a document links to, something lies.
documents=$share/doc/scree
for page in "$documents"/*.md "$documents"/docs/*.md "$documents"/examples/*.md; do
  grep -o '](\([^)#]*\)' "$page" | sed 's/^](//' | while IFS= read -r link; do
    case $link in '' | http*) continue ;; esac
    [ -e "$(dirname "$page")/$link" ] ||
      echo "$(basename "$page") links to $link, which is not installed"
  done
done >"$dir/links.txt"
[ ! -s "$dir/links.txt" ] || { cat "$dir/links.txt"; exit 1; }
"$dir/prefix/bin/scree" check "$share"/doc/scree/examples/*.*dat 2>"$dir/checked.txt" ||
  { cat "$dir/checked.txt"; exit 1; }

# The manual page names each subcommand and each option, and no others.
program=$dir/prefix/bin/scree
subs=$("$program" --help | sed -n 's/^  scree \([a-z]*\) .*/\1/p')
[ "$(echo "$subs" | wc -l)" -ge 6 ]
{
  "$program" --help
  for sub in $subs; do "$program" "$sub" --help; done
} | sed -n 's/^  \(--[a-z-]*\) .*/\1/p' | sort -u >"$dir/options.txt"
sed -n '/^\.SH OPTIONS/,/^\.SH SIGNALS/p' "$share/man/man1/scree.1" | sed 's/\\-/-/g' |
  sed -n 's/^\.BI* \(--[a-z-]*\).*/\1/p' | sort -u >"$dir/named.txt"
diff "$dir/options.txt" "$dir/named.txt"
for sub in $subs; do
  grep -qx "\.B scree $sub" "$share/man/man1/scree.1" ||
    { echo "the manual page lacks $sub"; exit 1; }
done

# Words are completed from what help says, where there is a bash.
if command -v bash >/dev/null; then
  [ "$(bash -c '. "$1/bash-completion/completions/scree"
    COMP_WORDS=("$2" ch) COMP_CWORD=1; _scree; echo "${COMPREPLY[@]}"
    COMP_WORDS=("$2" run --pro) COMP_CWORD=2; _scree; echo "${COMPREPLY[@]}"' \
    - "$share" "$program")" = 'check
--profile --progress' ] || { echo "words are not completed"; exit 1; }
fi

# A contact law outside of the tree: five lines of CMake, loaded by name. One of another version is
# refused, and so is what is no law.
"$cmake" -S "$share/doc/scree/plugins/example" -B "$dir/law" -DCMAKE_PREFIX_PATH="$dir/prefix" \
  >/dev/null
"$cmake" --build "$dir/law" >/dev/null
cp "$share/doc/scree/plugins/example/square.dat" "$dir/law"
scree=$dir/prefix/bin/scree
for isa in base avx2 avx512; do
  SCREE_ISA=$isa "$scree" --version >/dev/null 2>&1 || continue # not built, or not for this machine
  (cd "$dir/law" && SCREE_ISA=$isa "$scree" run --quiet square.dat) >"$dir/square.txt"
  [ "$(cat "$dir/square.txt")" = "1000 1000 10" ] || { cat "$dir/square.txt"; exit 1; }
done
"$scree" check "$dir/law/square.dat"
sed 's/SCREE_LAW_ABI, /SCREE_LAW_ABI + 1, /' "$dir/law/scree_law_square.c" >"$dir/other.c"
find "$dir/law/CMakeFiles" -name '*.o' ! -name 'scree_law_square*' -exec \
  cc -shared -fPIC -I"$dir/prefix/include" -I"$dir/prefix/include/scree/law" "$dir/other.c" \
  -o "$dir/law/older.so" {} +
cc -shared -fPIC -x c /dev/null -o "$dir/law/empty.so"
refused() { # file, why
  echo "program load '$1'" >"$dir/law/refused.dat"
  ! (cd "$dir/law" && "$scree" run refused.dat) 2>"$dir/refused.txt" || exit 1
  grep -q "$2" "$dir/refused.txt" || { cat "$dir/refused.txt"; exit 1; }
}
refused empty "it holds no contact law"
refused older "it was built for another scree"
