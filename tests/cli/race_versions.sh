# Two builds of a solver on the same inputs: which is slower, and what is left out.
. "$ROOT/tests/frame.sh"

if ! command -v z3 >where; then
    echo 'skip race_versions: z3 is needed'
    exit 0
fi

# build NAME BODY: a program that does BODY before it answers as z3 does
build() {
    printf '#!/bin/sh\nfor word; do [ -r "$word" ] && file=$word; done\n%s\nexec z3 "$file"\n' "$2" >"$1"
    chmod +x "$1"
}
build old 'grep -q slow "$file"'
build busy 'grep -q slow "$file" && { i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done; }'
build fussy 'grep -q slow "$file" && { echo "(error \"no\")"; exit; }'
build contrary 'grep -q slow "$file" && { echo unsat; exit; }'
build fatal 'grep -q slow "$file" && kill -SEGV $$'
build killed 'grep -q slow "$file" && kill -KILL $$'
mkdir inputs
printf '(set-logic QF_LIA)(declare-const slow Int)(assert (> slow 3))(check-sat)\n' >inputs/a.smt2
printf '(set-logic QF_LIA)(declare-const x Int)(assert (> x 3))(check-sat)\n' >inputs/b.smt2

run "$TANDEM" race -q --versions ./old ./busy --seeds 6 -t 5 inputs
says slower_is_named 1 out '^inputs/a.smt2 .* slower$'
says a_solver_without_seeds_is_named 1 err 'race: ./old: no option for random seeds is known'
if grep -q '^inputs/b.smt2 .* slower$' out; then fail not_the_other 'b is called slower'; else pass not_the_other; fi
run "$TANDEM" race -q --json --versions ./busy ./old --seeds 6 -t 5 inputs
if python3 -c 'import json; d=json.load(open("out")); a,=[i for i in d["inputs"] if i["name"]=="inputs/a.smt2"]; assert a["verdict"]=="faster" and a["high"] < 1 and a["ratio"] < 1, a'; then
    pass faster_as_json
else
    fail faster_as_json "$(cat out)"
fi
ends faster_is_no_finding 0
run "$TANDEM" race -q --versions ./old ./fussy --seeds 2 -t 5 inputs
says who_refuses_is_named 0 out '^inputs/a.smt2 .*left out: ./fussy .*no'
run "$TANDEM" race -q --versions ./old ./contrary --seeds 2 -t 5 inputs/a.smt2
says contradictions_are_left_out 1 out '^inputs/a.smt2 .*contradicts it'
run "$TANDEM" race -q --versions ./old ./fatal --seeds 2 -t 5 inputs
says a_crash_is_not_slow 1 out '^inputs/a.smt2 .*left out: ./fatal .*crashes: Segmentation fault'
run "$TANDEM" race -q --versions ./old ./killed --seeds 2 -t 5 inputs/a.smt2
says who_is_killed_is_not_slow 1 out '^inputs/a.smt2 .*left out: ./killed .*dies: killed'
run "$TANDEM" race -q --versions ./fatal ./old --seeds 2 -t 5 inputs/a.smt2
says a_crash_that_is_gone 5 out '^inputs/a.smt2 .*left out: ./fatal .*crashes: '
run "$TANDEM" race -q --versions z3 z3 --seeds 2 -t 1 --theory BV --steps 2
says random_inputs 0 out '^random 2 '
run "$TANDEM" race --versions z3
says two_builds 2 err 'OLD and NEW'
run "$TANDEM" race --versions z3 ./nothing inputs
ends a_missing_build 5
run "$TANDEM" race --versions z3 z3 nowhere
ends a_missing_input 4
