; Which message in this range has the checksum #x1fef and ends in a capital letter? `checksum` is a C
; function (boxes.c): the solver can call it, and knows nothing else about it.
(set-logic ALL)
(declare-cb checksum ((_ BitVec 32)) (_ BitVec 16) :lib "boxes.c")
(declare-const message (_ BitVec 32))
(define-fun last () (_ BitVec 8) ((_ extract 7 0) message))

(assert (= (checksum message) #x1fef))
(assert (and (bvule #x41 last) (bvule last #x5a)))
(check-sat)
(get-value (message))
