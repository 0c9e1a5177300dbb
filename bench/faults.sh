#!/bin/sh
# The n-th allocation, write, fork, mmap or fsync is refused, for every command and n up to 200: crashes, hangs,
# changed answers, processes left, stores that do not go on, findings lost. About half an hour on two cores.
#
#     bench/faults.sh [build [options of tests/faults/faults.py]]
set -eu
build=${1:-build}
[ $# = 0 ] || shift
exec "$(dirname "$0")/../tests/faults/faults.py" "$build" "$@"
