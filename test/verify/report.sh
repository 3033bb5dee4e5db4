#!/bin/sh
# The whole report of a small suite, byte for byte: what scree verify prints, its table, its texts,
# its page and figures. Cases of the folder `cases` beside WANT hold rows of each kind, orders of
# two studies, figures, and runs that fail.
# usage: report.sh SCREE FOLDER [renew]: FOLDER holds cases and want; renew writes want.
set -u
[ $# -ge 2 ] || { echo "usage: $0 SCREE FOLDER [renew]" >&2; exit 2; }
case $1 in /*) scree=$1 ;; *) scree=$PWD/$1 ;; esac
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$2" || exit 2

"$scree" verify --cases cases --out "$work/got" --threads 1 >"$work/said" 2>&1
echo "status $?" >>"$work/said"
sed -e "s|file://.*$work/got|OUT|" -e "s|$work/got|OUT|g" -e 's/[0-9.]* s$/TIME s/' \
  "$work/said" >"$work/got/said"
# what differs from one machine to another, and the style of the page
sed -e '/^<style>/,/^<\/style>/d' \
  -e 's|<dt>scree</dt>.*<dt>threads</dt>|<dt>threads</dt>|' "$work/got/report.html" >"$work/page"
mv "$work/page" "$work/got/report.html"
if [ "${3:-}" = renew ]; then
  rm -rf want && cp -r "$work/got" want
fi
diff -r want "$work/got" && echo "as expected"
