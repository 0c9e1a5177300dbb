# Boxes that misbehave: each is survived or reported, and no answer is wrong.
. "$ROOT/tests/frame.sh"
export TMPDIR="$SCRATCH/tmp"
mkdir "$TMPDIR"

cat >rogue.c <<'END'
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
uint32_t half(uint32_t x) { return x & 1 ? *(volatile uint32_t *)8 : x / 2; }
uint32_t aborts(uint32_t x) { if (x & 1) abort(); return x / 2; }
uint32_t divides(uint32_t x) { volatile uint32_t zero = 0; return x & 1 ? x / zero : x / 2; }
uint32_t deep(uint32_t x) { volatile char room[4096]; room[0] = (char)x; return x & 1 ? deep(x) + room[0] : x / 2; }
uint32_t hangs(uint32_t x) { while (x & 1) sleep(1); return x / 2; }
uint32_t spins(uint32_t x) { for (volatile int i = 0; x & 1;) i = i + 1; return x / 2; }
uint32_t leaves(uint32_t x) { if (x & 1) exit(0); return x / 2; }
uint32_t quits(uint32_t x) { if (x & 1) _exit(0); return x / 2; }
uint32_t kills(uint32_t x) { if (x & 1) raise(SIGKILL); return x / 2; }
uint32_t greedy(uint32_t x) { while (x & 1) { char *p = malloc(1 << 24); if (p) memset(p, 1, 1 << 24); } return x / 2; }
uint32_t shouts(uint32_t x) { printf("sat\n"); fflush(stdout); fprintf(stderr, "(error)\n"); write(1, "unsat\n", 6); return x & 1 ? x : x / 2; }
uint32_t closes(uint32_t x) { for (int i = 0; i < 64; i++) close(i); return x & 1 ? x : x / 2; }
uint32_t masks(uint32_t x) { signal(SIGSEGV, SIG_IGN); signal(SIGALRM, SIG_IGN); alarm(1); return x & 1 ? x : x / 2; }
uint32_t forks(uint32_t x) { if (!fork()) _exit(0); return x & 1 ? x : x / 2; }
uint8_t scribbles(uint8_t *a) { uint8_t x = a[0]; if (x & 1) memset(a, 0, 4096); return x / 2; }
END

# query BOX: the box maps 84 to 42, and something goes wrong at odd numbers.
query() {
    cat >"$1.smt2" <<END
(declare-cb $1 ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= ($1 x) #x0000002a))
(assert (bvult x #x00001000))
(check-sat)
(get-value (x))
END
}
# nothing_left NAME: no child and no folder stays behind.
nothing_left() {
    if [ -n "$(ls -A "$TMPDIR")" ]; then fail "$1" "left behind: $(ls "$TMPDIR")"; else pass "$1"; fi
}

boxes='half aborts divides deep leaves quits kills shouts closes masks forks'
[ -z "$QUICK" ] || boxes='half deep leaves kills shouts closes masks forks' # test_box.c has the others
for box in $boxes; do
    query $box
    modes=auto
    [ -n "$QUICK" ] || { [ $box != half ] && [ $box != shouts ]; } || modes='auto cdfl fuzz'
    for mode in $modes; do
        run "$TANDEM" solve --allow-code --lib rogue.c --box-timeout 0.2 --timeout 30 --box-may fork \
            --mode $mode $box.smt2
        is "${box}_$mode" 0 "sat
((x #x00000054))"
        [ $box != shouts ] || silent "shouts_unheard_$mode" err
    done
done
for box in hangs spins greedy; do
    query $box
    run "$TANDEM" solve --allow-code --lib rogue.c --box-timeout 0.05 --timeout 60 $box.smt2
    is "$box" 0 "sat
((x #x00000054))"
done
nothing_left rogues_leave_nothing

cat >scribbles.smt2 <<'END'
(declare-cb scribbles ((Array (_ BitVec 8) (_ BitVec 8))) (_ BitVec 8))
(declare-const a (Array (_ BitVec 8) (_ BitVec 8)))
(assert (= (scribbles a) #x2a))
(assert (= (select a #x01) #x07))
(check-sat)
(get-value ((select a #x00)))
END
run "$TANDEM" solve --allow-code --lib rogue.c --timeout 3 scribbles.smt2
if [ "$(head -n 1 out)" = sat ]; then
    is scribbles 0 "sat
(((select a #x00) #x54))"
else # arrays as arguments: the search may miss it, and says so
    grep -q '^unknown' out && pass scribbles || fail scribbles "neither sat nor unknown"
fi

# ---- only bad points: some value, and nobody knows which
for box in half leaves hangs; do
    cat >only_$box.smt2 <<END
(declare-cb $box ((_ BitVec 32)) (_ BitVec 32))
(assert (= ($box #x00000001) #x0000002a))
(check-sat)
END
    run "$TANDEM" solve --allow-code --lib rogue.c --box-timeout 0.1 --timeout 1.5 only_$box.smt2
    grep -qx unknown out && pass only_$box || fail only_$box "no unknown"
done

# ---- compiling; what else can go wrong with libraries and programs is in tests/regress/box
echo 'int f(int x) { return x +; }' >wrong.c
query half
run "$TANDEM" solve --allow-code --lib wrong.c half.smt2
says does_not_compile 3 out 'wrong.c does not compile'
says does_not_compile_message 3 out "error: expected expression"
mkdir empty
run env PATH="$SCRATCH/empty" "$TANDEM" solve --allow-code --no-compile-cache --lib rogue.c half.smt2
says no_compiler 3 out 'cc'

program() { # NAME TEXT: an executable, and a query that calls it
    printf '#!/bin/sh\n%s\n' "$2" >"$1"
    chmod +x "$1"
    cat >"$1.smt2" <<END
(declare-oracle-fun g ./$1 (Int) Int)
(declare-const x Int)
(assert (= (g x) 42))
(assert (= x 7))
(check-sat)
END
}
program sleeping 'sleep 100'

# ---- Ctrl-C while a box runs
"$TANDEM" solve --allow-code --lib rogue.c --box-timeout 100 only_hangs.smt2 >out 2>err &
sleep 0.7
kill -INT $!
code=0
wait $! || code=$?
says interrupt 130 out '^unknown'
nothing_left interrupt_leaves_nothing
"$TANDEM" solve --allow-code sleeping.smt2 --box-timeout 100 >out 2>err &
sleep 0.7
kill -INT $!
code=0
wait $! || code=$?
says interrupt_program 130 out '^unknown'
