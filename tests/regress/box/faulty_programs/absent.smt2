; RUN: solve --timeout 5
; EXIT: 3
; EXPECT: (error "absent.smt2:4:1: closed box 'g': 'with/absent' is no program that can be run: give --oracle-path DIR")
(declare-oracle-fun g with/absent (Int) Int)
(declare-const x Int)
(assert (= (g x) 42))
(check-sat)
