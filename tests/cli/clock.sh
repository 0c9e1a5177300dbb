# The same seed gives the same bytes, whatever the clock does: one runs 10 times faster, one 10 times slower. Limits of
# time are off, and those after which something hangs are long: nothing else may depend on a clock.
. "$ROOT/tests/frame.sh"

cc -D_GNU_SOURCE -shared -fPIC -o clock.so "$ROOT/tests/clock/clock.c" -ldl || exit 1
if [ -n "$(ldd "$TANDEM" | grep -e libasan -e libubsan)" ]; then
    echo "skip clock: the sanitizers want to be loaded first"
    exit 0
fi

# at RATE COMMAND...: the same with another clock.
at() {
    rate=$1
    shift
    run env CLOCK_RATE="$rate" LD_PRELOAD="$PWD/clock.so" "$@"
}

# ticks NAME RATE FROM TO: so many seconds of that clock pass in a fifth of a second.
ticks() {
    at "$2" python3 -c "import time
a = time.monotonic(); b = time.process_time()
while time.process_time() - b < 0.2: pass
print($3 < time.monotonic() - a < $4)"
    is "$1" 0 True
}
ticks clock_runs_fast 10 1.99 100000
ticks clock_runs_slowly 0.001 0 1

# same NAME COMMAND...: with each clock it prints what it prints with the usual one, but for the time that it took.
same() {
    name=$1
    shift
    run "$@"
    sed 's/, [0-9.]* s$//' out >usual
    usual=$code
    for rate in 10 0.1; do
        at "$rate" "$@"
        if [ "$code" != "$usual" ] || ! sed 's/, [0-9.]* s$//' out | cmp -s - usual; then
            fail "$name" "with a clock that runs $rate times as fast it ends with $code, not $usual, or prints something else"
            return
        fi
    done
    pass "$name"
}

cat >boxes.c <<'X'
#include <stdint.h>
#include <string.h>
uint32_t mix(uint32_t x, uint32_t y) { return (x ^ 0x5bd1e995u) * 31 + (y << 3); }
int64_t scaled(int64_t n) { return n * 7 + 3; }
int64_t word(const char *s) { return (int64_t)strlen(s) * 100 + (s[0] ? s[0] : 0); }
X
declarations='(declare-cb mix ((_ BitVec 32) (_ BitVec 32)) (_ BitVec 32))(declare-cb scaled (Int) Int)(declare-cb word (String) Int)
(declare-const x (_ BitVec 32))(declare-const y (_ BitVec 32))(declare-const n Int)(declare-const m Int)(declare-const s String)'
ask() { # NAME ASSERTIONS
    printf '%s\n%s(check-sat)\n' "$declarations" "$2" >"$1.smt2"
    same "solve_$1" "$TANDEM" solve -q --model --seed 5 --box-timeout 60 --lib boxes.c "$1.smt2"
}
ask words '(assert (= (mix x y) #x12345678))(assert (bvugt y #x00000100))'
ask conflict '(assert (= (mix x y) (mix y x)))(assert (bvugt x #x00000005))(assert (= (bvadd x y) #x00000064))'
ask integers '(assert (= (+ (scaled n) (scaled m)) 706))(assert (< 10 n m))'
ask refuted '(assert (= (mod (scaled n) 7) 4))(assert (< 0 n 50))'
ask texts '(assert (= (word s) 465))'

prove() { # NAME OPTIONS... FILE
    name=$1
    shift
    same "prove_$name" "$TANDEM" prove --seed 5 --timeout 0 --limit question-guard=1000 --limit search-guard=1000 \
        --limit breach-guard=1000 --limit trial-guard=1000 "$@"
}
for program in counter disjunction halves nested late_fault; do
    prove "$program" "$ROOT/tests/prove/$program.c"
done
prove opaque --call-timeout 60 --lib "$ROOT/tests/prove/open/lock/code.c" "$ROOT/tests/prove/open/lock/program.c"

# explore: tests, not what it tells of its speed
cat >target.c <<'X'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int n, char **v)
{
    char line[32] = "";
    if (n > 1 && !strcmp(v[1], "-x")) puts("x");
    if (n > 1 && atoi(v[1]) == 4711) puts("a number");
    if (!fgets(line, sizeof line, stdin)) return 1;
    if (line[0] * 3 + line[1] == 500) puts("a sum");
    if (!strncmp(line, "key=", 4) && strtol(line + 4, NULL, 16) == 0xbee) puts("a key");
    return line[2] == '!' ? 3 : 0;
}
X
explore() { # FOLDER OPTIONS...
    folder=$1
    shift
    rm -rf "$folder"
    run env "$@" "$TANDEM" explore -q --for 0 --runs 1500 --seed 5 --no-asan --sym-args 0 1 6 --sym-stdin 16 --run-timeout 60 \
        --limit variant-seconds=60 --limit box-call-milliseconds=100000 --limit smt-guard=1000 -o "$folder" ./target
}
explored() { # NAME FOLDER
    if [ "$code" = 0 ] && diff -r usual_tests/tests "$2/tests" >out 2>&1; then
        pass "$1"
    else
        fail "$1" "other tests, or exit code $code"
    fi
}
if "$BUILD/tandem-cc" -O1 -o target target.c 2>err && explore usual_tests A=a && [ "$code" = 0 ]; then
    explore again A=a
    explored explore_again again
    explore fast CLOCK_RATE=10 LD_PRELOAD="$PWD/clock.so"
    explored explore_fast fast
    explore slow CLOCK_RATE=0.1 LD_PRELOAD="$PWD/clock.so"
    explored explore_slow slow
else
    fail explore "it does not run"
fi
