; RUN: solve
; EXIT: 3
; EXPECT: (error "assertion_not_bool.smt2:4:9: a formula (sort Bool) is wanted, this has sort Int")
(assert 5)
