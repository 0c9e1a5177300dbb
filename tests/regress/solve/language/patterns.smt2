; Patterns are hints: those that are none for libz3 are left out.
; RUN: solve
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
(declare-fun f (Int) Int)
(declare-fun p (Int Int) Bool)
(declare-const a Int)
(push 1)
(assert (forall ((x Int)) (! (> (f x) 0) :pattern ((f a)))))
(assert (< (f 3) 0))
(check-sat)
(pop 1)
(push 1)
(assert (forall ((x Int)) (! (> (f x) x) :pattern (x))))
(assert (< (f 3) 3))
(check-sat)
(pop 1)
(assert (forall ((x Int) (y Int)) (! (p x y) :pattern ((p x 0)))))
(assert (not (p 1 0)))
(check-sat)
