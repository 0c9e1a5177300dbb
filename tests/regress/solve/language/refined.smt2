; Operators that libz3 lacks are told to it at the values of its models, until one is a model of them too.
; RUN: solve -v
; EXPECT: sat
; EXPECT: ((x 16))
; EXPECT: unsat
; EXPECT: unsat
; ERR: the model was checked
(declare-const x Int)
(declare-const s String)
(assert (< 10 x 17))
(push 1)
(assert (= (int.log2 x) 4))
(check-sat)
(get-value (x))
(pop 1)
(push 1)
(assert (= (int.log2 x) 5))
(check-sat)
(pop 1)
(assert (not (= (str.len (str.rev s)) (str.len s))))
(check-sat)
