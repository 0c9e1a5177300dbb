; Addition of floating-point numbers is not associative: an example in half precision.
(set-logic QF_FP)

(declare-const a Float16)
(declare-const b Float16)
(declare-const c Float16)

(define-fun plus ((x Float16) (y Float16)) Float16 (fp.add roundNearestTiesToEven x y))
(define-fun is-finite ((x Float16)) Bool (not (or (fp.isNaN x) (fp.isInfinite x))))

(assert (and (is-finite a) (is-finite b) (is-finite c)))
(assert (and (is-finite (plus a b)) (is-finite (plus b c))))
(assert (not (fp.eq (plus (plus a b) c) (plus a (plus b c)))))

(check-sat)
(get-value (a b c (plus (plus a b) c) (plus a (plus b c))))
