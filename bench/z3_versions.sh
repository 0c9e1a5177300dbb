#!/bin/sh
# A folder of Z3's releases, for `tandem fuse --bisect FINDING --versions FOLDER`: npm's package z3-solver, whose
# versions are installed below FOLDER/.npm (30 to 40 MB each), and a program z3-VERSION for each.
#
#     bench/z3_versions.sh FOLDER VERSION...
set -eu
[ $# -ge 2 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0"; exit 2; }
here=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
shift
for version; do
    place=$folder/.npm/$version
    if [ ! -d "$place/node_modules/z3-solver" ]; then
        mkdir -p "$place"
        npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$place" "z3-solver@$version" || continue
    fi
    printf '#!/bin/sh\nexec node "%s/solvers/z3-npm.js" --module "%s/node_modules/z3-solver" "$@"\n' \
        "$here" "$place" >"$folder/z3-$version"
    chmod +x "$folder/z3-$version"
done
