#!/bin/sh
# The kernels and laws compile for processors with NEON (64-bit ARM), in 2D and 3D. Nothing is run,
# and no C library of that machine is needed: tools/neon has the little that is used of it.
# usage: check_neon.sh CLANG DIR SOURCE...
set -u
[ $# -gt 2 ] || { echo "usage: $0 CLANG DIR SOURCE..." >&2; exit 2; }
clang=$1
cd "$2" || exit 2
shift 2
failed=0
for dim in 2 3; do
  for source in "$@"; do
    "$clang" --target=aarch64-linux-gnu -std=c17 -O1 -ffreestanding -nostdlibinc \
      -isystem tools/neon -Iinclude -Isrc -DSCR_KERNEL=1 -DSCR_DIM=$dim -DSCR_ISA=base -DNDEBUG \
      -ffp-contract=off -fopenmp-simd -Wall -Wextra -Werror -Wno-pass-failed \
      -c -o /dev/null "$source" ||
      { echo "$source does not compile for NEON in ${dim}D" >&2; failed=1; }
  done
done
exit $failed
