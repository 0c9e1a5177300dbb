; easy: no character is worth 16: 256 points
(set-info :status unsat)
(set-logic ALL)
(declare-cb hex_value ((_ BitVec 8)) (_ BitVec 32) :lib "boxes.c" :symbol "hex_value")
(declare-const c (_ BitVec 8))
(assert (= (hex_value c) #x00000010))
(check-sat)
