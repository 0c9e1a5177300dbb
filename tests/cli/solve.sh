# `tandem solve` as a user calls it: commands, answers, options, exit codes, other solvers.
. "$ROOT/tests/frame.sh"

small='(declare-const x Int)(assert (= (* 3 x) 21))(check-sat)(get-value (x (+ x 1)))'
feed "$small" "$TANDEM" solve -
is sat_and_values 0 'sat
((x 7)
 ((+ x 1) 8))'
silent nothing_on_stderr err

printf '%s' "$small" >small.smt2
run "$TANDEM" solve small.smt2
is from_a_file 0 'sat
((x 7)
 ((+ x 1) 8))'

run "$TANDEM" solve -v small.smt2
says verbose_says_checked 0 err '; the model was checked'

run "$TANDEM" solve --model small.smt2
says model_option 0 out '(define-fun x () Int'

run "$TANDEM" solve --json --model small.smt2
says json_answer 0 out '"answer": "sat"'
says json_check 0 out '"model_check": "checked"'
cp out answer.json
run python3 -c 'import json
d = json.load(open("answer.json"))
print(d["checks"][0]["model"]["x"], d["errors"], d["ended"])'
is json_is_json 0 '7 0 complete'

run "$TANDEM" solve --stats small.smt2
says statistics 0 err '^; checks  *1$'

# push, pop, assumptions, names
feed '(set-option :produce-unsat-cores true)
(set-option :produce-unsat-assumptions true)
(set-option :produce-assignments true)
(declare-const p Bool)(declare-const q Bool)
(assert (! (or p q) :named one))
(push 1)
(assert (! (not p) :named two))
(assert (! (not q) :named three))
(check-sat)
(get-unsat-core)
(pop 1)
(check-sat-assuming ((not p) q))
(get-assignment)
(check-sat-assuming ((not p) (not q)))
(get-unsat-assumptions)
(get-assertions)
(get-info :assertion-stack-levels)' "$TANDEM" solve -
says core 0 out '^(.*one.*)$'
says core_answer 0 out '^unsat$'
says assignment 0 out '^((one true))$'
says assumptions_core 0 out '^((not [pq]) (not [pq]))$'
says assertions_are_listed 0 out '^((! (or p q) :named one))$'
says stack_levels 0 out '^(:assertion-stack-levels 0)$'

# options and informations
feed '(set-option :print-success true)
(set-info :status sat)
(get-option :print-success)
(get-option :produce-models)
(set-option :no-such-option 3)
(get-info :name)
(get-info :error-behavior)
(echo "a ""quoted"" word")
(declare-fun f (Int) Int)
(get-info :no-such-info)' "$TANDEM" solve -
is success_and_unsupported 0 'success
success
true
true
unsupported
(:name "tandem")
(:error-behavior continued-execution)
"a ""quoted"" word"
success
unsupported'

feed '(set-option :regular-output-channel "channel.txt")(echo "there")' "$TANDEM" solve -
is output_channel 0 ''
run cat channel.txt
is output_channel_file 0 '"there"'

# errors do not end a conversation, but a file
feed '(assert 5)
(declare-const x Int)
(get-model)
(assert (> x 0))
(check-sat)' "$TANDEM" solve -
says goes_on_after_errors 3 out '^sat$'
says error_has_a_place 3 out '(error "stdin:1:9: '
says no_model_yet 3 out '(error "stdin:3:1: no model'
cp in bad.smt2
run "$TANDEM" solve bad.smt2
says file_stops_at_error 3 out '(error "bad.smt2:1:9: '
run grep -c sat out
is no_answer_after_error 1 0
run "$TANDEM" solve --keep-going bad.smt2
says keep_going 3 out '^sat$'

# resets, exit
feed '(declare-const x Bool)(assert false)(check-sat)(reset-assertions)(declare-const x Bool)
(check-sat)(reset)(declare-const x Int)(assert (= x 1))(check-sat)(exit)(check-sat)' \
    "$TANDEM" solve -
is resets_and_exit 0 'unsat
sat
sat'

# quantifiers: the solver'"'"'s word
feed '(declare-fun f (Int) Int)(assert (forall ((i Int)) (>= (f i) 0)))(check-sat)' \
    "$TANDEM" solve -v -
says quantified_is_unchecked 0 err 'not checked'

# every theory once, through the check of the model
feed '(declare-const b (_ BitVec 70))(assert (= (bvmul b b) (_ bv121 70)))
(declare-const s String)(assert (str.in_re s (re.+ (str.to_re "ab"))))(assert (> (str.len s) 3))
(declare-const a (Array Int Real))(assert (= (select a 3) (/ 1.0 3.0)))
(declare-const y Float32)(assert (fp.gt y ((_ to_fp 8 24) RNE 1.5)))
(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
(declare-const l L)(assert (and ((_ is cons) l) (= (head (tail l)) 5)))
(declare-sort U 0)(declare-fun g (U) U)(declare-const u U)(assert (distinct u (g u)))
(check-sat)' "$TANDEM" solve -v -
says all_theories 0 out '^sat$'
says all_theories_checked 0 err 'the model was checked'

# other solvers as child processes
for solver in "cvc5 --incremental" "z3 -in" "cvc4 --incremental --lang smt2"; do
    name=${solver%% *}
    if command -v "$name" >/dev/null; then
        feed "$small(assert (> x 7))(check-sat)" "$TANDEM" solve --engine "$solver" -
        is "engine_$name" 0 'sat
((x 7)
 ((+ x 1) 8))
unsat'
    else
        echo "skip engine_$name: not installed"
    fi
done
run "$TANDEM" solve --engine no-such-solver small.smt2
says missing_solver 5 err 'no-such-solver'

# a lying solver: its model is found out
cat >liar <<'END'
#!/bin/sh
while read -r line; do
    case $line in
    *check-sat*) echo sat ;;
    *'(echo "'*) line=${line#*\"} && echo "${line%\"*}" ;;
    *get-model*) echo '((define-fun x () Int 4))' ;;
    *get-info*) echo '(:name "liar")' ;;
    *'(exit)'*) exit 0 ;;
    esac
done
END
chmod +x liar
feed "(declare-const x Int)(assert (= (* 3 x) 21))(check-sat)(get-info :reason-unknown)" \
    "$TANDEM" solve --engine ./liar -
says liar_is_found_out 0 out '^unknown$'
says liar_is_named 0 err 'wrong model'
says liar_is_a_reason 0 out '^(:reason-unknown ".*wrong model'
feed "(declare-const x Int)(assert (forall ((y Int)) (= y y)))(assert (= x 5))(check-sat)" \
    "$TANDEM" solve --engine ./liar -
says liar_is_found_out_beside_quantifiers 0 out '^unknown$'

# a closed box of libc: its value in the model is what the function answers
feed "(declare-cb abs ((_ BitVec 32)) (_ BitVec 32))(declare-const x (_ BitVec 32))
(assert (= (abs x) #x00000005))(assert (bvslt x #x00000000))(check-sat)(get-value (x (abs x)))" \
    "$TANDEM" solve -
says box_is_called_for_its_value 0 out '^ *((abs x) #x00000005))'

# --mode fuzz is honoured without boxes, too: it finds models, and never says unsat
feed "(declare-const x (_ BitVec 32))(assert (= (bvmul x #x00000007) #x0000002a))(check-sat)" \
    "$TANDEM" solve --mode fuzz --explain -
says fuzz_without_boxes 0 out '^sat$'
says fuzz_without_boxes_fuzzes 0 err 'fuzz: .* a model that holds'
feed "(declare-const x (_ BitVec 4))(assert (bvult x #x3))(assert (bvugt x #x9))(check-sat)
(get-info :reason-unknown)" "$TANDEM" solve --mode fuzz -
says fuzz_says_no_unsat 0 out '^unknown$'
says fuzz_exhausted_is_a_reason 0 out 'tried every input'

# boxes of strings are fuzzed, too: digits come through a function that reads them
feed "(declare-cb atoi (String) (_ BitVec 32))(declare-const s String)
(assert (= (atoi s) #x00001267))(assert (= (str.len s) 6))(check-sat)(get-value ((atoi s)))" \
    "$TANDEM" solve --mode fuzz -
says box_of_strings 0 out '^sat$'
says box_of_strings_holds 0 out '^(((atoi s) #x00001267))$'

# a solver that dies
printf '#!/bin/sh\nexit 3\n' >dying && chmod +x dying
run "$TANDEM" solve --engine ./dying small.smt2
says dying_solver 3 out '^unknown$'

# each answer comes at once: the next question is only asked when it is there
cat >talk.py <<'END'
import subprocess, sys
p = subprocess.Popen([sys.argv[1], "solve", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                     text=True, bufsize=1)
for i in range(20):
    p.stdin.write(f"(push 1)(declare-const x Int)(assert (= x {i}))(check-sat)\n(get-value (x))\n")
    p.stdin.flush()
    assert p.stdout.readline() == "sat\n"
    assert p.stdout.readline() == f"((x {i}))\n"
    p.stdin.write("(pop 1)\n")
p.stdin.close()
assert p.wait() == 0
print("talked")
END
run python3 talk.py "$TANDEM"
is interactive 0 talked

# the program itself
run "$TANDEM" --version
says version 0 out '^tandem [0-9]'
run "$TANDEM" help solve
says help 0 out '^Usage: tandem solve'
run "$TANDEM" slove
says unknown_command 2 err "did you mean 'solve'"
run "$TANDEM"
says no_command 2 err 'no command'

# every example of the help texts runs
mkdir -p bin && ln -sf "$TANDEM" bin/tandem
ln -s "$ROOT/examples" examples
for topic in "--help" "help solve" "help fmt"; do
    run "$TANDEM" $topic
    grep '^      \$ ' out | sed 's/^      \$ //' >examples.list
    [ -s examples.list ] || echo "not ok examples_of_$topic: there are none"
    while read -r line; do
        code=0
        PATH="$PWD/bin:$PATH" sh -c "$line" >out 2>err </dev/null || code=$?
        if [ "$code" = 0 ] && ! grep -q '(error' out; then
            pass "example: $line"
        else
            fail "example: $line" "exit code $code"
        fi
    done <examples.list
done

# and every example file solves
for file in "$ROOT"/examples/*.smt2; do
    run "$TANDEM" solve --allow-code="$ROOT/examples" -v "$file"
    if [ "$code" = 0 ] && grep -q sat out && ! grep -q unknown out; then
        pass "examples/${file##*/}"
    else
        fail "examples/${file##*/}" "exit code $code"
    fi
done
