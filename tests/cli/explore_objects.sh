# Programs that mark their inputs themselves, and harnesses without a main.
. "$ROOT/tests/frame.sh"
examples=$ROOT/tests/explore
cc=$BUILD/tandem-cc

run "$cc" -g -o klee "$examples/klee.c"
ends klee-compiles 0
run "$TANDEM" explore --for 20s --mutation-share 0 -o klee.out ./klee
says klee-finding 0 klee.out/findings/0000/what "assert"
if [ "$(ls klee.out/tests | wc -l)" -ge 3 ]; then
    pass klee-tests
else
    fail klee-tests "$(ls klee.out/tests | wc -l) tests"
fi
if grep -q diverged out err; then fail klee-follows "diverged"; else pass klee-follows; fi

run "$cc" -O1 -o asked_before "$examples/asked_before.c"
ends asked-before-compiles 0
run "$TANDEM" explore --for 0 --mutation-share 0 --sym-args 0 3 4 -o asked_before.out ./asked_before
ends asked-before 0
if grep -q diverged out err; then fail asked-before-follows "diverged"; else pass asked-before-follows; fi

run "$cc" -g -o harness "$examples/harness.c"
ends harness-compiles 0
run "$TANDEM" explore --for 20s --mutation-share 0 -o harness.out ./harness
ends harness 0
if [ "$(head -c 4 harness.out/findings/0000/objects/000-data)" = FUZZ ]; then
    pass harness-finding
else
    fail harness-finding "not found"
fi
printf 'FUZZ!' >bad
run ./harness bad
ends harness-alone 134
feed good ./harness
ends harness-stdin 0
