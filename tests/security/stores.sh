# Stores are data: showing one runs nothing, and going on with one that somebody else began runs its
# commands only when the command line says so.
. "$ROOT/tests/frame.sh"

# A solver that leaves a trace of having been run, whatever it is asked.
cat >solver <<END
#!/bin/sh
echo ran >>"$SCRATCH/ran"
echo sat
END
chmod +x solver
solver="$SCRATCH/solver"
ran() { [ -e ran ]; }

# stranger COMMAND...: the same folder in the hands of another user, with another key.
stranger() {
    rm -f ran
    XDG_STATE_HOME="$SCRATCH/stranger" run "$@"
}

refused() { # NAME: the commands were shown, not run
    says "$1" 7 err '\-\-trust'
    grep -qF "$solver" err && pass "$1_shows_them" || fail "$1_shows_them" "$(cat err)"
    ran && fail "$1_runs_nothing" "it ran" || pass "$1_runs_nothing"
}

run "$TANDEM" fuse -q -s "$solver" -n 3 --seed 1 -o campaign "$ROOT/tests/fuse_seeds"
run "$TANDEM" race -q --theory BV -t 0.5 -T "$solver" -R "$solver" --steps 2 -o race
[ -e campaign/campaign.db ] && [ -e race/race.db ] && pass begun || fail begun "no stores"

stranger "$TANDEM" fuse -q --resume campaign -n 4
refused fuse_resume
stranger "$TANDEM" race -q --resume race --steps 3
refused race_resume

stranger "$TANDEM" fuse --resume campaign --unit 0
ran && fail unit_runs_nothing "it ran" || pass unit_runs_nothing
says unit_is_printed 0 out 'check-sat'
stranger "$TANDEM" race -q --replay race
ran && fail replay_runs_nothing "it ran" || pass replay_runs_nothing
says replay_is_shown 0 out 'solver sat'

stranger "$TANDEM" race -q --resume race --steps 3 --trust
ran && pass trust_runs || fail trust_runs "it did not run"
rm -f ran
run "$TANDEM" race -q --resume race --steps 4
ran && pass ones_own_store_goes_on || fail ones_own_store_goes_on "$(cat err)"

# Arguments that were changed, or that say themselves that they are to be trusted, are refused.
python3 - <<'END'
import sqlite3
db = sqlite3.connect("race/race.db")
table, name, value = next((t, c[1], c[2]) for (t,) in db.execute("select name from sqlite_master where type='table'").fetchall()
    for c in [["", *[r[1] for r in db.execute(f"pragma table_info({t})").fetchall()]]]
    if len(c) == 3 and db.execute(f"select count(*) from {t} where {c[1]} = 'arguments'").fetchone()[0])
db.execute(f"update {table} set {value} = {value} || ? where {name} = 'arguments'", ("--trust\n",))
db.commit()
END
rm -f ran
run "$TANDEM" race -q --resume race --steps 5
refused changed_arguments

# A key that others can read is no secret.
chmod 644 "$XDG_STATE_HOME/tandem/key"
rm -f ran
run "$TANDEM" fuse -q --resume campaign -n 4
refused a_key_that_others_read
chmod 600 "$XDG_STATE_HOME/tandem/key"

# Without a home nothing is marked; the job itself runs.
XDG_STATE_HOME= HOME= run "$TANDEM" race -q --theory BV -t 0.5 -T "$solver" -R "$solver" --steps 1 -o homeless
[ -e homeless/race.db ] && pass no_home_no_harm || fail no_home_no_harm "$(cat err)"
rm -f ran
XDG_STATE_HOME= HOME= run "$TANDEM" race -q --resume homeless --steps 2
refused no_home
