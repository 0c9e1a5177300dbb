; Names of a script never clash with those of libz3.
; RUN: solve
; EXPECT: sat
; EXPECT: ((l (cons 3 nil)))
(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))
(declare-datatypes ((Set 0)) (((empty) (add (element Int) (rest Set)))))
(declare-datatypes ((Seq 0)) (((none) (unit (inside Int)))))
(declare-const l List)
(declare-const s Set)
(declare-const q Seq)
(declare-fun select (Int) Int)
(assert (= l (cons 3 nil)))
(assert ((_ is add) s))
(assert ((_ is unit) q))
(assert (= (select 3) 4))
(assert (= (select 4) 5))
(check-sat)
(get-value (l))
