; A letter or digit is a letter or a digit.
; library: libc.so.6
(set-info :status unsat)
(declare-cb isalnum ((_ BitVec 32)) (_ BitVec 32))
(declare-cb isalpha ((_ BitVec 32)) (_ BitVec 32))
(declare-cb isdigit ((_ BitVec 32)) (_ BitVec 32))
(declare-const c (_ BitVec 32))
(assert (bvult c #x00000100))
(assert (not (= (= (isalnum c) #x00000000) (and (= (isalpha c) #x00000000) (= (isdigit c) #x00000000)))))
(check-sat)
