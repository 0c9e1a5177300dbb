# Constraints as C programs, and external fuzzers on them.
# Once: nearly all of it is the time of other fuzzers.
# Waits: for these to begin and to end.
. "$ROOT/tests/frame.sh"
export TMPDIR="$SCRATCH/tmp"
mkdir "$TMPDIR"

cat >boxes.c <<'END'
#include <stdint.h>
uint32_t f(uint32_t a, uint32_t b) { return a * b; }
uint8_t half(uint8_t x) { return x % 2 ? *(volatile uint8_t *)0 : x / 2; }
END
cat >query.smt2 <<'END'
(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))
(declare-const z (_ BitVec 32))
(declare-cb f ((_ BitVec 32) (_ BitVec 32)) (_ BitVec 32))
(assert (= z (f x y)))
(assert (bvugt x y))
(assert (bvugt z (_ bv255 32)))
(assert (bvult z (_ bv65536 32)))
(check-sat)
END

# left_nothing NAME: no scratch folder and no fuzzer is left, after a moment.
left_nothing() {
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        [ -z "$(ls -A "$TMPDIR")" ] && ! pgrep -f "$TMPDIR" >/dev/null && pass "$1" && return
        sleep 0.5
    done
    fail "$1" "left behind: $(ls "$TMPDIR") $(pgrep -fa "$TMPDIR")"
}

# ---- the text
run "$TANDEM" solve --lib boxes.c --no-classes --mode cdfl --emit-c program.c query.smt2
is emit_answers 0 sat
grep -q 'if (z == f(x, y))' program.c && pass emit_step || fail emit_step "no call"
run "$TANDEM" solve --lib boxes.c --no-classes --mode cdfl --emit-c 'p%.c' query.smt2
grep -A4 'if (z == f(x, y))' p0.c >out
is emit_ladder 0 '    if (z == f(x, y))
        if (x > y)
            if (z > 255)
                if (z < 65536)
                    FOUND();'
if [ -e p0.c ] && [ -e p1.c ]; then pass emit_numbers; else fail emit_numbers "no p0.c or p1.c"; fi
run "$TANDEM" solve --lib boxes.c --emit-c no/such/folder.c query.smt2
says emit_unwritable 4 err 'cannot write no/such/folder.c: No such file'
cat >own.txt <<'END'
; how it is written in C
#define PRODUCT(x, y) ((uint32_t)((x) * (y)))
bvmul PRODUCT(@0, @1)
END
cat >own.smt2 <<'END'
(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))
(assert (= (bvmul x y) #x000000ff))
(check-sat)
END
run "$TANDEM" solve --emit-c own.c --operators own.txt own.smt2
grep -c 'PRODUCT(x, y)' own.c >out
is operators_of_the_user 0 2
echo 'bvmul PRODUCT(@0, @2)' >bad.txt
run "$TANDEM" solve --emit-c own.c --operators bad.txt own.smt2
says operators_too_many 4 err 'more arguments than it has'
run "$TANDEM" solve --emit-c own.c --operators no/such/file own.smt2
says operators_missing 4 err 'no/such/file: No such file'
cat >text.smt2 <<'END'
(declare-const s String)
(assert (str.in_re s (re.* (str.to_re "a"))))
(check-sat)
END
run "$TANDEM" solve --emit-c text.c text.smt2
says emit_declined 4 err 'text.c is not written: sort RegLan has no C form'

if command -v clang-19 >/dev/null; then
    run clang-19 -std=gnu17 -O1 -Wall -Wextra -Werror -DREPLAY p0.c boxes.c -o replay -lm
    is emit_compiles 0 ''
    # z, x, y: 256 = 256 * 1 is a model, 0 = 0 * 0 is none
    printf '\000\001\000\000\000\001\000\000\001\000\000\000' >model
    printf '\000\000\000\000\000\000\000\000\000\000\000\000' >other
    ./replay <model >out 2>err
    [ $? -ge 128 ] && pass emit_replays_a_model || fail emit_replays_a_model "no abort"
    ./replay <other >out 2>err && pass emit_replays_another || fail emit_replays_another "abort"
else
    echo "skip emit_compiles: no clang-19"
fi

# ---- the fuzzers
cat >crash.smt2 <<'END'
(declare-const x (_ BitVec 8))
(declare-cb half ((_ BitVec 8)) (_ BitVec 8))
(assert (= (half x) #x2a))
(check-sat)
END
cat >hopeless.smt2 <<'END'
(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))
(declare-cb f ((_ BitVec 32) (_ BitVec 32)) (_ BitVec 32))
(assert (= (bvand (f x y) #x00000003) (bvadd (f y x) #x00000001)))
(assert (= (f x y) (f y x)))
(check-sat)
END
try() { # FUZZER NAME
    run "$TANDEM" solve --lib boxes.c --sandbox off --fuzzer "$1" --mode cdfl --timeout 60 query.smt2
    is "$2_solves" 0 sat
    left_nothing "$2_leaves_nothing"
    run "$TANDEM" solve --lib boxes.c --sandbox off --fuzzer "$1" --mode fuzz --timeout 60 crash.smt2
    is "$2_survives_crashes" 0 sat
    run "$TANDEM" solve --lib boxes.c --sandbox off --fuzzer "$1" --mode fuzz --timeout 1.5 hopeless.smt2
    says "$2_ends_in_time" 6 out unknown
    left_nothing "$2_leaves_nothing_after_the_limit"
    "$TANDEM" solve --lib boxes.c --sandbox off --fuzzer "$1" --mode fuzz hopeless.smt2 >out 2>err &
    sleep 1
    kill -INT $!
    code=0
    wait $! || code=$?
    says "$2_is_interrupted" 130 out unknown
    left_nothing "$2_leaves_nothing_after_an_interrupt"
    "$TANDEM" solve --lib boxes.c --sandbox off --fuzzer "$1" --mode fuzz hopeless.smt2 >out 2>err &
    sleep 1
    kill -KILL $!
    wait $! 2>err
    left_nothing "$2_leaves_nothing_when_killed"
}
if command -v clang-19 >/dev/null; then try libfuzzer libfuzzer; else echo "skip libfuzzer: no clang-19"; fi
if command -v afl-fuzz >/dev/null; then try afl++ afl; else echo "skip afl: no afl-fuzz"; fi

# a user's C for operators: what it finds is judged by what the operators mean
cat >times.smt2 <<'END'
(declare-const x (_ BitVec 32))
(declare-cb f ((_ BitVec 32) (_ BitVec 32)) (_ BitVec 32))
(assert (= (bvurem x #x00000064) #x0000002a))
(assert (bvugt (f x #x00000003) #x00000100))
(check-sat)
END
echo 'bvurem ((@0) % (@1))' >true.txt
echo 'bvurem ((@0) == 700u ? 42u : 0u)' >lie.txt
if command -v clang-19 >/dev/null; then
    run "$TANDEM" solve --lib boxes.c --sandbox off --fuzzer libfuzzer --operators true.txt --mode fuzz --timeout 60 times.smt2
    is operators_for_libfuzzer 0 sat
    run "$TANDEM" solve --lib boxes.c --sandbox off --fuzzer libfuzzer --operators lie.txt --mode fuzz --timeout 3 times.smt2
    says operators_that_lie 6 out unknown
fi

mkdir bin
for tool in cc as ld sh env; do ln -s "$(command -v $tool)" bin/$tool; done
run env PATH="$SCRATCH/bin" "$TANDEM" solve --lib boxes.c --sandbox off --fuzzer libfuzzer --mode fuzz --timeout 20 query.smt2
says libfuzzer_missing 5 err 'libFuzzer needs clang'
run env PATH="$SCRATCH/bin" "$TANDEM" solve --lib boxes.c --sandbox off --fuzzer afl++ --mode fuzz --timeout 20 query.smt2
says afl_missing 5 err 'AFL++ needs afl-clang-fast'
run "$TANDEM" solve --lib boxes.c --fuzzer afl++ --sandbox query.smt2
says no_sandbox_elsewhere 7 err 'sandbox'
run "$TANDEM" solve --lib boxes.c --fuzzer honggfuzz query.smt2
says unknown_fuzzer 2 err 'libfuzzer'

# ---- buffers and strings
cat >more.c <<'END'
#include <stdint.h>
#include <string.h>
uint32_t total(const uint8_t *a) { uint32_t s = 0; for (int i = 0; i < 8; i++) s += a[i]; return s; }
int64_t vowels(const char *s) { int64_t n = 0; for (; *s; s++) n += strchr("aeiou", *s) != NULL; return n; }
END
cat >more.smt2 <<'END'
(declare-cb total ((Array (_ BitVec 3) (_ BitVec 8))) (_ BitVec 32))
(declare-cb vowels (String) Int)
(declare-const a (Array (_ BitVec 3) (_ BitVec 8)))
(declare-const s String)
(assert (= (total a) #x00000041))
(assert (= (select a #b001) #x40))
(assert (= (vowels s) 2))
(assert (= (str.at s 0) "x"))
(check-sat)
END
if command -v clang-19 >/dev/null; then
    run "$TANDEM" solve --lib more.c --emit-c more_program.c --mode cdfl --timeout 1 more.smt2
    run clang-19 -std=gnu17 -O1 -Wall -Wextra -Werror -DREPLAY more_program.c more.c -o more -lm
    is buffers_compile 0 ''
    run "$TANDEM" solve --lib more.c --sandbox off --fuzzer libfuzzer --mode fuzz --timeout 60 more.smt2
    is buffers_solved 0 sat
fi
