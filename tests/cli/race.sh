# Races: scripts that burn time as a function of the constructs in their input stand for solvers.
# Once: it measures times.
. "$ROOT/tests/frame.sh"

# solver NAME SECONDS-PER-DIVISION ANSWER: burns CPU time for every bvudiv.
solver() {
    cat >"$1" <<END
#!/bin/sh
n=\$(grep -o bvudiv "\$1" | wc -l)
end=\$((n * $2))
awk -v n="\$end" 'BEGIN { for (i = 0; i < n * 40000; i++) x += i }'
echo $3
END
    chmod +x "$1"
}
solver slow 40 sat
solver quick 0 sat
solver wrong 0 unsat
printf '#!/bin/sh\nkill -SEGV $$\n' >crashes
printf '#!/bin/sh\nwhile :; do :; done\n' >hangs
printf '#!/bin/sh\necho "(error \\"no such thing\\")"\n' >refuses
printf '#!/bin/sh\ntrap "kill -SEGV \\$\\$" XCPU\nwhile :; do :; done\n' >touchy
chmod +x crashes hangs refuses touchy

race() { run "$TANDEM" race -q --theory BV -t 0.2 "$@"; }

race -T ./slow -R ./quick --steps 40 --seed 1 -o found
says a_culprit_is_found 0 out '^ 1  bvudiv '
says the_share_of_solvers_is_told 0 out ' % of .* in solvers'
cp found/ranking.tsv ranking.first
[ -s found/inputs/001.smt2 ] && [ -s found/margin.svg ] && pass inputs_are_kept || fail inputs_are_kept "no inputs"
awk -F '\t' 'NR > 1 { if ($3 < last) exit 1; last = $3 } END { exit last > 0 ? 0 : 1 }' found/margin.tsv &&
    pass margins_come_with_solver_time || fail margins_come_with_solver_time "$(tail -n 1 found/margin.tsv)"

race --replay found
says a_race_can_be_replayed 0 out '^ 1  bvudiv '
cmp -s ranking.first found/ranking.tsv && pass the_replay_is_the_race || fail the_replay_is_the_race "differs"
race --resume found --steps 42
says a_race_goes_on 0 out 'everything is in found'
race -T ./slow -R ./quick -o found
says a_race_is_not_overwritten 4 err 'has a race already'

# killed in the middle, it goes on as if nothing had been
"$TANDEM" race -q --theory BV -t 0.2 -T ./slow -R ./quick --steps 12 --seed 1 -o killed >/dev/null 2>&1 &
pid=$!
while [ ! -s killed/race.db ] && kill -0 $pid; do sleep 0.1; done
sleep 1
kill -9 $pid
wait $pid 2>/dev/null
race --resume killed
says a_killed_race_goes_on 0 out 'everything is in killed'
[ "$(wc -l <killed/ranking.tsv)" = "$(wc -l <ranking.first)" ] && pass its_ranking_is_whole || fail its_ranking_is_whole "no"

"$TANDEM" race -q --theory BV -t 0.2 -T ./slow -R ./quick --seed 1 -o stopped >out 2>err &
pid=$!
while [ ! -s stopped/race.db ] && kill -0 $pid; do sleep 0.1; done
sleep 0.5
kill -INT $pid
code=0
wait $pid || code=$?
says an_interrupt_ends_it_with_its_result 130 out 'everything is in stopped'

race -T ./no-such-solver -R ./quick --steps 5 -o missing
says a_missing_solver_is_told 5 err 'no-such-solver'
race -T ./crashes -R ./quick --steps 5 -o crashes-folder
says a_crash_is_survived 0 out '^5 measurements'
race -T ./refuses -R ./quick --steps 8 -o refuses-folder
says refusals_are_counted 0 out '8 refused'
race -T ./slow -R ./refuses -R ./quick --steps 4 -o without
says a_reference_is_left_out 0 err '^tandem race: ./refuses is left out, it cannot do these inputs: .*no such thing'
race --replay without
says and_stays_out 0 out 'everything is in without'
race -T ./slow --reference=./refuses --steps 4 -o nobody
says no_reference_is_left 5 err 'no reference is left'
race -T ./hangs -R ./hangs -t 0.05 --steps 4 -o hangs-folder
says time_outs_on_both_sides 0 out 'no input on which the references answered'
race -T ./touchy -R ./quick -a random -t 1 --steps 1 -o touchy-folder
says a_signal_at_the_limit_is_no_crash 0 out 'touchy timeout'
race -T z3 -R ./wrong --steps 8 -t 2 -o differ
says disagreement_is_judged 0 out 'confirmed findings in differ/findings'
[ -n "$(ls differ/findings)" ] && pass a_finding_is_written || fail a_finding_is_written "none"

race -T ./slow -R ./quick --steps 10 --retime 1 --reduce --reduce-checks 10 --keep 1 -o after
says inputs_are_reduced 0 out 'input 01  margin'
grep 'input 01' out >reduced
cp after/inputs/001.smt2 reduced.smt2
race --replay after
grep 'input 01' out | cmp -s - reduced && cmp -s after/inputs/001.smt2 reduced.smt2 &&
    pass a_replay_shows_the_reduced_input || fail a_replay_shows_the_reduced_input "differs"
race -T ./slow -R ./quick --evaluate --repetitions 1 --steps 5 -o evaluated
says an_evaluation 0 out '^genetic  '
[ -s evaluated/evaluation.svg ] && [ -s evaluated/inputs/random-001.smt2 ] && pass its_inputs_are_kept || fail its_inputs_are_kept "no"

race -T z3 -R ./wrong --prune none --seed 1 --steps 12 -t 2 -o unpruned
says everything_is_compared 0 out 'confirmed findings in unpruned/findings'
race -T ./quick -R ./slow --prune some
says a_wrong_choice_for_prune 2 err 'prune'
race --theory FP32 --grammar list
says constructs_have_the_names_of_the_standard 0 out '^to_fp/float$'

# A seed that is slow as it is, beside random inputs that need not be.
mkdir seeds
printf '(declare-const x (_ BitVec 8))(assert (= (bvudiv x #x03) (bvudiv (bvudiv x #x05) #x07)))(check-sat)\n' >seeds/a.smt2
printf 'only bvult bvand\n' >grammar
race -T ./slow -R ./quick -R ./refuses -R z3 -a random --grammar grammar --steps 6 --seed 1 -o seeded seeds
says inputs_are_made_of_seeds 0 out 'everything is in seeded'
grep -q bvudiv seeded/inputs/001.smt2 && pass the_seed_is_the_slowest || fail the_seed_is_the_slowest "$(cat seeded/inputs/001.smt2)"
says_file() { head -1 "$2" | grep -q "$3" && pass "$1" || fail "$1" "$(cat "$2")"; }
says_file margins_in_pairs seeded/inputs.tsv 'margin against ./quick.*margin against z3$'
cp seeded/inputs/001.smt2 seed.first
race --replay seeded
cmp -s seeded/inputs/001.smt2 seed.first && pass a_replay_reads_the_seeds || fail a_replay_reads_the_seeds "differs"
race -T ./slow -R ./quick --steps 3 -o nothing nowhere
says a_missing_seed 4 err nowhere
printf '(assert (bvudiv 1))\n' >seeds/wrong.smt2
race -T ./slow -R ./quick --steps 3 -o nothing seeds
says a_wrong_seed 4 err 'wrong.smt2:1:'
race --cluster postgres://nowhere/x -T ./slow -R ./quick --steps 3 seeds
says seeds_stay_here 2 err 'agents have no files'

race --theory Nothing -T ./slow -R ./quick
says an_unknown_theory 2 err "there is no theory 'Nothing'"
race -T ./slow
says a_reference_is_needed 2 err 'one --reference'
printf 'only bvudiv bvult\ndepth 2\n' >grammar
race -T ./slow -R ./quick --grammar grammar --steps 3 -o small
says a_grammar_file 0 out 'everything is in small'
printf 'off nothing\n' >grammar
race -T ./slow -R ./quick --grammar grammar --steps 3 -o other
says a_wrong_grammar_file 2 err "there is no construct 'nothing'"
