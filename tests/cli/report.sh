# report: one page for what any job has left; texts of others stay texts.
. "$ROOT/tests/frame.sh"
. "$ROOT/tests/report_runs.sh"
report_runs

# shows NAME PATTERN...: the page of the last run has them all, and no markup of others.
shows() {
    name=$1
    shift
    for pattern; do
        grep -q -e "$pattern" page.html || { fail "$name" "no '$pattern' in the page" && return; }
    done
    if grep -qE '<(script|img|b>cpu|b>z3|i>fp|b>wrong|b>hm|iframe)|https?://[^w]' page.html; then
        fail "$name" "$(grep -oE '<(script|img|b>cpu|b>z3|i>fp|b>wrong|b>hm|iframe).{20}' page.html | head -3)"
    elif ! python3 "$ROOT/tests/well_formed.py" page.html; then
        fail "$name" 'the page is not well-formed'
    else
        pass "$name"
    fi
}

run "$TANDEM" report -o page.html explored
is explore_says_where 0 page.html
shows explore 'Edges over time' 'Findings: 1' 'segmentation fault in &lt;script&gt;' 'abc\\x00\\xff&lt;script' 'Lines: 2 of 5' \
    'class="n"><b> *4 ' 'tandem explore -o explored f.c' '&lt;b&gt;cpu' '4210' '<tr><th>landlock</th><td>7</td>' '^<li><b>yes</b><span>complete</span>'
if grep -q '<b> *40' page.html || ! grep -q '<b> *…</b>' page.html; then fail far_lines 'are shown'; else pass far_lines; fi
if grep -q 'secret of another' page.html; then fail only_sources 'any file is shown'; else pass only_sources; fi
run "$TANDEM" report -q -o page.html bench.csv
is quiet 0 ''
shows bench 'z3</td><td>41</td><td>40</td>' 'Wrong answers' 'cvc5 against z3' 'queries solved' '&lt;b&gt;wrong'
run "$TANDEM" report -o page.html --compare bench.csv bench2.csv
shows compare 'Side by side' 'z3 (B) against z3 (A)' 'p = ' 'id="r2"'
run "$TANDEM" report -o page.html solved.json proved.json
shows json 'Check 1: sat' 'the fuzzer says &lt;b&gt;hm' 's == 2 \* i &amp;&amp; i &lt;b n' '2 runs'
# the story of a question, as the help has it
run "$TANDEM" solve --json --explain --lib "$ROOT/examples/boxes.c" "$ROOT/examples/box.smt2"
says explained_beside_json 0 err '^; fuzz: '
cp out box.json && cp err box.log
run "$TANDEM" report -o page.html box.json
shows story 'The story' '<b>sat</b><span>answer' 'executions'
run "$TANDEM" report -o page.html violated.json
shows violated '<b>violated</b><span>verdict' 'A run that breaks it' 'n = &lt;b&gt;12' '^line 3: i = 1; c = 4$' '^line 9: the assertion fails$' 'seccomp, landlock 7' \
    '<b>5.1 MB</b><span>peak</span>' '<b>0.512</b><span>seconds'
run "$TANDEM" report -o - solved.json
says standard_output 0 out '^<!DOCTYPE html>'
cp out page.html
shows one_run 'prove\|solve: solved.json'

# databases: of a campaign, and of a race
if command -v z3 >where; then
    mkdir -p seeds/sat
    printf '(set-logic QF_BV)(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))\n(assert (= (bvmul x y) #x15))\n(check-sat)\n' >seeds/sat/a.smt2
    run "$TANDEM" fuse -q -s "$ROOT/tests/faulty_solvers/wrong-unsat" -s z3 --count 4 -t 10s --strategy sat-fusion -o fused seeds
    run "$TANDEM" report -o page.html fused
    shows fuse 'soundness' 'says unsat, expected sat' 'class="k">check-sat' 'tandem fuse' 'units of work' '<th>sat</th>' '<td>z3</td><td>' 'tandem fuse --check-only -s '
    run "$TANDEM" report -o page.html fused/campaign.db
    shows fuse_database 'soundness' 'tandem fuse'
    run "$TANDEM" race -q --theory BV -t 0.3 --steps 4 -T z3 -R "$ROOT/tests/faulty_solvers/wrong-sat" -o real-race
    run "$TANDEM" report -o page.html real-race
    shows race 'tandem race' 'Best margin' 'how much worse the target did'
    cp raced/* real-race/ 2>copied
    cp raced/inputs/* real-race/inputs/
    run "$TANDEM" report -o page.html real-race
    shows race_parts 'Which constructs' 'fp.rem' '&lt;i&gt;fp.add' 'Input 001.smt2: margin 3.750' '&lt;b&gt;z3'
else
    echo 'skip fuse race: z3 is not there'
fi

run "$TANDEM" report
says which 2 err 'which RUN'
run "$TANDEM" report missing
says missing 4 err 'missing: No such file'
mkdir empty
run "$TANDEM" report empty
says no_results 4 err 'empty: is no folder of results'
echo nonsense >nonsense.txt
run "$TANDEM" report nonsense.txt
says nonsense 4 err 'no JSON'
run "$TANDEM" report --compare bench.csv
says compare_needs_two 2 err 'needs two'
run "$TANDEM" report -o no/where.html bench.csv
ends unwritable 4
