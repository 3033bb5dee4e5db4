#!/bin/sh
# usage: check_numbers.sh ROOT: the engine holds no answer of a published case, no path of a
# machine, and no name of a case.
set -eu
cd "$1"
bad=0
refuse() { # WHERE WHAT PATTERN
  # shellcheck disable=SC2086 # a list of folders
  if grep -rnEi --include='*.[ch]' --include='*.def' -e "$3" $1; then
    echo "that is $2"
    bad=1
  fi
}
# timestep, cycle counts, forces, stiffnesses, energies of the cases in examples/
refuse "src include" "a number of a published case" \
  '2\.84029|(^|[^0-9.])35208([^0-9]|$)|30116\.|5835\.07|8252\.03|9\.523809|654\.498|0\.0235*8'
refuse "src include" "a number of a published case" \
  '0\.04354|9\.9498|4\.271279|1\.383553|4\.33247724|11003\.64|21257\.41'
refuse "src include" "a property value of a published case" '(^|[^0-9.])1(\.0)?e\+?8([^0-9]|$)'
refuse "src include" "the name of a data file" 'burger2d|cmhertz|hzbb3d|hzbw3d|system-final'
refuse "src include" "a path of a machine" '"/(home|work|root|usr|opt|tmp|mnt)/'
[ $bad = 0 ] && echo "no number of a case, no path"
exit $bad
