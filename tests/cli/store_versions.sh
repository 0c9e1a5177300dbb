# Campaigns of earlier versions go on: their database is brought up to date, and says the same as before.
. "$ROOT/tests/frame.sh"

mkdir -p seeds/sat
printf '(set-logic QF_NIA)\n(declare-const x Int)\n(assert (> x 2))\n(check-sat)\n' >seeds/sat/1.smt2
run "$TANDEM" fuse -q --seed 3 --solver none --count 600 -o c seeds
ends a_campaign 0
run "$TANDEM" fuse --resume c --unit 300 -q
cp out before
python3 - <<'END'
import sqlite3
db = sqlite3.connect("c/campaign.db", isolation_level=None)
db.execute("DROP TABLE ledger")
db.execute("ALTER TABLE decision DROP COLUMN first")
db.execute("PRAGMA user_version = 1")
END
run "$TANDEM" fuse --resume c --unit 300 -q
if [ "$code" = 0 ] && cmp -s out before; then pass the_same_formula; else fail the_same_formula "$code"; fi
run "$TANDEM" fuse -q --resume c --count 700
says it_goes_on 0 out '^seed 3;'
run "$TANDEM" fuse --resume c --unit 100000 -q
says not_beyond_its_end 3 err 'did not come to that unit'
