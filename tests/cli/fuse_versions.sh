# Several builds of one solver: since when a finding is there, and what newer ones have lost; solver files.
. "$ROOT/tests/frame.sh"

if ! command -v z3 >where; then
    echo 'skip fuse_versions: z3 is needed'
    exit 0
fi

# build NAME VERSION BODY: a program that tells its version, and does BODY with the formula in "$file"
build() {
    mkdir -p builds
    {
        printf '#!/bin/sh\nfor word; do [ -r "$word" ] && file=$word; done\n'
        printf 'case " $* " in *" --version "*) echo "Z3 version %s"; exit ;; esac\n%s\n' "$2" "$3"
    } >"builds/$1"
    chmod +x "builds/$1"
}

# the words of a defect: it calls everything unsat where there is a bvmul
wrong='grep -q bvmul "$file" && { echo unsat; exit; }; exec z3 "$file"'
build z3-1.8 1.8.0 'exec z3 "$file"'
build z3-1.9 1.9.0 'exec z3 "$file"'
build z3-1.10 1.10.0 "$wrong"
build z3-1.11 1.11.0 "echo '(error \"out of order\")'"
build z3-1.12 1.12.0 "$wrong"
cat >0001-soundness-z3.smt2 <<'END'
; soundness: z3 1.12.0
; says unsat, but it is sat
; expected sat, got unsat
; run: z3 smt.random_seed=3 FILE
(set-logic QF_BV)
(declare-const x (_ BitVec 8))
(assert (= (bvmul x #x03) #x15))
(check-sat)
END
printf '# soundness\n' >0001-soundness-z3.md

run "$TANDEM" fuse --bisect 0001-soundness-z3.smt2 --versions builds
says since_when 1 out '^right from 1.8.0 on, the oldest that can tell, up to 1.9.0; wrong since 1.10.0, up to 1.12.0, the newest that can tell$'
says each_build 1 out '^z3-1.11  *1.11.0  *neither  *error: .*out of order'
says the_report_knows 1 0001-soundness-z3.md '^right from 1.8.0.*wrong since 1.10.0'
run "$TANDEM" fuse --bisect 0001-soundness-z3.smt2 --versions builds --json
if python3 -c 'import json; d=json.load(open("out")); assert [b["outcome"] for b in d["builds"]] == ["right", "right", "wrong", "neither", "wrong"]'; then
    pass bisect_json
else
    fail bisect_json "$(cat out)"
fi
[ "$(grep -c '^## Versions' 0001-soundness-z3.md)" = 1 ] && pass one_section || fail one_section 'not one'
rm builds/z3-1.11
build z3-1.13 1.13.0 'exec z3 "$file"'
run "$TANDEM" fuse --bisect 0001-soundness-z3.smt2 --versions builds
says mended_again 0 out 'right since 1.13.0, up to 1.13.0, the newest that can tell$'
run "$TANDEM" fuse --bisect 0001-soundness-z3.smt2
says over_what 2 err '^tandem fuse: --bisect: over which builds'
run "$TANDEM" fuse --bisect builds/z3-1.8 --versions builds
says no_finding 3 err 'this is no file of a finding'
run "$TANDEM" fuse --bisect missing.smt2 --versions builds
ends a_missing_finding 3
mkdir empty
run "$TANDEM" fuse --bisect 0001-soundness-z3.smt2 --versions empty
says no_builds 4 err 'no program and no solver file'

# Versions as an oracle: the newer build does not know what the older one says.
rm -rf builds seeds
build z3-1.8 1.8.0 'exec z3 "$file"'
build z3-1.9 1.9.0 'grep -q "(mod " "$file" && { echo unknown; exit; }; exec z3 "$file"'
mkdir -p seeds/sat
printf '(set-logic QF_NIA)(declare-const x Int)(declare-const y Int)(assert (= (mod x 7) y))(check-sat)\n' >seeds/sat/one.smt2
run "$TANDEM" fuse -q --versions builds --count 3 --strategy sat-fusion --timeout 10s -o lost seeds
says a_lost_answer 1 out '^findings: [0-9]* different: [0-9]* regression;'
set -- lost/findings/*.smt2
grep -q '^; unknown where an older build says sat' "$1" && pass names_it || fail names_it "$(cat "$@")"
grep -q 'versions: right from 1.8.0 on, .*; wrong since 1.9.0' "$1" && pass says_since_when || fail says_since_when "$(cat "$@")"

# A solver by its file, kept and not; one that lies is found by it as by its program.
cat >mine.solver <<END
name mine
lineage z3
command {folder}/wrong
END
printf '#!/bin/sh\nexec "%s" "$@"\n' "$ROOT/tests/faulty_solvers/wrong-unsat" >wrong
chmod +x wrong
mkdir -p seeds/sat
printf '(set-logic QF_BV)(declare-const x (_ BitVec 8))(assert (= (bvmul x #x03) #x15))(check-sat)\n' >seeds/sat/two.smt2
rm seeds/sat/one.smt2
run "$TANDEM" fuse -q -s ./mine.solver -s z3 --count 3 --strategy sat-fusion --timeout 10s -o own seeds
says a_file_names_a_solver 1 out '^findings: 1 different: 1 soundness;'
set -- own/findings/*.smt2
command=$(sed -n 's/^; run: //p' "$1" | sed "s|FILE|$1|")
run sh -c "$command"
says a_shell_runs_it_again 0 out '^unsat'
build z3-1.14 1.14.0 "exec '$ROOT/tests/faulty_solvers/wrong-unsat' \"\$file\""
run "$TANDEM" fuse --bisect "$1" --versions builds
says the_program_is_no_option 1 out '^z3-1.14 .*wrong'
run "$TANDEM" doctor --no-solvers --solver ./mine.solver
says doctor_tries_it 0 out '^part\|^ok .*mine.solver .*answers'
# What it does not know is taken from it, and said; one that knows nothing cannot be used.
printf '#!/bin/sh\ngrep -q QF_BV "$1" && exec z3 "$1"\necho "(error \\"unknown logic\\")"\n' >narrow
printf '#!/bin/sh\necho "(error \\"no licence\\")"\n' >useless
chmod +x narrow useless
run "$TANDEM" fuse -s ./narrow -s z3 --count 3 --strategy sat-fusion --timeout 10s -o narrowed seeds
says a_logic_is_taken_away 0 err '^tandem fuse: ./narrow is not asked about formulas in ALL: .*unknown logic'
run "$TANDEM" fuse -q -s ./useless -s z3 --count 3 -o useless.d seeds
says nothing_is_left 5 err '^tandem fuse: ./useless takes no logic of these seeds: .*no licence'
printf 'name mine\nprogramme x\n' >mine.solver
run "$TANDEM" fuse -q -s ./mine.solver --count 1 -o bad seeds
says its_mistakes_have_a_place 5 err "mine.solver:2: there is no such key: 'programme'"
