#!/bin/sh
# ./dev setup waits for a package manager that is busy, and only then. usage: setup.sh ROOT
set -u
[ $# -eq 1 ] || { echo "usage: $0 ROOT" >&2; exit 2; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
stub() { printf '#!/bin/sh\n%s\n' "$2" >"$work/$1" && chmod +x "$work/$1"; }
stub dpkg 'exit 1'
stub id 'echo 0'
stub sleep "echo slept >>$work/slept"
# shellcheck disable=SC2016 # the stub's own variables
stub apt-get 'echo "$*" >>'"$work"'/asked
case $* in
*update*)
  [ -f '"$work"'/broken ] && { echo "E: no network"; exit 100; }
  [ "$(wc -l <'"$work"'/asked)" -ge 3 ] || {
    echo "E: Could not get lock /var/lib/apt/lists/lock."
    exit 100
  }
  ;;
esac'
failed=0
complain() { echo "$1"; failed=1; }
PATH="$work:$PATH" sh "$1/dev" setup >"$work/out" 2>&1 || complain "setup fails: $(cat "$work/out")"
[ "$(wc -l <"$work/slept")" -eq 2 ] || complain "it does not wait twice"
tail -n 1 "$work/asked" | grep -q 'DPkg::Lock::Timeout=600 install .*libcmocka-dev' ||
  complain "it does not install: $(tail -n 1 "$work/asked")"
touch "$work/broken"
rm "$work/slept"
if PATH="$work:$PATH" sh "$1/dev" setup >"$work/out" 2>&1; then
  complain "another error is not told"
fi
if [ -f "$work/slept" ]; then complain "it waits for what no time mends"; fi
exit $failed
