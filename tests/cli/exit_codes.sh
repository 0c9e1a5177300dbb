# The one table of exit codes: help texts, manual pages and README show it, and commands end as it says. What
# one input leads to is in tests/regress; signals and limits are in limits.sh.
. "$ROOT/tests/frame.sh"

run "$TANDEM" --help
commands=$(sed -n '/^Commands:$/,/^$/s/^  \([a-z]*\) .*/\1/p' out | grep -v help)
sed -n '/^Exit codes:$/,/^$/s/^  \([0-9]*\)\t\(.*\)$/\1 \2/p' out >table
run grep -c . table
is table_of_help 0 13
sed -n '/^## Exit codes$/,/^## /s/^| \([0-9][0-9]*\) | \(.*\) |$/\1 \2/p' "$ROOT/README.md" >readme
cmp -s table readme && pass table_of_readme || fail table_of_readme "$(diff table readme)"
for command in $commands; do
    "$TANDEM" help "$command" | sed -n '/^Exit codes:$/,/^$/s/^  \([0-9]*\)\t\(.*\)$/\1 \2/p' >help
    cmp -s table help && pass "help_of_$command" || fail "help_of_$command" "$(diff table help)"
    run "$TANDEM" --man "$command"
    says "manual_of_$command" 0 out 'refused for safety'
done

echo '(check-sat)' >a.smt2
echo 'int main(void) { int i = 0; while (i < 3) i++; assert(i == 3); }' >p.c
echo 'int main(void) { return 0; }' >e.c
: >plain # no folder can be made below a file

# ends_as CODE PATTERN ARGUMENT...: the name is the command and the argument that matters.
ends_as() {
    wanted=$1 pattern=$2
    shift 2
    run "$TANDEM" "$@"
    says "$*" "$wanted" err "$pattern"
}
for command in $commands; do
    ends_as 2 'unknown option --no-such-option' "$command" --no-such-option
done
ends_as 2 'at least one --target and one --reference' race a.smt2
ends_as 2 "no check 'nonsense'" reduce -c nonsense -s cat a.smt2
ends_as 2 'needs two --solver' reduce -c differ -s cat a.smt2
ends_as 2 "no learner 'nonsense'" prove --learners octagons,nonsense p.c
ends_as 2 "no theory 'XX'" race -T cat -R cat --theory XX --steps 1
ends_as 4 'missing: No such file' race -T cat -R cat --grammar missing --steps 1
ends_as 4 'missing: No such file' prove --grammar missing p.c
ends_as 4 'missing: No such file' explore --signatures missing e.c
ends_as 4 'missing: No such file' explore -i missing e.c
ends_as 4 'plain/x: Not a directory' explore -o plain/x e.c
ends_as 4 'missing.c: No such file' explore missing.c
ends_as 4 'missing.smt2: No such file' bench missing.smt2
ends_as 4 'missing.smt2: No such file' fuse --check-only missing.smt2
ends_as 4 'missing.smt2: No such file' reduce missing.smt2 -- true
ends_as 4 'no campaign here' fuse --resume missing
ends_as 4 'no campaign here' race --resume missing
ends_as 4 'missing: No such file' fuse -s cat --functions missing -o f "$ROOT/tests/seeds"
ends_as 5 "no program 'no-such-solver'" bench --solver no-such-solver a.smt2
ends_as 5 "no program 'no-such-solver'" fuse -s no-such-solver a.smt2
ends_as 5 "no program 'no-such-solver'" race -T no-such-solver -R cat --steps 1
ends_as 5 "no program 'no-such-solver'" reduce -s no-such-solver a.smt2
ends_as 1 'does not hold' reduce a.smt2 -- false
ends_as 6 'ended early' reduce --max-checks 1 "$ROOT/examples/overflow.smt2" -- grep -q bvlshr

# --check-only: a solver that is wrong is found; files that cannot be judged are errors of the input
if command -v z3 >where; then
    printf '#!/bin/sh\necho unsat\n' >wrong && chmod +x wrong
    echo '(declare-const x Int)(assert (> x 3))(check-sat)' >sat.smt2
    run "$TANDEM" fuse --check-only -s ./wrong -s z3 sat.smt2
    says check_only_wrong 1 out 'a solver is wrong in 1'
    run "$TANDEM" fuse --check-only --json -s ./wrong -s z3 sat.smt2
    says check_only_wrong_json 1 out '"kind":'
    run "$TANDEM" fuse --check-only -s z3 sat.smt2
    says check_only_right 0 out 'a solver is wrong in 0'
    echo '(assert' >broken.smt2
    run "$TANDEM" fuse --check-only -s z3 broken.smt2
    says check_only_broken 3 out '1 skipped'
else
    echo 'skip check_only: z3 is not installed'
fi

# prove --timeout: an answer that was not looked for long enough
cat >hard.c <<'END'
int main(void)
{
    int x = unknown(), y = unknown(), z = unknown();
    assume(x > 0 && y > 0 && z > 0);
    while (unknown()) {
        x = x * x + y;
        y = y * z - x;
        z = z + x * y;
    }
    assert(x * x * x + y * y * y != z * z * z);
}
END
run "$TANDEM" prove --timeout 0.5 hard.c
says prove_out_of_time 6 out '^unknown'
