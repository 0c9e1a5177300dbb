# The examples of docs/oracles.md: each block is a formula and says its answer; and signatures from headers.
. "$ROOT/tests/frame.sh"

awk '/^```smt2$/ { n++; inside = 1; next } /^```$/ { inside = 0 } inside { gsub(/\\"/, "\"\""); print > ("example" n ".smt2") }' \
    "$ROOT/docs/oracles.md"
n=0
for file in example*.smt2; do
    n=$((n + 1))
    # shellcheck disable=SC2046
    run "$TANDEM" solve -q --allow-code --timeout 60 $(sed -n 's/^; OPTIONS //p' $file) $file
    is "${file%.smt2}" 0 "$(sed -n 's/^; ANSWER //p' $file)"
done
[ $n -ge 11 ] && pass all_examples || fail all_examples "$n examples"

cat >turn.h <<'END'
#include <stdint.h>
#include <stdbool.h>
typedef uint16_t angle;
enum way { LEFT, RIGHT };
struct place;
angle turn(angle from, enum way w);
bool same(const char *one, const unsigned char *two, float f);
void nothing(int x);
int takes(struct place *p);
int many(const char *format, ...);
END
cat >turn.c <<'END'
#include "turn.h"
angle turn(angle from, enum way w) { return w == LEFT ? from - 90 : from + 90; }
bool same(const char *one, const unsigned char *two, float f) { return one[0] == two[0] && f > 1; }
END
cat >turn.smt2 <<'END'
(declare-cb turn)
(declare-cb again :symbol "turn")
(declare-cb same)
(declare-const x (_ BitVec 16))
(declare-const s String)
(declare-const a (Array (_ BitVec 32) (_ BitVec 8)))
(assert (= (again (turn x #x00000001) #x00000001) #x00b4))
(assert (same s a ((_ to_fp 8 24) RNE 2.0)))
(assert (= (select a #x00000000) #x41))
(check-sat)
(get-value (x))
END
run "$TANDEM" solve -q --header turn.h --lib turn.c --timeout 60 turn.smt2
is header_file 0 "sat
((x #x0000))"
refused() { # NAME FUNCTION WORDS
    echo "(declare-cb $2)" >one.smt2
    run "$TANDEM" solve --header turn.h --lib turn.c one.smt2
    says "$1" 3 out "$3"
}
refused no_such_function missing "no header declares a function 'missing'"
refused no_result nothing "the result of 'nothing' has type 'void'"
refused pointer_to_struct takes "has type 'struct place \*'"
refused any_number many "any number of arguments"
refused no_name '|int x; int y|' "is no name of C"
echo '(declare-cb turn)' >one.smt2
run "$TANDEM" solve --lib turn.c one.smt2
says no_header 3 out 'give --header'
run "$TANDEM" solve --header not_there.h one.smt2
says header_missing 4 err "not_there.h"
echo '(check-sat)' >none.smt2
run "$TANDEM" solve --header not_there.h none.smt2
says header_missing_unused 4 err "not_there.h"
run "$TANDEM" solve -q --header stdlib.h -l no_such_library_here one.smt2
says library_missing 3 out error
