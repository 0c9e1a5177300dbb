# `tandem bench`: solvers that are scripts misbehave, z3 and cvc5 answer.
. "$ROOT/tests/frame.sh"

# query NAME STATUS: a script that says what faulty solvers should do with it
query() {
    mkdir -p "$(dirname "$1")"
    printf '(set-info :status %s)\n(set-logic QF_LIA)\n(declare-const x Int)\n(assert %s)\n(check-sat)\n' \
        "$2" "$3" >"$1"
}
query s/a.smt2 sat '(> x 1)'
query s/b.smt2 unsat '(and (> x 1) (< x 1))'
query s/deep/c.smt2 sat '(= x 2)'
query s/deep/d.smt2 unknown '(= x 3)'

solver() { # NAME BODY: a faulty solver; $1 of the body is the file
    printf '#!/bin/sh\n%s\n' "$2" >"$1"
    chmod +x "$1"
}
solver liar 'echo unsat'
solver crashes 'kill -SEGV $$'
solver errs 'echo "(error \"no\")"; echo sat'
solver grows 'x=xxxxxxxxxxxxxxxx; while :; do x=$x$x; done'
solver sleeps 'sleep 1000 & sleep 1000'
solver mute 'exit 0'
solver giveup 'echo unknown'
solver right 'case $1 in *b.smt2) echo unsat ;; *) echo sat ;; esac'

# the columns of one solver in a table, without times: runs solved sat unsat unknown timeout
# (and without how many it solved alone)
row() { awk -v s="$1" '$4 == "alone" {alone = 1} $1 == s {NF -= 2; if (alone) $4 = ""; $0 = $0; $1 = $1; print}' out; }
wants() {
    if [ "$(row "$2")" = "$2 $3" ]; then pass "$1"; else fail "$1" "$(row "$2"), wanted $2 $3"; fi
}

run "$TANDEM" bench -q --solver ./right s
says right_code 0 out '^solver  *runs  *solved  *sat  *unsat  *unknown  *timeout  *wrong  *PAR-2 s  *total s$'
wants right right '4 4 3 1 0 0 0'
run "$TANDEM" bench -q --memory 64M --solver ./liar --solver ./crashes --solver ./errs \
    --solver ./mute --solver ./giveup -j 3 s
says wrong_answers_have_their_code 1 out '^wrong: liar answers unsat, expected sat: s/a.smt2$'
says wrong_answers_are_listed 1 out '^wrong: liar answers unsat, expected sat: s/deep/c.smt2$'
# runs solved sat unsat unknown timeout crash error wrong
wants liar liar '4 2 0 4 0 0 0 0 2'
wants crashes crashes '4 0 0 0 0 0 4 0 0'
wants an_error_is_no_answer errs '4 0 0 0 0 0 0 4 0'
wants no_answer_is_an_error mute '4 0 0 0 0 0 0 4 0'
wants unknown giveup '4 0 0 0 4 0 0 0 0'
run "$TANDEM" bench -q -t 0.3 --solver ./sleeps s/a.smt2
wants timeout sleeps '1 0 0 0 0 1 0'
run "$TANDEM" bench -q -t 60 --memory 64M --solver ./grows s/a.smt2
wants memout grows '1 0 0 0 0 0 1 0'
run "$TANDEM" bench -q --solver ./right --solver ./liar s/deep/d.smt2
says disagreement 0 out '^disagreement: right answers sat, liar unsat: s/deep/d.smt2$'

# names, places, folders
run "$TANDEM" bench -q --solver 'one=./right' --solver 'two=sh ./right {}' --folders s/deep s
wants named_one one '4 4 3 1 0 0 0'
wants named_two two '4 4 3 1 0 0 0'
says folders 0 out '^s/deep  *2  *2  *2$'
run "$TANDEM" bench -q --solver ./right --solver ./right s
says same_name 5 err "two solvers are called 'right'"
run "$TANDEM" bench -q --solver no-such-solver s
says no_solver 5 err "there is no program 'no-such-solver'"
run "$TANDEM" bench -q --solver ./right nowhere
says no_folder 4 err 'cannot read nowhere'
run "$TANDEM" bench --solver ./right
says no_files 2 err 'which FILE or FOLDER'

# real solvers and our own
run "$TANDEM" bench -q -t 60 --solver z3 --solver cvc5 --mode auto --mode 'fast=--engine z3' s
says real_solvers 0 out '^z3 '
wants z3 z3 '4 4 3 1 0 0 0'
wants cvc5 cvc5 '4 4 3 1 0 0 0'
wants ours auto '4 4 3 1 0 0 0'
wants ours_with_options fast '4 4 3 1 0 0 0'

# CSV, in the order of files whatever the number of jobs; resuming
cols() { cut -d, -f1-6 "$1"; }
run "$TANDEM" bench -q -j 4 --solver ./right --solver ./liar --csv r.csv s
cols r.csv >first
cat >wanted <<'END'
solver,file,expected,verdict,solved,wrong
right,s/a.smt2,sat,sat,1,0
liar,s/a.smt2,sat,unsat,0,1
right,s/b.smt2,unsat,unsat,1,0
liar,s/b.smt2,unsat,unsat,1,0
right,s/deep/c.smt2,sat,sat,1,0
liar,s/deep/c.smt2,sat,unsat,0,1
right,s/deep/d.smt2,none,sat,1,0
liar,s/deep/d.smt2,none,unsat,1,0
END
cmp -s first wanted && pass csv_rows || fail csv_rows "$(cat first)"
head -n 4 r.csv >half.csv
printf 'right,s/deep/c.smt2,sat,sa' >>half.csv # killed while writing
solver right 'echo ran >>ran; case $1 in *b.smt2) echo unsat ;; *) echo sat ;; esac'
rm -f ran
run "$TANDEM" bench --solver ./right --solver ./liar --resume half.csv s
says resume_says_so 1 err '3 of 8 runs are in half.csv'
[ "$(wc -l <ran)" = 2 ] && pass resume_skips || fail resume_skips "$(wc -l <ran) runs"
cols half.csv | cmp -s - wanted && pass resume_completes || fail resume_completes "$(cat half.csv)"
rm -f ran
run "$TANDEM" bench -q -t 7 --solver ./right --resume half.csv s/a.smt2
[ -f ran ] && pass another_limit_is_another_run || fail another_limit_is_another_run 'did not run'
run "$TANDEM" bench -q --solver ./right --resume s/a.smt2 s
says resume_of_something_else 4 err 'is no file of results'
run "$TANDEM" bench -q --solver ./right --csv nowhere/r.csv s
says unwritable 4 err 'cannot write nowhere/r.csv'

# the same in a database: written, resumed, compared with, and read by report
run "$TANDEM" bench -q -j 4 --solver ./right --solver ./liar --csv both.csv --db r.db s
cat >rows.py <<'END'
import sqlite3, sys
names = "solver,file,expected,verdict,solved,wrong"
print(names)
for row in sqlite3.connect(sys.argv[1]).execute(f"SELECT {names} FROM run"):
    print(",".join(str(x) for x in row))
END
python3 rows.py r.db | cmp -s - wanted && pass db_rows || fail db_rows "$(python3 rows.py r.db)"
cols both.csv | cmp -s - wanted && pass csv_beside_db || fail csv_beside_db "$(cat both.csv)"
python3 -c 'import sqlite3; d = sqlite3.connect("r.db"); d.execute("DELETE FROM run WHERE rowid > 3"); d.commit()'
rm -f ran
run "$TANDEM" bench --solver ./right --solver ./liar --resume r.db s
says resume_db_says_so 1 err '3 of 8 runs are in r.db'
[ "$(wc -l <ran)" = 2 ] && pass resume_db_skips || fail resume_db_skips "$(wc -l <ran) runs"
python3 rows.py r.db | cmp -s - wanted && pass resume_db_completes || fail resume_db_completes "$(python3 rows.py r.db)"
run "$TANDEM" bench -q --solver ./right --against r.db s
says against_db 0 out '^right against r.db: 4 files, 0 solved now and not before'
run "$TANDEM" report -o r.html r.db
says report_of_db 0 out 'r.html'
grep -q liar r.html && pass report_of_db_has_solvers || fail report_of_db_has_solvers 'no liar'
run "$TANDEM" bench -q --solver ./right --db r.txt s
says db_name 2 err 'ends with .db'
run "$TANDEM" bench -q --solver ./right --db nowhere/r.db s
says db_unwritable 4 err 'cannot write nowhere/r.db'
echo 'SQLite format 3, not' >broken.db
run "$TANDEM" bench -q --solver ./right --resume broken.db s
says db_broken 4 err 'cannot read broken.db'

# who solved what alone, and both in a picture
run "$TANDEM" bench -q --scatter sc.svg --solver ./right --solver ./giveup s
says alone 0 out '^right  *4  *4  *4 '
python3 -c 'import xml.dom.minidom; xml.dom.minidom.parse("sc.svg")' 2>err && pass scatter || fail scatter 'no picture'
run "$TANDEM" bench -q --scatter sc.svg --solver ./right s
says scatter_of_one 2 err 'for two solvers'

# Ctrl-C keeps what was done, and ends the solvers
solver slow 'case $1 in *a.smt2) echo sat ;; *) echo $$ >>pids; sleep 1000 ;; esac'
rm -f pids
"$TANDEM" bench -q -t 1000 --solver ./slow --csv i.csv s >out 2>err &
bench=$!
while [ ! -f pids ]; do sleep 0.05; done
kill -INT $bench
code=0
wait $bench || code=$?
says interrupt_reports 130 out '^slow  *1  *1  *1 '
[ "$(wc -l <i.csv)" = 2 ] && pass interrupt_keeps_rows || fail interrupt_keeps_rows "$(cat i.csv)"
tries=0 # a killed process may take a moment to be gone
while kill -0 "$(cat pids)" 2>/dev/null && [ $tries -lt 200 ]; do
    sleep 0.05
    tries=$((tries + 1))
done
kill -0 "$(cat pids)" 2>/dev/null && fail interrupt_ends_solvers 'still there' || pass interrupt_ends_solvers

# JSON and plot
run "$TANDEM" bench -q --json --plot p.svg --solver ./right --solver ./liar s
cat >check.py <<'END'
import json, sys, xml.dom.minidom
d = json.load(open("out"))
right, liar = d["solvers"]
assert right["solved"] == 4 and right["wrong"] == 0 and right["sat"] == 3, right
assert liar["wrong"] == 2 and liar["par2_s"] > 20, liar
assert len(d["runs"]) == 8 and d["runs"][1]["wrong"] is True and d["limits"]["wall_s"] == 20, d
xml.dom.minidom.parse("p.svg")
END
if python3 check.py 2>err; then pass json_and_plot; else fail json_and_plot 'see below'; fi
run "$TANDEM" bench -v -j 2 --solver ./right s
says verbose 0 err '^sat  *[0-9.]* s  right  s/a.smt2$'

# against an earlier run
run "$TANDEM" bench -q --solver ./right --csv before.csv s
run "$TANDEM" bench -q --solver ./right --against before.csv s
says against 0 out '^right against before.csv: 4 files, 0 solved now and not before, 0 before and not now (p = 1); .* on the 4 of both'
run "$TANDEM" bench -q --json --solver ./right --against before.csv s
says against_json 0 out '"against":\[{"solver":"right","files":4,"gained":0'
run "$TANDEM" bench -q --solver ./liar --against before.csv s
says against_another 1 out 'no run of this solver'
run "$TANDEM" bench -q --solver ./right --against missing.csv s
says against_missing 4 err 'cannot read missing.csv'
