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
[ $n -ge 14 ] && pass all_examples || fail all_examples "$n examples"

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
# libc.so of the packages for development is a text for linkers: the library has a number
echo '(declare-cb toupper ((_ BitVec 32)) (_ BitVec 32)) (assert (= (toupper #x00000061) #x00000041)) (check-sat)' >upper.smt2
for name in c libc.so libc.so.6; do # all of them the same library
    run "$TANDEM" solve -l $name upper.smt2
    is "library_$name" 0 sat
done
run "$TANDEM" solve -l no_such_library_here upper.smt2
says library_tried 3 out 'neither libno_such_library_here.so nor libno_such_library_here.so.N is a shared object of /'
run "$TANDEM" solve -l missing.so upper.smt2
says library_missing_here 4 err 'missing.so: No such file'
# by its name, as where the system searches: what is there, first, then the newest number
mkdir folder
echo 'int one(int x) { return 1; }' >one.c
echo 'int one(int x) { return 2; }' >two.c
echo '(declare-cb one ((_ BitVec 32)) (_ BitVec 32)) (assert (= (one #x00000061) #x00000002)) (check-sat)' >two.smt2
cc -shared -fPIC one.c -o folder/libnumbered.so.9
cc -shared -fPIC two.c -o folder/libnumbered.so.10
echo 'INPUT(libnumbered.so.9)' >folder/libnumbered.so
LD_LIBRARY_PATH=$PWD/folder run "$TANDEM" solve -l numbered two.smt2
is library_newest 0 sat
cp folder/libnumbered.so.9 folder/libnumbered.so
LD_LIBRARY_PATH=$PWD/folder run "$TANDEM" solve -l numbered two.smt2
is library_plain 0 unsat
cp folder/libnumbered.so.10 folder/libnumbered-2.0.so.0 # names may have dots
LD_LIBRARY_PATH=$PWD/folder run "$TANDEM" solve -l numbered-2.0 two.smt2
is library_with_dots 0 sat

# C prototypes: what is refused, and why
cat >place.h <<'X'
#include <stdint.h>
struct place { int16_t x, y; };
struct place moved(const struct place *from, int16_t by);
X
cat >place.c <<'X'
#include "place.h"
struct place moved(const struct place *from, int16_t by) { return (struct place){(int16_t)(from->x + by), from->y}; }
X
cat >head.smt2 <<'X'
(declare-datatype Place ((place (x (_ BitVec 16)) (y (_ BitVec 16)))))
X
{
    cat head.smt2
    echo '(declare-cb moved (Place (_ BitVec 16)) Place :c "struct place moved(const struct place *, int16_t)")
(declare-const p Place)
(assert (= (moved p #x0007) (place #x0003 #x0002)))
(check-sat)
(get-value (p (x (moved p #x0001))))'
} >moved.smt2
run "$TANDEM" solve -q --allow-code --header place.h --lib place.c --timeout 60 moved.smt2
is struct_of_a_header 0 "sat
((p (place #xfffc #x0002))
 ((x (moved p #x0001)) #xfffd))"
run "$TANDEM" solve -q --header place.h --lib place.c --timeout 60 moved.smt2
says prototype_needs_permission 7 out 'allow-code'
unfit() { # NAME PROTOTYPE WORDS
    { cat head.smt2; echo "(declare-cb f (Place (_ BitVec 16)) Place :c \"$2\" ${4-})"; } >one.smt2
    run "$TANDEM" solve --allow-code --header place.h --lib place.c one.smt2
    says "$1" 3 out "$3"
}
unfit no_prototype "moved" 'is not of the form'
unfit too_few "struct place moved(struct place *)" 'takes 1 arguments of the formula, and there are 2'
unfit too_many_results "struct place moved(struct place *, int16_t) errno" 'does not compile'
unfit no_such_member "struct div_t moved(div_t *, int16_t)" 'does not compile'
unfit nowhere "struct place gone(struct place *, int16_t)" 'gone'
unfit with_library "struct place moved(struct place *, int16_t)" 'from --lib, :source or libc' ':lib "place.c"'
echo '(declare-datatype Two ((one (x Int)) (two (y Int))))(declare-cb f (Two) Int :c "int f(int)")' >one.smt2
run "$TANDEM" solve --allow-code one.smt2
says two_constructors 3 out 'no struct'

# A library without its header: the prototype says what a caller needs.
cat >bare.c <<'END2'
#include <stdint.h>
float scaled(float x, short by) { return x * by; }
int parts(const char *text, unsigned char first[2], double *rest)
{
    first[0] = text[0], first[1] = text[0] ? text[1] : 0;
    *rest = text[0] * 0.5;
    return 3;
}
END2
cat >bare.smt2 <<'END2'
(declare-datatype Pair ((pair (one (_ BitVec 8)) (two (_ BitVec 8)))))
(declare-datatype Parts ((parts-of (count (_ BitVec 32)) (begins Pair) (rest Float64))))
(declare-cb scaled (Float32 (_ BitVec 16)) Float32 :c "float scaled(float, short)")
(declare-cb parts (String) Parts :c "int parts(const char *, out unsigned char[2], out double *)")
(declare-const s String)
(declare-const k (_ BitVec 16))
(assert (= (begins (parts s)) (pair #x41 #x42)))
(assert (= (rest (parts s)) ((_ to_fp 11 53) RNE 32.5)))
(assert (= (scaled ((_ to_fp 8 24) RNE 0.5) k) ((_ to_fp 8 24) RNE 21.0)))
(check-sat)
(get-value (k))
END2
cc=$(command -v gcc || command -v cc)
"$cc" -shared -fPIC -o libbare.so bare.c
run "$TANDEM" solve -q --allow-code --lib ./libbare.so --timeout 60 bare.smt2
is no_header_needed 0 "sat
((k #x002a))"
echo '(declare-cb nowhere ((_ BitVec 32)) (_ BitVec 32) :c "int nowhere(int)")' >one.smt2
run "$TANDEM" solve --allow-code --lib ./libbare.so one.smt2
says nowhere_declared 3 out "nowhere"
run "$TANDEM" solve --lib ./libbare.so one.smt2
says prototype_refused 7 out 'the C text of :c'
