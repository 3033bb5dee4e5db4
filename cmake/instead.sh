# A launcher of the compiler: runs CLANG in its place.
# usage: instead.sh CLANG COMPILER ARGUMENTS
clang=$1
shift 2
exec "$clang" "$@"
