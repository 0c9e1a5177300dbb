; easy: ite goes around the crash
(set-info :status sat)
(set-logic ALL)
(declare-cb crash_odd ((_ BitVec 32)) (_ BitVec 32) :lib "boxes.c" :symbol "crash_odd")
(declare-const x (_ BitVec 32))
(assert (= (ite (= ((_ extract 0 0) x) #b1) #x0000000c (crash_odd x)) #x0000000c))
(assert (not (= x #x00000004)))
(check-sat)
