# `tandem solve` is a solver like any other to `tandem fuse`: formulas of fixed seeds, with z3 as the
# witness, and no finding against us.
. "$ROOT/tests/frame.sh"

if ! command -v z3 >where; then
    echo 'skip self_test: z3 is not installed'
    exit 0
fi

# innocent NAME COUNT OPTION...: so many formulas, and nothing that accuses our solver. Findings against
# the witness are none of this test's business.
innocent() {
    name=$1 count=$2
    [ -z "${QUICK-}" ] || count=$((count / 8))
    shift 2
    run "$TANDEM" fuse --seed 0 --allow-code -q -s "$TANDEM solve" -s z3 --timeout 5s --reduce-time 10s --count "$count" \
        -o "$name" "$@" "$ROOT/tests/seeds" "$ROOT/tests/fuse_seeds"
    accused=$(find "$name/findings" -name '*-tandem.smt2' 2>/dev/null)
    answered=$(sed -n 's/^ *tandem .*\(sat\|unsat\) [0-9].*/yes/p' out)
    if [ "$code" -gt 1 ]; then
        fail "$name" "exit code $code"
    elif [ -n "$accused" ]; then
        fail "$name" "$(cat $accused)"
    elif [ -z "$answered" ]; then
        fail "$name" 'no answer at all'
    else
        pass "$name"
    fi
}

innocent all_strategies 32 --seed 1
innocent fusion_alone 16 --seed 2 --strategy sat-fusion --strategy unsat-fusion --strategy mixed-sat \
    --strategy mixed-unsat
innocent a_part_in_a_closed_box 16 --seed 3 --strategy boxed

# That a wrong solver with boxes would be found: one that is wrong where there is a box, and one that is
# wrong anyway.
mkdir box anyway
cat >box/tandem <<END
#!/bin/sh
for file; do :; done
case \$file in --version) exec "$TANDEM" --version ;; esac
if grep -q declare-cb "\$file"; then "$TANDEM" solve --allow-code "\$file" | sed 's/^unsat\$/sat/'; else exec z3 "\$file"; fi
END
cat >anyway/tandem <<END
#!/bin/sh
for file; do :; done
case \$file in --version) exec "$TANDEM" --version ;; esac
exec echo unsat
END
chmod +x box/tandem anyway/tandem
run "$TANDEM" fuse --seed 0 --allow-code -q -s box/tandem -s z3 --strategy boxed --count 12 --bugs 1 -o wrong-box \
    "$ROOT/tests/seeds/unsat/bv_even.smt2"
says a_defect_of_boxes_is_found 1 out '^findings: .* soundness'
if grep -q '^(declare-cb' wrong-box/findings/*; then
    pass and_kept_with_its_box
else
    fail and_kept_with_its_box "$(cat wrong-box/findings/*)"
fi
run "$TANDEM" fuse --seed 0 --allow-code -q -s anyway/tandem -s z3 --strategy boxed --count 12 --bugs 1 -o wrong-anyway \
    "$ROOT/tests/seeds/sat/bv_word.smt2"
says another_defect_is_found 1 out '^findings: .* soundness'
if grep -q '^(declare-cb' wrong-anyway/findings/*; then
    fail and_reduced_without_its_box "$(cat wrong-anyway/findings/*)"
else
    pass and_reduced_without_its_box
fi
run "$TANDEM" fuse --seed 0 --allow-code -q -s z3 --strategy boxed --count 1 -o x "$ROOT/tests/seeds"
says boxes_are_for_those_who_know_them 2 err "strategy 'boxed' is for solvers that know closed boxes"
