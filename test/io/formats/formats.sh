#!/bin/sh
# Files for other programs hold what FISH tells of the model, in 2D and 3D.
# usage: formats.sh SCREE own|vtk|h5py|lammps: read by short readers beside it, VTK, h5py, LAMMPS.
# Status 77: that program is not there.
set -eu
[ $# -eq 2 ] || { echo "usage: $0 SCREE own|vtk|h5py|lammps" >&2; exit 2; }
case $1 in /*) scree=$1 ;; *) scree=$PWD/$1 ;; esac
mode=$2
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

skip() { echo "skipped: $1"; exit 77; }

# The first Python that has the module.
python=
for p in python3 /usr/bin/python3; do
  case $mode in
    own | lammps) module=sys ;;
    *) module=$mode ;;
  esac
  "$p" -c "import $module" 2>/dev/null && { python=$p; break; }
done
[ -n "$python" ] || skip "no Python with $mode"
[ "$mode" != lammps ] || command -v lmp >/dev/null || skip "no lmp"
hdf5=
if "$scree" --version | grep -q 'optional parts:.*hdf5'; then
  hdf5=hdf.dat
  echo "model results export 'last.vtkhdf'" >hdf.dat
elif [ "$mode" = h5py ]; then
  skip "this scree was built without hdf5"
fi

# LAMMPS finds the balls, as many neighbours that touch as there are contacts that overlap, and the
# frames of the dump.
lammps() { # FOLDER DIMENSION SIDES COLUMNS
  cd "$1"
  cat >in.lmp <<END
units si
atom_style sphere
dimension $2
boundary $3
newton off
comm_modify vel yes
read_data last.data
pair_style gran/hooke 1e5 NULL 0 NULL 0.5 0
pair_coeff * *
neighbor 0.001 bin
compute each all contact/atom
compute all all reduce sum c_each
thermo_style custom step atoms c_all
thermo_modify format float %.15g
run 0
rerun last.dump dump $4
END
  lmp -in in.lmp -log log.lmp -screen none >/dev/null 2>&1 || { tail -5 log.lmp; exit 1; }
  balls=$(grep -c '^ball|' told)
  touch=$(awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    $at["type"] == "ball-ball" && $at["gap (m)"] < 0 { n++ } END { print 2*n }' last-contacts.csv)
  for step in 0 30; do
    awk -v step=$step -v balls="$balls" -v touch="$touch" '
      NF == 3 && $1 == step && $2 == balls && $3 == touch && touch > 100 { found = 1 }
      END { exit !found }' log.lmp ||
      { echo "LAMMPS: no line '$step $balls $touch'"; grep -A2 '^ *Step' log.lmp; exit 1; }
  done
  echo "$balls balls, $touch neighbours that touch"
  cd ..
}

for dim in 2 3; do
  "$scree" run --quiet --dim $dim --out $dim "$here/model.dat" $hdf5 >told
  mv told $dim/told
  case $mode in
    lammps) if [ $dim = 2 ]; then lammps 2 2 "p f p" "x y vx vy"
      else lammps 3 3 "p f f" "x y z vx vy vz"; fi ;;
    *) "$python" "$here/check.py" $dim $dim/told "$mode" ;;
  esac
done
