# Many machines: who gets how much. Bisections have chunks of their own, campaigns priorities, one list of known bugs is for all, and
# findings that nobody comes to hold back units.
# Once: nearly all of it is waiting for processes.
# Waits: for agents, leases and a server.
. "$ROOT/tests/frame.sh"
. "$ROOT/tests/postgres.sh"

# until QUERY: waits for it to be true, for a while
until_so() {
    for i in $(seq 60); do
        [ "$(ask "SELECT $1" 2>where)" = t ] && return 0
        sleep 0.5
    done
    return 1
}

# ---- bisections ----

mkdir -p builds seeds/sat
printf '#!/bin/sh\nfor file; do :; done\n[ "$file" = --version ] && { echo "Z3 version 1.8.0"; exit; }\nexec z3 "$file"\n' >builds/z3-1.8
printf '#!/bin/sh\nfor file; do :; done\n[ "$file" = --version ] && { echo "Z3 version 1.9.0"; exit; }\ngrep -q "(mod " "$file" && { echo unknown; exit; }\nexec z3 "$file"\n' >builds/z3-1.9
chmod +x builds/z3-1.8 builds/z3-1.9
printf '(set-logic QF_NIA)(declare-const x Int)(declare-const y Int)(assert (= (mod x 7) y))(check-sat)\n' >seeds/sat/one.smt2
agent_solvers='-s builds/z3-1.8 -s builds/z3-1.9'
with_agent since "$TANDEM" fuse -q --cluster "$url" --seed 1 --versions builds --count 3 --strategy sat-fusion --timeout 10s -o since seeds
says regressions_of_agents 1 out '^findings: [0-9]* different: [0-9]* regression;'
set -- since/findings/*.smt2
if grep -q 'versions: right from 1.8.0 on, .*; wrong since 1.9.0' "$1"; then pass since_when_it_is_wrong; else fail since_when_it_is_wrong "$(cat "$1")"; fi
kinds=$(ask "SELECT string_agg(DISTINCT kind, ' ' ORDER BY kind) FROM tandem.ledger WHERE campaign = $(of since)")
if [ "$kinds" = 'bisect confirm reduce units' ]; then pass each_step_is_a_chunk; else fail each_step_is_a_chunk "$kinds"; fi

# ---- priorities ----

for name in low high; do
    "$TANDEM" fuse -q --cluster "$url" --seed 1 --solver none --count 400 --limit chunk-first=20 -o $name seeds >$name.out 2>&1 &
    until_so "count(*) > 3 FROM tandem.chunk WHERE campaign = $(of $name)"
done
run "$TANDEM" cluster share --name high --priority 3 --share 2.5 --cluster "$url"
ends priorities_are_set 0
run "$TANDEM" cluster status --json --cluster "$url"
says priorities_are_shown 0 out '"share": 2.5'
run "$TANDEM" cluster share --name nobody --share 1 --cluster "$url"
says no_such_campaign 4 err 'no campaign of that name'
run "$TANDEM" cluster share --name high --share much --cluster "$url"
ends shares_are_numbers 2
run "$TANDEM" cluster share --name high --cluster "$url"
ends what_share 2
run timeout 60 "$TANDEM" agent -q -j1 --cluster "$url" --spool p.db --idle 2s
wait
order=$(ask "SELECT (SELECT max(done) FROM tandem.ledger WHERE campaign = $(of high)) <= (SELECT min(done) FROM tandem.ledger WHERE campaign = $(of low)),
    (SELECT sum(count) FROM tandem.ledger WHERE campaign IN ($(of high), $(of low)))")
if [ "$order" = 't 800' ]; then pass higher_ones_come_first; else fail higher_ones_come_first "$order"; fi

# ---- one list of known bugs ----

printf '#!/bin/sh\nfor file; do :; done\necho "ASSERTION VIOLATION at some.cpp:12" >&2\nkill -SEGV $$\n' >crashes
chmod +x crashes
agent_solvers='-s ./crashes -s z3'
with_agent first "$TANDEM" fuse -q --cluster "$url" --seed 1 -s ./crashes -s z3 --count 4 --timeout 10s -o first seeds
says a_crash 1 out '^findings: 1 different: 1 crash'
run "$TANDEM" cluster export --name first -o exported --cluster "$url"
run "$TANDEM" fuse --accept exported --known list.txt
ends it_is_accepted 0
# the coordinator of the second is there before the list is
"$TANDEM" fuse -q --cluster "$url" --seed 2 -s ./crashes -s z3 --count 4 --timeout 10s -o second seeds >second.out 2>&1 &
leader=$!
until_so "count(*) > 0 FROM tandem.chunk WHERE campaign = $(of second)"
run "$TANDEM" cluster known --known list.txt --cluster "$url"
says known_for_all 0 out crash
with_agent second wait $leader
if [ "$code" = 0 ] && ! grep -q '^findings: [1-9]' second.out; then pass others_know_it; else fail others_know_it "$code $(cat second.out)"; fi
states=$(ask "SELECT count(*) > 0 FROM tandem.finding WHERE state = 'known' AND campaign = $(of second)")
if [ "$states" = t ]; then pass it_is_kept_as_known; else fail it_is_kept_as_known "$states"; fi

# ---- findings first ----

"$TANDEM" fuse -q --cluster "$url" --seed 3 --solver none --limit findings-waiting=5 -o behind seeds >behind.out 2>&1 &
leader=$!
until_so "count(*) > 3 FROM tandem.chunk WHERE campaign = $(of behind)"
ask "INSERT INTO tandem.finding (campaign, kind, state, same_as, unit, solver, version, options, expected, got, message, signature, evidence, story,
    formula, reduced, seen_as, queued) SELECT $(of behind), 'crash', 'seen', 0, 0, 's' || i, '', '', 'none', 'none', '', '', '', '', '', '', i, false
    FROM generate_series(1, 30) AS i" >where
until_so "count(*) > 5 FROM tandem.chunk WHERE kind = 'confirm' AND campaign = $(of behind)"
ask "DELETE FROM tandem.chunk WHERE kind = 'units' AND campaign = $(of behind)" >where
sleep 2
held=$(ask "SELECT count(*) FROM tandem.chunk WHERE kind = 'units' AND campaign = $(of behind)")
if [ "$held" = 0 ]; then pass findings_hold_back_units; else fail findings_hold_back_units "$held"; fi
ask "DELETE FROM tandem.chunk WHERE kind = 'confirm' AND campaign = $(of behind)" >where
if until_so "count(*) > 3 FROM tandem.chunk WHERE kind = 'units' AND campaign = $(of behind)"; then
    pass units_when_there_is_room
else
    fail units_when_there_is_room 'none came'
fi
kill -INT $leader
wait $leader || true
