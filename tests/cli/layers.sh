# The layers of docs/architecture.md: a folder includes only folders that stand before it; each library
# appears only in the layer that is made for it; the trees that the documents show are the real one.
# Once: it looks at sources only.
cd "$ROOT" || exit 1
page=docs/architecture.md
order=$(sed -n '/^## Layers/,/^## /s/^    \([a-z ]*\)$/\1/p' "$page" | tr '\n' ' ')

report() { # NAME FAULTS
    if [ -z "$2" ]; then echo "ok $1"; else echo "not ok $1: $2"; fi
}

quoted() { grep -rnE '^#include "' "$@" /dev/null; }

before=
bad=
for layer in $order; do
    before="${before:+$before|}$layer"
    [ -d "src/$layer" ] || bad="$bad
$page names src/$layer, which is not there"
    found=$(quoted "src/$layer" | grep -vE "#include \"($before|tandem)/" |
        grep -vE '^src/(instrument|explore)/.*"runtime/(abi|inline_kinds)\.h"|^src/solver/coverage\.c.*"runtime/coverage/map\.h"|"runtime/(reasons|origins)\.def"')
    bad="$bad$found"
done
for layer in src/*/; do
    case " $order " in *" $(basename "$layer") "*) ;; *) bad="$bad
$layer is no layer of $page" ;; esac
done
report layers "$bad"

# The runtime is linked into other people's programs: it stands on libc alone.
report runtime "$(quoted runtime | grep -vE '#include "runtime/'
    grep -rnE '#include <(z3|sqlite3|libpq|llvm-c|ffi|gmp|mpfr)' runtime)"

report libraries "$(grep -rnE '#include *<(z3|sqlite3|libpq-fe|llvm-c/|ffi|gelf|libelf)' src | grep -vE \
    '^src/(engine/.*z3|instrument/elf_file\.c:|store/.*(sqlite3|libpq)|(llvm|fuzz/jit)/.*llvm-c|box/.*ffi)')"

# Folders with files, as the tree of the page has them: "    src/term/core    the bank …".
real=$(git ls-files src runtime 2>/dev/null | sed 's|/[^/]*$||' | LC_ALL=C sort -u)
if [ -z "$real" ]; then
    real=$(find src runtime -type f | sed 's|/[^/]*$||' | LC_ALL=C sort -u)
fi
shown=$(sed -nE 's/^    ((src|runtime)[a-z0-9_/]*)( .*|$)/\1/p' "$page" | LC_ALL=C sort -u)
printf '%s\n' "$real" >"$SCRATCH/real"
printf '%s\n' "$shown" >"$SCRATCH/shown"
report tree "$(diff "$SCRATCH/real" "$SCRATCH/shown")"

shown=$(sed -nE 's/^    (src\/[a-z]+)( .*|$)/\1/p' README.md | LC_ALL=C sort -u)
real=$(printf '%s\n' "$real" | sed -nE 's|^(src/[a-z]+).*|\1|p' | LC_ALL=C sort -u)
[ "$shown" = "$real" ] && echo "ok tree_of_readme" || echo "not ok tree_of_readme: $shown"

# Nobody finds anything in a folder of a hundred files.
crowded=
for folder in $(find src runtime -type d); do
    files=$(find "$folder" -maxdepth 1 -type f | wc -l)
    [ "$files" -le 32 ] || crowded="$crowded $folder ($files)"
done
report rooms "$crowded"
