# fuse as a gate for a solver's developers: a bug is planted into a wrapper between two runs.
# Once: nearly all of it is the time of solvers.
. "$ROOT/tests/frame.sh"

if ! command -v z3 >where || ! command -v cvc5 >where; then
    echo 'skip fuse_gate: z3 and cvc5 are needed'
    exit 0
fi

mkdir -p seeds/sat
printf '(set-logic QF_BV)\n(declare-const x (_ BitVec 8))\n(declare-const y (_ BitVec 8))\n(assert (= (bvmul x y) #x15))\n(check-sat)\n' \
    >seeds/sat/1.smt2

# gate FOLDER OPTION...: a run with all reports; few formulas, so that the time does not matter
gate() {
    folder=$1
    shift
    run "$TANDEM" fuse -q --ci 60s --seed 7 --count 4 -s ./mine -s cvc5 --strategy sat-fusion --known known.txt \
        --junit "$folder.xml" --sarif "$folder.sarif" -o "$folder" "$@" seeds
}

wrapper() { # LINE...: what it does before it is z3
    printf '#!/bin/sh\nfor file; do :; done\n%s\nexec z3 "$@"\n' "$1" >mine
    chmod +x mine
}

wrapper ''
gate before
says a_clean_gate 0 out '^findings: 0 different'
if grep -q '<testsuite name="./mine 4' before.xml && grep -q 'failures="0"' before.xml && ! grep -q '<failure' before.xml; then
    pass junit_without_findings
else
    fail junit_without_findings "$(cat before.xml)"
fi

wrapper 'if grep -q bvmul "$file"; then z3 "$@" | sed s/^sat$/unsat/; exit; fi'
gate after --quota 1
says a_planted_bug_is_found 1 out '^findings: [1-4] different: [1-4] soundness'
if grep -q '<failure type="soundness"' after.xml && grep -q '"ruleId":"soundness"' after.sarif; then
    pass reports_name_it
else
    fail reports_name_it "$(cat after.xml after.sarif)"
fi
if python3 -c 'import json,sys,xml.dom.minidom as x; x.parse("after.xml"); s=json.load(open("after.sarif")); sys.exit(s["version"]!="2.1.0" or len(s["runs"][0]["results"])!=1)'; then
    pass reports_are_well_formed
else
    fail reports_are_well_formed "$(cat after.xml after.sarif)"
fi
set -- "$(sed -n 's/.*"uri":"\([^"]*\)smt2".*/\1md/p' after.sarif)"
if [ $# = 1 ] && grep -q '^# soundness: ./mine' "$1" && grep -q '^## Why this is wrong' "$1" && grep -q '^(assert ' "$1" && grep -q 'check-only' "$1"; then
    pass an_issue_to_paste
else
    fail an_issue_to_paste "$(cat "$@")"
fi
# it replays by one command
run "$TANDEM" fuse --check-only -s ./mine -s cvc5 after/findings/*.smt2
says it_replays 1 out 'WRONG: ./mine'

run "$TANDEM" fuse --accept after
says accept_wants_a_list 2 err 'which list'
run "$TANDEM" fuse --accept after --known known.txt
says findings_are_accepted 0 out '^1 added to known.txt'
run "$TANDEM" fuse --accept after --known known.txt
says but_only_once 0 out '^0 added to known.txt'
gate again
says what_is_accepted_does_not_count 0 out '^findings: 0 different; .* known'

# another bug beside it is new
wrapper 'if grep -q bvmul "$file"; then z3 "$@" | sed s/^sat$/unsat/; exit; fi
if grep -q bvsub "$file"; then kill -SEGV $$; fi'
printf '(set-logic QF_BV)\n(declare-const x (_ BitVec 8))\n(declare-const y (_ BitVec 8))\n(assert (bvult (bvsub x y) #x15))\n(check-sat)\n' \
    >seeds/sat/2.smt2
rm seeds/sat/1.smt2
gate other --quota 1
says another_bug_counts 1 out '^findings: 1 different: 1 crash'

wrapper 'echo "(error \"no licence\")"; exit 1'
gate broken
says a_solver_that_cannot_be_used 5 err 'no licence'
