# Many machines: benchmarks and races, a pooler between, an agent with few rights, tables of an older version.
# Once: nearly all of it is waiting for processes.
. "$ROOT/tests/frame.sh"
. "$ROOT/tests/postgres.sh"

mkdir -p suite/sat suite/unsat
for i in 1 2 3; do
    printf '(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x %s))\n(check-sat)\n' $i >suite/sat/$i.smt2
    printf '(set-logic QF_LIA)\n(declare-const x Int)\n(assert (and (> x %s) (< x %s)))\n(check-sat)\n' $i $i >suite/unsat/$i.smt2
done
printf '#!/bin/sh\necho sat\n' >says_sat
chmod +x says_sat

agent_solvers='-s z3 -s ./says_sat -s ./slow'

# ---- benchmarks ----

with_agent nightly "$TANDEM" bench -q --cluster "$url" --name nightly --solver z3 --solver always=./says_sat --csv nightly.csv suite
says wrong_answers_of_agents_count 1 out '^always  *6  *3  *0  *6  *0  *0  *0  *3'
says machines_are_shown 1 out 'processors  *z3  *6  *6'
if [ "$(head -1 nightly.csv | grep -c ',note,machine$')" = 1 ] && [ "$(grep -c processors nightly.csv)" = 12 ]; then pass rows_have_machines; else fail rows_have_machines "$(cat nightly.csv)"; fi
whole=$(ask "SELECT count(*), sum(count), count(DISTINCT first % 2) FROM tandem.ledger WHERE campaign = $(of nightly)")
if [ "$whole" = '6 12 1' ]; then pass a_file_is_one_chunk; else fail a_file_is_one_chunk "$whole"; fi
# all is there: nobody is needed to see it again
run "$TANDEM" bench -q --json --cluster "$url" --name nightly --solver z3 --solver always=./says_sat suite
says results_are_kept 1 out '"machine"'
if [ "$(grep -o '"verdict"' out | wc -l)" = 12 ]; then pass all_results_are_kept; else fail all_results_are_kept "$(grep -o '"verdict"' out | wc -l)"; fi
run "$TANDEM" bench -q --cluster "$url" --name nightly --solver z3 suite
says another_benchmark_of_that_name 4 err 'choose another'
run "$TANDEM" bench -q --against nightly.csv --solver z3 suite
says unlike_machines_are_not_compared 0 out 'no run of this solver on these files'
"$TANDEM" bench -q --cluster "$url" --name foreign --solver "sh ./says_sat" suite >foreign.out 2>&1 &
leader=$!
run timeout 60 "$TANDEM" agent --cluster "$url" --name foreign -s z3 --spool f.db --idle 20s
says foreign_commands_of_benchmarks_are_refused 7 err "wants to run 'sh ./says_sat'"
ask "UPDATE tandem.fact SET value = 'touch evil #=z3' WHERE name = 'solvers' AND campaign = $(of foreign)" >where
run timeout 60 "$TANDEM" agent --cluster "$url" --name foreign -s z3 --spool f.db --idle 20s
says names_of_solvers_hide_no_commands 7 err "wants to run 'touch evil #=z3'"
kill -INT $leader
wait $leader

# ---- races ----

cat >slow <<'END'
#!/bin/sh
for file; do :; done
if grep -q ' xor\|(xor' "$file"; then
    i=0
    while [ $i -lt 60000 ]; do i=$((i + 1)); done
fi
exec z3 "$file"
END
chmod +x slow
with_agent races "$TANDEM" race -q --cluster "$url" -T ./slow -R z3 --theory Bool -t 1 --seed 3 --steps 12 --repetitions 3 -o races
says races_of_agents 0 out '^input 01  margin  *0\.'
says all_steps_count 0 out '^[1-9][0-9]* measurements'
if [ -f races/inputs/001.smt2 ] && [ -f races/ranking.tsv ]; then pass races_leave_a_folder; else fail races_leave_a_folder "$(ls races races/inputs)"; fi
units=$(ask "SELECT sum(count) FROM tandem.ledger WHERE campaign = $(of races)")
if [ "$units" = 3 ]; then pass a_race_is_a_unit; else fail a_race_is_a_unit "$units"; fi
cp out first_time
run "$TANDEM" race -q --cluster "$url" -T ./slow -R z3 --theory Bool -t 1 --seed 3 --steps 12 --repetitions 3 -o races
if [ "$code" = 0 ] && cmp -s out first_time; then pass races_are_kept; else fail races_are_kept "$code"; fi
run "$TANDEM" race -q --cluster "$url" -T ./slow -R z3 --theory Bool -t 1 --seed 4 --steps 12 --repetitions 3 -o races
says another_race_of_that_name 4 err 'choose another'
run "$TANDEM" race -q --cluster "$url" -T ./slow -R z3 --theory Bool -o endless_races
says races_have_a_budget 2 err 'wants a budget'
with_agent compared "$TANDEM" race -q --cluster "$url" -T ./slow -R z3 --theory Bool -t 1 --seed 3 --steps 4 --repetitions 1 --evaluate -o compared
says evaluations_of_agents 0 out bandit
units=$(ask "SELECT sum(count) FROM tandem.ledger WHERE campaign = $(of compared)")
if [ "$units" = 4 ] && [ -f compared/evaluation.tsv ]; then pass each_run_is_a_unit; else fail each_run_is_a_unit "$units"; fi

# ---- an agent with few rights ----

sed -n '/^    CREATE ROLE tandem_agent/,/^$/p' "$ROOT/docs/cluster.md" >rights.sql
ask "$(cat rights.sql)" >rights.out 2>&1
agent_url=$(echo "$url" | sed 's/tandem@/tandem_agent@/')
with_agent few "$TANDEM" fuse -q --cluster "$url" --seed 5 --solver none --count 300 --limit chunk-first=50 -o few suite
ends an_agent_needs_few_rights 0
agent_url=
if ask 'SET ROLE tandem_agent; DELETE FROM tandem.ledger' >where 2>&1 || ask 'SET ROLE tandem_agent; UPDATE tandem.chunk SET token = 1' >where 2>&1; then
    fail an_agent_cannot_change_tables 'it can'
else
    pass an_agent_cannot_change_tables
fi

# ---- a pooler that gives each transaction another connection ----

pooled=$(postgres pool 2>pool.err)
if [ $? = 0 ]; then
    agent_url=$pooled
    with_agent pooled "$TANDEM" fuse -q --cluster "$pooled" --seed 5 --solver none --count 600 --limit chunk-first=20 --limit chunk-seconds=0.1 -o pooled suite
    ends through_a_pooler 0
    agent_url=
    sum=$(ask "SELECT sum(count), max(first + count) FROM tandem.ledger WHERE campaign = $(of pooled)")
    if [ "$sum" = '600 600' ]; then pass through_a_pooler_every_unit_once; else fail through_a_pooler_every_unit_once "$sum"; fi
    run "$TANDEM" cluster status --cluster "$pooled"
    says status_through_a_pooler 0 out pooled
else
    echo 'skip through_a_pooler: pgbouncer is not installed'
fi

# ---- tables of an older version ----

ask "INSERT INTO tandem.agent (id, host, machine, version, solvers, jobs, deadline) VALUES ('old', 'h', 'm', '0', '', 1, now() + interval '1 hour')" >where
ask 'DROP FUNCTION tandem.exchange' >where
ask 'ALTER TABLE tandem.chunk DROP share' >where
ask 'ALTER TABLE tandem.campaign DROP bisect_share, DROP host_leases' >where
ask 'UPDATE tandem.meta SET version = 1' >where
run "$TANDEM" cluster status --cluster "$url"
says older_tables_are_not_touched 4 err 'older version'
with_agent newer "$TANDEM" fuse -q --cluster "$url" --seed 5 --solver none --count 100 -o newer suite
ends a_coordinator_brings_tables_up_to_date 0
state=$(ask "SELECT (SELECT version FROM tandem.meta), state FROM tandem.agent WHERE id = 'old'")
if [ "$state" = '3 draining' ]; then pass old_agents_are_told_to_end; else fail old_agents_are_told_to_end "$state"; fi

# ---- TLS, and certificates instead of passwords ----

if command -v openssl >where; then
    secure=$(postgres secure)
    agent_url=$secure
    with_agent secret "$TANDEM" fuse -q --cluster "$secure" --seed 5 --solver none --count 100 -o secret suite
    ends with_certificates 0
    run "$TANDEM" cluster status --cluster "$secure"
    says status_with_certificates 0 out secret
    run "$TANDEM" cluster status --cluster "$(echo "$secure" | sed 's/&sslcert.*//')"
    says not_without_one 4 err certificate
    run "$TANDEM" cluster status --cluster "$(echo "$secure" | sed 's/verify-full/disable/')"
    says not_without_tls 4 err 'no encryption'
else
    echo 'skip with_certificates: openssl is not installed'
fi
