# Sourced by the tests of `tandem report`: results of all jobs in the current folder, with names and texts in them that
# would be markup if anybody let them.
hostile='<script>document.title="broken"</script><img src=x onerror="document.title=1">&amp;"'"'"

report_runs() {
    mkdir -p explored/findings/0000 "explored/src"
    printf 'int f(int x)\n{\n    if (x > 3) /* %s */\n        return 1;\n    return 0;\n}\n' "$hostile" >explored/src/f.c
    yes '/* far from code */' | head -n 40 >>explored/src/f.c
    printf '{"seed": 7, "jail": "filter", "landlock": 7, "seconds": 12.5, "complete": true, "tests": 9, "runs": 4210, "edges": 131, "solver": {"asked": 55, "smt_seconds": 2.25}}\n' \
        >explored/stats.json
    printf 'seconds\truns\ttests\tedges\n0.1\t10\t1\t20\n1.5\t300\t3\t77\n12.5\t4210\t9\t131\n' >explored/coverage.tsv
    printf 'file\tline\ttests\nexplored/src/f.c\t3\t9\nexplored/src/f.c\t4\t0\nexplored/src/f.c\t5\t9\nexplored/key\t1\t0\nexplored/key.c\t1\t0\n' >explored/lines.tsv
    echo 'a secret of another' >explored/key
    ln -s key explored/key.c
    printf 'crash: segmentation fault in %s\n#0 f f.c:3\n#1 main f.c:9\n' "$hostile" >explored/findings/0000/what
    printf 'abc\000\377%s' "$hostile" >explored/findings/0000/stdin
    printf '{"command": "tandem explore -o explored f.c", "tandem": "0", "processor": "%s"}\n' '<b>cpu</b>' >explored/run.json

    mkdir -p raced/inputs
    printf 'rank\tconstruct\tmean\tlow\thigh\tpulls\tsuccesses\tfailures\n1\tfp.rem\t0.91\t0.72\t0.99\t17\t15.5\t1.5\n2\t<i>fp.add</i>\t0.4\t0.2\t0.6\t9\t4\t5\n' \
        >raced/ranking.tsv
    printf 'input\tmargin\n1\t0\n2\t0.5\n3\t0.5\n4\t3.75\n' >raced/margin.tsv
    printf '; margin 3.750, found at step 4\n; <b>z3</b>\n(set-logic QF_FP)\n(assert (= |<b>| "<i>"))\n(check-sat)\n' >raced/inputs/001.smt2

    {
        echo 'solver,file,expected,verdict,solved,wrong,wall_s,cpu_s,memory_bytes,status,limit_s,command,note'
        i=0
        while [ $i -lt 40 ]; do
            echo "z3,set/$i.smt2,sat,sat,1,0,0.$((i % 9 + 1)),0.1,1000,0,10,z3 {},"
            if [ $((i % 7)) = 0 ]; then
                echo "cvc5,set/$i.smt2,sat,timeout,0,0,10,10,1000,0,10,cvc5 {},"
            else
                echo "cvc5,set/$i.smt2,sat,sat,1,0,$((i % 5)).$((i % 8 + 1)),0.1,1000,0,10,cvc5 {},"
            fi
            i=$((i + 1))
        done
        echo 'z3,"set/<b>wrong</b>.smt2",unsat,sat,0,1,0.2,0.1,1000,0,10,z3 {},'
    } >bench.csv
    sed 's/,0\.\([1-9]\),0.1,1000,0,10,z3/,0.0\1,0.1,1000,0,10,z3/' bench.csv >bench2.csv
    printf '{"tandem": "0.1.0", "file": "%s.smt2", "engine": "z3", "seed": 0, "checks": [{"answer": "sat", "model_check": "checked", "seconds": 0.01, "model": {"x": "#x07", "<b>": "(as const <i>)"}}], "output": "sat\\n((x #x07))\\n", "statistics": {"seconds": 0.02, "terms": 17}}\n' \
        '<b>' >solved.json
    printf '; the fuzzer says <b>hm</b>\n; done\n' >solved.log
    printf '{"file": "sum.c", "verdict": "proved", "learner": "octagons", "invariants": [{"line": 3, "invariant": "s == 2 * i && i <b n"}], "questions": 12, "seconds": 0.5}\n' \
        >proved.json
    printf '{"file": "sum.c", "sandbox": {"seccomp": true, "landlock": 7}, "verdict": "violated", "run": [{"inputs": "n = <b>12</b>"}, {"line": 3, "state": "i = 0", "inputs": ""}, {"line": 3, "state": "i = 1", "inputs": "c = 4"}], "assertion_line": 9, "trivial": false, "peak_bytes": 5099520, "seconds": 0.51234}\n' \
        >violated.json
}
