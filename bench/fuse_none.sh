#!/bin/sh
# bench/fuse_none.sh TANDEM SEEDS [COUNT]: formulas per CPU second of a whole campaign without solvers, all
# processes counted: reading the seeds, making, printing, and recording formulas. Models are looked for before.
set -eu
tandem=$1 seeds=$2 count=${3:-40000}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM
"$tandem" fuse --seed 0 -q --solver none --count 1 -o "$folder/a" "$seeds" >/dev/null
mkdir "$folder/b"
cp "$folder/a/models.cache" "$folder/b"
python3 - "$tandem" "$seeds" "$count" "$folder/b" <<'PY'
import resource, subprocess, sys
tandem, seeds, count, folder = sys.argv[1:]
subprocess.run([tandem, "fuse", "--seed", "0", "-q", "--solver", "none", "--count", count, "-o", folder, seeds], check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{int(count) / (used.ru_utime + used.ru_stime):.0f} formulas per CPU second")
PY
