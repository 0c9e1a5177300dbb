; medium: toupper never leaves a small letter: a box on a box, 256 points
(set-info :status unsat)
(set-logic ALL)
(declare-cb toupper ((_ BitVec 32)) (_ BitVec 32))
(declare-cb islower ((_ BitVec 32)) (_ BitVec 32))
(declare-const c (_ BitVec 8))
(assert (not (= (islower (toupper ((_ zero_extend 24) c))) #x00000000)))
(check-sat)
