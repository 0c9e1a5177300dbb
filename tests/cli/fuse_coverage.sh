# Coverage of a solver that was linked with runtime/coverage: edges are counted, and what reaches new ones is kept; also when
# the solver crashes, when the campaign is interrupted, and when there is nothing to look at.
. "$ROOT/tests/frame.sh"

cat >tiny.c <<'EOF_C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
    static char text[1 << 20];
    FILE *f = argc > 1 ? fopen(argv[argc - 1], "r") : stdin;
    size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
    text[n] = 0;
    if (strstr(text, "(* "))
#ifdef CRASHES
        abort();
#else
        fputs("", stdout);
#endif
    if (strstr(text, "(ite "))
        fputs("", stdout);
    puts("unknown");
    return 0;
}
EOF_C
if ! cc -O1 -fsanitize-coverage=trace-pc -c tiny.c -o tiny.o 2>errors ||
    ! cc -O1 -I"$ROOT" -c "$ROOT/runtime/coverage/solver_coverage.c" -o coverage.o 2>>errors || ! cc tiny.o coverage.o -o tiny; then
    echo 'skip fuse_coverage: a compiler with -fsanitize-coverage is needed'
    exit 0
fi
cc -O1 -DCRASHES -fsanitize-coverage=trace-pc -c tiny.c -o crashes.o && cc crashes.o coverage.o -o crashes
cc -O1 tiny.c -o plain
mkdir seeds
printf '(set-logic QF_LIA)\n(set-info :status sat)\n(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n' >seeds/a.smt2
printf '(set-logic QF_LIA)\n(set-info :status sat)\n(declare-const y Int)\n(assert (< y 3))\n(check-sat)\n' >seeds/b.smt2
edges() { sed -n 's/.*"edges": \([0-9]*\).*/\1/p' out; }
kept() { sed -n 's/.*"kept": \([0-9]*\).*/\1/p' out; }

run "$TANDEM" fuse --seed 1 --count 60 --coverage kept -q --json -s ./tiny -o run --no-reduce seeds
says edges_are_counted 0 out '"edges": [1-9]'
first=$(edges) files=$(kept)
if grep -q check-sat kept/*.smt2; then pass formulas_are_kept; else fail formulas_are_kept; fi

# Not built for it: said before anything is run, with the same exit code for people, programs and gates.
for way in "" --json "--ci 5s"; do
    # shellcheck disable=SC2086
    run "$TANDEM" fuse --seed 1 --count 60 --coverage none $way -q -s ./plain -o "bare$way" --no-reduce seeds
    says "no_edges_are_an_error${way:+_$(echo "$way" | tr -dc a-z)}" 5 err 'no solver has edges to look at (./plain).*libtandem_coverage.a'
    silent "nothing_else_is_said${way:+_$(echo "$way" | tr -dc a-z)}" out
done
run "$TANDEM" fuse --seed 1 --count 60 --coverage some --json -s ./tiny -s ./plain -o mixed --no-reduce seeds
says one_of_two_is_enough 0 err 'not built for it, and tested without: ./plain$'
if [ "$(edges)" -gt 0 ]; then pass its_edges_count; else fail its_edges_count; fi

# What was reached before a crash counts, and the crash is found.
run "$TANDEM" fuse --seed 1 --count 60 --coverage crashed -q --json -s ./crashes -o crash --no-reduce seeds
says crashes_are_found 1 out '"crash": [1-9]'
if [ "$(edges)" -gt 0 ] && grep -lq '(\* ' crashed/*.smt2; then pass edges_of_a_crash; else fail edges_of_a_crash; fi

# Ctrl-C, when the same formulas have reached the same edges: they are in the store, and not new to the campaign that goes on.
"$TANDEM" fuse --seed 1 --for 60s --coverage stopped -q -s ./tiny -o stop --no-reduce seeds >out 2>err &
pid=$!
for _ in $(seq 400); do
    [ "$(find stopped -name '*.smt2' 2>/dev/null | wc -l)" -ge "$files" ] && break
    sleep 0.05
done
kill -INT $pid
code=0
wait $pid || code=$?
ends interrupted 130
run "$TANDEM" fuse --resume stop -q --json --for 0.2s
if [ "$(edges)" -ge "$first" ] && [ "$(kept)" = 0 ]; then pass edges_are_known_again; else fail edges_are_known_again; fi
