# Campaigns of several machines brought together: each defect once; and campaigns that begin with seeds of their own.
. "$ROOT/tests/frame.sh"

mkdir -p seeds/sat
printf '(set-logic QF_NIA)\n(declare-const x Int)\n(declare-const y Int)\n(assert (= (* 2 x) (+ y 4)))\n(check-sat)\n' \
    >seeds/sat/1.smt2
cat >crashes <<'END2'
#!/bin/sh
for file; do :; done
if grep -q '(check-sat)' "$file"; then echo "ASSERTION VIOLATION at check.cpp:12" >&2; kill -SEGV $$; fi
exec z3 "$@"
END2
sed 's/check.cpp/other.cpp/; s/VIOLATION/FAILURE/' crashes >fails
chmod +x crashes fails

# ---- seeds that were not given ----

run "$TANDEM" fuse --solver none --count 3 -o one seeds
one=$(sed -n 's/^seed \([0-9]*\);.*/\1/p' out)
says the_seed_is_told_at_the_beginning 0 err "^tandem fuse: seed $one\$"
run "$TANDEM" fuse -q --solver none --count 3 -o two seeds
two=$(sed -n 's/^seed \([0-9]*\);.*/\1/p' out)
if [ -n "$one" ] && [ "$one" != "$two" ]; then pass starts_differ; else fail starts_differ "$one, $two"; fi
run "$TANDEM" fuse -q --resume one --count 4
says the_seed_is_kept 0 out "^seed $one;"
run "$TANDEM" fuse -q --seed=x --solver none --count 3 -o three seeds
says a_seed_is_a_number 2 err 'seed wants a number'

# ---- merging ----

run "$TANDEM" fuse -q --seed 1 --solver ./crashes --solver z3 --count 4 --bugs 1 -o a seeds
ends first_campaign 1
run "$TANDEM" fuse -q --seed 2 --solver ./crashes --solver z3 --count 4 --bugs 1 -o b seeds
run "$TANDEM" fuse -q --seed 3 --solver ./fails --solver z3 --count 4 --bugs 1 -o c seeds
run "$TANDEM" fuse --merge -o all a b c
is each_defect_once 0 "2 new, 1 of the same defects, 0 merged before, $(sed -E 's/.* ([0-9]+) left out.*/\1/' out) left out; in all"
set -- all/findings/*.smt2
if [ $# = 2 ] && grep -q 'from the campaign in a, seed 1$' "$1"; then
    pass files_of_both
else
    fail files_of_both "$# files: $(grep campaign "$1")"
fi
run "$TANDEM" fuse --merge -o all a b c
says merging_again_adds_nothing 0 out '^0 new, 0 of the same defects, 3 merged before'
run "$TANDEM" fuse --merge -o a b
says not_into_a_campaign 4 err 'a has a campaign of its own'
run "$TANDEM" fuse --merge -o all nowhere
says not_from_nowhere 4 err 'no campaign here'
run "$TANDEM" fuse --merge -o all
ends which_folders 2
run "$TANDEM" fuse --accept all --known known.txt
run "$TANDEM" fuse --merge --known known.txt -o less a c
says known_ones_are_left_out 0 out '^0 new'
run "$TANDEM" fuse -q --resume all
says merged_folders_do_not_go_on 4 err 'not one of'
