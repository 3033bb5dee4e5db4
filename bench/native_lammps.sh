#!/bin/bash
# Builds LAMMPS for this processor (-O3 -march=native, MPI) from Debian's source package, once, and
# prints where the program is:
#     LMP=$(bench/native_lammps.sh) ./dev bench bed-1e4
# Debian's own program is made for every x86-64 processor, and takes 1.2 to 1.3 times as long. Some
# minutes; 200 MB under build/bench. Lists of source packages are kept there, so that the system's
# stay as they are.
set -euo pipefail

home="$(cd "$(dirname "$0")/.." && pwd)/build/bench/lammps"
if [ -x "$home/lmp" ]; then
  echo "$home/lmp"
  exit
fi
command -v mpicxx >/dev/null ||
  { echo "native_lammps.sh: mpicxx is missing (Debian: libopenmpi-dev)" >&2 && exit 1; }

rm -rf "$home" && mkdir -p "$home/lists/partial" "$home/cache" "$home/sources"
shopt -s nullglob # any of these may be missing
sed -n 's/^deb /deb-src /p' /etc/apt/sources.list{,.d/*.list} \
  >"$home/sources/all.list" 2>/dev/null || true
sed 's/^Types:.*/Types: deb-src/' /etc/apt/sources.list.d/*.sources \
  </dev/null >"$home/sources/all.sources"
apt=(apt-get -q -o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$home/sources"
  -o "Dir::State::Lists=$home/lists" -o "Dir::Cache=$home/cache" -o APT::Sandbox::User=root)
{
  "${apt[@]}" update && cd "$home" && "${apt[@]}" --download-only source lammps &&
    mkdir source && tar -xf lammps_*.orig.tar.* --strip-components=1 -C source &&
    cd source/src && make yes-GRANULAR &&
    make -j "$(nproc)" mpi CCFLAGS="-O3 -march=native -std=c++11" LINKFLAGS="-O3 -march=native"
} >"$home/build.log" 2>&1 ||
  { echo "native_lammps.sh: failed; $home/build.log says why" >&2 && exit 1; }
mv lmp_mpi "$home/lmp"
rm -rf "$home/source" "$home/lists" "$home/cache"
echo "$home/lmp"
