; The average of two unsigned numbers as (x + y) / 2 goes wrong when the sum overflows.
; First: an example of it. Then: a formula that never goes wrong.
(set-logic QF_BV)

(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))

; the true average, computed with one bit more
(define-fun average () (_ BitVec 32)
  ((_ extract 31 0) (bvlshr (bvadd ((_ zero_extend 1) x) ((_ zero_extend 1) y)) (_ bv1 33))))

(push 1)
(assert (distinct average (bvlshr (bvadd x y) #x00000001)))
(check-sat) ; sat: it can go wrong
(get-value (x y))
(pop 1)

(assert (distinct average (bvadd (bvand x y) (bvlshr (bvxor x y) #x00000001))))
(check-sat) ; unsat: this one cannot
