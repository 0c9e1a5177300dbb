; medium: no character is a letter and a digit: 256 points
(set-info :status unsat)
(set-logic ALL)
(declare-cb isalpha ((_ BitVec 32)) (_ BitVec 32))
(declare-cb isdigit ((_ BitVec 32)) (_ BitVec 32))
(declare-const c (_ BitVec 8))
(assert (not (= (isalpha ((_ zero_extend 24) c)) #x00000000)))
(assert (not (= (isdigit ((_ zero_extend 24) c)) #x00000000)))
(check-sat)
