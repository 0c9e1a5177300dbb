; easy: division by zero has some value, and nobody knows which
(set-info :status unknown)
(set-info :tandem-answer unknown)
(set-logic ALL)
(declare-cb divide ((_ BitVec 32) (_ BitVec 32)) (_ BitVec 32) :lib "boxes.c" :symbol "divide")
(declare-const x (_ BitVec 32))
(assert (= (divide x #x00000000) #x00000005))
(check-sat)
