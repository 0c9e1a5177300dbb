; RUN: solve --timeout 60
; EXIT: 3
; EXPECT: (error "no_program.smt2:4:1: closed box 'b!1': 'with/nosuch' is no program that can be run: give --oracle-path DIR")
(oracle-assume ((a Int)) ((b Int)) (= a b) with/nosuch)
(assert false)
(check-sat)
