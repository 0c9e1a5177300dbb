# oracle-assume and oracle-constraint: formulas that programs complete.
. "$ROOT/tests/frame.sh"

program() { # NAME TEXT
    printf '#!/bin/sh\n[ "$1" != --persistent ] || exit 0\n%s\n' "$2" >"$1"
    chmod +x "$1"
}
program twice 'echo $(($1 * 2))'
program split 'echo $(($1 / 10)) $(($1 % 10))'
program both 'echo "($(($1 / 10)) $(($1 % 10)))"'
program limit 'echo 17'
program even 'if [ $(($1 % 2)) = 0 ]; then echo true; else echo false; fi'
program three 'echo 1 2 3'

ask() { # NAME WANTED TEXT
    printf '%s\n' "$3" >"$1.smt2"
    run "$TANDEM" solve --allow-code --timeout 60 "$1.smt2"
    is "$1" 0 "$2"
}

# ---- the formula defines a function: the same as declare-oracle-fun
for command in oracle-assume oracle-constraint; do
    ask definition_$command 'sat
((x 21))' "(declare-fun f (Int) Int)
($command ((a Int)) ((b Int)) (= (f a) b) ./twice)
(declare-const x Int)
(assert (= (f x) 42))
(check-sat)
(get-value (x))"
done
ask definition_unsat unsat '(declare-fun f (Int) Int)
(oracle-assume ((a Int)) ((b Int)) (= b (f a)) "twice")
(assert (= (f 4) 9))
(check-sat)'

# ---- the formula bounds a function, where it is applied
ask bound_unsat unsat '(declare-fun g (Int) Int)
(oracle-assume ((a Int)) ((b Int)) (< (g a) b) ./twice)
(declare-const x Int)
(assert (= x 5))
(assert (= (g x) 10))
(check-sat)'
ask bound_sat 'sat' '(declare-fun g (Int) Int)
(oracle-constraint ((a Int)) ((b Int)) (< (g a) b) ./twice)
(declare-const x Int)
(assert (= x 5))
(assert (> (g x) 8))
(check-sat)'

# ---- several outputs, one behind the other or in a list
for name in split both; do
    ask outputs_$name unsat "(declare-fun h (Int) Int)
(oracle-constraint ((a Int)) ((q Int) (r Int)) (= (h a) (+ q r)) ./$name)
(assert (= (h 47) 10))
(check-sat)"
    ask outputs_sat_$name sat "(declare-fun h (Int) Int)
(oracle-constraint ((a Int)) ((q Int) (r Int)) (= (h a) (+ q r)) ./$name)
(assert (= (h 47) 11))
(check-sat)"
done

# ---- no inputs: asked once
ask no_inputs 'sat
((x 18))' '(declare-const x Int)
(oracle-constraint () ((y Int)) (> x y) ./limit)
(assert (< x 19))
(check-sat)
(get-value (x))'
ask no_inputs_unsat unsat '(declare-const x Int)
(oracle-constraint () ((y Int)) (> x y) ./limit)
(assert (< x 18))
(check-sat)'

# ---- few inputs: asked at all of them
ask few_inputs 'sat
((x #b101))' '(declare-const x (_ BitVec 3))
(oracle-constraint ((a (_ BitVec 3))) ((e Bool)) (=> (= a x) (not e)) ./even)
(assert (bvugt x #b011))
(assert (bvult x #b111))
(check-sat)
(get-value (x))'

# ---- many inputs and nothing that says where: a refutation counts, a model does not
ask many_unsat unsat '(declare-const x Int)
(declare-const z Int)
(oracle-constraint ((a Int)) ((b Int)) (=> (= a x) (> z b)) ./twice)
(assert (= x 8))
(assert (= z 16))
(check-sat)'
ask many_unknown unknown '(declare-const x Int)
(declare-const z Int)
(oracle-constraint ((a Int)) ((b Int)) (=> (= a x) (> z b)) ./twice)
(assert (= x 8))
(check-sat)'
says many_reason 0 err 'asked for at some inputs, not at all'

# ---- scopes
ask scopes 'unsat
sat' '(declare-fun g (Int) Int)
(push 1)
(oracle-assume ((a Int)) ((b Int)) (= (g a) b) ./twice)
(assert (= (g 3) 7))
(check-sat)
(pop 1)
(assert (= (g 3) 7))
(check-sat)'

# ---- mistakes
bad() { # NAME PATTERN TEXT
    printf '%s\n' "$3" >"$1.smt2"
    run "$TANDEM" solve --allow-code --timeout 20 "$1.smt2"
    says "$1" 3 out "$2"
}
bad no_output 'at least one output' '(oracle-assume ((a Int)) () true ./twice)'
bad no_formula 'must be of sort Bool' '(oracle-assume ((a Int)) ((b Int)) b ./twice)'
bad no_program 'nosuch' '(oracle-assume ((a Int)) ((b Int)) (= a b) ./nosuch)
(assert false)
(check-sat)'
bad no_name 'the program of the oracle' '(oracle-assume ((a Int)) ((b Int)) (= a b))'
printf '%s\n' '(declare-fun h (Int) Int)
(oracle-constraint ((a Int)) ((q Int) (r Int)) (= (h a) (+ q r)) ./three)
(assert (= (h 47) 10))
(check-sat)' >wrong.smt2
run "$TANDEM" solve --allow-code --timeout 2 wrong.smt2
if grep -qx unknown out; then pass wrong_count; else fail wrong_count "no unknown"; fi

# ---- the formatter keeps them
printf '(declare-fun f (Int) Int)\n(oracle-assume ((a Int)) ((b Int)) (= (f a) b) ./twice)\n' >keep.smt2
run "$TANDEM" fmt keep.smt2
says formatted 0 out 'oracle-assume ((a Int)) ((b Int)) (= (f a) b) ./twice'
