# Headers: each compiles by itself, is guarded by its own path, and is part of the file in which the
# build compiles all of them together (scripts/headers).
# Once: it looks at sources only.
cd "$ROOT" || exit 1
headers=$(find include src runtime -name '*.h' | LC_ALL=C sort)
exceptions=$(sed -n "s/^exceptions='\(.*\)'$/\1/p" scripts/headers)

report() { # NAME FAULTS
    if [ -z "$2" ]; then echo "ok $1"; else echo "not ok $1: $2"; fi
}

alone= unguarded= left_out=
for header in $headers; do
    name=${header#src/}
    name=${name#include/}
    case " $exceptions " in *" $header "*) continue ;; esac
    guard=$(printf '%s' "TANDEM_${name#tandem/}" | tr 'a-z/.' 'A-Z__')
    grep -q "^#ifndef $guard\$" "$header" && grep -q "^#define $guard\$" "$header" ||
        unguarded="$unguarded $header ($guard)"
    grep -qxF "#include \"$name\"" "$BUILD/tests/all_headers.c" || left_out="$left_out $header"
    # Where its own source includes it before anything else, the build has shown it already.
    first=$(sed -n 's/^#include ["<]\(.*\)[">]$/\1/p;T;q' "${header%.h}.c" 2>/dev/null)
    [ "$first" = "$name" ] || alone="$alone $name"
done
report all_together "$left_out"
report guards "$unguarded"

llvm=$(sed -n 's/^#define TANDEM_CLANG_VERSION //p' "$BUILD/tandem_clang.h")
compile() { # FILE: prints what the compiler says
    "${CC:-cc}" -std=gnu17 -D_GNU_SOURCE -Wall -Wextra -Wno-unused-parameter -Werror -fsyntax-only \
        -Iinclude -Isrc -I. -I"$BUILD" -isystem "$("llvm-config-$llvm" --includedir)" -x c "$1" 2>&1
}
faults=
for name in $alone; do
    echo "#include \"$name\"" >"$SCRATCH/alone.c"
    faults="$faults$(compile "$SCRATCH/alone.c")"
done
report alone "$faults"
for header in $exceptions; do
    [ -f "$header" ] && echo "ok exception_$(basename "$header" .h)" ||
        echo "not ok exception: scripts/headers leaves out $header, which is not there"
done
