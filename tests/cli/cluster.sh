# Campaigns of many machines, on a real server of PostgreSQL: the same formulas, every finding, whoever is killed.
# Once: nearly all of it is waiting for processes.
# Waits: for agents, leases and a server.
. "$ROOT/tests/frame.sh"
. "$ROOT/tests/postgres.sh"

mkdir -p seeds/sat seeds/unsat
printf '(set-logic QF_NIA)\n(declare-const x Int)\n(declare-const y Int)\n(assert (= (* 2 x) (+ y 4)))\n(check-sat)\n' >seeds/sat/1.smt2
printf '(set-logic QF_NIA)\n(declare-const x Int)\n(declare-const y Int)\n(assert (and (< x y) (< y x)))\n(check-sat)\n' >seeds/unsat/2.smt2

# lead NAME OPTION...: a campaign with an agent beside it
agent_solvers='-s z3 -s ./crashes'
lead() {
    name=$1
    shift
    with_agent "$name" "$TANDEM" fuse -q --cluster "$url" --seed 5 -o "$name" "$@" seeds
}

# ---- nothing of it without --cluster ----

LD_DEBUG=files run "$TANDEM" fuse -q --seed 5 --solver none --count 20 -o local seeds
if grep -q 'libpq' err; then fail no_libpq 'it was loaded'; else pass no_libpq; fi

# ---- wrong addresses ----

run "$TANDEM" cluster status --cluster 'postgres://me:sesame@localhost/db'
if [ "$code" = 7 ] && ! grep -q sesame err; then pass passwords_are_refused; else fail passwords_are_refused "$code"; fi
run "$TANDEM" fuse -q --cluster 'host=localhost password=sesame' --solver none -o x seeds
if [ "$code" != 0 ] && ! grep -q sesame err; then pass passwords_are_not_printed; else fail passwords_are_not_printed "$code"; fi
run "$TANDEM" cluster status --cluster "$url"
says nothing_there_yet 4 err 'no campaign on that database'
run "$TANDEM" cluster status
ends which_database 2
run "$TANDEM" cluster dance --cluster "$url"
ends which_action 2

# ---- a campaign ----

lead one --solver none --count 600 --limit chunk-first=50
says a_campaign_ends 0 out '^seed 5; everything is in one$'
is_sum=$(ask "SELECT sum(count), min(first), max(first + count) FROM tandem.ledger WHERE campaign = $(of one)")
if [ "$is_sum" = '600 0 600' ]; then pass every_unit_once; else fail every_unit_once "$is_sum"; fi
lead two --solver none --count 600 --limit chunk-first=50
hashes=$(ask "SELECT count(*), count(DISTINCT hash) FROM tandem.ledger WHERE campaign IN ($(of one), $(of two))")
if [ "$hashes" = '24 12' ]; then pass the_same_formulas_again; else fail the_same_formulas_again "$hashes"; fi
run "$TANDEM" cluster status --json --cluster "$url"
says status_as_json 0 out '"units": 600'
run "$TANDEM" cluster status --prometheus --cluster "$url"
says status_for_prometheus 0 out '^tandem_units{campaign="one"} 600$'
run "$TANDEM" fuse -q --cluster "$url" -o one --solver none seeds
says one_name_one_campaign 4 err "campaign 'one' already"
run "$TANDEM" fuse -q --cluster "$url" --name three -o three
says which_seeds 4 err "no campaign 'three'"

# ---- findings ----

cat >crashes <<'END'
#!/bin/sh
for file; do :; done
if grep -q '(< ' "$file"; then echo "ASSERTION VIOLATION at less.cpp:12" >&2; kill -SEGV $$; fi
exec z3 "$@"
END
chmod +x crashes
lead found --solver ./crashes --solver z3 --count 40 --bugs 1 --strategy unsat-fusion --limit chunk-first=5
says findings_are_found 1 out '^findings: 1 different: 1 crash'
set -- found/findings/*.smt2
if [ $# = 1 ] && grep -q "seeds/unsat/2.smt2" "$1"; then pass seeds_have_their_names; else fail seeds_have_their_names "$# files"; fi
seen=$(ask "SELECT (SELECT sum(seen) FROM tandem.ledger WHERE campaign = $(of found)) <= (SELECT count(*) FROM tandem.finding WHERE campaign = $(of found))")
if [ "$seen" = t ]; then pass findings_are_kept; else fail findings_are_kept "$seen"; fi

# ---- only solvers that the agent names ----

"$TANDEM" fuse -q --cluster "$url" --seed 1 --solver ./crashes --count 8 -o danger seeds >danger.out 2>&1 &
leader=$!
run timeout 60 "$TANDEM" agent --cluster "$url" --name danger -s z3 --spool d.db --idle 20s
says foreign_commands_are_refused 7 err "wants to run './crashes'"
run timeout 60 "$TANDEM" agent -q --cluster "$url" --name danger --trust-cluster --spool d.db --idle 20s -j1 &
trusting=$!
wait $leader
kill -TERM $trusting
wait $trusting
if grep -q '^findings: 1 different' danger.out; then pass trust_is_given_on_the_command_line; else fail trust_is_given_on_the_command_line "$(cat danger.out)"; fi

# ---- folders and back ----

run "$TANDEM" cluster export --name found -o exported --cluster "$url"
ends export 0
set -- exported/findings/*.smt2
if [ $# = 1 ] && [ -f "$1" ]; then pass exported_findings; else fail exported_findings "$#"; fi
run "$TANDEM" cluster export --name one -o exported-one --cluster "$url"
run "$TANDEM" fuse -q --resume exported-one --unit 17
says exported_units 0 out '^(check-sat)$'
cp out unit17
run "$TANDEM" fuse -q --resume exported-one --count 640 --seed 5
says an_exported_campaign_goes_on 0 out '^40 formulas\|formulas'
run "$TANDEM" fuse -q --resume exported-one --unit 17
if cmp -s out unit17; then pass and_keeps_its_formulas; else fail and_keeps_its_formulas 'they differ'; fi
run "$TANDEM" cluster import --name back -o exported-one --cluster "$url"
ends import 0
"$TANDEM" agent -q --cluster "$url" --spool b.db --name back -j2 --idle 60s &
agent=$!
run "$TANDEM" fuse -q --cluster "$url" --name back --count 700 -o back
ends an_imported_campaign_goes_on 0
kill -TERM $agent
wait $agent
all=$(ask "SELECT sum(count), max(first + count) FROM tandem.ledger WHERE kind = 'units' AND campaign = $(of back)")
if [ "$all" = '700 700' ]; then pass all_of_it; else fail all_of_it "$all"; fi

# ---- steering ----

"$TANDEM" agent --cluster "$url" --spool e.db -j1 >agent.out 2>agent.err &
agent=$!
"$TANDEM" fuse -q --cluster "$url" --seed 1 --solver none --limit chunk-seconds=0.2 --limit lease-seconds=3 -o endless seeds >endless.out 2>&1 &
leader=$!
for i in 1 2 3 4 5 6 7 8 9 10; do
    [ "$(ask "SELECT count(*) > 3 FROM tandem.ledger WHERE campaign = $(of endless)")" = t ] && break
    sleep 0.5
done
# the server goes away and comes back: nobody ends
postgres crash
sleep 1
postgres restart
done_by_then=$(ask "SELECT coalesce(max(chunk), 0) FROM tandem.ledger WHERE campaign = $(of endless)")
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    [ "$(ask "SELECT max(chunk) > $done_by_then + 3 FROM tandem.ledger WHERE campaign = $(of endless)")" = t ] && break
    sleep 0.5
done
more=$(ask "SELECT max(chunk) > $done_by_then + 3 FROM tandem.ledger WHERE campaign = $(of endless)")
if [ "$more" = t ]; then pass work_goes_on_after_an_outage; else fail work_goes_on_after_an_outage "$(cat agent.err endless.out)"; fi
run "$TANDEM" cluster pause --name endless --cluster "$url"
is pause 0 'paused: 1'
run "$TANDEM" cluster drain --cluster "$url"
ends drain 0
wait $agent
if [ $? = 0 ]; then pass drained_agents_end; else fail drained_agents_end "$(cat agent.err)"; fi
kill -TERM $leader
wait $leader
run "$TANDEM" cluster vacuum --days 0 --cluster "$url"
says vacuum 0 out '^rows removed: [1-9]'
run "$TANDEM" cluster forget --name endless --cluster "$url"
ends forget 0

# ---- random faults ----

run python3 "$ROOT/bench/cluster_faults.py" "$BUILD" --rounds 3 --units 2000 --seconds 3
if [ "$code" = 0 ] && [ "$(grep -c '^ok round' out)" = 3 ]; then pass exactly_once; else fail exactly_once "$code"; fi
