# Address space by need: every command works under a limit of one gigabyte (ulimit -v), and says so
# where a limit is too small. AddressSanitizer itself reserves terabytes. The same with a limit of what may be
# written (ulimit -d), which is what a system without overcommitment counts; there, as without any limit, a bank
# reserves its usual hundred gigabytes, of which nothing may count.
. "$ROOT/tests/frame.sh"

if (ulimit -v 1048576 && ! "$TANDEM" --version >out 2>&1); then
    echo "skip address_space: this build does not start with a gigabyte of addresses"
    exit 0
fi

# limited COMMAND...: runs it with a gigabyte of addresses, and then with half a gigabyte to be written; that
# code and those messages count which are not good.
limited() {
    rm -rf out err fused raced explored small.smt2
    code=0
    (ulimit -d 524288 && exec "$@") >out 2>err </dev/null || code=$?
    [ "$code" = 0 ] || return 0
    rm -rf fused raced explored small.smt2
    (ulimit -v 1048576 && exec "$@") >out 2>err </dev/null || code=$?
}

cat >plain.smt2 <<'END'
(declare-const x Int)
(declare-const y Int)
(assert (and (> x 3) (= (* x y) 35) (< x y)))
(check-sat)
END
limited "$TANDEM" solve plain.smt2
is solve 0 sat
limited "$TANDEM" solve --engine "z3 -in" plain.smt2
is solve_with_a_program 0 sat
limited "$TANDEM" fmt --check plain.smt2
ends fmt 0
limited "$TANDEM" bench plain.smt2
says bench 0 out '^tandem .* 1 '
limited "$TANDEM" reduce -q --solver z3 --check answer=sat -o small.smt2 plain.smt2
ends reduce 0
grep -q check-sat small.smt2 && pass reduce_result || fail reduce_result "no small script"

# Boxes: a library that is compiled, a program of either protocol.
cat >square.c <<'END'
#include <stdint.h>
uint32_t square(uint32_t x) { return x * x + 3; }
END
cat >square.smt2 <<'END'
(set-logic ALL)
(declare-cb square ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (and (= (square x) #x00000067) (bvult x #x00000100)))
(check-sat)
END
limited "$TANDEM" solve --lib square.c square.smt2
is box 0 sat
printf '#!/bin/sh\necho $(($1 * 2 + 1))\n' >twice
chmod +x twice
cat >twice.smt2 <<'END'
(declare-oracle-fun twice (Int) Int twice)
(declare-const x Int)
(assert (and (= (twice x) 21) (> x 5) (< x 20)))
(check-sat)
END
limited "$TANDEM" solve --oracle-path . twice.smt2
is oracle_program 0 sat

cat >loop.c <<'END'
int unknown(void);
void assert(int);
int main(void)
{
    int x = 0, y = unknown();
    if (y < 0)
        y = 0;
    while (x < y)
        x++;
    assert(x == y);
}
END
limited "$TANDEM" prove loop.c
says prove 0 out '^proved'

limited "$TANDEM" fuse --seed 0 -q --count 30 --solver z3 -o fused "$ROOT/tests/fuse_seeds"
ends fuse 0
grep -q ' sat [1-9]' out && pass fuse_answers || fail fuse_answers "z3 answered nothing"

printf '#!/bin/sh\necho sat\n' >quick
chmod +x quick
limited "$TANDEM" race -q --theory BV -t 0.2 -T ./quick -R ./quick --steps 10 --seed 1 -o raced
says race 0 out '10 measurements'

cat >target.c <<'END'
#include <stdio.h>
int main(int argc, char **argv)
{
    unsigned a = argc > 1 ? argv[1][0] : 0, b = a ? argv[1][1] : 0;
    if (a * 7 + b == 522 && (a ^ b) == 2)
        puts("deep");
    return 0;
}
END
limited "$BUILD/tandem-cc" -g -o target target.c
ends tandem_cc 0
limited "$TANDEM" explore -q --no-asan --sym-args 1 1 2 --for 2s -o explored ./target
ends explore 0
for t in explored/tests/*; do
    ./target "$(tr -d '\0' <"$t/argv")" 2>/dev/null
done | grep -q deep && pass explore_gets_deep || fail explore_gets_deep "no test prints it"

# A large formula finds its place in a gigabyte; where the limit is too small, the message says which.
awk 'BEGIN { for (i = 0; i < 100000; i++)
    printf "(declare-const x%d Int)(assert (> (+ x%d %d) (* 3 x%d)))\n", i, i, i, i }' >large.smt2
limited "$TANDEM" fmt large.smt2
ends a_large_formula 0
code=0
(ulimit -v 131072 && exec "$TANDEM" solve large.smt2) >out 2>err </dev/null || code=$?
says too_little 71 err 'limited to 131072 KiB (ulimit -v)'
