# Campaigns: what faulty solvers do is found, kept and resumed; wrong arguments are told.
. "$ROOT/tests/frame.sh"

mkdir -p seeds/sat seeds/unsat
n=0
seed() { # ANSWER TERM: a seed over two numbers
    n=$((n + 1))
    printf '(set-logic QF_NIA)\n(declare-const x Int)\n(declare-const y Int)\n(assert %s)\n(check-sat)\n' \
        "$2" >"seeds/$1/$n.smt2"
}
seed sat '(and (> x 2) (< (+ x y) 10))'
seed sat '(= (* 2 x) (+ y 4))'
seed sat '(or (< x y) (= x 7))'
seed unsat '(and (< x y) (< y x))'
seed unsat '(= (* 2 x) (+ (* 2 y) 1))'
seed unsat '(and (> x 3) (< x 4))'

# count PATTERN: findings on disk whose file has such a line
count() { cat c*/findings/*.smt2 2>/dev/null | grep -c -e "$1"; }

run "$TANDEM" fuse --seed 0 -q --solver none --count 100 -o none seeds
says generation_alone 0 out '^seed 0; everything is in none$'
run "$TANDEM" fuse --seed 0 -q --solver z3 --count 10 -o quiet seeds
says an_honest_solver_has_no_findings 0 out '^findings: 0 different'

# baselines and single functions, when they are asked for
run "$TANDEM" fuse --seed 0 -q --solver none --count 40 --strategy concat --strategy sat-fusion -o both seeds
says concat_beside_another 0 out '^formulas: .*sat-fusion.* concat'
run "$TANDEM" fuse --fusion list
says functions_are_listed 0 out '^int-add$'
run "$TANDEM" fuse --seed 0 -q --solver none --count 40 --strategy sat-fusion --fusion int-add -o one seeds
says one_function 0 out '^formulas: '
run "$TANDEM" fuse --resume one --unit 3 -q
if grep -q 'fused by' out && ! grep 'fused by' out | grep -qv 'fused by int-add'; then pass only_that; else fail only_that "$(cat out)"; fi
run "$TANDEM" fuse --seed 0 -q --solver none --count 4 --fusion no-such -o none2 seeds
says no_such_function 2 err "no fusion function 'no-such'"

# the same seed and schedule: the same formulas, also when made again later
run "$TANDEM" fuse --resume none --unit 17 -q
cp out first
says a_unit_can_be_printed 0 out '^(check-sat)$'
run "$TANDEM" fuse --seed 0 -q --solver none --count 100 -o again seeds
run "$TANDEM" fuse --resume again --unit 17 -q
if cmp -s out first; then pass same_seed_same_formula; else fail same_seed_same_formula 'they differ'; fi
run "$TANDEM" fuse -q --solver none --seed 1 --count 100 -o other seeds
run "$TANDEM" fuse --resume other --unit 17 -q
if cmp -s out first; then fail other_seed_other_formula 'they are equal'; else pass other_seed_other_formula; fi

# a solver that crashes on an operator: one finding, reduced
cat >crashes <<'END'
#!/bin/sh
for file; do :; done
if grep -q '(< ' "$file"; then echo "ASSERTION VIOLATION at less.cpp:12" >&2; kill -SEGV $$; fi
exec z3 "$@"
END
chmod +x crashes
run "$TANDEM" fuse --seed 0 -q --solver ./crashes --solver z3 --count 10 --bugs 1 -o c1 seeds
says crashes_are_found 1 out '^findings: 1 different: 1 crash'
set -- c1/findings/*.smt2
if [ $# = 1 ] && [ "$(grep -vc '^;' "$1")" -le 10 ]; then
    pass one_crash_is_one_short_finding
else
    fail one_crash_is_one_short_finding "$(cat "$@")"
fi

cat >slowly <<'END'
#!/bin/sh
for file; do :; done
case $file in --version) exec z3 --version ;; esac
sleep 0.1
exec z3 "$file"
END
chmod +x slowly

# killed at any moment, it goes on, and findings are there
"$TANDEM" fuse --seed 0 -q --solver ./crashes --solver z3 --count 200 --no-reduce -o killed seeds >out 2>err &
pid=$!
sleep 1
kill -9 $pid 2>/dev/null
wait $pid 2>/dev/null
run "$TANDEM" fuse --seed 0 -q --resume killed --count 12
says goes_on_after_kill 1 out '^findings: 1 different: 1 crash'
if pgrep -f "$PWD/crashes" >/dev/null; then fail nothing_is_left_running 'a solver'; else pass nothing_is_left_running; fi

# workers and solvers that are killed are replaced: every unit is made, or told to be lost
"$TANDEM" fuse --seed 0 -q --solver ./slowly --solver z3 --jobs 2 --count 12 -o shot seeds >out 2>err &
pid=$!
for victim in worker solver worker; do
    sleep 0.4
    case $victim in
    worker) pgrep -P "$(pgrep -P "$(pgrep -P $pid)")" >victims ;; # below the janitor and the command
    solver) pgrep -f "$PWD/slowly" >victims ;;
    esac
    shot=$(head -n 1 victims)
    [ -n "$shot" ] && kill -9 "$shot" 2>/dev/null
done
wait $pid
code=$?
made=$(sed -n 's/.* \([0-9]*\) formulas, .*/\1/p' out) lost=$(sed -n 's/^lost: *\([0-9]*\) units.*/\1/p' out)
if [ "$code" = 0 ] && [ $((made + ${lost:-0})) = 12 ]; then
    pass killed_workers_are_replaced
else
    fail killed_workers_are_replaced "$made made, ${lost:-0} lost"
fi
says and_accuse_no_one 0 out '^findings: 0 different'

# a disk that is full: told, and gone on with when there is room
disk() {
    mkdir -p disk
    unshare -Urm sh -c 'mount -t tmpfs -o size=120k none disk || exit 77
        "$0" fuse --seed 0 -q --solver ./crashes --solver z3 --no-reduce --count 200 -o disk/c seeds
        echo "first $?"
        mount --options-mode ignore -o remount,size=20m disk # else with uid=, which means nothing in here
        "$0" fuse --seed 0 -q --resume disk/c --count 12
        echo "second $?"' "$TANDEM"
}
run disk
if [ "$code" != 0 ]; then
    echo 'skip a_full_disk: no file system can be mounted here'
else
    says a_full_disk_is_told 0 err 'full\|space'
    says and_ends_the_run 0 out '^first 4'
    says and_can_be_gone_on_with 0 out '^second 1'
fi

# a seed with a wrong label accuses no one, and is not used any more
mkdir -p mislabelled/unsat
printf '(set-logic QF_LIA)(declare-const x Int)(assert (> x 5))(check-sat)' >mislabelled/unsat/a.smt2
run "$TANDEM" fuse --seed 0 --solver z3 --solver cvc5 --strategy unsat-fusion --count 4 -o m mislabelled
says a_wrong_label_is_doubted 0 err 'is put aside: the label is unsat, but our evaluator confirms'
says and_accuses_no_one 0 out '^findings: 0 different'

run "$TANDEM" fuse --seed 0 -q -o c1 seeds
says a_campaign_is_not_overwritten 4 err 'has a campaign already: go on with --resume c1'
run "$TANDEM" fuse -q --resume nowhere
says resume_of_nothing 4 err 'nowhere'
run "$TANDEM" fuse --seed 0 -q --solver no-such-solver -o x1 seeds
says a_missing_solver 5 err 'no-such-solver'
run "$TANDEM" fuse --seed 0 -q -o x2
says no_seeds 2 err 'which FILE or FOLDER'
run "$TANDEM" fuse --seed 0 -q --strategy nonsense -o x3 seeds
says no_such_strategy 2 err "no strategy 'nonsense'"
echo '(assert' >broken.smt2
run "$TANDEM" fuse --seed 0 --solver none --count 5 -o x4 broken.smt2 seeds
says broken_seeds_are_left_out 0 err 'left out: broken.smt2'
run "$TANDEM" fuse --seed 0 -q --solver none --count 5 -o x5 broken.smt2
says only_broken_seeds 3 err 'no file can be used'
: >afile
run "$TANDEM" fuse --seed 0 -q --solver none --count 5 -o afile/x seeds
says an_unwritable_folder 4 err 'afile'
echo ';' >>seeds/sat/1.smt2
printf '(assert true)' >seeds/sat/0.smt2
run "$TANDEM" fuse --seed 0 -q --resume again --count 110
says changed_seeds_are_noticed 3 err 'the seeds have changed'
