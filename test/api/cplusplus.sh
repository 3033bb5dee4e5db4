#!/bin/sh
# usage: cplusplus.sh CXX SOURCE: the installed headers in C++, from its oldest usual form on,
# without a warning.
set -eu
cxx=$1 source=$2
for standard in c++11 c++17 c++20; do
  "$cxx" -std=$standard -Wall -Wextra -Werror -pedantic-errors -fsyntax-only -I"$source/include" \
    "$source/test/api/cplusplus.cc"
done
