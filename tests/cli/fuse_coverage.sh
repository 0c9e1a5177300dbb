# Coverage of a solver that was linked with runtime/coverage: edges are counted, and what reaches new ones is kept.
. "$ROOT/tests/frame.sh"

cat >tiny.c <<'EOF'
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
    static char text[1 << 20];
    FILE *f = argc > 1 ? fopen(argv[argc - 1], "r") : stdin;
    size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
    text[n] = 0;
    if (strstr(text, "(* "))
        fputs("", stdout);
    if (strstr(text, "(ite "))
        fputs("", stdout);
    puts("unknown");
    return 0;
}
EOF
if ! cc -O1 -fsanitize-coverage=trace-pc -c tiny.c -o tiny.o 2>errors ||
    ! cc -O1 -I"$ROOT" -c "$ROOT/runtime/coverage/solver_coverage.c" -o coverage.o 2>>errors || ! cc tiny.o coverage.o -o tiny; then
    echo 'skip fuse_coverage: a compiler with -fsanitize-coverage is needed'
    exit 0
fi
mkdir seeds
printf '(set-logic QF_LIA)\n(set-info :status sat)\n(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n' >seeds/a.smt2
printf '(set-logic QF_LIA)\n(set-info :status sat)\n(declare-const y Int)\n(assert (< y 3))\n(check-sat)\n' >seeds/b.smt2
run "$TANDEM" fuse --seed 1 --count 60 --coverage kept -q --json -s ./tiny -o run --no-reduce seeds
says edges_are_counted "$code" out '"edges": [1-9]'
if grep -q check-sat kept/*.smt2; then pass formulas_are_kept; else fail formulas_are_kept; fi
