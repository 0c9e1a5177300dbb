; A program is called for the members of a residue class only, and for those of a list.
; RUN: solve --allow-code --timeout 60 --explain
; EXPECT: unsat
; ERR: all .* points tried: 0 stay open
(declare-oracle-fun even with/even (Int) Bool)
(declare-const x Int)
(declare-const y Int)
(assert (= (mod x 20000) 7))
(assert (<= 0 x 400000))
(assert (or (= y 70001) (= y 3) (= y 900000000001)))
(assert (or (even x) (even y)))
(check-sat)
