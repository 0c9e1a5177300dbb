; A hundred texts, which only SMT can list.
; RUN: solve --lib with/boxes.c --timeout 60 --explain
; EXPECT: unsat
; ERR: all 100 combinations of listed values tried
(declare-cb of_text (String) (_ BitVec 32))
(declare-const s String)
(assert (str.in_re s ((_ re.^ 2) (re.range "0" "9"))))
(assert (= (of_text (str.++ "x" s)) #x00000000))
(check-sat)
