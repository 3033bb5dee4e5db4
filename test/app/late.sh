#!/bin/sh
# usage: late.sh PROGRAM: the program starts with the libraries that each run needs; cairo is loaded
# with the first figure that needs it, and where it cannot be, SVG is drawn still and a message says
# what is missing. Without zlib .vtp files are not packed, without HDF5 there are no .vtkhdf files.
set -eu
program=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
readelf -d "$program" | grep NEEDED >needed.txt
if grep -E 'cairo|hwloc|edit|libz|hdf5' needed.txt; then exit 1; fi
[ "$(wc -l <needed.txt)" -le 4 ] # SLEEF, libm, libc, and libdl of an older libc

cat >figure.dat <<END
model new
table '1' add (0 1) (1 2)
table plot '1' file 'one.svg'
table plot '1' file 'two.png'
END
if "$program" --version | grep -q 'optional parts:.*cairo'; then
  "$program" run figure.dat
  [ -s two.png ]
fi
rm -f ./*.svg ./*.png
mkdir empty
for file in cairo.so.2 hwloc.so.15 edit.so.2 z.so.1 hdf5_serial.so.103; do
  : >"empty/lib$file" # what no loader takes
done
LD_LIBRARY_PATH=$dir/empty "$program" run figure.dat >out.txt 2>&1 && exit 1
[ -s one.svg ]
[ ! -e two.png ]
# A picture of the model is written without letters then.
cat >model.dat <<END
model new
model domain extent -1 1
ball create radius 0.4
plot create 'p'
plot item create ball
plot item create axes
plot export bitmap
END
"$program" run model.dat 2>err.txt
grep -v 'warning\|^ \|scree:' err.txt && exit 1
[ -s p.png ]
LD_LIBRARY_PATH=$dir/empty "$program" run model.dat 2>err.txt
grep -q "model.dat:7:.*the picture has no letters" err.txt
[ -s p.png ]
if "$program" --version | grep -q 'optional parts:.*cairo'; then
  grep -q "figure.dat:4:.*cairo, which draws '.png', cannot be loaded" out.txt
else
  grep -q "figure.dat:4:.*built without cairo" out.txt
fi

cat >files.dat <<END
model domain extent -1 1
ball create radius 0.1
ball results export 'one.vtp'
ball delete
ball import 'one.vtp'
[io.out(string.build('%1 balls', ball.num))]
END
sed 's/one/two/; s/vtp/vtkhdf/; /import/d' files.dat >hdf.dat
"$program" run --quiet files.dat | grep -q '^1 balls'
mv one.vtp packed.vtp
LD_LIBRARY_PATH=$dir/empty "$program" run --quiet files.dat | grep -q '^1 balls'
if grep -aq compressor one.vtp; then exit 1; fi
if "$program" --version | grep -q 'optional parts:.*zlib'; then
  grep -aq compressor packed.vtp
  cp packed.vtp one.vtp
  sed '/export/d' files.dat >read.dat
  LD_LIBRARY_PATH=$dir/empty "$program" run read.dat >out.txt 2>&1 && exit 1
  grep -q "read.dat:4:.*it is packed, and this scree has no zlib" out.txt
fi
LD_LIBRARY_PATH=$dir/empty "$program" run hdf.dat >out.txt 2>&1 && exit 1
if "$program" --version | grep -q 'optional parts:.*hdf5'; then
  grep -q "hdf.dat:3:.*hdf5, which writes '.vtkhdf', cannot be loaded" out.txt
  "$program" run --quiet hdf.dat >/dev/null
  [ -s two.vtkhdf ]
else
  grep -q "hdf.dat:3:.*built without hdf5, which writes '.vtkhdf'" out.txt
fi
