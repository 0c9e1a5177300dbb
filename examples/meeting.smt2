; Four people look for an hour to meet, from 9 to 17. There is none: the unsat core says who is
; in the way of whom.
(set-option :produce-unsat-cores true)
(set-logic QF_LIA)

(declare-const hour Int)

(assert (! (and (<= 9 hour) (< hour 17)) :named office-hours))
(assert (! (>= hour 10) :named ann-comes-late))
(assert (! (distinct hour 11 15) :named ben-teaches))
(assert (! (< hour 14) :named cleo-leaves-early))
(assert (! (or (= hour 9) (>= hour 14)) :named dan-is-away))

(check-sat)
(get-unsat-core)
