#!/bin/sh
# bench/api_threads.sh [FOLDER]: contexts of the C API in several threads, under ThreadSanitizer. Builds the library and the test with it
# in FOLDER (build-tsan), which takes minutes, and runs the cases with threads.
set -eu
cd "$(dirname "$0")/.."
build=${1:-build-tsan}
[ -f "$build/build.ninja" ] || meson setup "$build" --buildtype=debugoptimized -Db_sanitize=thread -Db_lundef=false >/dev/null
ninja -C "$build" --quiet tests/test_api_threads
# Solvers are forked from a process with threads, and may start threads: ThreadSanitizer does not like that by itself.
TSAN_OPTIONS=die_after_fork=0:halt_on_error=1:exitcode=66 "$build/tests/test_api_threads"
