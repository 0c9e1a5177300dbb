# The layers of docs/architecture.md: a folder includes only folders that stand before it, and each
# library appears only in the layer that is made for it.
cd "$ROOT/src" || exit 1
order='base term smtlib engine oracle fuzz solve ir explore prove campaign reduce fuse race report api cli cc'
before=
bad=
for layer in $order; do
    before="$before $layer"
    [ -d "$layer" ] || continue
    allowed=$(echo $before | tr ' ' '|')
    found=$(grep -nE '^#include "[a-z0-9_]+/' "$layer"/*.[ch] /dev/null |
        grep -vE "#include \"($allowed)/|#include \"tandem/|^(ir|explore)/.*#include \"runtime/(abi.h|inline_kinds.h|reasons.def|origins.def)")
    [ -z "$found" ] || bad="$bad
$found"
done
for layer in */; do
    case " $order " in *" ${layer%/} "*) ;; *) bad="$bad
src/$layer is no layer" ;; esac
done
if [ -z "$bad" ]; then echo "ok layers"; else echo "not ok layers:$bad"; fi

leak=$(grep -rnE '#include *[<"](z3|sqlite3|hiredis|llvm-c|ffi)' . | grep -vE \
    '^\./(engine/.*z3|campaign/.*sqlite3|campaign/.*hiredis|(ir|fuzz)/.*llvm-c|oracle/.*ffi)')
if [ -z "$leak" ]; then echo "ok libraries"; else echo "not ok libraries: $leak"; fi
