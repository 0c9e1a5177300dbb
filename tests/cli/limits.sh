# Ctrl-C, SIGTERM, --timeout and --memory in the middle of hard checks: the run ends, with the right
# reason, and leaves no process behind. How fast is measured in bench/limits.py, not here.
# Once: nearly all of it is waiting; box_faults.sh interrupts as well.
# Waits: for limits and signals.
. "$ROOT/tests/frame.sh"

# Two factors of a product of two 56-bit primes: hard for every bit-blasting solver.
cat >hard.smt2 <<'END'
(set-logic QF_BV)
(declare-const x (_ BitVec 128))
(declare-const y (_ BitVec 128))
(assert (= (bvmul x y) (_ bv2670273254669078930062541336377357 128)))
(assert (and (bvult x (_ bv72057594037927936 128)) (bvult y (_ bv72057594037927936 128))))
(assert (and (bvugt x (_ bv1 128)) (bvule x y)))
(check-sat)
END
# Bit-blasting wide products takes much memory.
cat >wide.smt2 <<'END'
(set-logic QF_BV)
(declare-const x (_ BitVec 3000))
(declare-const y (_ BitVec 3000))
(assert (= (bvmul x y x y) (bvadd (bvmul y y x) (_ bv12345 3000))))
(assert (distinct (bvudiv x y) (bvurem y x)))
(check-sat)
END

# no_children NAME: no process that was started by this test is left.
TANDEM_TEST_MARK=mark-$$
export TANDEM_TEST_MARK
no_children() {
    for try in 1 2 3 4 5 6 7 8 9 10; do
        left=
        for p in /proc/[0-9]*; do
            pid=${p#/proc/}
            [ "$pid" = $$ ] && continue
            # only solvers: the shell's own helpers carry the mark as well
            name=$(cat "$p/comm" 2>/dev/null) || continue
            case $name in tandem | z3 | cvc5 | cvc4) ;; *) continue ;; esac
            grep -q -z "^TANDEM_TEST_MARK=$TANDEM_TEST_MARK\$" "$p/environ" 2>/dev/null &&
                left="$left $pid"
        done
        [ -z "$left" ] && break
        sleep 0.2
    done
    if [ -z "$left" ]; then pass "$1"; else fail "$1" "left behind:$left"; fi
}

# interrupt NAME SIGNAL TIMES ARGUMENTS...: starts a run, waits until its solver works, signals it.
interrupt() {
    signal=$2
    times=$3
    shift 3
    "$TANDEM" solve "$@" >out 2>err </dev/null &
    pid=$!
    for try in $(seq 100); do
        [ -n "$(cat /proc/$pid/task/$pid/children 2>/dev/null)" ] && break
        sleep 0.1
    done
    sleep 0.5
    for try in $(seq "$times"); do kill -"$signal" $pid 2>/dev/null; done
    code=0
    wait $pid || code=$?
}

interrupt _ INT 1 hard.smt2
is ctrl_c 130 unknown
says ctrl_c_reason 130 err '; unknown: .*interrupt'
says ctrl_c_statistics 130 err '; .*seconds'
no_children ctrl_c_children

interrupt _ TERM 1 hard.smt2
is sigterm 143 unknown
no_children sigterm_children

# As a terminal does it: to all processes of the group, of which one waits for the others and hands it on; here in
# the midst of a sweep over all inputs of a box.
cat >sweep.c <<'END'
unsigned never(unsigned x) { for (int i = 0; i < 40; i++) x = x * 5u + 3u; return x | 1u; }
END
cat >sweep.smt2 <<'END'
(declare-cb never ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (never x) #x12345678))
(check-sat)
END
for file in hard.smt2 sweep.smt2; do
    setsid "$TANDEM" solve --lib sweep.c "$file" >out 2>err </dev/null &
    pid=$!
    sleep 1.5
    kill -INT -$pid
    code=0
    wait $pid || code=$?
    is ctrl_c_of_a_terminal_$file 130 unknown
    says ctrl_c_of_a_terminal_reason_$file 130 err '; unknown: .*interrupt'
    no_children ctrl_c_of_a_terminal_children_$file
done

interrupt _ INT 2 hard.smt2
ends second_ctrl_c 130 # at once: there may be no time for a word
no_children second_ctrl_c_children

interrupt _ INT 1 --json hard.smt2
says ctrl_c_json 130 out '"why": *"interrupted"'

run "$TANDEM" solve --timeout 500ms hard.smt2
is timeout 6 unknown
says timeout_reason 6 err '; unknown: .*time'
says timeout_statistics 6 err '; .*seconds'
no_children timeout_children

printf '(echo "next")(get-info :reason-unknown)' >>hard.smt2
run "$TANDEM" solve --check-timeout 500ms hard.smt2
is check_timeout 0 'unknown
"next"
(:reason-unknown timeout)'

run "$TANDEM" solve --memory 60M --timeout 120 wide.smt2
says memory 0 out '^unknown$'
says memory_reason 0 err '; unknown: .*memory'
no_children memory_children

if command -v cvc5 >/dev/null; then
    run "$TANDEM" solve --engine "cvc5 --incremental" --timeout 1 hard.smt2
    is timeout_of_a_child 6 unknown
    interrupt _ INT 1 --engine "cvc5 --incremental" hard.smt2
    is ctrl_c_of_a_child 130 unknown
    no_children child_solver
else
    echo "skip timeout_of_a_child: cvc5 is not installed"
fi

# waiting for input: the limit ends that as well
mkfifo quiet
sleep 100 >quiet &
writer=$!
code=0
"$TANDEM" solve --timeout 300ms - <quiet >out 2>err || code=$?
kill $writer
is timeout_while_reading 6 ''

# --for ends what is under way: here solvers that would take ten minutes.
printf '#!/bin/sh\nexec sleep 600\n' >sleeps
chmod +x sleeps
run timeout 100 "$TANDEM" fuse --seed 0 -q --for 1s -t 600 --solver ./sleeps -o fused "$ROOT/tests/fuse_seeds"
ends fuse_for 0
run timeout 100 "$TANDEM" race -q --for 1s -t 600 -T ./sleeps -R ./sleeps --theory BV -o raced
says race_for 0 out 'everything is in raced'
run timeout 100 "$TANDEM" race -q --resume raced --for 1s
says race_for_again 0 out 'everything is in raced'
no_children for_children

# --memory bounds boxes too: an allocation fails that does not without it. AddressSanitizer's
# allocator ends the process instead.
if (ulimit -v 1048576 && ! "$TANDEM" --version >out 2>&1); then
    echo "skip box_memory: the allocator of this build does not fail"
    exit 0
fi
cat >eat.c <<'END'
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
uint32_t eat(uint32_t n)
{
    for (int i = 0; i < 8; i++) {
        char *p = malloc(50 << 20);
        if (!p)
            return 1;
        memset(p, 1, 4096);
    }
    return 2;
}
END
for result in 1 2; do
    printf '(declare-cb eat ((_ BitVec 32)) (_ BitVec 32))(assert (= (eat (_ bv0 32)) (_ bv%d 32)))(check-sat)\n' \
        $result >eat$result.smt2
done
run "$TANDEM" solve --memory 200M --lib eat.c eat1.smt2
is box_memory 0 sat
run "$TANDEM" solve --lib eat.c eat2.smt2
is box_memory_without_limit 0 sat
